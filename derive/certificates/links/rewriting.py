"""Cofactors by rewriting: f = Σ c · E for equalities E = 0, found as a long division finds them.

Each relation has a leading monomial; where it divides a monomial of f, with indices of its own for those of f, that multiple
of E is taken from f and its cofactor is kept.  A bound index of the leading monomial may stand for a bound index of f alone,
and only for one that nothing else in the monomial of f has.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from derive import verifier
from derive.certificates.declarations import JSON
from derive.certificates.links.asking import size_text
from derive.certificates.links.writing import Factor, Poly, PolynomialWriter

#: Multiples that are taken from one polynomial, and monomials that it may have.
MAX_MULTIPLES = 80
MAX_MONOMIALS = 400


@dataclass
class Vanishing:
    """An equality of the link, left less right side at ``names``, as a polynomial.

    Args:
        number: among the equalities.
        names: its axes, then its open names, as indices that nothing else has.
        poly: what is 0.
        deep: is the leading monomial one with values of functions of the least height?
        sides: the left side, if the leading monomial is to be of that.
        beside: what the equality is multiplied by in ``poly``, at ``names``.
        cofactor: what it has been multiplied by, at ``names``.
    """

    number: int
    names: list[int]
    poly: Poly
    deep: bool = False
    sides: Poly | None = None
    beside: Poly = field(default_factory=lambda: verifier.constant(1))
    cofactor: Poly = field(default_factory=dict)
    #: The monomial that is looked for, opened, without its sizes; its bound indices; its coefficient with the sizes.
    lead: list[Factor] = field(default_factory=list)
    bound: set[int] = field(default_factory=set)
    coefficient: Fraction = Fraction(1)
    sizes: list[Factor] = field(default_factory=list)

    def put(self, scope: verifier.Scope, poly: Poly) -> None:
        """Take an equal polynomial, and look for its leading monomial."""
        self.poly, self.lead = poly, []
        names = set(self.names)
        having = [mono for mono in poly if names <= {i for _, at, _ in mono for i in at}]
        if self.sides is not None:
            having = [mono for mono in having if mono in self.sides]
        best = max(having, key=lambda mono: _weight(scope, mono, self.deep), default=())
        if best and _weight(scope, best)[0] > 0:
            opened, bound = scope.opened(best)
            kinds = [scope.atoms[a].kind for a, _, _ in opened]
            self.lead = [each for each, kind in zip(opened, kinds, strict=True) if kind != "dim"]
            self.sizes = [each for each, kind in zip(opened, kinds, strict=True) if kind == "dim"]
            self.bound, self.coefficient = set(bound), Fraction(poly[best])


def relation(scope: verifier.Scope, number: int, deep: bool = False, left: bool = False) -> Vanishing | None:
    """The relation of an equality; None where there is nothing that could be looked for."""
    equality = scope.equalities[number]
    first, second = equality.terms
    places = [*scope.axes_of(first), *map(scope.named, equality.names)]
    names = [scope.fresh(scope.size(i)) for i in places]
    renaming = dict(zip(places, names, strict=True))
    p = verifier.add(scope.expand(first), scope.expand(second), -1)
    result = Vanishing(number, names, {}, deep, scope.renamed(scope.expand(first), renaming) if left else None)
    result.put(scope, scope.renamed(p, renaming))
    return result if result.lead else None


def masked(scope: verifier.Scope, each: Vanishing) -> list[Vanishing]:
    """sₙ times an equality at n, for each mask s in it: where sₙ is 0 or 1 it says more of less."""
    found = {(a, at) for mono in each.poly for a, at, _ in mono if a in scope.masks and set(at) <= set(each.names)}
    result = []
    for a, at in sorted(found):
        beside = scope.factor(a, at)
        less = Vanishing(each.number, each.names, {}, each.deep, beside=beside)
        less.put(scope, scope.times(beside, each.poly))
        result += [less] if less.lead else []
    return result


def _weight(scope: verifier.Scope, mono: verifier.Mono, deep: bool = False) -> tuple[int, int, verifier.Mono]:
    """How much a monomial is worth to be got rid of: factors other than sizes and δ, sums counted by their factors."""
    count, height = 0, 0
    for a, _, e in mono:
        atom = scope.atoms[a]
        if atom.kind == "sum":
            count += _weight(scope, atom.name)[0] * abs(e)
        elif atom.kind not in ("dim", "delta"):
            count += abs(e)
        height = max(height, atom.height)
    return (-height, count, mono) if deep and count else (count, height, mono)


def rewrite(scope: verifier.Scope, p: Poly, relations: Sequence[Vanishing]) -> Poly:
    """What is left of p; the cofactors are added to those of the relations."""
    for _ in range(MAX_MULTIPLES):
        if not p or len(p) > MAX_MONOMIALS:
            return p
        found = next(places(scope, p, relations), None)
        if found is None:
            return p
        which, cofactor = found
        part = scope.summed(scope.times(cofactor, which.poly), which.names)
        less = verifier.add(p, part, -1)
        if less == p:
            return p
        which.cofactor = verifier.add(which.cofactor, cofactor)
        p = less
    return p


def rewritten(
    scope: verifier.Scope, p: Poly, relations: Sequence[Vanishing], rows: dict[int, str]
) -> tuple[Poly, list[JSON]]:
    """What is left of p, and the cofactors at indices called as in ``rows``; those of the relations stay as they are."""
    before = [each.cofactor for each in relations]
    for each in relations:
        each.cofactor = {}
    rest = rewrite(scope, p, relations)
    made = cofactors(scope, relations, rows)
    for each, cofactor in zip(relations, before, strict=True):
        each.cofactor = cofactor
    return rest, made


def tidy(scope: verifier.Scope, p: Poly) -> Poly:
    """p with the squares of scalar roots written out: of what is known to be ≥ 0, and > 0 for negative powers."""
    for _ in range(MAX_MULTIPLES):
        found = next(_squares(scope, p), None)
        if found is None:
            return p
        mono, (a, at, e) = found
        rest = {tuple(f for f in mono if f[:2] != (a, at)): p[mono]}
        half, odd = divmod(e, 2)
        part = scope.times(rest, scope.power(scope.argument(a, at), half))
        part = scope.times(part, scope.factor(a, at, odd))
        p = verifier.add({m: c for m, c in p.items() if m != mono}, part)
    return p


def _squares(scope: verifier.Scope, p: Poly) -> Iterator[tuple[verifier.Mono, Factor]]:
    for mono in p:
        for a, at, e in mono:
            if scope.atoms[a].kind == "sqrt" and e not in (0, 1) and not at:
                s = scope.sign(scope.argument(a, at))
                if s == verifier.POSITIVE or (e > 0 and not s & verifier.NEGATIVE):
                    yield mono, (a, at, e)


def places(scope: verifier.Scope, p: Poly, relations: Sequence[Vanishing]) -> Iterator[tuple[Vanishing, Poly]]:
    """The relations that a polynomial may be rewritten by, heavy monomials first, and what multiplies them."""
    for mono, c in sorted(p.items(), key=lambda item: _weight(scope, item[0]), reverse=True):
        for which in relations:
            for factors, fresh in _openings(scope, mono):
                for match in _matches(scope, which, factors, fresh):
                    yield which, _cofactor(scope, which, c, factors, fresh, match)


def _openings(scope: verifier.Scope, mono: verifier.Mono) -> Iterator[tuple[list[Factor], set[int]]]:
    """A monomial with its own bound indices opened, and with one closed sum opened, each in turn."""
    opened, fresh = scope.opened(mono)
    yield opened, set(fresh)
    for n, (a, _, e) in enumerate(opened):
        if scope.atoms[a].kind == "sum" and e > 0:
            inner, more = scope.opened(scope.atoms[a].name)
            rest = [(a, (), e - 1)] if e > 1 else []
            yield [*opened[:n], *rest, *opened[n + 1 :], *inner], {*fresh, *more}


@dataclass
class _Match:
    indices: dict[int, int]
    left: list[int]  # the exponents that remain


def _matches(scope: verifier.Scope, which: Vanishing, factors: list[Factor], fresh: set[int]) -> Iterator[_Match]:
    lead = sorted(which.lead, key=lambda each: -len(each[1]))
    names = {*which.names, *which.bound}

    def search(n: int, indices: dict[int, int], left: list[int]) -> Iterator[_Match]:
        if n == len(lead):
            images = [indices[b] for b in which.bound if b in indices]
            remaining = {i for (_, at, _), e in zip(factors, left, strict=True) if e for i in at}
            others = {v for k, v in indices.items() if k not in which.bound}
            if len(set(images)) == len(images) and set(images) <= fresh and not set(images) & (remaining | others):
                yield _Match(indices, left)
            return
        atom, at, exponent = lead[n]
        for place, (a, there, _) in enumerate(factors):
            e = left[place]
            if a != atom or (e < exponent if exponent > 0 else e > exponent):
                continue
            for order in scope.atoms[a].same or (tuple(range(len(there))),):
                new = dict(indices)
                for mine, k in zip(at, order, strict=True):
                    if mine in names:
                        if new.setdefault(mine, there[k]) != there[k]:
                            break
                    elif mine != there[k]:
                        break
                else:
                    after = list(left)
                    after[place] = e - exponent
                    yield from search(n + 1, new, after)

    if lead:
        yield from search(0, {}, [e for _, _, e in factors])


def _cofactor(
    scope: verifier.Scope, which: Vanishing, c: verifier.Number, factors: list[Factor], fresh: set[int], match: _Match
) -> Poly:
    """What multiplies the relation, at its names."""
    deltas: Poly = verifier.constant(1)
    for name in which.names:
        if name in match.indices:
            deltas = scope.times(deltas, scope.delta(name, match.indices[name]))
        else:  # an index of E that its leading monomial does not have: any one value is right
            return {}
    gone = {match.indices[b] for b in which.bound if b in match.indices}
    rest = [(a, at, e) for (a, at, _), e in zip(factors, match.left, strict=True) if e]
    result = verifier.constant(Fraction(c) / which.coefficient)
    for a, at, e in [*rest, *((a, at, -e) for a, at, e in which.sizes)]:
        result = scope.times(result, scope.factor(a, at, e))
    return scope.summed(scope.times(result, deltas), fresh - gone)


def cofactors(scope: verifier.Scope, relations: Sequence[Vanishing], rows: dict[int, str]) -> list[JSON]:
    """The cofactors as they stand in a link, at indices called as in ``rows``."""
    result: list[JSON] = []
    for n, which in enumerate(relations):
        if which.cofactor:
            own = {name: f"r{n}_{k}:{size_text(scope.size(name))}" for k, name in enumerate(which.names)}
            text = PolynomialWriter(scope, {**rows, **own}).poly(scope.times(which.cofactor, which.beside))
            result.append([which.number, list(own.values()), text])  # type: ignore[arg-type]  # a cofactor is a list
    return result
