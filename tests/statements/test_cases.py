"""Distinctions of cases: proved when the cases are all data and each claim holds; anything less is not."""

from __future__ import annotations

import pytest

from derive.errors import InputError
from derive.evaluate.conditions import holds
from derive.evaluate.search import Failure
from derive.language.build import (
    diag,
    dot,
    index,
    outer,
    scalar,
    sqrt,
)
from derive.language.hypotheses import equal, nonneg, nonzero, not_zero, positive
from derive.printing import text_hypothesis
from derive.statements.cases import Cases, cases, under
from derive.statements.conjunction import all_of
from derive.statements.equation import equation
from derive.statements.implication import implies
from derive.statements.null_space import Splitting, null_space_is
from derive.statements.pseudo_inverse import pseudo_inverse_is
from derive.statements.rank import rank_is
from tests.words import PI, SH, SH_PLUS, ZEROS, N, eye, h, k, one, s, v

ALPHA_PLUS = SH_PLUS * one
FILL = (eye - outer(ZEROS, one) / k) * SH_PLUS
PI2 = eye - outer(1 / h, 1 / h) / dot(1 / h, 1 / h)
p, q, t = scalar("p"), scalar("q"), scalar("t", "nonneg")

SOME_ZERO, NO_ZERO = not_zero(ZEROS), equal(s, one)
RANK_WITH_ZEROS = rank_is(SH * PI, N - k, inverse=FILL)
RANK_WITHOUT = rank_is(SH * PI, N - 1, inverse=diag(1 / h))
MISSED_WITH_ZEROS = null_space_is(SH * PI, diag(ZEROS), side="left", splitting=Splitting((eye,), FILL.T))
MISSED_WITHOUT = null_space_is(SH * PI, 1 / h, side="left", splitting=Splitting((h / N,), diag(1 / h)))

PROVED = {
    "the rank is N - max(k, 1)": cases((SOME_ZERO, RANK_WITH_ZEROS), (NO_ZERO, RANK_WITHOUT)),
    "the other order": cases((NO_ZERO, RANK_WITHOUT), (SOME_ZERO, RANK_WITH_ZEROS)),
    "the other sign": cases((not_zero(s - one), RANK_WITH_ZEROS), (NO_ZERO, RANK_WITHOUT)),
    "what outcomes miss": cases((SOME_ZERO, MISSED_WITH_ZEROS), (NO_ZERO, MISSED_WITHOUT)),
    "rank and null space together": cases(
        (SOME_ZERO, all_of(RANK_WITH_ZEROS, MISSED_WITH_ZEROS)), (NO_ZERO, all_of(RANK_WITHOUT, MISSED_WITHOUT))
    ),
    "the pseudo-inverse": cases(
        (SOME_ZERO, pseudo_inverse_is(SH * PI * SH, SH_PLUS**2 + outer(ALPHA_PLUS, ALPHA_PLUS) / k)),
        (NO_ZERO, pseudo_inverse_is(SH * PI * SH, PI2 * diag(1 / h) ** 2 * PI2)),
    ),
    "division": cases((nonzero(p), equation(p * q / p, q)), (equal(p, 0), equation(p * q, 0))),
    "a sign, as declared": cases((positive(t), equation(sqrt(t) / sqrt(t), 1)), (equal(t, 0), equation(t * q, 0))),
    "a sign, by hypothesis": cases(
        (positive(p), implies([], nonzero(p))), (equal(p, 0), equation(sqrt(p), 0)), hypotheses=[nonneg(p)]
    ),
    "one claim in both": cases((not_zero(v), equation(PI * PI, PI)), (equal(v, 0), equation(PI * PI, PI))),
    "cases inside a case": cases(
        (nonzero(p), cases((nonzero(q), equation(p * q / (p * q), 1)), (equal(q, 0), equation(p * q, 0)))),
        (equal(p, 0), equation(p * q, 0)),
    ),
    "two sides": cases((nonzero(p - q), equation((p - q) / (p - q), 1)), (equal(p, q), equation(p * p, q * p))),
}


@pytest.mark.parametrize("name", PROVED)
def test_proved(name):
    """The cases are all data, and each claim holds in its case."""
    judgement = PROVED[name].decide()
    assert judgement.status == "proved", judgement.explain()
    assert judgement.conditions == ()


