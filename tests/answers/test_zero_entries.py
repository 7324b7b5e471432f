"""Null spaces of diagonal + rank one where entries of the diagonal may be zero: the cases, each with its certificate."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from derive.answers.zero_entries import find_by_cases, split_by_zeros
from derive.errors import Undecided
from derive.evaluate.arrays import transpose
from derive.evaluate.evaluate import Evaluation
from derive.evaluate.linear import in_span, null_space
from derive.evaluate.point import Point
from derive.language.build import diag, dot, hadamard, norm, outer, vector
from derive.language.hypotheses import Hypothesis, equal, nonzero, not_zero
from derive.language.substitution import symbols_of
from derive.language.terms import Term, is_vector
from derive.printing import text
from derive.statements.cases import Cases
from derive.statements.null_space import NullSpace, Side, Splitting
from derive.statements.statement import Statement
from tests.words import N, eye, one

a, b, h, u = vector("a", N), vector("b", N), vector("h", N, "nonzero"), vector("u", N)
s, t = vector("s", N, "mask"), vector("t", N, "mask")
Pi, A = eye - outer(one, one) / N, diag(a)
z = one - s
MASKED = diag(hadamard(s, h))

#: The matrix, the side, and the basis where some entries are zero, then where none is.
BOTH: dict[str, tuple[Term, Side, list[str], list[str]]] = {
    "the affine part from the left": (A * Pi, "left", ["diag(z)"], ["h⁻¹"]),
    "the affine part": (A * Pi, "right", ["diag(z) + s zᵀ / k"], ["1"]),
    "the Gram matrix": (A * Pi * A, "right", ["diag(z)"], ["h⁻¹"]),
    "a multiple": (-2 * A * Pi, "left", ["diag(z)"], ["h⁻¹"]),
    "two symbols that may be zero": (diag(a) * diag(b) * Pi, "left", ["diag(z)"], ["h⁻¹ ⊙ h₂⁻¹"]),
    "another without zeros": (diag(a) * diag(h) * Pi, "left", ["diag(z)"], ["h₂⁻¹ ⊙ h⁻¹"]),
    "no second term": (A, "right", ["diag(z)"], []),
    "masks of the user": (MASKED * Pi, "left", ["diag(z)"], ["h⁻¹"]),
}

#: The matrix, what is assumed, and the basis.
ONE: dict[str, tuple[Term, list[Hypothesis], list[str]]] = {
    "the rows of the zeros say 0 = c": (MASKED + outer(one, one), [not_zero(z)], ["diag(z) - z zᵀ / |z|²"]),
    "and u has no zeros": (MASKED + outer(h, one), [not_zero(z)], ["diag(z) - z zᵀ / |z|²"]),
    "and it is assumed": (MASKED + outer(u, one), [not_zero(z), not_zero(hadamard(z, u))], ["diag(z) - z zᵀ / |z|²"]),
    "with another w": (
        MASKED + outer(one, u),
        [not_zero(z), not_zero(hadamard(z, u))],
        ["diag(z) - (z ⊙ u) (z ⊙ u)ᵀ / |z ⊙ u|²"],
    ),
    "they say nothing, and c is free": (
        diag(s) - outer(s, s) / norm(s) ** 2,
        [not_zero(z), not_zero(s)],
        ["diag(z)", "s"],
    ),
    "they say nothing, S by its sign": (diag(s) + outer(hadamard(s, u), hadamard(s, u)), [not_zero(z)], ["diag(z)"]),
    "no zeros by a hypothesis": (MASKED * Pi.T, [equal(s, one)], ["1"]),
    "a plain vector declared nonzero": (A * Pi, [nonzero(a)], ["1"]),
}

DECLINED: dict[str, tuple[Term, list[Hypothesis], str]] = {
    "z ⊙ u may be 0": (MASKED + outer(u, one), [not_zero(z)], "depends on whether this is 0"),
    "S may be 0 where no entry is": (A + outer(one, one), [], "depends on whether this is 0"),
    "rank two": (A + outer(one, u) + outer(u, b), [not_zero(u)], "as far as rank one"),
    "a diagonal that is a sum": (diag(a + b) * Pi, [], "zeros of products only"),
    "no diagonal": (outer(a, b), [], "may be 0"),
}


def _found(matrix: Term, hypotheses: list[Hypothesis], side: Side) -> Statement:
    split = split_by_zeros(matrix, hypotheses, side)
    if split is None:
        pytest.fail("no case in which entries are zero")
    return find_by_cases(split)


def _spans(space: Statement, expected: list[str]) -> None:
    assert isinstance(space, NullSpace)
    assert [text(vector_) for vector_ in space.basis] == expected


@pytest.mark.parametrize("name", BOTH)
def test_both_cases_are_found_and_proved(name: str) -> None:
    """Where some entries are zero, and where none is, each with its certificate."""
    matrix, side, some, none = BOTH[name]
    found = _found(matrix, [], side)
    assert isinstance(found, Cases)
    (_, first), (_, second) = found.cases
    _spans(second, none)
    _spans(first, some)
    judgement = found.decide()
    assert judgement.status == "proved", judgement.explain()
    assert judgement.scope == "all N ≥ 1"
    assert judgement.certificate is not None


@pytest.mark.parametrize("name", ["the affine part from the left", "the affine part", "two symbols that may be zero"])
def test_agrees_with_the_matrix_as_asked(name: str) -> None:
    """At N = 3, the case that fits given data spans the null space of the matrix as authored, by exact elimination."""
    matrix, side, _, _ = BOTH[name]
    split = split_by_zeros(matrix, [], side)
    assert split is not None
    found = find_by_cases(split)
    assert isinstance(found, Cases)
    seen = set()
    for entries in product((0, 2, -1), repeat=3):
        data = {a: entries, b: (1, *entries[1:])}
        values: Any = {symbol: tuple(map(Fraction, data[symbol])) for symbol in split.with_zeros}
        masked = dict(values)
        for symbol, body in split.with_zeros.items():
            mask_, size = (part for part in symbols_of(body))
            masked[mask_] = tuple(Fraction(value != 0) for value in values[symbol])
            masked[size] = tuple(value or Fraction(7) for value in values[symbol])
        zeros: Any = Evaluation(Point({N: 3}, masked))(split.support.zeros)
        space = found.cases[0 if any(zeros) else 1][1]
        assert isinstance(space, NullSpace)
        columns: list[Any] = []
        for term in space.basis:
            value: Any = Evaluation(Point({N: 3}, masked))(term)
            columns += [value] if is_vector(term.shape) else transpose(value)
        authored: Any = Evaluation(Point({N: 3}, values))(matrix)
        acting: Any = authored if side == "right" else transpose(authored)
        kernel = null_space(acting)
        assert all(in_span(vector_, columns) for vector_ in kernel)
        assert all(in_span(column, list(kernel)) for column in columns)
        seen.add(any(zeros))
    assert seen == {True, False}


@pytest.mark.parametrize("name", ["the affine part from the left", "the Gram matrix"])
def test_the_basis_of_one_case_is_refuted_in_the_other(name: str) -> None:
    """The cases do differ."""
    matrix, side, _, _ = BOTH[name]
    found = _found(matrix, [], side)
    assert isinstance(found, Cases)
    (some, first), (none, second) = found.cases
    assert isinstance(first, NullSpace)
    assert isinstance(second, NullSpace)
    for space, other, case in ((first, second, none), (second, first, some)):
        exchanged = NullSpace(other.matrix, space.basis, space.splitting, side, (case,))
        assert exchanged.judge().status == "refuted"


@pytest.mark.parametrize("name", ONE)
def test_one_case_is_found_and_proved(name: str) -> None:
    """Where a hypothesis says which."""
    matrix, hypotheses, expected = ONE[name]
    if split_by_zeros(matrix, hypotheses, "right") is None:
        assert name == "a plain vector declared nonzero"
        return
    found = _found(matrix, hypotheses, "right")
    _spans(found, expected)
    judgement = found.decide()
    assert judgement.status == "proved", judgement.explain()


def test_fewer_directions_are_refuted() -> None:
    """Without one of the neurons with a zero entry, the space is not spanned."""
    found = _found(MASKED * Pi, [not_zero(z)], "left")
    assert isinstance(found, NullSpace)
    less = NullSpace(found.matrix, (), Splitting((), found.splitting.left), "left", found.hypotheses)
    assert less.judge().status == "refuted"


@pytest.mark.parametrize("name", DECLINED)
def test_declined_with_the_reason(name: str) -> None:
    """Where the answer depends on what is not known, the message names it."""
    matrix, hypotheses, reason = DECLINED[name]
    with pytest.raises(Undecided, match=reason):
        _found(matrix, hypotheses, "right")


def test_names_of_the_matrix_are_left_alone() -> None:
    """s, h, z and k of the user keep their meaning: new letters get numbers."""
    matrix = diag(a) * Pi * diag(vector("s", N, "nonzero")) * diag(vector("z", N, "nonzero"))
    found = _found(matrix, [], "left").decide()
    assert found.status == "proved", found.explain()
    assert "s₂" in str(found)
    assert "z₂" in str(found)
    assert dot(one, one).shape == ()
