"""Candidates have the properties of their symbol, and enough of them exist."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import combinations
from random import Random

import pytest

from derive.evaluate import arrays
from derive.evaluate.candidates import patterns, random_unit, random_value
from derive.evaluate.conditions import satisfies
from derive.language.terms import PROPERTIES

SETS = [
    (rank, frozenset(words))
    for rank, allowed in sorted(PROPERTIES.items())
    for count in range(len(allowed) + 1)
    for words in combinations(sorted(allowed), count)
]


@pytest.mark.parametrize("size", [1, 2, 3, 4])
@pytest.mark.parametrize(("rank", "words"), SETS, ids=[f"{r}-{'-'.join(sorted(w)) or 'none'}" for r, w in SETS])
def test_every_set_of_properties_has_candidates(rank, words, size):
    """Patterns and random values satisfy every subset of properties that may be declared together, at each size."""
    sizes = (size,) * rank
    found = list(patterns(sizes, words))
    assert found
    assert len(set(found)) == len(found)
    random = Random("a seed")
    found += [random_value(sizes, words, random, reach, parts) for reach in (2, 3, 5) for parts in (1, 3)]
    for value in found:
        assert all(satisfies(word, value) is True for word in words)
        assert len(list(arrays.entries(value))) == size**rank


def test_the_first_patterns_are_those_one_writes_by_hand():
    """1; (1, −1); [[1, 2], [0, 1]]; a quarter turn; a diagonal projection; ε = 1, then 2."""
    one, two, zero = F(1), F(2), F(0)
    assert patterns((), frozenset())[:5] == (one, two, zero, -one, F(1, 2))
    assert patterns((), frozenset({"nonneg"}))[:3] == (one, two, zero)
    assert patterns((), frozenset({"positive"}))[:3] == (one, two, F(1, 2))
    assert patterns((2,), frozenset())[0] == (one, -one)
    assert patterns((2, 2), frozenset())[0] == ((one, two), (zero, one))
    assert patterns((2, 2), frozenset({"orthogonal"}))[0] == ((zero, -one), (one, zero))
    assert patterns((2, 2), frozenset({"symmetric", "idempotent"}))[0] == ((one, zero), (zero, zero))


def test_random_orthogonal_matrices_are_not_only_signed_permutations():
    """Rotations by rational angles occur."""
    random = Random("a seed")
    found = [random_value((3, 3), frozenset({"orthogonal"}), random, 3) for _ in range(20)]
    assert any(entry.denominator > 1 for matrix in found for entry in arrays.entries(matrix))
    assert len(set(found)) > 10


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_random_units_have_length_one(size):
    """|u|² = 1, exactly."""
    random = Random("a seed")
    for _ in range(10):
        unit = random_unit(size, random, 3)
        assert len(unit) == size
        assert arrays.dot(unit, unit) == 1
