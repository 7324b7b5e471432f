r"""Rows and formulas beside an implication: "A, B ⟹ C", where A is claimed or a premise, and "A ⟹ B, C".

Both are decided: what follows as from B alone and as from A and B, A as a claim and as what is assumed, C as a claim and as
a conclusion.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from derive.errors import InputError
from derive.reading.paper.arrows import is_plain
from derive.reading.paper.chains import Formula
from derive.reading.paper.claims import Note, Relation
from derive.reading.paper.premises import not_exact
from derive.reading.paper.units import Premise, Unit, stated
from derive.reading.paper.unsaid import Membership, Proviso
from derive.reading.source import Source

#: The two readings, and how to write it in one.
WAYS = (
    ("what stands beside the implication is claimed by itself", "it is one of its premises, or follows from them"),
    "give it a display of its own, or declare the premise: % derive: assume …",
)

#: The arrow before a formula, its column, and its units.
Part = tuple[str, int, list[Unit]]


def mark(source: Source, above: Sequence[Part], parts: Sequence[tuple[str, list[Unit]]]) -> None:
    r"""Mark formulas of a row, and those in the rows above it that end with its arrow, which have two readings.

    What a ``\quad`` alone sets apart are two implications: "A ⟹ B \quad C ⟹ D".  Raises `InputError` for what may be more
    than two.
    """
    said: list[Part] = [(arrow, 0, part) for arrow, part in parts if stated(part)]
    begin = len(above)
    while said and said[0][0] and begin and not above[begin - 1][0]:
        begin -= 1
    follows = 0 < begin < len(above)
    said = [*above[begin:], *said]
    arrows = [number for number, (arrow, *_) in enumerate(said) if arrow]
    for before, after in pairwise([-1, *arrows, len(said)] if arrows else []):
        run, closed = said[before + 1 : after], after < len(said)
        if not run or (before < 0 and len(run) == 1 and not follows):
            continue
        two = before >= 0 and closed
        if two and len(run) == 1 and run[0][2][0].apart and run[0][2][0].kind not in ("words", "comma"):
            continue
        beside = {said[number][0] for number in (before, after) if 0 <= number < len(said)}
        if two or follows or "iff" in beside or any(column for _, column, _ in run):
            other = "it is one of the premises" if closed else "it follows from the premise"
            at = stated(run[-1][2])[0].at
            readings = ("it is claimed by itself", other)
            raise source.ambiguous(at, "a formula beside an implication", readings, WAYS[1])
        for _, _, part in run:
            which = "conclusion" if not closed else "last" if part is run[-1][2] else "premise"
            part.append(Unit("joint", which, part[-1].end, part[-1].end))


#: Arrows between rows that are not read.
_ARROW = re.compile(r"\\(?:impliedby|L(?:ong)?eftarrow|Downarrow|Uparrow|Updownarrow)(?![A-Za-z])|[⇐⇓⇑⟸]")


def beside_arrows(source: Source, relations: Sequence[Relation], formulas: Sequence[Formula]) -> list[Relation]:
    r"""The relations of a display; beside ``\impliedby`` or ``\Downarrow`` one is proved by itself, or not checked.

    So it is of what stands behind ``\rightarrow``, which could be a limit.
    """
    plain = {at for each in formulas if is_plain(source, each.begin) for at, _ in each.signs}
    hint = r"write \implies for what follows; of a limit, nothing is decided"
    doubt = Premise(
        source, min(plain, default=0), "the arrow", InputError("not checked: an arrow that may be a limit", hint=hint)
    )
    relations = [replace(each, supposed=doubt.after(each.supposed)) if each.at in plain else each for each in relations]
    ranges = [(each.begin, each.end) for each in formulas if each.aside is None]
    found = _ARROW.search(source.text, min(ranges)[0], max(end for _, end in ranges)) if ranges else None
    if found is None:
        return [*relations]
    hint = r"write the implication with \implies, in one row or from row to row"
    error = source.error(found.start(), f"the arrow {found[0]}", "an implication that is read", hint)
    premise = Premise(source, found.start(), "the implication", error)
    return [replace(each, supposed=premise.after(each.supposed)) for each in relations]


def in_sets(source: Source, formula: Formula, types: Sequence[Membership | Proviso]) -> list[Relation]:
    r"""What a formula says beside its relations and nobody decides, ``a = b \in \{\pm 1\}``."""
    signs = {at for at, _ in formula.signs}
    listed = (one for one in types if isinstance(one, Membership) and one.listed and one.of in signs)
    return [not_exact(Note(source, one.at, "")) for one in listed]
