"""BatchNorm: each feature of a batch is normalised over the samples; in inference it is an affine map.

Sources.  S. Ioffe and C. Szegedy, *Batch Normalization: Accelerating Deep Network Training by Reducing Internal Covariate
Shift*, ICML 2015: Algorithm 1 (training), the gradients of §3, Algorithm 2 (inference), §3.3 (scale of the weights).

Idea.  A batch is a matrix X with a sample a row.  Centring is C = I − 11ᵀ/N on the left, so a feature x = Xq (q = e_k
picks the k-th; the statements hold for every q) is treated as LayerNorm treats its input, with the samples for the
components.  Roots that differ from feature to feature are one vector r of nonzero components with r ⊙ r = σ² + ε1.

Letters.  N samples; K features; X data (N × K); q picks a feature; x = Xq; m, σ² the means and population variances of all
features; C = I − 11ᵀ/N; γ, β gain and shift (of one feature scalars γ, β; of all, vectors g, b); ε ≥ 0;
y, Y the normalised feature, and all of them; r standard deviations of all features; t > 0 and c scalars; p another vector
like q.  Backwards: a feature v with s = √(var(v) + ε) and z = (v − mean(v)1)/s; ℓ = w·z a loss with gradient w; ℓ_σ, ℓ_μ its
derivatives by variance and mean.  In inference: u a sample; ρ, r running means and standard deviations; W, d the layer
before.
"""

from __future__ import annotations

from derive.language.build import diag, hadamard, identity, mean, norm, ones, sqrt, var
from derive.language.hypotheses import equal
from derive.theories.theory import TheoryBuilder
from derive.theories.vocabulary import define, dimension, index, let, matrix, scalar, vector

IOFFE = "Ioffe and Szegedy, Batch Normalization"

N, K = dimension("N"), dimension("K")
X, q, p = matrix("X", N, K), vector("q", K), vector("p", K)
w, one = vector("w", N), ones(N)
eps, t, c = scalar("eps", "nonneg"), scalar("t", "positive"), scalar("c")
gamma, beta = scalar("gamma"), scalar("beta")
g, b = vector("g", K), vector("b", K)
n, i, k = index("n", N), index("i", N), index("k", K)

C = let("C", identity(N) - one * one.T / N)
m = let("m", X.T * one / N)
centred = X - one * m.T
sigma2 = let("sigma2", hadamard(centred, centred).T * one / N)
x = let("x", X * q)

_v, _d = vector("v", N), scalar("delta", "nonneg")
#: One feature, normalised over the batch.
normalise = define("normalise", (_v - mean(_v) * ones(N)) / sqrt(var(_v) + _d), _v, _d)
#: The same at ε = 0.
exact = define("y0", (_v - mean(_v) * ones(N)) / sqrt(var(_v)), _v)
BN = let("BN", gamma * ((x - mean(x) * one) / sqrt(var(x) + eps)) + beta * one)
y = let("y", (x - mean(x) * one) / sqrt(var(x) + eps))
GEOMETRIC = sqrt(N) * gamma * (C * x / sqrt(norm(C * x) ** 2 + N * eps)) + beta * one

#: The standard deviations of all features at once.
r = vector("r", K, "nonzero")
stds = equal(hadamard(r, r), sigma2 + eps * ones(K))
Y = let("Y", C * X * diag(1 / r))

BUILDER = TheoryBuilder(
    "batchnorm",
    "BatchNorm",
    "BatchNorm normalises each feature over the samples: √N γ Cx / √(|Cx|² + Nε) + β1; in inference it is affine.",
    (IOFFE,),
)
BUILDER.names.update(
    {
        "N": N, "K": K, "n": n, "i": i, "k": k, "X": X, "q": q, "p": p, "w": w, "eps": eps, "t": t, "c": c,
        "gamma": gamma, "beta": beta, "g": g, "b": b, "r": r, "one": one, "I": identity(N),
        "C": C, "m": m, "sigma2": sigma2, "x": x, "BN": BN, "y": y, "Y": Y,
    }
)  # fmt: skip
BUILDER.define(m, f"{IOFFE}, Algorithm 1, the mini-batch mean")
BUILDER.define(sigma2, f"{IOFFE}, Algorithm 1, the mini-batch variance")
BUILDER.define(BN, f"{IOFFE}, Algorithm 1, of the feature x")
BUILDER.define(C, "centring over the batch")
BUILDER.define(x, "a feature: q = e_k picks the k-th column")
BUILDER.define(y, "a feature, normalised")
BUILDER.define(Y, "all features, normalised")
