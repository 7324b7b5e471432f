r"""What is only layout among tokens and lexemes, and where a script begins and ends."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import pairwise

from derive.reading.latex.spelling import Lexeme
from derive.reading.latex.tokens import Tok
from derive.reading.source import Source

#: The longest script in which a dot may stand for an index.
MAX_SCRIPT = 40

#: Commands that say nothing wherever they stand.
LAYOUT = frozenset({
    r"\nonumber", r"\notag", r"\displaystyle", r"\textstyle", r"\scriptstyle", r"\limits", r"\nolimits", r"\hfill",
    r"\allowbreak", r"\nobreak", r"\mathstrut", r"\strut", r"\noindent", r"\!", r"\/", r"\@", r"\relax", r"\protect",
    r"\ignorespaces", r"\null", r"\nolinebreak",
})  # fmt: skip


def relates(found: Sequence[Tok], relations: Container[str]) -> bool:
    """Is there a relation sign outside of braces?"""
    depth = 0
    for token in found:
        if token.kind == "sign":
            depth += (token.text == "{") - (token.text == "}")
        if not depth and token.text in relations:
            return True
    return False


def opens_script(made: Sequence[Lexeme]) -> bool:
    """Does what comes next stand first in a script?"""
    kinds = [lexeme.kind for lexeme in made[-2:]]
    return bool(kinds) and (kinds[-1] in ("SUB", "SUP") or (kinds[-1] == "LBRACE" and kinds[0] in ("SUB", "SUP")))


def in_script(made: Sequence[Lexeme]) -> bool:
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


def is_unseen(token: Tok) -> bool:
    """What says nothing wherever it stands."""
    return token.text in LAYOUT or token.kind in ("label", "tag")


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
