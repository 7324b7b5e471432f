"""Functions of numbers at arrays: entry by entry, from every door."""

from __future__ import annotations

import pytest

import derive
from derive.certificates.certificate import certificate_of
from derive.errors import AmbiguityError, ShapeError
from derive.language.build import define, dimension, index, matrix, ones, scalar, vector
from derive.language.terms import Term, Transpose
from derive.reading.decided import context_from
from derive.reading.latex.statement import read_latex
from derive.statements.equation import Equations

N, K = dimension("N"), dimension("K")
x, y = vector("x", N), vector("y", N)
W = matrix("W", K, N)
t, c = scalar("t"), scalar("c")
sigmoid = define("s", 1 / (1 + derive.exp(-t)), t)
shifted = define("f", t**2 + c, t, c)

DECLARED = (
    r"dimensions N, K; vectors x, y : N; vectors a, b : K; matrix W : K x N; matrix A : N x N; scalars t, c; "
    r"index i : N; index k : K; matrix r : 1 x N; let s(t) = \frac{1}{1 + e^{-t}}; let f(t, c) = t^2 + c"
)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (sigmoid(-x), ones(N) - sigmoid(x)),
        (sigmoid(x)[index("i", N)], sigmoid(x[index("i", N)])),
        (sigmoid(W * x)[index("k", K)], sigmoid((W * x)[index("k", K)])),
        (sigmoid(Transpose(x)), Transpose(sigmoid(x))),
        (sigmoid(W)[index("k", K), index("i", N)], sigmoid(W[index("k", K), index("i", N)])),
        (shifted(x, c), derive.hadamard(x, x) + c * ones(N)),
        (shifted(x, y), derive.hadamard(x, x) + y),
    ],
    ids=str,
)
def test_entry_by_entry(left: Term, right: Term) -> None:
    """Proved for all sizes, with a certificate: there the function is unfolded."""
    verdict = Equations((left, right)).judge()
    assert verdict.status == "proved"
    assert certificate_of("entries", verdict)["body"]


def test_an_index_of_the_argument_is_not_caught() -> None:
    """f(xᵢ y) at each j is f(xᵢ yⱼ): the index that the entries run over is a new one."""
    i, j = index("i", N), index("j", N)
    assert Equations((sigmoid(x[i] * y)[j], sigmoid(x[i] * y[j]))).judge().status == "proved"
    assert Equations((sigmoid(x[i] * y)[j], sigmoid(x[j] * y[j]))).judge().status == "refuted"


def test_shapes_that_do_not_fit() -> None:
    """Of a square matrix it could be the function of the matrix; two arrays need one shape."""
    with pytest.raises(AmbiguityError, match="square matrix"):
        sigmoid(matrix("A", N, N))
    with pytest.raises(ShapeError, match="entry by entry"):
        shifted(x, vector("z", K))
    with pytest.raises(ShapeError):
        define("n", derive.norm(x), x)(W)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (r"s(x) = \frac{1}{1 + e^{-x}}", "proved"),
        (r"s(-x) = 1 - s(x)", "proved"),
        (r"s'(x) = s(x) \odot (1 - s(x))", "proved"),
        (r"s'(x) = s(x) \odot (1 + s(x))", "refuted"),
        (r"\frac{\partial s(x)}{\partial x} = \operatorname{diag}(s'(x))", "proved"),
        (r"\frac{\partial s(x)}{\partial x} = \operatorname{diag}(s(x))", "refuted"),
        (r"\frac{\partial\, a^\top s(W x + b)}{\partial x} = W^\top (a \odot s'(W x + b))", "proved"),
        (r"\frac{\partial\, a^\top s(W x + b)}{\partial W} = (a \odot s'(W x + b)) x^\top", "proved"),
        (r"\frac{\partial\, a^\top s(W x + b)}{\partial W} = (a \odot s(W x + b)) x^\top", "refuted"),
        (r"s(r) = s(r^\top)^\top", "proved"),
        (r"s(W)_{ki} = s(W_{ki})", "proved"),
        (r"f(x, c) = x \odot x + c \mathbf 1", "proved"),
        (r"f(x, 3) = x \odot x + 2", "refuted"),
        (r"\|s(x)\|^2 = \sum_i s(x_i)^2", "proved"),
        (r"\sum_i s(x)_i = s(\sum_i x_i)", "refuted"),
    ],
)
def test_in_latex(text: str, status: str) -> None:
    """As the backward pass of a network is written; each proof has a certificate, also with 1/d² in sums."""
    verdict = read_latex(text, context_from(DECLARED)).statement.judge()
    assert verdict.status == status
    if status == "proved":
        assert certificate_of("entries", verdict)["body"]


def test_a_square_matrix_in_latex() -> None:
    """Refused, with its place and a way on."""
    with pytest.raises(AmbiguityError, match="square matrix") as refused:
        read_latex(r"s(A) = s(A)", context_from(DECLARED))
    assert "entries" in str(refused.value)
