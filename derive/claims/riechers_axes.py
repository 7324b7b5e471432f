"""Claims R-52 to R-65: the directions and the lengths of the principal axes (§II.2).

Statements are in the letters of `derive.theories.layernorm`; gains that may be zero are s ⊙ h there.  A principal axis is
defined in `derive.claims.surface`.
"""

from __future__ import annotations

from fractions import Fraction

from derive.authoring import *
from derive.claims.claim import Claims
from derive.claims.grounds import NO_ZERO_GAIN
from derive.claims.surface import AXIS, axis_normal
from derive.claims.vocabulary import Undefined, corrected, note, quoted, read, theorem, unless, without
from derive.evaluate.point import Point
from derive.statements.pseudo_inverse import PseudoInverse
from derive.statements.spectrum import same_spectrum
from derive.statements.undefined import undefined_somewhere
from derive.theories.layernorm.axes import zeta
from derive.theories.layernorm.ellipsoid import CENTRED, IN_HYPERPLANE, stretched
from derive.theories.layernorm.maps import G0, Pi2, alpha, gain, y
from derive.theories.layernorm.names import N, Pi, b, c, eye, g, m, n, one, v, x
from derive.theories.layernorm.spaces import GZ, SOME_ZERO, GZ_plus, count, inverse_gains, some_gains, support
from derive.theories.layernorm.spectrum import G, centred_gram, gram, inverse_gram

CLAIMS = Claims()

lam = scalar("lambda", "positive")
#: How far x is from an eigenvector of Π₂G⁻²Π₂ with eigenvalue λ: 0 for one.
_residual = inverse_gram * x - lam * x
#: The point in the direction of x at the distance √(N/λ).
_tip = sqrt(N / lam) * x / norm(x)


@CLAIMS.claim("R-52", "§II.2", "TRUE-IF")
@NO_ZERO_GAIN
@without(lambda: rank_is(GZ, N, inverse=GZ_plus))
@note("The axes are unique just if the |gₙ| are pairwise distinct.")
def neural_basis() -> Statement:
    """The neural basis forms the principal axes of the N-dimensional ellipsoid, with the semi-axes √N |gₙ|."""
    two = v[n] * basis(n) + v[m] * basis(m)
    return all_of(
        axes=equation(G * G.T * basis(n), g[n] ** 2 * basis(n)),
        orthonormal=equation(dot(basis(n), basis(m)), delta(n, m)),
        squared_semi_axes=equation(dot(G * (sqrt(N) * basis(n)), G * (sqrt(N) * basis(n))), N * g[n] ** 2),
        surface_without_zero_gains=theorem("layernorm.sphere_image"),
        any_axis_vanishes_where_the_size_is_another=equation(
            (zeta - g[n] ** 2) * x[n], -dot(basis(n), G * G * x - zeta * x)
        ),
        equal_sizes_leave_a_choice=equation(G * G * two - g[n] ** 2 * two, (g[m] ** 2 - g[n] ** 2) * v[m] * basis(m)),
    )


@CLAIMS.claim("R-53", "§II.2", "TRUE-IF", theorem="layernorm.gram_pseudo_inverse")
@NO_ZERO_GAIN
@unless("the eigenvalue is not 0", nonzero(zeta))
@without(lambda: equation(dot(alpha, x), 0, equal(inverse_gram * x, zeta * x)))
@note(
    "The eigenstate α with the eigenvalue 0 is no axis: it is orthogonal to the hyperplane.  Zero gains: R-59, R-60.  "
    + AXIS
)
def eigenstates() -> Statement:
    """The principal axes of the cross-section are the eigenstates of Π₂G⁻²Π₂."""
    form = inverse_gram
    return all_of(
        the_cross_section=theorem("layernorm.ellipsoid"),
        its_quadratic_form=equation(norm(x / gain) ** 2, x.T * form * x, IN_HYPERPLANE),
        an_axis_is_along_the_normal=axis_normal(form),
        eigenstates_lie_in_the_hyperplane=equation(lam * dot(alpha, x), -dot(alpha, _residual)),
        as_many_as_dimensions=rank_is(form, N - 1, inverse=G0 * Pi * G0),
        different_ones_are_orthogonal=equation(
            (lam - zeta) * dot(x, v), dot(x, form * v - zeta * v) - dot(v, _residual)
        ),
        and_conjugate=equation(v.T * form * x - lam * dot(v, x), dot(v, _residual)),
        the_same_as_of_the_gram_matrix=theorem("layernorm.inverse_eigenvectors"),
        whose_eigenvectors_are_the_axes=theorem("layernorm.semi_axes"),
    )


