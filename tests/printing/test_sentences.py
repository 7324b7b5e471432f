"""Sentences: words and mathematics in turn, the same in text and in LaTeX."""

from __future__ import annotations

import pytest

from derive.language.build import dot, scalar, vector
from derive.language.hypotheses import equal, nonzero, not_zero
from derive.printing.notation import BOLD
from derive.printing.sentences import (
    COMMA,
    EQUALS,
    Sentence,
    Sign,
    listed,
    runs,
    sentence_latex,
    sentence_terms,
    sentence_text,
    spaced,
)
from tests.words import N, one

a, g = vector("a", N), vector("g", N)
OPEN, CLOSE, BAR = Sign(r"\{", "{"), Sign(r"\}", "}"), Sign(r"\mid", "|")

CASES: list[tuple[Sentence, str, str]] = [
    (
        ("the null space of", a * a.T, "is spanned by", a),
        "the null space of aaᵀ is spanned by a",
        r"the null space of $\vec a \vec a^{\top}$ is spanned by $\vec a$",
    ),
    (
        (OPEN, a, BAR, *listed([equal(dot(one, a), 0), not_zero(a)]), CLOSE),
        "{a | 1 · a = 0, a ≠ 0}",
        r"$\{\vec a \mid \vec 1 \cdot \vec a = 0, \vec a \neq \vec 0 \}$",
    ),
    (
        ("where", nonzero(g), ", always"),
        "where gₙ ≠ 0 for every n, always",
        r"where $g_n \neq 0 \text{ for every } n$, always",
    ),
    ((a, EQUALS, g, "or", g, Sign(r"\in", "∈"), OPEN, a, COMMA, one, CLOSE), "a = g or g ∈ {a, 1}", ""),
    (("nothing but words", ": so"), "nothing but words: so", "nothing but words: so"),
]


@pytest.mark.parametrize(("sentence", "expected", "tex"), CASES)
def test_text_and_latex(sentence: Sentence, expected: str, tex: str) -> None:
    """Formulas stand between dollar signs, pieces of one formula between one pair; blanks are where people put them."""
    assert sentence_text(sentence) == expected
    if tex:
        assert sentence_latex(sentence) == tex
    assert sentence_latex(sentence).count("$") == 2 * sum(not isinstance(run, str) for run in runs(sentence))


def test_notation() -> None:
    """A notation profile reaches the formulas."""
    assert sentence_latex(("of", a), BOLD) == r"of $\mathbf a$"


def test_names_are_told_apart() -> None:
    """σ² and the square of σ are spelled apart, within a sentence and beside what else is on the page."""
    variance, deviation = scalar("sigma2"), scalar("sigma")
    assert sentence_text(("of", variance)) == "of σ²"
    assert sentence_text(("of", variance, "and", deviation**2)) == "of sigma2 and σ²"
    assert sentence_text(("of", variance), beside=[deviation]) == "of sigma2"
    assert sentence_latex(("of", variance), beside=[deviation]) == r"of $\mathrm{sigma2}$"


def test_terms_of_a_sentence() -> None:
    """Those of its hypotheses are among them, in their order."""
    assert sentence_terms(("x", a, EQUALS, not_zero(g), equal(dot(one, a), 0))) == (a, g, *equal(dot(one, a), 0).terms)


@pytest.mark.parametrize(
    ("words", "together"),
    [
        ([], ""),
        (["a", ",", "b"], "a, b"),
        (["(", "a", ")", "."], "(a)."),
        (["f", "(", "[", "a", "]", ")"], "f ([a])"),
        (["a", ": b", "; c"], "a: b; c"),
    ],
)
def test_blanks(words: list[str], together: str) -> None:
    """None before what closes or ends, none after what opens."""
    assert spaced(words) == together
