"""RMSNorm: its geometric form, what it shares with LayerNorm, and what it is invariant under."""

from __future__ import annotations

from derive.authoring import *
from derive.theories import algebra
from derive.theories.layernorm.maps import LN
from derive.theories.layernorm.names import N, Pi, a, b, c, eps, g, mu, one, sigma2, w
from derive.theories.rmsnorm.names import GEOMETRIC, RMS, THEORY, ZHANG, Q, exact, m2, rmsnorm, root, scaled, t, y, y0

THEORY.group("The forms of RMSNorm")


@THEORY.theorem("The mean square", f"{ZHANG}, §4")
@near_miss("the variance alone", sigma2)
@near_miss("the mean not squared", sigma2 + mu)
def mean_square() -> Chain:
    """m₂ = a·a/N = |a|²/N = mean(a ⊙ a) = σ² + μ²: RMSNorm divides by the variance and the squared mean together."""
    return m2, norm(a) ** 2 / N, mean(hadamard(a, a)), var(a) + mean(a) ** 2, sigma2 + mu**2


@THEORY.theorem("The geometric form", f"{ZHANG}, Eq. (4)")
@near_miss("ε outside of the root", g * (a / (sqrt(m2) + eps)))
@near_miss("√N lost", diag(g) * (a / sqrt(norm(a) ** 2 + N * eps)))
@near_miss("N lost before ε", sqrt(N) * diag(g) * (a / sqrt(norm(a) ** 2 + eps)))
@near_miss("the input centred", sqrt(N) * diag(g) * (Pi * a / sqrt(norm(Pi * a) ** 2 + N * eps)))
@near_miss("the standard deviation for the root of the mean square", g * (a / sqrt(sigma2 + eps)))
def geometric_form() -> Derivation:
    """RMSNorm(a, g, ε) = √N diag(g) a / √(|a|² + Nε), wherever |a|²/N + ε > 0: no projector."""
    return (
        Derivation.start(RMS)
        .by(definition(RMS))
        .by(algebra.HADAMARD_AS_DIAGONAL)
        .by(algebra.NORM_SQUARED)
        .by(algebra.COMMON_DENOMINATOR)
        .by(algebra.ROOT_OF_QUOTIENT)
        .by(algebra.DIVIDE_BY_QUOTIENT, to=GEOMETRIC)
    )


@THEORY.theorem("LayerNorm is RMSNorm after centring", f"{ZHANG}, §3 and §4")
@near_miss("without centring", RMS + b)
@near_miss("centred after the scaling", g * (Pi * scaled(a, eps)) + b)
@near_miss("centred after the gains", Pi * RMS + b)
def layernorm_after_centring() -> Chain:
    """LN(a, g, b, ε) = RMSNorm(Πa, g, ε) + b for every a, wherever σ² + ε > 0."""
    return LN, rmsnorm(Pi * a, g, eps) + b


@THEORY.theorem("What both divide by on the hyperplane", f"{ZHANG}, §4: equal when the mean is zero")
@given(equal(dot(one, a), 0))
@near_miss("the input outside of the hyperplane", m2, given=())
def same_statistics() -> Chain:
    """σ² = |a|²/N for every a with 1·a = 0."""
    return sigma2, m2


@THEORY.theorem("On the hyperplane both are the same map", f"{ZHANG}, §4: equal when the mean is zero")
@given(equal(a, Pi * w))
@near_miss("the input outside of the hyperplane", RMS + b, given=())
@near_miss("the bias lost", RMS)
def same_on_hyperplane() -> Chain:
    """LN(a, g, b, ε) = RMSNorm(a, g, ε) + b for every a = Πw, that is for every a with 1·a = 0."""
    return LN, RMS + b


@THEORY.theorem("The part along 1 survives", f"{ZHANG}, §4.1: no re-centring invariance")
@near_miss("the output orthogonal to 1, as that of LayerNorm is", 0)
def mean_of_output() -> Chain:
    """1·y = Nμ/√(m₂ + ε): the output has mean zero only where the input has."""
    return dot(one, y), N * mu / root


THEORY.group("Lengths and invariances")