@CLAIMS.claim("R-54", "§II.2", "TRUE-IF")
@NO_ZERO_GAIN
@unless("the eigenvalue is not 0", nonzero(zeta))
@without(lambda: Undefined(undefined_somewhere(sqrt(N / zeta), equal(inverse_gram * x, zeta * x), not_zero(x))))
@note("N − 1 eigenvalues are positive.")
def lengths() -> Statement:
    """The lengths of the semi-axes are √(N/λ)."""
    known = not_zero(x)
    return all_of(
        length=bound(norm(_tip), "=", sqrt(N / lam), known, squared=True),
        ends_on_the_surface=equation(
            _tip.T * inverse_gram * _tip - N, N / (lam * norm(x) ** 2) * dot(x, _residual), known
        ),
        in_the_hyperplane=equation(lam * dot(alpha, x), -dot(alpha, _residual)),
        how_many=rank_is(inverse_gram, N - 1, inverse=G0 * Pi * G0),
        reciprocal_to_the_gram_matrix=theorem("layernorm.reciprocal_roots"),
    )


@CLAIMS.claim("R-55", "§II.2", "TRUE-IF", theorem="layernorm.image_projector")
@NO_ZERO_GAIN
@without(lambda: Undefined(undefined_somewhere(1 / g)))
def image_projector() -> Statement:
    """Π₂ = I − ααᵀ/αᵀα projects orthogonally onto the hyperplane of the image."""
    return all_of(
        definition=equation(Pi2, eye - alpha * alpha.T / (alpha.T * alpha)),
        projector=equation(Pi2 * Pi2, Pi2),
        orthogonal=equation(Pi2.T, Pi2),
        null_space=null_space_is(Pi2, alpha),
        dimension=rank_is(Pi2, N - 1, inverse=eye),
        its_range_is_the_image=stretched((CENTRED,), (IN_HYPERPLANE,)),
    )


@CLAIMS.claim("R-56", "§II.2", "DEF")
@note("α is defined just where no gain is zero.")
def letters() -> Statement:
    """G = diag(g), and αₙ = 1/gₙ."""
    return all_of(
        gains=equation(G0, diag(gain)),
        inverses=equation(gain[n] * alpha[n], 1),
        as_vectors=equation(G0 * alpha, one),
        not_for_every_gain=undefined_somewhere(1 / g),
    )


@CLAIMS.claim("R-57", "§II.2", "TRUE")
@note("For a diagonal matrix the Drazin inverse is the pseudo-inverse.")
def drazin_inverse() -> Statement:
    """G⁻² is well defined as the square of the Drazin inverse of G."""
    return all_of(
        inner=equation(GZ * GZ_plus * GZ, GZ),
        outer=equation(GZ_plus * GZ * GZ_plus, GZ_plus),
        commutes=equation(GZ * GZ_plus, GZ_plus * GZ),
        pseudo_inverse=PseudoInverse(GZ, GZ_plus),
        of_the_square=PseudoInverse(GZ * GZ, GZ_plus * GZ_plus),
    )


@CLAIMS.claim("R-58", "§II.2", "TRUE-IF")
@read("both do the same", "will do")
@without(lambda: PseudoInverse(GZ * Pi * GZ, GZ_plus * GZ_plus, (SOME_ZERO,)))
@note(
    "Both give the same matrix, (G⁺)².  Whether that is the matrix of the ellipsoid, so that it does for its lengths "
    "and directions, is another question: R-59 and R-60, which are false."
)
def two_options() -> Statement:
    """Where gₙ = 0, both Π₂ = I and Π₂ = I − |n⟩⟨n| will do."""
    e = vector("e", N)  # eₙ for a neuron with gₙ = 0
    without_e = eye - e * e.T
    square = GZ_plus * GZ_plus
    return all_of(
        the_same_matrix_for_one_neuron=equation(without_e * square * without_e, square, equal(hadamard(support, e), 0)),
        and_for_all_neurons_with_a_zero_gain=equation(diag(support) * square * diag(support), square),
    )


