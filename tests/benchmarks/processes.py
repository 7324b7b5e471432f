"""Wall time of whole commands by one process and by two, in turns."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import chain

from tests.benchmarks.startup import PAPERS, SCRIPT

AIM = 1.7
ROUNDS = 3

#: Commands that share their work among processes.
COMMANDS = {
    "derive check layernorm": ("check", "layernorm"),
    "derive check": ("check",),
    "derive check, four papers": ("check", *PAPERS),
    "derive claims": ("claims",),
    "derive report layernorm --all": ("report", "layernorm", "--all"),
}


def wall(arguments: tuple[str, ...], jobs: int) -> float:
    """Seconds that pass while a command runs that keeps nothing."""
    with tempfile.TemporaryDirectory() as folder:
        out = ("--out", folder) if arguments[0] == "report" else ()
        begin = time.perf_counter()
        subprocess.run(
            [sys.executable, "-c", SCRIPT, *arguments, *out, "-j", str(jobs)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "DERIVE_CACHE": ""},
        )
        return time.perf_counter() - begin


def section() -> Iterator[str]:
    """A table: one process beside two, medians and spread."""
    yield from ("", "## Two processes", "")
    yield f"Wall time, medians and spread of {ROUNDS} rounds in turns, on {os.cpu_count()} cores; aim: {AIM} ×."
    yield from ("", "| command | one | two | ratio | met |", "|---|---:|---:|---:|---|")
    for name, arguments in COMMANDS.items():
        turns = list(chain.from_iterable((wall(arguments, 1), wall(arguments, 2)) for _ in range(ROUNDS)))
        times = [turns[::2], turns[1::2]]
        one, two = map(statistics.median, times)
        shown = " | ".join(f"{statistics.median(t):.3g} s ({min(t):.3g} to {max(t):.3g})" for t in times)
        yield f"| `{name}` | {shown} | {one / two:.3g} × | {'yes' if one / two >= AIM else 'no'} |"
