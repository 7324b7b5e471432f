r"""``X_i`` of a matrix with one index over its rows, and ``let x_i = X_i``: rows of a matrix, as columns."""

from __future__ import annotations

from contextlib import suppress

import pytest

from derive.errors import AmbiguityError, InputError, NameError_, ReadError, ShapeError
from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import readings_of, refusal, status_of

DECLARED = r"""dimensions N, d; matrix X : N x d; vector u : d; let x_i = X_i; let S = \sum_i x_i x_i^\top
let z_i = 2 x_i - u
index i, j : N; index k : d"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"S = X^\top X", r"S = 2 X^\top X"),
        (r"X_i^\top X_i = \sum_k X_{ik}^2", r"X_i^\top X_i = X_{ik}^2"),
        (r"X_k^\top X_k = \sum_i X_{ik}^2", r"X_k^\top X_k = \sum_k X_{ik}^2"),
        (r"u^\top S u = \sum_i (u^\top x_i)^2", r"u^\top S u = (\sum_i u^\top x_i)^2"),
        (r"\sum_{j=1}^N z_j = 2 X^\top \mathbf 1 - N u", r"\sum_{j=1}^N z_j = 2 X^\top \mathbf 1 - u"),
        (r"x_{ik} = X_{ik}", r"x_{ik} = X_{jk}"),
    ],
)
def test_rows(true: str, false: str) -> None:
    """The declared range of the index says which axis it is of; a let of vectors has rows of any index."""
    assert status_of(true, DECLARED) == "proved"
    assert status_of(false, DECLARED) == "refuted"


def test_an_index_of_both_axes_tells_nothing() -> None:
    """A_i of a square matrix is refused, and so is an index without a declared range."""
    for latex, declared in (
        (r"A_i = A_i", "dimension N; matrix A : N x N; index i : N"),
        (r"\sum_{l=1}^N X_l = u", DECLARED),
    ):
        with pytest.raises(ShapeError, match="1 index for shape"):
            read_latex(latex, context_from(declared))


def test_of_vectors_no_name_is_left_alone() -> None:
    """After ``let x_i = X_i`` there is no x without an index."""
    with pytest.raises(NameError_, match="the unknown name x"):
        read_latex("x = X", context_from(DECLARED))


@pytest.mark.parametrize("latex", [r"X_i X_j^\top = (X X^\top)_{ij}", r"\sum_i X_i^\top X_i = X^\top X"])
def test_what_holds_of_rows_alone_is_refused(latex: str) -> None:
    """Some mean the row itself by X_i; what is false of both is refuted."""
    with pytest.raises(AmbiguityError, match="X_i of a matrix X"):
        read_latex(latex, context_from(DECLARED))
    assert status_of(latex.replace("=", "= 2"), DECLARED) == "refuted"
    assert status_of(r"\sum_i X_i X_i^\top = X^\top X", DECLARED) == "proved"


@pytest.mark.parametrize(
    "declared", [r"rows x_k of X^\top", r"rows x_k of X^{\mathsf T}", "columns x_k of X", "rows x_k of X^T"]
)
def test_rows_of_a_transpose_are_columns(declared: str) -> None:
    """And the columns of one are rows."""
    names = "dimension N, K; matrix X : N x K; index k : K; index i : N"
    assert status_of(r"X X^\top = \sum_k x_k x_k^\top", f"{names}; {declared}") == "proved"
    assert status_of(r"X X^\top = 2 \sum_k x_k x_k^\top", f"{names}; {declared}") == "refuted"
    assert status_of(r"X^\top X = \sum_i x_i x_i^\top", rf"{names}; columns x_i of X^\top") == "proved"


def test_a_function_of_a_matrix() -> None:
    """Its parameter has two dimensions, written as those of a name."""
    for shape in ("N x K", r"N \times K", r"\R^{N \times K}"):
        declared = rf"dimension N, K; matrices A, B : N x K; let f(X : {shape}) = \operatorname{{tr}}(A^\top X)"
        assert status_of(r"f(B) = \sum_i \sum_j A_{ij} B_{ij}", declared) == "proved"
        assert status_of(r"f(B) = \sum_i \sum_j A_{ij} A_{ij}", declared) == "refuted"
    assert "no dimension of a vector" in refusal(lambda: status_of("1 = 1", "dimension N; let f(X : N x 1) = 2"))


LINES = """dimension n; matrices X, B : n x n; rows x_p of X; columns b_p of B; index p, q : n"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"X_{:,q} = X e_q", r"X_{:,q} = X^\top e_q"),
        (r"x_{:,q} = X_{:,q}", r"x_{:,q} = x_q"),
        (r"x_{q,:} = x_q", r"x_{q,:} = X_{:,q}"),
        (r"x_{:,q}^\top x_{:,p} = (X^\top X)_{qp}", r"x_{:,q}^\top x_{:,p} = (X X^\top)_{qp}"),
        (r"X_{p,:} B_{:,q} = (X B)_{pq}", r"X_{p,:} B_{:,q} = (B X)_{pq}"),
        (r"X_{p,:}^\top B_{:,q} = (X B)_{pq}", r"X_{p,:}^\top B_{:,q} = (B X)_{pq}"),
        (r"X B = \sum_p X_{:,p} B_{p,:}", r"X B = \sum_p X_{:,p} X_{p,:}"),
        (r"X_{q,:} = X^\top e_q", r"X_{q,:} = X e_q"),
        (r"X_{1,:} X_{:,q} = \sum_p X_{1p} X_{pq}", r"X_{1,:} X_{:,q} = X_{1q}"),
        (r"X_{:q} = X e_q", r"X_{:q} = X^\top e_q"),
        (r"X_{q:} = x_q", r"X_{q:} = X_{:q}"),
        (r"X_{p:} B_{:q} = (X B)_{pq}", r"X_{p:} B_{:q} = (B X)_{pq}"),
        (r"x_{q:} = x_q", r"x_{q:} = x_{:q}"),
        (r"\sum_p X_{:p} B_{p:} = X B", r"\sum_p X_{:p} B_{p:} = B X"),
    ],
)
def test_colons(true: str, false: str) -> None:
    """A column, or a row: as a column or as a row, whichever fits."""
    assert "proved" in settled(true)
    assert settled(false) == {"refuted"}


