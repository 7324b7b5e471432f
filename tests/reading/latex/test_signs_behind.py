r"""A sign behind an operation, or behind another sign: ``a \cdot -b``, ``a - -b``."""

from __future__ import annotations

import pytest

from tests.reading.latex.contexts import refusal, status_of

NAMES = "dimension n; scalars a, b, c; vectors x, y : n; matrix A : n x n"


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"a \cdot -b = -a b", r"a \cdot -b = a b"),
        (r"a \cdot -b + c = c - a b", r"a \cdot -b + c = -a (b + c)"),
        (r"a \times -b c \cdot c = - a b c^2", r"a \times -b c \cdot c = a b c^2"),
        (r"x \cdot -y = -x^\top y", r"x \cdot -y = x^\top y"),
        (r"x \cdot -A y = -x^\top A y", r"x \cdot -A y = x^\top A y"),
        (r"a - -b = a + b", r"a - -b = a - b"),
        (r"a + -b - c = a - (b + c)", r"a + -b - c = a - b + c"),
        (r"(-a - -b)^2 = (b - a)^2", r"(-a - -b)^2 = (b + a)^2"),
        (r"e^{a \cdot -b} = e^{-ab}", r"e^{a \cdot -b} = e^{ab}"),
        (r"a \cdot - \frac{b}{c} = -\frac{ab}{c}", r"a \cdot - \frac{b}{c} = \frac{ab}{c}"),
    ],
)
def test_it_is_of_its_factors(true: str, false: str) -> None:
    """Up to the next sign, operation or relation."""
    assert status_of(true, NAMES) == "proved"
    assert status_of(false, NAMES) == "refuted"


@pytest.mark.parametrize(
    "latex", ["a +- b = 0", "a -- b = 0", r"a - \\ - b = 0", r"a \cdot \\ & - b = 0", r"\cdot -b = 0"]
)
def test_what_could_be_something_else_is_refused(latex: str) -> None:
    """±, a dash, and a sign that is written again in the next row."""
    assert "found" in refusal(status_of, latex, NAMES)
