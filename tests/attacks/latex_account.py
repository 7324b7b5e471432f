r"""An account of what a LaTeX formula says, which owes nothing to `derive.reading`: a small parser of its own.

It knows no declared name and no shape.  A formula becomes relations between sums of rows of factors, without layout, marks
of vectors, redundant brackets and the way in which a quotient is written; the same is made of what `derive` prints, and the
two are compared.  Macros are those of TeX: a definition ends with its group.  These say the same, and are the same to it:

=================  ================================================================================================
brackets           ``(x)``, ``[x]``, ``\left(x\right)``, ``{x}``, and none where a row or a sum just goes on
quotients          ``\frac{a}{b}``, ``a/b``; 0.5 and 1/2
products           with ``\cdot``, ``\times``, ``*`` or nothing between the factors; ``\langle a, b \rangle``
marks              ``\vec a``, ``\mathbf{a}``, ``a``; ``\operatorname{f}``, ``\mathrm{f}``, ``\text{f}``
bars               ``|a|``, ``\|a\|``, ``\|a\|_2``, ``\|A\|_F``, ``\operatorname{abs}(a)``
transposes         ``^\top``, ``^T``, ``^{\mathsf T}``, ``^t``
sums               with limits or without; ``\sum_{i,j}``, ``\sum_i \sum_j``
sizes              ``\vec 1_N``, ``\vec 1``; also of identities and zeros
exponentials       ``e^x``, ``\exp(x)``; ``\exp x``
scripts            ``A_i^\top``, ``(A^\top)_i``; ``\mathbf{AB}^\top``, ``A B^\top``; ``A^{-\top}``, ``(A^{-1})^\top``
derivatives        ``\frac{\partial y_i}{\partial x_j}``, ``\left(\frac{\partial y}{\partial x}\right)_{ij}``;
                   ``\partial_{x_j} y_i``
letters            ``μ``, ``\mu``
=================  ================================================================================================
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from tests.attacks.latex_reach import with_symbol
from tests.attacks.latex_tables import dotted, tabled
from tests.attacks.latex_tokens import (
    SPACE,
    Macros,
    Unaccounted,
    bracketed,
    cleaned,
    expanded,
    group,
    is_whole,
    listed,
    opened,
    scripts,
    split,
    worded,
)
from tests.attacks.latex_trees import (
    ACCENTS,
    ALPHABETS,
    BIG,
    DOT,
    DOTS,
    FRACTIONS,
    FUNCTIONS,
    GREEK,
    MARKS,
    ONES,
    OPERATOR,
    RELATIONS,
    TRANSPOSE,
    UNITS,
    WORDS,
    Account,
    Tree,
    applied,
    bare,
    by_signs,
    derivative,
    gradient_of,
    head,
    leaves,
    lowered,
    lowest,
    nested,
    primed,
    product,
    raised,
    ranged,
    scripted,
    signs_above,
    total,
)

#: The deepest nesting of which an account is given.
DEEPEST = 60

_TIMES = frozenset({r"\cdot", r"\times", "*", r"\ast"})


class _Parser:
    """``functions`` are names that take what stands in the parentheses after them, ``own`` says which calls are a name."""

    def __init__(
        self, found: Sequence[str], functions: frozenset[str], own: Mapping[Tree, Tree], depth: int = 0
    ) -> None:
        self.found, self.functions, self.own, self.depth = found, functions, own, depth
        self.at = self.open_bars = self.called = 0
        #: Does a bar part the arguments of a function here, ``f(x \mid y)``, as a semicolon does?
        self.parted = False
        #: Do braces group nothing?
        self.flat = False
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
        if self.peek() in RELATIONS:
            raise Unaccounted("nothing before a relation")
        while True:
            sides.append(self.sum())
            if not self.peek():
                return Account(tuple(sides), tuple(relations))
            token = self.take()
            if token not in RELATIONS:
                raise Unaccounted(token)
            relations.append(RELATIONS[token])

    def sum(self) -> Tree:
        terms: list[tuple[str, Tree]] = []
        while True:
            sign = self.take() if self.peek() in ("+", "-") else "" if not terms else None
            if sign is None:
                return total(terms)
            terms.append(("-" if sign == "-" else "+", self.row()))

    def row(self) -> Tree:
        factors: list[Tree] = []
        while (token := self.peek()) and token not in "+-,:)}" and token not in RELATIONS and not self.closes(token):
            if self.parted and token in (";", "|"):
                break
            if token in _TIMES:
                self.at += 1
            elif self.found[self.at : self.at + 2] == ["{", "}"]:
                self.at += 2
            elif token in ("/", r"\odot", ";"):
                self.at += 1
                factors.append(("op", token))
            elif (factors and self.braced()) or self.flattened():
                inside, after = group(self.found, self.at)
                self.found = [*self.found[: self.at], *inside, *self.found[after:]]
            elif token == "(" and factors and self.may_call() and (taken := self.taken(factors[-1])):
                factors[-1], self.called = taken, self.at
            else:
                self.at += token == SPACE
                spelled = self.found[self.at - 1]
                factors.append(self.factor())
                ones = token == r"\langle" and spelled == "1" and factors[-1][:2] == ("inner", ONES)
                if ones and factors[-2:-1] == [("number", "1")]:  # 1 ⟨1, x⟩
                    factors[-2] = ONES
        if not factors:
            raise Unaccounted("nothing")
        if self.peek() in ("+", "-") and bare(factors[-1]):  # \\sum_i -2 x_i
            sign = self.take()
            body = self.row()
            factors.append(body if sign == "+" else total([("-", body)]))
        return product(factors)

    def braced(self) -> bool:
        r"""Does ``{(x)}`` stand here, which looks as ``(x)`` does?"""
        if self.peek() != "{" or self.found[self.at + 1 : self.at + 2] != ["("]:
            return False
        inside, _ = group(self.found, self.at)
        return is_whole(inside, "(", ")")

    def flattened(self) -> bool:
        """Do braces without scripts stand here, which group nothing?"""
        return (
            self.flat and self.peek() == "{" and [*self.found, ""][group(self.found, self.at)[1]] not in ("_", "^", "'")
        )

    def may_call(self) -> bool:
        """Do parentheses stand right behind a factor, which is no call itself, and in none: (f)(x) is a product?"""
        return self.found[self.at - 1] not in (*_TIMES, ")") and self.at != self.called

    def taken(self, before: Tree) -> Tree:
        """What a factor and the parentheses that open here are together; nothing if they are two factors."""
        function = head(before).rstrip("'") in self.functions or gradient_of(head(before)) != ""
        if before[0] == "up" and before[2] == TRANSPOSE and not function:  # c^\top (D)
            whole = self.taken(before[1])
            return raised(whole, [TRANSPOSE]) if whole else ()
        start, named = self.at, function or (head(before) != "" and listed(self.found, self.at))
        if (
            before[:2] == OPERATOR
        ):  # of more factors where one behind these parentheses has what it is by, and they have not
            factor = self.factor()
            by = str(before[2][-1])
            if with_symbol(by, self.own).intersection(leaves(factor)) or by not in self.found[self.at :]:
                row = factor[0] == "up" and factor[2] == TRANSPOSE  # of all, as other exponents are not
                found = nested("derivative", factor[1] if row else factor, *before[2:])
                return ("up", found, TRANSPOSE) if row else found
            self.at = start
            return ()
        words, powers = before, list[Tree]()
        while words[0] == "up" and words[2][0] == "number":  # \tanh^2(x)
            words, powers = words[1], [words[2], *powers]
        if words[0] == "function":
            before = words
        if not named and before[0] != "function" and not any(call[1] in (before, before[:2]) for call in self.own):
            return ()
        self.at += 1
        arguments = self.between(parted=True)
        if self.take() != ")":
            raise Unaccounted("a function without its end")
        if before[0] == "function":
            inside = arguments[0] if len(arguments) == 1 else ("arguments", *arguments)
            return self.factor(raised(applied(before[1], inside), powers))
        if before[:2] == ("name", "J") and len(before) == 3 and len(arguments) == 1 and self.jacobian(before):
            column = arguments[0][1] if arguments[0][0] == "up" and arguments[0][2] == TRANSPOSE else arguments[0]
            return self.factor(derivative(column, ("name", before[2])))
        call = ("call", before, *arguments)
        meant = next((self.own[call[:end]] for end in range(len(call), 2, -1) if call[:end] in self.own), ())
        if not meant and len(before) == 3 and ("call", before[:2], *arguments) in self.own:
            meant = before
        if not named and not meant:
            self.at = start
            return ()
        return self.factor(meant or call)

    def jacobian(self, before: Tree) -> bool:
        """Is J_x the sign of a Jacobian here?"""
        return any(call[1] == before and meant[0] == "derivative" for call, meant in self.own.items())

    def closes(self, token: str) -> bool:
        """Does a bar, or an angle, end what is being read?"""
        if token in ("|)", r"\rangle"):
            return True
        before = self.found[self.at - 1] if self.at else ""
        starts = before in ("", "+", "-", "(", "{", "|(", "/", ",", r"\odot", *_TIMES, *RELATIONS)
        return token == "|" and self.open_bars > 0 and not starts

    def inside(self, tokens: Sequence[str]) -> Tree:
        """What tokens that stand in braces say."""
        inner = _Parser(tokens, self.functions, self.own, self.depth + 1)
        inner.flat = self.flat
        found = inner.sum()
        if inner.peek():
            raise Unaccounted(inner.peek())
        return found

    def argument(self) -> list[str]:
        found, self.at = group(self.found, self.at)
        return found

    def script(self) -> list[str]:
        r"""What stands in a script: ``_\mathrm{ab}`` has more than one token without braces around them."""
        found = self.argument()
        marked = len(found) == 1 and found[0] in (*MARKS, *WORDS)
        return [*found, "{", *self.argument(), "}"] if marked else found

    def between(self, parted: bool = False) -> list[Tree]:
        """What stands between two fences, separated by commas; ``parted`` by semicolons, or by a bar, too."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise Unaccounted("nested too deep")
        before, self.open_bars, self.parted = (self.open_bars, self.parted), 0, parted and self.parts()
        found = [self.sum()]
        while self.peek() in (",", ":") or (self.parted and self.peek() in (";", "|")):
            self.at += 1
            found.append(self.sum())
        self.open_bars, self.parted = before
        self.depth -= 1
        return found

    def parts(self) -> bool:
        """Do a semicolon, or one bar alone, stand between these parentheses?"""
        depth, bars, semicolons = 1, 0, 0
        for token in self.found[self.at :]:
            depth += (token in "({") - (token in ")}")
            if not depth:
                break
            bars += token == "|"
            semicolons += token == ";"
        return bars == 1 or (semicolons > 0 and not bars)

    def factor(self, base: Tree | None = None) -> Tree:
        apart = base is None and self.peek() == "("  # (1)_N is an entry, 1_N a vector
        angles = base is None and self.peek() == r"\langle"  # \langle A, B \rangle_F
        begin = self.at
        base = base or self.atom()
        by_one = base[0] == "derivative" and by_component(self.found[begin : self.at])
        sub, ups = "", list[Tree]()
        while (sign := self.peek()) in ("_", "^", "'"):
            self.at += 1
            if sign == "'":
                if ups:
                    raise Unaccounted("a double superscript")
                base = primed(base)
            elif sign == "^" and bracketed(self.found, self.at):
                raw = self.argument()
                sub += (" " if sub else "") + lowered([raw[1]])
                ups += [TRANSPOSE] * (raw[-1] == r"\top")
            elif sign == "_":
                raw = self.script()
                if base == ("name", r"\theta") and "," in raw:  # \cos\theta_{u,+v}, of two formulas
                    comma = raw.index(",")
                    if set(BIG).intersection(raw):
                        raise Unaccounted("a sum in a subscript")
                    raw = [*leaves(self.inside(raw[:comma])), ",", *leaves(self.inside(raw[comma + 1 :]))]
                sub += (" " if sub else "") + (ranged(raw) if base[0] == "big" else lowered(raw))
            else:
                raw = self.script()
                while raw[:1] == ["'"]:
                    base, raw = primed(base), raw[1:]
                if raw:
                    ups += [("raw", lowered(raw))] if base[0] == "big" else self.raised(base, raw)
        sub = "" if angles and sub in ("2", "F") else sub
        if apart and sub and base[0] == "name" and base[1] in UNITS and len(base) == 2:
            return raised(("component", base, sub), ups)
        return raised(("component", base, sub), ups) if by_one and sub else scripted(base, sub, ups)

    def raised(self, base: Tree, raw: list[str]) -> list[Tree]:
        if raw[0] == r"\odot":
            return [("row", DOT, lowest(self.inside(raw[1:])))]
        return signs_above(base, raw) or [self.inside(raw)]

    def atom(self) -> Tree:
        token = self.take()
        if token[0].isdigit():
            while self.peek()[:1].isdigit() and (token + self.peek()).count(".") < 2:
                token += self.take()
            value = Fraction(token)
            above, below = str(value.numerator), str(value.denominator)
            if below == "1":  # \mathbf 0 is no more than 0
                return ("number" if value else "name", above)
            return product([("number", above), ("op", "/"), ("number", below)])
        if token == "{":
            self.at -= 1
            return self.inside(self.argument())
        if token in ("(", "|(", "|", r"\langle"):
            begin = self.at
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
                raw = [sign for sign in self.found[begin : self.at - 1] if sign not in "{}"]
                spelled = [raw[:2] == ["1", ","], raw[-2:] == [",", "1"]] if len(inner) == 2 else [False]
                inner = [ONES if one else part for one, part in zip(spelled, inner, strict=True)]
                return ("inner", *inner) if len(inner) == 2 else ("mean", *inner)
            if token == "(":
                return inner[0] if len(inner) == 1 else ("arguments", *inner)
            return ("bars", inner[0])
        if token in FRACTIONS:
            parts = self.argument(), self.argument()
            above, below = map(opened, parts)
            apart = ([], ["-"], ["+"], ["/"])  # (d - 4g) / (d / 2)
            signs = above[:1] == below[:1] and above[:1] in ([r"\partial"], ["d"])
            if signs and below[1:2] not in apart and above[1:2] not in apart[1:]:
                return by_signs(above[1:], below[1:], self.inside)
            return product([self.inside(parts[0]), ("op", "/"), self.inside(parts[1])])
        if token == r"\sqrt":
            if self.peek() == "(":
                raise Unaccounted("a root of another degree")
            return ("root", self.inside(self.argument()))
        if token in BIG and (token in BIG[:2] or self.peek() == "_"):
            return ("big", token[1:])
        if token in (r"\partial", r"\nabla") and self.peek() == "_":
            self.at += 1
            return derivative(("nothing",), self.inside(self.script()))
        self.at -= 1
        if self.spread():
            return self.atom()
        name = self.word_of() or self.name()
        if name in FUNCTIONS:
            return ("function", FUNCTIONS[name])
        return ("name", name)

    def spread(self) -> bool:
        r"""Leave out a mark around letters, which is one around each: ``\mathbf{AB}^\top`` looks as ``AB^\top`` does.

        So is one around names with scripts, ``\bm{A^\top v_j}``, and one around a sign, ``\mathbf{-1}``.
        """
        while self.peek() in MARKS and self.found[self.at + 1] in MARKS:
            self.at += 1
        if self.peek() not in MARKS or self.found[self.at + 1 : self.at + 2] != ["{"]:
            return False
        raw, after = group(self.found, self.at + 1)
        marked = any(token in MARKS for token in raw)  # \mathbf{I\mathbf{1}}
        letters = [token for token in raw if token.isalpha() or token[1:] in GREEK or (marked and token in UNITS)]
        spelled = len(letters) > 1 and all(token in letters or token in "{}" or token in MARKS for token in raw)
        if len(raw) > 1 and raw[0] in _TIMES:
            raw = [self.peek(), "{", *raw[1:], "}"]
        elif len(raw) > 1 and raw[-1] in _TIMES:
            raw = [self.peek(), "{", *raw[:-1], "}", raw[-1]]
        elif raw[0] in "+-":
            raw = ["{", raw[0], self.peek(), "{", *raw[1:], "}", "}"]
        elif not spelled and not ((raw[0] in letters or raw[0] == "1") and scripts(raw[1:], letters)):
            return False
        self.found = [*self.found[: self.at], *raw, *self.found[after:]]
        return True

    def word_of(self) -> str:
        """A function whose name is spelled by letters here, LN."""
        for word in sorted((*self.functions, "Cov", "Var"), key=len, reverse=True):
            if len(word) > 1 and word[0].isupper() and self.found[self.at : self.at + len(word)] == list(word):
                self.at += len(word)
                return word
        return ""

    def name(self) -> str:
        token = self.take()
        if token.startswith(r"\text "):
            return token[6:]
        if token in MARKS or token in WORDS or token in ALPHABETS or token in ACCENTS:
            if self.peek() in MARKS or self.peek() in ACCENTS or self.peek() in WORDS:  # \hat\mathbf{x}
                return self.name() if token in MARKS or token in WORDS else f"{ACCENTS.get(token, token)} {self.name()}"
            raw = self.argument()
            if token in WORDS:
                return "".join(x for x in raw if x not in "{}")
            if token in MARKS and {"(", "^", *_TIMES}.intersection(raw):
                raise Unaccounted("a mark around a formula")
            inner = _Parser(raw, self.functions, self.own, self.depth + 1)
            base = lowered(raw) if token in ALPHABETS else inner.word()
            return base if token in MARKS else f"{ACCENTS.get(token, token)} {base}"
        if token in ("", "{", "}", "_", "^", "#", ".", ";", ":", ",", ")", "&") or token in RELATIONS or token == "\\":
            raise Unaccounted(token)
        if token.startswith("\\") and token[1:] in FUNCTIONS:
            return token[1:]
        return r"\dots" if token in DOTS else token

    def word(self) -> str:
        """A name alone, or a formula below an accent as one word."""
        while self.peek() == "{" and self.found[-1] == "}":
            self.found, self.at = self.found[1:-1], 0
        raw = self.found
        if raw and all(len(x) == 1 and x.isalnum() for x in raw):
            return "".join(raw)
        found = self.name()
        if not self.peek():
            return found
        return re.sub(r"\\cdot |(?<=[0-9]) (?=[0-9])|(?<= )\( (?=\S+ \))|(?<=\S) \)", "", lowered(raw))


