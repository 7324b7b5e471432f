"""Terms taken apart and put together, and when two of them are the same line.

A reader does not count the order of sums, the bracketing of products, and the place of scalar factors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from derive.errors import InputError
from derive.language import terms as t

#: Terms whose keys are remembered: parts of a line come again in every line that a rule makes of it.
REMEMBERED = 32_768


def same(left: t.Term, right: t.Term) -> bool:
    """Equal up to the order of summands and Hadamard factors, bracketing, and the place of scalar factors."""
    return left == right or line_key(left) == line_key(right)


@lru_cache(maxsize=REMEMBERED)
def line_key(term: t.Term, bound: tuple[t.Index, ...] = ()) -> tuple[Any, ...]:
    """A key that is equal for terms that are the same line; summed indices count by their depth, not their names."""

    def seat(index: t.Index) -> object:
        return bound[::-1].index(index) if index in bound else index

    match term:
        case t.Add() | t.Hadamard():
            return type(term).__name__, *sorted((line_key(part, bound) for part in flat(term)), key=repr)
        case t.Product():
            scalars, others = split_factors(term)
            if not others and len(scalars) == 1:
                return "Product", "·", *(line_key(factor, bound) for factor in open_factors(term))
            return (
                "Product",
                *sorted((line_key(s, bound) for s in scalars), key=repr),
                "·",
                *(line_key(o, bound) for o in others),
            )
        case t.Sum(index, body) | t.Max(index, body):
            return type(term).__name__, index.dim, line_key(body, (*bound, index))
        case t.Prod(index, body, without):
            return "Prod", index.dim, *sorted(map(seat, without), key=repr), line_key(body, (*bound, index))
        case t.Component(base, indices):
            return "Component", line_key(base, bound), *map(seat, indices)
        case t.Delta(left, right):
            return "Delta", *sorted((seat(left), seat(right)), key=repr)
        case t.Basis(index):
            return "Basis", seat(index)
    if not term.children:
        return type(term).__name__, term
    own = tuple(value for value in term.values if not has_terms(value))
    return type(term).__name__, own, *(line_key(child, bound) for child in term.children)


def has_terms(value: object) -> bool:
    """Is a field of a node a term, or several?"""
    return isinstance(value, t.Term) or (isinstance(value, tuple) and bool(value) and isinstance(value[0], t.Term))


def flat(term: t.Term) -> list[t.Term]:
    """The summands, or Hadamard factors, with nested ones opened."""
    if not isinstance(term, t.Add | t.Hadamard):
        return [term]
    parts = term.terms if isinstance(term, t.Add) else term.factors
    return [inner for part in parts for inner in (flat(part) if type(part) is type(term) else [part])]


def open_factors(term: t.Term) -> list[t.Term]:
    """The factors of a product, nested ones opened; a nested scalar made of vectors (uᵀv) stays one factor."""
    if not isinstance(term, t.Product):
        return [term]
    opened: list[t.Term] = []
    for factor in term.factors:
        whole = factor.shape == () and any(inner.shape != () for inner in factor.children)
        opened += [factor] if whole else open_factors(factor)
    return opened


def split_factors(term: t.Term) -> tuple[list[t.Term], list[t.Term]]:
    """The scalar factors, and the others in their order; of a scalar product of vectors, each uᵀ…v is one scalar."""
    factors = open_factors(term)
    scalars = [factor for factor in factors if factor.shape == ()]
    others = [factor for factor in factors if factor.shape != ()]
    if others and term.shape == ():
        return scalars + _scalar_groups(others), []
    return scalars, others


def _scalar_groups(factors: Sequence[t.Term]) -> list[t.Term]:
    """Split uᵀ A v wᵀ x … into its scalar products."""
    groups: list[t.Term] = []
    current: list[t.Term] = []
    shape: t.Shape = ()
    for factor in factors:
        shape = factor.shape if not current else t.product_shape(shape, factor.shape)
        current.append(factor)
        if shape == ():
            groups.append(join_product(current))
            current = []
    return groups if not current else [join_product(list(factors))]


def join_product(factors: Sequence[t.Term]) -> t.Term:
    """The product of one or more factors."""
    return factors[0] if len(factors) == 1 else t.Product(tuple(factors))


def product_of(factors: Sequence[t.Term]) -> t.Term:
    """The product of numbers; nested products opened, factors 1 left out."""
    opened = [inner for f in factors for inner in (f.factors if isinstance(f, t.Product) and f.shape == () else (f,))]
    telling = [factor for factor in opened if factor != t.Number(Fraction(1))] or [t.Number(Fraction(1))]
    return join_product(telling)


def sum_over(indices: Iterable[t.Index], body: t.Term) -> t.Term:
    """Σ over several indices, the first one outermost."""
    for index in reversed(tuple(indices)):
        body = t.Sum(index, body)
    return body


def join(kind: type[t.Add | t.Hadamard], parts: Sequence[t.Term]) -> t.Term:
    """The sum, or Hadamard product, of one or more parts."""
    return parts[0] if len(parts) == 1 else kind(tuple(parts))


def try_product(factors: Sequence[t.Term]) -> t.Term | None:
    """The product, or None where the shapes do not fit."""
    try:
        return join_product(factors)
    except InputError:
        return None


#: A term and the indices at which an entry of it is taken.
Entry = tuple[t.Term, tuple[t.Index, ...]]


def opened(
    indices: str, operands: Sequence[t.Term], at: tuple[t.Index, ...], new: Callable[[t.Dim], t.Index]
) -> tuple[list[t.Index], list[t.Term], list[Entry]]:
    """The component of a contraction at some indices: a sum over the first, of the product of the second and the third.

    ``indices`` are those of `derive.language.terms.Contraction`; ``new`` makes an index that is used nowhere else.
    tr A = Σₖ Aₖₖ, diag(v)ᵢⱼ = δᵢⱼ vᵢ, (Aᵀ)ᵢⱼ = Aⱼᵢ, (A B)ᵢₖ = Σⱼ Aᵢⱼ Bⱼₖ.
    """
    inputs, output = indices.split("->")
    names: dict[str, t.Index] = {}
    deltas: list[t.Term] = []
    for letter, index in zip(output, at, strict=True):
        if letter in names:
            deltas.append(t.Delta(names[letter], index))
        names.setdefault(letter, index)
    summed: list[t.Index] = []
    entries: list[Entry] = []
    for letters, operand in zip(inputs.split(","), operands, strict=True):
        for letter, dim in zip(letters, t.axes_of(operand.shape), strict=True):
            if letter not in names:
                summed.append(names.setdefault(letter, new(dim)))
        entries.append((operand, tuple(names[letter] for letter in letters)))
    return summed, deltas, entries
