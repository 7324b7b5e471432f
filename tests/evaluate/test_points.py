"""The documented order of sizes and points."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import islice, product

import pytest

from derive.errors import LimitError
from derive.evaluate.conditions import holds
from derive.evaluate.effort import Effort
from derive.evaluate.points import compositions, diagonal, names, points, sizes
from derive.language import hypotheses as given
from derive.language.build import dimension, dot, grad, index, matrix, mean, scalar, sum_, vector

N, K, M = dimension("N"), dimension("K"), dimension("M")
a, b = vector("a", N), vector("b", N)
A, P = matrix("A", N, N), matrix("P", N, N, "idempotent", "symmetric")
c, e = scalar("c"), scalar("e", "positive")
n = index("n", N)


def test_sizes_by_total_then_lexicographically():
    """(1, 1), (1, 2), (2, 1), (1, 3), …; none twice; the empty map without dimensions."""
    found = [tuple(s.values()) for s in sizes((N, K, M), 7)]
    assert found == sorted(found, key=lambda t: (sum(t), t))
    assert set(found) == {t for t in product(range(1, 6), repeat=3) if sum(t) <= 7}
    assert [s[N] for s in islice(sizes((N,)), 4)] == [1, 2, 3, 4]
    assert list(sizes(())) == [{}]


def test_compositions_and_diagonals_are_complete():
    """All tuples, each once, in the order said."""
    assert list(compositions(4, 2)) == [(1, 3), (2, 2), (3, 1)]
    found = list(diagonal((2, 3, 2)))
    assert found == sorted(product(range(2), range(3), range(2)), key=lambda t: (sum(t), t))
    assert list(diagonal(())) == [()]


def test_the_order_is_deterministic_and_has_no_repetition():
    """Two runs give the same points; no point comes twice."""
    runs = [list(points((a, A, P, c, e), {N: 3}, draws=40)) for _ in range(2)]
    assert runs[0] == runs[1]
    assert len(set(runs[0])) == len(runs[0]) > 30


def test_the_first_points():
    """Small integers first, and the second vector is not the first one again."""
    first, second = islice(points((a, b, c), {N: 2}), 2)
    assert str(first) == "N = 2, a = (1, -1), b = (1, 2), c = 1"
    assert str(second) == "N = 2, a = (1, -1), b = (1, 2), c = 2"


def test_rationals_come_too():
    """Beside the pattern 1/2, random points have fractions."""
    found = list(points((a,), {N: 3}, draws=80))
    assert any(entry.denominator == 3 for point in found for entry in point.values[a])
    assert all(isinstance(entry, F) for point in found for entry in point.values[a])


def test_magnitudes_come_too():
    """Some points are small, some large, each symbol by itself; what a multiple would not be keeps its size."""
    found = list(points((a, P, e), {N: 2}, draws=80))
    for symbol, entries in ((a, lambda value: value), (e, lambda value: (value,))):
        sizes_found = [max(map(abs, entries(point.values[symbol]))) for point in found]
        assert any(0 < size <= F(1, 100) for size in sizes_found)
        assert any(size >= 100 for size in sizes_found)
    assert all(holds(given.idempotent(P), point) for point in found)


@pytest.mark.parametrize(
    "word", ["nonzero", "not_zero", "mask", "nonneg", "positive", "symmetric", "orthogonal", "idempotent", "invertible"]
)
def test_a_property_beside_the_statement_is_one_of_the_symbol(word):
    """A condition on a symbol is built in: most draws satisfy it."""
    symbol = {"nonneg": c, "positive": c, "nonzero": a, "not_zero": a, "mask": a}.get(word, A)
    condition = given.Condition(word, symbol)
    found = list(points((symbol,), {N: 2}, (condition,), draws=30))
    assert all(holds(condition, point) is True for point in found)
    assert len(found) >= (3 if word == "mask" else 10)


@pytest.mark.parametrize(
    "hypotheses",
    [
        [given.positive(dot(a, a) - 2)],
        [given.nonneg(c - mean(a)), given.positive(2 - c)],
        [given.nonzero(c * e - 1), given.not_zero(a - b), given.nonneg(a[n])],
    ],
)
def test_a_hypothesis_leaves_the_points_at_which_it_holds(hypotheses):
    """Those and no others, in their order: each is asked of the data it speaks of."""
    free = points((a, b, c, e), {N: 2})
    kept = [point for point in free if all(holds(hypothesis, point) for hypothesis in hypotheses)]
    assert list(points((a, b, c, e), {N: 2}, hypotheses)) == kept
    assert 0 < len(kept) < 80


def test_names_are_found_everywhere():
    """In definitions, ranges of sums, free indices, derivatives and hypotheses."""
    i, k = index("i", M), index("k", K)
    dims, symbols = names((mean(a) + sum_(i, c), grad(e * e, e)), (given.equal(b[index("n", N)], 0),))
    assert set(dims) == {N, M}
    assert set(symbols) == {a, c, e, b}
    assert names((sum_(k, c),))[0] == (K,)


def test_effort_ends_the_points():
    """A `LimitError`, not an endless search."""
    with pytest.raises(LimitError):
        list(points((A,), {N: 4}, (given.equal(A @ A, A + A),), draws=10**6, effort=Effort(20_000)))


def test_many_bounds_hold_at_rest():
    """Where they hold at none of the data that are drawn, all data 0 are tried, and 1 where 0 is none."""
    x, y, s = vector("x", N), vector("y", N), scalar("s", "positive")
    bounds = [
        given.Condition("nonneg", -dot(x, x) * s),
        given.Condition("nonneg", -dot(y, y) - c * c),
        given.Condition("nonneg", 1 - s),
    ]
    (point, *_) = points((x, y, c, s), {N: 3}, bounds)
    assert [point.values[each] for each in (x, y, c, s)] == [(0, 0, 0), (0, 0, 0), 0, 1]
