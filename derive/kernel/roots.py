"""Square roots of forms, and reciprocals of those without legs.

*Reciprocals.*  1/p of a single term is a term with negative exponents.  Of a sum, rational content and common powers are
taken out, and the rest q becomes the generator 1/q.

*Roots.*  √p is split by √(x y) = √x √y, which holds for principal roots whenever x ≥ 0 is real, whatever y is.  The factors
x that are taken out are those known to be ≥ 0: positive rational content (by primes), powers of dimensions, of parameters
declared so, of sums of even powers, even powers x²ᵏ = (|x|)²ᵏ of anything, and the sums that `register_nonneg` was told of.
Those are found by trial division; a quotient counts only if it multiplies back.  What is left is one generator √q.  So
√N · √(σ² + ε) and √(|Πa|² + N ε) meet, and √(x²) does not become x.

*Roots of entries.*  Of a form p with legs, √p is taken entry by entry.  Scalars are split off as above, and a product of
entries by √(x² y) = |x| √y.  What is left, √q, is one symbol with a leg for every leg of q.  Its square is q wherever it
meets itself (`Algebra.squares`), and the square of 1/√q is 1/q.

An author's √p comes with p ≥ 0 (its ledger); a factor √y split off may be imaginary only where the factor √x beside it is 0.
"""

from __future__ import annotations

from fractions import Fraction
from math import prod

from derive.errors import NowhereDefined
from derive.kernel import forms as f
from derive.kernel.algebra import Algebra
from derive.kernel.clearing import divisors_cleared
from derive.kernel.factors import divide, factored, split, without_bare_legs
from derive.kernel.forms import ONE, Form, Rational
from derive.kernel.graphs import EMPTY, Factor
from derive.kernel.signs import nonneg
from derive.kernel.values import symbol_of, value


def reciprocal(algebra: Algebra, form: Form) -> Form:
    """1/form; raises `NowhereDefined` when the form is identically zero."""
    cleared, divisors = divisors_cleared(algebra, form)
    if not cleared:
        raise NowhereDefined("a divisor that is identically 0")
    content, common, primitive = split(cleared)
    if len(primitive) > 1 and _flips(algebra, primitive):
        content, primitive = -content, algebra.negate(primitive)
    result = f.constant(1 / Fraction(content))
    for number, exponent in common:
        if number in algebra.roots:  # 1/r = r/p, as r² = p; a root is never common twice
            below = reciprocal(algebra, algebra.roots[number])
            result = algebra.times(result, algebra.times({(EMPTY, ((number, 1),)): 1}, below))
        else:
            result = algebra.times(result, {(EMPTY, ((number, -exponent),)): 1})
    if primitive != ONE:
        result = algebra.times(result, value(algebra, f.ReciprocalOf(f.freeze(primitive))))
    for divisor, exponent in divisors:
        result = algebra.times(result, algebra.power(divisor, exponent))
    return result


def _flips(algebra: Algebra, primitive: Form) -> bool:
    """Which of q and −q stands for both: the one known to be ≥ 0, else the one that begins with a positive number."""
    algebra.signs_used = True
    if f.freeze(primitive) in algebra.known_nonneg:
        return False
    return f.freeze(algebra.negate(primitive)) in algebra.known_nonneg or min(primitive.items())[1] < 0


def root(algebra: Algebra, form: Form) -> Form:
    """√form, entry by entry."""
    if not form:
        return {}
    outside, primitive, several = _taken_out(algebra, form)
    if not primitive:
        return {}
    if not f.legs_of(primitive):
        return algebra.times(outside, _root_of_scalar(algebra, primitive, several))
    bare = f.bare_like(primitive)
    primitive, kept = without_bare_legs(algebra, primitive)
    inside = _root_of_entries(algebra, primitive) if kept else root(algebra, primitive)
    return algebra.times(algebra.pointwise(bare, inside, kept), outside)


def _radical(algebra: Algebra, form: Form) -> Form:
    """√form as one value."""
    return value(algebra, f.RootOf(f.freeze(form)))


