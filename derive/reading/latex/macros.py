r"""User macros: ``\newcommand``, ``\renewcommand``, ``\providecommand``, ``\DeclareMathOperator``, ``\def``.

Definitions are collected from a text and macros are expanded token by token, as TeX does.  A token from the body of a macro
is placed where the macro was called, a token of an argument where it was written.  Expansion stops with an error after
`MAX_TOKENS` tokens, or `MAX_CALLS` calls of one macro at one place, so a macro that calls itself is refused.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from derive.errors import LimitError
from derive.reading.latex.left_scripts import transposed
from derive.reading.latex.older import spelled
from derive.reading.latex.signs import is_known
from derive.reading.latex.tokens import MAX_TOKENS, ROWS, TEXTUAL, Tok, check_nesting, group, tokens
from derive.reading.source import Source

#: The most arguments a macro may take here.
MAX_ARGUMENTS = 3

#: The most calls of one macro by what stands at one place.
MAX_CALLS = 256

#: Commands that define a macro.
DEFINING = frozenset({r"\newcommand", r"\renewcommand", r"\providecommand", r"\DeclareMathOperator", r"\def",
                      r"\DeclareRobustCommand"})  # fmt: skip

#: What opens a group, closes it, and parts it; an environment by the kind of its token.
_OPENS = frozenset({"{", r"\left", "begin"})
_CLOSES = frozenset({"}", r"\right", "end"})
_PARTS = frozenset({"&", *ROWS, r"\middle"})


@dataclass(frozen=True)
class Macro:
    """``body`` with ``#1`` … for ``count`` arguments; ``default`` is that of an optional first one."""

    count: int
    body: tuple[Tok, ...]
    default: tuple[Tok, ...] | None = None


#: Commands that nearly every preamble with its own macros has, with that meaning alone.
USUAL: Mapping[str, Macro] = MappingProxyType({
    command: Macro(count, tuple(tokens(Source(body))))
    for commands, count, body in (
        (r"\norm \Norm", 1, r"\left\lVert #1 \right\rVert"), (r"\abs \Abs", 1, r"\left\lvert #1 \right\rvert"),
        (r"\inner \innerproduct \innerprod \ip \iprod \inp", 2, r"\left\langle #1, #2 \right\rangle"),
        (r"\dv \derivative", 2, r"\frac{\mathrm d #1}{\mathrm d #2}"), (r"\pdv", 2, r"\frac{\partial #1}{\partial #2}"),
        (r"\vb", 1, r"\mathbf{#1}"),
    )
    for command in commands.split()
})  # fmt: skip


def _is_usual(command: str, arguments: int) -> bool:
    r"""May a command with so many arguments be the usual one?  ``\pdv{f}{x}{y}`` is another derivative."""
    count = USUAL[command].count
    return arguments == count or (arguments > count and command not in (r"\dv", r"\derivative", r"\pdv"))


def _arguments(found: Sequence[Tok], at: int) -> int:
    """How many arguments in braces stand behind a command."""
    count, depth = 0, 0
    for token in found[at + 1 :]:
        if not depth and token.text != "{":
            break
        depth += (token.text == "{") - (token.text == "}")
        count += not depth
    return count


