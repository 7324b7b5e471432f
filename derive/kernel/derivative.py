"""The derivative as a derivation on index graphs.

∂/∂x[i, …] of a product removes one occurrence of x at a time and leaves open legs where its axes were; a closed graph
(a power sum, say) opens in the same way.  The legs of the derivative come after those of the form.  That of a value with a
key is asked for (`derive.kernel.resolvents`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from derive.kernel.algebra import Algebra
from derive.kernel.forms import ONE, ClosedGenerator, Form, ParameterGenerator
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

    ``inside(key, symbol)`` is the derivative of the value with that key by a symbol, its own axes first; it raises when
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
    match algebra.generators[number]:
        case ParameterGenerator(key):
            return ONE if key == symbol else inside(key, symbol)
        case ClosedGenerator(graph):
            return _of_graph(algebra, graph, symbol, inside)
    return {}
