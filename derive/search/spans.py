"""Is a vector a combination of others, with any multipliers, or with multipliers ≥ 0?  In exact numbers, both.

*With any* (`Span`): sparse elimination over the rationals that remembers which combination.  Vectors come one after the
other.  Each is reduced by those before it; what is left of it is kept with its greatest place as pivot.  The goal is reduced
alongside, so that it is known after each vector whether it is in the span of those so far.

*With multipliers ≥ 0* (`combination`): a linear program, by the simplex method.  Rows are kept in integers, up to a positive
factor each.  The column that promises most enters; after `MAX_GREEDY` steps the first one, with which the method ends (Bland
1977).  The work is bounded all the same: it is a count of steps and entries.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, lcm
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
            row = _Row({k: whole(scale * v) for k, v in row.entries.items()}, {k: scale * v for k, v in row.of.items()})
            self._rows[pivot] = row
            self._reduce(self._rest)

    def _reduce(self, row: _Row[Place]) -> None:
        """Take every pivot out of a row; pivots are the greatest places of their rows, so this ends."""
        while pivots := [place for place in row.entries if place in self._rows]:
            pivot = max(pivots, key=self.order)
            row.minus(row.entries[pivot], self._rows[pivot])


def whole(value: Rational) -> Rational:
    """An integer as an int, with which sums are several times faster."""
    return value.numerator if value.denominator == 1 else value


#: Steps after which the search for multipliers ends without an answer, and those in which the best column enters.
MAX_STEPS, MAX_GREEDY = 120, 60
#: Entries of rows that it may change, and bits of a number beyond which it ends as well.
MAX_ENTRIES, MAX_BITS = 200_000, 2_000

Key = TypeVar("Key", bound=Hashable)
_Integers = dict[int, int]

#: The place of the right side in a row.
_RIGHT = -1


def combination(
    target: Mapping[Key, Fraction], columns: Sequence[Mapping[Key, Fraction]], wanted: frozenset[int] = frozenset()
) -> dict[int, Fraction] | None:
    """Multipliers λ ≥ 0 with Σ λ·column = target, those that are 0 left out; None when none were found.

    Args:
        target, columns: vectors, by the names of their entries.
        wanted: columns of which one must have a multiplier > 0; without any there is no such demand.
    """
    useful = _useful(target, columns)
    rows = _rows(target, {number: columns[number] for number in useful})
    if rows is None or (wanted and not wanted & set(useful)):
        return None
    program = _Program(rows, len(columns))
    if not program.feasible() or (wanted and not program.gain(wanted)):
        return None
    found = program.values()
    return found if not wanted or wanted & found.keys() else None


def _useful(target: Mapping[Key, Fraction], columns: Sequence[Mapping[Key, Fraction]]) -> list[int]:
    """The columns that can have a multiplier > 0: each of their entries can be made up for by others."""
    kept = list(range(len(columns)))
    while True:
        signs: dict[Key, set[bool]] = {key: {value < 0} for key, value in target.items()}
        for number in kept:
            for key, value in columns[number].items():
                signs.setdefault(key, set()).add(value > 0)
        alone = {key for key, found in signs.items() if len(found) == 1 and key not in target}
        alone |= {key for key, value in target.items() if signs[key] == {value < 0}}
        still = [number for number in kept if not alone & columns[number].keys()]
        if len(still) == len(kept):
            return kept
        kept = still


def _rows(target: Mapping[Key, Fraction], columns: Mapping[int, Mapping[Key, Fraction]]) -> list[_Integers] | None:
    """A row for every entry, with its right side ≥ 0; None when an entry of the target is in no column."""
    rows: dict[Key, dict[int, Fraction]] = {}
    for number, column in columns.items():
        for key, value in column.items():
            rows.setdefault(key, {})[number] = value
    for key, value in target.items():
        if key not in rows:
            return None
        rows[key][_RIGHT] = value
    return [_integral(row) for row in rows.values()]


def _integral(row: Mapping[int, Fraction]) -> _Integers:
    scale = lcm(*(value.denominator for value in row.values()))
    sign = -1 if row.get(_RIGHT, 0) < 0 else 1
    return _reduced({number: sign * int(value * scale) for number, value in row.items()})


def _reduced(row: _Integers) -> _Integers:
    common = gcd(*row.values())
    return {number: value // common for number, value in row.items()} if common > 1 else row


def _eliminated(row: _Integers, pivot: _Integers, number: int) -> _Integers:
    """A positive multiple of the row, less what makes the number's entry 0; that of the pivot is positive."""
    lead, factor = pivot[number], row[number]
    new = {key: value * lead for key, value in row.items()}
    for key, value in pivot.items():
        left = new.get(key, 0) - factor * value
        if left:
            new[key] = left
        else:
            del new[key]
    return _reduced(new)


