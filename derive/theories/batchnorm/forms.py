"""BatchNorm in training: centring, the geometric form of a feature, and what the output satisfies."""

from __future__ import annotations

from derive.derivation.derivation import Derivation, definition
from derive.language.build import dot, hadamard, mean, norm, ones, sqrt, sum_, var
from derive.language.hypotheses import positive
from derive.statements.bound import BoundChain, bounds
from derive.theories import algebra
from derive.theories.batchnorm import rules
from derive.theories.batchnorm.names import (
    BN,
    BUILDER,
    GEOMETRIC,
    IOFFE,
    C,
    K,
    N,
    X,
    Y,
    beta,
    c,
    centred,
    eps,
    exact,
    gamma,
    k,
    m,
    n,
    normalise,
    one,
    q,
    r,
    sigma2,
    stds,
    t,
    w,
    x,
    y,
)
from derive.theories.vocabulary import Chain, Statement, bound, given, near_miss

BUILDER.group("The forms of BatchNorm")


@BUILDER.theorem("Centring over the batch", f"{IOFFE}, Algorithm 1")
@near_miss("over the features of each sample", X - X * ones(K) * ones(K).T / K)
@near_miss("1/N lost", X - one * one.T * X)
def centring() -> Derivation:
    """X − 1mᵀ = X − (11ᵀ/N)X = CX: the mean of each column is subtracted by C on the left."""
    return (
        Derivation.start(centred)
        .by(definition(m))
        .by(rules.TRANSPOSED_MEANS)
        .by(rules.FACTOR_LEFT)
        .by(definition(C).reversed())
    )


@BUILDER.theorem("The mean of a feature", f"{IOFFE}, Algorithm 1")
@near_miss("the sum of the means", dot(m, q), dot(m, ones(K)))
def feature_mean() -> Chain:
    """mean(Xq) = m·q, for every q; with q = e_k, the k-th mean."""
    return mean(x), dot(m, q)


@BUILDER.theorem("The variance of a feature", f"{IOFFE}, Algorithm 1")
@near_miss("not centred", (X.T * X)[k, k] / N)
@near_miss("N − 1 for N", (X.T * C * X)[k, k] / (N - 1))
def feature_variance() -> Chain:
    """σ²ₖ = (XᵀCX)ₖₖ/N = Σₙ (CX)ₙₖ²/N: the diagonal of the covariance of the batch, with 1/N."""
    return sigma2[k], (X.T * C * X)[k, k] / N, sum_(n, (C * X)[n, k] ** 2) / N


@BUILDER.theorem("The geometric form of a feature", f"{IOFFE}, Algorithm 1")
@near_miss("√N lost", gamma * (C * x / sqrt(norm(C * x) ** 2 + N * eps)) + beta * one)
@near_miss("N lost before ε", sqrt(N) * gamma * (C * x / sqrt(norm(C * x) ** 2 + eps)) + beta * one)
@near_miss(
    "the number of features for that of samples",
    sqrt(K) * gamma * (C * x / sqrt(norm(C * x) ** 2 + K * eps)) + beta * one,
)
@near_miss("ε outside of the root", gamma * ((x - mean(x) * one) / (sqrt(var(x)) + eps)) + beta * one)
@near_miss("the shift lost", sqrt(N) * gamma * (C * x / sqrt(norm(C * x) ** 2 + N * eps)))
def geometric_form() -> Derivation:
    """BN(x) = √N γ Cx / √(|Cx|² + Nε) + β1 for x = Xq, wherever var(x) + ε > 0."""
    return (
        Derivation.start(BN)
        .by(definition(BN))
        .by(rules.CENTRED)
        .by(rules.VARIANCE_AS_NORM)
        .by(algebra.COMMON_DENOMINATOR)
        .by(algebra.ROOT_OF_QUOTIENT)
        .by(algebra.DIVIDE_BY_QUOTIENT, to=GEOMETRIC)
    )


