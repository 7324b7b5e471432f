"""BatchNorm against references written without derive, and its theorems: proved for all sizes, near misses refuted."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
import sympy as sp

from derive.evaluate.evaluate import evaluate
from derive.evaluate.point import Point
from derive.language.build import grad
from derive.reading import environment_of_theory, read_statement
from derive.statements.equation import prove_chain
from derive.theories.batchnorm import (
    BN,
    THEORY,
    K,
    N,
    X,
    Y,
    beta,
    by_mean,
    by_variance,
    eps,
    gamma,
    loss,
    q,
    r,
    sigma2,
    w,
    y,
)
from derive.theories.batchnorm import v as feature

BATCH = ((F(1), F(0)), (F(3), F(10)))

#: A feature and an ε with a rational √(σ² + ε), and a gradient from above.
BACKWARD = [
    pytest.param((F(1), F(3)), F(3), (F(2), F(5)), id="N=2"),
    pytest.param((F(1), F(2), F(6)), F(13, 3), (F(1), F(-2), F(4)), id="N=3"),
    pytest.param((F(0), F(0), F(2), F(2)), F(0), (F(1), F(0), F(3), F(-1)), id="N=4, ε=0"),
]


@pytest.mark.parametrize(
    ("picked", "epsilon", "expected"),
    [
        ((F(1), F(0)), F(0), (F(-1), F(1))),
        ((F(0), F(1)), F(0), (F(-1), F(1))),
        ((F(1), F(0)), F(3), (F(-1, 2), F(1, 2))),
        ((F(0), F(1)), F(144), (F(-5, 13), F(5, 13))),
    ],
)
def test_each_feature_is_normalised_over_the_batch(picked: tuple[F, F], epsilon: F, expected: tuple[F, F]) -> None:
    """Column by column: less its mean, divided by √(σ² + ε), scaled and shifted; the geometric form as well."""
    here = Point({N: 2, K: 2}, {X: BATCH, q: picked, eps: epsilon, gamma: F(3), beta: F(-2)})
    scaled = tuple(3 * value - 2 for value in expected)
    assert evaluate(y, here) == expected
    assert evaluate(BN, here) == scaled
    assert evaluate(THEORY.find_theorem("geometric_form").terms[-1], here) == scaled


def test_statistics_of_all_features() -> None:
    """The variances are those of the columns, and Y is all columns divided by their standard deviations."""
    here = Point({N: 2, K: 2}, {X: BATCH, r: (F(1), F(5))})
    assert evaluate(sigma2, here) == (F(1), F(25))
    assert evaluate(Y, here) == ((F(-1), F(-1)), (F(1), F(1)))


@pytest.mark.parametrize(("values", "epsilon", "weights"), BACKWARD)
def test_the_backward_formulas_are_those_of_the_paper(
    values: tuple[F, ...], epsilon: F, weights: tuple[F, ...]
) -> None:
    """∂ℓ/∂σ², ∂ℓ/∂μ and ∂ℓ/∂xᵢ by the paper's formulas, and ∂ℓ/∂xᵢ by SymPy, agree with both closed forms."""
    size = len(values)
    symbols = sp.symbols(f"x0:{size}", real=True)
    mean = sum(symbols) / size
    root = sp.sqrt(sum((xi - mean) ** 2 for xi in symbols) / size + sp.Rational(str(epsilon)))
    total = sum(sp.Rational(str(weight)) * (xi - mean) / root for weight, xi in zip(weights, symbols, strict=True))
    at = {symbol: sp.Rational(str(value)) for symbol, value in zip(symbols, values, strict=True)}
    expected = tuple(F(str(sp.nsimplify(total.diff(symbol).subs(at)))) for symbol in symbols)
    deviation = F(str(root.subs(at)))
    centre = sum(values) / size
    variance = sum(weight * (value - centre) for weight, value in zip(weights, values, strict=True)) * F(-1, 2)
    variance /= deviation**3
    shift = -sum(weights) / deviation + variance * sum(-2 * (value - centre) for value in values) / size
    terms = tuple(
        weight / deviation + variance * 2 * (value - centre) / size + shift / size
        for weight, value in zip(weights, values, strict=True)
    )
    here = Point({N: size}, {feature: values, w: weights, eps: epsilon})
    assert terms == expected
    assert evaluate(by_variance, here) == variance
    assert evaluate(by_mean, here) == shift
    assert evaluate(grad(loss, feature), here) == expected
    for term in (*THEORY.find_theorem("backward_terms").terms[1:], *THEORY.find_theorem("backward").terms[1:]):
        assert evaluate(term, here) == expected


def test_the_jacobian_reaches_over_the_batch_and_not_over_features() -> None:
    """∂y/∂X at q = e₁, ε = 3: (C - Cx(Cx)ᵀ/8)/2 for the first feature, zero for the second."""
    jacobian = evaluate(grad(y, X), Point({N: 2, K: 2}, {X: BATCH, q: (F(1), F(0)), eps: F(3)}))
    assert jacobian == (
        ((F(3, 16), F(0)), (F(-3, 16), F(0))),
        ((F(-3, 16), F(0)), (F(3, 16), F(0))),
    )


@pytest.mark.parametrize(
    ("statement", "status"),
    [
        ("X - one*m.T = C*X", "proved"),
        ("BN = gamma*y + beta*one", "proved"),
        ("one.T*Y = 0", "proved"),
        ("norm(y)^2 = N", "refuted"),
        ("C*x = x", "refuted"),
    ],
)
def test_names_in_plain_syntax(statement: str, status: str) -> None:
    """What is typed with the names of the theory is read as its terms."""
    chain = read_statement(statement, environment_of_theory(THEORY))
    assert prove_chain(chain.terms, chain.hypotheses).status == status
