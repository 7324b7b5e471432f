"""A trap: a text that asks to be misread, and what it may mean, judged apart from how anything reads it.

The expected outcome is never written down.  `judged` evaluates each meaning; a text with one meaning may be *proved* only
where that is true at every sampled point and *refuted* only where it is false; one with several where all are, since each is
decided, and is refused where they differ; a text with none must be refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tests.traps.judge import Setting, declared, holds

Meanings = str | tuple[str, ...]


@dataclass(frozen=True)
class Trap:
    """``door`` is latex, paper, plain, python or sympy; ``declare`` and ``given`` what is told beside the text.

    ``values`` has the names that the judge computes from the data, in order, and ``where`` what it assumes.  ``names``
    replaces ``declare`` for the judge where that is no list of names.
    """

    kind: str
    door: str
    declare: str
    text: str
    meanings: tuple[str, ...]
    given: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    where: str = "True"
    names: str = ""
    preamble: str = ""

    def __str__(self) -> str:
        told = "; ".join(filter(None, (self.declare, self.given and f"given {self.given}")))
        return f"[{self.kind}, {self.door}] {self.preamble}{self.text}   ({told})"


@dataclass(frozen=True)
class Answer:
    """What a door said: ``verdict`` is proved, refuted, unsupported, refused or crashed; ``readings`` what it named."""

    verdict: str
    said: str = ""
    readings: tuple[str, ...] = ()


#: Outcomes that are failures.
WRONG = ("proved what is false", "refuted what is true", "chose silently", "read what says nothing", "crashed")
RIGHT = ("proved rightly", "refuted rightly", "refused rightly", "refused with one reading", "unsupported")


def truths(trap: Trap) -> list[bool]:
    """For each meaning that is well-typed: is it true?"""
    setting = Setting(tuple(declared(trap.names or trap.declare)), tuple(trap.values.items()), trap.where)
    found = (holds(meaning, setting) for meaning in trap.meanings)
    return [truth for truth in found if truth is not None]


def judged(trap: Trap, answer: Answer, found: list[bool] | None = None) -> str:
    """One of `WRONG` or `RIGHT`."""
    found = truths(trap) if found is None else found
    if answer.verdict == "crashed":
        return "crashed"
    if answer.verdict == "refused":
        return "refused with one reading" if len(found) == 1 else "refused rightly"
    if not found:
        return "unsupported" if answer.verdict == "unsupported" else "read what says nothing"
    if len(set(found)) > 1:
        return "chose silently"
    match answer.verdict:
        case "proved":
            return "proved rightly" if all(found) else "proved what is false"
        case "refuted":
            return "refuted rightly" if not any(found) else "refuted what is true"
    return "unsupported"


def each(
    kind: str,
    door: str,
    declare: str,
    table: Mapping[str, Meanings],
    *,
    given: str = "",
    values: Mapping[str, str] | None = None,
    where: str = "True",
    names: str = "",
    preamble: str = "",
) -> Iterator[Trap]:
    """A trap for each row of a table of statements."""
    for text, meanings in table.items():
        yield Trap(kind, door, declare, text, _many(meanings), given, values or {}, where, names, preamble)


def pairs(
    kind: str,
    door: str,
    declare: str,
    tricky: Mapping[str, Meanings],
    plain: Mapping[str, str],
    *,
    given: str = "",
    values: Mapping[str, str] | None = None,
    where: str = "True",
    names: str = "",
    preamble: str = "",
) -> Iterator[Trap]:
    """A trap for each way to equate an expression that asks to be misread with one that is written out."""
    joint = ", " if door in ("python", "sympy") else " = "
    for left, meanings in tricky.items():
        for right, value in plain.items():
            said = tuple(f"same({meaning}, {value})" for meaning in _many(meanings))
            yield Trap(kind, door, declare, left + joint + right, said, given, values or {}, where, names, preamble)


def _many(meanings: Meanings) -> tuple[str, ...]:
    return (meanings,) if isinstance(meanings, str) else meanings
