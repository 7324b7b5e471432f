"""The hypotheses that several claims share, each with the ground on which it may be added."""

from __future__ import annotations

from derive.claims.vocabulary import quoted, read, unless
from derive.language.hypotheses import nonzero, not_zero, positive
from derive.theories.layernorm.names import N, Pi, a, eps, g, sigma2, v, w
from derive.theories.layernorm.ratio import spread

NO_ZERO_GAIN = unless("no gain is zero", nonzero(g))
NOT_CONSTANT = unless("the input is not constant", not_zero(Pi * a))
DEFINED = unless("LayerNorm is defined there", positive(sigma2 + eps))
TWO_NEURONS = unless("N ≥ 2", positive(N - 1))
DISTINCT = unless("samples with different labels are distinct", not_zero(v - w))
NO_CONSTANT_GROUP = unless("no group is constant", positive(spread))

#: Riechers: what small means is in the statement.
SMALL_EPS = quoted("ε is small beside σ²: ε ≤ σ²/100", "if ε is small")
CLOSED_BALL = read("the ball is closed", "N-ball")

#: Ni et al.: e is printed once and given no value; the definition printed has no gains.
NO_OFFSET = read("e = 0, which is ε = 0", "e")
NO_GAINS = quoted("no gains", "x̂ = (x − μ)/√(σ² + e²)")

#: Brody et al.: the abstract has no formula.
BEFORE_GAINS = read("gains 1 and bias 0", "LayerNorm")
PLAIN = read("ε = 0, gains 1 and bias 0", "LayerNorm")
KEYS_ARE_OUTPUTS = read("the keys are the outputs of LayerNorm, with no key matrix behind it", "keys")

#: The notebook.
CODED_SIZE = quoted("length(x) = N = 512", "sqrt(512)")
