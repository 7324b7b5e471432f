"""The order of the components of a dimension, as the matrix with the entry 1 at (i, j) where i ≤ j, and 0 elsewhere.

With it a sum up to an index is one over all: Σ_{j ≤ i} xⱼ = Σⱼ [j ≤ i] xⱼ.  Kernel and verifier take it as a matrix of which
nothing is known but what stands among the hypotheses (`known_of`): what holds for every such matrix holds for this one.
Where terms are evaluated it has its value.
"""

from __future__ import annotations

from dataclasses import dataclass

from derive.language import terms as t
from derive.language.hypotheses import Equality
from derive.language.substitution import symbols_of
from derive.language.unknown import Pi, coefficients_of


@dataclass(frozen=True, eq=False)
class Order(t.Symbol):
    """[i ≤ j] at i and j; made by `order_of`, and named by its dimension."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", f"@order_{t.show_dim(self.dims[0])}")
        super().__post_init__()


def order_of(dim: t.Dim) -> Order:
    """The order of the components of a dimension."""
    return Order("@order", (dim, dim))


def ordered(left: t.Index, right: t.Index) -> t.Term:
    """[left ≤ right]: 1 where it is so, 0 elsewhere.

    Raises `ShapeError` for indices of two dimensions.
    """
    return t.Component(order_of(left.dim), (left, right))


def data_of(*terms: t.Term) -> tuple[t.Symbol, ...]:
    """What may have any data: the symbols but for the orders and π, in order of first appearance, and unknown functions."""
    return (*(symbol for symbol in symbols_of(*terms) if not isinstance(symbol, Order | Pi)), *coefficients_of(*terms))


def known_of(*terms: t.Term) -> tuple[Equality, ...]:
    """What holds of every order in terms, for proofs to use: [i ≤ j] + [j ≤ i] = 1 + δᵢⱼ."""
    found = []
    for order in (symbol for symbol in symbols_of(*terms) if isinstance(symbol, Order)):
        i, j = (t.Index(name, order.dims[0]) for name in "ij")
        found.append(Equality(ordered(i, j) + ordered(j, i), 1 + t.Delta(i, j)))
    return tuple(found)
