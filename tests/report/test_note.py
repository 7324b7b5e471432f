"""Notes: what a theory declares comes out with the run's formulas, verdicts and numbers, and nothing else does."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from derive.authoring.note import Example, Lines, Note, Refuted, Row, Said, Section, Stated, Words
from derive.authoring.theory import Theory
from derive.authoring.vocabulary import near_miss
from derive.cli import main
from derive.cli.papers import pasted_from
from derive.derivation.derivation import Derivation
from derive.errors import InputError, NameError_
from derive.language.build import dimension, vector
from derive.printing import ARROW
from derive.reading.paper import Pasted, read_paper
from derive.report.documents import note_document
from derive.report.files import compile_pdf, write_document
from derive.report.note import build_note, note_of
from derive.report.note_parts import BuiltNote, Code, Display, Paragraph, Sentences, Stress, Table
from derive.report.note_writer import NoteWriter, render_note
from derive.report.progress import Tally
from derive.report.render import target_named
from derive.report.write import write_report
from derive.statements.equation import equation
from derive.statements.needs import needs
from derive.theories.registry import load_theory
from tests.report.conftest import small_theory

SMALL = Note(
    title="Small & sound",
    subtitle="for every $N$",
    summary="What {centred} says, *stressed*, of ``code_1``.",
    rows=(Row("{=centred}", "centred"), Row("not $P*a$", "centred", miss="the mean lost")),
    sections=(Section("all", "All of it", (Words("Here $a - mu*one$ is centred:"), Lines("centred", "1"))),),
    meanings={"a": "the input"},
    refuted=(Refuted("centred", "the mean lost"),),
)


@pytest.fixture(scope="module")
def theory() -> Theory:
    return small_theory()


@pytest.fixture(scope="module")
def built(theory: Theory) -> BuiltNote:
    return build_note(theory, SMALL)


def words(built: BuiltNote) -> str:
    """The whole note as Markdown."""
    return render_note(built, "md", "derive report small")


def test_it_shows_what_was_proved(built: BuiltNote) -> None:
    """Verdicts, sizes, numbers and references are the run's."""
    assert [(row.verdict.kind, row.scope[0]) for row in built.rows] == [("proved", "all"), ("refuted", "fails at ")]
    text = words(built)
    assert "[(1)](#centred)" in text
    assert r"$\vec a - \mu \vec 1 = P\vec a$" in text
    assert "✓ **proved**" in text
    assert "✗ **refuted**" in text
    assert "*stressed*" in text
    assert "`code_1`" in text
    assert r"\|" not in text
    assert built.unexpected == ()


def test_a_false_theorem_is_not_shown_as_proved(theory: Theory) -> None:
    """The badge is the verdict, and the theorem is named as unexpected."""
    entry = theory.find_theorem("centred")
    false = replace(entry, claim=equation(entry.terms[0], 2 * entry.terms[1]), proof=None)
    wrong = build_note(replace(theory, stated=(false, *theory.stated[1:])), SMALL)
    assert wrong.rows[0].verdict.kind == "refuted"
    assert wrong.rows[0].scope == ()
    assert wrong.unexpected == ("small.centred",)
    assert "✓ **proved**" not in words(wrong)


@pytest.mark.parametrize("proved", [True, False])
def test_lines_are_folded_by_what_is_proved(theory: Theory, proved: bool) -> None:
    """The reason for a line may be a theorem before it, but only one that this run proved: its own lines must lead to it."""
    entry = theory.find_theorem("centred")
    begun = replace(entry, label="small.begun", near_misses=(), proof=Derivation.start(entry.terms[0]))
    first = replace(begun, proof=entry.proof) if proved else begun
    note = note_of(replace(theory, stated=(first, *theory.stated)), ["begun", "centred"])
    built = build_note(replace(theory, stated=(first, *theory.stated)), note)
    assert [row.verdict.kind for row in built.rows[:2]] == ["proved" if proved else "unsupported", "proved"]
    (shown,) = [
        block
        for part in built.parts
        for block in part.blocks
        if isinstance(block, Display) and block.anchor == "centred"
    ]
    assert len(shown.lines) == (1 if proved else 2)
    assert ("Lemma " in shown.lines[-1].reason) == proved


