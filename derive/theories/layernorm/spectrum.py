"""The squared lengths of the ellipsoid's axes for every N: they are N times the critical points of q(z) = ∏ₙ (z − gₙ²).

**Why these matrices.**  The ellipsoid is {Gv : 1 · v = 0, |v|² ≤ N}, the image of a ball under √N GΠ.  With A = √N GΠ its
axes are the eigenvectors of AAᵀ = N GΠG, and the squared semi-axes its eigenvalues; AᵀA = N ΠG²Π has the same nonzero ones.
No gain is divided by, so gains may be zero, and may repeat.  Where no gain is zero, Π₂G⁻²Π₂ = (GΠG)⁺ serves as well.

**The argument.**  Each of these matrices is a diagonal and one more product u wᵀ, so its determinant is
∏ dₙ + Σₙ uₙwₙ ∏_{m≠n} dₘ (the matrix determinant lemma, without division); and Σₙ ∏_{m≠n} (z − gₘ²) is the derivative of q.

Letters: as in `names` and `spaces`.  z is the variable of the polynomials; ζ₁ … ζ_{N−1} are the eigenvalues of ΠG²Π on the
hyperplane 1^⊥, so that det(zI − ΠG²Π) = z ∏ᵢ (z − ζᵢ), and ℓᵢ = √(Nζᵢ) are the semi-axes.

Source: derived here for all N.  The matrices are those of Riechers, §II.2; the lemma is, for instance, in Harville, *Matrix
Algebra from a Statistician's Perspective*, ch. 18.
"""

from __future__ import annotations

from derive.authoring import *
from derive.theories.layernorm.maps import G0, Pi2, alpha, gain
from derive.theories.layernorm.names import RIECHERS, THEORY, N, Pi, eye, g, m, n, t
from derive.theories.layernorm.spaces import M_Z, SOME_ZERO, GZ_plus, count, size, support

z = scalar("z")
G = let("G", diag(g))
gram = G * Pi * G
centred_gram = Pi * G**2 * Pi
inverse_gram = Pi2 * G0**-2 * Pi2

#: The polynomial whose critical points are the eigenvalues; its derivative, a sum of products that leave one factor out.
q = let("q", prod_(n, z - g[n] ** 2))
minors = sum_(n, prod_(m, z - g[m] ** 2, without=n))
#: The same for Π₂G⁻²Π₂.
p = let("p", prod_(n, z - alpha[n] ** 2))
_left_out = prod_(m, z - alpha[m] ** 2, without=n)
beta = alpha**2

THEORY.define(q, "the polynomial with the squared gains as its roots")
THEORY.define(p, "the polynomial with their inverses as its roots, where every gain is nonzero")


# Rules of this room.  The notes say in a schematic equation what a step does beyond the name of its rule.

_X, _P = matrix("X", N, N), matrix("P", N, N, "idempotent")
EITHER_ORDER = "det(zI − XY) = det(zI − YX)"
SWAPPED = rule("swapping two factors", det(z * eye - _P * _X**2 * _P), det(z * eye - _X * _P * _X), (_X, _P))
INVERSE_SWAPPED = rule(
    "swapping two factors", det(z * eye - _P * G0**-2 * _P), det(z * eye - G0**-1 * _P * G0**-1), (_P,)
)
LEMMA = "matrix determinant lemma"
GRAM_SHAPE = rule("definition of Π", z * eye - gram, z * eye - G**2 + g * g.T / N, ())
_weighted = sum_(n, g[n] ** 2 * prod_(m, z - g[m] ** 2, without=n))
GRAM_LEMMA = rule(LEMMA, det(z * eye - G**2 + g * g.T / N), q + _weighted / N, ())
GRAM_CANCELLED = rule("the product of all factors cancels", q + _weighted / N, z / N * minors, ())
PRODUCT_RULE = rule("product rule", minors, grad(q, z), ())


THEORY.group("Characteristic polynomials")


@THEORY.theorem(
    "The characteristic polynomial of GΠG",
    f"derived here; the matrix is that of the axes in {RIECHERS}, §II.2, without an inverse",
)
@near_miss("gains that are not squared", z / N * grad(prod_(n, z - g[n]), z))
@near_miss("a factor z lost", grad(q, z) / N)
@near_miss("N − 1 for N", z / (N - 1) * grad(q, z))
@near_miss("Π₂ in place of Π", det(z * eye - G0 * Pi2 * G0), z / N * grad(prod_(n, z - gain[n] ** 2), z))
@near_miss("the matrix without Π", det(z * eye - G * G), z / N * grad(q, z))
def charpoly_gram() -> Derivation:
    """det(zI − GΠG) = (z/N) q′(z) with q(z) = ∏ₙ (z − gₙ²), for every g: gains may be zero, and may repeat.

    So the N − 1 eigenvalues besides the factor z are the roots of q′, and the squared semi-axes are N times these.
    """
    return (
        Derivation.start(det(z * eye - gram))
        .by(GRAM_SHAPE)
        .by(GRAM_LEMMA)
        .by(GRAM_CANCELLED, note="gₙ² = z − (z − gₙ²); q cancels")
        .by(PRODUCT_RULE, to=z / N * grad(q, z))
    )