@dataclass(frozen=True)
class Macros:
    table: Mapping[str, Macro] = field(default_factory=lambda: MappingProxyType({}))

    def expand(self, source: Source, found: Sequence[Tok]) -> list[Tok]:
        """The tokens with definitions taken out and obeyed, and macros expanded."""
        usual = {
            token.text: USUAL[token.text]
            for at, token in enumerate(found)
            if token.text in USUAL and token.text not in self.table and _is_usual(token.text, _arguments(found, at))
        }
        table = {**usual, **self.table}
        defines = any(token.text in DEFINING for token in found)
        if not table and not defines:
            return transposed(source, spelled(source, found))
        outer: list[dict[str, Macro]] = []  # what is defined in a group, an environment or a cell ends with it
        done: list[Tok] = []
        waiting = list(reversed(found))
        steps, calls = 0, Counter[tuple[str, int]]()
        while waiting:
            token = waiting.pop()
            steps += 1
            if steps > MAX_TOKENS or len(waiting) > MAX_TOKENS:
                message = f"macros that expand to more than {MAX_TOKENS} tokens"
                raise source.fail(token.at, message, "a macro may not call itself", LimitError)
            if token.kind != "command" or (token.text not in table and token.text not in DEFINING):
                done.append(token)
                mark = _mark(token) if defines else ""
                if mark in _OPENS:
                    outer.append(dict(table))
                elif mark in _CLOSES and outer:
                    table = outer.pop()
                elif mark in _PARTS:
                    table = dict(outer[-1] if outer else {**usual, **self.table})
                continue
            ahead = _Ahead(source, waiting, token)
            if token.text in DEFINING:
                ahead.define(table)
            else:
                calls[token.text, token.at] += 1
                if calls[token.text, token.at] > MAX_CALLS:
                    message = f"the macro {token.text[:40]} called more than {MAX_CALLS} times at one place"
                    raise source.fail(token.at, message, "a macro may not call itself", LimitError)
                steps += len(table[token.text].body)
                waiting.extend(reversed(ahead.call(table[token.text])))
        check_nesting(source, done)
        return transposed(source, spelled(source, done))

    def collected(self, source: Source, found: Sequence[Tok]) -> Macros:
        """With the macros that these tokens define; everything else in them is passed over."""
        table = dict(self.table)
        waiting = list(reversed(found))
        while waiting:
            token = waiting.pop()
            if token.kind == "command" and token.text in DEFINING:
                _Ahead(source, waiting, token).define(table)
        return Macros(MappingProxyType(table))


def _mark(token: Tok) -> str:
    if token.kind in ("begin", "end"):
        return token.kind
    return token.text if token.kind in ("sign", "command") else ""


