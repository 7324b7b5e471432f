"""Hypotheses that are equations get points that satisfy them; impossible ones get none."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice

import pytest

from derive.evaluate import arrays
from derive.evaluate.conditions import holds
from derive.evaluate.effort import Effort
from derive.evaluate.numbers import Surd
from derive.evaluate.points import points
from derive.evaluate.solving import Solver, assignments, equations
from derive.evaluate.witness import find_witness
from derive.language import hypotheses as given
from derive.language.build import (
    dot,
    exp,
    hadamard,
    identity,
    inverse,
    let,
    matrix,
    mean,
    norm,
    outer,
    scalar,
    sum_,
    trace,
    var,
    vector,
    zeros,
)
from derive.language.terms import Dimension
from tests.words import A, B, N, i, one, s

a, v, w, g, h, q = (vector(name, N) for name in ("a", "v", "w", "g", "h", "q"))
P, Q, S = matrix("P", N, N, "idempotent"), matrix("Q", N, N, "orthogonal"), matrix("S", N, N, "symmetric")
c, z, m = scalar("c"), scalar("z"), scalar("m")
r = scalar("r", "nonneg")

SOLVABLE = {
    "a scalar computed": ([c, a], [given.equal(c, dot(a, a))]),
    "a chain of computed scalars": ([a, m, c], [given.equal(m, mean(a)), given.equal(c, m * m)]),
    "both ways round": ([c, z], [given.equal(c, z), given.equal(z, c)]),
    "orthogonal to one": ([v], [given.equal(dot(one, v), 0)]),
    "orthogonal to two": ([v, g], [given.equal(dot(one, v), 0), given.equal(dot(g, v), 0)]),
    "a null vector": ([A, v], [given.equal(A @ v, 0)]),
    "a null vector that is not zero": ([A, v], [given.equal(A @ v, 0), given.not_zero(v)]),
    "a symmetric matrix with a null vector": ([S, v], [given.equal(S @ v, 0), given.not_zero(v)]),
    "an eigenvector": ([A, v, z], [given.equal(A @ v, z * v), given.not_zero(v)]),
    "a fixed vector of a projection": ([P, v], [given.equal(P @ v, v)]),
    "a unit vector": ([v], [given.equal(norm(v), 1)]),
    "a vector of length √(v·v) = 2": ([v], [given.equal(dot(v, v), 2)]),
    "two orthonormal vectors": (
        [v, w],
        [given.equal(dot(v, v), 1), given.equal(dot(w, w), 1), given.equal(dot(v, w), 0)],
    ),
    "a centred unit vector": ([v], [given.equal(dot(v, v), 1), given.equal(dot(one, v), 0)]),
    "a masked pseudo-inverse": ([g, q, s], [given.equal(hadamard(g, q), s)]),
    "a resolvent": ([h, g, z], [given.equal(hadamard(h, hadamard(g, g) - z * one), one)]),
    "an inverse": ([A, B], [given.equal(A @ B, identity(N))]),
    "commuting matrices": ([A, B], [given.equal(A @ B, B @ A)]),
    "a trace": ([A], [given.equal(trace(A), 3)]),
    "a symmetric matrix by an equation": ([A], [given.equal(A.T, A)]),
    "an idempotent by an equation": ([A], [given.equal(A @ A, A)]),
    "an idempotent let": ([A], [given.idempotent(let("T", A + A))]),
    "by components": ([a, v], [given.equal(a[i] * v[i], 1)]),
    "a variance": ([a], [given.equal(var(a), 1)]),
    "a square root by hand": ([r, a], [given.equal(r * r, dot(a, a))]),
    "a product": ([c, z], [given.equal(c * z, 1)]),
    "a positive difference": ([c, z], [given.positive(c - z)]),
    "an orthogonal matrix with a fixed vector": ([Q, v], [given.equal(Q @ v, v)]),
    "an exponential that is exact at 0": ([c], [given.equal(exp(c), 1)]),
}


@pytest.mark.parametrize("name", SOLVABLE)
def test_equations_are_solved(name):
    """Some size up to 3 has a point, and each that is given satisfies all hypotheses and declared properties."""
    symbols, hypotheses = SOLVABLE[name]
    found = [point for size in (1, 2, 3) for point in islice(points(symbols, {N: size}, hypotheses), 5)]
    assert found
    for point in found:
        assert all(holds(hypothesis, point) is True for hypothesis in hypotheses)
        assert all(holds(check, point) is True for symbol in symbols for check in given.conditions_of(symbol))
        assert set(point.values) == set(symbols)


CONTRADICTORY = {
    "two values": ([c], [given.equal(c, 1), given.equal(c, 2)]),
    "no real root": ([c], [given.equal(c * c, -1)]),
    "a negative square": ([r], [given.equal(r, -1)]),
    "not zero yet zero": ([v], [given.not_zero(v), given.equal(v, 0)]),
    "an invertible matrix with a null vector": (
        [A, v],
        [given.invertible(A), given.equal(A @ v, 0), given.not_zero(v)],
    ),
    "never certain": ([c], [given.equal(exp(c), 2)]),
}


@pytest.mark.parametrize("name", CONTRADICTORY)
def test_contradictions_have_no_points(name):
    """Nothing is given where nothing satisfies the hypotheses, or nothing certainly."""
    symbols, hypotheses = CONTRADICTORY[name]
    assert list(points(symbols, {N: 2}, hypotheses, draws=20)) == []


def test_rational_solutions_come_before_irrational_ones():
    """A unit vector is rational; a centred one at N = 2 cannot be, and then a surd is taken."""
    (unit,) = islice(points([v], {N: 2}, [given.equal(dot(v, v), 1)]), 1)
    assert not any(isinstance(entry, Surd) for entry in unit.values[v])
    (centred,) = islice(points([v], {N: 2}, [given.equal(dot(v, v), 1), given.equal(dot(one, v), 0)]), 1)
    assert all(isinstance(entry, Surd) for entry in centred.values[v])


@pytest.mark.parametrize(("square", "refused"), [(2, True), (-1, False)])
def test_a_root_that_would_be_a_surd_is_refused_and_told(square, refused):
    """v² = 2 has no rational solution, but one that is a surd; v² = −1 has none at all."""
    solver = Solver({N: 1}, [given.equal(dot(v, v), square)], {}, Effort())
    assert solver.solve({v: (Fraction(1),)}) is None
    assert solver.refused is refused


def test_data_that_come_up_again_lead_nowhere_new():
    """Both −1 and 3 are moved to 0: the second time nothing comes of it."""
    solver = Solver({N: 1}, [given.equal(dot(one, v), 0)], {}, Effort())
    assert solver.solve({v: (Fraction(-1),)}) == {v: (Fraction(0),)}
    assert solver.solve({v: (Fraction(3),)}) is None


def test_assignments_are_ordered_and_free_of_cycles():
    """m from a, then c from m; of c = z and z = c only the first is used; masks are drawn, not computed."""
    first, second = given.equal(m, mean(a)), given.equal(m * m, c)
    assert list(assignments([first, second])) == [m, c]
    assert list(assignments([given.equal(c, z), given.equal(z, c)])) == [c]
    assert not assignments([given.equal(s, hadamard(a, a))])
    assert not assignments([given.equal(c, c * c)])


def test_conditions_on_terms_that_are_equations():
    """Idempotent, symmetric, orthogonal and mask of a term become equations; of a symbol they are properties."""
    term = A + outer(v, v)
    assert (
        len(equations([given.idempotent(term), given.symmetric(term), given.orthogonal(term), given.mask(v + w)])) == 4
    )
    assert not equations([given.idempotent(A), given.invertible(term), given.not_zero(v)])


K, M = Dimension("K"), Dimension("M")
X, Z = matrix("X", N, K), matrix("Z", N, M)
b, d, y = vector("b", K), vector("d", M), vector("y", N)
#: Normal equations in blocks, of b and d together.
BLOCKS = (
    given.invertible(X.T @ X),
    given.invertible(Z.T @ Z),
    given.equal(X.T @ (X @ b + Z @ d), X.T @ y),
    given.equal(Z.T @ (X @ b + Z @ d), Z.T @ y),
)


def test_normal_equations_in_blocks_are_solved_for_all_coefficients_together():
    """Data are kept as they are drawn: X and Z are not orthogonal, and b and d are those of least squares."""
    found = list(points([X, Z, b, d, y], {N: 3, K: 1, M: 1}, BLOCKS, 40))
    assert len(found) > 5
    assert all(holds(each, point) is True for point in found for each in BLOCKS)
    assert any(arrays.times(arrays.transpose(point.values[X]), point.values[Z]) != ((0,),) for point in found)


@pytest.mark.parametrize(
    ("lhs", "rhs", "differ"),
    [
        (X.T @ Z, zeros(K, M), True),
        (X.T @ (y - X @ b - Z @ d), zeros(K), False),
        (b, inverse(X.T @ X) @ (X.T @ y), True),
        (X @ inverse(X.T @ X) @ X.T @ Z, Z, True),
        (X.T @ X @ b + X.T @ Z @ d, X.T @ y, False),
    ],
)
def test_what_says_nothing_of_what_is_solved_for_is_refuted_beside_it(lhs, rhs, differ):
    """Also where there are sizes at which the conditions never hold: K = 1, M = 1, N = 1."""
    found = find_witness(lhs, rhs, BLOCKS)
    assert (found is not None) is differ
    if found is not None:
        assert all(holds(each, found.point) is True for each in BLOCKS)


def test_an_intercept_and_a_slope_are_solved_together():
    """Σᵢ (yᵢ − c − z aᵢ) = 0 and Σᵢ aᵢ (yᵢ − c − z aᵢ) = 0, a drawn."""
    residual = v - c * one - z * a
    normal = (given.equal(dot(one, residual), 0), given.equal(dot(a, residual), 0), given.positive(var(a)))
    assert find_witness(z, dot(a, v) / dot(a, a), normal) is not None
    assert find_witness(mean(v), c + z * mean(a), normal) is None


def test_a_size_at_which_conditions_hold_at_no_data_is_left():
    """XᵀX of a single row is not invertible."""
    assert not list(points([X, Z, b, d, y], {N: 1, K: 2, M: 2}, BLOCKS, 40, Effort(25_000)))


def test_steps_keep_the_signs_that_are_given():
    """Masses that add up to one, each below 1/4, of which a mean is 0: there are such from N = 5 on."""
    p = vector("p", N)
    p_i = p[i]
    masses = [given.equal(sum_(i, p_i), 1), given.positive(p_i), given.positive(Fraction(1, 4) - p_i)]
    masses += [given.equal(dot(p, v), 0), given.equal(sum_(i, p_i * v[i] ** 2), 1)]
    assert not list(points([p, v], {N: 4}, masses, 6))
    for point in islice(points([p, v], {N: 5}, masses, 6), 2):
        assert all(holds(each, point) is True for each in masses)
        assert all(0 < each < Fraction(1, 4) for each in point.values[p])
    assert next(points([p, v], {N: 5}, masses, 6), None) is not None
