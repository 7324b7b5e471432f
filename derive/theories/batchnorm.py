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

from derive.authoring import *
from derive.theories import algebra

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

THEORY = Theory(
    "batchnorm",
    "BatchNorm",
    "BatchNorm normalises each feature over the samples: √N γ Cx / √(|Cx|² + Nε) + β1; in inference it is affine.",
    (IOFFE,),
)
THEORY.declare(N, K, n, i, k, X, q, p, w, eps, t, c, gamma, beta, g, b, r, one, identity(N), C, m, sigma2, x, BN, y, Y)
THEORY.define(m, f"{IOFFE}, Algorithm 1, the mini-batch mean")
THEORY.define(sigma2, f"{IOFFE}, Algorithm 1, the mini-batch variance")
THEORY.define(BN, f"{IOFFE}, Algorithm 1, of the feature x")
THEORY.define(C, "centring over the batch")
THEORY.define(x, "a feature: q = e_k picks the k-th column")
THEORY.define(y, "a feature, normalised")
THEORY.define(Y, "all features, normalised")

#: The rules by which BatchNorm and InstanceNorm are rewritten.
TRANSPOSED_MEANS = rule("means of the columns as a matrix product", one * (X.T * one / N).T, one * one.T / N * X)
FACTOR_LEFT = rule("common factor taken out", X - algebra.A * X, (identity(N) - algebra.A) * X, kind="algebra")
CENTRED = rule("centring is a projection", _v - mean(_v) * ones(N), C * _v, [_v])
VARIANCE_AS_NORM = rule("variance as a squared norm", var(_v), norm(C * _v) ** 2 / N, [_v])

THEORY.group("The forms of BatchNorm")


@THEORY.theorem("Centring over the batch", f"{IOFFE}, Algorithm 1")
@near_miss("over the features of each sample", X - X * ones(K) * ones(K).T / K)
@near_miss("1/N lost", X - one * one.T * X)
def centring() -> Derivation:
    """X − 1mᵀ = X − (11ᵀ/N)X = CX: the mean of each column is subtracted by C on the left."""
    return Derivation.start(centred).by(definition(m)).by(TRANSPOSED_MEANS).by(FACTOR_LEFT).by(definition(C).reversed())


@THEORY.theorem("The mean of a feature", f"{IOFFE}, Algorithm 1")
@near_miss("the sum of the means", dot(m, q), dot(m, ones(K)))
def feature_mean() -> Chain:
    """mean(Xq) = m·q, for every q; with q = e_k, the k-th mean."""
    return mean(x), dot(m, q)


@THEORY.theorem("The variance of a feature", f"{IOFFE}, Algorithm 1")
@near_miss("not centred", (X.T * X)[k, k] / N)
@near_miss("N − 1 for N", (X.T * C * X)[k, k] / (N - 1))
def feature_variance() -> Chain:
    """σ²ₖ = (XᵀCX)ₖₖ/N = Σₙ (CX)ₙₖ²/N: the diagonal of the covariance of the batch, with 1/N."""
    return sigma2[k], (X.T * C * X)[k, k] / N, sum_(n, (C * X)[n, k] ** 2) / N


@THEORY.theorem("The geometric form of a feature", f"{IOFFE}, Algorithm 1")
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
        .by(CENTRED)
        .by(VARIANCE_AS_NORM)
        .by(algebra.COMMON_DENOMINATOR)
        .by(algebra.ROOT_OF_QUOTIENT)
        .by(algebra.DIVIDE_BY_QUOTIENT, to=GEOMETRIC)
    )


@THEORY.theorem("Sums over the batch vanish", f"{IOFFE}, §3")
@near_miss("sums over the features", Y * ones(K), 0)
@near_miss("before centring", one.T * X, 0)
def batch_sums() -> Chain:
    """1ᵀY = 0 for Y = CX diag(1/r), whatever the nonzero standard deviations r are."""
    return one.T * Y, 0


@THEORY.theorem("Second moments over the batch", f"{IOFFE}, §3")
@given(stds)
@near_miss("one, although ε > 0", ones(K), given=[stds, positive(eps)])
@near_miss("r for its square", ones(K) - eps / r)
def second_moments() -> Chain:
    """(Y ⊙ Y)ᵀ1/N = 1 − ε/r², component by component, for r ⊙ r = σ² + ε1: one for each feature at ε = 0."""
    return hadamard(Y, Y).T * one / N, ones(K) - eps / hadamard(r, r)


