"""What stands beside, below and behind implications may rest on their premises: decided without them and with them."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (r"\[ s = t, u = 0 \implies s u = t u, \quad s^2 = t^2 \]", ["error", "proved", "error"]),
        (r"\[ s = t, u = 0 \implies s u = t u, \quad s^2 = 2 t^2 + 1 \]", ["error", "proved", "refuted"]),
        ("\\begin{align*} s &= t \\\\ \\implies s u &= t u \\\\ s^2 &= t^2 \\end{align*}", ["proved", "error"]),
        ("\\begin{align*} s &= t \\\\ \\implies s u &= t u \\\\ s^2 &= t^2 + 1 \\end{align*}", ["proved", "refuted"]),
        ("\\begin{align*} s &= t \\\\ \\implies s u &= t u \\\\ s u &= u s \\end{align*}", ["proved", "proved"]),
        (r"\[ s = 0 \implies s t = 0 \implies s + t = t \]", ["proved", "error"]),
        (r"\[ s = 0 \implies s t = 0 \implies s + t = t + 1 \]", ["proved", "refuted"]),
        (r"\[ s = 0 \implies s t = 0 \implies s t u = 0 \]", ["proved", "proved"]),
        ("\\[ s = 0 \\implies s t = 0 \\]\n\\[ = s u \\]", ["proved", "error"]),
        ("\\begin{align*} s &= t \\in \\{\\pm 1\\} \\\\ \\implies s^2 &= 1 \\end{align*}", ["error"]),
        ("\\begin{align*} s &= t \\in \\{\\pm 1\\} \\\\ \\implies s^2 &= t^2 \\end{align*}", ["proved"]),
        ("\\begin{align*} s &= t \\\\ &\\Downarrow \\\\ s u &= t u \\end{align*}", ["error", "error"]),
        ("\\begin{align*} s u &= t u \\\\ \\impliedby s &= t \\end{align*}", ["error", "error"]),
        ("\\begin{align*} s u &= u s \\\\ &\\Downarrow \\\\ s u t &= u s t \\end{align*}", ["error", "proved"]),
    ],
)
def test_what_may_rest_on_a_premise_is_not_refuted(verdicts: Any, text: str, found: list[str]) -> None:
    """A false neighbour still is."""
    assert verdicts(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (r"\[ s = 0 \rightarrow s t = 0 \]", ["proved"]),
        (r"\[ s - t = 0 \longrightarrow s u = t u \]", ["proved"]),
        (r"\[ s - t = 0 \rightarrow s u = u \]", ["error"]),
        (r"\[ s - t = 0 \implies s u = u \]", ["refuted"]),
        (r"\[ s = t^2 \rightarrow 0 \]", ["error"]),
        (r"\[ \sum_{i \rightarrow 1} s = t \]", ["error"]),
        (r"\[ s = t \to s u = t u \]", ["error", "error"]),
    ],
)
def test_a_plain_arrow_between_relations(verdicts: Any, text: str, found: list[str]) -> None:
    """It says what follows; as it could be of a limit, what does not is not refuted."""
    assert verdicts(text) == found


@pytest.mark.parametrize("arrow", [r"\Leftrightarrow", r"\iff", r"\rightarrow", r"\longrightarrow"])
def test_a_display_that_begins_with_an_arrow(verdicts: Any, arrow: str) -> None:
    """It is proved by itself, or not checked."""
    assert verdicts(rf"\[ {arrow} (s + t) u = s u + t u \]") == ["proved"]
    assert verdicts(rf"\[ {arrow} (s + t) u = s u \]") == ["error"]


@pytest.mark.parametrize(
    "cites", [r"\text{Base on (3), (4)} =>", r"\text{By eq. (1) and (2)} \implies", r"\text{from (2a)} \Rightarrow"]
)
def test_an_arrow_behind_numbers_of_equations(verdicts: Any, cites: str) -> None:
    """The row above is claimed, and no premise of it; what follows from what is cited is proved without, or not checked."""
    rows = rf"s &= 2 t \\ {cites} t + t &= 2 t \\ &= 3 t \\ u &= 2 u"
    assert verdicts(rf"\begin{{align}} {rows} \end{{align}}") == ["refuted", "proved", "error", "refuted"]
    assert verdicts(rf"\begin{{align}} t &= t \\ {cites} s &= 2 t \end{{align}}") == ["proved", "error"]
    other = cites.replace("(", "the choice of (")
    assert "refuted" not in verdicts(rf"\begin{{align}} s &= 2 t \\ {other} s &= 2 t \end{{align}}")
