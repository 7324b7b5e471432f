"""No trap of notation is proved where it is false, refuted where it is true, or read in one of two ways in silence."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.traps.doors import asked
from tests.traps.tables import TRAPS
from tests.traps.trap import WRONG, Answer, Trap, judged, truths


@pytest.mark.parametrize("trap", TRAPS, ids=str)
def test_a_trap(trap: Trap) -> None:
    """What a door answers is right in the meaning that the text has, and a text with two is refused."""
    answer = asked(trap)
    outcome = judged(trap, answer)
    assert outcome not in WRONG, f"{outcome}: {trap}\n{answer.said}"


def test_there_are_traps_of_every_kind() -> None:
    """At least 600 different traps, at least ten of each kind, and every door is tried."""
    assert len({(trap.door, trap.declare, trap.preamble, trap.given, trap.text) for trap in TRAPS}) == len(TRAPS) >= 600
    assert min(Counter(trap.kind for trap in TRAPS).values()) >= 10
    assert {trap.door for trap in TRAPS} == {"latex", "paper", "plain", "python", "sympy"}


def test_no_meaning_is_a_verdict() -> None:
    """What is expected is computed of sides that are written out, never stored."""
    assert not [trap for trap in TRAPS if {"True", "False"} & set(trap.meanings)]


@pytest.fixture(scope="module")
def hundred() -> list[tuple[Trap, list[bool]]]:
    """A hundred traps with the truth of their meanings."""
    return [(trap, truths(trap)) for trap in TRAPS[:: len(TRAPS) // 100]]


@pytest.mark.parametrize("verdict", ["proved", "refuted"])
def test_who_always_says_the_same_is_caught(verdict: str, hundred: list[tuple[Trap, list[bool]]]) -> None:
    """One that always answers alike gets many wrong."""
    wrong = Counter(judged(trap, Answer(verdict), found) for trap, found in hundred)
    assert wrong["proved what is false" if verdict == "proved" else "refuted what is true"] >= 10
    assert wrong["chose silently"] + wrong["read what says nothing"] >= 5


def test_who_always_refuses_is_seen(hundred: list[tuple[Trap, list[bool]]]) -> None:
    """Refusals are no failures; but those of a text with one meaning are counted apart, and they are most."""
    seen = Counter(judged(trap, Answer("refused"), found) for trap, found in hundred)
    assert seen["refused with one reading"] > seen["refused rightly"] >= 10


def test_a_crash_is_caught(hundred: list[tuple[Trap, list[bool]]]) -> None:
    """Whatever a trap may mean."""
    assert {judged(trap, Answer("crashed"), found) for trap, found in hundred} == {"crashed"}


def test_there_are_true_and_false_meanings(hundred: list[tuple[Trap, list[bool]]]) -> None:
    """A table of statements that are all true would catch nothing."""
    truth = Counter(truth for _, found in hundred for truth in found)
    assert truth[True] >= 25
    assert truth[False] >= 25
