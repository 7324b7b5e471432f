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

    A subclass has the ``question`` that they answer, and sets ``known`` by `look_up`.  ``lasts`` says that all that is found
    holds until the program or a file changes; otherwise only single statements do.
    """

    known: list[Group] | None = None
    lasts = True

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
        if found is None or not found.get("whole"):
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
                remember_group([Obligation.from_record(record) for record in group])
        except _DAMAGED:
            return  # nothing, or no entry of ours

    def keep(self, groups: Sequence[Group]) -> None:
        self.put(groups, {}, {})

    def put(self, groups: Sequence[Group], more: Mapping[str, Any], files: Mapping[Path, str]) -> None:
        """Keep obligations with something more, all of which rest on some files.

        Where a theory of others was read, which can change while these do not, only single statements hold the next time.
        """
        records = [(label, [asdict(found) for found in group]) for label, group in groups]
        keep(self.question, {"groups": records, "whole": self.lasts and not foreign, **more}, files)


def remember_group(group: list[Obligation]) -> None:
    """Remember the obligations of a theorem or of a relation, which are decided together."""
    if len(keys := {found.asked for found in group}) == 1:
        remember(keys.pop(), group)


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
