r"""What older TeX and renderers of the web write otherwise: ``{\cal C}``, ``{\rm tr}``, ``\cr``, ``\part``, ``\Large``."""

from __future__ import annotations

import pytest

from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import refusal, status_of

NAMES = r"""dimension n, K; vectors x, y, \mathbf{v}, \hat{\bf z} : n; matrices A, B : n x n; matrix X : n x K; vector b : K
scalars c, s, a; index i, j : n; scalar {\cal C}; scalar SS_{xy}; vector {\bm w}_t : n; let {SS}_{aa} = a^2
let {\bm w}_\boldsymbol{OLS} = x + y"""


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
        (r"\sum_{i} {}_{} x_i = \sum x", r"\sum_{i} {}_{} x_i = \sum y"),
        (r"\sum_{i}^{} x_i + \sum\limits_i^{} y_i = \sum_i (x + y)_i", r"\sum^{}_{i} x_i = \sum_i y_i"),
        (r"\mathbf{\mathbf{v}_i} = \mathbf{v}_i", r"\mathbf{\boldsymbol{v}}_i = \mathbf{v}_j"),
        (r"{\bm w}_\boldsymbol{OLS} = x + y", r"{\bm w}_\boldsymbol{OLS} = x - y"),
        (r"exp\{c\} exp(s) = \exp\{c + s\}", r"exp\{c\} exp(s) = \exp\{c - s\}"),
        (r"x \sdot y = y^T x", r"x \sdot y = y^T y"),
        (r"\underset{n \times K}{X} \underset{K\times 1}{b} = X b", r"\underset{n \times K}{X} b = 2 X b"),
        (r"\parallel x \parallel^2 = x^T x", r"\parallel x \parallel^2 = x^T y"),
        (r"\sum_i x{_i} y{_{i}} = x^T y", r"\sum_i x{_i} y{_{i}} = x^T x"),
        (r"(c^2)^\frac12 = |c|", r"(c^2)^\frac12 = c"),
        (r"(c^2)^\dfrac{3}{2} = |c|^3", r"(c^2)^\dfrac{3}{2} = c^3"),
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


LEFT = "dimension n; matrices A, B : n x n; vectors x, y : n; rows a_i of A; index i, j : n"


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"{}^t(AB) = {}^tB\,{}^t\!A", r"{}^t(AB) = {}^tA\,{}^t\!B"),
        (r"{}^t(AB) = {}^tB {}^tA", r"{}^t(AB) = {}^tA {}^tB"),
        (r"^tx A y = {}^t\big({}^t y \, {}^tA x\big)", r"^tx A y = {}^t\big({}^t y A x\big)"),
        (r"{}^{t} A x \overset{(a)}{=} {}^t({}^t x A)", r"{}^{t} A x \overset{(a)}{=} {}^t({}^t x {}^tA)"),
        (r"{}^{\mathrm{t}}\!A x = {}^{\mathsf T}A x", r"{}^{\text{t}}\!A x = A x"),
        (r"{}^T\left(A\right)^{2} = {}^tA {}^tA", r"{}^T\left(A\right)^{2} = A {}^tA"),
        (r"{}^t a_i x = (A x)_i", r"{}^t a_i x = ({}^tA x)_i"),
    ],
)
def test_a_transpose_on_the_left(true: str, false: str) -> None:
    assert status_of(true, LEFT) == "proved"
    assert status_of(false, LEFT) == "refuted"


def test_a_letter_between_two_factors_is_of_either() -> None:
    assert "^t between two factors with two readings" in refusal(read_latex, "A{}^tB = A", context_from(LEFT))
    assert status_of("A^t B = {}^tA B", LEFT) == "proved"


TYPED = r"""dimension n; vectors x, ŷ : n; scalars c, \bar β, ẋ, dy\_g; index i, j : n
let z\_i = 2 x\_i; let res\_for\_x = c^2"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("ŷ_i + c = \\hat{y}_i + c", "ŷ_i + c = \\hat{y}_i - c"),
        ("ŷ_i + x_i = (x + y\u0302)_i", "ŷ_i + x_i = (x - y\u0302)_i"),
        ("β̄ c = c \\bar\\beta", "β̄ c = \\bar\\beta"),
        ("2ẋ = ẋ + \\dot x", "2ẋ = ẋ - \\dot x"),
        ("2･c ⋅ c = 2 c^2", "2･c ⋅ c = c^2"),
        (r"\sum\_{i=1}^n z\_i = 2 \sum\_i x\_i", r"\sum\_{i=1}^n z\_i = \sum\_i x\_i"),
        (r"x\_iz\_j = 2 x_i x_j", r"x\_iz\_j = 2 x_i x_i"),
        (r"c dy\_g^2 = dy\_g \cdot dy\_g c", r"c dy\_g^2 = dy\_g c"),
        (r"res\_for\_x = c c", r"res\_for\_x = 2 c"),
    ],
)
def test_letters_as_they_look(true: str, false: str) -> None:
    assert status_of(true, TYPED) == "proved"
    assert status_of(false, TYPED) == "refuted"


@pytest.mark.parametrize("latex", ["é + c = c", r"dx\_g = c", "c + \u0302 = c", r"\_ c = c"])
def test_other_letters_are_refused(latex: str) -> None:
    assert refusal(read_latex, latex, context_from(TYPED))
