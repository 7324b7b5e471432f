r"""``derive.reading.latex.big``: which indices stand below a big sign, and which of them it binds."""

from __future__ import annotations

import pytest

from derive.errors import InputError
from derive.reading.decided import context_from
from derive.reading.latex import AmbiguityError, Context, read_latex
from tests.reading.latex.contexts import refusal, status_of

DECLARED = r"""narrow sums; dimension N, K; vectors x, y : N; matrix A : N x N; matrix S : N x N symmetric; index i, j : N
vector g : N nonzero; scalar s > 0; let \mu = \frac1N \sum_p x_p
let a = \mathbf 1_N^\top A \mathbf 1_N - \operatorname{tr} A"""


def context(more: str = "") -> Context:
    return context_from(more, context_from(DECLARED))


@pytest.mark.parametrize(
    "latex",
    [
        r"\sum_{j \ne i} x_j = N \mu - x_i",
        r"\sum_{j \neq i}^N x_j = N \mu - x_i",
        r"\sum_{q \ne i} A_{iq} x_q = (A x)_i - A_{ii} x_i",
        r"x_i \sum_{j \ne i} x_j = x_i (N\mu - x_i)",
        r"\sum_{j=1, j \ne i}^N x_j = N \mu - x_i",
        r"\sum_{\substack{j=1\\ j\ne i}}^N x_j = N \mu - x_i",
        r"\sum_{\substack{j=1, \\ j \not= i}}^{N} x_j = N \mu - x_i",
        r"\sum_{j \in [N], j \ne i} x_j = N \mu - x_i",
        r"\sum_{p \ne q} A_{pq} = a",
        r"\sum_{p,q: p \ne q} A_{pq} = a",
        r"\sum_{i,j=1, i \ne j}^N A_{ij} = a",
        r"\sum_{\substack{i,j=1 \\ i \ne j}}^N A_{ij} = a",
        r"\sum_p \sum_{q \ne p} A_{pq} = a",
        r"\sum_p \sum_{p \ne q} A_{pq} = a",
        r"\sum_{p \ne q} x_p x_q = N^2\mu^2 - \|x\|^2",
        r"\sum_p \sum_{q \ne p} \sum_{r \ne p, q} x_p x_q x_r = N^3 \mu^3 - 3 N \mu \|x\|^2 + 2 \sum_p x_p^3",
        r"\sum_p \sum_{q \ne p} \sum_{r \ne p, r \ne q} 1 x_r x_p x_q = N^3 \mu^3 - 3 N \mu \|x\|^2 + 2 \sum_p x_p^3",
        r"\sum_{j \ne i} x_j \mathbf e_j = x - x_i \mathbf e_i",
        r"\sum_{p < q} (x_p - x_q)^2 = N \|x\|^2 - N^2\mu^2",
        r"\sum_{p > q} (x_p - x_q)^2 = N \|x\|^2 - N^2\mu^2",
        r"\sum_{i < j} (x_i - x_j)^2 = N \|x\|^2 - N^2\mu^2",
        r"\sum_{1 \le i < j \le N} (x_i - x_j)^2 = N \|x\|^2 - N^2\mu^2",
        r"2 \sum_{p < q} S_{pq} = \mathbf 1_N^\top S \mathbf 1_N - \operatorname{tr} S",
        r"\sum_{p \in \{1, \dots, N\}} x_p = \sum_{p \in [N]} x_p = \sum_p^N x_p = N \mu",
        r"x_i \prod_{j=1, j \ne i}^N x_j = x_i \prod_{j \ne i} x_j",
        r"\sum_i \sum_p x_i x_p \prod_{j \ne i, j \ne p} x_j = \sum_i \sum_p x_p x_i \prod_{j \ne p, i} x_j",
    ],
)
def test_ranges_that_leave_something_out(latex: str) -> None:
    """Each is the sum that its author means: proved against the same without inequalities."""
    assert status_of(latex, context()) == "proved"


