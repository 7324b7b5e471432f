r"""``|A|`` of a matrix: a determinant, or a norm."""

from __future__ import annotations

import pytest

from derive.reading.decided import context_from
from derive.reading.latex import AmbiguityError, read_latex
from tests.reading.latex.contexts import status_of
from tests.reading.test_in_each import asked

NAMES = r"""dimension N, K; index i, j : N; vectors x, y : N; matrix A, B : N x N; matrix X : N x K; scalars a, t, \lambda
matrix \Sigma : N x N symmetric positive definite"""


@pytest.mark.parametrize(
    ("latex", "verdict"),
    [
        (r"\log|\Sigma| = \log \det \Sigma", "proved"),
        (r"\ln|\Sigma|^{-1} = \ln\left((\det \Sigma)^{-1}\right)", "proved"),
        (r"\log\left(|\Sigma|\right) = \log \det \Sigma", "proved"),
        (r"\log \frac{1}{|\Sigma|} = \log \frac{1}{\det\Sigma}", "proved"),
        (r"\log \det \Sigma^{-1} = \log\lvert\Sigma^{-1}\rvert", "proved"),
        (r"\log|I + x x^\top| = \log(1 + x^\top x)", "proved"),
        (r"\log|I + x x^\top| = \log(2 + x^\top x)", "refuted"),
        (r"\log|\Sigma| = \log \|\Sigma\|_F", "refuted"),
        (r"\log|\Sigma^{-1}| = \log|\Sigma|", "refuted"),
        (r"\log|x| = \log \|x\|", "proved"),
        (r"\log|X| = \log \|X\|_F", "proved"),
        (r"|X|^2 = \operatorname{tr}(X^\top X)", "proved"),
    ],
)
def test_one_reading(latex: str, verdict: str) -> None:
    """A logarithm is of a determinant, and what is not square has only a norm."""
    assert status_of(latex, NAMES) == verdict


@pytest.mark.parametrize(
    ("latex", "determinant", "norm"),
    [
        (r"|A B| = |A| |B|", "proved", "refuted"),
        (r"|A|^2 = \operatorname{tr}(A^\top A)", "refuted", "proved"),
        (r"|\lambda I - A| = \det(\lambda I - A)", "proved", "refuted"),
        (r"|I + x y^\top| = 1 + y^\top x", "proved", "refuted"),
        (r"|\Sigma|^{1/2} |\Sigma|^{1/2} = |\Sigma|", "proved", "proved"),
        (r"\frac{1}{|\Sigma|} = |\Sigma^{-1}|", "proved", "refuted"),
        (r"|A^\top| = |A|", "proved", "proved"),
        (r"|A| = |A| + 1", "refuted", "refuted"),
        (r"\log(1 + |A|^2) = \log(1 + \|A\|_F^2)", "refuted", "proved"),
    ],
)
def test_as_declared(latex: str, determinant: str, norm: str) -> None:
    """Else it is in doubt, and decided in both."""
    assert status_of(latex, f"{NAMES}; single bars of matrices: determinant") == determinant
    assert status_of(latex, f"{NAMES}; single bars of matrices: norm") == norm
    with pytest.raises(AmbiguityError) as caught:
        read_latex(latex, context_from(NAMES))
    assert "single bars of matrices: determinant|norm" in caught.value.hint
    both = {determinant, norm}
    expected = f"{determinant} in each of 2 readings" if len(both) == 1 else "the readings come out differently"
    assert expected in asked(latex, NAMES.replace("\n", "; "), "--latex")[1]


def test_double_bars() -> None:
    r"""``\|A\|`` is no determinant; which norm nothing says."""
    with pytest.raises(AmbiguityError) as caught:
        read_latex(r"\|A\| = 1", context_from(NAMES))
    assert caught.value.readings == ("the Frobenius norm", "the spectral norm")
    assert not caught.value.convention


@pytest.mark.parametrize(
    "latex", [r"|A| B = B |A|", r"|A| x = x", r"|A| A^{-1} = B", r"|A| |B| x = x", r"A |A| = A |A|"]
)
def test_beside_an_array_it_is_refused(latex: str) -> None:
    """There it could be the matrix of the absolute values as well; unless it is declared."""
    with pytest.raises(AmbiguityError, match="the absolute values of its entries"):
        read_latex(latex, context_from(NAMES))
    assert read_latex(latex, context_from(f"{NAMES}; single bars of matrices: norm")).terms
