"""The variance in all its forms."""

from __future__ import annotations

from derive.authoring import Chain, Derivation, definition, dot, mean, near_miss, norm, var
from derive.theories import algebra
from derive.theories.layernorm import rules
from derive.theories.layernorm.names import NOTEBOOK, RIECHERS, THEORY, N, Pi, a, mu, one, sigma2

THEORY.group("Mean and variance")


@THEORY.theorem("The variance as a norm", f"{RIECHERS}, Eq. (3), §II")
@near_miss("N - 1 for N", norm(Pi * a) ** 2 / (N - 1))
@near_miss("1/N lost", norm(Pi * a) ** 2)
def variance_norm() -> Derivation:
    """σ² = |Πa|²/N: the population variance, with 1/N."""
    return (
        Derivation.start(sigma2)
        .by(definition(sigma2))
        .by(rules.CENTRED, to=dot(Pi * a, Pi * a) / N)
        .by(algebra.NORM_SQUARED)
    )


@THEORY.theorem("The variance as a quadratic form", f"{RIECHERS}, §II")
@near_miss("Π lost", a.T * a / N)
def variance_quadratic() -> Derivation:
    """σ² = aᵀΠᵀΠa/N = aᵀΠa/N, by Πᵀ = Π and Π² = Π."""
    return (
        Derivation.start(sigma2)
        .by(definition(sigma2))
        .by(rules.CENTRED, to=dot(Pi * a, Pi * a) / N)
        .by(algebra.NORM_AS_PRODUCT)
        .by(algebra.TRANSPOSE_PRODUCT, to=a.T * Pi.T * Pi * a / N)
        .by(rules.SYMMETRIC)
        .by(rules.IDEMPOTENT, to=a.T * Pi * a / N)
    )


@THEORY.theorem("The variance by moments", f"{RIECHERS}, §II")
@near_miss("μ for its square", dot(a, a) / N - mu)
@near_miss("a sign", dot(a, a) / N + mu**2)
@near_miss("1/(N - 1)", dot(a, a) / (N - 1) - mu**2)
def variance_moments() -> Chain:
    """σ² = aᵀa/N − μ²."""
    return sigma2, dot(a, a) / N - mu**2


@THEORY.theorem("μ as a function", f"{NOTEBOOK}, definition of μ")
@near_miss("without 1/N", dot(a, one), mu)
def mean_agrees() -> Chain:
    """The mean as a function of a vector is μ at a."""
    return mean(a), mu


@THEORY.theorem("σ² as a function", f"{NOTEBOOK}, definition of var")
@near_miss("without 1/N, as commented out in the notebook", N * var(a), sigma2)
def variance_agrees() -> Chain:
    """The population variance as a function of a vector is σ² at a."""
    return var(a), sigma2
