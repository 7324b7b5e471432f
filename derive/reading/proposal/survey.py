r"""The names in a paper's formulas, and what each may be by its letter, its mark and its indices.

Displays are cut into chains, each side of which is a tree, or what is not understood.  Nothing is declared yet: macros are
expanded, and a side that no grammar reads takes nothing away from its neighbours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from derive.errors import InputError, ReadError
from derive.reading.latex.arrange import Arrangement
from derive.reading.latex.context import Context
from derive.reading.latex.grammar import parse
from derive.reading.latex.macros import Macros
from derive.reading.latex.open_indices import may_be_index
from derive.reading.latex.signs import RELATIONS, pairings
from derive.reading.latex.spelling import UNMARKED, Key, key_of_text
from derive.reading.latex.syntax import BigSign, Func, Node, Num, Op, Partial, Row, parted
from derive.reading.latex.tokens import TEXTUAL, WORDS, Tok, tokens
from derive.reading.paper.chains import Formula as Cut
from derive.reading.paper.formulas import formulas_of
from derive.reading.paper.units import units
from derive.reading.paper.unsaid import Membership
from derive.reading.proposal import uses as told
from derive.reading.proposal.shapes import MAX_NUMBER, Size
from derive.reading.source import Source

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
#: Words in italics: MSE alone on a side, softmax(…).  In mathematics that is a product of letters.
_RUN = re.compile(r"[A-Z][A-Za-z]{2,}(?: ?[-+/] ?[A-Z][A-Za-z]{2,})*$|.*?(?<![A-Za-z\\{])[A-Za-z]{3,}(?=\()")
_RANGE = re.compile(r"([A-Za-z])\s*=\s*1\s*,\s*\\[lc]?dots\s*,\s*(\\?[A-Za-z]+)")
_LAYOUT = ("&", r"\\", r"\nonumber", r"\notag", r"\hfill", r"\qedhere")
_NOTHING = Context()


@dataclass(frozen=True)
class Side:
    """One side of a relation, its macros expanded: ``node`` is None where it is not understood, and ``why`` says why."""

    text: str
    node: Node | None
    why: str = ""


@dataclass(frozen=True)
class Line:
    """side relation side …, with the relations of `RELATIONS`."""

    sides: tuple[Side, ...]
    relations: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The whole chain."""
        words = {"<=": r"\le", ">=": r"\ge", "!=": r"\ne", "~": r"\approx"}
        parts = [self.sides[0].text]
        for sign, side in zip(self.relations, self.sides[1:], strict=True):
            parts += [words.get(sign, sign), side.text]
        return " ".join(parts)


def lines_of(display: str, macros: Macros) -> list[Line]:
    """The chains of a display, in order; what LaTeX itself could not read is a side that is not understood."""
    source = Source(display)
    try:
        ends = [unit for unit in units(source, 0, len(display), macros) if unit.kind in ("row", "comma")]
    except InputError as error:
        return [_unread(display, error)]
    try:
        return list(_lines(source, 0, len(display), macros))
    except InputError:  # what could be cut in two ways is cut wherever it may be
        made: list[Line] = []
        for begin, end in pairwise([0, *(unit.end for unit in ends if not unit.inside), len(display)]):
            try:
                made += _lines(source, begin, end, macros)
            except InputError as error:
                made.append(_unread(display[begin:end], error))
        return made


def ranges_of(display: str) -> list[tuple[str, str]]:
    r"""The letters and sizes of i = 1, \dots, N."""
    return _RANGE.findall(display)


def _unread(text: str, error: InputError) -> Line:
    return Line((Side(" ".join(text.split()), None, _why(error)),))


def _letter(name: str) -> str:
    """What a token could name where nothing is declared."""
    return "letter" if may_be_index(name) else ""


def _lines(source: Source, begin: int, end: int, macros: Macros) -> Iterator[Line]:
    last: dict[int, Side] = {}
    found = formulas_of(source, begin, end, "align", macros, _letter).all_read
    for one in found.types:
        if isinstance(one, Membership) and one.names and not one.remark:
            above = f"^{{{one.dims.strip()}}}" if one.dims else ""
            yield Line((Side(rf"{', '.join(one.names)} \in \mathbb R{above}", None, "a set, of which size?"),))
    for formula in found.formulas:
        sides = [_side(source, *edges, macros) for edges in formula.sides]
        if formula.goes_on:
            sides[0] = last.get(formula.column, sides[0])
        last[formula.column] = sides[-1]
        yield Line(tuple(sides), tuple(_relation(source, formula, macros)))


