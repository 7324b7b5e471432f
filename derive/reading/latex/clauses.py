r"""The text of declarations → clauses with their places: comments ``% derive: …``, separated by ``;`` or line ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from derive.language.hypotheses import CONDITION_KINDS
from derive.reading.latex.conventions import FIRST_WORDS

#: The first words of what a paper says of a relation, or of the lines that follow.
DIRECTIVES = ("expect", "skip", "label", "off", "on")

#: The first words of clauses.
KEYWORDS = (
    "use", "theorem", "end", "dimension", "vector", "matrix", "scalar", "index", "let", "assume", "function", "narrow",
    "forget", "ones", *DIRECTIVES, "loss", "hold", "mean", "variance", "covariance", "rows", "columns", "einstein",
    "transpose", "broadcast", "sample", "layout", *FIRST_WORDS, *sorted(CONDITION_KINDS),
)  # fmt: skip

#: Other spellings of first words.
SYNONYMS = {"dimensions": "dimension", "vectors": "vector", "matrices": "matrix", "scalars": "scalar", "indices": "index",
            "functions": "function"}  # fmt: skip
_PREFIX = re.compile(r"^[ \t]*%+[ \t]*derive:", re.MULTILINE)
_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_WORD = re.compile(r"\s*([A-Za-z_]+)(?![A-Za-z_])")


@dataclass(frozen=True)
class Clause:
    """A keyword (empty when the clause has none), and the offsets of what follows it."""

    keyword: str
    at: int
    begin: int
    end: int


def clauses(text: str, start: int = 0, stop: int | None = None) -> Iterator[Clause]:
    """The clauses of a part of a text; ``% derive:`` before a line is optional, any other comment is passed over."""
    blank = _PREFIX.sub(lambda match: " " * len(match[0]), text[start:stop])
    blank = _COMMENT.sub(lambda match: " " * len(match[0]), blank)
    for begin, end in split(blank, 0, len(blank), ";\n"):
        match = _WORD.match(blank, begin, end)
        word = SYNONYMS.get(match[1], match[1]) if match else ""
        known = word in KEYWORDS
        at = begin + len(blank[begin:end]) - len(blank[begin:end].lstrip())
        after = match.end() if known and match else at
        end = begin + len(blank[begin:end].rstrip())
        yield Clause(word if known else "", start + at, start + min(after, end), start + end)


def outside(text: str, begin: int, end: int) -> Iterator[tuple[int, str, int]]:
    """The offset of each character but escaped ones, the character, and how many brackets are open before it."""
    depth, at = 0, begin
    while at < end:
        if text[at] == "\\":
            at += 2
            continue
        yield at, text[at], depth
        depth += (text[at] in "{([") - (text[at] in "})]")
        at += 1


def split(text: str, begin: int, end: int, separators: str) -> Iterator[tuple[int, int]]:
    """The parts of a text between separators that stand outside of brackets; empty parts are left out.

    What is open at a separator, or at the end of a line where that is one, does not count behind it.
    """
    start, closed = begin, 0
    for at, character, depth in outside(text, begin, end):
        if character == "\n" and "\n" in separators:
            closed = depth
        if character in separators and depth <= closed:
            if text[start:at].strip():
                yield start, at
            start, closed = at + 1, depth
    if text[start:end].strip():
        yield start, end


def find(text: str, begin: int, end: int, sign: str) -> int:
    """The offset of a sign outside of brackets, or -1."""
    return next((at for at, found, depth in outside(text, begin, end) if found == sign and depth == 0), -1)