def test_a_near_miss_that_is_true_is_not_shown_as_refuted(theory: Theory) -> None:
    """What should fail and does not is unsupported in the box, and unexpected."""
    entry = theory.find_theorem("centred")
    near = replace(entry.near_misses[0], said=entry.statement)
    wrong = build_note(replace(theory, stated=(replace(entry, near_misses=(near,)), *theory.stated[1:])), SMALL)
    assert wrong.rows[1].verdict.kind == "unsupported"
    assert wrong.unexpected == ("small.centred",)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"summary": "see {nowhere}"}, "a reference to 'nowhere'"),
        ({"summary": "so {=rank}"}, "the statement of 'rank', which the note does not show"),
        ({"refuted": (Refuted("centred", "no such"),)}, "has no near miss 'no such'"),
        ({"sections": (Section("all", "A", (Lines("kept"), Stated("centred", parts=("x",)))),)}, ""),
        (
            {"meanings": {"a, eps": "two spaces"}, "sections": (Section("all", "A", (Stated("kept"),)),)},
            "different spaces",
        ),
    ],
)
def test_what_is_not_there_is_refused(theory: Theory, change: dict[str, object], said: str) -> None:
    """A reference that leads nowhere, a statement that is not shown, a near miss that there is not."""
    note = replace(SMALL, **change)  # type: ignore[arg-type]
    if not said:
        build_note(theory, replace(note, summary=""))
        return
    with pytest.raises((InputError, NameError_), match=re.escape(said)):
        build_note(theory, replace(note, rows=(), summary=note.summary if "summary" in change else ""))


def test_what_is_said_of_no_hypothesis_is_refused(theory: Theory) -> None:
    """Words about a condition that nothing needs would say nothing."""
    (given,) = theory.find_theorem("kept").hypotheses
    with pytest.raises(InputError, match="which nothing in the note needs"):
        build_note(theory, replace(SMALL, said=(Said(given, "so"),)))


def test_the_ledger_has_every_condition(theory: Theory) -> None:
    """Hypotheses, declared properties and side conditions, with what needs them."""
    note = note_of(theory, ["kept"])
    (ledger,) = (
        block
        for part in build_note(theory, note).parts
        for block in part.blocks
        if isinstance(block, Table) and block.head[:1] == (("condition",),)
    )
    said = [cell[0].text for cell, *_ in ledger.rows]  # type: ignore[union-attr]
    assert said[:2] == ["1 · v = 0", "ε ≥ 0"]
    assert len(said) == 3


@pytest.mark.parametrize("target", ["md", "tex", "html"])
@pytest.mark.parametrize("labels", [(), ("rank",), ("kept", "centred")])
def test_a_note_of_any_theorems(theory: Theory, target: str, labels: tuple[str, ...]) -> None:
    """Of a theory without a note, and of labels: every statement, every near miss, nothing that is not filled."""
    built = build_note(theory, note_of(theory, labels), "some")
    text = render_note(built, target, "derive report small")
    assert "Undefined" not in text
    assert len(built.rows) == (len(labels) or 1)


def test_files_of_a_note(theory: Theory, built: BuiltNote, tmp_path: Path) -> None:
    """What was written has not drifted; the style is beside the LaTeX."""
    document = note_document(built, ("md", "tex"), "derive report small")
    written = write_document(document, tmp_path, check=False).written
    assert sorted(path.name for path in written) == ["derive-note.sty", "small.md", "small.tex", "theme.tex"]
    assert write_document(document, tmp_path, check=True).ok
    (tmp_path / "small.md").write_text("old", encoding="utf-8")
    assert not write_document(document, tmp_path, check=True).ok


@pytest.mark.parametrize(
    "names", [("layernorm", "layernorm.eq6"), ("layernorm.eq6", "rmsnorm.eq1"), ("layernorm", "rmsnorm")]
)
def test_names_of_two_kinds(names: tuple[str, ...], tmp_path: Path) -> None:
    """A report is of one theory, or of labels of one."""
    with pytest.raises(InputError, match="name one theory, or labels of one"):
        write_report(names, out=tmp_path)


def test_hostile_words(theory: Theory) -> None:
    """Words are escaped in every target."""
    rude = Note(title="<b> & $5", subtitle="", summary="100% _sure_ <script>", rows=(), sections=())
    built = build_note(theory, rude)
    page = render_note(built, "html", "x")
    assert "100% _sure_ &lt;script&gt;" in page
    assert page.count("<script") == render_note(replace(built, summary=()), "html", "x").count("<script")
    assert r"100\%" in render_note(built, "tex", "x")


@pytest.fixture(scope="module")
def landed() -> BuiltNote:
    """The headline note of LayerNorm."""
    theory = load_theory("layernorm")
    assert theory.note is not None
    return build_note(theory, theory.note)


