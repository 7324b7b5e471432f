r"""Matrices written out → readings: columns, rows and matrices of scalars, of sizes that are numbers.

``pmatrix`` and ``bmatrix`` are matrices; so are ``array`` and ``matrix`` alone in round or square brackets.  ``vmatrix``,
and these two between bars, are determinants.  One entry alone is that entry.  ``x_2`` and ``A_{12}`` are entries of what has
sizes that are numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derive.errors import ShapeError
from derive.reading.latex.nodes import Matrix, Positioned
from derive.reading.latex.readings import Reader, Reading, show_rough
from derive.reading.latex.signs import TABLES
from derive.reading.latex.syntax import Node, Script, Table
from derive.reading.shapes import axes_in
from derive.reading.syntax import Call, Numeral

_HINT = "blocks are not read: name the matrix with let, or write the products of the blocks"


def bare_table(parts: Sequence[Node]) -> Table | None:
    """The one part of a bracket, where it is a table that has no brackets of its own."""
    alone = parts[0] if len(parts) == 1 else None
    return alone if isinstance(alone, Table) and not TABLES[alone.environment] else None


def read_table(reader: Reader, node: Table) -> list[Reading]:
    """A matrix or a determinant; raises `ReadError` for a table without brackets."""
    if TABLES[node.environment] == "|":
        return determinant_of(reader, node)
    if not TABLES[node.environment]:
        found = rf"\begin{{{node.environment}}} without brackets of its own"
        hint = (
            r"write \begin{pmatrix}, or \left( and \right) right around it; a list of formulas is a display of its own"
        )
        raise reader.error(node.at, found, "a matrix in round or square brackets", hint)
    return read_matrix(reader, node)


def determinant_of(reader: Reader, node: Table) -> list[Reading]:
    """What stands between bars, as a determinant."""
    rows, columns = len(node.rows), len(node.rows[0])
    if rows != columns:
        raise reader.fail(node.at, f"a determinant of {rows} rows and {columns} columns", kind=ShapeError)
    if rows == 1:
        labels = ["its absolute value", "the determinant of a matrix with this entry"]
        raise reader.ambiguous(node.at, "one entry between bars", labels, r"write |x|, or x")
    return reader.mapped(read_matrix(reader, node), lambda c: Reading(Call(node.at, "det", (c.tree,)), ()))


def read_matrix(reader: Reader, node: Table) -> list[Reading]:
    """The entries as one term, whatever stands around them; of one entry alone that entry."""
    if reader.running is not None or reader.context.einstein:
        where = "inside of a mean" if reader.running is not None else "under the summation convention"
        raise reader.fail(node.at, f"a matrix written out {where}", "write its entries as equations of their own")
    rows, columns = len(node.rows), len(node.rows[0])
    cells = [entry_of(reader, cell) for row in node.rows for cell in row]
    if len(cells) == 1:
        tree = cells[0].tree
        return [Reading(replace(tree, bare=False) if isinstance(tree, Numeral) else tree, ())]
    dims = (rows,) if columns == 1 else (rows, columns)
    return [Reading(Matrix(node.at, dims, tuple(cell.tree for cell in cells)), dims)]


def entry_of(reader: Reader, cell: Node) -> Reading:
    """The scalar that an entry is; raises `ShapeError` for a vector or a matrix, which would be a block."""
    found = reader.read(cell)
    scalars = [reading for reading in found if not reading.shape]
    if not scalars:
        raise reader.fail(cell.at, f"a block of shape {show_rough(found[0].shape)} in a matrix", _HINT, ShapeError)
    return scalars[0]


def entry_at(reader: Reader, base: Reading, script: Script) -> Reading | None:
    """``x_2``, ``A_{12}`` of what has sizes that are numbers; None where a subscript or a size is none."""
    axes = axes_in(base.shape)
    sizes = [dim for dim in axes if isinstance(dim, int)]
    if not axes or len(sizes) != len(axes) or len(axes) > 2:
        return None
    kinds = [lexeme.kind for lexeme in script.raw if lexeme.kind not in ("LBRACE", "RBRACE")]
    if not kinds or not set(kinds) <= {"DIGIT", "COMMA"}:
        return None
    text = "".join(lexeme.text for lexeme in script.raw if lexeme.kind in ("DIGIT", "COMMA"))
    words = text.split(",") if "," in text else list(text) if len(axes) == 2 else [text]
    if len(words) != len(axes) or not all(words) or (len(axes) == 2 and "," not in text and max(sizes) > 9):
        hint = "write A_{1,2}, or x_2 of a vector"
        raise reader.fail(script.at, f"the subscript {text[:20]} of shape {show_rough(base.shape)}", hint, ShapeError)
    reader.effort.starts.add("1")
    positions = tuple(int(word) for word in words)
    if reader.effort.starts != {"1"} or not all(1 <= n <= size for n, size in zip(positions, sizes, strict=True)):
        hint = "entries count from 1"
        raise reader.fail(script.at, f"the entry {text[:20]} of shape {show_rough(base.shape)}", hint, ShapeError)
    return Reading(Positioned(base.tree.at, base.tree, positions), ())
