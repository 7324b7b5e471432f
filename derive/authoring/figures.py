"""What a figure is drawn with: a theory's function returns panels, and `Theory.figure` makes them a figure.

Panels hold lines, dots and labels, each with a place in its own units and the name of a style; `derive.drawing` says how a
style looks, and on what paper.
"""

from derive.drawing import Dots, Figure, Label, Line, Panel
from derive.drawing.panel import Item, Point, Side
from derive.drawing.space import Camera, Vector, dot, ellipse, plus, times, unit
from derive.printing.sentences import COMMA, EQUALS, Sentence, Sign, power_of_ten

__all__ = [
    "COMMA", "EQUALS", "Camera", "Dots", "Figure", "Item", "Label", "Line", "Panel", "Point", "Sentence", "Side", "Sign",
    "Vector", "dot", "ellipse", "plus", "power_of_ten", "times", "unit",
]  # fmt: skip
