r"""Names of several signs where they stand: what a mark is around, ``\bm{X\beta}``; names with a ∂, ``\partial y``.

An accent over a name with its scripts is that of the name, ``\hat{x_k}``, where nothing else can be meant.  A mark around
several things is printed as one around each, and a name that is declared so wins: ``\mathbf{d\bar y}``.
A ∂ above or below a bar, with one on its other side, makes a derivative of it, whatever is declared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from derive.reading.latex.context import Context
from derive.reading.latex.signs import ARGUMENTS, FRACTIONS
from derive.reading.latex.spelling import (
    ACCENTS,
    MARKS,
    PARTIAL,
    Key,
    accented,
    name_at,
    prefixed,
    read_key,
    script_text,
)
from derive.reading.latex.tokens import WORDS, Tok, after_letters, group
from derive.reading.source import Source

#: Marks that are no fonts: around several things they stand for one.
_ARROWS = frozenset({r"\vec", r"\overrightarrow", r"\underline", r"\vect", r"\bf", r"\sf"})
#: What is no formula that a mark could be around.
_OTHERS = frozenset({*WORDS, "begin", "end", "label"})
_SCRIPTS = frozenset({"_", "^", "'"})

Known = Callable[[str], bool]


def marked_apart(source: Source, found: Sequence[Tok], known: Known) -> list[Tok]:
    r"""Tokens with a mark around each name that one is around: ``\mathbf{v}_j`` for ``\mathbf{v_j}``, printed alike.

    ``known``: is a core that of a declared name?
    """
    made: list[Tok] = []
    at = 0
    while at < len(found):
        token, start = found[at], at
        at += 1
        if token.text not in MARKS or token.kind != "command" or at >= len(found) or found[at].text != "{":
            made.append(token)
            continue
        inside, after = group(source, found, at)
        name, _ = name_at(source, found, start)
        words = name is not None and (
            (name.text.isalpha() and len(name.text) > 1) or prefixed(source, inside, 0, True)[0]
        )
        label = words and start > 0 and found[start - 1].text in ("_", "^") and len(inside) > 2  # \beta_\mathbf{OLS}
        apart = name is None or (words and not label and not known(name.text))
        parts = _parts(source, inside, token, known) if apart else None
        if parts is None:
            made += found[start:after]
        else:
            before, behind = (each.text for each in (found[start - 1], found[after] if after < len(found) else token))
            grouped = _adds(inside) or behind in _SCRIPTS or (start > 0 and before in ARGUMENTS)
            braces = [replace(found[place], spaced=False) for place in (at, after - 1)] if grouped else []
            made += [*braces[:1], *parts, *braces[1:]]
        at = after
    return made


def accents_apart(source: Source, found: Sequence[Tok], context: Context) -> list[Tok]:
    r"""Tokens with an accent around a declared name alone, ``\hat{x}_k`` for ``\hat{x_k}``, one name with scripts, or a row.

    It is not one where x_k is a name of its own and \hat x_k is none, or what the accent says of anything is declared; what
    may be an exponent is one, unless a name is declared with it.
    """
    made = list(found)
    for at in reversed(range(len(found) - 1)):  # what is inside first
        token = made[at]
        if token.text not in ACCENTS or token.kind != "command" or made[at + 1].text != "{":
            continue
        inside, after = group(source, made, at + 1)
        inside = marked_apart(source, inside, context.is_word)
        end = name_at(source, inside, 0)[1] if inside else 0
        if not 0 < end < len(inside) == _after_scripts(source, inside, end):
            continue
        opening, closing = replace(made[at + 1], spaced=False), replace(made[after - 1], spaced=False)
        bare, scripts = [token, opening, *inside[:end], closing], inside[end:]
        if _is_accented(source, [token, opening, *inside, closing], bare, inside, context):
            behind = made[after].text if after < len(made) else ""
            grouped = behind in _SCRIPTS or (at > 0 and made[at - 1].text in ARGUMENTS)
            made[at:after] = [opening, *bare, *scripts, closing] if grouped else [*bare, *scripts]
    return made


def accented_component(source: Source, found: Sequence[Tok], context: Context) -> Sequence[Tok]:
    r"""The tokens ``\overline a_{ij}`` of a name that is defined as ``\overline{a_{ij}}``, i and j declared indices."""
    if len(found) < 2 or found[0].text not in ACCENTS or found[1].text != "{":
        return found
    inside, after = group(source, found, 1)
    end = name_at(source, inside, 0)[1] if inside else 0
    if after < len(found) or not 0 < end < len(inside) or inside[end].text != "_":
        return found
    indices, stop = script_text(source, inside, end + 1)
    if stop < len(inside) or not all(context.index(Key(word)) for word in _words(indices)):
        return found
    return [*found[:2], *inside[:end], found[after - 1], *inside[end:]]


def _is_accented(
    source: Source, written: Sequence[Tok], bare: Sequence[Tok], inside: Sequence[Tok], context: Context
) -> bool:
    """Is what is ``written`` with an accent over a name and its scripts the name with the accent, and then the scripts?"""
    name, known = name_at(source, bare, 0)[0], read_key(source, inside)
    if name is None or known is None or context.printed:
        return False
    if not context.is_word(name.text) and name.text not in context.families:
        return False
    accent, (key, _) = ACCENTS[written[0].text], known
    if key.primes or context.is_word(accented(source, written, 0)[0].text) or accent in context.definitions:
        return False
    own = [other for other in context.keys.table if other.core == name.text]
    line = key.core in context.families and len(_words(key.sub)) == 1  # \overline{x_i} of a row x_i
    if (rf"\{accent}", "") in context.operators or (line and name.text not in context.families):
        return False
    if key.sup and not re.fullmatch(r"\( .* \)", key.sup) and all(other.sup != key.sup for other in own):
        return False
    other_name = (
        any(context.names(Key(key.core, key.sub, sup), "", True) for sup in {"", key.sup}) if key.sub else False
    )
    return not other_name or any(each.sub == key.sub for each in own)


def _words(sub: str) -> list[str]:
    """The words of a subscript."""
    return [word for word in sub.split() if word != ","]


def _adds(inside: Sequence[Tok]) -> bool:
    """Is a sum in a mark, outside of parentheses?"""
    depth = 0
    for token in inside:
        depth += (token.text in ("(", "[", "{")) - (token.text in (")", "]", "}"))
        if not depth and token.text in ("+", "-"):
            return True
    return False


def _parts(source: Source, inside: Sequence[Tok], mark: Tok, known: Known) -> list[Tok] | None:
    """What a mark is around, each name with its own; None where something else stands in it, or it is no font."""
    made: list[Tok] = []
    at = depth = 0
    while at < len(inside):
        depth += (inside[at].text == "{") - (inside[at].text == "}")
        stop = at if depth and inside[at].text in ("0", "1") else _name_end(source, inside, at, known)
        if stop == at and mark.text not in _ARROWS and inside[at].kind not in _OTHERS:
            scripted = inside[at].text in ("_", "^") and at
            after = script_text(source, inside, at + 1)[1] if scripted and at + 1 < len(inside) else at + 1
            if inside[at].text in ("_", "^") and after == at + 1:
                return None
            made += inside[at:after]
            at = after
            continue
        after = _after_scripts(source, inside, stop)
        if stop == at or (mark.text in _ARROWS and (at or after < len(inside))):
            return None
        opening, closing = (replace(inside[at], kind="sign", text=brace, spaced=False) for brace in "{}")
        made += [replace(mark, at=inside[at].at, spaced=inside[at].spaced), opening, *inside[at:stop], closing]
        made += inside[stop:after]
        at = after
    return made


def _name_end(source: Source, found: Sequence[Tok], at: int, known: Known) -> int:
    """The position after the longest name at a position that is declared, after one letter, 0 or 1; or itself."""
    for stop in range(after_letters(found, at, len(found)), at + 1, -1):
        if known("".join(token.text for token in found[at:stop])):
            return stop
    whole, after = prefixed(source, found, at, partial=True)
    if whole is not None and known(whole.text):
        return after
    if found[at].text in ("0", "1"):
        return at + (at + 1 == len(found) or found[at + 1].kind != "digit")
    return name_at(source, found, at)[1]


def _after_scripts(source: Source, found: Sequence[Tok], at: int) -> int:
    """The position after the scripts at a position."""
    while at < len(found) and (found[at].text == "'" or (found[at].text in _SCRIPTS and at + 1 < len(found))):
        at = at + 1 if found[at].text == "'" else script_text(source, found, at + 1)[1]
    return at


def partials_named(source: Source, found: Sequence[Tok], known: Known) -> list[Tok]:
    r"""Tokens with one for each declared name such as ``\partial y``, where no derivative is written."""
    if not any(token.text == PARTIAL for token in found):
        return list(found)
    signs, made, at = set(_signs(source, found)), list[Tok](), 0
    while at < len(found):
        named = found[at].text == PARTIAL and at not in signs
        whole, after = prefixed(source, found, at, partial=True) if named else (None, at)
        if whole is None or not known(whole.text):
            whole, after = None, at + 1
        made.append(whole or found[at])
        at = after
    return made


def _signs(source: Source, found: Sequence[Tok]) -> Iterator[int]:
    r"""The positions of the ∂ of derivatives that are written as fractions: ``\frac{\partial …}{\partial x \partial y}``."""
    for at, token in enumerate(found):
        if token.kind != "command" or token.text not in FRACTIONS:
            continue
        middle = group(source, found, at + 1)[1]
        end = group(source, found, middle)[1]
        above, below = (begin + (found[begin].text == "{") for begin in (at + 1, middle))
        if found[above].text == found[below].text == PARTIAL:
            yield above
            yield from range(below, end)