@THEORY.theorem("The characteristic polynomial of ΠG²Π", f"derived here; the matrix is that of {RIECHERS}, §II.2")
@near_miss("Π on one side of G only, and G not squared", det(z * eye - Pi * G * Pi), z / N * grad(q, z))
@near_miss("N − 1 for N", z / (N - 1) * grad(q, z))
def charpoly_centred_gram() -> Derivation:
    """det(zI − ΠG²Π) = det(zI − GΠG) = (z/N) q′(z), for every g: products of two matrices in either order have one."""
    by_gram = rule("characteristic polynomial of GΠG", det(z * eye - gram), z / N * grad(q, z), ())
    return (
        Derivation.start(det(z * eye - centred_gram))
        .by(SWAPPED, note=f"{EITHER_ORDER}, ΠΠ = Π")
        .by(by_gram, to=z / N * grad(q, z))
    )


_size = norm(alpha) ** 2
_squares = sum_(n, alpha[n] ** 4 * _left_out)
_over_size = z / _size * sum_(n, alpha[n] ** 2 * _left_out)
_inverse_shape = z * eye - G0**-2 + beta * beta.T / _size
INVERSE_SHAPE = rule("definition of Π₂", z * eye - G0**-1 * Pi2 * G0**-1, _inverse_shape, ())
INVERSE_LEMMA = rule(LEMMA, det(_inverse_shape), p + _squares / _size, ())
INVERSE_CANCELLED = rule("the product of all factors cancels", p + _squares / _size, _over_size, ())
INVERSE_DERIVATIVE = rule("product rule", _over_size, z * (z * grad(p, z) - N * p) / _size, ())


@THEORY.theorem("The characteristic polynomial of Π₂G⁻²Π₂", f"derived here; the matrix is that of {RIECHERS}, §II.2")
@near_miss("Π in place of Π₂", det(z * eye - Pi * G0**-2 * Pi), z * (z * grad(p, z) - N * p) / _size)
@near_miss("a factor z lost", (z * grad(p, z) - N * p) / _size)
@near_miss("as of GΠG", z / N * grad(p, z))
def charpoly_inverse() -> Derivation:
    """det(zI − Π₂G⁻²Π₂) = z Σₙ wₙ ∏_{m≠n} (z − αₘ²) = z (z p′(z) − N p(z))/|α|², where no gain is zero.

    Here p(z) = ∏ₙ (z − αₙ²), and the weights wₙ = αₙ²/|α|² add up to 1.
    """
    return (
        Derivation.start(det(z * eye - inverse_gram))
        .by(INVERSE_SWAPPED, note=f"{EITHER_ORDER}, Π₂Π₂ = Π₂")
        .by(INVERSE_SHAPE, note="definition of Π₂; G⁻¹α = α²")
        .by(INVERSE_LEMMA)
        .by(INVERSE_CANCELLED, note="αₙ⁴ = zαₙ² − αₙ²(z − αₙ²); p cancels")
        .by(INVERSE_DERIVATIVE, note="αₙ² = z − (z − αₙ²); product rule")
    )


#: With zero gains z is taken, by the vector that marks them: there the variable is t.  Products over the nonzero gains only,
#: and over the zero gains only: the other factors are 1.
p_nonzero = let("p_Z", prod_(n, support[n] * (t - (1 / size)[n] ** 2) + 1 - support[n]))
power_of_t = prod_(n, support[n] + (1 - support[n]) * t)
THEORY.define(p_nonzero, "the polynomial with the squared inverse gains as its roots, of the nonzero gains")


@THEORY.theorem(
    "The characteristic polynomial of M_Z", "derived here; corrects the rule of Riechers, §II.2, for zero gains"
)
@given(SOME_ZERO)
@near_miss("N for k", power_of_t / N * (N * p_nonzero - t * grad(p_nonzero, t)))
@near_miss(
    "(G⁺)², the rule as published",
    det(t * eye - GZ_plus * GZ_plus),
    power_of_t / count * (N * p_nonzero - t * grad(p_nonzero, t)),
)
def charpoly_zero_gains() -> Chain:
    """det(tI − M_Z) = (tᵏ/k)(N p_Z(t) − t p_Z′(t)) for k ≥ 1 zero gains, with p_Z(t) the product of t − 1/gₘ² over gₘ ≠ 0.

    tᵏ is written as the product of t over the neurons with a zero gain.
    """
    return det(t * eye - M_Z), power_of_t / count * (N * p_nonzero - t * grad(p_nonzero, t))


# The two matrices have inverse eigenvalues.

_cleared = -z * gain[n] ** 2


@THEORY.theorem("The two characteristic polynomials")
@near_miss("the sign lost", z * grad(prod_(n, z - gain[n] ** 2), z))
def reciprocal_roots() -> Chain:
    """What vanishes at the λ of Π₂G⁻²Π₂, at λ = 1/z and multiplied by ∏ₙ (−z gₙ²), is −z q′(z): so λ = 1/ζ.

    The factor is taken into the products: (1/z − αₘ²)(−z gₘ²) = z − gₘ².  z ≠ 0, and no gain is zero.
    """
    left = sum_(n, alpha[n] ** 2 * _cleared * prod_(m, (1 / z - alpha[m] ** 2) * (-z * gain[m] ** 2), without=n))
    return left, -z * grad(prod_(n, z - gain[n] ** 2), z)
