"""Columns, rows and numbers whose formula nothing says: nothing is dropped, and no verdict is guessed."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        (r"\begin{align} & s t && = t s && + u \end{align}", ["refuted"]),
        (r"\begin{alignat}{3} & s && = s + u && - u \end{alignat}", ["proved"]),
        (r"\begin{align*} & 0 && \le s^2 && - 1 \end{align*}", ["refuted"]),
        (r"\[ \begin{alignedat}{3} s & + t & + u & = u + t + s \end{alignedat} \]", ["proved"]),
        (r"\begin{alignat*}{3} s & + t & + u & = u \end{alignat*}", ["refuted"]),
    ],
)
def test_cells_beside_a_relation_belong_to_it(verdicts: Any, rows: str, wanted: list[str]) -> None:
    assert verdicts(rows) == wanted


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        (r"\begin{align} 2s &= s + s, \quad 2t = t + t \\ &= 3s - s \end{align}", "a row below several formulas"),
        (
            r"\[ \begin{array}{ll} 2s = s + s & 2t = t + t \\ = 3s - s & = 3s - s \end{array} \]",
            "formulas side by side in columns",
        ),
        (
            r"\[ \begin{array}{rclcrcl} s & = & t & & u & = & u \\ & = & t & & & = & u + s - s \end{array} \]",
            "formulas side by side in columns",
        ),
        (
            r"\begin{align} 2s &= s + s & & & 2t &= t + t \\ & & & = 3s - s & \end{align}",
            "nothing says what it goes on from",
        ),
        (
            r"\begin{align*} \forall i: \quad a_i + b_i &= b_i + a_i \\ & \qquad -s \end{align*}",
            "below a formula that has ended",
        ),
        (
            r"\[ \begin{array}{c} s = t \qquad t = u \\ \hline s = u \end{array} \]",
            "a line between rows",
        ),
        (r"\[ \forall i \implies a_i = b_i \]", "expected"),
    ],
)
def test_what_nothing_tells_apart_has_no_verdict(read: Any, rows: str, found: str) -> None:
    """Its first error says what was found, and the relation that it could change has no verdict either."""
    items = read(rows).items
    errors = [str(item.error) for item in items if item.error is not None]
    assert any(found in error for error in errors), errors


@pytest.mark.parametrize(
    "label", ["(2.1)", "[2]", r"\{3\}", "{(2)}", r"\left(2\right)", r"\boxed{2}", "(A)", r"(\mathrm{a})", "(1)+(2)"]
)
def test_a_number_in_other_signs_is_refused(verdicts: Any, label: str) -> None:
    assert verdicts(rf"\[ {label} \quad s = s \]") == ["error"]
    assert verdicts(rf"\begin{{align}} {label} \quad & s &= s \end{{align}}") == ["error"]


def test_a_macro_that_prints_a_number_is_refused(verdicts: Any) -> None:
    assert verdicts("\\newcommand{\\lab}{(2) \\quad}\n\\[ \\lab s = 2 s \\]") == ["error"]


def test_behind_an_arrow_and_a_comma_a_number_is_passed_over(verdicts: Any) -> None:
    assert verdicts(r"\[ (1) \quad u = u + u - u, \quad (2) \quad u = 2u \]") == ["proved", "refuted"]


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        (r"\begin{align} & s + t \\ & - t = s \end{align}", ["proved"]),
        (r"\begin{align} s &= s + t \\ &- t \\ &= s \end{align}", ["proved", "proved"]),
        (r"\begin{align} s &= s + t \\ &\quad - t = s \end{align}", ["proved", "proved"]),
        (r"\begin{align} \forall i, \quad a_i &= a_i \\ & + b_i \end{align}", ["error", "error"]),
    ],
)
def test_signs_in_front(verdicts: Any, rows: str, wanted: list[str]) -> None:
    """A left side may stand over two rows; what goes on below a condition does not."""
    assert verdicts(rows) == wanted


@pytest.mark.parametrize("number", [r"\; (2)", "~(2)", r"\ (2a)"])
def test_a_number_behind_a_narrow_space_could_be_a_factor(read: Any, number: str) -> None:
    (item,) = read(rf"\[ s t = t s {number} \]").items
    assert "its number or a factor" in item.error.message


@pytest.mark.parametrize("words", [r"\text{plus } 2", r"\text{ times } u"])
def test_an_operation_in_words_is_no_remark(verdicts: Any, words: str) -> None:
    assert verdicts(rf"\begin{{align*}} s t &= t s & {words} \end{{align*}}") == ["error"]


@pytest.mark.parametrize("rows", [r"\hline 2s &= s + s \\ &= 3s - s", r"2s &= s + s \\ \hline t &= t \\ &= 2t - t"])
def test_a_line_above_all_rows_and_above_a_chain_parts_nothing(verdicts: Any, rows: str) -> None:
    assert set(verdicts(rf"\begin{{align}} {rows} \end{{align}}")) == {"proved"}
