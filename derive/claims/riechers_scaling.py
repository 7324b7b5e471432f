"""Claims R-26 to R-33: sub-step (ii), the scaling, and Eq. (5).

Letters as in `derive.theories.layernorm.names`; y is the vector after sub-steps (i) and (ii).
"""

from __future__ import annotations

from derive.authoring import *
from derive.claims.claim import Claims
from derive.claims.grounds import CLOSED_BALL, DEFINED, NOT_CONSTANT
from derive.claims.vocabulary import Undefined, note, read, theorem, unless, without
from derive.statements.undefined import undefined_somewhere
from derive.theories.layernorm.ellipsoid import y0
from derive.theories.layernorm.maps import hat, y
from derive.theories.layernorm.names import N, Pi, a, c, eps, one, sigma2, t, v

CLAIMS = Claims()


@CLAIMS.claim("R-26", "§II (ii)", "TRUE-IF", theorem="layernorm.length_bound")
@DEFINED
@without(lambda: Undefined(undefined_somewhere(y)))
@note("Strict just for ε > 0.")
def at_most_root_n() -> Statement:
    """After scaling by (σ² + ε)^(−1/2) the magnitude is no larger than √N."""
    return all_of(
        at_most=bound(norm(y), "<=", sqrt(N), squared=True, by=N * eps / (sigma2 + eps)),
        strict_for_positive_eps=bound(norm(y), "<", sqrt(N), positive(eps), squared=True, by=N * eps / (sigma2 + eps)),
        equal_at_0=bound(norm(y0), "=", sqrt(N), squared=True),
    )


@CLAIMS.claim("R-27", "§II (ii)", "TRUE-IF", theorem="layernorm.length_bound")
@CLOSED_BALL
@without(lambda: bound(norm(y), "<", sqrt(N)))
@note("In the open ball just for ε > 0.")
def within_the_ball() -> Statement:
    """Scaling brings it within the N-ball."""
    return all_of(
        closed=bound(norm(y), "<=", sqrt(N), squared=True, by=N * eps / (sigma2 + eps)),
        open_for_positive_eps=bound(norm(y), "<", sqrt(N), positive(eps), squared=True, by=N * eps / (sigma2 + eps)),
        not_for_eps_0=bound(norm(y0), "=", sqrt(N), squared=True),
    )


gap = scalar("delta", "positive")


@CLAIMS.claim("R-28", "§II (ii)", "TRUE-IF")
@read("the input is fixed", "concentrated")
@NOT_CONSTANT
@without(
    lambda: all_of(
        uniformly_in_the_input=bound(norm(y) ** 2, ">=", N / 4, positive(eps), not_zero(Pi * a)),
        for_constant_inputs=limit(norm(substitute(y, {a: c * one})) ** 2, eps, N, equal_to=0),
    )
)
@note("Not uniformly in the input: for every ε > 0 each length below √N occurs.")
def concentrated() -> Statement:
    """If ε is small, points are concentrated towards magnitude √N."""
    known = not_zero(Pi * a)
    return all_of(
        length=bound(norm(y), "=", sqrt(N) / sqrt(1 + eps / sigma2), known, squared=True),
        limit=limit(norm(y) ** 2, eps, N, known),
        near_just_for_small_eps=bound(
            norm(y) ** 2,
            ">=",
            (1 - gap) ** 2 * N,
            known,
            nonneg(sigma2 * (2 * gap - gap**2) - eps * (1 - gap) ** 2),
            scale=(norm(Pi * a) ** 2 / N + eps) / N,
            by=sigma2 * (2 * gap - gap**2) - eps * (1 - gap) ** 2,
        ),
        and_not_for_larger_eps=bound(
            norm(y) ** 2,
            "<",
            (1 - gap) ** 2 * N,
            known,
            positive(eps * (1 - gap) ** 2 - sigma2 * (2 * gap - gap**2)),
            scale=(norm(Pi * a) ** 2 / N + eps) / N,
            by=eps * (1 - gap) ** 2 - sigma2 * (2 * gap - gap**2),
        ),
        every_length_occurs=theorem("layernorm.scaled_image"),
    )


CLAIMS.theorem(
    "R-29",
    "Eq. (5), second case",
    "Πa/√(σ² + ε) = √N Π̂a/√(1 + Nε/aᵀΠa) where a is not a multiple of 1.",
    "layernorm.eq5_general",
)


@CLAIMS.claim("R-30", "Eq. (5), first case", "TRUE-IF", theorem="layernorm.eq5_constant")
@unless("ε > 0", positive(eps))
@without(lambda: Undefined(undefined_somewhere(y0, equal(a, c * one))))
@note("At ε = 0 it is a convention, and no continuous one: the limits at c1 from two sides differ.")
def constant_input() -> Statement:
    """An input proportional to 1 is mapped to the zero vector."""
    direction, known = Pi * v, (not_zero(Pi * v), positive(t))
    side = sqrt(N) * direction / norm(direction)
    return all_of(
        for_positive_eps=theorem("layernorm.eq5_constant"),
        also_for_the_zero_vector=equation(substitute(y, {a: zeros(N)}), 0, positive(eps)),
        at_eps_0_from_one_side=equation(substitute(y0, {a: c * one + t * direction}), side, *known),
        and_from_the_other=equation(substitute(y0, {a: c * one - t * direction}), -side, *known),
        two_different_limits=bound(norm(side - -side), ">", 0, *known, squared=True, by=4 * N),
    )


@CLAIMS.claim("R-31", "after Eq. (5)", "TRUE-IF", theorem="layernorm.direction_unit")
@NOT_CONSTANT
@without(lambda: Undefined(undefined_somewhere(hat(Pi * a))))
def direction() -> Statement:
    """Π̂a is a unit vector in the direction of Πa."""
    known = not_zero(Pi * a)
    return all_of(
        unit=theorem("layernorm.direction_unit"),
        direction=equation(Pi * a, norm(Pi * a) * hat(Pi * a), known),
        positive_factor=bound(norm(Pi * a), ">", 0, known),
    )


@CLAIMS.claim("R-32", "after Eq. (5)", "TRUE-IF")
@NOT_CONSTANT
@without(lambda: Undefined(undefined_somewhere(sqrt(1 + N * eps / (a.T * Pi * a)))))
@note("Strict just for ε > 0.")
def denominator() -> Statement:
    """√(1 + Nε/aᵀΠa) ≥ 1."""
    known = not_zero(Pi * a)
    root = sqrt(1 + N * eps / (a.T * Pi * a))
    return all_of(
        at_least=bound(root, ">=", 1, known, squared=True, by=N * eps / norm(Pi * a) ** 2),
        strict=bound(root, ">", 1, known, positive(eps), squared=True, by=N * eps / norm(Pi * a) ** 2),
        equal_for_eps_0=equation(substitute(root, {eps: as_term(0)}), 1, known),
    )


@CLAIMS.claim("R-33", "after Eq. (5)", "TRUE-IF", theorem="layernorm.scaled_image")
@CLOSED_BALL
@DEFINED
@without(lambda: Subset(Map(y, a), Set(v, (positive(N - norm(v) ** 2),))))
def into_the_disc() -> Statement:
    """Every input is mapped into the intersection of 1^⊥ and the ball of radius √N."""
    centred, inside = equal(dot(one, v), 0), nonneg(N - norm(v) ** 2)
    return all_of(
        included=Subset(Map(y, a), Set(v, (centred, inside), ((inside, N * eps / (sigma2 + eps)),))),
        exactly_for_positive_eps=theorem("layernorm.scaled_image"),
        exactly_for_eps_0=theorem("layernorm.scaled_image_limit"),
    )
