"""Where a term of a hypothesis occurs in another term, what stands around it, and what may be divided by.

A term of a normal form is an index graph with a monomial.  Its closed graphs are *laid open* beside the open one, so that
a part may reach across them.  An *occurrence* of a lead, itself a term with legs, in a target maps the factors of the lead
to those of the target; the *context* is what is left of the target, with the legs of the lead as further legs where they
sit.  The context times a hypothesis in which the lead is a term is a multiple of it in which the target is a term.

By *units*, what the authored terms divide by or what is known not to be 0, the context may divide: they need not be there.
A leg on a vertex without other factors may sit anywhere.  Two legs on one vertex (Kronecker's δ) sit on one vertex too, or
*cut* a vertex between two factors and sit on its two ends.

Nothing here is trusted: whatever is found is multiplied out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import product as every

from derive.errors import Undecided
from derive.kernel.algebra import Algebra
from derive.kernel.decide import Cofactor, Equation
from derive.kernel.forms import ClosedGenerator, DimensionGenerator, Form, Monomial, ParameterGenerator
from derive.kernel.graphs import Factor, Graph
from derive.language import terms as t

#: A term of a form.
Term = tuple[Graph, Monomial]
#: An end of a factor, as its number and the place in it; or −1 and the number of a leg.
End = tuple[int, int]
#: What may be divided by: ``("generator", n)``, and ``("symbol", n)`` for the components of a vector symbol.
Units = frozenset[tuple[str, int]]

#: Vertices of a graph up to which closed graphs are laid open in it.
MAX_VERTICES = 14


def authored(equation: Equation) -> Units:
    """What the terms of an equation and of its hypotheses divide by: the kernel lets cofactors divide by it."""
    return _below(equation, [equation.cleared, *(h.form for h in equation.hypothesis_forms)])


def divided_by(equation: Equation, cofactors: Iterable[Cofactor]) -> Units:
    """What cofactors divide by."""
    return _below(equation, [cofactor.form for cofactor in cofactors])


def _below(equation: Equation, forms: Iterable[Form]) -> Units:
    generators: set[int] = set()
    symbols: set[int] = set()
    for (_, _, factors), monomial in (term for form in forms for term in form):
        symbols |= {symbol for symbol, vertices, exponent in factors if exponent < 0 and len(vertices) == 1}
        generators |= {number for number, exponent in monomial if exponent < 0}
    return _units(equation, generators, symbols)


def _units(equation: Equation, generators: Iterable[int], symbols: Iterable[int]) -> Units:
    """These, without dimensions."""
    known = equation.normaliser.algebra.generators
    scalars = {("generator", n) for n in generators if not isinstance(known[n], DimensionGenerator)}
    return frozenset(scalars | {("symbol", n) for n in symbols})


def known_nonzero(equation: Equation) -> dict[t.Term, Units]:
    """Terms without free indices that are declared or assumed not to be 0, with the units in their normal forms.

    A product is nonzero only where its factors are; so a normal form of one term makes units of all that is in it.
    """
    found: dict[t.Term, Units] = {}
    for term in dict.fromkeys(_nonzero(equation)):
        try:
            form = equation.normaliser.tensor(term).form
        except Undecided:
            continue
        if len(form) == 1 and not term.free:
            (((dims, _, factors), monomial),) = form
            if len(dims) == len(term.shape):
                numbers = [number for number, _ in monomial]
                found[term] = _units(equation, numbers, [symbol for symbol, _, _ in factors])
    return {term: units for term, units in found.items() if units}


def _nonzero(equation: Equation) -> Iterator[t.Term]:
    assumptions, algebra = equation.normaliser.assumptions, equation.normaliser.algebra
    keys = [g.key for g in algebra.generators if isinstance(g, ParameterGenerator)]
    for key in (*keys, *algebra.symbol_keys):
        if isinstance(key, t.Symbol) and key.shape == () and assumptions.sign(key).nonzero:
            yield key
        if isinstance(key, t.Symbol) and t.is_vector(key.shape):
            if "nonzero" in assumptions.kinds(key):
                yield key
            elif "not_zero" in assumptions.kinds(key):
                yield t.Dot(key, key)
    yield from assumptions.assumed_terms("nonzero", "positive")
    yield from (t.Dot(vector, vector) for vector in assumptions.assumed_terms("not_zero"))


def degree(graph: Graph) -> int:
    """The degree of a graph in all symbols together."""
    return sum(abs(exponent) for _, _, exponent in graph[2])


def size(algebra: Algebra, number: int) -> int:
    """The degree of a closed graph; of a dimension 0, since |v|² = N is used to remove |v|²; of another generator 1."""
    generator = algebra.generators[number]
    if isinstance(generator, ClosedGenerator):
        return degree(generator.graph)
    return 0 if isinstance(generator, DimensionGenerator) else 1


def laid_open(algebra: Algebra, term: Term, units: Units) -> Term:
    """A term with its closed graphs in one graph with the open one, but for units and what stands below."""
    (dims, legs, factors), monomial = term
    rest: list[tuple[int, int]] = []
    for number, exponent in monomial:
        generator = algebra.generators[number]
        if (
            not isinstance(generator, ClosedGenerator)
            or exponent < 0
            or ("generator", number) in units
            or len(dims) + exponent * len(generator.graph[0]) > MAX_VERTICES
        ):
            rest.append((number, exponent))
        else:
            for _ in range(exponent):
                offset = len(dims)
                dims += generator.graph[0]
                factors += tuple((s, tuple(v + offset for v in vs), e) for s, vs, e in generator.graph[2])
    return (dims, legs, factors), tuple(rest)


def contexts(algebra: Algebra, target: Term, lead: Term, units: Units, cutting: bool) -> Iterator[Term]:
    """What is left of a target when a lead is taken out of it, with the lead's legs as further legs; both laid open."""
    rest = divided(algebra, target[1], lead[1], units)
    _, legs, factors = lead[0]
    ends = set(legs)
    loose = [f for f in factors if ("symbol", f[0]) in units and len(f[1]) == 1 and f[1][0] in ends]
    firm = [f for f in factors if f not in loose]
    if rest is None or not (firm or cutting or len(ends) == len(legs)):
        return
    for places, left in matches(firm, {}, list(target[0][2]), algebra.properties.symmetric):
        for graph, seats in seated(target[0], lead[0], places, left, loose):
            if firm or len(ends) == len(legs):
                yield (graph[0], (*graph[1], *seats), graph[2]), rest
            for cut in _cut(graph, seats, legs) if cutting else ():
                yield cut, rest


