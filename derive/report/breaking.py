r"""Long formulas: how wide they are, and where a sum or an equation may be broken into rows.

Works on LaTeX of `derive.printing`, in which `` + `` and `` - `` outside of every bracket join the terms of a sum.

`width` is an estimate in the unit of a letter; a fraction is as wide as its wider part.  `tex_width` is in points, of math
mode in Computer Modern at 10 pt: the widths are those of ``cmmi10``, ``cmr10`` and ``cmsy10`` (D. Knuth, *Computer Modern
Typefaces*, 1986), the spacing that of *The TeXbook*, chapter 18.  What is not in the tables is taken as a wide letter, so
that an estimate is rather too large.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from derive.language.functions import FUNCTIONS
from derive.printing.names import GREEK

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


_LETTERS = dict(zip(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    (5.29, 4.29, 4.33, 5.2, 4.66, 5.98, 4.77, 5.76, 3.45, 4.69, 5.52, 3.18, 8.78, 6, 4.85, 5.03, 4.82, 4.79, 4.69, 3.61,
     5.72, 5.21, 7.43, 5.72, 5.26, 5.09, 7.5, 8.09, 7.87, 8.56, 7.96, 7.82, 7.86, 9.13, 5.18, 6.51, 9.2, 6.81, 10.79, 9.12,
     7.91, 7.81, 7.91, 7.67, 6.71, 7.23, 7.92, 8.05, 10.83, 9.07, 8.03, 7.55),
    strict=True,
))  # fmt: skip
_GREEK = dict(zip(
    GREEK,
    (6.43, 6.18, 5.73, 4.89, 4.06, 5.12, 5.33, 4.69, 3.54, 5.76, 5.83, 6.03, 5.58, 4.84, 6.06, 5.17, 6.07, 5.5, 5.68, 5.96,
     6.26, 6.63, 6.58, 6.25 + 1.4, 8.33, 7.9, 6.94, 7.43, 8.31 + 0.8, 7.8, 5.83 + 1.4, 6.67, 6.12 + 1.1, 7.22),
    strict=True,
))  # fmt: skip
#: Operators between two terms, relations, signs of punctuation, of other kinds.
_BINARY = {"+": 7.78, "-": 7.78, r"\cdot": 2.78, r"\odot": 7.78, r"\times": 7.78, r"\circ": 5, r"\ast": 5, r"\star": 5,
           r"\pm": 7.78, r"\otimes": 7.78, r"\oplus": 7.78, r"\setminus": 5, r"\cup": 6.67, r"\cap": 6.67, "*": 5,
           r"\bullet": 5}  # fmt: skip
_RELATIONS = {"=": 7.78, "<": 7.78, ">": 7.78, r"\le": 7.78, r"\ge": 7.78, r"\leq": 7.78, r"\geq": 7.78, r"\neq": 7.78,
              r"\ne": 7.78, r"\in": 6.67, r"\subseteq": 7.78, r"\subset": 7.78, r"\mid": 2.78, ":": 2.78, r"\colon": 2.78,
              r"\to": 10, r"\perp": 7.78, r"\parallel": 5, r"\equiv": 7.78, r"\mapsto": 10, ":=": 10.56}  # fmt: skip
_OPENING = {"(": 3.89, "[": 2.78, r"\{": 5, r"\langle": 3.89, r"\lvert": 2.78, r"\lVert": 5, r"\lfloor": 4.44,
         r"\lceil": 4.44}  # fmt: skip
_CLOSING = {")": 3.89, "]": 2.78, r"\}": 5, r"\rangle": 3.89, r"\rvert": 2.78, r"\rVert": 5, r"\rfloor": 4.44,
          r"\rceil": 4.44, "!": 2.78}  # fmt: skip
_SIGNS = {"|": 2.78, r"\|": 5, r"\vert": 2.78, r"\Vert": 5, "/": 5, ".": 2.78, r"\partial": 5.9, r"\nabla": 8.33, "'": 2.3,
          r"\infty": 10, r"\top": 7.78, r"\dagger": 4.44, r"\prime": 2.75, r"\ell": 4.17, r"\dots": 13.4, r"\ldots": 13.4,
          r"\cdots": 13.4, r"\varepsilon": 4.66, r"\vartheta": 5.91, r"\varphi": 6.54, r"\varrho": 5.17, r"\emptyset": 5,
          r"\_": 3.3, r"\#": 8.33, r"\imath": 3.2, r"\jmath": 4.4}  # fmt: skip
_SPACES = {r"\,": 1.67, r"\!": -1.67, r"\:": 2.22, r"\;": 2.78, r"\ ": 3.33, "~": 3.33, r"\quad": 10, r"\qquad": 20}
_WORDS = {**{row.latex: 1.06 * sum(map(_LETTERS.__getitem__, row.name)) for row in FUNCTIONS.values() if row.command},
          r"\det": 15.6, r"\exp": 15.3, r"\log": 12.8, r"\tanh": 21.7, r"\cos": 13.3, r"\sin": 12.2, r"\max": 18.7,
          r"\min": 16.7, r"\ker": 14.2, r"\dim": 16.7, r"\sup": 14.5, r"\inf": 11.4, r"\lim": 13.9}  # fmt: skip
_WIDTHS = {**_BINARY, **_RELATIONS, **_OPENING, **_CLOSING, **_SIGNS, **_SPACES, **_LETTERS, **_WORDS, ",": 2.78, ";": 2.78,
           **{rf"\{name}": size for name, size in _GREEK.items()}}  # fmt: skip
#: What a token is to those beside it; any other is a letter.
_KINDS = {
    token: kind
    for kind, found in (
        ("space", (*_SPACES, "&")), ("binary", _BINARY), ("relation", (*_RELATIONS, r"\overset", r"\stackrel")),
        ("open", _OPENING), ("close", _CLOSING), ("punctuation", ",;"), ("inner", (r"\left", r"\frac")),
        ("operator", (*_WORDS, r"\operatorname", r"\sum", r"\prod")),
    )
    for token in found
}  # fmt: skip
#: Behind these a sign of an operation is one of a number.
_NO_OPERAND = ("start", "binary", "relation", "open", "punctuation", "operator")
#: Signs over one group, alphabets of one group, and sizes of delimiters.
_ACCENTS = frozenset({
    r"\vec", r"\hat", r"\widehat", r"\bar", r"\overline", r"\tilde", r"\widetilde", r"\dot", r"\ddot", r"\check", r"\breve",
    r"\acute", r"\grave", r"\underline", r"\overrightarrow",
})  # fmt: skip
_ALPHABETS = {r"\mathbf": 1.17, r"\boldsymbol": 1.17, r"\mathrm": 1.06, r"\mathsf": 1.02, r"\mathit": 1.1, r"\mathcal": 1.15,
              r"\mathbb": 1.05, r"\mathtt": 1.06}  # fmt: skip
_ATOM = re.compile(r"\\[A-Za-z]+|\\.|:=|\S", re.DOTALL)
_SIZES = (1.0, 1.0, 0.74, 0.6)
_FENCE = re.compile(r"\\[bB]igg?[lrm]?")


@lru_cache(maxsize=4096)  # what is fitted is measured in each width, and part by part
def tex_width(latex: str) -> float:
    r"""The width in points of a formula that is displayed.

    >>> round(tex_width("x"), 1), round(tex_width(r"\frac{x}{x + x}"), 1)
    (5.7, 26.1)
    """
    formula, widths = _texts(latex)
    return _Measure(tuple(_ATOM.findall(formula)), widths).line(0)[0]


def text_width(text: str) -> float:
    """The width of words of text mode at 10 pt, with formulas of the line between dollar signs."""
    total = 0.0
    for number, part in enumerate(text.split("$")):
        if number % 2:
            total += tex_width(rf"{{\textstyle {part}}}")
        else:
            total += sum(map(_character, re.sub(r"\\[A-Za-z]+ ?|[{}]", "n", part)))
    return total


def _character(letter: str) -> float:
    if letter in " .,;:'ijlt()":
        return 3.4
    return 8.0 if letter in "mwMW" or letter.isupper() else 5.2


def _texts(latex: str) -> tuple[str, tuple[float, ...]]:
    r"""The formula with a letter for each ``\text{…}``, and their widths."""
    made, widths = "", list[float]()
    at = 0
    for found in re.finditer(r"\\text\s*\{", latex):
        if found.start() < at:
            continue
        words, end = group(latex, found.end() - 1)
        made += latex[at : found.start()] + "\\textatom "
        widths.append(text_width(words))
        at = end
    return made + latex[at:], tuple(widths)


@dataclass
class _Measure:
    """A formula being measured; ``at`` is the next token.  Styles: 0 displayed, 1 of a line, 2 and 3 of scripts."""

    tokens: tuple[str, ...]
    texts: tuple[float, ...]
    at: int = 0
    text: int = 0

    def line(self, style: int, stop: str = "") -> tuple[float, bool]:
        """The width up to a token that stops it, or the end; and whether it is tall."""
        total, tall, before = 0.0, False, "start"
        while self.at < len(self.tokens) and self.tokens[self.at] != stop:
            token = self.tokens[self.at]
            if token == "}" and stop != "}":
                self.at += 1
                continue
            if token in (r"\textstyle", r"\displaystyle"):
                style = {r"\textstyle": 1, r"\displaystyle": 0}[token]
                self.at += 1
                continue
            kind = _KINDS.get(token, "letter")
            kind = "letter" if kind == "binary" and before in _NO_OPERAND else kind
            width, high = self.atom(style)
            total += self.gap(before, kind, style) + width
            tall = tall or high
            before = kind if kind != "space" else before
        return total, tall

    def gap(self, before: str, kind: str, style: int) -> float:
        """The space between two atoms; in scripts there is hardly any."""
        if "start" in (before, kind) or "space" in (before, kind):
            return 0.0
        pair = (before, kind)
        if "operator" in pair and kind not in ("open", "close") and not {"binary", "relation"} & {*pair}:
            return 1.67 if before != "open" else 0.0
        if style > 1:
            return 0.0
        if "relation" in pair:
            return 2.78 if not (before == "open" or kind in ("close", "punctuation")) and before != kind else 0.0
        if "binary" in pair:
            return 2.22
        if before == "punctuation":
            return 1.67
        return 1.67 if "inner" in pair and before != "open" and kind != "close" else 0.0

    def atom(self, style: int) -> tuple[float, bool]:
        """The width of the next atom with its scripts, and whether it is tall."""
        token = self.tokens[self.at]
        self.at += 1
        width, tall = self.core(token, style)
        big = token in (r"\sum", r"\prod") and style == 0
        scripts = [0.0]
        while self.at < len(self.tokens) and self.tokens[self.at] in "_^'":
            if self.tokens[self.at] == "'":
                self.at += 1
                scripts[0] += 2.3 * _SIZES[style]
                continue
            self.at += 1
            scripts.append(self.argument(max(style + 1, 2) if style < 3 else 3)[0] + 0.5)
        if big:
            return max(width, *scripts), True
        return width + scripts[0] + max(scripts[1:], default=0.0), tall

    def argument(self, style: int) -> tuple[float, bool]:
        """The width of a group in braces, or of one token."""
        if self.at >= len(self.tokens):
            return 0.0, False
        if self.tokens[self.at] != "{":
            token = self.tokens[self.at]
            self.at += 1
            return self.core(token, style)
        self.at += 1
        found = self.line(style, "}")
        self.at += 1
        return found

    def core(self, token: str, style: int) -> tuple[float, bool]:
        size = _SIZES[style]
        if token == "{":
            self.at -= 1
            return self.argument(style)
        if token == r"\textatom":
            self.text += 1
            return self.texts[self.text - 1] * size, False
        if token in _ACCENTS or token in (r"\phantom",):
            return self.argument(style)
        if token in _ALPHABETS or token == r"\operatorname":
            width, tall = self.argument(style)
            return width * _ALPHABETS.get(token, 1.06), tall
        if token in (r"\frac", r"\tfrac", r"\dfrac"):
            inner = min((1 if token == r"\tfrac" else 0 if token == r"\dfrac" else style) + 1, 3)
            return max(self.argument(inner)[0], self.argument(inner)[0]) + 2.4, True
        if token == r"\sqrt":
            width, tall = self.argument(style)
            return width + (10.0 if tall else 8.4 * size), tall
        if token in (r"\overset", r"\stackrel"):
            above, _ = self.argument(2)
            width, tall = self.argument(style)
            return max(above, width), tall
        if token in (r"\left", r"\right"):
            return self.fenced(style) if token == r"\left" else (0.0, False)
        if _FENCE.fullmatch(token):
            self.at += 1
            return {r"\big": 4.6, r"\Big": 6.0, r"\bigg": 7.4, r"\Bigg": 8.0}[token.rstrip("lrm")], token[1] == "B"
        if token in _WIDTHS:
            return _WIDTHS[token] * size, False
        if token in (r"\sum", r"\prod"):
            return (14.5 if style == 0 else 10.6 * size), style == 0
        return (0.0 if token in "&}" or token in (r"\displaystyle", r"\limits") else 5.1 * size), False

    def fenced(self, style: int) -> tuple[float, bool]:
        r"""``\left( … \right)``"""
        self.at += 1
        width, tall = self.line(style, r"\right")
        self.at += 2
        return width + 2 * (8.0 if tall else 4.7), tall
