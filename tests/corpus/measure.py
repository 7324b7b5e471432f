"""``python -m tests.corpus.measure [NAME…]``: what is made of every labelled relation, as a table, and why not of the rest.

A name is that of a source, or of a corpus, as its folder is called: ``corpus``, ``corpus_unseen``; without one all are
measured.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from derive.cli import main

CORPORA = sorted({path.parents[1] for path in Path(__file__).parents[1].glob("corpus*/*/labels.toml")})
SOURCES = {path.parent.name: path.parent for corpus in CORPORA for path in sorted(corpus.glob("*/labels.toml"))}


@dataclass(frozen=True)
class Found:
    """A labelled relation, and what became of it: a verdict, or ``not seen``."""

    source: str
    file: str
    place: tuple[int, int]
    kind: str
    verdict: str
    reason: str

    @property
    def is_wrong(self) -> bool:
        """A true relation refuted, or a false one proved."""
        return (self.kind, self.verdict) in (("true", "refuted"), ("false", "proved"))

    @property
    def is_decided(self) -> bool:
        """A true relation proved, or a false one refuted."""
        return (self.kind, self.verdict) in (("true", "proved"), ("false", "refuted"))


def relations_of(source: str) -> Iterator[Found]:
    """The labelled relations of a source, in both of its files; those of one line in their order."""
    folder = SOURCES[source]
    labels = tomllib.loads((folder / "labels.toml").read_text("utf-8"))["relation"]
    files = list(dict.fromkeys(label["file"] for label in labels))
    paths = [str(folder / file) for file in files]  # in one run: what both say is decided once
    told = json.loads(CliRunner().invoke(main, ["check", "--json", "--no-cache", *paths]).stdout)["obligations"]
    for file, path in zip(files, paths, strict=True):
        wanted: dict[tuple[int, int], list[dict[str, Any]]] = {}
        for label in labels:
            if label["file"] == file:
                wanted.setdefault((label.get("cell", 0), label.get("line_in_cell", label["line"])), []).append(label)
        records = [record for record in told if record["file"].partition(" cell ")[0] == path]
        for place, there in wanted.items():
            both: dict[int, list[dict[str, Any]]] = {}  # of A ⇔ B both directions stand at one place
            for record in sorted((o for o in records if _place(o) == place), key=lambda o: o["column"] or 0):
                both.setdefault(record["column"] or 0, []).append(record)
            found = {at: next((o for o in ways if o["verdict"] != "proved"), ways[0]) for at, ways in both.items()}
            claims = [label for label in there if label["kind"] in ("true", "false")]
            if len(claims) == 1 < len(found) and "{cases}" in _line(
                folder / file, *place
            ):  # both cases are of one sign
                ways = [*found.values()]
                there, found = claims, {0: next((o for o in ways if o["verdict"] != "proved"), ways[0])}
            signs = signs_in(_line(folder / file, *place)) if len(found) != len(there) else []
            columns = signs if len(signs) == len(there) else list(found)
            for number, label in enumerate(there):
                o = found.get(columns[number]) if number < len(columns) else None
                o = o or {"verdict": "not seen", "reason": ""}
                yield Found(source, file, place, label["kind"], o["verdict"], o["reason"])


def signs_in(line: str) -> list[int]:
    """The columns of the relation signs of a line, but for those below a brace or a sum."""
    found, depth = [], 0
    for match in _SIGNS.finditer(line):
        if depth or match[0] == "_{":
            depth += match[0].endswith("{") - (match[0] == "}")
        elif match[0] not in "{}":
            found.append(match.start() + 1)
    return found


_SIGNS = re.compile(r"_?\{|\}|[=<>≤≥]|\\(?:leq?|geq?|neq?|in|equiv|succ|succeq|doteq|approx)(?![A-Za-z])")


def _line(path: Path, cell: int, line: int) -> str:
    """A line of a file, or of a cell of a notebook."""
    text = path.read_text("utf-8")
    if cell:
        text = "".join(json.loads(text)["cells"][cell - 1]["source"])
    return text.split("\n")[line - 1]


def _place(record: dict[str, Any]) -> tuple[int, int]:
    """The cell, or 0, and the line in it."""
    _, _, cell = str(record["file"]).partition(" cell ")
    return int(cell or 0), record["line"]


def main_() -> None:
    """Print the table of each corpus, what is wrong, and why the rest is not decided."""
    names = sys.argv[1:] or [corpus.name for corpus in CORPORA]
    for corpus in CORPORA:
        if sources := [each for each in SOURCES if SOURCES[each].parent == corpus and {each, corpus.name} & set(names)]:
            _print(sources)


def _print(sources: list[str]) -> None:
    total: Counter[tuple[str, str]] = Counter()
    why: list[str] = []
    for source in sources:
        relations = list(relations_of(source))
        counts = Counter((each.kind, each.verdict) for each in relations)
        total += counts
        said = "  ".join(
            f"{kind}: " + ", ".join(f"{n} {verdict}" for (k, verdict), n in sorted(counts.items()) if k == kind)
            for kind in ("true", "false")
        )
        print(f"{source:22} {said}")
        why += [f"WRONG {each}" for each in relations if each.is_wrong]
        why += [
            f"{each.source}/{each.file}:{each.place[1]} {each.verdict}: {' | '.join(each.reason.splitlines()[:3])[:200]}"
            for each in relations
            if each.kind in ("true", "false") and not each.is_decided
        ]
    print(*why, sep="\n")
    print(dict(total))


if __name__ == "__main__":
    main_()
