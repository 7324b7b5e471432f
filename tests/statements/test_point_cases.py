"""Case arguments over finite families of points: true ones proved, false ones refuted by a small family."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derive.errors import InputError
from derive.evaluate.conditions import holds
from derive.evaluate.point import Point
from derive.language.build import scalar
from derive.language.hypotheses import equal
from derive.statements.linear_order import at_most, less
from derive.statements.point_cases import NEVER, Fact, PointCases, attribute
from tests.strategies import few

p, c = (lambda letter, name=name: attribute(name, letter) for name in "pc")

LEAST = Fact((at_most(p("i"), p("k")),), ("k",))
GREATEST = Fact((at_most(p("k"), p("j")),), ("k",))
BETWEEN = Fact((at_most(p("i"), p("l")),), ("l",))
LEAST_K, LEAST_K_TOO = Fact((at_most(p("k"), p("i")),)), Fact((at_most(p("k"), p("j")),))
MIRROR = (less(p("k") + p("l"), p("i") + p("j")), less(p("i") + p("j"), p("k") + p("l")))


def test_proved():
    """If i is least and j greatest, a point whose mirror image is a point lies between them; for any number of points."""
    inside = Fact((*MIRROR, at_most(p("k"), p("j"))), ("k", "l"))
    judgement = PointCases((LEAST,), inside).decide()
    assert judgement.status == "proved"
    assert all(part.judgement.statement.kind == "linear implication" for part in judgement.parts)


def test_refuted_by_a_family():
    """Without the least point the mirror image may lie outside; the family shows it."""
    judgement = PointCases((), Fact((*MIRROR, at_most(p("k"), p("j"))), ("k", "l"))).decide()
    assert judgement.status == "refuted"
    point = judgement.counterexample.point
    assert holds(equal(p("k") + p("l"), p("i") + p("j")), point)
    assert holds(less(p("j"), p("k")), point)


def test_contradictory_facts():
    """Facts that cannot hold prove only that they cannot."""
    facts = (LEAST, Fact((less(p("k"), p("i")),), ("k",)))
    assert PointCases(facts, NEVER).decide().status == "proved"
    assert PointCases(facts, Fact((less(p("i"), p("j")),))).decide().vacuous
    assert PointCases((LEAST,), NEVER).decide().status == "refuted"


def test_a_fact_that_no_leaf_uses_is_not_split():
    """Two leaves, of the fact that matters: not two for each half of a fact that does not."""
    beside = Fact((less(p("a"), p("b")), less(p("b"), p("a"))))
    matters = Fact((less(p("i"), p("k")), less(p("j"), p("k"))))
    judgement = PointCases((beside, matters, LEAST_K, LEAST_K_TOO), NEVER).decide()
    assert judgement.status == "proved"
    assert [len(part.judgement.statement.hypotheses) for part in judgement.parts] == [2, 2]
    assert PointCases((beside, matters, LEAST_K), NEVER).decide().status == "refuted"


def test_a_family_has_a_point():
    """A contradiction for all points is one, even where no point is named."""
    assert PointCases((Fact((), ("x",)),), NEVER).decide().status == "proved"


def test_a_letter_means_one_thing():
    """A letter that names one point in the facts may not stand for all points in the conclusion."""
    with pytest.raises(InputError, match="letter"):
        PointCases((Fact((less(p("k"), p("i")),)),), Fact((less(p("k"), p("i")),), ("k",)))
    with pytest.raises(InputError, match="facts"):
        PointCases((), LEAST, (less(p("i"), p("j")),))
    with pytest.raises(InputError, match="no inequality"):
        Fact((scalar("x"),))  # type: ignore[arg-type]


@st.composite
def arguments(draw):
    """Facts and a conclusion over two named points and one letter."""
    letters = [p("i"), p("j"), p("k"), c("i"), c("k")]

    def literal():
        one, other = draw(st.sampled_from(letters)), draw(st.sampled_from(letters))
        return draw(st.sampled_from([less, at_most, equal]))(one, other)

    def fact():
        return Fact(tuple(literal() for _ in range(draw(st.integers(1, 2)))), ("k",))

    return tuple(fact() for _ in range(draw(st.integers(0, 3)))), fact()


@few
@given(arguments())
def test_never_wrong_on_small_families(argument):
    """What is proved holds at all families with values 0, 1, 2; what is refuted fails at its family."""
    facts, conclusion = argument
    statement = PointCases(facts, conclusion)
    judgement = statement.decide()
    if judgement.status == "refuted":
        return  # `failure` has evaluated it
    if judgement.status == "unsupported":
        assert judgement.vacuous
        return
    symbols = [p("i"), p("j"), p("k"), c("i"), c("j"), c("k")]
    clauses = [clause for fact in facts for clause in fact.at(statement.names)]
    for values in product([Fraction(n) for n in range(3)], repeat=len(symbols)):
        point = Point({}, dict(zip(symbols, values, strict=True)))
        if all(any(holds(literal, point) for literal in clause) for clause in clauses):
            assert any(holds(literal, point) for literal in conclusion.put({}))
