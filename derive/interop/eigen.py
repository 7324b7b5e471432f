"""Eigenvalues and eigenvectors of a matrix of rational numbers, by SymPy."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sympy


def rational_eigenvalues(rows: Sequence[Sequence[Fraction]]) -> tuple[Fraction, ...] | None:
    """The eigenvalues of a square matrix, each as often as it occurs; None if some are not rational.

    >>> rational_eigenvalues([[Fraction(2), Fraction(1)], [Fraction(1), Fraction(2)]])
    (Fraction(1, 1), Fraction(3, 1))
    """
    import sympy

    z = sympy.Symbol("z")
    roots = sympy.roots(_matrix(rows).charpoly(z).as_expr(), z, filter="Q")
    if sum(roots.values()) != len(rows):
        return None
    return tuple(sorted(Fraction(int(root.p), int(root.q)) for root, times in roots.items() for _ in range(times)))


def eigenspace(rows: Sequence[Sequence[Fraction]], value: Fraction) -> tuple[tuple[Fraction, ...], ...]:
    """A basis of the eigenspace of an eigenvalue; empty if it is none."""
    import sympy

    shifted = _matrix(rows) - _rational(value) * sympy.eye(len(rows))
    return tuple(tuple(Fraction(int(entry.p), int(entry.q)) for entry in vector) for vector in shifted.nullspace())


def _matrix(rows: Sequence[Sequence[Fraction]]) -> sympy.Matrix:
    import sympy

    return sympy.Matrix([[_rational(entry) for entry in row] for row in rows])


def _rational(number: Fraction) -> sympy.Rational:
    import sympy

    return sympy.Rational(number.numerator, number.denominator)
