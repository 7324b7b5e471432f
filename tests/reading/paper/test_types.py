r"""``x = y \in \R^n``: the type behind a relation is no claim, and an error where it is not that of its side."""

from __future__ import annotations

from typing import Any

import pytest

from derive.cli.papers import decided

NAMES = "% derive: dimension K, d_k; matrix A : N x d_k; matrix S : N x N; matrix q : 1 x N; matrix C : 3 x 2\n"


def verdicts(read: Any, display: str) -> list[str]:
    """The verdicts of one display."""
    return [decided(item).verdict for item in read(f"{NAMES}{display}").items]


@pytest.mark.parametrize(
    ("side", "right", "wrong"),
    [
        ("A^T A", r"\in \mathbb{R}^{d_k \times d_k}", r"\in \mathbb{R}^{d_k \times N}"),
        ("A^T A", r"\quad \in \mathbb R^{d_k \times d_k}.", r"\quad \in \R^{N}."),
        (r"\vec a", r"\in \mathbb{R}^N", r"\in \mathbb{R}^{1 \times N}"),
        (r"\vec a", r"\in \Bbb{R}^{N \times 1},", r"\in {\mathbb R}^{N \times N}"),
        (r"\vec a^T \vec a", r"\in \mathbb R", r"\in \mathbb R^N"),
        (r"q", r"\in \R^{1 \times N}", r"\in \R^{N}"),
        (r"C", r"\in \R^{3 \times 2}", r"\in \R^{2 \times 3}"),
        (r"\vec a", r"\in R^N", r"\in R^{1 \times N}"),
        (r"A^T A", r"\in \mathbf{R}^{d_k \times d_k}", r"\in {\mathbf R}^{N \times N}"),
        (r"\vec a", r"\in \Re^N", r"\in \Re^{N \times N}"),
        (r"C", r"\quad & \in \reals^{3 \times 2}", r"\in \R^{3 \times 2 \times 1}"),
    ],
)
def test_a_type_claims_nothing(read: Any, side: str, right: str, wrong: str) -> None:
    """The relation before it is decided; another type is an error that names both shapes, as is one that is no type."""
    assert verdicts(read, rf"\[ {side} = 2 {side} - {side} {right} \]") == ["proved"]
    assert verdicts(read, rf"\[ {side} = 2 {side} {right} \]") == ["refuted"]
    assert verdicts(read, rf"\begin{{align}} {side} &= {side} {right} \\ &= 2 {side} {right} \end{{align}}") == [
        "proved",
        "refuted",
    ]
    last = [decided(item) for item in read(rf"{NAMES}\[ {side} = {side} = 2 {side} - {side} {wrong} \]").items]
    assert [one.verdict for one in last] == ["proved", "error"]
    assert "found the type " in last[-1].reason


@pytest.mark.parametrize(
    "behind",
    [
        r"\in \mathcal{S}^N", r"\in \R_+^N", r"\in \R^N_{> 0}", r"\in \mathbb{R}^{N} \cap V", r"\in \mathbb{C}^N", r"\in V",
        r"\in \R^N + s", r"\in \R^N (s)", r"\text{ if } s \in \R", r"\notin \R^N", r"\in \R^N \setminus \{0\}",
    ],
)  # fmt: skip
def test_another_set_is_no_type(read: Any, behind: str) -> None:
    """What is in it is claimed: nothing is decided without it."""
    assert set(verdicts(read, rf"\[ \vec a = \vec a {behind} \]")) == {"error"}


def test_a_set_in_braces_is_noted(read: Any) -> None:
    """The relation before it stands; behind a comma it could be a condition."""
    for display, wanted in (
        (r"2 s = s + s \in \{\pm 1\}.", "proved"), (r"2 s = s \in \{0, 1\}", "refuted"),
        (r"s = s, \quad s \in \{0, 1\}", "error"), (r"s = s \quad s \in \{0, 1\}", "error"),
        (r"2 s = s, \quad s = s \in \{0\}", "error"), (r"s = s \in \{1\} = t", "error"),
        (r"s = s \in \{1\} \text{ if } t = 0", "error"), (r"t = 0 \implies s = s \in \{1\}", "error"),
    ):  # fmt: skip
        found = read(rf"\[ {display} \]")
        assert decided(found.items[0]).verdict == wanted, display
        assert any("membership" in note.text for note in found.notes) == (wanted != "error")


