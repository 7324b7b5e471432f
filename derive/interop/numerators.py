"""The numerator of a rational expression over a common denominator, in a polynomial ring of SymPy.

An expression in symbols with +, ·, integer powers and rational numbers becomes p / ∏ qᵏ with polynomials p and q, from the
inside out: what SymPy's ``together`` and ``expand`` do with expressions is done here with dictionaries of exponents.  The
divisors q are kept apart, and one that is a single term is taken apart into its symbols, so that a sum is brought over the
least product of its divisors.
"""

from __future__ import annotations

from functools import reduce
from math import prod
from operator import mul
from typing import Any, TypeAlias

import sympy
from sympy.polys.rings import PolyRing

#: A polynomial, and the divisors with their exponents.
Fraction: TypeAlias = "tuple[Any, dict[Any, int]]"


def numerator_vanishes(expr: Any, squares: dict[Any, Any]) -> bool:
    """Whether the numerator of an expression is 0 when r² is replaced by ``squares[r]``, the latest r first.

    A square holds only symbols that were there before its root.
    """
    roots = _roots_of(expr.free_symbols, squares)
    symbols = sorted(expr.free_symbols.union(*(squares[root].free_symbols for root in roots)), key=_by_name)
    ring = PolyRing(symbols or [sympy.Dummy()], sympy.QQ, sympy.lex)  # a ring has at least one symbol
    numerator = _Numerators(ring).fraction(expr)[0]
    for root in roots:
        numerator = _replaced(numerator, symbols.index(root), ring.from_expr(squares[root]))
    return not numerator


def multiplied_out(expr: Any) -> Any:
    """A rational expression as p / ∏ qᵏ, multiplied out, where no q divides p; raises ``PolynomialError`` for others."""
    symbols = sorted(expr.free_symbols, key=_by_name)
    above, below = _Numerators(PolyRing(symbols or [sympy.Dummy()], sympy.QQ, sympy.lex)).fraction(expr)
    for divisor in below:
        while below[divisor] and not (found := above.div(divisor))[1]:
            above, below[divisor] = found[0], below[divisor] - 1
    return above.as_expr() / sympy.Mul(*(divisor.as_expr() ** power for divisor, power in below.items()))


def _by_name(symbol: Any) -> tuple[str, int]:
    return symbol.name, getattr(symbol, "dummy_index", 0)


def _roots_of(symbols: set[Any], squares: dict[Any, Any]) -> list[Any]:
    """The roots in an expression and in their squares, the latest first."""
    found: list[Any] = []
    seen = set(symbols)
    for root, square in reversed(squares.items()):
        if root in seen:
            found.append(root)
            seen |= square.free_symbols
    return found


def _replaced(polynomial: Any, place: int, square: Any) -> Any:
    """The polynomial with r² replaced by a polynomial without r."""
    ring = polynomial.ring
    by_power: dict[int, Any] = {}
    for monomial, coefficient in polynomial.terms():
        half, odd = divmod(monomial[place], 2)
        rest = (*monomial[:place], odd, *monomial[place + 1 :])
        by_power.setdefault(half, ring.zero)[rest] = coefficient
    return sum((part * square**half for half, part in by_power.items()), ring.zero)


class _Numerators:
    """Fractions over one ring; those of sub-expressions are kept."""

    def __init__(self, ring: Any) -> None:
        self.ring = ring
        self.generators = dict(zip(ring.symbols, ring.gens, strict=True))
        self.known: dict[Any, Fraction] = {}

    def fraction(self, expr: Any) -> Fraction:
        """p and the divisors of an expression."""
        if expr not in self.known:
            self.known[expr] = self._fraction(expr)
        return self.known[expr]

    def _fraction(self, expr: Any) -> Fraction:
        match expr:
            case sympy.Rational():
                return self.ring.ground_new(sympy.QQ(expr.p, expr.q)), {}
            case sympy.Symbol():
                return self.generators[expr], {}
            case sympy.Add():
                return self._sum([self.fraction(arg) for arg in expr.args])
            case sympy.Mul():
                parts = [self.fraction(arg) for arg in expr.args]
                below: dict[Any, int] = {}
                for _, divisors in parts:
                    for divisor, exponent in divisors.items():
                        below[divisor] = below.get(divisor, 0) + exponent
                return self._cancelled(reduce(mul, (above for above, _ in parts)), below)
            case sympy.Pow(exp=sympy.Integer()):
                power = abs(int(expr.exp))
                above, below = self.fraction(expr.base)
                if expr.exp > 0:
                    return above**power, {divisor: exponent * power for divisor, exponent in below.items()}
                return self._inverted(above, below, power)
        raise sympy.PolynomialError(f"{type(expr).__name__} in a rational expression")

    def _sum(self, parts: list[Fraction]) -> Fraction:
        below: dict[Any, int] = {}
        for _, divisors in parts:
            for divisor, exponent in divisors.items():
                below[divisor] = max(below.get(divisor, 0), exponent)
        total = self.ring.zero
        for above, divisors in parts:
            missing = (q ** (e - divisors.get(q, 0)) for q, e in below.items() if e > divisors.get(q, 0))
            total += reduce(mul, missing, above)
        return total, below

    def _inverted(self, above: Any, below: dict[Any, int], power: int) -> Fraction:
        """(p / q)⁻ᵏ; p is taken with leading coefficient 1, and into symbols when it is one term."""
        leading = above.LC
        numerator = prod((q ** (e * power) for q, e in below.items()), start=self.ring.one) / leading**power
        if len(above) > 1:
            return numerator, {above.monic(): power}
        (monomial,) = above.monoms()
        return numerator, {x: e * power for x, e in zip(self.ring.gens, monomial, strict=True) if e}

    def _cancelled(self, above: Any, below: dict[Any, int]) -> Fraction:
        """Without the symbols that are above and below."""
        if not above:
            return above, {}
        left = dict(below)
        shift = [0] * len(self.ring.gens)
        for place, symbol in enumerate(self.ring.gens):
            if symbol in left:
                common = min(left[symbol], min(monomial[place] for monomial in above.monoms()))
                shift[place] = common
                left[symbol] -= common
        if any(shift):
            above = self.ring.from_dict(
                {tuple(e - s for e, s in zip(m, shift, strict=True)): c for m, c in above.terms()}
            )
        return above, {divisor: exponent for divisor, exponent in left.items() if exponent}
