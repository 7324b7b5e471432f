"""Scalars as polynomials in atoms: what the normal form does not take apart, each with a term and what is known of its sign.

Atoms are sizes, scalar symbols, closed index graphs, roots, opaque values and, with free indices, the components at them:
an index graph is cut at the vertices that have names, and what hangs together then is a part by itself.  A polynomial is
written back as a sum of products of their terms, so that its sign shows where those of its atoms do.  Nothing here is
trusted: what is written is compared with what it stands for by the kernel.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from derive.errors import Undecided
from derive.kernel import forms as f
from derive.kernel.algebra import Algebra
from derive.kernel.assumptions import Assumptions
from derive.kernel.decide import Equation
from derive.kernel.forms import Form
from derive.kernel.graphs import EMPTY, Factor, Graph, part_of, together
from derive.language import terms as t
from derive.language.alike import join, join_product, sum_over
from derive.language.build import ones
from derive.language.hypotheses import Hypothesis
from derive.language.substitution import substitute, unfolded_subterms
from derive.search.polynomials import Monomial, Polynomial, inverse, primitive, times_monomial
from derive.search.readback import NAMES, dimension_of, fraction, power, read_value

#: A connected graph, and the free indices on its legs.
Piece = tuple[Graph, tuple[t.Index, ...]]


def cut(graph: Graph, names: Mapping[int, t.Index]) -> Iterator[tuple[Piece, int]]:
    """What hangs together when the graph is cut at its named vertices, with exponents."""
    for _, factors in together(graph[2], names):
        exponent = factors[0][2] if all(v in names for v in factors[0][1]) else 1
        yield _piece(graph[0], factors if exponent == 1 else [(*factors[0][:2], 1)], names), exponent


def degrees_in_symbols(graph: Graph) -> dict[Hashable, int]:
    """Twice the degree of a graph in each symbol."""
    found: dict[Hashable, int] = {}
    for symbol, _, exponent in graph[2]:
        found["symbol", symbol] = found.get(("symbol", symbol), 0) + 2 * exponent
    return found


def _piece(dims: Sequence[int], factors: Sequence[Factor], names: Mapping[int, t.Index]) -> Piece:
    """A part of a graph by itself, and the free indices on its legs."""
    vertices = sorted({v for _, vs, _ in factors for v in vs})
    seated = sorted((v for v in vertices if v in names), key=lambda v: names[v].name)
    sizes, seats, inside = part_of(dims, vertices, seated, factors)
    return (sizes, seats, tuple(sorted(inside))), tuple(names[v] for v in seated)


ZERO, ONE = t.Number(Fraction(0)), t.Number(Fraction(1))


@dataclass(frozen=True)
class Atom:
    """An unknown of the polynomials: its term, and what is known of its sign."""

    term: t.Term
    nonneg: bool
    nonzero: bool
    #: Twice its degree in symbols and opaque values.
    degrees: Mapping[Hashable, int]
    #: Its number among the generators of the normal form, if it is one.
    generator: int | None = None

    @property
    def positive(self) -> bool:
        """Is it > 0?"""
        return self.nonneg and self.nonzero


class Atoms:
    """The atoms of one scalar under hypotheses; ``difference`` are the labels and the normal form of the scalar.

    Raises `Undecided` where the kernel declines, or where an atom cannot be written.
    """

    def __init__(self, scalar: t.Term, hypotheses: Sequence[Hypothesis]) -> None:
        equation = Equation(scalar, ZERO, hypotheses)
        self._normaliser = equation.normaliser
        self.algebra: Algebra = self._normaliser.algebra
        self.assumptions = Assumptions(hypotheses)
        self.scalar = scalar
        self.difference: tuple[tuple[int | t.Index, ...], Form] = equation.difference.labels, equation.difference.form
        self._numbers: dict[Hashable, int] = {}
        self._atoms: list[Atom] = []
        terms = (scalar, *(term for hypothesis in hypotheses for term in hypothesis.terms))
        #: The sub-terms of the scalar and the hypotheses, each once, definitions unfolded.
        self.parts = tuple(dict.fromkeys(part for term in terms for part in unfolded_subterms(term)))
        self._taken = {index.name for part in self.parts for index in part.free}
        self._roots: dict[int, t.Term] | None = None
        self._radicands: dict[int, Polynomial | None] = {}
        self._degrees_of: dict[Monomial, Mapping[Hashable, int]] = {}

    def form(self, term: t.Term) -> tuple[tuple[int | t.Index, ...], Form]:
        """The labels and the normal form of a term."""
        tensor = self._normaliser.tensor(term)
        return tensor.labels, tensor.form

    def __getitem__(self, number: int) -> Atom:
        return self._atoms[number]

    # --- from normal forms ---

    def polynomial(self, labels: Sequence[int | t.Index], form: Form) -> Polynomial:
        """A form without reciprocals as a polynomial; its legs are the free indices."""
        total: Polynomial = {}
        for (graph, monomial), value in form.items():
            product: Monomial = tuple(sorted((self._generator(n), e) for n, e in monomial))
            for key, exponent in self._opened(graph, labels):
                product = times_monomial(product, ((self._number(key), exponent),))
            total[product] = total.get(product, Fraction(0)) + value
        return {monomial: value for monomial, value in total.items() if value}

    def _number(self, key: Hashable) -> int:
        known = self._numbers.get(key)
        if known is None:
            term = self._written(key)
            sign = self.assumptions.sign(term)
            generator = key[1] if isinstance(key, tuple) and key[0] == "generator" else None
            degrees = self._degrees(key)  # which may number other atoms
            known = self._numbers[key] = len(self._atoms)
            self._atoms.append(Atom(term, sign.nonneg, sign.nonzero, degrees, generator))
        return known

    def _degrees(self, key: Hashable) -> Mapping[Hashable, int]:
        match key:
            case ("generator", int() as number):
                match self.algebra.generators[number]:
                    case f.ParameterGenerator(f.RootOf(radicand)):
                        degrees = self.degrees(self.polynomial((), dict(radicand)))
                        return {name: degree // 2 for name, degree in degrees.items()}
                    case f.ClosedGenerator(graph):
                        return degrees_in_symbols(graph)
                    case f.DimensionGenerator():
                        return {}
            case ("graph", tuple() as graph, _):
                return degrees_in_symbols(graph)
        return {key: 2}

    def degrees(self, polynomial: Polynomial) -> dict[Hashable, int]:
        """Twice the degree of a polynomial in each symbol and opaque value."""
        found: dict[Hashable, int] = {}
        for monomial in polynomial:
            for name, degree in self.degrees_of(monomial).items():
                found[name] = max(degree, found.get(name, degree))
        return found

    def degrees_of(self, monomial: Monomial) -> Mapping[Hashable, int]:
        """Twice the degree of a monomial in each of them."""
        if (known := self._degrees_of.get(monomial)) is not None:
            return known
        found: dict[Hashable, int] = {}
        for number, exponent in monomial:
            for name, degree in self[number].degrees.items():
                found[name] = found.get(name, 0) + exponent * degree
        return self._degrees_of.setdefault(monomial, found)

    def closed(self, number: int) -> Graph | None:
        """The closed graph that an atom is."""
        place = self._atoms[number].generator
        generator = None if place is None else self.algebra.generators[place]
        return generator.graph if isinstance(generator, f.ClosedGenerator) else None

    def radicand(self, number: int) -> Polynomial | None:
        """The polynomial of which an atom is the root."""
        if number not in self._radicands:
            radicand = self.algebra.roots.get(-1 if (place := self._atoms[number].generator) is None else place)
            self._radicands[number] = None if radicand is None else self.polynomial((), radicand)
        return self._radicands[number]

    def _generator(self, number: int) -> int:
        return self._number(("generator", number))

    def _opened(self, graph: Graph, labels: Sequence[int | t.Index]) -> Iterator[tuple[Hashable, int]]:
        """The factors of a graph with legs: components at free indices, deltas, and what is summed over."""
        names: dict[int, t.Index] = {}
        for seat, label in zip(graph[1], labels, strict=True):
            if not isinstance(label, t.Index):
                raise Undecided("an axis in the place of a free index")
            if seat in names:
                yield ("delta", names[seat], label), 1
            else:
                names[seat] = label
        for part, exponent in self._pieces(graph, names):
            yield ("graph", *part), exponent

    def _pieces(self, graph: Graph, names: Mapping[int, t.Index]) -> Iterator[tuple[Piece, int]]:
        """What hangs together when the graph is cut at its named vertices, with exponents."""
        for (piece, labels), exponent in cut(graph, names):
            same = list(self.algebra.normal({(piece, ()): 1}))
            yield (same[0][0] if len(same) == 1 and not same[0][1] else piece, labels), exponent

    # --- to terms ---

    def _written(self, key: Hashable) -> t.Term:
        match key:
            case ("generator", int() as number):
                return self._written_generator(number)
            case ("delta", t.Index() as left, t.Index() as right):
                return t.Delta(left, right)
            case ("graph", tuple() as graph, tuple() as labels):
                return self._written_graph(graph, labels)
        raise Undecided("an atom without a term")

    def _written_generator(self, number: int) -> t.Term:
        match self.algebra.generators[number]:
            case f.DimensionGenerator(t.Dimension() as dim):
                return dim
            case f.ClosedGenerator(graph):
                return self._written_graph(graph, ())
            case f.ParameterGenerator(f.RootOf(radicand)):
                if (known := self._authored_roots().get(number)) is not None:
                    return known
                return t.Sqrt(self._authored(self.polynomial((), dict(radicand))))
            case f.ParameterGenerator(key) if not isinstance(key, f.ReciprocalOf):
                known = read_value(self.algebra, key, ())
                return self._opaque({(EMPTY, ((number, 1),)): 1}, ()) if known is None else known
        raise Undecided("a reciprocal among the atoms")

    def _authored_roots(self) -> dict[int, t.Term]:
        """Roots as their author wrote them: √q from √(c q), for a c of numbers and sizes."""
        if self._roots is None:
            self._roots = {}
            for part in self.parts:
                if not isinstance(part, t.Sqrt | t.Norm | t.Power | t.Function) or part.shape or part.free:
                    continue
                if isinstance(part, t.Power) and part.exponent.denominator == 1:
                    continue
                form = self.form(part)[1]
                ((_, monomial), value) = next(iter(form.items()), ((EMPTY, ()), 0))
                found = [n for n, _ in monomial if not self._is_of_size(n)]
                if len(form) != 1 or len(found) != 1 or value < 0 or found[0] in self._roots:
                    continue
                if found[0] in self.algebra.roots:
                    rest = tuple(sorted((self._generator(n), -e) for n, e in monomial if n != found[0]))
                    self._roots[found[0]] = product([self.written_monomial(rest, 1 / Fraction(value)), part])
        return self._roots

    def _is_of_size(self, number: int) -> bool:
        """Is a generator a size, or the root of one?"""
        match self.algebra.generators[number]:
            case f.DimensionGenerator():
                return True
            case f.ParameterGenerator(f.RootOf((((_, ((inside, 1),)), _),))):
                return isinstance(self.algebra.generators[inside], f.DimensionGenerator)
        return False

    def _authored(self, polynomial: Polynomial) -> t.Term:
        """A polynomial as its author wrote it, where that is a multiple of it, by a number and sizes; else as it reads."""
        wanted, (common, value) = primitive(polynomial)
        for part in self.parts:
            if part.shape or part.free or not isinstance(part, t.Add | t.Defined | t.Sum | t.Dot):
                continue
            form = self.form(part)[1]
            if len(form) != len(polynomial) or any(self.is_root(n) for _, m in form for n, _ in m):
                continue
            found, (other, number) = primitive(self.polynomial((), form))
            factor = times_monomial(common, inverse(other))
            if found == wanted and all(isinstance(self[n].term, t.Dimension) for n, _ in factor) and value * number > 0:
                return product([self.written_monomial(factor, value / number), part])
        return self.written(polynomial)

    def is_root(self, number: int) -> bool:
        """Is a generator a root or a reciprocal?"""
        return number in self.algebra.roots or number in self.algebra.reciprocals

    def _written_graph(self, graph: Graph, labels: tuple[t.Index, ...]) -> t.Term:
        """The product of the entries, summed over the vertices without a leg; a sum of squares as one."""
        dims, seats, factors = graph
        taken = self._taken | {label.name for label in labels}
        letters = (name for more in range(9) for letter in NAMES if (name := letter + "'" * more) not in taken)
        named = dict(zip(seats, labels, strict=True))
        summed = [vertex for vertex in range(len(dims)) if vertex not in named]
        indices = {v: t.Index(next(letters), dimension_of(self.algebra, dims[v])) for v in summed}
        if not labels and (square := self._sum_of_squares(graph, indices)) is not None:
            return square
        names = {**indices, **named}
        entries = [power(self._entry(s, tuple(names[v] for v in vertices)), e) for s, vertices, e in factors]
        return sum_over(indices.values(), join_product(entries))

    def _sum_of_squares(self, graph: Graph, indices: Mapping[int, t.Index]) -> t.Term | None:
        """A closed graph as Σ p² over one or two of its vertices, where what hangs on those is there twice."""
        for count in (1, 2):
            for chosen in combinations(indices, count):
                pieces: Counter[Piece] = Counter()
                for piece, exponent in self._pieces(graph, {v: indices[v] for v in chosen}):
                    pieces[piece] += exponent
                if any(exponent % 2 for exponent in pieces.values()):
                    continue
                halves = [(piece, exponent // 2) for piece, exponent in pieces.items()]
                if count == 1 and (vector := self._vector(halves, indices[chosen[0]])) is not None:
                    return t.Dot(vector, vector)
                factors = [power(self._written_graph(*piece), 2 * e) for piece, e in halves]
                return sum_over([indices[v] for v in chosen], join_product(factors))
        return None

    def _vector(self, pieces: Sequence[tuple[Piece, int]], index: t.Index) -> t.Term | None:
        """The vector with these components, if they are those of vector symbols."""
        found: list[t.Term] = []
        for ((_, _, factors), _), exponent in pieces:
            key = self.algebra.symbol_keys[factors[0][0]]
            if len(factors) > 1 or not isinstance(key, t.Symbol) or len(key.shape) != 1:
                return None
            found.append(power(key, exponent))
        return join(t.Hadamard, found) if found else ones(index.dim)

    def _entry(self, symbol: int, indices: tuple[t.Index, ...]) -> t.Term:
        known = read_value(self.algebra, self.algebra.symbol_keys[symbol], indices)
        dims = tuple(self.algebra.dim(index.dim) for index in indices)
        return self._opaque(f.entry(dims, symbol), indices) if known is None else known

    def _opaque(self, form: Form, indices: tuple[t.Index, ...]) -> t.Term:
        """The term that became this one opaque symbol, at the given indices of its axes."""
        ((sought, monomial),) = form
        for term in self._normaliser.opaque:
            labels, found = self.form(term)
            ((graph, other),) = found if len(found) == 1 else ((EMPTY, None),)
            if monomial != other or len(graph[2]) != len(sought[2]) or len(labels) != len(indices):
                continue
            if not graph[2]:
                return term
            (symbol, vertices, exponent), (wanted, *_) = graph[2][0], sought[2][0]
            if (symbol, exponent) == (wanted, 1):
                return _at(term, labels, [indices[vertices.index(seat)] for seat in graph[1]])
        raise Undecided("an opaque value")

    def written(self, polynomial: Polynomial) -> t.Term:
        """The polynomial as a sum of products."""
        parts = [self.written_monomial(key, value) for key, value in sorted(polynomial.items(), reverse=True)]
        return join(t.Add, parts) if parts else ZERO

    def written_monomial(self, monomial: Monomial, value: Fraction) -> t.Term:
        """value · monomial, as a fraction where exponents are negative."""
        above = [power(self[n].term, e) for n, e in monomial if e > 0]
        below = [power(self[n].term, -e) for n, e in monomial if e < 0]
        return fraction(value, above, below)

    # --- what is known of monomials ---

    def nonneg(self, monomial: Monomial) -> bool:
        """Is every factor ≥ 0, or of an even power?"""
        return all(exponent % 2 == 0 or self[number].nonneg for number, exponent in monomial)

    def nonzero(self, monomial: Monomial) -> bool:
        """Is every factor ≠ 0?"""
        return all(self[number].nonzero for number, _ in monomial)


def product(factors: Sequence[t.Term]) -> t.Term:
    """The product of scalars, without factors of one."""
    return fraction(Fraction(1), [factor for factor in factors if factor != ONE], ())


def _at(term: t.Term, labels: Sequence[int | t.Index], indices: Sequence[t.Index]) -> t.Term:
    """A term at indices: of its axes the component, its free indices renamed."""
    renamed = {label: index for label, index in zip(labels, indices, strict=True) if isinstance(label, t.Index)}
    axes = tuple(index for label, index in zip(labels, indices, strict=True) if isinstance(label, int))
    moved = substitute(term, indices=renamed)
    return t.Component(moved, axes) if axes else moved
