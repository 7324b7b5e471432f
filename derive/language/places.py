"""Places: indices with one value, the first, the last, …  Entries at them are x₁, x_N; Σ from 2 is the whole sum less one.

The kernel and the verifier take a place as any free index: what holds for every value of it holds for this one.  Where terms
are evaluated it has its value, and a term has none at a size that has not all of its places.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from derive.errors import InputError, ShapeError
from derive.language.node import Dim, Dimension, Index, check_dim

#: How far from the first or last place an entry may be named.
MAX_PLACE = 9


@dataclass(frozen=True, eq=False)
class Place(Index):
    """An index with one value: the first, second, … of its dimension, or the last, the one before it, …

    ``number`` counts from 1 at the first, and from 0 downwards at the last: N − 1 is −1.  Its name begins with @, as no
    other does.
    """

    number: int = 1

    def __reduce__(self) -> tuple[Any, ...]:
        return place, (self.dim, self.number)

    @property
    def least(self) -> int:
        """The smallest size that has this place."""
        return self.number if self.number > 0 else 1 - self.number

    def value(self, size: int) -> int:
        """Which one it is of so many, counted from 1."""
        return self.number if self.number > 0 else size + self.number


def place(dim: Dim, number: int) -> Place:
    """The place ``number`` of the dimension ``dim``: 1 is the first, 2 the second, 0 the last, -1 the one before it.

    Raises `InputError` for one that a size that is a number has not, or that is beyond the ninth from an end.

    >>> place(Dimension("N"), 1).name, place(Dimension("N"), -1).name
    ('@1', '@N-1')
    """
    check_dim(dim)
    if isinstance(number, bool) or not isinstance(number, int) or not -MAX_PLACE <= number <= MAX_PLACE:
        raise InputError(f"{number!r} as a place", hint=f"a whole number from -{MAX_PLACE} to {MAX_PLACE}")
    if isinstance(dim, int):
        number += 0 if number > 0 else dim
        if not 1 <= number <= dim:
            raise ShapeError(f"the place {number} of {dim}", hint="entries count from 1")
        return Place(f"@{number}", dim, number)
    return Place(f"@{number}" if number > 0 else f"@{dim.name}{number or ''}", dim, number)


def check_bound(index: Index) -> None:
    """Raises `InputError` for a place as the index of a sum or product."""
    if isinstance(index, Place):
        raise InputError(f"a sum or product over the place {index.name}", hint="an index that runs: index('i', N)")


def places_in(indices: Iterable[Index]) -> frozenset[Index]:
    """Those of some indices that are places."""
    return frozenset(index for index in indices if isinstance(index, Place))


def least_sizes(indices: Iterable[Index]) -> dict[Dimension, int]:
    """The smallest sizes at which all places among some indices are there, those from the end behind those from the start.

    So Σ from 2 to N - 1, which is the whole sum less two terms, speaks of N ≥ 2.

    >>> N = Dimension("N")
    >>> least_sizes([place(N, 1), place(N, 0)])
    {Dimension(name='N'): 2}
    """
    ends: dict[Dimension, list[int]] = {}
    for index in indices:
        if isinstance(index, Place) and isinstance(index.dim, Dimension):
            end = ends.setdefault(index.dim, [0, 0])
            side = int(index.number <= 0)
            end[side] = max(end[side], index.least)
    return {dim: sum(end) for dim, end in ends.items()}
