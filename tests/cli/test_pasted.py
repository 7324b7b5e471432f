"""Displays pasted from theorems: they are held to what the theorem says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from derive.cli.papers import pasted_from
from derive.cli.pasted import still_says
from derive.reading.paper import Pasted, read_paper
from derive.report.snippet import snippet, structure_snippet
from derive.theories.registry import THEORIES, load_theory
from derive.theories.theory import Structure

LABEL = "layernorm.eq6"


@pytest.fixture
def pasted(run: Any, tmp_path: Path) -> Any:
    """``pasted(change, label)``: the verdicts on what `derive latex` prints, after a change."""

    def check(change: Any = lambda text: text, label: str = LABEL) -> list[str]:
        path = tmp_path / "p.tex"
        path.write_text(change(run("latex", label).stdout), encoding="utf-8")
        (item,) = read_paper(path).items
        assert isinstance(item, Pasted)
        return [found.verdict for found in pasted_from(item)]

    return check


@pytest.mark.parametrize("label", [LABEL, "layernorm.jacobian"])
def test_what_is_pasted_is_the_theorem(pasted: Any, label: str) -> None:
    """Every relation of it, and the whole."""
    assert set(pasted(label=label)) == {"proved"}


def test_layout_may_change(pasted: Any) -> None:
    """Blanks, labels, comments."""
    assert set(pasted(lambda text: text.replace(" &= ", " % x\n  &=  ").replace(r"\label", r"\notag \label"))) == {
        "proved"
    }


def test_a_false_line_is_refuted(pasted: Any) -> None:
    """And the theorem stands."""
    found = pasted(lambda text: text.replace(r"\hat{1} \hat{1}^{\top}", r"\vec 1 \vec 1^{\top}", 1))
    assert found[0] == "proved"
    assert "refuted" in found


def test_another_last_side_is_another_statement(pasted: Any) -> None:
    """Though each relation may be true."""
    last = r"\vec b \label{layernorm.eq6}"
    assert pasted(lambda text: text.replace(last, rf"\vec b + \vec b - {last}"))[0] == "error"


def test_a_shorter_derivation_says_the_same(pasted: Any) -> None:
    """Its first and last sides are those of the theorem."""
    rows = lambda text: "\n".join(row for row in text.splitlines() if ":4}" not in row)  # noqa: E731
    assert set(pasted(rows)) == {"proved"}


def test_a_broken_chain_is_another_statement(pasted: Any) -> None:
    """``p = p`` and ``q = q`` do not say p = q."""

    def split(text: str) -> str:
        rows = text.splitlines()
        begin = next(n for n, row in enumerate(rows) if "begin{align}" in row)
        sides = [row.split(r"\label")[0].split("&&")[0] for row in rows if "&=" in row]
        first, last = sides[0].split("&=")[0], sides[-1].split("&=")[1]
        return "\n".join([*rows[: begin + 1], rf"{first} &= {first} \\", rf"{last} &= {last}", rows[-1]])

    assert pasted(split)[0] == "error"


@pytest.mark.parametrize("label", ["nope.x", "layernorm.nope", ""])
def test_an_unknown_theorem_is_an_error(pasted: Any, label: str) -> None:
    """Not a crash."""
    assert pasted(lambda text: text.replace(f"theorem {LABEL}", f"theorem {label}")) == ["error"]


def test_a_theorem_without_a_display_is_an_error(tmp_path: Path) -> None:
    """There is nothing that could say it."""
    path = tmp_path / "p.tex"
    path.write_text(f"% derive: theorem {LABEL}\n", encoding="utf-8")
    (item,) = read_paper(path).items
    assert "a display below it" in str(item.error)  # type: ignore[union-attr]  # it is a relation


def test_a_directive_before_a_pasted_display_is_not_lost(tmp_path: Path, run: Any) -> None:
    """It concerns it, or is an error."""
    path = tmp_path / "p.tex"
    path.write_text("% derive: skip\n" + run("latex", LABEL).stdout, encoding="utf-8")
    paper = read_paper(path)
    assert len(paper.items) != 1 or paper.notes


@pytest.mark.parametrize("name", THEORIES)
def test_every_theorem_is_read_back(name: str, tmp_path: Path) -> None:
    """What `derive latex` prints of each theorem is read as that theorem, every line of it."""
    path = tmp_path / "p.tex"
    for theorem in load_theory(name).theorems:
        if isinstance(theorem, Structure):
            printed = structure_snippet(theorem, theorem.statement.decide())
        else:
            printed = snippet(theorem)
        path.write_text(f"\\begin{{document}}\n{printed}\n\\end{{document}}\n", encoding="utf-8")
        (item,) = read_paper(path).items
        assert isinstance(item, Pasted), theorem.label
        relations, whole = still_says(item, {})
        assert whole.verdict == "proved", (theorem.label, whole.reason)
        assert [found.error for found in relations if found.error is not None] == [], theorem.label


SENTENCE = "The points 0, 1, 2, 3, 4 are shattered by 3 LayerNorms of width 3, $\\epsilon$ = 1."
FIVE = "expressivity.five_points"


def _verdicts(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "p.tex"
    path.write_text(text, encoding="utf-8")
    found = []
    for item in read_paper(path).items:
        if isinstance(item, Pasted):
            found += [one.verdict for one in pasted_from(item)]
        else:
            found.append("relation" if item.error is None else str(item.error))
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"% derive: theorem {FIVE}\n{SENTENCE}\n", ["proved"]),
        (f"% derive: theorem {FIVE}\n% proved for all data\n{SENTENCE}\n\nMore.", ["proved"]),
        (f"% derive: theorem {FIVE} [proved; certificate 55]\n{SENTENCE}", ["proved"]),
        (f"% derive: theorem {FIVE} (as in the note)\n{SENTENCE}", ["proved"]),
        (f"% derive: theorem {FIVE}\n{SENTENCE}\n\n% derive: scalar s\n\\[ s = s \\]\n", ["proved", "relation"]),
        (f"% derive: scalar s\n% derive: theorem {FIVE}\n{SENTENCE}\n\n\\[ s = s \\]\n", ["proved", "relation"]),
        (f"% derive: theorem {FIVE}\n{SENTENCE}\n% derive: theorem {FIVE}\n{SENTENCE}\n", ["proved", "proved"]),
        (f"% derive: theorem {FIVE}\n{SENTENCE.replace('4', '5')}\n", ["error"]),
        (f"% derive: theorem {FIVE}\nIt is not true that {SENTENCE}\n", ["error"]),
        (f"% derive: theorem {FIVE}\n{SENTENCE} No.\n", ["error"]),
    ],
)
def test_a_theorem_that_is_a_sentence(tmp_path: Path, text: str, expected: list[str]) -> None:
    """It has no display: the paragraph below the comment must say it, and a display below that is another matter."""
    assert _verdicts(tmp_path, text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("% derive: theorem layernorm.eq6, layernorm.jacobian\n", "one label, and behind it words in brackets only"),
        ("% derive: theorem layernorm.eq6 as pasted\n", "one label, and behind it words in brackets only"),
        (f"% derive: theorem {FIVE}\n\n", "a display below it"),
        (f"% derive: theorem layernorm.eq6\n% derive: theorem {FIVE}\n{SENTENCE}", "a display below it"),
        ("% derive: theorem layernorm.eq6\n% derive: scalar s\n\\[ s = s \\]", "a declaration between 'theorem'"),
    ],
)
def test_a_comment_that_is_not_obeyed(tmp_path: Path, text: str, message: str) -> None:
    """Nothing said of a theorem is passed over in silence."""
    assert message in _verdicts(tmp_path, text)[0]


def test_a_theory_in_use_knows_what_it_prints(run: Any) -> None:
    """G is a name of layernorm, with its powers and its pseudo-inverse."""
    used = ("--declare", "use layernorm")
    assert run("prove", r"G \vec v = \vec g \odot \vec v", *used).exit_code == 0
    assert run("prove", r"G^{-2} G^2 \vec v = \vec v", *used, "--given", "nonzero g").exit_code == 0
    assert "read as: GG⁺ Gv = Gv\n" in run("prove", r"G G^+ G \vec v = G \vec v", *used).stdout
    assert run("prove", r"G \vec v = \vec v", *used).exit_code == 1
