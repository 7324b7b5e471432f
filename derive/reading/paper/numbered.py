r"""The number of a formula, ``(2) \quad & y = A x``, which is no factor of it, and what else may be one.

What a gap parts from a formula in front of it is no factor that anybody writes: in parentheses a number or a letter is
the number of the formula, and anything else is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from derive.errors import ReadError
from derive.reading.latex import Macros
from derive.reading.paper.parts import NUMBERED, relates
from derive.reading.paper.units import BLANK, PARTING, Unit
from derive.reading.source import Source

_NUMBER = re.compile(r"\d+[a-z]?|[a-z]|[ivx]+|\*+")
#: A number given in front, the gap behind it, one right behind a formula, and what may be one in front, in any brackets.
_GIVEN, _GAP = re.compile(r"\((?:\d+[a-z]?|[a-z]|[ivx]+)\)"), re.compile(r"\\q?quad(?![A-Za-z])")
_BEHIND = re.compile(r"[\w})\]']\s*(?:\\[,;: ]|~)\s*(\(\d+[a-z]?\))[\s.,;]*\Z")
_LABEL = re.compile(r"(?:\\left|\\[bB]igg?l?)?\W{0,2}[\w.,*\\{}]{1,12}?\W{0,2}(?:\\right|\\[bB]igg?r?)?\W?|\\boxed.*")
#: Kinds of units with which a formula begins.
_FACTORS = ("other", "opening", "environment")


def numbers_in(source: Source, rows: Sequence[list[Unit]]) -> tuple[Source, list[list[Unit]]]:
    """The text and its rows without the numbers of formulas that a gap or a column parts from what stands behind them."""
    gone, made = list[tuple[int, int]](), list[list[Unit]]()
    for row in rows:
        kept, at = list[Unit](), 0
        while at < len(row):
            stop = _number(row, at)
            if stop:
                gone.append((row[at].at, row[stop - 1].end))
                kept.append(Unit("layout", NUMBERED, row[at].at, row[at].at))
                at = stop
            else:
                kept.append(row[at])
                at += 1
        made.append(kept)
    return source.without(gone), made


def _number(row: Sequence[Unit], at: int) -> int:
    """Where a number in parentheses ends that begins at a position, before a formula that it parts; 0 where none does."""
    if row[at].kind != "opening" or row[at].text != "(" or row[at].inside or not _begins(row, at):
        return 0
    stop = next((n for n in range(at, len(row)) if row[n].kind == "closing"), at) + 1
    said = "".join(unit.text for unit in row[at + 1 : stop - 1])
    behind = next((n for n in range(stop, len(row)) if row[n].kind != "layout"), len(row))
    if row[stop - 1].text != ")" or not _NUMBER.fullmatch(said) or behind == len(row):
        return 0
    if not (row[behind].apart or row[behind].kind == "mark"):
        return 0
    rest = [unit for unit in row[behind:] if unit.kind not in BLANK and not unit.inside]
    related = any(map(relates, rest)) and not relates(rest[0])
    return stop if related else 0


def _begins(row: Sequence[Unit], at: int) -> bool:
    """May a formula begin at a position: first in its row, behind a gap, a comma, words, an arrow, or a column?"""
    before = [unit for unit in row[:at] if unit.kind != "layout"]
    return not before or row[at].apart or before[-1].kind in (*PARTING, "mark")


def check_front(source: Source, row: Sequence[Unit], macros: Macros) -> None:
    r"""Raise `ReadError` for what stands in front of a formula and could be its number, or a factor: ``(2) x = y``.

    So is anything that a gap parts from the formula behind it, ``[2] \quad x = y``, and what could be a number in a column.
    """
    start, related = -1, False
    for at, unit in enumerate(row):
        if unit.inside or unit.kind in ("mark", "layout"):
            continue
        if unit.kind in PARTING:
            start, related = -1, False
        elif relates(unit):
            if start >= 0 and not related and _GIVEN.fullmatch(_bare(source, row[start], row[at])) and _parted(row, at):
                raise _doubted(source, row[start], unit.at)
            related = True
        elif related:
            start, related = (at, False) if unit.apart else (-1, related)
        elif start < 0:
            start = at
            if _is_number_of_macro(unit, macros) or _GAP.search(source.text, unit.at, unit.end):
                raise _doubted(source, unit, unit.end)
        elif unit.kind in _FACTORS and any(map(relates, row[at:])) and _is_apart(source, row, start, at):
            raise _doubted(source, row[start], unit.at)


def check_behind(source: Source, row: Sequence[Unit]) -> None:
    r"""Raise `ReadError` for a number in parentheses behind a formula and a narrow space, ``x = y \; (2)``."""
    begin, end = row[0].at, row[-1].end
    if (number := _BEHIND.search(source.text, begin, end)) and any(map(relates, row)):
        found = f"{number[1]} behind a formula, its number or a factor"
        raise source.error(
            number.start(1), found, "one reading", r"write x \quad (2) for the number, 2 x for the product"
        )


def _is_apart(source: Source, row: Sequence[Unit], start: int, at: int) -> bool:
    """Does a gap part a unit from what stands before it, or a column, or nothing, where that may be a number?"""
    if _parted(row, at):
        return not any(unit.text == r"\forall" for unit in row[start:at])
    column = row[at - 1].kind == "mark"
    said = _bare(source, row[start], row[at])
    number = re.fullmatch(r"\(\d+\)", said) and row[at].text not in ("_", "^", "'") and row[at].kind != "opening"
    return bool(number) or (column and bool(re.search(r"\d|[()\[\]]", said)) and bool(_LABEL.fullmatch(said)))


def _parted(row: Sequence[Unit], at: int) -> bool:
    """Does a gap part a unit from what stands before it, in its column or in the one before?"""
    return row[at].apart or (row[at - 1].kind == "mark" and row[at - 1].apart)


def _bare(source: Source, first: Unit, after: Unit) -> str:
    """What stands between two units, without spaces."""
    return re.sub(r"\\q?quad|\\[,;:! ]|[\s&~]", "", source.text[first.at : after.at])


def _is_number_of_macro(unit: Unit, macros: Macros) -> bool:
    """Is it a macro that prints a number in parentheses, and nothing else?"""
    macro = macros.table.get(unit.text)
    if macro is None:
        return False
    said = "".join(token.text for token in macro.body)
    return re.fullmatch(r"\((?:\w{1,3}|#\d)\)", said) is not None


def _doubted(source: Source, unit: Unit, end: int) -> ReadError:
    """The error for what stands in front from a unit to an offset."""
    said = source.text[unit.at : end].strip(" &")
    found = f"{said[:30]} before a formula, its number or a factor"
    return source.error(unit.at, found, "one reading", r"write (2) \quad x for the number, 2 x for the product")
