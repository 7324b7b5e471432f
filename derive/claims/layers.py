"""LayerNorm of any vector, whatever its size: what the sentences of several sources speak of."""

from __future__ import annotations

from derive.language.build import hadamard, mean, ones, sqrt, var
from derive.language.terms import Dim, Operand, Term, as_term
from derive.theories.layernorm.names import b, eps, g


def size(vector_: Term) -> Dim:
    """The number of components."""
    (dim,) = vector_.shape
    return dim


def centred(vector_: Term) -> Term:
    """x − mean(x) 1."""
    return vector_ - mean(vector_) * ones(size(vector_))


def plain(vector_: Term, offset: Operand = eps) -> Term:
    """LayerNorm with gains 1 and bias 0: (x − mean(x) 1)/√(var(x) + ε)."""
    return centred(vector_) / sqrt(var(vector_) + as_term(offset))


def exact(vector_: Term) -> Term:
    """The same at ε = 0: (x − mean(x) 1)/√var(x), of length √N."""
    return centred(vector_) / sqrt(var(vector_))


def layernorm(vector_: Term, gains: Term = g, bias: Term = b, offset: Operand = eps) -> Term:
    """LayerNorm with its gains and bias: g ⊙ (x − mean(x) 1)/√(var(x) + ε) + b."""
    return hadamard(gains, plain(vector_, offset)) + bias
