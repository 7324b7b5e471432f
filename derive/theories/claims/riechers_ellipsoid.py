"""Claims R-34 to R-51 and R-66 to R-74: gain and bias, Eq. (6), what is orthogonal to the image; captions and conclusion.

Letters as in `derive.theories.layernorm.ellipsoid`: gains that may be zero are g = s ⊙ h, k of them are.
"""

from __future__ import annotations

from fractions import Fraction

from derive.language.build import (
    basis,
    delta,
    diag,
    dot,
    hadamard,
    index,
    matrix,
    norm,
    outer,
    scalar,
    sqrt,
    sum_,
    transpose,
    vector,
    zeros,
)
from derive.language.hypotheses import equal, nonneg, nonzero, not_zero, positive
from derive.language.substitution import substitute
from derive.language.terms import as_term
from derive.statements.bound import bound
from derive.statements.cases import cases
from derive.statements.conjunction import all_of
from derive.statements.eigenpair import eigenpair
from derive.statements.image import Image, Map, Set, Subset
from derive.statements.printed import rounds
from derive.statements.pseudo_inverse import pseudo_inverse_is
from derive.statements.rank import nullity, rank_is
from derive.statements.statement import Statement, equation, equations
from derive.statements.undefined import undefined_somewhere
from derive.theories.claims.claim import Claims, Undefined, theorem
from derive.theories.claims.classes import given, unless
from derive.theories.claims.grounds import DEFINED, NO_ZERO_GAIN, SMALL_EPS, TWO_NEURONS
from derive.theories.claims.surface import far_from_the_surface, near_the_surface
from derive.theories.layernorm.axes import zeta
from derive.theories.layernorm.ellipsoid import CENTRED, IN_BALL, IN_FLAT, ON_SPHERE, ON_SUPPORT, LN_nonzero
from derive.theories.layernorm.names import (
    G0,
    LN,
    N,
    Pi,
    Pi2,
    a,
    alpha,
    b,
    c,
    eps,
    eye,
    g,
    gain,
    n,
    one,
    one_hat,
    project,
    scale,
    sigma2,
    stretch,
    v,
    w,
    x,
    y,
)
from derive.theories.layernorm.spaces import GZ, SOME_ZERO, GZ_plus, count, zero_gains

CLAIMS = Claims()

m = index("m", N)
e_n = basis(n)
#: A direction of neurons without gain, such as eₙ where gₙ = 0.
off_gains = vector("e", N)
OFF_GAINS = equal(hadamard(g, off_gains), 0)
on_support = equal(hadamard(zero_gains, x), 0)
flat_radius = norm(GZ_plus * x) ** 2
lam = scalar("lambda", "positive")
#: Any symmetric matrix, for what holds of the eigenvectors of each.
S = matrix("S", N, N, "symmetric")


@CLAIMS.claim(
    "R-34",
    "§II (iii)",
    "TRUE-IF",
    added=(NO_ZERO_GAIN,),
    without=lambda: Subset(Map(GZ * v, v, (ON_SPHERE,)), Set(x, (equal(norm(GZ_plus * x) ** 2, N),))),
    theorem="layernorm.sphere_image",
    note="With zero gains the sphere is mapped onto the solid flat ellipsoid.",
)
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


@CLAIMS.claim(
    "R-36",
    "§II (iii)",
    "FALSE",
    corrected=lambda: [
        Image(
            Map(GZ * v, v, (IN_BALL,)),
            Set(
                x,
                (on_support, nonneg(N - flat_radius)),
                ((nonneg(N - flat_radius), norm(hadamard(zero_gains, v)) ** 2 + (N - norm(v) ** 2)),),
            ),
            GZ_plus * x,
            by=((IN_BALL, N - flat_radius),),
        ),
        all_of(
            axes=eigenpair(diag(g) * diag(g), e_n, g[n] ** 2, covector=e_n, form=1),
            squared_semi_axes=equation(dot(diag(g) * (sqrt(N) * e_n), diag(g) * (sqrt(N) * e_n)), N * g[n] ** 2),
            any_axis_vanishes_where_the_size_is_another=equation(
                (zeta - g[n] ** 2) * x[n], -dot(e_n, diag(g) * diag(g) * x - zeta * x)
            ),
        ),
    ],
    note="At ε = 0 every point lies on the sphere, none in the open ball; with a zero gain the image has no interior.",
)
def open_ball() -> Statement:
    """diag(g) maps the open N-ball containing all points to the interior of an N-dimensional hyperellipsoid with principal
    axes given by the neural basis."""
    inside, within = positive(N - norm(v) ** 2), positive(N - norm(x / gain) ** 2)
    return all_of(
        contains_all_points=bound(norm(y) ** 2, "<", N),
        onto_the_interior=Image(Map(G0 * v, v, (inside,)), Set(x, (within,), ((within, N - norm(v) ** 2),)), x / gain),
        of_N_dimensions_for_every_gain=rank_is(GZ, N, inverse=GZ_plus),
    )


