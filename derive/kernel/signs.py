"""Signs of generators and forms that hold at all data, and the factors that a sign does not depend on."""

from __future__ import annotations

from derive.kernel import forms as f
from derive.kernel.algebra import Algebra
from derive.kernel.clearing import divisors_cleared
from derive.kernel.factors import split
from derive.kernel.forms import Form, FrozenForm, Monomial, Rational
from derive.kernel.graphs import EMPTY, Graph


def core(algebra: Algebra, form: Form) -> FrozenForm | None:
    """The sum q when form = q · positive factors, so that both have one sign; None when that is not known."""
    cleared, divisors = divisors_cleared(algebra, form)
    if not cleared or any(e % 2 and f.freeze(q) not in algebra.known_nonneg for q, e in divisors):
        return None
    content, common, primitive = split(cleared)
    if content < 0:
        primitive = algebra.negate(primitive)
    for number, exponent in common:
        if not positive(algebra, number):
            primitive = algebra.times(primitive, {(EMPTY, ((number, exponent),)): 1})
    return f.freeze(primitive)


def register_nonneg(algebra: Algebra, form: Form, positive: bool = False) -> bool:
    """Remember a form that is ≥ 0 at every admissible point, as a factor to look for in radicands.  Is it new?"""
    if len(form) == 1 and not positive:  # its factors are generators, whose signs are known
        return False
    if (known := core(algebra, form)) is None:
        return False
    if positive:
        algebra.known_positive.add(known)
    if len(known) == 1 or known in algebra.known_nonneg:
        return False
    algebra.known_nonneg[known] = dict(known)
    return True


def positive(algebra: Algebra, number: int) -> bool:
    """Is a generator > 0 at all data?"""
    match algebra.generators[number]:
        case f.DimensionGenerator():
            return True
        case f.ParameterGenerator(f.RootOf(inner) | f.ReciprocalOf(inner)):
            return is_positive(algebra, dict(inner))
        case f.ParameterGenerator(positive=declared):
            return declared
        case f.ClosedGenerator(graph):
            return all(symbol in algebra.positive_symbols for symbol, _, _ in graph[2])


def is_positive(algebra: Algebra, form: Form) -> bool:
    """Is it, entry by entry, a sum of squares and what is > 0, and of that not only squares?"""
    return all(_has_sign(algebra, key, value, strict=False) for key, value in form.items()) and any(
        _has_sign(algebra, key, value, strict=True) for key, value in form.items()
    )


def _has_sign(algebra: Algebra, key: tuple[Graph, Monomial], value: Rational, strict: bool) -> bool:
    """Is a term ≥ 0, or > 0, at all data?"""
    (_, legs, factors), monomial = key
    if strict and len(set(legs)) < len(legs):  # a Kronecker δ
        return False
    return (
        value > 0
        and all(positive(algebra, n) or (not strict and (e % 2 == 0 or nonneg(algebra, n))) for n, e in monomial)
        and all(
            s in algebra.positive_symbols or (not strict and e % 2 == 0 and s not in algebra.squares)
            for s, _, e in factors
        )
    )


def nonneg(algebra: Algebra, number: int) -> bool:
    """Is a generator known to be ≥ 0?"""
    match algebra.generators[number]:
        case f.DimensionGenerator():
            return True
        case f.ParameterGenerator(f.RootOf(radicand)):
            (_, monomial), value = radicand[0]
            single = len(radicand) == 1 and value > 0
            return radicand in algebra.known_nonneg or (
                single and all(e % 2 == 0 or nonneg(algebra, n) for n, e in monomial)
            )
        case f.ParameterGenerator(f.ReciprocalOf(divisor)):
            return divisor in algebra.known_nonneg
        case f.ParameterGenerator(nonneg=known) | f.ClosedGenerator(nonneg=known):
            return known
