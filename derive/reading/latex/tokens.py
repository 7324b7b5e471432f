r"""LaTeX → tokens, each with the offset it was written at.

A token is what TeX would see: a command, a letter, a digit, a sign; ``\text{…}``, ``\label{…}`` and their like are one token
with what they contain.  A token knows whether explicit space (``\,``, ``~``, ``\quad``) stands before it, since
``\mu\,(a + b)`` is a product to those who print a function as ``\mu(a + b)``.  Nothing is ever executed: a command that TeX
would obey, such as ``\input``, is a word that no grammar knows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from derive.errors import LimitError, ReadError
from derive.reading.source import MAX_LENGTH, MAX_NESTING, Source

#: The most tokens a formula may have, its macros expanded.
MAX_TOKENS = 20_000

#: Commands whose argument is words, which may be a name.
WORDS = ("text", "textrm", "textit", "textbf", "textsf", "textup", "textnormal", "mbox")

#: Commands whose argument is text, not mathematics.
TEXTUAL = (*WORDS, "intertext", "label", "tag", "begin", "end")

#: Space that its author asked for.
SPACES = frozenset(
    {r"\,", r"\;", r"\:", r"\ ", r"\>", r"\quad", r"\qquad", r"\thinspace", r"\enspace", r"\medspace", "~"}
)

#: What may follow ``\\\\`` directly: a star, a length.
AFTER_ROW = re.compile(r"\*?(?:\s*\[\s*-?[\d.]*\s*(?:[a-z]{2}|\\[A-Za-z]+)\s*\])?")

_TOKEN = re.compile(
    r"(?P<comment>%[^\n]*)|(?P<blank>\s+)"
    rf"|\\(?P<textual>{'|'.join(TEXTUAL)})\*?\s*(?=\{{)"
    r"|(?P<command>\\[A-Za-z]+|\\.)|(?P<number>[0-9]+\.[0-9]+)|(?P<digit>[0-9])|(?P<letter>[A-Za-z])|(?P<sign>.)",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Tok:
    """A token; ``kind`` is command, letter, digit, number, sign, or a textual command, whose ``text`` is what it holds."""

    kind: str
    text: str
    at: int
    spaced: bool = False
    end: int = 0


def tokens(source: Source, begin: int = 0, end: int | None = None, strict: bool = True) -> list[Tok]:
    """The tokens of a part of a text; spaces and comments are left out.

    Not ``strict``, it takes any text of any length, such as a preamble.  Otherwise raises `LimitError` for what is too long
    or nested too deep, `ReadError` for signs that LaTeX does not print and for braces that do not match.
    """
    end = len(source.text) if end is None else end
    if strict and end - begin > MAX_LENGTH:
        raise LimitError(f"a formula of {end - begin} characters; the limit is {MAX_LENGTH}", hint="split it")
    found: list[Tok] = []
    opened: list[int] = []
    at, spaced = begin, False
    while at < end:
        match = _TOKEN.match(source.text, at, end)
        if match is None:
            raise source.error(at, source.character(at), "LaTeX")
        kind, text, start = str(match.lastgroup), match[0], at
        at = match.end()
        if kind in ("comment", "blank"):
            continue
        if kind == "textual":
            kind = match["textual"]
            at = _closing(source, at, end) if strict else _closed(source, at, end)
            text = source.text[match.end() + 1 : at - 1]
        elif text in SPACES:
            spaced = True
            continue
        elif not strict:
            pass
        elif kind == "sign" and text in "{}":
            _nest(source, text, start, opened)
        elif kind == "sign" and not (text.isascii() and text.isprintable()):
            raise source.error(start, source.character(start), "LaTeX", "write the command of LaTeX")
        found.append(Tok(kind, text, start, spaced, at))
        spaced = False
    if opened:
        raise source.error(opened[-1], "a brace { that is never closed", "its closing brace")
    if strict:
        check_nesting(source, found)
    return found


def _nest(source: Source, text: str, at: int, opened: list[int]) -> None:
    if text == "{":
        opened.append(at)
        if len(opened) > MAX_NESTING:
            raise source.fail(at, f"braces nested deeper than {MAX_NESTING}", "name a part of it with let", LimitError)
    elif not opened:
        raise source.error(at, "a closing brace }", "what it closes")
    else:
        opened.pop()


def check_nesting(source: Source, found: Sequence[Tok]) -> None:
    """Refuse more than `MAX_NESTING` brackets of any kind in each other; everything after may then recurse."""
    depth = 0
    for token in found:
        if token.kind == "sign" and token.text in "{([":
            depth += 1
            if depth > MAX_NESTING:
                message = f"brackets nested deeper than {MAX_NESTING}"
                raise source.fail(token.at, message, "name a part of it with let", LimitError)
        elif token.kind == "sign" and token.text in "})]":
            depth = max(depth - 1, 0)


def _closing(source: Source, at: int, end: int) -> int:
    """The offset after the brace that closes the one at ``at``."""
    depth, start = 0, at
    while at < end:
        character = source.text[at]
        if character == "\\":
            at += 1
        elif character == "{":
            depth += 1
        elif character == "}":
            depth -= 1
            if not depth:
                return at + 1
        at += 1
    raise source.error(start, "a brace { that is never closed", "its closing brace")


def _closed(source: Source, at: int, end: int) -> int:
    """The offset after the brace that closes the one at ``at``; ``at`` itself if it is never closed."""
    try:
        return _closing(source, at, end)
    except ReadError:
        return at


def group(source: Source, found: Sequence[Tok], at: int) -> tuple[list[Tok], int]:
    """The argument at position ``at``, without its braces, and the position after it: a group, or one token."""
    if at >= len(found):
        place = found[-1] if found else None
        raise source.error(place.end if place else 0, "the end", "an argument in braces")
    token = found[at]
    if token.text != "{" or token.kind != "sign":
        return [token], at + 1
    depth, position = 0, at
    while position < len(found):
        if found[position].kind == "sign":
            depth += (found[position].text == "{") - (found[position].text == "}")
            if not depth:
                return list(found[at + 1 : position]), position + 1
        position += 1
    raise source.error(token.at, "a brace { that is never closed", "its closing brace")
