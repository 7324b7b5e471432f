r"""The grammar of LaTeX mathematics, and lexemes → tree.

An LALR(1) grammar read by Lark, without conflicts: it groups what braces, brackets, bars and scripts group, and splits sums
and relations; it decides nothing that depends on what a name means.  Lexemes are fed to the parser one by one, and nodes are
built while it parses, so nothing recurses over the text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from derive.reading.grammar import parser_of
from derive.reading.latex import syntax as tex
from derive.reading.latex.spelling import Lexeme
from derive.reading.source import Source

if TYPE_CHECKING:
    from lark import Lark

#: Terminals that may stand in a script as they are.
_SINGLE = ("NAME", "DIGIT", "NUMBER", "SYMBOL", "OP", "FUNC", "BIG", "PARTIAL")
_RAW = (*_SINGLE, "SIGN", "REL", "COMMA", "COLON", "OPEN", "CLOSE", "LBAR", "RBAR", "LNORM", "RNORM", "LANGLE", "RANGLE",
        "FRAC", "SQRT", "SUB", "SUP", "PRIME", "ACCENT")  # fmt: skip

GRAMMAR = rf"""
chain: (REL expr)*                            -> continued
     | expr (REL expr)*                       -> begun
expr: SIGN? row (SIGN row)*
row: item+
?item: factor | OP                            -> op
     | COLON                                  -> op
     | PARTIAL                                -> partial
     | PARTIAL SUP arg                        -> partial
     | PARTIAL SUB arg                        -> partial_by
?factor: atom | atom script+                  -> scripted
script: SUB arg                               -> scripted_by
     | SUP arg                               -> scripted_by
      | PRIME                                 -> prime
arg: single
   | LBRACE raw* RBRACE                      -> braced
single: SIGN | {" | ".join(_SINGLE)}
raw: {" | ".join(_RAW)}
   | LBRACE raw* RBRACE                       -> inner
?atom: number | NAME                          -> name
     | FUNC                                   -> func
     | BIG                                    -> big
     | OPEN expr (COMMA expr)* CLOSE          -> group
     | LBRACE expr RBRACE                     -> braces
     | LBRACE RBRACE                          -> nothing
     | FRAC part part                         -> fraction
     | SQRT part                              -> root
     | LBAR expr RBAR                         -> bars
     | LNORM expr RNORM                       -> bars
     | LANGLE expr (COMMA expr)? RANGLE       -> angles
     | ACCENT LBRACE expr RBRACE              -> over
     | BEGIN expr ((CELL | NEXT) expr)* END   -> table
?part: LBRACE expr RBRACE                     -> braces
     | DIGIT                                  -> digits
     | NAME                                   -> name
number: DIGIT+                                -> digits
      | DIGIT* NUMBER DIGIT*                  -> digits
