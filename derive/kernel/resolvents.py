"""Reciprocals of entries, and slopes.

Let d be a form with legs, the *entries*.

**Resolvents.** Where no dₙ is 0, h = 1/d is a vector with d h = 1; ∏_{m≠n} dₘ = P hₙ, ∂P = P Σₙ hₙ ∂dₙ, ∂h = −h² ∂d.
Of entries with more legs than one 1/d is a symbol as well, without the rules that follow; `Algebra.is_zero`
multiplies by d where h stands at legs. Write d = c m + rest, m its greatest monomial in components, and in sums that
hang on the vertex as Σₛ Xₙₛ² does, by total degree Σ|exponents| and then by symbols, c a scalar that is not 0. The
rule m h → (1 − rest h)/c is applied at every vertex that carries m h, in open and closed graphs alike
(`Algebra.rules`). That order is one of monomials in g and g⁻¹, and cancelling g g⁻¹ lowers the degree; so each step
leads to lesser monomials, and the steps end. Two resolvents at one vertex become one, 1/(d e) = (1/e − 1/d)/(d − e),
if d − e is a scalar that is not 0; otherwise they may leave a value with two forms: then an equation is missed, none
is wrongly proved.

**Where some dₙ is 0** products over an index and determinants have values (`derive.kernel.determinants`), and 1/d has
none. Call a scalar or vector symbol *generic* for an equation when it is no mask, no hypothesis speaks of it but to
give it a sign or to say that it is not 0, and it stands under no root, norm, function or pseudo-inverse
(`generic_symbols`). Fix the sizes and all other data, and let X be the components of the generic symbols. The nodes
of terms that are left have entries rational in the entries of their parts, products, determinants, inverses and
derivatives too: so both sides are rational functions of X. They are defined on the set S of those X that have the
declared signs and at which no divisor is 0, each divisor a rational function of X as well. If one of these is 0 for
all X, S is empty. Else S is a product of lines, half-lines and spaces, with or without 0, less the zeros of finitely
many nonzero polynomials; and for each rational f ≠ 0 the points of S with f ≠ 0 are dense in S (from a point of S
follow a line, in a direction allowed by the signs, on which f is not identically 0). A resolvent is used only if,
whatever the other data, every dₙ is nonzero or a nonzero rational function of X (`Resolvents.divides`). On the dense
part of S where no such function is 0 all that the kernel does is valid: hypotheses hold there no less, and what
cofactors divide by is not 0. So both sides agree there, and being continuous, on all of S. Nothing is added to the
ledger.

A rational function is not 0 if its derivative by a component is not 0; so `Resolvents.divides` takes derivatives,
∂dₙ/∂x or ∂dₙ/∂xₙ by generic x, until one term is left whose factors are nonzero or generic. A vector that the author
divides by is nonzero wherever the equation speaks, and has its resolvent for that reason.
"""

from __future__ import annotations

from collections import Counter
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
from derive.kernel.functions import Entries, FunctionOf
from derive.kernel.graphs import EMPTY, Factor, Graph, branches
from derive.kernel.roots import RootOf, bare_like, without_bare_legs
from derive.language.functions import FUNCTIONS
from derive.language.hypotheses import Condition, Hypothesis
from derive.language.substitution import symbols_of, unfolded_subterms
from derive.language.terms import Function, MatrixFunction, Norm, Pinv, Power, Sqrt, Symbol, Term

#: Derivatives taken to see that entries are not identically 0.
MAX_DERIVATIVES = 4


@dataclass(frozen=True)
class ResolventOf:
    """The key of the vector, matrix or tensor 1/entries."""

    entries: FrozenForm


def generic_symbols(terms: Sequence[Term], hypotheses: Iterable[Hypothesis]) -> tuple[Symbol, ...]:
    """The scalars and vectors of which all terms are rational functions, whatever the other data are."""
    tied: set[Symbol] = set()
    for hypothesis in hypotheses:
        own = isinstance(hypothesis, Condition) and hypothesis.kind != "mask" and isinstance(hypothesis.term, Symbol)
        tied.update(() if own else symbols_of(*hypothesis.terms))
    for part in (part for term in terms for part in unfolded_subterms(term)):
        half = isinstance(part, Power) and part.exponent.denominator == 2
        if half or isinstance(part, Sqrt | Norm | Function | MatrixFunction | Pinv):
            tied.update(symbols_of(part))
    return tuple(s for s in symbols_of(*terms) if len(s.shape) < 2 and "mask" not in s.properties and s not in tied)


