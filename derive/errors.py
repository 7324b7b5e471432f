"""Every exception that `derive` raises on purpose.

::

    DeriveError
    ├── InputError             what was given cannot be used; the command line ends with exit code 2
    │   ├── ShapeError         shapes that do not fit; names both
    │   ├── NameError_         a name that is unknown, or is used for two things
    │   │   └── UnboundIndex   an index that nothing binds or declares
    │   ├── AmbiguityError     what was given can be read in two ways; carries the readings
    │   ├── ReadError          text that cannot be read; names line, column, found and expected
    │   └── LimitError         a nesting, size or exponent beyond the documented limits
    ├── Undecided              a trusted procedure declines, and says at which sub-expression
    │   └── NowhereDefined     a divisor that is identically zero: the statement speaks of nothing
    ├── UndefinedAtPoint       an evaluation met a division by zero, a negative radicand, …
    └── DerivationError        a line of a derivation does not follow; carries the evidence

`InputError` is the reader's mistake and always says one way on; `Undecided` is our limit and never a verdict about
the mathematics.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class DeriveError(Exception):
    """Base of all exceptions of this package."""


class InputError(DeriveError):
    """What was given cannot be used.

    ``message`` says what was found and expected; ``hint`` says one way on.
    """

    def __init__(self, message: str, *, hint: str = "") -> None:
        self.message = message
        self.hint = hint
        super().__init__(f"{message}\n  hint: {hint}" if hint else message)


class ShapeError(InputError):
    """Two shapes that do not fit in one operation."""


class NameError_(InputError):
    """A name that is not declared, or one name for two things."""


class DeclaredTwice(NameError_):
    """A declaration of a name of which something else is declared, made or assumed."""


class UnboundIndex(NameError_):
    """An index that nothing binds or declares; ``name`` is its name."""

    def __init__(self, message: str, *, hint: str = "", name: str = "") -> None:
        self.name = name
        super().__init__(message, hint=hint)


class OpenSize(InputError):
    """A constant whose dimension, or an index whose range, nothing tells."""


class LimitError(InputError):
    """An input beyond the documented limits of nesting, size or exponent."""


class AmbiguityError(InputError):
    """What was given has more than one well-typed reading, and nothing says which is meant.

    ``what`` is the part with the readings, ``readings`` has them in words, ``hint`` says how to write one of them, or what
    to declare; of a text ``where`` is the place, ``shown`` its line with a caret.  ``convention`` is the one that would
    settle it: where there is one, what is read can be decided in each reading.  Raised by every door alike: texts, Python,
    SymPy.
    """

    def __init__(
        self, what: str, readings: Sequence[str], *, hint: str, where: str = "", shown: str = "", convention: str = ""
    ) -> None:
        """``where`` is the place in a text, ``shown`` its line with a caret; both empty where there is no text."""
        self.what = what
        self.readings = tuple(readings)
        self.where, self.shown, self.convention = where, shown, convention
        count = {2: "two", 3: "three", 4: "four"}.get(len(self.readings), str(len(self.readings)))
        message = f"{what} with {count} readings: {'; or '.join(self.readings)}"
        super().__init__(f"{where}: {message}{shown}" if where else message, hint=hint)


class ReadError(InputError):
    """Text that cannot be read; ``line`` and ``column`` count from 1."""

    def __init__(
        self,
        found: str,
        expected: str,
        *,
        line: int = 1,
        column: int = 1,
        file: str = "",
        source: str = "",
        hint: str = "",
    ) -> None:
        self.found = found
        self.expected = expected
        self.line = line
        self.column = column
        place = f"{file}:{line}:{column}" if file else f"{line}:{column}"
        shown = f"\n  {source}\n  {' ' * (column - 1)}^" if source else ""
        super().__init__(f"{place}: found {found}, expected {expected}{shown}", hint=hint)


class Undecided(DeriveError):
    """A trusted procedure declines; ``term`` is the sub-expression, a `Term` of the language, when one can be named."""

    def __init__(self, reason: str, term: object = None) -> None:
        self.reason = reason
        self.term = term
        super().__init__(reason)


class NowhereDefined(Undecided):
    """A divisor is identically zero, so that the statement speaks of nothing."""


class UndefinedAtPoint(DeriveError):
    """A term has no value at the given sizes and data."""


class DerivationError(DeriveError):
    """A line of a derivation does not follow from the line before.

    ``number`` counts lines from 1; ``rule`` is the name given as justification; ``report`` is the whole message.
    """

    def __init__(self, number: int, rule: str, report: str) -> None:
        self.number = number
        self.rule = rule
        self.report = report
        super().__init__(f"line {number} ({rule}): {report}")


def nearest(name: str, known: Iterable[str], otherwise: str) -> str:
    """The hint with close names, or another one."""
    found = close_to(name, known)
    return f"did you mean {' or '.join(found)}?" if found else otherwise


def close_to(name: str, known: Iterable[str]) -> list[str]:
    """At most three of some names that are close to one."""
    from difflib import get_close_matches

    return get_close_matches(name, list(known), n=3, cutoff=0.5)
