"""Every derivation of the theories, looked for anew between its first line and its last.

``python -m tests.derivation.found`` prints the table, with labels as arguments for those alone.  The rules are those of
`derive find`: the theorem itself is none of them, and the lines between are not known.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from time import process_time

from derive.derivation.derivation import Derivation
from derive.derivation.finding import Sought, seek
from derive.pool import pool_for, rules_of
from derive.theories.registry import THEORIES, find_theorem, load_theory


@dataclass(frozen=True)
class Row:
    """A theorem, its lines as authored, and what the search came to, with its processor seconds."""

    label: str
    authored: int
    sought: Sought
    seconds: float

    @property
    def lines(self) -> int | None:
        """Lines after the first that were found."""
        return None if self.sought.derivation is None else len(self.sought.derivation.lines) - 1

    def __str__(self) -> str:
        found = "–" if self.lines is None else str(self.lines)
        return f"{self.label:36} {self.authored:>8} {found:>6} {self.sought.work:>9,} {self.seconds:>8.2f}"


@cache
def labels() -> tuple[str, ...]:
    """The theorems that have a derivation."""
    theorems = (theorem for name in THEORIES for theorem in load_theory(name))
    return tuple(theorem.label for theorem in theorems if theorem.derivation is not None)


def row(label: str) -> Row:
    """A theorem's derivation, looked for between its sides under its hypotheses."""
    authored = find_theorem(label).derivation
    assert isinstance(authored, Derivation)
    name = label.partition(".")[0]
    rules_of(name)  # they are made once for a theory
    first, last = authored.lines[0].term, authored.lines[-1].term
    start = process_time()
    pool = pool_for(first, last, name)
    sought = seek(first, last, pool.rules, authored.hypotheses, pool.theorems)
    return Row(label, len(authored.lines) - 1, sought, process_time() - start)


def main(asked: list[str]) -> None:
    """Print the table."""
    print(f"{'theorem':36} {'authored':>8} {'found':>6} {'work':>9} {'seconds':>8}")
    rows = []
    for label in asked or labels():
        rows.append(row(label))
        print(rows[-1], flush=True)
    within = [each for each in rows if each.lines is not None and each.lines <= each.authored + 2]
    print(f"{len(within)} of {len(rows)} found, with at most two lines more than authored")


if __name__ == "__main__":
    main(sys.argv[1:])
