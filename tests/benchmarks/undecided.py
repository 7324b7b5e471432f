"""Processor time until a relation of a paper is called unsupported, beside what the others take."""

from __future__ import annotations

import os
import statistics
from collections.abc import Iterator
from pathlib import Path

from derive.cli.entries import enter, entry_of

ROOT = Path(__file__).parents[2]
FOLDERS = ("tests/papers/*.tex", "tests/corpus*/*/text.*", "tests/corpus*/*/false.*")
#: Seconds within which a relation is to be called unsupported.
AIM = 1.0


def times() -> dict[str, list[tuple[float, str]]]:
    """The seconds of each relation of the papers and corpora of the tests, with its place, by verdict."""
    here, found = os.getcwd(), dict[str, list[tuple[float, str]]]()
    enter()
    try:
        for paper in sorted(path for folder in FOLDERS for path in ROOT.glob(folder)):
            name = str(paper.relative_to(ROOT))
            for row in entry_of(name, str(ROOT)).rows:
                found.setdefault(row["verdict"], []).append((row["seconds"], f"{name}:{row['line']}"))
    finally:
        os.chdir(here)
    return found


def section() -> Iterator[str]:
    """A table by verdict, and how the slowest one that is not decided stands to the aim."""
    found = times()
    yield from ("", "## Relations of papers", "")
    yield "Processor time of each relation of `tests/papers` and of the corpora, with its share of the reading of its paper."
    yield from ("", "| verdict | relations | median | slowest | aim |", "|---|---:|---:|---|---|")
    for verdict, rows in sorted(found.items(), key=lambda item: -len(item[1])):
        slowest, place = max(rows)
        aim = f"≤ {AIM:g} s: {'yes' if slowest <= AIM else 'no'}" if verdict == "unsupported" else "–"
        median = statistics.median(seconds for seconds, _ in rows)
        yield f"| {verdict} | {len(rows):,} | {median * 1000:.3g} ms | {slowest:.3g} s (`{place}`) | {aim} |"


if __name__ == "__main__":
    print("\n".join(section()))
