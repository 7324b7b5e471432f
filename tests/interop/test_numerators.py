"""Numerators over a common denominator, in a ring: the same zeros as SymPy's own `together` and `expand`."""

from __future__ import annotations

import random
from typing import Any

import pytest
import sympy

from derive.interop import quotients
from derive.interop.crosscheck import examine
from derive.interop.explicit import to_explicit
from derive.interop.expressions import multiplied_out, slope
from derive.interop.field import Field
from derive.language.build import det, diag, dimension, grad, hadamard, identity, norm, vector
from tests.interop.asked import vanishes_identically

x, y, z = SYMBOLS = sympy.symbols("x y z", real=True)
r = sympy.sqrt(x**2 + 1)
s = sympy.sqrt(r + y)


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
    assert vanishes_identically(expr) == (sympy.expand(sympy.fraction(together)[0]) == 0)
    assert vanishes_identically(sympy.Add(expr, -sympy.cancel(together), evaluate=False))
    assert not vanishes_identically(expr - sympy.cancel(together) + sympy.Rational(1, 7))


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
    assert vanishes_identically(expr) is vanishes


def test_what_has_no_element_is_refused() -> None:
    """A function of two arguments."""
    with pytest.raises(sympy.PolynomialError, match="in an expression"):
        vanishes_identically(sympy.atan2(x, y) + y)


@pytest.mark.parametrize("seed", range(8))
def test_derivatives_are_those_of_sympy(seed: int) -> None:
    """Of random rational expressions, and of roots and functions of them: in the field, and as expressions."""
    expr = rational(random.Random(seed), 2)
    for each in (expr, x * sympy.sqrt(expr**2 + 1), sympy.exp(expr) / (1 + sympy.tanh(expr * y)), sympy.Abs(expr - y)):
        field = Field()
        found = field.derivative(field.of(each), field.of(x))
        squares = sympy.diff(each, x).replace(
            lambda part: isinstance(part, sympy.sign), lambda part: sympy.Abs(*part.args) / part.args[0]
        )
        assert field.vanishes(found - field.of(squares))
        assert sympy.expand(slope(each, x) - sympy.diff(each, x)) == 0


def test_a_ring_grows() -> None:
    """Elements made before and after more variables are met are those of one field."""
    field = Field()
    letters = sympy.symbols("a:12", real=True)
    first = field.of(1 / (letters[0] + letters[1]) + letters[2])
    last = [field.of(letter * sympy.sqrt(letter**2 + 1)) for letter in letters]
    both = field.of(1 / (letters[0] + letters[1]) + letters[2] + letters[11] * sympy.sqrt(letters[11] ** 2 + 1))
    assert field.vanishes(first + last[11] - both)
    assert not field.vanishes(first + last[10] - both)


@pytest.mark.parametrize(("terms", "degree"), [(3, 2), (3, 3)])
def test_long_squares_leave_the_root(terms: int, degree: int) -> None:
    """A polynomial that is too long to be factored is still known to be a square, or none."""
    letters = sympy.symbols(f"a:{terms + 3}", real=True)
    f = sum((n + 1) * letter**degree for n, letter in enumerate(letters)) + letters[0] * letters[1]
    assert vanishes_identically(sympy.sqrt(sympy.expand(f**2)) - sympy.Abs(f))
    assert not vanishes_identically(sympy.sqrt(sympy.expand(f**2 + 1)) - sympy.Abs(f))


@pytest.mark.parametrize(
    "radicand", [x**400 + y**300 + 1, x**80 - y**60 + 1 / z, (x**20 + y + 1) * (x**20 + y + 2), x**12 / (x - y - z)]
)
def test_high_degrees_are_left_below_the_root(radicand: Any) -> None:
    """What is too large to be factored is one radicand: that costs answers, and no time."""
    field = Field()
    root = field.of(sympy.sqrt(radicand))
    assert field.vanishes(root**2 - field.of(radicand))
    assert not field.vanishes(root - field.of(x))
    assert field.done < 2_000


def test_what_is_too_large_may_be_denied_at_a_point(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a derivative is in it, which is written out once for each part that occurs in it many times."""
    N = dimension("N")
    a, b = vector("a", N), vector("b", N)
    long = norm(hadamard(b, norm(hadamard(a, a) + b) * a + b) + a) ** 3 / (norm(a + b) ** 2 * norm(hadamard(a, b) + b))
    lhs, rhs = grad(long, a), grad(long, a) + b
    monkeypatch.setattr(quotients, "MAX_WORK", 2_000)
    assert examine(lhs, rhs, 4, refute=False).reason.startswith("too large")
    assert examine(lhs, rhs, 4).result is False


def test_roots_of_one_field_are_known_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Questions that share a field write a term with a root out once; alone each has the same answer."""
    N = dimension("N")
    a = vector("a", N)
    roots: list[Any] = []
    root = Field.root
    monkeypatch.setattr(Field, "root", lambda self, element: roots.append(element) or root(self, element))
    equations = [(norm(a) * k, k / norm(a) * norm(a) ** 2) for k in (1, 2, 3)]
    field = Field()
    assert all(examine(lhs, rhs, 3, (), field).result for lhs, rhs in equations)
    assert len(roots) == 1
    assert all(examine(lhs, rhs, 3).result for lhs, rhs in equations)
    assert len(roots) == 4


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
