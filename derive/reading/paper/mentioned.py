r"""Conditions on two indices that a section speaks of anywhere, ``$i = j$``, ``$k \ne j$``, "distinct", "off-diagonal".

What holds under such a condition alone, and stands without it, may be said of that case: it is not refuted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from derive.errors import InputError
from derive.language.places import Place
from derive.language.substitution import subterms
from derive.language.terms import Delta, Index, Term
from derive.reading.latex import Context
from derive.reading.latex.conventions import Equal
from derive.reading.paper.claims import Relation, conditioned, sides_of
from derive.reading.paper.conditions import Behind
from derive.reading.paper.document import Display
from derive.reading.paper.texts import DISPLAY, Text
from derive.reading.paper.units import Premise

_UNEQUAL = r"\neq"
_NAME = r"(\\?[A-Za-z]+'*)"
_PAIR = re.compile(rf"(?<![\w\\^_]){_NAME}\s*(=|\\neq?(?![A-Za-z])|\\not\s*=|≠)\s*{_NAME}(?![\w(])")
_WORDS = re.compile(
    r"\b(?:off-?\s?diagonals?|distinct|(?:different|equal|unequal|same) indices|indices (?:differ|coincide))\b",
    re.IGNORECASE,
)


#: Titles below which a section goes on: those of its cases.
_CASES = re.compile(
    r"\b(?:cases?|otherwise|else|caso|cas|fall|sonst|sinon)\b|случай|иначе|情况|情形|否则|其他|경우|場合|=|\\neq?(?![A-Za-z])",
    re.IGNORECASE,
)
#: Behind a condition: words of another case, or what begins one.
_OTHER = re.compile(
    r"\b(?:cases?|otherwise|else|others?|rest|remaining|second|different|differ|not|off|caso|otro|cas|sinon|autre\w*|fall|sonst"
    r"|ander\w*)\b|случай|иначе|остальн|情况|情形|否则|其他|경우|나머지|場合|^[ \t]*(?:[-*+#]|\d+[.)]|\\item)",
    re.IGNORECASE | re.MULTILINE,
)


def in_case(relation: Relation, text: Text, display: Display, context: Context) -> Relation:
    """A relation that is not proved, but is under a condition that its section speaks of: not checked without it."""
    spoken = relation.error or relation.supposed or relation.readings or relation.under.narrows
    if spoken or relation.sign != "=" or relation.expected != "proved" or relation.lhs is None or relation.rhs is None:
        return relation
    asked: bool | None = None
    for at, said, one in _spoken_of(text, display, _open(relation.lhs, relation.rhs)):
        asked = _holds(relation, context) if asked is None else asked
        if asked:
            return relation
        under = conditioned(relation, context, (one,), joined=False, perhaps=False)
        if under.error is None and _holds(under, context):
            place = f"{display.source.file}:{display.source.place(at)}"
            hint = rf"write behind the relation where it holds: \quad ({one.said})"
            error = InputError(f"not checked: it holds where the text says, {said}, at {place}", hint=hint)
            return replace(relation, supposed=Premise(display.source, at, "the condition in the text", error))
    return relation


def _open(lhs: Term, rhs: Term) -> list[Index]:
    """The indices of which a condition may be left out: what has them behind its sign alone, or in a δ, tells its cases."""
    told = {
        index
        for side in (lhs, rhs)
        for part in subterms(side)
        if isinstance(part, Delta) and part is not side
        for index in part.free
    }
    free = [{index for index in side.free if not isinstance(index, Place)} for side in (lhs, rhs)]
    of_one = free[0] < free[1]
    return [] if of_one else sorted((free[0] | free[1]) - told, key=lambda index: index.name)


def _spoken_of(text: Text, display: Display, free: list[Index]) -> Iterator[tuple[int, str, Behind]]:
    """The conditions on two of some indices in the section of a display, up to the next one, each with its place."""
    if len(free) < 2:
        return
    first, last = text.whole[display.begin]
    titles = (at for at in text.titles if at <= first)
    begin = max((at for at in titles if not _CASES.search(text.bare, *text.sentence(at))), default=0)
    end = text.marked.find(DISPLAY, last)
    names = {index.name: index for index in free}
    stop = end if end >= 0 else len(text.bare)
    for found in _PAIR.finditer(text.bare, begin, stop):
        pair = tuple(found[n].lstrip("\\") for n in (1, 3))
        if len(names.keys() & {*pair}) == 2:
            sign, opposite = ("=", "!=") if found[2] == "=" else ("!=", "=")
            yield found.start(), found[0], _condition(sign, (found[1], found[3]))
            if _OTHER.search(text.bare, found.end(), first):
                yield found.start(), f"other than {found[0]}", _condition(opposite, (found[1], found[3]))
    for found in _WORDS.finditer(text.bare, begin, stop):
        for one, other in ((a, b) for a in free for b in free if a.name < b.name and a.dim == b.dim):
            for sign in ("=", "!="):
                yield found.start(), found[0], _condition(sign, (one.name, other.name))


def _condition(sign: str, names: tuple[str, str]) -> Behind:
    return Behind(0, f" {'=' if sign == '=' else _UNEQUAL} ".join(names), sign, names)


def _holds(relation: Relation, context: Context) -> bool:
    """Is an equation decided, under its conditions?"""
    lhs, _, rhs = sides_of(relation)
    return context.decide(Equal((lhs, rhs), relation.hypotheses))
