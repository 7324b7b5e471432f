"""What the Jacobian of LayerNorm does: its eigenvalues, its size, and what its null spaces follow from.

Letters as in `jacobian`: r, x̂, G, J = ∂LN/∂a, Ĵ = ∂x̂/∂a, P with J = (1/r) G P, and Q, which undoes P where ε > 0.

What the null spaces follow from.  PQ = QP = Π for ε > 0, and P projects along 1 and s at ε = 0.  So GPv = 0 says, with
w = Pv: 1 · w = 0, Gw = 0, and v = mean(v) 1 + Qw for ε > 0, v = mean(v) 1 + mean(x̂ ⊙ v) x̂ + w at ε = 0.
"""

from __future__ import annotations

from derive.authoring import *
from derive.theories.layernorm.jacobian import G, J, J_hat, P, Q, r, x_hat
from derive.theories.layernorm.names import THEORY, N, Pi, a, eps, eye, g, one, s, sigma2, v, w

THEORY.group("Eigenvalues and size of the Jacobian")


@THEORY.theorem("Eigenvalue 0")
@near_miss("of a single component", J * g, zeros(N))
@near_miss("along a", J_hat * a, zeros(N))
def eigen_ones() -> Chain:
    """J1 = 0: a shift of all components changes nothing."""
    return J * one, 0


@THEORY.theorem("Eigenvalue ε/r³")
@near_miss("that of the others", s / r)
@near_miss("ε lost", s / r**3)
@near_miss("σ² for ε", sigma2 / r**3 * s)
def eigen_centred() -> Chain:
    """Ĵs = (ε/r³) s."""
    return J_hat * s, eps / r**3 * s


@THEORY.theorem("Eigenvalue 1/r")
@given(equal(dot(one, v), 0), equal(dot(a, v), 0))
@near_miss("not orthogonal to 1", v / r, given=[equal(dot(a, v), 0)])
@near_miss("not orthogonal to a", v / r, given=[equal(dot(one, v), 0)])
@near_miss("r² for r", v / r**2)
def eigen_rest() -> Chain:
    """Ĵv = v/r for every v orthogonal to 1 and to a (equally: to 1 and to s)."""
    return J_hat * v, v / r


@THEORY.theorem("The normalised Jacobian applied")
@near_miss("r for r³", v / r - mean(v) / r * one - dot(s, v) / (N * r) * s)
@near_miss("N lost", v / r - mean(v) / r * one - dot(s, v) / r**3 * s)
def jvp() -> Chain:
    """Ĵv = (1/r) (v − mean(v) 1 − mean(x̂ ⊙ v) x̂) for every v: Ĵ is symmetric, so forwards is as backwards."""
    return (
        J_hat * v,
        1 / r * (v - mean(v) * one - mean(hadamard(x_hat, v)) * x_hat),
        v / r - mean(v) / r * one - dot(s, v) / (N * r**3) * s,
        J_hat.T * v,
    )


@THEORY.theorem("The minimal polynomial of the normalised Jacobian")
@near_miss("without the eigenvalue 0", (J_hat - eps / r**3 * eye) * (J_hat - 1 / r * eye), zeros(N, N))
@near_miss("without the eigenvalue ε/r³", J_hat * (J_hat - 1 / r * eye), zeros(N, N))
def minimal_polynomial() -> Chain:
    """Ĵ (Ĵ − (ε/r³) I) (Ĵ − (1/r) I) = 0: there are no other eigenvalues than 0, ε/r³ and 1/r."""
    return J_hat * (J_hat - eps / r**3 * eye) * (J_hat - 1 / r * eye), 0


@THEORY.theorem("The trace of the normalised Jacobian")
@near_miss("N − 1 for N − 2", (N - 1) / r + eps / r**3)
@near_miss("ε lost", (N - 2) / r)
def jacobian_trace() -> Chain:
    """Tr Ĵ = (N − 2)/r + ε/r³: with the three eigenvalues, 1/r occurs N − 2 times."""
    return trace(J_hat), (N - 2) / r + eps / r**3


@THEORY.theorem("The size of the normalised Jacobian")
@near_miss("N − 1 for N − 2", (N - 1) / r**2 + eps**2 / r**6)
@near_miss("ε for ε²", (N - 2) / r**2 + eps / r**6)
@near_miss("ε lost", (N - 2) / r**2)
def jacobian_frobenius() -> Chain:
    """‖Ĵ‖² = (N − 2)/r² + ε²/r⁶ (Frobenius norm)."""
    return norm(J_hat) ** 2, (N - 2) / r**2 + eps**2 / r**6


