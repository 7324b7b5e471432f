"""What is written out entry by entry, of sizes that are numbers: columns, rows and matrices, and their entries.

They are decided entry by entry (`derive.statements.entries`); normal forms know nothing of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from derive.errors import InputError, ShapeError
from derive.language.node import Shape, Term, axes_of, check_dim, show_shape

#: The most rows and columns of what is written out.
MAX_WRITTEN = 16


@dataclass(frozen=True, eq=False)
class Written(Term):
    """A column (3,), a row (1, 3) or a matrix (2, 3), given by its ``entries``, row after row."""

    dims: Shape
    entries: tuple[Term, ...]

    def __post_init__(self) -> None:
        sizes = [dim for dim in axes_of(self.dims) if isinstance(dim, int)]
        if len(sizes) not in (1, 2) or len(sizes) != len(axes_of(self.dims)):
            raise ShapeError(f"a matrix written out of shape {show_shape(self.dims)}", hint="its sizes are numbers")
        for dim in sizes:
            check_dim(dim)
        if max(sizes) > MAX_WRITTEN:
            raise ShapeError(f"a matrix written out of shape {show_shape(self.dims)}; up to {MAX_WRITTEN} are read")
        if len(self.entries) != prod(sizes):
            raise InputError(f"{len(self.entries)} entries for shape {show_shape(self.dims)}")
        for entry in self.entries:
            if entry.shape != ():
                raise ShapeError(f"an entry of shape {show_shape(entry.shape)}", hint="entries are scalars")
        self._seal(self.dims)

    @property
    def rows(self) -> tuple[tuple[Term, ...], ...]:
        """The entries in rows; of a column each is a row."""
        width = self.dims[1] if len(self.dims) == 2 else 1
        if not isinstance(width, int):
            raise TypeError("a size that is no number")
        return tuple(self.entries[at : at + width] for at in range(0, len(self.entries), width))


@dataclass(frozen=True, eq=False)
class Entry(Term):
    """x₂, A₁₂: the entry at ``positions`` that are numbers, counted from 1, of what has sizes that are numbers."""

    base: Term
    positions: tuple[int, ...]

    def __post_init__(self) -> None:
        axes, places = axes_of(self.base.shape), ", ".join(map(str, self.positions))
        if not axes or len(axes) != len(self.positions):
            raise ShapeError(f"the entry ({places}) of shape {show_shape(self.base.shape)}")
        for position, dim in zip(self.positions, axes, strict=True):
            if not isinstance(dim, int):
                raise ShapeError(
                    f"the entry ({places}) of shape {show_shape(self.base.shape)}",
                    hint="entries have numbers where sizes are numbers; write an index",
                )
            if not 1 <= position <= dim:
                raise ShapeError(
                    f"the entry ({places}) of shape {show_shape(self.base.shape)}", hint="entries count from 1"
                )
        self._seal(())
