"""What networks of LayerNorm can tell apart: the sources and the letters of the theory.

Sources.  Y. Ni, Y. Guo, J. Jia, L. Huang, *On the Nonlinearity of Layer Normalization* (slides): XOR, the hint on scaling,
Algorithm 1 (Projection Merge).  S. Brody, U. Alon, E. Yahav, *On the Expressivity Role of LayerNorm in Transformers'
Attention* (abstract): the query that attends to all keys equally, un-select-able keys.

Letters.  A line is folded at m = (pᵢ + pⱼ)/2 with half-width d = (pⱼ − pᵢ)/2, where pᵢ ≠ pⱼ; φ(p) is the new position of p.
The layer of width 3 maps t to LayerNorm of (t + δ, −t + δ, −2δ).  x₁, x₂ are the inputs of XOR, F is an affine function of
them.  N dimension; a input; g gain; b bias; w a query; y and z two normalised vectors; ε ≥ 0.
"""

from __future__ import annotations

from derive.authoring import Theory, dimension, let, nonzero, ones, scalar, vector

NI = "Ni, Guo, Jia, Huang, On the Nonlinearity of Layer Normalization (slides)"
BRODY = "Brody, Alon, Yahav, On the Expressivity Role of LayerNorm in Transformers' Attention (abstract)"

p_i, p_j, p_k, p_l, p = (scalar(name) for name in ("p_i", "p_j", "p_k", "p_l", "p"))
t, delta, eps = scalar("t"), scalar("delta", "nonzero"), scalar("eps", "nonneg")
w_1, w_2, w_0 = (scalar(name) for name in ("w_1", "w_2", "w_0"))
N = dimension("N")
one = ones(N)
a, b, w, x, y, z = (vector(name, N) for name in "abwxyz")
gain = vector("g", N, "nonzero")

apart = nonzero(p_j - p_i)
middle = let("m", (p_i + p_j) / 2)
half = let("d", (p_j - p_i) / 2)

THEORY = Theory(
    "expressivity",
    "What networks of LayerNorm can tell apart",
    "One layer of width 3 folds a line, and a fold merges two points; well chosen folds separate any two classes. A query "
    "that is orthogonal to the image of LayerNorm sees all keys alike.",
    (NI, BRODY),
)
THEORY.declare(N, one, a, b, w, x, y, z, gain, eps, t, delta, p, p_i, p_j, p_k, p_l)
for _term in (middle, half):
    THEORY.define(_term, f"{NI}, Algorithm 1, line 8")
