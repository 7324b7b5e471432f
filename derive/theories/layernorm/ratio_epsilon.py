"""LayerNorm in groups against LayerNorm for ε > 0: the ratio theorem where every group variance is at least ε.

Letters as in `ratio`, and by group ρ = t + ε with mean ρ̄; R = ρ̄ + B = σ² + ε.  In ρ, the ℋ of C components is
3f(ρ)/C with f(p) = (p − e)(cp² + 3e²)/p⁵, c = C − 2, e = ε (`hessian.nonlinearity_layernorm`).

The argument.  Where p, p₀ ≥ 2e, f lies above its tangent at p₀, and f falls: both differences are written as sums of
products of what is ≥ 0 there.  The tangents at ρ̄ add up to K f(ρ̄), and f(ρ̄) ≥ f(R).  So one identity has it all again,
with a certificate that shows its sign.  Without ρ ≥ 2ε it is false: groups of equal components have no curvature at all.
"""

from __future__ import annotations

from derive.authoring import *
from derive.theories.layernorm.names import THEORY, eps
from derive.theories.layernorm.ratio import B, C, D, K, factor, j, three_or_more, two_or_more

rho = vector("rho", K, "nonzero")
rho_bar = let("rho_bar", sum_(j, rho[j]) / K)
above = let("U", sum_(j, rho[j] - 2 * eps) / K)
R = let("R", rho_bar + B)
k = C - 2


def measure(spread: Term, size: Term) -> Term:
    """ℋ of a group of ``size`` components with variance + ε = ``spread``: `hessian.nonlinearity_layernorm`."""
    return 3 * (spread - eps) * ((size - 2) * spread**2 + 3 * eps**2) / (size * spread**5)


H_G_eps, H_L_eps = sum_(j, measure(rho[j], C)), measure(R, D)
factor_eps = K**2 * ((C - 2) * R**2 + 3 * eps**2) / ((D - 2) * R**2 + 3 * eps**2)


def _tangent_form(p: Term, p0: Term, p_above: Term, p0_above: Term, c: Term, e: Term) -> Term:
    """What the tangent at p₀ leaves at p, over (p − p₀)²/(p⁵p₀⁶); manifestly ≥ 0 for p, p₀ ≥ 2e."""
    return c * p**2 * p0**2 * (2 * p**2 * p0_above + p0**2 * p_above + e * (p - p0) ** 2) + 3 * e**2 * (
        p**4 * (4 * p0_above + 3 * e)
        + p**3 * p0 * (3 * p0_above + 2 * e)
        + 2 * p**2 * p0**2 * p0_above
        + p0**4 * p_above
        + e * p0**2 * (p - p0) ** 2
    )


def _falling_form(p: Term, p0: Term, p0_above: Term, b: Term, c: Term, e: Term) -> Term:
    """What ℋ falls by from p₀ to p = p₀ + b, over b/(p⁵p₀⁵); manifestly ≥ 0 for p₀ ≥ 2e and b ≥ 0."""
    return c * p**2 * p0**2 * (p**2 * p0_above + p * p0 * p0_above + e * p**2 + e * p0 * b) + 3 * e**2 * (
        (p0_above + e) * (p**4 + p**3 * p0 + p**2 * p0**2) + p0**3 * (p * p0_above + e * b)
    )


_x, _x0, _above, _above0, _b, _size, _offset = (scalar(name) for name in ("x", "x0", "y", "y0", "b", "c", "e"))
#: By names, since written out they are wider than a page.
tangent_form = define(
    "T", _tangent_form(_x, _x0, _above, _above0, _size, _offset), _x, _x0, _above, _above0, _size, _offset
)
falling_form = define("F", _falling_form(_x, _x0, _above0, _b, _size, _offset), _x, _x0, _above0, _b, _size, _offset)

gaps_eps = (
    3
    / C
    * (
        sum_(
            j,
            (rho[j] - rho_bar) ** 2
            * tangent_form(rho[j], rho_bar, rho[j] - 2 * eps, above, k, eps)
            / (rho[j] ** 5 * rho_bar**6),
        )
        + K * B * falling_form(R, rho_bar, above, B, k, eps) / (R**5 * rho_bar**5)
    )
)

_p, _p0, _c, _e = scalar("p", "nonzero"), scalar("p0", "nonzero"), scalar("c"), scalar("e")


