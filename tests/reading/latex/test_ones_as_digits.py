r"""``1\,1^T`` and ``11^T`` after ``ones n``, and ``let P[i] = …``: what declarations say of digits and brackets."""

from __future__ import annotations

import pytest

from derive.errors import AmbiguityError, InputError
from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import refusal, status_of

ONES = r"dimension n; vector x : n; ones n; let H = I - \frac1n 1\, 1^T"


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"H \frac1n 11^T = 0", r"H 11^T = 11^T"),
        (r"11^T 11^{\top} = n 11^T", r"11^T 11^T = 11^T"),
        (r"H x = x - \frac1n 1 1^\top x", r"H x = x + \frac1n 1 1^\top x"),
        ("11^2 = 121", "11^2 = n"),
    ],
)
def test_ones(true: str, false: str) -> None:
    """No number is transposed: 1 1ᵀ is the matrix of ones."""
    assert status_of(true, ONES) == "proved"
    assert status_of(false, ONES) == "refuted"


@pytest.mark.parametrize("latex", ["21^T x = x", "111^T x = x", "1 2^T = 1"])
def test_other_digits_are_no_ones(latex: str) -> None:
    """Two digits 1, and nothing before them."""
    with pytest.raises(InputError):
        read_latex(latex, context_from(ONES))


def test_without_a_declared_dimension_a_digit_is_a_number() -> None:
    """``ones n`` says that there are vectors of ones."""
    with pytest.raises(InputError):
        read_latex(r"1\, 1^T = 11^T", context_from("dimension n; vector x : n"))


def test_a_let_with_indices_in_brackets() -> None:
    """``P[i, k]`` is the component P_{ik} where i and k are declared indices; before other brackets stands a function."""
    declared = r"""dimension N, K; matrix S : N x K; index i : N; index k : K
        let P[i, k] = 2 S[i, k]; let q[i] = \sum_k P[i, k]; let f[t] = 2 t"""
    assert status_of(r"q[i] = 2 \sum_k S_{ik}", declared) == status_of("P = 2 S", declared) == "proved"
    assert status_of("f[3] = 6", declared) == "proved"
    assert status_of("q[i] = 2 S[i, k]", declared) == status_of("P = S", declared) == "refuted"


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"\langle 1, x \rangle = \sum_i x_i", "proved"), (r"x - 1 \langle 1, x \rangle = x - 1 1^\top x", "proved"),
        (r"x - 1 \langle 1, x \rangle = x + 1 1^\top x", "refuted"), (r"\langle 1, 1 \rangle = n", "proved"),
        (r"1 \langle x, x \rangle = x^\top x", "proved"), (r"\sum_i x^{(i)} = \langle 1, x \rangle", "proved"),
        (r"x^{(i)} = 2 x_i", "refuted"), (r"1_n^T x = x^T 1_n", "proved"), (r"1_n^\top x = n", "refuted"),
        (r"\sum_i 1_i x_i = 1^T x", "proved"), (r"1_{i} = 1", "proved"), (r"x_i 1_i = 2 x_i", "refuted"),
    ],
)  # fmt: skip
def test_ones_in_scalar_products_and_indices_above(latex: str, status: str) -> None:
    assert status_of(latex, ONES + "; index i : n") == status


@pytest.mark.parametrize(
    "latex",
    [
        r"\langle 2, x \rangle = 0",
        r"\langle 1.0, x \rangle = 0",
        r"x^{(k)} = 0",
        r"x - 2 \langle 1, x \rangle = x",
        "1_1 = 1",
        "0_i = 0",
    ],
)
def test_what_is_no_vector_of_ones(latex: str) -> None:
    with pytest.raises(InputError):
        read_latex(latex, context_from(ONES + "; index i : n"))


@pytest.mark.parametrize(
    ("latex", "what"),
    [
        (r"x = 1", "beside a vector"),
        (r"x - y + 1 = 1", "beside a vector"),
        (r"A \mathbf 1 = 1", "beside a vector"),
        (r"1 \cdot x = \sum_i x_i", "a dot between"),
        (r"s + x \cdot 1 = s + \sum_i x_i", "a dot between"),
        (r"\frac1N 1 \cdot x = \frac1N \sum_i x_i", "a dot between"),
        (r"A = 1 x^\top", "before a row"),
        (r"A = 2 \cdot 1 x^\top", "before a row"),
    ],
)
def test_a_bare_1_that_could_be_the_vector(latex: str, what: str) -> None:
    """Where it is a number on paper it would be refuted, or proved, as what it is not."""
    declared = "dimension N; vectors x, y : N; matrix A : N x N; scalar s; index i : N; ones N"
    with pytest.raises(AmbiguityError, match=what):
        read_latex(latex, context_from(declared))
    assert status_of(r"2 x = x \cdot 2", declared) == status_of(r"1 x + 1 = x + \mathbf 1", declared) == "proved"


def test_a_transposed_component_of_ones() -> None:
    r"""``1_k^\top w`` could be of a basis vector."""
    declared = "dimension N; vector w : N; index k : N; ones N"
    assert "a number with a subscript" in refusal(lambda: read_latex(r"1_k^\top w = w_k", context_from(declared)))
    assert status_of(r"1_k w_k = w_k", declared) == "proved"


BOLD = "dimension n; vectors x, k : n; index i, j : n; scalar s"


@pytest.mark.parametrize(
    "said",
    ["", r"; ones n; let \textbf{1} = \mathbf{1}", r"; let \bm 1 = \textbf{1}; ones n", r"; let \textbf{0} = \vec 0"],
)
@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"\textbf{1}^\top x = \sum_i x_i", r"\textbf{1}^\top x = 2 \sum_i x_i"),
        (r"x \textbf{1}^T = x \mathbf{1}^\top", r"x \textbf{1}^T = \textbf{1} x^T"),
        (r"(k\textbf{1}^T)_{ij} = k_i", r"(k\textbf{1}^T)_{ij} = k_j"),
        (r"\textbf{1}_n^\top \textbf{1}_n = n", r"\textbf{1}_n^\top \textbf{1}_n = 1"),
        (r"x + \textbf{0} = x", r"x + \textbf{1} = x"),
        (r"\sum_j \textbf{1}_{i = j} x_j = x_i", r"\sum_j \textbf{1}_{i \ne j} x_j = x_i"),
    ],
)
def test_bold_digits_of_text(said: str, true: str, false: str) -> None:
    r"""``\textbf{1}`` is ``\mathbf{1}``, and a definition of the one by the other says again what is so."""
    assert status_of(true, BOLD + said) == "proved"
    assert status_of(false, BOLD + said) == "refuted"


@pytest.mark.parametrize(
    ("said", "latex", "message"),
    [
        (r"; ones n; let \textbf{1} = 2 x", "s = 0", "a definition of what has another meaning"),
        (r"; ones n; let \mathbf{1} = \mathbf{0}", "s = 0", "a definition of what has another meaning"),
        ("", r"s = \textbf{2} x", "the words '2'"),
        ("", r"s = \text{1} x", "the words '1'"),
        ("", r"x = s \quad \textbf{1} x", "set apart as a remark"),
        ("", r"\textbf{1} x = s", ""),
    ],
)
def test_what_is_no_bold_one(said: str, latex: str, message: str) -> None:
    """Another vector by that name, another digit, another font, a label."""
    assert message in refusal(lambda: read_latex(latex, context_from(BOLD + said)))
