"""How the time of a decision grows with what is decided: one ladder for each way in which a statement can be large.

``python -m tests.benchmarks.growth`` prints the table: processor time at each rung, in one process, the least of three; a
ladder ends where a rung takes longer than `LONG` seconds.  ``--plot FILE.svg`` draws all of them.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import reduce
from operator import mul
from pathlib import Path

from derive.drawing import Dots, Label, Line, Panel
from derive.drawing.panel import Item
from derive.drawing.writers import svg
from derive.errors import Undecided
from derive.language.build import dimension, identity, matrix, norm, ones, outer, scalar, sqrt, trace, vector
from derive.language.terms import Power, Term, as_term
from derive.printing.sentences import power_of_ten
from tests.benchmarks.ours import Pair, in_kernel

#: Seconds after which no higher rung is tried, and runs of each rung.
LONG, RUNS = 1.0, 3
N = dimension("N")
PI = identity(N) - outer(ones(N), ones(N)) / N


def products(n: int) -> Pair:
    """(A₁ ⋯ Aₙ)ᵀ = Aₙᵀ ⋯ A₁ᵀ"""
    factors = [matrix(f"A_{k}", N, N) for k in range(n)]
    return reduce(mul, factors).T, reduce(mul, [each.T for each in reversed(factors)])


def sums(n: int) -> Pair:
    """|x₁ + … + xₙ|² = Σᵢ Σⱼ xᵢ · xⱼ"""
    x = [vector(f"x_{k}", N) for k in range(n)]
    total: Term = sum(x[1:], x[0])
    return norm(total) ** 2, sum((a.T * b for a in x for b in x), as_term(0))


def nesting(n: int) -> Pair:
    """rₙ² = 1 + rₙ₋₁, rₖ = √(1 + rₖ₋₁)"""

    def root(k: int) -> Term:
        return sqrt(1 + root(k - 1)) if k else scalar("t", "positive")

    return root(n) ** 2, 1 + root(n - 1)


def dimensions(n: int) -> Pair:
    """tr(A₁ ⋯ Aₙ) = tr(A₂ ⋯ Aₙ A₁), each matrix between two dimensions of its own"""
    sizes = [dimension(f"N_{k}") for k in range(n)]
    factors = [matrix(f"A_{k}", sizes[k], sizes[(k + 1) % n]) for k in range(n)]
    return trace(reduce(mul, factors)), trace(reduce(mul, [*factors[1:], factors[0]]))


def symmetric(n: int) -> Pair:
    """tr((X Xᵀ)ⁿ) = tr((Xᵀ X)ⁿ), a closed graph that is its own mirror image"""
    X = matrix("X", N, dimension("K"))
    return trace(Power(X * X.T, n)), trace(Power(X.T * X, n))


def powers(n: int) -> Pair:
    """Πⁿ = Π"""
    return Power(PI, n), PI


def stacked(n: int) -> Pair:
    """1 · yₙ = 0, yₖ = √N Π yₖ₋₁ / √(|Π yₖ₋₁|² + N ε)"""
    eps = scalar("eps", "positive")
    y: Term = vector("a", N)
    for _ in range(n):
        y = sqrt(N) * (PI * y) / sqrt(norm(PI * y) ** 2 + N * eps)
    return ones(N).T * y, as_term(0)


def layers(n: int) -> Pair:
    """yₙ in two forms, yₖ = gₖ ⊙ Π yₖ₋₁ / √(|Π yₖ₋₁|² / N + ε) + bₖ"""
    eps = scalar("eps", "positive")
    left: Term = vector("a", N)
    right = left
    for k in range(n):
        g, b = vector(f"g_{k}", N), vector(f"b_{k}", N)
        left = g * (PI * left / sqrt(norm(PI * left) ** 2 / N + eps)) + b
        right = g * (sqrt(N) * (PI * right) / sqrt(norm(PI * right) ** 2 + N * eps)) + b
    return left, right


#: The ladders with their rungs.
LADDERS: dict[str, tuple[Callable[[int], Pair], tuple[int, ...]]] = {
    "factors of a product": (products, (4, 8, 16, 32, 64, 128)),
    "terms of a sum": (sums, (2, 4, 8, 16, 32)),
    "roots in roots": (nesting, (2, 4, 8, 16, 32)),
    "dimensions": (dimensions, (4, 8, 16, 32, 64)),
    "a symmetric graph": (symmetric, (2, 4, 8, 16, 32)),
    "powers of Π": (powers, (2, 4, 8, 16, 32)),
    "LayerNorms in a row": (stacked, (1, 2, 3, 4, 6, 8)),
    "with gains and biases": (layers, (1, 2, 3, 4, 5)),
}


@dataclass(frozen=True)
class Growth:
    """A ladder: the seconds at each rung, and why it ended before its last one, if it did."""

    name: str
    seconds: tuple[tuple[int, float], ...]
    ended: str = ""

    @property
    def order(self) -> float:
        """The exponent of the size that the last two rungs tell."""
        (small, before), (large, after) = self.seconds[-2:]
        return math.log(after / before) / math.log(large / small)


def why_not(pair: Pair) -> str:
    """Why the kernel does not decide a statement; nothing where it does."""
    try:
        return "" if in_kernel(*pair) else "undecided"
    except Undecided as error:
        return str(error).splitlines()[0]


def measured() -> Iterator[Growth]:
    """Every ladder."""
    for name, (state, rungs) in LADDERS.items():
        found: list[tuple[int, float]] = []
        ended = ""
        for rung in rungs:
            least = math.inf
            for _ in range(RUNS):
                pair = state(rung)
                begun = time.process_time()
                if ended := why_not(pair):
                    break
                least = min(least, time.process_time() - begun)
            if ended:
                ended = f"{rung}: {ended}"
                break
            found.append((rung, least))
            if least > LONG:
                break
        yield Growth(name, tuple(found), ended)


def section(plot: Path | None = None) -> Iterator[str]:
    """The table, and the plot where one is asked for."""
    ladders = list(measured())
    yield from ("", "## How the time grows", "")
    yield f"Processor time of the kernel at each rung, the least of {RUNS}; a ladder ends where one takes over {LONG:g} s."
    yield from ("", "| ladder | statement | times | order at the end |", "|---|---|---|---:|")
    for ladder in ladders:
        times = ", ".join(f"{rung}: {1000 * seconds:.3g} ms" for rung, seconds in ladder.seconds)
        says = (LADDERS[ladder.name][0].__doc__ or "").replace("|", r"\|")
        order = f"{ladder.order:.2g}" if len(ladder.seconds) > 1 else "–"
        yield f"| {ladder.name} | {says} | {times}{'; ' * bool(ladder.ended)}{ladder.ended} | {order} |"
    if plot is not None:
        plot.write_text(svg(drawn(ladders), standalone=True), encoding="utf-8")
        yield from ("", f"![Seconds against the size, both on logarithmic scales]({plot.name})")


WIDTH, HEIGHT, UNIT = 330.0, 220.0, 46.0


def drawn(ladders: list[Growth]) -> Panel:
    """All ladders on logarithmic scales: sizes from 1 to 128, and seconds."""
    seconds = [value for ladder in ladders for _, value in ladder.seconds]
    low, high = math.floor(math.log10(min(seconds))), math.ceil(math.log10(max(seconds)))

    def at(rung: int, value: float) -> tuple[float, float]:
        return math.log2(rung) / 7 * WIDTH, (math.log10(value) - low) / (high - low) * HEIGHT

    items: list[Item] = [Line(((0.0, HEIGHT), (0.0, 0.0), (WIDTH, 0.0)), "axis")]
    items += [Label((power / 7 * WIDTH, -4.0), (str(2**power),), "s", "muted") for power in range(8)]
    for power in range(low, high + 1):
        height = (power - low) / (high - low) * HEIGHT
        items += [
            Line(((-3.0, height), (0.0, height)), "axis"),
            Label((-3.0, height), (power_of_ten(power), " s"), "w", "muted"),
        ]
    for ladder in ladders:
        points = tuple(at(*pair) for pair in ladder.seconds)
        if len(points) > 1:
            items.append(Line(points, "trail"))
        items += [Dots(points, "first"), Label(points[-1], (ladder.name,), "e", "muted", 5)]
    title = ("Seconds against the size",)
    return Panel(title, title, (-UNIT, -20.0, WIDTH + 110, HEIGHT + 12), 1.0, tuple(items))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plot", type=Path, metavar="FILE.svg")
    print(*section(parser.parse_args().plot), sep="\n")
