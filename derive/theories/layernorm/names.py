"""LayerNorm: its geometric form, the projector Π, the variance, the image of its sub-steps, the Jacobian.

Sources.  P. M. Riechers, *Geometry and Dynamics of LayerNorm* (technical note): Eqs. (1)–(6) and §II.  A notebook that
recomputes a logit with hand-written LayerNorm: its displays with u_ε and cos θ.

Letters.  N dimension; a input; g gain; b bias (vectors of N components); ε ≥ 0; 1 the all-ones vector, 1̂ = 1/√N;
μ, σ² mean and population variance of a; Π = I − 1̂1̂ᵀ; G = diag(g); s = Πa; α = 1/g where no gain is zero;
Π₂ = I − ααᵀ/|α|²; v, w, x any vectors; c, t any scalars.
"""

from __future__ import annotations

from derive.language.build import (
    cos,
    define,
    diag,
    dimension,
    dot,
    identity,
    index,
    let,
    mean,
    norm,
    ones,
    scalar,
    sqrt,
    vector,
)
from derive.language.hypotheses import not_zero
from derive.theories.theory import TheoryBuilder
from derive.theories.vocabulary import definition, rule

RIECHERS = "Riechers, Geometry and Dynamics of LayerNorm"
NOTEBOOK = "Notebook on LayerNorm by hand"

N = dimension("N")
a, g, b = vector("a", N), vector("g", N), vector("b", N)
v, w, x = vector("v", N), vector("w", N), vector("x", N)
eps = scalar("eps", "nonneg")
c, t = scalar("c"), scalar("t")
n = index("n", N)
one = ones(N)
eye = identity(N)

mu = let("mu", dot(a, one) / N)
sigma2 = let("sigma2", dot(a - mu * one, a - mu * one) / N)
one_hat = let("one_hat", one / sqrt(N))
Pi = let("Pi", eye - one_hat * one_hat.T)
root = sqrt(sigma2 + eps)
y = (a - mu * one) / root
LN = let("LN", g * y + b)
s = let("s", Pi * a)

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

BUILDER = TheoryBuilder(
    "layernorm",
    "LayerNorm and its geometric form",
    "LayerNorm as people write it, rewritten into √N diag(g) Πa / √(|Πa|² + Nε) + b by the identities of the projector Π.",
    (RIECHERS, NOTEBOOK),
)
BUILDER.names.update(
    {
        "N": N, "n": n, "a": a, "g": g, "b": b, "v": v, "w": w, "x": x, "eps": eps, "c": c, "t": t,
        "one": one, "I": eye, "mu": mu, "sigma2": sigma2, "one_hat": one_hat, "Pi": Pi, "LN": LN, "s": s,
        "G": let("G", diag(g)),
    }
)  # fmt: skip
for _term, _place in (
    (mu, "Eq. (2)"),
    (sigma2, "Eq. (3)"),
    (LN, "Eq. (1)"),
    (one_hat, "§II"),
    (Pi, "§II, and after Eq. (6)"),
    (alpha, "§II.1, where every gain is nonzero"),
    (Pi2, "§II.2, where every gain is nonzero"),
):
    BUILDER.define(_term, f"{RIECHERS}, {_place}")
for _function in (hat(x), u(x, eps), cos(v, w)):
    BUILDER.define(_function, NOTEBOOK)


# Rules of this theory.

DEFINE_MEAN = definition(mu)
DEFINE_VARIANCE = definition(sigma2)
DEFINE_LN = definition(LN, "definition of layer normalisation")
DEFINE_PROJECTOR = definition(Pi)
UNIT_LENGTH = rule("the direction of ones has length one", dot(one_hat, one_hat), 1, ())
MEAN_BY_UNIT = rule("mean as the component along the ones", dot(a, one) / N * one, dot(a, one_hat) * one_hat, ())
CENTRED = rule("centring is a projection", a - mu * one, Pi * a, ())
IDEMPOTENT = rule("the projector is idempotent", Pi * Pi, Pi, ())
SYMMETRIC = rule("the projector is symmetric", Pi.T, Pi, ())
VARIANCE_AS_NORM = rule("variance as a squared norm", sigma2, norm(Pi * a) ** 2 / N, ())
MEAN_TIMES_N = rule("sum as a multiple of the mean", N * mu, dot(a, one), ())
NORM_FACTORED = rule(
    "norm taken out of the root",
    sqrt(norm(Pi * a) ** 2 + N * eps),
    norm(Pi * a) * sqrt(1 + N * eps / (a.T * Pi * a)),
    (),
    hypotheses=[not_zero(Pi * a)],
)
DEFINE_DIRECTION = definition(hat(Pi * a), "definition of the unit vector")
