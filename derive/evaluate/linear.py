"""Exact linear algebra with numbers: rank, null space, determinant, characteristic polynomial, pseudo-inverse.

For refutations: a claim about a null space or a spectrum is tested at a point by computing the thing itself there.  Entries
are rationals and surds, which form a field with certain zero tests, so that elimination finds the true rank.  A number of
which only an enclosure is known has no place here: `UndefinedAtPoint` is raised, for entries and for results.

Elimination and determinants are those of `derive.evaluate.arrays`.  The characteristic polynomial is found by the recursion
of Faddeev and LeVerrier (Gantmacher, *The Theory of Matrices* I, ch. IV § 5), which divides by the integers 1 … n only.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from derive.errors import InputError, UndefinedAtPoint
from derive.evaluate import arrays
from derive.evaluate.arrays import Array
from derive.evaluate.numbers import ONE, ZERO, Exact, Surd

Vector = tuple[Exact, ...]
Matrix = tuple[Vector, ...]


def row_reduce(matrix: Matrix) -> tuple[Matrix, tuple[int, ...]]:
    """The reduced row echelon form, and the pivot columns, counted from 0."""
    reduced, pivots = arrays.reduce_rows(_exact(matrix), len(matrix[0]) if matrix else 0)
    return _exact(reduced), pivots


def rank(matrix: Matrix) -> int:
    """The dimension of the span of the rows; of no rows 0."""
    return len(row_reduce(matrix)[1])


def null_space(matrix: Matrix) -> tuple[Vector, ...]:
    """A basis of {v : M v = 0}: one vector for each column without a pivot, with a 1 there; empty when only 0 is in it.

    >>> [[str(x) for x in v] for v in null_space(((ONE, ONE),))]
    [['-1', '1']]
    """
    reduced, pivots = row_reduce(matrix)
    columns = range(len(matrix[0]))
    row_of = {pivot: row for row, pivot in zip(reduced, pivots, strict=False)}

    def vector(free: int) -> Vector:
        return tuple(-row_of[j][free] if j in row_of else ONE if j == free else ZERO for j in columns)

    return tuple(vector(free) for free in columns if free not in row_of)


def determinant(matrix: Matrix) -> Exact:
    """det M of a square matrix."""
    found: Exact = _exact(arrays.determinant(_exact(_square(matrix))))
    return found


def characteristic_polynomial(matrix: Matrix) -> tuple[Exact, ...]:
    """The coefficients of det(z I − M), that of zⁿ (which is 1) first, that of z⁰ last.

    B₁ = I, cₖ = −tr(M Bₖ)/k, Bₖ₊₁ = M Bₖ + cₖ I; the polynomial is zⁿ + c₁ zⁿ⁻¹ + … + cₙ.

    >>> [str(c) for c in characteristic_polynomial(((ONE, ONE), (ONE, ONE)))]
    ['1', '-2', '0']
    """
    size = len(_exact(_square(matrix)))
    found: list[Exact] = [ONE]
    current: Array = arrays.identity(size)
    for k in range(1, size + 1):
        product: Array = arrays.times(matrix, current)
        trace: Exact = sum((product[i][i] for i in range(size)), ZERO)
        coefficient: Exact = _exact(trace * Fraction(-1, k))
        found.append(coefficient)
        current = tuple(
            tuple(entry + coefficient if i == j else entry for j, entry in enumerate(row))
            for i, row in enumerate(product)
        )
    return tuple(found)


def pseudo_inverse(matrix: Matrix) -> Matrix:
    """M⁺, of any rank."""
    found: Matrix = _exact(arrays.pseudo_inverse(_exact(matrix)))
    return found


def in_span(vector: Vector, vectors: Sequence[Vector]) -> bool:
    """Whether a vector is a linear combination of others; of none only 0 is."""
    columns = (*vectors, vector)
    _, pivots = row_reduce(tuple(zip(*columns, strict=True)))
    return len(vectors) not in pivots


def _square(matrix: Matrix) -> Matrix:
    if any(len(row) != len(matrix) for row in matrix):
        raise InputError(f"a matrix of {len(matrix)} rows and {len(matrix[0])} columns", hint="it must be square")
    return matrix


def _exact(value: Array) -> Array:
    """The value; raises `UndefinedAtPoint` where an entry is no rational and no surd."""
    if not all(isinstance(entry, Fraction | Surd) for entry in arrays.entries(value)):
        raise UndefinedAtPoint("exact linear algebra with a number of which only an enclosure is known")
    return value
