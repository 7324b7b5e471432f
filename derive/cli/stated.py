"""What a document states of its own, as `derive check` decides it: as theorems in Python are, at its places."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from derive.cli.obligations import Obligation
from derive.cli.places import Places
from derive.cli.theorems import check_theorem
from derive.errors import DeriveError

if TYPE_CHECKING:
    from derive.authoring.theory import Theorem
    from derive.reading.paper.authored import StatedTheory
    from derive.reading.source import Place


@dataclass(frozen=True)
class StatedSubject:
    """The theory of a document: the rules that it declares, which are proved as theorems are, and its theorems."""

    document: StatedTheory

    @property
    def title(self) -> str:
        return f"{self.document.theory.name}: {self.document.theory.title}"

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of rules, then of theorems, in the order in which they stand."""
        return (*self.document.rules, *(each.label for each in self.document.theory.stated))

    def named(self, label: str) -> tuple[str, ...]:
        """The labels that are this one, or end with it."""
        return tuple(each for each in self.labels if label in (each, each.partition(".")[2]))

    def line(self, label: str) -> int:
        """The line in which it begins."""
        return self.document.places[label].start.line

    def check(self, label: str) -> list[Obligation]:
        """The obligations of one of them, each at its place."""
        theorem = self.theorem(label)
        with suppress(DeriveError):  # which is said below
            _ = theorem.derivation  # where a rule is looked for, it is seen which lines a step is
        written = self.document.places[label]
        places = Places(
            written.source.file, _at(written.start), tuple(map(_at, written.lines)), every=True,
            links=tuple(map(_at, written.links)), beside=tuple(map(_at, written.beside)),
        )  # fmt: skip
        return check_theorem(theorem, written.source.file, places)

    def theorem(self, label: str) -> Theorem:
        return self.document.rules.get(label) or self.document.theory.find_theorem(label)


def _at(place: Place) -> tuple[int, int]:
    return place.line, place.column
