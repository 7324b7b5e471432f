"""The derivative of LayerNorm: the Jacobian, those of the parameters, the backward pass, and how both scale.

Letters beside those of `names`: r = √(σ² + ε); x̂ = s/r, the normalised input; G = diag(g); J = ∂LN/∂a, and Ĵ = ∂x̂/∂a that of
the normalised map (no gain, no bias); P = Π − ssᵀ/(Nr²), so that J = (1/r) G P; Q = Π + ssᵀ/(Nε), which undoes P where
ε > 0.  Matrices here are (N × N).

Every equation is about ∂/∂a of LayerNorm itself: the kernel differentiates, the closed forms are what it is compared with.
"""

from __future__ import annotations

from derive.authoring import *
from derive.theories import algebra
from derive.theories.layernorm import rules
from derive.theories.layernorm.maps import LN, root
from derive.theories.layernorm.names import RIECHERS, THEORY, N, Pi, a, b, c, eps, eye, g, mu, one, s, sigma2, t, w

i, j = index("i", N), index("j", N)
r = let("r", root)
x_hat = let("x_hat", s / r)
G = let("G", diag(g))
J = let("J", grad(LN, a))
J_hat = let("J_hat", grad(x_hat, a))
rank_one_less = Pi - s * s.T / (N * r**2)
P = let("P", rank_one_less)
Q = let("Q", Pi + s * s.T / (N * eps))

_x, _d = vector("x", N), scalar("delta", "nonneg")
_centred = (identity(N) - ones(N) * ones(N).T / N) * _x
_power = norm(_centred) ** 2 / N + _d
closed_at = define(
    "D", (identity(N) - ones(N) * ones(N).T / N - _centred * _centred.T / (N * _power)) / sqrt(_power), _x, _d
)

for _term in (r, x_hat, J, J_hat, P, Q):
    THEORY.define(_term)

_A, _q, _u, _v = matrix("A", N, N), scalar("q"), vector("u", N), vector("v", N)

CENTRED_DERIVATIVE = rule("derivative of centring", grad(s, a), Pi, ())
ROOT_DERIVATIVE = rule("derivative of the root", grad(r, a), s / (N * r), ())
NORMALISED = rule("definition of the normalised vector", (a - mu * one) / root, x_hat, (), kind="definition")
AFFINE_DERIVATIVE = rule("gains and bias are constant", grad(diag(g) * x_hat + b, a), diag(g) * grad(x_hat, a), ())
QUOTIENT_RULE = rule(
    "quotient rule",
    grad(x_hat, a),
    1 / r * grad(s, a) - 1 / r**2 * s * grad(r, a).T,
    (),
)
FACTOR_OUT = rule(
    "common factor taken out",
    1 / _q * _A - 1 / _q**2 * _u * (_u / (N * _q)).T,
    1 / _q * (_A - _u * _u.T / (N * _q**2)),
    (_A, _q, _u),
    kind="algebra",
)
DEFINE_GAINS = definition(G).reversed()
JACOBIAN = rule("the Jacobian", J, 1 / r * diag(g) * rank_one_less, ())
TRANSPOSED = rule(
    "transpose; every factor is symmetric",
    (1 / r * diag(g) * rank_one_less).T,
    1 / r * rank_one_less * diag(g),
    (),
)
APPLIED = rule(
    "matrix applied to a vector",
    rank_one_less * _v,
    Pi * _v - dot(s, _v) / (N * r**2) * s,
    (_v,),
    kind="algebra",
)
PROJECT_BY_MEAN = rule("centring subtracts the mean", Pi * _v, _v - mean(_v) * one, (_v,))
MEAN_ALONG = rule(
    "component along the normalised vector", dot(s, _v) / (N * r**2) * s, mean(hadamard(x_hat, _v)) * x_hat, (_v,)
)


THEORY.group("The Jacobian")


