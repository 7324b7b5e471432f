r"""Conditions on two indices that a section speaks of anywhere, ``$i = j$``, ``$k \ne j$``, "distinct", "off-diagonal".

What holds under such a condition alone, and stands without it, may be said of that case: it is not refuted.  In a block
that is headed as a case, "Case 2: $i \neq j$", it is said of that.
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


_MARKS = r"[-*+>#]+[ \t]+|\\(?:(?:sub)*(?:section|paragraph)|text(?:bf|it)|emph|noindent|item)(?![A-Za-z])[*\s{]*"
#: What the heading of a case begins with, up to its condition.
_CASE = re.compile(
    rf"[ \t]*(?:{_MARKS}|[\d.(]+\)?[ \t]+)*(?:[*_]+|\{{)?\s*(?:the\s+)?(?:(?:first|second|third)\s+)?"
    r"(?:cases?|caso|cas|fall|случай|경우|情况|情形|場合)(?![a-z])[^.!?;\n]*",
    re.IGNORECASE,
)


def _is_headed(text: Text, at: int, first: int) -> bool:
    """Is the formula at an offset the one condition in the heading of a case, the last one before a display?"""
    lines = [m for m in re.finditer(r"^.*$", text.bare[:first], re.MULTILINE) if _CASE.match(m[0])]
    heading = _CASE.match(lines[-1][0]) if lines else None
    if heading is None or not lines[-1].start() <= at <= lines[-1].start() + heading.end():
        return False
    return [lines[-1].start() + pair.start() for pair in _PAIR.finditer(lines[-1][0])] == [at] and not _GENERAL.search(
        text.bare, at, first
    )


#: What says that something is of more than the case.
_GENERAL = re.compile(
    r"\b(?:also|too|as well|same|both|either|any|all|every|each|always|still|general\w*|together|combin\w*|unif\w+|summar\w+"
    r"|overall|in short|otherwise|else|instead|whatever|regardless|previous|former|full|whole|complete)\b",
    re.IGNORECASE,
)


def in_case(relation: Relation, text: Text, display: Display, context: Context) -> Relation:
    """A relation that is not proved, but is under a condition that its section speaks of: not checked without it.

    It is decided under that of the case in whose block it stands.
    """
    if relation.error or relation.readings or relation.under.narrows:
        return relation
    if relation.sign != "=" or relation.expected != "proved" or relation.lhs is None or relation.rhs is None:
        return relation
    plain, asked = replace(relation, supposed=None), None
    for at, said, one in _spoken_of(text, display, _open(relation.lhs, relation.rhs)):
        asked = _holds(plain, context) if asked is None else asked
        if asked:
            return relation
        under = conditioned(plain, context, (one,), joined=False, above=False)
        if under.error is None and _holds(under, context):
            if _is_headed(text, at, text.whole[display.begin][0]):
                return under
            if relation.supposed is not None:
                continue
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
    begin = max((at for at in text.titles if at <= first), default=0)
    end = text.marked.find(DISPLAY, last)
    names = {index.name: index for index in free}
    stop = end if end >= 0 else len(text.bare)
    for found in _PAIR.finditer(text.bare, begin, stop):
        pair = tuple(found[n].lstrip("\\") for n in (1, 3))
        if len(names.keys() & {*pair}) == 2:
            yield found.start(), found[0], _condition("=" if found[2] == "=" else "!=", (found[1], found[3]))
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
