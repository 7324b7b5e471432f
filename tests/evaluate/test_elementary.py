"""Roots, powers and functions: exact where they can be, and otherwise certified."""

from __future__ import annotations

from fractions import Fraction as F

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derive.errors import UndefinedAtPoint
from derive.evaluate import elementary
from derive.evaluate.elementary import power, sqrt, square_parts
from derive.evaluate.numbers import Enclosure, Surd, enclose, surd

rationals = st.fractions(min_value=-30, max_value=30, max_denominator=50)


@settings(max_examples=60, deadline=None)
@given(st.fractions(min_value=0, max_value=10**6, max_denominator=1000))
def test_roots_of_rationals_are_exact(x):
    """(√x)² = x, with one radical at most."""
    root = sqrt(x)
    assert isinstance(root, F | Surd)
    assert root * root == x


@settings(max_examples=80)
@given(st.integers(1, 10**9))
def test_square_parts_multiply_back(number):
    """number = s² d, and no square divides d."""
    s, d = square_parts(number)
    assert s * s * d == number
    assert all(d % (e * e) for e in range(2, 1001))


@pytest.mark.parametrize("p", [4099, 10007, 1000003])
def test_squares_of_primes_beyond_the_trial_bound_are_found(p):
    """√(2 p²) = p√2; √(p²) = p."""
    assert sqrt(F(2 * p * p)) == surd({2: F(p)})
    assert sqrt(F(p * p)) == p


def test_a_radicand_that_is_not_factored_is_enclosed():
    """Three large primes: an enclosure whose square contains the number."""
    number = F(1000003 * 1000033 * 1000037)
    root = sqrt(number)
    assert isinstance(root, Enclosure)
    assert root.lo**2 <= number <= root.hi**2


def test_nested_roots():
    """√(3 + 2√2) = 1 + √2 and √(3 − 2√2) = √2 − 1 exactly; √(1 + √2) is enclosed."""
    assert sqrt(surd({1: F(3), 2: F(2)})) == surd({1: F(1), 2: F(1)})
    assert sqrt(surd({1: F(3), 2: F(-2)})) == surd({1: F(-1), 2: F(1)})
    nested = sqrt(surd({1: F(1), 2: F(1)}))
    assert isinstance(nested, Enclosure)
    squared = nested * nested
    exact = enclose(surd({1: F(1), 2: F(1)}))
    assert squared.lo <= exact.hi
    assert exact.lo <= squared.hi


@settings(max_examples=60, deadline=None)
@given(rationals)
@pytest.mark.parametrize("name", ["exp", "log", "tanh"])
def test_functions_contain_the_value_of_high_precision(name, x):
    """The enclosure contains the value to 100 digits and is narrow."""
    mpmath.mp.dps = 100
    x = abs(x) + F(1, 100) if name == "log" else x
    number = getattr(elementary, name)(x)
    exact = getattr(mpmath, name)(mpmath.mpf(x.numerator) / x.denominator)
    if isinstance(number, F):
        assert exact == number
        return
    low, high = (mpmath.mpf(end.numerator) / end.denominator for end in (number.lo, number.hi))
    slack = mpmath.mpf(10) ** -95 * (1 + abs(exact))
    assert low - slack <= exact <= high + slack
    assert high - low <= mpmath.mpf(10) ** -60 * (1 + abs(exact))


def test_exact_values():
    """exp 0 = 1, log 1 = 0, tanh 0 = 0, and |·| of each kind."""
    assert elementary.exp(F(0)) == 1
    assert elementary.log(F(1)) == 0
    assert elementary.tanh(F(0)) == 0
    assert elementary.absolute(F(-2)) == 2
    assert elementary.absolute(surd({1: F(1), 2: F(-1)})) == surd({1: F(-1), 2: F(1)})
    unsure = elementary.absolute(Enclosure(F(-1), F(2)))
    assert (unsure.lo, unsure.hi) == (0, 2)


@pytest.mark.parametrize(
    ("base", "exponent", "result"),
    [
        (F(2), 3, F(8)),
        (F(2), -2, F(1, 4)),
        (F(0), 0, F(1)),
        (surd({2: F(1)}), 4, F(4)),
        (surd({2: F(1)}), -2, F(1, 2)),
        (surd({2: F(1)}), 3, surd({2: F(2)})),
    ],
)
def test_integer_powers(base, exponent, result):
    """Hand-computed; 0⁰ = 1."""
    assert power(base, exponent) == result


def test_an_even_power_of_an_unsure_number_is_not_negative():
    """[−1, 2]² lies in [0, 4]."""
    result = power(Enclosure(F(-1), F(2)), 2)
    assert (result.lo, result.hi) == (0, 4)


@pytest.mark.parametrize(
    "call",
    [
        lambda: sqrt(F(-1)),
        lambda: sqrt(Enclosure(F(-1), F(1))),
        lambda: sqrt(surd({1: F(1), 2: F(-1)})),
        lambda: power(F(0), -1),
        lambda: elementary.log(F(0)),
        lambda: elementary.log(F(-1)),
        lambda: elementary.log(Enclosure(F(0), F(1))),
        lambda: elementary.exp(F(10**9)),
        lambda: power(F(1 << 5000), 200),
    ],
)
def test_what_has_no_value_is_refused(call):
    """Outside the domain, uncertain, or too large: always `UndefinedAtPoint`."""
    with pytest.raises(UndefinedAtPoint):
        call()
