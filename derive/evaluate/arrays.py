"""Arrays as nested tuples, and the loops of linear algebra over them.

A scalar is a bare number, a vector or a row a tuple, a matrix a tuple of rows.  Determinants are computed without
division (Bird, *A simple division-free algorithm for computing determinants*, 2011), hence also of singular matrices of
duals; inverses by Gauss–Jordan with pivots that are certainly not 0; pseudo-inverses by rank factorisation
M = C F, M⁺ = Fᵀ (F Fᵀ)⁻¹ (Cᵀ C)⁻¹ Cᵀ.  Where all entries are rational, elimination is in integers (`rationals`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product as every
from math import gcd
from operator import mul
from typing import Any, TypeAlias

from derive.errors import UndefinedAtPoint
from derive.evaluate import rationals
from derive.evaluate.duals import Dual, Entry, real_part, reciprocal
from derive.evaluate.numbers import ONE, ZERO, is_zero

#: Nested tuples of entries; how deep is known from the shape of the term, not from the type.
Array: TypeAlias = Any
Vector = tuple[Entry, ...]
Matrix = tuple[Vector, ...]

_INT = frozenset((int,))


def fill(sizes: tuple[int, ...], entry: Callable[..., Entry], *at: int) -> Array:
    """The array of these sizes with ``entry(i, j, …)`` at each position, counted from 0."""
    if not sizes:
        return entry(*at)
    return tuple(fill(sizes[1:], entry, *at, i) for i in range(sizes[0]))


def laid_out(found: list[Entry], sizes: tuple[int, ...]) -> Array:
    """The vector or matrix of these sizes with its entries row after row."""
    width = sizes[-1]
    return (
        tuple(found) if len(sizes) == 1 else tuple(tuple(found[at : at + width]) for at in range(0, len(found), width))
    )


def apply(function: Callable[..., Entry], *arrays: Array) -> Array:
    """A function applied position by position."""
    first = arrays[0]
    if not isinstance(first, tuple):
        return function(*arrays)
    if first and isinstance(first[0], tuple):
        return tuple([apply(function, *parts) for parts in zip(*arrays, strict=True)])
    if len(arrays) == 1:
        return tuple(map(function, first))
    return tuple([function(*parts) for parts in zip(*arrays, strict=True)])


def entries(array: Array) -> Iterator[Entry]:
    """All entries, the last axis fastest."""
    if not isinstance(array, tuple):
        yield array
    elif array and isinstance(array[0], tuple):
        for part in array:
            yield from entries(part)
    else:
        yield from array


def whole(array: Array) -> Array:
    """With whole numbers as ints, which are several times faster than the fractions."""
    return apply(lambda entry: entry.numerator if type(entry) is Fraction and entry.denominator == 1 else entry, array)


def sizes_of(array: Array) -> tuple[int, ...]:
    """The lengths of its axes."""
    return (len(array), *sizes_of(array[0])) if isinstance(array, tuple) else ()


def positions(array: Array) -> Iterator[tuple[int, ...]]:
    """The positions of all entries, counted from 0, the last axis fastest."""
    return every(*map(range, sizes_of(array)))


def at(array: Array, position: tuple[int, ...]) -> Array:
    """The entry, or the part, at a position."""
    for i in position:
        array = array[i]
    return array


def put(array: Array, position: tuple[int, ...], entry: Entry) -> Array:
    """The array with one entry replaced."""
    if not position:
        return entry
    first = position[0]
    return (*array[:first], put(array[first], position[1:], entry), *array[first + 1 :])


def dot(left: Vector, right: Vector) -> Entry:
    """Σᵢ uᵢ vᵢ; the rational part over one denominator, reduced once at the end; of ints an int."""
    if _INT.issuperset(map(type, left)) and _INT.issuperset(map(type, right)):
        found: int = sum(map(mul, left, right))
        return found
    above, below = 0, 1
    others: list[Entry] = []
    for u, v in zip(left, right, strict=True):
        if isinstance(u, int | Fraction) and isinstance(v, int | Fraction):
            (p, q), (r, s) = u.as_integer_ratio(), v.as_integer_ratio()
            if numerator := p * r:
                denominator = q * s
                common = gcd(below, denominator)
                above = above * (denominator // common) + numerator * (below // common)
                below = below // common * denominator
        else:
            others.append(u * v)
    total: Entry = Fraction(above, below)
    for other in others:
        total = total + other
    return total


def transpose(matrix: Matrix) -> Matrix:
    """Aᵀ."""
    return tuple(zip(*matrix, strict=True))


def times(left: Matrix, right: Matrix) -> Matrix:
    """Σⱼ Aᵢⱼ Bⱼₖ."""
    columns = transpose(right)
    return tuple(tuple(dot(row, column) for column in columns) for row in left)


def identity(size: int) -> Matrix:
    """δᵢⱼ."""
    return tuple(tuple(ONE if i == j else ZERO for j in range(size)) for i in range(size))


def determinant(matrix: Matrix) -> Entry:
    """Bird's recursion: X ← μ(X) A, n − 1 times from X = A; then det A = (−1)ⁿ⁻¹ X₁₁.

    μ(X) is X above the diagonal, 0 below it, and −(Xᵢ₊₁,ᵢ₊₁ + … + Xₙₙ) on it.
    """
    if rationals.are_rational(matrix):
        found = rationals.determinant(matrix)  # type: ignore[arg-type]  # rationals
        return found if Fraction in map(type, entries(matrix)) else found.numerator
    size = len(matrix)
    columns = transpose(matrix)
    current = matrix
    for _ in range(size - 1):
        tail: Entry = 0
        rows: list[Vector] = []
        for i in reversed(range(size)):
            row = (-tail, *current[i][i + 1 :])
            tail = tail + current[i][i]
            rows.append(tuple(dot(row, column[i:]) for column in columns))
        current = tuple(reversed(rows))
    return current[0][0] if size % 2 else -current[0][0]


def inverse(matrix: Matrix) -> Matrix:
    """A⁻¹; raises `UndefinedAtPoint` for a singular matrix, and where a pivot ≠ 0 cannot be certified."""
    size = len(matrix)
    joined = tuple((*row, *unit) for row, unit in zip(matrix, identity(size), strict=True))
    reduced, pivots = reduce_rows(joined, size)
    if len(pivots) < size:
        raise UndefinedAtPoint("the inverse of a singular matrix")
    return tuple(row[size:] for row in reduced)


def reduce_rows(matrix: Matrix, columns: int) -> tuple[Matrix, tuple[int, ...]]:
    """The reduced row echelon form in the first ``columns`` columns, and the pivot columns.

    Raises `UndefinedAtPoint` when all that could be a pivot is neither certainly 0 nor certainly not.
    """
    if rationals.are_rational(matrix):
        return rationals.reduce_rows(matrix, columns)  # type: ignore[arg-type]  # rationals
    rows = [list(row) for row in matrix]
    pivots: list[int] = []
    for column in range(columns):
        place = len(pivots)
        if place == len(rows):
            break
        zero = [is_zero(real_part(row[column])) for row in rows[place:]]
        if False in zero:
            found = place + zero.index(False)
        elif None in zero:
            raise UndefinedAtPoint("a matrix of which the rank cannot be certified")
        else:
            continue
        rows[place], rows[found] = rows[found], rows[place]
        factor = reciprocal(rows[place][column])
        rows[place] = [factor * entry for entry in rows[place]]
        for i, row in enumerate(rows):
            multiple = row[column]
            if i != place and (isinstance(multiple, Dual) or is_zero(multiple) is not True):
                rows[i] = [entry - multiple * above for entry, above in zip(row, rows[place], strict=True)]
        pivots.append(column)
    return tuple(map(tuple, rows)), tuple(pivots)


def rank(matrix: Matrix) -> int:
    """The rank; raises `UndefinedAtPoint` where it cannot be certified, and where its derivative is asked for."""
    if any(isinstance(entry, Dual) for entry in entries(matrix)):
        raise UndefinedAtPoint("the derivative of a rank")
    return len(reduce_rows(matrix, len(matrix[0]))[1])


def pseudo_inverse(matrix: Matrix) -> Matrix:
    """M⁺; raises `UndefinedAtPoint` where the rank cannot be certified, or M⁺ has no derivative (rank not full)."""
    values = tuple(tuple(real_part(entry) for entry in row) for row in matrix)
    height, width = len(matrix), len(matrix[0])
    reduced, pivots = reduce_rows(values, width)
    rank = len(pivots)
    if rank == width:
        return times(inverse(times(transpose(matrix), matrix)), transpose(matrix))
    if rank == height:
        return times(transpose(matrix), inverse(times(matrix, transpose(matrix))))
    if any(isinstance(entry, Dual) for entry in entries(matrix)):
        raise UndefinedAtPoint("the derivative of a pseudo-inverse of a matrix without full rank")
    if rank == 0:
        return tuple((ZERO,) * height for _ in range(width))
    left = tuple(tuple(row[j] for j in pivots) for row in values)
    right = reduced[:rank]
    inner = times(inverse(times(right, transpose(right))), inverse(times(transpose(left), left)))
    return times(times(transpose(right), inner), transpose(left))
