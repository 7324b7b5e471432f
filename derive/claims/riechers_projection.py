"""Claims R-01 to R-25: the definitions, and sub-step (i), the projection.

Statements are in the letters of `derive.theories.layernorm.names`; y is the vector after sub-steps (i) and (ii).
"""

from __future__ import annotations

from derive.authoring import *
from derive.claims.claim import Claims
from derive.claims.grounds import NO_ZERO_GAIN, SMALL_EPS, TWO_NEURONS
from derive.claims.surface import AXIS, NO_DISTRIBUTION, axis_normal, far_from_the_surface, near_the_surface
from derive.claims.vocabulary import corrected, note, theorem, undecided, unless, without
from derive.statements.pseudo_inverse import PseudoInverse
from derive.theories.layernorm import ellipsoid
from derive.theories.layernorm.ellipsoid import CENTRED, IN_HYPERPLANE, IN_OPEN_BALL, INSIDE, stretched
from derive.theories.layernorm.maps import EQ1, G0, LN, Pi2, alpha, gain, y
from derive.theories.layernorm.names import N, Pi, a, b, c, eps, eye, g, mu, n, one, one_hat, sigma2, t, v, w, x
from derive.theories.layernorm.spaces import GZ, SOME_ZERO, GZ_plus, support

CLAIMS = Claims()

Q = matrix("Q", N, N, "orthogonal")


def normalised(vector_: Term) -> Term:
    """Sub-steps (i) and (ii) of any vector: Πv / √(|Πv|²/N + ε)."""
    return Pi * vector_ / sqrt(norm(Pi * vector_) ** 2 / N + eps)


def scaled(vector_: Term) -> Term:
    """Sub-step (ii) of a centred vector: v / √(|v|²/N + ε)."""
    return vector_ / sqrt(norm(vector_) ** 2 / N + eps)


def turned_by_a_reflection() -> Condition:
    """y(Qa) − Q y(a) ≠ 0 at a = eₙ for Q = I − 2eₙeₙᵀ, which turns one neuron round."""
    flip = eye - 2 * outer(basis(n), basis(n))
    return not_zero(normalised(flip * basis(n)) - flip * normalised(basis(n)))


@CLAIMS.claim("R-01", "Abstract", "TRUE-IF")
@TWO_NEURONS
@without(lambda: implies([], turned_by_a_reflection()))
@note(
    "Orthogonal maps of the input commute with LN just when they keep the line of 1.  “Distinguished” is read as: some "
    "orthogonal map, here a reflection, does not commute with it.  That alone fails at N = 1.  The converse is tested at "
    "the input 1 for ε > 0; at ε = 0 y is not defined on the line of 1 and only there, so Q has to keep it."
)
def neural_basis() -> Statement:
    """LayerNorm is defined relative to a distinguished "neural" basis: y(Qa) = Q y(a) for all a just when Q1 = ±1."""
    keeps, turns = equal(Q * one, one), equal(Q * one, -one)
    back = Q.T * one - one
    return all_of(
        distance_of_the_transpose=equation(norm(back) ** 2, 0, keeps),
        so_it_keeps_1_too=equation(back, 0, equal(norm(back) ** 2, 0)),
        then_centring_commutes=equation(Pi * Q, Q * Pi, keeps, equal(Q.T * one, one)),
        also_up_to_sign=equation(Pi * Q, Q * Pi, turns, equal(Q.T * one, -one)),
        scaling_commutes_always=equation(scaled(Q * v), Q * scaled(v)),
        conversely_1_goes_to_0=equation(normalised(one), zeros(N), positive(eps)),
        so_Q1_is_constant=equation(Pi * Q * one, zeros(N), equal(normalised(Q * one), zeros(N))),
        that_is_a_multiple_of_1=equation(Q * one, dot(one, Q * one) / N * one, equal(Pi * Q * one, zeros(N))),
        with_the_length_of_1=equations((norm(Q * one) ** 2, N, norm(one) ** 2)),
        some_orthogonal_map_is_not_kept=implies(
            [positive(N - 1)],
            turned_by_a_reflection(),
            covector=one,
            form=2 * (N - 1) / N / sqrt(norm(Pi * basis(n)) ** 2 / N + eps),
        ),
    )


