"""Panels as SVG; a page with several needs `theme_css` once, a file of its own carries it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from derive.drawing.lowering import Filled, Marks, Outline, Shape, Words, lowered, number
from derive.drawing.panel import Panel, Point, Side
from derive.drawing.theme import LABEL_SIZE, SCREEN, theme_css
from derive.printing.sentences import TEXT, Sentence, runs, sentence_terms, sentence_text, shown, spaced

#: How far letters reach above and below their baseline, and half the height of a small letter.
ASCENT, DESCENT, MIDDLE = 0.75 * LABEL_SIZE, 0.2 * LABEL_SIZE, 0.3 * LABEL_SIZE
_LETTER = re.compile("(?<![A-Za-z])[A-Za-zα-ω]\u0302?(?![A-Za-z])")


def svg(panel: Panel, standalone: bool = False) -> str:
    """The panel as an ``svg`` element without its title; ``standalone`` puts the style sheet into it."""
    width, height = map(number, panel.size)
    said = escape(sentence_text(panel.alt))
    rows = [
        f'<svg class="fig" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{number(panel.size[0] * SCREEN)}" height="{number(panel.size[1] * SCREEN)}" '
        f'role="img" aria-label="{said}">',
        f"<title>{said}</title>",
        *([f"<style>\n{theme_css()}</style>"] if standalone else []),
        *(_spelt(shape, panel.size[1]) for shape in lowered(panel)),
        "</svg>",
    ]
    return "\n".join(rows) + "\n"


def _spelt(shape: Shape, height: float) -> str:
    match shape:
        case Outline(points, closed, style):
            return f'<path class="l-{style}" d="{_path(points, closed, height)}"/>'
        case Filled(polygons, colour):
            return f'<path class="c-{colour}" d="{_polygons(polygons, height)}"/>'
        case Marks(points, style, polygons):
            drawn = _polygons(polygons, height) or "".join(f"M{_point(point, height)}h0" for point in points)
            return f'<path class="d-{style}" d="{drawn}"/>'
        case Words(at, sentence, side, colour):
            x, y = at[0], height - at[1] + baseline(side)
            return (
                f'<text class="c-{colour}" x="{number(x)}" y="{number(y)}" text-anchor="{anchor(side)}">'
                f"{_words(sentence)}</text>"
            )


def anchor(side: Side) -> str:
    """Which end of a text lies at its place."""
    return "start" if "e" in side else "end" if "w" in side else "middle"


def baseline(side: Side) -> float:
    """How far below its place the baseline of a text lies."""
    return -DESCENT if "n" in side[:1] else ASCENT if "s" in side[:1] else MIDDLE


def _point(point: Point, height: float) -> str:
    return f"{number(point[0])} {number(height - point[1])}"


def _path(points: Sequence[Point], closed: bool, height: float) -> str:
    return "M" + "L".join(_point(point, height) for point in points) + ("Z" if closed else "")


def _polygons(polygons: Sequence[Sequence[Point]], height: float) -> str:
    return "".join(_path(polygon, True, height) for polygon in polygons)


def _words(sentence: Sentence) -> str:
    """The sentence with the single letters of its mathematics in italics, and true minus signs."""
    page = sentence_terms(sentence)

    def italic(mathematics: str) -> str:
        return _LETTER.sub(lambda letter: f'<tspan class="i">{letter[0]}</tspan>', mathematics.replace("-", "−"))

    return spaced(
        [
            escape(run) if isinstance(run, str) else italic(escape(spaced([shown(piece, TEXT, page) for piece in run])))
            for run in runs(sentence)
        ]
    )
