"""Numbers of eigenvalues on one side: proved by a subspace, refuted by counting exactly."""

from __future__ import annotations

from fractions import Fraction
from itertools import product as every
from typing import Any

import pytest

from derive.errors import InputError, ShapeError
from derive.evaluate.arrays import identity as unit_matrix
from derive.evaluate.search import Failure
from derive.language.build import (
    diag,
    dot,
    hadamard,
    identity,
    matrix,
    outer,
    scalar,
    sum_,
    vector,
)
from derive.language.hypotheses import equal, nonneg, not_zero
from derive.statements.eigenvalue_count import EigenvalueCount, _on_the_side, eigenvalue_count
from tests.words import PI, K, N, eye, n, one

v, g, u = vector("v", N), vector("g", N), vector("u", N)
c = vector("c", N, "mask")
gamma, d = scalar("gamma"), scalar("d", "nonneg")
M, Q = matrix("M", N, N), matrix("Q", N, N, "orthogonal")
S = matrix("S", N, N, "symmetric")
GRAM = outer(g, g)
LARGE = hadamard(c, g - gamma * one)

PROVED = {
    "a diagonal": eigenvalue_count(
        diag(g), ">=", gamma, dot(one, c), projection=diag(c), vector=v, by=sum_(n, LARGE[n] * v[n] ** 2),
        hypotheses=[nonneg(LARGE[n])],
    ),
    "from above": eigenvalue_count(
        -diag(g), "<=", -gamma, dot(one, c), projection=diag(c), vector=v, by=sum_(n, LARGE[n] * v[n] ** 2),
        hypotheses=[nonneg(LARGE[n])],
    ),
    "all eigenvalues of a Gram matrix are ≥ 0": eigenvalue_count(
        GRAM, ">=", 0, N, projection=eye, vector=v, by=dot(g, v) ** 2
    ),
    "and the zeros, besides one": eigenvalue_count(
        GRAM, "<=", 0, N - 1, projection=eye - outer(g, g) / dot(g, g), vector=v, by=0, hypotheses=[not_zero(g)]
    ),
    "the largest": eigenvalue_count(
        GRAM, ">=", dot(g, g), 1, projection=outer(g, g) / dot(g, g), vector=v, by=0, hypotheses=[not_zero(g)]
    ),
    "a rotated diagonal": eigenvalue_count(
        Q * diag(g) * Q.T, ">=", gamma, dot(one, c), projection=Q * diag(c) * Q.T, vector=v,
        by=sum_(n, LARGE[n] * (Q.T * v)[n] ** 2), hypotheses=[nonneg(LARGE[n])],
    ),
    "on a hyperplane": eigenvalue_count(PI, ">=", 1, N - 1, space=PI, projection=PI, vector=v, by=0),
    "none": eigenvalue_count(S, ">=", gamma, 0, projection=0 * eye, vector=v, by=0),
}  # fmt: skip

REFUTED = {
    "one more": eigenvalue_count(GRAM, "<=", 0, N, projection=eye, vector=v, by=0),
    "a larger value": eigenvalue_count(GRAM, ">=", 2 * dot(g, g), 1, projection=outer(g, g) / dot(g, g), vector=v,
        by=0, hypotheses=[not_zero(g)]),
    "the eigenvalue of 1 is outside the hyperplane": eigenvalue_count(
        PI, "<=", 0, 1, space=PI, projection=outer(one, one) / N, vector=v, by=0
    ),
    "the eigenvalue of 1 counts in the whole space": eigenvalue_count(PI, ">=", 1, N, projection=eye, vector=v, by=0),
    "a matrix that is not symmetric": eigenvalue_count(M, ">=", 0, 0, projection=0 * eye, vector=v, by=0),
    "a space that is no range": eigenvalue_count(PI, ">=", 1, 0, space=2 * PI, projection=0 * eye, vector=v, by=0),
    "a space that is not kept": eigenvalue_count(
        GRAM, ">=", 0, 0, space=diag(c), projection=0 * eye, vector=v, by=0
    ),
    "no hypothesis": eigenvalue_count(
        diag(g), ">=", gamma, dot(one, c), projection=diag(c), vector=v, by=sum_(n, LARGE[n] * v[n] ** 2)
    ),
}  # fmt: skip

