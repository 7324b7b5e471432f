"""Null spaces: proved with a splitting for every size, refuted with a vector, and never proved by a wrong splitting."""

from __future__ import annotations

from itertools import product as every

import pytest

from derive.errors import InputError, ShapeError
from derive.evaluate.evaluate import evaluate
from derive.evaluate.linear import in_span, null_space
from derive.evaluate.search import Failure
from derive.language.build import (
    basis,
    diag,
    dot,
    identity,
    index,
    let,
    matrix,
    norm,
    outer,
    scalar,
    vector,
    zeros,
)
from derive.language.hypotheses import equal, not_zero
from derive.statements.null_space import NullSpace, Splitting, null_space_is, orthogonal_splitting
from derive.statements.verdict import Counterexample
from tests.words import PI, SH, SH_PLUS, ZEROS, K, N, a, eye, g, k, one, s, v, w

G, G_INVERSE, ALPHA = diag(g), diag(1 / g), let("alpha", 1 / g)
FILL = eye - outer(one, ZEROS) / k

# The Jacobian of LayerNorm without gains, times √(σ² + ε): Π − xxᵀ/(N(σ² + ε)) with x = Πa, |x|² = Nσ².
eps = scalar("eps", "positive")
X = PI * a
P_SINGULAR = PI - outer(X, X) / dot(X, X)
R2 = dot(X, X) / N + eps
P_REGULAR = PI - outer(X, X) / (N * R2)
UNDO = eye + outer(X, X) / (N * eps)
MISSED = diag(ZEROS) - outer(ZEROS, ZEROS) / k
A, B = matrix("A", N, K), matrix("B", K, N)

PROVED = {
    "centring": null_space_is(PI, one),
    "centring, from the left": null_space_is(PI, one, side="left"),
    "another multiple": null_space_is(PI, 2 * one),
    "a family that is not independent": null_space_is(
        PI, (one, 2 * one), splitting=Splitting((one / N, zeros(N)), eye)
    ),
    "gains to the left do not matter": null_space_is(G * PI, one, splitting=Splitting((one / N,), G_INVERSE)),
    "no zero gain: the direction 1/g": null_space_is(
        G * PI, ALPHA, side="left", splitting=Splitting((g / N,), G_INVERSE)
    ),
    "zero gains: their coordinates": null_space_is(
        SH * PI,
        diag(ZEROS),
        side="left",
        splitting=Splitting((eye,), SH_PLUS * FILL),
        hypotheses=[not_zero(ZEROS)],
    ),
    "the centred squares": null_space_is(
        PI * G**2 * PI,
        one,
        splitting=Splitting((one / N,), G_INVERSE**2 - outer(1 / g**2, 1 / g**2) / dot(ALPHA, ALPHA)),
    ),
    "a mask": null_space_is(diag(s), diag(ZEROS)),
    "an invertible matrix": null_space_is(G, (), splitting=Splitting((), G_INVERSE)),
    "more rows than columns": null_space_is(A, (), splitting=Splitting((), B), hypotheses=[equal(B * A, identity(K))]),
    "the Jacobian, ε > 0": null_space_is(P_REGULAR, one, splitting=Splitting((one / N,), UNDO)),
    "the Jacobian, ε = 0": null_space_is(P_SINGULAR, (one, X), splitting=Splitting((one / N, X / dot(X, X)), eye)),
    "the Jacobian, ε > 0, zero gains": null_space_is(
        SH * P_REGULAR,
        (one, UNDO * MISSED),
        splitting=Splitting((one / N, P_REGULAR), UNDO * FILL.T * SH_PLUS),
        hypotheses=[not_zero(ZEROS)],
    ),
    "a vector and a matrix": null_space_is(diag(s), (diag(ZEROS), ZEROS), splitting=Splitting((eye, zeros(N)), eye)),
    "the plane across a direction": null_space_is(
        outer(v, v),
        eye - outer(v, v) / dot(v, v),
        splitting=Splitting((eye,), outer(v, v) / dot(v, v) ** 2),
        hypotheses=[not_zero(v)],
    ),
}

#: Where the scope is another one: with two dimensions, and where N = 1 has no admissible data.
SCOPES = {"more rows than columns": "all K ≥ 1, N ≥ 1", "the Jacobian, ε = 0": "all N ≥ 2"}


@pytest.mark.parametrize("name", PROVED)
def test_proved(name):
    """The parts hold for all sizes."""
    judgement = PROVED[name].decide()
    assert judgement.status == "proved", judgement.explain()
    assert judgement.scope == SCOPES.get(name, "all N ≥ 1")


REFUTED = {
    "too small: a null vector is missing": null_space_is(PI, ()),
    "too large: a vector is not killed": null_space_is(PI, (one, v)),
    "not the direction 1, but 1/g": null_space_is(G * PI, one, side="left"),
    "the gains instead of their reciprocals": null_space_is(G * PI, g, side="left"),
    "the wrong side": null_space_is(G * PI, ALPHA),
    "zero gains without the hypothesis": null_space_is(
        SH * PI, diag(ZEROS), side="left", splitting=Splitting((eye,), SH_PLUS * FILL)
    ),
    "the support instead of the zeros": null_space_is(diag(s), diag(s)),
    "one vector for all zeros": null_space_is(diag(s), ZEROS),
    "the Jacobian, ε > 0, with a vector too many": null_space_is(
        P_REGULAR, (one, X), splitting=Splitting((one / N, X), eye)
    ),
    "the Jacobian, ε > 0, zero gains, not undone": null_space_is(
        SH * P_REGULAR,
        (one, MISSED),
        splitting=Splitting((one / N, P_REGULAR), UNDO * FILL.T * SH_PLUS),
        hypotheses=[not_zero(ZEROS)],
    ),
    "the Jacobian, ε = 0, with a vector too few": null_space_is(P_SINGULAR, one, splitting=Splitting((one / N,), eye)),
    "N for |1|²": null_space_is(eye - outer(one, one), one),
    "more columns than rows, but not for certain": null_space_is(A, ()),
    "a vector that may be 0": null_space_is(eye - outer(v, v) / norm(v) ** 2, w),
}


