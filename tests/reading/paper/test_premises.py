"""Premises that cannot be read: what rests on them is not checked, neither proved nor refuted, and says where they stand."""

from __future__ import annotations

from typing import Any

import pytest

from derive.cli.papers import decided
from derive.reading.paper import Relation

#: What follows in the paper, and rests on what stands above; by itself it is refuted.
FALSE = "\n\\[ s = t \\]"


def reasons(paper: Any) -> list[str]:
    """Why each relation is not decided; "" for one that is."""
    assert all(isinstance(item, Relation) for item in paper.items)
    return ["" if item.error is None else str(item.error) for item in paper.items]


@pytest.mark.parametrize(
    ("premise", "place"),
    [
        (r"% derive: let s = \foo", "2:11"), ("% derive: let t_i = )", "2:11"),
        ("% derive: matrix t : N x N symmetricc", "2:11"),
        (r"% derive: let p = \foo, q = 2", "2:11"), ("% derive: vector x : N, matriix A : N x N", "2:11"),
        ("% derive: let p = 2 let q = 3", "2:11"), ("% derive: vector eps : K", "2:11"),
        ("% derive: assume vector x : N", "2:11"),
        ("% derive: use nothing", "2:11"), ("% derive: narow sums", "2:11"), (r"% derive: hold \foo fixed", "2:11"),
        ("% derive: suppos s = t", "2:11"), ("% Derive: assume s = t", "2:1"), ("%derive : assume s = t", "2:1"),
        ("% derive assume s = t", "2:1"), ("% derive；assume s = t", "2:1"), ("% derive：assume s = t", "2:1"),
        (r"\[ z := {s \]", "2:9"),
        (r"\[ \foo s =: u \]", "2:11"), (r"\[ u \eqdef \foo s \]", "2:4"),
        (r"\newcommand{\defeq}{\mathrel{:=}} \[ u \defeq \foo s \]", "2:38"),
        (r"\input{gone}", "2:1"), (r"\include{gone}", "2:1"), (r"\subfile{gone}", "2:1"),
        (r"\subfileinclude{gone}", "2:1"), (r"\import{./}{gone}", "2:1"), (r"\input{../../gone}", "2:1"),
    ],
)  # fmt: skip
def test_what_rests_on_a_premise_that_cannot_be_read_is_not_checked(
    read: Any, verdicts: Any, premise: str, place: str
) -> None:
    """It is an error that names the premise, and so is the premise itself."""
    assert verdicts(premise + FALSE) == ["error", "error"]
    first, rests = reasons(read(premise + FALSE))
    assert "not checked" not in first
    assert rests.startswith("not checked: ")
    assert f"p.tex:{place} could not be read" in rests


@pytest.mark.parametrize(
    ("premise", "place", "name"),
    [
        (r"\[ z := \foo s \]", "2:6", "z"), (r"\[ u := \foo s \]", "2:6", "u"), (r"\[ z \coloneqq \foo s \]", "2:6", "z"),
        (r"\newcommand{\defeq}{:=} \[ u \defeq \foo s \]", "2:30", "u"),
        (r"% derive: let g(q) = \foo q", "2:14", "g"), (r"\[ u := \foo s \] \[ z := u + s \]", "2:6", "z"),
    ],
)  # fmt: skip
def test_what_has_the_name_of_a_definition_that_cannot_be_read(
    read: Any, verdicts: Any, premise: str, place: str, name: str
) -> None:
    """It is not checked; what has not is proved, and refuted where it was no display that could not be read."""
    assert verdicts(premise + FALSE)[-1] == ("refuted" if "let" in premise else "error")
    assert verdicts(premise + "\n\\[ s + t = t + s \\]")[-1] == "proved"
    rests = reasons(read(premise + f"\n\\[ {name} = {name} \\]"))[-1]
    assert rests.startswith("not checked: ")
    assert f"p.tex:{place} could not be read" in rests


@pytest.mark.parametrize(
    ("premise", "cause"),
    [
        (r"% derive: let q = \foo", r"found the unknown command \foo"),
        (r"% derive: let q = \nowhere_i", r"found the unknown command \nowhere"),
        ("% derive: let q = g", "the unknown name g"),
    ],
)
def test_what_rests_on_a_premise_names_its_cause(read: Any, premise: str, cause: str) -> None:
    """On the same line, in a few words; its place and its hint are those of the premise."""
    rests = reasons(read(rf"{premise}{chr(10)}\[ q = q \]"))[1].split("\n")[0]
    assert rests.endswith(f"p.tex:2:11 could not be read: {cause}")


