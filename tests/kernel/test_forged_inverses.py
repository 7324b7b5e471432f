"""Cofactors with inverses: the kernel takes them only of matrices that have one."""

from __future__ import annotations

import pytest

from derive.kernel.decide import Cofactor, Equation
from derive.language.build import matrix
from derive.language.hypotheses import equal
from derive.language.terms import Inverse
from tests.words import N, v, w


@pytest.mark.parametrize(("properties", "proved"), [((), False), (("symmetric",), False), (("invertible",), True)])
def test_a_cofactor_may_have_the_inverse_of_an_invertible_matrix_only(
    properties: tuple[str, ...], proved: bool
) -> None:
    """Av = Aw ⊢ v = w, by the cofactor A⁻¹ that no authored term has."""
    A = matrix("A", N, N, *properties)
    equation = Equation(v, w, (equal(A @ v, A @ w),))
    inverse = equation.normaliser.tensor(Inverse(A))
    assert (equation.theorem([Cofactor(0, inverse.form)]) is not None) == proved
