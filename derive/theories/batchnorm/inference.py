"""BatchNorm in inference: with running statistics it is affine, and folds into the layer before it."""

from __future__ import annotations

from derive.language.build import diag
from derive.theories.batchnorm.names import BUILDER, IOFFE, K, b, g, r
from derive.theories.vocabulary import Chain, dimension, matrix, near_miss, vector

D = dimension("D")
rho, sample = vector("rho", K), vector("u", K)
W, bias, h = matrix("W", K, D), vector("d", K), vector("h", D)


BUILDER.group("The output: statistics, invariances, inference")


@BUILDER.theorem("Inference is affine", f"{IOFFE}, Algorithm 2")
@near_miss("the running mean not scaled", diag(g / r) * sample + (b - rho))
@near_miss("the shift scaled as well", diag(g / r) * (sample - rho + b))
@near_miss("linear", diag(g / r) * sample)
def inference() -> Chain:
    """g ⊙ (u − ρ)/r + b = diag(g/r) u + (b − g ⊙ ρ/r): with running statistics a sample u is mapped on its own."""
    return g * (sample - rho) / r + b, diag(g / r) * sample + (b - g * rho / r)


@BUILDER.theorem("Folding into the layer before", f"{IOFFE}, Algorithm 2: a single linear transform")
@near_miss("the bias not scaled", diag(g / r) * W * h + (bias - g * rho / r + b))
@near_miss(
    "the columns of a square W scaled",
    g * (matrix("A", K, K) * sample - rho) / r + b,
    matrix("A", K, K) * diag(g / r) * sample + (b - g * rho / r),
)
def folded() -> Chain:
    """g ⊙ (Wh + d − ρ)/r + b = (diag(g/r)W)h + (g ⊙ (d − ρ)/r + b): the rows of W are scaled."""
    return g * (W * h + bias - rho) / r + b, diag(g / r) * W * h + (g * (bias - rho) / r + b)
