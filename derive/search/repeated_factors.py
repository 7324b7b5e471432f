"""Factors of a polynomial that are there more than once, by Euclid's algorithm with a bound of its work.

Exponents are not negative here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction
from functools import reduce
from math import lcm

from derive.search import polynomials as poly
from derive.search.polynomials import ONE, Monomial, Polynomial, TooLarge, Work

#: A prime for the test whether polynomials can have a common factor.
PRIME = 1_000_003


def square_free(polynomial: Polynomial) -> list[tuple[Polynomial, int]]:
    """Factors without common factors, with their exponents; a rational factor is left out.

    Raises `TooLarge` where that takes more than `MAX_WORK`.
    """
    return _Euclid().square_free(polynomial)


def constant_factor(polynomial: Polynomial, factors: Iterable[tuple[Polynomial, int]]) -> Fraction:
    """What a polynomial has beside the factors that `square_free` has found."""
    rest = reduce(poly.times, (poly.power(factor, exponent) for factor, exponent in factors), ONE)
    lead = max(rest)
    return polynomial[lead] / rest[lead]


class _Euclid:
    """Euclid's algorithm, in one unknown after the other, with a bound of its work.

    Unknowns that a common divisor cannot have are told by numbers in the places of the others, modulo `PRIME`.
    """

    def __init__(self) -> None:
        self._work = Work()

    def square_free(self, polynomial: Polynomial) -> list[tuple[Polynomial, int]]:
        """`square_free` (Musser 1971)."""
        numbers = poly.unknowns([polynomial])
        slopes = ((n, _derivative(polynomial, n)) for n in numbers if poly.degree(polynomial, n) > 1)
        main = next((n for n, slope in slopes if _common_degree(polynomial, slope, n)), None)
        if main is None:
            return [(_monic(polynomial), 1)] if numbers else []
        common, rest = self._primitive(polynomial, main)
        found = self.square_free(common)
        repeated = self._common_divisor([rest, _derivative(rest, main)])
        simple = self._exact(rest, repeated)
        exponent = 1
        while poly.degree(simple, main):
            deeper = self._common_divisor([simple, repeated])
            factor = self._exact(simple, deeper)
            if poly.unknowns([factor]):
                found.append((_monic(factor), exponent))
            simple, repeated, exponent = deeper, self._exact(repeated, deeper), exponent + 1
        return found

    def _primitive(self, polynomial: Polynomial, number: int) -> tuple[Polynomial, Polynomial]:
        """The greatest common divisor of the coefficients in one unknown, and the polynomial divided by it."""
        common = self._common_divisor(_coefficients(polynomial, {number}).values())
        return common, self._exact(polynomial, common)

    def _exact(self, polynomial: Polynomial, divisor: Polynomial) -> Polynomial:
        quotient = polynomial if divisor == ONE else poly.divide(polynomial, divisor, self._work)
        if quotient is None:
            raise TooLarge  # does not happen: what is divided by is a divisor
        return quotient

    def _common_divisor(self, polynomials: Iterable[Polynomial]) -> Polynomial:
        """The greatest common divisor, with content 1; short ones first."""
        common: Polynomial = {}
        for polynomial in sorted(polynomials, key=len):
            if common == ONE:
                break
            common = self._of_two(common, polynomial) if common and polynomial else _monic(common or polynomial)
        return common

    def _of_two(self, left: Polynomial, right: Polynomial) -> Polynomial:
        numbers = poly.unknowns((left, right))
        self._work.spend(len(numbers) * (poly.words(left) + poly.words(right)))
        bounds = {n: _common_degree(left, right, n) for n in numbers}
        if not any(bounds.values()):
            return ONE
        without = {n for n, bound in bounds.items() if not bound}
        if without:
            parts = (_coefficients(polynomial, without).values() for polynomial in (left, right))
            return self._common_divisor(part for some in parts for part in some)
        main = min(bounds, key=lambda n: (min(poly.degree(left, n), poly.degree(right, n)), n))
        (content1, first), (content2, second) = self._primitive(left, main), self._primitive(right, main)
        if poly.degree(first, main) < poly.degree(second, main):
            first, second = second, first
        while poly.degree(second, main):
            first, second = second, self._remainder(first, second, main)
            _, second = self._primitive(second, main) if second else (ONE, second)
        found = ONE if second else first
        return _monic(poly.times(self._common_divisor([content1, content2]), found))

    def _remainder(self, left: Polynomial, right: Polynomial, number: int) -> Polynomial:
        """The remainder of left, times a power of the leading coefficient of right, by right; up to a number."""
        top = poly.degree(right, number)
        lead = poly.coefficient(right, number, top)
        while left and poly.degree(left, number) >= top:
            here = poly.degree(left, number)
            first = poly.coefficient(left, number, here)
            self._work.spend(poly.words(first) * poly.words(right) + poly.words(lead) * poly.words(left))
            shifted = poly.scaled(right, 1, _power(number, here - top))
            left = _monic(poly.minus(poly.times(lead, left), poly.times(first, shifted)))
        return left


def _power(number: int, exponent: int) -> Monomial:
    return ((number, exponent),) if exponent else ()


def _common_degree(left: Polynomial, right: Polynomial, main: int) -> int:
    """A bound of the degree of common divisors in one unknown: that with numbers for the others, modulo `PRIME`.

    A divisor keeps its degree there where one of the leading coefficients is not 0 there.
    """
    least = min(poly.degree(left, main), poly.degree(right, main))
    first, second = _image(left, main), _image(right, main)
    if not least or not (first[-1] or second[-1]):
        return least
    first, second = _trimmed(first), _trimmed(second)
    while second:
        first, second = second, _trimmed(_remainder(first, second))
    return min(least, len(first) - 1)


def _image(polynomial: Polynomial, main: int) -> list[int]:
    """The coefficients in one unknown with numbers for the others, modulo `PRIME`."""
    found = [0] * (poly.degree(polynomial, main) + 1)
    scale = lcm(*(value.denominator for value in polynomial.values()))
    for monomial, value in polynomial.items():
        number, place = int(value * scale) % PRIME, 0
        for name, exponent in monomial:
            if name == main:
                place = exponent
            else:
                number = number * pow(7 + 12 * name, exponent, PRIME) % PRIME
        found[place] = (found[place] + number) % PRIME
    return found


def _trimmed(dense: list[int]) -> list[int]:
    while dense and not dense[-1]:
        dense = dense[:-1]
    return dense


def _remainder(left: list[int], right: list[int]) -> list[int]:
    """The remainder of polynomials in one unknown modulo `PRIME`."""
    rest, scale = list(left), pow(right[-1], -1, PRIME)
    while len(rest) >= len(right):
        factor = rest[-1] * scale % PRIME
        offset = len(rest) - len(right)
        for place, value in enumerate(right):
            rest[offset + place] = (rest[offset + place] - factor * value) % PRIME
        rest = rest[:-1]
    return rest


def _coefficients(polynomial: Polynomial, numbers: Collection[int]) -> dict[Monomial, Polynomial]:
    """The coefficients as a polynomial in some unknowns, by their monomials."""
    found: dict[Monomial, Polynomial] = {}
    for monomial, value in polynomial.items():
        inside = tuple((n, e) for n, e in monomial if n in numbers)
        found.setdefault(inside, {})[tuple((n, e) for n, e in monomial if n not in numbers)] = value
    return found


def _derivative(polynomial: Polynomial, number: int) -> Polynomial:
    """The derivative by an unknown."""
    found: Polynomial = {}
    for monomial, value in polynomial.items():
        exponent = dict(monomial).get(number, 0)
        if exponent:
            found[poly.times_monomial(monomial, ((number, -1),))] = value * exponent
    return found


def _monic(polynomial: Polynomial) -> Polynomial:
    """Divided by its content, with a positive leading coefficient."""
    if not polynomial:
        return polynomial
    sign = 1 if polynomial[max(polynomial)] > 0 else -1
    return poly.scaled(polynomial, sign / poly.content(polynomial))
