"""Substitution: all at once, without capture, and with the value that it says."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derive.errors import DeriveError, InputError, LimitError, NameError_, ShapeError
from derive.evaluate.effort import Effort
from derive.evaluate.evaluate import Evaluation
from derive.evaluate.point import Point
from derive.language import build as b
from derive.language.substitution import (
    at,
    check_names,
    dimensions_of,
    replace_at,
    substitute,
    subterms,
    symbols_of,
    unfold_all,
)
from derive.language.terms import Product, Sum, Symbol
from derive.statements.equation import prove_equation
from tests.strategies import POLYNOMIAL, K, N, few, positions, random_point, shapes
from tests.words import i, j, u, v, w

s, t = b.scalar("s"), b.scalar("t")
primed = b.index("i'", N)
randoms = st.randoms(use_true_random=False)


def test_all_at_once():
    """x ↦ y, y ↦ x swaps."""
    assert substitute(s + 2 * t, {s: t, t: s}) == t + 2 * s


CAPTURE = {
    "the bound index": (b.sum_(i, s * u[i]), {s: v[i]}, v[i] * b.dot(u, b.ones(N))),
    "a free index of the term": (b.sum_(i, s * u[i] * w[primed]), {s: v[i]}, v[i] * w[primed] * b.dot(u, b.ones(N))),
    "two sums": (
        b.sum_(i, b.sum_(j, s * u[i] * w[j])),
        {s: v[i] * v[j]},
        v[i] * v[j] * b.dot(u, b.ones(N)) * b.dot(w, b.ones(N)),
    ),
    "an inner sum of the same index": (
        b.sum_(i, u[i] * b.sum_(i, s * w[i])),
        {s: v[i]},
        v[i] * b.dot(u, b.ones(N)) * b.dot(w, b.ones(N)),
    ),
}


@pytest.mark.parametrize("name", CAPTURE)
def test_no_capture(name):
    """What is put in keeps its free indices, and the term keeps its own."""
    term, symbols, expected = CAPTURE[name]
    assert prove_equation(substitute(term, symbols), expected).status == "proved"


def test_renaming_a_free_index_is_not_captured():
    """i ↦ j under a sum over j."""
    term = b.sum_(j, u[i] * w[j])
    assert prove_equation(substitute(term, indices={i: j}), u[j] * b.dot(w, b.ones(N))).status == "proved"


@few
@given(randoms, shapes)
def test_the_value_of_a_substitution(random, shape):
    """term[s := r] at a point is term at the point where s has the value of r."""
    term = POLYNOMIAL.term(random, shape, 3)
    symbols = [x for x in symbols_of(term) if x.shape in ((), (N,), (K,))]
    if not symbols:
        return
    symbol = random.choice(symbols)
    value = POLYNOMIAL.term(random, symbol.shape, 2)
    replaced = substitute(term, {symbol: value})
    point = random_point(random, term, value, largest=3)
    try:
        new = Evaluation(point, Effort(50_000))(value)
        moved = Point(point.dimensions, {**point.values, symbol: new})
        assert Evaluation(point, Effort(50_000))(replaced) == Evaluation(moved, Effort(50_000))(term)
    except DeriveError:
        return  # a nonzero vector that became zero, or too much work


def test_an_index_left_out_of_a_product_is_an_occurrence():
    """It is renamed with the free indices, never captured, and kept by whatever rebuilds the term."""
    k = b.index("k", N)
    others = b.prod_(i, s - u[i], without=j)
    assert substitute(others, indices={j: k}) == b.prod_(i, s - u[i], without=k)
    assert substitute(others, indices={j: i}) == b.prod_(primed, s - u[primed], without=i)
    assert substitute(others, {s: v[i]}) == b.prod_(primed, v[i] - u[primed], without=j)
    assert substitute(b.sum_(j, s * others), {s: v[j]}).free == {j}
    assert substitute(others, {s: t}) == b.prod_(i, t - u[i], without=j)
    assert substitute(others, dims={N: 3}).free == {b.index("j", 3)}
    with_t = replace_at(others, (0, 0), t)
    assert with_t == b.prod_(i, t - u[i], without=j)
    point = Point({N: 2}, {u: (Fraction(2), Fraction(5)), v: (Fraction(7), Fraction(1)), s: Fraction(0)})
    captured = substitute(b.sum_(j, others * w[j]), {s: v[j], w: v})  # Σⱼ′ ∏_{i≠j′} (vⱼ − uᵢ) vⱼ′
    values = [Evaluation(point)(captured, {j: place}) for place in (1, 2)]
    assert values == [(7 - 5) * 7 + (7 - 2) * 1, (1 - 5) * 7 + (1 - 2) * 1]


def test_dimensions():
    """N ↦ 3 reaches shapes, indices, symbols and the scalar N."""
    term = substitute(N * b.dot(u, b.ones(N)) + b.sum_(i, u[i]), dims={N: 3})
    assert dimensions_of(term) == ()
    x = b.vector("u", 3)
    assert prove_equation(term, 4 * b.dot(x, b.ones(3))).status == "proved"


def test_dimensions_that_become_equal():
    """Indices of one name over N and K stay apart when both become 3."""
    k = b.index("i", K)
    x = b.vector("x", K)
    term = substitute(b.sum_(i, b.sum_(k, u[i] * x[k])), dims={K: N})
    assert prove_equation(term, b.dot(u, b.ones(N)) * b.dot(b.vector("x", N), b.ones(N))).status == "proved"


def test_shapes_must_fit():
    """A vector is not put for a scalar."""
    with pytest.raises(ShapeError):
        substitute(s, {s: u})


def test_derivatives_are_guarded():
    """Nothing is put for the symbol with respect to which is derived, nor what depends on it."""
    term = b.grad(s * t, t)
    with pytest.raises(InputError, match=r"∂/∂t|derived"):
        substitute(term, {t: s + 1})
    with pytest.raises(InputError, match="depends on it"):
        substitute(term, {s: 2 * t})
    assert substitute(term, {s: 2 * s}) == b.grad(Product((2 * s, t)), t)


def test_definitions():
    """A name whose body changes is unfolded; one that does not is kept; parameters take dimensions along."""
    mu = b.let("mu", b.dot(u, b.ones(N)) / N)
    assert substitute(mu + s, {s: t}) == mu + t
    assert substitute(mu, {u: v}) == b.dot(v, b.ones(N)) / N
    assert b.mean(b.vector("k", K)).unfold() == b.dot(b.vector("k", K), b.ones(K)) / K
    assert unfold_all(mu) == b.dot(u, b.ones(N)) / N
    with pytest.raises(NameError_, match="no parameter"):
        b.define("f", s + t, s)


def test_definitions_used_twice_sixty_times_over():
    """2⁶⁰ sub-terms by name: an answer or a limit, at once."""
    term = s
    for number in range(60):
        term = b.let(f"d{number}", term + term)
    assert symbols_of(term) == (s,)
    with pytest.raises(LimitError):
        unfold_all(term)


@few
@given(randoms, shapes)
def test_positions(random, shape):
    """Replacing a sub-term by itself is the same term; every position has a sub-term."""
    term = POLYNOMIAL.term(random, shape, 3)
    for place in positions(term):
        assert replace_at(term, place, at(term, place)) == term


def test_names():
    """One name, one meaning, also inside definitions."""
    with pytest.raises(NameError_):
        check_names(s, Symbol("s", (N,)))
    with pytest.raises(NameError_):
        check_names(b.let("s", t + 1), s)
    check_names(s, t, Sum(i, u[i]))


def test_subterms_are_left_to_right_and_children_before_parents():
    """Every occurrence once, as written."""
    x, y = b.scalar("x"), b.scalar("y")
    assert list(subterms((x + y) * x / y)) == [x, y, x + y, x, (x + y) * x, y, (x + y) * x / y]


def test_a_definition_that_is_not_concerned_stays_folded() -> None:
    """What is put in has a free index that is bound in the definition; none of its symbols is replaced."""
    n = b.dimension("N")
    x, t, i = b.vector("x", n), b.scalar("t"), b.index("i", n)
    mean = b.let("m", b.sum_(i, x[i]))
    assert substitute(t * mean, {t: x[i], x: x}) == x[i] * mean
    assert substitute(t * mean, {t: x[i], x: 2 * x}) != x[i] * mean
    assert substitute(t * mean, dims={n: n}) == t * mean
