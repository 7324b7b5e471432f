"""LayerNorm: its geometric form, the projector Π, the variance, the image of its sub-steps, the Jacobian.

Sources.  P. M. Riechers, *Geometry and Dynamics of LayerNorm* (technical note): Eqs. (1)–(6) and §II.  A notebook that
recomputes a logit with hand-written LayerNorm: its displays with u_ε and cos θ.

Letters.  N dimension; a input; g gain; b bias (vectors of N components); ε ≥ 0; 1 the all-ones vector, 1̂ = 1/√N;
μ, σ² mean and population variance of a; Π = I − 1̂1̂ᵀ; G = diag(g); s = Πa; α = 1/g where no gain is zero;
Π₂ = I − ααᵀ/|α|²; v, w, x any vectors; c, t any scalars.
"""

from __future__ import annotations

from derive.authoring import Theory, dimension, dot, identity, index, let, ones, scalar, sqrt, vector

RIECHERS = "Riechers, Geometry and Dynamics of LayerNorm"
NOTEBOOK = "Notebook on LayerNorm by hand"

N = dimension("N")
a, g, b = vector("a", N), vector("g", N), vector("b", N)
v, w, x = vector("v", N), vector("w", N), vector("x", N)
eps = scalar("eps", "nonneg")
c, t = scalar("c"), scalar("t")
m, n = index("m", N), index("n", N)
one = ones(N)
eye = identity(N)

mu = let("mu", dot(a, one) / N)
sigma2 = let("sigma2", dot(a - mu * one, a - mu * one) / N)
one_hat = let("one_hat", one / sqrt(N))
Pi = let("Pi", eye - one_hat * one_hat.T)
s = let("s", Pi * a)

THEORY = Theory(
    "layernorm",
    "LayerNorm and its geometric form",
    "LayerNorm as people write it, rewritten into √N diag(g) Πa / √(|Πa|² + Nε) + b by the identities of the projector Π.",
    (RIECHERS, NOTEBOOK),
)
THEORY.declare(N, n, a, g, b, v, w, x, eps, c, t, one, eye, mu, sigma2, one_hat, Pi)
THEORY.define(mu, f"{RIECHERS}, Eq. (2)")
THEORY.define(sigma2, f"{RIECHERS}, Eq. (3)")
