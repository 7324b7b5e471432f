"""XOR: no affine function separates it, and one LayerNorm of width 3 does."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from derive.authoring import Chain, LinearImplication, Statement, Term, as_term, bound, less, near_miss, positive, sqrt
from derive.theories.expressivity.fold import layernorm3
from derive.theories.expressivity.names import NI, THEORY, eps, t, w_0, w_1, w_2


def affine(first: int, second: int) -> Term:
    """F(x₁, x₂) = w₁x₁ + w₂x₂ + w₀ at a corner of the square."""
    return w_1 * first + w_2 * second + w_0


CLASSES = (((0, 0), (1, 1)), ((0, 1), (1, 0)))


def _squares(values: Sequence[Term], centre: Term) -> Term:
    """The sum of squared distances from a centre."""
    first, *others = ((value - centre) ** 2 for value in values)
    for other in others:
        first = first + other
    return first


def _mean(values: Sequence[Term]) -> Term:
    first, *others = values
    for other in others:
        first = first + other
    return first / len(values)


_values = [[affine(*corner) for corner in corners] for corners in CLASSES]
_within = _squares(_values[0], _mean(_values[0])) + _squares(_values[1], _mean(_values[1]))
_total = _squares([*_values[0], *_values[1]], _mean([*_values[0], *_values[1]]))


THEORY.group("Exclusive or")


@THEORY.theorem("An affine function on XOR", f"{NI}, Existence of nonlinearity")
@near_miss("another pairing", affine(0, 0) + affine(0, 1), affine(1, 0) + affine(1, 1))
def xor_means() -> Chain:
    """F(0,0) + F(1,1) = F(0,1) + F(1,0): the two classes of XOR have one mean under every affine map."""
    return affine(0, 0) + affine(1, 1), affine(0, 1) + affine(1, 0)


@THEORY.theorem("Affine maps leave the sum of squares within the classes of XOR", f"{NI}, Existence of nonlinearity")
@near_miss("one class only", _squares(_values[0], _mean(_values[0])), _total)
def xor_within() -> Chain:
    """The sum of squares of F within the classes is the total one: their ratio is 1 for every affine F that is not constant.

    Read as the ratio of linear separability, it is 1 for XOR before a LayerNorm; after `xor_layer` each class is one point.
    """
    return _within, _total


@THEORY.theorem("XOR is not linearly separable", f"{NI}, Capacity")
@near_miss(
    "three of the four points",
    LinearImplication((positive(affine(0, 0)), positive(affine(1, 1)), less(affine(0, 1), 0))),
)
def xor_not_separable() -> Statement:
    """F(0,0) > 0, F(1,1) > 0, F(0,1) < 0 and F(1,0) < 0 cannot all hold for an affine F: their sum would be 0 > 0."""
    return LinearImplication(
        (positive(affine(0, 0)), positive(affine(1, 1)), less(affine(0, 1), 0), less(affine(1, 0), 0))
    )


XOR_LAYER = (t + 1, -t + 1, as_term(-2))
XOR_VALUES = {number: 2 / sqrt(Fraction(2 * number**2 + 6, 3) + eps) for number in (0, 1)}


@THEORY.theorem("The layer for XOR", f"{NI}, Capacity")
@near_miss("the variance for N − 1", 2 / sqrt((2 * t**2 + 6) / 2 + eps))
def xor_layer() -> Chain:
    """Minus the third component of LayerNorm of (t + 1, −t + 1, −2) is 2/√((2t² + 6)/3 + ε); for XOR t = x₁ + x₂ − 1.

    So t² = 1 on (0,0) and (1,1), and t² = 0 on (0,1) and (1,0).
    """
    return -layernorm3(XOR_LAYER)[2], 2 / sqrt((2 * t**2 + 6) / 3 + eps)


def _xor_square(first: int, second: int) -> Term:
    return (as_term(first) + second - 1) ** 2


@THEORY.theorem("Which corners XOR merges", f"{NI}, Capacity")
@near_miss("a neighbour", _xor_square(0, 1))
def xor_merged() -> Chain:
    """(x₁ + x₂ − 1)² is 1 at (0,0) and at (1,1)."""
    return _xor_square(0, 0), _xor_square(1, 1), 1


@THEORY.theorem("Which corners XOR merges, the other class", f"{NI}, Capacity")
@near_miss("the opposite corner", _xor_square(1, 1))
def xor_merged_other() -> Chain:
    """(x₁ + x₂ − 1)² is 0 at (0,1) and at (1,0)."""
    return _xor_square(0, 1), _xor_square(1, 0), 0


@THEORY.theorem("One LayerNorm separates XOR", f"{NI}, Capacity")
@near_miss("the other way round", bound(XOR_VALUES[1], ">=", XOR_VALUES[0]))
def xor_separated() -> Statement:
    """2/√(2 + ε) > 2/√(8/3 + ε) for every ε ≥ 0: a threshold between the two values reads XOR off."""
    gap = Fraction(8, 3) / ((2 + eps) * (Fraction(8, 3) + eps))
    return bound(XOR_VALUES[0], ">", XOR_VALUES[1], by=gap, squared=True)


@THEORY.theorem("XOR by scaling in the plane", f"{NI}, Capacity")
@near_miss("the norm itself", 1 / sqrt(t**2 + 1), 1 / (t**2 + 1))
def xor_scaling() -> Chain:
    """The square of the second component of (t, 1)/|(t, 1)| is 1/(t² + 1): 1/2 where t² = 1, and 1 where t = 0."""
    return (1 / sqrt(t**2 + 1)) ** 2, 1 / (t**2 + 1)
