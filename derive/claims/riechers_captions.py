"""Claims R-66 to R-75: what the captions and the conclusion say.

Letters as in `derive.theories.layernorm.ellipsoid`.
"""

from __future__ import annotations

from fractions import Fraction

from derive.authoring import *
from derive.claims import surface
from derive.claims.claim import Claims
from derive.claims.grounds import NO_ZERO_GAIN, SMALL_EPS, TWO_NEURONS
from derive.claims.vocabulary import Undefined, note, quoted, theorem, undecided, unless, without
from derive.statements.printed import rounds
from derive.statements.undefined import undefined_somewhere
from derive.theories.layernorm.axes import zeta
from derive.theories.layernorm.maps import G0, LN, Pi2, alpha, gain, y
from derive.theories.layernorm.names import N, Pi, a, b, eps, g, one, one_hat, sigma2, t, v, x
from derive.theories.layernorm.spaces import GZ, SOME_ZERO, GZ_plus

CLAIMS = Claims()

lam = scalar("lambda", "positive")


@CLAIMS.claim("R-66", "Fig. 1, caption", "TRUE-IF")
@NO_ZERO_GAIN
@without(lambda: Undefined(undefined_somewhere(1 / g)))
def unit_normal() -> Statement:
    """α̂ = α/|α| is a unit vector orthogonal to the plane after (iii)."""
    return all_of(
        unit=equation(norm(alpha / norm(alpha)), 1),
        orthogonal=equation(dot(alpha / norm(alpha), G0 * (Pi * a)), 0),
        to_a_plane_and_all_of_it=theorem("layernorm.left_null_space"),
    )


@CLAIMS.claim("R-67", "Fig. 1, caption", "TRUE", theorem="layernorm.projector_kills_ones")
def orthogonal_to_the_projection() -> Statement:
    """1̂ is orthogonal to the plane of the initial projection."""
    return all_of(
        to_each_of_its_points=equation(dot(one_hat, Pi * a), 0),
        as_matrices=equation(one_hat.T * Pi, zeros(N).T),
    )


@CLAIMS.claim("R-68", "Fig. 1, caption", "TRUE-IF", theorem="layernorm.gram_pseudo_inverse")
@NO_ZERO_GAIN
@unless("the eigenvalue is not 0", nonzero(zeta))
@without(lambda: pseudo_inverse_is(GZ * Pi * GZ, GZ_plus * GZ_plus, hypotheses=[SOME_ZERO]))
@note(surface.AXIS)
def semi_axes() -> Statement:
    """The semi-axes are the eigenstates of Π₂G⁻²Π₂, with length √(N/λ)."""
    form = Pi2 * G0**-2 * Pi2
    end = sqrt(N / lam) * x / norm(x)
    known = equal(form * x, lam * x)
    return all_of(
        ellipsoid=theorem("layernorm.ellipsoid"),
        form_on_the_hyperplane=equation(norm(x / gain) ** 2, x.T * form * x, equal(dot(alpha, x), 0)),
        an_axis_is_along_the_normal=surface.axis_normal(form),
        eigenstates_lie_in_the_hyperplane=equation(lam * dot(alpha, x), dot(alpha, form * x), known),
        where_this_is_0=equation(dot(alpha, form * x), 0),
        length_of_the_axis=equation(norm(end) ** 2, N / lam, not_zero(x)),
        which_ends_on_the_surface=equation(end.T * form * end, N, known, not_zero(x)),
        how_many=rank_is(form, N - 1, inverse=G0 * Pi * G0),
    )


@CLAIMS.claim("R-69", "Fig. 1, caption", "TRUE-IF", theorem="layernorm.image_in_ellipsoid")
@quoted("ε > 0", "ε = 1/10")
@TWO_NEURONS
@without(lambda: bound(norm(y) ** 2, "<", N))
@note("At ε = 0 no outcome is in the interior: the caption and the abstract do not agree there.")
def interior_not_empty() -> Statement:
    """The interior of the hyperellipsoid is not strictly empty after LayerNorm (ε = 1/10)."""
    return all_of(
        all_of_it_is_reached=theorem("layernorm.image_in_ellipsoid"),
        also_with_zero_gains=theorem("layernorm.zero_gain_image"),
        none_at_eps_0=theorem("layernorm.image_on_surface"),
        nor_with_one_zero_gain=theorem("layernorm.depth_with_zero_gains"),
        centre=equation(substitute(LN, {a: one}), b, positive(eps)),
    )


