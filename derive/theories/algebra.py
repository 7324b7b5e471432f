"""Rules of linear algebra that derivations use, each stated once and proved when this module is loaded.

Letters: u, v, w, x are vectors of one dimension N, A, B, C square matrices over it; p, q, r, c are scalars.
"""

from __future__ import annotations

from derive.derivation.derivation import rule
from derive.language.build import diag, dimension, dot, identity, matrix, norm, ones, scalar, sqrt, sum_, vector
from derive.language.build import index as index_

n = dimension("N")
u, v, w, x = (vector(name, n) for name in "uvwx")
A, B = matrix("A", n, n), matrix("B", n, n)
p, q, r = scalar("p"), scalar("q"), scalar("r")
d, e = scalar("d"), scalar("e")
positive = scalar("t", "positive")
i = index_("i", n)

HADAMARD_AS_DIAGONAL = rule("u ⊙ v = diag(u) v", u * v, diag(u) * v)
RANK_ONE = rule("v - (v · u) u = (I - u uᵀ) v", v - dot(v, u) * u, (identity(n) - u * u.T) * v)
NORM_SQUARED = rule("u · u = |u|²", dot(u, u), norm(u) ** 2)
NORM_AS_PRODUCT = rule("u · u = uᵀu", dot(u, u), u.T * u)
TRANSPOSE_PRODUCT = rule("(A v)ᵀ = vᵀ Aᵀ", (A * v).T, v.T * A.T)
DOT_DIFFERENCE = rule("(u - v) · w = u · w - v · w", dot(u - v, w), dot(u, w) - dot(v, w))
DOT_SCALED_LEFT = rule("(p u) · v = p (u · v)", dot(p * u, v), p * dot(u, v))
CANCEL = rule("p - p = 0", p - p, 0)
COMMON_DENOMINATOR = rule("p / d + q = (p + d q) / d", p / d + q, (p + d * q) / d)
ROOT_OF_QUOTIENT = rule("√(p / t) = √p / √t", sqrt(p / positive), sqrt(p) / sqrt(positive))
DIVIDE_BY_QUOTIENT = rule("v / (d / e) = e (v / d)", v / (d / e), e * (v / d))
SUM_DIFFERENCE = rule("Σₙ (uₙ - p) = Σₙ uₙ - N p", sum_(i, u[i] - p), sum_(i, u[i]) - n * p)
SUM_AS_DOT = rule("Σₙ uₙ = u · 1", sum_(i, u[i]), dot(u, ones(n)))
TIMES_QUOTIENT = rule("d (p / d) = p", d * (p / d), p)
EXPAND_PROJECTOR = rule(
    "(I - A)(I - A) = I - 2 A + A A",
    (identity(n) - A) * (identity(n) - A),
    identity(n) - 2 * A + A * A,
)
OUTER_SQUARED = rule("(u uᵀ)(u uᵀ) = (u · u) u uᵀ", (u * u.T) * (u * u.T), dot(u, u) * (u * u.T))
ONE_LESS = rule("I - 2 A + 1 A = I - A", identity(n) - 2 * A + 1 * A, identity(n) - A)
COMPONENT_DIFFERENCE = rule("(u - p 1)ₙ = uₙ - p", (u - p * ones(n))[i], u[i] - p)
DIVIDE_TWICE = rule("v / (p q) = (v / p) / q", v / (p * q), v / p / q)
SCALE_QUOTIENT = rule("p (v / q) = p v / q", p * (v / q), p * v / q)
