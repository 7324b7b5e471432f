"""The field that components are computed in: fractions with square roots and opaque functions, and their derivatives.

√(p/q) is split along the factors of p and q: squares leave the root (as |f|, or as f when f is known to be nonnegative),
prime numbers and factors of known sign get a root each, the rest shares one root; |f| is the root of f².
"""

from __future__ import annotations

from collections.abc import Callable
from math import gcd, prod
from typing import Any

import sympy

from derive.errors import InputError, LimitError, UndefinedAtPoint
from derive.interop.quotients import Element, Quotients
from derive.language.functions import FUNCTIONS as REAL_FUNCTIONS
from derive.language.functions import UNKNOWN, is_unknown
from derive.language.maxima import MAX, MIN
from derive.language.terms import Definition, UnknownFunction

#: SymPy's counterpart of each opaque function.
FUNCTIONS: dict[str, Any] = {name: getattr(sympy, row.sympy or name) for name, row in REAL_FUNCTIONS.items()}


def function_of(name: str) -> Callable[..., Any]:
    """SymPy's counterpart of a function; of an unknown one its undefined function, and of f′ the derivative of that."""
    if not is_unknown(name):
        made: Callable[..., Any] = FUNCTIONS[name]
        return made
    unknown = UnknownFunction.named(name.removeprefix(UNKNOWN))
    undefined: Callable[..., Any] = sympy.Function(unknown.base.name)

    def derived(argument: Any, **_: Any) -> Any:
        u = argument if isinstance(argument, sympy.Symbol) else sympy.Dummy("u", real=True)
        slope = sympy.Derivative(undefined(u), (u, unknown.order))
        return slope if u is argument else sympy.Subs(slope, u, argument)

    return derived if unknown.order else undefined


#: SymPy's classes for the greatest and the least of two numbers.
EXTREMES: dict[Definition, Any] = {MAX: sympy.Max, MIN: sympy.Min}

#: What stands for the argument where SymPy is asked for a slope.
_ARGUMENT = sympy.Symbol("x")

#: What is below a root has to be factored; with more variables than this there that takes many seconds.
MAX_BELOW_ROOT = 16

#: A polynomial with more terms is taken apart into factors without squares only, which is much quicker.
MAX_FACTORED = 20

#: A polynomial of higher total degree, or with more coefficients when written densely, is not taken apart.
MAX_DEGREE, MAX_DENSE = 40, 200_000

#: Rational numbers below a root are factored by trial division up to this prime.
TRIAL_LIMIT = 10_000


def _without_squares(polynomial: Any, place: int) -> bool:
    """Whether numbers for the other variables show that no square of a polynomial in this variable is a factor."""
    powers: dict[int, int] = {}
    for monomial, c in polynomial.items():
        value = prod((3 * n * n + 2) ** e for n, e in enumerate(monomial) if n != place)
        powers[monomial[place]] = powers.get(monomial[place], 0) + int(c) * value
    degree = max(powers)
    line = sympy.Poly.from_dict({(e,): c for e, c in powers.items()}, sympy.Symbol("x"), domain="ZZ")
    return bool(powers[degree]) and bool(line.is_sqf)


def _is_left_whole(polynomial: Any, degrees: dict[int, int]) -> bool:
    """Whether a polynomial has no factors worth looking for, or is too large to look for them; monomials never are."""
    if len(polynomial) == 1:
        return False
    if any([sum(monomial) for monomial in polynomial if monomial[place]] == [1] for place in degrees):
        return True
    if max(map(sum, polynomial)) > MAX_DEGREE:
        return True
    if len(polynomial) > MAX_FACTORED and all(_without_squares(polynomial, place) for place in degrees):
        return True
    return prod(degree + 1 for degree in degrees.values()) > MAX_DENSE


