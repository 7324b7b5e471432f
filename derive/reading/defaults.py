"""The names that can be used without declaring them.

`DEFAULT` holds one dimension and a handful of symbols; `LAYERNORM` declares the words of layer normalisation on top.
"""

from __future__ import annotations

from functools import cache

from derive.language.build import matrix, scalar, vector
from derive.language.terms import Dimension
from derive.reading.declarations import read_declarations
from derive.reading.environment import Environment, environment_from

_N = Dimension("N")

#: Dimension N; vectors a, g, b, u, v, w, x, y; scalars c and eps ≥ 0; square matrices A, B, C.
DEFAULT: Environment = environment_from(
    {
        "N": _N,
        **{name: vector(name, _N) for name in "agbuvwxy"},
        "c": scalar("c"),
        "eps": scalar("eps", "nonneg"),
        **{name: matrix(name, _N, _N) for name in "ABC"},
    }
)

#: The words of layer normalisation.
LAYERNORM = """\
let mu = mean(a)                             # μ, the mean of the activations
let sigma2 = var(a)                          # σ², their population variance
let one_hat = one/sqrt(N)                    # the unit vector along all-ones
let Pi = I - one_hat*one_hat.T               # the projector onto the complement of all-ones
let G = diag(g)
let alpha = 1/g
let s = Pi*a                                 # the centred activations
let LN = g*(a - mu*one)/sqrt(sigma2 + eps) + b
"""


@cache
def default_environment() -> Environment:
    """`DEFAULT` with the words of `LAYERNORM`; read at first use, since reading needs a parser."""
    return read_declarations(LAYERNORM, DEFAULT)
