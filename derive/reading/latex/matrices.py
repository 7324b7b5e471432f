r"""Matrices written out → readings: columns, rows and matrices of scalars, of sizes that are numbers.

``pmatrix`` and ``bmatrix`` are matrices; so are ``array`` and ``matrix`` alone in round or square brackets.  ``vmatrix``,
and these two between bars, are determinants.  One entry alone is that entry.  ``x_2`` and ``A_{12}`` are entries of what has
sizes that are numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from operator import contains

from derive.errors import ShapeError
from derive.language.build import inverse, pinv
from derive.language.terms import Defined, Dimension, Shape, Term
from derive.language.written import Written
from derive.reading.latex.context import Context
from derive.reading.latex.conventions import LISTS
from derive.reading.latex.nodes import Constant, Matrix, Positioned
from derive.reading.latex.readings import Reader, Reading, Rough, is_column, is_row, is_square, show_rough
from derive.reading.latex.signs import LIST, TABLES
from derive.reading.latex.spelling import Key
from derive.reading.latex.syntax import Group, Node, Script, Table
from derive.reading.shapes import axes_in
from derive.reading.shapes import transpose_of as transposed_shape
from derive.reading.syntax import Call, Indexed, Minus, Numeral, Ranged, Transposed, Tree, Word

_HINT = "blocks are not read: name the matrix with let, or write the products of the blocks"


def bare_table(parts: Sequence[Node]) -> Table | None:
    """The one part of a bracket, where it is a table that has no brackets of its own."""
    alone = parts[0] if len(parts) == 1 else None
    return alone if isinstance(alone, Table) and not TABLES[alone.environment] else None


def is_list(node: Group) -> bool:
    """Do several formulas stand in a bracket, also with dots between them?"""
    table = bare_table(node.parts)
    return len(node.parts) > 1 or (table is not None and table.environment == LIST)


def read_table(reader: Reader, node: Table) -> list[Reading]:
    """A matrix or a determinant; raises `ReadError` for a table without brackets."""
    if TABLES[node.environment] == "|":
        return determinant_of(reader, node)
    if not TABLES[node.environment] and node.environment != LIST:
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
        return of_pattern(reader, node)
    rows, columns = len(node.rows), len(node.rows[0])
    cells = [entry_of(reader, cell) for row in node.rows for cell in row]
    if len(cells) == 1:
        tree = cells[0].tree
        return [Reading(replace(tree, bare=False) if isinstance(tree, Numeral) else tree, ())]
    dims = (rows,) if columns == 1 else (rows, columns)
    return [Reading(Matrix(node.at, dims, tuple(cell.tree for cell in cells)), dims)]


def read_list(reader: Reader, node: Group) -> list[Reading]:
    """``(a, b, c)`` of scalars: a column, or a row, by a convention; raises `ReadError` for ``[a, b]``."""
    if node.fence == "[" and len(node.parts) == 2:
        hint = r"write (a, b), or \begin{pmatrix} a \\ b \end{pmatrix}; a commutator is A B - B A"
        raise reader.error(node.at, "two formulas in square brackets", "a list in round ones", hint)
    cells = tuple(entry_of(reader, cell).tree for cell in node.parts)
    return [lying(reader, Reading(Matrix(node.at, (len(cells),), cells), (len(cells),)))]


def lying(reader: Reader, column: Reading) -> Reading:
    """A list, which is this column or its row."""
    at = column.tree.at
    return column if reader.choice(LISTS, at, "a list in brackets") == "column" else transpose_of(column, at)


def of_pattern(reader: Reader, node: Table) -> list[Reading]:
    """What has dots in it, by its entries at indices."""
    kind, *words = node.pattern.split()
    indices = [(name, dimension_named(reader, dim)) for name, dim in zip(words[::2], words[1::2], strict=True)]
    inside = reader.within(reader.bound | {name for name, _ in indices})
    if kind in ("column", "row", "rows"):
        listed = node.environment == LIST and kind == "row"
        found = reader.mapped(inside.read(node.rows[0][0]), lambda c: line_of(reader, kind, c, indices, listed))
        return [lying(reader, c) if listed and is_column(c.shape) else c for c in found]
    entries = [entry_of(inside, cell) for cell in node.rows[0]]
    if kind == "diagonal":
        return [diagonal_of(reader, entries[0], indices)]
    if kind == "whole":
        return [filled(reader, entries[0], indices)]
    own, beside, same = entries
    parts = [filled(reader, beside, indices), *(diagonal_of(reader, entry, indices[:1]) for entry in (own, same))]
    first, second, third = (part.tree for part in parts)
    made = Call(node.at, "add", (first, second, Minus(node.at, third)))
    return [Reading(made, reader.alike(parts, "a matrix"))]


#: Indices with what they run over.
Indices = Sequence[tuple[str, Dimension]]


def unit_of(at: int, indices: Indices) -> Reading:
    """The unit vector at an index, or all-ones where no index is: the entry is the same everywhere."""
    if not indices:
        return Reading(Constant(at, "ones"), (None,))
    ((name, dim),) = indices
    return Reading(Call(at, "basis", (Word(at, name),)), (dim,))


def times(reader: Reader, *factors: Reading) -> Reading:
    """A product without the factor 1 of an entry."""
    return reader.product([c for c in factors if not (isinstance(c.tree, Numeral) and c.tree.value == 1)])


def over(made: Reading, indices: Indices) -> Reading:
    """The sum over indices."""
    at, tree = made.tree.at, made.tree
    for name, dim in reversed(indices):
        tree = Call(at, "sum", (Ranged(at, name, Word(at, dim.name)), tree))
    return Reading(tree, made.shape)


def line_of(reader: Reader, kind: str, entry: Reading, indices: Indices, listed: bool = False) -> Reading:
    """A column of scalars or rows, or a row of scalars or columns, in a list first a column of scalars.

    Raises `ShapeError` for anything else.
    """
    at = entry.tree.at
    unit = unit_of(at, indices)
    if not entry.shape:
        found = named(reader, entry, indices) or over(times(reader, entry, unit), indices)
        return transpose_of(found, at) if kind == "row" and not listed else found
    if kind == "rows" and is_column(entry.shape):
        entry = transpose_of(entry, at)
    if kind in ("column", "rows") and is_row(entry.shape):
        return over(reader.product([unit, entry]), indices)
    if kind == "row" and is_column(entry.shape):
        return over(reader.product([entry, transpose_of(unit, at)]), indices)
    hint = r"a column has scalars or rows, x_1^\top \\ \vdots \\ x_N^\top, a row scalars or columns"
    raise reader.fail(at, f"a block of shape {show_rough(entry.shape)} in a {kind}", hint, ShapeError)


def diagonal_of(reader: Reader, entry: Reading, indices: Indices) -> Reading:
    """The diagonal matrix of an entry."""
    at = entry.tree.at
    if not indices:
        return times(reader, entry, Reading(Constant(at, "identity"), (None, None)))
    found = line_of(reader, "column", entry, indices)
    return Reading(Call(at, "diag", (found.tree,)), (*found.shape, *found.shape))


def filled(reader: Reader, entry: Reading, indices: Indices) -> Reading:
    """The matrix of an entry at two indices, or at none."""
    at = entry.tree.at
    units = [unit_of(at, indices[:1]), transpose_of(unit_of(at, indices[1:]), at)]
    return named(reader, entry, indices) or over(times(reader, entry, *units), indices)


def named(reader: Reader, entry: Reading, indices: Indices) -> Reading | None:
    """The array of which an entry at indices is one, where it has no others."""
    tree, shape = entry.tree, tuple(dim for _, dim in indices)
    if not indices or not isinstance(tree, Indexed) or [word.name for word in tree.indices] != [n for n, _ in indices]:
        return None
    return Reading(tree.base, shape) if shape_of_name(reader, tree.base) == shape else None


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
    reader.effort.starts.add(("", 1))
    positions = tuple(int(word) for word in words)
    from_1 = all(first == 1 for _, first in reader.effort.starts)
    if not from_1 or not all(1 <= n <= size for n, size in zip(positions, sizes, strict=True)):
        hint = "entries count from 1"
        raise reader.fail(script.at, f"the entry {text[:20]} of shape {show_rough(base.shape)}", hint, ShapeError)
    return Reading(Positioned(base.tree.at, base.tree, positions), ())


def _digits(script: Script) -> str:
    """The digits and commas of a subscript of nothing else; "" of any other."""
    kept = [lexeme for lexeme in script.raw if lexeme.kind not in ("LBRACE", "RBRACE")]
    return "".join(each.text for each in kept) if all(each.kind in ("DIGIT", "COMMA") for each in kept) else ""


def is_named_entry(reader: Reader, word: Word, key: Key, mark: str) -> bool:
    r"""Is the name of a number, ``\beta_1``, that of an entry of a column or a row: of \beta = (\beta_0; \beta_1)?

    So it is while \beta of two is defined, where there are numbers \beta_0, \beta_1, or \beta_1, \beta_2.
    """
    context, meaning = reader.context, reader.context.env.names.get(word.name)
    whole = meaning.unfold() if isinstance(meaning, Defined) else meaning
    if not key.sub.isdecimal() or not isinstance(whole, Term) or len(axes := axes_in(whole.shape)) != 1:
        return False
    size = axes[0] if isinstance(axes[0], int) else 0

    def named(place: int) -> list[object]:
        return [context.env.names[name] for name in context.names(key._replace(sub=str(place)), mark)]

    entries = whole.entries if isinstance(whole, Written) else None
    for first in (0, 1):
        if int(key.sub) in (places := range(first, first + size)):
            names = [named(place) for place in places]
            own = context.defining == word.name if entries is None else all(map(contains, names, entries))
            if all(names) and own:
                return True
    at = int(key.sub) - 1
    return entries is not None and 0 <= at < size and entries[at] in named(at + 1)


def check_numbered(reader: Reader, array: Word, at: int) -> None:
    r"""Refuse ``\beta_i`` of \beta = (\beta_0; \beta_1): its i-th entry, or the number with that name?"""
    context, meaning = reader.context, reader.context.env.names.get(array.name)
    whole = meaning.unfold() if isinstance(meaning, Defined) else None
    if not isinstance(whole, Written) or len(axes_in(whole.shape)) != 1:
        return
    own = [(key, mark) for key, found in context.keys.table.items() for mark, name in found if name == array.name]
    for (key, mark), number in product(own, range(len(whole.entries) + 1)):
        for name in context.names(key._replace(sub=str(number)), mark) if not key.sub else ():
            places = [place for place, entry in enumerate(whole.entries, 1) if entry == context.env.names[name]]
            if places and number not in places:
                labels = ["its entry at that place", f"the number that is called so: {name} stands at {places[0]}"]
                hint = "write the entries, or number the names as they stand"
                raise reader.ambiguous(at, f"an entry of {array.name} by an index", labels, hint)


def is_foreign_place(reader: Reader, shape: Rough, script: Script | None) -> bool:
    r"""Is a subscript with a dimension in it, ``\theta_{t - 1}``, none of the places along a vector of another size?"""
    raw = script.raw if script is not None and len(shape) == 1 else ()
    found = [reader.context.env.names.get(name) for x in raw for name in reader.context.names(Key(x.text), x.mark)]
    return any(isinstance(size, Dimension) and size not in (shape[0], None) for size in found)
