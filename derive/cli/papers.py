"""Papers as subjects of `derive check`: a relation that was read → a verdict with its evidence, as a record."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from derive.cache import hash_of
from derive.cli.console import many
from derive.cli.kept import Kept
from derive.cli.obligations import Obligation, holds_at, jointly, obligation, repair_in_words, row_word, unread
from derive.cli.records import origins_of
from derive.cli.remembered import answer, is_known, question
from derive.cli.rows import excerpt
from derive.cli.words import joint_scope, noted, wording
from derive.errors import InputError, NameError_, nearest
from derive.settings import looked_for

if TYPE_CHECKING:
    from derive.answers.repairs import Repair
    from derive.authoring.theory import Theory
    from derive.cli.obligations import Group, Sides
    from derive.cli.stated import StatedSubject
    from derive.evaluate.search import Failure
    from derive.reading.paper import Note, Paper, Pasted, Relation
    from derive.statements.verdict import Counterexample, Verdict


#: What to do where a label is none.
_LABELS = r"give a \label, or the line and column that derive check shows"


class PaperSubject(Kept):
    """A paper: its relations, each named by its number; or ``known``, what was found of it when it was the same.

    With a label, which is a ``\\label`` or a place such as 12:5, only the relations that have it.
    """

    failures: tuple[Obligation, ...] = ()

    def __init__(self, path: Path, label: str = "") -> None:
        self.path, self.label = path, label
        self._notes: list[dict[str, Any]] = []
        self._unread: dict[str, list[Note]] = {}
        self._spelled: dict[Path, str] = {}
        self._rests_on: tuple[Path, ...] = ()
        self._title = ""

    @property
    def name(self) -> str:
        """The file as it was given."""
        return str(self.path)

    @property
    def declares(self) -> bool:
        """Does the paper have a ``derive:`` comment, or a sidecar?  Raises `InputError` when it cannot be read."""
        from derive.reading.paper import declares

        return declares(self.path)

    @cached_property
    def paper(self) -> Paper:
        """The paper, read; raises `InputError` when its file cannot be."""
        from derive.reading.paper import Pasted, read_paper

        found = read_paper(self.path)
        folders = {Path.cwd(), *(Path(item.source.file).parent for item in found.items if isinstance(item, Pasted))}
        self._spelled = {path: hash_of(path) for folder in folders for path in looked_for(folder)}
        return found

    @cached_property
    def stated(self) -> StatedSubject | None:
        """The theory that it states, if it does."""
        from derive.cli.stated import StatedSubject

        return None if self.paper.document is None else StatedSubject(self.paper.document)

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that it was read from, or that were looked for; of one that cannot be read, itself."""
        if self.known is not None:
            return self._rests_on
        return tuple(self.hashes)

    @property
    def hashes(self) -> dict[Path, str]:
        """The files that it was read from, or that were looked for, each with its hash as it was then."""
        return {**self.paper.files, **self._spelled}

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of what is still to be checked."""
        if self.known is not None:
            return ()
        stated = self.stated
        if not self.label:
            return (*map(str, range(len(self.paper.items))), *(stated.labels if stated is not None else ()))
        from derive.reading.paper.theory import names_of

        found = [str(number) for number, item in enumerate(self.paper.items) if self.label in names_of(item, self.path)]
        found += stated.named(self.label) if stated is not None else ()
        if not found:
            known = [name for item in self.paper.items for name in names_of(item, self.path)]
            known += stated.labels if stated is not None else ()
            raise NameError_(
                f"{self.path}: nothing has the label {self.label!r}", hint=nearest(self.label, known, _LABELS)
            )
        return tuple(found)

    @property
    def places_of_labels(self) -> dict[str, tuple[int, str]]:
        """The line of each of them, and its place with its label in the paper."""
        found = {}
        for number, item in enumerate(self.paper.items):
            place = f"{item.place}" if item.source.file == self.name else f"{item.source.file}:{item.place}"
            found[str(number)] = (item.place.line, f"{place} {item.label}".rstrip())
        if (stated := self.stated) is not None:
            found |= {label: (stated.line(label), label) for label in stated.labels}
        return found

    def check(self, label: str) -> list[Obligation]:
        """The record of one relation, or those of a display pasted from a theorem."""
        from derive.reading.paper import Pasted

        if not label.isdecimal() and self.stated is not None:
            return self.stated.check(label)
        item = self.paper.items[int(label)]
        if not isinstance(item, Pasted):
            return [decided(item, self.theories)]
        made, self._unread[label] = pasted_from(item)
        return made

    @cached_property
    def theories(self) -> tuple[Theory, ...]:
        """The theories that it says to ``use``."""
        from derive.reading.latex.declaring import clauses
        from derive.reading.paper.document import Comment, items_of
        from derive.reading.paper.files import Files, sidecar_of
        from derive.theories.registry import load_theory, theory_names

        files = Files()
        beside = sidecar_of(self.path, files).declarations
        said = [Comment(beside, 0, len(beside.text)), *items_of(self.path, files)]
        used = [
            name
            for comment in said
            if isinstance(comment, Comment)
            for clause in clauses(comment.source.text, comment.begin, comment.end)
            if clause.keyword == "use"
            for name in re.split(r"[,\s]+", comment.source.text[clause.begin : clause.end].strip())
        ]
        return tuple(load_theory(name) for name in dict.fromkeys(used) if name in theory_names())

    def remembered(self, label: str) -> list[Obligation] | None:
        """The record of a relation that was decided before; None of any other."""
        from derive.reading.paper import Pasted

        if not label.isdecimal():
            return None
        item = self.paper.items[int(label)]
        asked = "" if isinstance(item, Pasted) else _asked(item, self.theories)
        return [decided(item, self.theories)] if not isinstance(item, Pasted) and is_known(asked) else None

    @property
    def notes(self) -> list[dict[str, Any]]:
        """What is passed over, and why, as JSON has it."""
        if self.known is None:
            self._notes = [
                {"file": note.source.file, "line": note.place.line, "column": note.place.column, "label": note.label,
                 "note": note.text, "kind": note.kind}
                for note in (*self.paper.notes, *(note for notes in self._unread.values() for note in notes))
            ]  # fmt: skip
        return self._notes

    @property
    def title(self) -> str:
        """The name and title of the theory that it states; "" where it states none."""
        if self.known is None:
            self._title = self.stated.title if self.stated is not None else ""
        return self._title

    @property
    def fragment(self) -> bool:
        """Has it no displayed mathematics at all, but declarations, say?"""
        return self.known is None and not self.paper.items and not self.paper.displays

    @property
    def nothing(self) -> str:
        """Why there is nothing to check in it; "" when there is something."""
        return "" if self.known is not None or self.paper.items or self.stated is not None else self.undecided

    @property
    def undecided(self) -> str:
        """Why nothing in it was decided, where nothing was."""
        count = self.paper.displays
        found = many(count, "display") if count else "no displayed mathematics"
        said = noted(self.notes)
        return f"{self.name}: nothing to check: {found}{f' ({said})' if said else ''}, and no relation that is decided"

    def proposal(self) -> str:
        """Declarations of the names in the paper, for its author to edit."""
        from derive.reading.proposal import propose_for

        return propose_for(self.path)

    # --- what was found before --------------------------------------------------------------------------------------

    @property
    def question(self) -> str:
        """The file, and the folder from which it is named."""
        return f"check {self.path.absolute()} {self.label} from {Path.cwd()}"

    def look_up(self) -> dict[str, Any] | None:
        """What was found of the paper, with its notes; it is read again when it has changed."""
        for name in ("paper", "theories", "stated"):
            self.__dict__.pop(name, None)
        found = super().look_up()
        if found is not None:
            self._notes = found.get("notes", [])
            self._title = found.get("title", "")
            self._rests_on = tuple(map(Path, found.get("rests on", ())))
        return found

    def keep(self, groups: Sequence[Group]) -> None:
        """Keep what was found, as long as no file of the paper changes, nor the settings of its project."""
        rests_on = [str(path.absolute()) for path in self.hashes]
        self.put(groups, {"notes": self.notes, "title": self.title, "rests on": rests_on}, self.hashes)


def decided(relation: Relation, theories: Sequence[Theory] = ()) -> Obligation:
    """The verdict on a relation, with a repair when it is refuted though it should be proved.

    ``theories`` are those that its names may have come from.
    """
    asked = _asked(relation, theories)
    (made,) = answer(asked, lambda: [_decided(relation, theories, asked)], lambda found: found[0].verdict != "error")
    return replace(made, label=relation.label, **_where(relation))


def _asked(relation: Relation, theories: Sequence[Theory]) -> str:
    """The key of what is decided of a relation; "" of one that cannot be read in one way, with all that it supposes."""
    if relation.error is not None or relation.readings or relation.supposed is not None:
        return ""
    names = tuple(theory.name for theory in theories)
    premises = tuple((premise.label, _asked(premise, theories)) for premise in relation.premises)
    if not all(asked for _, asked in premises):
        return ""
    said = relation.lhs, relation.sign, relation.rhs, relation.hypotheses
    return question("relation", *said, relation.under, relation.expected, premises, names)


def _decided(relation: Relation, theories: Sequence[Theory], asked: str) -> Obligation:
    """The record, with the repair in words, and the key of what was asked."""
    made, found = judge(relation, theories)
    if made.verdict == "refuted" and relation.expected == "proved":
        made = replace(made, repair=repair_of(relation, found))
    return replace(made, asked=asked)


def _where(item: Relation | Pasted) -> dict[str, Any]:
    """Where something of a paper is written, and how it looks there, as a record has it."""
    place, shown = item.place, excerpt(item.source, item.at)
    return {"file": item.source.file, "line": place.line, "column": place.column, "shown": shown}


def judge(relation: Relation, theories: Sequence[Theory] = ()) -> tuple[Obligation, Counterexample | Failure | None]:
    """The verdict on a relation, and what refutes it."""
    where = {**_where(relation), "expected": relation.expected}
    try:
        if relation.error is not None:
            raise relation.error
        if relation.supposed is not None:  # what is proved without a hypothesis is true with it
            found = judge(relation.freely(), theories)
            if found[0].verdict == "proved" or holds_at(relation.supposed.given, found[1]):
                return found
            why = found[0].reason.partition("\n")[0] if found[0].verdict == "unsupported" else ""
            raise relation.supposed.not_checked(without=why)
        if relation.readings:
            return _in_each(relation, where, theories)
        return _judged(relation, where, theories)
    except InputError as error:
        return unread(relation.label, "relation", error, relation=relation.sign, **where), None


def _in_each(
    relation: Relation, where: dict[str, Any], theories: Sequence[Theory]
) -> tuple[Obligation, Counterexample | Failure | None]:
    """The verdict on a relation in all of its readings."""
    made = [
        (words, (_in_each if each.readings else _judged)(each, where, theories)[0])
        for words, _, each in relation.readings
    ]
    found = replace(jointly(made), label=relation.label)
    if found.verdict == "error":
        found = replace(found, reason=f"{found.reason}\n  hint: {relation.settling}")
    return found, None


def pasted_from(item: Pasted) -> tuple[list[Obligation], list[Note]]:
    """Whether a pasted text still says its theorems, the verdicts on its relations, and what of it is not read."""
    from derive.cli.pasted import still_says

    where = _where(item)
    try:
        found = still_says(item, where)
    except InputError as error:
        return [unread(item.label, "theorem", error, **where)], []
    return [*found.theorems, *map(decided, found.relations)], list(found.unread)


def _judged(
    relation: Relation, where: dict[str, Any], theories: Sequence[Theory]
) -> tuple[Obligation, Counterexample | Failure | None]:
    if relation.premises:
        return _by_premises(relation, where, theories)
    return _alone(relation, where, theories)


def _by_premises(
    relation: Relation, where: dict[str, Any], theories: Sequence[Theory]
) -> tuple[Obligation, Counterexample | Failure | None]:
    """The verdict on a relation that rests on others: by itself, or from what they say; all that they assume it assumes.

    Raises `InputError` where one of them is not proved: then it is not checked.
    """
    found = [(premise, decided(premise, theories)) for premise in relation.premises]
    for premise, made in found:
        if made.verdict != "proved" or made.reason:
            place = f"{premise.source.file}:{premise.place}"
            hint = "mend it; what rests on it is neither proved nor refuted"
            raise InputError(f"not checked: {premise.label} at {place} is {row_word(made)}", hint=hint)
    alone = _alone(replace(relation, premises=()), where, theories)
    if alone[0].verdict != "unsupported":
        return alone
    resting, witness = _alone(relation, where, theories)
    if resting.verdict != "proved":
        return alone if resting.verdict == "unsupported" else (resting, witness)
    scope = joint_scope((resting.scope, *(made.scope for _, made in found)))
    conditions = dict.fromkeys((*resting.conditions, *(each for _, made in found for each in made.conditions)))
    why = next((f"{premise.label} is not: {made.not_certified}" for premise, made in found if made.not_certified), "")
    resting = replace(resting, scope=scope, by=relation.by, conditions=tuple(conditions))
    if why and not resting.not_certified:
        resting = replace(resting, backing="search", not_certified=why, digest=None)
    return resting, None


def _alone(
    relation: Relation, where: dict[str, Any], theories: Sequence[Theory]
) -> tuple[Obligation, Counterexample | Failure | None]:
    """The verdict on a relation by itself."""
    verdict = verdict_of(relation)
    origins = origins_of(verdict.statement, theories)
    made = obligation(relation.label, "relation", verdict, origins=origins, **where)
    said, given = relation.under.said, relation.under.given
    if said or given:
        from derive.printing import text_hypothesis

        shown = (made.scope, *said, *([f"given {', '.join(map(text_hypothesis, given))}"] if given else []))
        made = replace(made, hypotheses=(*made.hypotheses, *said), scope=", ".join(shown) if made.scope else "")
    if (said or relation.sign != "=") and relation.lhs is not None and relation.rhs is not None:
        lhs, rhs = wording(relation.lhs, relation.rhs)
        made = replace(made, relation=relation.sign, lhs=lhs, rhs=rhs)
    return made, verdict.counterexample


def verdict_of(relation: Relation) -> Verdict:
    """The verdict on a relation; raises its error where it could not be read, `ShapeError` for a bound between vectors."""
    from derive.reading.paper.claims import statement_of

    return statement_of(relation).decide()


def repair_of(relation: Relation, found: Counterexample | Failure | None) -> str:
    """What small change makes a refuted relation true, in words; "" where none was found."""
    sides = _sides(relation)
    return "" if sides is None else repair_in_words(sides, found)


def sought_repair(relation: Relation) -> Repair | None:
    """The repair of a relation that is refuted though it should be proved; None of any other, and where there is none."""
    from derive.answers.repairs import repair

    made, found = judge(relation)
    sides = _sides(relation) if made.verdict == "refuted" and relation.expected == "proved" else None
    return None if sides is None else repair(*sides, found)


def _sides(relation: Relation) -> Sides | None:
    """A relation as it is repaired; None of what is read in several ways, holds for some indices only, or is not read."""
    if relation.readings or relation.under.narrows or relation.lhs is None or relation.rhs is None:
        return None
    return relation.lhs, relation.sign, relation.rhs, relation.hypotheses
