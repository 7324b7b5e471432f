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
from derive.printing.latex import latex
from derive.printing.mathml import entry_markup, markup
from derive.printing.notation import ARROW, Notation
from derive.printing.statements import latex_hypothesis, markup_hypothesis, text_hypothesis
from derive.printing.text import text


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
    return spaced([piece if isinstance(piece, str) else piece_text(piece, page) for piece in sentence])


def sentence_latex(sentence: Sentence, notation: Notation = ARROW, *, beside: Iterable[Term] = ()) -> str:
    """The sentence in LaTeX of text mode, its mathematics between dollar signs; Markdown reads the same."""
    page = (*sentence_terms(sentence), *beside)
    words: list[str] = []
    for run in runs(sentence):
        if isinstance(run, str):
            words.append(run)
        else:
            words.append(f"${spaced([piece_latex(piece, notation, page) for piece in run])}$")
    return spaced(words)


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


def piece_text(piece: Math, page: Sequence[Term]) -> str:
    """A piece of mathematics in Unicode."""
    match piece:
        case Sign():
            return piece.text
        case Term():
            return text(piece, beside=page)
    return text_hypothesis(piece, beside=page)


def piece_latex(piece: Math, notation: Notation, page: Sequence[Term]) -> str:
    """A piece of mathematics in LaTeX of math mode."""
    match piece:
        case Sign():
            return piece.latex
        case Term():
            return latex(piece, notation, beside=page)
    return latex_hypothesis(piece, notation, beside=page)


def piece_markup(piece: Math, notation: Notation, page: Sequence[Term]) -> str:
    """A piece of mathematics in MathML, without ``<math>``."""
    match piece:
        case Sign():
            return entry_markup(piece.latex)
        case Term():
            return markup(piece, notation, beside=page)
    return markup_hypothesis(piece, notation, beside=page)


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
