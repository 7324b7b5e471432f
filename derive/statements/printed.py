"""Printed numbers: is a decimal in a text the number it is said to be?

Decimals are exact rationals here: 11.4077 is 114077/10000.  A number printed with d decimals stands for every number within
half a unit of its last place; both ends count, so that no rule for ties is imposed on the author.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from derive.errors import InputError
from derive.evaluate.point import Point
from derive.language.build import absolute
from derive.language.hypotheses import Hypothesis, nonneg
from derive.language.terms import Number, Operand, Term, as_term
from derive.printing import Sentence
from derive.statements.at_point import AtPoint, at
from derive.statements.declaration import sorts
from derive.statements.statement import Obligation, Statement
from derive.statements.verdict import Verdict


@dataclass(frozen=True)
class Within(Statement):
    """|value − printed| ≤ tolerance at a point.

    Lemma: this is the sign of tolerance − |value − printed|, an exact number or a certified enclosure.

    Attributes:
        value: a scalar term with values at the point.
        printed: the decimal as printed, such as ``11.4077`` or ``1.2e-5``.
        tolerance: ≥ 0; half a unit of the last printed place when it is not given.
        point: sizes and data, where the value needs them.
        written: the value as a decimal, where it is one.

    Raises `InputError` for something that is no decimal, and for a negative tolerance.
    """

    value: Term
    printed: str
    tolerance: Fraction | None = None
    point: Point = field(default_factory=Point)
    written: str = ""
    hypotheses: tuple[Hypothesis, ...] = ()
    kind = "printed number"
    claimed = sorts(value="term")

    def __post_init__(self) -> None:
        if decimal(self.printed) is None or (self.tolerance is not None and self.tolerance < 0):
            raise InputError(f"a comparison with {self.printed!r} within {self.tolerance}")

    @property
    def reach(self) -> Fraction:
        """The tolerance, or half a unit of the last printed place."""
        return half_unit(self.printed) if self.tolerance is None else self.tolerance

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """One sign at the point."""
        distance = absolute(self.value - Number(Fraction(self.printed)))
        claim = AtPoint(self.point, (nonneg(Number(self.reach) - distance),), self.hypotheses)
        return (Obligation("distance", claim, necessary=True),)

    def sentence(self) -> Sentence:
        """x is 11.4077 to the last place printed"""
        words = "to the last place printed" if self.tolerance is None else f"within {self.tolerance}"
        return (*at(self.point), self.written or self.value, f"is {self.printed} {words}")

    def judge(self) -> Verdict:
        """By exact evaluation."""
        (part,) = self.obligations(self.hypotheses)
        found = part.statement.judge()
        return Verdict(self, found.status, (), (), found.counterexample, found.reason, point=self.point)


def rounds(value: Operand | str, printed: str, point: Point | None = None) -> Within:
    """The value, a term or a decimal, rounds to the number printed: |value − printed| ≤ half a unit of its last place."""
    if isinstance(value, str):
        if decimal(value) is None:
            raise InputError(f"{value!r} as a decimal")
        return Within(Number(Fraction(value)), printed, None, point or Point(), value)
    return Within(as_term(value), printed, None, point or Point())


def decimal(text: str) -> Decimal | None:
    """A finite decimal, or None."""
    try:
        found = Decimal(text)
    except InvalidOperation:
        return None
    return found if found.is_finite() else None


def half_unit(printed: str) -> Fraction:
    """Half a unit of the last place.

    >>> half_unit("11.4077"), half_unit("1.2e-5"), half_unit("120")
    (Fraction(1, 20000), Fraction(1, 2000000), Fraction(1, 2))
    """
    exponent = (decimal(printed) or Decimal(0)).as_tuple().exponent
    return Fraction(10) ** int(exponent) / 2
