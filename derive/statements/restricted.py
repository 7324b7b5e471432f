"""Statements about scalars and sizes of which more is assumed than a hypothesis can say: k is an integer, N is even.

A proof for all real numbers and all sizes is one for these.  A counterexample must be one of these: where the first one is
not, the values that may be are given one after the other, each as a hypothesis k = 2.  What is then refuted is refuted.
Where none is found, the statement is *unsupported*: that k is an integer is used nowhere in a proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import Any

from derive.evaluate.point import Point
from derive.evaluate.points import diagonal
from derive.evaluate.search import Failure
from derive.language.hypotheses import Equality, Hypothesis
from derive.language.substitution import dimensions_of, symbols_of
from derive.language.terms import Dimension, Number, Symbol, Term
from derive.statements.verdict import Verdict

#: Values that are tried, as far as they may be.
NUMBERS = tuple(
    map(Fraction, ("2", "1", "3", "0", "-1", "4", "-2", "5", "-3", "6", "7", "-4", "1/2", "-1/2", "9", "3/2"))
)
SIZES = tuple(map(Fraction, range(1, 13)))
#: How many choices of values are tried.
TRIES = 16


@dataclass(frozen=True)
class Restriction:
    """``word`` is assumed of a scalar or a dimension; ``admits`` tests a rational number."""

    name: Symbol | Dimension
    word: str
    admits: Callable[[Fraction], bool]

    @property
    def values(self) -> tuple[Fraction, ...]:
        """What may be tried."""
        return tuple(filter(self.admits, SIZES if isinstance(self.name, Dimension) else NUMBERS))

    def holds(self, point: Point) -> bool:
        """Is it certainly so at a point?  Of a name that is not there nothing is asked."""
        if isinstance(self.name, Dimension):
            size = point.dimensions.get(self.name)
            return size is None or self.admits(Fraction(size))
        if self.name not in point.values:
            return True
        value = point.values[self.name]
        return isinstance(value, Fraction | int) and self.admits(Fraction(value))


def within(decide: Callable[[tuple[Hypothesis, ...]], Verdict], restrictions: Sequence[Restriction]) -> Verdict:
    """The verdict for data with the restrictions; ``decide`` decides under further hypotheses."""
    found = decide(())
    if not restrictions:
        return found
    if found.status == "refuted":
        return _refuted(found, decide, restrictions)
    return _speaks(found, decide, restrictions) if found.status == "proved" else found


def _refuted(
    found: Verdict, decide: Callable[[tuple[Hypothesis, ...]], Verdict], restrictions: Sequence[Restriction]
) -> Verdict:
    """Refuted by a point with the restrictions; else unsupported."""
    point = _point(found)
    broken = [each for each in restrictions if point is not None and not each.holds(point)]
    if not broken:
        return found
    for fixed in _choices(restrictions):
        again = decide(fixed)
        at = _point(again)
        if again.status == "refuted" and at is not None and all(each.holds(at) for each in restrictions):
            return replace(again, statement=found.statement)  # its data are data of what was asked
    words = " and ".join(f"{each.word} of {each.name.name}" for each in broken)
    reason = (
        f"it fails at {point}, which {words} excludes; no other counterexample was found, and a proof does not use it"
    )
    return _unsupported(found, reason)


def _unsupported(found: Verdict, reason: str) -> Verdict:
    """Without what was found: a part that is refuted by data that are excluded tells nothing."""
    nothing: dict[str, Any] = {"parts": (), "linked": (), "counterexample": None, "admissible": None, "theorem": None}
    return replace(found, status="unsupported", reason=reason, **nothing)


def _speaks(
    found: Verdict, decide: Callable[[tuple[Hypothesis, ...]], Verdict], restrictions: Sequence[Restriction]
) -> Verdict:
    """Proved, if data with the restrictions meet the hypotheses and conditions in which their names stand."""
    terms = _assumed_terms(found)
    names: set[Term] = {*symbols_of(*terms), *dimensions_of(*terms)}
    asked = [each for each in restrictions if each.name in names and each.values]
    if not asked or found.admissible is None:
        return found
    for fixed in ((), *_choices(asked)):
        again = found if not fixed else decide(fixed)
        point = again.admissible
        if again.status == "proved" and point is not None and all(each.holds(point) for each in asked):
            return replace(found, admissible=point)
    words = " and ".join(f"{each.word} of {each.name.name}" for each in asked)
    reason = f"(vacuous) no data were found at which every hypothesis and side condition holds with {words}"
    return _unsupported(found, reason)


def _assumed_terms(found: Verdict) -> list[Term]:
    return [term for each in (*found.hypotheses, *found.conditions) for term in each.terms]


def _choices(restrictions: Sequence[Restriction]) -> Iterator[tuple[Equality, ...]]:
    """Values for all names, small ones first."""
    tried = [each.values for each in restrictions]
    if not all(tried):
        return
    for numbers in islice(diagonal([len(values) for values in tried]), TRIES):
        yield tuple(
            Equality(each.name, Number(values[k])) for each, values, k in zip(restrictions, tried, numbers, strict=True)
        )


def _point(found: Verdict) -> Point | None:
    """The point of a counterexample; None of an ill-typed statement, which is false for all data."""
    example = found.counterexample
    if isinstance(example, Failure):
        return example.point
    return None if example is None or example.witness is None else example.witness.point
