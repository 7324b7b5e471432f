"""What a statement needs where it is printed: all that must stand there before the word *proved* may.

A formula is proved under the hypotheses of its statement, for symbols with the properties that they were declared with, and
wherever its terms are defined.  Some of that may stand in the context already: what a theorem assumes is not said again of
each of its parts.  `needs` is the rest.  Every place where a statement or a part of one is printed asks it: the index and
the entries of a catalogue, a note, the terminal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from derive.language.hypotheses import Condition, Hypothesis, conditions_of
from derive.language.substitution import symbols_of
from derive.language.terms import Term
from derive.printing import sentence_terms

if TYPE_CHECKING:
    from derive.statements.statement import Statement
    from derive.statements.verdict import Verdict


def own_terms(statement: Statement) -> tuple[Term, ...]:
    """The terms of a statement, its sentence and its hypotheses; of a conjunction without those of its members."""
    sides = (term for hypothesis in statement.hypotheses for term in hypothesis.terms)
    said = () if statement.joined else sentence_terms(statement.sentence())
    return (*statement.terms, *said, *sides)


def stated_terms(statement: Statement) -> tuple[Term, ...]:
    """The same, each once; of a conjunction those of its members too."""
    inside = (term for member in statement.joined for term in stated_terms(member))
    return tuple(dict.fromkeys((*own_terms(statement), *inside)))


def declared(statement: Statement) -> tuple[Condition, ...]:
    """The properties with which the symbols of a statement were declared; of a conjunction, what all members mean."""
    found = (c for symbol in symbols_of(*stated_terms(statement)) for c in conditions_of(symbol))
    return tuple(condition for condition in found if condition not in statement.of_members)


def needs(
    statement: Statement, ledger: Iterable[Condition] = (), beside: Collection[Hypothesis] = ()
) -> tuple[Hypothesis, ...]:
    """What it assumes, what its symbols were declared to be, and its ledger, but for what stands beside it.

    Of a conjunction, what all its members need: what one needs besides stands with that one.  Where t > 0 stands there,
    t ≥ 0 and t ≠ 0 are not said.
    """
    found = dict.fromkeys((*statement.assumes, *declared(statement), *ledger))
    positive = {(h.term, h.at) for h in (*found, *beside) if isinstance(h, Condition) and h.kind == "positive"}

    def stands(hypothesis: Hypothesis) -> bool:
        if hypothesis in beside:
            return True
        weaker = isinstance(hypothesis, Condition) and hypothesis.kind in ("nonneg", "nonzero")
        return weaker and (hypothesis.term, hypothesis.at) in positive  # type: ignore[union-attr]  # a condition

    return tuple(hypothesis for hypothesis in found if not stands(hypothesis))


def ledger_of(verdict: Verdict) -> tuple[Condition, ...]:
    """What its own terms need to be defined; of a conjunction nothing: each member has its own."""
    return () if verdict.statement.joined else verdict.conditions
