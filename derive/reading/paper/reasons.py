r"""The reasons of steps in a display: ``\text{by common denominator}`` behind a line, or ``% derive: reason …`` on its row.

A reason stands behind the relation sign of its step, before the next one.  What else stands in ``\text`` is words.
``% derive: words …`` on a row says what is shown beside its line in the place of the names of its rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from derive.errors import InputError
from derive.reading.paper.claims import Relation
from derive.reading.paper.document import Display
from derive.reading.paper.patterns import group
from derive.reading.source import Placed

_TEXT = re.compile(r"\\(?:text(?:rm|normal|it|sf|up)?|mbox|mathrm)\s*\{\s*\(?\s*by(?![A-Za-z])")
_COMMENT = re.compile(r"%[ \t]*derive:[ \t]*(?P<word>reason|words)(?![A-Za-z])(?P<said>[^\n%]*)")
_SIGN = re.compile(r"(?<!\\)%")


@dataclass(frozen=True)
class Reason(Placed):
    """What is said of a step: ``text`` as it is written; ``words``: it is shown, and names no rule."""

    text: str
    words: bool = False


def reasons_in(display: Display) -> Iterator[tuple[Reason, int]]:
    """The reasons in a display, each with the offset behind it; raises `InputError` for braces that are never closed."""
    source = display.source
    text = source.text
    for found in _TEXT.finditer(text, display.begin, display.end):
        if _SIGN.search(text, text.rfind("\n", 0, found.start()) + 1, found.start()):
            continue  # in a comment
        end = group(text, text.index("{", found.start()), display.end)
        if end < 0:
            raise source.error(found.start(), "a reason that is never closed", "its closing brace")
        said = text[found.end() : end - 1].strip()
        if text[found.start() : found.end()].rstrip("by").rstrip().endswith("("):
            said = said.removesuffix(")").rstrip()
        yield Reason(source, found.start(), said), end
    for found in _COMMENT.finditer(text, display.begin, display.end):
        line = text.rfind("\n", 0, found.start()) + 1
        sign = _SIGN.search(text, line, found.start())
        if sign is not None and not _COMMENT.match(text, sign.start()):
            continue  # in another comment
        if not text[line : found.start()].strip():
            raise source.error(found.start(), f"'{found['word']}' on a line of its own", "it on the row of its step")
        yield Reason(source, found.start(), found["said"].strip(), found["word"] == "words"), found.end()


@dataclass(frozen=True)
class Because:
    """Why a step follows, as it is written: the reason, if there is one, and the words beside the line."""

    reason: Reason | None = None
    words: str = ""


def of_steps(relations: Sequence[Relation], reasons: Sequence[Reason]) -> list[Because]:
    """What is said of each step; raises `InputError` for a reason that is none of a step, and for a second one."""
    made = [Because() for _ in relations]
    for reason in reasons:
        before = [number for number, each in enumerate(relations) if each.at < reason.at]
        if not before:
            raise _misplaced(reason, "a reason before the first step", "it behind the relation sign of its step")
        known = made[before[-1]]
        if known.words if reason.words else known.reason:
            raise _misplaced(reason, "a second reason of one step", "several rules in one: by FIRST, SECOND")
        made[before[-1]] = Because(known.reason, reason.text) if reason.words else Because(reason, known.words)
    return made


def _misplaced(reason: Reason, found: str, expected: str) -> InputError:
    return reason.source.error(reason.at, found, expected)
