r"""``r x`` after ``let r(x) = …`` in a paper: r(x), or r times x, with one choice for declarations and relations."""

from __future__ import annotations

from typing import Any

import pytest

HEAD = r"""% derive: vectors x, g : N; let r(x) = \frac{1}{x^\top x + 1}
% derive: let z(x) = r x; let y(z, g) = z \odot g; loss L of y
"""


@pytest.mark.parametrize(
    ("relation", "verdict"),
    [
        (r"\frac{\partial L}{\partial g} = \frac{\partial L}{\partial y} \odot z", "proved"),
        (r"\frac{\partial L}{\partial g} = \frac{\partial L}{\partial y} \odot x", "refuted"),
        (r"y = \frac{x \odot g}{x^\top x + 1}", "proved"),
        (r"y = \frac{x}{x^\top x + 1}", "refuted"),
        (r"z = \frac{x}{x^\top x + 1}", "error"),
        (r"z = \frac{2 x}{x^\top x + 1}", "refuted"),
    ],
)
def test_a_reading_in_which_a_declaration_is_ill_typed(verdicts: Any, relation: str, verdict: str) -> None:
    """It does not count: r(x) is a number, and has no entries; for what does not rest on that it counts."""
    assert verdicts(rf"{HEAD}\[ {relation} \]") == [verdict]


def test_both(verdicts: Any) -> None:
    """What is so in one reading alone is not decided, also in what rests on a declaration with it."""
    head = "% derive: scalar p; let f(p) = p^2 + 1; let q = f p\n"
    assert verdicts(rf"{head}\[ q = p^2 + 1 \] \[ q = p^3 + p \] \[ q - q = 0 \] \[ q = q + 1 \]") == [
        "error", "error", "proved", "refuted",
    ]  # fmt: skip
