r"""Limits of sums, ``\sum_{i=2}^{N-1}``, and entries at places, ``x_1``, ``x_{N-1}``, as LaTeX has them."""

from __future__ import annotations

import pytest

from derive.language import terms as t
from derive.printing.latex import latex as printed
from derive.reading.decided import context_from
from derive.reading.latex import read_latex, read_latex_term
from derive.statements.equation import prove_chain
from tests.reading.latex.contexts import refusal, status_of

DECLARED = "dimension N; dimension K; vectors x, y : N; vector z : K; matrix A : N x N; scalar c; index i, j : N"

TRUE = [
    r"\sum_{i=2}^N x_i = \sum_{i=1}^N x_i - x_1",
    r"\sum_{i=1}^{N-1} x_i = \sum_{i=1}^N x_i - x_N",
    r"\sum_{i=2}^{N-1} x_i = \sum_{i=1}^N x_i - x_1 - x_N",
    r"\sum_{i=3}^{N} x_i = \sum_{i=2}^N x_i - x_2",
    r"\sum_{i=1}^{N-2} x_i + x_{N-1} = \sum_{i=1}^{N-1} x_i",
    r"\sum_{i=2}^N c = (N-1) c",
    r"\sum_{i=2}^{N-1} c = (N-2) c",
    r"\sum_{i=2}^N (x_i + y_i) = \sum_{i=2}^N x_i + \sum_{i=2}^N y_i",
    r"\sum_{i=2}^N e^{x_i} = \sum_i e^{x_i} - e^{x_1}",
    r"x_1 \prod_{i=2}^N x_i = \prod_{i=1}^N x_i",
    r"\prod_{i=2}^{N-1} x_i = \prod_{i \ne 1, i \ne N} x_i",
    r"\sum_{i=1}^{N-1} \sum_{j=2}^N A_{ij} = \sum_{ij} A_{ij} - \sum_j A_{Nj} - \sum_i A_{i1} + A_{N1}",
    r"\sum_{j=1, j \ne i}^{N-1} x_j = \sum_{j=1}^{N-1} x_j - (1 - \delta_{iN}) x_i",
    r"A_{1N} = (A^\top)_{N,1}",
    r"\sum_{i<N} (x_i + x_N) = \sum_i x_i + (N-2) x_N",
    r"\sum_{i \le N-1} x_i = \sum_{i=1}^{N-1} x_i",
    r"\sum_{1 < i < N} x_i = \sum_{2 \le i \le N-1} x_i",
    r"\frac{\partial \|x\|^2}{\partial x_N} = 2 x_N",
    r"\sum_{i=0}^{N-1} x_i = x_0 + \sum_{i=1}^{N-1} x_i",
    r"\sum_{i=0}^{N-1} x_i = \sum_{i=0}^{N-2} x_i + x_{N-1}",
    r"\sum_{i=0}^{N-1} x_i = \sum_i^{N-1} x_i",
    r"\sum_i^{N-1} x_i = \sum_{i=1}^{N-1} x_i",
    r"\sum_{i=1}^{N-1} \mathbf 1_i + (\mathbf 1)_N = N",
    r"\sum_{i=1}^N \sum_{1 < j < N} x_i = (N-2) \sum_i x_i",
    r"\sum_{i=2}^N \frac{x_i}{\sum_{i=1}^N x_i} = 1 - \frac{x_1}{\sum_{i=1}^N x_i}",
]
FALSE = [
    r"\sum_{i=2}^N x_i = \sum_{i=1}^N x_i - x_N",
    r"\sum_{i=2}^N x_i = \sum_{i=1}^{N-1} x_i",
    r"\sum_{i=2}^N x_i = \sum_{i=1}^N x_i",
    r"\sum_{i=3}^N x_i = \sum_{i=1}^N x_i - x_1 - x_3",
    r"\sum_{i=2}^N c = N c",
    r"\sum_{i=2}^{N-1} c = (N-1) c",
    r"\prod_{i=2}^N x_i = \prod_{i=1}^{N-1} x_i",
    r"A_{1N} = A_{N1}",
    r"\sum_{i<N} x_i = \sum_{i \le N} x_i",
    r"\frac{\partial \|x\|^2}{\partial x_N} = 2 x_1",
    r"x_1 = x_N",
    r"x_{N-1} = x_N",
    r"\sum_{i=0}^{N-1} x_i = x_1 + \sum_{i=1}^{N-1} x_i",
    r"\sum_{i=0}^{N-1} x_i = x_0 + \sum_i^{N-1} x_i",
    r"\sum_{i=0}^{N-2} x_i = \sum_{i=0}^{N-1} x_i - x_{N-2}",
    r"\sum_{j=1, j \ne i}^{N-1} x_j = \sum_{j=1}^{N-1} x_j - x_i",
]


