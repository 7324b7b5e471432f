"""Claims N-21 to N-30: Ni et al., the measure ℋ of nonlinearity, LayerNorm in groups (LN-G).

Letters as in `derive.theories.layernorm.ratio`: K groups of C components, D = K C, the input a matrix X (K × C) with a
group a row; the slides write g and d for K and D.  ℋ is used in closed form; that it is the sum of squares of all second
derivatives is `layernorm.nonlinearity_layernorm`, and for groups `layernorm.group_nonlinearity`.
"""

from __future__ import annotations

from collections.abc import Sequence

from derive.authoring import *
from derive.claims.claim import Claims
from derive.claims.grounds import NO_CONSTANT_GROUP, NO_GAINS, NO_OFFSET
from derive.claims.layers import exact
from derive.claims.vocabulary import corrected, note, quoted, theorem, undecided, unless, without
from derive.statements.undefined import undefined_somewhere
from derive.theories.layernorm.names import N, Pi, a, eps
from derive.theories.layernorm.ratio import (
    H_G,
    H_L,
    C,
    D,
    H_L_sample,
    K,
    X,
    factor,
    gap,
    j,
    m,
    mean_of,
    means_gap,
    means_of,
    per_group,
    per_row,
    row,
    spread,
    t,
    t_bar,
    tangent_gap,
    three_or_more,
    total,
    two_or_more,
    variances,
    within,
)
from derive.theories.layernorm.ratio_epsilon import measure

CLAIMS = Claims()

more_groups, three_each = nonneg(K - 2), nonneg(C - 3)
#: ℋ of LN-G at ε = 0, of a matrix of groups.
H_G_sample = let("H_G", 3 * (C - 2) / C * sum_(j, 1 / within[j] ** 2))
no_variance_0 = positive(within[j])
#: (K − 1)(D − 2K − 2)/(D − 2) in a form that shows its sign for K ≥ 2 and C ≥ 3.
excess = (K * (K - 1) * (C - 3) + (K - 1) * (K - 2)) / (D - 2)


def at_least_one() -> Statement:
    """H_G ≥ H_L for at least three components a group and at least two groups; one group is the same map."""
    return bound(H_G, ">=", H_L, *variances, more_groups, three_each, two_or_more, three_or_more, by=gap + excess * H_L)


@CLAIMS.claim("N-21", "unconditional sentence", "TRUE-IF", theorem="layernorm.ratio_theorem")
@NO_OFFSET
@NO_GAINS
@NO_CONSTANT_GROUP
@quoted("g ≥ 2, and three components in each group", "if g ≤ d/3")
@without(lambda: bound(H_G_sample, ">=", H_L_sample, no_variance_0))
@note(
    "Stronger is: not weaker, in the measure ℋ; for d = 6 and g = 2 the two may be equal.  Groups of two components "
    "are locally constant at ε = 0, so that their ℋ is 0."
)
def stronger() -> Statement:
    """LN-G has stronger nonlinearity than LN."""
    return all_of(
        not_weaker=at_least_one(),
        by_a_factor=theorem("layernorm.ratio_theorem"),
        with_the_variance_of_all=theorem("layernorm.total_variance"),
    )


rows, columns = dimension("M"), dimension("P")
#: All second derivatives: of each output a row.
second = matrix("T", rows, columns)
down, entry = index("i", rows), index("k", columns)
total_size = trace(second * second.T)
summed = sum_(down, sum_(entry, second[down, entry] ** 2))


@CLAIMS.claim("N-22", "'Hessian measure'", "DEF", theorem="layernorm.nonlinearity_squares")
def hessian_measure() -> Statement:
    """ℋ(f; x) = Σᵢ ‖∂²yᵢ/∂x²‖² with Frobenius norms, y = f(x)."""
    return all_of(
        the_sum_of_all_squares=equation(total_size, summed),
        of_LayerNorm=theorem("layernorm.nonlinearity_squares"),
        which_is_defined=bound(var(a) + eps, ">", 0, not_zero(Pi * a), by=norm(Pi * a) ** 2 / N + eps),
        depends_on_the_scale=theorem("layernorm.nonlinearity_multiple"),
    )


