"""Components and sums over an index: where SymPy counts positions, and which positions there are.

* ``M[i, j]`` of a matrix counts from 0 to N − 1, and so does ``x[i]`` of an ``IndexedBase`` that has a shape: a sum over
  ``(i, 1, N)`` leaves the first component out and goes beyond the last, and is refused.
* An ``IndexedBase`` without a shape has the positions over which it is summed, ``(i, 0, N-1)`` or ``(i, 1, N)``: the same
  ones wherever it stands.  A free index of it could be any integer, and is refused.
* Terms count in one way: what stands together must count from 0, or all of it from 1, for two ways could mean a shift.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import sympy

from derive.errors import InputError, ShapeError
from derive.interop.assembly import as_column
from derive.interop.declarations import Declarations, show
from derive.language import terms as t


class Reading(Protocol):
    """What is known while an expression is read; ``counts`` has the bound indices, with where they begin."""

    declarations: Declarations
    scope: dict[sympy.Symbol, t.Index]
    counts: dict[sympy.Symbol, int]
    counts_from: int | None
    axes: dict[Any, tuple[tuple[t.Dim, int], ...]]

    def read(self, expr: Any) -> t.Term:
        """The term of a sub-expression."""


def element(reading: Reading, expr: Any) -> t.Term:
    """M[i, j]; along an axis of size 1 the position is 0 and is no index of ours."""
    base = reading.read(expr.parent)
    indices = _positions(reading, expr, (expr.i, expr.j), expr.parent.shape)
    return t.Component(as_column(base), indices) if indices else base


def indexed(reading: Reading, expr: Any) -> t.Term:
    """x[i] and A[i, j] of an ``IndexedBase``."""
    base, positions = expr.base, expr.indices
    if base.offset != 0 or base.strides is not None:
        raise InputError(f"{show(base)} with an offset or with strides", hint="IndexedBase('x', shape=(N,))")
    if base.shape is not None:
        if len(base.shape) != len(positions):
            raise ShapeError(f"{len(positions)} positions in {show(expr)}, which has {len(base.shape)} axes")
        dims = tuple(reading.declarations.dimension(dim) for dim in base.shape)
        indices = _positions(reading, expr, positions, base.shape)
    else:
        indices = tuple(_bound(reading, position, expr) for position in positions)
        dims = tuple(index.dim for index in indices)
        here = tuple((index.dim, reading.counts[position]) for index, position in zip(indices, positions, strict=True))
        known = reading.axes.setdefault(base, here)
        if known != here:
            raise ShapeError(
                f"{show(base)} summed {_ranges(here)} here and {_ranges(known)} elsewhere",
                hint=f"give it a shape: IndexedBase({str(base)!r}, shape=(N,)), with positions 0 to N - 1",
            )
    term = reading.declarations.array(expr, tuple(dim for dim in dims if dim != 1))
    return t.Component(term, indices) if indices else term


def _ranges(axes: tuple[tuple[t.Dim, int], ...]) -> str:
    return " and ".join(f"from {lower} over {t.show_dim(dim)}" for dim, lower in axes)


def _bound(reading: Reading, position: Any, expr: Any) -> t.Index:
    """The bound index at a position of an array without a shape."""
    index = reading.scope.get(position)
    if index is None:
        raise InputError(
            f"the position {show(position)} in {show(expr)}, which is no index of a sum",
            hint=f"give it a shape: IndexedBase({str(expr.base)!r}, shape=(N,)); an index is a Symbol",
        )
    return index


def _positions(reading: Reading, expr: Any, positions: tuple[Any, ...], shape: tuple[Any, ...]) -> tuple[t.Index, ...]:
    """The indices at positions that count from 0, axes of size 1 apart."""
    indices: list[t.Index] = []
    for position, dim in zip(positions, shape, strict=True):
        if reading.declarations.dimension(dim) != 1:
            if reading.counts.get(position) == 1:
                raise InputError(
                    f"a sum from {position} = 1 of {show(expr)}: its positions are 0 to {show(dim - 1)}, so that the last "
                    "one of the sum is out of range",
                    hint=f"write ({position}, 0, {show(dim - 1)}); an IndexedBase without a shape may count from 1",
                )
            indices.append(_index(reading, position, dim))
        elif position != 0:
            raise InputError(
                f"the position {show(position)} along an axis of size 1", hint="write x[i, 0] for a column"
            )
    return tuple(indices)


def _index(reading: Reading, position: Any, dim: Any) -> t.Index:
    """The index at a position of an axis."""
    if not isinstance(position, sympy.Symbol):
        raise InputError(f"the component at the position {show(position)}", hint="an index is a Symbol, as in x[i, 0]")
    here = reading.declarations.dimension(dim)
    bound = reading.scope.get(position)
    if bound is None:
        return reading.declarations.index(position, here)
    if bound.dim != here:
        raise ShapeError(
            f"the index {bound.name} over {t.show_dim(bound.dim)} for an axis over {t.show_dim(here)}",
            hint="an index runs over the whole axis: (i, 0, N - 1)",
        )
    return bound


def delta(reading: Reading, expr: Any) -> t.Term:
    """The Kronecker delta of two indices that count in one way."""
    left, right, *given = expr.args
    if given:
        raise InputError(
            f"{show(expr)} with a range, outside of which it is 0",
            hint=f"write KroneckerDelta({show(left)}, {show(right)}): an index runs over a whole axis",
        )
    for position in (left, right):
        if not isinstance(position, sympy.Symbol):
            raise InputError(f"a KroneckerDelta at {show(position)}", hint="both indices are Symbols")
    known = {position: reading.scope[position] for position in (left, right) if position in reading.scope}
    if len(known) == 1:  # one bound index tells the dimension of the other
        ((bound, index),) = known.items()
        if reading.counts[bound] == 1:
            raise InputError(
                f"{show(expr)} of an index from 1 and one from 0", hint="count from 0: a free index counts from 0"
            )
        other = right if left in known else left
        known[other] = reading.declarations.index(other, index.dim)
    found = [known.get(position) or reading.declarations.index_alone(position) for position in (left, right)]
    return t.Delta(found[0], found[1])


def big(node: Callable[[t.Index, t.Term], t.Term]) -> Callable[[Any, Any], t.Term]:
    """The reader of Sum and Product; SymPy's first limits are the innermost."""

    def reader(reading: Reading, expr: Any) -> t.Term:
        bound: list[tuple[sympy.Symbol, t.Index]] = []
        counts: dict[sympy.Symbol, int] = {}
        for limit in expr.limits:
            dim, counts[limit[0]] = _axis(reading, limit)
            bound.append((limit[0], t.Index(reading.declarations.names[limit[0]], dim)))
        if len(dict(bound)) < len(bound):
            raise InputError(f"an index that is bound twice in one {type(expr).__name__}")
        outer = dict(reading.scope), dict(reading.counts)
        reading.scope.update(bound)
        reading.counts.update(counts)
        try:
            body = reading.read(expr.function)
        finally:
            reading.scope, reading.counts = outer
        for _, index in bound:
            body = node(index, body)
        return body

    return reader


def _axis(reading: Reading, limit: Any) -> tuple[t.Dim, int]:
    """The dimension over which limits run, and where they begin: (i, 0, N − 1) or (i, 1, N)."""
    if len(limit) == 3:
        _, lower, upper = limit
        if reading.counts_from not in (None, lower):
            raise InputError(
                "sums from 0 and sums from 1 side by side",
                hint="count all indices from 0, as SymPy does, or all from 1",
            )
        if lower == 1 or lower == 0:
            reading.counts_from = int(lower)
            size = upper if lower == 1 else upper + 1
            if isinstance(size, sympy.Symbol) or (isinstance(size, sympy.Integer) and size >= 2):
                return reading.declarations.dimension(size), int(lower)
    raise InputError(
        f"the limits {show(tuple(limit))} of a sum or product",
        hint="an index runs over a whole axis: (i, 0, N - 1), or (i, 1, N) where nothing counts from 0",
    )
