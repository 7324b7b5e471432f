"""Scalars as polynomials over products that are > 0: denominators cleared, and roots as unknowns of their own.

What an author divides by is not 0, and often known to be > 0 as it is written; where it is not, an even power of it is.
A root r of p takes the place of an unknown x that p has with a constant factor: x = (r² − …)/c.  So polynomials with roots
multiply like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from derive.errors import Undecided
from derive.kernel.factors import divisors_cleared
from derive.kernel.forms import Form
from derive.language.substitution import unfold_all
from derive.language.terms import Dimension, Dot, Index, Norm, Power, Quotient, Sqrt, Symbol, Term
from derive.search import polynomials as poly
from derive.search.atoms import Atoms
from derive.search.polynomials import ONE, Monomial, Polynomial, TooLarge, constant_factor, square_free
from derive.search.readback import power as written_power

#: Terms over a common denominator beyond which nothing is searched for.
MAX_TERMS = 600

#: The term of a polynomial that is > 0, by its form; None when none is found.
Positive = Callable[[Polynomial], Term | None]


@dataclass(frozen=True)
class Cleared:
    """polynomial · ∏ factors / ∏ below; what stands below is > 0 and shows it."""

    polynomial: Polynomial
    factors: tuple[Polynomial, ...] = ()
    below: tuple[Term, ...] = ()


#: A polynomial without common factors, as a key.
_Key = frozenset[tuple[Monomial, Fraction]]


@dataclass(frozen=True)
class _Divisor:
    """A divisor q as its author wrote it: term · ∏ older = factor · q."""

    term: Term
    factor: tuple[Monomial, Fraction]
    older: tuple[tuple[Polynomial, int], ...]


@dataclass
class _Fraction:
    """polynomial · ∏ factors / (∏ below · ∏ pending)."""

    polynomial: Polynomial
    factors: list[Polynomial] = field(default_factory=list)
    below: list[Term] = field(default_factory=list)
    pending: dict[_Key, int] = field(default_factory=dict)

    def times(self, factor: tuple[Monomial, Fraction], exponent: int) -> None:
        """Multiply by a power of a number and a monomial."""
        monomial, value = factor
        self.polynomial = poly.scaled(self.polynomial, value**exponent, tuple((n, e * exponent) for n, e in monomial))


class Denominators:
    """The divisors and the roots of one scalar; see the module."""

    def __init__(self, atoms: Atoms) -> None:
        self.atoms = atoms
        self._divisors: dict[_Key, list[_Divisor]] = {}
        self._values: dict[int, Polynomial] = {}
        #: The roots that have taken the place of an atom.
        self._independent: set[int] = set()
        for term in dict.fromkeys(self._authored()):
            polynomial, older = self._cleared(*atoms.form(term))
            if polynomial:
                plain, factor = poly.primitive(polynomial)
                known = self._divisors.setdefault(frozenset(plain.items()), [])
                known.append(_Divisor(term, factor, tuple((atoms.polynomial((), q), e) for q, e in older)))
        self._replace_roots(self._cleared(*atoms.difference)[0])

    def _authored(self) -> Iterator[Term]:
        """What the scalar and its hypotheses divide by, or take the root of."""
        for part in self.atoms.parts:
            match part:
                case Quotient(_, below) if below.shape == () and not below.free:
                    yield from _divided_by(below)
                case Power(base, exponent) if exponent < 0 and base.shape == () and not base.free:
                    yield from _divided_by(base)
                case Sqrt(radicand) | Power(radicand, Fraction(denominator=2)) if not radicand.free:
                    yield radicand

    def cleared(self, labels: Sequence[int | Index], form: Form, positive: Positive) -> Cleared:
        """A form as a polynomial over what it divides by; raises `Undecided` where that shows no sign."""
        polynomial, divisors = self._cleared(labels, form)
        found = _Fraction(polynomial)
        for divisor, exponent in divisors if found.polynomial else ():
            self._divide(found, self.atoms.polynomial((), divisor), exponent)
        while found.pending:
            key = next(iter(found.pending))
            self._clear(found, dict(key), found.pending.pop(key), positive)
        return Cleared(self.normal(found.polynomial), tuple(found.factors), tuple(found.below))

    def _cleared(self, labels: Sequence[int | Index], form: Form) -> tuple[Polynomial, list[tuple[Form, int]]]:
        """A form without its reciprocals, and the powers of what they divide by."""
        form, divisors = divisors_cleared(self.atoms.algebra, form)
        if len(form) > MAX_TERMS:
            raise Undecided(f"more than {MAX_TERMS} terms over what they divide by")
        return self.atoms.polynomial(labels, form), divisors

    def _divide(self, found: _Fraction, divisor: Polynomial, exponent: int) -> None:
        """Divide by a power of a divisor, taken apart where it is none of the authored ones."""
        plain, factor = poly.primitive(divisor)
        found.times(factor, -exponent)
        parts = [(plain, 1)]
        if frozenset(plain.items()) not in self._divisors:
            try:
                parts = square_free(plain)
                found.times(((), constant_factor(plain, parts)), -exponent)
            except TooLarge:
                pass
        for part, times_there in parts:
            key = frozenset(part.items())
            found.pending[key] = found.pending.get(key, 0) + times_there * exponent

    def _clear(self, found: _Fraction, divisor: Polynomial, exponent: int, positive: Positive) -> None:
        """Write a power of a divisor below."""
        while exponent and (quotient := _divided(found.polynomial, divisor)) is not None:
            found.polynomial, exponent = quotient, exponent - 1
        if not exponent:
            return
        sign = self.atoms.assumptions.sign
        known = self._divisors.get(frozenset(divisor.items()), [])
        authored = next((each for each in known if sign(each.term).positive), None)
        if authored is None and (shown := self._shown(divisor, positive)) is not None:
            found.below.append(written_power(shown[0], exponent))
            found.times(((), Fraction(shown[1])), exponent)
            return
        authored = authored or next((each for each in known if sign(each.term).nonzero), None)
        if authored is None:
            raise Undecided("a divisor of which no sign is known")
        if exponent % 2 and not sign(authored.term).positive:
            found.factors.append(self.normal(divisor))
            exponent += 1
        found.below.append(written_power(authored.term, exponent))
        found.times(authored.factor, exponent)
        for older, times_there in authored.older:
            self._divide(found, older, times_there * exponent)

    def _shown(self, polynomial: Polynomial, positive: Positive) -> tuple[Term, int] | None:
        """The term of a polynomial, or of its opposite, that is > 0, and the sign."""
        for sign in (1, -1):
            if (shown := positive(self.normal(poly.scaled(polynomial, sign)))) is not None:
                return shown, sign
        return None

    # --- roots ---

    def _replace_roots(self, polynomial: Polynomial) -> None:
        """From now on the roots in a polynomial are unknowns in the places of others, where there are such."""
        roots = [n for n in poly.unknowns([polynomial]) if self.atoms.radicand(n) is not None]
        for number in sorted(roots, key=lambda n: (len(self.atoms.radicand(n) or ()), n)):
            radicand = poly.substituted(self.atoms.radicand(number) or {}, self._values)
            place = self._replaceable(radicand, polynomial)
            if place is None:
                continue
            (monomial, name), value = place, radicand[place[0]]
            rest = {key: -other for key, other in radicand.items() if key != monomial}
            divisor = tuple((n, -e) for n, e in monomial if n != name)
            new = poly.scaled(poly.add(poly.unknown(number, 2), rest), 1 / value, divisor)
            self._values = {n: poly.substituted(old, {name: new}) for n, old in self._values.items()} | {name: new}
            self._independent.add(number)

    @property
    def replaced(self) -> tuple[int, ...]:
        """The atoms that roots have taken the place of."""
        return tuple(self._values)

    def _replaceable(self, radicand: Polynomial, polynomial: Polynomial) -> tuple[Monomial, int] | None:
        """A term of the radicand and the unknown in it that the root replaces: that is there once, beside what is > 0."""
        below = {n for p in (polynomial, *self._values.values()) for monomial in p for n, e in monomial if e < 0}
        found: list[tuple[bool, Monomial, int]] = []
        for monomial in radicand:
            for name, exponent in monomial:
                others = [n for n, _ in monomial if n != name]
                alone = len(radicand) == 1 and not others
                size = isinstance(self.atoms[name].term, Dimension)
                plain = exponent == 1 and self.atoms.radicand(name) is None
                once = sum(name in dict(key) for key in radicand) == 1
                fits = once and name not in below and not size and all(self.atoms[n].positive for n in others)
                if plain and (alone or fits):
                    found.append((isinstance(self.atoms[name].term, Symbol), monomial, name))
        return min(found)[1:] if found else None

    def normal(self, polynomial: Polynomial) -> Polynomial:
        """With roots in the places of what they replace, and squares of other roots as their radicands."""
        polynomial = poly.substituted(polynomial, self._values)
        while (squared := self._squared(polynomial)) is not None:
            radicand = poly.substituted(self.atoms.radicand(squared) or ONE, self._values)
            parts = []
            for monomial, value in polynomial.items():
                half, odd = divmod(dict(monomial).get(squared, 0), 2)
                rest = tuple((n, e) for n, e in monomial if n != squared)
                rest = poly.times_monomial(rest, ((squared, odd),) if odd else ())
                parts.append(poly.times({rest: value}, poly.power(radicand, half)) if half > 0 else {monomial: value})
            polynomial = poly.add(*parts)
        return polynomial

    def _squared(self, polynomial: Polynomial) -> int | None:
        """A root that has replaced nothing, and of which there is a square in the polynomial."""
        squares = (n for monomial in polynomial for n, exponent in monomial if exponent > 1)
        return next((n for n in squares if n not in self._independent and self.atoms.radicand(n) is not None), None)


def _divided_by(term: Term) -> Iterator[Term]:
    """A divisor; of a root what stands under it, and its square, which is the same and shows that it is not 0."""
    yield term
    plain = unfold_all(term)
    match plain:
        case Norm(part) if len(part.shape) == 1:
            yield Dot(part, part)
        case Sqrt(radicand) | Power(radicand, _):
            yield radicand
    if isinstance(plain, Norm | Sqrt):
        yield Power(term, Fraction(2))


def _divided(polynomial: Polynomial, divisor: Polynomial) -> Polynomial | None:
    """The quotient of an exact division; both may have negative exponents."""
    (first, (common, value)), (second, (common2, value2)) = poly.primitive(polynomial), poly.primitive(divisor)
    quotient = poly.divide(first, second)
    return (
        None
        if quotient is None
        else poly.scaled(quotient, value / value2, poly.times_monomial(common, poly.inverse(common2)))
    )
