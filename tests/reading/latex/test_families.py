r"""Rows and columns that are declared under a letter which is another name, too: ``rows X_i of X``, ``columns w_j of U``."""

from __future__ import annotations

import pytest

from derive.errors import AmbiguityError
from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import refusal, status_of

OF_ITSELF = "dimension n, d; matrix X : n x d; vector w : d; index i, m : n; index k : d; rows X_i of X"
APART = r"""dimension n, p; matrices X, B : n x p; vector y : n; index i, k : n; rows \vec x_i of X; rows \vec\beta_k of B
let \vec\beta = X^\top y"""
CLASH = r"""dimension d; matrix U : d x d orthogonal; vectors w, \lambda : d; index j, k : d; columns w_j of U
let S = U \operatorname{diag}(\lambda) U^\top; ones d"""


@pytest.mark.parametrize(
    ("declared", "true", "false"),
    [
        (OF_ITSELF, r"\sum_i X_i X_i^T = X^T X", r"\sum_i X_i X_i^T = 2 X^T X"),
        (OF_ITSELF, r"(X_i^T w)^2 = w^T X_i X_i^T w", r"(X_i^T w)^2 = w^T X_m X_m^T w"),
        (OF_ITSELF, r"\sum_i (X_i^T w)^2 = \|X w\|^2", r"\sum_i (X_i^T w)^2 = \|w\|^2"),
        (OF_ITSELF, r"X_{ik} = X_i^\top e_k", r"X_{ik} = X_m^\top e_k"),
        (APART, r"\vec x_k^T \vec\beta_k = (X B^\top)_{kk}", r"\vec x_k^T \vec\beta_k = (X B^\top)_{ki}"),
        (APART, r"\vec x_k^T (\vec\beta_k - \vec\beta) = (X B^\top)_{kk} - (X X^\top y)_k", r"\vec\beta_k = \vec\beta"),
        (CLASH, r"w_k^T S w_k = \lambda_k", r"w_k^T S w_k = \lambda_j"),
        (CLASH, r"\sum_j \lambda_j w_j w_j^T = S", r"\sum_j \lambda_j w_j w_j^T = I"),
        (CLASH, r"\sum_j (w^T w_j)^2 = \|w\|^2", r"\sum_j (w^T w_j)^2 = 2\|w\|^2"),
        (CLASH, r"\sum_j w_j w_j = \|w\|^2", r"\sum_j w_j w_j = 2 \|w\|^2"),  # no column is a factor of one
    ],
)
def test_a_declared_line_is_read_where_nothing_else_fits(declared: str, true: str, false: str) -> None:
    """The row of the same matrix, the row where the index runs over no component, and what has one way to be well-typed."""
    assert status_of(true, declared) == "proved"
    assert status_of(false, declared) == "refuted"


@pytest.mark.parametrize(
    "latex", [r"2 w_k = w_k + w_k", r"\lambda_j w_k = w_k \lambda_j", r"\sum_j w_j = w^T \mathbf 1"]
)
def test_where_both_fit_they_are_two_readings(latex: str) -> None:
    """A column of U, or a component of w, which the formula does not tell: the letter, or a declaration, does."""
    with pytest.raises(AmbiguityError, match="take another letter for the vector"):
        read_latex(latex, context_from(CLASH))
    for choice in ("line", "component") if "sum" not in latex else ("component",):
        assert status_of(latex, f"{CLASH}; lines and components: {choice}") == "proved"


def test_what_a_declaration_settles() -> None:
    """The transpose of a component is none."""
    settled = f"{CLASH}; lines and components: component"
    assert "the transpose of a component" in refusal(
        lambda: read_latex(r"w_k^T S w_k = \lambda_k", context_from(settled))
    )
    assert status_of("w_k = w^T e_k", settled) == "proved"
    assert status_of("w_k = U e_k", f"{CLASH}; lines and components: line") == "proved"
    assert status_of("w_k = w", f"{CLASH}; lines and components: line") == "refuted"


def test_what_stands_in_the_name_of_rows_alone() -> None:
    """It is no name by itself, of which a function could be defined; what is written with it may be an abbreviation."""
    declared = (
        r"dimensions N, D; matrix \Phi : N x D; index i, j : N; rows \phi(\mathbf x_i) of \Phi; let K = \Phi \Phi^\top"
    )
    kernel = declared + r"; let k(\mathbf x_i, \mathbf x_j) = K_{ij}"
    same = r"k(\mathbf x_j, \mathbf x_i) = \langle \phi(\mathbf x_i), \phi(\mathbf x_j) \rangle"
    assert status_of(same, kernel) == "proved"
    assert status_of(same.replace("= ", "= 2 "), kernel) == "refuted"
    assert status_of(r"K_{ij} = \langle \phi(\mathbf x_i), \phi(\mathbf x_j) \rangle", declared) == "proved"


