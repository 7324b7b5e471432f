"""Rank and nullity: proved by an inner inverse, refuted by the exact rank at a point, never proved by a wrong inverse."""

from __future__ import annotations

import pytest

from derive.errors import InputError, ShapeError
from derive.evaluate.evaluate import evaluate
from derive.evaluate.linear import rank
from derive.evaluate.search import Failure
from derive.language.build import (
    basis,
    diag,
    dot,
    identity,
    index,
    matrix,
    outer,
    scalar,
    trace,
    zeros,
)
from derive.language.hypotheses import equal, not_zero
from derive.statements.rank import Rank, nullity, rank_is
from tests.words import PI, SH, SH_PLUS, ZEROS, K, N, a, eye, g, h, k, one, s, u, v

G, G_INVERSE, ALPHA = diag(g), diag(1 / g), 1 / g
PI2 = eye - outer(ALPHA, ALPHA) / dot(ALPHA, ALPHA)
SOME_ZERO, NO_ZERO = not_zero(ZEROS), equal(s, one)
FILL = (eye - outer(ZEROS, one) / k) * SH_PLUS
X = PI * a
eps = scalar("eps", "positive")
P_REGULAR, UNDO = PI - outer(X, X) / (dot(X, X) + N * eps), eye + outer(X, X) / (N * eps)
A, B = matrix("A", N, K), matrix("B", K, N)
P, S = matrix("P", N, N, "idempotent"), matrix("S", N, N)

PROVED = {
    "centring": rank_is(PI, N - 1, inverse=eye),
    "centring, its null space": nullity(PI, 1, inverse=PI),
    "nonzero gains": rank_is(G * PI, N - 1, inverse=G_INVERSE),
    "the Gram matrix": rank_is(G * PI * G, N - 1, inverse=PI2 * G_INVERSE**2 * PI2),
    "zero gains": rank_is(SH * PI, N - k, inverse=FILL, hypotheses=[SOME_ZERO]),
    "zero gains, the other side": rank_is(PI * SH, N - k, inverse=FILL.T, hypotheses=[SOME_ZERO]),
    "no zero gain": rank_is(SH * PI, N - 1, inverse=diag(1 / h), hypotheses=[NO_ZERO]),
    "the directions that outcomes miss": nullity(PI * SH, k, inverse=FILL.T, hypotheses=[SOME_ZERO]),
    "a mask": rank_is(diag(s), dot(one, s), inverse=eye),
    "an idempotent matrix": rank_is(P, trace(P), inverse=eye),
    "orthonormal columns": rank_is(A, K, inverse=A.T, hypotheses=[equal(A.T * A, identity(K))]),
    "a left inverse": nullity(A, 0, inverse=B, hypotheses=[equal(B * A, identity(K))]),
    "the other shape": nullity(B, N - K, inverse=A, hypotheses=[equal(B * A, identity(K))]),
    "the sphere of centred vectors": rank_is(PI - outer(X, X) / dot(X, X), N - 2, inverse=eye),
    "the Jacobian, ε > 0, zero gains": rank_is(SH * P_REGULAR, N - k, inverse=UNDO * FILL, hypotheses=[SOME_ZERO]),
    "the Jacobian, ε = 0": rank_is(G * (PI - outer(X, X) / dot(X, X)), N - 2, inverse=G_INVERSE),
    "how often 1 is an eigenvalue": nullity(P_REGULAR - eye, N - 2, hypotheses=[not_zero(X)],
        inverse=-outer(one, one) / N - (dot(X, X) + N * eps) * outer(X, X) / dot(X, X) ** 2),
    "one direction": rank_is(outer(u, v), 1, inverse=outer(v, u) / (dot(u, u) * dot(v, v)), hypotheses=[
        not_zero(u), not_zero(v)]),
    "nothing": rank_is(zeros(N, K), 0, inverse=zeros(K, N)),
}  # fmt: skip


@pytest.mark.parametrize("name", PROVED)
def test_proved(name):
    """Both parts hold for all sizes."""
    judgement = PROVED[name].decide()
    assert judgement.status == "proved", judgement.explain()