def test_a_type_is_of_what_stands_before_it(read: Any) -> None:
    """In a chain of several, and in rows; what stands apart is not what it is of."""
    assert (
        verdicts(read, r"\[ \vec a = \vec a \in \R^N, \quad S = S \in \R^{N \times N}, \quad s = s \in \R \]")
        == ["proved"] * 3
    )
    assert verdicts(read, r"\begin{align} S &= S \\ &= 2 S - S \\ & \in \R^{N \times N} \end{align}") == ["proved"] * 2
    assert "proved" not in verdicts(read, r"\[ S \vec a = S \vec a, \vec a \in \R^N \]")
    assert verdicts(read, r"\begin{align} S &= S \\ S \in \R^{N} \end{align}") == ["error"]


def test_a_row_may_begin_with_types(read: Any) -> None:
    """They are no claims, if they are those of the declarations; that of a function is noted."""
    for display, wanted in (
        (r"\vec a \in \R^N, \quad s = s", ["proved"]),
        (r"\vec a \in \R^N, S \in \R^{N \times N}, \quad s = 2 s", ["refuted"]),
        (r"\vec a \in \R^{N \times N}, \quad s = s", ["error"]), (r"q \in \R^N, \quad s = s", ["error"]),
        (r"s \in \R^+, \quad s = s", ["error"]), (r"\vec a, \vec b \in \R^N, \quad \vec a = \vec b", ["refuted"]),
        (r"g \colon \R^N \to \R, \quad s = s", ["proved"]),
    ):  # fmt: skip
        assert verdicts(read, rf"\[ {display} \]") == wanted, display
    assert verdicts(read, r"\begin{align} S \in \R^{N \times N} \\ S &= S \end{align}") == ["proved"]
    found = read(r"\[ g \colon \R^N \to \R, \quad s = s \]")
    assert any("the type of a function" in note.text for note in found.notes)


def test_a_type_of_dimensions_that_nobody_declared_is_noted(read: Any) -> None:
    """It is neither right nor wrong; a macro that is no set of numbers is no type."""
    paper = read(rf"{NAMES}\[ \vec a = \vec a \in \R^{{m}} \]")
    assert [decided(item).verdict for item in paper.items] == ["proved"]
    assert [note.text for note in paper.notes] == ["a type with dimensions that are not declared"]
    assert verdicts(read, r"\newcommand{\RR}{\mathbb{R}} \[ \vec a = \vec a \in \RR^N \]") == ["proved"]
    assert verdicts(read, r"\renewcommand{\R}{\mathcal{R}} \[ \vec a = \vec a \in \R^N \]") == ["error"]


NAMED = NAMES + "% derive: vectors x, y : N; scalar r; let z = x - y; assume w > 0; index j : N\n"


@pytest.mark.parametrize(
    "behind",
    [
        r"\text{ for all } x \in \mathbb R^N",
        r"\quad \text{for any} \quad x \in \R^N.",
        r"\text{ for every } x, y \in \R^N",
        r", \quad \forall x \in \mathbb{R}^{N}",
        r"~~~x \in \mathbb{R}^{N}",
        r", \quad x, y \in \R^N.",
        r"\text{ for each } r \in \mathbb R",
        r"\text{ for all } x \in \R^M",
        r"\quad \text{when} \quad z = x - y",
        r"\quad \text{if } z := x - y,",
        r"\text{ since } x^\top y = y^\top x.",
    ],
)
def test_what_is_said_of_names_and_holds_anyway(read: Any, behind: str) -> None:
    """The type that a name is declared with, and a condition that holds: the relation is decided as without it."""
    assert verdicts_of(read, rf"\[ x^\top y = y^\top x {behind} \]") == ["proved"]
    assert verdicts_of(read, rf"\[ x^\top y = x^\top x {behind} \]") == ["refuted"]


@pytest.mark.parametrize(
    "behind",
    [
        r"\text{ for all } x \in \R^{d_k}",
        r"\text{ for all } z \in \R^N",
        r"\text{ for all } w \in \R",
        r"\text{ for all } x, z \in \R^N",
        r"\text{ for all } x_0 \in \R^N",
        r"\text{ for all } z \in V",
        r"\text{ for all } w \in V",
        r"\text{ for all } x \in \mathbb C",
        r"\text{ for all } x \in \mathbb C^N",
        r"\forall x \in \mathcal{H}",
        r"\forall x \in A",
        r"~~~z \in \R^N",
        r"\quad x \in V",
        r"\quad x_j \in \R",
        r"\quad x y \in \R",
        r"\quad x \in \R^N, y = x",
        r"\text{ for all } x \in \R^N \text{ with } y = x",
    ],
)
def test_what_is_said_of_names_and_may_limit(read: Any, behind: str) -> None:
    """Another type, and one of what is defined or assumed, leave all undecided."""
    assert verdicts_of(read, rf"\[ x = x = 2 x - x {behind} \]")[:2] == ["error", "error"]
    assert "refuted" not in verdicts_of(read, rf"\begin{{align}} x &= y \\\\ &= 2 x {behind} \end{{align}}")


