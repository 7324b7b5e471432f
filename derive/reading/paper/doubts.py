"""What a paper writes in two ways: a relation in doubt is read again in each reading, one choice for all that it rests on.

The paper is walked again with the choice made from its beginning on, so that definitions, premises and the chain have the
same; in another relation the same convention may come out otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from derive.errors import AmbiguityError, InputError
from derive.reading.in_each import Choices, in_each
from derive.reading.paper.claims import Relation
from derive.reading.paper.document import Display, Item
from derive.reading.paper.pasting import Pasted

#: What stands in a paper, and the steps of a walk through it under some choices: what was taken, and what is found by then.
Items = Sequence[Relation | Pasted]
Walk = Callable[[Choices], Iterator[tuple[Item | None, Items]]]


class _Walked:
    """A walk under some choices, as far as it was asked for."""

    def __init__(self, steps: Iterator[tuple[Item | None, Items]]) -> None:
        self.steps = steps
        self.taken: Item | None = None
        self.found: Items = ()

    def at(self, relation: Relation) -> Relation | None:
        """What stands in the place of a relation.  Nothing changes it any more once a display on a line below is read."""
        while not _is_below(self.taken, relation) and (step := next(self.steps, None)) is not None:
            self.taken, self.found = step
        place = _place(relation)
        return next((one for one in reversed(self.found) if isinstance(one, Relation) and _place(one) == place), None)


def settled(items: Items, walk: Walk) -> list[Relation | Pasted]:
    """The items of a paper, a relation in doubt with its readings; what is in doubt only as a definition is left out."""
    walks: dict[tuple[tuple[str, str], ...], _Walked] = {(): _Walked(iter([(None, items)]))}

    def at(relation: Relation, choices: Choices) -> Relation | None:
        known = tuple(choices.items())
        if known not in walks:
            walks[known] = _Walked(walk(choices))
        return walks[known].at(relation)

    made: list[Relation | Pasted] = []
    for item in items:
        if isinstance(item, Relation) and isinstance(item.error, AmbiguityError) and item.error.convention:
            if (relation := _decided_in_each(item, at)) is not None:
                made.append(relation)
        else:
            made.append(item)
    return made


def _is_below(item: Item | None, relation: Relation) -> bool:
    """Is an item a display of the same file, on a line below a relation?"""
    if not isinstance(item, Display) or item.source.file != relation.source.file:
        return False
    return "\n" in item.source.text[relation.at : item.begin]


def _place(relation: Relation) -> tuple[str, int]:
    """Where a relation stands; of one that could not be read nothing says what sign it has."""
    return relation.source.file, relation.at


def _decided_in_each(relation: Relation, at: Callable[[Relation, Choices], Relation | None]) -> Relation | None:
    """A relation with its readings; None for a declaration, which is no relation in any of them."""

    def read(choices: Choices) -> Relation | None:
        found = at(relation, choices)
        if found is not None and found.error is not None:
            raise found.error
        return found

    try:
        readings = in_each(read, _same)
    except InputError as error:
        return replace(relation, error=error)
    found = [(each, each.read) for each in readings if each.read is not None]
    if not found:
        return None
    first = found[0][1]
    if len(found) == 1:
        return first
    return replace(first, readings=tuple((each.words, each.declaration, other) for each, other in found))


def _same(one: Relation | None, other: Relation | None) -> bool:
    if one is None or other is None:
        return one is other
    return _said(one) == _said(other)


def _said(one: Relation) -> tuple[object, ...]:
    return one.lhs, one.rhs, one.hypotheses, one.under, tuple(_said(other) for _, _, other in one.readings)
