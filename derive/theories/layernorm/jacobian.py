"""The Jacobian of LayerNorm."""

from __future__ import annotations

from derive.language.build import diag, grad
from derive.theories.layernorm.names import BUILDER, LN, RIECHERS, N, Pi, a, g, root, s
from derive.theories.theory import Chain, near_miss


@BUILDER.theorem(
    "the Jacobian",
    f"differentiation of {RIECHERS}, Eq. (1)",
    near=[
        near_miss("without its rank-one term", grad(LN, a), 1 / root * diag(g) * Pi),
        near_miss("a sign", grad(LN, a), 1 / root * diag(g) * (Pi + s * s.T / (N * root**2))),
        near_miss("N lost", grad(LN, a), 1 / root * diag(g) * (Pi - s * s.T / root**2)),
    ],
)
def jacobian() -> Chain:
    """∂LN/∂a = (1/r) diag(g) (Π − ssᵀ/(Nr²)) with s = Πa, r = √(σ² + ε), wherever σ² + ε > 0."""
    return grad(LN, a), 1 / root * diag(g) * (Pi - s * s.T / (N * root**2))
