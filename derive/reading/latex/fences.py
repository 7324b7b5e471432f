r"""Fences as people type them, where LaTeX has another way: tokens → tokens with fences of LaTeX.

``\rvert x \lvert`` and ``\lvert x \lvert`` are bars that do not open and close, ``\left. x \right.`` is nothing to see, and
``\Big{(}`` is ``\Big(``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derive.reading.latex.signs import FENCES, SIZES
from derive.reading.latex.tokens import Tok

#: Bars that open, what closes them, and what they are where they do not.
_BARS = {r"\lvert": (r"\rvert", r"\vert"), r"\lVert": (r"\rVert", r"\Vert")}
_SCRIPTS = ("_", "^", "'")


def fenced(found: Sequence[Tok]) -> list[Tok]:
    """Tokens with the fences of LaTeX."""
    unseen = {*_unseen(found), *_braces(found)}
    return with_bars([token for at, token in enumerate(found) if at not in unseen])


def with_bars(found: Sequence[Tok]) -> list[Tok]:
    r"""Tokens with ``\vert`` for all the bars that open and close, where these are out of order."""
    made = list(found)
    for opening, (closing, bar) in _BARS.items():
        if _is_out_of_order(made, opening, closing):
            made = [replace(token, text=bar) if token.text in (opening, closing) else token for token in made]
    return made


def _is_out_of_order(found: Sequence[Tok], opening: str, closing: str) -> bool:
    """Does a bar that closes stand where none is open, or one that opens where none closes?"""
    depth = 0
    for token in found:
        depth += (token.text == opening) - (token.text == closing)
        if depth < 0:
            return True
    return depth > 0


def _unseen(found: Sequence[Tok]) -> set[int]:
    r"""The positions of each ``\left.`` and the ``\right.`` of it that has no script."""
    opened, unseen = list[int](), set[int]()
    for at, token in enumerate(found[:-1]):
        if token.text == r"\left":
            opened.append(at)
        elif token.text == r"\right" and opened:
            start = opened.pop()
            behind = found[at + 2].text if at + 2 < len(found) else ""
            if found[start + 1].text == found[at + 1].text == "." and behind not in _SCRIPTS:
                unseen |= {start, start + 1, at, at + 1}
    return unseen


def _braces(found: Sequence[Tok]) -> set[int]:
    r"""The positions of braces around the one fence of a size, ``\Big{(}``."""
    return {
        place
        for at, token in enumerate(found[:-3])
        if SIZES.match(token.text) and (found[at + 1].text, found[at + 3].text) == ("{", "}")
        for place in (at + 1, at + 3)
        if found[at + 2].text in FENCES or found[at + 2].text == "|"
    }
