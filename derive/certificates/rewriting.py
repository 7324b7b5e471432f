"""Cofactors by rewriting: f = Σ c · E for equalities E = 0, found as a long division finds them.

Each relation has a leading monomial; where it divides a monomial of f, with indices of its own for those of f, that multiple
of E is taken from f and its cofactor is kept.  A bound index of the leading monomial may stand for a bound index of f alone,
and only for one that nothing else in the monomial of f has.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from derive import verifier2 as verifier
from derive.certificates.asking import size_text
from derive.certificates.declarations import JSON
from derive.certificates.writing import Factor, Poly, Writer

#: Multiples that are taken from one polynomial, and monomials that it may have.
MAX_MULTIPLES = 80
MAX_MONOMIALS = 400


@dataclass
class Relation:
    """An equality of the link, left less right side at ``names``, as a polynomial.

    Args:
        number: among the equalities.
        names: its axes, then its open names, as indices that nothing else has.
        poly: what is 0.
        lead: the monomial that is looked for, opened, and its bound indices.
        coefficient: of it.
    """

    number: int
    names: list[int]
    poly: Poly
    lead: list[Factor]
    bound: set[int]
    coefficient: Fraction
    cofactor: Poly = field(default_factory=dict)


def relation(scope: verifier.Scope, number: int) -> Relation | None:
    """The relation of an equality; None where there is nothing that could be looked for."""
    equality = scope.equalities[number]
    axes = scope.axes_of(equality.left)
    opened = [scope.named(i) for i in equality.names]
    names = [scope.fresh(scope.size(i)) for i in (*axes, *opened)]
    renaming = dict(zip((*axes, *opened), names, strict=True))
    p = verifier.add(scope.expand(equality.left), scope.expand(equality.right), -1)
    p = scope.renamed(p, renaming)
    if not p:
        return None
    best = max(p, key=lambda mono: _weight(scope, mono))
    if _weight(scope, best)[0] == 0:
        return None
    lead, bound = scope.opened(best)
    lead = [each for each in lead if scope.atoms[each[0]].kind not in ("dim",)]
    return Relation(number, names, p, lead, set(bound), Fraction(p[best]))


def _weight(scope: verifier.Scope, mono: verifier.Mono) -> tuple[int, int, verifier.Mono]:
    """How much a monomial is worth to be got rid of: factors other than sizes and δ, sums counted by their factors."""
    count, height = 0, 0
    for a, _, e in mono:
        atom = scope.atoms[a]
        if atom.kind == "sum":
            count += _weight(scope, atom.name)[0] * abs(e)
        elif atom.kind not in ("dim", "delta"):
            count += abs(e)
        height = max(height, atom.height)
    return count, height, mono


def rewrite(scope: verifier.Scope, p: Poly, relations: Sequence[Relation]) -> Poly:
    """What is left of p; the cofactors are added to those of the relations."""
    for _ in range(MAX_MULTIPLES):
        if not p or len(p) > MAX_MONOMIALS:
            return p
        found = next(_places(scope, p, relations), None)
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


def _places(scope: verifier.Scope, p: Poly, relations: Sequence[Relation]) -> Iterator[tuple[Relation, Poly]]:
    for mono, c in sorted(p.items(), key=lambda item: _weight(scope, item[0]), reverse=True):
        for which in relations:
            for factors, fresh in _openings(scope, mono):
                match = _match(scope, which, factors, fresh)
                if match is not None:
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


def _match(scope: verifier.Scope, which: Relation, factors: list[Factor], fresh: set[int]) -> _Match | None:
    lead = sorted(which.lead, key=lambda each: -len(each[1]))
    names = {*which.names, *which.bound}

    def search(n: int, indices: dict[int, int], left: list[int]) -> _Match | None:
        if n == len(lead):
            images = [indices[b] for b in which.bound if b in indices]
            if len(set(images)) < len(images) or not set(images) <= fresh:
                return None
            remaining = {i for (_, at, _), e in zip(factors, left, strict=True) if e for i in at}
            others = {v for k, v in indices.items() if k not in which.bound}
            if set(images) & (remaining | others):
                return None
            return _Match(indices, left)
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
                    found = search(n + 1, new, after)
                    if found is not None:
                        return found
        return None

    return search(0, {}, [e for _, _, e in factors]) if lead else None


def _cofactor(
    scope: verifier.Scope, which: Relation, c: verifier.Number, factors: list[Factor], fresh: set[int], match: _Match
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
    dims = [each for each in _dims(scope, which)]
    result = verifier.constant(Fraction(c) / which.coefficient)
    for a, at, e in [*rest, *dims]:
        result = scope.times(result, scope.factor(a, at, e))
    return scope.summed(scope.times(result, deltas), fresh - gone)


def _dims(scope: verifier.Scope, which: Relation) -> Iterator[Factor]:
    """The sizes in the leading monomial, to be divided by."""
    best = max(which.poly, key=lambda mono: _weight(scope, mono))
    yield from ((a, at, -e) for a, at, e in best if scope.atoms[a].kind == "dim")


def cofactors(scope: verifier.Scope, relations: Sequence[Relation], rows: dict[int, str]) -> list[JSON]:
    """The cofactors as they stand in a link, at indices called as in ``rows``."""
    result: list[JSON] = []
    for n, which in enumerate(relations):
        if which.cofactor:
            own = {name: f"r{n}_{k}:{size_text(scope.size(name))}" for k, name in enumerate(which.names)}
            text = Writer(scope, {**rows, **own}).poly(which.cofactor)
            result.append([which.number, list(own.values()), text])  # type: ignore[arg-type]
    return result
