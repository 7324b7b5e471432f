"""Relations: definitions, what is only noted, implications and their hypotheses, sides that cannot be read."""

from __future__ import annotations

from typing import Any

import pytest


def test_a_definition_of_a_new_name_is_noted(read: Any, says: Any) -> None:
    """It holds from there on, and what follows in its chain is checked."""
    assert says(r"\[ z := s + t = u \] \[ z = v \]") == ["z = u", "z = v"]
    assert says(r"\begin{align} z :&= s + t \\ &= u \end{align} \[ z = v \]") == ["z = u", "z = v"]
    (note,) = read(r"\[ z := s + t \]").notes
    assert (str(note.place), note.text) == ("2:6", "definition")


@pytest.mark.parametrize("sign", [":=", r"\coloneqq", r"\triangleq", r"\overset{\text{def}}{=}"])
def test_a_definition_of_a_name_whose_shape_is_declared(verdicts: Any, sign: str) -> None:
    """As long as nothing is made or assumed of s it is a definition, and of what is defined a claim."""
    assert verdicts(rf"\[ s {sign} t \] \[ s = t \] \[ s {sign} u \]") == ["proved", "refuted"]
    assert verdicts(rf"% derive: let q = 2 s{chr(10)}\[ s {sign} t \]") == ["refuted" if "over" in sign else "error"]


def test_an_identity_of_declared_names_is_a_claim(verdicts: Any) -> None:
    r"""``s \equiv t`` may say that s and t are the same anyway."""
    assert verdicts(r"\[ s \equiv t \]") == ["refuted"]


DEFINED = (
    "% derive: forget\n"
    + r"% derive: scalar u; dimension n; vectors x, r : n; index i : n; let p = 2 x; let q_i = 2 x_i; let P_{ij} = x_i x_j"
    + "\n"
)


@pytest.mark.parametrize("left", ["q_i", "p_i", r"\mathbf{q}_j", "P_{ij}"])
def test_a_component_of_what_is_defined_is_a_claim(verdicts: Any, left: str) -> None:
    """The declarations say what the array is; ``:=`` says it again, or something else."""
    right = {"P": "x_i x_j", "\\": "2 x_j"}.get(left[0], "2 x_i")
    assert verdicts(DEFINED + rf"\[ {left} := {right} \] \[ {left} := 3 {right} \]") == ["proved", "refuted"]


@pytest.mark.parametrize("left", ["p", "q_i", "P_{ij}"])
def test_a_definition_that_cannot_be_read_of_what_is_defined(verdicts: Any, left: str) -> None:
    """What rests on it rests on the declaration; of a name that is only declared nothing else is known."""
    assert verdicts(DEFINED + rf"\[ {left} := \unknown \] \[ p = 2 x = q \]") == ["error", "proved", "proved"]
    assert verdicts(DEFINED + r"\[ r := \unknown \] \[ r = 2 x \]") == ["error", "error"]


@pytest.mark.parametrize("said", ["r := r - x", "r_i := 2 r_i", "p := p + x", "p_i := (p + x)_i", "u := 2 u"])
def test_an_assignment_is_no_definition(read: Any, said: str) -> None:
    """What stands on both sides has two values."""
    (relation,) = read(DEFINED + rf"\[ {said} \]").items
    assert "an assignment" in relation.error.message


@pytest.mark.parametrize("sign", [r"\approx", r"\simeq", r"\sim", r"\propto"])
def test_what_says_nothing_exact_is_noted(read: Any, sign: str) -> None:
    """The relations beside it are checked all the same."""
    paper = read(rf"\[ s = t {sign} u = v \]")
    assert [str(item.place) for item in paper.items] == ["2:6", str(paper.items[1].place)]
    assert len(paper.notes) == 1


def test_proportional_vectors_are_decided(verdicts: Any) -> None:
    """a ∝ 2a, but not b."""
    assert verdicts(r"\[ a \propto 2a \propto b \]") == ["proved", "refuted"]


def test_a_hypothesis_holds_for_what_it_implies_only(read: Any, says: Any, verdicts: Any) -> None:
    """The left side is noted; the next display has it no more."""
    text = r"\[ s = t \implies s + 1 = t + 1 \] \[ s + 1 = t + 1 \]"
    assert says(text) == ["s + 1 = t + 1 given", "s + 1 = t + 1"]
    assert verdicts(text) == ["proved", "refuted"]
    assert [note.text for note in read(text).notes] == ["assumed by what follows"]


