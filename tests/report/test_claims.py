"""The document of claims: what it says of each, the erratum, and that nothing of it is anything but what was checked."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from derive.claims.claim import Claim, Claims
from derive.claims.classes import rule
from derive.claims.vocabulary import (
    Reading,
    Undefined,
    corrected,
    note,
    quoted,
    read,
    theorem,
    undecided,
    unless,
    without,
)
from derive.language.build import dot, norm, zeros
from derive.language.hypotheses import equal, not_zero
from derive.report import claims as document
from derive.report import documents
from derive.report.claims import OUTCOMES, ClaimReport, ClaimsReport, build_claims, render_claims
from derive.report.documents import claims_document
from derive.report.files import ReportResult, compile_pdf, write_document
from derive.report.write import write_report
from derive.statements.bound import bound
from derive.statements.conjunction import all_of
from derive.statements.equation import equation
from derive.statements.statement import Statement
from derive.statements.undefined import undefined_somewhere
from derive.statements.verdict import Backing
from derive.theories.layernorm.maps import EQ1, LN
from derive.theories.layernorm.names import N, Pi, a, one, v
from tests.report.conftest import HOSTILE

needs_tex = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex on the PATH")
TARGETS = ("md", "tex", "html")


def few_claims() -> Claims:
    """One claim of each sort, in the letters of LayerNorm."""
    made = Claims()

    @made.claim("R-1", "Eq. (1)", "TRUE", theorem="layernorm.projector_idempotent")
    @note("The code is `P*P`")
    def idempotent() -> Statement:
        """Π is idempotent."""
        return all_of(
            as_a_theorem=theorem("layernorm.projector_rank"),
            on_vectors=equation(Pi * Pi * a, Pi * a, not_zero(a)),
            shorter=bound(norm(Pi * v) ** 2, ">=", 0, not_zero(a)),
        )

    @made.claim("R-2", "§II", "TRUE-IF")
    @unless("v ≠ 0", not_zero(v))
    @without(lambda: Undefined(undefined_somewhere(v / norm(v))))
    def unit() -> Statement:
        """v/|v| is a unit vector."""
        return equation(norm(v / norm(v)), 1, not_zero(v))

    @made.claim("R-3", "§III", "TRUE-IF")
    @quoted("1 · a = 0", "the hyperplane")
    @without(lambda: equation(Pi * a, a))
    def kept() -> Statement:
        """Π keeps a."""
        return equation(Pi * a, a, equal(dot(one, a), 0))

    @made.claim("B-1", "Abstract", "FALSE")
    @corrected(lambda: [theorem("layernorm.eq6"), bound(norm(v), ">=", 0)])
    def longer() -> Statement:
        """Π makes vectors longer."""
        return all_of(idempotent=equation(Pi * Pi, Pi), longer=bound(norm(Pi * v) ** 2, ">", norm(v) ** 2))

    @made.claim("B-2", "Abstract", "ILL-TYPED")
    @corrected(lambda: [equation(dot(one, Pi * a), 0)])
    def shapes() -> Statement:
        """1 · Πa is the zero vector."""
        return equation(dot(one, Pi * a), zeros(N))

    @made.claim("B-3", "Abstract", "TRUE-IF")
    @read("as we read it", "unit")
    @without(lambda: Reading("unit"))
    def as_read() -> Statement:
        """LN is Eq. (1)."""
        return equation(LN, EQ1)

    made.words("B-4", "Abstract", "It is crucial.")
    return made


@pytest.fixture(scope="module")
def few() -> ClaimsReport:
    """The document of a few claims."""
    return build_claims(few_claims())


def section(text: str, start: str, end: str = "\n#") -> str:
    """What stands from a heading to the next."""
    return text.split(start, 1)[1].split(end, 1)[0]


def test_counts_are_computed(few: ClaimsReport) -> None:
    """The summary counts what came out, by source and in all; every claim is in one column."""
    text = render_claims(few, "md")
    assert "| R | 3 | 1 | 2 | 0 | 0 | 0 | 0 | 0 |" in text
    assert "| B | 4 | 0 | 1 | 1 | 1 | 0 | 0 | 1 |" in text
    assert "| all | 7 | 1 | 3 | 1 | 1 | 0 | 0 | 1 |" in text
    assert {claim.outcome for claim in few.claims} <= set(OUTCOMES.values())
    wrong = build_claims([Claim("R-9", "here", "TRUE", "so it is", lambda: equation(Pi * a, a))])
    assert wrong.unexpected == ("R-9",)
    assert "| R | 1 | 0 | 0 | 1 | 0 | 0 | 0 | 0 |" in render_claims(wrong, "md")
    assert "NOT as expected: [R-9](#R-9)" in render_claims(wrong, "md")
    assert "the catalogue has it as TRUE" in render_claims(wrong, "md")


def test_a_true_claim(few: ClaimsReport) -> None:
    """Place, words, verdict, letters, each part with its own hypotheses; a part that is a theorem is cited."""
    text = section(render_claims(few, "md"), "### R-1 · Eq. (1)")
    for wanted in (
        "> Π is idempotent.",
        "**Proved** for all $N \\geq 1$.",
        "Letters: $\\vec a$, $\\vec v$ in $\\mathbb{R}^{N}$.",
        "| 1 as a theorem | the rank of $\\Pi$ is $N - 1$ | proved by its parts<br>[`layernorm.projector_rank`]"
        "(layernorm-catalogue.md#layernorm.projector_rank) |",
        "| 2 on vectors | $\\displaystyle \\Pi \\Pi \\vec a = \\Pi \\vec a$ given $\\vec a \\neq \\vec 0$ | proved by ",
        "| 3.1 sign of the difference |",
        "Theorem: [`layernorm.projector_idempotent`](layernorm-catalogue.md#layernorm.projector_idempotent).",
        "Note: The code is `P*P`",
    ):
        assert wanted in text
    assert "| 1.1 " not in text
    assert "Given" not in text


def test_added_hypotheses(few: ClaimsReport) -> None:
    """What was added, what the statement is without it, and where; the same in the table at the end."""
    text = render_claims(few, "md")
    assert "**Proved if**: v ≠ 0. Decided for all $N \\geq 1$.\nGiven $\\vec v \\neq \\vec 0$." in section(
        text, "### R-2"
    )
    assert "Without that it is not defined: " in section(text, "### R-2")
    assert "Without that it is false: $\\displaystyle \\Pi \\vec a = \\vec a$, at $N = 1$, $\\vec a = (1)$" in text
    assert "one reading of it" in section(text, "### B-3")
    rows = section(text, "## Hypotheses that are left out\n", "\n<end>").splitlines()
    assert [row.split("]")[0][3:] for row in rows if row.startswith("| [")] == ["R-2", "R-3", "B-3"]


def test_the_rule_and_the_grounds(few: ClaimsReport) -> None:
    """The rule is printed, class by class; a hypothesis that was added says why it may be."""
    text = " ".join(render_claims(few, "md").split())
    assert [text.count(f"Class: {name}.") for name in ("TRUE", "TRUE-IF", "FALSE", "NOT-MATH")] == [1, 3, 1, 1]
    for name, words in rule()[1]:
        assert f"- **{name}**: {words[:40]}" in text
    for wanted in (
        "v ≠ 0: it leaves out a null set: $\\vec v \\neq \\vec 0$.",
        "1 · a = 0: the source gives it: “the hyperplane”.",
        "as we read it: the source leaves open what “unit” means.",
    ):
        assert wanted in text


def test_a_definition_and_what_is_not_decided() -> None:
    """A definition is well-posed, not proved; what no statement says is named, and so is what does not suffice."""
    made = Claims()

    @made.claim("R-1", "here", "DEF")
    @undecided("what most inputs are")
    def named() -> Statement:
        """Π is a projector."""
        return equation(Pi * Pi, Pi)

    enough = unless("1 · a = 0", equal(dot(one, a), 0))
    kept = equation(Pi * a, a, equal(dot(one, a), 0))

    @made.claim("R-2", "here", "FALSE")
    @enough
    @corrected(lambda: [kept])
    def kept_always() -> Statement:
        """Π keeps a."""
        return equation(Pi * a, a)

    report = build_claims(made)
    assert report.unexpected == ()
    for target in TARGETS:
        text = render_claims(report, target)
        assert "Well-posed" in text or "</span> well-posed</span>" in text
        assert "Not decided: what most inputs are" in text
        assert "it leaves out more than a null set" in text
    assert "| R | 2 | 0 | 0 | 1 | 0 | 0 | 1 | 0 |" in render_claims(report, "md")


def test_erratum(few: ClaimsReport) -> None:
    """For every refuted claim and no other: what is wrong, the data, both sides, and what is true, with its lines."""
    text = render_claims(few, "md").split("## Erratum")[1].split("## Hypotheses that are left out")[0]
    assert re.findall(r"#### (\S+)", text) == ["B-1", "B-2"]
    for wanted in (
        "*Wrong*: longer: $\\vert \\Pi \\vec v\\vert ^2 > \\vert \\vec v\\vert ^2$.",
        "*Counterexample*: $N = 1$, $\\vec v = ",
        "$\\displaystyle \\vert \\Pi \\vec v\\vert ^2 = 0$",
        "*Instead (1)*: [`layernorm.eq6`](layernorm-catalogue.md#layernorm.eq6)",
        "| 1 | $\\displaystyle \\vec g \\odot ",
        "definition of Π",
        "*Instead (2)*:",
        "the sides have different shapes",
    ):
        assert wanted in text
    (correction, _) = few.sources[1].claims[0].corrections
    assert len(correction.lines) == len(
        re.findall(r"(?m)^\| \d+ \| \$", section(text, "*Instead (1)*", "*Instead (2)*"))
    )


@pytest.mark.parametrize("target", TARGETS)
def test_every_claim_is_in_every_target(few: ClaimsReport, target: str) -> None:
    """The same in each target, twice the same bytes, without a path, a date or a time of this machine."""
    text = render_claims(few, target)
    assert text == render_claims(build_claims(few_claims()), target)
    for claim in few.claims:
        assert claim.claim.id in text
    for word in (
        "Erratum",
        "Hypotheses that are left out",
        "not mathematical",
        "layernorm.eq6" if target != "tex" else "eq6",
    ):
        assert word in text
    assert str(Path.home()) not in text
    assert "seconds" not in text


def test_links_lead_somewhere(few: ClaimsReport) -> None:
    """Every link inside the document has its target, once."""
    md, tex, html = (render_claims(few, target) for target in TARGETS)
    for links, marks in (
        (re.findall(r"\]\(#([^)]*)\)", md), [*re.findall(r'<a id="([^"]*)">', md), "hypotheses-that-are-left-out"]),
        (re.findall(r'href="#([^"]*)"', html), re.findall(r'id="([^"]*)"', html)),
        (re.findall(r"\\hyperlink\{([^}]*)\}", tex), re.findall(r"\\hypertarget\{([^}]*)\}", tex)),
    ):
        assert links
        assert set(links) <= set(marks)
        assert len(set(marks)) == len(marks)


def test_hostile_words() -> None:
    """What a claim says is no command of any target."""
    report = build_claims([Claim("R-1", HOSTILE, "TRUE", HOSTILE, lambda: equation(Pi * Pi, Pi), note=HOSTILE)])
    assert render_claims(report, "html").count("<script") == 1  # the page's own
    tex = render_claims(report, "tex")
    assert "\\input{" not in tex
    assert tex.count("\\end{document}") == 1
    assert not re.search(r"(?<!\\)<script", render_claims(report, "md"))


@needs_tex
def test_compiles(few: ClaimsReport) -> None:
    """Plain pdflatex compiles it: no error, no reference that leads nowhere, no line off the page."""
    pdf, log = compile_pdf(render_claims(few, "tex"))
    assert pdf.startswith(b"%PDF")
    assert "undefined" not in log
    assert "multiply defined" not in log
    assert [width for width in re.findall(r"Overfull \\hbox \(([0-9.]+)pt", log) if float(width) > 1] == []


def write_claims(report: ClaimsReport, targets: tuple[str, ...], folder: Path, check: bool) -> ReportResult:
    """The catalogue of claims as files."""
    return write_document(claims_document(report, targets), folder, check)


def test_written_and_checked(few: ClaimsReport, tmp_path: Path) -> None:
    """What was written has not drifted; a changed file has; what is unexpected is named by its id."""
    result = write_claims(few, ("md", "tex"), tmp_path, check=False)
    assert ([path.name for path in result.written], result.ok) == (["claims.md", "claims.tex"], True)
    assert write_claims(few, ("md", "tex"), tmp_path, check=True).ok
    (tmp_path / "claims.md").write_text("old\n", encoding="utf-8")
    drifted = write_claims(few, ("md", "tex", "pdf"), tmp_path, check=True).drifted
    assert [drift.path.name for drift in drifted] == ["claims.md", "claims.pdf"]
    wrong = build_claims([Claim("R-9", "here", "TRUE", "so it is", lambda: equation(Pi * a, a))])
    assert write_claims(wrong, ("md",), tmp_path, check=False).unexpected == ("R-9",)


def test_it_is_a_report_by_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`write_report` takes its name in the place of a theory, and tells the id of each claim before it is decided."""
    monkeypatch.setattr(documents, "all_claims", lambda: tuple(few_claims()))
    seen: list[str] = []
    result = write_report(document.NAME, ("html",), tmp_path, progress=lambda name, *_: seen.append(name))
    assert [path.name for path in result.written] == ["claims.html"]
    assert seen == [*(claim.id for claim in few_claims()), "writing html"]


