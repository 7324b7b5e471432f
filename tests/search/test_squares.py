"""The squares that are tried beside a polynomial: those by which it is one, or a sum of such."""

from __future__ import annotations

import pytest

from derive.language import build as b
from derive.language.terms import Term
from derive.search.atoms import Atoms
from derive.search.combining import Squares
from derive.search.denominators import Denominators
from derive.search.facts import Facts
from derive.search.polynomials import Polynomial
from tests.words import u, v

x, y, z, s = b.scalar("x"), b.scalar("y"), b.scalar("z"), b.scalar("s", "positive")


def surroundings(scalar: Term) -> tuple[Atoms, Polynomial, list[Polynomial]]:
    """The atoms of a scalar, its polynomial, and those of the squares beside it."""
    atoms = Atoms(scalar, ())
    facts = Facts(atoms, Denominators(atoms), (), ())
    polynomial = atoms.polynomial(*atoms.difference)
    return atoms, polynomial, [fact.polynomial for fact in Squares(polynomial, atoms, facts).all()]


@pytest.mark.parametrize(
    "scalar",
    [
        x**2 - 2 * x * y + y**2,
        4 * x**2 + 12 * x * y + 9 * y**2,
        x**4 - 2 * x**2 * y + y**2,
        s * x**2 - 2 * s * x * y + s * y**2,
        b.dot(u, u) - 2 * x * b.dot(u, v) + x**2 * b.dot(v, v),
        y**2 * b.dot(u, u) + 2 * x * y * b.dot(u, v) + x**2 * b.dot(v, v),
    ],
)
def test_a_square_is_among_them(scalar: Term) -> None:
    """What is a square of two terms, times what is ≥ 0, is one of the squares."""
    _, polynomial, squares = surroundings(scalar)
    assert polynomial in squares


def test_squares_are_completed() -> None:
    """Elimination takes (x + 2y + z)² from a sum with it, and then (y + 3z)² from what is left."""
    atoms, _, squares = surroundings((x + 2 * y + z) ** 2 + (y + 3 * z) ** 2 + z**2)
    for part in (x + 2 * y + z) ** 2, (y + 3 * z) ** 2:
        assert atoms.polynomial(*atoms.form(part)) in squares


def test_what_has_no_squares_has_none() -> None:
    """Beside x y there is only (x ± y)²."""
    _, _, squares = surroundings(x * y)
    assert len(squares) == 2
