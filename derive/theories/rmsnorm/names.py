"""RMSNorm: its geometric form, what it shares with LayerNorm, its Jacobian, and its image.

Sources.  B. Zhang and R. Sennrich, *Root Mean Square Layer Normalization*, NeurIPS 2019: Eq. (4), §4.1 (invariance),
§4.2 (gradients).  The paper has no ε; the form with ε inside of the root is the one in use.

Letters.  N dimension; a input; g gain; b bias (vectors of N components); ε ≥ 0; m₂ = a·a/N the mean square;
r = √(m₂ + ε); y = a/r the output with gains 1; μ, σ², Π as in LayerNorm; Q an orthogonal matrix; t > 0; v, w any vectors.
"""

from __future__ import annotations

from derive.authoring import Theory, define, diag, dot, let, matrix, norm, scalar, sqrt, vector
from derive.theories.layernorm.maps import LN
from derive.theories.layernorm.names import N, Pi, a, b, c, eps, eye, g, mu, n, one, sigma2, v, w

ZHANG = "Zhang and Sennrich, Root Mean Square Layer Normalization"

t = scalar("t", "positive")
Q = matrix("Q", N, N, "orthogonal")

_x, _y, _d = vector("x", N), vector("y", N), scalar("delta", "nonneg")
rmsnorm = define("RMSNorm", _y * (_x / sqrt(dot(_x, _x) / N + _d)), _x, _y, _d)
#: RMSNorm with gains 1.
scaled = define("scale", _x / sqrt(dot(_x, _x) / N + _d), _x, _d)

#: RMSNorm with gains 1 and ε = 0, as the paper writes it.
exact = define("y0", _x / sqrt(dot(_x, _x) / N), _x)

RMS = rmsnorm(a, g, eps)
m2 = let("m2", dot(a, a) / N)
root = sqrt(m2 + eps)
y = let("y", a / root)
y0 = exact(a)
GEOMETRIC = sqrt(N) * diag(g) * (a / sqrt(norm(a) ** 2 + N * eps))

THEORY = Theory(
    "rmsnorm",
    "RMSNorm and its geometric form",
    "RMSNorm is LayerNorm without the projector Π: √N diag(g) a / √(|a|² + Nε); the two agree on centred inputs.",
    (ZHANG,),
)
THEORY.declare(N, n, a, g, b, v, w, eps, c, t, Q, one, eye, m2, RMS, y, mu, sigma2, Pi, LN)
THEORY.define(m2, f"{ZHANG}, Eq. (4): the square of RMS(a)")
THEORY.define(RMS, f"{ZHANG}, Eq. (4), with ε inside of the root")
THEORY.define(y, "the output with gains 1")