THEORY.group("The output: statistics, invariances, inference")


@THEORY.theorem("The mean of the output", f"{IOFFE}, §3: γ and β can restore the mean and the variance")
@near_miss("the mean of the input", mean(x))
@near_miss("γ in place of β", gamma)
def output_mean() -> Chain:
    """mean(BN(x)) = β."""
    return mean(BN), beta


@THEORY.theorem("The variance of the output", f"{IOFFE}, §3: γ and β can restore the mean and the variance")
@near_miss("γ², although ε > 0", gamma**2, given=[positive(eps)])
@near_miss("γ for γ²", gamma)
def output_variance() -> Chain:
    """var(BN(x)) = γ² var(x)/(var(x) + ε)."""
    return var(BN), gamma**2 * var(x) / (var(x) + eps)


@THEORY.theorem("Identity by γ and β", f"{IOFFE}, §3: the transform can represent the identity")
@near_miss("ε lost", sqrt(var(x)) * y + mean(x) * one, x)
def restored() -> Chain:
    """√(var(x) + ε) y + mean(x) 1 = x: γ = √(var(x) + ε) and β = mean(x) undo the normalisation."""
    return sqrt(var(x) + eps) * y + mean(x) * one, x


@THEORY.theorem("The scale of the weights", f"{IOFFE}, §3.3")
@near_miss("a negative factor", exact(c * x), exact(x), given=[positive(-c)])
@near_miss("ε kept", normalise(t * x, eps), normalise(x, eps), given=[positive(eps)])
def scale_of_weights() -> Chain:
    """BN(X(tq)) = BN(Xq) and BN(Xq + c1) = BN(Xq) at ε = 0, for t > 0: neither scale nor bias of the weights matters."""
    return exact(X * (t * q)), exact(x), exact(x + c * one)


@THEORY.theorem("A bias before BatchNorm is lost", f"{IOFFE}, §3.2: the bias can be ignored")
@near_miss("another bias for each sample", normalise(x + w, eps), normalise(x, eps))
def bias_before() -> Chain:
    """BN(Xq + c1) = BN(Xq) for every ε ≥ 0."""
    return normalise(x + c * one, eps), normalise(x, eps)


@THEORY.theorem("The length of a feature", f"{IOFFE}, §3")
@near_miss("the other way", ">=", N)
@near_miss("less, although ε = 0", "<", N)
@near_miss("at most one", "<=", 1)
def length_at_most() -> Statement:
    """|y|² ≤ N, by N − |y|² = Nε/(var(x) + ε): a feature lies in a ball of radius √N."""
    return bound(norm(y) ** 2, "<=", N, by=N * eps / (var(x) + eps))


@THEORY.theorem("The variance of the output is at most γ²", f"{IOFFE}, §3")
@near_miss("the other way", bound(var(BN), ">=", gamma**2))
def output_variance_at_most() -> Statement:
    """0 ≤ var(BN(x)) ≤ γ²."""
    scale = gamma**2 / (var(x) + eps)
    return bounds(0, "<=", var(BN), "<=", gamma**2, by=[scale * var(x), scale * eps])


# Derivatives.

_row = C * x
_root = sqrt(var(x) + eps)
J = let("J", (C - _row * _row.T / (norm(_row) ** 2 + N * eps)) / _root)
THEORY.define(J, "the Jacobian of LayerNorm, over the batch")


THEORY.group("The Jacobian")


@THEORY.theorem("The Jacobian of a feature", f"differentiation of {IOFFE}, Algorithm 1")
@near_miss("statistics held fixed", (identity(N) / _root)[n, i] * q[k])
@near_miss("only the mean differentiated", (C / _root)[n, i] * q[k])
def jacobian() -> Chain:
    """∂yₙ/∂Xᵢₖ = Jₙᵢ qₖ, with J = (C − Cx(Cx)ᵀ/(|Cx|² + Nε))/√(var(x) + ε) and x = Xq.

    J is the Jacobian of LayerNorm with the batch for the components.  With q = e_l it says that a feature does not depend
    on the others, and that each of its outputs depends on the whole batch.
    """
    return grad(y, X)[n, i, k], J[n, i] * q[k]


