"""What an editor shows of a file: where something is to be said, how bad it is, in which words; by what `check` decides.

A paper is read with the texts of the editor.  A Python file is run, so it is checked when it is saved, and in a process of
its own: what it prints, or how it ends, is no business of the editor.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from derive.cli.formats import level_of, message_of, rule_of, told_of, under
from derive.cli.obligations import Obligation
from derive.cli.opened import paths_with
from derive.cli.papers import PaperSubject
from derive.errors import DeriveError
from derive.settings import settings_near

if TYPE_CHECKING:
    from derive.cli.placing import Edit

#: Seconds after which a Python file that does not end is stopped.
LONGEST = 60.0

_SIGN = re.compile(r"\\[A-Za-z]+|:=|\S")
_PLACE = re.compile(r"(?:^|:)(\d+)(?::(\d+))?: ")


@dataclass(frozen=True)
class Remark:
    """Something to be said in a file: a line and columns from 1, the last one outside; of a relation its ``number``.

    ``level`` is error, warning, information or hint.
    """

    file: str
    line: int
    column: int
    end: int
    level: str
    code: str
    says: str
    number: int | None = None


class Checked:
    """A file of an editor with what was found of it.

    ``files`` are those that it depends on, ``obligations`` the records with the number of the relation in a paper.
    """

    def __init__(self, path: Path, texts: Mapping[str, str]) -> None:
        self.path, self.texts = path, dict(texts)
        self.obligations: list[tuple[int | None, Obligation]] = []
        self.remarks: list[Remark] = []
        self.files: frozenset[Path] = frozenset({path.absolute()})
        self._lines: dict[str, list[str]] = {}

    def check_paper(self, superseded: Callable[[], bool]) -> bool:
        """Decide the relations of a paper that declares something; False when it was superseded meanwhile."""
        subject = PaperSubject(paths_with(self.texts)(self.path))
        self.subject = subject
        try:
            if not subject.declares:
                return True
            subject.begin()
            unread = settings_near(Path.cwd()).unread
            numbers = subject.labels
            self.files |= {Path(path).absolute() for path in subject.files}
            for number in numbers:
                if superseded():
                    return False
                for o in subject.check(number):
                    own = int(number) if number.isdecimal() else None
                    self.obligations.append((own, replace(o, unread=unread) if o.verdict == "error" else o))
        except (DeriveError, OSError, RecursionError, MemoryError) as error:
            self.failed(error)
            return True
        told = {id(o) for o in told_of([o for _, o in self.obligations])}
        self.remarks += [self.remark(o, n) for n, o in self.obligations if id(o) in told and _to_be_said(o)]
        self.remarks += [
            Remark(note["file"], note["line"], note["column"], note["column"] + 1, "hint", "not checked", note["note"])
            for note in subject.notes
            if note["kind"] == "display"
        ]
        return True

    def check_python(self) -> None:
        """Run a Python file, as it is on the disk, in a process of its own."""
        command = [sys.executable, "-m", "derive", "check", str(self.path), "--format", "json"]
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=LONGEST)
        except subprocess.TimeoutExpired:
            self.remarks.append(self.at(1, 1, "error", "unreadable", f"it did not end within {LONGEST:.0f} s"))
            return
        try:
            records = json.loads(done.stdout[done.stdout.index('{\n  "schema"') :])["obligations"]
        except (ValueError, KeyError):  # it cannot be run
            said = done.stderr.strip().removeprefix("derive: error: ")
            if "nothing to check" not in said:
                place = _PLACE.search(said)
                self.remarks.append(self.at(int(place[1]) if place else 1, 1, "error", "unreadable", said))
            return
        for record in records:
            record.pop("as_expected")
            witness = record["witness"] or {}
            found = Obligation.from_record(
                {**record, "evidence": [f"{name} = {_value(v)}" for name, v in witness.items()]}
            )
            self.obligations.append((None, found))
            if _to_be_said(found):
                self.remarks.append(self.remark(found, None))

    def is_of(self, texts: Mapping[str, str]) -> bool:
        """Are the texts of its files these?"""
        return all(self.texts.get(str(file)) == texts.get(str(file)) for file in self.files)

    def failed(self, error: BaseException) -> None:
        """Say at the beginning of the file, or where the error says, why nothing can be said of it."""
        said = "nested too deeply, or too large" if isinstance(error, RecursionError | MemoryError) else str(error)
        line, column = getattr(error, "line", None) or 1, getattr(error, "column", None) or 1
        self.remarks.append(self.at(line, column, "error", "unreadable", said))

    def at(self, line: int, column: int, level: str, code: str, says: str) -> Remark:
        return Remark(str(self.path), line, column, column + 1, level, code, says)

    def remark(self, o: Obligation, number: int | None) -> Remark:
        """What is to be said of an obligation, at the sign of a relation."""
        file, line, column = o.file or str(self.path), o.line or 1, o.column or 1
        code = rule_of(o) if not o.as_expected else "not certified"
        says = "\n".join(message_of(o)) if not o.as_expected else f"proved, not certified: {o.not_certified}"
        return Remark(file, line, column, self._end(file, line, column), level(o), code, says, number)

    def _end(self, file: str, line: int, column: int) -> int:
        found = _SIGN.match(self.line(file, line), column - 1)
        return column + (len(found[0]) if found else 1)

    def lines(self, file: str) -> list[str]:
        """The lines of a file as it was checked; none of one that is not there."""
        if file not in self._lines:
            try:
                text = paths_with(self.texts)(file).read_text(encoding="utf-8-sig", errors="replace")
            except OSError:
                text = ""
            self._lines[file] = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        return self._lines[file]

    def line(self, file: str, number: int) -> str:
        """A line of a file, from 1; empty where there is none."""
        lines = self.lines(file)
        return lines[number - 1] if 0 < number <= len(lines) else ""

    def nearest(self, file: Path, line: int, column: int) -> tuple[int | None, Obligation] | None:
        """The obligation in a line whose sign is nearest to a column."""
        here = [
            (number, o)
            for number, o in self.obligations
            if o.line == line and Path(o.file or self.path).absolute() == file.absolute()
        ]
        return min(here, key=lambda pair: abs((pair[1].column or 1) - column), default=None)

    def edit(self, number: int) -> Edit | None:
        """The edit that repairs a relation, where it has its exact place."""
        from derive.cli.placing import edit_for

        return edit_for(self.path, self.subject.paper, number, self.texts)


def _to_be_said(o: Obligation) -> bool:
    return not o.as_expected or bool(o.not_certified)


def level(o: Obligation) -> str:
    """How bad it is: a relation that is not decided is a warning, one that is proved, not certified, only information."""
    if o.as_expected:
        return "information"
    return "warning" if o.verdict == "unsupported" and o.expected == "proved" else level_of(o)


def hover(o: Obligation) -> str:
    """What is known of a relation, in Markdown: how it was read, the verdict, its sizes and conditions."""
    rows = [f"read as: `{o.lhs} {o.relation} {o.rhs}`" if o.rhs else f"read as: `{o.lhs}`"] if o.lhs else []
    if o.as_expected:
        said = [under(o)] if o.verdict == "proved" else [*under(o).splitlines(), "as expected"]
        said += [f"not certified: {o.not_certified}"] if o.not_certified else []
    else:
        said = message_of(o)
    return "\n\n".join((*rows, "```text\n" + "\n".join(said) + "\n```"))


def _value(value: Any) -> str:
    return f"({', '.join(map(_value, value))})" if isinstance(value, list) else str(value)
