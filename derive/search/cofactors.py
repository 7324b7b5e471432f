"""The search for cofactors: p = Σ cⱼ hⱼ, by reduction of graphs, else among multiples of the hypotheses.

*Reduction.*  From every hypothesis the term with most factors is taken as its *lead*.  Wherever the lead occurs inside a
term of p (as a part of its open graph or of one of its closed graphs) it is taken away together with its multiple of the
hypothesis, and what the lead was attached to is the cofactor.  This is division with remainder by the hypotheses as they
stand; it finds the cofactors whenever the hypotheses read as rewriting rules that suffice, and gives up after `MAX_STEPS`.

*Multiples.*  Where that does not suffice, a combination of multiples is looked for (`derive.search.multiples`).

Untrusted; the kernel multiplies the result out.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from fractions import Fraction

from derive.errors import Undecided
from derive.kernel.algebra import Algebra
from derive.kernel.decide import Cofactor, Equation
from derive.kernel.forms import ClosedGenerator, DimensionGenerator, Form, Monomial, Rational
from derive.kernel.graphs import EMPTY, Graph
from derive.search.contexts import degree, divided, matches, seated, size
from derive.search.multiples import combine

MAX_STEPS = 400
#: How often a lead that is made of sizes alone may be divided out of a term in which it does not occur.
MAX_BELOW = 8

Lead = tuple[Graph, Monomial, Rational]


def find_cofactors(equation: Equation, hypotheses: int | None = None) -> tuple[Cofactor, ...] | None:
    """Cofactors that make the equation hold, or None when the search does not find any.

    They may divide by what is known not to be 0.  The kernel accepts them if they divide by no more than the authored terms.

    Args:
        equation: with hypotheses that are equations.
        hypotheses: how many of these to use; all by default.
    """
    found = by_reduction(equation)
    return combine(equation, hypotheses) if found is None else found


def by_reduction(equation: Equation) -> tuple[Cofactor, ...] | None:
    """Cofactors by reduction."""
    algebra = equation.normaliser.algebra
    legs = len(equation.difference.labels)
    leads = [(number, _lead(algebra, h.form)) for number, h in enumerate(equation.hypothesis_forms) if h.form]
    found: dict[int, Form] = {}
    rest = equation.cleared
    seen = {frozenset(rest.items())}
    done: set[tuple[bool, Graph, Monomial]] = set()
    try:
        for _ in range(MAX_STEPS):
            if not rest:
                return tuple(Cofactor(number, form) for number, form in found.items())
            for number, cofactor in _steps(algebra, rest, leads, done):
                hypothesis = equation.hypothesis_forms[number]
                here, joined = tuple(range(legs)), tuple(range(legs, legs + len(hypothesis.labels)))
                part = algebra.contract(cofactor, here + joined, hypothesis.form, joined, here)
                smaller = algebra.add(rest, algebra.negate(part))
                if frozenset(smaller.items()) not in seen:
                    break
            else:
                return None
            rest = smaller
            seen.add(frozenset(rest.items()))
            found[number] = algebra.add(found.get(number, {}), cofactor)
    except Undecided:
        return None
    return None


def _lead(algebra: Algebra, form: Form) -> Lead:
    """The term with most factors on its open graph, then in all; the key decides among equals, to be stable.

    A dimension counts nothing: |v|² = N is used to remove |v|².
    """

    def weight(item: tuple[tuple[Graph, Monomial], Rational]) -> tuple[int, int, tuple[Graph, Monomial]]:
        (graph, monomial), _ = item
        below = sum(e * size(algebra, n) for n, e in monomial if e > 0)
        return degree(graph), below, (graph, monomial)

    (graph, monomial), value = max(form.items(), key=weight)
    return graph, monomial, value


def _steps(
    algebra: Algebra, rest: Form, leads: list[tuple[int, Lead]], done: set[tuple[bool, Graph, Monomial]]
) -> Iterator[tuple[int, Form]]:
    """Each way to take one lead out of one term: the number of the hypothesis, and the cofactor.

    A term in which no lead occurs is put to those that are done, and not looked at again.

    A lead that is made of sizes alone divides every term, as sizes are not 0: N = 3 takes 3 for 9/N, and so on for ever.
    So it is taken first where it occurs, and divides others a few times only.
    """
    for dividing in (False, True):
        for (graph, monomial), value in sorted(item for item in rest.items() if (dividing, *item[0]) not in done):
            has_lead = False
            for number, (lead, powers, coefficient) in leads:
                quotient = divided(algebra, monomial, powers, frozenset())
                if quotient is None or len(set(lead[1])) != len(lead[1]):
                    continue
                below = _of_sizes(algebra, lead, powers) and any(dict(monomial).get(n, 0) < e for n, e in powers)
                if below != dividing or (below and min(e for _, e in quotient) < -MAX_BELOW):
                    continue
                for context, remaining in _contexts(algebra, graph, quotient, lead):
                    has_lead = True
                    factor: Form = {(EMPTY, remaining): Fraction(value) / coefficient}
                    yield number, algebra.times(algebra.normal({(context, ()): 1}), factor)
            if not has_lead:
                done.add((dividing, graph, monomial))


def _of_sizes(algebra: Algebra, lead: Graph, powers: Monomial) -> bool:
    """Is a lead made of sizes alone?"""
    return lead == EMPTY and all(isinstance(algebra.generators[n], DimensionGenerator) for n, _ in powers)


def _contexts(algebra: Algebra, graph: Graph, monomial: Monomial, lead: Graph) -> Iterator[tuple[Graph, Monomial]]:
    """What is left of a term when the lead is taken out, with the lead's legs as additional legs."""
    if not lead[2] and not lead[1]:
        yield graph, monomial
        return
    if not lead[2]:
        return
    symmetric = algebra.properties.symmetric
    for context, seats in _embed(graph, lead, symmetric):
        yield (context[0], (*context[1], *seats), context[2]), monomial
    for number, exponent in monomial:
        generator = algebra.generators[number]
        if isinstance(generator, ClosedGenerator) and exponent > 0:
            lower = tuple((n, e - (n == number)) for n, e in monomial if n != number or e != 1)
            for (dims, _, factors), seats in _embed(generator.graph, lead, symmetric):
                offset = len(graph[0])
                moved = tuple((s, tuple(v + offset for v in vs), e) for s, vs, e in factors)
                legs = graph[1] + tuple(v + offset for v in seats)
                yield (graph[0] + dims, legs, graph[2] + moved), lower


def _embed(target: Graph, lead: Graph, symmetric: Set[int]) -> Iterator[tuple[Graph, list[int]]]:
    """Each occurrence of the lead in the target: the target without it, and where the lead's legs sit."""
    for places, left in matches(list(lead[2]), {}, list(target[2]), symmetric):
        if len(places) == len(lead[0]):
            yield from seated(target, lead, places, left)
