r"""What of a display says nothing: reasons behind rows, the mark that ends a proof, the sign on an empty side."""

from __future__ import annotations

from typing import Any

import pytest

from derive.cli.papers import decided


def align(rows: str) -> str:
    """Rows in an align."""
    return rf"\begin{{align}} {rows} \end{{align}}"


@pytest.mark.parametrize(
    ("rows", "chain"),
    [
        (r"s &= \\ &= t \\ &= u", ["s = t", "t = u"]),
        (r"s &= & \text{by definition} \\ &= t \\ &= u", ["s = t", "t = u"]),
        (r"s &= \newline &= t", ["s = t"]),
        (r"s & \text{by definition of P1} \\ &= t & [\textbf{P1}] \\ &= u", ["s = t", "t = u"]),
        (r"s &= t = \\ &= u", ["s = t", "t = u"]),
        (r"s & \le \qquad \\ & \le t \\ &< u", ["s <= t", "t < u"]),
        (r"s &= \qquad & \text{by } \textbf{E2} \\ &= t", ["s = t"]),
        # no side is empty there, or nothing says which sign is meant
        (r"s &= \\ &\le t", ["error"]),
        (r"s &= t \\ &= ", ["s = t", "error"]),
        (r"s = = t", ["error", "error"]),
    ],
)
def test_a_chain_goes_on_over_an_empty_side(says: Any, rows: str, chain: list[str]) -> None:
    """With the sign that the next row begins with, which is the same."""
    found = says(align(rows))
    assert found == chain if "error" not in chain else "error" in found


REASONS = [
    r"& \text{by definition}", r"& \text{by } \textbf{P1}", r"& [\textbf{P1}]", r"& (\text{P1})", r"\quad [\mathbf{P1}]",
    r"\quad \text{(by symmetry)}", r"\qquad & \text{by annihilation (} \textbf{P3-B} \text{)}",
    r"&& \text{using } \eqref{eq:a}",
    r"& \text{from } (3)", r"& \text{write dot product as sum}", r"\quad \text{(writing it out in full)}",
]  # fmt: skip


@pytest.mark.parametrize("reason", REASONS)
def test_a_reason_behind_a_row_says_nothing(verdicts: Any, reason: str) -> None:
    """In a cell of its own, or behind a space; every row is decided as it is without."""
    rows = rf"2 s &= s + s {reason} \\ &= 3 s {reason} \\ &= 4 s - s {reason}"
    assert verdicts(align(rows)) == ["proved", "refuted", "proved"]
    assert verdicts(align(rf"2 s &= {reason} \\ &= s + s {reason} \newline &= 3 s")) == ["proved", "refuted"]


@pytest.mark.parametrize(
    "condition",
    [
        r"& \text{if } s \to 0", r"& \text{where } s = 0", r"& \text{for } s \in S", r"& \text{since } s = 0",
        r"& \text{whenever } s \text{ vanishes}", r"& \text{provided that } s \text{ is 0}", r"& \text{by } s = 0",
        r"& \text{for } s \text{ small}", r"& \text{if P1}", r"& \text{up to } \textbf{P1}", r"& \text{for all } s \in S",
        r"& \text{by } s \to 0", r"\quad \mathrm{if}\ s = 0",
        r"& \text{write it as a sum if positive}", r"& \text{with } \textbf{P1}", r"& \text{(given P1)}",
    ],
)  # fmt: skip
def test_a_condition_is_no_reason(verdicts: Any, condition: str) -> None:
    """What holds under it alone is neither proved nor refuted."""
    assert "refuted" not in verdicts(align(rf"2 s &= s {condition}"))
    assert "proved" not in verdicts(align(rf"2 s &= 0 {condition}"))


