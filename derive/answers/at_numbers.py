"""What was proved for all N, at one N with numbers: coefficients of a characteristic polynomial, vectors of a null space.

The closed form of the answer is evaluated; no matrix is formed.  What it says there is what the theorem says: that speaks of
all data at which its hypotheses hold and its terms are defined, and whether these do is asked first.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from derive.errors import InputError
from derive.evaluate import arrays
from derive.evaluate.conditions import holds_in
from derive.evaluate.evaluate import Evaluation
from derive.evaluate.linear import Vector, row_reduce
from derive.evaluate.numbers import ONE, ZERO, Surd, is_zero
from derive.evaluate.point import Point
from derive.evaluate.polynomials import polynomial_at
from derive.language.terms import Defined, Hadamard, Symbol, Term, is_vector
from derive.printing import text, text_hypothesis
from derive.statements.cases import Cases
from derive.statements.needs import needs
from derive.statements.null_space import NullSpace
from derive.statements.spectrum import CharacteristicPolynomial
from derive.statements.verdict import Verdict


def coefficients_at(verdict: Verdict, point: Point) -> tuple[Fraction, ...]:
    """The coefficients of det(zI − M) at a point, that of zᴺ first; see `derive.answers.derived.Derived.coefficients_at`."""
    statement = verdict.statement
    if not isinstance(statement, CharacteristicPolynomial):
        raise InputError(f"a {statement.kind} has no coefficients", hint="derive.charpoly(M, z).coefficients_at(point)")
    _require(verdict, Evaluation(point))
    return polynomial_at(statement.polynomial, statement.z, point)


def basis_at(verdict: Verdict, point: Point, masked: Mapping[Symbol, Term]) -> tuple[Vector, ...]:
    """A basis of the null space at a point; see `derive.answers.derived.Derived.basis_at`.

    ``masked``: what stands in the statement, by cases, for symbols whose components may be zero: s ⊙ h with a mask s.
    """
    return _basis(verdict, Evaluation(_taken_apart(point, masked)))


def _basis(verdict: Verdict, evaluation: Evaluation) -> tuple[Vector, ...]:
    statement = verdict.statement
    _require(verdict, evaluation)
    if isinstance(statement, Cases):
        for (case, _), part in zip(statement.cases, verdict.parts[-len(statement.cases) :], strict=True):
            if holds_in(case, evaluation):
                return _basis(part.judgement, evaluation)
    if not isinstance(statement, NullSpace):
        raise InputError(f"a {statement.kind} has no basis", hint="derive.null_space(M).basis_at(point)")
    vectors: list[Vector] = []
    for term in statement.basis:
        value: Any = evaluation(term)
        if not all(isinstance(entry, Fraction | Surd) for entry in arrays.entries(value)):
            raise InputError(f"{text(term)} has no exact value here", hint="give data for which it has")
        columns: Any = (value,) if is_vector(term.shape) else arrays.transpose(value)
        vectors += (column for column in columns if not all(map(is_zero, column)))
    if len(vectors) < 2:
        return tuple(vectors)
    _, pivots = row_reduce(tuple(zip(*vectors, strict=True)))
    return tuple(vectors[place] for place in pivots)


def _taken_apart(point: Point, masked: Mapping[Symbol, Term]) -> Point:
    """The point with values for s and h of each s ⊙ h that stands for a symbol: h is 1 where the symbol is 0."""
    values: dict[Any, Any] = dict(point.values)
    for symbol, term in masked.items():
        whole = term.unfold() if isinstance(term, Defined) else term
        if symbol not in values or not isinstance(whole, Hadamard):
            continue
        zero = [is_zero(x) for x in values[symbol]]
        if None in zero:
            raise InputError(f"it is not known where {text(symbol)} is 0", hint="give exact data")
        mask, rest = whole.factors
        values[mask] = tuple(ZERO if at_zero else ONE for at_zero in zero)
        values[rest] = tuple(ONE if at_zero else x for x, at_zero in zip(values[symbol], zero, strict=True))
    return Point(point.dimensions, values)


def _require(verdict: Verdict, evaluation: Evaluation) -> None:
    """It is proved, and speaks of the data of the point."""
    if verdict.status != "proved":
        raise InputError("an answer that is not proved says nothing of numbers", hint=verdict.explanation)
    for hypothesis in needs(verdict.statement, verdict.conditions):
        if holds_in(hypothesis, evaluation) is not True:
            raise InputError(f"the answer is for data with {text_hypothesis(hypothesis)}", hint="give such data")
