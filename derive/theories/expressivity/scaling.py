"""Scaling x to x/|x| by LayerNorm and linear maps: of twice the width, or through an isometry into the hyperplane."""

from __future__ import annotations

from derive.authoring import *
from derive.theories.expressivity.names import NI, THEORY, N, eps, one, x

M = dimension("M")
pair_mean = let("m_pair", (dot(x, one) + dot(-x, one)) / (2 * N))
pair_variance = let("s_pair", (norm(x - pair_mean * one) ** 2 + norm(-x - pair_mean * one) ** 2) / (2 * N))
for _term in (pair_mean, pair_variance):
    THEORY.define(_term, f"{NI}, hint on scaling: mean and variance of the 2N components of (x, −x)")


THEORY.group("Scaling and isometries")


@THEORY.theorem("Scaling is LayerNorm of twice the width", f"{NI}, Hint")
@given(not_zero(x))
@near_miss("√N lost", (x - pair_mean * one) / sqrt(pair_variance), x / norm(x))
def scaling() -> Chain:
    """The first half of LayerNorm of (x, −x), of width 2N and with ε = 0, divided by √N, is x/|x|, for x ≠ 0."""
    return (x - pair_mean * one) / sqrt(pair_variance) / sqrt(N), x / norm(x)


@THEORY.theorem("Scaling with ε", f"{NI}, Hint")
@near_miss("x/|x| all the same", x / norm(x))
def scaling_with_epsilon() -> Chain:
    """With ε ≥ 0 the same gives x/√(|x|² + Nε), which is not x/|x| for ε > 0."""
    return (x - pair_mean * one) / sqrt(pair_variance + eps) / sqrt(N), x / sqrt(norm(x) ** 2 + N * eps)


B, r = matrix("B", M, N), scalar("r", "positive")
ISOMETRY: tuple[Equality, ...] = (equal(B.T * B, r * identity(N)), equal(B.T * ones(M), 0))


@THEORY.theorem("An isometry into the hyperplane keeps the norm", f"{NI}, Hint")
@given(*ISOMETRY)
@near_miss("into all of the space", r * norm(x) ** 2, given=[ISOMETRY[1]])
def isometry_norm() -> Chain:
    """|Bx|² = r|x|² for BᵀB = rI and Bᵀ1 = 0 (r = 1: an orthonormal basis of the hyperplane)."""
    return norm(B * x) ** 2, r * norm(x) ** 2


@THEORY.theorem("An isometry into the hyperplane has mean 0", f"{NI}, Hint")
@given(*ISOMETRY)
@near_miss("any isometry", 0, given=[ISOMETRY[0]])
def isometry_mean() -> Chain:
    """mean(Bx) = 0 for Bᵀ1 = 0."""
    return mean(B * x), 0


@THEORY.theorem("An isometry into the hyperplane can be undone", f"{NI}, Hint")
@given(*ISOMETRY)
@near_miss("any matrix", r * x, given=[ISOMETRY[1]])
def isometry_inverse() -> Chain:
    """Bᵀ(Bx) = rx."""
    return B.T * (B * x), r * x