def settled(latex: str) -> set[str]:
    """How a statement comes out in each reading of colons in which it is well-typed."""
    found = set()
    for choice in ("column", "row"):
        with suppress(InputError):
            found.add(status_of(latex, f"{LINES}; colons in subscripts: {choice}"))
    return found


def test_a_row_by_a_colon_is_in_doubt() -> None:
    """It is decided in both ways: both have one norm, and their squares differ."""
    for latex, found in ((r"\|X_{q,:}\|^2 = (X X^\top)_{qq}", 1), (r"X_{q,:}^\top X_{q,:} = (X X^\top)_{qq}", 2)):
        with pytest.raises(AmbiguityError, match="a row of a matrix"):
            read_latex(latex, context_from(LINES))
        assert len(settled(latex)) == found


@pytest.mark.parametrize(
    "latex", [r"x_{p:q} = X_{pq}", r"b_{:,q} = b_q", r"b_{q,:} = b_q", r"X_{1:} = x_q", r"X_{:n} = B"]
)
def test_other_colons_are_refused(latex: str) -> None:
    """A range is no index, and of columns that have a name a colon says no one thing."""
    with pytest.raises(ReadError, match="a colon in a subscript"):
        read_latex(latex, context_from(LINES))


#: A matrix of which the rows have its own name.
OWN = r"""dimensions n, m; matrices A, X, C : n x m; matrix B : m x n; index i, p : n; index j : m; rows A_{i:} of A
let f(X) = \operatorname{tr}(X B); let g(A) = \sum_i \sum_j A_{ij}^2; loss L of C; let h(X) = X B
vector v : n; let y = 2 v"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"A_{i:} = A^\top e_i", r"A_{i:} = 2 A^\top e_i"),
        (r"A_{i,:}^\top A_{p:} = (A A^\top)_{ip}", r"A_{i,:}^\top A_{p:} = A_{ij}"),
        (r"A_{:j} = A e_j", r"A_{:j} = X e_j"),
        (r"\frac{\partial g}{\partial A_{i:}} = 2 A_{i:}", r"\frac{\partial g}{\partial A_{i:}} = A_{i:}"),
        (r"\frac{\partial g}{\partial A_{:j}} = 2 A_{:,j}", r"\frac{\partial g}{\partial A_{:j}} = 2 X_{:,j}"),
        (r"\frac{\partial f}{\partial X_{:,j}} = B^\top e_j", r"\frac{\partial f}{\partial X_{:,j}} = X e_j"),
        (
            r"\frac{\partial L}{\partial C_{:j}} = \frac{\partial L}{\partial C} e_j",
            r"\frac{\partial L}{\partial C_{:j}} = 0",
        ),
    ],
)
def test_lines_of_a_matrix_by_its_own_name(true: str, false: str) -> None:
    """``rows A_{i:} of A``; a derivative by a line is that line of the one by the matrix."""
    assert status_of(true, OWN) == "proved"
    assert status_of(false, OWN) == "refuted"


def test_a_derivative_by_a_row_is_read_as_the_row() -> None:
    """As a column, or as a row: where that is not settled it is in doubt."""
    latex = r"\frac{\partial f}{\partial X_{i:}} = B_{:i}"
    with pytest.raises(AmbiguityError, match="a row of a matrix"):
        read_latex(latex, context_from(OWN))
    assert status_of(latex, f"{OWN}; colons in subscripts: column") == "proved"
    assert (
        status_of(r"\frac{\partial f}{\partial X_{i:}} = X_{i:}", f"{OWN}; colons in subscripts: column") == "refuted"
    )
    row = r"\frac{\partial f}{\partial X_{i:}} = B_{:i}^\top"
    assert "two readings" in refusal(lambda: status_of(latex, f"{OWN}; colons in subscripts: row"))
    assert status_of(row, f"{OWN}; colons in subscripts: row") == "proved"


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"\frac{\partial h}{\partial X_{i:}} = 0", "a derivative by a row or a column of shape (n × n × n × m)"),
        (r"\frac{\partial y}{\partial v_{i:}} = 0", "a colon in a subscript"),
        (r"\frac{\partial f}{\partial X_{i:}^2} = 0", "a derivative by a formula"),
        (r"v_{i:} = v", "a colon in a subscript"),
        (r"v_{:i} = v", "a colon in a subscript"),
        (r"A_{1:n} = A", "a colon in a subscript"),
        (r"A_{:n} = A", "a colon in a subscript"),
        (r"A_{i:p} = A", "a colon in a subscript"),
    ],
)
def test_what_is_no_line(latex: str, message: str) -> None:
    """A part of a vector, a range, and the derivative of what is no number."""
    assert message in refusal(lambda: status_of(latex, OWN))


def test_rows_that_are_called_e_are_no_basis_vectors() -> None:
    """What is declared goes before what e_i is where nothing is."""
    declared = r"""dimensions n, m; vector x : n; matrix F : m x n; rows \mathbf{e}_i of F; index i, j : m
    assume F F^\top = I; let P = F^\top F"""
    for true, false in (
        (
            r"P x = \sum_i \langle x, \mathbf{e}_i \rangle \mathbf{e}_i",
            r"P x = \sum_i \langle x, \mathbf{e}_i \rangle x",
        ),
        (r"P = \sum_{i=1}^m \mathbf{e}_i \mathbf{e}_i^\top", r"\sum_{i=1}^m \mathbf{e}_i \mathbf{e}_i^\top = I"),
        (r"\mathbf{e}_i^\top \mathbf{e}_j = \delta_{ij}", r"\mathbf{e}_i^\top \mathbf{e}_j = 1"),
    ):
        assert (status_of(true, declared), status_of(false, declared)) == ("proved", "refuted")
    with pytest.raises(NameError_, match="the unknown name e_i"):
        read_latex("e_i = x", context_from(declared))


BOTH = r"""dimensions n, p; matrix X : n x p; vectors b, c : p; vector e : n; index i, k : n; index j : p
rows x_i of X; columns x_j of X"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"x_i^\top b = (X b)_i", r"x_i^\top b = (X c)_i"),
        (r"e^\top x_j = (X^\top e)_j", r"e^\top x_j = 2 (X^\top e)_j"),
        (r"e^\top x_j = \sum_i e_i x_{ij}", r"e^\top x_j = \sum_i x_{ij}"),
        (r"\sum_j x_j x_j^\top = X X^\top", r"\sum_j x_j x_j^\top = 2 X X^\top"),
        (r"\sum_i x_i x_i^\top = X^\top X", r"\sum_i x_i x_i^\top = 2 X^\top X"),
        # of a row as a row
        (r"x_i b = (X b)_i", r"x_i b = (X b)_k"),
        (r"\sum_i e_i (x_i b - c^\top b) = e^\top X b - c^\top b \sum_i e_i", r"\sum_i e_i x_i b = X b \cdot X b"),
        (r"b^\top x_i^\top x_i b = (x_i b)^2", r"b^\top x_i^\top x_i b = x_i b"),
        (r"e_i x_i b = (X b)_i e_i", r"e_i x_i b = (X b)_i"),
    ],
)
def test_rows_and_columns_of_one_name(true: str, false: str) -> None:
    """What an index runs over tells x_i from x_j; a row is one where it is no column in any reading of the sides."""
    assert status_of(true, BOTH) == "proved"
    assert status_of(false, BOTH) == "refuted"


