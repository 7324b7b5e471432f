"""Where zero gains leave the published rule wrong: by how much a point lies inside, which lengths and directions are right.

The rule takes (G⁺)² for Π₂G⁻²Π₂ where some gain is zero.  Its ellipsoid is the image of the whole ball, not of its slice:
the two have the same range, and different points.  The true matrix is M_Z = (G⁺)² + α⁺α⁺ᵀ/k (`spaces`); its characteristic
polynomial is in `spectrum`, the volumes are in `spectrum_sums`.  Letters as in `spaces`.
"""

from __future__ import annotations

from derive.authoring import *
from derive.theories.layernorm.ellipsoid import CENTRED, ON_SPHERE
from derive.theories.layernorm.names import RIECHERS, THEORY, N, Pi, g, m, n, v, x
from derive.theories.layernorm.spaces import (
    GZ,
    M_Z,
    SOME_ZERO,
    GZ_plus,
    count,
    inverse_gains,
    size,
    some_gains,
    support,
    zero_gains,
)
from derive.theories.layernorm.spectrum import gram

point = GZ * v
inside = N - point.T * M_Z * point
_differences = sum_(n, sum_(m, (zero_gains[n] * zero_gains[m] * (v[n] - v[m])) ** 2))


THEORY.group("Zero gains")


@THEORY.theorem("How far inside the ellipsoid a point of the sphere is mapped, with zero gains")
@near_miss("on the surface", equation(inside, 0, CENTRED, ON_SPHERE, SOME_ZERO))
@near_miss("every pair counted once", equation(inside, _differences / count, CENTRED, ON_SPHERE, SOME_ZERO))
def depth_with_zero_gains() -> Statement:
    """For centred v with |v|² = N, N − xᵀM_Z x = Σₙ Σₘ (vₙ − vₘ)²/(2k) over the neurons with a zero gain, where x = Gv.

    So x is on the boundary just if v is constant on them: always for k = 1; for k ≥ 2 some points are inside, even at ε = 0.
    """
    return all_of(
        depth=equation(N - norm(v) ** 2 + _differences / (2 * count), inside, CENTRED, SOME_ZERO),
        on_the_sphere=equation(N - norm(v) ** 2, 0, ON_SPHERE),
    )


@THEORY.theorem(
    "The published lengths are wrong with every zero gain",
    f"derived here; corrects the rule of {RIECHERS}, §II.2, for zero gains",
)
@near_miss("they are right", equation(N * trace(GZ * Pi * GZ), N * norm(some_gains) ** 2, SOME_ZERO))
@near_miss("also where all gains are zero", bound(N * trace(GZ * Pi * GZ), "<", N * norm(some_gains) ** 2))
def published_lengths() -> Statement:
    """The squares of the published lengths √N |gₘ| add up to N Σ gₘ², those of the true ones to (N − 1) Σ gₘ²: less.

    So for 1 ≤ k ≤ N − 1 zero gains the list of lengths is never right.  As xᵀGΠGx ≤ |Gx|² for every x, none of the true
    ones, in their order, is longer.  For k = N there are no lengths: the image is {0}.
    """
    return all_of(
        true_lengths=equation(N * trace(GZ * Pi * GZ), (N - 1) * norm(some_gains) ** 2),
        published_lengths=equation(N * trace(GZ * GZ), N * norm(some_gains) ** 2),
        too_long=bound(
            N * trace(GZ * Pi * GZ), "<", N * norm(some_gains) ** 2, not_zero(some_gains), by=norm(some_gains) ** 2
        ),
        one_by_one=bound(x.T * (GZ * Pi * GZ) * x, "<=", norm(GZ * x) ** 2, by=dot(some_gains, x) ** 2 / N),
        nothing_where_all_are_zero=equation(GZ * v, 0, equal(support, 0)),
    )


_bracket = GZ_plus * GZ_plus * (GZ * Pi * GZ) - GZ * Pi * GZ * (GZ_plus * GZ_plus)


@THEORY.theorem(
    "When the neural basis gives the axes", f"derived here; corrects the rule of {RIECHERS}, §II.2, for zero gains"
)
@near_miss("a neuron is an axis", gram * basis(n), g[n] ** 2 * basis(n))
@near_miss("the two matrices commute", _bracket, 0)
def neural_axes() -> Statement:
    """GΠGeₙ = gₙ²eₙ − (gₙ/N) g: where gₙ ≠ 0, eₙ is an axis just if no other gain is nonzero.

    (G⁺)² and GΠG commute, so that they have common eigenvectors, just if gₙα⁺ₘ = gₘα⁺ₙ for all n, m: if all nonzero gains
    have one size.
    """
    return all_of(
        image=equation(gram * basis(n), g[n] ** 2 * basis(n) - g[n] / N * g),
        commutator=equation(_bracket, (outer(some_gains, inverse_gains) - outer(inverse_gains, some_gains)) / N),
        on_nonzero_gains=equation(
            some_gains[n] * inverse_gains[m] - some_gains[m] * inverse_gains[n],
            support[n] * support[m] * (size[n] ** 2 - size[m] ** 2) / (size[n] * size[m]),
        ),
    )
