"""Products over an index and determinants, for all sizes.

Let d be a form with one leg, the *entries* d₁, …, d_N. What is used of them:

**Products.** ∏ₙ dₙ is a generator P(d). ∏ (x y) = ∏ x ∏ y takes out rational content, common scalars and components.
A mask s splits ∏ d = ∏_{sₙ=1} d ∏_{sₙ=0} d, and in either part s is a number; so the products that generators stand
for are over the indices where χ = 1, with χ a product of masks sₙ and complements 1 − sₙ.

Where no dₙ is 0, h = 1/d is a vector (`derive.kernel.resolvents`): ∏_{m≠n} dₘ = P hₙ, ∂P = P Σₙ hₙ ∂dₙ, and the product over
all but n, k, … is P times hₙ, times hₖ where k ≠ n and 1 where k = n, and so on.
Without resolvents, the vector r of the products but one obeys d r = P, used in the same way.

**Determinants.** det(diag d + Σᵢ uᵢ wᵢᵀ) = P det(I + diag(h) U Wᵀ) = P det_k(δᵢⱼ + Σₙ hₙ uᵢₙ wⱼₙ) where no dₙ is 0:
the determinant lemma, by Sylvester's identity det(I + X Y) = det(I + Y X). For one column it is P + Σₙ uₙ rₙ wₙ, everywhere:
expand by columns; a term with two columns of u wᵀ is 0.

det(A B) = det A det B for square matrices, det A⁻¹ = 1/det A, det Aᵀ = det A; det A is a generator, > 0 of a positive
definite A.

**Rings.** det(c I + R), R one path of matrices and diagonals (every edge has two ends), is a symbol known by c and the
closed graph that joining the ends of R makes, a ring. Whoever cuts it open, at a vertex over the determinant's dimension,
reads R with factors moved from its end to its front, or the transpose of this: det(c I + X Y) = det(c I + Y X) for X
Y and Y X of one size, and det Mᵀ = det M. What properties do to the ring (QᵀQ = I, P P = P, A A⁻¹ = I) they do to R
once it is cut elsewhere; roots, whose squares are something else, are in no ring.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass

from derive.errors import Undecided
from derive.kernel import functions
from derive.kernel.forms import ONE, Form, FrozenForm, ParameterGenerator, at_legs, bare_like, entry, freeze, leg_dims
from derive.kernel.graphs import EMPTY, Factor, Graph, part_of, together
from derive.kernel.resolvents import Resolvents
from derive.kernel.values import DeterminantOf, FunctionOf, InverseOf, ProductOf
from derive.language.terms import Symbol

#: Columns beyond the diagonal up to which a determinant is expanded.
MAX_RANK = 4


@dataclass(frozen=True)
class AllButOneOf:
    """The key of the vector whose component n is the product of the entries but the n-th."""

    entries: FrozenForm


class Determinants(Resolvents):
    """Products, determinants and their derivatives besides."""

    # --- products ---

    def product(self, entries: Form) -> Form:
        """∏ₙ of the entries."""
        result = ONE if entries else {}  # a product of zeros; no size is 0
        for mask, part in self._parts(bare_like(entries), entries) if entries else ():
            for factor, exponent in self._factors(bare_like(entries), part):
                result = self.algebra.times(result, self._product_of(mask, factor, exponent))
        return result

    def _product_of(self, mask: Form, factor: Form, exponent: int) -> Form:
        """A power of ∏ where the mask is 1; of exp it is exp of the sum."""
        for (_, _, inside), _ in factor if len(factor) == 1 else ():
            key = self.algebra.symbol_keys[inside[0][0]] if [e for *_, e in inside] == [1] else None
            if isinstance(key, FunctionOf) and key.name == "exp" and len(inside[0][1]) == 1:
                total = self.algebra.contract(mask, (0,), dict(key.argument), (0,), ())
                return functions.exponential(self.algebra, self.algebra.scale(total, exponent), ONE, self.inverse)
        return self.algebra.generator(ParameterGenerator(ProductOf(freeze(mask), freeze(factor))), exponent)

    def _factors(self, bare: Form, entries: Form) -> Iterator[tuple[Form, int]]:
        """Entries and exponents with that product."""
        if not entries:
            yield entries, 1
            return
        content, common, shared, primitive = self._split(entries)
        if content != 1:
            yield self.algebra.scale(bare, content), 1
        for number, exponent in common:
            yield self.algebra.times(bare, {(EMPTY, ((number, 1),)): 1}), exponent
        for number, places, exponent in shared:
            yield at_legs(leg_dims(bare), ((number, places, 1),)), exponent
        if primitive != bare:
            yield primitive, 1

    def all_but(self, entries: Form, count: int) -> Form | None:
        """∏ of the entries but those at ``count`` indices, a leg for each; each brings h where it differs from those before.

        None where entries may be 0, and masks are among them or two left out.
        """
        if count == 0:
            return self.product(entries)
        if (inverse := self.inverse(entries, authored=False)) is None:
            return self._all_but_one(entries) if count == 1 else None
        bare, result = bare_like(entries), self.product(entries)
        gain = self.algebra.add(inverse, self.algebra.negate(bare))  # h − 1
        for last in range(count):
            before, legs = tuple(range(last)), tuple(range(last + 1))
            added = self.algebra.contract(result, before, gain, (last,), legs)
            for other in before:
                joined = tuple(other if leg == last else leg for leg in legs)
                added = self.algebra.add(added, self.algebra.negate(self.algebra.rearrange(added, joined, joined)))
            result = self.algebra.add(self.algebra.contract(result, before, bare, (last,), legs), added)
        return result

    def _all_but_one(self, entries: Form) -> Form | None:
        """∏_{m≠n} of entries that may be 0, by a symbol of its own; None where masks are among them."""
        if not entries or any(part != entries for _, part in self._parts(bare_like(entries), entries)):
            return None
        number = self.algebra.symbol(AllButOneOf(freeze(entries)))
        if number not in self.algebra.rules:
            self.algebra.rules[number] = list(self._rule(number, entries, self.product(entries)))
        return entry(leg_dims(entries), number)

    def of_value(self, key: Hashable, symbol: Symbol) -> Form:
        """∂/∂symbol of a product over an index, beside what has entries; raises `Undecided` where factors may be 0."""
        if not isinstance(key, ProductOf | AllButOneOf):
            return super().of_value(key, symbol)
        entries = dict(key.entries)
        inner = self.derivative(entries, symbol)
        if not inner:
            return {}
        there = tuple(range(1, 1 + len(symbol.shape)))
        weight: Form | None = None
        if isinstance(key, ProductOf) and (inverse := self.inverse(entries, authored=False)) is not None:
            own = self.algebra.generator(ParameterGenerator(key))
            weight = self.algebra.times(self.algebra.pointwise(dict(key.mask), inverse), own)
        elif isinstance(key, ProductOf) and dict(key.mask) == bare_like(entries):
            weight = self.all_but(entries, 1)
        if weight is None:
            raise Undecided(f"the derivative of a product whose factors may be 0, with respect to {symbol.name}")
        return self.algebra.contract(weight, (0,), inner, (0, *there), there)

    # --- determinants ---

    def determinant(self, matrix: Form) -> Form | None:
        """det of a diagonal and a few u wᵀ; None when the form is another, or 1/diagonal may not be used."""
        entries: Form = {}
        columns: dict[FrozenForm, Form] = {}
        for (graph, monomial), value in matrix.items():
            if graph[1][0] == graph[1][1]:
                diagonal = self.algebra.rearrange({(graph, monomial): value}, (0, 0), (0,))
                entries = self.algebra.add(entries, diagonal)
                continue
            left, right = (_reached(graph, leg) for leg in graph[1])
            if left == right:
                return None
            u = freeze(self.algebra.normal({(_at_leg(graph, left, 0), ()): 1}))
            w = self.algebra.normal({(_at_leg(graph, right, 1), monomial): value})
            columns[u] = self.algebra.add(columns.get(u, {}), w)
        if not columns:
            return self.product(entries)
        if (inverse := self.inverse(entries, authored=False)) is None:
            rest = self._all_but_one(entries) if len(columns) == 1 else None
            return None if rest is None else self.algebra.add(self.product(entries), *self._sums(columns, rest)[0])
        if len(columns) > MAX_RANK:
            return None
        rows = self._sums(columns, inverse)
        for i, row in enumerate(rows):
            row[i] = self.algebra.add(ONE, row[i])
        return self.algebra.times(self.product(entries), self._expanded(rows))

    def _sums(self, columns: dict[FrozenForm, Form], weight: Form) -> list[list[Form]]:
        """Σₙ uₙ weightₙ wₙ for each u and w."""
        weighted = [self.algebra.pointwise(dict(u), weight) for u in columns]
        return [[self.algebra.contract(u, (0,), w, (0,), ()) for w in columns.values()] for u in weighted]

    def _expanded(self, rows: list[list[Form]]) -> Form:
        """The determinant of a small matrix of scalars, along its first column."""
        if not rows:
            return ONE
        total: Form = {}
        for i, (first, *_) in enumerate(rows):
            minor = self._expanded([row[1:] for j, row in enumerate(rows) if j != i])
            total = self.algebra.add(total, self.algebra.scale(self.algebra.times(first, minor), (-1) ** i))
        return total

    def of_product(self, matrix: Form) -> Form | None:
        """The determinant of a product of square matrix symbols, their inverses and diagonals; None of another form."""
        if len(matrix) != 1:
            return None
        (((dims, legs, factors), monomial), value) = next(iter(matrix.items()))
        if not _is_path(dims, legs, factors) or len(set(dims)) > 1:
            return None
        own = dims[:1], (0,)
        result = self.product({((*own, ()), monomial): value})
        powers: Counter[Symbol] = Counter()
        for symbol, places, exponent in factors:
            key = self.algebra.symbol_keys[symbol]
            if len(places) == 1:
                result = self.algebra.times(result, self.product({((*own, ((symbol, (0,), exponent),)), ()): 1}))
            elif isinstance(key, Symbol):
                powers[key] += 1
            elif isinstance(key, InverseOf):
                powers[key.symbol] -= 1
            elif (known := self.of_edge(key)) is not None:
                result = self.algebra.times(result, known)
            else:
                return None
        for matrix_symbol, power in powers.items():
            left = power % 2 if "orthogonal" in self.assumptions.kinds(matrix_symbol) else power  # det Q is 1 or −1
            part = self.algebra.generator(self.determinant_of(matrix_symbol), left) if left else ONE
            result = self.algebra.times(result, part)
        return result

    def determinant_of(self, symbol: Symbol) -> ParameterGenerator:
        """The generator det A, which of a positive definite A is > 0, as the product of its eigenvalues."""
        positive = "positive_definite" in self.assumptions.kinds(symbol)
        return ParameterGenerator(DeterminantOf(symbol), positive, positive)

    def of_edge(self, key: Hashable) -> Form | None:
        """The determinant of what is known by a key that is no symbol or inverse of one; None when it is not known."""
        return None

    def ring(self, matrix: Form) -> Hashable | None:
        """What the determinant of c I and one path of matrices is known by; None when the form is another."""
        scalar = {key: value for key, value in matrix.items() if key[0][1][0] == key[0][1][1]}
        paths = [key for key in matrix if key not in scalar]
        if len(paths) != 1 or any(len(dims) > 1 or factors for (dims, _, factors), _ in scalar):
            return None
        ((dims, legs, factors), monomial) = paths[0]
        if not _is_path(dims, legs, factors):
            return None
        closed = self.algebra.rearrange({((dims, legs, factors), ()): 1}, (0, 0), ())
        ruled = self.algebra.rules.keys() | self.algebra.squares.keys()
        joining = self.algebra.joining  # edges that join with others, too
        if len(closed) != 1 or any(symbol in ruled or symbol in joining for symbol, _, _ in factors):
            return None  # it shows no longer what was there
        return dims[legs[0]], freeze(scalar), monomial, matrix[paths[0]], freeze(closed)


def _is_path(dims: tuple[int, ...], legs: tuple[int, ...], factors: tuple[Factor, ...]) -> bool:
    """Do edges lead from one leg over every vertex to the other, with anything at the vertices?"""
    edges = [(places, exponent) for _, places, exponent in factors if len(places) > 1]
    ends = sorted(place for places, _ in edges for place in places)
    path = ends == sorted([*range(len(dims)), *set(range(len(dims))) - set(legs)])
    return path and all(len(places) == 2 == len(set(places)) and exponent == 1 for places, exponent in edges)


def _reached(graph: Graph, start: int) -> frozenset[int]:
    """The vertices that hang together with one."""
    return frozenset({start}).union(*(part for part, _ in together(graph[2]) if start in part))


def _at_leg(graph: Graph, vertices: frozenset[int], seat: int) -> Graph:
    """The part of a graph on some vertices, with one leg."""
    dims, legs, factors = graph
    return part_of(dims, sorted(vertices), legs[seat : seat + 1], [each for each in factors if each[1][0] in vertices])
