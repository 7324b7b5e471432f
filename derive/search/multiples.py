"""The search for cofactors among the multiples of the hypotheses that share terms with the goal.

Let p be the difference of an equation's sides.  The *goal* is p, made easier by what can be taken back: if p = Σ B p′ over
the legs of p′, cofactors of p′ give those of p, as p′ = Σ c h gives p = Σ (B c) h.  Such a p′ is made in two ways.

* A vector that occurs just once in every term of p, and in no hypothesis, is taken away, and leaves a leg: p = p′ y.
* Where an inverse A⁻¹ stands at a leg of some term, p is multiplied by A there: p = A⁻¹ p′.

To a term belong the multiples c·h of hypotheses in which it occurs: wherever a term of h is found inside it
(`derive.search.contexts`), what stands around it is c.  From the terms of the goal on, one multiple is taken after the
other, the one that brings fewest and lightest new terms first, and those that belong to its terms come into choice.  After
each the question is one of linear algebra: is the goal a combination of the multiples taken?

If that fails it is tried once more with vertices cut by δ, and with what follows from a hypothesis h by a factor: A⁻¹ h
where A is invertible, or orthogonal, and stands at a leg of h; and r h where r is a root in h.

Untrusted, and bounded by counts; the kernel multiplies the result out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import islice

from derive.errors import Undecided
from derive.kernel.algebra import Algebra
from derive.kernel.decide import Cofactor, Equation
from derive.kernel.forms import Form, Rational, at_legs, entry, freeze, leg_dims
from derive.kernel.graphs import EMPTY, Graph
from derive.kernel.values import InverseOf
from derive.language.terms import Inverse, Symbol
from derive.search.contexts import Term, Units, authored, contexts, degree, known_nonzero, laid_open, size
from derive.search.spans import Span

#: Inverses that are taken away at one leg, one after the other.
MAX_INVERSES = 3


@dataclass(frozen=True)
class Goal:
    """p′ and B: the legs of ``back`` are those of p, then those of p′."""

    form: Form
    back: Form
    outer: int
    legs: int


@dataclass(frozen=True)
class Opener:
    """A matrix symbol to be multiplied by, with the place of its end that meets what it multiplies."""

    symbol: int
    place: int


def goal_of(equation: Equation, units: Units) -> Goal:
    """The difference of an equation's sides, times its divisors, made easier."""
    algebra = equation.normaliser.algebra
    legs = len(equation.difference.labels)
    goal = Goal(equation.cleared, identity(algebra, leg_dims(equation.cleared)), legs, legs)
    used = {symbol for h in equation.hypothesis_forms for term in h.form for symbol in _symbols(algebra, term, units)}
    for symbol in range(len(algebra.symbol_keys)):
        if symbol not in used:
            goal = _without_vector(algebra, goal, symbol, units)
    for leg in range(goal.legs):
        for _ in range(MAX_INVERSES):
            goal = _without_inverse(algebra, goal, leg)
    return goal


def identity(algebra: Algebra, dims: Sequence[int]) -> Form:
    """δ between legs of these dimensions and as many more."""
    return algebra.normal({((tuple(dims), tuple(range(len(dims))) * 2, ()), ()): 1})


def times_matrix(algebra: Algebra, form: Form, leg: int, opener: Opener) -> Form:
    """A form with a matrix multiplied on at one leg."""
    dim = leg_dims(form)[leg]
    ends = (1, 0) if opener.place == 0 else (0, 1)  # the second vertex meets the form
    matrix = algebra.normal(at_legs((dim, dim), ((opener.symbol, ends, 1),)))
    labels = tuple(range(len(leg_dims(form))))
    new = len(labels)
    return algebra.contract(form, labels, matrix, (new, leg), tuple(new if k == leg else k for k in labels))


def matrix_at(algebra: Algebra, graph: Graph, leg: int) -> Opener | None:
    """The matrix that alone stands at a leg of a graph, with the end that is there."""
    _, legs, factors = graph
    vertex = legs[leg]
    here = [(symbol, vertices, exponent) for symbol, vertices, exponent in factors if vertex in vertices]
    if legs.count(vertex) != 1 or len(here) != 1:
        return None
    symbol, vertices, exponent = here[0]
    if len(vertices) != 2 or vertices[0] == vertices[1] or exponent != 1:
        return None
    return Opener(symbol, vertices.index(vertex))


def _symbols(algebra: Algebra, term: Term, units: Units) -> set[int]:
    (_, _, factors), _ = laid_open(algebra, term, units)
    return {symbol for symbol, _, _ in factors}


