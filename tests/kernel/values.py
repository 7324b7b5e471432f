"""The value of a form at a point, straight from the meaning of graphs and generators: an oracle for the normal form.

It shares nothing with the kernel but the data structure.  Rational where it can be, complex numbers of 120 digits where
roots come in (principal ones): expanded powers cancel badly.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import isqrt, prod

import mpmath

from derive.evaluate.numbers import enclose
from derive.evaluate.point import Point
from derive.kernel.algebra import Algebra
from derive.kernel.forms import (
    ClosedGenerator,
    DimensionGenerator,
    Form,
    FrozenForm,
    ParameterGenerator,
    ReciprocalOf,
    RootOf,
)
from derive.kernel.values import FunctionOf, InverseOf, Opaque
from derive.language.terms import Symbol

DIGITS = 120


class Unknown(Exception):
    """A value that this oracle does not compute."""


class FormValue:
    """Values of the forms of one algebra at one point."""

    def __init__(self, algebra: Algebra, point: Point) -> None:
        self.algebra, self.point = algebra, point
        self.entries: dict[int, object] = {}
        self.powers: dict[int, object] = {}

    def form(self, form: Form, legs: int) -> dict[tuple[int, ...], object]:
        """Every entry over the legs, by position counted from 0."""
        with mpmath.workdps(DIGITS):
            return self._form(form)

    def _form(self, form: Form) -> dict[tuple[int, ...], object]:
        total: dict[tuple[int, ...], object] = {}
        for (graph, monomial), value in form.items():
            scale = value * prod(self.generator(n) ** e for n, e in monomial)
            for place, entry in self.graph(graph).items():
                total[place] = total.get(place, 0) + scale * entry
        return total

    def size(self, dim: int) -> int:
        key = self.algebra.dim_keys[dim]
        return key if isinstance(key, int) else self.point.dimensions[key]

    def graph(self, graph: object) -> dict[tuple[int, ...], object]:
        dims, legs, factors = graph
        total: dict[tuple[int, ...], object] = {}
        for at in product(*(range(self.size(d)) for d in dims)):
            value = prod((self.entry(s, tuple(at[v] for v in vs)) ** e for s, vs, e in factors), start=Fraction(1))
            place = tuple(at[v] for v in legs)
            total[place] = total.get(place, 0) + value
        return total

    def generator(self, number: int) -> object:
        if number not in self.powers:
            self.powers[number] = self._generator(self.algebra.generators[number])
        return self.powers[number]

    def _generator(self, generator: object) -> object:
        match generator:
            case DimensionGenerator(dim):
                return Fraction(self.point.dimensions[dim])
            case ParameterGenerator(Symbol() as symbol):
                return number(self.point.values[symbol])
            case ParameterGenerator(Opaque() as opaque):
                return self.opaque(opaque)[()]
            case ParameterGenerator(FunctionOf(name, argument)):
                return FUNCTIONS[name](self.form(dict(argument), 0).get((), Fraction(0)))
            case ClosedGenerator(graph):
                return self.graph(graph).get((), 0)
            case ParameterGenerator(RootOf(radicand)):
                return root(self.form(dict(radicand), 0).get((), Fraction(0)))
            case ParameterGenerator(ReciprocalOf(divisor)):
                return 1 / self.form(dict(divisor), 0).get((), Fraction(0))
        raise Unknown(generator)

    def entry(self, symbol: int, place: tuple[int, ...]) -> object:
        if symbol not in self.entries:
            self.entries[symbol] = self._array(self.algebra.symbol_keys[symbol])
        found = self.entries[symbol]
        if isinstance(found, dict):
            return found[place]
        for step in place:
            found = found[step]
        return number(found)

    def _array(self, key: object) -> object:
        match key:
            case Symbol():
                return self.point.values[key]
            case InverseOf(symbol):
                return inverse([[number(x) for x in row] for row in self.point.values[symbol]])
            case Opaque():
                return self.opaque(key)
            case RootOf(radicand):
                return {at: root(value) for at, value in self.everywhere(radicand).items()}
            case FunctionOf(name, argument):
                return {at: FUNCTIONS[name](value) for at, value in self.everywhere(argument).items()}
            case ReciprocalOf(entries):
                return {at: 1 / value for at, value in self.everywhere(entries).items()}
        raise Unknown(key)

    def everywhere(self, form: FrozenForm) -> dict[tuple[int, ...], object]:
        """Every entry over the legs, the zeros as well."""
        dims, legs, _ = form[0][0][0]
        found = self.form(dict(form), len(legs))
        return {at: found.get(at, Fraction(0)) for at in product(*(range(self.size(dims[leg])) for leg in legs))}

    def opaque(self, key: Opaque) -> dict[tuple[int, ...], object]:
        """The function named by the head, of the argument's values; legs by their seats."""
        seen, argument, dims = key.arguments
        inner = self.form(dict(argument), len(seen))
        sizes = [d if isinstance(d, int) else self.point.dimensions[d] for d in dims]
        if key.head == "inverse":
            rows = range(sizes[0])

            def inverted(at: tuple[int, ...]) -> object:
                places = [[tuple((r, c, *at[2:])[seat] for seat in seen) for c in rows] for r in rows]
                return inverse([[inner.get(place, Fraction(0)) for place in row] for row in places])[at[0]][at[1]]

            return {at: inverted(at) for at in product(*map(range, sizes))}
        if key.head.startswith("∏") and "but for" not in key.head and argument and -1 in seen:
            bound = self.size(argument[0][0][0][0][argument[0][0][0][1][seen.index(-1)]])
            return {
                at: prod(
                    inner.get(tuple(at[seat] if seat >= 0 else n for seat in seen), Fraction(0)) for n in range(bound)
                )
                for at in product(*map(range, sizes))
            }
        if key.head not in FUNCTIONS:  # ∏ but for one
            raise Unknown(key.head)
        return {
            at: FUNCTIONS[key.head](inner.get(tuple(at[seat] for seat in seen), Fraction(0)))
            for at in product(*map(range, sizes))
        }


