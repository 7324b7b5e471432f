"""``% derive: by eq:label``: what a relation rests on is proved in the same run, stands above, and is shown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from derive.cli.papers import PaperSubject

HEAD = "% derive: dimension N; vectors x, y, z : N; scalar p, q\n"
TWO = "\\begin{equation}\\label{eq:two}\n \\|x + y\\| \\le \\|x\\| + \\|y\\|\n\\end{equation}\n"
SPLIT = "\\begin{equation}\\label{eq:split}\n \\|x + y + z\\| \\le \\|x + y\\| + \\|z\\|\n\\end{equation}\n"
THREE = "\\begin{equation}\\label{eq:three}\n \\|x + y + z\\| \\le \\|x\\| + \\|y\\| + \\|z\\|\n\\end{equation}\n"
ONE = "\\begin{equation}\\label{eq:one}\n q = q\n\\end{equation}\n"
NEXT = "\\begin{equation}\\label{eq:next}\n p = p\n\\end{equation}\n"
BY = "% derive: by eq:two, eq:split\n"


pytestmark = pytest.mark.usefixtures("own")


def found(run: Any, text: str, head: str = HEAD) -> list[dict[str, Any]]:
    """The records of a paper, each of which has all that JSON says."""
    Path("p.tex").write_text(head + text, encoding="utf-8")
    records: list[dict[str, Any]] = json.loads(run("check", "p.tex", "--json").stdout)["obligations"]
    return records


def test_what_is_proved_above_proves_what_rests_on_it(run: Any) -> None:
    """And nothing else does: without its comment the same relation is undecided, with half of it, too."""
    (alone,) = found(run, THREE)
    *_, half = found(run, TWO + "% derive: by eq:two\n" + THREE)
    *_, resting = found(run, TWO + SPLIT + BY + THREE)
    assert (alone["verdict"], half["verdict"], resting["verdict"]) == ("unsupported", "unsupported", "proved")
    assert (resting["by"], resting["scope"]) == (["eq:two", "eq:split"], "all N ≥ 1")
    assert resting["hypotheses"] == ["|x| + |y| - |x + y| ≥ 0", "|x + y| + |z| - |x + y + z| ≥ 0"]
    assert resting["backing"] == "verifier"
    assert "all N ≥ 1, by eq:two, eq:split" in run("check", "p.tex").stdout


def test_what_needs_no_premise_has_none(run: Any) -> None:
    """What is decided by itself is, also where it is false."""
    *_, true, false = found(run, f"{TWO}% derive: by eq:two\n\\[ p + p = 2p \\]\n% derive: by eq:two\n\\[ p = q \\]")
    assert [(o["verdict"], o["by"], o["hypotheses"]) for o in (true, false)] == [
        ("proved", [], []),
        ("refuted", [], []),
    ]


@pytest.mark.parametrize(
    ("above", "said"),
    [
        ("\\begin{equation}\\label{eq:one}\n p = q\n\\end{equation}\n", "is refuted"),
        ("% derive: expect refuted\n\\begin{equation}\\label{eq:one}\n p = q\n\\end{equation}\n", "is refuted"),
        ("\\begin{equation}\\label{eq:one}\n p = \\foo\n\\end{equation}\n", "is unread"),
        ("\\begin{equation}\\label{eq:one}\n e^{p} \\ge 1 + p\n\\end{equation}\n", "is unsupported"),
    ],
)
def test_what_rests_on_what_is_not_proved_is_not_checked(run: Any, above: str, said: str) -> None:
    """Nor what rests on that."""
    *_, second, third = found(run, f"{above}% derive: by eq:one\n{NEXT}% derive: by eq:next\n\\[ q = q \\]")
    assert second["verdict"] == third["verdict"] == "error"
    assert "not checked: eq:one at p.tex" in second["reason"]
    assert said in second["reason"]
    assert "not checked: eq:next at p.tex" in third["reason"]
    assert "is unread" in third["reason"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{ONE}% derive: by eq:oen\n{NEXT}", "did you mean eq:one?"),
        (f"% derive: by eq:one\n{NEXT}{ONE}", "does not stand above it"),
        (f"% derive: by eq:next\n{NEXT}", "does not stand above it"),
        (f"{ONE}% derive: by\n{NEXT}", "a label"),
        (f"{ONE}% derive: by eq:one\n", "concerns no relation"),
    ],
)
def test_a_label_that_is_none_above(run: Any, text: str, said: str) -> None:
    assert any(o["verdict"] == "error" and said in o["reason"] for o in found(run, text))


def test_where_the_comment_stands(run: Any) -> None:
    """Before a display it concerns all of it, on the line of a relation that one; in a sidecar what has the label."""
    rows = "\\begin{align}\n q &= q \\\\\n p &= p\n\\end{align}"
    for text, resting in (
        (f"{TWO}% derive: by eq:two\n{rows}", [True, True]),
        (TWO + rows.replace("p &= p", "p &= p % derive: by eq:two"), [False, True]),
        (TWO + rows.replace("q &= q \\\\", "q &= q \\\\ % derive: by eq:two"), [True, False]),
        (f"{TWO}\\[ p = p \\] % derive: by eq:two", [True]),
    ):
        Path("p.tex").write_text(HEAD + text, encoding="utf-8")
        assert [bool(item.premises) for item in PaperSubject(Path("p.tex")).paper.items[1:]] == resting  # type: ignore[union-attr]
    Path("p.derive.toml").write_text('[by]\n"eq:three" = ["eq:two", "eq:split"]\n', encoding="utf-8")
    assert [o["verdict"] for o in found(run, TWO + SPLIT + THREE)] == ["proved"] * 3
    Path("p.derive.toml").write_text('[by]\n"eq:three" = "eq:two"\n', encoding="utf-8")
    assert "by is no table of labels" in run("check", "p.tex", code=2).stderr


def test_it_holds_where_its_premises_do(run: Any) -> None:
    """Their conditions, hypotheses and sizes are those of what rests on them; a name declared anew has no old property."""
    square = "\\begin{equation}\\label{eq:root}\n \\sqrt{p^2} = p\n\\end{equation}\n"
    again = "% derive: forget\n% derive: scalar p\n% derive: by eq:root\n\\[ \\sqrt{p^2} = p \\]"
    first, second = found(run, square + again, "% derive: scalar p > 0\n")
    assert (first["verdict"], second["verdict"]) == ("proved", "refuted")
    quotient = "\\begin{equation}\\label{eq:q}\n \\frac{p q}{q} = p\n\\end{equation}\n"
    *_, resting = found(run, quotient + TWO + SPLIT + "% derive: by eq:q, eq:two, eq:split\n" + THREE)
    assert (resting["verdict"], resting["conditions"]) == ("proved", ["q ≠ 0"])


def test_what_a_premise_assumes_is_assumed_where_it_is_used(run: Any) -> None:
    """A name that is declared anew has no old hypothesis, and an implication is no claim without its condition."""
    one = "\\begin{equation}\\label{eq:one}\n p \\ge 0\n\\end{equation}\n"
    again = f"% derive: assume p = 1\n{one}% derive: by eq:one\n\\[ p = 1 \\]\n% derive: forget\n% derive: scalar p\n"
    first, second, third = found(run, again + "% derive: by eq:one\n\\[ p = 1 \\]")
    assert [first["verdict"], second["verdict"], third["verdict"]] == ["proved", "proved", "error"]
    assert "eq:one holds under p = 1, which is not assumed here" in third["reason"]


def test_what_is_remembered_is_not_of_another_premise(run: Any) -> None:
    """A premise that has become false takes with it what rests on it, from one run to the next."""
    assert found(run, TWO + SPLIT + BY + THREE)[-1]["verdict"] == "proved"
    false = TWO.replace("+ \\|y\\|", "")
    first, _, last = found(run, false + SPLIT + BY + THREE)
    assert (first["verdict"], last["verdict"]) == ("refuted", "error")


def test_as_a_theorem(run: Any) -> None:
    """Exported, shown and listed it stands with what it rests on."""
    Path("p.tex").write_text(HEAD + TWO + SPLIT + BY + THREE, encoding="utf-8")
    shown = run("show", "p.tex:eq:three").stdout
    assert "given |x| + |y| - |x + y| ≥ 0, |x + y| + |z| - |x + y + z| ≥ 0" in shown
