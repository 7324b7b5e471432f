r"""What a name that is written as a formula looks like: its tokens as they are compared, and its parts.

``\nabla L(\theta)``, ``L(x, y)``, ``\frac{\partial L}{\partial z}``, ``\partial_x L``; with d for ``\partial``, and with an
exponent 2.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from derive.errors import InputError
from derive.language.substitution import symbols_of
from derive.language.terms import Term
from derive.reading.latex import signs
from derive.reading.latex.spelling import Key, plain_name, read_key
from derive.reading.latex.tokens import WORDS, Tok, is_unseen, tokens
from derive.reading.source import Source

#: Brackets around arguments.
CLOSING = {"(": ")", "[": "]"}
_D = ("d", r"\partial", r"\mathrm d")


class Item(NamedTuple):
    """A token as it is compared, and the tokens from ``start`` to ``stop`` that it stands for."""

    text: str
    start: int
    stop: int


@dataclass(frozen=True)
class Shape:
    r"""The parts of a formula that may be a name, as items: ``head`` is L, ``by`` what a derivative is by.

    ``sign`` is the sign of a derivative, ``order`` its exponent, ``arguments`` those of L or of the whole.
    """

    head: tuple[str, ...]
    sign: str = ""
    order: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    arguments: tuple[tuple[str, ...], ...] = ()

    @property
    def primes(self) -> int:
        """How many primes or dots L has: it is a derivative then."""
        return self.head.count("'") + self.head.count(r"\dot") + 2 * self.head.count(r"\ddot")

    @property
    def base(self) -> tuple[str, ...]:
        """L without primes and dots."""
        return tuple(text for text in self.head if text not in ("'", r"\dot", r"\ddot"))


@dataclass(frozen=True)
class FormulaName:
    """A declared name: its items, its parts, the function that it is a value of, at what, and every letter inside.

    ``inside`` has what the letters meant where it was declared; ``kind`` the number of its axes and its properties, None of
    what is defined by let.
    """

    name: str
    items: tuple[str, ...]
    shape: Shape
    function: str
    arguments: tuple[Term, ...]
    letters: frozenset[str]
    inside: Mapping[tuple[Key, str], object]
    kind: tuple[int, frozenset[str]] | None = None

    @property
    def defined(self) -> bool:
        """Is it defined by let?"""
        return self.kind is None

    @property
    def made_of(self) -> frozenset[str]:
        """The names of the symbols inside, and of what stands inside that is not declared."""
        parts = [part for part in (*self.shape.arguments, self.shape.by, *scripts_of(self.shape.head)[1:]) if part]
        named = [(part, key_of(part)) for part in parts]
        words = {plain_name(Key(text)) for part, found in named if found is None for text in part}
        words |= {plain_name(found[0]) for _, found in named if found is not None}
        return frozenset(words | {symbol.name for symbol in symbols_of(*self.arguments)})

    def __str__(self) -> str:
        return re.sub(r"(\\nabla|\\partial)\{(\w)\}", r"\1 \2", self.name)


def items_of(found: Sequence[Tok]) -> list[Item]:
    """Tokens as they are compared, what only looks different being the same."""
    frames: list[list[list[Item]]] = [[]]
    opened: list[int] = []
    pending = -1
    for at, token in enumerate(found):
        sized = token.text in (r"\left", r"\right") or signs.SIZES.match(token.text)
        if token.kind not in WORDS and (is_unseen(token) or (sized and found[at + 1 : at + 2])):
            pending = at if pending < 0 else pending
            continue
        start, pending = (at, -1) if pending < 0 else (pending, -1)
        if token.kind == "sign" and token.text == "{":
            frames.append([])
            opened.append(start)
        elif token.kind == "sign" and token.text == "}" and opened:
            inside, begin = _ordered(frames.pop()), opened.pop()
            if len(inside) == 1:
                frames[-1].append([Item(item.text, begin, at + 1) for item in inside[0][:1]] + inside[0][1:])
            else:
                flat = [item for part in inside for item in part]
                frames[-1].append([Item("{", begin, begin + 1), *flat, Item("}", at, at + 1)])
        else:
            frames[-1].append([Item(_text(token), start, at + 1)])
    return [item for part in _ordered(frames[0]) for item in part] if len(frames) == 1 else []


def _text(token: Tok) -> str:
    if token.kind in WORDS:
        return rf"\{token.kind}{{{token.text}}}"
    if token.kind == "command" and token.text in signs.FRACTIONS:
        return r"\frac"
    return "|" if token.text in (r"\mid", r"\vert") else token.text


def _ordered(parts: list[list[Item]]) -> list[list[Item]]:
    r"""Subscripts before superscripts, and ``'`` for ``^\prime``."""
    made: list[list[Item]] = []
    for part in parts:
        made.append(part)
        texts = [one[0].text for one in made[-4:]]
        if texts[-2:] == ["^", r"\prime"] and len(part) == 1:
            made[-2:] = [[Item("'", made[-2][0].start, part[-1].stop)]]
        elif len(texts) == 4 and (texts[0], texts[2]) == ("^", "_"):
            made[-4:] = [*made[-2:], *made[-4:-2]]
    return made