@BUILDER.theorem("Sums over the batch vanish", f"{IOFFE}, §3")
@near_miss("sums over the features", Y * ones(K), 0)
@near_miss("before centring", one.T * X, 0)
def batch_sums() -> Chain:
    """1ᵀY = 0 for Y = CX diag(1/r), whatever the nonzero standard deviations r are."""
    return one.T * Y, 0


@BUILDER.theorem("Second moments over the batch", f"{IOFFE}, §3")
@given(stds)
@near_miss("one, although ε > 0", ones(K), given=[stds, positive(eps)])
@near_miss("r for its square", ones(K) - eps / r)
def second_moments() -> Chain:
    """(Y ⊙ Y)ᵀ1/N = 1 − ε/r², component by component, for r ⊙ r = σ² + ε1: one for each feature at ε = 0."""
    return hadamard(Y, Y).T * one / N, ones(K) - eps / hadamard(r, r)


BUILDER.group("The output: statistics, invariances, inference")


@BUILDER.theorem("The mean of the output", f"{IOFFE}, §3: γ and β can restore the mean and the variance")
@near_miss("the mean of the input", mean(x))
@near_miss("γ in place of β", gamma)
def output_mean() -> Chain:
    """mean(BN(x)) = β."""
    return mean(BN), beta


@BUILDER.theorem("The variance of the output", f"{IOFFE}, §3: γ and β can restore the mean and the variance")
@near_miss("γ², although ε > 0", gamma**2, given=[positive(eps)])
@near_miss("γ for γ²", gamma)
def output_variance() -> Chain:
    """var(BN(x)) = γ² var(x)/(var(x) + ε)."""
    return var(BN), gamma**2 * var(x) / (var(x) + eps)


@BUILDER.theorem("Identity by γ and β", f"{IOFFE}, §3: the transform can represent the identity")
@near_miss("ε lost", sqrt(var(x)) * y + mean(x) * one, x)
def restored() -> Chain:
    """√(var(x) + ε) y + mean(x) 1 = x: γ = √(var(x) + ε) and β = mean(x) undo the normalisation."""
    return sqrt(var(x) + eps) * y + mean(x) * one, x


@BUILDER.theorem("The scale of the weights", f"{IOFFE}, §3.3")
@near_miss("a negative factor", exact(c * x), exact(x), given=[positive(-c)])
@near_miss("ε kept", normalise(t * x, eps), normalise(x, eps), given=[positive(eps)])
def scale_of_weights() -> Chain:
    """BN(X(tq)) = BN(Xq) and BN(Xq + c1) = BN(Xq) at ε = 0, for t > 0: neither scale nor bias of the weights matters."""
    return exact(X * (t * q)), exact(x), exact(x + c * one)


@BUILDER.theorem("A bias before BatchNorm is lost", f"{IOFFE}, §3.2: the bias can be ignored")
@near_miss("another bias for each sample", normalise(x + w, eps), normalise(x, eps))
def bias_before() -> Chain:
    """BN(Xq + c1) = BN(Xq) for every ε ≥ 0."""
    return normalise(x + c * one, eps), normalise(x, eps)


@BUILDER.theorem("The length of a feature", f"{IOFFE}, §3")
@near_miss("the other way", ">=", N)
@near_miss("less, although ε = 0", "<", N)
@near_miss("at most one", "<=", 1)
def length_at_most() -> Statement:
    """|y|² ≤ N, by N − |y|² = Nε/(var(x) + ε): a feature lies in a ball of radius √N."""
    return bound(norm(y) ** 2, "<=", N, by=N * eps / (var(x) + eps))


@BUILDER.theorem("The variance of the output is at most γ²", f"{IOFFE}, §3")
@near_miss("the other way", bound(var(BN), ">=", gamma**2))
def output_variance_at_most() -> BoundChain:
    """0 ≤ var(BN(x)) ≤ γ²."""
    scale = gamma**2 / (var(x) + eps)
    return bounds(0, "<=", var(BN), "<=", gamma**2, by=[scale * var(x), scale * eps])
