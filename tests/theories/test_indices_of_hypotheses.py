"""No theorem and no claim is said at one index and proved under a hypothesis at all: that would be less than it says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from derive.authoring.vocabulary import Statement, dimension, equation, index, vector
from derive.claims import all_claims
from derive.language.hypotheses import Condition, Hypothesis, equal
from derive.language.terms import Index
from derive.statements.cases import Cases
from derive.statements.conjunction import All
from derive.theories.registry import THEORIES, load_theory


def within(statement: Statement) -> Iterator[Statement]:
    """A statement and those inside of it."""
    yield statement
    inner = (member for _, member in statement.members) if isinstance(statement, All) else ()
    inner = (each for _, each in statement.cases) if isinstance(statement, Cases) else inner
    for each in inner:
        yield from within(each)


def closed(hypothesis: Hypothesis) -> frozenset[Index]:
    """The indices for all values of which a hypothesis is said."""
    if isinstance(hypothesis, Condition):
        return hypothesis.closed
    return frozenset().union(*(term.free for term in hypothesis.terms))


def clashes(statement: Statement) -> list[Statement]:
    """The statements inside of it that have an index that one of their hypotheses closes."""
    return [
        each
        for each in within(statement)
        if any(closed(h) & frozenset().union(*(t.free for t in each.terms)) for h in each.hypotheses)
    ]


@pytest.mark.parametrize("claim", [claim for claim in all_claims() if claim.make is not None], ids=lambda c: c.id)
def test_claims(claim: object) -> None:
    """Of the sources."""
    assert clashes(claim.make()) == []  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", THEORIES)
def test_theories(name: str) -> None:
    """The theorems, of every kind, and their near misses."""
    theory = load_theory(name)
    for entry in [each for each in theory.theorems if each.statement.equated]:
        assert clashes(equation(entry.terms[0], entry.terms[-1], *entry.hypotheses)) == []
    for structure in [each for each in theory.theorems if not each.statement.equated]:
        assert [clashes(each.statement) for each in (structure, *structure.near_misses)] == [
            [] for _ in range(1 + len(structure.near_misses))
        ]


def test_such_a_statement_is_found() -> None:
    """gₙ xₙ = 0 given gₙ = 0 for every n."""
    N = dimension("N")
    n, g, x = index("n", N), vector("g", N), vector("x", N)
    assert clashes(equation(g[n] * x[n], 0, equal(g[n], 0)))
    assert not clashes(equation(g[n] * x[n], 0, equal(g, 0)))
