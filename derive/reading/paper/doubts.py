"""What a paper writes in two ways: a relation in doubt is read again in each reading, one choice for all that it rests on.

The paper is walked again with the choice made from its beginning on, so that definitions, premises and the chain have the
same; in another relation the same convention may come out otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from derive.errors import AmbiguityError, InputError
from derive.reading.in_each import Choices, InReading, in_each
from derive.reading.paper.claims import Relation
from derive.reading.paper.pasting import Pasted

#: What stands in a paper, and a walk through it under some choices.
Items = Sequence[Relation | Pasted]
Walk = Callable[[Choices], Items]
Readings = tuple[InReading[Relation | None], ...]
#: A convention, and how it is read.
Choice = tuple[str, str]


def settled(items: Items, walk: Walk) -> list[Relation | Pasted]:
    """The items of a paper, a relation in doubt with its readings; what is in doubt only as a definition is left out."""
    walks: dict[tuple[tuple[str, str], ...], Mapping[tuple[str, int], Relation]] = {}

    def at(relation: Relation, choices: Choices) -> Relation | None:
        known = tuple(choices.items())
        if known not in walks:
            found = items if not choices else walk(choices)
            walks[known] = {_place(each): each for each in found if isinstance(each, Relation)}
        return walks[known].get(_place(relation))

    found = [_in_each(item, at) if _is_doubted(item) else item for item in items]
    meant = _meant([each for each in found if isinstance(each, tuple)])
    made: list[Relation | Pasted] = []
    for item, each in zip(items, found, strict=True):
        if not isinstance(each, tuple):
            made.append(each)
        elif isinstance(item, Relation) and (relation := _joined(each, meant)) is not None:
            made.append(relation)
    return made


def _is_doubted(item: Relation | Pasted) -> bool:
    return isinstance(item, Relation) and isinstance(item.error, AmbiguityError) and bool(item.error.convention)


def _place(relation: Relation) -> tuple[str, int]:
    """Where a relation stands; of one that could not be read nothing says what sign it has."""
    return relation.source.file, relation.at


def _in_each(relation: Relation | Pasted, at: Callable[[Relation, Choices], Relation | None]) -> Readings | Relation:
    """The readings of a relation in doubt; with its error, where it can be read in none."""
    if not isinstance(relation, Relation):
        raise TypeError(f"{type(relation).__name__} in doubt")

    def read(choices: Choices) -> Relation | None:
        found = at(relation, choices)
        if found is not None and found.error is not None:
            raise found.error
        return found

    try:
        return in_each(read, _same)
    except InputError as error:
        return replace(relation, error=error)


def _joined(readings: Readings, meant: frozenset[Choice]) -> Relation | None:
    """A relation with its readings; None for a declaration, which is no relation in any of them.

    One in which a number equals an array does not count, where the others are ``meant``.
    """
    found = [(each, each.read) for each in readings if each.read is not None]
    fitting = [(each, other) for each, other in found if not _is_number_beside_array(other)]
    if fitting and all(meant.issuperset(each.choices.items()) for each, _ in fitting):
        found = fitting
    if not found:
        return None
    first = found[0][1]
    if len(found) == 1:
        return first
    return replace(first, readings=tuple((each.words, each.declaration, other) for each, other in found))


def _meant(doubted: Sequence[Readings]) -> frozenset[Choice]:
    """The choices under which each relation in doubt can be read so that no number equals an array in it.

    A paper that has a matrix and a number for one notation has no such choice, or else its chains would be right twice.
    """
    every = frozenset(choice for readings in doubted for each in readings for choice in each.choices.items())
    good = set(every)
    for readings in doubted:
        fitting = [each.choices for each in readings if each.read is None or not _is_number_beside_array(each.read)]
        of = {convention for each in readings for convention in each.choices}
        good -= {choice for choice in every if choice[0] in of and not any(choice in each.items() for each in fitting)}
    return frozenset(good)


def _is_number_beside_array(relation: Relation) -> bool:
    """Is one side of an equation a number, and the other an array?  Where it is read otherwise too, that is not meant."""
    if relation.sign != "=" or relation.lhs is None or relation.rhs is None:
        return False
    return (relation.lhs.shape == ()) != (relation.rhs.shape == ())


def _same(one: Relation | None, other: Relation | None) -> bool:
    if one is None or other is None:
        return one is other
    return _said(one) == _said(other)


def _said(one: Relation) -> tuple[object, ...]:
    return one.lhs, one.rhs, one.hypotheses, one.under, tuple(_said(other) for _, _, other in one.readings)
