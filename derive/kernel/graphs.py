"""Index graphs: what a term of linear algebra becomes when it is written in components.

A product such as Σⱼ Aᵢⱼ gⱼ² vⱼ is a graph.  *Vertices* are indices, each with its dimension; a *factor* is an entry of a
symbol, attached to as many vertices as the symbol has axes, with an integer exponent (g at a vertex, A on an edge);
a *leg* is an open end: the free indices of the product sit on vertices.  Vertices without a leg are summed over.

A graph is the tuple ``(dims, legs, factors)``

* ``dims``: for each vertex, the number of its dimension,
* ``legs``: for each leg, the vertex on which it sits (two legs on one vertex are a Kronecker δ),
* ``factors``: sorted ``(symbol number, vertices, exponent)``, exponents never 0,

in canonical labelling: graphs that differ only in the names of summed indices are equal tuples.  Labels come from
colour refinement; where that leaves vertices alike, each is singled out in turn and the least labelling wins (the
method of McKay's *nauty*; of its pruning only that of twins: graphs here have a handful of vertices).

Declared properties rewrite graphs (`Properties`): a mask is idempotent at its vertex, QᵀQ = I and A A⁻¹ = I join the
two ends of a path through an otherwise bare vertex, P P = P shortens it.  Each of these makes the graph smaller, and
none looks at what another makes, so they end, and in any order with the same result.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from derive.errors import Undecided

Factor = tuple[int, tuple[int, ...], int]
Graph = tuple[tuple[int, ...], tuple[int, ...], tuple[Factor, ...]]

EMPTY: Graph = ((), (), ())

#: Labellings tried before a graph counts as too symmetric; 8! would be eight vertices that nothing tells apart.
MAX_LABELLINGS = 2_000

#: Joined pairs of graphs that are remembered.
REMEMBERED = 8_192


@dataclass(frozen=True)
class Properties:
    """Which symbol numbers have which declared property; ``inverses`` are the pairs (A, A⁻¹) and (A⁻¹, A)."""

    mask: frozenset[int] = frozenset()
    symmetric: frozenset[int] = frozenset()
    orthogonal: frozenset[int] = frozenset()
    idempotent: frozenset[int] = frozenset()
    inverses: frozenset[tuple[int, int]] = frozenset()

    def extended(self, number: int, kinds: Iterable[str]) -> Properties:
        """With these properties for a symbol, beside those it has; kinds that graphs know nothing of are passed over."""
        known = {"mask", "symmetric", "orthogonal", "idempotent"}.intersection(kinds)
        return replace(self, **{kind: getattr(self, kind) | {number} for kind in known}) if known else self


class Assembly:
    """A graph under construction: vertices are merged, factors multiplied, then components are split off."""

    def __init__(self, properties: Properties) -> None:
        self.properties = properties
        self.dims: list[int] = []
        self.parent: list[int] = []
        self.factors: list[Factor] = []

    def insert(self, graph: Graph) -> tuple[int, ...]:
        """Add a copy of a graph; returns the vertices of its legs."""
        dims, legs, factors = graph
        offset = len(self.dims)
        self.dims.extend(dims)
        self.parent.extend(range(offset, offset + len(dims)))
        self.factors.extend((s, tuple(v + offset for v in vertices), e) for s, vertices, e in factors)
        return tuple(v + offset for v in legs)

    def find(self, vertex: int) -> int:
        """The vertex into which this one has been merged."""
        while self.parent[vertex] != vertex:
            vertex = self.parent[vertex]
        return vertex

    def join(self, left: int, right: int) -> None:
        """Merge two vertices: their indices are equal."""
        a, b = self.find(left), self.find(right)
        if self.dims[a] != self.dims[b]:
            raise Undecided("two indices over different dimensions are joined")
        if a != b:
            self.parent[max(a, b)] = min(a, b)

    def finish(self, legs: Iterable[int]) -> tuple[Graph, list[Graph], list[int]]:
        """The canonical open graph, the canonical closed components, and the dimensions of closed bare vertices."""
        ends = [self.find(v) for v in legs]
        factors = self._collect()
        alive = [v for v in range(len(self.dims)) if self.parent[v] == v]
        if self._has_rules(factors):
            factors, alive, ends = self._rewrite(factors, alive, ends)
        return self._split(factors, alive, ends)

    def _collect(self) -> dict[tuple[int, tuple[int, ...]], int]:
        """Multiply equal factors; apply what properties say of a single factor."""
        collected: dict[tuple[int, tuple[int, ...]], int] = {}
        for symbol, vertices, exponent in self.factors:
            places = tuple(self.find(v) for v in vertices)
            if symbol in self.properties.symmetric:
                places = tuple(sorted(places))
            key = (symbol, places)
            total = collected.get(key, 0) + exponent
            if total > 1 and symbol in self.properties.mask:
                total = 1
            if total:
                collected[key] = total
            else:
                collected.pop(key, None)
        return collected

    def _has_rules(self, factors: dict[tuple[int, tuple[int, ...]], int]) -> bool:
        p = self.properties
        ruled = p.orthogonal | p.idempotent | {s for pair in p.inverses for s in pair}
        return bool(ruled) and any(s in ruled for s, _ in factors)

    def _rewrite(
        self, factors: dict[tuple[int, tuple[int, ...]], int], alive: list[int], ends: list[int]
    ) -> tuple[dict[tuple[int, tuple[int, ...]], int], list[int], list[int]]:
        """Apply the path rules of declared matrix properties until none applies."""
        while (found := self._find_path(factors, set(ends))) is not None:
            middle, used, kept = found
            self.factors = [(s, v, e) for (s, v), e in factors.items() if (s, v) not in used]
            if isinstance(kept, tuple):
                self.factors.append(kept)
            else:
                self.join(*kept)
            self.parent[middle] = -1
            factors = self._collect()
            alive = [v for v in range(len(self.dims)) if self.parent[v] == v]
            ends = [self.find(v) for v in ends]
        return factors, alive, ends

    def _find_path(
        self, factors: dict[tuple[int, tuple[int, ...]], int], ends: set[int]
    ) -> tuple[int, set[tuple[int, tuple[int, ...]]], Factor | list[int]] | None:
        """A summed vertex that only one declared edge, twice, or a matrix and its inverse touch.

        Returns the vertex, the factors used up, and what stays: a new factor, or two vertices to join.
        """
        p = self.properties
        touching: dict[int, list[tuple[int, tuple[int, ...], int]]] = {}
        for (symbol, vertices), exponent in factors.items():
            for vertex in set(vertices):
                touching.setdefault(vertex, []).append((symbol, vertices, exponent))
        for middle, edges in touching.items():
            if middle in ends or any(len(v) != 2 or v[0] == v[1] for _, v, _ in edges):
                continue
            if len(edges) == 1 and edges[0][2] == 2:  # Σⱼ Qᵢⱼ² = 1, and Σⱼ Pᵢⱼ² = Pᵢᵢ for a symmetric P
                symbol, vertices, _ = edges[0]
                other = vertices[0] if vertices[1] == middle else vertices[1]
                if symbol in p.orthogonal:
                    return middle, {(symbol, vertices)}, [other, other]
                if symbol in p.idempotent and symbol in p.symmetric:
                    return middle, {(symbol, vertices)}, (symbol, (other, other), 1)
            if len(edges) != 2 or any(exponent != 1 for _, _, exponent in edges):
                continue
            (first, v, _), (second, w, _) = edges
            used = {(first, v), (second, w)}
            outer_v, outer_w = (x[0] if x[1] == middle else x[1] for x in (v, w))
            side_v, side_w = v.index(middle), w.index(middle)
            symmetric = first in p.symmetric
            if first == second and first in p.orthogonal and (symmetric or side_v == side_w):
                return middle, used, [outer_v, outer_w]
            opposite = symmetric or side_v != side_w
            if first == second and first in p.idempotent and opposite:
                start, stop = (outer_v, outer_w) if side_v == 1 else (outer_w, outer_v)
                return middle, used, (first, (start, stop), 1)
            if (first, second) in p.inverses and opposite:
                return middle, used, [outer_v, outer_w]
        return None

    def _split(
        self, factors: dict[tuple[int, tuple[int, ...]], int], alive: list[int], ends: list[int]
    ) -> tuple[Graph, list[Graph], list[int]]:
        """Separate the components without legs, and label everything canonically."""
        if not factors and len(alive) == len(set(ends)):
            return self._label(alive, [], ends), [], []
        group = {v: v for v in alive}

        def root(vertex: int) -> int:
            while group[vertex] != vertex:
                vertex = group[vertex]
            return vertex

        for _, vertices in factors:
            for left, right in pairwise(vertices):
                group[root(left)] = root(right)
        members: dict[int, list[int]] = {}
        for vertex in alive:
            members.setdefault(root(vertex), []).append(vertex)
        inside: dict[int, list[Factor]] = {}
        for (symbol, vertices), exponent in factors.items():
            inside.setdefault(root(vertices[0]), []).append((symbol, vertices, exponent))
        open_roots = {root(v) for v in ends}
        open_vertices = [v for r in members if r in open_roots for v in members[r]]
        open_factors = [f for r in members if r in open_roots for f in inside.get(r, ())]
        closed: list[Graph] = []
        bare: list[int] = []
        for r, inner in members.items():
            if r in open_roots:
                continue
            if r in inside:
                closed.append(self._label(inner, inside[r], []))
            else:
                bare.append(self.dims[r])
        return self._label(open_vertices, open_factors, ends), closed, bare

    def _label(self, vertices: list[int], factors: list[Factor], ends: list[int]) -> Graph:
        return _labelled(*part_of(self.dims, vertices, ends, factors), self.properties.symmetric)


@lru_cache(maxsize=REMEMBERED)
def joined(
    left: Graph,
    left_labels: tuple[int, ...],
    right: Graph,
    right_labels: tuple[int, ...],
    out: tuple[int, ...],
    properties: Properties,
) -> tuple[Graph, tuple[Graph, ...], tuple[int, ...]]:
    """Join legs with equal labels, keep those in ``out``: the open graph, what closed, the dimensions of bare vertices.

    It depends on the numbers given and on nothing else, so that the last answers are remembered: statements about the
    same few symbols number them alike.
    """
    assembly = Assembly(properties)
    ends: dict[int, int] = {}
    for part, labels in ((left, left_labels), (right, right_labels)):
        for vertex, label in zip(assembly.insert(part), labels, strict=True):
            if label in ends:
                assembly.join(ends[label], vertex)
            else:
                ends[label] = vertex
    graph, closed, bare = assembly.finish(ends[label] for label in out)
    return graph, tuple(closed), tuple(bare)


def part_of(dims: Sequence[int], vertices: Iterable[int], legs: Iterable[int], factors: Iterable[Factor]) -> Graph:
    """The graph on some vertices, numbered in this order, with these legs and factors of a larger one."""
    place = {vertex: i for i, vertex in enumerate(vertices)}
    inside = tuple([(symbol, tuple([place[v] for v in at]), exponent) for symbol, at, exponent in factors])
    return tuple([dims[v] for v in place]), tuple([place[v] for v in legs]), inside


def together(factors: Iterable[Factor], apart: Container[int] = ()) -> list[tuple[set[int], list[Factor]]]:
    """The factors, together where they share a vertex that is not ``apart``, with such vertices of theirs."""
    found: list[tuple[set[int], list[Factor]]] = []
    for factor in factors:
        touched = {vertex for vertex in factor[1] if vertex not in apart}
        near = [group for group in found if group[0] & touched]
        found = [group for group in found if not group[0] & touched]
        found.append(
            (touched.union(*(part for part, _ in near)), [one for _, inside in near for one in inside] + [factor])
        )
    return found


def branches(graph: Graph, vertex: int, symmetric: Set[int]) -> list[tuple[Graph, frozenset[int]]]:
    """What hangs on a vertex and on nothing else, without a leg: graphs with a leg there, and the vertices of each."""
    dims, legs, factors = graph
    found: list[tuple[Graph, frozenset[int]]] = []
    for part, inside in together(factors, {vertex}):
        if part and part.isdisjoint(legs) and any(vertex in vertices for _, vertices, _ in inside):
            hanging = part_of(dims, (vertex, *sorted(part)), (vertex,), inside)
            found.append((canonical(*hanging, symmetric), frozenset(part)))
    return found


def canonical(dims: tuple[int, ...], legs: tuple[int, ...], factors: Sequence[Factor], symmetric: Set[int]) -> Graph:
    """The canonical labelling of a graph."""
    if len(dims) <= 1:
        return dims, legs, tuple(sorted(factors))
    seats = [tuple([i for i, v in enumerate(legs) if v == vertex]) for vertex in range(len(dims))]
    start = [(*(at or (len(legs),)), -1, dim) for at, dim in zip(seats, dims, strict=True)]
    budget = [MAX_LABELLINGS]
    order = _order(_ranks(start), legs, factors, symmetric, budget)
    return _relabel(order, dims, legs, factors, symmetric)


#: The same, remembered: different products leave the same few graphs.
_labelled = lru_cache(maxsize=REMEMBERED)(canonical)


def _ranks(keys: list[tuple[int, ...]]) -> list[int]:
    places = {key: i for i, key in enumerate(sorted(set(keys)))}
    return [places[key] for key in keys]


def _refine(colours: list[int], factors: Sequence[Factor], symmetric: Set[int]) -> list[int]:
    """Split colours, which are ranks, by what each vertex sees along its factors, until nothing splits."""
    while len(set(colours)) < len(colours):
        seen: list[list[tuple[int, ...]]] = [[] for _ in colours]
        for symbol, vertices, exponent in factors:
            view = tuple(colours[v] for v in vertices)
            for position, vertex in enumerate(vertices):
                if symbol in symmetric:
                    seen[vertex].append((symbol, exponent, 0, *sorted(view)))
                else:
                    seen[vertex].append((symbol, exponent, position, *view))
        keys = []
        for colour, entries in zip(colours, seen, strict=True):
            key = [colour]
            for entry in sorted(entries):
                key += (len(entry), *entry)
            keys.append(tuple(key))
        finer = _ranks(keys)
        if len(set(finer)) == len(set(colours)):
            return finer
        colours = finer
    return colours


def _order(
    colours: list[int], legs: tuple[int, ...], factors: Sequence[Factor], symmetric: Set[int], budget: list[int]
) -> list[int]:
    """New number of each vertex: refine, then single out members of the first class that stays alike."""
    colours = _refine(colours, factors, symmetric)
    if len(set(colours)) == len(colours):
        return colours
    budget[0] -= 1
    if budget[0] < 0:
        raise Undecided("an index graph with too many vertices that nothing tells apart")
    alike = min(c for c in colours if colours.count(c) > 1)
    candidates = []
    for vertex in _representatives([v for v, c in enumerate(colours) if c == alike], factors, symmetric):
        split = [2 * c + (1 if c == alike and v != vertex else 0) for v, c in enumerate(colours)]
        order = _order(_ranks([(c,) for c in split]), legs, factors, symmetric, budget)
        candidates.append((_relabel(order, tuple(order), legs, factors, symmetric)[1:], order))
    return min(candidates)[1]


def _representatives(vertices: list[int], factors: Sequence[Factor], symmetric: Set[int]) -> list[int]:
    """One of each set of twins: vertices whose exchange leaves the graph as it is give the same labellings."""
    whole = _multiset(factors, {}, symmetric)
    kept: list[int] = []
    for vertex in vertices:
        if not any(_multiset(factors, {vertex: other, other: vertex}, symmetric) == whole for other in kept):
            kept.append(vertex)
    return kept


def _multiset(factors: Sequence[Factor], exchange: dict[int, int], symmetric: Set[int]) -> list[Factor]:
    renamed = []
    for symbol, vertices, exponent in factors:
        places = tuple(exchange.get(v, v) for v in vertices)
        renamed.append((symbol, tuple(sorted(places)) if symbol in symmetric else places, exponent))
    return sorted(renamed)


def _relabel(
    order: list[int], dims: tuple[int, ...], legs: tuple[int, ...], factors: Sequence[Factor], symmetric: Set[int]
) -> Graph:
    new_dims = [0] * len(order)
    for vertex, place in enumerate(order):
        new_dims[place] = dims[vertex]
    renamed = _multiset(factors, dict(enumerate(order)), symmetric)
    return tuple(new_dims), tuple(order[v] for v in legs), tuple(renamed)
