"""The theorems of the theories, and the verdicts about them, found once in a process for all tests that only look at them.

`derive.cli.latex.checked_theorem` remembers them; one that a test made up is checked by `check_theorem`.
"""

from __future__ import annotations

from functools import cache

from derive.authoring.theory import Theorem
from derive.cli.latex import checked_theorem as checked
from derive.theories.registry import THEORIES, load_theory

__all__ = ["all_theorems", "checked"]


@cache
def all_theorems() -> tuple[Theorem, ...]:
    """Every theorem of every theory, equations first."""
    return tuple(theorem for name in THEORIES for theorem in load_theory(name).theorems)