@pytest.mark.parametrize("latex", [r"x_i b = x_i^\top b", r"x_i b = x_i x_k", r"x_j e = 1", r"x_i + x_j = x_i"])
def test_a_row_in_two_ways(latex: str) -> None:
    """No row is both in one relation, nor is a column ever one."""
    with pytest.raises(ShapeError):
        read_latex(latex, context_from(BOTH))


def test_a_named_row_with_two_readings() -> None:
    """Where the sides have one shape in one reading only, each is decided; a declaration settles it."""
    assert readings_of(r"\sum_i x_i^\top x_i = X^\top X", BOTH) == ("the row as a column", "the row as a row")
    assert status_of(r"\sum_i x_i^\top x_i = X^\top X", BOTH + "; named rows: row") == "proved"
    assert status_of(r"\sum_i x_i^\top x_i = 2 X^\top X", BOTH + "; named rows: row") == "refuted"
    assert status_of(r"\sum_i x_i^\top x_i = X^\top X", BOTH + "; named rows: column") == "refuted"


NIL = BOTH + r"; vector q > 0 : n; assume \sum_i q_i = 1, \sum_i q_i x_i = 0"


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"X^\top q = 0", r"X b = 0"),
        (r"\sum_i q_i x_i = 0", r"\sum_i q_i x_i = b"),
        (r"\sum_i q_i \|x_i + x_k\|^2 = \sum_i q_i \|x_i\|^2 + \|x_k\|^2", r"\sum_i q_i \|x_i + x_k\|^2 = \|x_k\|^2"),
    ],
)
def test_rows_beside_zero(true: str, false: str) -> None:
    """A row that is zero is a column that is zero: one reading, in a hypothesis too."""
    assert status_of(true, NIL) == "proved"
    assert status_of(false, NIL) == "refuted"