@pytest.mark.parametrize(
    "latex",
    [
        r"\sum_{j=1, j \ne i}^N x_j = N \mu",
        r"\sum_{p \ne q} A_{pq} = \mathbf 1_N^\top A \mathbf 1_N",
        r"\sum_{i=1, i \ne j}^N A_{ij} x_j = (A x)_i - A_{ii} x_i",
        r"\sum_{p < q} S_{pq} = \mathbf 1_N^\top S \mathbf 1_N - \operatorname{tr} S",
    ],
)
def test_sums_that_are_something_else(latex: str) -> None:
    """False statements are refuted: nothing is left out, or counted twice, in silence."""
    assert status_of(latex, context()) == "refuted"


@pytest.mark.parametrize(
    "latex",
    [
        r"\sum_{j \ne i} A_{ij} = 1",
        r"\sum_{i \ne j} A_{ij} = \sum_{i \ne j} A_{ji}",
        r"\sum_{i \ne j} A_{ij} = \sum_i \sum_j A_{ij} - \sum_i A_{ii}",
        r"\sum_{i \ne j} A_{ij} = \exp(s)^2 \sum_{p = 1, p \ne q, i}^N A_{pp}",
        r"\sum_{i, j \ne i} (s + x_i - x_i) = (N - 1) s",
        r"\sum_{i=1, j \ne i}^N (s + x_i - x_i) = (N - 1) s",
        r"\prod_{i, j \ne i} x_i = \prod_p x_p",
        r"\prod_{i \ne j} (x_i - x_j) = 0",
        r"\prod_{i \ne j} s = s^{N-1}",
    ],
)
def test_an_index_of_which_nobody_can_tell(latex: str) -> None:
    """Declared, and used nowhere else: the inequality may bind it, or take it as it is."""
    with pytest.raises(AmbiguityError, match=r"with two readings"):
        read_latex(latex, context("index q : N"))


@pytest.mark.parametrize("latex", [r"\sum_{j \ne i} x_j = N\mu - x_j", r"x_i \sum_{i \ne j} x_i = s"])
def test_what_binds_an_index_that_nothing_has_is_a_slip(latex: str) -> None:
    """The first index is free elsewhere, and what follows has it: nobody means a sum over the second one."""
    with pytest.raises(AmbiguityError, match="which is free elsewhere"):
        read_latex(latex, context())


