"""Terms modulo what a reader does not count: the order of sums, the bracketing of products, the place of scalar factors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from derive.errors import InputError
from derive.language.terms import (
    Add,
    Basis,
    Component,
    Delta,
    Hadamard,
    Index,
    Prod,
    Product,
    Shape,
    Sum,
    Term,
    product_shape,
)


def same(left: Term, right: Term) -> bool:
    """Equal up to the order of summands and Hadamard factors, bracketing, and the place of scalar factors."""
    return left == right or _key(left) == _key(right)


def _key(term: Term, bound: tuple[Index, ...] = ()) -> tuple[Any, ...]:
    """A key that is equal for terms that are the same line; summed indices count by their depth, not their names."""

    def seat(index: Index) -> object:
        return bound[::-1].index(index) if index in bound else index

    match term:
        case Add() | Hadamard():
            return type(term).__name__, *sorted((_key(part, bound) for part in flat(term)), key=repr)
        case Product():
            scalars, others = split_factors(term)
            if not others and len(scalars) == 1:
                return "Product", "·", *(_key(factor, bound) for factor in open_factors(term))
            return (
                "Product",
                *sorted((_key(s, bound) for s in scalars), key=repr),
                "·",
                *(_key(o, bound) for o in others),
            )
        case Sum(index, body):
            return "Sum", index.dim, _key(body, (*bound, index))
        case Prod(index, body, without):
            return "Prod", index.dim, *sorted(map(seat, without), key=repr), _key(body, (*bound, index))
        case Component(base, indices):
            return "Component", _key(base, bound), *map(seat, indices)
        case Delta(left, right):
            return "Delta", *sorted((seat(left), seat(right)), key=repr)
        case Basis(index):
            return "Basis", seat(index)
    if not term.children:
        return type(term).__name__, term
    own = tuple(value for value in term.values if not has_terms(value))
    return type(term).__name__, own, *(_key(child, bound) for child in term.children)


def has_terms(value: object) -> bool:
    """Is a field of a node a term, or several?"""
    return isinstance(value, Term) or (isinstance(value, tuple) and bool(value) and isinstance(value[0], Term))


def flat(term: Term) -> list[Term]:
    """The summands, or Hadamard factors, with nested ones opened."""
    if not isinstance(term, Add | Hadamard):
        return [term]
    parts = term.terms if isinstance(term, Add) else term.factors
    return [inner for part in parts for inner in (flat(part) if type(part) is type(term) else [part])]


def open_factors(term: Term) -> list[Term]:
    """The factors of a product, nested ones opened; a nested scalar made of vectors (uᵀv) stays one factor."""
    if not isinstance(term, Product):
        return [term]
    opened: list[Term] = []
    for factor in term.factors:
        whole = factor.shape == () and any(inner.shape != () for inner in factor.children)
        opened += [factor] if whole else open_factors(factor)
    return opened


def split_factors(term: Term) -> tuple[list[Term], list[Term]]:
    """The scalar factors, and the others in their order; of a scalar product of vectors, each uᵀ…v is one scalar."""
    factors = open_factors(term)
    scalars = [factor for factor in factors if factor.shape == ()]
    others = [factor for factor in factors if factor.shape != ()]
    if others and term.shape == ():
        return scalars + _scalar_groups(others), []
    return scalars, others


def _scalar_groups(factors: Sequence[Term]) -> list[Term]:
    """Split uᵀ A v wᵀ x … into its scalar products."""
    groups: list[Term] = []
    current: list[Term] = []
    shape: Shape = ()
    for factor in factors:
        shape = factor.shape if not current else product_shape(shape, factor.shape)
        current.append(factor)
        if shape == ():
            groups.append(join_product(current))
            current = []
    return groups if not current else [join_product(list(factors))]


def join_product(factors: Sequence[Term]) -> Term:
    """The product of one or more factors."""
    return factors[0] if len(factors) == 1 else Product(tuple(factors))


def join(kind: type[Add | Hadamard], parts: Sequence[Term]) -> Term:
    """The sum, or Hadamard product, of one or more parts."""
    return parts[0] if len(parts) == 1 else kind(tuple(parts))


def try_product(factors: Sequence[Term]) -> Term | None:
    """The product, or None where the shapes do not fit."""
    try:
        return join_product(factors)
    except InputError:
        return None
