"""The second derivatives of LayerNorm, and ℋ, the measure of nonlinearity made of them.

ℋ(f; x) = Σᵢ ‖∂²fᵢ/∂x²‖² (Frobenius norms) for f: ℝᴺ → ℝᴺ is the measure of Ni et al., who write ψ_L for LayerNorm without
gain and bias, and d for N.  Letters as in `jacobian`: r = √(σ² + ε), x̂ = s/r, G = diag(g); i, j, k are indices over N, eᵢ
is a basis vector, H_L = ℋ(ψ_L; a) for the map a ↦ x̂, H_LN = ℋ(LN; a) with gains.  ∂(∂LNᵢ/∂a)/∂a is the matrix (N × N) of
the second derivatives of the i-th output.
"""

from __future__ import annotations

from derive.authoring import *
from derive.theories.layernorm.jacobian import G, i, j, r, x_hat
from derive.theories.layernorm.maps import LN
from derive.theories.layernorm.names import THEORY, N, Pi, a, c, eps, g, one, s, sigma2

NI = "Ni et al., On the Nonlinearity of Layer Normalization (ICML 2024)"
THEORY.sources = (*THEORY.sources, NI)

k = index("k", N)
column = Pi * basis(i)
slope = grad(LN[i], a)
slope_hat = grad(x_hat[i], a)
hessian_of_output = grad(slope, a)
hessian_hat = grad(slope_hat, a)
#: All second derivatives, indices of the output first.
second, second_hat = grad(grad(LN, a), a), grad(grad(x_hat, a), a)
sum_of_squares = sum_(i, sum_(j, sum_(k, second_hat[i, j, k] ** 2)))
H_L = let("H_L", sum_(i, trace(hessian_hat * hessian_hat.T)))
H_LN = let("H_LN", sum_(i, trace(hessian_of_output * hessian_of_output.T)))
THEORY.define(H_L, f"{NI}, the measure of nonlinearity, for LayerNorm without gain and bias")
THEORY.define(H_LN, f"{NI}, the measure of nonlinearity, for LayerNorm")

closed = g[i] * (3 * s[i] * s * s.T / (N**2 * r**5) - (column * s.T + s * column.T + s[i] * Pi) / (N * r**3))
size_hat = (2 * (N - 1) * sigma2 * r**4 + s[i] ** 2 * ((N - 4) * r**4 + 9 * eps**2)) / (N**2 * r**10)
nonlinearity = 3 * sigma2 * ((N - 2) * r**4 + 3 * eps**2) / (N * r**10)

_row = g[i] * (column / r - s[i] / (N * r**3) * s)
_along, _across = column / r, s[i] / (N * r**3) * s
_across_derivative = (s * column.T + s[i] * Pi) / (N * r**3) - 3 * s[i] * s * s.T / (N**2 * r**5)
_A, _B, _C, _p = matrix("A", N, N), matrix("B", N, N), matrix("C", N, N), scalar("p")

JACOBIAN_ROW = rule("row of the Jacobian", slope, _row, ())
LINEAR = rule("the derivative is linear", grad(_row, a), g[i] * (grad(_along, a) - grad(_across, a)), ())
ALONG = rule("derivative of the reciprocal root", grad(_along, a), (-column * s.T) / (N * r**3), ())
ACROSS = rule("product rule", grad(_across, a), _across_derivative, ())
COLLECT = rule(
    "like terms collected",
    (-column * s.T) / _p - ((_A + _B) / _p - _C),
    _C - (column * s.T + _A + _B) / _p,
    (_A, _B, _C, _p),
    kind="algebra",
)
SIZE = rule("the size of one Hessian", trace(hessian_hat * hessian_hat.T), size_hat, ())
SUM_OVER_OUTPUTS = rule(
    "sum over the outputs",
    sum_(i, size_hat),
    (2 * N * (N - 1) * sigma2 * r**4 + norm(s) ** 2 * ((N - 4) * r**4 + 9 * eps**2)) / (N**2 * r**10),
    (),
)
SPREAD = rule("variance as a squared norm", norm(s) ** 2, N * sigma2, ())
SIMPLIFY = rule(
    "like terms collected",
    (2 * N * (N - 1) * sigma2 * r**4 + N * sigma2 * ((N - 4) * r**4 + 9 * eps**2)) / (N**2 * r**10),
    nonlinearity,
    (),
    kind="algebra",
)