def _kernel(p: Term) -> Term:
    return (p - _e) * (_c * p**2 + 3 * _e**2) / p**5


_slope = -(2 * _c * _p0**3 - 3 * _c * _e * _p0**2 + 12 * _e**2 * _p0 - 15 * _e**3) / _p0**6


THEORY.group("The ratio theorem")


@THEORY.theorem("A tangent below ℋ")
@near_miss(
    "another slope",
    _kernel(_p) - _kernel(_p0) + _slope * (_p - _p0),
    (_p - _p0) ** 2 * tangent_form(_p, _p0, _p - 2 * _e, _p0 - 2 * _e, _c, _e) / (_p**5 * _p0**6),
)
def tangent_measure() -> Chain:
    """f(p) − f(p₀) − f′(p₀)(p − p₀) = (p − p₀)² T/(p⁵p₀⁶) for f(p) = (p − e)(cp² + 3e²)/p⁵.

    T is a sum of products of c, e, p, p₀, p − 2e, p₀ − 2e and (p − p₀)²: it is ≥ 0 for c, e ≥ 0 and p, p₀ ≥ 2e.
    """
    return (
        _kernel(_p) - _kernel(_p0) - _slope * (_p - _p0),
        (_p - _p0) ** 2 * tangent_form(_p, _p0, _p - 2 * _e, _p0 - 2 * _e, _c, _e) / (_p**5 * _p0**6),
    )


@THEORY.theorem("ℋ falls")
@near_miss(
    "rises",
    _kernel(_p) - _kernel(_p0),
    (_p - _p0) * falling_form(_p, _p0, _p0 - 2 * _e, _p - _p0, _c, _e) / (_p**5 * _p0**5),
)
def falling_measure() -> Chain:
    """f(p₀) − f(p) = (p − p₀) F/(p⁵p₀⁵) for f as before; F ≥ 0 for c, e ≥ 0 and p ≥ p₀ ≥ 2e."""
    return (
        _kernel(_p0) - _kernel(_p),
        (_p - _p0) * falling_form(_p, _p0, _p0 - 2 * _e, _p - _p0, _c, _e) / (_p**5 * _p0**5),
    )


@THEORY.theorem("The ratio theorem for positive ε as an identity")
@given(positive(eps), three_or_more)
@near_miss("the factor for ε = 0", H_G_eps - factor * H_L_eps, gaps_eps)
def ratio_identity_eps() -> Chain:
    """H_G − K² (((C − 2)R² + 3ε²)/((D − 2)R² + 3ε²)) H_L, R = σ² + ε, as a sum that is ≥ 0 where every ρⱼ = tⱼ + ε ≥ 2ε."""
    return H_G_eps - factor_eps * H_L_eps, gaps_eps


spreads = (positive(rho[j]), positive(eps), two_or_more, three_or_more)
wide = nonneg(rho[j] - 2 * eps)


@THEORY.theorem("The ratio theorem for positive ε")
@near_miss("groups with little variance", ">=", factor_eps * H_L_eps, given=[*spreads, nonneg(rho[j] - eps)])
@near_miss("strictly", ">", factor_eps * H_L_eps)
def ratio_theorem_eps() -> Statement:
    """H_G ≥ K² (((C − 2)R² + 3ε²)/((D − 2)R² + 3ε²)) H_L with R = σ² + ε, where every group variance is ≥ ε > 0.

    For D ≥ 3 and C ≥ 2, without gains.  It is false for groups with less variance: groups of equal components have H_G = 0.
    """
    return bound(H_G_eps, ">=", factor_eps * H_L_eps, *spreads, wide, by=gaps_eps)


_S = scalar("S", "positive")
_ratio_eps = K**2 * ((C - 2) * _S**2 + 3 * eps**2) / ((D - 2) * _S**2 + 3 * eps**2)


@THEORY.theorem("The factor for positive ε")
@near_miss("the other way", "<=", factor)
def factor_eps_at_least() -> Statement:
    """K² ((C − 2)S² + 3ε²)/((D − 2)S² + 3ε²) ≥ K(D − 2K)/(D − 2) for S > 0, D ≥ 3, C ≥ 2."""
    rest = K**2 * (3 * eps**2) * C * (K - 1) / ((D - 2) * ((D - 2) * _S**2 + 3 * eps**2))
    return bound(_ratio_eps, ">=", factor, two_or_more, three_or_more, by=rest)
