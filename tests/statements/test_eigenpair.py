"""Eigenpairs: the equation and v ≠ 0, both needed, both refuted by exact data."""

from __future__ import annotations

import pytest

from derive.errors import ShapeError
from derive.language.build import (
    basis,
    diag,
    dot,
    hadamard,
    index,
    let,
    matrix,
    outer,
    scalar,
    vector,
)
from derive.language.hypotheses import equal, nonzero, not_zero
from derive.statements.eigenpair import eigenpair
from tests.words import PI, K, N, a, eye, g, n, one, u, v, w

G, ALPHA = diag(g), let("alpha", 1 / g)
PI2 = eye - outer(ALPHA, ALPHA) / dot(ALPHA, ALPHA)
zeta, c = scalar("zeta"), scalar("c")
A, S = matrix("A", N, N), matrix("S", N, N, "invertible")
gain = vector("gain", N)
SHIFTED = gain**2 - zeta * one
CENTRED = equal(dot(one, v), 0)
PAIR = (equal(PI * G**2 * v, zeta * v), CENTRED, not_zero(v))

PROVED = {
    "constants are centred away": eigenpair(PI, one, 0),
    "centred vectors stay": eigenpair(PI, v, 1, hypotheses=[CENTRED, not_zero(v)]),
    "the centred input": eigenpair(PI, PI * a, 1, hypotheses=[not_zero(PI * a)]),
    "the direction of no axis": eigenpair(PI2 * diag(1 / g) ** 2 * PI2, ALPHA, 0),
    "one direction": eigenpair(outer(v, v), v, dot(v, v), hypotheses=[not_zero(v)]),
    "two directions": eigenpair(outer(u, v), u, dot(v, u), hypotheses=[nonzero(dot(v, u))], covector=v),
    "a diagonal matrix": eigenpair(diag(v), basis(n), v[n], covector=basis(n), form=1),
    "a stretched eigenvector": eigenpair(
        G * PI * G, G * v, zeta, hypotheses=PAIR, covector=diag(1 / g) * v, form=dot(v, v)
    ),
    "an axis, before the stretch": eigenpair(
        PI * diag(gain) ** 2 * PI, 1 / SHIFTED, zeta, hypotheses=[equal(dot(one, 1 / SHIFTED), 0)]
    ),
    "an axis": eigenpair(
        diag(gain) * PI * diag(gain),
        gain / SHIFTED,
        zeta,
        hypotheses=[equal(dot(one, 1 / SHIFTED), 0), not_zero(gain)],
        covector=hadamard(gain, SHIFTED),
        form=dot(gain, gain),
    ),
    "a polynomial of a matrix": eigenpair(
        A**2 + 3 * A, v, zeta**2 + 3 * zeta, hypotheses=[equal(A * v, zeta * v), not_zero(v)]
    ),
}


@pytest.mark.parametrize("name", PROVED)
def test_proved(name):
    """The equation holds and v ≠ 0, for all sizes."""
    judgement = PROVED[name].decide()
    assert judgement.status == "proved", judgement.explain()


REFUTED = {
    "the zero vector": eigenpair(PI, 0 * one, 1),
    "a vector that may be 0": eigenpair(PI, v, 1, hypotheses=[CENTRED]),
    "the centred input may be 0": eigenpair(PI, PI * a, 1),
    "the other eigenvalue": eigenpair(PI, one, 1),
    "a vector that is not centred": eigenpair(PI, v, 1, hypotheses=[not_zero(v)]),
    "half the eigenvalue": eigenpair(outer(v, v), v, dot(v, v) / 2, hypotheses=[not_zero(v)]),
    "two directions, orthogonal or 0": eigenpair(outer(u, v), u, dot(v, u)),
    "1 for the direction of no axis": eigenpair(PI2 * diag(1 / g) ** 2 * PI2, one, 0),
    "the unstretched eigenvector": eigenpair(G * PI * G, v, zeta, hypotheses=PAIR),
    "a diagonal matrix, with another component": eigenpair(
        diag(v), basis(n), v[index("m", N)], covector=basis(n), form=1
    ),
    "any ζ for a root of Σ 1/(g² − ζ)": eigenpair(PI * diag(gain) ** 2 * PI, 1 / SHIFTED, zeta),
    "an axis, where all gains may be 0": eigenpair(
        diag(gain) * PI * diag(gain), gain / SHIFTED, zeta, hypotheses=[equal(dot(one, gain / SHIFTED), 0)]
    ),
    "a covector that may vanish": eigenpair(PI, v, 1, hypotheses=[CENTRED], covector=w),
}


@pytest.mark.parametrize("name", REFUTED)
def test_refuted(name):
    """By the equation, or by v = 0."""
    judgement = REFUTED[name].decide()
    assert judgement.status == "refuted", judgement.explain()
    assert judgement.counterexample is not None


def test_the_zero_vector_is_named():
    """The equation holds at v = 0; what fails is said."""
    judgement = REFUTED["a vector that may be 0"].decide()
    assert [part.judgement.status for part in judgement.parts] == ["proved", "refuted"]
    assert str(judgement.counterexample) == "N = 1, v = (0): v ≠ 0 is false"


def test_a_wrong_covector_proves_nothing():
    """A true statement with a covector that does not show it is unsupported, and v ≠ 0 is named."""
    true = {"hypotheses": [CENTRED, not_zero(v)]}
    assert eigenpair(PI, v, 1, **true).decide().status == "proved"
    for certificate in ({"covector": one, "form": 1}, {"covector": v / c, "form": dot(v, v) / c}):
        judgement = eigenpair(PI, v, 1, **true, **certificate).decide()
        assert judgement.status == "unsupported"
        assert judgement.reason.startswith("the vector is not 0")


def test_sentence():
    """What it says, in words."""
    assert str(PROVED["constants are centred away"]) == "1 is an eigenvector of Π with eigenvalue 0"


@pytest.mark.parametrize(
    ("arguments", "certificate"),
    [
        ((matrix("B", N, K), v, 1), {}),
        ((PI, vector("k", K), 1), {}),
        ((PI, v, v), {}),
        ((PI, v, 1), {"covector": vector("k", K)}),
        ((PI, v, 1), {"covector": v, "form": v}),
    ],
)
def test_what_is_refused(arguments, certificate):
    """Shapes that do not fit."""
    with pytest.raises(ShapeError):
        eigenpair(*arguments, **certificate)
