"""Weight folding: what may be moved out of LayerNorm and into the weights around it, and what may not.

Sources.  TransformerLens (N. Nanda and J. Bloom, 2022), processing of weights: ``fold_ln``, ``center_writing_weights``,
``center_unembed``, ``fold_value_biases``.  It multiplies rows by W from the right; here a reader W multiplies columns from
the left, so that its W is our Wᵀ.

Idea.  LN(a) = diag(g) y + b with y = Πa/r and Πy = y.  A linear reader absorbs diag(g), b and Π exactly, whatever is
normalised; a writer absorbs Π because LN(Πa) = LN(a).  Only once every writer is centred, LayerNorm is RMSNorm.  Nothing
of this passes a nonlinearity, and r = √(σ² + ε) stays.

Letters.  N width of the residual stream; K outputs of a reader W (K × N) with bias d; D inputs of a writer V (N × D) with
bias f; z what it reads; e the rest of the residual stream; a input of LayerNorm; g, b its gain and bias; y its output with
gains 1 and bias 0; G = diag(g); Π centring over the residual stream, C over the outputs of W; S positions; A attention
pattern (S × S), H values (S × D), h their bias; c, t scalars.
"""

from __future__ import annotations

from derive.authoring import *
from derive.theories import algebra
from derive.theories.layernorm.maps import root
from derive.theories.layernorm.names import N, Pi, a, b, c, eps, eye, g, mu, one, sigma2, v, w
from derive.theories.rmsnorm.names import rmsnorm

LENS = "TransformerLens"

K, D, S = dimension("K"), dimension("D"), dimension("S")
W, d = matrix("W", K, N), vector("d", K)
V, f, z, e = matrix("V", N, D), vector("f", N), vector("z", D), vector("e", N)
A, H, h, O = matrix("A", S, S), matrix("H", S, D), vector("h", D), matrix("O", D, N)  # noqa: E741
t = scalar("t", "positive")
i, j = index("i", K), index("j", K)

_x, _g, _b, _d = vector("x", N), vector("y", N), vector("w", N), scalar("delta", "nonneg")
layernorm = define("LN", _g * ((_x - mean(_x) * one) / sqrt(var(_x) + _d)) + _b, _x, _g, _b, _d)
LNa = layernorm(a, g, b, eps)
G = let("G", diag(g))
C = let("C", identity(K) - ones(K) * ones(K).T / K)
y = let("y", (a - mu * one) / root)

#: Square readers and writers, for mistakes that only fit when K = N or D = N.
B = matrix("B", N, N)

THEORY = Theory(
    "folding",
    "Folding LayerNorm into weights",
    "What interpretability tools do to the weights around LayerNorm, with the exact conditions: gains, biases and centring.",
    (LENS,),
)
THEORY.declare(N, K, D, S, i, j, W, d, V, f, z, e, A, H, h, O, B)
THEORY.declare(a, g, b, v, w, c, t, eps, one, eye, mu, sigma2, Pi, C, G, y, LNa)
THEORY.define(LNa, f"{LENS}, what is folded")
THEORY.define(y, f"{LENS}, what stays: LayerNormPre")
THEORY.define(G, f"{LENS}, fold_ln")
THEORY.define(Pi, f"{LENS}, fold_ln and center_writing_weights")
THEORY.define(C, f"{LENS}, center_unembed")

NORMALISED = rule("definition of the normalised vector", definition(LNa).rhs, g * y + b, ())
DISTRIBUTE = rule("matrix times a sum", W * (v + w), W * v + W * w, (v, w), kind="algebra")
CENTRED = rule("the normalised vector is centred", Pi * y, y, ())


THEORY.group("Weights that read")


