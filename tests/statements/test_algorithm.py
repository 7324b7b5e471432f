"""Statements about runs: exhaustive ones are decided, samples never prove, undecided runs count for nothing."""

from __future__ import annotations

from fractions import Fraction

import pytest

from derive.errors import Undecided
from derive.statements.algorithm import Family, ForEvery, ForSome


def _square(n):
    if n == 99:
        raise Undecided("too large")
    return n * n


def _statement(kind, members, fault, sample_of=""):
    family = Family("numbers listed", lambda: members, sample_of)
    return kind("the square is less than 10", _square, family, fault, lambda n, made: (("n", Fraction(n)),))


def _large(_, made):
    return f"the square is {made}" if made >= 10 else None


@pytest.mark.parametrize(
    ("kind", "members", "sample_of", "expected"),
    [
        (ForEvery, [1, 2, 3], "", "proved"),
        (ForEvery, [1, 4, 5], "", "refuted"),
        (ForEvery, [1, 2, 3], "numbers", "unsupported"),
        (ForEvery, [1, 4], "numbers", "refuted"),
        (ForEvery, [], "", "unsupported"),
        (ForEvery, [1, 99], "", "unsupported"),
        (ForEvery, [99, 4], "", "refuted"),
        (ForSome, [1, 4], "", "proved"),
        (ForSome, [1, 4], "numbers", "proved"),
        (ForSome, [1, 2], "", "refuted"),
        (ForSome, [1, 2], "numbers", "unsupported"),
        (ForSome, [1, 99], "", "unsupported"),
        (ForSome, [99, 4], "", "proved"),
    ],
)
def test_verdicts(kind, members, sample_of, expected):
    """Every combination of an exhaustive family or samples, of a fault or none, of a run that is undecided or not."""
    assert _statement(kind, members, _large, sample_of).decide().status == expected


def test_the_first_fault_is_the_counterexample():
    """The first member with a fault is shown, in words and as exact values."""
    judgement = _statement(ForEvery, [1, 4, 5], _large).decide()
    assert str(judgement.counterexample) == "the square is 16; n = 4"
    assert judgement.to_json()["witness"] == {"n": "4", "says": "the square is 16"}


def test_samples_name_the_missing_step():
    """Runs on samples alone say what they ran on, and for what an argument is missing."""
    reason = _statement(ForEvery, [1, 2], _large, "numbers").decide().reason
    assert reason == "2 runs had no fault (numbers listed); an argument for all numbers is missing"


def test_the_sentence_speaks_of_the_whole():
    """The sentence names the family that is claimed, not the samples of it."""
    assert str(_statement(ForEvery, [1], _large, "numbers")).endswith("for all numbers")
    assert str(_statement(ForSome, [1], _large)).endswith("for some numbers listed")
