"""The derivatives of BatchNorm: the Jacobian of a feature, and the gradient backwards with its three terms."""

from __future__ import annotations

from derive.language.build import dot, grad, identity, mean, norm, sqrt, sum_, var
from derive.language.hypotheses import equal, not_zero, positive
from derive.statements.null_space import NullSpace, Splitting, null_space_is
from derive.theories.batchnorm.names import BUILDER, IOFFE, C, N, X, beta, eps, gamma, i, k, n, one, p, q, w, x, y
from derive.theories.vocabulary import Chain, given, let, near_miss, vector

_row = C * x
_root = sqrt(var(x) + eps)
J = let("J", (C - _row * _row.T / (norm(_row) ** 2 + N * eps)) / _root)
BUILDER.define(J, "the Jacobian of LayerNorm, over the batch")


BUILDER.group("The Jacobian")


@BUILDER.theorem("The Jacobian of a feature", f"differentiation of {IOFFE}, Algorithm 1")
@near_miss("statistics held fixed", (identity(N) / _root)[n, i] * q[k])
@near_miss("only the mean differentiated", (C / _root)[n, i] * q[k])
def jacobian() -> Chain:
    """∂yₙ/∂Xᵢₖ = Jₙᵢ qₖ, with J = (C − Cx(Cx)ᵀ/(|Cx|² + Nε))/√(var(x) + ε) and x = Xq.

    J is the Jacobian of LayerNorm with the batch for the components.  With q = e_l it says that a feature does not depend
    on the others, and that each of its outputs depends on the whole batch.
    """
    return grad(y, X)[n, i, k], J[n, i] * q[k]


@BUILDER.theorem("No derivative across features", f"differentiation of {IOFFE}, Algorithm 1")
@given(equal(dot(p, q), 0))
@near_miss("p not orthogonal to q", 0, given=())
def across_features() -> Chain:
    """Σₖ pₖ ∂yₙ/∂Xᵢₖ = 0 for p·q = 0: with p and q two basis vectors, no feature acts on another."""
    return sum_(k, p[k] * grad(y, X)[n, i, k]), 0


@BUILDER.theorem("The null space of the Jacobian, ε > 0", f"differentiation of {IOFFE}, Algorithm 1")
@near_miss("{0}", null_space_is(J, (), hypotheses=[positive(eps)]))
@near_miss("the feature as well", null_space_is(J, (one, _row), hypotheses=[positive(eps)]))
def jacobian_null_space() -> NullSpace:
    """For ε > 0 the null space of J is ℝ1: of what is added to a feature, only a common shift is lost."""
    back = _root * (C + _row * _row.T / (N * eps))
    return null_space_is(J, one, splitting=Splitting((one / N,), back), hypotheses=[positive(eps)])


@BUILDER.theorem("The null space of the Jacobian, ε = 0", f"differentiation of {IOFFE}, Algorithm 1")
@near_miss("ℝ1 alone", null_space_is(J, one, hypotheses=[equal(eps, 0), not_zero(_row)]))
def jacobian_null_space_at_zero() -> NullSpace:
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
BUILDER.names.update({"J": J, "v": v, "s": root, "z": z, "ell_sigma": by_variance, "ell_mu": by_mean})
BUILDER.define(root, f"{IOFFE}, Algorithm 1, of a feature v")
BUILDER.define(z, f"{IOFFE}, Algorithm 1, the feature v normalised")
BUILDER.define(by_variance, f"{IOFFE}, §3, ∂ℓ/∂σ²")
BUILDER.define(by_mean, f"{IOFFE}, §3, the first term of ∂ℓ/∂μ")


BUILDER.group("The gradient backwards")


@BUILDER.theorem("The gradient of the mean", f"{IOFFE}, §3")
@near_miss("1/N lost", one)
@near_miss("not the mean but a sum", grad(N * mean(v), v), one / N)
def mean_gradient() -> Chain:
    """∂mean(v)/∂v = 1/N in each component."""
    return grad(mean(v), v), one / N


@BUILDER.theorem("The gradient of the variance", f"{IOFFE}, §3")
@near_miss("not centred", 2 * v / N)
@near_miss("2 lost", (v - mean(v) * one) / N)
def variance_gradient() -> Chain:
    """∂var(v)/∂v = 2(v − mean(v)1)/N."""
    return grad(var(v), v), 2 * (v - mean(v) * one) / N


@BUILDER.theorem("The gradient backwards, term by term", f"{IOFFE}, §3, ∂ℓ/∂xᵢ")
@near_miss("the term of the mean lost", w / root + 2 * by_variance / N * (v - mean(v) * one))
@near_miss("the term of the variance lost", w / root + by_mean / N * one)
@near_miss("the statistics held fixed", w / root)
def backward_terms() -> Chain:
    """∂ℓ/∂v = w/s + (2ℓ_σ/N)(v − μ1) + (ℓ_μ/N)1 with s = √(var(v) + ε), ℓ_σ = −w·(v − μ1)/(2s³), ℓ_μ = −w·1/s.

    ℓ_σ is ∂ℓ/∂σ², ℓ_μ is ∂ℓ/∂μ.  The paper adds ℓ_σ Σ −2(vᵢ − μ)/N to ℓ_μ, which is zero.
    """
    return grad(loss, v), w / root + 2 * by_variance / N * (v - mean(v) * one) + by_mean / N * one


@BUILDER.theorem("The variance does not depend on the mean", f"{IOFFE}, §3, the second term of ∂ℓ/∂μ")
@near_miss("not centred", -2 * dot(v, one) / N, 0)
def vanishing_term() -> Chain:
    """Σᵢ −2(vᵢ − μ)/N = 0: the second term of the paper's ∂ℓ/∂μ."""
    return -2 * dot(v - mean(v) * one, one) / N, 0


@BUILDER.theorem("The gradient backwards, in one line", f"{IOFFE}, §3, simplified")
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


@BUILDER.theorem("Gradients sum to zero over the batch", f"{IOFFE}, §3")
@near_miss("each of them", grad(loss, v), 0)
def backward_sum() -> Chain:
    """1·∂ℓ/∂v = 0: a common shift of the batch changes nothing."""
    return dot(one, grad(loss, v)), 0


@BUILDER.theorem("The gradient along the output", f"{IOFFE}, §3.3")
@near_miss("zero, although ε > 0", 0, given=[positive(eps)])
def backward_along() -> Chain:
    """z·∂ℓ/∂v = ε (w·z)/(σ² + ε)^{3/2}: zero at ε = 0, where the scale of the batch changes nothing."""
    return dot(z, grad(loss, v)), eps * dot(w, z) / root**3


@BUILDER.theorem("The gradient of γ", f"{IOFFE}, §3, ∂ℓ/∂γ")
@near_miss("the input for the normalised input", dot(w, v))
def gamma_gradient() -> Chain:
    """∂ℓ/∂γ = w·z for the output γz + β1."""
    return grad(dot(w, gamma * z + beta * one), gamma), dot(w, z)


@BUILDER.theorem("The gradient of β", f"{IOFFE}, §3, ∂ℓ/∂β")
@near_miss("the mean for the sum", mean(w))
def beta_gradient() -> Chain:
    """∂ℓ/∂β = Σᵢ wᵢ for the output γz + β1."""
    return grad(dot(w, gamma * z + beta * one), beta), sum_(n, w[n])
