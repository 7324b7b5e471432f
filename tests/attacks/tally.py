"""What an attack found: counts by name, and findings, each with the seed that makes it again."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType


@dataclass(frozen=True)
class Finding:
    """Something that must not be: where it came from, and what it is."""

    attack: str
    seed: str
    what: str

    def __str__(self) -> str:
        return f"[{self.attack}, seed {self.seed}] {self.what}"


@dataclass
class Tally:
    """The numbers of one attack: ``counts[row][column]``, findings, and what is worth a look."""

    attack: str
    counts: dict[str, Counter[str]] = field(default_factory=dict)
    wrong: list[Finding] = field(default_factory=list)
    notes: list[Finding] = field(default_factory=list)

    def count(self, row: str, column: str, number: int = 1) -> None:
        """Add to a count."""
        self.counts.setdefault(row, Counter())[column] += number

    def total(self, column: str) -> int:
        """The sum of a column."""
        return sum(row[column] for row in self.counts.values())

    def report(self, seed: str, what: str) -> None:
        """Something wrong."""
        self.wrong.append(Finding(self.attack, seed, what))

    def note(self, seed: str, what: str) -> None:
        """Something worth a look that is not wrong."""
        self.notes.append(Finding(self.attack, seed, what))

    def add(self, other: Tally) -> None:
        """Add the numbers of another run."""
        for row, columns in other.counts.items():
            self.counts.setdefault(row, Counter()).update(columns)
        self.wrong += other.wrong
        self.notes += other.notes


class TooLong(Exception):
    """A case that took more time than it may."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise `TooLong` inside when the time is over."""

    def ring(_: int, frame: FrameType | None) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
