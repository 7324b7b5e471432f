r"""What a display holds as a whole: one environment, several below each other, or braces around all of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from derive.reading.paper.units import Unit, rows_of
from derive.reading.source import Source

#: Environments whose cells come in pairs: a left side and a right side.
PAIRED = ("align", "alignat", "xalignat", "xxalignat", "flalign", "aligned", "alignedat", "split")
#: Environments of aligned rows.
_OF_ROWS = (*PAIRED, "gathered")
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
    inside = inside[1:-1] if _is_brace(source, inside) else inside
    if below := _below(source, inside):
        return below
    whole = [unit for unit in inside if unit.kind != "row"]
    made = [_block(source, unit) for unit in whole]
    known = [block for block in made if block is not None]
    if len(known) < len(whole) or (len(known) > 1 and not _are_rows(inside, known)):
        return []
    for unit, block in zip(whole, known, strict=True):
        if block.stop < 0:
            raise source.error(unit.at, f"{source.text[unit.at : unit.at + 20]} that is never closed", "its end")
    return known


def _below(source: Source, found: Sequence[Unit]) -> list[Inside]:
    r"""Rows, and environments of aligned rows on rows of their own, ``x = y \\ \begin{align} … \end{align}``."""
    made, aligned = list[Inside](), 0
    for row in rows_of(found):
        block = _block(source, row[0]) if len(row) == 1 else None
        if not _is_whole(source, row, block):
            return []
        if block is not None and block.stop >= 0 and block.environment in _OF_ROWS:
            made.append(block)
            aligned += 1
        elif any(unit.kind == "environment" and _is_aligned(source, unit) for unit in row):
            return []
        elif made and not made[-1].environment:
            made[-1] = made[-1]._replace(stop=row[-1].end, end=row[-1].end)
        else:
            made.append(Inside("", row[0].at, row[-1].end, row[0].at, row[-1].end))
    return made if 0 < aligned < len(made) else []


#: What a formula does not begin with, or end with, that stands by itself.
_SIGNED = re.compile(
    r"(?:\s|&|\{\}|\\[,;:! ]|\\q?quad(?![A-Za-z]))*"
    r"(?:[-+=<>*/)\]]|\\(?:cdot|times|le|ge|leq|geq|odot|circ|neq?|approx)(?![A-Za-z]))"
)
_ENDING = re.compile(r"(?:[-+=<>*/(]|\\(?:cdot|times|le|ge|leq|geq|odot|circ|neq?|approx))\s*\Z")
_RELATES = re.compile(r"[=<>]|\\(?:le|ge|leq|geq|neq?|approx|lt|gt|equiv)(?![A-Za-z])")


def _is_whole(source: Source, row: Sequence[Unit], block: Inside | None) -> bool:
    """Is what stands on a row, or on the first row of an environment there, a relation by itself?"""
    begin, end = (row[0].at, row[-1].end) if block is None else (block.begin, block.stop)
    first = source.text[begin:end].split("\\\\", 1)[0]
    return not _SIGNED.match(first) and not _ENDING.search(first.rstrip(" &\n")) and bool(_RELATES.search(first))


def _is_aligned(source: Source, unit: Unit) -> bool:
    block = _block(source, unit)
    return block is not None and block.environment in _OF_ROWS


def _is_brace(source: Source, found: Sequence[Unit]) -> bool:
    r"""Is it one environment that a brace holds together, ``\left\{ \begin{array}{l} … \end{array} \right.``?"""
    if [unit.kind for unit in found] != ["opening", "environment", "closing"]:
        return False
    signs = [re.sub(r"\s", "", source.text[unit.at : unit.end]) for unit in (found[0], found[2])]
    left, right = signs[0].removeprefix(r"\left"), signs[1].removeprefix(r"\right")
    return (left in (r"\{", r"\lbrace") and right == ".") or (left == "." and right in (r"\}", r"\rbrace"))


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
    return apart and all(block.environment in _OF_ROWS for block in made)
