"""Canonical labelling against brute force: isomorphic graphs get one tuple, others get different ones."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derive.errors import Undecided
from derive.kernel.graphs import EMPTY, Assembly, Properties, canonical
from tests.strategies import few

SYMMETRIC = {2}
#: symbol number → axes: 0 a vector, 1 a matrix, 2 a symmetric matrix, 3 a tensor of three axes.
AXES = {0: 1, 1: 2, 2: 2, 3: 3}


def random_graph(random: Random, vertices: int):
    """Dimensions, legs and factors of a small multigraph; each (symbol, vertices) at most once."""
    dims = tuple(random.choice((0, 0, 1)) for _ in range(vertices))
    legs = tuple(random.randrange(vertices) for _ in range(random.choice((0, 0, 1, 2))))
    factors = {}
    for _ in range(random.randrange(6)):
        symbol = random.choice(list(AXES))
        places = tuple(random.randrange(vertices) for _ in range(AXES[symbol]))
        factors[symbol, tuple(sorted(places)) if symbol in SYMMETRIC else places] = random.choice((1, 1, 2, -1))
    return dims, legs, [(s, vs, e) for (s, vs), e in factors.items()]


def relabelled(graph, order):
    """The same graph with vertex v renamed order[v]."""
    dims, legs, factors = graph
    new = [0] * len(dims)
    for vertex, place in enumerate(order):
        new[place] = dims[vertex]
    moved = [(s, tuple(order[v] for v in vs), e) for s, vs, e in factors]
    return tuple(new), tuple(order[v] for v in legs), moved


def as_set(graph):
    dims, legs, factors = graph
    return dims, legs, frozenset((s, tuple(sorted(vs)) if s in SYMMETRIC else vs, e) for s, vs, e in factors)


def isomorphic(left, right):
    """By trying every renaming."""
    if len(left[0]) != len(right[0]):
        return False
    return any(as_set(relabelled(left, order)) == as_set(right) for order in permutations(range(len(left[0]))))


@few
@given(st.randoms(use_true_random=False), st.integers(1, 5))
def test_relabelling_changes_nothing(random, vertices):
    """The canonical form does not depend on names of vertices or the order of factors, and canonising twice is once."""
    graph = random_graph(random, vertices)
    found = canonical(*graph, SYMMETRIC)
    order = random.sample(range(vertices), vertices)
    dims, legs, factors = relabelled(graph, order)
    random.shuffle(factors)
    assert canonical(dims, legs, factors, SYMMETRIC) == found
    assert canonical(found[0], found[1], list(found[2]), SYMMETRIC) == found
    assert isomorphic(graph, (found[0], found[1], list(found[2])))


@few
@given(st.randoms(use_true_random=False), st.integers(1, 4))
def test_equal_exactly_when_isomorphic(random, vertices):
    """Two graphs, the second a small change of the first: equal canonical forms exactly when a renaming maps them."""
    left = random_graph(random, vertices)
    dims, legs, factors = relabelled(left, random.sample(range(vertices), vertices))
    if factors and random.random() < 0.7:
        symbol, places, exponent = factors.pop(random.randrange(len(factors)))
        moved = tuple(random.sample(places, len(places)))
        key = symbol, tuple(sorted(moved)) if symbol in SYMMETRIC else moved
        if all((s, vs) != key for s, vs, _ in factors):
            factors.append((*key, random.choice((exponent, 1, 2))))
    right = dims, legs, factors
    assert (canonical(*left, SYMMETRIC) == canonical(*right, SYMMETRIC)) == isomorphic(left, right)


REGULAR = {
    "a 6-cycle is not two triangles": (
        [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0)],
        [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)],
    ),
    "a directed triangle is not a transitive one": ([(0, 1), (1, 2), (2, 0)], [(0, 1), (1, 2), (0, 2)]),
    "two double edges are not a 4-cycle": ([(0, 1), (1, 0), (2, 3), (3, 2)], [(0, 1), (1, 2), (2, 3), (3, 0)]),
}


@pytest.mark.parametrize("name", REGULAR)
def test_regular_graphs(name):
    """Graphs whose vertices all look alike locally are told apart."""
    forms = []
    for edges in REGULAR[name]:
        count = 1 + max(max(edge) for edge in edges)
        forms.append(canonical((0,) * count, (), [(1, edge, 1) for edge in edges], set()))
    assert forms[0] != forms[1]


def test_too_symmetric_is_declined():
    """Nine spokes of two vertices that nothing tells apart: a refusal, not a long wait."""
    spokes = [edge for n in range(1, 19, 2) for edge in ((1, (0, n), 1), (2, (n, n + 1), 1))]
    with pytest.raises(Undecided, match="tells apart"):
        canonical((0,) * 19, (0,), spokes, set())


def test_twins_are_tried_once():
    """Vertices whose exchange changes nothing need no search, however many there are."""
    star = canonical((0,) * 12, (0,), [(1, (0, n), 1) for n in range(1, 12)], set())
    complete = [(1, (m, n), 1) for m in range(12) for n in range(12) if m != n]
    assert star[2] == tuple((1, (0, n), 1) for n in range(1, 12))
    assert len(canonical((0,) * 12, (), complete, set())[2]) == len(complete)


def assemble(factors, dims, legs, properties):
    assembly = Assembly(properties)
    assembly.insert((tuple(dims), (), tuple(factors)))
    return assembly.finish(legs)


PATHS = {
    # name: (properties, factors, legs, expected open factors, closed bare vertices)
    "QᵀQ = I": (Properties(orthogonal=frozenset({1})), [(1, (2, 0), 1), (1, (2, 1), 1)], (0, 1), (), 0),
    "QQ stays": (Properties(orthogonal=frozenset({1})), [(1, (0, 2), 1), (1, (2, 1), 1)], (0, 1), 2, 0),
    "PP = P": (Properties(idempotent=frozenset({1})), [(1, (0, 2), 1), (1, (2, 1), 1)], (0, 1), 1, 0),
    "PᵀP stays": (Properties(idempotent=frozenset({1})), [(1, (2, 0), 1), (1, (2, 1), 1)], (0, 1), 2, 0),
    "A A⁻¹ = I": (Properties(inverses=frozenset({(1, 2), (2, 1)})), [(1, (0, 2), 1), (2, (2, 1), 1)], (0, 1), (), 0),
    "A A⁻ᵀ stays": (Properties(inverses=frozenset({(1, 2), (2, 1)})), [(1, (0, 2), 1), (2, (1, 2), 1)], (0, 1), 2, 0),
    "a vector between them stays": (
        Properties(orthogonal=frozenset({1})),
        [(1, (2, 0), 1), (1, (2, 1), 1), (0, (2,), 1)],
        (0, 1),
        3,
        0,
    ),
}


@pytest.mark.parametrize("name", PATHS)
def test_path_rules(name):
    """A declared edge acts through a vertex that is summed and bare, in the right direction, and nowhere else."""
    properties, factors, legs, expected, bare = PATHS[name]
    (_, ends, left), closed, loose = assemble(factors, (0, 0, 0), legs, properties)
    assert len(left) == (expected if isinstance(expected, int) else 0)
    assert (ends[0] == ends[1]) == (expected == ())
    assert closed == []
    assert len(loose) == bare


def test_a_vertex_with_a_leg_is_not_summed():
    """Q_ki Q_kj with k free is no Kronecker δ."""
    (_, _, left), _, _ = assemble(
        [(1, (2, 0), 1), (1, (2, 1), 1)], (0, 0, 0), (0, 1, 2), Properties(orthogonal=frozenset({1}))
    )
    assert len(left) == 2


def test_masks_keep_negative_powers_apart():
    """s³ is s, s⁻¹ is not s."""
    (_, _, left), _, _ = assemble([(0, (0,), 3)], (0,), (0,), Properties(mask=frozenset({0})))
    assert left == ((0, (0,), 1),)
    (_, _, left), _, _ = assemble([(0, (0,), -1)], (0,), (0,), Properties(mask=frozenset({0})))
    assert left == ((0, (0,), -1),)


def test_the_empty_graph():
    """No vertex, no leg, no factor."""
    assert assemble([], (), (), Properties()) == (EMPTY, [], [])
