r"""Panels as TikZ pictures; documents need ``\usepackage{tikz}`` and `theme_tex` in the preamble, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from derive.drawing.lowering import Filled, Marks, Outline, Shape, Words, lowered, number
from derive.drawing.panel import Figure, Panel, Point, Side
from derive.drawing.theme import DOTS, theme_tex
from derive.printing.notation import ARROW, Notation
from derive.printing.sentences import sentence_latex

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
        rf"\useasboundingbox (0,0) rectangle {_point((width, height))};",
        *(_spelt(shape, notation) for shape in lowered(panel)),
        r"\end{tikzpicture}",
    ]
    return "\n".join(rows) + "\n"


def _spelt(shape: Shape, notation: Notation) -> str:
    match shape:
        case Outline(points, closed, style):
            return rf"\path[derive-{style}] {_path(points, closed)};"
        case Filled(polygons, colour):
            return rf"\fill[derive-{colour}] {' '.join(_path(polygon, True) for polygon in polygons)};"
        case Marks(points, style, polygons):
            radius = f"circle[radius={DOTS[style].radius:g}]"
            drawn = [_path(each, True) for each in polygons] or [f"{_point(point)} {radius}" for point in points]
            return rf"\path[derive-{style}] {_rows(drawn, ' ', 3)};"
        case Words(at, sentence, side, colour):
            place = f"anchor={_ANCHORS[side]}, text=derive-{colour}"
            return rf"\node[derive-label, {place}] at {_point(at)} {{{sentence_latex(sentence, notation)}}};"


def _point(point: Point) -> str:
    return f"({number(point[0])},{number(point[1])})"


def _path(points: Sequence[Point], closed: bool) -> str:
    return _rows([_point(point) for point in points], " -- ", _ROW) + (" -- cycle" if closed else "")


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
