"""LayerNorm in groups against LayerNorm: the ratio of their nonlinearities ℋ, for every size and number of groups.

Letters.  K groups of C components each, D = K C components in all; X the input as a matrix (K × C), a group a row.
By group (vectors of K components): m means, t variances.  B variance of the group means; σ² variance of all components;
t̄ mean of t.  H_G = ℋ(ψ_G; X) of LayerNorm in groups, H_L = ℋ(ψ_L; X) of LayerNorm, both without gains.  H_G is the sum
over the groups of what `group_nonlinearity` says.

The ratio theorem.  σ² = t̄ + B (total variance), and then one identity has it all: H_G less the claimed multiple of H_L is a
sum of (tⱼ − t̄)² and of B with factors that are ≥ 0.  For C ≥ 3 equality holds only where all group variances agree and
B = 0.  All this at ε = 0; `ratio_epsilon` has the theorem for ε > 0.
"""

from __future__ import annotations

from derive.authoring import *
from derive.theories.layernorm.hessian import NI
from derive.theories.layernorm.names import THEORY, eps

K, C = dimension("K"), dimension("C")
D = K * C
j = index("j", K)
per_group, per_row = ones(K), ones(C)

# The statistics of a matrix of groups.
X = matrix("X", K, C)
means_of = let("m", X * per_row / C)
mean_of = let("m_bar", per_group.T * X * per_row / D)
within = let("sigma2_G", hadamard_power(X - means_of * per_row.T, 2) * per_row / C)
between = let("B", norm(means_of - mean_of * per_group) ** 2 / K)
total = let("sigma2", norm(X - mean_of * (per_group * per_row.T)) ** 2 / D)

# One group, picked by p.
i, k, h = (index(name, C) for name in "ikh")
first, second = index("m", K), index("n", K)
p = vector("p", K)
row = let("x", X.T * p)
spread = var(row)
row_root = sqrt(spread + eps)
outputs = let("y", (row - mean(row) * per_row) / row_root)
group_curvature = grad(grad(outputs[i], X), X)
group_size = sum_(i, sum_(first, sum_(k, sum_(second, sum_(h, group_curvature[first, k, second, h] ** 2)))))

# The same as letters: variances t > 0, means m.
t, m = vector("t", K, "nonzero"), vector("m", K)
t_bar = let("t_bar", sum_(j, t[j]) / K)
B = let("B", norm(m - mean(m) * per_group) ** 2 / K)
sigma2 = let("sigma2", t_bar + B)
# H_G and H_L at ε = 0, where they have these values.
H_G, H_L = 3 * (C - 2) / C * dot(1 / t, 1 / t), 3 * (D - 2) / (D * sigma2**2)
factor = K * (D - 2 * K) / (D - 2)
tangent_gap = sum_(j, (t[j] - t_bar) ** 2 * (2 * t[j] + t_bar) / (t[j] ** 2 * t_bar**3))
means_gap = K * B * (2 * t_bar + B) / (t_bar**2 * (t_bar + B) ** 2)
#: What H_G is more than the claimed multiple of H_L, see `ratio_identity`.
gap = 3 * (C - 2) / C * (tangent_gap + means_gap)

variances = (positive(t[j]),)
three_or_more = positive(D - 2)
two_or_more = nonneg(C - 2)
several = (*variances, two_or_more, three_or_more)


THEORY.group("Nonlinearity of groups")


@THEORY.theorem("Total variance", "law of total variance")
@near_miss("the variance of the means lost", mean(within))
@near_miss("C for K", mean(within) + C * norm(means_of - mean_of * per_group) ** 2 / K)
def total_variance() -> Chain:
    """σ² = mean(t) + B: the mean of the group variances and the variance of the group means, for every X (K × C)."""
    return total, mean(within) + between


@THEORY.theorem("The mean of the group means")
@near_miss("their sum", dot(means_of, per_group))
def mean_of_means() -> Chain:
    """The mean of all components is the mean of the group means."""
    return mean_of, mean(means_of)


