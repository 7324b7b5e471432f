"""A text that is being read: its limits, and the places in it that errors name.

Before any grammar sees a text it is refused when it is longer than `MAX_LENGTH` characters, nests parentheses deeper than
`MAX_NESTING`, or contains a character that cannot be printed; everything after may then recurse.  Places are offsets from
the beginning; line and column are worked out only for a message.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from derive.errors import (
    AmbiguityError,
    DeclaredTwice,
    InputError,
    LimitError,
    NameError_,
    OpenSize,
    ReadError,
    ShapeError,
)

T = TypeVar("T")

MAX_LENGTH = 20_000
MAX_NESTING = 100

#: Lines longer than this are not repeated in a message.
MAX_SHOWN = 160

#: Signs people type that have another spelling here.
SPELLINGS: dict[str, str] = {
    "·": "write * for a product, dot(u, v) for a scalar product",
    "⋅": "write * for a product, dot(u, v) for a scalar product",
    "×": "write * for a product",
    "∘": "write * for a product of vectors, hadamard(A, B) for one of matrices",
    "⊙": "write * for a product of vectors, hadamard(A, B) for one of matrices",
    "÷": "write / for a quotient",
    "−": "write the hyphen - for a minus sign",
    "–": "write the hyphen - for a minus sign",
    "√": "write sqrt(x)",
    "∑": "write sum(i, x[i])",
    "∏": "write prod(i, x[i])",
    "²": "write x^2",
    "³": "write x^3",
    "⁻": "write A^-1 for an inverse",
    "ᵀ": "write A.T for the transpose",
    "'": "write A.T for the transpose",
    "≤": "write <=",
    "≥": "write >=",
    "≠": "write !=",
    "⊢": "write |-",
    "|": "write norm(v) or abs(c); hypotheses stand before |-",
    "‖": "write norm(v)",
    "\\": "this is plain syntax: write sqrt(x), diag(g), a.T",
    "_": "a name starts with a letter",
    "{": "write parentheses ( ) around a group",
}


@dataclass(frozen=True)
class Place:
    """A line and a column, both from 1."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.line}:{self.column}"


@dataclass(frozen=True)
class Placed:
    """What stands at an offset of a text."""

    source: Source
    at: int

    @property
    def place(self) -> Place:
        """Line and column."""
        return self.source.place(self.at)


@dataclass(frozen=True)
class Source:
    """A text, and the name of the file it came from."""

    text: str
    file: str = ""

    def check(self, expected: str) -> None:
        """Refuse what no grammar need see; ``expected`` says what an empty text should have been."""
        if not isinstance(self.text, str):
            raise InputError(f"{type(self.text).__name__} given as a text to read", hint="give a str")
        if len(self.text) > MAX_LENGTH:
            message = f"a text of {len(self.text)} characters; the limit is {MAX_LENGTH}"
            raise LimitError(message, hint="split the statement")
        if not self.text.strip():
            raise self.error(0, "an empty text", expected)
        depth = 0
        for at, character in enumerate(self.text):
            if character in "([":
                depth += 1
                if depth > MAX_NESTING:
                    message = f"parentheses nested deeper than {MAX_NESTING}"
                    raise self.fail(at, message, "name a part of it with let", LimitError)
            elif character in ")]":
                depth -= 1
            elif not character.isprintable() and character not in "\n\r\t":
                raise self.error(at, self.character(at), "printable text")

    def place(self, at: int) -> Place:
        """The line and column of an offset."""
        return Place(self.text.count("\n", 0, at) + 1, at - self.text.rfind("\n", 0, at))

    def line(self, at: int) -> str:
        """The line that an offset is in, for showing; empty if it is very long."""
        start = self.text.rfind("\n", 0, at) + 1
        end = self.text.find("\n", at)
        line = self.text[start : end if end >= 0 else len(self.text)]
        return "".join(c if c.isprintable() else " " for c in line) if len(line) <= MAX_SHOWN else ""

    def without(self, parts: Iterable[tuple[int, int]]) -> Source:
        """The same with blanks in the place of some parts, so that every place in it stays; itself without any."""
        made, at = list[str](), 0
        for begin, end in sorted(parts):
            begin, end = max(begin, at), max(end, at)
            made += [self.text[at:begin], re.sub(r"\S", " ", self.text[begin:end])]
            at = end
        return Source("".join([*made, self.text[at:]]), self.file) if made else self

    def character(self, at: int) -> str:
        """The character at an offset as messages say it."""
        character = self.text[at]
        if character.isprintable() and character.isascii():
            return f"'{character}'"
        name = unicodedata.name(character, "no printable character")
        return f"'{character}' ({name})" if character.isprintable() else f"U+{ord(character):04X} ({name})"

    def error(self, at: int, found: str, expected: str, hint: str = "") -> ReadError:
        place = self.place(at)
        return ReadError(
            found, expected, line=place.line, column=place.column, file=self.file, source=self.line(at), hint=hint
        )

    def make(self, at: int, function: Callable[..., T], *arguments: object) -> T:
        """Call a function; an error it raises is given its place."""
        try:
            return function(*arguments)
        except InputError as error:
            raise self.placed(error, at) from None

    def fail(self, at: int, message: str, hint: str = "", kind: type[InputError] = InputError) -> InputError:
        return self.placed(kind(message, hint=hint), at)

    def ambiguous(self, at: int, what: str, readings: Sequence[str], hint: str, convention: str = "") -> InputError:
        """The error that shows the place, the readings, and what settles it: a convention, where one does."""
        return self.placed(AmbiguityError(what, readings, hint=hint, convention=convention), at)

    def placed(self, error: InputError, at: int) -> InputError:
        """The same error, of the same kind, that names its place."""
        if isinstance(error, ReadError) or (isinstance(error, AmbiguityError) and error.where):
            return error
        place, line = self.place(at), self.line(at)
        shown = f"\n  {line}\n  {' ' * (place.column - 1)}^" if line.strip() else ""
        where = f"{self.file}:{place}" if self.file else f"{place}"
        if isinstance(error, AmbiguityError):
            more = {"where": where, "shown": shown, "convention": error.convention}
            return AmbiguityError(error.what, error.readings, hint=error.hint, **more)
        kind = next(
            (k for k in (ShapeError, DeclaredTwice, NameError_, LimitError, OpenSize) if isinstance(error, k)),
            InputError,
        )
        return kind(f"{where}: {error.message}{shown}", hint=error.hint)