@CLAIMS.claim("R-02", "Abstract; §II", "TRUE", theorem="layernorm.sub_steps")
def composition() -> Statement:
    """LayerNorm is a composition of a linear projection, a nonlinear scaling and an affine transformation."""
    doubled = norm(scaled(2 * v)) ** 2
    return all_of(
        composition=theorem("layernorm.sub_steps"),
        projection_is_linear=equation(Pi * (v + t * w), Pi * v + t * (Pi * w)),
        affine=theorem("layernorm.affine"),
        for_N_2_some_centred_vector_is_not_0=implies(
            [positive(N - 1)], not_zero(Pi * basis(n)), covector=basis(n), form=(N - 1) / N
        ),
        scaling_is_not_linear=bound(
            doubled,
            "<",
            4 * norm(scaled(v)) ** 2,
            not_zero(v),
            by=12 * norm(v) ** 4 / (N * (norm(v) ** 2 / N + eps) * (norm(2 * v) ** 2 / N + eps)),
        ),
    )


def outcome_radius() -> Term:
    """Σ (fₙ − bₙ)²/gₙ² of an outcome f, where every gain is nonzero."""
    return norm((gain * y + b - b) / gain) ** 2


def _inside(*hypotheses: Condition) -> Statement:
    """Outcomes, where no gain is zero, are nearer to the centre than the surface of the ellipsoid."""
    return bound(outcome_radius(), "<", N, *hypotheses, by=N * eps / (sigma2 + eps))


@CLAIMS.claim("R-03", "Abstract", "TRUE-IF", theorem="layernorm.image_in_ellipsoid")
@NO_ZERO_GAIN
@unless("ε > 0", positive(eps))
@without(
    lambda: all_of(
        interior=bound(outcome_radius(), "<", N),
        of_N_dimensions_for_every_gain=rank_is(GZ, N, inverse=GZ_plus),
    )
)
@note(
    "At ε = 0 every outcome lies on the boundary; with a zero gain the ellipsoid is flat and has no interior.  What "
    "holds of every ε ≥ 0 and every gain is the third part: outcomes lie in the image of the closed ball."
)
def interior() -> Statement:
    """All outcomes of LayerNorm lie within the intersection of an (N−1)-dimensional hyperplane and the interior of an
    N-dimensional hyperellipsoid."""
    return all_of(
        hyperplane=equation(dot(1 / gain, gain * y + b - b), 0),
        interior=_inside(positive(eps)),
        always_of_the_closed_ball=all_of(
            outcome=equation(LN - b, diag(g) * y), ball=bound(norm(y) ** 2, "<=", N, by=N * eps / (sigma2 + eps))
        ),
        of_N_dimensions=rank_is(G0, N, inverse=diag(alpha)),
        exactly_this=theorem("layernorm.image_in_ellipsoid"),
        at_eps_0_the_boundary=theorem("layernorm.image_on_surface"),
        with_zero_gains=theorem("layernorm.zero_gain_image"),
    )


@CLAIMS.claim("R-04", "Abstract", "TRUE-IF", theorem="layernorm.ellipsoid")
@NO_ZERO_GAIN
@without(
    lambda: Subset(
        Map(GZ * v, v, (IN_OPEN_BALL,)),
        Set(x, (ellipsoid.ON_SUPPORT, ellipsoid.INSIDE_FLAT)),
        (SOME_ZERO, not_zero(support)),
    )
)
@note(
    "With a zero gain the intersection is larger than the ellipsoid.  Components on a neuron with a zero gain do not "
    "matter, so the hyperplane is mapped to all of the range of G, and the intersection is the image of the ball.  That is "
    "not in the ellipsoid of the slice, xᵀM_Z x < N (R-59)."
)
def intersection() -> Statement:
    """The intersection is the interior of an (N−1)-dimensional hyperellipsoid."""
    return all_of(
        hyperplane=stretched((CENTRED,), (IN_HYPERPLANE,)),
        interior=stretched((IN_OPEN_BALL,), (INSIDE,)),
        intersection=stretched((CENTRED, IN_OPEN_BALL), (IN_HYPERPLANE, INSIDE)),
        dimension=rank_is(G0 * Pi, N - 1, inverse=diag(alpha)),
    )


