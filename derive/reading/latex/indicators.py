r"""Indicators of indices: ``1_{i=j}`` is δᵢⱼ, ``\mathbf 1_{\{i \ne j\}}`` is 1 - δᵢⱼ."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from derive.reading.latex.readings import Reader, Reading
from derive.reading.latex.scripts import indices_of
from derive.reading.latex.spelling import Lexeme
from derive.reading.syntax import Call, Minus, Numeral


def is_indicator(raw: Sequence[Lexeme]) -> bool:
    r"""Is a subscript of 1 an equation between indices, or an inequality: ``1_{i=j}``, ``\mathbf 1_{\{i \ne j\}}``?"""
    return any(lexeme.kind == "REL" for lexeme in raw)


def indicator(reader: Reader, at: int, raw: Sequence[Lexeme]) -> list[Reading]:
    """δᵢⱼ, or 1 - δᵢⱼ."""
    inner = [lexeme for lexeme in raw if lexeme.kind not in ("LBRACE", "RBRACE")]
    if inner[0].kind == "OPEN" and inner[-1].kind == "CLOSE":
        inner = inner[1:-1]
    cuts = [n for n, lexeme in enumerate(inner) if lexeme.kind == "REL"]
    if len(cuts) != 1 or inner[cuts[0]].text not in ("=", "!="):
        raise reader.error(at, "the indicator of an order, or of several relations,", r"1_{i=j} or 1_{i \ne j}")
    sides = indices_of(reader, inner[: cuts[0]]), indices_of(reader, inner[cuts[0] + 1 :])
    if any(len(side) != 1 for side in sides):
        raise reader.error(at, "an indicator without an index on either side", r"1_{i=j}")
    delta = Call(at, "delta", (*sides[0], *sides[1]))
    if inner[cuts[0]].text == "=":
        return [Reading(delta, ())]
    return [Reading(Call(at, "add", (Numeral(at, Fraction(1)), Minus(at, delta))), ())]
