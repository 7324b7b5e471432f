r"""Environments of matrices → lexemes: cells between ``&`` and ``\\``, each a formula of its own.

``array`` and ``matrix`` have no brackets of their own: what they are depends on what stands around them, which
`derive.reading.latex.matrices` looks at.  Rows of different lengths, an entry that is missing, lines and cells over several
columns are errors here, with their places.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from derive.language.terms import MAX_WRITTEN
from derive.reading.latex.ellipses import has_dots, pattern_of
from derive.reading.latex.signs import REFUSED, TABLES
from derive.reading.latex.spelling import Lexeme
from derive.reading.latex.tokens import IS_LENGTH, ROWS, Tok, group, in_script, no_length

if TYPE_CHECKING:
    from derive.reading.latex.arrange import Arrangement

#: Commands that draw lines, or have cells over several columns or rows.
_LINES = frozenset({r"\hline", r"\cline", r"\hdashline", r"\toprule", r"\midrule", r"\bottomrule", r"\hdotsfor",
                    r"\multicolumn", r"\multirow", r"\noalign", r"\tabularnewline"})  # fmt: skip


def environment(here: Arrangement, found: Sequence[Tok], at: int, made: list[Lexeme]) -> int:
    r"""Arrange the environment that begins at a position; the position after it."""
    begin = found[at]
    name = begin.text.strip()
    plain = name.removesuffix("*")
    if begin.kind == "end" or plain not in TABLES:
        if what := REFUSED.get(plain):
            raise here.error(begin.at, f"{what}, which is not in the language", "a declared name")
        raise here.error(begin.at, rf"\{begin.kind}{{{name[:30]}}}", "mathematics in one environment")
    if in_script(made):
        raise here.error(begin.at, "a matrix written out in a script", "a name for it: % derive: let A = …")
    end = _end(here, found, at)
    start = _specified(here, found, at + 1, end, name)
    rows = _rows(here, found[start:end], begin)
    opening = Lexeme("BEGIN", plain, begin.at, begin.spaced, begin.end)
    if has_dots(rows):
        pattern = pattern_of(here, rows, begin, found)
        opening = replace(opening, mark=" ".join((pattern.kind, *(f"{name} {dim}" for name, dim in pattern.indices))))
        rows = [[list(entry) for entry in pattern.entries]]
    made.append(opening)
    for number, row in enumerate(rows):
        if number:
            made.append(Lexeme("NEXT", r"\\", row[0][0].at, False, row[0][0].at))
        for column, cell in enumerate(row):
            if column:
                made.append(Lexeme("CELL", "&", cell[0].at, False, cell[0].at))
            outer, here.in_cell = here.in_cell, True  # in which no words are remarks
            here.each(cell, made)
            here.in_cell = outer
    made.append(Lexeme("END", rf"\end{{{name}}}", found[end].at, False, found[end].end))
    return end + 1


def _end(here: Arrangement, found: Sequence[Tok], at: int) -> int:
    depth = 0
    for position in range(at, len(found)):
        depth += (found[position].kind == "begin") - (found[position].kind == "end")
        if not depth:
            if found[position].text.strip() != found[at].text.strip():
                wanted = rf"\end{{{found[at].text.strip()[:30]}}}"
                raise here.error(found[position].at, rf"\end{{{found[position].text.strip()[:30]}}}", wanted)
            return position
    raise here.error(found[at].at, rf"\begin{{{found[at].text.strip()[:30]}}} that is never closed", "its end")


def _specified(here: Arrangement, found: Sequence[Tok], at: int, end: int, name: str) -> int:
    r"""The position after the columns of an array, ``{rrr}``, and after where those of ``pmatrix*`` stand."""
    starred, array = name.endswith("*"), name == "array"
    if (starred or array) and at < end and found[at].text == "[":
        close = next((n for n in range(at, end) if found[n].text == "]"), end)
        if [token.text for token in found[at + 1 : close]] not in (["l"], ["r"], ["c"], ["t"], ["b"]):
            raise here.error(found[at].at, f"an argument of {name}", "[l], [c] or [r]")
        at = close + 1
    if not array:
        return at
    if at >= end or found[at].text != "{":
        raise here.error(found[at].at, "an array without its columns", r"\begin{array}{cc}")
    inside, after = group(here.source, found, at)
    strange = next((token for token in inside if token.text not in ("l", "c", "r")), None)
    if strange is not None:
        hint = r"write \begin{array}{cc} with l, c and r alone; blocks that lines part are matrices of their own"
        raise here.error(strange.at, f"'{strange.text[:20]}' among the columns of an array", "l, c or r", hint)
    return after


def _rows(here: Arrangement, found: Sequence[Tok], begin: Tok) -> list[list[list[Tok]]]:
    """The cells of each row; raises `ReadError` where rows differ in length, or an entry is missing."""
    rows: list[list[list[Tok]]] = [[[]]]
    ends = [begin.end]
    depth = braces = position = 0
    while position < len(found):
        token = found[position]
        position += 1
        depth += (token.kind == "begin") - (token.kind == "end")
        if token.kind == "sign":
            braces += (token.text == "{") - (token.text == "}")
            if braces < 0:
                raise here.error(token.at, "a closing brace } in a matrix", "what it closes in the same entry")
        part = token.text if not depth and token.kind in ("sign", "command") else ""
        if part in _LINES:
            raise here.error(token.at, f"{token.text} in a matrix", "entries between & and \\\\")
        if (part == "&" or part in ROWS) and braces:
            raise here.error(token.at, f"{token.text} inside of braces", "an entry that is closed before it")
        if part == "&":
            rows[-1].append([])
        elif part in ROWS:
            rows.append([[]])
            position = _after_row(here, found, position) if part == r"\\" else position
        else:
            rows[-1][-1].append(token)
            continue
        ends.append(token.at)
    if braces:
        raise here.error(begin.at, "a matrix with a brace { that is not closed in it", "its closing brace")
    if len(rows) > 1 and rows[-1] == [[]]:
        rows.pop()
    if has_dots(rows):
        return rows
    width = len(rows[0])
    places = iter(ends)
    for number, row in enumerate(rows, start=1):
        for column, cell in enumerate(row, start=1):
            place = next(places)
            if not cell:
                where = f"row {number}, column {column}"
                raise here.error(place, f"a matrix with no entry in {where}", "an entry; a 0 is written")
        if len(row) != width:
            said = f"a matrix with {width} entr{'y' if width == 1 else 'ies'} in row 1 and {len(row)} in row {number}"
            raise here.error(row[-1][0].at, said, "rows of one length", "an & too much, or one too few?")
    if max(len(rows), width) > MAX_WRITTEN:
        said = f"a matrix of {len(rows)} rows and {width} columns written out"
        raise here.error(begin.at, said, f"up to {MAX_WRITTEN} of each", "declare a name for it: matrix A : N x N")
    return rows


def _after_row(here: Arrangement, found: Sequence[Tok], at: int) -> int:
    r"""The position after the star and the length of ``\\*[2pt]``; raises `ReadError` for a bracket that is no length."""
    at += at < len(found) and found[at].text == "*"
    if at == len(found) or found[at].text != "[":
        return at
    close = next((n for n in range(at, len(found)) if found[n].text == "]"), at)
    if IS_LENGTH.fullmatch("".join(token.text for token in found[at + 1 : close])):
        return close + 1
    if found[at].spaced:
        return at
    raise no_length(here.source, found[at].at)


def aligned(found: Sequence[Tok]) -> bool:
    """Does an & stand among tokens outside of what is an environment within them?"""
    depth = 0
    for token in found:
        depth += (token.kind == "begin") - (token.kind == "end")
        if not depth and token.text == "&":
            return True
    return False
