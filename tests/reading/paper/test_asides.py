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