@THEORY.theorem("The size of the Jacobian with gains")
@near_miss("r² for r² + ε", (1 - 1 / N) * norm(g) ** 2 / r**2 - norm(G * s) ** 2 * r**2 / (N * r**6))
@near_miss("1/N lost", norm(g) ** 2 / r**2 - norm(G * s) ** 2 * (r**2 + eps) / (N * r**6))
def jacobian_frobenius_gains() -> Chain:
    """‖J‖² = (1 − 1/N) |g|²/r² − |Gs|² (r² + ε)/(Nr⁶) (Frobenius norm)."""
    return norm(J) ** 2, (1 - 1 / N) * norm(g) ** 2 / r**2 - norm(G * s) ** 2 * (r**2 + eps) / (N * r**6)


@THEORY.theorem("What the normalised Jacobian loses of a length")
@near_miss("nothing along 1", dot(s, v) ** 2 * (r**2 + eps) / (N * r**6))
@near_miss("r² for r² + ε", dot(one, v) ** 2 / (N * r**2) + dot(s, v) ** 2 / (N * r**4))
def jacobian_contraction() -> Chain:
    """|v|²/r² − |Ĵv|² = (1 · v)²/(Nr²) + (s · v)² (r² + ε)/(Nr⁶), which is ≥ 0: |Ĵv| ≤ |v|/r."""
    return (
        norm(v) ** 2 / r**2 - norm(J_hat * v) ** 2,
        dot(one, v) ** 2 / (N * r**2) + dot(s, v) ** 2 * (r**2 + eps) / (N * r**6),
    )


@THEORY.theorem("The normalised Jacobian lengthens by at most 1/r")
@near_miss("the other way", ">=", norm(v) / r)
@near_miss("strictly", "<", norm(v) / r)
@near_miss("1/r² for 1/r", "<=", norm(v) / r**2)
def jacobian_contracts() -> Statement:
    """|Ĵv| ≤ |v|/r for every v: LayerNorm without gains is Lipschitz with 1/√ε."""
    lost = dot(one, v) ** 2 / (N * r**2) + dot(s, v) ** 2 * (r**2 + eps) / (N * r**6)
    return bound(norm(J_hat * v), "<=", norm(v) / r, by=lost, squared=True)


@THEORY.theorem("The steepest slope")
@near_miss("the other way", ">=", 1 / sqrt(eps))
def slope_at_most() -> Statement:
    """1/r ≤ 1/√ε for ε > 0."""
    return bound(1 / r, "<=", 1 / sqrt(eps), positive(eps), by=norm(s) ** 2 / (N * eps * r**2), squared=True)


# What the null spaces follow from.


THEORY.group("Null spaces of the Jacobian")


@THEORY.theorem("P undone on centred vectors")
@given(equal(dot(one, w), 0), positive(eps))
@near_miss("w not centred", w, given=[positive(eps)])
@near_miss("N lost", P * (w + dot(s, w) / eps * s), w)
@near_miss("r² for ε", P * (w + dot(s, w) / (N * r**2) * s), w)
def rank_one_undone() -> Chain:
    """P(w + (s · w)/(Nε) s) = w for 1 · w = 0 and ε > 0: on centred vectors P is invertible."""
    return P * (w + dot(s, w) / (N * eps) * s), w


@THEORY.theorem("P and Q are inverse on centred vectors")
@given(positive(eps))
@near_miss("the identity", eye)
@near_miss("P with itself", P * P, Pi)
def rank_one_inverse() -> Chain:
    """PQ = QP = Π for ε > 0, so Q is the pseudo-inverse of P; and QP = I − 11ᵀ/N."""
    return P * Q, Q * P, Pi, eye - one * one.T / N


@THEORY.theorem("P is centred")
@near_miss("P unchanged by P", P * P, P)
@near_miss("orthogonal to s", P * s, zeros(N))
def rank_one_centred() -> Chain:
    """ΠP = PΠ = P = Pᵀ, so 1ᵀP = 0 and P1 = 0."""
    return Pi * P, P * Pi, P, P.T


@THEORY.theorem("P projects at ε = 0")
@given(equal(eps, 0))
@near_miss("ε kept", P, given=())
@near_miss("the plain projector", Pi)
def rank_one_projector() -> Chain:
    """PP = P = I − 11ᵀ/N − x̂x̂ᵀ/N at ε = 0, wherever σ² > 0: P projects along 1 and s."""
    return P * P, P, eye - one * one.T / N - x_hat * x_hat.T / N


