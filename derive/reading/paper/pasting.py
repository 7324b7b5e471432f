r"""What ``% derive: theorem LABEL`` stands before: all up to ``% derive: end``, or a display, or a sentence alone."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from derive.reading.latex import Macros
from derive.reading.paper.document import Display
from derive.reading.source import Placed, Source
from derive.theories.registry import load_theory, theory_names

#: Lines of comments below the first, and the paragraph below them.
_PARAGRAPH = re.compile(
    r"[^\n]*(?:\n[ \t]*%[^\n]*)*\n*(.*?)(?=\n[ \t]*\n|\n[ \t]*%|\\end\s*\{document\}|\Z)", re.DOTALL
)
#: The next comment that begins or ends what is pasted.
_EDGE = re.compile(r"(?:%|<!--)[ \t]*derive:[ \t]*(theorem|end)(?![A-Za-z])")


@dataclass(frozen=True)
class Pasted(Placed):
    """Text that says what theorems say: from the comment ``% derive: theorem LABEL`` at ``at`` up to ``end``.

    While it is read ``end`` is below 0 where no comment says it, and ``displays`` are those met.  ``macros`` are those of
    where it begins, ``lost`` commands of which it is not known what they mean there.
    """

    end: int
    displays: tuple[Display, ...]
    labels: tuple[str, ...]
    macros: Macros
    lost: frozenset[str] = frozenset()

    @property
    def label(self) -> str:
        return ", ".join(self.labels)

    @staticmethod
    def at_comment(source: Source, at: int, labels: tuple[str, ...], macros: Macros, lost: frozenset[str]) -> Pasted:
        edge = _EDGE.search(source.text, source.text.find("\n", at) if "\n" in source.text[at:] else len(source.text))
        return Pasted(source, at, edge.start() if edge and edge[1] == "end" else -1, (), labels, macros, lost)

    def closed(self, displays: tuple[Display, ...], lost: frozenset[str]) -> Pasted:
        """What was pasted, with the displays that are its, and all commands of which it is not known what they mean."""
        return replace(self, end=self.end if self.end >= 0 else displays[-1].end, displays=displays, lost=lost)


def sentence_below(opened: Pasted, before: int | None = None) -> Display | None:
    """The end of the paragraph below a comment, as an empty display, where the theorem is a sentence alone.

    None where a theorem has formulas, where nothing stands there, or where the paragraph goes on at ``before``.
    """
    for label in opened.labels:
        theory, _, _ = label.partition(".")
        theorems = load_theory(theory).stated if theory in theory_names() else ()
        theorem = next((found for found in theorems if found.label == label), None)
        if theorem is None or theorem.statement.equated or theorem.statement.obligations(theorem.hypotheses):
            return None
    paragraph = _PARAGRAPH.match(opened.source.text, opened.at)
    if paragraph is None or not paragraph[1].strip() or (before is not None and paragraph.end() >= before):
        return None
    return Display(opened.source, paragraph.end(), paragraph.end(), "")
