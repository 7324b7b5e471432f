r"""Bare bars, ``|x|`` and ``\|x\|``: which of them open and which close.

TeX does not say; neighbours do.  Every pairing that makes sense at its neighbours is given, and the reader tries them all.
"""

from __future__ import annotations

from dataclasses import replace

from derive.errors import LimitError
from derive.reading.latex.signs import OPENS
from derive.reading.latex.spelling import Lexeme
from derive.reading.source import Source

#: Lexemes after which an operand begins.
OPENING = OPENS | {"LBRACE", "SIGN", "OP", "REL", "COMMA", "SUB", "SUP", "FRAC", "SQRT", "BIG", "FUNC", "ACCENT",
                   "PARTIAL"}  # fmt: skip

#: The most bare bars in a formula.
MAX_BARS = 60


def pairings(source: Source, lexemes: list[Lexeme], most: int = 8) -> list[list[Lexeme]]:
    """The lexemes with every bare bar opening or closing, in each way that its neighbours allow, the usual way first.

    A bar opens after an operator or at the beginning, closes before one or at the end; between two factors it may do either,
    and then as many readings are given, up to ``most``.
    """
    bars = [n for n, lexeme in enumerate(lexemes) if lexeme.kind in ("BAR", "NORM")]
    if not bars:
        return [lexemes]
    if len(bars) > MAX_BARS:
        message = f"{len(bars)} bare bars; the limit is {MAX_BARS}"
        raise source.fail(lexemes[bars[0]].at, message, r"write \lvert x \rvert", LimitError)
    found: list[list[Lexeme]] = []
    choices: list[tuple[int, list[tuple[str, int]], list[str]]] = [(0, [], [])]
    fences = {"OPEN": 1, "LBRACE": 1, "LANGLE": 1, "CLOSE": -1, "RBRACE": -1, "RANGLE": -1}
    levels, level = [], 0
    for lexeme in lexemes:
        level += fences.get(lexeme.kind, 0)
        levels.append(level)
    steps = 0
    while choices and len(found) < most and steps < 50 * len(bars) + 200:
        steps += 1
        number, opened, sides = choices.pop()
        if number == len(bars):
            if not opened:
                made = list(lexemes)
                for bar, side in zip(bars, sides, strict=True):
                    kind = lexemes[bar].kind
                    made[bar] = replace(lexemes[bar], kind=side + kind, text="|" if kind == "BAR" else "||")
                found.append(made)
            continue
        bar = bars[number]
        kind = lexemes[bar].kind
        before = lexemes[bar - 1].kind if bar else "SIGN"
        if before in ("BAR", "NORM"):
            before = ("LBAR" if sides[-1] == "L" else "RBAR") if bars[number - 1] == bar - 1 else before
        after = lexemes[bar + 1].kind if bar + 1 < len(lexemes) else "SIGN"
        may_close = bool(opened) and opened[-1] == (kind, levels[bar]) and before not in OPENING
        may_open = after not in ("OP", "REL", "CLOSE", "RBRACE", "SUB", "SUP", "PRIME", "COMMA", "RANGLE")
        if may_open:
            choices.append((number + 1, [*opened, (kind, levels[bar])], [*sides, "L"]))
        if may_close:
            choices.append((number + 1, opened[:-1], [*sides, "R"]))
    if choices and len(found) == most:
        message = "bars that may be paired in many ways"
        raise source.fail(lexemes[bars[0]].at, message, r"write \lvert x \rvert", LimitError)
    if not found:
        raise source.error(lexemes[bars[0]].at, "a bar without its partner", r"two bars, such as \lvert x \rvert")
    return found
