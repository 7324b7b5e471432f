"""The surface of the ellipsoid: how near outcomes lie (R-05, R-44 and R-70), and what a principal axis is.

With v* = √N Πa/|Πa|, a point of the sphere in the hyperplane, LN(a) − b is ρ times Gv*, and Gv* is on the surface if at most
one gain is zero: Σ x²/g² = |v|² for x = Gv and gains without zeros; xᵀM_Z x = |v|² for one zero gain and centred v.
"""

from __future__ import annotations

from fractions import Fraction

from derive.authoring import *
from derive.claims.vocabulary import theorem
from derive.theories.layernorm.axes import zeta
from derive.theories.layernorm.ellipsoid import CENTRED
from derive.theories.layernorm.maps import G0, LN, alpha, gain, y
from derive.theories.layernorm.names import N, Pi, a, b, eps, g, n, one, sigma2, v, x
from derive.theories.layernorm.spaces import GZ, size, support

#: What the words of the source leave open.
NO_DISTRIBUTION = (
    "what “typical” and “most” inputs are: the source gives no distribution of them.  The statement holds for each input "
    "with ε ≤ σ²/100 and for all gains but a null set."
)
#: The definition, for those who read a claim about axes.
AXIS = (
    "A principal axis of {x : α · x = 0, xᵀMx ≤ N} is a direction x in the hyperplane in which the normal of the surface, "
    "along Mx, is along x: an eigenvector of M there."
)


def axis_normal(form: Term) -> Statement:
    """The normal of the surface xᵀMx = N, within the hyperplane, is along Mx; in the direction of an axis it is along x."""
    normal = grad(x.T * form * x, x)
    return all_of(
        normal=equation(normal, 2 * (form * x)),
        in_the_hyperplane=equation(dot(alpha, normal), 0),
        along_an_axis=equation(normal, 2 * zeta * x, equal(form * x, zeta * x)),
    )


def close_for_small_eps() -> Statement:
    """For ε ≤ σ²/100 the squared radius is at least 100/101 of that of the surface."""
    return bound(
        norm(y) ** 2,
        ">=",
        Fraction(100, 101) * N,
        not_zero(Pi * a),
        nonneg(sigma2 - 100 * eps),
        by=N * (sigma2 - 100 * eps) / (101 * (sigma2 + eps)),
    )


def near_the_surface() -> Statement:
    """An outcome is ρ times a point of the surface, so not further from it than ε/(2σ²) √N γ, where |gₙ| ≤ γ for every n."""
    gamma, known, root = scalar("gamma"), not_zero(Pi * a), sqrt(1 + eps / sigma2)
    star = sqrt(N) * (Pi * a) / norm(Pi * a)
    gap = gamma**2 - g[n] ** 2
    shallow = eps / sigma2 * (root - 1) ** 2 * (root + 2) / (2 * root) * (Fraction(1, 2) + 1 / (root * (root + 1)))
    one_zero, inverted = (hadamard(one - basis(n), part) for part in (size, hadamard_power(size, -1)))
    flat = diag(inverted) * diag(inverted) + outer(inverted, inverted)
    return all_of(
        depth=theorem("layernorm.depth"),
        for_eps_at_most_a_hundredth_of_the_variance=close_for_small_eps(),
        centred=equation(dot(one, star), 0, known),
        on_the_surface_without_zero_gains=equation(norm(G0 * v / gain) ** 2, norm(v) ** 2),
        and_on_its_hyperplane=equation(dot(alpha, G0 * v), 0, CENTRED),
        on_the_surface_with_one_zero_gain=equation(
            (diag(one_zero) * v).T * flat * (diag(one_zero) * v), norm(v) ** 2, CENTRED
        ),
        distance=bound(
            norm(LN - b - diag(g) * star) ** 2,
            "<=",
            (eps / (2 * sigma2)) ** 2 * N * gamma**2,
            known,
            nonneg(gap),
            by=shallow * N * gamma**2 + (1 - 1 / root) ** 2 * sum_(n, gap * star[n] ** 2),
        ),
    )


def far_from_the_surface() -> Statement:
    """What fails with two zero gains or more, and with an ε that is not small."""
    return all_of(
        only_constant_inputs_are_mapped_to_the_centre=null_space_is(GZ * Pi, one, hypotheses=[not_zero(support)]),
        for_every_eps_half_way_to_the_surface=bound(norm(y) ** 2, ">=", N / 4, not_zero(Pi * a)),
    )
