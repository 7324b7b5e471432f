"""What it costs that *proved* means that the verifier accepted: deciding a theorem, then having its certificate accepted.

``python -m tests.benchmarks.certifying`` prints the table: processor time of each theorem of all theories, in one process,
after one that is not counted.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass

from derive.authoring.theory import judged
from derive.theories.registry import THEORIES, load_theory

#: Milliseconds for the median, seconds for the worst of equations.
MEDIAN, WORST = 10.0, 0.5


@dataclass(frozen=True)
class Cost:
    """A theorem, the seconds for the verdict, and those for its certificate and the verifier."""

    label: str
    equation: bool
    decided: float
    certified: float


def measured() -> Iterator[Cost]:
    """Every theorem that is proved."""
    theorems = [theorem for name in THEORIES for theorem in load_theory(name).theorems]
    for theorem in (theorems[0], *theorems):
        before = time.process_time()
        verdict = judged(theorem)
        between = time.process_time()
        _ = verdict.backing
        if verdict.status == "proved":
            equation = bool(theorem.statement.equated)
            yield Cost(theorem.label, equation, between - before, time.process_time() - between)


def section() -> Iterator[str]:
    """The table, with the aims, which are for equations."""
    _, *costs = measured()
    yield from ("", "## What a certificate costs", "")
    yield "Processor time of each theorem: deciding it, and what it takes beyond that to have its certificate accepted."
    yield from ("", "| theorems | deciding, median | certificate, median | worst | aim |", "|---|---:|---:|---|---|")
    for words, chosen in (
        ("equations", [cost for cost in costs if cost.equation]),
        ("other kinds", [cost for cost in costs if not cost.equation]),
    ):
        median = 1000 * statistics.median(cost.certified for cost in chosen)
        worst = max(chosen, key=lambda cost: cost.certified)
        met = median <= MEDIAN and worst.certified <= WORST
        aim = f"≤ {MEDIAN:g} ms, ≤ {WORST:g} s: {'yes' if met else 'no'}" if words == "equations" else "–"
        deciding = 1000 * statistics.median(cost.decided for cost in chosen)
        shown = f"{worst.certified:.2g} s ({worst.label})"
        yield f"| {len(chosen)} {words} | {deciding:.3g} ms | {median:.3g} ms | {shown} | {aim} |"


if __name__ == "__main__":
    print(*section(), sep="\n")
