"""Is an explicit SymPy expression identically zero?  A normal form for rational functions with square roots.

SymPy's ``simplify`` does not bring √N·√(σ² + ε) and √(|Πa|² + Nε) together; the following does, in four moves.

1. Every root √(p/q) becomes √(pq)/|q|, and √p is split along ``factor_list``: squares leave the root (as |f|, or as f when f
   is known to be nonnegative), prime numbers and factors of known sign get a root each, the rest shares one root.
2. Each root √P is replaced by a symbol r that remembers r² = P; |f| by the symbol of √(f²); exp, log … by opaque symbols.
3. The numerator over a common denominator is a polynomial in all these symbols (`derive.interop.numerators`).
4. Powers r² are replaced by P, the latest root first (its P may contain earlier ones).

The entries of one matrix have their roots and divisors in common: what was done to one is remembered for the others.

An empty numerator means that the expression vanishes wherever it is defined.  The converse is not claimed here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import prod
from typing import Any, TypeAlias

import sympy

from derive.errors import LimitError, UndefinedAtPoint
from derive.interop.numerators import numerator_vanishes

#: Rational numbers below a root are factored by trial division up to this prime.
TRIAL_LIMIT = 10_000

Estimate: TypeAlias = "tuple[int, dict[Any, tuple[int, int]]]"

#: An expression whose numerator would have more terms than this when it is multiplied out is not attempted.
MAX_TERMS = 50_000


def vanishes_identically(expr: Any) -> bool:
    """True when the normal form of ``expr`` is empty; False when it is not, which decides nothing by itself.

    Raises `UndefinedAtPoint` when a divisor has an empty normal form, `LimitError` when the work would be too much.
    """
    return vanish_identically((expr,))


def vanish_identically(exprs: Iterable[Any]) -> bool:
    """Whether `vanishes_identically` is true of each, up to the first of which it is not."""
    roots = _Roots()
    return all(roots.is_zero(expr) for expr in exprs)


def terms_when_expanded(expr: Any) -> int:
    """A rough upper estimate of the terms of the numerator over a common denominator, without expanding anything."""
    return _estimate(expr, {})[0]


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
        return _cleared(power, below), {expr.base: (power, above)}
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


def _cleared(power: int, below: dict[Any, tuple[int, int]]) -> int:
    """The terms of what moves above the bar when a fraction is inverted."""
    return prod(size ** (e * power) for e, size in below.values())


class _Roots:
    """The symbols that stand for roots and opaque functions, in order of creation."""

    def __init__(self) -> None:
        self.symbols: dict[Any, Any] = {}
        self.squares: dict[Any, Any] = {}
        self.stripped: dict[Any, Any] = {}
        self.roots: dict[Any, Any] = {}
        self.zeros: dict[Any, bool] = {}
        self.estimates: dict[Any, Estimate] = {}

    def is_zero(self, expr: Any) -> bool:
        return self.has_empty_numerator(self.strip(expr))

    def has_empty_numerator(self, stripped: Any) -> bool:
        """Whether the reduced numerator of an expression without roots is 0."""
        if stripped not in self.zeros:
            terms = _estimate(stripped, self.estimates)[0]
            if terms > MAX_TERMS:
                raise LimitError(
                    f"about {terms} terms when multiplied out; the limit is {MAX_TERMS}", hint="a smaller size"
                )
            self.zeros[stripped] = numerator_vanishes(stripped, self.squares)
        return self.zeros[stripped]

    def strip(self, expr: Any) -> Any:
        """The expression with symbols in place of roots and functions, from the inside out."""
        if expr not in self.stripped:
            self.stripped[expr] = self._strip(expr)
        return self.stripped[expr]

    def _strip(self, expr: Any) -> Any:
        if expr in (sympy.zoo, sympy.nan, sympy.oo):
            raise UndefinedAtPoint("SymPy met a division by zero")
        if expr is sympy.I:
            raise UndefinedAtPoint("a radicand is negative")
        if not expr.args:
            return expr
        if isinstance(expr, sympy.Pow) and isinstance(expr.exp, sympy.Rational) and expr.exp.q <= 2:
            return self.power(self.strip(expr.base), expr.exp)
        arguments = [self.strip(arg) for arg in expr.args]
        if isinstance(expr, sympy.Add | sympy.Mul):
            return expr.func(*arguments)
        if isinstance(expr, sympy.Abs):
            return self.root(arguments[0] ** 2)
        return self.symbol((expr.func, *(sympy.cancel(argument) for argument in arguments)))

    def power(self, base: Any, exponent: Any) -> Any:
        if exponent < 0 and self.has_empty_numerator(base):
            raise UndefinedAtPoint("a divisor is identically zero at these sizes")
        return base**exponent if exponent.q == 1 else self.root(base) ** exponent.p

    def symbol(self, key: Any, square: Any = None) -> Any:
        """The symbol of a root or function, with r² = ``square`` for a root."""
        if key not in self.symbols:
            self.symbols[key] = sympy.Dummy(f"r{len(self.symbols)}")
            if square is not None:
                self.squares[self.symbols[key]] = square
        return self.symbols[key]

    def reduce(self, polynomial: Any) -> Any:
        """Replace r² by P, the latest root first."""
        for root, square in reversed(self.squares.items()):
            if not polynomial.has(root):
                continue
            terms = sympy.Poly(polynomial, root).terms()
            polynomial = sympy.expand(sympy.Add(*(c * square ** (k // 2) * root ** (k % 2) for (k,), c in terms)))
        return polynomial

    def root(self, radicand: Any) -> Any:
        """√(p/q) = √(pq) / |q|."""
        if radicand not in self.roots:
            self.roots[radicand] = self._root(radicand)
        return self.roots[radicand]

    def _root(self, radicand: Any) -> Any:
        above, below = (self.reduce(sympy.expand(part)) for part in sympy.fraction(sympy.together(radicand)))
        if below.is_Rational:
            return self.polynomial_root(above / below)
        return self.polynomial_root(sympy.expand(above * below)) / self.polynomial_root(sympy.expand(below**2))

    def polynomial_root(self, polynomial: Any) -> Any:
        """√p, split along the factors of p."""
        if polynomial == 0:
            return sympy.Integer(0)
        content, factors = sympy.factor_list(polynomial)
        sign, result, rest = 1, sympy.Integer(1), sympy.Integer(1)
        if content.is_Rational:
            sign = -1 if content < 0 else 1
            result = self.number_root(abs(content))
        else:
            factors = [*factors, (content, 1)]
        for factor, exponent in factors:
            if factor.is_nonpositive:
                factor, sign = -factor, sign * (-1) ** exponent
            half, odd = divmod(exponent, 2)
            if factor.is_nonnegative:
                result *= factor**half * (self.symbol(("root", factor), factor) if odd else 1)
                continue
            result *= factor ** (half - half % 2)
            if half % 2:
                result *= self.symbol(("abs", self.same_up_to_sign(factor)), sympy.expand(factor**2))
            if odd:
                rest *= factor
        rest = sympy.expand(sign * rest)
        if rest.is_negative:
            raise UndefinedAtPoint("a radicand is negative")
        return result if rest == 1 else result * self.symbol(("root", rest), rest)

    def same_up_to_sign(self, factor: Any) -> Any:
        """One key for f and −f."""
        return min(factor, sympy.expand(-factor), key=lambda value: value.sort_key())

    def number_root(self, value: Any) -> Any:
        """√(n/d) for positive n/d: a rational number times roots of primes."""
        result = sympy.Rational(1, value.q)
        for prime, exponent in sympy.factorint(value.p * value.q, limit=TRIAL_LIMIT).items():
            result *= sympy.Integer(prime) ** (exponent // 2)
            if exponent % 2:
                result *= self.symbol(("root", sympy.Integer(prime)), sympy.Integer(prime))
        return result


#: The sign conditions of a property, as tests of a number.
SIGNS: dict[str, Callable[[Any], bool]] = {
    "positive": lambda value: bool(value > 0),
    "nonneg": lambda value: bool(value >= 0),
    "nonzero": lambda value: bool(value != 0),
}
