r"""A name of which the shape is declared, and then its value; ``f(x)`` beside rows x^{(i)}; a component ``y^i``."""

from __future__ import annotations

import pytest

from derive.errors import InputError
from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import refusal, status_of

HEAD = "dimensions N, K; vectors x, w, u : N; scalars c, s; index i : N; index k : K; matrix X : K x N; "


@pytest.mark.parametrize(
    ("declared", "true", "false"),
    [
        ("let w = 2 x", "w_i = x_i + x_i", "w_i = x_i"),
        ("let c = x^\\top x", "c = \\|x\\|^2", "c = 0"),
        (
            "vectors w^{(t)}, w^{(t-1)} : N; let w^{(t)} = w^{(t-1)} - c x",
            "w^{(t-1)} - w^{(t)} = c x",
            "w^{(t-1)} = c x",
        ),
        ("let X_{ki} = u_i", "X_{ki} = u_i", "X_{ki} = x_i"),
        ("let w_i = c x_i", "w = c x", "w = x"),
        ("matrix r : 1 x N; let r = 2 x^\\top", "r x = 2 \\|x\\|^2", "r = x^\\top"),
        ("matrix r : 1 x N; let r_i = c x_i", "r = c x^\\top", "r_i = x_i"),
        ("matrix r : 1 x N; let r_i = e^{x_i}", "\\frac{\\partial r_i}{\\partial x_i} = r_i", "r \\mathbf 1 = 1"),
    ],
)
def test_a_shape_and_then_a_value(declared: str, true: str, false: str) -> None:
    """It is what is defined."""
    assert status_of(true, HEAD + declared) == "proved"
    assert status_of(false, HEAD + declared) == "refuted"


@pytest.mark.parametrize(
    "declared",
    [
        "let w = w + x",
        "matrix r : 1 x N; let v = 2 r; let r_i = x_i",
        "matrix r : 1 x N; assume r x = 1; let r_i = x_i",
        "vector r_{row} : N; let r = r_{row}^\\top; let r = x^\\top",
        "matrix r : 1 x N; let r_i = x_i; let r_i = 2 x_i",
        "matrix r : 1 x N; let r_i = r_i + x_i",
        "matrix r : 1 x N; loss L of r; let r_i = x_i",
        "let v = 2 w; let w = x",
        "let f(q : N) = w^\\top q; let w = x",
        "let f(s) = c s; let c = 2",
        "assume c > 0; let c = s^2",
        "assume w^\\top x = 0; let w = x",
        "loss L of w; let w = x",
        "c depends on x; let c = s^2",
        "rows x^{(k)} of X; let X_{ki} = u_i",
        "scalar L(w); let w = x",
        "scalar p > 0; let p = s",
        "vector p : N nonzero; let p = x",
        "matrix P : N x N symmetric; let P = x x^\\top",
        "let w = x; let w = 2 x",
    ],
)
def test_what_is_declared_twice(declared: str) -> None:
    """Something is made or assumed of it already, it has a property, another shape, or a value."""
    assert "declared twice" in refusal(lambda: context_from(HEAD + declared))


ROWS = "dimensions n, D; matrix X : n x D; vectors \\theta : D; y : n; index i : n; index j : D; "


@pytest.mark.parametrize(
    ("declared", "true", "false"),
    [
        (
            r"rows x^{(i)} of X; let h_\theta(x) = \theta^\top x",
            r"h_\theta(x^{(i)}) = x^{(i)\top} \theta",
            r"h_\theta(x^{(i)}) = 2 x^{(i)\top} \theta",
        ),
        (
            r"rows x^i of X; let f(x) = \theta^\top x",
            r"\sum_{i=1}^n (f(x^i) - y^i)^2 = \|X \theta - y\|^2",
            r"\sum_{i=1}^n (f(x^i) - y^i)^2 = \|X \theta + y\|^2",
        ),
        (r"columns x_j of X; let g(x) = y^\top x", r"g(x_j) = (X^\top y)_j", r"g(x_j) = (X^\top y)_j + 1"),
        (r"rows x^{(i)} of X; let f(t) = t^2", "f(y_i) = y_i^2", "f(y_i) = y_i"),
    ],
)
def test_a_function_of_a_sample(declared: str, true: str, false: str) -> None:
    r"""Where rows are x^{(i)}, f(x) is of a vector like them; the letter of a number is that of a number."""
    assert status_of(true, ROWS + declared) == "proved"
    assert status_of(false, ROWS + declared) == "refuted"


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"\sum_i x^i u^i = x^\top u", r"\sum_i x^i u^i = x^\top x"),
        (r"\sum_i (x^i)^2 = \|x\|^2", r"\sum_i (x^i)^2 = \|u\|^2"),
        (r"\frac{\partial x^i}{\partial x_i} = 1", r"\frac{\partial x^i}{\partial x_i} = 2"),
    ],
)
def test_a_component_with_its_index_above(true: str, false: str) -> None:
    """It is no power, as the index is none."""
    assert status_of(true, HEAD) == "proved"
    assert status_of(false, HEAD) == "refuted"