@THEORY.theorem("Gains and bias into the next weights", f"{LENS}, fold_ln")
@near_miss("the bias not multiplied by the weights", B * (g * v + b), B * diag(g) * v + b)
@near_miss("the bias multiplied by the gains", W * diag(g) * v + (W * diag(g) * b + d))
@near_miss("the gains on the outputs", B * (g * v + b), diag(g) * B * v + B * b)
@near_miss("the bias of the reader lost", W * diag(g) * v + W * b)
def gains_and_bias() -> Chain:
    """W(g ⊙ v + b) + d = (W diag(g)) v + (Wb + d), for every v: the columns of W are scaled, the bias goes through W."""
    return W * (g * v + b) + d, W * diag(g) * v + (W * b + d)


@THEORY.theorem("LayerNorm into the next weights", f"{LENS}, fold_ln")
@near_miss("the bias lost", W * G * Pi * y + d)
@near_miss("Π before the gains", W * Pi * G * y + (W * b + d))
@near_miss("Π on the outputs", B * LNa, Pi * B * G * y + B * b)
@near_miss("the scaling folded as well", W * G * Pi * a + (W * b + d))
def layernorm_folded() -> Derivation:
    """W LN(a) + d = (WGΠ) y + (Wb + d), wherever σ² + ε > 0: what is left of LayerNorm is y = Πa/√(σ² + ε)."""
    return (
        Derivation.start(W * LNa + d)
        .by(definition(LNa))
        .by(NORMALISED)
        .by(CENTRED.reversed())
        .by(algebra.HADAMARD_AS_DIAGONAL)
        .by(definition(G).reversed())
        .by(DISTRIBUTE, to=W * G * Pi * y + W * b + d)
    )


@THEORY.theorem("Reading weights may be centred", f"{LENS}, fold_ln")
@near_miss("a vector that is not centred", W * Pi * v, W * v)
@near_miss("before the gains are folded", W * Pi * G * y, W * G * y)
@near_miss("across the outputs", Pi * B * y, B * y)
def reader_centred() -> Chain:
    """WΠy = W(I − 11ᵀ/N)y = Wy, since 1·y = 0: rows of W may have their mean subtracted."""
    return W * Pi * y, W * (eye - one * one.T / N) * y, W * y


@THEORY.theorem("Folded weights read nothing along 1", f"{LENS}, fold_ln")
@near_miss("the order of gains and centring", W * Pi * G * one, 0)
@near_miss("not centred", W * G * one, 0)
def folded_reader_annihilates() -> Chain:
    """(WGΠ)1 = 0."""
    return W * G * Pi * one, 0


@THEORY.theorem("Centring read off the input", f"{LENS}, fold_ln")
@near_miss(
    "the root of the mean square, for an input that is not centred", W * G * Pi * a / sqrt(norm(a) ** 2 / N + eps)
)
@near_miss("without centring", W * G * a / root)
def centring_folded() -> Chain:
    """WGy = (WGΠ)a/√(σ² + ε): the mean of a need not be subtracted, but its variance is still needed."""
    return W * G * y, W * G * Pi * a / root


@THEORY.theorem("LayerNorm does not see the mean", f"{LENS}, center_writing_weights")
@near_miss("RMSNorm does", rmsnorm(Pi * a, g, eps), rmsnorm(a, g, eps))
@near_miss("a vector other than 1 added", layernorm(a + w, g, b, eps), LNa)
@near_miss(
    "the mean of an input that passes gains first", layernorm(G * Pi * a, g, b, eps), layernorm(G * a, g, b, eps)
)
def mean_unseen() -> Chain:
    """LN(Πa) = LN(a) = LN(a + c1)."""
    return layernorm(Pi * a, g, b, eps), LNa, layernorm(a + c * one, g, b, eps)


THEORY.group("Weights that write")


@THEORY.theorem("Centring what a writer writes", f"{LENS}, center_writing_weights")
@near_miss("across the inputs of the writer", Pi * (B * v + f), B * Pi * v + Pi * f)
@near_miss("the bias left as it is", Pi * V * z + f)
def writer_centred() -> Chain:
    """Π(Vz + f) = (ΠV)z + Πf: each column of V, and f, has its mean subtracted; a column of V is what one input writes."""
    return Pi * (V * z + f), Pi * V * z + Pi * f


