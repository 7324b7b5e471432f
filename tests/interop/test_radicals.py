"""The normal form of rational functions with square roots: sound, and strong enough for the forms of LayerNorm."""

from __future__ import annotations

from typing import Any

import pytest
import sympy
from sympy import Abs, exp, sqrt

from derive.errors import LimitError, UndefinedAtPoint
from derive.interop.expressions import EXPRESSIONS
from tests.interop.asked import vanishes_identically

x, y, z = sympy.symbols("x y z", real=True)
p, q = sympy.symbols("p q", positive=True)
f = x**2 + y**2 - x * y  # irreducible, of unknown sign to SymPy

ZERO: dict[str, Any] = {
    "zero": sympy.Integer(0),
    "binomial": (x + y) ** 2 - x**2 - 2 * x * y - y**2,
    "rational": 1 / (x + 1) - 1 / (x - 1) + 2 / (x**2 - 1),
    "numbers": sqrt(6) - sqrt(2) * sqrt(3),
    "numbers below": 1 / sqrt(2) - sqrt(2) / 2,
    "nested numbers": sqrt(5 + 2 * sqrt(6)) ** 2 - 5 - 2 * sqrt(6),
    "content leaves the root": sqrt(4 * f + 4 * p) - 2 * sqrt(f + p),
    "fraction below the root": sqrt(f / 3 + p) * sqrt(3) - sqrt(f + 3 * p),
    "fraction with a letter below": sqrt(f / x**2) * Abs(x) - sqrt(f),
    "positive factors": sqrt(p * q) - sqrt(p) * sqrt(q),
    "square is the absolute value": sqrt((x - y) ** 2) - Abs(y - x),
    "even square": sqrt((x - y) ** 4) - (x - y) ** 2,
    "odd power": sqrt((x - y) ** 2 * f) - Abs(x - y) * sqrt(f),
    "absolute value squared": Abs(x * y - 1) ** 2 - (x * y - 1) ** 2,
    "rationalised": 1 / (sqrt(p) + sqrt(q)) * (p - q) - sqrt(p) + sqrt(q),
    "root in a root": sqrt(p + sqrt(q)) ** 4 - p**2 - 2 * p * sqrt(q) - q,
    "opaque function": exp((x + y) ** 2) - exp(x**2 + 2 * x * y + y**2),
}

NOT_ZERO: dict[str, Any] = {
    "sign of a root": sqrt(x**2) - x,
    "sum of roots": sqrt(p + q) - sqrt(p) - sqrt(q),
    "numbers": sqrt(6) - sqrt(2) - sqrt(3),
    "content": sqrt(4 * f) - 4 * sqrt(f),
    "near": sqrt(f + p) - sqrt(f + 2 * p),
    "opaque": exp(x) - exp(y),
    "different functions": exp(x) - sympy.tanh(x),
    "absolute": Abs(x + y) - Abs(x) - Abs(y),
}


@pytest.mark.parametrize("name", ZERO)
def test_identities_are_seen(name: str) -> None:
    """Identities with roots, absolute values and opaque functions have an empty normal form."""
    assert vanishes_identically(ZERO[name])


@pytest.mark.parametrize("name", NOT_ZERO)
def test_what_is_not_zero_is_not_said_to_be(name: str) -> None:
    """Near misses keep a normal form that is not empty."""
    assert not vanishes_identically(NOT_ZERO[name])


@pytest.mark.parametrize(
    "expr",
    [1 / (sqrt((x + y) ** 2 * p) - Abs(x + y) * sqrt(p)), sqrt(-1 - x**2 + x**2), sympy.zoo * x],
    ids=["hidden zero divisor", "negative radicand", "infinity"],
)
def test_undefined_is_an_error(expr: Any) -> None:
    """A divisor that vanishes identically, a negative radicand and SymPy's infinities are no values."""
    with pytest.raises(UndefinedAtPoint):
        vanishes_identically(expr)


def test_too_large_is_refused_before_it_is_expanded() -> None:
    """A product of many sums ends in a `LimitError`, and the estimate counts its terms."""
    letters = sympy.symbols("a:40")
    factors = [sum(letters[n : n + 4]) for n in range(0, 40, 4)]
    assert EXPRESSIONS.terms(sympy.Mul(*factors)) == 4**10
    with pytest.raises(LimitError, match="multiplied out"):
        vanishes_identically(sympy.Mul(*factors) - letters[0])


def test_the_estimate_counts_common_denominators() -> None:
    """1/p + 1/q needs two terms above its common denominator, (x + y)²/(p + q) + 1 three and two more."""
    assert EXPRESSIONS.terms(1 / p + 1 / q) == 2
    assert EXPRESSIONS.terms((x + y) ** 2 / (p + q) + 1) == 6
