"""Snippets: what is pasted compiles with amsmath alone, stays in its lines, and says all that its theorem assumes."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from functools import cache

import pytest

from derive.authoring.theory import CheckedTheorem, Theorem, check_theorem
from derive.derivation.derivation import Derivation
from derive.errors import InputError
from derive.language.build import scalar
from derive.printing import BOLD
from derive.report.breaking import tex_width
from derive.report.files import compile_pdf
from derive.report.fitting import fitted
from derive.report.formulas import Typeset
from derive.report.model import Report
from derive.report.snippet import LAYOUTS, Options, snippet
from derive.statements.conjunction import All
from derive.statements.equation import Equations, equations
from derive.statements.needs import needs
from derive.statements.statement import Statement
from derive.theories.registry import find_theorem
from tests.theorems import all_theorems, checked

#: The document in which a line is as wide as that of a layout.
DOCUMENT = (
    "\\documentclass{article}\n\\usepackage{amsmath,amssymb,amsthm}\\newtheorem{theorem}{Theorem}\n"
    "\\setlength{\\textwidth}{%spt}\\hfuzz=0.1pt\n%s\\begin{document}\n%s\n\\end{document}\n"
)
TWOCOLUMN, THEOREM = Options(LAYOUTS["twocolumn"]), Options(LAYOUTS["theorem"], number="none", definitions=True)


def test_article(small: Report) -> None:
    """What is assumed, then a display with a reason beside each line; the last line has the number."""
    lines = snippet(small.theorems[0].checked, note="for all").splitlines()
    assert lines[0] == "% for all"
    assert lines[1].startswith(r"Let $N \geq 1$ and $\vec a")
    assert lines[2] == r"\begin{align}"
    assert lines[3].endswith(r"&& \text{definition of $\mu$} \notag \\")
    assert lines[4].endswith(r"\label{eq:small.centred}")
    assert lines[5:] == [r"\end{align}"]


def test_held_to_its_theorem() -> None:
    """Of a theory that papers can name it stands between two comments; that of another is not held to anything."""
    lines = snippet(check_theorem(find_theorem("layernorm.variance_norm")), note="for all").splitlines()
    assert lines[:2] == ["% derive: theorem layernorm.variance_norm", "% for all"]
    assert lines[-1] == "% derive: end"


def test_twocolumn(small: Report) -> None:
    """The left side on a line of its own; reasons are letters above the signs, with the words below."""
    found = snippet(small.theorems[0].checked, TWOCOLUMN)
    assert r"\quad \overset{(a)}{=}" in found
    assert r"Reasons: (a)~definition of $\mu$" in found
    assert "&&" not in found


def test_theorem(small: Report) -> None:
    """Definitions, each once; the statement, and the lines as its proof."""
    found = snippet(small.theorems[0].checked, THEOREM)
    assert found.count("Put ") == 1
    assert (
        found.index(r"\begin{theorem}[")
        < found.index("Let ")
        < found.index(r"\end{theorem}")
        < found.index(r"\begin{proof}")
    )


def test_numbers_and_ends(small: Report) -> None:
    """All equations numbered, or none; the ends alone, without reasons."""
    entry = small.theorems[0].checked
    assert snippet(entry, Options(number="all")).count(r"\label") == 2
    assert r"\begin{align*}" in snippet(entry, Options(number="none"))
    ends = snippet(entry, Options(ends=True))
    assert r"\text{" not in ends
    assert ends.count("=") < snippet(entry).count("=")


def test_a_theorem_without_symbols_that_assumes_nothing() -> None:
    """Of scalars alone: there are no sizes."""
    c = scalar("c")
    assert r"Let $c \in \mathbb{R}$. Then" in snippet(check_theorem(Theorem("x.y", "t", equations((c + c, 2 * c)))))


def test_bad_snippets(small: Report) -> None:
    """A theorem of one line is refused."""
    entry = small.theorems[0].checked.theorem
    one = Theorem("x.y", "t", Equations(entry.terms[:1]), proof=Derivation.start(entry.terms[0]))
    with pytest.raises(InputError, match="single line"):
        snippet(CheckedTheorem(one, small.theorems[0].checked.verdict))


def test_hostile_label(small: Report) -> None:
    """A label cannot leave its comment, nor its command."""
    entry = small.theorems[1].checked.theorem
    found = snippet(check_theorem(Theorem("layernorm.a}\n\\input{x}", "t", entry.statement)))
    assert found.startswith("% derive: theorem layernorm.a}U+000A")
    assert r"\label{eq:layernorm.a---input-x-}" in found


def test_a_sentence_with_its_parts(structured: Report) -> None:
    """The sentence, then the parts that establish it, each with its name."""
    found = snippet(_judged(structured, 0))
    assert r"Then the null space of $\Pi$ is spanned by $\vec 1$." in found
    assert "annihilation" in found
    assert "splitting" in found
    assert r"\label" not in found
    assert r"$\mathbf 1 \cdot \mathbf a = 0$ and $\mathbf a \neq \mathbf 0$" in snippet(
        _judged(structured, 3), Options(notation=BOLD)
    )


def test_an_equation_among_structures(structured: Report) -> None:
    """Is an equation, with the label of the theorem."""
    assert r"\Pi \Pi & = \Pi \label{eq:structured.equation_too}" in snippet(structured.groups[0].equations[1].checked)


def _judged(report: Report, number: int) -> CheckedTheorem:
    return report.others[number].checked


def test_rows_are_as_wide_as_they_may_be() -> None:
    """Broken before signs, between factors, inside of fences, of fractions and of roots."""
    wide = r"\sqrt{\frac{\left(a + b\right) (c + d) - e}{f + g}} + \operatorname{tr}\left(A B\,(C + D)\right)"
    for limit in (60, 90, 150):
        assert all(tex_width(row) <= limit for row in fitted(wide, limit))
    assert fitted(wide, 1000) == [wide]


@pytest.fixture(scope="module")
def every() -> list[CheckedTheorem]:
    """Every theorem of every theory, with its verdicts."""
    return list(map(checked, all_theorems()))


@pytest.fixture(scope="module")
def snippets(every: list[CheckedTheorem]) -> Callable[[str], list[str]]:
    """``snippets(layout)``: those of all theorems."""

    @cache
    def printed(layout: str) -> list[str]:
        width = LAYOUTS[layout]
        options = Options(width, number="none" if width.theorem else "last", definitions=width.theorem)
        return [snippet(each, options, "a note") for each in every]

    return printed


@pytest.mark.parametrize("layout", sorted(LAYOUTS))
def test_all_that_is_assumed_stands_in_it(
    every: list[CheckedTheorem], snippets: Callable[[str], list[str]], layout: str
) -> None:
    """Every hypothesis, declared property and side condition of every theorem, typeset and not in a comment."""
    for each, text in zip(every, snippets(layout), strict=True):
        statement, conditions = each.theorem.statement, each.conditions
        typeset = "".join(line for line in text.splitlines() if not line.startswith("%"))
        for found in (*_assumed(statement), *conditions):
            said = _bare(Typeset().hypothesis(found).latex)
            stronger = said.replace(r"\geq0", ">0")  # t ≥ 0 is said by t > 0
            assert said in _bare(typeset) or stronger in _bare(typeset), (statement, said, text)


def _assumed(statement: Statement) -> list[object]:
    members = [member for _, member in statement.members] if isinstance(statement, All) else []
    return [*needs(statement), *(found for member in members for found in _assumed(member))]


def _bare(latex: str) -> str:
    """Without spaces, breaks, fences and marks of text, which differ by layout."""
    latex = re.sub(r"\\(?:begin|end)\{(?:align|equation)\*?\}|\\label\{[^}]*\}|\\notag", "", latex).replace(r"\,", "")
    latex = re.sub(r"\\\\|\\(?:text|Big[lr]?|left|right|quad|qquad|times)(?![a-z])|[\s$&{}~]", "", latex)
    return re.sub(r"(\\vec1|\\vec0|I)_(?:\\mathrm[A-Z][a-z]|[A-Z])", r"\1", latex)


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex on the PATH")
@pytest.mark.parametrize("layout", sorted(LAYOUTS))
def test_every_theorem_stays_in_its_lines(snippets: Callable[[str], list[str]], layout: str) -> None:
    """All snippets of all theories compile, and no line of any is too wide."""
    loose = "\\sloppy\n" if layout == "twocolumn" else ""  # as LaTeX sets two columns
    _, log = compile_pdf(DOCUMENT % (LAYOUTS[layout].width, loose, "\n\n".join(snippets(layout))))
    assert "multiply defined" not in log
    assert re.findall(r"Overfull \\hbox[^\n]*\n[^\n]*", log) == []


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex on the PATH")
def test_compiles_with_amsmath_alone(small: Report, structured: Report, hostile: Report) -> None:
    """Snippets of short, long and hostile theorems compile."""
    found = [snippet(theorem.checked) for theorem in (*small.theorems, *hostile.theorems)]
    found += [snippet(_judged(structured, number)) for number in range(len(structured.others))]
    found += [snippet(_judged(hostile, 0)), snippet(checked(find_theorem("layernorm.eq6")), TWOCOLUMN)]
    document = DOCUMENT.replace("amsmath,amssymb,amsthm", "amsmath").replace("\\newtheorem{theorem}{Theorem}", "")
    pdf, log = compile_pdf(
        document.replace("\\begin{document}", "\\providecommand{\\mathbb}{\\mathbf}\\begin{document}")
        % (345, "", "\n".join(found))
    )
    assert pdf.startswith(b"%PDF")
    assert "multiply defined" not in log
