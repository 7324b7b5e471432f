"""``derive.reading.latex.dependence``: what is said to depend on something gives no derivative that is silently 0."""

from __future__ import annotations

import pytest

from derive.cli.prove import read
from derive.errors import InputError
from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import readings_of, status_of

NAMES = "dimension N; vectors a, b : N; index i, j : N; scalars x, y, z, t, u; "

AMBIGUOUS = [
    ("y depends on x", r"\frac{\partial x}{\partial y} = 0"),
    ("y depends on x", r"\frac{\partial x^2}{\partial y} = 0"),
    ("y depends on x", r"\frac{\partial^2 (x^3)}{\partial y^2} = 0"),
    (r"y depends on x; let q = x^2", r"\frac{\partial q}{\partial y} = 0"),
    (r"y depends on x; let q = x^2 + y", r"\frac{\partial q}{\partial y} = 1"),
    (r"y depends on x; let f(t) = x t", r"\frac{\partial f(u)}{\partial y} = 0"),
    ("y depends on x; z depends on x", r"\frac{\partial z}{\partial y} = 0"),
    ("y depends on u; u depends on x", r"\frac{\partial x}{\partial y} = 0"),
    ("b depends on a", r"\frac{\partial a_i}{\partial b_j} = 0"),
    ("b depends on a", r"\frac{\partial (a \cdot a)}{\partial b} = \vec 0"),
    ("b depends on a", r"\nabla_b (a \cdot b) = a"),
    (r"y depends on x; let q = x + y; loss L of q", r"\frac{\partial L}{\partial y} = \frac{\partial L}{\partial q}"),
    ("z depends on x; z depends on y; y depends on x", r"\frac{\partial z}{\partial x} = 0"),
    (r"assume y = \frac1N \sum_k a_k", r"\frac{\partial y}{\partial a_i} = \frac1N"),
    (r"assume b_i = x a_i", r"\frac{\partial b^\top b}{\partial a_i} = 0"),
    ("y depends on t; assume u = t^2", r"\frac{d (u y)}{dt} = u \frac{dy}{dt}"),
    (r"assume N y = \sum_k a_k", r"\frac{\partial y}{\partial a_i} = 0"),
    (r"assume \sum_k (a_k - y) = 0", r"\frac{\partial y^2}{\partial a_i} = 0"),
    (r"matrix A : N x N invertible; assume A a = b", r"\frac{\partial a}{\partial b} = A^{-1}"),
    ("assume x^2 = t^2 + u^2; assume x > 0", r"\frac{\partial x}{\partial t} = 0"),
    ("assume a = b", r"\frac{\partial (b^\top b)}{\partial a} = 0"),
    ("let z' = 2 b; matrix A : N x N; assume z' = A a", r"\frac{\partial b}{\partial a} = 0"),
    ("assume y = t^2; assume t = 2 x", r"\frac{\partial (y z)}{\partial x} = 0"),
    (r"assume y = \frac1N \sum_k a_k; let q = x + y", r"\frac{\partial q}{\partial a} = \vec 0"),
    (r"assume \sum_k a_k = y; assume a \cdot a = 1", r"\nabla_a (a \cdot a + y) = 2 a"),
]
REFUSED = [
    ("y depends on x; assume y = x^2", r"\frac{\partial y}{\partial x} = 2 x", "satisfies an equation"),
    ("matrix A : N x N; symmetric A; A depends on t",
     r"\frac{\partial A}{\partial t} = \left(\frac{\partial A}{\partial t}\right)^\top", "satisfies an equation"),
    ("matrix A : N x N; symmetric A; y depends on A", r"\frac{\partial y}{\partial A_{ij}} = 0", "satisfies an equation"),
]  # fmt: skip
TRUE = [
    ("y depends on x", r"\frac{d}{dx} x^2 + \frac{dy}{dx} = 2 x + \frac{dy}{dx}"),
    ("y depends on x; let q(x, y) = x y", r"\frac{\partial q}{\partial y} = x"),
    ("y depends on x; let q(x, y) = x y", r"\frac{\partial q}{\partial x} = y"),
    ("y depends on x", r"\frac{\partial y^0}{\partial t} = 0"),
    ("y depends on x", r"\frac{\partial (t y)}{\partial t} = y"),
    ("y depends on x", r"\frac{\partial y^2}{\partial y} = 2 y"),
    (r"y depends on x; let q = y t; loss L of q", r"\frac{\partial L}{\partial y} = t \frac{\partial L}{\partial q}"),
    ("z depends on y; y depends on x", r"\frac{\partial z}{\partial y} = \frac{d z}{d y}"),
    (r"assume b = t a; assume y > 0", r"\frac{\partial b^\top b}{\partial b} = 2 b"),
    ("matrix A : N x N symmetric; assume A a = b", r"\nabla_a (\frac12 a^\top A a - b^\top a) = A a - b"),
    ("b depends on a; assume t > 0", r"\frac{\partial b_i}{\partial a_j} = \left(\frac{\partial b}{\partial a}\right)_{ij}"),
]  # fmt: skip


@pytest.mark.parametrize(("declared", "latex"), AMBIGUOUS)
def test_what_varies_with_what_is_not_said(declared: str, latex: str) -> None:
    """The derivative by what depends on something that stands there: it stays, or it varies."""
    assert len(readings_of(latex, NAMES + declared)) == 2


@pytest.mark.parametrize(("declared", "latex", "message"), REFUSED)
def test_what_takes_a_chain_rule(declared: str, latex: str, message: str) -> None:
    """Ways that are not written out, and symbols that are not free."""
    with pytest.raises(InputError, match=message):
        read_latex(latex, context_from(NAMES + declared))


@pytest.mark.parametrize(
    ("declared", "latex"),
    [
        ("y depends on x", r"\frac{d}{dx} x \cdot \frac{dy}{dx} = \frac{dy}{dx}"),
        ("y depends on x", r"\frac{d}{dx} (x) \frac{dy}{dx} = \frac{dy}{dx}"),
        ("y depends on x", r"\frac{d^2}{dx^2} x^2 \cdot y = 2 y"),
        ("y depends on x; assume y = x^2", r"\frac{d}{dx} x \cdot y = y"),
        ("y depends on x; assume y >= 0", r"\frac{d}{dx} x \cdot y = y"),
        ("y depends on a; assume y >= 0", r"\nabla_a a^\top b y = y b"),
        (
            "y depends on a",
            r"\nabla_a a^\top b \|\frac{\partial y}{\partial a}\|^2 = b \|\frac{\partial y}{\partial a}\|^2",
        ),
        ("scalar f(x)", r"\frac{d}{dx} x \cdot f(x) = f(x)"),
        ("scalar f(x)", r"\frac{d}{dx} (x) \cdot f(x) = f(x)"),
    ],
)
def test_a_reading_that_is_refused_counts(declared: str, latex: str) -> None:
    """The derivative may be of all that follows, and what that is nobody knows: the other reading is not taken."""
    with pytest.raises(InputError):
        read(latex, [("--declare", NAMES + declared)], None, True)


@pytest.mark.parametrize(("declared", "latex"), TRUE)
def test_what_is_told(declared: str, latex: str) -> None:
    """Where every way is known, the derivative is read."""
    assert status_of(latex, NAMES + declared) == "proved"


@pytest.mark.parametrize(
    "declared", ["x depends on y; y depends on x", "x depends on x", "x depends on y; y depends on t; t depends on x"]
)
def test_circles(declared: str) -> None:
    """Of two symbols only one depends on the other."""
    with pytest.raises(InputError, match="which is said to depend on"):
        context_from(NAMES + declared)
