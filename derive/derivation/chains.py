"""Chain rules through symbols that are said to depend on others: dF/dx = ∂F/∂x + Σ ∂F/∂c dc/dx over the c in F.

∂F/∂x and ∂F/∂c hold every other symbol.  Where c depends on x, ∂c/∂x is a symbol of its own, with the axes of c first;
where c depends on y, and y on x, dc/dx is ∂c/∂y dy/dx.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from derive.derivation.partials import Indices, component, concerned, jacobian, occurs, unused, without_rule
from derive.errors import InputError
from derive.language import terms as t
from derive.language.alike import join, product_of, sum_over
from derive.language.hypotheses import TIES
from derive.language.substitution import symbols_of

#: c and x, and the symbol of ∂c/∂x.
Slopes = Mapping[tuple[t.Symbol, t.Symbol], t.Symbol]


def along(
    term: t.Term,
    name: t.Symbol,
    slopes: Slopes,
    held: frozenset[t.Term] = frozenset(),
    indices: Indices | None = None,
) -> t.Term:
    """The derivative of a term by a symbol on which others depend, or the component of it at all of its indices.

    ``held``: definitions that keep their values.  Raises `InputError` for one without indices and with more than two axes.
    """
    chain = _Chain(name, slopes, held)
    if indices is None:
        return chain.whole(term)
    rows = len(t.axes_of(term.shape))
    return chain.entry(term, indices[:rows], indices[rows:])


@dataclass(frozen=True)
class _Chain:
    """Derivatives by one symbol."""

    name: t.Symbol
    slopes: Slopes
    held: frozenset[t.Term]

    def reaches(self, symbol: t.Symbol) -> bool:
        return symbol.name == self.name.name or any(True for _ in self.ways(symbol))

    def ways(self, symbol: t.Symbol) -> list[tuple[t.Term, t.Symbol]]:
        """∂c/∂y and y, for the y that c depends on and that vary."""
        return [(slope, y) for (c, y), slope in self.slopes.items() if c.name == symbol.name and self.reaches(y)]

    def is_written_out(self, term: t.Term, symbol: t.Symbol) -> bool:
        """Is the derivative by a symbol none that a node says?  Along a symmetric one it is that by free components."""
        tied = bool(symbol.properties & TIES)
        return tied or concerned(term, symbol, self.held) or without_rule(term, symbol, self.held)

    def parts(self, term: t.Term) -> list[tuple[t.Term, t.Symbol]]:
        """Partial derivatives, and the symbol by which each is taken, which varies; of a symbol those that are declared."""
        if isinstance(term, t.Symbol) and term.name != self.name.name:
            return self.ways(term)
        inside = {symbol for symbol in symbols_of(term) if occurs(symbol, term, self.held) and self.reaches(symbol)}
        first = sorted(inside, key=lambda symbol: (symbol.name != self.name.name, symbol.name))
        return [(t.Grad(term, symbol), symbol) for symbol in first]

    def whole(self, term: t.Term) -> t.Term:
        """The derivative with the axes of the term first."""
        found: list[t.Term | None] = []
        for slope, symbol in self.parts(term):
            own, axes = symbol.name == self.name.name, t.axes_of(symbol.shape)
            if isinstance(slope, t.Grad) and self.is_written_out(term, symbol):
                if len(slope.shape) > 2:
                    found.append(None)
                    continue
                slope = jacobian(term, symbol, self.held)
            found.append(slope if own else _chained(slope, self.whole(symbol), len(axes)))
        axes = t.axes_of(term.shape) + t.axes_of(self.name.shape)
        if not found:
            return t.Zeros(axes) if axes else t.Number(Fraction(0))
        whole = [part for part in found if part is not None]
        return join(t.Add, whole) if len(whole) == len(found) else self.of_entries(term, axes)

    def of_entries(self, term: t.Term, axes: t.Shape) -> t.Term:
        """The derivative by its components."""
        if len(axes) > 2:
            raise InputError("a derivative with more than two axes", hint="write all indices")
        places, rows = unused(axes, (term, self.name), ()), len(t.axes_of(term.shape))
        units = tuple(t.Basis(index) for index in places)
        unit = [units[0] if len(units) == 1 else t.Outer(*units)] if units else []
        return sum_over(places, t.Product((self.entry(term, places[:rows], places[rows:]), *unit)))

    def entry(self, term: t.Term, at: Indices, by: Indices) -> t.Term:
        """A component of it."""
        found = []
        for slope, symbol in self.parts(term):
            own = symbol.name == self.name.name
            places = by if own else unused(t.axes_of(symbol.shape), (term, self.name), (*at, *by))
            if isinstance(slope, t.Grad) and self.is_written_out(term, symbol):
                slope = component(term, symbol, at, places, self.held)
            elif at or places:
                slope = t.Component(slope, (*at, *places))
            found.append(slope if own else sum_over(places, product_of([slope, self.entry(symbol, places, by)])))
        return join(t.Add, found) if found else t.Number(Fraction(0))


def _chained(outer: t.Term, inner: t.Term, shared: int) -> t.Term | None:
    """∂F/∂c dc/dx, summed over the axes of c: the last ones of the first factor, and the first ones of the second.

    None where that is no product of matrices.
    """
    match shared, len(t.axes_of(outer.shape)), len(t.axes_of(inner.shape)):
        case (0, 1, 1):
            return t.Product((outer, t.Transpose(inner)))
        case (0, 0, _) | (0, _, 0) | (1, 2, 1 | 2):
            return t.Product((outer, inner))
        case (1, 1, 1):
            return t.Product((t.Transpose(outer), inner))
        case (1, 1, 2):
            return t.Product((t.Transpose(inner), outer))
        case (2, 2, 2):
            return t.Trace(t.Product((t.Transpose(outer), inner)))
    return None