def test_rows_beside_zero_with_two_readings() -> None:
    """What is more than turned in the other reading has both; a hypothesis of it is refused."""
    two = BOTH + "; matrix Z : n x p; rows z_i of Z"
    assert status_of(r"\sum_i x_i x_i^\top x_i = 0", two) == "refuted"
    assert readings_of(r"\sum_i x_i z_i^\top z_i = 0", two) == ("the row as a column", "the row as a row")
    with pytest.raises(AmbiguityError):
        context_from(two + r"; assume \sum_i x_i z_i^\top z_i = 0")


def test_rows_in_definitions() -> None:
    """How a row stands in one definition says nothing of the next."""
    declared = BOTH + r"; let z_i = x_i b; let S = \sum_i x_i x_i^\top"
    assert status_of("z = X b", declared) == "proved"
    assert status_of(r"S = X^\top X", declared) == "proved"
    assert status_of("(e_i - x_i b)^2 = (e - z)_i^2", declared) == "proved"
    assert status_of("(e_i - x_i b)^2 = (e + z)_i^2", declared) == "refuted"


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        ("columns x_j of Q", "columns with the name x_j"),
        ("rows z_i of Q; columns z_k of Q", "columns with the name z_k"),
        ("rows x_k of X", "rows with the name x_k"),
    ],
)
def test_names_of_rows_that_are_taken(declared: str, message: str) -> None:
    """Of another matrix, or of a square one, nothing tells which is meant."""
    assert message in refusal(lambda: context_from(f"{BOTH}; matrix Q : n x n; {declared}"))


