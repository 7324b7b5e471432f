"""Monomials: which one of an equality is rewritten, and how many there are.

DeriveNormal.v solves an equality for one monomial, its *lead*.  The lead here is the one with the most factors at the free
place (of a vector), or in all (of a scalar): so that rewriting comes down.  Any choice is sound; a bad one proves nothing.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from derive.errors import DeriveError
from derive.kernel.decide import Equation
from derive.language import terms as t
from derive.language.alike import join, join_product
from derive.language.substitution import subterms
from derive.rocq.pieces import Unreachable
from derive.search.readback import read_back


def leading(lhs: t.Term, rhs: t.Term) -> t.Term:
    """The lead of lhs = rhs, scalars or vectors, as a term with one monomial; raises `Unreachable`."""
    legs = [t.Index("place", dim) for dim in t.axes_of(lhs.shape)]
    try:
        equation = Equation(lhs, rhs)
        algebra = equation.normaliser.algebra
        monomials = [read_back(algebra, {key: 1}, legs) for key in equation.difference.form]
    except DeriveError as error:
        raise Unreachable("a hypothesis without a normal form") from error
    if len(legs) > 1:
        raise Unreachable("an equality of matrices as a hypothesis")
    if not legs:
        factors = max((_factors(m) for m in monomials), key=_weight, default=[])
        scalars = [_closed(factor) for factor in factors]
        return _product(scalars)
    (leg,) = legs
    open_ = [[f for f in _factors(m) if leg in f.free] for m in monomials]
    bare = [factors for factors, m in zip(open_, monomials, strict=True) if len(factors) == len(_factors(m))]
    if not bare:
        raise Unreachable("a hypothesis that equates sums")
    chosen = max(bare, key=_weight)
    if any(_occurs(chosen, total) for m in monomials for total in subterms(m)):
        raise Unreachable("a hypothesis with the sum of its own lead")
    parts = [_vector(factor) for factor in chosen]
    if not parts:
        return t.Ones(lhs.shape)
    return join(t.Hadamard, parts)


@lru_cache(maxsize=1024)
def monomials(term: t.Term) -> int:
    """How many monomials a scalar has in the kernel's normal form; 1 where it has none."""
    try:
        equation = Equation(term, t.Number(Fraction(0)))
        return max(1, len(equation.normaliser.tensor(term).form))
    except DeriveError:
        return 1


def _factors(term: t.Term) -> list[t.Term]:
    match term:
        case t.Neg(part):
            return _factors(part)
        case t.Product(factors):
            return [inner for factor in factors for inner in _factors(factor)]
        case t.Number():
            return []
    return [term]


def _weight(factors: list[t.Term]) -> int:
    """How many factors there are, powers counted."""
    return sum(_one_weight(factor) for factor in factors)


def _one_weight(factor: t.Term) -> int:
    match factor:
        case t.Power(_, exponent):
            return abs(int(exponent))
        case t.Sum(_, body):
            return _weight(_factors(body))
    return 1


def _occurs(lead: list[t.Term], factor: t.Term) -> bool:
    """Is the lead, at a summed index, a part of the body of this sum?  Then its rule would rewrite itself."""
    if not isinstance(factor, t.Sum):
        return False
    inside = dict(map(_with_power, _factors(factor.body)))
    return all(inside.get(base, 0) >= power for base, power in map(_with_power, lead))


def _with_power(factor: t.Term) -> tuple[t.Term, int]:
    """The vector of vₙᵏ, and k."""
    match factor:
        case t.Power(t.Component(base, _), exponent):
            return base, int(exponent)
        case t.Component(base, _):
            return base, 1
    return factor, 1


def _vector(factor: t.Term) -> t.Term:
    """vₙ as v, vₙᵏ as its componentwise power."""
    match factor:
        case t.Component(base, _):
            return base
        case t.Power(t.Component(base, _), exponent) if exponent.denominator == 1:
            return t.Power(base, Fraction(exponent))
    raise Unreachable("a hypothesis that equates sums")


def _closed(factor: t.Term) -> t.Term:
    """Σₙ uₙvₙ as u · v."""
    match factor:
        case t.Sum(index, body):
            parts = [_vector(inner) for inner in _factors(body)]
            whole = join(t.Hadamard, parts)
            return t.Dot(t.Ones((index.dim,)), whole)
    return factor


def _product(factors: list[t.Term]) -> t.Term:
    return join_product(factors) if factors else t.Number(Fraction(1))
