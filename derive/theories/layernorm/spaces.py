"""Null spaces, ranks and inverses of the affine part G Π: complete, for gains without zeros and for gains with some.

Letters.  Gains that may be zero are g = s ⊙ h: the *support* s is 1 where the gain is not zero and 0 where it is, the *size*
h is the gain there, and anything nonzero elsewhere, where it does not matter.  k = |1 − s|² is the number of zero gains;
G⁺ = diag(s ⊙ h⁻¹) and α⁺ = s ⊙ h⁻¹ are the pseudo-inverses.
"""

from __future__ import annotations

from derive.authoring import *
from derive.theories.layernorm.maps import G0, Pi2, alpha, gain
from derive.theories.layernorm.names import RIECHERS, THEORY, N, Pi, c, eye, g, m, n, one, s, v

support, size = vector("s", N, "mask"), vector("h", N, "nonzero")
some_gains = let("g_s", hadamard(support, size))
zero_gains = let("z", one - support)
#: k, the number of zero gains.
count = let("k", norm(zero_gains) ** 2)
inverse_gains = let("alpha_plus", hadamard(support, hadamard_power(size, -1)))
GZ, GZ_plus = diag(some_gains), diag(inverse_gains)
#: M_Z = (G⁺)² + α⁺α⁺ᵀ/k.
M_Z = let("M_Z", GZ_plus * GZ_plus + outer(inverse_gains, inverse_gains) / count)


#: Some gain is zero; none is.
SOME_ZERO, NONE_ZERO = not_zero(zero_gains), equal(support, one)
#: X with X Π G = diag(s), where some gain is zero.
_back = GZ_plus * (eye - outer(one, zero_gains) / count)


THEORY.group("Null spaces and pseudo-inverses")


@THEORY.theorem("The null space of Π", f"{RIECHERS}, §II")
@near_miss("a vector that is not constant", null_space_is(Pi, s))
@near_miss("nothing at all", null_space_is(Pi, ()))
def projector_null_space() -> Statement:
    """Πv = 0 just for the multiples of 1: what centring forgets is the mean, and only that."""
    return find_null_space(Pi)


@THEORY.theorem("The rank of Π", f"{RIECHERS}, §II")
@near_miss("N for N - 1", rank_is(Pi, N, inverse=eye))
@near_miss("the matrix that is centred twice loses two", rank_is(Pi * Pi, N - 2, inverse=eye))
def projector_rank() -> Statement:
    """rank Π = N − 1; at N = 1 it is 0."""
    return rank_is(Pi, N - 1, inverse=eye)


affine = let("M", diag(g) - g * one.T / N)
_row = (affine.T * v)[n]


@THEORY.theorem("The affine part from the left, row by row", f"{RIECHERS}, §II.1 (used, not stated)")
@near_miss("the matrix not transposed", affine * v, diag(g) * v - dot(g, v) / N * one)
@near_miss("1/N lost", _row, g[n] * v[n] - sum_(m, g[m] * v[m]))
@near_miss("a sign", _row - (affine.T * v)[m], g[n] * v[n] + g[m] * v[m])
@near_miss("equal components solve every row", equation(affine.T * v, 0, equal(v, c * one)))
def affine_rows() -> Statement:
    """Row n of Mᵀv for M = diag(g) − g1ᵀ/N is gₙvₙ − (1/N) Σₘ gₘvₘ, for every g.

    Row n less row m leaves gₙvₙ − gₘvₘ: where Mᵀv = 0, all products are one number c.  And if they are, every row is 0.
    """
    return all_of(
        written_out=equation(affine.T * v, diag(g) * v - dot(g, v) / N * one),
        row=equation(_row, g[n] * v[n] - sum_(m, g[m] * v[m]) / N),
        difference=equation(_row - (affine.T * v)[m], g[n] * v[n] - g[m] * v[m]),
        one_number=equation(g * v, dot(g, v) / N * one, equal(affine.T * v, 0)),
        converse=equation(affine.T * v, 0, equal(g * v, c * one)),
    )


affine0 = let("M", diag(gain) - gain * one.T / N)


@THEORY.theorem("What certifies the directions orthogonal to the image")
@near_miss("g in place of α", affine0.T * gain, 0)
@near_miss("1/N lost", eye, alpha * gain.T + G0**-1 * affine0.T)
@near_miss("α and g exchanged", eye, gain * alpha.T / N + G0**-1 * affine0.T)
@near_miss("without the first term", eye, G0**-1 * affine0.T)
def left_null_space_certificate() -> Statement:
    """Mᵀα = 0 and I = αgᵀ/N + G⁻¹Mᵀ for M = G − g1ᵀ/N, where every gain is nonzero.

    The first says that α is orthogonal to the image, the second that nothing else is: where Mᵀv = 0, v = (g·v/N) α.
    """
    return all_of(
        in_the_null_space=equation(affine0.T * alpha, 0),
        nothing_else=equation(eye, alpha * gain.T / N + G0**-1 * affine0.T),
        so=equation(v, dot(gain, v) / N * alpha, equal(affine0.T * v, 0)),
    )


@THEORY.theorem("The directions orthogonal to the image, no gain zero", f"{RIECHERS}, §II.1")
@near_miss("g in place of its inverse", null_space_is(G0 * Pi, gain, side="left"))
@near_miss("the direction before the gains", null_space_is(G0 * Pi, one, side="left"))
@near_miss("nothing at all", null_space_is(G0 * Pi, (), side="left"))
def left_null_space() -> Statement:
    """{v : vᵀ(diag(g) − g1ᵀ/N) = 0} = ℝα with α = 1/g, where every gain is nonzero: one direction, and no other."""
    found = find_null_space(G0 * Pi, side="left")
    return null_space_is(
        G0 - gain * one.T / N,
        alpha,
        splitting=Splitting(found.splitting.coefficients, found.splitting.left),
        side="left",
    )


