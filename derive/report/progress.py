"""How far the making of a document is."""

from __future__ import annotations

from collections.abc import Callable

#: Called with what is begun, its number, and how many such things there are.
Progress = Callable[[str, int, int], None]


def unwatched(*_: object) -> None:
    """Nobody is told how far the work is."""


class Tally:
    """The steps of one piece of work, told to a `Progress` as each begins; whoever has steps says beforehand how many."""

    def __init__(self, progress: Progress = unwatched, total: int = 0) -> None:
        self.progress = progress
        self.begun, self.total = 0, total

    def expect(self, more: int) -> None:
        """So many steps are to come beside those that are known."""
        self.total += more

    def __call__(self, label: str) -> None:
        self.begun += 1
        self.progress(label, self.begun, max(self.begun, self.total))