@pytest.mark.parametrize("latex", TRUE)
def test_true(latex: str) -> None:
    assert status_of(latex, DECLARED) == "proved"


@pytest.mark.parametrize("latex", FALSE)
def test_false(latex: str) -> None:
    """Off by one, at the other end."""
    assert status_of(latex, DECLARED) == "refuted"


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"\sum_{i=1}^{n} x_i = c", "an upper limit that is no dimension"),
        (r"\sum_{i=1}^{N+1} x_i = c", "an upper limit that is no dimension"),
        (r"\sum_{j \le i} x_j = c", "the range <="),
        (r"\sum_{N > i} x_i = c", "the range >"),
        (r"\sum_{i=1}^i x_i = c", "a range of i by i itself"),
        (r"\sum_{i=i}^N x_i = c", "a range of i by i itself"),
        (r"\sum_{N=1}^{N-1} x_i = y_i", "the dimension N as an index"),
        (r"\max_N x_N = c", "the dimension N as an index"),
        (r"\sum_{i=2}^{K} x_i = c", "the index i over K for an axis over N"),
        (r"\sum_{i=k}^{N} x_i = c", "a sum from k"),
        (r"\sum_{i=2}^N \frac{1}{x_i} = c", "may be undefined"),
        (r"\sum_{i=1}^{N-1} x_{i+1} = c", "a shifted index"),
        (r"x_{N+1} = c", "the entry N+1"),
        (r"x_0 = c", "the entry 0"),
        (r"x_{12} = c", "12 as a place"),
        (r"\mathbf 1_{N-1} = c", "a vector of ones with a place below it"),
        (r"\mathbf 0_1 = c", "a vector of zeros with a place below it"),
        (r"A_{i:j} = c", "a colon in a subscript"),
        (r"A_{1:2} = c", "a colon in a subscript"),
        (r"\sum_{i:j} A_{ij} = c", "a colon without a condition"),
        (r"\sum_{:i=1}^N x_i = c", "a colon without a condition"),
        (rf"x_{{{'9' * 50}}} = c", "the entry 999"),
        pytest.param(rf"x_{{{'9' * 5000}}} = c", "a subscript of 5000 signs", id="5000 digits"),
        (r"\sum_{i=0}^{N-1} x_i = \sum_{1 \le i < j \le N} A_{ij}", "sums from 0 and from 1"),
        (r"x_K = c", "the index K over K for an axis over N"),
        (r"A_1 = c", "1 index for shape"),
        (r"\sum_{i=0}^{N-1} x_i = x_1 + \sum_{i=1}^N x_i", "from 0 and from 1"),
        (r"\sum_{i=0}^{N-1} x_i = x_N", "the entry N"),
        (r"\sum_{i=0}^N x_i = c", "an upper limit that is no dimension less 1"),
    ],
)
def test_refused(latex: str, message: str) -> None:
    assert message in refusal(lambda: read_latex(latex, context_from(DECLARED)))


