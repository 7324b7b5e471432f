"""Sentences: words and mathematics in turn, printed as text, as LaTeX, as Markdown with LaTeX inside, as MathML.

A statement that is more than an equation ("the null space of M is spanned by α") says itself as a sentence; the terms in it
are the checked terms, so that what is printed is what was decided.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from derive.language.hypotheses import Condition, Equality, Hypothesis
from derive.language.terms import Term
from derive.printing.mathml import entry_markup
from derive.printing.notation import ARROW, Notation
from derive.printing.statements import LATEX, MARKUP, TEXT, Printer


@dataclass(frozen=True)
class Sign:
    """A sign of mathematics that is no term: ``∈``, ``⊆``, ``{``."""

    latex: str
    text: str


#: A sign, a term, or a hypothesis.
Math = Sign | Term | Hypothesis
#: Words (a plain string, escaped by nobody here: keep it free of TeX), or mathematics.
Piece = str | Math
Sentence = tuple[Piece, ...]

EQUALS = Sign("=", "=")
COMMA = Sign(",", ",")


def listed(terms: Sequence[Term | Hypothesis]) -> Sentence:
    """Terms with commas between."""
    return tuple(piece for i, term in enumerate(terms) for piece in ((COMMA, term) if i else (term,)))


def sentence_terms(sentence: Sentence) -> tuple[Term, ...]:
    """The terms in a sentence, those of its hypotheses included."""
    found: list[Term] = []
    for piece in sentence:
        if isinstance(piece, Term):
            found.append(piece)
        elif isinstance(piece, Condition | Equality):
            found.extend(piece.terms)
    return tuple(found)


def sentence_text(sentence: Sentence, *, beside: Iterable[Term] = ()) -> str:
    """The sentence in Unicode: ``the null space of Πdiag(g) is spanned by α``; ``beside`` are terms of the same page."""
    page = (*sentence_terms(sentence), *beside)
    return spaced([piece if isinstance(piece, str) else shown(piece, TEXT, page) for piece in sentence])


def sentence_latex(sentence: Sentence, notation: Notation = ARROW, *, beside: Iterable[Term] = ()) -> str:
    """The sentence in LaTeX of text mode, its mathematics between dollar signs; Markdown reads the same."""
    page = (*sentence_terms(sentence), *beside)
    formulas = (
        run if isinstance(run, str) else f"${spaced([shown(piece, LATEX, page, notation) for piece in run])}$"
        for run in runs(sentence)
    )
    return spaced([*formulas])


def runs(sentence: Sentence) -> tuple[str | tuple[Math, ...], ...]:
    """The sentence as words and formulas in turn: pieces of mathematics that stand together are one formula."""
    found: list[str | tuple[Math, ...]] = []
    for prose, pieces in groupby(sentence, key=lambda piece: isinstance(piece, str)):
        group = tuple(pieces)
        if prose:
            found.append(spaced([piece for piece in group if isinstance(piece, str)]))
        else:
            found.append(tuple(piece for piece in group if not isinstance(piece, str)))
    return tuple(found)


def shown(piece: Math, printer: Printer, page: Iterable[Term], notation: Notation = ARROW) -> str:
    """A piece of mathematics: in Unicode, in LaTeX of math mode, or in MathML without ``<math>``."""
    match piece:
        case Sign():
            return piece.text if printer is TEXT else entry_markup(piece.latex) if printer is MARKUP else piece.latex
        case Term():
            return printer.show(piece, notation, tuple(page))
    return printer.hypothesis(piece, notation, beside=page)


def spaced(words: Sequence[str]) -> str:
    """Joined by blanks, none before a comma, a full stop or a bracket that closes, none after one that opens.

    >>> spaced(["{", "v", "∈", "V", ":", "v", "≠", "0", "}", ", given", "N"])
    '{v ∈ V: v ≠ 0}, given N'
    """
    joined = ""
    for word in words:
        close = word[:1] in _NO_BLANK_BEFORE or joined.endswith(_NO_BLANK_AFTER)
        joined += word if not joined or close else f" {word}"
    return joined


_NO_BLANK_BEFORE = frozenset(",;.:)]}")
_NO_BLANK_AFTER = ("(", "[", "{")