def _without_vector(algebra: Algebra, goal: Goal, symbol: int, units: Units) -> Goal:
    """The goal with a leg in place of a vector symbol; as it is where that does not occur just once in every term."""
    opened: Form = {}
    dim = 0
    for term, value in goal.form.items():
        (dims, legs, factors), monomial = laid_open(algebra, term, units)
        here = [(vertices, exponent) for other, vertices, exponent in factors if other == symbol]
        if len(here) != 1 or here[0][1] != 1 or len(here[0][0]) != 1:
            return goal
        (vertex,) = here[0][0]
        dim = dims[vertex]
        graph = dims, (*legs, vertex), tuple(factor for factor in factors if factor[0] != symbol)
        opened = algebra.add(opened, algebra.normal({(graph, monomial): value}))
    labels = tuple(range(goal.outer + goal.legs))
    vector = entry((dim,), symbol)
    back = algebra.contract(goal.back, labels, vector, (len(labels),), (*labels, len(labels)))
    return Goal(opened, back, goal.outer, goal.legs + 1) if opened else goal


def _without_inverse(algebra: Algebra, goal: Goal, leg: int) -> Goal:
    """The goal times A at a leg where A⁻¹ stands in some term; as it is where there is none."""
    for graph, _ in sorted(goal.form):
        found = matrix_at(algebra, graph, leg)
        if found is None or not isinstance(algebra.symbol_keys[found.symbol], InverseOf):
            continue
        plain = next(other for one, other in sorted(algebra.properties.inverses) if one == found.symbol)
        form = times_matrix(algebra, goal.form, leg, Opener(plain, 1 - found.place))
        back = times_matrix(algebra, goal.back, goal.outer + leg, found)
        return Goal(form, back, goal.outer, goal.legs) if form else goal
    return goal


#: Multiples that are taken, and such as are looked at.
MAX_TAKEN, MAX_SEEN = 100, 400
#: Occurrences of one lead in one term.
MAX_OCCURRENCES = 40


@dataclass(frozen=True)
class Relation:
    """factor · hypothesis = 0: the legs of ``factor`` are those of ``form``, then those of the hypothesis."""

    number: int
    form: Form
    factor: Form
    legs: int
    own: int


@dataclass(frozen=True)
class Multiple:
    """context · relation; the context has the legs of the goal, then those of the relation."""

    relation: Relation
    context: Term
    form: Form


def combine(equation: Equation, hypotheses: int | None = None) -> tuple[Cofactor, ...] | None:
    """Cofactors of the first so many hypotheses that make the equation hold; they may divide by what is known nonzero."""
    algebra = equation.normaliser.algebra
    units = authored(equation)
    for known in known_nonzero(equation).values():
        units |= known
    try:
        goal = goal_of(equation, units)
        for cutting in (False, True):
            relations = [
                relation
                for number, hypothesis in enumerate(equation.hypothesis_forms[:hypotheses])
                if hypothesis.form
                for relation in _relations(equation, number, hypothesis.form, cutting)
            ]
            found = _Search(algebra, goal, relations, units, cutting).run()
            if found is not None:
                return tuple(_cofactors(algebra, goal, found))
    except Undecided:
        return None
    return None


def _relations(equation: Equation, number: int, form: Form, derived: bool) -> Iterator[Relation]:
    """A hypothesis, and what follows from it by a factor."""
    algebra = equation.normaliser.algebra
    dims = leg_dims(form)
    unit, legs = identity(algebra, dims), len(dims)
    yield Relation(number, form, unit, legs, legs)
    if not derived:
        return
    for leg in range(legs):
        for opener in _openers(equation, form, leg):
            made = times_matrix(algebra, form, leg, opener)
            yield Relation(number, made, times_matrix(algebra, unit, leg, opener), legs, legs)
    for root in sorted({n for _, m in form for n, _ in m if n in algebra.roots}):
        factor: Form = {(EMPTY, ((root, 1),)): 1}
        yield Relation(number, algebra.times(form, factor), algebra.times(unit, factor), legs, legs)


def _openers(equation: Equation, form: Form, leg: int) -> list[Opener]:
    """The inverses of the matrices that stand at a leg of some term."""
    algebra, assumptions = equation.normaliser.algebra, equation.normaliser.assumptions
    found: dict[Opener, None] = {}
    for graph, _ in sorted(form):
        here = matrix_at(algebra, graph, leg)
        if here is None:
            continue
        key = algebra.symbol_keys[here.symbol]
        if isinstance(key, Symbol) and "invertible" in assumptions.kinds(key):
            equation.normaliser.tensor(Inverse(key))  # the algebra learns of the inverse
        for one, other in sorted(algebra.properties.inverses):
            if one == here.symbol:
                found[Opener(other, 1 - here.place)] = None
        if here.symbol in algebra.properties.orthogonal:
            found[here] = None
    return list(found)


