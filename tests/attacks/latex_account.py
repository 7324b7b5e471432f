r"""An account of what a LaTeX formula says, which owes nothing to `derive.reading`: a small parser of its own.

It knows no declared name and no shape.  A formula becomes relations between sums of rows of factors, without layout, marks
of vectors, redundant brackets and the way in which a quotient is written; the same is made of what `derive` prints, and the
two are compared.  These are the same to it, since they say the same:

=================  ================================================================================================
brackets           ``(x)``, ``[x]``, ``\left(x\right)``, ``{x}``, and none where a row or a sum just goes on
quotients          ``\frac{a}{b}``, ``a/b``; 0.5 and 1/2
products           with ``\cdot``, ``\times``, ``*`` or nothing between the factors; ``\langle a, b \rangle``
marks              ``\vec a``, ``\mathbf{a}``, ``a``; ``\operatorname{f}``, ``\mathrm{f}``, ``\text{f}``
bars               ``|a|``, ``\|a\|``, ``\|a\|_2``, ``\|A\|_F``, ``\operatorname{abs}(a)``
transposes         ``^\top``, ``^T``, ``^{\mathsf T}``
sums               with limits or without; ``\sum_{i,j}``, ``\sum_i \sum_j``
sizes              ``\vec 1_N``, ``\vec 1``; also of identities and zeros
exponentials       ``e^x``, ``\exp(x)``
derivatives        ``\frac{\partial y_i}{\partial x_j}``, ``\left(\frac{\partial y}{\partial x}\right)_{ij}``
=================  ================================================================================================
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.attacks.latex_tokens import Macros, Unaccounted, cleaned, expanded, group, split

GREEK = frozenset(
    re.findall(
        r"\w+",
        "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau phi chi psi omega",
    )
)
#: The deepest nesting of which an account is given.
DEEPEST = 60

_RELATIONS = {
    "=": "=", "<": "<", ">": ">", r"\le": "<=", r"\leq": "<=", r"\leqslant": "<=", r"\ge": ">=", r"\geq": ">=",
    r"\geqslant": ">=", r"\ne": "!=", r"\neq": "!=", r"\lt": "<", r"\gt": ">", r"\equiv": ":=", r"\coloneqq": ":=",
    r"\triangleq": ":=", r"\approx": "~", r"\simeq": "~", r"\sim": "~", r"\propto": "∝",
}  # fmt: skip
_MARKS = frozenset(
    {r"\vec", r"\overrightarrow", r"\underline", r"\mathbf", r"\boldsymbol", r"\bm", r"\bf", r"\mathsf", r"\sf", r"\pmb",
     r"\mathbb", r"\mathbbm", r"\mathds", r"\symbf"}
)  # fmt: skip
_WORDS = frozenset({r"\mathrm", r"\operatorname", r"\operatorname*", r"\mathit", r"\mathtt", r"\rm"})
_ALPHABETS = frozenset({r"\mathcal", r"\mathfrak", r"\mathscr"})
_ACCENTS = {
    r"\hat": "hat", r"\widehat": "hat", r"\bar": "bar", r"\overline": "bar", r"\tilde": "tilde", r"\widetilde": "tilde",
    r"\dot": "dot", r"\ddot": "ddot", r"\check": "check", r"\breve": "breve", r"\acute": "acute", r"\grave": "grave",
}  # fmt: skip
_FRACTIONS = frozenset({r"\frac", r"\tfrac", r"\dfrac", r"\cfrac"})
_FUNCTIONS = {
    "det": "det", "tr": "tr", "Tr": "tr", "trace": "tr", "diag": "diag", "Diag": "diag", "exp": "exp", "log": "log",
    "ln": "log", "tanh": "tanh", "abs": "abs", "cos": "cos",
}  # fmt: skip
_TIMES = frozenset({r"\cdot", r"\times", "*", r"\ast"})
_TRANSPOSES = frozenset({r"\top", "T", r"\intercal"})
#: What may be written with its size, or without.
_UNITS = ("0", "1", "I")
#: ("name", text), ("number", text), ("sum", …), ("row", …) and so on: a kind and what it is made of.
Tree = tuple[Any, ...]


@dataclass(frozen=True)
class Account:
    """The sides of a chain, its relations, and the words that stand in it as text."""

    sides: tuple[Tree, ...]
    relations: tuple[str, ...]

    @property
    def census(self) -> Counter[str]:
        """How often each name, numeral, sign and operation occurs."""
        return Counter(leaf for side in self.sides for leaf in leaves(side))


class _Parser:
    """``functions`` are names that take what stands in the parentheses after them."""

    def __init__(self, found: Sequence[str], functions: frozenset[str], depth: int = 0) -> None:
        self.found, self.functions, self.depth = found, functions, depth
        self.at = self.open_bars = 0
        if depth > DEEPEST:
            raise Unaccounted("nested too deep")

    def peek(self) -> str:
        return self.found[self.at] if self.at < len(self.found) else ""

    def take(self) -> str:
        token = self.peek()
        if not token:
            raise Unaccounted("the end")
        self.at += 1
        return token

    def chain(self) -> Account:
        sides, relations = [], []
        if self.peek() in _RELATIONS:
            raise Unaccounted("nothing before a relation")
        while True:
            sides.append(self.sum())
            if not self.peek():
                return Account(tuple(sides), tuple(relations))
            token = self.take()
            if token not in _RELATIONS:
                raise Unaccounted(token)
            relations.append(_RELATIONS[token])

    def sum(self) -> Tree:
        terms: list[tuple[str, Tree]] = []
        while True:
            sign = self.take() if self.peek() in ("+", "-") else "" if not terms else None
            if sign is None:
                return total(terms)
            terms.append(("-" if sign == "-" else "+", self.row()))

    def row(self) -> Tree:
        factors: list[Tree] = []
        while (token := self.peek()) and token not in "+-,:)}" and token not in _RELATIONS and not self.closes(token):
            if token in _TIMES:
                self.at += 1
            elif self.found[self.at : self.at + 2] == ["{", "}"]:
                self.at += 2
            elif token in ("/", r"\odot", ";"):
                self.at += 1
                factors.append(("op", token))
            elif token == "(" and factors and head(factors[-1]) in self.functions:
                self.at += 1
                arguments = self.between()
                if self.take() != ")":
                    raise Unaccounted("a function without its end")
                factors.append(self.factor(("call", factors.pop(), *arguments)))
            else:
                factors.append(self.factor())
        if not factors:
            raise Unaccounted("nothing")
        if self.peek() in ("+", "-") and next(leaves(factors[-1]), "") in ("sum", "prod"):  # \\sum_i -2 x_i
            sign = self.take()
            body = self.row()
            factors.append(body if sign == "+" else total([("-", body)]))
        return product(factors)

    def closes(self, token: str) -> bool:
        """Does a bar, or an angle, end what is being read?"""
        if token in ("|)", r"\rangle"):
            return True
        before = self.found[self.at - 1] if self.at else ""
        starts = before in ("", "+", "-", "(", "{", "|(", "/", ",", r"\odot", *_TIMES, *_RELATIONS)
        return token == "|" and self.open_bars > 0 and not starts

    def inside(self, tokens: Sequence[str]) -> Tree:
        """What tokens that stand in braces say."""
        inner = _Parser(tokens, self.functions, self.depth + 1)
        found = inner.sum()
        if inner.peek():
            raise Unaccounted(inner.peek())
        return found

    def argument(self) -> list[str]:
        found, self.at = group(self.found, self.at)
        return found

    def script(self) -> list[str]:
        r"""What stands in a script: ``_\mathrm{ab}`` has more than one token without braces of its own."""
        found = self.argument()
        return found + self.argument() if found and found[0] in (*_MARKS, *_WORDS) and len(found) == 1 else found

    def between(self) -> list[Tree]:
        """What stands between two fences, separated by commas."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise Unaccounted("nested too deep")
        bars, self.open_bars = self.open_bars, 0
        found = [self.sum()]
        while self.peek() in (",", ":"):
            self.at += 1
            found.append(self.sum())
        self.open_bars = bars
        self.depth -= 1
        return found

    def factor(self, base: Tree | None = None) -> Tree:
        base = base or self.atom()
        sub, ups = "", list[Tree]()
        while (sign := self.peek()) in ("_", "^", "'"):
            self.at += 1
            if sign == "'":
                base = ("name", base[1] + "'") if base[0] == "name" else ("primed", base)
            elif sign == "_":
                raw = self.script()
                sub += (" " if sub else "") + lowered(raw)
            else:
                raw = self.script()
                while raw[:1] == ["'"]:
                    base, raw = (("name", base[1] + "'") if base[0] == "name" else ("primed", base)), raw[1:]
                if raw:
                    ups.append(self.raised(base, raw))
        return scripted(base, sub, ups)

    def raised(self, base: Tree, raw: list[str]) -> Tree:
        plain = [token for token in raw if token not in ("{", "}", r"\mathsf", r"\mathrm", r"\rm")]
        if len(plain) == 1 and plain[0] in _TRANSPOSES and base[0] != "big":
            return ("transpose",)
        if len(plain) == 1 and (plain[0] in ("+", "*") or plain[0].startswith("\\") or base[0] == "big"):
            return ("raw", plain[0])
        if raw[0] == r"\odot":
            return ("row", ("op", r"\odot"), lowest(self.inside(raw[1:])))
        return lowest(self.inside(raw))

    def atom(self) -> Tree:
        token = self.take()
        if token[0].isdigit():
            while "." not in token and self.peek().isdigit() and len(self.peek()) == 1:
                token += self.take()
            value = Fraction(token)
            return ("number", str(value)) if value.denominator == 1 else product(
                [("number", str(value.numerator)), ("op", "/"), ("number", str(value.denominator))])  # fmt: skip
        if token == "{":
            self.at -= 1
            return self.inside(self.argument())
        if token in ("(", "|(", "|", r"\langle"):
            if token == "|":
                self.open_bars += 1
                inner = [self.sum()]
                self.open_bars -= 1
            else:
                inner = self.between()
            close = self.take()
            if close not in {"(": (")",), "|(": ("|)", "|"), "|": ("|", "|)")}.get(token, (r"\rangle",)):
                raise Unaccounted(close)
            if token == r"\langle":
                return product(inner) if len(inner) == 2 else ("mean", *inner)
            if token == "(":
                return inner[0] if len(inner) == 1 else ("arguments", *inner)
            return ("bars", inner[0])
        if token in _FRACTIONS:
            above, below = self.argument(), self.argument()
            if r"\partial" in above[:1] and r"\partial" in below[:1]:
                over = self.inside(above[1:]) if above[1:] else ("nothing",)
                return derivative(over, self.inside(below[1:]))
            return product([self.inside(above), ("op", "/"), self.inside(below)])
        if token == r"\sqrt":
            if self.peek() == "(":
                raise Unaccounted("a root of another degree")
            return ("root", self.inside(self.argument()))
        if token in (r"\sum", r"\prod"):
            return ("big", token[1:])
        self.at -= 1
        name = self.name()
        if name in _FUNCTIONS:
            return ("function", _FUNCTIONS[name])
        return ("number", name) if name == "0" else ("name", name)

    def name(self) -> str:
        token = self.take()
        if token.startswith(r"\text "):
            return token[6:]
        if token in _MARKS or token in _WORDS or token in _ALPHABETS or token in _ACCENTS:
            if self.peek() in _MARKS or self.peek() in _ACCENTS or self.peek() in _WORDS:  # \hat\mathbf{x}
                return (
                    self.name() if token in _MARKS or token in _WORDS else f"{_ACCENTS.get(token, token)} {self.name()}"
                )
            raw = self.argument()
            if token in _WORDS:
                return "".join(x for x in raw if x not in "{}")
            inner = _Parser(raw, self.functions, self.depth + 1)
            base = lowered(raw) if token in _ALPHABETS else inner.word()
            return base if token in _MARKS else f"{_ACCENTS.get(token, token)} {base}"
        if token in ("", "{", "}", "_", "^", "#", ".", ";", ":", ",", ")", "&") or token in _RELATIONS or token == "\\":
            raise Unaccounted(token)
        if token.startswith("\\") and token[1:] in _FUNCTIONS:
            return token[1:]
        return token

    def word(self) -> str:
        """A name alone, or a formula below an accent as one word."""
        while self.peek() == "{" and self.found[-1] == "}":
            self.found, self.at = self.found[1:-1], 0
        raw = self.found
        if raw and all(len(x) == 1 and x.isalnum() for x in raw):
            return "".join(raw)
        found = self.name()
        return lowered(raw) if self.peek() else found