class _Ahead:
    """What stands after a command; ``waiting`` has the next token last."""

    def __init__(self, source: Source, waiting: list[Tok], token: Tok) -> None:
        self.source, self.waiting, self.token = source, waiting, token
        self.error, self.fail = source.error, source.fail

    def next_is(self, text: str) -> bool:
        return bool(self.waiting) and self.waiting[-1].text == text

    def take(self, expected: str) -> Tok:
        if not self.waiting:
            raise self.error(self.token.end or self.token.at, "the end", expected)
        return self.waiting.pop()

    def argument(self, expected: str = "an argument in braces") -> list[Tok]:
        """The next group without its braces, or the next token."""
        first = self.take(expected)
        if first.spaced and self.token.text not in DEFINING:
            found = f"{self.token.text} before a space that would be its argument"
            raise self.error(self.token.at, found, "an argument in braces")
        if first.text != "{" or first.kind != "sign":
            if first.text == "}" and first.kind == "sign":
                raise self.error(first.at, "a closing brace }", expected)
            return [first]
        return self.until("{", "}", first)

    def until(self, opening: str, closing: str, first: Tok) -> list[Tok]:
        depth, inside = 1, list[Tok]()
        while self.waiting:
            token = self.waiting.pop()
            if token.kind == "sign":
                depth += (token.text == opening) - (token.text == closing)
            if not depth:
                return inside
            inside.append(token)
        raise self.error(first.at, f"{opening} that is never closed", closing)

    def define(self, table: dict[str, Macro]) -> None:
        name, macro = self.definition()
        if self.token.text != r"\providecommand" or not (name in table or is_known(name)):
            table[name] = macro

    def definition(self) -> tuple[str, Macro]:
        token = self.token
        if self.next_is("*"):
            self.waiting.pop()
        name = self.argument("the command to define")
        if len(name) != 1 or name[0].kind != "command":
            raise self.error(token.at, f"{token.text} without a command to define", r"a command such as \vx")
        count, default = 0, None
        if token.text == r"\def":
            while self.next_is("#"):
                self.waiting.pop()
                count += 1
                number = self.take("the number of a parameter")
                if number.text != str(count):
                    raise self.error(number.at, f"'{number.text[:20]}'", f"the parameter #{count}")
            if not self.next_is("{"):
                raise self.error(token.at, r"\def with delimited arguments", r"\newcommand")
        elif token.text != r"\DeclareMathOperator":
            if self.next_is("["):
                digits = "".join(t.text for t in self.until("[", "]", self.waiting.pop()))
                count = int(digits) if digits.isdecimal() and len(digits) < 3 else -1
            if self.next_is("["):
                default = tuple(self.until("[", "]", self.waiting.pop()))
        if not 0 <= count <= MAX_ARGUMENTS:
            message = f"the macro {name[0].text} with {'an unreadable number of' if count < 0 else count} arguments"
            raise self.fail(token.at, message, f"up to {MAX_ARGUMENTS}")
        body = self.in_mathematics(self.argument("the body in braces"))
        if token.text == r"\DeclareMathOperator":
            word = Tok("command", r"\operatorname", token.at)
            body = [word, Tok("sign", "{", token.at), *body, Tok("sign", "}", token.at)]
        return name[0].text, Macro(count, tuple(body), default)

    def in_mathematics(self, body: Sequence[Tok]) -> list[Tok]:
        r"""A body with what ``\ensuremath{…}`` holds in its place: in mathematics that is set as it is."""
        made: list[Tok] = []
        at = 0
        while at < len(body):
            inside, after = [body[at]], at + 1
            if body[at].text == r"\ensuremath" and after < len(body):
                inside, after = group(self.source, body, after)
                inside = self.in_mathematics(inside)
            made, at = [*made, *inside], after
        return made

    def call(self, macro: Macro) -> list[Tok]:
        """The body of a macro with its arguments put in; the braces around an argument stay."""
        arguments: list[list[Tok]] = []
        if macro.default is not None and macro.count:
            optional = self.until("[", "]", self.waiting.pop()) if self.next_is("[") else list(macro.default)
            arguments.append(optional)
        while len(arguments) < macro.count:
            arguments.append(self.argument(f"an argument of {self.token.text}"))
        at, found = self.token.at, []
        body = iter(macro.body)
        for token in body:
            if token.text == "#" and token.kind == "sign":
                number = next(body, token).text
                if not number.isdecimal() or not 1 <= int(number) <= len(arguments):
                    message = f"#{number[:10]} in the macro {self.token.text} of {len(arguments)} arguments"
                    raise self.fail(at, message, "number its arguments from #1")
                found.extend(arguments[int(number) - 1])
                if len(found) > MAX_TOKENS:
                    message = f"macros that expand to more than {MAX_TOKENS} tokens"
                    raise self.fail(at, message, "repeat an argument less often", LimitError)
            elif token.kind in TEXTUAL and "#" in token.text:
                said = re.sub(r"#(\d)", lambda match: self.said(arguments, int(match[1]), at), token.text)
                found.append(replace(token, at=at, text=said))
            else:
                found.append(
                    Tok(token.kind, token.text, at, token.spaced, token.end)
                )  # many times as fast as `replace`
        if found and self.token.spaced:
            found[0] = replace(found[0], spaced=True)
        return found

    def said(self, arguments: Sequence[Sequence[Tok]], number: int, at: int) -> str:
        """An argument as it was written, since in words blanks count."""
        if not 1 <= number <= len(arguments):
            message = f"#{number} in the macro {self.token.text} of {len(arguments)} arguments"
            raise self.fail(at, message, "number its arguments from #1")
        argument, text = arguments[number - 1], self.source.text
        for token in argument:
            written = text[token.at : token.end]
            if written != token.text and not (token.kind in TEXTUAL and written.endswith(f"{{{token.text}}}")):
                raise self.error(at, "words that macros put together", "the words in one macro")
        return text[argument[0].at : argument[-1].end] if argument else ""


def read_macros(text: str, file: str = "") -> Macros:
    r"""The macros that a text defines, such as a preamble.

    >>> sorted(read_macros(r"\newcommand{\vx}{\vec x} \DeclareMathOperator{\Var}{Var}").table)
    ['\\Var', '\\vx']
    """
    source = Source(text, file)
    return Macros().collected(source, tokens(source, strict=False))