#: True, but not by these certificates: they may not count.
UNSUPPORTED = {
    "a projection of too low a dimension": eigenvalue_count(
        GRAM, ">=", 0, N, projection=eye - outer(one, one) / N, vector=v, by=dot(g, PI * v) ** 2
    ),
    "no projection": eigenvalue_count(GRAM, ">=", 0, N, projection=outer(one, one), vector=v, by=dot(g, v) ** 2),
    "a difference without a sign": eigenvalue_count(
        GRAM, ">=", 0, N, projection=eye, vector=v, by=dot(g, v) * dot(v, g) + d - d
    ),
    "outside the space": eigenvalue_count(PI, ">=", 1, N - 1, space=PI, projection=eye - outer(u, u) / dot(u, u),
        vector=v, by=0),
}  # fmt: skip


@pytest.mark.parametrize("name", PROVED)
def test_proved(name: str) -> None:
    """True statements with their subspaces are proved for all N."""
    judgement = PROVED[name].decide()
    assert judgement.status == "proved", judgement.explain()
    assert judgement.scope.startswith("all N")


@pytest.mark.parametrize("name", REFUTED)
def test_refuted(name: str) -> None:
    """False statements have a point, at which the count is another, or what the statement says of M and F is false."""
    judgement = REFUTED[name].decide()
    assert judgement.status == "refuted", judgement.explain()
    assert judgement.counterexample is not None


@pytest.mark.parametrize("name", UNSUPPORTED)
def test_a_wrong_certificate_proves_nothing(name: str) -> None:
    """A certificate that does not do leaves the statement unsupported, and names the part."""
    judgement = UNSUPPORTED[name].decide()
    assert judgement.status == "unsupported", judgement.explain()
    assert judgement.reason


def test_the_count_is_told() -> None:
    """A counterexample says how many eigenvalues there are."""
    found = REFUTED["one more"].decide().counterexample
    assert isinstance(found, Failure)
    assert "only" in found.says


VALUES = [Fraction(x) for x in ("-2", "0", "1/2")]


@pytest.mark.parametrize("values", list(every(VALUES, repeat=3)))
@pytest.mark.parametrize("at", [Fraction(0), Fraction(1, 2), Fraction(-1)])
def test_counting(values: tuple[Fraction, ...], at: Fraction) -> None:
    """Counts by changes of sign are counts of the eigenvalues, of a rotated diagonal and of its part on a plane."""
    axis = (Fraction(1), Fraction(2), Fraction(2))
    unit: Any = unit_matrix(3)
    turn = [[unit[i][j] - 2 * axis[i] * axis[j] / 9 for j in range(3)] for i in range(3)]  # a reflection

    def turned(diagonal: tuple[Fraction, ...]) -> Any:
        return tuple(
            tuple(sum(turn[i][k] * diagonal[k] * turn[j][k] for k in range(3)) for j in range(3)) for i in range(3)
        )

    plane = turned((Fraction(1), Fraction(1), Fraction(0)))
    for side in (1, -1):
        expected = [side * (value - at) >= 0 for value in values]
        assert _on_the_side(turned(values), at, unit, side) == sum(expected)
        assert _on_the_side(turned(values), at, plane, side) == sum(expected[:2])


def test_misuse() -> None:
    """Shapes that do not fit, another relation, and a vector that the data speak of."""
    with pytest.raises(ShapeError):
        eigenvalue_count(matrix("R", N, K), ">=", 0, 1, projection=eye, vector=v, by=0)
    with pytest.raises(ShapeError):
        eigenvalue_count(S, ">=", one, 1, projection=eye, vector=v, by=0)
    with pytest.raises(ShapeError):
        eigenvalue_count(S, ">=", 0, 1, projection=identity(K), vector=v, by=0)
    with pytest.raises(ShapeError):
        eigenvalue_count(S, ">=", 0, 1, projection=eye, vector=v, by=v)
    with pytest.raises(InputError):
        eigenvalue_count(S, ">", 0, 1, projection=eye, vector=v, by=0)  # type: ignore[arg-type]
    with pytest.raises(InputError):
        eigenvalue_count(GRAM, ">=", 0, 1, projection=eye, vector=g, by=0)
    with pytest.raises(InputError):
        eigenvalue_count(S, ">=", 0, 1, projection=eye, vector=v, by=0, hypotheses=[equal(v, 0)])
    with pytest.raises(InputError):
        eigenvalue_count(S, ">=", 0, 1, projection=eye, vector=vector("v", N, "nonzero"), by=0)


def test_sentence() -> None:
    """It reads as a sentence, with the space where there is one."""
    assert str(PROVED["none"]) == "at least 0 of the eigenvalues of S are ≥ γ"
    assert str(PROVED["on a hyperplane"]) == "at least N - 1 of the eigenvalues of Π on the range of Π are ≥ 1"
    assert isinstance(PROVED["none"], EigenvalueCount)
