"""The grammar of plain syntax, and text → tree.

An LALR(1) grammar read by Lark; the trees of `derive.reading.syntax` are built while it parses, so nothing recurses over
the text.  ``^`` binds tighter than unary minus, unary minus tighter than ``* / @``, these tighter than ``+ -``; all chains
are read from the left, as Python reads them.  Nothing is ever evaluated as code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

from derive.errors import LimitError, ReadError
from derive.language.hypotheses import CONDITION_KINDS
from derive.language.terms import MAX_DEPTH
from derive.printing.plain import BARE_NAME, QUOTED_NAME
from derive.reading import syntax as s
from derive.reading.source import SPELLINGS, Source

if TYPE_CHECKING:
    from lark import Lark, Token

#: The longest numeral, in characters.
MAX_DIGITS = 1_200

_WORDS = "|".join(sorted(CONDITION_KINDS, key=len, reverse=True))

GRAMMAR = rf"""
term: expr
chain: expr (RELATION expr)*                                      -> relations
hypotheses: hypothesis ("," hypothesis)*
hypothesis: PROPERTY* expr PROPERTY*                              -> claimed
          | expr (RELATION expr)+                                 -> relations

declaration: DIMENSION names                                      -> declares
           | (VECTOR | INDEX) names COLON dim PROPERTY*           -> declares
           | MATRIX names COLON dim BY dim PROPERTY*              -> declares
           | SCALAR scalar (COMMA scalar)*                        -> declares_scalars
           | FUNCTION applied (COMMA applied)*                    -> declares_functions
           | LET NAME [LPAR parameter (COMMA parameter)* RPAR] RELATION expr -> lets
           | ASSUME? hypotheses                                   -> assumes
names: NAME (COMMA NAME)*
scalar: NAME (RELATION number)* PROPERTY*
parameter: NAME [COLON dim [BY dim]]
applied: NAME [LPAR NAME RPAR]
?dim: word | NUMBER -> numeral

?expr: product | product ((PLUS | MINUS) product)+                -> plus
?product: unary | unary ((STAR | SLASH | AT) unary)+              -> times
?unary: power | MINUS+ power                                      -> minus
?power: postfix | postfix POW exponent                            -> raised
exponent: MINUS? NUMBER | LPAR MINUS? NUMBER (SLASH NUMBER)? RPAR
?postfix: atom | atom (DOT_T | brackets)+                         -> postfix
brackets: LSQB place (COMMA place)* RSQB
?place: word | ORDINAL -> from_first | NAME MINUS ORDINAL         -> from_last
?atom: word | NUMBER -> numeral | LPAR expr RPAR -> group | (NAME | PRIMED) LPAR [argument (COMMA argument)*] RPAR -> call
?argument: expr | NAME COLON dim                                  -> ranged
         | NAME UNEQUAL place                                     -> apart
?number: NUMBER -> numeral | MINUS NUMBER                         -> minus_numeral
word: NAME

