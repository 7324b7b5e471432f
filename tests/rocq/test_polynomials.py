"""Characteristic polynomials: which statements have the form, and what they rest on."""

from __future__ import annotations

import pytest

from derive.language.build import det, identity
from derive.rocq.pieces import Unreachable
from derive.rocq.polynomials import characteristic
from derive.statements.equation import equation
from derive.theories.layernorm.names import N, Pi, eye
from derive.theories.layernorm.spectrum import G, gram, z
from derive.theories.registry import find_theorem


@pytest.mark.parametrize(
    ("label", "lemma"),
    [
        ("layernorm.charpoly_gram", "det_mean"),
        ("layernorm.charpoly_centred_gram", "det_mean_swap"),
        ("layernorm.charpoly_inverse", "det_own_swap"),
    ],
)
def test_theorems(label: str, lemma: str) -> None:
    """The lemma is chosen by the form of the right side; every equation it rests on is true."""
    lhs, rhs = find_theorem(label).terms
    found = characteristic(lhs, rhs, ())
    assert found.lemma == lemma
    assert all(equation(*sides).decide().status == "proved" for sides in found.equations)


def test_other_determinants() -> None:
    """A determinant of another form is refused."""
    for lhs, rhs in ((det(gram), z), (det(z * eye - gram), z), (det(z * identity(N) - Pi * G), z / N)):
        with pytest.raises(Unreachable):
            characteristic(lhs, rhs, ())
