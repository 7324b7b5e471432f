"""A polynomial as a sum of facts, times monomials that are ≥ 0, and of squares: multipliers by linear programming.

Only multiples that can matter are tried: such that have a term which the polynomial has, with the same sign, and which does
not show its own sign; and then those of what these bring along.

Squares that it may be a sum of are those of binomials, and those that come of completing squares.  The terms of a polynomial
that are squares themselves, w h² or w h² |u|² with a common w ≥ 0, are the diagonal of a matrix; the others, w h k or
w h k (u · v), stand beside it.  Elimination in it gives a sum of squares (Lagrange 1759), and two of them by themselves give
(h + t k)².
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import isqrt

from derive.language import terms as t
from derive.language.alike import join, sum_over
from derive.search import polynomials as poly
from derive.search.atoms import ZERO, Atoms, product
from derive.search.denominators import Denominators
from derive.search.facts import Fact, Facts
from derive.search.polynomials import ONE, Monomial, Polynomial, TooLarge
from derive.search.spans import combination
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
        names = [n for n in poly.unknowns([self._polynomial]) if not isinstance(self._atoms[n].term, t.Dimension)]
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
        odd = [n for n, exponent in factor if exponent % 2 and not isinstance(self._atoms[n].term, t.Dimension)]
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
        square = t.Power(self._atoms.written(polynomial), _TWO)
        return Fact(
            poly.times(factor, poly.times(polynomial, polynomial)), product([self._atoms.written(factor), square])
        )

    def _classes(self) -> dict[tuple[Monomial, t.Shape], list[_Element]]:
        """The terms that are squares times w, by w and the dimension of their vectors."""
        found: dict[tuple[Monomial, t.Shape], list[_Element]] = {}
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
            *(poly.scaled(self._cross(weight, one, other), s * r) for s, one in parts for r, other in parts),
        )
        vector = parts[0][1].vector
        indices = () if vector is None else self._tensors.fresh(*vector.shape)
        terms = [self._written(value, element, indices) for value, element in parts]
        square = sum_over(indices, t.Power(join(t.Add, terms), _TWO))
        return Fact(total, product([self._atoms.written_monomial(weight, Fraction(1)), square]))

    def _written(self, value: Fraction, element: _Element, indices: Sequence[t.Index]) -> t.Term:
        if element.vector is None:
            return self._atoms.written_monomial(element.monomial, value)
        factor = self._atoms.written_monomial(element.monomial, abs(value))
        entry = product([factor, element.vector.at(*indices)])
        return t.Neg(entry) if value < 0 else entry


#: Columns of one linear program, and terms of multiples that are looked at for them.
MAX_COLUMNS, MAX_LOOKED_AT = 160, 6_000
#: Terms of a polynomial that is combined of others.
MAX_TARGET = 40
#: Linear programs for one scalar, in all.
MAX_PROGRAMS = 8
#: How often multiples are added that others call for.
MAX_ROUNDS = 3
#: Facts of which products of two are looked at, short ones first.
MAX_FACTORS = 24


@dataclass(frozen=True)
class _Column:
    """monomial · fact; the monomial alone where there is no fact."""

    polynomial: Polynomial
    monomial: Monomial
    fact: Fact | None
    positive: bool


class Combiner:
    """The search for combinations in one set of atoms."""

    def __init__(self, atoms: Atoms, denominators: Denominators, facts: Facts, at_length: Callable[[], None]) -> None:
        """``at_length`` is called before products of facts are looked at, which takes most of the time."""
        self._atoms = atoms
        self._denominators = denominators
        self._facts = facts
        self._at_length = at_length
        self._programs = 0

    @property
    def exhausted(self) -> bool:
        """Is the search at its end?"""
        return self._programs == MAX_PROGRAMS

    def combined(self, polynomial: Polynomial, strict: bool) -> t.Term | None:
        """The polynomial as a sum that shows it to be ≥ 0, or > 0 if ``strict``; None when none is found."""
        if len(polynomial) > MAX_TARGET:
            return None
        room = _Room(self._atoms, polynomial, self._facts.assumed_of)
        facts = [fact for fact in self._facts.all(polynomial) if room.has(fact.polynomial)]
        simple = [*self._squares(polynomial), *facts, *self._facts.equalities]
        shown = self._programmed(polynomial, simple, room, strict)
        if shown is None and not self.exhausted:
            self._at_length()
            short = sorted(facts, key=lambda fact: len(fact.polynomial))[:MAX_FACTORS]
            products = [fact for fact in self._products(short) if room.has(fact.polynomial)]
            shown = self._programmed(polynomial, [*simple, *products], room, strict)
        return shown

    def _squares(self, polynomial: Polynomial) -> Iterator[Fact]:
        for fact in Squares(polynomial, self._atoms, self._facts).all():
            yield replace(fact, polynomial=self._denominators.normal(fact.polynomial))

    def _products(self, facts: Sequence[Fact]) -> Iterator[Fact]:
        """Products of two facts."""
        for one, other in combinations_with_replacement(facts, 2):
            try:
                polynomial = self._denominators.normal(poly.times(one.polynomial, other.polynomial))
            except TooLarge:
                continue
            yield Fact(polynomial, t.Product((one.term, other.term)), one.positive and other.positive)

    def _programmed(self, polynomial: Polynomial, facts: Sequence[Fact], room: _Room, strict: bool) -> t.Term | None:
        if self.exhausted:
            return None
        self._programs += 1
        columns = self._columns(polynomial, facts, room)
        wanted = frozenset(place for place, column in enumerate(columns) if column.positive)
        if strict and not wanted:
            return None
        found = combination(polynomial, [column.polynomial for column in columns], wanted if strict else frozenset())
        if found is None:
            return None
        parts = [part for place, value in sorted(found.items()) for part in self._written(columns[place], value)]
        return join(t.Add, parts) if parts else ZERO

    def _written(self, column: _Column, value: Fraction) -> Iterator[t.Term]:
        """A multiple of a column; nothing of what is assumed to be 0."""
        if column.fact is None:
            yield self._atoms.written_monomial(column.monomial, value)
        elif not column.fact.zero:
            yield product([self._atoms.written_monomial(column.monomial, value), column.fact.term])

    def _columns(self, polynomial: Polynomial, facts: Sequence[Fact], room: _Room) -> list[_Column]:
        found: dict[tuple[int, Monomial], _Column] = {}
        rows = dict.fromkeys(polynomial)
        wanted = dict.fromkeys((monomial, value > 0) for monomial, value in polynomial.items())
        new = list(wanted)
        left = MAX_LOOKED_AT
        for _ in range(MAX_ROUNDS):
            needed = [(m, positive) for m, positive in new if not positive or not self._atoms.nonneg(m)]
            new = []
            for number, factor in self._multiples(needed, facts):
                fact = facts[number]
                left -= len(fact.polynomial)
                if len(found) == MAX_COLUMNS or left < 0:
                    break
                try:
                    column = self._denominators.normal(poly.scaled(fact.polynomial, 1, factor))
                except TooLarge:
                    continue
                if (number, factor) in found or not column or not room.has(column, whole=True):
                    continue
                found[number, factor] = _Column(column, factor, fact, fact.positive and self._atoms.nonzero(factor))
                rows.update(dict.fromkeys(column))
                new += [(monomial, value < 0) for monomial, value in column.items()]
            new = [need for need in dict.fromkeys(new) if need not in wanted]
            wanted.update(dict.fromkeys(new))
        plain = [_Column({m: Fraction(1)}, m, None, self._atoms.nonzero(m)) for m in rows if self._atoms.nonneg(m)]
        return [*found.values(), *plain]

    def _multiples(
        self, needed: Sequence[tuple[Monomial, bool]], facts: Sequence[Fact]
    ) -> Iterator[tuple[int, Monomial]]:
        """The facts and monomials with a needed term in their product, each once."""
        terms: dict[bool, list[tuple[int, Monomial]]] = {True: [], False: []}
        for number, fact in enumerate(facts):
            for own, value in fact.polynomial.items():
                terms[value > 0].append((number, own))
        seen: set[tuple[int, Monomial]] = set()
        for monomial, positive in needed:
            powers = dict(monomial)
            for number, own in terms[positive]:
                if any(e > powers.get(n, 0) and not self._atoms[n].positive for n, e in own):
                    continue
                factor = poly.times_monomial(monomial, poly.inverse(own))
                if (number, factor) not in seen and (facts[number].zero or self._atoms.nonneg(factor)):
                    seen.add((number, factor))
                    yield number, factor


class _Room:
    """What a sum for a polynomial need not go beyond: its degrees, except in what hypotheses speak of.

    And where it is homogeneous, in one symbol or in all together, so are the multiples of facts.
    """

    def __init__(self, atoms: Atoms, polynomial: Polynomial, free: Set[Hashable]) -> None:
        self._atoms = atoms
        self._free = free
        self._limits = self._ranges(polynomial)
        roots = [radicand for n in poly.unknowns([polynomial]) if (radicand := atoms.radicand(n)) is not None]
        #: In what the radicand of a root in it is not homogeneous, and so nothing else need be.
        self._mixed = {
            name for radicand in roots for name, (low, high) in self._ranges(radicand).items() if low != high
        }

    def _ranges(self, polynomial: Polynomial) -> dict[Hashable, tuple[int, int]]:
        """The least and the highest degree in each symbol that no hypothesis speaks of, and under `None` in all."""
        degrees = [self._atoms.degrees_of(monomial) for monomial in polynomial]
        names = {name for found in degrees for name in found} - self._free
        found: dict[Hashable, tuple[int, int]] = {}
        for name in names:
            each = [one.get(name, 0) for one in degrees]
            found[name] = min(each), max(each)
        sums = [sum(one.get(name, 0) for name in names) for one in degrees]
        return {**found, None: (min(sums), max(sums))}

    def has(self, polynomial: Polynomial, whole: bool = False) -> bool:
        """Is there room for a polynomial as it is (``whole``), or times a monomial?"""
        ranges = self._ranges(polynomial)
        for name in {**self._limits, **ranges}:
            (least, most), (low, high) = self._limits.get(name, (0, 0)), ranges.get(name, (0, 0))
            homogeneous = least == most and name not in self._mixed
            if high > most or (homogeneous and (low != high or (whole and high != most))):
                return False
        return True
