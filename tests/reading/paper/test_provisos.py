r"""Conditions behind a relation, "c / c = 1 \quad \text{if } c \neq 0": it is decided under them, as it is written."""

from __future__ import annotations

from typing import Any

import pytest

from derive.cli.papers import decided

NAMES = "% derive: vectors x, y : N; matrix A : N x N; index j : N\n"


def found(read: Any, text: str) -> list[tuple[str, str]]:
    return [(made.verdict, made.scope) for made in map(decided, read(NAMES + text).items)]


def verdicts(read: Any, text: str) -> list[str]:
    return [verdict for verdict, _ in found(read, text)]


@pytest.mark.parametrize(
    "words",
    [
        r"\text{if }", r"\text{ for }", r"\text{for all }", r"\text{when }", r"\text{whenever }", r"\forall",
        r"\text{provided that }", r"\text{as long as }", r"\text{assuming }", r"\forall\,", r", \quad \text{if }",
    ],
)  # fmt: skip
def test_a_relation_is_decided_under_it(read: Any, words: str) -> None:
    """What holds under it alone is proved, and shown with it; what does not is refuted where it holds."""
    assert found(read, rf"\[ |s| = s \quad {words} s > 0 \]") == [("proved", "all data, given s > 0")]
    assert verdicts(read, rf"\[ |s| = s \quad {words} s < 0 \]") == ["refuted"]
    assert found(read, rf"\[ x^\top x > 0 \quad {words} x \neq 0 \]") == [("proved", "all N ≥ 1, given x ≠ 0")]
    assert verdicts(read, rf"\[ x^\top y = x^\top x \quad {words} A x = A y \]") == ["refuted"]
    assert verdicts(read, rf"\[ A x = s x \quad {words} A = s I \]") == ["proved"]


def test_several(read: Any) -> None:
    """Bounds of names may be listed; an equation could be another claim, and so could what stands apart."""
    assert verdicts(read, r"\[ |s t| = s t \quad \text{for } s > 0, t > 0 \]") == ["proved"]
    assert verdicts(read, r"\[ |s t| = -s t \quad \text{for } s < 0, t > 0 \]") == ["proved"]
    assert verdicts(read, r"\[ |s t| = s t \quad \text{for } s > 0, t < 1 \]") == ["refuted"]
    assert verdicts(read, r"\[ s^2 < s \quad \text{for } 0 < s < 1 \]") == ["proved"]
    for behind in (r"s > 0, |t| = -t", r"s > 0, t = 0", r"s > 0, \quad t > 0", r"s > 0 \quad |t| = -t", "s, t > 0"):
        assert "proved" not in verdicts(read, rf"\[ |s t| = s t \quad \text{{for }} {behind} \]"), behind


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (r"|t| = -t", "t < 0"), (r"\sqrt{t^2} = -t", r"t \le 0"), (r"|s - t| = t - s", "s < t"),
        (r"\max(s, t) = t", "s < t"), (r"\min(s, t) = s", "s < t"), (r"|x^\top y| = -x^\top y", r"x^\top y \le 0"),
    ],
)  # fmt: skip
def test_what_is_negative(read: Any, value: str, words: str) -> None:
    """A bound from above is used as one from below is, and its contrary refutes."""
    assert verdicts(read, rf"\[ {value} \quad \text{{if }} {words} \]") == ["proved"]
    others = words.translate(str.maketrans("<>", "><")).replace(r"\le", r"\ge")
    assert verdicts(read, rf"\[ {value} \quad \text{{if }} {others} \]") == ["refuted"]


def test_the_condition_of_a_free_index_is_not_one_of_all_values(read: Any) -> None:
    assert set(verdicts(read, r"\[ x_j |x| = x_j x_j \quad \text{if } x_j > 0 \]")) == {"error"}


