"""What is drawn: figures of panels of lines, dots and labels, in the units of the mathematics, with named styles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite
from typing import Literal, Union, get_args

from derive.drawing.theme import COLOURS, DOTS, LINES, known
from derive.errors import InputError
from derive.printing.sentences import Sentence

Point = tuple[float, float]
#: Where a label lies, seen from its point: north of it, north-east of it, …, or on it.
Side = Literal["n", "ne", "e", "se", "s", "sw", "w", "nw", "on"]


def _finite(points: Sequence[Point], least: int) -> None:
    if len(points) < least:
        raise InputError(f"{len(points)} points of a drawing", hint=f"at least {least}")
    for point in points:
        if len(point) != 2 or not all(map(isfinite, point)):
            raise InputError(f"the point {point!r} of a drawing", hint="two finite numbers")


@dataclass(frozen=True)
class Line:
    """A polyline of two points or more, closed or not, with an arrow at its last point or without."""

    points: tuple[Point, ...]
    style: str
    closed: bool = False
    arrow: bool = False

    def __post_init__(self) -> None:
        _finite(self.points, 2)
        known(self.style, LINES, "style of a line")


@dataclass(frozen=True)
class Dots:
    points: tuple[Point, ...]
    style: str

    def __post_init__(self) -> None:
        _finite(self.points, 1)
        known(self.style, DOTS, "style of dots")


@dataclass(frozen=True)
class Label:
    """A sentence beside a point, ``gap`` points (of print) away from it."""

    at: Point
    sentence: Sentence
    side: Side = "on"
    colour: str = "ink"
    gap: float = 3.0

    def __post_init__(self) -> None:
        _finite((self.at,), 1)
        known(self.colour, COLOURS, "colour")
        if self.side not in get_args(Side):
            raise InputError(f"the side {self.side!r} of a label", hint=f"one of {', '.join(get_args(Side))}")


Item = Union[Line, Dots, Label]  # noqa: UP007 (a runtime alias)


@dataclass(frozen=True)
class Panel:
    """One picture.

    Attributes:
        title: what stands below it.
        alt: what a reader who cannot see it is told.
        box: left, bottom, right, top, in units of the mathematics; nothing is cut off at it.
        unit: points of print for one unit.
        items: drawn in this order.
    """

    title: Sentence
    alt: Sentence
    box: tuple[float, float, float, float]
    unit: float
    items: tuple[Item, ...]

    def __post_init__(self) -> None:
        left, bottom, right, top = self.box
        if not (left < right and bottom < top and self.unit > 0):
            raise InputError(
                f"a panel of box {self.box} and unit {self.unit}", hint="left < right, bottom < top, unit > 0"
            )

    @property
    def size(self) -> Point:
        """Width and height in points."""
        left, bottom, right, top = self.box
        return (right - left) * self.unit, (top - bottom) * self.unit


@dataclass(frozen=True)
class Figure:
    """Panels in rows of ``columns``, with a title and a caption; they are drawn when they are first asked for.

    ``label`` is ``theory.name``, what ``derive figure`` takes; ``draw`` is the function that gives the panels.
    """

    label: str
    title: str
    caption: Sentence
    columns: int
    draw: Callable[[], tuple[Panel, ...]] = field(repr=False, compare=False)

    @property
    def name(self) -> str:
        """The label without its theory."""
        return self.label.rpartition(".")[2]

    @cached_property
    def panels(self) -> tuple[Panel, ...]:
        return self.draw()
