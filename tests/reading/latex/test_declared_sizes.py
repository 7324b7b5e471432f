"""Sizes n + 1 in declarations, and sums to n and to n + 1."""

from __future__ import annotations

import pytest

from derive.errors import InputError
from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import refusal, status_of

NEXT = (
    r"dimension n+1; vector x : n+1; let m_n = \frac1n \sum_{i=1}^n x_i; let m_{n+1} = \frac1{n+1} \sum_{i=1}^{n+1} x_i"
)
WIDER = r"dimension n, p; matrix X : n x (p+1); vector b : p + 1; invertible X^T X; let H = X (X^T X)^{-1} X^T"
NAMED = r"dimension n, p; let q = p + 1; matrix X : n x q; vector b : q; invertible X^T X; let H = X (X^T X)^{-1} X^T"


@pytest.mark.parametrize(
    ("true", "false", "declared"),
    [
        (r"m_{n+1} = m_n + \frac{x_{n+1} - m_n}{n + 1}", r"m_{n+1} = m_n + \frac{x_{n+1} - m_n}{n}", NEXT),
        (
            r"\sum_{i=1}^{n-1} x_i + x_n + x_{n+1} = (n + 1) m_{n+1}",
            r"\sum_{i=1}^{n-1} x_i + x_n = (n + 1) m_{n+1}",
            NEXT,
        ),
        (r"I_{n+1} x = x", r"I_{n+1} x = 2 x", NEXT),
        (r"\operatorname{tr}(I_{n+1}) = n + 1", r"\operatorname{tr}(I_{n+1}) = n", NEXT),
        (r"\operatorname{tr}(H) = p + 1", r"\operatorname{tr}(H) = p", WIDER),
        (r"X b = \sum_{j=0}^p b_j X e_j", r"X b = 2 \sum_{j=0}^p b_j X e_j", WIDER),
        (r"\operatorname{tr}(I_n - H) = n - p - 1", r"\operatorname{tr}(I_n - H) = n - p", NAMED),
        (r"\operatorname{tr}(H) = q", r"q = p", NAMED),
        (
            r"\sum_{k=1}^{K-1} z_k = \mathbf 1_{K-1}^T z",
            r"\mathbf 1_{K-1}^T \mathbf 1_{K-1} = K",
            "dimension K-1; vector z : K-1",
        ),
        (
            r"\sum_{k=1}^{K-1} z_k = \mathbf 1^T z",
            r"\mathbf 1^T \mathbf 1 = K",
            "dimension m; let K = m + 1; vector z : m",
        ),
        (
            r"\sum_{i=1}^n x_i + x_N = \mathbf 1^T x",
            r"\sum_{i=1}^n x_i = \mathbf 1^T x",
            "dimension N; let n = N - 1; vector x : N",
        ),
        (r"V b = b V", r"V b = b", "vector b : 1; matrix V : 1 x 1"),
    ],
)
def test_what_is_read(true: str, false: str, declared: str) -> None:
    assert (status_of(true, declared), status_of(false, declared)) == ("proved", "refuted")


@pytest.mark.parametrize(
    ("declared", "why"),
    [
        ("dimension n; vector y : n; vector x : n+1", "declare dimension n+1 in place of n"),
        ("dimension n; index i : n; vector x : n+1", "declare dimension n+1 in place of n"),
        (r"dimension n; let c = \sum_{i=1}^n 2; vector x : n+1", "declare dimension n+1 in place of n"),
        ("dimension n+1; vector x : n", "the unknown dimension n"),
        ("dimension n+1; scalar n", "declared twice"),
        ("dimension n+1; dimension n", "declared twice"),
        ("dimension n+1; vector x : n+2", "the unknown dimension n+2"),
    ],
)
def test_what_is_no_size(declared: str, why: str) -> None:
    """A size that something has is no number beside another one."""
    assert why in refusal(context_from, declared)


def test_limits_beyond() -> None:
    for latex in (r"\sum_{i=1}^{n+2} x_i = 0", "x_{n+2} = 0", r"\sum_{i=1}^{n-9} x_i = x_{n-12}"):
        with pytest.raises(InputError):
            read_latex(latex, context_from("dimension n+1; vector x : n+1"))


def test_a_value_of_any_size() -> None:
    r"""``let P = \lambda I`` stands for its value where it stands."""
    declared = r"dimension n, d; matrix X : n x d; scalar s; let P = s I; let E = \mathbf 1 \mathbf 1^T"
    assert status_of("X^T P X = s X^T X", declared) == status_of("X P = P X", declared) == "proved"
    assert status_of(r"E X = \mathbf 1_n \mathbf 1_n^T X", declared) == "proved"
    assert status_of("P X = X", declared) == "refuted"
    assert "cannot be told" in refusal(read_latex, r"\operatorname{tr}(P) = s n", context_from(declared))
    assert "declared twice" in refusal(context_from, f"{declared}; matrix P : n x n")


