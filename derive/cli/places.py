"""Where theorems and their lines are written."""

from __future__ import annotations

from dataclasses import dataclass

#: A line and a column, both from 1.
Place = tuple[int, int]


@dataclass(frozen=True)
class Places:
    """Where a function or an assignment begins, and its longest chain of ``.by(…)``: one place for each.

    In a display ``every`` line has its own, and the ``links`` of a chain; ``beside`` has near misses and conventions then.
    """

    file: str
    start: Place
    steps: tuple[Place, ...] = ()
    every: bool = False
    links: tuple[Place, ...] = ()
    beside: tuple[Place, ...] = ()

    def of_line(self, number: int, lines: int) -> Place:
        """Where a line of a derivation of so many is written: its own place when every line's is known."""
        known = self.every or len(self.steps) == lines - 1
        return self.steps[number - 2] if known and 2 <= number < len(self.steps) + 2 else self.start

    def of_link(self, number: int | None) -> Place:
        """Where a link of a chain is written, from 1; of an equation itself, where it begins."""
        return self.links[(number or 1) - 1] if self.links and (number or len(self.links) == 1) else self.start

    def of_beside(self, number: int) -> Place:
        """Where the near misses and conventions are, from 0."""
        return self.beside[number] if number < len(self.beside) else self.start
