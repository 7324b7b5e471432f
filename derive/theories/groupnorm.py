"""GroupNorm: the entries of a sample in groups, each group normalised on its own.

Sources.  Y. Wu and K. He, *Group Normalization*, ECCV 2018: Eqs. (1), (2), (6), (7).  Y. Ni, Y. Guo, J. Jia and
L. Huang, *On the Nonlinearity of Layer Normalization*, ICML 2024: LN-G, the same map on the groups of a layer's neurons.

Idea.  A sample is a matrix X with a group a row: M groups of K entries (K = channels of a group times positions).  Centring
is Π = I − 11ᵀ/K on the right.  A row is x = Xᵀp, where p = eⱼ picks group j; the statements hold for every p, and their
roots are then roots of scalars.  Statements about all groups at once hold for a vector r of nonzero components with
r ⊙ r = σ² + ε1, whatever its signs.

Letters.  M groups; K entries of a group; X sample (M × K); p picks a group; x = Xᵀp; μ, σ² the means and population
variances of all groups; m the mean of all entries; Π = I − 11ᵀ/K; g, b gain and bias of the entries of the group; r standard
deviations; Γ gains of all entries (M × K), Δ their inverses; ε ≥ 0; t > 0; y the normalised row.
"""

from __future__ import annotations

from derive.authoring import *
from derive.theories import algebra

WU = "Wu and He, Group Normalization"
NI = "Ni, Guo, Jia and Huang, On the Nonlinearity of Layer Normalization"

M, K = dimension("M"), dimension("K")
X = matrix("X", M, K)
p, q, c = vector("p", M), vector("q", M), vector("c", M)
g, b, w = vector("g", K), vector("b", K), vector("w", K)
eps, t, s = scalar("eps", "nonneg"), scalar("t", "positive"), scalar("s")
j, k, i = index("j", M), index("k", K), index("i", K)
one, groups = ones(K), ones(M)
every = outer(groups, one)

Pi = let("Pi", identity(K) - one * one.T / K)
mu = let("mu", X * one / K)
_centred = X - mu * one.T
sigma2 = let("sigma2", hadamard(_centred, _centred) * one / K)
m = let("m", dot(groups, X * one) / (M * K))
x = let("x", X.T * p)
_normalised = (x - mean(x) * one) / sqrt(var(x) + eps)
y = let("y", _normalised)
GN = let("GN", g * _normalised + b)
GEOMETRIC = sqrt(K) * diag(g) * (Pi * x / sqrt(norm(Pi * x) ** 2 + K * eps)) + b

_v, _d = vector("v", K), scalar("delta", "nonneg")
#: A row as LayerNorm with gains 1 treats it, with any number of components.
layernorm = define("LN", (_v - mean(_v) * ones(K)) / sqrt(var(_v) + _d), _v, _d)

#: The same at ε = 0.
exact = define("y0", (_v - mean(_v) * ones(K)) / sqrt(var(_v)), _v)

#: The standard deviations of all groups at once.
r = vector("r", M, "nonzero")
stds = equal(hadamard(r, r), sigma2 + eps * groups)
Y = let("Y", diag(1 / r) * X * Pi)

THEORY = Theory(
    "groupnorm",
    "GroupNorm",
    "GroupNorm normalises each row of a sample of M groups: √K diag(g) Πx / √(|Πx|² + Kε) + b for each row x.",
    (WU, NI),
)
THEORY.declare(M, K, j, k, i, X, p, q, c, g, b, w, r, eps, t, s, one, identity(K), Pi, mu, sigma2, m, x, y, Y, GN)
THEORY.define(mu, f"{WU}, Eq. (2)")
THEORY.define(sigma2, f"{WU}, Eq. (2)")
THEORY.define(GN, f"{WU}, Eqs. (1) and (6), of the group x")
THEORY.define(Pi, "centring of a group")
THEORY.define(m, "the mean of all entries")
THEORY.define(x, "a group: p = e_j picks the j-th row")
THEORY.define(y, "a group, normalised")
THEORY.define(Y, "all groups, normalised")

