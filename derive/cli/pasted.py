r"""Displays pasted from theorems: ``% derive: theorem LABEL`` says which, and the text must still say it.

Of an equation every relation is decided as any other, and the first and last sides must be those of the theorem.  A theorem
of another kind is a sentence: its text must be, but for layout, what `derive latex` prints in one of its notations.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from derive.cli.find import theorem_labelled
from derive.cli.obligations import Obligation, judged, obligation
from derive.errors import InputError

if TYPE_CHECKING:
    from derive.language.terms import Term
    from derive.printing import Notation
    from derive.reading.latex import Macros
    from derive.reading.paper import Pasted, Relation
    from derive.reading.source import Source
    from derive.theories.theory import Entry, Structure

#: The inside of a snippet.
_INSIDE = re.compile(r"\\begin\{(align|aligned)\}(.*)\\end\{\1\}", re.DOTALL)


def still_says(pasted: Pasted, where: dict[str, Any]) -> tuple[list[Relation], Obligation]:
    """The relations in a pasted display, and whether it still says the theorem; raises `NameError_` for an unknown label."""
    from derive.theories.theory import Structure

    theorem = theorem_labelled(pasted.label)
    if isinstance(theorem, Structure):
        return [], _sentence(pasted, theorem, where)
    return _equation(pasted, theorem, where)


def _sentence(pasted: Pasted, theorem: Structure, where: dict[str, Any]) -> Obligation:
    from derive.printing import PROFILES
    from derive.report.snippet import structure_snippet

    judgement = theorem.statement.decide()
    made = judged(theorem.label, "theorem", judgement, **where)
    said = _said(pasted.source.text[pasted.at : pasted.display.end].partition("\n")[2])
    for notation in PROFILES.values():
        for style in ("align", "aligned"):
            printed = structure_snippet(theorem, judgement, notation, style).partition("\n")[2]
            if said == _said(printed.rpartition(r"\end{")[0] or printed):
                return made
    return replace(made, verdict="error", reason=_changed(theorem.label, "its text is another one"))


def _equation(pasted: Pasted, theorem: Entry, where: dict[str, Any]) -> tuple[list[Relation], Obligation]:
    from derive.derivation.alike import same
    from derive.printing import PROFILES
    from derive.reading.source import Source
    from derive.report.snippet import snippet
    from derive.statements.equation import prove_chain

    display = pasted.display
    found: list[tuple[list[Relation], list[Term]]] = []
    for notation in PROFILES.values():
        text = _INSIDE.search(snippet(theorem, notation))
        printed = Source(text[2] if text else "")
        _, own = _sides(printed, 0, len(printed.text), "align", theorem, notation, pasted.macros)
        relations, sides = _sides(
            display.source, display.begin, display.end, display.environment, theorem, notation, pasted.macros
        )
        found.append((relations, sides))
        if sides and own and same(sides[0], own[0]) and same(sides[-1], own[-1]):
            chain = prove_chain(theorem.terms, theorem.hypotheses)
            return relations, replace(obligation(theorem.label, "theorem", chain.links[-1], **where), lhs="", rhs="")
    relations, sides = min(found, key=lambda pair: sum(r.error is not None for r in pair[0]))
    changed = "it cannot be read" if not sides else "its first or last side is another one"
    return relations, Obligation(theorem.label, "theorem", "error", reason=_changed(theorem.label, changed), **where)


def _sides(
    source: Source, begin: int, end: int, environment: str, theorem: Entry, notation: Notation, macros: Macros
) -> tuple[list[Relation], list[Term]]:
    """The relations of a display as the theorem has its names, and its sides; none when one cannot be read."""
    from derive.reading.latex import Context
    from derive.reading.latex.declaring import terms_of
    from derive.reading.paper.formulas import formulas_of
    from derive.reading.paper.relations import Reading, Relation

    try:
        context = Context(macros=macros, notation=notation).of_terms(*terms_of(*theorem.label.split(".", 1)))
        reading = Reading(source, context, set(), None)
        reading.display(formulas_of(source, begin, end, environment, macros))
    except InputError as error:
        return [Relation(source, begin, error=error)], []
    relations = [replace(found, hypotheses=theorem.hypotheses) for found in reading.relations]
    chained = all(one.rhs == other.lhs for one, other in pairwise(relations))
    noted = any(note.kind != "words" for note in reading.notes)
    if not relations or noted or not chained or any(found.error is not None for found in relations):
        return relations, []
    return relations, [relations[0].lhs, *(found.rhs for found in relations)]  # type: ignore[list-item]  # none is None


def _said(text: str) -> str:
    """A text without comments, labels, stars of environments and blanks."""
    text = re.sub(r"(?<!\\)%[^\n]*", "", text)
    return re.sub(r"\\label\{[^{}]*\}|\\nonumber|(?<=\w)\*(?=\})|\s+", "", text)


def _changed(label: str, how: str) -> str:
    return f"the text does not say {label} any more: {how}\n  hint: paste it again: derive latex {label}"
