"""Is a vector a combination of others?  Sparse elimination over the rationals that remembers which combination.

Vectors come one after the other.  Each is reduced by those before it; what is left of it is kept with its greatest place as
pivot.  The goal is reduced alongside, so that it is known after each vector whether it is in the span of those so far.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, TypeVar

Place = TypeVar("Place", bound=Hashable)
_Key = TypeVar("_Key", bound=Hashable)
Rational = int | Fraction


@dataclass
class _Row(Generic[Place]):
    """A vector, and the combination of the goal and the given vectors that it is."""

    entries: dict[Place, Rational]
    of: dict[int, Rational]

    def minus(self, factor: Rational, other: _Row[Place]) -> None:
        """Take a multiple of another row away."""
        _subtract(self.entries, factor, other.entries)
        _subtract(self.of, factor, other.of)


def _subtract(entries: dict[_Key, Rational], factor: Rational, more: Mapping[_Key, Rational]) -> None:
    for key, value in more.items():
        new = entries.get(key, 0) - factor * value
        if new:
            entries[key] = new
        else:
            del entries[key]


@dataclass
class Span(Generic[Place]):
    """The span of the vectors added so far, and the goal modulo it; ``order`` ranks the places."""

    goal: Mapping[Place, Rational]
    order: Callable[[Place], Any]
    _rows: dict[Place, _Row[Place]] = field(default_factory=dict)
    _count: int = 0

    def __post_init__(self) -> None:
        self._rest: _Row[Place] = _Row(dict(self.goal), {})

    def combination(self) -> dict[int, Rational] | None:
        """Multiples of the vectors, by their number, that make the goal; None if it is not in the span."""
        return None if self._rest.entries else {number: -value for number, value in self._rest.of.items()}

    def add(self, vector: Mapping[Place, Rational]) -> None:
        """Add a vector; it gets the next number, from 0 on."""
        row = _Row(dict(vector), {self._count: 1})
        self._count += 1
        self._reduce(row)
        if row.entries:
            pivot = max(row.entries, key=self.order)
            scale = Fraction(1) / row.entries[pivot]
            row = _Row(
                {k: _whole(scale * v) for k, v in row.entries.items()}, {k: scale * v for k, v in row.of.items()}
            )
            self._rows[pivot] = row
            self._reduce(self._rest)

    def _reduce(self, row: _Row[Place]) -> None:
        """Take every pivot out of a row; pivots are the greatest places of their rows, so this ends."""
        while pivots := [place for place in row.entries if place in self._rows]:
            pivot = max(pivots, key=self.order)
            row.minus(row.entries[pivot], self._rows[pivot])


def _whole(value: Fraction) -> Rational:
    return value.numerator if value.denominator == 1 else value
