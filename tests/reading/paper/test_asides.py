r"""``y = z \qquad (P x = z)``: a claim, and the reason of what its row says or a condition under which it says it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reading.paper.test_going_on import came_out

CHAIN = r"2 s &= s + s \\ &= 3 s - s \qquad (t = t) \\ &= 2 s"


@pytest.mark.parametrize(
    ("display", "wanted"),
    [
        (r"2 s = s + s \qquad (t = t)", ["proved", "proved"]),
        (r"2 s = s \quad (t = t)", ["refuted", "proved"]),
        (r"2 s = s + s \quad (t = 2 t)", ["proved", "error"]),
        (r"2 s = s + s \quad \left( \frac{t}{2} = t / 2 \right).", ["proved", "proved"]),
        (r"2 s = s + s \quad (t = t = 2 t),", ["proved", "proved", "error"]),
        (r"2 s = s + s \quad (t \ne 0)", ["proved", "error"]),
        # a condition: what holds under it alone is not claimed by itself
        (r"s t = 0 \qquad (s = 0)", ["error", "error"]),
        (r"2 s = s + s \qquad (t = \foo)", ["error", "error"]),
        (r"s = 2 s \quad (t = t, u = u)", ["error"]),
        (r"2 s = s + s \quad (t)", ["error"]),
        (r"2 s = s + s \quad (t = t) t", ["error"]),
        (r"\begin{aligned}" + CHAIN + r"\end{aligned}", ["proved"] * 4),
        # a reason in words
        (r"2 s = s + s \quad (\text{since } t = t)", ["proved", "proved"]),
        (r"2 s = s + s \quad \text{(because } t = t \text{)}", ["proved", "proved"]),
        (r"2 s = s + s \quad \text{(as }t = t) .", ["proved", "proved"]),
        (r"2 s = s + s \quad \text{(since } (t) = t \text{ by definition)}", ["proved", "proved"]),
        (r"2 s = s + s \quad \text{(since } t = t \text{ in simple models)}", ["proved", "proved"]),
        (r"2 s = 3 s \quad \text{(since } t = t \text{ in simple models)}", ["error", "proved"]),
        (r"2 s = 3 s \quad (\text{since } t = t)", ["refuted", "proved"]),
        (r"2 s = s + s \quad \text{(since } t = 0 \text{)}", ["proved", "error"]),
        (r"2 s = s \quad \text{(since } s = 0 \text{)}", ["error", "error"]),
        (r"2 s = s \quad \text{(since } s = \foo \text{)}", ["error", "error"]),
        (
            r"\begin{aligned}" + CHAIN.replace("3 s", "4 s") + r"\end{aligned}",
            ["proved", "refuted", "refuted", "proved"],
        ),
        (r"\begin{aligned}" + CHAIN.replace("(t = t)", "(s = 0)") + r"\end{aligned}", ["proved"] * 3 + ["error"]),
    ],
)
def test_an_aside(read: Any, display: str, wanted: list[str]) -> None:
    """What is true with it and without it, or false in both, is decided so; anything else is an error."""
    assert sorted(came_out(read, display)) == sorted(wanted)


def test_a_reason_in_words_in_a_column(read: Any) -> None:
    """Behind ``&&``, of each row its own."""
    rows = r"2 s &= s + s && \text{(since } t = t \text{)} \\ &= 3 s && (\text{since } u = u)"
    assert sorted(came_out(read, rf"\begin{{aligned}} {rows} \end{{aligned}}")) == ["proved"] * 3 + ["refuted"]


@pytest.mark.parametrize(
    "condition",
    [
        r"\text{(if } t = t \text{)}", r"\text{(where } s = 0 \text{)}", r"(\text{for } s = 0)", r"\text{(since } s = 0",
        r"\text{(since } t = t \text{ if it is small)}", r"\text{(since } t = t \text{ and } s = 0 \text{)}",
        r"(\text{since } t = t \text{ where $s = 0$})", r"\text{(since } t = t, s = 0 \text{)}",
    ],
)  # fmt: skip
def test_a_condition_in_parentheses_is_no_reason(read: Any, condition: str) -> None:
    """What holds under it alone is neither proved nor refuted."""
    assert set(came_out(read, rf"2 s = s \quad {condition}")) == {"error"}


@pytest.mark.parametrize("since", [r"\because", r"\text{since }", r"\text{Because}"])
@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        # from what the row below a reason goes on nobody knows, the next ones go on
        (r"2 s &= s + s \\ SINCE t &= t \\ &= 3 s - s \\ &= 2 s \\ &= 3 s", ["proved"] * 3 + ["error", "refuted"]),
        ("2 s &= s + s \\\\ SINCE t &= t = u \\\\ 2 s &= s", ["proved", "refuted", "proved", "error"]),
        ("2 s &= s + s \\\\ SINCE s &= 0 \\\\ 2 s &= s", ["proved", "error", "error"]),
        ("2 s &= s + s \\\\ SINCE t &= t \\\\ 2 s &= s", ["proved", "refuted", "proved"]),
        # a reason that cannot be read may be a condition
        (r"2 s &= s + s \\ SINCE t &= \foo \\ t &= t", ["error"] * 3),
        (r"2 s &= s + s \\ SINCE t &= t \quad v \in C \\ 2 s &= s", ["proved", "error", "error"]),
    ],
)
def test_a_row_that_is_a_reason(verdicts: Any, since: str, rows: str, wanted: list[str]) -> None:
    """It is claimed, and a reason or a condition of the other rows, which are decided without it and with it."""
    assert sorted(verdicts(rf"\begin{{align}} {rows.replace('SINCE', since)} \end{{align}}")) == sorted(wanted)


@pytest.mark.parametrize("since", [r"\text{since }", r"\text{use }"])
def test_a_reason_above_all_others(verdicts: Any, since: str) -> None:
    """The rows below it are decided without it and with it, as those above another one are."""
    for claim, verdict in (("s v &= u v", "error"), ("s v &= 2 u v", "refuted")):
        assert sorted(verdicts(rf"\begin{{align}} {since} s &= u \\ {claim} \end{{align}}")) == ["error", verdict]
