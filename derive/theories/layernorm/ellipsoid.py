"""What LayerNorm maps onto: the exact image of its sub-steps, the ellipsoid, and how near its surface outcomes lie.

Letters as in `derive.theories.layernorm.spaces`; y is the vector after sub-steps (i) and (ii); for any
vector w, ω is its part on the neurons with a zero gain, centred there: it is not 0 for some w where two gains or more are
zero, and only there.
"""

from __future__ import annotations

from collections.abc import Sequence

from derive.authoring import *
from derive.theories.layernorm.maps import G0, alpha, gain, y
from derive.theories.layernorm.names import RIECHERS, THEORY, N, Pi, a, b, eps, m, mu, n, one, sigma2, v, w, x
from derive.theories.layernorm.spaces import GZ, M_Z, SOME_ZERO, GZ_plus, count, inverse_gains, zero_gains

ONE = as_term(1)
omega = let("omega", hadamard(zero_gains, w) - dot(zero_gains, w) / count * zero_gains)
y0 = (a - mu * one) / sqrt(sigma2)
LN_nonzero = gain * y + b

#: v is centred and in the ball, in the open ball, on the sphere of radius √N.
CENTRED = equal(dot(one, v), 0)
IN_BALL, IN_OPEN_BALL, ON_SPHERE = nonneg(N - norm(v) ** 2), positive(N - norm(v) ** 2), equal(norm(v) ** 2, N)
#: x is in the hyperplane orthogonal to α; in the ellipsoid, its interior, its boundary.
IN_HYPERPLANE = equal(dot(alpha, x), 0)
_radius = norm(x / gain) ** 2
IN_ELLIPSOID, INSIDE, ON_SURFACE = nonneg(N - _radius), positive(N - _radius), equal(_radius, N)
#: The same with zero gains: x vanishes on them, and xᵀ M_Z x ≤ N.
ON_SUPPORT = equal(hadamard(zero_gains, x), 0)
_form = x.T * M_Z * x
IN_FLAT, INSIDE_FLAT = nonneg(N - _form), positive(N - _form)
#: The shortest centred v with diag(g) v = x.
_missing = let("T", dot(inverse_gains, x))
_shortest = GZ_plus * x - _missing / count * zero_gains
_length = norm(GZ_plus * x) ** 2 + _missing**2 / count
#: Σ over the neurons with a zero gain of (vₙ − vₘ)², over 2k: by how much v is longer than the shortest.


def stretched(vectors: Sequence[Hypothesis], points: Sequence[Hypothesis]) -> Image:
    """diag(g) maps the v with some conditions onto the x with others, where no gain is zero: x/g is the preimage of x."""
    shown = tuple((condition, N - norm(v) ** 2) for condition in points if isinstance(condition, Condition))
    return Image(Map(G0 * v, v, tuple(vectors)), Set(x, tuple(points), shown), x / gain)


def _root_at(radicand: Term, preimage: Term, value: Term) -> Bound:
    """The lemma √radicand = value at a preimage, by squares."""
    return bound(substitute(sqrt(radicand), {a: preimage}), "=", value, squared=True)


def _excess(vector_: Term) -> Term:
    body = (zero_gains[n] * zero_gains[m] * (vector_[n] - vector_[m])) ** 2
    return sum_(n, sum_(m, body)) / (2 * count)


THEORY.group("The ellipsoid")


@THEORY.theorem("The length after scaling is at most √N", f"{RIECHERS}, §II (ii)")
@near_miss("strictly, for every ε ≥ 0", bound(norm(y), "<", sqrt(N)))
@near_miss("at most √(N − 1)", bound(norm(y) ** 2, "<=", N - 1))
def length_bound() -> Statement:
    """|y| ≤ √N wherever y is defined; the inequality is strict for ε > 0, and an equality for ε = 0."""
    return all_of(
        at_most=bound(norm(y) ** 2, "<=", N, by=N * eps / (sigma2 + eps)),
        strict=bound(norm(y) ** 2, "<", N, positive(eps), by=N * eps / (sigma2 + eps)),
        equal_for_zero=equation(norm(y0) ** 2, N),
    )


