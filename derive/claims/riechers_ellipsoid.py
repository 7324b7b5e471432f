"""Claims R-34 to R-51: gain and bias, Eq. (6), what is orthogonal to the image.

Letters as in `derive.theories.layernorm.ellipsoid`: gains that may be zero are g = s ⊙ h, k of them are.
"""

from __future__ import annotations

from derive.authoring import *
from derive.claims.claim import Claims
from derive.claims.grounds import NO_ZERO_GAIN, SMALL_EPS
from derive.claims.surface import NO_DISTRIBUTION, far_from_the_surface, near_the_surface
from derive.claims.vocabulary import note, theorem, undecided, unless, without
from derive.statements.typed import Closed
from derive.theories.layernorm import ellipsoid
from derive.theories.layernorm.axes import zeta
from derive.theories.layernorm.ellipsoid import CENTRED, IN_BALL, IN_FLAT, ON_SPHERE, ON_SUPPORT, LN_nonzero
from derive.theories.layernorm.maps import G0, LN, alpha, gain, project, scale, stretch, y
from derive.theories.layernorm.names import N, Pi, a, b, c, eps, eye, g, m, n, one, sigma2, v, w, x
from derive.theories.layernorm.spaces import GZ, SOME_ZERO, GZ_plus, count, zero_gains

CLAIMS = Claims()

e_n = basis(n)
#: A direction of neurons without gain, such as eₙ where gₙ = 0.
off_gains = vector("e", N)
OFF_GAINS = equal(hadamard(g, off_gains), 0)
on_support = equal(hadamard(zero_gains, x), 0)
flat_radius = norm(GZ_plus * x) ** 2


@CLAIMS.claim("R-34", "§II (iii)", "TRUE-IF", theorem="layernorm.sphere_image")
@NO_ZERO_GAIN
@without(lambda: Subset(Map(GZ * v, v, (ON_SPHERE,)), Set(x, (equal(norm(GZ_plus * x) ** 2, N),))))
@note("With zero gains the sphere is mapped onto the solid flat ellipsoid.")
def sphere_to_ellipsoid() -> Statement:
    """diag(g) maps the sphere |v|² = N to the ellipsoid Σ xₙ²/gₙ² = N."""
    within = nonneg(N - flat_radius)
    return all_of(
        without_zero_gains=theorem("layernorm.sphere_image"),
        with_zero_gains=Image(
            Map(GZ * v, v, (ON_SPHERE,)),
            Set(x, (on_support, within), ((within, norm(hadamard(zero_gains, v)) ** 2),)),
            GZ_plus * x + sqrt(N - flat_radius) * (zero_gains / norm(zero_gains)),
            (SOME_ZERO,),
        ),
    )


CLAIMS.theorem("R-35", "§II", "v ↦ diag(g)v + b is affine.", "layernorm.affine")


@CLAIMS.claim("R-36", "§II (iii)", "TRUE-IF")
@NO_ZERO_GAIN
@unless("ε > 0", positive(eps))
@without(
    lambda: all_of(
        contains_all_points=bound(norm(y) ** 2, "<", N),
        of_N_dimensions_for_every_gain=rank_is(GZ, N, inverse=GZ_plus),
    )
)
@note(
    "At ε = 0 every point lies on the sphere, none in the open ball; with a zero gain the image is flat and has no "
    "interior.  The axes are unique just if the |gₙ| are pairwise distinct."
)
def open_ball() -> Statement:
    """diag(g) is diagonal in the neural basis, and maps the open N-ball containing all points to the interior of an
    N-dimensional hyperellipsoid with principal axes given by the neural basis."""
    return all_of(
        diagonal=equation(dot(e_n, diag(g) * basis(m)), g[n] * delta(n, m)),
        contains_all_points=bound(norm(y) ** 2, "<", N, positive(eps), by=N * eps / (sigma2 + eps)),
        onto_the_interior=ellipsoid.stretched((ellipsoid.IN_OPEN_BALL,), (ellipsoid.INSIDE,)),
        of_N_dimensions=rank_is(G0, N, inverse=diag(alpha)),
        axes=eigenpair(diag(g) * diag(g), e_n, g[n] ** 2, covector=e_n, form=1),
        squared_semi_axes=equation(dot(diag(g) * (sqrt(N) * e_n), diag(g) * (sqrt(N) * e_n)), N * g[n] ** 2),
        any_axis_vanishes_where_the_size_is_another=equation(
            (zeta - g[n] ** 2) * x[n], -dot(e_n, diag(g) * diag(g) * x - zeta * x)
        ),
        the_closed_ball_for_every_gain=Image(
            Map(GZ * v, v, (IN_BALL,)),
            Set(
                x,
                (on_support, nonneg(N - flat_radius)),
                ((nonneg(N - flat_radius), norm(hadamard(zero_gains, v)) ** 2 + (N - norm(v) ** 2)),),
            ),
            GZ_plus * x,
            by=((IN_BALL, N - flat_radius),),
        ),
    )


