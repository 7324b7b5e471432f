r"""Definitions in which a declared index is free, ``let y_i = \delta_{ik}``: a vector that is one-hot at k."""

from __future__ import annotations

import pytest

from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import refusal, status_of

DECLARED = r"""dimension v; vector z : v; scalar \lambda; index i, j, k : v; ones v; let y_i = \delta_{ik}
let r = \log \sum_j \exp(z_j); let p_i = \exp(z_i - r); let \bar y = (1-\lambda) y + \frac{\lambda}{v} \mathbf 1
let o = - \sum_i \bar y_i (z_i - r); let c = z_k; let q_i = y_i z_i; let w = c \mathbf 1"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"y_i = \delta_{ik}", r"y_i = \delta_{ij}"),
        (r"\mathbf y^\top z = z_k", r"\mathbf y^\top z = z_i"),
        (r"\sum_i y_i = 1", r"\sum_i y_i = 2"),
        (r"y_k = 1", r"y_i = 1"),
        (r"\|y\|^2 = 1", r"y^\top y = v"),
        (r"\mathbf 1^\top \bar y = 1", r"\mathbf 1^\top \bar y = 1 - \lambda"),
        (r"o = -(1-\lambda)(z_k - r) - \frac{\lambda}{v} \sum_i (z_i - r)", r"o = -(1-\lambda)(z_k - r)"),
        (r"\frac{\partial o}{\partial z_i} = p_i - \bar y_i", r"\frac{\partial o}{\partial z_i} = p_i + \bar y_i"),
        (r"\frac{\partial o}{\partial z_k} = p_k - \bar y_k", r"\frac{\partial o}{\partial z_k} = p_k - y_k"),
        (r"\nabla_z o = p - \bar y", r"\nabla_z o = p - y"),
        (r"c + z_j = z_j + z_k", r"c + z_j = z_j + z_i"),
        (r"q = c\, y", r"q = z"),
        (r"\sum_i w_i = v z_k", r"w_i = z_i"),
        (r"\frac{\partial c}{\partial z_i} = \delta_{ik}", r"\frac{\partial c}{\partial z_i} = 1"),
    ],
)
def test_it_is_that_at_the_index(true: str, false: str) -> None:
    """For every k, which is the k of the text; what is made of it has the k, too."""
    assert status_of(true, DECLARED) == "proved"
    assert status_of(false, DECLARED) == "refuted"


@pytest.mark.parametrize(
    "latex",
    [
        r"\sum_k y_k = 1", r"\sum_k z_k y_i = 1", r"\prod_k (1 + y_i) = 2", r"\max_k y_k = 1",
        r"\operatorname{diag}(y_k) = I",
        r"p_k (\sum_k y_k) = 1", r"\frac{\sum_k y_k}{2} = 1", r"\sum_{k=1}^v c = 1", r"\sum_{j<k} y_j = 0", r"\sum y_k = 1",
        r"\operatorname{diag}(z_k c) = I", r"\operatorname{diag}(z_k o) = I", r"\sum_k o = 1",
        r"\sum_i \sum_k \bar y_i z_k = 1",
    ],
)  # fmt: skip
def test_where_the_index_is_bound_it_is_refused(latex: str) -> None:
    """The k below the sign is another one than that of the definition."""
    assert "in which the index k stands, where k is bound" in refusal(lambda: read_latex(latex, context_from(DECLARED)))


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        ("let q_k = y_k", "where k is bound"),
        ("let f(z)_k = y_k z_k", "where k is bound"),
        ("let t = y_i z_j", "unbound index"),
        ("let t_j = z_i", "unbound index i"),
        ("let J_{ij} = y_i z_k", "unbound index"),
        (r"let f(u : v) = y^\top u", "unbound index k"),
        ("loss L of o", "in which the index k is free"),
        ("let y = z", "declared twice"),
        (r"let M_{ijk} = e_i e_j^\top z_k", "unbound index"),
        (r"let T = z_i z_j e_i e_k^\top", "unbound index i, j, k"),
        ("assume c = 1", "a hypothesis of a definition in which the index k is free"),
        ("assume o > 0", "a hypothesis of a definition in which the index k is free"),
        ("let c_i = 2 z_i", "declared twice"),
        ("let r_i = z_i; let r_j = z_k", "unbound index"),
    ],
)
def test_what_is_not_kept_so(declared: str, message: str) -> None:
    """A definition for every k, one with two indices left, a function; nor is it assumed of, which is for all."""
    assert message in refusal(lambda: context_from(DECLARED + "\n" + declared))


def test_under_the_summation_convention_it_is_refused() -> None:
    """An index that occurs twice is summed there."""
    declared = r"dimension v; index i, k : v; vector z : v; einstein; let c = z_k"
    assert "unbound index k" in refusal(lambda: context_from(declared))
    context = context_from("einstein", context_from(DECLARED))
    assert "where k is bound" in refusal(lambda: read_latex("y_k z_k = 1", context))


GRAPH = r"""dimension n; vectors x, v : n; index i, j, k : n
let y_i = \delta_{ik}; let s(x) = \sum_i x_i; let L(x, s) = x_k s
let p_i(x) = \frac{e^{x_i}}{\sum_j e^{x_j}}; let C(p) = -\sum_i y_i \log p_i"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"\frac{\partial L}{\partial x_i} = \delta_{ik} s", r"\frac{\partial L}{\partial x_i} = s"),
        (r"\frac{d L}{d x_i} = \delta_{ik} s + x_k", r"\frac{d L}{d x_i} = \delta_{ik} s"),
        (r"\frac{\partial L}{\partial s} = x_k", r"\frac{\partial L}{\partial s} = x_i"),
        (r"\frac{\partial C}{\partial p_i} = -\frac{y_i}{p_i}", r"\frac{\partial C}{\partial p_i} = -\frac{1}{p_i}"),
        (r"\frac{\partial C}{\partial x} = p - y", r"\frac{\partial C}{\partial x} = p + y"),
        (
            r"\frac{\partial C}{\partial x_i} = \sum_j \frac{\partial C}{\partial p_j} \frac{\partial p_j}{\partial x_i}",
            r"\frac{\partial C}{\partial x_i} = \frac{\partial C}{\partial p_i} \frac{\partial p_i}{\partial x_i}",
        ),
        (r"C = -\log p_k", r"C = -\log p_j"),
    ],
)
def test_a_node_of_numbers_has_it_at_the_index(true: str, false: str) -> None:
    """The cross-entropy of a label that is one-hot at k, as a node: its other arguments stay beside one of them."""
    assert status_of(true, GRAPH) == "proved"
    assert status_of(false, GRAPH) == "refuted"


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"\frac{\partial L}{\partial x_i} = \delta_{ik} s + x_k", "the other arguments stay"),
        (r"\sum_k L = s^2", "where k is bound"),
        (r"\sum_k \frac{\partial C}{\partial x_k} = 0", "where k is bound"),
        (r"C(v) = 0", "two readings"),
        (r"L(x, 2 s) = 0", "that no function takes"),
    ],
)
def test_what_is_refused_of_such_a_node(latex: str, message: str) -> None:
    """What would vary what stays, where the index is another one, and the node elsewhere."""
    assert message in refusal(lambda: read_latex(latex, context_from(GRAPH)))


