"""Evidence beside the proofs: SymPy's opinion, exact values, floating point.  Nothing here states or proves anything.

What stands in a report is the same in every run: answers, counts, and whether bounds were kept.  Measured numbers are the
business of `derive.report.volatile`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice, pairwise

from derive.errors import LimitError, UndefinedAtPoint
from derive.evaluate import arrays
from derive.evaluate.conditions import all_equal, index_values
from derive.evaluate.effort import Effort
from derive.evaluate.evaluate import Evaluation
from derive.evaluate.point import Point, Value
from derive.evaluate.points import names, points
from derive.interop.agreement import Agreement, LineConfirmation
from derive.interop.oracles import float64_agreement
from derive.interop.reference import REFERENCE, why_not_rendered
from derive.language.hypotheses import Hypothesis
from derive.language.terms import Term
from derive.processes import Workers
from derive.report.code import check_function
from derive.report.model import ExactComparison, FloatAgreement, ReferenceFunction
from derive.theories.layernorm.maps import EQ1
from derive.theories.theory import CheckedTheorem

SYMPY_SIZES = (1, 2, 3, 4)
EXACT_SIZES = (1, 2, 3, 5)
FLOAT_SIZES = (1, 2, 3, 8, 64, 768)
#: Points drawn at a size for an exact comparison, and how many of the last (the random ones) are used.
DRAWN = 12
USED = 3
#: Entry operations for one exact comparison.
EFFORT = 400_000

#: Theories with reference functions in Python, and the formula that each of these is.
REFERENCES: dict[str, tuple[Term, dict[str, Callable[..., object]]]] = {"layernorm": (EQ1, dict(REFERENCE))}


def sympy_confirmations(
    lines: Sequence[Term], hypotheses: Sequence[Hypothesis], sizes: Sequence[int] = SYMPY_SIZES
) -> tuple[LineConfirmation, ...]:
    """SymPy's answers about each line of a derivation after the first, against the line before it."""
    from derive.interop.crosscheck import confirm_lines  # it loads SymPy

    return confirm_lines(lines, hypotheses, sizes)


def sympy_answers(
    terms: Sequence[Term],
    hypotheses: Sequence[Hypothesis],
    sizes: Sequence[int] = SYMPY_SIZES,
    lines: Sequence[LineConfirmation] = (),
) -> tuple[Agreement, ...]:
    """SymPy's answer about a chain at each size: True when every link is, False when one is not.

    Where SymPy has confirmed every line of a derivation from the first term to the last, the chain is true with them.  What
    is too large at one size is not tried at a larger one.
    """
    answers: list[Agreement] = []
    for size in sizes:
        if lines and all(size in line.confirmed for line in lines):
            answers.append(Agreement(size, True))
        elif answers and answers[-1].reason.startswith("too large"):
            answers.append(Agreement(size, None, "too large: so it is at a smaller size"))
        else:
            answers.append(_chain_answer(terms, hypotheses, size))
    return tuple(answers)


def _chain_answer(terms: Sequence[Term], hypotheses: Sequence[Hypothesis], size: int) -> Agreement:
    from derive.interop.crosscheck import examine  # it loads SymPy
    from derive.interop.field import Field

    links, field = [], Field()
    for lhs, rhs in pairwise(terms):
        if lhs.shape != rhs.shape:
            return Agreement(size, None, "not written out: the sides have different shapes")
        links.append(examine(lhs, rhs, size, hypotheses, field))
    for wanted in (False, None):
        found = next((link for link in links if link.result is wanted), None)
        if found is not None:
            return found
    return Agreement(size, True)


def exact_comparisons(
    terms: Sequence[Term], hypotheses: Sequence[Hypothesis], conditions: Sequence[Hypothesis] = ()
) -> tuple[ExactComparison, ...]:
    """All terms of a chain evaluated exactly at a few admissible points of each size, every dimension having that size."""
    return tuple(_compare(terms, (*hypotheses, *conditions), size) for size in EXACT_SIZES)


