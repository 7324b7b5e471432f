"""Separation of any number of classes: proved for all families, and not by a layer of which a part is wrong."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from derive.errors import InputError
from derive.language.build import scalar
from derive.language.hypotheses import positive
from derive.statements.merging import Fold
from derive.statements.point_program import position
from derive.statements.separation import CENTRE, NEAR, SeparatesEveryFamily
from derive.theories.expressivity import THEORY
from derive.theories.expressivity.merging import SCALING_FOLD

x, i, j, k, m = (position(letter) for letter in "xijkl")
_found = THEORY.find_theorem("separation").statement
assert isinstance(_found, SeparatesEveryFamily)
RIGHT: SeparatesEveryFamily = _found


def test_proved_for_all_families() -> None:
    """The layer and the fold of the theory: each part is proved, and named."""
    judgement = RIGHT.decide()
    assert judgement.status == "proved", judgement.explain()
    names = [part.name for part in judgement.parts]
    assert names[0] == "the layer is defined"
    assert names[-1] == "fold"


_wrong_fold = Fold(
    SCALING_FOLD.numerator, (x - i - j) ** 2 + SCALING_FOLD.numerator**2, Fraction(1), SCALING_FOLD.hypotheses
)
WRONG = {
    "another slope": {"slope": Fraction(1)},
    "another curvature": {"curvature": Fraction(-2)},
    "not injective: the fourth power of a difference that does not grow": {"radicand": 1 - (x - CENTRE) ** 2},
    "the distance itself: no two centres change the sums": {"far": 1 + NEAR * x},
    "a certificate of another layer": {"grows": (m - k) ** 2},
    "a fold that is not centred": {"fold": _wrong_fold},
    "quotients for another layer": {"first": -RIGHT.first},
}


@pytest.mark.parametrize("name", WRONG)
def test_not_proved_with_a_wrong_part(name: str) -> None:
    """Whatever is wrong of the layer or of the fold, nothing is proved."""
    assert replace(RIGHT, **WRONG[name]).decide().status != "proved"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "change",
    [
        {"slope": Fraction(0)},
        {"curvature": Fraction(0)},
        {"hypotheses": (positive(scalar("delta")),)},
        {"radicand": (x - CENTRE) ** 2 + NEAR**2},
        {"far": RIGHT.far + CENTRE},
        {"grows": RIGHT.grows + x},
        {"second": RIGHT.second * k},
    ],
)
def test_what_it_cannot_be_made_of(change: dict[str, object]) -> None:
    """A straight layer, hypotheses, and terms in other letters are refused."""
    with pytest.raises(InputError):
        replace(RIGHT, **change)  # type: ignore[arg-type]


def test_what_it_says() -> None:
    """The bound on the number of layers, and the layer."""
    assert "at most 2(m - C) layers" in str(RIGHT)
