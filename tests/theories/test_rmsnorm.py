"""RMSNorm against a reference written without derive, and its theorems: proved for all N, near misses refuted."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
import sympy as sp

from derive.evaluate.evaluate import evaluate
from derive.evaluate.point import Point
from derive.language.build import dot, grad
from derive.language.hypotheses import equal
from derive.reading import environment_of_theory, read_statement
from derive.statements.equation import prove_chain, prove_equation
from derive.theories.layernorm.maps import LN
from derive.theories.layernorm.names import N, a, b, eps, g, one, v, w
from derive.theories.rmsnorm import THEORY
from derive.theories.rmsnorm.names import RMS
from tests.theorems import checked

#: Inputs and ε with a rational √(|a|²/N + ε); gains with a zero and of both signs.
CASES = [
    pytest.param((F(1), F(7)), (F(2), F(-1)), F(0), id="N=2, ε=0"),
    pytest.param((F(1), F(7)), (F(2), F(-1)), F(11), id="N=2"),
    pytest.param((F(1), F(2), F(2)), (F(3), F(0), F(-1)), F(1), id="N=3"),
]


def reference(values: list[sp.Expr], gains: tuple[F, ...], epsilon: F) -> list[sp.Expr]:
    """RMSNorm as PyTorch documents it, component by component."""
    root = sp.sqrt(sum(value**2 for value in values) / len(values) + sp.Rational(str(epsilon)))
    return [sp.Rational(str(gain)) * value / root for gain, value in zip(gains, values, strict=True)]


def exact(expression: sp.Expr) -> F:
    """A rational SymPy number as a fraction."""
    number = sp.nsimplify(expression)
    assert number.is_Rational
    return F(int(number.p), int(number.q))


def point(x: tuple[F, ...], gains: tuple[F, ...], epsilon: F) -> Point:
    """Data for the letters of the theory."""
    return Point({N: len(x)}, {a: x, g: gains, eps: epsilon, w: tuple(F(n + 1, 3) for n in range(len(x)))})


@pytest.mark.parametrize(("x", "gains", "epsilon"), CASES)
def test_the_definition_and_the_geometric_form_are_the_reference(
    x: tuple[F, ...], gains: tuple[F, ...], epsilon: F
) -> None:
    """Both ends of the derivation have the values of the reference."""
    expected = tuple(exact(y) for y in reference([sp.Rational(str(xi)) for xi in x], gains, epsilon))
    here = point(x, gains, epsilon)
    assert evaluate(RMS, here) == expected
    assert evaluate(THEORY.find_theorem("geometric_form").terms[-1], here) == expected


@pytest.mark.parametrize(("x", "gains", "epsilon"), CASES)
def test_the_jacobian_is_that_of_sympy(x: tuple[F, ...], gains: tuple[F, ...], epsilon: F) -> None:
    """The closed form, the derivative as evaluated and the gradient backwards agree with SymPy's derivatives."""
    symbols = sp.symbols(f"x0:{len(x)}", real=True)
    at = {symbol: sp.Rational(str(xi)) for symbol, xi in zip(symbols, x, strict=True)}
    outputs = reference(list(symbols), gains, epsilon)
    expected = tuple(tuple(exact(output.diff(symbol).subs(at)) for symbol in symbols) for output in outputs)
    here = point(x, gains, epsilon)
    assert evaluate(grad(RMS, a), here) == expected
    assert evaluate(THEORY.find_theorem("jacobian").terms[-1], here) == expected
    weights = [F(n + 1, 3) for n in range(len(x))]
    backwards = tuple(sum(expected[m][n] * weights[m] for m in range(len(x))) for n in range(len(x)))
    assert evaluate(THEORY.find_theorem("vector_jacobian_product").terms[-1], here) == backwards


def test_the_derivative_is_defined_at_zero() -> None:
    """The mean square is written a·a/N, so that the Jacobian needs no a ≠ 0: its one condition is m₂ + ε > 0."""
    conditions = checked(THEORY.find_theorem("jacobian")).conditions
    assert [condition.kind for condition in conditions] == ["positive"]


def test_images_are_stated_without_conditions() -> None:
    """The images are proved as they stand, for every N."""
    for name in ("image_ball", "image_sphere", "image_ellipsoid"):
        assert checked(THEORY.find_theorem(name)).conditions == ()


def test_layernorm_is_not_rmsnorm_off_the_hyperplane() -> None:
    """What agrees on a = Πw is refuted with another scale, and without the hypothesis."""
    assert prove_equation(LN, RMS + b).status == "refuted"
    assert prove_equation(LN, RMS + b, [equal(dot(v, one), 0)]).status == "refuted"


@pytest.mark.parametrize(
    ("statement", "status"),
    [
        ("norm(y)^2 = N*m2/(m2 + eps)", "proved"),
        ("RMSNorm = g*y", "proved"),
        ("norm(y)^2 = N", "refuted"),
        ("m2 = sigma2", "refuted"),
        ("LN = RMSNorm + b", "refuted"),
    ],
)
def test_names_in_plain_syntax(statement: str, status: str) -> None:
    """What is typed with the names of the theory is read as its terms."""
    chain = read_statement(statement, environment_of_theory(THEORY))
    assert prove_chain(chain.terms, chain.hypotheses).status == status
