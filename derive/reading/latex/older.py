r"""What older TeX, and what reads TeX on the web, writes in another way than LaTeX: tokens → tokens of LaTeX.

``{\cal C}`` and ``{\rm tr}`` are switches of fonts, each for the group that it begins; ``\cal L`` is of what stands next.
``\eqalign{a &= b \cr}`` is an environment of aligned rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derive.errors import InputError
from derive.reading.latex.fences import fenced
from derive.reading.latex.signs import BIG, FRACTIONS
from derive.reading.latex.tokens import SPELLINGS, Tok, group, is_one_letter, is_unseen
from derive.reading.source import Source

#: Switches of fonts, and the command with an argument for each.
SWITCHES = {
    r"\bf": r"\mathbf", r"\rm": r"\mathrm", r"\it": r"\mathit", r"\sf": r"\mathsf", r"\tt": r"\mathtt",
    r"\cal": r"\mathcal", r"\frak": r"\mathfrak", r"\Bbb": r"\mathbb", r"\scr": r"\mathscr", r"\mit": r"\mathit",
}  # fmt: skip
#: Fonts of text before one letter without braces, and those of mathematics.
_OF_TEXT = {r"\text": r"\mathrm", r"\textrm": r"\mathrm", r"\textbf": r"\mathbf", r"\textit": r"\mathit"}
#: Those that people write with an argument as well, and that say nothing else.
_TAKING = frozenset({r"\cal", r"\scr"})
#: What is around one sign to give it the space of another kind of sign.
_SPACING = frozenset({r"\mathord", r"\mathbin", r"\mathrel", r"\mathopen", r"\mathclose", r"\mathpunct", r"\mathinner"})
#: Signs of derivatives.
_SIGNS = (r"\partial", r"\part", r"\delta")
#: Marks that look alike, and are one around another.
FONTS = frozenset({r"\mathbf", r"\boldsymbol", r"\bm", r"\pmb", r"\bold", r"\symbf"})
#: Aligned rows as a command.
ALIGNED = r"\eqalign"
#: Commands that set their first argument below or above the second, and the script that says the same of a sum.
_LIMITS = {r"\underset": "_", r"\overset": "^", r"\stackrel": "^"}
_OF_LIMITS = ("_", "^", r"\limits")


def spelled(source: Source, found: Sequence[Tok]) -> list[Tok]:
    """Tokens as LaTeX has them, their macros expanded."""
    found = fenced(with_limits(source, found))
    made: list[Tok] = []
    closing: dict[int, list[Tok]] = {}
    dropped = set[int]()
    for at, token in enumerate(found):
        made += closing.get(at, ())
        if at in dropped:
            continue
        after = found[at + 1].text if at + 1 < len(found) else ""
        if token.text == "{" and after in _SIGNS and [one.text for one in found[at - 1 : at + 3 : 3]] == ["{", "}"]:
            dropped |= {at + 2}  # \frac{{\delta}x}{{\delta}t}
        elif token.text in ("_", "^") and is_empty(found, at + 1) and (_of_sum(found, at) or is_empty(made, -2)):
            dropped |= {at + 1, at + 2}  # \sum_k^{}, {}_{}
            made = made[:-2] if is_empty(made, -2) else made
        elif token.text == "{" and after in ("_", "^") and _ends_atom(made) and (end := _end(source, found, at)):
            dropped.add(end)  # x{_k}
        elif token.text in FRACTIONS and after == "{" and (factor := _before_derivative(source, found, at)):
            dropped |= set(range(at + 2, at + 2 + factor))
            opening, end = Tok("sign", "(", token.at, token.spaced, token.at), _after_fraction(source, found, at)
            made += [opening, *found[at + 2 : at + 2 + factor], token]
            closing[end] = [Tok("sign", ")", found[end - 1].end, end=found[end - 1].end), *closing.get(end, ())]
        elif token.text in ("_", "^") and after in FRACTIONS and (end := _after_fraction(source, found, at + 1)):
            made += [token, Tok("sign", "{", found[at + 1].at, end=found[at + 1].at)]
            closing[end] = [Tok("sign", "}", found[end - 1].end, end=found[end - 1].end), *closing.get(end, ())]
        elif token.text == r"\underset" and after == "{" and (end := _sizes(source, found, at + 1)):
            dropped |= set(range(at + 1, end))  # \underset{n \times p}{X}
        elif token.kind != "command":
            made.append(token)
        elif token.text in FONTS and after == "{" and (end := _around_another(source, found, at)):
            dropped |= {at + 1, end}  # \mathbf{\mathbf{x}}
        elif token.text in SWITCHES and (end := _switched(found, at)):
            opening = Tok("sign", "{", token.end, end=token.end)
            closing[end] = [replace(opening, text="}"), *closing.get(end, ())]
            made += [replace(token, text=SWITCHES[token.text]), opening]
        elif token.text in _OF_TEXT and is_one_letter(found[at + 1] if after else token):  # x^{\text T}
            made.append(replace(token, text=_OF_TEXT[token.text]))
        elif token.text == r"\qty" and after in ("(", "[", r"\{", "|"):
            pass
        elif token.text in _TAKING:
            made.append(replace(token, text=SWITCHES[token.text]))
        elif token.text in _SPACING and after == "{" and (end := _end(source, found, at + 1)):
            dropped |= {at + 1, end} if end == at + 3 else set()
        elif token.text == ALIGNED and after == "{" and (end := _end(source, found, at + 1)):
            made.append(replace(token, kind="begin", text="aligned"))
            closing[end] = [replace(found[end], kind="end", text="aligned"), *closing.get(end, ())]
            dropped |= {at + 1, end}
        else:
            is_name = token.text == r"\parallel" and _is_script(found, at)
            text = token.text if is_name else SPELLINGS.get(token.text, token.text)
            made.append(
                token
                if text == token.text
                else replace(token, kind=token.kind if text[0] == "\\" else "sign", text=text)
            )
    return [*made, *closing.get(len(found), ())]


def with_limits(source: Source, found: Sequence[Tok]) -> list[Tok]:
    r"""Tokens with ``\sum_{i}`` for ``\underset{i}{\sum}``, and ``\sum_{i=1}^{n}`` for the limits of both sides."""
    made, at = list[Tok](), 0
    while at < len(found):
        token = found[at]
        sign = _LIMITS.get(token.text) if token.kind == "command" else None
        inside, after = _second(source, found, at) if sign else ([], at)
        inside = with_limits(source, [each for each in inside if not is_unseen(each)]) if inside else []
        if sign and inside and inside[0].text in BIG and _is_bare(source, inside):
            limit, _ = group(source, found, at + 1)
            script = [Tok("sign", sign, token.at, end=token.end), *_braced(limit, token)]
            made += [*inside, *script]
            at = after
        else:
            made.append(token)
            at += 1
    return made


def _is_bare(source: Source, inside: Sequence[Tok]) -> bool:
    """Has a big sign its limits behind it, and nothing else?"""
    at = 1
    while at < len(inside) and inside[at].text in _OF_LIMITS:
        at = at + 1 if inside[at].text == r"\limits" else group(source, inside, at + 1)[1]
    return at >= len(inside)


def _second(source: Source, found: Sequence[Tok], at: int) -> tuple[list[Tok], int]:
    """The second argument of a command, and the position after it; none where it has not two."""
    try:
        return group(source, found, group(source, found, at + 1)[1])
    except (InputError, IndexError):
        return [], at


def _braced(inside: Sequence[Tok], token: Tok) -> list[Tok]:
    """Tokens in braces, which stand where a token does."""
    return [Tok("sign", "{", token.at, end=token.end), *inside, Tok("sign", "}", token.at, end=token.end)]


def _is_script(found: Sequence[Tok], at: int) -> bool:
    r"""Is a token all of a script, as in ``x_{\parallel}``, which is a name?"""
    before = found[at - 1].text if at else ""
    if before == "{" and at > 1 and found[at + 1 : at + 2] and found[at + 1].text == "}":
        before = found[at - 2].text
    return before in ("_", "^")


def _sizes(source: Source, found: Sequence[Tok], at: int) -> int:
    r"""The position behind braces that hold sizes, ``{n \times p}``; 0 of any others."""
    end = _end(source, found, at)
    inner = found[at + 1 : end] if end else []
    crossed = [token.text for token in inner].count(r"\times") == 1 and inner[0].text != r"\times" != inner[-1].text
    names = all(is_one_letter(token) or token.kind in ("digit", "sign") or token.text == r"\times" for token in inner)
    return end + 1 if crossed and names else 0


def _ends_atom(made: Sequence[Tok]) -> bool:
    """Do tokens end with a letter, a digit, a Greek letter or a bracket, which may have a script?"""
    if not made or (len(made) > 1 and made[-2].text in ("_", "^")):
        return False
    last = made[-1]
    return last.kind in ("letter", "digit") or is_one_letter(last) or last.text in (")", "]", "}")


def _after_fraction(source: Source, found: Sequence[Tok], at: int) -> int:
    """The position behind a fraction with its two arguments; 0 where they cannot be told."""
    try:
        return group(source, found, group(source, found, at + 1)[1])[1]
    except (InputError, IndexError):
        return 0


def _before_derivative(source: Source, found: Sequence[Tok], at: int) -> int:
    r"""How many tokens, a sign and digits, stand before the ∂ of ``\frac{-2\partial f}{\partial x}``; 0 of anything else."""
    count, end = 0, _after_fraction(source, found, at)
    while found[at + 2 + count].text in ("+", "-") or found[at + 2 + count].kind in ("digit", "number"):
        count += 1
    below = group(source, found, at + 1)[1] if end else 0
    if any(token.text in ("+", "-") for token in found[at + 2 + count : below]):
        return 0  # -\partial x + c
    derives = end and [found[at + 2 + count].text, found[below + (found[below].text == "{")].text] == [r"\partial"] * 2
    return count if derives else 0


def is_empty(found: Sequence[Tok], at: int) -> bool:
    """Do braces with nothing in them stand at a position, counted from the end if it is negative?"""
    return [token.text for token in found[at:][:2]] == ["{", "}"]


def _of_sum(found: Sequence[Tok], at: int) -> bool:
    """Does a script that begins at a position stand at a sum, or behind its other script?"""
    before = at - 1
    if before > 1 and found[before].text == "}":
        depth = 0
        while before >= 0:
            depth += (found[before].text == "}") - (found[before].text == "{")
            if not depth:
                break
            before -= 1
    if before > 1 and found[before - 1].text in ("_", "^"):
        before -= 2
    return before >= 0 and found[before].text in (*BIG, r"\limits", r"\nolimits")


def _around_another(source: Source, found: Sequence[Tok], at: int) -> int:
    """The position of the brace that closes a font around nothing but another one; 0 of any other."""
    end = _end(source, found, at + 1)
    inner = at + 3 < end and found[at + 2].text in FONTS and found[at + 3].text == "{"
    return end if inner and _end(source, found, at + 3) == end - 1 else 0


def _end(source: Source, found: Sequence[Tok], at: int) -> int:
    """The position of the brace that closes the one at a position; 0 where none does."""
    try:
        return group(source, found, at)[1] - 1
    except InputError:
        return 0


def _switched(found: Sequence[Tok], at: int) -> int:
    """Where the group of letters ends that a switch begins; 0 where it begins none, or something else stands in it."""
    if not at or found[at - 1].text != "{":
        return 0
    depth, end = 0, at + 1
    while end < len(found):
        token = found[end]
        depth += (token.text == "{") - (token.text == "}") if token.kind == "sign" else 0
        if depth < 0:
            return end if end > at + 1 else 0
        scripts = found[at].text == r"\bf" and token.text in ("{", "}", "_", "^", "'")  # \bf is a mark around names
        if token.kind != "letter" and not scripts and (token.kind != "digit" or end == at + 1 != _last(found, end)):
            return 0
        end += 1
    return 0


def _last(found: Sequence[Tok], at: int) -> int:
    """The position, if a group ends behind it; -1 otherwise."""
    return at if at + 1 < len(found) and found[at + 1].text == "}" else -1
