r"""Letters that are typed for a sign, where no name of theirs is declared.

``\Sigma_{i=1}^N`` and ``\Pi_{i=1}^N``, with a range and a limit, are a sum and a product;
``h\_i``, as Markdown has it, is h_i;
``\frac{\delta y}{\delta x}``, with a ``\delta`` above and below the bar that has no indices, is a derivative.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from derive.reading.latex.cardinals import with_sizes
from derive.reading.latex.context import Context
from derive.reading.latex.signs import FRACTIONS
from derive.reading.latex.spelling import MARKS, PARTIAL, UPRIGHT, Lexeme
from derive.reading.latex.tokens import Tok, group
from derive.reading.source import Source

#: The signs that letters look like.
SIGNS = {r"\Sigma": r"\sum", r"\Pi": r"\prod"}
DELTA = r"\delta"
#: What Markdown makes an underscore of, and TeX too.
UNDERSCORE = r"\_"
_OF_WORDS = UPRIGHT | MARKS
LETTERS = (*SIGNS, DELTA, "Σ", "Π", "δ")


def with_signs(source: Source, context: Context, found: Sequence[Tok]) -> list[Tok]:
    """Tokens, with the sign for each letter that stands for one."""
    found = with_sizes(source, found, context)
    made = with_underscores(found, context.is_word)
    for at, token in enumerate(found):
        if token.text in SIGNS and not context.is_word(token.text) and has_range(source, found, at + 1):
            made[at] = replace(token, text=SIGNS[token.text])
        elif token.text in FRACTIONS and not any(DELTA in name for name in (*context.keys.cores, *context.formulas)):
            for place in deltas(source, found, at + 1):
                made[place] = replace(found[place], text=PARTIAL)
    return made


def with_underscores(found: Sequence[Tok], known: Callable[[str], bool]) -> list[Tok]:
    r"""Tokens with a letter for each ``\_`` of a ``known`` name, ``dy\_g``, and the sign of a subscript for others."""
    made = list(found)
    for at, token in enumerate(found):
        if token.text != UNDERSCORE or token.kind != "command" or made[at].kind != "command":
            continue
        begin, end = at, at + 1
        while begin and _joins(found[begin - 1]):
            begin -= 1
        while end < len(found) and _joins(found[end]):
            end += 1
        if begin and found[begin - 1].text == "{" and begin > 1 and found[begin - 2].text in _OF_WORDS:
            continue
        parts = ((a, b) for a in range(begin, at) for b in range(end, at + 1, -1))
        word = next((part for part in parts if known("".join(each.text for each in found[slice(*part)]))), None)
        for place in range(*(word or (at, at + 1))):
            if found[place].text == UNDERSCORE:
                made[place] = replace(found[place], kind="letter") if word else replace(token, kind="sign", text="_")
    return made


def _joins(token: Tok) -> bool:
    return token.kind == "letter" or token.text == UNDERSCORE


def stands_for_sign(source: Source, lexemes: Iterable[Lexeme]) -> bool:
    """Is one of some signs written as a letter?"""
    return any(x.kind in ("BIG", "PARTIAL") and source.text.startswith(LETTERS, x.at) for x in lexemes)


def check_gradient(source: Source, context: Context, found: Sequence[Tok], at: int) -> None:
    r"""Refuse ``dW`` of a size d and a matrix W where other gradients are declared by such names: it is forgotten.

    So is ``d(W)`` where ``d(K^\top)`` is.
    """
    behind = [token for token in found[at + 1 : at + 4] if token.text not in ("{", r"\left")][:1]
    name = found[at].text + "".join(f"{token.text}…)" if token.text in "([" else token.text for token in behind)
    brackets = bool(behind) and behind[0].text in ("(", "[")
    tight = bool(behind) and behind[0].kind == "letter" and behind[0].at - found[at].end == (found[at + 1].text == "{")
    like = r"d[(\[].+" if brackets else r"d[A-Za-z]|d[ (\[].+"
    others = found[at].text == "d" and any(re.fullmatch(like, core) for core in context.keys.cores)
    if (tight or brackets) and others and not context.printed and context.is_size_d:
        hint = rf"declare it as the others are, or write d \cdot {name[1:]} for the product"
        raise source.error(found[at].at, f"{name}, which is not declared", "a declared name", hint)


def has_range(source: Source, found: Sequence[Tok], at: int) -> bool:
    """Do a subscript with an equals sign and a superscript stand here, in either order?"""
    scripts: dict[str, list[Tok]] = {}
    while at + 1 < len(found) and found[at].text in ("_", "^") and found[at].text not in scripts:
        sign = found[at].text
        scripts[sign], at = group(source, found, at + 1)
    return len(scripts) == 2 and any(token.text == "=" for token in scripts["_"])


def deltas(source: Source, found: Sequence[Tok], at: int) -> list[int]:
    """The places of the deltas above and below a bar whose arguments begin here; none if one is something else."""
    places = []
    for _ in range(2):
        if (
            at + 2 >= len(found)
            or found[at].text != "{"
            or found[at + 1].text != DELTA
            or found[at + 2].text in ("_", "^")
        ):
            return []
        places.append(at + 1)
        at = group(source, found, at)[1]
    return places
