"""Shapes: tuples of dimensions; what products and other operations make of them, a letter for each axis as in ``einsum``."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from derive.errors import ShapeError

if TYPE_CHECKING:
    from derive.language.node import Dim, Shape


def is_vector(shape: Shape) -> bool:
    """A column vector."""
    return len(shape) == 1


def is_row(shape: Shape) -> bool:
    """The transpose of a column vector."""
    return len(shape) == 2 and shape[0] == 1


def is_matrix(shape: Shape) -> bool:
    """Two proper axes."""
    return len(shape) == 2 and shape[0] != 1


def is_square(shape: Shape) -> bool:
    """A matrix with twice the same dimension."""
    return is_matrix(shape) and shape[0] == shape[1]


def column(rows: Dim, columns: Dim) -> Shape:
    """The shape of rows × columns, where one column makes a vector and 1 × 1 a scalar."""
    return (rows, columns) if columns != 1 else (rows,) if rows != 1 else ()


def axes_of(shape: Shape) -> Shape:
    """The dimensions that have an index: a row has one."""
    return (shape[1],) if is_row(shape) else shape


def letters_of(shape: Shape) -> str:
    """A letter for each axis."""
    return "".join(chr(ord("a") + number) for number in range(len(axes_of(shape))))


def product_shape(left: Shape, right: Shape) -> Shape:
    """The shape of a product read as in linear algebra; raises `ShapeError` when there is none."""
    if left == ():
        return right
    if right == ():
        return left
    if len(left) <= 2 and len(right) <= 2:
        rows, inner = (left[0], 1) if len(left) == 1 else left
        inner_right, columns = (right[0], 1) if len(right) == 1 else right
        if inner == inner_right and not (is_vector(left) and is_vector(right)):
            return column(rows, columns)
    raise ShapeError(
        f"a product of shapes {show_shape(left)} and {show_shape(right)}",
        hint="inner dimensions must agree; u*v of two columns is u ⊙ v, dot(u, v) their scalar product",
    )


def product_indices(left: Shape, right: Shape) -> str:
    """What a product read as in linear algebra contracts, of shapes that fit: ``"ij,jk->ik"`` of two matrices."""
    if left == () or right == ():
        axes = letters_of(left + right)
        return f",{axes}->{axes}" if left == () else f"{axes},->{axes}"
    rows = "i" if is_vector(left) else "j" if is_row(left) else "ij"
    columns = "j" if is_vector(right) else "k" if is_row(right) else "jk"
    return f"{rows},{columns}->{(rows + columns).replace('j', '')}"


#: What an operation asks for, by the letters of its operands.
_NEEDS = {
    "": "scalar", "i": "a column vector", "ii": "a square matrix", "ij": "a matrix",
    "i,i": "two column vectors of one size", "i,j": "two column vectors",
}  # fmt: skip


@lru_cache(maxsize=1024)
def result_shape(letters: str, shapes: tuple[Shape, ...], said: str) -> Shape:
    """The shape that comes out of operands, a letter for each axis; raises `ShapeError` where they do not fit."""
    inputs, output = letters.split("->")
    dims: dict[str, Dim] = {}
    for axes, shape in zip(inputs.split(","), shapes, strict=True):
        fits = len(axes) == len(shape) and not is_row(shape)
        if not (fits and all(dims.setdefault(axis, dim) == dim for axis, dim in zip(axes, shape, strict=True))):
            found = " and ".join(map(show_shape, shapes))
            raise ShapeError(f"{said} of shape{'s' * (len(shapes) > 1)} {found}; it needs {_NEEDS[inputs]}")
    return tuple(dims[axis] for axis in output)


def show_dim(dim: Dim) -> str:
    """N, or 3."""
    return str(dim) if isinstance(dim, int) else dim.name


def show_shape(shape: Shape) -> str:
    """``scalar``, ``(N)``, ``(N × K)``."""
    return f"({' × '.join(map(show_dim, shape))})" if shape else "scalar"
