"""Roots and reciprocals entry by entry: what the kernel knows of them at a free index, and what must not follow."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from derive.errors import Undecided
from derive.kernel.assumptions import Assumptions, Sign
from derive.kernel.decide import Cofactor, Equation
from derive.language import build as b
from derive.language.hypotheses import equal, positive
from derive.language.terms import Add, Component, Delta, Neg, Number, Outer, Power, Product, Sum, Transpose
from derive.statements.equation import prove_equation
from tests.strategies import differ_at

C, S = b.dimension("C"), b.dimension("S")
X, L = b.matrix("X", C, S), b.matrix("L", C, S)
x, y = b.vector("x", C), b.vector("y", C)
g = b.vector("g", C, "nonzero")
m = b.vector("m", C, "mask")
z, o = b.scalar("z"), b.scalar("o", "nonzero")
p, q = b.scalar("p", "positive"), b.scalar("q", "positive")
c, d, e = (b.index(name, C) for name in "cde")
s, t = b.index("s", S), b.index("t", S)
root = b.sqrt


def family(name, entry, *indices):
    """What a formula defines for every value of its indices."""
    unit = b.basis(indices[0]) if len(indices) == 1 else Outer(*map(b.basis, indices))
    whole = Product((entry, unit))
    for index in reversed(indices):
        whole = Sum(index, whole)
    return b.let(name, whole)


mu = family("mu", b.sum_(s, X[c, s]) / S, c)
variance = family("variance", b.sum_(s, (X[c, s] - mu[c]) ** 2) / S, c)
hat = family("hat", (X[c, s] - mu[c]) / root(variance[c] + p), c, s)
T, U = b.matrix("T", C, C, "symmetric"), b.matrix("U", C, C, "symmetric")
mixed = family("mixed", root(T[c, d] * U[c, d]), c, d)
distance = root(b.sum_(s, (X[c, s] - X[d, s]) ** 2) + p)
row = b.sum_(s, X[c, s] ** 2)
centred = [X[c, index] - mu[c] for index in (s, t)]
slope = (
    Delta(c, e)
    * (Delta(s, t) - Number(F(1)) / S - centred[0] * centred[1] / (S * (variance[c] + p)))
    / root(variance[c] + p)
)

VALID = {
    "√p² = p": (root(x[c]) ** 2, x[c]),
    "√p² = p, of a sum": (root(variance[c] + p) ** 2, variance[c] + p),
    "√p² = p, summed": (b.sum_(c, root(row) ** 2), b.sum_(c, row)),
    "√p √p, of two indices": (b.sum_(c, b.sum_(d, distance * distance)), b.sum_(c, b.sum_(d, distance**2))),
    "√p/√p = 1, summed": (b.sum_(c, x[c] * root(row) / root(row)), b.dot(x, b.ones(C))),
    "1/√p/√p = 1/p, summed": (b.sum_(c, x[c] / root(row) / root(row)), b.sum_(c, x[c] / row)),
    "1/√p = √p/p": (1 / root(variance[c] + p), root(variance[c] + p) / (variance[c] + p)),
    "√p³ = p √p": (Power(x[c] + p, F(3, 2)), (x[c] + p) * root(x[c] + p)),
    "√p⁻³": (Power(x[c] + p, F(-3, 2)), root(x[c] + p) / (x[c] + p) ** 2),
    "√(S p) = √S √p": (root(b.sum_(s, centred[0] ** 2) + S * p), root(S) * root(variance[c] + p)),
    "√(p/q) = √p/√q": (root(row / q), root(row) / root(q)),
    "√(z² p) = |z| √p": (root(z**2 * row), b.absolute(z) * root(row)),
    "√(p/z²) = √p/|z|": (root(row / o**2), root(row) / b.absolute(o)),
    "|x|² = x²": (b.absolute(x[c]) ** 2, x[c] ** 2),
    "|x|² = x², of a vector": (Power(b.absolute(x), F(2)), Power(x, F(2))),
    "|x y| = |x| |y|": (b.absolute(x[c] * y[c]), b.absolute(x[c]) * b.absolute(y[c])),
    "|x³| = x² |x|": (b.absolute(x[c] ** 3), x[c] ** 2 * b.absolute(x[c])),
    "|1/g| = 1/|g|": (b.absolute(1 / g[c]), 1 / b.absolute(g[c])),
    "Σ X²/|X| = Σ|X|": (
        b.sum_(c, b.sum_(s, X[c, s] ** 2 / b.absolute(X[c, s]))),
        b.sum_(c, b.sum_(s, b.absolute(X[c, s]))),
    ),
    "√(x⁴) = x²": (root(x[c] ** 4), x[c] ** 2),
    "√(x² p) = |x| √p": (root(x[c] ** 2 * y[c]), b.absolute(x[c]) * root(y[c])),
    "|−x| = |x|": (b.absolute(-x[c]), b.absolute(x[c])),
    "√ of what is the same everywhere": (root(b.sum_(d, Delta(c, d) * p)), root(p)),
    "√m = m of a mask": (root(m[c]) * root(m[c]), m[c]),
    "1/(1/p) = p": (1 / (1 / (x[c] + p)), x[c] + p),
    "p/(p + q) = 1 − q/(p + q)": (row / (row + q), 1 - q / (row + q)),
    "p/(p + q), summed": (b.sum_(c, row / (row + q)), C - b.sum_(c, q / (row + q))),
    "a variance, summed": (b.sum_(c, variance[c] / (variance[c] + p)), C - b.sum_(c, p / (variance[c] + p))),
    "normalised entries, summed": (
        b.sum_(c, b.sum_(s, hat[c, s] ** 2)) / S,
        C - p * b.sum_(c, 1 / (variance[c] + p)),
    ),
    "with weights, beside a branch": (
        b.sum_(c, x[c] * row * b.sum_(s, X[c, s]) / (row + q)),
        b.sum_(c, x[c] * b.sum_(s, X[c, s]) * (1 - q / (row + q))),
    ),
    "a branch twice": (
        b.sum_(c, b.sum_(s, X[c, s]) ** 3 / (b.sum_(s, X[c, s]) ** 2 + q)),
        b.sum_(c, b.sum_(s, X[c, s]) * (1 - q / (b.sum_(s, X[c, s]) ** 2 + q))),
    ),
    "of two indices": (distance**2 / (distance**2 + q), 1 - q / (distance**2 + q)),
    "1/(1 + √p)": ((1 - x[c]) / (1 + root(x[c])), 1 - root(x[c])),
    "a distance is symmetric": (
        b.sum_(c, b.sum_(d, x[c] * y[d] * distance)),
        b.sum_(c, b.sum_(d, y[c] * x[d] * distance)),
    ),
    "so is its reciprocal": (
        b.sum_(c, b.sum_(d, x[c] * y[d] / distance**2)),
        b.sum_(c, b.sum_(d, y[c] * x[d] / distance**2)),
    ),
    "the squares of normalised entries": (b.sum_(s, hat[c, s] ** 2), S * variance[c] / (variance[c] + p)),
    "their sum": (b.sum_(s, hat[c, s]), Number(F(0))),
    "∂√p": (Component(b.grad(root(x[c] + p), x), (d,)), Delta(c, d) / (2 * root(x[c] + p))),
    "∂(1/p)": (Component(b.grad(1 / (row + p), X), (e, t)), -2 * Delta(c, e) * X[c, t] / (row + p) ** 2),
    "∂√p, of two indices": (
        Component(b.grad(distance, X), (e, t)),
        (Delta(c, e) - Delta(d, e)) * (X[c, t] - X[d, t]) / distance,
    ),
    "∂|x|": (Component(b.grad(b.absolute(x[c]), x), (d,)), Delta(c, d) * x[c] / b.absolute(x[c])),
    "∂ of normalised entries": (Component(b.grad(hat[c, s], X), (e, t)), slope),
    "∂ of a loss of them": (
        Component(b.grad(b.sum_(c, b.sum_(s, L[c, s] * hat[c, s])), X), (e, t)),
        b.sum_(c, b.sum_(s, L[c, s] * slope)),
    ),
}

#: What a careless rule would say; each is false somewhere.
INVALID = {
    "√p √q at two indices": (root(x[c] ** 2) * root(x[d] ** 2), x[c] ** 2),
    "√(x²) = x": (root(x[c] ** 2), x[c]),
    "√(g²) = g": (root(g[c] ** 2), g[c]),
    "√(x² y²) = x y": (root(x[c] ** 2 * y[c] ** 2), x[c] * y[c]),
    "√(x² p) = x √p": (root(x[c] ** 2 * row), x[c] * root(row)),
    "√(z² p) = z √p": (root(z**2 * row), z * root(row)),
    "|x + y| = |x| + |y|": (b.absolute(x[c] + y[c]), b.absolute(x[c]) + b.absolute(y[c])),
    "Σ√p = √Σp": (b.sum_(c, root(row)), root(b.sum_(c, row))),
    "(Σ√p)² = Σp": (b.sum_(c, root(row)) ** 2, b.sum_(c, row)),
    "√(S p) = √p": (root(b.sum_(s, centred[0] ** 2) + S * p), root(variance[c] + p)),
    "√(p + q) = √p + √q": (root(row + p), root(row) + root(p)),
    "1/p = 1/√p": (1 / (row + p), 1 / root(row + p)),
    "1/(p + q) = 1/p + 1/q": (1 / (x[c] ** 2 + p + q), 1 / (x[c] ** 2 + p) + 1 / (x[c] ** 2 + q)),
    "p/(p + q) = 1 − p/(p + q)": (row / (row + q), 1 - row / (row + q)),
    "p/(p + q), summed, the wrong size": (b.sum_(c, row / (row + q)), S - b.sum_(c, q / (row + q))),
    "a variance, summed": (b.sum_(c, variance[c] / (variance[c] + p)), C - b.sum_(c, 1 / (variance[c] + p))),
    "a diagonal in a divisor": (
        b.sum_(c, row * T[c, c] / (row * T[c, c] + row**2 + q)),
        b.sum_(c, (1 - q) / (row * T[c, c] + row**2 + q)),
    ),
    "another branch": (
        b.sum_(c, row * b.sum_(s, X[c, s]) / (b.sum_(s, X[c, s]) ** 2 + q)),
        b.sum_(c, 1 - q / (b.sum_(s, X[c, s]) ** 2 + q)),
    ),
    "Σ 1/p = N/Σp": (b.sum_(c, 1 / (row + p)), C**2 / b.sum_(c, row + p)),
    "an entry for another": (1 / (X[c, s] ** 2 + p), 1 / (X[c, t] ** 2 + p)),
    "a matrix of roots is not symmetric": (
        b.sum_(c, b.sum_(d, x[c] * y[d] * root((2 * x[c] + x[d]) ** 2 + p))),
        b.sum_(c, b.sum_(d, y[c] * x[d] * root((2 * x[c] + x[d]) ** 2 + p))),
    ),
    "det(I + √(T U) √(T U)) = det(I + T U)": (
        b.det(b.identity(C) + mixed @ mixed),
        b.det(b.identity(C) + T @ U),
    ),
    "∂√p without δ": (Component(b.grad(root(x[c] ** 2 + p), x), (d,)), x[c] / root(x[c] ** 2 + p)),
    "∂√p twice": (Component(b.grad(root(x[c] ** 2 + p), x), (d,)), 2 * Delta(c, d) * x[c] / root(x[c] ** 2 + p)),
    "∂(1/p) with another sign": (
        Component(b.grad(1 / (x[c] ** 2 + p), x), (d,)),
        2 * Delta(c, d) * x[c] / (x[c] ** 2 + p) ** 2,
    ),
    "∂|x| = 1": (Component(b.grad(b.absolute(x[c]), x), (d,)), Delta(c, d)),
    "the squares of normalised entries": (b.sum_(s, hat[c, s] ** 2), S + 0 * variance[c]),
    "the sum over the other index": (b.sum_(c, hat[c, s]), Number(F(0))),
    "a slope without what the mean moves": (
        Component(b.grad(hat[c, s], X), (e, t)),
        Delta(c, e) * Delta(s, t) / root(variance[c] + p),
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


def test_the_ledger():
    """What stands under a root of entries, and what is divided by, is in it unless it shows its sign."""
    assert prove_equation(root(x[c]) ** 2, x[c]).conditions[0].kind == "nonneg"
    assert prove_equation(1 / root(x[c]), root(x[c]) / x[c]).conditions[0].kind == "positive"
    assert prove_equation(root(variance[c] + p) ** 2, variance[c] + p).conditions == ()


def test_a_cofactor_divides_by_nothing_new():
    """From (x + y) z = 0 it does not follow that z = 0, though 1/(x + y) times it says so."""
    total = x[c] + y[c]
    assert prove_equation(z, 0 * z, [equal(total * z, 0 * total)]).status == "refuted"
    assert prove_equation(z, 0 * z, [equal(total * z, 0 * total), positive(total)]).status != "refuted"


def test_a_cofactor_does_not_divide_by_what_a_root_hides():
    """(√(1/d))² is 1/d: from (x + y) g z = 0 it does not follow that g z = 0, whatever the cofactor."""
    total = x[d] + y[d]
    given = equal(Delta(d, e) * total * g[d] * z, 0 * Delta(d, e) * g[d])
    equation = Equation(g[c] * z, 0 * x[c], (given,))
    forged = Delta(c, d) * root(1 / (x[d] + y[d])) * root(1 / (x[e] + y[e]))
    assert equation.theorem([Cofactor(0, equation.normaliser.tensor(forged).form)]) is None


def test_a_long_chain_of_exchanges_is_declined():
    """x²⁰⁰/(1 + x) takes two hundred steps; a product over an index may make a resolvent while others are looked at."""
    with pytest.raises(Undecided):
        Equation(x[c] ** 200 / (1 + x[c]), x[c])
    product = b.prod_(e, y[e] + z)
    both = 1 / (product + z + x[c]) / (x[c] + 1), 1 / (x[c] + 1) / (x[c] + product + z)
    assert Equation(*both).theorem() is not None


SIGNS = {
    "a family": (variance[c], Sign(True, False)),
    "a family, transposed": (Transpose(family("f", X[c, s] ** 2, c, s))[s, c], Sign(True, False)),
    "a family with exp": (family("f", b.exp(X[c, s]), c, s)[c, s], Sign(True, True)),
    "a family of differences": (mu[c], Sign(False, False)),
    "a diagonal": (
        Component(Sum(c, Product((x[c] ** 2 + p, Outer(b.basis(c), b.basis(c))))), (d, e)),
        Sign(True, False),
    ),
    "an entry twice": (
        Component(Sum(c, Sum(d, Product((x[c] ** 2 + p, b.basis(c), Transpose(b.basis(d)), b.basis(d))))), (e,)),
        Sign(True, False),
    ),
    "squares of a vector": (Component(Power(x, F(2)), (c,)), Sign(True, False)),
    "|g|": (Component(b.absolute(g), (c,)), Sign(True, True)),
    "a sum of vectors": (Component(Add((Power(x, F(2)), b.ones(C))), (c,)), Sign(True, True)),
    "a difference of vectors": (Component(Add((Power(x, F(2)), Neg(b.ones(C)))), (c,)), Sign(False, False)),
    "A 1 of squares": (Component(b.hadamard(X, X) @ b.ones(S), (c,)), Sign(False, False)),
    "|X| 1": (Component(b.absolute(X) @ b.ones(S), (c,)), Sign(True, False)),
}


@pytest.mark.parametrize("name", SIGNS)
def test_signs_of_entries(name):
    """The sign of an entry is read off what it is an entry of."""
    term, sign = SIGNS[name]
    assert Assumptions().sign(term) == sign


LOGISTIC = family("pi", 1 / (1 + b.exp(-x[c])), c)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (y[c] / (1 + y[c] ** 2) ** 2, y[c] / (1 + 2 * y[c] ** 2 + y[c] ** 4)),
        (y[c] / (1 + y[c] ** 2) ** 3, y[c] * (1 / (1 + y[c] ** 2)) ** 3),
        (y[c] / (1 + y[c] ** 2) ** 4, y[c] * (1 / (1 + y[c] ** 2) ** 2) ** 2),
        (y[c] / (p + b.exp(x[c])) ** 2, y[c] * (1 / (p + b.exp(x[c]))) ** 2),
        (b.exp(-x[c]) * y[c] / (1 + b.exp(-x[c])) ** 2, LOGISTIC[c] * (1 - LOGISTIC[c]) * y[c]),
        (y[c] / (1 + g[c] ** -2) ** 2, y[c] * (1 / (1 + g[c] ** -2)) ** 2),
    ],
)
def test_the_reciprocal_of_a_power_is_a_power_of_the_reciprocal(left, right):
    """In a sum, where nothing can be multiplied by what is divided by; one factor more is refuted."""
    assert prove_equation(b.sum_(c, left), b.sum_(c, right)).status == "proved"
    assert prove_equation(b.sum_(c, left), 2 * b.sum_(c, right)).status == "refuted"


@pytest.mark.parametrize("names", [("c", "d"), ("d", "c"), ("z", "a")])
@pytest.mark.parametrize("function", [b.exp, b.tanh, lambda u: root(1 + u**2), lambda u: 1 / (1 + b.exp(u))])
def test_functions_of_the_transpose(function, names):
    """f(Aᵀ) is f(A)ᵀ, whatever the indices are called; and f(Aᵢⱼ) is not f(Aⱼᵢ)."""
    A = b.matrix("A", C, C)
    i, j = (b.index(name, C) for name in names)
    whole = family("f", function(A[c, d]), c, d)
    assert prove_equation(whole[i, j], function(A[i, j])).status == "proved"
    assert prove_equation(Transpose(whole)[i, j], function(A[j, i])).status == "proved"
    assert prove_equation(whole[i, j], function(A[j, i])).status == "refuted"
