r"""Parameters of which nothing says a shape: ``let \mu(v) = \frac1n \sum_i v_i``, ``let f(v) = \frac{v}{\|v\|}``."""

from __future__ import annotations

import pytest

from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import readings_of, refusal, status_of

HEAD = r"""dimension N; vectors x, y : N; scalars a, b; index i : N; ones N; mean \mathbb E
let P = I - \frac1N \mathbf 1 \mathbf 1^\top; """


@pytest.mark.parametrize(
    ("declared", "true", "false"),
    [
        (r"let \mu(v) = \frac1N \sum_i v_i", r"\mu(a x + b \mathbf 1) = a \mu(x) + b", r"\mu(a x) = \mu(x)"),
        (r"let L(v) = \sqrt N \frac{P v}{\|P v\|}", r"P L(x) = L(x)", r"L(x) = x"),
        (r"let R(v) = \frac{\sqrt N v}{\|v\|}", r"\|R(x)\| = \sqrt N", r"\|R(x)\| = N"),
        (r"let n(v) = v^\top v", r"n(a x) = a^2 n(x)", r"n(x) = x_i^2"),
        (r"let c(v, w) = \frac{v^\top w}{\|v\| \|w\|}", "c(x, 2x) = 1", "c(x, 2y) = 1"),
        (r"let s(t) = \frac{1}{1 + e^{-t}}", r"s(x)_i = s(x_i)", r"s(x)_i = s(x_i)^2"),
        (r"let q(t) = \sqrt{t^2 + 1}", r"q(x)_i = q(x_i)", r"q(x)_i = 1"),
        (r"let r(t) = \tfrac12 (t + |t|)", r"r(x)_i = \tfrac12 (x_i + |x_i|)", r"r(x)_i = x_i"),
        (r"let r(t) = |t|", r"r(a)^2 = a^2", r"r(a) = a"),
    ],
)
def test_what_tells_the_shape(declared: str, true: str, false: str) -> None:
    """It is a vector where that alone fits, and else a number."""
    assert status_of(true, HEAD + declared) == "proved"
    assert status_of(false, HEAD + declared) == "refuted"


@pytest.mark.parametrize(
    "declared",
    [r"let f(v) = v - \mathbb E[v]", r"let f(v) = \frac{e^v}{\sum e^v}", r"let f(v) = \frac{v}{|v|}", r"let f(v) = |v|",
     r"let f(v) = (v - \mathbb E[v])^2", r"powers of vectors: dot; let f(v) = v^2"],
)  # fmt: skip
def test_a_function_of_numbers_that_could_be_one_of_vectors(declared: str) -> None:
    """Of a vector it would be taken entry by entry, or be another one: neither is meant without a word."""
    assert readings_of("f(x) = y", HEAD + declared) == ("of each entry", "of the whole vector")
    assert status_of("f(a) = f(a)", HEAD + declared) == "proved"


@pytest.mark.parametrize("declared", [r"let f(v) = \frac{v}{\|v\|}", r"let f(v) = v^\top v"])
def test_where_several_sizes_fit(declared: str) -> None:
    """None is taken."""
    assert "the shape of v" in refusal(lambda: read_latex("f(x) = x", context_from(f"dimension K; {HEAD}{declared}")))
