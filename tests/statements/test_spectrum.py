"""Characteristic polynomials and equal spectra: proved for symbolic N, near misses refuted."""

from __future__ import annotations

import pytest

from derive.errors import InputError, ShapeError
from derive.evaluate.evaluate import evaluate
from derive.evaluate.linear import characteristic_polynomial as coefficients_of
from derive.language.build import (
    diag,
    dot,
    hadamard,
    hadamard_power,
    inverse,
    matrix,
    outer,
    prod_,
    scalar,
    sum_,
    vector,
)
from derive.language.hypotheses import equal, nonzero, not_zero
from derive.statements.spectrum import characteristic_polynomial, same_spectrum
from tests.words import PI, K, N, eye, h, m, n, one, s

g, u, v = vector("g", N), vector("u", N), vector("v", N)
G = diag(g)
z, c = scalar("z"), scalar("c")
A, B, S = matrix("A", N, N), matrix("B", N, N), matrix("S", N, N, "invertible")
X, Y = matrix("X", N, K), matrix("Y", K, N)
SH, HOLED = diag(hadamard(s, h)), hadamard(s, hadamard_power(h, -1))
k = dot(one, one - s)
M_Z = diag(HOLED) ** 2 + outer(HOLED, HOLED) / k


def leave_one_out(entry):
    """Σₘ ∏_{n≠m} of the entries: the derivative of the product in z."""
    return sum_(m, prod_(n, entry(n), m))


PROVED = {
    "diagonal": characteristic_polynomial(G, prod_(n, z - g[n]), z=z),
    "a direction": characteristic_polynomial(
        G + outer(u, v), prod_(n, z - g[n]) - sum_(m, u[m] * v[m] * prod_(n, z - g[n], m)), z=z
    ),
    "the stretched projector": characteristic_polynomial(
        G * PI * G, z * leave_one_out(lambda i: z - g[i] ** 2) / N, z=z
    ),
    "its pseudo-inverse, zero gains": characteristic_polynomial(
        M_Z,
        ((N + k) * prod_(n, z - HOLED[n] ** 2) - z * leave_one_out(lambda i: z - HOLED[i] ** 2)) / k,
        z=z,
        hypotheses=[not_zero(one - s)],
    ),
    "G Π G and Π G² Π": same_spectrum(G * PI * G, PI * G**2 * PI, left=G * PI, right=PI * G),
    "with zero gains": same_spectrum(SH * PI * SH, PI * SH**2 * PI, left=SH * PI, right=PI * SH),
    "similar matrices": same_spectrum(S * B * inverse(S), B, left=S * B, right=inverse(S)),
    "different sizes": same_spectrum(X * Y, Y * X, left=X, right=Y),
    "both products": same_spectrum(A * B, B * A, left=A, right=B),
    "under a hypothesis": same_spectrum(A, B, left=S, right=inverse(S) * A, hypotheses=[equal(B, inverse(S) * A * S)]),
}


@pytest.mark.parametrize("name", PROVED)
def test_proved(name):
    """The parts hold for all sizes."""
    judgement = PROVED[name].decide()
    assert judgement.status == "proved", judgement.explain()


REFUTED = {
    "a sign": characteristic_polynomial(
        G + outer(u, v), prod_(n, z - g[n]) + sum_(m, u[m] * v[m] * prod_(n, z - g[n], m)), z=z
    ),
    "the eigenvalues of the gains alone": characteristic_polynomial(G * PI * G, prod_(n, z - g[n] ** 2), z=z),
    "the factor 1/N lost": characteristic_polynomial(G * PI * G, z * leave_one_out(lambda i: z - g[i] ** 2), z=z),
    "the root 0 lost": characteristic_polynomial(G * PI * G, leave_one_out(lambda i: z - g[i] ** 2) / N, z=z),
    "another point for z": characteristic_polynomial(G, prod_(n, c - g[n]), z=z),
    "its pseudo-inverse, N for N + k": characteristic_polynomial(
        M_Z,
        (N * prod_(n, z - HOLED[n] ** 2) - z * leave_one_out(lambda i: z - HOLED[i] ** 2)) / k,
        z=z,
        hypotheses=[not_zero(one - s)],
    ),
    "the gains alone": same_spectrum(G * PI * G, G**2, left=G * PI, right=PI * G),
    "one projection lost": same_spectrum(G * PI * G, PI * G * PI, left=G * PI, right=PI * G),
    "a transpose is not an inverse": same_spectrum(S * B * S.T, B, left=S * B, right=S.T),
    "three factors in another order": same_spectrum(A * B * S, B * A * S, left=A * B, right=S),
    "other sizes, other eigenvalues": same_spectrum(X * Y, 2 * (Y * X), left=X, right=Y),
}


