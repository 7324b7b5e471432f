"""Where the time of a command goes: own time by room, as cProfile counts it."""

from __future__ import annotations

import os
import pstats
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import derive

MOST = 6


def room_of(file: Path, root: Path) -> str:
    """The room of `derive` that a file belongs to."""
    return file.relative_to(root).parts[0].removesuffix(".py") if file.is_relative_to(root) else "libraries"


def rooms(arguments: tuple[str, ...]) -> Counter[str]:
    """The share of each room of `derive`, and of all that is not its own, in the time of a command that keeps nothing."""
    root = Path(derive.__path__[0])
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder, "profile")
        out = ("--out", folder) if arguments[0] == "report" else ()
        subprocess.run(
            [sys.executable, "-m", "cProfile", "-o", str(written), "-m", "derive", *arguments, *out],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "DERIVE_CACHE": ""},
        )
        entries = pstats.Stats(str(written)).stats  # type: ignore[attr-defined]  # not in the stubs
    found: Counter[str] = Counter()
    for (file, _, _), (_, _, own, _, callers) in entries.items():
        if file != "~":
            found[room_of(Path(file), root)] += own
        else:  # built in: counted where it is called from
            for (caller, _, _), (_, _, share, _) in callers.items():
                found[room_of(Path(caller), root)] += share
    return found


def section(missed: dict[str, tuple[str, ...]]) -> Iterator[str]:
    """A row for each command that missed its aim: the rooms in which most of its time goes."""
    if not missed:
        return
    yield from ("", "## Where the time of what was missed goes", "")
    yield "Own time by room, by cProfile, which slows small functions most; what is built in counts where it is called."
    yield from ("", "| command | rooms |", "|---|---|")
    for name, arguments in missed.items():
        found = rooms(arguments)
        whole = sum(found.values())
        shares = ", ".join(f"{room} {share / whole:.0%}" for room, share in found.most_common(MOST))
        yield f"| `{name}` | {shares} |"
