"""Certificates for bounds, found: the difference of the sides in a form that shows its sign.

N (σ² + ε) − |Πa|² is Nε, |u|²|v|² − (u · v)² is ½ Σᵢⱼ (uᵢvⱼ − uⱼvᵢ)².  What is found is a certificate like any other: the
kernel decides that it is the difference, and the rules of signs read it off.  A search that fails costs time, and no more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from derive.derivation.certifying import certificate
from derive.errors import DeriveError
from derive.evaluate.witness import find_violation
from derive.kernel.assumptions import Assumptions
from derive.language.hypotheses import Condition, Equality, Hypothesis
from derive.language.substitution import unfold_all, unfolded_subterms
from derive.language.terms import (
    Add,
    Defined,
    Dimension,
    Function,
    Neg,
    Norm,
    Number,
    Power,
    Product,
    Quotient,
    Sqrt,
    Symbol,
    Term,
)
from derive.statements.bound import RELATIONS, Bound, BoundChain, difference
from derive.statements.cases import Cases
from derive.statements.statement import Statement, decided, domain_of

#: Entry operations of the search for a counterexample, before a certificate is searched for.
FIRST_LOOK = 20_000
#: Sums that a difference may divide by: all terms are multiplied by each of them.
MAX_DIVISORS = 7

_ZERO = Number(Fraction(0))


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
    try:
        given = (*bound.hypotheses, *domain_of(bound.terms, bound.hypotheses))
        if Assumptions(given).holds(gap) or find_violation(gap, bound.hypotheses, budget=FIRST_LOOK) is not None:
            return bound
        found = _found(bound, split, more)
    except DeriveError:
        return bound
    return bound if found is None else found


def _found(bound: Bound, split: bool, more: tuple[Condition, ...] = ()) -> Statement | None:
    """The bound with a certificate with which it is proved, or split into cases; None where neither is found.

    ``more`` are those of its hypotheses that are there for terms to have values.
    """
    domain = (*more, *domain_of(bound.terms, bound.hypotheses))
    assumed = tuple(hypothesis for hypothesis in bound.hypotheses if hypothesis not in more)
    for candidate, scalar, strict in _candidates(bound, Assumptions((*assumed, *domain))):
        found = certificate(scalar, domain, assumed, strict)
        if found.term is not None:
            shown = replace(candidate, by=found.term)
            if decided(shown).status == "proved":
                return shown
        if split and found.missing is not None and (both := _in_cases(bound, found.missing)) is not None:
            return both
    return None


def _candidates(bound: Bound, assumptions: Assumptions) -> Iterator[tuple[Bound, Term, bool]]:
    """The bound without its certificate, the scalar of which that should be a form, and whether it should be > 0."""
    kind, _ = RELATIONS[bound.relation]
    gap = difference(bound.larger, bound.smaller)
    plain = bound, gap, kind != "nonneg"
    if kind == "nonzero":
        yield plain
        yield replace(bound, scale=Number(Fraction(-1))), Neg(gap), True
    elif bound.smaller == _ZERO or not _has_roots(gap) or not assumptions.holds(Condition("nonneg", bound.larger)):
        yield plain
    else:
        squares = replace(bound, squared=True), _square(bound.larger) - _square(bound.smaller), kind == "positive"
        yield from (squares, plain) if _is_rooted(gap) else (plain, squares)


def _in_cases(bound: Bound, missing: Condition) -> Statement | None:
    """The bound where a scalar is not 0, and where it is."""
    both: list[tuple[Hypothesis, Statement]] = []
    for case in (missing, Equality(missing.term, _ZERO)):
        found = _found(replace(bound, hypotheses=(*bound.hypotheses, case)), split=False)
        if found is None:
            return None
        both.append((case, found))
    return Cases(tuple(both), bound.hypotheses)


def _divisors(term: Term) -> Iterator[Term]:
    """What a term divides by, but for numbers and names."""
    for part in unfolded_subterms(term):
        below = part.denominator if isinstance(part, Quotient) else None
        if isinstance(part, Power) and part.exponent < 0:
            below = part.base
        if below is not None and not isinstance(plain := unfold_all(below), Number | Dimension | Symbol):
            yield plain


def _square(term: Term) -> Term:
    return Power(term, Fraction(2))


def _has_roots(term: Term) -> bool:
    """Is there a root in it?"""
    return any(map(_is_root, unfolded_subterms(term)))


def _is_root(term: Term) -> bool:
    match term:
        case Sqrt() | Norm() | Function("abs", _) | Power(_, Fraction(denominator=2)):
            return True
    return False


def _is_rooted(term: Term) -> bool:
    """Is it put together of roots, not of their squares?"""
    match term:
        case _ if _is_root(term):
            return True
        case Add() | Neg() | Product() | Quotient():
            return any(_is_rooted(part) for part in term.children)
        case Defined():
            return _is_rooted(term.unfold())
    return False