@pytest.mark.parametrize("name", ["centring, its null space", "zero gains"])
def test_evaluation_agrees(name):
    """No point at which the exact rank is another number."""
    assert PROVED[name].failure() is None


REFUTED = {
    "N for N - 1": rank_is(PI, N, inverse=eye),
    "the dimension of the null space for the rank": rank_is(PI, 1, inverse=eye),
    "no zero gain: N - k for N - max(k, 1)": rank_is(SH * PI, N - k, inverse=FILL),
    "no zero gain: null space of dimension k": nullity(PI * SH, k, inverse=diag(1 / h), hypotheses=[NO_ZERO]),
    "zero gains: N - 1 for N - k": rank_is(SH * PI, N - 1, inverse=diag(1 / h)),
    "zero gains: k - 1 for k": nullity(PI * SH, k - 1, inverse=FILL.T, hypotheses=[SOME_ZERO]),
    "rows for columns": nullity(B, 0, inverse=A, hypotheses=[equal(B * A, identity(K))]),
    "a direction that may be 0": rank_is(outer(u, v), 1, inverse=outer(v, u) / (dot(u, u) * dot(v, v))),
    "the trace of a matrix that is not idempotent": rank_is(SH, trace(SH), inverse=eye),
    "how often 1 is an eigenvalue, at constant inputs too": nullity(P_REGULAR - eye, N - 2, inverse=-eye),
    "the Jacobian, ε > 0, as for ε = 0": rank_is(P_REGULAR, N - 2, inverse=eye),
    "half a dimension": rank_is(PI, N / 2, inverse=eye),
    "any matrix": rank_is(A, K, inverse=B),
}


@pytest.mark.parametrize("name", REFUTED)
def test_refuted(name):
    """The exact rank at the point is another number, by evaluation afresh."""
    statement = REFUTED[name]
    judgement = statement.decide()
    assert judgement.status == "refuted", judgement.explain()
    failure = judgement.counterexample
    assert isinstance(failure, Failure)
    value, there = (evaluate(term, failure.point) for term in (statement.value, statement.matrix))
    found = rank(there) if isinstance(statement, Rank) else len(there[0]) - rank(there)
    assert value != found
    assert f"is {found}, not {value}" in failure.says


WRONG = {
    "no inner inverse": rank_is(PI, N - 1, inverse=2 * eye),
    "an outer inverse": rank_is(PI, N - 1, inverse=zeros(N, N)),
    "the right trace, and no inner inverse": rank_is(PI, N - 1, inverse=eye + S - S.T),
    "the right trace, for a nullity": nullity(PI, 1, inverse=eye + S - S.T),
    "an inverse that divides by what may be 0": rank_is(PI, N - 1, inverse=scalar("c") * eye / scalar("c")),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_inverse_proves_nothing(name):
    """A true statement with a wrong certificate is unsupported: neither proved nor refuted."""
    judgement = WRONG[name].decide()
    assert judgement.status == "unsupported"
    assert judgement.reason.startswith("inner inverse")


def test_a_false_rank_with_its_trace():
    """With X = N/(N - 1) I the trace agrees with a false rank, which is refuted: M X M is not M."""
    assert rank_is(PI, N, inverse=N * eye / (N - 1)).decide().status == "refuted"


def test_sentences():
    """What it says, in words."""
    assert str(PROVED["centring"]) == "the rank of Π is N - 1"
    assert str(PROVED["centring, its null space"]) == "the dimension of the null space of Π is 1"


@pytest.mark.parametrize(
    ("matrix_", "value", "inverse", "error"),
    [
        (one, 1, eye, ShapeError),
        (PI, one, eye, ShapeError),
        (A, K, A, ShapeError),
        (PI, basis(index("n", N))[index("m", N)], eye, InputError),
    ],
)
def test_what_is_refused(matrix_, value, inverse, error):
    """Shapes that do not fit, and free indices."""
    for constructor in (rank_is, nullity):
        with pytest.raises(error):
            constructor(matrix_, value, inverse=inverse)