def test_what_is_not_kept_of_such_a_node() -> None:
    """A node of vectors, and what is assumed of one."""
    assert "unbound index k" in refusal(lambda: context_from(GRAPH + r"; let w(s, x) = s x_k x"))
    assert "the index k is free" in refusal(lambda: context_from(GRAPH + "; assume C = 1"))


@pytest.mark.parametrize(
    ("defined", "true", "false"),
    [
        (
            r"let \mathcal L^{(i)} = \sum_k Y_{ik}^2",
            r"\mathcal L^{(m)} = \|y^{(m)}\|^2",
            r"\mathcal L^{(m)} = \|y^{(i)}\|^2",
        ),
        (
            r"let \mathcal L^{(i)} = \sum_k Y_{ik}^2; let T = \frac1N \sum_i \mathcal L^{(i)}; let \mathcal L = 2 T",
            r"\mathcal L = \frac2N \|Y\|_F^2",
            r"\mathcal L = \frac1N \|Y\|_F^2",
        ),
        (r"let h^{(i)} = W x^{(i)}", r"h^{(m)} = W x^{(m)}", r"h^{(m)} = W x^{(i)}"),
        (r"let h^{(i)} = W x^{(i)}", r"\sum_i h^{(i)} = W X^\top \mathbf 1", r"\sum_i h^{(i)} = X^\top \mathbf 1"),
        (r"let h^{(i)} = W x^{(i)}", r"h^{(i)}_k = \sum_d W_{kd} X_{id}", r"h^{(i)}_k = \sum_d W_{dk} X_{id}"),
    ],
)
def test_an_index_above_a_name_is_one_of_the_left_side(defined: str, true: str, false: str) -> None:
    r"""``\mathcal L^{(i)}`` for each i is a vector, ``h^{(i)}`` one of the rows of a matrix."""
    declared = r"dimension N, D; matrices X, Y : N x D; matrix W : D x D; index i, m : N; index k, d : D; ones N"
    declared += rf"; rows x^{{(i)}} of X; rows y^{{(i)}} of Y; {defined}"
    assert status_of(true, declared) == "proved"
    assert status_of(false, declared) == "refuted"