class TestLayerNorm:
    """The headline note of LayerNorm, as it is landed."""

    def test_everything_comes_out(self, landed: BuiltNote) -> None:
        """All that should be proved is, and what should be refuted is; one row is a correction."""
        kinds = [row.verdict.kind for row in landed.rows]
        assert landed.unexpected == ()
        assert set(kinds) == {"proved", "refuted", "corrected"}
        assert "unsupported" not in kinds

    def test_a_few_lines_from_eq_1_to_eq_6(self, landed: BuiltNote) -> None:
        """Eq. (1) to Eq. (6) in at most six steps; the lines between them unfold."""
        displays = {b.anchor: b for part in landed.parts for b in part.blocks if isinstance(b, Display)}
        lines = displays["eq6"].lines
        assert len(lines) <= 6
        assert (displays["eq6"].first, lines[-1].tag) == ("1", "6")
        assert sum(len(line.fine) for line in lines) == 9
        assert all(line.reason for line in lines)

    def test_no_reason_is_the_equation_of_its_line(self, landed: BuiltNote) -> None:
        """A reason is a name in words, or a lemma by its number."""
        displays = [b for part in landed.parts for b in part.blocks if isinstance(b, Display)]
        reasons = [
            piece for shown in displays for line in shown.lines for piece in line.reason if isinstance(piece, str)
        ]
        assert reasons
        assert not [reason for reason in reasons if "=" in reason]

    def test_the_example_is_exact(self, landed: BuiltNote) -> None:
        """Three neurons: eigenvalues 7/4 and 7/12, axes (9, −4, −1) and (3, 8, −5), normal (2, 3, 6)."""
        (part,) = (part for part in landed.parts if part.anchor == "sec:example")
        (table,) = (block for block in part.blocks if isinstance(block, Table))
        rows = [[getattr(cell[0], "text", cell[0]) for cell in row] for row in table.rows]
        assert rows == [
            ["7/4", "4/7", "(9, -4, -1)", "√21/2", "2.2913"],
            ["7/12", "12/7", "(3, 8, -5)", "√7/2", "1.3229"],
            ["0", "0", "(2, 3, 6)", "–", "–"],
        ]


@pytest.fixture(scope="module")
def written(landed: BuiltNote) -> dict[str, str]:
    """The headline note of LayerNorm in every target."""
    return {target: render_note(landed, target, "derive report layernorm") for target in ("md", "tex", "html")}


def read_back(text: str, path: Path) -> dict[tuple[str, ...], list[str]]:
    """The verdicts of `derive check` on a text: what is pasted of which theorems → theorems and relations."""
    path.write_text(text, encoding="utf-8")
    items = read_paper(path).items
    assert all(isinstance(item, Pasted) for item in items)
    found = [(item.labels, pasted_from(item)) for item in items if isinstance(item, Pasted)]
    return {labels: [*(one.verdict for one in made), *("unread" for _ in unread)] for labels, (made, unread) in found}


def displays(built: BuiltNote) -> list[str]:
    """The labels of what is set as lines of equations."""
    return [block.label for part in built.parts for block in part.blocks if isinstance(block, Display)]


@pytest.mark.parametrize("target", ["md", "tex"])
def test_every_display_is_read_back_and_proved(
    landed: BuiltNote, written: dict[str, str], target: str, tmp_path: Path
) -> None:
    """The note is a paper whose every display `derive check` proves."""
    write_document(
        note_document(landed, ("tex",), "derive report layernorm"), tmp_path, check=False
    )  # its style beside it
    found = read_back(written[target], tmp_path / f"note.{target}")
    assert displays(landed)
    assert {(label,) for label in displays(landed)} <= set(found)
    assert {verdict for verdicts in found.values() for verdict in verdicts} == {"proved"}
    assert len(found[("layernorm.eq6",)]) == 6


#: A display, and what is changed in it once: its first place below the words before the display.
CHANGES = (
    ("eq6", r"\sqrt{N}\,\operatorname", r"N\,\operatorname"), ("eq6", "+ N", "- N"),
    ("variance_norm", "|^2", "|"), ("centring", "- ", "+ "),
    ("charpoly_inverse", "- N p", "- p"), ("charpoly_inverse", "^4", "^2"), ("charpoly_gram", "g_m", "g_n"),
    ("charpoly_gram", r"\frac{z}{N}", r"\frac{z}{2 N}"), ("shortest_preimage", "T^2", "T"),
    ("components_sum_to_zero", r"N\mu", r"\mu"),
)  # fmt: skip


