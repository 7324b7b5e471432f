"""The matrix of the affine part, and the projector Π₂ onto the hyperplane of the image."""

from __future__ import annotations

from derive.authoring import Chain, diag, near_miss, zeros
from derive.theories.layernorm.maps import G0, Pi2, alpha, gain
from derive.theories.layernorm.names import RIECHERS, THEORY, N, Pi, a, eye, g, mu, one

THEORY.group("The hyperplane of the image")


@THEORY.theorem("The matrix of the affine part", f"{RIECHERS}, §II.1")
@near_miss("1/N lost", diag(g) - g * one.T, diag(g) * Pi)
def affine_matrix() -> Chain:
    """diag(g) − g1ᵀ/N = diag(g)Π."""
    return diag(g) - g * one.T / N, diag(g) * Pi


@THEORY.theorem("The gains after the projection", f"{RIECHERS}, §II")
@near_miss("the mean lost", g * a)
def gained_projection() -> Chain:
    """diag(g)Πa = g ⊙ (a − μ1)."""
    return diag(g) * Pi * a, g * (a - mu * one)


@THEORY.theorem("α is orthogonal to the image", f"{RIECHERS}, §II.2")
@near_miss("g in place of its inverse", gain.T * diag(gain) * Pi, zeros(N).T)
def alpha_annihilates() -> Chain:
    """αᵀ diag(g) Π = 0 with α = 1/g, where every gain is nonzero."""
    return alpha.T * diag(gain) * Pi, zeros(N).T


@THEORY.theorem("Π₂ is a projector", f"{RIECHERS}, §II.2")
@near_miss("without |α|²", (eye - alpha * alpha.T) * (eye - alpha * alpha.T), eye - alpha * alpha.T)
def image_projector() -> Chain:
    """Π₂² = Π₂ with Π₂ = I − ααᵀ/|α|²."""
    return Pi2 * Pi2, Pi2


@THEORY.theorem("Π₂ annihilates α", f"{RIECHERS}, §II.2")
@near_miss("Π in place of Π₂", Pi * alpha, zeros(N))
def image_projector_kills() -> Chain:
    """Π₂α = 0."""
    return Pi2 * alpha, 0


@THEORY.theorem("An inverse on the hyperplane", f"{RIECHERS}, §II.2")
@near_miss("the identity of the whole space", eye)
def inverse_on_hyperplane() -> Chain:
    """(Π₂G⁻²Π₂)(GΠG) = Π₂: the two matrices are inverse to each other on the hyperplane orthogonal to α."""
    return Pi2 * G0**-2 * Pi2 * (G0 * Pi * G0), Pi2


@THEORY.theorem("The inverse from the other side", f"{RIECHERS}, §II.2")
@near_miss("Π in place of Π₂", Pi)
def inverse_from_the_right() -> Chain:
    """(GΠG)(Π₂G⁻²Π₂) = Π₂."""
    return G0 * Pi * G0 * (Pi2 * G0**-2 * Pi2), Pi2