def by_component(found: Sequence[str]) -> bool:
    r"""Is it a derivative by a component of what has no scripts, ``\frac{\partial y}{\partial x_j}``?"""
    parts = opened(found)
    if not parts or parts[0] not in FRACTIONS:
        return False
    above, at = group(parts, 1)
    return "_" not in above and "_" in group(parts, at)[0]


def paired(tree: Any, made: Callable[[Tree, Tree], Tree]) -> Any:
    """With what is made of two factors for their scalar product."""
    if not isinstance(tree, tuple):
        return tree
    held = tree[:1] == ("row",) and any(part[0] == "inner" for part in tree[1:])
    found = tuple(paired(part, made) for part in tree)
    if found[:1] == ("inner",):
        return made(*found[1:])
    return product(found[1:]) if held else found


def multiplied(one: Tree, other: Tree) -> Tree:
    """Their product."""
    return product([one, other])


def traced(one: Tree, other: Tree) -> Tree:
    r"""The trace of A^\top B."""
    return ("apply", "tr", product([("up", one, TRANSPOSE), other]))


#: No function has a name of its own for a call of it.
NONE: Mapping[Tree, Tree] = MappingProxyType({})


def account(
    text: str,
    macros: Macros | None = None,
    functions: frozenset[str] = frozenset(),
    own: Mapping[Tree, Tree] = NONE,
    *,
    spaced: bool = False,
    traces: bool = False,
    flat: bool = False,
    words: frozenset[str] = frozenset(),
) -> Account:
    r"""What a text says; raises `Unaccounted`.

    Where ``spaced``, ``f\,(x)`` is a product, else ``f`` of ``x``; where ``traces``, ``\langle A, B \rangle`` is that of
    A^\top B, else a product.  Where ``flat``, braces group nothing.
    The upright ``words`` are one sign also in scripts, as an index is, and not their letters.
    """
    try:
        plain = dotted(cleaned(tabled(expanded(split(text), macros or {})), spaced))
        parser = _Parser(worded(plain, WORDS, words), functions, own)
        parser.flat = flat
        found = parser.chain()
        made = traced if traces else multiplied
        return replace(found, sides=tuple(paired(side, made) for side in found.sides))
    except (RecursionError, ValueError, IndexError) as error:
        raise Unaccounted(str(error)) from None
