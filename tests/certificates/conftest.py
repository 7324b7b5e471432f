"""The theorems of all theories, loaded once."""

from __future__ import annotations

import pytest

from derive.certificates.write import Theorem, statements_of
from derive.theories.registry import THEORIES, load_theory


@pytest.fixture(scope="session")
def theorems() -> list[Theorem]:
    """Every theorem that the format has a place for."""
    every = [each for name in THEORIES for each in load_theory(name).theorems]
    placed = statements_of(every)["statements"]
    return [each for each in every if each.label in placed]
