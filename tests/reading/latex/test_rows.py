r"""``derive.reading.latex.rows``: ``\sum`` and ``\prod``, and where their bodies end."""

from __future__ import annotations

import pytest

from derive.errors import InputError
from derive.reading.decided import context_from
from derive.reading.latex import AmbiguityError, read_latex_term
from tests.reading.latex.contexts import read, refusal, same, status_of


@pytest.mark.parametrize(
    ("latex", "plain"),
    [
        (r"\sum_{i=1}^N a_i", "sum(i:N, a[i])"),
        (r"\sum_{i=1}^{N} a_i b_i", "sum(i:N, a[i]*b[i])"),
        (r"\sum_i a_i", "sum(i, a[i])"),
        (r"\sum\limits_{i=1}^N a_i", "sum(i:N, a[i])"),
        (r"\sum_{i=1}^N \sum_{j=1}^K X_{ij}", "sum(i:N, sum(j:K, X[i, j]))"),
        (r"\sum_{i,j} X_{ij}", "sum(i, sum(j, X[i, j]))"),
        (r"\sum_{ij} X_{ij}^2", "sum(i, sum(j, X[i, j]^2))"),
        (r"\sum_{i,j=1}^N A_{ij}", "sum(i:N, sum(j:N, A[i, j]))"),
        (r"\sum_{n'} a_{n'}", "sum(`n'`, a[`n'`])"),
        (r"\frac1N \sum_i (a_i - \mu)^2", "(1/N)*sum(i, (a[i] - mu)^2)"),
        (r"s \sum_i a_i \sum_j b_j", "s*sum(i, a[i]*sum(j, b[j]))"),
        (r"\left(\sum_i a_i\right)^2", "sum(i, a[i])^2"),
        (r"\sum_i a_i \sum_i b_i", "sum(i, a[i])*sum(i, b[i])"),
        (r"\sum_i a_i \cdot \sum_i b_i", "sum(i, a[i])*sum(i, b[i])"),
        (r"s \sum_i a_i \sum_j b_j \sum_i x_i", "s*sum(i, a[i]*sum(j, b[j]))*sum(i, x[i])"),
        (r"\prod_i a_i \sum_i b_i", "prod(i, a[i])*sum(i, b[i])"),
        (r"\sum_i a_i + \sum_i b_i", "sum(i, a[i]) + sum(i, b[i])"),
        (r"s + \sum_i a_i", "s + sum(i, a[i])"),
        (r"\sum_i a_i / N", "sum(i, a[i]/N)"),
        (r"\sum_i a_i + b_i", "sum(i, a[i] + b[i])"),
        (r"\sum_i a_i + b_i x_i - y_i", "sum(i, a[i] + b[i]*x[i] - y[i])"),
        (r"\prod_{i=1}^N a_i b_i", "prod(i:N, a[i]*b[i])"),
        (r"\prod_{m \ne n} a_m", "prod(m != n, a[m])"),
        (r"\sum_i a_i + s", "sum(i, a[i]) + s"),
        (r"\sum_i a_i^2 - N \mu^2 + c", "sum(i, a[i]^2) - N*mu^2 + c"),
        (r"\sum_i a_i + b_n", "sum(i, a[i]) + b[n]"),
        (r"\prod_i a_i \vec x", "prod(i, a[i])*x"),
        (r"\sum_i \sum_j A_{ij} - b_i", "sum(i, sum(j, A[i, j]) - b[i])"),
        (r"\sum_i a_i - (\sum_i b_i)^2", "sum(i, a[i]) - sum(i, b[i])^2"),
        (r"\prod_i a_i + s", "prod(i, a[i]) + s"),
        (r"\sum_i \delta_{in} a_i", "sum(i, delta(i, n)*a[i])"),
        (r"\sum_i a_i \vec e_i", "sum(i, a[i]*basis(i))"),
        (r"\sum_{k=1}^3 s", "sum(k:3, s)"),
    ],
)
def test_sums_and_products(latex: str, plain: str) -> None:
    """Ranges are written or inferred; a sum takes the product after it, and more where an index says so."""
    same(latex, plain)


@pytest.mark.parametrize(
    ("latex", "readings"),
    [
        (r"\sum_n a_n + b_n", ["ends before the sign", "goes on to the last term that has its index"]),
        (r"\sum_i a_i + b_i - \mu", ["goes on to the last term that has its index", "goes on to the end"]),
        (r"\prod_n a_n + b_n", ["ends before the sign", "goes on"]),
        (r"\prod_i a_i s", ["ends behind the last factor that has its index", "has all factors that follow"]),
        (r"s / \sum_i a_i b_n", ["all of it below"]),
    ],
)
def test_where_a_body_ends(latex: str, readings: list[str]) -> None:
    """An index stands behind the sign as well, or what is multiplied need not be; parentheses settle it."""
    with pytest.raises(AmbiguityError) as caught:
        read(latex)
    for reading in readings:
        assert reading in str(caught.value)


