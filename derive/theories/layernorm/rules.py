"""The rules by which LayerNorm is rewritten: definitions, and the identities of mean, variance and projector."""

from __future__ import annotations

from derive.authoring import definition, dot, norm, not_zero, rule, sqrt
from derive.theories.layernorm.maps import LN, hat
from derive.theories.layernorm.names import N, Pi, a, eps, mu, one, one_hat, sigma2

DEFINE_LN = definition(LN, "definition of layer normalisation")
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
