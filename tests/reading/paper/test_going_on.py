"""Displays that begin with a relation sign: of which display each goes on."""

from __future__ import annotations

from typing import Any

import pytest

from derive.cli.papers import decided


def came_out(read: Any, *displays: str) -> list[str]:
    """The verdicts on the relations of displays."""
    return [decided(item).verdict for item in read("\n".join(rf"\[ {each} \]" for each in displays)).items]


@pytest.mark.parametrize(
    ("displays", "wanted"),
    [
        (["2 s = s + s", "= 2 s"], ["proved", "proved"]),
        (["2 s = s + s", "= 2 s", "= 3 s - s"], ["proved"] * 3),
        (["2 s", "= s + s"], ["proved"]),
        (["s = s", "2 t", "= t + t"], ["proved", "proved"]),
        # an aside
        (["2 s = s + s", "= 2 s", "t = t", "= 3 s - s"], ["proved", "proved", "proved", "error"]),
        (["2 s = s + s", "= 2 s", "t = t", "= 3 t - 2 t"], ["proved", "proved", "proved", "error"]),
        (["2 s = s + s", "t = t", "= 3 s - s"], ["proved", "proved", "error"]),
        (["2 s = s + s", "t = t", "= 5 u"], ["proved", "proved", "refuted"]),
        (["2 s = s + s", "t = 2 s", "= 3 s - s"], ["proved", "refuted", "proved"]),
        (["2 s = s + s", "= 2 s", "t = t", "u = u", "= 3 s - s"], ["proved"] * 4 + ["error"]),
        (["2 s = s + s", "t = t - s + s", "= t - 0 s", "= 2 t - t"], ["proved", "proved", "error", "proved"]),
        (["2 s = s + s", "t = \\foo", "= 3 s - s"], ["proved", "error", "error"]),
        (["t = \\foo", "2 s = s + s", "= 3 s - s"], ["error", "proved", "error"]),
        # indices that are free on one side alone
        (["a_n = a_n", "t = t", "= 2 a_n - a_n"], ["proved"] * 3),
        (["a_n = a_n", "t = t", "= 2 a_n"], ["proved", "proved", "refuted"]),
        (["a_n = a_n", r"t = \foo", "= 2 a_n - a_n"], ["proved", "error", "error"]),
        # both come to the same
        (["2 s = s + s", "t - t + 2 s = 2 s", "= 3 s - s"], ["proved"] * 3),
        # shapes that do not fit
        (["2 s = s + s", r"\vec a = 2 \vec a - \vec a", r"= \vec a"], ["proved"] * 3),
        ([r"\vec a = 2 \vec a - \vec a", "2 s = s + s", r"= \vec a"], ["proved"] * 3),
        (["= s + s", "= 3 s"], ["error", "error"]),
        ([r"\implies s = t"], ["error"]), ([r"\therefore s = s"], ["proved"]), (["2 s = ", "= s + s"], ["proved"]),
        (["2 s = s + s = ", "= 3 s"], ["proved", "refuted"]), (["2 s = s + s =", "t = t"], ["proved", "error", "proved"]),
        (["2 s = s + s =", r"\le 2 s"], ["proved", "error", "proved"]), (["2 s = s + s ="], ["proved", "error"]),
        (["t = t", "2 s =", "= s + s", "= 2 s"], ["proved"] * 3),
        (["2 s =", "t = t", "= 2 s"], ["error", "proved", "error"]),
    ],
)  # fmt: skip
def test_a_display_goes_on(read: Any, displays: list[str], wanted: list[str]) -> None:
    """From the display before it; past one that is a statement of its own it is decided in both ways."""
    assert came_out(read, *displays) == wanted


def test_a_display_that_is_skipped_closes_none(read: Any) -> None:
    """What ends with a sign goes on in the next display that is read."""
    text = "\\[ 2 s = s + s = \\]\n% derive: skip\n\\[ = 3 \\foo \\]\n\\[ = 2 s \\]"
    assert [decided(item).verdict for item in read(text).items] == ["proved", "error", "error"]


@pytest.mark.parametrize(("name", "heading"), [("p.md", "### Final\n"), ("p.tex", r"\section{Final}")])
def test_a_display_goes_on_from_nothing_above_a_heading(read: Any, name: str, heading: str) -> None:
    """There is one way then, or none."""
    above, aside, last = "$$ 2 s = s + s $$", "$$ t = t $$", "$$ = 3 s - s $$"
    out = [decided(item).verdict for item in read(f"{above}\n\n{heading}\n{aside}\n\n{last}", name).items]
    assert out == ["proved", "proved", "refuted"]
    out = [decided(item).verdict for item in read(f"{above}\n\n{heading}\n{last}", name).items]
    assert out == ["proved", "error"]


def test_both_ways_are_said(read: Any) -> None:
    """With the lines of the displays, and how to settle it."""
    *_, last = read("\\[ 2 s = s + s \\]\n\\[ t = t \\]\n\\[ = 3 s - s \\]").items
    one = decided(last)
    assert len(one.readings) == 2
    assert "line 2" in one.reason
    assert "line 3" in one.reason
    assert "hint: write the side" in one.reason