@THEORY.theorem("The length after scaling", f"{ZHANG}, §4")
@near_miss("all inputs on the sphere", N)
@near_miss("the unit sphere", norm(a) ** 2 / (norm(a) ** 2 + N * eps))
@near_miss("N lost before ε", N * norm(a) ** 2 / (norm(a) ** 2 + eps))
def scaled_length() -> Chain:
    """|y|² = N|a|²/(|a|² + Nε) = N m₂/(m₂ + ε) for y = a/√(m₂ + ε)."""
    return norm(y) ** 2, N * norm(a) ** 2 / (norm(a) ** 2 + N * eps), N * m2 / (m2 + eps)


@THEORY.theorem("The defect N − |y|²", f"{ZHANG}, §4")
@near_miss("N for N²", N * eps / (norm(a) ** 2 + N * eps))
@near_miss("the variance for the mean square", N * eps / (sigma2 + eps))
def sphere_defect() -> Chain:
    """N − |y|² = N²ε/(|a|² + Nε) = Nε/(m₂ + ε), which is ≥ 0: a product and a quotient of what is ≥ 0."""
    return N - norm(y) ** 2, N**2 * eps / (norm(a) ** 2 + N * eps), N * eps / (m2 + eps)


@THEORY.theorem("On the sphere at ε = 0", f"{ZHANG}, §4")
@given(not_zero(a))
@near_miss("the unit sphere", 1, given=())
@near_miss("with ε > 0", norm(y) ** 2, N, given=[positive(eps)])
def on_sphere() -> Chain:
    """|y|² = N at ε = 0, for every a ≠ 0."""
    return norm(y0) ** 2, N


@THEORY.theorem("Invariance under re-scaling", f"{ZHANG}, §4.1")
@near_miss("a factor of any sign", exact(c * a), y0, given=[nonzero(c)])
@near_miss("ε kept", scaled(t * a, eps), scaled(a, eps))
@near_miss("re-centring", exact(a + c * one), y0)
def rescaling() -> Chain:
    """y(ta) = y(a) at ε = 0 for every t > 0 and a ≠ 0."""
    return exact(t * a), y0


@THEORY.theorem("Re-scaling of the input and of ε", f"{ZHANG}, §4.1, with ε")
@near_miss("t for t²", rmsnorm(t * a, g, t * eps), RMS)
def rescaling_with_epsilon() -> Chain:
    """RMSNorm(ta, g, t²ε) = RMSNorm(a, g, ε) for every t > 0."""
    return rmsnorm(t * a, g, t**2 * eps), RMS


@THEORY.theorem("The map is odd", f"{ZHANG}, Eq. (4)")
@near_miss("even", RMS)
def odd() -> Chain:
    """RMSNorm(−a, g, ε) = −RMSNorm(a, g, ε)."""
    return rmsnorm(-a, g, eps), -RMS


@THEORY.theorem("Rotations pass through", f"{ZHANG}, Eq. (4)")
@near_miss("through the gains", rmsnorm(Q * a, g, eps), Q * RMS)
@near_miss("through centring", scaled(Pi * (Q * a), eps), Q * scaled(Pi * a, eps))
def rotation() -> Chain:
    """y(Qa) = Q y(a) for every orthogonal Q: with gains 1 no direction is singled out."""
    return scaled(Q * a, eps), Q * scaled(a, eps)


@THEORY.theorem("Applied twice at ε = 0", f"{ZHANG}, Eq. (4)")  # type: ignore[no-redef]
@near_miss("with ε > 0", scaled(scaled(a, eps), eps), scaled(a, eps), given=[positive(eps)])
def idempotent() -> Chain:
    """y(y(a)) = y(a) at ε = 0, for every a ≠ 0."""
    return exact(y0), y0


@THEORY.theorem("RMSNorm divides by at least as much as LayerNorm", f"{ZHANG}, §4")
@near_miss("the other way", bound(m2, "<=", sigma2))
@near_miss("more", "<", m2)
def variance_at_most() -> Statement:
    """σ² ≤ m₂, by m₂ − σ² = μ²; equal exactly on the hyperplane."""
    return bound(sigma2, "<=", m2, by=mu**2)
