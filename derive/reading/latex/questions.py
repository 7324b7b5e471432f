"""What a reading may have to ask of mathematics: the question is data, and who decides it is given with the context."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from derive.language.hypotheses import Hypothesis
from derive.language.terms import Term


@dataclass(frozen=True)
class Equal:
    """Is each of some terms equal to the next, under hypotheses?  ``freely``: without any other condition."""

    terms: tuple[Term, ...]
    hypotheses: tuple[Hypothesis, ...] = ()
    freely: bool = False


@dataclass(frozen=True)
class Everywhere:
    """Has a term a value for all data that satisfy the hypotheses?"""

    term: Term
    hypotheses: tuple[Hypothesis, ...] = ()


Question = Equal | Everywhere

#: Who decides a question; True is a proof, False says nothing.
Decide = Callable[[Question], bool]


def undecided(question: Question) -> bool:
    """Nobody does: no reading may rest on an answer that was not given."""
    raise TypeError(f"a question to nobody, {question}: read by derive.reading.decided")
