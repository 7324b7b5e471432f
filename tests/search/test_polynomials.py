"""Polynomials: arithmetic, exact division, and factors that are there more than once."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derive.search.polynomials import (
    MAX_TERMS,
    ONE,
    Polynomial,
    TooLarge,
    add,
    coefficient,
    constant_factor,
    divide,
    minus,
    power,
    primitive,
    scaled,
    square_free,
    substituted,
    times,
    unknown,
)

x, y, z = unknown(0), unknown(1), unknown(2)
p = add(times(x, y), scaled(z, -3), ONE)

monomials = st.lists(st.tuples(st.integers(0, 2), st.integers(1, 2)), max_size=2, unique_by=lambda power: power[0])
polynomials = st.dictionaries(
    monomials.map(lambda powers: tuple(sorted(powers))),
    st.fractions(-3, 3, max_denominator=3).filter(bool),
    min_size=1,
    max_size=4,
)


def of(factors: list[tuple[Polynomial, int]]) -> Polynomial:
    """The product of powers."""
    result = ONE
    for factor, exponent in factors:
        result = times(result, power(factor, exponent))
    return result


@given(polynomials, polynomials)
def test_division_undoes_multiplication(left: Polynomial, right: Polynomial) -> None:
    """(p q) / q is p."""
    assert divide(times(left, right), right) == left


@pytest.mark.parametrize("divisor", [x, minus(x, y), add(x, ONE)])
def test_division_with_a_remainder_is_none(divisor: Polynomial) -> None:
    """Where the division is not exact there is no quotient."""
    assert divide(add(times(divisor, p), ONE), divisor) is None


@pytest.mark.parametrize(
    ("factors", "exponents"),
    [
        ([(minus(x, y), 2), (add(x, scaled(y, 2)), 1)], [1, 2]),
        ([(p, 2), (minus(x, y), 1), (z, 3)], [1, 2, 3]),
        ([(add(times(x, x), ONE), 1)], [1]),
        ([(add(x, y, z), 4)], [4]),
    ],
)
def test_repeated_factors_are_found(factors: list[tuple[Polynomial, int]], exponents: list[int]) -> None:
    """The exponents are found, and the factors multiply back."""
    whole = scaled(of(factors), Fraction(-2, 3))
    found = square_free(whole)
    assert sorted(exponent for _, exponent in found) == exponents
    assert scaled(of(found), constant_factor(whole, found)) == whole


@given(polynomials, polynomials)
def test_factors_multiply_back(left: Polynomial, right: Polynomial) -> None:
    """Whatever is found, the product is the polynomial; a few searches are refused as too long."""
    whole = times(left, times(right, right))
    try:
        found = square_free(whole)
    except TooLarge:
        return
    assert scaled(of(found), constant_factor(whole, found)) == whole


def test_a_long_search_is_refused() -> None:
    """Work is bounded: a large polynomial with repeated factors is not taken apart."""
    sums = [add(*(scaled(unknown(n), k + n, ((n + 1, 1),)) for n in range(7))) for k in range(1, 4)]
    with pytest.raises(TooLarge):
        square_free(times(times(sums[0], sums[0]), times(sums[1], sums[2])))


def test_large_coefficients_count() -> None:
    """Few terms with large numbers are work too: they would have a million digits."""
    factor = add(ONE, unknown(0, 2), times(x, unknown(1, 2)), times(x, unknown(2, 2)))
    with pytest.raises(TooLarge):
        square_free(times(add(unknown(0, 2), times(y, z)), times(factor, factor)))


def test_a_long_division_is_refused() -> None:
    """The quotient of x⁹⁰⁰ − 1 by x − 1 + y would have too many terms on the way."""
    with pytest.raises(TooLarge):
        divide(minus(unknown(0, 900), ONE), add(minus(x, ONE), y))


def test_a_product_of_many_terms_is_refused() -> None:
    """So is what would have too many terms."""
    many = add(*(unknown(n) for n in range(MAX_TERMS // 4)))
    with pytest.raises(TooLarge):
        times(many, many)


def test_coefficients_and_common_factors() -> None:
    """A coefficient of x y − 3 z + 1, and −2 x y + 2 x as −2 x (y − 1)."""
    assert coefficient(p, 0, 1) == y
    plain, (monomial, value) = primitive(add(scaled(times(x, y), -2), scaled(x, 2)))
    assert (plain, monomial, value) == (minus(y, ONE), ((0, 1),), Fraction(-2))


def test_substitution() -> None:
    """A polynomial for an unknown; a negative power of it where that is a monomial."""
    assert substituted(p, {2: times(x, y)}) == add(scaled(times(x, y), -2), ONE)
    assert substituted({((2, -1),): Fraction(1)}, {2: scaled(x, 2)}) == {((0, -1),): Fraction(1, 2)}
