"""Claims J-14 to J-21: what the notebook says of LayerNorm in words and displays.

"Approximately" is no equation.  What the notebook leaves aside by it is ε; so it is read as: equal at ε = 0.  How far
apart the sides are for ε > 0, where they are equal at ε = 0, is the theorem `layernorm.unit_scaling_length`.
"""

from __future__ import annotations

from derive.authoring import *
from derive.claims.claim import Claims
from derive.claims.layers import exact, plain
from derive.claims.notebook import CODED
from derive.claims.vocabulary import Undefined, corrected, note, theorem, unless, without
from derive.statements.printed import rounds
from derive.statements.undefined import undefined_somewhere
from derive.theories.layernorm.maps import centre, hat, u
from derive.theories.layernorm.names import N, Pi, eps, one, v, w, x

CLAIMS = Claims()
M = dimension("M")


@CLAIMS.claim("J-14", "'results in a vector of approx unit length'", "FALSE", theorem="layernorm.unit_scaling_length")
@corrected(
    lambda: [
        all_of(
            its_length=equation(norm(plain(v)), sqrt(N) * sqrt(var(v) / (var(v) + eps))),
            at_eps_0=equation(norm(exact(v)), sqrt(N)),
            which_is_for_the_notebook=rounds(sqrt(CODED), "22.63"),
        ),
        theorem("layernorm.unit_scaling_length"),
    ]
)
@note(
    "Read at ε = 0, where it should be exact.  The length is about √N; it is u_{Nε}(c(x)) that has about unit length."
)
def unit_length() -> Statement:
    """LayerNorm results in a vector of approximately unit length."""
    return equation(norm(exact(v)), 1)


@CLAIMS.claim("J-15", "'in the direction of the centered vector'", "TRUE-IF", theorem="layernorm.direction")
@unless("c(x) ≠ 0", not_zero(Pi * x))
@without(lambda: Undefined(undefined_somewhere(hat(centre(x)))))
@note("Without it there is no direction: the length of c(x) is 0.")
def towards_the_centred_vector() -> Statement:
    """LN(x) is a vector in the direction of the centred vector."""
    return all_of(
        a_multiple=equation(plain(x), 1 / sqrt(var(x) + eps) * centre(x)),
        a_positive_one=implies([not_zero(Pi * x)], positive(1 / sqrt(norm(Pi * x) ** 2 / N + eps))),
        of_the_same_root=equation(var(x), norm(Pi * x) ** 2 / N),
        one_direction=theorem("layernorm.direction"),
    )


@CLAIMS.claim("J-16", "display LN v2 = u_{Nϵ}(c(v2))", "FALSE", theorem="layernorm.by_unit_scaling")
@corrected(
    lambda: (
        theorem("layernorm.by_unit_scaling"),
        equation(plain(v) - u(centre(v), N * eps), (sqrt(N) - 1) * u(centre(v), N * eps)),
    )
)
@note("√N is missing: they differ by (√N − 1) u_{Nε}(c(v2)), which is 0 only for N = 1 or c(v2) = 0.")
def second_vector() -> Statement:
    """LN(v2) = u_{Nε}(c(v2))."""
    return equation(plain(v), u(centre(v), N * eps))


@CLAIMS.claim("J-17", "display of μ(v)", "TRUE-IF", theorem="layernorm.mean_cosine")
@unless("v ≠ 0", not_zero(v))
@without(lambda: Undefined(undefined_somewhere(cos(v, one))))
@note("Without it there is no angle: the divisor of cos θ is 0.")
def mean_by_cosine() -> Statement:
    """μ(v) = (v · 1)/N = |v| (√N/N) cos θ = |v| cos θ/√N, with θ the angle between v and 1."""
    return theorem("layernorm.mean_cosine")


CLAIMS.theorem("J-18", "display of c(v)", "c(v) = v − 1 μ(v).", "layernorm.centring_function")


@CLAIMS.claim("J-19", "'which is v with the 1 component cancelled out'", "TRUE")
def component_cancelled() -> Statement:
    """c(v) is v with the component along 1 cancelled out."""
    return all_of(
        nothing_left_along_1=equation(dot(centre(v), one), 0),
        only_that_is_taken_away=equation(v - centre(v), mean(v) * one),
    )


@CLAIMS.claim("J-20", "display ⟨v1|LN v2⟩ ≈ |v1| cos θ", "FALSE", theorem="layernorm.unit_scaling_product")
@corrected(
    lambda: [
        equation(dot(v, plain(w)), sqrt(N) * norm(v) * cos(v, centre(w)) / sqrt(1 + eps / var(w))),
        equation(dot(v, u(centre(w), N * eps)), norm(v) * cos(v, centre(w)) / sqrt(1 + eps / var(w))),
        theorem("layernorm.unit_scaling_product"),
    ]
)
@note("Read at ε = 0, where it should be exact.  √N is missing; with u_{Nε}(c(v2)) for LN v2 it is right.")
def product_by_cosine() -> Statement:
    """⟨v1|LN v2⟩ ≈ |v1| cos θ, with θ the angle between v1 and c(v2)."""
    return equation(dot(v, exact(w)), norm(v) * cos(v, centre(w)))


@CLAIMS.claim("J-21", "'If v1 is the sum of several vectors, they can be analysed …'", "TRUE")
def sum_of_several() -> Statement:
    """If v1 is the sum of several vectors, they can be analysed one by one."""
    i = index("i", M)
    family = matrix("V", N, M)
    one_of_them = family * basis(i)
    total = sum_(i, one_of_them)
    return all_of(
        products=equation(dot(total, w), sum_(i, dot(one_of_them, w))),
        cosines=equation(norm(total) * cos(total, w), sum_(i, norm(one_of_them) * cos(one_of_them, w))),
    )
