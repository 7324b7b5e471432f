"""What a statement says at a point, by exact evaluation alone: the judge of what a prover calls proved.

A statement is read as *probes*: under hypotheses, wherever terms are defined, a test of their values finds nothing wrong.
Nothing here asks the kernel, and certificates are not used, except that of an image: a point of a set is an image where the
preimage that is given really is one.

Points are random: sizes 1 … 8 in each dimension, small rationals with zeros and repeats, with the declared properties.
Where hypotheses are equations, the points are those that `derive.evaluate.points` solves them for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, pairwise
from random import Random
from typing import Any

import numpy as np

from derive.errors import InputError, LimitError, UndefinedAtPoint
from derive.evaluate import arrays, linear
from derive.evaluate.candidates import random_value
from derive.evaluate.conditions import holds_in, index_values, satisfies
from derive.evaluate.effort import Effort
from derive.evaluate.evaluate import Evaluation
from derive.evaluate.numbers import differ, is_zero
from derive.evaluate.point import Point
from derive.evaluate.points import names, points
from derive.language.hypotheses import Condition, Equality, Hypothesis, conditions_of
from derive.language.terms import Det, Dimension, Identity, Symbol, Term, axes_of, is_vector
from derive.statements.bound import Bound, BoundChain, Manifest
from derive.statements.cases import Cases
from derive.statements.conjunction import All
from derive.statements.eigenpair import Eigenpair
from derive.statements.eigenvalue_count import EigenvalueCount
from derive.statements.eigenvalues import Eigenvalues
from derive.statements.equation import Equations
from derive.statements.image import Covered, Image, Subset
from derive.statements.implication import Implication
from derive.statements.linear_order import LinearImplication
from derive.statements.null_space import NullSpace
from derive.statements.pseudo_inverse import PseudoInverse
from derive.statements.rank import Nullity, Rank
from derive.statements.spectrum import CharacteristicPolynomial
from derive.statements.statement import Statement
from tests.attacks.floats import array

#: Theorem operations that one look at one point may take.
EFFORT = 250_000
LARGEST = 8
#: Where hypotheses are equations: so many points at one choice of sizes, found with this part of the work.
SOLVED = 5

#: What is wrong with the values of the terms at a point; "" when nothing is.
Test = Callable[[Evaluation, list[Any]], str]


@dataclass(frozen=True)
class Probe:
    """Under the hypotheses, wherever the terms are defined, the test finds nothing wrong; it uses ``others`` besides."""

    terms: tuple[Term, ...]
    hypotheses: tuple[Hypothesis, ...]
    test: Test
    others: tuple[Term, ...] = ()

    def at(self, point: Point) -> str | None:
        """What is wrong at the point; "" if it holds there, None if it says nothing there."""
        evaluation = Evaluation(point, Effort(EFFORT))
        declared = (condition for symbol in point.values for condition in conditions_of(symbol))
        wrong = ""
        try:
            if any(holds_in(h, evaluation) is not True for h in (*self.hypotheses, *declared)):
                return None
            for place in index_values(point, *self.terms):
                inside = [{i: n for i, n in place.items() if i in term.free} for term in self.terms]
                values = [evaluation(term, here) for term, here in zip(self.terms, inside, strict=True)]
                wrong = wrong or self.test(evaluation, values)
        except (UndefinedAtPoint, LimitError):
            return None
        return wrong


def is_attacked(statement: Statement) -> bool:
    """Is there a probe for this kind?"""
    try:
        probes(statement)
    except TypeError:
        return False
    return True


def probes(statement: Statement, given: tuple[Hypothesis, ...] = ()) -> list[Probe]:
    """What the statement says, as probes; ``given`` is assumed besides.  Raises TypeError for a kind without."""
    known = (*given, *statement.hypotheses)
    match statement:
        case Equations(chain):
            return [Probe(chain, known, _differ)]
        case Bound(lhs, relation, rhs):
            return [Probe((lhs, rhs), known, lambda _, v: _violated(relation, *v))]
        case BoundChain(links):
            relations = [link.relation for link in links]
            return [Probe(statement.terms, known, lambda _, v: _chain_violated(relations, v))]
        case Manifest(condition) | Implication(condition):
            return [Probe(condition.terms, known, lambda _, v: _not(condition.kind, v[0]))]
        case All(members):
            return [probe for _, member in members for probe in probes(member, given)]
        case Cases(cases):
            return [probe for case, inner in cases for probe in probes(inner, (*known, case))]
        case NullSpace():
            return [Probe(statement.terms, known, lambda _, v: _null_space(statement, v))]
        case Rank(matrix, value):
            return [Probe((matrix, value), known, lambda _, v: _number("rank", linear.rank(v[0]), v[1]))]
        case Nullity(matrix, value):
            return [Probe((matrix, value), known, lambda _, v: _number("nullity", _nullity(v[0]), v[1]))]
        case PseudoInverse(matrix, value):
            return [Probe((matrix, value), known, lambda e, v: _differ(e, [linear.pseudo_inverse(v[0]), v[1]]))]
        case Eigenpair(matrix, vector, value):
            return [Probe((matrix, vector, value), known, lambda _, v: _eigenpair(*v))]
        case Eigenvalues():
            return [Probe(statement.terms, known, lambda _, v: _eigenvalues(v))]
        case EigenvalueCount(matrix, relation, value, number, space):
            return [Probe((matrix, value, number, space), known, lambda _, v: _count(relation, *v))]
        case CharacteristicPolynomial(matrix, z, polynomial):
            return [Probe((Det(z * Identity(matrix.shape[0]) - matrix), polynomial), known, _differ)]
        case LinearImplication(_, None):
            return [Probe((), known, lambda _, v: "all hypotheses hold")]
        case LinearImplication(_, Equality(lhs, rhs)):
            return [Probe((lhs, rhs), known, _differ)]
        case LinearImplication(_, Condition(kind, term)):
            return [Probe((term,), known, lambda _, v: _not(kind, v[0]))]
        case Subset():
            return [_forward(statement, known)]
        case Covered():
            return [_backward(statement, known)]
        case Image():
            return [_forward(statement, known), _backward(statement, known)]
    raise TypeError(f"no probe for {type(statement).__name__}")


# --- tests of values -------------------------------------------------------------------------------------------


def _differ(_: Evaluation, values: list[Any]) -> str:
    for left, right in pairwise(values):
        entries: list[tuple[Any, Any]] = list(zip(arrays.entries(left), arrays.entries(right), strict=True))
        if any(differ(x, y) for x, y in entries):
            return "the sides differ"
    return ""


def _not(kind: str, value: Any) -> str:
    return f"not {kind}" if satisfies(kind, value) is False else ""


def _violated(relation: str, left: Any, right: Any) -> str:
    gap = left - right if relation in (">", ">=") else right - left
    kind = {"=": None, "!=": "nonzero", ">": "positive", "<": "positive"}.get(relation, "nonneg")
    wrong = satisfies("nonzero", gap) is True if kind is None else satisfies(kind, gap) is False
    return f"not {relation}" if wrong else ""


def _chain_violated(relations: list[str], values: list[Any]) -> str:
    found = (_violated(relation, *pair) for relation, pair in zip(relations, pairwise(values), strict=True))
    return next((wrong for wrong in found if wrong), "")


def _number(what: str, found: int, claimed: Any) -> str:
    return f"the {what} is {found}" if differ(Fraction(found), claimed) else ""


def _nullity(matrix: Any) -> int:
    return len(matrix[0]) - linear.rank(matrix)


def _times(matrix: Any, vector: Any) -> tuple[Any, ...]:
    return tuple(arrays.dot(row, vector) for row in matrix)


def _null_space(statement: NullSpace, values: list[Any]) -> str:
    """M b = 0 for each b, and as many independent ones as the nullity of M."""
    matrix, *rest = values
    if statement.side == "left":
        matrix = arrays.transpose(matrix)
    columns: list[Any] = []
    for b, value in zip(statement.basis, rest, strict=True):
        columns += [value] if is_vector(b.shape) else arrays.transpose(value)
    if any(is_zero(x) is False for column in columns for x in _times(matrix, column)):
        return "M b is not 0"
    nullity = _nullity(matrix)
    found = linear.rank(tuple(columns)) if columns else 0
    return f"{found} independent vectors, nullity {nullity}" if found != nullity else ""


def _eigenpair(matrix: Any, vector: Any, value: Any) -> str:
    if any(differ(x, value * y) for x, y in zip(_times(matrix, vector), vector, strict=True)):
        return "M v is not λ v"
    return "v = 0" if all(is_zero(x) is True for x in vector) else ""


def _eigenvalues(values: list[Any]) -> str:
    matrix, pairs = values[0], values[1:]
    found: list[Any] = [Fraction(1)]
    for value, count in zip(pairs[::2], pairs[1::2], strict=True):
        if not isinstance(count, Fraction) or count.denominator != 1 or count < 0:
            return "a multiplicity that is no natural number"
        for _ in range(int(count)):
            found = [a - value * b for a, b in zip([*found, Fraction(0)], [Fraction(0), *found], strict=True)]
    true = linear.characteristic_polynomial(matrix)
    wrong = len(true) != len(found) or any(differ(x, y) for x, y in zip(true, found, strict=True))
    return "another characteristic polynomial" if wrong else ""


def _count(relation: str, matrix: Any, value: Any, number: Any, space: Any) -> str:
    """Eigenvalues of M on the range of F, by floating point: those of BᵀMB against BᵀB for a basis B of the range."""
    m, f, lam, d = (array(x) for x in (matrix, space, value, number))
    if not np.allclose(m, m.T) or not np.allclose(f @ f, f) or not np.allclose(f @ m @ f, m @ f):
        return "M is not symmetric, or F no projection onto a space that M maps to itself"
    left, singular, _ = np.linalg.svd(f)
    basis = left[:, singular > 1e-9]
    found = np.linalg.eigvalsh(basis.T @ m @ basis)
    slack = 1e-8 * (1 + np.abs(m).max())
    on_side = int(np.sum(found >= lam - slack if relation == ">=" else found <= lam + slack))
    return f"there are only {on_side}" if on_side < d - 1e-9 else ""


def _with(evaluation: Evaluation, symbol: Symbol, value: Any) -> Evaluation:
    point = Point(evaluation.point.dimensions, {**evaluation.point.values, symbol: value})
    return Evaluation(point, evaluation.effort)


def _broken(conditions: tuple[Hypothesis, ...], evaluation: Evaluation) -> bool:
    return any(holds_in(condition, evaluation) is False for condition in conditions)


def _forward(statement: Image | Subset, known: tuple[Hypothesis, ...]) -> Probe:
    """f(a) is in the set."""

    def test(evaluation: Evaluation, values: list[Any]) -> str:
        inside = _with(evaluation, statement.set.element, values[1])
        return "an image outside of the set" if _broken(statement.set.all_conditions, inside) else ""

    others = tuple(term for condition in statement.set.conditions for term in condition.terms)
    terms = (statement.map.argument, statement.map.term)
    return Probe(terms, (*known, *statement.map.conditions), test, others)


def _backward(statement: Image | Covered, known: tuple[Hypothesis, ...]) -> Probe:
    """f(a(v)) = v, with a(v) in the domain."""

    def test(evaluation: Evaluation, values: list[Any]) -> str:
        try:
            inside = _with(evaluation, statement.map.argument, evaluation(statement.preimage))
            image = inside(statement.map.term)
        except UndefinedAtPoint:
            return "the preimage, or its image, is not defined"
        if _broken(statement.map.conditions, inside):
            return "a preimage outside of the domain"
        return _differ(evaluation, [image, values[0]]) and "the preimage has another image"

    others = (statement.preimage, statement.map.term)
    return Probe((statement.set.element,), (*known, *statement.set.all_conditions), test, others)


# --- points ----------------------------------------------------------------------------------------------------


def random_points(probe: Probe, random: Random, tries: int, largest: int = LARGEST) -> Iterator[Point]:
    """Points for a probe; not all of them are admissible."""
    dims, symbols = names((*probe.terms, *probe.others), probe.hypotheses)
    tied = any(isinstance(h, Equality) for h in probe.hypotheses)
    for attempt in range(tries // SOLVED if tied else tries):
        reach = largest if attempt % 3 == 2 else min(largest, 4)
        at = {dim: random.randint(1, reach) for dim in dims}
        if tied:
            found = points(symbols, at, probe.hypotheses, 4 * SOLVED, Effort(EFFORT // SOLVED))
            try:
                yield from islice(found, random.randrange(SOLVED), None, 4)
            except LimitError:
                continue
        else:
            yield Point(at, {symbol: _value(symbol, at, probe.hypotheses, random) for symbol in symbols})


def _value(symbol: Symbol, at: dict[Dimension, int], hypotheses: tuple[Hypothesis, ...], random: Random) -> Any:
    """Small rationals with the declared and assumed properties: often zeros, often repeats."""
    shape = tuple(at[d] if isinstance(d, Dimension) else d for d in axes_of(symbol.shape))
    assumed = {h.kind for h in hypotheses if isinstance(h, Condition) and h.term == symbol}
    words = symbol.properties | assumed
    reach, parts = random.choice(((0, 1), (1, 1), (1, 1), (2, 1), (3, 2), (5, 3)))
    value = random_value(shape, frozenset(words), random, max(reach, 1) if words else reach, parts)
    if len(shape) == 1 and random.random() < 0.15 and value[0] and "mask" not in words:
        return (value[0],) * shape[0]
    return value


def falsified(statement: Statement, random: Random, tries: int, largest: int = LARGEST) -> tuple[int, str]:
    """The number of points at which it was found to hold, and the first point at which it does not, in words."""
    held = 0
    for probe in probes(statement):
        try:
            for point in random_points(probe, random, tries, largest):
                wrong = probe.at(point)
                if wrong:
                    return held, f"{wrong} at {point}"
                held += wrong is not None
        except InputError:  # a name that the probe does not see
            break
    return held, ""
