"""Notes: what a theory shows a reader who has five minutes, declared.

A note says which theorems it shows, in which order, with which words between.  It holds no formula that a theorem states and
no verdict: these come out of the run that writes it.  In words

- ``$…$`` is mathematics in plain syntax, of the names of the theory and of the note's ``names``;
- ``{name}`` is a reference: to a theorem's display, a section, a figure, or the bibliography;
- ``{=name}`` is the statement of a theorem.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from derive.language.hypotheses import Hypothesis
from derive.language.terms import Index, Term
from derive.printing.sentences import Sign


@dataclass(frozen=True)
class Row:
    """A row of the verdict box: what it says, and the theorem that decides it.

    Attributes:
        says: the row in words.
        theorem: its name; the verdict, the sizes and the hypotheses are the theorem's.
        miss: the near miss of the theorem that is what the row says, and so refuted: its words.
        corrects: the row says what holds in place of something published that does not.
        taken: what textbooks make of it (`Note.taken`); it is said apart, for the verdict is not one on it.
    """

    says: str
    theorem: str
    miss: str = ""
    corrects: bool = False
    taken: str = ""


@dataclass(frozen=True)
class Words:
    """A paragraph; ``plain`` where nothing in it is mathematics or a reference."""

    text: str
    plain: bool = False


@dataclass(frozen=True)
class Lines:
    """A theorem line by line: its derivation, condensed by the theorems that the note shows before it.

    Attributes:
        theorem: its name.
        tag: the number of its last line; of its first one, ``first``.
        inline: t₀ = t₁ = … = tₙ in one row, with one reason.
    """

    theorem: str
    tag: str = ""
    first: str = ""
    inline: bool = False


@dataclass(frozen=True)
class Stated:
    """The statement of a theorem, without its derivation; of a conjunction the ``parts`` that are named, or all."""

    theorem: str
    tag: str = ""
    parts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Picture:
    """A figure of the theory."""

    name: str


@dataclass(frozen=True)
class Coded:
    """A reference function in Python, its LaTeX, and whether that, read back, is the formula."""

    function: str


@dataclass(frozen=True)
class Eliminated:
    """The null space of a matrix diag(d) + u wᵀ, by elimination, with the cases that zeros of d make."""

    matrix: str
    side: Literal["right", "left"] = "right"


@dataclass(frozen=True)
class Example:
    """An ellipsoid with numbers: the image of the ball |v|² ≤ N, 1 · v = 0 under a diagonal matrix of gains.

    Attributes:
        at: what the symbols are, in exact numbers; vectors as tuples.
        normal: the direction orthogonal to the image.
        matrices: symmetric matrices with the axes as eigenvectors, the first with the eigenvalue ζ of the semi-axis √(Nζ).
        variable: the variable of characteristic polynomials.
        sides: a theorem whose sides are evaluated, at ``at``.
    """

    at: Mapping[str, object]
    normal: str
    matrices: tuple[str, ...]
    variable: str
    sides: str


Block = Words | Lines | Stated | Picture | Coded | Eliminated | Example


@dataclass(frozen=True)
class Section:
    """A titled part of a note; ``key`` is its name in references."""

    key: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Said:
    """How a hypothesis, or a side condition, is said to a reader of the note.

    Attributes:
        hypothesis: the one that theorems have.
        words: what stands in its place; None for itself, nothing where the notation says it already.
        without: what is the case where it does not hold.
    """

    hypothesis: Hypothesis
    words: str | None = None
    without: str = ""


@dataclass(frozen=True)
class Refuted:
    """A near miss that is shown.

    Attributes:
        theorem: the name of the theorem.
        miss: its words there.
        says: what it says; those words, where nothing is given.
        within: the reference to what it is close to, where that is not the number of the theorem.
    """

    theorem: str
    miss: str
    says: str = ""
    within: str = ""


@dataclass(frozen=True)
class Reference:
    """An entry of the bibliography."""

    key: str
    text: str
    address: str = ""


@dataclass(frozen=True)
class Note:
    """The headline note of a theory.

    Attributes:
        title, subtitle, summary: what stands at its top.
        rows: the verdict box.
        meanings: names of symbols of one space, with commas between → what they are.
        names: further names that words may use.
        sections: the parts in order.
        said: hypotheses and side conditions in the words of a reader.
        refuted: near misses that are shown.
        taken: what is taken from textbooks and not decided.
        references: the bibliography.
    """

    title: str
    subtitle: str
    summary: str
    rows: tuple[Row, ...]
    sections: tuple[Section, ...]
    meanings: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, Term | Index | Sign] = field(default_factory=dict)
    said: tuple[Said, ...] = ()
    refuted: tuple[Refuted, ...] = ()
    taken: tuple[str, ...] = ()
    references: tuple[Reference, ...] = ()

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks of all sections."""
        return tuple(block for section in self.sections for block in section.blocks)

    @property
    def theorems(self) -> tuple[str, ...]:
        """The names of the theorems that it shows, in order of the sections, then of the verdict box."""
        shown = [block.theorem for block in self.blocks if isinstance(block, Lines | Stated)]
        return tuple(
            dict.fromkeys([*shown, *(row.theorem for row in self.rows), *(each.theorem for each in self.refuted)])
        )
