"""Displays pasted from theorems: they are held to what the theorem says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from derive.cli.papers import pasted_from
from derive.reading.paper import Pasted, read_paper

LABEL = "layernorm.eq6"


@pytest.fixture
def pasted(run: Any, tmp_path: Path) -> Any:
    """``pasted(change, label)``: the verdicts on what `derive latex` prints, after a change."""

    def check(change: Any = lambda text: text, label: str = LABEL) -> list[str]:
        path = tmp_path / "p.tex"
        path.write_text(change(run("latex", label).stdout), encoding="utf-8")
        (item,) = read_paper(path).items
        assert isinstance(item, Pasted)
        return [found.verdict for found in pasted_from(item)]

    return check


@pytest.mark.parametrize("label", [LABEL, "layernorm.jacobian"])
def test_what_is_pasted_is_the_theorem(pasted: Any, label: str) -> None:
    """Every relation of it, and the whole."""
    assert set(pasted(label=label)) == {"proved"}


def test_layout_may_change(pasted: Any) -> None:
    """Blanks, labels, comments."""
    assert set(pasted(lambda text: text.replace(" &= ", " % x\n  &=  ").replace(r"\label", r"\notag \label"))) == {
        "proved"
    }


def test_a_false_line_is_refuted(pasted: Any) -> None:
    """And the theorem stands."""
    found = pasted(lambda text: text.replace(r"\hat{1} \hat{1}^{\top}", r"\vec 1 \vec 1^{\top}", 1))
    assert found[0] == "proved"
    assert "refuted" in found


def test_another_last_side_is_another_statement(pasted: Any) -> None:
    """Though each relation may be true."""
    last = r"\vec b && \text{$\frac{\vec v}"
    assert pasted(lambda text: text.replace(last, rf"\vec b + \vec b - {last}"))[0] == "error"


def test_a_shorter_derivation_says_the_same(pasted: Any) -> None:
    """Its first and last sides are those of the theorem."""
    rows = lambda text: "\n".join(row for row in text.splitlines() if ":4}" not in row)  # noqa: E731
    assert set(pasted(rows)) == {"proved"}


def test_a_broken_chain_is_another_statement(pasted: Any) -> None:
    """``p = p`` and ``q = q`` do not say p = q."""

    def split(text: str) -> str:
        rows = text.splitlines()
        begin = next(n for n, row in enumerate(rows) if "begin{align}" in row)
        first, last = rows[begin + 1].split("&=")[0], rows[-2].split("&=")[1].split("&&")[0]
        return "\n".join([*rows[: begin + 1], rf"{first} &= {first} \\", rf"{last} &= {last}", rows[-1]])

    assert pasted(split)[0] == "error"


@pytest.mark.parametrize("label", ["nope.x", "layernorm.nope", ""])
def test_an_unknown_theorem_is_an_error(pasted: Any, label: str) -> None:
    """Not a crash."""
    assert pasted(lambda text: text.replace(f"theorem {LABEL}", f"theorem {label}")) == ["error"]


def test_a_theorem_without_a_display_is_an_error(tmp_path: Path) -> None:
    """There is nothing that could say it."""
    path = tmp_path / "p.tex"
    path.write_text(f"% derive: theorem {LABEL}\n", encoding="utf-8")
    (item,) = read_paper(path).items
    assert "a display below it" in str(item.error)  # type: ignore[union-attr]  # it is a relation


def test_a_directive_before_a_pasted_display_is_not_lost(tmp_path: Path, run: Any) -> None:
    """It concerns it, or is an error."""
    path = tmp_path / "p.tex"
    path.write_text("% derive: skip\n" + run("latex", LABEL).stdout, encoding="utf-8")
    paper = read_paper(path)
    assert len(paper.items) != 1 or paper.notes