class _Search:
    """One search; a multiple *in choice* is known by its number."""

    def __init__(self, algebra: Algebra, goal: Goal, relations: list[Relation], units: Units, cutting: bool) -> None:
        self.algebra, self.goal, self.relations, self.units, self.cutting = algebra, goal, relations, units, cutting
        self.leads = [(r, laid_open(algebra, term, units)) for r in relations for term in sorted(r.form)]
        self.choice: list[Multiple] = []
        self.looks = 0
        self.taken: list[int] = []
        self.seen: set[object] = set()
        #: The terms of the goal and of what is taken; of each in choice those that are new, and which have a new term.
        self.terms: set[Term] = set()
        self.new: list[set[Term]] = []
        self.with_term: dict[Term, list[int]] = {}
        self.heap: list[tuple[int, int]] = []

    def run(self) -> list[tuple[Multiple, Rational]] | None:
        """Multiples that make the goal, with their coefficients."""
        span: Span[Term] = Span(self.goal.form, self._rank)
        self._meet(self.goal.form)
        while self.heap and len(self.taken) < MAX_TAKEN:
            _, number = heappop(self.heap)
            if number in self.taken:
                continue
            self.taken.append(number)
            span.add(self.choice[number].form)
            found = span.combination()
            if found is not None:
                return [(self.choice[self.taken[place]], value) for place, value in sorted(found.items())]
            self._meet(self.choice[number].form)
        return None

    def _meet(self, form: Form) -> None:
        """Bring into choice what belongs to the terms of a form that are new."""
        met = sorted((term for term in form if term not in self.terms), key=self._rank)
        self.terms.update(met)
        for term in met:
            for number in self.with_term.pop(term, ()):
                self.new[number].discard(term)
                self._push(number)
        for relation, context in islice(self._occurrences(met), MAX_SEEN - self.looks):
            self.looks += 1
            self._look(relation, context)

    def _occurrences(self, terms: Sequence[Term]) -> Iterator[tuple[Relation, Term]]:
        """Every place of a lead in one of the terms, with what stands around it."""
        for term in terms:
            target = laid_open(self.algebra, term, self.units)
            for relation, lead in self.leads:
                found = contexts(self.algebra, target, lead, self.units, self.cutting)
                yield from ((relation, context) for context in islice(found, MAX_OCCURRENCES))

    def _look(self, relation: Relation, context: Term) -> None:
        """Bring a multiple into choice."""
        here = tuple(range(self.goal.legs))
        joined = tuple(range(self.goal.legs, self.goal.legs + relation.legs))
        try:
            form = self.algebra.contract({context: 1}, here + joined, relation.form, joined, here)
        except Undecided:  # a graph that is too symmetric, or the work is done
            return
        key = freeze(form)
        if not form or key in self.seen:
            return
        self.seen.add(key)
        number = len(self.choice)
        self.choice.append(Multiple(relation, context, form))
        self.new.append({term for term in form if term not in self.terms})
        for term in self.new[number]:
            self.with_term.setdefault(term, []).append(number)
        self._push(number)

    def _push(self, number: int) -> None:
        heappush(self.heap, (sum(1 + self._weight(term) for term in self.new[number]), number))

    def _rank(self, term: Term) -> tuple[int, Term]:
        return self._weight(term), term

    def _weight(self, term: Term) -> int:
        graph, monomial = term
        return degree(graph) + sum(abs(e) * size(self.algebra, number) for number, e in monomial)


def _cofactors(algebra: Algebra, goal: Goal, found: Sequence[tuple[Multiple, Rational]]) -> Iterator[Cofactor]:
    """The cofactors of the difference itself: back · context · factor, for each hypothesis together."""
    total: dict[int, Form] = {}
    for multiple, value in found:
        relation = multiple.relation
        ends = (goal.outer, goal.legs, relation.legs, relation.own)
        outer, legs, middle, own = (tuple(range(sum(ends[:k]), sum(ends[: k + 1]))) for k in range(4))
        part = algebra.contract(goal.back, outer + legs, {multiple.context: value}, legs + middle, outer + middle)
        part = algebra.contract(part, outer + middle, relation.factor, middle + own, outer + own)
        total[relation.number] = algebra.add(total.get(relation.number, {}), part)
    return (Cofactor(number, form) for number, form in total.items() if form)
