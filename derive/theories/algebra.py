"""Rules of linear algebra that derivations use, each stated once and proved when this module is loaded.

Letters: u, v, w, x are vectors of one dimension N, A, B, C square matrices over it; p, q, r, c are scalars.
"""

from __future__ import annotations

from derive.authoring import Rule, diag, dimension, dot, identity, matrix, norm, ones, rule, scalar, sqrt, sum_, vector
from derive.authoring import index as index_

n = dimension("N")
u, v, w, x = (vector(name, n) for name in "uvwx")
A, B = matrix("A", n, n), matrix("B", n, n)
p, q, r = scalar("p"), scalar("q"), scalar("r")
d, e = scalar("d"), scalar("e")
positive = scalar("t", "positive")
i = index_("i", n)

HADAMARD_AS_DIAGONAL = rule("product of components as a diagonal matrix", u * v, diag(u) * v)
RANK_ONE = rule("removing a direction as a matrix", v - dot(v, u) * u, (identity(n) - u * u.T) * v)
NORM_SQUARED = rule("squared norm as an inner product", dot(u, u), norm(u) ** 2, kind="algebra")
NORM_AS_PRODUCT = rule("inner product as a matrix product", dot(u, u), u.T * u, kind="algebra")
TRANSPOSE_PRODUCT = rule("transpose of a product", (A * v).T, v.T * A.T, kind="algebra")
DOT_DIFFERENCE = rule("inner product of a difference", dot(u - v, w), dot(u, w) - dot(v, w), kind="algebra")
DOT_SCALED_LEFT = rule("scalar taken out of an inner product", dot(p * u, v), p * dot(u, v), kind="algebra")
CANCEL = rule("equal terms cancel", p - p, 0, kind="algebra")
COMMON_DENOMINATOR = rule("common denominator", p / d + q, (p + d * q) / d, kind="algebra")
ROOT_OF_QUOTIENT = rule("root of a quotient", sqrt(p / positive), sqrt(p) / sqrt(positive), kind="algebra")
DIVIDE_BY_QUOTIENT = rule("double quotient", v / (d / e), e * (v / d), kind="algebra")
SUM_DIFFERENCE = rule("sum of differences", sum_(i, u[i] - p), sum_(i, u[i]) - n * p, kind="algebra")
SUM_AS_DOT = rule("sum as an inner product", sum_(i, u[i]), dot(u, ones(n)), kind="algebra")
TIMES_QUOTIENT = rule("denominator cancels", d * (p / d), p, kind="algebra")
EXPAND_PROJECTOR = rule(
    "square of a difference", (identity(n) - A) * (identity(n) - A), identity(n) - 2 * A + A * A, kind="algebra"
)
OUTER_SQUARED = rule("square of a rank-one matrix", (u * u.T) * (u * u.T), dot(u, u) * (u * u.T))
ONE_LESS = rule("like terms collected", identity(n) - 2 * A + 1 * A, identity(n) - A, kind="algebra")
COMPONENT_DIFFERENCE = rule("component of a difference", (u - p * ones(n))[i], u[i] - p, kind="algebra")
DIVIDE_TWICE = rule("quotient by a product", v / (p * q), v / p / q, kind="algebra")
SCALE_QUOTIENT = rule("scalar moved into a quotient", p * (v / q), p * v / q, kind="algebra")
QUOTIENT_OUT = rule("quotient taken out of a product", A * (v / p), A * v / p, kind="algebra")
FACTOR_CANCELS = rule("common factor cancels", (p * d) / d, p, kind="algebra")
DENOMINATOR_CANCELS = rule("denominator cancels", d * (v / d), v, kind="algebra")

#: All of them, which every theory has.
RULES = tuple(each for each in tuple(vars().values()) if isinstance(each, Rule))
