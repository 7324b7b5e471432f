r"""What the sentence before a display says of free indices: "off the diagonal, where $j \neq i$:".

It may be where the relations hold, so none of them that has these indices is refuted; what is proved for all is proved.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from derive.errors import InputError
from derive.reading.latex import Context
from derive.reading.latex.spelling import key_of_text
from derive.reading.paper.claims import Relation
from derive.reading.paper.document import Display, Inline
from derive.reading.paper.units import Premise

_SIGN = re.compile(r"(\\neq?|\\not\s*=|\\l(?:eq?|t)|\\g(?:eq?|t)|[<>=≠≤≥])(?![A-Za-z])")
#: Between the formula and the next one, or the display, of one sentence.
_ON = re.compile(r"(?:\$|\\\))?[^$#.!?\\]*(?:\$\$?|\\\(|\\\[|\\begin\s*\{[^{}]*\}(?:\{[^{}]*\})?)?")


@dataclass(frozen=True)
class Leading:
    """A condition on the indices of these names, or that they are ``equal``, and why what it may limit is not checked."""

    names: frozenset[str]
    equal: bool
    premise: Premise

    def limiting(self, relation: Relation) -> Relation:
        """A relation that may hold under it alone; the same where it has a condition of its own, or another index."""
        free = {index.name for side in (relation.lhs, relation.rhs) if side is not None for index in side.free}
        limits = self.names <= free if self.equal else bool(self.names & free)
        return replace(relation, supposed=self.premise) if limits and not relation.under.narrows else relation


def said_before(display: Display, above: Sequence[Inline], context: Context) -> Leading | None:
    """The condition on indices in the sentence that leads to a display, behind the formulas ``above``; None without one."""
    until = display.begin
    for inline in reversed(above):
        source = inline.source
        if source is not display.source or not _ON.fullmatch(source.text[inline.end : until].rstrip()):
            return None
        formula = source.text[inline.begin : inline.end].strip()
        first, *rest = _SIGN.split(formula)
        names = [_index(side, context) for side in (first, *rest[1::2])]
        if rest and all(names):
            place = f"{source.file}:{source.place(inline.begin)}"
            hint = rf"write behind the relation where it holds: \quad ({formula})"
            error = InputError(f"not checked: it may hold where the text says, {formula}, at {place}", hint=hint)
            premise = Premise(source, inline.begin, "the condition in the text", error)
            return Leading(frozenset(filter(None, names)), set(rest[::2]) == {"="}, premise)
        until = inline.begin
    return None


def _index(text: str, context: Context) -> str | None:
    """The name of the index that stands there, if one does."""
    found = key_of_text(text.strip())
    return None if found is None else context.index(found[0])