@pytest.mark.parametrize(
    "reason",
    [
        r"& (s + t) \text{ is zero, therefore so is } s", r"& \text{by smallness of } s", r"& s \text{ vanishes}",
        r"& (\mathbf{a}) \text{ is zero}", r"& \text{using the value of } s", r"\quad (\text{M symmetric})",
        r"& \text{by assumption}", r"\qquad \text{(positive definite M)}",
        r"& \text{by the choice of $s$}", r"& \text{case 2}", r"\quad (\text{halving does not change it})",
        r", \text{ it is a $1 \times k$ matrix}",
        r"&& \text{(this is not moved)}", r"& \text{halving can't change it}",
    ],
)  # fmt: skip
def test_a_reason_with_mathematics_could_be_a_condition(read: Any, reason: str) -> None:
    """Its row is proved without it, or not decided; other rows are."""
    items = read(align(rf"2 s &= s + s {reason} \\ &= s {reason} \\ &= 2 s")).items
    assert [decided(item).verdict for item in items] == ["proved", "error", "refuted"]
    assert "it may hold where the text says" in decided(items[1]).reason
    below = verdict_of(read, rf"2 s &= s \\ & \qquad + 0 s {reason} \\ &= s")
    assert below == ["error", "proved"]


def test_what_is_said_of_a_name_with_a_value_is_no_condition(read: Any) -> None:
    """A property of what is only declared could be one."""
    declared = "% derive: matrix A, X : N x N; let M = X + X^T\n"
    for name, wanted in (("M", "refuted"), ("A", "error")):
        items = read(declared + align(rf"{name}^T &= 2 {name} & \text{{(${name}$ is symmetric)}}")).items
        assert [decided(item).verdict for item in items] == [wanted]


def verdict_of(read: Any, rows: str) -> list[str]:
    """The verdicts of rows."""
    return [decided(item).verdict for item in read(align(rows)).items]


@pytest.mark.parametrize(
    "behind",
    [r"\quad \text{LN}(s)", r"\quad (\text{s})", r"& \mathrm{B} s", r"\quad [t]", r"& \text{s}", r"\quad (\mathrm{B})"],
)
def test_what_could_be_a_factor_is_no_reason(verdicts: Any, behind: str) -> None:
    """It is an error, as it was."""
    assert verdicts(align(rf"2 s &= s + s {behind}")) == ["error"]


@pytest.mark.parametrize("mark", [r"\blacksquare", r"\square", r"\qed", r"\Box", "∎", r"\text{Q.E.D.}", r"\qedhere"])
def test_the_mark_that_ends_a_proof(verdicts: Any, mark: str) -> None:
    """Behind the last row, or as one; nowhere else."""
    for behind in (rf"\\ {mark}", rf"\\ & {mark}", rf"\quad {mark}", rf"\tag*{{}} {mark}.", rf". \quad {mark}"):
        assert verdicts(align(rf"2 s &= s + s \\ &= 3 s {behind}")) == ["proved", "refuted"]
    if not mark.startswith(r"\text"):
        assert verdicts(rf"\[ s + {mark} = s \]") == ["error"]
        assert verdicts(rf"\[ s = s + {mark} \]") == ["error"]


@pytest.mark.parametrize("mark", [r"\checkmark", "✓"])
def test_a_check_mark(verdicts: Any, mark: str) -> None:
    """It ends any row, and says nothing."""
    assert verdicts(align(rf"2 s &= s + s \quad {mark} \\ &= 3 s & {mark}")) == ["proved", "refuted"]
    assert verdicts(rf"\[ s = t \quad {mark} \]") == ["refuted"]
    assert verdicts(rf"\[ s = s + {mark} \]") == verdicts(rf"\[ {mark} s = s \]") == ["error"]


@pytest.mark.parametrize("reason", [r"(\text{since } s s^\top \text{ is symmetric}).", r"(\text{because of } s)"])
def test_since_in_parentheses_without_a_relation(read: Any, reason: str) -> None:
    """A reason that may be a condition."""
    items = read(align(rf"2 s &= s + s \quad {reason} \\ &= s \quad {reason}")).items
    assert [decided(item).verdict for item in items] == ["proved", "error"]
    assert "it may hold where the text says" in decided(items[1]).reason


def test_words_that_a_relation_is_said_of(read: Any) -> None:
    """A remark in parentheses that may be a condition; its relation is noted, and limiting words stay an error."""
    said = r"\quad \text{(a root is always } \ge 0 \text{)}"
    paper = read(rf"\[ \|\vec a\| = \sqrt{{\vec a^\top \vec a}} {said} \] \[ \|\vec a\| = 2 \|\vec a\| {said} \]")
    assert [decided(item).verdict for item in paper.items] == ["proved", "error"]
    assert [note.text for note in paper.notes] == ["a relation in words"] * 2
    for words in ("(provided that it is", "(if it is", "(let it be"):
        assert "proved" not in verdict_of(read, rf"2 s &= s + s \quad \text{{{words} }} \ge 0 \text{{)}}")


