r"""The condition that a row ends with, ``\quad \text{if } c \neq 0``, or begins with, ``\text{If } c \neq 0: c / c = 1``.

Is it one, or a list, and where does it end?
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from derive.reading.latex import Macros
from derive.reading.latex.limiting import IF
from derive.reading.latex.signs import RELATIONS
from derive.reading.latex.tokens import tokens
from derive.reading.paper.conditions import Named
from derive.reading.paper.parts import BOUNDS, is_bound, relates
from derive.reading.paper.units import BLANK, LOGIC, Unit
from derive.reading.source import Source

#: A relation between single letters, which may be indices.
_OF_LETTERS = re.compile(r"(?:\\?[A-Za-z]+|\d+)(?: (?:[=<>]|\\[a-z]+) (?:\\?[A-Za-z]+|\d+))+")
#: What may stand in a list of conditions: an equation could be a claim, and "0 < s, t < 1" bounds both names twice.
_SIGN = f" (?:{'|'.join(re.escape(sign) for sign, meant in RELATIONS.items() if meant in BOUNDS)}) "
_BOUNDS = re.compile(rf"\\?[A-Za-z]+{_SIGN}(?:\\?[A-Za-z]+|\d+)|\d+{_SIGN}\\?[A-Za-z]+{_SIGN}\d+")
#: Words that a condition goes on with.
_MORE = re.compile(r"\W*(?:and|or|but|as well as|together with|with)(?![A-Za-z])", re.IGNORECASE)
#: Relations of one direction.
_SIDE = {sign: meant.rstrip("=") or "=" for sign, meant in RELATIONS.items()}
#: Spaces that part two formulas, though each is narrow.
_GAP = re.compile(
    r"(?:(?:\\[;:, ]|~|\\(?:thin|med|thick)space|\\[hm]?space\*?\s*\{[^{}]*\})\s*){2}|phantom|\\[hm]space"
)


#: What stands between a condition and what is claimed under it.
_THEN = re.compile(r"\W*then\W*", re.IGNORECASE)


@dataclass(frozen=True)
class Front:
    """A condition in front of a relation: the ranges of its ``parts``, its ``signs``, and the last sign ``of`` the relation.

    Where it does not ``limit`` that, it may be a condition of what stands above with it, and nobody knows what it says.
    """

    at: int
    parts: tuple[tuple[int, int], ...]
    of: tuple[int, int]
    signs: tuple[int, ...]
    limits: bool
    range: tuple[int, int]


def in_front(
    source: Source, row: Sequence[Unit], above: bool, after: bool, macros: Macros, named: Named
) -> Front | None:
    r"""The condition that a row begins with, up to a colon, a comma and a ``\quad``, or "then", and one formula behind that.

    Below another relation ``above``, and behind a comma, it may be all of it a condition, "for all p: q = 1", but with a
    capital, with "then", and ``after`` a row that begins so.
    """
    said = [at for at, unit in enumerate(row) if unit.kind not in BLANK]
    if not said or not (row[said[0]].text == r"\forall" or row[said[0]].matches(IF)):
        return None
    begin = said[0] + 1
    stop = next((at for at in range(begin, len(row)) if _closes(row, at)), len(row))
    tail, rest = row[begin:stop], [unit for unit in row[stop + 1 :] if unit.kind != "layout"]
    while rest and (rest[-1].kind == "comma" or rest[-1].text == "."):
        rest = rest[:-1]
    tail = tail[:-1] if tail and tail[-1].kind == "comma" else tail
    if not _is_formula(tail) or any(unit.kind in ("mark", "comma") and unit.apart for unit in tail):
        return None
    signs = [unit for unit in rest if relates(unit)]
    stated = [unit for unit in rest if unit.kind != "mark"]
    text = " ".join(token.text for token in macros.expand(source, tokens(source, tail[0].at, tail[-1].end)))
    whole = _is_formula(rest) and not any(unit.kind == "comma" and not unit.inside for unit in rest)
    if (
        not whole
        or any(unit.apart for unit in stated[1:])
        or any(of_indices(part, named) for part in text.split(" , "))
    ):
        return None
    opening, closing = row[said[0]], row[stop]
    listed = closing.kind == "comma" and is_bound(rest)
    begins = opening.words[:1].isupper() or closing.kind == "words" or after or (closing.text == ":" and not above)
    if listed or not begins:
        every = tuple(unit.at for unit in row if relates(unit))
        whole_row = (row[0].at, row[-1].end)
        return Front(opening.at, (whole_row,), (row[0].at, row[0].at), every, False, whole_row) if above else None
    limits = is_one(source, tail, tail, text)
    bounds = tuple(unit.at for unit in tail if relates(unit))
    return Front(opening.at, parts_of(tail), (signs[-1].at, signs[-1].end), bounds, limits, (opening.at, row[stop].end))


def _closes(row: Sequence[Unit], at: int) -> bool:
    """Does a condition end at a unit?"""
    unit = row[at]
    gap = unit.kind == "comma" and at + 1 < len(row) and row[at + 1].apart
    return not unit.inside and ((unit.text == ":" and unit.kind != "relation") or gap or unit.matches(_THEN))


def _is_formula(found: Sequence[Unit]) -> bool:
    """Are units relations, without words and without signs of logic?"""
    others = [unit for unit in found if unit.kind != "relation"]
    none = any(unit.kind in ("words", "arrow", "environment", "intertext") or unit.text in LOGIC for unit in others)
    return any(map(relates, found)) and not none


def goes_on_below(row: Sequence[Unit], below: Sequence[Unit]) -> bool:
    r"""May the row below go on with a condition that a row ends with, ``\\ \text{and } t > 0``, ``, \\ & t > 0``?"""
    said = [unit for unit in below if unit.kind not in ("mark", "layout")]
    listed = row[-1].kind == "comma" and bool(_BOUNDS.fullmatch(" ".join(unit.text for unit in said).rstrip(" .,")))
    return listed or (bool(said) and said[0].kind == "words" and bool(_MORE.match(said[0].words)))


def is_one(source: Source, row: Sequence[Unit], tail: Sequence[Unit], said: str) -> bool:
    """Is the end of a row one condition, or a list of bounds, and no other claim behind it?"""
    columns = any(unit.kind == "mark" for unit in row[row.index(tail[0]) : row.index(tail[-1])])
    gaps = (source.text[one.end : other.at] for one, other in pairwise(tail))
    if columns or any(unit.apart for unit in tail[1:]) or any(map(_GAP.search, gaps)):
        return False
    parts = said.split(" , ")
    signs = [{_SIDE[word] for word in part.split() if word in _SIDE} for part in parts]
    return all(len(each) == 1 for each in signs) and (len(parts) == 1 or all(map(_BOUNDS.fullmatch, parts)))


def of_indices(said: str, named: Named) -> bool:
    """Is a condition one on single letters, of which one could be an index, or bounds one?"""
    letters = (word for word in said.split() if word[-1].isalpha() and word not in RELATIONS)
    return bool(_OF_LETTERS.fullmatch(said)) and any(map(named, letters))


def parts_of(tail: Sequence[Unit]) -> tuple[tuple[int, int], ...]:
    """The ranges of what stands between commas."""
    cut = [-1, *(at for at, unit in enumerate(tail) if unit.kind == "comma" and not unit.inside), len(tail)]
    found = [tail[begin + 1 : end] for begin, end in pairwise(cut)]
    return tuple((part[0].at, part[-1].end) for part in found if part)