def test_an_index_above_is_no_power_and_none_of_another_name() -> None:
    """Without parentheses it could be a power, and without an index it belongs to the name."""
    made = "dimension N; vectors x, L : N; index i : N; assume L = x; let L^{(i)} = x_i"
    assert "declared twice" in refusal(lambda: context_from(made))
    declared = r"dimension N; vector x : N; index i : N; scalar a; let L^{(2)} = 3 a"
    assert status_of("L^{(2)} = 3 a", declared) == "proved"


BESIDE = r"""dimension n, p; matrix X : n x p; rows x_i of X; vector b : n; index i, j : n; let x = x_i
let r = b - X (X^\top b); let r^{(-i)} = b_i + 1"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("x = x_i", "x = 2 x_i"), (r"x^\top x_j = x_i^\top x_j", r"x^\top x_j = x_j^\top x_j"),
        ("r^{(-i)} - b_i = 1", "r^{(-i)} = b_i"), ("r^{(-i)} + r_i = r_i + b_i + 1", "r^{(-i)} + r_i = 2 r_i"),
    ],
)  # fmt: skip
def test_beside_other_names_of_its_letter(true: str, false: str) -> None:
    """Rows whose index is not that of a component, and a name whose power has no meaning."""
    assert status_of(true, BESIDE) == "proved"
    assert status_of(false, BESIDE) == "refuted"


@pytest.mark.parametrize(
    ("declared", "latex"),
    [
        ("dimension n; matrix X : n x n; rows x_i of X; index i : n; let x = x_i", "x = x_i"),
        ("dimension n; vector b : n; scalar t; index i : n; let t^2 = b_i", "t^2 = b_i"),
    ],
)
def test_what_may_be_of_the_other_name_is_not_guessed(declared: str, latex: str) -> None:
    """A component as well as a row, a power as well as the name."""
    assert "two readings" in refusal(lambda: read_latex(latex, context_from(declared)))


MATRICES = r"""dimension d, n; matrix U : d x d orthogonal; index j, k : d; index i : n; columns w_j of U; vector x : d
matrices A, M : d x d; matrices X, R : n x d; rows x_i of X; columns \mu_k of M; scalar t"""
OF_AN_INDEX = (
    MATRICES
    + r"; let Q = w_k w_k^\top; let C = Q A; let c = x^\top Q x; let J = e_j e_k^\top; let P_{w_j} = w_j w_j^\top"
)
FOR_EACH = (
    MATRICES
    + r"""; let P_k = w_k w_k^\top; let S_k = \sum_i R_{ik} (x_i - \mu_k) (x_i - \mu_k)^\top
