r"""LaTeX → tokens, each with the offset it was written at, and what is only layout among them.

A token is what TeX would see: a command, a letter, a digit, a sign; ``\text{…}``, ``\label{…}`` and their like are one token
with what they contain.  A token knows whether explicit space (``\,``, ``~``, ``\quad``) stands before it, since
``\mu\,(a + b)`` is a product to those who print a function as ``\mu(a + b)``.  Nothing is ever executed: a command that TeX
would obey, such as ``\input``, is a word that no grammar knows.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from derive.errors import LimitError, ReadError
from derive.reading.latex.glyphs import ACCENT, TYPED, TYPED_ABOVE, TYPED_SIGNS, WIDE, accented_letter
from derive.reading.source import MAX_LENGTH, MAX_NESTING, Source

#: The most tokens a formula may have, its macros expanded.
MAX_TOKENS = 20_000

#: Of how many parts of texts the tokens are remembered: many ask for those of a display, in each reading of a paper.
_REMEMBERED = 256

#: Commands whose argument is words, which may be a name.
WORDS = ("text", "textrm", "textit", "textbf", "textsf", "textup", "textnormal", "textsc", "mbox")

#: Commands whose argument is text, not mathematics.
TEXTUAL = (*WORDS, "intertext", "shortintertext", "label", "tag", "require", "begin", "end")

#: Space that its author asked for.
SPACES = frozenset({r"\,", r"\;", r"\:", r"\ ", "\\\n", "\\\t", r"\>", r"\quad", r"\qquad", r"\thinspace", r"\enspace",
                    r"\medspace", r"\space", "~"})  # fmt: skip

#: A space so wide that it parts what stands beside it.
WIDE_GAP = re.compile(
    r"\\q?quad|\\enspace|\\enskip|(?:(?:~|\\ )\s*){2}|\\(?:text|mbox|hbox|textrm)\s*\{(?:\s|~|\\ ){2,}\}"
)
#: What ends a row.
ROWS = frozenset({r"\\", r"\newline", r"\cr"})
#: What may follow ``\\\\`` directly: a star, a length.
_LENGTH = r"-?[\d.]*\s*(?:[a-z]{2}|\\[A-Za-z]+)"
AFTER_ROW = re.compile(rf"\*?(?:\s*\[\s*{_LENGTH}\s*\])?")
IS_LENGTH = re.compile(_LENGTH)

_TOKEN = re.compile(
    r"(?P<comment>%[^\n]*)|(?P<blank>\s+)"
    rf"|\\(?P<textual>{'|'.join(TEXTUAL)})\*?\s*(?=\{{)"
    r"|(?P<tag>\\(?:tag\*?|label)\s*[0-9A-Za-z*](?![0-9A-Za-z]))"
    r"|(?P<command>\\[A-Za-z]+|\\.|\.\.\.(?!\.))|(?P<number>(?<![0-9])[0-9]+\.[0-9]+)|(?P<digit>[0-9])|(?P<letter>[A-Za-z])|(?P<sign>.)",
    re.DOTALL,
)

#: A word that is shortened, ``\\text{const.}``, which is what it is without its full stop.
_SHORTENED = re.compile(r"[A-Za-z]+\.")
#: A switch of fonts with which words begin, ``\\mbox{\\bf diag}``.
_SWITCHED = re.compile(r"\s*\\(rm|it|bf|sf)(?![A-Za-z])\s*(?=[A-Za-z01]+\s*\Z)")

#: Commands of packages, and of wikis, for a sign, and that of LaTeX.
SPELLINGS = {r"\grad": r"\nabla", r"\gradient": r"\nabla", r"\triangledown": r"\nabla", r"\bigtriangledown": r"\nabla",
             r"\part": r"\partial", r"\sdot": r"\cdot", r"\infin": r"\infty", r"\isin": r"\in", r"\ast": "*",
             r"\parallel": r"\|", r"\bot": r"\perp"}  # fmt: skip

#: What \text holds and is no word.
_PUNCTUATION = (".", ",", ";")
#: Words of writings without small letters, which TeX sets as they are.
_EASTERN = re.compile(r"(?:[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]+[\u3001\u3002\uff0c\uff1a\uff1b]*)+")

#: Words that people write in letters of mathematics, with a space of their own behind them.
_WORD = re.compile(r"(if|for|where|when|and|otherwise|since|because|with|then)\s*(?=\\[ ,;:]|\\q?quad(?![A-Za-z])|~)")

#: A minus sign as people type it, or as an editor makes it of a hyphen.
_MINUS = frozenset("−–")


@dataclass(frozen=True, slots=True)
class Tok:
    """A token; ``kind`` is command, letter, digit, number, sign, or a textual command, whose ``text`` is what it holds.

    A ``name`` stands for the tokens of a name that is written as a formula.
    """

    kind: str
    text: str
    at: int
    spaced: bool = False
    end: int = 0


def after_row(source: Source, at: int) -> int:
    r"""The offset after what belongs to a ``\\`` that ends there; raises `ReadError` for a bracket that is no length."""
    if source.text.endswith((r"\newline", r"\cr"), 0, at):
        return at
    found = AFTER_ROW.match(source.text, at)
    end = at if found is None else found.end()
    if source.text.startswith("[", end):
        raise no_length(source, end)
    return end


def no_length(source: Source, at: int) -> ReadError:
    r"""The error for a bracket right behind ``\\``: TeX takes what it holds for a length."""
    hint = r"write \\[2pt] for more space, \\{} before a bracket that is mathematics"
    return source.error(at, r"a bracket right behind \\ that holds no length", "a length, or a space", hint)


def is_one_letter(token: Tok) -> bool:
    """Is a token a letter, or a command for a Greek one?"""
    return token.kind == "letter" or (
        token.kind == "command" and token.text in TYPED.values() and token.text[1:2].isalpha()
    )


def after_letters(found: Sequence[Tok], at: int, most: int) -> int:
    """The position after letters that stand side by side from a position on, so many at most."""
    stop, last = at, min(at + most, len(found))
    while stop < last and found[stop].kind == "letter" and (stop == at or found[stop - 1].end == found[stop].at):
        stop += 1
    return stop


def after_digits(found: Sequence[Tok], at: int) -> int:
    """The position after digits that are printed right behind what stands before a position."""
    while 0 < at < len(found) and found[at].kind == "digit" and not found[at].spaced:
        at += 1
    return at


def tokens(source: Source, begin: int = 0, end: int | None = None, strict: bool = True) -> list[Tok]:
    """The tokens of a part of a text; spaces and comments are left out.

    Not ``strict``, it takes any text of any length, such as a preamble.  Otherwise raises `LimitError` for what is too long
    or nested too deep, `ReadError` for signs that LaTeX does not print and for braces that do not match.
    """
    return list(_tokens(source, begin, len(source.text) if end is None else end, strict))


@lru_cache(maxsize=_REMEMBERED)
def _tokens(source: Source, begin: int, end: int, strict: bool) -> list[Tok]:
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
        if kind == "tag":
            text = text[-1]
        elif kind == "textual":
            kind = match["textual"].removeprefix("short")
            at = _closing(source, at, end) if strict else _closed(source, at, end)
            text = source.text[match.end() + 1 : at - 1]
            if kind in WORDS and text.isspace():  # \text{ }
                spaced = True
                continue
            if kind in WORDS and text.strip() in _PUNCTUATION:  # \text{.}
                kind, text = "sign", text.strip()
            if kind in WORDS and _SHORTENED.fullmatch(text):
                text = text[:-1]
            if switch := _SWITCHED.match(text):
                kind, text = f"text{switch[1]}", text[switch.end() :]
        elif text == "...":
            text = r"\dots"
        elif text in SPACES:
            spaced = True
            continue
        elif text in _MINUS:
            text = "-"
        elif strict and kind == "letter" and _begins(found, spaced) and (word := _WORD.match(source.text, start, end)):
            kind, text, at = "text", f"{word[1]} ", word.end(1)
        elif kind == "sign" and text in TYPED_ABOVE:
            found.append(Tok("sign", "^", start, spaced, start))
            (kind, text), spaced = TYPED_ABOVE[text], False
        elif strict and kind == "sign" and text in WIDE:
            text = WIDE[text]
            kind = "letter" if text.isalpha() else "digit" if text.isdecimal() else "sign"
        elif strict and kind == "sign" and (words := _EASTERN.match(source.text, start, end)):
            kind, text, at = "text", words[0], words.end()
        elif kind == "sign" and (letter := TYPED.get(text) or TYPED_SIGNS.get(text)):
            kind, text = "command", letter
        elif kind == "sign" and not text.isascii() and (parts := accented_letter(text)):
            found.append(Tok("command", parts[0], start, spaced, start))
            kind, text, spaced = "command" if len(parts[1]) > 1 else "letter", parts[1], False
        elif kind == "sign" and text in ACCENT and found and found[-1].end == start and is_one_letter(found[-1]):
            found.insert(-1, Tok("command", ACCENT[text], found[-1].at, found[-1].spaced, found[-1].at))
            found[-1] = replace(found[-1], spaced=False, end=at)
            continue
        elif not strict:
            pass
        elif kind == "sign" and text in "{}":
            _nest(source, text, start, opened)
        elif kind == "sign" and not (text.isascii() and text.isprintable()):
            hint = r"words stand in \text{…}" if source.text[start].isalpha() else "write the command of LaTeX"
            raise source.error(start, source.character(start), "LaTeX", hint)
        found.append(Tok(kind, text, start, spaced, at))
        spaced = False
        if text == "}" and kind == "sign" and _braces_a_sign(found):
            found[-3:] = [found[-2]]
        elif text == "}" and kind == "sign" and _braces_nothing(source, found):
            spaced = found[-1].spaced  # {\,}
            del found[-2:]
    if opened:
        raise source.error(opened[-1], "a brace { that is never closed", "its closing brace")
    if strict:
        check_nesting(source, found)
        found = angled(_with_accents(source, found))
    return found


#: Accents that people set above a letter as a sign.
_ABOVE = {
    r"\sim": r"\tilde",
    r"\wedge": r"\hat",
    "-": r"\bar",
    r"\rightarrow": r"\vec",
    r"\to": r"\vec",
    r"\cdot": r"\dot",
}


def _with_accents(source: Source, found: list[Tok]) -> list[Tok]:
    r"""Tokens with ``\tilde{x}`` for ``\overset{\sim}{x}``, whose second argument begins with a letter."""
    made: list[Tok] = []
    at = 0
    while at < len(found):
        token = found[at]
        if token.kind == "command" and token.text in (r"\overset", r"\stackrel") and at + 2 < len(found):
            above, after = group(source, found, at + 1)
            accent = _ABOVE.get(above[0].text) if len(above) == 1 else None
            inner = group(source, found, after)[0] if accent and after < len(found) else []
            letter = next(
                (each for each in inner if each.text != "{" and not each.text.startswith((r"\math", r"\b"))), None
            )
            if accent and letter is not None and is_one_letter(letter):
                made.append(replace(token, text=accent))
                at = after
                continue
        made.append(token)
        at += 1
    return made


def begins_operand(token: Tok, signs: Container[str]) -> bool:
    """May an operand begin with a token, which is none of some ``signs``?"""
    operand = token.kind in ("letter", "command", *WORDS) or token.text == "|"
    return operand and token.text not in signs and token.text not in (*ROWS, r"\right", r"\end")


def _begins(found: Sequence[Tok], spaced: bool) -> bool:
    """Does what comes next begin a row, or a column, or stand behind a space that its author asked for?"""
    return spaced or not found or found[-1].text in (*ROWS, "&") or found[-1].kind == "begin"


def _braces_a_sign(found: Sequence[Tok]) -> bool:
    r"""Do the last tokens put braces around a sign, ``a {+} b``, so that it has no space around it?"""
    if len(found) < 3 or found[-3].text != "{" or found[-2].text not in _BRACED:
        return False
    before = found[-4] if len(found) > 3 else None
    return (
        before is None
        or before.kind in ("letter", "digit", "number")
        or before.text in _BEFORE_BRACED
        or is_one_letter(before)
    )


#: Commands that have no argument, behind which people write empty braces to end their names.
_ALONE = (
    frozenset({r"\vert", r"\Vert", r"\|", r"\cdots", r"\ldots", r"\dots", r"\cdot", r"\because", r"\therefore"}) | ROWS
)
#: What makes a script behind empty braces one of what stands before them: a number.
_POWER = re.compile(r"\s*\^\s*\{?\s*-?\d")
_SCRIPT = re.compile(r"\s*[\^_]")


def _braces_nothing(source: Source, found: Sequence[Tok]) -> bool:
    r"""Are the last tokens empty braces behind what takes no argument, ``\Lambda{}U``, which have no script?"""
    if len(found) < 3 or found[-2].text != "{" or found[-2].kind != "sign":
        return False
    before, at = found[-3], found[-1].end
    if found[-1].spaced:
        return before.text not in ("^", "_")
    ends = before.kind in ("letter", "digit", "number") or is_one_letter(before) or before.text in _ALONE
    return ends and (_SCRIPT.match(source.text, at) is None or _POWER.match(source.text, at) is not None)


#: Signs that may stand in braces alone, and what may stand before these, but letters.
_BRACED = frozenset({"+", "-", r"\cdot", r"\times"})
_BEFORE_BRACED = frozenset({")", "]", "&", "'"})

#: What stands before a ``<`` that opens a scalar product, and after the ``>`` that closes it: no operand.
_RELATED = frozenset({"=", r"\le", r"\ge", r"\leq", r"\geq", r"\ne", r"\neq"})
_BEFORE_ANGLE = _RELATED | {"+", "-", "*", "/", "(", "[", "{", r"\cdot", r"\rangle"}
_AFTER_ANGLE = _RELATED | {"+", "-", "*", "/", ")", "]", "}", ",", ".", "^", "<", r"\cdot"} | ROWS


def angled(found: list[Tok]) -> list[Tok]:
    r"""Tokens with ``\langle x, y \rangle`` for ``<x, y>``, where no operand stands before it nor after it."""
    for at, token in enumerate(found):
        opens = token.kind == "sign" and token.text == "<" and (at == 0 or found[at - 1].text in _BEFORE_ANGLE)
        times = token.text == "<" and at > 0 and found[at - 1].kind in ("digit", "number")  # 2<x,y>, but 2<x, y>=3
        close = _angle_closed(found, at) if opens or times else 0
        if times and close and [each.text for each in found[close + 1 : close + 2]] == ["="]:
            continue
        if close and (close + 1 == len(found) or found[close + 1].text in _AFTER_ANGLE):
            found[at] = replace(token, kind="command", text=r"\langle")
            found[close] = replace(found[close], kind="command", text=r"\rangle")
    return found


def _angle_closed(found: Sequence[Tok], at: int) -> int:
    """Where the ``>`` stands that closes two formulas with a comma between them; 0 where none does."""
    depth = commas = 0
    for position in range(at + 1, len(found)):
        text = found[position].text
        depth += (text in "([{") - (text in ")]}")
        if depth < 0 or text in {"=", "<", "&", *ROWS}:
            return 0
        if not depth and text == ">":
            return position if commas == 1 else 0
        commas += not depth and text == ","
    return 0


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


def with_fractions(source: Source, found: Sequence[Tok]) -> list[Tok]:
    r"""Tokens with ``{\frac{a}{b}}`` for ``{a \over b}``; raises `ReadError` for one without braces."""
    made: list[Tok] = []
    opened: list[tuple[int, Tok | None]] = []
    for token in found:
        if token.kind == "sign" and token.text == "{":
            opened.append((len(made) + 1, None))
        elif token.kind == "command" and token.text == r"\over":
            if not opened or opened[-1][1] is not None:
                raise source.error(token.at, r"\over without braces of its own", r"{a \over b}, or \frac{a}{b}")
            opened[-1] = (opened[-1][0], token)
            made += [replace(token, kind="sign", text="}"), replace(token, kind="sign", text="{")]
            continue
        elif token.kind == "sign" and token.text == "}" and opened:
            start, over = opened.pop()
            if over is not None:
                made.insert(start, replace(over, kind="sign", text="{"))
                made.insert(start, replace(over, text=r"\frac"))
                made.append(replace(token, text="}"))
        made.append(token)
    return made


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


#: The longest script in which a dot may stand for an index.
MAX_SCRIPT = 40

#: Commands that say nothing wherever they stand.
LAYOUT = frozenset({
    r"\nonumber", r"\notag", r"\displaystyle", r"\textstyle", r"\scriptstyle", r"\limits", r"\nolimits", r"\hfill",
    r"\allowbreak", r"\nobreak", r"\mathstrut", r"\strut", r"\noindent", r"\!", r"\/", r"\@", r"\relax", r"\protect",
    r"\ignorespaces", r"\null", r"\nolinebreak", r"\hline", r"\allowdisplaybreaks", r"\tiny",
    r"\scriptsize",
    r"\scriptscriptstyle", r"\footnotesize", r"\small", r"\normalsize", r"\large", r"\Large", r"\LARGE", r"\huge", r"\Huge",
})  # fmt: skip


def is_split(found: Sequence[Tok], at: int) -> bool:
    """Is the sign at a position one of definitions with a mark of alignment in it, ``:&=``?"""
    return [token.text for token in found[at : at + 3]] == [":", "&", "="]


def relates(found: Sequence[Tok], relations: Container[str]) -> bool:
    """Is there a relation sign outside of braces?"""
    depth = 0
    for token in found:
        if token.kind == "sign":
            depth += (token.text == "{") - (token.text == "}")
        if not depth and token.text in relations:
            return True
    return False


def opens_script(made: Sequence[Tok]) -> bool:
    """Does what comes next stand first in a script?"""
    kinds = [lexeme.kind for lexeme in made[-2:]]
    return bool(kinds) and (kinds[-1] in ("SUB", "SUP") or (kinds[-1] == "LBRACE" and kinds[0] in ("SUB", "SUP")))


def is_script(made: Sequence[Tok], found: Sequence[Tok], after: int) -> bool:
    """Is what comes next, up to a position, all of a script?"""
    return opens_script(made) and (
        made[-1].kind != "LBRACE" or any(token.text == "}" for token in found[after : after + 1])
    )


def in_script(made: Sequence[Tok]) -> bool:
    """Does what comes next stand in a script?"""
    depth = 0
    for position in range(len(made) - 1, max(len(made) - MAX_SCRIPT, 0), -1):
        depth += (made[position].kind == "LBRACE") - (made[position].kind == "RBRACE")
        if depth > 0:
            return position > 0 and made[position - 1].kind in ("SUB", "SUP")
    return False


def after_length(found: Sequence[Tok], at: int) -> int:
    """The position after a length such as ``-1.5mu``."""
    while at < len(found) and (found[at].kind in ("digit", "number") or found[at].text in ("-", ".")):
        at += 1
    return at + 2 if "".join(token.text for token in found[at : at + 2]) == "mu" else at


_APART = re.compile(rf"(?:{WIDE_GAP.pattern})\s*$")


def is_apart(source: Source, found: Sequence[Tok], at: int) -> bool:
    """Does a wide space or the next column part a token from what stands before it?"""
    return at > 0 and (
        found[at - 1].text == "&" or bool(_APART.search(source.text, max(found[at].at - 80, 0), found[at].at))
    )


def is_letter(source: Source, found: Sequence[Tok], at: int) -> bool:
    r"""Is a word one letter of a formula, with a script, ``\textbf{x}_i``, or not apart, ``A\,\textbf{x}``?"""
    scripted = at + 1 < len(found) and found[at + 1].text in ("_", "^", "'")
    return len(found[at].text) == 1 and (scripted or not is_apart(source, found, at))


def is_unseen(token: Tok) -> bool:
    """What says nothing wherever it stands."""
    return token.text in LAYOUT or token.kind in ("label", "tag", "require")


def is_layout(token: Tok) -> bool:
    """What may stand before the first sign of a row."""
    return token.text in ("&", "{", "}", r"\phantom") or is_unseen(token)


def check_exponent(source: Source, found: Sequence[Tok], at: int) -> None:
    """Raise `AmbiguityError` for a declared e directly between digits: is ``1e-5`` in scientific notation?"""
    after = at + 1
    if after < len(found) and found[after].text in ("+", "-"):
        after += 1
    ahead = found[max(at - 1, 0) : after + 1]
    digits = len(ahead) == after + 2 - at and all(ahead[n].kind in ("digit", "number") for n in (0, -1))
    if digits and all(one.end == other.at for one, other in pairwise(ahead)):
        letter, sign = found[at].text, found[after - 1].text if after > at + 1 else ""
        number = "a number in scientific notation, times a power of 10"
        product = f"the declared {letter} as a factor" + (f", before the sign {sign}" if sign else "")
        hint = rf"write \cdot 10^{{-5}}, or a space before {letter} and after it"
        raise source.ambiguous(found[at].at, f"the letter {letter} between digits", [number, product], hint)