@THEORY.theorem("The trace of P")
@near_miss("N − 1 for N − 2", N - 1 + eps / r**2)
@near_miss("ε lost", N - 2)
def rank_one_trace() -> Chain:
    """Tr P = N − 2 + ε/r²; at ε = 0 that is the rank of the projector P."""
    return trace(P), N - 2 + eps / r**2


@THEORY.theorem("The same range as GΠ")
@given(positive(eps))
@near_miss("r lost", J * Q, G * Pi)
@near_miss("Q lost", r * J, G * Pi)
def jacobian_range() -> Chain:
    """r J Q = GΠ for ε > 0; with J = (1/r) GΠP the ranges, and so the ranks, of J and GΠ agree."""
    return r * J * Q, G * Pi


@THEORY.theorem("The same range as GΠ, the other way")
@near_miss("r lost", G * Pi * P)
@near_miss("P lost", G * Pi)
def jacobian_through_projector() -> Chain:
    """J = (1/r) GΠP."""
    return J, 1 / r * G * Pi * P


@THEORY.theorem("The null space of J, splitting")
@given(positive(eps), nonzero(g))
@near_miss("1 left out", r * Q * diag(1 / g) * J)
@near_miss("Q left out", one * one.T / N + r * diag(1 / g) * J)
def null_splitting() -> Chain:
    """I = 11ᵀ/N + (r Q G⁻¹) J for ε > 0 and no zero gain: Jv = 0 only for multiples of 1."""
    return eye, one * one.T / N + r * Q * diag(1 / g) * J


@THEORY.theorem("The null space of J at ε = 0, splitting")
@given(nonzero(g))
@near_miss("x̂ left out", one * one.T / N + r * diag(1 / g) * J)
@near_miss("r lost", one * one.T / N + x_hat * x_hat.T / N + diag(1 / g) * J)
def null_splitting_limit() -> Chain:
    """I = 11ᵀ/N + x̂x̂ᵀ/N + (r G⁻¹) J with no zero gain: Jv = 0 only in the span of 1 and s, which is all of it at ε = 0."""
    return eye, one * one.T / N + x_hat * x_hat.T / N + r * diag(1 / g) * J


@THEORY.theorem("The left null vector")
@near_miss("the gains", g.T * J, zeros(N).T)
@near_miss("1", one.T * J, zeros(N).T)
def left_null() -> Chain:
    """(1/g)ᵀJ = 0, where no gain is zero: outputs move in a hyperplane with normal α = 1/g."""
    return (1 / g).T * J, zeros(N).T


@THEORY.theorem("The second left null vector")
@near_miss("for every ε", zeros(N).T)
@near_miss("r for r³", eps / r * s.T)
@near_miss("a for s", eps / r**3 * a.T)
def left_null_conormal() -> Chain:
    """(G⁻¹s)ᵀJ = (ε/r³) sᵀ, where no gain is zero: it is 0 at ε = 0, where G⁻¹s is a conormal of the ellipsoid."""
    return (s / g).T * J, eps / r**3 * s.T


@THEORY.theorem("The second left null vector at ε = 0")
@given(equal(eps, 0))
@near_miss("ε kept", zeros(N).T, given=())
def left_null_limit() -> Chain:
    """(G⁻¹s)ᵀJ = 0 at ε = 0, where no gain is zero and σ² > 0."""
    return (s / g).T * J, zeros(N).T


@THEORY.theorem("The left null space of J, splitting")
@given(positive(eps), nonzero(g))
@near_miss("α left out", r * J * Q * diag(1 / g))
def left_null_splitting() -> Chain:
    """I = gαᵀ/N + J (r Q G⁻¹) with α = 1/g, for ε > 0: vᵀJ = 0 only for multiples of α."""
    return eye, g * (1 / g).T / N + r * J * Q * diag(1 / g)


@THEORY.theorem("The left null space of J at ε = 0, splitting")
@given(nonzero(g))
@near_miss("x̂ left out", g * (1 / g).T / N + r * J * diag(1 / g))
def left_null_splitting_limit() -> Chain:
    """I = gαᵀ/N + (Gx̂)(G⁻¹x̂)ᵀ/N + J (r G⁻¹) with α = 1/g: vᵀJ = 0 only in the span of α and G⁻¹s."""
    return eye, g * (1 / g).T / N + G * x_hat * (x_hat / g).T / N + r * J * diag(1 / g)
