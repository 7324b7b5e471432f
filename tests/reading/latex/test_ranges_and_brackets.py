"""Sums from 0, indicators, angles and full stops as products; names beside their powers; what the language does not have."""

from __future__ import annotations

import pytest

from derive.errors import AmbiguityError, InputError
from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import refusal, status_of

DECLARED = "dimension N; vectors x, y : N; matrix A : N x N; index i, j : N; scalars a, b, c"


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"\sum_{i=0}^{N-1} x_i = \vec 1^\top x", r"\sum_{i=0}^{N-1} x_i = \vec 1^\top y"),
        (r"\sum_{i=0}^{N-1} \sum_{j=0}^{N-1} A_{ij} = \vec 1^\top A \vec 1", r"\sum_{i=0}^{N-1} A_{ij} = (A \vec 1)_j"),
        (r"\sum_{i=1}^N 1_{i=j} x_i = x_j", r"\sum_{i=1}^N 1_{i=j} x_i = N x_j"),
        (r"\sum_i \mathbf{1}_{\{i \ne j\}} x_i = \sum_i x_i - x_j", r"\sum_i \mathbf 1_{i \ne j} x_i = \sum_i x_i"),
        (r"\sum_i \mathbb 1_{[i = j]}^2 = 1", r"\sum_i \mathbb 1_{[i \ne j]} = N"),
        (r"[i{=}j] x_i = \delta_{ij} x_j", r"[i{=}j] x_i = x_j"),
        (
            r"\frac{[i{=}j] \, x_i - [i{\ne}j]}{2} {=} \frac{[i=j] (x_j + 1) - 1}{2}",
            r"\frac{[i{=}j] \, x_i}{2} = \frac{x_i}{2}",
        ),
        (r"\frac{\partial x_i}{\partial x_j} = 1(i == j)", r"\frac{\partial x_i}{\partial x_j} = 1 - 1_{i == j}"),
        (r"x_i 1(i = j) = x_j 1(j = i)", r"x_i 1(i = j) = x_j 1(j \ne i)"),
        (r"\sum_i x_i (1(i = j) - c) = x_j - c \sum_i x_i", r"\sum_i x_i (1(i = j) - c) = x_j - c"),
        (r"\mathbf 1[i == j] = [j == i]", r"[i == j] = 1"),
        (r"\langle x, 0 \rangle = \langle 0, y \rangle", r"\langle x, 0 \rangle = \langle x, y \rangle"),
        (r"<x, y> = x^\top y", r"<x, y> = x^\top x"),
        (r"<Ax, y> = <x, A^\top y>", r"<Ax, y> = <x, A y>"),
        (r"<x, y>^2 \le <x, x> <y, y>", r"<x, y>^2 \ge <x, x> <y, y>"),
        (r"⟨x, y⟩ - ⟨y, y⟩ = ⟨x - y, y⟩", r"⟨x, y⟩ = ⟨x, x⟩"),
        (r"(A x).y = x.(A^\top y)", r"(A x).y = x.(A y)"),
        (r"a.b = b \cdot a", r"a.b = a + b."),
        (r"\frac{1}{2}.\frac{4}{1} = 2; \space", r"\sqrt{4}.\sqrt{9} = 5"),
        (r"c * x = x c", r"c * x = x"),
    ],
)
def test_they_are_read(true: str, false: str) -> None:
    """With one token changed they are false."""
    assert _decided(true) == "proved"
    assert _decided(false) == "refuted"


