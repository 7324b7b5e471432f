"""Answers for all N at one N and with numbers: against what SymPy and elimination find for the matrix written out."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
import sympy
from sympy import QQ
from sympy.polys.matrices import DomainMatrix

import derive
from derive import Point
from derive.errors import InputError
from derive.evaluate.arrays import transpose
from derive.evaluate.evaluate import evaluate
from derive.evaluate.linear import in_span, null_space
from derive.language.build import diag, dot, norm, outer, scalar, vector
from derive.language.hypotheses import equal, not_zero
from derive.language.terms import Symbol, Term
from derive.statements.null_space import Side
from tests.words import N, a, eye, one, u, v, w, x

z = scalar("z")
g, h = vector("g", N), vector("h", N, "nonzero")
Pi, G = eye - outer(one, one) / N, diag(g)
alpha = 1 / h
Pi2 = eye - outer(alpha, alpha) / norm(alpha) ** 2

MATRICES: dict[str, Term] = {
    "a diagonal": G,
    "centring": Pi,
    "the affine part": G * Pi,
    "the Gram matrix": G * Pi * G,
    "its inverse on the hyperplane": Pi2 * diag(h) ** -2 * Pi2,
    "rank one": G + outer(u, v),
    "rank one alone": outer(u, v),
    "rank two": G + outer(u, v) + outer(w, x),
    "rank three": G + outer(u, v) + outer(w, x) + outer(x, u),
}
SYMBOLS = (g, h, u, v, w, x)


def points(seed: int) -> list[Point]:
    """Sizes 1 to 6 with zeros, repeated numbers and both signs; h without zeros; and all data 0 or 1."""
    drawn = random.Random(seed)
    few = [Fraction(0), Fraction(0), Fraction(1), Fraction(1), Fraction(-1), Fraction(2, 3), Fraction(-7, 5)]
    found = []
    for size in (1, 1, 2, 2, 3, 4, 6):
        data = {symbol: tuple(drawn.choice(few) for _ in range(size)) for symbol in SYMBOLS}
        data[h] = tuple(each or Fraction(3, 4) for each in data[h])
        found.append(Point({N: size}, data))
    return [*found, Point({N: 3}, {**dict.fromkeys(SYMBOLS, (0, 0, 0)), h: (1, 1, 1)})]


def by_sympy(value: Any) -> list[Fraction]:
    """The coefficients of det(zI − M) of a matrix of fractions, that of the highest power first."""
    rows = [[QQ(entry.numerator, entry.denominator) for entry in row] for row in value]
    found = DomainMatrix(rows, (len(rows), len(rows)), QQ).charpoly()
    return [Fraction(int(c.numerator), int(c.denominator)) for c in found]


@pytest.mark.parametrize("name", MATRICES)
def test_characteristic_polynomials(name: str) -> None:
    """As SymPy's of the matrix written out."""
    answer = derive.charpoly(MATRICES[name], z)
    for point in points(len(name)):
        assert list(answer.coefficients_at(point)) == by_sympy(evaluate(MATRICES[name], point))


def test_a_large_size() -> None:
    """N = 300: the roots are eigenvalues with the multiplicities of a theorem, and SymPy reads the coefficients."""
    answer = derive.charpoly(G * Pi * G, z)
    gains = [Fraction(3, 2)] * 100 + [Fraction(0)] * 100 + [Fraction(-7, 3)] * 100
    letter = sympy.Symbol("z")
    found = sympy.Poly(answer.coefficients_at(Point({N: 300}, {g: gains})), letter)
    assert (found.degree(), found.LC()) == (300, 1)
    first, second = sympy.Rational(9, 4), sympy.Rational(49, 9)
    rest, remainder = sympy.div(found, sympy.Poly(letter**100, letter))
    assert remainder.is_zero
    for square in (first, second):
        rest, remainder = sympy.div(rest, sympy.Poly((letter - square) ** 99, letter))
        assert remainder.is_zero
    # Σ mₖ/(dₖ² − ζ) = 0 with three equal mₖ: the derivative of ζ (ζ − d₁²)(ζ − d₂²)
    assert rest * 3 == sympy.Poly(letter * (letter - first) * (letter - second), letter).diff(letter)


