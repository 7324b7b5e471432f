"""The vectors and matrices around a scalar: what its author wrote, and what the squares in its normal form are made of."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from derive.errors import Undecided
from derive.kernel.forms import Form
from derive.kernel.graphs import EMPTY
from derive.language import terms as t
from derive.language.alike import join
from derive.language.build import ones
from derive.language.substitution import substitute
from derive.search.atoms import ONE, Atoms
from derive.search.polynomials import Polynomial
from derive.search.readback import NAMES, power

#: Tensors of one shape that are looked at.
MAX_TENSORS = 7


@dataclass(frozen=True, eq=False)
class Tensor:
    """A vector or a matrix; or a scalar, with some of its free indices as axes and the others as they are.

    ``labels`` are those of its normal form: a number for an axis of the term, else a free index.
    """

    term: t.Term
    axes: tuple[t.Index, ...]
    shape: t.Shape
    labels: tuple[int | t.Index, ...]
    form: Form

    def at(self, *indices: t.Index) -> t.Term:
        """The component at these indices."""
        if isinstance(self.term, t.Ones):
            return ONE
        if not self.axes:
            return t.Component(self.term, indices)
        return substitute(self.term, indices=dict(zip(self.axes, indices, strict=True)))

    def labels_at(self, indices: Sequence[t.Index]) -> tuple[t.Index, ...]:
        """The labels of the normal form of that component."""
        named = dict(zip(self.axes, indices, strict=True)) if self.axes else {}
        return tuple(indices[label] if isinstance(label, int) else named.get(label, label) for label in self.labels)


#: Components at indices.
Entry = tuple[Tensor, tuple[t.Index, ...]]


class Tensors:
    """The tensors around a scalar, and the sums of products of them."""

    def __init__(self, atoms: Atoms) -> None:
        self._atoms = atoms
        names = {index.name for part in atoms.parts for index in part.free}
        self._letters = [name for more in range(3) for letter in NAMES if (name := letter + "'" * more) not in names]
        self._dots: dict[tuple[Tensor, Tensor], Polynomial] = {}
        self._chosen: dict[tuple[t.Term, ...], tuple[Tensor, ...]] = {}
        labels, _ = atoms.difference
        #: The free indices of the scalar.
        self.free = tuple(label for label in labels if isinstance(label, t.Index))

    def fresh(self, *dims: t.Dim) -> tuple[t.Index, ...]:
        """Indices with names that are free."""
        return tuple(t.Index(letter, dim) for letter, dim in zip(self._letters, dims, strict=False))

    def is_nonneg(self, one: Tensor, *indices: t.Index) -> bool:
        """Does the component at these indices show to be ≥ 0?"""
        return self._atoms.assumptions.sign(one.at(*indices)).nonneg

    def dot(self, left: Tensor, right: Tensor) -> Polynomial:
        """u · v, or tr AᵀB."""
        if (left, right) not in self._dots:
            indices = self.fresh(*left.shape)
            self._dots[left, right] = self.summed(indices, (left, indices), (right, indices))
        return self._dots[left, right]

    def summed(self, over: Collection[t.Index], *entries: Entry) -> Polynomial:
        """A product of components, summed over indices."""
        (first, indices), *others = entries
        labels, form = first.labels_at(indices), first.form
        for place, (tensor, more) in enumerate((*others, (None, ()))):
            right = () if tensor is None else tensor.labels_at(more)
            later = {label for other, at in others[place + 1 :] for label in other.labels_at(at)}
            kept = tuple(x for x in dict.fromkeys((*labels, *right)) if x in later or x not in over)
            number = {label: n for n, label in enumerate(dict.fromkeys((*labels, *right)))}
            numbers = tuple(number[x] for x in labels), tuple(number[x] for x in right), tuple(number[x] for x in kept)
            if tensor is None:
                form = self._atoms.algebra.rearrange(form, numbers[0], numbers[2])
            else:
                form = self._atoms.algebra.contract(form, numbers[0], tensor.form, numbers[1], numbers[2])
            labels = kept
        return self._atoms.polynomial(labels, form)

    @cached_property
    def authored(self) -> tuple[Tensor, ...]:
        """Those that the author wrote, or that stand inside: 1, I, symbols, then compound terms, short ones first."""
        parts = [part for part in self._atoms.parts if not part.free]
        vectors = [part for part in parts if t.is_vector(part.shape)]
        matrices = [part for part in parts if t.is_matrix(part.shape)]
        simple: list[t.Term] = [ones(dim) for dim in dict.fromkeys(part.shape[0] for part in vectors)]
        simple += [part for part in (*vectors, *matrices) if isinstance(part, t.Symbol)]
        square = [part for part in matrices if isinstance(part, t.Symbol) and t.is_square(part.shape)]
        simple += [t.Identity(dim) for dim in dict.fromkeys(part.shape[0] for part in square)]
        images = [
            t.Product((matrix, vector))
            for part in matrices
            if isinstance(part, t.Symbol | t.Defined)
            for matrix in (part, t.Transpose(part))
            for vector in vectors
            if isinstance(vector, t.Symbol | t.Defined) and matrix.shape[1:] == vector.shape
        ]
        scalars = [part for part in self._atoms.parts if part.shape == () and part.free]
        entries = [part for part in scalars if not isinstance(part, t.Power)]
        compound = sorted((*vectors, *matrices, *entries), key=lambda part: part.size)
        return self._distinct([*simple, *map(t.Transpose, square), *compound, *images])

    def of(self, polynomial: Polynomial) -> tuple[Tensor, ...]:
        """The authored ones, and of Σ g² a², a sum over one index, the vector g ⊙ a."""
        halves = tuple(self._halves(polynomial))
        if halves not in self._chosen:
            self._chosen[halves] = self._distinct([*(tensor.term for tensor in self.authored), *halves])
        return self._chosen[halves]

    def _distinct(self, terms: Sequence[t.Term]) -> tuple[Tensor, ...]:
        """Each direction once, as far as there is room, without those with roots and denominators in them."""
        found: dict[object, Tensor] = {}
        for term in terms:
            try:
                labels, form = self._atoms.form(term)
            except Undecided:
                continue
            free = tuple(label for label in labels if isinstance(label, t.Index))
            axes = tuple(index for index in free if index not in self.free) or free
            shape = tuple(index.dim for index in axes) or term.shape
            if (
                not form
                or len(shape) > 2
                or any(map(self._atoms.is_root, (n for _, monomial in form for n, _ in monomial)))
            ):
                continue
            lead = form[min(form)]
            opened = tuple(index for index in free if index not in axes)
            key = (shape, opened, frozenset((key, Fraction(value) / lead) for key, value in form.items()))
            if key not in found and sum(tensor.shape == shape for tensor in found.values()) < MAX_TENSORS:
                found[key] = Tensor(term, axes, shape, labels, form)
        return tuple(found.values())

    def _halves(self, polynomial: Polynomial) -> Iterator[t.Term]:
        for number in sorted({n for monomial in polynomial for n, _ in monomial}):
            dims, _, entries = self._atoms.closed(number) or EMPTY
            if len(dims) != 1:
                continue
            powers = [(self._atoms.algebra.symbol_keys[s], e) for s, vertices, e in entries if len(vertices) == 1]
            symbols = [(key, e // 2) for key, e in powers if isinstance(key, t.Symbol) and e % 2 == 0]
            if symbols and len(symbols) == len(entries):
                yield join(t.Hadamard, [power(key, e) for key, e in symbols])
