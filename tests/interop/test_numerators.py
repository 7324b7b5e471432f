"""Numerators over a common denominator, in a ring: the same zeros as SymPy's own `together` and `expand`."""

from __future__ import annotations

import random
from typing import Any

import pytest
import sympy

from derive.interop import radicals
from derive.interop.explicit import to_explicit
from derive.interop.numerators import multiplied_out, numerator_vanishes
from derive.interop.radicals import vanish_identically, vanishes_identically
from derive.language.build import det, diag, dimension, identity, norm, vector

x, y, z = SYMBOLS = sympy.symbols("x y z", real=True)
r, s = sympy.Dummy("r"), sympy.Dummy("r")
SQUARES: dict[Any, Any] = {r: x**2 + 1, s: r + y}


def rational(source: random.Random, depth: int) -> Any:
    """A random rational expression, with quotients of sums in it."""
    if depth == 0:
        return source.choice((*SYMBOLS, sympy.Integer(source.randint(-2, 2)), sympy.Rational(source.randint(1, 3), 2)))
    parts = [rational(source, depth - 1) for _ in range(source.randint(2, 3))]
    match source.randrange(4):
        case 0:
            return sympy.Mul(*parts)
        case 1 if sympy.fraction(sympy.cancel(parts[0]))[0] != 0:
            return parts[0] ** source.choice((-1, -2))
        case _:
            return sympy.Add(*parts)


@pytest.mark.parametrize("seed", range(60))
def test_it_vanishes_where_the_numerator_of_sympy_does(seed: int) -> None:
    """Of an expression, of its difference with itself brought together, and of that with a bit changed."""
    source = random.Random(seed)
    expr = rational(source, 3)
    together = sympy.together(expr)
    assert numerator_vanishes(expr, {}) == (sympy.expand(sympy.fraction(together)[0]) == 0)
    assert numerator_vanishes(sympy.Add(expr, -sympy.cancel(together), evaluate=False), {})
    assert not numerator_vanishes(expr - sympy.cancel(together) + sympy.Rational(1, 7), {})


@pytest.mark.parametrize(
    ("expr", "vanishes"),
    [
        (r**2 - x**2 - 1, True),
        (r**2 - x**2, False),
        (1 / r - r / (x**2 + 1), True),
        (1 / r - r / (x**2 + 2), False),
        (s**4 - r**2 - 2 * r * y - y**2, True),
        (s**4 - x**2 - 1 - 2 * r * y - y**2, True),
        (s**4 - x**2 - 1 - r * y - y**2, False),
        (r**3 - r * (x**2 + 1), True),
        (r - x, False),
        (x / (x * y) - 1 / y, True),
        (sympy.Integer(0), True),
        (sympy.Rational(1, 3), False),
    ],
)
def test_squares_of_roots_are_replaced(expr: Any, vanishes: bool) -> None:
    """The latest root first: its square may hold earlier ones."""
    assert numerator_vanishes(expr, SQUARES) is vanishes


def test_what_is_no_rational_expression_is_refused() -> None:
    """Functions and roots have been replaced by symbols before."""
    with pytest.raises(sympy.PolynomialError, match="in a rational expression"):
        numerator_vanishes(sympy.sin(x) + y, {})


def test_the_roots_of_one_statement_are_factored_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The entries of a matrix have their roots in common; alone each has the same answer."""
    found: list[Any] = []
    factor_list = sympy.factor_list
    monkeypatch.setattr(radicals.sympy, "factor_list", lambda p: found.append(p) or factor_list(p))
    root = sympy.sqrt(x**2 + y**2 - x * y + 1)
    entries = [symbol * root**2 / root - symbol * root for symbol in SYMBOLS] + [x / root - x * root / (root**2)]
    entries += [sympy.Mul(symbol, 1 / (root + 1)) * (root + 1) - symbol + (1 / root) * root - 1 for symbol in SYMBOLS]
    entries += [symbol / (root + 2) - symbol * (2 - root) / (4 - (x**2 + y**2 - x * y + 1)) for symbol in SYMBOLS]
    assert vanish_identically(entries)
    once = len(found)
    assert once <= 2
    assert all(map(vanishes_identically, entries))
    assert len(found) > once
    assert not vanish_identically([*entries, root - 1])


@pytest.mark.parametrize("seed", range(20))
def test_multiplied_out_is_the_same_expression(seed: int) -> None:
    """No longer than what SymPy's `cancel` makes of it, which takes out more than whole divisors."""
    expr = rational(random.Random(seed), 2)
    found = multiplied_out(expr)
    assert sympy.cancel(found - expr) == 0
    above, below = sympy.fraction(found)
    assert above == sympy.expand(above)
    assert all(sympy.rem(above, q) != 0 for q in sympy.Mul.make_args(below) if q.free_symbols and above.free_symbols)


def test_roots_are_not_multiplied_out() -> None:
    """They are no rational expressions."""
    with pytest.raises(sympy.PolynomialError):
        multiplied_out(x / sympy.sqrt(y))


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_determinants_are_those_of_sympy(size: int) -> None:
    """With quotients in the entries, and with roots."""
    N = dimension("N")
    u, v = vector("u", N), vector("v", N)
    for matrix in (diag(u) + u * v.T / N, identity(N) - u * v.T / norm(v) ** 2, identity(N) - u * v.T / norm(v)):
        expected = to_explicit(matrix, size).det(method="laplace")
        assert sympy.simplify(to_explicit(det(matrix), size) - expected) == 0
