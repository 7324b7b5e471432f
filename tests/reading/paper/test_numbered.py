r"""Rows that begin with the number of their formula, ``(2) \quad & y = x``."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.parametrize("number", ["(2)", "(12)", "(3a)", "(a)", "(iv)", "(*)"])
@pytest.mark.parametrize("gap", [r"\quad & ", " & ", r"\quad ", r"~~ ", r"\qquad "])
def test_a_number_is_no_factor(verdicts: Any, number: str, gap: str) -> None:
    """A gap or a column parts it from its formula."""
    assert verdicts(rf"\[ \begin{{aligned}} {number} {gap} s + t = t + s \end{{aligned}} \]") == ["proved"]
    assert verdicts(rf"\[ \begin{{aligned}} {number} {gap} s + t = 2 t + s \end{{aligned}} \]") == ["refuted"]


def test_rows_go_on_below_a_number(verdicts: Any) -> None:
    rows = r"(1) \quad & 2 s = s + s \\ & = 3 s - s \\ (2) \quad & t = t \\ & = s"
    assert verdicts(rf"\[ \begin{{aligned}} {rows} \end{{aligned}} \]") == ["proved", "proved", "proved", "refuted"]


@pytest.mark.parametrize("formula", ["(2) s = s", r"(2)\ s = s", r"(2)\, \frac{s}{t} = t"])
def test_right_before_a_formula_it_could_be_a_factor(read: Any, formula: str) -> None:
    (item,) = read(rf"\[ {formula} \]").items
    assert "its number or a factor" in item.error.message


@pytest.mark.parametrize(
    "formula", ["(2)(s) = 2 s", r"(2) \cdot s = 2 s", "(2)^2 s = 4 s", "(s) t = s t", r"(2) + s = s + 2"]
)
def test_what_is_no_number(verdicts: Any, formula: str) -> None:
    """Operations, powers and brackets are of factors."""
    assert verdicts(rf"\[ {formula} \]") == ["proved"]
