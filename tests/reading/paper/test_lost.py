"""Declarations of real papers made unreadable, one at a time: what is still read says what it said before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from derive.reading.latex.declaring import clauses
from derive.reading.paper import Relation, read_paper
from derive.reading.paper.document import Comment, Display, items_of
from derive.reading.paper.files import Files

PAPERS = sorted((Path(__file__).parents[2] / "papers").glob("*.tex"))
#: What is put behind a clause, so that it cannot be read.
WRONG = [r" \foo", " )"]
#: Of so many declarations one is tried, so that it is quick.
EVERY = 30


def statements(path: Path) -> dict[tuple[int, int], Any]:
    """What the relations of a paper say, by their places; nothing of one that cannot be read."""
    found = [item for item in read_paper(path).items if isinstance(item, Relation)]
    return {
        (one.place.line, one.place.column): (one.lhs, one.sign, one.rhs, one.under, one.hypotheses, one.supposed)
        for one in found
        if one.error is None and not one.readings
    }


@pytest.mark.parametrize("path", PAPERS, ids=lambda path: path.name)
def test_what_is_read_says_what_it_said(tmp_path: Path, path: Path) -> None:
    """The same sides under the same hypotheses; without a hypothesis that is lost, and marked so."""
    text, before = path.read_text(encoding="utf-8"), statements(path)
    comments = [
        comment
        for item in items_of(path, Files())
        for comment in (item.comments if isinstance(item, Display) else (item,) if isinstance(item, Comment) else ())
    ]
    spoiled = kept = 0
    broken = tmp_path / path.name
    found = [clause for each in comments for clause in clauses(text, each.begin, each.end)]
    for number, clause in enumerate(found[::EVERY]):
        wrong = WRONG[number % len(WRONG)]
        broken.write_text(text[: clause.end] + wrong + text[clause.end :], encoding="utf-8")
        after = statements(broken)
        spoiled += len(before) - len(after)
        for place, (*said, hypotheses, supposed) in after.items():
            if place not in before:
                continue  # on the line of the declaration itself
            *wanted, given, _ = before[place]
            assert said == wanted, (text[clause.at : clause.end], place)
            if supposed is None:
                assert hypotheses == given, (text[clause.at : clause.end], place)
            else:
                assert set(hypotheses) <= set(given)
            kept += 1
    assert kept


def test_a_loss_that_cannot_be_read_spoils_what_has_its_name(tmp_path: Path) -> None:
    """And what is defined by it, of several letters by all of these: ``\\mathbf{dz}`` is not z."""
    paper = tmp_path / "p.tex"
    paper.write_text(
        "% derive: dimension N; vector z : N; vector d : N; loss L of \\foo\n"
        "% derive: let \\mathbf{dz} = \\frac{\\partial L}{\\partial z}\n"
        r"\[ z = z \] \[ d = d \] \[ \mathbf{dz} = \mathbf{dz} \] \[ \frac{\partial L}{\partial z} = z \]",
        encoding="utf-8",
    )
    found = [item for item in read_paper(paper).items if isinstance(item, Relation)]
    assert [one.error is None for one in found[-4:]] == [True, True, False, False]


def test_a_word_that_was_to_be_defined(tmp_path: Path) -> None:
    """What could not be declared is why a word is none: the relation says so, and others are read."""
    paper = tmp_path / "paper.md"
    paper.write_text(
        "<!-- derive: dimension N; vector a : N; scalar y; index i : N; let \\text{BCE}(a) = \\foo a -->\n\n"
        "$$ \\frac{\\partial \\text{BCE}}{\\partial a_i} = 0 $$\n\n$$ \\frac{\\partial \\text{MSE}}{\\partial a_i} = 0 $$\n",
        encoding="utf-8",
    )
    _, first, second = (item for item in read_paper(paper).items if isinstance(item, Relation))
    assert first.error is not None
    assert "could not be read: found the unknown command" in first.error.message
    assert second.error is not None
    assert "the words 'MSE'" in second.error.message


def test_how_to_go_on_is_said_once(tmp_path: Path) -> None:
    """With the letter that is in common; of what rests on the same premise the place and the cause remain."""
    paper = tmp_path / "p.tex"
    paper.write_text(
        "% derive: scalars r, s; let q = \\foo\n" + r"\[ q = s \] \[ r = r \] \[ 2 q = s = q \]", encoding="utf-8"
    )
    _, first, other, *below = (item for item in read_paper(paper).items if isinstance(item, Relation))
    assert first.error is not None
    assert first.error.hint == "mend it; q stands there and here"
    assert other.error is None
    assert [one.error.hint for one in below if one.error is not None] == ["", ""]
    assert all("could not be read: found the unknown command" in str(one.error) for one in below)


@pytest.mark.parametrize(
    ("declared", "said"),
    [
        (r"assume A \succeq 0", "an order of matrices, which is not in the language"),
        (r"assume 0 \preceq A \preceq I", "an order of matrices"),
        (r"positive semidefinite 2 I - s A", "'positive semidefinite', a property that is not in the language"),
        (r"assume A negative definite", "'negative definite', a property"),
        (r"matrix B : N x N positive semidefinite", "'positive semidefinite', a property"),
    ],
)
def test_properties_that_the_language_has_not(read: Any, verdicts: Any, declared: str, said: str) -> None:
    """It is said which, and what needs none is proved; nothing is refuted that may rest on it."""
    name = "B" if declared.startswith("matrix") else "A"
    text = f"% derive: matrix A : N x N\n% derive: {declared}\n"
    text += rf"\[ s + s = 2 s \] \[ a^\top {name} a = a^\top a \]"
    paper = read(text)
    assert said in str(paper.items[0].error)
    assert "positive definite" in str(paper.items[0].error)
    assert verdicts(text) == ["error", "proved", "error"]


def test_what_is_defined_again_with_an_index_free(verdicts: Any) -> None:
    """A sign of a definition behind a name that is known says what it is."""
    text = r"% derive: let z = a_i" + "\n" + r"\[ z := a_i \] \[ z := a_i + 1 \] \[ z = a_i \]"
    assert verdicts(text) == ["proved", "refuted", "proved"]