def divided(algebra: Algebra, above: Monomial, below: Monomial, units: Units) -> Monomial | None:
    """above / below, where only dimensions and units may get negative exponents."""
    rest = dict(above)
    for number, exponent in below:
        left = rest.get(number, 0) - exponent
        generator = algebra.generators[number]
        if left < 0 < exponent and ("generator", number) not in units and not isinstance(generator, DimensionGenerator):
            return None
        if left not in (0, 1) and number in algebra.roots:
            return None
        rest[number] = left
    return tuple(sorted((n, e) for n, e in rest.items() if e))


def matches(
    wanted: Sequence[Factor], places: dict[int, int], available: list[Factor], symmetric: Set[int]
) -> Iterator[tuple[dict[int, int], list[Factor]]]:
    """Map the wanted factors into the available ones; yields the map of vertices and the factors left over.

    The entries of ``symmetric`` symbols may be read either way.
    """
    if not wanted:
        yield places, available
        return
    symbol, vertices, exponent = wanted[0]
    for i, (other, targets, power) in enumerate(available):
        if other != symbol or (power - exponent) * exponent < 0:
            continue
        rest = [(other, targets, power - exponent)] if power != exponent else []
        left = [*available[:i], *rest, *available[i + 1 :]]
        for seats in (targets, targets[::-1]) if symbol in symmetric and targets[0] != targets[1] else (targets,):
            extended = dict(places)
            if all(extended.setdefault(v, t) == t for v, t in zip(vertices, seats, strict=True)):
                yield from matches(wanted[1:], extended, left, symmetric)


def seated(
    target: Graph, lead: Graph, places: dict[int, int], left: Sequence[Factor], loose: Sequence[Factor] = ()
) -> Iterator[tuple[Graph, list[int]]]:
    """The target without the firm factors, divided by the loose ones, and where the legs of the lead sit: every way."""
    dims, legs, _ = target
    ends = set(lead[1])
    inner = {places[v] for v in places if v not in ends}
    touched = {v for _, vertices, _ in left for v in vertices} | set(legs) | {places[v] for v in ends if v in places}
    if len(inner) < len(places.keys() - ends) or touched & inner:
        return
    alive = [v for v in range(len(dims)) if v not in inner]
    new = {v: i for i, v in enumerate(alive)}
    free = [v for v in dict.fromkeys(lead[1]) if v not in places]
    for seats in every(*([v for v in alive if dims[v] == lead[0][w]] for w in free)):
        at = {**places, **dict(zip(free, seats, strict=True))}
        powers: dict[tuple[int, tuple[int, ...]], int] = {}
        for symbol, vertices, exponent in left:
            powers[symbol, tuple(new[v] for v in vertices)] = exponent
        for symbol, (vertex,), exponent in loose:
            place = symbol, (new[at[vertex]],)
            powers[place] = powers.get(place, 0) - exponent
        factors = tuple((symbol, vertices, exponent) for (symbol, vertices), exponent in powers.items() if exponent)
        yield (tuple(dims[v] for v in alive), tuple(new[v] for v in legs), factors), [new[at[v]] for v in lead[1]]


def _cut(graph: Graph, seats: list[int], legs: tuple[int, ...]) -> Iterator[Graph]:
    """Where two neighbouring legs sit on one vertex with at most two ends: that vertex cut, a leg on either side."""
    dims, outer, factors = graph
    for leg in range(len(legs) - 1):
        vertex, other = seats[leg], len(dims)
        ends: list[End] = [(k, i) for k, (_, vs, _) in enumerate(factors) for i, v in enumerate(vs) if v == vertex]
        ends += [(-1, k) for k, v in enumerate(outer) if v == vertex]
        if legs[leg] != legs[leg + 1] or not 1 <= len(ends) <= 2:
            continue
        apart = (*seats[: leg + 1], other, *seats[leg + 2 :])
        for moved in ends if len(ends) == 2 else (ends[0], None):
            turned = tuple(
                (s, tuple(other if (k, i) == moved else v for i, v in enumerate(vs)), e)
                for k, (s, vs, e) in enumerate(factors)
            )
            kept = tuple(other if (-1, k) == moved else v for k, v in enumerate(outer))
            yield (*dims, dims[vertex]), (*kept, *apart), turned
