r"""Arguments of environments are no mathematics: ``alignat{2}`` in a display of its own, in dollars, and by itself."""

from __future__ import annotations

from typing import Any

import pytest

from derive.cli.papers import decided
from derive.reading.decided import context_from
from derive.reading.latex.statement import read_latex


@pytest.mark.parametrize("ending", ["md", "tex"])
@pytest.mark.parametrize(
    "display",
    [
        r"\begin{alignat}{2} s &= 2 s \end{alignat}",
        r"\begin{alignat*}{3} s &= 2 s \end{alignat*}",
        r"\begin{alignat}2 s &= 2 s \end{alignat}",
        r"\begin{alignedat}{2} s &= 2 s \end{alignedat}",
        r"\begin{aligned}[t] s &= 2 s \end{aligned}",
        r"\begin{multlined}[b][2cm] s = 2 s \end{multlined}",
    ],
)
def test_arguments_of_environments(read: Any, display: str, ending: str) -> None:
    """What is read is s = 2s."""
    bare = ending == "tex" and display.startswith((r"\begin{alignat}", r"\begin{alignat*}"))
    paper = read(display if bare else f"$${display}$$", f"p.{ending}")
    assert [decided(item).verdict for item in paper.items] == ["refuted"]


@pytest.mark.parametrize("name", ["alignat", "alignedat", "alignat*"])
def test_by_itself(name: str) -> None:
    """As `derive prove` reads it."""
    latex = rf"\begin{{{name}}}{{2}} s &= 2 s \end{{{name}}}"
    assert read_latex(latex, context_from("scalar s")).statement.judge().status == "refuted"


@pytest.mark.parametrize("words", [r"\forall i", r"i = 1, \dots, N", r"\text{for all } i"])
def test_a_range_of_what_is_summed(read: Any, words: str) -> None:
    """Under the summation convention a claim for each i is no claim about the sum over i."""
    for relation, verdict in ((r"a_i b_i = a \cdot b", "error"), ("a_i + b_i = b_i + a_i", "proved")):
        paper = read("% derive: einstein\n" + rf"\[ {relation} \quad {words} \]")
        assert [decided(item).verdict for item in paper.items] == [verdict]


def test_environments_below_each_other(read: Any) -> None:
    r"""``\end{aligned} \\ \begin{aligned}`` in one display: the relations of each; ``\hline`` is a line between rows."""
    block = r"\begin{aligned} s + t &= t + s \\ \hline &= t + %s \end{aligned}"
    paper = read(rf"$${block % 's'} \\ {block % '2 s'} \\$$", "p.md")
    assert [decided(item).verdict for item in paper.items] == ["proved", "proved", "proved", "refuted"]
    gathered = r"\begin{gathered} %s = s \end{gathered}"
    paper = read(rf"\[{gathered % 's'} \\[1em] {gathered % 't'}, \]")
    assert [decided(item).verdict for item in paper.items] == ["proved", "refuted"]


def test_environments_beside_each_other(read: Any) -> None:
    """Without a row between them, or with a factor beside one, they are nothing that is known; matrices are factors."""
    block = r"\begin{aligned} s &= s \end{aligned}"
    for display in (f"{block} {block}", f"{block} \\\\ t {block}"):
        assert all(item.error is not None for item in read(rf"\[{display}\]").items)
    matrix = r"\begin{pmatrix} s & t \\ t & s \end{pmatrix}"
    assert all(item.error is not None for item in read(rf"\[ {matrix} \\ {matrix} \]").items)