let E_{jk} = e_j e_k^\top; let Z_k = t^2 A P_k"""
)


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Q^2 = Q", "Q = I"),
        (r"Q x = (w_k^\top x) w_k", r"Q x = (w_j^\top x) w_k"),
        (r"C = w_k w_k^\top A", r"C = w_j w_j^\top A"),
        (r"c = (x^\top w_k)^2", r"c = (x^\top w_j)^2"),
        (r"J A J = A_{kj} J", r"J A J = A_{jk} J"),
        (r"P_{w_j}^2 = P_{w_j}", r"P_{w_j} = w_k w_k^\top"),
        (r"\frac{\partial c}{\partial x} = 2 Q x", r"\frac{\partial c}{\partial x} = Q x"),
    ],
)
def test_a_matrix_with_an_index_in_it_is_that_at_the_index(true: str, false: str) -> None:
    """With one index or two."""
    assert status_of(true, OF_AN_INDEX) == "proved"
    assert status_of(false, OF_AN_INDEX) == "refuted"


@pytest.mark.parametrize(
    "latex", [r"\sum_k Q = I", r"\sum_k C = A", r"\sum_k c = 1", r"\sum_j J = A", r"\sum_j P_{w_j} = I"]
)
def test_where_the_index_of_a_matrix_is_bound_it_is_refused(latex: str) -> None:
    """It is another one."""
    assert "is bound" in refusal(lambda: read_latex(latex, context_from(OF_AN_INDEX)))


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("P_k^2 = P_k", "P_k P_j = P_k"),
        (r"P_k P_j = \delta_{jk} P_k", "P_k = P_j"),
        (r"\sum_k P_k = I", r"\sum_k P_k = 2 I"),
        (r"\sum_{m=1}^d P_m x = x", r"\sum_{m=1}^d P_m x = P_k x"),
        (r"(P_k)_{jj} = U_{jk}^2", r"(P_k)_{jj} = U_{kj}^2"),
        (r"P_k^\top = P_k", r"Z_k^\top = Z_k"),
        (
            r"\operatorname{tr} S_k = \sum_i R_{ik} \|x_i - \mu_k\|^2",
            r"\operatorname{tr} S_k = \sum_i \|x_i - \mu_k\|^2",
        ),
        (r"E_{jk} E_{kj} = E_{jj}", r"E_{jk} E_{kj} = E_{kk}"),
        (r"E_{jk}^\top = E_{kj}", r"E_{jk}^\top = E_{jk}"),
        (r"\frac{\partial Z_k}{\partial t} = 2 t A P_k", r"\frac{\partial Z_k}{\partial t} = t A P_k"),
        (
            r"\frac{\partial}{\partial A} \operatorname{tr} Z_k = t^2 P_k",
            r"\frac{\partial}{\partial A} \operatorname{tr} Z_k = t P_k",
        ),
        ("P_2 P_2 = P_2", "P_2 P_1 = P_2"),
    ],
)
def test_a_matrix_may_be_defined_for_each_index(true: str, false: str) -> None:
    """It has one at each value, also below a sum."""
    assert status_of(true, FOR_EACH) == "proved"
    assert status_of(false, FOR_EACH) == "refuted"


@pytest.mark.parametrize(
    ("declared", "latex", "message"),
    [
        ("", r"\sum_{i=1}^n P_i = I", "an argument of shape"),
        ("", "P_i = I", "an argument of shape"),
        ("", "P = I", "the unknown name P"),
        ("", "P_{jk} = I", "expected 1 index"),
        ("matrix P : d x d", "x = x", "declared twice"),
        (r"let A_k = w_k w_k^\top", "x = x", "which is declared"),
        (r"let w_k = w_k w_k^\top", "x = x", "which is declared"),
        (r"let T_k = w_j w_j^\top", "x = x", "unbound index j"),
        (r"let T_k = w_j w_k^\top", "x = x", "unbound index j"),
        (r"let Q = P_k; let T_k = Q A", "x = x", "where k is bound"),
        (r"let T^{(k)} = P_k", "x = x", "use a new letter"),
    ],
)
def test_what_no_matrix_for_each_index_is(declared: str, latex: str, message: str) -> None:
    """Over another dimension, without its index, of a name that is another one."""
    assert message in refusal(lambda: read_latex(latex, context_from(f"{FOR_EACH}; {declared}")))
