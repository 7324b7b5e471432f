r"""Derivatives before parentheses, powers behind gradients, forgotten gradients: refused where they say two things."""

from __future__ import annotations

import pytest

from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import refusal, status_of

FUNCTIONS = (
    r"dimension N; vectors x, y, p : N; matrix S : N x N; scalars t, s; index i, j : N; "
    r"let f(t) = t^2; let h(x) = x^\top S x; let g(x) = S x"
)


@pytest.mark.parametrize(
    "latex",
    [
        r"\frac{df}{dt}(t) = 2 t",
        r"\frac{df}{dt}(3) = 6 t",
        r"\left(\frac{df}{dt}\right)(3) = 6",
        r"p^\top \frac{\partial h}{\partial x}(x) = 2 p^\top S x",
        r"\frac{\partial h}{\partial x}(x)^\top p = 2 p^\top S x",
        r"\frac{\partial^2 h}{\partial x_i \partial x_j}(0) = 0",
        r"\frac{\partial g_i}{\partial x_j}(y) = S_{ij}",
        r"J_x(g)(y) = S",
        r"\frac{d}{dt} f(3) = 6 t",
        r"\frac{d}{dt} f(s) = 2 t s",
        r"\nabla h(x)^2 = x",
        r"\nabla h(x)^{-1} = x",
    ],
)
def test_a_derivative_at_a_point_or_a_product(latex: str) -> None:
    """Its value there, or times what stands in the parentheses; of the gradient, or of the function."""
    assert "two readings" in refusal(read_latex, latex, context_from(FUNCTIONS))


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\frac{df}{dt} (1 - t) = 2 t (1 - t)", "proved"),
        (r"\frac{df}{dt} \cdot t = 2 t^2", "proved"),
        (r"\frac{d}{dt} f(t) = 2 t", "proved"),
        (r"\frac{d}{dt} f(t) = 2", "refuted"),
        (r"\nabla h(x)^\top p = p^\top (S + S^\top) x", "proved"),
    ],
)
def test_what_is_read(latex: str, expected: str) -> None:
    """A product before a sum in parentheses, a derivative of a value that varies."""
    assert status_of(latex, FUNCTIONS) == expected


def test_a_gradient_that_is_forgotten() -> None:
    """``dW`` beside dX and dY is no product of the size d and W."""
    sizes = r"dimension N, d; matrix X : N x d; matrix W : d x d; let Y = X W; loss L of Y"
    declared = rf"{sizes}; let dY = \frac{{\partial L}}{{\partial Y}}; let dX = \frac{{\partial L}}{{\partial X}}"
    assert status_of(r"dX = dY W^\top", declared) == "proved"
    assert "dW, which is not declared" in refusal(read_latex, r"dW = X^\top dY", context_from(declared))
    assert status_of(r"dW = W d", sizes) == "proved"


def test_deltas_that_are_names() -> None:
    """A quotient of declared δ-names is no derivative."""
    declared = r"scalars x, \delta x; assume \delta x > 0; let y = x^2; let \delta y = (x + \delta x)^2 - x^2"
    assert status_of(r"\frac{\delta y}{\delta x} = 2 x + \delta x", declared) == "proved"
    assert status_of(r"\frac{\delta y}{\delta x} = 2 x", declared) == "refuted"


def test_a_number_above_e_beside_a_declared_e() -> None:
    r"""``e^2`` where ``\mathbf e`` is declared; ``e^{-t}`` stays the exponential."""
    declared = r"dimension N; vector \mathbf e : N; scalar t; index i : N"
    assert "two readings" in refusal(read_latex, r"e^2 = \sum_i e_i^2", context_from(declared))
    assert status_of(r"e^{-t} e^t = 1", declared) == "proved"


@pytest.mark.parametrize("latex", [r"\textcolor{red}{AB}^\top = B^\top A^\top", r"\mathop{AB}^\top = B^\top A^\top"])
def test_colours_group_before_a_script(latex: str) -> None:
    """As braces do."""
    assert "two readings" in refusal(read_latex, latex, context_from("dimension N; matrices A, B : N x N"))


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (
            r"\frac{d}{dt} h(x + t p) \Big|_{t=0} = 2 x^\top S_s p",
            r"\frac{d}{dt} h(x + t p) \Big|_{t=s} = 2 x^\top S_s p",
        ),
        (
            r"\frac{d h(x + t p)}{dt} \bigg|_{t=0} = 2 x^\top S_s p",
            r"\frac{d h(x + t p)}{dt} \bigg|_{t=0} = x^\top S_s p",
        ),
        (
            r"1 + \frac{\partial}{\partial t} t^2 \Big|_{t=s} = 1 + 2 s",
            r"1 + \frac{\partial}{\partial t} t^2 \Big|_{t=s} = 2 s",
        ),
        (r"(t^2 + s) \Big|_{t=s} = s^2 + s", r"(t^2 + s) \Big|_{t=s} = t^2 + s"),
    ],
)
def test_a_value_behind_a_whole_derivative(true: str, false: str) -> None:
    r"""``\frac{d}{dt} f(t) \Big|_{t=0}`` without a ``\left.`` before it."""
    declared = FUNCTIONS.replace("matrix S : N x N", "matrix S : N x N; matrix S_s : N x N symmetric").replace(
        "S x;", "S_s x;"
    )
    assert status_of(true, declared) == "proved"
    assert status_of(false, declared) == "refuted"


@pytest.mark.parametrize(
    "latex", [r"t \frac{d}{dt} t^2 \Big|_{t=s} = 0", r"|t| \frac{d}{dt} t^2 \Big|_{t=s} = 0", r"t \Big|_{t=s} = s"]
)
def test_how_far_a_value_reaches_must_be_seen(latex: str) -> None:
    """Before a derivative another factor could be meant there, too."""
    assert "bar" in refusal(read_latex, latex, context_from(FUNCTIONS))
