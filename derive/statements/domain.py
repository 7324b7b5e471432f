"""Where terms are defined: the ledger of what a statement speaks of, and what of it is assumed already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from derive.errors import Undecided
from derive.evaluate.conditions import holds
from derive.evaluate.point import Point
from derive.kernel.assumptions import assumptions_of
from derive.kernel.decide import Equation
from derive.kernel.domain import ledger
from derive.language.hypotheses import Condition, Hypothesis
from derive.language.order import data_of
from derive.language.substitution import check_names
from derive.language.terms import Term
from derive.statements.entries import is_written


@lru_cache(maxsize=1024)
def ledger_of(term: Term, hypotheses: tuple[Hypothesis, ...]) -> tuple[Condition, ...]:
    """What a term needs to be defined, beyond the hypotheses; remembered, since the parts of a statement ask for the same.

    Raises `NowhereDefined` where the kernel finds that something it needs is never so.  Where it needs nothing, as can be
    read off, no normal form is made.
    """
    terms = (term, *(part for hypothesis in hypotheses for part in hypothesis.terms))
    check_names(*terms)
    if any(map(is_written, terms)):
        return written_ledger((term,), hypotheses)
    if not ledger((term,), assumptions_of(hypotheses)):
        return ()
    return Equation(term, term, hypotheses).conditions


def written_ledger(terms: Sequence[Term], hypotheses: Sequence[Hypothesis]) -> tuple[Condition, ...]:
    """What terms with matrices written out need, as they are written; less what is so of numbers."""
    needed = ledger(terms, assumptions_of(hypotheses))
    return tuple(c for c in needed if data_of(c.term) or c.term.free or not holds(c, Point({}, {})))


def domain_of(terms: Sequence[Term], hypotheses: Sequence[Hypothesis]) -> tuple[Condition, ...]:
    """What the terms need to be defined, beyond the hypotheses: at their free indices."""
    found = (ledger_of(term, tuple(hypotheses)) for term in terms)
    return tuple(dict.fromkeys(condition for conditions in found for condition in conditions))


def closed_domain_of(terms: Sequence[Term], hypotheses: Sequence[Hypothesis]) -> tuple[Condition, ...]:
    """`domain_of` terms of hypotheses or of conditions of a set, which are defined for all values of their free indices."""
    return tuple(replace(condition, at=frozenset()) for condition in domain_of(terms, hypotheses))


#: The kinds of condition that imply a condition of the same term.
_STRONGER = {"nonzero": ("nonzero", "positive"), "nonneg": ("nonneg", "positive"), "not_zero": ("not_zero", "nonzero")}


def follows(condition: Condition, given: Sequence[Hypothesis]) -> bool:
    """Is a condition assumed, of a term that is equal to its own for all sizes, and at its indices?"""
    strong = _STRONGER.get(condition.kind, (condition.kind,))
    for known in given:
        if not isinstance(known, Condition) or known.kind not in strong or known.term.shape != condition.term.shape:
            continue
        try:  # what is known at indices of the statement says nothing of other values of them
            if known.at <= condition.at and Equation(known.term, condition.term, given).holds():
                return True
        except Undecided:
            continue
    return False
