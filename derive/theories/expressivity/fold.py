"""The fold of a line, as in Algorithm 1, and the LayerNorm of width 3 that does it with every ε."""

from __future__ import annotations

from fractions import Fraction

from derive.authoring import Chain, Operand, Statement, Term, as_term, bound, given, near_miss, sqrt
from derive.theories.expressivity.names import NI, THEORY, apart, delta, eps, half, middle, p, p_i, p_j, p_k, p_l, t


def squared_norm(at: Term) -> Term:
    """‖h‖² of h = (p − m, d)."""
    return (at - middle) ** 2 + half**2


def phi(at: Term) -> Term:
    """φ(p) = d/‖h‖, the first component after lines 9 and 10."""
    return half / sqrt(squared_norm(at))


THEORY.group("The fold")


@THEORY.theorem("The line that decides which points merge", f"{NI}, Algorithm 1, lines 8 and 9")
@near_miss("a sign", (p_k - p_l) * (p_k + p_l + p_i + p_j))
def merging() -> Chain:
    """‖hₖ‖² − ‖hₗ‖² = (pₖ − pₗ)(pₖ + pₗ − pᵢ − pⱼ), for hₖ = (pₖ − m, d): equal norms mean equal points or equal sums."""
    return squared_norm(p_k) - squared_norm(p_l), (p_k - p_l) * (p_k + p_l - p_i - p_j)


@THEORY.theorem("The shift of line 8", f"{NI}, Algorithm 1, line 8")
@near_miss("not halved", (p_i - (p_i + p_j)) ** 2, half**2)
def both_ends() -> Chain:
    """(pᵢ − m)² = d² = (pⱼ − m)²: both points that are to be merged are at the distance d from the middle."""
    return (p_i - middle) ** 2, half**2, (p_j - middle) ** 2


@THEORY.theorem("The two points are merged", f"{NI}, Algorithm 1, line 10, and the picture of projecting and scaling")
@given(apart)
@near_miss("to the middle of the range", as_term(Fraction(1, 4)))
def merged_value() -> Chain:
    """φ(pᵢ)² = φ(pⱼ)² = 1/2, for pᵢ ≠ pⱼ."""
    return phi(p_i) ** 2, phi(p_j) ** 2, Fraction(1, 2)


@THEORY.theorem("The fold is symmetric", f"{NI}, Algorithm 1, line 10")
@given(apart)
@near_miss("mirrored at 0", phi(-p))
def fold_symmetric() -> Chain:
    """φ(p) = φ(2m − p): points that are mirror images in the middle are merged, whatever their labels."""
    return phi(p), phi(2 * middle - p)


@THEORY.theorem("What equal values say", f"{NI}, Algorithm 1, line 10")
@given(apart)
@near_miss("the sum alone", (p_k + p_l - p_i - p_j) / half**2)
def fold_difference() -> Chain:
    """1/φ(pₖ)² − 1/φ(pₗ)² = (pₖ − pₗ)(pₖ + pₗ − pᵢ − pⱼ)/d²: so φ(pₖ) = φ(pₗ) only if pₖ = pₗ or pₖ + pₗ = pᵢ + pⱼ."""
    return phi(p_k) ** -2 - phi(p_l) ** -2, (p_k - p_l) * (p_k + p_l - p_i - p_j) / half**2


@THEORY.theorem("Line 9 never divides by 0", f"{NI}, Algorithm 1, line 9")
@near_miss("a bound that is too large", ">", 2 * half**2)
def norm_positive() -> Statement:
    """‖h‖² ≥ d² > 0 for every point, because pᵢ ≠ pⱼ."""
    return bound(squared_norm(p), ">", 0, apart)


@THEORY.theorem("The size of the new positions", f"{NI}, Algorithm 1, line 10")
@near_miss("below 1", "<", 1)
def fold_range() -> Statement:
    """φ(p)² ≤ 1, with 1 − φ(p)² = (p − m)²/‖h‖²: equality in the middle only."""
    return bound(phi(p) ** 2, "<=", 1, apart, by=(p - middle) ** 2 / squared_norm(p))


LAYER = (t + delta, -t + delta, -2 * delta)


def layernorm3(parts: tuple[Term, Term, Term], shift: Operand = eps) -> tuple[Term, Term, Term]:
    """LayerNorm of three components, gains 1, bias 0."""
    first, second, third = parts
    centre = (first + second + third) / 3
    variance = ((first - centre) ** 2 + (second - centre) ** 2 + (third - centre) ** 2) / 3
    root = sqrt(variance + as_term(shift))
    return (first - centre) / root, (second - centre) / root, (third - centre) / root


def layer_value(at: Term) -> Term:
    """Φ = 2δ/√((2t² + 6δ²)/3 + ε)."""
    return 2 * delta / sqrt((2 * at**2 + 6 * delta**2) / 3 + eps)


THEORY.group("The layer of width three")


@THEORY.theorem("The layer's mean", f"{NI}, Capacity")
@near_miss("−δ for −2δ", t + delta + (-t + delta) - delta, 0)
def layer_mean() -> Chain:
    """(t + δ) + (−t + δ) − 2δ = 0."""
    return LAYER[0] + LAYER[1] + LAYER[2], 0


@THEORY.theorem("The layer's sum of squares", f"{NI}, Capacity")
@near_miss("2δ² for 6δ²", 2 * t**2 + 2 * delta**2)
def layer_squares() -> Chain:
    """(t + δ)² + (−t + δ)² + (2δ)² = 2t² + 6δ²."""
    return LAYER[0] ** 2 + LAYER[1] ** 2 + LAYER[2] ** 2, 2 * t**2 + 6 * delta**2


@THEORY.theorem("A LayerNorm of width 3 folds the line", f"{NI}, Capacity")
@near_miss("not negated", layernorm3(LAYER)[2], layer_value(t))
@near_miss("ε outside the root", 2 * delta / (sqrt((2 * t**2 + 6 * delta**2) / 3) + eps))
def layer_fold() -> Chain:
    """Minus the third component of LayerNorm of (t + δ, −t + δ, −2δ) is 2δ/√((2t² + 6δ²)/3 + ε), for δ ≠ 0 and ε ≥ 0.

    It depends on t² alone: a fold at t = 0, with every ε.
    """
    return -layernorm3(LAYER)[2], layer_value(t)


@THEORY.theorem("What equal values of the layer say", f"{NI}, Capacity")
@near_miss("without the square of δ", (t - p) * (t + p) / 6)
def layer_difference() -> Chain:
    """1/Φ(t)² − 1/Φ(t′)² = (t − t′)(t + t′)/(6δ²): the layer is injective in t²."""
    return layer_value(t) ** -2 - layer_value(p) ** -2, (t - p) * (t + p) / (6 * delta**2)
