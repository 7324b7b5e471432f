r"""What ``% derive: theorem LABEL`` stands before: all up to ``% derive: end``, or a display, or a sentence alone."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from derive.reading.latex import Macros
from derive.reading.paper.document import Display
from derive.reading.source import Place, Source
from derive.theories.registry import THEORIES, load_theory

#: Lines of comments below the first, and the paragraph below them.
_PARAGRAPH = re.compile(
    r"[^\n]*(?:\n[ \t]*%[^\n]*)*\n*(.*?)(?=\n[ \t]*\n|\n[ \t]*%|\\end\s*\{document\}|\Z)", re.DOTALL
)
#: The next comment that begins or ends what is pasted.
_EDGE = re.compile(r"(?:%|<!--)[ \t]*derive:[ \t]*(theorem|end)(?![A-Za-z])")


@dataclass(frozen=True)
class Pasted:
    """Text that says what theorems say: from the comment ``% derive: theorem LABEL`` at ``at`` up to ``end``.

    ``lost`` are commands of which it is not known what they mean there.
    """

    source: Source
    at: int
    end: int
    displays: tuple[Display, ...]
    labels: tuple[str, ...]
    macros: Macros
    lost: frozenset[str] = frozenset()

    @property
    def label(self) -> str:
        """The labels, in words."""
        return ", ".join(self.labels)

    @property
    def place(self) -> Place:
        """Line and column of the comment."""
        return self.source.place(self.at)


@dataclass(frozen=True)
class Opened:
    """A ``theorem`` that has been met, and the displays below it; ``end`` is where it is said to end.

    ``macros`` and ``lost`` are those of where it begins.
    """

    source: Source
    at: int
    labels: tuple[str, ...]
    macros: Macros
    lost: frozenset[str]
    end: int | None
    displays: tuple[Display, ...] = ()

    @staticmethod
    def at_comment(source: Source, at: int, labels: tuple[str, ...], macros: Macros, lost: frozenset[str]) -> Opened:
        """One whose comment is at an offset."""
        edge = _EDGE.search(source.text, source.text.find("\n", at) if "\n" in source.text[at:] else len(source.text))
        return Opened(source, at, labels, macros, lost, edge.start() if edge and edge[1] == "end" else None)

    @property
    def label(self) -> str:
        """The labels, in words."""
        return ", ".join(self.labels)

    def with_display(self, display: Display) -> Opened:
        """With a display below those before it."""
        return replace(self, displays=(*self.displays, display))

    def closed(self, displays: tuple[Display, ...], lost: frozenset[str]) -> Pasted:
        """What was pasted, with the displays that are its, and all commands of which it is not known what they mean."""
        end = self.end if self.end is not None else displays[-1].end
        return Pasted(self.source, self.at, end, displays, self.labels, self.macros, lost)


def sentence_below(opened: Opened, before: int | None = None) -> Display | None:
    """The end of the paragraph below a comment, as an empty display, where the theorem is a sentence alone.

    None where a theorem has formulas, where nothing stands there, or where the paragraph goes on at ``before``.
    """
    for label in opened.labels:
        theory, _, _ = label.partition(".")
        theorems = load_theory(theory).stated if theory in THEORIES else ()
        theorem = next((found for found in theorems if found.label == label), None)
        if theorem is None or theorem.statement.equated or theorem.statement.obligations(theorem.hypotheses):
            return None
    paragraph = _PARAGRAPH.match(opened.source.text, opened.at)
    if paragraph is None or not paragraph[1].strip() or (before is not None and paragraph.end() >= before):
        return None
    return Display(opened.source, paragraph.end(), paragraph.end(), "")
