r"""Names that begin with a d, as programs write gradients: ``dy_{ij}``, ``d\hat x``."""

from __future__ import annotations

import pytest

from derive.errors import InputError
from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import refusal, status_of

DECLARED = r"""dimension N, K; matrix x : N x K; vector \gamma : K; index i : N; index j : K; scalars a, c
let y_{ij}(x_{ij}, \gamma_j) = \gamma_j x_{ij}; loss L of y
let dy_{i,j} = \frac{\partial L}{\partial y_{i,j}}; let d\hat x_{ij} = dy_{ij} \gamma_j
let d\gamma_j = \sum_i dy_{ij} x_{ij}"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (
            r"\frac{\partial L}{\partial \gamma_j} = \sum_i dy_{ij} x_{ij}",
            r"\frac{\partial L}{\partial \gamma_j} = \sum_i dy_{ij}",
        ),
        (r"\frac{\partial L}{\partial x_{ij}} = d\hat{x}_{i,j}", r"\frac{\partial L}{\partial x_{ij}} = dy_{i,j}"),
        (r"a\, dy_{ij} = dy_{ij} a", "a dy_{ij} = a x_{ij}"),
        (r"\frac{\partial L}{\partial \gamma_j} = d\gamma_j", r"\frac{\partial L}{\partial \gamma_j} = 2 d\gamma_j"),
        (r"\frac{dy_{ij}}{a} = \frac1a dy_{ij}", r"\frac{dy_{ij}}{a} = a dy_{ij}"),
        # of one that is a name, and another that is none, the derivative
        (r"\frac{dy_{ij}}{dx_{ij}} = \gamma_j", r"\frac{dy_{ij}}{dx_{ij}} = x_{ij}"),
        (r"\frac{dL}{dy_{ij}} = dy_{ij}", r"\frac{dL}{dy_{ij}} = dy_{ij} \gamma_j"),
    ],
)
def test_they_are_names(true: str, false: str) -> None:
    """Declared so, each is one name, with indices as any other."""
    assert status_of(true, DECLARED) == "proved"
    assert status_of(false, DECLARED) == "refuted"


@pytest.mark.parametrize(
    "latex",
    [
        r"dy_{ij}/dx_{ij} = \gamma_j",
        r"\frac{d\hat x_{ij}}{d\gamma_j} = a",
    ],
)
def test_a_fraction_of_them_is_refused(latex: str) -> None:
    """``dy/dx`` is a derivative, or a quotient of names."""
    with pytest.raises(InputError, match="a derivative"):
        read_latex(latex, context_from(DECLARED))


def test_beside_its_letters_a_name_is_refused() -> None:
    """Where d and y are declared as well it could be their product."""
    with pytest.raises(InputError, match="one reading"):
        read_latex("dy = 0", context_from("scalars d, y, dy"))
    with pytest.raises(InputError, match="one reading"):
        read_latex(r"d\sigma = 0", context_from(r"scalars d, \sigma, d\sigma"))


@pytest.mark.parametrize(
    "sizes", ["dimension n, d; index i : n", "dimension n, d_1, d; index i : n", "dimension n; index i, d : n"]
)
def test_beside_a_size_or_an_index_it_is_the_name(sizes: str) -> None:
    """The differential is declared, and no index is a factor."""
    declared = sizes + r"; vectors x, v : n; loss L of x; let dx = \frac{\partial L}{\partial x}"
    assert status_of(r"dx_i v_i = v_i \frac{\partial L}{\partial x_i}", declared) == "proved"
    assert status_of(r"dx_i v_i = x_i \frac{\partial L}{\partial x_i}", declared) == "refuted"


def test_a_size_before_a_name_is_a_factor_where_they_are_apart() -> None:
    """``d x`` with a space is the product, as is any other size before a name, which is refused side by side."""
    declared = "dimension n, d; vectors x, dx, nx : n"
    assert status_of(r"d x = x d", declared) == "proved"
    assert status_of(r"d x = dx", declared) == "refuted"
    with pytest.raises(InputError, match="one reading"):
        read_latex("nx = 0", context_from(declared))


def test_the_letters_of_a_name_may_have_other_scripts() -> None:
    """Where only s_1 is declared, st is no product."""
    assert status_of("st_i = t_i", "dimension n; index i : n; scalar s_1; vectors t, st : n") == "refuted"
    assert status_of("st + s_1 t = s_1 t + st", "dimension n; scalar s_1; vectors t, st : n") == "proved"


#: A gradient by a formula, of a size d.
BY_FORMULA = r"""dimension N, d; matrices K, Q : N x d; scalars u, v, t; loss L of K; let dK = \frac{\partial L}{\partial K}
let d(K^\top) = (\frac{\partial L}{\partial K})^\top; let d(u v) = 3"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"dK = d(K^\top)^\top", r"dK = 2 d(K^\top)^\top"),
        (r"d \left( K^{\top} \right) = dK^\top", r"d \left( K^{\top} \right) = K^\top"),
        (r"\frac{d(u v)}{t} = \frac3t", r"\frac{d(u v)}{t} = \frac{d \cdot uv}{t}"),
        (r"d \cdot K^\top = K^\top d", r"d(K^\top) = d \cdot K^\top"),
    ],
)
def test_the_gradient_by_a_formula(true: str, false: str) -> None:
    r"""``d(K^\top)`` of a size d, declared so, is one name, and no size before parentheses."""
    assert status_of(true, BY_FORMULA) == "proved"
    assert status_of(false, BY_FORMULA) == "refuted"


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        ("d(Q) = Q", r"found d(…), which is not declared"),
        (r"d \left[Q\right] = Q", r"found d[…), which is not declared"),
        ("dQ = Q", "found dQ, which is not declared"),
        (r"\frac{d(u v)}{du} = v", "du, which is not declared"),
        (r"\frac{d(u v)}{d t} = 0", "a fraction of names with d with two readings"),
        (r"\frac{d(u v)}{dK} = 0", "a fraction of names with d with two readings"),
    ],
)
def test_what_stands_beside_it(latex: str, message: str) -> None:
    """A gradient that is forgotten, and a derivative, are no products of a size."""
    assert message in refusal(read_latex, latex, context_from(BY_FORMULA))


@pytest.mark.parametrize(
    ("declared", "latex", "message"),
    [
        ("scalars d, t; let d(t^2) = 3", "d(t) = 3", "d(…) with two readings"),
        ("dimension d; scalar t; let d(t) = 3", "d(t) = 3", "d(…) with two readings"),
        ("dimension n; scalar t; let n(t^2) = 3", "n(t^2) = 3", "n(…) with two readings"),
        ("dimension d; scalar t; index i : d; vector x : d; let d(x_i) = 3", "t = 3", "the index i inside of a name"),
    ],
)
def test_of_what_it_is_none(declared: str, latex: str, message: str) -> None:
    """A number d, another size, the name of an argument: a function, or two readings."""
    assert message in refusal(lambda: read_latex(latex, context_from(declared)))
