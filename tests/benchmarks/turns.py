"""Tools that take turns in one run, so that a busy machine slows all of them; and how their times stand in a table."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence


def turns(rounds: Mapping[str, int]) -> Iterator[str]:
    """The tools by turns, each as often as it has rounds."""
    for number in range(max(rounds.values())):
        yield from (tool for tool, many in rounds.items() if number < many)


def shown(seconds: Sequence[float]) -> str:
    """The median, with the spread."""
    spread = f" ({min(seconds):.3g} to {max(seconds):.3g})" if len(seconds) > 1 else " (once)"
    return f"{statistics.median(seconds):.3g} s{spread}"


def faster(fastest: float, aim: float) -> str:
    """An aim that is a ratio to the fastest other tool."""
    return f"≥ {aim:g} × the fastest: {fastest:.3g} ×, {'yes' if fastest >= aim else 'no'}"
