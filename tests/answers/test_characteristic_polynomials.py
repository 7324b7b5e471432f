"""Characteristic polynomials of diagonal + fixed rank, found for all N, against exact determinants at small N."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from derive.answers.characteristic_polynomials import (
    search_characteristic_polynomial,
)
from derive.answers.derived import derive_characteristic_polynomial
from derive.derivation.derivation import CheckedDerivation
from derive.errors import Undecided
from derive.evaluate.evaluate import Evaluation
from derive.evaluate.linear import characteristic_polynomial as coefficients_of
from derive.evaluate.point import Point
from derive.evaluate.points import names, points
from derive.language.build import (
    det,
    diag,
    index,
    matrix,
    norm,
    outer,
    prod_,
    scalar,
    sum_,
    vector,
)
from derive.language.terms import Add, Term
from derive.printing import text
from derive.search.low_rank import low_rank
from derive.statements.spectrum import characteristic_polynomial
from tests.words import N, a, eye, g, one, u, v

z, t = scalar("z"), scalar("t")
Pi, G = eye - outer(one, one) / N, diag(g)
alpha = 1 / g
Pi2 = eye - outer(alpha, alpha) / norm(alpha) ** 2

MATRICES: dict[str, Term] = {
    "a diagonal": diag(a),
    "centring": Pi,
    "the affine part": diag(a) * Pi,
    "the Gram matrix": diag(a) * Pi * diag(a),
    "centred Gram matrix": Pi * G * G * Pi,
    "its inverse": Pi2 * G**-2 * Pi2,
    "one pair": diag(a) + outer(u, v),
    "no diagonal": outer(u, v),
    "two pairs": diag(a) + outer(u, v) + outer(one, a),
    "three pairs": eye + outer(u, v) + outer(one, a) + outer(a, u),
    "proportional to the square": diag(a) - outer(a, a**2),
    "proportional to 1": diag(a) - 2 * outer(one, one),
    "a polynomial in the diagonal": diag(a) + outer(a, one) + outer(one, a),
    "a diagonal that is a sum": diag(2 * a + one) - outer(2 * a + one, one),
    "the same with a square": diag(a + one) - outer(a + one, a),
    "a product gone round": Pi * diag(a) * Pi,
    "a product with zeros": Pi * diag(a) ** 2 * Pi,
    "a scalar that may be zero": diag(a) - t * outer(one, one),
}

#: What is found in closed form.
CLOSED: dict[str, str] = {
    "its inverse": "(z / (g⁻¹ · g⁻¹)) (z (∂(∏ₙ (z - gₙ⁻²))/∂z) - N ∏ₙ (z - gₙ⁻²))",
    "the Gram matrix": "(z / N) (∂(∏ₙ (z - aₙ²))/∂z)",
    "a product with zeros": "(z / N) (∂(∏ₙ (z - aₙ²))/∂z)",
    "centring": "(z / N) (∂(∏ₙ (z - 1))/∂z)",
    "the affine part": "(z / N) (∂(∏ₙ (z - aₙ))/∂z)",
    "proportional to the square": "z³ (∂(∏ₙ (z - aₙ))/∂z) + (1 - z² N - z (a · 1) - a · a) ∏ₙ (z - aₙ)",
    "proportional to 1": "2 (∂(∏ₙ (z - aₙ))/∂z) + ∏ₙ (z - aₙ)",
    "a scalar that may be zero": "t (∂(∏ₙ (z - aₙ))/∂z) + ∏ₙ (z - aₙ)",
    "a diagonal that is a sum": "z (∂(∏ₙ (z - (2aₙ + 1)))/∂z) + (1 - N) ∏ₙ (z - (2aₙ + 1))",
}


@pytest.mark.parametrize("name", MATRICES)
def test_found_and_proved(name: str) -> None:
    """The polynomial that is found is proved to be det(zI − M) for all N."""
    judgement = search_characteristic_polynomial(MATRICES[name], z).statement.decide()
    assert judgement.status == "proved", judgement.explain()


@pytest.mark.parametrize("name", MATRICES)
@pytest.mark.parametrize("size", [1, 2, 3])
def test_agrees_with_exact_coefficients(name: str, size: int) -> None:
    """At small N and rational data it is the polynomial with the coefficients that elimination gives."""
    found = search_characteristic_polynomial(MATRICES[name], z).statement
    _, symbols = names(found.terms)
    compared = 0
    for point in points(symbols, {N: size}, (), 6):
        evaluation = Evaluation(point)
        value: Any = evaluation(found.polynomial)
        entries: Any = evaluation(found.matrix)
        at: Any = point.values[z]
        expected = Fraction(0)
        for coefficient in coefficients_of(entries):
            expected = expected * at + coefficient  # type: ignore[assignment,operator]  # rational data
        assert value == expected
        compared += 1
    assert compared


def test_one_pair_is_written_without_division() -> None:
    """The leave-one-out form holds for every z."""
    assert text(search_characteristic_polynomial(diag(a) + outer(u, v), z).statement.polynomial) == (
        "∏ₙ (z - aₙ) - Σₙ uₙ vₙ ∏_{m≠n} (z - aₘ)"
    )


@pytest.mark.parametrize("name", CLOSED)
def test_closed_forms(name: str) -> None:
    """c₀ p + c₁ p′ where the pairs are polynomials in the diagonal."""
    found = search_characteristic_polynomial(MATRICES[name], z).statement
    assert text(found.polynomial) == CLOSED[name]


@pytest.mark.parametrize("name", MATRICES)
def test_holds_where_z_is_an_entry_of_the_diagonal(name: str) -> None:
    """At z = δ₁, …, some of which are equal, by exact evaluation: det(zI − M) itself, and the answer and all before it."""
    found = search_characteristic_polynomial(MATRICES[name], z)
    parts = low_rank(found.matrix)
    columns = {a: (2, 0, 2, -3), g: (2, 1, 2, -1), u: (1, 2, 0, 1), v: (0, -1, 3, 2)}
    data = {symbol: tuple(map(Fraction, column)) for symbol, column in columns.items()}
    entries: Any = Evaluation(Point({N: 4}, {**data, t: Fraction(0), z: Fraction(0)}))(parts.diagonal)
    for value in entries:
        evaluation = Evaluation(Point({N: 4}, {**data, t: Fraction(5), z: value}))
        determinant = evaluation(det(z * eye - found.statement.matrix))
        assert evaluation(found.statement.polynomial) == evaluation(found.by_lemma) == determinant


@pytest.mark.parametrize("name", MATRICES)
def test_holds_without_conditions(name: str) -> None:
    """Nothing is divided by but what the matrix divides by: the ledger is empty, and the answer holds at every z."""
    found = search_characteristic_polynomial(MATRICES[name], z).statement
    assert found.decide().conditions == ()


#: For two pairs: all that is left out must be, the minors have their sign, and every pair its term.
NEAR_MISSES = {
    "one index left out": (lambda p, n, m, k: p(n), -1),
    "nothing left out": (lambda p, n, m, k: p(), -1),
    "three indices left out": (lambda p, n, m, k: p(n, m, k), -1),
    "permanents": (lambda p, n, m, k: p(n, m), 1),
}


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_near_misses_are_refuted(name: str) -> None:
    """A product that leaves out another number of entries, or another sign, is false."""
    rest, sign = NEAR_MISSES[name]
    n, m, k, i = (index(letter, N) for letter in "nmki")
    found = search_characteristic_polynomial(MATRICES["two pairs"], z).statement.polynomial
    assert isinstance(found, Add)
    weight = u[n] * (v[n] * a[m] + sign * v[m] * a[n])
    last = sum_(k, sum_(n, sum_(m, weight * rest(lambda *at: prod_(i, z - a[i], at), n, m, k)))) / N
    false = characteristic_polynomial(MATRICES["two pairs"], Add((*found.terms[:-1], last)), z=z)
    assert false.decide().status == "refuted"
    true = sum_(k, sum_(n, sum_(m, u[n] * (v[n] * a[m] - v[m] * a[n]) * prod_(i, z - a[i], (m, n))))) / N
    assert (
        characteristic_polynomial(MATRICES["two pairs"], Add((*found.terms[:-1], true)), z=z).decide().status
        == "proved"
    )


def test_equal_rows_bring_no_minors() -> None:
    """u wᵀ + v wᵀ has rank one: its minors are 0, and are not written."""
    found = search_characteristic_polynomial(diag(a) + outer(u, v) + outer(one, v), z).statement
    assert text(found.polynomial) == "∏ₙ (z - aₙ) - Σₙ (uₙ vₙ + vₙ) ∏_{m≠n} (z - aₘ)"
    assert found.decide().status == "proved"


def test_names_of_indices_do_not_run_out() -> None:
    """A matrix may have all the letters that indices have."""
    p, q, r, s, k, j, n = (vector(letter, N) for letter in "pqrskjn")
    found = search_characteristic_polynomial(diag(n) + outer(p, q) + outer(r, s) + outer(k, j), z).statement
    assert found.decide().status == "proved"


@pytest.mark.parametrize("name", ["its inverse", "the Gram matrix", "one pair", "a diagonal", "two pairs"])
def test_the_answer_has_its_lines(name: str) -> None:
    """From det(zI − M) to the answer, each line by a rule with a name in words."""
    answer = derive_characteristic_polynomial(MATRICES[name], z)
    assert answer.status == "proved"
    assert isinstance(answer.derivation, CheckedDerivation)
    first, *_, last = answer.derivation.lines
    assert first.term == det(z * eye - MATRICES[name])
    assert last.term == answer.statement.polynomial  # type: ignore[attr-defined]  # a characteristic polynomial
    assert all("=" not in rule.name for line in answer.derivation.lines for rule in line.rules)
    assert "derivation\n  det(zI - " in str(answer)


def test_declined() -> None:
    """A general matrix, and more pairs than are written out."""
    with pytest.raises(Undecided, match="diagonal"):
        search_characteristic_polynomial(matrix("A", N, N), z)
    vectors = [vector(name, N) for name in "bcdefhij"]
    many = diag(a)
    for left, right in zip(vectors[:4], vectors[4:], strict=True):
        many = many + outer(left, right)
    with pytest.raises(Undecided, match="rank 4"):
        search_characteristic_polynomial(many, z)