def number(value: object) -> object:
    """A rational as it is, anything else by the middle of its enclosure."""
    if isinstance(value, Fraction):
        return value
    box = enclose(value)
    return long((box.lo + box.hi) / 2)


def long(value: object) -> object:
    """A complex number of many digits."""
    with mpmath.workdps(DIGITS):
        return mpmath.mpc(mpmath.mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else value)


def root(value: object) -> object:
    """The principal square root."""
    if isinstance(value, Fraction) and value >= 0:
        above, below = isqrt(value.numerator), isqrt(value.denominator)
        if above**2 == value.numerator and below**2 == value.denominator:
            return Fraction(above, below)
    with mpmath.workdps(DIGITS):
        return mpmath.sqrt(long(value))


def inverse(rows: list[list[object]]) -> list[list[object]]:
    """Gauss–Jordan; ZeroDivisionError for a singular matrix."""
    size = len(rows)
    work = [[*row, *(Fraction(i == j) for j in range(size))] for i, row in enumerate(rows)]
    for k in range(size):
        pivot = max(range(k, size), key=lambda r: abs(work[r][k]))
        work[k], work[pivot] = work[pivot], work[k]
        work[k] = [x / work[k][k] for x in work[k]]
        for r in range(size):
            if r != k:
                work[r] = [x - work[r][k] * y for x, y in zip(work[r], work[k], strict=True)]
    return [row[size:] for row in work]


FUNCTIONS = {
    "exp": lambda x: mpmath.exp(long(x)),
    "log": lambda x: mpmath.log(long(x)),
    "tanh": lambda x: mpmath.tanh(long(x)),
    "1/": lambda x: 1 / x,
}


def agree(left: object, right: object, tolerance: float = 1e-9) -> bool:
    """Equal, or equal up to rounding where floats came in."""
    if isinstance(left, Fraction | int) and isinstance(right, Fraction | int):
        return left == right
    with mpmath.workdps(DIGITS):
        one, other = long(left), long(right)
        return bool(abs(one - other) <= tolerance * (1 + abs(other)))