@CLAIMS.claim("N-23", "'Hessian measure'", "TRUE", theorem="layernorm.nonlinearity_nonnegative")
def measure_nonnegative() -> Statement:
    """ℋ(f; x) ≥ 0."""
    return all_of(
        whatever_the_second_derivatives=bound(total_size, ">=", 0, by=summed),
        of_LayerNorm=theorem("layernorm.nonlinearity_nonnegative"),
    )


z, p, q = scalar("z"), scalar("p"), scalar("q")
a2, v2, in_plane = vector("a", 2), vector("v", 2), index("n", 2)
inputs, outputs = dimension("N"), dimension("P")
dense, input_, shift = matrix("A", outputs, inputs), vector("x", inputs), vector("c", outputs)
level, height = scalar("tau", "positive"), scalar("mu")
centred = row - mean(row) * per_row


def curvature(function: Term) -> Term:
    """ℋ of a function of z."""
    return grad(grad(function, z), z) ** 2


def additive(function: Term) -> Statement:
    """f(p + q) = f(p) + f(q) wherever ℋ(f; z) = 0."""
    at_sum, at_p, at_q = (substitute(function, {z: at}) for at in (p + q, p, q))
    return equation(at_sum, at_p + at_q, equal(curvature(function), 0))


def _what_it_means() -> Sequence[Statement]:
    output = (dense * input_ + shift)[index("i", outputs)]
    derivatives = vector("u", columns)
    # f at two points, f'(x)(y − x), and the remainder ½ (y − x)ᵀ f″(z) (y − x) with a z between them.
    at_start, at_end, rise = scalar("f_x"), scalar("f_y"), scalar("d")
    curved, step = matrix("F", inputs, inputs, "symmetric"), vector("s", inputs)
    rest, flat = step.T * curved * step / 2, equal(curved, zeros(inputs, inputs))
    return (
        all_of(
            affine_maps_have_no_second_derivatives=equation(grad(grad(output, input_), input_), 0),
            no_size_means_no_second_derivatives=equation(derivatives, 0, equal(norm(derivatives) ** 2, 0)),
            and_so_an_affine_map_by_Taylor=equation(
                at_end, at_start + rise, equal(at_end, at_start + rise + rest), flat
            ),
        ),
        all_of(
            of_LayerNorm_it_is_0_at_constant_inputs=theorem("layernorm.nonlinearity_constant"),
            and_only_there=theorem("layernorm.nonlinearity_positive_eps"),
            without_offset_nowhere_from_N_3_on=theorem("layernorm.nonlinearity_positive"),
            and_everywhere_at_N_2=theorem("layernorm.nonlinearity_two"),
        ),
    )


@CLAIMS.claim("N-24", "'Hessian measure'", "FALSE", theorem="layernorm.nonlinearity_constant")
@corrected(_what_it_means)
@note(
    "True: on a connected open set ℋ is 0 everywhere just for affine maps.  Meant so, the sentence has an “everywhere” "
    "and “affine” for “linear”."
)
@undecided(
    "that ℋ = 0 everywhere on a connected open set makes f affine.  By Taylor's formula with a remainder it follows as "
    "in the third statement; that formula, and the step from balls to a connected set, are of real analysis, and no "
    "statement here speaks of all functions."
)
def zero_means_linear() -> Statement:
    """ℋ(f; x) = 0 if and only if f is linear."""
    second_plane = grad(grad(exact(a2)[in_plane], a2), a2)
    size = sum_(in_plane, trace(second_plane * second_plane.T))
    return all_of(
        at_a_point=additive(z**3),
        of_affine_maps=additive(z + 1),
        of_LayerNorm_in_the_plane=equation(
            exact(2 * v2) - exact(-(2 * v2)),
            2 * (exact(v2) - exact(-v2)),
            equal(size, 0),
        ),
    )


CLAIMS.words("N-25", "'Hessian measure'", "We assume that the larger ℋ is, the more nonlinearity there is.")


def curvature_together(variance: Term, size: Term) -> Term:
    """ℋ of LayerNorm for every ε, from the variance and the number of components."""
    return let("H_L", measure(variance + eps, size))


def curvature_of_groups(within_: Term, size: Operand) -> Term:
    """ℋ of LN-G for every ε, from the group variances and the components of a group."""
    return let("H_G", sum_(j, measure(within_[j] + eps, as_term(size))))


