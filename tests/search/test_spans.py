"""Combinations of vectors: found as soon as there is one, and right."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from derive.search.spans import Span


def combined(vectors, numbers):
    """The sum of multiples."""
    total = {}
    for number, value in numbers.items():
        for place, entry in vectors[number].items():
            total[place] = total.get(place, 0) + value * entry
    return {place: entry for place, entry in total.items() if entry}


def spanned(goal, vectors):
    """The combination after all vectors are added."""
    span = Span(goal, lambda place: place)
    for vector in vectors:
        span.add(vector)
    return span.combination()


def test_a_combination_is_found():
    """2·(1, 1, 0) − (0, 1, 3) = (2, 1, −3)."""
    vectors = [{"a": 1, "b": 1}, {"b": 1, "c": 3}]
    assert spanned({"a": 2, "b": 1, "c": -3}, vectors) == {0: 2, 1: -1}


def test_what_is_not_in_the_span_has_none():
    """Neither before all vectors are there, nor for another goal."""
    vectors = [{"a": 1, "b": 1}, {"b": 1, "c": 3}]
    assert spanned({"a": 2, "b": 1, "c": -3}, vectors[:1]) is None
    assert spanned({"a": 2, "b": 1, "c": 3}, vectors) is None


def test_dependent_vectors_do_no_harm():
    """A vector twice, and one of zeros."""
    assert combined(
        [{"a": 1}, {"a": 1}, {}, {"b": 2}], spanned({"a": 3, "b": 1}, [{"a": 1}, {"a": 1}, {}, {"b": 2}])
    ) == {
        "a": 3,
        "b": 1,
    }


def test_the_goal_zero_is_the_empty_combination():
    """Of no vectors."""
    assert spanned({}, []) == {}


@pytest.mark.parametrize("seed", range(20))
def test_a_combination_gives_the_goal(seed):
    """Random sparse vectors over the rationals, and a goal in their span."""
    random = Random(seed)
    vectors = [
        {place: Fraction(random.randint(-3, 3) or 1, random.randint(1, 3)) for place in random.sample(range(9), 3)}
        for _ in range(7)
    ]
    goal = combined(vectors, {number: random.randint(-2, 2) for number in range(7)})
    found = spanned(goal, vectors)
    assert found is not None
    assert combined(vectors, found) == goal
