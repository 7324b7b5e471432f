r"""Long formulas, broken into rows where a sum or an equation may be broken.

Works on LaTeX of `derive.printing`, in which `` + `` and `` - `` outside of every bracket join the terms of a sum.
Widths are estimated in the unit of a letter; a fraction is as wide as its wider part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from derive.language.functions import FUNCTIONS

_TOKEN = re.compile(r"\\(?:left|right)\s*(?:\\[A-Za-z]+|\\.|.)|\\[A-Za-z]+|\\.|\s+|.", re.DOTALL)
_LEFT, _RIGHT = re.compile(r"\\left(?![a-z])"), re.compile(r"\\right(?![a-z])")
_OPEN = frozenset({"{", "(", "[", r"\{", r"\lvert", r"\lVert", r"\langle"})
_CLOSE = frozenset({"}", ")", "]", r"\}", r"\rvert", r"\rVert", r"\rangle"})
BARS = frozenset({"|", r"\|", r"\vert", r"\Vert"})
_SEEN = re.compile(r"\\[A-Za-z]+|[^\s{}\\^_,;!]")
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


#: Signs of a relation, before which a formula is broken first.
RELATIONS = frozenset({"=", "<", ">", r"\neq", r"\leq", r"\geq", r"\le", r"\ge", r"\in", r"\subseteq", r"\mid"})


def opens(token: str) -> int:
    """1 for a bracket that opens, −1 for one that closes, 0 for any other token."""
    return bool(token in _OPEN or _LEFT.match(token)) - bool(token in _CLOSE or _RIGHT.match(token))


def tokens(latex: str) -> Iterator[tuple[int, str]]:
    """The tokens of a formula, each with its place."""
    return ((found.start(), found[0]) for found in _TOKEN.finditer(latex))


def outside(latex: str) -> Iterator[tuple[int, str]]:
    """The tokens that stand inside of no brackets and between no bars; and the sign between the parts of a set."""
    depth, bars = 0, False
    for at, token in tokens(latex):
        depth += opens(token)
        bars ^= token in BARS and not depth
        if not bars and (not depth or (depth == 1 and token == r"\mid")):
            yield at, token


def sides(latex: str, signs: frozenset[str] = RELATIONS) -> list[str]:
    r"""The sides of relations, each but the first with its sign; with other ``signs``, what stands between these.

    >>> sides(r"a = b \geq \left(c < d\right)")
    ['a', '= b', '\\geq \\left(c < d\\right)']
    """

    def joins(at: int, token: str) -> bool:
        around = latex[at - 1 : at], latex[at + len(token) : at + len(token) + 1]
        return token in signs and all(map(str.isspace, around)) and bool(latex[:at].strip())

    cuts = [at for at, token in outside(latex) if joins(at, token)]
    return [latex[begin:end].strip() for begin, end in pairwise([0, *cuts, len(latex)])]


def pieces(latex: str) -> list[str]:
    r"""The terms of a sum, each but the first with its sign.

    >>> pieces(r"a + \left(b + c\right) - |d + e|")
    ['a', '+ \\left(b + c\\right)', '- |d + e|']
    """
    return sides(latex, frozenset("+-"))


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
