"""InstanceNorm against a reference written without derive, and its theorems: proved for all sizes, near misses refuted."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from derive.evaluate.evaluate import evaluate
from derive.evaluate.point import Point
from derive.language.build import grad
from derive.reading import environment_of_theory, read_statement
from derive.statements.equation import prove_chain
from derive.theories.batchnorm import K, N, X, eps, q, y
from derive.theories.instancenorm import IN, THEORY, adain, beta, gamma, u, v

IMAGE = ((F(1), F(0)), (F(3), F(10)))


@pytest.mark.parametrize(
    ("channel", "epsilon", "expected"),
    [
        ((F(1), F(0)), F(0), (F(-1), F(1))),
        ((F(0), F(1)), F(0), (F(-1), F(1))),
        ((F(1), F(0)), F(3), (F(-1, 2), F(1, 2))),
        ((F(0), F(1)), F(144), (F(-5, 13), F(5, 13))),
    ],
)
def test_each_channel_is_normalised_over_the_positions(channel: tuple[F, F], epsilon: F, expected: tuple[F, F]) -> None:
    """Column by column: less its mean, divided by √(σ² + ε), with gain and shift; the geometric form as well."""
    here = Point({N: 2, K: 2}, {X: IMAGE, q: channel, eps: epsilon, gamma: F(3), beta: F(-2)})
    scaled = tuple(3 * value - 2 for value in expected)
    assert evaluate(y, here) == expected
    assert evaluate(IN, here) == scaled
    assert evaluate(THEORY.find_theorem("geometric_form").terms[-1], here) == scaled


def test_style_is_transferred() -> None:
    """A content of mean 2 and deviation 1 in a style of mean 7 and deviation 3."""
    here = Point({N: 2}, {v: (F(1), F(3)), u: (F(10), F(4))})
    assert evaluate(adain(v, u), here) == (F(4), F(10))


def test_the_jacobian_vanishes_for_other_channels() -> None:
    """∂y/∂X at q = e₁, ε = 3: (C - Cx(Cx)ᵀ/8)/2 for the first channel, zero for the second."""
    jacobian = evaluate(grad(y, X), Point({N: 2, K: 2}, {X: IMAGE, q: (F(1), F(0)), eps: F(3)}))
    assert jacobian == (
        ((F(3, 16), F(0)), (F(-3, 16), F(0))),
        ((F(-3, 16), F(0)), (F(3, 16), F(0))),
    )


@pytest.mark.parametrize(
    ("statement", "status"),
    [
        ("C*one = 0", "proved"),
        ("IN = gamma*y + beta*one", "proved"),
        ("norm(y)^2 = N", "refuted"),
        ("C*X = X", "refuted"),
    ],
)
def test_names_in_plain_syntax(statement: str, status: str) -> None:
    """What is typed with the names of the theory is read as its terms."""
    chain = read_statement(statement, environment_of_theory(THEORY))
    assert prove_chain(chain.terms, chain.hypotheses).status == status
