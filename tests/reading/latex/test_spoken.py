"""``derive.reading.latex.nodes``: readings in messages."""

from __future__ import annotations

import pytest

from derive.reading.latex.grammar import parse
from derive.reading.latex.nodes import MAX_SHOWN, spoken
from derive.reading.latex.readings import Reader
from derive.reading.latex.statement import arranged
from derive.reading.latex.table import LATEX
from derive.reading.source import Source
from tests.reading.latex.contexts import context


@pytest.mark.parametrize(
    ("latex", "words"),
    [
        (r"s t + c", "(s*t) + c"),
        (r"s - t / 2", "s - (t/2)"),
        (r"\vec a_n A^\top", "a[n]*A.T"),
        (r"(s + t)^{-1}", "(s + t)^(-1)"),
        (r"\vec a \odot (\vec 1 - \vec b)", "a ⊙ (one - b)"),
        (r"\sum_i a_i^2", "sum(i, a[i]^2)"),
        (r"h(\vec a) |\vec a|", "h(a)*norm(a)"),
    ],
)
def test_spoken(latex: str, words: str) -> None:
    """Trees as plain syntax would say them."""
    source = Source(latex)
    node = parse(source, arranged(source, context(), 0, len(latex))[0], "expr", len(latex))
    (reading,) = Reader(LATEX, source, context()).read(node)
    assert spoken(reading.tree) == words


def test_long_readings_are_cut() -> None:
    """A message shows the beginning."""
    latex = " + ".join(["s"] * 100)
    source = Source(latex)
    node = parse(source, arranged(source, context(), 0, len(latex))[0], "expr", len(latex))
    (reading,) = Reader(LATEX, source, context()).read(node)
    assert len(spoken(reading.tree)) == MAX_SHOWN