class _Program:
    """Rows Σ a λ = b with b ≥ 0 and a basis: to begin with, an artificial unknown for each row."""

    def __init__(self, rows: Sequence[_Integers], count: int) -> None:
        self._count = count
        self._basis = [count + place for place in range(len(rows))]
        self._rows = [{**row, name: 1} for row, name in zip(rows, self._basis, strict=True)]
        self._steps = self._changed = 0

    def feasible(self) -> bool:
        """Drive out the artificial unknowns; is their sum 0?"""
        cost: _Integers = {}
        for row in self._rows:
            for number, value in row.items():
                cost[number] = cost.get(number, 0) - value * (number < self._count)
        cost = {number: value for number, value in cost.items() if value}
        return self._minimised(cost, lambda cost: _RIGHT not in cost)

    def gain(self, wanted: frozenset[int]) -> bool:
        """Move to a point at which a wanted unknown is > 0."""
        for place in reversed(range(len(self._rows))):
            if self._basis[place] >= self._count:
                entering = min((n for n in self._rows[place] if 0 <= n < self._count), default=None)
                if entering is None:
                    del self._rows[place], self._basis[place]
                else:
                    self._pivot(place, entering, {})
        if wanted & self.values().keys():
            return True
        cost = dict.fromkeys(wanted, -1)
        for row, name in zip(self._rows, self._basis, strict=True):
            if name in cost:
                cost = _eliminated(cost, row, name)
        return self._minimised(cost, lambda cost: cost.get(_RIGHT, 0) > 0)

    def values(self) -> dict[int, Fraction]:
        """The unknowns that are not 0."""
        found = zip(self._basis, self._rows, strict=True)
        return {name: Fraction(row[_RIGHT], row[name]) for name, row in found if name < self._count and _RIGHT in row}

    def _minimised(self, cost: _Integers, done: Callable[[_Integers], bool]) -> bool:
        while not done(cost):
            entering = self._entering(cost)
            place = None if entering is None else self._leaving(entering)
            long = max(map(abs, cost.values()), default=0).bit_length() > MAX_BITS
            done_enough = self._steps == MAX_STEPS or self._changed > MAX_ENTRIES
            if entering is None or place is None or long or done_enough:
                return False
            self._steps += 1
            cost = self._pivot(place, entering, cost)
        return True

    def _entering(self, cost: _Integers) -> int | None:
        falling = [number for number, value in cost.items() if value < 0 and 0 <= number < self._count]
        if self._steps < MAX_GREEDY:
            return min(falling, key=lambda number: (cost[number], number), default=None)
        return min(falling, default=None)

    def _leaving(self, entering: int) -> int | None:
        """The row whose unknown becomes 0 first; among equals the one of the least unknown."""
        ratios = [
            (Fraction(row.get(_RIGHT, 0), row[entering]), self._basis[place], place)
            for place, row in enumerate(self._rows)
            if row.get(entering, 0) > 0
        ]
        return min(ratios)[2] if ratios else None

    def _pivot(self, place: int, entering: int, cost: _Integers) -> _Integers:
        """Take an unknown into the basis; returns the cost with its part taken out."""
        row = {number: value for number, value in self._rows[place].items() if number < self._count}
        if row[entering] < 0:
            row = {number: -value for number, value in row.items()}
        self._basis[place], self._rows[place] = entering, _reduced(row)
        for other, changed in enumerate(self._rows):
            if other != place and entering in changed:
                self._changed += len(changed) + len(row)
                self._rows[other] = _eliminated(changed, self._rows[place], entering)
        return _eliminated(cost, self._rows[place], entering) if entering in cost else cost
