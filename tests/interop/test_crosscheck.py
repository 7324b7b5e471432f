"""SymPy's opinion of equations at small sizes: true, false, undefined, undecided."""

from __future__ import annotations

from fractions import Fraction

import pytest

from derive.errors import ShapeError
from derive.interop.agreement import Agreement
from derive.interop.crosscheck import examine
from derive.language import build as d
from derive.language import terms as t
from derive.language.hypotheses import equal, invertible, mask, nonneg, nonzero, not_zero, positive, symmetric
from tests.interop.asked import agrees_at
from tests.words import A, B, K, N, eps, one

a, b, g, v = (d.vector(name, N) for name in "abgv")
w = d.vector("w", K)
X = d.matrix("X", N, K)
s = d.scalar("s")

pi = d.let("Pi", d.identity(N) - d.outer(one, one) / N)
projected = pi @ a
root = d.sqrt(d.norm(projected) ** 2 + N * eps)
centred = a - d.mean(a) * one
eq1 = d.hadamard(g, centred / d.sqrt(d.var(a) + eps)) + b
eq4 = d.diag(g) @ (centred / d.sqrt(d.var(a) + eps)) + b
eq6 = d.sqrt(N) * d.diag(g) @ (projected / root) + b
alpha = d.vector("g", N, "nonzero") ** -1
pi2 = d.identity(N) - d.outer(alpha, alpha) / d.dot(alpha, alpha)
gains = d.diag(d.vector("g", N, "nonzero"))

