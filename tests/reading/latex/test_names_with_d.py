r"""Names that begin with a d, as programs write gradients: ``dy_{ij}``, ``d\hat x``."""

from __future__ import annotations

import pytest

from derive.errors import InputError
from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import status_of

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
    ],
)
def test_they_are_names(true: str, false: str) -> None:
    """Declared so, each is one name, with indices as any other."""
    assert status_of(true, DECLARED) == "proved"
    assert status_of(false, DECLARED) == "refuted"


@pytest.mark.parametrize(
    "latex",
    [
        r"\frac{dy_{ij}}{dx_{ij}} = \gamma_j",
        r"dy_{ij}/dx_{ij} = \gamma_j",
        r"\frac{dL}{dy_{ij}} = a",
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
