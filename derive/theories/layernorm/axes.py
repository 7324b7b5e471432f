"""The principal axes of the ellipsoid for every N: what their eigenvectors are, how they map, and where their lengths lie.

Letters as in `spaces` and `spectrum`.  An axis is an eigenvector x of GΠG with eigenvalue ζ > 0: the ellipsoid
{Gw : 1 · w = 0, |w|² ≤ N} reaches as far as √(Nζ) x, for |x| = 1.  An eigenvector of ΠG²Π with ζ ≠ 0 is centred, so it is
written Πw.

**Explicit axes.**  For ζ other than every gₙ² let v_ζ = 1/(g² − ζ1), x_ζ = g ⊙ v_ζ and φ(ζ) = 1 · v_ζ = Σₙ 1/(gₙ² − ζ).  As
q′ = −qφ, φ vanishes just at the critical points of q, and there x_ζ is an axis.  The axes that are left belong to sizes |gₙ|
that occur more than once.

**Order.**  Let g₍₁₎² ≤ … ≤ g₍N₎² and ζ₁ ≤ … ≤ ζ_{N−1}.  "ζᵢ ≥ λ" says that N − i of them are ≥ λ, which is a number of
eigenvalues.  Masks χ and ψ choose neurons: m neurons with a gap d to γ², and k ≥ 1 neurons on the same side of γ² or at γ².

Source: derived here for all N.  That roots of q′ lie between those of q is Rolle's theorem; Golub, *Some modified matrix
eigenvalue problems* (1973), has the eigenvectors of a diagonal and one more product.
"""

from __future__ import annotations

from derive.authoring import *
from derive.theories.layernorm.maps import G0, Pi2
from derive.theories.layernorm.names import RIECHERS, THEORY, N, Pi, eye, g, m, n, one, v, w, x
from derive.theories.layernorm.spectrum import G, centred_gram, gram, inverse_gram, q, z

zeta, xi, gamma = scalar("zeta"), scalar("xi"), scalar("gamma")
length = scalar("zeta", "positive")

#: Πw is an eigenvector of ΠG²Π with eigenvalue ζ; x is one of GΠG.
IS_CENTRED_EIGENVECTOR = equal(centred_gram * w, zeta * (Pi * w))
IS_EIGENVECTOR, IS_AXIS = equal(gram * x, zeta * x), equal(gram * x, length * x)


THEORY.group("The axes of the ellipsoid")


@THEORY.theorem(
    "Eigenvectors of ΠG²Π become axes by G, and axes eigenvectors by ΠG",
    f"derived here; adds to {RIECHERS}, §II.2, that ΠG²Π delivers the directions by one product more",
)
@near_miss("ζ not squared away", equation(norm(G * (Pi * w)) ** 2, zeta**2 * norm(Pi * w) ** 2, IS_CENTRED_EIGENVECTOR))
@near_miss("without G", equation(gram * (Pi * w), zeta * (Pi * w), IS_CENTRED_EIGENVECTOR))
def eigenvector_map() -> Statement:
    """Where ΠG²Πw = ζΠw, GΠw is an eigenvector of GΠG with the same ζ, and inner products are multiplied by ζ.

    Where GΠGx = ζx, ΠGx is an eigenvector of ΠG²Π, and G takes it back to ζx.  For ζ ≠ 0 an eigenvector v of ΠG²Π is
    centred: ζ(v − Πv) = 0 where ΠG²Πv = ζv.  All this for every g; so the directions follow from ΠG²Π, too.
    """
    image = G * (Pi * w)
    return all_of(
        by_G=equation(gram * image, zeta * image, IS_CENTRED_EIGENVECTOR),
        length=equation(norm(image) ** 2, zeta * norm(Pi * w) ** 2, IS_CENTRED_EIGENVECTOR),
        inner_products=equation(dot(image, G * (Pi * v)), zeta * dot(Pi * w, Pi * v), IS_CENTRED_EIGENVECTOR),
        back=equation(centred_gram * (Pi * G * x), zeta * (Pi * G * x), IS_EIGENVECTOR),
        there_and_back=equation(G * (Pi * G * x), zeta * x, IS_EIGENVECTOR),
        centred=equation(zeta * (v - Pi * v), -(eye - Pi) * (centred_gram * v - zeta * v)),
    )


