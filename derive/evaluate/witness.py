"""The first point, in the documented order, at which two sides certainly differ; or at which everything is admissible.

What a search does is bounded and the same in every run: small sizes get `points.DRAWS` points each, then come the sizes
the caller asks for, then sizes up to a total of `FAR_TOTALS`, with `FAR_DRAWS` points each.  All of it together, and each
size by itself, is bounded by a count of entry operations.

With free indices a statement is meant pointwise: it fails at a point if it does at one *place*, values of these indices at
which all its terms are defined, whatever there is at the others.  Hypotheses hold for all values of their own indices;
conditions at the indices of the statement (`derive.language.hypotheses`) are asked at the place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from derive.errors import LimitError, UndefinedAtPoint
from derive.evaluate import arrays
from derive.evaluate.arrays import Array
from derive.evaluate.conditions import at_of, hold_there, holds_at, holds_in, places, said_of
from derive.evaluate.effort import Effort
from derive.evaluate.evaluate import Evaluation, exact
from derive.evaluate.numbers import Real, differ
from derive.evaluate.point import Point, Value
from derive.evaluate.points import DRAWS, SizeMap, names, points, sizes
from derive.language.hypotheses import Hypothesis
from derive.language.terms import Dimension, Index, Symbol, Term
from derive.language.unknown import Tied

Found = TypeVar("Found")

#: Entry operations of one search; about a microsecond each.
SEARCH_EFFORT = 1_000_000
#: The largest total of sizes by the number of dimensions; with more dimensions only small sizes are tried.
FAR_TOTALS = {1: 26, 2: 14, 3: 14, 4: 9, 5: 9}
#: Points drawn at sizes that are not small, and where there is no dimension at all.
FAR_DRAWS = 6
DRAWS_WITHOUT_SIZES = 400
#: After so many sizes that had their share of the work before a single point was done, the search ends.
PATIENCE = 3
#: Sizes are small up to this excess of their total over the least possible; with four dimensions or more, up to 1.
SMALL_EXCESS = 3


@dataclass(frozen=True)
class Witness:
    """A point at which the sides differ: their values there, and where they differ first.

    ``indices`` are the values of the free indices of the equation, ``index`` the position of the first component that
    differs, ``()`` for scalars; both count from 1.
    """

    point: Point
    lhs: Value
    rhs: Value
    index: tuple[int, ...] = ()
    indices: tuple[tuple[str, int], ...] = ()

    @property
    def lhs_entry(self) -> Real:
        """The component of the left side that differs."""
        return _entry(self.lhs, self.index)

    @property
    def rhs_entry(self) -> Real:
        """The component of the right side that differs."""
        return _entry(self.rhs, self.index)


def _entry(value: Value, index: tuple[int, ...]) -> Real:
    entry: Real = arrays.at(value, tuple(i - 1 for i in index))
    return entry


def never(_: Mapping[Dimension, int]) -> bool:
    """Skip no sizes."""
    return False


def find_witness(
    lhs: Term,
    rhs: Term,
    hypotheses: Sequence[Hypothesis] = (),
    skip: Callable[[Mapping[Dimension, int]], bool] = never,
    first_sizes: Sequence[Mapping[Dimension, int]] | None = None,
    budget: int = SEARCH_EFFORT,
) -> Witness | None:
    """The first point at which all hypotheses certainly hold and the sides have values that certainly differ.

    Args:
        lhs, rhs: terms of one shape; with free indices, they differ at one place at which both have values.
        hypotheses: what is assumed; the declared properties of the symbols always are.
        skip: sizes not worth a try, since the sides are known to agree there.
        first_sizes: sizes to be tried after the small ones and before the far ones.
        budget: a bound of the work, in entry operations; a quarter of it more for each of ``first_sizes``.

    A None means that nothing was found within the bound; it says nothing about the statement.
    """
    pointed = at_places(hypotheses)

    def difference(point: Point, effort: Effort | None) -> Witness | None:
        evaluation = Evaluation(point, effort)

        def at(place: dict[Index, int]) -> Witness | None:
            left, right = (evaluation.inside(side, _restricted(place, side)) for side in (lhs, rhs))
            return _first_difference(left, right, point, place)

        return first_place(evaluation, (lhs, rhs), pointed, at)

    return search((lhs, rhs), hypotheses, difference, skip, first_sizes or (), budget)


def find_violation(
    conclusion: Hypothesis,
    hypotheses: Sequence[Hypothesis] = (),
    skip: Callable[[Mapping[Dimension, int]], bool] = never,
    budget: int = SEARCH_EFFORT,
) -> Point | None:
    """The first point at which all hypotheses certainly hold and the conclusion has a value and certainly does not.

    The conclusion is a condition, such as p − q ≥ 0 for a bound or p − q > 0 for a strict one, or an equality, at the free
    indices of the statement; it fails at a place (`failing_place`).  Arguments as of `find_witness`.
    """

    def failing(point: Point, effort: Effort | None) -> Point | None:
        return point if failing_place(conclusion, hypotheses, Evaluation(point, effort)) is not None else None

    return search(conclusion.terms, hypotheses, failing, skip, (), budget)


def failing_place(
    conclusion: Hypothesis, hypotheses: Sequence[Hypothesis], evaluation: Evaluation
) -> dict[Index, int] | None:
    """The first place at which the conclusion has a value and certainly does not hold, and the conditions there do."""

    def at(place: dict[Index, int]) -> dict[Index, int] | None:
        return place if holds_at(conclusion, evaluation, _restricted(place, *conclusion.terms)) is False else None

    return first_place(evaluation, conclusion.terms, at_places(hypotheses), at)


def first_place(
    evaluation: Evaluation,
    terms: Sequence[Term],
    pointed: Sequence[Hypothesis],
    find: Callable[[dict[Index, int]], Found | None],
) -> Found | None:
    """What is found at the first place at which something is, the terms have values, and the conditions certainly hold."""
    for place in places(evaluation.point, terms, pointed):
        try:
            found = find(place)
        except UndefinedAtPoint:
            continue
        if found is not None and hold_there(pointed, evaluation, place):
            return found
    return None


def at_places(hypotheses: Sequence[Hypothesis]) -> tuple[Hypothesis, ...]:
    """Those among hypotheses that are conditions at the indices of the statement, and so are asked at a place."""
    return tuple(hypothesis for hypothesis in hypotheses if at_of(hypothesis))


def admitted(point: Point, hypotheses: Sequence[Hypothesis]) -> bool:
    """Whether all hypotheses and declared properties certainly hold, each evaluated afresh; but for those at a place."""
    checks = (*hypotheses, *said_of(point.values))
    return all(holds_in(check, Evaluation(point)) is True for check in checks if not at_of(check))


def _restricted(place: Mapping[Index, int], *terms: Term) -> dict[Index, int]:
    return {index: value for index, value in place.items() if any(index in term.free for term in terms)}


def _first_difference(left: Array, right: Array, point: Point, place: Mapping[Index, int]) -> Witness | None:
    for position, x, y in zip(arrays.positions(left), arrays.entries(left), arrays.entries(right), strict=True):
        if differ(x, y):  # type: ignore[arg-type]  # no duals in values
            indices = tuple((index.name, value) for index, value in place.items())
            return Witness(point, exact(left), exact(right), tuple(i + 1 for i in position), indices)
    return None


def search(
    terms: Sequence[Term],
    hypotheses: Sequence[Hypothesis],
    find: Callable[[Point, Effort | None], Found | None],
    skip: Callable[[Mapping[Dimension, int]], bool],
    first_sizes: Sequence[Mapping[Dimension, int]],
    budget: int,
) -> Found | None:
    """What is found at the first point, in the documented order; of conditions at a place, ``find`` has to ask.

    Nothing of what may be tied to others (`Tied`): data are no values of theirs.
    """
    dims, symbols = names(terms, hypotheses)
    if any(isinstance(symbol, Tied) for symbol in symbols):
        return None
    closed = [hypothesis for hypothesis in hypotheses if not at_of(hypothesis)]
    in_vain = 0
    for at, draws, share in _schedule(dims, first_sizes, budget):
        if in_vain == PATIENCE:
            return None
        if skip(at):
            continue
        effort, tried = Effort(share), 0
        try:
            for point in points(symbols, at, closed, draws, effort):
                # What is found is found afresh, with nothing remembered from the search.
                again = find(point, None) if find(point, effort) is not None else None
                if again is not None and admitted(point, hypotheses):
                    return again
                tried += 1
        except LimitError:  # this size has had its share
            in_vain = 0 if tried else in_vain + 1
    return None


def _schedule(
    dims: Sequence[Dimension], first_sizes: Sequence[Mapping[Dimension, int]], budget: int
) -> Iterator[tuple[SizeMap, int, int]]:
    """Sizes, with the number of points and the share of the budget each of them gets.

    Small sizes and far sizes have half of the budget each, so that heavy terms do not keep the search from far sizes.
    """
    if not dims:
        yield {}, DRAWS_WITHOUT_SIZES, budget
        return
    largest = len(dims) + (SMALL_EXCESS if len(dims) <= 3 else 1)
    small = list(sizes(dims, largest))
    for at in small:
        yield at, DRAWS, budget // (2 * len(small))
    for given in first_sizes:
        yield {dim: given.get(dim, 1) for dim in dims}, DRAWS, budget // 4
    far = [at for at in sizes(dims, FAR_TOTALS.get(len(dims), largest)) if sum(at.values()) > largest]
    for at in far:
        yield at, FAR_DRAWS, budget // (2 * len(far))


def find_admissible(
    terms: Sequence[Term],
    hypotheses: Sequence[Hypothesis] = (),
    conditions: Sequence[Hypothesis] = (),
    budget: int = SEARCH_EFFORT,
) -> Point | None:
    """The first point at which all hypotheses and conditions certainly hold and all terms have values, at some place."""
    return look_for_admissible(terms, hypotheses, conditions, budget)[0]


def look_for_admissible(
    terms: Sequence[Term],
    hypotheses: Sequence[Hypothesis] = (),
    conditions: Sequence[Hypothesis] = (),
    budget: int = SEARCH_EFFORT,
) -> tuple[Point | None, bool]:
    """`find_admissible`; and whether at every size the search met its bound before it had tried its data."""
    given = (*hypotheses, *conditions)
    dims, symbols = names(terms, given)
    stopped = True
    for at, draws, share in _schedule(dims, (), budget):
        try:
            point = _first_admissible(symbols, at, terms, given, draws, share)
        except LimitError:  # this size has had its share
            continue
        if point is not None:
            return point, False
        stopped = False
    return None, stopped


def admissible_at(
    at: Mapping[Dimension, int],
    terms: Sequence[Term],
    hypotheses: Sequence[Hypothesis] = (),
    conditions: Sequence[Hypothesis] = (),
) -> Point | None:
    """`find_admissible` at given sizes."""
    given = (*hypotheses, *conditions)
    _, symbols = names(terms, given)
    try:
        return _first_admissible(symbols, at, terms, given, DRAWS, SEARCH_EFFORT // 4)
    except LimitError:
        return None


def _first_admissible(
    symbols: Sequence[Symbol],
    at: Mapping[Dimension, int],
    terms: Sequence[Term],
    given: Sequence[Hypothesis],
    draws: int,
    budget: int,
) -> Point | None:
    """The first point at which all terms have values at some place; raises `LimitError` when the budget ends."""
    effort, pointed = Effort(budget), at_places(given)
    closed = [hypothesis for hypothesis in given if not at_of(hypothesis)]

    def defined(point: Point) -> bool:
        evaluation = Evaluation(point, effort)

        def at(place: dict[Index, int]) -> bool:
            for term in terms:
                evaluation.inside(term, _restricted(place, term))
            return True

        return first_place(evaluation, terms, pointed, at) is not None

    return next(filter(defined, points(symbols, at, closed, draws, effort)), None)