@pytest.mark.parametrize(
    "behind",
    [
        r"\text{ since } x = 2 y", r"\text{ because } z = x + y", r"\text{ when } x = y, r = 0",
        r"\text{ when } x = y \quad r > 0", r"\text{ when } x_j > 0", r"\text{ since } x = \foo", r"\because 2 d = x",
    ],
)  # fmt: skip
def test_a_condition_that_is_not_known_to_hold(read: Any, behind: str) -> None:
    """What holds without it is proved, and nothing is refuted; it is an error itself."""
    *first, last = verdicts_of(read, rf"\[ x = x = 2 x - x {behind} \]")[:3]
    assert (first, last) == (["proved", "proved"], "error")
    assert set(verdicts_of(read, rf"\[ x = y = 2 x {behind} \]")) == {"error"}
    rows = rf"\begin{{align}} x &= x \\\\ &= y \\\\ &= 2 x {behind} \end{{align}}"
    assert set(verdicts_of(read, rows)[1:]) == {"error"}
    assert verdicts_of(read, rows)[0] == "proved"


@pytest.mark.parametrize(
    "behind",
    [
        r"\text{ for all } x \in V",
        r"\forall x, y \in \mathcal{S}.",
        r". \quad \forall x, y \in \mathbb V",
        r", \all y \in V.",
    ],
)
def test_a_set_may_limit(read: Any, behind: str) -> None:
    """What holds for all values that are declared holds in a set of them; what does not may hold there."""
    macro = r"\newcommand{\all}{\quad \forall} "
    assert verdicts_of(read, rf"{macro}\[ x^\top y = y^\top x {behind} \]") == ["proved"]
    assert verdicts_of(read, rf"{macro}\[ x^\top y = x^\top x {behind} \]") == ["error"]


def verdicts_of(read: Any, display: str) -> list[str]:
    return [decided(item).verdict for item in read(f"{NAMED}{display}").items]


@pytest.mark.parametrize("behind", [r"\quad , x_1^2 \ll r", r", \quad r \gg 1", r"\quad \text{for } r \ll 1"])
def test_what_is_small_limits_nothing_but_what_is_exact(read: Any, behind: str) -> None:
    r"""Beside ``\\approx`` it says nothing, and the rows above and below are decided; beside an equation they are not."""
    display = r"\begin{align} r &= r + w - w \\ &\approx r + 1 BEHIND \\ &= 1 + r \\ &= r \end{align}"
    assert verdicts_of(read, display.replace("BEHIND", behind)) == ["proved", "proved", "refuted"]
    assert verdicts_of(read, rf"\[ r = r + w {behind} \]") == ["error"]


@pytest.mark.parametrize("words", ["under", "at", "in case"])
def test_what_stands_behind_words_is_no_claim(read: Any, words: str) -> None:
    r"""``\quad \text{under} \quad x = y`` may be a condition, of single letters too: it is not refuted as a claim."""
    assert verdicts_of(read, rf"\[ x = x \quad \text{{{words}}} \quad x = y \]") == ["error", "error"]
    assert verdicts_of(read, rf"\[ x = x \quad \text{{{words}}} \quad x \perp y \]") == ["error", "error"]
    assert verdicts_of(read, r"\[ x = x \quad \text{and} \quad x = y \]") == ["proved", "refuted"]
    assert verdicts_of(read, r"\[ x = x \quad \text{by symmetry}, \quad x = y \]") == ["proved", "refuted"]


def test_what_is_small_ends_with_the_row(read: Any) -> None:
    """A claim behind it is not passed over with it."""
    assert verdicts_of(read, r"\[ r \approx w, \quad w \ll 1, \quad r = w \]") == ["error"]


def test_a_blank_behind_a_backslash(read: Any) -> None:
    r"""``\\ `` is a blank at the end of a side, also where the line ends behind it."""
    assert verdicts_of(read, "\\begin{align} r &= r + w - w \\\\\\\n &= r \\ \\\\ &= w \\end{align}") == [
        "proved",
        "proved",
        "refuted",
    ]


