r"""What a sign between matrices makes of them: ``A \cdot B``, ``A \circ B``.

A circle between matrices that are no row and no column, and can be multiplied, is the product, of the maps one after the
other; where they have one shape, so are square, it may be the product by entries as well.  Between any others it is that.
"""

from __future__ import annotations

from derive.reading.latex.conventions import CIRCLES
from derive.reading.latex.readings import Reader, Reading, product_shape, same_shape
from derive.reading.latex.signs import BY_ENTRIES
from derive.reading.latex.syntax import Op


def are_by_entries(reader: Reader, above: Reading, below: Reading, at: int) -> bool:
    r"""Is ``A \cdot B`` of matrices the sum of the products of their entries?"""
    if not are_matrices(above, below) or same_shape(above.shape, below.shape) is None:
        return False
    if product_shape(above.shape, below.shape) is None:
        return reader.context.choice("dots of matrices") == "frobenius"
    return reader.choice("dots of matrices", at, "a dot between matrices") == "frobenius"


def is_by_entries(reader: Reader, sign: Op, above: Reading, below: Reading) -> bool:
    r"""Is a sign the product by entries, ``\odot``, or a ``\circ`` that is no product of matrices?"""
    if sign.sign != "∘":
        return sign.sign == "o"
    if not are_matrices(above, below) or product_shape(above.shape, below.shape) is None:
        return True
    if same_shape(above.shape, below.shape) is None:
        return reader.context.choice(CIRCLES) == "entries"
    return reader.choice(CIRCLES, sign.at, "a circle between square matrices") == "entries"


def are_matrices(*parts: Reading) -> bool:
    """Are all matrices, and none a row or a column?"""
    return all(len(c.shape) == 2 and 1 not in c.shape for c in parts)


def check_circles(reader: Reader, sign: Op, above: Reading, by_entries: bool, kinds: set[bool]) -> None:
    r"""Refuse ``A \circ B \odot C`` where the circle is no product by entries; ``kinds`` of a row, with this sign's."""
    if sign.sign in BY_ENTRIES and above.shape:
        kinds.add(by_entries)
    if len(kinds) > 1:
        labels = ["from the left", "the sign behind first"]
        raise reader.ambiguous(sign.at, "products of matrices and by entries in one row", labels, "add parentheses")
