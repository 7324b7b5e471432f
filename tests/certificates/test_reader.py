"""Reading terms: what is refused, and where."""

from __future__ import annotations

import pytest

from derive.certificates.declarations import Declarations
from derive.errors import InputError, LimitError, ReadError
from derive.language import build as b
from derive.language.terms import Add
from tests.certificates.reader import read_term, scope_of
from tests.words import K, N

x, y, s, t = b.vector("x", N), b.vector("y", N), b.scalar("s"), b.scalar("t")
A, B = b.matrix("A", N, N), b.matrix("B", N, K)
mu = b.let("mu", b.dot(x, b.ones(N)) / N)
twice = b.define("twice", x + x, x)
SCOPE = scope_of(Declarations.of([s * t, A * x, B, mu, twice(y)]))


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("", 1, "a term"),
        ("add(s, t", 9, "',' or ')'"),
        ("add(s t)", 7, "',' or ')'"),
        ("add(s,)", 7, "a term"),
        ("s t", 3, "the end of the text"),
        ("s)", 2, "the end of the text"),
        ("q", 1, "a declared name"),
        ("f(s)", 1, "an operation or a definition"),
        ("twice()", 1, "its name alone"),
        ("`sum`(n:N, s)", 1, "an operation or a definition"),
        ("add(s)", 1, "something that fits"),
        ("mul(x, x)", 1, "something that fits"),
        ("add(s, dot(x, ones(K)))", 8, "something that fits"),
        ("div(s, t, s)", 9, "')': div takes 2"),
        ("div(s)", 6, "term: div takes 2"),
        ("ones(M)", 6, "a dimension"),
        ("ones(`2`)", 6, "a dimension"),
        ("ones(1)", 1, "something that fits"),
        ("zeros(N, 1)", 1, "something that fits"),
        ("at(x, n)", 8, "':' and what the index runs over"),
        ("at(x, n:K)", 1, "something that fits"),
        ("sum(n, s)", 6, "':' and what the index runs over"),
        ("pow(s, t)", 8, "a number"),
        ("pow(s, 1/3)", 1, "something that fits"),
        ("hpow(A, 1/2)", 1, "something that fits"),
        ("pow(s, 1/0)", 8, "a denominator that is not 0"),
        ("grad(s, mu)", 9, "a symbol"),
        ("grad(s, add(s, t))", 9, "a symbol"),
        ("1.5", 2, "a number, a name"),
        ("s + t", 3, "a number, a name"),
        ("`s", 1, "a number, a name"),
        ("٣", 1, "a number, a name"),
        ("add(s, t)\x00", 10, "a number, a name"),
    ],
)
def test_refusals(text: str, column: int, expected: str) -> None:
    """A text that is no term, or does not fit, is refused with the column and what was expected there."""
    with pytest.raises(ReadError) as caught:
        read_term(text, SCOPE)
    assert caught.value.column == column
    assert expected in caught.value.expected


@pytest.mark.parametrize(
    "text",
    [
        "neg(" * 100_000 + "s",
        "neg(" * 151 + "s" + ")" * 151,
        "add(" + "s, " * 30_000 + "s)",
        "add(" + ", ".join(["add(" + "s, " * 1500 + "s)"] * 20) + ")",
        "1" * 5_000,
        "pow(s, 1000000000)",
        " " * 4_000_001,
    ],
    ids=lambda text: f"{text[:9]} {len(text)}",
)
def test_limits(text: str) -> None:
    """What is too deep, too large or too long ends in an error, at once."""
    with pytest.raises(LimitError):
        read_term(text, SCOPE)


@pytest.mark.parametrize("value", [3, None, ["s"], True])
def test_a_term_is_a_string(value: object) -> None:
    """Anything else is refused."""
    with pytest.raises(InputError):
        read_term(value, SCOPE)  # type: ignore[arg-type]


def test_blanks_mean_nothing() -> None:
    """Nor do line ends."""
    assert read_term(" add ( s ,\n t ) ", SCOPE) == Add((s, t))
