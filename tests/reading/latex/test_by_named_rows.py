r"""Derivatives by a row or a column with a name of its own, and ``\frac{\partial^2}{\partial^2 x}``."""

from __future__ import annotations

import pytest

from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import refusal, status_of

HEAD = "dimension K, N; matrix U : K x N; vectors v : N; w : K; index j, k : K; index m : N; scalar t; "
BY = r"\frac{\partial J}{\partial u_k}"
LOSS = r"\frac{\partial L}{\partial u_k}"
ROWS = HEAD + r"rows u_k of U; let J = \sum_{k=1}^K \exp(-u_k^\top v); loss L of U"
COLUMNS = HEAD + r"columns u_m of U; let J = \sum_m \exp(-u_m^\top w)"
BOLD = HEAD + r"rows \mathbf{u}_k of U; let J = \sum_k \|\mathbf{u}_k - v\|^2"


@pytest.mark.parametrize(
    ("declared", "true", "false"),
    [
        (ROWS, rf"{BY} = -\exp(-u_k^\top v) v", rf"{BY} = \exp(-u_k^\top v) v"),
        (ROWS, r"\frac{\partial J}{\partial u_j} = -\exp(-u_j^\top v) v", rf"{BY} = -\exp(-u_j^\top v) v"),
        (ROWS, r"\sum_k \frac{\partial J}{\partial u_k} = -J v", r"\sum_k \frac{\partial J}{\partial u_k} = J v"),
        (ROWS, r"\frac{\partial u_j^\top v}{\partial u_k} = \delta_{jk} v", r"\frac{\partial u_j^\top v}{\partial u_k} = v"),
        (ROWS, rf"{LOSS} = (\frac{{\partial L}}{{\partial U}})^\top e_k", rf"{LOSS} = v"),
        (COLUMNS, r"\frac{\partial J}{\partial u_m} = -\exp(-u_m^\top w) w", r"\frac{\partial J}{\partial u_m} = -w"),
        (BOLD, r"\frac{\partial J}{\partial \mathbf{u}_k} = 2 (\mathbf{u}_k - v)", r"J = 0"),
    ],
)  # fmt: skip
def test_a_derivative_by_a_named_row(declared: str, true: str, false: str) -> None:
    """It is that row of the derivative by the matrix."""
    assert status_of(true, declared) == "proved"
    assert status_of(false, declared) == "refuted"


@pytest.mark.parametrize(
    ("declared", "latex"),
    [
        (f"{ROWS}; layout numerator", r"\frac{\partial J}{\partial u_k} = -\exp(-u_k^\top v) v"),
        (HEAD + "let u_k = t v; let J = t", r"\frac{\partial J}{\partial u_k} = v"),
    ],
)
def test_where_nothing_says_what_it_is(declared: str, latex: str) -> None:
    assert "a derivative by a formula" in refusal(read_latex, latex, context_from(declared))


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"\frac{\partial^2 f}{\partial^2 t} = 6 t", r"\frac{\partial^2 f}{\partial^2 t} = 3 t^2"),
        (r"\frac{\partial^2}{\partial^2 t} f = 6 t", r"\frac{\partial^2}{\partial^2 t} f = 6"),
        (r"\frac{d^2 f}{d^2 t} = \frac{d^2 f}{d t^2}", r"\frac{d^2 f}{d^2 t} = \frac{d f}{d t}"),
        (r"\frac{\partial^2}{\partial^2 v_m} \|v\|^2 = 2", r"\frac{\partial^2}{\partial^2 v_m} \|v\|^2 = 2 v_m"),
    ],
)
def test_the_order_below_is_that_above(true: str, false: str) -> None:
    assert status_of(true, HEAD + "let f = t^3") == "proved"
    assert status_of(false, HEAD + "let f = t^3") == "refuted"


@pytest.mark.parametrize("latex", [r"\frac{\partial f}{\partial^2 t} = 0", r"\frac{\partial^3 f}{\partial^2 t} = 6"])
def test_another_order_below(latex: str) -> None:
    assert "a derivative by something else" in refusal(read_latex, latex, context_from(HEAD + "let f = t^3"))


OWN = (
    r"dimension T, M, d; matrix V : M x d; matrix P : T x M; index i : T; index k : M; let O(P, V) = P V; loss L of O; "
)
FROBENIUS = r"let J = \|V\|_F^2; index l : d"


@pytest.mark.parametrize(
    ("declared", "true", "false"),
    [
        (OWN + "rows V_k of V; rows O_i of O",
         r"\frac{\partial L}{\partial V_k} = \sum_i P_{ik} \frac{\partial L}{\partial O_i}",
         r"\frac{\partial L}{\partial V_k} = 2 \sum_i P_{ik} \frac{\partial L}{\partial O_i}"),
        (OWN + FROBENIUS, r"\frac{\partial J}{\partial V_k} = 2 V_k", r"\frac{\partial J}{\partial V_k} = V_k"),
        (OWN + FROBENIUS, r"\frac{\partial J}{\partial V_l} = 2 V_l", r"\frac{\partial J}{\partial V_l} = V_l"),
        (OWN + FROBENIUS, r"\frac{\partial J}{{\partial{V_{kl}}}} = 2 V_{kl}",
         r"\frac{\partial J}{{\partial{V_{kl}}}} = V_{kl}"),
    ],
)  # fmt: skip
def test_a_derivative_by_a_row_with_the_letter_of_its_matrix(declared: str, true: str, false: str) -> None:
    """``V_k`` is the row, or the column, that its index runs over."""
    assert status_of(true, declared) == "proved"
    assert status_of(false, declared) == "refuted"


def test_a_derivative_by_a_name_with_a_number() -> None:
    """``B_4`` that is declared is no row of a B, declared or not."""
    more = "dimension n; matrices B, B_1, B_4 : n x n; index i : n; let L = tr(B_4^T B_1)"
    assert status_of(r"\frac{\partial L}{\partial B_4} = B_1", more) == "proved"
    assert status_of(r"\frac{\partial L}{\partial B_4} = B", more) == "refuted"


def test_an_entry_of_a_named_row() -> None:
    """It is no row."""
    more = r"dimension m, n; matrix X : m x n; index i : m; index k : n; rows a_i of X; let L = \sum_i a_i^\top a_i"
    assert status_of(r"\frac{\partial L}{\partial a_{ik}} = 2 a_{ik}", more) == "proved"
    assert status_of(r"\frac{\partial L}{\partial a_i} = 2 a_i", more) == "proved"
