"""Existence: for all data there is a v with such and such properties, by naming it."""

from __future__ import annotations

from dataclasses import dataclass

from derive.errors import InputError, ShapeError
from derive.language.hypotheses import Condition, Hypothesis
from derive.language.substitution import check_names, symbols_of
from derive.language.terms import Symbol, Term, show_shape
from derive.statements.arguments import checked_fields
from derive.statements.bound import condition_holds
from derive.statements.declaration import terms_in
from derive.statements.domain import closed_domain_of
from derive.statements.image import Set, certificate, hypothesis_at
from derive.statements.lemmas import Lemma, cut, replaced_in
from derive.statements.statement import Obligation, Statement


@dataclass(frozen=True)
@checked_fields
class Exists(Statement):
    """The set {v : conditions} has an element, for all data.

    Lemma: if each condition is defined and holds with ``witness`` in the place of v, under what is given, then the witness
    is such an element.  A wrong witness refutes nothing.

    Attributes:
        set: v and its conditions; its certificates are terms in the other data.
        witness: an element, written with the other data.
        lemmas: what is used of it; equalities are replaced in the conditions.

    Raises:
        ShapeError: a witness of another shape.
        InputError: v in the witness, the certificates, the lemmas or the hypotheses.
    """

    set: Set
    witness: Term
    hypotheses: tuple[Hypothesis, ...] = ()
    lemmas: tuple[Lemma, ...] = ()
    kind = "existence"
    wording = "there is {element} with {conditions} , namely {element} {=} {witness}"
    lemma = "the witness satisfies each of the conditions, so the set has an element"

    def __post_init__(self) -> None:
        element = self.element
        if self.witness.shape != element.shape:
            raise ShapeError(f"a witness of shape {show_shape(self.witness.shape)} for {show_shape(element.shape)}")
        if self.witness.free:
            raise InputError("a witness with free indices", hint="write the whole vector")
        outside = [self.witness, *(term for _, term in self.set.by), *terms_in(self.hypotheses)]
        outside += [term for lemma in self.lemmas for term in lemma.terms]
        check_names(element, *outside, *terms_in(self.conditions))
        if element in symbols_of(*outside):
            raise InputError(f"{element.name}, which is said to exist, is used outside", hint="use another name")

    @property
    def element(self) -> Symbol:
        """v."""
        return self.set.element

    @property
    def conditions(self) -> tuple[Hypothesis, ...]:
        """The conditions on v."""
        return self.set.conditions

    @property
    def terms(self) -> tuple[Term, ...]:
        """The sides of conditions that do not speak of v: the claim is made where they are defined."""
        return tuple(term for term in terms_in(self.conditions) if self.element not in symbols_of(term))

    def domain(self) -> tuple[Condition, ...]:
        """What these sides need to be defined; the free indices of a condition are closed in it."""
        return closed_domain_of(self.terms, self.hypotheses)

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """Each condition at the witness."""
        lemmas, known = cut(self.lemmas, given)
        parts = []
        for condition in self.set.all_conditions:
            fact = replaced_in(hypothesis_at(condition, {self.element: self.witness}), self.lemmas)
            statement = condition_holds(fact, known, certificate(self.set.by, condition))
            parts.append(Obligation("the witness satisfies it", statement))
        return (*lemmas, *parts)