class Resolvents:
    """Reciprocals of entries over one algebra, under the assumptions of one equation.

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
        alike = [entries] if any(graph[2] for graph, _ in entries) else [entries, scalars(entries)]
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
            case DimensionGenerator() | ReciprocalGenerator() | ResolventOf():
                return True
            case FunctionOf():
                return key.positive
            case ParameterGenerator(inner):
                return self._nonzero(inner)
            case Symbol():
                return key in self.generic or bool(self.assumptions.kinds(key) & {"nonzero", "positive"})
        return False

    # --- 1/d ---

    def inverse(self, entries: Form, authored: bool = False) -> Form | None:
        """1/entries, a leg for every leg; None unless that may be used, as it may if the author divides by the entries."""
        if not entries:
            return None
        bare = bare_like(entries)
        ((_, seats, _),) = {graph for graph, _ in bare}
        if len(seats) > 1 and not authored:
            return None
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

    def inverse_of(self, form: Form) -> Form | None:
        """1/form of a scalar or of entries that are not 0 where they have a value."""
        if next(iter(form))[0][1]:
            return self.inverse(form, authored=True)
        return roots.reciprocal(self.algebra, form)

    def _resolvent(self, entries: Form) -> Form:
        content, common, shared, rest = self._split(entries)
        scalar = roots.reciprocal(self.algebra, {(EMPTY, common): content})
        bare = bare_like(entries)
        inverse = self.inverse_of_product(at(bare, shared))
        if {graph for graph, _ in rest} == {graph for graph, _ in bare}:  # the same everywhere
            scalar = self.algebra.times(scalar, roots.reciprocal(self.algebra, scalars(rest)))
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
        own = at(bare, ((number, seats, 1),))
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

    def _beside_others(self, number: int, entries: Form) -> Iterator[Rule]:
        """1/d · 1/e = (1/e − 1/d) / (d − e), for each earlier resolvent 1/e such that d − e is a scalar that is not 0."""
        bare = bare_like(entries)
        for other in tuple(self.algebra.rules):  # more may come on the way
            key = self.algebra.symbol_keys[other]
            if not isinstance(key, ResolventOf):
                continue
            gap = self.algebra.add(entries, self.algebra.negate(dict(key.entries)))
            if {graph for graph, _ in gap} == {graph for graph, _ in bare} and self.divides(gap):
                mine, others = (at(bare, ((symbol, (0,), 1),)) for symbol in (number, other))
                value = self.algebra.add(others, self.algebra.negate(mine))
                scalar = roots.reciprocal(self.algebra, scalars(gap))
                yield Rule(((other, 1),), self.algebra.times(value, scalar))

    def _rule(self, number: int, entries: Form, one: Form) -> Iterator[Rule]:
        """entries · h = one, solved for h times the greatest monomial of the entries, if that has a reciprocal."""
        if any(
            len(vertices) > 1 and len(set(vertices)) == 1
            for (_, _, factors), _ in entries
            for _, vertices, _ in factors
        ):
            return  # an entry of a diagonal
        atoms = {graph: self._atoms(graph) for graph, _ in entries}
        names = sorted({name for powers in atoms.values() for name in powers}, key=str)

        def order(graph: Graph) -> tuple[int, tuple[int, ...]]:
            seats = tuple(max(sign * atoms[graph][name], 0) for name in names for sign in (1, -1))
            return sum(seats), seats

        bare = bare_like(entries)
        greatest = max(atoms, key=order)
        coefficient = scalars({key: value for key, value in entries.items() if key[0] == greatest})
        rooted = any(symbol in self.algebra.squares for graph in atoms for symbol, _, _ in graph[2])
        if rooted or not self.divides(self.algebra.times(bare, coefficient)):
            return
        value = self.algebra.times(bare, one)
        for ((dims, legs, factors), monomial), amount in entries.items():
            if (dims, legs, factors) != greatest:
                value[(dims, legs, tuple(sorted((*factors, (number, legs, 1))))), monomial] = -amount
        value = self.algebra.times(value, roots.reciprocal(self.algebra, coefficient))
        powers = [(name, power) for name, power in atoms[greatest].items() if isinstance(name, int)]
        hanging = [name for name, power in atoms[greatest].items() if not isinstance(name, int) for _ in range(power)]
        yield Rule(tuple(powers), value, tuple(hanging))

    def _atoms(self, graph: Graph) -> Counter[int | Graph]:
        """What an entry is a product of: powers of symbols at the leg, and what hangs on it, over sums of its own."""
        _, (leg,), factors = graph
        found: Counter[int | Graph] = Counter()
        for symbol, vertices, exponent in factors:
            if set(vertices) == {leg} and len(vertices) == 1:
                found[symbol] += exponent
        found.update(branch for branch, _ in branches(graph, leg, self.algebra.properties.symmetric))
        return found

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
        chosen = self.algebra.contract(mask, (0,), at(mask, ((number, (0,), 1),)), (0,), (0,))
        yield from self._parts(chosen, on)
        yield from self._parts(self.algebra.add(mask, self.algebra.negate(chosen)), off)

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

    # --- derivatives ---

    def derivative(self, key: Hashable, symbol: Symbol) -> Form:
        """∂/∂symbol of a resolvent, a root or a function of entries; of another value 0, or raises `Undecided`."""
        if not isinstance(key, ResolventOf | RootOf | FunctionOf):
            self.refuse(key, symbol)
            return {}
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
        """The derivative of 1/x, √x or a function of x by x, where x is this form."""
        bare = bare_like(of)
        ((_, here, _),) = {graph for graph, _ in bare}
        match key:
            case ResolventOf():
                return self.algebra.negate(at(bare, ((self.algebra.symbol(key), here, 2),)))
            case RootOf():
                inverse = self.inverse_of_product(at(bare, ((self.algebra.symbol(key), here, 1),)))
                return self.algebra.scale(inverse, Fraction(1, 2))
        x, y = (Entries(self.algebra, self.inverse_of, bare, form) for form in (of, functions.value(self.algebra, key)))
        slope: Entries = x * 0 + FUNCTIONS[key.name].slope(x, y)
        return slope.form


def at(bare: Form, factors: tuple[Factor, ...]) -> Form:
    """The entries with these factors, over the dimension of others."""
    ((dims, legs, _), _) = next(iter(bare))
    return {((dims, legs, tuple(sorted(factors))), ()): 1}


def scalars(entries: Form) -> Form:
    """The coefficients of entries of one graph, as a form without legs."""
    return {(EMPTY, monomial): value for (_, monomial), value in entries.items()}
