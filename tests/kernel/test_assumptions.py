"""Signs that are read off terms: never more than is true."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derive.errors import DeriveError
from derive.evaluate.effort import Effort
from derive.evaluate.evaluate import Evaluation
from derive.evaluate.numbers import is_nonneg, is_zero
from derive.kernel.assumptions import Assumptions
from derive.language import build as b
from derive.language.hypotheses import nonneg, not_zero, positive
from derive.language.terms import Hadamard, Neg, Norm, Number, Power, Product, Quotient
from tests.strategies import WIDE, few, random_point
from tests.words import N, i

x, y = b.scalar("x"), b.scalar("y")
p, q, o = b.scalar("p", "positive"), b.scalar("q", "nonneg"), b.scalar("o", "nonzero")
u, v, f = b.vector("u", N), b.vector("v", N), b.vector("f", N, "not_zero")
w = b.vector("w", N, "nonzero")

#: term, (known ≥ 0, known ≠ 0)
SIGNS = [
    (Number(F(-1)), (False, True)),
    (Number(F(0)), (True, False)),
    (N, (True, True)),
    (x, (False, False)),
    (p, (True, True)),
    (q, (True, False)),
    (o, (False, True)),
    (p + q, (True, True)),
    (q + q, (True, False)),
    (p - q, (False, False)),
    (Neg(p), (False, False)),
    (x * x, (True, False)),
    (Product((x, y, x)), (False, False)),
    (Product((x, y, x, y)), (True, False)),
    (o * o, (True, True)),
    (Hadamard((x, x)), (True, False)),
    (Power(x, F(2)), (True, False)),
    (Power(x, F(3)), (False, False)),
    (Power(x, F(1, 2)), (True, False)),
    (Power(o, F(-3)), (False, True)),
    (Quotient(q, p), (True, False)),
    (Quotient(x, p), (False, False)),
    (b.dot(u, u), (True, False)),
    (b.dot(f, f), (True, True)),
    (b.dot(u, v), (False, False)),
    (Product((u.T, u)), (True, False)),
    (Product((u.T, v)), (False, False)),
    (Product((u.T, b.matrix("A", N, N), u)), (False, False)),
    (b.dot(b.exp(u), b.exp(v)), (True, True)),
    (b.dot(b.exp(u), v), (False, False)),
    (b.dot(w, b.exp(v)), (False, False)),
    (Product((b.ones(N).T, b.exp(u))), (True, True)),
    (Product((b.ones(N).T, w)), (False, False)),
    (Product((x, b.ones(N).T, b.exp(u))), (False, False)),
    (Product((b.exp(u).T, b.exp(v), p)), (True, True)),
    (Product((b.exp(u).T, p, b.identity(N), b.exp(v))), (True, False)),
    (Product((b.exp(u).T, b.entrywise("exp", b.outer(u, v)), b.exp(v))), (True, True)),
    (Product((b.entrywise("exp", b.outer(u, v)), b.exp(v)))[i], (True, True)),
    (Product((b.entrywise("exp", b.outer(u, v)), w))[i], (False, False)),
    (Norm(u), (True, False)),
    (Norm(f), (True, True)),
    (b.sqrt(p), (True, True)),
    (b.exp(x), (True, True)),
    (b.log(p), (False, False)),
    (b.absolute(o), (True, True)),
    (b.sum_(i, u[i] ** 2), (True, False)),
    (b.sum_(i, u[i]), (False, False)),
    (b.prod_(i, u[i] ** 2 + 1), (True, True)),
    (b.var(u), (True, False)),
    (b.var(u) + p, (True, True)),
    (b.det(b.matrix("A", N, N)), (False, False)),
]


@pytest.mark.parametrize(("term", "sign"), SIGNS)
def test_signs(term, sign):
    """Exactly these facts are read off."""
    assert tuple(Assumptions().sign(term)) == sign


def test_assumed():
    """A hypothesis about a term is known of this term, definitions unfolded, and of no other."""
    known = Assumptions([positive(x - y), nonneg(b.mean(u)), not_zero(v)])
    assert known.sign(x - y).positive
    assert not known.sign(y - x).nonneg
    assert known.sign(b.dot(u, b.ones(N)) / N).nonneg
    assert known.sign(b.dot(v, v)).positive
    assert not known.sign(b.dot(u, u)).nonzero


@few
@given(st.randoms(use_true_random=False))
def test_signs_are_true(random):
    """What is read off a random scalar holds at every point at which it has a value."""
    term = WIDE.term(random, (), 4)
    sign = Assumptions().sign(term)
    for _ in range(5):
        try:
            value = Evaluation(random_point(random, term, largest=3), Effort(50_000))(term)
        except DeriveError:
            continue
        if sign.nonneg:
            assert is_nonneg(value) is not False
        if sign.nonzero:
            assert is_zero(value) is not True
