"""The derivative as a derivation on index graphs.

∂/∂x[i, …] of a product removes one occurrence of x at a time and leaves open legs where its axes were; a closed graph
(a power sum, say) opens in the same way.  Roots and reciprocals follow d√p = dp / (2√p) and d(1/q) = −dq / q².  The legs
of the derivative come after those of the form.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from derive.kernel import roots
from derive.kernel.forms import (
    Algebra,
    ClosedGenerator,
    DimensionGenerator,
    Form,
    ParameterGenerator,
    ReciprocalGenerator,
    RootGenerator,
)
from derive.kernel.graphs import EMPTY, Graph
from derive.language.terms import Symbol


def derivative(
    algebra: Algebra,
    form: Form,
    legs: int,
    symbol: Symbol,
    inside: Callable[[Hashable, Symbol], Form],
) -> Form:
    """∂form/∂symbol, with the axes of the symbol as additional legs.

    ``inside(key, symbol)`` is the derivative of a symbol with that key by another, its own axes first; it raises when
    that is not known.
    """
    added = len(symbol.shape)
    here = tuple(range(legs))
    there = tuple(range(legs, legs + added))
    total: Form = {}
    for (graph, monomial), value in form.items():
        opened = _of_graph(algebra, graph, symbol, inside)
        total = algebra.add(total, algebra.times(opened, {(EMPTY, monomial): value}))
        for number, exponent in monomial:
            inner = _of_generator(algebra, number, symbol, inside)
            if not inner:
                continue
            lower = tuple((n, e - (n == number)) for n, e in monomial if n != number or e != 1)
            outside: Form = {(graph, lower): value * exponent}
            total = algebra.add(total, algebra.contract(outside, here, inner, there, here + there))
    return total


def _of_graph(algebra: Algebra, graph: Graph, symbol: Symbol, inside: Callable[[Hashable, Symbol], Form]) -> Form:
    """The derivative of the factors of one graph."""
    dims, legs, factors = graph
    total: Form = {}
    for place, (number, vertices, exponent) in enumerate(factors):
        key = algebra.symbol_keys[number]
        inner = {} if key == symbol else inside(key, symbol)
        if key != symbol and not inner:
            continue
        rest = list(factors)
        if exponent == 1:
            del rest[place]
        else:
            rest[place] = (number, vertices, exponent - 1)
        opened = (dims, legs + vertices, tuple(rest))
        labels = tuple(range(len(opened[1])))
        if key == symbol:
            total = algebra.add(total, algebra.rearrange({(opened, ()): exponent}, labels, labels))
        else:
            axes = (*labels[len(legs) :], *range(len(labels), len(labels) + len(symbol.shape)))
            out = (*labels[: len(legs)], *axes[len(vertices) :])
            total = algebra.add(total, algebra.contract({(opened, ()): exponent}, labels, inner, axes, out))
    return total


def _of_generator(algebra: Algebra, number: int, symbol: Symbol, inside: Callable[[Hashable, Symbol], Form]) -> Form:
    """The derivative of one generator, a form whose legs are the axes of the symbol."""
    generator = algebra.generators[number]
    match generator:
        case DimensionGenerator():
            return {}
        case ParameterGenerator(key):
            return {(EMPTY, ()): 1} if key == symbol else inside(key, symbol)
        case ClosedGenerator(graph):
            return _of_graph(algebra, graph, symbol, inside)
        case RootGenerator(radicand):
            inner = derivative(algebra, dict(radicand), 0, symbol, inside)
            if not inner:
                return {}
            half = roots.reciprocal(algebra, algebra.scale(algebra.generator(generator), 2))
            return algebra.times(inner, half)
        case ReciprocalGenerator(divisor):
            inner = derivative(algebra, dict(divisor), 0, symbol, inside)
            return algebra.times(algebra.negate(inner), algebra.generator(generator, 2))
