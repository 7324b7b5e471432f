r"""The condition that a row ends with, ``\quad \text{if } c \neq 0``: is it one, or a list, and where does it end?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from derive.reading.latex.signs import RELATIONS
from derive.reading.paper.conditions import Named
from derive.reading.paper.parts import BOUNDS
from derive.reading.paper.units import Unit
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