def _relation(source: Source, formula: Cut, macros: Macros) -> Iterator[str]:
    """What the relation signs of a formula say; a sign set over or under another is a definition."""
    for begin, end in formula.signs:
        found = [token.text for token in macros.expand(source, tokens(source, begin, end))]
        plain = [RELATIONS[text] for text in found if text in RELATIONS]
        special = ":=" if ":" in found or r"\overset" in found or r"\stackrel" in found else ""
        yield "!=" if r"\not" in found else special if special and plain == ["="] else plain[-1] if plain else "~"


def _side(source: Source, begin: int, end: int, macros: Macros) -> Side:
    """The side between two offsets, read with nothing declared."""
    text = ""
    try:
        found = macros.expand(source, tokens(source, begin, end))
        text = spelled(_said(_seen(found)))
        if _RUN.match(text):
            return Side(text, None, r"a name of several letters, or a product? A name is written \mathrm{…}")
        own = Source(text)
        first: InputError | None = None
        for lexemes in pairings(own, Arrangement(own, _NOTHING).lexemes(tokens(own))):
            try:
                return Side(text, parse(own, lexemes, "expr", len(text)) if text else None)
            except InputError as error:
                first = first or error
        why = _why(first) if first else ""
    except (InputError, RecursionError) as error:
        why = _why(error)
    return Side(text or " ".join(source.text[begin:end].split()), None, why)


def _seen(found: Sequence[Tok]) -> list[Tok]:
    """Without labels, and without layout outside of matrices."""
    made, depth = list[Tok](), 0
    for token in found:
        depth += (token.kind == "begin") - (token.kind == "end")
        if token.kind not in ("label", "tag", "require") and (depth or token.text not in _LAYOUT):
            made.append(token)
    return made


def _said(found: list[Tok]) -> list[Tok]:
    """Without a remark and what follows it; a word that stands as a name does is none."""
    depth = 0
    for at, token in enumerate(found):
        depth += (token.text == "{") - (token.text == "}") if token.kind == "sign" else 0
        if token.kind in WORDS and not depth and len(found) > 1:
            beside = [found[at - 1].text if at else "", found[at + 1].text if at + 1 < len(found) else ""]
            if beside[0] not in ("_", "^") and beside[1] not in ("(", "[", "_", "^", r"\left"):
                return found[:at]
    return found


def spelled(found: Sequence[Tok]) -> str:
    """Tokens as LaTeX on one line, without a full stop or comma at the end."""
    end = len(found)
    while end and found[end - 1].text in (".", ",", ";"):
        end -= 1
    made, before = "", None
    for token in found[:end]:
        text = rf"\{token.kind}{{{' '.join(token.text.split())}}}" if token.kind in TEXTUAL else token.text
        if token.kind in WORDS and _WORD.fullmatch(token.text.strip()):
            text = rf"\mathrm{{{token.text.strip()}}}"
        if before is not None:
            command = before.kind == "command" and before.text[-1].isalpha() and text[0].isalpha()
            # All that comes from the body of a macro has the place of its call.
            made += " " if command or token.at not in (before.end, before.at) else ""
            made += r"\, " if token.spaced else ""
        made, before = made + text, token
    made = re.sub(r"(?<!\\) ?([_^]) ?", r"\1", made)
    return re.sub(r"(?<=[{(\[]) | (?=[})\],.'])|(?<=[A-Za-z]) (?=\{)", "", made)


def _why(error: Exception) -> str:
    """What an error found, in a few words of one line."""
    found = error.found if isinstance(error, ReadError) else str(error.args[0]) if error.args else "too deep"
    return " ".join(found.split())[:60]


#: Names of losses, which are scalars.
_LOSSES = frozenset({"L", "J", r"\ell", r"\mathcal{L}", r"\mathcal{J}"})

_SET = re.compile(r"\\in\s*\\mathbb\s*\{?\s*R\s*\}?(?:\^(?P<sizes>\{[^{}]*\}|\\?\w))?")


