"""Conditions that follow: read off, by another form, or by a covector; refuted by a point; never by a wrong certificate."""

from __future__ import annotations

import pytest

from derive.errors import InputError, ShapeError
from derive.evaluate.conditions import holds
from derive.evaluate.search import Failure
from derive.language.build import (
    basis,
    diag,
    dot,
    identity,
    norm,
    outer,
    scalar,
)
from derive.language.hypotheses import equal, idempotent, mask, nonneg, nonzero, not_zero, positive
from derive.language.terms import Number
from derive.statements.implication import implies
from tests.words import A, N, g, n, one, v, w

p, q, c = scalar("p"), scalar("q"), scalar("c")
PI = identity(N) - outer(one, one) / N
HALF = Number(1) / 2

PROVED = {
    "a square and a positive number": implies([], positive(p**2 + 1)),
    "a hypothesis": implies([not_zero(v)], not_zero(v)),
    "a product": implies([positive(p), nonzero(q)], nonzero(p * q)),
    "a norm": implies([not_zero(v)], positive(norm(v))),
    "every component": implies([], nonzero(1 / g)),
    "where it is defined": implies([], nonzero(1 / p)),
    "one component": implies([nonzero(v[n])], nonzero(v[n] ** 3)),
    "a completed square": implies([], positive(p**2 + p + 1), form=(p + HALF) ** 2 + Number(3) / 4),
    "by a hypothesis that is an equation": implies([equal(dot(v, w), 1)], nonneg(dot(v, w)), form=1),
    "a projection as a length": implies([], nonneg(dot(v, PI * v)), form=norm(PI * v) ** 2),
    "a covector": implies([equal(dot(one, v), 1)], not_zero(v), covector=one, form=1),
    "a covector, of known sign": implies([nonzero(dot(w, v))], not_zero(v), covector=w),
    "a stretched vector": implies([not_zero(v)], not_zero(diag(g) * v), covector=v / g, form=dot(v, v)),
    "a basis vector": implies([], not_zero(basis(n)), covector=basis(n), form=1),
    "a vector in another form": implies([equal(A * w, v), not_zero(v)], not_zero(A * w), form=v),
}


@pytest.mark.parametrize("name", PROVED)
def test_proved(name):
    """It follows, for all sizes."""
    judgement = PROVED[name].decide()
    assert judgement.status == "proved", judgement.explain()
    assert judgement.scope


REFUTED = {
    "0 is a square": implies([], positive(p**2)),
    "no sign": implies([], nonneg(p * q)),
    "a sum of positive and negative": implies([positive(p)], positive(p - 1)),
    "some component is not every": implies([not_zero(v)], nonzero(v)),
    "not every component is not some": implies([], not_zero(v)),
    "the projection of a vector": implies([not_zero(v)], not_zero(PI * v)),
    "the least size": implies([], positive(N - 1)),
    "a completed square, with a form of the wrong sign": implies(
        [], positive(p**2 + p), form=(p + HALF) ** 2 - Number(1) / 4
    ),
    "a covector that vanishes there": implies([], not_zero(v), covector=v),
    "a hypothesis of another vector": implies([not_zero(w)], not_zero(v)),
    "one component of many": implies([], nonzero(v[n])),
}


@pytest.mark.parametrize("name", REFUTED)
def test_refuted(name):
    """A point at which every hypothesis holds and the conclusion does not."""
    statement = REFUTED[name]
    judgement = statement.decide()
    assert judgement.status == "refuted", judgement.explain()
    failure = judgement.counterexample
    assert isinstance(failure, Failure)
    assert holds(statement.conclusion, failure.point) is False
    assert all(holds(hypothesis, failure.point) is True for hypothesis in statement.hypotheses)
    assert "is false" in failure.says


UNSUPPORTED = {
    "true, and not to be read off": (implies([], positive(p**2 + p + 1)), "nothing known says p² + p + 1 > 0"),
    "a form that is not equal": (implies([], positive(p**2 + p + 1), form=p**2 + 1), "another form: refuted: p"),
    "a form that divides": (
        implies([], positive(p**2 + p + 1), form=((p + HALF) ** 2 + Number(3) / 4) * c**2 / c**2),
        "needs what the statement does not say: c ≠ 0",
    ),
    "a covector that is not known": (
        implies([equal(dot(one, v), 1)], not_zero(v), covector=w),
        "its sign: refuted",
    ),
    "nothing to speak of": (implies([equal(p, 0)], nonzero(1 / p)), "(vacuous)"),
    "hypotheses that contradict": (implies([positive(p), equal(p, -1)], positive(p)), "(vacuous)"),
}  # fmt: skip


@pytest.mark.parametrize("name", UNSUPPORTED)
def test_unsupported(name):
    """Neither proved nor refuted, and the reason is named; a wrong certificate is never believed."""
    statement, reason = UNSUPPORTED[name]
    judgement = statement.decide()
    assert judgement.status == "unsupported"
    assert reason in judgement.reason


def test_the_ledger_is_kept():
    """What the term needs to be defined is a condition of the judgement."""
    assert implies([], nonzero(1 / p)).decide().conditions == (nonzero(p),)


def test_sentence():
    """The conclusion, and nothing more."""
    assert str(PROVED["a norm"]) == "|v| > 0"


@pytest.mark.parametrize(
    ("arguments", "certificate", "error"),
    [
        (([], mask(v)), {}, InputError),
        (([], idempotent(A)), {}, InputError),
        (([], nonzero(p)), {"form": v}, ShapeError),
        (([], not_zero(v)), {"covector": p}, ShapeError),
        (([], not_zero(v)), {"covector": w, "form": v}, ShapeError),
        (([], nonzero(v)), {"covector": w}, InputError),
    ],
)
def test_what_is_refused(arguments, certificate, error):
    """Conclusions that are equations, and certificates that do not fit."""
    with pytest.raises(error):
        implies(*arguments, **certificate)