THEORY.group("Second derivatives")


@THEORY.theorem("The second derivatives")
@near_miss("3 lost", g[i] * (s[i] * s * s.T / (N**2 * r**5) - (column * s.T + s * column.T + s[i] * Pi) / (N * r**3)))
@near_miss(
    "one of three terms lost", g[i] * (3 * s[i] * s * s.T / (N**2 * r**5) - (column * s.T + s * column.T) / (N * r**3))
)
@near_miss(
    "N for N²", g[i] * (3 * s[i] * s * s.T / (N * r**5) - (column * s.T + s * column.T + s[i] * Pi) / (N * r**3))
)
@near_miss("a sign", -closed)
def hessian() -> Derivation:
    """∂²LNᵢ/∂a² = gᵢ (3sᵢssᵀ/(N²r⁵) − (Πeᵢsᵀ + s(Πeᵢ)ᵀ + sᵢΠ)/(Nr³)) for every output i, wherever σ² + ε > 0."""
    return Derivation.start(hessian_of_output).by(JACOBIAN_ROW).by(LINEAR).by(ALONG).by(ACROSS).by(COLLECT, to=closed)


@THEORY.theorem("The second derivatives, entry by entry")
@near_miss(
    "the plain δ for Π",
    second_hat[i, j, k],
    3 * s[i] * s[j] * s[k] / (N**2 * r**5) - (Pi[i, j] * s[k] + Pi[i, k] * s[j]) / (N * r**3),
)
def hessian_entries() -> Chain:
    """∂²LNᵢ/∂aⱼ∂aₖ = gᵢ (3sᵢsⱼsₖ/(N²r⁵) − (Πᵢⱼsₖ + Πᵢₖsⱼ + Πⱼₖsᵢ)/(Nr³)): but for gᵢ symmetric in all three indices."""
    return (
        second[i, j, k],
        g[i]
        * (3 * s[i] * s[j] * s[k] / (N**2 * r**5) - (Pi[i, j] * s[k] + Pi[i, k] * s[j] + Pi[j, k] * s[i]) / (N * r**3)),
    )


@THEORY.theorem("The second derivatives of the normalised map")
@near_miss("with gains", second[i, j, k], second[j, i, k])
def hessian_symmetric() -> Chain:
    """∂²x̂ᵢ/∂aⱼ∂aₖ does not change when i, j and k are exchanged."""
    return second_hat[i, j, k], second_hat[j, i, k], second_hat[k, j, i], second_hat[i, k, j]


@THEORY.theorem("No curvature along 1")
@near_miss("none along s", hessian_of_output * s, 0 * s)
@near_miss("of the gains", hessian_of_output * g, 0 * s)
def hessian_ones() -> Chain:
    """(∂²LNᵢ/∂a²) 1 = 0."""
    return hessian_of_output * one, 0 * one


@THEORY.theorem("Curvature along the input")
@near_miss("Euler's relation for every ε", -slope)
@near_miss("a sign", g[i] / r**3 * (sigma2 * column - (sigma2 - 2 * eps) * s[i] / (N * r**2) * s))
@near_miss("2 lost", -g[i] / r**3 * (sigma2 * column - (sigma2 - eps) * s[i] / (N * r**2) * s))
def hessian_input() -> Chain:
    """(∂²LNᵢ/∂a²) a = −(gᵢ/r³) (σ²Πeᵢ − (σ² − 2ε) sᵢs/(Nr²))."""
    return hessian_of_output * a, -g[i] / r**3 * (sigma2 * column - (sigma2 - 2 * eps) * s[i] / (N * r**2) * s)


@THEORY.theorem("Euler's relation for the slopes")
@given(equal(eps, 0))
@near_miss("ε kept", -slope, given=())
@near_miss("a sign", hessian_of_output * s, slope, given=())
def hessian_ray() -> Chain:
    """(∂²LNᵢ/∂a²) a = −∂LNᵢ/∂a at ε = 0, wherever σ² > 0: along a ray the slopes fall as 1/|a|."""
    return hessian_of_output * a, -slope


