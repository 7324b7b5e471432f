"""The verdicts about the theorems of the theories, found once in a process for all tests that only look at them."""

from __future__ import annotations

from functools import cache

from derive.theories.registry import THEORIES, load_theory
from derive.theories.theory import CheckedTheorem, Theorem, check_theorem


@cache
def all_theorems() -> tuple[Theorem, ...]:
    """Every theorem of every theory, equations first."""
    return tuple(theorem for name in THEORIES for theorem in load_theory(name).theorems)


@cache
def checked(theorem: Theorem) -> CheckedTheorem:
    """The verdicts about a theorem; one that a test made up is checked by `check_theorem`."""
    return check_theorem(theorem)
