"""Snippets: what is pasted compiles with amsmath alone, and names its theorem."""

from __future__ import annotations

import re
import shutil

import pytest

from derive.derivation.derivation import Derivation
from derive.errors import InputError
from derive.language.build import scalar
from derive.printing import BOLD
from derive.report.model import Report
from derive.report.pdf import compile_pdf
from derive.report.snippet import snippet, structure_snippet
from derive.statements.statement import Judgement
from derive.theories.registry import find_entry
from derive.theories.theory import Entry, Structure, check_entry

DOCUMENT = (
    "\\documentclass{article}\n\\usepackage{amsmath}\n\\usepackage[margin=20mm]{geometry}\n"
    "\\begin{document}\n%s\n\\end{document}\n"
)


def test_align(small: Report) -> None:
    """One line per row, a column of justifications, a label for every line; the last has the theorem's."""
    found = snippet(small.theorems[0].checked)
    lines = found.splitlines()
    assert lines[0] == "% derive: theorem small.centred"
    assert lines[1] == r"% proved for all $N \geq 1$"
    assert lines[2] == r"\begin{align}"
    assert lines[3].endswith(r"&& \text{definition of $\mu$} \label{small.centred:1} \\")
    assert lines[4].endswith(r"\label{small.centred}")
    assert lines[5] == r"\end{align}"


def test_aligned(small: Report) -> None:
    """For notebooks, without labels; hypotheses are said in a comment."""
    found = snippet(small.theorems[2].checked.entry, BOLD, style="aligned")
    assert "label" not in found
    assert found.splitlines()[1] == r"% given $\mathbf 1 \cdot \mathbf v = 0$"
    assert found.endswith("\\end{aligned}\n")


def test_a_theorem_without_sizes() -> None:
    """Of scalars alone, it is proved for all data."""
    c = scalar("c")
    found = snippet(check_entry(Entry("x.y", "t", (c + c, 2 * c))))
    assert found.splitlines()[1] == "% proved for all data"


def test_bad_snippets(small: Report) -> None:
    """An unknown style, and a theorem of one line, are refused."""
    entry = small.theorems[0].checked.entry
    with pytest.raises(InputError, match="styles: align, aligned"):
        snippet(entry, style="gather")  # type: ignore[arg-type]  # the point of the test
    with pytest.raises(InputError, match="single line"):
        snippet(Entry("x.y", "t", entry.terms[:1], proof=Derivation.start(entry.terms[0])))


def test_hostile_label(small: Report) -> None:
    """A label cannot leave its comment, nor its command."""
    entry = small.theorems[1].checked.entry
    found = snippet(Entry("a}\n\\input{x}", "t", entry.terms))
    assert found.startswith("% derive: theorem a}U+000A")
    assert r"\label{a---input-x-}" in found
    assert found.count("\n") == 4


def test_a_sentence_with_its_parts(structured: Report) -> None:
    """The sentence above, the parts below: each an equation with its name, and a label of its own."""
    found = structure_snippet(*_judged(structured, 0)).splitlines()
    assert found[0] == "% derive: theorem structured.null_space"
    assert found[1] == r"% proved for all $N \geq 1$"
    assert found[2] == r"The null space of $\Pi$ is spanned by $\vec 1$."
    assert found[3] == r"\begin{align}"
    assert found[4].endswith(r"&& \text{annihilation} \label{structured.null_space:1} \\")
    assert found[5].endswith(r"&& \text{splitting} \label{structured.null_space:2}")
    assert found[6] == r"\end{align}"


def test_a_sentence_for_notebooks(structured: Report) -> None:
    """In aligned the sentence is the first row; only the parts where proofs end are rows; hypotheses are a comment."""
    found = structure_snippet(*_judged(structured, 2), style="aligned").splitlines()
    assert found[2] == r"\begin{aligned}"
    assert found[3] == r"  &\text{The null space of $\Pi$ has dimension 1} \\"
    assert [row.partition("&& ")[2] for row in found[4:-1]] == [
        r"\text{1.1 annihilation} \\",
        r"\text{1.2 splitting} \\",
        r"\text{2 a basis}",
    ]
    given = structure_snippet(*_judged(structured, 3), BOLD).splitlines()[1]
    assert given == r"% given $\mathbf 1 \cdot \mathbf a = 0$, $\mathbf a \neq \mathbf 0$"


def test_an_equation_among_structures(structured: Report) -> None:
    """Is an equation, with the label of the theorem."""
    found = structure_snippet(*_judged(structured, 5))
    assert r"\Pi \Pi &= \Pi \label{structured.equation_too}" in found
    with pytest.raises(InputError, match="styles: align, aligned"):
        structure_snippet(*_judged(structured, 0), style="gather")  # type: ignore[arg-type]  # the point of the test


def _judged(report: Report, number: int) -> tuple[Structure, Judgement]:
    checked = report.structures[number].checked
    return checked.structure, checked.judgement


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex on the PATH")
def test_compiles_with_amsmath_alone(small: Report, structured: Report, hostile: Report) -> None:
    """Snippets of short, long and hostile theorems compile, and stay on the page."""
    entries = [theorem.checked for theorem in (*small.theorems, *hostile.theorems)]
    found = [snippet(entry) for entry in entries]
    structures = [theorem.checked for theorem in structured.structures]
    found += [structure_snippet(checked.structure, checked.judgement) for checked in structures]
    found += [
        rf"\[{structure_snippet(checked.structure, checked.judgement, style='aligned')}\]" for checked in structures
    ]
    found += [
        f"\\[\n{snippet(find_entry(label), style='aligned')}\\]" for label in ("layernorm.eq6", "layernorm.jacobian")
    ]
    found += [snippet(find_entry(label)) for label in ("layernorm.eq6", "layernorm.projector_idempotent")]
    _, log = compile_pdf(DOCUMENT % "\n".join(found))
    assert "multiply defined" not in log
    rude = structure_snippet(*_judged(hostile, 0))
    assert compile_pdf(DOCUMENT % rude)[0].startswith(b"%PDF")  # off the page: a sentence without a place to break it
    assert [width for width in re.findall(r"Overfull \\hbox \(([0-9.]+)pt", log) if float(width) > 1] == []