@pytest.mark.parametrize("why_not", ["", "no certificate"])
def test_one_verdict_everywhere(few: ClaimsReport, why_not: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not certified is called so behind every word for what is proved, on a page as in the terminal, and counted."""
    monkeypatch.setattr("derive.statements.verdict.ask_verifier", lambda _: Backing(None if why_not else {}, why_not))

    def asked_again(claim: ClaimReport) -> ClaimReport:
        judgement = claim.checked.judgement
        return replace(claim, checked=replace(claim.checked, judgement=judgement and replace(judgement)))

    again = ClaimsReport(
        tuple(replace(source, claims=tuple(map(asked_again, source.claims))) for source in few.sources)
    )
    pages = {target: render_claims(again, target) for target in ("md", "html")}
    proved = [claim for claim in again.claims if claim.checked.judgement is not None and claim.checked.judgement]
    assert {claim.claim.id for claim in proved} == {"R-1", "R-2", "R-3", "B-3"}
    for claim in proved:
        assert claim.checked.answer == ("proved, not certified" if why_not else "proved")
        behind = (", if" if why_not else " if") if claim.checked.without is not None else ""
        words = f"{claim.checked.answer}{behind}"
        assert f"**{words.capitalize()}**" in section(pages["md"], f"### {claim.claim.id} ")
        kind = "uncertified" if why_not else "proved"
        place = section(pages["html"], f'id="{claim.claim.id}"', "<h3")
        assert re.search(rf'<span class="badge {kind}"><span[^>]*>.</span> {words}</span>', place)
    assert f"| all | 7 | 1 | 3 | 1 | 1 | 0 | 0 | 1 | {4 if why_not else 0} |" in pages["md"]
