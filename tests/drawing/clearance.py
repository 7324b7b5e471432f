"""Do labels keep clear of lines, dots, one another and the edge?  By an estimate of how much room their letters take."""

from __future__ import annotations

import unicodedata
from itertools import combinations, pairwise

from derive.drawing.panel import Panel, Point
from derive.drawing.theme import DOTS, LABEL_SIZE, LINES
from derive.drawing.writers import Filled, Marks, Outline, Words, lowered
from derive.printing.sentences import sentence_text

#: Left, bottom, right, top.
Box = tuple[float, float, float, float]
#: Widths of letters in sizes of the font, and the height of a line of them with accents and arrows.
_NARROW, _BROAD, _WIDTH, _HEIGHT = 0.28, 0.72, 0.52, 1.0


def label_box(words: Words) -> Box:
    """Where a label is, about."""
    width = sum(map(_width, sentence_text(words.sentence))) * LABEL_SIZE
    height = _HEIGHT * LABEL_SIZE
    (x, y), side = words.at, words.side
    left = x if "e" in side else x - width if "w" in side else x - width / 2
    bottom = y if side[:1] == "n" and side != "on" else y - height if side[:1] == "s" else y - height / 2
    return left, bottom, left + width, bottom + height


def _width(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0.0
    if letter in " .,:;·|/()":
        return _NARROW
    if letter in "=+−-√±≤<∏Π":
        return _BROAD
    return _WIDTH * (0.7 if unicodedata.decomposition(letter).startswith(("<sub>", "<super>")) else 1.0)


def collisions(panel: Panel) -> tuple[str, ...]:
    """What a label meets, in words; empty for a panel that can be read.

    Of filled areas only the edge counts.
    """
    shapes = lowered(panel)
    labels = [(sentence_text(shape.sentence), label_box(shape)) for shape in shapes if isinstance(shape, Words)]
    width, height = panel.size
    found = [
        f"the label {name} leaves the panel"
        for name, (left, bottom, right, top) in labels
        if left < 0 or bottom < 0 or right > width or top > height
    ]
    found += [
        f"the labels {one} and {other} meet"
        for (one, first), (other, second) in combinations(labels, 2)
        if first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]
    ]
    for name, box in labels:
        for shape in shapes:
            match shape:
                case Outline(points, closed, style):
                    ends = (*points, points[0]) if closed else points
                    room = _wider(box, LINES[style].width / 2)
                    if any(_crosses(*segment, room) for segment in pairwise(ends)):
                        found.append(f"the label {name} meets a line of style {style}")
                case Marks(points, style, _):
                    room = _wider(box, DOTS[style].radius)
                    found += [
                        f"the label {name} meets a dot of style {style}" for point in points if _inside(point, room)
                    ]
                case Filled(polygons, colour):
                    if any(_inside(point, box) for polygon in polygons for point in polygon):
                        found.append(f"the label {name} meets an arrow in {colour}")
    return tuple(found)


def _wider(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _inside(point: Point, box: Box) -> bool:
    return box[0] < point[0] < box[2] and box[1] < point[1] < box[3]


def _crosses(start: Point, end: Point, box: Box) -> bool:
    """Whether a segment has a point in a box (Liang and Barsky's clipping)."""
    low, high = 0.0, 1.0
    for axis in (0, 1):
        step = end[axis] - start[axis]
        to_low, to_high = box[axis] - start[axis], box[axis + 2] - start[axis]
        if step == 0:
            if to_low >= 0 or to_high <= 0:
                return False
            continue
        enter, leave = sorted((to_low / step, to_high / step))
        low, high = max(low, enter), min(high, leave)
    return low < high
