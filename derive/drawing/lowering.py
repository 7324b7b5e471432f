"""A panel in points of print, y upward from the lower left corner: outlines, discs and texts, which both writers spell.

Arrow heads, triangles and squares become filled outlines here, so that the two pictures are one.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import Union

from derive.drawing.panel import Dots, Item, Label, Line, Panel, Point, Side
from derive.drawing.theme import DOTS, LINES
from derive.printing.sentences import Sentence

#: Length and half the width of an arrow head, and how far its tip goes beyond the line.
HEAD, HALF, BEYOND = 5.0, 2.1, 0.8
_SLANT = 0.7071
#: The direction of each side.
DIRECTIONS: dict[Side, Point] = {
    "n": (0, 1), "s": (0, -1), "e": (1, 0), "w": (-1, 0), "on": (0, 0),
    "ne": (_SLANT, _SLANT), "nw": (-_SLANT, _SLANT), "se": (_SLANT, -_SLANT), "sw": (-_SLANT, -_SLANT),
}  # fmt: skip


@dataclass(frozen=True)
class Outline:
    """A line in the look of a style."""

    points: tuple[Point, ...]
    closed: bool
    style: str


@dataclass(frozen=True)
class Filled:
    """Polygons filled in a colour: arrow heads."""

    polygons: tuple[tuple[Point, ...], ...]
    colour: str


@dataclass(frozen=True)
class Marks:
    """Dots in the look of a style; ``polygons`` are their outlines where they are no discs."""

    points: tuple[Point, ...]
    style: str
    polygons: tuple[tuple[Point, ...], ...]


@dataclass(frozen=True)
class Words:
    """A sentence that touches ``at`` with the side away from the point it belongs to."""

    at: Point
    sentence: Sentence
    side: Side
    colour: str


Shape = Union[Outline, Filled, Marks, Words]  # noqa: UP007 (a runtime alias)


def lowered(panel: Panel) -> tuple[Shape, ...]:
    """What is to be spelt, in order."""
    return tuple(shape for item in panel.items for shape in _shapes(item, panel))


def _shapes(item: Item, panel: Panel) -> tuple[Shape, ...]:
    left, bottom = panel.box[:2]

    def place(point: Point) -> Point:
        return (point[0] - left) * panel.unit, (point[1] - bottom) * panel.unit

    match item:
        case Line(points, style, closed, arrow):
            placed = tuple(map(place, points))
            line = Outline(placed, closed, style)
            return (line, Filled((_head(*placed[-2:]),), LINES[style].colour)) if arrow else (line,)
        case Dots(points, style):
            placed = tuple(map(place, points))
            return (Marks(placed, style, tuple(filter(None, (_polygon(point, style) for point in placed)))),)
        case Label(at, sentence, side, colour, gap):
            (x, y), (right, up) = place(at), DIRECTIONS[side]
            return (Words((x + gap * right, y + gap * up), sentence, side, colour),)


def _head(start: Point, tip: Point) -> tuple[Point, ...]:
    length = hypot(tip[0] - start[0], tip[1] - start[1]) or 1.0
    u, v = (tip[0] - start[0]) / length, (tip[1] - start[1]) / length
    x, y = tip[0] + BEYOND * u, tip[1] + BEYOND * v
    back_x, back_y = x - HEAD * u, y - HEAD * v
    return (x, y), (back_x - HALF * v, back_y + HALF * u), (back_x + HALF * v, back_y - HALF * u)


def _polygon(point: Point, style: str) -> tuple[Point, ...]:
    """The outline of a dot, empty for a disc."""
    (x, y), look = point, DOTS[style]
    r = look.radius
    match look.shape:
        case "triangle":
            return (x - r, y - 0.8 * r), (x + r, y - 0.8 * r), (x, y + 1.1 * r)
        case "square":
            return (x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)
        case "circle":
            return ()


def number(value: float) -> str:
    """To a hundredth of a point; never ``-0``.

    >>> number(-0.001), number(12.50)
    ('0', '12.5')
    """
    shown = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if shown in ("-0", "") else shown