@pytest.mark.parametrize(
    ("side", "right", "wrong"),
    [
        ("A^T A", r"(d_k \times d_k)", r"(N \times d_k)"),
        ("A^T A", r"(\text{shape: } d_k \times d_k).", r"(\text{of size } N \times N)"),
        (r"\vec a", "(N,)", "(d_k,)"),
        ("q", "(N,)", "(d_k, N)"),
        ("A", r"\left(N, d_k\right)", "(d_k, N)"),
    ],
)
def test_a_shape_in_parentheses_claims_nothing(read: Any, side: str, right: str, wrong: str) -> None:
    """The relation is decided; another shape than that of its side is an error."""
    assert verdicts(read, rf"\[ {side} = 2 {side} - {side} \quad {right} \]") == ["proved"]
    assert verdicts(read, rf"\[ {side} = 2 {side} \quad {right} \]") == ["refuted"]
    assert verdicts(read, rf"\[ {side} = {side} \quad {wrong} \]") == ["error"]


@pytest.mark.parametrize("shape", [r"(\text{shape: } B \times T)", r"(d_{\text{in}} \times d_k)", "(B, T)", "(T,)"])
def test_a_shape_in_parentheses_of_names_that_are_not_declared(read: Any, shape: str) -> None:
    """It is noted."""
    paper = read(rf"{NAMES}\[ A = 2 A \quad {shape} \]")
    assert [decided(item).verdict for item in paper.items] == ["refuted"]
    assert [note.text for note in paper.notes] == ["a type with dimensions that are not declared"]


@pytest.mark.parametrize(
    "behind", [r"(s \times N)", r"(s)", "(N)", r"(N \times (N + 1))", "(B)", "(s,)", r"(\times B)"]
)
def test_what_is_no_shape_in_parentheses(read: Any, behind: str) -> None:
    """It could be a factor."""
    assert verdicts(read, rf"\[ A = A \quad {behind} \]") == ["error"]


@pytest.mark.parametrize("because", [r"\because", "∵", r"\text{because } "])
def test_a_reason_behind_its_sign(read: Any, because: str) -> None:
    """It says nothing where it holds anyway, else it could be a condition."""
    assert verdicts(read, rf"\[ S^T = 2 S \quad {because} A + A = 2 A \]") == ["refuted"]
    assert verdicts(read, rf"\[ S^T + S = S + S^T \quad {because} A + A = 2 A \]") == ["proved"]
    assert set(verdicts(read, rf"\[ S^T = S \quad {because} A + A = A \]")) == {"error"}


@pytest.mark.parametrize(
    "row",
    [
        r"\\ & \qquad \text{let } z = 3 S \vec a",
        r"\\ \color{red}{\text{let } z = 3 S \vec a}",
        r"& \text{let } z = 3 S \vec a",
    ],
)
def test_a_definition_in_words_that_is_declared(read: Any, row: str) -> None:
    """It says it again, and the chain goes on over it; what is not declared so spoils what stands below."""
    chain = rf"\begin{{align}} 3 S \vec a &= z + 0 {row} \\ &= 2 z \end{{align}}"
    below = r"\[ \vec a^\top z = 2 z^\top \vec a \]"
    assert verdicts(read, f"% derive: let z = 3 S \\vec a\n{chain}{below}") == ["proved", "refuted", "refuted"]
    assert set(verdicts(read, f"% derive: vector z : N\n{chain}{below}")) == {"error"}
    assert set(verdicts(read, f"% derive: let z = 4 S \\vec a\n{chain}{below}")) == {"error"}


@pytest.mark.parametrize(
    "said",
    [
        r"for a function $\sigma: \mathbb{R} \to \mathbb{R}$", r"where $A = (a_{ij})$", r"where $A=(a_{ij})_{N\times d_k}$",
        r"with $a=(a_1 a_2...a_N)^t$", r"where $S = [s_1, \ldots, s_N]$",
    ],
)  # fmt: skip
def test_what_is_only_a_kind_limits_nothing(read: Any, said: str) -> None:
    """A false relation below it is refuted; what says more may be where it holds."""
    false = r"\[ A^T A = 2 A^T A \]"
    assert [decided(item).verdict for item in read(f"{NAMES}{said}, we have\n{false}").items] == ["refuted"]
    more = read(f"{NAMES}where $A = (2 a_{{ij}})$, we have\n{false}").items
    assert "refuted" not in [decided(item).verdict for item in more]


def test_columns_by_their_names_behind_where(read: Any) -> None:
    r"""``\text{where } S = [s_1, …, s_N]`` is no relation, and no condition."""
    assert verdicts(read, r"\[ S S = S^2 \quad \text{where } S = [s_1, \dots, s_N] \]") == ["proved"]
    assert verdicts(read, r"\[ S S = S \quad \text{where } S = [s_1, \dots, s_N] \]") == ["refuted"]
