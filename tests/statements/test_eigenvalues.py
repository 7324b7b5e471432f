"""Lists of eigenvalues with symbolic multiplicities: proved by projections, refuted by the characteristic polynomial."""

from __future__ import annotations

from itertools import product as every

import pytest

from derive.errors import InputError, ShapeError
from derive.evaluate.search import Failure
from derive.language.build import (
    basis,
    diag,
    dot,
    index,
    let,
    matrix,
    outer,
    scalar,
    sqrt,
    trace,
    var,
    zeros,
)
from derive.language.hypotheses import equal, not_zero
from derive.statements.cases import cases
from derive.statements.eigenvalues import Eigenvalues, eigenvalues_are
from tests.words import A, K, N, a, eye, g, one, s, v, w

MEAN = outer(one, one) / N
PI = let("Pi", eye - MEAN)
eps, c = scalar("eps", "positive"), scalar("c")
P = matrix("P", N, N, "idempotent")

# The Jacobian of LayerNorm without gains: x = Πa, r = √(σ² + ε).
X, R = PI * a, sqrt(var(a) + eps)
ALONG = outer(X, X) / dot(X, X)
JACOBIAN = (PI - outer(X, X) / (N * R**2)) / R
NOT_CONSTANT, CONSTANT = not_zero(X), equal(X, 0)
NORMALISED = eigenvalues_are(JACOBIAN, (0, 1, MEAN), (eps / R**3, 1, ALONG), (1 / R, N - 2, PI - ALONG))
AT_CONSTANTS = eigenvalues_are(JACOBIAN, (0, 1, MEAN), (1 / R, N - 1, PI))
TILTED = outer(v, w) / dot(v, w)

PROVED = {
    "centring": eigenvalues_are(PI, (0, 1, MEAN), (1, N - 1, PI)),
    "one eigenvalue": eigenvalues_are(c * eye, (c, N, eye)),
    "a mask": eigenvalues_are(diag(s), (1, dot(one, s), diag(s)), (0, dot(one, one - s), diag(one - s))),
    "an idempotent matrix": eigenvalues_are(P, (1, trace(P), P), (0, N - trace(P), eye - P)),
    "a direction": eigenvalues_are(outer(v, v), (dot(v, v), 1, outer(v, v) / dot(v, v)),
        (0, N - 1, eye - outer(v, v) / dot(v, v)), hypotheses=[not_zero(v)]),
    "an oblique direction": eigenvalues_are(TILTED, (1, 1, TILTED), (0, N - 1, eye - TILTED)),
    "an eigenvalue split in two": eigenvalues_are(PI, (0, 1, MEAN), (1, dot(one, s) - dot(s, s), zeros(N, N)),
        (1, N - 1, PI)),
    "the Jacobian": cases((NOT_CONSTANT, NORMALISED), (CONSTANT, AT_CONSTANTS)),
}  # fmt: skip


@pytest.mark.parametrize("name", PROVED)
def test_proved(name):
    """The projections are what the lemma asks, for all sizes."""
    judgement = PROVED[name].decide()
    assert judgement.status == "proved", judgement.explain()


REFUTED = {
    "a multiplicity too many": eigenvalues_are(PI, (0, 1, MEAN), (1, N, PI)),
    "the multiplicities exchanged": eigenvalues_are(PI, (1, 1, MEAN), (0, N - 1, PI)),
    "a negative multiplicity at N = 1": eigenvalues_are(PI, (0, 2, MEAN), (1, N - 2, PI)),
    "half a multiplicity": eigenvalues_are(eye, (1, N / 2, eye / 2), (1, N / 2, eye / 2)),
    "not a projection: the gains do matter": eigenvalues_are(diag(g) * PI, (0, 1, MEAN), (1, N - 1, PI)),
    "the sum of the gains is no eigenvalue": eigenvalues_are(diag(g), (dot(one, g), 1, MEAN), (0, N - 1, PI)),
    "the Jacobian, ε/r² for ε/r³": eigenvalues_are(
        JACOBIAN, (0, 1, MEAN), (eps / R**2, 1, ALONG), (1 / R, N - 2, PI - ALONG), hypotheses=[NOT_CONSTANT]
    ),
    "the Jacobian, as at constant inputs": eigenvalues_are(
        JACOBIAN, (0, 1, MEAN), (1 / R, N - 1, PI), hypotheses=[NOT_CONSTANT]
    ),
    "a nilpotent matrix": eigenvalues_are(outer(v, w), (dot(v, w), 1, TILTED), (1, N - 1, eye - TILTED)),
}


@pytest.mark.parametrize("name", REFUTED)
def test_refuted(name):
    """A point at which the characteristic polynomial is another one, or a multiplicity is none."""
    judgement = REFUTED[name].decide()
    assert judgement.status == "refuted", judgement.explain()
    assert isinstance(judgement.counterexample, Failure)


def test_what_fails_is_said():
    """A sum of multiplicities, a multiplicity, or the polynomial."""
    says = {name: REFUTED[name].decide().counterexample.says for name in REFUTED}
    assert says["a multiplicity too many"] == "the multiplicities add up to 2"
    assert says["a negative multiplicity at N = 1"] == "-1 is no multiplicity"
    assert says["half a multiplicity"] == "1/2 is no multiplicity"
    assert says["the multiplicities exchanged"] == "the characteristic polynomial has the coefficients (1, 0)"


WRONG = {
    "a projection onto something else": ((0, 1, ALONG), (1, N - 1, PI)),
    "along another direction": ((0, 1, MEAN), (1, N - 1, eye - outer(g**2, one) / dot(g, g))),
    "divided by what may be 0": ((0, 1, c * MEAN / c), (1, N - 1, PI)),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_projections_prove_nothing(name):
    """A true statement with wrong certificates is unsupported: neither proved nor refuted."""
    assert eigenvalues_are(PI, *WRONG[name]).decide().status == "unsupported"


def test_no_projections_prove_a_false_list():
    """All pairs from a small stock of matrices: every one leaves the statement refuted."""
    stock = (MEAN, PI, eye, zeros(N, N), 2 * MEAN, eye - 2 * MEAN)
    for first, second in every(stock, stock):
        for false in (((0, 1, first), (1, N, second)), ((0, N - 1, first), (1, 1, second)), ((1, N, first),)):
            assert eigenvalues_are(PI, *false).decide().status == "refuted"


def test_sentence():
    """What it says, in words."""
    expected = "the eigenvalues of Π are 0 with multiplicity 1, 1 with multiplicity N - 1"
    assert str(PROVED["centring"]) == expected


def test_what_is_refused():
    """Shapes that do not fit, free indices, and an empty list."""
    n = index("n", N)
    for matrix_, triple in (
        (matrix("B", N, K), (1, 1, eye)),
        (A, (v, 1, eye)),
        (A, (1, v, eye)),
        (A, (1, 1, matrix("B", N, K))),
    ):
        with pytest.raises(ShapeError):
            eigenvalues_are(matrix_, triple)
    with pytest.raises(InputError, match="free index n"):
        eigenvalues_are(A, (v[n], 1, outer(basis(n), basis(n))))
    with pytest.raises(InputError, match="no eigenvalues"):
        Eigenvalues(A, ())
