r"""What declarations say of shapes and properties, as people write it: lists of shapes, rows, diagonal matrices, words."""

from __future__ import annotations

import pytest

from derive.errors import AmbiguityError, InputError, ShapeError
from derive.language.terms import Defined, Diag, Dimension, Symbol
from derive.reading.decided import context_from
from tests.reading.latex.contexts import status_of

N, K = Dimension("N"), Dimension("K")


@pytest.mark.parametrize(
    ("text", "name", "symbol"),
    [
        ("matrices W : N x K; X : K x N", "X", Symbol("X", (K, N))),
        ("matrices W : N x K, V, X : K x N", "V", Symbol("V", (K, N))),
        ("vectors a : N nonzero, b : K", "b", Symbol("b", (K,))),
        ("vectors a : N nonzero, b : K", "a", Symbol("a", (N,), frozenset({"nonzero"}))),
        (r"matrix X \in \mathbb{R}^{N \times K}", "X", Symbol("X", (N, K))),
        (r"vector x \in \R^N, y in ℝ^K", "y", Symbol("y", (K,))),
        ("matrix A : N x N symmetric, positive definite", "A",
         Symbol("A", (N, N), frozenset({"symmetric", "positive_definite"}))),
        ("symmetric and invertible matrix A : N x N", "A", Symbol("A", (N, N), frozenset({"symmetric", "invertible"}))),
        ("non-negative scalar c", "c", Symbol("c", (), frozenset({"nonneg"}))),
        ("matrix u : N x 1", "u", Symbol("u", (N,))),
    ],
)  # fmt: skip
def test_shapes(text: str, name: str, symbol: object) -> None:
    """Every name has the shape and the properties that stand with it."""
    context = context_from("dimension N, K\n" + text)
    assert context.env.names[name] == symbol


def test_a_property_of_its_own_may_be_spelled_so() -> None:
    """``positive definite A`` is ``positive_definite A``."""
    spelled, named = (context_from(f"dimension N; matrix A : N x N; {word} A") for word in
                      ("positive definite", "positive_definite"))  # fmt: skip
    assert spelled.env.hypotheses == named.env.hypotheses != ()


def test_a_diagonal_matrix_is_that_of_a_vector() -> None:
    """What is declared diagonal is diag(d) of a vector d, and has its further properties."""
    declared = "dimension N; matrices D, E : N x N diagonal; matrix F : N x N; matrix G : N x N diagonal invertible"
    made = context_from(declared).env.names["D"]
    assert isinstance(made, Defined)
    assert isinstance(made.unfold(), Diag)
    assert status_of("D E = E D", declared) == status_of("D^T = D", declared) == "proved"
    assert status_of("G^{-1} G = I_N", declared) == "proved"
    assert status_of("D F = F D", declared) == status_of("D E = D", declared) == "refuted"


def test_a_matrix_of_one_row_is_a_row() -> None:
    """Its product with a column is a number, and its components have one index."""
    declared = "dimension N; matrices w, v : 1 x N; matrix A : N x N; vector b : N; index i, j : N"
    assert status_of(r"w A b = \sum_{i,j} w_i A_{ij} b_j", declared) == status_of("w v^T = v w^T", declared) == "proved"
    assert status_of(r"w A b = \sum_{i,j} w_j A_{ij} b_i", declared) == "refuted"
    assert status_of(r"w \cdot b = w b", declared) == status_of(r"2 \cdot w = w + w", declared) == "proved"
    assert status_of(r"b \cdot b^T = b b^T", declared) == "proved"
    with pytest.raises(AmbiguityError, match="a dot between a column and a row"):
        status_of(r"b \cdot w = w b", declared)
    with pytest.raises(InputError, match="a product of shapes"):
        status_of("w^T A b = 1", declared)


