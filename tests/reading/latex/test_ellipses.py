r"""``x_1 + x_2 + \\dots + x_N``: a sum where the first and the last term say what it is over; any other dots are refused."""

from __future__ import annotations

import pytest

from derive.errors import InputError
from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import status_of

DECLARED = r"""dimensions n, m; vectors x, w : n; vector z : m; scalars b, c; matrix X : m x n; rows u_p of X
index i, q : n; index p : m; scalar y_1; vector y : n
matrix B : n x n"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"x_1 + \dots + x_n = \sum_i x_i", r"x_1 + \dots + x_n = n x_1"),
        (r"x_1 + x_2 + x_3 + \cdots + x_n = \mathbf 1^\top x", r"x_1 + x_2 + \cdots + x_n = \mathbf 1^\top w"),
        (
            r"b + x_1 w_1 + \ldots + x_q w_q + \ldots + x_n w_n - c = b + x^\top w - c",
            r"x_1 w_1 + \dots + x_n w_n = x^\top x",
        ),
        (
            r"\left( X_{p1} w_{1} + \ldots + X_{pq} w_{q} + \ldots + X_{pn} w_{n} \right) = (X w)_p",
            r"X_{p1} w_1 + \dots + X_{pn} w_n = (X w)_1",
        ),
        (r"u_{p1} w_1 + \dotsb + u_{pn} w_n = u_p^\top w", r"u_{p1} w_1 + \dotsb + u_{pn} w_n = u_p^\top x"),
        (
            r"B_{11} + B_{22} + \dots + B_{nn} = \operatorname{tr} B",
            r"B_{11} + \dots + B_{ii} + \dots + B_{nn} = 1^\top_n B 1_n",
        ),
        (r"c \bigl(x_1^2 + \dots + x_n^2\bigr) = c \|x\|^2", r"c x_1^2 + \dots + c x_n^2 = \|x\|^2"),
        (r"\frac{x_1 + \dots + x_n}{n} = \frac1n \sum_i x_i", r"\frac{x_1 + \dots + x_n}{n} = \sum_i x_i"),
        (r"e^{x_1} + \dots + e^{x_n} = \sum_i e^{x_i}", r"e^{x_1} + \dots + e^{x_n} = e^{\sum_i x_i}"),
        (
            r"\frac{\partial}{\partial w_q} (x_1 w_1 + \dots + x_n w_n) = x_q",
            r"\frac{\partial}{\partial w_q} (w_1 + \dots + w_n) = x_q",
        ),
        (r"|x_1| + \dots + |x_n| + z_1 + \dots + z_m = \|x\|_1 + \sum_p z_p", r"|x_1| + \dots + |x_n| = \|x\|"),
    ],
)
def test_sums_with_dots(true: str, false: str) -> None:
    """Terms before and behind are no part of them; one in the middle may stand for all."""
    assert (status_of(true, DECLARED), status_of(false, DECLARED)) == ("proved", "refuted")


@pytest.mark.parametrize(
    "latex",
    [
        r"x_0 + \dots + x_n = b", r"x_1 + x_1 + \dots + x_n = b", r"x_1 + \dots + x_q = b",
        r"x_2 + \dots + x_n = b", r"x_1 + x_3 + \dots + x_n = b", r"x_1 + \dots + w_n = b",
        r"c x_1 + \dots + x_n = b", r"b - x_1 + \dots + x_n = b", r"x_1 - x_2 + \dots + x_n = b",
        r"1 + 2 + \dots + n = b", r"x_1 + \dots + b + \dots + x_n = b", r"x_1 + \dots + x_{n-1} = b",
        r"y_1 + \dots + y_n = b", r"x_1 + \dots + x_m = b", r"z_1 + \dots + z_n = b", r"x_1 + \dots = b", r"\dots + x_n = b",
        r"B_{11} + \dots + B_{nn} = b", r"B_{1,1} + \dots + B_{n,n} = b",
        r"x_1 w_1 + \dots + x_q w_i + \dots + x_n w_n = b", r"x_1 + \dots - x_n = b",
    ],
)  # fmt: skip
def test_other_dots_are_refused(latex: str) -> None:
    """Where they could be another sum, or none."""
    with pytest.raises(InputError):
        read_latex(latex, context_from(DECLARED))
