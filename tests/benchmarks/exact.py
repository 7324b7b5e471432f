"""Exact characteristic polynomials of GΠG at one N: what was proved for all N, evaluated, beside those of the matrix.

``python -m tests.benchmarks.exact`` prints the table: processor time of calls that take turns in one process.  The peers,
SymPy and python-flint where it is installed, are given their matrix; the derivation for all N has a row of its own.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib.util import find_spec
from typing import Any

import derive
from tests.benchmarks.turns import faster, shown, turns
from tests.memory import forget

#: N, how often each tool is asked, and the aims: a ratio to the fastest other tool, or seconds.
CASES: tuple[tuple[int, dict[str, int], float, float], ...] = (
    (48, {"derive": 9, "sympy": 3, "flint": 9}, 0, 0),
    (256, {"derive": 9, "flint": 1}, 500, 0),  # SymPy's takes the fourth power of N: hours
    (768, {"derive": 5}, 0, 1.0),
)
N, Z = derive.dimension("N"), derive.scalar("z")
G = derive.vector("g", N)

Coefficients = list[Fraction]


def derivation() -> Any:
    """The characteristic polynomial of GΠG for all N, with its theorem."""
    one, diagonal = derive.ones(N), derive.diag(G)
    return derive.charpoly(diagonal * (derive.identity(N) - one * one.T / N) * diagonal, Z)


def gains(size: int) -> list[Fraction]:
    """Quotients of integers up to 300 and 100, with signs."""
    drawn = random.Random(size)
    return [Fraction(drawn.choice((-1, 1)) * drawn.randint(1, 300), drawn.randint(1, 100)) for _ in range(size)]


def by_derive(g: list[Fraction]) -> Callable[[], Coefficients]:
    answer, point = derivation(), derive.Point({N: len(g)}, {G: tuple(g)})
    return lambda: list(answer.coefficients_at(point))


def matrix(g: list[Fraction]) -> list[list[Fraction]]:
    """GΠG."""
    return [[(x * x if n == m else 0) - x * y / len(g) for m, y in enumerate(g)] for n, x in enumerate(g)]


def by_sympy(g: list[Fraction]) -> Callable[[], Coefficients]:
    from sympy import QQ
    from sympy.polys.matrices import DomainMatrix

    rows = [[QQ(entry.numerator, entry.denominator) for entry in row] for row in matrix(g)]
    whole = DomainMatrix(rows, (len(g), len(g)), QQ)
    return lambda: [Fraction(int(c.numerator), int(c.denominator)) for c in whole.charpoly()]


def by_flint(g: list[Fraction]) -> Callable[[], Coefficients]:
    from flint import fmpq, fmpq_mat

    whole = fmpq_mat([[fmpq(entry.numerator, entry.denominator) for entry in row] for row in matrix(g)])
    return lambda: [Fraction(int(c.p), int(c.q)) for c in reversed(whole.charpoly().coeffs())]


TOOLS = {"derive": by_derive, "sympy": by_sympy, "flint": by_flint}
NAMES = {"sympy": "sympy `DomainMatrix.charpoly`", "flint": "python-flint `fmpq_mat.charpoly`"}


def measured(size: int, rounds: dict[str, int]) -> dict[str, list[float]]:
    """The seconds of each call; all tools must give the same coefficients."""
    there = {tool: many for tool, many in rounds.items() if tool != "flint" or find_spec("flint")}
    calls = {tool: TOOLS[tool](gains(size)) for tool in there}
    seconds: dict[str, list[float]] = {tool: [] for tool in there}
    answers: list[Coefficients] = []
    for tool in turns(there):
        before = time.process_time()
        answers.append(calls[tool]())
        seconds[tool].append(time.process_time() - before)
    if any(answer != answers[0] for answer in answers):
        raise SystemExit(f"the tools differ at N = {size}")
    return seconds


def section() -> Iterator[str]:
    """The table, with the aims."""
    yield from ("", "## The characteristic polynomial of GΠG with rational gains", "")
    yield "Processor time, medians and spread; the coefficients are compared."
    yield from ("", "| N | tool | time | ratio | aim |", "|---:|---|---|---:|---|")
    forget()
    before = time.process_time()
    derivation()
    yield f"| all | derive, derivation and proof | {shown([time.process_time() - before])} | – | – |"
    for size, rounds, ratio, most in CASES:
        found = measured(size, rounds)
        own = statistics.median(found["derive"])
        fastest = min((statistics.median(each) / own for tool, each in found.items() if tool != "derive"), default=0.0)
        for tool, each in found.items():
            aim = "–"
            if tool == "derive" and most:
                aim = f"≤ {most:g} s: {'yes' if own <= most else 'no'}"
            elif tool == "derive" and ratio and fastest:
                aim = faster(fastest, ratio)
            yield f"| {size} | {NAMES.get(tool, tool)} | {shown(each)} | {statistics.median(each) / own:.3g} × | {aim} |"


if __name__ == "__main__":
    for line in section():
        print(line, flush=True)
