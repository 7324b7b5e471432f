"""Links for the equations that the kernel has proved: what the verifier has to be told, if anything.

The verifier is asked first whether it needs nothing.  Then come the cofactors that the kernel knows, steps for the values of
functions, and cofactors found by rewriting with laws of the table.  What is handed out has been accepted.

Links are JSON: their terms are in notation, and speak of nothing but the symbols and dimensions of the statement.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from derive import verifier
from derive.certificates.declarations import JSON
from derive.certificates.links.asking import Asked, nodes, size_text, text_of
from derive.certificates.links.determinants import compared, of_determinants
from derive.certificates.links.matrices import are_in
from derive.certificates.links.matrix_functions import Laws
from derive.certificates.links.pruning import pruned
from derive.certificates.links.ranks import of_ranks
from derive.certificates.links.relations import hypotheses as relations_of_hypotheses
from derive.certificates.links.relations import of_factors, of_matrices, of_products, squares, totals, turned_back
from derive.certificates.links.rewriting import cofactors, rewrite, tidy
from derive.certificates.links.similar import similar
from derive.certificates.links.values import Values

#: Left, right, the cofactors that are known, in a statement: a link that may show it.
Search = Callable[[Asked, verifier.Node, verifier.Node, JSON | None], JSON | None]


# --- searching ----------------------------------------------------------------------------------------------------


def searched(asked: Asked, left: verifier.Node, right: verifier.Node, known: JSON | None = None) -> JSON | None:
    """The first link of the searches that is accepted; ``known``: one of cofactors."""
    if known is not None and asked.accepts(left, right, known):
        return known
    for search in SEARCHES:
        for given in (known, None) if known is not None else (None,):
            try:
                found = search(asked, left, right, given)
            except (verifier.Rejected, RecursionError):
                continue
            used = None if found is None else asked.used(left, right, found)
            if found is not None and used is not None:
                return pruned(asked, left, right, found, used)
    return None


def by_extension(asked: Asked, left: verifier.Node, right: verifier.Node, known: JSON | None) -> JSON | None:
    """A link by the cofactors of the inverses in an equation, with steps for them; ``known`` is what the kernel knows."""
    if known is None:
        return None
    used = asked.used(left, right, known)
    if used is None:
        known = by_laws(asked, left, right, known)  # of the inverses that the kernel knows by itself
        used = None if known is None else asked.used(left, right, known)
    return None if known is None or used is None else pruned(asked, left, right, known, used)


def by_root(asked: Asked, left: verifier.Node, right: verifier.Node, known: JSON | None) -> JSON | None:
    """The equation itself as a step, where one side is a root: the other is not negative, and its square is the radicand."""
    for root, value in ((left, right), (right, left)):
        if root.op in ("sqrt", "norm"):
            return {**(known or {}), "steps": [["root", text_of(root), text_of(value)]]}
    return None


def by_values(asked: Asked, left: verifier.Node, right: verifier.Node, known: JSON | None) -> JSON | None:
    """Steps for the values of functions, beside the cofactors that are known."""
    scope = asked.scope()
    values = Values(scope, (left, right))
    values.all_of(scope.expand(left), scope.expand(right))
    return {**(known or {}), "steps": values.steps} if values.steps else None


def by_replacing(asked: Asked, left: verifier.Node, right: verifier.Node, known: JSON | None) -> JSON | None:
    """Terms for the symbols that equal them by a hypothesis, and steps for the values of functions after it."""
    if known is not None:
        return None
    scope = asked.scope()
    links, steps = verifier.Links(scope), []
    for number, equality in enumerate(list(scope.equalities)):
        for side, symbol in zip(("left", "right"), equality.terms, strict=True):
            if symbol.op == "symbol":
                try:
                    left, right = links.step(left, right, ["replace", number, side])
                except verifier.Rejected:
                    continue
                steps.append(["replace", number, side])
                break
    if not steps:
        return None
    values = Values(scope, (left, right))
    values.all_of(scope.expand(left), scope.expand(right))
    return {"steps": [*steps, *values.steps]}


def by_rewriting(
    asked: Asked, left: verifier.Node, right: verifier.Node, known: JSON | None, deep: bool = False
) -> JSON | None:
    """The same, with laws of the table for matrices and for what stands in sums, as steps and cofactors.

    Args:
        deep: are sums rewritten by the roots of them, and not roots by the sums under them?
    """
    scope = asked.scope()
    values = Values(scope, (left, right))
    values.over_squares = deep
    given = relations_of_hypotheses(scope)  # before the steps below: theirs are no hypotheses
    before = [*squares(values, (left, right)), *turned_back(values)]
    values.relations = [*totals(values), *of_matrices(values, (left, right)), *before, *given]
    values.relations += similar(values, (left, right))
    of_determinants(values, (left, right))
    of_ranks(values, (left, right))
    compared(values, left, right)
    products = of_products(values, scope.substituted(verifier.add(scope.expand(left), scope.expand(right), -1)))
    values.all_of(scope.expand(left), scope.expand(right))
    rows, gap = difference(scope, left, right, known)
    gap = scope.substituted(gap)
    relations = [*values.relations, *([] if deep else products), *of_factors(values, gap, deep=deep)]
    values.all_of(gap, *(each.poly for each in relations))
    for each in relations:
        each.put(scope, tidy(scope, scope.substituted(each.poly)))
    rewrite(scope, tidy(scope, scope.substituted(gap)), relations)
    made = cofactors(scope, relations, rows)
    already = (known or {}).get("cofactors", [])
    scale = {"scale": known["scale"]} if known and "scale" in known else {}
    return {"steps": values.steps, "indices": list(rows.values()), "cofactors": [*already, *made], **scale}


def by_laws(asked: Asked, left: verifier.Node, right: verifier.Node, known: JSON | None) -> JSON | None:
    """The same with laws of functions of matrices, of inverses and determinants, which give rise to further ones."""
    if not are_in(left, right) and "inverse" not in str(known):
        return None
    scope = asked.scope()
    values = Values(scope, (left, right))
    values.signed = True
    for step in (known or {}).get("steps", []):
        values.take(*step)
    values.relations = relations_of_hypotheses(scope) if known is None else []  # of which the cofactors are known
    values.relations += of_matrices(values, (left, right))
    values.relations += similar(values, (left, right))
    compared(values, left, right)
    rows, gap = difference(scope, left, right, known)
    Laws(values, (left, right)).rewritten(gap)
    made = [*(known or {}).get("cofactors", []), *cofactors(scope, values.relations, rows)]
    return {**(known or {}), "cofactors": made, "steps": values.steps, "indices": list(rows.values())}


def difference(
    scope: verifier.Scope, left: verifier.Node, right: verifier.Node, known: JSON | None
) -> tuple[dict[int, str], verifier.Poly]:
    """left − right less known cofactors, at indices for the rows; and what these are called."""
    axes = verifier.axes(left.shape)
    words = known["indices"] if known else [f"x{n}:{size_text(size)}" for n, size in enumerate(axes)]
    language = scope.language
    fresh = dict(zip(language.indices(words), map(scope.fresh, axes), strict=True))
    entry = list(fresh.values())
    p = verifier.add(scope.at(left, entry), scope.at(right, entry), -1)
    rows = dict(zip(entry, words, strict=True))

    def at(text: str, own: dict[verifier.Index, int]) -> verifier.Poly:
        names = {scope.named(index): number for index, number in {**fresh, **own}.items()}
        return scope.renamed(scope.expand(language.term(text)), names)

    if known is None:
        return rows, p
    if "scale" in known:
        p = scope.times(p, at(known["scale"], {}))
    for number, names, text in known["cofactors"]:
        equality = scope.equalities[number]
        own = {index: scope.fresh(index[1]) for index in language.indices(names)}
        places = [*scope.axes_of(equality.terms[0]), *map(scope.named, equality.names)]
        first, second = map(scope.expand, equality.terms)
        gap = verifier.add(first, second, -1)
        gap = scope.renamed(gap, dict(zip(places, own.values(), strict=True)))
        p = verifier.add(p, scope.summed(scope.times(at(text, own), gap), own.values()), -1)
    return rows, p


def by_generic(asked: Asked, left: verifier.Node, right: verifier.Node, known: JSON | None) -> JSON | None:
    """A symbol beside a determinant that may be 0 is taken to be ≠ 0, where the format allows it."""
    if known is not None or not any(node.op == "det" for node in nodes(left, right)):
        return None
    for name in sorted(left.symbols | right.symbols):
        if len(asked.language.symbols[name]) != 1 or not asked.generic(left, right, name):
            continue
        found = by_rewriting(asked.with_nonzero(name), left, right, None, deep=True)
        made = {**(found or {}), "steps": [["generic", name], *(found or {"steps": []})["steps"]]}
        if asked.accepts(left, right, made):
            return made
    return None


SEARCHES: tuple[Search, ...] = (
    by_root,
    by_values,
    by_replacing,
    by_rewriting,
    partial(by_rewriting, deep=True),
    by_generic,
    by_laws,
)


def conditioned(asked: Asked, condition: str, term: verifier.Node) -> JSON | None:
    """The steps that a condition on a term needs, as a body; None where none are found."""
    if asked.meets(condition, term, {}):
        return {}
    scope = asked.scope()
    values = Values(scope, (term,))
    try:
        values.all_of(scope.expand(term))
    except verifier.Rejected:
        return None
    body = {"steps": values.steps}
    return body if values.steps and asked.meets(condition, term, body) else None
