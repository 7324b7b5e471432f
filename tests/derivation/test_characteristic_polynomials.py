"""Characteristic polynomials of diagonal + fixed rank, found for all N, against exact determinants at small N."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from derive.derivation.characteristic_polynomials import find_characteristic_polynomial
from derive.errors import Undecided, UndefinedAtPoint
from derive.evaluate.evaluate import Evaluation
from derive.evaluate.linear import characteristic_polynomial
from derive.evaluate.points import names, points
from derive.language.build import diag, dimension, identity, matrix, norm, ones, outer, scalar, vector
from derive.language.terms import Term
from derive.printing import text

N = dimension("N")
z = scalar("z")
a, g, u, v = vector("a", N), vector("g", N, "nonzero"), vector("u", N), vector("v", N)
one, eye = ones(N), identity(N)
Pi, G = eye - outer(one, one) / N, diag(g)
alpha = 1 / g
Pi2 = eye - outer(alpha, alpha) / norm(alpha) ** 2

MATRICES: dict[str, Term] = {
    "a diagonal": diag(a),
    "centring": Pi,
    "the affine part": diag(a) * Pi,
    "the Gram matrix": diag(a) * Pi * diag(a),
    "centred Gram matrix": Pi * G * G * Pi,
    "its inverse": Pi2 * G**-2 * Pi2,
    "one pair": diag(a) + outer(u, v),
    "no diagonal": outer(u, v),
    "two pairs": diag(a) + outer(u, v) + outer(one, a),
    "three pairs": eye + outer(u, v) + outer(one, a) + outer(a, u),
}


@pytest.mark.parametrize("name", MATRICES)
def test_found_and_proved(name: str) -> None:
    """The polynomial that is found is proved to be det(zI − M) for all N."""
    judgement = find_characteristic_polynomial(MATRICES[name], z).decide()
    assert judgement.status == "proved", judgement.explain()


@pytest.mark.parametrize("name", MATRICES)
@pytest.mark.parametrize("size", [1, 2, 3])
def test_agrees_with_exact_coefficients(name: str, size: int) -> None:
    """At small N and rational data it is the polynomial with the coefficients that elimination gives."""
    found = find_characteristic_polynomial(MATRICES[name], z)
    _, symbols = names(found.terms)
    compared = 0
    for point in points(symbols, {N: size}, (), 6):
        evaluation = Evaluation(point)
        try:
            value: Any = evaluation(found.polynomial)
            entries: Any = evaluation(found.matrix)
        except UndefinedAtPoint:
            continue
        at: Any = point.values[z]
        expected = Fraction(0)
        for coefficient in characteristic_polynomial(entries):
            expected = expected * at + coefficient  # type: ignore[assignment,operator]  # rational data
        assert value == expected
        compared += 1
    assert compared


def test_one_pair_is_written_without_division() -> None:
    """The leave-one-out form holds for every z; g² in the pair gives the derivative of the product."""
    assert text(find_characteristic_polynomial(diag(a) + outer(u, v), z).polynomial) == (
        "∏ₙ (z - aₙ) - Σₙ uₙ vₙ ∏_{m≠n} (z - aₘ)"
    )
    assert text(find_characteristic_polynomial(G * Pi * G, z).polynomial) == "(1 / N) z (∂(∏ₙ (z - gₙ²))/∂z)"


def test_declined() -> None:
    """A general matrix, and more pairs than are written out."""
    with pytest.raises(Undecided, match="diagonal"):
        find_characteristic_polynomial(matrix("A", N, N), z)
    vectors = [vector(name, N) for name in "bcdefhij"]
    many = diag(a)
    for left, right in zip(vectors[:4], vectors[4:], strict=True):
        many = many + outer(left, right)
    with pytest.raises(Undecided, match="rank 4"):
        find_characteristic_polynomial(many, z)
