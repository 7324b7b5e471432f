"""The ladders of `tests.benchmarks.growth` say what is true, and what is false is not decided."""

from __future__ import annotations

import pytest

from derive.language.terms import as_term
from tests.benchmarks.growth import LADDERS, Growth, drawn
from tests.benchmarks.ours import in_kernel


@pytest.mark.parametrize("name", LADDERS)
def test_the_first_rungs_are_decided(name: str) -> None:
    state, rungs = LADDERS[name]
    for rung in rungs[:2]:
        left, right = state(rung)
        assert in_kernel(left, right)
        assert not in_kernel(
            as_term(left), as_term(right) + as_term(left) if name != "LayerNorms in a row" else as_term(1)
        )


def test_a_ladder_has_an_order_and_is_drawn() -> None:
    ladder = Growth("a", ((2, 0.1), (4, 0.4), (8, 1.6)))
    assert round(ladder.order, 9) == 2
    assert sum(type(item).__name__ == "Dots" for item in drawn([ladder, ladder]).items) == 2
