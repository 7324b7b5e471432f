"""Fractions of polynomials in symbols and square roots, in the polynomial rings of SymPy.

An element is p / (k · ∏ dᵉ): a polynomial with integer coefficients, a positive integer, and powers of divisors, which are
kept apart, so that a sum is brought over the least product of its divisors.  The variables of the ring are symbols, roots r
that remember r² = P, and values of functions; a ring of more variables is taken when one is missing.

An element is zero when its numerator is after r² has been replaced by P, the latest root first (its P may contain earlier
ones): then it vanishes wherever it is defined.  The converse is not claimed here.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import gcd, lcm, prod
from typing import Any

import sympy
from sympy.polys.rings import PolyRing

from derive.errors import LimitError, UndefinedAtPoint

#: Products of terms for one question, and how many of them each operation counts for.
MAX_WORK, OPERATION = 400_000, 20

#: By how many variables a ring grows.
GROWTH = 8


@cache
def _ring(size: int) -> Any:
    return PolyRing([f"x{place}" for place in range(size)], sympy.ZZ, sympy.lex)


class Element:
    """An element of `Quotients`; a key of ``below`` is the place of a variable, or ~n for the n-th known polynomial."""

    __slots__ = ("above", "below", "field", "scale")

    def __init__(self, field: Quotients, above: Any, scale: int = 1, below: dict[int, int] | None = None) -> None:
        self.field, self.above, self.scale, self.below = field, above, scale, below or {}

    def __add__(self, other: Element) -> Element:
        return self.field.add((self, other))

    def __sub__(self, other: Element) -> Element:
        return self + -other

    def __neg__(self) -> Element:
        return Element(self.field, -self.above, self.scale, self.below)

    def __mul__(self, other: Element) -> Element:
        return self.field.multiply((self, other))

    def __truediv__(self, other: Element) -> Element:
        return self * other**-1

    def __pow__(self, exponent: int) -> Element:
        return self.field.integer_power(self, exponent)


class Quotients:
    """See the module; an operation that divides by zero raises `UndefinedAtPoint`, one that is too long `LimitError`."""

    def __init__(self) -> None:
        self.ring = _ring(GROWTH)
        self.places: dict[Any, int] = {}
        self.polynomials: list[Any] = []
        self.numbers: dict[Any, int] = {}
        self.squares: dict[int, Any] = {}
        self.nonneg: set[int] = set()
        self.nonzero: set[int] = set()
        self.done = 0

    # --- variables and polynomials

    def variable(self, key: Any, nonneg: bool = False, nonzero: bool = False) -> int:
        if key not in self.places:
            self.places[key] = place = len(self.places)
            if place >= self.ring.ngens:
                self.ring = _ring(self.ring.ngens + GROWTH)
                self.polynomials = [self.lifted(each) for each in self.polynomials]
                self.numbers = {each: number for number, each in enumerate(self.polynomials)}
            self.nonneg |= {place} if nonneg else set()
            self.nonzero |= {place} if nonzero else set()
        return self.places[key]

    def lifted(self, polynomial: Any) -> Any:
        """The polynomial in the ring that has the variables of today."""
        if polynomial.ring is self.ring:
            return polynomial
        more = (0,) * (self.ring.ngens - polynomial.ring.ngens)
        return self.ring.from_dict({monomial + more: c for monomial, c in polynomial.items()})

    def number_of(self, polynomial: Any) -> int:
        """The number under which the field knows a polynomial."""
        if polynomial not in self.numbers:
            self.numbers[polynomial] = len(self.polynomials)
            self.polynomials.append(polynomial)
        return self.numbers[polynomial]

    def divisor(self, key: int) -> Any:
        return self.ring.gens[key] if key >= 0 else self.polynomials[~key]

    def times(self, *factors: Any) -> Any:
        """A product of polynomials; raises `LimitError` when there was too much work."""
        result, *rest = map(self.lifted, factors)
        for factor in rest:
            self.work(len(result) * len(factor))
            result = result if factor == 1 else factor if result == 1 else result * factor
        return result

    def work(self, products: int) -> None:
        """Count products of terms: a bound by count, so that answers never depend on time."""
        self.done += OPERATION + products
        if self.done > MAX_WORK:
            raise LimitError(f"more than {MAX_WORK} terms when multiplied out", hint="a smaller size")

    def to_the(self, polynomial: Any, exponent: int) -> Any:
        polynomial = self.lifted(polynomial)
        if exponent == 0 or len(polynomial) == 1:
            return polynomial**exponent
        result = polynomial
        for _ in range(exponent - 1):
            result = self.times(result, polynomial)
        return result

    def ratio(self, polynomial: Any, divisor: Any) -> Any:
        """The polynomial over another one, or None when that does not divide it."""
        result, divisor = self.ring.zero, self.lifted(divisor)
        while polynomial:
            monomial = self.ring.monomial_div(polynomial.LM, divisor.LM)
            coefficient, left = divmod(polynomial.LC, divisor.LC)
            if monomial is None or left:
                return None
            self.work(len(divisor))
            result[monomial] = coefficient
            polynomial = polynomial - divisor.mul_term((monomial, coefficient))
        return result

    def reduced(self, polynomial: Any) -> Any:
        """With r² replaced by P, the latest root first."""
        polynomial = self.lifted(polynomial)
        for place, square in reversed(self.squares.items()):
            if all(monomial[place] < 2 for monomial in polynomial):
                continue
            by_power: dict[int, Any] = {}
            for monomial, coefficient in polynomial.items():
                half, odd = divmod(monomial[place], 2)
                rest = (*monomial[:place], odd, *monomial[place + 1 :])
                by_power.setdefault(half, self.ring.zero)[rest] = coefficient
            parts = (self.times(part, self.to_the(square, half)) for half, part in by_power.items())
            polynomial = sum(parts, self.ring.zero)
        return polynomial

    # --- arithmetic

    def number(self, value: Any) -> Element:
        """An integer, or a fraction with numerator and denominator."""
        return Element(self, self.ring.ground_new(int(value.numerator)), int(value.denominator))

    def symbol(self, symbol: Any) -> Element:
        """A SymPy symbol, with what it assumes about its sign."""
        return self.at(self.variable(symbol, symbol.is_nonnegative is True, symbol.is_nonzero is True))

    def at(self, place: int) -> Element:
        return Element(self, self.ring.gens[place])

    def made(self, above: Any, scale: int, below: dict[int, int]) -> Element:
        """A fraction, without the numbers and the variables that are above and below."""
        if not above:
            return Element(self, above)
        shift = {
            key: common
            for key, exponent in below.items()
            if key >= 0 and (common := min(exponent, min(monomial[key] for monomial in above)))
        }
        if shift:
            down = [shift.get(place, 0) for place in range(self.ring.ngens)]
            above = self.ring.from_dict(
                {tuple(e - s for e, s in zip(m, down, strict=True)): c for m, c in above.items()}
            )
            below = {key: left for key, e in below.items() if (left := e - shift.get(key, 0))}
        if scale > 1 and (common := gcd(scale, *above.values())) > 1:
            above, scale = above.quo_ground(common), scale // common
        return Element(self, above, scale, below)

    def add(self, parts: Iterable[Element]) -> Element:
        given = [part for part in parts if part.above]
        if len(given) == 1:
            return given[0]
        scale, below = lcm(*(part.scale for part in given)), dict[int, int]()
        for part in given:
            for key, exponent in part.below.items():
                below[key] = max(below.get(key, 0), exponent)
        total = self.ring.zero
        for part in given:
            missing = [
                self.to_the(self.divisor(key), e - part.below.get(key, 0))
                for key, e in below.items()
                if e > part.below.get(key, 0)
            ]
            total += self.times(part.above, *missing).mul_ground(scale // part.scale)
        return self.made(total, scale, below)

    def multiply(self, factors: Iterable[Element]) -> Element:
        given = list(factors)
        if not all(factor.above for factor in given):
            return self.number(0)
        above = self.times(self.ring.one, *(factor.above for factor in given))
        scale, below = prod(factor.scale for factor in given), dict[int, int]()
        for factor in given:
            for key, exponent in factor.below.items():
                below[key] = below.get(key, 0) + exponent
        return self.made(above, scale, below)

    def integer_power(self, base: Element, exponent: int) -> Element:
        """Raises `UndefinedAtPoint` where that divides by zero."""
        if exponent >= 0:
            below = {key: e * exponent for key, e in base.below.items() if exponent}
            return self.made(self.to_the(base.above, exponent), base.scale**exponent, below)
        if self.vanishes(base):
            raise UndefinedAtPoint("a divisor is identically zero at these sizes")
        over = [self.to_the(self.divisor(key), -exponent * e) for key, e in base.below.items()]
        above = self.lifted(base.above) if len(base.above) == 1 else self.reduced(base.above)
        content = gcd(*above.values()) * (-1 if above.LC < 0 else 1)
        numerator = self.times(self.ring.one, *over).mul_ground(base.scale**-exponent)
        if content < 0 and exponent % 2:
            numerator = -numerator
        if len(above) == 1:
            (monomial,) = above
            below = {place: -exponent * e for place, e in enumerate(monomial) if e}
        else:
            below = {~self.number_of(above.quo_ground(content)): -exponent}
        return self.made(numerator, abs(content) ** -exponent, below)

    def vanishes(self, element: Element) -> bool:
        """Whether the reduced numerator is 0."""
        return not element.above or (len(element.above) > 1 and not self.reduced(element.above))
