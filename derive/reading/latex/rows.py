r"""Rows of factors and signs, and which construct in them acts on what stands beside it."""

from __future__ import annotations

from collections.abc import Sequence

from derive.reading.latex.differentials import as_operator, is_upright_d
from derive.reading.latex.products import brace_sum, folded, unbraced, unprinted
from derive.reading.latex.readings import Reader, Reading
from derive.reading.latex.syntax import (
    Node,
    Op,
    Row,
    is_big,
    items_of,
)


def read_items(reader: Reader, node: Row) -> list[Reading]:
    """Factors and signs side by side."""
    return reader.row(node.items)


def read_alone(reader: Reader, node: Node) -> list[Reading]:
    """What acts on its neighbours, and has none."""
    return reader.row((node,))


def read_row(reader: Reader, items: Sequence[Node]) -> list[Reading]:
    """The readings of factors and signs side by side."""
    if not reader.context.printed:
        items = [as_operator(item) if is_upright_d(item) else item for item in items]
    if len(items) == 1 and not isinstance(items[0], Op) and not acts(reader, items[0]):
        return reader.read(items[0])
    check_braces(reader, items)
    for constructs in reader.constructs.acting:
        for position in range(len(items)):
            for construct in constructs:
                if (found := construct.read(reader, items, position)) is not None:
                    return found
    return folded(reader, items)


def check_braces(reader: Reader, items: Sequence[Node]) -> None:
    """Refuse braces, which are not printed, where they group in another way than what is printed."""
    for position, item in enumerate(items):
        if not unprinted(item, Row) or len(items) == 1:
            continue
        inner = items_of(unbraced(item))
        others = [x for n, x in enumerate(items) if n != position and not (n < position and is_big(x))]
        dotted = [x for x in others if isinstance(x, Op) and x.sign == "."]
        if unprinted(item) or any(isinstance(x, Op) or acts(reader, x) for x in (*inner, *others) if x not in dotted):
            raise brace_sum(reader, item)


def acts(reader: Reader, node: Node) -> bool:
    """Does an item of a row act on what follows it?"""
    return any(each.acts(reader, node) for constructs in reader.constructs.acting for each in constructs)
