"""Claims N-01 to N-08: Ni et al., the normalisation, the existence of nonlinearity, XOR and scaling; d is N here.

*Affine on its domain.*  An affine map F has F(2v) − F(−2v) = 2(F(v) − F(−v)) for every v.  So a map f that is defined at
±v and ±2v, with |f(2v) − f(−2v)|² < 4|f(v) − f(−v)|², agrees with no affine map.  That is how LayerNorm is shown not to be
affine, also at ε = 0, where it is not defined at 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from derive.authoring import *
from derive.claims.claim import Claims
from derive.claims.grounds import NO_OFFSET, TWO_NEURONS
from derive.claims.layers import layernorm
from derive.claims.vocabulary import Reading, note, read, theorem, unless, without
from derive.language.hypotheses import pointwise
from derive.statements.undefined import undefined_somewhere
from derive.theories.expressivity.scaling import ISOMETRY, B, M, pair_mean, pair_variance, r
from derive.theories.expressivity.xor import CLASSES, affine
from derive.theories.layernorm.names import N, Pi, b, c, eps, g, n, one, v, x

CLAIMS = Claims()

e = scalar("e")
t = scalar("t")
h = scalar("h")
A = matrix("A", N, N)


@CLAIMS.claim("N-01", "'Background'", "DEF")
@note("What other texts call ε is e² here.  In batch normalisation μ and σ are those of a batch: another map.")
def normalisation() -> Statement:
    """x̂ = (x − μ)/√(σ² + e²)."""
    printed = (x - mean(x) * one) / sqrt(var(x) + e**2)
    return all_of(
        LayerNorm_with_eps_e2=equation(printed, layernorm(x, offset=e**2), equal(g, one), equal(b, zeros(N))),
        defined_for_e_not_0=bound(var(x) + e**2, ">", 0, nonzero(e)),
        and_for_inputs_that_are_not_constant=bound(
            var(x) + e**2, ">", 0, not_zero(Pi * x), by=norm(Pi * x) ** 2 / N + e**2
        ),
        not_defined_otherwise=equation(var(x) + e**2, 0, equal(x, c * one), equal(e, 0)),
        and_so_not_everywhere=undefined_somewhere(printed),
    )


CLAIMS.words(
    "N-02",
    "'Background'",
    "Linear layers store the main parameters and contain the main expressive power; normalisation stabilises training.",
)


def gap(one_value: Term, other: Term) -> Term:
    """|u − w|² of two values."""
    return norm(one_value - other) ** 2


def bends(direction: Term) -> tuple[Term, Term]:
    """|f(2v) − f(−2v)|² and 4|f(v) − f(−v)|² of LayerNorm."""
    doubled = gap(layernorm(2 * direction), layernorm(-(2 * direction)))
    return doubled, 4 * gap(layernorm(direction), layernorm(-direction))


def _without_zero_or_one() -> Statement:
    """LayerNorm bends at some basis vector; here at any."""
    doubled, single = bends(basis(n))
    return bound(doubled, "<", single)


@CLAIMS.claim("N-03", "title, Conclusion 1", "TRUE-IF")
@TWO_NEURONS
@unless("some gain is not zero", not_zero(g))
@without(_without_zero_or_one)
@note(
    "It agrees with an affine map just for N = 1 or g = 0; at N = 1 and ε = 0 it is defined nowhere.  For N = 2 and "
    "ε = 0 it is locally constant, so that no derivative shows this."
)
def nonlinear() -> Statement:
    """LayerNorm is a nonlinear transformation: it agrees with no affine map on its domain."""
    doubled, single = bends(v)
    moved = diag(g) * Pi * v
    short = norm(Pi * v) ** 2 / N
    return all_of(
        an_affine_map_has_twice_the_difference=equation(
            gap(A * (2 * v) + b, A * -(2 * v) + b), 4 * gap(A * v + b, A * -v + b)
        ),
        LayerNorm_less_where_it_moves=bound(
            doubled,
            "<",
            single,
            not_zero(moved),
            not_zero(Pi * v),
            by=48 * norm(moved) ** 2 * short / ((short + eps) * (4 * short + eps)),
        ),
        there_it_is_defined=implies(
            [not_zero(moved)], not_zero(Pi * v), covector=g * (g * (Pi * v)), form=norm(moved) ** 2
        ),
        it_moves_the_basis_vector_of_a_gain=implies(
            [pointwise(nonzero(g[n])), positive(N - 1)],
            not_zero(diag(g) * Pi * basis(n)),
            covector=basis(n),
            form=g[n] * (N - 1) / N,
        ),
        conversely_constant_where_all_gains_are_0=equation(layernorm(x), b, equal(g, zeros(N))),
        in_general_a_multiple_of_this_moved_by_the_bias=equation(
            layernorm(x), 1 / sqrt(var(x) + eps) * (diag(g) * Pi * x) + b
        ),
        where_each_neuron_is_as_long_as_this_which_is_0_for_one=equation(
            dot(Pi * basis(n), Pi * basis(n)), (N - 1) / N
        ),
    )


CLAIMS.words("N-04", "'Existence of nonlinearity'", "LSSR is a better index to describe linear separability than SSR.")


def corner(first: int, second: int) -> Term:
    """What one LayerNorm of width 3 makes of a corner of the square: 2/√((2t² + 6)/3 + ε), t = x₁ + x₂ − 1."""
    place = as_term(first) + second - 1
    return 2 / sqrt((2 * place**2 + 6) / 3 + eps)


def squares(values: Sequence[Term]) -> Term:
    """The sum of the squared distances of numbers from their mean."""
    centre = _sum(values) / len(values)
    return _sum([(value - centre) ** 2 for value in values])


def _sum(values: Sequence[Term]) -> Term:
    first, *others = values
    for other in others:
        first = first + other
    return first


@CLAIMS.claim("N-05", "'Existence of nonlinearity'", "TRUE-IF")
@read(
    "LSSR is the least ratio of the sum of squares within the classes to the total one, of all affine maps",
    "LSSR",
)
@without(
    lambda: Reading(
        "LSSR is not defined in the slides; SSR is read as the part of the sum of squares within the classes"
    )
)
@note("Shown for XOR, with classes {(0,0), (1,1)} and {(0,1), (1,0)}, and for every ε ≥ 0.")
def breaks_lssr() -> Statement:
    """Linear transformations with LN can break LSSR."""
    classes = [[corner(*at) for at in corners] for corners in CLASSES]
    (first, _), (second, _) = classes
    return all_of(
        affine_maps_leave_all_of_it_within_the_classes=theorem("expressivity.xor_within"),
        as_the_classes_have_one_mean=theorem("expressivity.xor_means"),
        one_LayerNorm=theorem("expressivity.xor_layer"),
        leaves_nothing_within_the_classes=equation(squares(classes[0]) + squares(classes[1]), 0),
        and_something_in_total=bound(
            squares([*classes[0], *classes[1]]),
            ">",
            0,
            scale=(first + second) ** 2,
            by=(Fraction(8, 3) / ((2 + eps) * (Fraction(8, 3) + eps))) ** 2,
        ),
    )


@CLAIMS.claim("N-06", "'Capacity', XOR", "TRUE", theorem="expressivity.xor_separated")
def xor_classified() -> Statement:
    """XOR samples can be classified with linear transformations and scaling only."""
    threshold = Fraction(17, 20)
    length = sqrt(t**2 + 1)
    return all_of(
        the_affine_map_to_t_and_1_is_never_0=bound(t**2 + 1, ">", 0),
        scaling_gives=equation((t / length) ** 2 + (1 / length) ** 2, 1),
        on_one_class_t_is_1_or_its_opposite=theorem("expressivity.xor_merged"),
        on_the_other_0=theorem("expressivity.xor_merged_other"),
        below_the_threshold=bound(1 / length, "<", threshold, equal(t**2, 1), squared=True, by=Fraction(89, 400)),
        above_it=bound(1 / length, ">", threshold, equal(t, 0), squared=True, by=Fraction(111, 400)),
        with_LayerNorm_for_scaling=theorem("expressivity.xor_layer"),
        for_every_eps=theorem("expressivity.xor_separated"),
    )


@CLAIMS.claim("N-07", "implicit in 'Capacity', XOR", "TRUE", theorem="expressivity.xor_not_separable")
def xor_not_separable() -> Statement:
    """XOR is not linearly separable."""
    (low, high), (left, right) = ([affine(*at) for at in corners] for corners in CLASSES)
    return all_of(
        one_way_round=theorem("expressivity.xor_not_separable"),
        the_other_way_round=LinearImplication((less(low, 0), less(high, 0), positive(left), positive(right))),
    )


@CLAIMS.claim("N-08", "Hint", "TRUE-IF", theorem="expressivity.scaling")
@NO_OFFSET
@unless("x ≠ 0", not_zero(x))
@without(lambda: equation((x - pair_mean * one) / sqrt(pair_variance + eps) / sqrt(N), x / norm(x), not_zero(x)))
@note(
    "With ε > 0 every network of LayerNorm and affine maps is continuous, and x/|x| has no limit at 0.  What "
    "Algorithm 1 needs of scaling holds for every ε ≥ 0."
)
def scaling() -> Statement:
    """Scaling can be represented by LN and linear transformations only."""
    shrink = 1 / sqrt(N + 1)
    part = (1 - shrink) / N
    # Bx = (p, q) has one component more than x.
    p, q = -shrink * dot(one, x), x - part * dot(one, x) * one
    centre = (p + dot(one, q)) / (N + 1)
    root = sqrt(((p - centre) ** 2 + norm(q - centre * one) ** 2) / (N + 1))
    top, rest = (p - centre) / root, (q - centre * one) / root
    centred = B * x - mean(B * x) * ones(M)
    back = -shrink * top * one + rest - part * dot(one, rest) * one
    return all_of(
        with_one_component_more=equation(back / sqrt(N + 1), x / norm(x), not_zero(x)),
        there_B_maps_into_the_hyperplane=equation(p + dot(one, q), 0),
        and_keeps_lengths=equation(p**2 + norm(q) ** 2, norm(x) ** 2),
        and_its_transpose_undoes_it=equation(-shrink * p * one + q - part * dot(one, q) * one, x),
        any_B_of_this_kind_is_undone=equation(B.T * centred, r * x, *ISOMETRY),
        with_this_variance=equation(var(B * x), dot(x, B.T * centred) / M),
        so_scaling_comes_out=equation(r * x / sqrt(dot(x, r * x) / M) / sqrt(M * r), x / norm(x), not_zero(x)),
        with_twice_the_components=theorem("expressivity.scaling"),
        with_eps_it_is_another_map=theorem("expressivity.scaling_with_epsilon"),
        as_LayerNorm_is_then_continuous=limit(layernorm(x + h * v), h, layernorm(x), positive(eps)),
        but_scaling_has_this_limit_at_0=limit(h * x / norm(h * x), h, x / norm(x), not_zero(x), equal_to=x / norm(x)),
        and_this_one=limit(-h * x / norm(-h * x), h, -x / norm(x), not_zero(x), equal_to=-x / norm(x)),
        which_differ=bound(gap(x / norm(x), -x / norm(x)), ">", 0, not_zero(x), by=4),
    )