NAME: /{BARE_NAME}|{QUOTED_NAME}/
PRIMED: /({BARE_NAME}|{QUOTED_NAME})'+(?=\s*\()/
NUMBER: /[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?/
ORDINAL: /[0-9]+/
PROPERTY.2: /({_WORDS})(?!\w)/
DIMENSION.2: /dimensions?(?!\w)/
VECTOR.2: /vectors?(?!\w)/
SCALAR.2: /scalars?(?!\w)/
MATRIX.2: /(matrix|matrices)(?!\w)/
FUNCTION.2: /functions?(?!\w)/
INDEX.2: /(index|indices)(?!\w)/
LET.2: /let(?!\w)/
ASSUME.2: /assume(?!\w)/
BY.2: /x|×|by(?!\w)/
RELATION: /<=|>=|!=|=|<|>/
UNEQUAL: "!="
POW.3: /\^|\*\*/
DOT_T.3: /\.T(?!\w)/
PLUS: "+"
MINUS: "-"
STAR: "*"
SLASH: "/"
AT: "@"
LPAR: "("
RPAR: ")"
LSQB: "["
RSQB: "]"
COMMA: ","
COLON: ":"
%import common.WS
%ignore WS
"""

_TERM = "a name, a number or an opening parenthesis"
_OPERATOR = "an operator"

#: Token kinds in words, the first row that applies first; a row speaks when all its kinds could follow.
EXPECTED: tuple[tuple[frozenset[str], str], ...] = (
    (
        frozenset({"LET", "DIMENSION"}),
        "a declaration (dimension, scalar, vector, matrix, index, function, let, assume)",
    ),
    (frozenset({"NAME", "NUMBER", "LPAR"}), _TERM),
    (frozenset({"NUMBER", "LPAR"}), "an integer or half-integer exponent, as in x^2, x^-1 or x^(1/2)"),
    (frozenset({"NAME", "NUMBER"}), "a dimension"),
    (frozenset({"NAME", "ORDINAL"}), "an index"),
    (frozenset({"NAME"}), "a name"),
    (frozenset({"NUMBER"}), "a number"),
    (frozenset({"PLUS"}), _OPERATOR),
    (frozenset({"RELATION"}), "a relation sign such as ="),
    (frozenset({"COMMA"}), "a comma"),
    (frozenset({"COLON"}), "a colon"),
    (frozenset({"BY"}), "an x between two dimensions"),
    (frozenset({"PROPERTY"}), "a property such as nonzero"),
    (frozenset({"LPAR"}), "an opening parenthesis"),
    (frozenset({"RPAR"}), "a closing parenthesis"),
    (frozenset({"RSQB"}), "a closing bracket"),
    (frozenset({"SLASH"}), "a slash"),
    (frozenset({"$END"}), "the end"),
)

#: Kinds that go without saying beside a row of `EXPECTED`.
IMPLIED: dict[str, frozenset[str]] = {
    EXPECTED[0][1]: frozenset(
        {
            "VECTOR",
            "SCALAR",
            "MATRIX",
            "INDEX",
            "FUNCTION",
            "ASSUME",
            "PROPERTY",
            "NAME",
            "PRIMED",
            "NUMBER",
            "LPAR",
            "MINUS",
        }
    ),
    _TERM: frozenset({"MINUS", "PRIMED"}),
    "a colon": frozenset({"UNEQUAL"}),
    _OPERATOR: frozenset({"MINUS", "STAR", "SLASH", "AT", "POW", "DOT_T", "LSQB", "LPAR"}),
}


def _name(token: Token) -> str:
    text = str(token)
    inner = text.rstrip("'")
    return inner[1:-1].replace("``", "`") + text[len(inner) :] if text.startswith("`") else text


def _at(token: Token) -> int:
    return int(token.start_pos or 0)


class _BadNumeral(s.TooDeep):
    """A numeral too long to be a number; ``at`` is where."""


class _ZeroBelow(s.TooDeep):
    """An exponent divided by 0; ``at`` is the 0."""


def _of(kind: type[Any], parts: list[Any]) -> tuple[Any, ...]:
    return tuple(part for part in parts if isinstance(part, kind))


def _pairs(parts: list[Any]) -> tuple[tuple[str, int, s.Tree], ...]:
    """first, sign, operand, sign, operand, … → the signs with their operands."""
    return tuple((str(sign), _at(sign), operand) for sign, operand in zip(parts[1::2], parts[2::2], strict=True))


def _property(token: Token) -> s.Property:
    return s.Property(_at(token), str(token))


def _properties(parts: list[Any]) -> tuple[s.Property, ...]:
    return tuple(_property(part) for part in parts if getattr(part, "type", "") == "PROPERTY")


def _word(token: Token) -> s.Word:
    return s.Word(_at(token), _name(token))


def _place(token: Token, sign: int, last: s.Word | None) -> s.At:
    """x[2], x[N-1]."""
    at, number = _at(token) if last is None else last.at, sign * int(str(token)[:MAX_DIGITS])
    return s.At(at, str(token) if last is None else f"{last.name}-{token}", number, last)


def _numeral(token: Token) -> s.Numeral:
    text, at = str(token), _at(token)
    exponent = re.split("[eE]", text)[1:]
    if len(text) > MAX_DIGITS or (exponent and abs(int(exponent[0])) > MAX_DIGITS):
        raise _BadNumeral(at)
    return s.Numeral(at, Fraction(text))


def _group(parts: list[Any]) -> s.Tree:
    inner: s.Tree = parts[1]
    return s.Numeral(inner.at, inner.value, bare=False) if isinstance(inner, s.Numeral) else inner


def _gathered(arguments: tuple[s.Tree, ...]) -> tuple[s.Tree, ...]:
    """The arguments of a call, with ``m != n, m != k`` at their beginning as one."""
    match arguments:
        case [s.Apart() as first, s.Apart() as second, *rest] if first.name == second.name:
            return _gathered((s.Apart(first.at, first.name, first.others + second.others), *rest))
    return arguments


def _postfix(parts: list[Any]) -> s.Tree:
    tree: s.Tree = parts[0]
    for part in parts[1:]:
        tree = s.Indexed(part[0], tree, part[1]) if isinstance(part, tuple) else s.Transposed(_at(part), tree)
    return tree


def _exponent(parts: list[Any]) -> Fraction:
    numbers = [_numeral(part).value for part in parts if part.type == "NUMBER"]
    if len(numbers) == 2 and not numbers[1]:
        raise _ZeroBelow(_at(parts[-2]))
    value = numbers[0] / numbers[1] if len(numbers) == 2 else numbers[0]
    return -value if any(part.type == "MINUS" for part in parts) else value


def _minus(parts: list[Any]) -> s.Tree:
    tree: s.Tree = parts[-1]
    for sign in reversed(parts[:-1]):
        number = isinstance(tree, s.Numeral) and tree.bare and tree.value > 0 and tree.value
        tree = s.Numeral(_at(sign), -number) if number else s.Minus(_at(sign), tree)
    return tree


def _times(parts: list[Any]) -> s.Tree:
    first, rest = parts[0], _pairs(parts)
    sign, _, below = rest[0]
    bare = sign == "/" and getattr(first, "bare", False) and getattr(below, "bare", False)
    if bare and (value := s.in_lowest_terms(first, below)) is not None:
        first, rest = s.Numeral(first.at, value), rest[1:]
    return s.Times(first.at, first, rest) if rest else first


def _claimed(parts: list[Any]) -> s.Claimed:
    middle = next(n for n, part in enumerate(parts) if isinstance(part, s.Tree))
    return s.Claimed(_properties(parts[:middle]), parts[middle], _properties(parts[middle + 1 :]))


def _declares(parts: list[Any]) -> s.Declares:
    kind = {"d": "dimension", "v": "vector", "m": "matrix", "i": "index"}[str(parts[0])[0]]
    return s.Declares(kind, parts[1], _of(s.Tree, parts[2:]), _properties(parts[2:]))


def _scalar(parts: list[Any]) -> tuple[s.Word, tuple[tuple[str, int, s.Tree], ...], tuple[s.Property, ...]]:
    relations = [part for part in parts[1:] if isinstance(part, s.Tree) or part.type == "RELATION"]
    return _word(parts[0]), _pairs([None, *relations]), _properties(parts[1:])


#: Each rule of the grammar: the pieces it matched, tokens and what other rules made of theirs → what stands for them.
_BUILD: dict[str, Callable[[list[Any]], Any]] = {
    "word": lambda parts: _word(parts[0]),
    "numeral": lambda parts: _numeral(parts[0]),
    "minus_numeral": lambda parts: s.Numeral(_at(parts[0]), -_numeral(parts[1]).value),
    "group": _group,
    "ranged": lambda parts: s.Ranged(_at(parts[0]), _name(parts[0]), parts[2]),
    "apart": lambda parts: s.Apart(_at(parts[0]), _name(parts[0]), (parts[2],)),
    "call": lambda parts: s.Call(_at(parts[0]), _name(parts[0]), _gathered(_of(s.Tree, parts[2:-1]))),
    "from_first": lambda parts: _place(parts[0], 1, None),
    "from_last": lambda parts: _place(parts[2], -1, _word(parts[0])),
    "brackets": lambda parts: (_at(parts[0]), _of(s.Word, parts)),
    "postfix": _postfix,
    "exponent": _exponent,
    "raised": lambda parts: s.Raised(_at(parts[1]), parts[0], parts[2]),
    "minus": _minus,
    "plus": lambda parts: s.Plus(parts[0].at, parts[0], _pairs(parts)),
    "times": _times,
    "relations": lambda parts: s.Relations(parts[0], _pairs(parts)),
    "claimed": _claimed,
    "hypotheses": tuple,
    "term": lambda parts: parts[0],
    "names": lambda parts: tuple(_word(part) for part in parts if part.type == "NAME"),
    "declares": _declares,
    "scalar": _scalar,
    "applied": lambda parts: _word(parts[0]),
    "declares_functions": lambda parts: s.Declares("function", _of(s.Word, parts)),
    "declares_scalars": lambda parts: s.DeclaresScalars(_of(tuple, parts)),
    "parameter": lambda parts: (_word(parts[0]), _of(s.Tree, parts[1:])),
    "lets": lambda parts: s.Lets(_word(parts[1]), _of(tuple, parts), _property(parts[-2]), parts[-1]),
    "assumes": lambda parts: s.Assumes(parts[-1]),
}


def parser_of(grammar: str, starts: Sequence[str], build: Mapping[str, Callable[[list[Any]], Any]]) -> Lark:
    """An LALR(1) parser that builds while it parses: of each rule, what its row makes of the pieces it matched."""
    from lark import Lark, Transformer  # here, because building a parser costs more than starting the command line

    builder = type("_Builder", (Transformer,), {rule: staticmethod(made) for rule, made in build.items()})()
    return Lark(grammar, parser="lalr", start=[*starts], transformer=builder, maybe_placeholders=False)


@cache
def _parser() -> Lark:
    return parser_of(GRAMMAR, ("term", "chain", "hypotheses", "declaration"), _BUILD)


def parse(source: Source, start: str, begin: int = 0, end: int | None = None) -> Any:
    """The tree of the part of a text from ``begin`` to ``end``; ``start`` names a rule of the grammar.

    ``term`` gives a `Tree`, ``chain`` a `Relations`, ``hypotheses`` a tuple of them, ``declaration`` a `Clause`.
    Raises `ReadError` where the grammar does not go on, `LimitError` for what is too deep or too long.
    """
    from lark.exceptions import UnexpectedInput

    end = len(source.text) if end is None else end
    text = " " * begin + source.text[begin:end]  # so that offsets are those of the whole text
    try:
        return _parser().parse(text, start=start)
    except UnexpectedInput as error:
        token = getattr(error, "token", None)
        at = end if token is not None and token.type == "$END" else int(error.pos_in_stream or 0)
        raise _explain(source, start, text[:at], end) from None
    except _BadNumeral as error:
        raise source.fail(error.at, f"a numeral of more than {MAX_DIGITS} digits", kind=LimitError) from None
    except _ZeroBelow as error:
        raise source.error(error.at, "a division by 0", "an integer or half-integer exponent") from None
    except s.TooDeep as error:
        message = f"an expression nested deeper than {MAX_DEPTH}"
        raise source.fail(error.at, message, "name a part of it with let", LimitError) from None


def parse_clause(source: Source, begin: int, end: int) -> s.Clause:
    clause: s.Clause = parse(source, "declaration", begin, end)
    return clause


def _explain(source: Source, start: str, read: str, end: int) -> ReadError:
    """What was found after the part that could be ``read``, and what could have stood there, in words.

    That part is read once more, since a parser that has met an error has already given up some of the possibilities.
    """
    parser = _parser().parse_interactive(read, start)
    parser.exhaust_lexer()
    kinds: set[str] = set(parser.accepts())  # type: ignore[no-untyped-call]  # Lark does not annotate it
    expected = []
    for needed, words in EXPECTED:
        if needed <= kinds:
            kinds -= needed | IMPLIED[words] if words in IMPLIED else needed
            expected.append(words)
    at = len(read)
    if at < end:
        return source.error(at, _found_at(source, at), _either(expected), _hint(source, at, expected))
    at = len(source.text[:end].rstrip())
    found = "the end" if end >= len(source.text.rstrip()) else _found_at(source, end)
    return source.error(at, found, _either(expected))


def _found_at(source: Source, at: int) -> str:
    rest = source.text[at:].lstrip()
    at = len(source.text) - len(rest)
    word = re.match(rf"{BARE_NAME}|[0-9]+(\.[0-9]+)?|\*\*|\|-|[<>!]=", rest)
    return f"'{word[0][:40]}'" if word and (word[0].isascii() or len(word[0]) > 1) else source.character(at)


def _hint(source: Source, at: int, expected: list[str]) -> str:
    character = source.text[at]
    if character == "=" and source.text[:at].endswith("="):
        return "an equation has one ="
    if character in SPELLINGS and (character != "'" or _OPERATOR in expected):
        return SPELLINGS[character]
    if _OPERATOR in expected and re.match(r"[\w(`]", character):
        return "write * for a product"
    if re.match(r"\.T(?!\w)", source.text[at:]):
        return "write (A^-1).T, with parentheses"
    return ""


def _either(words: list[str]) -> str:
    if len(words) > 1 and any(" or " in word for word in words):
        return "; or ".join(words)
    return " or ".join(filter(None, [", ".join(words[:-1]), *words[-1:]])) or "nothing more"
