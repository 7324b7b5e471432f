"""Certificates for bounds, found: the difference of the sides in a form that shows its sign.

N (σ² + ε) − |Πa|² is Nε, |u|²|v|² − (u · v)² is ½ Σᵢⱼ (uᵢvⱼ − uⱼvᵢ)², |y − Xb|² − |y − Py|² is |Py − Xb|².  What is found is
a certificate like any other: the kernel decides that it is the difference, and the rules of signs read it off.  A search
that fails costs time, and no more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial

from derive.errors import DeriveError
from derive.evaluate.witness import find_violation
from derive.kernel.assumptions import Assumptions
from derive.kernel.decide import Equation
from derive.language import terms as t
from derive.language.hypotheses import Condition, Equality, Hypothesis
from derive.language.substitution import unfold_all, unfolded_subterms
from derive.search.certifying import certificate
from derive.search.cofactors import by_reduction
from derive.search.quadratic_forms import as_squares
from derive.statements.bound import RELATIONS, Bound, BoundChain, difference
from derive.statements.cases import Cases
from derive.statements.consequences import consequence
from derive.statements.domain import domain_of
from derive.statements.equation import Equations
from derive.statements.statement import Statement, decided

#: Entry operations of the searches for a counterexample: before a certificate is searched for, and before that takes long.
FIRST_LOOK, SECOND_LOOK = 20_000, 50_000
#: Sums that a difference may divide by: all terms are multiplied by each of them.
MAX_DIVISORS = 7

_ZERO = t.Number(Fraction(0))


class _Refuted(Exception):
    """There is a counterexample."""


def with_certificates(statement: Statement) -> Statement:
    """The statement, a bound without a certificate given one where the search finds it; any other as it is.

    A bound may become two cases in each of which it is claimed: where u · v ≠ 0 and where u · v = 0 its proofs may differ.
    """
    match statement:
        case Bound():
            return _certified(statement, split=True)
        case BoundChain(links, hypotheses):
            try:
                domain = domain_of(statement.terms, hypotheses)
            except DeriveError:
                return statement
            return replace(statement, links=tuple(_link(link, hypotheses, domain) for link in links))
    return statement


def _link(link: Bound, hypotheses: tuple[Hypothesis, ...], domain: tuple[Condition, ...]) -> Bound:
    """A link with a certificate under the hypotheses of its chain, and where all terms of that have values."""
    found = _certified(replace(link, hypotheses=(*hypotheses, *domain)), split=False, more=domain)
    return replace(found, hypotheses=()) if isinstance(found, Bound) else link


def _certified(bound: Bound, split: bool, more: tuple[Condition, ...] = ()) -> Statement:
    kind, _ = RELATIONS[bound.relation]
    if kind is None or bound.by is not None or bound.squared or bound.scale is not None:
        return bound
    gap = Condition(kind, difference(bound.larger, bound.smaller))
    if len(set(_divisors(gap.term))) > MAX_DIVISORS:
        return bound

    def look(budget: int) -> None:
        if find_violation(gap, bound.hypotheses, budget=budget) is not None:
            raise _Refuted

    try:
        given = (*bound.hypotheses, *domain_of(bound.terms, bound.hypotheses))
        if Assumptions(given).holds(gap):
            return bound
        look(FIRST_LOOK)
        found = _Search(split, more, cache(lambda: look(SECOND_LOOK))).found(bound)
    except (DeriveError, _Refuted):
        return bound
    return bound if found is None else found


@dataclass(frozen=True)
class _Search:
    """The search for a proof of one bound.

    ``split``: it may become two cases; ``more`` are those of its hypotheses that are there for terms to have values;
    ``look`` raises `_Refuted` where a counterexample is found.
    """

    split: bool
    more: tuple[Condition, ...]
    look: Callable[[], None]

    def found(self, bound: Bound) -> Statement | None:
        """The bound with a certificate with which it is proved, or split into cases; None where neither is found."""
        domain = (*self.more, *domain_of(bound.terms, bound.hypotheses))
        assumed = tuple(hypothesis for hypothesis in bound.hypotheses if hypothesis not in self.more)
        missing: list[Condition] = []
        for candidate, scalar, strict in _candidates(bound, Assumptions((*assumed, *domain))):
            if (shown := _by_right_angle(candidate)) is not None:
                return shown
            if (shown := _by_quadratic_forms(candidate, scalar, strict, (*assumed, *domain))) is not None:
                return shown
            found = certificate(scalar, domain, assumed, strict, self.look)
            if found.term is not None:
                shown = replace(candidate, by=found.term)
                if _seems_proved(shown) and decided(shown).status == "proved":
                    return shown
            missing += [] if found.missing is None else [found.missing]
        cases = map(partial(self._in_cases, bound), dict.fromkeys(missing) if self.split else ())
        return next((both for both in cases if both is not None), None)

    def _in_cases(self, bound: Bound, missing: Condition) -> Statement | None:
        """The bound where a scalar is not 0, and where it is."""
        both: list[tuple[Hypothesis, Statement]] = []
        for case in (missing, Equality(missing.term, _ZERO)):
            found = replace(self, split=False).found(replace(bound, hypotheses=(*bound.hypotheses, case)))
            if found is None:
                return None
            both.append((case, found))
        return Cases(tuple(both), bound.hypotheses)


def _by_right_angle(bound: Bound) -> Bound | None:
    """|u| ≤ |v|, or of their squares, by |v|² − |u|² = |v − u|², as u and v − u are orthogonal; None where they are not."""
    larger, smaller = (_part(side, bound.squared) for side in (bound.larger, bound.smaller))
    if larger is None or smaller is None or larger.shape != smaller.shape or RELATIONS[bound.relation][0] != "nonneg":
        return None
    shown = replace(bound, by=_square(t.Norm(larger - smaller)))
    return shown if _seems_proved(shown) and decided(shown).status == "proved" else None


def _by_quadratic_forms(bound: Bound, scalar: t.Term, strict: bool, given: tuple[Hypothesis, ...]) -> Bound | None:
    """The bound by squares that its quadratic forms are; None where they are none."""
    for form in as_squares(scalar, given) if not strict else ():
        shown = replace(bound, by=form)
        try:
            if _seems_proved(shown) and decided(shown).status == "proved":
                return shown
        except DeriveError:
            continue
    return None


def _part(term: t.Term, squared: bool) -> t.Term | None:
    """v of |v|, or of |v|², v · v and vᵀv, where the bound is not one of squares."""
    match unfold_all(term):
        case t.Norm(part) if squared:
            return part
        case t.Power(t.Norm(part), Fraction(numerator=2, denominator=1)) if not squared:
            return part
        case t.Dot(part, other) | t.Product((t.Transpose(part), other)) if part == other and not squared:
            return part
    return None


def _seems_proved(bound: Bound) -> bool:
    """Is it worth to be decided?  That takes long where an equation does not follow from those that are assumed.

    Without such, a certificate is what it should be, but for what it needs to have a value.
    """
    if not any(isinstance(hypothesis, Equality) for hypothesis in bound.hypotheses):
        return True
    given = (*bound.hypotheses, *domain_of(bound.terms, bound.hypotheses))
    for statement in (obligation.statement for obligation in bound.obligations(given)):
        if isinstance(statement, Equations):
            left, right = statement.chain
            equation = Equation(left, right, given)
            if not equation.holds() and by_reduction(equation) is None and consequence(equation) is None:
                return False
    return True


def _candidates(bound: Bound, assumptions: Assumptions) -> Iterator[tuple[Bound, t.Term, bool]]:
    """The bound without its certificate, the scalar of which that should be a form, and whether it should be > 0."""
    kind, _ = RELATIONS[bound.relation]
    gap = difference(bound.larger, bound.smaller)
    plain = bound, gap, kind != "nonneg"
    if kind == "nonzero":
        yield plain
        yield replace(bound, scale=t.Number(Fraction(-1))), t.Neg(gap), True
    elif (
        bound.smaller == _ZERO
        or not any(map(_is_root, unfolded_subterms(gap)))
        or not assumptions.holds(Condition("nonneg", bound.larger))
    ):
        yield plain
    else:
        squares = replace(bound, squared=True), _square(bound.larger) - _square(bound.smaller), kind == "positive"
        yield from (squares, plain) if _is_rooted(gap) else (plain, squares)


def _divisors(term: t.Term) -> Iterator[t.Term]:
    """What a term divides by, but for numbers and names."""
    for part in unfolded_subterms(term):
        below = part.denominator if isinstance(part, t.Quotient) else None
        if isinstance(part, t.Power) and part.exponent < 0:
            below = part.base
        if below is not None and not isinstance(plain := unfold_all(below), t.Number | t.Dimension | t.Symbol):
            yield plain


def _square(term: t.Term) -> t.Term:
    return t.Power(term, Fraction(2))


def _is_root(term: t.Term) -> bool:
    match term:
        case t.Sqrt() | t.Norm() | t.Function("abs", _) | t.Power(_, Fraction(denominator=2)):
            return True
    return False


def _is_rooted(term: t.Term) -> bool:
    """Is it put together of roots, not of their squares?"""
    match term:
        case _ if _is_root(term):
            return True
        case t.Add() | t.Neg() | t.Product() | t.Quotient():
            return any(_is_rooted(part) for part in term.children)
        case t.Defined():
            return _is_rooted(term.unfold())
    return False