@pytest.mark.parametrize("sidecar", [r"let = 's = \foo'", "asume = 's = t'", "declare = 'asume q = 1'"])
def test_a_premise_in_a_sidecar(read: Any, verdicts: Any, sidecar: str) -> None:
    """It holds for the whole paper."""
    assert verdicts(FALSE, sidecar=sidecar) == ["error", "error"]
    assert "p.derive.toml:1:1 could not be read" in reasons(read(FALSE, sidecar=sidecar))[1]


@pytest.mark.parametrize("comment", ["Derive: assume s = t", "derive assume s = t", "derive : assume s = t"])
def test_a_premise_in_a_comment_of_markdown(verdicts: Any, comment: str) -> None:
    """It nearly is a declaration."""
    assert verdicts(f"<!-- {comment} -->\n\n$$ s = t $$", name="p.md") == ["error", "error"]


@pytest.mark.parametrize(
    ("display", "wanted"),
    [
        (r"\foo s = 1 \implies s = t", ["error"]),
        (r"\foo s = 1 \implies s = t \implies s = u", ["error", "error"]),
        (r"s \approx t \implies s = t", ["error"]),
        (r"s = t \approx u \implies s = u", ["error"]),
        (r"s = t \implies t \approx u \implies t = u", ["error"]),
        (r"\foo s = 1 \iff s = t", ["error", "error"]),
        (r"s = t \iff \foo s = 1", ["error", "error"]),
        (r"s = t \iff s \approx t", ["error"]),
        # what is not exact is needed by nothing that is proved without it
        (r"s \approx t \implies 2 s = s + s", ["proved"]),
        (r"s \approx t \implies s = t \implies 2 s = s + t", ["error", "proved"]),
        (r"s \approx t \implies s = t \implies s = 2 t", ["error", "error"]),
        (r"s = t \approx u \implies 2 s = s + t", ["proved"]),
        (r"2 s = s + s \iff s \approx t", ["proved"]),
        (r"s \propto t \implies 2 t = t + t \implies 2 t = t + s", ["proved", "error"]),
        (r"\foo s = 1 \implies 2 s = s + s", ["error"]),
    ],
)
def test_what_stands_right_of_an_arrow(verdicts: Any, display: str, wanted: list[str]) -> None:
    """It rests on what stands left of it."""
    assert verdicts(rf"\[ {display} \]") == wanted


@pytest.mark.parametrize(
    ("display", "wanted"),
    [
        (r"\[ s = t, \quad u = v \implies s + u = t + v \]", ["error", "error"]),
        (r"\[ s = t \text{ and } u = v \implies s + u = t + v \]", ["error", "error"]),
        (r"\[ s = t \quad u = v \implies s + u = t + v \]", ["error", "error"]),
        (r"\[ s = t \implies s + 1 = t + 1, 2 u = s + t \]", ["proved", "refuted"]),
        (r"\[ s = t \implies s + 1 = t + 1, 2 s = s + t \]", ["proved", "error"]),
        (r"\[ s = t \implies s + 1 = t + 1, u = u, s = t \]", ["proved", "proved", "error"]),
        (r"\[ \foo s = 1 \implies s = s, u = u, s = t \]", ["error", "proved", "error"]),
        (r"\begin{gather} s = t \\ u = v \\ \implies s + u = t + v \end{gather}", ["error", "error"]),
        (r"\begin{align} s &= t, \\ u &= v \\ \implies s + u &= t + v \end{align}", ["error", "error"]),
        (r"\begin{align} s &= t \\ w &= 1 \\ u &= v \\ \implies s + u &= t + v \end{align}", ["error"] * 3),
        # the one and the other come out alike
        (r"\begin{align} 2 s &= s + s \\ u &= v \\ \implies s + u &= s + v \end{align}", ["proved", "proved"]),
        (r"\begin{align} 2 s &= s + s \\ 2 u &= u + u \\ \implies s + u &= u + s \end{align}", ["proved"] * 3),
        (r"\begin{align} 2 s &= s + s \\ u &= v \\ \implies s + u &= 2 v \end{align}", ["proved", "refuted"]),
        (r"\begin{align} s &= 2 s \\ u &= v \\ \implies s + u &= s + v \end{align}", ["error", "proved"]),
        (r"\begin{align} s &= \foo \\ u &= v \\ \implies s + u &= s + v \end{align}", ["error", "proved"]),
        (r"\begin{align} s &= \foo \\ u &= v \\ \implies s + u &= 2 v \end{align}", ["error", "error"]),
        (r"\begin{align} s &= s \\ u &= \foo \\ \implies s + u &= u + s \end{align}", ["proved", "error", "error"]),
        (r"\[ s \approx t, u = v \implies u + s = v + t \]", ["error"]),
    ],
)
def test_two_premises_or_a_claim_and_a_premise_are_two_readings(verdicts: Any, display: str, wanted: list[str]) -> None:
    """Neither is guessed: each is decided as a claim and as a premise, what follows with it and without."""
    assert verdicts(display) == wanted


