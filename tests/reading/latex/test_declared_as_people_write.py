r"""Declarations of people who have not read how they are written: each says one thing, and is read so."""

from __future__ import annotations

import pytest

from derive.errors import ShapeError
from derive.reading.decided import context_from
from tests.reading.latex.contexts import refusal, status_of


@pytest.mark.parametrize(
    ("declared", "true", "false"),
    [
        ("integer n; vector x in R^n; matrix A : nxn", "x^T A x = A_{ij} x_i x_j", "x^T A x = x^T A"),
        ("dims n, m; matrix A : (n, m); vec x : n × 1", "x^T A = (A^T x)^T", "x^T A = A^T x"),
        (r"vector $x$ \in R^n; real symmetric matrix A : n * n", "A^T x = A x", "A x = x"),
        ("column vector x : n; row vector w : n", r"w x = \sum_i w_i x_i", "w x = x^T x"),
        ("unit vector u : n; vector v : n unit", "u^T u = v^T v", "u^T v = 1"),
        ("SPD matrix A : n-by-n; vector x : n", "A A^{-1} x = x", "A x = x"),
        ("matrix Q : n x n orthonormal; nonsingular matrix B : n x n", "Q^T Q = B B^{-1}", "Q = Q^T"),
        ("scalars: s, t; real c; constant k; parameter p", "s t c k p = p k c t s", "s = t"),
        (r"scalar 0 < s < 1", r"\sqrt{s^2} \sqrt{(1 - s)^2} = s (1 - s)", "s = 1"),
        (r"scalar s in (0, 1]; scalar u≥0; scalar t \in \mathbb R", r"\sqrt{s^2} \sqrt{u^2} = s u", r"\sqrt{t^2} = t"),
        (r"vector x : n; index i = 1, \dots, n; index j = 1..n", r"\sum_i x_i = \sum_j x_j", r"\sum_i x_i = x_j"),
        (r"vector x : n; index i \in \{1, \dots, n\}, k in [n]", r"\sum_i x_i = \sum_k x_k", r"\sum_i x_i = x_k"),
        ("vector x : n; define f(x) = x^T x; suppose x^T x = 1", "f(x) = 1", "f(x) = 2"),
        ("vector x : n; vector y = 2 x", "y^T x = 2 x^T x", "y = x"),
        (r"scalar t; function f(s) = s^2; function g : \R \to \R", "f'(t) + g(t) = 2 t + g(t)", "g(t) = f(t)"),
        ("dimension n, vector x : n, scalar c", "c x = x c", "c x = x"),
    ],
)  # fmt: skip
def test_what_says_one_thing(declared: str, true: str, false: str) -> None:
    free = "; index i, j : n; einstein" if "A_{ij}" in true else ""
    assert status_of(true, declared + free) == "proved"
    try:
        found = status_of(false, declared + free)
    except ShapeError:
        found = "refuted"
    assert found == "refuted"


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        ("scalars a b c", "commas between names"), ("vector x y : n", "commas between names"),
        ("dimension n; vector x : m", "the unknown dimension m"), ("scalar s in S", "an interval"),
        ("dimension K; sizes and arrays: both", "sizes and arrays"), ("scalar n; vector x : n", "the unknown dimension n"),
    ],
)  # fmt: skip
def test_what_may_be_a_slip_is_refused(declared: str, message: str) -> None:
    """A size that nobody declares is one only where none is declared."""
    assert message in refusal(lambda: context_from(declared))


@pytest.mark.parametrize(
    ("declared", "latex"),
    [
        (r"dimension N; vector x : N; index i : N", r"\sum_i \overset{i}{x} = N x"),
        (r"scalar s", r"\overset{1}{s} = \overset{2}{s}"),
        (r"scalars p(x \mid t), s, t; let f(t) = s p(x \mid t)", r"f(1) = f(2)"),
        (r"scalar P(y \mid X); vector z : N; mean \mathbb E", r"\mathbb{E}[P(y \mid X)] = P(y \mid X)"),
        (r"scalars s, P(A = t), t; t depends on s", r"\frac{d}{ds} (t P(A = t)) = \frac{\partial t}{\partial s} P(A = t)"),
        (r"scalars \beta_0, \beta_1; vectors \beta, x : 2", r"\frac{\partial}{\partial \beta_1} \beta^\top x = 0"),
        (
            r"index i : 2; scalars b_1, b_2; vectors b, x : 2; let b = \begin{bmatrix} b_2 \\ b_1 \end{bmatrix}",
            r"\sum_i b_i x_i = b^\top x",
        ),
        (r"scalars s, t; let h(s) = 2 s; let h(t) = 3 t", "h(t) = 2 t"),
        (r"dimension N; vector \mathbf{x} : N; let f(x) = x^2", r"f(x) = x^\top x"),
        (r"scalars t, b; function f; assume f'(t) = f(t)", r"\frac{d}{dt} f(b t) = b f(b t)"),
        (r"dimension N; vector x : N; index i : N; scalar s; let s^2 = x^T x / N", r"\frac{\partial s}{\partial x_i} = 0"),
    ],
)  # fmt: skip
def test_what_was_read_and_is_not_meant(declared: str, latex: str) -> None:
    """Each was decided as it is not meant, by texts from outside; it is refused now."""
    assert refusal(lambda: status_of(latex, declared))


@pytest.mark.parametrize(
    ("latex", "status"), [("s s = m", "proved"), ("s^4 = m^2", "proved"), ("s^2 = m", "proved"), ("s = m", "refuted")]
)
@pytest.mark.parametrize("declared", ["scalar m; scalar s > 0; let s^2 = m", "scalar m; let s^2 = m; scalar s > 0"])
def test_a_square_that_has_a_value_is_that_of_its_root(declared: str, latex: str, status: str) -> None:
    assert status_of(latex, declared) == status