@THEORY.theorem("Centring, differentiated")
@near_miss("the mean taken as a constant", eye)
@near_miss("N lost", eye - one * one.T)
def centred_derivative() -> Chain:
    """∂s/∂a = Π for s = Πa."""
    return grad(s, a), Pi


@THEORY.theorem("The variance, differentiated")
@near_miss("2 lost", s / N)
@near_miss("N lost", 2 * s)
@near_miss("a for s", 2 * a / N)
def variance_derivative() -> Chain:
    """∂σ²/∂a = (2/N) s."""
    return grad(sigma2, a), 2 * s / N


@THEORY.theorem("The root, differentiated")
@near_miss("r lost", s / N)
@near_miss("2 kept", 2 * s / (N * r))
def root_derivative() -> Chain:
    """∂r/∂a = s/(Nr) for r = √(σ² + ε), wherever r ≠ 0."""
    return grad(r, a), 1 / (2 * r) * (2 * s / N), s / (N * r)


@THEORY.theorem("The Jacobian", f"differentiation of {RIECHERS}, Eq. (1)")
@near_miss("without its rank-one term", 1 / root * diag(g) * Pi)
@near_miss("a sign", 1 / root * diag(g) * (Pi + s * s.T / (N * (sigma2 + eps))))
@near_miss("N lost", 1 / root * diag(g) * (Pi - s * s.T / (sigma2 + eps)))
@near_miss("the gains on the other side", 1 / root * rank_one_less * diag(g))
@near_miss("ε lost in the rank-one term", 1 / root * diag(g) * (Pi - s * s.T / (N * sigma2)))
def jacobian() -> Derivation:
    """∂LN/∂a = (1/r) diag(g) (Π − ssᵀ/(Nr²)) with s = Πa, r = √(σ² + ε), wherever σ² + ε > 0."""
    return (
        Derivation.start(grad(LN, a))
        .by(rules.DEFINE_LN)
        .by(algebra.HADAMARD_AS_DIAGONAL)
        .by(NORMALISED)
        .by(AFFINE_DERIVATIVE)
        .by(QUOTIENT_RULE)
        .by(CENTRED_DERIVATIVE)
        .by(ROOT_DERIVATIVE)
        .by(FACTOR_OUT, to=1 / r * diag(g) * rank_one_less)
    )


@THEORY.theorem("The Jacobian, entry by entry")
@near_miss("1/N lost", g[i] / r * (delta(i, j) - s[i] * s[j] / (N * r**2)))
@near_miss("the gain of the column", g[j] / r * (delta(i, j) - 1 / N - s[i] * s[j] / (N * r**2)))
@near_miss("r for r²", g[i] / r * (delta(i, j) - 1 / N - s[i] * s[j] / (N * r)))
def jacobian_entries() -> Chain:
    """Jᵢⱼ = (gᵢ/r) (δᵢⱼ − 1/N − sᵢsⱼ/(Nr²))."""
    return J[i, j], g[i] / r * (delta(i, j) - 1 / N - s[i] * s[j] / (N * r**2))


@THEORY.theorem("The Jacobian at equal components")
@given(equal(a, c * one), positive(eps))
@near_miss("ε for its root", 1 / r * G * P, G * Pi / eps)
@near_miss("Π lost", 1 / r * G * P, G / sqrt(eps))
@near_miss("without the hypothesis", G * Pi / sqrt(eps), given=[positive(eps)])
def jacobian_constant() -> Chain:
    """J = (1/√ε) GΠ at a = c1, for ε > 0: the steepest LayerNorm gets."""
    return J, 1 / r * G * P, G * Pi / sqrt(eps)


@THEORY.theorem("The derivative with respect to the gains")
@near_miss("a for x̂", diag(a))
@near_miss("r for r²", diag(s / r**2))
def gain_derivative() -> Chain:
    """∂LN/∂g = diag(x̂); backwards, the gains receive x̂ ⊙ w."""
    return grad(LN, g), diag(x_hat)