def head(tree: Tree) -> str:
    """The name at the bottom of scripts."""
    while tree[0] in ("up", "component"):
        tree = tree[1]
    return str(tree[1]) if tree[0] == "name" else ""


def lowered(raw: Sequence[str]) -> str:
    """A subscript as words: without braces, commas and marks; Greek letters letter by letter, as a longer name has them."""
    said = [x[6:] if x.startswith(r"\text ") else x for x in raw if x not in ("{", "}", ",")]
    return " ".join(" ".join(x[1:]) if x[1:] in GREEK else x for x in said if x not in _MARKS and x not in _WORDS)


def lowest(power: Tree) -> Tree:
    """An exponent that is a number, as a fraction in lowest terms."""
    text = "".join(leaves(power))
    if not re.fullmatch(r"-?[0-9]+(/[0-9]*[1-9][0-9]*)?", text):
        return power
    return ("number", str(Fraction(text)))


def total(terms: Sequence[tuple[str, Tree]]) -> Tree:
    """± row ± row …: a sum that is added is a part of the sum; a row alone is that row."""
    found: list[tuple[str, Tree]] = []
    for number, (sign, row) in enumerate(terms):
        flat = row[0] == "sum" and (sign == "+" or number == 0 == len(row) - 2)
        found += row[1] if flat and sign == "+" else [(sign, row)]
    if len(found) == 1 and found[0][0] == "+":
        return found[0][1]
    return ("sum", tuple(found))


