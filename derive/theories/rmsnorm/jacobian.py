"""The Jacobian of RMSNorm: I − yyᵀ/N up to gains and scale; its eigenvectors, null space and rank."""

from __future__ import annotations

from derive.authoring import *
from derive.theories.layernorm.names import N, Pi, a, eps, eye, g, n, one, v, w
from derive.theories.rmsnorm.names import RMS, THEORY, ZHANG, m2, root, y, y0

JACOBIAN = 1 / root * diag(g) * (eye - a * a.T / (norm(a) ** 2 + N * eps))
normalised = root * grad(y, a)
z = scalar("z")
CHARACTERISTIC = det(z * eye - (eye - y * y.T / N))


THEORY.group("The Jacobian")


@THEORY.theorem("The Jacobian", f"differentiation of {ZHANG}, Eq. (4); §4.2")
@near_miss("without its rank-one term", 1 / root * diag(g))
@near_miss("a sign", 1 / root * diag(g) * (eye + a * a.T / (norm(a) ** 2 + N * eps)))
@near_miss("N lost before ε", 1 / root * diag(g) * (eye - a * a.T / (norm(a) ** 2 + eps)))
@near_miss("Π in place of I", 1 / root * diag(g) * (Pi - a * a.T / (norm(a) ** 2 + N * eps)))
def jacobian() -> Chain:
    """∂RMSNorm/∂a = (1/r) diag(g) (I − aaᵀ/(|a|² + Nε)) with r = √(m₂ + ε), wherever m₂ + ε > 0."""
    return grad(RMS, a), JACOBIAN


@THEORY.theorem("The Jacobian by the output", f"{ZHANG}, §4.2")
@near_miss("1/N lost", eye - y * y.T)
@near_miss("a projector", normalised * normalised, normalised)
def jacobian_by_output() -> Chain:
    """r ∂y/∂a = I − yyᵀ/N: the output alone tells the Jacobian, up to r."""
    return normalised, eye - y * y.T / N


@THEORY.theorem("The Jacobian is symmetric for equal gains", f"{ZHANG}, §4.2")
@near_miss("with gains", grad(RMS, a).T, grad(RMS, a))
def jacobian_symmetric() -> Chain:
    """(∂y/∂a)ᵀ = ∂y/∂a."""
    return grad(y, a).T, grad(y, a)


@THEORY.theorem("The Jacobian along the input", f"{ZHANG}, §4.2")
@near_miss("zero, although ε > 0", 0, given=[positive(eps)])
@near_miss("of degree 1", RMS)
def jacobian_radial() -> Chain:
    """(∂RMSNorm/∂a) a = ε/(m₂ + ε) RMSNorm(a, g, ε)."""
    return grad(RMS, a) * a, eps / (m2 + eps) * RMS


@THEORY.theorem("Euler's relation at ε = 0", f"{ZHANG}, §4.2: a map of degree 0")
@near_miss("a direction other than a", grad(y0, a) * w, 0)
def euler() -> Chain:
    """(∂y/∂a) a = 0 at ε = 0: nothing changes along the input."""
    return grad(y0, a) * a, 0


THEORY.group("The spectrum of the Jacobian")


@THEORY.theorem("The eigenvector along the input", f"{ZHANG}, §4.2")
@near_miss("N lost", eps / (norm(a) ** 2 + N * eps) * a)
def radial_eigenvector() -> Chain:
    """r (∂y/∂a) a = Nε/(|a|² + Nε) a: the eigenvalue 1 − |y|²/N, once."""
    return normalised * a, N * eps / (norm(a) ** 2 + N * eps) * a, (1 - norm(y) ** 2 / N) * a


@THEORY.theorem("The eigenvectors across the input", f"{ZHANG}, §4.2")
@given(equal(dot(a, v), 0))
@near_miss("v not orthogonal to the input", v, given=())
def tangent_eigenvectors() -> Chain:
    """r (∂y/∂a) v = v for every v with a·v = 0: the eigenvalue 1, N − 1 times for a ≠ 0."""
    return normalised * v, v


@THEORY.theorem("The trace of the Jacobian", f"{ZHANG}, §4.2")
@near_miss("that of a projector, although ε > 0", N - 1, given=[positive(eps)])
def jacobian_trace() -> Chain:
    """tr(r ∂y/∂a) = N − 1 + ε/(m₂ + ε)."""
    return trace(normalised), N - 1 + eps / (m2 + eps)


@THEORY.theorem("The determinant of the Jacobian", f"{ZHANG}, §4.2")
@near_miss("zero, although ε > 0", 0, given=[positive(eps)])
@near_miss("1/N lost", 1 - norm(y) ** 2)
def jacobian_determinant() -> Chain:
    """det(I − yyᵀ/N) = 1 − |y|²/N = ε/(m₂ + ε), the determinant of r ∂y/∂a."""
    return det(eye - y * y.T / N), 1 - norm(y) ** 2 / N, eps / (m2 + eps)


@THEORY.theorem("The characteristic polynomial of the Jacobian", f"{ZHANG}, §4.2")
@near_miss("the eigenvalue 0, although ε > 0", prod_(n, z - 1) * z / (z - 1), given=[positive(eps)])
@near_miss("the eigenvalue 1 alone", prod_(n, z - 1))
def jacobian_characteristic() -> Chain:
    """det(zI − (I − yyᵀ/N)) = ∏ₙ(z − 1) (z − ε/(m₂ + ε))/(z − 1) for z ≠ 1: 1 comes N − 1 times, ε/(m₂ + ε) once."""
    return CHARACTERISTIC, prod_(n, z - 1) * (z - eps / (m2 + eps)) / (z - 1)