def test_what_is_used_elsewhere_is_free() -> None:
    """In the row before, on another side, in the formula that a chain goes on with."""
    for latex in (
        r"y_i = \sum_{i \ne j} A_{ij}",
        r"y_i \sum_{i \ne j} A_{ij} = s",
        r"y_i \sum_{j, i \ne j} A_{ij} = s",
        r"\sum_{i \ne j} A_{ij} = \sum_p A_{ip}",
    ):
        chain = read_latex(latex, context())
        assert {index.name for term in chain.terms for index in term.free} == {"i"}
    before = read_latex(r"y_i = y_i", context()).terms[0]
    chain = read_latex(r"= \sum_{j \ne i} A_{ij}", context(), before=before)
    assert {index.name for index in chain.terms[1].free} == {"i"}


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"\sum_{j \ne i} \frac{1}{x_j} = x_i", "may be undefined"),
        (r"\sum_{j \ne i} \frac{x_j}{x_i - x_j} = x_i", "may be undefined"),
        (r"\sum_{j \ne i} \log x_j = x_i", "may be undefined"),
        (r"\sum_{j \ne i} \sqrt{x_j} = x_i", "may be undefined"),
        (r"\sum_{j \ne i} x_j^{-1} = x_i", "may be undefined"),
        (r"\sum_{p \ne q} \frac{1}{x_p - x_q} = 0", "may be undefined"),
        (r"\sum_{p < q} \frac{1}{x_p x_q} = 0", "may be undefined"),
        (r"\sum_{p < q} x_q = 0", "an inequality of p, which nothing behind it has"),
        (r"\sum_{i \ne j} A_{ij} = x_i + x_j", "both are free"),
        (r"\sum_{j \ne j} x_j = 0", "unequal to itself"),
        (r"\sum_i \sum_j \sum_{i \ne j} x_i = 0", "the index i bound twice"),
        (r"\prod_{i \ne 1, i} x_i = 0", "the index i bound twice"),
        (r"\sum_{i \ne j, i} x_i = 0", "the index i bound twice"),
        (r"\sum_{j=1, j \ne p}^N x_j = 0", "the unbound index p"),
        (r"\sum_{j \ne i}^K x_j = x_i", "in one inequality"),
        (r"\sum_{j \ne i p} x_j = x_i", "2 names in an inequality"),
        (r"\sum_{i,p=1, q}^N x_i = 0", "the index q without a range"),
        (r"\sum_{p \ne} x_p = 0", "a relation without two sides"),
        (r"\sum_{p \in S} x_p = 0", r"found \in"),
        (r"\sum_{p \in \{1, \dots, K, N\}} x_p = 0", r"found \in"),
        (r"\sum_{p \in \{1, \dots \sqrt{, N\}}} x_p = 0", r"found \in"),
        (r"\sum_{p \in [N]}^N x_p = 0", "an upper limit beside a set"),
        (r"\sum_{p \le q} x_p x_q = 0", "the range <="),
        (r"\sum_{0 \le p < q \le N} x_p x_q = 0", "the range <="),
        (r"\prod_{p \ne q} x_p x_q = s", "a product over pairs"),
        (r"\sum_{\hat p \ne i} x_j = x_i", "an inequality of \\hat p, which nothing behind it has"),
        (r"\sum_{p < M} x_i = y_i", "an inequality of p, which nothing behind it has"),
        (r"\prod_{p \ne q} x_p = s", "an inequality of q, which nothing behind it has"),
        (r"\prod_{p < q} x_p = s", "the range <"),
    ],
)
def test_ranges_that_say_nothing(latex: str, message: str) -> None:
    """What is left out must be defined, what is ordered symmetric, and every index must be one."""
    assert message in refusal(lambda: read_latex(latex, context()))


def test_what_is_always_defined_may_be_left_out() -> None:
    """A divisor that is declared nonzero, a root of what is positive."""
    for latex in (
        r"\sum_{j \ne i} \frac{x_j}{g_j} = \left(\sum_j \frac{x_j}{g_j}\right) - \frac{x_i}{g_i}",
        r"\sum_{j \ne i} \sqrt{x_j^2 + s} = \left(\sum_j \sqrt{x_j^2 + s}\right) - \sqrt{x_i^2 + s}",
        r"\sum_{j \ne i} \frac{x_j}{y_i} = \frac{N\mu - x_i}{y_i}",
    ):
        assert status_of(latex, context()) == "proved", latex


@pytest.mark.parametrize("sign", [r"\sum", r"\prod"])
def test_a_prime_on_a_sign(sign: str) -> None:
    r"""``\sum'`` leaves something out: it is no ``\sum``."""
    with pytest.raises(InputError, match="a prime on a sum or product"):
        read_latex(rf"{sign}'_{{i=1}}^N a_i = 1", context_from("dimension N; vector a : N"))


