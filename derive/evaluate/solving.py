"""Data that satisfy equations: start anywhere, change one symbol until the equations hold.

An equation is first taken by its word (``s = term`` gives s).  The others are solved one after the other, keeping those
before: exactly linear in the components of one symbol, or of several ``jointly`` (one Newton step, by elimination), or
quadratic along a line (the symbol scaled, or one component moved).  Nothing here is trusted: who uses a point asks
`conditions.holds` first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from derive.errors import UndefinedAtPoint
from derive.evaluate import arrays
from derive.evaluate.arrays import Array
from derive.evaluate.conditions import index_values
from derive.evaluate.effort import Effort, Priced
from derive.evaluate.elementary import sqrt
from derive.evaluate.evaluate import Evaluation
from derive.evaluate.numbers import ONE, ZERO, Exact, Surd, is_zero, reciprocal
from derive.evaluate.point import Point
from derive.language.hypotheses import Equality, Hypothesis, equation_of
from derive.language.order import Order, data_of
from derive.language.substitution import unfolded_subterms
from derive.language.terms import Dimension, Symbol

#: Symbols with these properties are drawn as a whole; changing one component would lose the property.
WHOLE = frozenset({"orthogonal", "idempotent", "mask"})

Values = dict[Symbol, Array]
Slot = tuple[tuple[int, ...], ...]  # positions that change together
Move = tuple[Symbol, Slot]


def equations(hypotheses: Sequence[Hypothesis]) -> list[Equality]:
    """The hypotheses that are equations, or say one of a term that is no symbol."""
    found: list[Equality] = []
    for hypothesis in hypotheses:
        if isinstance(hypothesis, Equality):
            found.append(hypothesis)
        elif not isinstance(hypothesis.term, Symbol) and (said := equation_of(hypothesis)) is not None:
            found.append(said)
    return found


def assignments(equalities: Sequence[Equality]) -> dict[Symbol, Equality]:
    """Equations that give a symbol, in the order in which they can be used; the symbol is on the left."""
    found: dict[Symbol, Equality] = {}
    used: set[Symbol] = set()
    for equality in equalities:
        for side, other in ((equality.lhs, equality.rhs), (equality.rhs, equality.lhs)):
            if not isinstance(side, Symbol) or isinstance(side, Order) or other.free:
                continue
            if side in found or side in used or side.properties & WHOLE:
                continue
            symbols = {part for part in unfolded_subterms(other) if isinstance(part, Symbol)}
            if side not in symbols:
                found[side] = Equality(side, other)
                used |= symbols
                break
    return found


def always(values: Values, effort: Effort) -> bool:
    """Keep nothing."""
    return True


class Solver:
    """Changes data until the equalities hold, with the ``given`` symbols computed.

    With ``jointly`` those symbols are first changed together in which equations are linear, as normal equations in blocks
    are.  With ``irrational`` the roots of quadratic equations may be surds; without, ``refused`` tells whether one would
    have been: if not, the irrational solver finds nothing else.  Every change has to ``keep`` what it is asked of.
    """

    def __init__(
        self,
        sizes: Mapping[Dimension, int],
        equalities: Sequence[Equality],
        given: Mapping[Symbol, Equality],
        effort: Effort,
        irrational: bool = False,
        jointly: bool = False,
        keep: Callable[[Values, Effort], bool] = always,
    ) -> None:
        self.sizes = sizes
        self.equalities = equalities
        self.given = given
        self.effort = effort
        self.irrational = irrational
        self.jointly = jointly
        self.keep = keep
        self.refused = False
        self._at = tuple(sizes.items())
        self._met: set[tuple[Array, ...]] = set()

    def solve(self, values: Values) -> Values | None:
        """The values changed, and those that are computed; None when that fails, or leads where other data led before."""
        for k in range(len(self.equalities) + 1):
            met = len(self._met)
            self._met.add((k, *values.values()))  # what comes depends on nothing else
            if len(self._met) == met:
                return None
            prefix = self.equalities[: k + 1]
            if k == len(self.equalities) or self.solved(values, prefix):
                continue
            for changed in self.changes(values, prefix):
                if self.solved(changed, prefix) and self.kept(changed):
                    values = changed
                    break
            else:
                return None
        return self.assigned(values)

    def kept(self, values: Values) -> bool:
        """Whether what every change has to keep holds."""
        complete = self.assigned(values)
        return complete is not None and self.keep(complete, self.effort)

    def assigned(self, values: Values) -> Values | None:
        """All symbols in the order drawn, those given by an equation computed."""
        result = dict(values)
        for symbol, equality in self.given.items():
            try:
                result[symbol] = Evaluation(Point.within_a_search(self.sizes, result), self.effort)(equality.rhs)
            except UndefinedAtPoint:
                return None
        return result

    def differences(self, values: Values, equalities: Sequence[Equality]) -> Iterator[Exact]:
        """lhs − rhs, component by component; raises `UndefinedAtPoint` where one has no exact value."""
        complete = self.assigned(values)
        if complete is None:
            raise UndefinedAtPoint("a symbol that is computed has no value")
        for equality in equalities:
            values_of = tuple([complete[symbol] for symbol in _symbols_in(equality)])
            found = _differences(equality, self._at).ask(values_of, self.effort)
            if found is None:
                raise UndefinedAtPoint("a difference without an exact value")
            yield from found

    def residuals(self, values: Values, equalities: Sequence[Equality]) -> list[Exact] | None:
        """All differences; None when some have no exact value."""
        try:
            return list(self.differences(values, equalities))
        except UndefinedAtPoint:
            return None

    def solved(self, values: Values, equalities: Sequence[Equality]) -> bool:
        """Whether the equations hold."""
        try:
            return all(difference == ZERO for difference in self.differences(values, equalities))
        except UndefinedAtPoint:
            return False

    def changes(self, values: Values, equalities: Sequence[Equality]) -> Iterator[Values]:
        """Values at which the equations may hold: of all equations together, then of the last alone."""
        for system in (equalities, equalities[-1:]) if len(equalities) > 1 else (equalities,):
            here = self.residuals(values, system)
            if here is None:
                continue
            involved = self.involved(system)
            slots = {symbol: _slots(symbol, values[symbol]) for symbol in reversed(values) if symbol in involved}
            if self.jointly:
                moves = self.linear(values, system, here, slots)
                yield from self.newton(values, moves, here, [self.residuals(_moved(values, *m), system) for m in moves])
            ahead: dict[Symbol, list[list[Exact] | None]] = {}
            for symbol, group in slots.items():
                ahead[symbol] = [self.residuals(_moved(values, symbol, slot), system) for slot in group]
                yield from self.newton(values, [(symbol, slot) for slot in group], here, ahead[symbol])
            for symbol, group in slots.items():
                value = values[symbol]
                if value and isinstance(value, tuple):
                    there = self.residuals({**values, symbol: arrays.apply(lambda x: x + x, value)}, system)
                    yield from self.along(values, symbol, value, system, here, there)
                for slot, there in zip(group, ahead[symbol], strict=True):
                    direction = arrays.fill(arrays.sizes_of(value), lambda *at, slot=slot: ONE if at in slot else ZERO)
                    yield from self.along(values, symbol, direction, system, here, there)

    def involved(self, system: Sequence[Equality]) -> set[Symbol]:
        """The symbols on which the equations depend, by themselves or through what is computed."""
        found = set[Symbol]().union(*map(_symbols_in, system))
        for symbol, equality in reversed(tuple(self.given.items())):
            if symbol in found:
                found |= set(_symbols_in(equality))
        return found

    def linear(
        self, values: Values, system: Sequence[Equality], here: list[Exact], slots: Mapping[Symbol, list[Slot]]
    ) -> list[Move]:
        """The slots of symbols in which the equations are affine together, as far as one direction shows."""
        found: list[Move] = []
        for symbol, group in slots.items():
            moves = [*found, *((symbol, slot) for slot in group)]
            once, twice = values, values
            for number, (one, slot) in enumerate(moves, start=1):
                once, twice = (_moved(at, one, slot, Fraction(k * number)) for at, k in ((once, 1), (twice, 2)))
            first, second = self.residuals(once, system), self.residuals(twice, system)
            if first is None or second is None:
                continue
            if all(x - 2 * y + z == ZERO for x, y, z in zip(here, first, second, strict=True)):
                found = moves
        return found

    def newton(
        self, values: Values, moves: Sequence[Move], here: list[Exact], ahead: list[list[Exact] | None]
    ) -> Iterator[Values]:
        """Solve as if affine in these slots: F(x) + Σⱼ (F(x + eⱼ) − F(x)) δⱼ = 0, free δⱼ being 0."""
        columns: list[list[Exact]] = []
        usable: list[Move] = []
        for move, there in zip(moves, ahead, strict=True):
            if there is not None:
                columns.append([x - y for x, y in zip(there, here, strict=True)])
                usable.append(move)
        if not usable:
            return
        matrix = tuple((*row, -entry) for row, entry in zip(zip(*columns, strict=True), here, strict=True))
        reduced, pivots = arrays.reduce_rows(matrix, len(usable))
        if any(is_zero(row[-1]) is not True for row in reduced[len(pivots) :]):  # type: ignore[arg-type]  # no duals
            return
        changed = values
        for row, pivot in zip(reduced, pivots, strict=False):
            changed = _moved(changed, *usable[pivot], row[-1])
        yield changed

    def along(
        self,
        values: Values,
        symbol: Symbol,
        direction: Array,
        system: Sequence[Equality],
        here: list[Exact],
        there: list[Exact] | None,
    ) -> Iterator[Values]:
        """x + t·direction with t a root of the quadratic through t = 0, 1, −1 of the first equation that does not hold.

        The values at t = 0 and 1 are given: they are ``here`` and ``there``.
        """

        def at(t: Exact) -> Values:
            return {**values, symbol: arrays.apply(lambda x, d: x + t * d, values[symbol], direction)}

        back = self.residuals(at(-ONE), system) if there is not None else None
        if there is None or back is None:
            # A line through 0 may leave the domain there; x + t x from t = 1 onward does not.
            return
        for f0, f1, f2 in zip(here, there, back, strict=True):
            if f0 == ZERO:
                continue
            a, b = (f1 + f2) * Fraction(1, 2) - f0, (f1 - f2) * Fraction(1, 2)
            if is_zero(a) is True:
                if is_zero(b) is False:
                    yield at(-f0 * reciprocal(b))  # type: ignore[arg-type]  # exact unless too long, then not solved
                return
            disc = b * b - 4 * a * f0
            try:
                root = sqrt(disc)
            except UndefinedAtPoint:
                return
            if isinstance(root, Surd) and not self.irrational:
                self.refused = True
            elif isinstance(root, Fraction | Surd):
                for signed in (root, -root):
                    yield at((signed - b) * reciprocal(2 * a))  # type: ignore[arg-type]  # as above
            return


@lru_cache(maxsize=1024)
def _symbols_in(equality: Equality) -> tuple[Symbol, ...]:
    return data_of(equality.lhs, equality.rhs)


@lru_cache(maxsize=1024)
def _differences(
    equality: Equality, at: tuple[tuple[Dimension, int], ...]
) -> Priced[tuple[Array, ...], tuple[Exact, ...] | None]:
    """lhs − rhs, component by component, by the values of the symbols in them; None where one has no exact value."""
    symbols = _symbols_in(equality)

    def subtract(values: tuple[Array, ...], effort: Effort) -> tuple[Exact, ...] | None:
        evaluation = Evaluation(Point.within_a_search(dict(at), dict(zip(symbols, values, strict=True))), effort)
        found: list[Exact] = []
        try:
            for place in index_values(evaluation.point, equality.lhs, equality.rhs):
                left = arrays.entries(evaluation.inside(equality.lhs, place))
                right = arrays.entries(evaluation.inside(equality.rhs, place))
                for x, y in zip(left, right, strict=True):
                    difference = Fraction(x - y) if type(x) is type(y) is int else x - y
                    if not isinstance(difference, Fraction | Surd):
                        return None
                    found.append(difference)
        except UndefinedAtPoint:
            return None
        return tuple(found)

    return Priced(subtract)


def _slots(symbol: Symbol, value: Array) -> list[Slot]:
    """What may be changed by itself, the last component first; both of Aᵢⱼ and Aⱼᵢ of a symmetric matrix."""
    if symbol.properties & WHOLE:
        return []
    places = list(arrays.positions(value))[::-1]
    if symbol.properties & {"symmetric", "positive_definite"}:
        return [((i, j), (j, i)) if i != j else ((i, i),) for i, j in places if i <= j]
    return [(place,) for place in places]


def _moved(values: Values, symbol: Symbol, slot: Slot, amount: Array = ONE) -> Values:
    value = values[symbol]
    for place in slot:
        value = arrays.put(value, place, arrays.at(value, place) + amount)
    return {**values, symbol: value}
