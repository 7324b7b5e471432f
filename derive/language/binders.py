"""Sums, products and maxima over an index; and the rank of a matrix.

The least value is −maxᵢ(−x); that of two numbers is a definition, see `derive.language.build.max_`.
"""

from __future__ import annotations

from dataclasses import dataclass

from derive.errors import InputError, ShapeError
from derive.language.node import Applied, Binder, Index, Term, show_dim, show_shape
from derive.language.places import check_bound


@dataclass(frozen=True, eq=False)
class Sum(Binder):
    """Σᵢ body; the index is bound."""

    index: Index
    body: Term

    def __post_init__(self) -> None:
        check_bound(self.index)
        self._seal(self.body.shape, self.body.free - {self.index})


@dataclass(frozen=True, eq=False)
class Prod(Binder):
    """∏ᵢ body of a scalar; the index is bound.  With indices ``without`` the product over all i that are none of them.

    Those are free, and may have the same value; the body must be defined at every i, at theirs too.
    """

    index: Index
    body: Term
    without: tuple[Index, ...] = ()

    def __post_init__(self) -> None:
        check_bound(self.index)
        if self.body.shape != ():
            raise ShapeError(f"a product over an index of shape {show_shape(self.body.shape)}; it needs scalar")
        for number, left_out in enumerate(self.without):
            if left_out in self.without[:number]:
                raise InputError(f"{left_out.name} left out twice", hint="name each index once")
            if not isinstance(left_out, Index) or left_out == self.index:
                name = left_out.name if isinstance(left_out, Index) else repr(left_out)
                hint = "prod_(m, x[m], without=n) with another index n"
                raise InputError(f"{name} left out of a product over {self.index.name}", hint=hint)
            if left_out.dim != self.index.dim:
                over, dim = show_dim(left_out.dim), show_dim(self.index.dim)
                raise ShapeError(f"the index {left_out.name} over {over} left out of a product over {dim}")
        self._seal((), self.body.free - {self.index} | frozenset(self.without))


@dataclass(frozen=True, eq=False)
class Max(Binder):
    """maxᵢ body of a scalar, the greatest of its values; the index is bound.  A dimension is at least 1, so there is one."""

    index: Index
    body: Term

    def __post_init__(self) -> None:
        check_bound(self.index)
        if self.body.shape != ():
            raise ShapeError(f"a maximum over an index of shape {show_shape(self.body.shape)}; it needs scalar")
        self._seal((), self.body.free - {self.index})


@dataclass(frozen=True, eq=False)
class Rank(Applied):
    """rank A, the dimension of the span of the columns."""

    matrix: Term

    shapes, said = "ij->", "a rank"
