"""The theory of expressivity: what its statements say beyond being proved."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from derive.statements.merging import PureMerging, labelings
from derive.statements.verdict import Counterexample
from derive.theories.expressivity import THEORY
from derive.theories.expressivity.merging import CORRECTED, PRINTED, SCALING_FOLD, separate


def projection_merge(positions, labels, corrected):
    """Algorithm 1 with its set of points, up to the first merge: which two points it merges, or None."""
    alive = list(range(len(positions)))
    while alive:
        i = min(alive, key=lambda k: positions[k])
        partners = [k for k in alive if labels[k] == labels[i] and positions[k] != positions[i]]
        if partners:
            last = corrected and positions[i] != min(positions)
            return i, (max if last else min)(partners, key=lambda k: positions[k])
        alive = [k for k in alive if positions[k] != positions[i]]
    return None


@pytest.mark.parametrize(("program", "corrected"), [(PRINTED, False), (CORRECTED, True)])
def test_the_programs_are_algorithm_1(program, corrected):
    """On all small inputs the program merges the two points that the algorithm with its set of points merges."""
    merging = PureMerging(program, SCALING_FOLD)
    for count in range(1, 5):
        for positions, labels in product(combinations(range(5), count), labelings(count)):
            steps, _ = merging.run(positions, labels)
            chosen = steps[0].merged if steps else None
            assert chosen == projection_merge(positions, labels, corrected), (positions, labels)


def test_the_printed_algorithm_fails_first_at_four_points():
    """(0, 1, 2, 3) labelled A, B, B, B: the points 0 and 3 meet; found, not stored."""
    miss = THEORY.find_theorem("projection_merge").near_misses[0].statement.decide()
    assert not isinstance(miss.counterexample, Counterexample)
    assert miss.counterexample.to_json()["p"] == ["0", "1", "2", "3"]
    assert miss.counterexample.to_json()["labels"] == ["0", "1", "1", "1"]


def test_separation_uses_two_layers_a_merge():
    """Four points in two classes: two merges, four layers."""
    assert separate(((0, 1, 2, 3), (0, 1, 1, 0))) == 4