@pytest.mark.parametrize("target", ["md", "tex"])
def test_a_display_with_one_change_is_not_proved(written: dict[str, str], target: str, tmp_path: Path) -> None:
    """A sign, an index, a factor, a square: each change alone is refuted, or another statement than the theorem."""
    frame = "\\begin{document}\n%s\n\\end{document}\n" if target == "tex" else "%s\n"
    for number, (name, old, new) in enumerate(CHANGES):
        found = re.search(
            rf"^\S+ derive: theorem layernorm\.{name}\b.*?derive: end.*?$", written[target], re.DOTALL | re.M
        )
        assert found is not None
        words, begin, shown = found[0].partition(r"\begin{a")
        assert old in shown
        changed = f"{words}{begin}{shown.replace(old, new, 1)}"
        (verdicts,) = read_back(frame % changed, tmp_path / f"changed{number}.{target}").values()
        assert set(verdicts) & {"refuted", "error"}, (name, old, new)


def test_pictures_are_said_in_words(written: dict[str, str]) -> None:
    """What stands for a figure where it cannot be seen is a sentence, with its terms printed."""
    said = re.findall(r"^!\[(.*)\]\(figures/", written["md"], re.M)
    assert said
    assert not [alt for alt in said if alt.startswith("(") or "=(" in alt]


def test_it_is_as_small_as_a_note_should_be(written: dict[str, str]) -> None:
    """HTML within 300 kB, LaTeX within 30 kB."""
    assert len(written["html"].encode()) <= 300_000
    assert len(written["tex"].encode()) <= 30_000


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex on the PATH")
def test_no_line_is_too_wide_and_five_pages_suffice(landed: BuiltNote) -> None:
    """The PDF: no overfull box, at most five pages."""
    document = note_document(landed, ("pdf",), "derive report layernorm")
    _, log = compile_pdf(document.pdf, document.beside)
    assert re.findall(r"Overfull \\[hv]box[^\n]*\n[^\n]*", log) == []
    (pages,) = re.findall(r"Output written on report\.pdf \((\d+) pages?", log)
    assert int(pages) <= 5


def test_an_example_that_has_no_exact_numbers(theory: Theory) -> None:
    """An example with irrational eigenvalues is refused, not rounded."""
    layernorm = load_theory("layernorm")
    assert layernorm.note is not None
    (example,) = (b for s in layernorm.note.sections for b in s.blocks if isinstance(b, Example))
    other = replace(example, at={**example.at, "g": (Fraction(1), Fraction(2), Fraction(4))})
    short = Note(
        title="", subtitle="", summary="", rows=(), names=layernorm.note.names, sections=(Section("e", "", (other,)),)
    )
    with pytest.raises(InputError, match="not rational"):
        build_note(layernorm, short)


def test_words_read_from_markup(theory: Theory) -> None:
    """Stress, code, mathematics with signs and tuples, references."""
    note = replace(SMALL, summary="*so* ``x`` $a in RR$ {all}")
    summary = build_note(theory, note).summary
    assert summary[0] == Stress("so")
    assert summary[2] == Code("x")
    assert summary[4].text == "a ∈ ℝ"  # type: ignore[union-attr]
    assert isinstance(build_note(theory, note).parts[1].blocks[0], Paragraph)


def test_every_step_is_told_as_it_begins(theory: Theory) -> None:
    """Each theorem, section, spot check and format; the count that is told at first is the count at the end."""
    seen: list[tuple[str, int, int]] = []
    steps = Tally(lambda *told: seen.append(told), total=2)
    note_document(build_note(theory, note_of(theory), steps=steps), ("md", "pdf"), "derive report small", steps)
    labels = [label for label, _, _ in seen]
    assert [number for _, number, _ in seen] == list(range(1, len(seen) + 1))
    assert {total for _, _, total in seen} == {len(seen)}
    assert labels[0].startswith("small.")
    assert {"section 1", f"spot checks of {labels[0]}"} <= set(labels)
    assert labels[-2:] == ["writing md", "writing tex"]


def test_any_number_of_processes_makes_the_same_note() -> None:
    """Spot checks and digests of certificates that two processes find are those of one."""
    alone, shared = (build_note(small_theory(), SMALL, jobs=jobs) for jobs in (1, 2))
    assert render_note(shared, "md", "derive report small") == render_note(alone, "md", "derive report small")


