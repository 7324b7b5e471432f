r"""``derive.reading.latex.members``: entries in small letters, ``a_{ij}`` of a matrix A."""

from __future__ import annotations

import pytest

from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import refusal, status_of

ENTRIES = (
    r"dimensions n, m; matrix A : m x n; vectors X, Y : n; index i : m; index j : n; let \hat X = 2 X; loss L of Y"
)


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"(A X)_i = \sum_j a_{ij} x_j", "proved"), (r"a_{ij} = A_{ij}", "proved"), (r"\hat x_j = 2 x_j", "proved"),
        (r"\frac{\partial \hat x_j}{\partial x_j} = 2", "proved"), (r"\sum_{i,j} a_{i,j}^2 = \|A\|_F^2", "proved"),
        (r"(A X)_i = \sum_j a_{ij} y_j", "refuted"), (r"\hat x_j = x_j", "refuted"),
    ],
)  # fmt: skip
def test_entries_in_small_letters(latex: str, status: str) -> None:
    assert status_of(latex, ENTRIES) == status


@pytest.mark.parametrize("latex", ["a_i = 1", r"\bm y_j = 1", "x = X", r"\tilde x_j = 1", "l_j = 1", "a_{ijj} = 1"])
def test_small_letters_that_are_no_entries(latex: str) -> None:
    assert "unknown name" in refusal(read_latex, latex, context_from(ENTRIES))


def test_a_small_letter_that_is_declared_is_another_name() -> None:
    assert status_of("y_j = Y_j", ENTRIES + "; vector y : n") == "refuted"
    assert "a component of a scalar" in refusal(read_latex, "y_j = Y_j", context_from(ENTRIES + "; scalar y"))
