r"""Signs and brackets as people type them: each a true formula, and one that is false with one token changed."""

from __future__ import annotations

import pytest

from derive.errors import InputError
from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import refusal, status_of

NAMES = r"""dimension n, K; vectors x, y, S : n; matrix A : n x n; matrix X : n x K; vector b : K; scalar c > 0; ones n
indices i, j, k : n; scalar d; matrix A^{\text{repeated row}} : n x n"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"x^⊤ y = \lang x, y \rang", r"x^⊤ y = \lang x, x \rang"),
        (r"x·y = y·x ?", r"x·y = y·y ?"),
        (r"\bold{1_n^T} x = \mathbf{1^T} x", r"\bold{1_n^T} x = \mathbf{1^T} y"),
        (r"c – d = −(d − c)", r"c – d = d − c"),
        (r"\bold{x} + \pmb y = \mathbf y + \boldsymbol{x}", r"\bold{x} - \pmb y = \mathbf y + \boldsymbol{x}"),
        (r"\begin{pmatrix} c \newline d \end{pmatrix} = \begin{pmatrix} c \\ d \end{pmatrix}",
         r"\begin{pmatrix} c \newline d \end{pmatrix} = \begin{pmatrix} d \\ c \end{pmatrix}"),
        (r"∑_i x_i = \sum x", r"∑_i x_i = \sum y"),
        (r"\Bigg< x, y \Bigg> = \left< y, x \right>", r"\Bigg< x, y \Bigg> = \left< y, y \right>"),
        (r"{x^T y \over c} = \frac1c x^T y", r"{x^T y \over c} = c x^T y"),
        (r"{c \over {c \over 2}} = 2", r"{{c \over c} \over 2} = 2"),
        (r"c^{1 \over 2} = \sqrt c", r"c^{2 \over 1} = \sqrt c"),
        (r"\tr(A) = \Tr A^T", r"\tr(A) = -\Tr A"),
        (r"A {\mathbf 1}_n = A \vec 1", r"A {\mathbf 1}_n = A^T \vec 1"),
        (r"\vect x + \vect{y} = y + \mathbf x", r"\vect x + \vect{y} = y - \mathbf x"),
        (r"\frac{\text{d} d^2}{\text{d}d} = 2 d", r"\frac{\text{d} d^2}{\text{d}d} = d"),
        (r"\frac{\mathrm d (c d)}{\mathrm d d} = c", r"\frac{\mathrm d (c d)}{\mathrm d d} = d"),
        (r"S[i] + x[i] = (S + x)_i", r"S[i] + x[i] = (S + y)_i"),
        (r"A[i, j] = e_i^T A e_j", r"A[i, j] = e_j^T A e_i"),
        (r"\sum_k e^{S[k]} = \sum e^{S_k}", r"\sum_k e^{S[k]} = e^{\sum S_k}"),
        (r"\sum_{l} S[l] = \sum S", r"\sum_{l} S[l] = \sum x"),
        (r"\mathbf{1}[i=k] = \delta_{ik}", r"\mathbf{1}[i=k] = 1 - \delta_{ik}"),
        (r"x_i [i=k] = x_k [i = k]", r"x_i [i=k] = x_k"),
        (r"\mathbb{1}\{i \neq k\} = 1 - \delta_{ik}", r"\mathbb{1}\{i \neq k\} = \delta_{ik}"),
        (r"I(i = k) x_k = \delta_{ik} x_i", r"I(i = k) x_k = x_i"),
        (r"A^{\text{repeated row}} = A^{\text{repeated row}}", r"A^{\text{repeated row}} = A"),
        (r"x'A x = x^T A' x", r"x'A x = x^T A' A x"),
        (r"X'x = X^T x", r"X'x = X^T y"),
        (r"b'X'X b = (X b)'(X b)", r"b'X'X b = (X b)' x"),
        (r"11^T x = (1^T x) \vec 1", r"11^T x = (1^T x) x"),
        (r"(I - \frac1n 1\,1^T) 1\,1^T = 0", r"(I - 1\,1^T) 1\,1^T = 0"),
        (r"11^T 11^T = n 11^T", r"11^T 11^T = 11^T"),
        (r"11^T_{i,j} = 1", r"11^T_{i,j} = 11"),
        (r"X - X = \mathbf 0", r"X + X = \mathbf 0"),
        (r"x^T - x^T = \mathbf 0", r"x^T + x^T = \mathbf 0"),
        (r"A (I - \mathbf 0) = A", r"A (I - \mathbf 0) = \mathbf 0"),
        (r"\mathbf 0 - X = -X", r"\mathbf 0 - X = X"),
        (r"x^T + \mathbf 0 = x^T", r"x^T + \mathbf 0 = 2 x^T"),
        (r"\delta_i^j x_j = \delta_{ij} x_i", r"\delta_i^j x_j = x_i"),
        (r"||x||_2^2 = x^T x", r"||x||_2^2 = x^T y"),
        (r"||x||_2 ||y|| = \|y\| \|x\|", r"||x||_2 ||y|| = \|x\|"),
        (r"|c||c| = c^2", r"|c||c| = c^3"),
        (r"x^{\prime} y = x \cdot y", r"x^{\prime} y = x \cdot x"),
    ],
)  # fmt: skip
def test_they_are_read(true: str, false: str) -> None:
    """The true one is proved, and the false one refuted."""
    assert status_of(true, NAMES) == "proved"
    assert status_of(false, NAMES) == "refuted"


def test_a_declared_i_is_no_indicator() -> None:
    """Beside square brackets it is a factor, as any other name is."""
    assert status_of(r"I [i = k] = I \delta_{ik}", f"{NAMES}; scalar I") == "proved"
    assert status_of(r"I [i = k] = \delta_{ik}", f"{NAMES}; scalar I") == "refuted"
    assert "found '='" in refusal(read_latex, r"I(i = k) = c", context_from(f"{NAMES}; scalar I"))


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"A' A = A A'", "A', which is not declared, with two readings"),
        (r"\|x'\| = \|x\|", "x', which is not declared, with two readings"),
        (r"x' = y'", "x', which is not declared, with two readings"),
        (r"x'_i = x_i", "x'_i, which is not declared, with two readings"),
        (r"c' = c", "the unknown name c'"),
        (r"x'' = x", "the unknown name x''"),
        (r"(A x)' = x' A'", "a prime that is no part"),
        (r"x^T y \over c = c", r"\\over without braces"),
        (r"{c \over c \over c} = c", r"\\over without braces"),
        (r"c ? = c", r"'\?'"),
        (r"x[i=k] = x", "found '='"),
        (r"21[i=j] = 21", None),
        (r"x_i = 1 \; (i = k)", "found '='"),
        (r"x_i = I \; (i = k)", "found '='"),
        (r"S[i+1] = c", "the index i as a term"),
        (r"X[i] = c", "the index i as a term"),
    ],
)
def test_they_are_not_read(latex: str, message: str | None) -> None:
    """What could be something else, or nothing; a number before brackets stays that number."""
    if message is None:
        assert status_of(latex, NAMES) == "refuted"
        return
    with pytest.raises(InputError, match=message):
        read_latex(latex, context_from(NAMES))
