"""Exact reals: the field of surds, certified enclosures, and what may be said of both."""

from __future__ import annotations

from fractions import Fraction as F

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derive.errors import UndefinedAtPoint
from derive.evaluate import elementary
from derive.evaluate.numbers import (
    MAX_BITS,
    Enclosure,
    Surd,
    check_bits,
    differ,
    enclose,
    equal,
    is_nonneg,
    reciprocal,
    round_outward,
    show,
    sign,
    surd,
    to_json,
)

ROOT2, ROOT3 = surd({2: F(1)}), surd({3: F(1)})

small = st.fractions(min_value=-5, max_value=5, max_denominator=6)
surds = st.dictionaries(st.sampled_from([1, 2, 3, 5, 6, 10]), small, max_size=4).map(surd)


def value_of(number):
    """To 80 digits, by mpmath."""
    mpmath.mp.dps = 80
    if isinstance(number, Surd):
        return mpmath.fsum(mpmath.mpf(q.numerator) / q.denominator * mpmath.sqrt(d) for d, q in number.parts)
    return mpmath.mpf(number.numerator) / number.denominator


@settings(max_examples=60, deadline=None)
@given(surds, surds, surds)
def test_surds_form_a_field(x, y, z):
    """Associative, commutative, distributive; every number but 0 has a reciprocal: by equality of the canonical form."""
    assert (x + y) + z == x + (y + z)
    assert x * y == y * x
    assert (x * y) * z == x * (y * z)
    assert x * (y + z) == x * y + x * z
    assert x - x == 0
    if x != 0:
        assert x * reciprocal(x) == 1


@settings(max_examples=60, deadline=None)
@given(surds, surds)
def test_surds_agree_with_high_precision(x, y):
    """Product, difference and sign are those of 80 digits."""
    assert abs(value_of(x * y) - value_of(x) * value_of(y)) < mpmath.mpf(10) ** -60
    assert abs(value_of(x - y) - (value_of(x) - value_of(y))) < mpmath.mpf(10) ** -60
    assert sign(x) == mpmath.sign(value_of(x))
    assert equal(x, y) is (abs(value_of(x) - value_of(y)) < mpmath.mpf(10) ** -40)


def test_a_rational_result_is_a_fraction():
    """√2 · √2 collapses; √2 + √3 − √3 − √2 does too."""
    assert isinstance(ROOT2 * ROOT2, F)
    assert ROOT2 * ROOT2 == 2
    assert isinstance(ROOT2 + ROOT3 - ROOT3 - ROOT2, F)
    assert ROOT2 * surd({6: F(1)}) == surd({3: F(2)})


def test_the_sign_of_a_near_cancellation_is_found():
    """p − q√2 for a late convergent of √2, and its enclosure keeps full relative precision."""
    p, q = 1, 1
    for _ in range(300):
        p, q = p + 2 * q, p + q
    number = surd({1: F(p), 2: F(-q)})
    assert sign(number) == (1 if p * p > 2 * q * q else -1)
    bounds = enclose(number)
    assert (bounds.hi - bounds.lo) * 2**250 < abs(bounds.lo)


def test_too_many_radicals_become_an_enclosure():
    """Beyond the documented number of roots the sum is enclosed, and still right."""
    primes = [d for d in range(2, 400) if all(d % e for e in range(2, d))][:70]
    number = surd({d: F(1) for d in primes})
    assert isinstance(number, Enclosure)
    mpmath.mp.dps = 80
    exact = mpmath.fsum(mpmath.sqrt(d) for d in primes)
    assert abs(mpmath.mpf(number.lo.numerator) / number.lo.denominator - exact) < mpmath.mpf(10) ** -60


