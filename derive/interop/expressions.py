"""Expressions of SymPy as what components are computed in: SymPy does the arithmetic as it does for any of its users."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import Any, TypeAlias

import sympy

from derive.errors import InputError, LimitError, UndefinedAtPoint
from derive.interop.field import FUNCTIONS, Field, function_of

#: How many derivatives are kept: the parts of a long expression occur in it many times.
MAX_SLOPES = 1 << 16

Estimate: TypeAlias = "tuple[int, dict[Any, tuple[int, int]]]"


@lru_cache(MAX_SLOPES)
def slope(expr: Any, symbol: Any) -> Any:
    """The derivative by a symbol, as `sympy.diff`, but once for a part that occurs many times."""
    match expr:
        case sympy.Add():
            return sympy.Add(*(slope(arg, symbol) for arg in expr.args))
        case sympy.Mul():
            slopes = ((n, slope(arg, symbol)) for n, arg in enumerate(expr.args))
            return sympy.Add(*(sympy.Mul(*expr.args[:n], s, *expr.args[n + 1 :]) for n, s in slopes if s != 0))
        case sympy.Pow(exp=sympy.Rational()):
            return expr.exp * expr.base ** (expr.exp - 1) * slope(expr.base, symbol)
        case sympy.Function() if type(expr) in FUNCTIONS.values():
            return expr.fdiff() * slope(expr.args[0], symbol)
    return sympy.diff(expr, symbol)


def multiplied_out(expr: Any) -> Any:
    """A rational expression as p / ∏ qᵏ, multiplied out, where no q divides p; raises ``PolynomialError`` for others."""
    for power in expr.atoms(sympy.Pow, sympy.Function):
        if not (isinstance(power, sympy.Pow) and power.exp.is_Integer):
            raise sympy.PolynomialError(f"{type(power).__name__} in a rational expression")
    field = Field()
    return field.expression(field.divided(field.of(expr)))


def _estimate(expr: Any, known: dict[Any, Estimate]) -> Estimate:
    """Terms of the numerator; and for each divisor its largest exponent and its own number of terms."""
    if expr not in known:
        known[expr] = _estimate_node(expr, known)
    return known[expr]


def _estimate_node(expr: Any, known: dict[Any, Estimate]) -> Estimate:
    if isinstance(expr, sympy.Pow) and isinstance(expr.exp, sympy.Integer):
        above, below = _estimate(expr.base, known)
        power = min(abs(int(expr.exp)), 64)  # far beyond every limit
        if expr.exp > 0:
            return above**power, {base: (e * power, size) for base, (e, size) in below.items()}
        cleared = prod(size ** (e * power) for e, size in below.values())  # which moves above the bar
        return cleared, {expr.base: (power, above)}
    if not isinstance(expr, sympy.Add | sympy.Mul):
        return 1, {}
    parts = [_estimate(arg, known) for arg in expr.args]
    divisors: dict[Any, tuple[int, int]] = {}
    for _, below in parts:
        for base, (exponent, size) in below.items():
            before = divisors.get(base, (0, size))[0]
            together = before + exponent if isinstance(expr, sympy.Mul) else max(before, exponent)
            divisors[base] = (together, size)
    if isinstance(expr, sympy.Mul):
        return prod(above for above, _ in parts), divisors
    missing = (
        above * prod(size ** (e - below.get(base, (0, size))[0]) for base, (e, size) in divisors.items())
        for above, below in parts
    )
    return sum(missing), divisors


class Expressions:
    """The operations that a term is written out with; those of `derive.interop.field.Field` have the same names."""

    def __init__(self) -> None:
        self.kept: dict[Any, Any] = {}

    root, derivative = staticmethod(sympy.sqrt), staticmethod(slope)

    def number(self, value: Any) -> Any:
        return sympy.Rational(value.numerator, value.denominator)

    def symbol(self, symbol: Any) -> Any:
        return symbol

    def add(self, parts: Sequence[Any]) -> Any:
        return sympy.Add(*parts)

    def multiply(self, factors: Sequence[Any]) -> Any:
        return sympy.Mul(*factors)

    def power(self, base: Any, exponent: Fraction) -> Any:
        return base ** self.number(exponent)

    def function(self, name: str, argument: Any) -> Any:
        return function_of(name)(argument)

    def terms(self, value: Any) -> int:
        """A rough upper estimate of the terms of the numerator over a common denominator, without expanding anything."""
        return 0 if value == 0 else _estimate(value, {})[0]

    def multiplied_out(self, value: Any) -> Any:
        """As p / ∏ qᵏ where there are no roots."""
        try:
            return multiplied_out(value)
        except (sympy.PolynomialError, UndefinedAtPoint, LimitError):  # which is for others to say
            return value

    def vanishes(self, value: Any) -> bool:
        """Whether SymPy sees that a scalar is identically zero; a point where it is not spares the expansion."""
        if value.is_zero:
            return True
        symbols = sorted(value.free_symbols, key=str)
        point = {symbol: sympy.Rational(3 * n + 2, n + 3) for n, symbol in enumerate(symbols)}
        sample = value.xreplace(point)
        if sample.is_Rational and sample != 0:
            return False
        return bool(sympy.expand(value) == 0)

    def pseudo_inverse(self, rows: list[list[Any]]) -> list[list[Any]]:
        """M⁺ of a matrix of numbers; raises `InputError` for another one."""
        matrix = sympy.Matrix(rows)
        if matrix.free_symbols:
            raise InputError(
                "the explicit pseudo-inverse of a matrix with symbols in it",
                hint="its rank, and with it its form, depends on their values",
            )
        found: list[list[Any]] = matrix.pinv().tolist()
        return found


EXPRESSIONS = Expressions()
