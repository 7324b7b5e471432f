"""The table of normal forms: for every entry what it makes equal, and what it must not."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from derive.errors import InputError, Undecided
from derive.kernel.decide import Equation
from derive.language import build as b
from derive.language.hypotheses import idempotent, mask, nonneg, orthogonal, positive, symmetric
from derive.language.terms import Add, Component, HadamardPower, Neg, Norm, Number, Power, Product, Quotient, Sum
from derive.statements.equation import prove_equation
from tests.words import A, B, K, N, eye, g, i, j, one, u, v, w

s, t, x, y = (b.scalar(name) for name in "stxy")
p, q = b.scalar("p", "positive"), b.scalar("q", "nonneg")
k = b.vector("k", K)
m = b.vector("m", N, "mask")
X, Y = b.matrix("X", N, K), b.matrix("Y", N, K)
S = b.matrix("S", N, N, "symmetric")
Q = b.matrix("Q", N, N, "orthogonal")
P = b.matrix("P", N, N, "idempotent")
R = b.matrix("R", N, N, "invertible")
E = b.matrix("E", N, N, "idempotent", "symmetric")
H = b.matrix("H", N, N, "orthogonal", "symmetric")
T = b.matrix("T", N, N, "invertible", "symmetric")
c = b.index("c", K)


def holds(lhs, rhs, hypotheses=()):
    """Does the kernel prove it?"""
    return Equation(lhs, rhs, hypotheses).theorem() is not None


#: entry of the table: (equal, equal), (not equal, not equal)
TABLE = {
    "Number": ((Number(F(1, 2)) + F(1, 2), Number(F(1))), (Number(F(1)), Number(F(2)))),
    "Dimension": ((N + N, 2 * N), (N, K)),
    "Symbol": ((u, u), (u, v)),
    "Ones": ((b.ones(N, K), b.outer(one, b.ones(K))), (b.ones(N, N), eye)),
    "Zeros": ((u - u, b.zeros(N)), (u, b.zeros(N))),
    "Zeros, a row": ((u.T - u.T, b.zeros(N).T), (u.T, b.zeros(N).T)),
    "Identity": ((eye @ A, A), (eye, A)),
    "Basis": ((b.dot(b.basis(i), u), u[i]), (b.dot(b.basis(i), u), u[j])),
    "Delta": ((b.sum_(i, b.delta(i, j) * u[i]), u[j]), (b.delta(i, j), Number(F(1)))),
    "Delta, of one index": ((b.sum_(i, b.delta(i, i)), N), (b.delta(i, i), N)),
    "Add": ((u + v, v + u), (u + v, u + w)),
    "Neg": ((Neg(Neg(u)), u), (-u, u)),
    "Product, scalar": ((Product((s, u, t)), t * s * u), (s * u, t * u)),
    "Product, matrices": ((Product((A, B, A)), A @ (B @ A)), (A @ B, B @ A)),
    "Product, matrix and vector": ((b.dot(u, A @ v), b.dot(A.T @ u, v)), (b.dot(u, A @ v), b.dot(v, A @ u))),
    "Product, row": ((Product((u.T, A)), (A.T @ u).T), (Product((u.T, A)), (A @ u).T)),
    "Product, row and column": ((Product((u.T, v)), b.dot(u, v)), (Product((u.T, v)), b.dot(u, u))),
    "Product, column and row": ((Product((u, v.T)), b.outer(u, v)), (Product((u, v.T)), b.outer(v, u))),
    "Hadamard": ((u * v, v * u), (u * v, u * u)),
    "Quotient by a scalar": ((u / s, Power(s, F(-1)) * u), (u / s, s * u)),
    "Quotient by a vector": ((u / g, u * Power(g, F(-1))), (u / g, u * g)),
    "Quotient of a scalar by a vector": ((s / g, s * Power(g, F(-1))), (s / g, g / s)),
    "Power of a vector": ((Power(g, F(-2)) * g, 1 / g), (Power(g, F(2)), g)),
    "Power 0": ((Power(u, F(0)), one), (Power(u, F(0)), b.zeros(N))),
    "Power 0 of a matrix": ((Power(A, F(0)), eye), (Power(A, F(0)), b.ones(N, N))),
    "Power of a matrix": ((Power(A, F(3)), A @ A @ A), (Power(A, F(2)), HadamardPower(A, 2))),
    "HadamardPower": ((HadamardPower(A, 2), b.hadamard(A, A)), (HadamardPower(X, 2), X)),
    "HadamardPower 0": ((HadamardPower(X, 0), b.ones(N, K)), (HadamardPower(A, 0), eye)),
    "HadamardPower −1": (
        (b.hadamard(HadamardPower(X, -1), X, X), X),
        (HadamardPower(A, -1), b.inverse(A)),
    ),
    "Transpose": ((X.T.T, X), (A.T, A)),
    "Transpose of a row": ((u.T.T, u), (u.T, v.T)),
    "Diag": ((b.diag(u) @ v, u * v), (b.diag(u), b.outer(u, one))),
    "Trace": ((b.trace(X @ Y.T), b.trace(Y.T @ X)), (b.trace(A @ B), b.trace(A @ B.T))),
    "Dot": ((b.dot(u, v), b.dot(v, u)), (b.dot(u, v), b.dot(u, w))),
    "Outer": ((b.outer(u, k).T, b.outer(k, u)), (b.outer(u, v), b.outer(v, u))),
    "Norm": ((Norm(u) ** 2, b.dot(u, u)), (Norm(u + v), Norm(u) + Norm(v))),
    "Norm of a matrix": ((Norm(X) ** 2, b.trace(X.T @ X)), (Norm(A) ** 2, b.trace(A @ A))),
    "Component": ((Component(A, (i, j)), Component(A.T, (j, i))), (Component(A, (i, j)), Component(A, (j, i)))),
    "Component of a sum": ((Component(u + v, (i,)), u[i] + v[i]), (Component(u + v, (i,)), u[i] + v[j])),
    "Component of a row": ((Component(u.T, (i,)), u[i]), (Component(u.T, (i,)), v[i])),
    "Component, diagonal": ((b.sum_(i, Component(A, (i, i))), b.trace(A)), (Component(A, (i, i)), b.trace(A))),
    "Component of a basis vector": ((Component(b.basis(i), (i,)), Number(F(1))), (Component(b.basis(i), (j,)), N)),
    "Sum": ((b.sum_(i, u[i] * v[i]), b.dot(u, v)), (b.sum_(i, u[i] * v[i]), b.sum_(i, u[i]) * b.sum_(i, v[i]))),
    "Sum without its index": ((b.sum_(i, s), N * s), (b.sum_(i, s), s)),
    "Sum within a sum of one index": (
        (b.sum_(i, u[i] * b.sum_(i, v[i])), b.dot(u, one) * b.dot(v, one)),
        (b.sum_(i, u[i] * b.sum_(i, v[i])), b.dot(u, v)),
    ),
    "Sum of vectors": ((Sum(i, u[i] * b.basis(i)), u), (Sum(i, u[i] * b.basis(j)), u)),
    "numeric dimension": ((b.dot(b.ones(3), b.ones(3)), Number(F(3))), (b.trace(b.identity(3)), Number(F(1)))),
    "Defined": ((b.mean(u), b.dot(u, one) / N), (b.mean(u), b.dot(u, one))),
    "Grad": ((b.grad(b.dot(u, u), u), 2 * u), (b.grad(b.dot(u, u), u), u)),
    "exp, opaque but a function": ((b.exp(u + v), b.exp(v + u)), (b.exp(u), b.exp(v))),
    "exp by components": ((b.exp(u)[i], b.exp(u[i])), (b.exp(u)[i], b.exp(u[j]))),
    "exp of zero vectors over two dimensions": (
        (b.exp(u - u), b.exp(2 * u - u - u)),
        (b.dot(b.exp(u - u), one), b.dot(b.exp(k - k), b.ones(K))),
    ),
    "det": ((b.det(A @ B), b.det(A @ (eye @ B))), (b.det(A), b.det(B))),
    "pinv": ((b.pinv(X + Y), b.pinv(Y + X)), (b.pinv(X), X.T)),
    "prod": ((b.prod_(i, u[i]), b.prod_(j, u[j])), (b.prod_(i, u[i]), b.prod_(i, v[i]))),
}


@pytest.mark.parametrize("entry", TABLE)
def test_table(entry):
    """Equal terms have equal normal forms, unequal ones have not."""
    equal, unequal = TABLE[entry]
    assert holds(*equal)
    assert not holds(*unequal)


PROPERTIES = {
    "mask": ((m * m, m), (u * u, u)),
    "mask, higher powers": ((Power(m, F(5)), m), (Power(m, F(5)), one)),
    "mask, complement": ((m * (one - m), b.zeros(N)), (m * (one + m), b.zeros(N))),
    "mask, length": ((b.dot(m, m), b.dot(m, one)), (b.dot(m, m), N)),
    "symmetric": ((S.T, S), (A.T, A)),
    "symmetric, product": (((S @ A).T, A.T @ S), (S @ A, A @ S)),
    "symmetric, square": (((S @ S).T, S @ S), (S @ S, S)),
    "orthogonal": ((Q.T @ Q, eye), (Q @ Q, eye)),
    "orthogonal, rows": ((Q @ Q.T, eye), (Q, eye)),
    "orthogonal, inverse": ((b.inverse(Q), Q.T), (b.inverse(Q), Q)),
    "orthogonal, length": ((b.dot(Q @ u, Q @ v), b.dot(u, v)), (Q @ u, u)),
    "orthogonal, trace": ((b.trace(Q.T @ Q), N), (b.trace(Q @ Q), N)),
    "orthogonal, squared entries": ((HadamardPower(Q, 2) @ one, one), (HadamardPower(Q, 2), eye)),
    "orthogonal, fourth powers": ((Q @ one, Q @ one), (HadamardPower(Q, 4) @ one, one)),
    "orthogonal and symmetric": ((H @ H, eye), (H, eye)),
    "idempotent": ((P @ P, P), (P @ P.T, P)),
    "idempotent, transposed": ((P.T @ P.T, P.T), (P.T @ P, P)),
    "idempotent, trace": ((b.trace(P @ P @ P), b.trace(P)), (b.trace(P.T @ P), b.trace(P))),
    "idempotent, complement": (((eye - P) @ (eye - P), eye - P), ((eye + P) @ (eye + P), eye + P)),
    "idempotent and symmetric": ((E.T @ E, E), (E, eye)),
    "idempotent and symmetric, squared entries": ((b.trace(E.T @ E), b.trace(E)), (HadamardPower(E, 2), E)),
    "invertible": ((R @ b.inverse(R), eye), (R @ b.inverse(R.T), eye)),
    "invertible, the other side": ((b.inverse(R) @ R, eye), (b.inverse(R), R)),
    "invertible, transposed": ((b.inverse(R.T), b.inverse(R).T), (b.inverse(R).T, b.inverse(R))),
    "invertible, negative power": ((Power(R, F(-2)) @ R, b.inverse(R)), (Power(R, F(-2)), b.inverse(R))),
    "invertible, product": (
        (b.inverse(R @ T), b.inverse(T) @ b.inverse(R)),
        (b.inverse(R @ T), b.inverse(R) @ b.inverse(T)),
    ),
    "invertible, trace": ((b.trace(b.inverse(R) @ R), N), (b.trace(b.inverse(R) @ R.T), N)),
    "invertible and symmetric": ((b.inverse(T).T, b.inverse(T)), (b.inverse(T), T)),
    "scaled inverse": ((b.inverse(p * R), b.inverse(R) / p), (b.inverse(p * R), p * b.inverse(R))),
    "inverse of a quotient": ((b.inverse(R / p), p * b.inverse(R)), (b.inverse(R / p), b.inverse(R) / p)),
    "inverse of the inverse": ((b.inverse(b.inverse(R)), R), (b.inverse(b.inverse(R)), b.inverse(R))),
    "inverse of a negative": ((b.inverse(-R), -b.inverse(R)), (b.inverse(-R), b.inverse(R))),
    "inverse of a diagonal": ((b.inverse(b.diag(g)), b.diag(1 / g)), (b.inverse(b.diag(g)), b.diag(g))),
    "inverse of a sum of diagonals": (
        (b.inverse(b.diag(v) + p * eye), b.diag(1 / (v + p * b.ones(N)))),
        (b.inverse(b.diag(v) + p * eye), b.diag(1 / v) + eye / p),
    ),
    "inverse of a rotated sum of diagonals": (
        (b.inverse(Q @ b.diag(v) @ Q.T + p * eye), Q @ b.diag(1 / (v + p * b.ones(N))) @ Q.T),
        (b.inverse(Q @ b.diag(v) @ Q.T + p * eye), Q.T @ b.diag(1 / (v + p * b.ones(N))) @ Q),
    ),
    "inverse of a sum of diagonals, of which one may be a mask": (
        (b.inverse(b.diag(m) + p * eye) @ b.diag(m), b.diag(m) / (1 + p)),
        (b.inverse(b.diag(m) + p * eye), b.diag(m) / (1 + p)),
    ),
    "inverse of the identity": ((b.inverse(s * eye), eye / s), (b.inverse(2 * eye), eye)),
    "inverse of a Gram matrix, opaque": (
        (b.inverse(X.T @ X), b.inverse(X.T @ (eye @ X))),
        (b.inverse(X.T @ X), b.inverse(Y.T @ Y)),
    ),
}


@pytest.mark.parametrize("entry", PROPERTIES)
def test_declared_properties(entry):
    """A declared property proves its identities and not their neighbours."""
    equal, unequal = PROPERTIES[entry]
    assert holds(*equal)
    assert not holds(*unequal)


def test_properties_as_hypotheses_are_those_declared():
    """``symmetric(A)`` beside the statement is ``symmetric A`` with the symbol."""
    assert holds(A.T, A, [symmetric(A)])
    assert holds(A @ A.T, eye, [orthogonal(A)])
    assert holds(A @ A, A, [idempotent(A)])
    assert holds(u * u, u, [mask(u)])
    assert holds(b.sqrt(x * x), x, [positive(x)])
    assert holds(b.sqrt(x * x), x, [nonneg(x)])
    assert not holds(B.T, B, [symmetric(A)])


def test_idempotent_and_invertible_is_refused():
    """Such a matrix is the identity, and the rules for both are not confluent."""
    W = b.matrix("W", N, N, "idempotent", "invertible")
    with pytest.raises(InputError, match="idempotent and invertible"):
        Equation(W @ W, W)


SIGNS = [
    (1 / (x - y), -1 / (y - x)),
    (1 / (1 / x), x),
    (1 / (1 / (x + y)), x + y),
    (Quotient(x, Quotient(y, x + 1)), x * (x + 1) / y),
    (1 / (2 * x + 2 * y), Number(F(1, 2)) / (x + y)),
    (1 / (x**2 - y**2), 1 / ((x - y) * (x + y))),
    (1 / (x + 1) + 1 / (x - 1), 2 * x / (x**2 - 1)),
    (1 / (x + 1 / (x + 1)), (x + 1) / (x**2 + x + 1)),
    (x / (x * y), 1 / y),
    ((x + y) / b.sqrt(x + y), b.sqrt(x + y)),
    (1 / (b.sqrt(p) + 1), (b.sqrt(p) - 1) / (p - 1)),
    (u / b.dot(u, u) * b.dot(u, u), u),
    (Power(x + y, F(-2)), 1 / (x + y) ** 2),
    (Neg(1 / x), 1 / Neg(x)),
]


@pytest.mark.parametrize(("lhs", "rhs"), SIGNS)
def test_reciprocals(lhs, rhs):
    """Fractions are equal when they are after cross-multiplication; a sign or a factor more is not."""
    assert holds(lhs, rhs)
    assert not holds(lhs, -rhs)
    assert not holds(lhs, 2 * rhs)


@pytest.mark.parametrize("divisor", [x - x, b.dot(u, v) - b.dot(v, u), (x + y) ** 2 - x**2 - 2 * x * y - y**2, 0 * x])
def test_a_divisor_that_is_zero(divisor):
    """Then the statement speaks of nothing."""
    verdict = prove_equation(1 / divisor, 2 / divisor)
    assert verdict.status == "unsupported"
    assert verdict.reason.startswith("(vacuous)")


def test_nested_definitions_and_sums_are_shared():
    """A sum of the same thousand terms, in two orders."""
    parts = [Number(F(n)) * Power(x, F(n % 7)) for n in range(1000)]
    assert holds(Add(tuple(parts)), Add(tuple(reversed(parts))))
    assert not holds(Add(tuple(parts)), Add(tuple(parts[2:])))


def test_more_work_than_allowed_is_declined():
    """(x + y + s + t)²⁰⁰ ends in a refusal."""
    with pytest.raises(Undecided, match="products of terms"):
        Equation(Power(x + y + s + t, F(200)), x).holds()


def test_opaque_products_of_two_dimensions_with_the_same_word():
    """∏ over a dimension called "2" is not ∏ over 2."""
    named, two = b.index("i", b.dimension("2")), b.index("i", 2)
    assert not holds(b.prod_(named, s), b.prod_(two, s))