@CLAIMS.claim("R-37", "§II", "TRUE-IF")
@NO_ZERO_GAIN
@unless("the gains are not all equal", not_zero(Pi * alpha))
@without(lambda: bound(dot(one, alpha) ** 2, "<", N * norm(alpha) ** 2, not_zero(gain**2 - one), positive(N - 1)))
@note(
    "Tilted is: the angle θ between the hyperplanes 1^⊥ and α^⊥ is not 0, where cos θ = |Σαₙ|/(√N |α|).  Equal gains "
    "stretch and do not tilt."
)
def tilts() -> Statement:
    """It stretches and so tilts the intersecting hyperplane."""
    pairs = sum_(n, sum_(m, (alpha[n] - alpha[m]) ** 2)) / 2
    return all_of(
        it_becomes_the_hyperplane_of_alpha=ellipsoid.stretched((CENTRED,), (ellipsoid.IN_HYPERPLANE,)),
        cosine_below_1=bound(
            dot(one, alpha) ** 2, "<", N * norm(alpha) ** 2, not_zero(Pi * alpha), by=N * norm(Pi * alpha) ** 2
        ),
        by_the_differences=equation(N * norm(alpha) ** 2 - dot(one, alpha) ** 2, pairs),
        none_for_equal_gains=equation(dot(one, c * one) ** 2, N * norm(c * one) ** 2),
        with_zero_gains=theorem("layernorm.affine_rank"),
    )


@CLAIMS.claim("R-38", "§II (iv)", "TRUE")
def bias_translates() -> Statement:
    """The bias translates: the centre is b, the hyperplane {x : α · (x − b) = 0}."""
    plane = equal(dot(alpha, x - b), 0)
    return all_of(
        translation=equation(LN, b + (LN - b)),
        centre=equation(diag(g) * zeros(N) + b, b),
        hyperplane=Image(Map(G0 * v + b, v, (CENTRED,)), Set(x, (plane,)), (x - b) / gain),
        of_outcomes=equation(dot(alpha, LN_nonzero - b), 0),
    )


CLAIMS.theorem("R-39", "Eq. (6)", "LN = √N diag(g) Πa/√(|Πa|² + Nε) + b.", "layernorm.eq6")


@CLAIMS.claim("R-40", "after Eq. (6)", "DEF")
def projector() -> Statement:
    """Π = I − 1̂1̂ᵀ."""
    return all_of(
        entries=equation(Pi[n, m], eye[n, m] - 1 / N),
        projection=theorem("layernorm.projector_idempotent"),
        orthogonal=theorem("layernorm.projector_symmetric"),
    )


def _eq6(projector: Term) -> Term:
    """√N diag(g) Πa/√(|Πa|² + Nε) + b."""
    moved = projector * a
    return sqrt(N) * (diag(g) * (moved / sqrt(norm(moved) ** 2 + N * eps))) + b


@CLAIMS.claim("R-41", "after Eq. (6)", "TRUE")
@note("In Eq. (1), μ and σ stand for terms with a in them.")
def explicit() -> Statement:
    """Eq. (6) makes all dependence on a explicit."""
    written = _eq6(eye - outer(one, one) / N)
    return all_of(
        no_name_stands_for_a_term_in_a=Closed(written, (a, g, b, eps)),
        as_the_projector_has_no_a_in_it=Closed(Pi, ()),
        it_is_Eq_6=equation(_eq6(Pi), written),
        which_is_LayerNorm=theorem("layernorm.eq6"),
    )


@CLAIMS.claim("R-42", "§II, end", "TRUE-IF", theorem="layernorm.left_null_space_dimension")
@NO_ZERO_GAIN
@without(lambda: rank_is(GZ, N, inverse=GZ_plus))
@note(
    "With zero gains the ellipsoid is flat and has fewer than N dimensions (as in R-52); all outcomes still lie in it, "
    "and in a hyperplane."
)
def within_both() -> Statement:
    """All outcomes lie within the intersection of an (N−1)-dimensional hyperplane and an N-dimensional hyperellipsoid."""
    return all_of(
        in_the_hyperplane=equation(dot(alpha, LN_nonzero - b), 0),
        of_N_less_1_dimensions=rank_is(G0 * Pi, N - 1, inverse=diag(alpha)),
        in_the_ellipsoid=bound(norm((LN_nonzero - b) / gain) ** 2, "<=", N, by=N * eps / (sigma2 + eps)),
        which_is_the_image_of_the_ball=ellipsoid.stretched((IN_BALL,), (ellipsoid.IN_ELLIPSOID,)),
        of_N_dimensions=rank_is(G0, N, inverse=diag(alpha)),
        hyperplane_if_gain_n_is_zero=equation(dot(off_gains, diag(g) * y), 0, OFF_GAINS),
        flat_ellipsoid_for_any_gain=equation(LN - b, diag(g) * y),
    )