@settings(max_examples=60, deadline=None)
@given(small, small, small, small)
def test_enclosures_contain_the_results(a, b, x, y):
    """Interval arithmetic contains each value it stands for."""
    first, second = Enclosure(min(a, b), max(a, b)), Enclosure(min(x, y), max(x, y))
    for u in (a, b, (a + b) / 2):
        for w in (x, y, (x + y) / 2):
            for bounds, exact in (
                (first + second, u + w),
                (first - second, u - w),
                (first * second, u * w),
                (1 - first, 1 - u),
            ):
                assert bounds.lo <= exact <= bounds.hi
            if second.lo > 0 or second.hi < 0:
                inverse = reciprocal(second)
                assert inverse.lo <= 1 / w <= inverse.hi


@settings(max_examples=60, deadline=None)
@given(st.fractions(), st.integers(2, 80))
def test_rounding_is_outward(x, bits):
    """Down is below, up is above, and both are near."""
    down, up = round_outward(x, False, bits), round_outward(x, True, bits)
    assert down <= x <= up
    assert up - down <= abs(x) / 2 ** (bits - 2)


def test_enclosures_answer_only_what_is_certain():
    """Equality of enclosures is never claimed; difference only when they do not meet."""
    wide, apart = Enclosure(F(0), F(2)), Enclosure(F(3), F(4))
    assert equal(wide, F(1)) is None
    assert equal(wide, apart) is False
    assert differ(wide, apart)
    assert not differ(wide, F(2))
    assert sign(wide) is None
    assert is_nonneg(wide) is True
    assert is_nonneg(Enclosure(F(-1), F(1))) is None
    with pytest.raises(UndefinedAtPoint, match="cannot be told from zero"):
        reciprocal(wide)


def test_zero_times_anything_is_zero():
    """Exactly, on either side."""
    wide = Enclosure(F(-1), F(2))
    assert wide * F(0) == F(0) == 0 * wide


def test_division_by_zero_and_long_numbers_are_refused():
    """Both are `UndefinedAtPoint`."""
    with pytest.raises(UndefinedAtPoint, match="division by zero"):
        reciprocal(F(0))
    with pytest.raises(UndefinedAtPoint, match="bits"):
        check_bits(F(1 << (MAX_BITS + 1)))
    check_bits(F(1 << (MAX_BITS - 1)))


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (F(1, 2), "1/2"),
        (F(-3), "-3"),
        (surd({2: F(1, 2)}), "√2/2"),
        (surd({2: F(-1)}), "-√2"),
        (surd({1: F(1), 5: F(-3, 4)}), "1 - 3√5/4"),
        (surd({1: F(-1, 2), 2: F(2)}), "-1/2 + 2√2"),
    ],
)
def test_showing_exact_numbers(number, text):
    """The text is the number, in print and in JSON."""
    assert show(number) == text
    assert to_json(number) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (F(10**5000), "about 1e5000"),
        (F(-(10**4300), 3), "about -3.3333333333333333334e4299"),
        (1 / F(10**9000), "about 1e-9000"),
    ],
)
def test_numbers_with_thousands_of_digits(number, text):
    """Only the leading digits are shown: Python writes no integer of more than 4,300."""
    assert show(number) == text


@pytest.mark.parametrize("x", [F(-1), F(20), F(-40), F(1, 7), F(300)])
def test_showing_enclosures(x):
    """Digits ± bound contains the number; the JSON ends do too."""
    number = elementary.exp(x)
    digits, bound = show(number).split(" ± ")
    assert F(digits) - F(bound) <= number.lo <= number.hi <= F(digits) + F(bound)
    ends = to_json(number)
    assert F(ends["lo"]) <= number.lo <= number.hi <= F(ends["hi"])


@settings(max_examples=60, deadline=None)
@given(surds, st.one_of(small, st.integers(-5, 5)))
def test_a_rational_multiple_is_canonical(x, q):
    """Every part times the rational, in canonical form; 0 times a surd is the rational 0."""
    product = x * q
    assert product == surd({d: part * q for d, part in (x.parts if isinstance(x, Surd) else [(1, x)])})
    assert isinstance(product, Surd) == (isinstance(x, Surd) and q != 0)
