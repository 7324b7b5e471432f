"""Functions of square matrices between SymPy and terms: exp(M) and log(M) are of the matrix, applyfunc of each entry."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
import sympy
from sympy import Identity, MatrixSymbol, OneMatrix, Rational, Symbol, ZeroMatrix

import derive
from derive.errors import AmbiguityError, InputError
from derive.interop.explicit import to_explicit
from derive.interop.from_sympy import from_sympy
from derive.interop.to_sympy import to_sympy
from derive.language import build as b
from derive.language.terms import Function, MatrixFunction, Power, Term

N, K = sympy.symbols("N K", integer=True, positive=True)
t = Symbol("t", real=True)
A, B, X = MatrixSymbol("A", N, N), MatrixSymbol("B", N, N), MatrixSymbol("X", N, K)

DIM = b.dimension("N")
OWN = b.matrix("A", DIM, DIM)


@pytest.mark.parametrize(
    ("expr", "kind", "name"),
    [
        (sympy.exp(A), MatrixFunction, "exp"),
        (sympy.exp(t * A), MatrixFunction, "exp"),
        (sympy.exp(A + B), MatrixFunction, "exp"),
        (sympy.log(A), MatrixFunction, "log"),
        (sympy.exp(ZeroMatrix(N, N)), MatrixFunction, "exp"),
        (A.applyfunc(sympy.exp), Function, "exp"),
        (A.applyfunc(sympy.tanh), Function, "tanh"),
        (sympy.exp(X), Function, "exp"),
        (sympy.exp(OneMatrix(N, 1)), Function, "exp"),
        (sympy.exp(t), Function, "exp"),
    ],
    ids=str,
)
def test_readings(expr: sympy.Basic, kind: type, name: str) -> None:
    """Of a square matrix SymPy's exp and log are of the whole of it."""
    term = from_sympy(expr)
    assert isinstance(term, kind)
    assert term.name == name  # type: ignore[attr-defined]


def test_tanh_is_refused() -> None:
    """What SymPy leaves unsaid has two readings."""
    with pytest.raises(AmbiguityError, match="tanh of a square matrix") as caught:
        from_sympy(sympy.tanh(A))
    assert "applyfunc" in str(caught.value)


@pytest.mark.parametrize("exponent", [Rational(1, 2), Rational(-3, 2)])
def test_principal_powers(exponent: sympy.Rational) -> None:
    """A half-integer MatPow is the principal power, both ways."""
    term = from_sympy(A**exponent)
    assert term == Power(OWN, F(exponent.p, exponent.q))
    assert to_sympy(term) == A**exponent


@pytest.mark.parametrize(
    "term", [b.matrix_exp(OWN), b.matrix_log(OWN), b.entrywise("exp", OWN), b.entrywise("tanh", OWN)], ids=repr
)
def test_round_trip(term: Term) -> None:
    """What is written for SymPy reads back."""
    assert from_sympy(to_sympy(term)) == term


@pytest.mark.parametrize("term", [b.matrix_exp(OWN), Power(OWN, F(1, 2))], ids=["exp", "a root"])
def test_no_explicit_form(term: Term) -> None:
    """Written out at a size they are refused, and never taken entry by entry."""
    with pytest.raises(InputError, match="has no explicit SymPy form"):
        to_explicit(term, 2)


@pytest.mark.parametrize(
    ("left", "right", "status"),
    [
        (sympy.exp(ZeroMatrix(N, N)), Identity(N), "proved"),
        (sympy.exp(ZeroMatrix(N, N)), OneMatrix(N, N), "refuted"),
        (sympy.exp(A.T), sympy.exp(A), "refuted"),
        (A.applyfunc(sympy.exp), sympy.exp(A), "refuted"),
        (sympy.exp(A + B), sympy.exp(B + A), "proved"),
        (A ** Rational(1, 2), A, "refuted"),
    ],
    ids=str,
)
def test_verdicts(left: sympy.Basic, right: sympy.Basic, status: str) -> None:
    """From SymPy to a verdict."""
    assert derive.prove(left, right).status == status
