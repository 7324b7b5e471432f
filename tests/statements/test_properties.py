"""Verdicts on random equations: decided in the polynomial fragment, never wrong anywhere.

``DERIVE_EXAMPLES=100000 pytest tests/statements/test_properties.py`` is the long run.
"""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from derive.errors import NowhereDefined, Undecided
from derive.kernel.decide import Equation
from derive.statements.equation import prove_equation
from tests.strategies import WIDE, differ_at, few, near_misses, random_point, true_equations

LIMITS = ("products of terms", "tells apart")
randoms = st.randoms(use_true_random=False)


def _agree_everywhere(lhs, rhs, random, points=4, largest=4):
    for _ in range(points):
        point = random_point(random, lhs, rhs, largest=largest)
        assert differ_at(lhs, rhs, point) is not True, point


@few
@given(true_equations(), randoms)
def test_true_polynomial_equations_are_proved(equation, random):
    """What true identities made equal is proved, and equal at random points of all sizes up to 4."""
    lhs, rhs = equation
    verdict = prove_equation(lhs, rhs)
    assume(not any(word in verdict.reason for word in (*LIMITS, "(vacuous)")))
    assert verdict.status == "proved", verdict
    _agree_everywhere(lhs, rhs, random)


@few
@given(near_misses(), randoms)
def test_polynomial_equations_are_decided(equation, random):
    """Proved and equal at every point, or refuted and different at the witness when evaluated anew; nothing between."""
    lhs, rhs = equation
    assume(lhs.shape == rhs.shape)
    verdict = prove_equation(lhs, rhs)
    assume(not any(word in verdict.reason for word in (*LIMITS, "(vacuous)")))
    assert verdict.status in ("proved", "refuted"), verdict
    if verdict.status == "proved":
        _agree_everywhere(lhs, rhs, random)
    else:
        assert differ_at(lhs, rhs, verdict.counterexample.witness.point) is True


@few
@given(st.one_of(true_equations(WIDE), near_misses(WIDE)), randoms)
def test_theorems_of_the_wide_language_are_never_contradicted(equation, random):
    """Whatever the kernel proves holds at random admissible points, zeros and negative numbers included."""
    lhs, rhs = equation
    assume(lhs.shape == rhs.shape)
    try:
        theorem = Equation(lhs, rhs).theorem()
    except (NowhereDefined, Undecided):
        theorem = None
    if theorem is not None:
        _agree_everywhere(lhs, rhs, random, points=8, largest=3)
