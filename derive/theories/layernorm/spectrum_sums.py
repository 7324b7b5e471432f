"""Sums and products of the squared semi-axes for every N: symmetric functions, determinant on the hyperplane, volume.

Letters as in `derive.theories.layernorm.spectrum`; λᵢ are the nonzero eigenvalues of Π₂G⁻²Π₂.  V is the volume of the unit
ball of N − 1 dimensions (of N − k, with k zero gains): a number that nothing here depends on.  A linear map B of the
hyperplane 1^⊥ multiplies its volumes by the root of det(ΠBᵀBΠ + 1̂1̂ᵀ), the product of its squared singular values.
"""

from __future__ import annotations

from derive.authoring import *
from derive.theories.layernorm.maps import G0, alpha, gain
from derive.theories.layernorm.names import THEORY, N, Pi, eye, g, m, n, one_hat, t
from derive.theories.layernorm.spaces import GZ, SOME_ZERO, count, size, support, zero_gains
from derive.theories.layernorm.spectrum import centred_gram, gram, inverse_gram

V = scalar("V", "positive")
_size = norm(alpha) ** 2

_e1, _e2, _e3 = trace(gram), trace(gram**2), trace(gram**3)
_g1, _g2, _g3 = (sum_(n, g[n] ** power) for power in (2, 4, 6))
second_of_gram, second_of_gains = (_e1**2 - _e2) / 2, (_g1**2 - _g2) / 2
third_of_gram = (_e1**3 - 3 * _e1 * _e2 + 2 * _e3) / 6
third_of_gains = (_g1**3 - 3 * _g1 * _g2 + 2 * _g3) / 6


THEORY.group("Sums and products of the eigenvalues")


@THEORY.theorem("The sum of the squared semi-axes")
@near_miss("that of the whole ball", N * norm(g) ** 2)
@near_miss("N − 2 for N − 1", (N - 2) * norm(g) ** 2)
def squared_lengths() -> Chain:
    """Σ ℓᵢ² = N Σ ζᵢ = N tr(GΠG) = (N − 1) Σ gₙ², for every g."""
    return N * trace(gram), N * trace(centred_gram), (N - 1) * norm(g) ** 2


@THEORY.theorem("The second moment of the eigenvalues")
@near_miss("1/N for 2/N", (1 - 1 / N) * _g2 + norm(g) ** 4 / N**2)
@near_miss("the square lost", (1 - 2 / N) * _g2 + norm(g) ** 2 / N**2)
def second_moment() -> Chain:
    """Σ ζᵢ² = tr (GΠG)² = (1 − 2/N) Σ gₙ⁴ + (Σ gₙ²)²/N²."""
    return trace(gram**2), trace(centred_gram**2), (1 - 2 / N) * _g2 + norm(g) ** 4 / N**2


_generating = let("E", prod_(n, 1 + t * g[n] ** 2))


@THEORY.theorem("All elementary symmetric functions of the eigenvalues")
@near_miss("those of the squared gains", _generating)
@near_miss("t² for t", _generating - t**2 / N * grad(_generating, t))
def symmetric_functions() -> Chain:
    """det(I + t GΠG) = E(t) − (t/N) E′(t) with E(t) = ∏ₙ (1 + t gₙ²), for every t.

    The coefficient of tʲ on the left is e_j(ζ), that of E is e_j(g²), and that of t E′ is j e_j(g²).  So, for every j,
    e_j(ζ) = ((N − j)/N) e_j(g₁², …, g_N²).
    """
    return det(eye + t * gram), _generating - t / N * grad(_generating, t)


@THEORY.theorem("The second and the third symmetric function")
@near_miss("N − 1 for N − 2", second_of_gram, (N - 1) / N * second_of_gains)
@near_miss("N − 2 for N − 3", third_of_gram, (N - 2) / N * third_of_gains)
def first_symmetric_functions() -> Statement:
    """e₂(ζ) = ((N − 2)/N) e₂(g²) and e₃(ζ) = ((N − 3)/N) e₃(g²), each written by power sums (Newton)."""
    return all_of(
        second=equation(second_of_gram, (N - 2) / N * second_of_gains),
        third=equation(third_of_gram, (N - 3) / N * third_of_gains),
    )


# The determinant on the hyperplane, and the volume.

