r"""Contexts of LaTeX in which what a reading asks is proved.

The readers only ask (`derive.reading.latex.conventions`): do two pairings of bars say the same, is a sum over i < j of what
is symmetric, does a relation hold in another layout of derivatives?  Here the questions are given to the prover.
"""

from __future__ import annotations

from dataclasses import replace

from derive.errors import InputError, Undecided
from derive.reading.latex.context import Context
from derive.reading.latex.conventions import Equal, Everywhere, Ordered, Question
from derive.reading.latex.declarations import with_declarations
from derive.statements.bound import Bound
from derive.statements.domain import ledger_of
from derive.statements.equation import prove_chain


def proved(question: Question) -> bool:
    """Is it proved, that terms are equal, that one is above another, or that a term is defined everywhere?"""
    match question:
        case Equal(terms, hypotheses, freely):
            verdict = prove_chain(terms, hypotheses)
            return verdict.status == "proved" and not (freely and verdict.conditions)
        case Ordered(lhs, sign, rhs, hypotheses):
            return Bound(lhs, sign, rhs, None, hypotheses).decide().status == "proved"
        case Everywhere(term, hypotheses):
            try:
                return not ledger_of(term, hypotheses)
            except (Undecided, InputError):
                return False


def context_from(text: str, context: Context | None = None, file: str = "") -> Context:
    r"""The context ``context`` (an empty one by default) with what a text declares.

    Raises `ReadError`, `NameError_`, `ShapeError` or `LimitError` with the place; a name may be declared once in a text.

    >>> context_from(r"dimension N; vector \vec a : N; scalar \epsilon >= 0").cores
    ('N', '\\epsilon', '\\vec a')
    """
    return with_declarations(text, replace(context or Context(), decide=proved), file)