def test_a_hypothesis_that_holds_is_a_claim(verdicts: Any) -> None:
    """The steps of a chain above an arrow are decided; what is not known to hold is assumed."""
    rows = r"s + s &= 2 s = s + s \\ &\Longrightarrow 2 s + t = s + s + t"
    assert verdicts(rf"\begin{{align}} {rows} \end{{align}}") == ["proved"] * 3
    rows = r"\frac{\partial s^2}{\partial s} &= 2 s \\ &\Longrightarrow \frac{\partial (s^2 + t)}{\partial s} = 2 s"
    assert verdicts(rf"\begin{{align}} {rows} \end{{align}}") == [
        "proved",
        "proved",
    ]  # s is not tied by what holds anyway
    rows = r"s + s &= 2 t \\ &\Longrightarrow s = t"
    assert verdicts(rf"\begin{{align}} {rows} \end{{align}}") == ["proved"]


def test_each_step_follows_from_the_one_before(verdicts: Any) -> None:
    """A false step is refuted, though it would follow from nothing later."""
    rows = r"s = t &\implies s + 1 = t + 1 \\ &\implies s + 2 = t + 3"
    assert verdicts(rf"\begin{{align}} {rows} \end{{align}}") == ["proved", "refuted"]


def test_iff_is_checked_both_ways(says: Any, verdicts: Any) -> None:
    """s² = t² does not give s = t."""
    assert verdicts(r"\[ s = t \iff s^2 = t^2 \]") == ["refuted", "proved"]
    assert says(r"\[ s = t \iff s + 1 = t + 1 \]") == ["s = t given", "s + 1 = t + 1 given"]


@pytest.mark.parametrize(
    "text",
    [
        r"\[ s \approx t \implies s = t \]", r"\[ \text{so} \implies s = t \]", r"\[ z = t \implies s = t \]",
        r"\[ s = t \implies u \]", r"\[ \implies s = t \]",
    ],
)  # fmt: skip
def test_an_implication_with_a_side_that_is_none_is_an_error(verdicts: Any, text: str) -> None:
    """Nothing is proved of it."""
    assert "proved" not in verdicts(text)
    assert "error" in verdicts(text)


def test_macros_of_arrows(says: Any) -> None:
    """A macro that stands for an arrow is one."""
    assert says(r"\newcommand{\im}{\;\implies\;} \[ s = t \im s + 1 = t + 1 \]") == ["s + 1 = t + 1 given"]


def test_a_side_that_cannot_be_read_spoils_its_own_relations_only(says: Any) -> None:
    """Those on both sides of it."""
    assert says(r"\[ s = t = \foo = u = v \]") == ["s = t", "error", "error", "u = v"]


def test_a_chain_does_not_jump_over_a_side_that_cannot_be_read(says: Any) -> None:
    """What stands after it has no side to go on from."""
    assert says("\\[ s = \\foo \\]\n\\[ = t \\]") == ["error", "error"]


def test_a_chain_goes_on_in_the_next_display(says: Any) -> None:
    """From the last side of the one before."""
    assert says("\\[ s = t \\]\n so \n\\[ = u \\]") == ["s = t", "t = u"]


def test_places_are_those_of_the_signs(places: Any) -> None:
    """Line and column, in rows, with macros and comments before them."""
    rows = "\\newcommand{\\x}{t}\n\\begin{align}\n  s &= \\x + % a = b\n    u \\\\\n  &\\le \\x = v\n\\end{align}"
    assert places(rows) == ["4:6", "6:4", "6:11"]


@pytest.mark.parametrize("sign", [":&=", ":& =", "&:=", r"&\coloneqq", "&="])
def test_a_definition_with_a_mark_in_its_sign(verdicts: Any, sign: str) -> None:
    """The mark of alignment may stand between the colon and the equals sign; columns stay what they are."""
    display = rf"""
% derive: let w_0 = s + t
\begin{{align}}
  w_0 {sign} s + t & v &= v \\
      &= t + s     &   &= 2 v \\
      &= 2 t
\end{{align}}"""
    assert sorted(verdicts(display)) == ["proved"] * 3 + ["refuted"] * 2
