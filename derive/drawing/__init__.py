"""Figures: panels of lines, dots and labels, written twice, as TikZ for a PDF and as SVG for a page.

A figure says what is drawn, never how it looks: lines and dots have the name of a style, labels are sentences of checked
terms.  Colours, widths and dashes stand once, in `theme`, and are spelt twice, as TikZ styles for the preamble and as CSS
for the page; so dark mode is a style sheet, and letters are set in the fonts of the document around them.

**Why not matplotlib.**  The same scenes came out three times as large there, took seconds to import and draw, changed
their bytes with its version, and had colours and fonts burnt in; its PGF output runs LaTeX to measure text.  What is
needed of it is here a few dozen lines for each writer, of the standard library alone, with the same bytes everywhere.
pgfplots writes no SVG.

Modules, in the order in which they stand on one another: `theme` (styles, in two spellings), `panel` (what is drawn),
`space` (parallel projection, ellipses), `writers` (TikZ and SVG).
"""

from __future__ import annotations

from derive.drawing.panel import Dots, Figure, Label, Line, Panel
from derive.drawing.theme import theme_css, theme_tex
from derive.drawing.writers import document, panels_tex, svg, tikz

__all__ = [
    "Dots", "Figure", "Label", "Line", "Panel", "document", "panels_tex", "svg", "theme_css", "theme_tex", "tikz",
]  # fmt: skip
