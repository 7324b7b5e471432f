r"""What a display holds as a whole: one environment, several below each other, or braces around all of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from derive.reading.paper.units import Unit
from derive.reading.source import Source

#: Environments whose cells come in pairs: a left side and a right side.
PAIRED = ("align", "alignat", "xalignat", "xxalignat", "flalign", "aligned", "alignedat", "split")
_OPENING = re.compile(
    r"\\begin\s*\{(?:(array|alignedat|x{0,2}alignat)\*?\}(?:\s*\[[a-z]\])?\s*(?:\{[^{}]*\}|\d)"
    r"|(multlined)\}(?:\s*\[[^\]\n]*\])*|([A-Za-z]+)\*?\}(?:\s*\[[a-z]\])?)"
)
_EQALIGN = re.compile(r"\\eqalign\s*\{")
_IN_BRACES = re.compile(r"\{\s*(?=\\begin(?![A-Za-z])|\\eqalign(?![A-Za-z]))")


class Inside(NamedTuple):
    """The inside of an environment of this name, "" of braces, and where the whole stands in its text."""

    environment: str
    begin: int
    stop: int
    at: int
    end: int


def blocks(source: Source, found: Sequence[Unit]) -> list[Inside]:
    r"""The environments that are all of a display, with a ``\\\\`` between each two; none of any other display.

    Raises `ReadError` for one that is never closed.
    """
    inside = [unit for unit in found if unit.kind not in ("layout", "comma", "mark") and unit.text != "."]
    whole = [unit for unit in inside if unit.kind != "row"]
    made = [_block(source, unit) for unit in whole]
    known = [block for block in made if block is not None]
    if len(known) < len(whole) or (len(known) > 1 and not _are_rows(inside, known)):
        return []
    for unit, block in zip(whole, known, strict=True):
        if block.stop < 0:
            raise source.error(unit.at, f"{source.text[unit.at : unit.at + 20]} that is never closed", "its end")
    return known


def _block(source: Source, unit: Unit) -> Inside | None:
    text, at, end = source.text, unit.at, unit.end
    if unit.kind == "environment" and (opening := _OPENING.match(text, at)):
        name = next(filter(None, opening.groups()), "")
        return Inside(name, opening.end(), text.rfind("\\end", opening.end(), end), at, end)
    if unit.kind == "environment" and not text.startswith("\\eqalign", at):
        return Inside("", at, -1, at, end)
    braced = _EQALIGN.match(text, at) if unit.kind == "environment" else _IN_BRACES.match(text, at)
    if braced is None:
        return None
    return Inside("aligned" if unit.kind == "environment" else "", braced.end(), end - 1, at, end)


def _are_rows(found: Sequence[Unit], made: Sequence[Inside]) -> bool:
    r"""Are several environments of aligned rows below each other?"""
    apart = all("row" in (one.kind, after.kind) for one, after in pairwise(found))
    return apart and all(block.environment in (*PAIRED, "gathered") for block in made)
