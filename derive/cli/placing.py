r"""Repairs in their places: the change of a paper that makes a refuted relation true, where it can be located exactly.

A change is tried and read again before it is believed.  The relation must then be the repaired one, and proved; its other
side and every other relation of the paper must be what they were, but for one that shares the side, which must not get
worse.
Tried are first the smallest edits of what the author wrote, then the whole side as it is printed in a notation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from derive.cli.opened import paths_with
from derive.cli.papers import decided, sought_repair
from derive.cli.words import wording
from derive.errors import InputError

if TYPE_CHECKING:
    from derive.answers.repairs import Repair
    from derive.language.terms import Term
    from derive.reading.paper import Paper, Pasted, Relation
    from derive.reading.paper.document import Display

#: Changes of one side that are read.
MAX_TRIALS = 40

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\d+|\s+|.", re.DOTALL)
#: What ends a sentence behind a formula.
_STOP = re.compile(r"(?:\s|\\[,;:! ]|~)*[.,;]?\s*\Z")
#: Signs of relations that repairs write.
_SIGNS = {"<": "<", "<=": r"\le", ">": ">", ">=": r"\ge"}


@dataclass(frozen=True)
class Edit:
    """``new`` in place of what stands between two offsets of the ``text`` of a file, whose line ends are ``\\n``."""

    file: str
    begin: int
    end: int
    new: str
    words: str
    text: str

    @property
    def applied(self) -> str:
        """The text after it."""
        return self.text[: self.begin] + self.new + self.text[self.end :]


def edit_for(path: Path, paper: Paper, number: int, texts: dict[str, str]) -> Edit | None:
    """The edit that repairs a relation of a paper; None where it has no repair, or that has no certain place.

    ``texts`` are those of files that are not as on the disk.
    """
    from derive.reading.paper import Pasted

    relation = paper.items[number]
    if isinstance(relation, Pasted) or path.suffix == ".ipynb" or (better := sought_repair(relation)) is None:
        return None
    try:
        return _Placing(path, paper, number, relation, better, texts).edit()
    except InputError:  # it is cut in another way when its macros are not known
        return None


class _Placing:
    """One repair that looks for its place."""

    def __init__(
        self, path: Path, paper: Paper, number: int, relation: Relation, better: Repair, texts: dict[str, str]
    ) -> None:
        from derive.reading.paper.files import Files

        self.path, self.paper, self.number = path, paper, number
        self.relation, self.better, self.texts = relation, better, texts
        self.text = Files().text(paths_with(texts)(relation.source.file), "a paper")

    def edit(self) -> Edit | None:
        at = self.relation.at
        displays = [d for d in self.displays() if d.source.file == self.relation.source.file]
        inside = next((d for d in displays if d.begin <= at < d.end), None)
        ranges = self.ranges(inside) if inside is not None else None
        if inside is None or ranges is None or len(self.relation.source.text) != len(self.text):
            return None
        alone = self.without([d for d in displays if d is not inside])
        changes = self.changes(*ranges)
        for begin, end, new in islice(changes, MAX_TRIALS):
            made = Edit(self.relation.source.file, begin, end, new, self.better.change, self.text)
            if (alone is None or self.repaired(replace(made, text=alone))) and self.stands(made):
                return made
        return None

    def displays(self) -> list[Display]:
        from derive.reading.paper.document import Display, items_of
        from derive.reading.paper.files import Files

        return [item for item in items_of(paths_with(self.texts)(self.path), Files()) if isinstance(item, Display)]

    def ranges(self, display: Display) -> tuple[tuple[int, int], tuple[int, int], tuple[int, int]] | None:
        """Where the left side, the sign and the right side stand; None where the sign is not found there."""
        from derive.reading.latex import Macros
        from derive.reading.paper.formulas import formulas_of

        found = formulas_of(display.source, display.begin, display.end, display.environment, Macros())
        for formula in found.formulas:
            for place, sign in enumerate(formula.signs):
                if sign[0] == self.relation.at:
                    return formula.sides[place], sign, formula.sides[place + 1]
        return None

    def changes(
        self, left: tuple[int, int], sign: tuple[int, int], right: tuple[int, int]
    ) -> Iterator[tuple[int, int, str]]:
        """What may be put where, the smallest changes first."""
        relation, better = self.relation, self.better
        if relation.lhs is None or relation.rhs is None:
            return
        if better.relation != relation.sign:
            yield *sign, f"{_SIGNS[better.relation]} "
            return
        old, new, (begin, end) = relation.lhs, better.lhs, left
        if better.rhs != relation.rhs:
            old, new, (begin, end) = relation.rhs, better.rhs, right
        end = begin + len(_STOP.sub("", self.text[begin:end]))
        written = self.text[begin:end]
        if not written.strip() or "%" in written:
            return
        printed = _printed(new)
        small = (
            edit
            for before, after in zip(_printed(old), printed, strict=True)
            for edit in _edits(written, before, after)
        )
        for start, stop, put in dict.fromkeys(small):
            yield begin + start, begin + stop, put
        for whole in dict.fromkeys(printed):
            yield begin, end, whole

    def without(self, displays: Sequence[Display]) -> str | None:
        """The text with nothing in some displays, so that it is read quickly; None if the relation is not the same then."""
        from derive.reading.source import Source

        text = Source(self.text).without((each.begin, each.end) for each in displays).text
        found = self.found(text, self.relation.at)
        return text if found is not None and _said(found) == _said(self.relation) else None

    def read(self, text: str) -> Paper:
        from derive.reading.paper import read_paper

        return read_paper(paths_with({**self.texts, self.relation.source.file: text})(self.path))

    def found(self, text: str, at: int) -> Relation | None:
        """The relation whose sign stands there when the file has another text."""
        from derive.reading.paper import Pasted

        try:
            items = self.read(text).items
        except InputError:
            return None
        file = self.relation.source.file
        found = [each for each in items if (each.source.file, each.at) == (file, at)]
        return found[0] if len(found) == 1 and not isinstance(found[0], Pasted) else None

    def repaired(self, edit: Edit) -> bool:
        """Is the relation of a text the repaired one after an edit?"""
        found = self.found(edit.applied, self.moved(edit))
        return found is not None and self.is_better(found)

    def moved(self, edit: Edit) -> int:
        """Where the sign of the relation stands after an edit."""
        at = self.relation.at
        return at + len(edit.new) - (edit.end - edit.begin) if edit.end <= at else at

    def is_better(self, found: Relation) -> bool:
        """Does a relation say what the repair says, the side that is not changed as it was?"""
        old, better = self.relation, self.better
        if found.error is not None or found.lhs is None or found.rhs is None or found.sign != better.relation:
            return False
        if (found.hypotheses, found.expected) != (old.hypotheses, old.expected):
            return False
        if (found.lhs != old.lhs) if better.rhs != old.rhs else (found.rhs != old.rhs):
            return False
        return wording(found.lhs, found.rhs) == wording(better.lhs, better.rhs)

    def stands(self, edit: Edit) -> bool:
        """Is the relation proved after an edit of the paper, and everything else what it was, or better?"""
        from derive.reading.paper import Pasted

        try:
            after = self.read(edit.applied).items
        except InputError:
            return False
        before = self.paper.items
        if len(after) != len(before):
            return False
        for number, (was, now) in enumerate(zip(before, after, strict=True)):
            if number != self.number and _said(was) == _said(now):
                continue
            if isinstance(now, Pasted) or isinstance(was, Pasted):
                return False
            if number == self.number and not self.is_better(now):
                return False
            if number != self.number and (_apart(now) != _apart(was) or now.error is not None):
                return False
            if not decided(now).as_expected and (number == self.number or decided(was).as_expected):
                return False
        return True


def _said(item: Relation | Pasted) -> object:
    """What an item says, wherever it stands."""
    from derive.reading.paper import Pasted

    if isinstance(item, Pasted):
        return item.source.text[item.at : item.end]
    return item.lhs, item.rhs, item.error is None, _apart(item)


def _apart(relation: Relation) -> object:
    """What a relation says apart from its sides."""
    return relation.sign, relation.hypotheses, relation.label, relation.expected


def _printed(side: Term) -> list[str]:
    """A side in the notations that there are."""
    from derive.printing import PROFILES, latex

    return [latex(side, notation) for notation in PROFILES.values()]


def _edits(written: str, before: str, after: str) -> Iterator[tuple[int, int, str]]:
    """Edits of what was written that do what leads from one printed side to another.

    Tokens between a common beginning and a common end are exchanged; where none is to be taken out, the new ones are put
    before each token in turn.
    """
    old, new = ([token for token in _TOKEN.findall(text) if not token.isspace()] for text in (before, after))
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    end = 0
    while end < min(len(old), len(new)) - same and old[-1 - end] == new[-1 - end]:
        end += 1
    gone, come = old[same : len(old) - end], new[same : len(new) - end]
    tokens = [match for match in _TOKEN.finditer(written) if not match[0].isspace()]
    put = _joined(come)
    if not gone:
        near = sorted(range(len(tokens) + 1), key=lambda place: abs(place - same))
        for place in near:
            at = tokens[place].start() if place < len(tokens) else len(written)
            follows = written[at : at + 1]
            yield at, at, f"{put} " if place == len(tokens) or follows.isalnum() or follows == "\\" else put
        return
    for place in range(len(tokens) - len(gone) + 1):
        part = tokens[place : place + len(gone)]
        if [match[0] for match in part] == gone:
            yield part[0].start(), part[-1].end(), put


def _joined(tokens: Sequence[str]) -> str:
    """Tokens as a text: a blank behind a command before a letter."""
    made = ""
    for token in tokens:
        made += " " if re.search(r"\\[A-Za-z]+\Z", made) and token[0].isalpha() else ""
        made += token
    return made