@THEORY.theorem("What a semi-axis is the image of")
@near_miss("ζ for √ζ", equation(G * (Pi * G * x / sqrt(length)), length * x, IS_AXIS))
@near_miss("the length of ΠGx", equation(norm(Pi * G * x) ** 2, norm(x) ** 2, IS_AXIS))
def semi_axes() -> Statement:
    """Where GΠGx = ζx and ζ > 0, w = ΠGx/√ζ is centred, as long as x, and Gw = √ζ x.

    So for |x| = 1 the point √N w of the sphere is mapped to √(Nζ) x: the semi-axis is √(Nζ) long.  For two eigenvectors
    x and v with the eigenvalues ζ and ξ, (ζ − ξ) x · v = 0: different axes are orthogonal; and then their w are, too.
    """
    preimage = Pi * G * x / sqrt(length)
    return all_of(
        centred=equation(dot(one, preimage), 0),
        as_long=equation(norm(preimage) ** 2, norm(x) ** 2, IS_AXIS),
        image=equation(G * preimage, sqrt(length) * x, IS_AXIS),
        orthogonal_axes=equation((zeta - xi) * dot(x, v), dot(x, gram * v - xi * v) - dot(v, gram * x - zeta * x)),
        orthogonal_preimages=equation(dot(Pi * G * x, Pi * G * v), zeta * dot(x, v), IS_EIGENVECTOR),
    )


#: The columns of Q are an orthonormal basis of eigenvectors of ΠG²Π, with the eigenvalues l₁ … l_N; X has their images.
frame, values = matrix("Q", N, N, "orthogonal"), vector("l", N)
frame_image = G * Pi * frame


@THEORY.theorem("The ellipsoid in its axes")
@near_miss("orthonormal", frame_image.T * frame_image, eye)
@near_miss("the same coordinates", G * (Pi * v), frame_image * v)
def axes_frame() -> Statement:
    """Gv = Σᵢ cᵢ Xeᵢ with X = GΠQ, for centred v = Qc, and |c| = |v|; the Xeᵢ are orthogonal, and |Xeᵢ|² = lᵢ.

    Here Q is orthogonal and ΠG²ΠQ = Q diag(l), which is possible for every g, as ΠG²Π is symmetric; then the right side of
    the last part is 0.  So the ellipsoid is {Xc : |c|² ≤ N, Qc centred}: its semi-axes are √N Xeᵢ, √(Nlᵢ) long, apart from
    the one for the eigenvector 1̂, which may be chosen as a column of Q: its Xeᵢ is 0, and its cᵢ is.
    """
    return all_of(
        coordinates=equation(G * (Pi * v), frame_image * (frame.T * v)),
        same_length=equation(norm(frame.T * v) ** 2, norm(v) ** 2),
        orthogonal=equation(
            frame_image.T * frame_image - diag(values),
            frame.T * (centred_gram * frame - frame * diag(values)),
        ),
    )


@THEORY.theorem("The eigenvectors of GΠG and of its pseudo-inverse")
@near_miss(
    "any x, with Π₂x for x",
    zeta * (zeta * (inverse_gram * x) - x),
    -zeta * (inverse_gram * (G0 * Pi * G0 * x - zeta * x)),
)
def inverse_eigenvectors() -> Statement:
    """GΠGx = ζx with ζ ≠ 0 just where Π₂G⁻²Π₂x = x/ζ: the same axes, λ = 1/ζ, where no gain is zero.

    Each identity holds for every x; its right side vanishes where x is an eigenvector of the one matrix, so its left side
    does, which makes x an eigenvector of the other.
    """
    gram0 = G0 * Pi * G0
    return all_of(
        to_the_inverse=equation(
            zeta * (zeta * (inverse_gram * x) - x), (eye - Pi2 - zeta * inverse_gram) * (gram0 * x - zeta * x)
        ),
        and_back=equation(zeta * (zeta * (gram0 * x) - x), (eye - Pi2 - zeta * gram0) * (inverse_gram * x - zeta * x)),
    )


