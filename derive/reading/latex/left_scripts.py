r"""Transposes that stand on the left, ``{}^t A``, as French texts write them: tokens → tokens with ``A^\top``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derive.errors import InputError
from derive.reading.latex.grammar import PARTNERS
from derive.reading.latex.signs import ARGUMENTS, FENCES, OPENS, OPERATIONS, RELATIONS, SIZES
from derive.reading.latex.spelling import UPRIGHT, name_at, script_text
from derive.reading.latex.tokens import ROWS, Tok, group, is_unseen
from derive.reading.source import Source

_LETTERS = frozenset({"t", "T", r"\top", r"\intercal"})
#: What an operand cannot end with.
_BEFORE = frozenset({"+", "-", ",", ";", "&", "{", *ROWS, *OPERATIONS, *RELATIONS,
                     *(sign for sign, (kind, _) in FENCES.items() if kind in OPENS)})  # fmt: skip


def transposed(source: Source, found: Sequence[Tok]) -> list[Tok]:
    r"""Tokens with ``{A_i}^\top`` for ``{}^t A_i``, what the transpose is of being a name with its scripts, or brackets.

    Raises `AmbiguityError` for ``A{}^tB`` without a space, where the t may be above A.
    """
    if not any(token.text == "^" for token in found):
        return list(found)
    made = list(found)
    for at in reversed(range(len(found))):
        start, after = _left(source, made, at)
        if after <= at:
            continue
        stop = _operand(source, made, after)
        if stop == after:
            continue
        tight = not made[start].spaced and not source.text[made[start].at - 1 : made[start].at].isspace()
        if tight and start and made[start].text == "{" and not _ends_before(made, start):
            labels = ["the transpose of what stands behind it", "a superscript of what stands before it"]
            hint = r"write a space for the first, A\,{}^tB, or A^\top B"
            raise source.ambiguous(made[at].at, "^t between two factors", labels, hint)
        first, last = made[after], made[stop - 1]
        opening = Tok("sign", "{", first.at, made[start].spaced, first.at)
        closing = Tok("sign", "}", last.end, end=last.end)
        sign = replace(made[at], text=r"^", spaced=False)
        top = Tok("command", r"\top", made[at].at, end=made[at].end)
        of = [replace(first, spaced=False), *made[after + 1 : stop]]
        if stop == after + 1:
            made[start:stop] = [replace(first, spaced=made[start].spaced), sign, top]
        else:
            made[start:stop] = [opening, *of, closing, sign, top]
    return made


def _left(source: Source, found: Sequence[Tok], at: int) -> tuple[int, int]:
    """Where a transpose on the left begins that has its sign ``^`` at a position, and the position after it; or (0, 0)."""
    if found[at].text != "^" or found[at].kind != "sign" or at + 1 >= len(found):
        return 0, 0
    inside, after = group(source, found, at + 1)
    said = [token.text for token in inside if token.text not in {"{", "}", *UPRIGHT, r"\mathsf"}]
    if len(said) != 1 or said[0] not in _LETTERS:
        return 0, 0
    if at > 1 and (found[at - 2].text, found[at - 1].text) == ("{", "}"):
        before = found[at - 3].text if at > 2 else ""
        return (0, 0) if before in ("_", "^") or before in ARGUMENTS else (at - 2, after)
    return (at, after) if not at or found[at - 1].text in _BEFORE - {"{"} else (0, 0)


def _ends_before(found: Sequence[Tok], at: int) -> bool:
    """Does no operand stand right before a position?"""
    braced = at > 2 and found[at - 1].text == "}" and found[at - 3].text == "{"  # \\overset{(a)}{=}
    return found[at - 1].text in _BEFORE or (braced and found[at - 2].text in _BEFORE)


def _operand(source: Source, found: Sequence[Tok], at: int) -> int:
    """The position after a name with its scripts, or brackets with theirs, that begins at a position; or itself."""
    start = at
    while at < len(found) and is_unseen(found[at]):
        at += 1
    if at >= len(found):
        return start
    sized = found[at].text == r"\left" or SIZES.match(found[at].text)
    opening = at + 1 if sized else at
    try:
        if opening < len(found) and found[opening].text in ("(", "[", "{"):
            at = _closed(found, opening)
        else:
            name, after = name_at(source, found, at)
            at = after if name is not None else start
        while start < at < len(found) - 1 and found[at].text in ("_", "^", "'"):
            at = at + 1 if found[at].text == "'" else script_text(source, found, at + 1)[1]
    except InputError:
        return start
    return at or start


def _closed(found: Sequence[Tok], at: int) -> int:
    """The position after the bracket that closes the one at a position; 0 where none does."""
    pair, depth = PARTNERS[found[at].text], 0
    for position in range(at, len(found)):
        if found[position].kind == "sign":
            depth += (found[position].text == found[at].text) - (found[position].text == pair)
        if not depth:
            return position + 1
    return 0
