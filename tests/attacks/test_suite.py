"""The attacks at a modest size; ``python -m tests.attacks`` runs them at any size."""

from __future__ import annotations

import pytest

from tests.attacks import suite


@pytest.mark.parametrize("name", suite.ATTACKS)
def test_nothing_false_is_proved_or_accepted(name: str) -> None:
    """Mutated statements, random equations, mutated certificates."""
    assert suite.found_by(name) == []


def test_no_near_miss_of_a_theory_is_accepted() -> None:
    """Some of them; a theory's own tests put them all to the kernel."""
    assert [str(finding) for finding in suite.near_misses(step=suite.STEP).wrong] == []


@pytest.mark.parametrize("name", suite.LOST)
def test_nothing_true_is_lost(name: str) -> None:
    """What proves or accepts nothing would pass every attack."""
    assert suite.LOST[name]() == []
