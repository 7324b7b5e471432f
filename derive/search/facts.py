"""What is known to be ≥ 0 around a scalar: polynomials in its atoms, each with a term that shows it.

* What is assumed, and what has a value: hypotheses p ≥ 0, radicands, sizes N − 1.
* What the author wrote that is ≥ 0 as it stands: σ², |Πa|², (t − μ)².
* Of the vectors and matrices around it, see `derive.search.inequalities`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, reduce

from derive.errors import Undecided
from derive.language import terms as t
from derive.language.hypotheses import Condition, Equality, Hypothesis
from derive.language.substitution import unfolded_subterms
from derive.search import polynomials as poly
from derive.search.atoms import ONE, Atoms, product
from derive.search.denominators import Denominators
from derive.search.inequalities import Inequalities
from derive.search.polynomials import Monomial, Polynomial, TooLarge
from derive.search.tensors import Tensors

#: Facts of one scalar.
MAX_FACTS = 200


@dataclass(frozen=True)
class Fact:
    """A polynomial that is ≥ 0, and > 0 if ``positive``, as its term shows; or that is assumed to be ``zero``."""

    polynomial: Polynomial
    term: t.Term
    positive: bool = False
    zero: bool = False


class Facts:
    """The facts around a scalar under hypotheses."""

    def __init__(
        self,
        atoms: Atoms,
        denominators: Denominators,
        hypotheses: Sequence[Hypothesis],
        assumed: Sequence[Hypothesis],
    ) -> None:
        """``hypotheses`` are all, ``assumed`` those that are not there for the scalar to have a value."""
        self._atoms = atoms
        self._denominators = denominators
        self._hypotheses = hypotheses
        self.tensors = Tensors(atoms)
        self._known: dict[tuple[t.Term, ...], list[Fact]] = {}
        free = {index for hypothesis in assumed for term in hypothesis.terms for index in term.free}
        self._assumed_indices = sorted(free - set(self.tensors.free), key=lambda index: index.name)
        #: What hypotheses that are more than declared signs speak of, as `Atoms.degrees` names it.
        self.assumed_of = frozenset(
            name
            for hypothesis in assumed
            if isinstance(hypothesis, Equality) or not isinstance(hypothesis.term, t.Symbol)
            for term in hypothesis.terms
            for fact in self._facts(term)
            for name in atoms.degrees(fact.polynomial)
        )

    def all(self, polynomial: Polynomial) -> list[Fact]:
        """What is known around a polynomial, each polynomial once, without those whose sign shows anyhow."""
        tensors = self.tensors.of(polynomial)
        key = tuple(tensor.term for tensor in tensors)
        if key not in self._known:
            scalars = (*self._assumed(), *self._sizes(), *self._written())
            shown = Inequalities(self.tensors, tensors, self._assumed_indices).all()
            self._known[key] = self._distinct(
                (*scalars, *(Fact(self._denominators.normal(gap), term) for gap, term in shown))
            )
        return self._known[key]

    def _distinct(self, facts: Iterable[Fact]) -> list[Fact]:
        found: dict[frozenset[tuple[Monomial, Fraction]], Fact] = {}
        for fact in facts:
            if not poly.unknowns([fact.polynomial]) or self._shows(fact.polynomial):
                continue
            plain, (monomial, _) = poly.primitive(fact.polynomial)
            key = frozenset((plain if all(self._atoms[n].positive for n, _ in monomial) else fact.polynomial).items())
            if key not in found or (fact.positive and not found[key].positive):
                found[key] = fact
        return list(found.values())[:MAX_FACTS]

    @cached_property
    def equalities(self) -> tuple[Fact, ...]:
        """What is assumed to be 0, with both signs; of p = q with a root as a side, p² − q² too."""
        found: list[Fact] = []
        for hypothesis in self._hypotheses:
            if not isinstance(hypothesis, Equality) or hypothesis.lhs.shape:
                continue
            gaps = [hypothesis.lhs - hypothesis.rhs]
            if isinstance(hypothesis.lhs, t.Norm | t.Sqrt) or isinstance(hypothesis.rhs, t.Norm | t.Sqrt):
                gaps.append(t.Power(hypothesis.lhs, Fraction(2)) - t.Power(hypothesis.rhs, Fraction(2)))
            found += [replace(fact, zero=True) for gap in gaps for fact in self._facts(gap) if fact.polynomial]
        return tuple(replace(fact, polynomial=poly.scaled(fact.polynomial, sign)) for fact in found for sign in (1, -1))

    def nonzero(self, polynomial: Polynomial) -> t.Term | None:
        """The polynomial, up to its sign, as a multiple of what is assumed to be ≠ 0, if it is one."""
        plain, (monomial, value) = poly.primitive(polynomial)
        for fact, known, (other, number) in self._nonzero:
            factor = poly.times_monomial(monomial, poly.inverse(other))
            if known == plain and self._atoms.nonzero(factor):
                return product([self._atoms.written_monomial(factor, abs(value / number)), fact.term])
        return None

    @cached_property
    def _nonzero(self) -> list[tuple[Fact, Polynomial, tuple[Monomial, Fraction]]]:
        terms = [
            hypothesis.term
            for hypothesis in self._hypotheses
            if isinstance(hypothesis, Condition) and hypothesis.kind in ("nonzero", "positive")
        ]
        found = [fact for term in terms if term.shape == () for fact in self._facts(term) if fact.polynomial]
        return [(fact, *poly.primitive(fact.polynomial)) for fact in found]

    def _shows(self, polynomial: Polynomial) -> bool:
        return all(value > 0 and self._atoms.nonneg(monomial) for monomial, value in polynomial.items())

    def _facts(self, term: t.Term, positive: bool = False) -> Iterator[Fact]:
        """A term, times what is > 0 below it, as a polynomial; nothing where that cannot be had."""
        try:
            cleared = self._denominators.cleared(*self._atoms.form(term), lambda _: None)
            polynomial = reduce(poly.times, cleared.factors, cleared.polynomial)
        except (Undecided, TooLarge):
            return
        yield Fact(polynomial, t.Product((*cleared.below, term)) if cleared.below else term, positive)

    def _assumed(self) -> Iterator[Fact]:
        """Hypotheses, and the conditions for the statement to have a meaning."""
        for hypothesis in self._hypotheses:
            match hypothesis:
                case Condition("nonneg" | "positive", term, at) if at <= set(self.tensors.free):
                    for index in sorted(term.free - set(self.tensors.free), key=lambda index: index.name):
                        term = t.Sum(index, term)
                    yield from self._shown(term)
                    yield from self._squared(term)
                case Condition("not_zero", vector):
                    yield from self._shown(t.Dot(vector, vector))
        for number in self._denominators.replaced:
            yield from self._shown(self._atoms[number].term)

    def _squared(self, term: t.Term) -> Iterator[Fact]:
        """Of p − q ≥ 0 with roots in it, p ≥ 0 and q ≥ 0, the fact that p² − q² ≥ 0."""
        match term:
            case t.Add((first, t.Neg(second))) if any(
                isinstance(part, t.Norm | t.Sqrt) for part in unfolded_subterms(term)
            ):
                total = t.Add((first, second))
                if self._atoms.assumptions.sign(total).nonneg:
                    yield from self._shown(t.Product((term, total)))

    def _shown(self, term: t.Term) -> Iterator[Fact]:
        """The fact of a term whose sign can be read off."""
        sign = self._atoms.assumptions.sign(term)
        if sign.nonneg and term.free <= set(self.tensors.free):
            yield from self._facts(term, sign.positive)

    def _sizes(self) -> Iterator[Fact]:
        """N − 1 ≥ 0."""
        for part in self._atoms.parts:
            if isinstance(part, t.Dimension):
                yield from self._shown(t.Add((part, t.Neg(ONE))))

    def _written(self) -> Iterator[Fact]:
        """What the author wrote that is ≥ 0 as it stands, short terms first."""
        scalars = [part for part in self._atoms.parts if part.shape == () and not isinstance(part, t.Number | t.Symbol)]
        for part in sorted(scalars, key=lambda part: part.size):
            yield from self._shown(part)
