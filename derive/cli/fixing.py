"""``derive check --fix``: the repairs of refuted relations, written into papers where each has its exact place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

from derive.cli.console import many, say
from derive.cli.obligations import Obligation
from derive.cli.papers import PaperSubject
from derive.cli.placing import Edit, edit_for
from derive.errors import InputError

if TYPE_CHECKING:
    from derive.cli.targets import AnySubject


def fixed(subjects: Iterable[AnySubject], found: Sequence[Obligation], write: bool) -> int:
    """Show what repairs change, and write it; gives the number of repairs that have their place."""
    texts: dict[str, str] = {}
    places = {(o.file, o.line, o.column) for o in found if o.repair and o.fails}
    for path in dict.fromkeys(s.path for s in subjects if isinstance(s, PaperSubject)):
        _repair(path, places, texts)
    made = 0
    for file, text in texts.items():
        before = _text(file)
        rows = unified_diff(before.splitlines(), text.splitlines(), file, file, lineterm="", n=1)
        say(*(row for row in rows))
        made += 1
        if write:
            _write(Path(file), text)
    refuted = len(places)
    if not refuted:
        say("no refuted relation has a repair")
    return made


def _repair(path: Path, places: set[tuple[str | None, int | None, int | None]], texts: dict[str, str]) -> None:
    """Put the repairs of one paper into the texts, each read again before the next; say of the others that they stay."""
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
        edit = edit_for(path, paper, number, texts)
        if edit is None:
            continue
        texts[edit.file] = _applied(edit, texts)
        paper = read_paper(paths_with(texts)(path))
        done += 1
    if wanted:
        say(f"{path}: {done} of {many(len(wanted), 'repair')} {'has its' if done == 1 else 'have their'} exact place")


def _applied(edit: Edit, texts: dict[str, str]) -> str:
    return edit.applied(texts[edit.file] if edit.file in texts else _text(edit.file))


def _text(file: str) -> str:
    from derive.reading.paper.files import Files

    return Files().text(Path(file), "a paper")


def _write(path: Path, text: str) -> None:
    """Write a file with the line ends, and the mark at its beginning, that it had; beside its place, then moved there."""
    data = path.read_bytes()
    ends = data.count(b"\r\n")
    if data.count(b"\r") != ends or (ends and data.count(b"\n") != ends):
        raise InputError(f"{path}: line ends of several kinds", hint="save the file with one kind of them")
    new = text.replace("\n", "\r\n") if ends else text
    mark = b"\xef\xbb\xbf" if data.startswith(b"\xef\xbb\xbf") else b""
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(mark + new.encode())
    part.chmod(path.stat().st_mode)
    part.replace(path.resolve())
