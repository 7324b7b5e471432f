"""Declarations as people write them: what depends and is not declared, full rank, sizes with bars, losses of several."""

from __future__ import annotations

import pytest

from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import refusal, status_of

HEADS = r"""dimension n, d, k; matrices X : n x d; V, W : d x k
let Q(X, V) = X V; let K(X, W) = X W; loss L of Q, K"""


@pytest.mark.parametrize(
    ("declared", "true", "false"),
    [
        (
            "scalars x, y; F depends on x, y; let s = x + F",
            r"\frac{\partial s}{\partial x} = 1 + \frac{\partial F}{\partial x}",
            r"\frac{\partial s}{\partial x} = \frac{\partial F}{\partial x}",
        ),
        (
            "dimension N, p; matrix X : N x p full column rank; vector w : p",
            r"(X^T X)^{-1} X^T X w = w",
            r"(X^T X)^{-1} X^T X w = 2 w",
        ),
        (
            "dimension N, p; matrices A : N x p of full row rank, B : p x p symmetric",
            r"A A^T (A A^T)^{-1} A B = A B^T",
            r"A A^T (A A^T)^{-1} A B = B^T",
        ),
        (
            "dimension N, K, d; matrices X : N x d; V : K x d; index i : N; index k : K; rows x_i of X, rows v_k of V",
            r"x_i^T v_k = (X V^T)_{ik}",
            r"x_i^T v_k = 2 (X V^T)_{ik}",
        ),
        (
            r"dimension |V|, d >= 2; matrix U : |V| x d; vector z : |V|; index w : |V|; scalar c",
            r"\frac{1}{|V|} \sum_{w=1}^{|V|} (z_w + c) = \frac{1}{\left|V\right|} \sum_w z_w + c",
            r"\sum_{w=1}^{|V|} (z_w + c) = \sum_w z_w + c",
        ),
        (
            r"dimension m; vector x : m; let |\mathcal{B}| = m; index i : m",
            r"\frac{1}{|\mathcal{B}|} \sum_i (x_i + 1) = \frac1m \sum_i x_i + 1",
            r"\frac{1}{|\mathcal{B}|} \sum_i (x_i + 1) = \frac1m \sum_i x_i + m",
        ),
        (
            r"dimension N, C; matrix X : N x C; index n : N; index c : C; let \mu(n) = \frac1C \sum_c X_{nc}"
            r"; let \sigma^2(n) = \frac1C \sum_c (X(n, c) - \mu(n))^2; let \operatorname{src}(n, c) = X_{nc}",
            r"\sigma^2(n) = \frac1C \sum_c \operatorname{src}(n, c)^2 - \mu(n)^2",
            r"\sigma^2(n) = \frac1C \sum_c \operatorname{src}(n, c)^2 - \mu(n)",
        ),
        (
            r"dimension K; vector z : K; index a, b : K; let \pi_a = \frac{e^{z_a}}{\sum_b e^{z_b}}; let \pi(a) = \pi_a",
            r"\sum_a \pi(a) = 1",
            r"\sum_a \pi(a) = K",
        ),
        (
            r"dimension n, p; matrix X : n x p; rows x_i of X; vector b : p; index i : n; let b_{-i} = b - x_i"
            r"; let e_{[i]} = x_i^T b_{-i}",
            r"e_{[i]} + x_i^T x_i = x_i^T b",
            r"e_{[i]} - x_i^T x_i = x_i^T b",
        ),
        (
            r"dimension n, p; matrix X : n x p; rows x_i of X; vector b : p; index i : n; let b_{(i)} = 2 b - x_i",
            r"b_{(i)} + x_i = b + b",
            r"b_{(i)} = b + b",
        ),
        (
            r"dimension n; vector x : n; index j, j^*, y^{(i)} : n; let t_j = \delta_{j j^*}",
            r"\sum_j t_j x_j + x_{y^{(i)}} = x_{j^*} + x_{y^{(i)}}",
            r"\sum_j t_j x_j + x_{y^{(i)}} = x_{y^{(i)}} + x_j",
        ),
        (
            HEADS,
            r"\frac{\partial L}{\partial X} = \frac{\partial L}{\partial Q} V^T + \frac{\partial L}{\partial K} W^T",
            r"\frac{\partial L}{\partial X} = \frac{\partial L}{\partial Q} V^T",
        ),
        (
            HEADS,
            r"\frac{\partial L}{\partial W} = X^T \frac{\partial L}{\partial K}",
            r"\frac{\partial L}{\partial W} = X^T \frac{\partial L}{\partial K} + X^T \frac{\partial L}{\partial Q}",
        ),
        (
            r"scalars x; F depends on x; G depends on x; loss L of F, G",
            r"\frac{dL}{dx} = \frac{dL}{dF} \frac{dF}{dx} + \frac{dL}{dG} \frac{dG}{dx}",
            r"\frac{dL}{dx} = \frac{dL}{dF} \frac{dF}{dx} - \frac{dL}{dG} \frac{dG}{dx}",
        ),
        (
            r"dimension n; matrix A : n x n; vector x : n; transpose \dagger",
            r"x^\dagger A^\dagger x = x^T A x",
            r"x^\dagger A^\dagger x = x^T x",
        ),
        (
            r"dimension N, p; matrix \phi(Q) : N x p; index i : N; rows \phi(q_i) of \phi(Q)",
            r"\phi(q_i)^T \phi(q_i) = (\phi(Q) \phi(Q)^T)_{ii}",
            r"\phi(q_i)^T \phi(q_i) = 2 (\phi(Q) \phi(Q)^T)_{ii}",
        ),
        (r"dimension N; matrix K, A : N x N; let \mathbf{1}_N = A", r"\mathbf{1}_N K = A K", r"\mathbf{1}_N K = K A"),
        (
            r"dimension n; vector x : n; let \mathbf{1_n} = \mathbf 1_n",
            r"\mathbf{1_n}^T x = \sum x",
            r"\mathbf{1_n}^T x = 2 \sum x",
        ),
    ],
)
def test_it_is_declared(declared: str, true: str, false: str) -> None:
    assert status_of(true, declared) == "proved"
    assert status_of(false, declared) == "refuted"


