"""Measure `derive` beside its peers and write the table: ``python -m tests.benchmarks.run --write output/benchmarks.md``.

The cases run under pytest-benchmark in one process, the startup times and the semi-axes in processes of their own; every
number of the tables is of this run, and every comparison a ratio within it.  Without ``--write`` they go to the terminal.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from importlib import metadata
from pathlib import Path
from typing import Any

from tests.benchmarks import (
    certifying,
    exact,
    growth,
    history,
    peer_sympy,
    processes,
    semi_axes,
    shares,
    startup,
    undecided,
    watching,
)

ROOT = Path(__file__).parents[2]
PACKAGES = ("derive", "sympy", "tensorgrad", "torch", "numpy", "scipy", "python-flint", "pytest-benchmark")

#: How long `sympy.simplify` may take over one identity that the other ways left undecided, in seconds.
CAP = 10.0


@dataclass(frozen=True)
class Aim:
    """What was aimed at: a case of ours beside a peer's, as a ratio of medians, or ours alone in seconds."""

    says: str
    ours: str
    peer: str = ""
    ratio: float = 0.0
    seconds: float = 0.0


AIMS = (
    Aim("identities ≥ 100 × tensorgrad", "test_identities_derive", "test_identities_tensorgrad", ratio=100),
    Aim("Jacobian ≥ 20 × tensorgrad", "test_jacobian_derive", "test_jacobian_tensorgrad", ratio=20),
    Aim("Eq. (1) = Eq. (6) ≤ 20 ms in the kernel", "test_geometric_form_derive", seconds=0.020),
)

#: Groups in the order of the table, with what is measured.
GROUPS = {
    "identities": "Fourteen projector and variance identities, Π = I − 11ᵀ/N",
    "identities, 1̂ = 1/√N": "The same fourteen, Π = I − 1̂1̂ᵀ with 1̂ = 1/√N",
    "Jacobian": "The Jacobian of LayerNorm for all N",
    "Eq. (1) = Eq. (6)": "Eq. (1) = Eq. (6)",
}


def cases() -> list[dict[str, Any]]:
    """Run the cases under pytest-benchmark; its records."""
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder, "benchmarks.json")
        command = [sys.executable, "-m", "pytest", "-q", "tests/benchmarks", "--benchmark-enable", "--benchmark-only"]
        done = subprocess.run([*command, f"--benchmark-json={written}"], cwd=ROOT, stdout=sys.stderr)
        if done.returncode:
            raise SystemExit(f"a benchmark failed (pytest's exit code {done.returncode}): nothing was written")
        found: list[dict[str, Any]] = json.loads(written.read_text(encoding="utf-8"))["benchmarks"]
        return found


def tool(name: str) -> str:
    """The tool of a case, from its name."""
    return next(word for word in ("tensorgrad", "sympy", "derive") if word in name)


def show(seconds: float) -> str:
    """A time with three digits and a fitting unit."""
    return f"{seconds * 1000:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def version(package: str) -> str:
    """The installed version of a package, or a word for its absence."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed" if package != "derive" else "this checkout"


def processor() -> str:
    """The name of the processor, where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def second_look(undecided: list[str]) -> dict[str, bool | None]:
    """What `sympy.simplify` makes of the identities that the other ways left undecided."""
    import sympy

    again = peer_sympy.identities((sympy.simplify,))
    return {name: peer_sympy.within(CAP, again[name]) for name in undecided}


def heading() -> Iterator[str]:
    """Machine and versions."""
    yield "# Benchmarks"
    yield ""
    yield (
        "Measured, not checked for drift: another machine gives other numbers. Regenerate with "
        "`python -m tests.benchmarks.run --write output/benchmarks.md` after `pip install -e '.[bench]'`."
    )
    yield ""
    yield f"- run on {date.today().isoformat()}: {processor()}, {os.cpu_count()} cores, {platform.platform()}"
    yield f"- Python {platform.python_version()}, " + ", ".join(f"{p} {version(p)}" for p in PACKAGES)
    yield (
        "- medians and least times of one process; terms are built anew in every call; ratios are to `derive` in the same "
        "run, of the medians and of the least times (the latter suffer less from what else the machine does)"
    )


