r"""Long formulas, broken into rows where a sum or an equation may be broken.

Works on LaTeX of `derive.printing`, in which `` + `` and `` - `` outside of every bracket join the terms of a sum.
Widths are estimated in the unit of a letter; a fraction is as wide as its wider part.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from derive.language.functions import FUNCTIONS

_TOKEN = re.compile(
    r"\\left\s*(?:\\[A-Za-z|]+|.)|\\right\s*(?:\\[A-Za-z|]+|.)|\\[A-Za-z]+|\\.|[{}()\[\]|]|\s+|.", re.DOTALL
)
_OPEN = {"{", "(", "[", r"\lvert", r"\lVert", r"\langle"}
_CLOSE = {"}", ")", "]", r"\rvert", r"\rVert", r"\rangle"}
_BARS = {"|", r"\|", r"\vert", r"\Vert"}
#: Commands that are not seen themselves.
_UNSEEN = re.compile(
    r"\\(?:vec|hat|widehat|bar|overline|tilde|widetilde|mathbf|boldsymbol|mathrm|mathsf|mathit|operatorname|text|displaystyle"
    r"|frac|tfrac|dfrac|sqrt|left|right|underline|overrightarrow)(?![A-Za-z])"
)
_WORD = re.compile(rf"\\(?:det|cos|sin|{'|'.join(row.name for row in FUNCTIONS.values() if row.command)})(?![A-Za-z])")


def width(latex: str) -> float:
    r"""An estimate of how wide a formula is.

    >>> width(r"\frac{a + b}{c}"), width(r"\vec a")
    (4.0, 1.0)
    """
    total, rest = 0.0, latex
    while (found := re.search(r"\\[td]?frac(?![A-Za-z])", rest)) is not None:
        above, after = group(rest, found.end())
        below, after = group(rest, after)
        total += max(width(above), width(below))
        rest = rest[: found.start()] + rest[after:]
    return total + _flat(rest)


def group(latex: str, start: int) -> tuple[str, int]:
    """What the braces at a position hold, or without any the character there; and where that ends."""
    while start < len(latex) and latex[start].isspace():
        start += 1
    if start >= len(latex) or latex[start] != "{":
        return latex[start : start + 1], min(start + 1, len(latex))
    depth = 0
    for position in range(start, len(latex)):
        depth += {"{": 1, "}": -1}.get(latex[position], 0) if latex[position - 1] != "\\" else 0
        if depth == 0:
            return latex[start + 1 : position], position + 1
    return latex[start + 1 :], len(latex)


def _flat(latex: str) -> float:
    scripts = sum(len(_SEEN.findall(_UNSEEN.sub("", found))) for found in re.findall(r"[\^_](\{[^{}]*\}|\S)", latex))
    seen = _SEEN.findall(_WORD.sub("xxx", _UNSEEN.sub("", latex)))
    operators = sum(1 for sign in seen if sign in "+-=<>")
    return len(seen) + operators - 0.3 * scripts


_SEEN = re.compile(r"\\[A-Za-z]+|[^\s{}\\^_,;!]")


#: Signs of a relation, before which a formula is broken first.
RELATIONS = frozenset({"=", "<", ">", r"\neq", r"\leq", r"\geq", r"\le", r"\ge", r"\in", r"\subseteq", r"\mid"})


def sides(latex: str) -> list[str]:
    r"""The sides of relations, each but the first with its sign.

    >>> sides(r"a = b \geq \left(c < d\right)")
    ['a', '= b', '\\geq \\left(c < d\\right)']
    """
    return pieces(latex, RELATIONS)


def pieces(latex: str, signs: frozenset[str] = frozenset("+-")) -> list[str]:
    r"""The terms of a sum, each but the first with its sign; with other ``signs``, what stands between these.

    >>> pieces(r"a + \left(b + c\right) - |d + e|")
    ['a', '+ \\left(b + c\\right)', '- |d + e|']
    """
    found, depth, inside_bars, current = [], 0, False, ""
    tokens = _TOKEN.findall(latex)
    for number, token in enumerate(tokens):
        if token.startswith(r"\left") and not token.startswith((r"\leftarrow", r"\leq")):
            depth += 1
        elif token.startswith(r"\right") and not token.startswith(r"\rightarrow"):
            depth -= 1
        elif token in _OPEN:
            depth += 1
        elif token in _CLOSE:
            depth -= 1
        elif token in _BARS:
            inside_bars = not inside_bars
        around = tokens[number - 1 : number] + tokens[number + 1 : number + 2]
        joins = token in signs and len(around) == 2 and all(side.isspace() for side in around)
        if joins and depth == 0 and not inside_bars and current.strip():
            found.append(current.strip())
            current = ""
        current += token
    return [*found, current.strip()]


def rows(latex: str, limit: float) -> list[str]:
    """The formula in as many rows as the limit asks for; a term that is too wide by itself has its own row."""
    made: list[str] = []
    for piece in pieces(latex):
        if made and width(made[-1]) + width(piece) <= limit:
            made[-1] += " " + piece
        else:
            made.append(piece)
    return made


#: The widest formula of one row, and the widest first term that has the second on its row.
ROW, HEAD = 46.0, 14.0


def chain_rows(formulas: Sequence[str], limit: float = ROW) -> list[list[str]]:
    r"""The rows of t₀ = t₁ = …, with ``&`` before each ``=``; one list of rows for every term after the first.

    >>> chain_rows(["a", "b", "c"])
    [['a &= b'], ['&= c']]
    """
    found: list[list[str]] = []
    head, *others = formulas
    for number, formula in enumerate(others):
        first, *more = rows(formula, limit)
        made = [f"&= {first}", *(rf"&\quad {{}} {row}" for row in more)]
        if number == 0:
            if width(head) <= HEAD and width(head) + width(first) <= limit + HEAD:
                made[0] = f"{head} {made[0]}"
            else:
                start, *rest = rows(head, limit)
                made = [rf"&\phantom{{{{}}={{}}}} {start}", *(rf"&\quad {{}} {row}" for row in rest), *made]
        found.append(made)
    return found
