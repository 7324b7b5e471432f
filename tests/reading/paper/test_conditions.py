"""Conditions on free indices beside a relation: it is decided under them, or it is not decided."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product
from typing import Any

import pytest

from derive.cli.papers import decided
from derive.reading.paper import Relation

INDICES = "% derive: index j, k : N; dimension M; index m : M; matrix A : N x N\n"

#: Sides, and their values at a vector a and i, j.
SIDES: dict[str, Callable[[Any, int, int], int]] = {
    "a_i": lambda a, i, j: a[i],
    "a_j": lambda a, i, j: a[j],
    r"\delta_{ij}": lambda a, i, j: int(i == j),
    r"\delta_{ij} a_j": lambda a, i, j: int(i == j) * a[j],
    "0": lambda a, i, j: 0,
    "1": lambda a, i, j: 1,
    r"a_j + \delta_{ji} a_i - a_j": lambda a, i, j: int(i == j) * a[i],
    "a_i^2": lambda a, i, j: a[i] ** 2,
    "a_i a_j": lambda a, i, j: a[i] * a[j],
    r"\frac{\partial a_j}{\partial a_i}": lambda a, i, j: int(i == j),
}
SPELLED = [
    r", \quad {}", r" \quad ({})", r" \quad \text{{for }} {}.", r",\ \text{{if }} {}", r" \text{{ whenever }} {}", ", {}",
    r" \qquad (\text{{for all }} {})", r"\quad \text{{for all }} {}.", r" \forall {}.",
]  # fmt: skip
CONDITIONS = {"i = j": lambda i, j: i == j, r"i \neq j": lambda i, j: i != j, r"j \ne i": lambda i, j: i != j}


def test_every_relation_is_decided_where_its_condition_holds(read: Any) -> None:
    """Under each condition and in each spelling: against values at all i, j of two vectors."""
    wanted, lines = [], []
    cases = product(combinations(SIDES, 2), CONDITIONS.items())
    for number, ((lhs, rhs), (said, holds)) in enumerate(cases):
        behind = SPELLED[number % len(SPELLED)].format(said)
        lines.append(rf"\[ {lhs} = {rhs}{behind} \]")
        wanted.append(
            all(
                SIDES[lhs](a, i, j) == SIDES[rhs](a, i, j)
                for a in ((2, 3, 5), (7, -2, 3))
                for i, j in product(range(3), repeat=2)
                if holds(i, j)
            )
        )
    found = [decided(item) for item in read(INDICES + "\n".join(lines)).items]
    assert len(found) == len(wanted)
    for line, one, true in zip(lines, found, wanted, strict=True):
        if one.verdict == "error":
            assert "two free indices" in one.reason, (line, one.reason)
            continue
        assert one.verdict == ("proved" if true else "refuted"), line
        assert one.hypotheses, line
    assert sum(one.verdict == "proved" for one in found) > 20
    assert sum(one.verdict == "refuted" for one in found) > 20


@pytest.mark.parametrize(
    "said", [r"\forall i \forall j", r"\forall i, \forall j", r"\quad \forall i, j", r"\text{ for all } i, j"]
)
def test_all_values_are_nothing_new(read: Any, said: str) -> None:
    """One after another, too; of a list with a sign nobody knows what differs."""
    for relation, wanted in (("a_i a_j = a_j a_i", "proved"), ("a_i a_j = a_i^2", "refuted")):
        [item] = read(INDICES + rf"\[ {relation}. {said} \]").items
        assert decided(item).verdict == wanted
    assert "proved" not in {
        decided(item).verdict for item in read(INDICES + r"\[ a_i = a_i \forall i, j \neq k \]").items
    }


@pytest.mark.parametrize(
    "said",
    [
        r"\quad \text{for} \; i = 1 \cdots N", r", \ i \in 1 \cdots N", r"\quad i=1..N", r"\quad i=1:N",
        r"\quad 1 \le i \le N",
        r", \quad (1\leq i, j \leq N)", r"\quad i \in [1, N]", r", \quad i = \{1, \dots, N\}", r", \quad i = 0, \dots, N-1",
        r"\ for \ i = 1, \dots, N",
    ],
)  # fmt: skip
def test_a_range_as_people_write_it(read: Any, said: str) -> None:
    """All values of i; of another size it is refused."""
    for relation, wanted in (("a_i a_j = a_j a_i", "proved"), ("a_i a_j = a_i^2", "refuted")):
        [item] = read(INDICES + rf"\[ {relation}{said} \]").items
        assert decided(item).verdict == wanted
    others = read(INDICES + rf"\[ a_i a_j = a_j a_i{said.replace('N', 'M')} \]").items
    assert "proved" not in {decided(item).verdict for item in others}


@pytest.mark.parametrize("spelled", SPELLED)
def test_a_witness_has_the_condition(read: Any, spelled: str) -> None:
    """No two indices that differ are equal in it, and the record says so."""
    behind = spelled.format(r"i \neq j")
    [item] = read(INDICES + rf"\[ a_i = a_j{behind} \]").items
    one = decided(item)
    assert (one.verdict, one.hypotheses[-1]) == ("refuted", "i ≠ j")
    assert one.witness is not None
    assert one.witness["i"] != one.witness["j"]
    assert "i ≠ j" in " ".join(one.hypotheses)
    assert not one.repair


@pytest.mark.parametrize(
    "behind",
    [
        "i < j", r"i \le j", r"i \neq j \neq k", "i = j + 1", r"i = 1, \dots, M", "i = 1", r"i \neq 1",
        r"i \neq k", "i = k", r"\neg (i = j)", r"\text{not } i = j", r"\text{unless } i = j", r"\text{iff } i = j",
        r"\text{only if } i = j", r"i = j \text{ or } s > 0", r"(i = j, s > 0)", r"i \in S", r"i, j \in S",
        r"i = m", r"i \not< j", r"i = j, \quad i \neq j", r"(i \neq j) \implies s = t", r"i = 1, \dots, N - 1",
        r"i = 2, \dots, N", r"i \neq j, s = \foo", r"i = j \text{ if } s > 0", r"\text{for some } i = j",
        r"\text{for no } i = j", r"i \approx j", r"i = 0, 1, \dots", r"\forall i = 1, \cdots", r"n = 2, 3, \dots",
        r"n = 0, 1, \dots, N",
    ],
)  # fmt: skip
def test_a_condition_that_is_not_read_is_never_dropped(read: Any, behind: str) -> None:
    """The relation before it is neither proved nor refuted."""
    for relation in ("a_i = a_j", r"a_i = a_i + 0 a_j"):
        first = read(INDICES + rf"\[ {relation}, \quad {behind} \]").items[0]
        assert isinstance(first, Relation)
        assert first.error is not None, behind


@pytest.mark.parametrize(
    "steps", [r"n = 0, 1, \cdots", r"\forall n = 0, 1, 2, \dots", r"(n = 1, 2, \ldots)", r"n = 0, \dots"]
)
def test_steps_without_an_end_are_no_condition(verdicts: Any, steps: str) -> None:
    """Of a letter that names have in their scripts, and that is no index."""
    declared = "% derive: vectors x_n, x_{n+1} : N; assume x_{n+1} = 2 x_n\n"
    assert verdicts(declared + rf"\[ x_{{n+1}} - x_n = x_n \qquad {steps} \]") == ["proved"]
    assert verdicts(declared + rf"\[ x_{{n+1}} = x_n \qquad {steps} \]") == ["refuted"]


@pytest.mark.parametrize(
    "display",
    [
        r"i = j: \quad a_i = a_j", r"\text{for } i = j: \quad a_i = a_j", r"\text{for } i = j, \quad a_i = a_j",
        r"i = j, \quad a_i = a_j", r"i = j \implies a_i = a_j", r"a_i = a_j \implies a_i^2 = a_j^2, \quad i \neq j",
        r"a_i < a_j, \quad i \neq j", r"a_i \neq a_j, \quad i \neq j", r"\sum_i a_i = a_j, \quad i \neq j",
        r"\begin{gathered} i = j: \\ a_i = a_j \end{gathered}",
        r"\begin{gathered} \text{For } i = j, \\ a_i = a_j \end{gathered}",
        r"a_i = a_j \quad (i = j) \quad (i \neq j)",
    ],
)  # fmt: skip
def test_a_condition_elsewhere_is_not_read(read: Any, display: str) -> None:
    """Before a relation, beside an arrow, of a strict bound, on an index that is summed."""
    items = read(INDICES + rf"\[ {display} \]").items
    assert items
    assert all(isinstance(item, Relation) and item.error is not None for item in items)


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        (r"a_i a_j &= a_j a_i \\ &= a_i^2, \quad i = j", ["proved", "proved"]),
        (r"a_i a_j &= a_i^2 \\ &= a_j^2, \quad i = j", ["error", "proved"]),
        (r"a_i a_j &= a_i^2 \\ &= a_j^2, && i = j", ["error", "proved"]),
        (r"a_i a_j &= a_i + a_j \\ &= a_j^2, && i = j", ["refuted", "refuted"]),
        (r"a_i a_j &= a_i^2 = a_j^2, \quad i = j", ["proved", "proved"]),
        (r"a_i a_j &= a_i^2, \quad i = j \\ &= a_j a_i", ["proved", "error"]),
        (
            r"a_i a_j &= a_i^2, \quad i = j \\ &= a_i a_i \\ &= a_j^2 + 0 \\ &= a_i^2 \\ &= a_i",
            ["proved", "proved", "error", "error", "refuted"],
        ),
        (r"a_i a_j &= a_i^2, \quad i = j \\ &= a_i a_i, i \neq j", ["proved", "error"]),
        (r"a_i a_j &= a_i^2, \quad i = j \\ \implies &= a_i a_i", ["error"]),
        (r"a_i a_j &= a_i^2 \\ a_i + a_j &= a_j + a_i \\ \delta_{ij} &= 1, \quad i = j", ["error", "proved", "proved"]),
        (r"\delta_{ij} &= 0 \\ x_i &= y_j \\ a_i \delta_{ij} &= 0, \quad i \neq j", ["error", "error", "proved"]),
        (r"a_i &= a_i \\ \delta_{ij} &= 0 \\ a_i a_j &= a_j a_i \quad (i < j)", ["proved", "error", "error"]),
        (
            r"\delta_{ij} &= 1 \quad (i = j) \\ a_i a_j &= a_j a_i \\ \delta_{ij} &= 0 \quad (i \neq j)",
            ["proved", "proved", "proved"],
        ),
        (
            r"\forall i \neq j, \quad \delta_{ij} &= 0 \\ a_i + a_i &= 2 a_i \\ \delta_{ij} &= 0",
            ["proved", "proved", "error"],
        ),
        (r"a_i &= a_j, \quad i = j \\ b_i a_i &= b_j a_j", ["proved", "error"]),
        (r"\delta_{ij} &= 0 && i \ne j \\ a_i \delta_{ij} &= 0 \\ a_i &= 2 a_i", ["proved", "error", "refuted"]),
        (
            r"a_i &= a_j, \\ \delta_{ij} a_i &= 0, \quad i \ne j \\ \delta_{ij} &= 1 \quad i = j",
            ["error", "proved", "proved"],
        ),
        (r"a_i &= a_j \\ a_j &= a_k \quad (i = j = k) \\ \delta_{ik} &= 1", ["error", "error", "error"]),
        (r"\delta_{ij} \delta_{jk} a_i &= a_j, \quad i = j = k \\ &= a_k \\ &= a_i", ["proved", "error", "error"]),
        (r"a_i a_j &= a_i^2 \\ & \text{for } i = j", ["error"]),
        (r"a_i a_j &= a_i^2 && \text{if } i = j \\ a_i &= a_j && (i = j)", ["proved", "proved"]),
        (r"a_i a_j &= a_i^2 & i &= j", ["proved"]),
    ],
)
def test_of_a_chain_in_several_rows(read: Any, rows: str, wanted: list[str]) -> None:
    """The rows above a condition are decided with it and without."""
    paper = read(INDICES + rf"\begin{{align}} {rows} \end{{align}}")
    assert [decided(item).verdict for item in paper.items] == wanted


@pytest.mark.parametrize(
    ("cases", "wanted"),
    [
        (r"a_i^2 & i = j \\ a_i a_j & i \neq j", ["proved", "proved"]),
        (r"a_i^2, & \text{if } i = j, \\ a_j a_i, & \text{otherwise.}", ["proved", "proved"]),
        (r"a_i a_j & i \neq j \\ a_j^2 & \text{else}", ["proved", "proved"]),
        (r"a_i a_j & i = j \\ a_i^2 & i \neq j", ["proved", "refuted"]),
        (r"a_i & i = j \\ a_i a_j & i \neq j", ["refuted", "proved"]),
        (r"a_i^2 & i = j", ["error"]), (r"a_i^2 & i = j \\ a_i a_j & i \neq k", ["error"]),
        (r"a_i^2 & i = j \\ a_i a_j & i = j", ["error"]), (r"a_i^2 & i = j \\ a_i a_j & i < j", ["error"]),
        (r"a_i^2 & i = j \\ a_i a_j & i \neq j \\ 0 & \text{otherwise}", ["error"]),
        (r"a_i^2 & \text{otherwise} \\ a_i a_j & \text{otherwise}", ["error"]),
        (r"a_i^2 & i = j, s > 0 \\ a_i a_j & i \neq j", ["error"]),
        (r"a_i^2 & \text{unless } i = j \\ a_i a_j & i \neq j", ["error"]),
        (r"1 / (a_i - a_j) & i = j \\ a_i a_j & i \neq j", ["unsupported", "proved"]),
    ],
)  # fmt: skip
def test_cases(read: Any, cases: str, wanted: list[str]) -> None:
    """Each is decided where it holds; what is not complete is not read."""
    paper = read(INDICES + rf"\[ a_i a_j = \begin{{cases}} {cases} \end{{cases}} \]")
    assert [decided(item).verdict for item in paper.items] == wanted


def test_a_display_that_goes_on_from_a_row_with_a_condition(read: Any) -> None:
    """None of its rows is decided."""
    text = r"\[ a_i a_j = a_j^2, \quad (i = j) \] \begin{align} &= a_i a_i \\ &= a_i a_j \end{align}"
    assert [decided(item).verdict for item in read(INDICES + text).items] == ["proved", "error", "error"]


def test_a_condition_before_and_behind_its_row(read: Any) -> None:
    """What cannot be read of one display is an error there, and the next one is read."""
    rows = r"\forall j \neq k, \quad \delta_{ij} = \delta_{ik} \quad \forall i \ne k \\ = \delta_{ij}"
    paper = read(INDICES + rf"\begin{{gather}} {rows} \end{{gather}} \[ a_i = a_i \]")
    first, *_, last = [decided(item).verdict for item in paper.items]
    assert (first, last) == ("error", "proved")


@pytest.mark.parametrize("behind", [r"\quad \text{($i \ne j$)}", r"\tag{$i \neq j$}"])
def test_what_a_row_says_is_not_replaced_by_what_its_sentence_sets(read: Any, behind: str) -> None:
    """Though the display says that it is of unequal indices, which cannot be read there."""
    said = rf"Suppose $i = j$. Then \[ 1 - \delta_{{ij}} = (a_i - a_j) a_i {behind} \]"
    assert [decided(item).verdict for item in read(INDICES + said).items if isinstance(item, Relation)] == ["error"]


def test_what_goes_on_from_cases_or_a_condition_is_not_read(read: Any) -> None:
    """Nobody knows under which of them."""
    cases = r"\begin{cases} a_i^2 & i = j \\ a_i a_j & i \neq j \end{cases}"
    for first in (rf"a_i a_j = {cases}", r"a_i a_j = a_i^2, \quad i = j"):
        *_, last = read(INDICES + rf"\[ {first} \] \[ = a_j a_i \]").items
        assert last.error is not None


def test_a_definition_under_a_condition_is_none(read: Any) -> None:
    """It would be one for all values."""
    for said in (r"b_{ij} := a_i, \quad i \neq j", r"c_k := a_k, \quad k = 1, \dots, M"):
        paper = read(INDICES + rf"\[ {said} \] \[ {said[0]}_i = {said[0]}_i \] \[ s = s \]")
        assert [item.error is not None for item in paper.items] == [True, True, False]
    assert len(read(INDICES + r"\[ c_k := a_k, \quad k = 1, \dots, N \] \[ c_i = a_i \]").items) == 1


@pytest.mark.parametrize(
    "said", [r"c = 1 \implies a_j = 1", r"c = 1 \implies a_k = 1", r"c > 0 \implies \sum_j a_j > 0"]
)
def test_a_premise_hides_no_index(read: Any, said: str) -> None:
    """After ``let c = a_k`` c is at the k of the text, and a hypothesis would be for every k."""
    (item,) = read(INDICES + rf"% derive: let c = a_k{chr(10)}\[ {said} \]").items
    assert isinstance(item, Relation)
    assert "a hypothesis of a definition in which the index k is free" in str(item.error)
    (shown,) = read(INDICES + rf"% derive: let c = a_k{chr(10)}\[ a_k = 1 \implies c = a_j \]").items
    assert decided(shown).verdict == "proved"


@pytest.mark.parametrize(
    ("range_", "wanted"),
    [
        (r"(i = 1, 2, \dots, N)", ["proved", "refuted"]), (r"\forall i = 1, 2, 3, \ldots, N", ["proved", "refuted"]),
        (r"i = 1, 2, \dots, M", ["error"] * 4), (r"\forall i = 2, \dots, N", ["error"] * 4),
        (r"\forall i = 1, 3, \dots, N", ["error"] * 4),
    ],
)  # fmt: skip
def test_a_range_that_is_counted(verdicts: Any, range_: str, wanted: list[str]) -> None:
    """``i = 1, 2, …, N`` says no more than the declared range does."""
    assert [
        *verdicts(rf"\[ 2 a_i = a_i + a_i \quad {range_} \]"),
        *verdicts(rf"\[ a_i = b_i \quad {range_} \]"),
    ] == wanted


SOFTMAX = r"""% derive: forget; dimension n; vector z : n; index i, j : n; let p_j = \frac{e^{z_j}}{\sum_k e^{z_k}}
"""
EQUAL = r"\[ \frac{\partial p_j}{\partial z_i} = p_j (1 - p_j) \]"
OTHER = r"\[ \frac{\partial p_j}{\partial z_i} = -p_j p_i \]"


def in_markdown(text: str, display: str) -> str:
    """A text with declarations and a display below it."""
    head = SOFTMAX.replace("% derive: ", "<!-- derive: ").replace("\n", " -->\n\n")
    return f"{head}{text}\n\n{display}\n".replace(r"\[", "$$").replace(r"\]", "$$")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("**Case 1: $i = j$.** We use the rule. It gives", EQUAL), ("### 1.2 Case 1: $i = j$ (Diagonale)\nEs ist", EQUAL),
        ("- Case $i \\neq j$: by the quotient rule, and as above", OTHER), ("**Fall 2: $i \\ne j$.** Dann", OTHER),
        ("**Case 1: $i = j$.** Clear.\n\n**Case 2: otherwise.**", OTHER),
        ("### Case 1: $i = j$\n\n### Case 2: the rest", OTHER),
        ("**Case 1: $i = j$.** Clear.\n\n**Second case.** Now", OTHER),
        ("Case $i = j$ was above. Now the other one:", OTHER),
    ],
)  # fmt: skip
def test_what_holds_in_a_case_is_not_refuted(verdicts: Any, text: str, shown: str) -> None:
    """Nor is it proved, but right below a heading that says nothing else: how far a case reaches is not said."""
    assert verdicts(in_markdown(text, shown), "p.md") != ["refuted"]


@pytest.mark.parametrize(
    "text",
    [
        "**Case 1 ($i = j$) and case 2 ($i \\neq j$)**\nThen", "Case $i \\neq j$ is easy. In all cases we have",
        "**Case 2: $i \\neq j$.** As above. Both together give", "In one case, $i \\neq j$, this is clear. In general",
        "**Case 2: $i \\neq j$.** Clear.\n\n**Conclusion.** We have", "Not in the case $i \\neq j$:",
        "The case $i \\neq j$ is excluded. So", "**Case 2: other than $i \\neq j$.**", "Case 2 would be $i \\neq j$, but",
    ],
)  # fmt: skip
def test_what_is_said_of_more_than_a_case_is_not_proved_by_it(verdicts: Any, text: str) -> None:
    """Two cases in one heading, a later one, words of all cases."""
    assert "proved" not in verdicts(in_markdown(text, OTHER), "p.md")


@pytest.mark.parametrize(
    ("declared", "said", "verdict"),
    [
        (" invertible", r"Suppose $A$ be a nonsingular $N \times N$ matrix.", "refuted"),
        ("", r"Suppose $A$ be a nonsingular $N \times N$ matrix.", "error"),
        (" symmetric positive definite", r"Given an SPD matrix $A \in M_{N \times N}(\mathbb R)$, we have", "refuted"),
        (" symmetric", r"Given an SPD matrix $A \in M_{N \times N}(\mathbb R)$, we have", "error"),
        (" invertible", r"Given an SPD matrix $A$, we have", "error"),
    ],
)
def test_what_a_text_says_of_a_matrix_is_known_where_it_is_declared(
    declared: str, said: str, verdict: str, read: Any
) -> None:
    r"""Behind "be a", with a size, in a set; what is not declared may be a condition."""
    found = read(
        f"% derive: matrix A : N x N{declared}; vectors u, v : N\n{said}\n\\[ u^\\top A v = 2 u^\\top A v \\]\n"
    )
    assert [decided(item).verdict for item in found.items if isinstance(item, Relation)] == [verdict]
