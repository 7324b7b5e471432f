"""How strongly each way of writing binds, and which way may stand where without parentheses.

One table for all printers.  A printed piece has a `Strength`; a place in a larger expression (`SLOTS`) lists the strengths
that may stand there as they are; everything else gets parentheses.  Sets instead of a minimum, because binding is not quite
linear: ``Σᵢ xᵢ`` may be the last factor of a product but not an earlier one, where it would swallow what follows.

The grouping of the author is part of a term, so a sum in a sum and a product in a product keep their parentheses.
"""

from __future__ import annotations

from enum import IntEnum


class Strength(IntEnum):
    """From loose to tight."""

    SUM = 0  # a + b
    NEGATIVE = 1  # −a, −1/2
    DOT = 2  # u · v, u ⊙ v, 2 · 3
    BIG = 3  # Σᵢ x, ∏ᵢ x, cos θ: takes what follows on its right
    QUOTIENT = 4  # x / y on one line
    JUXTAPOSED = 5  # A v
    PREFIX = 6  # √x, a fraction with a bar
    POWER = 7  # x², Aᵀ, a name with a superscript
    CALL = 8  # f(x)
    SUBSCRIPT = 9  # xᵢ, a name with a subscript
    ATOM = 10  # a name, a number, anything between fences


def at_least(strength: Strength) -> frozenset[Strength]:
    """All strengths from this one on."""
    return frozenset(s for s in Strength if s >= strength)


_OPERAND = at_least(Strength.PREFIX)

#: Place in an expression → strengths that stand there without parentheses.
SLOTS: dict[str, frozenset[Strength]] = {
    "anything": frozenset(Strength),  # between fences: f(…), |…|, above a fraction bar
    "first term": at_least(Strength.NEGATIVE),
    "term": at_least(Strength.DOT),  # also what follows a minus
    "factor": _OPERAND,
    "last factor": _OPERAND | {Strength.BIG},
    "dot operand": at_least(Strength.JUXTAPOSED),  # Πa · b is (Πa) · b
    "hadamard operand": _OPERAND,  # (Πa) ⊙ b and Π(a ⊙ b) both make sense, so both get parentheses
    "last hadamard operand": _OPERAND | {Strength.QUOTIENT},
    "big body": at_least(Strength.JUXTAPOSED) | {Strength.BIG},
    "numerator": at_least(Strength.JUXTAPOSED),  # of x / y on one line
    "denominator": _OPERAND,
    "radicand": at_least(Strength.SUBSCRIPT),  # after √ without a bar
    "power base": at_least(Strength.CALL),
    "index base": frozenset({Strength.ATOM}),
    "derived": at_least(Strength.POWER),  # y in ∂y/∂x
}


def fits(strength: Strength, slot: str) -> bool:
    """Whether a piece of this strength may stand in this slot as it is.

    >>> fits(Strength.SUM, "factor"), fits(Strength.ATOM, "factor")
    (False, True)
    """
    return strength in SLOTS[slot]
