"""Names and transposes as people spell them: Δμ, σ in Unicode, \bm{v_j}, e_i, ^t, ^*, a prime that is declared below."""

from __future__ import annotations

import pytest

from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import refusal, status_of

SAMPLES = r"dimension N, d; matrix X : N x d; rows x^{(i)} of X; vector w : d; index i, n : N; index j : d"
BARE = r"dimension N, d; matrix X : N x d; index i, n : N; index j : d; rows x^i of X; vector w : d; let h(x : d) = w^\top x"
VECTORS = r"dimension N; vectors x, y : N; matrix A : N x N; index i, j : N; scalar s"


@pytest.mark.parametrize(
    ("declared", "true", "false"),
    [
        (r"scalars \Delta\mu, \mu", r"\Delta\mu^2 = \Delta\mu \cdot \Delta\mu", r"\Delta\mu = \mu"),
        (r"scalars \Delta, \mu", r"\Delta\mu = \mu\Delta", r"\Delta\mu^2 = (\Delta\mu)^2"),
        (r"scalars \delta\theta, \theta", r"\theta + \delta\theta - \theta = \delta \theta", r"\delta\theta = \theta"),
        (
            r"dimension N; vector x : N; let \sigma(t) = e^t; let J\sigma(x) = \operatorname{diag}(\sigma(x))",
            r"J\sigma(x) x = \sigma(x) \odot x",
            r"J\sigma(x) x = \sigma(x)",
        ),
        (r"scalars J, \mu; let H\mu = 3 J", r"J\mu = \mu J", r"H\mu = 2 J"),
        ("scalars σ, μ > 0", "(σ + µ)^2 = \\sigma^2 + 2σ\\mu + μ^2", "(σ + μ)^2 = σ^2 + μ^2"),
        ("scalars ε > 0, \\pi > 0", r"ε + π = π + \epsilon", r"ε = \epsilon π"),
        (
            r"scalars \text{NLL}, \mathcal{L}",
            r"\text{NLL} + \mathcal{L} = \mathcal L + \mathrm{NLL}",
            r"\text{NLL} = 1",
        ),
        (r"scalar \delta_{h_{L+1}}", r"\delta_{h_{L+1}} \ge \delta_{h_{L+1}}", r"\delta_{h_{L+1}} > 0"),
        (
            r"dimension N; vector \bm v : N; index i : N",
            r"\sum_i \bm{v_i}^2 = \|\bm v\|^2",
            r"\sum_i \bm{v_i} = \|\bm v\|^2",
        ),
        (
            r"dimension H_\ell; vector x : H_\ell",
            r"\sum_{i=1}^{H_\ell} x_i = 1_{H_\ell}^\top x",
            r"1^\top_{H_\ell} x = 1",
        ),
        (SAMPLES, r"x^{(i)}_j = X_{ij}", r"x^{(i)}_j = X_{ij}^2"),
        (SAMPLES, r"\sum_{i=1}^N (w^\top x^{(i)})^2 = \|X w\|^2", r"\sum_{i=1}^N (w^\top x^{(i)})^2 = \|w\|^2"),
        (SAMPLES, r"\sum_i x_j^{(i)} x^{(i)} = X^\top X e_j", r"\sum_i x_j^{(i)} x^{(i)} = X^\top \vec 1"),
        (BARE, r"x^i_j = X_{ij}", r"x^i_j = X_{ij}^2"),
        (BARE, r"\sum_{n=1}^N h(x^n) = \vec 1^\top X w", r"\sum_{n=1}^N h(x^n) = h(w)"),
        (VECTORS, r"x^t A x = (A^t x)^t x", r"x^t A y = y^t A x"),
        (VECTORS + r"; transpose *", r"(A x)^* y = x^{*} A^* y", r"(A x)^* y = x^* A y"),
        (r"dimension N; vector x : N; let q = x'x; transpose '", r"q = \|x\|^2", r"q = 1"),
        (VECTORS, r"x = \sum_i x_i e_i", r"x = \sum_i x_i e_j"),
        (VECTORS, r"e_i^\top A e_j = A_{ij}", r"e_i^\top A e_j = A_{ji}"),
        (VECTORS, r"\grad_x (x^\top y) = \nabla_x (x^\top y) = y", r"\gradient_x (x^\top y) = x"),
        (
            r"dimension N; vectors X^{(1)}, P^{(k)}, \grad \phi(X^{(1)}) : N; let \sigma^2 = \|P^{(k)}\|^2",
            r"{X}^{(1)} - {P}^{(k)} + \nabla \phi \left({X}^{(1)}\right) = X^{(1)} - P^{(k)} + \grad \phi(X^{(1)})",
            r"{X}^{(1)} = {P}^{(k)}",
        ),
        (r"dimension N; vectors p : N; let \sigma^2 = \|p\|^2", r"{\sigma}^2 = p^\top p", r"{\sigma}^2 = p^\top p + 1"),
    ],
)
def test_they_are_read(declared: str, true: str, false: str) -> None:
    """With one token changed they are false."""
    assert status_of(true, declared) == "proved"
    assert status_of(false, declared) == "refuted"


