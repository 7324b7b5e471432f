r"""Lists in brackets, ``(x_1, \dots, x_N)``, and dots in matrices: what is decided of them, true and false."""

from __future__ import annotations

from typing import Any

import pytest

from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import refusal, status_of

NAMES = (
    "dimension N, d; vectors x, p, g : N; vector t : 3; matrix R : N x N; matrix X : N x d; rows z_i of X; vector w : d;"
    r"scalars a, b, c, \lambda; index i, j : N"
)


def matrix(*rows: str) -> str:
    """A matrix written out."""
    return r"\begin{bmatrix} " + r" \\ ".join(rows) + r" \end{bmatrix}"


CENTRING = matrix(
    r"1 - \frac1N & -\frac1N & \cdots & -\frac1N",
    r"-\frac1N & 1 - \frac1N & \cdots & -\frac1N",
    r"\vdots & \vdots & \ddots & \vdots",
    r"-\frac1N & -\frac1N & \cdots & 1 - \frac1N",
)
SOFTMAX = matrix(
    r"p_1 (1 - p_1) & -p_1 p_2 & \cdots & -p_1 p_N",
    r"-p_2 p_1 & p_2 (1 - p_2) & \cdots & -p_2 p_N",
    r"\vdots & \vdots & \ddots & \vdots",
    r"-p_N p_1 & -p_N p_2 & \cdots & p_N (1 - p_N)",
)
SHIFTED = matrix(
    r"R_{11} + \lambda & R_{12} & \dots & R_{1N}",
    r"R_{21} & R_{22} + \lambda & \dots & R_{2N}",
    r"\vdots & & \ddots & \vdots",
    r"R_{N1} & R_{N2} & \dots & R_{NN} + \lambda",
)
FILLED = matrix(
    r"c + g_1 & c & \dots & c",
    r"c & c + g_2 & \dots & c",
    r"\vdots & \vdots & \ddots & \vdots",
    r"c & c & \dots & c + g_N",
)
ROWS = matrix(r"z_1^\top", r"\vdots", r"z_N^\top")
COLUMNS = matrix(r"z_1 & \cdots & z_N")
VALUES = matrix(r"z_1^\top w", r"\vdots", r"z_N^\top w")
SCALED = matrix("c & & ", r"& \ddots & ", "& & c")
SAME = matrix(r"c & \cdots & c", r"\vdots & \ddots & \vdots", r"c & \cdots & c")
NOUGHT = matrix(r"0 & \cdots & 0", r"\vdots & \ddots & \vdots", r"0 & \cdots & 0")
STACKED = matrix(r"z_1", r"\vdots", r"z_N")
BAND = matrix(r"a & b & \cdots & 0", r"b & a & \cdots & 0", r"\vdots & \vdots & \ddots & \vdots", r"0 & 0 & \cdots & a")
SQUARE = r"\frac{\partial x^\top x}{\partial x_%s}"


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"x = (x_1, \dots, x_N)", "proved"),
        (r"x = (x_1, x_2, \ldots, x_N)^\top", "proved"),
        (r"x = \left[ x_1, x_2, \dots, x_N \right]^T", "proved"),
        (r"x^\top = [x_1, \dots, x_N]", "proved"),
        (r"x = (x_1, \dots, x_N) + (g_1, \dots, g_N)", "refuted"),
        (r"x + c \mathbf 1 = (x_1 + c, \dots, x_N + c)", "proved"),
        (r"x - c \mathbf 1 = (x_1 + c, \dots, x_N + c)", "refuted"),
        (r"x = (x_1; x_2; \dots; x_N)", "proved"),
        (r"x^\top = (x_1; x_2; \dots; x_N)", "refuted"),
        (r"X = [z_1^\top; \dots; z_N^\top]", "proved"),
        (r"\mathbf 1_N = (1, 1, \dots, 1)^\top", "proved"),
        (r"c \mathbf 1_N = (c, \dots, c)", "proved"),
        (r"x - x = (0, \dots, 0)", "proved"),
        (r"\operatorname{diag}(x_1, \dots, x_N) g = x \odot g", "proved"),
        (r"\operatorname{tr} \operatorname{diag}(x_1, \dots, x_N) = \sum_i g_i", "refuted"),
        (r"\|(x_1, \dots, x_N)\|^2 = x^\top x", "proved"),
        (r"(x_1, \dots, x_N) g = x^\top g", "proved"),
        (r"(1, \dots, 1) x = \sum_i x_i", "proved"),
        (rf"\nabla_x (x^\top x) = \left({SQUARE % 1}, \dots, {SQUARE % 'N'}\right)", "proved"),
        (r"t = (t_1, t_2, t_3)", "proved"),
        (r"t = [t_1, t_2, t_3]^\top", "proved"),
        (r"t = (t_2, t_1, t_3)^\top", "refuted"),
        (r"\operatorname{diag}(t) = \operatorname{diag}(t_1, t_2, t_3)", "proved"),
        (r"\|(3a, 4a)\| = 5 |a|", "proved"),
        (r"c\,(a, b) = (c a, c b)", "proved"),
        (r"c \cdot (a, b) = (c a, b)", "refuted"),
        (rf"X = {ROWS}", "proved"),
        (r"X^\top = [z_1, \dots, z_N]", "proved"),
        (rf"X^\top = {COLUMNS}", "proved"),
        (r"X = [z_1, \dots, z_N]^\top", "proved"),
        (rf"X w = {VALUES}", "proved"),
        (rf"X X^\top = {ROWS} [z_1, \dots, z_N]", "proved"),
        (rf"I_N - \frac1N \mathbf 1 \mathbf 1^\top = {CENTRING}", "proved"),
        (rf"I_N + \frac1N \mathbf 1 \mathbf 1^\top = {CENTRING}", "refuted"),
        (rf"\operatorname{{diag}}(p) - p p^\top = {SOFTMAX}", "proved"),
        (rf"\operatorname{{diag}}(p) + p p^\top = {SOFTMAX}", "refuted"),
        (rf"R + \lambda I_N = {SHIFTED}", "proved"),
        (rf"R^\top + \lambda I_N = {SHIFTED}", "refuted"),
        (rf"c \mathbf 1 \mathbf 1^\top + \operatorname{{diag}}(g) = {FILLED}", "proved"),
        (rf"c I_N + \operatorname{{diag}}(g) = {FILLED}", "refuted"),
        (rf"c I_N = {SCALED}", "proved"),
        (rf"c \mathbf 1_N \mathbf 1_N^\top = {SAME} I_N", "proved"),
        (rf"R - R = {NOUGHT}", "proved"),
    ],
)  # fmt: skip
def test_what_is_decided(verdicts: Any, latex: str, status: str) -> None:
    """As its entries say, for every size."""
    assert verdicts(f"% derive: forget; {NAMES}\n\\[ {latex} \\]") == [status]


