r"""What a display holds as a whole: an environment behind marks or in braces, ``\eqalign``; what says nothing beside it."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.parametrize(
    "body",
    [
        "\\eqalign{\ns &= t + 0 \\cr &= t \\\\\n&= t - 0 \\cr\n}",
        "\\Large{\n\\begin{split} s &= t + 0 \\\\ &= t \\\\ &= t - 0 \\end{split} }",
        "\\large \\begin{aligned} & \\begin{aligned} s & = t + 0 \\\\ & = t \\\\ &= t - 0 \\end{aligned} \\end{aligned}",
        "\\require{cancel} \\begin{eqnarray} s &=& t + 0 \\\\ &=& t \\\\ &=& t - 0 \\end{eqnarray}",
    ],
)
def test_its_rows_are_read(says: Any, body: str) -> None:
    assert says(f"$$\n{body}\n$$", "p.md") == ["s = t + 0", "t + 0 = t", "t = t - 0"]


def test_rows_that_are_statements_of_their_own(verdicts: Any) -> None:
    assert verdicts("$$\\eqalign{ &s + t = t + s \\cr &s - t = t - s \\cr & 2 s = s + s }$$", "p.md") == [
        "proved", "refuted", "proved",
    ]  # fmt: skip


def test_a_label_outside_of_the_braces(verdicts: Any) -> None:
    assert verdicts("$$ \\label{a} \\Large{ \\begin{split} s &= s \\\\ &= t \\end{split} } $$", "p.md") == [
        "proved", "refuted",
    ]  # fmt: skip


@pytest.mark.parametrize("body", ["\\eqalign{ s &= s } + 1 = t", "\\eqalign{ s &= t } \\eqalign{ t &= s }"])
def test_what_is_no_whole_is_no_claim_by_itself(verdicts: Any, body: str) -> None:
    assert "proved" not in verdicts(f"$$ {body} $$", "p.md")


@pytest.mark.parametrize(
    "body",
    [
        r"\left\{ \begin{array}{l} s + t = t + s \\ s = t \end{array} \right.",
        r"\left. \begin{aligned} s + t &= t + s \\ s &= t \end{aligned} \right\}",
        r"\left \lbrace \begin{array}{rcl} s + t &=& t + s \\ s &=& t \end{array} \right .",
        r"s + t = t + s \\ \begin{aligned} s &= t \end{aligned}",
        r"\begin{split} s + t &= t + s \end{split} \\ s = t",
    ],
)
def test_a_brace_and_rows_beside_an_environment(verdicts: Any, body: str) -> None:
    """A brace holds equations together; what stands on a row of its own is one."""
    assert verdicts(rf"\[ {body} \]") == ["proved", "refuted"]


@pytest.mark.parametrize(
    "body",
    [
        r"s = \left\{ \begin{array}{l} t \\ s \end{array} \right.",
        r"\left( \begin{array}{l} s = s \\ s = t \end{array} \right)",
    ],
)
def test_other_brackets_around_rows(verdicts: Any, body: str) -> None:
    assert "proved" not in verdicts(rf"\[ {body} \]")