@pytest.mark.parametrize(
    ("text", "message", "kind"),
    [
        ("matrix D : N x K diagonal", "a diagonal matrix of shape", ShapeError),
        ("vector d : N diagonal", "diagonal", InputError),
        ("vectors a : N; X : N x K", "2 dimensions", InputError),
        ("matrices W : N x K, X", "a colon and a dimension", InputError),
        ("matrix A : N x N positive semidefinite", "positive semidefinite", InputError),
        ("matrix A : N x N\n X : N x N", "expected a declaration", InputError),
    ],
)
def test_what_is_refused(text: str, message: str, kind: type[InputError]) -> None:
    """Nothing is read in part: a shape that does not fit, a word that is not known."""
    with pytest.raises(kind, match=message):
        context_from("dimension N, K\n" + text)


ROW = r"dimension N; matrix w : 1 x N; vector b : N; index i : N; scalar \epsilon"


def test_the_gradient_by_a_row_is_a_row() -> None:
    """What holds of it as a column alone is refused, also in a definition: it is neither proved nor refuted."""
    assert status_of(r"\nabla_w (w w^T) = 2 w", ROW) == "proved"
    assert status_of(r"\nabla_w (w w^T) = w", ROW) == "refuted"
    assert status_of(r"\nabla_w (w b) = 2 b", ROW) == "refuted"
    assert status_of(r"\nabla_w (w b) b = b^T b", ROW) == "proved"
    with pytest.raises(AmbiguityError, match="a gradient by a row"):
        status_of(r"\nabla_w (w b) = b", ROW)
    with pytest.raises(AmbiguityError, match="a gradient by a row, in a definition"):
        context_from(ROW + r"; let g = 2 \nabla_w (w b)")


ROWS = (
    ROW
    + r"""; dimension M; matrix r : 1 x M; matrix W : N x M; index k : M; let y(w, W, r) = w W + r; loss L of y
matrix A : N x N; matrix v : 1 x N; let u(v) = v A; loss K of u"""
)


@pytest.mark.parametrize(
    ("latex", "mixed", "numerator", "denominator"),
    [
        (r"\frac{\partial}{\partial w} (w w^T) = 2 w", "proved", "refused", "proved"),
        (r"\frac{\partial}{\partial w} (w w^T) = w", "refuted", "refused", "refuted"),
        (r"\frac{\partial}{\partial w} (w w^T) = 2 w^T", "refused", "proved", "refused"),
        (r"\frac{\partial}{\partial w_i} (w w^T) = 2 w_i", "proved", "proved", "proved"),
        (r"\frac{\partial}{\partial w_i} (w w^T) = w_i", "refuted", "refuted", "refuted"),
        (r"\frac{\partial L}{\partial w} = \frac{\partial L}{\partial y} W^T", "proved", "refused", "proved"),
        (r"\frac{\partial L}{\partial w} = 2 \frac{\partial L}{\partial y} W^T", "refuted", "refused", "refuted"),
        (r"\frac{\partial L}{\partial w} = W \frac{\partial L}{\partial y}", "refused", "proved", "refused"),
        (r"\frac{\partial L}{\partial W} = w^T \frac{\partial L}{\partial y}", "proved", "refused", "proved"),
        (r"\frac{\partial L}{\partial r} = \frac{\partial L}{\partial y}", "proved", "proved", "proved"),
        (r"\frac{\partial L}{\partial r} = -\frac{\partial L}{\partial y}", "refuted", "refuted", "refuted"),
        (r"\frac{d K}{d v} = \frac{d K}{d u} A^T", "proved", "refused", "proved"),
        (r"\frac{d K}{d v} = \frac{d K}{d u} A", "refuted", "refused", "refuted"),
        (
            r"\frac{\partial L}{\partial w_i} = \sum_k \frac{\partial L}{\partial y_k} W_{ik}",
            "proved",
            "proved",
            "proved",
        ),
        (
            r"\frac{\partial L}{\partial w_i} = \sum_k \frac{\partial L}{\partial y_k} w_i",
            "refuted",
            "refuted",
            "refuted",
        ),
        (r"\nabla_w L = \nabla_y L W^T", "proved", "proved", "proved"),
        (r"\frac{\partial y}{\partial w} = W", "refused", "refused", "refused"),
    ],
)
def test_a_derivative_by_a_row_is_one_by_a_matrix(latex: str, mixed: str, numerator: str, denominator: str) -> None:
    """As the row, and in the numerator layout as its transpose; by components it is the same, of a row it is refused."""
    for layout, status in (("", mixed), ("mixed", mixed), ("numerator", numerator), ("denominator", denominator)):
        declared = ROWS + (f"; layout {layout}" if layout else "")
        if status == "refused":
            with pytest.raises(InputError):
                status_of(latex, declared)
        else:
            assert status_of(latex, declared) == status


