"""What is read in one way, and in another one where that alone makes sides equal: by the kinds of its nodes."""

from __future__ import annotations

from collections.abc import Iterable

from derive.reading.latex.context import Context
from derive.reading.latex.conventions import NODES
from derive.reading.latex.nodes import Beside, Ended, OfRowGradient, Open, RowGradient, RowOf, Staying, Unfolded
from derive.reading.latex.otherwise import GRADIENTS, HELD, ROWS, STAYING, UNFOLDED, VARYING, WIDER, Otherwise
from derive.reading.syntax import Tree

_IN_DOUBT = (
    (Beside, HELD), (Staying, VARYING), (Unfolded, UNFOLDED), (Open, STAYING), (RowOf, ROWS), (RowGradient, GRADIENTS),
    (OfRowGradient, GRADIENTS), (Ended, WIDER),
)  # fmt: skip


def doubts_in(trees: Iterable[Tree], context: Context) -> tuple[Otherwise, ...]:
    """What in the sides of equations could be meant otherwise, and no convention settles."""
    parts = [part for tree in trees for part in tree.parts()]
    settled = {VARYING} if context.choice(NODES) else set[Otherwise]()
    asked = {ROWS} if context.printed else {doubt for _, doubt in _IN_DOUBT} - settled
    found = (doubt for kind, doubt in _IN_DOUBT if doubt in asked and any(isinstance(part, kind) for part in parts))
    return tuple(dict.fromkeys(found))
