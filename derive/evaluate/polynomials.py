"""A scalar term as a polynomial in one symbol z at a point, with exact coefficients: evaluation over ℚ[z].

What does not mention z is evaluated as always; sums, products and derivatives by z are those of polynomials.  Two things
take time, and both are product trees, in which factors of about one length are multiplied in pairs:

* ∏ₖ f(k), over all values of an index;
* Σₙ Σₘ … uₙ vₘ … ∏_{k ≠ n, m, …} f(k).  It is the coefficient of e₁e₂… in ∏ₖ (f(k) + Σ_S (product of the weights in S at
  k) e_S), where S are the sets of the indices that are summed, e_S e_T = e_{S∪T}, and 0 where S and T meet: for each way in
  which the indices have values, the factor at k has the set of those with the value k, and f(k) stays where it is empty.

Polynomials of integers are multiplied as integers: their values at a power of 2 that no coefficient of the product reaches
have its coefficients as digits (Kronecker).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product as every
from math import lcm, prod

from derive.errors import InputError
from derive.evaluate.evaluate import Evaluation
from derive.evaluate.point import Point
from derive.language import terms as t
from derive.language.substitution import symbols_of
from derive.language.terms import Index, Symbol, Term
from derive.printing import text

#: Coefficients, that of z⁰ first.
Integers = list[int]
#: Polynomials by sets of indices: the places of a set in binary are its number.
Element = list[Integers]
#: The values of indices, counted from 1.
Place = Mapping[Index, int]
#: More products than this are not written out.
MONOMIALS = 64


@dataclass(frozen=True)
class Polynomial:
    """Integers over a common denominator."""

    above: Integers
    below: int = 1

    @property
    def coefficients(self) -> tuple[Fraction, ...]:
        """That of the highest power first; none of the zero polynomial."""
        last = next((k for k in reversed(range(len(self.above))) if self.above[k]), -1)
        return tuple(Fraction(self.above[k], self.below) for k in range(last, -1, -1))


def polynomial_at(term: Term, z: Symbol, point: Point) -> tuple[Fraction, ...]:
    """The coefficients of a scalar term as a polynomial in z, that of the highest power first; () for 0.

    Args:
        term: without free indices, made of z and what does not mention it by sums, products, powers and derivatives by z.
        z: a scalar symbol.
        point: sizes, and rational data for all other symbols.

    Raises:
        InputError: no scalar, another operation on z, a missing size or datum, or a coefficient that is not rational.
        UndefinedAtPoint, LimitError: as `derive.evaluate.evaluate`.

    >>> from derive.language.build import grad, prod_, scalar, vector
    >>> N, z = t.Dimension("N"), scalar("z")
    >>> a, n = vector("a", N), Index("n", N)
    >>> term = grad(prod_(n, z - a[n]), z)
    >>> [str(c) for c in polynomial_at(term, z, Point({N: 3}, {a: (1, 2, 3)}))]
    ['3', '-12', '11']
    """
    if term.shape or term.free:
        raise InputError(f"no number: {text(term)}", hint="give a scalar term without free indices")
    return _Evaluation(z, Evaluation(point)).value(term, {}).coefficients


class _Evaluation:
    """Values over ℚ[z] at one point."""

    def __init__(self, z: Symbol, evaluation: Evaluation) -> None:
        self.z, self.evaluation = z, evaluation
        self._known: dict[Term, Polynomial] = {}

    def value(self, term: Term, place: Place) -> Polynomial:
        if self.z not in symbols_of(term):
            number = self.number(term, place)
            return Polynomial([number.numerator], number.denominator)
        if term.free:
            return self._value(term, place)
        if term not in self._known:
            self._known[term] = self._value(term, place)
        return self._known[term]

    def number(self, term: Term, place: Place) -> Fraction:
        found = self.evaluation(term, {index: place[index] for index in term.free})
        if not isinstance(found, Fraction):
            raise InputError(f"{text(term)} is not rational here", hint="give data for which it is")
        return found

    def _value(self, term: Term, place: Place) -> Polynomial:
        match term:
            case t.Symbol():
                return Polynomial([0, 1])
            case t.Add():
                return _sum([self.value(part, place) for part in term.terms])
            case t.Neg():
                return _product([Polynomial([-1]), self.value(term.term, place)])
            case t.Product() | t.Hadamard() if all(factor.shape == () for factor in term.factors):
                return _product([self.value(factor, place) for factor in term.factors])
            case t.Quotient(above, below) if self.z not in symbols_of(below):
                return _product([self.value(above, place), self.value(t.Quotient(ONE, below), place)])
            case t.Power(base, exponent) if exponent.denominator == 1 and exponent >= 0:
                return _product([self.value(base, place)] * int(exponent))
            case t.Defined():
                return self.value(term.unfold(), place)
            case t.Grad() if term.symbol == self.z and term.term.shape == ():
                found = self.value(term.term, place)
                return Polynomial([k * c for k, c in enumerate(found.above)][1:] or [0], found.below)
            case t.Prod():
                left_out = {place[index] for index in term.without}
                return _product([f for k, f in self._over(term.index, term.body, place) if k not in left_out])
            case t.Sum():
                try:
                    weighted = list(self._weighted(term))
                except _NotWeighted:
                    return _sum([part for _, part in self._over(term.index, term.body, place)])
                return _sum([self._by_tree(*each, place) for each in weighted])
        raise InputError(f"no polynomial in {text(self.z)}: {text(term)}", hint="sums, products, derivatives by it")

    def _over(self, index: Index, body: Term, place: Place) -> Iterator[tuple[int, Polynomial]]:
        """The body at each value of an index."""
        for k in range(1, self.evaluation.point.size(index.dim) + 1):
            yield k, self.value(body, {**place, index: k})

    def _by_tree(
        self, weights: Mapping[Index, list[Term]], rest: list[Term], whole: t.Prod, place: Place
    ) -> Polynomial:
        """Σₙ Σₘ … uₙ vₘ … ∏_{k ≠ n, m, …} f(k), times numbers; see above."""
        leaves, below = [], 1
        for k, f in self._over(whole.index, whole.body, place):
            values = [
                prod(self.number(part, {**place, index: k}) for part in parts) for index, parts in weights.items()
            ]
            sets = [Fraction(1)]
            for value in values:
                sets += [value * other for other in sets]
            common = lcm(f.below, *(value.denominator for value in sets))
            first = [c * (common // f.below) for c in f.above]
            leaves.append([first, *([value.numerator * (common // value.denominator)] for value in sets[1:])])
            below *= common
        numbers = [self.value(part, place) for part in rest]
        return _product([Polynomial(_tree(leaves)[-1], below), *numbers])

    def _weighted(self, term: t.Sum) -> Iterator[tuple[dict[Index, list[Term]], list[Term], t.Prod]]:
        """Of a sum over some indices: weights by index, numbers, and the product without these indices, for each summand."""
        indices: list[Index] = []
        body: Term = term
        while isinstance(body, t.Sum):
            indices.append(body.index)
            body = body.body
        bound = frozenset(indices)
        if len(bound) < len(indices):
            raise _NotWeighted
        for factors in self._monomials(body, bound):
            whole, *others = [factor for factor in factors if self.z in symbols_of(factor)] or [term]
            if others or not isinstance(whole, t.Prod) or bound != {*whole.without}:
                raise _NotWeighted
            if (whole.body.free - {whole.index}) & bound:
                raise _NotWeighted
            rest = [factor for factor in factors if factor is not whole]
            weights = {index: [factor for factor in rest if index in factor.free] for index in indices}
            yield weights, [factor for factor in rest if factor.free.isdisjoint(bound)], whole

    def _monomials(self, term: Term, bound: frozenset[Index]) -> list[list[Term]]:
        """A summand as a sum of products, of which each factor has at most one of the indices, or is a product with z."""
        here = self.z in symbols_of(term)
        if not here and len(term.free & bound) <= 1:
            return [[term]]
        match term:
            case t.Prod() if here:
                return [[term]]
            case t.Neg(part):
                return [[-ONE, *factors] for factors in self._monomials(part, bound)]
            case t.Add(parts):
                found = [factors for part in parts for factors in self._monomials(part, bound)]
            case t.Product(parts) | t.Hadamard(parts) if all(part.shape == () for part in parts):
                found = _multiplied([self._monomials(part, bound) for part in parts])
            case t.Power(base, exponent) if exponent.denominator == 1 and exponent >= 0:
                found = _multiplied([self._monomials(base, bound)] * int(exponent))
            case t.Quotient(above, below) if self.z not in symbols_of(below) and len(below.free & bound) <= 1:
                return [[*factors, t.Quotient(ONE, below)] for factors in self._monomials(above, bound)]
            case t.Defined():
                return self._monomials(term.unfold(), bound)
            case _:
                raise _NotWeighted
        if len(found) > MONOMIALS:
            raise _NotWeighted
        return found


ONE = t.as_term(1)


class _NotWeighted(Exception):
    """A sum that is no sum of products of one weight for each index and a product without all of them."""


def _multiplied(sums: Sequence[list[list[Term]]]) -> list[list[Term]]:
    if prod(map(len, sums)) > MONOMIALS:
        raise _NotWeighted
    return [[factor for factors in chosen for factor in factors] for chosen in every(*sums)]


def _sum(parts: Sequence[Polynomial]) -> Polynomial:
    below = lcm(*(part.below for part in parts))
    above = [0] * max(len(part.above) for part in parts)
    for part in parts:
        factor = below // part.below
        for k, c in enumerate(part.above):
            above[k] += factor * c
    return Polynomial(above, below)


def _product(parts: Sequence[Polynomial]) -> Polynomial:
    """Of none, 1."""
    (above,) = _tree([[part.above] for part in parts] or [[[1]]])
    return Polynomial(above, prod(part.below for part in parts))


def _tree(elements: list[Element]) -> Element:
    """The product of one or more, by pairs."""
    while len(elements) > 1:
        pairs = [_times(*pair) for pair in zip(elements[::2], elements[1::2], strict=False)]
        elements = pairs + elements[2 * len(pairs) :]
    return elements[0]


def _times(left: Element, right: Element) -> Element:
    """(x y)_S = Σ x_T y_{S − T} over the sets T in S; each polynomial as its value at a power of 2, and back."""
    most = [max(abs(c) for part in element for c in part).bit_length() for element in (left, right)]
    shorter = min(max(map(len, element)) for element in (left, right))
    size = (sum(most) + (shorter * len(left)).bit_length() + 8) // 8  # bytes of a coefficient, with a bit for its sign
    x, y = ([_packed(part, size) for part in element] for element in (left, right))
    sizes = max(map(len, left)) + max(map(len, right)) - 1
    found = []
    for s in range(len(left)):
        inside = [part for part in range(s + 1) if part & s == part]
        found.append(_unpacked(sum(x[part] * y[s ^ part] for part in inside), size, sizes))
    return found


def _packed(coefficients: Integers, size: int) -> int:
    """Their value at z = 256^size, for coefficients of less than half of that."""
    half = 1 << (8 * size - 1)
    digits = b"".join([(c + half).to_bytes(size, "little") for c in coefficients])
    return int.from_bytes(digits, "little") - _halves(size, len(coefficients))


def _unpacked(value: int, size: int, count: int) -> Integers:
    """So many coefficients of less than half of 256^size, from their value there."""
    half = 1 << (8 * size - 1)
    digits = (value + _halves(size, count)).to_bytes(size * count, "little")
    return [int.from_bytes(digits[k : k + size], "little") - half for k in range(0, size * count, size)]


def _halves(size: int, count: int) -> int:
    """256^size/2 times 1 + 256^size + …: with it no digit is negative."""
    return int.from_bytes((bytes(size - 1) + b"\x80") * count, "little")