def test_rows_above_it(read: Any) -> None:
    """They could have it too: they are decided with it and without; nothing goes on from its row."""
    row = r"\begin{align} |s| &= FIRST \\ &= s \quad \text{if } s \ge 0 \end{align}"
    assert verdicts(read, row.replace("FIRST", r"\sqrt{s^2}")) == ["proved", "proved"]
    assert verdicts(read, row.replace("FIRST", r"s + 0")) == ["error", "proved"]
    assert verdicts(read, row.replace("FIRST", r"2 s + 1")) == ["refuted", "refuted"]
    assert verdicts(read, row.replace("FIRST", r"\sqrt{s^2}") + r" \[ = s \]")[-1] == "error"


def test_a_derivative_is_taken_before(read: Any) -> None:
    assert verdicts(read, r"\[ \frac{d}{dt} t^2 = 2 \quad \text{for } t = 1 \]") == ["proved"]
    assert verdicts(read, r"\[ \frac{d}{dt} t^2 = 1 \quad \text{for } t = 1 \]") == ["refuted"]
    assert verdicts(read, r"\[ \frac{d}{dt} (t x) = 0 \quad \text{for } t = 0 \]") != ["proved"]


@pytest.mark.parametrize("bound", [r"x \neq 0", "s > 0"])
def test_a_bound_behind_a_comma_could_be_a_claim(read: Any, bound: str) -> None:
    """Beside an inequality as well as beside an equation; a list of bounds of names is one of claims."""
    assert "refuted" not in verdicts(read, rf"\[ x^\top x > 0, \quad {bound} \]")
    assert verdicts(read, r"\[ s > 0, \quad t > 0 \]") == ["refuted", "refuted"]


@pytest.mark.parametrize(
    "behind",
    [
        r"s > -1 & t &= 0", r"s > -1 && t = 0", r"s > -1 \;\; t = 0", r"s > -1 \phantom{xx} t = 0", r"0 < s && t = t + 1",
        r"s > -1 \hspace{3mm} t = 0",
    ],
)  # fmt: skip
def test_what_stands_behind_it_is_no_part_of_it(read: Any, behind: str) -> None:
    """A claim in the next column is neither assumed nor passed over."""
    for claim in ("s + 1 &> 1", "|s| &= s"):
        found = verdicts(read, rf"\begin{{align}} {claim} & \text{{if }} {behind} \end{{align}}")
        assert set(found) == {"error"}, found


def test_both_names_between_two_bounds(read: Any) -> None:
    """0 < s, t < 1 bounds both, not s from below and t from above."""
    assert "refuted" not in verdicts(read, r"\[ s + t \le 2 \quad \text{for } 0 \le s, t \le 1 \]")


@pytest.mark.parametrize("positive", [r"\R^+", r"\mathbb{R}^{+}", r"\R^{> 0}", r"\R^{\ge 0}", r"\R^*", r"\R^{N+}"])
def test_the_positive_numbers_are_no_type(read: Any, positive: str) -> None:
    assert "refuted" not in verdicts(read, rf"\[ |s| = s \quad \forall s \in {positive} \]")


def test_what_holds_where_it_is_defined_may_limit(read: Any) -> None:
    r"""``A A^{-1} = I`` says that A is invertible."""
    assert "refuted" not in verdicts(read, r"\[ \det A \neq 0 \quad \text{if } A A^{-1} = I \]")
    assert "refuted" not in verdicts(read, r"\[ s^2 > 0 \quad \text{if } s/s = 1 \]")
    assert "refuted" not in verdicts(read, r"\[ s = 2 \quad \text{if } 1 > 2 \]")


@pytest.mark.parametrize("more", [r"\\ & \text{and } t > 0", r", \\ & t > 0", r"\\ & & \text{and } t > 0"])
def test_it_may_go_on_in_the_row_below(read: Any, more: str) -> None:
    found = verdicts(read, rf"\begin{{align}} t s^2 &> 0 \quad \text{{if }} s > 0 {more} \end{{align}}")
    assert "refuted" not in found
    assert "proved" not in found


def test_each_row_has_its_own(read: Any) -> None:
    """Below another one in a chain it could go on from the side before it, as cases do."""
    rows = r"\begin{align} |s| &= s \quad \text{if } s > 0 \\ |t| &= t \quad \text{if } t > 0 \end{align}"
    assert found(read, rows) == [("proved", "all data, given s > 0"), ("proved", "all data, given t > 0")]
    assert verdicts(read, rows.replace("|t| &= t", "|t| &= -t")) == ["proved", "refuted"]
    chain = r"\begin{align} |s| &= s \quad \text{if } s > 0 \\ &= -s \quad \text{if } s < 0 \end{align}"
    assert verdicts(read, chain)[1] == "error"


