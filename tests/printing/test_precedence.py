"""The table of precedence is total and says what the printers rely on."""

from __future__ import annotations

import inspect
import re

import pytest

from derive.printing import spelling as spellings
from derive.printing import walk
from derive.printing.latex import LatexSpelling
from derive.printing.spelling import SLOTS, Strength, fits
from derive.printing.text import TextSpelling


def test_an_atom_fits_everywhere() -> None:
    """Parentheses always help: what they enclose is an atom."""
    assert all(fits(Strength.ATOM, slot) for slot in SLOTS)


def test_every_slot_is_used_and_known() -> None:
    """The walk asks for each slot of the table and for no other."""
    named = set(re.findall(r'"([a-z ]+)"', inspect.getsource(walk)))
    assert set(SLOTS) <= named


@pytest.mark.parametrize("spelling", [LatexSpelling, TextSpelling])
def test_gaps_are_total(spelling: type[spellings.Spelling]) -> None:
    """There is a gap between any two edges."""
    assert set(spelling.gaps) == {(left, right) for left in spellings.Edge for right in spellings.Edge}


@pytest.mark.parametrize(
    ("strength", "slot", "bare"),
    [
        (Strength.NEGATIVE, "first term", True),
        (Strength.NEGATIVE, "term", False),
        (Strength.SUM, "first term", False),
        (Strength.BIG, "last factor", True),
        (Strength.BIG, "factor", False),
        (Strength.JUXTAPOSED, "factor", False),
        (Strength.JUXTAPOSED, "numerator", True),
        (Strength.JUXTAPOSED, "denominator", False),
        (Strength.JUXTAPOSED, "dot operand", True),
        (Strength.JUXTAPOSED, "last hadamard operand", False),
        (Strength.QUOTIENT, "last hadamard operand", True),
        (Strength.POWER, "power base", False),
        (Strength.SUBSCRIPT, "power base", True),
        (Strength.SUBSCRIPT, "index base", False),
    ],
)
def test_slots(strength: Strength, slot: str, bare: bool) -> None:
    """What may stand bare in a slot, and its near miss."""
    assert fits(strength, slot) is bare
