"""From a normal form back to a term in index notation, for people to read.

A closed graph becomes a sum over its indices, an open one a product of components at the free indices; coefficients come
as they are.  The term is as good as any other: whoever uses it has it decided anew.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction

from derive.errors import DeriveError, Undecided
from derive.kernel import forms as f
from derive.kernel.algebra import Algebra
from derive.kernel.decide import Equation
from derive.kernel.determinants import AllButOneOf
from derive.kernel.forms import Form, FrozenForm, Monomial, Rational
from derive.kernel.graphs import Graph
from derive.kernel.values import FunctionOf, InverseOf, ProductOf
from derive.language import terms as t
from derive.language.alike import join, join_product, sum_over
from derive.language.hypotheses import Hypothesis
from derive.printing import text

NAMES = "nmkljpqrstuvw"


def read_back(algebra: Algebra, form: Form, legs: Sequence[t.Index]) -> t.Term:
    """The term of a form, with the given indices on its legs; raises `Undecided` at an opaque value."""
    if not form:
        return t.Number(Fraction(0))
    return join(t.Add, [_term(algebra, key, value, legs) for key, value in sorted(form.items(), key=_simple_first)])


def first_difference(lhs: t.Term, rhs: t.Term, hypotheses: Sequence[Hypothesis] = ()) -> str:
    """One term by which the normal forms of two sides differ, as text; empty when there is none to be told."""
    try:
        equation = Equation(lhs, rhs, hypotheses)
        form = equation.difference.form
        if not form:
            return ""
        legs = free_names(equation.difference.labels, lhs)
        key, value = min(form.items(), key=_simple_first)
        return text(_term(equation.normaliser.algebra, key, value, legs))
    except DeriveError:
        return ""


def free_names(labels: Sequence[int | t.Index], term: t.Term) -> list[t.Index]:
    """An index for every leg: free indices keep their names, axes get the first free letters."""
    axes = t.axes_of(term.shape)
    taken = {label.name for label in labels if isinstance(label, t.Index)}
    letters = iter([name for name in NAMES if name not in taken])
    return [label if isinstance(label, t.Index) else t.Index(next(letters), axes[label]) for label in labels]


def _simple_first(item: tuple[tuple[Graph, Monomial], Rational]) -> tuple[int, tuple[Graph, Monomial]]:
    (graph, monomial), _ = item
    return sum(abs(e) for _, e in monomial) + len(graph[2]), (graph, monomial)


def _term(algebra: Algebra, key: tuple[Graph, Monomial], value: Rational, legs: Sequence[t.Index]) -> t.Term:
    graph, monomial = key
    taken = {leg.name for leg in legs}
    powers = [(_generator(algebra, n, taken), exponent) for n, exponent in _roots_below(algebra, monomial)]
    return product_of_powers(value, powers, _open(algebra, graph, legs))


def product_of_powers(number: Rational, powers: Iterable[tuple[t.Term, int]], others: Sequence[t.Term] = ()) -> t.Term:
    """number · ∏ of powers · ∏ others as a fraction; a quotient among the bases is the reciprocal of what it divides by."""
    above: list[t.Term] = []
    below: list[t.Term] = []
    for base, exponent in powers:
        if isinstance(base, t.Quotient):
            below.append(power(base.denominator, exponent))
        else:
            (above if exponent > 0 else below).append(power(base, abs(exponent)))
    return fraction(Fraction(number), [*above, *others], below)


def fraction(number: Fraction, above: Sequence[t.Term], below: Sequence[t.Term]) -> t.Term:
    """number · ∏ above / ∏ below, without factors of one and with the sign in front."""
    size = abs(number)
    numerator = [t.Number(Fraction(size.numerator))] if size.numerator != 1 or not above else []
    denominator = [t.Number(Fraction(size.denominator))] if size.denominator != 1 else []
    term = join_product([*numerator, *above])
    if denominator or below:
        term = t.Quotient(term, join_product([*denominator, *below]))
    return t.Neg(term) if number < 0 else term


def _roots_below(algebra: Algebra, monomial: Monomial) -> list[tuple[int, int]]:
    """The powers of a monomial, with √p (1/p) written as 1/√p."""
    powers = dict(monomial)
    for number in dict(monomial):
        for other in tuple(powers):
            if number in algebra.roots and algebra.roots[number] == algebra.reciprocals.get(other):
                powers[number] -= 2
                powers[other] -= 1
    return [(number, exponent) for number, exponent in powers.items() if exponent]


def power(base: t.Term, exponent: int) -> t.Term:
    """A power, the first one as its base."""
    return base if exponent == 1 else t.Power(base, Fraction(exponent))


def _generator(algebra: Algebra, number: int, taken: set[str]) -> t.Term:
    match algebra.generators[number]:
        case f.DimensionGenerator(t.Dimension() as dim):
            return dim
        case f.ParameterGenerator(ProductOf(mask, entries)) if _everywhere(mask):
            index = _fresh(algebra, entries, taken)
            return t.Prod(index, read_back(algebra, dict(entries), (index,)))
        case f.ParameterGenerator(key) if (known := read_value(algebra, key, ())) is not None:
            return known
        case f.ClosedGenerator(graph):
            names = [name for name in NAMES if name not in taken]
            indices = [t.Index(name, dimension_of(algebra, dim)) for name, dim in zip(names, graph[0], strict=False)]
            return sum_over(indices, join_product(_factors(algebra, graph, indices)))
    raise Undecided("an opaque value has no index notation")


def read_value(algebra: Algebra, key: Hashable, at: tuple[t.Index, ...]) -> t.Term | None:
    """What a key stands for, a scalar or an entry at indices; None of a value that is opaque here."""
    match key:
        case t.Symbol():
            return t.Component(key, at) if at else key
        case InverseOf(matrix):
            return t.Component(t.Inverse(matrix), at)
        case FunctionOf(name, argument):
            return t.Function(name, read_back(algebra, dict(argument), at))
        case f.RootOf(radicand):
            return t.Sqrt(read_back(algebra, dict(radicand), at))
        case f.ReciprocalOf(divisor):
            below = read_back(algebra, dict(divisor), at)
            return t.Power(below, Fraction(-1)) if at else t.Quotient(t.Number(Fraction(1)), below)
    return None


def _everywhere(mask: FrozenForm) -> bool:
    """Is a product over all indices?"""
    return all(not factors and not monomial for ((_, _, factors), monomial), _ in mask)


def _fresh(algebra: Algebra, entries: FrozenForm, taken: set[str]) -> t.Index:
    """An index over the one leg of a form, with a name that is free."""
    (dims, legs, _), _ = entries[0][0]
    return t.Index(next(name for name in NAMES if name not in taken), dimension_of(algebra, dims[legs[0]]))


def dimension_of(algebra: Algebra, number: int) -> t.Dim:
    """The dimension with a number."""
    key = algebra.dim_keys[number]
    if isinstance(key, t.Dimension | int):
        return key
    raise Undecided("a dimension without a name")


def _open(algebra: Algebra, graph: Graph, legs: Sequence[t.Index]) -> list[t.Term]:
    """The factors of an open graph: deltas for legs on one vertex, components, sums over vertices without a leg."""
    dims, seats, _ = graph
    names: dict[int, t.Index] = {}
    deltas: list[t.Term] = []
    for seat, leg in zip(seats, legs, strict=True):
        if seat in names:
            deltas.append(t.Delta(names[seat], leg))
        else:
            names[seat] = leg
    letters = [name for name in NAMES if name not in {leg.name for leg in legs}]
    summed = [v for v in range(len(dims)) if v not in names]
    for vertex, letter in zip(summed, letters, strict=False):
        names[vertex] = t.Index(letter, dimension_of(algebra, dims[vertex]))
    factors = _factors(algebra, graph, [names[v] for v in range(len(dims))])
    if not summed:
        return deltas + factors
    return [*deltas, sum_over([names[v] for v in summed], join_product(factors))]


def _factors(algebra: Algebra, graph: Graph, indices: Sequence[t.Index]) -> list[t.Term]:
    found: list[t.Term] = []
    for symbol, vertices, exponent in graph[2]:
        here = tuple(indices[v] for v in vertices)
        match key := algebra.symbol_keys[symbol]:
            case f.ReciprocalOf(divisor):
                found.append(t.Power(read_back(algebra, dict(divisor), here), Fraction(-exponent)))
            case AllButOneOf(entries):
                index = _fresh(algebra, entries, {index.name for index in indices})
                body = read_back(algebra, dict(entries), (index,))
                found.append(power(t.Prod(index, body, here), exponent))
            case _ if (known := read_value(algebra, key, here)) is not None:
                found.append(power(known, exponent))
            case _:
                raise Undecided("an opaque value has no index notation")
    return found
