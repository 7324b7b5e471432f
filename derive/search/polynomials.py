"""Polynomials with rational coefficients in numbered unknowns, as the search for certificates of bounds needs them.

A polynomial is a finite map from monomials to nonzero rationals, a monomial the sorted pairs (unknown, exponent).  Exponents
may be negative where the functions below do not say otherwise.  Work is bounded by the number of terms: what is beyond is
refused with `TooLarge`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import reduce
from math import gcd, lcm

Monomial = tuple[tuple[int, int], ...]
Polynomial = dict[Monomial, Fraction]

#: Terms of a polynomial beyond which it is not multiplied out.
MAX_TERMS = 400
#: Products of words of coefficients that one division, or one search for factors, may take; and the bits of a word.
MAX_WORK, WORD = 20_000, 60

ONE: Polynomial = {(): Fraction(1)}


class TooLarge(Exception):
    """A polynomial beyond the bound of its terms, or a division beyond the bound of its steps."""


def unknown(number: int, exponent: int = 1) -> Polynomial:
    """A power of an unknown."""
    return {((number, exponent),): Fraction(1)}


def times_monomial(left: Monomial, right: Monomial) -> Monomial:
    """The product of two monomials."""
    if not left or not right:
        return left or right
    powers = dict(left)
    for number, exponent in right:
        powers[number] = powers.get(number, 0) + exponent
    return tuple(sorted((n, e) for n, e in powers.items() if e))


def inverse(monomial: Monomial) -> Monomial:
    """1/monomial."""
    return tuple((number, -exponent) for number, exponent in monomial)


def root(monomial: Monomial) -> Monomial | None:
    """The monomial whose square it is."""
    if any(exponent % 2 for _, exponent in monomial):
        return None
    return tuple((number, exponent // 2) for number, exponent in monomial)


def add(*polynomials: Polynomial) -> Polynomial:
    """The sum."""
    total: Polynomial = {}
    for polynomial in polynomials:
        for monomial, value in polynomial.items():
            new = total.get(monomial, 0) + value
            if new:
                total[monomial] = Fraction(new)
            else:
                del total[monomial]
    return total


def scaled(polynomial: Polynomial, factor: Fraction | int, monomial: Monomial = ()) -> Polynomial:
    """The product with a monomial and a nonzero rational."""
    return {times_monomial(key, monomial): value * factor for key, value in polynomial.items()}


def minus(left: Polynomial, right: Polynomial) -> Polynomial:
    """left − right."""
    return add(left, scaled(right, -1))


def times(left: Polynomial, right: Polynomial) -> Polynomial:
    """The product."""
    if len(left) * len(right) > MAX_TERMS * 10:
        raise TooLarge
    total: Polynomial = {}
    for key, value in left.items():
        for key2, value2 in right.items():
            monomial = times_monomial(key, key2)
            total[monomial] = total.get(monomial, Fraction(0)) + value * value2
    if len(total) > MAX_TERMS:
        raise TooLarge
    return {monomial: value for monomial, value in total.items() if value}


def power(polynomial: Polynomial, exponent: int) -> Polynomial:
    """A power; a negative one of a monomial only."""
    if exponent < 0:
        ((monomial, value),) = polynomial.items()
        polynomial, exponent = {inverse(monomial): 1 / value}, -exponent
    return reduce(times, [polynomial] * exponent, ONE)


def degree(polynomial: Polynomial, number: int) -> int:
    """The highest exponent of an unknown."""
    return max((dict(monomial).get(number, 0) for monomial in polynomial), default=0)


def coefficient(polynomial: Polynomial, number: int, exponent: int) -> Polynomial:
    """The coefficient of a power of an unknown."""
    found = ((dict(monomial), value) for monomial, value in polynomial.items())
    return {
        tuple((n, e) for n, e in powers.items() if n != number): value
        for powers, value in found
        if powers.get(number, 0) == exponent
    }


def unknowns(polynomials: Iterable[Polynomial]) -> tuple[int, ...]:
    """The unknowns, in order."""
    return tuple(sorted({n for polynomial in polynomials for monomial in polynomial for n, _ in monomial}))


def lowest(polynomial: Polynomial) -> dict[int, int]:
    """The lowest exponent of each unknown, where that is not 0."""
    least = {n: min(dict(m).get(n, 0) for m in polynomial) for n in unknowns([polynomial])}
    return {number: exponent for number, exponent in least.items() if exponent}


def content(polynomial: Polynomial) -> Fraction:
    """The greatest positive rational of which all coefficients are multiples."""
    above = gcd(*(value.numerator for value in polynomial.values()))
    return Fraction(above, lcm(*(value.denominator for value in polynomial.values())))


def primitive(polynomial: Polynomial) -> tuple[Polynomial, tuple[Monomial, Fraction]]:
    """The polynomial without common factors, leading with a positive number; and those factors."""
    common = tuple(sorted(lowest(polynomial).items()))
    value = content(polynomial)
    plain = scaled(polynomial, 1 / value, inverse(common))
    if plain[max(plain)] < 0:
        plain, value = scaled(plain, -1), -value
    return plain, (common, value)


def substituted(polynomial: Polynomial, values: Mapping[int, Polynomial]) -> Polynomial:
    """The polynomial with others in the places of unknowns; negative powers only of those that become monomials."""
    if not any(number in values for monomial in polynomial for number, _ in monomial):
        return polynomial
    parts: list[Polynomial] = []
    for monomial, value in polynomial.items():
        part: Polynomial = {tuple((n, e) for n, e in monomial if n not in values): value}
        for number, exponent in monomial:
            if number in values:
                part = times(part, power(values[number], exponent))
        parts.append(part)
    return add(*parts)


# --- division, without negative exponents ----------------------------------------------------------------------------


class Work:
    """Products of words of coefficients, counted up to `MAX_WORK`."""

    def __init__(self) -> None:
        self._done = 0

    def spend(self, steps: int) -> None:
        """Count steps; raises `TooLarge` beyond the bound."""
        self._done += steps
        if self._done > MAX_WORK:
            raise TooLarge


def divide(polynomial: Polynomial, divisor: Polynomial, work: Work | None = None) -> Polynomial | None:
    """The quotient when the division is exact, else None; counted as ``work``, or by itself.

    Raises `TooLarge` where that takes more than `MAX_WORK`.
    """
    work = work or Work()
    numbers = unknowns((polynomial, divisor))
    rest = {_dense(monomial, numbers): value for monomial, value in polynomial.items()}
    terms = {_dense(monomial, numbers): value for monomial, value in divisor.items()}
    lead, last, length = max(terms), min(terms), words(divisor)
    if rest and any(a < b for a, b in zip(min(rest), last, strict=True)):
        return None
    quotient: Polynomial = {}
    while rest:
        top = max(rest)
        powers = tuple(a - b for a, b in zip(top, lead, strict=True))
        if min(powers, default=0) < 0:
            return None
        factor = rest[top] / terms[lead]
        work.spend(len(rest) + length * _length(factor))
        quotient[tuple((n, e) for n, e in zip(numbers, powers, strict=True) if e)] = factor
        for term, value in terms.items():
            key = tuple(a + b for a, b in zip(term, powers, strict=True))
            new = rest.get(key, Fraction(0)) - factor * value
            if new:
                rest[key] = new
            else:
                rest.pop(key, None)
    return quotient


def _length(value: Fraction) -> int:
    """Words of a number."""
    return 1 + (value.numerator.bit_length() + value.denominator.bit_length()) // WORD


def words(polynomial: Polynomial) -> int:
    """Words of the coefficients."""
    return sum(map(_length, polynomial.values()))


def _dense(monomial: Monomial, numbers: tuple[int, ...]) -> tuple[int, ...]:
    powers = dict(monomial)
    return tuple(powers.get(number, 0) for number in numbers)
