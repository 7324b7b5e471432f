r"""``\sigma(t) \in (0, 1)``: of a formula that is no name alone, two bounds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from derive.reading.latex.spelling import key_of_text
from derive.reading.latex.tokens import Tok
from derive.reading.source import Source

MEMBER = r"\in"
_INTERVAL = re.compile(
    r"\s*(?:\\(?:left|[bB]igg?l?)\s*)?(?P<left>[(\[\]])(?P<below>[^,;()\[\]]+),(?P<above>[^,;()\[\]]+?)"
    r"(?:\\(?:right|[bB]igg?r?)\s*)?(?P<right>[)\]\[])\s*(?=\Z|[.,;&]|\\\\|\\q?quad|\\end|\\tag|\\label|\$)"
)
_INFINITE = re.compile(r"[-+\s]*\\infty\s*")
#: What the left side of a claim does not hold.
_SAYING = re.compile(r"\\(?:forall|exists|text\w*|mbox|quad|qquad|in)(?![A-Za-z])|[,;:]|&&")


class EndPoint(NamedTuple):
    """An end of an interval: the sign between a number in it and the end, and where that stands."""

    sign: str
    begin: int
    end: int


def is_claimed(source: Source, found: Sequence[Tok], at: int, begin: int, goes_on: bool) -> bool:
    """Is the sign at a position one of membership of a formula in an interval?  A name alone is limited by it.

    The formula begins at an offset, or stands above where a row ``goes_on``.
    """
    if _INTERVAL.match(source.text, found[at].end, found[-1].end) is None:
        return False
    said = re.sub(r"[&\s]+", " ", source.text[begin : found[at].at]).strip()
    last = re.split(r"(?<![<>:=\\])=|[<>]|\\(?:le|ge|leq|geq|lt|gt)(?![A-Za-z])", said)
    if not said:
        return goes_on
    return not _SAYING.search(said) and (len(last) > 1 or key_of_text(said) is None)


def bounds_of(source: Source, begin: int, end: int) -> list[EndPoint]:
    """The ends of an interval between two offsets; infinity is none."""
    found = _INTERVAL.match(source.text, begin, end)
    if found is None:
        return []
    opens, closes = found["left"] in "(]", found["right"] in ")["
    ways = (("below", "\\gt" if opens else "\\ge"), ("above", "\\lt" if closes else "\\le"))
    return [EndPoint(sign, *found.span(part)) for part, sign in ways if not _INFINITE.fullmatch(found[part])]