@THEORY.theorem("The exact image of sub-steps (i) and (ii), ε > 0")
@near_miss("on the sphere", Subset(Map(y, a), Set(v, (CENTRED, ON_SPHERE)), (positive(eps),)))
@near_miss("another hyperplane", Subset(Map(y, a), Set(v, (equal(dot(gain, v), 0),)), (positive(eps),)))
def scaled_image() -> Statement:
    """For ε > 0, {y(a)} = {v : 1 · v = 0, |v|² < N}: every point of the open disc is reached, by a = √(Nε/(N − |v|²)) v."""
    stretch = sqrt(N * eps / (N - norm(v) ** 2))
    return Image(
        Map(y, a),
        Set(v, (CENTRED, IN_OPEN_BALL), ((IN_OPEN_BALL, N * eps / (sigma2 + eps)),)),
        stretch * v,
        (positive(eps),),
        lemmas=(_root_at(sigma2 + eps, stretch * v, stretch),),
    )


@THEORY.theorem("The exact image of sub-steps (i) and (ii), ε = 0")
@near_miss("inside the sphere", Subset(Map(y0, a), Set(v, (CENTRED, IN_OPEN_BALL))))
def scaled_image_limit() -> Statement:
    """For ε = 0, {y(a) : Πa ≠ 0} = {v : 1 · v = 0, |v|² = N}: the whole sphere of the hyperplane, by a = v."""
    return Image(
        Map(y0, a, (not_zero(Pi * a),)),
        Set(v, (CENTRED, ON_SPHERE)),
        v,
        lemmas=(_root_at(sigma2, v, ONE),),
        by=((not_zero(Pi * a), N),),
    )


@THEORY.theorem("The ellipsoid of the ball's slice", f"{RIECHERS}, §II (iii)")
@near_miss("the hyperplane not tilted", Subset(Map(G0 * v, v, (CENTRED, IN_BALL)), Set(x, (equal(dot(one, x), 0),))))
def ellipsoid() -> Statement:
    """diag(g) maps {v : 1 · v = 0, |v|² ≤ N} onto {x : α · x = 0, Σ xₙ²/gₙ² ≤ N}, where every gain is nonzero."""
    return stretched((CENTRED, IN_BALL), (IN_HYPERPLANE, IN_ELLIPSOID))


@THEORY.theorem("The image of the sphere", f"{RIECHERS}, §II (iii)")
@near_miss(
    "gains in place of their inverses", Subset(Map(G0 * v, v, (ON_SPHERE,)), Set(x, (equal(norm(gain * x) ** 2, N),)))
)
def sphere_image() -> Statement:
    """diag(g) maps {v : |v|² = N} onto {x : Σ xₙ²/gₙ² = N}, where every gain is nonzero."""
    return stretched((ON_SPHERE,), (ON_SURFACE,))


@THEORY.theorem(
    "The exact image of LayerNorm, ε > 0", "derived here; the abstract of Riechers for ε > 0 and gains without zeros"
)
@near_miss("on the surface", Subset(Map(gain * y, a), Set(x, (IN_HYPERPLANE, ON_SURFACE)), (positive(eps),)))
def image_in_ellipsoid() -> Statement:
    """For ε > 0 and gains without zeros, {LN(a) − b} = {x : α · x = 0, Σ xₙ²/gₙ² < N}: the whole open disc."""
    stretch = sqrt(N * eps / (N - _radius))
    return Image(
        Map(gain * y, a),
        Set(x, (IN_HYPERPLANE, INSIDE), ((INSIDE, N * eps / (sigma2 + eps)),)),
        stretch * (x / gain),
        (positive(eps),),
        lemmas=(_root_at(sigma2 + eps, stretch * (x / gain), stretch),),
    )


