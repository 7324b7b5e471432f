"""What `derive check` is asked, and what it finds: for each target its subject, and the obligations of each part of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from derive.cli.console import Watch, watched
from derive.cli.kept import remember_group
from derive.cli.obligations import Group, Obligation
from derive.cli.papers import PaperSubject
from derive.errors import InputError
from derive.settings import settings_near
from derive.theories.registry import foreign

if TYPE_CHECKING:
    from derive.cli.targets import AnySubject


#: What is looked for in a folder.
_BELOW = "what is looked for: Python files that import derive, and papers (.tex, .md, .ipynb) that declare their names"


@dataclass(frozen=True)
class ToCheck:
    """What is to be checked, and how."""

    targets: tuple[str, ...] = ()
    strict: bool = False
    declared: bool = False
    cache: bool = True
    jobs: int = 1
    unread: str | None = None


@dataclass(frozen=True)
class Looked:
    """What was found: for each target its subject, and its obligations by theorem or relation.

    ``passed`` papers and ``idle`` Python files have nothing to check, as may be; of the ``empty`` ones that is an error.
    """

    subjects: Mapping[str, AnySubject]
    found: Mapping[str, list[Group]]
    passed: frozenset[str]
    idle: tuple[str, ...]
    empty: tuple[PaperSubject, ...]

    @property
    def obligations(self) -> list[tuple[str, Obligation]]:
        """All obligations, each with its target."""
        return [(target, o) for target, groups in self.found.items() for _, group in groups for o in group]

    @property
    def notes(self) -> list[dict[str, Any]]:
        """What papers say that is not decided."""
        return [note for paper in self.subjects.values() if isinstance(paper, PaperSubject) for note in paper.notes]


def subjects_of(asked: ToCheck) -> tuple[dict[str, AnySubject], list[str]]:
    """The subjects of what is to be checked, by target, and the files below folders that have nothing for us."""
    from derive.cli.targets import EMPTY, subject
    from derive.targets import files_in
    from derive.theories.registry import THEORIES, of_project

    subject.cache_clear()  # files may have changed since
    folders = [target for target in asked.targets if target and Path(target).is_dir()]
    found_below = {folder: list(map(str, files_in(Path(folder)))) for folder in folders}
    for folder, files in found_below.items():
        if not files:
            raise InputError(f"nothing to check in {folder!r}, a folder", hint=_BELOW)
    named = [target for target in asked.targets if target not in folders]
    below = [file for files in found_below.values() for file in files if file not in named]
    wanted = tuple(dict.fromkeys((*named, *below))) or tuple(of_project()) or tuple(THEORIES)
    subjects: dict[str, AnySubject] = {}
    idle = []
    for target in wanted:
        try:
            subjects[target] = subject(target)
        except InputError as error:
            if target not in below or EMPTY not in error.message:
                raise
            idle.append(target)  # a module that uses the package for something else
    if idle and not subjects:
        raise InputError(f"nothing to check in {', '.join(idle)}", hint=_BELOW)
    return subjects, idle


def look(asked: ToCheck) -> Looked:
    """Check everything; raises `InputError` for a target that cannot be read."""
    unread = asked.unread or settings_near(Path.cwd()).unread

    def counted_as(o: Obligation) -> Obligation:
        o = o.strict() if asked.strict else o
        return replace(o, unread=unread) if o.verdict == "error" else o

    foreign.clear()  # those that are asked for from here on say what rests on them
    with watched("check", "theorems and relations") as watch:
        subjects, idle = subjects_of(asked)
        passed = {t for t, s in subjects.items() if asked.declared and isinstance(s, PaperSubject) and not s.declares}
        subjects = {target: s for target, s in subjects.items() if target not in passed}
        found: dict[str, list[Group]] = {target: [(o.label, [o]) for o in s.failures] for target, s in subjects.items()}
        for target, label, obligations in _checked(subjects, asked.jobs, asked.cache, watch):
            found[target].append((label, list(map(counted_as, obligations))))
    empty = [s for t, s in subjects.items() if isinstance(s, PaperSubject) and not _decided(found[t])]
    if asked.declared:
        passed |= {s.name for s in empty if s.fragment}
        empty = [s for s in empty if not s.fragment]
    return Looked(subjects, found, frozenset(passed), tuple(idle), tuple(empty))


def _decided(groups: Sequence[Group]) -> bool:
    """Was anything decided, be it against what was expected?"""
    return any(o.verdict != "error" or o.fails for _, group in groups for o in group)


def _checked(
    subjects: Mapping[str, AnySubject], jobs: int, cache: bool, watch: Watch
) -> Iterator[tuple[str, str, list[Obligation]]]:
    """Everything that is checked with its obligations, in order; by worker processes when asked."""
    from derive.cli.targets import check_one, labels_of
    from derive.processes import Workers

    for target, found in subjects.items():
        if cache and found.recall():
            yield from ((target, *group) for group in found.known or ())
    made: dict[str, list[Group]] = {}
    with Workers(jobs) as workers:
        for target, found in subjects.items():
            if found.known is None:
                workers.begin(labels_of, target)  # the others read while this process does
        units = [(target, label) for target, s in subjects.items() for label in s.labels]
        results = [
            _known(subjects[target], label, jobs) or workers.begin(check_one, target, label) for target, label in units
        ]
        told = watch.over(
            units, lambda unit: unit[0] if unit[1].isdigit() else unit[1]
        )  # the relations of a paper are numbers
        for (target, label), result in zip(told, results, strict=True):
            obligations = result()
            remember_group(obligations)
            made.setdefault(target, []).append((label, obligations))
            yield target, label, obligations
    for target, groups in made.items():
        if cache:
            subjects[target].keep(groups)


def _known(found: AnySubject, label: str, jobs: int) -> Callable[[], list[Obligation]] | None:
    """What no worker need be asked, since it is remembered here."""
    known = found.remembered(label) if jobs > 1 and isinstance(found, PaperSubject) else None
    return None if known is None else partial(list, known)
