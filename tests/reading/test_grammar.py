"""Text → tree: what the grammar refuses, and how it says so."""

from __future__ import annotations

import pytest

from derive.errors import LimitError, ReadError
from derive.language.hypotheses import CONDITION_KINDS
from derive.printing.plain import RESERVED
from derive.reading.grammar import EXPECTED, GRAMMAR, IMPLIED, parse
from derive.reading.source import Source
from derive.reading.syntax import Minus, Numeral, Plus, Raised, Times, Transposed, Tree, Word

TERM = "a name, a number or an opening parenthesis"
ENDED = "an operator or the end"
EXPONENT = "an integer or half-integer exponent, as in x^2, x^-1 or x^(1/2)"

REFUSED = [
    # text, column, found, expected, hint
    ("a b", 3, "'b'", ENDED, "write * for a product"),
    ("2a", 2, "'a'", ENDED, "write * for a product"),
    ("(a)(b)", 4, "'('", ENDED, "write * for a product"),
    ("(a + b", 7, "the end", "an operator or a closing parenthesis", ""),
    ("a + b)", 6, "')'", ENDED, ""),
    ("a +", 4, "the end", TERM, ""),
    ("a +   ", 4, "the end", TERM, ""),
    ("* a", 1, "'*'", TERM, ""),
    ("+a", 1, "'+'", TERM, ""),
    ("()", 2, "')'", TERM, ""),
    ("a, b", 2, "','", ENDED, ""),
    ("a = b", 3, "'='", ENDED, ""),
    ("a^n", 3, "'n'", EXPONENT, ""),
    ("a^", 3, "the end", EXPONENT, ""),
    ("a^(1/0)", 6, "a division by 0", "an integer or half-integer exponent", ""),
    ("a^2^3", 4, "'^'", ENDED, ""),
    ("A^-1.T", 5, "'.'", ENDED, "write (A^-1).T, with parentheses"),
    ("a.x", 2, "'.'", ENDED, ""),
    ("x[(", 3, "'('", "an index", ""),
    ("x[i", 4, "the end", "a comma or a closing bracket", ""),
    ("f(a", 4, "the end", "an operator, a comma, a colon or a closing parenthesis", ""),
    ("f(a,)", 5, "')'", TERM, ""),
    ("A'*b", 2, "'''", ENDED, "write A.T for the transpose"),
    ("aᵀ", 2, "'ᵀ' (MODIFIER LETTER CAPITAL T)", ENDED, "write A.T for the transpose"),
    ("a·b", 2, "'·' (MIDDLE DOT)", ENDED, "write * for a product, dot(u, v) for a scalar product"),
    ("a×b", 2, "'×' (MULTIPLICATION SIGN)", ENDED, "write * for a product"),
    ("a − b", 3, "'−' (MINUS SIGN)", ENDED, "write the hyphen - for a minus sign"),
    ("√c", 1, "'√' (SQUARE ROOT)", TERM, "write sqrt(x)"),
    ("c²", 2, "'²' (SUPERSCRIPT TWO)", ENDED, "write x^2"),
    ("|a|", 1, "'|'", TERM, "write norm(v) or abs(c); hypotheses stand before |-"),
    ("\\vec a", 1, "'\\'", TERM, "this is plain syntax: write sqrt(x), diag(g), a.T"),
    ("__import__('os')", 12, "'''", f"{TERM}; or a closing parenthesis", ""),
    ("a\n + ;", 4, "';'", TERM, ""),
]


@pytest.mark.parametrize(("text", "column", "found", "expected", "hint"), REFUSED, ids=[row[0] for row in REFUSED])
def test_message_of_what_cannot_be_read(text: str, column: int, found: str, expected: str, hint: str) -> None:
    """Line and column, what was found, what could have stood there, the line with a caret, and one way on."""
    with pytest.raises(ReadError) as caught:
        parse(Source(text), "term")
    lines = text.split("\n")
    wanted = [
        f"{len(lines)}:{column}: found {found}, expected {expected}",
        f"  {lines[-1]}",
        "  " + " " * (column - 1) + "^",
    ]
    assert str(caught.value).split("\n") == wanted + ([f"  hint: {hint}"] if hint else [])
    assert (caught.value.line, caught.value.column) == (len(lines), column)


def shape_of(tree: Tree) -> str:
    """The grouping of a tree, in full parentheses."""
    match tree:
        case Word(name=name):
            return name
        case Numeral(value=value):
            return str(value)
        case Plus(first=first, rest=rest) | Times(first=first, rest=rest):
            return f"({shape_of(first)}{''.join(sign + shape_of(operand) for sign, _, operand in rest)})"
        case Minus(operand=operand):
            return f"(-{shape_of(operand)})"
        case Raised(base=base, exponent=exponent):
            return f"({shape_of(base)}^{exponent})"
        case Transposed(operand=operand):
            return f"{shape_of(operand)}.T"
    raise AssertionError(tree)


GROUPING = [
    ("a+b*c", "(a+(b*c))"),
    ("a-b+c", "(a-b+c)"),
    ("a*b/c@d", "(a*b/c@d)"),
    ("-a^2", "(-(a^2))"),
    ("-a*b", "((-a)*b)"),
    ("a*-b", "(a*(-b))"),
    ("a.T^2", "(a.T^2)"),
    ("--a", "(-(-a))"),
    ("((a))", "a"),
    ("a**-2", "(a^-2)"),
    ("-2", "-2"),
    ("-2^2", "(-(2^2))"),
    ("1/2*a", "(1/2*a)"),
    ("1/2", "1/2"),
    ("0.125", "1/8"),
    ("3/6", "(3/6)"),
]


@pytest.mark.parametrize(("text", "grouped"), GROUPING, ids=[row[0] for row in GROUPING])
def test_precedence_is_that_of_python(text: str, grouped: str) -> None:
    """^ before unary minus before * / @ before + -, chains from the left."""
    assert shape_of(parse(Source(text), "term")) == grouped


def test_offsets_are_those_of_the_whole_text() -> None:
    """A part of a text is read with the places it has in the whole."""
    tree = parse(Source("nothing; a + b; nothing"), "term", 8, 14)
    assert (tree.first.at, tree.rest[0][1], tree.rest[0][2].at) == (9, 11, 13)


@pytest.mark.parametrize("text", ["9" * 2000, "1e99999", "1e-99999", "c^" + "9" * 2000])
def test_numerals_have_a_limit(text: str) -> None:
    """No numeral makes a number of more digits than the limit."""
    with pytest.raises(LimitError, match="a numeral of more than 1200 digits"):
        parse(Source(text), "term")


def test_messages_use_no_token_names() -> None:
    """Every terminal that can be expected has words."""
    terminals = {line.split(":")[0].split(".")[0] for line in GRAMMAR.splitlines() if line[:1].isupper()}
    in_words = {kind for needed, _ in EXPECTED for kind in needed} | {
        kind for kinds in IMPLIED.values() for kind in kinds
    }
    assert terminals <= in_words


def test_every_property_word_is_reserved() -> None:
    """A symbol named like a property is quoted by the printer."""
    assert set(CONDITION_KINDS) <= RESERVED
