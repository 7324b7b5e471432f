"""The first point, in the documented order, at which two sides certainly differ; or at which everything is admissible.

What a search does is bounded and the same in every run: small sizes get `points.DRAWS` points each, then come the sizes
the caller asks for, then sizes up to a total of `FAR_TOTALS`, with `FAR_DRAWS` points each.  All of it together, and each
size by itself, is bounded by a count of entry operations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from derive.errors import LimitError, UndefinedAtPoint
from derive.evaluate import arrays
from derive.evaluate.conditions import holds_in, index_values
from derive.evaluate.evaluate import Effort, Evaluation
from derive.evaluate.numbers import Real, differ
from derive.evaluate.point import Point, Value
from derive.evaluate.points import DRAWS, SizeMap, names, points, sizes
from derive.language.hypotheses import Equality, Hypothesis, conditions_of
from derive.language.terms import Dimension, Index, Term

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
        lhs, rhs: terms of one shape; their free indices mean "for all values".
        hypotheses: what is assumed; the declared properties of the symbols always are.
        skip: sizes not worth a try, since the sides are known to agree there.
        first_sizes: sizes to be tried after the small ones and before the far ones.
        budget: a bound of the work, in entry operations; a quarter of it more for each of ``first_sizes``.

    A None means that nothing was found within the bound; it says nothing about the statement.
    """

    def differs(point: Point, effort: Effort) -> bool:
        return _difference(lhs, rhs, point, effort) is not None

    for point in search((lhs, rhs), hypotheses, differs, skip, first_sizes or (), budget):
        # Afresh, with nothing remembered from the search.
        found = _difference(lhs, rhs, point)
        if found is not None and admitted(point, hypotheses):
            return found
    return None


def find_violation(
    conclusion: Hypothesis,
    hypotheses: Sequence[Hypothesis] = (),
    skip: Callable[[Mapping[Dimension, int]], bool] = never,
    first_sizes: Sequence[Mapping[Dimension, int]] | None = None,
    budget: int = SEARCH_EFFORT,
) -> Point | None:
    """The first point at which all hypotheses certainly hold and the conclusion has a value and certainly does not.

    The conclusion is a condition, such as p − q ≥ 0 for a bound or p − q > 0 for a strict one, or an equality; with free
    indices it is meant for all their values, and must be defined at all of them.  Arguments as of `find_witness`.
    """
    terms = (conclusion.lhs, conclusion.rhs) if isinstance(conclusion, Equality) else (conclusion.term,)

    def fails(point: Point, effort: Effort | None = None) -> bool:
        return holds_in(conclusion, Evaluation(point, effort)) is False and _defined(terms, point, effort)

    for point in search(terms, hypotheses, fails, skip, first_sizes or (), budget):
        if fails(point) and admitted(point, hypotheses):
            return point
    return None


def admitted(point: Point, hypotheses: Sequence[Hypothesis]) -> bool:
    """Whether all hypotheses and declared properties certainly hold, each evaluated afresh."""
    checks = (*hypotheses, *(condition for symbol in point.values for condition in conditions_of(symbol)))
    return all(holds_in(check, Evaluation(point)) is True for check in checks)


def _difference(lhs: Term, rhs: Term, point: Point, effort: Effort | None = None) -> Witness | None:
    """Where the sides differ first at a point; None where they do not certainly, or one of them has no value."""
    evaluation = Evaluation(point, effort)
    first: Witness | None = None
    try:
        for place in index_values(point, lhs, rhs):
            left = evaluation(lhs, _restricted(place, lhs))
            right = evaluation(rhs, _restricted(place, rhs))
            if first is None:
                first = _first_difference(left, right, point, place)
    except UndefinedAtPoint:
        return None
    return first


def _restricted(place: Mapping[Index, int], term: Term) -> dict[Index, int]:
    return {index: value for index, value in place.items() if index in term.free}


def _first_difference(left: Value, right: Value, point: Point, place: Mapping[Index, int]) -> Witness | None:
    for position in arrays.positions(left):
        if differ(arrays.at(left, position), arrays.at(right, position)):
            indices = tuple((index.name, value) for index, value in place.items())
            return Witness(point, left, right, tuple(i + 1 for i in position), indices)
    return None


def search(
    terms: Sequence[Term],
    hypotheses: Sequence[Hypothesis],
    wanted: Callable[[Point, Effort], bool],
    skip: Callable[[Mapping[Dimension, int]], bool],
    first_sizes: Sequence[Mapping[Dimension, int]],
    budget: int,
) -> Iterator[Point]:
    """The wanted points, in the documented order."""
    dims, symbols = names(terms, hypotheses)
    in_vain = 0
    for at, draws, share in _schedule(dims, first_sizes, budget):
        if in_vain == PATIENCE:
            return
        if skip(at):
            continue
        effort, tried = Effort(share), 0
        try:
            for point in points(symbols, at, hypotheses, draws, effort):
                if wanted(point, effort):
                    yield point
                tried += 1
        except LimitError:  # this size has had its share
            in_vain = 0 if tried else in_vain + 1


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
    """The first point at which all hypotheses and conditions certainly hold and all terms have values."""
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
        effort = Effort(share)
        try:
            point = _admissible_among(points(symbols, at, given, draws, effort), terms, effort)
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
    draws: int = DRAWS,
    budget: int = SEARCH_EFFORT // 4,
) -> Point | None:
    """`find_admissible` at given sizes."""
    given = (*hypotheses, *conditions)
    _, symbols = names(terms, given)
    effort = Effort(budget)
    try:
        return _admissible_among(points(symbols, at, given, draws, effort), terms, effort)
    except LimitError:
        return None


def _admissible_among(drawn: Iterator[Point], terms: Sequence[Term], effort: Effort) -> Point | None:
    """The first point at which all terms have values; raises `LimitError` when ``effort`` ends."""
    return next((point for point in drawn if _defined(terms, point, effort)), None)


def _defined(terms: Sequence[Term], point: Point, effort: Effort | None) -> bool:
    evaluation = Evaluation(point, effort)
    try:
        for term in terms:
            for place in index_values(point, term):
                evaluation.inside(term, place)
    except UndefinedAtPoint:
        return False
    return True
