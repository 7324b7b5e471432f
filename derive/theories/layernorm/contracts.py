"""What libraries promise of LayerNorm's output, and what is true: its variance, and LayerNorm after LayerNorm.

"Normalised to unit variance" and "normalising again changes nothing" hold at ε = 0.  For ε > 0 both fail for inputs whose
variance is not large beside ε, however small ε is: at ε = 10⁻⁵ the input (0, 1/100) has an output of variance 5/7.
"""

from __future__ import annotations

from fractions import Fraction

from derive.authoring import *
from derive.theories.layernorm.ellipsoid import y0
from derive.theories.layernorm.maps import y
from derive.theories.layernorm.names import THEORY, N, Pi, a, eps, n, sigma2

#: ε and the tolerance as they stand in the contracts: 10⁻⁵.
SMALL = as_term(Fraction(1, 100_000))
_y_small = substitute(y, {eps: SMALL})


def again(vector_: Term) -> Term:
    """LayerNorm without gain and bias, once more."""
    return substitute(y, {a: vector_})


@THEORY.theorem("The variance of the output")
@near_miss("|Var(LN(x)) − 1| < 10⁻⁵ for ε = 10⁻⁵", bound(absolute(var(_y_small) - 1), "<", SMALL, not_zero(Pi * a)))
@near_miss("unit variance for every ε", var(y), 1)
def output_variance() -> Statement:
    """Var(y) = σ²/(σ² + ε): at most 1, and 1 just for ε = 0; 1 − Var(y) = ε/(σ² + ε)."""
    return all_of(
        variance=equation(var(y), sigma2 / (sigma2 + eps)),
        defect=equation(1 - var(y), eps / (sigma2 + eps)),
        at_most_1=bound(var(y), "<=", 1, by=eps / (sigma2 + eps)),
        less_for_positive_eps=bound(var(y), "<", 1, positive(eps), by=eps / (sigma2 + eps)),
        equal_at_0=equation(var(y0), 1),
    )


@THEORY.theorem("LayerNorm after LayerNorm")
@near_miss(
    "LN(LN(x)) = LN(x) within 10⁻⁵ for ε = 10⁻⁵",
    bound(absolute((substitute(_y_small, {a: _y_small}) - _y_small)[n]), "<", SMALL, not_zero(Pi * a)),
)
@near_miss("idempotent for every ε", again(y), y)
def twice() -> Statement:
    """y(y(a)) = Πa/√(σ² + ε(σ² + ε)): shorter than y(a) or longer, and equal to it just where σ² + ε = 1 or ε = 0."""
    return all_of(
        closed_form=equation(again(y), Pi * a / sqrt(sigma2 + eps * (sigma2 + eps)), positive(eps)),
        length=equation(norm(again(y)) ** 2, N * sigma2 / (sigma2 + eps * (sigma2 + eps)), positive(eps)),
        equal_at_eps_0=equation(substitute(y0, {a: y0}), y0),
    )
