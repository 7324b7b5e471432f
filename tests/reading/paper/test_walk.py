"""Walking a paper: directives and what they concern, declarations, what is forgotten."""

from __future__ import annotations

from typing import Any

import pytest


def expected(paper: Any) -> list[tuple[str, str, str]]:
    """Place, label and expectation of each relation."""
    return [(str(item.place), item.label, item.expected) for item in paper.items]


ROWS = "\\begin{align}\n s &= t \\\\%s\n u &= v\n\\end{align}"


def test_a_directive_concerns_the_line_below(read: Any) -> None:
    """Before a display its first line; in a display the next one."""
    assert expected(read("% derive: expect refuted\n" + ROWS % "")) == [("4:5", "", "refuted"), ("5:5", "", "proved")]
    inside = ROWS % "\n% derive: expect refuted; label eq:x"
    assert expected(read(inside)) == [("3:5", "", "proved"), ("5:5", "eq:x", "refuted")]


def test_a_directive_behind_a_row_concerns_it(read: Any) -> None:
    """It stands on the line of the relation."""
    assert expected(read(ROWS % " % derive: expect refuted")) == [("3:5", "", "refuted"), ("4:5", "", "proved")]


def test_what_is_skipped_is_noted(read: Any) -> None:
    """With its place and label."""
    paper = read("% derive: skip\n\\[ s = t \\label{eq:a} \\]\n\\[ u = v \\]")
    assert expected(paper) == [("4:6", "", "proved")]
    assert [note.text for note in paper.notes] == ["skipped"]


@pytest.mark.parametrize("directive", ["skip", "expect refuted"])
def test_a_directive_behind_a_display_does_not_concern_the_next(read: Any, directive: str) -> None:
    """It concerns its own line, or is an error."""
    assert ("4:6", "", "proved") in expected(read(f"\\[ s = t \\] % derive: {directive}\n\n\\[ u = v \\]"))


def test_a_directive_behind_the_rest_of_a_row_does_not_concern_the_next(read: Any) -> None:
    """The row it stands in is the one above."""
    rows = "\\begin{align}\n s &=\n t \\\\ % derive: skip\n u &= v\n\\end{align}"
    assert ("5:5", "", "proved") in expected(read(rows))


@pytest.mark.parametrize("directive", ["skip", "expect refuted", "label x"])
def test_a_directive_that_concerns_nothing_is_an_error(read: Any, directive: str) -> None:
    """Nobody thinks that it did something."""
    paper = read(f"\\[ s = t \\]\n% derive: {directive}\n")
    assert "concerns no relation" in str(paper.items[1].error)


def test_off_and_on(read: Any) -> None:
    """What stands between is not checked, and that is noted."""
    paper = read("% derive: off\n\\[ s = t \\]\n% derive: on\n\\[ u = v \\]")
    assert [str(item.place) for item in paper.items] == ["5:6"]
    assert [str(note.place) for note in paper.notes] == ["2:11"]


@pytest.mark.parametrize("directive", ["skip", "expect refuted", "label x", "theorem layernorm.eq6"])
def test_a_directive_between_off_and_on_stays_there(read: Any, directive: str) -> None:
    """It concerns the display that is not checked."""
    paper = read(f"% derive: off\n% derive: {directive}\n\\[ s = t \\]\n% derive: on\n\\[ u = v \\]")
    assert expected(paper) == [("6:6", "", "proved")]


def test_a_chain_does_not_jump_over_what_is_off(says: Any) -> None:
    """Its last side was not read."""
    text = "\\[ s = t \\]\n% derive: off\n\\[ = u \\]\n% derive: on\n\\[ = v \\]"
    assert says(text) == ["s = t", "error"]


def test_a_chain_does_not_jump_over_what_is_skipped(says: Any) -> None:
    """Nor there."""
    assert says("\\[ s = t \\]\n% derive: skip\n\\[ = u \\]\n\\[ = v \\]") == ["s = t", "error"]


def test_what_is_forgotten_is_unknown(says: Any, verdicts: Any) -> None:
    """Names and hypotheses; a chain does not go on from before."""
    assert says("\\[ s = t \\]\n% derive: forget\n\\[ s = t \\]") == ["s = t", "error"]
    assert says("\\[ s = t \\]\n% derive: forget\n% derive: scalar s, t\n\\[ = s \\]") == ["s = t", "error"]
    text = "% derive: assume s = t\n\\[ s = t \\]\n% derive: forget\n% derive: scalar s, t\n\\[ s = t \\]"
    assert verdicts(text) == ["proved", "refuted"]


@pytest.mark.parametrize("wrong", ["scalar", "scalr z", "use nope", "offf", "scalar s", "skipp"])
def test_nothing_is_proved_below_a_declaration_that_cannot_be_read(verdicts: Any, wrong: str) -> None:
    """Nobody knows what it would have said; after ``forget`` it does not matter."""
    text = f"% derive: {wrong}\n\\[ s = s \\]\n% derive: forget\n% derive: scalar s\n\\[ s = s \\]"
    assert verdicts(text) == ["error", "error", "proved"]