def test_declared_names() -> None:
    """A name x_1 that is declared is that, and x_2 then is no entry."""
    declared = f"{DECLARED}; scalar x_1"
    (side, _) = read_latex("x_1 = c", context_from(declared)).terms
    assert isinstance(side, t.Symbol)
    assert "where the name x_1 is declared" in refusal(lambda: read_latex("x_2 = c", context_from(declared)))


def test_rows() -> None:
    """x_1 of rows x_i is the first row."""
    declared = "dimension N, K; matrix X : N x K; rows x_i of X; index i : N; index k : K"
    assert status_of(r"x_1 \cdot x_1 = \sum_k X_{1k}^2", declared) == "proved"
    assert status_of(r"x_1 \cdot x_1 = \sum_k X_{2k}^2", declared) == "refuted"


def test_counted_in_one_way() -> None:
    """Of a place in a text that counts from 0 elsewhere nobody can tell."""
    declared = rf"{DECLARED}; let s = \sum_{{i=0}}^{{N-1}} x_i"
    assert "elsewhere sums from 0" in refusal(lambda: read_latex("s = x_1", context_from(declared)))
    first = context_from("dimension N; vector x : N; let m = x_1")
    assert "elsewhere counts components from 1" in refusal(lambda: read_latex(r"m = \sum_{i=0}^{N-1} x_i", first))


@pytest.mark.parametrize("latex", [*TRUE, *FALSE])
def test_reads_back(latex: str) -> None:
    """What is read is printed by its places, and read again as the same."""
    for term in read_latex(latex, context_from(DECLARED)).terms:
        assert read_latex_term(printed(term), context_from(DECLARED).of_terms(term)) == term


UP_TO_TRUE = [
    r"\sum_{j \le i} x_j = \left(\sum_{j < i} x_j\right) + x_i",
    r"\sum_{j=1}^{i} x_j = \left(\sum_{j=1}^{i-1} x_j\right) + x_i",
    r"\sum_{j=1}^{i} x_j + \sum_{j=i+1}^N x_j = \sum_j x_j",
    r"\sum_{j=1}^{i} x_j + \sum_{j=i}^N x_j = \left(\sum_j x_j\right) + x_i",
    r"y_i \sum_{j > i} x_j = y_i \sum_{j=i+1}^N x_j",
    r"\sum_i \sum_{j=1}^{i} A_{ij} = \sum_j \sum_{i=j}^N A_{ij}",
    r"\sum_{i<j} A_{ij} + \sum_{j<i} A_{ij} = \sum_{ij} A_{ij} - \operatorname{tr} A",
    r"\sum_{j=1}^i (x_j + y_j) = \left(\sum_{j=1}^i x_j\right) + \sum_{j=1}^i y_j",
    r"\sum_i \sum_{j=1}^i c = \frac{N(N+1)}{2} c",
    r"\sum_{j=i}^{N-1} x_j = \left(\sum_{j=i}^N x_j\right) - 1_{i \le N} x_N",
    r"y_i \sum_{j \le i}^{N-1} x_j = y_i \left(\left(\sum_{j \le i} x_j\right) - 1_{i \ge N} x_N\right)",
    r"y_i \sum_{j \ge i}^{N-1} x_j = y_i \sum_{j=i}^{N-1} x_j",
    r"1_{i \le j} + 1_{i > j} = 1",
    r"1_{i < j} = 1_{j > i}",
    r"\sum_{i>j} A_{ij} = \sum_{j<i} A_{ij}",
    r"\sum_{j>i} A_{ij} = \sum_i \sum_{j=i+1}^{N} A_{ij}",
]
UP_TO_FALSE = [
    r"\sum_{j=1}^i x_j = \left(\sum_{j=1}^{i-1} x_j\right) + x_1",
    r"y_i \sum_{j \le i} x_j = y_i \sum_{j < i} x_j",
    r"\sum_{j=1}^{i} x_j + \sum_{j=i}^N x_j = \sum_j x_j",
    r"\sum_{j=1}^{i} x_j = \sum_{j=i}^N x_j",
    r"\sum_i \sum_{j=1}^{i} A_{ij} = \sum_j \sum_{i=1}^j A_{ij}",
    r"\sum_{i<j} A_{ij} = \sum_{j<i} A_{ij}",
    r"\sum_i \sum_{j=1}^{i-1} c = \frac{N(N+1)}{2} c",
    r"1_{i \le j} + 1_{i \ge j} = 1",
    r"1_{i < j} = 1_{i \le j}",
    r"\sum_{i>j} A_{ij} = \sum_{i<j} A_{ij}",
    r"\sum_{i>j} A_{ij} = \sum_i \sum_{j=i+1}^{N} A_{ij}",
    r"y_i \sum_{j \ge i}^{N-1} x_j = y_i \sum_{j=i}^N x_j",
    r"\sum_{i>j} (x_i - x_j) = \sum_{i<j} (x_i - x_j)",
]