@THEORY.theorem("Writing weights may be centred", f"{LENS}, center_writing_weights")
@near_miss("across the inputs of the writer", layernorm(e + B * v, g, b, eps), layernorm(e + B * Pi * v, g, b, eps))
@near_miss("before RMSNorm", rmsnorm(e + V * z + f, g, eps), rmsnorm(Pi * e + Pi * V * z + Pi * f, g, eps))
def writers_centred() -> Chain:
    """LN(e + w) = LN(Πe + Πw) for all that is written, e and w = Vz + f: V and f may be replaced by ΠV and Πf."""
    return layernorm(e + w, g, b, eps), layernorm(Pi * e + Pi * w, g, b, eps)


@THEORY.theorem("Some of the writers centred", f"{LENS}, center_writing_weights")
@near_miss("before RMSNorm", rmsnorm(e + V * z, g, eps), rmsnorm(e + Pi * V * z, g, eps))
def one_writer_centred() -> Chain:
    """LN(e + w) = LN(e + Πw), with w = Vz + f: LayerNorm allows it writer by writer."""
    return layernorm(e + w, g, b, eps), layernorm(e + Pi * w, g, b, eps)


@THEORY.theorem("The centred residual stream", f"{LENS}, center_writing_weights")
@near_miss("one writer left as it is", dot(one, Pi * e + V * z), 0)
@near_miss("across the inputs of the writer", dot(one, Pi * e + B * Pi * v), 0)
def stream_centred() -> Chain:
    """1·(Πe + (ΠV)z + Πf) = 0: once all writers are centred, so is what they write."""
    return dot(one, Pi * e + Pi * V * z + Pi * f), 0


@THEORY.theorem("LayerNorm to RMSNorm", f"{LENS}, LayerNormPre to RMSNormPre")
@near_miss("writers not centred", layernorm(e + V * z, g, b, eps), rmsnorm(e + V * z, g, eps) + b)
@near_miss("one writer left as it is", layernorm(e + V * z, g, b, eps), rmsnorm(e + Pi * V * z, g, eps) + b)
@near_miss("the bias lost", layernorm(e + V * z, g, b, eps), rmsnorm(Pi * e + Pi * V * z, g, eps))
def to_rmsnorm() -> Chain:
    """LN(e + w) = RMSNorm(Πe + Πw) + b, with w = Vz + f: exact once every writer is centred."""
    return layernorm(e + w, g, b, eps), rmsnorm(Pi * e + Pi * w, g, eps) + b


@THEORY.theorem("LayerNorm with its reader to RMSNorm", f"{LENS}, fold_ln and center_writing_weights")
@near_miss("only the reader centred", W * G * Pi * rmsnorm(a, one, eps) + (W * b + d))
@near_miss("the gains twice", W * G * rmsnorm(Pi * a, g, eps) + (W * b + d))
def reader_with_rmsnorm() -> Chain:
    """W LN(a) + d = (WG) RMSNorm(Πa, 1, ε) + (Wb + d) = (WGΠ) RMSNorm(Πa, 1, ε) + (Wb + d)."""
    scaled = rmsnorm(Pi * a, one, eps)
    return W * LNa + d, W * G * scaled + (W * b + d), W * G * Pi * scaled + (W * b + d)


THEORY.group("Logits and values")


@THEORY.theorem(
    "Contributions to the folded output", f"{LENS}, direct logit attribution with the scale of LayerNorm held"
)
@given(equal(a, e + v))
@near_miss(
    "each contribution with its own scale",
    layernorm(e + v, g, b, eps),
    layernorm(e, g, b, eps) + layernorm(v, g, 0 * b, eps),
    given=(),
)
@near_miss("b counted for each", W * G * y + 2 * W * b, W * LNa + d)
def contributions() -> Chain:
    """WGy = (WGΠ)e/r + (WGΠ)v/r for a = e + v, with the one r = √(σ² + ε) of the sum."""
    return W * G * y, W * G * Pi * e / root + W * G * Pi * v / root


# The unembedding.


