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


WRITTEN_OUT = r"""dimension n; vector \vec y : n; matrices Q, K : 2 x 2; let Z = Q K^\top; vector V : n; matrix A : n x 2
loss L of Z; index i, j, i', j' : 2"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (
            r"Q = \begin{pmatrix} q_{11} & q_{12} \\ q_{21} & q_{22} \end{pmatrix}",
            r"Q = \begin{pmatrix} q_{11} & q_{21} \\ q_{12} & q_{22} \end{pmatrix}",
        ),
        (r"z_{12} = q_{11} k_{21} + q_{1,2} k_{22}", r"z_{12} = q_{11} k_{12} + q_{12} k_{22}"),
        (r"z_{i'j'} = \sum_k q_{i'k} k_{j'k}", r"z_{i'j'} = \sum_k q_{i'k} k_{kj'}"),
        (
            r"\frac{\partial L}{\partial k_{ij}}"
            r" = \sum_{i'} \sum_{j'} \frac{\partial L}{\partial z_{i'j'}} \frac{\partial z_{i'j'}}{\partial k_{ij}}",
            r"\frac{\partial L}{\partial k_{ij}} = \sum_{i'} \frac{\partial L}{\partial z_{i'j}} k_{i'i}",
        ),
    ],
)
def test_entries_of_capitals_at_places(true: str, false: str) -> None:
    """The entries of Q are q_{12} where its sizes are numbers, and a prime belongs to an index."""
    assert status_of(true, WRITTEN_OUT) == "proved"
    assert status_of(false, WRITTEN_OUT) == "refuted"


@pytest.mark.parametrize("latex", ["v_1 = 1", "a_{11} = 1", "q_1 = 1"])
def test_places_that_are_no_entries_of_capitals(latex: str) -> None:
    """Where a size is a letter v_1 could be another name; q_1 is no entry of a matrix."""
    assert "unknown name" in refusal(lambda: read_latex(latex, context_from(WRITTEN_OUT)))


def test_a_place_that_there_is_not() -> None:
    """Q has two columns."""
    assert "the entry 13" in refusal(lambda: read_latex("q_{13} = 1", context_from(WRITTEN_OUT)))


LINES = "dimension N, D; matrices A, X, B : D x N; vector b : N; index i : D; index t : N; columns x_t of X"


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"a_{:,t} = A e_t", r"a_{:,t} = X e_t"),
        (r"\mathbf a_{:,t}^\top \mathbf a_{:,t} = \sum_i a_{it}^2", r"\bm a_{:,t} = 2 A_{:,t}"),
        (r"a_{i,:} = A^\top e_i", r"a_{i,:} = 2 A^\top e_i"),
    ],
)
def test_lines_of_capitals(true: str, false: str) -> None:
    """The columns and rows of A are a_{:,t} and a_{i,:}, with a mark or without, where no a is declared."""
    assert status_of(true, LINES + "; colons in subscripts: column") == "proved"
    assert status_of(false, LINES + "; colons in subscripts: column") == "refuted"
    refusal(lambda: read_latex("b_{:,t} = B e_t", context_from(LINES)))
    refusal(lambda: read_latex("a_{:,i} = A e_t", context_from(LINES)))
