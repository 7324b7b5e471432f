"""Processor time of whole commands: `derive` beside the bare interpreter and the bare import of SymPy, in one run."""

from __future__ import annotations

import compileall
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import derive

#: What the installed script `derive` runs.
SCRIPT = "import sys; sys.argv[0] = 'derive'; from derive.cli import main; sys.exit(main())"

#: Papers with about 340 relations, a third of them false.
PAPERS = tuple(f"tests/papers/{name}.tex" for name in ("anova", "backprop", "batchstats", "geometry"))

BARE, SYMPY = "pass", "import sympy"
#: Seconds below which a turn says little: the system counts hundredths.
SHORT = 0.1


@dataclass(frozen=True)
class Case:
    """A command, the program that it is compared with, the aim as a ratio, and how often it is measured.

    ``again``: what is measured is a run of which the answer is kept; without it nothing is looked up or kept.
    """

    arguments: tuple[str, ...]
    peer: str
    aim: float
    again: bool = False
    rounds: int = 9

    @property
    def name(self) -> str:
        """What it is called in the table."""
        papers = len(PAPERS) if PAPERS[0] in self.arguments else 0
        words = [word for word in self.arguments if word not in PAPERS]
        return f"derive {' '.join(words)}{', four papers' if papers else ''}{', again' if self.again else ''}"


CASES = (
    Case(("--version",), BARE, 8),
    Case(("--help",), BARE, 8),
    Case(("prove", "Pi*Pi = Pi"), SYMPY, 1.5),
    Case(("check", "layernorm"), SYMPY, 40, rounds=3),
    Case(("check", "layernorm"), SYMPY, 2, again=True),
    Case(("check",), SYMPY, 50, rounds=3),
    Case(("check",), SYMPY, 2.5, again=True),
    Case(("check", *PAPERS), SYMPY, 20, rounds=3),
    Case(("check", *PAPERS), SYMPY, 2, again=True),
    Case(("claims",), SYMPY, 30, rounds=3),
    Case(("claims",), SYMPY, 2.5, again=True),
    Case(("report", "layernorm"), SYMPY, 25, rounds=3),
    Case(("report", "layernorm"), SYMPY, 2, again=True),
    Case(("report", "layernorm", "--all"), SYMPY, 150, rounds=3),
    Case(("report", "layernorm", "--all"), SYMPY, 2, again=True, rounds=3),
)


@dataclass(frozen=True)
class Started:
    """A command, the one it is compared with, the aim as a ratio, and the seconds of each turn; none when it fails."""

    command: str
    beside: str
    aim: float
    seconds: tuple[float, ...]
    beside_seconds: tuple[float, ...]

    @property
    def ratio(self) -> float:
        """Of the medians."""
        return statistics.median(self.seconds) / statistics.median(self.beside_seconds)

    @property
    def spread(self) -> str:
        """The least and the greatest ratio of a turn; empty where a turn is but a few ticks of the clock of processes."""
        if min(self.beside_seconds) < SHORT:
            return ""
        ratios = [one / two for one, two in zip(self.seconds, self.beside_seconds, strict=True)]
        return f" ({min(ratios):.3g} to {max(ratios):.3g})"


def seconds(program: str, arguments: tuple[str, ...], kept: str) -> float | None:
    """The processor time of one process, with its folder of what is kept; None when it exits with an error.

    An exit with 1 says that a paper has a false line.
    """
    before = os.times()
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "DERIVE_CACHE": kept},
    )
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return used if done.returncode in ((0, 1) if PAPERS[0] in arguments else (0,)) else None


def measured(cases: tuple[Case, ...] = CASES) -> Iterator[Started]:
    """All cases, one by one; a command and its peer take turns, so that a busy machine slows both.

    The program is compiled before, as an installer leaves it, also where Python is told to write no byte code.
    """
    compileall.compile_dir(derive.__path__[0], quiet=1)
    for case in cases:
        with tempfile.TemporaryDirectory() as folder:
            kept = str(Path(folder) / "kept") if case.again else ""
            out = ("--out", folder) if case.arguments[0] == "report" else ()
            if case.again or case.rounds > 1:
                seconds(SCRIPT, case.arguments, kept)
            pairs = [
                (seconds(SCRIPT, (*case.arguments, *out), kept), seconds(case.peer, (), "")) for _ in range(case.rounds)
            ]
        mine = tuple(one for one, _ in pairs if one is not None)
        theirs = tuple(two for _, two in pairs if two is not None)
        yield Started(case.name, f"python -c '{case.peer}'", case.aim, mine if len(mine) == case.rounds else (), theirs)


if __name__ == "__main__":
    for started in measured():
        found = f"{started.ratio:.3g} ×{started.spread}" if started.seconds else "fails"
        print(f"{started.command:40} {found:>28} {started.beside} (≤ {started.aim:g} ×)", flush=True)
