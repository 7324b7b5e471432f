"""Functions with an index, derivatives of functions, and ∂ with what it derives by: softmax(x)_i, σ_i(z), g'(x), ∂_a."""

from __future__ import annotations

import pytest

from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import refusal, status_of

NAMES = r"dimension K; vectors z, w : K; index i, j, k : K; scalars x, a, c; "
VALUE = NAMES + r"let \operatorname{softmax}(z)_i = \frac{e^{z_i}}{\sum_j e^{z_j}}"
HEAD = NAMES + r"let \sigma_i(z) = \frac{e^{z_i}}{\sum_j e^{z_j}}".replace("index i, ", "index ")
OPEN = r"dimension K; vectors z, w : K; scalars x, a, c; let \sigma_i(z) = \frac{e^{z_i}}{\sum_j e^{z_j}}"
OUTER = r"dimension K; vectors z, w : K; let M(z)_{ij} = z_i z_j"


@pytest.mark.parametrize(
    ("declared", "true", "false"),
    [
        (
            VALUE,
            r"\operatorname{softmax}(z + c\vec 1)_i = \mathrm{softmax}(z)_i",
            r"\mathrm{softmax}(z)_i = \mathrm{softmax}(w)_i",
        ),
        (
            VALUE,
            r"\sum_i \operatorname{softmax}(2 z)_i = 1",
            r"\operatorname{softmax}(2 z)_i = \operatorname{softmax}(z)_i",
        ),
        (VALUE, r"\vec 1^\top \operatorname{softmax}(w) = 1", r"\vec 1^\top \operatorname{softmax}(w) = K"),
        (HEAD, r"\sigma_i(z) = \frac{e^{z_i}}{\sum_j e^{z_j}}", r"\sigma_i(z) = \frac{e^{z_j}}{\sum_i e^{z_i}}"),
        (OPEN, r"\sigma_i(z + c\vec 1) = \sigma_i(z)", r"\sigma_i(z + w) = \sigma_i(z)"),
        (
            OPEN,
            r"\frac{\partial \sigma_i(z)}{\partial z_k} = \sigma_i(z)(\delta_{ik} - \sigma_k(z))",
            r"\frac{\partial \sigma_i(z)}{\partial z_k} = \sigma_i(z)(\delta_{ik} - \sigma_i(z))",
        ),
        (OUTER, r"M(z)_{ij} = M(z)_{ji}", r"M(z)_{ij} = M(w)_{ij}"),
        (OUTER, r"M(z + w) z = (z + w)(z + w)^\top z", r"M(z + w) = M(z) + M(w)"),
        (NAMES + r"let g(x) = a x^2", r"g'(x + 1) = 2 a x + 2 a", r"g'(x + 1) = 2 a x + a"),
        (NAMES + r"let g(x) = \frac1{1 + e^{-x}}", r"g'(x) = g(x)(1 - g(x))", r"g'(x) = g(x)(1 + g(x))"),
        (NAMES + r"let h(x) = \tanh(x)", r"h'(a) = 1 - h(a)^2", r"h'(a) = 1 - h(a)"),
        (NAMES, r"\partial_a (a^2 c) = 2 a c", r"\partial_c (a^2 c) = 2 a c"),
        (NAMES, r"\partial_{z_i} \|z\|^2 = 2 z_i", r"\partial_{z_i} \|z\|^2 = z_i"),
        (
            NAMES,
            r"\partial_a a^2 \exp(a c) = 2 a \exp(a c) + a^2 c \exp(a c)",
            r"\partial_a a^2 \exp(a c) = 2 a \exp(a c)",
        ),
    ],
)
def test_they_are_read(declared: str, true: str, false: str) -> None:
    """With one token changed they are false."""
    assert status_of(true, declared) == "proved"
    assert status_of(false, declared) == "refuted"


@pytest.mark.parametrize(
    ("declared", "latex", "message"),
    [
        (OPEN, r"\sigma_i(c) = 0", "a function with an index before a name with two readings"),
        (VALUE, r"\operatorname{softmax}(z)_{ij} = 0", "2 indices for shape"),
        (OUTER, r"M'(z) = 0", "the unknown name M'"),
        (NAMES, r"\partial_b a = 0", "the unknown name b"),
        (NAMES, r"\partial_a = 0", r"\partial of nothing"),
    ],
)
def test_what_they_do_not_say(declared: str, latex: str, message: str) -> None:
    """Values with other indices, second primes, derivatives by what nobody declared."""
    assert message in refusal(lambda: read_latex(latex, context_from(declared)))


@pytest.mark.parametrize(
    ("let", "message"),
    [
        (r"let f(z)_i = z_j", "the unbound index j"),
        (r"let f(z)_{ijk} = z_i", "3 indices of a value"),
        (r"let f(z) x = z", "behind the arguments"),
        (r"let f(z)^2 = z", "behind the arguments"),
    ],
)
def test_definitions_that_say_nothing(let: str, message: str) -> None:
    """What stands behind the arguments is one index, or two."""
    assert message in refusal(lambda: context_from("dimension K; vector z : K; scalar x; " + let))