#: One gain 0, all others 1.
_but_one = diag(one - basis(n))


@CLAIMS.claim("R-59", "§II.2, zero gains, lengths", "FALSE", theorem="layernorm.zero_gain_pseudo_inverse")
@corrected(
    lambda: [
        theorem("layernorm.published_lengths"),
        theorem("layernorm.zero_gain_ellipsoid"),
        theorem("layernorm.zero_gain_pseudo_inverse"),
        theorem("layernorm.charpoly_zero_gains"),
        theorem("layernorm.volume"),
        theorem("layernorm.repeated_sizes"),
        eigenpair(
            _but_one * Pi * _but_one,
            one - basis(n),
            1 / N,
            hypotheses=[positive(N - 1)],
            covector=one - basis(n),
            form=N - 1,
        ),
    ]
)
@note(
    "√(N/λ) is √N |gₘ| for the eigenvalues λ of that matrix, (G⁺)²: the semi-axes of the whole ball's image.  The true "
    "squared semi-axes add up to (N − 1) Σ gₙ², not N Σ gₙ²: so with a nonzero gain the list is always wrong.  A single one "
    "may be wrong by the factor √N: with one zero gain and the others 1, one semi-axis is 1.  A size |gₙ| that occurs m "
    "times is right m − 1 times."
)
def zero_gain_lengths() -> Statement:
    """If some gₙ = 0, use Π₂ = I or I − |n⟩⟨n| and the Drazin inverse; the lengths are √(N/λ) for λ > 0."""
    return all_of(
        the_inverses_of_its_eigenvalues_are_those_of=PseudoInverse(GZ_plus * GZ_plus, GZ * GZ),
        which_should_be_the_squared_lengths=same_spectrum(
            N * (GZ * Pi * GZ), N * (GZ * GZ), left=GZ, right=N * GZ, hypotheses=[SOME_ZERO, not_zero(some_gains)]
        ),
    )


_only = diag(c * basis(n))


@CLAIMS.claim("R-60", "§II.2, zero gains, directions", "FALSE", theorem="layernorm.neural_axes")
@corrected(
    lambda: [
        theorem("layernorm.neural_axes"),
        equation(_only * Pi * _only * basis(n), (1 - 1 / N) * c**2 * basis(n)),
        equation(dot(basis(m), gram * basis(n)), g[n] ** 2 * delta(n, m) - g[n] * g[m] / N),
    ]
)
@note(
    "eₘ with gₘ ≠ 0 is an axis just if every other gain is zero; some eigenbasis of (G⁺)² is right just if all nonzero "
    "|gₘ| are equal."
)
def zero_gain_directions() -> Statement:
    """If some gₙ = 0, the eigenstates of that matrix, the neural basis vectors, are the axes."""
    matrix = GZ * Pi * GZ
    return all_of(
        they_are_its_eigenstates=equation(GZ_plus * GZ_plus * basis(m), inverse_gains[m] ** 2 * basis(m)),
        and_axes=equation(matrix * basis(n), dot(basis(n), matrix * basis(n)) * basis(n), SOME_ZERO),
    )


@CLAIMS.claim("R-61", "§II.2", "TRUE-IF", theorem="layernorm.single_zero_eigenvalue")
@NO_ZERO_GAIN
@without(lambda: nullity(GZ_plus * GZ_plus, 1, inverse=GZ * GZ, hypotheses=[SOME_ZERO]))
@note("With zero gains the eigenvalue 0 of (G⁺)² has the multiplicity k.")
def single_zero() -> Statement:
    """Π₂G⁻²Π₂ has a single eigenvalue 0, with the eigenstate α."""
    return all_of(
        null_space=theorem("layernorm.single_zero_eigenvalue"),
        geometric_multiplicity=nullity(inverse_gram, 1, inverse=G0 * Pi * G0),
        symmetric_so_it_is_the_algebraic_one=equation(inverse_gram.T, inverse_gram),
        eigenvalues_are_not_negative=equation(v.T * inverse_gram * v, norm(G0**-1 * (Pi2 * v)) ** 2),
        otherwise_it_is_k=nullity(GZ_plus * GZ_plus, count, inverse=GZ * GZ),
    )


