"""Failures of any test of values: the first one, exact, within the bound, and none where there is none."""

from __future__ import annotations

import json
from fractions import Fraction as F

import pytest

from derive.errors import UndefinedAtPoint
from derive.evaluate.linear import in_span, rank
from derive.evaluate.numbers import is_nonneg, surd
from derive.evaluate.point import Point
from derive.evaluate.search import Failure, find_failure
from derive.language import hypotheses as given
from derive.language.build import (
    dot,
    exp,
    identity,
    inverse,
    let,
    matrix,
    norm,
    ones,
    outer,
    pinv,
    prod_,
    scalar,
    sqrt,
    trace,
    vector,
    zeros,
)
from tests.words import N, i, j

a, g = vector("a", N), vector("g", N)
A, S = matrix("A", N, N), matrix("S", N, N, "symmetric")
one, c = ones(N), scalar("c")
Pi = let("Pi", identity(N) - outer(one, one) / N)


def full_rank(values):
    """Fails where the first value, a matrix, is singular."""
    return None if rank(values[0]) == len(values[0]) else f"the rank is {rank(values[0])}"


def at_least(values):
    """Fails where the first value is below the second."""
    return "the left side is smaller" if is_nonneg(values[0] - values[1]) is False else None


def test_the_first_failure_with_its_values():
    """Π is singular already at N = 1; a matrix may be regular there and is not at N = 2."""
    found = find_failure([Pi], [], full_rank)
    assert found == Failure(Point({N: 1}, {}), "the rank is 0", (("Π", ((F(0),),)),))
    found = find_failure([Pi @ A], [given.invertible(A)], full_rank, skip=lambda at: at[N] < 2)
    assert found.point.dimensions == {N: 2}
    assert found.says == "the rank is 1"
    assert found == find_failure([Pi @ A], [given.invertible(A)], full_rank, skip=lambda at: at[N] < 2)


def test_what_holds_has_no_failure():
    """An invertible matrix has full rank; Πa is in the span of a and 1; |a||g| ≥ a·g."""
    assert find_failure([A], [given.invertible(A)], full_rank, 100_000) is None

    def spanned(values):
        return None if in_span(values[0], values[1:]) else "outside"

    assert find_failure([Pi @ a, a, one], [], spanned, 100_000) is None
    assert find_failure([Pi @ a, a], [], spanned).says == "outside"
    assert find_failure([norm(a) * norm(g), dot(a, g)], [], at_least, 100_000) is None
    assert find_failure([norm(a) * norm(g), 2 * dot(a, g)], [], at_least) is not None


def test_hypotheses_and_declared_properties_hold():
    """Failures outside of the hypotheses are none; the ones found satisfy them."""
    assert find_failure([c, 0 * c], [given.nonneg(c)], at_least, 100_000) is None
    assert find_failure([c, 0 * c], [], at_least).point.values == {c: F(-1)}
    found = find_failure([trace(S @ S), N * c], [given.equal(c, trace(S))], at_least)
    values = found.point.values
    assert values[S] == tuple(zip(*values[S], strict=True))
    assert values[c] == sum(values[S][n][n] for n in range(len(values[S])))


def test_terms_must_have_values():
    """Where a term is undefined nothing fails, at that value of a free index; nor where the test has no answer."""
    assert find_failure([1 / (c - c)], [], lambda _: "fails", 100_000) is None
    some_zero, all_zero = [given.equal(prod_(i, a[i]), 0)], [given.equal(a, zeros(N))]
    found = find_failure([1 / a[i]], some_zero, lambda _: "has a value")
    assert 0 in found.point.values[a]
    assert found.point.values[a][int(dict(found.values)["i"]) - 1] != 0
    assert find_failure([1 / a[i]], all_zero, lambda _: "has a value", 100_000) is None
    assert find_failure([a[i]], all_zero, lambda _: "has a value") is not None

    def undecided(values):
        raise UndefinedAtPoint("no certain answer")

    assert find_failure([a], [], undecided, 100_000) is None


def test_free_indices_mean_for_all_values():
    """The first value at which the test fails is told, counted from 1."""
    found = find_failure([prod_(i, a[i], without=j)], [], lambda values: None if values[0] else "is 0")
    n = dict(found.values)["j"]
    data = found.point.values[a]
    assert 0 in data[: int(n) - 1] + data[int(n) :]
    assert dict(found.values)["∏_{i≠j} aᵢ"] == 0


def test_sizes_can_be_fixed():
    """Only at the sizes given, also where these are not small."""
    found = find_failure([trace(identity(N)), c], [given.equal(c, 2)], lambda v: "differ" if v[0] != v[1] else None)
    assert found.point.dimensions == {N: 1}
    wanted = {N: 30}
    found = find_failure([N + 0 * c, N], [], lambda v: "reached", dims=wanted)
    assert found.point.dimensions == wanted
    assert find_failure([N + 0 * c], [], lambda v: "reached" if v[0] < 30 else None, 100_000, dims=wanted) is None


@pytest.mark.parametrize("budget", [3_000, 30_000])
def test_the_work_is_bounded(budget):
    """The test is asked no more often than the budget allows; what it costs on matrices is counted."""
    asked = []
    assert find_failure([A @ inverse(A), A], [], lambda values: asked.append(1), budget) is None
    assert 0 < len(asked) <= budget // 10
    before = len(asked)
    assert find_failure([A @ inverse(A), A], [], lambda values: asked.append(1), 4 * budget) is None
    assert len(asked) - before > before


def test_failures_in_words_and_as_json():
    """Exact values in both, names of terms as text; what is a name alone is told by the point."""
    found = find_failure([sqrt(c), c, exp(c)], [given.equal(c, 2)], lambda _: "a reason")
    assert found.values[0] == ("√c", surd({2: F(1)}))
    assert [name for name, _ in found.values] == ["√c", "exp(c)"]
    assert str(found).startswith("c = 2: a reason; √c = √2; exp(c) = 7.389")
    shown = found.to_json()
    assert (shown["c"], shown["√c"], shown["says"]) == ("2", "√2", "a reason")
    assert shown["exp(c)"]["lo"].startswith("7.389")
    assert json.loads(json.dumps(shown)) == shown
    assert str(Failure(Point({}, {}), "always")) == "always"
    matrices = find_failure([pinv(Pi)], [], lambda values: "singular" if rank(values[0]) < 2 else None, dims={N: 2})
    assert matrices.to_json() == {"N": 2, "Π⁺": [["1/2", "-1/2"], ["-1/2", "1/2"]], "says": "singular"}
