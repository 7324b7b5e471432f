r"""``derive.reading.latex.tokens``: what TeX would see."""

from __future__ import annotations

from time import process_time

import pytest

from derive.errors import InputError, LimitError, ReadError
from derive.reading.latex.tokens import group, tokens
from derive.reading.source import Source
from tests.reading.latex.contexts import status_of


def texts(text: str) -> list[str]:
    return [token.text for token in tokens(Source(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"\vec a", [r"\vec", "a"]),
        (r"ab", ["a", "b"]),
        (r"12", ["1", "2"]),
        (r"1.25 x", ["1.25", "x"]),
        (r"12.5.6", ["12.5", ".", "6"]),
        (r"\alpha_{n}", [r"\alpha", "_", "{", "n", "}"]),
        (r"a\,b", ["a", "b"]),
        (r"a % a remark \foo" "\n + b", ["a", "+", "b"]),
        (r"50\%", ["5", "0", r"\%"]),
        (r"\text{ for all } x", [" for all ", "x"]),
        (r"\label{eq:a_b}", ["eq:a_b"]),
        (r"\|x\|", [r"\|", "x", r"\|"]),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    """Commands, letters, digits one by one, numbers with a point, texts as a whole."""
    assert texts(text) == expected


def test_a_long_number_takes_no_longer_than_letters() -> None:
    """Each digit is looked at once, and not again for each one before it."""

    def spent(text: str) -> float:
        begin = process_time()
        tokens(Source(text))
        return process_time() - begin

    assert min(spent("9" * 15_000) for _ in range(3)) < 5 * max(spent("x" * 15_000) for _ in range(3))


def test_places_and_spaces() -> None:
    """Every token knows its offset and its end, and explicit space before it."""
    found = tokens(Source(r"\mu\,(a + b)"))
    assert [(t.text, t.at, t.end, t.spaced) for t in found[:3]] == [
        (r"\mu", 0, 3, False),
        ("(", 5, 6, True),
        ("a", 6, 7, False),
    ]


def test_a_group() -> None:
    """A group is what its braces hold; one token is a group by itself."""
    found = tokens(Source(r"{a{b}c}d"))
    assert [t.text for t in group(Source(""), found, 0)[0]] == ["a", "{", "b", "}", "c"]
    assert [t.text for t in group(Source(""), found, 7)[0]] == ["d"]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("{", "never closed"),
        ("}", "a closing brace"),
        ("a{b", "never closed"),
        (r"\text{a", "never closed"),
        ("a\x00", "U\\+0000"),
        ("ж", "CYRILLIC SMALL LETTER ZHE"),
    ],
)
def test_what_is_no_latex(text: str, error: str) -> None:
    """Braces that do not match, and signs that LaTeX does not print."""
    with pytest.raises(ReadError, match=error):
        tokens(Source(text))


@pytest.mark.parametrize("text", ["a" * 20_001, "(" * 101, "{" * 101 + "}" * 101, r"\left(" * 101])
def test_limits(text: str) -> None:
    """Length and nesting are bounded before anything recurses."""
    with pytest.raises(LimitError):
        tokens(Source(text))


def test_a_preamble_may_be_anything() -> None:
    """Not strict: no limits, no complaints."""
    assert tokens(Source("é}} \\text{" + "x" * 30_000), strict=False)
    with pytest.raises(InputError):
        tokens(Source("é"))


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"s {+} t = t + s", "proved"), (r"s {-} t = s + t", "refuted"), (r"s {\cdot} t = s t", "proved"),
        (r"{+} s = s", "proved"), (r"a_1 + ... + a_N = \sum_n a_n", "proved"), (r"a = (a_1, a_2, ..., a_N)", "proved"),
        (r"a = 2 (a_1, ..., a_N)", "refuted"),
    ],
)  # fmt: skip
def test_signs_in_braces_and_dots_that_are_typed(latex: str, expected: str) -> None:
    r"""``{+}`` has no space around it in TeX; ``...`` is ``\dots``."""
    assert status_of(latex, "dimension N; vector a : N; index n : N; scalars s, t") == expected


def test_what_braces_hold_as_an_argument_stays() -> None:
    r"""``s^{+}``, ``\overset{+}{=}`` and ``\frac{-}{2}`` keep them."""
    for latex in (r"s^{+}", r"s_{-}", r"\frac{-}{2}", r"\overset{+}{=}"):
        assert "{" in [token.text for token in tokens(Source(latex))]
