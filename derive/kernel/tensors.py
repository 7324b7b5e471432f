"""Forms with labelled legs, and their contractions.

A *tensor* is a form with a label on every leg: the axes of the term (0, 1, …) and its free indices.  Products and what is a
`derive.language.terms.Contraction` say themselves what they contract, as in ``einsum``::

    A B   ij,jk→ik      A v   ij,j→i      uᵀ v   i,i→      u vᵀ   i,j→ij      Aᵀ   ij→ji
    u ⊙ v   i,i→i       diag u   i→ii     tr A   ii→       u · v   i,i→       xᵢ   label i
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from derive.errors import Undecided
from derive.kernel.algebra import Algebra
from derive.kernel.factors import depends, without_bare_legs
from derive.kernel.forms import ONE, Form, Rational, at_legs
from derive.language import terms as t

Label = int | t.Index


@dataclass(frozen=True)
class Tensor:
    """A form with labelled legs, axes before free indices and those by name."""

    labels: tuple[Label, ...]
    form: Form


_UNIT = Tensor((), ONE)


def dims_of(algebra: Algebra, dims: Iterable[t.Dim]) -> tuple[int, ...]:
    """The numbers of dimensions."""
    return tuple([algebra.dim(dim) for dim in dims])


def delta(algebra: Algebra, dim: t.Dim) -> Form:
    """δ over a dimension, with two legs."""
    return {((dims_of(algebra, (dim,)), (0, 0), ()), ()): 1}


def labelled(algebra: Algebra, labels: tuple[Label, ...], form: Form) -> Tensor:
    """The tensor of a form with these labels on its legs; equal ones are joined."""
    order = in_order(labels)
    if order == labels:
        return Tensor(labels, form)
    return Tensor(order, algebra.rearrange(form, *_numbered(labels, order)))


def einsum(algebra: Algebra, indices: str, left: Tensor, right: Tensor = _UNIT) -> Tensor:
    """One contraction, or two operands and one, with a letter for every axis; free indices that both have are joined."""
    inputs, output = indices.split("->")
    seats: list[list[str | t.Index]] = []
    for letters, tensor in zip((*inputs.split(","), ""), (left, right), strict=False):
        seats.append([letters[label] if isinstance(label, int) else label for label in tensor.labels])
    free = in_order(seat for seat in chain(*seats) if isinstance(seat, t.Index))
    ours, others, out = _numbered(*seats, (*output, *free))
    form = algebra.contract(left.form, ours, right.form, others, out)
    return Tensor((*range(len(output)), *free), form)


def contract(algebra: Algebra, left: Tensor, right: Tensor, drop: tuple[Label, ...] = ()) -> Tensor:
    """Join legs with equal labels; those in ``drop`` are summed over, the others stay."""
    out = in_order(label for label in (*left.labels, *right.labels) if label not in drop)
    if not right.labels and out == left.labels:
        return Tensor(out, algebra.times(left.form, right.form))
    if not left.labels and out == right.labels:
        return Tensor(out, algebra.times(right.form, left.form))
    ours, others, kept = _numbered(left.labels, right.labels, out)
    return Tensor(out, algebra.contract(left.form, ours, right.form, others, kept))


def add(algebra: Algebra, tensors: Sequence[Tensor]) -> Tensor:
    """The sum; a free index that one of them has all get."""
    labels = in_order(label for tensor in tensors for label in tensor.labels)
    return Tensor(labels, algebra.add(*(broadcast(algebra, tensor, labels) for tensor in tensors)))


def broadcast(algebra: Algebra, tensor: Tensor, labels: tuple[Label, ...]) -> Form:
    """Give a tensor the free indices it does not depend on."""
    for label in labels:
        if label not in tensor.labels:
            if not isinstance(label, t.Index):
                raise Undecided("terms with different axes in a sum")
            bare = at_legs(dims_of(algebra, (label.dim,)))
            tensor = contract(algebra, tensor, Tensor((label,), bare))
    return tensor.form


def product(algebra: Algebra, factors: Sequence[tuple[Tensor, t.Shape]]) -> Tensor:
    """A product read from the left, with the shapes of the factors; rows and columns have one axis, labelled 0."""
    result, shape = factors[0]
    for tensor, right in factors[1:]:
        if shape == () or right == ():
            result = contract(algebra, result, tensor)
            shape = right if shape == () else shape
        else:
            result = einsum(algebra, t.product_indices(shape, right), result, tensor)
            shape = t.product_shape(shape, right)
    return result


def summed(algebra: Algebra, index: t.Index, body: Tensor) -> Tensor:
    """Σ over an index."""
    if index in body.labels:
        return contract(algebra, body, _UNIT, drop=(index,))
    size = algebra.close((dims_of(algebra, (index.dim,)), (), ()))
    return Tensor(body.labels, algebra.times(body.form, size))


def split(algebra: Algebra, index: t.Index, body: Tensor) -> tuple[Tensor, Tensor, Rational]:
    """p, q and a number c > 0 with p + c q a scalar body: p has not an index, each summand of q has it, as its first leg."""
    leg = body.labels.index(index) if index in body.labels else None
    rest: Form = {} if leg is None else {key: value for key, value in body.form.items() if depends(key[0], leg)}
    apart = {key: value for key, value in body.form.items() if key not in rest}
    least: Rational = rest[min(rest)] if rest else 1
    scale = max(least, -least)
    found = []
    for form in (apart, algebra.scale(rest, Fraction(1) / scale)):
        trimmed, kept = without_bare_legs(algebra, form) if form else ({}, ())
        labels = tuple(body.labels[seat] for seat in kept)
        order = (*(label for label in labels if label == index), *(label for label in labels if label != index))
        found.append(Tensor(order, algebra.rearrange(trimmed, *_numbered(labels, order)) if form else {}))
    return found[0], found[1], scale


def in_order(labels: Iterable[Label]) -> tuple[Label, ...]:
    """Labels in the order of `Tensor`, each once."""
    found = set(labels)
    return tuple(sorted(found, key=_place) if len(found) > 1 else found)


def _numbered(*parts: Sequence[str | Label]) -> tuple[tuple[int, ...], ...]:
    """The labels of several tensors as numbers, equal ones as equal numbers."""
    numbers = {label: number for number, label in enumerate(dict.fromkeys(chain(*parts)))}
    return tuple([tuple([numbers[label] for label in part]) for part in parts])


def _place(label: Label) -> tuple[int, int, str, bool, str]:
    """A total order: indices of one name over two dimensions are two indices, as are those over 2 and one named "2"."""
    if isinstance(label, int):
        return 0, label, "", False, ""
    return 1, 0, label.name, isinstance(label.dim, int), t.show_dim(label.dim)