def reaches(tree: Tree) -> bool:
    """Does a row have an operation in it that reaches to its end?"""
    return tree[0] in ("big", "function", "derivative") or (tree[0] == "row" and any(map(reaches, tree[1:])))


def sums(tree: Tree) -> bool:
    """Does it begin with a sum?  That of a factor before it may reach over it or not."""
    return tree[0] == "big" or (tree[0] == "row" and sums(tree[1]))


def product(factors: Sequence[Tree]) -> Tree:
    """Factors side by side: a row in a row is a part of it, unless what it holds would then reach further."""
    found: list[Tree] = []
    for number, factor in enumerate(factors):
        before = found[-1] if found else ("",)
        last = number == len(factors) - 1
        apart = before == ("op", "/") or before[0] == "function" or before == ("op", r"\odot")
        apart = apart or (not last and factors[number + 1] == ("op", r"\odot"))
        signs = all(part[0] == "big" for part in factor[1:] if isinstance(part, tuple))
        if before[:2] == ("derivative", ("nothing",)) and last:
            found[-1] = ("derivative", factor, *before[2:])
        elif factor[0] == "row" and not apart and (last or signs or sums(factors[number + 1]) or not reaches(factor)):
            found += factor[1:]
        elif before == ("function", "abs"):
            found[-1] = ("bars", factor)
        else:
            found.append(factor)
    return found[0] if len(found) == 1 else ("row", *found)