# Explicit axes.

preimage_at = let("v_zeta", 1 / (g**2 - zeta * one))
axis_at = let("x_zeta", g * preimage_at)
phi = let("phi", dot(one, preimage_at))
AT_A_ROOT = equal(phi, 0)
_q_at = prod_(n, zeta - g[n] ** 2)
AT_A_CRITICAL_POINT = equal(grad(_q_at, zeta), 0)


@THEORY.theorem("The axes explicitly")
@near_miss("1/(g² − ζ1) for x", equation(gram * preimage_at, zeta * preimage_at, AT_A_ROOT))
@near_miss("any ζ", gram * axis_at, zeta * axis_at)
@near_miss("N lost", gram * axis_at - zeta * axis_at, -(zeta * phi) * g)
@near_miss("any ζ, by q", _q_at * (gram * axis_at), _q_at * (zeta * axis_at))
def explicit_axes() -> Statement:
    """x_ζ = g/(g² − ζ1) is an axis just where φ(ζ) = 0, for ζ other than every gₙ²: (GΠG − ζI) x_ζ = −(ζφ/N) g.

    Then v_ζ = 1/(g² − ζ1) is the eigenvector of ΠG²Π, |x_ζ|² = ζ|v_ζ|², and ζ > 0.  And q′ = −qφ, so these ζ are critical
    points of q: where q′(ζ) = 0, q(ζ) (GΠG − ζI) x_ζ is 0, and q(ζ) is not.
    """
    return all_of(
        residual=equation(gram * axis_at - zeta * axis_at, -(zeta * phi / N) * g),
        axis=eigenpair(gram, axis_at, zeta, hypotheses=[AT_A_ROOT], covector=g, form=N),
        before_G=equation(centred_gram * preimage_at - zeta * preimage_at, -(phi / N) * (zeta * one + Pi * g**2)),
        length=equation(norm(axis_at) ** 2, phi + zeta * norm(preimage_at) ** 2),
        positive=bound(
            zeta,
            ">",
            0,
            nonzero(g**2 - zeta * one),
            AT_A_ROOT,
            not_zero(axis_at),
            scale=norm(preimage_at) ** 2,
            by=norm(axis_at) ** 2,
        ),
        critical_point=equation(grad(q, z), -q * dot(one, 1 / (g**2 - z * one))),
        by_q=equation(_q_at * (gram * axis_at - zeta * axis_at), zeta / N * grad(_q_at, zeta) * g),
        at_one=equation(_q_at * (gram * axis_at), _q_at * (zeta * axis_at), AT_A_CRITICAL_POINT),
    )


# Sizes that occur more than once.

#: χ marks the neurons where |gₙ| = γ, their signs are 2ρ − 1; elsewhere the gains are h, and may be anything.
chosen, signs = vector("chi", N, "mask"), vector("rho", N, "mask")
nonzero_size = scalar("gamma", "nonzero")
repeated_gains = let("g_chi", nonzero_size * hadamard(chosen, 2 * signs - one) + hadamard(one - chosen, vector("h", N)))
GC = diag(repeated_gains)
m_chi = let("k_chi", norm(chosen) ** 2)
repeated = let(
    "P_chi", diag(chosen) - outer(hadamard(chosen, 2 * signs - one), hadamard(chosen, 2 * signs - one)) / m_chi
)


