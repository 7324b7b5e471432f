r"""``\forall i \ne k, \quad a_i = b_i``: what a row begins with says where it holds, as it does behind ``a_i = b_i``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derive.reading.latex import Macros
from derive.reading.latex.tokens import tokens
from derive.reading.paper.conditions import Named, conditions
from derive.reading.paper.parts import relates
from derive.reading.paper.sets import REAL, members
from derive.reading.paper.units import BLANK, Unit
from derive.reading.source import Source

_SIGN = r"\forall"


def quantified_behind(source: Source, row: list[Unit], macros: Macros, named: Named) -> list[Unit]:
    """A row with the quantifier that it begins with behind its relation; any other row itself."""
    first = next((at for at, unit in enumerate(row) if unit.kind not in BLANK), len(row))
    if first >= len(row) or row[first].text != _SIGN:
        return row
    stop = _end(row, first)
    head = [unit for unit in row[first:stop] if unit.kind not in BLANK or unit.text == ","]
    rest = row[stop:]
    while rest and (rest[0].kind in ("comma", "layout") or rest[0].text == ":"):
        rest = rest[1:]
    said = " ".join(token.text for token in macros.expand(source, tokens(source, head[0].at, head[-1].end)))
    if any(unit.kind in ("words", "arrow") for unit in rest):
        return row
    begins = bool(rest) and rest[0].kind in ("other", "opening", "environment", "sign") and any(map(relates, rest))
    if not begins or not (conditions(head[0].at, said, True, named) or _is_type(said)):
        return row
    while rest[-1].kind in ("comma", "layout") or rest[-1].text == ".":
        rest = rest[:-1]
    return [*row[:first], replace(rest[0], apart=False), *rest[1:], replace(head[0], apart=True), *head[1:]]


def _end(row: Sequence[Unit], first: int) -> int:
    r"""Where a quantifier ends: at a gap, a colon, a comma before a gap; ``\forall i \forall j`` behind its last name."""
    for at in range(first + 1, len(row)):
        unit = row[at]
        if unit.inside:
            continue
        if unit.text == ":" or unit.apart:
            return at
        member = any(each.text == r"\in" for each in row[first:at])
        if unit.kind == "comma" and at + 1 < len(row) and (row[at + 1].apart or member):
            return at
        if unit.kind in ("arrow", "words", "environment"):
            break
    at = first
    while at + 1 < len(row) and row[at].text == _SIGN and row[at + 1].kind == "other":
        at += 2
    return at


def _is_type(said: str) -> bool:
    r"""Does a quantifier say a type alone, ``\forall x \in \R^n``?"""
    names, kind = members(said.removeprefix(_SIGN).strip())
    return bool(names) and REAL.fullmatch(rf"\in {kind}") is not None