@CLAIMS.claim(
    "R-37",
    "§II",
    "FALSE",
    corrected=lambda: [
        Image(Map(G0 * v, v, (CENTRED,)), Set(x, (equal(dot(alpha, x), 0),)), x / gain),
        equation(dot(alpha, G0 * v), dot(one, v)),
        equations(
            (
                N * norm(alpha) ** 2 - dot(one, alpha) ** 2,
                sum_(n, sum_(m, (alpha[n] - alpha[m]) ** 2)) / 2,
            )
        ),
        bound(dot(one, alpha) ** 2, "<=", N * norm(alpha) ** 2, by=sum_(n, sum_(m, (alpha[n] - alpha[m]) ** 2)) / 2),
        bound(dot(one, alpha) ** 2, "<", N * norm(alpha) ** 2, not_zero(Pi * alpha), by=N * norm(Pi * alpha) ** 2),
        equation(dot(one, c * one) ** 2, N * norm(c * one) ** 2),
        theorem("layernorm.affine_rank"),
    ],
    note="Equal gains stretch and do not tilt: cos θ = |Σαₙ|/(√N |α|) is 1 just for a multiple of 1.",
)
def tilts() -> Statement:
    """It stretches and so tilts the intersecting hyperplane: where some |gₙ| ≠ 1 and N ≥ 2, |Σαₙ| < √N |α|."""
    return bound(dot(one, alpha) ** 2, "<", N * norm(alpha) ** 2, not_zero(gain**2 - one), positive(N - 1))


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


CLAIMS.words(
    "R-41", "after Eq. (6)", "Eq. (6) makes all dependence on a explicit.", note="It has neither μ nor σ in it."
)


@CLAIMS.claim("R-42", "§II, end", "TRUE", theorem="layernorm.left_null_space_dimension")
def within_both() -> Statement:
    """All outcomes lie within the intersection of an (N−1)-dimensional hyperplane and an N-dimensional hyperellipsoid."""
    return all_of(
        hyperplane_if_no_gain_is_zero=equation(dot(alpha, LN_nonzero - b), 0),
        hyperplane_if_gain_n_is_zero=equation(dot(off_gains, diag(g) * y), 0, OFF_GAINS),
        ellipsoid=equation(LN - b, diag(g) * y),
        of_the_ball=bound(norm(y) ** 2, "<=", N, by=N * eps / (sigma2 + eps)),
    )


@CLAIMS.claim(
    "R-43",
    "§II, end",
    "TRUE-IF",
    added=(NO_ZERO_GAIN,),
    without=lambda: all_of(
        of_dimension_one_less=rank_is(GZ * Pi, N - 1, inverse=GZ_plus),
        the_ellipsoid_of_the_slice=Subset(Map(GZ * v, v, (IN_BALL,)), Set(x, (ON_SUPPORT, IN_FLAT)), (SOME_ZERO,)),
    ),
    theorem="layernorm.ellipsoid",
    note="With k ≥ 2 zero gains the outcomes span N − k dimensions only; with k = 1 the intersection is larger (R-04).",
)
def itself_an_ellipsoid() -> Statement:
    """This intersection is itself a hyperellipsoid, now of dimension N − 1."""
    return all_of(
        ellipsoid=theorem("layernorm.ellipsoid"),
        dimension=rank_is(G0 * Pi, N - 1, inverse=diag(alpha)),
    )


@CLAIMS.claim(
    "R-44",
    "§II, end",
    "TRUE-IF",
    added=(NO_ZERO_GAIN, SMALL_EPS),
    without=far_from_the_surface,
    theorem="layernorm.depth",
)
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


@CLAIMS.claim(
    "R-47",
    "§II.1",
    "TRUE-IF",
    added=(DEFINED,),
    without=lambda: Undefined(undefined_somewhere(LN)),
)
def left_null_space() -> Statement:
    """The orthogonal space is the left null space of diag(g) − g1ᵀ/N."""
    moved = Pi * (g * w)
    return all_of(
        matrix=theorem("layernorm.affine_matrix"),
        outcome=equation(LN - b, stretch(scale(project(a), eps), g)),
        transposed_it_maps_w_to=equation(transpose(diag(g) - g * transpose(one) / N) * w, moved),
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


@CLAIMS.claim(
    "R-66",
    "Fig. 1, caption",
    "TRUE-IF",
    added=(NO_ZERO_GAIN,),
    without=lambda: Undefined(undefined_somewhere(1 / g)),
)
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
        as_matrices=equation(transpose(one_hat) * Pi, transpose(zeros(N))),
    )


