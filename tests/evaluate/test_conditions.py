"""Each kind of hypothesis: holding, failing, and unknown."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from derive.evaluate.conditions import conjunction, disjunction, holds, negation
from derive.evaluate.point import Point
from derive.language import hypotheses as given
from derive.language.build import exp, identity, matrix, scalar, sqrt, vector
from tests.words import N, i

c, p, z = scalar("c"), scalar("p"), scalar("z")
v, w, s, o = vector("v", N), vector("w", N), vector("s", N), vector("o", N)
A, S, Q, P = matrix("A", N, N), matrix("S", N, N), matrix("Q", N, N), matrix("P", N, N)


def rows(*values):
    """Integers as rational rows."""
    return tuple(tuple(map(F, row)) for row in values)


POINT = Point(
    {N: 2},
    {
        c: F(-1),
        p: F(2),
        z: F(0),
        v: (F(1), F(-1)),
        w: (F(0), F(3)),
        s: (F(1), F(0)),
        o: (F(0), F(0)),
        A: rows((1, 2), (0, 1)),
        S: rows((1, 2), (2, 4)),
        Q: rows((0, -1), (1, 0)),
        P: rows((1, 1), (0, 0)),
    },
)
#: 0, but nobody can certify it.
UNSURE = exp(p) * exp(-p) - 1

CASES = [
    (given.nonzero(c), True),
    (given.nonzero(z), False),
    (given.nonzero(UNSURE), None),
    (given.nonzero(v), True),
    (given.nonzero(w), False),
    (given.nonneg(z), True),
    (given.nonneg(c), False),
    (given.nonneg(UNSURE), None),
    (given.nonneg(exp(c)), True),
    (given.positive(p), True),
    (given.positive(z), False),
    (given.positive(c), False),
    (given.positive(UNSURE), None),
    (given.not_zero(w), True),
    (given.not_zero(o), False),
    (given.mask(s), True),
    (given.mask(v), False),
    (given.symmetric(S), True),
    (given.symmetric(A), False),
    (given.orthogonal(Q), True),
    (given.orthogonal(A), False),
    (given.orthogonal(A * UNSURE + Q), None),
    (given.idempotent(P), True),
    (given.idempotent(A), False),
    (given.invertible(A), True),
    (given.invertible(S), False),
    (given.invertible(identity(N) * UNSURE), None),
    (given.positive_definite(identity(N)), True),
    (given.positive_definite(S + identity(N)), True),
    (given.positive_definite(S), False),
    (given.positive_definite(A), False),
    (given.positive_definite(-identity(N)), False),
    (given.positive_definite(identity(N) * UNSURE), None),
    (given.equal(p, 2), True),
    (given.equal(v, w), False),
    (given.equal(UNSURE, 0), None),
    (given.equal(sqrt(p) * sqrt(p), p), True),
    (given.equal(exp(p), exp(c)), False),
    (given.equal(1 / z, 1), None),
    (given.equal(v[i] * v[i], 1), True),
    (given.equal(v[i], 1), False),
    (given.nonzero(v[i]), True),
    (given.nonzero(w[i]), False),
]


@pytest.mark.parametrize(("hypothesis", "answer"), CASES, ids=[str(n) for n in range(len(CASES))])
def test_answers(hypothesis, answer):
    """True and False only when certain; a free index means all its values; no value means unknown."""
    assert holds(hypothesis, POINT) is answer


def test_the_table_has_every_kind():
    """Each kind of condition is seen to hold and to fail."""
    for wanted in (True, False):
        kinds = {h.kind for h, answer in CASES if isinstance(h, given.Condition) and answer is wanted}
        assert kinds == set(given.CONDITION_KINDS)


def test_three_valued_logic():
    """Kleene's tables."""
    assert [negation(x) for x in (True, False, None)] == [False, True, None]
    assert conjunction((True, None, False)) is False
    assert conjunction((True, None)) is None
    assert conjunction(()) is True
    assert disjunction((False, None, True)) is True
    assert disjunction((False, None)) is None
    assert disjunction(()) is False