@dataclass(frozen=True)
class Formula:
    """The sides of a line, the names in them, and what their relations demand."""

    line: Line
    nodes: tuple[Node, ...]
    titles: tuple[told.Title, ...]
    scalar: bool
    loose: bool
    number: int

    def walk(self) -> Iterator[Node]:
        for node in self.nodes:
            yield from told.walk(node)

    def neighbours(self) -> Iterator[tuple[Node, Node]]:
        """What stands side by side in it."""
        for node in self.walk():
            if isinstance(node, Row):
                yield from pairwise(node.items)


class Survey:
    """What stands in formulas.

    ``uses`` has the uses of each name, in the order of the paper; ``titles`` the name that each is declared as; ``domain``
    how many axes each of those may have, the usual number first; ``given`` the sizes that some are said to have; ``notes``
    what the author should look at.
    """

    def __init__(self, lines: Sequence[Line], ranges: Sequence[tuple[str, str]] = ()) -> None:
        self.notes: dict[str, str] = {}
        self.given: dict[told.Title, tuple[Size, ...]] = {}
        ranges = [(letter, size) for letter, size in ranges if key_of_text(size) == (Key(size), "")]
        self.ranges: dict[str, Size] = {letter: ("size", Key(size)) for letter, size in ranges}
        named = {Key(size): size for _, size in ranges}
        sets = [line for line in lines if self.of_sets(line, named)]
        nodes = [side.node for line in lines for side in line.sides if side.node is not None]
        lefts = [line.sides[0].node for line in lines if line.relations and line.relations[0] in ("=", ":=")]
        self.known = told.known_of(nodes, [node for node in lefts if node is not None], named)
        self.known.indices |= self.ranges.keys()
        self.uses: dict[told.Title, list[told.Use]] = {}
        for line in lines:
            for side in line.sides:
                if side.node is None and side.why and line not in sets:
                    self.note(side.text, side.why)
                for node, use in told.uses_in(side.node, self.known) if side.node is not None else ():
                    self.met(node, use)
        self.titles = {title: self.meant(title) for title in self.uses}
        self.formulas = [self.formula(line, number) for number, line in enumerate(lines)]
        self.multiplied = self.found_multiplied()
        self.known.rows = dict(self.row_names())
        self.domain = {title: self.possible(title) for title in self.uses if self.titles[title] == title}

    def note(self, text: str, why: str) -> None:
        """Something for the author's eye, said once."""
        self.notes.setdefault(text if len(text) <= 70 else text[:67] + "...", why)

    def of_sets(self, line: Line, named: dict[Key, str]) -> bool:
        r"""Take what a line says by ``x, y \in \mathbb R^n``; False when it says nothing of the kind."""
        found, begin = False, 0
        for match in _SET.finditer(line.text):
            before, begin = line.text[begin : match.start()], match.end()
            texts = [text for text in (match["sizes"] or "").strip("{}").split(r"\times") if text.strip()]
            sizes: list[Size] = []
            for text in texts:
                key = key_of_text(text)
                if text.strip().isdecimal() and len(text) < 20 and 2 <= int(text) < MAX_NUMBER:
                    sizes.append(int(text))
                elif key is not None and not key[1]:
                    named.setdefault(key[0], text.strip())
                    sizes.append(("size", key[0]))
            if len(sizes) != len(texts) or len(sizes) > 2:
                continue
            found = True
            for text in reversed(before.replace(r"\,", "").split(",")):
                if (key := key_of_text(text)) is None:
                    break
                self.given.setdefault(told.Title(key[0], key[1] not in UNMARKED), tuple(sizes))
        return found

    def met(self, node: Node, use: told.Use | str) -> None:
        """Keep a use of a name."""
        if isinstance(use, str):
            self.note(told.core_of(node), use)
        else:
            self.uses.setdefault(use.title, []).append(use)

    def meant(self, title: told.Title) -> told.Title:
        r"""The name that is declared: a_i without a mark is a component of ``\vec a``."""
        other = told.Title(title.key, True)
        indexed = all(use.indices for use in self.uses[title])
        return other if not title.marked and indexed and other in self.uses else title

    def uses_of(self, title: told.Title) -> list[told.Use]:
        """All uses of a name, its components included."""
        return [use for own, uses in self.uses.items() if self.titles[own] == title for use in uses]

    def possible(self, title: told.Title) -> tuple[int, ...]:
        """The numbers of axes that a name may have, the usual one first."""
        uses = self.uses_of(title)
        core, capital = title.key.core, told.is_capital(title.key.core)
        shown = self.spelled(title)
        counts = sorted({len(use.indices) for use in uses if use.indices})
        if core in self.known.indices and not title.marked and not self.is_apart(core):
            self.note(shown, "an index, or a name of its own?")
            return ()
        if len(counts) > 1 or (counts and counts[0] > 2):
            self.note(shown, f"it has {' and '.join(map(str, counts))} indices")
            return ()
        if title in self.given:
            return (len(self.given[title]),)
        if title in self.known.rows.values():
            return (2,)
        whole, plain = told.Title(Key(core), title.marked), title._replace(key=title.key._replace(primes=0))
        if title.key.sub.isdigit() and any(use.indices for use in self.uses.get(whole, ())):
            self.note(shown, f"a component of {core}, or a name of its own?")
            return ()
        if title.key.primes and title in self.multiplied and plain in self.uses:
            self.note(shown, r"a name of its own, or the transpose? That is written ^\top")
            return ()
        if core[-1].isdigit():
            self.note(shown, r"what is it? \vec 1 has ones, with let it is defined")
            return ()
        if counts:
            if title in self.known.rows:
                return ()
            if counts == [1] and any(use.indices and use.sup in ("T", "-T") for use in uses):
                self.note(shown, "a vector for each index? Declare the matrix that has them as its rows")
            return (counts[0],)
        if title.key in self.known.sizes and not title.marked:
            return (0,)
        if title.marked:
            return (2, 1) if capital else (1,)
        if core in _LOSSES and self.is_loss(title):
            return (0,)
        word = self.uses[title][0].mark == "rm"
        return (0, 1, 2) if capital or word else (0, 1)

    def row_names(self) -> Iterator[tuple[told.Title, told.Title]]:
        """Small letters that are a vector for each index, with the matrix of their letter."""
        for title, uses in self.uses.items():
            matrix = title._replace(key=title.key._replace(core=title.key.core.upper()))
            each = any(use.sup in ("T", "-T") for use in uses) and all(len(use.indices) == 1 for use in uses)
            if (
                each
                and len(title.key.core) == 1
                and matrix in self.multiplied
                and len(self.given.get(matrix, "XX")) == 2
            ):
                yield title, matrix

    def is_loss(self, title: told.Title) -> bool:
        r"""Does a name stand above ``\partial``?"""
        return any(
            isinstance(one, Partial) and told.is_name(other) and told.core_of(other) == title.key.core
            for formula in self.formulas
            for one, other in formula.neighbours()
        )

    def is_apart(self, letter: str) -> bool:
        """Is a letter an index only in formulas that bind it, and a name only in others?"""
        for formula in self.formulas:
            bound = bare = below = False
            for node in formula.walk():
                if isinstance(parted(node)[0], BigSign):
                    bound = bound or letter in told.bound_by(node)[0]
                elif told.is_name(node):
                    bare = bare or told.core_of(node) == letter
                    below = below or letter in _below(node)
            if (bare and (bound or below)) or (below and not bound):
                return False
        return True

    def found_multiplied(self) -> set[told.Title]:
        """Names that are multiplied, transposed, or an argument of tr or det."""
        found = {title for title, uses in self.uses.items() for use in uses if use.sup in ("T", "-T", "+")}
        for formula in self.formulas:
            for pair in formula.neighbours():
                matrix = isinstance(pair[0], Func) and pair[0].name in ("det", "trace")
                if matrix or not any(isinstance(node, Op | Num | Func | Partial) for node in pair):
                    uses = (use for node in pair if told.is_name(node) for _, use in told.uses_in(node, self.known))
                    found |= {use.title for use in uses if isinstance(use, told.Use)}
        return found

    def formula(self, line: Line, number: int) -> Formula:
        nodes = tuple(side.node for side in line.sides if side.node is not None)
        used = (use for node in nodes for _, use in told.uses_in(node, self.known))
        titles = tuple(dict.fromkeys(self.titles[use.title] for use in used if isinstance(use, told.Use)))
        scalar = any(sign in ("<", "<=", ">", ">=") for sign in line.relations)
        return Formula(line, nodes, titles, scalar, "~" in line.relations, number)

    def spelled(self, title: told.Title) -> str:
        return self.uses[title][0].spelled


def _below(node: Node) -> list[str]:
    """The letters below a name."""
    try:
        return [lexeme.text for lexeme in told.scripts_of(node)[0]]
    except told.Unclear:
        return []