def _decided(text: str) -> str:
    return read_latex(text, context_from(DECLARED)).statement.decide().status


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"\sum_{i=0}^{N-1} x_i = \sum_{i=1}^N x_i", "sums from 0 and from 1"),
        (r"\sum_{i=0}^N x_i = c", "an upper limit that is no dimension less 1"),
        (r"\sum_{i=1}^{M-1} x_i = c", "an upper limit that is no dimension"),
        (r"\sum_{i=k}^N x_i = c", "a sum from k"),
        (r"1_{i < j < k} = c", "an indicator of several relations"),
        (r"1_{i = j = i} = c", "of several relations"),
        (r"1_{i = c} = c", "the unbound index c"),
        (r"x_i 1(i = c) = c", "the unbound index c"),
        (r"a = 1(i = j)", "found '='"),
        (r"a = b - 1 (i = j)", "found '='"),
        (r"x_i^1(i = j) = c", "found '='"),
        (r"c 11(i = j) = c", "found '='"),
        (r"\langle 0, 0 \rangle = c", "a scalar product of shape scalar"),
        (r"a = b. c = a", "found '.'"),
        (r"a < b, c > a", "found ','"),
        (r"<x, y> x = c", "found ','"),
        (r"\sup_i x_i = c", "a supremum, which is not in the language"),
        (r"\operatorname{argmax}_i x_i = c", "the place of a maximum, which is not in the language"),
        (r"A \otimes A = c", "a Kronecker product, which is not in the language"),
        (r"\operatorname{vec}(A) = x", "a matrix as a vector, which is not in the language"),
        (r"A = \begin{Bmatrix} a & b \\ b & c \end{Bmatrix}", "a matrix written out in curly brackets"),
        (r"c! = 1", "a factorial, which is not in the language"),
    ],
)
def test_what_cannot_be_said_is_named(latex: str, message: str) -> None:
    """An error that says what it is."""
    assert message in refusal(lambda: read_latex(latex, context_from(DECLARED)))


VARIANCE = r"dimension N; vector x : N; scalar \epsilon > 0; let \mu = \frac1N \sum_i x_i;"
VARIANCE += r"let \sigma^2 = \frac1N \sum_i (x_i - \mu)^2; let \sigma = \sqrt{\sigma^2 + \epsilon}"


def test_a_name_beside_its_power() -> None:
    r"""\sigma^2 is the name or the square of \sigma, as it is declared."""
    text = r"\sigma^2 = \frac1N \sum_i x_i^2 - \mu^2"
    with pytest.raises(AmbiguityError) as caught:
        read_latex(text, context_from(VARIANCE))
    assert caught.value.convention == "names with powers"
    assert status_of(text, VARIANCE + "; names with powers: name") == "proved"
    assert status_of(text, VARIANCE + "; names with powers: power") == "refuted"
    assert status_of(text + r" + \epsilon", VARIANCE + "; names with powers: power") == "proved"


def test_no_name_is_hidden() -> None:
    """Words of what the language does not have are names where they are declared."""
    declared = r"scalars \operatorname{rank}, \operatorname{sign}"
    assert status_of(r"\operatorname{rank} + \operatorname{sign} = \mathrm{sign} + \mathrm{rank}", declared) == "proved"
    with pytest.raises(InputError):
        context_from(r"scalar \max")


LABELS = "dimension K; vectors f, y : K; index y_i, k : K"


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"\sum_k f_k \mathbb{1}(y_i = k) = f_{y_i}", r"\sum_k f_k \mathbb{1}(y_i \ne k) = f_{y_i}"),
        (r"\frac{\partial f_{y_i}}{\partial f_k} = 1\{y_i = k\} + 0", r"\frac{\partial f_{y_i}}{\partial f_k} = 1"),
        (r"f_k \mathbb{I}[y_{i} = k] = f_{y_i} [k = y_i]", r"f_k \mathbb{I}[y_{i} = k] = f_k"),
    ],
)
def test_indicators_of_indices_with_an_index(true: str, false: str) -> None:
    """Of those that are declared so; a component is no index."""
    assert status_of(true, LABELS) == "proved"
    assert status_of(false, LABELS) == "refuted"
    with pytest.raises(InputError):
        status_of(true, "dimension K; vectors f, y : K; index i, k : K")


@pytest.mark.parametrize("latex", ["S(i] = S_i", "S[i) = S_i", "A[i, j) = A_{ij}"])
def test_brackets_that_do_not_close_each_other_are_no_subscript(latex: str) -> None:
    """A component stands in a pair of them."""
    declared = "dimension n; vector S : n; matrix A : n x n; index i, j : n"
    assert "expected" in refusal(lambda: status_of(latex, declared))