@pytest.mark.parametrize("name", REFUTED)
def test_refuted(name):
    """Exact data at which the null space is another one; the hypotheses hold there."""
    judgement = REFUTED[name].decide()
    assert judgement.status == "refuted", judgement.explain()
    assert judgement.counterexample is not None


def test_a_vector_that_is_not_killed_ends_it():
    """M v ≠ 0 is found by the equation, with a witness of that equation; the splitting is not looked at."""
    judgement = REFUTED["too large: a vector is not killed"].decide()
    assert isinstance(judgement.counterexample, Counterexample)
    assert [part.name for part in judgement.parts] == ["in the null space, 1", "in the null space, 2"]


@pytest.mark.parametrize("name", REFUTED)
def test_the_failure_is_one(name):
    """The point that evaluation finds is a counterexample by the definition of both spaces."""
    statement = REFUTED[name]
    failure = statement.failure()
    assert isinstance(failure, Failure)
    matrix_there = evaluate(statement.killer, failure.point)
    columns = []
    for term in statement.basis:
        value = evaluate(term, failure.point)
        columns += [value] if len(term.shape) == 1 else list(zip(*value, strict=True))
    kernel = null_space(matrix_there)
    missing = any(not in_span(x, columns) for x in kernel)
    beyond = any(not in_span(x, kernel) for x in columns)
    assert missing or beyond
    assert ("not in the span" in failure.says) == (not beyond)


@pytest.mark.parametrize(
    "splitting",
    [
        Splitting((one / N,), 2 * eye),
        Splitting((zeros(N),), eye),
        Splitting((one / N,), zeros(N, N)),
    ],
)
def test_a_wrong_splitting_proves_nothing(splitting):
    """A true statement with a wrong certificate is unsupported: neither proved nor refuted."""
    judgement = null_space_is(PI, one, splitting=splitting).decide()
    assert judgement.status == "unsupported"
    assert judgement.reason.startswith("splitting of the identity: refuted")


FALSE = {
    "too small": (PI, (v,)),
    "too large": (PI, (one, g)),
    "another direction": (G * PI, (ALPHA,)),
    "every vector": (PI, (PI,)),
    "no vector": (PI, ()),
}


@pytest.mark.parametrize("name", FALSE)
def test_no_splitting_proves_a_false_statement(name):
    """All splittings from a small stock of vectors and matrices: every one leaves the statement refuted."""
    matrix_, family = FALSE[name]
    vectors, matrices = (one / N, g / N, zeros(N)), (eye, PI, G_INVERSE, zeros(N, N))
    stocks = [vectors if len(b.shape) == 1 else matrices for b in family]
    for coefficients in every(*stocks):
        for left in matrices:
            statement = null_space_is(matrix_, family, splitting=Splitting(coefficients, left))
            assert statement.decide().status == "refuted"


def test_a_splitting_may_not_narrow():
    """A certificate that divides by what may be 0 proves nothing, though it is right wherever it is defined."""
    c = scalar("c")
    judgement = null_space_is(PI, one, splitting=Splitting((c * one / (N * c),), eye)).decide()
    assert judgement.status == "unsupported"
    assert judgement.reason == "splitting of the identity needs what the statement does not say: c ≠ 0"


def test_the_statement_says_where_it_is_defined():
    """What M and the basis divide by is in the ledger, and may be used by the certificate: here |Πa|² ≠ 0."""
    judgement = PROVED["the Jacobian, ε = 0"].decide()
    assert [(each.kind, each.term) for each in judgement.conditions] == [("not_zero", X)]


def test_the_orthogonal_splitting():
    """The default certificate of a projection."""
    assert orthogonal_splitting(PI, (one,)) == Splitting((one / dot(one, one),), PI.T)
    assert orthogonal_splitting(PI, (A,)).coefficients == (A.T,)


def test_sentences():
    """What it says, in words."""
    assert str(PROVED["centring"]) == "the null space of Π is spanned by 1"
    assert str(REFUTED["too small: a null vector is missing"]) == "the null space of Π is {0}"
    assert str(PROVED["a mask"]) == "the null space of diag(s) is spanned by the columns of diag(1 - s)"
    assert str(PROVED["no zero gain: the direction 1/g"]).startswith("the left null space of diag(g) Π is spanned by α")
    assert str(PROVED["a vector and a matrix"]).endswith("is spanned by 1 - s and the columns of diag(1 - s)")


@pytest.mark.parametrize(
    ("arguments", "error", "match"),
    [
        ((one, (one,), Splitting((one,), eye)), ShapeError, "must be a matrix"),
        ((PI, (vector("k", K),), Splitting((one,), eye)), ShapeError, "basis term of shape"),
        ((PI, (one,), Splitting((), eye)), InputError, "0 coefficients for 1 terms"),
        ((PI, (one,), Splitting((vector("k", K),), eye)), ShapeError, "a coefficient of shape"),
        ((A, (), Splitting((), A)), ShapeError, "the left factor"),
        ((PI, (basis(index("n", N)),), Splitting((one,), eye)), InputError, "free index n"),
        ((PI, (one,), Splitting((one,), eye), "top"), InputError, "the side 'top'"),
    ],
)
def test_what_is_refused(arguments, error, match):
    """Shapes that do not fit, free indices, a wrong number of coefficients."""
    with pytest.raises(error, match=match):
        NullSpace(*arguments)
