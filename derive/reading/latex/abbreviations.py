r"""Abbreviations that an author declares, ``let \langle u, v \rangle_M = u^\top M v``, where they stand in a text.

An abbreviation stands for its value in parentheses.  Anything may be written for a letter of it that is open, and any other
index for an index.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from derive.errors import DeclaredTwice, NameError_
from derive.reading.latex.context import Abbreviation, Context
from derive.reading.latex.formula_shapes import Item, items_of
from derive.reading.latex.formula_uses import is_argument
from derive.reading.latex.signs import BIG, RELATIONS
from derive.reading.latex.spelling import Key, Lexeme
from derive.reading.latex.tokens import Tok, group
from derive.reading.source import Source

#: Brackets, and what closes each.
BRACKETS = {
    "(": ")",
    "[": "]",
    "{": "}",
    r"\{": r"\}",
    r"\langle": r"\rangle",
    r"\lvert": r"\rvert",
    r"\lVert": r"\rVert",
}
_CLOSING = frozenset(BRACKETS.values())
_BARS = ("|", r"\|", r"\Vert", r"\vert", r"\mid")
#: What stands on either side of what may be anything.
EDGES = frozenset({*BRACKETS, *_CLOSING, *_BARS, ",", ";", ":"})
#: Brackets that may hold the arguments of what stands before them.
_CALLING = ("(", "[")
#: The most notations within each other.
MAX_DEPTH = 20


def is_index(text: str, context: Context) -> bool:
    return text[-1:].isalpha() and context.index(Key(text)) is not None


def with_spelling(context: Context, items: Sequence[str], name: Lexeme, tied: bool = False) -> Context:
    r"""With items, ``J(W, b; x, y)``, as another spelling of a name; ``tied``: of one that others may be tied to."""
    return with_notation(context, items, (name,), tied)


def with_notation(
    context: Context, items: Sequence[str], body: Sequence[Tok], tied: bool = False, fixed: bool = False
) -> Context:
    """With items as a notation for what stands in its place; nothing in it is open but the indices of a ``fixed`` one."""
    indices = frozenset(text for text in items if is_index(text, context)) if fixed else frozenset[str]()
    made = Abbreviation(tuple(items), frozenset(), indices, tuple(body), frozenset(), tied=tied, fixed=fixed)
    others = (each for each in context.abbreviations if each.items != made.items)
    return replace(context, abbreviations=(*others, made))


def with_entries(context: Context, items: Sequence[str], name: str, indices: Sequence[str], at: int) -> Context:
    r"""With items, ``\sigma(z_i)`` or ``x^{(i, 2)}``, as an entry or a row of that name, at whatever indices stand there."""
    below = [Tok("sign", "_", at), Tok("sign", "{", at)]
    for index in indices:
        below += [Tok("letter", index, at), Tok("sign", ",", at)]
    body = (Lexeme("NAME", name, at), *below[:-1], Tok("sign", "}", at))
    made = Abbreviation(tuple(items), frozenset(), frozenset(indices), body, frozenset(), True)
    return replace(context, abbreviations=(*context.abbreviations, made))


def is_tied(context: Context, name: str) -> bool:
    """Is a name written as that of a distribution is, ``p(y | x)``, so that others may be tied to it?"""
    return any(each.tied and each.body[0].text == name for each in context.abbreviations)


def is_entry(context: Context, items: Sequence[str]) -> bool:
    """Are some items an entry, or a row, whose name is declared with an index in it?"""
    known = (_match(each, items, 0, context) for each in context.abbreviations if each.indexed)
    return any(ranges and ranges[""][1] == len(items) for ranges in known)


def check_new(context: Context, items: Sequence[str], indices: Sequence[str]) -> None:
    """Raise `DeclaredTwice` where items with indices in them could be those of another notation, or of a declared name."""
    for each in context.abbreviations:
        pairs = list(zip(items, each.items, strict=False))
        holes = [
            (one in indices or other in each.indices) and (one + other).strip("\\").isalnum() for one, other in pairs
        ]
        alike = all(one == other or hole for (one, other), hole in zip(pairs, holes, strict=True))
        if alike and len(items) == len(each.items):
            raise DeclaredTwice(f"{' '.join(items)}, which is declared above, too", hint="use another letter")
    for key in context.keys.table:
        if key.core == items[0] and "," in key.sup:
            raise DeclaredTwice(f"{' '.join(items)} beside a declared {key.core}^{key.sup}", hint="use another letter")


def with_abbreviations(source: Source, found: Sequence[Tok], context: Context, depth: int = 0) -> list[Tok]:
    """Tokens with the value of each notation among them, in parentheses."""
    if not context.abbreviations:
        return list(found)
    if depth > MAX_DEPTH:
        raise source.error(found[0].at, "notations within each other", f"at most {MAX_DEPTH}")
    items = items_of(found)
    texts = [item.text for item in items]
    made, last, at = list[Tok](), 0, 0
    while at < len(items):
        matches = ((each, _match(each, texts, at, context)) for each in context.abbreviations)
        hit = next(((each, ranges) for each, ranges in matches if ranges), None)
        if hit is None or is_argument(texts, at):
            _check_fixed(source, context, texts, at, found[items[at].start])
            at += 1
            continue
        notation, ranges = hit
        if notation.tied:
            _check_bound(source, notation, found, found[items[at].start])
        stop = ranges.pop("")[1]
        held = {letter: _unbraced(found, items[a:b]) for letter, (a, b) in ranges.items()}
        start, end = min(item.start for item in items[at:stop]), max(item.stop for item in items[at:stop])
        inside = {letter: with_abbreviations(source, part, context, depth + 1) for letter, part in held.items()}
        made += found[last:start]
        made += _value(source, notation, inside, found[start], found[end - 1].end)
        at, last = stop, end
    return [*made, *found[last:]]


def _check_fixed(source: Source, context: Context, texts: Sequence[str], at: int, place: Tok) -> None:
    """Raise `NameError_` for f at another argument than the one of which ``let f(x) = f`` speaks."""
    after = at + 1
    while texts[after : after + 1] and texts[after] in ("_", "^"):
        after = (
            texts.index("}", after) + 1 if texts[after + 1 : after + 2] == ["{"] and "}" in texts[after:] else after + 2
        )
    called = texts[after : after + 1] == ["("]
    if called and any(each.fixed and each.items[0] == texts[at] for each in context.abbreviations):
        hint = "of f(x) alone it is said what it is; declare f as a function, or write \\cdot for a product"
        raise source.fail(place.at, f"{texts[at]} at another argument", hint, NameError_)


def _check_bound(source: Source, notation: Abbreviation, found: Sequence[Tok], place: Tok) -> None:
    r"""Raise `NameError_` for ``\sum_l P(y = l)``: the name is one number, and not one for each l."""
    for at, token in enumerate(found[:-2]):
        if token.text in BIG and found[at + 1].text == "_":
            below = {each.text for each in group(source, found, at + 2)[0]}
            if bound := sorted(text for text in below & {*notation.items} if text.strip("\\").isalpha()):
                hint = "declare a vector of them, and let its components be these"
                name = " ".join(notation.items)
                message = f"the index {bound[0]} of a sum inside of {name}, which is declared as one number"
                raise source.fail(place.at, message, hint, NameError_)


def _unbraced(found: Sequence[Tok], items: Sequence[Item]) -> list[Tok]:
    """The tokens of items, without braces around the whole."""
    part = list(found[min(item.start for item in items) : max(item.stop for item in items)])
    while len(part) > 2 and part[0].text == "{" and len(items) == 1 and part[-1].text == "}":
        part = part[1:-1]
    return part


def _match(notation: Abbreviation, texts: Sequence[str], at: int, context: Context) -> dict[str, tuple[int, int]]:
    """The ranges of what stands for the letters of a notation that begins at a position, its own under ""; or nothing."""
    first, ranges, begin = notation.items[0], dict[str, tuple[int, int]](), at
    if first in _CALLING and _takes_arguments(texts, at, context):
        return {}
    for number, item in enumerate(notation.items):
        stop = at + 1
        if item in notation.open:
            stop = _end(texts, at, notation.items[number + 1])
        elif item in notation.indices:
            place = notation.indexed and at < len(texts) and texts[at].isdecimal()
            if at >= len(texts) or not (place or texts[at] == item or is_index(texts[at], context)):
                return {}
        elif at >= len(texts) or texts[at] != item:
            return {}
        if stop <= at:
            return {}
        if item in notation.open or item in notation.indices:
            known = ranges.setdefault(item, (at, stop))
            if list(texts[slice(*known)]) != list(texts[at:stop]):
                return {}
        at = stop
    if texts[at : at + 1] == ["_"] and len(notation.body) > 1:  # \|A\|_F is another notation than \|A\|
        return {}
    if first == r"\cos" and (context.is_word(texts[begin + len(notation.items) // 2]) or _goes_on(texts, at)):
        return {}
    return {**ranges, "": (begin, at)}


def _goes_on(texts: Sequence[str], at: int) -> bool:
    r"""Could what stands at a position belong to the argument of ``\cos\theta``, as a factor or a power of the angle?"""
    text = texts[at] if at < len(texts) else ""
    ends = text in (*_CLOSING, *_BARS, "", ",", ".", ";", "&", "+", "-", r"\\", r"\cdot", r"\times", r"\end")
    return not ends and text not in RELATIONS


def _takes_arguments(texts: Sequence[str], at: int, context: Context) -> bool:
    """May what stands before a bracket take it for its arguments: a function, a node, or a name that is not known?"""
    before = at - 1
    while before > 1 and texts[before - 1] in ("_", "^"):
        before -= 2
    name = texts[before] if before >= 0 else ""
    if not name or not (name[-1].isalnum() or name in _CLOSING):
        return False
    if name.isdecimal() or (name in _CLOSING and name != "}"):
        return False
    return not context.is_word(name) or Key(name) in context.keys.heads or bool(context.graph)


def _end(texts: Sequence[str], at: int, edge: str) -> int:
    """Where what begins at a position ends before an edge; -1 where it has none, or a comma."""
    depth = 0
    for position in range(at, len(texts)):
        text = texts[position]
        if not depth and text == edge:
            return position
        if not depth and text in (",", ";"):
            return -1
        depth += (text in BRACKETS) - (text in _CLOSING)
        if depth < 0:
            return -1
    return -1


def _value(
    source: Source, notation: Abbreviation, inside: Mapping[str, list[Tok]], first: Tok, end: int
) -> Iterator[Tok]:
    """The value of a notation where it stands; raises `ReadError` where an index of it would bind what is put in."""
    for letter, part in inside.items():
        if caught := notation.bound & {token.text for token in part}:
            expected = (
                f"another letter there, or in the declaration of the notation, in which {min(caught)} is an index"
            )
            raise source.error(first.at, f"{min(caught)} in what stands for {letter}", expected)
    made = list[Tok]()
    for token in notation.body:
        part = inside.get(token.text, [token])
        made += part if len(part) == 1 else (Tok("sign", "(", first.at), *part, Tok("sign", ")", first.at))
    whole = (
        made if len(made) == 1 or notation.indexed else (Tok("sign", "(", first.at), *made, Tok("sign", ")", first.at))
    )
    for number, token in enumerate(whole):  # behind a name it is a factor, and no argument
        yield replace(token, at=first.at, end=end, spaced=not number or token.spaced)