@pytest.mark.parametrize(
    ("declared", "said"),
    [
        ("dimension n; vector x : n; F depends on x", "the unknown name F"),  # a number, a vector?
        (r"dimension K; vector z, w : K; index a : K; let w(a) = z_a; let w(a) = 2 z_a", "declared twice"),
        (r"dimension n; vector x : n; index i : n; let s = x_{i^*}", "'^' in a subscript"),
        (r"dimension n; vector x : n; let \mathbf{1}_n = 2 \mathbf 1_n; let s = \mathbf 1_n^T x", "readings"),
        ("F depends on x", "the unknown name x"),
        ("dimension n; vector x : n full column rank", "unknown dimension"),
        ("dimension n, p; matrix X : n x p full rank", "unknown dimension"),  # of rows, or of columns?
    ],
)
def test_what_does_not_say_enough_is_refused(declared: str, said: str) -> None:
    assert said in refusal(context_from, declared)


@pytest.mark.parametrize(
    ("declared", "latex"),
    [
        ("scalars x; let a(x) = 2 x; let b(a) = a^2; loss L of a, b", r"\frac{\partial L}{\partial x} = 1"),
        ("scalars x, y; G depends on x; loss L of G, x", r"\frac{\partial L}{\partial x} = 1"),
        ("scalars x, y, z; loss L of x, y", r"\frac{\partial L}{\partial z} = 0"),
    ],
)
def test_a_loss_of_what_varies_with_each_other_is_refused(declared: str, latex: str) -> None:
    assert "vari" in refusal(read_latex, latex, context_from(declared)) or "depend" in refusal(
        read_latex, latex, context_from(declared)
    )


def test_bars_around_what_is_declared_are_no_name() -> None:
    declared = context_from("dimension |V|; vector z : |V|; matrix V : 2 x 2")
    assert "with two readings" in refusal(read_latex, "|V| = |V|", declared)
    assert "the unknown name V" in refusal(read_latex, "|V - 1| = 1", context_from("dimension |V|"))
