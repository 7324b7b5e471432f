"""Index graphs cut at vertices that have names: what hangs together then, each part by itself."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence

from derive.kernel.graphs import Factor, Graph, part_of
from derive.language.terms import Index

#: A connected graph, and the free indices on its legs.
Piece = tuple[Graph, tuple[Index, ...]]


def cut(graph: Graph, names: Mapping[int, Index]) -> Iterator[tuple[Piece, int]]:
    """What hangs together when the graph is cut at its named vertices, with exponents."""
    for factors in _together(graph[2], names):
        exponent = factors[0][2] if all(v in names for v in factors[0][1]) else 1
        yield _piece(graph[0], factors if exponent == 1 else [(*factors[0][:2], 1)], names), exponent


def degrees_in_symbols(graph: Graph) -> dict[Hashable, int]:
    """Twice the degree of a graph in each symbol."""
    found: dict[Hashable, int] = {}
    for symbol, _, exponent in graph[2]:
        found["symbol", symbol] = found.get(("symbol", symbol), 0) + 2 * exponent
    return found


def _together(factors: Sequence[Factor], names: Mapping[int, Index]) -> list[list[Factor]]:
    """The factors, together where they share a vertex that is summed over."""
    found: list[tuple[set[int], list[Factor]]] = []
    for factor in factors:
        summed = {v for v in factor[1] if v not in names}
        joined = [group for group in found if group[0] & summed]
        found = [group for group in found if not group[0] & summed]
        found.append((summed.union(*(g[0] for g in joined)), [f for g in joined for f in g[1]] + [factor]))
    return [part for _, part in found]


def _piece(dims: Sequence[int], factors: Sequence[Factor], names: Mapping[int, Index]) -> Piece:
    """A part of a graph by itself, and the free indices on its legs."""
    vertices = sorted({v for _, vs, _ in factors for v in vs})
    seated = sorted((v for v in vertices if v in names), key=lambda v: names[v].name)
    sizes, seats, inside = part_of(dims, vertices, seated, factors)
    return (sizes, seats, tuple(sorted(inside))), tuple(names[v] for v in seated)
