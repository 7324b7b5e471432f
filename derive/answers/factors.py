"""Factors that were lost, and factors that are too many: kinds of changes, as in `derive.answers.mistakes`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from derive.answers import places as p
from derive.language import terms as t
from derive.language.alike import join, try_product
from derive.printing import text


@dataclass(frozen=True)
class Factor:
    """above / below."""

    above: t.Term = p.ONE
    below: t.Term = p.ONE

    def times(self, term: t.Term) -> t.Term:
        """The factor before a term; of −x, before x; of a number, as one number or one fraction."""
        match term, self.above, self.below:
            case t.Neg(plain), _, _:
                return t.Neg(self.times(plain))
            case t.Number(value), t.Number(above), t.Number(below):
                return t.as_term(value * above / below)
            case _, above, below if above == p.ONE:
                return t.Quotient(term, below)
            case _, above, below:
                scalar = above if below == p.ONE else t.Quotient(above, below)
        if term == p.ONE:
            return scalar
        return t.Product((scalar, *(term.factors if isinstance(term, t.Product) else (term,))))

    def __str__(self) -> str:
        if self.below == p.ONE:
            return text(self.above)
        parts = (self.above, self.below)
        return "/".join(f"({text(part)})" if isinstance(part, t.Add | t.Product) else text(part) for part in parts)

    def before(self, term: t.Term) -> p.Option:
        """The factor before a part of a side."""
        new = self.times(term)
        plain = term.term if isinstance(term, t.Neg) else term
        if isinstance(plain, t.Number):
            return p.instead(new, term)
        shown = f"({self})" if isinstance(self.above, t.Add) and self.below == p.ONE else self
        return p.Option(new, (shown, "before", plain))


Factors = Callable[[p.Relation], Iterator[Factor]]


def simple_factors(relation: p.Relation) -> Iterator[Factor]:
    """2, 1/2, N, 1/N, and other constants of the other side."""
    for part in (t.as_term(2), *relation.dimensions, *relation.constants[: p.MAX_NAMES]):
        yield from (Factor(part), Factor(below=part))


def other_factors(relation: p.Relation) -> Iterator[Factor]:
    """N − 1, 1/(N − 1), N/(N − 1), (N − 1)/N, √N, 1/√N, N², 1/N²; the product of all dimensions; 3 and 4, and below."""
    for dim in relation.dimensions:
        less = p.shifted(dim, -1)
        yield from (Factor(less), Factor(below=less), Factor(dim, less), Factor(less, dim))
        yield from (Factor(t.Sqrt(dim)), Factor(below=t.Sqrt(dim)))
        yield from (Factor(t.Power(dim, Fraction(2))), Factor(below=t.Power(dim, Fraction(2))))
    several = [t.Product(relation.dimensions)] if len(relation.dimensions) > 1 else []
    for part in (*several, t.as_term(3), t.as_term(4)):
        yield from (Factor(part), Factor(below=part))


def factor_of_all(factors: Factors, place: p.Place, relation: p.Relation) -> Iterator[p.Option]:
    """A factor before all that stands here."""
    for factor in factors(relation):
        yield p.Option(factor.times(place.term), (factor,))


def factor_of_a_part(factors: Factors, place: p.Place, relation: p.Relation) -> Iterator[p.Option]:
    """A factor of a summand, under a root or in a function; elsewhere it would be one of something larger."""
    if isinstance(place.parent, t.Add | t.Function) or place.under_root:
        yield from (factor.before(place.term) for factor in factors(relation))


def lost_part(place: p.Place, relation: p.Relation) -> Iterator[p.Option]:
    """What the other side has and this side lacks: as a summand, or as a factor or divisor, possibly of a summand."""
    term, whole = place.term, not place.position
    if p.is_zero(term) or not (whole or (isinstance(place.parent, t.Add) and len(place.position) == 1)):
        return
    for part in [part for part in relation.lost if part != relation.other][: p.MAX_NAMES]:
        if part.shape == ():
            for factor in (Factor(part), Factor(below=part)):
                yield p.Option(factor.times(term), (factor,)) if whole else factor.before(term)
        elif t.is_vector(part.shape) and part.shape == term.shape:
            yield p.Option(t.Hadamard((part, term)), (part, "⊙") if whole else (part, "⊙ before", term))
        summand = t.Product((part, t.Ones(term.shape))) if part.shape == () and t.is_vector(term.shape) else part
        if whole and summand.shape == term.shape:
            yield p.Option(term + summand, ("+", summand))
            yield p.Option(term - summand, ("−", summand))


def lost_constant(place: p.Place, relation: p.Relation) -> Iterator[p.Option]:
    """1/N, N or 1 as one more summand of a sum of scalars, or one less."""
    if isinstance(place.term, t.Add) and place.term.shape == () and p.offset(place.term) is None:
        dims = [constant for dim in relation.dimensions for constant in (t.Quotient(p.ONE, dim), dim)]
        for constant in (*dims, p.ONE):
            yield p.Option(place.term - constant, ("−", constant, "after", place.term))
            yield p.Option(place.term + constant, ("+", constant, "after", place.term))


def lost_delta(place: p.Place, relation: p.Relation) -> Iterator[p.Option]:
    """Kronecker's δ of two free indices as a factor of all of it, or of a summand."""
    if not place.position or isinstance(place.parent, t.Add):
        for one, other in combinations(relation.free, 2):
            if one.dim == other.dim:
                delta = Factor(t.Delta(one, other))
                whole = not place.position and not isinstance(place.term, t.Number)
                yield p.Option(delta.times(place.term), (delta,)) if whole else delta.before(place.term)


def left_out(fits: Callable[[t.Term], bool], place: p.Place, _: p.Relation) -> Iterator[p.Option]:
    """A factor or divisor that fits, left out."""
    match place.term:
        case t.Product(factors) | t.Hadamard(factors):
            for number, factor in enumerate(factors):
                rest = p.with_other(factors, number)
                new = try_product(rest) if isinstance(place.term, t.Product) else join(t.Hadamard, rest)
                if new is not None and fits(factor):
                    yield p.Option(new, ("the factor", factor, "left out"))
        case t.Quotient(above, below) if fits(below):
            yield p.Option(above, ("the divisor", below, "left out"))