def test_it_counts_what_can_be_read_back(landed: BuiltNote, written: dict[str, str], tmp_path: Path) -> None:
    """What it says of marks in its files, and of certificates, is what is there."""
    write_document(note_document(landed, ("tex",), "derive report layernorm"), tmp_path, check=False)
    found = {target: len(read_back(written[target], tmp_path / f"note.{target}")) for target in ("md", "tex")}
    said = written["md"]
    assert f"{found['tex']} in `layernorm.tex`, {found['md']} in `layernorm.md`" in said
    (named,) = (
        b for part in landed.parts for b in part.blocks if part.anchor == "sec:provenance" and isinstance(b, Table)
    )
    certified = [name for (name,), (shown,) in named.rows if isinstance(shown, Code)]
    assert f"accepted in this run: {len(certified)}." in said
    assert f"in the run that writes this note: {len(named.rows)};" in said


def test_what_is_said_needs_no_more_than_what_stands_there(landed: BuiltNote, written: dict[str, str]) -> None:
    """In every target each part of a theorem stands behind what it needs besides the whole, and the whole too."""
    theory = load_theory("layernorm")
    blocks = [block for part in landed.parts for block in part.blocks if isinstance(block, Sentences | Display)]
    assert {type(block) for block in blocks} == {Sentences, Display}
    for block in blocks:
        for target, text in written.items():
            writer = NoteWriter(target_named(target, ARROW))
            anchor = {
                "md": f'<a id="{block.anchor}">',
                "tex": f"\\label{{{block.anchor}}}",
                "html": f'id="{block.anchor}"',
            }
            place = text.index(anchor[target])
            around = text[max(0, place - 3000) if target == "tex" else place :][:12000]
            if isinstance(block, Sentences):
                assert block.pasted in text if target == "tex" and block.pasted else writer.prose(block.scope) in around
                for given, says in block.says:
                    behind = writer.prose(("where ", *given, ": ")) if given else ""
                    whole = target == "tex" and block.pasted
                    assert whole or f"{behind}{writer.prose(says)}"[1:] in around
            elif target == "html":
                assert writer.prose(block.scope) in around
            else:
                assert bool(block.opening) == bool(needs(theory.find_theorem(block.anchor).statement)), block.anchor


def test_a_condition_of_a_part_is_in_the_note(landed: BuiltNote, written: dict[str, str]) -> None:
    """That a published length is too long needs a gain that is not zero: beside the part, and among the conditions."""
    for target, text in written.items():
        latex = r"\vec g_s \neq \vec 0"
        assert text.count(latex if target != "html" else f'alttext="{latex}"') >= 2, target


def test_a_near_miss_with_other_symbols_is_stated(theory: Theory) -> None:
    """It is close to a theorem, and not in it; what is false of a theorem with parts is named."""
    entry = theory.find_theorem("centred")
    b = vector("b", dimension("N"))
    near = near_miss("another vector", equation(b, 2 * b))
    changed = replace(theory, stated=(replace(entry, near_misses=(near,)), *theory.stated[1:]))
    note = replace(SMALL, rows=(), refuted=(Refuted("centred", "another vector"),))
    text = words(build_note(changed, note))
    assert r"another vector: $\vec b = 2 \vec b$, with $\vec b \in \mathbb{R}^{N}$; close to [(1)](#centred)" in text


def test_what_textbooks_say_is_no_part_of_a_verdict(landed: BuiltNote) -> None:
    """Rows of the box speak of semi-axes only behind the words that this was not decided."""
    for row in landed.rows:
        said = "".join(str(getattr(piece, "shown", piece)) for piece in row.says)
        before, apart, _ = said.partition("; by textbooks, not decided (Sec. ")
        assert "semi-axes" not in before
        assert apart or "semi-axes" not in said


def test_a_root_that_is_printed_as_one_is_not_listed_by_a_name(tmp_path: Path) -> None:
    r"""√v of a vector is printed ``\sqrt{v}``, so that no name of it needs a meaning; nor where v is a component."""
    paper = tmp_path / "p.tex"
    paper.write_text(
        "% derive: dimension m; vectors v, w : m\n\\[ \\sqrt{v}^\\top w = w^\\top \\sqrt{v} \\]\n", "utf-8"
    )
    done = CliRunner().invoke(main, ["report", str(paper), "--to", "md", "--out", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    note = (tmp_path / "out" / "p.md").read_text("utf-8")
    assert r"\sqrt{\vec v}" in note
    assert r"\operatorname" not in note