@THEORY.theorem("The Laplacian")
@near_miss("N for N + 1", g[i] * s[i] / (N * r**3) * (3 * sigma2 / r**2 - N))
@near_miss("3 lost", g[i] * s[i] / (N * r**3) * (sigma2 / r**2 - (N + 1)))
def laplacian() -> Chain:
    """Σⱼ ∂²LNᵢ/∂aⱼ² = (gᵢsᵢ/(Nr³)) (3σ²/r² − (N + 1))."""
    return trace(hessian_of_output), g[i] * s[i] / (N * r**3) * (3 * sigma2 / r**2 - (N + 1))


@THEORY.theorem("The size of one Hessian")
@near_miss(
    "N for N − 1", g[i] ** 2 * (2 * N * sigma2 * r**4 + s[i] ** 2 * ((N - 4) * r**4 + 9 * eps**2)) / (N**2 * r**10)
)
@near_miss(
    "N + 5 for N − 4",
    g[i] ** 2 * (2 * (N - 1) * sigma2 * r**4 + s[i] ** 2 * ((N + 5) * r**4 + 9 * eps**2)) / (N**2 * r**10),
)
@near_miss("the gain not squared", g[i] * size_hat)
def hessian_size() -> Chain:
    """‖∂²LNᵢ/∂a²‖² = gᵢ² (2(N − 1)σ²r⁴ + sᵢ²((N − 4)r⁴ + 9ε²))/(N²r¹⁰) (Frobenius norm)."""
    return trace(hessian_of_output * hessian_of_output.T), g[i] ** 2 * size_hat


THEORY.group("The measure of nonlinearity")


@THEORY.theorem("The nonlinearity of LayerNorm", f"{NI}, the measure for ψ_L, worked out for every ε")
@near_miss("N − 1 for N − 2", 3 * sigma2 * ((N - 1) * r**4 + 3 * eps**2) / (N * r**10))
@near_miss("the outer 3 lost", sigma2 * ((N - 2) * r**4 + 3 * eps**2) / (N * r**10))
@near_miss("the inner 3 lost", 3 * sigma2 * ((N - 2) * r**4 + eps**2) / (N * r**10))
@near_miss("ε lost", 3 * sigma2 * (N - 2) * r**4 / (N * r**10))
@near_miss("1/N lost", 3 * sigma2 * ((N - 2) * r**4 + 3 * eps**2) / r**10)
@near_miss("r⁸ for r¹⁰", 3 * ((N - 2) * r**4 + 3 * eps**2) / (N * r**8))
def nonlinearity_layernorm() -> Derivation:
    """ℋ(ψ_L; a) = 3σ²((N − 2)(σ² + ε)² + 3ε²)/(N(σ² + ε)⁵), wherever σ² + ε > 0; r² = σ² + ε."""
    return Derivation.start(H_L).by(definition(H_L)).by(SIZE).by(SUM_OVER_OUTPUTS).by(SPREAD).by(SIMPLIFY)


@THEORY.theorem("The nonlinearity of LayerNorm at ε = 0", f"{NI}, the measure for ψ_L")
@given(equal(eps, 0))
@near_miss("N − 1 for N − 2", 3 * (N - 1) / (N * sigma2**2))
@near_miss("N for N − 2", 3 / sigma2**2)
@near_miss("ε kept", 3 * (N - 2) / (N * sigma2**2), given=())
def nonlinearity_limit() -> Chain:
    """ℋ(ψ_L; a) = 3(N − 2)/(Nσ⁴) at ε = 0, wherever σ² > 0; 0 at N = 2."""
    return H_L, 3 * (N - 2) / (N * sigma2**2)


