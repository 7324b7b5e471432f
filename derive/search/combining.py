"""A polynomial as a sum of facts, times monomials that are ≥ 0, and of squares: multipliers by linear programming.

Only multiples that can matter are tried: such that have a term which the polynomial has, with the same sign, and which does
not show its own sign; and then those of what these bring along.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations_with_replacement

from derive.language.alike import join
from derive.language.terms import Add, Product, Term
from derive.search import polynomials as poly
from derive.search.atoms import ZERO, Atoms, product
from derive.search.denominators import Denominators
from derive.search.facts import Fact, Facts
from derive.search.polynomials import Monomial, Polynomial, TooLarge
from derive.search.spans import combination
from derive.search.squares import Squares

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

    def combined(self, polynomial: Polynomial, strict: bool) -> Term | None:
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
            yield Fact(polynomial, Product((one.term, other.term)), one.positive and other.positive)

    def _programmed(self, polynomial: Polynomial, facts: Sequence[Fact], room: _Room, strict: bool) -> Term | None:
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
        return join(Add, parts) if parts else ZERO

    def _written(self, column: _Column, value: Fraction) -> Iterator[Term]:
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