def test_a_mark_that_is_a_name_is_read(verdicts: Any) -> None:
    """As the macro that it is."""
    assert verdicts(r"\newcommand{\qed}{t} \[ s = s \qed \]") == ["refuted"]


@pytest.mark.parametrize(
    "reason",
    [
        r"(\text{Since } s + t = t + s \text{ from } s = s)",
        r"(\text{because sums commute})",
    ],
)  # fmt: skip
def test_a_reason_in_parentheses_is_none_of_the_row(verdicts: Any, reason: str) -> None:
    """Also with relations in it; the row is proved without it, or not decided."""
    assert verdicts(rf"\[ \begin{{align}} s + t &= t + s && {reason} \\ &= s + t \end{{align}} \]") == ["proved"] * 2
    assert verdicts(rf"\[ \begin{{align}} s + t &= t - s && {reason} \\ &= s + t \end{{align}} \]")[0] != "proved"


@pytest.mark.parametrize(
    "end",
    [
        r"\tag 3", r", \tag 1", r"\tag* a", r"\quad .", r"\enspace .", r"\qquad ,", r"\:\: .",
        r"\text{     } \mbox{apply the rule}",
        r"\text{   } \mbox{ since $t$ is a number}", r"~~ \text{(collect)}", r"\quad \text{.}",
    ],
)  # fmt: skip
def test_what_a_row_ends_with_and_says_nothing(verdicts: Any, end: str) -> None:
    """A number without braces, a full stop that stands apart, a remark behind a gap of blank words."""
    assert verdicts(rf"\[ s + s = 2 s {end} \]") == ["proved"]
    assert verdicts(rf"\[ s + s = 3 s {end} \]") == ["refuted"]


def test_a_factor_in_words_is_no_remark(verdicts: Any) -> None:
    """Behind one blank it stands beside what is before it."""
    assert "proved" not in verdicts(r"\[ s + s = 2 s \text{ } \text{scale} \]")
    assert "proved" not in verdicts(r"\[ s + s = 2 s \tag 12 \]")


@pytest.mark.parametrize(
    "word", ["Then, ", "then ", "Next, ", "Similarly, ", "Also ", "and likewise ", "Finally, ", "Now "]
)
def test_a_word_that_joins(verdicts: Any, word: str) -> None:
    """Before a formula, or between two, it claims both."""
    assert verdicts(rf"\[ \text{{{word}}} s + s = 2 s \]") == ["proved"]
    assert verdicts(rf"\[ \textrm{{{word}}} s + s = 3 s \]") == ["error"]
    assert verdicts(rf"\[ s + s = 2 s \quad \text{{{word}}} \quad t = 2 t \]") == ["proved", "refuted"]
    assert verdicts(rf"\[ s = t \quad \text{{{word}}} \quad s^2 = t^2 \]") == ["refuted", "error"]
    assert verdicts(r"\[ \text{If } s = 1, \text{ then } 2 s = 2 \]") == ["proved"]


@pytest.mark.parametrize(
    "end", [r"\quad \text{then}", r", \text{ hence}", r"& \text{so that}", r"\quad \text{and therefore}"]
)
def test_a_word_that_a_row_ends_with_is_of_the_next_one(verdicts: Any, end: str) -> None:
    """What follows is proved, or not checked where what stands before it is not; so is a display behind one."""
    assert verdicts(rf"\begin{{align}} s &= t {end} \\ s^2 &= t^2 \end{{align}}") == ["refuted", "error"]
    assert verdicts(rf"\begin{{align}} 2 s &= s + s {end} \\ s^2 &= t^2 \end{{align}}") == ["proved", "refuted"]
    if "&" not in end:
        assert verdicts(rf"\[ s = t {end} \] \[ s^2 = t^2 \]") == ["refuted", "error"]
