r"""What only decorates: boxes, colours, and braces around a whole relation, none of which says anything.

``\boxed{x = y}``, ``\color{red}{x = y}`` and ``{\color{red} x = y}`` say x = y, and so does a macro for one of them.
Without a relation inside a box is a group, and a script behind a relation in a box, or a factor beside it, is no part of a
relation.
"""

from __future__ import annotations

from collections.abc import Sequence

from derive.errors import InputError
from derive.reading.latex.macros import DEFINING, Macro, Macros
from derive.reading.latex.signs import BRACES, BRACKETED, COLOURS, DECORATIONS, IN_TEXT, OPERATIONS, RELATIONS, STRIKES
from derive.reading.latex.tokens import Tok, group, is_unseen
from derive.reading.source import Source

_SCRIPTS = frozenset({"_", "^", "'"})
#: What joins a box to what stands in it.
_JOINING = _SCRIPTS | {"+", "-", *OPERATIONS}
_FACTORS = frozenset({"letter", "digit", "number"})


def argument_of(source: Source, found: Sequence[Tok], at: int) -> tuple[int, int, int]:
    """Where what is decorated begins and ends, and the position after it; raises `ReadError` around words, or nothing."""
    position = after_arguments(source, found, at, DECORATIONS[found[at].text])
    if position < len(found) and found[position].text in ("}", "[", "("):
        raise source.error(found[at].at, f"{found[at].text} around no formula", "an argument in braces")
    after = group(source, found, position)[1]
    braced = position < len(found) and found[position].text == "{"
    begin, end = position + braced, after - braced
    if found[at].text in IN_TEXT:
        end -= end > begin and found[end - 1].text in (".", ",")  # of the sentence
        dollars = [n for n in range(begin, end) if found[n].text == "$"]
        if dollars != [begin, end - 1]:
            raise source.error(found[at].at, f"{found[at].text} around words", r"mathematics, as in \fbox{$x = y$}")
        begin, end = begin + 1, end - 1
    return begin, end, after


def after_arguments(source: Source, found: Sequence[Tok], at: int, count: int) -> int:
    """The position after arguments of a command that say how it looks, for some one in square brackets among them."""
    at += 1
    if at < len(found) and found[at].text == "[" and found[at - 1].text in BRACKETED:
        at = next((n + 1 for n in range(at, len(found)) if found[n].text == "]"), at)
    for _ in range(count):
        at = group(source, found, at)[1]
    return at


def is_flat(inside: Sequence[Tok], found: Sequence[Tok], after: int) -> bool:
    """Does a colour group nothing?  It does a sum, and a product with a script behind it, as braces would."""
    open_ended = not inside or {inside[0].text, inside[-1].text} & {"+", "-", *OPERATIONS}
    sums = any(token.text in ("+", "-") for token in inside)
    scripted = len(inside) > 1 and after < len(found) and found[after].text in _SCRIPTS
    return bool(open_ended) or not (sums or scripted)


def silent(source: Source, found: Sequence[Tok], macros: Macros | None = None) -> list[int]:
    """The positions of the tokens that decorate whole relations, and of those that begin a colour; so of macros for them."""
    macros = macros or Macros()
    if any(token.text in DEFINING for token in found):  # nobody knows which of them are in force where
        macros = Macros({name: Macro(0, ()) for name in macros.collected(source, found).table})
    return _within(source, found, 0, len(found), macros)[1]


def _within(source: Source, found: Sequence[Tok], at: int, stop: int, macros: Macros) -> tuple[bool, list[int]]:
    """Is there a relation between two positions, outside of arguments; and what decorates there."""
    related, gone = False, list[int]()
    while at < stop:
        token, start = found[at], at
        is_box = token.text in DECORATIONS.keys() - BRACES.keys() - STRIKES - macros.table.keys()
        if token.text == r"\color" and token.text not in macros.table:
            at = after_arguments(source, found, at, 1)
            gone += range(start, at)
        elif decorated := _decorated(source, found, at, is_box, macros):
            begin, end, at, visible = decorated
            inside, inner = _within(source, found, begin, end, macros)
            if inside and not _is_joined(found, start, at, visible):
                related = True
                gone += [*range(start, begin), *inner, *range(end, at)]
        elif token.kind == "command" and token.text not in RELATIONS and token.text not in OPERATIONS:
            at += 1
            while at < stop and found[at].text == "{":
                at = group(source, found, at)[1]
        elif token.text in _SCRIPTS and token.text != "'":
            command = at + 1 < stop and found[at + 1].kind == "command"
            at = group(source, found, at + 1)[1]
            while command and at < stop and found[at].text == "{":  # _\boxed{…}, which is no box of a relation
                at = group(source, found, at)[1]
        else:
            related = related or token.text in RELATIONS
            at += 1
    return related, gone


def _decorated(
    source: Source, found: Sequence[Tok], at: int, is_box: bool, macros: Macros
) -> tuple[int, int, int, bool] | None:
    """Where what a box, braces or a macro for them holds begins and ends, the position after it; is there a box to see?"""
    if is_box:
        return *argument_of(source, found, at), found[at].text not in COLOURS
    if found[at].text == "{":
        after = group(source, found, at)[1]
        return at + 1, after - 1, after, False
    return _of_macro(source, found, at, macros)


def _of_macro(source: Source, found: Sequence[Tok], at: int, macros: Macros) -> tuple[int, int, int, bool] | None:
    r"""The same of the last argument of a macro that only decorates it, ``\textcolor{red}{#1}``; None of any other."""
    macro = macros.table.get(found[at].text) if found[at].kind == "command" else None
    if macro is None or not macro.count or macro.default is not None:
        return None
    begin = after = at + 1
    for _ in range(macro.count):
        if after >= len(found) or found[after].text != "{":
            return None
        begin, after = after + 1, group(source, found, after)[1]
    relation = Tok("sign", "=", found[begin - 1].end, end=found[begin - 1].end)
    try:
        made = macros.expand(source, [*found[at:begin], relation, found[after - 1]])
        gone = set(_within(source, made, 0, len(made), Macros())[1])
    except InputError:  # said where the formula is read
        return None
    left = [token for n, token in enumerate(made) if n not in gone and not is_unseen(token)]
    if any(token.spaced for name in _used(found[at].text, macros) for token in macros.table[name].body):
        return None  # a gap that could set apart what stands in it
    visible = any(token.text in DECORATIONS and token.text not in COLOURS for token in made)
    return (begin, after - 1, after, visible) if left == [relation] else None


def _used(name: str, macros: Macros) -> frozenset[str]:
    """A macro, and those that it is made of."""
    found, more = frozenset[str](), frozenset([name])
    while more:
        found |= more
        more = frozenset(token.text for each in more for token in macros.table[each].body) & macros.table.keys() - found
    return found


def _is_joined(found: Sequence[Tok], start: int, stop: int, visible: bool) -> bool:
    """Does a script, or beside a visible box a factor or a term, belong to what is decorated as a whole?"""
    sides = [(found[start - 1], found[start].spaced)] if start and visible else []
    if stop < len(found):
        sides.append((found[stop], found[stop].spaced or not visible))
        if found[stop].text in _SCRIPTS:
            return True
    return any((one.kind in _FACTORS and not apart) or (visible and one.text in _JOINING) for one, apart in sides)
