r"""What stands apart behind a row and cannot be read: an error of its row, and no row is passed over with another."""

from __future__ import annotations

from typing import Any

import pytest

BEHIND = r"\quad v \in C"


def rows(*written: str, environment: str = "align") -> str:
    """A display of rows, one on each line."""
    return f"\\begin{{{environment}}}\n" + " \\\\\n".join(written) + f"\n\\end{{{environment}}}"


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        # another row may hold under what stands there: it is proved without it, or not checked
        ((rf"s &= s {BEHIND}", "t &= t", "t &= 2 t"), ["error", "proved", "error"]),
        (("t &= t", "t &= 2 t", rf"s &= s {BEHIND}"), ["proved", "error", "error"]),
        # what goes on from it has no side before it
        (("s &= s + t - t", rf"&= s {BEHIND}", "&= s + 0", "&= s"), ["proved", "error", "error", "proved"]),
        (("s &= s", "s &= t, t > 0", "&= s", "u &= u"), ["proved", "error", "error", "error", "proved"]),
        ((rf"s &= s {BEHIND}", "& + t", "u &= u"), ["error", "proved"]),
        ((rf"s &= s, & t &= t {BEHIND}", "u &= u, & v &= v"), ["error", "error", "proved", "proved"]),
        # what it defines is not known
        ((rf"p &:= s {BEHIND}", "p &= s"), ["error", "error"]),
    ],
)
def test_what_cannot_be_read_behind_a_row(verdicts: Any, written: tuple[str, ...], wanted: list[str]) -> None:
    """Its row is not checked; the others are decided, or not checked."""
    assert verdicts(rows(*written)) == wanted


@pytest.mark.parametrize("behind", [r"\quad v \in C", r"~~~v \in C", ", t > 0", r"\quad v, \text{(let)}"])
@pytest.mark.parametrize(("first", "skipped"), [(True, 1), (False, 2)])
def test_skip_concerns_its_row_alone(read: Any, behind: str, first: bool, skipped: int) -> None:
    """A false row beside one that is left out is not passed over."""
    paper = read(f"\\begin{{align}}\ns &= s{behind} \\\\ % derive: skip\nt &= 2 t \\\\\nu &= 3 u\n\\end{{align}}")
    assert [each.place.line for each in paper.items] == [4, 5]
    assert all(each.error is not None or each.supposed is not None for each in paper.items)


@pytest.mark.parametrize(
    "written",
    [
        ("s &= s + {", "t &= 2 t", "u &= u"),
        ("s &= s", r"t &= 2 t \implies", r"\implies u &= u"),
    ],
)
def test_each_row_of_what_cannot_be_cut_is_an_error(read: Any, written: tuple[str, ...]) -> None:
    """So that none is passed over with another that is left out."""
    aligned = any("&" in row for row in written)
    paper = read(rows(*written, environment="align" if aligned else "eqnarray"))
    assert [each.error is not None for each in paper.items] == [True] * 3
    assert {each.place.line for each in paper.items} == {3, 4, 5}


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ((r"\begin{aligned} s &= s", "t &= 2 t", r"u &= u, & v &= v \\ + v \end{aligned}"), [1, 0, 0, 1, 0]),
        (("s &= s", r"&= t \text{ or } \foo s = 0", "&= s", "&= s"), [1, 0, 0, 0, 1]),
        (("s &= s", r"u &= s \quad v \text{ and } \foo", "t &= t", "t &= 2 t"), [1, 0, 1, 0]),
        (("s &= s", r"u &= s \quad \forall v \text{ and } \foo", "t &= t"), [0, 0, 0]),
    ],
)
def test_rows_beside_one_that_cannot_be_cut(verdicts: Any, written: tuple[str, ...], wanted: list[int]) -> None:
    """They are proved, or not checked, since it could be a condition; where it has a type it is said of all of them."""
    found = verdicts(rows(*written))
    assert "refuted" not in found
    assert [int(verdict == "proved") for verdict in found] == wanted
