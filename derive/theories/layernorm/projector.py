"""The projector Π: what centring is."""

from __future__ import annotations

from derive.authoring import *
from derive.theories import algebra
from derive.theories.layernorm import rules
from derive.theories.layernorm.names import RIECHERS, THEORY, N, Pi, a, eye, g, mu, n, one, one_hat, v, w

THEORY.group("Centring and the projector")


@THEORY.theorem("The unit vector along 1", f"{RIECHERS}, §II")
@near_miss("1 is not normalised", dot(one, one), 1)
def unit_vector() -> Chain:
    """1̂ = 1/√N has length one, for every N ≥ 1."""
    return dot(one_hat, one_hat), 1


@THEORY.theorem("Centring is a projection", f"{RIECHERS}, §II (i)")
@near_miss("the mean lost", a, Pi * a)
@near_miss("the projection onto 1 instead of along it", one_hat * one_hat.T * a)
@near_miss("1 in place of the unit vector", (eye - one * one.T) * a)
def centring() -> Derivation:
    """Subtracting the mean is the linear map Π: a − μ1 = a − (a·1̂)1̂ = (I − 1̂1̂ᵀ)a = Πa, for every a in ℝᴺ."""
    return (
        Derivation.start(a - mu * one)
        .by(definition(mu))
        .by(rules.MEAN_BY_UNIT)
        .by(algebra.RANK_ONE)
        .by(definition(Pi).reversed())
    )


@THEORY.theorem("Π is idempotent", f"{RIECHERS}, §II")
@near_miss("a sign", -Pi)
@near_miss("the projector onto 1", one_hat * one_hat.T)
def projector_idempotent() -> Derivation:
    """Π² = Π: what has been centred stays as it is."""
    return (
        Derivation.start(Pi * Pi)
        .by(definition(Pi), to=(eye - one_hat * one_hat.T) * (eye - one_hat * one_hat.T))
        .by(algebra.EXPAND_PROJECTOR)
        .by(algebra.OUTER_SQUARED)
        .by(rules.UNIT_LENGTH)
        .by(algebra.ONE_LESS)
        .by(definition(Pi).reversed())
    )


@THEORY.theorem("Π is symmetric", f"{RIECHERS}, §II (used, not stated)")
@near_miss("a sign", -Pi)
def projector_symmetric() -> Chain:
    """Πᵀ = Π; with Π² = Π, an orthogonal projection."""
    return Pi.T, Pi


@THEORY.theorem("Π annihilates 1", f"{RIECHERS}, Fig. 1")
@near_miss("1 is not fixed", one)
def projector_kills_ones() -> Chain:
    """Π1 = 0: constant inputs are mapped to zero."""
    return Pi * one, 0


@THEORY.theorem("The trace of Π", f"{RIECHERS}, §II")
@near_miss("N for N - 1", N)
@near_miss("1 for N - 1", 1)
def projector_trace() -> Chain:
    """tr Π = N − 1, which for an idempotent matrix is its rank."""
    return trace(Pi), N - 1


@THEORY.theorem("A second projection is absorbed", f"{RIECHERS}, §II")
@near_miss("the gains moved through Π", Pi * diag(g), diag(g) * Pi)
def projector_absorbed() -> Chain:
    """Π diag(g) Π Π = Π diag(g) Π; the gains themselves do not move through Π."""
    return Pi * diag(g) * Pi * Pi, Pi * diag(g) * Pi


@THEORY.theorem("Orthogonality to 1", f"{RIECHERS}, §II, displayed chain")
@near_miss("a scalar set equal to a vector, as printed", dot(Pi * a, one_hat), zeros(N))
@near_miss("the input itself is not orthogonal to 1", dot(a, one_hat), 0)
def centred_orthogonal() -> Derivation:
    """a′ · 1̂ = 0 for a′ = a − (a·1̂)1̂; the scalar 0, where the note prints the zero vector."""
    return (
        Derivation.start(dot(a - dot(a, one_hat) * one_hat, one_hat))
        .by(algebra.DOT_DIFFERENCE)
        .by(algebra.DOT_SCALED_LEFT)
        .by(rules.UNIT_LENGTH)
        .by(rule("equal terms cancel", algebra.p - algebra.p * 1, 0, kind="algebra"))
    )


@THEORY.theorem("The components sum to zero", f"{RIECHERS}, §II")
@near_miss("before the projection they need not", sum_(n, a[n]), 0)
def components_sum_to_zero() -> Derivation:
    """Σₙ a′ₙ = 0 for a′ = a − μ1: after the projection the components sum to zero, for every N ≥ 1."""
    return (
        Derivation.start(sum_(n, (a - mu * one)[n]))
        .by(algebra.COMPONENT_DIFFERENCE)
        .by(algebra.SUM_DIFFERENCE)
        .by(
            algebra.SUM_AS_DOT,
            rules.MEAN_TIMES_N,
            to=dot(a, one) - dot(a, one),
            note="definition of the mean: Nμ = a · 1",
        )
        .by(algebra.CANCEL)
    )


@THEORY.theorem("The projection is orthogonal", f"{RIECHERS}, §II (i)")
@given(equal(dot(one, w), 0))
@near_miss("w outside the hyperplane", norm(a - Pi * a) ** 2 + norm(Pi * a - w) ** 2, given=())
def orthogonal_projection() -> Chain:
    """|a − w|² = |a − Πa|² + |Πa − w|² for every w with 1·w = 0: Πa is the point of the hyperplane nearest to a."""
    return norm(a - w) ** 2, norm(a - Pi * a) ** 2 + norm(Pi * a - w) ** 2


@THEORY.theorem("Vectors of the hyperplane are fixed", f"{RIECHERS}, §II")
@given(equal(dot(one, v), 0))
@near_miss("v outside the hyperplane", v, given=())
def projector_fixes() -> Chain:
    """Πv = v for every v with 1·v = 0."""
    return Pi * v, v
