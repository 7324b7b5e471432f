"""Semi-axes beside LAPACK: processor time and peak memory of whole processes, of which each finds all lengths once.

``python -m tests.benchmarks.semi_axes`` prints the table.  A round is one process of each tool, so that a busy machine slows
all of them; each has one thread.  LAPACK finds the same lengths as eigenvalues of GΠG, or as singular values of GΠ.
"""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from derive.axes.ellipsoid import semi_axes
from tests.benchmarks.turns import faster, shown, turns

Found = np.ndarray[Any, Any]

#: At N = 100,000 no more than this many megabytes.
MEMORY = 1000


def gram(gains: Found) -> Found:
    """GΠG."""
    return np.asarray(np.diag(gains**2) - np.outer(gains, gains) / len(gains))


def by_scipy(gains: Found) -> Found:
    """The eigenvalues of GΠG by SciPy, in the place of the matrix."""
    from scipy.linalg import eigvalsh

    return np.asarray(eigvalsh(gram(gains), overwrite_a=True, check_finite=False))


TOOLS: dict[str, Callable[[Found], Found]] = {
    "derive": semi_axes,
    "numpy eigvalsh": lambda gains: np.linalg.eigvalsh(gram(gains)),
    "numpy svd": lambda gains: np.linalg.svd(np.diag(gains) - gains[:, None] / len(gains), compute_uv=False),
    "scipy eigvalsh": by_scipy,
}


@dataclass(frozen=True)
class Case:
    """N normal gains; how often each tool is measured; the aim, as a ratio to the fastest other tool."""

    count: int
    rounds: dict[str, int]
    ratio: float = 0.0


CASES = (
    Case(1024, dict.fromkeys(TOOLS, 5)),
    Case(4096, {"derive": 3, "numpy eigvalsh": 3, "numpy svd": 1, "scipy eigvalsh": 3}, 15),
    Case(8192, {"derive": 3, "numpy eigvalsh": 1}, 40),  # LAPACK takes a minute and more
    Case(100_000, {"derive": 1}),
)


@dataclass(frozen=True)
class Measured:
    """Seconds of each round, and the peak of the process in megabytes."""

    seconds: list[float]
    megabytes: float

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    def __str__(self) -> str:
        return f"{shown(self.seconds)}, {self.megabytes:.0f} MB"


def measured(case: Case) -> dict[str, Measured]:
    """What each tool needs; SciPy where it is installed."""
    rounds = {tool: many for tool, many in case.rounds.items() if "scipy" not in tool or find_spec("scipy")}
    found: dict[str, list[dict[str, float]]] = {tool: [] for tool in rounds}
    for tool in turns(rounds):
        found[tool].append(_process(tool, case.count))
    return {
        tool: Measured([each["seconds"] for each in runs], max(each["megabytes"] for each in runs))
        for tool, runs in found.items()
    }


def _process(tool: str, count: int) -> dict[str, float]:
    threads = {f"{name}_NUM_THREADS": "1" for name in ("OPENBLAS", "OMP", "MKL")}
    command = [sys.executable, "-m", "tests.benchmarks.semi_axes", tool, str(count)]
    done = subprocess.run(
        command, env={**os.environ, **threads}, cwd=Path(__file__).parents[2], capture_output=True, check=True
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found


def once(tool: str, count: int) -> dict[str, float]:
    """Seconds of this process for one call, and its peak in megabytes (on Linux)."""
    gains = np.random.default_rng(0).normal(size=count)
    before = time.process_time()
    TOOLS[tool](gains)
    seconds = time.process_time() - before
    return {"seconds": seconds, "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3}


def section() -> Iterator[str]:
    """The table, with the aims."""
    yield from ("", "## All semi-axes for N normal gains", "")
    yield "Processor time, one thread, median and spread of the rounds; peak memory of the process, with Python and NumPy."
    yield from ("", "| N | tool | time, memory | ratio | aim |", "|---:|---|---|---:|---|")
    for case in CASES:
        found = measured(case)
        others = [each.median for tool, each in found.items() if tool != "derive"]
        own = found["derive"]
        for tool, each in found.items():
            aim = "–"
            if tool == "derive" and case.ratio:
                aim = faster(min(others) / own.median, case.ratio)
            elif tool == "derive" and not others:
                aim = f"≤ {MEMORY} MB: {'yes' if each.megabytes <= MEMORY else 'no'}"
            yield f"| {case.count:,} | {tool} | {each} | {each.median / own.median:.3g} × | {aim} |"


if __name__ == "__main__":
    if len(sys.argv) == 3:
        print(json.dumps(once(sys.argv[1], int(sys.argv[2]))))
    else:
        for line in section():
            print(line, flush=True)
