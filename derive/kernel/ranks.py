"""The rank of a matrix: the trace of a projection onto its range, where one is seen; else that of Aᵀ is the same."""

from __future__ import annotations

from derive.kernel.algebra import Algebra
from derive.kernel.forms import freeze, leg_dims
from derive.kernel.tensors import Tensor, einsum


def known_rank(algebra: Algebra, matrix: Tensor) -> tuple[Tensor | None, Tensor]:
    """The rank, if M X M = M for X one of I, M, Mᵀ, and the one of M and Mᵀ that stands for both.

    M X is idempotent with the rank of M (`derive.statements.rank.Rank`), and the rank of an idempotent matrix is its trace.
    """
    turned = einsum(algebra, "ij->ji", matrix)
    inverses = [turned]
    if matrix.form and len(set(leg_dims(matrix.form)[:2])) == 1:
        (dim, *_) = leg_dims(matrix.form)
        inverses += [matrix, Tensor((0, 1), {(((dim,), (0, 0), ()), ()): 1})]
    for inverse in inverses:
        projection = einsum(algebra, "ij,jk->ik", matrix, inverse)
        if einsum(algebra, "ij,jk->ik", projection, matrix) == matrix:
            return einsum(algebra, "ii->", projection), matrix
    return None, min(matrix, turned, key=lambda each: freeze(each.form))
