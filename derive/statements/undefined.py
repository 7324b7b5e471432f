"""Where a term is not defined: data that satisfy the hypotheses, and at which a sub-term divides by 0 or is the root of a
negative number.

**Lemma.**  The term is not defined at a point where a condition of its ledger certainly does not hold and exact evaluation
finds no value; a term that the kernel finds defined nowhere has no ledger, and evaluation finds no value.  One such point is
enough for "not defined everywhere".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from derive.errors import NowhereDefined, UndefinedAtPoint
from derive.evaluate.conditions import holds_in, index_values
from derive.evaluate.effort import Effort
from derive.evaluate.evaluate import Evaluation
from derive.evaluate.point import Point
from derive.evaluate.witness import SEARCH_EFFORT, never, search
from derive.language.hypotheses import Condition, Hypothesis
from derive.language.terms import Index, Operand, Term, as_term
from derive.printing import text_condition
from derive.statements.declaration import sorts
from derive.statements.domain import domain_of
from derive.statements.statement import Statement
from derive.statements.verdict import Verdict


@dataclass(frozen=True)
class UndefinedSomewhere(Statement):
    """There are sizes and data with the hypotheses at which the term is not defined."""

    term: Term
    hypotheses: tuple[Hypothesis, ...] = ()
    kind = "undefined"
    claimed = sorts(term="term")
    wording = "{term} is not defined everywhere"

    def judge(self) -> Verdict:
        """By the first point at which a condition of the ledger fails and evaluation finds no value."""
        conditions = self._ledger()

        def failing(point: Point, _: Effort | None) -> Point | None:
            return point if self._fails(point, conditions) else None

        point = search(self.terms, self.hypotheses, failing, never, (), SEARCH_EFFORT)
        if point is not None:
            return Verdict(self, "proved", point=point)
        words = ", ".join(map(text_condition, conditions or ()))
        return self.unsupported(f"no point was found at which one of these fails: {words or 'nothing'}")

    def _ledger(self) -> tuple[Condition, ...] | None:
        """What the term needs; None where the kernel finds that it is defined at no data at all."""
        for hypotheses in (self.hypotheses, ()):
            try:
                return domain_of(self.terms, hypotheses)
            except NowhereDefined:
                continue
        return None

    def _fails(self, point: Point, conditions: Sequence[Condition] | None) -> bool:
        evaluation = Evaluation(point)
        return any(self._fails_at(place, evaluation, conditions) for place in index_values(point, self.term))

    def _fails_at(
        self, place: Mapping[Index, int], evaluation: Evaluation, conditions: Sequence[Condition] | None
    ) -> bool:
        if conditions is not None and not any(holds_in(c, evaluation, place) is False for c in conditions):
            return False
        try:
            evaluation(self.term, place)
        except UndefinedAtPoint:
            return True
        return False


def undefined_somewhere(term: Operand, *hypotheses: Hypothesis) -> UndefinedSomewhere:
    """The term is not defined at some data with the hypotheses."""
    return UndefinedSomewhere(as_term(term), hypotheses)