@THEORY.theorem("A size that occurs m times gives m − 1 axes of that length")
@near_miss("not orthogonal to g", equation(gram * x, gamma**2 * x, equal(hadamard(g**2 - gamma**2 * one, x), 0)))
@near_miss("m for m − 1", equation(trace(repeated), m_chi, not_zero(chosen)))
@near_miss("all of them", GC * Pi * GC * diag(chosen), nonzero_size**2 * diag(chosen))
def repeated_sizes() -> Statement:
    """x is an axis with the semi-axis √N γ, if it is 0 where |gₙ| ≠ γ, and g · x = 0: a space of m − 1 dimensions.

    P_χ projects onto it, where the m ≥ 1 neurons of χ have |gₙ| = γ > 0.
    """
    at_size = equal(hadamard(g**2 - gamma**2 * one, x), 0)
    return all_of(
        axis=equation(gram * x, gamma**2 * x, at_size, equal(dot(g, x), 0)),
        projection=equation(repeated * repeated, repeated, not_zero(chosen)),
        onto_axes=equation(GC * Pi * GC * repeated, nonzero_size**2 * repeated, not_zero(chosen)),
        dimension=equation(trace(repeated), m_chi - 1, not_zero(chosen)),
    )


def two_sizes_are(further: Term) -> Statement:
    """The eigenvalues of GΠG, for gains of two sizes γ₁ (where χ is 1) and γ₂, with any signs: ``further`` is the last."""
    return eigenvalues_are(
        G2 * Pi * G2,
        (0, 1, outer(_normal, _normal) / (m_1 / gamma_1**2 + m_2 / gamma_2**2)),
        (gamma_1**2, m_1 - 1, diag(first) - outer(_first, _first) / m_1),
        (gamma_2**2, m_2 - 1, diag(second) - outer(_second, _second) / m_2),
        (further, 1, outer(_between, _between) / (gamma_1**2 / m_1 + gamma_2**2 / m_2)),
        hypotheses=[not_zero(chosen), not_zero(one - chosen)],
    )


gamma_1, gamma_2 = scalar("gamma_1", "nonzero"), scalar("gamma_2", "nonzero")
first, second = let("chi_1", chosen), let("chi_2", one - chosen)
m_1, m_2 = let("m_1", norm(chosen) ** 2), let("m_2", norm(one - chosen) ** 2)
_first, _second = hadamard(first, 2 * signs - one), hadamard(second, 2 * signs - one)
G2 = diag(gamma_1 * _first + gamma_2 * _second)
_normal = _first / gamma_1 + _second / gamma_2
_between = gamma_1 / m_1 * _first - gamma_2 / m_2 * _second


@THEORY.theorem("All axes for gains of two sizes")
@near_miss("the weights exchanged", two_sizes_are((m_1 * gamma_1**2 + m_2 * gamma_2**2) / N))
def two_sizes() -> Statement:
    """For |gₙ| = γ₁ at m₁ neurons and γ₂ at the m₂ others: γ₁² (m₁ − 1 times), γ₂² (m₂ − 1 times), (m₁γ₂² + m₂γ₁²)/N, and 0.

    Both m₁ and m₂ are at least 1; the sizes may be equal.
    """
    return two_sizes_are((m_1 * gamma_2**2 + m_2 * gamma_1**2) / N)


# Order.

others = let("psi", hadamard(one - chosen, signs))
k_psi = let("k_psi", norm(others) ** 2)
gap = scalar("d", "nonneg")
_slice = diag(chosen) - outer(others, chosen) / k_psi
_spread = gap / (2 * (m_chi + k_psi)) * sum_(n, sum_(m, (chosen[n] * chosen[m] * (v[n] - v[m])) ** 2))


THEORY.define(phi, "the sum whose zeros are the critical points of q")
THEORY.define(preimage_at, "the eigenvector of ΠG²Π for a zero ζ of φ")
THEORY.define(axis_at, "the axis for a zero ζ of φ")
THEORY.define(repeated_gains, "gains of size γ on the neurons of χ, any others elsewhere")
THEORY.define(m_chi, "the number of neurons of χ")
THEORY.define(repeated, "the projection onto the axes with the semi-axis √N γ")
THEORY.define(others, "a mask that has no neuron in common with χ")
THEORY.define(k_psi, "the number of neurons of ψ")


