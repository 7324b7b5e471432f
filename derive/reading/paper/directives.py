"""What a paper says of its relations: ``% derive: expect refuted``, ``skip``, ``label NAME``, ``by LABEL``.

On the line of a relation they concern it, alone on a line those of the next line that has any; ``skip`` and ``by`` before a
display concern all of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from derive.errors import InputError
from derive.reading.latex.declaring import Clause
from derive.reading.paper.claims import Note, Relation
from derive.reading.paper.files import EXPECTED, Sidecar
from derive.reading.paper.premises import labels_by
from derive.reading.source import Placed, Source


@dataclass(frozen=True)
class Directive(Placed):
    """``kind`` is expect, skip, label or by; ``alone`` on its line it concerns the lines below it."""

    kind: str
    text: str
    alone: bool

    @property
    def stray(self) -> InputError:
        """The error of one that concerns nothing."""
        return self.source.error(self.at, f"'{self.kind}', which concerns no relation", "a relation on a line below it")

    def below(self, lines: Sequence[int]) -> list[int]:
        """The lines of which the first is the one that it concerns, inside of a display."""
        own = self.place.line
        return [line for line in lines if (line > own if self.alone else line == own)]

    def changed(self, relation: Relation) -> Relation:
        """A relation of which this says something, and not that it is left out."""
        match self.kind:
            case "expect":
                return replace(relation, expected=self.text)
            case "label":
                return replace(relation, label=self.text)
        return replace(relation, by=(*relation.by, *labels_by(self.text)))


def skipped_in(source: Source, signs: Iterable[int], inside: Sequence[Directive]) -> frozenset[int]:
    """The lines that directives inside of a display with relation signs at some offsets leave out."""
    lines = sorted({source.place(at).line for at in signs})
    return frozenset(line for each in inside if each.kind == "skip" for line in each.below(lines)[:1])


def check_directive(source: Source, clause: Clause, rest: str) -> None:
    """Raises `InputError` where what stands behind the word is not what belongs there."""
    if clause.keyword == "expect" and rest not in EXPECTED:
        raise source.error(clause.begin, f"'{rest[:40]}'", f"one of {', '.join(EXPECTED)}")
    if clause.keyword in ("label", "by") and not rest:
        raise source.error(clause.end, "the end", "a label")
    if clause.keyword in ("off", "on", "skip", "inline") and rest:
        raise source.error(clause.begin, f"'{rest[:40]}'", f"nothing after '{clause.keyword}'")


@dataclass
class Directed:
    """The relations and notes of a display, as directives have them, and the directives that concern nothing."""

    relations: list[Relation] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    strays: list[Directive] = field(default_factory=list)


def directed(
    relations: Sequence[Relation],
    notes: Sequence[Note],
    before: Sequence[Directive],
    inside: Sequence[Directive],
    sidecar: Sidecar,
) -> Directed:
    """Relations and notes of a display, with what directives before and inside of it, and the sidecar, say of each."""
    made = Directed()
    lines = sorted({found.place.line for found in relations} | {found.place.line for found in notes})
    concerned: dict[int, list[Directive]] = {}
    for directive in (*before, *inside):
        below = lines if directive in before else directive.below(lines)
        if below:
            concerned.setdefault(below[0], []).append(directive)
        else:
            made.strays.append(directive)
    for note in notes:
        said = concerned.get(note.place.line, [])
        made.notes.append(replace(note, label=next((d.text for d in said if d.kind == "label"), note.label)))
    for relation in relations:
        said = concerned.get(relation.place.line, [])
        label = next((d.text for d in said if d.kind == "label"), relation.label)
        if label in sidecar.skipped or any(d.kind == "skip" for d in said):
            made.notes.append(Note(relation.source, relation.at, "skipped", label, "skipped"))
            continue
        wanted = {d.text for d in said if d.kind == "expect"} or {sidecar.expected.get(label, "proved")}
        if len(wanted) > 1:
            found = f"expected {' and '.join(sorted(wanted))}"
            relation = replace(relation, error=relation.source.error(relation.at, found, "one expectation"))
            wanted = {"proved"}
        resting = [d.text for d in (*(d for d in before if d not in said), *said) if d.kind == "by"]
        by = (*sidecar.by.get(label, ()), *(each for text in resting for each in labels_by(text)))
        made.relations.append(replace(relation, label=label, expected=wanted.pop(), by=tuple(dict.fromkeys(by))))
    return made
