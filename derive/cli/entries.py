"""What is found of one paper, as rows of plain data: by one function, whoever calls it and wherever.

A row is a record of `derive check --json` with what was written, how it was read, and the time that it took.  Each process
decides one paper at a time and is ended where that takes too long; a process that ends by itself is begun anew.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from time import process_time
from typing import Any

from derive.cache import program
from derive.cli.app import COLLECTED_AFTER
from derive.cli.formats import statement_in
from derive.cli.obligations import Obligation, unread
from derive.cli.papers import PaperSubject
from derive.errors import InputError, LimitError
from derive.processes import Asides
from derive.theories.registry import foreign

#: So many processes may end over one paper before it is given up.
ATTEMPTS = 3


@dataclass(frozen=True)
class PaperEntry:
    """What was found of a paper.

    ``files`` are those that it rests on, ``content`` is a hash of what they hold; "" where it has to be decided again in
    any case: it was given up, could not be read, or rests on a theory that is no part of the program.
    """

    paper: str
    program: str
    rows: tuple[dict[str, Any], ...]
    files: tuple[str, ...] = ()
    content: str = ""


def enter() -> None:
    """Begin a process that decides papers: which program that is, is seen now."""
    gc.set_threshold(COLLECTED_AFTER)
    program()


def entry_of(paper: str, folder: str) -> PaperEntry:
    """What is found of a paper, named from a folder."""
    os.chdir(folder)
    foreign.clear()
    begin = process_time()
    subject = PaperSubject(Path(paper))
    try:
        labels = subject.labels
        found = [(o, seconds) for label in labels for o, seconds in _timed(subject, label)]
        if not found:
            return _without_rows(paper, InputError(subject.undecided), subject.hashes)
    except InputError as error:
        return _without_rows(paper, error)
    reading = (process_time() - begin - sum(seconds for _, seconds in found)) / len(found)
    rows = tuple(_row(o, seconds + reading) for o, seconds in found)
    return _entry(paper, rows, {} if foreign else subject.hashes)


def content_of(hashes: Iterable[str]) -> str:
    """One hash for those of the files that are there."""
    return sha256(" ".join(filter(None, hashes)).encode()).hexdigest()


def checked(asides: Asides, paper: str, folder: str, seconds: float) -> PaperEntry:
    """What is found of a paper, by a process aside, or why nothing was found."""
    for _ in range(ATTEMPTS):
        try:
            found: PaperEntry = asides.ask(entry_of, paper, folder, seconds=seconds)
            return found
        except TimeoutError:
            return given_up(paper, f"not decided within {seconds:g} s", "give it more --seconds, or divide it")
        except EOFError:
            continue
    return given_up(paper, f"{ATTEMPTS} processes ended while they decided it", "is there enough memory?")


def given_up(paper: str, why: str, hint: str) -> PaperEntry:
    """The entry of a paper of which nothing was found."""
    return _without_rows(paper, InputError(f"{paper}: given up: {why}", hint=hint))


#: The processes aside of a process of Dask.
_HERE = Asides(enter)


def checked_here(paper: str, folder: str, seconds: float) -> PaperEntry:
    """`checked`, in a process of Dask; raises `InputError` where its machine does not see the paper."""
    if not Path(folder, paper).is_file():
        raise InputError(f"a worker does not see {paper} in {folder}", hint="all machines need it under the same path")
    return checked(_HERE, paper, folder, seconds)


def _timed(subject: PaperSubject, label: str) -> list[tuple[Obligation, float]]:
    """What has a label, and seconds of the processor; an error of the program itself is the verdict on this alone."""
    begin = process_time()
    try:
        found = subject.check(label)
    except InputError as error:
        found = [_failed(subject, label, error)]
    except RecursionError:
        found = [_failed(subject, label, LimitError("nested too deeply, or too large", hint="name its parts"))]
    except MemoryError:
        raise
    except Exception as error:
        message = f"the program failed: {type(error).__name__}: {error}"
        found = [_failed(subject, label, InputError(message, hint=f"derive check {subject.name} shows where"))]
    return [(o, (process_time() - begin) / len(found)) for o in found]


def _failed(subject: PaperSubject, label: str, error: InputError) -> Obligation:
    line, _ = subject.places_of_labels[label]
    return unread("" if label.isdecimal() else label, "relation", error, file=subject.name, line=line)


def _without_rows(paper: str, error: InputError, hashes: Mapping[Path, str] | None = None) -> PaperEntry:
    """The entry of a paper that has no relation which was decided: one row, of the kind "paper"."""
    return _entry(paper, (_row(unread("", "paper", error, file=paper), 0.0),), hashes or {})


def _entry(paper: str, rows: tuple[dict[str, Any], ...], hashes: Mapping[Path, str]) -> PaperEntry:
    content = content_of(hashes.values()) if hashes else ""
    return PaperEntry(paper, program(), rows, tuple(map(str, hashes)), content)


def _row(o: Obligation, seconds: float) -> dict[str, Any]:
    written = o.shown.partition("\n")[0].strip()
    return {"written": written, "reading": statement_in(o), **o.to_json(), "seconds": seconds}
