"""The rules that a reason names: known names, of which it may have several."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from derive.errors import InputError
from derive.printing import text
from derive.reading.latex import Context, read_latex_term
from derive.reading.paper.reasons import Reason


def named(ways: Sequence[str], known: Mapping[str, object]) -> tuple[str, ...]:
    """The names in a reason, which may be several with commas, semicolons or "and" between; none where one is not known.

    >>> named(["double quotient, common denominator"], {"common denominator": 0, "double quotient": 0})
    ('double quotient', 'common denominator')
    """
    for spelled in (str, str.casefold):
        by_words = {spelled(_plain(name)): name for name in known}
        for way in ways:
            if found := _cut(spelled(_plain(way)), by_words):
                return tuple(by_words[each] for each in found)
    return ()


def _plain(name: str) -> str:
    return " ".join(name.split())


def _cut(said: str, known: Mapping[str, str]) -> tuple[str, ...]:
    """Text as names, the longest first."""
    if said in known:
        return (said,)
    for between in reversed(list(re.finditer(r"\s*[,;]\s*(?:and\s+)?|\s+and\s+", said))):
        if (first := said[: between.start()]) in known and (rest := _cut(said[between.end() :], known)):
            return (first, *rest)
    return ()


_MATH = re.compile(r"\$([^$]*)\$|\\\((.*?)\\\)")


def spoken(reason: Reason, context: Context | None) -> list[str]:
    """A reason as it may be meant: as it is written, with its formulas as terms, and with these as they are."""

    def term(found: re.Match[str]) -> str:
        if context is None:
            return found[0]
        try:
            return text(read_latex_term(found[1] or found[2], context))
        except InputError:
            return found[1] or found[2]

    plain = reason.text.replace("~", " ").rstrip(".,;: ")
    return [plain, _MATH.sub(term, plain), _MATH.sub(lambda found: found[1] or found[2], plain)]