@THEORY.theorem("The exact image of LayerNorm, ε = 0")
@near_miss("inside, as the abstract says", Subset(Map(gain * y0, a), Set(x, (IN_HYPERPLANE, INSIDE))))
def image_on_surface() -> Statement:
    """For ε = 0 and gains without zeros, {LN(a) − b : Πa ≠ 0} = {x : α · x = 0, Σ xₙ²/gₙ² = N}: the surface alone."""
    return Image(
        Map(gain * y0, a, (not_zero(Pi * a),)),
        Set(x, (IN_HYPERPLANE, ON_SURFACE)),
        x / gain,
        lemmas=(_root_at(sigma2, x / gain, ONE),),
        by=((not_zero(Pi * a), N),),
    )


#: xᵀM_Z x at x = Gv.
_at_image = (GZ * v).T * M_Z * (GZ * v)
_PYTHAGORAS = rule("theorem of Pythagoras", norm(_shortest) ** 2, _length, (), hypotheses=[SOME_ZERO])
_QUADRATIC_FORM = rule("quadratic form written out", _length, _form, (), hypotheses=[SOME_ZERO])


@THEORY.theorem(
    "The squared length of the shortest preimage, with zero gains",
    "derived here; corrects the rule of Riechers, §II.2, for zero gains",
)
@given(SOME_ZERO)
@near_miss("1/N for 1/k", norm(GZ_plus * x) ** 2 + _missing**2 / N)
@near_miss("(G⁺)², the rule as published", norm(GZ_plus * x) ** 2)
@near_miss("T lost", norm(GZ_plus * x - zero_gains / count) ** 2, _form)
def shortest_preimage() -> Derivation:
    """|G⁺x − (T/k) z|² = |G⁺x|² + T²/k = xᵀM_Z x with T = α⁺ · x, for k ≥ 1 zero gains, which z marks."""
    return (
        Derivation.start(norm(_shortest) ** 2, [SOME_ZERO])
        .by(_PYTHAGORAS, note="Pythagoras: G⁺x · z = 0, z · z = k")
        .by(_QUADRATIC_FORM)
    )


@THEORY.theorem("The shortest preimage, with zero gains")
@near_miss("G⁺x is not centred", equation(dot(one, GZ_plus * x), 0, SOME_ZERO))
@near_miss("all of ℝᴺ is reached", equation(GZ * _shortest, x, SOME_ZERO))
@near_miss("longer by nothing", equation(norm(v) ** 2, _at_image, CENTRED, SOME_ZERO))
def shortest_preimage_is_one() -> Statement:
    """v = G⁺x − (T/k) z is centred, and Gv is x where gₙ ≠ 0 and 0 elsewhere; any other centred v with this image is longer.

    |v|² = xᵀM_Z x + Σₙ Σₘ (vₙ − vₘ)²/(2k) over the neurons with a zero gain, for centred v and x = Gv.
    """
    return all_of(
        centred=equation(dot(one, _shortest), 0, SOME_ZERO),
        image=equation(GZ * _shortest, x - hadamard(zero_gains, x), SOME_ZERO),
        no_longer=equation(norm(v) ** 2, _at_image + _excess(v), CENTRED, SOME_ZERO),
    )


@THEORY.theorem("The ellipsoid with zero gains", "derived here; corrects the rule of Riechers, §II.2, for zero gains")
@near_miss(
    "the rule as published: the ellipsoid of the whole ball is not reached",
    Subset(Map(GZ * v, v, (IN_BALL,)), Set(x, (ON_SUPPORT, IN_FLAT)), (SOME_ZERO,)),
)
def zero_gain_ellipsoid() -> Statement:
    """With k ≥ 1 zero gains, diag(g) maps {v : 1 · v = 0, |v|² ≤ N} onto {x : xₙ = 0 where gₙ = 0, xᵀM_Z x ≤ N}.

    The shortest v that is mapped to x has −T/k on every neuron with a zero gain; any other is longer, by the mean square of
    the differences there.
    """
    return Image(
        Map(GZ * v, v, (CENTRED, IN_BALL)),
        Set(x, (ON_SUPPORT, IN_FLAT), ((IN_FLAT, _excess(v) + (N - norm(v) ** 2)),)),
        _shortest,
        (SOME_ZERO,),
        by=((IN_BALL, N - _form),),
    )


