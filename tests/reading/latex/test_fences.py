"""Fences, and other signs, as people type them."""

from __future__ import annotations

import pytest

from derive.errors import AmbiguityError
from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import status_of

DECLARED = r"""dimension n; vectors x, y : n; matrix X : n x n; scalars s, t; index i, j : n; vector p > 0 : n; let f = s^2 t
vector \mathbf z : n"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"\rvert x^T y \lvert^2 = (x^T y)^2", r"\rvert x^T y \lvert = x^T y"),
        (r"\lvert\lvert x \lvert\lvert_2^2 = x^T x", r"\lvert\lvert x \lvert\lvert_2^2 = 2 x^T x"),
        (r"s \left. t + s \right. = s t + s", r"s \left. t + s \right. = s t + s^2"),
        (r"s \Big{(} t + s \Big{)} = s t + s^2", r"s \Big{(} t + s \Big{)} = s t + s"),
        (r"x^{\text T} y = y^{\textrm T} x", r"x^{\text T} y = x^{\text T} x"),
        (r"\textbf z^T x = x^T \textbf{z}", r"\textbf z^T x = x^T x"),
        (r"\dv{f}{s} = 2 s t", r"\dv{f}{s} = s t"),
        (r"\pdv{f}{t} = s^2", r"\pdv{f}{t} = s"),
        (r"\vb{z} = \mathbf z", r"\vb{z} = x"),
        (r"\qty(s + t) s = s^2 + s t", r"\qty(s + t) s = s + s t"),
        (r"s \frac{-\partial f}{\partial t} = - s^3", r"s - \frac{-2 \partial f}{\partial t} = s - 2 s^2"),
        (r"|x + y|^2 = |x|^2 + 2<x,y> + |y|^2", r"|x + y|^2 = |x|^2 + <x,y> + |y|^2"),
        (r"1/2 \|x\|^2 = \frac12 x^T x", r"1/2 \|x\|^2 = \frac{1}{2 x^T x}"),
        (r"1/2 (\|x + y\|^2 - \|x\|^2 - \|y\|^2) = x^T y", r"1/2 (\|x + y\|^2 - \|x\|^2) = x^T y"),
        (r"\frac{\partial log p_i}{\partial p_j} = \delta_{ij} / p_i", r"log p_i = p_i"),
        (
            r"\frac{\partial}{\partial x} (y - X x)^T (y - X x) = -2 X^T (y - X x)",
            r"\frac{\partial}{\partial x} (y - X x)^T (y - X x) = - X^T (y - X x)",
        ),
    ],
)
def test_what_is_read(true: str, false: str) -> None:
    assert (status_of(true, DECLARED), status_of(false, DECLARED)) == ("proved", "refuted")


def test_a_half_of_numbers_has_two_readings() -> None:
    for latex in ("1/2 s = s/2", "1/2 (s + t) = (s + t)/2", "1/2 x_i = x_i/2", r"1/2 s^2 \|x\|^2 = \|x\|^2 s^2 / 2"):
        with pytest.raises(AmbiguityError):
            read_latex(latex, context_from(DECLARED))
