"""Inverses of sums and products: what follows by fresh symbols, near misses, and what is left as it is."""

from __future__ import annotations

import pytest

from derive.errors import Undecided
from derive.evaluate.numbers import differ
from derive.kernel.decide import Equation
from derive.language.build import (
    basis,
    diag,
    dimension,
    dot,
    grad,
    identity,
    inverse,
    let,
    matrix,
    norm,
    ones,
    outer,
    scalar,
    sqrt,
    sum_,
    trace,
    vector,
    zeros,
)
from derive.language.hypotheses import equal, invertible, nonzero, same_shape_zero
from derive.language.substitution import subterms
from derive.language.terms import Inverse, Power, Symbol, as_term
from derive.statements import consequences
from derive.statements.consequences import Extension, consequence
from derive.statements.equation import prove_equation
from tests.words import K, N, i

u, v, w, y, z = (vector(name, N) for name in "uvwyz")
b, c, x = (vector(name, K) for name in "bcx")
s, t = scalar("s"), scalar("t")
lam = scalar("λ", "positive")
A, B, C = (matrix(name, N, N) for name in "ABC")
P = matrix("P", N, N, "invertible")
R, S = matrix("R", K, K, "invertible"), matrix("S", K, K, "symmetric", "invertible")
X, Y = matrix("X", N, K), matrix("Y", N, K)
one, eye, small = ones(N), identity(N), identity(K)

PI = eye - outer(one, one) / N
GRAM = X.T @ X
HAT = X @ inverse(GRAM) @ X.T
REST = eye - HAT
BETA = inverse(GRAM) @ X.T @ y
GAMMA = (z.T @ REST @ y) / (z.T @ REST @ z)
RIDGE, DUAL = X.T @ X + lam * small, X @ X.T + lam * eye
LEVERAGE = dot(x, inverse(S) @ x)
LESS = S - outer(x, x)
ALL, WITHOUT = inverse(S) @ c, inverse(LESS) @ (c - t * x)
CAYLEY = (eye - A) @ inverse(eye + A)
INTERCEPT = [equal(X @ b, one)]

