r"""Matrices written out → readings: columns, rows and matrices of scalars, of sizes that are numbers.

``pmatrix`` and ``bmatrix`` are matrices; so are ``array`` and ``matrix`` alone in round or square brackets.  ``vmatrix``,
and these two between bars, are determinants.  One entry alone is that entry.  ``x_2`` and ``A_{12}`` are entries of what has
sizes that are numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from derive.errors import ShapeError
from derive.language.build import inverse, pinv
from derive.language.terms import Defined, Dimension, Shape, Term
from derive.language.written import Written
from derive.reading.latex.context import Context
from derive.reading.latex.nodes import Constant, Matrix, Positioned
from derive.reading.latex.readings import Reader, Reading, is_column, is_square, show_rough
from derive.reading.latex.signs import TABLES
from derive.reading.latex.spelling import Key
from derive.reading.latex.syntax import Node, Script, Table
from derive.reading.shapes import axes_in
from derive.reading.shapes import transpose_of as transposed_shape
from derive.reading.syntax import Call, Indexed, Numeral, Ranged, Transposed, Tree, Word

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
    if node.pattern:
        found = reader.shaped(read_matrix(reader, node), node.at, is_square, "a determinant")
        return reader.mapped(found, lambda c: Reading(Call(node.at, "det", (c.tree,)), ()))
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
    if node.pattern:
        return [of_pattern(reader, node)]
    rows, columns = len(node.rows), len(node.rows[0])
    cells = [entry_of(reader, cell) for row in node.rows for cell in row]
    if len(cells) == 1:
        tree = cells[0].tree
        return [Reading(replace(tree, bare=False) if isinstance(tree, Numeral) else tree, ())]
    dims = (rows,) if columns == 1 else (rows, columns)
    return [Reading(Matrix(node.at, dims, tuple(cell.tree for cell in cells)), dims)]


def of_pattern(reader: Reader, node: Table) -> Reading:
    """What has dots in it, by its entry at indices."""
    kind, *words = node.pattern.split()
    at, ones = node.at, Reading(Constant(node.at, "ones"), (None,))
    if not words and kind == "diagonal":
        return Reading(Constant(at, "identity"), (None, None))
    if not words:
        row = transpose_of(ones, at)
        return {"column": ones, "row": row, "whole": reader.product([ones, row])}[kind]
    names, dims = words[::2], [dimension_named(reader, dim) for dim in words[1::2]]
    inside = reader.within(reader.bound | {*names})
    entry = entry_of(inside, node.rows[0][0])
    indices = [Word(at, name) for name in names]
    shape = tuple(dims)
    tree = entry.tree
    whole = isinstance(tree, Indexed) and isinstance(tree.base, Word) and [word.name for word in tree.indices] == names
    if whole and isinstance(tree, Indexed) and shape_of_name(reader, tree.base) == shape:
        found = Reading(tree.base, shape)
    else:
        units = [Call(at, "basis", (index,)) for index in indices]
        made = Call(at, "product", (tree, *units[:1], *(Transposed(at, unit) for unit in units[1:])))
        for index, dim in reversed([*zip(indices, dims, strict=True)]):
            made = Call(at, "sum", (Ranged(at, index.name, Word(at, dim.name)), made))
        found = Reading(made, shape)
    if kind == "diagonal":
        return Reading(Call(at, "diag", (found.tree,)), (*shape, *shape))
    return transpose_of(found, at) if kind == "row" else found


def dimension_named(reader: Reader, word: str) -> Dimension:
    """The dimension that a letter is declared as."""
    found = (reader.context.env.names[name] for name in reader.context.names(Key(word)))
    return next(meaning for meaning in found if isinstance(meaning, Dimension))


def shape_of_name(reader: Reader, tree: Tree) -> Shape | None:
    """The shape of what a name is declared as."""
    meaning = reader.context.env.names.get(tree.name) if isinstance(tree, Word) else None
    return meaning.shape if isinstance(meaning, Term) else None


def transpose_of(base: Reading, at: int) -> Reading:
    """The transpose."""
    return Reading(Transposed(at, base.tree), transposed_shape(base.shape))


def scalar_product(reader: Reader, at: int, pair: Sequence[Reading]) -> Reading:
    """The sum of the products of the entries: u · v of columns, tr(AᵀB) of matrices; raises `ShapeError` for two shapes."""
    left, right = pair
    if not left.shape or not right.shape:
        raise reader.fail(
            at, "a scalar product of shape scalar", "both are vectors, or matrices of one shape", ShapeError
        )
    reader.alike(pair, "a scalar product")
    if is_column(left.shape):
        return Reading(Call(at, "dot", (left.tree, right.tree)), ())
    inner = Call(at, "product", (Transposed(at, left.tree), right.tree))
    return Reading(Call(at, "trace", (inner,)), ())


def is_pinv(context: Context, key: Key, mark: str) -> bool:
    r"""Is ``A^\dagger`` defined as the pseudo-inverse or the adjoint of A: is its definition a formula of one?"""
    names = [context.names(each, mark) for each in (key, key._replace(sup=""))]
    defined, matrix = [context.env.names[found[0]] if len(found) == 1 else None for found in names]
    if key.sup not in ("+", r"\dagger") or not isinstance(defined, Defined) or not isinstance(matrix, Term):
        return False
    if len(matrix.shape) != 2:
        return False
    turned = matrix.T
    forms = {pinv(matrix), inverse(turned @ matrix) @ turned, turned @ inverse(matrix @ turned)}
    return defined.unfold() in forms | ({turned} if key.sup != "+" else set())


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
    text = _digits(script)
    if not text:
        return None
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


def _digits(script: Script) -> str:
    """The digits and commas of a subscript of nothing else; "" of any other."""
    kept = [lexeme for lexeme in script.raw if lexeme.kind not in ("LBRACE", "RBRACE")]
    return "".join(each.text for each in kept) if all(each.kind in ("DIGIT", "COMMA") for each in kept) else ""


def is_named_entry(reader: Reader, word: Word, script: Script | None, names: Collection[str]) -> bool:
    """Is the entry of a column or a row that is defined by its entries one of some names: ``q_1`` of q = (q_1; q_2)?"""
    meaning, digits = reader.context.env.names.get(word.name), _digits(script) if script else ""
    whole = meaning.unfold() if isinstance(meaning, Defined) else None
    if not isinstance(whole, Written) or len(axes_in(whole.shape)) != 1 or not digits.isdecimal():
        return False
    entry = whole.entries[int(digits) - 1 : int(digits)] if digits.strip("0") else ()
    return any(reader.context.env.names.get(name) in entry for name in names)
