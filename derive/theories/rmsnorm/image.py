"""The image of RMSNorm with gains 1: the open ball of radius √N for ε > 0, the sphere at ε = 0."""

from __future__ import annotations

from derive.authoring import *
from derive.theories.layernorm.names import N, a, eps, one, v
from derive.theories.rmsnorm.names import THEORY, ZHANG, exact, m2, rmsnorm, scaled, y, y0

_inside = (positive(N - norm(v) ** 2), positive(eps))


THEORY.group("The image")


@THEORY.theorem("The preimage of a point of the ball", f"{ZHANG}, Eq. (4), with ε")
@given(*_inside)
@near_miss("N lost", scaled(sqrt(eps / (N - norm(v) ** 2)) * v, eps), v)
@near_miss("the root lost", scaled(N * eps / (N - norm(v) ** 2) * v, eps), v)
@near_miss("v itself", scaled(v, eps), v)
def preimage() -> Chain:
    """y(tv) = v with t = √(Nε/(N − |v|²)), for every v with |v|² < N, and ε > 0."""
    return scaled(sqrt(N * eps / (N - norm(v) ** 2)) * v, eps), v


@THEORY.theorem("The input from the output", f"{ZHANG}, Eq. (4), with ε")
@given(positive(eps))
@near_miss("N lost", sqrt(eps / (N - norm(y) ** 2)) * y, a)
def inverse_map() -> Chain:
    """√(Nε/(N − |y|²)) y = a for ε > 0: with ε > 0 nothing is lost, not even the length."""
    return sqrt(N * eps / (N - norm(y) ** 2)) * y, a


@THEORY.theorem("The preimage of a point of the sphere", f"{ZHANG}, Eq. (4)")
@given(not_zero(v))
@near_miss("the unit sphere", exact(v / norm(v)), v / norm(v))
def preimage_on_sphere() -> Chain:
    """y(√N v/|v|) = √N v/|v| at ε = 0 for every v ≠ 0: every point of the sphere of radius √N is its own image."""
    return exact(sqrt(N) * v / norm(v)), sqrt(N) * v / norm(v)


@THEORY.theorem("The length is at most √N", f"{ZHANG}, §4")
@near_miss("the other way", ">=", N)
@near_miss("less, although ε = 0", "<", N)
@near_miss("at most one", "<=", 1)
def length_at_most() -> Statement:
    """|y|² ≤ N, by the defect Nε/(m₂ + ε)."""
    return bound(norm(y) ** 2, "<=", N, by=N * eps / (m2 + eps))


@THEORY.theorem("The open ball, ε > 0", f"{ZHANG}, Eq. (4), with ε")
@near_miss("equal", "=", N)
def length_less() -> Statement:
    """|y|² < N for ε > 0: the sphere is not reached."""
    return bound(norm(y) ** 2, "<", N, positive(eps), by=N * eps / (m2 + eps))


_ball = positive(N - norm(v) ** 2)
_sphere = equal(dot(v, v), N)
gain = vector("g", N, "nonzero")
_ellipsoid = positive(N - norm(v / gain) ** 2)


@THEORY.theorem("The image, ε > 0", f"{ZHANG}, Eq. (4), with ε")
@near_miss("the unit ball", Image(Map(y, a), Set(v, (positive(1 - norm(v) ** 2),)), v, hypotheses=(positive(eps),)))
@near_miss("the sphere, as at ε = 0", Image(Map(y, a), Set(v, (_sphere,)), v, hypotheses=(positive(eps),)))
def image_ball() -> Image:
    """For ε > 0 the image of a ↦ y is the open ball |v|² < N: all N dimensions, and no sphere."""
    inside = Set(v, (_ball,), ((_ball, N * eps / (m2 + eps)),))
    return Image(Map(y, a), inside, sqrt(N * eps / (N - norm(v) ** 2)) * v, (positive(eps),))


@THEORY.theorem("The image at ε = 0", f"{ZHANG}, Eq. (4)")
@near_miss("the unit sphere", Image(Map(y0, a), Set(v, (equal(dot(v, v), 1),)), v))
@near_miss("the sphere in the hyperplane, as of LayerNorm", Subset(Map(y0, a), Set(v, (equal(dot(one, v), 0),))))
def image_sphere() -> Image:
    """At ε = 0 the image of a ↦ y, of all a ≠ 0, is the sphere |v|² = N."""
    lemmas = (bound(dot(v, v) / N, ">", 0, by=1), bound(norm(v), "=", sqrt(N), squared=True))
    return Image(Map(y0, a), Set(v, (_sphere,)), v, lemmas=lemmas)


@THEORY.theorem("The image with gains, ε > 0", f"{ZHANG}, Eq. (4), with ε")
@near_miss("the ball", Image(Map(rmsnorm(a, gain, eps), a), Set(v, (_ball,)), v, hypotheses=(positive(eps),)))
@near_miss(
    "the gains for their inverses",
    Image(Map(rmsnorm(a, gain, eps), a), Set(v, (positive(N - norm(v * gain) ** 2),)), v, hypotheses=(positive(eps),)),
)
def image_ellipsoid() -> Image:
    """For ε > 0 and gains that are all nonzero, the image of RMSNorm is the open ellipsoid |v/g|² < N, axes √N |gₙ|."""
    inside = Set(v, (_ellipsoid,), ((_ellipsoid, N * eps / (m2 + eps)),))
    preimage_ = sqrt(N * eps / (N - norm(v / gain) ** 2)) * (v / gain)
    return Image(Map(rmsnorm(a, gain, eps), a), inside, preimage_, (positive(eps),))
