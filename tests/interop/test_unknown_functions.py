"""Unknown functions as SymPy's undefined ones, in and out."""

from __future__ import annotations

from typing import Any

import pytest
import sympy

import derive
from derive.errors import InputError
from derive.interop.code import python_code
from derive.language.terms import Term
from tests.words import A, i, v

F, s = derive.function("F"), derive.scalar("s")
f, g = sympy.Function("f"), sympy.Function("g")
x, y = sympy.symbols("x y", real=True)
n = sympy.Symbol("N", integer=True, positive=True)
V, position = sympy.MatrixSymbol("v", n, 1), sympy.Symbol("i", integer=True)


@pytest.mark.parametrize(
    "term",
    [
        F(s),
        F.derivative(s),
        F.derived(3)(2 * s),
        F(F(s)),
        F(v),
        F.derivative(v),
        F(A),
        F(v[i]),
        F.derivative(v[i]),
        F(v)[i],
    ],
)
def test_there_and_back(term: Term) -> None:
    """A value, and a derivative, of a number, of components, of each entry."""
    assert derive.from_sympy(derive.to_sympy(term)) == term
    assert derive.from_sympy(derive.to_sympy(term, evaluate=False)) == term


@pytest.mark.parametrize(
    ("lhs", "rhs", "status"),
    [
        (f(x + y), f(y + x), "proved"),
        (f(g(x)).diff(x), sympy.Subs(sympy.Derivative(f(y), y), y, g(x)) * g(x).diff(x), "proved"),
        (f(g(x)).diff(x), f(x).diff(x) * g(x).diff(x), "refuted"),
        (f(2 * x).diff(x), 2 * f(2 * x).fdiff(), "proved"),
        (f(2 * x).diff(x), f(2 * x).fdiff(), "refuted"),
        (f(x).diff(x, 2), f(x).diff(x), "refuted"),
        ((f(x) * g(x)).diff(x), f(x) * g(x).diff(x) + g(x) * f(x).diff(x), "proved"),
        (f(x), g(x), "refuted"),
        (f(-x), -f(x), "refuted"),
        (V.applyfunc(f) + V, V + V.applyfunc(f), "proved"),
        (V.applyfunc(f)[position, 0], f(V[position, 0]), "proved"),
        (V.applyfunc(f)[position, 0], g(V[position, 0]), "refuted"),
    ],
)
def test_decided(lhs: Any, rhs: Any, status: str) -> None:
    """What SymPy says of undefined functions."""
    verdict = derive.prove(lhs, rhs)
    assert verdict.status == status
    assert any("real functions f" in note for note in verdict.notes)


@pytest.mark.parametrize(
    ("expr", "message"),
    [
        (f(x, y), "of 2 arguments"),
        (f(V), "applyfunc"),
        (f(sympy.Symbol("z")), "complex"),
        (sympy.Function("f", positive=True)(x), "is declared with"),
        (f(x) + sympy.Function("f", real=True)(x), "and of something else"),
        (sympy.Function("x")(x), "and of something else"),
        (sympy.Function("exp")(x), "a function of the language"),
        (sympy.Derivative(x * f(x), x), "the SymPy class Derivative"),
        (sympy.Subs(f(x) * x, x, y), "the SymPy class Subs"),
        (sympy.Derivative(f(x), y), "the SymPy class Derivative"),
    ],
)
def test_refused(expr: Any, message: str) -> None:
    """What is no unknown function of a number is refused by its name."""
    with pytest.raises(InputError, match=message):
        derive.from_sympy(expr)


def test_written_out() -> None:
    """Entries, and their derivatives, at one size."""
    first, second = sympy.symbols("v_1 v_2", real=True)
    undefined = sympy.Function("F")
    assert derive.to_explicit(F(v), 2) == sympy.Matrix([undefined(first), undefined(second)])
    gradient = derive.to_explicit(derive.grad(derive.sum_(i, F(v[i])), v), 2)
    assert gradient == sympy.Matrix([undefined(first).diff(first), undefined(second).diff(second)])


def test_no_code() -> None:
    """A line with one has no code, and says why."""
    for term in (F(s), F.derivative(s), F(v), F.derivative(v)):
        assert "None,  # 1: an unknown function" in python_code([term])