TRUE = {
    "Hᵀ = H": (HAT.T, HAT, []),
    "H² = H": (HAT @ HAT, HAT, []),
    "HX = X": (HAT @ X, X, []),
    "(XᵀX)⁻¹XᵀX = I": (inverse(GRAM) @ X.T @ X, small, []),
    "tr H = K": (trace(HAT), K, []),
    "tr(HHᵀ) = K": (trace(HAT @ HAT.T), K, []),
    "tr (I − H) = N − K": (trace(REST), N - K, []),
    "(I − H)² = I − H": (Power(REST, 2), REST, []),
    "Xᵀ(y − Xβ) = 0": (X.T @ (y - X @ BETA), zeros(K), []),
    "|y − Xβ|² = yᵀ(I − H)y": (norm(y - X @ BETA) ** 2, y.T @ REST @ y, []),
    "|y − Xβ| = |(I − H)y|": (norm(y - X @ BETA), norm(REST @ y), []),
    "|y|² = |Hy|² + |(I − H)y|²": (norm(y) ** 2, norm(HAT @ y) ** 2 + norm(REST @ y) ** 2, []),
    "Frisch, Waugh and Lovell": (GAMMA, dot(REST @ z, y) / norm(REST @ z) ** 2, []),
    "the residual of one more regressor": (
        norm(REST @ y - GAMMA * (REST @ z)) ** 2,
        y.T @ REST @ y - GAMMA * (z.T @ REST @ y),
        [],
    ),
    "a change of basis": (inverse(R.T @ X.T @ X @ R), inverse(R) @ inverse(GRAM) @ inverse(R.T), []),
    "H in another basis": (X @ R @ inverse(R.T @ X.T @ X @ R) @ R.T @ X.T, HAT, []),
    "HY = Y where YR = X": (HAT @ Y, Y, [equal(Y @ R, X)]),
    "generalised least squares": (inverse(X.T @ inverse(P) @ X) @ X.T @ inverse(P) @ X, small, []),
    "H1 = 1 with an intercept": (HAT @ one, one, INTERCEPT),
    "tr(ΠH) = K − 1 with an intercept": (trace(PI @ HAT), K - 1, INTERCEPT),
    "ridge: push through": (inverse(RIDGE) @ X.T, X.T @ inverse(DUAL), []),
    "ridge: the fit": (X @ inverse(RIDGE) @ X.T @ y, X @ X.T @ inverse(DUAL) @ y, []),
    "ridge: the residual": (y - X @ inverse(RIDGE) @ X.T @ y, lam * inverse(DUAL) @ y, []),
    "ridge: degrees of freedom": (trace(X @ inverse(RIDGE) @ X.T), K - lam * trace(inverse(RIDGE)), []),
    "Sherman and Morrison": (inverse(LESS), inverse(S) + inverse(S) @ outer(x, x) @ inverse(S) / (1 - LEVERAGE), []),
    "Sherman and Morrison, applied": (inverse(LESS) @ x, inverse(S) @ x / (1 - LEVERAGE), []),
    "the leverage of a deleted case": (x.T @ inverse(LESS) @ x, LEVERAGE / (1 - LEVERAGE), []),
    "the estimate without a case": (
        ALL - WITHOUT,
        (t - dot(x, ALL)) / (1 - LEVERAGE) * inverse(S) @ x,
        [],
    ),
    "the deleted residual": (t - dot(x, WITHOUT), (t - dot(x, ALL)) / (1 - LEVERAGE), []),
    "(I − uvᵀ)⁻¹": (inverse(eye - outer(u, v)), eye + outer(u, v) / (1 - dot(u, v)), []),
    "Woodbury": (inverse(eye + X @ X.T), eye - X @ inverse(small + GRAM) @ X.T, []),
    "Woodbury, in general": (
        inverse(P + X @ R @ X.T),
        inverse(P) - inverse(P) @ X @ inverse(inverse(R) + X.T @ inverse(P) @ X) @ X.T @ inverse(P),
        [],
    ),
    "A⁻¹ − B⁻¹ = A⁻¹(B − A)B⁻¹, shifted": (
        inverse(s * eye - A) - inverse(t * eye - A),
        (t - s) * inverse(s * eye - A) @ inverse(t * eye - A),
        [],
    ),
    "resolvents commute": (
        inverse(s * eye - A) @ inverse(t * eye - A),
        inverse(t * eye - A) @ inverse(s * eye - A),
        [],
    ),
    "(I + A)⁻¹A = I − (I + A)⁻¹": (inverse(eye + A) @ A, eye - inverse(eye + A), []),
    "(I + AB)⁻¹A = A(I + BA)⁻¹": (inverse(eye + A @ B) @ A, A @ inverse(eye + B @ A), []),
    "(A + I)⁻ᵀ = (Aᵀ + I)⁻¹": (inverse(A + eye).T, inverse(A.T + eye), []),
    "an inverse inside an inverse": (inverse(eye + inverse(A + eye)), (A + eye) @ inverse(A + 2 * eye), []),
    "Cayley: the factors commute": (CAYLEY, inverse(eye + A) @ (eye - A), []),
    "Cayley: orthogonal where Aᵀ = −A": (CAYLEY.T @ CAYLEY, eye, [equal(A.T, -A)]),
    "a negative power": (Power(GRAM, -2) @ GRAM @ GRAM, small, []),
    "a matrix over a number": (inverse(GRAM / N), N * inverse(GRAM), []),
    "a number before": (inverse(s * GRAM), inverse(GRAM) / s, []),
    "an inverse in a root": (sqrt(dot(HAT @ y, y) + 1), sqrt(norm(HAT @ y) ** 2 + 1), []),
    "an inverse in a hypothesis": (X @ b, HAT @ y, [equal(b, BETA)]),
    "two hypotheses with inverses": (b, c, [equal(inverse(GRAM) @ b, x), equal(inverse(GRAM) @ c, x)]),
    "divided by what is not 0": (HAT @ y, zeros(N), [nonzero(s), equal(s * (X.T @ y), zeros(K))]),
    "of a name": (let("W", GRAM) @ inverse(let("W", GRAM)), small, []),
}


@pytest.mark.parametrize("name", TRUE)
def test_proved(name):
    """Proved; the conditions are those of the terms as they are written."""
    lhs, rhs, given = TRUE[name]
    verdict = prove_equation(lhs, rhs, given)
    assert verdict.status == "proved"
    assert verdict.conditions == Equation(verdict.lhs, verdict.rhs, tuple(given)).conditions


