"""What earlier runs measured: a line for each aim of each run, kept beside the page, the last ones shown in it."""

from __future__ import annotations

import csv
import re
import subprocess
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path

#: Runs that are shown.
SHOWN = 5
_AIM = re.compile(r"^\| (?P<aim>.*[≤≥].*) \| (?P<measured>.*) \| (?P<met>yes|no) \|$")


def measured(lines: Iterable[str]) -> dict[str, str]:
    """The aims in a page, each with what was measured: a ratio where there is one."""
    found = filter(None, map(_AIM.match, lines))
    return {each["aim"]: re.sub(r"^.* = | \(.*\)$", "", each["measured"]) for each in found}


def keep(path: Path, lines: Iterable[str]) -> None:
    """Add the run that made a page to a file; a second run of one commit on one day takes the place of the first."""
    now = [date.today().isoformat(), commit()]
    before = [row for row in read(path) if row[:2] != now]
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([*before, *([*now, aim, value] for aim, value in measured(lines).items())])


def read(path: Path) -> list[list[str]]:
    """Date, commit, aim and value of all runs, the oldest first."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def section(path: Path) -> Iterator[str]:
    """A table of the last runs: a column for each."""
    rows = read(path)
    runs = list(dict.fromkeys((row[0], row[1]) for row in rows))[-SHOWN:]
    values = {(row[0], row[1], row[2]): row[3] for row in rows}
    yield from ("", "## Earlier runs", "", f"All of them are in `{path.name}`.", "")
    yield f"| aim | {' | '.join(f'{day}, {at}' for day, at in runs)} |"
    yield f"|---|{'---:|' * len(runs)}"
    for aim in dict.fromkeys(row[2] for row in rows if (row[0], row[1]) in runs):
        yield f"| {aim} | {' | '.join(values.get((*run, aim), '–') for run in runs)} |"


def commit() -> str:
    """The commit that is measured, where git tells it."""
    told = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False)
    return told.stdout.strip()
