"""Sizes that tell: at which a nonempty difference of normal forms vanishes all the same, and at which it need not.

Untrusted: this only steers the search for a witness, which is evaluated on the terms themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import chain, islice

from derive.evaluate.points import compositions
from derive.kernel.decide import Equation
from derive.kernel.forms import ClosedGenerator, DimensionGenerator, Form, Monomial
from derive.kernel.graphs import Graph
from derive.language.substitution import dimensions_of
from derive.language.terms import Dimension

#: Sizes up to which coefficients are looked at.
MAX_SIZE = 400
#: The total of unlike sizes up to which they are combined.
MAX_TOTAL = 40

Power = tuple[tuple[str, int], int]


def telling_sizes(equation: Equation) -> list[dict[Dimension, int]]:
    """Sizes at which a nonempty difference without roots can be seen, by the argument for completeness.

    The first at which a coefficient does not vanish, and the first such with all dimensions at least the number of
    vertices; dimensions alike are tried first, then small ones in all combinations.
    """
    dims = dimensions_of(equation.lhs, equation.rhs)
    if not equation.difference.form or not dims:
        return []
    vertices = max(_vertices(equation, *key) for key in equation.difference.form)
    alike = ([n] * len(dims) for n in range(1, MAX_SIZE))
    unlike = (sizes for total in range(len(dims), MAX_TOTAL) for sizes in compositions(total, len(dims)))
    found: list[dict[Dimension, int]] = []
    for sizes in chain(alike, islice(unlike, MAX_SIZE) if len(dims) > 1 else ()):
        at = dict(zip(dims, sizes, strict=True))
        if (not found or min(sizes) >= vertices) and not vanishes_at(equation, at):
            found.append(at)
            if min(sizes) >= vertices:
                break
    return found


def vanishes_at(equation: Equation, sizes: Mapping[Dimension, int]) -> bool:
    """Do all coefficients of the difference vanish at these sizes?  Then both sides are equal there."""
    algebra = equation.normaliser.algebra
    if sizes and set(sizes.values()) == {1} and not any(isinstance(key, int) for key in algebra.dim_keys):
        return _collapses(equation, equation.cleared)
    collected: dict[tuple[Graph, Monomial], Fraction] = {}
    for (graph, monomial), value in equation.cleared.items():
        rest: list[tuple[int, int]] = []
        number = Fraction(value)
        for generator, exponent in monomial:
            size = _size_of(equation, generator, sizes)
            if size is None:
                rest.append((generator, exponent))
            else:
                number *= Fraction(size) ** exponent
        place = (graph, tuple(rest))
        collected[place] = collected.get(place, Fraction(0)) + number
    return not any(collected.values())


def _size_of(equation: Equation, number: int, sizes: Mapping[Dimension, int]) -> int | None:
    generator = equation.normaliser.algebra.generators[number]
    if isinstance(generator, DimensionGenerator) and isinstance(generator.dim, Dimension):
        return sizes.get(generator.dim)
    return None


def _vertices(equation: Equation, graph: Graph, monomial: Monomial) -> int:
    """The number of vertices of a term, those of its closed graphs included."""
    total = len(graph[0])
    for number, exponent in monomial:
        generator = equation.normaliser.algebra.generators[number]
        if isinstance(generator, ClosedGenerator):
            total += len(generator.graph[0]) * abs(exponent)
    return total


def _collapses(equation: Equation, form: Form) -> bool:
    """Does a form vanish at sizes 1?  There all indices are equal, and so are graphs with equal factors.

    Radicands are left as they are: yes means zero, no means nothing.
    """
    total: dict[tuple[Power, ...], Fraction] = {}
    for (graph, monomial), value in form.items():
        powers: dict[tuple[str, int], int] = {}
        for symbol, _, exponent in graph[2]:
            powers["symbol", symbol] = powers.get(("symbol", symbol), 0) + exponent
        for number, exponent in monomial:
            generator = equation.normaliser.algebra.generators[number]
            if isinstance(generator, ClosedGenerator):
                for symbol, _, inner in generator.graph[2]:
                    powers["symbol", symbol] = powers.get(("symbol", symbol), 0) + inner * exponent
            elif not isinstance(generator, DimensionGenerator):
                powers["generator", number] = powers.get(("generator", number), 0) + exponent
        key = tuple(sorted((place, power) for place, power in powers.items() if power))
        total[key] = total.get(key, Fraction(0)) + value
    return not any(total.values())