@THEORY.theorem("No derivative across features", f"differentiation of {IOFFE}, Algorithm 1")
@given(equal(dot(p, q), 0))
@near_miss("p not orthogonal to q", 0, given=())
def across_features() -> Chain:
    """Σₖ pₖ ∂yₙ/∂Xᵢₖ = 0 for p·q = 0: with p and q two basis vectors, no feature acts on another."""
    return sum_(k, p[k] * grad(y, X)[n, i, k]), 0


@THEORY.theorem("The null space of the Jacobian, ε > 0", f"differentiation of {IOFFE}, Algorithm 1")
@near_miss("{0}", null_space_is(J, (), hypotheses=[positive(eps)]))
@near_miss("the feature as well", null_space_is(J, (one, _row), hypotheses=[positive(eps)]))
def jacobian_null_space() -> Statement:
    """For ε > 0 the null space of J is ℝ1: of what is added to a feature, only a common shift is lost."""
    back = _root * (C + _row * _row.T / (N * eps))
    return null_space_is(J, one, splitting=Splitting((one / N,), back), hypotheses=[positive(eps)])


@THEORY.theorem("The null space of the Jacobian, ε = 0", f"differentiation of {IOFFE}, Algorithm 1")
@near_miss("ℝ1 alone", null_space_is(J, one, hypotheses=[equal(eps, 0), not_zero(_row)]))
def jacobian_null_space_at_zero() -> Statement:
    """At ε = 0 and Cx ≠ 0 the null space of J is spanned by 1 and Cx: shift and scale are lost."""
    split = Splitting((one / N, _row / norm(_row) ** 2), _root * identity(N))
    return null_space_is(J, (one, _row), splitting=split, hypotheses=[equal(eps, 0), not_zero(_row)])


# Backwards, for one feature v (a vector over the batch).

v = vector("v", N)
root = let("s", sqrt(var(v) + eps))
z = let("z", (v - mean(v) * one) / root)
loss = dot(w, z)
by_variance = let("ell_sigma", -dot(w, v - mean(v) * one) / (2 * root**3))
by_mean = let("ell_mu", -dot(w, one) / root)
THEORY.declare(J, v, root, z, by_variance, by_mean)
THEORY.define(root, f"{IOFFE}, Algorithm 1, of a feature v")
THEORY.define(z, f"{IOFFE}, Algorithm 1, the feature v normalised")
THEORY.define(by_variance, f"{IOFFE}, §3, ∂ℓ/∂σ²")
THEORY.define(by_mean, f"{IOFFE}, §3, the first term of ∂ℓ/∂μ")


THEORY.group("The gradient backwards")


@THEORY.theorem("The gradient of the mean", f"{IOFFE}, §3")
@near_miss("1/N lost", one)
@near_miss("not the mean but a sum", grad(N * mean(v), v), one / N)
def mean_gradient() -> Chain:
    """∂mean(v)/∂v = 1/N in each component."""
    return grad(mean(v), v), one / N


@THEORY.theorem("The gradient of the variance", f"{IOFFE}, §3")
@near_miss("not centred", 2 * v / N)
@near_miss("2 lost", (v - mean(v) * one) / N)
def variance_gradient() -> Chain:
    """∂var(v)/∂v = 2(v − mean(v)1)/N."""
    return grad(var(v), v), 2 * (v - mean(v) * one) / N


@THEORY.theorem("The gradient backwards, term by term", f"{IOFFE}, §3, ∂ℓ/∂xᵢ")
@near_miss("the term of the mean lost", w / root + 2 * by_variance / N * (v - mean(v) * one))
@near_miss("the term of the variance lost", w / root + by_mean / N * one)
@near_miss("the statistics held fixed", w / root)
def backward_terms() -> Chain:
    """∂ℓ/∂v = w/s + (2ℓ_σ/N)(v − μ1) + (ℓ_μ/N)1 with s = √(var(v) + ε), ℓ_σ = −w·(v − μ1)/(2s³), ℓ_μ = −w·1/s.

    ℓ_σ is ∂ℓ/∂σ², ℓ_μ is ∂ℓ/∂μ.  The paper adds ℓ_σ Σ −2(vᵢ − μ)/N to ℓ_μ, which is zero.
    """
    return grad(loss, v), w / root + 2 * by_variance / N * (v - mean(v) * one) + by_mean / N * one


