"""Squares that a polynomial may be a sum of: of binomials, and those that come of completing squares.

The terms of a polynomial that are squares themselves, w h² or w h² |u|² with a common w ≥ 0, are the diagonal of a matrix;
the others, w h k or w h k (u · v), stand beside it.  Elimination in it gives a sum of squares (Lagrange 1759), and two of
them by themselves give (h + t k)².
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import isqrt

from derive.language.alike import join, sum_over
from derive.language.terms import Add, Dimension, Index, Neg, Power, Shape, Term
from derive.search import polynomials as poly
from derive.search.atoms import Atoms, product
from derive.search.facts import Fact, Facts
from derive.search.polynomials import ONE, Monomial, Polynomial
from derive.search.tensors import Tensor

#: Atoms of which squares of two are looked at.
MAX_ATOMS = 5
#: Atoms that may stand before an inner product.
MAX_ODD = 2
#: Elements of one matrix.
MAX_ELEMENTS = 7

_TWO = Fraction(2)


@dataclass(frozen=True)
class _Element:
    """h, or h u with a vector u."""

    monomial: Monomial
    vector: Tensor | None


class Squares:
    """The squares beside one polynomial."""

    def __init__(self, polynomial: Polynomial, atoms: Atoms, facts: Facts) -> None:
        self._polynomial = polynomial
        self._atoms = atoms
        self._tensors = facts.tensors
        self._vectors = [(v, self._tensors.dot(v, v)) for v in self._tensors.of(polynomial)]

    def all(self) -> Iterator[Fact]:
        """Each square as a fact."""
        yield from self._of_atoms()
        yield from self._of_products()
        for (weight, _), elements in self._classes().items():
            chosen = elements[:MAX_ELEMENTS]
            for one, other in combinations(chosen, 2):
                for ratio in self._ratios(weight, one, other):
                    yield self._square(weight, [(Fraction(1), one), (ratio, other)])
            if len(chosen) > 2:
                for order in (chosen, chosen[::-1]):
                    for row in self._completed(weight, order):
                        yield self._square(weight, row)

    def _of_atoms(self) -> Iterator[Fact]:
        """(x ± y)² of two atoms, and α (x + β/(2α))² for α x² + β x + γ with a monomial α > 0."""
        names = [n for n in poly.unknowns([self._polynomial]) if not isinstance(self._atoms[n].term, Dimension)]
        for x, y in combinations(names[:MAX_ATOMS], 2):
            for sign in (1, -1):
                yield self._squared(poly.add(poly.unknown(x), poly.scaled(poly.unknown(y), sign)))
        for x in names:
            if poly.degree(self._polynomial, x) == 2:
                second, first = poly.coefficient(self._polynomial, x, 2), poly.coefficient(self._polynomial, x, 1)
                ((alpha, value), *others) = second.items()
                if first and not others and value > 0 and all(self._atoms[n].positive for n, _ in alpha):
                    part = poly.scaled(first, 1 / (2 * value), poly.inverse(alpha))
                    yield self._squared(poly.add(poly.unknown(x), part), {alpha: value})

    def _of_products(self) -> Iterator[Fact]:
        """|h u ± k v|² for terms w² h k (u · v); and |h u + t k v|², where h² |u|² is a term, for a term h k (u · v)."""
        for (u, first), (v, second) in combinations(self._vectors, 2):
            both = self._tensors.dot(u, v) if u.shape == v.shape else {}
            for monomial, value in self._polynomial.items() if both else ():
                factor, ratio = poly.times_monomial(monomial, poly.inverse(lead := min(both))), value / both[lead]
                if not all(exponent > 0 or self._atoms[n].positive for n, exponent in factor):
                    continue
                yield from self._halved(factor, 1 if ratio > 0 else -1, u, v)
                yield from self._matched(factor, ratio, u, first, v)
                yield from self._matched(factor, ratio, v, second, u)

    def _halved(self, factor: Monomial, sign: int, u: Tensor, v: Tensor) -> Iterator[Fact]:
        odd = [n for n, exponent in factor if exponent % 2 and not isinstance(self._atoms[n].term, Dimension)]
        for count in range(len(odd) + 1) if 0 < len(odd) <= MAX_ODD else ():
            for chosen in combinations(odd, count):
                one = _Element(tuple((n, 1) for n in chosen), u)
                other = _Element(tuple((n, 1) for n in odd if n not in chosen), v)
                yield self._square((), [(Fraction(1), one), (Fraction(sign), other)])

    def _matched(self, factor: Monomial, ratio: Fraction, u: Tensor, square: Polynomial, v: Tensor) -> Iterator[Fact]:
        """With the terms h² |u|² of the polynomial."""
        if len(square) != 1:
            return
        ((own, value),) = square.items()
        for monomial, times_there in self._polynomial.items():
            half = poly.root(poly.times_monomial(monomial, poly.inverse(own)))
            if half is None or times_there <= 0 or not set(half) <= set(factor):
                continue
            other = _Element(poly.times_monomial(factor, poly.inverse(half)), v)
            yield self._square((), [(Fraction(1), _Element(half, u)), (ratio * value / (2 * times_there), other)])

    def _squared(self, polynomial: Polynomial, factor: Polynomial = ONE) -> Fact:
        square = Power(self._atoms.written(polynomial), _TWO)
        return Fact(
            poly.times(factor, poly.times(polynomial, polynomial)), product([self._atoms.written(factor), square])
        )

    def _classes(self) -> dict[tuple[Monomial, Shape], list[_Element]]:
        """The terms that are squares times w, by w and the dimension of their vectors."""
        found: dict[tuple[Monomial, Shape], list[_Element]] = {}
        for monomial, value in sorted(self._polynomial.items()):
            if value < 0:
                continue
            for rest, vector in self._with_vectors(monomial):
                weight = tuple((number, 1) for number, exponent in rest if exponent % 2)
                half = poly.root(poly.times_monomial(rest, poly.inverse(weight)))
                if half is not None and self._atoms.nonneg(weight):
                    kind = weight, () if vector is None else vector.shape
                    found.setdefault(kind, []).append(_Element(half, vector))
        return {kind: elements for kind, elements in found.items() if len(elements) > 1}

    def _with_vectors(self, monomial: Monomial) -> Iterator[tuple[Monomial, Tensor | None]]:
        yield monomial, None
        for vector, square in self._vectors:
            if len(square) == 1:
                ((own, _),) = square.items()
                if set(own) <= {(number, 1) for number, exponent in monomial if exponent > 0}:
                    yield poly.times_monomial(monomial, poly.inverse(own)), vector

    def _cross(self, weight: Monomial, one: _Element, other: _Element) -> Polynomial:
        """w h k, or w h k (u · v)."""
        monomial = poly.times_monomial(weight, poly.times_monomial(one.monomial, other.monomial))
        if one.vector is None or other.vector is None:
            return {monomial: Fraction(1)}
        return poly.scaled(self._tensors.dot(one.vector, other.vector), 1, monomial)

    def _entry(self, weight: Monomial, one: _Element, other: _Element) -> Fraction | None:
        """How often the polynomial has what stands at a place of the matrix; None where that is no single term."""
        cross = self._cross(weight, one, other)
        if len(cross) != 1:
            return None
        ((monomial, value),) = cross.items()
        return self._polynomial.get(monomial, Fraction(0)) / value

    def _ratios(self, weight: Monomial, one: _Element, other: _Element) -> list[Fraction]:
        """Values of t with which (h + t k)² may help."""
        diagonal = self._entry(weight, one, one), self._entry(weight, other, other)
        beside = self._entry(weight, one, other)
        if None in diagonal or not beside:
            return []
        first, second = (value or Fraction(0) for value in diagonal)
        if not first or not second:
            return []
        sign = 1 if beside > 0 else -1
        found = [beside / (2 * first), 2 * second / beside, Fraction(sign)]
        ratio = second / first
        above, below = isqrt(ratio.numerator), isqrt(ratio.denominator)
        if (above**2, below**2) == (ratio.numerator, ratio.denominator):
            found.append(Fraction(sign * above, below))
        return list(dict.fromkeys(found))

    def _completed(self, weight: Monomial, elements: Sequence[_Element]) -> Iterator[list[tuple[Fraction, _Element]]]:
        """The squares that elimination finds, as far as its pivots are positive."""
        size = range(len(elements))
        entries = [[self._entry(weight, one, other) for other in elements] for one in elements]
        shared: dict[frozenset[tuple[Monomial, Fraction]], int] = {}
        keys = [[frozenset(self._cross(weight, a, b).items()) for b in elements] for a in elements]
        for key in (key for line in keys for key in line):
            shared[key] = shared.get(key, 0) + 1
        matrix = [[(entries[i][j] or Fraction(0)) / shared[keys[i][j]] for j in size] for i in size]
        for pivot in size:
            value = matrix[pivot][pivot]
            if value <= 0:
                return
            row = [entry / value for entry in matrix[pivot]]
            yield [(row[j], elements[j]) for j in size if row[j]]
            for i in size:
                factor = matrix[i][pivot]
                matrix[i] = [entry - factor * other for entry, other in zip(matrix[i], row, strict=True)]

    def _square(self, weight: Monomial, parts: Sequence[tuple[Fraction, _Element]]) -> Fact:
        """w (Σ t h)², or w |Σ t h u|²."""
        total = poly.add(
            *(poly.scaled(self._cross(weight, one, other), s * t) for s, one in parts for t, other in parts),
        )
        vector = parts[0][1].vector
        indices = () if vector is None else self._tensors.fresh(*vector.shape)
        terms = [self._written(value, element, indices) for value, element in parts]
        square = sum_over(indices, Power(join(Add, terms), _TWO))
        return Fact(total, product([self._atoms.written_monomial(weight, Fraction(1)), square]))

    def _written(self, value: Fraction, element: _Element, indices: Sequence[Index]) -> Term:
        if element.vector is None:
            return self._atoms.written_monomial(element.monomial, value)
        factor = self._atoms.written_monomial(element.monomial, abs(value))
        entry = product([factor, element.vector.at(*indices)])
        return Neg(entry) if value < 0 else entry
