"""A distinction of cases: one claim where p ≠ 0, another where p = 0, and nothing between.

What is claimed may differ from case to case; "the rank is N − max(k, 1)" is such a statement: N − k where k ≠ 0, N − 1 where
k = 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from derive.errors import InputError
from derive.language.hypotheses import Condition, Equality, Hypothesis, nonneg
from derive.language.terms import Term
from derive.printing import Sentence, text_hypothesis
from derive.statements.conjunction import All
from derive.statements.declaration import sorts
from derive.statements.equation import Equations
from derive.statements.implication import Implication
from derive.statements.shapes import require_closed
from derive.statements.statement import Obligation, Statement, decided
from derive.statements.verdict import Part, largest


@dataclass(frozen=True)
class Cases(Statement):
    """In each of two cases, the statement of that case; together the cases are all data.

    Lemma.  If every datum is in one of the cases, and the statement of each case holds under the hypotheses and what defines
    the case, then at every datum the statement of its case holds.  Proof.  That is what it says.  ∎
    The cases are all data in three ways, with d = lhs − rhs or rhs − lhs of the case ``lhs = rhs``:
    p ≠ 0 and lhs = rhs, where p = d is a scalar; v ≠ 0 and lhs = rhs, where v = d is a vector; p > 0 and lhs = rhs, where
    p = d is a scalar and p ≥ 0.  (Every component ≠ 0 is not the opposite of v = 0.)  More cases: cases inside a case.

    It speaks of the data at which the terms that all cases share are defined; the terms of one case alone must be defined
    wherever that case is.

    Attributes:
        cases: two pairs of what defines the case and what is claimed there; the claim has the common hypotheses, or some of
            them, and what defines its case.
    """

    cases: tuple[tuple[Hypothesis, Statement], ...]
    hypotheses: tuple[Hypothesis, ...] = ()
    kind = "distinction of cases"
    certified = "cases"
    claimed = sorts(cases="case 2")
    lemma = "every datum is in one of the two cases, and in each the statement of that case holds"

    def __post_init__(self) -> None:
        for case, statement in self.cases:
            for term in case.terms:
                require_closed("a case", term)
            stranger = set(statement.premises) - {case, *self.hypotheses}
            if stranger:
                words = ", ".join(map(text_hypothesis, stranger))
                raise InputError(f"a case assumes {words}", hint="give it with the hypotheses of all cases")
        self._halves()

    def _halves(self) -> tuple[Condition, Equality]:
        """The unequal and the equal case; raises `InputError` for other splits."""
        match tuple(case for case, _ in self.cases):
            case (Condition() as unequal, Equality() as equal) | (Equality() as equal, Condition() as unequal):
                scalar = unequal.kind in ("nonzero", "positive") and unequal.term.shape == ()
                if (scalar or unequal.kind == "not_zero") and equal.lhs.shape == unequal.term.shape:
                    return unequal, equal
        raise InputError(
            "cases that are not known to be all data: " + "; ".join(text_hypothesis(case) for case, _ in self.cases),
            hint="p ≠ 0 and p = 0 of a scalar, v ≠ 0 and v = 0 of a vector, p > 0 and p = 0 where p ≥ 0",
        )

    @property
    def terms(self) -> tuple[Term, ...]:
        """The terms that all cases share."""
        (_, first), *others = self.cases
        return tuple(term for term in first.terms if all(term in statement.terms for _, statement in others))

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """That the cases are all data; and each of them, which is necessary."""
        unequal, equal = self._halves()
        p = unequal.term
        ways = [Equations((p, equal.lhs - equal.rhs), given), Equations((p, equal.rhs - equal.lhs), given)]
        opposite = next((way for way in ways if decided(way).status == "proved"), ways[0])
        found = [Obligation("the cases are opposites", opposite)]
        if unequal.kind == "positive":
            found.append(Obligation("the cases are all data", Implication(nonneg(p), given)))
        for case, statement in self.cases:
            found.append(Obligation(f"where {text_hypothesis(case)}", under(statement, (*given, case)), True))
        return tuple(found)

    def least(self, parts: Sequence[Part]) -> dict[str, int]:
        """The smallest sizes of any case: where a case speaks of nothing, the other one is all data."""
        found = [part.judgement.least for part in parts[-len(self.cases) :]]
        return {name: min(sizes.get(name, 1) for sizes in found) for name in largest(found)}

    def sentence(self) -> Sentence:
        """``where p ≠ 0, …; where p = 0, …``."""
        pieces: Sentence = ()
        for case, statement in self.cases:
            pieces += (*((";",) if pieces else ()), "where", case, ":", *statement.sentence())
        return pieces


def under(statement: Statement, hypotheses: tuple[Hypothesis, ...]) -> Statement:
    """The same statement under other hypotheses; of a conjunction, every member."""
    if isinstance(statement, All):
        return All(tuple((name, under(member, hypotheses)) for name, member in statement.members))
    changed: Statement = replace(cast(Any, statement), hypotheses=hypotheses)
    return changed


def cases(
    first: tuple[Hypothesis, Statement],
    second: tuple[Hypothesis, Statement],
    *,
    hypotheses: Sequence[Hypothesis] = (),
) -> Cases:
    """In the first case the first statement, in the second case the second.

    Args:
        first, second: what defines the case, and what is claimed there: nonzero(p) and equal(p, 0) of a scalar, not_zero(v)
            and equal(v, 0) of a vector, positive(p) and equal(p, 0) where p ≥ 0 is known; in either order.
        hypotheses: what is assumed in both cases.

    Raises `InputError` for cases that are not of this form, and for a statement with hypotheses of its own.
    """
    return Cases((first, second), tuple(hypotheses))
