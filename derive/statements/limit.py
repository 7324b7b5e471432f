"""One-sided limits at a point, with a rate, and limits that do not exist.

Write h > 0 for the distance to the point p: the variable is p + h to the right of it, p − h to the left.

**Continuity.**  Every operation in `CONTINUOUS` is continuous on the set where it is defined, for finitely many real
entries: sums, products and powers everywhere or off 0; roots on [0, ∞); exp, abs, tanh, maxima everywhere; log on (0, ∞);
the inverse and negative powers of a matrix on the invertible ones (Cramer); so is every term made of them.  The
pseudo-inverse and the rank are not continuous, a derivative is not looked into: terms with them are declined.

**Definedness.**  A term that is defined at the point stays so near it, if the roots in it do: a divisor ≠ 0, an argument
> 0, a vector ≠ 0, an invertible matrix remain such by continuity, from the inside of the term outwards.  A radicand that
is ≥ 0 remains such if it is > 0 at the point, or if its sign can be read off for all h > 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from derive.errors import InputError, ShapeError
from derive.evaluate.search import Failure
from derive.language import terms as nodes
from derive.language.build import absolute, norm
from derive.language.hypotheses import Condition, Hypothesis, same_shape_zero
from derive.language.substitution import check_names, substitute, symbols_of, unfolded_subterms
from derive.language.terms import Neg, Number, Operand, Product, Symbol, Term, as_term, show_shape
from derive.printing import Sentence, Sign, text
from derive.statements.arguments import checked_fields
from derive.statements.bound import Bound, Manifest
from derive.statements.declaration import said, sorts
from derive.statements.domain import domain_of
from derive.statements.equation import Equations
from derive.statements.lemmas import Lemma, cut, replaced
from derive.statements.statement import Obligation, Statement
from derive.statements.verdict import Counterexample, Verdict

#: The nodes that are continuous where they are defined.
CONTINUOUS: tuple[type[Term], ...] = (
    nodes.Number, nodes.Symbol, nodes.Dimension, nodes.Ones, nodes.Zeros, nodes.Identity, nodes.Basis, nodes.Delta,
    nodes.Add, nodes.Neg, nodes.Product, nodes.Hadamard, nodes.Quotient, nodes.Power, nodes.HadamardPower, nodes.Sqrt,
    nodes.Function, nodes.Transpose, nodes.Diag, nodes.Trace, nodes.Dot, nodes.Outer, nodes.Norm, nodes.Inverse,
    nodes.Det, nodes.Component, nodes.Sum, nodes.Prod, nodes.Max, nodes.Defined,
)  # fmt: skip
#: Conditions of the ledger that remain true near a point; the only other one there is "nonneg".
OPEN = frozenset({"nonzero", "positive", "not_zero", "invertible"})
_ZERO = Number(Fraction(0))
_SIDES = {"+": Sign(r"\downarrow", "↓"), "-": Sign(r"\uparrow", "↑")}


@dataclass(frozen=True)
class Limit(Statement):
    """term → value as the variable tends to the point from one side, for all data at which the value is defined.

    Let e be ``equal_to``, or the term itself when it is not given.

    Lemma.  Suppose (1) term = e for all small h > 0, (2) e, as authored, is defined at the point and equal to the value
    there, (3) the radicands of e are ≥ 0 for all small h > 0.  By (2) and (3) e is defined near the point (see the module),
    so by continuity e → value; by (1) the term has the same limit.

    (1) is an equation for h > 0, under what e needs near the point; (2) is an equation that may need nothing beyond what is
    given; (3) is read off, for all h > 0 or at the point.  With ``rate`` C, also |term − value| ≤ C h near the point.

    Refuted where (1) and (3) are proved and (2) has a counterexample: a limit is unique.  The fields are the arguments of
    `limit`; the claim is made for the data at which point and value are defined.

    Raises `ShapeError` for a value or ``equal_to`` of another shape, `NameError_` for one name of two things, `InputError`
    for a value, point or rate with the variable, and for a hypothesis about it that does not hold beside the point.
    """

    term: Term
    variable: Symbol
    value: Term
    point: Term = _ZERO
    side: str = "+"
    equal_to: Term | None = None
    hypotheses: tuple[Hypothesis, ...] = ()
    rate: Term | None = None
    rate_by: Term | None = None
    lemmas: tuple[Lemma, ...] = ()
    kind = "limit"
    certified = "limit"
    claimed = sorts(term="term", variable="name", value="term", point="term", side="direction", rate="term?")
    shown = sorts(equal_to="term?")
    lemma = "the term equals one that is defined and continuous up to the point, where it has the value"

    def __post_init__(self) -> None:
        if self.variable.shape != () or self.point.shape != ():
            raise ShapeError("a limit in something that is not a scalar", hint="take the limit along t in x + t*u")
        if self.side not in _SIDES:
            raise InputError(f"the side {self.side!r}", hint="'+' from the right, '-' from the left")
        for term in (self.value, self.equal_to):
            if term is not None and term.shape != self.term.shape:
                raise ShapeError(f"the limit of shape {show_shape(self.term.shape)} as {show_shape(term.shape)}")
        if any(term.free for term in (self.term, self.value)):
            raise InputError("a limit with free indices", hint="write the whole vector")
        if self.variable in symbols_of(self.value, self.point, *((self.rate,) if self.rate is not None else ())):
            raise InputError(f"a limit as {self.variable.name} varies that depends on {self.variable.name}")
        check_names(*self._all_terms())
        self._beside(self.hypotheses)

    @property
    def terms(self) -> tuple[Term, ...]:
        """Point and value: the claim is made where they are defined."""
        return (self.point, self.value)

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """The term beside the point, what keeps it defined there, its value at the point, and the rate."""
        given = self._beside(given)
        near = self._near()
        here, form = substitute(self.term, near), substitute(self.closed_form, near)
        (distance,) = (
            symbol for value in near.values() for symbol in symbols_of(value) if symbol not in symbols_of(self.point)
        )
        at_point = substitute(self.closed_form, {self.variable: self.point})
        needs = domain_of((form,), given)
        parts = [Obligation("beside the point", Equations((here, form), (*given, *needs)))]
        for need in needs:
            if need.kind not in OPEN:
                radicand = substitute(need.term, {distance: _ZERO})
                parts.append(Obligation("the root stays defined", Manifest(Condition("positive", radicand), given)))
        if self.rate is not None:
            by = None if self.rate_by is None else substitute(self.rate_by, near)
            error = _size(here - self.value)
            reach = Product((self.rate, distance))
            claim = Bound(error, "<=", reach, by, (*given, *needs), squared=True)
            parts.append(Obligation("rate", claim))
        lemmas, known = cut(self.lemmas, given)
        return (
            *parts,
            *lemmas,
            Obligation("at the point", Equations((replaced(at_point, self.lemmas), self.value), known)),
        )

    @property
    def closed_form(self) -> Term:
        """e: the term that is looked at up to the point."""
        return self.equal_to if self.equal_to is not None else self.term

    def judge(self) -> Verdict:
        """By the parts; terms that are not known to be continuous are declined."""
        for part in unfolded_subterms(self.closed_form):
            principal = isinstance(part, nodes.Power) and part.exponent.denominator == 2 and part.shape != ()
            if (principal or not isinstance(part, CONTINUOUS)) and self.variable in symbols_of(part):
                return self.unsupported(f"{text(part)} is not known to be continuous")
        return super().judge()

    def failure(self) -> Failure | None:
        """Where the limit is another one: everything but the value at the point is proved, and that is refuted."""
        *others, last = self.obligations((*self.hypotheses, *domain_of(self.terms, self.hypotheses)))
        verdict = last.statement.judge()
        found = verdict.counterexample
        if not isinstance(found, Counterexample) or found.witness is None:
            return None
        if not all(_stands(part) for part in others if part.name != "rate"):
            return None
        values = (("limit", found.lhs), ("claimed", found.rhs))
        return Failure(found.witness.point, "the limit is another one", values)  # type: ignore[arg-type]  # no shapes

    def sentence(self) -> Sentence:
        """term → value as ε ↓ 0"""
        end = ", at most {rate} times the distance away" if self.rate is not None else ""
        return said(f"{{term}} {{→}} {{value}} as {{variable}} {{towards}} {{point}} {end}", self)

    @property
    def towards(self) -> Sign:
        """↓ or ↑."""
        return _SIDES[self.side]

    def _all_terms(self) -> tuple[Term, ...]:
        """Everything it is written with."""
        given = (self.term, self.variable, self.value, self.point, self.equal_to, self.rate, self.rate_by)
        said = (*self.hypotheses, *self.lemmas)
        return (*(term for term in given if term is not None), *(term for each in said for term in each.terms))

    def _near(self) -> Mapping[Symbol, Term]:
        """The variable as p + h or p − h, with a symbol h > 0 that occurs nowhere else."""
        if self.side == "+" and self.point == _ZERO:
            return {self.variable: Symbol(self.variable.name, (), frozenset({"positive"}))}
        taken = {symbol.name for symbol in symbols_of(*self._all_terms())}
        name = "h"
        while name in taken:
            name += "'"
        h = Symbol(name, (), frozenset({"positive"}))
        if self.point == _ZERO:
            return {self.variable: Neg(h)}
        return {self.variable: self.point + h if self.side == "+" else self.point - h}

    def _beside(self, given: tuple[Hypothesis, ...]) -> tuple[Hypothesis, ...]:
        """The hypotheses about other symbols; those about the variable must hold near the point, on this side of it."""
        for kind in sorted(self.variable.properties):
            self._check(kind)
        kept: list[Hypothesis] = []
        for hypothesis in given:
            if self.variable not in symbols_of(*hypothesis.terms):
                kept.append(hypothesis)
            elif isinstance(hypothesis, Condition) and hypothesis.term == self.variable:
                self._check(hypothesis.kind)
            else:
                raise InputError(f"a hypothesis that ties {self.variable.name}, which varies, to something else")
        return tuple(kept)

    def _check(self, kind: str) -> None:
        """Does ``variable ≥ 0``, ``> 0`` or ``≠ 0`` hold beside the point?"""
        point = self.point.value if isinstance(self.point, Number) else None
        right = point is not None and (point > 0 or (point == 0 and self.side == "+"))
        if not right and not (kind == "nonzero" and point is not None):
            raise InputError(f"{self.variable.name} is assumed {kind}, which does not hold beside the point")


@dataclass(frozen=True)
@checked_fields
class NoLimit(Statement):
    """The term has no limit at the point: the two one-sided limits exist and differ, whatever the data.

    Lemma: a limit would be equal to both one-sided limits; so where these exist and differ there is none.

    Attributes:
        right, left: the one-sided limits, of one term at one point.
        apart: r − l ≠ 0, of vectors |r − l|² > 0, in a form that shows its sign.
        hypotheses: what is assumed of the data; the two limits have none of their own.
    """

    right: Limit
    left: Limit
    apart: Term | None = None
    hypotheses: tuple[Hypothesis, ...] = ()
    kind = "no limit"
    lemma = "a limit would be equal to both one-sided limits, and these differ"

    def __post_init__(self) -> None:
        if (self.right.side, self.left.side) != ("+", "-"):
            raise InputError("one-sided limits from other sides", hint="right from '+', left from '-'")
        if any(getattr(self.right, name) != getattr(self.left, name) for name in ("term", "variable", "point")):
            raise InputError("one-sided limits of different things")
        if self.right.hypotheses or self.left.hypotheses:
            raise InputError("one-sided limits with hypotheses of their own", hint="give them with the statement")

    @property
    def terms(self) -> tuple[Term, ...]:
        """The point and both values."""
        return (*self.right.terms, self.left.value)

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """Both limits, and that they differ."""
        gap = self.right.value - self.left.value
        size, relation = (gap, "!=") if gap.shape == () else (norm(gap) ** 2, ">")
        apart = Bound(size, relation, _ZERO, self.apart, given)
        return (
            Obligation("from the right", replace(self.right, hypotheses=given)),
            Obligation("from the left", replace(self.left, hypotheses=given)),
            Obligation("they differ", apart),
        )

    def failure(self) -> Failure | None:
        """Where both one-sided limits are proved, and are equal."""
        right, left, apart = self.obligations((*self.hypotheses, *domain_of(self.terms, self.hypotheses)))
        found = apart.statement.failure()
        return found if found is not None and _stands(right) and _stands(left) else None

    def sentence(self) -> Sentence:
        """y has no limit as t → 0: r from the right, l from the left"""
        start = said(
            "{term} has no limit as {variable} {→} {point} : it tends to {value} from the right, to", self.right
        )
        return (*start, self.left.value, "from the left")


def limit(
    term: Operand,
    variable: Symbol,
    value: Operand,
    *hypotheses: Hypothesis,
    point: Operand = 0,
    side: str = "+",
    equal_to: Operand | None = None,
    rate: Operand | None = None,
    rate_by: Operand | None = None,
    lemmas: tuple[Lemma, ...] = (),
) -> Limit:
    """term → value as variable → point from one side.

    Args:
        term: of any shape, without free indices.
        variable: a scalar symbol.
        value: of the shape of the term, without the variable; a bare 0 takes the shape of the term.
        hypotheses: what is assumed of the data.
        point: a scalar without the variable.
        side: ``+`` from the right, ``-`` from the left.
        equal_to: a term that is equal to it beside the point and defined at the point: the certificate.
        rate: C, a scalar, to claim |term − value| ≤ C h at the distance h as well.
        rate_by: C² h² − |term − value|² in a form that shows its sign, written with the variable.
        lemmas: equations and bounds that are used for the value at the point.

    Raises `ShapeError` for a value of another shape, `InputError` for a value, point or rate with the variable.
    """
    made, wanted = same_shape_zero(as_term(term), as_term(value))
    form, reach, shown = (None if given is None else as_term(given) for given in (equal_to, rate, rate_by))
    return Limit(made, variable, wanted, as_term(point), side, form, tuple(hypotheses), reach, shown, lemmas)


def _size(term: Term) -> Term:
    return absolute(term) if term.shape == () else norm(term)


def _stands(part: Obligation) -> bool:
    """Is a part proved, without conditions that nobody stated?"""
    judgement = part.statement.judge()
    return judgement.status == "proved" and not judgement.conditions