@THEORY.theorem("Differences of logits", f"{LENS}, center_unembed")
@near_miss("a logit itself", (d + c * ones(K))[i], d[i])
@near_miss("a factor in place of a constant", (c * d)[i] - (c * d)[j], d[i] - d[j])
def logit_differences() -> Chain:
    """(ℓ + c1)ᵢ − (ℓ + c1)ⱼ = ℓᵢ − ℓⱼ for logits ℓ, here d: softmax depends on these differences alone."""
    return (d + c * ones(K))[i] - (d + c * ones(K))[j], d[i] - d[j]


@THEORY.theorem("The unembedding may be centred", f"{LENS}, center_unembed")
@near_miss("a logit itself", (C * (W * v + d))[i], (W * v + d)[i])
@near_miss("over the residual stream", (W * Pi * v + d)[i] - (W * Pi * v + d)[j], (W * v + d)[i] - (W * v + d)[j])
@near_miss("the weights without the bias", C * (W * v + d), C * W * v + d)
def unembedding_centred() -> Chain:
    """((CW)v + Cd)ᵢ − ((CW)v + Cd)ⱼ = (Wv + d)ᵢ − (Wv + d)ⱼ: means over the vocabulary cancel."""
    left, right = C * W * v + C * d, W * v + d
    return left[i] - left[j], right[i] - right[j]


@THEORY.theorem("What centring subtracts from the logits", f"{LENS}, center_unembed")
@near_miss("the mean of the inputs", W * v + d - mean(v) * ones(K))
def logits_shifted() -> Chain:
    """(CW)v + Cd = ℓ − mean(ℓ)1 with ℓ = Wv + d: one number less for all logits."""
    return C * W * v + C * d, W * v + d - mean(W * v + d) * ones(K)


_weights = vector("u", K)


@THEORY.theorem("A common factor in softmax", f"{LENS}, center_unembed")
@near_miss(
    "a common summand",
    (_weights + c * ones(K)) / dot(ones(K), _weights + c * ones(K)),
    _weights / dot(ones(K), _weights),
)
def softmax_factor() -> Chain:
    """tu/(1·tu) = u/(1·u) for t > 0: of u = exp(ℓ), ℓ + c1 makes exp(c)u, and softmax stays."""
    return t * _weights / dot(ones(K), t * _weights), _weights / dot(ones(K), _weights)


# Values, and nonlinearities.


@THEORY.theorem("The bias of the values", f"{LENS}, fold_value_biases")
@given(equal(A * ones(S), ones(S)))
@near_miss("rows of the pattern that do not sum to one", A * (H + ones(S) * h.T), A * H + ones(S) * h.T, given=())
@near_miss(
    "columns that sum to one", A * (H + ones(S) * h.T), A * H + ones(S) * h.T, given=[equal(ones(S).T * A, ones(S).T)]
)
@near_miss("the bias lost", A * (H + ones(S) * h.T), A * H)
def value_bias() -> Chain:
    """A(H + 1hᵀ)O = AHO + 1(hᵀO) where the rows of the attention pattern A sum to one: hᵀO joins the bias of the output."""
    return A * (H + ones(S) * h.T) * O, A * H * O + ones(S) * (h.T * O)


_relu = define("relu", (_x + absolute(_x)) / 2, _x)


@THEORY.theorem("Before a nonlinearity", f"{LENS}, fold_ln before an MLP")
@near_miss("gains through relu", _relu(g * v), g * _relu(v))
@near_miss("the bias through relu", _relu(v + b), _relu(v) + b)
@near_miss("gains through a gated product", hadamard(g * v, g * v), g * hadamard(v, v))
@near_miss("centring after relu", _relu(Pi * v), Pi * _relu(v))
def before_nonlinearity() -> Chain:
    """relu(W(g ⊙ v + b) + d) = relu((W diag(g))v + (Wb + d)), as for any function: folding stops in its argument."""
    return _relu(W * (g * v + b) + d), _relu(W * diag(g) * v + (W * b + d))
