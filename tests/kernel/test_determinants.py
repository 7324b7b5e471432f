"""Products over an index, resolvents and determinants for all sizes: what is proved, what is refuted, what is declined."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derive.errors import DeriveError
from derive.evaluate.point import Point
from derive.kernel.decide import Cofactor, Equation
from derive.kernel.determinants import MAX_RANK
from derive.kernel.domain import generic_symbols
from derive.language import build as b
from derive.language.hypotheses import equal, mask, nonzero, not_zero, positive
from derive.language.substitution import symbols_of
from derive.language.terms import Det, Index, Term, as_term
from derive.statements.equation import prove_equation
from tests.strategies import differ_at, perturb

N, K = b.dimension("N"), b.dimension("K")
n, m, i, j = (b.index(name, N) for name in "nmij")
y, z, t = b.scalar("y"), b.scalar("z"), b.scalar("t", "nonneg")
eps = b.scalar("eps", "positive")
a, d, g, u, v, w, x = (b.vector(name, N) for name in "adguvwx")
u2, w2, u3, w3 = (b.vector(name, N) for name in ("u2", "w2", "u3", "w3"))
h = b.vector("h", N, "nonzero")
s, s2 = b.vector("s", N, "mask"), b.vector("s2", N, "mask")
X, Y = b.matrix("X", N, N), b.matrix("Y", N, N)
S, Q = b.matrix("S", N, N, "symmetric"), b.matrix("Q", N, N, "orthogonal")
P, R = b.matrix("P", N, N, "idempotent"), b.matrix("R", N, N, "invertible")
A, B, C, D = b.matrix("A", N, K), b.matrix("B", K, N), b.matrix("C", N, K), b.matrix("D", K, N)
one, eye = b.ones(N), b.identity(N)
PI = eye - b.outer(one, one) / N
G, H = b.diag(g), b.diag(h)
det, dot, outer, grad, prod, total = b.det, b.dot, b.outer, b.grad, b.prod_, b.sum_

alpha = 1 / h  # the normal of the hyperplane, without zero gains
length = dot(alpha, alpha)
PI2 = eye - outer(alpha, alpha) / length
LENGTHS = PI2 @ b.diag(1 / h**2) @ PI2
q = prod(n, z - g[n] ** 2)
p = prod(n, z - alpha[n] ** 2)

k = dot(one, one - s)  # the number of zero gains of s ⊙ h
plus = s * alpha
ZEROS = b.diag(plus * plus) + outer(plus, plus) / k
p_all = prod(n, z - s[n] * alpha[n] ** 2)
p_support = prod(n, 1 - s[n] + s[n] * (z - alpha[n] ** 2))
z_to_k = prod(n, s[n] + (1 - s[n]) * z)

centred = PI @ a
r = b.sqrt(dot(centred, centred) / N + eps)
JACOBIAN = (PI - outer(centred, centred) / (N * r**2)) / r

zeta = b.scalar("zeta")
shifted = zeta * one - g * g
phi = total(n, 1 / shifted[n])


def but_one(body: Term, weight: Term = one) -> Term:
    """Σₙ weightₙ ∏_{m≠n} bodyₘ, the body a vector."""
    return total(n, weight[n] * prod(m, body[m], without=n))


def product_of(body: Term) -> Term:
    """∏ₙ bodyₙ."""
    return prod(n, body[n])


def charpoly(matrix: Term) -> Term:
    """det(zI − matrix)."""
    return det(z * eye - matrix)


def lemma(body: Term, left: Term, right: Term) -> Term:
    """det(diag(body) + left rightᵀ), by the polynomial form of the determinant lemma."""
    return product_of(body) + but_one(body, left * right)


def without(body: Term, *left_out: Index) -> Term:
    """∏ₖ bodyₖ over the other indices."""
    return prod(j, body[j], without=left_out)


def minors(body: Term, sign: int = 1) -> Term:
    """Σₙ Σₘ of the minors of u wᵀ + u₂ w₂ᵀ, times the product of the others; of the permanents with the sign −1."""
    pairs = u[n] * u2[m] * (w[n] * w2[m] - sign * w[m] * w2[n])
    return total(n, total(m, pairs * without(body, n, m)))


one_uw, one_uw2, one_uw3 = 1 + dot(u, w), 1 + dot(u2, w2), 1 + dot(u3, w3)

VALID = {
    "det I": (det(eye), as_term(1)),
    "det 0": (det(b.zeros(N, N)), as_term(0)),
    "a diagonal": (det(G), product_of(g)),
    "a diagonal of a sum of graphs": (det(b.diag(X @ u)), prod(n, (X @ u)[n])),
    "a product of diagonals": (det(G @ H @ G), product_of(g) ** 2 * product_of(h)),
    "the inverse of a diagonal": (det(b.inverse(H)) * det(H), as_term(1)),
    "a multiple of a diagonal": (det(z * y * G), prod(n, z) * prod(n, y) * product_of(g)),
    "the negative": (det(G - z * eye), prod(n, as_term(-1)) * prod(n, z - g[n])),
    "the lemma at I": (det(eye + outer(u, w)), one_uw),
    "the lemma": (det(b.diag(d) + outer(u, w)), lemma(d, u, w)),
    "the lemma at z I": (charpoly(outer(u, w)) * z, prod(n, z) * (z - dot(u, w))),
    "the lemma, d nonzero": (det(H + outer(u, w)), product_of(h) * (1 + dot(u, w / h))),
    "the lemma, z − d": (charpoly(b.diag(d) - outer(u, w)), lemma(z * one - d, u, w)),
    "the lemma, a mask": (charpoly(b.diag(s * h) - outer(u, w)), lemma(z * one - s * h, u, w)),
    "the lemma, two masks": (charpoly(b.diag(s * h + s2 * g) - outer(u, w)), lemma(z * one - s * h - s2 * g, u, w)),
    "the lemma, under a root": (det(b.sqrt(t) * eye - G + outer(u, w)), lemma(b.sqrt(t) * one - g, u, w)),
    "∂∏, under a root": (
        grad(prod(n, b.sqrt(t) - g[n] ** 2), g)[n],
        -2 * g[n] * prod(m, b.sqrt(t) - g[m] ** 2, without=n),
    ),
    "the lemma, with matrices": (det(b.diag(d) + outer(X @ u, w)), lemma(d, X @ u, w)),
    "rank 2": (det(eye + outer(u, w) + outer(u2, w2)), one_uw * one_uw2 - dot(w, u2) * dot(w2, u)),
    "rank 2, d nonzero": (
        det(H + outer(u, w) + outer(u2, w2)),
        product_of(h) * ((1 + dot(u / h, w)) * (1 + dot(u2 / h, w2)) - dot(w, u2 / h) * dot(w2, u / h)),
    ),
    "rank 3": (
        det(eye + outer(u, w) + outer(u2, w2) + outer(u3, w3)),
        one_uw * (one_uw2 * one_uw3 - dot(w2, u3) * dot(w3, u2))
        - dot(w, u2) * (dot(w2, u) * one_uw3 - dot(w2, u3) * dot(w3, u))
        + dot(w, u3) * (dot(w2, u) * dot(w3, u2) - dot(w3, u) * one_uw2),
    ),
    "rank 2, d that may be 0": (
        det(b.diag(d) + outer(u, w) + outer(u2, w2)),
        product_of(d) + but_one(d, u * w + u2 * w2) + minors(d),
    ),
    "rank 2, z − d with masks": (
        charpoly(b.diag(s * h) + outer(u, w) + outer(u2, w2)),
        product_of(z * one - s * h) - but_one(z * one - s * h, u * w + u2 * w2) + minors(z * one - s * h),
    ),
    "all but two, times one": (d[n] * without(d, n, m), without(d, m) * (1 + b.delta(n, m) * (d[n] - 1))),
    "all but two, in either order": (without(d, n, m), without(d, m, n)),
    "all but two that are one": (b.delta(n, m) * without(d, n, m), b.delta(n, m) * without(d, n)),
    "all but three, times one": (
        (1 - b.delta(n, m)) * (1 - b.delta(n, i)) * d[n] * without(d, n, m, i),
        (1 - b.delta(n, m)) * (1 - b.delta(n, i)) * without(d, m, i),
    ),
    "∂²∏ by its factors": (grad(grad(product_of(x), x), x)[n, m], (1 - b.delta(n, m)) * without(x, n, m)),
    "equal columns make one": (det(b.diag(d) + outer(u, w) + outer(u, w2)), lemma(d, u, w + w2)),
    "∂∏ by z": (grad(q, z), but_one(z * one - g * g)),
    "∂∏ by z twice": (
        grad(grad(q, z), z) * q,
        grad(q, z) ** 2 - total(n, prod(m, z - g[m] ** 2, without=n) ** 2),
    ),
    "∂∏ by a vector": (grad(q, g)[n], -2 * g[n] * prod(m, z - g[m] ** 2, without=n)),
    "∂∏ by its factors": (grad(product_of(x), x)[n], prod(m, x[m], without=n)),
    "∂det": (grad(det(b.diag(x) + outer(u, w)), u)[n], w[n] * prod(m, x[m], without=n)),
    "all but one, times the one": (d[n] * prod(m, d[m], without=n), product_of(d)),
    "all but one, as a difference": (but_one(z * one - g * g, g * g), z * grad(q, z) - N * q),
    "a sum of all but one, powers": (but_one(z * one - alpha * alpha, alpha**2), z * grad(p, z) - N * p),
    "C1": (charpoly(G @ PI @ G), z / N * grad(q, z)),
    "C1, the Gram matrix": (charpoly(PI @ G @ G @ PI), z / N * grad(q, z)),
    "C1, as a sum": (charpoly(PI @ G @ G @ PI), z / N * but_one(z * one - g * g)),
    "C1, XY and YX": (charpoly(G @ PI @ G), charpoly(PI @ G @ G @ PI)),
    "C1, a mask of gains": (
        charpoly(b.diag(s * h) @ PI @ b.diag(s * h)),
        z / N * grad(prod(n, z - s[n] * h[n] ** 2), z),
    ),
    "C2": (charpoly(LENGTHS), z * but_one(z * one - alpha * alpha, alpha**2 / length)),
    "C2, by p": (charpoly(LENGTHS), z * (z * grad(p, z) - N * p) / length),
    "C3": (charpoly(ZEROS), ((N + k) * p_all - z * grad(p_all, z)) / k),
    "C3, on the support": (charpoly(ZEROS), z_to_k * (N * p_support - z * grad(p_support, z)) / k),
    "C7": (charpoly(JACOBIAN) * (z - 1 / r) ** 2, z * (z - eps / r**3) * prod(n, z - 1 / r)),
    "C4, the secular function": (phi * prod(n, shifted[n]), grad(prod(n, shifted[n]), zeta)),
    "C4, an axis": ((zeta * eye - G @ PI @ G) @ (g / shifted), zeta / N * phi * g),
    "C4, two axes": (
        dot(g / shifted, g / (z * one - g * g)) * (z - zeta),
        zeta * phi - z * dot(one, 1 / (z * one - g * g)),
    ),
    "two resolvents": (
        charpoly(G @ PI @ G) * det(y * eye - G @ PI @ G),
        z * y / N**2 * grad(q, z) * but_one(y * one - g * g),
    ),
    "a resolvent and its derivative": (grad(1 / shifted, zeta), -((1 / shifted) ** 2)),
    "a product of matrices": (det(X @ Y @ X), det(X) ** 2 * det(Y)),
    "a congruence": (det(X.T @ Y @ X), det(Y) * det(X) ** 2),
    "an inverse": (det(b.inverse(R)) * det(R), as_term(1)),
    "a product with an inverse": (det(X @ b.inverse(R)) * det(R), det(X)),
    "a product with a diagonal": (det(X @ G), product_of(g) * det(X)),
    "a multiple": (det(2 * X), prod(n, as_term(2)) * det(X)),
    "similar matrices": (det(b.inverse(R) @ X @ R), det(X)),
    "an orthogonal matrix around": (det(Q @ X @ Q.T), det(X)),
    "a power": (det(X @ X @ X), det(X) ** 3),
    "a transpose": (det(X.T), det(X)),
    "XY and YX": (charpoly(X @ Y), charpoly(Y @ X)),
    "det XY and YX": (det(X @ Y), det(Y @ X)),
    "XY and its transpose": (charpoly(X @ Y), charpoly(X.T @ Y.T)),
    "three factors": (charpoly(X @ Y @ S), charpoly(S @ X @ Y)),
    "three factors, transposed": (charpoly(X @ Y @ S), charpoly(S @ Y.T @ X.T)),
    "with diagonals": (charpoly(X @ G @ Y @ H), charpoly(H @ X @ G @ Y)),
    "rectangular": (charpoly(A @ B @ C @ D), charpoly(C @ D @ A @ B)),
    "similar": (charpoly(b.inverse(R) @ X @ R), charpoly(X)),
    "orthogonally similar": (charpoly(Q.T @ X @ Q), charpoly(X)),
    "cut by a projector": (charpoly(P @ X @ P), charpoly(P @ X)),
}


@pytest.mark.parametrize("name", VALID)
def test_valid(name):
    """Proved for all N, and equal by exact evaluation at random points with zeros and multiple roots; twice it is not."""
    lhs, rhs = VALID[name]
    verdict = prove_equation(lhs, rhs)
    assert verdict.status == "proved", verdict.explain()
    random = Random(name)
    agreed = [differ_at(lhs, rhs, small_point(random, lhs, rhs)) for _ in range(20)]
    assert True not in agreed
    assert False in agreed
    if lhs != det(b.zeros(N, N)):
        assert Equation(lhs, 2 * rhs).theorem() is None


INVALID = {
    "det of a multiple": (det(z * eye), z),
    "det of a multiple of a matrix": (det(2 * X), 2 * det(X)),
    "det of a product": (det(X @ Y), det(X) + det(Y)),
    "det of a product, one factor": (det(X @ Y), det(X) ** 2),
    "det of a transpose, the sign": (det(X.T), -det(X)),
    "det of an inverse": (det(b.inverse(R)), det(R)),
    "det of a sum of matrices": (det(X + Y), det(X) + det(Y)),
    "det with a diagonal": (det(X @ G), det(X)),
    "det of a sum": (det(G + H), det(G) + det(H)),
    "the negative without sign": (det(G - z * eye), prod(n, z - g[n])),
    "the lemma, a sign": (det(b.diag(d) - outer(u, w)), lemma(d, u, w)),
    "the lemma, u for w": (det(b.diag(d) + outer(u, w)), lemma(d, u, u)),
    "the lemma, all for all but one": (
        det(b.diag(d) + outer(u, w)),
        product_of(d) + total(n, u[n] * w[n] * product_of(d)),
    ),
    "rank 2 without the mixed term": (det(eye + outer(u, w) + outer(u2, w2)), one_uw * one_uw2),
    "rank 2, a sign": (det(eye + outer(u, w) + outer(u2, w2)), one_uw * one_uw2 + dot(w, u2) * dot(w2, u)),
    "rank 2, permanents for minors": (
        det(b.diag(d) + outer(u, w) + outer(u2, w2)),
        product_of(d) + but_one(d, u * w + u2 * w2) + minors(d, -1),
    ),
    "rank 2, half the minors": (
        det(b.diag(d) + outer(u, w) + outer(u2, w2)),
        product_of(d) + but_one(d, u * w + u2 * w2) + minors(d) / 2,
    ),
    "all but two, 0 where they are one": (b.delta(n, m) * without(d, n, m), as_term(0)),
    "all but two, times one, everywhere": (d[n] * without(d, n, m), without(d, m)),
    "all but two for all but one": (without(d, n, m), without(d, n)),
    "∂²∏ with its diagonal": (grad(grad(product_of(x), x), x)[n, m], without(x, n, m)),
    "∂∏ without the inner derivative": (grad(q, g)[n], prod(m, z - g[m] ** 2, without=n)),
    "∂∏, a sign": (grad(q, g)[n], 2 * g[n] * prod(m, z - g[m] ** 2, without=n)),
    "∂²∏ without the diagonal": (grad(grad(q, z), z) * q, grad(q, z) ** 2),
    "all but one, N − 1": (but_one(z * one - g * g, g * g), z * grad(q, z) - (N - 1) * q),
    "C1 with g for g²": (charpoly(G @ PI @ G), z / N * grad(prod(n, z - g[n]), z)),
    "C1 without z": (charpoly(G @ PI @ G), grad(q, z) / N),
    "C1 without 1/N": (charpoly(G @ PI @ G), z * grad(q, z)),
    "C1 with N + 1": (charpoly(G @ PI @ G), z / (N + 1) * grad(q, z)),
    "C1 with Π₂ for Π": (charpoly(H @ PI2 @ H), z / N * grad(prod(n, z - h[n] ** 2), z)),
    "C1 without Π": (charpoly(G @ G), z / N * grad(q, z)),
    "C2 with Π for Π₂": (charpoly(PI @ b.diag(1 / h**2) @ PI), z * (z * grad(p, z) - N * p) / length),
    "C2 with N − 1": (charpoly(LENGTHS), z * (z * grad(p, z) - (N - 1) * p) / length),
    "C2 without z": (charpoly(LENGTHS), (z * grad(p, z) - N * p) / length),
    "C2 with weights α": (charpoly(LENGTHS), z * but_one(z * one - alpha * alpha, alpha / length)),
    "C3 as if no gain were 0": (charpoly(ZEROS), (N * p_all - z * grad(p_all, z)) / k),
    "C3 without zᵏ": (charpoly(ZEROS), (N * p_support - z * grad(p_support, z)) / k),
    "C7 with r² for r³": (charpoly(JACOBIAN) * (z - 1 / r) ** 2, z * (z - eps / r**2) * prod(n, z - 1 / r)),
    "C4 without the secular equation": ((zeta * eye - G @ PI @ G) @ (g / shifted), b.zeros(N)),
    "C4, two axes, a sign": (
        dot(g / shifted, g / (z * one - g * g)) * (z - zeta),
        z * phi - zeta * dot(one, 1 / (z * one - g * g)),
    ),
    "X and its square": (charpoly(X @ X.T), charpoly(X @ X)),
    "XY and XYᵀ": (charpoly(X @ Y), charpoly(X @ Y.T)),
    "another order": (charpoly(X @ Y @ S), charpoly(Y @ X @ S)),
    "another sign": (charpoly(X @ Y), det(z * eye + Y @ X)),
    "another factor": (charpoly(X @ Y), det(z * eye - 2 * Y @ X)),
    "another size": (charpoly(A @ B), det(z * b.identity(K) - B @ A)),
    "another diagonal": (charpoly(X @ G @ Y @ H), charpoly(X @ H @ Y @ G)),
    "not cut by the projector": (charpoly(P @ X @ P), charpoly(X)),
    "not the entries multiplied": (charpoly(b.hadamard(X, Y)), charpoly(X @ Y)),
}


@pytest.mark.parametrize("name", INVALID)
def test_invalid(name):
    """Refuted by a witness."""
    verdict = prove_equation(*INVALID[name])
    assert verdict.status == "refuted", verdict.explain()


UNDER_HYPOTHESES = {
    "z ≠ 0": (charpoly(G @ PI @ G), z / N * grad(q, z), [nonzero(z)], "proved"),
    "z > 0, g ≠ 0": (charpoly(G @ PI @ G), z / N * grad(q, z), [positive(z), not_zero(g)], "proved"),
    "z = y": (charpoly(G @ PI @ G), y / N * grad(q, z), [equal(z, y)], "proved"),
    "z = 0": (charpoly(H @ PI @ H), as_term(0), [equal(z, 0)], "proved"),
    "no entry is 0": (charpoly(G @ PI @ G), as_term(0), [equal(grad(q, z), 0), nonzero(z * one - g * g)], "proved"),
    "a critical point is an eigenvalue": (charpoly(G @ PI @ G), as_term(0), [equal(grad(q, z), 0)], "proved"),
    "a root is none": (charpoly(G @ PI @ G), as_term(0), [equal(q, 0)], "refuted"),
    "an axis": (
        (zeta * eye - G @ PI @ G) @ (g / shifted),
        b.zeros(N),
        [equal(phi, 0)],
        "proved",
    ),
    "g a mask": (charpoly(G @ PI @ G), z / N * grad(prod(n, z - g[n]), z), [mask(g)], "proved"),
    "y ∏ d = 0 does not make y 0": (y, as_term(0), [equal(y * q, 0)], "refuted"),
    "y d = 0 does not make y 0": (y * g, b.zeros(N), [equal(y * (z * one - g * g), b.zeros(N))], "refuted"),
    "a root need not be a double root": (grad(q, z), as_term(0), [equal(q, 0)], "refuted"),
    "nor is a sum of all but one then 0": (but_one(z * one - g * g), as_term(0), [equal(q, 0)], "refuted"),
}


@pytest.mark.parametrize("name", UNDER_HYPOTHESES)
def test_under_hypotheses(name):
    """A symbol of which a hypothesis speaks is not varied; what is assumed of signs does no harm."""
    lhs, rhs, hypotheses, status = UNDER_HYPOTHESES[name]
    assert prove_equation(lhs, rhs, hypotheses).status == status


def test_generic_symbols():
    """No mask, nothing under a root, norm, function or pseudo-inverse, nothing a hypothesis says more of than a sign."""
    root = b.sqrt(y) + b.norm(u) + b.trace(b.pinv(b.diag(v))) + b.dot(b.exp(w), one) + y**0
    side = z * t * dot(g, d) * dot(s, x) * root
    assert set(generic_symbols((side,), [])) == {z, t, g, d, x}
    assert set(generic_symbols((side,), [nonzero(z), mask(x), not_zero(d), equal(t, dot(g, g))])) == {z, d}
    assert set(generic_symbols((side,), [nonzero(z - 1)])) == {t, g, d, x}
    named = b.let("named", b.sqrt(z))
    assert z not in generic_symbols((named * z,), [])


DECLINED = {
    "a mask on the diagonal": det(b.diag(s) + outer(u, w)),
    "a diagonal that is 0": det(outer(u, w)),
    "two columns, the diagonal under a root": det(b.sqrt(t) * eye + outer(u, w) + outer(u2, w2)),
    "too many columns": det(
        eye + sum((outer(b.vector(f"u{i}", N), b.vector(f"v{i}", N)) for i in range(1, MAX_RANK + 1)), outer(u, w))
    ),
    "a matrix beside": det(z * eye + X + outer(u, w)),
    "two matrices": det(z * eye + X + Y),
    "with a free index": det(g[n] * eye + outer(u, w)),
}


@pytest.mark.parametrize("name", DECLINED)
def test_declined(name):
    """An opaque value, which is no other one."""
    term = DECLINED[name]
    assert isinstance(term, Det)
    equation = Equation(term, 0 * term)
    assert equation.theorem() is None
    assert Equation(term, det(term.matrix + b.zeros(N, N))).theorem() is not None
    assert term in Equation(term, 2 * term).opaque


def test_a_cofactor_must_not_have_a_resolvent_of_its_own():
    """d y = 0 ⊢ y = 0 is false, although y = (1/d) (d y): that 1/d is in the algebra does not make it usable."""
    entries = z * one - g * g
    equation = Equation(y * one, b.zeros(N), [equal(y * entries, b.zeros(N))])
    resolvent = equation.normaliser.tensor(1 / entries).form
    delta = equation.normaliser.algebra.rearrange(resolvent, (0,), (0, 0))
    assert equation.theorem([Cofactor(0, delta)]) is None
    divided = Equation(y * (entries / entries), b.zeros(N), [equal(y * entries, b.zeros(N))])
    assert divided.theorem() is None


def test_resolvents_in_closed_and_open_graphs():
    """d · (1/d) = 1 is used wherever it occurs: at a leg, in a sum, beside a matrix."""
    entries = z * one - g * g
    assert prove_equation(b.hadamard(entries, 1 / entries), one).status == "proved"
    assert prove_equation(dot(g**4, 1 / entries), z**2 * dot(one, 1 / entries) - N * z - dot(g, g)).status == "proved"
    assert prove_equation(dot(X @ (g * g / entries), u), dot(X @ (z / entries - one), u)).status == "proved"
    assert prove_equation(dot(g**4, 1 / entries), z**2 * dot(one, 1 / entries) - N * z).status == "refuted"


# --- attack ------------------------------------------------------------------------------------------------------

ENTRIES = [
    *(z * one - g * g, z * one - g, g, x, one, z * one, h, -h, 2 * x + one, x - g * g, x + u, g * u, y * one - g * g),
    *(z * one - s * h, z * one - 1 / h, z * one - s * g + s2 * x, one - 2 * s, s, one + x * s, h * (z * one - g)),
    *(z * one - y * (g * g), h * h - 1 / h + z * one, t * one + g, b.sqrt(t) * one - g, z * dot(u, u) * one - g),
]
VECTORS = [u, w, g, one, h, 1 / h, s, g * g, s * h, x, u * g, z * u]
SCALARS = [as_term(1), as_term(-2), z, 1 / N, y, dot(u, w)]


def small_point(random: Random, *terms: Term) -> Point:
    """Few sizes, few values: zeros and multiple roots are likely."""
    dims = {dim: random.randint(1, 3) for dim in (N, K)}

    def number(kinds: frozenset[str]) -> Fraction:
        values = (
            [0, 1] if "mask" in kinds else [-1, 1, 2] if "nonzero" in kinds else [1, 4] if kinds else [-1, 0, 1, 2, 4]
        )
        return Fraction(random.choice(values))

    data: dict[Term, object] = {}
    for symbol in symbols_of(*terms):
        sizes = [dims[dim] for dim in symbol.shape]
        kinds = symbol.properties
        if len(sizes) == 2 and kinds:
            data[symbol] = tuple(tuple(Fraction(i == j) for j in range(sizes[1])) for i in range(sizes[0]))
        elif len(sizes) == 2:
            data[symbol] = tuple(tuple(number(kinds) for _ in range(sizes[1])) for _ in range(sizes[0]))
        else:
            data[symbol] = tuple(number(kinds) for _ in range(sizes[0])) if sizes else number(kinds)
    return Point(dims, data)


def true_equation(random: Random) -> tuple[Term, Term]:
    """An equation that holds by what this module is about, degenerate data included."""
    entries, left, right, factor = (random.choice(pool) for pool in (ENTRIES, VECTORS, VECTORS, SCALARS))
    update = b.diag(entries) + factor * outer(left, right)
    return random.choice(
        [
            (det(update), product_of(entries) + factor * but_one(entries, left * right)),
            (
                det(update - outer(right, random.choice(VECTORS)) / N),
                det((update - outer(right, random.choice(VECTORS))).T),
            ),
            (charpoly(b.diag(left) @ update @ b.diag(right)), charpoly(update @ b.diag(right * left))),
            (but_one(entries, left * entries), dot(left, one) * product_of(entries)),
            (grad(product_of(entries), z), total(n, prod(m, entries[m], without=n) * grad(entries, z)[n])),
            (prod(n, entries[n] * left[n]), product_of(entries) * product_of(left)),
            (dot(left / entries, entries), dot(left, one)),
            (det(b.diag(left) @ update), product_of(left) * det(update)),
        ]
    )


@settings(max_examples=150, deadline=None)
@given(st.randoms(use_true_random=False), st.booleans())
def test_nothing_false_is_proved(random, perturbed):
    """What the kernel proves of random equations, true or not, no point with small numbers refutes."""
    lhs, rhs = true_equation(random)
    try:
        rhs = perturb(rhs, random) if perturbed else rhs
        theorem = Equation(lhs, rhs).theorem()
    except DeriveError:
        return
    points = [small_point(random, lhs, rhs) for _ in range(6)] if theorem is not None else []
    assert True not in [differ_at(lhs, rhs, point) for point in points]
