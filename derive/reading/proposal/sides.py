r"""Displays → chains for who asks what the names in them are: each side as a tree, or as what is not understood.

Nothing is declared yet.  So macros are expanded, and a side that no grammar reads takes nothing away from its neighbours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from derive.errors import InputError, ReadError
from derive.reading.latex.arrange import Arrangement
from derive.reading.latex.bars import pairings
from derive.reading.latex.context import Context
from derive.reading.latex.grammar import parse
from derive.reading.latex.macros import Macros
from derive.reading.latex.signs import RELATIONS
from derive.reading.latex.syntax import Node
from derive.reading.latex.tokens import TEXTUAL, WORDS, Tok, tokens
from derive.reading.paper.formulas import Formula, formulas_of
from derive.reading.paper.units import units
from derive.reading.source import Source

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
#: Words in italics: MSE alone on a side, softmax(…).  In mathematics that is a product of letters.
_RUN = re.compile(r"[A-Z][A-Za-z]{2,}(?: ?[-+/] ?[A-Z][A-Za-z]{2,})*$|.*?(?<![A-Za-z\\{])[A-Za-z]{3,}(?=\()")
_RANGE = re.compile(r"([A-Za-z])\s*=\s*1\s*,\s*\\[lc]?dots\s*,\s*(\\?[A-Za-z]+)")
_LAYOUT = ("&", r"\\", r"\nonumber", r"\notag", r"\hfill", r"\qedhere")
_NOTHING = Context()


@dataclass(frozen=True)
class Side:
    """One side of a relation, its macros expanded: ``node`` is None where it is not understood, and ``why`` says why."""

    text: str
    node: Node | None
    why: str = ""


@dataclass(frozen=True)
class Line:
    """side relation side …, with the relations of `RELATIONS`."""

    sides: tuple[Side, ...]
    relations: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The whole chain."""
        words = {"<=": r"\le", ">=": r"\ge", "!=": r"\ne", "~": r"\approx"}
        parts = [self.sides[0].text]
        for sign, side in zip(self.relations, self.sides[1:], strict=True):
            parts += [words.get(sign, sign), side.text]
        return " ".join(parts)


def lines_of(display: str, macros: Macros) -> list[Line]:
    """The chains of a display, in order; what LaTeX itself could not read is a side that is not understood."""
    source = Source(display)
    try:
        ends = [unit for unit in units(source, 0, len(display), macros) if unit.kind in ("row", "comma")]
    except InputError as error:
        return [_unread(display, error)]
    try:
        return list(_lines(source, 0, len(display), macros))
    except InputError:  # what could be cut in two ways is cut wherever it may be
        made: list[Line] = []
        for begin, end in pairwise([0, *(unit.end for unit in ends if not unit.inside), len(display)]):
            try:
                made += _lines(source, begin, end, macros)
            except InputError as error:
                made.append(_unread(display[begin:end], error))
        return made


def ranges_of(display: str) -> list[tuple[str, str]]:
    r"""The letters and sizes of i = 1, \dots, N."""
    return _RANGE.findall(display)


def _unread(text: str, error: InputError) -> Line:
    return Line((Side(" ".join(text.split()), None, _why(error)),))


def _lines(source: Source, begin: int, end: int, macros: Macros) -> Iterator[Line]:
    last: dict[int, Side] = {}
    for formula in formulas_of(source, begin, end, "align", macros).formulas:
        sides = [_side(source, *edges, macros) for edges in formula.sides]
        if formula.goes_on:
            sides[0] = last.get(formula.column, sides[0])
        last[formula.column] = sides[-1]
        yield Line(tuple(sides), tuple(_relation(source, formula, macros)))


def _relation(source: Source, formula: Formula, macros: Macros) -> Iterator[str]:
    """What the relation signs of a formula say; a sign set over or under another is a definition."""
    for begin, end in formula.signs:
        found = [token.text for token in macros.expand(source, tokens(source, begin, end))]
        plain = [RELATIONS[text] for text in found if text in RELATIONS]
        special = ":=" if ":" in found or r"\overset" in found or r"\stackrel" in found else ""
        yield "!=" if r"\not" in found else special if special and plain == ["="] else plain[-1] if plain else "~"


def _side(source: Source, begin: int, end: int, macros: Macros) -> Side:
    """The side between two offsets, read with nothing declared."""
    text = ""
    try:
        found = macros.expand(source, tokens(source, begin, end))
        text = spelled(_said([t for t in found if t.kind not in ("label", "tag") and t.text not in _LAYOUT]))
        if _RUN.match(text):
            return Side(text, None, r"a name of several letters, or a product? A name is written \mathrm{…}")
        own = Source(text)
        first: InputError | None = None
        for lexemes in pairings(own, Arrangement(own, _NOTHING).lexemes(tokens(own))):
            try:
                return Side(text, parse(own, lexemes, "expr", len(text)) if text else None)
            except InputError as error:
                first = first or error
        why = _why(first) if first else ""
    except (InputError, RecursionError) as error:
        why = _why(error)
    return Side(text or " ".join(source.text[begin:end].split()), None, why)


def _said(found: list[Tok]) -> list[Tok]:
    """Without a remark and what follows it; a word that stands as a name does is none."""
    depth = 0
    for at, token in enumerate(found):
        depth += (token.text == "{") - (token.text == "}") if token.kind == "sign" else 0
        if token.kind in WORDS and not depth and len(found) > 1:
            beside = [found[at - 1].text if at else "", found[at + 1].text if at + 1 < len(found) else ""]
            if beside[0] not in ("_", "^") and beside[1] not in ("(", "[", "_", "^", r"\left"):
                return found[:at]
    return found


def spelled(found: Sequence[Tok]) -> str:
    """Tokens as LaTeX on one line, without a full stop or comma at the end."""
    end = len(found)
    while end and found[end - 1].text in (".", ",", ";"):
        end -= 1
    made, before = "", None
    for token in found[:end]:
        text = rf"\{token.kind}{{{' '.join(token.text.split())}}}" if token.kind in TEXTUAL else token.text
        if token.kind in WORDS and _WORD.fullmatch(token.text.strip()):
            text = rf"\mathrm{{{token.text.strip()}}}"
        if before is not None:
            command = before.kind == "command" and before.text[-1].isalpha() and text[0].isalpha()
            # All that comes from the body of a macro has the place of its call.
            made += " " if command or token.at not in (before.end, before.at) else ""
            made += r"\, " if token.spaced else ""
        made, before = made + text, token
    made = re.sub(r"(?<!\\) ?([_^]) ?", r"\1", made)
    return re.sub(r"(?<=[{(\[]) | (?=[})\],.'])|(?<=[A-Za-z]) (?=\{)", "", made)


def _why(error: Exception) -> str:
    """What an error found, in a few words of one line."""
    found = error.found if isinstance(error, ReadError) else str(error.args[0]) if error.args else "too deep"
    return " ".join(found.split())[:60]
