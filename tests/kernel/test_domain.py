"""The ledger: which conditions are listed, said of which part, merged, and discharged by what is assumed."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from derive.kernel.decide import Equation
from derive.language import build as b
from derive.language.hypotheses import Condition, invertible, nonneg, nonzero, not_zero, pointwise, positive
from derive.language.terms import Norm, Number, Power
from tests.words import A, N, g, v, w

x, y = b.scalar("x"), b.scalar("y")
p, q, o = b.scalar("p", "positive"), b.scalar("q", "nonneg"), b.scalar("o", "nonzero")
R = b.matrix("R", N, N, "invertible")
Q = b.matrix("Q", N, N, "orthogonal")
root = b.sqrt

LISTED = {
    "a divisor": (1 / x, [nonzero(x)]),
    "a root": (root(x), [nonneg(x)]),
    "a root below a bar": (1 / root(x), [positive(x)]),
    "a negative half-integer power": (Power(x, F(-1, 2)), [positive(x)]),
    "a half-integer power": (Power(x, F(3, 2)), [nonneg(x)]),
    "a norm below a bar": (v / Norm(v), [not_zero(v)]),
    "a squared norm below a bar": (v / b.dot(v, v), [not_zero(v)]),
    "a product below a bar": (1 / (x * y), [nonzero(x), nonzero(y)]),
    "a power below a bar": (1 / x**2, [nonzero(x)]),
    "a negative below a bar": (1 / -x, [nonzero(x)]),
    "a quotient below a bar": (1 / (x / y), [nonzero(y), nonzero(x)]),
    "a vector below a bar": (v / w, [nonzero(w)]),
    "a negative power of a vector": (Power(w, F(-2)), [nonzero(w)]),
    "an inverse": (b.inverse(A), [invertible(A)]),
    "a negative power of a matrix": (Power(A, F(-2)), [invertible(A)]),
    "the inverse of a transpose": (b.inverse(A.T), [invertible(A)]),
    "the inverse of a diagonal": (b.inverse(b.diag(v)), [nonzero(v)]),
    "the inverse of a product": (b.inverse(A @ R), [invertible(A)]),
    "a logarithm": (b.log(x), [positive(x)]),
    "a component": (1 / v[b.index("i", N)], [pointwise(nonzero(v[b.index("i", N)]))]),
    "inside a definition": (b.cos(v, w), [not_zero(v), not_zero(w)]),
}


@pytest.mark.parametrize("name", LISTED)
def test_listed(name):
    """The condition, said as simply as it can be."""
    term, conditions = LISTED[name]
    assert list(Equation(term, term).conditions) == conditions


DISCHARGED = {
    "nonzero": 1 / o,
    "positive divisor": 1 / p,
    "positive root": 1 / root(p),
    "nonneg root": root(q),
    "sum of squares": root(x**2 + y**2),
    "sum of squares and a positive number": 1 / root(x**2 + p),
    "a number": 1 / Number(F(3)),
    "a dimension": v / N,
    "variance and ε": v / root(b.var(v) + p),
    "a nonzero vector": v / g,
    "its powers": 1 / (g * g),
    "invertible": b.inverse(R),
    "orthogonal": b.inverse(Q),
    "identity": b.inverse(b.identity(N)),
    "a diagonal of a nonzero vector": b.inverse(b.diag(g)),
    "a power of 2 without root": x**2,
    "exp": 1 / b.exp(x),
}


@pytest.mark.parametrize("name", DISCHARGED)
def test_discharged_by_declarations(name):
    """Nothing is left to say."""
    assert Equation(DISCHARGED[name], DISCHARGED[name]).conditions == ()


ASSUMED = [
    (1 / x, [nonzero(x)]),
    (1 / x, [positive(x)]),
    (root(x), [nonneg(x)]),
    (root(x), [positive(x)]),
    (1 / root(x - y), [positive(x - y)]),
    (v / Norm(v), [not_zero(v)]),
    (b.inverse(A), [invertible(A)]),
    (v / w, [nonzero(w)]),
]


@pytest.mark.parametrize(("term", "hypotheses"), ASSUMED)
def test_discharged_by_hypotheses(term, hypotheses):
    """What is assumed is not listed again, and without it, it is."""
    assert Equation(term, term, hypotheses).conditions == ()
    assert Equation(term, term).conditions != ()


KEPT = [
    (1 / x, [nonneg(x)]),
    (1 / root(x), [nonneg(x)]),
    (root(x), [nonzero(x)]),
    (1 / (x - y), [nonzero(x), nonzero(y)]),
    (1 / (x + p), []),
    (root(x + p), []),
    (v / Norm(v), [nonzero(x)]),
    (v / w, [not_zero(w)]),
    (v / Norm(v - w), [not_zero(v), not_zero(w)]),
    (root(q - p), []),
    (1 / (q * x), [positive(x)]),
    (b.inverse(A + R), []),
    (1 / b.dot(g, w), []),
]


@pytest.mark.parametrize(("term", "hypotheses"), KEPT)
def test_not_discharged_by_less(term, hypotheses):
    """A weaker assumption, or one of something else, leaves the condition."""
    assert Equation(term, term, hypotheses).conditions != ()


MERGED = {
    "said twice": (1 / x + 1 / x, 1),
    "the weaker half": (root(x) + 1 / root(x), 1),
    "up to a factor": (1 / x + 1 / (2 * x), 1),
    "by normal forms": (1 / (x + y) + 1 / (y + x), 1),
    "|v| and v·v": (v / Norm(v) + v / b.dot(v, v), 1),
    "through a definition": (1 / b.mean(v) + 1 / (b.dot(v, b.ones(N)) / N), 1),
    "not merged": (1 / x + 1 / y, 2),
    "a sign is not a size": (root(x) + root(-x), 2),
    "x and x + 1": (1 / x + 1 / (x + 1), 2),
}


@pytest.mark.parametrize("name", MERGED)
def test_merged(name):
    """Conditions that say the same are said once."""
    term, count = MERGED[name]
    assert len(Equation(term, term).conditions) == count


def test_both_sides_and_their_order():
    """Conditions of the left side come first."""
    assert Equation(1 / x, 1 / y).conditions == (Condition("nonzero", x), Condition("nonzero", y))
