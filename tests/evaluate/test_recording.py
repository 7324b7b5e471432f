"""A recording replays the items and what they cost, whoever asked before and with however little."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest

from derive.errors import LimitError
from derive.evaluate.effort import Effort, Priced, Recording
from derive.evaluate.point import Point
from derive.evaluate.points import _check, _recorded, points
from derive.evaluate.solving import _differences
from derive.language.build import dimension, dot, vector
from derive.language.hypotheses import equal, not_zero

COSTS = (3, 10, 1, 7)


def made(effort: Effort) -> Iterator[int]:
    """Numbers of different costs; finding the end costs 5."""
    for number, cost in enumerate(COSTS):
        effort.spend(cost)
        yield number
    effort.spend(5)


def outcome(items: Iterator[int], effort: Effort) -> tuple[list[int], bool, int]:
    """The items, whether the effort ended, and what is left where it did not."""
    found: list[int] = []
    try:
        for item in items:
            found.append(item)
            effort.spend(2)  # whoever asks has work of his own
    except LimitError:
        return found, True, 0
    return found, False, effort.left


@pytest.mark.parametrize("before", range(0, 40, 3))
@pytest.mark.parametrize("allowed", range(0, 40, 3))
def test_what_ran_before_makes_no_difference(before: int, allowed: int) -> None:
    """After a replay with any effort, a replay is what the generator itself would have given."""
    recording = Recording(made)
    first, second, fresh = Effort(before), Effort(allowed), Effort(allowed)
    outcome(recording.replay(first), first)
    assert outcome(recording.replay(second), second) == outcome(made(fresh), fresh)


def test_replays_may_be_interleaved() -> None:
    """Two that read at once see the same, each at its own pace."""
    recording = Recording(made)
    one, other = recording.replay(Effort()), recording.replay(Effort())
    assert [next(one), next(one), next(other), *other, *one] == [0, 1, 0, 1, 2, 3, 2, 3]


def test_an_interruption_is_not_the_end() -> None:
    """What is interrupted from outside is taken up again where it was."""
    interrupts = [True]

    def interrupted(effort: Effort) -> Iterator[int]:
        for number in made(effort):
            if number == 2 and interrupts:
                interrupts.pop()
                raise KeyboardInterrupt
            yield number

    recording, effort = Recording(interrupted), Effort(100)
    with pytest.raises(KeyboardInterrupt):
        list(recording.replay(Effort(100)))
    assert list(recording.replay(effort)) == [0, 1, 2, 3]
    assert effort.left == 100 - sum(COSTS) - 5


def test_points_are_generated_once() -> None:
    """The same search again gives the same objects, for the same effort."""
    N = dimension("N")
    a, b = vector("a", N), vector("b", N)
    efforts = Effort(), Effort()
    first, second = (list(points((a, b), {N: 2}, [equal(dot(a, b), 1)], 20, effort)) for effort in efforts)
    assert first
    assert all(one is other for one, other in zip(first, second, strict=True))
    assert efforts[0].left == efforts[1].left


@pytest.mark.parametrize("before", [(), (3,), (12, 3), (12, 100)])
def test_an_answer_costs_the_same_whoever_asked_before(before: tuple[int, ...]) -> None:
    """Asked before or not, with enough effort or too little: the answer, the cost and where the effort ends are the same."""

    def square(number: int, effort: Effort) -> int:
        effort.spend(4)
        effort.spend(number)
        return number * number

    squares = Priced(square)
    for left in before:
        with suppress(LimitError):
            squares.ask(9, Effort(left))
    enough, short = Effort(13), Effort(12)
    assert (squares.ask(9, enough), enough.left) == (81, 0)
    with pytest.raises(LimitError):
        squares.ask(9, short)
    assert short.left < 0


def test_what_was_asked_before_does_not_change_points_or_their_cost() -> None:
    """The points of a search are the same, at the same cost, when their hypotheses have been asked of the same data."""
    N = dimension("N")
    a, b, c = vector("a", N), vector("b", N), vector("c", N)
    outcomes: list[tuple[list[Point], int]] = []
    for warm in (False, True):
        for remembered in (_recorded, _check, _differences):
            remembered.cache_clear()
        if warm:
            list(points((a, b, c), {N: 2}, [equal(dot(a, b), 1), not_zero(a - b), not_zero(c)], 15))
        effort = Effort()
        found = list(points((a, b), {N: 2}, [not_zero(a - b), equal(dot(a, b), 1)], 15, effort))
        outcomes.append((found, effort.left))
    assert outcomes[0][0]
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize(
    ("result", "cost"),
    [
        (3, 3),
        ((1, 2, 3), 5),
        (((1, 2), (3, 4)), 6),
        (((1, 2), (3, Fraction(1, 2))), 6),
        ((1, 1 << 300), 4),
        ((1, 1 << 3000), 2 + 2 + (11**2 >> 4)),
        ((((1, 2), (3, 4)),), 6),
        ((), 2),
    ],
)
def test_what_a_result_costs(result: Any, cost: int) -> None:
    """A node, and each entry, whatever its kind; long numbers by their length."""
    effort = Effort(1000)
    assert effort.take(result) == result
    assert 1000 - effort.left == cost