def _first_part_elsewhere() -> Statement:
    gains = matrix("W", K, C)
    sizes = hadamard_power(gains, 2) * per_row
    moved = hadamard_power(hadamard(gains, X - means_of * per_row.T), 2) * per_row
    all_moved = norm(hadamard(gains, X - mean_of * (per_group * per_row.T))) ** 2
    by_group = (2 * (C - 1) * within[j] * sizes[j] + (C - 4) * moved[j]) / (C**2 * within[j] ** 3)
    together = (2 * (D - 1) * total * norm(gains) ** 2 + (D - 4) * all_moved) / (D**2 * total**3)
    return all_of(
        with_an_offset=bound(
            curvature_of_groups(within, C), ">=", curvature_together(total, D), positive(eps), three_each
        ),
        with_gains=bound(let("H_G", sum_(j, by_group)), ">=", let("H_L", together), three_each),
    )


@CLAIMS.claim("N-26", "Proposition, first part", "TRUE-IF", theorem="layernorm.ratio_theorem")
@NO_OFFSET
@NO_GAINS
@NO_CONSTANT_GROUP
@unless("D ≥ 3", nonzero((D - 1) * (D - 2)))
@without(_first_part_elsewhere)
@note(
    "For ε > 0 it is true where every group variance is at least ε; at (0, 0, 0, 1, 1, 1), two groups and ε = 1, H_G "
    "is 0 and H_L is 1184/3125.  For divisors of D, K ≤ D/3 is C ≥ 3; with C = 2 and two groups or more H_G is 0, so "
    "that is sharp.  At (1, 0, −1, 1/10, 0, −1/10) with gains (1, 1, 1, 0, 0, 0) the ratio is 1030301/4700000."
)
def first_part() -> Statement:
    """If g ≤ d/3, then ℋ(ψ_G(g; ·); x)/ℋ(ψ_L(·); x) ≥ 1."""
    uneven = (t - t_bar * per_group) / t
    squares = norm(uneven) ** 2 / t_bar**2 + 2 * sum_(j, (t[j] - t_bar) ** 2 / (t[j] * t_bar**3)) + means_gap
    known = (*variances, positive(C - 2), three_or_more)
    same = {t: level * per_group, m: height * per_group}
    return all_of(
        measure_of_LayerNorm=theorem("layernorm.nonlinearity_limit"),
        measure_of_a_group=theorem("layernorm.group_nonlinearity"),
        summed_over_the_groups=equation(sum_(j, 3 * t[j] * ((C - 2) * t[j] ** 2) / (C * t[j] ** 5)), H_G),
        variance_of_all_components=theorem("layernorm.total_variance"),
        exactly=theorem("layernorm.ratio_theorem"),
        so_at_least_1=at_least_one(),
        the_other_measure_is_not_0=bound(H_L, ">", 0, *variances, three_or_more),
        at_most_a_third_is_three_components_each=equation(D - 3 * K, K * (C - 3)),
        factor_less_1=theorem("layernorm.factor_excess"),
        below_1_for_pairs=equation((K - 1) * (2 * K - 2 * K - 2), -2 * (K - 1)),
        where_groups_of_two_have_no_curvature=theorem("layernorm.nonlinearity_two"),
        equal_for_groups_alike=equation(substitute(H_G, same), substitute(factor * H_L, same), three_or_more),
        not_for_other_variances=bound(H_G, ">", factor * H_L, *known, not_zero(uneven), by=3 * (C - 2) / C * squares),
        that_is_where_variances_differ=implies(
            [not_zero(t - t_bar * per_group)],
            not_zero(uneven),
            covector=t * (t - t_bar * per_group),
            form=norm(t - t_bar * per_group) ** 2,
        ),
        not_for_other_means=bound(H_G, ">", factor * H_L, *known, not_zero(m - mean(m) * per_group), by=gap),
        for_positive_eps=theorem("layernorm.ratio_theorem_eps"),
        with_a_factor_as_large=theorem("layernorm.factor_eps_at_least"),
    )


