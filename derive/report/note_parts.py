"""What a built note is made of: words, displays, tables and figures as data, for templates to put in their places.

Words have mathematics and references in them; they are read from what a note declares, and written by a target.  Mathematics
is plain syntax between dollar signs.  What plain syntax has no word for is a *sign* that stands between blanks (``in``,
``{``, ``<=``): a formula is terms and signs in turn, and each term is printed as every other term is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import dataclass_transform

from derive.drawing import Panel
from derive.errors import InputError
from derive.language.terms import Index, Symbol, Term
from derive.printing.sentences import Math, Sign
from derive.reading.environment import Environment
from derive.reading.statement import read_term
from derive.report.formulas import Formula, Typeset, joined
from derive.report.model import ReferenceFunction

#: What may stand between terms of a formula.
SIGNS: Mapping[str, Sign] = {
    "in": Sign(r"\in", "∈"), "RR": Sign(r"\mathbb{R}", "ℝ"), "{": Sign(r"\{", "{"), "}": Sign(r"\}", "}"),
    "!=": Sign(r"\neq", "≠"), "<=": Sign(r"\leq", "≤"), ">=": Sign(r"\geq", "≥"), "...": Sign(r"\dots", "…"),
    "|->": Sign(r"\mapsto", "↦"), "~": Sign(r"\approx", "≈"), **{char: Sign(char, char) for char in ":,=<>()"},
}  # fmt: skip

_PARTS = re.compile(
    r"\$(?P<math>[^$]+)\$|\{=(?P<stated>[\w.]+)\}|\{(?P<ref>[\w.:]+)\}|``(?P<code>[^`]+)``|\*(?P<stress>[^*$]+)\*"
)


@dataclass(frozen=True)
class Ref:
    """A reference: the anchor that it leads to, and what is shown of it."""

    anchor: str
    shown: str


@dataclass(frozen=True)
class Code:
    """A command or a name, letter by letter."""

    text: str


@dataclass(frozen=True)
class Stress:
    text: str


@dataclass(frozen=True)
class Badge:
    """A verdict: ``proved``, ``uncertified`` (proved, not certified), ``refuted``, ``corrected``, ``unsupported``."""

    kind: str


Piece = str | Formula | Ref | Code | Stress | Badge
Prose = tuple[Piece, ...]


@dataclass(frozen=True)
class Reader:
    """Reads the words of a note.

    Attributes:
        environment: what names of plain syntax mean.
        signs: names that stand for signs.
        typeset: how terms are printed.
        refs: the key of a reference → what it is.
        stated: the name of a theorem → its statement.
    """

    environment: Environment
    signs: Mapping[str, Sign]
    typeset: Typeset
    refs: Mapping[str, Ref]
    stated: Callable[[str], Prose]

    def __call__(self, text: str) -> Prose:
        """The prose that a text says; raises `InputError` for a reference that leads nowhere."""
        found: list[Piece] = []
        makers: dict[str, Callable[[str], Piece]]
        makers = {"math": self.formula, "ref": self.ref, "code": Code, "stress": Stress}
        end = 0
        for part in _PARTS.finditer(text):
            found += [text[end : part.start()]]
            kind = str(part.lastgroup)
            found += self.stated(part[kind]) if kind == "stated" else (makers[kind](part[kind]),)
            end = part.end()
        return tuple(piece for piece in (*found, text[end:]) if piece != "")

    def ref(self, key: str) -> Ref:
        if key not in self.refs:
            raise InputError(f"a reference to {key!r}, which the note does not show", hint=", ".join(sorted(self.refs)))
        return self.refs[key]

    def formula(self, text: str) -> Formula:
        """A formula: terms and signs in turn."""
        (run,) = self.typeset.sentence(self.pieces(text))
        return joined(run if not isinstance(run, str) else ())

    def pieces(self, text: str) -> tuple[Math, ...]:
        """The terms and signs of a formula."""
        known = {**SIGNS, **self.signs}
        words = re.sub(r"(?<=\S),(?=\s|$)", " ,", text).split()
        found: list[Math] = []
        for signs, group in groupby(words, key=known.__contains__):
            run = list(group)
            found += [known[word] for word in run] if signs else [self.term(" ".join(run))]
        return tuple(found)

    def term(self, text: str) -> Term:
        """A term in plain syntax, or the name of an index."""
        named = self.environment.names.get(text)
        return Symbol(named.name, ()) if isinstance(named, Index) else read_term(text, self.environment)


@dataclass_transform(frozen_default=True)
class Block:
    """What stands in a section, by the name of its class to templates; each kind is a frozen dataclass."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)

    @property
    def kind(self) -> str:
        """``paragraph``, ``listing``, …"""
        return type(self).__name__.lower()


