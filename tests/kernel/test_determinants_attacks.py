"""Attacks on determinants and products over an index: statements that look like rules and are false."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from derive.errors import UndefinedAtPoint
from derive.evaluate.evaluate import evaluate
from derive.evaluate.point import Point
from derive.language import build as b
from derive.language.hypotheses import equal
from derive.language.terms import Index, Symbol, Term, as_term
from derive.statements.equation import prove_equation
from tests.words import A, B, N, x, y

e, i, j, k, m, n, p = (b.index(name, N) for name in "eijkmnp")
c, z = b.scalar("c"), b.scalar("z")
T = Symbol("T", (N, N, N))
ZERO, ONE, TWO = Fraction(0), Fraction(1), Fraction(2)

Entry = Callable[[Index, Index, Index], Term]


def unfolded(entry: Entry, first: bool) -> Term:
    """det(I + U Uᵀ) for U an unfolding of a tensor t: Uᵢ₍ₖₚ₎ = tᵢₖₚ, or U₍ᵢ₎₍ₑₚ₎ = tₑᵢₚ."""

    def gram(left: Index, right: Index) -> Term:
        if first:
            return b.sum_(k, b.sum_(p, entry(left, k, p) * entry(right, k, p)))
        return b.sum_(e, b.sum_(p, entry(e, left, p) * entry(e, right, p)))

    entries = b.sum_(i, b.sum_(j, gram(i, j) * b.outer(b.basis(i), b.basis(j))))
    return b.det(b.identity(N) + entries)


def tensor_entry(first: Index, second: Index, third: Index) -> Term:
    """An entry of a tensor that is a symbol."""
    return T[first, second, third]


def opaque_entry(first: Index, second: Index, third: Index) -> Term:
    """An entry of a tensor that is not looked into."""
    return 1 / (x[first] + A[second, third])


TENSORS = [
    (tensor_entry, {T: (((ONE, ZERO), (ZERO, ONE)), ((ZERO, ZERO), (ZERO, ZERO)))}),
    (opaque_entry, {x: (ONE, TWO), A: ((ONE, ZERO), (ZERO, ONE))}),
]


@pytest.mark.parametrize(("entry", "values"), TENSORS)
def test_a_ring_that_is_cut_between_entries_of_three_indices_is_another_matrix(
    entry: Entry, values: dict[Symbol, object]
) -> None:
    """The two Gram matrices of a tensor share a closed graph, and have two determinants: never proved."""
    left, right = unfolded(entry, True), unfolded(entry, False)
    point = Point({N: 2}, values)  # type: ignore[arg-type]  # nested tuples of fractions
    assert evaluate(left, point) != evaluate(right, point)
    assert prove_equation(left, right).status != "proved"


def test_a_ring_of_matrices_is_still_cut_anywhere() -> None:
    """det(I + A B) = det(I + B A), the case for which rings are there."""
    eye = b.identity(N)
    assert prove_equation(b.det(eye + A @ B), b.det(eye + B @ A)).status == "proved"
    assert prove_equation(b.det(eye + A @ B), b.det(eye + A @ B.T)).status == "refuted"


WITHOUT = [
    (
        y[n] * b.prod_(m, 1 / x[m], without=n),
        as_term(0),
        [equal(b.hadamard(x, y), 0)],
        Point({N: 1}, {x: (ZERO,), y: (ONE,)}),
    ),
    (z * b.prod_(m, 1 / c, without=n), as_term(0), [equal(c * z, 0)], Point({N: 1}, {c: ZERO, z: ONE})),
    (
        b.sqrt(c**2) * b.prod_(m, b.sqrt(c), without=n),
        c * b.prod_(m, b.sqrt(c), without=n),
        [],
        Point({N: 1}, {c: -ONE}),
    ),
]


@pytest.mark.parametrize(("left", "right", "given", "point"), WITHOUT)
def test_what_is_left_out_of_a_product_is_read_in_one_way(
    left: Term, right: Term, given: list[object], point: Point
) -> None:
    """At size 1 no factor is left: if the kernel needs its value, so does the evaluation; no value, or not proved."""
    try:
        values = evaluate(left, point, {n: 1}), evaluate(right, point, {n: 1})
    except UndefinedAtPoint:
        return
    assert values[0] != values[1]
    assert prove_equation(left, right, given).status != "proved"  # type: ignore[arg-type]
