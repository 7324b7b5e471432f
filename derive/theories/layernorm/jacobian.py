"""The Jacobian of LayerNorm."""

from __future__ import annotations

from derive.language.build import diag, grad
from derive.theories.layernorm.names import BUILDER, LN, RIECHERS, N, Pi, a, eps, g, root, s, sigma2
from derive.theories.theory import Chain, near_miss


@BUILDER.theorem(
    "The Jacobian",
    f"differentiation of {RIECHERS}, Eq. (1)",
    near=[
        near_miss("without its rank-one term", grad(LN, a), 1 / root * diag(g) * Pi),
        near_miss("a sign", grad(LN, a), 1 / root * diag(g) * (Pi + s * s.T / (N * (sigma2 + eps)))),
        near_miss("N lost", grad(LN, a), 1 / root * diag(g) * (Pi - s * s.T / (sigma2 + eps))),
    ],
)
def jacobian() -> Chain:
    """∂LN/∂a = (1/r) diag(g) (Π − ssᵀ/(N(σ² + ε))) with s = Πa, r = √(σ² + ε), wherever σ² + ε > 0."""
    return grad(LN, a), 1 / root * diag(g) * (Pi - s * s.T / (N * (sigma2 + eps)))
