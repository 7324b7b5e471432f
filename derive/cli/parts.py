"""A folder of Parquet: a row for each relation of each paper, in parts that are written while papers are decided.

A part is written beside its place and moved there, so that a run that is killed leaves whole ones.  A paper that is decided
again has rows of two runs, of which the later count.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, Self

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq

from derive.cache import hash_of
from derive.cli.entries import PaperEntry, content_of
from derive.cli.obligations import IN_JSON, word_for
from derive.errors import InputError

_TEXT, _TEXTS = pa.string(), pa.list_(pa.string())
#: Columns that are no text; what has parts is JSON.
_TYPES = {
    **dict.fromkeys(("number", "line", "column"), pa.int64()),
    **dict.fromkeys(("files", "hypotheses", "by", "conditions", "readings", "names"), _TEXTS),
    "as_expected": pa.bool_(),
    "seconds": pa.float64(),
}
#: Of every row of a paper, before and behind what a relation has.
_FIRST, _LAST = ("paper", "written", "reading"), ("seconds", "content", "files", "program", "run")
SCHEMA = pa.schema([(name, _TYPES.get(name, _TEXT)) for name in (*_FIRST, *IN_JSON, *_LAST)])

#: A part is written when there are so many rows, or after so many seconds, which grow with the time of the run: what is
#: lost to a kill is at most a hundredth of it.
ROWS, SECONDS, SHARE = 50_000, 5.0, 0.01


@dataclass(frozen=True)
class Done:
    """What was found of a paper before: in which run, and on what it rests."""

    run: str
    content: str
    files: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Is everything that it rests on as it was?"""
        return bool(self.content) and self.content == content_of(hash_of(Path(file)) for file in self.files)


@dataclass
class Counted:
    """What some papers come to: relations by the word of their verdict, those of other kinds among them, seconds.

    ``failing`` are those that are not as expected, of which ``unread`` cannot be read; ``without`` are papers without a
    verdict, each with the reason.
    """

    words: Counter[str] = field(default_factory=Counter)
    others: int = 0
    failing: int = 0
    unread: int = 0
    seconds: float = 0.0
    without: list[tuple[str, str]] = field(default_factory=list)


class ParquetFolder:
    """The parts in a folder, to which those of a run are added; raises `InputError` where there can be none."""

    def __init__(self, folder: Path) -> None:
        if folder.exists() and not folder.is_dir():
            raise InputError(f"{str(folder)!r} is no folder", hint="--to takes a folder, which is made if need be")
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.run = f"{datetime.now(UTC):%Y%m%dT%H%M%S.%f}-{os.getpid()}"
        self.begin = self.last = monotonic()
        self.number = 0
        self._rows: list[dict[str, Any]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, where: TracebackType | None) -> None:
        """Write what is not yet written, however it ends."""
        self.write()

    def add(self, entry: PaperEntry) -> None:
        """Add the rows of a paper; a part is written when it is time to."""
        same = {"paper": entry.paper, "content": entry.content, "files": entry.files, "program": entry.program}
        self._rows += ({name: _cell(name, value) for name, value in {**row, **same}.items()} for row in entry.rows)
        self.write_in_time()

    def write_in_time(self) -> None:
        """Write a part if it is time to."""
        now = monotonic()
        if len(self._rows) >= ROWS or now - self.last >= max(SECONDS, SHARE * (now - self.begin)):
            self.write()

    def write(self) -> None:
        """Write what there is as a part."""
        self.last = monotonic()
        if not self._rows:
            return
        place = self.folder / f"{self.run}-{self.number:05}.parquet"
        beside = place.with_name(f".{place.name}.part")  # which readers of Parquet pass over
        rows = [{**row, "run": self.run} for row in self._rows]
        pq.write_table(pa.Table.from_pylist(rows, schema=SCHEMA), beside, compression="zstd")
        beside.replace(place)
        self.number += 1
        self._rows = []

    def done(self, program: str) -> dict[str, Done]:
        """The papers of which a program found something, each with its last run."""
        found: dict[str, Done] = {}
        names = ("paper", "run", "content", "files")
        for paper, run, content, files in self._read(names, ds.field("program") == program):
            if paper not in found or run > found[paper].run:
                found[paper] = Done(run, content, tuple(files))
        return found

    def counted(self, runs: Mapping[str, str]) -> Counted:
        """What papers come to, each in a run."""
        made = Counted()
        names = ("paper", "run", "kind", "verdict", "not_certified", "as_expected", "seconds", "reason")
        for paper, run, kind, verdict, why_not, expected, seconds, reason in self._read(names):
            if runs.get(paper) != run:
                continue
            made.seconds += seconds
            if kind == "paper":
                made.without.append((paper, reason))
                continue
            made.words[word_for(verdict, why_not)] += 1
            made.others += kind != "relation"
            made.failing += not expected
            made.unread += not expected and verdict == "error"
        return made

    def _read(self, names: Sequence[str], condition: Any = None) -> Iterator[tuple[Any, ...]]:
        """Some columns of all parts, row by row; raises `InputError` for a part that is none."""
        files = sorted(map(str, self.folder.glob("*.parquet")))
        if not files:
            return
        try:
            table = ds.dataset(files, schema=SCHEMA, format="parquet")
            for batch in table.to_batches(columns=list(names), filter=condition):
                yield from zip(*(batch.column(name).to_pylist() for name in names), strict=True)
        except (pa.ArrowInvalid, pa.ArrowTypeError) as error:
            hint = "remove the file, or give an empty folder"
            raise InputError(f"{self.folder}: what is there is no result of this command: {error}", hint=hint) from None


def _cell(name: str, value: Any) -> Any:
    """A value as its column has it: text that is UTF-8, numbers, a list of texts; of what has parts, JSON."""
    if SCHEMA.field(name).type != _TEXT:
        return [_utf8(text) for text in value] if isinstance(value, list | tuple) else value
    return value if value is None else _utf8(value) if isinstance(value, str) else json.dumps(value)


def _utf8(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()
