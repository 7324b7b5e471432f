r"""``derive.reading.latex.signs``: which bars open."""

from __future__ import annotations

import pytest

from derive.errors import InputError
from derive.reading.latex.arrange import Arrangement
from derive.reading.latex.context import Context
from derive.reading.latex.signs import pairings
from derive.reading.latex.tokens import tokens
from derive.reading.source import Source


def sides(text: str) -> list[str]:
    source = Source(text)
    lexemes = Arrangement(source, Context()).lexemes(tokens(source))
    return ["".join(x.kind[0] for x in found if x.kind[1:] in ("BAR", "NORM")) for found in pairings(source, lexemes)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("|s|", ["LR"]),
        ("|s| + |t|", ["LRLR"]),
        ("|s|^2|t|", ["LRLR"]),
        ("(|s|)(|t|)", ["LRLR"]),
        (r"|s| t |s|", ["LRLR", "LLRR"]),
        (r"\|s\| |t|", ["LRLR"]),
        (r"\left| s \right|", ["LR"]),
        (r"\|s - t^*\|", ["LR"]),
        (r"|s^*| |A^+|", ["LRLR"]),
        (r"\|s^*\|^2 + \|A^+\| = |t_*|", ["LRLRLR"]),
        ("s + t", [""]),
    ],
)
def test_pairings(text: str, expected: list[str]) -> None:
    """The usual way first."""
    assert sides(text) == expected


@pytest.mark.parametrize("text", ["|s", "s|", "|s + (t|)", "|" * 61, "|s" * 40])
def test_bars_without_partners(text: str) -> None:
    """An error, soon."""
    with pytest.raises(InputError):
        sides(text)
