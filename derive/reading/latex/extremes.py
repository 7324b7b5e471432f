r"""``\max(a, b)``, ``\max(x)`` of a vector and ``\max_i x_i``: the greatest of numbers; ``\min`` likewise.

Where the body of ``\max_i`` ends is read as of a ``\prod``: factors behind the last one that has its index are in it, or
not, and each is decided.  A maximum over what is no index is another thing, and refused.
"""

from __future__ import annotations

from collections.abc import Sequence

from derive.errors import ShapeError
from derive.reading.latex.readings import Reader, Reading, is_column, show_rough
from derive.reading.latex.spelling import Key
from derive.reading.syntax import Call, Indexed, Ranged, Word

#: How an extreme is called.
SAID = {"max": "a maximum", "min": "a minimum"}


def of_numbers(reader: Reader, word: str, at: int, arguments: Sequence[list[Reading]]) -> list[Reading]:
    """The greatest or least of several numbers, or of the entries of one vector or matrix."""

    def made(choice: list[Reading]) -> list[Reading]:
        several = len(choice) > 1
        for each in choice:
            if bool(each.shape) == several:
                found = f"{SAID[word]} of {f'shape {show_rough(each.shape)}' if several else 'one number'}"
                hint = rf"\{word}(a, b) of numbers, \{word}(x) of a vector, \{word}_i of what has an index"
                raise reader.fail(at, f"{found}{' beside other numbers' * several}", hint, ShapeError)
        return [Reading(Call(at, word, tuple(each.tree for each in choice)), ())]

    return reader.combine(at, arguments, made)


def check_indices(reader: Reader, word: str, indices: Sequence[Word | Ranged]) -> None:
    r"""Refuse ``\max_x`` of what is no index."""
    for index in indices:
        if reader.context.names(Key(index.name)) and reader.context.index(Key(index.name)) is None:
            what = f"{SAID[word]} over {index.name}, which is no index: it is not in the language"
            raise reader.fail(index.at, what, rf"declare a name for it; \{word}_i x_i is over the values of an index")


def greatest_size(reader: Reader, at: int, c: Reading, index: str) -> Reading:
    r"""``\|x\|_\infty`` of a vector, maxᵢ |xᵢ|; of a matrix it could be two things."""
    if is_column(c.shape):
        size = Call(at, "abs", (Indexed(at, c.tree, (Word(at, index),)),))
        return Reading(Call(at, "max_over", (Word(at, index), size)), ())
    what = rf"the norm \|…\|_\infty of shape {show_rough(c.shape)}"
    if len(c.shape) == 2:
        labels = ["the greatest sum of the sizes in a row", "the greatest size of an entry"]
        raise reader.ambiguous(at, what, labels, r"write \max_i \sum_j |A_{ij}|, or \max_{i,j} |A_{ij}|")
    raise reader.fail(at, what, kind=ShapeError)
