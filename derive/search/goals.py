"""The goal of a search for cofactors, made easier by what can be taken back.

Let p be the difference of an equation's sides, and p = Σ B p′ over the legs of p′.  Then cofactors of p′ give those of p: if
p′ = Σ c h, then p = Σ (B c) h.  Such a p′ is made in two ways.

* A vector that occurs just once in every term of p, and in no hypothesis, is taken away, and leaves a leg: p = p′ y.
* Where an inverse A⁻¹ stands at a leg of some term, p is multiplied by A there: p = A⁻¹ p′.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from derive.kernel.algebra import Algebra
from derive.kernel.decide import Equation
from derive.kernel.forms import Form
from derive.kernel.graphs import Graph
from derive.kernel.values import InverseOf
from derive.search.contexts import Term, laid_open
from derive.search.units import Units

#: Inverses that are taken away at one leg, one after the other.
MAX_INVERSES = 3


@dataclass(frozen=True)
class Goal:
    """p′ and B: the legs of ``back`` are those of p, then those of p′."""

    form: Form
    back: Form
    outer: int
    legs: int


@dataclass(frozen=True)
class Opener:
    """A matrix symbol to be multiplied by, with the place of its end that meets what it multiplies."""

    symbol: int
    place: int


def goal_of(equation: Equation, units: Units) -> Goal:
    """The difference of an equation's sides, times its divisors, made easier."""
    algebra = equation.normaliser.algebra
    legs = len(equation.difference.labels)
    goal = Goal(equation.cleared, identity(algebra, leg_dims(equation.cleared)), legs, legs)
    used = {symbol for h in equation.hypothesis_forms for term in h.form for symbol in _symbols(algebra, term, units)}
    for symbol in range(len(algebra.symbol_keys)):
        if symbol not in used:
            goal = _without_vector(algebra, goal, symbol, units)
    for leg in range(goal.legs):
        for _ in range(MAX_INVERSES):
            goal = _without_inverse(algebra, goal, leg)
    return goal


def leg_dims(form: Form) -> tuple[int, ...]:
    """The dimensions of the legs of a form that is not 0."""
    (dims, legs, _), _ = next(iter(form))
    return tuple(dims[v] for v in legs)


def identity(algebra: Algebra, dims: Sequence[int]) -> Form:
    """δ between legs of these dimensions and as many more."""
    legs = tuple(range(len(dims))) * 2
    return _canonical(algebra, (tuple(dims), legs, ()))


def times_matrix(algebra: Algebra, form: Form, leg: int, opener: Opener) -> Form:
    """A form with a matrix multiplied on at one leg."""
    dim = leg_dims(form)[leg]
    ends = (1, 0) if opener.place == 0 else (0, 1)  # the second vertex meets the form
    matrix = _canonical(algebra, ((dim, dim), (0, 1), ((opener.symbol, ends, 1),)))
    labels = tuple(range(len(leg_dims(form))))
    new = len(labels)
    return algebra.contract(form, labels, matrix, (new, leg), tuple(new if k == leg else k for k in labels))


def matrix_at(algebra: Algebra, graph: Graph, leg: int) -> Opener | None:
    """The matrix that alone stands at a leg of a graph, with the end that is there."""
    _, legs, factors = graph
    vertex = legs[leg]
    here = [(symbol, vertices, exponent) for symbol, vertices, exponent in factors if vertex in vertices]
    if legs.count(vertex) != 1 or len(here) != 1:
        return None
    symbol, vertices, exponent = here[0]
    if len(vertices) != 2 or vertices[0] == vertices[1] or exponent != 1:
        return None
    return Opener(symbol, vertices.index(vertex))


def _canonical(algebra: Algebra, graph: Graph) -> Form:
    labels = tuple(range(len(graph[1])))
    return algebra.rearrange({(graph, ()): 1}, labels, labels)


def _symbols(algebra: Algebra, term: Term, units: Units) -> set[int]:
    (_, _, factors), _ = laid_open(algebra, term, units)
    return {symbol for symbol, _, _ in factors}


def _without_vector(algebra: Algebra, goal: Goal, symbol: int, units: Units) -> Goal:
    """The goal with a leg in place of a vector symbol; as it is where that does not occur just once in every term."""
    opened: Form = {}
    dim = 0
    for term, value in goal.form.items():
        (dims, legs, factors), monomial = laid_open(algebra, term, units)
        here = [(vertices, exponent) for other, vertices, exponent in factors if other == symbol]
        if len(here) != 1 or here[0][1] != 1 or len(here[0][0]) != 1:
            return goal
        (vertex,) = here[0][0]
        dim = dims[vertex]
        graph = dims, (*legs, vertex), tuple(factor for factor in factors if factor[0] != symbol)
        labels = tuple(range(len(graph[1])))
        opened = algebra.add(opened, algebra.rearrange({(graph, monomial): value}, labels, labels))
    labels = tuple(range(goal.outer + goal.legs))
    vector = _canonical(algebra, ((dim,), (0,), ((symbol, (0,), 1),)))
    back = algebra.contract(goal.back, labels, vector, (len(labels),), (*labels, len(labels)))
    return Goal(opened, back, goal.outer, goal.legs + 1) if opened else goal


def _without_inverse(algebra: Algebra, goal: Goal, leg: int) -> Goal:
    """The goal times A at a leg where A⁻¹ stands in some term; as it is where there is none."""
    for graph, _ in sorted(goal.form):
        found = matrix_at(algebra, graph, leg)
        if found is None or not isinstance(algebra.symbol_keys[found.symbol], InverseOf):
            continue
        plain = next(other for one, other in sorted(algebra.properties.inverses) if one == found.symbol)
        form = times_matrix(algebra, goal.form, leg, Opener(plain, 1 - found.place))
        back = times_matrix(algebra, goal.back, goal.outer + leg, found)
        return Goal(form, back, goal.outer, goal.legs) if form else goal
    return goal