#: Groups of four.
fours = matrix("X", K, 4)
_four, _size = ones(4), 4 * K
_means = fours * _four / 4
_centre = per_group.T * fours * _four / _size
within_fours = hadamard_power(fours - _means * _four.T, 2) * _four / 4
total_fours = norm(fours - _centre * (per_group * _four.T)) ** 2 / _size
between_fours = norm(_means - _centre * per_group) ** 2 / K


@CLAIMS.claim("N-27", "Proposition, second part", "TRUE-IF", theorem="layernorm.factor_of_four")
@NO_OFFSET
@NO_GAINS
@NO_CONSTANT_GROUP
@quoted("4 divides D", "g = d/4")
@without(
    lambda: bound(
        curvature_of_groups(within_fours, 4),
        ">=",
        _size / 8 * curvature_together(total_fours, _size),
        equal(fours, vector("u", K) * _four.T),
        positive(eps),
    )
)
@note("It is even larger than d/8.")
def second_part() -> Statement:
    """For g = d/4 the ratio is at least d/8."""
    in_groups = 3 * as_term(2) / 4 * dot(1 / t, 1 / t)
    together = 3 * (_size - 2) / (_size * total_fours**2)
    means = K * between_fours * (2 * t_bar + between_fours) / (t_bar**2 * (t_bar + between_fours) ** 2)
    certificate = 3 * as_term(2) / 4 * (tangent_gap + means) + _size / (4 * (_size - 2)) * together
    groups = equal(t, within_fours), *variances, positive(_size - 2)
    return all_of(
        factor=theorem("layernorm.factor_of_four"),
        value=theorem("layernorm.factor_quarter"),
        ratio=bound(in_groups, ">", _size / 8 * together, *groups, by=certificate),
    )


@CLAIMS.claim("N-28", "'LN-G'", "DEF")
@note("The number of groups divides d.  At ε = 0 no group may be constant, so that it has two components at least.")
def in_groups() -> Statement:
    """ψ_G(g; ·): LayerNorm applied to each of g consecutive groups of size c = d/g."""
    alone = scalar("x")
    return all_of(
        a_group_is_a_row=theorem("groupnorm.picked_group"),
        with_its_mean=theorem("groupnorm.group_mean"),
        and_its_variance=theorem("groupnorm.group_variance"),
        defined_for_positive_eps=bound(spread + eps, ">", 0, positive(eps)),
        or_where_no_group_is_constant=bound(spread + eps, ">", 0, not_zero(centred), by=norm(centred) ** 2 / C + eps),
        not_otherwise=undefined_somewhere(row / sqrt(spread)),
        one_component_has_no_variance=equation((alone - alone) ** 2, 0),
        groups_do_not_act_on_each_other=theorem("groupnorm.across_groups"),
    )


@CLAIMS.claim(
    "N-29",
    "'LN-G can amplify the nonlinearity of LN by an appropriate group number'",
    "TRUE-IF",
    theorem="layernorm.factor_at_most",
)
@NO_OFFSET
@NO_GAINS
@NO_CONSTANT_GROUP
@quoted("g ≥ 2 and d > 2g + 2", "an appropriate group number")
@without(lambda: bound(factor, ">", 1, positive(K - 1), three_or_more))
@note("The guaranteed factor is largest at g = d/4; for d = 6 and g = 2 it is 1.")
def amplify() -> Statement:
    """LN-G can amplify the nonlinearity of LN by an appropriate group number."""
    enough = positive(K - 1), positive(D - 2 * K - 2)
    above = (K - 1) * (D - 2 * K - 2) / (D - 2)
    guaranteed = q * (z - 2 * q) / (z - 2)
    return all_of(
        factor_above_1=bound(factor, ">", 1, *enough, three_or_more, by=above),
        just_there=bound(factor, "<=", 1, nonneg(2 * K + 2 - D), three_or_more, by=(K - 1) * (2 * K + 2 - D) / (D - 2)),
        amplified=bound(H_G, ">", H_L, *variances, *enough, two_or_more, three_or_more, by=gap + above * H_L),
        slope_of_the_factor=equation(grad(guaranteed, q), (z - 4 * q) / (z - 2)),
        its_largest_value=theorem("layernorm.factor_at_most"),
        at_a_quarter=theorem("layernorm.factor_quarter"),
    )


CLAIMS.words("N-30", "Experiments", "BLEU and accuracy of LN-G against LN.")