def derivative(above: Tree, below: Tree) -> Tree:
    """A derivative, with the indices of names above and below as its own."""
    subs = [tree[2] for tree in (above, below) if tree[0] == "name" and len(tree) == 3]
    names = [tree[:2] if tree[0] == "name" else tree for tree in (above, below)]
    return ("derivative", *names, " ".join(subs))


def scripted(base: Tree, sub: str, ups: Sequence[Tree]) -> Tree:
    """A base with its scripts."""
    if base[0] == "big":
        limit = lowered([ups[0][1]]) if ups and ups[0][0] in ("raw", "number", "name") else str(ups[0]) if ups else ""
        if re.search(r"<|>|\\n|\\l|\\g|:", sub):
            return ("big", base[1], sub, "")
        sign, limits = sub.partition("=")[1:] if "=" in sub else ("", "")
        if sign and limits.strip() != "1":
            return ("big", base[1], sub, limit)
        names = sub.partition("=")[0].split() or [""]
        return (
            ("row", *(("big", base[1], name, limit) for name in names))
            if len(names) > 1
            else ("big", base[1], names[0], limit)
        )
    if base[0] == "bars" and sub in ("2", "F", r"\ell 2"):
        sub = ""
    if base == ("name", "e") and ups and not sub and len(ups) == 1:
        return ("row", ("function", "exp"), ups[0])
    if base[0] == "derivative" and sub:
        base, sub = (*base[:3], f"{base[3]} {sub}".strip()), ""
    if base[0] == "up" and base[1][0] == "name" and sub:
        return ("up", scripted(base[1], sub, ()), base[2])
    if base[0] == "name" and sub:
        sub = sub.removesuffix("o t h e r").strip()
        base, sub = (("name", base[1], sub) if sub else base), ""
    if sub:
        base = ("component", base, sub)
    for up in ups:
        base = ("up", base, up)
    return base