@pytest.mark.parametrize(
    ("declared", "latex", "message"),
    [
        (r"scalars \Delta\mu, \Delta, \mu", r"\Delta\mu = 0", "which is a name or a product"),
        (r"scalars J\sigma, J, \sigma", r"J\sigma = 0", "which is a name or a product"),
        (BARE, "x^2 = w", "the unknown name x^2"),
        (BARE, "x^{(i)} = w", "the unknown name x^{( i )}"),
        ("dimension N; matrix X : N x N; rows x^i of X", "X = 0", "declare the index first: index i : N"),
        ("dimension N; matrix X : N x N; index t : N; rows x^t of X", "X = 0", "rows with the name x^t"),
        (SAMPLES + r"; let h(t) = w^\top t", "h(x^{(i)}) = 0", "say its shape: let f(t : d) = …"),
        (SAMPLES + r"; let a = x^{(i)} + x^{(n)}", "a = 0", "write it on the left: let a_i = …"),
        (VECTORS + "; let z = s x", r"(\nabla_x z)^\top = s I", "nablas of vectors: jacobian|gradients"),
        (r"scalar \mu", r"\Delta\mu = 0", r"the unknown name \Delta"),
        (VECTORS + "; scalar t", r"A^t = A", "^t with two readings"),
        (VECTORS, r"x_t = (A^t y)_t", "^t with two readings"),
        (VECTORS, r"\vec{x y}_i = s", "unknown name xy"),
        (VECTORS, r"\vec{A^\top x} = y", "around more than a name"),
        (VECTORS, r"\mathbf{A^}\top x = s", "around more than a name"),
        (VECTORS, r"\mathbf{I_}N x = s", "around more than a name"),
        (VECTORS, r"\sum_t (A^t x)_t = s", "^t with two readings"),
        (SAMPLES, r"x^{(0)} = 0", "the entry 0"),
        (SAMPLES, r"x^2 = 0", "the unknown name x^2"),
        (VECTORS, r"s^t = s", r"^t at a number with two readings"),
        (VECTORS, r"x^* A x = s", "the transpose is ^\\top, or ^* after"),
        (VECTORS, r"\tr(A') = s", "A', which is not declared, with two readings"),
        (VECTORS, r"e_i = x_i - y_i", "the unknown name e"),
        (VECTORS, r"e_i^2 = 1", "a power of a vector with two readings"),
        (VECTORS, r"s = 2\pi", "the number π"),
        (VECTORS + "; scalar e", r"e_i = x", "a component of a scalar"),
    ],
)
def test_what_they_do_not_say(declared: str, latex: str, message: str) -> None:
    """Two readings, a residual that nobody declared, a number that is not in the language."""
    assert message in refusal(lambda: read_latex(latex, context_from(declared)))


def test_grad_that_is_a_macro() -> None:
    r"""A command that a text defines is what it says, and none of LaTeX."""
    assert status_of(r"\grad{s} = s^2", VECTORS + r"; \newcommand{\grad}[1]{#1^2}") == "proved"


PRIMED = r"""dimension N, K; matrices Z, w' : N x K; index i : N; index j, k : K; rows \mathbf z_i of Z
let \mu^{\prime (i)} = \frac1K \sum_k Z_{ik}; vector b : K"""


@pytest.mark.parametrize("name", [r"\mu^{\prime (i)}", r"\mu'^{(i)}", r"\mu^{(i)\prime}", r"\mu^{\prime\,(i)}"])
def test_a_prime_beside_an_index_above(name: str) -> None:
    """It is that of the name, on either side of the index, in a definition and where it is used."""
    assert status_of(rf"K {name} = \sum_k Z_{{ik}}", PRIMED) == "proved"
    assert status_of(rf"{name} = \sum_k Z_{{ik}}", PRIMED) == "refuted"
    declared = PRIMED.replace(r"\mu^{\prime (i)}", name)
    assert status_of(r"K \mu'^{(i)} = \sum_k Z_{ik}", declared) == "proved"
    assert status_of(r"w_{ij}^{\prime 2} = (w'_{ij})^2", PRIMED) == "proved"


@pytest.mark.parametrize("said", [r"; matrix Y : N x K; rows \mathbf z_i^\prime of Y; assume Y_{ij} = Z_{ij} + b_j",
                                  r"; let \mathbf z_i' = \mathbf z_i + b"])  # fmt: skip
def test_rows_with_a_prime(said: str) -> None:
    """They are others than those without, where a prime is no transpose; where it is one, that is no name of rows."""
    assert status_of(r"\mathbf z'_i - \mathbf z_i = b", PRIMED + said) == "proved"
    assert status_of(r"z_{ij}^\prime = Z_{ij} + b_j", PRIMED + said) == "proved"
    assert status_of(r"\mathbf z_i^\prime = \mathbf z_i", PRIMED + said) == "refuted"
    refusal(lambda: context_from(PRIMED.replace("let", "transpose '; let") + said))
    assert (
        status_of(r"\mathbf z_i' \mathbf z_i = \sum_k Z_{ik}^2", PRIMED.replace("w'", "w") + "; transpose '")
        == "proved"
    )
    above = PRIMED + "; matrix Y : N x K; rows z'^{(i)} of Y"
    assert status_of(r"z^{\prime (i)}_k = Y_{ik}", above) == "proved"