THEORY.group("Zero gains")


@THEORY.theorem("The directions orthogonal to the image, some gain zero", f"{RIECHERS}, §II.1")
@near_miss("α⁺ as if no gain were zero", null_space_is(GZ * Pi, inverse_gains, side="left", hypotheses=[SOME_ZERO]))
@near_miss(
    "the neurons with a nonzero gain", null_space_is(GZ * Pi, diag(support), side="left", hypotheses=[SOME_ZERO])
)
def left_null_space_zero_gains() -> Statement:
    """With a zero gain, {v : vᵀ(diag(g) − g1ᵀ/N) = 0} = span{eₙ : gₙ = 0}, the range of diag(1 − s)."""
    return null_space_is(
        GZ - some_gains * one.T / N,
        diag(zero_gains),
        splitting=Splitting((identity(N),), _back),
        side="left",
        hypotheses=[SOME_ZERO],
    )


@THEORY.theorem("How many directions are orthogonal to the image", f"{RIECHERS}, §II.1")
@near_miss("k for max(k, 1)", nullity((GZ * Pi).T, count, inverse=GZ_plus))
@near_miss("one, whatever the gains", nullity((GZ * Pi).T, 1, inverse=GZ_plus))
def left_null_space_dimension() -> Statement:
    """dim {v : vᵀ diag(g)Π = 0} = max(k, 1): it is k where some gain is zero, and 1 where none is."""
    matrix = (GZ * Pi).T
    return cases(
        (SOME_ZERO, nullity(matrix, count, inverse=_back, hypotheses=[SOME_ZERO])),
        (NONE_ZERO, nullity(matrix, 1, inverse=GZ_plus, hypotheses=[NONE_ZERO])),
    )


@THEORY.theorem("The rank of the affine part", f"{RIECHERS}, §II.1")
@near_miss("N − k", rank_is(GZ * Pi, N - count, inverse=GZ_plus))
@near_miss("N − 1, whatever the gains", rank_is(GZ * Pi, N - 1, inverse=GZ_plus))
def affine_rank() -> Statement:
    """rank diag(g)Π = N − max(k, 1): the dimension of the image with the bias removed."""
    inner = _back.T
    return cases(
        (SOME_ZERO, rank_is(GZ * Pi, N - count, inverse=inner, hypotheses=[SOME_ZERO])),
        (NONE_ZERO, rank_is(GZ * Pi, N - 1, inverse=GZ_plus, hypotheses=[NONE_ZERO])),
    )


THEORY.group("Null spaces and pseudo-inverses")


@THEORY.theorem("The null space of GΠG and of Π₂G⁻²Π₂", f"{RIECHERS}, §II.2")
@near_miss("1 in place of α", null_space_is(Pi2 * G0**-2 * Pi2, one))
def single_zero_eigenvalue() -> Statement:
    """Π₂G⁻²Π₂v = 0 just for the multiples of α: its eigenvalue 0 is single, where every gain is nonzero."""
    found = find_null_space(Pi2 * G0**-2 * Pi2)
    return null_space_is(found.matrix, alpha, splitting=found.splitting)


@THEORY.theorem("GΠG and Π₂G⁻²Π₂ are pseudo-inverses of each other", f"{RIECHERS}, §II.2")
@near_miss("Π in place of Π₂", pseudo_inverse_is(G0 * Pi * G0, Pi * G0**-2 * Pi))
@near_miss("not squared", pseudo_inverse_is(G0 * Pi * G0, Pi2 * G0**-1 * Pi2))
def gram_pseudo_inverse() -> Statement:
    """(GΠG)⁺ = Π₂G⁻²Π₂, where every gain is nonzero."""
    return pseudo_inverse_is(G0 * Pi * G0, Pi2 * G0**-2 * Pi2)


THEORY.group("Zero gains")


@THEORY.theorem(
    "The pseudo-inverse of GΠG with zero gains", "derived here; corrects the rule of Riechers, §II.2, for zero gains"
)
@near_miss("(G⁺)², the rule as published", pseudo_inverse_is(GZ * Pi * GZ, GZ_plus * GZ_plus, hypotheses=(SOME_ZERO,)))
@near_miss(
    "1/N for 1/k",
    pseudo_inverse_is(
        GZ * Pi * GZ, GZ_plus * GZ_plus + outer(inverse_gains, inverse_gains) / N, hypotheses=(SOME_ZERO,)
    ),
)
def zero_gain_pseudo_inverse() -> Statement:
    """(GΠG)⁺ = M_Z = (G⁺)² + α⁺α⁺ᵀ/k for k zero gains, 1 ≤ k ≤ N: the matrix of the ellipsoid."""
    return pseudo_inverse_is(GZ * Pi * GZ, M_Z, hypotheses=(SOME_ZERO,))


@THEORY.theorem("The null space of M_Z")
@near_miss("α⁺", null_space_is(M_Z, inverse_gains, hypotheses=[SOME_ZERO]))
def zero_gain_null_space() -> Statement:
    """M_Z v = 0 just for the span of the eₙ with gₙ = 0: its eigenvalue 0 has multiplicity k."""
    return null_space_is(
        M_Z, diag(zero_gains), splitting=Splitting((identity(N),), GZ * Pi * GZ), hypotheses=[SOME_ZERO]
    )
