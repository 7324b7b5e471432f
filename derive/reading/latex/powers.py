r"""``p^y`` of numbers p and y as e^{y log p}, where p > 0; and the numbers in an exponent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from derive.errors import InputError
from derive.reading.latex.readings import Reader, Reading
from derive.reading.latex.syntax import Script
from derive.reading.shapes import NATURAL
from derive.reading.syntax import Call, Word


def number_in(reader: Reader, match: re.Match[str], script: Script) -> Fraction:
    """A number in an exponent, with its sign."""
    above = match["above"] or match["a"] or match["b"] or match["whole"]
    below = match["below"] or match["c"] or match["d"] or "1"
    if int(below) == 0:
        raise reader.error(script.at, "a division by 0 in an exponent", "an integer or half-integer exponent")
    value = Fraction(above) / int(below)
    return -value if match["sign"] else value


def formula_above(reader: Reader, bases: Sequence[Reading], sup: Script) -> list[Reading]:
    """The readings of a superscript that is a formula of numbers, above a number; none of anything else.

    What stands in brackets, ``x^{(k)}``, says which x is meant, and a sum above has an index that nothing else may see.
    """
    kinds = [lexeme.kind for lexeme in sup.raw]
    if (
        reader.context.printed
        or any(c.shape for c in bases)
        or "BIG" in kinds
        or "NAME" not in kinds
        or kinds[0] == "OPEN"
    ):
        return []
    try:
        found = reader.inside(sup.raw)
    except InputError:
        return []
    if any(c.shape for c in found):
        return []
    if any(isinstance(c.tree, Word) and c.tree.name == "e" for c in bases):
        labels = ["the exponential", "a power of the e that is declared"]
        raise reader.ambiguous(sup.at, "a formula above e", labels, r"write \exp(…) for the exponential")
    return found


def powers_of(reader: Reader, bases: list[Reading], exponents: list[Reading], at: int) -> list[Reading]:
    r"""p^y, which is e^{y \log p}."""

    def made(choice: Sequence[Reading]) -> list[Reading]:
        base, exponent = choice
        product = Call(at, "product", (exponent.tree, Call(at, "log", (base.tree,))))
        return [Reading(Call(at, NATURAL, (product,)), ())]

    return reader.combine(at, [bases, exponents], made)
