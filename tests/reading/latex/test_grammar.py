r"""``derive.reading.latex.grammar``: what groups what, before anything is known of names."""

from __future__ import annotations

import pytest

from derive.errors import ReadError
from derive.reading.latex.arrange import Arrangement
from derive.reading.latex.context import Context
from derive.reading.latex.grammar import parse
from derive.reading.latex.signs import pairings
from derive.reading.latex.syntax import Bars, Fraction_, Group, Name, Num, Op, Root, Row, Scripted, Terms
from derive.reading.latex.tokens import tokens
from derive.reading.source import Source


def tree(text: str) -> object:
    source = Source(text)
    lexemes = Arrangement(source, Context()).lexemes(tokens(source))
    return parse(source, pairings(source, lexemes)[0], "expr", len(text))


def test_groups() -> None:
    """Rows are flat; scripts belong to the atom before them; \frac takes single digits, as TeX does."""
    match tree(r"a b^2_n \cdot \frac12 3 - (c + d) \sqrt x |y|"):
        case Terms(terms=(("", _, Row(items=first)), ("-", _, Row(items=second)))):
            assert [type(item) for item in first] == [Name, Scripted, Op, Fraction_, Num]
            assert [type(item) for item in second] == [Group, Root, Bars]
            scripted = first[1]
            assert isinstance(scripted, Scripted)
            assert [script.sign for script in scripted.scripts] == ["^", "_"]
        case other:
            pytest.fail(f"another tree: {other}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a +", "1:4: found the end, expected a name, a number or an opening parenthesis"),
        ("(a", "1:3: found the end, expected"),
        ("a)", "1:2: found '\\)'"),
        ("(a]", "1:3: found '\\]', expected '\\)'"),
        (r"\frac{a}", "found the end"),
        ("^2", "1:1: found '\\^'"),
        ("a, b", "1:2: found ','"),
    ],
)
def test_where_it_does_not_go_on(text: str, message: str) -> None:
    """The place, what was found, what could have stood there."""
    with pytest.raises(ReadError, match=message):
        tree(text)