@THEORY.theorem("The nonlinearity of one group", f"{NI}, the measure for ψ_G, worked out for every ε")
@near_miss("C − 1 for C − 2", norm(p) ** 4 * (3 * spread * ((C - 1) * row_root**4 + 3 * eps**2) / (C * row_root**10)))
@near_miss("D for C", norm(p) ** 4 * (3 * spread * ((C - 2) * row_root**4 + 3 * eps**2) / (D * row_root**10)))
@near_miss("p of any length", 3 * spread * ((C - 2) * row_root**4 + 3 * eps**2) / (C * row_root**10))
def group_nonlinearity() -> Chain:
    """Σᵢ ‖∂²yᵢ/∂X²‖² = |p|⁴ · 3t((C − 2)(t + ε)² + 3ε²)/(C(t + ε)⁵) for x = Xᵀp, t = var(x) and y its LayerNorm.

    The derivatives are those with respect to all of X.  At p = eⱼ, x is the j-th group and |p| = 1: ℋ of LayerNorm in groups
    is the sum of the ℋ of the groups.
    """
    return group_size, norm(p) ** 4 * (3 * spread * ((C - 2) * row_root**4 + 3 * eps**2) / (C * row_root**10))


_t0, _m0 = scalar("t", "nonzero"), scalar("m", "nonzero")


@THEORY.theorem("A tangent below 1/t²")
@near_miss("2 lost", (_t0 - _m0) ** 2 * (_t0 + _m0) / (_t0**2 * _m0**3))
@near_miss(
    "a sign", 1 / _t0**2 - 1 / _m0**2 - 2 * (_t0 - _m0) / _m0**3, (_t0 - _m0) ** 2 * (2 * _t0 + _m0) / (_t0**2 * _m0**3)
)
def tangent_inverse_square() -> Chain:
    """1/t² − 1/m² + 2(t − m)/m³ = (t − m)² (2t + m)/(t²m³): for t, m > 0 the tangent at m stays below."""
    return (
        1 / _t0**2 - 1 / _m0**2 + 2 * (_t0 - _m0) / _m0**3,
        (_t0 - _m0) ** 2 * (2 * _t0 + _m0) / (_t0**2 * _m0**3),
    )


@THEORY.theorem("The mean of inverse squares")
@near_miss("2 lost", sum_(j, (t[j] - t_bar) ** 2 * (t[j] + t_bar) / (t[j] ** 2 * t_bar**3)))
@near_miss("equality", dot(1 / t, 1 / t), K / t_bar**2)
def mean_inverse_square() -> Chain:
    """Σⱼ 1/tⱼ² − K/t̄² = Σⱼ (tⱼ − t̄)² (2tⱼ + t̄)/(tⱼ²t̄³) with t̄ = mean(t)."""
    return dot(1 / t, 1 / t) - K / t_bar**2, tangent_gap


THEORY.group("The factor of the ratio theorem")


@THEORY.theorem("The factor", f"{NI}, the bound on the ratio")
@given(three_or_more)
@near_miss("2 for 2K", K * (D - 2) / (D - 2), given=())
def factor_form() -> Chain:
    """K · ((C − 2)/C) · (D/(D − 2)) = K(D − 2K)/(D − 2)."""
    return K * ((C - 2) / C) * (D / (D - 2)), factor


@THEORY.theorem("The factor against 1")
@near_miss("D − K", (K - 1) * (D - K - 2))
def factor_excess() -> Chain:
    """K(D − 2K) − (D − 2) = (K − 1)(D − 2K − 2)."""
    return K * (D - 2 * K) - (D - 2), (K - 1) * (D - 2 * K - 2)


_d, _q = scalar("d"), scalar("q")


@THEORY.theorem("The factor at d/4 groups", f"{NI}, the bound on the ratio")
@near_miss("d/8 exactly", _d / 8)
@near_miss("2 for 4", _d / 8 + _d / (2 * (_d - 2)))
def factor_quarter() -> Chain:
    """q(d − 2q)/(d − 2) at q = d/4 is d²/(8(d − 2)) = d/8 + d/(4(d − 2)), for d ≠ 2."""
    return _d / 4 * (_d - 2 * (_d / 4)) / (_d - 2), _d**2 / (8 * (_d - 2)), _d / 8 + _d / (4 * (_d - 2))


@THEORY.theorem("The best number of groups")
@near_miss("d − 2q", (_d - 2 * _q) ** 2 / (8 * (_d - 2)))
def factor_best() -> Chain:
    """d²/(8(d − 2)) − q(d − 2q)/(d − 2) = (d − 4q)²/(8(d − 2)): the factor is largest at q = d/4."""
    return _d**2 / (8 * (_d - 2)) - _q * (_d - 2 * _q) / (_d - 2), (_d - 4 * _q) ** 2 / (8 * (_d - 2))


THEORY.group("The ratio theorem")


