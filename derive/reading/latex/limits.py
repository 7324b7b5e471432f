r"""Limits of sums and products: ``\sum_{i=2}^{N-1}`` is over all but the first and the last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derive.reading.latex.letters import pieces
from derive.reading.latex.places import counted_from, counts, digits
from derive.reading.latex.readings import Reader
from derive.reading.latex.scripts import dimension_in
from derive.reading.latex.spelling import Lexeme
from derive.reading.latex.syntax import Script
from derive.reading.syntax import At, Numeral, Word

_HINT = r"limits are \sum_{i=2}^N, \sum_{i=1}^{N-1}; a sum to another limit may be declared as a name"


def lower_limit(reader: Reader, raw: Sequence[Lexeme]) -> int:
    """The number behind the equals signs below a sign, 1 without any; raises for what is none, or for two."""
    found = {1: raw[0].at} if not any(lexeme.text == "=" for lexeme in raw) else {}
    for piece in pieces(raw):
        signs = [n for n, lexeme in enumerate(piece) if lexeme.kind == "REL"]
        if [piece[n].text for n in signs] == ["="] and signs[0] + 1 < len(piece):
            after = piece[signs[0] + 1 :]
            said = "".join(lexeme.text for lexeme in after)
            if not said.isdecimal() or len(said) > 1 or (found and int(said) not in found):
                raise reader.error(after[0].at, f"a sum from {said[:20]}", "a sum from 1 to a dimension", _HINT)
            found[int(said)] = after[0].at
    return next(iter(found), 1)


def upper_limit(reader: Reader, script: Script) -> Word | Numeral:
    """The dimension that a sum runs to."""
    if found := dimension_in(reader, script.raw):
        return found
    name = reader.source.text[script.raw[0].at : script.raw[-1].end]
    hint, expected = f"declare it: % derive: dimension {name[:20]}", "a dimension or an integer of at least 2"
    raise reader.error(script.at, "an upper limit that is no dimension", expected, hint)


def limits(reader: Reader, at: int, low: int, top: Script) -> tuple[Word | Numeral, tuple[At, ...]]:
    """The dimension N of a sum from ``low`` to N or N-k, and the places that it leaves out; raises for another top."""
    raw, less = top.raw, 0
    minus = next((n for n, lexeme in enumerate(raw) if lexeme.text == "-"), None)
    if (
        minus
        and digits(raw, minus + 1) == len(raw) - minus - 1 == 1
        and isinstance(dimension_in(reader, raw[:minus]), Word)
    ):
        raw, less = raw[:minus], int(raw[-1].text)
    dim = upper_limit(reader, replace(top, raw=raw))
    whole = (low, less) in ((1, 0), (0, 1))
    first = counts(reader, at, low) if whole or low == 0 else counted_from(reader, at)
    before, behind = low - first, less - 1 + first
    if behind < 0:
        hint = "in a sum from 0 the components are counted from 0 to N - 1"
        raise reader.error(top.at, "an upper limit that is no dimension less 1", "N - 1", hint)
    starts = [At(at, str(number + first), number + 1, dim) for number in range(before)]
    name = "" if isinstance(dim, Numeral) else dim.name
    ends = [At(top.at, f"{name}-{n + 1 - first}" if n + 1 - first else name, -n, dim) for n in range(behind)]
    return dim, (*starts, *ends)
