r"""Plain arrows, ``\rightarrow``: between two relations, or before one, they say what follows; they could be of a limit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from derive.reading.latex.signs import RELATIONS
from derive.reading.latex.tokens import ROWS, Tok
from derive.reading.source import Source

#: Arrows that could be of a limit, too.
PLAIN = (r"\rightarrow", r"\longrightarrow")
_BEHIND = re.compile(r"\\(?:long)?rightarrow[\s&~{}]*\Z")


def _row(found: Sequence[Tok], at: int, step: int) -> Iterator[Tok]:
    """The tokens of a row on one side of a position, up to an arrow and to the end of the braces that it stands in."""
    depth, at = 0, at + step
    while 0 <= at < len(found):
        token = found[at]
        depth += step * ((token.text == "{") - (token.text == "}")) if token.kind == "sign" else 0
        if depth < 0 or token.text in ROWS or token.kind in ("begin", "end", "intertext") or token.text in PLAIN:
            return
        if depth == 0:
            yield token
        at += step


def _relates(found: Sequence[Tok], at: int, step: int) -> bool:
    return any(token.text in RELATIONS for token in _row(found, at, step))


def implies(found: Sequence[Tok], at: int) -> bool:
    r"""Is a token a plain arrow between two relations, ``A x = b \rightarrow x = A^{-1} b``?"""
    return found[at].text in PLAIN and _relates(found, at, -1) and _relates(found, at, 1)


def leads(found: Sequence[Tok], at: int) -> bool:
    """Is a token that a row begins with a plain arrow before a relation?"""
    return found[at].text in PLAIN and _relates(found, at, 1)


def is_plain(source: Source, begin: int) -> bool:
    """Does a plain arrow stand right before an offset?"""
    return bool(_BEHIND.search(source.text, max(begin - 60, 0), begin))
