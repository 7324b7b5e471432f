"""Linear inequalities over the rationals: multipliers that show them incompatible, or numbers at which they hold.

Equalities are solved and inequalities eliminated one unknown at a time (Fourier–Motzkin), and each row remembers which
multiples of the given inequalities it is.  A row that says 0 > 0, or worse, hands out its multiples.  If none comes up,
going back through the unknowns gives exact numbers.  So one of the two is always found, up to a bound of the number of rows.

Inside, integers are ints, which are several times faster than the fractions they stand for; what comes out are fractions.

This is a search: what it finds is checked elsewhere, the multiples by the kernel, the numbers by exact evaluation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import ceil, floor, prod
from typing import TypeVar

from derive.language.hypotheses import Condition, Equality
from derive.language.terms import Add, Neg, Number, Product, Quotient, Term
from derive.search.spans import Rational as Rational
from derive.search.spans import whole

#: p > 0, p ≥ 0 or p = q between scalars.
Literal = Condition | Equality
#: More rows than this end the elimination without an answer.
MAX_ROWS = 3_000

_Key = TypeVar("_Key")


@dataclass(frozen=True)
class Certificate:
    """Multipliers of the inequalities, by their place, and the constant that their sum is."""

    of: Mapping[int, Fraction]
    constant: Fraction


@dataclass(frozen=True)
class _Row:
    """Σ parts·unknown + constant ≥ 0, > 0 or = 0 (``sign``); it is Σ of·given."""

    parts: Mapping[Term, Rational]
    constant: Rational
    sign: str
    of: Mapping[int, Rational]

    @property
    def absurd(self) -> bool:
        """Does it say 0 > 0, or worse?"""
        if self.parts:
            return False
        c = self.constant
        return c != 0 if self.sign == "=" else c < 0 or (c == 0 and self.sign == ">")

    def plus(self, p: Rational, other: _Row, q: Rational) -> _Row:
        """p·this + q·other; strict if one of them is."""
        signs = {self.sign, other.sign}
        sign = ">" if ">" in signs else "≥" if "≥" in signs else "="
        parts, of = _sum(self.parts, p, other.parts, q), _sum(self.of, p, other.of, q)
        return _Row(parts, p * self.constant + q * other.constant, sign, of)

    @cached_property
    def scaled(self) -> tuple[object, Rational]:
        """Its left side and its constant, divided by the size of the first part."""
        first = self.parts[min(self.parts, key=_name)]
        scale = -first if first < 0 else first
        if scale == 1:
            return frozenset(self.parts.items()), self.constant
        parts = frozenset((unknown, _ratio(value, scale)) for unknown, value in self.parts.items())
        return parts, _ratio(self.constant, scale)


def _ratio(above: Rational, below: Rational) -> Rational:
    return whole(Fraction(above, below))


def _sum(
    one: Mapping[_Key, Rational], p: Rational, other: Mapping[_Key, Rational], q: Rational
) -> dict[_Key, Rational]:
    total = _times(p, one)
    for key, value in _times(q, other).items():
        total[key] = total[key] + value if key in total else value
    return {key: value for key, value in total.items() if value}


def _times(p: Rational, parts: Mapping[_Key, Rational]) -> dict[_Key, Rational]:
    return dict(parts) if p == 1 else {key: p * value for key, value in parts.items()}


@lru_cache(maxsize=4096)
def _name(unknown: Term) -> str:
    """What orders the unknowns."""
    return str(unknown)


def side(literal: Literal) -> Term:
    """The h of h > 0, h ≥ 0 or h = 0."""
    return literal.lhs - literal.rhs if isinstance(literal, Equality) else literal.term


def affine(term: Term) -> tuple[dict[Term, Rational], Rational]:
    """A scalar as Σ q·unknown + c; whatever is neither a sum nor a multiple by a number counts as an unknown."""
    match term:
        case Number(value):
            return {}, whole(value)
        case Neg(part):
            return _scaled(affine(part), -1)
        case Add(summands):
            total: dict[Term, Rational] = {}
            constant: Rational = 0
            for parts, more in map(affine, summands):
                total, constant = _sum(total, 1, parts, 1), constant + more
            return total, constant
        case Quotient(numerator, Number(value)) if value != 0:
            return _scaled(affine(numerator), 1 / value)
        case Product(factors):
            others = [factor for factor in factors if not isinstance(factor, Number)]
            scale = prod((whole(factor.value) for factor in factors if isinstance(factor, Number)), start=1)
            if not others:
                return {}, scale
            if len(others) == 1:
                return _scaled(affine(others[0]), scale)
    return {term: 1}, 0


@lru_cache(maxsize=4096)
def form_of(literal: Literal) -> tuple[dict[Term, Rational], Rational]:
    """`affine` of the side of a literal; not to be changed by the caller."""
    return affine(side(literal))


def _scaled(form: tuple[dict[Term, Rational], Rational], scale: Rational) -> tuple[dict[Term, Rational], Rational]:
    parts, constant = form
    return {key: whole(scale * value) for key, value in parts.items() if scale}, whole(scale * constant)


def solve(literals: Sequence[Literal]) -> Certificate | dict[Term, Fraction] | None:
    """Multipliers that show the literals to be incompatible, or numbers at which they hold; None beyond `MAX_ROWS`.

    The multipliers λ of inequalities are ≥ 0, Σ λ·side = c is negative, or 0 with a strict inequality among those used, or
    positive of equalities alone (then they are taken with the other sign).
    """
    rows = []
    for place, literal in enumerate(literals):
        sign = "=" if isinstance(literal, Equality) else ">" if literal.kind == "positive" else "≥"
        rows.append(_Row(*form_of(literal), sign, {place: 1}))
    unknowns = dict.fromkeys(unknown for each in rows for unknown in each.parts)
    removed: list[tuple[Term, list[_Row]]] = []
    while True:
        absurd = next((each for each in rows if each.absurd), None)
        if absurd is not None:
            flip = Fraction(-1 if absurd.constant > 0 else 1)
            return Certificate({place: flip * value for place, value in absurd.of.items()}, flip * absurd.constant)
        rows = _strongest(rows)
        unknown = _cheapest(rows)
        if unknown is None:
            break
        mine = [each for each in rows if unknown in each.parts]
        removed.append((unknown, mine))
        rows = [each for each in rows if unknown not in each.parts] + _without(unknown, mine)
        if len(rows) > MAX_ROWS:
            return None
    values: dict[Term, Rational] = {}
    for unknown, mine in reversed(removed):
        values[unknown] = _value(unknown, mine, values)
    return {unknown: Fraction(values.get(unknown, 0)) for unknown in unknowns}


def _strongest(rows: Sequence[_Row]) -> list[_Row]:
    """All equalities, and of the inequalities with one left side the strongest; nothing that says 0 ≥ 0."""
    equalities = [each for each in rows if each.sign == "=" and each.parts]
    kept: dict[object, tuple[Rational, bool, _Row]] = {}
    for each in rows:
        if not each.parts or each.sign == "=":
            continue
        key, constant = each.scaled
        strength = constant, each.sign != ">"  # less is stronger
        if key not in kept or strength < kept[key][:2]:
            kept[key] = (*strength, each)
    return [*equalities, *(each for _, _, each in kept.values())]


def _cheapest(rows: Sequence[_Row]) -> Term | None:
    """The unknown to remove: one of an equality, else the one that makes the fewest rows."""
    for each in rows:
        if each.sign == "=":
            return min(each.parts, key=_name)
    signs: dict[Term, list[int]] = {}
    for each in rows:
        for unknown, value in each.parts.items():
            signs.setdefault(unknown, [0, 0])[value > 0] += 1
    return min(signs, key=lambda unknown: (prod(signs[unknown]) - sum(signs[unknown]), _name(unknown)), default=None)


def _without(unknown: Term, mine: Sequence[_Row]) -> list[_Row]:
    """What the rows with an unknown say of the others."""
    solved = next((each for each in mine if each.sign == "="), None)
    if solved is not None:
        q = solved.parts[unknown]
        return [each.plus(1, solved, _ratio(-each.parts[unknown], q)) for each in mine if each is not solved]
    below = [each for each in mine if each.parts[unknown] > 0]
    above = [each for each in mine if each.parts[unknown] < 0]
    return [one.plus(-other.parts[unknown], other, one.parts[unknown]) for one in below for other in above]


def _value(unknown: Term, mine: Sequence[_Row], values: Mapping[Term, Rational]) -> Rational:
    """A number for the unknown at which its rows hold: 0 or the nearest integer to it, where there is one."""
    low: list[tuple[Rational, bool]] = []  # bounds from below, and whether they are strict
    high: list[tuple[Rational, bool]] = []
    for each in mine:
        q = each.parts[unknown]
        rest = sum((part * values[u] for u, part in each.parts.items() if values.get(u)), each.constant)
        if each.sign == "=":
            return _ratio(-rest, q)
        (low if q > 0 else high).append((_ratio(-rest, q), each.sign == ">"))
    below = max(low, default=None)
    above = min(high, key=lambda bound: (bound[0], not bound[1]), default=None)
    least = None if below is None else floor(below[0]) + 1 if below[1] else ceil(below[0])
    most = None if above is None else ceil(above[0]) - 1 if above[1] else floor(above[0])
    if below is not None and above is not None and least is not None and most is not None and least > most:
        return _ratio(below[0] + above[0], 2)
    nearest = 0 if least is None else max(0, least)
    return nearest if most is None else min(nearest, most)
