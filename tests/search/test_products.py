"""Products that hypotheses exchange, wherever they stand; and nothing else."""

from __future__ import annotations

from derive.language.build import diag, dot, grad, identity, inverse, matrix, norm, vector
from derive.language.hypotheses import equal, nonzero
from derive.search.products import exchanged
from tests.words import K, N

A, B, U, V = matrix("A", K, K), matrix("B", K, K), matrix("U", N, K), matrix("V", K, K)
u, w = vector("u", N), vector("w", K)
UNITS = [equal(U.T @ U, identity(K)), nonzero(w)]


def test_a_product_is_exchanged_through_brackets_and_transposes():
    x = U @ diag(w) @ V.T
    assert exchanged(x.T @ x + identity(K), UNITS) == V @ diag(w) @ diag(w) @ V.T + identity(K)
    assert exchanged(inverse(U.T @ (U @ A)) @ w, UNITS) == inverse(A) @ w
    assert exchanged(U.T @ U, UNITS) == identity(K)


def test_what_stands_otherwise_stays():
    for term in (U @ U.T, U @ A @ U.T, dot(u, u), norm(U @ w), grad(dot(u, U @ w), u)):
        assert exchanged(term, UNITS) == term
    assert exchanged(A @ B, [equal(A, B)]) == A @ B
