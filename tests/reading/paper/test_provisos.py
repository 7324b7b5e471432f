r"""Conditions behind a relation, "c / c = 1 \quad \text{if } c \neq 0": it is decided under them, as it is written."""

from __future__ import annotations

from typing import Any

import pytest

from derive.cli.papers import decided

NAMES = "% derive: vectors x, y : N; matrix A : N x N; index j : N\n"


def found(read: Any, text: str) -> list[tuple[str, str]]:
    return [(made.verdict, made.scope) for made in map(decided, read(NAMES + text).items)]


def verdicts(read: Any, text: str) -> list[str]:
    return [verdict for verdict, _ in found(read, text)]


@pytest.mark.parametrize(
    "words",
    [
        r"\text{if }", r"\text{ for }", r"\text{for all }", r"\text{when }", r"\text{whenever }", r"\forall",
        r"\text{provided that }", r"\text{as long as }", r"\text{assuming }", r"\forall\,", r", \quad \text{if }",
    ],
)  # fmt: skip
def test_a_relation_is_decided_under_it(read: Any, words: str) -> None:
    """What holds under it alone is proved, and shown with it; what does not is refuted where it holds."""
    assert found(read, rf"\[ |s| = s \quad {words} s > 0 \]") == [("proved", "all data, given s > 0")]
    assert verdicts(read, rf"\[ |s| = s \quad {words} s < 0 \]") == ["refuted"]
    assert found(read, rf"\[ x^\top x > 0 \quad {words} x \neq 0 \]") == [("proved", "all N ≥ 1, given x ≠ 0")]
    assert verdicts(read, rf"\[ x^\top y = x^\top x \quad {words} A x = A y \]") == ["refuted"]
    assert verdicts(read, rf"\[ A x = s x \quad {words} A = s I \]") == ["proved"]


def test_several(read: Any) -> None:
    """Bounds of names may be listed; an equation could be another claim, and so could what stands apart."""
    assert verdicts(read, r"\[ |s t| = s t \quad \text{for } s > 0, t > 0 \]") == ["proved"]
    assert verdicts(read, r"\[ |s t| = s t \quad \text{for } s > 0, t < 1 \]") == ["refuted"]
    assert verdicts(read, r"\[ s^2 < s \quad \text{for } 0 < s < 1 \]") == ["proved"]
    for behind in (r"s > 0, |t| = -t", r"s > 0, t = 0", r"s > 0, \quad t > 0", r"s > 0 \quad |t| = -t", "s, t > 0"):
        assert "proved" not in verdicts(read, rf"\[ |s t| = s t \quad \text{{for }} {behind} \]"), behind


def test_the_condition_of_a_free_index_is_not_one_of_all_values(read: Any) -> None:
    assert set(verdicts(read, r"\[ x_j |x| = x_j x_j \quad \text{if } x_j > 0 \]")) == {"error"}


def test_rows_above_it(read: Any) -> None:
    """They could have it too: they are decided with it and without; nothing goes on from its row."""
    row = r"\begin{align} |s| &= FIRST \\ &= s \quad \text{if } s \ge 0 \end{align}"
    assert verdicts(read, row.replace("FIRST", r"\sqrt{s^2}")) == ["proved", "proved"]
    assert verdicts(read, row.replace("FIRST", r"s + 0")) == ["error", "proved"]
    assert verdicts(read, row.replace("FIRST", r"2 s + 1")) == ["refuted", "refuted"]
    assert verdicts(read, row.replace("FIRST", r"\sqrt{s^2}") + r" \[ = s \]")[-1] == "error"


def test_a_derivative_is_taken_before(read: Any) -> None:
    assert verdicts(read, r"\[ \frac{d}{dt} t^2 = 2 \quad \text{for } t = 1 \]") == ["proved"]
    assert verdicts(read, r"\[ \frac{d}{dt} t^2 = 1 \quad \text{for } t = 1 \]") == ["refuted"]
    assert verdicts(read, r"\[ \frac{d}{dt} (t x) = 0 \quad \text{for } t = 0 \]") != ["proved"]


@pytest.mark.parametrize("bound", [r"x \neq 0", "s > 0"])
def test_a_bound_behind_a_comma_could_be_a_claim(read: Any, bound: str) -> None:
    """Beside an inequality as well as beside an equation; a list of bounds of names is one of claims."""
    assert "refuted" not in verdicts(read, rf"\[ x^\top x > 0, \quad {bound} \]")
    assert verdicts(read, r"\[ s > 0, \quad t > 0 \]") == ["refuted", "refuted"]
