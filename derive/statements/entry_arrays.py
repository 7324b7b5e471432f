"""Scalars and nested tuples of them, and the linear algebra of these by its definitions: for `derive.statements.entries`.

Numbers are added and multiplied, and a product with a 0 is 0; nothing else is simplified.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias

from derive.errors import Undecided
from derive.language import terms as t

#: A term without axes that are numbers; else a tuple for each axis, outermost first.  A row is a vector.
Array: TypeAlias = t.Term | tuple["Array", ...]

#: The largest determinant that is written out, but for numbers.
MAX_DETERMINANT = 5
ZERO, ONE = t.Number(Fraction(0)), t.Number(Fraction(1))

# --- scalars ---


def is_open(term: t.Term) -> bool:
    """Is something to be assumed of it: is it no number?"""
    return not isinstance(term, t.Number)


def negative(term: t.Term) -> t.Term:
    """-x; of a number the number."""
    return t.Number(-term.value) if isinstance(term, t.Number) else t.Neg(term)


def product(factors: Sequence[t.Term]) -> t.Term:
    """The product of scalars, of which numbers are multiplied; 0 where one of them is."""
    number, others = Fraction(1), list[t.Term]()
    for factor in factors:
        if isinstance(factor, t.Number):
            number *= factor.value
        else:
            others.append(factor)
    if not number or not others:
        return t.Number(number)
    if number != 1:
        others.insert(0, t.Number(number))
    return others[0] if len(others) == 1 else t.Product(tuple(others))


def total(terms: Sequence[t.Term]) -> t.Term:
    """The sum of scalars, of which numbers are added."""
    number = sum((term.value for term in terms if isinstance(term, t.Number)), Fraction(0))
    others = [term for term in terms if not isinstance(term, t.Number)]
    if number or not others:
        others.append(t.Number(number))
    return others[0] if len(others) == 1 else t.Add(tuple(others))


def dot(left: Sequence[t.Term], right: Sequence[t.Term]) -> t.Term:
    return total([product([u, v]) for u, v in zip(left, right, strict=True)])


# --- arrays ---


def flat(array: Array) -> list[t.Term]:
    """All entries."""
    return [entry for part in array for entry in flat(part)] if isinstance(array, tuple) else [array]


def matrix_of(array: Array) -> list[list[t.Term]]:
    """A matrix as lists; raises `Undecided` for what has other axes."""
    if not isinstance(array, tuple) or not all(isinstance(row, tuple) for row in array):
        raise Undecided("axes that are no numbers where a matrix is said entry by entry")
    return [flat(row) for row in array]


def laid_out(entries: Sequence[t.Term], sizes: t.Shape) -> Array:
    width = sizes[-1]
    if len(sizes) == 1 or not isinstance(width, int):
        return tuple(entries)
    return tuple(tuple(entries[at : at + width]) for at in range(0, len(entries), width))


def filled(sizes: t.Shape, entry: Callable[..., t.Term], *at: int) -> Array:
    if not sizes:
        return entry(*at)
    size, *rest = sizes
    if not isinstance(size, int):
        raise Undecided("axes that are no numbers")
    return tuple(filled(tuple(rest), entry, *at, place) for place in range(size))


def entry_at(array: Array, position: Sequence[int]) -> Array:
    for place in position:
        if not isinstance(array, tuple):
            raise Undecided("a component of what has no axes that are numbers")
        array = array[place]
    return array


def each(function: Callable[..., Array], *arrays: Array) -> Array:
    """A function entry by entry."""
    if not any(isinstance(array, tuple) for array in arrays):
        return function(*arrays)
    parts = [array for array in arrays if isinstance(array, tuple)]
    if len(parts) != len(arrays):
        raise Undecided("entries beside what has none")
    return tuple(each(function, *part) for part in zip(*parts, strict=True))


def added(arrays: Sequence[Array]) -> Array:
    if not any(isinstance(array, tuple) for array in arrays):
        terms = [array for array in arrays if isinstance(array, t.Term)]
        return total(terms) if terms[0].shape == () else t.Add(tuple(terms)) if len(terms) > 1 else terms[0]
    return each(lambda *entries: total(entries), *arrays)


def pointwise(left: Array, right: Array) -> Array:
    return each(lambda *entries: product(entries), left, right)


def transposed(matrix: Sequence[Sequence[t.Term]]) -> tuple[tuple[t.Term, ...], ...]:
    """The rows of the transpose."""
    return tuple(zip(*matrix, strict=True))


def matrices(left: Sequence[Sequence[t.Term]], right: Sequence[Sequence[t.Term]]) -> Array:
    columns = transposed(right)
    return tuple(tuple(dot(row, column) for column in columns) for row in left)


def times(left: Array, left_shape: t.Shape, right: Array, right_shape: t.Shape) -> Array:
    """The product as linear algebra has it; see `derive.language.node.product_shape`."""
    if left_shape == () or right_shape == ():
        scalar, other = (left, right) if left_shape == () else (right, left)
        if isinstance(other, tuple):
            return each(lambda entry: product([_term(scalar), entry]), other)
        return t.Product((_term(left), _term(right))) if other.shape else product([_term(left), _term(right)])
    if isinstance(left, t.Term) and isinstance(right, t.Term):
        return t.Product((left, right))
    if isinstance(left, t.Term) or isinstance(right, t.Term):
        raise Undecided("a product with axes of which some are numbers and some are none")
    if t.is_vector(left_shape):
        return tuple(tuple(product([u, v]) for v in flat(right)) for u in flat(left))
    if t.is_row(left_shape) and t.is_vector(right_shape):
        return dot(flat(left), flat(right))
    if t.is_row(left_shape):
        return tuple(dot(flat(left), column) for column in transposed(matrix_of(right)))
    if t.is_vector(right_shape):
        return tuple(dot(row, flat(right)) for row in matrix_of(left))
    return matrices(matrix_of(left), matrix_of(right))


def _term(array: Array) -> t.Term:
    if isinstance(array, tuple):
        raise Undecided("axes that are numbers where there are none")
    return array


def determinant(matrix: Sequence[Sequence[t.Term]]) -> t.Term:
    """The determinant by its first row; of numbers by elimination."""
    if all(isinstance(entry, t.Number) for row in matrix for entry in row):
        return t.Number(_of_numbers([[entry.value for entry in row if isinstance(entry, t.Number)] for row in matrix]))
    if len(matrix) > MAX_DETERMINANT:
        raise Undecided(f"the determinant of a matrix of {len(matrix)} rows written out; up to {MAX_DETERMINANT} are")
    return _leibniz(matrix)


def _leibniz(matrix: Sequence[Sequence[t.Term]]) -> t.Term:
    if len(matrix) == 1:
        return matrix[0][0]
    found = []
    for column, entry in enumerate(matrix[0]):
        if entry != ZERO:
            part = product([entry, _leibniz(_without(matrix, 0, column))])
            found.append(negative(part) if column % 2 else part)
    return total(found)


def _without(matrix: Sequence[Sequence[t.Term]], row: int, column: int) -> list[list[t.Term]]:
    return [[e for n, e in enumerate(line) if n != column] for m, line in enumerate(matrix) if m != row]


def _of_numbers(rows: list[list[Fraction]]) -> Fraction:
    found = Fraction(1)
    for column in range(len(rows)):
        pivot = next((n for n in range(column, len(rows)) if rows[n][column]), None)
        if pivot is None:
            return Fraction(0)
        if pivot != column:
            rows[column], rows[pivot], found = rows[pivot], rows[column], -found
        found *= rows[column][column]
        for row in rows[column + 1 :]:
            factor = row[column] / rows[column][column]
            row[:] = [entry - factor * other for entry, other in zip(row, rows[column], strict=True)]
    return found


def inverse(matrix: Sequence[Sequence[t.Term]]) -> Array:
    """The cofactors over the determinant.  Raises `Undecided` where that is 0 or too large."""
    below = determinant(matrix)
    if below == ZERO:
        raise Undecided("the inverse of a matrix of numbers whose determinant is 0")

    def entry(row: int, column: int) -> t.Term:
        minor = determinant(_without(matrix, column, row)) if len(matrix) > 1 else ONE
        above = negative(minor) if (row + column) % 2 else minor
        if isinstance(below, t.Number):
            return product([t.Number(1 / below.value), above])
        return t.Quotient(above, below)

    return filled((len(matrix), len(matrix)), entry)
