r"""One choice for a whole formula: a notation with two readings is read in each, the same way wherever it stands.

A choice under which a side is ill-typed does not count.  When one is left it is taken; when more are, and they say different
things, the formula is ambiguous, whatever the other side of a relation is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from functools import partial

from derive.errors import AmbiguityError
from derive.reading.latex.conventions import CONVENTIONS
from derive.reading.latex.readings import Reader, Reading, surviving
from derive.reading.syntax import Tree

#: The readings of each side.
Sides = list[list[Reading]]


def settled(reader: Reader) -> tuple[Reader, Sides]:
    """A reader and what it reads, under the only choice of each convention in doubt; raises `AmbiguityError` for two."""
    try:
        return reader, [reader.read(node) for node in reader.sides]
    except AmbiguityError as error:
        convention, doubt = reader.effort.doubt, error
        if not convention:
            raise
    contexts = (reader.context.choose(convention, choice) for choice in CONVENTIONS[convention].choices)
    found = surviving((partial(settled, reader.anew(context)) for context in contexts), AmbiguityError)
    if any(not _alike(found[0][1], other) for _, other in found[1:]):
        raise doubt
    return found[0]


def _alike(one: object, other: object) -> bool:
    """Are two readings the same tree, wherever its parts stand?"""
    if isinstance(one, Tree | Reading):
        names = [f.name for f in fields(one) if f.name not in ("at", "label")]
        return type(one) is type(other) and all(_alike(getattr(one, n), getattr(other, n)) for n in names)
    if isinstance(one, list | tuple) and isinstance(other, Sequence):
        return len(one) == len(other) and all(map(_alike, one, other))
    return one == other
