"""Scalars as terms whose sign can be read off.

A scalar is a polynomial in atoms over what is > 0.  Of the polynomial, in this order: a sum of products that are ≥ 0 by
themselves; a product of factors, of which even powers are; a combination of what is known (`derive.search.combining`); a
product of a fact with the quotient; and where there are roots, a + b by a² − b².
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from derive.errors import DeriveError
from derive.language.hypotheses import Condition, Hypothesis
from derive.language.terms import Add, Number, Quotient, Sqrt, Term
from derive.search import polynomials as poly
from derive.search.atoms import ZERO, Atoms, product
from derive.search.combining import Combiner
from derive.search.denominators import Denominators
from derive.search.facts import Facts
from derive.search.polynomials import Monomial, Polynomial, TooLarge, constant_factor, square_free
from derive.search.readback import power as written_power

#: How deep a + b is shown by a² − b² inside of another such.
MAX_CONJUGATES = 2

_HALF, _TWO = Number(Fraction(1, 2)), Number(Fraction(2))


@dataclass(frozen=True)
class Found:
    """A term with a sign, if one was found, and else a condition with which the search might have gone on."""

    term: Term | None
    missing: Condition | None = None


def certificate(
    scalar: Term,
    domain: Sequence[Hypothesis],
    assumed: Sequence[Hypothesis],
    strict: bool = False,
    at_length: Callable[[], None] = lambda: None,
) -> Found:
    """A term that should equal the scalar and whose form shows it to be ≥ 0, or > 0 if ``strict``.

    ``assumed`` are hypotheses, ``domain`` the conditions with which the scalar has a value; ``at_length`` is called before
    what takes most of the time, and may end the search by an exception.  Nothing is promised of the term: the kernel
    decides.
    """
    given = (*assumed, *domain)
    try:
        atoms = Atoms(scalar, given)
        denominators = Denominators(atoms)
        certifier = Certifier(atoms, denominators, Facts(atoms, denominators, given, assumed), at_length)
        cleared = denominators.cleared(*atoms.difference, certifier.positive)
        shown = certifier.product([(cleared.polynomial, 1), *((factor, 1) for factor in cleared.factors)], strict)
        if shown is None:
            return Found(None, certifier.missing)
        return Found(Quotient(shown, product(cleared.below)) if cleared.below else shown)
    except (DeriveError, TooLarge):
        return Found(None)


class Certifier:
    """Certificates for the polynomials in one set of atoms."""

    def __init__(self, atoms: Atoms, denominators: Denominators, facts: Facts, at_length: Callable[[], None]) -> None:
        self._atoms = atoms
        self._denominators = denominators
        self._facts = facts
        self._combiner = Combiner(atoms, denominators, facts, at_length)
        self._conjugates = 0
        #: That a scalar is not 0, where that would have been of use.
        self.missing: Condition | None = None

    def positive(self, polynomial: Polynomial) -> Term | None:
        """The polynomial as a term that is > 0."""
        return self.shown(polynomial, strict=True)

    def shown(self, polynomial: Polynomial, strict: bool) -> Term | None:
        """The polynomial as a term that is ≥ 0, or > 0 if ``strict``; None when none is found."""
        if not polynomial:
            return None if strict else ZERO
        common = tuple(
            (n, e if self._atoms[n].nonneg else e - e % 2) for n, e in sorted(poly.lowest(polynomial).items())
        )
        common = tuple((n, e) for n, e in common if e)
        if strict and not self._atoms.nonzero(common):
            return None
        try:
            shown = self._without_common(poly.scaled(polynomial, 1, poly.inverse(common)), strict)
        except TooLarge:
            return None
        return None if shown is None else product([self._atoms.written_monomial(common, Fraction(1)), shown])

    def _without_common(self, polynomial: Polynomial, strict: bool) -> Term | None:
        if all(self._atoms.nonneg(monomial) for monomial in polynomial):
            if all(value > 0 for value in polynomial.values()):
                seen = not strict or any(self._atoms.nonzero(monomial) for monomial in polynomial)
                return self._atoms.written(polynomial) if seen else None
            if all(value < 0 for value in polynomial.values()):
                return None
        factors: list[tuple[Polynomial, int]] = []
        with suppress(TooLarge):
            factors = square_free(polynomial)
            factors.append(({(): constant_factor(polynomial, factors)}, 1))
        if len(factors) > 2 or any(exponent > 1 for _, exponent in factors):
            return self.product(factors, strict)
        for way in (self._combiner.combined, self._divided, self._parted, self._rooted, self._nonzero):
            if self._combiner.exhausted:
                return None
            if (shown := way(polynomial, strict)) is not None:
                return shown
        return None

    def product(self, factors: Sequence[tuple[Polynomial, int]], strict: bool) -> Term | None:
        """A product of powers: even ones are squares, the others have signs that together are +."""
        terms: list[Term] = []
        open_factors: list[tuple[Polynomial, int]] = []
        constant = Fraction(1)
        for polynomial, exponent in factors:
            if not poly.unknowns([polynomial]):
                constant *= polynomial.get((), Fraction(0)) ** exponent
                continue
            known = self._known_nonzero(polynomial) if strict else self._atoms.written(polynomial)
            if exponent % 2 or known is None:
                open_factors.append((polynomial, exponent))
            else:
                terms.append(written_power(known, exponent))
        if not constant:
            return None if strict else ZERO
        shown = self._signed(open_factors, 1 if constant > 0 else -1, strict)
        return None if shown is None else product([Number(abs(constant)), *terms, *shown])

    def _signed(self, factors: Sequence[tuple[Polynomial, int]], sign: int, strict: bool) -> list[Term] | None:
        """Powers whose signs together are the given one, each with its own; those without one all together."""
        if len(factors) == 1 and factors[0][1] % 2:
            ((polynomial, exponent),) = factors
            shown = self.shown(poly.scaled(polynomial, sign), strict)
            return None if shown is None else [written_power(shown, exponent)]
        terms: list[Term] = []
        rest: Polynomial = {(): Fraction(sign)}
        for polynomial, exponent in factors:
            for way in (1, -1):
                if (shown := self.shown(poly.scaled(polynomial, way), strict)) is not None:
                    terms.append(written_power(shown, exponent))
                    rest = poly.scaled(rest, way**exponent)
                    break
            else:
                if strict:
                    return None
                rest = self._denominators.normal(poly.times(rest, polynomial))
                terms += [] if exponent == 1 else [written_power(self._atoms.written(polynomial), exponent - 1)]
        if poly.unknowns([rest]):
            last = self._combiner.combined(rest, strict)
            return None if last is None else [*terms, last]
        return terms if rest[()] > 0 else None

    def _divided(self, polynomial: Polynomial, strict: bool) -> Term | None:
        """A fact times what is left when it is divided out."""
        for fact in self._facts.all(polynomial):
            if strict and not fact.positive:
                continue
            whole = all(exponent > 0 for monomial in fact.polynomial for _, exponent in monomial)
            quotient = poly.divide(polynomial, fact.polynomial) if whole else None
            if quotient is not None and poly.unknowns([quotient]):
                shown = self.shown(quotient, strict)
                return None if shown is None else product([fact.term, shown])
        return None

    def _parted(self, polynomial: Polynomial, strict: bool) -> Term | None:
        """The terms with roots and those without, where both are ≥ 0, and the first do not show it."""
        rooted = {monomial: value for monomial, value in polynomial.items() if self._is_rooted(monomial)}
        rest = {monomial: value for monomial, value in polynomial.items() if monomial not in rooted}
        if not rest or all(value > 0 and self._atoms.nonneg(monomial) for monomial, value in rooted.items()):
            return None
        if (first := self.shown(rest, strict)) is None or (second := self.shown(rooted, strict=False)) is None:
            return None
        return Add((first, second))

    def _rooted(self, polynomial: Polynomial, strict: bool) -> Term | None:
        """a + b with a ≥ 0, by a² − b² ≥ 0: a are the terms with roots, or else those that show to be ≥ 0.

        It is (a² − b²)/(a − b) where −b shows to be ≥ 0, and ((a + b)² + a² − b²)/(2a), each where it divides by what
        shows to be > 0; and where b ≠ 0 is known, (a² − b²)/(a + |b|) + (b + |b|)²/(2|b|).
        """
        rooted = [monomial for monomial in polynomial if self._is_rooted(monomial)]
        if not rooted or self._conjugates == MAX_CONJUGATES:
            return None
        shows = [monomial for monomial, value in polynomial.items() if value > 0 and self._atoms.nonneg(monomial)]
        chosen = rooted if set(rooted) <= set(shows) and len(rooted) < len(polynomial) else shows
        first = {monomial: polynomial[monomial] for monomial in chosen}
        rest = {monomial: value for monomial, value in polynomial.items() if monomial not in first}
        if not first or not rest:
            return None
        conjugate = poly.minus(first, rest)
        squares = self._denominators.normal(poly.times(polynomial, conjugate))
        self._conjugates += 1
        shown = self.shown(squares, strict)
        self._conjugates -= 1
        if shown is None:
            return None
        if all(map(self._atoms.nonneg, rest)) and any(map(self._atoms.nonzero, conjugate)):
            return Quotient(shown, self._atoms.written(conjugate))
        if any(map(self._atoms.nonzero, first)):
            square = written_power(self._atoms.written(polynomial), 2)
            return Quotient(Add((square, shown)), self._atoms.written(poly.scaled(first, 2)))
        return self._by_cases(self._atoms.written(first), rest, shown)

    def _by_cases(self, first: Term, rest: Polynomial, shown: Term) -> Term | None:
        """The last form of a + b, if b ≠ 0 is known."""
        other, known = self._atoms.written(rest), self._known_nonzero(rest)
        if known is None:
            self.missing = (
                None
                if other.free
                else Condition("nonzero", self._atoms.written(poly.scaled(rest, 1 / poly.content(rest))))
            )
            return None
        size = _size(known)
        square = written_power(Add((other, size)), 2)
        return Add((Quotient(shown, Add((first, size))), Quotient(square, product([_TWO, size]))))

    def _nonzero(self, polynomial: Polynomial, strict: bool) -> Term | None:
        """What is ≥ 0, and assumed to be ≠ 0, as half of itself and half of its absolute value."""
        nonzero = self._known_nonzero(polynomial)
        if not strict or nonzero is None:
            return None
        shown = self.shown(polynomial, strict=False)
        return None if shown is None else product([_HALF, Add((_size(nonzero), shown))])

    def _known_nonzero(self, polynomial: Polynomial) -> Term | None:
        """The polynomial up to its sign, where it is assumed to be ≠ 0; with roots, a − b where a² − b² is."""
        total = {monomial: abs(value) for monomial, value in polynomial.items()}
        known = self._facts.nonzero(polynomial)
        if known is not None or not any(map(self._is_rooted, total)) or not all(map(self._atoms.nonneg, total)):
            return known
        known = self._facts.nonzero(self._denominators.normal(poly.times(polynomial, total)))
        above = any(map(self._atoms.nonzero, total))
        return None if known is None or not above else Quotient(known, self._atoms.written(total))

    def _is_rooted(self, monomial: Monomial) -> bool:
        """Is there an odd power of a root in it?"""
        return any(exponent % 2 and self._atoms.radicand(number) is not None for number, exponent in monomial)


def _size(term: Term) -> Term:
    """|x|, as √(x²)."""
    return Sqrt(written_power(term, 2))