@THEORY.theorem("The nonlinearity of LayerNorm with gains")
@near_miss("ε lost", (2 * (N - 1) * sigma2 * norm(g) ** 2 + (N - 4) * norm(G * s) ** 2) / (N**2 * r**6))
@near_miss(
    "the gains not squared",
    (2 * (N - 1) * sigma2 * r**4 * dot(g, one) + dot(g, s * s) * ((N - 4) * r**4 + 9 * eps**2)) / (N**2 * r**10),
)
def nonlinearity_gains() -> Chain:
    """ℋ(LN; a) = (2(N − 1)σ²r⁴ |g|² + ((N − 4)r⁴ + 9ε²) |Gs|²)/(N²r¹⁰); the bias does not enter."""
    return (
        H_LN,
        (2 * (N - 1) * sigma2 * r**4 * norm(g) ** 2 + ((N - 4) * r**4 + 9 * eps**2) * norm(G * s) ** 2)
        / (N**2 * r**10),
    )


@THEORY.theorem("ℋ is a sum of squares", f"{NI}, the measure of nonlinearity")
@near_miss("a sum of entries", sum_(i, sum_(j, sum_(k, second_hat[i, j, k]))))
def nonlinearity_squares() -> Chain:
    """ℋ(ψ_L; a) = Σᵢ Σⱼ Σₖ (∂²x̂ᵢ/∂aⱼ∂aₖ)², which is ≥ 0."""
    return H_L, sum_of_squares


_scaled = grad(grad((c * x_hat)[i], a), a)


@THEORY.theorem("ℋ of a multiple")
@near_miss("the same", H_L)
@near_miss("c for c²", c * H_L)
def nonlinearity_multiple() -> Chain:
    """ℋ(cψ_L; a) = c² ℋ(ψ_L; a): the measure is not free of scale."""
    return sum_(i, trace(_scaled * _scaled.T)), c**2 * H_L


@THEORY.theorem("No curvature at equal components")
@given(equal(a, c * one), positive(eps))
@near_miss("everywhere", 0, given=[positive(eps)])
def nonlinearity_constant() -> Chain:
    """ℋ(ψ_L; a) = 0 at a = c1 for ε > 0, although LayerNorm is not affine near it: ℋ = 0 at a point says little."""
    return H_L, nonlinearity, 0


_a2, _one2, _n2 = vector("a", 2), ones(2), index("n", 2)
_s2 = _a2 - dot(_a2, _one2) / 2 * _one2
_y2 = _s2 / sqrt(dot(_s2, _s2) / 2)
_y2_eps = _s2 / sqrt(dot(_s2, _s2) / 2 + eps)


@THEORY.theorem("No curvature at N = 2")
@near_miss("for ε > 0", sum_(_n2, trace(grad(grad(_y2_eps[_n2], _a2), _a2) * grad(grad(_y2_eps[_n2], _a2), _a2).T)), 0)
def nonlinearity_two() -> Chain:
    """ℋ(ψ_L; a) = 0 for all a in ℝ² with a₁ ≠ a₂ at ε = 0.

    There ψ_L takes the two values (1, −1) and (−1, 1), and so is not affine.
    """
    curvature = grad(grad(_y2[_n2], _a2), _a2)
    return sum_(_n2, trace(curvature * curvature.T)), 0


@THEORY.theorem("ℋ is not negative", f"{NI}, the measure of nonlinearity")
@near_miss("positive", ">", 0)
def nonlinearity_nonnegative() -> Statement:
    """ℋ(ψ_L; a) ≥ 0: a sum of squares."""
    return bound(H_L, ">=", 0, by=sum_of_squares)


@THEORY.theorem("Where LayerNorm is nonlinear")
@near_miss("equal components as well", ">", 0, given=[positive(eps), positive(N - 1)])
@near_miss("N = 2 as well", ">", 0, given=[positive(sigma2), positive(N - 1)])
def nonlinearity_positive() -> Statement:
    """ℋ(ψ_L; a) > 0 for N ≥ 3 and σ² > 0."""
    return bound(H_L, ">", 0, positive(sigma2), positive(N - 2), by=nonlinearity)


@THEORY.theorem("Where LayerNorm is nonlinear, ε > 0")
@near_miss("equal components as well", ">", 0, given=[positive(eps), positive(N - 1)])
def nonlinearity_positive_eps() -> Statement:
    """ℋ(ψ_L; a) > 0 for N ≥ 2, ε > 0 and σ² > 0; with σ² = 0 it is 0."""
    return bound(H_L, ">", 0, positive(sigma2), positive(eps), nonneg(N - 2), by=nonlinearity)