SIZES = "dimension m, n; matrix A : m x n; index i : m; index j, k : n; "
BESIDE = SIZES + r"columns \mathbf a_j of A; rows \underline{\mathbf a}^i of A"
TURNED = SIZES + r"rows \underline{\mathbf a}^i of A; columns \mathbf a_j of A"


@pytest.mark.parametrize("declared", [BESIDE, TURNED])
@pytest.mark.parametrize(
    ("true", "false"),
    [
        (
            r"\sum_i \|\underline{\mathbf a}^i\|^2 = \sum_j \|\mathbf a_j\|^2",
            r"\sum_i \|\underline{\mathbf a}^i\|^2 = \|\mathbf a_j\|^2",
        ),
        (r"\underline{\mathbf a}^i = A^\top e_i", r"\underline{\mathbf a}^i = 2 A^\top e_i"),
        (r"\mathbf a_j^\top \mathbf a_k = (A^\top A)_{jk}", r"\mathbf a_j^\top \mathbf a_k = (A^\top A)_{kk}"),
        (r"a_{ij} = A_{ij}", r"a_{ij} = 2 A_{ij}"),
        (r"\mathbf a^i_j = A_{ij}", r"\mathbf a^i_j = A_{ik}"),
        (r"\|\mathbf a_j\|^2 = \sum_i a_{ij}^2", r"\|\mathbf a_j\|^2 = \sum_i a_{ik}^2"),
    ],
)
def test_columns_with_the_index_below_stand_beside_rows_with_it_above(declared: str, true: str, false: str) -> None:
    """An entry is told by what its indices run over."""
    assert status_of(true, declared) == "proved"
    assert status_of(false, declared) == "refuted"


@pytest.mark.parametrize("latex", [r"a_{ij} = A_{ij}", r"a_{ij} = A_{ji}"])
def test_an_entry_of_columns_of_a_square_matrix_is_read_in_two_ways(latex: str) -> None:
    """The field writes A_{ij} so, and the j-th component of the i-th column."""
    declared = "dimension n; matrix A : n x n; index i, j : n; columns a_j of A"
    with pytest.raises(AmbiguityError, match=r"entries of columns"):
        read_latex(latex, context_from(declared))
    for choice, proved in (("entry", r"a_{ij} = A_{ij}"), ("component", r"a_{ij} = A_{ji}")):
        expected = "proved" if latex == proved else "refuted"
        assert status_of(latex, f"{declared}; entries of columns: {choice}") == expected
    assert status_of(r"\sum_j a_{jj} = \operatorname{tr} A", f"{declared}; entries of columns: entry") == "proved"
    assert status_of(r"a_{ij} = A_{ij}", declared.replace("columns", "rows")) == "proved"
    assert status_of(r"a_{ij} = A_{ji}", declared.replace("columns a_j of A", r"rows a_j of A^\top")) == "proved"


def test_a_bar_over_a_component_is_one_over_the_name() -> None:
    r"""``let \overline{a_{ij}} = …`` defines \overline a for each i and j, also beside columns of that letter."""
    declared = BESIDE + r"; let \overline{a_{ij}} = 2 a_{ij}"
    assert status_of(r"\overline{a_{ij}} = 2 A_{ij}", declared) == "proved"
    assert status_of(r"\overline a_{ij} = \overline{a_{ij}}", declared) == "proved"
    assert status_of(r"\overline{a_{ij}} = A_{ij}", declared) == "refuted"
    both = declared + r"; let \overline{\mathbf a_j} = 3 \mathbf a_j"
    assert "two readings" in refusal(lambda: read_latex(r"\overline{\mathbf a}_j = 2 \mathbf a_j", context_from(both)))
    alone = BESIDE + r"; let \overline{\mathbf a_j} = 3 \mathbf a_j"
    assert status_of(r"\overline{\mathbf a_j} = 3 A e_j", alone) == "proved"
    assert status_of(r"\overline{\mathbf a_j} = A e_j", alone) == "refuted"