@pytest.mark.parametrize(
    "display",
    [
        r"\[ s = t, u = v \iff s + u = t + v \]", r"\[ s = t \iff t = s, u = u \]",
        r"\[ s = t \implies t = s, u = u \implies u = u \]",
        r"\begin{align} s &= t \\ \implies t &= s \\ u &= u \\ \implies s &= s \end{align}",
    ],
)  # fmt: skip
def test_more_than_two_readings_beside_an_implication(read: Any, verdicts: Any, display: str) -> None:
    """They are refused by name."""
    assert verdicts(display) == ["error"]
    assert "with two readings: it is claimed by itself; or " in reasons(read(display))[0]


def test_two_implications_side_by_side(verdicts: Any) -> None:
    r"""A ``\\qquad`` is between them."""
    assert verdicts(r"\[ s = t \implies s + 1 = t + 1 \qquad u = v \implies u + 1 = v + 2 \]") == ["proved", "refuted"]


def test_a_definition_that_is_skipped_spoils_nothing(verdicts: Any) -> None:
    """Its author answers for it."""
    assert verdicts("% derive: skip\n\\[ z := \\foo s \\]" + FALSE) == ["refuted"]


def test_a_name_with_a_sign_of_definitions_that_is_unknown_spoils_nothing_else(verdicts: Any) -> None:
    r"""What ``\foo`` is does not matter where it does not occur."""
    assert verdicts(r"\[ \foo \equiv t \]" + FALSE) == ["error", "refuted"]


def test_a_file_that_is_missing_where_nothing_is_checked_is_noted(read: Any, verdicts: Any) -> None:
    """Between ``off`` and ``on``."""
    text = "% derive: off\n\\input{gone}\n% derive: on" + FALSE
    assert verdicts(text) == ["refuted"]
    assert [note.kind for note in read(text).notes] == ["off", "include"]


@pytest.mark.parametrize(
    "define",
    [
        r"\def\sum#1.{\prod}", r"\ifdraft\renewcommand{\sum}{\prod}\fi", r"\renewcommand\sum[5]{s}",
        r"\def\sum#1.{\prod}\newcommand{\total}{\sum}",
    ],
)  # fmt: skip
def test_a_sign_with_a_definition_that_cannot_be_read_has_not_its_usual_meaning(verdicts: Any, define: str) -> None:
    r"""Where it is used; in a group it ends with it."""
    total = r"\total" if "total" in define else r"\sum"
    text = rf"\[ {total}_i a_i = {total}_i a_i \]" + FALSE
    assert verdicts(define + text) == ["error", "refuted"]
    if "total" not in define:
        assert verdicts(f"{{{define}}}{text}") == ["proved", "refuted"]


def test_a_declaration_that_can_be_read_again_is_read(verdicts: Any) -> None:
    """``forget`` takes back what could not be read."""
    assert verdicts("% derive: assume \\foo\n% derive: forget; scalar s, t" + FALSE) == ["error", "refuted"]


@pytest.mark.parametrize("word", ["where", "with", "where "])
@pytest.mark.parametrize("between", [r"\quad\text{{{}}}\quad ", r", \text{{{}}} "])
def test_what_where_says_of_a_name_has_two_readings(read: Any, verdicts: Any, word: str, between: str) -> None:
    """s = 2t, where t = s/2: t could be that, and then both are true; as claims of every s and t both are false."""
    text = rf"\[ s = 2 t{between.format(word)} t = s / 2 \]"
    assert verdicts(text) == ["error", "error"]
    assert all("with two readings: it is the value of the name" in reason for reason in reasons(read(text)))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            r"% derive: let p = s + t" + "\n" + r"\[ 2 p = 2 s + 2 t, \quad\text{where}\quad p = t + s \]",
            ["proved", "proved"],
        ),
        (
            r"% derive: let p = s + t" + "\n" + r"\[ 2 p = 2 s + 2 t, \quad\text{where}\quad p = t \]",
            ["proved", "refuted"],
        ),
        (
            r"% derive: assume t = s / 2" + "\n" + r"\[ s = 2 t, \quad\text{where}\quad t = s / 2 \]",
            ["proved", "proved"],
        ),
        # what is proved by itself, all of it
        (r"\[ s + t = t + s, \quad\text{where}\quad s + u = u + s \]", ["proved", "proved"]),
        (r"\[ s + t = 2 s, \quad\text{where}\quad s + u = u + s \]", ["refuted", "proved"]),
        (r"\[ s + t = 2 s, \quad\text{where}\quad s + u = u + s = 2 s \]", ["error"] * 3),
        (r"\[ s + t = t + s, \quad\text{where}\quad s + u = u - s \]", ["error", "error"]),
        (r"\[ \sqrt{t^2} = t, \quad\text{where}\quad t > 0 \]", ["error", "error"]),
        (r"\[ s = s, \quad\text{where}\quad z := t \]", ["proved"]),
        (r"\[ s = s, \quad\text{and}\quad t = u \]", ["proved", "refuted"]),
    ],
)
def test_what_where_says_of_what_has_a_value_is_a_claim(verdicts: Any, text: str, wanted: list[str]) -> None:
    """Of anything else it could be a premise; a definition of a new name stays one."""
    assert verdicts(text) == wanted


