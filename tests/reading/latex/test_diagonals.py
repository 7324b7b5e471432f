"""``h_{ii}`` of a declared index, defined: the entries on a diagonal, of which nothing says what the others are."""

from __future__ import annotations

import pytest

from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import refusal, status_of

HEAD = "dimension n; index i, j : n; matrices H, A : n x n; vectors x, y : n; "


@pytest.mark.parametrize(
    ("declared", "true", "false"),
    [
        ("let h_{ii} = H_{ii}", r"h_{ii} = H_{ii}", r"h_{ii} = H_{ii} / n"),
        ("let h_{ii} = H_{ii}", r"\sum_i h_{ii} = \operatorname{tr}(H)", r"\sum_i h_{ii} = n \operatorname{tr}(H)"),
        ("let h_{ii} = H_{ii}", r"\sum_j {h_{jj} / n} = \operatorname{tr}(H) / n", r"\sum_j h_{jj} = H_{jj}"),
        ("let h_{i,i} = x_i^2", r"\sum_i h_{ii} = \|x\|^2", r"\sum_i h_{ii} = n \|x\|^2"),
        (r"let S_{xx} = \sum_i x_i^2", r"S_{xx} = \|x\|^2", r"S_{xx} = n \|x\|^2"),
        ("let d_{ij} = H_{ji}", r"d_{ii} = H_{ii}", r"d_{ij} = H_{ij}"),
    ],
)
def test_entries_on_a_diagonal(declared: str, true: str, false: str) -> None:
    assert status_of(true, HEAD + declared) == "proved"
    assert status_of(false, HEAD + declared) == "refuted"


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        ("let H_{ii} = x_i", "a definition of entries on a diagonal"),
        ("let P[i, i] = x_i", "a definition of entries on a diagonal"),
        ("let f(A)_{ii} = A_{ii}", "found 2 indices of a value"),
        ("einstein; let h_{ii} = H_{ii}", "a definition of entries on a diagonal"),
    ],
)
def test_diagonals_that_are_not_defined_so(declared: str, message: str) -> None:
    """Of an array that is declared, or has another entry beside them, they do not say what it is."""
    assert message in refusal(context_from, HEAD + declared)


def test_beside_the_diagonal_there_is_nothing() -> None:
    assert "the unknown name h_{i j}" in refusal(
        read_latex, "h_{ij} = H_{ij}", context_from(HEAD + "let h_{ii} = H_{ii}")
    )