REFUTED = {
    "k for max(k, 1)": cases((SOME_ZERO, RANK_WITH_ZEROS), (NO_ZERO, rank_is(SH * PI, N - k, inverse=diag(1 / h)))),
    "N - 1 in both": cases((SOME_ZERO, rank_is(SH * PI, N - 1, inverse=FILL)), (NO_ZERO, RANK_WITHOUT)),
    "the claims exchanged": cases((nonzero(p), equation(p * q, 0)), (equal(p, 0), equation(p * q, q))),
    "false in one member": cases(
        (SOME_ZERO, all_of(RANK_WITH_ZEROS, RANK_WITHOUT)), (NO_ZERO, all_of(RANK_WITHOUT, MISSED_WITHOUT))
    ),
    "false where p = 0": cases((nonzero(p), equation(p / p, 1)), (equal(p, 0), equation(p + 1, 0))),
    "false where p ≠ 0": cases((nonzero(p), equation(p, 1)), (equal(p, 0), equation(p, 0))),
    "false inside": cases(
        (nonzero(p), cases((nonzero(q), equation(p, q)), (equal(q, 0), equation(p * q, 0)))),
        (equal(p, 0), equation(p * q, 0)),
    ),
}


@pytest.mark.parametrize("name", REFUTED)
def test_refuted(name):
    """In one of the cases, with data of that case."""
    judgement = REFUTED[name].decide()
    assert judgement.status == "refuted", judgement.explain()
    found = judgement.counterexample
    point = found.point if isinstance(found, Failure) else found.witness.point
    last = judgement.parts[-1]
    case = next(case for case, _ in REFUTED[name].cases if last.name == f"where {text_hypothesis(case)}")
    assert last.judgement.status == "refuted"
    assert holds(case, point) is True


UNSUPPORTED = {
    "not opposites": (cases((nonzero(p), equation(q, q)), (equal(q, 0), equation(q, q))), "the cases are opposites"),
    "another value": (cases((nonzero(p), equation(q, q)), (equal(p, 1), equation(q, q))), "the cases are opposites"),
    "negative numbers are left out": (
        cases((positive(p), equation(q, q)), (equal(p, 0), equation(q, q))),
        "the cases are all data: refuted: p = -1",
    ),
    "a case that needs more": (
        cases((nonzero(p), equation(q / q, 1)), (equal(p, 0), equation(p * q, 0))),
        "where p ≠ 0 needs what the statement does not say: q ≠ 0",
    ),
    "a case without data": (
        cases((nonzero(t + 1), equation(q, q)), (equal(t + 1, 0), equation(q, q))),
        "where t + 1 = 0: (vacuous)",
    ),
}


@pytest.mark.parametrize("name", UNSUPPORTED)
def test_unsupported(name):
    """Cases that leave data out, or a claim that is not defined everywhere in its case, prove nothing."""
    statement, reason = UNSUPPORTED[name]
    judgement = statement.decide()
    assert judgement.status == "unsupported", judgement.explain()
    assert judgement.reason.startswith(reason), judgement.reason


def test_what_all_cases_share_is_in_the_ledger():
    """A term that every case speaks of must be defined; that is said once."""
    shared = q / q
    judgement = cases((nonzero(p), equation(shared, 1)), (equal(p, 0), equation(shared, 1))).decide()
    assert judgement.status == "proved"
    assert judgement.conditions == (nonzero(q),)


def test_under_reaches_every_member():
    """The members of a conjunction get the hypotheses of the case."""
    found = under(all_of(RANK_WITHOUT, all_of(MISSED_WITHOUT)), (NO_ZERO,))
    assert found.members[0][1].hypotheses == (NO_ZERO,)
    assert found.members[1][1].members[0][1].hypotheses == (NO_ZERO,)


def test_sentence():
    """Both cases are said."""
    assert str(PROVED["division"]) == "where p ≠ 0: pq / p = q; where p = 0: pq = 0"


FINE = equation(q, q)


@pytest.mark.parametrize(
    "pair",
    [
        ((nonzero(v), FINE), (equal(v, 0), FINE)),  # "every component" leaves data out
        ((nonzero(p), FINE), (nonzero(p), FINE)),
        ((equal(p, 0), FINE), (equal(p, 1), FINE)),
        ((nonneg(p), FINE), (equal(p, 0), FINE)),
        ((not_zero(v), FINE), (equal(p, 0), FINE)),
        ((nonzero(p), FINE),),
        ((nonzero(p), FINE), (equal(p, 0), FINE), (positive(p), FINE)),
        ((nonzero(v[index("n", N)]), FINE), (equal(v[index("n", N)], 0), FINE)),
        ((nonzero(p), equation(q / q, 1, nonzero(q))), (equal(p, 0), FINE)),
        ((nonzero(p), all_of(equation(q / q, 1, nonzero(q)))), (equal(p, 0), FINE)),
    ],
)
def test_what_is_refused(pair):
    """Splits that are not known to be all data, and claims with hypotheses of their own."""
    with pytest.raises(InputError):
        Cases(pair)