def leaves(tree: Tree) -> Iterator[str]:
    """Names, numerals, signs and operations of a tree, one by one."""
    kind = tree[0]
    if kind == "sum":
        for number, (sign, row) in enumerate(tree[1]):
            if sign == "-" or number:
                yield sign
            yield from leaves(row)
        return
    if kind in ("name", "number", "function", "op", "raw"):
        yield " ".join(tree[1:2])
        if len(tree) > 2 and tree[1] not in _UNITS:
            yield from (f"_{word}" for word in tree[2].split())
        return
    if kind not in ("row", "up", "arguments", "call", "component", "nothing"):
        yield kind if kind != "big" else tree[1]
    if kind == "nothing":
        return
    if kind == "big":
        yield from (f"_{word}" for word in " ".join(tree[2:3]).split())
        return
    if kind == "component" and tree[1][1:2] and tree[1][1] in _UNITS:
        yield from leaves(tree[1])
        return
    for part in tree[1:]:
        if isinstance(part, tuple):
            yield from leaves(part)
        elif part:
            yield from (f"_{word}" for word in part.split())


# --- comparison ------------------------------------------------------------------------------------------------


def functions_in(text: str, macros: Macros) -> frozenset[str]:
    """The functions that declarations define: ``let f(x) = …``."""
    found = set[str]()
    for match in re.finditer(r"\blet\s+([^=;()]*)\(", text):
        try:
            found.add(head(_Parser(cleaned(expanded(split(match[1]), macros)), frozenset()).factor()))
        except (Unaccounted, IndexError):
            continue
    return frozenset(found)


def account(text: str, macros: Macros | None = None, functions: frozenset[str] = frozenset()) -> Account:
    """What a text says; raises `Unaccounted`."""
    try:
        return _Parser(cleaned(expanded(split(text), macros or {})), functions).chain()
    except (RecursionError, ValueError, IndexError) as error:
        raise Unaccounted(str(error)) from None


def alike(written: Any, printed: Any) -> bool:
    """Do two trees say the same?  A limit, or a size, that is not given is any."""
    if isinstance(written, tuple) != isinstance(printed, tuple):
        return False
    if not isinstance(written, tuple):
        return bool(written == printed)
    if written[:1] == ("big",) == printed[:1]:
        return written[:3] == printed[:3] and (written[3:] == printed[3:] or "" in (*written[3:], *printed[3:]))
    if (size := _unsized(written)) != written or _unsized(printed) != printed:
        if size != written and _unsized(printed) != printed:
            return bool(written == printed)
        return size == _unsized(printed)
    if written[:1] == ("call",) == printed[:1]:  # what else a definition speaks of stands after the arguments
        printed = printed[: len(written)]
    return len(written) == len(printed) and all(map(alike, written, printed))


def _unsized(tree: Tree) -> Tree:
    """One, zero or identity without its size."""
    if tree[:1] == ("component",) and tree[1][0] == "number":
        return tuple(tree[1])
    return tree[:2] if tree[:1] == ("name",) and tree[1] in _UNITS else tree
