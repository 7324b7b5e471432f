"""Products over an index and determinants, for all sizes.

Let d be a form with one leg, the *entries* d₁, …, d_N. What is used of them:

**Products.** ∏ₙ dₙ is a generator P(d). ∏ (x y) = ∏ x ∏ y takes out rational content, common scalars and components.
A mask s splits ∏ d = ∏_{sₙ=1} d ∏_{sₙ=0} d, and in either part s is a number; so the products that generators stand
for are over the indices where χ = 1, with χ a product of masks sₙ and complements 1 − sₙ.

**Resolvents.** Where no dₙ is 0, h = 1/d is a vector with d h = 1; ∏_{m≠n} dₘ = P hₙ, ∂P = P Σₙ hₙ ∂dₙ, ∂h = −h² ∂d.
Of entries with more legs than one 1/d is a symbol as well, without the rules that follow; `Algebra.is_zero` multiplies by d
where h stands at legs.
Write d = c m + rest, m its greatest monomial in components by total degree Σ|exponents| and then by symbols, c a
scalar that is not 0. The rule m h → (1 − rest h)/c is applied at every vertex that carries m h, in open and closed
graphs alike (`Algebra.rules`). That order is one of monomials in g and g⁻¹, and cancelling g g⁻¹ lowers the degree;
so each step leads to lesser monomials, and the steps end. Two resolvents at one vertex become one, 1/(d e) =
(1/e − 1/d)/(d − e), if d − e is a scalar that is not 0; otherwise they may leave a value with two forms: then an
equation is missed, none is wrongly proved.

Without resolvents, the vector r of the products but one obeys d r = P, used in the same way.

**Determinants.** det(diag d + Σᵢ uᵢ wᵢᵀ) = P det(I + diag(h) U Wᵀ) = P det_k(δᵢⱼ + Σₙ hₙ uᵢₙ wⱼₙ) where no dₙ is 0:
the determinant lemma, by Sylvester's identity det(I + X Y) = det(I + Y X). For one column it is P + Σₙ uₙ rₙ wₙ, everywhere:
expand by columns; a term with two columns of u wᵀ is 0.

**Where some dₙ is 0** products and determinants have values, and 1/d has none. Call a scalar or vector symbol
*generic* for an equation when it is no mask, no hypothesis speaks of it but to give it a sign or to say that it is
not 0, and it stands under no root, norm, function or pseudo-inverse (`generic_symbols`). Fix the sizes and all other
data, and let X be the components of the generic symbols. The nodes of terms that are left have entries rational in
the entries of their parts, products, determinants, inverses and derivatives too: so both sides are rational functions
of X. They are defined on the set S of those X that have the declared signs and at which no divisor is 0, each divisor
a rational function of X as well. If one of these is 0 for all X, S is empty. Else S is a product of lines, half-lines
and spaces, with or without 0, less the zeros of finitely many nonzero polynomials; and for each rational f ≠ 0 the
points of S with f ≠ 0 are dense in S (from a point of S follow a line, in a direction allowed by the signs, on which
f is not identically 0). A resolvent is used only if, whatever the other data, every dₙ is nonzero or a nonzero
rational function of X (`Determinants.divides`). On the dense part of S where no such function is 0 all that the
kernel does is valid: hypotheses hold there no less, and what cofactors divide by is not 0. So both sides agree there,
and being continuous, on all of S. Nothing is added to the ledger.

A rational function is not 0 if its derivative by a component is not 0; so `Determinants.divides` takes derivatives,
∂dₙ/∂x or ∂dₙ/∂xₙ by generic x, until one term is left whose factors are nonzero or generic. A vector that the author
divides by is nonzero wherever the equation speaks, and has its resolvent for that reason.

**Rings.** det(c I + R), R one path of matrices and diagonals (every edge has two ends), is a symbol known by c and the
closed graph that joining the ends of R makes, a ring. Whoever cuts it open, at a vertex over the determinant's dimension,
reads R with factors moved from its end to its front, or the transpose of this: det(c I + X Y) = det(c I + Y X) for X
Y and Y X of one size, and det Mᵀ = det M. What properties do to the ring (QᵀQ = I, P P = P, A A⁻¹ = I) they do to R
once it is cut elsewhere; roots, whose squares are something else, are in no ring.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from derive.errors import Undecided
from derive.kernel import derivative, functions, roots
from derive.kernel.assumptions import Assumptions
from derive.kernel.forms import (
    ONE,
    Algebra,
    DimensionGenerator,
    Form,
    FrozenForm,
    Monomial,
    ParameterGenerator,
    Rational,
    ReciprocalGenerator,
    Rule,
    freeze,
)
from derive.kernel.functions import FunctionOf
from derive.kernel.graphs import EMPTY, Factor, Graph
from derive.kernel.roots import RootOf, bare_like, without_bare_legs
from derive.language.hypotheses import Condition, Hypothesis
from derive.language.substitution import symbols_of, unfolded_subterms
from derive.language.terms import Function, Norm, Pinv, Power, Sqrt, Symbol, Term

#: Columns beyond the diagonal up to which a determinant is expanded.
MAX_RANK = 4

#: Derivatives taken to see that entries are not identically 0.
MAX_DERIVATIVES = 4


@dataclass(frozen=True)
class ProductOf:
    """The key of ∏ entries over the indices at which the mask is 1."""

    mask: FrozenForm
    entries: FrozenForm


@dataclass(frozen=True)
class ResolventOf:
    """The key of the vector, matrix or tensor 1/entries."""

    entries: FrozenForm


@dataclass(frozen=True)
class AllButOneOf:
    """The key of the vector whose component n is the product of the entries but the n-th."""

    entries: FrozenForm


def generic_symbols(terms: Sequence[Term], hypotheses: Iterable[Hypothesis]) -> tuple[Symbol, ...]:
    """The scalars and vectors of which all terms are rational functions, whatever the other data are."""
    tied: set[Symbol] = set()
    for hypothesis in hypotheses:
        own = isinstance(hypothesis, Condition) and hypothesis.kind != "mask" and isinstance(hypothesis.term, Symbol)
        tied.update(() if own else symbols_of(*hypothesis.terms))
    for part in (part for term in terms for part in unfolded_subterms(term)):
        half = isinstance(part, Power) and part.exponent.denominator == 2
        if half or isinstance(part, Sqrt | Norm | Function | Pinv):
            tied.update(symbols_of(part))
    return tuple(s for s in symbols_of(*terms) if len(s.shape) < 2 and "mask" not in s.properties and s not in tied)


class Determinants:
    """Products, resolvents and determinants over one algebra, under the assumptions of one equation.

    ``refuse(key, symbol)`` raises `Undecided` when an opaque value depends on the symbol.
    """

    def __init__(
        self,
        algebra: Algebra,
        assumptions: Assumptions,
        generic: Sequence[Symbol],
        refuse: Callable[[Hashable, Symbol], None],
    ) -> None:
        self.algebra, self.assumptions, self.generic, self.refuse = algebra, assumptions, generic, refuse
        #: Entries and scalars that are assumed to be nonzero.
        self.nonzero: set[FrozenForm] = set()

    # --- entries that are not 0 ---

    def divides(self, entries: Form, first: int = 0, order: int = 0) -> bool:
        """Is every entry nonzero, or a nonzero rational function of the generic symbols?"""
        alike = [entries] if any(graph[2] for graph, _ in entries) else [entries, _scalars(entries)]
        if any(freeze(form) in self.nonzero or freeze(self.algebra.negate(form)) in self.nonzero for form in alike):
            return bool(entries)
        if len(entries) == 1:
            ((dims, _, factors), monomial) = next(iter(entries))
            keys = [self.algebra.symbol_keys[number] for number, _, exponent in factors if exponent > 0]
            keys += [self.algebra.generators[number] for number, exponent in monomial if exponent > 0]
            return len(dims) == 1 and all(map(self._nonzero, keys))
        for place in range(first, len(self.generic) if order < MAX_DERIVATIVES else 0):
            symbol = self.generic[place]
            try:
                inner = derivative.derivative(self.algebra, entries, 1, symbol, self.derivative)
                inner = self.algebra.rearrange(inner, (0,) * (1 + len(symbol.shape)), (0,))
            except Undecided:  # opaque, or over another dimension
                continue
            if inner and self.divides(inner, place, order + 1):
                return True
        return False

    def _nonzero(self, key: Hashable) -> bool:
        """Is a generator, or every component of a symbol, nonzero or generic?"""
        match key:
            case DimensionGenerator() | ReciprocalGenerator() | ResolventOf() | FunctionOf("exp", _):
                return True
            case ParameterGenerator(inner):
                return self._nonzero(inner)
            case Symbol():
                return key in self.generic or bool(self.assumptions.kinds(key) & {"nonzero", "positive"})
        return False

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
                return functions.exponential(self.algebra, self.algebra.scale(total, exponent), ONE)
        return self.algebra.generator(ParameterGenerator(ProductOf(freeze(mask), freeze(factor))), exponent)

    def _parts(self, mask: Form, entries: Form) -> Iterator[tuple[Form, Form]]:
        """χ and d without masks, such that the entries are Σ χ d where the mask is 1."""
        masks = {f[0] for graph, _ in entries for f in graph[2]} & self.algebra.properties.mask
        if not masks or any(len(graph[0]) > 1 or len(graph[1]) > 1 for graph, _ in entries):
            yield mask, entries
            return
        number = min(masks)
        on: Form = {}
        off: Form = {}
        for ((dims, legs, factors), monomial), value in entries.items():
            rest = tuple(factor for factor in factors if factor[0] != number)
            on = self.algebra.add(on, {((dims, legs, rest), monomial): value})
            if rest == factors:
                off[(dims, legs, factors), monomial] = value
        chosen = self.algebra.contract(mask, (0,), _at(mask, ((number, (0,), 1),)), (0,), (0,))
        yield from self._parts(chosen, on)
        yield from self._parts(self.algebra.add(mask, self.algebra.negate(chosen)), off)

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
            yield _at(bare, ((number, places, 1),)), exponent
        if primitive != bare:
            yield primitive, 1

    def _split(self, entries: Form) -> tuple[Rational, Monomial, tuple[Factor, ...], Form]:
        """entries = content · common scalars · common components · primitive, which begins with a positive number."""
        content, common, rest = roots.split(entries)
        powers = [{(symbol, places): e for symbol, places, e in graph[2]} for graph, _ in rest]
        shared: dict[tuple[int, tuple[int, ...]], int] = {}
        for key in powers[0] if all(len(graph[0]) == 1 for graph, _ in rest) else ():
            exponents = [each.get(key, 0) for each in powers]
            if min(exponents) > 0 or max(exponents) < 0:
                shared[key] = min(exponents, key=abs)
        primitive: Form = {}
        for (((dims, legs, _), monomial), value), each in zip(rest.items(), powers, strict=True):
            left = ((*key, e - shared.get(key, 0)) for key, e in sorted(each.items()))
            primitive[(dims, legs, tuple(factor for factor in left if factor[2])), monomial] = value
        if min(primitive.items())[1] < 0:
            content, primitive = -content, self.algebra.negate(primitive)
        return content, common, tuple((*key, e) for key, e in shared.items()), primitive

    # --- resolvents ---

    def inverse(self, entries: Form, authored: bool = False) -> Form | None:
        """1/entries, a leg for every leg; None unless that may be used, as it may if the author divides by the entries."""
        if not entries:
            return None
        bare = bare_like(entries)
        ((_, seats, _),) = {graph for graph, _ in bare}
        if len(seats) > 1:
            entries, kept = without_bare_legs(self.algebra, entries)
            if len(kept) < len(seats):
                inner = self.inverse(entries, authored) if kept else roots.reciprocal(self.algebra, entries)
                return None if inner is None else self.algebra.contract(bare, seats, inner, kept, seats)
            ((dims, legs, _), monomial), value = next(iter(entries.items()))
            if len(entries) == 1 and sorted(legs) == [*range(len(dims))]:
                scalar = roots.reciprocal(self.algebra, {(EMPTY, monomial): value})
                return self.algebra.times(self.inverse_of_product(entries), scalar)
        parts = list(self._parts(bare, entries))
        given = authored and len(parts) == 1
        if not given and not all(self.divides(part) for _, part in parts):
            return None
        found = [self.algebra.contract(mask, seats, self._resolvent(part), seats, seats) for mask, part in parts]
        return self.algebra.add(*found)

    def _resolvent(self, entries: Form) -> Form:
        content, common, shared, rest = self._split(entries)
        scalar = roots.reciprocal(self.algebra, {(EMPTY, common): content})
        bare = bare_like(entries)
        inverse = self.inverse_of_product(_at(bare, shared))
        if {graph for graph, _ in rest} == {graph for graph, _ in bare}:  # the same everywhere
            scalar = self.algebra.times(scalar, roots.reciprocal(self.algebra, _scalars(rest)))
            return self.algebra.times(inverse, scalar)
        number = self.algebra.symbol(ResolventOf(freeze(rest)))
        seats = next(iter(bare))[0][1]
        if number not in self.algebra.divisors:
            self.algebra.divisors[number] = rest
            if roots.is_positive(self.algebra, rest):
                self.algebra.positive_symbols.add(number)
            if roots.is_symmetric(self.algebra, rest):
                self.algebra.properties = self.algebra.properties.extended(number, ["symmetric"])
            if len(seats) == 1:
                self.algebra.rules[number] = [*self._rule(number, rest, ONE), *self._beside_others(number, rest)]
        own = _at(bare, ((number, seats, 1),))
        return self.algebra.times(self.algebra.contract(inverse, seats, own, seats, seats), scalar)

    def inverse_of_product(self, product: Form) -> Form:
        """1/x of a product x of entries at its legs, none of them 0; of a resolvent 1/d it is d."""
        ((dims, legs, factors), _) = next(iter(product))
        result = bare_like(product)
        seats = next(iter(result))[0][1]
        for symbol, vertices, exponent in factors:
            at = tuple(map(legs.index, vertices))
            axes = tuple(range(len(vertices)))
            once: Form = {((tuple(dims[v] for v in vertices), axes, ((symbol, axes, -exponent),)), ()): 1}
            key = self.algebra.symbol_keys[symbol]
            if isinstance(key, RootOf) and (inverse := self.inverse(dict(key.radicand), authored=True)) is not None:
                summed = {s for graph, _ in inverse for s, _, _ in graph[2]} & self.algebra.divisors.keys()
                if exponent == 1 and not summed:  # 1/r = r/p, where p is a product and goes into it
                    own: Form = {((*next(iter(once))[0][:2], ((symbol, axes, 1),)), ()): 1}
                    once = self.algebra.contract(own, axes, inverse, axes, axes)
                else:
                    self.algebra.inverse_squares[symbol] = inverse
            again = isinstance(key, ResolventOf) and exponent > 0
            for _ in range(exponent if again else 1):
                result = self.algebra.contract(
                    result, seats, self.algebra.divisors[symbol] if again else once, at, seats
                )
        return result

    def all_but_one(self, entries: Form) -> Form | None:
        """∏_{m≠n} of the entries; None where masks are among entries that may be 0."""
        if (inverse := self.inverse(entries)) is not None:
            return self.algebra.times(inverse, self.product(entries))
        if not entries or any(part != entries for _, part in self._parts(bare_like(entries), entries)):
            return None
        number = self.algebra.symbol(AllButOneOf(freeze(entries)))
        if number not in self.algebra.rules:
            self.algebra.rules[number] = list(self._rule(number, entries, self.product(entries)))
        return _at(bare_like(entries), ((number, (0,), 1),))

    def _beside_others(self, number: int, entries: Form) -> Iterator[Rule]:
        """1/d · 1/e = (1/e − 1/d) / (d − e), for each earlier resolvent 1/e such that d − e is a scalar that is not 0."""
        bare = bare_like(entries)
        for other in tuple(self.algebra.rules):  # more may come on the way
            key = self.algebra.symbol_keys[other]
            if not isinstance(key, ResolventOf):
                continue
            gap = self.algebra.add(entries, self.algebra.negate(dict(key.entries)))
            if {graph for graph, _ in gap} == {graph for graph, _ in bare} and self.divides(gap):
                mine, others = (_at(bare, ((symbol, (0,), 1),)) for symbol in (number, other))
                value = self.algebra.add(others, self.algebra.negate(mine))
                scalar = roots.reciprocal(self.algebra, _scalars(gap))
                yield Rule(((other, 1),), self.algebra.times(value, scalar))

    def _rule(self, number: int, entries: Form, one: Form) -> Iterator[Rule]:
        """entries · h = one, solved for h times the greatest monomial of the entries, if that has a reciprocal."""
        symbols = sorted({factor[0] for graph, _ in entries for factor in graph[2]})

        def order(graph: Graph) -> tuple[int, tuple[int, ...]]:
            powers = {symbol: exponent for symbol, _, exponent in graph[2]}
            seats = tuple(max(sign * powers.get(symbol, 0), 0) for symbol in symbols for sign in (1, -1))
            return sum(seats), seats

        bare = bare_like(entries)
        greatest = max((graph for graph, _ in entries), key=order)
        coefficient = _scalars({key: value for key, value in entries.items() if key[0] == greatest})
        plain = all(len(dims) == 1 and all(len(f[1]) == 1 for f in factors) for (dims, _, factors), _ in entries)
        if (
            not plain
            or not self.algebra.squares.keys().isdisjoint(symbols)
            or not self.divides(self.algebra.times(bare, coefficient))
        ):
            return
        value = self.algebra.times(bare, one)
        for ((dims, legs, factors), monomial), amount in entries.items():
            if (dims, legs, factors) != greatest:
                value[(dims, legs, tuple(sorted((*factors, (number, (0,), 1))))), monomial] = -amount
        value = self.algebra.times(value, roots.reciprocal(self.algebra, coefficient))
        yield Rule(tuple((symbol, exponent) for symbol, _, exponent in greatest[2]), value)

    def derivative(self, key: Hashable, symbol: Symbol) -> Form:
        """∂/∂symbol of a product, a resolvent or a root; of another opaque value 0, or raises `Undecided`."""
        if isinstance(key, ResolventOf | RootOf | FunctionOf):
            return self._derivative_of_entries(key, symbol)
        if not isinstance(key, ProductOf | AllButOneOf):
            self.refuse(key, symbol)
            return {}
        entries = dict(key.entries)
        inner = derivative.derivative(self.algebra, entries, 1, symbol, self.derivative)
        if not inner:
            return {}
        there = tuple(range(1, 1 + len(symbol.shape)))
        weight: Form | None = None
        if isinstance(key, ProductOf) and (inverse := self.inverse(entries)) is not None:
            own = self.algebra.generator(ParameterGenerator(key))
            weight = self.algebra.times(self.algebra.contract(dict(key.mask), (0,), inverse, (0,), (0,)), own)
        elif isinstance(key, ProductOf) and dict(key.mask) == bare_like(entries):
            weight = self.all_but_one(entries)
        if weight is None:
            raise Undecided(f"the derivative of a product whose factors may be 0, with respect to {symbol.name}")
        return self.algebra.contract(weight, (0,), inner, (0, *there), there)

    def _derivative_of_entries(self, key: ResolventOf | RootOf | FunctionOf, symbol: Symbol) -> Form:
        """∂(1/d) = −(1/d)² ∂d, ∂√p = ∂p / (2 √p), and those of exp, log and tanh, entry by entry."""
        match key:
            case ResolventOf(frozen) | RootOf(frozen) | FunctionOf(_, frozen):
                of = dict(frozen)
        here = tuple(range(len(next(iter(of))[0][1])))
        inner = derivative.derivative(self.algebra, of, len(here), symbol, self.derivative)
        if not inner:
            return {}
        there = tuple(range(len(here), len(here) + len(symbol.shape)))
        return self.algebra.contract(self._slope(key, of, symbol), here, inner, (*here, *there), (*here, *there))

    def _slope(self, key: ResolventOf | RootOf | FunctionOf, of: Form, symbol: Symbol) -> Form:
        """The derivative of 1/x, √x, exp x, log x or tanh x by x, where x is this form."""
        bare = bare_like(of)
        ((_, here, _),) = {graph for graph, _ in bare}
        match key:
            case ResolventOf():
                return self.algebra.negate(_at(bare, ((self.algebra.symbol(key), here, 2),)))
            case RootOf():
                inverse = self.inverse_of_product(_at(bare, ((self.algebra.symbol(key), here, 1),)))
                return self.algebra.scale(inverse, Fraction(1, 2))
            case FunctionOf("log", _):
                if not here:
                    return roots.reciprocal(self.algebra, of)
                if (slope := self.inverse(of, authored=True)) is None:
                    raise Undecided(f"the derivative of a logarithm with respect to {symbol.name}")
                return slope
            case FunctionOf("exp", _):
                return functions.value(self.algebra, key)
        return self.algebra.add(bare, self.algebra.negate(functions.value(self.algebra, key, 2)))

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
            u = freeze(self.algebra.rearrange({(_part(graph, left, graph[1][0]), ()): 1}, (0,), (0,)))
            w = self.algebra.rearrange({(_part(graph, right, graph[1][1]), monomial): value}, (0,), (0,))
            columns[u] = self.algebra.add(columns.get(u, {}), w)
        if not columns:
            return self.product(entries)
        if (inverse := self.inverse(entries)) is None:
            rest = self.all_but_one(entries) if len(columns) == 1 else None
            sums = [] if rest is None else self._sums(columns, rest)[0]
            return self.algebra.add(self.product(entries), *sums) if sums else None
        if len(columns) > MAX_RANK:
            return None
        rows = self._sums(columns, inverse)
        for i, row in enumerate(rows):
            row[i] = self.algebra.add(ONE, row[i])
        return self.algebra.times(self.product(entries), self._expanded(rows))

    def _sums(self, columns: dict[FrozenForm, Form], weight: Form) -> list[list[Form]]:
        """Σₙ uₙ weightₙ wₙ for each u and w."""
        weighted = [self.algebra.contract(dict(u), (0,), weight, (0,), (0,)) for u in columns]
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

    def ring(self, matrix: Form) -> Hashable | None:
        """What the determinant of c I and one path of matrices is known by; None when the form is another."""
        scalar = {key: value for key, value in matrix.items() if key[0][1][0] == key[0][1][1]}
        paths = [key for key in matrix if key not in scalar]
        if len(paths) != 1 or any(len(dims) > 1 or factors for (dims, _, factors), _ in scalar):
            return None
        ((dims, legs, factors), monomial) = paths[0]
        edges = [(places, exponent) for _, places, exponent in factors if len(places) > 1]
        ends = sorted(place for places, _ in edges for place in places)
        path = ends == sorted([*range(len(dims)), *set(range(len(dims))) - set(legs)])
        if not path or any(len(places) != 2 or len(set(places)) != 2 or exponent != 1 for places, exponent in edges):
            return None
        closed = self.algebra.rearrange({((dims, legs, factors), ()): 1}, (0, 0), ())
        ruled = self.algebra.rules.keys() | self.algebra.squares.keys()
        if len(closed) != 1 or any(
            symbol in ruled for symbol, _, _ in factors
        ):  # what a rule made shows no longer of what
            return None
        return dims[legs[0]], freeze(scalar), monomial, matrix[paths[0]], freeze(closed)


def _at(bare: Form, factors: tuple[Factor, ...]) -> Form:
    """The entries with these factors, over the dimension of others."""
    ((dims, legs, _), _) = next(iter(bare))
    return {((dims, legs, tuple(sorted(factors))), ()): 1}


def _scalars(entries: Form) -> Form:
    """The coefficients of entries of one graph, as a form without legs."""
    return {(EMPTY, monomial): value for (_, monomial), value in entries.items()}


def _reached(graph: Graph, start: int) -> frozenset[int]:
    """The vertices that hang together with one."""
    found, before = {start}, 0
    while before != len(found):
        before = len(found)
        found.update(v for _, places, _ in graph[2] if found & set(places) for v in places)
    return frozenset(found)


def _part(graph: Graph, vertices: frozenset[int], leg: int) -> Graph:
    """The part of a graph on some vertices, with one leg."""
    dims, _, factors = graph
    place = {vertex: i for i, vertex in enumerate(sorted(vertices))}
    inside = tuple((s, tuple(place[v] for v in places), e) for s, places, e in factors if places[0] in place)
    return tuple(dims[v] for v in place), (place[leg],), inside
