r"""``\sigma(t) \in (0, 1)``: what is said of a formula is claimed, of a name alone it limits what follows."""

from __future__ import annotations

from typing import Any

import pytest

HEAD = r"% derive: let \sigma(z) = \frac{1}{1 + e^{-z}}; let c_i = \frac{e^{a_i}}{\sum_j e^{a_j}}" + "\n"


@pytest.mark.parametrize(
    ("display", "wanted"),
    [
        (r"\sigma(t) \in (0, 1)", ["proved", "proved"]),
        (r"\sigma(t) \in \left( 0, \frac12 \right)", ["proved", "refuted"]),
        (r"\sigma(t) \in [ 1, \infty ).", ["refuted"]),
        (r"\sigma(t) \in \left] 0, 1 \right[", ["proved", "proved"]),
        (r"1 + t^2 \in \big[ 1, \infty \big)", ["proved"]),
        (r"c_i = \frac{e^{a_i}}{\sum_j e^{a_j}} \in [0, 1]", ["proved", "proved", "proved"]),
        (
            r"\sigma(t) = \frac{e^t}{1 + e^t} \quad \sigma(t) \in (0, 1) \quad \sigma(-t) = 1 - \sigma(t)",
            ["proved"] * 4,
        ),
        (r"\begin{aligned} \sigma(t) &= \frac{e^t}{1 + e^t} \\ &\in (0, 1) \end{aligned}", ["proved"] * 3),
    ],
)
def test_two_bounds(verdicts: Any, display: str, wanted: list[str]) -> None:
    """Without those that are infinite."""
    assert verdicts(rf"{HEAD}\[ {display} \]") == wanted


@pytest.mark.parametrize("display", [r"t \in [0, 1]", r"s, t \in (0, 1)", r"a \in [0, 1]^N", r"\sigma(t) \in [0, 1]^2"])
def test_what_limits_a_name_is_no_claim(verdicts: Any, display: str) -> None:
    """Below it what has the name is proved, or not checked."""
    assert verdicts(rf"{HEAD}\[ {display} \]") == []
    below = verdicts(rf"{HEAD}\[ {display} \] \[ s + t = t \] \[ t + a_i = a_i + t \]")
    assert below[0] != "proved"
    assert below[1] == "proved"


def test_what_rests_on_a_claim(verdicts: Any) -> None:
    """A bound that is proved limits nothing; one that is not could be a condition."""
    assert verdicts(rf"{HEAD}\[ \sigma(t) \in (0, 1) \] \[ t = 1 \]")[2:] == ["refuted"]
    assert verdicts(rf"{HEAD}\[ \sigma(t) \in (0, \frac12) \] \[ |t| = -t \]")[2:] == ["error"]