def test_conditions_in_columns_of_their_own(read: Any) -> None:
    for rows in (r"|s| &= s, && s > 0, \\ |s| &= -s, && s < 0.", r"s^2 &> 0, & s &\neq 0"):
        assert "refuted" not in verdicts(read, rf"\begin{{align}} {rows} \end{{align}}")
    assert verdicts(read, r"\begin{align} s &> 0, & t &> 0 \end{align}") == ["refuted", "refuted"]


@pytest.mark.parametrize(
    "words",
    ["otherwise", "at the origin", "(in that case)", "near zero", "a contradiction", "in the limit", "else", "locally"],
)
def test_words_that_may_limit_are_no_reason(read: Any, words: str) -> None:
    assert verdicts(read, rf"\[ |s| = -s \quad \text{{{words}}} \]") == ["error"]
    assert verdicts(read, rf"\[ |s| = |-s| \quad \text{{{words}}} \]") == ["proved"]
    assert verdicts(read, r"\[ |s| = -s \quad \text{(chain rule)} \]") == ["refuted"]


def test_the_text_may_limit_what_a_condition_names(read: Any) -> None:
    assert verdicts(read, "Let $s > 0$.\n" + r"\[ |t| = t \quad \text{if } t = s \]") == ["error"]
    assert verdicts(read, "Let $s > 0$.\n" + r"\[ |t| = t \quad \text{if } t = 2 \]") == ["proved"]


@pytest.mark.parametrize(
    ("before", "behind"),
    [
        ("s^2 > 0", "s = 1"), (r"\|x + y\|^2 = \|x\|^2 + \|y\|^2", r"x^\top y = 0"), ("s^2 > 0", "0 < s < 1"),
        (r"\det A \neq 0", r"\det A = 1"), ("s^2 t^2 > 0", r"s t \neq 0"),
    ],
)  # fmt: skip
def test_what_stands_behind_a_comma_is_decided_in_both(read: Any, before: str, behind: str) -> None:
    """A claim, or the condition of what stands before it: an error where these come out differently."""
    assert "refuted" not in verdicts(read, rf"\[ {before}, \quad {behind} \]")
    assert verdicts(read, r"\[ s + s = 3 s, \quad t - t = 0 \]") == ["refuted", "proved"]
    assert verdicts(read, r"\[ s + s = 2 s, \quad t + t = 0 \]") == ["proved", "refuted"]


@pytest.mark.parametrize("words", ["provided that", "if", "whenever", "as long as", "Provided"])
def test_a_condition_in_a_display_of_its_own(read: Any, words: str) -> None:
    assert set(verdicts(read, rf"\[ |t| = t \] {words} \[ t > 0. \]")) == {"error"}


@pytest.mark.parametrize("sign", [":=", r"\coloneqq", r"\triangleq", r"\overset{\mathrm{def}}{=}"])
def test_a_bound_behind_a_definition_is_no_second_claim(read: Any, sign: str) -> None:
    """By any of the signs of definitions: what is assumed may stand beside it."""
    text = r"% derive: assume t > 0" + "\n" + rf"\[ d {sign} s, \quad t > 0 \] \[ d = s \]"
    assert verdicts(read, text) == ["proved", "proved"]


FRONT = [
    r"\text{If } COND: CLAIM", r"\forall COND: CLAIM", r"\text{For all } COND: \; CLAIM", r"\text{For } COND, \quad CLAIM",
    r"\text{When } COND, \text{ then } CLAIM", r"\text{if } COND \text{ then } CLAIM",
    r"\text{Whenever } COND: \quad CLAIM.",
]  # fmt: skip


