"""Claims J-01 to J-21: a Julia notebook that recomputes one logit with a LayerNorm written by hand, for N = 512.

Vectors with 512 components are z, p, f; the displays, which are meant for any size, have x, v, w with N components.
u_δ(x) = x/√(|x|² + δ) and c(x) = x − mean(x) 1 are the functions of the notebook; its LN has no gain and no bias.

"Approximately" is read as: with a relative deviation of at most ε/(2σ²).  That is what the deviation is where such a claim
is true: with W = √(1 + ε/σ²), ε/(2σ²) − (1 − 1/W) = (W − 1)²(W + 2)/(2W) ≥ 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from derive.language.build import (
    absolute,
    basis,
    cos,
    dimension,
    dot,
    hadamard,
    index,
    matrix,
    mean,
    norm,
    ones,
    scalar,
    sqrt,
    sum_,
    var,
    vector,
    zeros,
)
from derive.language.hypotheses import equal, not_zero, positive
from derive.language.terms import Dim, Term, as_term
from derive.statements.bound import bound
from derive.statements.conjunction import all_of
from derive.statements.implication import implies
from derive.statements.printed import Within, half_unit, rounds
from derive.statements.statement import Statement, equation, equations
from derive.statements.undefined import undefined_somewhere
from derive.theories.claims.claim import Claims, Undefined, theorem
from derive.theories.claims.classes import read, unless
from derive.theories.claims.grounds import CODED_SIZE
from derive.theories.layernorm.names import EQ1, N, Pi, a, b, centre, eps, g, hat, n, one, u, v, w, x

CLAIMS = Claims()

#: The size that is written into the code.
CODED = 512
z, p, f = vector("z", CODED), vector("p", CODED), vector("f", CODED)
K, M = dimension("K"), dimension("M")
y = vector("y", K)
bias = scalar("bias")

# Numbers as printed.
TARGET, BIAS, EPSILON = "11.4077", "0.8328", "1e-5"
BY_LAYERNORM, UNCENTRED = "11.407851912178797", "11.40785559974425"


def size(vector_: Term) -> Dim:
    """The number of components."""
    (dim,) = vector_.shape
    return dim


def coded_mean(vector_: Term) -> Term:
    """``μ(x) = sum(x)/N``, with the N of the code."""
    k = index("k", size(vector_))
    return sum_(k, vector_[k]) / CODED


def coded_centre(vector_: Term) -> Term:
    """``c(x) = x .- μ(x)``."""
    return vector_ - coded_mean(vector_) * ones(size(vector_))


def coded_var(vector_: Term) -> Term:
    """``var(x) = sum((x .- μ(x)).^2)/N``."""
    k = index("k", size(vector_))
    return sum_(k, coded_centre(vector_)[k] ** 2) / CODED


def coded_layer_norm(vector_: Term) -> Term:
    """``LN(x) = (x .- E(x))/sqrt(var(x)+ϵ)``."""
    return coded_centre(vector_) / sqrt(coded_var(vector_) + eps)


def layer_norm(vector_: Term, gain: Term, shift: Term) -> Term:
    """LayerNorm of a vector of any size, with gain and bias."""
    centred = vector_ - mean(vector_) * ones(size(vector_))
    return hadamard(gain, centred / sqrt(var(vector_) + eps)) + shift


def plain(vector_: Term) -> Term:
    """LayerNorm with gains 1 and bias 0, for any size."""
    return (vector_ - mean(vector_) * ones(size(vector_))) / sqrt(var(vector_) + eps)


def shrinking(vector_: Term) -> Term:
    """ρ = (1 + ε/σ²)^(-1/2), the length of u_{Nε}(c(v))."""
    return 1 / sqrt(1 + eps / var(vector_))


def deviation(vector_: Term) -> Term:
    """ε/(2σ²)."""
    return eps / (2 * var(vector_))


def slack(vector_: Term) -> Term:
    """(ε/(2σ²))² − (1 − ρ)², written as a product of what is not negative."""
    root, ratio = sqrt(1 + eps / var(vector_)), eps / var(vector_)
    return (root - 1) ** 2 * (root + 2) / (2 * root) * (ratio / 2 + ratio / (root * (root + 1)))


@CLAIMS.claim(
    "J-01",
    "`μ(x)=sum(x)/N`, `E(x)=μ(x)`",
    "TRUE-IF",
    added=(CODED_SIZE,),
    without=lambda: equation(coded_mean(y), mean(y)),
)
def coded_mean_is_mean() -> Statement:
    """μ(x) = sum(x)/N is the mean of x."""
    return all_of(
        for_every_size=equation(sum_(n, x[n]) / N, mean(x)),
        as_it_is_coded=equation(coded_mean(z), mean(z)),
    )


@CLAIMS.claim(
    "J-02",
    "`c(x)=x .- μ(x)`",
    "TRUE-IF",
    added=(CODED_SIZE,),
    without=lambda: equation(coded_centre(y), y - mean(y) * ones(K)),
)
def coded_centring() -> Statement:
    """c(x) = x − μ(x) is the centred vector Πx."""
    return all_of(
        for_every_size=equation(x - sum_(n, x[n]) / N * one, Pi * x),
        as_it_is_coded=equation(coded_centre(z), z - mean(z) * ones(CODED)),
    )


@CLAIMS.claim(
    "J-03",
    "`var(x)=sum((x .- μ(x)).^2)/N`",
    "DEF",
    note="It takes the name of the usual sample variance, with 1/(N − 1), which is another function.",
)
def coded_variance() -> Statement:
    """var(x) = sum((x − μ(x))²)/N; beside it, commented out, the same without 1/N."""
    squares = sum_(n, (x - mean(x) * one)[n] ** 2)
    return all_of(
        it_is_the_population_variance=equation(squares / N, var(x)),
        as_it_is_coded=equation(coded_var(z), var(z)),
        of_the_centred_vector=equation(var(x), norm(Pi * x) ** 2 / N),
        never_negative=bound(var(x), ">=", 0, by=norm(Pi * x) ** 2 / N),
        the_alternative_without_the_factor=equation(squares, N * var(x)),
    )


CLAIMS.words("J-04", "`ϵ = 1e-5`", "ε = 10⁻⁵.")


@CLAIMS.claim(
    "J-05",
    "`LN(x)=(x .- E(x))/sqrt(var(x)+ϵ)`",
    "TRUE-IF",
    added=(CODED_SIZE, read("gains 1 and bias 0", "definition for layer-norm")),
    without=lambda: equation(coded_layer_norm(y), layer_norm(y, ones(K), zeros(K))),
    note="LayerNorm of PyTorch has gains and a bias; here they are missing.",
)
def coded_definition() -> Statement:
    """LN(x) = (x − E(x))/√(var(x) + ε) is the definition of LayerNorm from PyTorch."""
    return all_of(
        for_every_size=equation(EQ1, plain(a), equal(g, one), equal(b, zeros(N))),
        as_it_is_coded=equation(coded_layer_norm(z), layer_norm(z, ones(CODED), zeros(CODED))),
    )


def _to_target() -> Sequence[Statement]:
    gap = as_term(Fraction(BY_LAYERNORM)) - Fraction(TARGET)
    return (rounds(BY_LAYERNORM, "11.4079"), rounds(gap, "1.519e-4"), rounds(gap / Fraction(TARGET), "1.33e-5"))


@CLAIMS.claim(
    "J-06",
    "'If it is equivalent this should return 11.4077'",
    "FALSE",
    corrected=_to_target,
    note="It returns 11.407851912178797, which rounds to 11.4079: equality with the reference to a relative 1.3·10⁻⁵.",
)
def returned_value() -> Statement:
    """The recomputed logit is the reference 11.4077."""
    printed = as_term(Fraction(BY_LAYERNORM))
    return all_of(
        to_the_last_digit=rounds(BY_LAYERNORM, TARGET),
        within_the_rounding_of_reference_and_bias=Within(printed, TARGET, 2 * half_unit(TARGET), written=BY_LAYERNORM),
    )


@CLAIMS.claim("J-07", "`logit = sum(.*(probe_token, final_residual)) + bias`", "TRUE")
def logit() -> Statement:
    """logit = Σₙ pₙ fₙ + bias is the scalar product ⟨p|f⟩ + bias."""
    k = index("k", CODED)
    return all_of(
        for_every_size=equation(sum_(n, x[n] * v[n]) + bias, dot(x, v) + bias),
        as_it_is_coded=equation(sum_(k, hadamard(p, f)[k]) + bias, dot(p, f) + bias),
    )


@CLAIMS.claim("J-08", "`norm(x)=sqrt(sum(x .^ 2))`", "TRUE")
def coded_norm() -> Statement:
    """norm(x) = √(sum of squares) is the Euclidean norm."""
    return equation(sqrt(sum_(n, x[n] ** 2)), norm(x))


@CLAIMS.claim("J-09", "`u_ϵ(x)=x .* (1/sqrt(norm(x)^2+ϵ))`", "DEF")
def scaled_towards_unit() -> Statement:
    """u_ε(x) = x/√(|x|² + ε); defined unless ε = 0 and x = 0; shorter than 1 just where ε > 0."""
    radicand = norm(x) ** 2 + eps
    return all_of(
        as_it_is_coded=equation(x * (1 / sqrt(norm(x) ** 2 + eps)), u(x, eps)),
        defined_where_the_offset_is_positive=implies([positive(eps)], positive(radicand)),
        defined_where_the_vector_is_not_zero=implies([not_zero(x)], positive(radicand)),
        where_neither_is_it_is_0=equation(radicand, 0, equal(eps, 0), equal(x, zeros(N))),
        so_not_everywhere=undefined_somewhere(u(x, eps)),
        shorter_than_1=bound(norm(u(x, eps)), "<", 1, positive(eps), by=eps / radicand, squared=True),
        else_of_length_1=equation(norm(u(x, as_term(0))), 1),
    )


def _uncentred() -> Sequence[Statement]:
    left, right = sqrt(norm(x) ** 2 / N + eps), sqrt(var(x) + eps)
    difference = x / right - sqrt(N) * u(x, N * eps)
    return (
        theorem("layernorm.scaling_uncentred"),
        all_of(
            they_agree_on_centred_vectors=equation(sqrt(N) * u(Pi * x, N * eps), Pi * x / sqrt(var(Pi * x) + eps)),
            and_only_there_or_at_0=equation((left + right) * left * right * difference, mean(x) ** 2 * x),
        ),
    )


@CLAIMS.claim("J-10", "display of √n u_{nϵ}(x)", "FALSE", corrected=_uncentred, theorem="layernorm.scaling_uncentred")
def scaling_display() -> Statement:
    """√n u_{nε}(x) = x/√(Var x + ε)."""
    return equation(sqrt(N) * u(x, N * eps), x / sqrt(var(x) + eps))


def _what_the_code_computes() -> Sequence[Statement]:
    code, centred = sqrt(N) * u(x, eps), sqrt(N) * u(Pi * v, eps)
    ratio = sqrt((var(v) + eps) / (var(v) + eps / N))
    excess = eps * (N - 1) / (N * var(v) + eps)
    return (
        equation(code, x / sqrt(norm(x) ** 2 / N + eps / N)),
        all_of(
            equal_to_layernorm_only_if_centred=equation(
                dot(one, code - plain(x)), N * mean(x) / sqrt(norm(x) ** 2 / N + eps / N)
            ),
            of_centred_vectors_a_multiple_of_layernorm=equation(centred, ratio * plain(Pi * v)),
            which_is_longer=bound(ratio, ">", 1, positive(eps), positive(N - 1), by=excess, squared=True),
        ),
        *_observed_ratio(),
    )


def _observed_ratio() -> Sequence[Statement]:
    """Of the two printed numbers, and the variance that their ratio says if the vector is centred."""
    variance, offset = scalar("V", "positive"), scalar("d", "positive")
    square = (variance + offset) / (variance + offset / CODED)
    first, second = (as_term(Fraction(text)) - Fraction(BIAS) for text in (UNCENTRED, BY_LAYERNORM))
    return (
        rounds(first / second - 1, "3.48704e-7"),
        all_of(
            a_ratio_says_the_variance=equation(_variance_by(square, offset), variance),
            which_is_here=rounds(_variance_by((first / second) ** 2, as_term(Fraction(EPSILON))), "14.311"),
        ),
    )


def _variance_by(square: Term, offset: Term) -> Term:
    """σ² of a centred vector, by the square of the ratio √((σ² + ε)/(σ² + ε/512))."""
    return offset * (1 - square / CODED) / (square - 1)


@CLAIMS.claim(
    "J-11",
    "`sqrt(512) .* u_ϵ(pre_norm)`, 11.40785559974425",
    "FALSE",
    corrected=_what_the_code_computes,
    note="ε for Nε, and not centred; that is why the first printed number differs from the second.",
)
def first_recomputation() -> Statement:
    """√n u_ε(x) is the LayerNorm of x, or what the display above it says."""
    return all_of(
        layernorm=equation(sqrt(N) * u(x, eps), plain(x)),
        the_display=equation(sqrt(N) * u(x, eps), sqrt(N) * u(x, N * eps)),
    )


CLAIMS.theorem("J-12", "display LN = √n U_{nϵ}(c(x))", "LN(x) = √n u_{nε}(c(x)).", "layernorm.by_unit_scaling")


def coded_second(vector_: Term) -> Term:
    """``sqrt(512) .* u_nϵ(c(x))`` with ``u_nϵ(x) = x .* (1/sqrt(norm(x)^2+512ϵ))``."""
    centred = vector_ - mean(vector_) * ones(size(vector_))
    return sqrt(CODED) * (centred * (1 / sqrt(norm(centred) ** 2 + CODED * eps)))


@CLAIMS.claim(
    "J-13",
    "`u_nϵ(x)=x .* (1/sqrt(norm(x)^2+512ϵ))`, 11.407851912178797",
    "TRUE-IF",
    added=(CODED_SIZE,),
    without=lambda: equation(coded_second(y), plain(y)),
    note="The number printed is that of LayerNorm in all its digits.",
)
def second_recomputation() -> Statement:
    """√512 u_{nε}(c(x)), with 512 ε in the root, is the LayerNorm of x."""
    return equation(coded_second(z), plain(z))


def _lengths() -> Sequence[Statement]:
    unit = u(centre(v), N * eps)
    return (
        equations((norm(plain(v)), sqrt(N) * sqrt(var(v) / (var(v) + eps)))),
        all_of(
            of_the_scaled_vector=equation(norm(unit), shrinking(v)),
            approximately_1=bound(absolute(norm(unit) - 1), "<=", deviation(v), by=slack(v), squared=True),
        ),
    )


@CLAIMS.claim(
    "J-14",
    "'results in a vector of approx unit length'",
    "FALSE",
    corrected=_lengths,
    note="The length is about √N, which is 22.63 for N = 512; it is u_{Nε}(c(x)) that has about unit length.",
)
def unit_length() -> Statement:
    """LayerNorm results in a vector of approximately unit length."""
    return bound(absolute(norm(plain(v)) - 1), "<=", deviation(v))


@CLAIMS.claim(
    "J-15",
    "'in the direction of the centered vector'",
    "TRUE-IF",
    added=(unless("c(x) ≠ 0", not_zero(Pi * x)),),
    without=lambda: Undefined(undefined_somewhere(hat(centre(x)))),
    theorem="layernorm.direction",
    note="Without it there is no direction: the length of c(x) is 0.",
)
def towards_the_centred_vector() -> Statement:
    """LN(x) is a vector in the direction of the centred vector."""
    return all_of(
        a_multiple=equation(plain(x), 1 / sqrt(var(x) + eps) * centre(x)),
        a_positive_one=implies([not_zero(Pi * x)], positive(1 / sqrt(norm(Pi * x) ** 2 / N + eps))),
        of_the_same_root=equation(var(x), norm(Pi * x) ** 2 / N),
        one_direction=theorem("layernorm.direction"),
    )


@CLAIMS.claim(
    "J-16",
    "display LN v2 = u_{Nϵ}(c(v2))",
    "FALSE",
    corrected=lambda: (
        theorem("layernorm.by_unit_scaling"),
        equation(plain(v) - u(centre(v), N * eps), (sqrt(N) - 1) * u(centre(v), N * eps)),
    ),
    theorem="layernorm.by_unit_scaling",
    note="√N is missing: they differ by (√N − 1) u_{Nε}(c(v2)), which is 0 only for N = 1 or c(v2) = 0.",
)
def second_vector() -> Statement:
    """LN(v2) = u_{Nε}(c(v2))."""
    return equation(plain(v), u(centre(v), N * eps))


@CLAIMS.claim(
    "J-17",
    "display of μ(v)",
    "TRUE-IF",
    added=(unless("v ≠ 0", not_zero(v)),),
    without=lambda: Undefined(undefined_somewhere(cos(v, one))),
    theorem="layernorm.mean_cosine",
    note="Without it there is no angle: the divisor of cos θ is 0.",
)
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


def _by_cosine() -> Sequence[Statement]:
    cosine = norm(v) * cos(v, centre(w))
    scaled = dot(v, u(centre(w), N * eps))
    return (
        equation(dot(v, plain(w)), sqrt(N) * cosine * shrinking(w)),
        all_of(
            with_the_scaled_vector=equation(scaled, cosine * shrinking(w)),
            approximately=bound(
                absolute(scaled - cosine),
                "<=",
                deviation(w) * absolute(cosine),
                by=slack(w) * cosine**2,
                squared=True,
            ),
        ),
    )


@CLAIMS.claim(
    "J-20",
    "display ⟨v1|LN v2⟩ ≈ |v1| cos θ",
    "FALSE",
    corrected=_by_cosine,
    note="√N is missing.",
)
def product_by_cosine() -> Statement:
    """⟨v1|LN v2⟩ ≈ |v1| cos θ, with θ the angle between v1 and c(v2)."""
    cosine = norm(v) * cos(v, centre(w))
    return bound(absolute(dot(v, plain(w)) - cosine), "<=", deviation(w) * absolute(cosine))


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