class Paragraph(Block):
    """Words."""

    says: Prose


class Listing(Block):
    """A function in Python, and what was found of the LaTeX that is made of it; ``otherwise``: why there is none."""

    function: ReferenceFunction
    otherwise: str


class Steps(Block):
    """Short sentences, one below the other."""

    says: tuple[Prose, ...]


class Cases(Block):
    """Cases, side by side where there is room: when each is so (nothing where that is known), and short sentences."""

    cases: tuple[tuple[Prose, tuple[Prose, ...]], ...]


@dataclass(frozen=True)
class ShownLine:
    """A line of a display: the term, its reason, its number, and the lines of the derivation that it stands for."""

    formula: Formula
    reason: Prose
    tag: str = ""
    fine: tuple[tuple[Formula, str], ...] = ()


class Display(Block):
    """A theorem in lines; ``head`` is its first term, numbered ``first``; ``inline``: all terms in one row.

    ``opening`` is what it assumes and where it is defined, in LaTeX; empty where it assumes nothing.
    It is ``held`` to its theorem by comments, where papers can name its theory.
    """

    label: str
    anchor: str
    head: Formula
    first: str
    lines: tuple[ShownLine, ...]
    inline: bool
    status: Badge
    scope: Prose
    opening: str = ""
    held: bool = True

    @property
    def numbered(self) -> bool:
        """Has its last line a number?"""
        return any(line.tag for line in self.lines)

    @property
    def terms(self) -> tuple[Formula, ...]:
        """All terms, the first included."""
        return (self.head, *(line.formula for line in self.lines))


class Sentences(Block):
    """A theorem that is said in words and formulas: in one sentence, or of a conjunction in one for each member.

    Each stands in ``says`` behind what it needs besides ``scope``, which is for which sizes and data all of them hold.
    ``pasted`` is the whole of it as LaTeX, with what it assumes; empty where parts are left out.
    """

    label: str
    anchor: str
    says: tuple[tuple[Prose, Prose], ...]
    tag: str
    status: Badge
    scope: Prose
    pasted: str = ""


class Table(Block):
    """Cells in rows below a head; of the kind ``pairs``, rows of two cells without one, for two columns."""

    head: tuple[Prose, ...]
    rows: tuple[tuple[Prose, ...], ...]

    @property
    def kind(self) -> str:
        return "table" if self.head else "pairs"


class Checks(Block):
    """For each equation, one answer at each of the sizes of exact arithmetic, and at each of SymPy's."""

    exact: tuple[int, ...]
    sympy: tuple[int, ...]
    rows: tuple[tuple[Prose, tuple[str, ...]], ...]


class Equalities(Block):
    """Equations on lines of their own, some beside one another."""

    rows: tuple[tuple[Formula, ...], ...]


@dataclass(frozen=True)
class DrawnPanel:
    """A panel of a figure: the name of its file without an ending, and the words below it."""

    file: str
    title: Prose
    panel: Panel


class Drawn(Block):
    """A figure with its number; its panels stand in so many ``columns``."""

    anchor: str
    number: int
    caption: Prose
    panels: tuple[DrawnPanel, ...]
    columns: int


@dataclass(frozen=True)
class Part:
    """A section with its number."""

    number: int
    anchor: str
    title: Prose
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class VerdictRow:
    says: Prose
    scope: Prose
    verdict: Badge
    anchor: str = ""


@dataclass(frozen=True)
class Entered:
    """An entry of the bibliography."""

    number: int
    anchor: str
    text: str
    address: str


@dataclass(frozen=True)
class BuiltNote:
    """All that a note says.  ``unexpected`` are the labels of theorems that did not come out as they should."""

    name: str
    title: str
    subtitle: Prose
    summary: Prose
    rows: tuple[VerdictRow, ...]
    parts: tuple[Part, ...]
    references: tuple[Entered, ...]
    unexpected: tuple[str, ...]

    @property
    def blocks(self) -> tuple[Block, ...]:
        """What stands in its sections."""
        return tuple(block for part in self.parts for block in part.blocks)

    @property
    def not_rendered(self) -> bool:
        """Is LaTeX of a reference function missing, since latexify-py cannot run here?"""
        return any(isinstance(block, Listing) and bool(block.otherwise) for block in self.blocks)

    @property
    def panels(self) -> tuple[DrawnPanel, ...]:
        return tuple(panel for block in self.blocks if isinstance(block, Drawn) for panel in block.panels)


def listed(pieces: Iterable[object]) -> Prose:
    """With commas between; a piece may be prose itself."""
    found: list[object] = []
    for piece in pieces:
        inner = piece if isinstance(piece, tuple) else (piece,)
        found += [", ", *inner] if found else inner
    return tuple(found)  # type: ignore[arg-type]
