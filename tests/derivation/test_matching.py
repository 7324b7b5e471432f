"""Matching: what counts as the same line, and what does not."""

from __future__ import annotations

from fractions import Fraction

import pytest

from derive.derivation.connecting import connects
from derive.derivation.matching import Pattern, rewrites
from derive.language.alike import same
from derive.language.build import diag, dot, hadamard, matrix, norm, ones, prod_, scalar, sum_
from derive.language.build import index as index_
from derive.language.terms import Number, Product, Term
from tests.words import K, N, u, v, w

A, B, C = (matrix(name, N, N) for name in "ABC")
p, q, r = (scalar(name) for name in "pqr")
i, j, k = index_("i", N), index_("j", N), index_("k", N)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (u + v + w, w + (u + v)),
        (A * (B * C), A * B * C),
        (p * A * q * v, A * (q * p * v)),
        (hadamard(u, v), hadamard(v, u)),
        (sum_(i, u[i] * v[i]), sum_(j, v[j] * u[j])),
        (u.T * (A * v), u.T * A * v),
        (p * (u.T * v), (u.T * v) * p),
        (sum_(i, prod_(j, u[j], without=i)), sum_(j, prod_(i, u[i], without=j))),
    ],
)
def test_same_up_to_order_and_brackets(left: Term, right: Term) -> None:
    """Order of sums, brackets of products, place of scalars and names of summed indices do not count."""
    assert same(left, right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (A * B, B * A),
        (u - v, v - u),
        (u.T * v, v.T * u),
        (ones(N), ones(K)),
        (p * q + r, p * (q + r)),
        (diag(u) * v, u * v),
        (sum_(i, u[i]), sum_(i, v[i])),
        (u * u.T, v * u.T),
        (dot(u, v), u.T * v),
        (prod_(j, u[j], without=i), prod_(j, u[j])),
        (prod_(j, u[j], without=i), prod_(j, u[j], without=index_("k", N))),
        (sum_(i, sum_(k, prod_(j, u[j], without=i) * v[k])), sum_(i, sum_(k, prod_(j, u[j], without=k) * v[k]))),
    ],
)
def test_not_the_same(left: Term, right: Term) -> None:
    """Different terms, even equal ones, are not the same line."""
    assert not same(left, right)


def test_connects_finds_every_changed_place() -> None:
    """One rule may be used at several places of one line."""
    law = Pattern(dot(u, u), norm(u) ** 2, frozenset({u}))
    before = dot(v, v) * w + dot(A * v, A * v) * v
    after = norm(v) ** 2 * w + norm(A * v) ** 2 * v
    changes = connects([law], before, after, lambda _: True)
    assert changes is not None
    assert {(change.before, change.after) for change in changes} == {
        (dot(v, v), norm(v) ** 2),
        (dot(A * v, A * v), norm(A * v) ** 2),
    }


def test_connects_refuses_what_the_rule_does_not_say() -> None:
    """A place that another rule would explain is not connected."""
    law = Pattern(dot(u, u), norm(u) ** 2, frozenset({u}))
    assert connects([law], dot(v, w), norm(v) ** 2, lambda _: True) is None
    assert connects([law], dot(v, v) + p, norm(v) ** 2 + q, lambda _: True) is None


def test_rewrites_finds_windows_in_products_and_sums() -> None:
    """A rule applies inside a longer product and to some summands of a longer sum."""
    idempotent = Pattern(A * A, A)
    assert next(rewrites(idempotent, p * B * A * A * v, lambda _: True)) == Product((p, B, A, v))
    combine = Pattern(p * u + q * u, (p + q) * u, frozenset({p, q, u}))
    results = list(rewrites(combine, 2 * v + w + 3 * v, lambda _: True))
    assert any(same(result, w + (2 + Number(Fraction(3))) * v) for result in results)


def test_rules_about_products_that_leave_one_out() -> None:
    """Their indices match by the place they have, and a product that leaves none out is no such product."""
    whole = Pattern(prod_(j, u[j], without=i) * u[i], prod_(j, u[j]), frozenset({u}))
    (made,) = rewrites(whole, prod_(i, w[i], without=j) * w[j], lambda _: True)
    assert same(made, prod_(i, w[i]))
    assert not list(rewrites(whole, prod_(i, w[i]) * w[j], lambda _: True))
    assert not list(rewrites(whole, prod_(i, w[i], without=k) * w[j], lambda _: True))
    kept = Pattern(dot(u, u) * prod_(j, u[j], without=i), norm(u) ** 2 * prod_(j, u[j], without=i), frozenset({u}))
    (made,) = rewrites(kept, dot(w, w) * prod_(k, w[k], without=j), lambda _: True)
    assert same(made, norm(w) ** 2 * prod_(k, w[k], without=j))
    assert not same(made, norm(w) ** 2 * prod_(k, w[k]))
    assert not list(rewrites(Pattern(prod_(j, u[j]), p, frozenset({u})), prod_(j, w[j], without=i), lambda _: True))
    captured = Pattern(sum_(i, u[i]), prod_(i, u[i], without=k), frozenset({u}))
    assert list(rewrites(captured, sum_(k, w[k]), lambda _: True)) == [prod_(i, w[i], without=k)]


def test_rewrites_nothing_where_nothing_matches() -> None:
    """No occurrence, no result."""
    assert not list(rewrites(Pattern(A * A, A), A * B * A * v, lambda _: True))


@pytest.mark.parametrize("term", [p, p * q, norm(u), hadamard(u, v), u.T * A * v])
def test_a_scalar_product_is_matched_by_scalar_products_alone(term: Term) -> None:
    """The pattern uᵀu, which is one scalar factor of itself, is compared with another term once."""
    squared = Pattern(u.T * u, norm(u) ** 2, frozenset({u}))
    assert list(rewrites(squared, term, lambda _: True)) == []
