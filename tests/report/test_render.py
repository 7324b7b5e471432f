"""Rendering: what a report says, in each target; nothing that a theory supplies is a command of the target."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from jinja2 import UndefinedError

from derive.authoring.theory import Theorem, check_theorem
from derive.authoring.vocabulary import NearMiss
from derive.errors import InputError
from derive.interop.agreement import Agreement
from derive.printing import BOLD
from derive.report.build import build_report
from derive.report.files import compile_pdf
from derive.report.model import Report
from derive.report.render import render
from derive.report.targets import HtmlTarget, MarkdownTarget
from derive.report.templates import OURS
from tests.report.conftest import small_theory
from tests.structures import null_line_of_projector, one, with_theorems

GOLDEN = Path(__file__).parent / "golden"
#: ``DERIVE_UPDATE_GOLDEN=1 pytest tests/report`` writes the expected files anew.
UPDATE = "DERIVE_UPDATE_GOLDEN"
#: Points by which a line may be too long before anybody sees it.
OVERFULL = 1.0

needs_tex = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex on the PATH")


@pytest.mark.parametrize("which", ["small", "structured"])
@pytest.mark.parametrize("target", ["md", "tex", "html"])
def test_golden(which: str, target: str, request: pytest.FixtureRequest) -> None:
    """The reports of two small theories are, byte for byte, those that were read and found good."""
    expected = GOLDEN / f"{which}.{target}"
    actual = render(request.getfixturevalue(which), target)
    if os.environ.get(UPDATE):
        expected.write_text(actual, encoding="utf-8")
    assert actual == expected.read_text(encoding="utf-8"), f"set {UPDATE}=1 to update, and read the difference"


def test_any_number_of_processes_gathers_the_same(small: Report) -> None:
    """The numbers of rules, the evidence and the text are those of one process."""
    shared = build_report(small_theory(), jobs=2)
    assert shared.theorems[0].sympy == small.theorems[0].sympy != ()
    assert [line.rules for each in shared.theorems for line in each.lines] == [
        line.rules for each in small.theorems for line in each.lines
    ]
    assert render(shared, "md") == render(small, "md")


@pytest.mark.parametrize("target", ["md", "tex", "html"])
def test_same_bytes(small: Report, target: str) -> None:
    """Rendering twice gives the same text, without a path or a date of this machine."""
    text = render(small, target)
    assert text == render(small, target)
    assert str(Path.home()) not in text


def test_what_is_shown(small: Report) -> None:
    """Scope, ledger, hypotheses, rules, near misses with both values, ill-typed claims and conventions are all there."""
    text = render(small, "md")
    for wanted in (
        "**Proved** for all $N \\geq 1$",
        "[R1]",
        "definition of μ",
        "| N for N - 1 |",
        "$0 \\neq 1$",
        "every size (ill-typed)",
        "speaks of nothing there",
        "Given $\\epsilon \\geq 0$, $\\vec 1 \\cdot \\vec v = 0$",
        "wherever $\\vert \\vec v\\vert ^2 + \\epsilon > 0$",
        "A book, Eq. (3)",
    ):
        assert wanted in text


def test_all_kinds_are_shown(structured: Report) -> None:
    """The sentence, scope and hypotheses; every part and the parts of it; where near misses fail; numbers that go on."""
    text = render(structured, "md")
    for wanted in (
        "### 1. the projector is one",
        "### 3. what the projector loses",
        "`structured.null_space` (null line) · A book, Eq. (3)",
        r"> The null space of $\Pi$ is spanned by $\vec 1$.",
        r"| 1 annihilation | $\displaystyle \Pi \vec 1 = \vec 0$ | proved by normal forms |",
        r"| 1 null space | the null space of $\Pi$ is spanned by $\vec 1$ | proved by its parts |",
        "| 1.2 splitting |",
        r"Given $\vec 1 \cdot \vec a = 0$, $\vec a \neq \vec 0$.",
        r"annihilation fails:<br>$\displaystyle \Pi \vec a = \vec 0$<br>$(1, -1) \neq (0, 0)$",
        r"| $N = 1$, $\vec a = (1)$ | 0 \< 1<br>$\displaystyle \vert \Pi \vec a\vert ^2 = 0$<br>",
        "**Proved, not certified,** for all $N \\geq 2$.",
    ):
        assert wanted in text
    theorems, checks = text.split("### Checks")
    assert "structured.nullity" in theorems
    assert "structured.nullity" not in checks


def test_reports_without_structures_do_not_speak_of_them(small: Report) -> None:
    """What is said of parts stands only where there are some."""
    for target in ("md", "tex", "html"):
        text = render(small, target)
        assert "no equation" not in text
        assert "Part" not in text


def test_the_index_leads_to_every_theorem(structured: Report) -> None:
    """Number, title, statement where it is short, scope and verdict; each link has its anchor; the counts stand above."""
    text = render(structured, "md")
    assert "2 theorems proved; 5 theorems proved, not certified; 4 near misses refuted." in text.split("## Contents")[0]
    rows = [
        row
        for row in text.split("## How to read")[0].splitlines()
        if row.endswith(("| ✓ **proved** |", "| ? **proved, not certified** |"))
    ]
    assert len(rows) == len(structured.theorems)
    assert any(r"| $\Pi \Pi = \Pi$ | for all $N \geq 1$ |" in row for row in rows)
    for target, anchor in (("md", '<a id="{}"></a>'), ("html", 'id="{}"')):
        page = render(structured, target)
        links = re.findall(r"\]\(#([^)]+)\)" if target == "md" else 'href="#([^"]+)"', page)
        assert links
        named = [link for link in links if link != "evidence"]
        assert [link for link in named if anchor.format(link) not in page] == []
    tex = render(structured, "tex")
    assert tex.count(r"\pdfbookmark") == len(rows)
    assert r"\tableofcontents" in tex
    assert r"\resizebox" not in tex


def test_failure_of_a_structure_is_said(structured: Report) -> None:
    """A theorem that is refuted, one whose part is missing, and a near miss that is true, are said to be so."""
    first, *others = structured.others
    checked = first.checked
    near = NearMiss("nothing", checked.theorem.statement)
    theorem = replace(checked.theorem, claim=checked.near_misses[0].statement, near_misses=(near,))
    text = render(with_theorems(structured, replace(first, checked=check_theorem(theorem)), *others), "md")
    assert "**Not proved**; refuted: N = 2, a = (1, -1): left (1, -1), right (0, 0)." in text
    assert "not refuted: proved" in text
    short = replace(null_line_of_projector(), dual=one)
    made = replace(first, checked=check_theorem(Theorem("structured.short", "short", short)))
    text = render(with_theorems(structured, made), "md")
    assert "**Not proved**; unsupported: splitting: refuted: N = 2: left" in text
    row = next(row for row in text.splitlines() if row.startswith("| 2 splitting"))
    assert "| refuted at $N = 2$: " in row


def test_numbers_stand_apart(small: Report) -> None:
    """No word of proof stands among the checks of a section, or under what explains them but the one that denies it."""
    checks = render(small, "md").split("### Checks")[1]
    assert "no part of their proofs" in checks
    assert "roved" not in checks


def test_failure_is_said(small: Report) -> None:
    """A disagreement of the evidence, and a near miss that is not refuted, are said and not passed over."""
    theorem = small.theorems[1]
    stated = theorem.checked.theorem
    true = replace(stated, near_misses=(NearMiss("nothing", stated.statement),))
    changed = replace(theorem, sympy=(Agreement(1, False),) * 4, checked=check_theorem(true))
    text = render(with_theorems(small, small.theorems[0], changed, small.theorems[2]), "md")
    assert "no: it disagrees" in text
    assert "not refuted: proved" in text


def test_notation(small: Report) -> None:
    """A notation profile reaches every formula."""
    assert r"\vec a" not in render(small, "tex", BOLD)


def test_markdown_escapes(hostile: Report) -> None:
    """No tag outside of code, no cell torn apart."""
    text = render(hostile, "md")
    outside = re.sub(r"```.*?```|``.*?``|`[^`\n]*`|<br>|<!--.*?-->|<a id=\"[^\"]*\"></a>", "", text, flags=re.DOTALL)
    assert not re.search(r"(?<!\\)<", outside)
    rows = [row for row in re.findall(r"(?m)^\|.*\|$", text) if "100% " in row and "Holds" not in row]
    assert rows
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} <= {3, 4, 5, 6}


def test_html_escapes(hostile: Report) -> None:
    """No script of a theory is a script of the page, which has two of its own."""
    text = render(hostile, "html")
    assert re.findall("<script.*", text) == ["<script>"] * 2
    assert "&lt;script&gt;" in text


def test_macros_are_not_escaped_again(small: Report) -> None:
    """What a macro made stands as it is; what it was given is escaped."""
    source = '{% import "parts.html.jinja" as parts %}{{ parts.row([t.badge("proved", word), word]) }}'
    shown = OURS.environment("html", HtmlTarget()).from_string(source).render(word="a<b")
    assert shown.startswith('<tr><td><span class="badge proved">')
    assert shown.count("a&lt;b") == 2


def test_tex_escapes(hostile: Report) -> None:
    """No command of a theory is a command of the document."""
    text = render(hostile, "tex")
    assert "\\input{" not in text
    assert "\\write" not in text
    assert text.count("\\end{document}") == 1


@needs_tex
@pytest.mark.parametrize("which", ["small", "structured", "hostile"])
def test_compiles(which: str, request: pytest.FixtureRequest) -> None:
    """Plain pdflatex compiles the report: no error, no undefined reference, no line off the page."""
    pdf, log = compile_pdf(render(request.getfixturevalue(which), "tex"))
    assert pdf.startswith(b"%PDF")
    assert "undefined" not in log
    assert "multiply defined" not in log
    if which != "hostile":  # a word of fifty letters without a place to break is too long for a narrow column
        assert [width for width in re.findall(r"Overfull \\hbox \(([0-9.]+)pt", log) if float(width) > OVERFULL] == []


@needs_tex
def test_tex_failure_is_an_input_error() -> None:
    """A document that does not compile is refused with pdflatex's first message."""
    with pytest.raises(InputError, match="Undefined control sequence"):
        compile_pdf("\\documentclass{article}\\begin{document}\\nonsense\\end{document}")


def test_pdf_without_pdflatex(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without pdflatex the message says so, and one way on."""
    monkeypatch.setenv("PATH", "")
    with pytest.raises(InputError, match=r"no pdflatex on the PATH\n.*ask for tex"):
        compile_pdf("")


def test_unknown_target(small: Report) -> None:
    """The targets there are, are named."""
    with pytest.raises(InputError, match="targets: md, tex, html, pdf"):
        render(small, "docx")


def test_strict_and_escaping(small: Report) -> None:
    """A misspelled name in a template is an error; text that no filter touched is escaped."""
    made = OURS.environment("md", MarkdownTarget())
    with pytest.raises(UndefinedError):
        made.from_string("{{ missing }}").render()
    assert made.from_string("{{ text }}").render(text="a_b<c>") == r"a\_b\<c\>"
