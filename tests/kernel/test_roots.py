"""Roots and signs: √ is split at factors known to be ≥ 0 and nowhere else; |x| is √(x²)."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from derive.kernel.decide import Equation
from derive.language import build as b
from derive.language.hypotheses import nonneg, not_zero, positive
from derive.language.places import place
from derive.language.terms import Norm, Number, Power
from derive.statements.equation import prove_equation
from tests.strategies import differ_at
from tests.words import A, K, N, v, w

x, y, z = (b.scalar(name) for name in "xyz")
p, r = b.scalar("p", "positive"), b.scalar("r", "positive")
q = b.scalar("q", "nonneg")
o = b.scalar("o", "nonzero")
m = b.vector("m", N, "mask")
i, j = b.index("i", N), b.index("j", N)
root = b.sqrt

VALID = {
    "√(x²) = |x|": (root(x**2), b.absolute(x)),
    "√p² = p": (root(p**2), p),
    "√x √x = x": (root(x) * root(x), x),
    "√(x²)² = x²": (root(x**2) ** 2, x**2),
    "√(p x) = √p √x": (root(p * x), root(p) * root(x)),
    "√(q x) = √q √x": (root(q * x), root(q) * root(x)),
    "√(p/r) = √p/√r": (root(p / r), root(p) / root(r)),
    "√(x²y²) = |x||y|": (root(x**2 * y**2), b.absolute(x) * b.absolute(y)),
    "√(x⁴) = x²": (root(x**4), x**2),
    "√(x⁶) = |x|³": (root(x**6), b.absolute(x) ** 3),
    "√(1/x²) = 1/|x|": (root(1 / x**2), 1 / b.absolute(x)),
    "√(x⁻⁶) = 1/|x³|": (root(Power(x, F(-6))), 1 / b.absolute(x**3)),
    "√12 = 2√3": (root(12), 2 * root(3)),
    "√2 √3 = √6": (root(2) * root(3), root(6)),
    "√(1/2) = √2/2": (root(Number(F(1, 2))), root(2) / 2),
    "1/√N = √N/N": (1 / root(N), root(N) / N),
    "√(N K) = √N √K": (root(N * K), root(N) * root(K)),
    "√N √(σ² + p) = √(N σ² + N p)": (root(N) * root(x**2 + p), root(N * x**2 + N * p)),
    "√N √(var + p)": (root(N) * root(b.var(v) + p), root(N * b.var(v) + N * p)),
    "√((x + y)²) = |x + y|": (root((x + y) ** 2), b.absolute(x + y)),
    "√((p + r)²) = p + r": (root((p + r) ** 2), p + r),
    "√(p + r) squared": (Power(p + r, F(3, 2)), (p + r) * root(p + r)),
    "nested, √(p²·…)": (root(root(p**2)), root(p)),
    "nested, √√p⁴ = p": (root(root(p**4)), p),
    "nested, √(√p √r) = √√p √√r": (root(root(p) * root(r)), root(root(p)) * root(root(r))),
    "√√(x⁴) = |x|": (root(root(x**4)), b.absolute(x)),
    "|−v| = |v|": (Norm(-v), Norm(v)),
    "|p v| = p |v|": (Norm(p * v), p * Norm(v)),
    "|x v| = |x| |v|": (Norm(x * v), b.absolute(x) * Norm(v)),
    "|v/p| = |v|/p": (Norm(v / p), Norm(v) / p),
    "|v wᵀ| = |v||w|": (Norm(b.outer(v, w)), Norm(v) * Norm(w)),
    "√(|v|²) = |v|": (root(b.dot(v, v)), Norm(v)),
    "√(|v|²x) = |v|√x": (root(b.dot(v, v) * x), Norm(v) * root(x)),
    "√(s·1)² for a mask": (root(b.dot(m, b.ones(N)) ** 2), b.dot(m, b.ones(N))),
    "√(tr AᵀA) = |A|": (root(b.trace(A.T @ A)), Norm(A)),
    "√(x + y)/√(x + y)³": (root(x + y) / Power(x + y, F(3, 2)), 1 / (x + y)),
    "√(x/y)·√(x/y)": (root(x / y) * root(x / y), x / y),
    "√(p/(x + y)²) = √p/|x + y|": (root(p / (x + y) ** 2), root(p) / b.absolute(x + y)),
    "√(x − y)²": (root(x - y) ** 2, x - y),
    "√0 = 0": (root(x - x), Number(F(0))),
}

#: What a careless rule would say; each is false somewhere (or cannot be known).
INVALID = {
    "√(x²) = x": (root(x**2), x),
    "√(o²) = o": (root(o**2), o),
    "√(xy) = √x √y, where x, y < 0 are allowed": (root(x**2 * y**2), x * y),
    "√(x⁶) = x³": (root(x**6), x**3),
    "√(x⁻²) = 1/x": (root(1 / o**2), 1 / o),
    "√(p + r) = √p + √r": (root(p + r), root(p) + root(r)),
    "√((p − r)²) = p − r": (root((p - r) ** 2), p - r),
    "√((p − r)²) = r − p": (root((p - r) ** 2), r - p),
    "√√(x²) = √x is not for all x": (root(root(x**4)), x),
    "√N √(σ² + p) = √(N σ² + p)": (root(N) * root(x**2 + p), root(N * x**2 + p)),
    "|x v| = x |v|": (Norm(x * v), x * Norm(v)),
    "|v + w| = |v| + |w|": (Norm(v + w), Norm(v) + Norm(w)),
    "|v|√x = −√(|v|²x)": (-Norm(v) * root(p), root(b.dot(v, v) * p)),
    "√((v·w)²) = v·w": (root(b.dot(v, w) ** 2), b.dot(v, w)),
    "√8 = 2√3": (root(8), 2 * root(3)),
    "√(x²)³ = x³": (root(x**2) ** 3, x**3),
    "√((tr A)²) = tr A": (root(b.trace(A) ** 2), b.trace(A)),
    "√(p/(x + y)²) = √p/(x + y)": (root(p / (x + y) ** 2), root(p) / (x + y)),
}


@pytest.mark.parametrize("name", VALID)
def test_valid(name):
    """Proved without any hypothesis, and the opposite sign is not."""
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


def test_the_first_witness_against_the_root_of_a_square():
    """√(x²) = x fails at x = −1, the first negative number tried."""
    assert prove_equation(root(x**2), x).counterexample.values == {"x": F(-1)}


def test_a_product_of_roots_where_no_sign_is_declared():
    """√(xy) = √x √y where both sides are defined: x ≥ 0 and y ≥ 0 stand in the ledger; xy ≥ 0 alone does not help."""
    both = prove_equation(root(x * y), root(x) * root(y))
    assert both.status == "proved"
    assert [(c.kind, c.term) for c in both.conditions] == [("nonneg", x * y), ("nonneg", x), ("nonneg", y)]
    assert prove_equation(root(x**2 * y), x * root(y)).status == "refuted"
    assert prove_equation(root(x * y), root(x) * root(y), [nonneg(x)]).status == "proved"
    assert prove_equation(root(x * y), root(x) * root(y), [nonneg(y)]).status == "proved"
    assert prove_equation(root(x * y), -root(x) * root(y), [nonneg(y)]).status == "refuted"


ASSUMED = {
    "x − 1 ≥ 0": (root((x - 1) ** 2), x - 1, [nonneg(x - 1)]),
    "x − 1 ≥ 0, of a product": (root((x - 1) ** 2 * y), (x - 1) * root(y), [nonneg(x - 1)]),
    "x − y > 0, of a product": (root((x - y) ** 2 * p), (x - y) * root(p), [positive(x - y)]),
    "v ≠ 0": (root(b.dot(v, v) * x) / Norm(v), root(x), [not_zero(v)]),
    "x > 0": (b.absolute(x), x, [positive(x)]),
    "−x > 0": (b.absolute(x), -x, [positive(-x)]),
    "−x ≥ 0, of a product": (root(x**6 * y), -(x**3) * root(y), [nonneg(-x)]),
    "x ≤ 0, said of 1/x³": (root(x**2), -x, [positive(-1 / x**3)]),
    "−p x ≥ 0": (b.absolute(x), -x, [nonneg(-p * x)]),
    "−x > 0, −y > 0": (b.absolute(x * y), x * y, [positive(-x), positive(-y)]),
    "v·w > 0": (b.absolute(b.dot(v, w)), b.dot(v, w), [positive(b.dot(v, w))]),
    "v·w ≤ 0": (b.absolute(b.dot(v, w)), -b.dot(v, w), [nonneg(-b.dot(v, w))]),
    "vᵢ > 0": (b.absolute(v[i]), v[i], [positive(v[i])]),
    "vᵢ ≥ 0, called by another index": (b.absolute(v[i]), v[i], [nonneg(v[j])]),
    "vᵢ ≥ 0, in a sum": (b.dot(b.absolute(v), b.ones(N)), b.dot(v, b.ones(N)), [nonneg(v[i])]),
    "vᵢ ≥ 0, and their sum": (b.absolute(b.dot(v, b.ones(N))), b.dot(v, b.ones(N)), [nonneg(v[i])]),
    "vᵢ ≥ 0, of a product": (b.absolute(v[i] * w[i]), v[i] * b.absolute(w[i]), [nonneg(v[i])]),
}


@pytest.mark.parametrize("name", ASSUMED)
def test_assumed_signs(name):
    """A sign that is assumed of a sum is used for this sum."""
    lhs, rhs, hypotheses = ASSUMED[name]
    assert prove_equation(lhs, rhs, hypotheses).status == "proved"
    assert prove_equation(lhs, -rhs, hypotheses).status == "refuted"


NOT_ASSUMED = {
    "x + 1 ≥ 0 says nothing of x": (root(x**2), x, [nonneg(x + 1)]),
    "x ≥ 0 says nothing of x − 1": (root((x - 1) ** 2), x - 1, [nonneg(x)]),
    "x y ≥ 0 says nothing of x": (root(x**2), x, [nonneg(x * y)]),
    "x² > 0 says nothing of x": (root(x**2), x, [positive(x**2)]),
    "p > 0 says nothing of p − 1": (root((p - 1) ** 2), p - 1, []),
    "−x ≥ 0": (root(x**2), x, [nonneg(-x)]),
    "−x ≥ 0, of a cube": (root(x**6), x**3, [nonneg(-x)]),
    "−x ≥ 0 says nothing of y": (root(x**2 * y**2), -x * y, [nonneg(-x)]),
    "−x y ≥ 0 says nothing of x": (root(x**2), -x, [nonneg(-x * y)]),
    "v·w > 0 says nothing of vᵢ": (b.absolute(v[i]), v[i], [positive(b.dot(v, w))]),
    "Σ vᵢ > 0 says nothing of vᵢ": (b.absolute(v[i]), v[i], [positive(b.dot(v, b.ones(N)))]),
    "vᵢ ≥ 0 says nothing of wᵢ": (b.absolute(v[i] * w[i]), v[i] * w[i], [nonneg(v[i])]),
    "vᵢ ≥ 0 says nothing of v·w": (b.absolute(b.dot(v, w)), b.dot(v, w), [nonneg(v[i])]),
    "v₁ > 0 says nothing of vᵢ": (b.absolute(v[i]), v[i], [positive(v[place(N, 1)])]),
    "Aᵢᵢ > 0 says nothing of Aᵢⱼ": (b.absolute(A[i, j]), A[i, j], [positive(A[i, i])]),
    "x y > 0, x z > 0 say nothing of y": (root(y**2), y, [positive(x * y), positive(x * z)]),
}


@pytest.mark.parametrize("name", NOT_ASSUMED)
def test_signs_that_do_not_follow(name):
    """A sign of something else is not used."""
    lhs, rhs, hypotheses = NOT_ASSUMED[name]
    assert prove_equation(lhs, rhs, hypotheses).status == "refuted"


def test_an_imaginary_factor_stands_beside_zero():
    """q ≥ 0 and √(q x): at q = 0 the other factor may be negative, and both sides are 0."""
    lhs, rhs = root(q * x) * root(q * x), q * x
    assert prove_equation(lhs, rhs).status == "proved"
    assert prove_equation(root(-b.dot(v, v)), Number(F(0))).status == "unsupported"
    assert prove_equation(root(-b.dot(v, v)) * root(-b.dot(w, w)), Norm(v) * Norm(w)).status != "refuted"
