r"""A display → the formulas in it: chains of relations, each with its range, its signs, and what it goes on from.

A row that begins with a relation or an operator goes on with the row before; any other begins a new formula.  Columns of
``align`` are read downwards.  Within a row formulas are separated by a comma, a ``\quad``, or a word such as "and" between
two relations.  What is left of a row, such as "for i = 1, …, N", says nothing that is to be checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from derive.errors import AmbiguityError, InputError
from derive.reading.latex import Macros
from derive.reading.latex.conventions import SIGNED_ROWS, spelled
from derive.reading.latex.decoration import silent
from derive.reading.latex.limiting import LIMITING
from derive.reading.latex.signs import says
from derive.reading.latex.tokens import tokens
from derive.reading.paper import inner
from derive.reading.paper.asides import Aside, because, below_braces, enclosed, in_parentheses, said_below
from derive.reading.paper.chains import Formula, Formulas, below_each_other
from derive.reading.paper.conditions import Behind, Named, beside
from derive.reading.paper.implications import mark
from derive.reading.paper.numbered import check_behind, check_front, numbers_in
from derive.reading.paper.parts import (
    continues,
    ends,
    goes_on,
    is_bound,
    is_condition,
    is_let,
    leads,
    marks_in,
    mathematics,
    relates,
    separates,
    signed_row,
    signs_of,
    written,
)  # fmt: skip
from derive.reading.paper.quantified import quantified_behind
from derive.reading.paper.units import (
    ARROWS,
    BLANK,
    SO,
    TYPES,
    Unit,
    condition_in,
    defines,
    joins,
    rows_of,
    stated,
    states,
    units,
)
from derive.reading.paper.unsaid import Doubt, Known, said_in
from derive.reading.source import Source

_LABEL = re.compile(r"\\label\s*\{([^{}]*)\}")
#: Lines between rows.
_RULES = (r"\hline", r"\cline", r"\midrule")
_OPERANDS = ("other", "opening", "closing", "environment")
#: The most units of a number that stands behind a formula.
LONGEST = 40
_SCRIPT = re.compile(r"_\s*(?:\{[^{}]*\}|\\[A-Za-z]+|[A-Za-z])")
#: A number of an equation set by hand.
_TAG = re.compile(r"\((?:\d+(?:\.\d+)*[a-z]?|\*+|\\(?:ast|star|dagger|ddagger))\)|\[\d+(?:\.\d+)*[a-z]?\]|[.,;:]+")


def _nothing(_: str) -> str:
    return ""


def _unknown(_: str) -> bool:
    return False


def formulas_of(
    source: Source,
    begin: int,
    end: int,
    environment: str,
    macros: Macros,
    named: Named = _nothing,
    known: Known = _unknown,
    choices: Mapping[str, str] | None = None,
) -> Formulas:
    """The formulas of a display; raises `InputError` for what is no LaTeX, or could be cut in two ways.

    ``named`` says which tokens could be indices, or what bounds them: what is about these alone is a condition.
    Words that are ``known`` as names are no reasons.  ``choices``: of readings.
    """
    written = tokens(source, begin, end)
    source = source.without((written[at].at, written[at].end) for at in silent(source, written, macros))
    found = units(source, begin, end, macros)
    said = [unit for unit in found if unit.kind in ("words", "intertext", "layout") and says(unit.text)]
    words = [unit.at for unit in said if not source.text.startswith(r"\label", unit.at)]
    if blocks := inner.blocks(source, found):
        parts: list[Formulas] = []
        outer = _LABEL.search(source.text[begin : blocks[0].at] + source.text[blocks[-1].end : end])
        for block in blocks:
            name = block.environment or environment
            parts.append(formulas_of(source, block.begin, block.stop, name, macros, named, known, choices))
            source = parts[-1].source
        return below_each_other(parts, [(begin, end, outer[1])] if outer else [], words)
    source, rows = numbers_in(source, rows_of(found))
    check_lines(source, rows)
    rows = [quantified_behind(source, row, macros, named) for row in rows]
    spoken = said_in(source, [enclosed(row) for row in rows], macros, named, known)
    rows = spoken.rows
    whole = _LABEL.search(source.text, begin, end)
    labels = []
    for row in rows:
        first, last = row[0].at, row[-1].end
        if match := _LABEL.search(source.text, first, last):
            labels.append((first, last, match[1]))
    if whole and environment in ("equation", "multline", "[", "$"):
        labels.append((begin, end, whole[1]))
    columns = _Columns(
        spoken.source, environment, any(unit.kind == "mark" for unit in found), begin, macros, named, known, choices
    )
    for row in rows:
        columns.add(row)
    made = tuple(columns.formulas())
    words = [
        at
        for at in (*words, *said_below(source, begin, end))
        if not any(not each.signs and each.begin <= at < each.end for each in made)
    ]
    doubts = (*spoken.doubts, *columns.doubts)
    return Formulas(made, tuple(labels), spoken.source, doubts, spoken.types, tuple(words), columns.doubt)


def _bare(words: str) -> str:
    """Words before a formula without signs, and without "and"."""
    return words.strip(" ,;:").lower().removeprefix("and ")


def check_lines(source: Source, rows: Sequence[list[Unit]]) -> None:
    """Raise `ReadError` for a line between rows with one row below it, which may follow from what is above it."""
    below = 0
    for row in reversed(rows[1:]):
        seen = [unit for unit in stated(row) if unit.text not in _RULES]
        below += bool(seen)
        if below == 1 and seen and not relates(seen[0]) and any(unit.text in _RULES for unit in row):
            what = "a line between rows, which may part premises from what follows"
            raise source.error(row[0].at, what, "rows, and \\implies")


class _Columns:
    """Rows being put together to formulas.

    ``done`` has the arrow, column and units of each formula, ``last`` the last formula of each column, if rows may go on
    with it, ``closed`` if none may; ``several``: the columns in which others stand beside it; ``whole`` says whether the
    last row had one column, ``arrow`` the arrow that it ended with, and where.
    """

    def __init__(
        self, source: Source, environment: str, aligned: bool, begin: int, macros: Macros, named: Named, known: Known,
        choices: Mapping[str, str] | None,
    ) -> None:  # fmt: skip
        self.source, self.environment, self.aligned, self.macros = source, environment, aligned, macros
        self.begin, self.named, self.known, self.choices = begin, named, known, choices
        self.doubt: InputError | None = None
        self.beside: dict[int, tuple[Behind, ...]] = {}
        self.asides: list[Formula] = []
        self.unread: dict[int, InputError] = {}
        self.doubts: list[Doubt] = []
        self.done: list[tuple[str, int, list[Unit]]] = []
        self.last: dict[int, list[Unit]] = {}
        self.closed: dict[int, list[Unit]] = {}
        self.several = set[int]()
        self.whole = True
        self.arrow: tuple[str, int] | None = None

    def formulas(self) -> Iterator[Formula]:
        """The formulas, in the order in which they begin; raises `InputError` for an arrow at the end."""
        if self.arrow is not None:
            raise self.source.error(self.arrow[1], "an arrow with nothing behind it", "a relation behind it")
        leads = ""  # a word that a row ends with, of the next one
        for arrow, column, found in self.done:
            if seen := stated(found):
                text, condition = self.source.text, condition_in(seen, self.source.text)
                word = next((unit.words for unit in found if unit.kind == "words" and unit.at < seen[0].at), "")
                if is_let(seen):
                    word, seen = seen[0].words, seen[1:]
                signs, whole = signs_of(seen), joins(seen, text, self.known)
                word = _bare(word) or leads
                said = [unit for unit in found if unit.kind not in BLANK][-1]
                leads = _bare(said.words) if said.at > seen[-1].at and _bare(said.words) in SO else ""
                said_beside = [self.beside[unit.at] for unit in found if unit.kind == "condition"]
                row = max((unit.at for unit in found if unit.kind == "begins"), default=0)
                yield Formula(
                    text, seen[0].at, seen[-1].end, signs, arrow, column, word, condition, whole,
                    tuple(one for each in said_beside for one in each), row,
                    2 if found[0].kind == "beside" else 1 if found[0].kind == "behind" else 0,
                    joint=next((unit.text for unit in found if unit.kind == "joint"), ""),
                    after=any(unit.kind == "after" and unit.at <= seen[0].at for unit in found),
                    unread=self.error_in(found),
                )  # fmt: skip
                for blank, inner, sign, aside in below_braces(self.source, seen[0].at, seen[-1].end):
                    self.add_aside(blank, inner, (sign,), aside)
        yield from self.asides

    def add(self, row: list[Unit]) -> None:
        """Add a row; where it cannot be cut each relation of it is an error, and what goes on from it has no side before it.

        Raises `InputError` where nothing in it is stated, where it could say of what all is claimed, by an arrow or a type,
        and where several readings are open.
        """
        before = [(part, len(part)) for _, _, part in self.done]
        kept = {name: value.copy() for name, value in vars(self).items() if isinstance(value, list | dict | set)}
        arrow = self.arrow
        try:
            self.add_whole(row)
        except AmbiguityError:
            raise
        except InputError as error:
            if (
                not stated(row)
                or arrow is not None
                or any(unit.kind == "arrow" or TYPES.fullmatch(unit.text) for unit in row)
            ):
                raise
            vars(self).update(kept)
            for part, length in before:
                del part[length:]
            marks = marks_in(row)
            self.last.update({column: part for column, part in self.closed.items() if column not in self.last})
            if marks > 1 and continues(stated(row)[0]) and not any(map(relates, row)):
                for part in self.last.values():
                    self.mark_unread(part, error)
            for column, cell in self.cells(row) if marks else [(0, row)]:
                if stated(cell):
                    self.add_unread([*cell], column, error)
            self.whole = marks < 2

    def add_unread(self, cell: list[Unit], column: int, error: InputError) -> None:
        """Add a cell of a row that cannot be cut."""
        self.mark_unread(cell, error)
        above, first = self.last.pop(column, None), stated(cell)[0]
        if above is not None and (continues(first) or not any(map(relates, cell))):
            self.mark_unread(above, error)
        if above is not None and relates(first):
            above.extend([Unit("begins", "", first.at, first.at), *cell])
        else:
            self.done.append(("", column, cell))

    def add_whole(self, row: list[Unit]) -> None:
        """Add a row: the formulas of each of its columns, the first of which may go on with the last one there.

        Raises `InputError` where it cannot be cut.
        """
        check_front(self.source, row, self.macros)
        check_behind(self.source, row)
        self.check_side_by_side(row)
        if not stated(row) and any(unit.kind in ("intertext", "words") for unit in row):
            self.closed.update(self.last)
            self.last.clear()
        if (reason := because(row)) is not None and self.is_aside(row, reason):
            return
        cells = self.cells(row)
        for column, cell in cells:
            parts, closed = self.parts(cell)
            parts = self.joined(row, parts, len(cells))
            mark(self.source, self.done, parts)
            self.check_columns(cell, column)
            several = sum(not arrow and any(map(relates, part)) for arrow, part in parts) > 1
            for number, (arrow, part) in enumerate(parts):
                if not number and not arrow and part and part[0].kind == "condition":
                    self.behind(column, part)
                    closed = True
                    continue
                if not number and not arrow and column in self.last and self.goes_on(self.last[column], part):
                    if column in self.several and stated(part):
                        found = "a row below several formulas"
                        hint = "give each formula a column of its own, or a display"
                        raise self.source.error(stated(part)[0].at, found, "one that it goes on from", hint)
                    cut = any(unit.kind == "unread" for unit in self.last[column])
                    after = self.last[column][-1].kind == "after" and bool(stated(part))
                    signed = bool(stated(part)) and relates(stated(part)[0])
                    if len(cells) == 1 and self.whole and not after and not (cut and signed):
                        begins = [Unit("begins", "", stated(part)[0].at, stated(part)[0].at)] if stated(part) else []
                        self.last[column].extend([*([] if cut else begins), *part])
                        continue
                    if not stated(part):
                        continue
                    if after:
                        part.insert(0, Unit("after", "", part[0].at, part[0].at))
                    if not relates(stated(part)[0]):
                        found = "a row that goes on in one of several columns"
                        raise self.source.error(stated(part)[0].at, found, "a relation", "give it a display of its own")
                if stated(part):
                    if not number and not arrow:
                        self.check_begins(part, column)
                    if number and not arrow:
                        self.one_claim(parts[number - 1][1], part)
                    if column and not number and any(map(states, cells[0][1])):
                        self.one_claim(cells[0][1], part)
                    if number or column:
                        part.insert(0, Unit("behind" if number else "beside", "", part[0].at, part[0].at))
                    if column in self.last and is_let(stated(part)):
                        part.append(Unit("after", "", part[-1].end, part[-1].end))
                    self.last[column] = part
                    self.done.append((arrow, column, part))
                    self.several.discard(column)
            if several:
                self.several.add(column)
            if column in self.last:
                self.closed.pop(column, None)
            if closed and column in self.last:
                self.closed[column] = self.last.pop(column)
        self.whole = len(cells) == 1

    def check_columns(self, cell: list[Unit], column: int) -> None:
        """Raise `ReadError` for relations in several columns of a row that goes on from one that cannot be cut."""
        signs = [at for at, unit in enumerate(cell) if relates(unit)]
        begins = any(map(relates, stated(cell)[:1]))
        apart = len(signs) > 1 and marks_in(cell[signs[0] : signs[1]]) > 0
        if begins and apart and column not in self.last and self.done and self.environment not in inner.PAIRED:
            found = "a row in columns that goes on from none"
            raise self.source.error(
                cell[signs[0]].at, found, "its left sides", "write each chain in a display of its own"
            )

    def check_side_by_side(self, row: list[Unit]) -> None:
        """Raise `ReadError` for formulas in columns of an environment in which nothing says that these are apart."""
        if self.environment in inner.PAIRED:
            return
        outer = [unit for unit in row if not unit.inside and unit.kind != "layout"]
        signs = [at for at, unit in enumerate(outer) if relates(unit)]
        for first, second in pairwise(signs):
            between = outer[first + 1 : second]
            for before, unit, after in zip(between, between[1:], between[2:], strict=False):
                if unit.kind == "mark" and before.kind in _OPERANDS and after.kind in (*_OPERANDS, "mark"):
                    found, hint = "formulas side by side in columns", "part them by a comma, or use align"
                    raise self.source.error(after.at, found, "one in a row", hint)

    def check_begins(self, part: list[Unit], column: int) -> None:
        """Raise `ReadError` for what begins as only what goes on does, where nothing is there that it goes on from."""
        seen = stated(part)
        signed = seen[0].kind == "sign" and any(map(relates, seen))
        if column in self.closed and mathematics(part) and not any(map(relates, seen)):
            found = "what stands below a formula that has ended, without a relation"
            raise self.source.error(seen[0].at, found, "a formula", "write it in the row of what it goes on from")
        first = seen[0].text == "-" and not self.done and not self.closed  # of a display, whose next row begins with =
        if continues(seen[0]) and not first and not (signed and (seen[0].text == "-" or column not in self.closed)):
            found = "what goes on from a formula that has ended"
            raise self.source.error(seen[0].at, found, "a formula", "write it in the row of what it goes on from")

    def add_aside(
        self,
        text: str,
        range_: tuple[int, int],
        signs: tuple[tuple[int, int], ...],
        aside: Aside,
        unread: InputError | None = None,
    ) -> None:
        """Add a formula that is an aside, in a column of its own."""
        column = -1 - len(self.asides)
        self.asides.append(Formula(text, *range_, signs, column=column, aside=aside, unread=unread))

    def error_in(self, part: list[Unit]) -> InputError | None:
        """Why the last row of a formula cannot be read, if it cannot."""
        return next((self.unread[unit.at] for unit in part if unit.kind == "unread"), None)

    def is_aside(self, row: list[Unit], reason: list[Unit]) -> bool:
        """Is a row one formula behind "since"?  It is an aside then; what goes on below it has two readings.

        Behind ``&&`` it is in a column of its own, and what goes on does so from above it.
        """
        [(_, part), *more], closed = self.parts(reason)
        seen = stated(part)
        if more or closed or is_condition(part) or not (seen and seen[0].kind in ("other", "opening", "sign")):
            return False
        aside = Aside((row[0].at, row[-1].end), (self.begin, len(self.source.text)))
        range_ = seen[0].at, seen[-1].end
        self.add_aside(self.source.text, range_, signs_of(seen), aside, self.error_in(part))
        if marks_in(row[: len(row) - len(reason)]) < 2:
            for above in self.last.values():
                above.append(Unit("after", "", row[-1].end, row[-1].end))
        return True

    def behind(self, column: int, part: list[Unit]) -> None:
        """A condition in a cell or a row of its own is one of what stands before it in its row, or in the row above.

        Raises `InputError` where nothing does.
        """
        before = self.last.get(max(column - 1, 0)) if column else self.last.get(0)
        if before is None or len(part) > 1:
            hint = "write it behind the relation, or declare it: % derive: assume …"
            raise self.source.error(part[0].at, "a condition with no relation before it", "a relation", hint)
        if not column:
            before.append(Unit("begins", "", part[0].at, part[0].at))
        before.append(part[0])

    def joined(
        self, row: list[Unit], parts: list[tuple[str, list[Unit]]], columns: int
    ) -> list[tuple[str, list[Unit]]]:
        """The parts of a row behind one that ended with an arrow, and what is to be kept of an arrow at its own end.

        Raises `InputError` where several columns stand behind an arrow.
        """
        said = [(arrow, part) for arrow, part in parts if arrow or stated(part) or is_condition(part)]
        if self.arrow is not None and said:
            before, at = self.arrow
            if columns > 1:
                raise self.source.error(at, "an arrow before several columns", "one relation behind it")
            if said[0][0]:
                raise self.source.error(at, "an arrow before an arrow", "a relation behind it")
            said[0] = (before, said[0][1])
            self.arrow = None
        if said and said[-1][0] and not stated(said[-1][1]):
            arrow, _ = said.pop()
            at = next(unit.at for unit in reversed(row) if unit.kind == "arrow" and not unit.inside)
            self.arrow = (arrow, at)
        return said or [("", [])]

    def cells(self, row: list[Unit]) -> list[tuple[int, list[Unit]]]:
        """The row as it is, or its columns where more than one of them has a relation, with their numbers.

        Raises `ReadError` for a column beside these that has none.
        """
        cells: list[list[Unit]] = [[]]
        marks = 0
        for unit in row:
            marks += unit.kind == "mark"
            if unit.kind == "mark" and not marks % 2:
                cells.append([])
            cells[-1].append(unit)
        related = [number for number, cell in enumerate(cells) if any(map(relates, cell))]
        joined = any(unit.kind == "arrow" and not unit.inside for unit in row)
        if self.environment not in inner.PAIRED or joined or related in ([], [0]):
            return [(0, row)]
        others = [cell for number, cell in enumerate(cells) if number not in related and mathematics(cell)]
        if len(related) == 1 and (others or related[0] not in self.last):
            first = stated(cells[related[0]])[0]
            if related[0] in self.last or (len(self.last) > 1 and not others and relates(first)):
                found = "a row of which nothing says what it goes on from"
                raise self.source.error(first.at, found, "its left side", "write each formula in one column")
            return [(0, row)]
        made = self.in_columns(cells)
        for number, cell in made:
            if (seen := mathematics(cell)) and not any(map(relates, cell)) and number not in self.last:
                found = "a column without a relation beside others"
                raise self.source.error(seen[0].at, found, "a relation in each", "write each formula in one column")
        return made

    def in_columns(self, cells: list[list[Unit]]) -> list[tuple[int, list[Unit]]]:
        """Cells, those of one formula as one: ``& y &&= A x``, ``x &= y &= z``, where none of its column goes on."""
        made = [(0, cells[0])]
        for number, cell in enumerate(cells[1:], start=1):
            before, seen = stated(made[-1][1]), stated(cell)
            begins = not before or before[0].kind not in ("operator", "sign", "closing")
            begins = begins or any(map(relates, before))
            if begins and seen and relates(seen[0]) and number not in self.last:
                made[-1] = (made[-1][0], [*made[-1][1], *cell])
            else:
                made.append((number, cell))
        return made

    def parts(self, cell: list[Unit]) -> tuple[list[tuple[str, list[Unit]]], bool]:
        """The formulas of a row, each with the arrow before it, and whether nothing may go on with the last one.

        What stands apart behind a formula and has no relation is no factor of it: its row cannot be read.  Raises
        `InputError` where that has words, or an arrow behind it.
        """
        parts: list[tuple[str, list[Unit]]] = [("", [])]
        last = max((position for position, unit in enumerate(cell) if relates(unit)), default=-1)
        position, closed = -1, False
        while (position := position + 1) < len(cell):
            unit, part, rest = cell[position], parts[-1][1], cell[position + 1 : position + LONGEST]
            apart = unit.apart or (position > 0 and cell[position - 1].kind == "mark")
            if unit.kind == "arrow" and not unit.inside:
                parts.append((ARROWS[unit.text], []))
                closed = False
                continue
            begins = not unit.inside and (apart or unit.kind in ("comma", "words") or unit.text == r"\forall")
            if (begins and ends(part)) or not any(map(states, part)):
                if (found := beside(cell, position, self.named_at(unit.at))) is not None:
                    conditions, after = found
                    self.beside[unit.at] = conditions
                    part.append(Unit("condition", "", unit.at, cell[after - 1].end))
                    position, closed = after - 1, True
                    continue
                behind = closed and unit.kind not in ("comma", "layout", "mark")
                if behind and not _TAG.fullmatch(written([unit, *rest])):
                    parts.append(("", []))
                    part, closed = parts[-1][1], False
            if not begins or not ends(part):
                part.append(unit)
            elif apart and _TAG.fullmatch(written([unit, *rest])):
                return parts, True
            elif position < last and separates(unit) and not leads(part):
                parts.append(("", [] if unit.kind == "comma" else [unit]))
            elif apart and (remark := in_parentheses(cell, position)) is not None:
                inner = remark.inner
                range_ = inner[0].at, inner[-1].end
                position += remark.length - 1
                end = cell[position].end
                aside = Aside((unit.at, end), (cell[0].at, unit.at))
                if remark.words is not None:
                    said = remark.words.words
                    self.doubts.append(Doubt(cell[0].at, end, remark.words.at, said, not LIMITING.match(said)))
                self.add_aside(self.source.text, range_, signs_of(inner), aside)
            elif apart and unit.kind in ("other", "opening") and not leads(part):
                hint = r"a number of a formula is \tag{1}; a remark is \text{…}"
                error = self.source.error(unit.at, "what stands apart behind a formula", "a relation in it", hint)
                if any(after.kind in ("words", "arrow", "intertext", "environment") for after in cell[position:]):
                    raise error
                self.mark_unread(part, error)
                return parts, False
            else:
                part.append(unit)
        return parts, closed

    def named_at(self, at: int) -> Named:
        """What tokens could name at an offset: an index that nobody declared stands in a script before it."""
        scripts = "".join(_SCRIPT.findall(self.source.text, self.begin, at))

        def named(name: str) -> str:
            found = self.named(name)
            return found if found != "letter" or name in scripts else ""

        return named

    def one_claim(self, before: list[Unit], part: list[Unit]) -> None:
        r"""Of "y = z, x > 0" neither can be read: the second could be a claim, or when the first holds."""
        said = any(unit.kind == "words" and unit.words for unit in part)
        defined = any(defines(self.source, sign, self.macros) for sign in signs_of(before))
        if is_bound(part) and not is_bound(before) and not (said or defined):
            hint = r"write \text{and} before it if it is a claim; if it is a condition, declare it: % derive: assume …"
            found = "what is a second claim, or a condition of the first"
            error = self.source.error(stated(part)[0].at, found, "one reading", hint)
            self.mark_unread(before, error)
            self.mark_unread(part, error)

    def mark_unread(self, part: list[Unit], error: InputError) -> None:
        """The last row of a formula cannot be read; what goes on from it has no side before it."""
        end = part[-1].end
        self.unread.setdefault(end, error)
        part.append(Unit("unread", "", end, end))

    def goes_on(self, before: list[Unit], row: list[Unit]) -> bool:
        """Does a row go on with the formula before it?  Where that is chosen nowhere, it does not, and is in ``doubt``."""
        found = goes_on(before, row, self.environment, self.aligned)
        return self.chosen(stated(row)[0].at) if found is None else found

    def chosen(self, at: int) -> bool:
        readings, error = signed_row(self.source, at)
        if self.choices is None:
            raise error
        said = self.choices.get(SIGNED_ROWS), self.choices.get(spelled(SIGNED_ROWS, readings))
        self.doubt = self.doubt or (error if said == (None, None) else None)
        return "on" in said or readings[1] in said
