r"""Names with bars, ``|V|`` for the size of a set that is declared: ``dimension |V|``, ``let |\mathcal{B}| = m``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derive.reading.latex.context import Context
from derive.reading.latex.signs import BARS, FENCES
from derive.reading.latex.spelling import Key, read_key
from derive.reading.latex.tokens import Tok
from derive.reading.source import Source

_BAR = frozenset({*(sign for sign, kind in BARS.items() if kind == "BAR"), r"\lvert", r"\rvert"})
_SIZED = frozenset({r"\left", r"\right"})


def size_at(source: Source, found: Sequence[Tok], at: int) -> tuple[str, int, Key] | None:
    """The name with bars that begins at a position, the position after it, and the key of what stands in them."""
    start = at + (found[at].text in _SIZED)
    if start >= len(found) or found[start].text not in _BAR:
        return None
    stop = next((n for n in range(start + 1, len(found)) if found[n].text in _BAR), 0)
    inside = [token for token in found[start + 1 : stop] if token.text not in _SIZED]
    named = read_key(source, inside) if inside and not any(token.text in FENCES for token in inside) else None
    if named is None or named[0] != Key(named[0].core):
        return None
    return f"|{named[0].core}|", stop + 1, named[0]


def size_name(source: Source, found: Sequence[Tok]) -> Tok | None:
    """The name with bars that tokens are; None of any others."""
    named = size_at(source, found, 0) if found else None
    return Tok("name", named[0], found[0].at, end=found[-1].end) if named and named[1] == len(found) else None


def with_sizes(source: Source, found: Sequence[Tok], context: Context) -> list[Tok]:
    """Tokens with one for each declared name with bars; raises `AmbiguityError` where what stands in them is declared."""
    known = {core for core in context.keys.cores if core.startswith("|")}
    if not known:
        return list(found)
    made, at = list[Tok](), 0
    while at < len(found):
        named = size_at(source, found, at)
        if named is None or named[0] not in known:
            made.append(found[at])
            at += 1
            continue
        word, after, key = named
        if context.is_word(key.core) or context.index(key) or context.function(key):
            labels = [f"the declared {word}", f"the determinant, norm or absolute value of {key.core}"]
            raise source.ambiguous(found[at].at, word, labels, "use another letter for one of them")
        made.append(replace(found[at], kind="name", text=word, end=found[after - 1].end))
        at = after
    return made