def test_a_derivative_by_a_row_in_a_definition() -> None:
    """A layout says how it stands; without one its name is read as the gradient is, and stands in no other definition."""
    definition = r"let g = \frac{\partial L}{\partial w}"
    true, other = r"g = \frac{\partial L}{\partial y} W^T", r"g = W \frac{\partial L}{\partial y}"
    assert status_of(true, f"{ROWS}; {definition}") == "proved"
    assert status_of(r"g = 2 \frac{\partial L}{\partial y} W^T", f"{ROWS}; {definition}") == "refuted"
    assert status_of(true.replace("g =", "h ="), f"{ROWS}; {definition}; let h = g") == "proved"
    column = ROW + r"; let g = \nabla_w (w b); let h = g"
    assert status_of("h = b^T", column) == "proved"
    assert status_of("h = 2 b", column) == "refuted"
    for latex in ("g = b", "h = b", "b = h"):
        with pytest.raises(AmbiguityError, match="a gradient by a row"):
            status_of(latex, column)
    for made in ("let h = 2 g", "let h = g^T", "let h_i = g_i", "let c = g g^T"):
        with pytest.raises(InputError, match="a gradient by a row, in a definition"):
            context_from(f"{ROWS}; {definition}; {made}")
    assert status_of(true, f"{ROWS}; layout denominator; {definition}") == "proved"
    assert status_of(other, f"{ROWS}; layout numerator; {definition}") == "proved"


def test_properties_of_a_diagonal_matrix_are_those_of_its_entries() -> None:
    """Idempotent: each entry is 0 or 1; orthogonal is no more than it says."""
    declared = "dimension N; matrix S : N x N diagonal idempotent; matrix T : N x N diagonal"
    assert status_of("S^2 = S", declared) == "proved"
    assert status_of("T^2 = T", declared) == status_of("S = I_N", declared) == "refuted"


def test_another_name_for_a_matrix_is_differentiated_by() -> None:
    """After ``let x = X`` a derivative by x is one by X, where X stands for it."""
    declared = r"""dimensions r, s, t; matrices W : r x s; X : s x t; let x = X; let Y(W, X) = W X; let y = Y; loss L of Y
        index m : s; index n : t; index i : r"""
    true = r"\frac{\partial L}{\partial x_{mn}} = \sum_i \frac{\partial L}{\partial y_{in}} W_{im}"
    assert status_of(true, declared) == "proved"
    assert status_of(true.replace("W_{im}", "x_{mn}"), declared) == "refuted"
    with pytest.raises(InputError, match="whose definition stands there written out as well"):
        status_of(r"\frac{\partial}{\partial x_{mn}} (x_{mn} X_{mn}) = X_{mn}", declared)


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"\frac{\partial (w b)}{\partial w} = b", "the layout of a derivative"),
        (r"\frac{\partial \operatorname{tr}(D A)}{\partial D} = A^T", "a derivative by the diagonal matrix D"),
        (r"\frac{\partial \operatorname{tr}(D A)}{\partial D_{ij}} = A_{ji}", "a derivative by the diagonal matrix D"),
    ],
)
def test_derivatives_by_rows_and_diagonal_matrices_are_refused(latex: str, message: str) -> None:
    """Of a row some make a column and some a row; of a diagonal matrix some vary all entries."""
    declared = (
        "dimension N; matrix w : 1 x N; matrix A : N x N; matrix D : N x N diagonal; vector b : N; index i, j : N"
    )
    with pytest.raises(AmbiguityError, match=message):
        status_of(latex, declared)
    assert status_of(r"\frac{\partial (w b)}{\partial w_i} = b_i", declared) == "proved"
    assert status_of(r"\frac{\partial (w b)}{\partial w_i} = w_i", declared) == "refuted"