def test_narrow_sums() -> None:
    """A declaration settles it for a whole paper."""
    same(r"\sum_n a_n + b_n", "sum(n, a[n]) + b[n]", "sums: narrow")
    same(r"\sum_n a_n + b_n - s", "sum(n, a[n] + b[n]) - s", "sums: wide")
    same(r"\sum_n a_n + b_n - s", "sum(n, a[n] + b[n] - s)", "sums: whole")
    same(r"\sum_n a_n - s", "sum(n, a[n]) - s", "sums: whole")
    same(r"\prod_n a_n s", "prod(n, a[n])*s", "products: narrow")
    same(r"\sum_i a_i + s", "sum(i, a[i]) + s", "narrow sums")
    same(r"\left(\sum_i a_i\right) + s", "sum(i, a[i]) + s")
    same(r"\sum_i (a_i + s)", "sum(i, a[i] + s)")
    with pytest.raises(InputError, match="the unbound index i"):
        read(r"\sum_i a_i + b_i", "narrow sums")


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"\sum a_n b_m", "a sign without an index before two of them"),
        (r"\sum s", "a sum without an index of what has none"),
        (r"\prod\sum A_{nm}", "a sign without an index before two of them"),
        (r"\prod a", "a sign without an index"),
        (r"\sum_i", "a sign with nothing after it"),
        (r"\sum_i a_j", "the unbound index j"),
        (r"(\sum_i a_i) b_i", "the unbound index i"),
        (r"\sum_i s", "the range of the index i cannot be told"),
        (r"\sum_{i=2} a_i", "a sum from 2"),
        (r"\sum_{i=1}^M a_i", "an upper limit that is no dimension"),
        (r"\sum_{i=1}^K a_i", "the index i over K for an axis over N"),
        (r"\sum_{i \le n} a_i", "the range <="),
        (r"\sum_i \sum_i A_{ii}", "the index i bound twice"),
        (r"\sum_{ii} A_{ii}", "the index i bound twice"),
        (r"\sum_i i", "the unknown name i"),
        (r"\sum_i \zeta + \sum_i \zeta + s", r"the unknown name \zeta"),
    ],
)
def test_sums_that_say_nothing(latex: str, message: str) -> None:
    """Ranges that are no dimension, and indices that nothing binds or that are bound twice."""
    assert message in refusal(lambda: read(latex))


NEAR = "dimension N; vectors x, y : N; index i, j : N; scalar c; mean \\mathbb E; let f(x) = x^\\top x"


@pytest.mark.parametrize(
    "latex",
    [
        r"\sum_i x_i + \partial_{x_i} f(x)",
        r"\sum_i x_i + \frac{\partial f(x)}{\partial x_i}",
        r"\sum_i x_i - \left(c + \sqrt{y_i^2}\right)",
        r"\sum_i x_i - \frac{c}{e^{y_i}}",
        r"\sum_i x_i - \delta_{ij}",
        r"\sum_i x_i - 1_{i = j}",
        r"\sum_i x_i + c + \vec e_i^\top x",
        r"\mathbb E_i x_i + y_i",
        r"\sum_i x_i + \sum_j x_i y_j",
    ],
)
def test_an_index_is_seen_wherever_it_stands(latex: str) -> None:
    """Behind the sign, so that the sum may go on."""
    with pytest.raises(AmbiguityError):
        read_latex_term(latex, context_from(NEAR))


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"\frac{u}{w} w^\top = \sum_i u_i", "proved"), (r"\frac{1}{w} w^\top = n", "proved"),
        (r"u / w = (u^\top / w^\top)^\top", "proved"), (r"\frac{u}{w} = \frac{w}{u}", "refuted"),
        (r"u \operatorname{diag}(w) = u \odot w", "proved"), (r"\operatorname{diag}(w) w^\top = (w \odot w)^\top", "proved"),
        (r"\operatorname{diag}(w) = w^\top w", "refuted"),
    ],
)  # fmt: skip
def test_rows_are_divided_by_rows_and_have_a_diagonal_matrix(latex: str, status: str) -> None:
    assert status_of(latex, "dimension n; matrices u, w : 1 x n; index i : n") == status


def test_in_a_norm_the_row_is_meant_of_a_name_alone() -> None:
    """In a product the rows and the components of one letter are not mixed."""
    declared = "dimension N, K; vector x : N; matrix X : N x K; index i, j : N; rows x_i of X"
    assert status_of(r"\sum_i \|x_i\|_2^2 = \|X\|_F^2", declared) == "proved"
    assert status_of(r"\sum_i \sum_j \|x_i^\top x_j\|_2^2 = \|x\|^2 \|X\|_F^2", declared) == "refuted"
    assert status_of(r"\sum_i \sum_j \|x_i^\top x_j\|_2^2 = \sum_i \sum_j (x_i^\top x_j)^2", declared) == "proved"


def test_rows_named_with_a_mark_and_without() -> None:
    """Both are the rows of one matrix; of another one the name is taken."""
    declared = r"dimension m, n; matrices X, Y : m x n; rows \mathbf{x}^{(i)} of X; rows x^{(i)} of X; index i : m; "
    declared += "index j : n"
    assert status_of(r"\sum_i \|\mathbf{x}^{(i)}\|^2 + \sum_i \sum_j (x^{(i)}_j)^2 = 2 \|X\|_F^2", declared) == "proved"
    assert "rows with the name" in refusal(
        lambda: context_from(declared.replace("x^{(i)} of X; index", "x^{(i)} of Y; index"))
    )
