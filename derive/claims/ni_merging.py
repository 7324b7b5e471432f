"""Claims N-09 to N-20, N-31 to N-34: Ni et al., Algorithm 1 (Projection Merge), several classes, the VC dimension.

Points of the line are pₖ, bold points of the plane are pₖe₁ with e₁, e₂ orthonormal; m = (pᵢ + pⱼ)/2, δ = (pⱼ − pᵢ)/2.
Algorithm 1 as printed, and corrected for two classes, are the programs of `derive.theories.expressivity.merging`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from derive.authoring import *
from derive.claims.claim import Claims
from derive.claims.grounds import DISTINCT
from derive.claims.vocabulary import Reading, corrected, note, quoted, read, theorem, undecided, without
from derive.statements.algorithm import Family, ForSome, Shown
from derive.statements.merging import TWO_LABELS, PureMerging, failure_at
from derive.statements.point_cases import NEVER, Fact, PointCases
from derive.statements.point_program import Merge, Stop, label, paths, position
from derive.statements.statement import decided
from derive.statements.typed import Closed, SameShape
from derive.theories.expressivity.fold import phi, squared_norm
from derive.theories.expressivity.merging import CORRECTED, PRINTED, SCALING_FOLD
from derive.theories.expressivity.names import apart, eps, half, middle, p, p_i, p_j, p_k, p_l
from derive.theories.layernorm.names import N

CLAIMS = Claims()

ALGORITHM = "Algorithm 1"
u, v, w, x, y = (vector(name, N) for name in "uvwxy")
c, s, t = scalar("c"), scalar("s"), scalar("t", "nonzero")
in_order = less(p_i, p_j)

printed_merging = PureMerging(PRINTED, SCALING_FOLD, (TWO_LABELS,))


def threshold() -> Statement:
    """Two different positions are told apart by the sign of p − (u + v)/2."""
    low, high = scalar("u"), scalar("v")
    centre = (low + high) / 2
    return all_of(
        LinearImplication((less(low, high),), less(low - centre, 0)),
        LinearImplication((less(low, high),), positive(high - centre)),
    )


e1, e2 = vector("e1", 2), vector("e2", 2)
FRAME = (equal(dot(e1, e1), 1), equal(dot(e1, e2), 0), equal(dot(e2, e2), 1))
#: ½ (pᵢ + pⱼ, pᵢ − pⱼ)
shift = ((p_i + p_j) * e1 + (p_i - p_j) * e2) / 2


def h_of(at: Term) -> Term:
    """The vector of line 8."""
    return at * e1 - shift


def layer_of_the_network() -> Statement:
    """Lines 8 to 10: an affine map, x = h/‖h‖, a linear map."""
    h = h_of(p_k)
    return all_of(
        shifted=equation(h, (p_k - middle) * e1 + half * e2),
        scaled_and_mapped=equation(e1 * e2.T * (h / norm(h)), half / norm(h) * e1, *FRAME, apart),
        with_the_length=equation(norm(h) ** 2, squared_norm(p_k), *FRAME),
    )


def equal_samples_told_apart() -> Statement:
    """A linear functional that tells every two distinct samples apart, x ↦ (v − w) · x, does so for all samples v, w."""
    return bound(dot(v - w, v), "!=", dot(v - w, w))


def two_classes() -> Statement:
    """Any samples with two labels: a linear functional that tells them apart, layers p ↦ φ(p), a threshold."""
    moved = dot(w + s * u, v)
    return all_of(
        one_pair_more_is_told_apart=bound(
            dot(w + t * u, u), "!=", 0, equal(dot(w, u), 0), not_zero(u), by=t * norm(u) ** 2
        ),
        and_others_stay_so_but_for_one_t=bound(
            moved,
            "!=",
            0,
            equal(dot(w + t * u, v), 0),
            nonzero(dot(w, v)),
            nonzero(t - s),
            scale=t,
            by=(t - s) * dot(w, v),
        ),
        a_layer_shifts_scales_and_maps=layer_of_the_network(),
        which_is_a_fold=equation(phi(position("x")), SCALING_FOLD.value, apart),
        such_layers_merge_each_class=theorem("expressivity.projection_merge"),
        and_two_points_are_left=threshold(),
    )


@CLAIMS.claim("N-09", "'Capacity', binary", "TRUE-IF", theorem="expressivity.projection_merge")
@DISTINCT
@without(equal_samples_told_apart)
@note(
    "The network: a linear functional, then the layers of lines 8 to 10 with i and j chosen as in the theorem, which is "
    "not as printed (N-15), then a threshold.  A linear functional that tells finitely many samples apart is found one "
    "pair at a time: w + tu still tells apart what w does, for all t but one for each pair, and also the pair with the "
    "difference u.  Equal samples stay equal in every network."
)
def binary() -> Statement:
    """Any m samples can be binarily classified with linear transformations and scaling only."""
    return two_classes()


@CLAIMS.claim("N-10", f"{ALGORITHM}, line 8", "TRUE-IF")
@read("the bold pₖ is (pₖ, 0)", "pₖ")
@without(lambda: SameShape(p_k, shift))
@note("The input must have this form, too; line 10 makes it again.")
def line_8() -> Statement:
    """hₖ = pₖ − ½ (pᵢ + pⱼ, pᵢ − pⱼ)."""
    return all_of(
        typed=SameShape(p_k * e1, shift),
        components=equation(p_k * e1 - shift, (p_k - middle) * e1 + half * e2),
        the_second_is_not_0=bound(half, "!=", 0, apart),
    )


@CLAIMS.claim("N-11", f"{ALGORITHM}, line 9", "TRUE", theorem="expressivity.norm_positive")
def line_9() -> Statement:
    """xₖ = hₖ/‖hₖ‖ is well-defined."""
    return all_of(
        length=equation(norm(h_of(p_k)) ** 2, squared_norm(p_k), *FRAME),
        at_least=bound(squared_norm(p_k), ">=", half**2, by=(p_k - middle) ** 2),
        positive=theorem("expressivity.norm_positive"),
    )


@CLAIMS.claim("N-12", f"{ALGORITHM}, line 10", "TRUE", theorem="expressivity.fold_range")
def line_10() -> Statement:
    """The new pₖ is [[0, 1], [0, 0]] xₖ = (φ(pₖ), 0), with φ in (0, 1]."""
    return all_of(
        components=layer_of_the_network(),
        above_0=bound(phi(p), ">", 0, in_order),
        at_most_1=bound(phi(p), "<=", 1, apart, squared=True, by=(p - middle) ** 2 / squared_norm(p)),
        and_1_in_the_middle=equation(phi(middle), 1, in_order),
    )


@CLAIMS.claim("N-13", "'Projecting/Scaling' picture", "TRUE", theorem="expressivity.merged_value")
def picture() -> Statement:
    """The layer merges pᵢ and pⱼ, into (1/√2, 0)."""
    return all_of(
        first=bound(phi(p_i), "=", 1 / sqrt(2), in_order, squared=True),
        second=bound(phi(p_j), "=", 1 / sqrt(2), in_order, squared=True),
        whatever_their_order=theorem("expressivity.merged_value"),
        with_eps_they_are_merged_too=equation(
            half / sqrt(squared_norm(p_i) + eps), half / sqrt(squared_norm(p_j) + eps), apart
        ),
    )


@CLAIMS.claim("N-14", "exactness of merging", "TRUE", theorem="expressivity.exact_merging")
def exactness() -> Statement:
    """pₖ and pₗ are merged if and only if pₖ = pₗ or pₖ + pₗ = pᵢ + pⱼ."""
    return all_of(
        if_and_only_if=theorem("expressivity.exact_merging"),
        because=theorem("expressivity.merging"),
        it_is_the_fold_of_lines_8_to_10=equation(phi(position("x")), SCALING_FOLD.value, apart),
    )


@CLAIMS.claim(
    "N-15",
    f"{ALGORITHM} in the binary case ('confusion is possible' for multiclass only)",
    "FALSE",
    theorem="expressivity.projection_merge",
)
@corrected(lambda: [theorem("expressivity.projection_merge"), theorem("expressivity.printed_on_three_points")])
@note(
    "As printed, j is the least point with the label of i.  If i is not the least point of all, j has to be the "
    "greatest; where two points are confused they stay so.  This is about the text as printed."
)
@undecided(
    "that it happens for few positions only: it takes two pairs with one sum, before or after some folds.  To say so of "
    "the samples would need the positions after each fold as functions of them."
)
def no_confusion_as_printed() -> Statement:
    """With two classes Algorithm 1, as printed, never merges different labels."""
    return printed_merging


@CLAIMS.claim("N-16", "while loop", "TRUE", theorem="expressivity.projection_merge_ends")
def termination() -> Statement:
    """The algorithm terminates."""
    most = scalar("M", "nonneg")
    points, rest, points_after, rest_after = (scalar(name) for name in ("m", "r", "m_1", "r_1"))

    def measure(positions: Term, waiting: Term) -> Term:
        """(M + 1)m + r, for m positions, r ≤ M points in the set."""
        return (most + 1) * positions + waiting

    before, after = measure(points, rest), measure(points_after, rest_after)
    fewer, equally, left = nonneg(points - 1 - points_after), nonneg(points - points_after), nonneg(rest)
    merged = (most + 1) * (points - 1 - points_after) + (most - rest_after) + 1 + rest
    removed = (most + 1) * (points - points_after) + (rest - 1 - rest_after) + 1
    return all_of(
        merging=theorem("expressivity.projection_merge_ends"),
        equal_points_stay_equal=equation(phi(p_k), phi(p_l), equal(p_k, p_l), apart),
        a_merge_lowers_a_number=bound(after, "<", before, fewer, nonneg(most - rest_after), left, by=merged),
        and_so_does_a_removal=bound(after, "<", before, equally, nonneg(rest - 1 - rest_after), by=removed),
        which_is_never_negative=bound(before, ">=", 0, nonneg(points), left),
    )


def confused(given: Any, made: Any) -> str | None:
    """What a run says if it merged different labels."""
    _, words = made
    return words if "also merges" in words else None


def shown(given: Any, made: Any) -> Shown:
    """Positions, labels, and the positions after each fold."""
    steps, words = made
    positions, labels = given
    return failure_at(positions, labels, words, steps).values


def three_labels() -> Iterator[Any]:
    """Points with three labels."""
    runs = PureMerging(PRINTED, SCALING_FOLD)
    return (given for given in runs.inputs(4, 3) if len(set(given[1])) == 3)


@CLAIMS.claim("N-17", "multiclass: 'Confusion is possible'", "TRUE", theorem="expressivity.multiclass_confusion")
def confusion() -> Statement:
    """With more than two classes confusion is possible."""
    members = Family("sets of at most 4 integers from 0 to 3 with 3 labels", three_labels)
    return all_of(
        as_printed=ForSome(
            "Algorithm 1 merges different labels",
            lambda given: PureMerging(PRINTED, SCALING_FOLD).run(*given),
            members,
            confused,
            shown,
        ),
        also_as_corrected=theorem("expressivity.multiclass_confusion"),
        mirror_images_are_merged_whatever_their_labels=theorem("expressivity.fold_symmetric"),
        not_with_three_points=equation(p_k, p_j, equal(p_i + p_k, p_i + p_j)),
    )


@CLAIMS.claim("N-18", "'Solution: breaking parallelization'", "TRUE-IF", theorem="expressivity.separation")
@read(
    "before each merge comes an injective layer 1/√((p − c)² + δ²), with c far to the left of all points",
    "breaking parallelization",
)
@without(lambda: PureMerging(CORRECTED, SCALING_FOLD))
@note("That there is such a centre c for any finite number of positions is part of the theorem.")
def breaking_parallelization() -> Statement:
    """Merging two points at a time, any labels in C classes are reduced to one point a class, by at most 2(m − C) layers."""
    return theorem("expressivity.separation")


def stops(merging: PureMerging) -> Statement:
    """Where the program stops, points with one label have one position; some stops it never comes to."""
    k, m = position("k"), position("l")
    other_labels = less(label("k"), label("l")), less(label("l"), label("k"))
    one_position = Fact((*other_labels, equal(k, m)), ("k", "l"))
    found: list[Statement] = []
    for facts, end in paths(merging.program):
        if isinstance(end, Stop):
            never = PointCases(facts, NEVER)
            found.append(never if decided(never).status == "proved" else PointCases(facts, one_position))
    return all_of(*found)


@CLAIMS.claim("N-19", f"output of {ALGORITHM}", "TRUE-IF", theorem="expressivity.projection_merge")
@quoted("no confusion occurred", "confusion is possible")
@without(lambda: printed_merging)
@note("For C ≥ 3 classes on a line it takes C − 1 thresholds, not one linear functional.")
def output() -> Statement:
    """Each class ends at a single point, different classes at different points."""
    return all_of(
        where_it_stops_each_class_is_a_point=stops(printed_merging),
        and_it_stops=theorem("expressivity.projection_merge_ends"),
        two_classes_are_told_apart=threshold(),
        corrected_no_confusion_occurs=theorem("expressivity.projection_merge"),
    )


def shattered_by_an_affine_function() -> Statement:
    """No affine function has the signs +, −, + at three points p < q < r."""
    low, part, high = scalar("F_p"), scalar("lambda"), scalar("F_r")
    between = (1 - part) * low + part * high
    return bound(between, ">", 0, positive(low), positive(high), positive(part), positive(1 - part))


@CLAIMS.claim("N-20", "'VC dimension'", "TRUE-IF", theorem="expressivity.vc_bound")
@read("depth is the number of LayerNorms, the affine maps have a bias, and the sign is read", "depth")
@without(
    lambda: Reading(
        "'LN-Net' and 'depth' are not defined; with L affine maps and L − 1 LayerNorms it is false at L = 1"
    )
)
@note("It is not claimed that the bound is sharp.")
def vc_dimension() -> Statement:
    """An LN-Net of width 3 and depth L has VC dimension at least L + 2."""
    return all_of(
        any_points=theorem("expressivity.vc_bound"),
        not_by_affine_maps_alone_at_depth_1=shattered_by_an_affine_function(),
    )


def choices() -> Statement:
    """At each end of a turn of the printed program: what i and j are, or that no two points share a label."""
    i, j, k = position("i"), position("j"), position("k")
    other_label = less(label("k"), label("i")), less(label("i"), label("k"))
    none_between = Fact((*other_label, less(k, i), equal(k, i), equal(k, j), less(j, k)), ("k",))
    found: list[Statement] = []
    for facts, end in paths(PRINTED):
        if isinstance(end, Merge):
            goals = Fact((less(i, j),)), Fact((equal(label("i"), label("j")),)), none_between
            found += [PointCases(facts, goal) for goal in goals]
    return all_of(*found)


@CLAIMS.claim("N-34", f"{ALGORITHM}, lines 4 to 7", "TRUE")
@note(
    "In words of ours, from slides that are hard to read.  The choices are well-defined: i < j, both of one label, and "
    "no point of that label between them.  A point that is removed is one without another of its label."
)
def lines_4_to_7() -> Statement:
    """i is the least point of the set, 𝕁 the other points with its label; j is the least of 𝕁, or i is removed where 𝕁 is
    empty."""
    return all_of(
        where_there_is_a_j=choices(),
        where_there_is_none_each_class_is_a_point=stops(printed_merging),
    )


@CLAIMS.claim("N-31", "Conclusion 2", "TRUE-IF", theorem="expressivity.separation")
@DISTINCT
@without(equal_samples_told_apart)
@note("Several classes are read off by thresholds on a line.  Whatever is done to a sample is done to an equal one.")
def any_labels() -> Statement:
    """LN-Nets can correctly classify samples with any label assignment."""
    return all_of(two_classes=two_classes(), several_classes=theorem("expressivity.separation"), thresholds=threshold())


CLAIMS.words("N-32", "Conclusion 3", "Call for reconsidering the role of normalisation.")

depth = dimension("L")
layer_number, states = index("l", depth), vector("P", depth)


@CLAIMS.claim("N-33", "Algorithm 1, input/output lines", "TRUE")
@note(
    "No erratum: line 1 is l ← 1, so l is introduced, and its last value is L.  What is left are slips of the pen: the "
    "index below arg min is k, and pⱼ is removed as long as pⱼ = pᵢ, not pᵢ = pᵢ."
)
def notation() -> Statement:
    """l ← 1; output P^(L), return P^(l)."""
    return Closed(states[layer_number], (states, layer_number))
