"""GroupNorm against a reference written without derive, and its theorems: proved for all sizes, near misses refuted."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from derive.evaluate.evaluate import evaluate
from derive.evaluate.point import Point, Value
from derive.language.build import basis, grad
from derive.language.substitution import substitute, unfold_all
from derive.language.terms import Symbol
from derive.reading import environment_of_theory, read_statement
from derive.statements.equation import prove_chain, prove_equation
from derive.theories.groupnorm import GN, THEORY, K, M, X, Y, b, eps, g, j, p, r, x, y


def normalised(row: tuple[F, ...], deviation: F, epsilon: F) -> tuple[F, ...]:
    """A row less its mean, divided by a standard deviation that squares to its variance and ε."""
    mean = sum(row, F(0)) / len(row)
    assert sum((entry - mean) ** 2 for entry in row) / len(row) + epsilon == deviation**2
    return tuple((entry - mean) / deviation for entry in row)


CASES = [
    pytest.param(((F(1), F(3)), (F(0), F(10))), F(0), (F(1), F(5)), id="K=2, ε=0"),
    pytest.param(((F(1), F(3)), (F(5), F(3))), F(3), (F(2), F(2)), id="K=2"),
    pytest.param(((F(1), F(2), F(6)), (F(6), F(1), F(2))), F(13, 3), (F(3), F(3)), id="K=3"),
]


@pytest.mark.parametrize(("sample", "epsilon", "deviations"), CASES)
def test_each_group_is_normalised_on_its_own(
    sample: tuple[tuple[F, ...], ...], epsilon: F, deviations: tuple[F, ...]
) -> None:
    """With p = eⱼ both ends of the derivation are gains times the normalised row j and bias; so is row j of Y."""
    size = len(sample[0])
    gains, biases = tuple(F(n - 1, 2) for n in range(size)), tuple(F(n, 3) for n in range(size))
    for picked, row in enumerate(sample):
        expected = normalised(row, deviations[picked], epsilon)
        basis_vector = tuple(F(n == picked) for n in range(len(sample)))
        data: dict[Symbol, Value] = {X: sample, p: basis_vector, g: gains, b: biases, eps: epsilon, r: deviations}
        here = Point({M: len(sample), K: size}, data)
        scaled = tuple(gain * value + bias for gain, value, bias in zip(gains, expected, biases, strict=True))
        assert evaluate(x, here) == row
        assert evaluate(y, here) == expected
        assert evaluate(GN, here) == scaled
        assert evaluate(THEORY.find_theorem("geometric_form").terms[-1], here) == scaled
        matrix = evaluate(Y, here)
        assert isinstance(matrix, tuple)
        assert matrix[picked] == expected


def test_the_jacobian_vanishes_for_other_groups() -> None:
    """∂y/∂X at p = e₁ is the Jacobian of LayerNorm for the first group, and zero for the second."""
    here = Point({M: 2, K: 2}, {X: ((F(1), F(3)), (F(5), F(3))), p: (F(1), F(0)), eps: F(3)})
    jacobian = evaluate(grad(y, X), here)
    # With Πx = (-1, 1), |Πx|² + Kε = 8 and root 2: (Π - Πx(Πx)ᵀ/8)/2.
    assert jacobian == (
        ((F(3, 16), F(-3, 16)), (F(0), F(0))),
        ((F(-3, 16), F(3, 16)), (F(0), F(0))),
    )


def test_a_free_index_below_a_root_is_never_refuted() -> None:
    """With eⱼ in the place of p the roots depend on a free index: the true equation may be undecided, not refuted."""
    left, right = (substitute(unfold_all(term), {p: basis(j)}) for term in THEORY.find_theorem("geometric_form").terms)
    assert prove_equation(left, right).status != "refuted"
    assert prove_equation(left, 2 * right).status == "refuted"


@pytest.mark.parametrize(
    ("statement", "status"),
    [
        ("Y*one = 0", "proved"),
        ("X - mu*one.T = X*Pi", "proved"),
        ("GN = g*y + b", "proved"),
        ("norm(y)^2 = K", "refuted"),
    ],
)
def test_names_in_plain_syntax(statement: str, status: str) -> None:
    """What is typed with the names of the theory is read as its terms."""
    chain = read_statement(statement, environment_of_theory(THEORY))
    assert prove_chain(chain.terms, chain.hypotheses).status == status