FALSE = {
    "X(XᵀX)⁻¹ = X": (X @ inverse(GRAM), X, []),
    "H = I": (HAT, eye, []),
    "tr H = N": (trace(HAT), N, []),
    "tr (I − H) = N − K − 1": (trace(REST), N - K - 1, []),
    "tr (I − H)² = (N − K)²": (trace(REST @ REST), (N - K) ** 2, []),
    "H y = 0": (HAT @ y, zeros(N), []),
    "X(XᵀX)⁻¹Xᵀ with XXᵀ": (inverse(X @ X.T) @ X @ X.T @ HAT, inverse(X @ X.T), []),
    "ΠH = HΠ without an intercept": (PI @ HAT, HAT @ PI, []),
    "H1 = 1 without an intercept": (HAT @ one, one, []),
    "tr(ΠH) = K with an intercept": (trace(PI @ HAT), K, INTERCEPT),
    "|y − Xβ|² = |y|² − |β|²": (norm(y - X @ BETA) ** 2, norm(y) ** 2 - norm(BETA) ** 2, []),
    "|y − Xβ| = |y| − |Xβ|": (norm(y - X @ BETA), norm(y) - norm(X @ BETA), []),
    "γ without the other regressors": (GAMMA, dot(z, y) / norm(z) ** 2, []),
    "a change of basis without a transpose": (inverse(R.T @ X.T @ X @ R), inverse(R) @ inverse(GRAM) @ inverse(R), []),
    "a change of basis, coefficients": (inverse(R.T @ X.T @ X @ R) @ R.T @ X.T @ y, R @ BETA, []),
    "(AB)⁻¹ = A⁻¹B⁻¹": (inverse(A @ B), inverse(A) @ inverse(B), []),
    "(AᵀA)⁻¹ = A⁻ᵀA⁻¹": (inverse(A.T @ A), inverse(A.T) @ inverse(A), []),
    "(A + B)⁻¹ = A⁻¹ + B⁻¹": (inverse(A + B), inverse(A) + inverse(B), []),
    "(A + B)⁻¹ = B⁻¹(A + B)A⁻¹": (inverse(A + B), inverse(B) @ (A + B) @ inverse(A), []),
    "(A + I)⁻ᵀ = (A + I)⁻¹": (inverse(A + eye).T, inverse(A + eye), []),
    "(sA)⁻¹ = sA⁻¹": (inverse(s * (A + eye)), s * inverse(A + eye), []),
    "ridge: λ lost": (inverse(RIDGE) @ X.T, X.T @ inverse(X @ X.T), []),
    "ridge: another λ": (inverse(RIDGE) @ X.T, X.T @ inverse(X @ X.T + 2 * lam * eye), []),
    "ridge: 1/λ": (y - X @ inverse(RIDGE) @ X.T @ y, inverse(DUAL) @ y / lam, []),
    "ridge: I + λXᵀX": (inverse(RIDGE) @ X.T @ y, inverse(small + lam * GRAM) @ inverse(GRAM) @ X.T @ y, []),
    "ridge: an orthogonal residual": (X.T @ (y - X @ inverse(RIDGE) @ X.T @ y), zeros(K), []),
    "ridge: degrees of freedom with N": (trace(X @ inverse(RIDGE) @ X.T), N - lam * trace(inverse(RIDGE)), []),
    "Sherman and Morrison, sign": (
        inverse(LESS),
        inverse(S) - inverse(S) @ outer(x, x) @ inverse(S) / (1 - LEVERAGE),
        [],
    ),
    "Sherman and Morrison, 1 + h": (inverse(LESS) @ x, inverse(S) @ x / (1 + LEVERAGE), []),
    "h/(1 + h)": (x.T @ inverse(LESS) @ x, LEVERAGE / (1 + LEVERAGE), []),
    "the deleted residual, squared": (t - dot(x, WITHOUT), (t - dot(x, ALL)) / (1 - LEVERAGE) ** 2, []),
    "(I − uvᵀ)⁻¹, order": (inverse(eye - outer(u, v)), eye + outer(v, u) / (1 - dot(u, v)), []),
    "Woodbury, sign": (inverse(eye + X @ X.T), eye + X @ inverse(small + GRAM) @ X.T, []),
    "Woodbury, R for R⁻¹": (
        inverse(P + X @ R @ X.T),
        inverse(P) - inverse(P) @ X @ inverse(R + X.T @ inverse(P) @ X) @ X.T @ inverse(P),
        [],
    ),
    "resolvents, sign": (
        inverse(s * eye - A) - inverse(t * eye - A),
        (s - t) * inverse(s * eye - A) @ inverse(t * eye - A),
        [],
    ),
    "resolvents of two matrices commute": (
        inverse(eye + A) @ inverse(eye + B),
        inverse(eye + B) @ inverse(eye + A),
        [],
    ),
    "(I + A)⁻¹A = I + (I + A)⁻¹": (inverse(eye + A) @ A, eye + inverse(eye + A), []),
    "(I + AB)⁻¹A = A(I + AB)⁻¹": (inverse(eye + A @ B) @ A, A @ inverse(eye + A @ B), []),
    "Cayley: orthogonal without Aᵀ = −A": (CAYLEY.T @ CAYLEY, eye, []),
    "Cayley: orthogonal with Aᵀ = A": (CAYLEY.T @ CAYLEY, eye, [equal(A.T, A)]),
    "symmetric where the matrix is not": (inverse(A @ B + eye).T, inverse(A @ B + eye), []),
    "a hypothesis about another inverse": (b, c, [equal(inverse(GRAM) @ b, inverse(GRAM + small) @ c)]),
    "the derivative by what is in the inverse": (grad(trace(inverse(A + t * eye)), t), as_term(0), []),
    "the derivative of an inverse": (
        grad(dot(v, inverse(A + outer(v, v)) @ v), v),
        2 * inverse(A + outer(v, v)) @ v,
        [],
    ),
    "one inverse for every index": (
        sum_(i, trace(inverse(A + v[i] * eye))),
        N * trace(inverse(A + dot(v, one) / N * eye)),
        [],
    ),
    "an inverse at each index": (inverse(A + outer(basis(i), v)) @ w, inverse(A) @ w, []),
    "s may be 0": (HAT @ y, zeros(N), [equal(s * (X.T @ y), zeros(K))]),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_near_miss_is_refuted(name):
    """With a witness at which the two sides differ."""
    lhs, rhs, given = FALSE[name]
    verdict = prove_equation(lhs, rhs, given)
    assert verdict.status == "refuted"
    assert differ(*verdict.counterexample.entries)


@pytest.mark.parametrize("name", FALSE)
def test_no_theorem_is_found_for_a_near_miss(name, monkeypatch):
    """Without a look at data either."""
    monkeypatch.setattr(consequences, "_fails", lambda *_: False)
    lhs, rhs, given = FALSE[name]
    left, right = same_shape_zero(as_term(lhs), as_term(rhs))
    try:
        equation = Equation(left, right, tuple(given))
    except Undecided:  # the kernel declines a derivative of an inverse
        return
    assert equation.theorem() is None
    assert consequence(equation) is None


def inverted(*terms):
    """What stands under an inverse."""
    return {part.matrix for term in terms for part in subterms(term) if isinstance(part, Inverse)}


def test_a_fresh_symbol_stands_for_each_matrix():
    """Invertible, symmetric where the matrix is, and of a name that is not used; the definitions come last."""
    made = Extension(inverse(GRAM) @ inverse(R + small), Power(GRAM, -1), [equal(b, c)])
    gram, other = made.matrices.values()
    assert gram.properties == {"invertible", "symmetric"}
    assert other.properties == {"invertible"}
    assert inverted(made.lhs, made.rhs) == {gram, other}
    assert made.hypotheses == (equal(b, c), equal(gram, GRAM), equal(other, R + small))


def test_fresh_names_are_not_in_use():
    """Neither of symbols, nor of dimensions, nor of definitions."""
    m = dimension("M")
    used = matrix("M1", m, m)
    named = let("M2", used + used.T)
    (symbol,) = Extension(inverse(named), named, []).matrices.values()
    assert symbol.name == "M3"


def test_what_the_kernel_inverts_is_left():
    """Symbols, diagonals, products of square matrices; and then the statement is as it was."""
    lhs, rhs = inverse(A @ P.T @ diag(v)), let("W", inverse(A))
    made = Extension(lhs, rhs, [invertible(A)])
    assert not made.matrices
    assert (made.lhs, made.rhs, made.hypotheses) == (lhs, rhs, (invertible(A),))


def test_a_product_is_inverted_by_its_square_parts():
    """(RᵀXᵀXR)⁻¹ = R⁻¹(XᵀX)⁻¹R⁻ᵀ, with a symbol for XᵀX alone."""
    made = Extension(inverse(R.T @ X.T @ X @ R), inverse(R), [])
    assert list(made.matrices) == [GRAM]


def test_inverses_in_derivatives_and_of_matrices_with_free_indices_are_left():
    """A fresh symbol would be a constant there."""
    term = trace(inverse(A + t * eye))
    assert not Extension(grad(term, t), as_term(0), []).matrices
    assert not Extension(sum_(i, trace(inverse(A + v[i] * eye))), as_term(0), []).matrices


def test_a_reciprocal_is_there_for_what_it_divides_by():
    """1/s comes last among the hypotheses, with a symbol that is not 0."""
    equation = Extension(v, w, [equal(s * v, s * w), nonzero(s)]).equation([s])
    last = equation.hypotheses[-1]
    assert last.rhs == 1 / s
    assert isinstance(last.lhs, Symbol)
    assert last.lhs.properties == {"nonzero"}
