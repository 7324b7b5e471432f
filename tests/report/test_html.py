"""Pages of HTML: whole, of one file, readable in both colours, and no wider than a phone."""

from __future__ import annotations

import re
import shutil
import subprocess
from fractions import Fraction
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from derive.claims import all_claims
from derive.evaluate.numbers import Enclosure, surd
from derive.language.build import dimension, index, norm, scalar, sqrt, sum_, vector
from derive.language.terms import Term
from derive.printing import BOLD, latex
from derive.printing.markup import Sheet
from derive.printing.walk import printed
from derive.report.claims import build_claims, render_claims
from derive.report.formulas import EQUALS, Formula, Typeset, value
from derive.report.model import Report
from derive.report.render import render
from derive.report.targets import HtmlTarget, Safe
from derive.report.templates import OURS, folder

#: Elements without an end.
VOID = frozenset({"meta", "br", "link", "img", "hr", "input"})
#: The least contrast of text in the guidelines for accessibility (WCAG 2.1, AA).
CONTRAST = 4.5

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no chromium on the PATH")


class Balance(HTMLParser):
    """The elements of a page: every one is closed by its own end; what is fetched; the ids, and where links lead."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.math: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert len(given) == len(attrs)
        if tag not in VOID:
            self.open.append(tag)
        if tag in ("link", "img", "iframe", "object", "embed") or "src" in given:
            self.fetched.append(tag)
        self.ids += [given["id"] or ""] if "id" in given else []
        self.links += [given["href"] or ""] if tag == "a" else []
        self.math += [given["alttext"] or ""] if tag == "math" else []

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, self.getpos()


def every_block() -> str:
    """A page with every block, some of them wider than any phone."""
    N = dimension("N")
    a, x = vector("a", N), scalar("x")
    typeset, to = Typeset(), HtmlTarget()
    long: Term = x
    for number in range(30):
        long = long + scalar(f"x_{number}")
    chain = to.wide([typeset.term(norm(a)), *(EQUALS + typeset.term(sqrt(long)) for _ in range(3))])
    source = """
{% extends "page.html.jinja" %}
{% import "parts.html.jinja" as parts %}
{% block title %}Every block & more{% endblock %}
{% block content %}
<section class="summary">{{ parts.verdicts(rows) }}</section>
{{ parts.section("one", "A <section>") }}
<p>Some words with {{ t.inline(long) }} in them.</p>
{{ parts.notation([(short, "a letter"), (wide, wide)]) }}
{{ parts.display(wide, "(1)", "because of what was said", "shown") }}
{% call parts.derivation("lines", "proved", "for all N", "a.very_long_label_of_a_theorem" * 4, "x < y") %}
{% call parts.line("", wide) %}{% endcall %}
{% call parts.line("=", wide, 2, fine=[[(wide, "one"), (short, "two")]]) %}a reason{% endcall %}
{% endcall %}
{% call parts.table(["what", "where"]) %}{{ parts.row([wide, "there" * 60]) }}{% endcall %}
{% call parts.panels([{"svg": svg, "title": "left"}] * 4, 4, "fig") %}{{ t.badge("unsupported") }} Words.{% endcall %}
{% endblock %}
"""
    rows = [
        {"href": "#one", "says": chain, "scope": "N ≥ 1", "kind": kind}
        for kind in ("proved", "refuted", "corrected", "unsupported")
    ]
    svg = Safe('<svg viewBox="0 0 9 9" width="900"><path d="M0 0L9 9"/></svg>')
    return (
        OURS.environment("html", to)
        .from_string(source)
        .render(rows=rows, wide=chain, short=to.formula(typeset.term(x)), long=typeset.term(long), svg=svg)
        .strip()
    )


@pytest.fixture(scope="module")
def claims() -> str:
    """The document of claims, of a few of them."""
    return render_claims(build_claims(all_claims()[::40]), "html")


@pytest.fixture
def pages(small: Report, structured: Report, hostile: Report, claims: str) -> dict[str, str]:
    """One page of each kind."""
    reports = {"small": small, "structured": structured, "hostile": hostile}
    return {"blocks": every_block(), "claims": claims, **{name: render(r, "html") for name, r in reports.items()}}


def test_whole_and_alone(pages: dict[str, str]) -> None:
    """Elements are balanced, ids stand once, links inside the page lead somewhere, and nothing is fetched."""
    for name, text in pages.items():
        page = Balance(text)
        assert text.startswith("<!DOCTYPE html>")
        assert page.math, name
        assert page.fetched == []
        assert not re.search(r"@import|url\(|https?:", text)
        assert len(set(page.ids)) == len(page.ids)
        assert {link[1:] for link in page.links if link.startswith("#")} <= set(page.ids)


def test_formulas_are_mathml(small: Report) -> None:
    """Each formula is an element with its LaTeX; what is a chain has an element for each link."""
    page = Balance(render(small, "html"))
    for theorem in small.theorems:
        first, *others = theorem.checked.theorem.terms
        typeset = Typeset().on_page(theorem.checked.theorem.terms)
        wanted = [typeset.term(first).latex, *(f"= {typeset.term(term).latex}" for term in others)]
        assert set(wanted) <= set(page.math)
    assert latex(vector("a", dimension("N")), BOLD) in Balance(render(small, "html", BOLD)).math


def test_other_targets_do_not_print_mathml(small: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    """MathML is printed when a page asks for it, and not before."""

    def refused(*_: object, **__: object) -> str:
        raise AssertionError("MathML was printed")

    printed.cache_clear()
    monkeypatch.setattr(Sheet, "written", refused)
    assert render(small, "md")
    assert render(small, "tex")
    with pytest.raises(AssertionError, match="MathML was printed"):
        render(small, "html")


def test_rows() -> None:
    """A formula is in one piece for each of its links; a wide one in a line of text scrolls by itself."""
    N = dimension("N")
    n = index("n", N)
    to, long = HtmlTarget(), Formula("a" + " + a" * 40, "…")
    assert to.in_rows(long, 5.0, first=True) == [long]
    assert to.in_rows(long, 5.0, first=False) == [EQUALS + long]
    assert to.wide([long, long]).count("<math") == 2
    assert to.inline(long).startswith('<span class="wide"><math')
    assert to.formula(Formula("a", "a")).startswith('<math alttext="a">')
    assert 'displaystyle="true"' in to.inline(Typeset().term(sum_(n, vector("a", N)[n])))


def colours() -> list[tuple[str, dict[str, str]]]:
    """The colours of each theme."""
    style = (folder() / "style.html.jinja").read_text(encoding="utf-8")
    themes = re.findall(r"(:root[^{]*)\{(--bg[^}]*)\}", style)
    return [(name, dict(re.findall(r"--(\w+):(#\w+)", body))) for name, body in themes]


def luminance(colour: str) -> float:
    """The relative luminance of a colour, as WCAG 2.1 defines it."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_contrast() -> None:
    """Every colour of text is readable on both grounds of its theme; the dark theme by button is the one by preference."""
    themes = colours()
    assert len(themes) == 3
    assert themes[1][1] == themes[2][1]
    for name, theme in themes:
        for text in ("fg", "soft", "green", "red", "blue", "grey"):
            for ground in ("bg", "box"):
                dark, light = sorted((luminance(theme[text]), luminance(theme[ground])))
                assert (light + 0.05) / (dark + 0.05) >= CONTRAST, (name, text, ground)


