r"""``let \|x\|_{RMS} = \sqrt{\frac1d \sum_i x_i^2}``: a norm with a name is a function of what stands in it."""

from __future__ import annotations

import pytest

from derive.errors import AmbiguityError, InputError
from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import status_of

TYPES = r"dimension d; vectors x, y : d; matrices A, B : d x d; scalar c; index i : d"
NORM = rf"{TYPES}; let \|x\|_{{RMS}} = \sqrt{{\frac1d \sum_{{i=1}}^d x_i^2}}; let \|A\|_{{op}} = \operatorname{{tr}} A"


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\|y\|_{RMS} = \frac{\|y\|_2}{\sqrt d}", "proved"),
        (r"\|y\|_{RMS} = \|y\|_2", "refuted"),
        (r"\left\| c y \right\|_{RMS} = |c| \lVert y \rVert_{RMS}", "proved"),
        (r"\|c y\|_{RMS} = c \|y\|_{RMS}", "refuted"),
        (r"\|x + y\|_{RMS}^2 = \|x\|_{RMS}^2 + \frac2d x^\top y + \|y\|_{RMS}^2", "proved"),
        (r"\|x + y\|_{RMS}^2 = \|x\|_{RMS}^2 + \|y\|_{RMS}^2", "refuted"),
        (r"\frac{\partial}{\partial x_i} \|x\|_{RMS} = \frac{x_i}{d \|x\|_{RMS}}", "proved"),
        (r"\frac{\partial}{\partial x_i} \|x\|_{RMS} = \frac{x_i}{\|x\|_{RMS}}", "refuted"),
        (r"\|A B\|_{op} = \|B A\|_{op}", "proved"),
        (r"\|A B\|_{op} = \|A\|_{op} \|B\|_{op}", "refuted"),
        (r"\|x\|_2^2 = x^\top x", "proved"),
    ],
)
def test_a_norm_with_a_name(latex: str, expected: str) -> None:
    """It is the formula at what stands in it; other norms stay what they are."""
    assert status_of(latex, NORM) == expected


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (r"\|x\|_2 = 2 \|x\|", "another meaning"), (r"\|x\|_\infty = \sum_i x_i", "another meaning"),
        (r"\|\cdot\|_{rms} = 3", r"'\\cdot'"), (r"\|x + y\|_{rms} = 3", r"'x \+ y'"), (r"\|x\|_c = 3", "has a meaning"),
        (r"\|x\|_i = 3", "has a meaning"), (r"\|x\|_{rms}^2 = x^\top x", "a formula with a norm in it"),
        (r"\|x\|_{rms} + 1 = 3", "a formula with a norm in it"), (r"\|x\|_{rms} = \|x\|_{rms} + 1", "the norm"),
        (r"\|x\|_{RMS} = \|x\|_2", "another meaning"),
    ],
)  # fmt: skip
def test_what_defines_no_norm(said: str, message: str) -> None:
    """What has a meaning, is no norm alone, or is of no name."""
    with pytest.raises(InputError, match=message):
        context_from(f"{NORM}; let {said}")


def test_a_norm_with_the_letter_of_a_matrix() -> None:
    """A matrix that is declared afterwards has a norm, too; of another shape there is none."""
    declared = rf"{TYPES}; let \|x\|_M = \|x\|_2 / 2"
    assert status_of(r"\|y\|_M = \|y\| / 2", declared) == "proved"
    with pytest.raises(InputError, match="takes"):
        read_latex(r"\|A\|_M = 1", context_from(declared))
    with pytest.raises(AmbiguityError, match="the norm by that matrix"):
        read_latex(r"\|y\|_M = 1", context_from(f"{declared}; matrix M : d x d symmetric positive definite"))
