"""False statements get their first witness, true ones none."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from derive.evaluate.conditions import holds
from derive.evaluate.evaluate import evaluate
from derive.evaluate.numbers import differ, show, surd
from derive.evaluate.point import Point
from derive.evaluate.witness import Witness, find_admissible, find_violation, find_witness
from derive.language import hypotheses as given
from derive.language.build import (
    absolute,
    det,
    diag,
    dimension,
    dot,
    exp,
    grad,
    hadamard,
    identity,
    inverse,
    let,
    matrix,
    mean,
    norm,
    ones,
    outer,
    pinv,
    prod_,
    scalar,
    sqrt,
    trace,
    var,
    vector,
    zeros,
)
from derive.language.terms import as_term
from tests.words import K, N, i, j

a, g, x, v = (vector(name, N) for name in ("a", "g", "x", "v"))
A, B, W = matrix("A", N, N), matrix("B", N, N), matrix("W", N, K)
P, S = matrix("P", N, N, "idempotent", "symmetric"), matrix("S", N, N, "symmetric")
c, t = scalar("c"), scalar("t")
eps, r = scalar("eps", "positive"), scalar("r", "nonneg")
one, unit = ones(N), identity(N)
Pi = let("Pi", unit - outer(one, one) / N)
G = diag(g)

FALSE = {
    "ΠG = GΠ": (Pi @ G, G @ Pi, (), "N = 2, g = (1, -1)"),
    "det(cA) = c det A": (det(c * A), c * det(A), (), "N = 2, c = 2, A = [[1, 2], [0, 1]]"),
    "tr AB = tr A tr B": (trace(A @ B), trace(A) * trace(B), (), "N = 2, A = [[1, 2], [0, 1]], B = [[1, 2], [3, 4]]"),
    "(A+B)⁻¹ = A⁻¹ + B⁻¹": (inverse(A + B), inverse(A) + inverse(B), (), "N = 1, A = [[1]], B = [[2]]"),
    "√x² = x": (sqrt(t**2), t, (), "t = -1"),
    "tr Π = N": (trace(Pi), N, (), "N = 1"),
    "AB = BA": (A @ B, B @ A, (), None),
    "P₁ = 1 of a projection": (P @ one, one, (), None),
    "S² = S of a symmetric one": (S @ S, S, (), None),
    "W⁺W = I": (pinv(W) @ W, identity(K), (), None),
    "exp(a + b) = exp a + exp b": (exp(c + t), exp(c) + exp(t), (), "c = 1, t = 2"),
    "|c| = c": (absolute(c), c, (), "c = -1"),
    "vvᵀ = I for a unit vector": (outer(v, v), unit, (given.equal(dot(v, v), 1),), None),
    "Av = 0 gives v = 0": (v, 0 * v, (given.equal(A @ v, 0),), None),
    "∂|a|²/∂a = a": (grad(dot(a, a), a), a, (), None),
    "N for N − 1": (var(a) * (N - 1), dot(a, a) - N * mean(a) ** 2, (), None),
    "ε outside the root": (a / sqrt(var(a) + eps), a / (sqrt(var(a)) + eps), (), None),
    "a[i] = a[j]": (a[i], a[j], (), "N = 2, a = (1, -1)"),
}


@pytest.mark.parametrize("name", FALSE)
def test_false_statements_have_a_witness(name):
    """The point, the values and the place of the difference can all be checked again."""
    lhs, rhs, hypotheses, expected = FALSE[name]
    found = find_witness(lhs, rhs, hypotheses)
    assert found is not None
    assert expected is None or str(found.point) == expected
    free = {index: dict(found.indices)[index.name] for index in (i, j) if index.name in dict(found.indices)}
    assert differ(found.lhs_entry, found.rhs_entry)
    left = evaluate(lhs, found.point, {k: n for k, n in free.items() if k in lhs.free})
    assert type(left) is type(found.lhs)
    assert all(holds(hypothesis, found.point) is True for hypothesis in hypotheses)
    assert find_witness(lhs, rhs, hypotheses) == found or name.startswith("exp")


TRUE = {
    "Π² = Π": (Pi @ Pi, Pi, ()),
    "exp(a) ⊙ exp(−a) = 1": (hadamard(exp(a), exp(-a)), one, ()),
    "det AB = det A det B": (det(A @ B), det(A) * det(B), ()),
    "√x² = |x|": (sqrt(t**2), absolute(t), ()),
    "√r² = r for r ≥ 0": (sqrt(r**2), r, ()),
    "P² = P": (P @ P, P, ()),
    "a unit vector projects": (outer(v, v) @ outer(v, v), outer(v, v), (given.equal(norm(v), 1),)),
    "from a contradiction": (c, t, (given.equal(c, 1), given.equal(c, 2))),
    "where one side is never defined": (a / dot(one, Pi @ a), g, ()),
    "∂|a|/∂a = a/|a|": (grad(norm(a), a), a / norm(a), ()),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_statements_have_none(name):
    """No witness, with a small budget."""
    assert find_witness(*TRUE[name], budget=100_000) is None


def test_the_running_example():
    """√n x/√(|x|² + nε) = x/√(Var x + ε) fails at n = 1, x = 1, ε = 1: √2/2 against 1."""
    found = find_witness(sqrt(N) * x / sqrt(dot(x, x) + N * eps), x / sqrt(var(x) + eps))
    assert str(found.point) == "N = 1, x = (1), eps = 1"
    assert (found.lhs_entry, found.rhs_entry) == (surd({2: F(1, 2)}), F(1))
    assert show(found.lhs_entry) == "√2/2"
    assert found.index == (1,)


@pytest.mark.parametrize("last", [3, 12, 20])
def test_far_sizes_are_reached(last):
    """(N − 1) … (N − k) · mean(a) = 0 fails first at N = k + 1."""
    term = mean(a)
    for k in range(1, last + 1):
        term = (N - k) * term
    assert find_witness(term, as_term(0)).point.dimensions == {N: last + 1}


def test_two_dimensions_are_searched():
    """(N − 3)(K − 2) = 0 fails where neither factor is 0; with only N > 4, K > 3 it is found far."""
    assert find_witness((N - 1) * (K - 1), as_term(0)).point.dimensions == {N: 2, K: 2}
    product = (N - 1) * (N - 2) * (N - 3) * (K - 1) * (K - 2) * (K - 3)
    assert find_witness(product, as_term(0)).point.dimensions == {N: 4, K: 4}


def test_many_dimensions_are_no_trouble():
    """Seven dimensions: only the smallest sizes are tried, and that is where the statement fails."""
    dims = [dimension(f"D{k}") for k in range(7)]
    total = as_term(0)
    for dim in dims:
        total = total + dim
    assert find_witness(total, as_term(7)).point.dimensions == {dim: 1 + (dim is dims[-1]) for dim in dims}
    assert find_witness(total * one, one * total, budget=50_000) is None


def test_sizes_can_be_skipped_and_asked_for():
    """Skipped sizes are not tried; sizes asked for come before the far ones."""
    found = find_witness(trace(Pi), N, skip=lambda at: at[N] < 3)
    assert found.point.dimensions == {N: 3}
    term = mean(a)
    for k in range(1, 40):
        term = (N - k) * term
    assert find_witness(term, as_term(0), first_sizes=({N: 40},)).point.dimensions == {N: 40}


def test_the_place_of_a_difference():
    """The first component that differs, and the values of the free indices, count from 1."""
    found = find_witness(A @ B, B @ A)
    row, column = found.index
    left, right = evaluate(A @ B, found.point), evaluate(B @ A, found.point)
    assert left[row - 1][column - 1] == found.lhs_entry != found.rhs_entry == right[row - 1][column - 1]
    assert find_witness(a[i], a[j]).indices == (("i", 1), ("j", 2))
    assert find_witness(a[i], a[j]) == Witness(Point({N: 2}, {a: (F(1), F(-1))}), F(1), F(-1), (), (("i", 1), ("j", 2)))


def test_violations():
    """The first point at which a condition certainly fails; none where it holds, or cannot be told to fail."""
    assert str(find_violation(given.nonneg(t**3))) == "t = -1"
    assert find_violation(given.nonneg(dot(a, a) - N * mean(a) ** 2), budget=100_000) is None
    assert find_violation(given.positive(var(a))).dimensions == {N: 1}
    assert find_violation(given.positive(var(a)), [given.not_zero(Pi @ a)], budget=100_000) is None
    assert find_violation(given.invertible(Pi)).dimensions == {N: 1}
    assert find_violation(given.equal(t, 1), [given.equal(t**2, 1)]).values == {t: F(-1)}
    assert find_violation(given.positive(exp(t) * exp(-t) - 1), [given.nonzero(t)], budget=100_000) is None


def test_bounds():
    """p ≥ q fails where p < q, p > q also where p = q; the point evaluates to it, and shows the values of both sides."""
    p, q = norm(a) * norm(x), dot(a, x)  # Cauchy–Schwarz
    assert find_violation(given.nonneg(p - q), budget=200_000) is None
    equality = find_violation(given.positive(p - q))
    assert evaluate(p, equality) == evaluate(q, equality)
    below = find_violation(given.nonneg(p - 2 * q))
    assert differ(evaluate(p, below), evaluate(2 * q, below))
    assert holds(given.nonneg(p - 2 * q), below) is False
    assert find_violation(given.positive(p - q), [given.equal(dot(a, x), -1)], budget=200_000) is None


def test_a_bound_on_components_is_meant_pointwise():
    """1/aᵢ ≥ 0 fails at (1, −1) for i = 2, and where another component is 0 as well; not where aᵢ itself is."""
    assert str(find_violation(given.nonneg(1 / a[i]), skip=lambda at: at[N] < 2)) == "N = 2, a = (1, -1)"
    some_zero = given.equal(prod_(i, a[i]), 0)
    point = find_violation(given.nonneg(1 / a[i]), [some_zero])
    assert min(point.values[a]) < 0
    assert 0 in point.values[a]
    assert find_violation(given.nonneg(1 / a[i]), [given.equal(a, zeros(N))], budget=100_000) is None
    assert find_violation(given.nonneg(a[i]), [some_zero]) is not None


def test_a_condition_at_an_index_is_asked_at_that_value():
    """Of the hypotheses, aⱼ ≥ 0 for every j leaves no point at which aᵢ < 0; aⱼ ≥ 0 at j leaves those with another i."""
    closed, here = given.nonneg(a[j]), given.pointwise(given.nonneg(a[j]))
    assert find_violation(given.nonneg(a[i]), [closed], budget=100_000) is None
    assert find_violation(given.nonneg(a[j]), [here], budget=100_000) is None
    assert str(find_violation(given.nonneg(a[i]), [here])) == "N = 2, a = (1, -1)"
    witness = find_witness(a[i], abs(a[i]), [here])
    assert dict(witness.indices)["i"] != dict(witness.indices)["j"]
    assert find_witness(a[j], abs(a[j]), [here], budget=100_000) is None


def test_admissible_points():
    """Where all is defined; none where a divisor is always 0 or the hypotheses contradict."""
    assert str(find_admissible([a / norm(Pi @ a)])) == "N = 2, a = (1, -1)"
    assert find_admissible([a / dot(one, Pi @ a)], budget=100_000) is None
    assert find_admissible([c], [given.equal(c, 1), given.equal(c, 2)]) is None
    assert find_admissible([sqrt(t)], conditions=[given.nonzero(t - 1)]).values[t] == 2