def test_rows_below_a_definition_that_cannot_be_read(verdicts: Any) -> None:
    """They rest on it as what stands in the next display does."""
    for sign in (":=", r"\overset{\text{def}}{=}"):
        rows = rf"s &= t \\ u &{sign} \foo s \\ s &= t"
        assert verdicts(rf"\begin{{align}} {rows} \end{{align}}") == ["refuted", "error", "error"]


@pytest.mark.parametrize(
    "display",
    [
        r"\text{if } \foo s = 0, \quad s = t", r"\text{for } \foo s = 0: \quad s = t",
        r"\text{Let } u = \foo s. \quad s = t",
        r"\text{when } u = 0, \quad s = t", r"\text{Suppose } u = v. \quad s = t", r"\mathrm{if}\ \foo s = 0, \quad s = t",
        r"\hbox{if } u = 0, \quad s = t", r"\forall s \in S: \quad u = v = s", r"\text{given } \foo s = 0, \quad s = t",
        r"s = t, \quad \text{where } t = \foo s", r"\foo s = 0, \text{ so } s = t", r"s = t = u \text{ if } \foo s = 0",
        r"s = t = u \impliedby \foo s = 0", r"s = t = u \quad \text{whenever } \foo s = 0",
        r"s = t = u \text{ or } \foo s = 0",
        r"\begin{aligned} \text{if } \foo s &= 0 \\ s &= t \end{aligned}",
        r"\begin{aligned} \text{if $u = 0$:} \\ s &= t \end{aligned}",
        r"\begin{aligned} \foo s &= 0 \implies \\ s &= t \end{aligned}",
        r"\begin{aligned} \text{with } u &= \foo s, \\ s &= t \end{aligned}",
        r"\begin{aligned} \text{with } u &= 2 s, \\ s &= t \end{aligned}",
        r"\begin{aligned} s &= t \\ &= u && \text{if } \foo s = 0 \end{aligned}",
    ],
)  # fmt: skip
def test_what_rests_on_a_condition_in_words_is_not_checked(verdicts: Any, display: str) -> None:
    """Whether the condition can be read or not; what rests on it is false without it."""
    assert set(verdicts(rf"\[ {display} \]")) == {"error"}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (r"\[ \text{Let } u = \foo s \]", ["error", "error"]),
        (r"\[ s = s, \quad \text{where } u = \foo s \]", ["error"] * 3),
        (r"\[ \text{if } u = \foo s \]", ["error", "refuted"]),
        (r"\[ \text{for } u = 2, \quad u = u \]", ["error"] * 2 + ["refuted"]),
    ],
)  # fmt: skip
def test_what_stands_below_a_condition(verdicts: Any, text: str, wanted: list[str]) -> None:
    """It rests on what gives a name its value, and on nothing else."""
    assert verdicts(text + FALSE) == wanted


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        (r"s &= t \implies \\ s + u &= t + u", ["proved"]),
        (r"s &= t \implies \\ s &= u", ["refuted"]),
        (r"s &= t \iff \\ t &= s", ["proved", "proved"]),
        (r"s &= t \implies", ["error"]),
        (r"s &= t \implies \\ \implies t &= s", ["error"]),
        (r"s &= t \implies \\ t &= s & u &= v", ["error"]),
    ],
)
def test_an_arrow_at_the_end_of_a_row(verdicts: Any, rows: str, wanted: list[str]) -> None:
    """What stands in the next row follows; nothing is dropped."""
    assert verdicts(rf"\begin{{align}} {rows} \end{{align}}") == wanted


