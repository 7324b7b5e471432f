"""Notes: what a theory declares comes out with the run's formulas, verdicts and numbers, and nothing else does."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from derive.errors import InputError, NameError_
from derive.report.documents import note_document
from derive.report.files import write_document
from derive.report.note import BuiltNote, Display, Paragraph, Table, build_note, note_of
from derive.report.note_writer import render_note
from derive.report.progress import Tally
from derive.report.prose import Code, Stress
from derive.report.write import write_report
from derive.theories.note import Example, Lines, Note, Row, Said, Section, Stated, Words
from derive.theories.registry import load_theory
from derive.theories.theory import Theory
from tests.report.conftest import small_theory

SMALL = Note(
    title="Small & sound",
    subtitle="for every $N$",
    summary="What {centred} says, *stressed*, of ``code_1``.",
    rows=(Row("{=centred}", "centred"), Row("not $P*a$", "centred", miss="the mean lost")),
    sections=(Section("all", "All of it", (Words("Here $a - mu*one$ is centred:"), Lines("centred", "1"))),),
    meanings={"a": "the input"},
    refuted=(("centred", "the mean lost"),),
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
    assert r"$\vec a - \mu \vec 1 = P \vec a$" in text
    assert "✓ **proved**" in text
    assert "✗ **refuted**" in text
    assert "*stressed*" in text
    assert "`code_1`" in text
    assert built.unexpected == ()


def test_a_false_theorem_is_not_shown_as_proved(theory: Theory) -> None:
    """The badge is the verdict, and the theorem is named as unexpected."""
    entry = theory.entry("centred")
    false = replace(entry, terms=(entry.terms[0], 2 * entry.terms[1]), derivation=None)
    wrong = build_note(replace(theory, entries=(false, *theory.entries[1:])), SMALL)
    assert wrong.rows[0].verdict.kind == "refuted"
    assert wrong.rows[0].scope == ()
    assert wrong.unexpected == ("small.centred",)
    assert "✓ **proved**" not in words(wrong)


def test_a_near_miss_that_is_true_is_not_shown_as_refuted(theory: Theory) -> None:
    """What should fail and does not is unsupported in the box, and unexpected."""
    entry = theory.entry("centred")
    near = replace(entry.near_misses[0], lhs=entry.terms[0], rhs=entry.terms[1])
    wrong = build_note(replace(theory, entries=(replace(entry, near_misses=(near,)), *theory.entries[1:])), SMALL)
    assert wrong.rows[1].verdict.kind == "unsupported"
    assert wrong.unexpected == ("small.centred",)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"summary": "see {nowhere}"}, "a reference to 'nowhere'"),
        ({"summary": "so {=rank}"}, "the statement of 'rank', which the note does not show"),
        ({"refuted": (("centred", "no such"),)}, "has no near miss 'no such'"),
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
    (given,) = theory.entry("kept").hypotheses
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
    assert "<script>" not in render_note(built, "html", "x")
    assert r"100\%" in render_note(built, "tex", "x")


class TestLayerNorm:
    """The headline note of LayerNorm, as it is landed."""

    @pytest.fixture(scope="class")
    def built(self) -> BuiltNote:
        theory = load_theory("layernorm")
        assert theory.note is not None
        return build_note(theory, theory.note)

    def test_everything_comes_out(self, built: BuiltNote) -> None:
        """All that should be proved is, and what should be refuted is; one row is a correction."""
        kinds = [row.verdict.kind for row in built.rows]
        assert built.unexpected == ()
        assert set(kinds) == {"proved", "refuted", "corrected"}
        assert "unsupported" not in kinds

    def test_a_few_lines_from_eq_1_to_eq_6(self, built: BuiltNote) -> None:
        """Eq. (1) to Eq. (6) in at most six steps; the lines between them unfold."""
        displays = {b.anchor: b for part in built.parts for b in part.blocks if isinstance(b, Display)}
        lines = displays["eq6"].lines
        assert len(lines) <= 6
        assert (displays["eq6"].first, lines[-1].tag) == ("1", "6")
        assert sum(len(line.fine) for line in lines) == 9
        assert all(line.reason for line in lines)

    def test_no_reason_is_the_equation_of_its_line(self, built: BuiltNote) -> None:
        """A reason is a name in words, or a lemma by its number."""
        displays = [b for part in built.parts for b in part.blocks if isinstance(b, Display)]
        reasons = [
            piece for shown in displays for line in shown.lines for piece in line.reason if isinstance(piece, str)
        ]
        assert reasons
        assert not [reason for reason in reasons if "=" in reason]

    def test_the_example_is_exact(self, built: BuiltNote) -> None:
        """Three neurons: eigenvalues 7/4 and 7/12, axes (9, −4, −1) and (3, 8, −5), normal (2, 3, 6)."""
        (part,) = (part for part in built.parts if part.anchor == "sec:example")
        (table,) = (block for block in part.blocks if isinstance(block, Table))
        rows = [[getattr(cell[0], "text", cell[0]) for cell in row] for row in table.rows]
        assert rows == [
            ["7/4", "4/7", "(9, -4, -1)", "√21/2", "2.2913"],
            ["7/12", "12/7", "(3, 8, -5)", "√7/2", "1.3229"],
            ["0", "0", "(2, 3, 6)", "–", "–"],
        ]


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