MEANS_SPREAD = rule("means of the rows as a matrix product", X * one / K * one.T, X * (one * one.T / K))
_A = matrix("A", K, K)
FACTOR_RIGHT = rule("common factor taken out", X - X * _A, X * (identity(K) - _A), kind="algebra")
CENTRED = rule("centring is a projection", _v - mean(_v) * ones(K), Pi * _v, [_v])
VARIANCE_AS_NORM = rule("variance as a squared norm", var(_v), norm(Pi * _v) ** 2 / K, [_v])


THEORY.group("Groups and their statistics")


@THEORY.theorem("A group of the sample", f"{WU}, Eq. (7)")
@near_miss("a column", (X * basis(k))[j], (X.T * basis(j))[i])
def picked_group() -> Chain:
    """(Xᵀeⱼ)ₖ = Xⱼₖ: with p = eⱼ, x = Xᵀp is the j-th row of X, as a column."""
    return (X.T * basis(j))[k], X[j, k]


@THEORY.theorem("Centring by groups", f"{WU}, Eqs. (1), (2)")
@near_miss("the mean of all entries", X - m * every)
@near_miss("across the groups", X - groups * groups.T / M * X)
@near_miss("1/K lost", X - X * one * one.T)
def centring() -> Derivation:
    """X − μ1ᵀ = X − X(11ᵀ/K) = XΠ: the mean of each row is subtracted by Π on the right."""
    return Derivation.start(_centred).by(definition(mu)).by(MEANS_SPREAD).by(FACTOR_RIGHT).by(definition(Pi).reversed())


@THEORY.theorem("The mean of a group", f"{WU}, Eq. (2)")
@near_miss("the mean of all entries", m)
def group_mean() -> Chain:
    """mean(Xᵀeⱼ) = μⱼ."""
    return mean(X.T * basis(j)), mu[j]


@THEORY.theorem("The variance of a group", f"{WU}, Eq. (2)")
@near_miss("not centred", sum_(k, X[j, k] ** 2) / K)
@near_miss("the number of groups for that of entries", sum_(k, (X * Pi)[j, k] ** 2) / M)
def group_variance() -> Chain:
    """σ²ⱼ = Σₖ (XΠ)ⱼₖ²/K = (XΠXᵀ)ⱼⱼ/K, the population variance of row j."""
    return sigma2[j], sum_(k, (X * Pi)[j, k] ** 2) / K, (X * Pi * X.T)[j, j] / K


@THEORY.theorem("The variances together", f"{WU}, Eq. (2)")
@near_miss("not centred", norm(X) ** 2 / K)
def variances_together() -> Chain:
    """Σⱼ σ²ⱼ = |XΠ|²/K = tr(XΠXᵀ)/K."""
    return sum_(j, sigma2[j]), norm(X * Pi) ** 2 / K, trace(X * Pi * X.T) / K


@THEORY.theorem("The total variance", f"{WU}, Eq. (2), against LayerNorm's Eq. (3)")
@near_miss("the variance between the groups lost", mean(sigma2))
@near_miss("the variances summed", sum_(j, sigma2[j]) + var(mu))
def total_variance() -> Chain:
    """|X − m11ᵀ|²/(MK) = mean(σ²) + var(μ): within the groups, and between them.

    What LayerNorm divides by (the left side, of all entries) exceeds the groups' mean variance by var(μ).
    """
    return norm(X - m * every) ** 2 / (M * K), mean(sigma2) + var(mu)


THEORY.group("The forms of GroupNorm")


@THEORY.theorem("The geometric form of a group", f"{WU}, Eqs. (1) and (6)")
@near_miss("√K lost", diag(g) * (Pi * x / sqrt(norm(Pi * x) ** 2 + K * eps)) + b)
@near_miss("K lost before ε", sqrt(K) * diag(g) * (Pi * x / sqrt(norm(Pi * x) ** 2 + eps)) + b)
@near_miss("all entries counted", sqrt(M * K) * diag(g) * (Pi * x / sqrt(norm(Pi * x) ** 2 + M * K * eps)) + b)
@near_miss("the mean lost", sqrt(K) * diag(g) * (x / sqrt(norm(x) ** 2 + K * eps)) + b)
@near_miss("ε outside of the root", g * ((x - mean(x) * one) / (sqrt(var(x)) + eps)) + b)
def geometric_form() -> Derivation:
    """GN(x) = √K diag(g) Πx / √(|Πx|² + Kε) + b for a group x = Xᵀp, wherever var(x) + ε > 0."""
    return (
        Derivation.start(GN)
        .by(definition(GN))
        .by(algebra.HADAMARD_AS_DIAGONAL)
        .by(CENTRED)
        .by(VARIANCE_AS_NORM)
        .by(algebra.COMMON_DENOMINATOR)
        .by(algebra.ROOT_OF_QUOTIENT)
        .by(algebra.DIVIDE_BY_QUOTIENT, to=GEOMETRIC)
    )


