"""Elimination in matrices of rationals, in integers: each row times its denominators, and every division is exact.

With the pivots d₀ = 1, d₁, d₂, … a step takes another row to (dₖ row − entry · pivot row)/dₖ₋₁, whose entries are minors
(Bareiss, *Sylvester's identity and multistep integer-preserving Gaussian elimination*, 1968).  What comes out is what
elimination with fractions gives, each of which is reduced once, at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm, prod
from typing import Any

Row = Sequence[int | Fraction]

_RATIONAL = frozenset((int, Fraction))


def are_rational(rows: Iterable[Iterable[Any]]) -> bool:
    """Is every entry an int or a fraction?"""
    return all(_RATIONAL.issuperset(map(type, row)) for row in rows)


def reduce_rows(matrix: Sequence[Row], columns: int) -> tuple[tuple[tuple[Fraction, ...], ...], tuple[int, ...]]:
    """The reduced row echelon form in the first ``columns`` columns, and the pivot columns."""
    scales, rows = _whole(matrix)
    pivots: list[int] = []
    before = 1
    for column in range(columns):
        place = len(pivots)
        found = _pivot(rows, place, column)
        if found is None:
            continue
        rows[place], rows[found] = rows[found], rows[place]
        scales[found], scales[place] = scales[place], 1  # a row with a pivot comes out the same by any factor
        _clear(rows, (i for i in range(len(rows)) if i != place), place, column, before)
        before = rows[place][column]
        pivots.append(column)
    reduced = [tuple([Fraction(x, before * scale) for x in row]) for scale, row in zip(scales, rows, strict=True)]
    return tuple(reduced), tuple(pivots)


def determinant(matrix: Sequence[Row]) -> Fraction:
    """det A: the last pivot, but for the sign of exchanges."""
    scales, rows = _whole(matrix)
    size, sign, before = len(rows), 1, 1
    for place in range(size):
        found = _pivot(rows, place, place)
        if found is None:
            return Fraction(0)
        if found != place:
            rows[place], rows[found], sign = rows[found], rows[place], -sign
        _clear(rows, range(place + 1, size), place, place, before)
        before = rows[place][place]
    return Fraction(sign * before, prod(scales))


def has_positive_minors(matrix: Sequence[Row]) -> bool:
    """Is every leading minor > 0?  They are the pivots, by positive factors."""
    _, rows = _whole(matrix)
    before = 1
    for place in range(len(rows)):
        if rows[place][place] <= 0:
            return False
        _clear(rows, range(place + 1, len(rows)), place, place, before)
        before = rows[place][place]
    return True


def _whole(matrix: Sequence[Row]) -> tuple[list[int], list[list[int]]]:
    """The denominators of the rows, and the rows times them."""
    scales = [lcm(*[entry.denominator for entry in row]) for row in matrix]
    return scales, [[int(entry * scale) for entry in row] for scale, row in zip(scales, matrix, strict=True)]


def _pivot(rows: list[list[int]], place: int, column: int) -> int | None:
    """The first row from a place on with an entry ≠ 0 in a column."""
    return next((i for i in range(place, len(rows)) if rows[i][column]), None)


def _clear(rows: list[list[int]], cleared: Iterable[int], place: int, column: int, before: int) -> None:
    """Make the entries of rows in a column 0, by the row of a pivot; ``before`` is the pivot before."""
    above = rows[place]
    pivot = above[column]
    for i in cleared:
        entry = rows[i][column]
        rows[i] = [(pivot * x - entry * y) // before for x, y in zip(rows[i], above, strict=True)]
