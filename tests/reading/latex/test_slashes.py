r"""``derive.reading.latex.slashes``: what stands below ``a / b c``."""

from __future__ import annotations

import pytest

from derive.reading.decided import context_from
from derive.reading.latex import AmbiguityError, read_latex
from tests.reading.latex.contexts import status_of
from tests.reading.test_in_each import asked

NAMES = "dimension N; index i, j : N; vectors x, y : N; matrix A : N x N; scalars a, b, c, s, t > 0"


@pytest.mark.parametrize(
    ("latex", "first", "everything"),
    [
        (r"1/2 a = \frac{a}{2}", "proved", "refuted"),
        (r"1/2a = \frac{1}{2a}", "refuted", "proved"),
        (r"a/bc = \frac{a}{bc}", "refuted", "proved"),
        (r"a/bc = \frac{a c}{b}", "proved", "refuted"),
        (r"a/bc = \frac{a}{c}", "refuted", "refuted"),
        (r"1/s (a + b) = \frac{a + b}{s}", "proved", "refuted"),
        (r"x/2\sqrt{a} = \frac{x}{2\sqrt{a}}", "refuted", "proved"),
        (r"a/bcs = \frac{a}{bcs}", "refuted", "proved"),
        (r"a/bcs = \frac{a}{bc} s", "refuted", "refuted"),
        (r"\sum_i x_i/2a = \frac{1}{2a} \sum_i x_i", "refuted", "proved"),
    ],
)
def test_as_declared(latex: str, first: str, everything: str) -> None:
    """By the first factor, or by all; undeclared it is in doubt."""
    assert status_of(latex, f"{NAMES}; slashes: first") == first
    assert status_of(latex, f"{NAMES}; slashes: all") == everything
    with pytest.raises(AmbiguityError) as caught:
        read_latex(latex, context_from(NAMES))
    assert "slashes: first|all" in caught.value.hint


@pytest.mark.parametrize(
    ("latex", "verdict"),
    [
        (r"a/bc = \frac{a}{c}", "refuted in each of 2 readings"),
        (r"a/bc + a/bc = 2a/bc", "proved in each of 2 readings"),
        (r"1/2b (s + t) = 1/2b (s + t)", "proved in each of 3 readings"),
        (r"1/2 a = \frac{a}{2}", "error: the readings come out differently"),
        # What is not spelled alike may be read in two ways: neither is refuted.
        (r"1/2 a + s/2b = \frac{a}{2} + \frac{s}{2b}", "error: the readings come out differently"),
        (r"1/2b (s + t) = \frac{s + t}{2b}", "error: the readings come out differently"),
        (r"1/2b (s + t) = \frac{s + t}{3b}", "refuted in each of 3 readings"),
        (r"1/2a^2 b^2 = \frac{b^2}{2a^2}", "error: the readings come out differently"),
    ],
)
def test_decided_in_each(latex: str, verdict: str) -> None:
    """Green only where every reading is proved, red only where every one is refuted."""
    _, output = asked(latex, NAMES, "--latex")
    assert verdict in output
    if verdict.startswith("error"):
        assert "% derive: slashes: first," in output


@pytest.mark.parametrize(
    ("latex", "verdict"),
    [
        (r"1/a (I - x x^\top) = \frac{1}{a} I - \frac{1}{a} x x^\top", "proved"),
        (r"1/a (I - x x^\top) = a I - \frac{1}{a} x x^\top", "refuted"),
        (r"1/2 A x = \frac{1}{2} A x", "proved"),
        (r"1/N \sum_i x_i = \frac{1}{N} \sum_i x_i", "proved"),
        (r"a/b \frac{c}{a} = \frac{c}{b}", "proved"),
        (r"a/b \frac{c}{a} = \frac{a^2}{b c}", "refuted"),
        (r"a/b \tfrac12 = \frac{a}{2b}", "proved"),
        (r"s \cdot a/b \frac{c}{a} = s \frac{c}{b}", "proved"),
        (r"x_i/a^2 \frac{\partial (x_j^2)}{\partial x_j} = \frac{2 x_i x_j}{a^2}", "proved"),
        (r"x_i/a^2 \frac{\partial (x_j^2)}{\partial x_j} = \frac{x_i}{2 a^2 x_j}", "refuted"),
        (r"1/2 \frac{\partial}{\partial a} a^2 = a", "proved"),
        (r"a / \frac{b}{c} = \frac{a c}{b}", "proved"),
    ],
)
def test_one_reading(latex: str, verdict: str) -> None:
    """A sum, a fraction with a bar and what is no number stand below only where nothing else does."""
    assert status_of(latex, NAMES) == verdict


def test_two_readings_before_a_sum() -> None:
    r"""Of ``1/2n \sum`` it is in doubt whether n is below, but not the sum."""
    with pytest.raises(AmbiguityError) as caught:
        read_latex(r"1/2a \sum_i x_i = 0", context_from(NAMES))
    assert caught.value.readings == ("(1/2)*a", "1/(2*a)")