def _compare(terms: Sequence[Term], given: Sequence[Hypothesis], size: int) -> ExactComparison:
    """The last points drawn are compared; the example is the first point of all with a value that is not zero."""
    dims, symbols = names(terms, given)
    at = dict.fromkeys(dims, size)
    try:
        drawn = list(points(symbols, at, given, DRAWN, Effort(EFFORT)))
    except LimitError:
        drawn = []
    at_point = cache(
        lambda number: _values(terms, drawn[number])
    )  # those between the last and the example are not asked
    rest = (_all_equal(found) for number in reversed(range(len(drawn))) if (found := at_point(number)) is not None)
    used = list(islice(rest, USED))
    found_at = ((point, found) for number, point in enumerate(drawn) if (found := at_point(number)) is not None)
    example, value = _example((point, found[0][0]) for point, found in found_at if _all_equal(found))
    return ExactComparison(size, len(used), sum(used), example, value)


def _example(shown: Iterable[tuple[Point, Value]]) -> tuple[Point, Value] | tuple[None, None]:
    """The first point with a value that is not zero, else the first of all."""
    first = None
    for point, value in shown:
        if any(entry != 0 for entry in arrays.entries(value)):
            return point, value
        first = first or (point, value)
    return first or (None, None)


def _values(terms: Sequence[Term], point: Point) -> list[list[Value]] | None:
    """The values of all terms, one row for each choice of free indices; None where one is not defined, or not decided."""
    evaluation = Evaluation(point, Effort(EFFORT))
    try:
        values = [
            [evaluation(term, {i: n for i, n in place.items() if i in term.free}) for term in terms]
            for place in index_values(point, *terms)
        ]
    except (UndefinedAtPoint, LimitError):
        return None
    return None if _undecided(values) else values


def _undecided(values: list[list[Value]]) -> bool:
    """Are two of them enclosures that overlap, and so neither equal nor different?"""
    return any(all_equal(left, right) is None for row in values for left, right in pairwise(row))


def _all_equal(values: list[list[Value]]) -> bool:
    return all(all_equal(left, right) is True for row in values for left, right in pairwise(row))


@dataclass(frozen=True)
class SpotChecks:
    """What was computed beside the proof of a chain: exact values, SymPy's answers, and those for each line."""

    exact: tuple[ExactComparison, ...]
    sympy: tuple[Agreement, ...]
    lines: tuple[LineConfirmation, ...]

    @property
    def speak_against(self) -> bool:
        """Does something of it differ?"""
        unequal = any(row.agreed != row.points for row in self.exact)
        return unequal or any(each.result is False for each in self.sympy) or any(line.denied for line in self.lines)


#: Those of what is no equation.
NO_CHECKS = SpotChecks((), (), ())


def spot_checks(checked: CheckedTheorem, workers: Workers) -> Callable[[], SpotChecks]:
    """Exact values and SymPy's answers of a theorem that was checked, at the sizes of this module: begun."""
    theorem, derivation = checked.theorem, checked.derivation
    lines = tuple(line.term for line in derivation.lines) if derivation is not None else ()
    return workers.begin(_spot_checks, theorem.terms, lines, theorem.hypotheses, checked.conditions)


def _spot_checks(
    terms: Sequence[Term], lines: Sequence[Term], hypotheses: Sequence[Hypothesis], conditions: Sequence[Hypothesis]
) -> SpotChecks:
    confirmed = sympy_confirmations(lines, hypotheses)
    exact = exact_comparisons(terms, hypotheses, conditions)
    return SpotChecks(exact, sympy_answers(terms, hypotheses, lines=confirmed), confirmed)


def reference_functions(theory: str) -> tuple[tuple[ReferenceFunction, ...], str]:
    """The reference functions of a theory, each decided to be its formula; and, when there is no LaTeX, the reason."""
    if theory not in REFERENCES:
        return (), ""
    formula, functions = REFERENCES[theory]
    return tuple(check_function(function, formula) for function in functions.values()), why_not_rendered()


def float_agreement(theory: str) -> FloatAgreement | None:
    """Whether the reference functions keep their a-priori bounds in float64; None for a theory without any."""
    if theory not in REFERENCES:
        return None
    return FloatAgreement(FLOAT_SIZES, all(row.within for row in float64_agreement(FLOAT_SIZES)))
