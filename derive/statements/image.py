"""Images of maps, {f(a)} as a set that conditions describe; and existence: the set has an element, which is named.

A map is a term f(a) with a symbol a that stands for its argument; its domain are all a with some conditions at which f(a) is
defined.  A set is a symbol v for its element with conditions on it: equations, signs, bounds.  Both symbols are bound: what
is assumed of the other data may not speak of them, and their declared properties count as conditions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from derive.errors import InputError, ShapeError
from derive.evaluate.search import Failure
from derive.language.hypotheses import Condition, Hypothesis, conditions_of
from derive.language.substitution import check_names, substitute, symbols_of
from derive.language.terms import Dimension, Symbol, Term, show_shape
from derive.printing import Sentence, Sign, latex, listed, text, text_hypothesis
from derive.statements.arguments import checked_fields
from derive.statements.bound import condition_holds, violation
from derive.statements.declaration import sorts, terms_in, with_terms
from derive.statements.domain import closed_domain_of, domain_of
from derive.statements.equation import Equations
from derive.statements.lemmas import Lemma, cut, replaced, replaced_in
from derive.statements.statement import Obligation, Statement

#: Conditions, each with a term that shows why it holds.
Certificates = tuple[tuple[Hypothesis, Term], ...]

_BAR = Sign(r"\mid", "|")
_OPEN, _CLOSE = Sign(r"\{", "{"), Sign(r"\}", "}")


def _anywhere(symbol: Symbol) -> Sign:
    """∈ ℝᴺ: all that a symbol may be; one sign, so that no line is broken there."""
    shown = [(latex(dim), text(dim)) if isinstance(dim, Dimension) else (str(dim), str(dim)) for dim in symbol.shape]
    power, words = r" \times ".join(each for each, _ in shown), "×".join(each for _, each in shown)
    return Sign(rf"\in \mathbb{{R}}^{{{power}}}", f"∈ ℝ^{words}") if shown else Sign(r"\in \mathbb{R}", "∈ ℝ")


@dataclass(frozen=True)
@checked_fields
class Map:
    """a ↦ f(a), for all a with the conditions of ``domain`` at which f(a), as authored, is defined.

    Attributes:
        term: f(a), a term without free indices.
        argument: a, a symbol.
        domain: conditions and equalities on a.

    Raises `InputError` for free indices.
    """

    term: Term
    argument: Symbol
    domain: tuple[Hypothesis, ...] = ()

    def __post_init__(self) -> None:
        if self.term.free:
            raise InputError("a map with free indices", hint="write the whole vector")

    @property
    def conditions(self) -> tuple[Hypothesis, ...]:
        """The conditions on the argument, those it is declared with included."""
        return (*conditions_of(self.argument), *self.domain)

    def sentence(self) -> Sentence:
        """{f(a) | conditions}; {f(a) | a ∈ ℝᴺ} where there are none."""
        domain = listed(self.domain) if self.domain else (self.argument, _anywhere(self.argument))
        return (_OPEN, self.term, _BAR, *domain, _CLOSE)


@dataclass(frozen=True)
@checked_fields
class Set:
    """{v : conditions}: all v for which the conditions are defined and hold.

    Attributes:
        element: v, a symbol.
        conditions: conditions and equalities on v.
        by: for a bound among the conditions, what an image f(a) makes of it, in a form that shows its sign: a term in a.
    """

    element: Symbol
    conditions: tuple[Hypothesis, ...]
    by: Certificates = ()

    def __post_init__(self) -> None:
        if not self.conditions:
            raise InputError("a set without conditions")
        _check_certificates(self.by, self.conditions)

    @property
    def all_conditions(self) -> tuple[Hypothesis, ...]:
        """The conditions, those the element is declared with included."""
        return (*conditions_of(self.element), *self.conditions)

    def sentence(self) -> Sentence:
        """{v | conditions}"""
        return (_OPEN, self.element, _BAR, *listed(self.conditions), _CLOSE)


@dataclass(frozen=True)
@checked_fields
class Subset(Statement):
    """{f(a)} ⊆ {v : conditions}.

    Lemma: v is in the image if v = f(a) for some a in the domain; so the inclusion says that each condition is defined and
    holds with f(a) in the place of v, for every a in the domain.  Every such part is necessary: an a in the domain with a
    condition that f(a) misses is a counterexample.

    Attributes:
        map: a ↦ f(a) with its domain.
        set: the symbol v, of the shape of f(a), with its conditions.
        hypotheses: what is assumed of the other data.
    """

    map: Map
    set: Set
    hypotheses: tuple[Hypothesis, ...] = ()
    kind = "subset"
    certified = "subset"
    claimed = sorts(map="map", set="set")
    wording = "{map} {⊆} {set}"
    lemma = "every image satisfies each of the conditions of the set"

    def __post_init__(self) -> None:
        _check(self.map, self.set, self.hypotheses)

    @property
    def terms(self) -> tuple[Term, ...]:
        """None: every term speaks of the argument or the element, which are bound."""
        return ()

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """Each condition at f(a)."""
        known = (*given, *self.map.conditions)
        known = (*known, *domain_of((self.map.term,), known))
        there = {self.set.element: self.map.term}
        parts = (
            condition_holds(hypothesis_at(condition, there), known, certificate(self.set.by, condition))
            for condition in self.set.all_conditions
        )
        return tuple(Obligation("every image satisfies it", part, necessary=True) for part in parts)


@dataclass(frozen=True)
class Covered(Statement):
    """{v : conditions} ⊆ {f(a)}: every point of the set is an image.

    Lemma: let a(v) be ``preimage``.  Suppose that for every v in the set a(v) is defined and in the domain, and f(a(v)) is
    defined and equal to v.  Then v = f(a(v)) is an image.  The equation f(a(v)) = v holds wherever its terms, as authored,
    are defined; that they are, for every v in the set, is what an empty ledger says.  Once a(v) is known to be in the
    domain, that may be used for the equation.

    A wrong preimage refutes nothing.  Refuted by an ``invariant``: if {f(a)} ⊆ {v : invariant} is proved, a point of the set
    at which a condition of the invariant certainly does not hold is no image.

    Attributes:
        preimage: a(v), of the shape of the argument.
        lemmas: what is used of the v in the set: equalities are replaced in f(a(v)).
        by: for a bound among the conditions of the domain what a(v) makes of it, in a form that shows its sign.
        invariant: what every image satisfies, a set with the same element.
    """

    map: Map
    set: Set
    preimage: Term
    hypotheses: tuple[Hypothesis, ...] = ()
    lemmas: tuple[Lemma, ...] = ()
    by: Certificates = ()
    invariant: Set | None = None
    kind = "subset"
    certified = "covered"
    claimed = sorts(map="map", set="set")
    shown = sorts(preimage="term", lemmas="lemma 0+")
    wording = "{set} {⊆} {map}"
    lemma = "each v in the set has a preimage a(v) in the domain, with f(a(v)) = v"

    def __post_init__(self) -> None:
        _check(self.map, self.set, self.hypotheses)
        if self.preimage.shape != self.map.argument.shape:
            raise ShapeError(f"a preimage of shape {show_shape(self.preimage.shape)}")
        _check_certificates(self.by, self.map.conditions)
        if self.map.argument in symbols_of(self.preimage, *(term for _, term in self.by)):
            raise InputError(f"a preimage that uses {self.map.argument.name} itself")
        used = [term for lemma in self.lemmas for term in lemma.terms]
        check_names(self.map.term, self.preimage, self.set.element, *used)
        if self.map.argument in symbols_of(*used):
            raise InputError(f"a lemma about {self.map.argument.name}", hint="lemmas speak of the points of the set")
        if self.invariant is not None:
            _check(self.map, self.invariant, self.hypotheses)
            if self.invariant.element != self.set.element:
                raise InputError("an invariant of another element")

    @property
    def terms(self) -> tuple[Term, ...]:
        """None, as of `Subset`."""
        return ()

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """The lemmas, the conditions of the domain at the preimage, and the image of the preimage."""
        known = (*given, *self.set.all_conditions)
        known = (*known, *closed_domain_of(terms_in(self.set.conditions), known))
        lemmas, known = cut(self.lemmas, known)
        there = {self.map.argument: self.preimage}
        inside = [hypothesis_at(condition, there) for condition in self.map.conditions]
        parts = (
            Obligation("the preimage is in the domain", condition_holds(fact, known, certificate(self.by, condition)))
            for condition, fact in zip(self.map.conditions, inside, strict=True)
        )
        image = replaced(substitute(self.map.term, there), self.lemmas)
        return (
            *lemmas,
            *parts,
            Obligation("it is a preimage", Equations((image, self.set.element), (*known, *inside))),
        )

    def failure(self) -> Failure | None:
        """A point of the set that misses what every image satisfies."""
        if self.invariant is None or Subset(self.map, self.invariant, self.hypotheses).judge().status != "proved":
            return None
        inside = (*self.hypotheses, *self.set.all_conditions)
        for condition in self.invariant.all_conditions:
            found = violation(condition, inside)
            if found is not None:
                says = f"in the set, but no image: every image satisfies {text_hypothesis(condition)}"
                return Failure(found.point, says, found.values)
        return None


@dataclass(frozen=True)
@checked_fields
class Image(Statement):
    """{f(a)} = {v : conditions}.

    Lemma: two sets are equal when each is a subset of the other; see `Subset` and `Covered` for the two inclusions.

    Attributes:
        map, set, hypotheses: as of `Subset`.
        preimage, lemmas, by, invariant: as of `Covered`.
    """

    map: Map
    set: Set
    preimage: Term
    hypotheses: tuple[Hypothesis, ...] = ()
    lemmas: tuple[Lemma, ...] = ()
    by: Certificates = ()
    invariant: Set | None = None
    kind = "image"
    certified = "image"
    claimed = sorts(map="map", set="set")
    wording = "{map} {=} {set}"
    lemma = "two sets are equal when each is a subset of the other"

    def __post_init__(self) -> None:
        self._covered(self.hypotheses)  # for its checks

    @property
    def terms(self) -> tuple[Term, ...]:
        """None: every term speaks of the argument or the element, which are bound."""
        return ()

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """Both inclusions."""
        return (
            Obligation("every image is in the set", Subset(self.map, self.set, given), necessary=True),
            Obligation("every point of the set is an image", self._covered(given), necessary=True),
        )

    def _covered(self, given: tuple[Hypothesis, ...]) -> Covered:
        return Covered(self.map, self.set, self.preimage, given, self.lemmas, self.by, self.invariant)


def hypothesis_at(hypothesis: Hypothesis, values: Mapping[Symbol, Term]) -> Hypothesis:
    """The hypothesis with terms in the place of symbols."""
    return with_terms(hypothesis, lambda term: substitute(term, values))


def _check(map_: Map, set_: Set, hypotheses: tuple[Hypothesis, ...]) -> None:
    """Shapes fit, and the two bound symbols are kept apart."""
    a, v = map_.argument, set_.element
    if map_.term.shape != v.shape:
        raise ShapeError(f"images of shape {show_shape(map_.term.shape)} in a set of {show_shape(v.shape)}")
    outside, conditions = terms_in(hypotheses), terms_in(set_.conditions)
    inner, shown = (map_.term, *terms_in(map_.domain)), [term for _, term in set_.by]
    check_names(a, v, *outside, *inner, *conditions, *shown)
    if a in symbols_of(*outside, *conditions) or v in symbols_of(*outside, *inner, *shown) or a == v:
        names = f"{a.name} and {v.name}"
        raise InputError(f"{names}, the argument and the element, are bound", hint="use other names outside")


def certificate(by: Certificates, condition: Hypothesis) -> Term | None:
    """The term that goes with a condition, if any."""
    return next((term for known, term in by if known == condition), None)


def _check_certificates(by: Certificates, conditions: tuple[Hypothesis, ...]) -> None:
    if any(condition not in conditions for condition, _ in by):
        raise InputError("a certificate for something that is no condition here")


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
    certified = "existence"
    claimed = sorts(set="set")
    shown = sorts(witness="term", lemmas="lemma 0+")
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
