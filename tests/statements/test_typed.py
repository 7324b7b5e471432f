"""Formulas as they are written: shapes that agree or not, names that are introduced or not."""

from __future__ import annotations

from derive.language.build import dot, index, matrix, scalar, sum_, vector
from derive.statements.typed import Closed, SameShape
from tests.words import K, N

n, k = index("n", N), index("k", K)
a, b = vector("a", N), vector("b", N)
A = matrix("A", N, K)
x = scalar("x")


def test_equal_shapes_are_proved_and_unequal_ones_refuted_with_both() -> None:
    """A vector is no scalar, a row no column, N × K not K × N."""
    assert SameShape(a, a + b).decide().status == "proved"
    assert SameShape(dot(a, b), x).decide().status == "proved"
    for lhs, rhs in ((a, x), (a, a.T), (A, A.T), (A.T * a, a), (a * a.T, dot(a, a))):
        judgement = SameShape(lhs, rhs).decide()
        assert judgement.status == "refuted"
        assert judgement.counterexample is not None
    assert str(SameShape(a, x).decide().counterexample) == "the left side is (N), the right side scalar"


def test_names_that_are_used_must_be_introduced() -> None:
    """Symbols and free indices; a summed index needs no introduction."""
    assert Closed(sum_(n, a[n] * b[n]), (a, b)).decide().status == "proved"
    assert Closed(a[n], (a, n)).decide().status == "proved"
    judgement = Closed(a[n] + x, (a,)).decide()
    assert judgement.status == "refuted"
    assert str(judgement.counterexample) == "x, n are used and not introduced"
    assert str(Closed(a[n], (a,)).decide().counterexample) == "n is used and not introduced"


def test_one_name_with_another_meaning_is_not_introduced() -> None:
    """Introducing a scalar does not introduce the vector of that name."""
    assert Closed(vector("x", N), (x,)).decide().status == "refuted"
    assert Closed(a[n], (a, index("n", K))).decide().status == "refuted"


def test_the_sentences_say_what_is_asked() -> None:
    """Of both kinds."""
    assert str(SameShape(a, x)) == "a and x have the same shape"
    assert str(Closed(a[n], (a, n))) == "in aₙ no name is used but a, n"
    assert str(Closed(a[n] - a[n], ())) == "in aₙ - aₙ no name is used but sizes"
