"""What a relation rests on by its label, ``% derive: by eq:mean``: relations above it, each with its own verdict.

Only what stands above can be rested on, so that nothing goes in a circle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derive.errors import InputError, nearest
from derive.printing import text_hypothesis
from derive.reading.paper.chains import Formula
from derive.reading.paper.claims import Note, Relation
from derive.reading.paper.pasting import Pasted
from derive.reading.paper.units import SO, Premise

#: The sign of a premise that says nothing exact.
NOT_EXACT = "~"
#: Words behind which stands another claim.
CLAIMED = (*SO, "and")


def labels_by(text: str) -> tuple[str, ...]:
    """The labels that a comment names, between commas."""
    return tuple(label for part in text.split(",") if (label := part.strip()))


def from_above(relation: Relation, formula: Formula) -> Relation:
    """A relation of a display that begins with "therefore", or an arrow: without what it rests on it is not refuted."""
    says = f"'{formula.word}' says" if formula.word else "the arrow says"
    hint = "% derive: by eq:label above it, with the label of what it follows from"
    error = InputError(f"not checked: it may follow from what stands above, as {says}", hint=hint)
    return replace(relation, supposed=Premise(relation.source, formula.begin, "what stands above", error))


def first_unread(links: Sequence[Relation]) -> Premise | None:
    """The first of some relations that cannot be read, as a premise of what follows from them."""
    return next((Premise(o.source, o.at, "the premise", o.error) for o in links if o.error is not None), None)


def not_exact(note: Note) -> Relation:
    """What is noted because it says nothing exact, as a premise, which cannot be read."""
    error = note.source.error(note.at, "a relation that says nothing exact", "a hypothesis")
    return Relation(note.source, note.at, NOT_EXACT, error=error)


def as_not_exact(relation: Relation) -> Relation:
    """What may be a premise; where it cannot be read, what follows may be proved without it."""
    return relation if relation.error is None else replace(relation, sign=NOT_EXACT)


def after_unread(relation: Relation, premise: Relation, error: InputError) -> Relation:
    """A relation that follows from one which cannot be read; where that is not exact, it may be proved without it."""
    found = Premise(premise.source, premise.at, "the premise", error)
    if premise.sign == NOT_EXACT:
        return replace(relation, supposed=found.after(relation.supposed))
    return relation.with_error(found)


def with_premises(items: Sequence[Relation | Pasted]) -> list[Relation | Pasted]:
    """The items of a paper, each relation with what it rests on; of a label that is none above it, with an error."""
    made: list[Relation | Pasted] = []
    above: dict[str, list[Relation]] = {}
    labels = {item.label for item in items if item.label}
    for item in items:
        if isinstance(item, Relation):
            item = _resting(item, above, labels) if item.by else item
            if item.label:
                above.setdefault(item.label, []).append(item)
        made.append(item)
    return made


def _resting(relation: Relation, above: dict[str, list[Relation]], labels: set[str]) -> Relation:
    for label in relation.by:
        if label not in above:
            found = f"{relation.source.file}:{relation.place}: {label!r}, by which it should hold"
            if label in labels:
                return relation.with_error(InputError(f"{found}, does not stand above it", hint="move it up"))
            hint = nearest(label, above, "give a relation above it this \\label, or % derive: label …")
            return relation.with_error(InputError(f"{found}, is the label of no relation above it", hint=hint))
    return _with(relation, tuple(each for label in relation.by for each in above[label]))


def _with(relation: Relation, premises: tuple[Relation, ...]) -> Relation:
    """A relation with its premises; with an error where one assumes what is not assumed of the relation."""
    for premise in premises:
        for hypothesis in premise.hypotheses:
            if hypothesis not in relation.hypotheses and not relation.readings:
                found = f"{relation.source.file}:{relation.place}: {premise.label} holds under "
                found += f"{text_hypothesis(hypothesis)}, which is not assumed here"
                return relation.with_error(InputError(found, hint="assume it here: % derive: assume …"))
    readings = tuple((words, declaration, _with(each, premises)) for words, declaration, each in relation.readings)
    supposed = relation.supposed
    if supposed is not None and any((each.source, each.at) == (supposed.source, supposed.at) for each in premises):
        supposed = None  # it is a premise itself
    return replace(relation, premises=premises, readings=readings, supposed=supposed)
