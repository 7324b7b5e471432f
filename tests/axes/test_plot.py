"""The plot of semi-axes among gains: what is drawn are the lengths, each in its interval, and it can be read at any N."""

from __future__ import annotations

import numpy as np
import pytest

from derive.axes.ellipsoid import ellipsoid
from derive.axes.plot import APART, HEIGHT, WIDTH, plot
from derive.axes.secular import Array
from derive.drawing import Dots, Label, Line, svg
from derive.errors import InputError
from tests.drawing.clearance import collisions

RANDOM = np.random.default_rng(5)
SETS = {
    **{f"normal, N = {count}": RANDOM.normal(size=count) for count in (2, 3, 4, 5, 30, 1000)},
    "many": np.exp(RANDOM.normal(size=4000)),
    "sixteen decades": 10 ** RANDOM.uniform(-8, 8, 300),
    "all nearly equal": 1e-9 * (1 + 1e-12 * np.arange(40)),
    "equal": np.full(7, 250.0),
    "two tiny": np.append(RANDOM.normal(size=50), [5e-33, 6e-33]),
    "zeros": np.array([0.0, 0.0, 1.0, 2.0, 2.0, 3.0]),
    "one zero": np.array([0.0, 5.0]),
    "near overflow": np.array([1e307, 1.5e307, -1.2e306]),
    "subnormal": np.array([5e-324, 1e-300, 1.0e-310]),
}


def drawn(gains: Array) -> tuple[Array, Array, list[Line]]:
    """Marks of semi-axes, marks of sizes, both without those of the legend, and intervals."""
    (panel,) = plot(ellipsoid(gains)).panels
    axes, sizes = (
        np.array([p for item in panel.items if isinstance(item, Dots) and item.style == style for p in item.points])
        for style in ("first", "second")
    )
    lines = [item for item in panel.items if isinstance(item, Line) and item.style == "trail"]
    return axes[axes[:, 1] < HEIGHT], sizes[sizes[:, 1] < HEIGHT], lines


@pytest.mark.parametrize("name", SETS)
def test_it_can_be_read(name: str) -> None:
    """No label meets another one, a line, a mark or the edge; there are few marks; lengths have names."""
    (panel,) = plot(ellipsoid(SETS[name])).panels
    assert collisions(panel) == ()
    axes, sizes, lines = drawn(SETS[name])
    assert len(axes) + len(sizes) <= 2 * (WIDTH + HEIGHT) / APART
    assert len(lines) <= len(axes) + HEIGHT / APART
    named = [item for item in panel.items if isinstance(item, Label) and item.side == "w"]
    assert 2 <= len(named) - 1 <= 8
    assert svg(panel, standalone=True).startswith("<svg")


@pytest.mark.parametrize("name", SETS)
def test_marks_are_lengths(name: str) -> None:
    """Heights are logarithms of the lengths at their ranks: quotients of three lengths give back one scale."""
    gains = SETS[name]
    found = ellipsoid(gains)
    axes, sizes, _ = drawn(gains)
    places = found.dimension + 1
    ranks = np.rint(axes[:, 0] / WIDTH * places).astype(int) - 1
    order = np.rint(sizes[:, 0] / WIDTH * places - 0.5).astype(int)
    size = np.sort(np.log10(np.abs(gains[gains != 0])))[::-1] + np.log10(len(gains)) / 2
    logarithms = np.concatenate([np.log10(found.semi_axes)[ranks], size[order]])
    heights = np.concatenate([axes[:, 1], sizes[:, 1]])
    if np.ptp(logarithms) < 1e-6:
        assert np.ptp(heights) < 1e-2
        return
    slope, start = np.polyfit(logarithms, heights, 1)
    assert np.allclose(slope * logarithms + start, heights, rtol=0, atol=1e-5)
    assert slope > 0


@pytest.mark.parametrize("name", SETS)
def test_every_interval_holds_its_axis(name: str) -> None:
    """An interval reaches from one size to the next, or to the edge where that is 0; none that is tall is left out."""
    gains = SETS[name]
    axes, _, lines = drawn(gains)
    heights = dict(axes.tolist())
    for line in lines:
        (x, bottom), (_, top) = line.points
        assert bottom < top
        if x in heights:
            assert bottom - 1e-9 <= heights[x] <= top + 1e-9
    size = np.sort(np.log10(np.abs(gains[gains != 0])))[::-1]
    if len(size) > 1 and size[0] > size[-1] + 1:
        widest = int(np.argmax(size[:-1] - size[1:]))
        places = ellipsoid(gains).dimension + 1
        assert any(abs(line.points[0][0] - (widest + 1) / places * WIDTH) < 1e-9 for line in lines)
    assert any(line.points[0][1] == 0 for line in lines) == bool((gains == 0).any())


def test_a_point_has_no_plot() -> None:
    """With a way on."""
    with pytest.raises(InputError, match="no semi-axes to draw"):
        plot(ellipsoid(np.array([3.0])))
