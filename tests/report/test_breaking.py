"""Breaking: a sum falls into its terms and nothing else."""

from __future__ import annotations

import pytest

from derive.report.breaking import pieces, rows, width


@pytest.mark.parametrize(
    ("latex", "count"),
    [
        ("a", 1),
        ("-a", 1),
        ("a + b - c", 3),
        (r"\frac{a + b}{c - d}", 1),
        (r"\left(a + b\right) + c", 2),
        (r"|a + b| - \|c - d\|", 2),
        (r"\lVert a + b \rVert + (c - d) + [e + f]", 3),
        (r"\sqrt{a + b} \odot c + d", 2),
        (r"\left|a + b\right| + c", 2),
    ],
)
def test_pieces(latex: str, count: int) -> None:
    """Only signs outside of all brackets and bars part a sum; nothing is lost."""
    found = pieces(latex)
    assert len(found) == count
    assert " ".join(found) == latex


def test_rows() -> None:
    """Rows keep to the limit where the terms do, and hold everything in order."""
    latex = " + ".join(f"a_{{{k}}}" for k in range(30))
    found = rows(latex, 20)
    assert len(found) > 3
    assert all(width(row) <= 22 for row in found)
    assert " ".join(found) == latex
    assert rows(latex, 1000) == [latex]


def test_width() -> None:
    """A fraction is as wide as its wider part, a command of a letter as wide as the letter."""
    assert width(r"\frac{abc}{d}") == width("abc")
    assert width(r"\vec a") == width("a")
    assert width(r"\operatorname{diag}") == 4
    assert width(r"\frac{unclosed") > 0