%declare {" ".join((*_RAW, "LBRACE", "RBRACE", "BEGIN", "CELL", "NEXT", "END"))}
"""

#: Terminals in words, for messages.
WORDS: dict[str, str] = {
    "NAME": "a name, a number or an opening parenthesis", "REL": "a relation sign", "SIGN": "+ or -", "RBRACE": "}",
    "CLOSE": "a closing parenthesis", "RBAR": "a closing |", "RNORM": r"a closing \|", "RANGLE": r"\rangle",
    "LBRACE": "{", "COMMA": "a comma", "$END": "the end", "END": "the end of the matrix",
}  # fmt: skip


#: What closes each bracket.
PARTNERS = {"(": ")", "[": "]", "{": "}", ".": "|"}


class _Mismatch(Exception):
    """Two brackets that do not close each other.  A signal to `parse`, never seen by users."""

    def __init__(self, opening: Lexeme, closing: Lexeme) -> None:
        self.opening, self.closing = opening, closing
        super().__init__(opening, closing)


def _group(parts: list[Any]) -> tex.Group:
    """What parentheses hold; raises `_Mismatch` where another bracket closes."""
    opening, closing = parts[0], parts[-1]
    if PARTNERS[opening.text] != closing.text:
        raise _Mismatch(opening, closing)
    return tex.Group(opening.at, _nodes(parts), opening.spaced, fence=opening.text)


def _braces(opening: Lexeme, inner: tex.Node) -> tex.Node:
    r"""What braces hold, which print nothing: around a name or parentheses, ``f{\left(x\right)}``, they say nothing.

    So it is of a function alone, ``{\rm tr}(A)``.
    """
    if isinstance(inner, tex.Name | tex.Func) and not opening.spaced:
        return inner
    if isinstance(inner, tex.Group) and inner.visible:
        return replace(inner, spaced=inner.spaced or opening.spaced)
    return tex.Group(opening.at, (inner,), visible=False)


def _nodes(parts: list[Any]) -> tuple[tex.Node, ...]:
    return tuple(part for part in parts if isinstance(part, tex.Node))


def _expr(parts: list[Any]) -> tex.Node:
    """A row alone, or rows with their signs."""
    first: Any = parts[0]
    if not isinstance(first, tex.Node):
        return tex.Terms(first.at, _pairs(parts))
    return first if len(parts) == 1 else tex.Terms(first.at, (("", first.at, first), *_pairs(parts[1:])))


def _row(parts: list[Any]) -> tex.Node:
    alone: tex.Node = parts[0]
    return alone if len(parts) == 1 and not isinstance(alone, tex.Op | tex.Partial) else tex.Row(alone.at, tuple(parts))


def _bars(opening: Lexeme, inner: tex.Node) -> tex.Bars:
    """``|x|``, ``\\|x\\|``, and ``||x||``."""
    twice = opening.kind == "LBAR" and isinstance(inner, tex.Bars) and not inner.double and inner.at == opening.end
    held = inner.inner if twice and isinstance(inner, tex.Bars) else inner
    return tex.Bars(opening.at, held, twice or opening.kind == "LNORM")


def _digits(parts: list[Any]) -> tex.Num:
    spaced = any(part.spaced for part in parts[1:])
    return tex.Num(parts[0].at, "".join(part.text for part in parts), spaced)


def _table(parts: list[Any]) -> tex.Table:
    """The cells of a matrix in rows."""
    rows: list[list[tex.Node]] = [[]]
    for part in parts[1:-1]:
        if isinstance(part, tex.Node):
            rows[-1].append(part)
        elif part.kind == "NEXT":
            rows.append([])
    return tex.Table(parts[0].at, tuple(map(tuple, rows)), parts[0].text, parts[0].mark)


def _pairs(parts: list[Any]) -> tuple[tuple[str, int, tex.Node], ...]:
    """sign, node, sign, node, … → the nodes with their signs and offsets."""
    return tuple((sign.text, sign.at, node) for sign, node in zip(parts[::2], parts[1::2], strict=True))


#: Each rule: the pieces it matched, lexemes and what other rules made of theirs → what stands for them.
_BUILD: dict[str, Callable[[list[Any]], Any]] = {
    "begun": lambda parts: tex.Chain(parts[0], _pairs(parts[1:])),
    "continued": lambda parts: tex.Chain(None, _pairs(parts)),
    "expr": _expr,
    "row": _row,
    "op": lambda parts: tex.Op(parts[0].at, parts[0].text),
    "partial": lambda parts: tex.Partial(parts[0].at, tuple(parts[2]) if len(parts) > 1 else ()),
    "partial_by": lambda parts: tex.Partial(parts[0].at, by=tuple(parts[2])),
    "scripted": lambda parts: tex.Scripted(parts[0].at, parts[0], tuple(parts[1:])),
    "scripted_by": lambda parts: tex.Script("_" if parts[0].kind == "SUB" else "^", parts[0].at, tuple(parts[1])),
    "prime": lambda parts: tex.Script("'", parts[0].at),
    "single": lambda parts: parts,
    "arg": lambda parts: parts[0],
    "braced": lambda parts: [lexeme for part in parts[1:-1] for lexeme in part],
    "raw": lambda parts: parts,
    "inner": lambda parts: [parts[0], *(lexeme for part in parts[1:-1] for lexeme in part), parts[-1]],
    "name": lambda parts: tex.Name(parts[0].at, parts[0]),
    "func": lambda parts: tex.Func(parts[0].at, parts[0].text),
    "big": lambda parts: tex.BigSign(parts[0].at, parts[0].text),
    "group": _group,
    "braces": lambda parts: _braces(parts[0], parts[1]),
    "nothing": lambda parts: tex.Group(parts[0].at, (), visible=False),
    "fraction": lambda parts: tex.Fraction_(parts[0].at, parts[1], parts[2]),
    "root": lambda parts: tex.Root(parts[0].at, parts[1]),
    "bars": lambda parts: _bars(parts[0], parts[1]),
    "angles": lambda parts: tex.Angles(parts[0].at, _nodes(parts)),
    "over": lambda parts: tex.Over(parts[0].at, parts[0].text, parts[2]),
    "table": _table,
    "digits": _digits,
}


@cache
def _parser() -> Lark:
    def of_lexemes(build: Callable[[list[Any]], Any]) -> Callable[[list[Any]], Any]:
        return lambda parts: build([getattr(part, "value", part) for part in parts])

    return parser_of(GRAMMAR, ("chain", "expr"), {rule: of_lexemes(build) for rule, build in _BUILD.items()})


def parse(source: Source, lexemes: Sequence[Lexeme], start: str, end: int) -> Any:
    """The tree of lexemes: ``chain`` gives a `Chain`, ``expr`` a `Node`; ``end`` is the offset where they end.

    Raises `ReadError` where the grammar does not go on.
    """
    from lark import Token
    from lark.exceptions import UnexpectedInput

    parser = _parser().parse_interactive(start=start)
    lexeme = None
    try:
        for lexeme in lexemes:
            parser.feed_token(Token(lexeme.kind, lexeme))
        lexeme = None
        return parser.feed_eof()  # type: ignore[no-untyped-call]  # Lark does not annotate it
    except _Mismatch as error:
        expected = PARTNERS[error.opening.text]
        raise source.error(error.closing.at, f"'{error.closing.text}'", f"'{expected}'") from None
    except UnexpectedInput as error:
        kinds: set[str] = set(getattr(error, "accepts", None) or getattr(error, "expected", None) or ())
        possible = [words for kind, words in WORDS.items() if kind in kinds]
        found = "the end" if lexeme is None else f"'{lexeme.text[:40]}'"
        at = end if lexeme is None else lexeme.at
        raise source.error(at, found, " or ".join(possible) or "something else") from None
