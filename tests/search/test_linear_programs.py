"""Nonnegative combinations of vectors: found where there are any, and never wrong."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derive.search import spans
from derive.search.spans import combination

Vector = dict[str, Fraction]

vectors = st.dictionaries(st.sampled_from("abcd"), st.integers(-3, 3).filter(bool).map(Fraction), min_size=1)


def v(**entries: int) -> Vector:
    """A vector by its entries."""
    return {name: Fraction(value) for name, value in entries.items()}


def total(columns: list[Vector], multipliers: dict[int, Fraction]) -> Vector:
    """The combination."""
    found: Vector = {}
    for place, multiplier in multipliers.items():
        for key, value in columns[place].items():
            found[key] = found.get(key, Fraction(0)) + multiplier * value
    return {key: value for key, value in found.items() if value}


@pytest.mark.parametrize(
    ("target", "columns", "found"),
    [
        (v(a=1, b=2), [v(a=1), v(b=1)], True),
        (v(a=1, b=-2), [v(a=1), v(b=1)], False),
        (v(a=1, b=1), [v(a=2, b=1), v(a=-1), v(b=3)], True),
        (v(a=1), [v(b=1)], False),
        (v(a=1), [v(a=1, b=1)], False),
        (v(a=1), [v(a=1, b=1), v(b=-2)], True),
        (v(), [v(a=1)], True),
    ],
)
def test_combinations(target: Vector, columns: list[Vector], found: bool) -> None:
    """There is one, or there is none."""
    multipliers = combination(target, columns)
    assert (multipliers is not None) == found
    assert multipliers is None or total(columns, multipliers) == target


@given(st.lists(vectors, min_size=1, max_size=6), st.lists(st.integers(0, 4), min_size=6, max_size=6))
def test_what_was_combined_is_found(columns: list[Vector], multipliers: list[int]) -> None:
    """A nonnegative combination is found to be one."""
    target = total(columns, {place: Fraction(m) for place, m in enumerate(multipliers[: len(columns)])})
    found = combination(target, columns)
    assert found is not None
    assert total(columns, found) == target
    assert all(multiplier > 0 for multiplier in found.values())


@given(st.lists(vectors, min_size=1, max_size=6), vectors, st.integers(0, 5))
def test_what_is_found_is_one(columns: list[Vector], target: Vector, wanted: int) -> None:
    """Multipliers are positive and add up, and one that is wanted is among them."""
    found = combination(target, columns, frozenset({wanted}))
    assert found is None or (total(columns, found) == target and min(found.values()) > 0 and wanted in found)


def test_a_wanted_column_is_used() -> None:
    """Of two combinations the one with the wanted column is found, and none where there is no such."""
    columns = [v(a=1), v(b=1), v(a=1, b=1)]
    assert combination(v(a=1, b=1), columns, frozenset({2})) == {2: Fraction(1)}
    assert combination(v(a=1), columns, frozenset({2})) is None


@pytest.mark.parametrize("bound", ["MAX_ENTRIES", "MAX_BITS", "MAX_STEPS"])
def test_work_is_bounded(bound: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond a bound of the work nothing is found."""
    columns = [v(a=2, b=1), v(a=-1, b=2), v(b=3, a=1)]
    assert combination(v(a=1, b=1), columns) is not None
    monkeypatch.setattr(spans, bound, 0)
    assert combination(v(a=1, b=1), columns) is None
