"""A row without marks that begins with a sign and has a relation: of its own, or what the row above goes on with."""

from __future__ import annotations

from typing import Any

import pytest

from derive.cli.papers import decided

ROWS = (
    # above, below, verdicts as two relations and as one chain
    ("s = s", "-t + u = u - t", ["proved", "proved"], ["refuted", "refuted"]),
    ("s - t = s", "-t = s - t", ["refuted", "refuted"], ["proved", "proved"]),
    ("s = t", "-s = -t", ["refuted", "refuted"], ["refuted", "refuted"]),
    ("s = s", "-t + t = s - s", ["proved", "proved"], ["proved", "refuted"]),
    (
        r"\vec a^\top \vec b = \vec b^\top \vec a",
        r"-\vec a = \vec a - 2 \vec a",
        ["proved", "proved"],
        ["proved", "proved"],
    ),
    ("s = s + t - t", "+ t - t = s - s", ["proved", "proved"], ["proved", "refuted"]),
)


def came_out(read: Any, text: str) -> list[str]:
    return [decided(item).verdict for item in read(text).items]


@pytest.mark.parametrize(("above", "below", "own", "on"), ROWS)
def test_each_reading(read: Any, above: str, below: str, own: list[str], on: list[str]) -> None:
    """Each relation is decided in both, and comes out where they agree; a declaration says which is meant."""
    rows = rf"\[ \begin{{gathered}} {above} \\ {below} \end{{gathered}} \]"
    both = [one if one == other else "error" for one, other in zip(own, on, strict=True)]
    assert came_out(read, rows) == both
    assert came_out(read, f"% derive: signed rows: own\n{rows}") == own
    if own != on:
        assert came_out(read, f"% derive: signed rows: on\n{rows}") == on


def test_what_rests_on_it(read: Any) -> None:
    """A definition in the row above is read in both ways below, too; what has no part in it is decided."""
    rows = "\\begin{gather*} c \\end{gather*} \\[ q := s + t \\\\ - t = -t \\]\n"
    assert came_out(read, rf"{rows} \[ q = s + t \] \[ q = s \] \[ q = u \] \[ 2 s = s + s \]") == [
        "error", "error", "error", "refuted", "proved",
    ]  # fmt: skip


def test_several_rows(read: Any) -> None:
    """Each is read in both ways by itself; several relations on one line all stay."""
    rows = r"\[ \begin{gathered} s = s \\ -t = -t = 0 - t \\ -u = - u \end{gathered} \]"
    assert came_out(read, rows) == ["error"] * 4
    assert came_out(read, f"% derive: signed rows: own\n{rows}") == ["proved"] * 4


def test_marks_say_which(read: Any) -> None:
    assert came_out(read, r"\begin{align*} s - t = s & \\ & - t = s - t \end{align*}") == ["proved", "proved"]