@THEORY.theorem("The inverse of the Jacobian", f"{ZHANG}, §4.2")
@given(positive(eps))
@near_miss("N lost", normalised * (eye + a * a.T / eps), eye)
def jacobian_inverse() -> Chain:
    """r (∂y/∂a) (I + aaᵀ/(Nε)) = I for ε > 0: with ε > 0 the Jacobian is invertible everywhere."""
    return normalised * (eye + a * a.T / (N * eps)), eye


@THEORY.theorem("The gradient backwards", f"{ZHANG}, §4.2")
@near_miss("the second term lost", hadamard(g, w) / root)
@near_miss("the gains after the projection", grad(RMS, a).T * w, g * (w - dot(y, w) / N * y) / root)
@near_miss("1/N lost", grad(RMS, a).T * w, (hadamard(g, w) - dot(y, hadamard(g, w)) * y) / root)
def vector_jacobian_product() -> Chain:
    """∂(w·RMSNorm)/∂a = (∂RMSNorm/∂a)ᵀ w = (h − (y·h) y/N)/r with h = g ⊙ w and r = √(m₂ + ε)."""
    h = hadamard(g, w)
    return grad(dot(w, RMS), a), grad(RMS, a).T * w, (h - dot(y, h) / N * y) / root


@THEORY.theorem("The gradient of the gains", f"{ZHANG}, §4.2")
@near_miss("not scaled", diag(a))
def gain_gradient() -> Chain:
    """∂RMSNorm/∂g = diag(y)."""
    return grad(RMS, g), diag(y)


@THEORY.theorem("The Jacobian lengthens by at most 1/r", f"{ZHANG}, §4.2")
@near_miss("the other way", ">=", norm(v) / root)
@near_miss("strictly", "<", norm(v) / root)
def jacobian_contracts() -> Statement:
    """|(∂y/∂a)v| ≤ |v|/r for every v: with ε > 0, RMSNorm without gains is Lipschitz with 1/√ε."""
    whole = norm(a) ** 2 + N * eps
    lost = dot(a, v) ** 2 * (norm(a) ** 2 + 2 * N * eps) / ((m2 + eps) * whole**2)
    return bound(norm(grad(y, a) * v), "<=", norm(v) / root, by=lost, squared=True)


@THEORY.theorem("The input is an eigenvector", f"{ZHANG}, §4.2")
@near_miss("without a ≠ 0", eigenpair(normalised, a, N * eps / (norm(a) ** 2 + N * eps)))
@near_miss("with eigenvalue 0, although ε > 0", eigenpair(normalised, a, 0, hypotheses=[not_zero(a)]))
def radial_eigenpair() -> Statement:
    """For a ≠ 0, a is an eigenvector of r ∂y/∂a with eigenvalue Nε/(|a|² + Nε)."""
    return eigenpair(normalised, a, N * eps / (norm(a) ** 2 + N * eps), hypotheses=[not_zero(a)])


@THEORY.theorem("Vectors orthogonal to the input are eigenvectors", f"{ZHANG}, §4.2")
@near_miss("all others as well", eigenpair(normalised, v, 1, hypotheses=[not_zero(v)]))
def tangent_eigenpair() -> Statement:
    """Every v ≠ 0 with a·v = 0 is an eigenvector of r ∂y/∂a with eigenvalue 1."""
    return eigenpair(normalised, v, 1, hypotheses=[equal(dot(a, v), 0), not_zero(v)])


at_zero = eye - a * a.T / norm(a) ** 2


@THEORY.theorem("The null space of the Jacobian at ε = 0", f"{ZHANG}, §4.2")
@near_miss("ℝ1, as that of Π", null_space_is(grad(y0, a), one, hypotheses=[not_zero(a)]))
@near_miss("{0}", null_space_is(grad(y0, a), (), hypotheses=[not_zero(a)]))
def null_space_at_zero() -> Statement:
    """At ε = 0 the null space of ∂y/∂a is ℝa: only the length of the input is lost."""
    split = Splitting((a / norm(a) ** 2,), norm(a) / sqrt(N) * eye)
    return null_space_is(grad(y0, a), a, splitting=split, hypotheses=[not_zero(a)])


@THEORY.theorem("The null space of the Jacobian, ε > 0", f"{ZHANG}, §4.2")
@near_miss("the input lost", null_space_is(grad(y, a), a, hypotheses=[positive(eps)]))
def null_space_trivial() -> Statement:
    """For ε > 0 the null space of ∂y/∂a is {0}."""
    undone = root * (eye + a * a.T / (N * eps))
    return null_space_is(grad(y, a), (), splitting=Splitting((), undone), hypotheses=[positive(eps)])


@THEORY.theorem("The rank of the Jacobian at ε = 0", f"{ZHANG}, §4.2")
@near_miss("full", rank_is(grad(y0, a), N, inverse=eye, hypotheses=[not_zero(a)]))
@near_miss("as that of LayerNorm", rank_is(grad(y0, a), N - 2, inverse=eye, hypotheses=[not_zero(a)]))
def rank_at_zero() -> Statement:
    """At ε = 0 the rank of ∂y/∂a is N − 1."""
    return rank_is(grad(y0, a), N - 1, inverse=norm(a) / sqrt(N) * at_zero, hypotheses=[not_zero(a)])


@THEORY.theorem("The rank of the Jacobian, ε > 0", f"{ZHANG}, §4.2")
@near_miss("N − 1", rank_is(grad(y, a), N - 1, inverse=eye, hypotheses=[positive(eps)]))
def rank_full() -> Statement:
    """For ε > 0 the rank of ∂y/∂a is N."""
    return rank_is(grad(y, a), N, inverse=root * (eye + a * a.T / (N * eps)), hypotheses=[positive(eps)])