@CLAIMS.claim("R-43", "§II, end", "TRUE-IF", theorem="layernorm.ellipsoid")
@NO_ZERO_GAIN
@without(
    lambda: all_of(
        of_dimension_one_less=rank_is(GZ * Pi, N - 1, inverse=GZ_plus),
        the_ellipsoid_of_the_slice=Subset(Map(GZ * v, v, (IN_BALL,)), Set(x, (ON_SUPPORT, IN_FLAT)), (SOME_ZERO,)),
    )
)
@note("With k ≥ 2 zero gains the outcomes span N − k dimensions only; with k = 1 the intersection is larger (R-04).")
def itself_an_ellipsoid() -> Statement:
    """This intersection is itself a hyperellipsoid, now of dimension N − 1."""
    return all_of(
        ellipsoid=theorem("layernorm.ellipsoid"),
        dimension=rank_is(G0 * Pi, N - 1, inverse=diag(alpha)),
    )


@CLAIMS.claim("R-44", "§II, end", "TRUE-IF", theorem="layernorm.depth")
@NO_ZERO_GAIN
@SMALL_EPS
@without(far_from_the_surface)
@undecided(NO_DISTRIBUTION)
def concentrated_towards_the_surface() -> Statement:
    """Most of the points are concentrated towards its surface."""
    return near_the_surface()


CLAIMS.words(
    "R-45", "§II", "… from which higher-dimensional behaviour can be both intuitively and rigorously extrapolated."
)


@CLAIMS.claim("R-46", "§II.1", "TRUE", theorem="layernorm.left_null_space_dimension")
def orthogonal_to_something() -> Statement:
    """The bias-corrected image is orthogonal to at least one dimension."""
    return all_of(
        how_many=theorem("layernorm.left_null_space_dimension"),
        orthogonal_to_alpha=equation(dot(alpha, LN_nonzero - b), 0),
        orthogonal_to_neurons_without_gain=equation(dot(off_gains, diag(g) * y), 0, OFF_GAINS),
    )


@CLAIMS.claim("R-47", "§II.1", "TRUE")
@note("Said of all outcomes that there are.  At N = 1 and ε = 0 there are none, and the left null space is everything.")
def left_null_space() -> Statement:
    """The orthogonal space is the left null space of diag(g) − g1ᵀ/N."""
    moved = Pi * (g * w)
    return all_of(
        matrix=theorem("layernorm.affine_matrix"),
        outcome=equation(LN - b, stretch(scale(project(a), eps), g)),
        transposed_it_maps_w_to=equation((diag(g) - g * one.T / N).T * w, moved),
        orthogonal_to_all_outcomes_where_that_is_0_and_to_one_of_them_only_there=cases(
            (equal(moved, zeros(N)), equation(dot(w, LN - b), 0)),
            (
                not_zero(moved),
                bound(
                    dot(w, stretch(scale(project(moved), eps), g)),
                    ">",
                    0,
                    by=norm(moved) ** 2 / sqrt(norm(moved) ** 2 / N + eps),
                ),
            ),
            hypotheses=[positive(sigma2 + eps)],
        ),
    )


@CLAIMS.claim("R-48", "§II.1", "DEF")
def neural_basis() -> Statement:
    """The neural basis |n⟩ is orthonormal, and gₙ = gᵀ|n⟩."""
    e_m = basis(m)
    return all_of(
        orthonormal=equation(dot(e_n, e_m), delta(n, m)),
        complete=equation(sum_(n, outer(e_n, e_n)), eye),
        gains=equation(dot(g, e_n), g[n]),
    )


CLAIMS.theorem(
    "R-49",
    "§II.1",
    "If gₙ ≠ 0 for every n, the orthogonal space is ℝα with αₙ = 1/gₙ, one-dimensional.",
    "layernorm.left_null_space",
    note='The text has "for any n", which must be read as "for all n".',
)


@CLAIMS.claim("R-50", "§II.1", "TRUE", theorem="layernorm.left_null_space_dimension")
def as_many_as_zeros() -> Statement:
    """If some gₙ = 0, the number of orthogonal directions equals the number of zero elements."""
    back = GZ_plus * (eye - outer(one, zero_gains) / count)
    return nullity((GZ * Pi).T, count, inverse=back, hypotheses=[SOME_ZERO])


CLAIMS.theorem(
    "R-51",
    "§II.1",
    "If some gₙ = 0, the orthogonal space is spanned by the |n⟩ with gₙ = 0.",
    "layernorm.left_null_space_zero_gains",
)
