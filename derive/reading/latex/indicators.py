r"""Indicators of indices: ``1_{i=j}`` is δᵢⱼ, ``\mathbf 1_{\{i \ne j\}}`` is 1 - δᵢⱼ, ``1_{i \le j}`` is [i ≤ j]."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from derive.reading.latex.readings import Reader, Reading
from derive.reading.latex.scripts import indices_of
from derive.reading.latex.spelling import Lexeme
from derive.reading.shapes import ORDER
from derive.reading.syntax import Call, Minus, Numeral, Tree, Word


def is_indicator(raw: Sequence[Lexeme]) -> bool:
    r"""Is a subscript of 1 an equation between indices, or an inequality: ``1_{i=j}``, ``\mathbf 1_{\{i \ne j\}}``?"""
    return any(lexeme.kind == "REL" for lexeme in raw)


def is_doubled(*signs: Lexeme) -> bool:
    """Are relation signs the ``==`` of programs?"""
    return [sign.text for sign in signs] == ["=", "="] and signs[0].end == signs[1].at


def indicator(reader: Reader, at: int, raw: Sequence[Lexeme]) -> list[Reading]:
    """δᵢⱼ, 1 - δᵢⱼ, or an order of two indices."""
    inner = [lexeme for lexeme in raw if lexeme.kind not in ("LBRACE", "RBRACE")]
    if inner[0].kind == "OPEN" and inner[-1].kind == "CLOSE":
        inner = inner[1:-1]
    cuts = [n for n, lexeme in enumerate(inner) if lexeme.kind == "REL"]
    if is_doubled(*(inner[n] for n in cuts)) and cuts[1] == cuts[0] + 1:
        del inner[cuts.pop()]
    if len(cuts) != 1 or inner[cuts[0]].text not in RELATIONS:
        raise reader.error(
            at, "an indicator of several relations, or another one,", r"1_{i=j}, 1_{i \ne j} or 1_{i \le j}"
        )
    sides = indices_of(reader, inner[: cuts[0]]), indices_of(reader, inner[cuts[0] + 1 :])
    if any(len(side) != 1 for side in sides):
        raise reader.error(at, "an indicator without an index on either side", r"1_{i=j}")
    return [Reading(related(at, sides[0][0], inner[cuts[0]].text, sides[1][0]), ())]


#: What is read between two indices.
RELATIONS = ("=", "!=", "<=", "<", ">=", ">")


def related(at: int, left: Word, sign: str, right: Word) -> Tree:
    """1 where two indices are in a relation, and 0 elsewhere; i < j is i ≤ j, and not i = j."""
    if sign in (">", ">="):
        left, right = right, left
    delta = Call(at, "delta", (left, right))
    if sign == "=":
        return delta
    whole: Tree = Numeral(at, Fraction(1)) if sign == "!=" else Call(at, ORDER, (left, right))
    return whole if sign in ("<=", ">=") else Call(at, "add", (whole, Minus(at, delta)))