def test_only_the_first_relation_is_in_doubt(read: Any) -> None:
    """What stands behind it in its display has sides of its own."""
    assert came_out(read, "2 s = s + s", "t = t", "= 2 s = s + s = 3 s") == [
        "proved",
        "proved",
        "error",
        "proved",
        "refuted",
    ]


def test_nothing_goes_on_past_what_is_skipped(read: Any) -> None:
    """Nobody knows its last side."""
    paper = read("\\[ 2 s = s + s \\]\n% derive: skip\n\\[ t = u \\]\n\\[ = 3 s - s \\]")
    assert [decided(item).verdict for item in paper.items] == ["proved", "error"]


def test_nothing_goes_on_past_what_is_forgotten_inside_of_a_display(read: Any) -> None:
    """What a declaration before its first formula forgets is not there any more."""
    assert came_out(read, "2 s = s + s", "% derive: forget; scalar s\n s = s") == ["proved", "proved"]
    assert came_out(read, "2 s = s + s", "% derive: forget; scalar s\n = 2 s") == ["proved", "error"]


def test_nothing_goes_on_behind_what_is_orthogonal(read: Any) -> None:
    r"""Its last side is the vector, and not the 0 that the scalar product is."""
    assert came_out(read, r"\vec a \perp \vec b", "= 0") == ["refuted", "error"]
    body = r"\begin{align} \vec a &= \vec a \\ \vec a &\perp \vec a - \vec a \\ s &= s \end{align}"
    assert [decided(item).verdict for item in read(body).items] == ["proved"] * 3


@pytest.mark.parametrize(
    ("above", "last", "wanted"),
    [
        (r"a_i = a_i", r"= a_i + \delta_{ij} a_j", "proved"),
        (r"a_i = a_i", r"= a_i + \delta_{ij} a_j + 1", "refuted"),
        (r"a_i = a_i + \delta_{ij} a_j", r"= a_i", "proved"),
        (r"a_i = a_j + (a_i - a_j)", r"= a_j", "refuted"),
        (r"a_i + 1 = 1 + a_i", r"= a_i + \delta_{ij} a_j", "error"),
    ],
)
def test_a_display_goes_on_under_the_condition_of_its_sentence(read: Any, above: str, last: str, wanted: str) -> None:
    """From wherever it may go on: in each way it is decided under it."""
    text = (
        rf"\[ {above} \]" + "\n\n" + r"For $i \neq j$ we have \[ a_i + \delta_{ij} = a_i \]" + "\n\n" + rf"\[ {last} \]"
    )
    *_, found = [decided(item) for item in read(f"% derive: index j : N\n{text}").items]
    assert found.verdict == wanted


@pytest.mark.parametrize("behind", [r"\text{where } t = t", r"\text{with } u + v = v + u", r"\text{, where } t = t"])
def test_what_names_are_said_to_be_is_no_side_to_go_on_from(verdicts: Any, behind: str) -> None:
    """The display goes on from what stands before it."""
    assert verdicts(rf"\[ 2 s = s + s \quad {behind} \] Then \[ = 3 s - s \]")[-1] == "proved"
    assert verdicts(rf"\[ 2 s = s + s \quad {behind} \] Then \[ = 3 s \]")[-1] == "refuted"


@pytest.mark.parametrize("between", [r"\quad", r", \quad", r"\quad \text{and } ", "; "])
def test_a_display_goes_on_from_either_formula_of_a_line(read: Any, verdicts: Any, between: str) -> None:
    """Of each; where they come out differently it is refused."""
    text = rf"\[ 2 s = s + s {between} 2 t = t + t \] Then"
    assert verdicts(rf"{text} \[ = 3 t - t \]")[-1] == "error"
    assert verdicts(rf"{text} \[ = 3 u \]")[-1] == "refuted"
    text = rf"\[ 2 a = a + a {between} 2 t = t + t \] Then"
    assert verdicts(rf"{text} \[ = 3 a - a \]")[-1] == "proved"
    assert verdicts(rf"{text} \[ = 3 a \]")[-1] == "refuted"


def test_another_case_goes_on_from_where_the_first_did(verdicts: Any) -> None:
    """What is equal where i = j is no side for i ≠ j alone: from the one or the other is read in both."""
    more = r"% derive: forget; dimension C; vector a : C; index i, j, k : C; let p_j = \frac{e^{a_j}}{\sum_k e^{a_k}}"
    first = (
        r"\[ \frac{\partial p_j}{\partial a_i} = \frac{\partial p_j}{\partial a_i} \] If $i = j$, \[ = p_j (1 - p_j) \]"
    )
    assert verdicts(f"{more}\n{first} and if $i \\neq j$, \\[ = -p_j p_i \\]") == ["proved", "proved", "error"]
    assert verdicts(f"{more}\n{first} and if $i \\neq j$, \\[ = p_j p_i \\]")[-1] != "proved"


@pytest.mark.parametrize("lead", ["The other is", "We know", "Dabei ist", "其中"])
def test_an_aside_in_a_sentence_of_its_own(read: Any, lead: str) -> None:
    """What stands right behind it may go on from what stands before it."""
    text = f"\\[ 2 s = s + s \\]\n{lead}\n\\[ t = t \\]\n\n\\[ = 3 s - s \\]"
    assert [decided(item).verdict for item in read(text).items] == ["proved", "proved", "error"]
