r"""Panels as SVG and as TikZ.

A panel comes first into points of print, y upward from the lower left corner: outlines, discs and texts, which both writers
spell.  Arrow heads, triangles and squares become filled outlines there, so that the two pictures are one.

A page with several SVGs needs `theme_css` once, a file of its own carries it; documents with TikZ need
``\usepackage{tikz}`` and `theme_tex` in the preamble, and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import hypot
from typing import TypeVar, Union

from derive.drawing.panel import Dots, Figure, Item, Label, Line, Panel, Point, Side
from derive.drawing.theme import DOTS, LABEL_SIZE, LINES, SCREEN, theme_css, theme_tex
from derive.printing.notation import ARROW, Notation
from derive.printing.sentences import TEXT, Sentence, runs, sentence_latex, sentence_terms, sentence_text, shown, spaced

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
        *(_in_svg(shape, panel.size[1]) for shape in lowered(panel)),
        "</svg>",
    ]
    return "\n".join(rows) + "\n"


def _in_svg(shape: Shape, height: float) -> str:
    match shape:
        case Outline(points, closed, style):
            return f'<path class="l-{style}" d="{_outline(points, closed, height)}"/>'
        case Filled(polygons, colour):
            return f'<path class="c-{colour}" d="{_polygons(polygons, height)}"/>'
        case Marks(points, style, polygons):
            drawn = _polygons(polygons, height) or "".join(f"M{_place(point, height)}h0" for point in points)
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


def _place(point: Point, height: float) -> str:
    return f"{number(point[0])} {number(height - point[1])}"


def _outline(points: Sequence[Point], closed: bool, height: float) -> str:
    return "M" + "L".join(_place(point, height) for point in points) + ("Z" if closed else "")


def _polygons(polygons: Sequence[Sequence[Point]], height: float) -> str:
    return "".join(_outline(polygon, True, height) for polygon in polygons)


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


#: The point of a label's box that lies on its place.
_ANCHORS: dict[Side, str] = {
    "n": "south", "s": "north", "e": "west", "w": "east", "on": "center",
    "ne": "south west", "nw": "south east", "se": "north west", "sw": "north east",
}  # fmt: skip
#: Points in a row of the source.
_ROW = 7
_T = TypeVar("_T")


def tikz(panel: Panel, notation: Notation = ARROW) -> str:
    """The panel as a ``tikzpicture``; its title is not in it."""
    width, height = panel.size
    rows = [
        r"\begin{tikzpicture}[x=1pt,y=1pt,baseline=(current bounding box.south)]",
        rf"\useasboundingbox (0,0) rectangle {_at((width, height))};",
        *(_in_tikz(shape, notation) for shape in lowered(panel)),
        r"\end{tikzpicture}",
    ]
    return "\n".join(rows) + "\n"


def _in_tikz(shape: Shape, notation: Notation) -> str:
    match shape:
        case Outline(points, closed, style):
            return rf"\path[derive-{style}] {_joined(points, closed)};"
        case Filled(polygons, colour):
            return rf"\fill[derive-{colour}] {' '.join(_joined(polygon, True) for polygon in polygons)};"
        case Marks(points, style, polygons):
            radius = f"circle[radius={DOTS[style].radius:g}]"
            drawn = [_joined(each, True) for each in polygons] or [f"{_at(point)} {radius}" for point in points]
            return rf"\path[derive-{style}] {_rows(drawn, ' ', 3)};"
        case Words(at, sentence, side, colour):
            place = f"anchor={_ANCHORS[side]}, text=derive-{colour}"
            return rf"\node[derive-label, {place}] at {_at(at)} {{{sentence_latex(sentence, notation)}}};"


def _at(point: Point) -> str:
    return f"({number(point[0])},{number(point[1])})"


def _joined(points: Sequence[Point], closed: bool) -> str:
    return _rows([_at(point) for point in points], " -- ", _ROW) + (" -- cycle" if closed else "")


def _rows(words: Sequence[str], between: str, length: int) -> str:
    return f"\n{between}".join(between.join(row) for row in _in_rows(words, length))


def _in_rows(things: Sequence[_T], length: int) -> list[Sequence[_T]]:
    return [things[at : at + length] for at in range(0, len(things), length)]


def panels_tex(figure: Figure, notation: Notation = ARROW) -> str:
    """The panels in rows, each with its title below; for a ``figure`` environment or a page of its own."""
    boxes = [
        "\\begin{tabular}[b]{@{}c@{}}\n"
        + tikz(panel, notation)
        + f"\\\\[3pt]\n\\footnotesize {sentence_latex(panel.title, notation)}\n\\end{{tabular}}"
        for panel in figure.panels
    ]
    return "\\par\\medskip\n".join("\\hfil\n".join(row) + "%\n" for row in _in_rows(boxes, figure.columns))


def document(figure: Figure, notation: Notation = ARROW) -> str:
    """A LaTeX document of one page that is as large as the figure with its caption, and little between its panels."""
    rows = _in_rows(figure.panels, figure.columns)
    width = max(sum(panel.size[0] for panel in row) + 8 * len(row) for row in rows)
    return rf"""\documentclass{{article}}
\usepackage[T1]{{fontenc}}
\usepackage{{lmodern,amsmath,amssymb,tikz}}
{theme_tex()}\pagestyle{{empty}}
\begin{{document}}
\newsavebox\derivefigure
\begin{{lrbox}}{{\derivefigure}}\begin{{minipage}}{{{number(width)}pt}}
\centering
{panels_tex(figure, notation)}\par\medskip
\footnotesize\raggedright {sentence_latex(figure.caption, notation)}
\end{{minipage}}\end{{lrbox}}
\hoffset=-1in \voffset=-1in
\pdfpagewidth=\dimexpr\wd\derivefigure+12pt\relax
\pdfpageheight=\dimexpr\ht\derivefigure+\dp\derivefigure+12pt\relax
\shipout\vbox{{\kern6pt\hbox{{\kern6pt\box\derivefigure}}}}
\end{{document}}
"""