@pytest.mark.parametrize("latex", UP_TO_TRUE)
def test_up_to_an_index(latex: str) -> None:
    assert status_of(latex, DECLARED) == "proved"


@pytest.mark.parametrize("latex", UP_TO_FALSE)
def test_up_to_another(latex: str) -> None:
    """< for ≤, the other way, one term twice."""
    assert status_of(latex, DECLARED) == "refuted"


@pytest.mark.parametrize("latex", [*UP_TO_TRUE, *UP_TO_FALSE])
def test_orders_read_back(latex: str) -> None:
    """An order is printed as the indicator that is read."""
    for term in read_latex(latex, context_from(DECLARED)).terms:
        assert read_latex_term(printed(term), context_from(DECLARED).of_terms(term)) == term


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"\prod_{j=1}^i x_j = c", "a product up to an index"),
        (r"\sum_{j \le i} \frac{1}{x_j} = y_i", "may be undefined"),
        (r"\sum_{j<i} x_j = c", "of what has but one of them"),
        (r"\sum_{j=2}^i x_j = y_i", "a sum to an index that starts later"),
        (r"\sum_{j \le i} A_{ij} = c", "the range <="),
        (r"\sum_{i<j}^{N-1} A_{ij} = c", "two indices up to less than a dimension"),
        (r"\sum_{1 \le i<j \le N}^{N} A_{ij} = c", "two upper limits"),
        (r"\sum_{j \le i} x_j = \sum_{j < i} x_j", "the range <="),
        (r"y_i \sum_{j \le i} x_j \left(\sum_{j < i} x_j\right) = y_i", "two indices that are bound elsewhere"),
        (r"y_i \sum_j x_j \left(\sum_{j \ne i} x_j\right) = y_i", "which both are free in the formula"),
        (r"y_i \sum_{j \le i} x_j = y_i \sum_{n=j+1}^N x_j", "two indices that are bound elsewhere"),
        (r"\sum_{j=1}^{n_i} x_j = c", "an upper limit that is no dimension"),
    ],
)
def test_up_to_refused(latex: str, message: str) -> None:
    assert message in refusal(lambda: read_latex(latex, context_from(DECLARED)))


def test_defined() -> None:
    """A definition may have places; in a certificate it is written out."""
    declared = rf"{DECLARED}; let m = \frac{{1}}{{N-1}} \sum_{{i=1}}^{{N-1}} x_i"
    chain = read_latex(
        r"\sum_{i=1}^{N-1} (x_i - m)^2 = \left(\sum_{i=1}^{N-1} x_i^2\right) - (N-1) m^2", context_from(declared)
    )
    verdict = prove_chain(chain.terms, chain.hypotheses)
    assert (verdict.status, verdict.scope) == ("proved", "all N ≥ 2")
    assert verdict.backing is not None
    assert not verdict.backing.why_not
    assert status_of(r"m = \frac1N \sum_i x_i", declared) == "refuted"
