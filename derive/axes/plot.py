"""The semi-axes among the gains, drawn: lengths by rank on a logarithmic scale, each in the interval that holds it.

The numbers √N|gₙ| and the semi-axes interlace: the k-th longest semi-axis lies between the k-th and the next greatest of
these numbers.  So with the ranks of the numbers halfway between those of the axes one curve falls through all.  Marks that
would touch are left out: there are at most a few hundred, whatever N is, and a missing one is beside one that is there.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from derive.axes.ellipsoid import Ellipsoid
from derive.axes.secular import Array
from derive.drawing import Dots, Figure, Label, Line, Panel
from derive.drawing.panel import Item
from derive.errors import InputError
from derive.printing import Sentence, Sign
from derive.printing.sentences import power_of_ten

#: The area of the lengths, in points of print; beside it stands what they are, above it what is what.
WIDTH, HEIGHT = 320.0, 200.0
LEFT, BELOW, RIGHT, ABOVE = 52.0, 20.0, 12.0, 22.0
#: How far marks are from one another, those of one kind twice as far; shorter intervals without a mark are left out.
APART = 2.8
#: At most so many lengths are named.
NAMED = 6

SIZES = Sign(r"\sqrt{N}\,|g_n|", "√N |gₙ|")


def plot(found: Ellipsoid) -> Figure:
    """The figure for an ellipsoid, with one panel.

    Raises `InputError` for a point, which has no semi-axes.
    """
    if not found.dimension:
        raise InputError("an ellipsoid that is a point has no semi-axes to draw", hint="leave out --plot")
    zeros = len(found.zero_gains)
    caption: Sentence = (
        f"Semi-axes for {len(found.gains)} gains, the longest first. Each lies between two neighbours of",
        SIZES,
        "; dotted lines are these intervals."
        + (f" Of the gains {zeros} are 0, so that the last interval begins there." if zeros else ""),
    )
    return Figure("axes", "Semi-axes and gains", caption, 1, lambda: (_panel(found, caption),))


def _panel(found: Ellipsoid, alt: Sentence) -> Panel:
    half = math.log10(len(found.gains)) / 2
    sizes = np.sort(np.log10(np.abs(found.gains[found.gains != 0])))[::-1] + half
    axes = np.log10(found.semi_axes)
    low, high = min(sizes[-1], axes[-1]), sizes[0]
    margin = max(0.04 * (high - low), 1e-3)
    low, high = low - margin, high + margin

    def up(logarithms: Array) -> Array:
        return np.asarray((logarithms - low) / (high - low) * HEIGHT)

    places = len(axes) + 1  # one more than there are axes, also where the last is 0
    at_sizes, at_axes = (np.arange(len(sizes)) + 0.5) / places * WIDTH, np.arange(1, places) / places * WIDTH
    sizes_up, axes_up = up(sizes), up(axes)
    shown_sizes, shown_axes = _shown(np.stack([at_sizes, sizes_up]), np.stack([at_axes, axes_up]))
    bottoms = np.append(sizes_up, 0.0)[1:places]
    tall = np.flatnonzero(sizes_up[: len(axes)] - bottoms > APART)
    intervals = tuple(
        Line(((at_axes[k], bottoms[k]), (at_axes[k], sizes_up[k])), "trail")
        for k in np.union1d(tall, shown_axes).tolist()
        if sizes_up[k] > bottoms[k]
    )
    items: tuple[Item, ...] = (
        *_frame(low, high, len(axes)),
        *intervals,
        Dots(tuple(zip(at_sizes[shown_sizes], sizes_up[shown_sizes], strict=True)), "second"),
        Dots(tuple(zip(at_axes[shown_axes], axes_up[shown_axes], strict=True)), "first"),
        Dots(((WIDTH - 150, HEIGHT + 12),), "first"),
        Label((WIDTH - 150, HEIGHT + 12), ("semi-axes",), "e", "blue", 5),
        Dots(((WIDTH - 70, HEIGHT + 12),), "second"),
        Label((WIDTH - 70, HEIGHT + 12), (SIZES,), "e", "red", 5),
    )
    return Panel(("Lengths on a logarithmic scale",), alt, (-LEFT, -BELOW, WIDTH + RIGHT, HEIGHT + ABOVE), 1.0, items)


def _shown(sizes: Array, axes: Array) -> tuple[list[int], list[int]]:
    """Which sizes and which axes have a mark, of all along the curve; the last one has."""
    shown: tuple[list[int], list[int]] = ([], [])
    before, last = -1, np.array([-WIDTH, 2 * HEIGHT])
    end = sizes.shape[1] + axes.shape[1]
    for place in range(end):
        kind, k = place % 2, place // 2
        point = (sizes, axes)[kind][:, k]
        if np.abs(point - last).max() >= APART * (1 + (kind == before)) or place == end - 1:
            shown[kind].append(k)
            before, last = kind, point
    return shown


def _frame(low: float, high: float, dimension: int) -> Iterator[Item]:
    """Two axes, with names at round lengths and at the first and last rank."""
    yield Line(((0.0, HEIGHT), (0.0, 0.0), (WIDTH, 0.0)), "axis")
    yield Label((0.0, HEIGHT + 12), ("length",), "w", "muted")
    yield Label((-8.0, -4.0), ("rank",), "sw", "muted", 0)
    for rank in sorted({1, dimension}):
        yield Label((rank / (dimension + 1) * WIDTH, -4.0), (str(rank),), "s", "muted")
    for logarithm, name in _round(low, high):
        height = (logarithm - low) / (high - low) * HEIGHT
        yield Line(((-3.0, height), (0.0, height)), "axis")
        yield Label((-3.0, height), (name,), "w", "muted")


def _round(low: float, high: float) -> Iterator[tuple[float, Sign]]:
    """Logarithms of round numbers in a range of logarithms: of powers of ten, or, where there are few, of other ones."""
    step = math.ceil((high - low) / NAMED)
    powers = [k for k in range(math.ceil(low), math.floor(high) + 1) if k % step == 0]
    if len(powers) > 1:
        yield from ((k, _number("", k)) for k in powers)
        return
    scale = math.floor(low) if not -2 <= low <= 3 else 0
    least, most = 10 ** (low - scale), 10 ** (high - scale)
    unit = 10.0 ** math.floor(math.log10((most - least) / NAMED))
    by = next(unit * factor for factor in (1, 2, 5, 10) if most - least <= NAMED * unit * factor)
    digits = max(0, -math.floor(math.log10(by)))
    for k in range(math.ceil(least / by), math.floor(most / by) + 1):
        yield scale + math.log10(k * by), _number(f"{k * by:.{digits}f}", scale)


def _number(factor: str, exponent: int) -> Sign:
    """A number times a power of ten."""
    return power_of_ten(exponent, factor) if exponent else Sign(factor or "1", factor or "1")
