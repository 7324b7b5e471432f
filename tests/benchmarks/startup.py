"""How long a process takes: `derive` from the command line beside the bare interpreter and the bare import of SymPy."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Started:
    """A command, the one it is compared with, the aim as a ratio, and the medians in seconds; None when it fails."""

    command: str
    beside: str
    aim: float
    seconds: float | None
    beside_seconds: float


#: What the installed script `derive` runs.
SCRIPT = "import sys; sys.argv[0] = 'derive'; from derive.cli import main; sys.exit(main())"

#: Papers with about 340 relations, a third of them false.
PAPERS = tuple(f"tests/papers/{name}.tex" for name in ("anova", "backprop", "batchstats", "geometry"))

#: Arguments of `python`, those of the peer, the aim, and what the commands are called.
CASES: tuple[tuple[tuple[str, ...], tuple[str, ...], float, str, str], ...] = (
    (("-c", SCRIPT, "--version"), ("-c", "pass"), 8.0, "derive --version", "python -c pass"),
    (("-c", SCRIPT, "--help"), ("-c", "pass"), 8.0, "derive --help", "python -c pass"),
    (
        ("-c", SCRIPT, "check", "layernorm"),
        ("-c", "import sympy"),
        2.0,
        "derive check layernorm",
        "python -c 'import sympy'",
    ),
    (
        ("-c", SCRIPT, "check", "--no-cache", *PAPERS),
        ("-c", "import sympy"),
        20.0,
        "derive check, four papers",
        "python -c 'import sympy'",
    ),
    (
        ("-c", SCRIPT, "check", *PAPERS),
        ("-c", "import sympy"),
        2.0,
        "derive check, four papers, for the second time",
        "python -c 'import sympy'",
    ),
)


def seconds(arguments: tuple[str, ...]) -> float | None:
    """The wall time of one process, or None when it exits with an error; 1 says that a paper has a false line."""
    begin = time.perf_counter()
    done = subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    fine = (0, 1) if PAPERS[0] in arguments else (0,)
    return time.perf_counter() - begin if done.returncode in fine else None


def measured(rounds: int = 9) -> list[Started]:
    """All cases; a command and its peer take turns, so that a busy machine slows both."""
    found = []
    for arguments, peer, aim, name, peer_name in CASES:
        seconds(arguments)
        pairs = [(seconds(arguments), seconds(peer)) for _ in range(rounds)]
        mine = [one for one, _ in pairs if one is not None]
        theirs = [two for _, two in pairs if two is not None]
        median = statistics.median(mine) if len(mine) == rounds else None
        found.append(Started(name, peer_name, aim, median, statistics.median(theirs)))
    return found
