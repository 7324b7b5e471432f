"""What may be divided by: what the authored terms divide by, and what is known not to be 0."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from derive.errors import Undecided
from derive.kernel.decide import Cofactor, Equation
from derive.kernel.forms import DimensionGenerator, Form, ParameterGenerator
from derive.language.terms import Dot, Symbol, Term, is_vector


@dataclass(frozen=True)
class Units:
    """The numbers of generators, dimensions apart, and of vector symbols, of which the components are meant."""

    generators: frozenset[int] = frozenset()
    symbols: frozenset[int] = frozenset()

    def __or__(self, other: Units) -> Units:
        return Units(self.generators | other.generators, self.symbols | other.symbols)

    def __sub__(self, other: Units) -> Units:
        return Units(self.generators - other.generators, self.symbols - other.symbols)

    def __bool__(self) -> bool:
        return bool(self.generators or self.symbols)

    def __and__(self, other: Units) -> Units:
        return Units(self.generators & other.generators, self.symbols & other.symbols)


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
    return _without_dimensions(equation, generators, symbols)


def _without_dimensions(equation: Equation, generators: Iterable[int], symbols: Iterable[int]) -> Units:
    known = equation.normaliser.algebra.generators
    return Units(frozenset(n for n in generators if not isinstance(known[n], DimensionGenerator)), frozenset(symbols))


def known_nonzero(equation: Equation) -> dict[Term, Units]:
    """Terms without free indices that are declared or assumed not to be 0, with the units in their normal forms.

    A product is nonzero only where its factors are; so a normal form of one term makes units of all that is in it.
    """
    found: dict[Term, Units] = {}
    for term in dict.fromkeys(_nonzero(equation)):
        try:
            form = equation.normaliser.tensor(term).form
        except Undecided:
            continue
        if len(form) == 1 and not term.free:
            (((dims, _, factors), monomial),) = form
            if len(dims) == len(term.shape):
                numbers = [number for number, _ in monomial]
                found[term] = _without_dimensions(equation, numbers, [symbol for symbol, _, _ in factors])
    return {term: units for term, units in found.items() if units}


def _nonzero(equation: Equation) -> Iterator[Term]:
    assumptions, algebra = equation.normaliser.assumptions, equation.normaliser.algebra
    keys = [g.key for g in algebra.generators if isinstance(g, ParameterGenerator)]
    for key in (*keys, *algebra.symbol_keys):
        if isinstance(key, Symbol) and key.shape == () and assumptions.sign(key).nonzero:
            yield key
        if isinstance(key, Symbol) and is_vector(key.shape):
            if "nonzero" in assumptions.kinds(key):
                yield key
            elif "not_zero" in assumptions.kinds(key):
                yield Dot(key, key)
    yield from assumptions.assumed_terms("nonzero", "positive")
    yield from (Dot(vector, vector) for vector in assumptions.assumed_terms("not_zero"))