SIZED = r"dimension n_1, N_k, K, N'; vector x : n_1; vector y : N_k; index i : n_1; matrix X : n_1 x K; vector z : N'"


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\sum_{j=1}^{n_1} x_j = \mathbf 1 \cdot x", "proved"),
        (r"\sum^{n_1}_{j=1} x_j = \mathbf 1_{n_1} \cdot x", "proved"),
        (r"\sum_{j=1}^{N_k} y_j = \mathbf 1 \cdot y", "proved"),
        (r"\sum_{j=1}^{N'} z_j = \mathbf 1 \cdot z", "proved"),
        (r"\sum_{j=1}^{n_1} \sum_{k=1}^K X_{jk} = \mathbf 1_{n_1}^\top X \mathbf 1_K", "proved"),
        (r"\sum_{j \in [n_1]} x_j = \mathbf 1 \cdot x", "proved"),
        (r"\sum_{j \in \{1, \dots, n_1\}} x_j = \mathbf 1 \cdot x", "proved"),
        (r"\sum_{1 \le j < k \le n_1} x_j x_k = \frac12 ((\sum_j x_j)^2 - x \cdot x)", "proved"),
        (r"\prod_{j=1}^{n_1} x_j = \prod_j x_j", "proved"),
        (r"I_{n_1} x = x", "proved"),
        (r"\frac{1}{n_1} \sum_{j=1}^{n_1} x_j = \sum_{j=1}^{n_1} x_j", "refuted"),
        (r"\sum_{j=1}^{n_1} c = N_k c", "refuted"),
        (r"\sum_{j=1}^{n_1} c = n_1 c", "proved"),
    ],
)
def test_dimensions_with_scripts(latex: str, expected: str) -> None:
    """The upper limit is the declared dimension, script and all."""
    assert status_of(latex, f"{SIZED}; scalar c") == expected


@pytest.mark.parametrize("limit", ["n_2", "n_1^2", "2 n_1", "n_1 - x", "n_1 + 1", "x", "p", "n"])
def test_limits_that_are_no_dimensions(limit: str) -> None:
    with pytest.raises(InputError, match="an upper limit that is no dimension"):
        read_latex(rf"\sum_{{j=1}}^{{{limit}}} x_j = c", context_from(f"{SIZED}; scalar c"))


def test_a_dimension_of_something_else() -> None:
    with pytest.raises(InputError, match="over N_k"):
        read_latex(r"\sum_{j=1}^{N_k} x_j = c", context_from(f"{SIZED}; scalar c"))


def test_an_index_in_a_superscript_is_used_freely() -> None:
    """``y^{(k)}`` beside ``\\sum_{j>k}``: the sum binds j alone."""
    declared = "narrow sums; dimension N; index k, j, p : N; matrices A, Y : N x N; vector x : N; rows y^{(k)} of Y"
    assert status_of(r"y^{(k)}_p + \sum_{j>k} A_{kj} x_j = \sum_{j>k} A_{kj} x_j + Y_{kp}", declared) == "proved"
    chain = read_latex(r"y^{(k)}_p = \sum_{j>k} A_{kj} x_j", context_from(declared))
    assert [sorted(index.name for index in term.free) for term in chain.terms] == [["k", "p"], ["k"]]


@pytest.mark.parametrize(
    "latex",
    [
        r"\sum_{s=1}^N s x_s = s \sum_i x_i", r"\sum_s x_s s = s \sum_i x_i", r"\sum_s \frac{1}{s} x_s = c",
        r"\sum_s e^{s} x_s = e^s \sum_i x_i", r"\prod_{s=1}^N s = c", r"\max_s (s x_s) = c",
        r"\frac{\sum_s s x_s}{\sum_s x_s} = s", r"\sum_{js \in \{1, \dots, N\}} s x_j = c",
    ],
)  # fmt: skip
def test_in_a_sum_the_letter_of_its_index_is_no_number(latex: str) -> None:
    r"""The s in ``\sum_s s x_s`` is the index, whose value is no term, also where a number s is declared."""
    declared = "dimension N; vectors x, y : N; scalars s, c; index i, j : N"
    with pytest.raises(InputError, match=r"the index \w as a term|which is no index"):
        read_latex(latex, context_from(declared))


def test_outside_of_the_sum_it_is_the_number() -> None:
    declared = "dimension N; vectors x, y : N; scalar s; index i : N"
    assert status_of(r"s \left(\sum_s x_s\right) + s = s \left(1 + \sum_i x_i\right)", declared) == "proved"
    assert status_of(r"\sum_x x_x y_x = x^\top y", declared) == "proved"
