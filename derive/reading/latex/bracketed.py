r"""Brackets: those that stand for a subscript, ``S[i]`` of a declared array and ``S(i)``, ``\mathbf 1[i = j]``, ``[i = j]``;
indices above, ``A^{ij}``; what parts arguments, ``J(w; X, y)``, ``L(\theta \mid X)``; and a value right behind an operator,
``\frac{d}{dt} \big|_{t=0} f(x + t p)``; the bar in a subscript.

An index is no factor, and a relation is none, so that nothing else could be meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from derive.language.terms import Term
from derive.reading.latex.context import Context
from derive.reading.latex.grammar import PARTNERS
from derive.reading.latex.indicators import is_doubled
from derive.reading.latex.letters import closing
from derive.reading.latex.signs import TRANSPOSES, below_scripts
from derive.reading.latex.spelling import GIVEN, Key, Lexeme
from derive.reading.latex.tokens import opens_script

#: Before a digit that is none of a factor of its own.
_TAKING = ("DIGIT", "NUMBER", "STOP", "SUP", "SUB", "FRAC", "SQRT")


def with_subscripts(context: Context, lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    r"""Lexemes with ``S_{i}`` for ``S[i]``, and ``\mathbf 1_{i = j}`` for what is 1 where i = j."""
    made: list[Lexeme] = []
    at = 0
    while at < len(lexemes):
        lexeme = lexemes[at]
        close = _closed(lexemes, at) if lexeme.kind == "OPEN" else at
        if close == at and lexeme.kind == "OPEN":  # 1(y_i = k)
            close = _closed(lexemes, at, ("SUB", "LBRACE", "RBRACE"))
            close = close if _is_condition(lexemes[at + 1 : close]) else at
        inside = lexemes[at + 1 : close]
        before = made[-1] if made else None
        if close == at or not inside or opens_script(made):
            made.append(lexeme)
            at += 1
            continue
        if _is_condition(inside) and before is not None and _is_sign(context, made, lexemes, at, close):
            made[-1] = replace(before, kind="NAME", text="1", mark=r"\mathbf")
        elif _is_condition(inside) and lexeme.text == "[" and not _is_array(context, before):
            made.append(replace(lexeme, kind="NAME", text="1", mark=r"\mathbf"))
        elif lexeme.text not in ("[", "(") or before is None or not _indexes(context, made, lexeme.text, inside):
            made.append(lexeme)
            at += 1
            continue
        made += [replace(lexeme, kind="SUB", text="_"), replace(lexeme, kind="LBRACE", text="{"), *inside]
        made.append(replace(lexemes[close], kind="RBRACE", text="}"))
        at = close + 1
    return made


def _closed(lexemes: Sequence[Lexeme], at: int, more: Sequence[str] = ()) -> int:
    """Where the bracket closes that opens at a position, if only names, commas, a relation and ``more`` stand in it."""
    for position in range(at + 1, len(lexemes)):
        if lexemes[position].kind == "CLOSE":  # of another bracket it is an error, which the grammar says
            return position if PARTNERS[lexemes[at].text] == lexemes[position].text else at
        if lexemes[position].kind not in ("NAME", "COMMA", "REL", "PRIME", *more):
            break
    return at


def _is_condition(inside: Sequence[Lexeme]) -> bool:
    """Is it ``i = j``, ``i == j`` or ``i \\ne j``, of indices that may have one below, ``y_i = k``?"""
    found, at = list[Lexeme](), 0
    while at < len(inside):
        if inside[at].kind == "SUB":
            at = closing(inside, at + 1)
        elif inside[at].kind != "PRIME":
            found.append(inside[at])
        at += 1
    kinds = [lexeme.kind for lexeme in found]
    doubled = kinds == ["NAME", "REL", "REL", "NAME"] and is_doubled(*found[1:3])
    return doubled or (kinds == ["NAME", "REL", "NAME"] and found[1].text in ("=", "!="))


def _is_sign(context: Context, made: Sequence[Lexeme], lexemes: Sequence[Lexeme], at: int, close: int) -> bool:
    """Is what stands before parentheses the sign of an indicator, an all-ones, an I that nobody declared, or a 1?

    Parentheses stand right behind it: ``= 1 \\; (i = j)`` has a condition there, and ``y = 1(i = j)`` may have one, which a
    factor before it or anything behind it has not.
    """
    before = made[-1]
    if lexemes[at].text != "[" and lexemes[at].spaced:
        return False
    if before.kind == "NAME":
        return before.text in ("1", "I") and (before.text == "1" or not context.names(Key(before.text), before.mark))
    if (before.kind, before.text) != ("DIGIT", "1") or any(lexeme.kind in _TAKING for lexeme in made[-2:-1]):
        return False
    factor = len(made) > 1 and made[-2].kind in ("NAME", "CLOSE", "RBRACE")
    inner = close + 1 < len(lexemes) and lexemes[close + 1].kind != "REL"
    return factor or inner or is_doubled(*[each for each in lexemes[at:close] if each.kind == "REL"])


def _is_array(context: Context, before: Lexeme | None) -> bool:
    """Is what stands before square brackets the name of an array, of which they could be a part?"""
    return before is not None and before.kind == "NAME" and bool(_shapes(context, before))


def _shapes(context: Context, name: Lexeme, sup: str = "") -> list[int]:
    """The numbers of axes of the arrays of one name."""
    meant = [context.env.names.get(word) for word in context.names(Key(name.text, sup=sup), name.mark, True)]
    return [len(term.shape) for term in meant if isinstance(term, Term) and term.shape]


def _indexes(context: Context, made: Sequence[Lexeme], bracket: str, inside: Sequence[Lexeme], least: int = 1) -> bool:
    """Do lexemes end with the name of an array, and are there as many indices as it has axes, so many at ``least``?

    In parentheses they are declared ones: an index is no factor, and what it stands behind is no function.
    """
    base, sup = made[-1], ""
    if len(made) > 2 and made[-2].kind == "SUP" and base.kind == "DIGIT":  # \sigma^2(n)
        base, sup = made[-3], base.text
    if base.kind != "NAME" or any(lexeme.kind == "REL" for lexeme in inside):
        return False
    names = [lexeme for lexeme in inside if lexeme.kind == "NAME"]
    if any(context.names(Key(name.text), name.mark) or context.function(Key(name.text)) for name in names):
        return False
    key = Key(base.text, sup=sup)
    of_function = context.function(key) is not None and key not in context.built_in
    if bracket == "(" and (of_function or not all(context.index(Key(x.text)) for x in names)):
        return False
    return len(names) >= least and len(names) in _shapes(context, base, sup)


def lowered(context: Context, lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """Lexemes with ``A_{ij}`` for ``A^{ij}`` of a declared matrix, under the summation convention.

    Of a matrix that has indices below as well those above may be of another one, its inverse: they stay.
    """
    made = list(lexemes)
    for at, lexeme in enumerate(lexemes[:-3] if context.einstein and not context.printed else ()):
        kinds = [each.kind for each in lexemes[at : at + 3]]
        if kinds != ["NAME", "SUP", "LBRACE"]:
            continue
        close = next(n for n in range(at + 3, len(lexemes)) if lexemes[n].kind not in ("NAME", "COMMA", "PRIME"))
        inside, after = lexemes[at + 3 : close], lexemes[close + 1 : close + 2]
        bare = lexemes[close].kind == "RBRACE" and not (after and after[0].kind in ("SUB", "PRIME"))
        bare = bare and not any(each.text in TRANSPOSES for each in inside)
        below = any(one.text == lexeme.text and other.kind == "SUB" for one, other in pairwise(lexemes))
        if bare and not below and _indexes(context, [lexeme], "[", inside, 2):
            made[at + 1] = replace(lexemes[at + 1], kind="SUB", text="_")
    return made


def parted(context: Context, lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """Lexemes with commas for the semicolons in brackets, and for the bar of a function that is declared with one."""
    made, opened, bars = list(lexemes), list[int](), list[list[int]]()
    for at, lexeme in enumerate(lexemes):
        if lexeme.kind in ("OPEN", "LBRACE"):
            opened.append(at)
            bars.append([])
        elif lexeme.kind in ("CLOSE", "RBRACE") and opened:
            start, inside = opened.pop(), bars.pop()
            if len(inside) == 1 and lexemes[start].kind == "OPEN" and _head(lexemes, start) in context.conditional:
                made[inside[0]] = replace(lexemes[inside[0]], kind="COMMA", text=",")
        elif opened and lexeme.kind == "BAR":
            bars[-1].append(at)
        elif opened and lexemes[opened[-1]].kind == "OPEN" and lexeme.kind == "STOP" and lexeme.text == ";":
            made[at] = replace(lexeme, kind="COMMA", text=",")
    return made


def with_conditions(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    r"""Lexemes with a sign of a name for the one bar of a subscript, ``C_{\theta \mid D}``: no bar there has a partner."""
    made, opened = list(lexemes), list[list[int]]()
    for at, lexeme in enumerate(lexemes):
        if lexeme.kind in ("OPEN", "LBRACE"):
            opened.append([at])
        elif opened and lexeme.kind == "BAR":
            opened[-1].append(at)
        elif opened and lexeme.kind in ("CLOSE", "RBRACE"):
            start, *bars = opened.pop()
            if len(bars) == 1 and start and lexemes[start].kind == "LBRACE" and lexemes[start - 1].kind == "SUB":
                made[bars[0]] = replace(lexemes[bars[0]], kind="SYMBOL", text=GIVEN)
    return made


def _head(lexemes: Sequence[Lexeme], opening: int) -> str:
    """The name right before a bracket, without its scripts; empty where none stands there."""
    at = opening - 1
    while at >= 0 and lexemes[at].kind == "PRIME":
        at -= 1
    at = below_scripts(lexemes, at)
    return lexemes[at].text if at >= 0 and lexemes[at].kind == "NAME" else ""


def with_values(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    r"""Lexemes with ``\left. \frac{d}{dt} f(x) \right|_{t=0}`` for ``\frac{d}{dt} \big|_{t=0} f(x)``.

    So they are for ``\left. \frac{d}{dt} \right|_{t=0} f(x)``.  All factors up to a sign are differentiated, if what stands
    behind it does not have what it is by.
    """
    made = list(lexemes)
    for at in reversed([n for n, lexeme in enumerate(made) if lexeme.kind in ("BAR", "RBAR", "CLOSE")]):
        start, below = _operator(made, at), made[at + 1 : at + 3]
        if start < 0 or [each.kind for each in below] != ["SUB", "LBRACE"]:
            continue
        fenced = made[at].kind == "CLOSE"
        if fenced and not (start and made[at].text == "|" and made[start - 1].text == "."):
            continue
        stop = _matching(made, at + 2, 1) + 1
        end = _after_product(made, stop)
        variable = {lexeme.text for lexeme in made[start:at] if lexeme.kind == "NAME"} - {"d"}
        behind = made[end : _after_product(made, end, ("REL", "COMMA"))]
        if end == stop or any(lexeme.text in variable for lexeme in behind):
            continue
        opening = replace(made[start], kind="OPEN", text=".", mark="")
        closing = replace(made[at], kind="CLOSE", text="|")
        made[start - fenced : end] = [opening, *made[start:at], *made[stop:end], closing, *made[at + 1 : stop]]
    return made


def _after_product(
    lexemes: Sequence[Lexeme], at: int, ends: Sequence[str] = ("REL", "COMMA", "SIGN", "STOP", "CELL", "NEXT")
) -> int:
    """The position behind what begins at one: where something ends it, outside of two bars, or what is around it closes."""
    depth, open_bars = 0, set[str]()
    while at < len(lexemes):
        kind = lexemes[at].kind
        if kind in ("BAR", "NORM"):
            open_bars ^= {kind}
        depth += (kind in ("OPEN", "LBRACE")) - (kind in ("CLOSE", "RBRACE"))
        if depth < 0 or (not depth and not open_bars and kind in ends):
            break
        at += 1
    return at


def with_values_behind(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    r"""Lexemes with ``\left. \frac{d}{dt} f(x) \right|_{t=0}`` for ``\frac{d}{dt} f(x) \Big|_{t=0}``.

    So it is of one bar, behind a derivative with which a product begins, or behind parentheses; an operator
    right before the bar is of what follows (`with_values`).
    """
    bars = [n for n, lexeme in enumerate(lexemes) if lexeme.kind in ("BAR", "RBAR", "NORM")]
    if len(bars) != 1 or [each.kind for each in lexemes[bars[0] + 1 : bars[0] + 3]] != ["SUB", "LBRACE"]:
        return list(lexemes)
    at = start = bars[0]
    below = lexemes[at + 3 : _matching(lexemes, at + 2, 1)]
    while start and lexemes[start - 1].kind not in ("REL", "SIGN", "COMMA", "OPEN", "LBRACE", "OP"):
        start = _matching(lexemes, start - 1, -1)
    first = lexemes[start : start + 1]
    derived = first and (first[0].kind == "FRAC" and _is_derivative(lexemes, start))
    whole = first and first[0].kind == "OPEN" and _matching(lexemes, start, 1) == at - 1
    if not (derived or whole) or _operator(lexemes, at) >= 0 or not any(each.kind == "REL" for each in below):
        return list(lexemes)
    opening = replace(lexemes[start], kind="OPEN", text=".", mark="")
    closing = replace(lexemes[at], kind="CLOSE", text="|")
    return [*lexemes[:start], opening, *lexemes[start:at], closing, *lexemes[at + 1 :]]


def _is_derivative(lexemes: Sequence[Lexeme], at: int) -> bool:
    """Does a fraction begin there with a d or a ∂ above and below its bar?"""
    below = _matching(lexemes, at + 1, 1) + 1
    heads = [lexemes[n + 1] for n in (at + 1, below) if n + 1 < len(lexemes) and lexemes[n].kind == "LBRACE"]
    return len(heads) == 2 and all(head.kind == "PARTIAL" or head.text == "d" for head in heads)


def _operator(lexemes: Sequence[Lexeme], at: int) -> int:
    r"""Where ``\frac{d}{dt}`` begins that ends right before a position; -1 where none does."""
    below = _matching(lexemes, at - 1, -1) if at and lexemes[at - 1].kind == "RBRACE" else 0
    above = _matching(lexemes, below - 1, -1) if below > 0 and lexemes[below - 1].kind == "RBRACE" else 0
    inside = lexemes[above + 1 : below - 1]
    alone = len(inside) == 1 and (inside[0].kind == "PARTIAL" or inside[0].text == "d")
    return above - 1 if alone and above > 0 and lexemes[above - 1].kind == "FRAC" else -1


def _matching(lexemes: Sequence[Lexeme], at: int, step: int) -> int:
    """The position of the bracket that closes, or with step -1 opens, what one at a position does; itself of none."""
    depth = 0
    for position in range(at, len(lexemes) if step > 0 else -1, step):
        depth += (lexemes[position].kind in ("OPEN", "LBRACE")) - (lexemes[position].kind in ("CLOSE", "RBRACE"))
        if not depth:
            return position
    return at
