r"""``A^\top A = B \in \R^{K \times K}``: the type behind a relation is no claim; one that its side has not is an error."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from derive.language.node import show_shape
from derive.language.terms import Dim, Dimension
from derive.reading.latex import Context
from derive.reading.latex.spelling import key_of_text
from derive.reading.paper.claims import Note, Relation
from derive.reading.paper.unsaid import Membership
from derive.reading.source import Source

_CROSSING = re.compile(r"\\times(?![A-Za-z])")


def typed(
    source: Source, relations: Sequence[Relation], types: Sequence[Membership], context: Context
) -> tuple[list[Relation], list[Note]]:
    """Relations of a display, those with another type behind them an error; and notes of types of unknown dimensions."""
    made, notes = [replace(each, source=source) for each in relations], list[Note]()
    for one in types:
        wanted = _shape(one, context)
        if wanted is None:
            notes.append(Note(source, one.at, "a type with dimensions that are not declared"))
            continue
        for number, each in enumerate(made):
            if each.at == one.of and each.rhs is not None and _of_matrix(each.rhs.shape) != wanted:
                found = f"the type {show_shape(wanted)} of what has the shape {show_shape(each.rhs.shape)}"
                hint = "mend the type, or the declarations that the shape comes from"
                made[number] = each.with_error(source.error(one.at, found, "the type that it has", hint))
    return made, notes


def _shape(one: Membership, context: Context) -> tuple[Dim, ...] | None:
    """Rows and columns of a type, 1 of what has none; None where a dimension is not known."""
    parts = [] if one.dims is None else _CROSSING.split(one.dims)
    found = [_dim(part.strip(), context) for part in (*parts, "1", "1")[: max(2, len(parts))]]
    known = tuple(dim for dim in found if dim is not None)
    return known if len(known) == len(found) else None


def _dim(text: str, context: Context) -> Dim | None:
    if text.replace(" ", "").isdecimal():
        return int(text.replace(" ", ""))
    found = key_of_text(text)
    meanings = [] if found is None else [context.env.names[name] for name in context.names(*found)]
    return next((meaning for meaning in meanings if isinstance(meaning, Dimension)), None)


def _of_matrix(shape: Sequence[Dim | None]) -> tuple[Dim, ...]:
    """A shape as one of a matrix; a vector is a column."""
    whole = tuple(1 if dim is None else dim for dim in shape)
    return (*whole, 1, 1)[: max(2, len(whole))]
