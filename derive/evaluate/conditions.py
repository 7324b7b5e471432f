"""Does a hypothesis hold at a point: certainly, certainly not, or unknown.

A free index of a hypothesis is closed in it: it holds if it does for all values.  A condition *at* indices of the statement
(`derive.language.hypotheses`) is asked at a *place*, which gives these their values; what is claimed is asked so, too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product as every

from derive.errors import UndefinedAtPoint
from derive.evaluate import arrays
from derive.evaluate.arrays import Array
from derive.evaluate.effort import Effort
from derive.evaluate.evaluate import Evaluation, in_order
from derive.evaluate.matrix_functions import is_positive_definite
from derive.evaluate.numbers import ONE, Real, equal, is_nonneg, is_zero, sign
from derive.evaluate.point import Point
from derive.evaluate.unknown import Consistency, consistencies
from derive.language.hypotheses import Equality, Hypothesis, conditions_of
from derive.language.places import least_sizes, places_in
from derive.language.terms import Index, Symbol, Term

Answer = bool | None
#: What data have to satisfy: a hypothesis, or what two values of one function say of each other.
Check = Hypothesis | Consistency


def said_of(symbols: Collection[Symbol]) -> tuple[Check, ...]:
    """What symbols are by themselves: their properties, and values of functions."""
    return (*(condition for symbol in symbols for condition in conditions_of(symbol)), *consistencies(symbols))


def holds(hypothesis: Check, point: Point, effort: Effort | None = None) -> Answer:
    """Whether a hypothesis holds: True or False when certain, None when it has no value or cannot be certified.

    For all values of its free indices.  Raises `InputError` when the point lacks a value it needs.
    """
    return holds_in(hypothesis, Evaluation(point, effort))


def holds_in(hypothesis: Check, evaluation: Evaluation, place: Mapping[Index, int] | None = None) -> Answer:
    """`holds`, with the memory of an evaluation at the point; with a place, a condition at indices is asked there."""
    here = {index: place[index] for index in at_of(hypothesis)} if place is not None else {}
    closed = frozenset[Index]().union(*(term.free for term in hypothesis.terms)).difference(here)
    if next(_values_of(evaluation.point, closed), None) is None:
        return None  # at a size that has not the places it speaks of
    try:
        return conjunction(
            holds_at(hypothesis, evaluation, {**here, **values}) for values in _values_of(evaluation.point, closed)
        )
    except UndefinedAtPoint:
        return None


def at_of(hypothesis: Check) -> frozenset[Index]:
    """The indices of the statement at which a hypothesis is meant, but for places, which have one value."""
    return hypothesis.at - places_in(hypothesis.at) if not isinstance(hypothesis, Consistency) else frozenset()


def hold_there(hypotheses: Iterable[Hypothesis], evaluation: Evaluation, place: Mapping[Index, int]) -> bool:
    """Do all of them certainly hold at a place?"""
    return all(holds_in(hypothesis, evaluation, place) is True for hypothesis in hypotheses)


def index_values(point: Point, *terms: Term) -> Iterator[dict[Index, int]]:
    """All values of the free indices of the terms, counted from 1, in lexicographic order of the indices' names."""
    return _values_of(point, frozenset[Index]().union(*(term.free for term in terms)))


def places(point: Point, terms: Iterable[Term], pointed: Sequence[Hypothesis] = ()) -> Iterator[dict[Index, int]]:
    """`index_values` of a statement: of its terms, and of the conditions at its indices."""
    free = frozenset[Index]().union(*(term.free for term in terms), *map(at_of, pointed))
    return _values_of(point, free)


def _values_of(point: Point, indices: frozenset[Index]) -> Iterator[dict[Index, int]]:
    """All values of indices, but for places, which have one; none where a size has not all of these."""
    if any(point.size(dim) < least for dim, least in least_sizes(indices).items()):
        return
    free = in_order(indices - places_in(indices))
    for values in every(*(range(1, point.size(index.dim) + 1) for index in free)):
        yield dict(zip(free, values, strict=True))


def conjunction(answers: Iterable[Answer]) -> Answer:
    """False when one is False, True when all are True."""
    unknown = False
    for answer in answers:
        if answer is False:
            return False
        unknown = unknown or answer is None
    return None if unknown else True


def disjunction(answers: Iterable[Answer]) -> Answer:
    """True when one is True, False when all are False."""
    opposite = conjunction(negation(answer) for answer in answers)
    return negation(opposite)


def negation(answer: Answer) -> Answer:
    """not."""
    return None if answer is None else not answer


def all_equal(left: Array, right: Array) -> Answer:
    """Equality of two arrays of one shape."""
    return conjunction(equal(x, y) for x, y in zip(arrays.entries(left), arrays.entries(right), strict=True))  # type: ignore[arg-type]  # no duals in values


def holds_at(hypothesis: Check, evaluation: Evaluation, place: Mapping[Index, int]) -> Answer:
    """Whether it holds at these values of its free indices; raises `UndefinedAtPoint` where it has no value there."""
    if isinstance(hypothesis, Consistency):
        return hypothesis.holds(evaluation)
    if isinstance(hypothesis, Equality):
        return all_equal(evaluation.inside(hypothesis.lhs, place), evaluation.inside(hypothesis.rhs, place))
    value = evaluation.inside(hypothesis.term, place)
    evaluation.effort.spend(len(value) ** _WORK.get(hypothesis.kind, 1) if isinstance(value, tuple) else 1)
    return satisfies(hypothesis.kind, value)


def satisfies(kind: str, value: Array) -> Answer:
    """Whether a value is of one of the kinds of `derive.language.hypotheses.CONDITION_KINDS`."""
    return _KINDS[kind](value)


def _positive(value: Real) -> Answer:
    known = sign(value)
    if known is None:
        return False if is_nonneg(value) is False else None
    return known == 1


def _nonzero(value: Array) -> Iterator[Answer]:
    return (negation(is_zero(entry)) for entry in arrays.entries(value))  # type: ignore[arg-type]  # no duals in values


_KINDS: dict[str, Callable[[Array], Answer]] = {
    "nonzero": lambda value: conjunction(_nonzero(value)),
    "nonneg": is_nonneg,
    "positive": _positive,
    "not_zero": lambda value: disjunction(_nonzero(value)),
    "mask": lambda value: conjunction(disjunction((is_zero(x), is_zero(x - ONE))) for x in value),
    "symmetric": lambda value: all_equal(value, arrays.transpose(value)),
    "orthogonal": lambda value: all_equal(arrays.times(arrays.transpose(value), value), arrays.identity(len(value))),
    "idempotent": lambda value: all_equal(arrays.times(value, value), value),
    "invertible": lambda value: negation(is_zero(arrays.determinant(value))),  # type: ignore[arg-type]  # no duals in values
    "positive_definite": is_positive_definite,
}

#: The power of the size that deciding a kind takes, where it is not 1.
_WORK = {"symmetric": 2, "orthogonal": 3, "idempotent": 3, "invertible": 4, "positive_definite": 5}