@THEORY.theorem("Row sums vanish", f"{NI}, LN-G")
@near_miss("sums across the groups", groups.T * Y, 0)
@near_miss("before centring", X * one, 0)
def row_sums() -> Chain:
    """Y1 = 0 for Y = diag(1/r)XΠ, whatever the nonzero standard deviations r are."""
    return Y * one, 0


@THEORY.theorem("Row lengths", f"{NI}, LN-G")
@given(stds)
@near_miss("all rows on the sphere, although ε > 0", K * groups, given=[stds, positive(eps)])
@near_miss("r for its square", K * (groups - eps / r))
def row_lengths() -> Chain:
    """(Y ⊙ Y)1 = K(1 − ε/r²), component by component, for r ⊙ r = σ² + ε1: M points on spheres of radius √K at ε = 0."""
    return hadamard(Y, Y) * one, K * (groups - eps / hadamard(r, r))


@THEORY.theorem("The length of a row", f"{NI}, LN-G")
@near_miss("the sphere, although ε > 0", K, given=[positive(eps), not_zero(Pi * x)])
def row_length() -> Chain:
    """|y|² = K var(x)/(var(x) + ε) for one group x = Xᵀp."""
    return norm(y) ** 2, K * var(x) / (var(x) + eps)


@THEORY.theorem("The defect of a row", f"{NI}, LN-G")
@near_miss("K lost", eps / (var(x) + eps))
def row_defect() -> Chain:
    """K − |y|² = Kε/(var(x) + ε), which is ≥ 0."""
    return K - norm(y) ** 2, K * eps / (var(x) + eps)


@THEORY.theorem("Invariance group by group", f"{WU}, §3")
@near_miss("another shift for each entry", exact(x + w), exact(x))
@near_miss("a factor of any sign", exact(s * x), exact(x), given=[nonzero(s)])
def invariance() -> Chain:
    """y(tx + s1) = y(x) at ε = 0 for t > 0: each group has its own invariances."""
    return exact(t * x + s * one), exact(x)


# Derivatives.

_row = Pi * x
_root = sqrt(var(x) + eps)
J = let("J", (Pi - _row * _row.T / (norm(_row) ** 2 + K * eps)) / _root)
THEORY.declare(J)
THEORY.define(J, "the Jacobian of LayerNorm, of one group")


THEORY.group("The Jacobian")


@THEORY.theorem("The Jacobian", f"differentiation of {WU}, Eq. (1)")
@near_miss("without the rank-one term", p[j] * (Pi / _root)[i, k])
@near_miss("of the groups, all alike", J[i, k])
def jacobian() -> Chain:
    """∂yᵢ/∂Xⱼₖ = pⱼ Jᵢₖ for the row x = Xᵀp, with J = (Π − Πx(Πx)ᵀ/(|Πx|² + Kε))/√(var(x) + ε).

    With p = eₗ: the Jacobian of LayerNorm for j = l, and zero for every other group j.
    """
    return grad(y, X)[i, j, k], p[j] * J[i, k]


@THEORY.theorem("No derivative across groups", f"differentiation of {WU}, Eq. (1)")
@given(equal(dot(p, q), 0))
@near_miss("q not orthogonal to p", 0, given=())
def across_groups() -> Chain:
    """Σⱼ qⱼ ∂yᵢ/∂Xⱼₖ = 0 for p·q = 0: with p and q two basis vectors, no group acts on another."""
    return sum_(j, q[j] * grad(y, X)[i, j, k]), 0


_others = q - dot(p, q) / dot(p, p) * p