TRUE: dict[str, tuple[t.Term, t.Term]] = {
    "projector": (pi @ pi, pi),
    "trace": (d.trace(pi), N - 1),
    "variance": (N * d.var(a), d.norm(projected) ** 2),
    "Eq. (1) = Eq. (4)": (eq1, eq4),
    "Eq. (1) = Eq. (6)": (eq1, eq6),
    "Jacobian": (
        d.grad(d.sqrt(N) * projected / root, a),
        d.sqrt(N) * (pi / root - d.outer(projected, projected) / root**3),
    ),
    "two-sided": ((pi2 @ gains**-2 @ pi2) @ (gains @ pi @ gains), pi2),
    "determinants": (d.det(d.diag(a) @ d.diag(b)), d.det(d.diag(a)) * d.det(d.diag(b))),
    "bare zero": (pi @ one, t.as_term(0)),
    "half power": (t.Power(eps, Fraction(3, 2)), eps * d.sqrt(eps)),
    "root squared, where defined": (d.sqrt(s) ** 2, s),
    "quotient, where defined": (s / s, t.as_term(1)),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_equations(name: str) -> None:
    """True identities are confirmed at N = 1, 2, 3 and 4."""
    lhs, rhs = TRUE[name]
    assert all(agrees_at(lhs, rhs, n) is True for n in (1, 2, 3, 4))


FALSE: dict[str, tuple[t.Term, t.Term]] = {
    "a sign": (centred, a + d.mean(a) * one),
    "ε for Nε": (eq1, d.sqrt(N) * d.diag(g) @ (projected / d.sqrt(d.norm(projected) ** 2 + eps)) + b),
    "lost bias": (eq1, eq6 - b),
    "N − 1 for N": (d.trace(pi), N),
    "Jacobian without its rank-one term": (d.grad(projected / root, a), pi / root),
    "transpose": (A, A.T),
    "root of a square": (d.sqrt(s**2), s),
    "symmetric only by name": (A @ B, B @ A),
}


@pytest.mark.parametrize("name", FALSE)
def test_false_equations(name: str) -> None:
    """Near misses are refuted at N = 2 and 3."""
    lhs, rhs = FALSE[name]
    sizes = (2,) if name == "root of a square" else (2, 3)
    assert all(agrees_at(lhs, rhs, n) is False for n in sizes)


def test_nowhere_defined_is_no_answer() -> None:
    """At N = 1 a division by |Πa| says nothing; at N = 2 it does."""
    unit = projected / d.norm(projected)
    assert [agrees_at(unit, centred / d.norm(centred), n) for n in (1, 2)] == [None, True]
    assert examine(unit, unit, 1).reason.startswith("undefined")


UNDECIDED: dict[str, tuple[t.Term, t.Term, str]] = {
    "pinv": (d.pinv(X), d.pinv(X), "not written out"),
    "names": (d.scalar("a_1") * a, a, "not written out"),
    "large": (d.inverse(d.inverse(A) @ B), d.inverse(B) @ A, "too large"),
}


@pytest.mark.parametrize("name", UNDECIDED)
def test_no_answer_has_a_reason(name: str) -> None:
    """None comes with the reason: what cannot be written out, or is too large."""
    lhs, rhs, reason = UNDECIDED[name]
    found = examine(lhs, rhs, 4)
    assert found.result is None
    assert found.reason.startswith(reason)


def test_sizes_by_dimension() -> None:
    """A mapping gives several dimensions their own sizes."""
    assert agrees_at((X @ w).T, w.T @ X.T, {N: 2, K: 3})
    assert examine(X @ w, X @ w, {N: 2, K: 3}) == Agreement(None, True)
    assert examine(X @ w, X @ w, {N: 2}).reason.startswith("not written out: no size is given")


def test_shapes_must_agree() -> None:
    """Sides of different shapes are an input error."""
    with pytest.raises(ShapeError, match="an equation between shapes"):
        agrees_at(a, A, 2)


def test_linear_hypotheses_are_used() -> None:
    """1·v = 0 makes v a fixed point of Π; without it the equation is false."""
    assert agrees_at(pi @ v, v, 3) is False
    assert agrees_at(pi @ v, v, 3, [equal(d.dot(one, v), 0)]) is True
    assert agrees_at(pi @ v, 2 * v, 3, [equal(d.dot(one, v), 0)]) is False


def test_hypotheses_that_are_not_used_forbid_false() -> None:
    """A hypothesis that SymPy cannot solve never leads to False."""
    unit = equal(d.dot(v, v), 1)
    assert agrees_at(d.norm(v) ** 2, t.as_term(1), 2, [unit]) is None
    assert agrees_at(d.norm(v) ** 2, d.dot(v, v), 2, [unit]) is True
    assert agrees_at(d.hadamard(v, v), v, 2, [mask(v)]) is None
    assert agrees_at(d.hadamard(v, v), v, 2) is False


def test_conditions_become_assumptions() -> None:
    """Conditions on symbols are used: √(s²) = s for s ≥ 0, Aᵀ = A for symmetric A."""
    assert agrees_at(d.sqrt(s**2), s, 1, [nonneg(s)]) is True
    assert agrees_at(d.sqrt(s**2), s, 1, [nonzero(s)]) is False
    assert agrees_at(A.T, A, 2, [symmetric(A)]) is True
    assert agrees_at(A.T, 2 * A, 2, [symmetric(A), not_zero(v)]) is False
    assert agrees_at(d.inverse(A) @ a, a, 2, [invertible(A)]) is False


def test_conditions_on_terms_restrict_the_points() -> None:
    """|p| = p for p = s + 1 > 0 is not refuted at a point where p < 0."""
    assert agrees_at(d.absolute(s + 1), s + 1, 1) is False
    assert agrees_at(d.absolute(s + 1), s + 1, 1, [positive(s + 1)]) is None


def test_a_gradient_keeps_its_variable() -> None:
    """A condition on the variable of a derivative is no obstacle."""
    assert agrees_at(d.grad(d.dot(a, a), a), 2 * a, 2, [not_zero(a)]) is True


def test_only_the_common_domain_counts() -> None:
    """√s² = |s| holds where √s is defined, and is not refuted at negative s."""
    assert agrees_at(d.sqrt(s) ** 2, d.absolute(s), 1) is not False
    assert agrees_at(d.exp(d.log(s)), d.absolute(s), 1) is not False


def test_a_point_refutes_what_is_too_large() -> None:
    """Where the normal form is too large to be computed, a point may still show that sides differ."""
    product = t.Product(tuple(d.dot(a + s * b + g, v + s * b - g) for _ in range(8)))
    assert examine(product, product + 1, 4).result is False
    assert examine(product, s * product, 4).result is False
