"""Derivatives for all sizes: what is true of them, what is not, and where the kernel declines."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from derive.errors import Undecided
from derive.kernel.decide import Equation
from derive.language import build as b
from derive.language.hypotheses import orthogonal, symmetric
from derive.language.terms import Component, Delta, Norm, Number, Power, Product
from derive.statements.equation import prove_equation
from tests.strategies import differ_at
from tests.words import K, N, eye, g, one, u, v, x

s, t = b.scalar("s"), b.scalar("t")
eps = b.scalar("eps", "positive")
A, B, Q = b.matrix("A", N, N), b.matrix("B", N, N), b.matrix("Q", N, N, "orthogonal")
S = b.matrix("S", N, N, "symmetric")
R = b.matrix("R", N, N, "invertible")
X = b.matrix("X", N, K)
h = b.vector("h", K)
m = b.vector("m", N, "mask")
i, j, k = (b.index(name, N) for name in "ijk")
PI = eye - b.outer(one, one) / N
grad = b.grad
f = b.dot(x, x) * u
norm2 = b.dot(x, x)

VALID = {
    "∂x/∂x = I": (grad(x, x), eye),
    "of a constant": (grad(u, x), b.zeros(N, N)),
    "linear": (grad(A @ x, x), A),
    "of a dot product": (grad(b.dot(u, x), x), u),
    "of a square": (grad(norm2, x), 2 * x),
    "of a quadratic form": (grad(b.dot(x, A @ x), x), (A + A.T) @ x),
    "Hessian of a quadratic form": (grad(grad(b.dot(x, A @ x), x), x), A + A.T),
    "of a symmetric quadratic form": (grad(b.dot(x, S @ x), x), 2 * (S @ x)),
    "powers by components": (grad(Power(x, F(3)), x), 3 * b.diag(Power(x, F(2)))),
    "|x| by components": (grad(b.absolute(x), x), b.diag(x / b.absolute(x))),
    "a reciprocal by components": (grad(1 / g, g), -b.diag(Power(g, F(-2)))),
    "product of scalars": (grad(norm2 * b.dot(u, x), x), 2 * b.dot(u, x) * x + norm2 * u),
    "product by components": (grad(x * (A @ x), x), b.diag(A @ x) + b.diag(x) @ A),
    "scalar times vector": (grad(f, x), 2 * b.outer(u, x)),
    "quotient": (grad(x / norm2, x), eye / norm2 - 2 * b.outer(x, x) / norm2**2),
    "chain, root": (grad(b.sqrt(norm2 + eps), x), x / b.sqrt(norm2 + eps)),
    "chain, norm": (grad(Norm(x), x), x / Norm(x)),
    "chain, half-integer power": (grad(Power(norm2 + eps, F(-1, 2)), x), -x * Power(norm2 + eps, F(-3, 2))),
    "direction": (grad(x / Norm(x), x), (eye - b.outer(x, x) / norm2) / Norm(x)),
    "Hessian of the norm": (grad(grad(Norm(x), x), x), (eye - b.outer(x, x) / norm2) / Norm(x)),
    "mean": (grad(b.mean(x), x), one / N),
    "variance": (grad(b.var(x), x), 2 * (PI @ x) / N),
    "by a scalar": (grad(s**3 * x, s), 3 * s**2 * x),
    "of a scalar twice": (grad(grad(s**3, s), s), 6 * s),
    "by a matrix": (grad(b.dot(u, A @ v), A), b.outer(u, v)),
    "of a trace": (grad(b.trace(A @ B), A), B.T),
    "of a squared matrix norm": (grad(b.trace(X.T @ X), X), 2 * X),
    "of a rectangular matrix": (grad(b.dot(u, X @ h), X), b.outer(u, h)),
    "through a sum": (grad(b.sum_(i, x[i] * u[i]), x), u),
    "through a double sum": (grad(b.sum_(i, b.sum_(j, x[i] * Component(A, (i, j)) * x[j])), x), (A + A.T) @ x),
    "through a component": (Component(grad(x[i], x), (j,)), Delta(i, j)),
    "of a matrix-valued term": (Component(grad(b.outer(x, u), x), (i, j, k)), Delta(i, k) * u[j]),
    "by a matrix, by components": (
        Component(grad(A @ x, A), (i, j, k)),
        Delta(i, j) * x[k],
    ),
    "of a row": (grad(x.T, x), eye),
    "a symmetric constant": (grad(S @ x, x), S),
    "of a product over an index": (grad(b.prod_(i, x[i]), x)[j], b.prod_(i, x[i], without=j)),
    "of a reciprocal of a sum": (grad(1 / (g + u), u), -b.diag(Power(1 / (g + u), F(2)))),
    "an opaque constant": (grad(b.exp(u) * x, x), b.diag(b.exp(u))),
    "an inverse constant": (grad(b.inverse(R) @ x, x), b.inverse(R)),
    "a mask that is constant": (grad(m * m * x, x), b.diag(m)),
    "x^0": (grad(Power(x, F(0)), x), b.zeros(N, N)),
    "gradient of a gradient, mixed": (grad(grad(b.dot(u, A @ x), x), u), A.T),
    "|x|² in two ways": (grad(Norm(x) ** 2, x), 2 * x),
}


@pytest.mark.parametrize("name", VALID)
def test_valid(name):
    """Proved for all N, with an admissible point at which dual numbers agree; −1 times and 2 times it are not."""
    lhs, rhs = VALID[name]
    verdict = prove_equation(lhs, rhs)
    assert verdict.status == "proved", verdict
    assert differ_at(lhs, rhs, verdict.admissible) is False
    if Equation(rhs, 0 * rhs).theorem() is None:
        assert Equation(lhs, -rhs).theorem() is None
        assert Equation(lhs, 2 * rhs).theorem() is None


INVALID = {
    "a lost transpose": (grad(b.dot(x, A @ x), x), 2 * (A @ x)),
    "axes the wrong way round": (grad(f, x), 2 * b.outer(x, u)),
    "the product rule with one term": (grad(x * (A @ x), x), b.diag(x) @ A),
    "the quotient rule with a sign": (grad(x / norm2, x), eye / norm2 + 2 * b.outer(x, x) / norm2**2),
    "the chain rule without the inner derivative": (grad(b.sqrt(norm2 + eps), x), 1 / b.sqrt(norm2 + eps) * one),
    "direction without its rank-one term": (grad(x / Norm(x), x), eye / Norm(x)),
    "Hessian of the norm is not 0": (grad(grad(Norm(x), x), x), b.zeros(N, N)),
    "variance without the projection": (grad(b.var(x), x), 2 * x / N),
    "of a trace, transposed": (grad(b.trace(A @ B), A), B),
    "by a scalar": (grad(s**3 * t, s), s**2 * t),
}


@pytest.mark.parametrize("name", INVALID)
def test_invalid(name):
    """Refuted, with values from dual numbers."""
    verdict = prove_equation(*INVALID[name])
    assert verdict.status == "refuted"
    assert differ_at(verdict.lhs, verdict.rhs, verdict.counterexample.witness.point) is True


DECLINED = {
    "by a mask": (grad(m * u, m), (), "mask"),
    "by a symmetric matrix": (grad(S @ u, S), (), "symmetric"),
    "by an orthogonal matrix": (grad(Q @ u, Q), (), "orthogonal"),
    "by a matrix assumed symmetric": (grad(A @ u, A), [symmetric(A)], "symmetric"),
    "by a matrix assumed orthogonal": (grad(A @ u, A), [orthogonal(A)], "orthogonal"),
    "of an inverse": (grad(b.inverse(R) @ u, R), (), "opaque"),
    "of a determinant": (grad(b.det(A), A), (), "opaque"),
    "of a pseudo-inverse": (grad(b.pinv(A) @ u, A), (), "opaque"),
}


@pytest.mark.parametrize("name", DECLINED)
def test_declined(name):
    """The kernel says why, and proves nothing; opaque values are not constants."""
    term, hypotheses, word = DECLINED[name]
    with pytest.raises(Undecided, match=word):
        Equation(term, 0 * term, hypotheses)


def test_what_is_declined_is_still_refuted():
    """The derivative of a determinant is not 0: evaluation knows."""
    assert prove_equation(grad(b.det(A), A), b.zeros(N, N)).status == "refuted"


def test_the_ledger_of_a_derivative():
    """√ and norms inside a derivative are asked to be away from 0."""
    verdict = prove_equation(grad(b.sqrt(b.dot(x, x)), x), x / b.sqrt(b.dot(x, x)))
    assert [c.kind for c in verdict.conditions] == ["positive"]
    verdict = prove_equation(grad(Norm(x), x), x / Norm(x))
    assert [c.kind for c in verdict.conditions] == ["not_zero"]
    assert prove_equation(grad(b.absolute(s), s), s / b.absolute(s)).status == "proved"
    assert prove_equation(grad(Product((s, s)), s), 2 * s).conditions == ()
    assert prove_equation(Number(F(2)), grad(2 * s, s)).conditions == ()
