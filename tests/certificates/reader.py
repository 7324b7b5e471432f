"""Terms read from their notation, with the place of whatever does not fit.

A reader needs a `Scope`, the names that are declared.  A text that is no term, an unknown name and shapes that do not fit
end in a `ReadError` with the column; a text that is too long, too deep or too large in a `LimitError`, before much is done.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar

from derive.certificates.declarations import Declarations
from derive.certificates.notation import OPERATIONS
from derive.errors import InputError, LimitError, ReadError
from derive.language.operations import Operation
from derive.language.terms import (
    MAX_DEPTH,
    MAX_SIZE,
    Defined,
    Definition,
    Dim,
    Dimension,
    Index,
    Number,
    Shape,
    Symbol,
    Term,
)

_Made = TypeVar("_Made")

#: Characters of one number.
MAX_DIGITS = 4_000
#: Characters of one term.
MAX_TEXT = 4_000_000

_TOKEN = re.compile(
    r"\s*(?:(?P<number>-?[0-9]+(?:/[0-9]+)?)|(?P<name>[^\W\d][\w⁺⁻'′\u0302]*)|(?P<quoted>`(?:[^`]|``)*`)|(?P<sign>[(),:]))"
)


def build(operation: Operation, *arguments: Any) -> Term:
    """The node of arguments as they were written."""
    fixed = len(operation.sorts) - 1
    if operation.sorts[-1].endswith("…"):
        arguments = (*arguments[:fixed], arguments[fixed:])
    return operation.node(*([operation.function] if operation.function else ()), *arguments)


@dataclass(frozen=True)
class Scope:
    """The names that a text may use."""

    dimensions: Mapping[str, Dimension] = field(default_factory=dict)
    symbols: Mapping[str, Symbol] = field(default_factory=dict)
    definitions: Mapping[str, Definition] = field(default_factory=dict)

    def dim(self, word: str) -> Dim:
        """A dimension of a shape, by its name or as a number; raises `InputError`."""
        if re.fullmatch(r"[0-9]{1,18}", word):
            return int(word)
        if word not in self.dimensions:
            raise InputError(f"the dimension {word!r}", hint="dimensions are declared: " + _names(self.dimensions))
        return self.dimensions[word]

    def shape(self, words: Sequence[str]) -> Shape:
        """A shape; raises `InputError` for names that are no dimensions."""
        return tuple(map(self.dim, words))

    def with_parameters(self, parameters: Sequence[Symbol]) -> Scope:
        """The scope of the body of a definition: parameters hide what has their names."""
        names = {parameter.name: parameter for parameter in parameters}
        return Scope(
            {name: dim for name, dim in self.dimensions.items() if name not in names},
            {**self.symbols, **names},
            {name: made for name, made in self.definitions.items() if name not in names},
        )


def scope_of(names: Declarations) -> Scope:
    """Declared names, for a reader."""
    return Scope(names.dimensions, names.symbols, names.definitions)


def _names(known: Mapping[str, object]) -> str:
    return ", ".join(sorted(known)) or "none is"


def read_term(text: str, scope: Scope) -> Term:
    """The term of a notation.

    Raises `ReadError` with the column for a text that is no term, for unknown names, and where shapes do not fit;
    `LimitError` for one that is too long, too deep or too large.
    """
    if not isinstance(text, str):
        raise InputError(f"{text!r} in the place of a term", hint="a term is a string")
    if len(text) > MAX_TEXT:
        raise LimitError(f"a term of {len(text)} characters; the limit is {MAX_TEXT}", hint="split the statement")
    return _Reader(text, scope).whole()


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    column: int

    def __str__(self) -> str:
        return "the end" if self.kind == "end" else repr(self.text)


class _Reader:
    """One text, read from the left; every method takes what it reads off."""

    def __init__(self, text: str, scope: Scope) -> None:
        self.text = text
        self.scope = scope
        self.place = 0
        self.nodes = 0
        self.next = self._token()

    # tokens

    def _token(self) -> _Token:
        found = _TOKEN.match(self.text, self.place)
        if found is None:
            rest = self.text[self.place :]
            column = self.place + len(rest) - len(rest.lstrip()) + 1
            if rest.strip():
                raise self._error(f"{rest.strip()[0]!r}", "a number, a name or one of ( ) , :", column)
            return _Token("end", "", column)
        self.place = found.end()
        kind = str(found.lastgroup)
        return _Token(kind, found[kind], found.start(kind) + 1)

    def take(self) -> _Token:
        """The next token."""
        token = self.next
        self.next = self._token()
        return token

    def sign(self, sign: str, expected: str = "") -> None:
        """Take this sign, or raise."""
        if (self.next.kind, self.next.text) != ("sign", sign):
            raise self.error(expected or repr(sign))
        self.take()

    def at_sign(self, sign: str) -> bool:
        """Does this sign come next?"""
        return (self.next.kind, self.next.text) == ("sign", sign)

    def end(self) -> None:
        """Raises unless everything has been read."""
        if self.next.kind != "end":
            raise self.error("the end of the text")

    def error(self, expected: str) -> ReadError:
        """What is wrong with the next token."""
        return self._error(str(self.next), expected, self.next.column)

    def _error(self, found: str, expected: str, column: int) -> ReadError:
        start = max(0, column - 40)  # of a long text only what is around the place
        shown = self.text[start : column + 40]
        plain = start == 0 and "\n" not in shown
        return ReadError(found, expected, column=column, source=shown if plain else "")

    # what is read

    def whole(self) -> Term:
        term = self.term(1)
        self.end()
        return term

    def name(self, what: str) -> str:
        """A name, bare or quoted."""
        if self.next.kind == "name":
            return self.take().text
        if self.next.kind == "quoted":
            return self.take().text[1:-1].replace("``", "`")
        raise self.error(what)

    def number(self) -> Fraction:
        """A rational number."""
        if self.next.kind != "number":
            raise self.error("a number")
        token = self.take()
        if len(token.text) > MAX_DIGITS:
            raise LimitError(f"a number of {len(token.text)} characters; the limit is {MAX_DIGITS}")
        above, _, below = token.text.partition("/")
        if below and int(below) == 0:
            raise self._error(repr(token.text), "a denominator that is not 0", token.column)
        return Fraction(int(above), int(below or 1))

    def dim(self) -> Dim:
        """A dimension."""
        start = self.next
        if start.kind == "number" and start.text.isdecimal():
            return self.made(start, self.scope.dim, self.take().text)
        name = self.name("a dimension")
        if name not in self.scope.dimensions:
            raise self._error(repr(name), f"a dimension; declared: {_names(self.scope.dimensions)}", start.column)
        return self.scope.dimensions[name]

    def index(self) -> Index:
        """``n:N``."""
        start = self.next
        name = self.name("an index, such as n:N")
        self.sign(":", "':' and what the index runs over")
        return self.made(start, Index, name, self.dim())

    def symbol(self) -> Symbol:
        """A declared symbol."""
        start = self.next
        name = self.name("a symbol")
        if name not in self.scope.symbols:
            raise self._error(repr(name), f"a symbol; declared: {_names(self.scope.symbols)}", start.column)
        return self.scope.symbols[name]

    def term(self, depth: int) -> Term:
        """A term at this depth of nesting."""
        self.nodes += 1
        if depth > MAX_DEPTH or self.nodes > MAX_SIZE:
            what = f"nested more than {MAX_DEPTH} deep" if depth > MAX_DEPTH else f"of more than {MAX_SIZE} nodes"
            raise LimitError(f"a term {what}", hint="name a part of it")
        start = self.next
        if start.kind == "number":
            return self.made(start, Number, self.number())
        quoted = start.kind == "quoted"
        name = self.name("a term")
        if not self.at_sign("("):
            return self._named(name, start)
        if not quoted and name in OPERATIONS:
            return self.made(start, build, OPERATIONS[name], *self._arguments(name, depth))
        if name not in self.scope.definitions:
            known = _names(self.scope.definitions)
            raise self._error(repr(name), f"an operation or a definition; declared: {known}", start.column)
        arguments = self._terms(depth)
        if not arguments:
            raise self._error("a definition with empty brackets", "its name alone", start.column)
        return self.made(start, Defined, self.scope.definitions[name], tuple(arguments))

    def _named(self, name: str, start: _Token) -> Term:
        scope = self.scope
        if name in scope.symbols:
            return scope.symbols[name]
        if name in scope.dimensions:
            return scope.dimensions[name]
        if name in scope.definitions:
            return self.made(start, Defined, scope.definitions[name])
        known = _names({**scope.dimensions, **scope.symbols, **scope.definitions})
        raise self._error(repr(name), f"a declared name: {known}", start.column)

    def _terms(self, depth: int) -> list[Term]:
        self.sign("(")
        found: list[Term] = []
        while not self.at_sign(")"):
            if found:
                self.sign(",", "',' or ')'")
            found.append(self.term(depth + 1))
        self.take()
        return found

    def _arguments(self, word: str, depth: int) -> list[Any]:
        *first, last = OPERATIONS[word].sorts
        sorts = (*first, last.rstrip("…"))
        many = last.endswith("…")
        readers: dict[str, Callable[[], Any]] = {
            "term": lambda: self.term(depth + 1),
            "dim": self.dim,
            "index": self.index,
            "symbol": self.symbol,
            "exponent": self.number,
        }
        self.sign("(")
        found: list[Any] = []
        while not self.at_sign(")"):
            if len(found) >= len(sorts) and not many:
                raise self.error(f"')': {word} takes {len(sorts)} arguments")
            if found:
                self.sign(",", "',' or ')'")
            found.append(readers[sorts[min(len(found), len(first))]]())
        least = first if many else sorts
        if len(found) < len(least):
            raise self.error(f"{least[len(found)]}: {word} takes {len(least)} arguments or more")
        self.take()
        return found

    def made(self, start: _Token, build: Callable[..., _Made], *arguments: Any) -> _Made:
        """What is built of arguments; what does not fit is told with its place."""
        try:
            return build(*arguments)
        except (LimitError, ReadError):
            raise
        except InputError as error:
            hint = f" ({error.hint})" if error.hint else ""
            raise self._error(error.message, f"something that fits{hint}", start.column) from None