@THEORY.theorem("The exact image with zero gains, ε > 0")
@near_miss(
    "half of it", Subset(Map(GZ * y, a), Set(x, (ON_SUPPORT, positive(N / 2 - _form))), (SOME_ZERO, positive(eps)))
)
def zero_gain_image() -> Statement:
    """For ε > 0 and k ≥ 1 zero gains, {LN(a) − b} = {x : xₙ = 0 where gₙ = 0, xᵀM_Z x < N}."""
    stretch = sqrt(N * eps / (N - _form))
    return Image(
        Map(GZ * y, a),
        Set(x, (ON_SUPPORT, INSIDE_FLAT), ((INSIDE_FLAT, N * eps / (sigma2 + eps) + _excess(y)),)),
        stretch * _shortest,
        (SOME_ZERO, positive(eps)),
        lemmas=(_root_at(sigma2 + eps, stretch * _shortest, stretch),),
    )


@THEORY.theorem("The exact image with two zero gains or more, ε = 0")
@near_miss(
    "on the surface only",
    Subset(Map(GZ * y0, a, (not_zero(Pi * a),)), Set(x, (ON_SUPPORT, equal(_form, N))), (SOME_ZERO,)),
)
def zero_gain_image_limit() -> Statement:
    """For ε = 0 and k ≥ 2 zero gains, {LN(a) − b : Πa ≠ 0} = {x : xₙ = 0 where gₙ = 0, xᵀM_Z x ≤ N}.

    It is all of the solid ellipsoid.  The point x is reached by the shortest v for it, lengthened to √N along ω ≠ 0.  The
    claim does not speak of ω = z ⊙ w − ((z · w)/k) z; that it is not 0 for some w says just that k ≥ 2.
    """
    longest = _shortest + sqrt(N - _form) * (omega / norm(omega))
    return Image(
        Map(GZ * y0, a, (not_zero(Pi * a),)),
        Set(x, (ON_SUPPORT, IN_FLAT), ((IN_FLAT, _excess(y0)),)),
        longest,
        (SOME_ZERO, not_zero(omega)),
        lemmas=(_root_at(sigma2, longest, ONE),),
        by=((not_zero(Pi * a), N),),
    )


@THEORY.theorem("How near the surface an outcome lies", f"{RIECHERS}, Abstract and Fig. 2 (there in words)")
@near_miss("half of the bound", bound(1 - 1 / sqrt(1 + eps / sigma2), "<=", eps / (4 * sigma2), not_zero(Pi * a)))
def depth() -> Statement:
    """y = ρ v with |v|² = N and ρ = (1 + ε/σ²)^(−1/2), and 0 ≤ 1 − ρ ≤ ε/(2σ²), for Πa ≠ 0."""
    inner = sqrt(1 + eps / sigma2)
    on_sphere = sqrt(N) * (Pi * a) / norm(Pi * a)
    known = not_zero(Pi * a)
    return all_of(
        as_a_multiple=equation(y, 1 / inner * on_sphere, known),
        of_a_point_of_the_sphere=equation(norm(on_sphere) ** 2, N, known),
        not_above=bound(1 - 1 / inner, ">=", 0, known, by=eps / sigma2 / (inner * (inner + 1))),
        not_deep=bound(
            1 - 1 / inner,
            "<=",
            eps / (2 * sigma2),
            known,
            by=(eps / sigma2) ** 2 * (inner + 2) / (2 * inner * (inner + 1) ** 2),
        ),
    )
