"""LayerNorm: Eqs. (1), (4), (5), (6), and the image of its sub-steps."""

from __future__ import annotations

from derive.authoring import *
from derive.theories import algebra
from derive.theories.layernorm import rules
from derive.theories.layernorm.maps import EQ1, EQ6, LN, gain, hat, project, root, scale, stretch, translate, y
from derive.theories.layernorm.names import RIECHERS, THEORY, N, Pi, a, b, c, eps, eye, g, mu, one, sigma2, t, v, w

THEORY.group("The forms of LayerNorm")


@THEORY.theorem("Hadamard product and diagonal matrix", f"{RIECHERS}, before Eq. (4)")
@near_miss("a scalar product in its place", dot(g, v) * one)
def hadamard_diagonal() -> Chain:
    """g ⊙ v = diag(g) v for every v."""
    return hadamard(g, v), diag(g) * v


@THEORY.theorem("Gains of one", f"{RIECHERS}, end of §I")
@near_miss("the all-ones matrix", one * one.T)
def unit_gains() -> Chain:
    """diag(1) = I, as at the beginning of training."""
    return diag(one), eye


@THEORY.theorem("Eq. (4)", f"{RIECHERS}, Eq. (4)")
@near_miss("the bias inside the gains", diag(g) * ((a - mu * one) / root + b))
def eq4_form() -> Derivation:
    """LN(a, g, b, ε) = diag(g) (a − μ1)/√(σ² + ε) + b, wherever σ² + ε > 0."""
    return Derivation.start(LN).by(rules.DEFINE_LN).by(algebra.HADAMARD_AS_DIAGONAL)


@THEORY.theorem("The geometric form, Eq. (1) = Eq. (6)", f"{RIECHERS}, Eqs. (1) and (6)", (EQ1, EQ6))
@near_miss("ε outside the root", LN, g * ((a - mu * one) / (sqrt(sigma2) + eps)) + b)
@near_miss("√N lost", LN, diag(g) * (Pi * a / sqrt(norm(Pi * a) ** 2 + N * eps)) + b)
@near_miss("N lost before ε", LN, sqrt(N) * diag(g) * (Pi * a / sqrt(norm(Pi * a) ** 2 + eps)) + b)
@near_miss("the gains on the wrong side of Π", LN, sqrt(N) * Pi * diag(g) * a / sqrt(norm(Pi * a) ** 2 + N * eps) + b)
@near_miss("the mean lost", LN, g * (a / root) + b)
@near_miss("the bias lost", LN, sqrt(N) * diag(g) * (Pi * a / sqrt(norm(Pi * a) ** 2 + N * eps)))
def eq6() -> Derivation:
    """LN(a, g, b, ε) = √N diag(g) Πa / √(|Πa|² + Nε) + b, wherever σ² + ε > 0.

    It fails to be defined exactly at ε = 0 for an input with equal components.
    """
    from derive.authoring import sympy_definitions, sympy_layernorm

    return (
        Derivation.start(sympy_layernorm(N, folded=True), symbols={"epsilon": eps, **sympy_definitions(N)})
        .by(algebra.HADAMARD_AS_DIAGONAL)
        .by(definition(mu), to=diag(g) * ((a - dot(a, one) / N * one) / root) + b)
        .by(rules.MEAN_BY_UNIT)
        .by(algebra.RANK_ONE)
        .by(definition(Pi).reversed())
        .by(rules.VARIANCE_AS_NORM)
        .by(algebra.COMMON_DENOMINATOR)
        .by(algebra.ROOT_OF_QUOTIENT)
        .by(algebra.DIVIDE_BY_QUOTIENT, to=EQ6)
    )


@THEORY.theorem("Eq. (5), inputs with equal components", f"{RIECHERS}, Eq. (5), first case")
@given(equal(a, c * one), positive(eps))
@near_miss("without the hypothesis", zeros(N), given=[positive(eps)])
@Convention(
    "at ε = 0 the quotient is 0/0: the first case of Eq. (5) is a convention there",
    equation((a - mu * one) / sqrt(sigma2), zeros(N), equal(a, c * one)),
)
def eq5_constant() -> Chain:
    """(a − μ1)/√(σ² + ε) = 0 for a = c1 and ε > 0."""
    return y, 0