@CLAIMS.claim("R-70", "Fig. 2, caption", "TRUE-IF", theorem="layernorm.depth")
@NO_ZERO_GAIN
@SMALL_EPS
@without(surface.far_from_the_surface)
@note("At σ² = 1 the relative radius is (1 + ε)^(−1/2): 0.9535, 0.9995 and 0.999995 for the three values.")
@undecided(surface.NO_DISTRIBUTION)
def figure_2() -> Statement:
    """ε = 10⁻¹, 10⁻³, 10⁻⁵: most points are near the surface."""
    radius = {"1/10": "0.9535", "1/1000": "0.9995", "1/100000": "0.999995"}
    members = {
        f"for_eps_{value}": rounds(1 / sqrt(1 + as_term(Fraction(value))), printed) for value, printed in radius.items()
    }
    return all_of(near_the_surface=surface.near_the_surface(), **members)


CLAIMS.words(
    "R-71",
    "Fig. 2, caption; §III",
    "10⁻⁵ is the default in the standard PyTorch LayerNorm; LayerNorm is invoked in two or three different ways.",
)


@CLAIMS.claim("R-72", "§IV", "TRUE", theorem="layernorm.left_null_space_dimension")
def orthogonal_subspace() -> Statement:
    """We identified the orthogonal subspace to the bias-corrected image."""
    return all_of(
        no_gain_zero=theorem("layernorm.left_null_space"),
        some_gain_zero=theorem("layernorm.left_null_space_zero_gains"),
        dimension=theorem("layernorm.left_null_space_dimension"),
    )


@CLAIMS.claim("R-73", "§IV", "TRUE-IF", theorem="layernorm.image_in_ellipsoid")
@NO_ZERO_GAIN
@without(lambda: pseudo_inverse_is(GZ * Pi * GZ, GZ_plus * GZ_plus, hypotheses=[SOME_ZERO]))
@note(
    "The image is the open solid ellipsoid for ε > 0, its surface for ε = 0; with two zero gains all of the solid.  "
    + surface.AXIS
)
def axes_of_the_image() -> Statement:
    """We found the principal axes of the (N−1)-dimensional hyperellipsoid image of LayerNorm."""
    return all_of(
        image_for_positive_eps=theorem("layernorm.image_in_ellipsoid"),
        image_at_eps_0=theorem("layernorm.image_on_surface"),
        matrix_of_the_axes=theorem("layernorm.gram_pseudo_inverse"),
        an_axis_is_along_the_normal=surface.axis_normal(Pi2 * G0**-2 * Pi2),
        as_many_axes_as_dimensions=rank_is(Pi2 * G0**-2 * Pi2, N - 1, inverse=G0 * Pi * G0),
        dimension=rank_is(G0 * Pi, N - 1, inverse=diag(alpha)),
    )


CLAIMS.words("R-74", "§IV", "Sentences on priority and motivation.")


@CLAIMS.claim("R-75", "§IV", "TRUE", theorem="layernorm.depth")
@note("The squared radius is σ²/(σ² + ε) of that of the surface: half of it at σ² = ε, a hundredth at σ² = ε/99.")
def effect_of_epsilon() -> Statement:
    """… the sometimes non-negligible effect of ε."""
    known = not_zero(Pi * a)
    return all_of(
        exactly=theorem("layernorm.depth"),
        at_most_half_the_squared_radius_for_small_inputs=bound(
            norm(y) ** 2, "<=", N / 2, nonneg(eps - sigma2), known, by=N * (eps - sigma2) / (2 * (sigma2 + eps))
        ),
        at_most_a_hundredth_for_smaller_ones=bound(
            norm(y) ** 2,
            "<=",
            N / 100,
            nonneg(eps - 99 * sigma2),
            known,
            by=N * (eps - 99 * sigma2) / (100 * (sigma2 + eps)),
        ),
        only_sometimes=surface.close_for_small_eps(),
        inputs_may_be_as_small_as_one_likes=equation(substitute(sigma2, {a: t * v}), t**2 * substitute(sigma2, {a: v})),
    )
