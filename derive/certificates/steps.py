"""Links for the equations that the kernel has proved: what the verifier has to be told, if anything.

The verifier is asked first whether it needs nothing.  Then come the cofactors that the kernel knows, steps for the values of
functions, and cofactors found by rewriting with relations of the table.  What is handed out has been accepted.
"""

from __future__ import annotations

from typing import Any

from derive import verifier2 as verifier
from derive.certificates.asking import Asked, size_text
from derive.certificates.declarations import JSON
from derive.certificates.relations import hypotheses, of_factors, of_matrices
from derive.certificates.rewriting import cofactors, rewrite
from derive.certificates.values import Values


class Logger:
    """Links between terms of one statement."""

    def __init__(self, statement: JSON, own: JSON | None = None) -> None:
        self.asked = Asked(statement, own)

    def link(self, left: verifier.Node, right: verifier.Node, known: JSON | None = None) -> JSON | None:
        """A link for left = right; ``known``: one with cofactors that the kernel has found."""
        asked = self.asked
        for each in ({}, known):
            if each is not None and asked.accepts(left, right, each):
                return each
        for search in SEARCHES:
            try:
                found = search(asked, left, right, known)
            except (verifier.Rejected, RecursionError):
                continue
            if found is not None and asked.accepts(left, right, found):
                return found
        return None


def _by_values(asked: Asked, left: verifier.Node, right: verifier.Node, known: JSON | None) -> JSON | None:
    """Steps for the values of functions, beside the cofactors that are known."""
    scope = asked.scope()
    values = Values(scope)
    values.all_of(scope.expand(left), scope.expand(right))
    return {**(known or {}), "steps": values.steps} if values.steps else None


def _by_rewriting(asked: Asked, left: verifier.Node, right: verifier.Node, known: JSON | None) -> JSON | None:
    """The same, with relations for matrices and for what stands in sums, as steps and cofactors."""
    scope = asked.scope()
    values = Values(scope, hypotheses(scope))
    values.relations += of_matrices(values, (left, right))
    values.all_of(scope.expand(left), scope.expand(right))
    rows, gap = difference(scope, left, right, known)
    gap = scope.substituted(gap)
    relations = [*values.relations, *of_factors(values, gap)]
    rewrite(scope, gap, relations)
    made = cofactors(scope, relations, rows)
    given = list((known or {}).get("cofactors", []))
    scale = {"scale": known["scale"]} if known and "scale" in known else {}
    return {"steps": values.steps, "indices": list(rows.values()), "cofactors": [*given, *made], **scale}


def difference(
    scope: verifier.Scope, left: verifier.Node, right: verifier.Node, known: JSON | None
) -> tuple[dict[int, str], verifier.Poly]:
    """left − right less known cofactors, at indices for the rows; and what these are called."""
    axes = verifier.axes(left.shape)
    words = known["indices"] if known else [f"x{n}:{size_text(size)}" for n, size in enumerate(axes)]
    language = scope.language
    fresh = {language.index(word): scope.fresh(size) for word, size in zip(words, axes, strict=True)}
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
        own = {index: scope.fresh(index[1]) for index in map(language.index, names)}
        places = [*scope.axes_of(equality.left), *map(scope.named, equality.names)]
        gap = verifier.add(scope.expand(equality.left), scope.expand(equality.right), -1)
        gap = scope.renamed(gap, dict(zip(places, own.values(), strict=True)))
        p = verifier.add(p, scope.summed(scope.times(at(text, own), gap), own.values()), -1)
    return rows, p


SEARCHES: list[Any] = [_by_values, _by_rewriting]
