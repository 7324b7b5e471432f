r"""Differentials, ``d(x^\top A x) = x^\top (A + A^\top) dx``."""

from __future__ import annotations

import pytest

from derive.reading.decided import context_from
from derive.reading.latex import AmbiguityError, read_latex
from tests.reading.latex.contexts import refusal, status_of

HEAD = r"""dimension n, k; matrices A, X, Y : n x n; vectors x, y : n; vector \mathbf{v} : n; matrix r : 1 x n; scalars s, t
invertible X; let f = x^\top A x; matrix S : n x n symmetric; vector \beta, d\beta : n; let h(\beta) = \|y - A \beta\|^2
vectors z : n; assume \|z\| = 1; let R = A X - Y"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"d(x^\top A x) = x^\top (A + A^\top) dx", r"d(x^\top A x) = 2 x^\top A dx"),
        (r"d(X^{-1}) = -X^{-1} (dX) X^{-1}", r"d(X^{-1}) = -X^{-2} dX"),
        (r"d(X Y) = (dX) Y + X dY", r"d(X Y) = Y dX + X dY"),
        (r"d(X^\top) = (dX)^\top", r"d(X^\top) = dX"),
        (r"d(\operatorname{tr}(X)) = \operatorname{tr}(dX)", r"d(\operatorname{tr}(X)) = \det(dX)"),
        (r"d(\det(X)) = \det(X) \operatorname{tr}(X^{-1} dX)", r"d(\det(X)) = \operatorname{tr}(X^{-1} dX)"),
        (r"d(X \odot Y) = Y \odot dX + X \odot dY", r"d(X \odot Y) = Y \odot dX - X \odot dY"),
        (r"d(\langle A, X \rangle) = \langle A, dX \rangle", r"d(\langle A, X \rangle) = \langle X, dX \rangle"),
        (r"df = d(x^\top A x) = (dx)^\top A x + x^\top A dx", r"df = d(x^\top x) + (dx)^\top A x"),
        (r"d R = A dX - dY", r"d R = A dX + dY"),
        (r"d[e^{s t}] = e^{s t} (t\,ds + s\,dt)", r"d[e^{s t}] = e^{s t} (ds + dt)"),
        (
            r"d(\mathbf{v}^\top \mathbf{v}) = 2 \mathbf{v}^\top d\mathbf{v}",
            r"d(\mathbf{v}^\top \mathbf{v}) = \mathbf{v}^\top d\mathbf{v}",
        ),
        (r"d(\|x\|) = \frac{x^\top dx}{\|x\|}", r"d(\|x\|) = x^\top dx"),
        (r"dh = -2 (y - A \beta)^\top A \, d\beta", r"dh = 2 (y - A \beta)^\top A \, d\beta"),
        (r"dh(\beta) = -2 (y - A \beta)^\top A \, d\beta", r"dh(\beta) = (y - A \beta)^\top A \, d\beta"),
        (r"\mathrm{d}(X Y) = (\mathrm{d}X) Y + X \mathrm d Y", r"\mathrm{d}(X Y) = (\mathrm{d}X) Y - X \mathrm d Y"),
        (r"\text{d}f = x^\top (A + A^\top) \text{d} x", r"\text{d}f = x^\top (A - A^\top) \text{d} x"),
        (r"d (x^\top A y) = y^\top A^\top d x + x^\top A d y", r"d (x^\top A y) = y^\top A d x + x^\top A d y"),
        (r"{\rm d}(x^\top x) = 2 x^\top {\rm d}x", r"{\rm d}(x^\top x) = x^\top {\rm d}x"),
        (r"(dX) X^{-1} + X d(X^{-1}) = 0", r"d(X^{-1}) = X dX"),
        (r"d(X X^{-1}) = d(I)", r"d(X X^{-1}) = d(X)"),
    ],
)  # fmt: skip
def test_differentials(true: str, false: str) -> None:
    assert status_of(true, HEAD) == "proved"
    assert status_of(false, HEAD) == "refuted"


@pytest.mark.parametrize("latex", [r"d(x^\top y) = x^\top dy", r"d(A X) = A dX"])
def test_a_name_without_a_differential_is_constant(latex: str) -> None:
    """Unless it is declared to vary, or has one elsewhere in the text: then it is decided in both readings."""
    assert status_of(latex, HEAD) == "proved"
    assert status_of(latex, f"{HEAD}; differentials: written") == "proved"
    assert status_of(latex, f"{HEAD}; differentials: all") == "refuted"
    text = f"{latex} % dx, dA"
    with pytest.raises(AmbiguityError) as caught:
        read_latex(text, context_from(HEAD), end=len(latex))
    assert "differentials: written|all" in caught.value.hint


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"d(x^\top x) = 0", "a side that has none"),
        (r"d(x^\top x) = 2 s", "the unknown name d"),
        (r"d(r X) = r dX + 2 (dr) X", "a differential of a name that nothing varies"),
        (r"df (x + y) = x^\top dx", "d before a name and parentheses"),
        (r"x^\top dx = 0", "the unknown name d"),
        (r"d(\operatorname{tr}(S S)) = 2 \operatorname{tr}(S dS)", "the unknown name d"),
        (r"d(z^\top z) = 2 z^\top dz", "the unknown name d"),
        (r"d(d(x^\top x)) = 2 dx^\top dx", "a differential of what has a differential in it"),
        (r"d(x, y) = x^\top dy", "several parts"),
        (r"d(x)^2 = dx", "with a script"),
    ],
)
def test_what_is_no_differential(latex: str, message: str) -> None:
    """A condition, one of what is constrained, of a second order, and a function of that name."""
    assert message in refusal(read_latex, latex, context_from(HEAD))


@pytest.mark.parametrize(
    ("declared", "status"),
    [("scalar d", "refuted"), ("scalar d; vector dx : n", "refused"), ("dimension d", "refused")],
)
def test_where_d_is_declared_there_are_none(declared: str, status: str) -> None:
    latex = r"d(x^\top x) = 2 x^\top dx"
    if status == "refused":
        assert "differential of" not in refusal(status_of, latex, f"{HEAD}; {declared}")
    else:
        assert status_of(latex, f"{HEAD}; {declared}") == status


def test_an_index_d_is_none() -> None:
    """Before parentheses, too."""
    declared = "dimension n; index d : n; vector x : n"
    assert status_of("x_d(x_d + 1) = x_d^2 + x_d", declared) == "proved"
    assert status_of("x_d(x_d + 1) = x_d^2", declared) == "refuted"


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (
            r"dL = \sum_{i,j} \frac{\partial L}{\partial X_{ij}} dX_{ij} = \tr((\nabla_{\mathbf{X}} L)^\top d\mathbf{X})",
            r"dL = \tr((\nabla_{\mathbf{X}} L) d\mathbf{X}^\top) + \tr(d\mathbf{X}^\top \mathbf{X})",
        ),
        (
            r"d\ell = \nabla_z \ell \cdot dz = \frac{\partial \ell}{\partial z}^\top (d\mathbf{X}^\top y)",
            r"d\ell = \frac{\partial \ell}{\partial z}^\top (2 d\mathbf{X}^\top y)",
        ),
    ],
)
def test_the_differential_of_a_loss(true: str, false: str) -> None:
    """It is the sum of the products of its derivatives and the differentials of what it is of."""
    declared = r"dimension n, m; matrix \mathbf{X} : n x m; vector y : n; let z = \mathbf{X}^\top y"
    declared += r"; loss L of \mathbf{X}; loss \ell of z"
    assert status_of(true, declared) == "proved"
    assert status_of(false, declared) == "refuted"


def test_beside_a_loss_others_are_none() -> None:
    r"""``dX = W^\top dY`` may be of gradients."""
    declared = "dimension n; vectors x, y : n; matrix A : n x n; let w = A x; loss L of w"
    assert "the unknown name d" in refusal(status_of, "dw = A dx", declared)