@pytest.mark.parametrize("name", REFUTED)
def test_refuted(name):
    """An exact point at which the polynomials differ."""
    statement = REFUTED[name]
    judgement = statement.decide()
    assert judgement.status == "refuted", judgement.explain()
    if statement.kind == "same spectrum":
        values = [evaluate(term, judgement.counterexample.point) for term in statement.terms]
        first, second = map(coefficients_of, values)
        size = min(len(first), len(second))
        assert first[:size] != second[:size] or any(first[size:]) or any(second[size:])
        assert "the characteristic polynomials have the coefficients" in judgement.counterexample.says


WRONG = {
    "a true statement that needs two steps": same_spectrum(G * PI * G, PI * G**2, left=G * PI, right=PI * G),
    "the same, in the other order": same_spectrum(PI * G**2, G * PI * G, left=PI * G, right=G * PI),
    "factors that divide by what may be 0": same_spectrum(A * B, B * A, left=c * A, right=B / c),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_factors_prove_nothing(name):
    """True statements with wrong certificates are unsupported: neither proved nor refuted."""
    judgement = WRONG[name].decide()
    assert judgement.status == "unsupported", judgement.explain()


def test_zero_roots_do_not_matter():
    """u vᵀ and a matrix of two rows with the same nonzero root: evaluation finds no failure for different sizes."""
    p, q = vector("p", 2), vector("q", 2)
    hypotheses = [equal(dot(u, v), 1), equal(dot(p, q), 1)]
    assert same_spectrum(outer(u, v), outer(p, q), left=outer(u, q), right=outer(p, v)).failure() is not None
    true = same_spectrum(outer(u, v), outer(p, q), left=outer(u, q), right=outer(p, v), hypotheses=hypotheses)
    assert true.failure() is None
    assert true.decide().status == "proved"


def test_sentences():
    """What it says, in words."""
    assert str(PROVED["diagonal"]) == "the characteristic polynomial of diag(g) in z is ∏ₙ (z - gₙ)"
    assert str(PROVED["both products"]) == "AB and BA have the same eigenvalues, with multiplicities"
    assert str(PROVED["different sizes"]) == "XY and YX have the same nonzero eigenvalues, with multiplicities"


@pytest.mark.parametrize(
    ("matrix_", "polynomial", "variable", "hypotheses", "error"),
    [
        (X, z, z, (), ShapeError),
        (A, v, z, (), ShapeError),
        (z * eye, (z - c) ** 2, z, (), InputError),
        (A, z, z, (nonzero(z),), InputError),
        (A, z, scalar("z", "positive"), (), InputError),
        (A, z, v, (), InputError),
        (A, z - v[n], z, (), InputError),
    ],
)
def test_what_is_refused(matrix_, polynomial, variable, hypotheses, error):
    """Shapes that do not fit; a variable of which something is assumed, or which the matrix contains."""
    with pytest.raises(error):
        characteristic_polynomial(matrix_, polynomial, z=variable, hypotheses=hypotheses)


@pytest.mark.parametrize(("second", "left", "right"), [(X, A, A), (B, X, A), (B, A, X)])
def test_factors_must_fit(second, left, right):
    """Shapes that do not fit."""
    with pytest.raises(ShapeError):
        same_spectrum(A, second, left=left, right=right)
