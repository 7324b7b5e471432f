"""What the terms of a statement must look like: the checks that the kinds of linear algebra share.

They run when a statement is built, so that a part of it can never be refuted for its shape alone.  Free indices are refused
where a statement is about one thing for each datum, such as a rank; a statement made of equations has them "for all values".
"""

from __future__ import annotations

from derive.errors import InputError, ShapeError
from derive.language.terms import Dim, Shape, Term, is_matrix, is_square, show_shape


def require_closed(what: str, term: Term) -> None:
    """Raises `InputError` for a term with free indices."""
    if term.free:
        names = ", ".join(sorted(index.name for index in term.free))
        raise InputError(f"{what} has the free index {names}", hint="write the whole vector or matrix")


def require_shape(what: str, term: Term, shape: Shape, closed: bool = True) -> None:
    """Raises `ShapeError` for another shape, and `InputError` for free indices unless ``closed`` is False."""
    if closed:
        require_closed(what, term)
    if term.shape != shape:
        raise ShapeError(f"{what} of shape {show_shape(term.shape)}", hint=f"it must be {show_shape(shape)}")


def require_matrix(what: str, term: Term) -> tuple[Dim, Dim]:
    """Rows and columns; raises `ShapeError` for anything but a matrix, and `InputError` for free indices."""
    require_closed(what, term)
    if not is_matrix(term.shape):
        raise ShapeError(f"{what} of shape {show_shape(term.shape)}", hint="it must be a matrix")
    rows, columns = term.shape
    return rows, columns


def require_square(what: str, term: Term) -> Dim:
    """The dimension; raises `ShapeError` for anything but a square matrix, and `InputError` for free indices."""
    rows, _ = require_matrix(what, term)
    if not is_square(term.shape):
        raise ShapeError(f"{what} of shape {show_shape(term.shape)}", hint="it must be square")
    return rows