def test_an_error_of_a_declaration_names_its_place(read: Any) -> None:
    """Line and column of the word."""
    item = read("% derive: scalar z; scalr y").items[0]
    assert str(item.place) == "2:21"


def test_assumptions_hold_below(verdicts: Any) -> None:
    """Not above."""
    assert verdicts("\\[ s = t \\]\n% derive: assume s = t\n\\[ s = t \\]") == ["refuted", "proved"]


def test_assumptions_inside_a_display_do_not_hold_above(verdicts: Any) -> None:
    """They hold from their line on, or are an error."""
    rows = "\\begin{align} s &= t \\\\\n% derive: assume s = t\n u &= v \\end{align}"
    assert verdicts(rows)[0] != "proved"


@pytest.mark.parametrize(
    "comment", ["% TODO derive: skip", "% derive the formula", "% dervie: skip", "% % derive: skip", r"\% derive: skip"]
)
def test_other_comments_say_nothing(read: Any, comment: str) -> None:
    """Only ``% derive:`` does."""
    assert len(read(f"{comment}\n\\[ s = t \\]").items) == 1


def test_labels_of_rows_and_displays(read: Any) -> None:
    """A row has its own, an equation one for all."""
    rows = r"\begin{align} s &= t \label{a} \\ &= u \\ \label{b} &= v \end{align}"
    assert [label for _, label, _ in expected(read(rows))] == ["a", "", "b"]
    one = r"\begin{equation} \label{c} \begin{split} s &= t \\ &= u \end{split} \end{equation}"
    assert [label for _, label, _ in expected(read(one))] == ["c", "c"]


def test_the_first_bad_declaration_is_named(read: Any) -> None:
    """Below it a name that nobody knows may be its own: declarations and relations say where it stands."""
    paper = read("% derive: let p = )\n% derive: let q = 2 p\n\\[ q = 2 p \\]\n\\[ s = q \\]\n\\[ s = ( \\]")
    first, *names, syntax = [str(item.error) for item in paper.items]
    assert "the declaration" not in first
    assert all("the declaration at" in message and "p.tex:2:" in message for message in names)
    assert "not checked" not in syntax


WHY = r"\newcommand{\why}[1]{\text{#1}}" + "\n"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (WHY + r"\begin{align} s &= t && \why{by symmetry} \\ &= u && \why{again} \end{align}", ["s = t", "t = u"]),
        (WHY + r"\[ s = t \quad \why{by definition of $t$} \]", ["s = t"]),
        (r"\newcommand{\again}{\quad\text{see above}} \[ s = t \again \]", ["s = t"]),
        (WHY + r"\[ s = t \quad \why{and} \quad u = v \]", ["s = t", "u = v"]),
        (WHY + r"\newcommand{\because}[1]{\why{#1}} \begin{align} s &= t && \because{so it is} \end{align}", ["s = t"]),
        (WHY + r"\begin{align} s &= t && \why{if $u > 0$} \end{align}", ["error"]),
        (WHY + r"\begin{align} s &= t && \why{where $u = v$} \end{align}", ["error"]),
        (r"\newcommand{\why}[2]{\text{#2 #1}} \begin{align} s &= t && \why{$u > 0$}{if} \end{align}", ["error"]),
        (r"\newcommand{\why}[1]{\text{#1#2}} \begin{align} s &= t && \why{so} \end{align}", ["error"]),
    ],
)
def test_words_in_macros(says: Any, body: str, expected: list[str]) -> None:
    r"""A macro whose body is ``\text{…}`` is the words, its arguments put in: a remark, or a condition."""
    assert says(body) == expected


def test_a_name_in_a_macro_of_words(verdicts: Any) -> None:
    r"""A script that is a macro for ``\text{in}``."""
    body = (
        r"\newcommand{\up}{\text{in}}"
        + "\n% derive: let s_\\up = 2 t\n"
        + r"\[ s_\up = 2 t = t + t \quad s_{\text{in}} = t \]"
    )
    assert verdicts(body) == ["proved", "proved", "refuted"]


CELLS = r"\newcommand{\two}[2]{\begin{pmatrix} #1 \\[2pt] #2 \end{pmatrix}}" + "\n"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (CELLS + r"In the text $\two{s}{t}$ \[ s = t \]", ["s = t"]),
        (r"\newcommand{\pp}[1]{a\\[2pt]#1}" + "\n" + r"\pp{text} \[ s = t \]", ["s = t"]),
        (r"\newcommand{\pp}[1]{\\\[ #1 \]}" + "\n" + r"\pp{s = t}", ["error"]),
        (r"\newcommand{\pp}[1]{\[ #1 \]}" + "\n" + r"\pp{s = t} \[ s = u \]", ["error", "s = u"]),
        (r"\newcommand{\pp}[1]{\[ #1 \]}" + "\n% derive: off\n\\pp{s = t}\n% derive: on\n" + r"\[ s = u \]", ["s = u"]),
    ],
)
def test_macros_with_rows_and_with_displays(says: Any, body: str, expected: list[str]) -> None:
    r"""``\\[2pt]`` begins a row and no display; a display in a macro is an error, but where nothing is checked."""
    assert says(body) == expected
