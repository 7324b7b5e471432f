"""exp, log and tanh: what the kernel knows of them, and what must not follow."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from derive.errors import NowhereDefined
from derive.kernel.decide import Equation
from derive.language import build as b
from derive.language.hypotheses import positive
from derive.language.places import place
from derive.language.terms import Component, Delta, Number, Power
from derive.statements.equation import prove_equation
from tests.strategies import differ_at
from tests.words import K, N, u, v, x

A, B = b.matrix("A", N, K), b.matrix("B", N, K)
M = b.matrix("M", N, N)
m = b.vector("m", N, "mask")
y, z = b.scalar("y"), b.scalar("z")
p, q = b.scalar("p", "positive"), b.scalar("q", "positive")
i, j, k = (b.index(name, N) for name in "ijk")
c, d = b.index("c", K), b.index("d", K)
exp, log, tanh, root, grad = b.exp, b.log, b.tanh, b.sqrt, b.grad
total = b.sum_(j, exp(x[j]))


def share(n, vector=x):
    """Softmax."""
    return exp(vector[n]) / b.sum_(j, exp(vector[j]))


def attention(row, column):
    """Softmax of each row of a matrix."""
    return exp(A[row, column]) / b.sum_(d, exp(A[row, d]))


VALID = {
    "exp(y + z) = exp y exp z": (exp(y + z), exp(y) * exp(z)),
    "exp(y − z) = exp y/exp z": (exp(y - z), exp(y) / exp(z)),
    "exp(2y) = exp(y)²": (exp(2 * y), exp(y) ** 2),
    "exp(y/2)² = exp y": (exp(y / 2) ** 2, exp(y)),
    "exp(y/2) = √exp y": (exp(y / 2), root(exp(y))),
    "exp(3y/4)": (exp(3 * y / 4) ** 4, exp(y) ** 3),
    "exp(−y/2) = 1/exp(y/2)": (exp(-y / 2), 1 / exp(y / 2)),
    "exp(y/3) exp(2y/3)": (exp(y / 3) * exp(y / 3) * exp(-2 * y / 3), Number(F(1))),
    "exp 0 = 1": (exp(y - y), Number(F(1))),
    "exp 0 = 1, of vectors": (exp(u - u), b.ones(N)),
    "exp(u + v), by components": (exp(u + v), b.hadamard(exp(u), exp(v))),
    "exp(−u) = 1/exp u": (exp(-u), 1 / exp(u)),
    "exp(u/2), squared": (Power(exp(u / 2), F(2)), exp(u)),
    "1/exp(u/2), summed": (b.sum_(i, v[i] / exp(u[i] / 2)), b.sum_(i, v[i] * exp(-u[i] / 2))),
    "exp(uᵢ + vⱼ), summed": (
        b.sum_(i, b.sum_(j, exp(u[i] + v[j]))),
        b.sum_(i, exp(u[i])) * b.sum_(j, exp(v[j])),
    ),
    "exp((A + B)), entry by entry": (exp(A + B)[i, c], exp(A)[i, c] * exp(B)[i, c]),
    "exp of a dot product": (exp(b.dot(u, v + x)), exp(b.dot(u, v)) * exp(b.dot(u, x))),
    "∏ exp u = exp Σu": (b.prod_(i, exp(u[i])), exp(b.dot(u, b.ones(N)))),
    "∏ p exp(2u − v)": (b.prod_(i, p * exp(2 * u[i] - v[i])), b.prod_(i, p) * exp(b.dot(2 * u - v, b.ones(N)))),
    "∏ exp(m u)": (b.prod_(i, exp(m[i] * u[i])), exp(b.dot(m, u))),
    "log ∏ exp u": (log(b.prod_(i, exp(u[i]))), b.dot(u, b.ones(N))),
    "exp of δ": (exp(Delta(i, j) * y) * exp(-y * Delta(i, j)), Number(F(1)) + 0 * Delta(i, j)),
    "softmax, shifted": (share(i, x + y * b.ones(N)), share(i)),
    "softmax, the sum": (b.sum_(i, share(i)), Number(F(1))),
    "softmax of rows, shifted": (
        exp(A[i, c] + u[i]) / b.sum_(d, exp(A[i, d] + u[i])),
        attention(i, c),
    ),
    "softmax of two": (exp(y) / (exp(y) + exp(z)), 1 / (1 + exp(z - y))),
    "log exp y = y": (log(exp(y)), y),
    "log exp u = u": (log(exp(u)), u),
    "log of a softmax": (log(share(i)), x[i] - log(total)),
    "log of a softmax of rows": (log(attention(i, c)), A[i, c] - log(b.sum_(d, exp(A[i, d])))),
    "log(p q) = log p + log q": (log(p * q), log(p) + log(q)),
    "log(p/q) = log p − log q": (log(p / q), log(p) - log(q)),
    "log(p y) = log p + log y": (log(p * y), log(p) + log(y)),
    "log √p = log(p)/2": (log(root(p)), log(p) / 2),
    "log 12 = 2 log 2 + log 3": (log(b.exp(0 * y) * 12), 2 * log(2 + 0 * y) + log(3 + 0 * y)),
    "log(N/K) = log N − log K": (log(N / K), log(N) - log(K)),
    "log(p²/(p + q))": (log(p**2 / (p + q)), 2 * log(p) - log(p + q)),
    "log(exp(uᵢ) p)": (log(exp(u[i]) * p), u[i] + log(p)),
    "log √exp u": (log(root(exp(u[i]))), u[i] / 2),
    "log 1 = 0": (log(exp(y - y)), Number(F(0))),
    "exp log p = p": (exp(log(p)), p),
    "exp(y − log p)": (exp(y - log(p)), exp(y) / p),
    "exp(2 log(p + q))": (exp(2 * log(p + q)), (p + q) ** 2),
    "exp(log(p)/2) = √p": (exp(log(p) / 2), root(p)),
    "exp(−log(uᵢ² + 1))": (exp(-log(u[i] ** 2 + 1)), 1 / (u[i] ** 2 + 1)),
    "exp log(1 + exp y)": (exp(log(1 + exp(y))), 1 + exp(y)),
    "softmax by log-sum-exp": (exp(x[i] - log(total)), share(i)),
    "∂ entropy, by log-sum-exp": (
        Component(grad(-b.sum_(i, exp(x[i] - log(total)) * (x[i] - log(total))), x), (k,)),
        -share(k) * (x[k] - b.sum_(i, share(i) * x[i])),
    ),
    "exp log Mᵀ": (exp(b.transpose(log(A)))[c, i], A[i, c]),
    "exp log M, an entry": (exp(b.entrywise("log", M)[j, i]), M[j, i]),
    "exp log M, on the diagonal": (exp(b.entrywise("log", M)[i, i]), M[i, i]),
    "exp(−2 log M)": (exp(-2 * log(A)[i, c]), 1 / A[i, c] ** 2),
    "exp of a diagonal of logs": (
        exp(Delta(i, j) * log(p)) * exp(-Delta(i, j) * log(p)),
        Number(F(1)) + 0 * Delta(i, j),
    ),
    "exp of a sum of logs": (exp(b.sum_(c, log(A)[i, c])) * exp(-b.sum_(d, log(A)[i, d])), Number(F(1)) + 0 * u[i]),
    "a kernel is symmetric": (
        b.sum_(i, b.sum_(j, u[i] * v[j] * exp(x[i] * x[j]))),
        b.sum_(i, b.sum_(j, v[i] * u[j] * exp(x[i] * x[j]))),
    ),
    "log exp(m uᵢ)": (log(exp(m[i] * u[i])), m[i] * u[i]),
    "tanh(−y) = −tanh y": (tanh(-y), -tanh(y)),
    "tanh(u − v) = −tanh(v − u)": (tanh(u - v), -tanh(v - u)),
    "tanh 0 = 0": (tanh(y - y), Number(F(0))),
    "∂ exp": (grad(exp(y), y), exp(y)),
    "∂ exp, chain": (grad(exp(b.dot(x, x)), x), 2 * exp(b.dot(x, x)) * x),
    "∂ exp, by components": (grad(exp(x), x), b.diag(exp(x))),
    "∂ exp(−y²/2)": (grad(exp(-(y**2) / 2), y), -y * exp(-(y**2) / 2)),
    "∂ log": (grad(log(p), p), 1 / p),
    "∂ log, by components": (Component(grad(log(x[i]), x), (j,)), Delta(i, j) / x[i]),
    "∂ tanh": (grad(tanh(y), y), 1 - tanh(y) ** 2),
    "∂ tanh, by components": (grad(tanh(x), x), b.diag(b.ones(N) - Power(tanh(x), F(2)))),
    "∂ log-sum-exp": (Component(grad(log(total), x), (k,)), share(k)),
    "∂ softmax": (Component(grad(share(i), x), (k,)), share(i) * (Delta(i, k) - share(k))),
    "∂ softmax of rows": (
        Component(grad(attention(i, c), A), (k, d)),
        Delta(i, k) * attention(i, c) * (Delta(c, d) - attention(i, d)),
    ),
    "∂ cross entropy": (
        Component(grad(-b.sum_(i, u[i] * log(share(i))), x), (k,)),
        share(k) * b.dot(u, b.ones(N)) - u[k],
    ),
    "∂ entropy": (
        Component(grad(-b.sum_(i, share(i) * log(share(i))), x), (k,)),
        -share(k) * (x[k] - b.sum_(i, share(i) * x[i])),
    ),
    "∂ sigmoid": (grad(1 / (1 + exp(-y)), y), exp(-y) / (1 + exp(-y)) ** 2),
}

#: What a careless rule would say; each is false somewhere.
INVALID = {
    "exp(y z) = exp y exp z": (exp(y * z), exp(y) * exp(z)),
    "exp(y + z) = exp y + exp z": (exp(y + z), exp(y) + exp(z)),
    "exp(2y) = 2 exp y": (exp(2 * y), 2 * exp(y)),
    "exp(y/2) = exp(y)/2": (exp(y / 2), exp(y) / 2),
    "exp(y/2)² = exp(y)²": (exp(y / 2) ** 2, exp(y) ** 2),
    "exp(uᵢ + vⱼ), over one index": (
        b.sum_(i, exp(u[i] + v[i])),
        b.sum_(i, exp(u[i])) * b.sum_(j, exp(v[j])),
    ),
    "exp of a sum, in a sum": (exp(b.sum_(i, u[i])), b.sum_(i, exp(u[i]))),
    "exp of the other component": (exp(u[i] - u[j]), Number(F(1)) + 0 * u[j]),
    "∏ exp u = Σ exp u": (b.prod_(i, exp(u[i])), b.sum_(i, exp(u[i]))),
    "∏ exp y = exp y": (b.prod_(i, exp(y)), exp(y)),
    "∏ (exp u + 1) = exp Σu + 1": (b.prod_(i, exp(u[i]) + 1), exp(b.dot(u, b.ones(N))) + 1),
    "exp of δ at other places": (exp(Delta(i, j) * y), exp(y) + 0 * Delta(i, j)),
    "softmax, scaled": (share(i, 2 * x), share(i)),
    "softmax, squared": (b.sum_(i, share(i) ** 2), Number(F(1))),
    "softmax of rows, over columns": (b.sum_(i, attention(i, c)), Number(F(1))),
    "softmax of rows, shifted by columns": (
        exp(A[i, c] + b.dot(A[i, c] * u, u)) / b.sum_(d, exp(A[i, d] + b.dot(A[i, d] * u, u))),
        attention(i, c),
    ),
    "log(p + q) = log p + log q": (log(p + q), log(p) + log(q)),
    "log(y²) = 2 log y": (log((1 + y**2) ** 2), log(1 + y**2)),
    "log(p²) = (log p)²": (log(p**2), log(p) ** 2),
    "exp(2 log p) = 2p": (exp(2 * log(p)), 2 * p),
    "exp(y log p) = y p": (exp(y * log(p)), y * p),
    "exp(log p + log q) = p + q": (exp(log(p) + log(q)), p + q),
    "exp((log p)²) = p²": (exp(log(p) ** 2), p**2),
    "exp log M, transposed": (b.entrywise(exp, b.transpose(b.entrywise(log, M))), M),
    "exp log M, another entry": (exp(b.entrywise("log", M)[j, i]), M[i, j]),
    "exp(−log M), transposed": (b.entrywise(exp, -b.transpose(b.entrywise(log, M)))[i, j], 1 / M[i, j]),
    "exp log M u": (b.entrywise(exp, b.transpose(b.entrywise(log, M))) * u, M * u),
    "exp log M, off the diagonal": (exp(b.entrywise("log", M)[i, i]), M[i, j]),
    "exp(δ log p) = p": (exp(Delta(i, j) * log(p)), p + 0 * Delta(i, j)),
    "exp of a sum of logs": (exp(b.sum_(c, log(A)[i, c])), b.sum_(c, A[i, c])),
    "a kernel is not symmetric": (
        b.sum_(i, b.sum_(j, u[i] * v[j] * exp(x[i] * x[j] ** 2))),
        b.sum_(i, b.sum_(j, v[i] * u[j] * exp(x[i] * x[j] ** 2))),
    ),
    "log exp is not 1": (log(exp(y)), Number(F(1)) + 0 * y),
    "log 12 = 3 log 2": (log(12 + 0 * p), 3 * log(2 + 0 * p)),
    "log of a sum": (log(total), b.sum_(j, x[j])),
    "tanh(−y) = tanh y": (tanh(-y), tanh(y)),
    "tanh(y + z) = tanh y + tanh z": (tanh(y + z), tanh(y) + tanh(z)),
    "∂ exp(2y) = exp(2y)": (grad(exp(2 * y), y), exp(2 * y)),
    "∂ exp of a vector is no vector": (grad(exp(x), x), b.outer(exp(x), b.ones(N))),
    "∂ log = 1/p²": (grad(log(p), p), 1 / p**2),
    "∂ tanh = 1 + tanh²": (grad(tanh(y), y), 1 + tanh(y) ** 2),
    "∂ softmax without δ": (Component(grad(share(i), x), (k,)), -share(i) * share(k)),
    "∂ softmax with another sign": (Component(grad(share(i), x), (k,)), share(i) * (share(k) - Delta(i, k))),
    "∂ softmax of rows, of another row": (
        Component(grad(attention(i, c), A), (k, d)),
        attention(i, c) * (Delta(c, d) - attention(i, d)) + 0 * u[k],
    ),
    "∂ cross entropy, where Σu ≠ 1": (
        Component(grad(-b.sum_(i, u[i] * log(share(i))), x), (k,)),
        share(k) - u[k],
    ),
}


@pytest.mark.parametrize("name", VALID)
def test_valid(name):
    """Proved, and the opposite sign is not."""
    lhs, rhs = VALID[name]
    assert Equation(lhs, rhs).theorem() is not None
    if rhs != Number(F(0)):
        assert Equation(lhs, -rhs).theorem() is None


@pytest.mark.parametrize("name", INVALID)
def test_invalid(name):
    """Refuted, at a point where evaluation anew gives different values."""
    verdict = prove_equation(*INVALID[name])
    assert verdict.status == "refuted"
    assert differ_at(verdict.lhs, verdict.rhs, verdict.counterexample.witness.point) is True


def test_a_tiny_exponent():
    """It is read as it stands; nothing recurses through its halvings."""
    tiny = Number(F(1, 2**2000))
    assert Equation(exp(tiny * y) * exp(-tiny * y), Number(F(1))).theorem() is not None


def test_a_long_exponent():
    """One generator: a product of a thousand would take minutes to derive."""
    power = (y + z + p + q) ** 9
    assert Equation(grad(exp(power), y), 9 * (y + z + p + q) ** 8 * exp(power)).theorem() is not None
    assert Equation(log(exp(power)), power).theorem() is not None


def test_logs_of_what_may_be_negative():
    """log(y z) = log y + log z where both sides have values; log(y²) is not 2 log y where y < 0 is."""
    both = prove_equation(log(y * z), log(y) + log(z))
    assert both.status == "unsupported" or ("positive", y) in [(c.kind, c.term) for c in both.conditions]
    assert (
        prove_equation(log(y**2), 2 * log(-y)).status != "proved"
        or prove_equation(log(y**2), 2 * log(-y)).conditions != ()
    )
    assert prove_equation(log(y * z), log(y) + log(z), [positive(z)]).status == "proved"


def test_the_logarithm_of_zero():
    """There is none."""
    with pytest.raises(NowhereDefined):
        Equation(log(y - y), log(y - y))


def test_the_ledger_of_a_logarithm():
    """Its argument is > 0, in a derivative too; exp needs nothing."""
    assert [c.kind for c in prove_equation(grad(log(y), y), 1 / y).conditions] == ["positive"]
    assert prove_equation(grad(log(total), x)[k], share(k)).conditions == ()
    assert prove_equation(log(exp(y)), y).conditions == ()


POSITIVE = [positive(u[i]), positive(A[i, c])]


@pytest.mark.parametrize(
    ("lhs", "rhs", "status"),
    [
        (log(v[i] / u[i]), log(v[i]) - log(u[i]), "proved"),
        (log(u[i] / v[i]), log(u[i]) + log(v[i]), "refuted"),
        (b.sum_(i, u[i] * log(u[i] * v[i])), b.sum_(i, u[i] * log(u[i])) + b.sum_(i, u[i] * log(v[i])), "proved"),
        (b.sum_(i, u[i] * log(u[i] * v[i])), b.sum_(i, u[i] * log(u[i])) + b.sum_(i, log(v[i])), "refuted"),
        (log(A[i, c] ** 2), 2 * log(A[i, c]), "proved"),
        (root(u[i] ** 2), u[i], "proved"),
        (root(v[i] ** 2), v[i], "refuted"),
        (log(v[i] ** 2), 2 * log(v[i]), "unsupported"),
        (b.sum_(i, log(u[i] ** 2)), 2 * log(b.sum_(i, u[i])), "refuted"),
    ],
)
def test_entries_that_are_assumed_positive(lhs, rhs, status):
    """log and √ of the entries of u, each of which is > 0; nothing is known of those of v."""
    assert prove_equation(lhs, rhs, POSITIVE).status == status


def test_one_entry_that_is_positive():
    """Of the others nothing is known."""
    assert prove_equation(root(u[i] ** 2), u[i], [positive(u[place(N, 1)])]).status != "proved"
