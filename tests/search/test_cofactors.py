"""The search for cofactors: found where hypotheses read as rewriting rules, and multiplied out by the kernel."""

from __future__ import annotations

import pytest

from derive.kernel.decide import Equation
from derive.language import build as b
from derive.language.hypotheses import equal
from derive.language.terms import as_term
from derive.search.cofactors import find_cofactors
from tests.words import K, N, eye, j, one, v, w

x, y, z = (b.scalar(name) for name in "xyz")
k = b.vector("k", K)
A, B, S = b.matrix("A", N, N), b.matrix("B", N, N), b.matrix("S", N, N, "symmetric")
X = b.matrix("X", N, K)

FOUND = {
    "a scalar": (x * y * z, z, [equal(x * y, 1)]),
    "twice": (x**2 * y**2, as_term(1), [equal(x * y, 1)]),
    "a closed graph": (b.dot(v, v) ** 2, as_term(1), [equal(b.dot(v, v), 1)]),
    "a closed graph opens": (b.dot(one, v) * w, b.zeros(N), [equal(b.dot(one, v), 0)]),
    "a vector inside": (b.dot(A @ v, w), b.dot(v, w), [equal(A @ v, v)]),
    "a vector inside, twice": (A @ (A @ v), v, [equal(A @ v, v)]),
    "a matrix inside": (b.trace(A @ B @ A), b.trace(A), [equal(A @ B, eye)]),
    "orthonormal columns": ((X @ X.T) @ (X @ X.T), X @ X.T, [equal(X.T @ X, b.identity(K))]),
    "a free index": (v[j] * x, w[j] * x, [equal(v[j], w[j])]),
    "two hypotheses": (x * y + y * z, as_term(0), [equal(x * y, 1), equal(y * z, -1)]),
    "a length that is a dimension": (b.dot(v, v) * x, N * x, [equal(b.norm(v) ** 2, N)]),
    "a symmetric matrix from either side": (b.dot(w, S @ v), as_term(0), [equal(S @ w, b.zeros(N))]),
    "with N below": (b.mean(v) * w, b.zeros(N), [equal(b.dot(one, v), 0)]),
    "a hypothesis with a divisor": (x, y, [equal(x / y, 1)]),
    "an eigenvector and a sum": (A @ (A @ v) + A @ v, 6 * v, [equal(A @ v, 2 * v)]),
}


@pytest.mark.parametrize("name", FOUND)
def test_found(name):
    """Cofactors are found and hold; without them the kernel does not prove the equation."""
    equation = Equation(*FOUND[name])
    cofactors = find_cofactors(equation)
    assert equation.theorem() is None
    assert cofactors is not None
    assert equation.holds(cofactors)


NOT_FOUND = {
    "division": (y, as_term(0), [equal(x * y, 0)]),
    "cancellation in a sum": (v, w, [equal(A @ v, A @ w)]),
    "the other order": (B @ A, eye, [equal(A @ B, eye)]),
    "the transpose": (v, A.T @ v, [equal(A @ v, v)]),
    "a vertex that something else touches": (b.dot(one, v * w), as_term(0), [equal(b.dot(one, v), 0)]),
    "a root": (x, y, [equal(x**2, y**2)]),
    "a diagonal where a row is wanted": (b.trace(A), as_term(0), [equal(A.T @ one, one)]),
}


@pytest.mark.parametrize("name", NOT_FOUND)
def test_not_found(name):
    """No cofactors exist (or none without a new divisor), and nothing is made up."""
    equation = Equation(*NOT_FOUND[name])
    cofactors = find_cofactors(equation)
    assert cofactors is None or equation.theorem(cofactors) is None
