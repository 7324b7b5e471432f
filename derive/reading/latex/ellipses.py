r"""Dots in a matrix or a sum: of which the pattern cannot be mistaken, as one entry at indices; anything else is refused.

Read are a column or a row ``x_1 \\ x_2 \\ \vdots \\ x_N``, a list ``(x_1, x_2, \dots, x_N)``, a diagonal ``d_1``,
``\ddots``, ``d_N`` with zeros or nothing beside it, ``a_{11} & \cdots & a_{1K}``, …, ``a_{M1} & \cdots & a_{MK}``, a matrix
that has other entries on its diagonal, and all of these of one entry.  The entries in the corners must be the same but for
a 1 in a subscript where the other has a dimension; those with a 2 or a 3 must be so too.
So must the first and last terms be of ``x_1 y_1 + x_2 y_2 + \dots + x_N y_N``, which is a sum over all; one in the middle,
``+ \dots + x_i y_i + \dots +``, may have an index for the 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from derive.reading.latex.places import less_than_dimension
from derive.reading.latex.ruled import DOTS, Cell, is_dots, without_lines
from derive.reading.latex.signs import FENCES, LIST, OPENS, RELATIONS, SIZES
from derive.reading.latex.spelling import Key
from derive.reading.latex.tokens import ROWS, Tok, is_unseen

if TYPE_CHECKING:
    from derive.reading.latex.arrange import Arrangement

_HINT = (
    r"read are x_1 \\ x_2 \\ \vdots \\ x_N with a declared dimension N, a diagonal d_1, \ddots, d_N, a_{11} … a_{MK}, one "
    "entry on the diagonal and another beside it, and the same of one entry; declare a name for any other"
)


#: What a term of a sum does not go beyond.
_EDGES = frozenset(
    {*RELATIONS, *ROWS, "+", "-", "&", ",", ";", ":", r"\right", r"\bigr", r"\Bigr", r"\biggr", r"\Biggr"}
)
_OPENING = frozenset({"{", *(sign for sign, (kind, _) in FENCES.items() if kind in OPENS)})
_CLOSING = frozenset({"}", *(sign for sign, (kind, _) in FENCES.items() if kind not in OPENS)})
_SUM_HINT = r"read are x_1 + \dots + x_N and x_1 + \dots + x_i + \dots + x_N with a declared dimension N; or write \sum"


def with_sums(here: Arrangement, found: list[Tok]) -> list[Tok]:
    r"""Tokens with a ``\sum`` for dots between two plus signs; raises `ReadError` for those that could be another sum."""
    while dotted := [at for at in range(1, len(found) - 1) if found[at].text in DOTS and _joined(found, at)]:
        terms, range_ = _terms(found, dotted[0])
        body = None if terms is None else _Pattern(here, found).sum(terms)
        if body is None:
            expected = "a sum whose first and last terms say what it is over"
            raise here.error(found[dotted[0]].at, "dots in a sum", expected, _SUM_HINT)
        found = [*found[: range_.start], *body, *found[range_.stop :]]
    return found


def with_lists(here: Arrangement, found: list[Tok]) -> list[Tok]:
    r"""Tokens with a table for ``x_1, \dots, x_N`` in brackets, a column for ``x_1; \dots; x_N``; any other list stays."""
    if not any(token.text in DOTS for token in found):
        return found
    for at in reversed(range(len(found))):
        if found[at].text not in ("(", "[") or found[at].kind != "sign":
            continue
        commas, close = _commas(found, at)
        end = close - (found[close - 1].text == r"\right" or bool(SIZES.match(found[close - 1].text)))
        cells = [found[begin + 1 : stop] for begin, stop in pairwise((at, *commas, end))]
        marks = {found[n].text for n in commas}
        listed = len(cells) > 2 and all(cells) and any(map(is_dots, cells)) and len(marks) == 1
        if not listed or _Pattern(here, found).line("row", [_plain(cell) for cell in cells]) is None:
            continue
        begin, stop = (replace(found[n], kind=kind, text=LIST) for n, kind in ((at + 1, "begin"), (end - 1, "end")))
        mark = "&" if marks == {","} else r"\\"
        inside = [replace(found[n], text=mark) if n in commas else found[n] for n in range(at + 1, end)]
        found = [*found[: at + 1], begin, *inside, stop, *found[end:]]
    return found


def _commas(found: Sequence[Tok], at: int) -> tuple[list[int], int]:
    """Where commas and semicolons stand in the bracket that opens at a position, and where it closes, or the position."""
    depth, commas = 0, list[int]()
    for n in range(at + 1, len(found)):
        text, kind = found[n].text, found[n].kind
        if not depth and text in (",", ";"):
            commas.append(n)
        depth += (text in _OPENING or kind == "begin") - (text in _CLOSING or kind == "end")
        if depth < 0:
            return commas, n
    return [], at


def _joined(found: Sequence[Tok], at: int) -> bool:
    return found[at - 1].text == found[at + 1].text == "+"


def _terms(found: Sequence[Tok], dots: int) -> tuple[list[Cell] | None, range]:
    """The terms with dots among them up to four before the first ones, and their range; None where no sum is there."""
    starts, at = [dots], dots - 1
    while len(starts) < 5 and at >= 0 and found[at].text == "+":
        begin = _edge(found, at - 1, -1) + 1
        starts.insert(0, begin)
        at = begin - 1
    if at >= 0 and found[at].text == "-":
        starts = starts[1:]  # its sign is another one
    terms = [found[begin : end - 1] for begin, end in pairwise(starts)]
    stop = dots
    while stop < len(found) and found[stop].text in DOTS:
        terms.append(found[stop : stop + 1])
        end = _edge(found, stop + 2, 1)
        terms.append(found[stop + 2 : end])
        more = end + 1 < len(found) and found[end].text == "+" and found[end + 1].text in DOTS
        stop = end + 1 if more else end
        if not more:
            break
    return (terms if len(starts) > 1 else None), range(starts[0], stop)


def _edge(found: Sequence[Tok], at: int, step: int) -> int:
    """The position, from one on to the left or to the right, of what is no part of a term any more."""
    depth, inner, outer = 0, *((_CLOSING, _OPENING) if step < 0 else (_OPENING, _CLOSING))
    while 0 <= at < len(found):
        text = found[at].text
        depth += (text in inner) - (text in outer)
        if depth < 0 or (not depth and text in _EDGES and found[at - 1].text not in ("^", "_")):
            return at
        at += step
    return at


class Pattern(NamedTuple):
    """What dots stand in: ``column``, ``row``, ``diagonal``, ``whole`` or ``split``, its indices with their dimensions.

    It has one entry, of these indices; where it is ``split`` one on the diagonal, of the first index, one beside it, and
    what that would be on the diagonal.
    """

    kind: str
    indices: tuple[tuple[str, str], ...]
    entries: tuple[Cell, ...]


def has_dots(rows: Sequence[Sequence[Cell]]) -> bool:
    """Is an entry nothing but dots?"""
    return any(is_dots(cell) for row in rows for cell in row)


def pattern_of(here: Arrangement, rows: Sequence[Sequence[Cell]], begin: Tok, around: Cell) -> Pattern:
    """The pattern of rows with dots; raises `ReadError` for any other.  ``around`` are all tokens of the formula."""
    reading = _Pattern(here, around)
    found = None
    if len({len(row) for row in rows}) == 1:
        cells, lying = without_lines([[_plain(cell) for cell in row] for row in rows])
        if len(cells[0]) == 1:
            found = reading.line("rows" if lying else "column", [row[0] for row in cells])
        elif len(cells) == 1:
            found = reading.line("row", cells[0])
        else:
            found = reading.diagonal(cells) or reading.whole(cells) or reading.split(cells)
    if found is None:
        raise here.error(begin.at, "a matrix with dots whose pattern is not one that is read", "one pattern", _HINT)
    return found


def _plain(cell: Cell) -> Cell:
    """An entry without braces around one sign of a script."""
    made: list[Tok] = []
    for token in (token for token in cell if not is_unseen(token)):
        made.append(token)
        if token.text in ("(", ")") and made[-2:-1] and made[-2].text in (r"\left", r"\right"):
            del made[-2]
        if token.text == "}" and (at := _last(made, r"\hspace")) is not None:
            del made[at:]
        if [one.text for one in made[-4:-2]] in (["_", "{"], ["^", "{"]) and made[-1].text == "}":
            made[-3:] = [made[-2]]
    return made


class _Pattern:
    def __init__(self, here: Arrangement, around: Cell) -> None:
        self.here = here
        used = {token.text for token in around}
        free = (letter for letter in "ijklmnpqrst" if letter not in used and not here.context.is_word(letter))
        self.names = [*free]

    def line(self, kind: str, cells: Sequence[Cell]) -> Pattern | None:
        """x_1, x_2, …, x_N."""
        *before, dots, last = cells if len(cells) > 2 else [*cells, (), ()]
        if not is_dots(dots) or not 1 <= len(before) <= 3 or any(map(is_dots, (*before, last))):
            return None
        if all(_said(cell) == _said(last) for cell in before) and last:
            return Pattern(kind, (), (last,))
        places = self.places(before[0], last)
        if places is None or not self.names or not _counted(before, places):
            return None
        name = self.names[0]
        return Pattern(kind, ((name, places.dim),), (_with(last, places.at, name),))

    def sum(self, terms: Sequence[Cell]) -> list[Tok] | None:
        r"""``\sum`` for terms of which one is dots, or two with a general one between them, and what stands before these."""
        cells = [_plain(term) for term in terms]
        dots = [n for n, cell in enumerate(cells) if is_dots(cell)]
        last, general = cells[-1], cells[dots[0] + 1 : -1][:1]
        if not all(cells) or len(dots) > 2 or dots[-1] != len(cells) - 2 or not self.names:
            return None
        for first in range(max(0, dots[0] - 3), dots[0]):
            before = cells[first : dots[0]]
            places = self.places(before[0], last, of_sum=True)
            if places is None or not _counted(before, places) or not all(_is_general(c, last, places) for c in general):
                continue
            if any(_said(_with(cell, places.at, str(places.first))) == _said(before[0]) for cell in cells[:first]):
                return None  # x_1 + x_1 + x_2
            if len(before) == 1 and not general and _doubled(places.at):
                return None  # a_{11} + … + a_{NN}: the diagonal, or all
            name, at = self.names[0], last[0]
            start = str(places.first)
            said = ["(", r"\sum", "_", "{", name, "=", start, "}", "^", "{", places.dim, "}"]
            kinds = {r"\sum": "command", name: "letter", places.dim: "letter", start: "digit"}
            sign = [replace(at, kind=kinds.get(text, "sign"), text=text) for text in said]
            rest = [token for term in terms[:first] for token in (*term, replace(at, kind="sign", text="+"))]
            return [*rest, *sign, *_with(last, places.at, name), replace(at, kind="sign", text=")")]
        return None

    def diagonal(self, cells: Sequence[Sequence[Cell]]) -> Pattern | None:
        """d_1, …, d_N, with zeros, dots or nothing beside them."""
        size = len(cells)
        beside = [cells[i][j] for i in range(size) for j in range(len(cells[i])) if i != j]
        zeros = [cell for cell in beside if cell and not is_dots(cell)]
        if len(cells[0]) != size or any(_said(cell) != ["0"] for cell in zeros):
            return None
        if (not zeros and any(beside)) or _said(cells[0][0]) == ["0"]:
            return None
        return self.line("diagonal", [cells[n][n] for n in range(size)])

    def whole(self, cells: Sequence[Sequence[Cell]]) -> Pattern | None:
        r"""a_{11} … a_{1K}, \vdots, a_{M1} … a_{MK}."""
        full = [row for row in cells if not is_dots(row[0])]
        dotted = [number for number, row in enumerate(cells) if is_dots(row[0])]
        if (
            dotted != [len(cells) - 2]
            or not all(map(is_dots, cells[-2]))
            or not all(cell for row in full for cell in row)
        ):
            return None
        across = [number for number, cell in enumerate(full[0]) if is_dots(cell)]
        width = len(full[0])
        if across != [width - 2] or any([n for n, c in enumerate(row) if is_dots(c)] != across for row in full):
            return None
        kept = [[cell for cell in row if not is_dots(cell)] for row in full]
        if all(_said(cell) == _said(kept[0][0]) for row in kept for cell in row):
            return Pattern("whole", (), (kept[0][0],))
        down, right = self.places(kept[0][0], kept[-1][0]), self.places(kept[0][0], kept[0][-1])
        if down is None or right is None or set(down.at) & set(right.at) or len(self.names) < 2:
            return None
        corner = kept[-1][-1]
        if len(corner) != len(kept[0][0]):
            return None
        for i, row in enumerate(kept):
            for j, cell in enumerate(row):
                said = _said(corner)
                for at in down.at:
                    said[at] = down.dim if i == len(kept) - 1 else str(i + 1)
                for at in right.at:
                    said[at] = right.dim if j == len(row) - 1 else str(j + 1)
                if _said(cell) != said:
                    return None
        first, second = self.names[:2]
        entry = _with(_with(corner, down.at, first), right.at, second)
        return Pattern("whole", ((first, down.dim), (second, right.dim)), (entry,))

    def split(self, cells: Sequence[Sequence[Cell]]) -> Pattern | None:
        r"""a_1, …, a_N on the diagonal, with b_{12} … beside it: two of them written, so that no band is meant."""
        size, width = len(cells), len(cells[0])
        own = [cells[n][n] for n in range(size) if n != size - 2] if size == width > 3 else []
        beside = {(i, j): cells[i][j] for i in range(size) for j in range(width) if i != j and i != size - 2 != j}
        beside = {at: cell for at, cell in beside.items() if not is_dots(cell)}
        filling = [cells[i][j] for i in range(size) for j in range(width) if size - 2 in (i, j)]
        ends = {(0, 1), (0, size - 1), (size - 1, 0)}
        if not own or not all((*own, *beside.values())) or not ends <= beside.keys():
            return None
        if any(map(is_dots, own)) or any(cell and not is_dots(cell) for cell in filling) or not any(filling):
            return None
        diagonal = self.line("diagonal", [*own[:-1], cells[-2][-2], own[-1]])
        if diagonal is None:
            return None
        if all(_said(cell) == _said(beside[0, 1]) for cell in beside.values()):
            both = tuple((name, dim) for _, dim in diagonal.indices for name in self.names[:2])
            return Pattern("split", both, (*diagonal.entries, beside[0, 1], beside[0, 1]))
        pairs = self.pairs(beside, size)
        if pairs is None or not set(diagonal.indices) <= set(pairs.indices):
            return None
        return pairs._replace(entries=(*diagonal.entries, *pairs.entries))

    def pairs(self, cells: Mapping[tuple[int, int], Cell], size: int) -> Pattern | None:
        """b_{12}, …, b_{1N}, …, b_{N1} at two indices, and at one for both."""
        cell, last = cells[0, 1], _said(cells[size - 1, 0])
        if len(last) != len(cell) or len(self.names) < 2:
            return None
        changes = [(n, (one.text, other)) for n, (one, other) in enumerate(zip(cell, last, strict=True))]
        right = [n for n, change in changes if change == ("2", "1")]
        down = [n for n, (one, other) in changes if one == "1" != other]
        base, dims = _with(cell, right, "1"), {last[n] for n in down}
        places = [self.places(base, _with(base, at, dim)) for at in (down, right) for dim in dims]
        if len(places) != 2 or not all(places):
            return None
        (dim,) = dims

        def at(n: int) -> str:
            return dim if n == size - 1 else str(n + 1)

        if any(_said(c) != _said(_with(_with(base, down, at(i)), right, at(j))) for (i, j), c in cells.items()):
            return None
        first, second = self.names[:2]
        entries = (_with(_with(base, down, first), right, name) for name in (second, first))
        return Pattern("split", ((first, dim), (second, dim)), tuple(entries))

    def places(self, first: Cell, last: Cell, of_sum: bool = False) -> _Places | None:
        """Where the first entry has a 1 in subscripts and the last one a dimension, if they differ nowhere else.

        The terms ``of_sum`` may go from 0 to N - 1, or end before the last, with a letter for that.
        """
        differ = [n for n, (one, other) in enumerate(zip(first, last, strict=False)) if one.text != other.text]
        if len(first) != len(last) or not differ or not set(differ) <= _below(first):
            return None
        dims, starts = {last[at].text for at in differ}, {first[at].text for at in differ}
        if len(dims) != 1 or starts not in ({"1"}, {"0"}):
            return None
        (dim,), start = dims, int(*starts)
        texts, numbers = {token.text for token in first}, {"0" * (not start), "1", "2", "3", dim}
        table = self.here.context.keys.table
        if any(n and numbers & {*key.sub.split()} and key.core.split()[-1] in texts for key, n in table.items()):
            return None  # a name that is declared with such a subscript
        meanings = [self.here.context.env.names[name] for name in self.here.context.names(Key(dim))]
        sizes = [size for meaning in meanings if (size := less_than_dimension(meaning)) is not None]
        if len(sizes) != 1 or len(meanings) != 1:
            return None
        less = sizes[0][1]
        whole = (start, less) == (1, 0)
        return _Places(tuple(differ), dim, start) if whole or (of_sum and less > 0 and start in (1, less - 1)) else None


class _Places(NamedTuple):
    at: tuple[int, ...]
    dim: str
    first: int = 1


def _said(cell: Cell) -> list[str]:
    return [token.text for token in cell]


def _with(cell: Cell, places: Sequence[int], name: str) -> list[Tok]:
    """An entry with the name of an index at some places."""
    return [replace(t, kind="letter", text=name) if n in places else t for n, t in enumerate(cell)]


def _counted(before: Sequence[Cell], places: _Places) -> bool:
    """Are the entries before the dots the first with 2 and 3 for 1, or with 1 and 2 for 0?"""
    after = enumerate(before[1:], start=places.first + 1)
    return all(_said(cell) == _said(_with(before[0], places.at, str(n))) for n, cell in after)


def _doubled(places: Sequence[int]) -> bool:
    """Stand two places in one subscript, beside each other or around a comma?"""
    return any(after - at <= 2 for at, after in pairwise(places))


def _is_general(cell: Cell, last: Cell, places: _Places) -> bool:
    """Is a term the last one with one letter for the dimension?"""
    letters = {cell[at].text for at in places.at if at < len(cell) and cell[at].kind in ("letter", "command")}
    return len(letters) == 1 and _said(cell) == _said(_with(last, places.at, *letters))


def _last(made: Sequence[Tok], command: str) -> int | None:
    """Where a command stands whose argument ends here."""
    at = next((n for n in reversed(range(len(made))) if made[n].text == "{"), 0)
    return at - 1 if at and made[at - 1].text == command else None


def _below(cell: Cell) -> set[int]:
    """The positions in subscripts that are single signs, or stand in braces without scripts of their own; and in x^{(1)}."""
    found: set[int] = set()
    for at, token in enumerate(cell[:-1]):
        if token.text == "^" and [one.text for one in cell[at + 1 : at + 3]] == ["{", "("]:  # x^{(1)}
            close = next((n for n in range(at + 3, len(cell)) if cell[n].text == ")"), at)
            found.update(range(at + 3, close) if close == at + 4 else ())
        if token.text == "_" and token.kind == "sign":
            if cell[at + 1].text != "{":
                found.add(at + 1)
                continue
            close = next((n for n in range(at + 1, len(cell)) if cell[n].text == "}"), at + 1)
            inside = range(at + 2, close)
            if all(cell[n].kind in ("letter", "digit") or cell[n].text == "," for n in inside):
                found.update(inside)
    return found