@CLAIMS.claim("R-62", "§II.2", "TRUE-IF", theorem="layernorm.alpha_annihilates")
@NO_ZERO_GAIN
@quoted("the bias is removed", "bias-corrected image")
@without(lambda: equation(dot(alpha, gain * y + b), 0))
def orthogonal_to_the_image() -> Statement:
    """α is orthogonal to LayerNorm's image."""
    return all_of(
        without_the_bias=equation(dot(alpha, (gain * y + b) - b), 0),
        with_it=equation(dot(alpha, gain * y + b), dot(alpha, b)),
        as_matrices=theorem("layernorm.alpha_annihilates"),
    )


@CLAIMS.claim("R-63", "§II.2", "TRUE-IF", theorem="layernorm.charpoly_centred_gram")
@unless("the eigenvector is not a multiple of 1", not_zero(Pi * v))
@without(lambda: equation(dot(one, v), 0, equal(centred_gram * v, zeta * v)))
@note("True for every g, zero gains included: then max(k − 1, 0) of the lengths are 0.")
def other_matrix() -> Statement:
    """The lengths are also √(Nζ) for the eigenvalues ζ of ΠG²Π."""
    return all_of(
        characteristic_polynomial=theorem("layernorm.charpoly_centred_gram"),
        that_of_the_gram_matrix=theorem("layernorm.charpoly_gram"),
        all_axes=theorem("layernorm.axes_frame"),
        left_out=equation(centred_gram * one, 0),
        the_others_are_centred=equation(zeta * (v - Pi * v), -(eye - Pi) * (centred_gram * v - zeta * v)),
        not_negative=equation(v.T * centred_gram * v, norm(G * (Pi * v)) ** 2),
        how_many_are_positive=theorem("layernorm.affine_rank"),
        their_sum=theorem("layernorm.squared_lengths"),
    )


#: Two neurons with the gains 1 and −1.
_two = Point({N: 2}, {g: (Fraction(1), Fraction(-1)), v: (Fraction(1), Fraction(-1))})


@CLAIMS.claim("R-64", "§II.2", "TRUE", theorem="layernorm.eigenvector_map")
@note(
    "With one product more it does, which the source does not say: where ΠG²Πv = ζv and ζ ≠ 0, Gv is an axis, for "
    "every g; that is the theorem."
)
def no_directions() -> Statement:
    """Unlike the use of Π₂G⁻²Π₂, this does not deliver the directions of the principal axes."""
    flip = eye - 2 * outer(basis(n), basis(n))  # the gains are 1, but −1 for one neuron, so G² = I and ΠG²Π = Π
    vector_, matrix = Pi * basis(n), flip * Pi * flip
    return all_of(
        for_N_3_or_more_an_eigenvector=equation(Pi * flip * flip * Pi * vector_, vector_),
        which_is_no_eigenvector_of_the_ellipsoid=implies(
            [positive(N - 2), positive(N - 1)],
            not_zero(matrix * vector_ - zeta * vector_),
            covector=one,
            form=2 * (N - 1) * (N - 2) / N**2,
        ),
        for_N_2_one_that_is_orthogonal_to_the_axis=at_point(
            _two, equal(centred_gram * v, v), equal(gram * v, 0), not_zero(v)
        ),
        while_this_is_the_axis=at_point(_two, equal(gram * (G * v), G * v), not_zero(G * v)),
        unlike_the_eigenvectors_of_the_other_matrix=theorem("layernorm.inverse_eigenvectors"),
    )


@CLAIMS.claim("R-65", "§II.2", "TRUE")
def orthonormal() -> Statement:
    """⟨n|m⟩ = δₙₘ."""
    return equation(dot(basis(n), basis(m)), delta(n, m))
