"""What ``% derive: theorem LABEL`` stands before: a display, or a sentence alone."""

from __future__ import annotations

import re

from derive.reading.paper.document import Display
from derive.reading.source import Source
from derive.theories.registry import THEORIES, load_theory
from derive.theories.theory import Structure

#: Lines of comments below the first, and the paragraph below them.
_PARAGRAPH = re.compile(
    r"[^\n]*(?:\n[ \t]*%[^\n]*)*\n*(.*?)(?=\n[ \t]*\n|\n[ \t]*%|\\end\s*\{document\}|\Z)", re.DOTALL
)


def sentence_below(source: Source, at: int, label: str, before: int | None = None) -> Display | None:
    """The end of the paragraph below the comment at an offset, as an empty display, where the theorem is a sentence alone.

    None where the theorem has formulas, where nothing stands there, or where the paragraph goes on at ``before``.
    """
    theory, _, _ = label.partition(".")
    theorems = load_theory(theory).theorems if theory in THEORIES else ()
    theorem = next((found for found in theorems if found.label == label), None)
    if not isinstance(theorem, Structure) or theorem.statement.obligations(theorem.statement.hypotheses):
        return None
    paragraph = _PARAGRAPH.match(source.text, at)
    if paragraph is None or not paragraph[1].strip() or (before is not None and paragraph.end() >= before):
        return None
    return Display(source, paragraph.end(), paragraph.end(), "")
