r"""What stands below or above a part of a formula: a relation there is a claim or a premise, and is not passed over."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.parametrize(
    "formula",
    [
        r"\underbrace{s}_{t = 0} = s", r"\underbrace{s}_{\text{$t = 0$}} = s", r"\underbrace{s}_{\text{by $t = 0$}} = s",
        r"\underbrace{s}_{\to 0} = s",
        r"\underbrace{s}_{\text{$= t$}} = s", r"\underbrace{s}_{\text{= t}} = s", r"\underbrace{s}_{\ne 0} = s",
        r"\underbrace{s}_{\approx t} = s",
        r"s = \underbrace{t - t}_{\in S} + s", r"\underbrace{s}_{a}^{2} = s^2", r"\underbrace{s}^2 = s^2",
        r"\overbrace{s}_2 = s",
        r"s \overset{t = 0}{=} s", r"s \stackrel{t = 0}{=} s", r"s \underset{t > 0}{=} s",
        r"s \overset{\text{$t = 0$}}{\le} s",
        r"\overset{t = 0}{s} = s", r"s \xrightarrow{t = 0} s", r"s \stackrel{d}{=} s", r"s \overset{\text{a.s.}}{=} s",
        r"s \stackrel{\mathcal{D}}{=} s", r"s \overset{?}{=} s", r"\underbrace{s}_{= 0}",
    ],
)  # fmt: skip
def test_a_relation_in_an_annotation_is_an_error(verdicts: Any, formula: str) -> None:
    """What it is written beside is not proved without it."""
    assert verdicts(rf"\[ {formula} \]") == ["error"]


@pytest.mark.parametrize(
    ("formula", "wanted"),
    [
        (r"\underbrace{s - t}_{=0} + t = s", ["error", "proved"]),
        (r"\underbrace{s - s}_{=\,0} + t = t", ["proved", "proved"]),
        (r"t = \underbrace{s - s}_{= 0} + t = t", ["proved"] * 3),
        (r"t = \overbrace{2 s}^{= s + s} + t", ["proved", "refuted"]),
        (r"\sum_n \underbrace{a_n - b_n}_{= a_n} = \sum_n a_n", ["error", "error"]),
        (r"\sum_n \underbrace{(a_n + b_n)}_{= b_n + a_n} = \sum_n b_n + \sum_n a_n", ["proved", "proved"]),
        (r"\underbrace{s}_{= \foo} = s", ["error", "error"]),
        (r"s = \frac{\underbrace{2 s}_{= s + s}}{2}", ["proved", "proved"]),
        (r"\underbrace{s^2}_{\ge 0} + t = t + s^2", ["proved", "proved"]),
        (r"\underbrace{s^2}_{\geqslant 0} + t = t + 2 s^2", ["proved", "refuted"]),
        (r"\overbrace{s}^{\ge 0} = s", ["error", "proved"]),
        (r"\overbrace{s}^{> 0} = \sqrt{s^2}", ["error", "error"]),
        (r"\overbrace{s}^{\le t} = s", ["error", "proved"]),
        (r"\overbrace{s}^{\ge 0 \text{ for } t > 0} = s", ["error"]),
    ],
)
def test_a_relation_below_a_brace_is_a_claim(verdicts: Any, formula: str, wanted: list[str]) -> None:
    """Or a condition, where it is not true; and then nothing that does not hold without it is claimed."""
    assert sorted(verdicts(rf"\[ {formula} \]")) == wanted


@pytest.mark.parametrize(
    ("said", "formula", "wanted"),
    [
        (r"\text{since $V^\top V = I$}", r"V^\top V A = A", "proved"),
        (r"\substack{\text{equals I} \\ \text{$\because \space V^\top V = I$}}", r"V^\top V A = A", "proved"),
        (r"\substack{\text{equals I} \\ \text{$\because \space V^\top V = I$}}", r"V^\top V A = 2 A", "refuted"),
        (r"\substack{\text{equals I} \\ \text{$\because \space V = I$}}", r"V A = A", "error"),
        (r"\text{as $A = V$}", r"A^\top A = I", "error"), (r"\text{since s = 0}", r"s A = 0", "error"),
    ],
)  # fmt: skip
def test_a_reason_below_a_brace(read: Any, verdicts: Any, said: str, formula: str, wanted: str) -> None:
    """It limits the display where it is not known to hold; and it is noted."""
    left, _, right = formula.partition(" = ")
    head = "% derive: matrix V : N x N orthogonal; matrix A : N x N\n"
    text = rf"{head}\[ \underbrace{{{left}}}_{{{said}}} = {right} \]"
    assert verdicts(text) == [wanted]
    assert [note.kind for note in read(text).notes] == ["words"]


@pytest.mark.parametrize(
    "formula",
    [
        r"\underbrace{s}_{t} = s", r"\underbrace{s}_{\text{the name}} = s", r"\overbrace{s}^{N} = s", r"\underbrace{s} = s",
        r"s \overset{(1)}{=} s", r"s \overset{\text{def}}{=} s", r"s \overset{!}{=} s",
        r"s \stackrel{\text{(a)}}{\le} s", r"s \overset{\text{by symmetry}}{=} s",
    ],
)  # fmt: skip
def test_names_and_words_in_an_annotation_say_nothing(verdicts: Any, formula: str) -> None:
    """As they did before."""
    assert verdicts(rf"\[ {formula} \]") == ["proved"]


def test_a_premise_over_a_sign_has_two_readings(read: Any) -> None:
    """Neither is guessed."""
    (item,) = read(r"\[ s t \overset{t = 0}{=} 0 \]").items
    assert "with two readings: it is a premise of what stands here; or it is claimed besides" in str(item.error)


@pytest.mark.parametrize("words", [r"\qquad \text{so $t = 0$}", r"&& \text{since $s = t$}"])
def test_a_relation_in_words_is_counted(read: Any, words: str) -> None:
    """It is a reason, or a claim that nobody checked."""
    paper = read(rf"\begin{{align}} s &= s {words} \end{{align}}")
    assert [item.error for item in paper.items] == [None]
    assert [note.kind for note in paper.notes] == ["words"]


def test_the_name_of_a_function_in_text_is_no_word_that_joins(verdicts: Any) -> None:
    """A side that cannot be read spoils only its own two relations."""
    rows = r"s &= t \\ &= \foo \\ &= \text{tr}(a b^\top) \\ &= \text{tr}(b a^\top)"
    assert verdicts(rf"\begin{{align}} {rows} \end{{align}}") == ["refuted", "error", "error", "proved"]


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        (r"s &= s \\[2pt] t &= t", ["proved", "proved"]), (r"s &= s \\*[-.5\baselineskip] t &= t", ["proved", "proved"]),
        (r"s &= s \\[2] t &= 2 t", ["error"]), (r"s &= s \\[s] t &= s t", ["error"]),
        (r"s &= s \\ [2] t &= 2 t", ["proved"] * 2), (r"s &= s \\{} [2] t &= 2 t", ["proved", "proved"]),
    ],
)  # fmt: skip
def test_a_bracket_right_behind_the_end_of_a_row_is_a_length(verdicts: Any, rows: str, wanted: list[str]) -> None:
    """TeX takes it for one, whatever it holds."""
    assert verdicts(rf"\begin{{align}} {rows} \end{{align}}") == wanted


@pytest.mark.parametrize(
    ("formula", "wanted"),
    [
        (r"s = 2 s \underbrace{- s + t}_{\text{noise}} - t", "proved"),
        (r"s = 2 s \underbrace{- s + t}_{\text{noise}} + t", "refuted"),
        (r"s = u ( 1 \overbrace{+ t}^{x} ) + s - u - u t", "proved"),
        (r"s = \left( s \underbrace{+ t - t}_{x} \right)^2 / s", "proved"),
        # beside a factor, and where a product could be meant
        (r"s = 2 s \underbrace{- s + t}_{x} t", "error"),
        (r"s = 2 s {- s + t}", "error"),
        (r"s = 2 \cdot \underbrace{- s + t}_{x}", "error"),
        (r"s = 2 \underbrace{s + t}_{x}", "refuted"),
        (r"s - \underbrace{s + t}_{x} = -t", "error"),
    ],
)
def test_terms_under_a_brace_go_on_with_the_sum(verdicts: Any, formula: str, wanted: str) -> None:
    """As they are printed, where they begin with a sign and end like a term."""
    assert verdicts(rf"\[ {formula} \]") == [wanted]


@pytest.mark.parametrize(
    ("formula", "wanted"),
    [
        (r"\partial_{a_n} {f(\vec a)} = 2 a_n", "proved"),
        (r"\partial_{a_n} {f(\vec a)} = a_n", "refuted"),
        (r"\partial_{a_n} {f(\vec a)} s = 2 a_n s", "proved"),
        (r"\partial_{s} {s t} = t", "proved"),
        (r"\partial_{s} {t s} = s", "refuted"),
    ],
)
def test_braces_around_a_function_of_something_only_group(verdicts: Any, formula: str, wanted: str) -> None:
    """It is one thing, if nothing stands behind it; a product is two, and is decided as both."""
    declared = "% derive: index n : N; let f(\\vec a) = \\sum_{n=1}^N a_n^2\n"
    assert verdicts(rf"{declared}\[ {formula} \]") == [wanted]


_SQUARES = r"\sum_i a_i^2 + \sum_i b_i^2"


@pytest.mark.parametrize("name", [r"\mathrm{TSS}", r"\operatorname{TSS}", r"\text{TSS}"])
def test_a_declared_name_in_upright_letters_is_no_word_that_joins(verdicts: Any, name: str) -> None:
    """Nor does a member of a chain that cannot be read take more than its two relations where the sums are ambiguous."""
    dots, wrong = r"a \cdot a + b \cdot b", r"a \cdot a - b \cdot b"
    rows = rf"{name} &= {_SQUARES} \\ &= {dots} \\ &= {_SQUARES} + a b \\ &= {_SQUARES} \\ &= {wrong}"
    let = rf"% derive: let {name} = {dots}"
    assert verdicts(f"{let}\n\\begin{{align}} {rows} \\end{{align}}") == ["proved"] * 2 + ["error"] * 2 + ["refuted"]
    plain = r"\begin{align} \mathrm{if} &= s \\ &= s + a \\ &= s \\ &= s \end{align}"
    assert set(verdicts(plain)) == {"error"}


def _chain(*members: str) -> str:
    rows = "\n".join(rf"&= {member}" for member in members)
    return f"\\begin{{align}} s + t\n{rows}\n\\end{{align}}"


@pytest.mark.parametrize(
    ("members", "wanted"),
    [
        ((r"t + s \\", r"\foo s \\ % derive: skip", r"s - t + 2 t \\", "t + s"), ["proved"] * 3),
        ((r"t + s \\", r"\foo s \\ % derive: skip", r"s - t \\", "t - s"), ["proved", "error", "refuted"]),
        ((r"\foo s \\ % derive: skip", r"\foo t \\ % derive: skip", r"t + s \\", "s + t"), ["proved"] * 2),
        # one that can be read stays a member; without skip two are lost
        ((r"t + s \\", r"s \\ % derive: skip", r"s + t \\", "t + s"), ["proved", "refuted", "proved"]),
        ((r"t + s \\", r"\foo s \\", r"s - t + 2 t \\", "t + s"), ["proved", "error", "error", "proved"]),
    ],
)
def test_a_member_that_cannot_be_read_is_taken_out_by_skip(
    verdicts: Any, members: list[str], wanted: list[str]
) -> None:
    """The chain of equations goes on from the member before it."""
    assert verdicts(_chain(*members)) == wanted


@pytest.mark.parametrize("sign", ["=:", ":=", r"\triangleq", r"\coloneqq", r"\equiv", r"\,:= "])
def test_a_name_below_a_brace_is_defined(verdicts: Any, sign: str) -> None:
    """A new one is what stands above it, from there on; of a declared one it is a claim."""
    row = rf"\[ 2 \underbrace{{(s + t)}}_{{{sign} p}} = 2 s + 2 t \]"
    assert verdicts(rf"{row} \[ p = s + t \] \[ p = s \]") == ["proved", "proved", "refuted"]
    assert verdicts(f"% derive: let p = s + t\n{row}") == ["proved", "proved"]
    assert verdicts(f"% derive: let p = s\n{row}") == ["proved", "error"]
    assert "proved" not in verdicts(rf"\[ \underbrace{{p}}_{{{sign} s}} = p \]")


def test_a_name_with_an_index_below_a_brace(verdicts: Any) -> None:
    """It has the index that stands above it."""
    row = r"\[ \sum_n \underbrace{a_n b_n}_{=: p_n} = \vec a \cdot \vec b \]"
    more = r"\[ \sum_n p_n = \vec a \cdot \vec b \] \[ \sum_n p_n = \vec a \cdot \vec a \]"
    assert verdicts(f"% derive: index n : N\n{row} {more}") == ["proved", "proved", "refuted"]