@THEORY.theorem("The ratio theorem as an identity")
@given(three_or_more)
@near_miss("D for D − 2", H_G - K * (D - 2 * K) / D * H_L, gap, given=())
@near_miss("K for 2K", H_G - K * (D - K) / (D - 2) * H_L, gap, given=())
def ratio_identity() -> Chain:
    """H_G − (K(D − 2K)/(D − 2)) H_L = (3(C − 2)/C) (Σⱼ (tⱼ − t̄)²(2tⱼ + t̄)/(tⱼ²t̄³) + K B(2t̄ + B)/(t̄²(t̄ + B)²))."""
    return H_G - factor * H_L, gap


# The inequalities.

THEORY.group("Nonlinearity of groups")


@THEORY.theorem("Group variances are smaller on the average", "law of total variance")
@near_miss("strictly", ">", mean(within))
def within_below_total() -> Statement:
    """σ² ≥ mean(t), for every X (K × C)."""
    return bound(total, ">=", mean(within), by=between)


THEORY.group("The ratio theorem")


@THEORY.theorem("The mean of inverse squares, at least")
@near_miss("at most", "<=", K / t_bar**2)
@near_miss("without signs", ">=", K / t_bar**2, given=())
def inverse_squares() -> Statement:
    """Σⱼ 1/tⱼ² ≥ K/t̄² for t > 0, with t̄ = mean(t)."""
    return bound(dot(1 / t, 1 / t), ">=", K / t_bar**2, *variances, by=tangent_gap)


@THEORY.theorem("The ratio theorem", f"{NI}, the proposition on LayerNorm in groups")
@near_miss("a larger factor", ">=", K * factor * H_L)
@near_miss("strictly", ">", factor * H_L)
@near_miss("always at least 1", ">=", H_L)
def ratio_theorem() -> Statement:
    """H_G ≥ (K(D − 2K)/(D − 2)) H_L at ε = 0, for D ≥ 3, C ≥ 2 and group variances t > 0.

    Equal where all group variances and all group means agree.  Without gains.
    """
    return bound(H_G, ">=", factor * H_L, *several, by=gap)


H_L_sample = 3 * (D - 2) / (D * total**2)
group_variances = equal(t, within)


THEORY.group("Nonlinearity of groups")


@THEORY.theorem("The ratio theorem for a sample", f"{NI}, the proposition on LayerNorm in groups")
@near_miss("other numbers than the group variances", ">=", factor * H_L_sample, given=several)
def ratio_theorem_sample() -> Statement:
    """H_G ≥ (K(D − 2K)/(D − 2)) H_L at ε = 0 for every X (K × C) whose group variances t are > 0, D ≥ 3, C ≥ 2."""
    means_of_sample = K * between * (2 * t_bar + between) / (t_bar**2 * (t_bar + between) ** 2)
    gap_of_sample = 3 * (C - 2) / C * (tangent_gap + means_of_sample)
    return bound(H_G, ">=", factor * H_L_sample, group_variances, *several, by=gap_of_sample)


enough = nonneg(D - 2 * K - 2)


THEORY.group("The factor of the ratio theorem")


@THEORY.theorem("When groups are more nonlinear", f"{NI}, the proposition on LayerNorm in groups")
@near_miss("strictly", ">", 1)
@near_miss("for all group numbers", ">=", 1, given=[three_or_more])
def factor_at_least_one() -> Statement:
    """K(D − 2K)/(D − 2) ≥ 1 for D ≥ 2K + 2 (so for every divisor K ≤ D/3), D ≥ 3."""
    return bound(factor, ">=", 1, enough, three_or_more, by=(K - 1) * (D - 2 * K - 2) / (D - 2))


@THEORY.theorem("Groups of four", f"{NI}, the proposition on LayerNorm in groups")
@near_miss("at most", "<=", 4 * K / 8, given=())
def factor_of_four() -> Statement:
    """K(D − 2K)/(D − 2) > D/8 at D = 4K."""
    size = 4 * K
    return bound(K * (size - 2 * K) / (size - 2), ">", size / 8, positive(size - 2), by=size / (4 * (size - 2)))


@THEORY.theorem("No number of groups does better")
@near_miss("a smaller bound", "<=", _d / 8)
def factor_at_most() -> Statement:
    """q(d − 2q)/(d − 2) ≤ d²/(8(d − 2)) for all real q and d > 2."""
    return bound(
        _q * (_d - 2 * _q) / (_d - 2),
        "<=",
        _d**2 / (8 * (_d - 2)),
        positive(_d - 2),
        by=(_d - 4 * _q) ** 2 / (8 * (_d - 2)),
    )