SPACES: dict[str, tuple[Term, Side]] = {
    "centring": (Pi, "right"),
    "the affine part": (G * Pi, "left"),
    "the affine part from the right": (G * Pi, "right"),
    "gains without zeros": (diag(h) * Pi, "left"),
    "the Gram matrix": (G * Pi * G, "right"),
    "its inverse on the hyperplane": (Pi2 * diag(h) ** -2 * Pi2, "right"),
    "an invertible diagonal": (diag(h), "right"),
    "a diagonal with zeros": (G, "right"),
}


@pytest.mark.parametrize("name", SPACES)
def test_null_spaces(name: str) -> None:
    """As many vectors as elimination finds for the matrix written out, independent ones of the same span."""
    matrix, side = SPACES[name]
    answer = derive.null_space(matrix, side)
    for point in points(len(name)):
        value: Any = evaluate(matrix, point)
        expected = null_space(transpose(value) if side == "left" else value)
        found = answer.basis_at(point)
        assert len(found) == len(expected)
        assert all(in_span(vector_, found) for vector_ in expected)


def test_hypotheses_and_declarations_are_asked() -> None:
    """Data for which the answer was not proved are refused, with what it assumes."""
    charpoly = derive.charpoly(Pi2 * diag(h) ** -2 * Pi2, z)
    with pytest.raises(InputError, match="the answer is for data with hₙ ≠ 0 for every n"):
        charpoly.coefficients_at(Point({N: 2}, {h: (1, 0)}))
    space = derive.null_space(eye + outer(u, v), hypotheses=[equal(dot(u, v), -1)])
    assert space.basis_at(Point({N: 2}, {u: (1, 2), v: (1, -1)})) == ((1, 2),)
    with pytest.raises(InputError, match="the answer is for data with u · v = -1"):
        space.basis_at(Point({N: 2}, {u: (1, 2), v: (1, 1)}))
    s = Pi * a
    two = derive.null_space(Pi - outer(s, s) / norm(s) ** 2, hypotheses=[not_zero(s)])
    assert len(two.basis_at(Point({N: 3}, {a: (1, 2, 4)}))) == 2
    with pytest.raises(InputError, match="the answer is for data with"):
        two.basis_at(Point({N: 3}, {a: (2, 2, 2)}))


def test_where_the_matrix_is_not_defined() -> None:
    """What cancels in the answer is still asked of the data: g/g is 1 where no gain is 0."""
    answer = derive.charpoly(diag(g / g) * Pi, z)
    assert answer.coefficients_at(Point({N: 2}, {g: (2, 3)})) == (1, -1, 0)
    with pytest.raises(InputError, match="the answer is for data with gₙ ≠ 0 for every n"):
        answer.coefficients_at(Point({N: 2}, {g: (2, 0)}))


def test_other_questions_are_refused() -> None:
    """A polynomial has no basis, a null space no coefficients; data that are missing are named."""
    polynomial, space = derive.charpoly(G * Pi, z), derive.null_space(G * Pi)
    point = Point({N: 2}, {g: (1, 0)})
    with pytest.raises(InputError, match="has no basis"):
        polynomial.basis_at(point)
    with pytest.raises(InputError, match="has no coefficients"):
        space.coefficients_at(point)
    with pytest.raises(InputError, match="no data for 'g'"):
        polynomial.coefficients_at(Point({N: 2}))
    with pytest.raises(InputError, match="no size for the dimension N"):
        polynomial.coefficients_at(Point())


def test_what_is_not_proved_says_nothing() -> None:
    """Not of numbers, either."""
    answer = derive.charpoly(G * Pi, z)
    undecided = replace(answer, status="unsupported", reason="for the sake of the test")
    with pytest.raises(InputError, match="not proved says nothing of numbers"):
        undecided.coefficients_at(Point({N: 2}, {g: (1, 0)}))


def test_symbols_of_sympy() -> None:
    """Where the matrix is one of SymPy, its symbols stand for those of the answer."""
    n = sympy.Symbol("N")
    ones = sympy.OneMatrix(n, 1)
    c = sympy.MatrixSymbol("c", n, 1)
    answer = derive.charpoly(sympy.Identity(n) - c * ones.T / n, sympy.Symbol("z"))
    data = derive.from_sympy(c)
    assert isinstance(data, Symbol)
    assert answer.coefficients_at(Point({N: 2}, {data: (1, 3)})) == (1, 0, -1)