@needs_chromium
def test_no_wider_than_a_phone(pages: dict[str, str], tmp_path: Path) -> None:
    """At 360 px no page scrolls sideways, and every block is inside it: a formula that is too wide scrolls by itself."""
    frames = "".join(
        f'<iframe id="{name}" style="width:360px;height:640px;border:0" srcdoc="{escape(text)}"></iframe>'
        for name, text in pages.items()
    )
    script = """<script>onload = () => { document.body.textContent = [...document.querySelectorAll('iframe')].map(frame => {
        frame.contentDocument.querySelectorAll('details').forEach(part => { part.open = true; });
        return frame.id + '=' + frame.contentDocument.documentElement.scrollWidth; }).join(' '); };</script>"""
    file = tmp_path / "frames.html"
    file.write_text(f"<!DOCTYPE html><meta charset='utf-8'><body>{frames}{script}</body>", encoding="utf-8")
    options = ("headless", "hide-scrollbars", "no-sandbox", "disable-gpu", "virtual-time-budget=5000", "dump-dom")
    profile = f"--user-data-dir={tmp_path / 'profile'}"
    run = subprocess.run(
        [str(CHROMIUM), profile, *(f"--{option}" for option in options), file.as_uri()],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    widths = {name: int(found) for name, found in re.findall(r"(\w+)=(\d+)", run.stdout.split("<body>")[1])}
    assert set(widths) == set(pages)
    assert set(widths.values()) == {360}, widths


def test_values() -> None:
    """Numbers, vectors and matrices as MathML."""
    one, half = Fraction(1), Fraction(-1, 2)
    over = '<mo lspace="0" rspace="0">/</mo>'
    minus = '<mo form="prefix">−</mo>'
    assert value(half).markup == f"{minus}<mn>1</mn>{over}<mn>2</mn>"
    root = f"<mn>1</mn><mo>−</mo><msqrt><mn>5</mn></msqrt>{over}<mn>2</mn>"
    assert value(surd({1: one, 5: half})).markup == root
    assert value(Enclosure(one, one)).markup == "<mn>1</mn><mo>±</mo><mn>0</mn>"
    assert value(Fraction(10**4000 + 1)).markup.startswith("<mtext>about\u00a0</mtext><mn>1")
    assert value((one, half)).markup.count("<mn>") == 3
    assert value(((one,),)).markup == value((one,)).markup
    assert value(((one, half), (half, one))).markup.count("<mtd>") == 4
