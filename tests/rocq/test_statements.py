"""Kinds of statement: what is claimed, and what it rests on."""

from __future__ import annotations

import pytest

from derive.language.build import dimension, identity, index, norm, ones, scalar, vector
from derive.language.hypotheses import equal, nonzero, positive
from derive.rocq.environment import Library, Parameters
from derive.rocq.pieces import Text, Unreachable
from derive.rocq.statements import members, plan
from derive.rocq.terms import Writer
from derive.statements.bound import bound, bounds
from derive.statements.cases import cases
from derive.statements.conjunction import all_of
from derive.statements.eigenpair import eigenpair
from derive.statements.equation import equation
from derive.statements.limit import limit
from derive.statements.null_space import null_space_is
from derive.statements.pseudo_inverse import PseudoInverse
from derive.statements.rank import rank_is
from derive.statements.statement import Statement
from tests.rocq.false_variants import false_equation

N = dimension("N")
a, c, one, eye = vector("a", N), scalar("c"), ones(N), identity(N)
Pi = eye - one * one.T / N


def _text() -> Text:
    return Writer(Library(), Parameters()).piece


@pytest.mark.parametrize(
    ("statement", "claim", "lemma"),
    [
        (equation(Pi * one, 0), "(1%:M - n%:R^-1 *: (one *m one^T)) *m one = 0 :> 'cV[F]_n", "L"),
        (bound(c**2, ">=", 0), "0 <= c ^+ 2 :> F", "s"),
        (bound(c**2, ">=", c), "c <= c ^+ 2 :> F", "(bound_le L s)"),
        (bound(c, "<", c + 1, by=1), "c < c + 1 :> F", "(bound_lt L (ge0_neq0_gt0 s s))"),
        (bound(norm(a), "=", norm(-a), squared=True), "", "(bound_eq_sq L s s)"),
        (null_space_is(Pi, one), "", "(null_space_vector L L)"),
        (null_space_is(eye, (), side="left"), "forall v' : 'cV[F]_n, v'^T *m 1%:M = 0 <-> v' = 0", ""),
        (rank_is(eye, N, inverse=eye), "(\\rank 1%:M)%:R = n%:R :> F", "(rank_trace L L)"),
        (PseudoInverse(Pi, Pi), "", "(pseudo_inverse L L L L)"),
        (eigenpair(Pi, one, 0), "", "(eigenpair_intro L s)"),
    ],
)
def test_plans(statement: Statement, claim: str, lemma: str) -> None:
    """Each kind is closed by its lemma, from its equations and signs."""
    made = plan(statement)
    assert not claim or made.claim(_text()) == claim
    closing = made.closing.format(*["L"] * len(made.equations), *["s"] * len(made.signs))
    assert not lemma or closing == lemma


def test_members() -> None:
    """Conjunctions, chains of bounds and cases are several theorems, each with its own hypotheses."""
    first, second = equation(c, c, positive(c)), equation(a, a)
    assert members(all_of(first, all_of(second))) == (first, second)
    assert len(members(bounds(0, "<=", c**2, "<", c**2 + 1))) == 2
    both = cases((nonzero(c), equation(c, c)), (equal(c, 0), equation(c, 0)))
    assert [part.hypotheses for part in members(both)] == [(nonzero(c),), (equal(c, 0),)]


def test_what_has_no_plan() -> None:
    """Other kinds are refused by their names; free indices of bounds too."""
    with pytest.raises(Unreachable, match="limit"):
        plan(limit(c / (c + 1), c, 1))
    with pytest.raises(Unreachable, match="free indices"):
        plan(bound(a[index("n", N)] ** 2, ">=", 0))


def test_false_equations() -> None:
    """The part that is false is found, and none where all is true."""
    assert false_equation(null_space_is(Pi, a)) is not None
    assert false_equation(null_space_is(Pi, one)) is None
