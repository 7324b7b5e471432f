"""Equalities both sides of which are worth the same, as G e^{xG} = e^{xG} G: used either way, to the least form.

Rewriting by such an equality would not end.  So all forms of a monomial that it gives are looked at, and the least is taken;
then equal values have one form.
"""

from __future__ import annotations

from collections.abc import Sequence

from derive import verifier
from derive.certificates.links.rewriting import Vanishing, places, relation
from derive.certificates.links.writing import Poly

#: Forms of one monomial.
MAX_FORMS = 40


def turned(scope: verifier.Scope, number: int) -> Vanishing:
    """The relation of an equality, used from the right to the left."""
    equality = scope.equalities[number]
    own = [*scope.axes_of(equality.terms[0]), *map(scope.named, equality.names)]
    names = [scope.fresh(scope.size(index)) for index in own]
    renaming = dict(zip(own, names, strict=True))
    left, right = (scope.renamed(scope.expand(side), renaming) for side in equality.terms)
    found = Vanishing(number, names, {}, sides=right)
    found.put(scope, verifier.add(left, right, -1))
    return found


def either_way(scope: verifier.Scope, number: int) -> list[Vanishing]:
    """The relations of an equality, from the left to the right and back."""
    found = relation(scope, number, left=True)
    return [] if found is None else [found, turned(scope, number)]


def exchanged(scope: verifier.Scope, p: Poly, exchanges: Sequence[Vanishing], relations: Sequence[Vanishing]) -> Poly:
    """p with each monomial in the least of its forms, of those that the relations rewrite, if there are any."""
    if not exchanges:
        return p
    result = dict(p)
    for start, c in p.items():
        ways: dict[verifier.Mono, list[tuple[Vanishing, Poly]]] = {start: []}
        forms = [start]
        for mono in forms:
            for which, cofactor in places(scope, {mono: 1}, exchanges):
                other = _less(scope, {mono: 1}, which, cofactor)
                if len(other) == 1 and (new := next(iter(other))) not in ways and len(ways) < MAX_FORMS:
                    ways[new] = [*ways[mono], (which, cofactor)]
                    forms.append(new)
        best = min((m for m in forms if next(places(scope, {m: 1}, relations), None)), default=min(forms))
        for which, cofactor in ways[best]:
            multiple = verifier.scale(cofactor, c)
            which.cofactor = verifier.add(which.cofactor, multiple)
            result = _less(scope, result, which, multiple)
    return result


def _less(scope: verifier.Scope, p: Poly, which: Vanishing, cofactor: Poly) -> Poly:
    """p less a multiple of what vanishes."""
    return verifier.add(p, scope.summed(scope.times(cofactor, which.poly), which.names), -1)
