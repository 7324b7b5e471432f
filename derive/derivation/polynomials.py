"""Polynomials with rational coefficients in numbered unknowns, as the search for certificates of bounds needs them.

A polynomial is a finite map from monomials to nonzero rationals, a monomial the sorted pairs (unknown, exponent).  Exponents
may be negative where the functions below do not say otherwise.  Work is bounded by the number of terms: what is beyond is
refused with `TooLarge`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import reduce
from math import gcd, lcm, prod

Monomial = tuple[tuple[int, int], ...]
Polynomial = dict[Monomial, Fraction]

#: Terms of a polynomial beyond which it is not multiplied out.
MAX_TERMS = 400
#: Products of terms that the search for repeated factors may take.
MAX_WORK = 20_000
#: A prime for the test whether a factor can be there twice.
PRIME = 1_000_003

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


def divide(polynomial: Polynomial, divisor: Polynomial) -> Polynomial | None:
    """The quotient when the division is exact, else None."""
    numbers = unknowns((polynomial, divisor))
    rest = {_dense(monomial, numbers): value for monomial, value in polynomial.items()}
    terms = {_dense(monomial, numbers): value for monomial, value in divisor.items()}
    lead = max(terms)
    quotient: Polynomial = {}
    while rest:
        top = max(rest)
        powers = tuple(a - b for a, b in zip(top, lead, strict=True))
        if min(powers, default=0) < 0:
            return None
        if len(quotient) > MAX_TERMS:
            raise TooLarge
        factor = rest[top] / terms[lead]
        quotient[tuple((n, e) for n, e in zip(numbers, powers, strict=True) if e)] = factor
        for term, value in terms.items():
            key = tuple(a + b for a, b in zip(term, powers, strict=True))
            new = rest.get(key, Fraction(0)) - factor * value
            if new:
                rest[key] = new
            else:
                rest.pop(key, None)
    return quotient


def _dense(monomial: Monomial, numbers: tuple[int, ...]) -> tuple[int, ...]:
    powers = dict(monomial)
    return tuple(powers.get(number, 0) for number in numbers)


def _coefficients(polynomial: Polynomial, number: int) -> dict[int, Polynomial]:
    """The coefficients as a polynomial in one unknown, by its exponents."""
    found: dict[int, Polynomial] = {}
    for monomial, value in polynomial.items():
        exponent = dict(monomial).get(number, 0)
        found.setdefault(exponent, {})[tuple((n, e) for n, e in monomial if n != number)] = value
    return found


def derivative(polynomial: Polynomial, number: int) -> Polynomial:
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


# --- factors that are there more than once ---------------------------------------------------------------------------


def square_free(polynomial: Polynomial) -> list[tuple[Polynomial, int]]:
    """Factors without common factors, with their exponents; a rational factor is left out.

    Raises `TooLarge` where that takes more than `MAX_WORK`.
    """
    return _Euclid().square_free(polynomial)


class _Euclid:
    """Euclid's algorithm, in one unknown after the other, with a bound of its work."""

    def __init__(self) -> None:
        self._work = 0

    def square_free(self, polynomial: Polynomial) -> list[tuple[Polynomial, int]]:
        """`square_free` (Musser 1971)."""
        numbers = unknowns([polynomial])
        main = next((n for n in numbers if _may_repeat(polynomial, n)), None)
        if main is None:
            return [(_monic(polynomial), 1)] if numbers else []
        common, rest = self._primitive(polynomial, main)
        found = self.square_free(common)
        repeated = self._common_divisor(rest, derivative(rest, main))
        simple = self._exact(rest, repeated)
        exponent = 1
        while degree(simple, main):
            deeper = self._common_divisor(simple, repeated)
            factor = self._exact(simple, deeper)
            if unknowns([factor]):
                found.append((_monic(factor), exponent))
            simple, repeated, exponent = deeper, self._exact(repeated, deeper), exponent + 1
        return found

    def _spend(self, *polynomials: Polynomial) -> None:
        self._work += prod(map(len, polynomials))
        if self._work > MAX_WORK:
            raise TooLarge

    def _primitive(self, polynomial: Polynomial, number: int) -> tuple[Polynomial, Polynomial]:
        """The greatest common divisor of the coefficients in one unknown, and the polynomial divided by it."""
        common: Polynomial = {}
        for coefficient in sorted(_coefficients(polynomial, number).values(), key=len):
            if common == ONE:
                break
            common = self._common_divisor(common, coefficient)
        return common, self._exact(polynomial, common)

    def _exact(self, polynomial: Polynomial, divisor: Polynomial) -> Polynomial:
        self._spend(polynomial, divisor)
        quotient = divide(polynomial, divisor)
        if quotient is None:
            raise TooLarge  # does not happen: what is divided by is a divisor
        return quotient

    def _common_divisor(self, left: Polynomial, right: Polynomial) -> Polynomial:
        """The greatest common divisor, with content 1."""
        if not left or not right:
            return _monic(left or right)
        numbers = unknowns((left, right))
        if not numbers:
            return ONE
        main = min(numbers, key=lambda n: (min(degree(left, n), degree(right, n)), n))
        if not degree(left, main) or not degree(right, main):
            plain, other = (left, right) if degree(right, main) else (right, left)
            return self._common_divisor(plain, self._primitive(other, main)[0])
        (content1, first), (content2, second) = self._primitive(left, main), self._primitive(right, main)
        if degree(first, main) < degree(second, main):
            first, second = second, first
        while degree(second, main):
            first, second = second, self._remainder(first, second, main)
            _, second = self._primitive(second, main) if second else (ONE, second)
        found = ONE if second else first
        return _monic(times(self._common_divisor(content1, content2), found))

    def _remainder(self, left: Polynomial, right: Polynomial, number: int) -> Polynomial:
        """The remainder of left, times a power of the leading coefficient of right, by right."""
        top = degree(right, number)
        lead = _coefficients(right, number)[top]
        while left and degree(left, number) >= top:
            here = degree(left, number)
            first = _coefficients(left, number)[here]
            self._spend(first, right)
            self._spend(lead, left)
            left = minus(times(lead, left), times(first, scaled(right, 1, _power(number, here - top))))
        return left


def _power(number: int, exponent: int) -> Monomial:
    return ((number, exponent),) if exponent else ()


def constant_factor(polynomial: Polynomial, factors: Iterable[tuple[Polynomial, int]]) -> Fraction:
    """What a polynomial has beside the factors that `square_free` has found."""
    rest = reduce(times, (power(factor, exponent) for factor, exponent in factors), ONE)
    lead = max(rest)
    return polynomial[lead] / rest[lead]


def _may_repeat(polynomial: Polynomial, main: int) -> bool:
    """Can a factor with an unknown be there twice?  No where it is not with numbers for the other unknowns."""
    if degree(polynomial, main) < 2:
        return False
    dense: dict[int, int] = {}
    scale = lcm(*(value.denominator for value in polynomial.values()))
    for monomial, value in polynomial.items():
        number = int(value * scale)
        for name, exponent in monomial:
            if name != main:
                number = number * pow(7 + 12 * name, exponent, PRIME) % PRIME
        place = dict(monomial).get(main, 0)
        dense[place] = (dense.get(place, 0) + number) % PRIME
    first = [dense.get(i, 0) for i in range(max(dense) + 1)]
    second = [i * value % PRIME for i, value in enumerate(first)][1:]
    if not first[-1]:
        return True
    while second := _trimmed(second):
        first, second = second, _remainder(first, second)
    return len(first) > 1


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