@CLAIMS.claim("R-05", "Abstract", "TRUE-IF", theorem="layernorm.depth")
@NO_ZERO_GAIN
@SMALL_EPS
@without(far_from_the_surface)
@note("With two zero gains, inputs that are not constant may be mapped to the centre, at every ε.")
@undecided(NO_DISTRIBUTION)
def typical_inputs() -> Statement:
    """Typical inputs are mapped near its surface."""
    return near_the_surface()


@CLAIMS.claim("R-06", "Abstract", "TRUE-IF", theorem="layernorm.gram_pseudo_inverse")
@NO_ZERO_GAIN
@without(lambda: PseudoInverse(GZ * Pi * GZ, GZ_plus * GZ_plus, (SOME_ZERO,)))
@note(AXIS)
def axes_from_a_matrix() -> Statement:
    """Direction and length of the principal axes follow from the eigen-decomposition of a simply constructed matrix."""
    return all_of(
        the_ellipsoid_is_its_unit_ball=theorem("layernorm.ellipsoid"),
        on_the_hyperplane=equation(norm(x / gain) ** 2, x.T * (Pi2 * G0**-2 * Pi2) * x, equal(dot(alpha, x), 0)),
        and_inverse_to_the_gram_matrix=theorem("layernorm.gram_pseudo_inverse"),
        with_the_same_eigenvectors=theorem("layernorm.inverse_eigenvectors"),
        an_axis_is_along_the_normal=axis_normal(Pi2 * G0**-2 * Pi2),
        semi_axes=theorem("layernorm.semi_axes"),
        how_many=rank_is(Pi2 * G0**-2 * Pi2, N - 1, inverse=G0 * Pi * G0),
        the_gram_matrix_delivers_them_for_every_gain=theorem("layernorm.axes_frame"),
    )


@CLAIMS.claim("R-07", "§I", "DEF")
@note("LayerNorm is defined at all inputs just for ε > 0; at ε = 0 just for Πa ≠ 0.")
def inputs() -> Statement:
    """a, g, b ∈ ℝᴺ, ε ≥ 0, and 1 the vector of ones."""
    return all_of(
        for_positive_eps=bound(sigma2 + eps, ">", 0, positive(eps)),
        for_inputs_that_are_not_constant=bound(sigma2, ">", 0, not_zero(Pi * a), by=norm(Pi * a) ** 2 / N),
        not_for_constant_ones=equation(sigma2, 0, equal(a, c * one)),
    )


@CLAIMS.claim("R-08", "Eq. (1)", "DEF")
@note("The text says ε ≥ 0 without leaving out ε = 0 for constant inputs.")
def layernorm() -> Statement:
    """LN(a, g, b, ε) = g ⊙ (a − μ1)/√(σ² + ε) + b."""
    return all_of(
        definition=equation(LN, EQ1),
        defined_for_positive_eps=bound(sigma2 + eps, ">", 0, positive(eps)),
        defined_where_the_variance_is_positive=bound(
            sigma2 + eps, ">", 0, not_zero(Pi * a), by=norm(Pi * a) ** 2 / N + eps
        ),
        not_defined_otherwise=equation(sigma2 + eps, 0, equal(a, c * one), equal(eps, 0)),
    )


@CLAIMS.claim("R-09", "Eq. (2)", "DEF")
def mean_of_components() -> Statement:
    """μ = a · 1/N."""
    return equations((mu, dot(a, one) / N, sum_(n, a[n]) / N))