class Field(Quotients):
    """See the module."""

    def __init__(self) -> None:
        super().__init__()
        self.values: dict[int, tuple[str, Element]] = {}
        self.derivatives: dict[tuple[int, int], Element] = {}
        self.kept: dict[Any, Any] = {}

    def power(self, base: Element, exponent: Any) -> Element:
        """With an integer, or half of one, as exponent."""
        return base ** int(exponent) if exponent.denominator == 1 else self.root(base) ** exponent.numerator

    def root(self, element: Element) -> Element:
        """√(k · ∏ fᵉ), where e may be negative."""
        element = self.divided(Element(self, self.reduced(element.above), element.scale, element.below))
        above = element.above
        if not above:
            return self.number(0)
        content, factors = self.factored(above)
        for key, exponent in element.below.items():
            one, found = self.factored(self.divisor(key))
            content *= one**-exponent
            for factor, e in found.items():
                factors[factor] = factors.get(factor, 0) - e * exponent
        sign = -1 if content < 0 else 1
        result = self.root_of_number(sympy.Rational(abs(content)) / element.scale)
        rest = self.ring.one
        for factor, exponent in factors.items():
            half, odd = divmod(exponent, 2)
            if (known := self.sign(factor)) is not None:
                sign *= known ** (exponent % 2)
                factor = factor * known
                result *= self.polynomial(factor) ** half
                result *= self.adjoined(factor) if odd else self.number(1)
                continue
            result *= self.polynomial(factor) ** (half - half % 2)
            if half % 2:
                result *= self.adjoined(self.times(factor, factor))
            if odd:
                rest = self.times(rest, factor)
        rest = rest * sign
        if self.sign(rest) == -1 and any(self.strict(monomial) for monomial in rest):
            raise UndefinedAtPoint("a radicand is negative")
        return result if rest == 1 else result * self.adjoined(rest)

    def polynomial(self, polynomial: Any) -> Element:
        return Element(self, self.lifted(polynomial))

    def factored(self, polynomial: Any) -> tuple[sympy.Rational, dict[Any, int]]:
        """A number and the irreducible factors, with their exponents; what has a number as slope in a variable is one."""
        content = gcd(*polynomial.values()) * (-1 if polynomial.LC < 0 else 1)
        degrees = {place: degree for place, each in enumerate(zip(*polynomial, strict=True)) if (degree := max(each))}
        if len(degrees) > MAX_BELOW_ROOT:
            raise LimitError(
                f"{len(degrees)} symbols below a root; the limit is {MAX_BELOW_ROOT}", hint="a smaller size"
            )
        if not degrees:
            return sympy.Integer(content), {}
        if _is_left_whole(polynomial, degrees):
            return sympy.Integer(content), {polynomial.quo_ground(content): 1}
        number, factors = polynomial.factor_list() if len(polynomial) <= MAX_FACTORED else polynomial.sqf_list()
        return sympy.Integer(int(number)), dict(factors)

    def adjoined(self, square: Any) -> Element:
        square = self.lifted(square)
        place = self.variable(("root", self.number_of(square)), nonneg=True)
        self.squares.setdefault(place, square)
        return self.at(place)

    def sign(self, polynomial: Any) -> int | None:
        """1 or −1 when no term of a polynomial can have another sign."""
        for sign in (1, -1):
            if all(
                c * sign > 0 and all(e % 2 == 0 or place in self.nonneg for place, e in enumerate(monomial))
                for monomial, c in polynomial.items()
            ):
                return sign
        return None

    def strict(self, monomial: tuple[int, ...]) -> bool:
        return all(not e or place in self.nonzero for place, e in enumerate(monomial))

    def root_of_number(self, value: Any) -> Element:
        """√(n/d) for positive n/d: a rational number times roots of primes."""
        result = self.number(sympy.Rational(1, value.q))
        for prime, exponent in sympy.factorint(value.p * value.q, limit=TRIAL_LIMIT).items():
            result *= self.number(sympy.Integer(prime) ** (exponent // 2))
            if exponent % 2:
                result *= self.adjoined(self.ring.ground_new(int(prime)))
        return result

    def function(self, name: str, argument: Element) -> Element:
        """The value of a function; exp of a sum is a product."""
        if name == "abs":
            return self.root(argument**2)
        if name != "exp":
            return self.value(name, argument)
        parts = self.reduced(argument.above).items()
        factors = [
            (self.made(self.ring.from_dict({m: self.ring.domain.one}), argument.scale, argument.below), int(c))
            for m, c in parts
        ]
        return self.multiply([self.number(1), *(self.value(name, part) ** c for part, c in factors)])

    def value(self, name: str, argument: Element) -> Element:
        """The variable of a function at an argument: that of an equal argument, if there is one."""
        if name in ("tanh", "log", "exp") and self.vanishes(argument - self.number(int(name == "log"))):
            return self.number(int(name == "exp"))
        for place, (other, known) in self.values.items():
            if other == name and self.vanishes(known - argument):
                return self.at(place)
        positive = name == "exp"
        place = self.variable((name, len(self.values)), positive, positive)
        self.values[place] = (name, argument)
        return self.at(place)

    # --- derivatives

    def derivative(self, element: Element, variable: Element) -> Element:
        (monomial,) = variable.above
        place = monomial.index(1)
        below = [self.polynomial(self.divisor(key)) for key in element.below]
        parts = [self.along(element.above, place) * Element(self, self.ring.one, element.scale, element.below)]
        parts += [
            -element * self.number(exponent) * self.along(divisor.above, place) / divisor
            for divisor, exponent in zip(below, element.below.values(), strict=True)
        ]
        return self.add(parts)

    def along(self, polynomial: Any, place: int) -> Element:
        """The derivative of a polynomial: Σ ∂p/∂x · dx."""
        polynomial = self.lifted(polynomial)
        occurring = [n for n, each in enumerate(zip(*polynomial, strict=True)) if any(each)]
        slopes = [(n, self.slope(n, place)) for n in occurring]
        parts = [
            self.polynomial(polynomial.diff(polynomial.ring.gens[n])) * slope for n, slope in slopes if slope.above
        ]
        return self.add(parts) if parts else self.number(0)

    def slope(self, place: int, by: int) -> Element:
        """The derivative of a variable: of a root P′/2r, of a function by the chain rule."""
        if (place, by) not in self.derivatives:
            self.derivatives[place, by] = self._slope(place, by)
        return self.derivatives[place, by]

    def _slope(self, place: int, by: int) -> Element:
        if place in self.squares:
            inner = self.along(self.squares[place], by)
            return inner / (self.number(2) * self.at(place)) if inner.above else inner
        if place not in self.values:
            return self.number(int(place == by))
        name, argument = self.values[place]
        inner = self.derivative(argument, self.at(by))
        if not inner.above:
            return inner
        if is_unknown(name):
            return self.value(REAL_FUNCTIONS[name].derivative, argument) * inner
        if name not in FUNCTIONS:
            raise sympy.PolynomialError(f"the derivative of {name}")
        return self.of(FUNCTIONS[name](_ARGUMENT).fdiff(), {_ARGUMENT: argument}) * inner

    # --- what a term is written out with besides

    def terms(self, element: Element) -> int:
        return len(element.above)

    def multiplied_out(self, element: Element) -> Element:
        return element

    def pseudo_inverse(self, rows: list[list[Element]]) -> list[list[Element]]:
        """M⁺ of a matrix of rational numbers, by SymPy; raises `InputError` for another one."""
        if any(x.below or not x.above.is_ground for row in rows for x in row):
            raise InputError("the explicit pseudo-inverse of a matrix with symbols in it")
        matrix = sympy.Matrix([[sympy.Rational(int(x.above.LC), x.scale) for x in row] for row in rows])
        return [[self.number(x) for x in row] for row in matrix.pinv().tolist()]

    # --- expressions of SymPy

    def of(self, expr: Any, known: dict[Any, Element] | None = None) -> Element:
        """The element that a SymPy expression is; raises `UndefinedAtPoint` for an infinity."""
        known = {} if known is None else known
        if expr not in known:
            known[expr] = self._of(expr, known)
        return known[expr]

    def _of(self, expr: Any, known: dict[Any, Element]) -> Element:
        if expr in (sympy.zoo, sympy.nan, sympy.oo):
            raise UndefinedAtPoint("SymPy met a division by zero")
        if expr is sympy.I:
            raise UndefinedAtPoint("a radicand is negative")
        match expr:
            case sympy.Rational():
                return self.number(expr)
            case sympy.Symbol():
                return self.symbol(expr)
            case sympy.Add():
                return self.add([self.of(arg, known) for arg in expr.args])
            case sympy.Mul():
                return self.multiply([self.of(arg, known) for arg in expr.args])
            case sympy.Pow(exp=sympy.Rational()) if expr.exp.q <= 2:
                return self.power(self.of(expr.base, known), expr.exp)
            case sympy.Function() if len(expr.args) == 1:
                return self.function(type(expr).__name__.lower(), self.of(expr.args[0], known))
        raise sympy.PolynomialError(f"{type(expr).__name__} in an expression")

    def divided(self, element: Element) -> Element:
        """Without the divisors that divide what is above."""
        above, below = self.lifted(element.above), dict(element.below)
        for key in below if above else ():
            while below[key] and (found := self.ratio(above, self.divisor(key))) is not None:
                above, below[key] = found, below[key] - 1
        return self.made(above, element.scale, below)

    def expression(self, element: Element) -> Any:
        """A fraction of symbols as an expression."""
        symbols = [*self.places, *self.ring.symbols[len(self.places) :]]
        below = (self.divisor(key).as_expr(*symbols) ** e for key, e in element.below.items())
        return self.lifted(element.above).as_expr(*symbols) / sympy.Mul(element.scale, *below)
