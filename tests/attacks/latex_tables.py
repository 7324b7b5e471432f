r"""Matrices written out as functions of their entries, and those with dots as what they are written for."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise

from tests.attacks.latex_tokens import BARS, GONE, LAYOUT, Unaccounted, group

#: Environments of matrices, and what they are called in an account.
_TABLES = {
    **dict.fromkeys(("pmatrix", "bmatrix", "psmallmatrix", "bsmallmatrix", "matrix", "smallmatrix", "array"), ()),
    **dict.fromkeys(("vmatrix", "vsmallmatrix"), (r"\det",)),
}  # fmt: skip
_DOTS = frozenset({r"\dots", r"\ldots", r"\cdots", r"\vdots", r"\ddots"})


def tabled(found: Sequence[str]) -> list[str]:
    r"""``\begin{pmatrix} a & b \\ c & d \end{pmatrix}`` as a function of four arguments."""
    made = list(found)
    while (at := next((n for n in range(len(made) - 1, -1, -1) if _begins(made, n)), -1)) >= 0:
        name, start = group(made, at + 1)
        end = next((n for n in range(start, len(made)) if made[n] == r"\end"), len(made))
        if group(made, end + 1)[0] != name:
            raise Unaccounted("a matrix that ends as something else")
        if "".join(name) == "array":
            start = group(made, start)[1]
        if at and made[at - 1] in (*BARS, "\\{"):
            raise Unaccounted("a matrix between bars")
        table = _table(_rows(made[start:end]))
        outer = _TABLES["".join(name)]
        made[at : group(made, end + 1)[1]] = [*outer, "(", *table, ")"] if outer else table
    return made


def _table(rows: list[list[list[str]]]) -> list[str]:
    """The function of its entries that a matrix is, or what its dots are written for."""
    cells = [cell for row in rows for cell in row]
    if len({len(row) for row in rows}) != 1:
        raise Unaccounted("rows of different lengths")
    if any(len(cell) == 1 and cell[0] in _DOTS for cell in cells):
        return ["(", *_undotted(rows), ")"]
    if not all(cells):
        raise Unaccounted("a matrix with no entry somewhere")
    inside = [token for cell in cells for token in (",", *cell)][1:]
    word = [] if len(cells) == 1 else [r"\operatorname", "{", f"table{len(rows[0])}", "}"]
    return [*word, "(", *inside, ")"]


def _undotted(rows: list[list[list[str]]]) -> list[str]:
    """A column x_1, …, x_N, a row, a diagonal matrix or a whole matrix."""
    if len(rows[0]) == 1:
        return _column([row[0] for row in rows])
    if len(rows) == 1:
        return ["(", *_column(rows[0]), ")", "^", r"\top"]
    if len(rows) != len(rows[0]):
        raise Unaccounted("dots in a matrix")
    inner = [(n, m) for n in range(len(rows)) for m in range(len(rows)) if n != m]
    if all(rows[n][m] in ([], ["0"]) for n, m in inner):
        column = _column([rows[n][n] for n in range(len(rows))])
        if column[-len(_ONES) :] == _ONES:
            return [*column[: -len(_ONES)], "I"]
        return [r"\operatorname", "{", "diag", "}", "(", *column, ")"]
    name, *corner = [token for token in rows[0][0] if token not in "{}"]
    last = [token for token in rows[-1][-1] if token not in "{}"]
    corners = ([*corner[:2], last[-1]], [corner[0], *last[-2:-1], corner[-1]])
    said = [[token for token in cell if token not in "{}"] for cell in (rows[0][-1], rows[-1][0])]
    dots = all(_DOTS.intersection(rows[n][m]) for n, m in [*inner, (1, 1)] if 1 in (n, m))
    if len(rows) != 3 or corner != ["_", "1", "1"] or said != [[name, *found] for found in corners] or not dots:
        raise Unaccounted("dots in a matrix")
    return [name]


def dotted(found: Sequence[str]) -> list[str]:
    r"""With ``\operatorname{listed}(…)`` of the column for ``(x_1, \dots, x_N)``, or that for ``(x_1; \dots; x_N)``."""
    made = [*found]
    for at in range(len(made) - 1, -1, -1):
        if made[at] not in ("(", "["):
            continue
        depth, edges, end = 0, [at], at
        for place in range(at + 1, len(made)):
            if not depth and made[place] in (",", ";"):
                edges.append(place)
            depth += (made[place] in ("(", "[", "{", "|(")) - (made[place] in (")", "]", "}", "|)"))
            if depth < 0:
                end = place
                break
        cells = [made[begin + 1 : stop] for begin, stop in pairwise((*edges, end))]
        marks = {made[edge] for edge in edges[1:]}
        counted = [*map(len, cells)] == [1] * len(cells) and len({*map(tuple, cells)}) > 2  # 1, \dots, N
        if (
            end > at
            and len(cells) > 2
            and not counted
            and len(marks) == 1
            and cells[-2][:1]
            and _DOTS.issuperset(cells[-2])
        ):
            with suppress(Unaccounted):
                column = _column(cells)
                made[at + 1 : end] = (
                    column if marks == {";"} else [r"\operatorname", "{", LISTED, "}", "(", *column, ",", "0", ")"]
                )
    return made


#: The function of a column that a list is until it is known how it lies.
LISTED = "listed"
_ONES = [r"\vec", "{", "1", "}"]
#: The index over what stands between dots, which no text has.
NEW = "new"


def _column(cells: list[list[str]]) -> list[str]:
    """The column of x_1, x_2, …, x_N, or of a formula with these."""
    *before, dots, last = cells
    if not before or not _DOTS.intersection(dots) or len(before[0]) != len(last):
        raise Unaccounted("dots in a matrix")
    sizes = {b for a, b in zip(before[0], last, strict=True) if a != b}
    if not sizes and before == [last] * len(before) and last != ["0"]:
        return _ONES if last == ["1"] else ["(", *last, ")", *_ONES]
    where = [a != b for a, b in zip(before[0], last, strict=True)]

    def at(index: str) -> list[str]:
        return [index if differs else token for differs, token in zip(where, last, strict=True)]

    if len(sizes) != 1 or before != [at(str(n)) for n in range(1, len(before) + 1)]:
        raise Unaccounted("dots in a matrix")
    name, *index = [token for token in at(NEW) if token not in "{}"]
    if index == ["_", NEW]:
        return [name]
    return [r"\sum", "_", NEW, "(", *at(NEW), ")", r"\vec", "{", "e", "}", "_", NEW]


def _begins(found: Sequence[str], at: int) -> bool:
    return found[at] == r"\begin" and "".join(group(found, at + 1)[0]) in _TABLES


def _rows(found: Sequence[str]) -> list[list[list[str]]]:
    """The cells of each row; a row that holds nothing at the end is none."""
    rows: list[list[list[str]]] = [[[]]]
    at = 0
    while at < len(found):
        token, at = found[at], at + 1
        if token == "&":
            rows[-1].append([])
        elif token == r"\\":
            rows.append([[]])
            at += found[at : at + 1] == ["*"]
            if found[at : at + 1] == ["["]:
                at = [*found, "]"].index("]", at) + 1
        elif token in GONE and token not in (r"\begin", r"\end"):
            at = group(found, at)[1]
        elif token not in LAYOUT or token in (r"\left", r"\right"):
            rows[-1][-1].append(token)
    return rows[:-1] if rows[-1] == [[]] and len(rows) > 1 else rows
