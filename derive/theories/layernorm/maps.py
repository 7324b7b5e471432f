"""LayerNorm as a map: what people write, its geometric form, its sub-steps, and the affine part where no gain is zero.

G = diag(g) and α = 1/g are of gains without zeros; Π₂ = I − ααᵀ/|α|² projects onto the hyperplane of the image.
"""

from __future__ import annotations

from derive.authoring import define, diag, identity, let, mean, norm, ones, scalar, sqrt, vector
from derive.theories.layernorm.names import RIECHERS, THEORY, N, Pi, a, b, eps, eye, g, mu, one, one_hat, s, sigma2

root = sqrt(sigma2 + eps)
y = (a - mu * one) / root
LN = let("LN", g * y + b)

gain = vector("g", N, "nonzero")
alpha = let("alpha", 1 / gain)
G0 = let("G", diag(gain))
Pi2 = let("Pi2", eye - alpha * alpha.T / norm(alpha) ** 2)

_x, _y, _d = vector("x", N), vector("y", N), scalar("delta", "nonneg")
hat = define("hat", _x / norm(_x), _x)
u = define("u", _x / sqrt(norm(_x) ** 2 + _d), _x, _d)
centre = define("centre", _x - mean(_x) * ones(N), _x)
project = define("project", (identity(N) - ones(N) * ones(N).T / N) * _x, _x)
scale = define("scale", _x / sqrt(norm(_x) ** 2 / N + _d), _x, _d)
stretch = define("stretch", diag(_y) * _x, _x, _y)
translate = define("translate", _x + _y, _x, _y)

EQ1 = LN.unfold()
EQ6 = sqrt(N) * diag(g) * (Pi * a / sqrt(norm(Pi * a) ** 2 + N * eps)) + b

THEORY.declare(LN, s, let("G", diag(g)))
THEORY.define(LN, f"{RIECHERS}, Eq. (1)")
THEORY.define(one_hat, f"{RIECHERS}, §II")
THEORY.define(Pi, f"{RIECHERS}, §II, and after Eq. (6)")
THEORY.define(alpha, f"{RIECHERS}, §II.1, where every gain is nonzero")
THEORY.define(Pi2, f"{RIECHERS}, §II.2, where every gain is nonzero")
