"""Where the terms of a statement stand, and the statement with one of them, or all of one sort, changed.

A statement is a frozen dataclass that holds terms, hypotheses, certificates and statements, in tuples or bare.  A *place* is
the path from the statement to one of its terms: names of fields and numbers in tuples.  Every change builds the dataclasses
anew, so that shapes and names are checked again; a change that does not fit raises a `derive.errors.DeriveError`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from derive.language.substitution import with_children
from derive.language.terms import Defined, Definition, Term

Place = tuple[str | int, ...]
Change = Callable[[Term], Term]


def parts(value: Any) -> Iterator[tuple[str | int, Any]]:
    """What a dataclass or tuple holds, with its name or number; a term is not looked into."""
    if isinstance(value, tuple):
        yield from enumerate(value)
    elif is_dataclass(value) and not isinstance(value, Term):
        yield from ((field.name, getattr(value, field.name)) for field in fields(value) if field.init)


def places(value: Any, here: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Everything in a statement with its place, itself first."""
    yield here, value
    for step, part in parts(value):
        yield from places(part, (*here, step))


def terms_of(value: Any) -> list[tuple[Place, Term]]:
    """The terms with their places."""
    return [(place, part) for place, part in places(value) if isinstance(part, Term)]


def get(value: Any, place: Place) -> Any:
    """What stands at a place."""
    for step in place:
        value = value[step] if isinstance(step, int) else getattr(value, step)
    return value


def put(value: Any, place: Place, new: Any) -> Any:
    """The statement with something else at a place."""
    if not place:
        return new
    step, rest = place[0], place[1:]
    if isinstance(value, tuple):
        return tuple(put(part, rest, new) if k == step else part for k, part in enumerate(value))
    return replace(value, **{str(step): put(getattr(value, str(step)), rest, new)})


def everywhere(value: Any, change: Change) -> Any:
    """The statement with every term rebuilt by `rebuilt`."""
    if isinstance(value, Term):
        return rebuilt(value, change)
    if isinstance(value, tuple):
        return tuple(everywhere(part, change) for part in value)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    changed = {str(name): everywhere(part, change) for name, part in parts(value)}
    return replace(value, **changed) if any(changed[str(name)] != part for name, part in parts(value)) else value


def rebuilt(term: Term, change: Change) -> Term:
    """The term with every sub-term changed, children first, in the bodies of definitions too: a name keeps one meaning."""
    made: dict[Term, Term] = {}

    def build(part: Term) -> Term:
        if part not in made:
            if isinstance(part, Defined):
                old = part.definition
                inner: Term = Defined(
                    Definition(old.name, old.parameters, build(old.body)), tuple(map(build, part.arguments))
                )
            else:
                inner = with_children(part, tuple(map(build, part.children)))
            made[part] = change(inner)
        return made[part]

    return build(term)
