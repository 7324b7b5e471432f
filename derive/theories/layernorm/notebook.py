"""The displays of a notebook that recomputes a logit with hand-written LayerNorm."""

from __future__ import annotations

from derive.authoring import *
from derive.theories.layernorm.maps import centre, hat, u, y
from derive.theories.layernorm.names import NOTEBOOK, THEORY, N, Pi, a, eps, one, one_hat, v, w, x

THEORY.define(hat(x), NOTEBOOK)
THEORY.define(u(x, eps), NOTEBOOK)
THEORY.define(cos(v, w), NOTEBOOK)


@THEORY.theorem("Scaling without centring", f"{NOTEBOOK}, display of √n u")
@near_miss("as printed: the variance for |x|²/n", x / sqrt(var(x) + eps))
def scaling_uncentred() -> Chain:
    """√N u_{Nε}(x) = x/√(|x|²/N + ε) = x/√(var x + (mean x)² + ε), with u_δ(x) = x/√(|x|² + δ)."""
    return sqrt(N) * u(x, N * eps), x / sqrt(norm(x) ** 2 / N + eps), x / sqrt(var(x) + mean(x) ** 2 + eps)


@THEORY.theorem("LayerNorm by u and c", f"{NOTEBOOK}, display LN = √n U(c(x))")
@near_miss("√N lost, as printed for v2", u(centre(a), N * eps))
@near_miss("not centred, and ε for Nε, as in the code", sqrt(N) * u(a, eps))
def by_unit_scaling() -> Chain:
    """LN(a) = √N u_{Nε}(c(a)) with c(a) = a − mean(a) 1, for gains 1 and bias 0."""
    return y, sqrt(N) * u(centre(a), N * eps)


@THEORY.theorem("The direction of LayerNorm", f"{NOTEBOOK}, 'in the direction of the centered vector'")
@given(not_zero(Pi * a))
@near_miss("of unit length", y, hat(Pi * a))
def direction() -> Chain:
    """The unit vectors along LN(a) and along c(a) are the same, for Πa ≠ 0, gains 1 and bias 0."""
    return y / norm(y), hat(Pi * a)


@THEORY.theorem("The mean by a cosine", f"{NOTEBOOK}, display of μ(v)")
@given(not_zero(v))
@near_miss("N for √N", norm(v) * cos(v, one) / N)
def mean_cosine() -> Chain:
    """mean(v) = (v·1)/N = |v| (√N/N) cos θ = |v| cos θ/√N, with θ the angle between v ≠ 0 and 1."""
    return mean(v), dot(v, one) / N, norm(v) * (sqrt(N) / N) * cos(v, one), norm(v) * cos(v, one) / sqrt(N)


@THEORY.theorem("Centring as subtraction of the component along 1", f"{NOTEBOOK}, display of c(v)")
@near_miss("the mean not spread", v - mean(v) * one_hat)
def centring_function() -> Chain:
    """c(v) = v − 1 mean(v) = Πv, so c(v)·1 = 0 and v − c(v) = mean(v) 1."""
    return centre(v), v - one * mean(v), Pi * v


@THEORY.theorem("The scalar product by a cosine", f"{NOTEBOOK}, ⟨v1|LN v2⟩")
@given(not_zero(v), not_zero(w))
@near_miss("a norm lost", norm(v) * cos(v, w))
def dot_cosine() -> Chain:
    """v·w = |v| |w| cos θ."""
    return dot(v, w), norm(v) * norm(w) * cos(v, w)


_root, _ratio = sqrt(1 + eps / var(v)), eps / var(v)
#: (ε/(2σ²))² − (1 − ρ)² with ρ = 1/√(1 + ε/σ²), written as a product of what is not negative.
_slack = (_root - 1) ** 2 * (_root + 2) / (2 * _root) * (_ratio / 2 + _ratio / (_root * (_root + 1)))


@THEORY.theorem("The length of u of a centred vector", f"{NOTEBOOK}, 'results in a vector of approx unit length'")
@near_miss("of LayerNorm", bound(absolute(norm(sqrt(N) * u(centre(v), N * eps)) - 1), "<=", eps / (2 * var(v))))
@near_miss("half of the bound", bound(absolute(norm(u(centre(v), N * eps)) - 1), "<=", eps / (4 * var(v))))
def unit_scaling_length() -> Statement:
    """|u_{Nε}(c(v))| = (1 + ε/σ²)^(−1/2), which is 1 up to ε/(2σ²), for σ² the variance of v."""
    unit = u(centre(v), N * eps)
    return all_of(
        exactly=equation(norm(unit), 1 / _root),
        approximately=bound(absolute(norm(unit) - 1), "<=", eps / (2 * var(v)), by=_slack, squared=True),
    )


@THEORY.theorem("The scalar product with u of a centred vector", f"{NOTEBOOK}, display ⟨v1|LN v2⟩ ≈ |v1| cos θ")
@near_miss("of LayerNorm", dot(w, sqrt(N) * u(centre(v), N * eps)), norm(w) * cos(w, centre(v)) / _root)
def unit_scaling_product() -> Statement:
    """⟨w|u_{Nε}(c(v))⟩ is |w| cos θ up to a relative deviation of ε/(2σ²), with θ the angle between w and c(v)."""
    cosine, product = norm(w) * cos(w, centre(v)), dot(w, u(centre(v), N * eps))
    return all_of(
        exactly=equation(product, cosine / _root),
        approximately=bound(
            absolute(product - cosine),
            "<=",
            eps / (2 * var(v)) * absolute(cosine),
            by=_slack * cosine**2,
            squared=True,
        ),
    )
