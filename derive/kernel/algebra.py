"""The arithmetic of forms: sums, contractions, and the rules that graphs are rewritten by when they are joined.

An `Algebra` owns the numbering of generators and symbols; forms of two algebras have nothing to do with each other.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction

from derive.errors import Undecided
from derive.kernel import forms as f
from derive.kernel.forms import ONE, Form, FrozenForm, Generator, Monomial, Rational, Rule, legs_of
from derive.kernel.graphs import EMPTY, Factor, Graph, Properties, branches, joined, part_of

#: Work of one algebra before it declines; the product of two known terms counts 1.
MAX_WORK = 600_000
#: Exchanges of factors inside of one another, as x¹⁰ (1/(1 + x)) takes ten.
MAX_DEPTH = 60
#: Bits of a coefficient.
MAX_BITS = 100_000

#: What joining two graphs for the first time counts, times the square of the number of their factors.
NEW_GRAPH = 3


class Algebra:
    """Numbers generators, symbols and dimensions, and computes with forms over them."""

    def __init__(self) -> None:
        self.generators: list[Generator] = []
        self._numbers: dict[Generator, int] = {}
        #: Of generators that are roots, what stands below the sign; of those that are reciprocals, what they divide by.
        self.roots: dict[int, Form] = {}
        self.reciprocals: dict[int, Form] = {}
        #: Has a form been made that would look otherwise if more were known to be ≥ 0?
        self.signs_used = False
        self._symbols: dict[Hashable, int] = {}
        self.symbol_keys: list[Hashable] = []
        #: Sums known to be ≥ 0 for all sizes and data, without rational content and common powers; and ±g of generators g.
        self.known_nonneg: dict[FrozenForm, Form] = {}
        #: Those among them that are > 0 at every admissible point.
        self.known_positive: set[FrozenForm] = set()
        self._dims: dict[Hashable, int] = {}
        self.dim_keys: list[Hashable] = []
        self.properties = Properties()
        #: The resolvents (`derive.kernel.resolvents`), with the rules of each.
        self.rules: dict[int, list[Rule]] = {}
        #: Of symbols that are reciprocals entry by entry, what they are the reciprocals of; a leg for every axis.
        self.divisors: dict[int, Form] = {}
        #: Of symbols that are roots entry by entry, their squares; and 1/square where that is used.
        self.squares: dict[int, Form] = {}
        self.inverse_squares: dict[int, Form] = {}
        #: Symbols whose entries are > 0 at all data, and others whose entries are ≥ 0.
        self.positive_symbols: set[int] = set()
        self.nonneg_symbols: set[int] = set()
        #: Symbols that join with others where they meet as edges, and what they become (`derive.kernel.matrix_functions`).
        self.joining: set[int] = set()
        self.met: Callable[[Factor, Factor, int], Form | None] | None = None
        self._assembled: dict[Hashable, FrozenForm] = {}
        self._work = 0
        self._exhausted = Undecided(f"the normal form needs too many products of terms (more work than {MAX_WORK:,})")
        self._depth = 0

    # --- numbering ---

    def number(self, generator: Generator) -> int:
        """The number of a generator."""
        known = self._numbers.get(generator)
        if known is None:
            known = self._numbers[generator] = len(self.generators)
            self.generators.append(generator)
            match generator:
                case f.ParameterGenerator(f.RootOf(radicand)):
                    self.roots[known] = dict(radicand)
                case f.ParameterGenerator(f.ReciprocalOf(divisor)):
                    self.reciprocals[known] = dict(divisor)
        return known

    def generator(self, generator: Generator, exponent: int = 1) -> Form:
        """A power of a generator as a form without legs."""
        return {(EMPTY, ((self.number(generator), exponent),)): 1}

    def symbol(self, key: Hashable) -> int:
        """The number of a vector, matrix or tensor symbol."""
        known = self._symbols.get(key)
        if known is None:
            known = self._symbols[key] = len(self.symbol_keys)
            self.symbol_keys.append(key)
        return known

    def dim(self, key: Hashable) -> int:
        """The number of a dimension."""
        known = self._dims.get(key)
        if known is None:
            known = self._dims[key] = len(self.dim_keys)
            self.dim_keys.append(key)
        return known

    # --- linear structure ---

    def add(self, *forms: Form) -> Form:
        """The sum of forms with the same legs."""
        total: Form = {}
        for form in forms:
            for key, value in form.items():
                self._accumulate(total, key, value)
        return total

    def scale(self, form: Form, factor: Rational) -> Form:
        """A rational multiple."""
        return {key: value * factor for key, value in form.items()} if factor else {}

    def negate(self, form: Form) -> Form:
        """−form."""
        return {key: -value for key, value in form.items()}

    # --- products ---

    def multiply_monomials(self, left: Monomial, right: Monomial) -> tuple[Monomial, tuple[int, ...]]:
        """The product, and the roots in it that met themselves and so became their radicands."""
        if not left:
            return right, ()
        if not right:
            return left, ()
        if left[-1][0] < right[0][0]:  # monomials are sorted by their generators
            return left + right, ()
        powers = list(left)
        squared: list[int] = []
        for number, exponent in right:
            place = bisect_left(powers, (number,))
            if place == len(powers) or powers[place][0] != number:
                powers.insert(place, (number, exponent))
                continue
            total = powers[place][1] + exponent
            if total == 2 and number in self.roots:
                squared.append(number)
                total = 0
            if total:
                powers[place] = number, total
            else:
                del powers[place]
        return tuple(powers), tuple(squared)

    def contract(
        self, left: Form, left_labels: tuple[int, ...], right: Form, right_labels: tuple[int, ...], out: tuple[int, ...]
    ) -> Form:
        """The one operation on forms, as in ``einsum``: legs with equal labels are joined.

        Labels that are not in ``out`` are summed over; a label may occur several times in ``out`` (a Kronecker δ).
        """
        self._spend(len(left) * len(right))
        total: Form = {}
        squares: dict[tuple[int, ...], Form] = {}
        for (graph, monomial), value in left.items():
            for (other, monomial2), value2 in right.items():
                factor = value * value2
                product, squared = self.multiply_monomials(monomial, monomial2)
                for (merged, gained), scale in self._assemble(graph, left_labels, other, right_labels, out):
                    whole, more = self.multiply_monomials(product, gained)
                    target = squares.setdefault(tuple(sorted(squared + more)), {}) if squared or more else total
                    self._accumulate(target, (merged, whole), factor if scale == 1 else factor * scale)
        return self._bounded(self._roots_squared(total, squares))

    def rearrange(self, form: Form, labels: tuple[int, ...], out: tuple[int, ...]) -> Form:
        """Contract, repeat or reorder the legs of one form."""
        return self.contract(form, labels, ONE, (), out)

    def normal(self, form: Form) -> Form:
        """The form with its graphs labelled canonically, and rewritten by the rules."""
        labels = legs_of(form)
        return self.rearrange(form, labels, labels)

    def pointwise(self, left: Form, right: Form, at: tuple[int, ...] | None = None) -> Form:
        """The product entry by entry; ``at`` are the legs of the first at which those of the second are, or all."""
        if not left:
            return {}
        seats = legs_of(left)
        return self.contract(left, seats, right, seats if at is None else at, seats)

    def times(self, left: Form, right: Form) -> Form:
        """The product of two forms, the second without legs."""
        self._spend(len(left) * len(right))
        if right == ONE:
            return dict(left)
        if left == ONE:
            return dict(right)
        total: Form = {}
        squares: dict[tuple[int, ...], Form] = {}
        for (graph, monomial), value in left.items():
            for (_, monomial2), value2 in right.items():
                product, squared = self.multiply_monomials(monomial, monomial2)
                self._accumulate(
                    squares.setdefault(squared, {}) if squared else total, (graph, product), value * value2
                )
        return self._bounded(self._roots_squared(total, squares))

    def power(self, form: Form, exponent: int) -> Form:
        """A power ≥ 0 of a form without legs."""
        result = ONE
        while exponent:
            if exponent & 1:
                result = self.times(result, form)
            exponent >>= 1
            if exponent:
                form = self.times(form, form)
        return result

    def _spend(self, work: int) -> None:
        """Raises the same exception from the first time on that there is too much, so that it tells of where that was."""
        self._work += work
        if self._work > MAX_WORK:
            raise self._exhausted

    def _bounded(self, form: Form) -> Form:
        """The form, unless its numbers have become too long to go on with, as in powers of powers."""
        if any(max(abs(value.numerator), value.denominator).bit_length() > MAX_BITS for value in form.values()):
            raise Undecided(f"the normal form has a number of more than {MAX_BITS} bits")
        return form

    def _accumulate(self, total: Form, key: tuple[Graph, Monomial], value: Rational) -> None:
        """Add one term to a form."""
        new = total.get(key, 0) + value
        if type(new) is Fraction and new.denominator == 1:
            new = new.numerator  # integers are several times faster
        if new:
            total[key] = new
        else:
            del total[key]

    def _roots_squared(self, total: Form, squares: dict[tuple[int, ...], Form]) -> Form:
        """The total, with each form in ``squares`` times the radicands of its roots: r² = p, once for all its terms."""
        for squared, form in squares.items():
            for number in squared:
                form = self.multiplied(form, self.roots[number])
            total = self.add(total, form)
        return total

    def multiplied(self, form: Form, factor: Form) -> Form:
        """The product with a sum q without legs, where q · (1/q) is 1: such terms are not multiplied out."""
        below = self._numbers.get(f.ParameterGenerator(f.ReciprocalOf(f.freeze(factor))), -1)
        over = {key: value for key, value in form.items() if any(number == below for number, _ in key[1])}
        rest = {key: value for key, value in form.items() if key not in over}
        return self.add(self.times(rest, factor), self.times(over, {(EMPTY, ((below, -1),)): 1}))

    def _assemble(
        self, graph: Graph, labels: tuple[int, ...], other: Graph, labels2: tuple[int, ...], out: tuple[int, ...]
    ) -> FrozenForm:
        """Join two graphs: one term, of the open graph and the monomial of what closed, or more by rules."""
        key = (graph, labels, other, labels2, out)
        known = self._assembled.get(key)
        if known is not None:
            return known
        self._spend(NEW_GRAPH * (1 + len(graph[2]) + len(other[2])) ** 2)
        graph, closed, bare = joined(*key, self.properties)
        ruled = self.rules or self.squares or self.joining
        opened, *steps = (self._ruled(part) if ruled else None for part in (graph, *closed))
        kept = [part for part, step in zip(closed, steps, strict=True) if step is None]
        merged, monomial, scale = self._closed_to_monomial(graph if opened is None else EMPTY, kept, bare)
        form: Form = {(merged, monomial): scale}
        for step in steps:
            form = form if step is None else self.times(form, step)
        result = self._assembled[key] = tuple((form if opened is None else self.times(opened, form)).items())
        return result

    def _ruled(self, graph: Graph) -> Form | None:
        """The form that the first rule makes of a graph, in normal form; None when none applies."""
        for symbol, places, exponent in graph[2]:
            if abs(exponent) > 1 and symbol in self.squares:
                known = self.squares if exponent > 0 else self.inverse_squares
                if symbol in known:
                    return self._exchanged(graph, places, ((symbol, places, 2 if exponent > 0 else -2),), known[symbol])
        powers = {(symbol, places[0]): e for symbol, places, e in graph[2] if len(places) == 1}
        for (symbol, vertex), exponent in powers.items():
            for rule in self.rules.get(symbol, ()) if exponent > 0 else ():
                present = [(needed, powers.get((s, vertex), 0)) for s, needed in rule.powers]
                if all(e >= needed if needed > 0 else e <= needed for needed, e in present):
                    gone = self._hanging(graph, vertex, rule.branches)
                    if gone is not None:
                        taken = tuple((s, (vertex,), needed) for s, needed in (*rule.powers, (symbol, 1)))
                        return self._exchanged(graph, (vertex,), taken, rule.value, gone)
        return self._joined(graph) if self.joining else None

    def _joined(self, graph: Graph) -> Form | None:
        """A graph with two edges that meet at a summed vertex, which nothing else touches, as one; None when none join."""
        ends_of_joining = {v for symbol, places, _ in graph[2] if symbol in self.joining for v in places}
        for middle in sorted(ends_of_joining.difference(graph[1])):
            touching = [factor for factor in graph[2] if middle in factor[1]]
            if any(len(places) != 2 or places[0] == places[1] for _, places, _ in touching):
                continue
            match touching:
                case [(symbol, places, 2)] if symbol in self.properties.symmetric:  # Sᵢⱼ² is Sᵢⱼ Sⱼᵢ
                    touching = [(symbol, places, 1)] * 2
                case [(_, _, 1), (_, _, 1)]:
                    pass
                case _:
                    continue
            first, second = touching
            value = None if self.met is None else self.met(first, second, middle)
            if value is not None:
                ends = tuple(places[1 - places.index(middle)] for _, places, _ in touching)
                return self._exchanged(graph, ends, (), value, frozenset({middle}))
        return None

    def _hanging(self, graph: Graph, vertex: int, wanted: Sequence[Graph]) -> frozenset[int] | None:
        """The vertices of such branches at a vertex, each another one; None where some are not there."""
        gone: frozenset[int] = frozenset()
        there = branches(graph, vertex, self.properties.symmetric) if wanted else []
        for branch in wanted:
            found = next((part for other, part in there if other == branch and part.isdisjoint(gone)), None)
            if found is None:
                return None
            gone |= found
        return gone

    def _exchanged(
        self,
        graph: Graph,
        places: tuple[int, ...],
        taken: tuple[Factor, ...],
        value: Form,
        gone: frozenset[int] = frozenset(),
    ) -> Form:
        """A graph with a form, whose legs are at these places, for some of its factors and all on the vertices ``gone``."""
        dims, legs, factors = graph
        less = tuple((symbol, at, -exponent) for symbol, at, exponent in taken)
        left: Graph = (dims, (*legs, *places), (*factors, *less))
        if gone:
            staying = [factor for factor in factors if gone.isdisjoint(factor[1])]
            left = part_of(dims, [v for v in range(len(dims)) if v not in gone], left[1], (*staying, *less))
        rest: Form = {(left, ()): 1}
        labels = tuple(range(len(legs) + len(places)))
        if self._depth == MAX_DEPTH:
            raise Undecided(f"a power of a root or beside a reciprocal that takes more than {MAX_DEPTH} steps")
        self._depth += 1
        try:
            return self.contract(rest, labels, value, labels[len(legs) :], labels[: len(legs)])
        finally:
            self._depth -= 1

    def _closed_to_monomial(
        self, graph: Graph, closed: Sequence[Graph], bare: Sequence[int]
    ) -> tuple[Graph, Monomial, int]:
        powers: dict[int, int] = {}
        scale = 1
        for dim in bare:
            key = self.dim_keys[dim]
            if isinstance(key, int):
                scale *= key
            else:
                number = self.number(f.DimensionGenerator(key))
                powers[number] = powers.get(number, 0) + 1
        for component in closed:
            number = self.number(f.ClosedGenerator(component, self._is_even(component)))
            powers[number] = powers.get(number, 0) + 1
        return graph, tuple(sorted(powers.items())), scale

    def _is_even(self, graph: Graph) -> bool:
        """Every factor an even power, a mask or ≥ 0: the sum is ≥ 0."""
        known = self.properties.mask | self.positive_symbols | self.nonneg_symbols
        return all(s in known or (e % 2 == 0 and s not in self.squares) for s, _, e in graph[2])

    def close(self, graph: Graph) -> Form:
        """A graph without legs as a form: its closed components become generators."""
        return dict(self._assemble(graph, (), EMPTY, (), ()))