@pytest.mark.parametrize(
    ("latex", "declared"),
    [
        (r"\sum_{j=1}^p b_j = \mathbf 1^T b", "dimension p+1; vector b : p+1"),
        (r"\sum_{j=1}^{p-1} b_j = \mathbf 1^T b", "dimension p+1; vector b : p+1"),
        ("b_p = 0", "dimension p; let q = p + 1; vector b : q"),
        (r"I_{p+1} b = b_p \mathbf 1_{p+1}", "dimension p+1; vector b : p+1"),
    ],
)
def test_the_last_but_one(latex: str, declared: str) -> None:
    r"""p is the last place of p + 1 where they are counted from 0, and another where from 1: nothing here says which."""
    assert "may count from 0 or from 1" in refusal(read_latex, latex, context_from(declared))


@pytest.mark.parametrize("latex", [r"\mathbf 1^T b = b", r"b \mathbf 1 = b", "V V^{-1} = I"])
def test_what_could_be_of_size_1(latex: str) -> None:
    """Beside an array of one entry, an identity or a vector of ones has a size only from what stands around it."""
    declared = "dimension n; vector b : 1; matrix V : 1 x 1; vector x : n"
    assert "cannot be told" in refusal(read_latex, latex, context_from(declared))
    assert status_of(r"x^T I x = x^T x", declared) == "proved"


REGRESSION = "dimension n, p; matrix X : n x (p+1); vector b : p + 1; vector y : n"


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"\sum_{i=1}^n (y_i - \sum_{j=0}^p b_j X_{ij})^2 = \|y - X b\|^2", "proved"),
        (r"\sum_{i=1}^n (y_i - \sum_{j=0}^p b_j X_{ij})^2 = \|y\|^2 - \|X b\|^2", "refuted"),
        (r"\sum_{j=0}^p \sum_{i=1}^n X_{ij} b_j = \mathbf 1_n^T X b", "proved"),
    ],
)
def test_each_dimension_is_counted_in_its_own_way(latex: str, status: str) -> None:
    assert status_of(latex, REGRESSION) == status


@pytest.mark.parametrize(
    "latex",
    [
        r"\sum_{i=1}^n y_i = y_1 \sum_{j=0}^p b_j",
        r"y_1 \sum_{j=0}^p b_j = \sum_{i=1}^n y_i",
        r"\sum_{i=1}^n X_{i1} = \sum_{j=0}^p b_j",
        r"\sum_{i=1}^n y_i = \sum_{i=0}^{n-1} y_i",
        r"\sum_{j=0}^p b_j = \sum_{j=1}^{p+1} b_j",
    ],
)
def test_one_dimension_is_counted_in_one_way(latex: str) -> None:
    """So are places, which could be of any."""
    assert "sums from 0 and from 1" in refusal(read_latex, latex, context_from(REGRESSION))


WITH_0 = r"dimension n, p+1; matrix X : n x (p+1); vector \beta : p+1; rows x_i of X; index i : n; index j : p+1"


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"(X\beta)_i = \beta_0 x_{i0} + \sum_{j=1}^p \beta_j x_{ij}",
         r"(X\beta)_i = \sum_{j=0}^p \beta_j x_{ij} + \beta_0"),
        (r"(X\beta)_i = \beta_0 x_{i0} + \beta_1 x_{i1} + \sum_{j=2}^p \beta_j x_{ij}",
         r"(X\beta)_i = \beta_0 x_{i0} + \beta_1 x_{i1} + \sum_{j=1}^p \beta_j x_{ij}"),
        (r"(X\beta)_i = \beta_0 x_{i0} + \beta_p x_{ip} + \sum_{j=1}^{p-1} \beta_j x_{ij}",
         r"(X\beta)_i = \beta_0 x_{i0} + \beta_p x_{ip} + \sum_{j=1}^p \beta_j x_{ij}"),
    ],
)  # fmt: skip
def test_an_entry_0_says_where_counting_starts(true: str, false: str) -> None:
    """Of p + 1 components, where no name β_0 is declared."""
    assert status_of(true, WITH_0) == "proved"
    assert status_of(false, WITH_0) == "refuted"


@pytest.mark.parametrize("latex", [
    r"\beta_0 + \sum_{j=1}^{p+1} \beta_j = 1", r"\beta_0 + \beta_{p+1} = 1", r"\sum_{j=1}^p \beta_j = 1",
])  # fmt: skip
def test_counting_from_both_is_refused(latex: str) -> None:
    """So is a sum to p, where nothing says where counting starts."""
    with pytest.raises(InputError):
        status_of(latex, WITH_0)


@pytest.mark.parametrize("declared", ["let x_0 = 1", "scalar x_0"])
@pytest.mark.parametrize(
    "latex", [r"x^\top b = b_0 x_0 + \sum_{j=1}^p b_j x_j", r"x^\top b = b_0 + \sum_{j=1}^p b_j x_j"]
)
def test_a_name_that_could_be_the_entry_0(declared: str, latex: str) -> None:
    """Beside what counts from 0 it is refused."""
    with pytest.raises(InputError, match="could be the entry 0"):
        status_of(latex, f"dimension p+1; vectors x, b : p+1; {declared}")