@CLAIMS.claim(
    "R-68",
    "Fig. 1, caption",
    "TRUE-IF",
    added=(NO_ZERO_GAIN, unless("the eigenvalue is not 0", nonzero(zeta))),
    without=lambda: pseudo_inverse_is(GZ * Pi * GZ, GZ_plus * GZ_plus, hypotheses=[SOME_ZERO]),
    theorem="layernorm.gram_pseudo_inverse",
)
def semi_axes() -> Statement:
    """The semi-axes are the eigenstates of Π₂G⁻²Π₂, with length √(N/λ)."""
    form = Pi2 * G0**-2 * Pi2
    end = sqrt(N / lam) * x / norm(x)
    eigenvector = equal(S * x, lam * x)
    return all_of(
        ellipsoid=theorem("layernorm.ellipsoid"),
        form_on_the_hyperplane=equation(norm(x / gain) ** 2, transpose(x) * form * x, equal(dot(alpha, x), 0)),
        form_is_symmetric=equation(transpose(form), form),
        form_kills_alpha=equation(form * alpha, 0),
        along_any_w_an_eigenvector_has=equation(lam * dot(w, x), dot(w, S * x), eigenvector),
        which_is_0_where_S_kills_w=equations((dot(w, S * x), dot(S * w, x), 0), [equal(S * w, 0)]),
        length_of_the_axis=equation(norm(end) ** 2, N / lam, not_zero(x)),
        which_ends_on_the_surface=equation(transpose(end) * S * end, N, eigenvector, not_zero(x)),
    )


@CLAIMS.claim(
    "R-69",
    "Fig. 1, caption",
    "TRUE-IF",
    added=(given("ε > 0", "ε = 1/10"), TWO_NEURONS),
    without=lambda: bound(norm(y) ** 2, "<", N),
    theorem="layernorm.image_in_ellipsoid",
    note="At ε = 0 no outcome is in the interior: the caption and the abstract do not agree there.",
)
def interior_not_empty() -> Statement:
    """The interior of the hyperellipsoid is not strictly empty after LayerNorm (ε = 1/10)."""
    return all_of(
        all_of_it_is_reached=theorem("layernorm.image_in_ellipsoid"),
        also_with_zero_gains=theorem("layernorm.zero_gain_image"),
        none_at_eps_0=theorem("layernorm.image_on_surface"),
        nor_with_one_zero_gain=theorem("layernorm.depth_with_zero_gains"),
        centre=equation(substitute(LN, {a: one}), b, positive(eps)),
    )


@CLAIMS.claim(
    "R-70",
    "Fig. 2, caption",
    "TRUE-IF",
    added=(NO_ZERO_GAIN, SMALL_EPS),
    without=far_from_the_surface,
    theorem="layernorm.depth",
    note="At σ² = 1 the relative radius is (1 + ε)^(−1/2): 0.9535, 0.9995 and 0.999995 for the three values.",
)
def figure_2() -> Statement:
    """ε = 10⁻¹, 10⁻³, 10⁻⁵: most points are near the surface."""
    radius = {"1/10": "0.9535", "1/1000": "0.9995", "1/100000": "0.999995"}
    members = {
        f"for_eps_{value}": rounds(1 / sqrt(1 + as_term(Fraction(value))), printed) for value, printed in radius.items()
    }
    return all_of(near_the_surface=near_the_surface(), **members)


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


@CLAIMS.claim(
    "R-73",
    "§IV",
    "TRUE-IF",
    added=(NO_ZERO_GAIN,),
    without=lambda: pseudo_inverse_is(GZ * Pi * GZ, GZ_plus * GZ_plus, hypotheses=[SOME_ZERO]),
    theorem="layernorm.image_in_ellipsoid",
    note="The image is the open solid ellipsoid for ε > 0, its surface for ε = 0; with two zero gains all of the solid.",
)
def axes_of_the_image() -> Statement:
    """We found the principal axes of the (N−1)-dimensional hyperellipsoid image of LayerNorm."""
    return all_of(
        image_for_positive_eps=theorem("layernorm.image_in_ellipsoid"),
        image_at_eps_0=theorem("layernorm.image_on_surface"),
        matrix_of_the_axes=theorem("layernorm.gram_pseudo_inverse"),
        dimension=rank_is(G0 * Pi, N - 1, inverse=diag(alpha)),
    )


CLAIMS.words("R-74", "§IV", "Sentences on priority and motivation.")