@CLAIMS.claim("R-10", "Eq. (3)", "DEF")
def variance() -> Statement:
    """σ² = (a − μ1) · (a − μ1)/N."""
    return all_of(
        definition=equation(sigma2, dot(a - mu * one, a - mu * one) / N),
        not_negative=bound(sigma2, ">=", 0),
        zero_for_constant_inputs=equation(sigma2, 0, equal(a, c * one)),
        and_only_for_them=equation(a, mu * one, equal(norm(a - mu * one) ** 2, 0)),
    )


CLAIMS.words("R-11", "§I, after (3)", "At the beginning of training g = 1, b = 0, and ε = 10⁻⁵ by default.")
CLAIMS.theorem("R-12", "Eq. (4)", "Eq. (1) equals diag(g)(a − μ1)/√(σ² + ε) + b.", "layernorm.eq4_form")
CLAIMS.theorem("R-13", "§I, end", "diag(1) = I.", "layernorm.unit_gains")
CLAIMS.theorem(
    "R-14",
    "§II, §IV",
    "LayerNorm is the composition of (i) projection, (ii) scaling, (iii) gain and (iv) bias.",
    "layernorm.sub_steps",
    note="σ² is a function of the projected vector alone, so it really is a composition.",
)


@CLAIMS.claim("R-15", "§II (i)", "TRUE", theorem="layernorm.centring")
def centring() -> Statement:
    """a′ = a − μ1 = a − (a · 1̂)1̂ = (I − 1̂1̂ᵀ)a."""
    return equations((a - mu * one, a - dot(a, one_hat) * one_hat, (eye - one_hat * one_hat.T) * a))


@CLAIMS.claim("R-16", "§II (i)", "TRUE", theorem="layernorm.orthogonal_projection")
def onto_the_hyperplane() -> Statement:
    """It is the projection onto the (N−1)-dimensional hyperplane perpendicular to 1."""
    return all_of(
        lands_there=equation(dot(one, Pi * a), 0),
        moves_along_1=equation(a - Pi * a, mu * one),
        nearest_point=theorem("layernorm.orthogonal_projection"),
        dimension=theorem("layernorm.projector_rank"),
    )


CLAIMS.theorem("R-17", "§II", "1̂ = 1/√N is a unit vector.", "layernorm.unit_vector")


@CLAIMS.claim("R-18", "§II", "ILL-TYPED")
@corrected(lambda: [equation(dot(Pi * a, one_hat), 0)])
def zero_vector() -> Statement:
    """a′ · 1̂ = 0⃗, with the zero vector on the right."""
    return equation(dot(Pi * a, one_hat), zeros(N))


_chain = (
    dot(Pi * a, one_hat),
    dot(a - dot(a, one_hat) * one_hat, one_hat),
    dot(a, one_hat) - dot(dot(a, one_hat) * one_hat, one_hat),
    dot(a, one_hat) - dot(a, one_hat),
)


@CLAIMS.claim("R-19", "§II, displayed chain", "ILL-TYPED")
@corrected(lambda: [equations((*_chain, 0))])
def displayed_chain() -> Statement:
    """a′ · 1̂ = [a − (a · 1̂)1̂] · 1̂ = a · 1̂ − (a · 1̂)1̂ · 1̂ = a · 1̂ − a · 1̂ = 0⃗."""
    return equations((*_chain, zeros(N)))


CLAIMS.theorem("R-20", "§II", "Σₙ a′ₙ = 0.", "layernorm.components_sum_to_zero")
CLAIMS.theorem("R-21", "§II", "Π = I − 1̂1̂ᵀ has rank N − 1.", "layernorm.projector_rank")
CLAIMS.theorem("R-22", "§II", "a′ = Πa.", "layernorm.centring")
CLAIMS.theorem("R-23", "§II", "Π² = Π.", "layernorm.projector_idempotent")


@CLAIMS.claim("R-24", "§II", "TRUE", theorem="layernorm.variance_quadratic")
def quadratic_form() -> Statement:
    """σ² = aᵀΠᵀΠa/N = aᵀΠa/N."""
    return equations((sigma2, a.T * Pi.T * Pi * a / N, a.T * Pi * a / N))


CLAIMS.theorem("R-25", "§II", "σ² = |Πa|²/N.", "layernorm.variance_norm")
