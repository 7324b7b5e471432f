"""Cofactors as terms: how an equation follows from hypotheses that are equations.

The kernel proves l = r from hⱼ = 0 by scale · (l − r) = Σ cⱼ hⱼ, in normal forms.  Here the c are read back as terms in
components, and the divisors that were cleared from l − r and from the h become part of the identity: ``scale`` is what
clears l − r, and what clears hⱼ is a factor of cⱼ.  Other than the kernel's own way from statement to theorem, no symbol is
replaced by what it is equal to, so that the identity holds for all data.

What is read back is not decided again: the verifier multiplies it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from derive.certificates.statements import zero_of
from derive.errors import InputError, Undecided
from derive.kernel.algebra import Algebra
from derive.kernel.decide import Cofactor, Equation
from derive.kernel.factors import clear_reciprocals, divisors_cleared
from derive.kernel.forms import DimensionGenerator, Form
from derive.kernel.graphs import EMPTY
from derive.language import terms as t
from derive.language.alike import join_product
from derive.language.hypotheses import Condition, Equality, Hypothesis
from derive.language.substitution import unfolded_subterms
from derive.search import cofactors as search
from derive.search.readback import NAMES, read_back

_ONE = t.Number(Fraction(1))


@dataclass(frozen=True)
class CofactorTerm:
    """c for the hypothesis with this number among the equalities; ``indices``: of its axes, then its free ones by name."""

    hypothesis: int
    indices: tuple[t.Index, ...]
    term: t.Term


@dataclass(frozen=True)
class Cofactors:
    """scale · (l − r) = Σ c · (left − right side), at ``indices``, one for each axis of l; without ``scale``, 1."""

    indices: tuple[t.Index, ...]
    cofactors: tuple[CofactorTerm, ...]
    scale: t.Term | None = None


def cofactors_of(lhs: t.Term, rhs: t.Term, hypotheses: Sequence[Hypothesis]) -> Cofactors | None:
    """Cofactors for lhs = rhs; None where none are needed, or none are found that have a notation."""
    conditions = [hypothesis for hypothesis in hypotheses if isinstance(hypothesis, Condition)]
    equalities = [hypothesis for hypothesis in hypotheses if isinstance(hypothesis, Equality) and not hypothesis.at]
    try:
        if not equalities or Equation(lhs, rhs, conditions).holds():
            return None
        # As "left side less right side is 0" an equality is used by cofactors, and no symbol is replaced.
        apart = [Equality(h.lhs - h.rhs, zero_of(h.lhs.shape)) for h in equalities]
        equation = Equation(lhs, rhs, (*conditions, *apart))
        found = search.find_cofactors(equation)
        if not found:
            return None
        return _Reading(equation, apart).read(found)
    except (Undecided, InputError):
        return None


class _Reading:
    """The normal forms of one equation, read back."""

    def __init__(self, equation: Equation, apart: Sequence[Equality]) -> None:
        self.equation = equation
        self.algebra: Algebra = equation.normaliser.algebra
        self.apart = apart
        labels = equation.difference.labels
        self.taken = {label.name for label in labels if isinstance(label, t.Index)}
        axes = t.axes_of(equation.lhs.shape)
        self.legs = [label if isinstance(label, t.Index) else self._fresh(axes[label]) for label in labels]
        self.indices = tuple(
            leg for label, leg in zip(labels, self.legs, strict=True) if not isinstance(label, t.Index)
        )

    def _fresh(self, dim: t.Dim) -> t.Index:
        name = next((name for name in NAMES if name not in self.taken), None)
        if name is None:
            raise Undecided("more indices than there are letters")
        self.taken.add(name)
        return t.Index(name, dim)

    def read(self, found: Iterable[Cofactor]) -> Cofactors:
        scale = self._divisors(self.equation.difference.form)
        made = [self._cofactor(each.hypothesis, each.form) for each in found]
        return Cofactors(self.indices, tuple(made), None if scale == _ONE else scale)

    def _cofactor(self, number: int, form: Form) -> CofactorTerm:
        hypothesis = self.apart[number]
        before = set(self.taken)
        closed = [index.dim for index in _closed(hypothesis.lhs)]
        inner = tuple(self._fresh(dim) for dim in (*t.axes_of(hypothesis.lhs.shape), *closed))
        self.taken = before  # another cofactor may use the same letters
        term = self._term(form, (*self.legs, *inner))
        cleared = self._divisors(self.equation.normaliser.tensor(hypothesis.lhs - hypothesis.rhs).form)
        return CofactorTerm(number, inner, term if cleared == _ONE else t.Product((cleared, term)))

    def _divisors(self, form: Form) -> t.Term:
        """What a form was multiplied by to be cleared."""
        _, divisors = divisors_cleared(self.algebra, form)
        factors = [_power(self._divisor(divisor), exponent) for divisor, exponent in divisors]
        return _product([factor for factor in factors if factor != _ONE])

    def _divisor(self, divisor: Form) -> t.Term:
        """A divisor as an authored one times what is plainly not 0: so a reader can see that it is not 0 itself."""
        for term, form in self.authored:
            for exponent, power in ((1, form), (2, self.algebra.times(form, form))):
                ratio = self._ratio(divisor, power)
                if ratio is not None:
                    made = _product([part for part in (self._divisors_of(term), term) if part != _ONE])
                    return _product([*([] if ratio == _ONE else [ratio]), _power(made, exponent)])
        return self._term(divisor, ())

    def _divisors_of(self, term: t.Term) -> t.Term:
        """What an authored divisor was multiplied by; its divisors are smaller, so this ends."""
        return self._divisors(self.equation.normaliser.tensor(term).form)

    @cached_property
    def authored(self) -> list[tuple[t.Term, Form]]:
        """What the equation divides by or takes roots of, scalars, with their normal forms, cleared."""
        whole = unfolded_subterms(self.equation.lhs - self.equation.rhs)
        found = [factor for part in whole if isinstance(part, t.Quotient) for factor in _factors(part.denominator)]
        found += [part.radicand for part in whole if isinstance(part, t.Sqrt)]
        closed = [term for term in dict.fromkeys(found) if term.shape == () and not term.free]
        forms = [(term, clear_reciprocals(self.algebra, self.equation.normaliser.tensor(term).form)) for term in closed]
        return [(term, form) for term, form in forms if len(form) > 1]

    def _ratio(self, form: Form, divisor: Form) -> t.Term | None:
        """form / divisor, where it is a number times a product of dimensions."""
        if len(form) != len(divisor):
            return None
        (_, first), value = next(iter(divisor.items()))
        for (_, monomial), size in form.items():
            powers = dict(monomial)
            for number, exponent in first:
                powers[number] = powers.get(number, 0) - exponent
            rest = tuple(sorted((number, exponent) for number, exponent in powers.items() if exponent))
            if all(isinstance(self.algebra.generators[number], DimensionGenerator) for number, _ in rest):
                ratio: Form = {(EMPTY, rest): Fraction(size) / value}
                if not self.algebra.add(self.algebra.times(divisor, ratio), self.algebra.negate(form)):
                    return self._term(ratio, ())
        return None

    def _term(self, form: Form, legs: Sequence[t.Index]) -> t.Term:
        if any(len(dims) + len(legs) > len(NAMES) for (dims, _, _), _ in form):
            raise Undecided("more indices than there are letters")
        return read_back(self.algebra, form, legs)


def _product(factors: Sequence[t.Term]) -> t.Term:
    return join_product(factors) if factors else _ONE


def _factors(term: t.Term) -> list[t.Term]:
    """A divisor and the factors of it, themselves divisors, that stand in it as authored."""
    match term:
        case t.Product(factors):
            return [term, *(inner for factor in factors for inner in _factors(factor))]
        case t.Power(base, exponent) if exponent > 0:
            return [term, *_factors(base)]
        case t.Defined():
            return [term, *_factors(term.unfold())]
    return [term]


def _power(base: t.Term, exponent: int) -> t.Term:
    return base if exponent == 1 else t.Power(base, Fraction(exponent))


def _closed(term: t.Term) -> list[t.Index]:
    """The free indices of a side less the other of a hypothesis, by name; raises `Undecided` where two have one name."""
    found = sorted(term.free, key=lambda index: index.name)
    if len({index.name for index in found}) < len(found):
        raise Undecided("a hypothesis with two free indices of one name")
    return found
