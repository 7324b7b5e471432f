r"""``\text{Let } c &= 2 s`` in a display: it says again what is declared, or what has its name is not checked."""

from __future__ import annotations

from typing import Any

import pytest

LET = "% derive: let c = 2 s\n"
DEPENDS = "% derive: let p = u + v; let q(t) = p t\n"


def rows(*written: str) -> str:
    return "\\begin{align}\n" + " \\\\\n".join(written) + "\n\\end{align}\n"


@pytest.mark.parametrize("words", ["Let", "let ", "Denote", "Define", "Set", "Put"])
def test_what_is_declared_is_said_again(read: Any, verdicts: Any, words: str) -> None:
    """It is noted, and the display is decided; the chain goes on from it."""
    for row in (rf"\text{{{words}}} c &= 2 s", rf"& \text{{{words}}} c = 2 s"):
        text = LET + rows(row, "&= s + s", "c &= s", "c &= s + s")
        assert verdicts(text) == ["proved", "refuted", "proved"]
        assert [note.text for note in read(text).notes] == ["a condition that holds anyway"]


@pytest.mark.parametrize(
    ("let", "said"),
    [
        (r"\text{Let } u &= 2 s", "expected it as a declaration"),
        (r"\text{Let } u &= \foo", "the unknown command"),
        (r"\text{Define } u(s) &= s^2", "expected it as a declaration"),
        (r"\text{Let } u = 2 s, v &= 3", "expected it as a declaration"),
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_what_is_not_known(read: Any, verdicts: Any, let: str, said: str, first: bool) -> None:
    """What has its name is not checked, also through definitions; the rest is proved without it, and never refuted."""
    below = ("s + t &= t + s", "s &= t", "u &= u", "p &= p", "q(s) &= q(s)")
    text = DEPENDS + (rows(let, *below) if first else rows(*below[:2], let, *below[2:]))
    found = [(item.place.line, verdict) for item, verdict in zip(read(text).items, verdicts(text), strict=True)]
    line = 4 if first else 6
    rest = [verdict for at, verdict in sorted(found) if at != line]
    assert {verdict for at, verdict in found if at == line} == {"error"}
    assert rest == ["proved", "error", "error", "error", "error"]
    assert said in str(next(item.error for item in read(text).items if item.place.line == line))
    after = r"\[ s = s \] \[ s = t \] \[ u = u \] \[ p = p \]"
    assert verdicts(text + after)[-4:] == ["proved", "error", "error", "error"]


@pytest.mark.parametrize(
    "let", [r"\text{Let } N &= 2", r"\text{Let } i &= 1", r"\text{Let } (s + t) &= u", r"\text{Let } &= u"]
)
def test_names_that_cannot_be_told(verdicts: Any, let: str) -> None:
    """A size, an index, a formula: nothing of the display, and below it, is checked."""
    found = verdicts(rows(let, "s + t &= t + s") + r"\[ s = s \]")
    assert set(found) == {"error"}


def test_a_row_below_it(verdicts: Any) -> None:
    """It goes on from what stands above, or from what "let" says; beside the column it goes on over it."""
    assert verdicts(LET + rows("s + 0 &= s", r"\text{let } c &= 2 s", "&= s", "s &= t")) == [
        "proved",
        "error",
        "refuted",
    ]
    assert verdicts(LET + rows("s + 0 &= s", r"& \text{let } c = 2 s", "&= s", "&= 2 s")) == [
        "proved",
        "proved",
        "refuted",
    ]
    assert verdicts(LET + r"\begin{gather} s + 0 = s \\ \text{let } c = 2 s \\ = s \end{gather}") == ["proved", "error"]
    assert verdicts(LET + rows(r"\text{let } c &= 2 s", "&= s"))[-1] == "error"
    assert verdicts(LET + rows(r"\text{let } c &= 2 s", "&= s")) == ["error", "error"]


def test_what_stands_behind_it_in_its_row(verdicts: Any) -> None:
    """It is said under "let" too; behind "so" it may follow from more."""
    assert verdicts(LET + r"\[ \text{Let } c = 2 s, t = 1 \]") == ["error"]
    assert verdicts(LET + r"\[ \text{Let } c = 2 s \text{ and } t = 1 \]") == ["error"]
    assert verdicts(LET + rows(r"\text{Let } c &= 2 s & t &= 1", "u &= 3 u")) == ["error", "error"]
    assert verdicts(LET + r"\[ \text{Let } c = 2 s, \text{ so } c = 3 s \]") == ["error"]
    assert verdicts(LET + r"\[ \text{Let } c = 2 s, \text{ so } c = s + s \]") == ["proved"]


def test_a_premise(verdicts: Any) -> None:
    """What holds anyway is none; of one that is not known nothing follows."""
    assert verdicts(LET + rows(r"\text{Let } c = 2 s \implies s + s &= c", "&= 2 s", "&= s")) == ["proved"] * 2 + [
        "refuted"
    ]
    assert verdicts(rows(r"\text{Let } u = 2 s \implies s + s &= u", "&= 2 s", "t &= t")) == ["error"] * 2 + ["proved"]
    assert verdicts(rows("u &= s", r"\implies u^2 &= s^2", r"\text{Let } u &= 2 s"))[:2] == ["error", "error"]


def test_it_may_define(verdicts: Any) -> None:
    assert verdicts(rows(r"\text{Let } d &:= 2 s", "&= s + s", "d &= 3 s")) == ["proved", "refuted"]


def test_what_rests_on_a_row_with_the_name(verdicts: Any) -> None:
    """A chain has the letters of the rows above, and what is said under a premise those of the display."""
    assert verdicts(rows(r"\text{Let } u &= 2 s", "s + u - u &= s", "&= 0 + s")) == ["error"] * 3
    assert verdicts(rows(r"\text{Let } u &= 2 s", r"u &= t \implies", "t &= t")) == ["error"] * 2


def test_names_that_the_text_declares(verdicts: Any) -> None:
    """What is defined there by the name is not checked either."""
    text = "% derive: inline; let e = 3 s\nWrite $H = 2 e$.\n"
    assert verdicts(text + rows("H &= 6 s")) == ["proved"]
    assert verdicts(text + rows(r"\text{Let } e &= 4 s", "H &= 6 s", "s &= s")) == ["error", "error", "proved"]
    assert verdicts(text + rows(r"\text{Let } e &= 4 s", "s &= s") + r"\[ H = 6 s \]")[-1] == "error"


def test_what_goes_on_below_a_condition_that_is_not_known(verdicts: Any) -> None:
    """It holds where the condition does: the next display has no side to go on from."""
    for words in ("since", "let", "when", "if"):
        found = verdicts(rf"\[ s + t = t + s \quad \text{{{words} }} s = 1 \] \[ = t + 1 \]")
        assert found[-1] == "error", words
        assert "refuted" not in found
