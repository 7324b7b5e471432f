"""Inequalities between the vectors and matrices around a scalar: polynomials that are ≥ 0, with terms that show it.

With weights ω ≥ 0 (1, the components of a vector that are ≥ 0, or (1 − δᵢⱼ)², which leaves out a free index i):

* ½ Σⱼₖ ωⱼωₖ (uⱼvₖ − uₖvⱼ)² = Σ ωu² Σ ωv² − (Σ ωuv)² (Lagrange 1773), of matrices too, and for each row and column of two
  matrices, which gives |A|²|B|² − |AB|²;
* Σ ωu², (u · v)², |u ± v|², and Σⱼₖ (1 − δⱼₖ)² uⱼ²vₖ² = |u|²|v|² − Σ u²v²; without the squares where u ≥ 0 and v ≥ 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, permutations

from derive.language.alike import join_product, sum_over
from derive.language.terms import Add, Delta, Index, Neg, Number, Ones, Power, Sum, Term
from derive.search.atoms import product
from derive.search.polynomials import ONE, Polynomial, add, minus, scaled, times
from derive.search.tensors import Tensor, Tensors

_ONE, _HALF = Number(Fraction(1)), Number(Fraction(1, 2))

#: A polynomial that is ≥ 0, and the term that shows it.
Inequality = tuple[Polynomial, Term]


class Inequalities:
    """The inequalities for chosen tensors; ``assumed`` are free indices of hypotheses that the scalar has not."""

    def __init__(self, tensors: Tensors, chosen: Sequence[Tensor], assumed: Sequence[Index]) -> None:
        self._summed = tensors.summed
        self._dot = tensors.dot
        self._fresh = tensors.fresh
        self._is_nonneg = tensors.is_nonneg
        self._chosen = chosen
        self._free = tensors.free
        self._assumed = assumed
        #: The vectors with components ≥ 0 at every index, but for 1.
        self._weights = [
            u
            for u in chosen
            if len(u.shape) == 1 and not isinstance(u.term, Ones) and tensors.is_nonneg(u, *tensors.fresh(*u.shape))
        ]

    def all(self) -> Iterator[Inequality]:
        """Each of them."""
        for one in self._chosen:
            yield from self._of_one(one)
        for one, other in combinations_with_replacement(self._chosen, 2):
            if one.shape == other.shape and len(one.shape) == 1:
                yield from self._apart(one, other)
        for one, other in combinations(self._chosen, 2):
            if one.shape == other.shape:
                yield from self._of_two(one, other)
        for matrix, other in permutations(self._chosen, 2):
            if len(matrix.shape) == 2 and matrix.shape[1:] == other.shape[:1]:
                yield self._image(matrix, other)

    def _of_one(self, one: Tensor) -> Iterator[Inequality]:
        """|u|²; and without the component at free indices."""
        indices = self._fresh(*one.shape)
        yield self._dot(one, one), sum_over(indices, _square(one.at(*indices)))
        for at in permutations(self._free, len(one.shape)):
            if one.shape == tuple(index.dim for index in at):
                yield from self._without(one, at, indices)
        if len(one.shape) == 1 and not isinstance(one.term, Ones):
            for weight in self._chosen:
                if weight.shape == one.shape and not isinstance(weight.term, Ones):
                    yield from self._spread(one, weight)

    def _without(self, one: Tensor, at: Sequence[Index], indices: tuple[Index, ...]) -> Iterator[Inequality]:
        """|u|² − uᵢ², and Σ u − uᵢ where u ≥ 0."""
        here, entry = tuple(at), one.at(*indices)
        rest = _except(at, indices)
        gap = minus(self._dot(one, one), self._summed((), (one, here), (one, here)))
        yield gap, sum_over(indices, product([rest, _square(entry)]))
        if len(at) == 1 and (j := self._nonneg_at(one)) is not None:
            gap = minus(self._summed((j,), (one, (j,))), self._summed((), (one, here)))
            yield gap, Sum(j, product([_except(at, (j,)), one.at(j)]))

    def _nonneg_at(self, one: Tensor) -> Index | None:
        """An index at which the component of a vector shows to be ≥ 0: any, or that of a hypothesis on it."""
        indices = (*self._fresh(*one.shape), *(index for index in self._assumed if one.shape == (index.dim,)))
        return next((index for index in indices if self._is_nonneg(one, index)), None)

    def _spread(self, one: Tensor, weight: Tensor) -> Iterator[Inequality]:
        """Σ ωu², and Σ ω(u − m)² with m = Σ ωu."""
        if (j := self._nonneg_at(weight)) is None:
            return
        square = self._summed((j,), (weight, (j,)), (one, (j,)), (one, (j,)))
        mean, total = self._summed((j,), (weight, (j,)), (one, (j,))), self._summed((j,), (weight, (j,)))
        yield square, Sum(j, product([weight.at(j), _square(one.at(j))]))
        (k,) = self._fresh(*one.shape)
        centred = Add((one.at(j), Neg(Sum(k, product([weight.at(k), one.at(k)])))))
        gap = add(square, times(times(mean, mean), minus(total, scaled(ONE, 2))))
        yield gap, Sum(j, product([weight.at(j), _square(centred)]))

    def _apart(self, one: Tensor, other: Tensor) -> Iterator[Inequality]:
        """|u|²|v|² − Σ u²v², and Σ u Σ v − Σ uv where u ≥ 0 and v ≥ 0."""
        j, k = self._fresh(*one.shape, *other.shape)
        both = self._summed((j,), *[(one, (j,))] * 2, *[(other, (j,))] * 2)
        entries = product([_except((j,), (k,)), _square(one.at(j)), _square(other.at(k))])
        yield minus(times(self._dot(one, one), self._dot(other, other)), both), sum_over((j, k), entries)
        if one in self._weights and other in self._weights:
            sums = times(self._summed((j,), (one, (j,))), self._summed((k,), (other, (k,))))
            entries = product([_except((j,), (k,)), one.at(j), other.at(k)])
            yield minus(sums, self._dot(one, other)), sum_over((j, k), entries)

    def _of_two(self, one: Tensor, other: Tensor) -> Iterator[Inequality]:
        """(u · v)², |u ± v|², and Lagrange's identity."""
        first, second, both = self._dot(one, one), self._dot(other, other), self._dot(one, other)
        indices = self._fresh(*one.shape, *other.shape)
        j, k = indices[: len(one.shape)], indices[len(one.shape) :]
        if len(both) > 1:
            yield times(both, both), _square(sum_over(j, product([one.at(*j), other.at(*j)])))
        for sign in (1, -1):
            entry = Add((one.at(*j), other.at(*j) if sign > 0 else Neg(other.at(*j))))
            yield add(first, second, scaled(both, 2 * sign)), sum_over(j, _square(entry))
        minor = _square(_difference([one.at(*j), other.at(*k)], [one.at(*k), other.at(*j)]))
        yield minus(times(first, second), times(both, both)), sum_over(indices, product([_HALF, minor]))
        if len(j) > 1:
            return
        for at in self._free:
            if one.shape == (at.dim,):
                pairs = ((one, one), (other, other), (one, other))
                here = [self._summed((), (u, (at,)), (v, (at,))) for u, v in pairs]
                gap = _determinant(
                    [minus(whole, part) for whole, part in zip((first, second, both), here, strict=True)]
                )
                yield gap, sum_over(indices, product([_HALF, _except((at,), j), _except((at,), k), minor]))
        for weight in self._weights:
            if weight.shape == one.shape:
                pairs = ((one, one), (other, other), (one, other))
                gap = _determinant([self._summed(j, (weight, j), (u, j), (v, j)) for u, v in pairs])
                yield gap, sum_over(indices, product([_HALF, weight.at(*j), weight.at(*k), minor]))

    def _image(self, matrix: Tensor, other: Tensor) -> Inequality:
        """|A|²|B|² − |AB|²; B may be a vector."""
        i, j, k, *last = indices = self._fresh(*matrix.shape, *other.shape)
        rest = tuple(last)
        minor = _difference(
            [matrix.at(i, j), other.at(k, *rest)],
            [matrix.at(i, k), other.at(j, *rest)],
        )
        image = ((matrix, (i, j)), (other, (j, *rest)), (matrix, (i, k)), (other, (k, *rest)))
        whole = times(self._dot(matrix, matrix), self._dot(other, other))
        return minus(whole, self._summed(indices, *image)), sum_over(indices, product([_HALF, _square(minor)]))


def _determinant(entries: Sequence[Polynomial]) -> Polynomial:
    """Σ ωu² Σ ωv² − (Σ ωuv)²."""
    first, second, both = entries
    return minus(times(first, second), times(both, both))


def _difference(first: Sequence[Term], second: Sequence[Term]) -> Term:
    return Add((product(first), Neg(product(second))))


def _square(term: Term) -> Term:
    return Power(term, Fraction(2))


def _except(at: Sequence[Index], indices: Sequence[Index]) -> Term:
    """0 where the indices are those, else 1."""
    deltas = tuple(Delta(i, j) for i, j in zip(at, indices, strict=True))
    return _square(Add((_ONE, Neg(join_product(deltas)))))