def test_an_index_that_tells_nothing() -> None:
    """A place is no index of rows or of columns."""
    assert "a row or column of X" in refusal(lambda: read_latex("x_1 = x_1", context_from(BOTH)))


DOTS = r"""dimension n, p; matrix X : n x p; matrix S : n x n; vectors b : p; vector y : n; index i, k : n; index j : p
columns X_{\cdot j} of X; rows X_{i.} of X; columns S_{*i} of S; rows S_{i*} of S; columns x_{\bullet j} of X"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"X b = \sum_{j=1}^p X_{\cdot j} b_j", r"X b = 2 \sum_{j=1}^p X_{\cdot j} b_j"),
        (r"X^\top y = \sum_{i=1}^n X_{i\cdot} y_i", r"X^\top y = \sum_{i=1}^n X_{i\cdot} y_i^2"),
        (r"X_{i.}^\top b = (X b)_i", r"X_{i.}^\top b = (X b)_i + 1"),
        (r"S_{*i} = S e_i", r"S_{*i} = S^\top e_i"), (r"S_{i*} = S^\top e_i", r"S_{i*} = S e_i"),
        (r"x_{\bullet j} = X e_j", r"x_{\bullet j} = 2 X e_j"), (r"(S_{*k})_i = S_{ik}", r"(S_{*k})_i = S_{ki}"),
    ],
)  # fmt: skip
def test_a_dot_for_the_other_index(true: str, false: str) -> None:
    """Declared so it is a column, or a row, also of a square matrix."""
    assert status_of(true, DOTS) == "proved"
    assert status_of(false, DOTS) == "refuted"


@pytest.mark.parametrize("latex", [r"S_i = S e_i", r"x_{i\bullet} = y", r"y_{\cdot i} = 0", r"S_{\cdot i} = y"])
def test_other_dots_are_refused(latex: str) -> None:
    """Without its sign either may be meant; of others it could be a sum."""
    with pytest.raises(InputError):
        status_of(latex, DOTS)


@pytest.mark.parametrize("latex", [
    r"S^{-1}_{ik} = 1", r"S^2_{ik} = 1", r"S_{ik}^{-1} = 1", r"S^{-1}_{*i} = y", r"S^2_{i*} = y", r"S^\top_{*i} = y",
])  # fmt: skip
def test_a_power_of_a_square_matrix_with_lines(latex: str) -> None:
    """It is of the matrix, or of its entry, or line, as without a declaration of these."""
    with pytest.raises(AmbiguityError, match="a matrix with an exponent and indices"):
        read_latex(latex, context_from(DOTS))


def test_a_square_of_an_entry() -> None:
    """The power behind the indices is of the entry."""
    assert status_of(r"S_{ik}^2 = S_{ik} S_{ik}", DOTS) == "proved"