@pytest.mark.parametrize("written", FRONT)
def test_a_condition_in_front(read: Any, written: str) -> None:
    """What stands behind its colon, a comma and a gap, or "then" is decided under it."""

    def under(condition: str, claim: str) -> list[tuple[str, str]]:
        return found(read, rf"\[ {written.replace('COND', condition).replace('CLAIM', claim)} \]")

    assert under("s > 0", "|s| = s") == [("proved", "all data, given s > 0")]
    assert under(r"x \neq 0", r"x^\top x > 0") == [("proved", "all N ≥ 1, given x ≠ 0")]
    assert under("0 < s < 1", "s^2 < s")[0][0] == "proved"
    assert under("A x = A y", r"x^\top y = x^\top x")[0][0] == "refuted"
    assert under("s < 0", "|s| = s")[0][0] == "refuted"
    assert under("s > 0, t > 0", "|s t| = s t")[0][0] == "proved"
    assert under("s + t = t + s", "|s| = s")[0] == ("refuted", "")


@pytest.mark.parametrize(
    "written",
    [
        r"\text{If } s > 0: |s| = s, \quad s > -1", r"\text{If } s > 0, t = 0: |s| = s", r"\forall s, t > 0: |s| = s",
        r"\text{If } s > 0: |s| = s \text{ if } t > 0", r"\text{If } s > 0: |s| = s \implies t = t + 1",
        r"\text{If } x_j > 0: |s| = s", r"\text{If } i > 0: |s| = s", r"\forall s > 0: |s| = s: t = 1",
        r"\text{If } s > 0, |s| = s", r"\text{Unless } s < 0: |s| = s", r"\text{If } s > 0: d := |s|",
        r"\text{If } s > 0 \quad |s| = s", r"\text{for } s > 0, \quad |s| = s", r"\forall s > 0, \quad |s| = s",
        r"\text{For } s > 0, \quad t > 0", r"\text{If } s > \foo: |s| = s",
    ],
)  # fmt: skip
def test_a_condition_in_front_that_is_not_read(read: Any, written: str) -> None:
    """Nothing of its display is decided; its names keep their values below."""
    assert set(verdicts(read, rf"\[ {written} \]")) == {"error"}


def test_a_condition_in_front_of_a_row(read: Any) -> None:
    """Rows of its chain are decided with it and without; below another row "for all p: q = 1" may belong to that one."""
    chain = r"\begin{align} \text{If } s > 0: |s| &= s + 0 \\ &= CLAIM \end{align}"
    assert verdicts(read, chain.replace("CLAIM", "s")) == ["proved", "proved"]
    assert verdicts(read, chain.replace("CLAIM", r"\sqrt{s^2}")) == ["proved", "error"]
    assert verdicts(read, chain.replace("CLAIM", "2 s + 1")) == ["proved", "refuted"]
    cases = r"\begin{align} \text{If } s > 0: |s| &= s \\ \text{if } t > 0: |t| &= CLAIM \end{align}"
    assert verdicts(read, cases.replace("CLAIM", "t")) == ["proved", "proved"]
    assert verdicts(read, cases.replace("CLAIM", "-t")) == ["proved", "refuted"]
    below = r"\begin{align} FIRST \\ WORDS s \ge 1: \frac1s + \frac1t &= 1 \end{align}"
    for words in (r"\forall", r"\text{for all }"):
        made = below.replace("WORDS", words)
        assert sorted(verdicts(read, made.replace("FIRST", "t &= t"))) == ["error", "error", "proved"]
        assert set(verdicts(read, made.replace("FIRST", "t &= s"))) == {"error"}
    assert verdicts(read, below.replace("WORDS", r"\text{For }").replace("FIRST", "t &= t")) == ["proved", "refuted"]
    listed = r"\begin{align} t &= t \\ \text{if } x = s y, \quad y^\top y &= 1 \end{align}"
    assert sorted(verdicts(read, listed)) == ["error", "error", "proved"]


def test_below_a_condition_in_front(read: Any) -> None:
    """The next display has no side to go on from, and no condition."""
    assert verdicts(read, r"\[ \text{If } s > 0: |s| = s \] \[ = s + 0 \] \[ |s| = s \]") == [
        "proved",
        "error",
        "refuted",
    ]
