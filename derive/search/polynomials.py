"""Polynomials with rational coefficients in numbered unknowns, as the search for certificates of bounds needs them.

A polynomial is a finite map from monomials to nonzero rationals, a monomial the sorted pairs (unknown, exponent).  Exponents
may be negative where nothing is divided.  Factors that are there more than once are found by Euclid's algorithm.  Work is
bounded by the number of terms, of a division or a search for factors by a count of steps: what is beyond is refused with
`TooLarge`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from functools import reduce
from math import gcd, lcm

from derive.kernel.factors import quotient

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
    work, length = work or Work(), words(divisor)

    def goes_on(left: int, factor: Fraction) -> bool:
        work.spend(left + length * _length(factor))
        return True

    return quotient(polynomial, divisor, goes_on)


def _length(value: Fraction) -> int:
    """Words of a number."""
    return 1 + (value.numerator.bit_length() + value.denominator.bit_length()) // WORD


def words(polynomial: Polynomial) -> int:
    """Words of the coefficients."""
    return sum(map(_length, polynomial.values()))


#: A prime for the test whether polynomials can have a common factor.
PRIME = 1_000_003


def square_free(polynomial: Polynomial) -> list[tuple[Polynomial, int]]:
    """Factors without common factors, with their exponents; a rational factor is left out.

    Raises `TooLarge` where that takes more than `MAX_WORK`.
    """
    return _Euclid().square_free(polynomial)


def constant_factor(polynomial: Polynomial, factors: Iterable[tuple[Polynomial, int]]) -> Fraction:
    """What a polynomial has beside the factors that `square_free` has found."""
    rest = reduce(times, (power(factor, exponent) for factor, exponent in factors), ONE)
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
        numbers = unknowns([polynomial])
        slopes = ((n, _derivative(polynomial, n)) for n in numbers if degree(polynomial, n) > 1)
        main = next((n for n, slope in slopes if _common_degree(polynomial, slope, n)), None)
        if main is None:
            return [(_monic(polynomial), 1)] if numbers else []
        common, rest = self._primitive(polynomial, main)
        found = self.square_free(common)
        repeated = self._common_divisor([rest, _derivative(rest, main)])
        simple = self._exact(rest, repeated)
        exponent = 1
        while degree(simple, main):
            deeper = self._common_divisor([simple, repeated])
            factor = self._exact(simple, deeper)
            if unknowns([factor]):
                found.append((_monic(factor), exponent))
            simple, repeated, exponent = deeper, self._exact(repeated, deeper), exponent + 1
        return found

    def _primitive(self, polynomial: Polynomial, number: int) -> tuple[Polynomial, Polynomial]:
        """The greatest common divisor of the coefficients in one unknown, and the polynomial divided by it."""
        common = self._common_divisor(_coefficients(polynomial, {number}).values())
        return common, self._exact(polynomial, common)

    def _exact(self, polynomial: Polynomial, divisor: Polynomial) -> Polynomial:
        quotient = polynomial if divisor == ONE else divide(polynomial, divisor, self._work)
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
        numbers = unknowns((left, right))
        self._work.spend(len(numbers) * (words(left) + words(right)))
        bounds = {n: _common_degree(left, right, n) for n in numbers}
        if not any(bounds.values()):
            return ONE
        without = {n for n, bound in bounds.items() if not bound}
        if without:
            parts = (_coefficients(polynomial, without).values() for polynomial in (left, right))
            return self._common_divisor(part for some in parts for part in some)
        main = min(bounds, key=lambda n: (min(degree(left, n), degree(right, n)), n))
        (content1, first), (content2, second) = self._primitive(left, main), self._primitive(right, main)
        if degree(first, main) < degree(second, main):
            first, second = second, first
        while degree(second, main):
            first, second = second, self._remainder(first, second, main)
            _, second = self._primitive(second, main) if second else (ONE, second)
        found = ONE if second else first
        return _monic(times(self._common_divisor([content1, content2]), found))

    def _remainder(self, left: Polynomial, right: Polynomial, number: int) -> Polynomial:
        """The remainder of left, times a power of the leading coefficient of right, by right; up to a number."""
        top = degree(right, number)
        lead = coefficient(right, number, top)
        while left and degree(left, number) >= top:
            here = degree(left, number)
            first = coefficient(left, number, here)
            self._work.spend(words(first) * words(right) + words(lead) * words(left))
            shifted = scaled(right, 1, _power(number, here - top))
            left = _monic(minus(times(lead, left), times(first, shifted)))
        return left


def _power(number: int, exponent: int) -> Monomial:
    return ((number, exponent),) if exponent else ()


def _common_degree(left: Polynomial, right: Polynomial, main: int) -> int:
    """A bound of the degree of common divisors in one unknown: that with numbers for the others, modulo `PRIME`.

    A divisor keeps its degree there where one of the leading coefficients is not 0 there.
    """
    least = min(degree(left, main), degree(right, main))
    first, second = _image(left, main), _image(right, main)
    if not least or not (first[-1] or second[-1]):
        return least
    first, second = _trimmed(first), _trimmed(second)
    while second:
        first, second = second, _trimmed(_remainder(first, second))
    return min(least, len(first) - 1)


def _image(polynomial: Polynomial, main: int) -> list[int]:
    """The coefficients in one unknown with numbers for the others, modulo `PRIME`."""
    found = [0] * (degree(polynomial, main) + 1)
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
            found[times_monomial(monomial, ((number, -1),))] = value * exponent
    return found


def _monic(polynomial: Polynomial) -> Polynomial:
    """Divided by its content, with a positive leading coefficient."""
    if not polynomial:
        return polynomial
    sign = 1 if polynomial[max(polynomial)] > 0 else -1
    return scaled(polynomial, sign / content(polynomial))
