"""The documented order of points: sizes, and for given sizes data.

Sizes come by increasing total, then lexicographically.  For given sizes the points are, in this order,

1. combinations of patterns (`candidates.patterns`), by the sum of their numbers, then lexicographically; the patterns of the
   second scalar (vector, matrix) begin with the second one, and so on, so that no two symbols are equal from the start;
   half of all points, or three quarters where there are at most three unknown numbers;
2. seeded random integers of slowly growing range, every third point with denominators up to 3; in every fourth point each
   symbol is of a magnitude of its own, `SCALES` times as large: a claim with a small constant in it may fail only there.

Each is then changed so that the hypotheses that are equations hold (`solving`): first with symbols that an equation
gives computed from it, then, when no point came of that, with surds allowed, then with all symbols drawn.  Where there
are several equations those symbols are first changed together in which they are linear, of data at which the other
hypotheses hold.  When no point came of all that and the signs of terms are given, `KEPT_DRAWS` data are changed by steps
that keep these, as those of a probability.  Data that come up again are left out.  Where hypotheses hold at none of
them, all data 0, and all 1, are tried, as far as their properties allow.  A point is yielded when all declared
properties and all hypotheses certainly hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache, partial
from itertools import islice
from math import prod
from random import Random

from derive.errors import UndefinedAtPoint
from derive.evaluate import arrays
from derive.evaluate.arrays import Array
from derive.evaluate.candidates import patterns, random_unit, random_value
from derive.evaluate.conditions import Check, holds, said_of, satisfies
from derive.evaluate.effort import Effort, Priced, Recording
from derive.evaluate.numbers import ONE, ZERO
from derive.evaluate.point import Point
from derive.evaluate.solving import Solver, Values, assignments, equations
from derive.evaluate.unknown import agreed, with_arguments
from derive.language.hypotheses import Condition, Equality, Hypothesis
from derive.language.order import data_of
from derive.language.substitution import dimensions_of
from derive.language.terms import Component, Dimension, Symbol, Term, axes_of

#: How many points are drawn at sizes that are given no other number.
DRAWS = 80
#: Magnitudes in every fourth random point, in turn; the next symbol is three ahead.
SCALES = tuple(Fraction(10) ** k for k in (-2, 2, -4, 4, -1, 1, -6, 6))
#: Properties that a multiple does not have.
_UNSCALED = frozenset({"mask", "orthogonal", "idempotent"})
#: How many data are changed by steps that keep the signs that are given.
KEPT_DRAWS = 12
#: What drawing a point costs beside entry operations on rationals.
_COST_OF_DRAW = 40
#: How many sequences of points are kept.
_RECORDINGS = 256
#: Of how many hypotheses, each at sizes of its own, the answers are kept.
_CHECKS = 1024

SizeMap = dict[Dimension, int]


def names(
    terms: Sequence[Term], hypotheses: Sequence[Hypothesis] = ()
) -> tuple[tuple[Dimension, ...], tuple[Symbol, ...]]:
    """The symbolic dimensions and the symbols that occur, in order of first appearance; definitions unfolded.

    With those in the arguments of unknown functions of which there are several values.
    """
    parts = [*terms]
    for hypothesis in hypotheses:
        parts += [hypothesis.lhs, hypothesis.rhs] if isinstance(hypothesis, Equality) else [hypothesis.term]
    parts = with_arguments(parts)
    return dimensions_of(*parts), data_of(*parts)


def sizes(dimensions: Sequence[Dimension], largest_total: int | None = None) -> Iterator[SizeMap]:
    """Sizes by increasing total, then lexicographically; without dimensions the one empty map.

    >>> N, K = Dimension("N"), Dimension("K")
    >>> [tuple(found.values()) for found in sizes((N, K), 4)]
    [(1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (3, 1)]
    """
    if not dimensions:
        yield {}
        return
    total = len(dimensions)
    while largest_total is None or total <= largest_total:
        for parts in compositions(total, len(dimensions)):
            yield dict(zip(dimensions, parts, strict=True))
        total += 1


def compositions(total: int, count: int, least: int = 1) -> Iterator[tuple[int, ...]]:
    """The tuples of ``count`` integers ≥ ``least`` with this sum, lexicographically."""
    if count == 1:
        if total >= least:
            yield (total,)
        return
    for first in range(least, total - least * (count - 1) + 1):
        for rest in compositions(total - first, count - 1, least):
            yield (first, *rest)


def points(
    symbols: Sequence[Symbol],
    at: Mapping[Dimension, int],
    hypotheses: Sequence[Hypothesis] = (),
    draws: int = DRAWS,
    effort: Effort | None = None,
) -> Iterator[Point]:
    """The points for given sizes, at most ``draws`` of them, in the documented order.

    All declared properties and all hypotheses certainly hold at each.  Raises `LimitError` when ``effort`` ends.
    """
    recording = _recorded(tuple(symbols), tuple(at.items()), tuple(hypotheses), draws)
    return recording.replay(effort if effort is not None else Effort())


@lru_cache(maxsize=_RECORDINGS)
def _recorded(
    symbols: tuple[Symbol, ...], at: tuple[tuple[Dimension, int], ...], hypotheses: tuple[Hypothesis, ...], draws: int
) -> Recording[Point]:
    return Recording(partial(_generated, symbols, dict(at), hypotheses, draws))


def _generated(
    symbols: Sequence[Symbol],
    at: Mapping[Dimension, int],
    hypotheses: Sequence[Hypothesis],
    draws: int,
    effort: Effort,
) -> Iterator[Point]:
    none = True
    for point in _drawn(symbols, at, hypotheses, draws, effort):
        none = False
        yield point
    if none and hypotheses:
        yield from _at_rest(symbols, at, hypotheses, effort)


def _at_rest(
    symbols: Sequence[Symbol], at: Mapping[Dimension, int], hypotheses: Sequence[Hypothesis], effort: Effort
) -> Iterator[Point]:
    """The points at which all data are 0, or 1, where they may be: there many inequalities hold at once."""
    words_of = {symbol: symbol.properties | _given_properties(symbol, hypotheses) for symbol in symbols}
    checks, shapes = _Checks((*hypotheses, *said_of(symbols)), at), _shapes(symbols, at)
    for order in ((ZERO, ONE), (ONE, ZERO)):
        values: Values = {}
        for symbol, words in words_of.items():
            ways = (arrays.fill(shapes[symbol], lambda *_, entry=entry: entry) for entry in order)
            fit = (value for value in ways if all(satisfies(word, value) is True for word in sorted(words)))
            value = next(fit, next(iter(patterns(shapes[symbol], words, most=1)), None))
            if value is None:
                return
            values[symbol] = value
        effort.spend(_COST_OF_DRAW)
        with suppress(UndefinedAtPoint):
            if checks.hold(same := agreed(values, at), effort):
                yield Point(dict(at), {symbol: same[symbol] for symbol in symbols})


def _drawn(
    symbols: Sequence[Symbol],
    at: Mapping[Dimension, int],
    hypotheses: Sequence[Hypothesis],
    draws: int,
    effort: Effort,
) -> Iterator[Point]:
    words_of = {symbol: symbol.properties | _given_properties(symbol, hypotheses) for symbol in symbols}
    equalities = equations(hypotheses)
    tied = frozenset(names((), equalities)[1])
    checks = _Checks((*hypotheses, *said_of(symbols)), at)
    given = assignments(equalities)
    conditions = _Checks([h for h in hypotheses if not equations([h])], at)
    signs = [h for h in hypotheses if isinstance(h, Condition) and h.kind in ("positive", "nonneg")]
    for assigned in (given, {}) if given else ({},):
        drawn = {symbol: words for symbol, words in words_of.items() if symbol not in assigned}
        used = [pair for e in assigned.values() for pair in ((e.lhs, e.rhs), (e.rhs, e.lhs))]
        rest = [e for e in equalities if (e.lhs, e.rhs) not in used]
        cost = _COST_OF_DRAW + sum(prod(shape) for shape in _shapes(drawn, at).values())
        modes = [(False, False), (True, False)] if equalities else [(False, False)]
        for irrational, jointly in [(False, True), *modes] if len(rest) > 1 else modes:
            solver = Solver(at, rest, assigned, effort, irrational, jointly)
            found, fitting = False, False
            for values in islice(_draws(drawn, tied, at, draws), draws):
                effort.spend(cost)
                if jointly:
                    complete = solver.assigned(values)
                    if complete is None or not conditions.hold(complete, effort):
                        continue
                fitting = True
                point = _point(values, at, symbols, solver, checks)
                if point is not None:
                    found = True
                    yield point
            if found:
                return
            if not fitting or not (solver.refused or jointly):
                break  # no data fit, or surds come up nowhere
        if rest and signs:
            solver = Solver(at, rest, assigned, effort, irrational=True, keep=_Checks(signs, at).hold)
            for values in islice(_positive(_draws(drawn, tied, at, DRAWS), drawn, signs, at, effort), KEPT_DRAWS):
                effort.spend(cost)
                point = _point(values, at, symbols, solver, checks)
                if point is not None:
                    found = True
                    yield point
        if found or not fitting:
            return


def _given_properties(symbol: Symbol, hypotheses: Sequence[Hypothesis]) -> frozenset[str]:
    return frozenset(h.kind for h in hypotheses if isinstance(h, Condition) and h.term == symbol)


def _positive(
    draws: Iterator[Values],
    drawn: Mapping[Symbol, frozenset[str]],
    signs: Iterable[Condition],
    at: Mapping[Dimension, int],
    effort: Effort,
) -> Iterator[Values]:
    """The data of which the signs that are given of entries by themselves hold, p_i > 0."""
    of_entries = [h for h in signs if isinstance(h.term, Component) and h.term.base in drawn]
    checks = _Checks(of_entries, at)
    return (values for values in islice(draws, DRAWS) if checks.hold(values, effort))


def _point(
    values: Values, at: Mapping[Dimension, int], symbols: Sequence[Symbol], solver: Solver, checks: _Checks
) -> Point | None:
    try:
        solved = solver.solve(values)
        if solved is None:
            return None
        solved = agreed(solved, at)
    except UndefinedAtPoint:
        return None
    return Point(dict(at), {s: solved[s] for s in symbols}) if checks.hold(solved, solver.effort) else None


class _Checks:
    """Hypotheses at points of one size: of those that differ in other symbols only, each is asked once."""

    def __init__(self, hypotheses: Sequence[Check], at: Mapping[Dimension, int]) -> None:
        sizes = tuple(at.items())
        self._checks = [(data_of(*h.terms), _check(h, sizes), dict[tuple[Array, ...], bool]()) for h in hypotheses]

    def hold(self, values: Values, effort: Effort) -> bool:
        """Whether all of them certainly hold."""
        for symbols, check, known in self._checks:
            asked = tuple([values[symbol] for symbol in symbols])
            answer = known.get(asked)
            if answer is None:
                answer = known[asked] = check.ask(asked, effort)
            if not answer:
                return False
        return True


@lru_cache(maxsize=_CHECKS)
def _check(hypothesis: Check, at: tuple[tuple[Dimension, int], ...]) -> Priced[tuple[Array, ...], bool]:
    """Whether a hypothesis certainly holds, by the values of its symbols."""
    symbols = data_of(*hypothesis.terms)

    def certain(values: tuple[Array, ...], effort: Effort) -> bool:
        return (
            holds(hypothesis, Point.within_a_search(dict(at), dict(zip(symbols, values, strict=True))), effort) is True
        )

    return Priced(certain)


def _draws(
    declared: Mapping[Symbol, frozenset[str]], tied: frozenset[Symbol], at: Mapping[Dimension, int], draws: int
) -> Iterator[Values]:
    """Data with the declared properties: patterns, then random values, see the module docstring."""
    shapes = _shapes(declared, at)
    if not declared:
        yield {}
        return
    few = sum(prod(shape) for shape in shapes.values()) <= 3
    whole = draws * 3 // 4 if few else (draws + 1) // 2
    choices: list[tuple[Array, ...]] = []
    ordinal: dict[int, int] = {}
    for symbol, words in declared.items():
        rank = len(shapes[symbol])
        found = patterns(shapes[symbol], words, symbol in tied, whole + ordinal.setdefault(rank, 0))
        turn = ordinal[rank] % max(len(found), 1)
        ordinal[rank] += 1
        choices.append(found[turn:] + found[:turn])
    if not all(choices):
        return
    for numbers in islice(diagonal([len(choice) for choice in choices]), whole):
        yield {s: choice[k] for s, choice, k in zip(declared, choices, numbers, strict=True)}
    turn = 0
    while True:
        yield _random_values(declared, shapes, tied, turn)
        turn += 1


def _shapes(symbols: Iterable[Symbol], at: Mapping[Dimension, int]) -> dict[Symbol, tuple[int, ...]]:
    return {s: tuple(at[d] if isinstance(d, Dimension) else d for d in axes_of(s.shape)) for s in symbols}


def _random_values(
    declared: Mapping[Symbol, frozenset[str]],
    shapes: Mapping[Symbol, tuple[int, ...]],
    tied: frozenset[Symbol],
    turn: int,
) -> Values:
    values: Values = {}
    for number, (symbol, words) in enumerate(declared.items()):
        values[symbol] = _random(symbol.name, shapes[symbol], words, symbol in tied, turn)
        if turn % 4 == 3 and symbol not in tied and not words & _UNSCALED:
            values[symbol] = _scaled(values[symbol], SCALES[(turn // 4 + 3 * number) % len(SCALES)])
    return values


@lru_cache(maxsize=4096)
def _random(name: str, shape: tuple[int, ...], words: frozenset[str], tied: bool, turn: int) -> Array:
    """The random value of a symbol in a turn: the same for all who ask."""
    random = Random(f"{name} {shape} {turn}")
    reach, parts = 2 + turn // 3, 3 if turn % 3 == 2 else 1
    if tied and len(shape) == 1 and turn % 2 and not words & {"mask", "nonzero"}:
        return random_unit(shape[0], random, reach)
    return random_value(shape, words, random, reach, parts)


def _scaled(value: Array, factor: Fraction) -> Array:
    return arrays.apply(lambda entry: factor * entry, value)


def diagonal(lengths: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All tuples of numbers below the lengths, by increasing sum, then lexicographically.

    >>> list(diagonal((2, 2)))
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    for total in range(sum(lengths) - len(lengths) + 1):
        yield from _bounded(total, lengths)


def _bounded(total: int, lengths: Sequence[int]) -> Iterator[tuple[int, ...]]:
    if not lengths:
        if total == 0:
            yield ()
        return
    room = sum(lengths[1:]) - len(lengths[1:])
    for first in range(max(0, total - room), min(total, lengths[0] - 1) + 1):
        for rest in _bounded(total - first, lengths[1:]):
            yield (first, *rest)
