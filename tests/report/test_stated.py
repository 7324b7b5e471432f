"""Theories printed as documents, and read again: the same statements, lines, rules and near misses."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

import derive
from derive.authoring.theory import Theory, check_theorem
from derive.printing import text
from derive.reading.paper.theory import theory_of_paper
from derive.report.stated import ENDS, Form, difference, document_of
from derive.theories.registry import THEORIES, load_theory

#: Label → why no document states it.
LEFT_OUT: dict[str, str] = tomllib.loads(Path(__file__).parents[1].joinpath("not_documents.toml").read_text())[
    "theorems"
]


@pytest.mark.parametrize("form", ENDS)
@pytest.mark.parametrize("name", THEORIES)
def test_every_equation_and_derivation(name: str, form: Form, tmp_path: Path) -> None:
    """Each of the program's own is read as it was printed, or is listed with the reason.

    In Markdown, whose formulas are read as those of LaTeX are, every third is asked for.
    """
    own = load_theory(name)
    asked = [each for each in own.stated if each.statement.equated][:: 1 if form == "latex" else 3]
    made = document_of(replace(own, stated=asked), form)
    assert made.left_out == {each.label: LEFT_OUT[each.label] for each in asked if each.label in LEFT_OUT}
    path = tmp_path / f"{name}{ENDS[form]}"
    path.write_text(made.text, encoding="utf-8")
    theory = theory_of_paper(path)
    kept = [each.label for each in asked if each.label not in LEFT_OUT]
    assert [each.label for each in theory.stated] == list(made.kept) == kept
    assert (theory.name, theory.title, theory.sources) == (own.name, own.title, own.sources)
    for each in theory.stated:
        wanted = own.find_theorem(each.label)
        assert difference(each, wanted) == ""
        assert (each.title, each.source, each.topic) == (wanted.title, wanted.source, wanted.topic)
        assert each.doc == " ".join(wanted.doc.split())
        lines = (each.derivation, wanted.derivation)
        shown = [[(text(line.term), line.justification) for line in d.lines] for d in lines if d is not None]
        assert all(rows == shown[0] for rows in shown)


def mine() -> Theory:
    """A theory that no document can use, with a rule of its own."""
    N = derive.dimension("N")
    x, u = derive.vector("x", N), derive.vector("u", N)
    p, eps = derive.scalar("p"), derive.scalar("eps", "positive")
    length = derive.let("length", derive.sqrt(derive.dot(x, x) + eps))
    theory = derive.Theory("mine", "What is mine", "", ("A book; and another",))
    theory.define(length)
    scalars = derive.rule(
        "scalars out of a product", derive.dot(u / p, u / p), derive.dot(u, u) / p**2, variables=(u, p)
    )

    @theory.theorem("Divided by a length", "A book, §1_2")
    @derive.given(derive.not_zero(x))
    @derive.near_miss("the root forgotten: 50% & more", derive.dot(x, x) / length)
    @derive.near_miss("not of this", x, 2 * x, given=())
    def divided() -> derive.Derivation:
        """(x/l)·(x/l) = x·x/l² for every x."""
        start = derive.Derivation.start(derive.dot(x / length, x / length))
        return start.by(scalars).by(scalars.reversed("the same, backwards")).by(scalars, note="and back: 1 → 2")

    @theory.theorem("A bound", "A book")
    def bounded() -> derive.Statement:
        """|x| ≥ 0."""
        return derive.bound(derive.norm(x), ">=", 0)

    return theory


@pytest.mark.parametrize("form", ENDS)
def test_a_theory_of_ones_own_stands_alone(form: Form, tmp_path: Path) -> None:
    """It declares its names and rules; what is no equation is left out by name."""
    theory = mine()
    made = document_of(theory, form)
    assert made.left_out == {"mine.bounded": "a statement that is no equation"}
    assert "use mine" not in made.text
    path = tmp_path / f"mine{ENDS[form]}"
    path.write_text(made.text, encoding="utf-8")
    (own,), wanted = theory_of_paper(path).stated, theory.stated[0]
    assert difference(own, wanted) == ""
    assert check_theorem(own).as_expected
    assert own.derivation is not None
    assert [line.justification for line in own.derivation.lines[1:]] == [
        "scalars out of a product",
        "the same, backwards",
        "and back: 1 → 2",
    ]


def test_what_a_reader_of_the_page_sees() -> None:
    """A near miss says that it is false, in text that says nothing to derive."""
    made = document_of(mine(), "latex").text
    assert r"\paragraph{False, and refuted:} the root forgotten: 50\% \& more." in made
    assert made.startswith("\\documentclass{article}\n\\usepackage{amsmath}\n")


def test_a_difference_is_seen(tmp_path: Path) -> None:
    """In a line, a rule, a near miss, a hypothesis: each is said."""
    theory = mine()
    made = document_of(theory, "latex").text
    path = tmp_path / "mine.tex"
    for old, new, word in [
        ("\\vec x &= 2 \\vec x", "\\vec x &= 3 \\vec x", "beside"),
        ("% derive: given not_zero \\vec x\n", "", "statement"),
        ("% derive: near miss the root forgotten", "% derive: near miss another", "beside"),
        ("by scalars out of a product", "by the same, backwards", "rule"),
        ("% derive: words and back: 1 → 2", "", "words"),
    ]:
        assert old in made
        path.write_text(made.replace(old, new, 1), encoding="utf-8")
        said = difference(theory_of_paper(path).stated[0], theory.stated[0])
        assert word in said, (word, said)