CASES = r"\begin{cases} %s & \text{%s } i = j \\ %s & %s \end{cases}"
BRACE = r"\left\{ \begin{array}{ll} %s, & \text{%s $i=j$} \\ %s, & %s \end{array} \right."
SINON = CASES % ("p_i", "si", "0", r"\text{sinon}")
EITHER = CASES % ("p_i", "if", "p_j", r"\text{otherwise}")
BRACED = BRACE % ("p_i", "if", "0", "i \\ne j")
ONE = CASES % ("p_j", "if", "0", r"\text{otherwise}")
OTHERS = CASES % ("0", "if", "p_j", r"\text{otherwise}")
DASHED = matrix(r"\text{---} & z_1 & \text{---}", r"\vdots & \vdots & \vdots", r"\text{---} & z_N & \text{---}")
UPRIGHT = matrix(r"| & | & & |", r"u_1 & u_2 & \cdots & u_d", r"| & | & & |")
GRAM = matrix(
    r"u_1^\top u_1 & u_1^\top u_2 & \cdots & u_1^\top u_d",
    r"u_2^\top u_1 & u_2^\top u_2 & \cdots & u_2^\top u_d",
    r"\vdots & \vdots & \ddots & \vdots",
    r"u_d^\top u_1 & u_d^\top u_2 & \cdots & u_d^\top u_d",
)


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (rf"X = {DASHED}", "proved"),
        (rf"X^\top = {DASHED}", "refuted"),
        (r"X = \left( \begin{array}{c} - z_1^\top - \\ \vdots \\ - z_N^\top - \end{array} \right)", "proved"),
        (rf"X = {UPRIGHT}", "proved"),
        (rf"X^\top = {UPRIGHT}", "refuted"),
        (rf"X^\top X = {GRAM}", "proved"),
        (rf"X X^\top = {GRAM}", "refuted"),
        (r"X = [x^{(1)}, \dots, x^{(N)}]^\top", "proved"),
        (rf"(\operatorname{{diag}}(p))_{{ij}} = {SINON} = p_j \delta_{{ij}}", "proved proved"),
        (rf"{EITHER} = p_j = p_i", "proved refuted"),
        (rf"{BRACED} = p_i \delta_{{ij}}", "proved"),
        (rf"\sum_j {ONE} = p_i", "proved"),
        (rf"\sum_j {OTHERS} = p_i", "refuted"),
        (r"\begin{cases} a & i = j \\ b & i = k \end{cases} = a", "error"),
        (r"\begin{cases} a & \text{if } a = b \\ b & \text{otherwise} \end{cases} = b", "error"),
        (r"\begin{cases} a & \text{if } i = j \\ b & \text{if } j = i \end{cases} = b", "error"),
        (r"\begin{cases} a & \text{if } i = j \\ b & \text{otherwise} \\ c & i \ne j \end{cases} = b", "error"),
    ],
)  # fmt: skip
def test_lines_around_rows_and_cases(verdicts: Any, latex: str, status: str) -> None:
    """Lines say whether vectors are rows or columns; cases of two indices are a formula with indicators."""
    names = f"{NAMES}; columns u_k of X; index k : d"
    names = names.replace("rows z_i", "rows x^{(i)}") if "x^{(1)}" in latex else names
    assert verdicts(f"% derive: forget; {names}\n\\[ {latex} \\]") == status.split()


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"(x_1, \dots, x_N) (g_1, \dots, g_N)^\top = x^\top g", "a list in brackets with two readings"),
        (r"(x_1, \dots, x_N)^\top (g_1, \dots, g_N) = x^\top g", "a list in brackets with two readings"),
        (r"c(a, b) = a", "several formulas in parentheses that no function takes"),
        (r"c(x_1, \dots, x_N) = c x", "several formulas in parentheses that no function takes"),
        (rf"R = {STACKED}", "a block of shape (d) in a column"),
        (rf"R = {BAND}",
         "a matrix with dots"),
    ],
)  # fmt: skip
def test_what_is_refused(latex: str, message: str) -> None:
    """A product that two lists turn around, and a name before a list, which may be a function."""
    assert message in refusal(lambda: read_latex(latex, context_from(NAMES)))


def test_what_a_declaration_says_of_lists() -> None:
    """A row or a column for all lists of a block."""
    product = r"(x_1, \dots, x_N) (g_1, \dots, g_N)^\top"
    assert status_of(rf"{product} = x^\top g", f"{NAMES}; lists: row") == "proved"
    assert status_of(rf"{product} = x g^\top", f"{NAMES}; lists: column") == "proved"
    assert status_of(r"u^\top u = a^2 + b^2", f"{NAMES}; let u = (a, b)") == "proved"


def test_a_diagonal_matrix_of_a_list_in_a_definition(verdicts: Any) -> None:
    """The list is in doubt, column or row, and the matrix is none of them."""
    listed = r"\operatorname{diag}(a_1, \ldots, a_N)"
    assert verdicts(f"% derive: let S = {listed}\n\\[ S b = a \\odot b \\] \\[ S b = b \\]") == ["proved", "refuted"]