@THEORY.theorem("The derivative with respect to the bias")
@near_miss("the gains as well", diag(g))
def bias_derivative() -> Chain:
    """∂LN/∂b = I; backwards, the bias receives w."""
    return grad(LN, b), eye


THEORY.group("The backward pass")


@THEORY.theorem("The backward pass")
@near_miss("the mean of Gw lost", 1 / r * (G * w - mean(hadamard(x_hat, G * w)) * x_hat))
@near_miss("the term along x̂ lost", 1 / r * (G * w - mean(G * w) * one))
@near_miss("a sum for a mean", 1 / r * (G * w - mean(G * w) * one - dot(x_hat, G * w) * x_hat))
@near_miss("the gains lost", 1 / r * (w - mean(w) * one - mean(hadamard(x_hat, w)) * x_hat))
@near_miss("the gains last", 1 / r * G * (w - mean(w) * one - mean(hadamard(x_hat, w)) * x_hat))
@near_miss("1/r lost", G * w - mean(G * w) * one - mean(hadamard(x_hat, G * w)) * x_hat)
def vjp() -> Derivation:
    """Jᵀw = (1/r) (Gw − mean(Gw) 1 − mean(x̂ ⊙ Gw) x̂): what a backward pass hands on of a gradient w.

    Two means, of Gw and of x̂ ⊙ Gw, are all that couples the components.
    """
    return (
        Derivation.start(J.T * w)
        .by(JACOBIAN)
        .by(TRANSPOSED)
        .by(DEFINE_GAINS)
        .by(APPLIED)
        .by(PROJECT_BY_MEAN)
        .by(MEAN_ALONG)
    )


@THEORY.theorem("The backward pass is centred")
@near_miss("the gains instead", dot(g, J.T * w), 0)
@near_miss("a row", J.T * one, zeros(N))
def vjp_centred() -> Chain:
    """1 · Jᵀw = 0 for every w: the gradient that LayerNorm hands on has mean 0."""
    return dot(one, J.T * w), 0


@THEORY.theorem("The backward pass and the input")
@near_miss("orthogonal for every ε", 0)
@near_miss("r for r³", eps / r * dot(s, G * w))
def vjp_along_input() -> Chain:
    """a · Jᵀw = (ε/r³) s · Gw: at ε = 0 the gradient handed on is orthogonal to the input."""
    return dot(a, J.T * w), eps / r**3 * dot(s, G * w)


@THEORY.theorem("Euler's relation")
@near_miss("homogeneous for every ε", zeros(N))
@near_miss("a for s", eps / r**3 * G * a)
@near_miss("r for r³", eps / r * G * s)
def jacobian_input() -> Chain:
    """Ja = Js = (ε/r³) Gs: at ε = 0 LayerNorm is constant along rays, Ja = 0."""
    return J * a, J * s, eps / r**3 * G * s


@THEORY.theorem("Constant along rays")
@given(equal(eps, 0))
@near_miss("ε kept", zeros(N), given=())
def jacobian_ray() -> Chain:
    """Ja = 0 at ε = 0, wherever σ² > 0."""
    return J * a, 0


@THEORY.theorem("The Jacobian at another scale")
@given(positive(t))
@near_miss("the same slope", closed_at(a, eps))
@near_miss("ε kept", closed_at(t * a, eps), closed_at(a, eps) / t)
@near_miss("t² below", closed_at(a, eps) / t**2)
def jacobian_scale() -> Chain:
    """D(ta, t²ε) = D(a, ε)/t for t > 0, where D(a, ε) = Ĵ: at ε = 0 a longer input has a flatter LayerNorm."""
    return closed_at(t * a, t**2 * eps), closed_at(a, eps) / t, J_hat / t


@THEORY.theorem("The gains stand before the normalised Jacobian")
@near_miss("behind it", J_hat * G)
def jacobian_gains() -> Chain:
    """J = GĴ and Ĵ = (1/r) P: the gains scale the rows."""
    return J, G * J_hat, 1 / r * G * P
