r"""What older TeX and renderers of the web write otherwise: ``{\cal C}``, ``{\rm tr}``, ``\cr``, ``\part``, ``\Large``."""

from __future__ import annotations

import pytest

from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import refusal, status_of

NAMES = r"""dimension n, K; vectors x, y, \mathbf{v}, \hat{\bf z} : n; matrices A, B : n x n; matrix X : n x K; vector b : K
scalars c, s, a; index i, j : n; scalar {\cal C}; scalar SS_{xy}; vector {\bm w}_t : n; let {SS}_{aa} = a^2"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"{\cal C} + c = \mathcal{C} + c", r"{\cal C} + c = \mathcal{C} + s"),
        (r"2 \cal C = {\cal C} + \cal{C}", r"2 \cal C = {\cal C} - \cal{C}"),
        (r"{\rm tr}(A B) = \operatorname{tr}(BA)", r"{\rm tr}(A B) = \operatorname{tr}(A)"),
        (r"c {\rm tr} (A^T) = {\rm tr}(c A)", r"c {\rm tr} (A^T) = {\rm tr}(A)"),
        (r"\mbox{\bf diag}(x) y = x \odot y", r"\mbox{\bf diag}(x) y = x \odot x"),
        (r"\text{\rm tr}(A) = \mbox{tr}(A^T)", r"\text{\rm tr}(A) = -\mbox{tr}(A^T)"),
        (r"{\bf v}^T x = x^T {\bf v}", r"{\bf v}^T x = x^T x"),
        (r"\frac{\bf v}{c} = \frac1c {\bf v}", r"\frac{\bf v}{c} = c {\bf v}"),
        (r"\hat{\bf z} + x = x + \hat{\mathbf z}", r"\hat{\bf z} + x = x - \hat{\mathbf z}"),
        (r"{\bf v}_i {\bf 1}_i = {\bf v_i}", r"{\bf v}_i {\bf 1}_i = {\bf v_j}"),
        (r"x^T {\tt1} = \sum_i x_i", r"x^T {\tt1} = \sum_i y_i"),
        (r"{SS}_{xy} + c = c + SS_{xy}", r"{SS}_{xy} + c = c - SS_{xy}"),
        (r"{SS}_{aa} = a^2", r"{SS}_{aa} = a^3"),
        (r"{\bm{w}}_t + x = x + \bm{w}_t", r"{\bm{w}}_t + x = x - \bm{w}_t"),
        (r"\frac{\part c^2}{\part c} = 2c", r"\frac{\part c^2}{\part c} = c"),
        (r"\triangledown_x x^T y = y", r"\bigtriangledown_x x^T y = x"),
        (r"x \sdot y = y^T x", r"x \sdot y = y^T y"),
        (r"\Large c + s = \small s + c", r"\Large c + s = \small s - c"),
        (r"\mathord{x}_i \mathbin{+} y_i \mathrel{=} (x + y)_i", r"\mathord{x}_i \mathbin{+} y_i \mathrel{=} (x - y)_i"),
        (r"\eqalign{ c + s &= s + c \cr &= c - (-s) \cr}", r"\eqalign{ c + s &= s + c \cr &= c - s \cr}"),
        (r"\begin{pmatrix} c \cr s \end{pmatrix} = \begin{pmatrix} c \\ s \end{pmatrix}",
         r"\begin{pmatrix} c \cr s \end{pmatrix} = \begin{pmatrix} s \\ c \end{pmatrix}"),
        (r"c + \cancel{s} - \cancel{s} = c", r"c + \cancel{s} - \bcancel{a} = c"),
        (r"\frac{\cancel{c} (s + a)}{c^{\cancel{2}}} = \frac{s + a}{c}", r"\frac{\cancel{c} (s + a)}{c^2} = s + a"),
    ],
)  # fmt: skip
def test_it_is_read_as_latex_has_it(true: str, false: str) -> None:
    assert status_of(true, NAMES) == "proved"
    assert status_of(false, NAMES) == "refuted"


@pytest.mark.parametrize(
    "latex",
    [
        r"c \cancel{=} s",  # another relation
        r"c = \xcancel{s = a}",
        r"c = {\cal L}",  # not declared
        r"c = \mbox{\bf if} s",
    ],
)
def test_what_may_say_something_else_is_refused(latex: str) -> None:
    assert refusal(read_latex, latex, context_from(NAMES))


STARRED = r"""dimension n, p; matrix X : n x p; vector y : n; matrix W, W^{1/2} : n x n
let X^* = W X; let y^{\ast} = W y; transpose '"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"X^{*T} X^* = X^T W^T W X", r"X^{*T} X^* = X^T W X"),
        (r"X^{\ast\prime} y^* = X'W'W y", r"X^{\ast\prime} y^* = X'W y"),
        (r"X^{*'} y^{\ast} = X'W'W y", r"X^{*'} y^{\ast} = X'W'y"),
        (r"W^{-1 T} W' = I", r"W^{-1 T} W = I"),
        (r"(W^T)^{-1\top} = W^{-1}", r"(W^T)^{-1\top} = W^{-T}"),
    ],
)
def test_a_transpose_behind_the_rest_of_a_superscript(true: str, false: str) -> None:
    assert status_of(true, STARRED) == "proved"
    assert status_of(false, STARRED) == "refuted"


def test_the_name_or_the_power_of_a_transpose() -> None:
    declared = f"{STARRED}; names with powers: name"
    assert status_of(r"W^{1/2'} = (W^{1/2})^T", declared) == "proved"
    assert "two readings" in refusal(read_latex, r"W^{1/2'} = W^{1/2}", context_from(STARRED))
