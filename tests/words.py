"""Words that many tests speak in: the dimensions N and K, indices, vectors over N, 1, I and Π.

A file whose words mean something else has its own.
"""

from __future__ import annotations

from derive.language.build import (
    diag,
    dimension,
    dot,
    hadamard,
    hadamard_power,
    identity,
    index,
    let,
    matrix,
    ones,
    outer,
    scalar,
    vector,
)

N, K = dimension("N"), dimension("K")
i, j, n, m = (index(name, N) for name in "ijnm")
one, eye = ones(N), identity(N)
a, u, v, w, x, y = (vector(name, N) for name in "auvwxy")
A, B = matrix("A", N, N), matrix("B", N, N)
#: Gains, and an ε.
g = vector("g", N, "nonzero")
eps = scalar("eps", "nonneg")

#: The projection onto what is orthogonal to 1: as a definition, and written out.
PI = let("Pi", eye - outer(one, one) / N)
Pi = identity(N) - one * one.T / N

#: Gains s ⊙ h, which are 0 where the mask s is; diag(s ⊙ h) and its pseudo-inverse; where, and how often, they are 0.
s, h = vector("s", N, "mask"), vector("h", N, "nonzero")
SH, SH_PLUS = diag(hadamard(s, h)), diag(hadamard(s, hadamard_power(h, -1)))
ZEROS = one - s
k = dot(one, ZEROS)
