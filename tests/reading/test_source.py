"""Hostile texts end in a clear error: never a recursion, a hang, or an exception of another kind."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from derive.errors import DeriveError, InputError, LimitError, ReadError, ShapeError
from derive.language.terms import MAX_TERMS
from derive.reading import DEFAULT, read_declarations, read_statement, read_term
from derive.reading.source import MAX_LENGTH, MAX_NESTING, Source

READERS: list[Callable[[str], object]] = [read_term, read_statement, read_declarations]

HOSTILE = {
    "empty": "",
    "spaces": " \n\t ",
    "NUL": "\0",
    "NUL within": "a\0b = a",
    "zero width": "a\u200b = a",
    "no-break space": "a\u00a0= a",
    "lone surrogate": "a\ud800 = a",
    "right-to-left": "\u202ea = b",
    "nesting": "(" * 100_000,
    "nesting closed": "(" * 9_000 + "a" + ")" * 9_000,
    "brackets": "a[" * 9_000,
    "only closing": ")" * 9_000,
    "a million terms": "+".join("a" * 1_000_000),
    "signs": "-" * 19_000 + "a",
    "transposes": "a" + ".T" * 9_000,
    "powers": "c" + "^2" * 9_000,
    "exponent": "c^1000000000",
    "long exponent": "c^" + "9" * 19_000,
    "digits": "9" * 19_000,
    "scientific": "1e999999999",
    "quotients": "/".join("c" * 9_999),
    "quotes": "`" * 19_999,
    "unfinished": "a+" * 9_999,
    "relations": "=" * 9_999,
    "turnstiles": "|-" * 9_999,
    "given": "given " * 3_000,
    "indices": "a[i" + ",i" * 9_000 + "]",
    "sums": "sum(i," * 99 + "c" + ")" * 99,
    "calls": "var(" * 90 + "a" + ")" * 90,
    "doubling": "var(" * 40 + "a" + "*one)" * 40,
    "code": "__import__('os').system('true')",
    "attribute": "a.__class__",
    "lambda": "(lambda: a)()",
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_is_refused(text: str, reader: Callable[[str], object]) -> None:
    """Every reader answers with an input error of one short message."""
    if reader is read_declarations and not text.strip():
        assert read_declarations(text, DEFAULT) is DEFAULT
        return
    with pytest.raises(InputError) as caught:
        reader(text)
    assert len(str(caught.value)) < 1_000


WIDE = {
    "sum": "+".join("a" * MAX_TERMS),
    "mixed sum": "a" + "-one" * (MAX_TERMS - 1),
    "product": "*".join("c" * MAX_TERMS),
    "Hadamard": "*".join("a" * MAX_TERMS),
    "all-ones": "*".join(["one"] * MAX_TERMS),
    "function": f"hadamard({','.join('a' * MAX_TERMS)})",
    "parentheses": "(" * MAX_NESTING + "a" + ")" * MAX_NESTING,
    "depth": "-(a*" * 48 + "a" + ")" * 48,
}


@pytest.mark.parametrize("text", WIDE.values(), ids=WIDE.keys())
def test_wide_and_deep_texts_within_the_limits_are_read(text: str) -> None:
    """The cost is linear in the width, and recursion stays within Python's limit."""
    assert read_term(text, DEFAULT).depth <= 150


DECLARED = {
    "doubling lets": "let z0 = a;" + "".join(f"let z{n} = z{n - 1} + z{n - 1};" for n in range(1, 60)),
    "deep lets": "let z0 = a;" + "".join(f"let z{n} = -z{n - 1};" for n in range(1, 600)),
    "doubling functions": "let f0(u:N) = u;" + "".join(f"let f{n}(u:N) = f{n - 1}(f{n - 1}(u));" for n in range(1, 40)),
    "deep functions": "let f(u:N) = " + "-" * 40 + "u; let z = " + "f(" * 90 + "a" + ")" * 90,
}


@pytest.mark.parametrize("text", DECLARED.values(), ids=DECLARED.keys())
def test_definitions_that_explode_are_refused(text: str) -> None:
    """Definitions may not unfold to more than a term may hold."""
    with pytest.raises(LimitError, match="20000 nodes or 150 levels once its definitions are unfolded"):
        read_declarations(text, DEFAULT)


def test_limits_name_themselves() -> None:
    """The message of a limit says what the limit is."""
    with pytest.raises(LimitError, match=f"a text of {MAX_LENGTH + 1} characters; the limit is {MAX_LENGTH}"):
        read_term("a" * (MAX_LENGTH + 1))
    with pytest.raises(LimitError, match=rf"1:{MAX_NESTING + 1}: parentheses nested deeper than {MAX_NESTING}"):
        read_term("(" * (MAX_NESTING + 1))


def test_a_text_is_a_string() -> None:
    """Other types are refused in words."""
    for value in (None, b"a", 3):
        with pytest.raises(InputError, match="given as a text to read"):
            read_term(value)  # type: ignore[arg-type]  # the mistake under test


def test_unprintable_characters_are_named() -> None:
    """The message shows the code point, and the line without the character."""
    with pytest.raises(ReadError) as caught:
        read_term("a +\u200b b")
    assert str(caught.value).split("\n") == [
        "1:4: found U+200B (ZERO WIDTH SPACE), expected printable text",
        "  a +  b",
        "     ^",
    ]


def test_places_count_lines_and_columns_from_one() -> None:
    """The file is named when there is one; a long line is not repeated."""
    source = Source("a\n  b + c\n" + "x" * 500, "notes.txt")
    assert str(source.place(6)) == "2:5"
    assert str(source.placed(ShapeError("a clash", hint="mend it"), 6)).split("\n") == [
        "notes.txt:2:5: a clash",
        "    b + c",
        "      ^",
        "  hint: mend it",
    ]
    assert str(source.error(20, "x", "y")) == "notes.txt:3:11: found x, expected y"


def test_a_placed_error_keeps_its_kind() -> None:
    """A shape error stays a shape error; one that is placed already is left alone."""
    source = Source("a + b")
    assert type(source.placed(LimitError("too much"), 0)) is LimitError
    first = source.error(0, "x", "y")
    assert source.placed(first, 3) is first
    assert isinstance(first, DeriveError)