def _root_of_scalar(algebra: Algebra, primitive: Form, several: bool) -> Form:
    """√form of a scalar without rational content and common factors of known sign; ``several`` if it was in a sum."""
    result = ONE
    for known in sorted(algebra.known_nonneg.values(), key=len):  # x - y before (x - y)²
        count = 0
        while len(primitive) > 1 and (quotient := divide(algebra, primitive, known)) is not None:
            primitive, count = quotient, count + 1
        result = algebra.times(result, algebra.power(known, count // 2))
        if count % 2:
            result = algebra.times(result, _radical(algebra, known))
    if primitive == ONE:
        return result
    again = len(primitive) == 1 and primitive != {(EMPTY, ()): -1} and several
    return algebra.times(result, (root if again else _radical)(algebra, primitive))


def _taken_out(algebra: Algebra, form: Form) -> tuple[Form, Form, bool]:
    """√form as √q and a factor before it: the factor, q, and whether the form without divisors was a sum.

    Taken out are divisors, rational content and common scalars; q is 0 if the form is, as its divisors show.
    """
    algebra.signs_used = True
    cleared, divisors = divisors_cleared(algebra, form)
    if not cleared:
        return ONE, {}, False
    result = ONE
    for divisor, exponent in divisors:
        if f.freeze(divisor) in algebra.known_nonneg:
            half = algebra.power(value(algebra, f.ReciprocalOf(f.freeze(divisor))), (exponent + 1) // 2)
            half = algebra.times(half, root(algebra, divisor)) if exponent % 2 else half
        else:
            if exponent % 2:
                cleared = algebra.times(cleared, divisor)
            half = reciprocal(algebra, _absolute(algebra, divisor, (exponent + 1) // 2))
        result = algebra.times(result, half)
    content, common, primitive = split(cleared)
    result = algebra.times(result, _rational_root(algebra, content if content > 0 else -content))
    if content < 0:
        primitive = algebra.negate(primitive)
    for number, exponent in common:
        outside, inside = _power_root(algebra, number, exponent)
        result = algebra.times(result, outside)
        primitive = algebra.times(primitive, inside)
    return result, primitive, len(cleared) > 1


def _root_of_entries(algebra: Algebra, form: Form) -> Form:
    """√form of a form with legs that nothing more can be taken out of; of a product x² y it is |x| √y."""
    seats, factors, rest = f.legs_of(form), list[Factor](), form
    if (product := f.product_at_legs(form)) is not None:
        (dims, legs, inside), monomial, number = product
        left: list[Factor] = []
        for symbol, vertices, exponent in inside:
            places = tuple(map(legs.index, vertices))
            half, odd = divmod(exponent, 2)
            if half % 2 and symbol not in algebra.positive_symbols:
                square = algebra.normal(f.entry(tuple(dims[vertex] for vertex in vertices), symbol, 2))
                factors.append((symbol_of(algebra, f.RootOf(f.freeze(square))), places, 1))
                half -= 1
            if half:
                factors.append((symbol, places, half))
            if odd:
                left.append((symbol, vertices, 1))
        rest = algebra.normal({((dims, legs, tuple(left)), monomial): number})
    if rest != f.bare_like(form):
        factors.append((symbol_of(algebra, f.RootOf(f.freeze(rest))), seats, 1))
    return algebra.normal(f.at_legs(f.leg_dims(form), tuple(factors)))


def _power_root(algebra: Algebra, number: int, exponent: int) -> tuple[Form, Form]:
    """√(xᵉ) as a factor outside, and what of xᵉ stays inside the root."""
    half, odd = divmod(exponent, 2)
    power: Form = {(EMPTY, ((number, half),)): 1} if half else ONE
    base: Form = {(EMPTY, ((number, 1),)): 1}
    if nonneg(algebra, number):
        return algebra.times(power, _radical(algebra, base) if odd else ONE), ONE
    if half % 2:
        size = _radical(algebra, algebra.times(base, base))
        power = algebra.times({(EMPTY, ((number, half - 1),) if half != 1 else ()): 1}, size)
    return power, base if odd else ONE


def _absolute(algebra: Algebra, form: Form, exponent: int) -> Form:
    """|form|ᵉ, as a power of √(form²)."""
    if exponent % 2 == 0:
        return algebra.power(form, exponent)
    return algebra.times(algebra.power(form, exponent - 1), _radical(algebra, algebra.times(form, form)))


def _rational_root(algebra: Algebra, number: Rational) -> Form:
    """√number of a positive rational: a rational times roots of distinct primes."""
    fraction = Fraction(number)
    primes = factored(fraction.numerator * fraction.denominator)
    result = f.constant(Fraction(prod(prime ** (count // 2) for prime, count in primes), fraction.denominator))
    for prime in (prime for prime, count in primes if count % 2):
        result = algebra.times(result, _radical(algebra, f.constant(prime)))
    return result
