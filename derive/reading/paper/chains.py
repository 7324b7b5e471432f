r"""What a display is cut into: chains of relations, each with its range, its signs, and what it goes on from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from derive.errors import InputError
from derive.reading.paper.asides import Aside
from derive.reading.paper.conditions import Behind
from derive.reading.paper.intervals import MEMBER
from derive.reading.paper.unsaid import Doubt, Membership, Proviso
from derive.reading.source import Source


@dataclass(frozen=True)
class Formula:
    """A range of ``text`` that is one chain, or goes on with the one before it in its ``column``.

    ``signs`` has the begin and end of each relation sign; ``arrow`` says how it follows from the formula before it, ``word``
    what stands between: "and".  ``condition`` is where words such as "if" stand in it, whether before its first sign, and
    whether they fix names for what follows; ``whole``: no part of it says something by itself.  ``beside`` are the
    conditions on indices behind it, and ``row`` is where the row begins that they stand in.  ``aside``: it stands in
    parentheses behind a row, or below a brace.  ``joint``: beside an implication it may be a "premise" or a "conclusion" of
    it, or is the "last" premise behind others.  ``unread`` is why its last row cannot be read, of what stands behind that.
    ``after``: it goes on below a row that is a reason, or behind "let", from what stands before that or from that.
    """

    text: str = field(repr=False)
    begin: int
    end: int
    signs: tuple[tuple[int, int], ...]
    arrow: str = ""
    column: int = 0
    word: str = ""
    condition: tuple[int, bool, bool] | None = None
    whole: bool = False
    beside: tuple[Behind, ...] = ()
    row: int = 0
    behind: int = 0
    aside: Aside | None = None
    joint: str = ""
    unread: InputError | None = None
    after: bool = False

    @property
    def goes_on(self) -> bool:
        """Does it begin with a relation sign?  Then its first side is that of another formula."""
        return bool(self.signs) and self.signs[0][0] == self.begin

    @property
    def is_member(self) -> bool:
        """Is its last side an interval?"""
        return bool(self.signs) and self.text[slice(*self.signs[-1])] == MEMBER

    @property
    def sides(self) -> list[tuple[int, int]]:
        """The ranges of the sides; the first is empty when the formula goes on."""
        edges = [self.begin, *(at for sign in self.signs for at in sign), self.end]
        return [_trimmed(self.text, *side) for side in zip(edges[::2], edges[1::2], strict=True)]


def _trimmed(text: str, begin: int, end: int) -> tuple[int, int]:
    """A range without blanks and alignment marks at its ends; a backslash before a blank is one."""
    while begin < end and (text[begin].isspace() or text[begin] == "&"):
        begin += 1
    while begin < end and (text[end - 1].isspace() or text[end - 1] == "&" or _is_blank(text, end)):
        end -= 1
    return begin, end


def _is_blank(text: str, end: int) -> bool:
    r"""Does a ``\ `` end there, whose blank is cut off?"""
    before = text[:end]
    return end < len(text) and text[end].isspace() and bool((len(before) - len(before.rstrip("\\"))) % 2)


@dataclass(frozen=True)
class Formulas:
    r"""The formulas of a display, and the ranges of its rows with the ``\label`` of each.

    ``source`` has the text that they are ranges of: what says nothing in it is blank.  ``doubts`` are reasons that may
    limit what rows say, ``types`` what stands behind relations and is no claim; ``said`` is where words have a relation.  A
    ``doubt`` is where its rows may be cut in two ways.
    """

    formulas: tuple[Formula, ...]
    labels: tuple[tuple[int, int, str], ...]
    source: Source
    doubts: tuple[Doubt, ...] = ()
    types: tuple[Membership | Proviso, ...] = ()
    said: tuple[int, ...] = ()
    doubt: InputError | None = None

    @property
    def all_read(self) -> Formulas:
        """These formulas; raises the error of the first row of which something cannot be read."""
        for formula in self.formulas:
            if formula.unread is not None:
                raise formula.unread
        return self

    def label(self, at: int) -> str:
        """The label of the row that an offset is in."""
        return next((label for begin, end, label in self.labels if begin <= at <= end), "")


def below_each_other(parts: Sequence[Formulas], labels: list[tuple[int, int, str]], said: list[int]) -> Formulas:
    """The formulas of environments one after the other, in the text of the last; no two asides have one column."""
    made: list[Formula] = []
    for part in parts:
        count = len(made)
        made += [replace(each, column=each.column - count * (each.column < 0)) for each in part.formulas]
    return Formulas(
        tuple(made), (*(label for part in parts for label in part.labels), *labels), parts[-1].source,
        tuple(doubt for part in parts for doubt in part.doubts), tuple(one for part in parts for one in part.types),
        (*(at for part in parts for at in part.said), *said), next((part.doubt for part in parts if part.doubt), None),
    )  # fmt: skip
