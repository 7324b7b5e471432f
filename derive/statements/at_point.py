"""Claims at one explicit point: sizes and exact data.

"There are N, g and a with …" is established by naming them; so is every printed example.  Exact evaluation decides: what is
found here holds at this point, and is said of no other.
"""

from __future__ import annotations

from dataclasses import dataclass

from derive.errors import InputError, LimitError
from derive.evaluate.conditions import holds
from derive.evaluate.point import Point
from derive.evaluate.points import names
from derive.evaluate.search import Failure
from derive.language.hypotheses import Equality, Hypothesis, conditions_of
from derive.language.terms import Term
from derive.printing import Sentence, listed, text_hypothesis
from derive.statements.bound import values_where_false
from derive.statements.declaration import terms_in
from derive.statements.statement import Statement
from derive.statements.verdict import Verdict


@dataclass(frozen=True)
class AtPoint(Statement):
    """All claims hold at a point, and so do the hypotheses and the declared properties of its symbols.

    Lemma: exact evaluation is the meaning of a term at a point; a sign or an equality of exact numbers is decided, one of
    certified enclosures only where these decide it.  A claim that some data exist follows from any one point.

    Attributes:
        point: sizes and exact data for every name in the claims.
        claims: conditions and equalities; with free indices, for all their values.

    Raises `InputError` for claims about names that the point has no value for, or for no claims at all.
    """

    point: Point
    claims: tuple[Hypothesis, ...]
    hypotheses: tuple[Hypothesis, ...] = ()
    kind = "at a point"

    def __post_init__(self) -> None:
        if not self.claims:
            raise InputError("no claims at a point")
        dims, symbols = names((), (*self.claims, *self.hypotheses))
        missing = [dim.name for dim in dims if dim not in self.point.dimensions]
        missing += [symbol.name for symbol in symbols if symbol not in self.point.values]
        if missing:
            raise InputError(f"no value for {', '.join(missing)}", hint="give it in the point")

    @property
    def terms(self) -> tuple[Term, ...]:
        """The terms of the claims."""
        return terms_in(self.claims)

    def failure(self) -> Failure | None:
        """The first claim that is certainly false, with its values."""
        for check in self._checks():
            if holds(check, self.point) is False:
                shown = [("left", check.lhs), ("right", check.rhs)] if isinstance(check, Equality) else []
                _, values = values_where_false(check, self.point, shown)
                return Failure(self.point, f"{text_hypothesis(check)} does not hold", values)
        return None

    def sentence(self) -> Sentence:
        """at N = 2, a = (1, -1): the claims"""
        return (*at(self.point), *listed(self.claims))

    def judge(self) -> Verdict:
        """By exact evaluation."""
        try:
            failure = self.failure()
            unknown = [check for check in self._checks() if holds(check, self.point) is None]
        except LimitError as error:
            return self.unsupported(str(error), point=self.point)
        if failure is not None:
            return self.refuted(failure, point=self.point)
        if unknown:
            reason = f"{text_hypothesis(unknown[0])} has no exact value at the point"
            return self.unsupported(reason, point=self.point)
        return Verdict(self, "proved", point=self.point)

    def _checks(self) -> tuple[Hypothesis, ...]:
        declared = (condition for symbol in self.point.values for condition in conditions_of(symbol))
        return (*declared, *self.hypotheses, *self.claims)


def at(point: Point) -> Sentence:
    """``at N = 2, a = (1, -1):``; nothing where the point has no names."""
    return (f"at {point}:",) if str(point) else ()


def at_point(point: Point, *claims: Hypothesis) -> AtPoint:
    """The claims hold at the point.

    Args:
        point: sizes and exact data for every name in the claims.
        claims: conditions and equalities, such as ``equal(p, q)`` and ``positive(r)``.

    Raises `InputError` for no claims, and for claims about names that the point has no value for.
    """
    return AtPoint(point, tuple(claims))
