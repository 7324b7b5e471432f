"""The look of every figure, stated once: what each named style is, and the theme's two spellings, TikZ and CSS.

Colours are Okabe and Ito's, darkened to a contrast of 4.5 : 1 on white, lightened for dark pages.  No meaning hangs on a
colour alone: lines that differ in meaning differ in dash, dots in shape.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from derive.errors import InputError

Shape = Literal["circle", "triangle", "square"]

#: Colours by name: red green blue as on a light page, and as on a dark one.
COLOURS: Mapping[str, tuple[str, str]] = {
    "ink": ("1b1f24", "e6e6e6"),
    "muted": ("6b7280", "9aa3ad"),
    "blue": ("0072b2", "63b8ec"),
    "red": ("c44e00", "ff9556"),
    "green": ("00805c", "3fc79a"),
}
#: The size of labels, in points.
LABEL_SIZE = 8.0
#: Pixels on a page for one point: letters of 12 pixels.
SCREEN = 1.5


@dataclass(frozen=True)
class LineStyle:
    """Colour and width in points; on and off of a dash; the opacity to which a closed line is filled, in its ``fill``."""

    colour: str
    width: float
    dash: tuple[float, float] | None = None
    fill: str = ""
    opacity: float = 0.0


@dataclass(frozen=True)
class DotStyle:
    """Colour, radius in points, opacity and shape."""

    colour: str
    radius: float
    opacity: float = 1.0
    shape: Shape = "circle"


LINES: Mapping[str, LineStyle] = {
    "axis": LineStyle("muted", 0.5),
    "plane": LineStyle("muted", 0.35, None, "muted", 0.10),
    "edge": LineStyle("blue", 1.0, None, "blue", 0.12),
    "outline": LineStyle("muted", 0.5, None, "blue", 0.06),
    "ball": LineStyle("muted", 0.6),
    "semi-axis": LineStyle("blue", 0.8, (3, 2)),
    "wrong": LineStyle("red", 1.0, (4, 2.5)),
    "normal": LineStyle("red", 1.1),
    "shift": LineStyle("green", 1.1),
    "curve": LineStyle("ink", 1.0),
    "true": LineStyle("blue", 1.6),
    "trail": LineStyle("muted", 0.6, (1, 1.6)),
    "leader": LineStyle("muted", 0.35),
}
DOTS: Mapping[str, DotStyle] = {
    "sample": DotStyle("ink", 0.75, 0.42),
    "outcome": DotStyle("blue", 0.85, 0.6),
    "first": DotStyle("blue", 1.9),
    "second": DotStyle("red", 2.2, 1.0, "triangle"),
    "third": DotStyle("green", 1.7, 1.0, "square"),
    "foot": DotStyle("muted", 1.2),
    "root": DotStyle("ink", 1.9),
    "critical": DotStyle("blue", 2.0),
}


def known(name: str, table: Mapping[str, object], what: str) -> None:
    """Raise `InputError` with the names there are where a table has not this one."""
    if name not in table:
        raise InputError(f"the {what} {name!r}", hint=f"one of {', '.join(table)}")


def theme_tex() -> str:
    """Colours and styles for the preamble of a document that has ``\\usepackage{tikz}``."""
    rows = [rf"\definecolor{{derive-{name}}}{{HTML}}{{{light.upper()}}}" for name, (light, _) in COLOURS.items()]
    size = f"{LABEL_SIZE:g}"
    rows.append(rf"\tikzset{{derive-label/.style={{font=\fontsize{{{size}}}{{{size}}}\selectfont, inner sep=0pt}}}}")
    rows += [rf"\tikzset{{derive-{name}/.style={{{_tikz_line(style)}}}}}" for name, style in LINES.items()]
    rows += [
        rf"\tikzset{{derive-{name}/.style={{fill=derive-{style.colour}, fill opacity={style.opacity:g}}}}}"
        for name, style in DOTS.items()
    ]
    return "\n".join(rows) + "\n"


def _tikz_line(style: LineStyle) -> str:
    words = [f"draw=derive-{style.colour}", f"line width={style.width:g}pt", "line join=round"]
    if style.dash:
        words.append("dash pattern=on {:g}pt off {:g}pt".format(*style.dash))
    if style.fill:
        words += [f"fill=derive-{style.fill}", f"fill opacity={style.opacity:g}"]
    return ", ".join(words)


def theme_css() -> str:
    """The style sheet of a page with figures: light, and dark where the reader wants it or ``data-theme`` says so."""
    light = "".join(f"--fig-{name}:#{colour};" for name, (colour, _) in COLOURS.items())
    dark = "".join(f"--fig-{name}:#{colour};" for name, (_, colour) in COLOURS.items())
    rows = [
        f":root{{{light}}}",
        f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}",
        f":root[data-theme=dark]{{{dark}}}",
        f".fig text{{font:{LABEL_SIZE:g}px/1 'STIX Two Text',Cambria,Georgia,'Times New Roman',serif}}",
        ".fig{max-width:100%;height:auto}.fig .i{font-style:italic}",
        ".fig path{fill:none;stroke-linejoin:round;stroke-linecap:butt}",
    ]
    rows += [f".fig .l-{name}{{{_css_line(style)}}}" for name, style in LINES.items()]
    rows += [f".fig .d-{name}{{{_css_dot(style)}}}" for name, style in DOTS.items()]
    rows += [f".fig .c-{name}{{fill:var(--fig-{name})}}" for name in COLOURS]
    return "\n".join(rows) + "\n"


def _css_line(style: LineStyle) -> str:
    words = [f"stroke:var(--fig-{style.colour})", f"stroke-width:{style.width:g}"]
    if style.dash:
        words.append("stroke-dasharray:{:g} {:g}".format(*style.dash))
    if style.fill:
        words += [f"fill:var(--fig-{style.fill})", f"fill-opacity:{style.opacity:g}"]
    return ";".join(words)


def _css_dot(style: DotStyle) -> str:
    if style.shape == "circle":  # lines of no length with round ends
        width = 2 * style.radius
        look = f"stroke:var(--fig-{style.colour});stroke-width:{width:g};stroke-linecap:round"
        return look + (f";stroke-opacity:{style.opacity:g}" if style.opacity < 1 else "")
    return f"fill:var(--fig-{style.colour});fill-opacity:{style.opacity:g}"
