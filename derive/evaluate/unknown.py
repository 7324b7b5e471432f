"""Values of unknown functions (`ValueOf`): where two of one function have equal arguments, they are equal.

Data at which they are not belong to no function, and refute nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from derive.evaluate import arrays
from derive.evaluate.arrays import Array
from derive.evaluate.evaluate import Evaluation
from derive.evaluate.numbers import equal
from derive.evaluate.point import Point
from derive.language.substitution import symbols_of
from derive.language.terms import Dimension, Number, Symbol, Term
from derive.language.unknown import ValueOf


@dataclass(frozen=True)
class Consistency:
    """Two values of one function: they are equal, or their arguments are not."""

    one: ValueOf
    other: ValueOf

    @property
    def terms(self) -> tuple[Term, ...]:
        """What it speaks of."""
        return (self.one, self.other, *self.one.arguments, *self.other.arguments)

    def holds(self, evaluation: Evaluation) -> bool | None:
        """Whether it holds at a point; None when that cannot be certified.  Raises `UndefinedAtPoint`."""
        pairs = [(self.one, self.other), *zip(self.one.arguments, self.other.arguments, strict=True)]
        values, *arguments = (_same(left, right, evaluation) for left, right in pairs)
        if values is True or False in arguments:
            return True
        return None if values is None or None in arguments else False


def _same(left: Term, right: Term, evaluation: Evaluation) -> bool | None:
    """Are two terms equal?  Of two sizes only a bare 0 and what is 0 are; a row is the column of its entries."""
    ours, others = (list(arrays.entries(evaluation.inside(side, {}))) for side in (left, right))
    if len(ours) != len(others) and Number(Fraction(0)) not in (left, right):
        return False
    most = max(len(ours), len(others))
    padded = (entries * most if len(entries) == 1 else entries for entries in (ours, others))
    answers = [equal(x, y) for x, y in zip(*padded, strict=True)]
    return False if False in answers else None if None in answers else True


def consistencies(symbols: Iterable[Symbol]) -> Iterator[Consistency]:
    """What the values among some symbols say of each other."""
    values = [symbol for symbol in symbols if isinstance(symbol, ValueOf) and symbol.arguments]
    for one, other in combinations(values, 2):
        if one.function == other.function and len(one.shape) == len(other.shape):
            yield Consistency(one, other)


def with_arguments(terms: Iterable[Term]) -> list[Term]:
    """Terms, and the arguments of the values in them of functions that have several there."""
    found = list(terms)
    while True:
        more = [term for pair in consistencies(symbols_of(*found)) for term in pair.terms if term not in found]
        if not more:
            return found
        found += dict.fromkeys(more)


def agreed(values: dict[Symbol, Array], at: Mapping[Dimension, int]) -> dict[Symbol, Array]:
    """Data with the later of two values as the earlier one where they have to agree; raises `UndefinedAtPoint`."""
    evaluation = Evaluation(Point.within_a_search(at, values))
    for pair in _pairs(tuple(values)):
        if pair.holds(evaluation) is False:
            values = {**values, pair.other: values[pair.one]}
            evaluation = Evaluation(Point.within_a_search(at, values))
    return values


@lru_cache(maxsize=64)
def _pairs(symbols: tuple[Symbol, ...]) -> tuple[Consistency, ...]:
    """The values of one shape that may have to agree."""
    return tuple(pair for pair in consistencies(symbols) if pair.one.shape == pair.other.shape)
