"""``derive check --fix``: the repairs of refuted relations, written into papers where each has its exact place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

from derive.cli.console import many, say
from derive.cli.obligations import Obligation
from derive.cli.papers import PaperSubject
from derive.cli.placing import edit_for
from derive.errors import InputError

if TYPE_CHECKING:
    from derive.cli.targets import AnySubject


def fixed(subjects: Iterable[AnySubject], found: Sequence[Obligation], write: bool) -> int:
    """Show what repairs change, and write it; gives the number of files that change.

    Raises `InputError` for a file that was saved meanwhile, or has line ends of several kinds.
    """
    places = {(o.file, o.line, o.column) for o in found if o.repair and o.fails}
    if not places:
        say("no refuted relation has a repair")
    before: dict[str, str] = {}
    texts: dict[str, str] = {}
    for path in dict.fromkeys(s.path for s in subjects if isinstance(s, PaperSubject)):
        _repair(path, places, before, texts)
    for file, text in texts.items():
        say(*unified_diff(before[file].splitlines(), text.splitlines(), file, file, lineterm="", n=1))
    for file, text in texts.items() if write else ():
        _write(Path(file), before[file], text)
    return len(texts)


def _repair(
    path: Path, places: set[tuple[str | None, int | None, int | None]], before: dict[str, str], texts: dict[str, str]
) -> None:
    """Put the repairs of one paper into the texts, each read again before the next; say how many have a place."""
    from derive.cli.opened import paths_with
    from derive.reading.paper import read_paper

    paper = read_paper(paths_with(texts)(path))
    wanted = [
        number
        for number, item in enumerate(paper.items)
        if (item.source.file, item.place.line, item.place.column) in places
    ]
    done = 0
    for number in wanted:
        if (edit := edit_for(path, paper, number, texts)) is None:
            continue
        before.setdefault(edit.file, edit.text)
        texts[edit.file] = edit.applied
        paper = read_paper(paths_with(texts)(path))
        done += 1
    if wanted:
        say(f"{path}: {done} of {many(len(wanted), 'repair')} {'has its' if done == 1 else 'have their'} exact place")


def _text(file: str) -> str:
    from derive.reading.paper.files import Files

    return Files().text(Path(file), "a paper")


def _write(path: Path, before: str, text: str) -> None:
    """Write a file with the line ends, and the mark at its beginning, that it had; beside its place, then moved there."""
    data = path.read_bytes()
    if _text(str(path)) != before:
        raise InputError(f"{path}: saved by another program meanwhile", hint="check it again")
    ends = data.count(b"\r\n")
    if data.count(b"\r") != ends or (ends and data.count(b"\n") != ends):
        raise InputError(f"{path}: line ends of several kinds", hint="save the file with one kind of them")
    new = text.replace("\n", "\r\n") if ends else text
    mark = b"\xef\xbb\xbf" if data.startswith(b"\xef\xbb\xbf") else b""
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(mark + new.encode())
    part.chmod(path.stat().st_mode)
    part.replace(path.resolve())