@THEORY.theorem("Other groups do not matter", f"{WU}, Eq. (1)")
@given(not_zero(p))
@near_miss("the group itself changed", layernorm((X + q * w.T).T * p, eps), layernorm(x, eps))
def other_groups() -> Chain:
    """y((X + q′wᵀ)ᵀp) = y(Xᵀp) for q′ = q − (p·q/|p|²)p and p ≠ 0: what is added to groups orthogonal to p is not seen."""
    return layernorm((X + _others * w.T).T * p, eps), layernorm(x, eps)


# The null space of the affine part.

gain = vector("g", K, "nonzero")
Gamma, Delta = matrix("Gamma", M, K), matrix("Delta", M, K)
inverse_gains = equal(hadamard(Gamma, Delta), every)


@THEORY.theorem("The affine part annihilates constants", f"{NI}, LN-G")
@near_miss("constants across the groups", hadamard(Gamma, outer(groups, w) * Pi), zeros(M, K))
def null_constants() -> Chain:
    """Γ ⊙ (c1ᵀΠ) = 0 for every c: a constant in each group is lost, M dimensions in all."""
    return hadamard(Gamma, outer(c, one) * Pi), 0


@THEORY.theorem("What the affine part keeps", f"{NI}, LN-G")
@given(inverse_gains)
@near_miss("the means lost", hadamard(Delta, hadamard(Gamma, X * Pi)) * Pi)
@near_miss("the mean of all entries", m * every + hadamard(Delta, hadamard(Gamma, X * Pi)))
def null_splitting() -> Chain:
    """X = μ1ᵀ + Δ ⊙ (Γ ⊙ (XΠ)) for Γ ⊙ Δ = 11ᵀ, so Γ ⊙ (XΠ) = 0 only for X = μ1ᵀ: nothing but the means is lost."""
    return X, mu * one.T + hadamard(Delta, hadamard(Gamma, X * Pi))


@THEORY.theorem("What the affine part of a group keeps", f"{NI}, LN-G")
@near_miss("the mean lost", diag(1 / gain) * (diag(gain) * Pi), identity(K))
@near_miss("1/K lost", one * one.T + diag(1 / gain) * (diag(gain) * Pi), identity(K))
def row_splitting() -> Chain:
    """I = 11ᵀ/K + diag(1/g) (diag(g)Π), where every gain is nonzero: the null space of diag(g)Π is ℝ1."""
    return identity(K), one * one.T / K + diag(1 / gain) * (diag(gain) * Pi)


# Bounds, null space and rank.


@THEORY.theorem("The length of a row is at most √K", f"{NI}, LN-G")
@near_miss("the other way", ">=", K)
@near_miss("less, although ε = 0", "<", K)
@near_miss("at most one", "<=", 1)
def row_length_at_most() -> Statement:
    """|y|² ≤ K, by K − |y|² = Kε/(var(x) + ε)."""
    return bound(norm(y) ** 2, "<=", K, by=K * eps / (var(x) + eps))


@THEORY.theorem("The groups vary less than the whole", f"{WU}, Eq. (2), against LayerNorm's Eq. (3)")
@near_miss("strictly", "<", norm(X - m * every) ** 2 / (M * K))
def groups_vary_less() -> Statement:
    """mean(σ²) ≤ |X − m11ᵀ|²/(MK), by the variance of the groups' means."""
    return bound(mean(sigma2), "<=", norm(X - m * every) ** 2 / (M * K), by=norm(mu - m * groups) ** 2 / M)


@THEORY.theorem("The null space of the affine part of a group", f"{NI}, LN-G")
@near_miss("{0}", null_space_is(diag(gain) * Pi, ()))
@near_miss("the gains in place of 1", null_space_is(diag(gain) * Pi, gain))
def affine_null_space() -> Statement:
    """Where every gain is nonzero, the null space of diag(g)Π is ℝ1."""
    return null_space_is(diag(gain) * Pi, one, splitting=Splitting((one / K,), diag(1 / gain)))


@THEORY.theorem("The rank of the affine part of a group", f"{NI}, LN-G")
@near_miss("full", rank_is(diag(gain) * Pi, K, inverse=diag(1 / gain)))
def affine_rank() -> Statement:
    """Where every gain is nonzero, the rank of diag(g)Π is K − 1: a group of one entry keeps nothing."""
    return rank_is(diag(gain) * Pi, K - 1, inverse=Pi * diag(1 / gain))