def largest_are(value: Term, number: Term = m_chi) -> Statement:
    """At least so many ζᵢ are ≥ ``value``, if gₙ² ≥ γ² at the k neurons of ψ, and gₙ² ≥ γ² + d at the m neurons of χ."""
    at_least, above = hadamard(others, g**2 - gamma**2 * one), hadamard(chosen, g**2 - (gamma**2 + gap) * one)
    return eigenvalue_count(
        centred_gram,
        ">=",
        value,
        number,
        space=Pi,
        projection=_slice,
        vector=v,
        by=sum_(n, at_least[n]) * dot(chosen, v) ** 2 / k_psi**2 + sum_(n, above[n] * v[n] ** 2) + _spread,
        hypotheses=[not_zero(others), nonneg(at_least[n]), nonneg(above[n])],
    )


def smallest_are(value: Term, number: Term = m_chi) -> Statement:
    """At least so many ζᵢ are ≤ ``value``, if gₙ² ≤ γ² at the k neurons of ψ, and gₙ² ≤ γ² − d at the m neurons of χ."""
    at_most, below = hadamard(others, gamma**2 * one - g**2), hadamard(chosen, (gamma**2 - gap) * one - g**2)
    return eigenvalue_count(
        centred_gram,
        "<=",
        value,
        number,
        space=Pi,
        projection=_slice,
        vector=v,
        by=sum_(n, at_most[n]) * dot(chosen, v) ** 2 / k_psi**2 + sum_(n, below[n] * v[n] ** 2) + _spread,
        hypotheses=[not_zero(others), nonneg(at_most[n]), nonneg(below[n])],
    )


@THEORY.theorem("Interlacing from below")
@near_miss("the gap in full", largest_are(gamma**2 + gap))
@near_miss("one more", largest_are(gamma**2, m_chi + 1))
def interlacing_below() -> Statement:
    """Where gₙ² ≥ γ² at k ≥ 1 neurons and gₙ² ≥ γ² + d at m others, m of the ζᵢ are ≥ γ² + dk/(m + k).

    With ψ the neuron of g₍ᵢ₎ and χ those of the larger gains: ζᵢ ≥ g₍ᵢ₎², for d = 0; and ζᵢ > g₍ᵢ₎² where g₍ᵢ₊₁₎² > g₍ᵢ₎²,
    for d their difference.  So √N |g₍ᵢ₎| ≤ ℓᵢ.  With ψ all neurons where |gₙ| = γ: as many ζ are > γ² as gains are larger.
    """
    return largest_are(gamma**2 + gap * k_psi / (m_chi + k_psi))


def _zeros_are(number: Term) -> Statement:
    return eigenvalue_count(
        centred_gram,
        "<=",
        0,
        number,
        space=Pi,
        projection=diag(chosen),
        vector=v,
        by=0,
        hypotheses=[equal(hadamard(chosen, g), 0)],
    )


@THEORY.theorem("Interlacing from above")
@near_miss("as many zeros as zero gains", _zeros_are(m_chi))
@near_miss("one more", smallest_are(gamma**2, m_chi + 1))
def interlacing_above() -> Statement:
    """Where gₙ² ≤ γ² at k ≥ 1 neurons and gₙ² ≤ γ² − d at m others, m of the ζᵢ are ≤ γ² − dk/(m + k).

    With ψ the neuron of g₍ᵢ₊₁₎ and χ those of the smaller gains: ζᵢ ≤ g₍ᵢ₊₁₎², and ζᵢ < g₍ᵢ₊₁₎² where g₍ᵢ₎² < g₍ᵢ₊₁₎².  So
    ℓᵢ ≤ √N |g₍ᵢ₊₁₎|.  With `interlacing_below` and `repeated_sizes`: a size that occurs m times is a ζ just m − 1 times; for
    there are at least as many ζ < γ² and > γ² as gains, and at least m − 1 at γ², which makes N − 1 together.
    """
    return smallest_are(gamma**2 - gap * k_psi / (m_chi + k_psi))
