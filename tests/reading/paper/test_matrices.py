r"""Matrices written out in displays: their rows are none of the display."""

from __future__ import annotations

from typing import Any

import pytest

NAMES = (
    "% derive: forget\n"
    "% derive: scalars a, b, c, d; vector x : 2; matrix M : 2 x 2; dimension N; vectors u, v : N; matrix A : N x N\n"
)
V, W = r"\begin{pmatrix} a \\ b \end{pmatrix}", r"\begin{pmatrix} b \\ a \end{pmatrix}"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (rf"\[ {V} = {V} \]", ["proved"]),
        (rf"\[ {V} = {W} \]", ["refuted"]),
        (rf"\begin{{align}} {V} &= {V} \\ &= {W} \end{{align}}", ["proved", "refuted"]),
        (
            r"\begin{align} M \begin{pmatrix} 1 \\ 0 \end{pmatrix} &= \begin{pmatrix} M_{11} \\ M_{21} \end{pmatrix}, &"
            r"M \begin{pmatrix} 0 \\ 1 \end{pmatrix} &= \begin{pmatrix} M_{11} \\ M_{22} \end{pmatrix} \end{align}",
            ["proved", "refuted"],
        ),
        (rf"\begin{{gather}} x = x \\ {V} + {W} = (a + b) \mathbf 1_2 \end{{gather}}", ["proved", "proved"]),
        (rf"\begin{{multline}} {V} + {W} = \\ {W} + {V} \end{{multline}}", ["proved"]),
        (r"\[ \begin{array}{rcl} a &=& a \\ a &=& b \end{array} \]", ["proved", "refuted"]),
        (r"\[ \begin{array}{rcl} a &=& a \\ a &=& b \end{array} = c \]", ["error"]),
        (
            r"\newcommand{\two}[2]{\begin{bmatrix} #1 \\[2pt] #2 \end{bmatrix}}"
            + "\n"
            + r"\[ \two{a}{b} + \two{c}{d} = \two{a + c}{b + d} \]",
            ["proved"],
        ),
        (
            r"\[ R := \begin{pmatrix} a & -b \\ b & a \end{pmatrix} \]" + "\n"
            r"\[ \det R = a^2 + b^2 \qquad R R^\top = (a^2 - b^2) I \]",
            ["proved", "refuted"],
        ),
        (
            r"\[ \begin{bmatrix} u_1 \\ \vdots \\ u_N \end{bmatrix}^\top \begin{bmatrix} v_1 \\ \vdots \\ v_N \end{bmatrix}"
            r"= u \cdot v = u \cdot u \]",
            ["proved", "refuted"],
        ),
        (r"\[ A = \begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix} \]", ["unsupported"]),
    ],
)
def test_displays(verdicts: Any, body: str, expected: list[str]) -> None:
    """Cut where the display has rows, and decided."""
    assert verdicts(NAMES + body) == expected