def tables(records: list[dict[str, Any]]) -> Iterator[str]:
    """One table for each group."""
    for group, title in GROUPS.items():
        rows = [record for record in records if record["group"] == group]
        own = next(record["stats"] for record in rows if tool(record["name"]) == "derive")
        yield from ("", f"## {title}", "")
        yield from ("| tool | decided | median | least | ratio | of the least |", "|---|---|---:|---:|---:|---:|")
        for record in rows:
            stats = record["stats"]
            decided = record["extra_info"].get("decided", "")
            number = f"{decided} of 14" if isinstance(decided, int) else decided
            times = f"{show(stats['median'])} | {show(stats['min'])}"
            ratios = f"{stats['median'] / own['median']:.3g} × | {stats['min'] / own['min']:.3g} ×"
            yield f"| {tool(record['name'])} | {number} | {times} | {ratios} |"


def aims(records: list[dict[str, Any]]) -> Iterator[str]:
    """The aims beside what was measured."""
    medians = {record["name"]: record["stats"]["median"] for record in records}
    yield from ("", "## Aims", "", "| aim | measured | met |", "|---|---:|---|")
    for aim in AIMS:
        own = medians[aim.ours]
        if aim.ratio and aim.peer not in medians:
            yield f"| {aim.says} | tensorgrad is not installed | – |"
        elif aim.ratio:
            ratio = medians[aim.peer] / own
            yield f"| {aim.says} | {ratio:.3g} × | {'yes' if ratio >= aim.ratio else 'no'} |"
        else:
            yield f"| {aim.says} | {show(own)} | {'yes' if own <= aim.seconds else 'no'} |"
    one, whole = watching.measured()
    times = f"{show(one)} / {show(whole)} = {one / whole:.3g} ×"
    says = f"`derive check --watch`, one line of 106 relations changed ≤ {watching.AIM:g} × the whole paper"
    yield f"| {says} | {times} | {'yes' if one / whole <= watching.AIM else 'no'} |"
    missed: dict[str, tuple[str, ...]] = {}
    for case, started in zip(startup.CASES, startup.measured(), strict=True):
        says = f"`{started.command}` ≤ {started.aim:g} × `{started.beside}`"
        if not started.seconds:
            yield f"| {says} | the command fails | no |"
            continue
        one, two = map(statistics.median, (started.seconds, started.beside_seconds))
        times = f"{show(one)} / {show(two)} = {started.ratio:.3g} ×{started.spread}"
        yield f"| {says} | {times} | {'yes' if started.ratio <= started.aim else 'no'} |"
        if started.ratio > started.aim:
            missed[started.command] = case.arguments
    yield from shares.section(missed)


def looked_again() -> Iterator[str]:
    """The identities that SymPy left undecided, with what `simplify` adds."""
    undecided = [name for name, case in peer_sympy.identities().items() if not case()]
    words = {True: "decided", False: "undecided", None: f"not within {CAP:g} s"}
    yield from (
        "",
        "## What SymPy leaves undecided",
        "",
        f"By `doit` and `expand`; then `simplify`, for {CAP:g} s each.",
        "",
    )
    yield from ("| identity | `simplify` |", "|---|---|")
    for name, answer in second_look(undecided).items():
        yield f"| {name.replace('|', chr(92) + '|')} | {words[answer]} |"


def main(arguments: list[str] | None = None) -> None:
    """Measure, and write or print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", type=Path, metavar="FILE", help="the Markdown file to write")
    chosen = parser.parse_args(arguments)
    records = cases()
    lines = [
        *heading(),
        *tables(records),
        *aims(records),
        *processes.section(),
        *undecided.section(),
        *semi_axes.section(),
        *exact.section(),
        *certifying.section(),
        *growth.section(chosen.write and chosen.write.with_name(f"{chosen.write.stem}-growth.svg")),
        *looked_again(),
        "",
    ]
    if chosen.write is None:
        print("\n".join(lines))
        return
    before = chosen.write.with_name(f"{chosen.write.stem}-history.csv")
    history.keep(before, lines)
    text = "\n".join([*lines[:-1], *history.section(before), ""])
    chosen.write.parent.mkdir(parents=True, exist_ok=True)
    beside = chosen.write.with_suffix(".new")
    beside.write_text(text, encoding="utf-8")
    beside.replace(chosen.write)
    print(f"wrote {chosen.write}")


if __name__ == "__main__":
    main()
