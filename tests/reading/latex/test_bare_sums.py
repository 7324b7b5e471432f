r"""``\sum`` without an index below it: one reading each, with a formula that is false for its nearest misreading."""

from __future__ import annotations

import pytest

from derive.errors import AmbiguityError, InputError
from derive.reading.decided import context_from
from derive.reading.latex import read_latex_term
from tests.reading.latex.contexts import status_of

NAMES = r"""dimension n; vectors x, y : n; scalar s; scalar \mu_x
let \bar x = \frac1n \sum x; let \bar y = \frac1n \sum_{i=1} y_i"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"\sum x_i = n \bar x", r"\sum x_i = \bar x"),
        (r"\sum (x_i - \bar x)(y_i - \bar y) = \sum x_i y_i - \sum \bar x \bar y",
         r"\sum (x_i - \bar x)(y_i - \bar y) = \sum x_i y_i - \bar x \bar y"),
        (r"\sum (x - \bar x)^2 = \sum x^2 - n \bar x^2", r"\sum (x - \bar x)^2 = \sum x^2 - \bar x^2"),
        (r"\sum x y = x^\top y", r"\sum x y = x^\top x"),
        (r"\sum x \sum y = n^2 \bar x \bar y", r"\sum x \sum y = n \bar x \bar y"),
        (r"\sum x_i \sum y_i = n^2 \bar x \bar y", r"\sum x_i \sum y_i = \sum x_i y_i"),
        (r"\sum x_i \sum y_j = n^2 \bar x \bar y", r"\sum x_i \sum y_j = n \bar x \bar y"),
        (r"\sum_i \sum x_i y_j = n^2 \bar x \bar y", r"\sum_i \sum x_i y_j = n \bar x \bar y"),
        (r"\sum \frac{e^{x_i}}{\sum e^{x_i}} = 1", r"\sum \frac{e^{x_i}}{\sum e^{x_i}} = n"),
        (r"\frac{e^{x_i}}{\sum e^{x_j}} = \frac{e^{x_i}}{\sum_k e^{x_k}}",
         r"\frac{e^{x_i}}{\sum e^{x_j}} = \frac{e^{x_i}}{\sum_k e^{-x_k}}"),
        (r"\sum -2 x_i = -2 n \bar x", r"\sum -2 x_i = 2 n \bar x"),
        (r"\sum s^2 = n s^2", r"\sum s^2 = s^2"),
        (r"\sum x_i e_i = x", r"\sum x_i e_i = y"),
        (r"\sum x_i x^\top y = n \bar x x^\top y", r"\sum x_i x^\top y = \bar x x^\top y"),
        (r"\sum (x_i - \mu_x) = n \bar x - n \mu_x", r"\sum (x_i - \mu_x) = n \bar x - \mu_x"),
        (r"\sum^n x_i = n \bar x", r"\sum^n x_i = n \bar y"),
        (r"\sum^n x = n \bar x", r"\sum^n x = n \bar y"),
        (r"\sum_{i=1} x_i = n \bar x", r"\sum_{i=1} x_i = x_i"),
        (r"\sum (x - \frac{\sum x}{n}) = 0", r"\sum (x - \sum x) = 0"),
        (r"\sum \sum x_i y_j = n^2 \bar x \bar y", r"\sum \sum x_i y_j = n \bar x \bar y"),
        (r"\sum\sum x_i y_j s = s n^2 \bar x \bar y", r"\sum\sum x_i y_j s = s n^3 \bar x \bar y"),
        (r"1/n \sum x_i = \bar x", r"1/n \sum x_i = \frac{1}{n^2} \bar x"),
        (r"1/n \sum x^2 - \bar x^2 = 1/n \sum (x - \bar x)^2", r"1/n \sum x^2 + \bar x^2 = 1/n \sum (x - \bar x)^2"),
        (r"e^{\sum x_i} = e^{n \bar x}", r"e^{\sum x_i} = e^{\bar x}"),
        (r"\prod e^{x_i} = e^{\sum x}", r"\prod e^{x_i} = e^{\bar x}"),
        (r"\sum x_i^2 + s = s + x^\top x", r"\sum x_i^2 + s = n s + x^\top x"),
    ],
)  # fmt: skip
def test_they_are_read(true: str, false: str) -> None:
    """The true one is proved, and the false one refuted."""
    assert status_of(true, NAMES) == "proved"
    assert status_of(false, NAMES) == "refuted"


@pytest.mark.parametrize(
    "latex",
    [
        r"\sum x_i y_j",
        r"\sum x_i y",
        r"\sum \mu_k",
        r"\prod\sum x_i y_j",
        r"\sum^n\sum^n x_i y_j",
        r"\sum x_i + y_i",
    ],
)
def test_they_are_ambiguous(latex: str) -> None:
    """Two indices, a name with a letter below, an index that goes on behind a sign."""
    with pytest.raises(AmbiguityError):
        read_latex_term(latex, context_from(f"{NAMES}; index i, j : n; dimension K; vector z : K; scalar \\mu_k"))


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"\sum s", "a sum without an index of what has none"),
        (r"\sum z x", "vectors over K and n inside of one sum"),
        (r"\sum A z", "inside of a mean"),
        (r"\sum^m x", "an upper limit that is no dimension"),
        (r"\sum_{i=2} x_i", "a sum from 2"),
        (r"\sum", "a sign with nothing after it"),
        (r"\prod x", "a sign without an index"),
        (r"x/\sum x y", "a slash before a sum"),
        (r"s/\sum x_i \sum y_i", "a slash before several factors"),
        (r"s/\sum_i x_i \sum_i y_i", "a slash before several factors"),
        (r"\sum s + x_i", "a sum without an index of what has none with two readings"),
        (r"x_k - \sum s - x_i", "a sum without an index of what has none with two readings"),
    ],
)
def test_they_are_not_read(latex: str, message: str) -> None:
    """What nothing tells the range of is an error with its name."""
    with pytest.raises(InputError, match=message):
        read_latex_term(
            latex, context_from("dimension n, K; vectors x, y : n; vector z : K; matrix A : n x K; scalar s")
        )
