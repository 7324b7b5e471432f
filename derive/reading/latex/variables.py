"""What a derivative is by, and how the derivative stands: as a column, a row or a transpose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from derive.language.terms import Defined, Symbol
from derive.reading.latex.jacobians import is_transposed
from derive.reading.latex.matrices import transpose_of
from derive.reading.latex.nodes import RowGradient
from derive.reading.latex.otherwise import GRADIENTS
from derive.reading.latex.readings import Reader, Reading, Rough, is_row
from derive.reading.shapes import axes_in
from derive.reading.syntax import Word


@dataclass(frozen=True)
class Variable:
    """What is differentiated by: a name or a component of it; a ``row`` when it is written as one; ``total`` after d.

    ``bare``: a row by its name, of which the layout says how its derivatives stand; ``positions`` are those of an entry.
    """

    symbol: Word
    term: Symbol | Defined
    indices: tuple[Word, ...] = ()
    row: bool = False
    total: bool = False
    bare: bool = False
    positions: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        return self.symbol.name

    @property
    def axes(self) -> Rough:
        """The dimensions that a derivative by it has an index for."""
        return () if self.indices or self.positions else axes_in(self.term.shape)


def turned(reader: Reader, found: Reading, variable: Variable, at: int) -> Reading:
    """A derivative by a row as a row; the gradient by what is declared as one could be a column."""
    if not is_row(variable.term.shape):
        return transpose_of(found, at)
    return found if reader.context.otherwise is GRADIENTS else Reading(RowGradient(at, found.tree), (1, *found.shape))


def along(reader: Reader, found: Reading, variable: Variable, layout: str, at: int) -> Reading:
    """A derivative by a row, which is a matrix of one row: as the layout has it, or where none is declared as a row."""
    if layout == "numerator":
        return found
    return transpose_of(found, at) if layout else turned(reader, found, variable, at)


def check_bare(reader: Reader, variables: Sequence[Variable]) -> None:
    """Refuse a derivative by a row of what is no number, and a second one: which of both are its rows?"""
    for variable in (each for each in variables if each.bare):
        labels = ["a column", "a row"]
        raise reader.ambiguous(
            variable.symbol.at, f"a derivative by the row {variable.name}", labels, "write its index"
        )


def laid(reader: Reader, found: Reading, above: int, variable: Variable, layout: str) -> Reading:
    """A derivative of what has so many axes, as the layout has it."""
    turned = reader.make(found.tree.at, is_transposed, layout, above, len(variable.axes))
    return transpose_of(found, found.tree.at) if turned else found
