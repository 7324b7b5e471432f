"""Panels, and their two spellings."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from xml.etree import ElementTree

import pytest

import derive
from derive.drawing import Dots, Figure, Label, Line, Panel, document, svg, theme_css, theme_tex, tikz
from derive.drawing.theme import COLOURS, DOTS, LINES
from derive.errors import InputError
from derive.report.files import compile_pdf
from tests.drawing.clearance import collisions
from tests.words import a

PANEL = Panel(
    ("scaled", a / 2),
    ("An arrow <and> a label.",),
    (0.0, 0.0, 4.0, 2.0),
    10.0,
    (
        *(Line(((0.0, 0.1 * at), (2.0, 0.1 * at), (1.0, 2.0)), style, closed=True) for at, style in enumerate(LINES)),
        *(Dots(((3.5, 0.1 * at), (3.6, 0.1 * at)), style) for at, style in enumerate(DOTS)),
        Line(((0.0, 0.0), (1.0, 0.0)), "axis", arrow=True),
        Label((2.5, 1.0), (a / 2,), "e", "blue"),
    ),
)


def with_items(*items: Line | Dots | Label) -> Panel:
    """A larger panel with these alone."""
    return replace(PANEL, unit=30.0, items=items)


def test_svg_is_well_formed_and_says_what_it_shows() -> None:
    """It parses with and without its style sheet; title and label hold the alternative text, escaped; no colour is in it."""
    for standalone in (False, True):
        root = ElementTree.fromstring(svg(PANEL, standalone))
        assert root.attrib["aria-label"] == "An arrow <and> a label."
        assert root.attrib["viewBox"] == "0 0 40 20"
    assert not re.search(r"#[0-9a-f]{3,6}|rgb", svg(PANEL))
    assert '<tspan class="i">a</tspan> / 2' in svg(PANEL)
    assert '>−<tspan class="i">a</tspan></text>' in svg(with_items(Label((2.0, 1.0), (-a,))))


def test_both_writers_know_every_style() -> None:
    """Every style of line and dot and every colour is spelt in both themes; none is defined that has no name."""
    tex, css = theme_tex(), theme_css()
    assert set(re.findall(r"\\tikzset\{derive-([\w-]+)/", tex)) == {*LINES, *DOTS, "label"}
    assert set(re.findall(r"\.fig \.l-([\w-]+)\{", css)) == set(LINES)
    assert set(re.findall(r"\.fig \.d-([\w-]+)\{", css)) == set(DOTS)
    for name, (light, dark) in COLOURS.items():
        assert rf"\definecolor{{derive-{name}}}{{HTML}}{{{light.upper()}}}" in tex
        assert css.count(f"--fig-{name}:#{light};") == 1
        assert css.count(f"--fig-{name}:#{dark};") == 2


def _contrast(colour: str, page: str) -> float:
    """The contrast of WCAG 2."""

    def luminance(hexadecimal: str) -> float:
        parts = [int(hexadecimal[at : at + 2], 16) / 255 for at in (0, 2, 4)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    light, dark = sorted((luminance(colour), luminance(page)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", COLOURS)
def test_colours_can_be_read(name: str) -> None:
    """4.5 : 1 on white, and on a dark page."""
    light, dark = COLOURS[name]
    assert _contrast(light, "ffffff") >= 4.5
    assert _contrast(dark, "16181c") >= 4.5


def test_the_two_spellings_have_the_same_points() -> None:
    """The vertices in the SVG are those of the TikZ picture, mirrored, in order."""
    line = with_items(Line(((0.0, 0.0), (1.0, 0.5), (3.123456, 2.0)), "curve"))
    assert "(0,0) -- (30,15) -- (93.7,60);" in tikz(line)
    assert 'd="M0 60L30 45L93.7 0"' in svg(line)


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex")
def test_tikz_compiles_without_an_overfull_box() -> None:
    """Every style, with a title and a caption, and the same bytes each time."""
    figure = Figure("t.f", "A figure", ("A caption of", a, "."), 2, lambda: (PANEL, PANEL))
    made, log = compile_pdf(document(figure))
    assert made.startswith(b"%PDF")
    assert "Overfull" not in log
    assert "Undefined" not in log


def test_bytes_are_the_same_in_every_run() -> None:
    """Two figures drawn apart are spelt alike."""
    first, second = (derive.figure("layernorm.zero_gains").draw() for _ in range(2))
    assert [(svg(p), tikz(p)) for p in first] == [(svg(p), tikz(p)) for p in second]


@pytest.mark.parametrize(
    ("item", "what"),
    [
        (Line(((0.0, 1.0), (4.0, 1.0)), "axis"), "meets a line of style axis"),
        (Line(((0.5, 0.2), (0.5, 0.3), (2.8, 1.0)), "trail"), "meets a line of style trail"),
        (Dots(((2.9, 1.0),), "root"), "meets a dot of style root"),
        (Label((2.6, 1.1), (a,), "e"), "meet"),
        (Label((3.9, 0.2), (a / 2,), "e"), "leaves the panel"),
        (Line(((2.9, 0.1), (2.9, 1.0)), "shift", arrow=True), "meets an arrow in green"),
    ],
)
def test_collisions_are_found(item: Line | Dots | Label, what: str) -> None:
    """What lies under a label, wherever it comes from."""
    label = Label((2.5, 1.0), (a / 2,), "e")
    assert any(what in found for found in collisions(with_items(label, item)))
    assert collisions(with_items(label)) == ()


@pytest.mark.parametrize("side", ["n", "ne", "e", "se", "s", "sw", "w", "nw"])
def test_a_label_does_not_cover_its_own_point(side: str) -> None:
    """On whichever side of it."""
    items = (Dots(((2.0, 1.0),), "root"), Label((2.0, 1.0), (a,), side))  # type: ignore[arg-type]
    assert collisions(with_items(*items)) == ()


@pytest.mark.parametrize(
    ("make", "found", "hint"),
    [
        (lambda: Line(((0.0, 0.0), (1.0, 1.0)), "bold"), "style of a line 'bold'", "axis"),
        (lambda: Dots(((0.0, 0.0),), "big"), "style of dots 'big'", "sample"),
        (lambda: Label((0.0, 0.0), ("x",), "up"), "side 'up'", "n, ne"),  # type: ignore[arg-type]
        (lambda: Label((0.0, 0.0), ("x",), "n", "pink"), "colour 'pink'", "ink"),
        (lambda: Line(((0.0, 0.0),), "axis"), "1 points", "at least 2"),
        (lambda: Dots(((float("nan"), 0.0),), "root"), "nan", "finite"),
        (lambda: replace(PANEL, box=(0.0, 0.0, 0.0, 1.0)), "box", "left < right"),
    ],
)
def test_what_cannot_be_drawn(make: object, found: str, hint: str) -> None:
    """An error that says what was found and what there is."""
    with pytest.raises(InputError) as raised:
        make()  # type: ignore[operator]
    assert found in str(raised.value)
    assert hint in str(raised.value)
