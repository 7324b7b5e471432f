"""InstanceNorm: the map of BatchNorm, with the positions of one image for the samples of a batch.

Sources.  D. Ulyanov, A. Vedaldi and V. Lempitsky, *Instance Normalization: The Missing Ingredient for Fast Stylization*,
2016: the displayed formula of the layer.  X. Huang and S. Belongie, *Arbitrary Style Transfer in Real-Time with Adaptive
Instance Normalization*, ICCV 2017: Eq. (8).

Idea.  An image is a matrix X with a channel a column: N positions and K channels.  Each column is normalised over the
positions, so centring is C = I − 11ᵀ/N on the left, and a channel is x = Xq.  It is GroupNorm of Xᵀ with one channel a
group; unlike BatchNorm it has no running statistics.

Letters.  N positions; K channels; X image (N × K); q picks a channel; x = Xq; C = I − 11ᵀ/N; γ, β gain and shift of the
channel; ε ≥ 0; t > 0; s any scalar; u another image's channel (its style).
"""

from __future__ import annotations

from derive.authoring import *
from derive.theories import algebra
from derive.theories.batchnorm import (
    CENTRED,
    VARIANCE_AS_NORM,
    C,
    J,
    K,
    N,
    X,
    eps,
    exact,
    i,
    k,
    n,
    normalise,
    one,
    q,
    x,
    y,
)

ULYANOV = "Ulyanov, Vedaldi and Lempitsky, Instance Normalization"
HUANG = "Huang and Belongie, Adaptive Instance Normalization"

t, s = scalar("t", "positive"), scalar("s")
gamma, beta = scalar("gamma"), scalar("beta")
v, u = vector("v", N), vector("u", N)
r = vector("r", K, "nonzero")

IN = let("IN", gamma * ((x - mean(x) * one) / sqrt(var(x) + eps)) + beta * one)
GEOMETRIC = sqrt(N) * gamma * (C * x / sqrt(norm(C * x) ** 2 + N * eps)) + beta * one
#: A content channel with the mean and the standard deviation of a style channel.
adain = define("AdaIN", sqrt(var(u)) * ((v - mean(v) * one) / sqrt(var(v))) + mean(u) * one, v, u)

THEORY = Theory(
    "instancenorm",
    "InstanceNorm",
    "InstanceNorm normalises each channel of one image over its positions: √N γ Cx / √(|Cx|² + Nε) + β1.",
    (ULYANOV, HUANG),
)
THEORY.declare(N, K, n, i, k, X, q, u, v, eps, t, s, r, gamma, beta, one, identity(N), C, x, y, J, IN)
THEORY.define(IN, f"{ULYANOV}, the displayed formula, of the channel x")
THEORY.define(C, "centring over the positions")
THEORY.define(x, "a channel: q = e_k picks the k-th column")
THEORY.define(y, "a channel, normalised")
THEORY.define(J, "the Jacobian of LayerNorm, over the positions")
THEORY.define(adain(v, u), f"{HUANG}, Eq. (8)")


THEORY.group("InstanceNorm and style")


@THEORY.theorem("The geometric form of a channel", f"{ULYANOV}, the displayed formula")
@near_miss("√N lost", gamma * (C * x / sqrt(norm(C * x) ** 2 + N * eps)) + beta * one)
@near_miss("N lost before ε", sqrt(N) * gamma * (C * x / sqrt(norm(C * x) ** 2 + eps)) + beta * one)
@near_miss("the mean lost", sqrt(N) * gamma * (x / sqrt(norm(x) ** 2 + N * eps)) + beta * one)
def geometric_form() -> Derivation:
    """IN(x) = √N γ Cx / √(|Cx|² + Nε) + β1 for a channel x = Xq, wherever var(x) + ε > 0."""
    return (
        Derivation.start(IN)
        .by(definition(IN))
        .by(CENTRED)
        .by(VARIANCE_AS_NORM)
        .by(algebra.COMMON_DENOMINATOR)
        .by(algebra.ROOT_OF_QUOTIENT)
        .by(algebra.DIVIDE_BY_QUOTIENT, to=GEOMETRIC)
    )