on_plane = let("D", centred_gram + one_hat * one_hat.T)
on_plane_scaled = let("D_N", N * centred_gram + one_hat * one_hat.T)
_nonzero_product = prod_(n, support[n] * size[n] ** 2 + 1 - support[n])
_scaled_product = prod_(n, support[n] * N * size[n] ** 2 + 1 - support[n])
on_support = GZ * Pi * GZ + diag(zero_gains)
on_support_scaled = N * (GZ * Pi * GZ) + diag(zero_gains)
all_minors = sum_(n, prod_(m, g[m] ** 2, without=n))


@THEORY.theorem("The product of the eigenvalues")
@near_miss("1/N lost", det(on_plane), all_minors)
@near_miss("the product of all squared gains", det(on_plane), prod_(n, g[n] ** 2))
@near_miss("the rule as published for zero gains", equation(det(on_support), _nonzero_product, SOME_ZERO))
def eigenvalue_product() -> Statement:
    """∏ ζᵢ = (1/N) Σₙ ∏_{m≠n} gₘ² for every g; no gain zero, (1/N) ∏ gₙ² |α|²; k ≥ 1 of them zero, (k/N) ∏ gₘ² over gₘ ≠ 0.

    A determinant is the product of the eigenvalues: ΠG²Π + 1̂1̂ᵀ has 1 in the place of the 0 that belongs to 1̂.  With zero
    gains the null space of GΠG is spanned by their eₙ; diag(1 − s) puts 1 there, and the product is that of the nonzero ζᵢ.
    """
    return all_of(
        for_every_g=equation(det(on_plane), all_minors / N),
        where_no_gain_is_zero=equation(
            det(Pi * G0**2 * Pi + one_hat * one_hat.T), prod_(n, gain[n] ** 2) * norm(alpha) ** 2 / N
        ),
        of_the_nonzero_ones=equation(det(on_support), count / N * _nonzero_product, SOME_ZERO),
    )


@THEORY.theorem("The volume of the ellipsoid")
@near_miss("N for N²", V**2 * det(on_plane_scaled), V**2 / N * prod_(n, N) * all_minors)
@near_miss(
    "the rule as published for zero gains", equation(V**2 * det(on_support_scaled), V**2 * _scaled_product, SOME_ZERO)
)
def volume() -> Statement:
    """vol² = V² ∏ ℓᵢ² = V² N^(N−2) Σₙ ∏_{m≠n} gₘ²; no gain zero, V² N^(N−2) ∏ gₙ² |α|²; else V² (k/N) ∏ N gₘ² over gₘ ≠ 0.

    ∏ ℓᵢ² is a determinant as for `eigenvalue_product`, and N^(N−2) is written ∏ₙ N/N².  In the third case vol is the volume
    of N − k dimensions: the rule as published makes it too large by the factor √(N/k).
    """
    return all_of(
        for_every_g=equation(V**2 * det(on_plane_scaled), V**2 / N**2 * prod_(n, N) * all_minors),
        where_no_gain_is_zero=equation(
            V**2 * det(N * (Pi * G0**2 * Pi) + one_hat * one_hat.T),
            V**2 / N**2 * prod_(n, N) * prod_(n, gain[n] ** 2) * norm(alpha) ** 2,
        ),
        with_zero_gains=equation(V**2 * det(on_support_scaled), V**2 * count / N * _scaled_product, SOME_ZERO),
    )


@THEORY.theorem("The trace and the product of the eigenvalues of Π₂G⁻²Π₂")
@near_miss("as if Π₂ were I", trace(inverse_gram), norm(alpha) ** 2)
@near_miss("N lost", det(inverse_gram + outer(alpha, alpha) / _size), prod_(n, alpha[n] ** 2) / _size)
def inverse_symmetric_functions() -> Statement:
    """Σ λᵢ = |α|² − Σ αₙ⁴/|α|², and the product of the nonzero λᵢ is N ∏ αₙ²/|α|², where no gain is zero."""
    return all_of(
        trace=equation(trace(inverse_gram), norm(alpha) ** 2 - sum_(n, alpha[n] ** 4) / _size),
        product=equation(det(inverse_gram + outer(alpha, alpha) / _size), N * prod_(n, alpha[n] ** 2) / _size),
    )
