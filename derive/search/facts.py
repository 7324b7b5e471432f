"""What is known to be ≥ 0 around a scalar: polynomials in its atoms, each with a term that shows it.

* What is assumed, and what has a value: hypotheses p ≥ 0, radicands, sizes N − 1.
* What the author wrote that is ≥ 0 as it stands: σ², |Πa|², (t − μ)².
* Inequalities between the vectors and matrices around it, with weights ω ≥ 0 (1, the components of a vector that are ≥ 0, or
  (1 − δᵢⱼ)², which leaves out a free index i):
  ½ Σⱼₖ ωⱼωₖ (uⱼvₖ − uₖvⱼ)² = Σ ωu² Σ ωv² − (Σ ωuv)² (Lagrange 1773), of matrices too, and for each row and column of two
  matrices, which gives |A|²|B|² − |AB|²;
  Σ ωu², (u · v)², |u ± v|², and Σⱼₖ (1 − δⱼₖ)² uⱼ²vₖ² = |u|²|v|² − Σ u²v²; without the squares where u ≥ 0 and v ≥ 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, reduce
from itertools import combinations, combinations_with_replacement, permutations

from derive.errors import Undecided
from derive.language import terms as t
from derive.language.alike import join_product, sum_over
from derive.language.hypotheses import Condition, Equality, Hypothesis
from derive.language.substitution import unfolded_subterms
from derive.search import polynomials as poly
from derive.search.atoms import ONE, Atoms, product
from derive.search.denominators import Denominators
from derive.search.polynomials import Monomial, Polynomial, TooLarge
from derive.search.tensors import Tensor, Tensors

_HALF = t.Number(Fraction(1, 2))

#: A polynomial that is ≥ 0, and the term that shows it.
Inequality = tuple[Polynomial, t.Term]


class Inequalities:
    """The inequalities for chosen tensors; ``assumed`` are free indices of hypotheses that the scalar has not."""

    def __init__(self, tensors: Tensors, chosen: Sequence[Tensor], assumed: Sequence[t.Index]) -> None:
        self._summed = tensors.summed
        self._dot = tensors.dot
        self._fresh = tensors.fresh
        self._is_nonneg = tensors.is_nonneg
        self._chosen = chosen
        self._free = tensors.free
        self._assumed = assumed
        #: The vectors with components ≥ 0 at every index, but for 1.
        self._weights = [
            u
            for u in chosen
            if len(u.shape) == 1 and not isinstance(u.term, t.Ones) and tensors.is_nonneg(u, *tensors.fresh(*u.shape))
        ]

    def all(self) -> Iterator[Inequality]:
        """Each of them."""
        for one in self._chosen:
            yield from self._of_one(one)
        for one, other in combinations_with_replacement(self._chosen, 2):
            if one.shape == other.shape and len(one.shape) == 1:
                yield from self._apart(one, other)
        for one, other in combinations(self._chosen, 2):
            if one.shape == other.shape:
                yield from self._of_two(one, other)
        for matrix, other in permutations(self._chosen, 2):
            if len(matrix.shape) == 2 and matrix.shape[1:] == other.shape[:1]:
                yield self._image(matrix, other)

    def _of_one(self, one: Tensor) -> Iterator[Inequality]:
        """|u|²; and without the component at free indices."""
        indices = self._fresh(*one.shape)
        yield self._dot(one, one), sum_over(indices, _square(one.at(*indices)))
        for at in permutations(self._free, len(one.shape)):
            if one.shape == tuple(index.dim for index in at):
                yield from self._without(one, at, indices)
        if len(one.shape) == 1 and not isinstance(one.term, t.Ones):
            for weight in self._chosen:
                if weight.shape == one.shape and not isinstance(weight.term, t.Ones):
                    yield from self._spread(one, weight)

    def _without(self, one: Tensor, at: Sequence[t.Index], indices: tuple[t.Index, ...]) -> Iterator[Inequality]:
        """|u|² − uᵢ², and Σ u − uᵢ where u ≥ 0."""
        here, entry = tuple(at), one.at(*indices)
        rest = _except(at, indices)
        gap = poly.minus(self._dot(one, one), self._summed((), (one, here), (one, here)))
        yield gap, sum_over(indices, product([rest, _square(entry)]))
        if len(at) == 1 and (j := self._nonneg_at(one)) is not None:
            gap = poly.minus(self._summed((j,), (one, (j,))), self._summed((), (one, here)))
            yield gap, t.Sum(j, product([_except(at, (j,)), one.at(j)]))

    def _nonneg_at(self, one: Tensor) -> t.Index | None:
        """An index at which the component of a vector shows to be ≥ 0: any, or that of a hypothesis on it."""
        indices = (*self._fresh(*one.shape), *(index for index in self._assumed if one.shape == (index.dim,)))
        return next((index for index in indices if self._is_nonneg(one, index)), None)

    def _spread(self, one: Tensor, weight: Tensor) -> Iterator[Inequality]:
        """Σ ωu², and Σ ω(u − m)² with m = Σ ωu."""
        if (j := self._nonneg_at(weight)) is None:
            return
        square = self._summed((j,), (weight, (j,)), (one, (j,)), (one, (j,)))
        mean, total = self._summed((j,), (weight, (j,)), (one, (j,))), self._summed((j,), (weight, (j,)))
        yield square, t.Sum(j, product([weight.at(j), _square(one.at(j))]))
        (k,) = self._fresh(*one.shape)
        centred = t.Add((one.at(j), t.Neg(t.Sum(k, product([weight.at(k), one.at(k)])))))
        gap = poly.add(square, poly.times(poly.times(mean, mean), poly.minus(total, poly.scaled(poly.ONE, 2))))
        yield gap, t.Sum(j, product([weight.at(j), _square(centred)]))

    def _apart(self, one: Tensor, other: Tensor) -> Iterator[Inequality]:
        """|u|²|v|² − Σ u²v², and Σ u Σ v − Σ uv where u ≥ 0 and v ≥ 0."""
        j, k = self._fresh(*one.shape, *other.shape)
        both = self._summed((j,), *[(one, (j,))] * 2, *[(other, (j,))] * 2)
        entries = product([_except((j,), (k,)), _square(one.at(j)), _square(other.at(k))])
        yield poly.minus(poly.times(self._dot(one, one), self._dot(other, other)), both), sum_over((j, k), entries)
        if one in self._weights and other in self._weights:
            sums = poly.times(self._summed((j,), (one, (j,))), self._summed((k,), (other, (k,))))
            entries = product([_except((j,), (k,)), one.at(j), other.at(k)])
            yield poly.minus(sums, self._dot(one, other)), sum_over((j, k), entries)

    def _of_two(self, one: Tensor, other: Tensor) -> Iterator[Inequality]:
        """(u · v)², |u ± v|², and Lagrange's identity."""
        first, second, both = self._dot(one, one), self._dot(other, other), self._dot(one, other)
        indices = self._fresh(*one.shape, *other.shape)
        j, k = indices[: len(one.shape)], indices[len(one.shape) :]
        if len(both) > 1:
            yield poly.times(both, both), _square(sum_over(j, product([one.at(*j), other.at(*j)])))
        for sign in (1, -1):
            entry = t.Add((one.at(*j), other.at(*j) if sign > 0 else t.Neg(other.at(*j))))
            yield poly.add(first, second, poly.scaled(both, 2 * sign)), sum_over(j, _square(entry))
        minor = _square(_difference([one.at(*j), other.at(*k)], [one.at(*k), other.at(*j)]))
        yield poly.minus(poly.times(first, second), poly.times(both, both)), sum_over(indices, product([_HALF, minor]))
        if len(j) > 1:
            return
        for at in self._free:
            if one.shape == (at.dim,):
                pairs = ((one, one), (other, other), (one, other))
                here = [self._summed((), (u, (at,)), (v, (at,))) for u, v in pairs]
                gap = _determinant(
                    [poly.minus(whole, part) for whole, part in zip((first, second, both), here, strict=True)]
                )
                yield gap, sum_over(indices, product([_HALF, _except((at,), j), _except((at,), k), minor]))
        for weight in self._weights:
            if weight.shape == one.shape:
                pairs = ((one, one), (other, other), (one, other))
                gap = _determinant([self._summed(j, (weight, j), (u, j), (v, j)) for u, v in pairs])
                yield gap, sum_over(indices, product([_HALF, weight.at(*j), weight.at(*k), minor]))

    def _image(self, matrix: Tensor, other: Tensor) -> Inequality:
        """|A|²|B|² − |AB|²; B may be a vector."""
        i, j, k, *last = indices = self._fresh(*matrix.shape, *other.shape)
        rest = tuple(last)
        minor = _difference(
            [matrix.at(i, j), other.at(k, *rest)],
            [matrix.at(i, k), other.at(j, *rest)],
        )
        image = ((matrix, (i, j)), (other, (j, *rest)), (matrix, (i, k)), (other, (k, *rest)))
        whole = poly.times(self._dot(matrix, matrix), self._dot(other, other))
        return poly.minus(whole, self._summed(indices, *image)), sum_over(indices, product([_HALF, _square(minor)]))


def _determinant(entries: Sequence[Polynomial]) -> Polynomial:
    """Σ ωu² Σ ωv² − (Σ ωuv)²."""
    first, second, both = entries
    return poly.minus(poly.times(first, second), poly.times(both, both))


def _difference(first: Sequence[t.Term], second: Sequence[t.Term]) -> t.Term:
    return t.Add((product(first), t.Neg(product(second))))


def _square(term: t.Term) -> t.Term:
    return t.Power(term, Fraction(2))


def _except(at: Sequence[t.Index], indices: Sequence[t.Index]) -> t.Term:
    """0 where the indices are those, else 1."""
    deltas = tuple(t.Delta(i, j) for i, j in zip(at, indices, strict=True))
    return _square(t.Add((ONE, t.Neg(join_product(deltas)))))


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
            if not isinstance(hypothesis, Equality) or hypothesis.lhs.shape or hypothesis.at:
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
