"""Claims J-01 to J-13 and J-22: a Julia notebook that recomputes one logit with a LayerNorm written by hand, for N = 512.

Vectors with 512 components are z, p, f; the displays, which are meant for any size, have x, v, w with N components.
u_δ(x) = x/√(|x|² + δ) and c(x) = x − mean(x) 1 are the functions of the notebook; its LN has no gain and no bias.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from derive.authoring import *
from derive.claims.claim import Claims
from derive.claims.grounds import CODED_SIZE
from derive.claims.layers import centred, layernorm, plain, size
from derive.claims.vocabulary import corrected, note, read, theorem, unless, without
from derive.statements.printed import Within, half_unit, rounds
from derive.statements.undefined import undefined_somewhere
from derive.theories.layernorm.maps import EQ1, u
from derive.theories.layernorm.names import N, Pi, a, b, eps, g, n, one, v, x

CLAIMS = Claims()

#: The size that is written into the code.
CODED = 512
z, p, f = vector("z", CODED), vector("p", CODED), vector("f", CODED)
K = dimension("K")
y = vector("y", K)
bias = scalar("bias")

# Numbers as printed.
TARGET, BIAS, EPSILON = "11.4077", "0.8328", "1e-5"
BY_LAYERNORM, UNCENTRED = "11.407851912178797", "11.40785559974425"


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


@CLAIMS.claim("J-01", "`μ(x)=sum(x)/N`, `E(x)=μ(x)`", "TRUE-IF")
@CODED_SIZE
@without(lambda: equation(coded_mean(y), mean(y)))
def coded_mean_is_mean() -> Statement:
    """μ(x) = sum(x)/N is the mean of x."""
    return all_of(
        for_every_size=equation(sum_(n, x[n]) / N, mean(x)),
        as_it_is_coded=equation(coded_mean(z), mean(z)),
    )


@CLAIMS.claim("J-02", "`c(x)=x .- μ(x)`", "TRUE-IF")
@CODED_SIZE
@without(lambda: equation(coded_centre(y), y - mean(y) * ones(K)))
def coded_centring() -> Statement:
    """c(x) = x − μ(x) is the centred vector Πx."""
    return all_of(
        for_every_size=equation(x - sum_(n, x[n]) / N * one, Pi * x),
        as_it_is_coded=equation(coded_centre(z), z - mean(z) * ones(CODED)),
    )


@CLAIMS.claim("J-03", "`var(x)=sum((x .- μ(x)).^2)/N`", "DEF")
@note("It takes the name of the usual sample variance, with 1/(N − 1), which is another function.")
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


@CLAIMS.claim("J-05", "`LN(x)=(x .- E(x))/sqrt(var(x)+ϵ)`", "TRUE-IF")
@CODED_SIZE
@read("gains 1 and bias 0", "definition for layer-norm")
@without(lambda: equation(coded_layer_norm(y), layernorm(y, ones(K), zeros(K))))
@note("LayerNorm of PyTorch has gains and a bias; here they are missing.")
def coded_definition() -> Statement:
    """LN(x) = (x − E(x))/√(var(x) + ε) is the definition of LayerNorm from PyTorch."""
    return all_of(
        for_every_size=equation(EQ1, plain(a), equal(g, one), equal(b, zeros(N))),
        as_it_is_coded=equation(coded_layer_norm(z), layernorm(z, ones(CODED), zeros(CODED))),
    )


def _to_target() -> Sequence[Statement]:
    gap = as_term(Fraction(BY_LAYERNORM)) - Fraction(TARGET)
    return (rounds(BY_LAYERNORM, "11.4079"), rounds(gap, "1.519e-4"), rounds(gap / Fraction(TARGET), "1.33e-5"))


@CLAIMS.claim("J-06", "'If it is equivalent this should return 11.4077'", "FALSE")
@corrected(_to_target)
@note(
    "It returns 11.407851912178797, which rounds to 11.4079: equality with the reference to a relative 1.3·10⁻⁵.  "
    "That this number is the logit of the vectors is J-22."
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
        equation(sqrt(N) * u(x, N * eps), x / sqrt(var(x) + eps), equal(x, Pi * v)),
        theorem("layernorm.scaling_uncentred"),
        all_of(
            they_agree_on_centred_vectors=equation(sqrt(N) * u(Pi * x, N * eps), Pi * x / sqrt(var(Pi * x) + eps)),
            and_only_there_or_at_0=equation((left + right) * left * right * difference, mean(x) ** 2 * x),
        ),
    )


@CLAIMS.claim("J-10", "display of √n u_{nϵ}(x)", "FALSE", theorem="layernorm.scaling_uncentred")
@unless("x is centred", equal(x, Pi * v))
@corrected(_uncentred)
@note("J-12 is the same display of the centred vector, and true.")
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


@CLAIMS.claim("J-11", "`sqrt(512) .* u_ϵ(pre_norm)`, 11.40785559974425", "FALSE")
@corrected(_what_the_code_computes)
@note("ε for Nε, and not centred; that is why the first printed number differs from the second.")
def first_recomputation() -> Statement:
    """√n u_ε(x) is the LayerNorm of x, or what the display above it says."""
    return all_of(
        layernorm=equation(sqrt(N) * u(x, eps), plain(x)),
        the_display=equation(sqrt(N) * u(x, eps), sqrt(N) * u(x, N * eps)),
    )


CLAIMS.theorem("J-12", "display LN = √n U_{nϵ}(c(x))", "LN(x) = √n u_{nε}(c(x)).", "layernorm.by_unit_scaling")


def coded_second(vector_: Term) -> Term:
    """``sqrt(512) .* u_nϵ(c(x))`` with ``u_nϵ(x) = x .* (1/sqrt(norm(x)^2+512ϵ))``."""
    at = centred(vector_)
    return sqrt(CODED) * (at * (1 / sqrt(norm(at) ** 2 + CODED * eps)))


@CLAIMS.claim("J-13", "`u_nϵ(x)=x .* (1/sqrt(norm(x)^2+512ϵ))`, 11.407851912178797", "TRUE-IF")
@CODED_SIZE
@without(lambda: equation(coded_second(y), plain(y)))
@note("The number printed is that of LayerNorm in all its digits.")
def second_recomputation() -> Statement:
    """√512 u_{nε}(c(x)), with 512 ε in the root, is the LayerNorm of x."""
    return equation(coded_second(z), plain(z))


#: Of the vectors ``pre_norm`` x and ``probe_token`` p of the notebook, to 17 digits: 1 · x, |x|², 1 · p, p · x.
SUMS = tuple(
    map(
        Fraction, ("0.00049999999999889022", "7327.1989426099999705", "0.00014559999999986888", "40.005220721289997985")
    )
)


@CLAIMS.claim("J-22", "printed logits, 11.407851912178797 and 11.40785559974425", "TRUE")
@note(
    "Only four sums of the vectors matter; they are all that is here of the notebook's data.  The numbers printed are "
    "of floating-point arithmetic, and compared within 10⁻¹³."
)
def printed_logits() -> Statement:
    """The logits of the vectors of the notebook: 11.407851912178797 by LayerNorm, 11.40785559974425 by √512 u_ϵ."""
    total, squares, probe, product = (as_term(value) for value in SUMS)
    offset, added = as_term(Fraction(EPSILON)), as_term(Fraction(BIAS))
    variance = squares / CODED - (total / CODED) ** 2
    by_sums = (dot(v, x) - mean(x) * dot(one, v)) / sqrt(norm(x) ** 2 / N - mean(x) ** 2 + eps)
    tolerance = Fraction(1, 10**13)
    return all_of(
        by_four_sums=equation(dot(v, plain(x)), by_sums),
        without_centring=equation(dot(v, sqrt(N) * u(x, eps)), sqrt(N) * dot(v, x) / sqrt(norm(x) ** 2 + eps)),
        the_variance=rounds(variance, "14.310935"),
        by_LayerNorm=Within(
            (product - total / CODED * probe) / sqrt(variance + offset) + added, BY_LAYERNORM, tolerance
        ),
        by_unit_scaling=Within(sqrt(CODED) * product / sqrt(squares + offset) + added, UNCENTRED, tolerance),
    )
