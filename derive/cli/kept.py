"""What a command found or said before, given again as long as nothing that it rests on has changed: see `derive.cache`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from derive.cache import keep, outdated, recall
from derive.cli.console import console, said_again, taped
from derive.cli.obligations import Group, Obligation
from derive.cli.remembered import remember
from derive.theories.registry import foreign

#: What is raised by a record that is none.
_DAMAGED = (TypeError, KeyError, ValueError, AttributeError)


class Kept:
    """Something to check whose obligations are kept; ``known`` are those of an earlier run, else None.

    A subclass has the ``question`` that they answer, and sets ``known`` by `look_up`.
    """

    known: list[Group] | None = None

    @property
    def question(self) -> str:
        """What is asked, with all that the answer depends on beside the program and files."""
        raise NotImplementedError

    def recall(self) -> bool:
        """Is it known what is to be found?"""
        return self.look_up() is not None

    def look_up(self) -> dict[str, Any] | None:
        """The kept answer, after which its obligations are known; None when there is none."""
        found: dict[str, Any] | None = recall(self.question)
        self.known = None
        if found is None:
            self.begin()
            return None
        try:
            self.known = [(label, [Obligation.from_record(r) for r in group]) for label, group in found["groups"]]
        except _DAMAGED:
            return None
        return found

    def begin(self) -> None:
        """Remember what was last kept of single statements, which holds whatever became of the file around them."""
        last = outdated(self.question)
        try:
            for _, group in last["groups"]:
                for found in map(Obligation.from_record, group):
                    remember(found.asked, found)
        except _DAMAGED:
            return  # nothing, or no entry of ours

    def keep(self, groups: Sequence[Group]) -> None:
        self.put(groups, {}, {})

    def put(self, groups: Sequence[Group], more: Mapping[str, Any], files: Mapping[Path, str]) -> None:
        """Keep obligations with something more, all of which rest on some files."""
        if foreign:  # what these say can change while the program, and the files that were read, do not
            return
        records = [(label, [asdict(found) for found in group]) for label, group in groups]
        keep(self.question, {"groups": records, **more}, files)


def say_kept(question: str, work: Callable[[], int]) -> int:
    """Say what was said when the same was asked before, or do the work; gives its exit code.

    The work depends on nothing but the question, the program and the width of the console, and prints by `say` and
    `say_json` alone.  What it raises is not kept.
    """
    question = f"{question} in {console().width} columns"
    found = recall(question)
    if found is None:
        with taped() as tape:
            code = work()
        keep(question, {"said": tape, "code": code})
        return code
    said_again(found["said"])
    return int(found["code"])
