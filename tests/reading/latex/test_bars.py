r"""``derive.reading.latex.signs``: which bars open."""

from __future__ import annotations

import pytest

from derive.errors import InputError
from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from derive.reading.latex.arrange import Arrangement
from derive.reading.latex.context import Context
from derive.reading.latex.signs import pairings
from derive.reading.latex.tokens import tokens
from derive.reading.source import Source
from tests.reading.latex.contexts import refusal, status_of


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


NORMS = "dimension n; vectors x, y : n; index i : n; matrix A : n x n; scalar s; matrix r : 1 x n"


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"|x - y|_\infty = \max_i |x_i - y_i|", r"|x - y|_\infty = |x|_\infty - |y|_\infty"),
        (r"|x|_{\infty} = \|x\|_\infty", r"|x|_{\infty} = \|x\|_1"),
        (r"|x|_1 = \sum_i |x_i|", r"|x|_1 = |x_1|"),
        (r"|x|_2^2 = x^\top x", r"|x|_2 = |x|_1"),
        (r"\left|s x\right|_2 = |s| |x|_2", r"|s x|_2 = s |x|_2"),
        (r"|A|_F^2 = \operatorname{tr}(A^\top A)", r"|A|_F = \det A"),
        (r"|x|_1 |y|_2 = |y|_2 |x|_1", r"|x|_1 |y|_2 = |x|_2 |y|_1"),
    ],
)
def test_single_bars_with_the_mark_of_a_norm(true: str, false: str) -> None:
    """They are the norm of a vector, as double bars are."""
    assert status_of(true, NORMS) == "proved"
    assert status_of(false, NORMS) == "refuted"


@pytest.mark.parametrize(
    "latex",
    [
        "|A|_2 = s",
        "|A|_1 = s",
        r"|A|_\infty = s",
        "|s|_1 = s",
        r"|x_i|_\infty = s",
        "|x|_i = x_i",
        "|x|_A = s",
        "|r|_1 = s",
    ],
)
def test_single_bars_that_are_no_norm_of_a_vector(latex: str) -> None:
    """Those of a matrix could be a determinant, those of a number a value; an index is no mark."""
    refusal(read_latex, latex, context_from(NORMS))
