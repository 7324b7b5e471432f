"""Polynomials of the verifier as products: q = c ∏ fᵏ, with divisors that are known to be ≠ 0 cleared.

The f are single factors without bound indices, and polynomials that have neither such a factor in common nor reciprocals.
Nothing is proved here: whoever uses a factorisation lets the verifier multiply it out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import isqrt

from derive import verifier
from derive.certificates.links.writing import Poly

MAX_ROUNDS = 40
MAX_DIVISION = 200


@dataclass
class Factored:
    """c ∏ fᵏ"""

    number: Fraction = Fraction(1)
    powers: dict[verifier.Key, int] = field(default_factory=dict)

    def times(self, p: Poly, exponent: int) -> None:
        key = verifier.key_of(p)
        total = self.powers.get(key, 0) + exponent
        if total:
            self.powers[key] = total
        else:
            self.powers.pop(key, None)


class Factoring:
    """Factorisations in one scope; polynomials that turn up once are tried as divisors of others."""

    def __init__(self, scope: verifier.Scope) -> None:
        self.scope = scope
        self.known: list[Poly] = []

    def of(self, q: Poly) -> Factored:
        """A factorisation of q ≠ 0."""
        result = Factored()
        self._into(result, q, 1)
        return result

    def of_term(self, term: verifier.Node) -> Factored:
        """A factorisation of a scalar as it is written: products, quotients and powers."""
        result = Factored()
        self._written(result, term, 1)
        return result

    def _written(self, result: Factored, term: verifier.Node, exponent: int) -> None:
        match term.op:
            case "mul":
                for each in term.args:
                    self._written(result, each, exponent)
            case "div":
                self._written(result, term.args[0], exponent)
                self._written(result, term.args[1], -exponent)
            case "pow" if term.extra == int(term.extra):
                self._written(result, term.args[0], exponent * int(term.extra))
            case _:
                q = self.scope.substituted(self.scope.expand(term))
                if not q:
                    raise verifier.Rejected("0 is not factored")
                self._into(result, q, exponent)

    def _into(self, result: Factored, q: Poly, exponent: int) -> None:
        scope = self.scope
        for _ in range(MAX_ROUNDS):
            c, m, rest = scope.content(q)
            result.number *= Fraction(c) ** exponent
            for a, at, e in m:
                self._factor(result, a, at, e * exponent)
            q = rest
            cleared = self._cleared(result, q, exponent)
            if cleared == q:
                break
            q = scope.substituted(cleared)
            if not q:
                raise verifier.Rejected("0 is not factored")
        if len(q) == 1 and () in q:
            result.number *= Fraction(q[()]) ** exponent
            return
        if q[max(q)] < 0:
            q = verifier.scale(q, -1)
            result.number *= Fraction(-1) ** exponent
        self._divided(result, q, exponent)

    def _factor(self, result: Factored, a: int, at: tuple[int, ...], e: int) -> None:
        scope = self.scope
        kind = scope.atoms[a].kind
        if kind == "recip" and not scope.sign(x := scope.argument(a, at)) & verifier.ZERO:
            self._into(result, x, -e)
        elif kind == "sqrt" and abs(e) > 1 and not scope.sign(x := scope.argument(a, at)) & verifier.NEGATIVE:
            half, odd = divmod(e, 2)
            self._into(result, scope.substituted(x), half)
            if odd:
                result.times({((a, at, 1),): 1}, 1)
        else:
            result.times({((a, at, 1),): 1}, e)

    def _cleared(self, result: Factored, q: Poly, exponent: int) -> Poly:
        """q times a divisor of one of its monomials, or with the squares of a root written out, in all of them."""
        scope = self.scope
        for a, at, e in (factor for mono in q for factor in mono):
            kind = scope.atoms[a].kind
            if any(i < 0 for i in at) or not (kind == "recip" or (kind == "sqrt" and e != 1)):
                continue
            x = scope.argument(a, at)
            if scope.sign(x) & (verifier.ZERO if kind == "recip" else verifier.NEGATIVE):
                continue
            powers = [next((e for b, there, e in mono if (b, there) == (a, at)), 0) for mono in q]
            top = max(powers) if kind == "recip" else (1 - min(0, *powers)) // 2
            cleared: Poly = {}
            for (mono, c), power in zip(q.items(), powers, strict=True):
                part: Poly = {tuple(f for f in mono if f[:2] != (a, at)): c}
                if kind == "recip":
                    part = scope.times(part, scope.power(x, top - power))
                else:
                    half, odd = divmod(power + 2 * top, 2)
                    part = scope.times(scope.times(part, scope.power(x, half)), scope.factor(a, at, odd))
                cleared = verifier.add(cleared, part)
            if top:
                self._into(result, x, -top * exponent)
            return cleared
        return q

    def _divided(self, result: Factored, q: Poly, exponent: int) -> None:
        for known in self.known:
            while len(known) <= len(q) and (quotient := divided(q, known)) is not None:
                result.times(known, exponent)
                q = quotient
        if len(q) == 1:
            ((mono, c),) = q.items()
            result.number *= Fraction(c) ** exponent
            inside = [factor for factor in mono if any(i < 0 for i in factor[1])]
            sums = self.scope.parts(inside, verifier.bound_in(mono))  # (Σⱼ Aᵢⱼ)² is a product
            outside = [factor for factor in mono if factor not in inside]
            if outside or len(sums) != 1:
                for a, at, e in outside:
                    self._factor(result, a, at, e * exponent)
                for part, bound in sums:
                    result.times({self.scope.numbered(part, bound): 1}, exponent)
                return
        root = _square_root(q)
        if root is not None:
            result.times(root, 2 * exponent)
            q = root
        else:
            result.times(q, exponent)
        if q not in self.known:
            self.known.append(q)


def _bare(p: Poly) -> bool:
    return all(verifier.is_bare(mono) for mono in p)


class _Vectors:
    """Monomials of some polynomials without bound indices as vectors of exponents, in one order."""

    def __init__(self, *polys: Poly) -> None:
        self.variables = sorted({(a, at) for p in polys for mono in p for a, at, _ in mono})

    def of(self, p: Poly) -> dict[tuple[int, ...], Fraction]:
        """A polynomial by vectors."""
        found = {}
        for mono, c in p.items():
            powers = {(a, at): e for a, at, e in mono}
            found[tuple(powers.get(v, 0) for v in self.variables)] = Fraction(c)
        return found

    def back(self, vectors: Mapping[tuple[int, ...], Fraction]) -> Poly:
        """The polynomial."""
        return {
            tuple((a, at, e) for (a, at), e in zip(self.variables, v, strict=True) if e): verifier.whole(c)
            for v, c in vectors.items()
        }


def _less(p: dict[tuple[int, ...], Fraction], c: Fraction, v: tuple[int, ...]) -> None:
    """Take c xᵛ from p."""
    total = p.get(v, Fraction(0)) - c
    if total:
        p[v] = total
    else:
        p.pop(v, None)


def divided(p: Poly, d: Poly) -> Poly | None:
    """p / d, where it is a polynomial, of polynomials without bound indices."""
    if not (_bare(p) and _bare(d)):
        return None
    vectors = _Vectors(p, d)
    rest, divisor = vectors.of(p), vectors.of(d)
    lead = max(divisor)
    quotient: dict[tuple[int, ...], Fraction] = {}
    for _ in range(MAX_DIVISION):
        if not rest:
            return vectors.back(quotient)
        top = max(rest)
        step = tuple(x - y for x, y in zip(top, lead, strict=True))
        if any(x < 0 for x in step):
            return None
        quotient[step] = c = rest[top] / divisor[lead]
        for v, e in divisor.items():
            _less(rest, c * e, tuple(x + y for x, y in zip(v, step, strict=True)))
    return None


def _square_root(q: Poly) -> Poly | None:
    """p with p² = q, of a polynomial without bound indices."""
    if len(q) < 3 or not _bare(q):
        return None
    vectors = _Vectors(q)
    square = vectors.of(q)
    top = max(square)
    first = _rational_root(square[top])
    if first is None or any(e % 2 for e in top):
        return None
    lead = tuple(e // 2 for e in top)
    root = {lead: first}
    for _ in range(MAX_ROUNDS):
        gap = dict(square)
        for (v, a), (w, b) in product(root.items(), repeat=2):
            _less(gap, a * b, tuple(x + y for x, y in zip(v, w, strict=True)))
        if not gap:
            return vectors.back(root)
        high = max(gap)
        step = tuple(x - y for x, y in zip(high, lead, strict=True))
        if any(x < 0 for x in step) or step >= lead or step in root:
            return None
        root[step] = gap[high] / (2 * first)
    return None


def _rational_root(c: Fraction) -> Fraction | None:
    if c <= 0:
        return None
    above, below = isqrt(c.numerator), isqrt(c.denominator)
    return Fraction(above, below) if above**2 == c.numerator and below**2 == c.denominator else None