def closed(items: Sequence[str], at: int) -> int:
    """The position after the element at a position: one item, or what is between braces or brackets; -1 where none is."""
    if at >= len(items):
        return -1
    pair = {"{": "}", **CLOSING}.get(items[at])
    if pair is None:
        return at + 1
    depth = 0
    for stop in range(at, len(items)):
        depth += (items[stop] == items[at]) - (items[stop] == pair)
        if not depth:
            return stop + 1
    return -1


def group_at(items: Sequence[str], at: int) -> tuple[tuple[str, ...], int]:
    """What an argument at a position holds, and the position after it."""
    stop = closed(items, at)
    if stop < 0:
        raise _NoName
    braced = items[at] == "{"
    return tuple(items[at + braced : stop - braced]), stop


class _NoName(Exception):
    """What stands there is no name.  A signal within this module."""


def shape_of(items: Sequence[str]) -> Shape | None:
    """The parts of a formula that may be a name; None of any other."""
    try:
        found = _shape(tuple(items))
    except _NoName:
        return None
    return found if found.sign or found.arguments else None


def _shape(items: tuple[str, ...]) -> Shape:
    if items[:1] == (r"\frac",):
        above, after = group_at(items, 1)
        below, after = group_at(items, after)
        sign, order, rest = _signed(above)
        other, none, by = _signed(below)
        if not sign or sign != other or none:
            raise _NoName
        if order:
            if by[-2:] != ("^", *order):
                raise _NoName
            by = by[:-2]
        whole = _applied(rest)
        behind = items[after:]
        if behind and (whole.arguments or closed(items, after) != len(items) or behind[0] not in CLOSING):
            raise _NoName
        arguments = _parts(behind[1:-1]) if behind else whole.arguments
        _single(by)
        return replace(whole, sign=sign, order=order, by=by, arguments=arguments)
    if items[:1] not in ((r"\nabla",), (r"\partial",)):
        return _applied(items)
    scripts: dict[str, tuple[str, ...]] = {}
    at = 1
    while at < len(items) and items[at] in "_^" and items[at] not in scripts:
        scripts[items[at]], at = group_at(items, at + 1)
    by, order = scripts.get("_", ()), scripts.get("^", ())
    if (by and not _is_name(by)) or (order and order != ("2",)) or (items[0] == r"\partial" and not by):
        raise _NoName
    return replace(_applied(items[at:]), sign=items[0], order=order, by=by)


def _signed(items: tuple[str, ...]) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    r"""``\partial^2 L``: the sign, the order, and what stands behind."""
    length = 2 if items[:2] == (r"\mathrm", "d") else 1
    sign = " ".join(items[:length])
    if sign not in _D:
        return "", (), items
    if items[length : length + 1] == ("^",):
        order, after = group_at(items, length + 1)
        if order != ("2",):
            raise _NoName
        return sign, order, items[after:]
    return sign, (), items[length:]


def _applied(items: tuple[str, ...]) -> Shape:
    """A head with its arguments, or without."""
    for at, text in enumerate(items):
        if text in CLOSING and closed(items, at) == len(items):
            return Shape(_single(items[:at]), arguments=_parts(items[at + 1 : -1]))
    return Shape(_single(items))


def _single(items: tuple[str, ...]) -> tuple[str, ...]:
    found = key_of(items)
    if found is None or (found[0].core, found[1]) == ("d", "rm"):
        raise _NoName
    return items


def _parts(items: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """What stands between commas or semicolons outside of brackets."""
    made: list[list[str]] = [[]]
    depth = 0
    for text in items:
        depth += (text in "{([") - (text in "})]")
        if text in ",;" and not depth:
            made.append([])
        else:
            made[-1].append(text)
    if not all(made) or any(text in ("|", r"\mid", r"\vert") for text in items):
        raise _NoName
    return tuple(map(tuple, made))


def scripts_of(items: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """A name without scripts, and what stands below and above it."""
    at = next((n for n, text in enumerate(items) if text in "_^"), len(items))
    found = {"_": tuple[str, ...](), "^": tuple[str, ...]()}
    core = items[:at]
    while at < len(items) and items[at] in found:
        found[items[at]], at = group_at(items, at + 1)
    return (*core, *items[at:]), found["_"], found["^"]


def _is_name(items: Sequence[str]) -> bool:
    return key_of(items) is not None


def key_of(items: Sequence[str]) -> tuple[Key, str] | None:
    """The key and the mark of items that are one name, or None."""
    source = Source(" ".join(items))
    try:
        return read_key(source, tokens(source)) if items else None
    except InputError:
        return None


def compact(items: Sequence[str]) -> str:
    """Items as one word of LaTeX, which a name is kept as."""
    made = ""
    for text in items:
        made += f"{{{text}}}" if re.search(r"\\[A-Za-z]+$", made) and text[:1].isalnum() else text
    return made
