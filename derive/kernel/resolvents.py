"""Reciprocals and derivatives.

**Derivatives.** ∂/∂x[i, …] of a product removes one occurrence of x at a time and leaves open legs where its axes were; a
closed graph (a power sum, say) opens in the same way. The legs of the derivative come after those of the form.

Let d be a form with legs, the *entries*.

**Resolvents.** Where no dₙ is 0, h = 1/d is a vector with d h = 1; ∏_{m≠n} dₘ = P hₙ, ∂P = P Σₙ hₙ ∂dₙ, ∂h = −h² ∂d.
Of entries with more legs than one 1/d is a symbol as well, without the rules that follow; `derive.kernel.factors`
multiplies by d where h stands at legs. Write d = c m + rest, m its greatest monomial in components, and in sums that
hang on the vertex as Σₛ Xₙₛ² does, by total degree Σ|exponents| and then by symbols, c a scalar that is not 0. The
rule m h → (1 − rest h)/c is applied at every vertex that carries m h, in open and closed graphs alike
(`Algebra.rules`). That order is one of monomials in g and g⁻¹, and cancelling g g⁻¹ lowers the degree; so each step
leads to lesser monomials, and the steps end. Two resolvents at one vertex become one, 1/(d e) = (1/e − 1/d)/(d − e),
if d − e is a scalar that is not 0, and 1/d² is the square of 1/d, as 1/d³ is the cube, and of a product of sums that
hang on the vertex 1/d is the product of theirs; otherwise they may leave a value with two forms: then an equation is
missed, none is wrongly proved.

**Where some dₙ is 0** products over an index and determinants have values (`derive.kernel.determinants`), and 1/d has
none. Call a scalar or vector symbol *generic* for an equation when it is no mask, no hypothesis speaks of it but to
give it a sign or to say that it is not 0, and it stands under no root, norm, function or pseudo-inverse
(`derive.kernel.domain`). Fix the sizes and all other data, and let X be the components of the generic symbols. The
nodes of terms that are left have entries rational in the entries of their parts, products, determinants, inverses and
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
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import reduce

from derive.errors import NowhereDefined, Undecided
from derive.kernel import forms as f
from derive.kernel import values
from derive.kernel.algebra import Algebra
from derive.kernel.assumptions import Assumptions
from derive.kernel.factors import root_of, split, without_bare_legs
from derive.kernel.forms import ONE, Form, FrozenForm, Monomial, Rational
from derive.kernel.functions import Entries, reciprocal
from derive.kernel.graphs import EMPTY, Factor, Graph, branches
from derive.kernel.values import FunctionOf, ValueOf
from derive.language import terms as t
from derive.language.functions import FUNCTIONS

#: Derivatives taken to see that entries are not identically 0.
MAX_DERIVATIVES = 4


class Resolvents:
    """Reciprocals of entries over one algebra, under the assumptions of one equation."""

    def __init__(self, algebra: Algebra, assumptions: Assumptions, generic: Sequence[t.Symbol]) -> None:
        self.algebra, self.assumptions, self.generic = algebra, assumptions, generic
        #: Entries and scalars that are assumed to be nonzero.
        self.nonzero: set[FrozenForm] = set()

    # --- entries that are not 0 ---

    def divides(self, entries: Form, first: int = 0, order: int = 0) -> bool:
        """Is every entry nonzero, or a nonzero rational function of the generic symbols?"""
        alike = [entries] if any(graph[2] for graph, _ in entries) else [entries, f.scalars(entries)]
        if any(f.freeze(form) in self.nonzero or f.freeze(self.algebra.negate(form)) in self.nonzero for form in alike):
            return bool(entries)
        if len(entries) == 1:
            ((dims, _, factors), monomial) = next(iter(entries))
            keys = [self.algebra.symbol_keys[number] for number, _, exponent in factors if exponent > 0]
            keys += [self.algebra.generators[number] for number, exponent in monomial if exponent > 0]
            return len(dims) == 1 and all(map(self._nonzero, keys))
        for place in range(first, len(self.generic) if order < MAX_DERIVATIVES else 0):
            symbol = self.generic[place]
            try:
                inner = self.derivative(entries, symbol)
                inner = self.algebra.rearrange(inner, (0,) * (1 + len(symbol.shape)), (0,))
            except Undecided:  # opaque, or over another dimension
                continue
            if inner and self.divides(inner, place, order + 1):
                return True
        return False

    def _nonzero(self, key: Hashable) -> bool:
        """Is a generator, or every component of a symbol, nonzero or generic?"""
        match key:
            case f.DimensionGenerator() | f.ReciprocalOf():
                return True
            case FunctionOf():
                return key.positive
            case f.ParameterGenerator(inner):
                return self._nonzero(inner)
            case t.Symbol():
                return key in self.generic or bool(self.assumptions.kinds(key) & {"nonzero", "positive"})
        return False

    # --- 1/d ---

    def inverse(self, form: Form, authored: bool = True) -> Form | None:
        """1/form entry by entry, of a scalar as of an entry without legs.

        None where that may not be used: of what its author does not divide by unless `divides` says so, of one leg at the
        most; and of sums with masks among them that may be 0.  Raises `NowhereDefined` where the author divides by 0.
        """
        if not form:
            if authored:
                raise NowhereDefined("a divisor that is identically 0")
            return None
        if not f.legs_of(form):
            return reciprocal(self.algebra, form)
        if authored and f.product_at_legs(form) is not None:
            return self.inverse_of_product(form)
        bare = f.bare_like(form)
        if len(f.legs_of(form)) > 1:
            if not authored:
                return None
            form, kept = without_bare_legs(self.algebra, form)
            if len(kept) < len(f.legs_of(bare)):
                inner = self.inverse(form)
                return None if inner is None else self.algebra.pointwise(bare, inner, kept)
        parts = list(self._parts(bare, form))
        given = authored and len(parts) == 1
        if not given and not all(self.divides(part) for _, part in parts):
            return None
        return self.algebra.add(*(self.algebra.pointwise(mask, self._resolvent(part)) for mask, part in parts))

    def _resolvent(self, form: Form) -> Form:
        content, common, shared, rest = self._split(form)
        scalar = reciprocal(self.algebra, {(EMPTY, common): content})
        dims, seats = f.leg_dims(form), f.legs_of(form)
        inverse = self.inverse_of_product(f.at_legs(dims, shared))
        if all(graph == (dims, seats, ()) for graph, _ in rest):  # the same everywhere
            scalar = self.algebra.times(scalar, reciprocal(self.algebra, f.scalars(rest)))
            return self.algebra.times(inverse, scalar)
        if len(seats) == 1 and (powers := self._powers(rest)):
            inverses = [part for base, degree in powers for part in [self._resolvent(base)] * degree]
            return self.algebra.times(reduce(self.algebra.pointwise, inverses, inverse), scalar)
        key = f.ReciprocalOf(f.freeze(rest))
        own = values.value(self.algebra, key)
        if len(seats) == 1 and (number := self.algebra.symbol(key)) not in self.algebra.rules:
            self.algebra.rules[number] = []
            self.algebra.rules[number] = [*self._rule(number, rest, ONE), *self._beside_others(number, rest)]
        return self.algebra.times(self.algebra.pointwise(inverse, own), scalar)

    def _powers(self, entries: Form) -> list[tuple[Form, int]]:
        """Others at the same leg, and the powers of which the entries are the product; none where they are no product."""
        if len(entries) > 1:
            root = self._root(entries)
            return [] if root is None else [root]
        graph, _ = next(iter(entries))
        dims, (leg,), factors = graph
        own = tuple((symbol, (0,) * len(at), power) for symbol, at, power in factors if set(at) == {leg})
        parts = Counter(branch for branch, _ in branches(graph, leg, self.algebra.properties.symmetric))
        parts.update([((dims[leg],), (0,), own)] if own else [])
        return [({(part, ()): 1}, degree) for part, degree in parts.items()] if parts.total() > 1 else []

    def _root(self, entries: Form) -> tuple[Form, int] | None:
        """The entries as the square or the cube of others at the same leg: 1/d² is the square of 1/d."""
        if any(len(graph[0]) > 1 for graph, _ in entries):
            return None
        polynomial: dict[Monomial, Rational] = {}
        for ((_, _, factors), monomial), value in entries.items():
            own = tuple((-symbol - 1, exponent) for symbol, _, exponent in factors)
            polynomial[tuple(sorted((*own, *monomial)))] = value
        dims = f.leg_dims(entries)
        for degree in (2, 3):
            if (found := root_of(polynomial, degree)) is not None:
                form: Form = {}
                for powers, value in found.items():
                    factors = tuple(sorted((-number - 1, (0,), exponent) for number, exponent in powers if number < 0))
                    form[(dims, (0,), factors), tuple(pair for pair in powers if pair[0] >= 0)] = value
                return form, degree
        return None

    def inverse_of_product(self, product: Form) -> Form:
        """1/x of a scalar times a product x of entries at its legs, none of them 0; of a resolvent 1/d it is d."""
        (((dims, legs, factors), monomial), number) = next(iter(product.items()))
        result = f.bare_like(product)
        for symbol, vertices, exponent in factors:
            sizes = tuple(dims[v] for v in vertices)
            once = f.entry(sizes, symbol, -exponent)
            key = self.algebra.symbol_keys[symbol]
            if isinstance(key, f.RootOf) and (inverse := self.inverse(dict(key.argument))) is not None:
                summed = {s for graph, _ in inverse for s, _, _ in graph[2]} & self.algebra.divisors.keys()
                if exponent == 1 and not summed:  # 1/r = r/p, where p is a product and goes into it
                    once = self.algebra.pointwise(f.entry(sizes, symbol), inverse)
                else:
                    self.algebra.inverse_squares[symbol] = inverse
            again = symbol in self.algebra.divisors and exponent > 0
            for _ in range(exponent if again else 1):
                factor = self.algebra.divisors[symbol] if again else once
                result = self.algebra.pointwise(result, factor, tuple(map(legs.index, vertices)))
        return self.algebra.times(result, reciprocal(self.algebra, {(EMPTY, monomial): number}))

    def _beside_others(self, number: int, form: Form) -> Iterator[f.Rule]:
        """1/d · 1/e = (1/e − 1/d) / (d − e), for each earlier resolvent 1/e such that d − e is a scalar that is not 0."""
        dims = f.leg_dims(form)
        for other in [symbol for symbol in self.algebra.rules if symbol in self.algebra.divisors]:
            gap = self.algebra.add(form, self.algebra.negate(self.algebra.divisors[other]))
            if {graph for graph, _ in gap} == {(dims, (0,), ())} and self.divides(gap):
                value = self.algebra.add(f.entry(dims, other), self.algebra.negate(f.entry(dims, number)))
                scalar = reciprocal(self.algebra, f.scalars(gap))
                yield f.Rule(((other, 1),), self.algebra.times(value, scalar))

    def _rule(self, number: int, entries: Form, one: Form) -> Iterator[f.Rule]:
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

        bare = f.bare_like(entries)
        greatest = max(atoms, key=order)
        coefficient = f.scalars({key: value for key, value in entries.items() if key[0] == greatest})
        rooted = any(symbol in self.algebra.squares for graph in atoms for symbol, _, _ in graph[2])
        if rooted or not self.divides(self.algebra.times(bare, coefficient)):
            return
        value = self.algebra.times(bare, one)
        for ((dims, legs, factors), monomial), amount in entries.items():
            if (dims, legs, factors) != greatest:
                value[(dims, legs, tuple(sorted((*factors, (number, legs, 1))))), monomial] = -amount
        value = self.algebra.times(value, reciprocal(self.algebra, coefficient))
        powers = [(name, power) for name, power in atoms[greatest].items() if isinstance(name, int)]
        hanging = [name for name, power in atoms[greatest].items() if not isinstance(name, int) for _ in range(power)]
        yield f.Rule(tuple(powers), value, tuple(hanging))

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
        masks = {factor[0] for graph, _ in entries for factor in graph[2]} & self.algebra.properties.mask
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
        chosen = self.algebra.pointwise(mask, f.entry(f.leg_dims(mask), number))
        yield from self._parts(chosen, on)
        yield from self._parts(self.algebra.add(mask, self.algebra.negate(chosen)), off)

    def _split(self, entries: Form) -> tuple[Rational, Monomial, tuple[Factor, ...], Form]:
        """entries = content · common scalars · common components · primitive, which begins with a positive number."""
        content, common, rest = split(entries)
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

    def derivative(self, form: Form, symbol: t.Symbol) -> Form:
        """∂form/∂symbol, with the axes of the symbol as additional legs; raises `Undecided` where a value has none."""
        total: Form = {}
        for (graph, monomial), value in form.items():
            opened = self._of_graph(graph, symbol)
            total = self.algebra.add(total, self.algebra.times(opened, {(EMPTY, monomial): value}))
            here = tuple(range(len(graph[1])))
            there = tuple(range(len(here), len(here) + len(symbol.shape)))
            for number, exponent in monomial:
                if not (inner := self._of_generator(number, symbol)):
                    continue
                lower = tuple((n, e - (n == number)) for n, e in monomial if n != number or e != 1)
                outside: Form = {(graph, lower): value * exponent}
                total = self.algebra.add(total, self.algebra.contract(outside, here, inner, there, here + there))
        return total

    def _of_graph(self, graph: Graph, symbol: t.Symbol) -> Form:
        """The derivative of the factors of one graph: one at a time is taken away, and its axes become legs."""
        dims, legs, factors = graph
        total: Form = {}
        for place, (number, vertices, exponent) in enumerate(factors):
            key = self.algebra.symbol_keys[number]
            inner = {} if key == symbol else self.of_value(key, symbol)
            if key != symbol and not inner:
                continue
            less = () if exponent == 1 else ((number, vertices, exponent - 1),)
            opened = (dims, legs + vertices, (*factors[:place], *less, *factors[place + 1 :]))
            if key == symbol:
                total = self.algebra.add(total, self.algebra.normal({(opened, ()): exponent}))
            else:
                labels = tuple(range(len(opened[1])))
                axes = (*labels[len(legs) :], *range(len(labels), len(labels) + len(symbol.shape)))
                out = (*labels[: len(legs)], *axes[len(vertices) :])
                total = self.algebra.add(
                    total, self.algebra.contract({(opened, ()): exponent}, labels, inner, axes, out)
                )
        return total

    def _of_generator(self, number: int, symbol: t.Symbol) -> Form:
        """The derivative of one generator, a form whose legs are the axes of the symbol."""
        match self.algebra.generators[number]:
            case f.ParameterGenerator(key):
                return ONE if key == symbol else self.of_value(key, symbol)
            case f.ClosedGenerator(graph):
                return self._of_graph(graph, symbol)
        return {}

    def of_value(self, key: Hashable, symbol: t.Symbol) -> Form:
        """∂/∂symbol of a reciprocal, a root or a function, entry by entry; of another value 0, or raises `Undecided`."""
        if not isinstance(key, ValueOf):
            values.refuse(key, symbol)
            return {}
        of = dict(key.argument)
        inner = self.derivative(of, symbol)
        if not inner:
            return {}
        here, all_legs = f.legs_of(of), f.legs_of(inner)
        return self.algebra.contract(self._slope(key, of), here, inner, all_legs, all_legs)

    def _slope(self, key: ValueOf, of: Form) -> Form:
        """The derivative of 1/x, √x or a function of x by x, where x is this form."""
        own = values.value(self.algebra, key)
        match key:
            case f.ReciprocalOf():
                return self.algebra.negate(values.value(self.algebra, key, 2))
            case f.RootOf():
                return self.algebra.scale(self.inverse_of_product(own), Fraction(1, 2))
        x, y = (Entries(self.algebra, self.inverse, f.bare_like(of), form) for form in (of, own))

        def apply(name: str, at: Entries) -> Entries:
            return replace(at, form=values.value(self.algebra, replace(key, name=name)))

        slope: Entries = x * 0 + FUNCTIONS[key.name].slope_at(x, y, apply)
        return slope.form
