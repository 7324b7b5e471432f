r"""One choice for a whole formula: a notation with two readings is read in each, the same way wherever it stands.

A choice under which a side is ill-typed does not count.  When one is left it is taken; when more are, and they say different
things, the formula is ambiguous, whatever the other side of a relation is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import TypeVar

from derive.errors import AmbiguityError, InputError
from derive.reading.latex.context import Context
from derive.reading.latex.conventions import CONVENTIONS
from derive.reading.latex.readings import Candidate, Readings
from derive.reading.syntax import Tree

#: The readings of each side.
Sides = list[list[Candidate]]

R = TypeVar("R", bound=Readings)


def settled(context: Context, make: Callable[[Context], R], read: Callable[[R], Sides]) -> tuple[R, Sides]:
    """The reader and what it reads, under the only choice of each convention in doubt; raises `AmbiguityError` for two."""
    reader = make(context)
    try:
        return reader, read(reader)
    except AmbiguityError as error:
        convention, doubt = reader.effort.doubt, error
        if not convention:
            raise
    found: list[tuple[R, Sides]] = []
    first: InputError | None = None
    for choice in CONVENTIONS[convention].choices:
        try:
            found.append(settled(context.choose(convention, choice), make, read))
        except AmbiguityError:
            raise
        except InputError as error:
            first = first or error
    if not found and first is not None:
        raise first
    if any(not _alike(found[0][1], other) for _, other in found[1:]):
        raise doubt
    return found[0]


def _alike(one: object, other: object) -> bool:
    """Are two readings the same tree, wherever its parts stand?"""
    if isinstance(one, Tree | Candidate):
        names = [f.name for f in fields(one) if f.name not in ("at", "label")]
        return type(one) is type(other) and all(_alike(getattr(one, n), getattr(other, n)) for n in names)
    if isinstance(one, list | tuple) and isinstance(other, Sequence):
        return len(one) == len(other) and all(map(_alike, one, other))
    return one == other