@THEORY.theorem("The variance does not depend on the mean", f"{IOFFE}, §3, the second term of ∂ℓ/∂μ")
@near_miss("not centred", -2 * dot(v, one) / N, 0)
def vanishing_term() -> Chain:
    """Σᵢ −2(vᵢ − μ)/N = 0: the second term of the paper's ∂ℓ/∂μ."""
    return -2 * dot(v - mean(v) * one, one) / N, 0


@THEORY.theorem("The gradient backwards, in one line", f"{IOFFE}, §3, simplified")
@near_miss("1/N lost", (w - dot(w, one) * one - dot(w, z) * z) / root)
@near_miss("the middle term lost", (w - dot(w, z) / N * z) / root)
@near_miss("the last term lost", (w - mean(w) * one) / root)
def backward() -> Chain:
    """∂ℓ/∂v = (w − mean(w) 1 − (w·z/N) z)/√(σ² + ε) = (Nw − (w·1)1 − (w·z)z)/(N√(σ² + ε)), z the normalised v."""
    return (
        grad(loss, v),
        (w - mean(w) * one - dot(w, z) / N * z) / root,
        (N * w - dot(w, one) * one - dot(w, z) * z) / (N * root),
    )


@THEORY.theorem("Gradients sum to zero over the batch", f"{IOFFE}, §3")
@near_miss("each of them", grad(loss, v), 0)
def backward_sum() -> Chain:
    """1·∂ℓ/∂v = 0: a common shift of the batch changes nothing."""
    return dot(one, grad(loss, v)), 0


@THEORY.theorem("The gradient along the output", f"{IOFFE}, §3.3")
@near_miss("zero, although ε > 0", 0, given=[positive(eps)])
def backward_along() -> Chain:
    """z·∂ℓ/∂v = ε (w·z)/(σ² + ε)^{3/2}: zero at ε = 0, where the scale of the batch changes nothing."""
    return dot(z, grad(loss, v)), eps * dot(w, z) / root**3


@THEORY.theorem("The gradient of γ", f"{IOFFE}, §3, ∂ℓ/∂γ")
@near_miss("the input for the normalised input", dot(w, v))
def gamma_gradient() -> Chain:
    """∂ℓ/∂γ = w·z for the output γz + β1."""
    return grad(dot(w, gamma * z + beta * one), gamma), dot(w, z)


@THEORY.theorem("The gradient of β", f"{IOFFE}, §3, ∂ℓ/∂β")
@near_miss("the mean for the sum", mean(w))
def beta_gradient() -> Chain:
    """∂ℓ/∂β = Σᵢ wᵢ for the output γz + β1."""
    return grad(dot(w, gamma * z + beta * one), beta), sum_(n, w[n])


# In inference, with running statistics, it is affine, and folds into the layer before it.

D = dimension("D")
rho, sample = vector("rho", K), vector("u", K)
W, bias, h = matrix("W", K, D), vector("d", K), vector("h", D)


THEORY.group("The output: statistics, invariances, inference")


@THEORY.theorem("Inference is affine", f"{IOFFE}, Algorithm 2")
@near_miss("the running mean not scaled", diag(g / r) * sample + (b - rho))
@near_miss("the shift scaled as well", diag(g / r) * (sample - rho + b))
@near_miss("linear", diag(g / r) * sample)
def inference() -> Chain:
    """g ⊙ (u − ρ)/r + b = diag(g/r) u + (b − g ⊙ ρ/r): with running statistics a sample u is mapped on its own."""
    return g * (sample - rho) / r + b, diag(g / r) * sample + (b - g * rho / r)


@THEORY.theorem("Folding into the layer before", f"{IOFFE}, Algorithm 2: a single linear transform")
@near_miss("the bias not scaled", diag(g / r) * W * h + (bias - g * rho / r + b))
@near_miss(
    "the columns of a square W scaled",
    g * (matrix("A", K, K) * sample - rho) / r + b,
    matrix("A", K, K) * diag(g / r) * sample + (b - g * rho / r),
)
def folded() -> Chain:
    """g ⊙ (Wh + d − ρ)/r + b = (diag(g/r)W)h + (g ⊙ (d − ρ)/r + b): the rows of W are scaled."""
    return g * (W * h + bias - rho) / r + b, diag(g / r) * W * h + (g * (bias - rho) / r + b)
