r"""What parts the arguments of a function, ``J(w; X, y)``, ``L(\theta \mid X)``; a gradient elsewhere, ``\nabla_x f(v)``."""

from __future__ import annotations

import pytest

from derive.errors import InputError
from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import refusal, status_of

DECLARED = r"""dimension n; vectors x, v, a, c : n; matrix H : n x n symmetric; vector u : n; u depends on x
let f(x) = \frac12 (x - c)^\top H (x - c); let w = 2 x; let g(x; a, c) = x^\top a + c^\top c
let L(x | a) = \|x - a\|^2; let M_1(x \mid a) = \|x + a\|^2"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"g(x; a, c) = a^\top x + \|c\|^2", r"g(x; a, c) = a^\top x + \|a\|^2"),
        (r"g(v; a, a) = g(v, a, a)", r"g(v; a, c) = g(v; c, a)"),
        (r"L(x|a) = \|x\|^2 - 2 x^\top a + \|a\|^2", r"L(x|a) = \|x\|^2 + \|a\|^2"),
        (r"L(v \mid x) = L(x | v)", r"L(v \mid x) = M_1(x | v)"),
        (r"M_1\left(v \mid x\right) = L(x|-v)", r"M_1\left(v \mid x\right) = L(x|v)"),
        (r"L(\frac{|c_1|}{2} x | a) = \|\frac{|c_1|}{2} x - a\|^2", r"L(\frac{|c_1|}{2} x | a) = \|x - a\|^2"),
        (r"\nabla_x L(x|a) = 2(x-a)", r"\nabla_x L(x|a) = 2(x+a)"),
        (r"\frac{\partial}{\partial a} L(x|a) = 2(a - x)", r"\frac{\partial}{\partial a} L(x|a) = 2(x-a)"),
    ],
)
def test_arguments_are_parted(true: str, false: str) -> None:
    """By semicolons anywhere, by a bar where the function is declared with one."""
    assert status_of(true, DECLARED) == "proved"
    assert status_of(false, DECLARED) == "refuted"


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"f(x|a) = 1", "a bar without its partner"),
        (r"L(|x|) = 2", "L of 1 arguments"),
        (r"L(x | a | c) = 2", ""),
        (r"g(x; a) = 1", "g of 2 arguments"),
        (r"x^\top (a; c) = 2", "formulas in parentheses that no function takes"),
    ],
)
def test_what_parts_no_arguments(latex: str, message: str) -> None:
    """A bar elsewhere has a partner; a semicolon makes no function of what stands before it."""
    assert message in refusal(lambda: read_latex(latex, context_from(DECLARED)))


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"\nabla_x f(v) = H (v - c)", r"\nabla_x f(v) = 2 H (v - c)"),
        (r"v - \nabla_x f(v) = v - H (v - c)", r"v - \nabla_x f(v) = v - H (x - c)"),
        (r"\nabla_x f(2 v) = H (2 v - c)", r"\nabla_x f(2 v) = 2 H (2 v - c)"),
        (r"\nabla_x f(2 x) = 2 H (2 x - c)", r"\nabla_x f(2 x) = H (2 x - c)"),
        (r"\nabla_x f(x) = H (x - c)", r"\nabla_x f(x) = H x"),
        (r"\nabla_x f(v)^\top v = v^\top H (v - c)", r"\nabla_x f(v)^\top v = v^\top H v"),
        (r"\nabla f(w) = H (w - c)", r"\nabla f(w) = 2 H (w - c)"),
        (r"\nabla_x \left( f(w) \right) = 2 H (w - c)", r"\nabla_x \left( f(w) \right) = H (w - c)"),
    ],
)
def test_a_gradient_elsewhere(true: str, false: str) -> None:
    """``\\nabla_x f(v)`` of a function of x is its gradient at v, as in a step of gradient descent."""
    assert status_of(true, DECLARED) == "proved"
    assert status_of(false, DECLARED) == "refuted"


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"\nabla_x f(w) = H (w - c)", "at what is made of it"),
        (r"\nabla_x f(u) = H (u - c)", "at what is made of it"),
        (r"\nabla_x f(v) x^\top c = 1", "before a factor"),
        (r"\nabla_v f(x) = 0", "of what has no v in it"),
        (r"\nabla_x \mu(v) = 0", "of what has no x in it"),
    ],
)
def test_a_gradient_with_two_readings(latex: str, message: str) -> None:
    """Of what is made of x it could go through that; before a factor with x in it, it could be of the product."""
    assert message in refusal(lambda: read_latex(latex, context_from(DECLARED)))


@pytest.mark.parametrize(
    "latex", [r"(f + g)(v) = 1", r"(2 f)(v) = 1", r"\frac{f}{2}(v) = 1", r"|f|(v) = 1", r"(f^2)(v) = 1"]
)
def test_functions_in_parentheses(latex: str) -> None:
    """Before a name in parentheses they could be taken there, or be a factor; what has its argument is a factor."""
    declared = context_from("dimension N; vectors x, v : N; scalar c; let f(x) = c x^T x; let g(x) = \\|x\\|")
    assert "two readings" in refusal(lambda: read_latex(latex, declared))
    assert status_of(r"(f(x) + 1)(v) = f(x) v + v", "dimension N; vectors x, v : N; let f(x) = x^T x") == "proved"


@pytest.mark.parametrize("latex", [r"f{\left(v \right)}", "{f}(v)", "f{{(v)}}", "{f}{(v)}"])
def test_braces_around_a_name_or_parentheses(latex: str) -> None:
    """They print nothing; SymPy writes a function at its argument with them."""
    declared = "dimension N; vectors x, v : N; let f(x) = x^T x"
    assert status_of(rf"{latex} = v^\top v", declared) == "proved"
    assert status_of(rf"{latex} = 2 v^\top v", declared) == "refuted"


MATRICES = r"""dimensions m, n, p; matrices X, \Delta : m x n; matrix A : p x n; vector v : n
let f(X : m x n) = \frac12 \| X A^T \|_F^2; let q(u : \R^{m \times n}, v : n) = u v"""


def test_a_matrix_as_an_argument() -> None:
    """``let f(X : m x n) = …``"""
    assert (
        status_of(r"f(X + \Delta) = \frac12 \operatorname{tr}((X + \Delta) A^\top A (X + \Delta)^\top)", MATRICES)
        == "proved"
    )
    assert status_of(r"\frac{\partial f(X)}{\partial X} = X A^\top A", MATRICES) == "proved"
    assert status_of(r"\frac{\partial f(X)}{\partial X} = 2 X A^\top A", MATRICES) == "refuted"
    assert status_of(r"q(X - \Delta, 2 v) = 2 X v - 2 \Delta v", MATRICES) == "proved"


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        ("mxp", "the unknown dimension"),
        ("m x n x m", "no dimension of a vector or a matrix"),
        ("m x q", "unknown dimension q"),
        ("", "a name"),
    ],
)
def test_shapes_of_arguments(shape: str, message: str) -> None:
    """One dimension, or two."""
    declared = f"dimensions m, n; let f(Y : {shape}) = Y"
    assert message in refusal(lambda: context_from(declared))


MARKED = r"""dimension m, n; matrix \mathbf{X} : m x n; vector \mathbf{w} : n; scalar b; index q : m; index k, r : n
ones m; einstein; let z_q(w, b) = b + x_{qk} w_k; let f(\mathbf{w}) = \mathbf{w}^T \mathbf{w}; let s(t) = t^2"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"\frac{\partial z_q}{\partial w_r} = x_{qr}", r"\frac{\partial z_q}{\partial w_r} = 2 x_{qr}"),
        (r"\frac{\partial z_q}{\partial b} = 1", r"\frac{\partial z_q}{\partial b} = 2"),
        (r"f(w) = w_k w_k", r"f(w) = 2 w_k w_k"),
        (r"f(w) = f(\mathbf{w})", r"f(w) = f(2 \mathbf{w})"),
    ],
)
def test_an_argument_without_its_mark(true: str, false: str) -> None:
    r"""Where \mathbf w alone is declared, it is what z_q(w, b) is of: of a node, or a function of vectors."""
    assert status_of(true, MARKED) == "proved"
    assert status_of(false, MARKED) == "refuted"


@pytest.mark.parametrize(
    ("latex", "more", "message"),
    [
        ("f(w) = 1", "; scalar w", "f of shape scalar"),
        ("w = 2 w_0", "", "declared is \\mathbf w"),  # which says what a w is
        ("b = b", "; rows x_i of w", "declared is \\mathbf w; write it so"),
    ],
)
def test_a_mark_is_not_guessed(latex: str, more: str, message: str) -> None:
    """What is declared without a mark is that; elsewhere the message says how it is declared."""
    with pytest.raises(InputError) as caught:
        read_latex(latex, context_from(MARKED + more))
    assert message in f"{caught.value.message} {caught.value.hint}"
