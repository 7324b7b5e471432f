"""Sizes in declarations: ``dimension N``, ``vector x : n + 1``, ``N x K``, ``\\R^{N \\times K}``.

Where an array has the size n + 1, that is the dimension, and n the number below it, which sums may run to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from derive.errors import NameError_
from derive.language.build import let
from derive.language.hypotheses import Condition
from derive.language.substitution import dimensions_of
from derive.language.terms import Dim, Dimension, Index, Term
from derive.reading.latex.context import shown
from derive.reading.latex.declaring import REALS, Declaring, entry_of, split
from derive.reading.latex.places import less_than_dimension
from derive.reading.latex.spelling import Key

#: A key with its mark, and the name for it.
Named = tuple[Key, str, str]

#: A size that is more or less than a letter, ``n+1``.
_SHIFTED = re.compile(r"\s*\$?\s*[{(]?\s*([^(){}+-]*(?:\{[^{}]*\})?[^(){}+-]*?)\s*([+-])\s*(\d)\s*[)}]?\s*\$?\s*")
_CROSSING = re.compile(r"\s(?:x|by)\s|\s*×\s*|\s*\*\s*|-by-|\\times(?![A-Za-z])")
#: The real numbers, of which a shape is the exponent.
_REALS = re.compile(rf"{REALS}\^\s*")
#: Sizes as programs write them, ``(N, K)``.
_LISTED = re.compile(r"\s*\(([^()]*,[^()]*)\)\s*")


def dim(here: Declaring, begin: int, end: int) -> Dim:
    """A dimension: its name, n + 1 of a letter n, or an integer of at least 2."""
    text = here.text[begin:end].strip().strip("${} ")
    if text.isdecimal() and text.isascii() and len(text) < 9 and int(text) >= 2:
        return int(text)
    key, mark, at, shift = _named(here, begin, end)
    for name in here.context.names(key, mark):
        size = less_than_dimension(here.context.env.names[name])
        if size is not None and size[1] == shift:
            return size[0]
    if _may_be_size(here, key, mark):
        return declare_size(here, begin, end, by_itself=False)
    if (wider := _widened(here, key, mark, at, shift)) is not None:
        return wider
    named = f"{shown(key)}{shift:+}" if shift else shown(key)
    hint = f"declare it first: dimension {named}"
    if shift and here.context.names(key, mark):
        hint = f"declare dimension {named} in place of {shown(key)}, which is the number then"
    raise here.fail(at, f"the unknown dimension {named}", hint, NameError_)


def dims(here: Declaring, begin: int, end: int) -> tuple[Dim | None, ...]:
    r"""The dimensions of ``N``, ``N x K``, ``(N, K)`` or ``\R^{N \times K}``; None for a 1."""
    if listed := _LISTED.fullmatch(here.text, begin, end):
        parts = list(split(here.text, *listed.span(1), ","))
        return tuple(None if here.text[slice(*part)].strip() == "1" else dim(here, *part) for part in parts)
    if reals := _REALS.match(here.text, begin, end):
        begin = reals.end()
        braced = here.text[begin:end].strip()
        if braced[:1] == "{" and braced[-1:] == "}":
            begin, end = begin + here.text[begin:end].index("{") + 1, begin + here.text[begin:end].rindex("}")
    cuts = [edge for match in _CROSSING.finditer(here.text, begin, end) for edge in match.span()]
    cuts = cuts or next(filter(None, (_crossed(here, begin, at, end) for at in range(begin + 1, end - 1))), [])
    edges = [begin, *cuts, end]
    parts = [(edges[n], edges[n + 1]) for n in range(0, len(edges), 2)]
    ones = [here.text[start:stop].strip() == "1" for start, stop in parts]
    return tuple(None if one else dim(here, *part) for one, part in zip(ones, parts, strict=True))


def declare_size(here: Declaring, begin: int, end: int, by_itself: bool = True) -> Dim:
    """Declare a dimension, N; or n+1, of which n is the number below it, and at least 1.

    One that a shape declares may be declared ``by_itself`` below.
    """
    key, mark, at, shift = _named(here, begin, end)
    if by_itself or shift:
        here.once(key, mark, at, (0,))
    name = here.internal(key, mark, 0)
    if shift:
        return _with_number(here, at, (key, mark, name), None, shift)
    meaning = here.make(at, Dimension, name)
    here.context = here.make(at, here.context.declare, {(key, mark): meaning})
    return meaning


def _named(here: Declaring, begin: int, end: int) -> tuple[Key, str, int, int]:
    """The name of a size, with its mark and place, and what is added to it."""
    shifted = _SHIFTED.fullmatch(here.text, begin, end)
    return *here.name(*(shifted.span(1) if shifted else (begin, end))), int(shifted[2] + shifted[3]) if shifted else 0


def _with_number(here: Declaring, at: int, number: Named, size: Named | None, shift: int) -> Dim:
    """A dimension n + k of that name, or without one, and the number n below it, which is at least 1."""
    key, mark, name = number
    own, own_mark, own_name = size or (Key(f"∂{name}"), "", f"({name}{shift:+})")
    meaning = here.make(at, Dimension, own_name)
    less = here.make(at, let, name, meaning - shift if shift > 0 else meaning + -shift)
    here.context = here.make(at, here.context.declare, {(own, own_mark): meaning, (key, mark): less})
    here.context = here.context.assume([Condition("positive", less)] if shift > 0 else [])
    here.context = replace(here.context, wider=here.context.wider | {own_name})
    return meaning


def _widened(here: Declaring, key: Key, mark: str, at: int, shift: int) -> Dim | None:
    """n + 1 of a declared size n that no array has; so of ``let m = n + 1``, of which m is the dimension then."""
    names = here.context.env.names
    sizes = ((name, less_than_dimension(names[name])) for name in here.context.names(key, mark))
    name, size, less = next(((name, *found) for name, found in sizes if found is not None), ("", None, 0))
    if size is None or size in _used(here, name):
        return None
    if (less or shift <= 0) and (shift or less >= 0):
        return None
    here.context = replace(here.context, env=here.context.env.without(size))
    if not less:
        return _with_number(here, at, (key, mark, name), None, shift)
    table = here.context.keys.table.items()
    number = next((each, sign, word) for each, entries in table for sign, word in entries if word == size.name)
    return _with_number(here, at, number, (key, mark, name), -less)


def _used(here: Declaring, name: str) -> Iterator[Dimension]:
    """The dimensions that anything has but sizes themselves, and what has a name."""
    context = here.context
    for word, meaning in context.env.names.items():
        if isinstance(meaning, Index):
            yield from [meaning.dim] if isinstance(meaning.dim, Dimension) else []
        elif isinstance(meaning, Term) and word != name and not isinstance(meaning, Dimension):
            yield from dimensions_of(meaning)
    yield from dimensions_of(*(definition.body for definition in context.definitions.values()))
    yield from dimensions_of(*(term for hypothesis in context.env.hypotheses for term in hypothesis.terms))


def _may_be_size(here: Declaring, key: Key, mark: str) -> bool:
    """Is a letter in a shape a size by that alone: nobody declares it, nor any other size?"""
    table = here.context.keys.table.items()
    sizes = [
        entry_of(known, sign, 0) in here.declared
        for known, entries in table
        for sign, name in entries
        if isinstance(here.context.env.names.get(name), Dimension)
    ]
    letter = len(key.core.strip("\\")) == 1 or key.core.startswith("\\")
    return letter and not any(sizes) and not here.context.is_word(key.core) and here.context.index(key) is None


def _crossed(here: Declaring, begin: int, at: int, end: int) -> list[int]:
    """The ends of an ``x`` at an offset, as in ``NxK``, where sizes stand before it and behind it; else none."""
    sides = (here.text[begin:at].strip(), here.text[at + 1 : end].strip())
    names = here.context.env.names
    sizes = [
        side.isdecimal() or any(isinstance(names[name], Dimension) for name in here.context.names(Key(side)))
        for side in sides
    ]
    return [at, at + 1] if here.text[at] in "x" and all(sizes) else []
