"""Steps for determinants: of a diagonal and up to two columns, after a rotation where that has fewer columns.

The entries of a matrix are split as δᵢⱼ dᵢ + Σ uᵢ wⱼ; for one column or none the row `determinant` gives its determinant,
for two `determinant-two`.  det(zI + AB) = det(zI + BA) is tried for each way to cut a product in two.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from derive import verifier
from derive.certificates.declarations import JSON
from derive.certificates.links.asking import nodes, size_text, text_of
from derive.certificates.links.factors import cuts, square_factors
from derive.certificates.links.rewriting import rewritten
from derive.certificates.links.values import Values
from derive.certificates.links.writing import Factor, Poly, PolynomialWriter

MAX_COLUMNS = 2


def of_determinants(values: Values, terms: Sequence[verifier.Node]) -> None:
    """Take the steps for the determinants in some terms."""
    for node in nodes(*terms):
        if node.op == "det" and not node.free:
            _lemma(values, node.args[0]) or _rotated(values, node.args[0]) or _lemma(values, node.args[0], MAX_COLUMNS)
            factors = square_factors(values.scope.language, node.args[0])
            for n, first in enumerate(factors[:-1]):
                after = values.scope.language.several("mul", factors[n + 1 :])
                values.take("determinant-product", text_of(first), text_of(after))


def _lemma(values: Values, matrix: verifier.Node, columns: int = 1) -> bool:
    """Is there a row for this matrix with at most so many columns?"""
    scope = values.scope
    i, j = scope.axes_of(matrix)
    found = split(scope, scope.expand(matrix), i, j)
    if found is None or len(found[1]) > columns:
        return False
    diagonal, pairs = found
    writer = PolynomialWriter(scope)
    zero: tuple[Poly, Poly] = ({}, {})
    words = [writer.vector(diagonal, i)]
    for u, w in [*pairs, zero][: max(1, len(pairs))]:
        words += [PolynomialWriter(scope).vector(u, i), PolynomialWriter(scope).vector(w, j)]
    return values.take("determinant" if len(pairs) < 2 else "determinant-two", *words)


def _rotated(values: Values, matrix: verifier.Node) -> bool:
    """det(zI + AB) by det(zI + BA)."""
    language = values.scope.language
    for z, first, second in cuts(language, matrix):
        other = language.build(
            "add(mul(z, one), mul(x, y))", z=z, one=language.identity(matrix.shape[0]), x=second, y=first
        )
        i, j = values.scope.axes_of(other)
        found = split(values.scope, values.scope.expand(other), i, j)
        if found is not None and len(found[1]) <= 1:
            return values.take("determinant-sylvester", *map(text_of, (z, first, second))) and _lemma(values, other)
    return False


def compared(values: Values, left: verifier.Node, right: verifier.Node) -> None:
    """det A = det B, where A, rotated, is B or its transpose by the relations that are known."""
    found = [[node for node in nodes(side) if node.op == "det" and not node.free] for side in (left, right)]
    if not all(len(each) == 1 for each in found):
        return
    language = values.scope.language
    (first,), (second,) = found
    matrix, goal = first.args[0], second.args[0]
    for z, a, b in cuts(language, matrix):
        other = language.build("add(mul(z, one), mul(x, y))", z=z, one=language.identity(goal.shape[0]), x=b, y=a)
        for wanted in (goal, language.make("transpose", (goal,))):
            link = _shown(values, other, wanted)
            if link is not None:
                values.take("determinant-sylvester", *map(text_of, (z, a, b)))
                values.take("same", f"det({text_of(other)})", f"det({text_of(wanted)})", link)
                return


def _shown(values: Values, matrix: verifier.Node, goal: verifier.Node) -> JSON | None:
    """A link by the relations that are known, that shows one matrix to be another one."""
    scope = values.scope
    rows = [scope.fresh(size) for size in matrix.shape]
    words = {row: f"x{n}:{size_text(scope.size(row))}" for n, row in enumerate(rows)}
    gap = verifier.add(scope.at(matrix, rows), scope.at(goal, rows), -1)
    rest, made = rewritten(scope, gap, values.relations, words)
    return None if rest else {"indices": list(words.values()), "cofactors": made}


def split(scope: verifier.Scope, p: Poly, i: int, j: int) -> tuple[Poly, list[tuple[Poly, Poly]]] | None:
    """d, and pairs u, w with p = δᵢⱼ dᵢ + Σ uᵢ wⱼ; None where something hangs on both i and j."""
    ((delta, _),) = scope.delta(i, j).items()
    diagonal: Poly = {}
    columns: dict[verifier.Mono, Poly] = {}
    for mono, c in p.items():
        if delta[0] in mono:
            rest = {tuple(f for f in mono if f != delta[0]): c}
            diagonal = verifier.add(diagonal, scope.renamed(rest, {j: i}))
            continue
        factors, bound = scope.opened(mono)
        at_i = _hanging(factors, i)
        at_j = _hanging(factors, j)
        if set(at_i) & set(at_j):
            return None
        u = scope.collected(
            [(1, [factors[n] for n in at_i], {x for x in bound if any(x in factors[n][1] for n in at_i)})]
        )
        others = [factors[n] for n in range(len(factors)) if n not in at_i]
        w = scope.collected([(c, others, {x for x in bound if any(x in f[1] for f in others)})])
        ((key, number),) = u.items()
        columns[key] = verifier.add(columns.get(key, {}), w, number)
    return diagonal, _independent(scope, columns)


def _hanging(factors: Sequence[Factor], index: int) -> list[int]:
    """The factors that hang on an index, by others that they share."""
    reached, found = {index}, []
    free = {index}
    changed = True
    while changed:
        changed = False
        for n, (_, at, _) in enumerate(factors):
            if n not in found and set(at) & free:
                found.append(n)
                reached |= set(at)
                free |= set(at)
                changed = True
    return sorted(found)


def _independent(scope: verifier.Scope, columns: dict[verifier.Mono, Poly]) -> list[tuple[Poly, Poly]]:
    """Columns with rows of which none is a multiple of another one by scalars."""
    result: list[tuple[Poly, Poly]] = []
    for u, w in sorted(columns.items(), key=lambda item: len(item[1])):
        if not w:
            continue
        for n, (column, row) in enumerate(result):
            ratio = _ratio(scope, w, row)
            if ratio is not None:
                result[n] = (verifier.add(column, scope.times({u: 1}, ratio)), row)
                break
        else:
            result.append(({u: 1}, w))
    return result


def _ratio(scope: verifier.Scope, p: Poly, q: Poly) -> Poly | None:
    """A number times scalars r with p = r q."""
    if len(p) != len(q):
        return None
    first, c = min(q.items())
    for mono, b in p.items():
        powers = {(a, at): e for a, at, e in mono}
        for a, at, e in first:
            powers[a, at] = powers.get((a, at), 0) - e
        ratio = tuple(sorted((a, at, e) for (a, at), e in powers.items() if e))
        if any(at for _, at, _ in ratio) or any(e < 0 and a not in scope.invertible for a, _, e in ratio):
            continue
        made = {ratio: verifier.whole(Fraction(b) / c)}
        if scope.times(q, made) == p:
            return made
    return None