@THEORY.theorem("Eq. (5), all other inputs", f"{RIECHERS}, Eq. (5), second case")
@given(not_zero(Pi * a))
@near_miss("√N lost", hat(Pi * a) / sqrt(1 + N * eps / (a.T * Pi * a)))
@near_miss("N lost before ε", sqrt(N) * hat(Pi * a) / sqrt(1 + eps / (a.T * Pi * a)))
def eq5_general() -> Derivation:
    """Πa/√(σ² + ε) = √N Π̂a / √(1 + Nε/aᵀΠa) for Πa ≠ 0 and ε ≥ 0; Π̂a is the unit vector along Πa."""
    return (
        Derivation.start(Pi * a / root, [not_zero(Pi * a)])
        .by(rules.VARIANCE_AS_NORM)
        .by(algebra.COMMON_DENOMINATOR)
        .by(algebra.ROOT_OF_QUOTIENT)
        .by(algebra.DIVIDE_BY_QUOTIENT)
        .by(rules.NORM_FACTORED)
        .by(algebra.DIVIDE_TWICE)
        .by(rules.DEFINE_DIRECTION.reversed())
        .by(algebra.SCALE_QUOTIENT)
    )


THEORY.group("Lengths, directions, sub-steps")


@THEORY.theorem("A unit vector", f"{RIECHERS}, after Eq. (5)")
@given(not_zero(Pi * a))
@near_miss("Πa itself", norm(Pi * a), 1, given=())
def direction_unit() -> Chain:
    """|Π̂a| = 1 for Πa ≠ 0."""
    return norm(hat(Pi * a)), 1


@THEORY.theorem("The length after scaling", f"{RIECHERS}, §II (ii)")
@near_miss("all inputs on the sphere", N)
@near_miss("ε lost", N * sigma2 / sigma2)
def scaled_length() -> Chain:
    """|y|² = Nσ²/(σ² + ε) for y = (a − μ1)/√(σ² + ε): at most N, and N only at ε = 0."""
    return norm(y) ** 2, N * sigma2 / (sigma2 + eps)


@THEORY.theorem("The defect N − |y|²", f"{RIECHERS}, §II (ii)")
@near_miss("N lost", eps / (sigma2 + eps))
def sphere_defect() -> Chain:
    """N − |y|² = Nε/(σ² + ε), which is ≥ 0."""
    return N - norm(y) ** 2, N * eps / (sigma2 + eps)


@THEORY.theorem("The ellipsoid equation", f"{RIECHERS}, §II (iii)")
@near_miss("the gains multiplied once more", norm(diag(gain) * (diag(gain) * v)) ** 2, norm(v) ** 2)
def ellipsoid_equation() -> Chain:
    """Σₙ xₙ²/gₙ² = |v|² for x = diag(g) v, where every gain is nonzero."""
    return norm(diag(gain) * v / gain) ** 2, norm(v) ** 2


@THEORY.theorem("The affine part", f"{RIECHERS}, §II")
@near_miss("the map is not linear", diag(g) * (t * v) + b, t * (diag(g) * v + b))
def affine() -> Chain:
    """v ↦ diag(g) v + b is affine: it maps (1 − t)v + tw to (1 − t) of the image of v and t of the image of w."""
    return diag(g) * ((1 - t) * v + t * w) + b, (1 - t) * (diag(g) * v + b) + t * (diag(g) * w + b)


@THEORY.theorem("The four sub-steps", f"{RIECHERS}, §II, §IV")
@near_miss("scaling before projecting", translate(stretch(project(scale(a, eps)), g), b), EQ6)
def sub_steps() -> Chain:
    """LN is project, scale, stretch, translate, one after the other; σ² is computed from the projected vector alone."""
    return translate(stretch(scale(project(a), eps), g), b), LN
