"""The greatest of the values that an index runs through: what goes before it, and what is opaque."""

from __future__ import annotations

from collections.abc import Callable

from derive.kernel.algebra import Algebra
from derive.kernel.tensors import Label, Tensor, add, split
from derive.language.terms import Index


def maximum(
    algebra: Algebra, index: Index, body: Tensor, opaque: Callable[[str, Tensor, tuple[Label, ...]], Tensor]
) -> Tensor:
    """maxᵢ(p + c q) = p + c maxᵢ q for p without i and a number c > 0; maxᵢ q is opaque."""
    apart, inner, scale = split(algebra, index, body)
    if not inner.form:
        return apart
    value = opaque(f"max over {index.dim!r}", inner, inner.labels[1:])
    return add(algebra, [apart, Tensor(value.labels, algebra.scale(value.form, scale))])