@pytest.mark.parametrize("words", ["by symmetry", "since $s = s$", "(1)", "definition of $u$"])
def test_a_reason_in_a_column_of_its_own_is_none(verdicts: Any, words: str) -> None:
    """It is no condition."""
    assert verdicts(rf"\begin{{align}} s &= s && \text{{{words}}} \\ t &= t \end{{align}}") == ["proved", "proved"]


#: Declarations that cannot be read, of names that do not stand in `FALSE`.
ELSEWHERE = [
    r"let p = \foo s",
    "matrix X : N x N symmetricc",
    "matrix X : N x K symmetric",
    r"let \bar x_k = )",
    "index k : K",
    r"let f(s, t) = \foo",
    "vectors p, q : N nonzeroo",
    r"let \mathrm{hi} = \foo",
]


@pytest.mark.parametrize("wrong", ELSEWHERE)
def test_a_declaration_spoils_what_mentions_its_names(read: Any, verdicts: Any, wrong: str) -> None:
    """Nothing else; its error is shown once, at its place."""
    assert verdicts(f"% derive: {wrong}\n\\[ s = s \\]{FALSE}") == ["error", "proved", "refuted"]
    first, *_ = reasons(read(f"% derive: {wrong}{FALSE}"))
    assert "not checked" not in first


@pytest.mark.parametrize(
    "text",
    [
        r"% derive: let s = \foo" + "\n\\[ s = s \\]",
        r"% derive: let p = 2 s" + "\n" + r"% derive: vector s : K" + "\n\\[ p = p \\]",
        r"% derive: let p = 2 s" + "\n% derive: let q = p + 1\n" + r"% derive: let s = )" + "\n\\[ q = q \\]",
        r"% derive: let s = )" + "\n% derive: let t = 2 s\n\\[ t = t \\]",
        r"% derive: let s = )" + "\n\\[ p := 2 s \\]\n\\[ p = p \\]",
        r"% derive: let s = )" + "\n\\[ t = s \\]\n\\[ = t \\]",
        r"% derive: let s = )" + "\n% derive: assume t = 2 s\n\\[ u = u \\]",
        r"\newcommand{\x}{s}" + "\n% derive: let s = )\n" + r"\[ \x = \x \]",
        r"% derive: let s_i = )" + "\n" + r"\[ \begin{aligned} t &= t \\ &= s - s + t \end{aligned} \]",
        "% derive: use layernorm\n% derive: vector a : K\n" + r"\[ t = t \]",
    ],
)
def test_what_is_declared_by_a_lost_name_is_lost(verdicts: Any, text: str) -> None:
    """Directly, through definitions and hypotheses above and below, and through macros."""
    assert set(verdicts(text)) == {"error"} or set(verdicts(text)[1:]) == {"error"}
    assert verdicts(text)[-1] == "error"


@pytest.mark.parametrize("wrong", [r"assume \foo = 1", r"nonzero \foo", "assume s", "assume z > 0"])
def test_what_is_proved_without_a_hypothesis_is_proved(read: Any, verdicts: Any, wrong: str) -> None:
    """What is refuted without it is not checked."""
    assert verdicts(f"% derive: {wrong}\n\\[ s = s \\]{FALSE}") == ["error", "proved", "error"]
    assert decided(read(f"% derive: {wrong}{FALSE}").items[1]).reason.startswith("not checked: ")


@pytest.mark.parametrize("wrong", ["narow sums", "sums: wid", "einstein all", "y depends on x", "hold z fixed"])
def test_what_rests_on_a_convention_is_not_checked(verdicts: Any, wrong: str) -> None:
    """Also what is proved without it."""
    assert verdicts(f"% derive: {wrong}\n\\[ s = s \\]") == ["error", "error"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"\[ t = r^2 \implies \frac{d t}{d r} = 2 r \]", ["error"]),
        (r"\[ t = r^2 \implies v = 2 r \]", ["error"]),
        (r"\[ v = 2 r \quad (t = r^2) \]", ["error", "error"]),
        (r"\[ t > r^2 \implies v = 2 r \]", ["refuted"]),
        (r"\[ v > 0 \implies \frac{\partial t^3}{\partial r} \ge 0 \]", ["proved"]),
        (r"\[ v = 2 r \implies \frac{\partial t^2}{\partial r} = 4 t r \]", ["proved"]),
    ],
)
def test_a_premise_may_tie_a_derivative(verdicts: Any, text: str, expected: list[str]) -> None:
    """t depends on r: near by, too, t = r² says what dt/dr is; what is said of dt/dr itself, and t > r², leave t free."""
    declared = r"% derive: forget; scalars t, r; t depends on r; let v = \frac{d t}{d r}"
    assert verdicts(f"{declared}\n{text}") == expected
