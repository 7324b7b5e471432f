"""Pseudo-inverses: the four equations for every size, and near misses refuted by one of them."""

from __future__ import annotations

import pytest

from derive.errors import InputError, ShapeError
from derive.evaluate.evaluate import evaluate
from derive.evaluate.linear import pseudo_inverse
from derive.language.build import (
    basis,
    diag,
    dot,
    identity,
    index,
    let,
    matrix,
    outer,
    zeros,
)
from derive.language.hypotheses import equal, not_zero
from derive.statements.pseudo_inverse import GroupInverse, pseudo_inverse_is
from tests.words import PI, SH, SH_PLUS, ZEROS, K, N, eye, g, k, one, u, v

G, G_INVERSE, ALPHA = diag(g), diag(1 / g), let("alpha", 1 / g)
PI2 = let("Pi2", eye - outer(ALPHA, ALPHA) / dot(ALPHA, ALPHA))
ALPHA_PLUS = SH_PLUS * one
OBLIQUE = eye - outer(u, v) / dot(u, v)
A, B = matrix("A", N, K), matrix("B", K, N)
SOME_ZERO = not_zero(ZEROS)

PROVED = {
    "a projection is its own": pseudo_inverse_is(PI, PI),
    "diagonal, with zeros": pseudo_inverse_is(SH, SH_PLUS),
    "no zero gain": pseudo_inverse_is(G * PI * G, PI2 * G_INVERSE**2 * PI2),
    "zero gains": pseudo_inverse_is(
        SH * PI * SH, SH_PLUS**2 + outer(ALPHA_PLUS, ALPHA_PLUS) / k, hypotheses=[SOME_ZERO]
    ),
    "the denominator says k ≠ 0": pseudo_inverse_is(SH * PI * SH, SH_PLUS**2 + outer(ALPHA_PLUS, ALPHA_PLUS) / k),
    "the centred stretch": pseudo_inverse_is(G * PI, PI * G_INVERSE * PI2),
    "one direction": pseudo_inverse_is(outer(u, v), outer(v, u) / (dot(u, u) * dot(v, v))),
    "orthonormal columns": pseudo_inverse_is(A, A.T, hypotheses=[equal(A.T * A, identity(K))]),
    "nothing": pseudo_inverse_is(zeros(N, K), zeros(K, N)),
    "an oblique projection is its own group inverse": GroupInverse(OBLIQUE, OBLIQUE),
    "the group inverse of a symmetric matrix": GroupInverse(G * PI * G, PI2 * G_INVERSE**2 * PI2),
    "an oblique direction": GroupInverse(outer(u, v), outer(u, v) / dot(u, v) ** 2),
}


@pytest.mark.parametrize("name", PROVED)
def test_proved(name):
    """All equations hold for all sizes."""
    judgement = PROVED[name].decide()
    assert judgement.status == "proved", judgement.explain()


REFUTED = {
    "Π in place of Π₂": pseudo_inverse_is(G * PI * G, PI * G_INVERSE**2 * PI),
    "the inverse without projections": pseudo_inverse_is(G * PI * G, G_INVERSE**2),
    "one projection lost": pseudo_inverse_is(G * PI * G, PI2 * G_INVERSE**2),
    "zero gains: 1/N for 1/k": pseudo_inverse_is(
        SH * PI * SH, SH_PLUS**2 + outer(ALPHA_PLUS, ALPHA_PLUS) / N, hypotheses=[SOME_ZERO]
    ),
    "zero gains: a sign": pseudo_inverse_is(
        SH * PI * SH, SH_PLUS**2 - outer(ALPHA_PLUS, ALPHA_PLUS) / k, hypotheses=[SOME_ZERO]
    ),
    "zero gains: the pseudo-inverse of the gains alone": pseudo_inverse_is(
        SH * PI * SH, SH_PLUS**2, hypotheses=[SOME_ZERO]
    ),
    "an inner inverse, not symmetric": pseudo_inverse_is(G * PI, G_INVERSE),
    "an outer inverse": pseudo_inverse_is(PI, zeros(N, N)),
    "an oblique projection is not its own pseudo-inverse": pseudo_inverse_is(OBLIQUE, OBLIQUE),
    "a left inverse": pseudo_inverse_is(A, B, hypotheses=[equal(B * A, identity(K))]),
    "the pseudo-inverse is not the group inverse": GroupInverse(outer(u, v), outer(v, u) / (dot(u, u) * dot(v, v))),
}


@pytest.mark.parametrize("name", REFUTED)
def test_refuted(name):
    """An exact point at which the value is another matrix than the pseudo-inverse computed there."""
    statement = REFUTED[name]
    judgement = statement.decide()
    assert judgement.status == "refuted", judgement.explain()
    if statement.kind == "pseudo-inverse":
        point = judgement.counterexample.witness.point
        assert pseudo_inverse(evaluate(statement.matrix, point)) != evaluate(statement.value, point)


def test_what_the_value_divides_by_is_in_the_ledger():
    """Without the hypothesis k ≠ 0 the denominator says it."""
    judgement = PROVED["the denominator says k ≠ 0"].decide()
    assert [condition.kind for condition in judgement.conditions] == ["nonzero"]
    assert PROVED["zero gains"].decide().conditions == ()


def test_each_equation_is_asked():
    """The four equations of Penrose, three of the group inverse."""
    assert [part.name for part in PROVED["no zero gain"].decide().parts] == [
        "M P M = M", "P M P = P", "M P symmetric", "P M symmetric",
    ]  # fmt: skip
    assert len(PROVED["an oblique direction"].decide().parts) == 3


def test_sentences():
    """What it says, in words."""
    assert str(PROVED["a projection is its own"]) == "the pseudo-inverse of Π is Π"
    assert str(PROVED["an oblique direction"]).startswith("the group inverse of u vᵀ is")


@pytest.mark.parametrize(
    ("constructor", "arguments", "error"),
    [
        (pseudo_inverse_is, (A, A), ShapeError),
        (pseudo_inverse_is, (u, u), ShapeError),
        (GroupInverse, (A, B), ShapeError),
        (pseudo_inverse_is, (diag(basis(index("n", N))), eye), InputError),
    ],
)
def test_what_is_refused(constructor, arguments, error):
    """Shapes that do not fit, and free indices."""
    with pytest.raises(error):
        constructor(*arguments)
