"""The first point, in the documented order, at which a test of exact values fails.

The search for a witness of an equation (`derive.evaluate.witness`) compares two values; here the test is anybody's: a rank,
a null space, a sign.  The points, their order and the bound of the work are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from derive.evaluate.effort import Effort
from derive.evaluate.evaluate import Evaluation
from derive.evaluate.point import Point, Value, show_value, value_to_json
from derive.evaluate.witness import SEARCH_EFFORT, at_places, first_place, never, search
from derive.language.hypotheses import Hypothesis
from derive.language.terms import Dimension, Index, Number, Symbol, Term
from derive.printing import text

#: What fails at the values of the terms, in words; None when nothing certainly does.
Test = Callable[[tuple[Value, ...]], str | None]
#: A bound for tests by a characteristic polynomial: it takes about as many eliminations as the matrix has rows.
SPECTRAL_EFFORT = SEARCH_EFFORT // 4


@dataclass(frozen=True)
class Failure:
    """Where a statement fails: a point, what fails there in words, and exact values that show it."""

    point: Point
    says: str
    values: tuple[tuple[str, Value], ...] = ()

    def __str__(self) -> str:
        shown = "".join(f"; {name} = {show_value(value)}" for name, value in self.values)
        return f"{self.point}: {self.says}{shown}".removeprefix(": ")

    def to_json(self) -> dict[str, Any]:
        """The witness as in the schema ``derive-check/1``, with what fails under ``says``."""
        found = self.point.to_json()
        found.update({name: value_to_json(value) for name, value in self.values})
        return {**found, "says": self.says}


def find_failure(
    terms: Sequence[Term],
    hypotheses: Sequence[Hypothesis],
    test: Test,
    budget: int = SEARCH_EFFORT,
    *,
    dims: Mapping[Dimension, int] | None = None,
    skip: Callable[[Mapping[Dimension, int]], bool] = never,
) -> Failure | None:
    """The first point at which all hypotheses certainly hold, the terms have values, and the test says what fails.

    Args:
        terms: terms of any shapes; with free indices, the test is at one place at which all of them have values.
        hypotheses: what is assumed; the declared properties of the symbols always are.
        test: gets the values of the terms, in their order; where it raises `UndefinedAtPoint` nothing is concluded.
        budget: a bound of the work, in entry operations; elimination by the test is counted, n³ for a matrix.
        dims: sizes that are kept fixed.
        skip: sizes not worth a try.

    The failure carries the values of the terms that are more than a name, and of the free indices.  A None means that
    nothing was found within the bound; it says nothing about the statement.
    """

    pointed = at_places(hypotheses)

    def failing(point: Point, effort: Effort | None) -> Failure | None:
        evaluation = Evaluation(point, effort)

        def at(place: dict[Index, int]) -> Failure | None:
            values = tuple(evaluation(term, place) for term in terms)
            evaluation.effort.spend(sum(map(_elimination, values)))
            says = test(values)
            return None if says is None else _failure(point, says, terms, values, place)

        return first_place(evaluation, terms, pointed, at)

    def skipped(at: Mapping[Dimension, int]) -> bool:
        return any(at.get(dim, size) != size for dim, size in (dims or {}).items()) or skip(at)

    return search(terms, hypotheses, failing, skipped, (dims,) if dims else (), budget)


def _failure(
    point: Point, says: str, terms: Sequence[Term], values: Sequence[Value], place: Mapping[Index, int]
) -> Failure:
    """What fails, with the values of free indices and of the terms that are more than a name."""
    indices = tuple((index.name, Fraction(value)) for index, value in place.items())
    shown = tuple(
        (text(term, beside=terms), value)
        for term, value in zip(terms, values, strict=True)
        if not isinstance(term, Symbol | Dimension | Number)
    )
    return Failure(point, says, tuple(dict((*indices, *shown)).items()))


def _elimination(value: Value) -> int:
    """What elimination in a matrix costs; of other values the number of entries."""
    if not isinstance(value, tuple):
        return 1
    if not isinstance(value[0], tuple):
        return len(value)
    return len(value) * len(value[0]) * max(len(value), len(value[0]))
