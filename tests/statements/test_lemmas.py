"""Lemmas: what is established first may be used after, and only that."""

from __future__ import annotations

import pytest

from derive.errors import InputError
from derive.language.build import scalar, sqrt
from derive.language.hypotheses import equal, nonneg, positive
from derive.statements.bound import bound
from derive.statements.equation import equation, equations
from derive.statements.lemmas import cut

p, q, r = scalar("p"), scalar("q"), scalar("r")


def test_each_lemma_is_decided_under_what_was_known_before_it() -> None:
    """The hypotheses, then the lemmas in their order; at the end all of them are known."""
    first, second = bound(p, ">=", q), equations((p, q, r))
    parts, known = cut((first, second), (nonneg(p),))
    assert [part.name for part in parts] == ["lemma 1", "lemma 2"]
    assert parts[0].statement.hypotheses == (nonneg(p),)
    assert parts[1].statement.hypotheses == (nonneg(p), nonneg(p - q))
    assert known == (nonneg(p), nonneg(p - q), equal(p, q), equal(p, r))
    assert not any(part.necessary for part in parts)


def test_a_lemma_has_no_hypotheses_of_its_own() -> None:
    """They would be assumed in silence by what comes after."""
    with pytest.raises(InputError):
        cut((bound(p, ">=", q, positive(p)),), ())


def test_an_equality_of_roots_serves_as_a_lemma() -> None:
    """√(p²) = p needs p ≥ 0: with it the lemma is proved, without it refuted."""
    lemma = bound(sqrt(p**2), "=", p, squared=True)
    (with_sign,), _ = cut((lemma,), (nonneg(p),))
    (without,), _ = cut((lemma,), ())
    assert with_sign.statement.decide().status == "proved"
    assert without.statement.decide().status == "refuted"
    assert equation(1 / sqrt(p**2), 1 / p, positive(p)).decide().status == "proved"
