r"""The grammar of LaTeX mathematics, and lexemes → tree.

An LALR(1) grammar read by Lark, without conflicts: it groups what braces, brackets, bars and scripts group, and splits sums
and relations; it decides nothing that depends on what a name means.  Lexemes are fed to the parser one by one, and nodes are
built while it parses, so nothing recurses over the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from derive.reading.latex.spelling import Lexeme
from derive.reading.latex.syntax import (
    Angles,
    Bars,
    BigSign,
    Chain,
    Fraction_,
    Func,
    Group,
    Name,
    Node,
    Num,
    Op,
    Over,
    Partial,
    Root,
    Row,
    Script,
    Scripted,
    Terms,
)
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
     | PARTIAL                                -> partial
     | PARTIAL SUP arg                        -> partial
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
?part: LBRACE expr RBRACE                     -> braces
     | DIGIT                                  -> digits
     | NAME                                   -> name
number: DIGIT+                                -> digits
      | NUMBER                                -> digits
%declare {" ".join((*_RAW, "LBRACE", "RBRACE"))}
"""

#: Terminals in words, for messages.
WORDS: dict[str, str] = {
    "NAME": "a name, a number or an opening parenthesis", "REL": "a relation sign", "SIGN": "+ or -", "RBRACE": "}",
    "CLOSE": "a closing parenthesis", "RBAR": "a closing |", "RNORM": r"a closing \|", "RANGLE": r"\rangle",
    "LBRACE": "{", "COMMA": "a comma", "$END": "the end",
}  # fmt: skip


_PARTNERS = {"(": ")", "[": "]", "{": "}"}


class _Mismatch(Exception):
    """Two brackets that do not close each other.  A signal to `parse`, never seen by users."""

    def __init__(self, opening: Lexeme, closing: Lexeme) -> None:
        self.opening, self.closing = opening, closing
        super().__init__(opening, closing)


class _Nodes:
    """One method for each rule: the pieces it matched → the node."""

    def begun(self, parts: list[Any]) -> Chain:
        return Chain(parts[0], _pairs(parts[1:]))

    def continued(self, parts: list[Any]) -> Chain:
        return Chain(None, _pairs(parts))

    def expr(self, parts: list[Any]) -> Node:
        if isinstance(parts[0], Node):
            if len(parts) == 1:
                return parts[0]
            return Terms(parts[0].at, (("", parts[0].at, parts[0]), *_pairs(parts[1:])))
        return Terms(_lexeme(parts[0]).at, _pairs(parts))

    def row(self, parts: list[Any]) -> Node:
        return (
            parts[0] if len(parts) == 1 and not isinstance(parts[0], Op | Partial) else Row(parts[0].at, tuple(parts))
        )

    def op(self, parts: list[Any]) -> Op:
        return Op(_lexeme(parts[0]).at, _lexeme(parts[0]).text)

    def partial(self, parts: list[Any]) -> Partial:
        return Partial(_lexeme(parts[0]).at, tuple(parts[2]) if len(parts) > 1 else ())

    def scripted(self, parts: list[Any]) -> Scripted:
        return Scripted(parts[0].at, parts[0], tuple(parts[1:]))

    def scripted_by(self, parts: list[Any]) -> Script:
        sign = _lexeme(parts[0])
        return Script("_" if sign.kind == "SUB" else "^", sign.at, tuple(parts[1]))

    def prime(self, parts: list[Any]) -> Script:
        return Script("'", _lexeme(parts[0]).at)

    def single(self, parts: list[Any]) -> list[Lexeme]:
        return [_lexeme(parts[0])]

    def arg(self, parts: list[Any]) -> list[Lexeme]:
        found: list[Lexeme] = parts[0]
        return found

    def braced(self, parts: list[Any]) -> list[Lexeme]:
        return [lexeme for part in parts[1:-1] for lexeme in part]

    def raw(self, parts: list[Any]) -> list[Lexeme]:
        return [_lexeme(parts[0])]

    def inner(self, parts: list[Any]) -> list[Lexeme]:
        return [_lexeme(parts[0]), *self.braced(parts), _lexeme(parts[-1])]

    def name(self, parts: list[Any]) -> Name:
        return Name(_lexeme(parts[0]).at, _lexeme(parts[0]))

    def func(self, parts: list[Any]) -> Func:
        return Func(_lexeme(parts[0]).at, _lexeme(parts[0]).text)

    def big(self, parts: list[Any]) -> BigSign:
        return BigSign(_lexeme(parts[0]).at, _lexeme(parts[0]).text)

    def group(self, parts: list[Any]) -> Group:
        opening, closing = _lexeme(parts[0]), _lexeme(parts[-1])
        if _PARTNERS[opening.text] != closing.text:
            raise _Mismatch(opening, closing)
        inner = tuple(part for part in parts if isinstance(part, Node))
        return Group(opening.at, inner, opening.spaced, fence=opening.text)

    def braces(self, parts: list[Any]) -> Group:
        return Group(_lexeme(parts[0]).at, (parts[1],), visible=False)

    def nothing(self, parts: list[Any]) -> Group:
        return Group(_lexeme(parts[0]).at, (), visible=False)

    def fraction(self, parts: list[Any]) -> Fraction_:
        return Fraction_(_lexeme(parts[0]).at, parts[1], parts[2])

    def root(self, parts: list[Any]) -> Root:
        return Root(_lexeme(parts[0]).at, parts[1])

    def bars(self, parts: list[Any]) -> Bars:
        opening = _lexeme(parts[0])
        return Bars(opening.at, parts[1], opening.kind == "LNORM")

    def angles(self, parts: list[Any]) -> Angles:
        return Angles(_lexeme(parts[0]).at, tuple(part for part in parts if isinstance(part, Node)))

    def over(self, parts: list[Any]) -> Over:
        return Over(_lexeme(parts[0]).at, _lexeme(parts[0]).text, parts[2])

    def digits(self, parts: list[Any]) -> Num:
        spaced = any(_lexeme(part).spaced for part in parts[1:])
        return Num(_lexeme(parts[0]).at, "".join(_lexeme(part).text for part in parts), spaced)


def _lexeme(token: Any) -> Lexeme:
    lexeme: Lexeme = token.value
    return lexeme


def _pairs(parts: list[Any]) -> tuple[tuple[str, int, Node], ...]:
    """sign, node, sign, node, … → the nodes with their signs and offsets."""
    signs = [_lexeme(sign) for sign in parts[::2]]
    return tuple((sign.text, sign.at, node) for sign, node in zip(signs, parts[1::2], strict=True))


@cache
def _parser() -> Lark:
    from lark import Lark, Transformer  # here, because building a parser costs more than starting the command line

    builder = type("_Builder", (_Nodes, Transformer), {})()
    return Lark(GRAMMAR, parser="lalr", start=["chain", "expr"], transformer=builder, maybe_placeholders=False)


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
        expected = _PARTNERS[error.opening.text]
        raise source.error(error.closing.at, f"'{error.closing.text}'", f"'{expected}'") from None
    except UnexpectedInput as error:
        kinds: set[str] = set(getattr(error, "accepts", None) or getattr(error, "expected", None) or ())
        possible = [words for kind, words in WORDS.items() if kind in kinds]
        found = "the end" if lexeme is None else f"'{lexeme.text[:40]}'"
        raise source.error(
            end if lexeme is None else lexeme.at, found, " or ".join(possible) or "something else"
        ) from None