@THEORY.theorem("GroupNorm with one channel a group", f"{ULYANOV}, the displayed formula")
@near_miss("the means for the deviations", (C * X).T, X.T * (one * one.T) / N)
def as_groupnorm() -> Chain:
    """(CX diag(1/r))ᵀ = diag(1/r) Xᵀ (I − 11ᵀ/N): on the transposed image, the rows are normalised as groups."""
    return (C * X * diag(1 / r)).T, diag(1 / r) * X.T * (identity(N) - one * one.T / N)


@THEORY.theorem("Sums over the positions vanish", f"{ULYANOV}, the displayed formula")
@near_miss("sums over the channels", C * X * diag(1 / r) * ones(K), 0)
def position_sums() -> Chain:
    """1ᵀCX diag(1/r) = 0, whatever the nonzero standard deviations r are."""
    return one.T * (C * X * diag(1 / r)), 0


@THEORY.theorem("The contrast of the image is lost", f"{ULYANOV}, §2: contrast normalisation")
@near_miss("the image in negative", exact(-x), exact(x))
@near_miss("ε kept", normalise(t * x, eps), normalise(x, eps), given=[positive(eps)])
@near_miss("contrast changed by positions", exact(hadamard(u, x)), exact(x))
def contrast() -> Chain:
    """y(tx + s1) = y(x) at ε = 0 for t > 0: neither brightness nor contrast of a channel matters."""
    return exact(t * x + s * one), exact(x)


@THEORY.theorem("The length of a channel", f"{ULYANOV}, the displayed formula")
@near_miss("the sphere, although ε > 0", N, given=[positive(eps), not_zero(C * x)])
def channel_length() -> Chain:
    """|y|² = N var(x)/(var(x) + ε), so N − |y|² = Nε/(var(x) + ε)."""
    return norm(y) ** 2, N * var(x) / (var(x) + eps), N - N * eps / (var(x) + eps)


@THEORY.theorem("The Jacobian", f"differentiation of {ULYANOV}, the displayed formula")
@near_miss("the mean alone differentiated", (C / sqrt(var(x) + eps))[n, i] * q[k])
@near_miss("across channels", J[n, i])
def jacobian() -> Chain:
    """∂yₙ/∂Xᵢₖ = Jₙᵢ qₖ with J = (C − Cx(Cx)ᵀ/(|Cx|² + Nε))/√(var(x) + ε): zero for every channel but that which q picks."""
    return grad(y, X)[n, i, k], J[n, i] * q[k]


_styled = (not_zero(C * v),)


@THEORY.theorem("The mean of the style", f"{HUANG}, Eq. (8)")
@given(*_styled)
@near_miss("the mean of the content", mean(v))
def style_mean() -> Chain:
    """mean(AdaIN(v, u)) = mean(u), for a content v that is not constant."""
    return mean(adain(v, u)), mean(u)


@THEORY.theorem("The variance of the style", f"{HUANG}, Eq. (8)")
@given(*_styled)
@near_miss("the variance of the content", var(v))
def style_variance() -> Chain:
    """var(AdaIN(v, u)) = var(u), for a content v that is not constant."""
    return var(adain(v, u)), var(u)


@THEORY.theorem("A picture in its own style", f"{HUANG}, Eq. (8)")
@given(*_styled)
@near_miss("in another style", adain(v, u), v)
def own_style() -> Chain:
    """AdaIN(v, v) = v, for a v that is not constant."""
    return adain(v, v), v


@THEORY.theorem("The length of a channel is at most √N", f"{ULYANOV}, the displayed formula")
@near_miss("the other way", ">=", N)
@near_miss("less, although ε = 0", "<", N)
def channel_length_at_most() -> Statement:
    """|y|² ≤ N, by N − |y|² = Nε/(var(x) + ε)."""
    return bound(norm(y) ** 2, "<=", N, by=N * eps / (var(x) + eps))
