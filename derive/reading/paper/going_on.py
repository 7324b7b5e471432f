"""A display that begins with a relation sign goes on from the last side of a display before it: of which one?

Of the one right before it; but where that is a complete statement it could stand between two displays of a chain, as an
aside, and the display goes on from before it.  What could be meant in two ways is read in each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from derive.errors import AmbiguityError, ShapeError
from derive.language.terms import Term
from derive.reading.paper.chains import Formulas
from derive.reading.paper.claims import Relation
from derive.reading.source import Placed, Source

_SETTLED = "write the side that it goes on from before its sign, or give the aside a place of its own"


@dataclass(frozen=True)
class Ended(Placed):
    """Where a display ends, and its last side, if it could be read.

    ``long``: it goes on itself; ``alone``: it is no statement, but a side.  ``sides``: the last ones of what stands before
    another formula on a line; ``beside``: ``last`` is one of them.  ``case``: it goes on itself, in a case of its indices;
    ``narrowed``: a row of it has a condition.
    """

    last: Term | None
    long: bool = False
    alone: bool = False
    sides: tuple[Term, ...] = ()
    beside: bool = False
    case: bool = False
    narrowed: bool = False


def ways(ends: Sequence[Ended]) -> list[Ended]:
    """From which ends, the newest last, a display could go on: those of the newest, one before, and one of a long chain."""
    if not ends:
        return []
    *earlier, newest = ends
    found = [newest, *(replace(newest, last=side, beside=True) for side in newest.sides)]
    if newest.case:  # another case goes on from where the first one did
        return [*found, *[end for end in earlier if not end.case][-1:]]
    if newest.long or newest.alone:
        return found
    found += earlier[-1:]
    long = next((end for end in reversed(earlier) if end.long), None)
    return found if long is None or long in found else [*found, long]


def left_open(found: Formulas, source: Source) -> tuple[Formulas, Relation | None]:
    """The formulas of a display without the ``=`` that it ends with, and the error of that where nothing goes on from it."""
    whole = [number for number, each in enumerate(found.formulas) if each.aside is None]
    last = found.formulas[whole[-1]] if whole else None
    if last is None or not last.signs or (last.goes_on and len(last.signs) == 1):
        return found, None
    begin, end = last.signs[-1]
    (_, stop), (at, after) = last.sides[-2:]
    if at < after or last.text[begin:end].strip(" &") != "=" or last.arrow or last.begin >= stop:
        return found, None
    error = source.error(begin, "an = at the end of a display", "a side, or a display that begins with =")
    formulas = list(found.formulas)
    formulas[whole[-1]] = replace(last, signs=last.signs[:-1], end=stop)
    return replace(found, formulas=tuple(formulas)), Relation(source, begin, error=error)


def closes(found: Formulas) -> bool:
    """Does a display go on with the ``=`` that the one before it ends with?"""
    first = found.formulas[0] if found.formulas else None
    return first is not None and first.goes_on and first.text[slice(*first.signs[0])].strip(" &") == "="


def in_each_way(
    ends: Sequence[Ended],
    relations: Sequence[Relation],
    read: Callable[[Term | None], Sequence[Relation]],
    case: bool = False,
) -> list[Relation]:
    """The relations of a display as read from the first of some ends, with their readings from the others.

    ``read`` reads the display as going on from a side; a way in which shapes do not fit does not count, nor one in which the
    free indices do not, but for the first in a ``case`` of indices, where i is j.
    """
    first, *others = ends
    found = [(first, {each.at: each for each in relations})]
    found += [(end, {each.at: each for each in read(end.last)}) for end in others if end.last != first.last]
    return [_in_each(relation, [(end, made.get(relation.at)) for end, made in found], case) for relation in relations]


def _in_each(relation: Relation, found: Sequence[tuple[Ended, Relation | None]], case: bool) -> Relation:
    made: list[tuple[Ended, Relation]] = []
    for end, one in found:
        if one is None or not _fits(one) or any(_same(one, other) for _, other in made):
            continue
        made.append((end, one))
    if any(_indices_fit(one) for _, one in made):
        made = [(end, one) for end, one in made if _indices_fit(one) is not False or (case and end is found[0][0])]
    if len(made) < 2:
        return made[0][1] if made else relation
    words = [
        f"it goes on from {'what stands before another formula in ' * end.beside}the display of line {end.place.line}"
        for end, _ in made
    ]
    errors = [one.error for _, one in made if one.error is not None]
    if errors:
        doubt = next((error for error in errors if isinstance(error, AmbiguityError) and error.convention), None)
        what = "a display that begins with a relation sign"
        return replace(relation, error=doubt or relation.source.ambiguous(relation.at, what, words, _SETTLED))
    readings = tuple((said, "", one) for said, (_, one) in zip(words, made, strict=True))
    return replace(relation, readings=readings, settled_by=_SETTLED)


def _fits(one: Relation) -> bool:
    """Do the shapes of a relation fit, as far as it could be read?"""
    if one.lhs is None or one.rhs is None:
        return not isinstance(one.error, ShapeError)
    return one.lhs.shape == one.rhs.shape


def _indices_fit(one: Relation) -> bool | None:
    """Are the indices that are free on one side free on the other, as in a chain they are?  None for what cannot be read."""
    return None if one.lhs is None or one.rhs is None else one.lhs.free == one.rhs.free


def _same(one: Relation, other: Relation) -> bool:
    return (one.error is None) == (other.error is None) and (one.lhs, one.rhs, one.hypotheses, one.under, one.readings) == (
        other.lhs, other.rhs, other.hypotheses, other.under, other.readings
    )  # fmt: skip