@pytest.mark.parametrize("text", ["c^i = c", "x^k = x", "(x + u)^i = x_i + u_i", "X^i = X", "x_i^i = x_i"])
def test_any_other_exponent_is_refused(text: str) -> None:
    """Of a number, over another dimension, on what is no name, on a matrix."""
    with pytest.raises(InputError, match="exponent"):
        status_of(text, HEAD)


@pytest.mark.parametrize(
    ("declared", "true", "false"),
    [
        (r"let J_{\text{LN},ij} = x_i u_j", r"J_{\text{LN},ij} = u_j x_i", r"J_{\text{LN},ij} = x_j u_i"),
        (r"let J_{\mathrm{LN}, i} = c x_i", r"J_{\mathrm{LN}} = c x", r"J_{\mathrm{LN}} = x"),
        (r"vector \mathbf v : N; let q(v) = \sum_i v_i^2", r"q = \|\mathbf v\|^2", "q = 0"),
        (r"vector \mathbf v : N; let q(v) = 2 v", "q(s) = 2 s", "q(s) = s"),
    ],
)
def test_what_stands_on_the_left(declared: str, true: str, false: str) -> None:
    """A word before the indices; an argument without its mark."""
    head = HEAD.replace("index i : N", "index i, j : N") + declared
    assert status_of(true, head) == "proved"
    assert status_of(false, head) == "refuted"


INVERSES = "dimensions m, n; matrices A, A_1 : m x n; vectors b, e : m; invertible A^T A; invertible A_1^T A_1; "


@pytest.mark.parametrize(
    ("declared", "true", "false"),
    [
        (r"let A^\dagger = (A^T A)^{-1} A^T", r"A^\dagger A = I_n", r"A^\dagger A = 2 I_n"),
        (r"let A^\dagger = (A^T A)^{-1} A^T", r"(A A^\dagger)^2 = A A^\dagger", r"(A A^\dagger)^2 = I_m"),
        (r"let A_1^\dagger = (A_1^T A_1)^{-1} A_1^T", r"A_1^\dagger A_1 = I_n", r"A_1^\dagger = A_1^T"),
        (r"let A^+ = A^T (A A^T)^{-1}", r"A A^+ = I_m", r"A A^+ = A A^T"),
        (r"let A^\dagger = A^T", r"(A^\dagger)^T = A", r"A^\dagger A = I_n"),
    ],
)
def test_a_dagger_is_what_it_is_defined_as(declared: str, true: str, false: str) -> None:
    """The pseudo-inverse, or the adjoint, by one of its formulas."""
    assert status_of(true, INVERSES + declared) == "proved"
    assert status_of(false, INVERSES + declared) == "refuted"


@pytest.mark.parametrize("declared", [r"let A^\dagger = 2 A^T", r"let A_1^\dagger = 2 A_1^T", r"let A^+ = A^T"])
def test_anything_else_may_be_meant_beside_it(declared: str) -> None:
    """The name with its exponent, or the sign with its meaning, each of which is read in the definitions below as well."""
    name = declared.split()[1]
    below = f"{INVERSES}{declared}; let u = {name} (b + e)"
    assert "two readings" in refusal(lambda: read_latex(f"u = {name} b + {name} e", context_from(below)))
    for choice in ("name", "power; daggers: pseudo-inverse"):
        settled = f"{INVERSES}{declared}; names with powers: {choice}; let u = {name} (b + e)"
        assert status_of(f"u = {name} b + {name} e", settled) == "proved"
