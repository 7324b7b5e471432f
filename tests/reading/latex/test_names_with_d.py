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
