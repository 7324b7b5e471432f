"""What an evaluation may cost: entry operations are counted down, and numbers too long to go on with are refused."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from derive.errors import LimitError
from derive.evaluate import arrays, duals
from derive.evaluate.arrays import Array
from derive.evaluate.duals import Dual, Entry
from derive.evaluate.numbers import Surd, check_bits

#: The most entry operations one evaluation may take.
EFFORT = 20_000_000
#: What an operation costs beside one on rationals.
_COST_OF_NODE = 2
_COST_OF_OTHERS = 8
#: Numbers of so many bits are not long.
_SHORT = 255
_LONG = 1 << _SHORT


def as_int(entry: Entry) -> Entry:
    """A whole number as an int, which is several times faster than the fraction."""
    return entry.numerator if type(entry) is Fraction and entry.denominator == 1 else entry


class Effort:
    """Counts entry operations down; `spend` raises `LimitError` at 0."""

    def __init__(self, left: int = EFFORT) -> None:
        self.left = left

    def spend(self, amount: int) -> None:
        """Take from what is left."""
        self.left -= amount
        if self.left < 0:
            raise LimitError("an evaluation of more entry operations than allowed", hint="take smaller sizes")

    def take(self, result: Array) -> Array:
        """The result with integers as ints.  Counts the work, and refuses numbers too long to go on with."""
        if not isinstance(result, tuple):
            found: Iterable[Entry] = (result,)
        else:
            found = arrays.entries(result) if result and isinstance(result[0], tuple) else result
        count = _COST_OF_NODE
        fractions = False
        for entry in found:
            if type(entry) is int and -_LONG < entry < _LONG:
                count += 1
            elif isinstance(entry, int) or type(entry) is Fraction:
                above, below = entry.as_integer_ratio()
                fractions = fractions or below == 1
                count += 1
                length = above.bit_length()
                if length > _SHORT or below.bit_length() > _SHORT:
                    # Long numbers cost about the square of their length.
                    count += (length >> 8) ** 2 >> 4
                    check_bits(entry)
            elif isinstance(entry, Dual):
                value = duals.real_part(entry)
                weight = 1 if isinstance(value, int | Fraction) else _COST_OF_OTHERS
                count += weight * (1 + len(entry.parts)) << entry.level
                check_bits(value)
            else:
                count += _COST_OF_OTHERS + (len(entry.roots) ** 2 if isinstance(entry, Surd) else 0)
                check_bits(entry)
        self.spend(count)
        return arrays.apply(as_int, result) if fractions else result
