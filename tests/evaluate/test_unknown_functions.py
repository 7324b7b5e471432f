"""The functions that stand for unknown ones among data: their derivatives, and that no relation holds of all of them."""

from __future__ import annotations

from fractions import Fraction
from math import factorial
from typing import Any

import pytest
import sympy

from derive.errors import InputError
from derive.evaluate import duals, numbers
from derive.evaluate.elementary import derived_quotient, exp
from derive.evaluate.evaluate import evaluate
from derive.evaluate.point import Point
from derive.evaluate.points import names, points
from derive.evaluate.witness import find_witness
from derive.language.build import function, grad, scalar
from derive.language.terms import as_term
from derive.language.unknown import COEFFICIENTS, Coefficients
from derive.statements.equation import prove_equation

f, g = function("f"), function("g")
x = scalar("x")
F, G = Coefficients.of(f), Coefficients.of(g)
GENERIC = tuple(map(Fraction, (2, "-1/3", 5, "7/2")))


@pytest.mark.parametrize("order", range(7))
@pytest.mark.parametrize("at", [Fraction(0), Fraction(1), Fraction(-3, 2), Fraction(7, 5)])
def test_derivatives(order: int, at: Fraction) -> None:
    """As SymPy has them."""
    t = sympy.Symbol("t")
    quotient = sum(sympy.Rational(str(c)) * t**n for n, c in enumerate(GENERIC)) / (1 + t**2)
    wanted = sympy.diff(quotient, t, order).subs(t, sympy.Rational(str(at)))
    assert derived_quotient(GENERIC, order, at) == Fraction(str(wanted))


def test_derivatives_by_duals() -> None:
    """A dual is the chain rule, in every level."""
    inner = duals.variable(duals.variable(Fraction(1, 2), 0, 1), 0, 2)
    once: Any = duals.derivative(duals.unknown(0, GENERIC)(inner), 0, 2)
    assert duals.derivative(once, 0, 1) == derived_quotient(GENERIC, 2, Fraction(1, 2))
    point = Point({}, {x: Fraction(1, 2), F: GENERIC})
    twice = grad(grad(f(x), x), x)
    assert evaluate(twice, point) == evaluate(f.derived(2)(x), point) == derived_quotient(GENERIC, 2, Fraction(1, 2))


def test_inexact_arguments() -> None:
    """Of an enclosure it is an enclosure, and of a root exact."""
    root = numbers.surd({2: Fraction(1)})
    assert derived_quotient((0, 1, 0, 1), 0, root) == root  # type: ignore[arg-type]  # t (1 + t²)/(1 + t²)
    value = derived_quotient(GENERIC, 3, exp(Fraction(1)))
    assert isinstance(value, numbers.Enclosure)
    assert value.hi - value.lo < Fraction(1, 10**60)


def test_they_are_data() -> None:
    """A function is looked for as symbols are; without it there is no value."""
    assert names((f(x) + f.derivative(x) * g(f(x)),)) == ((), (x, F, G))
    found = list(points((x, F, G), {}))
    assert len({point.values[F] for point in found}) > 20
    assert any(point.values[F] != point.values[G] for point in found)
    with pytest.raises(InputError, match="no data for 'f'"):
        evaluate(f(x), Point({}, {x: 1}))


def test_no_relation_of_few_derivatives() -> None:
    """No combination of the first derivatives and values at a few points is 0 of all of these functions."""
    places = (Fraction(0), Fraction(1), Fraction(-1), Fraction(2))
    units = [tuple(Fraction(n == k) for n in range(COEFFICIENTS)) for k in range(COEFFICIENTS)]
    values = sympy.Matrix([[sympy.Rational(str(derived_quotient(unit, 0, at))) for at in places] for unit in units])
    assert values.rank() == COEFFICIENTS
    slopes = [[sympy.Rational(str(derived_quotient(unit, n, Fraction(1, 3)))) for n in range(4)] for unit in units]
    assert sympy.Matrix(slopes).rank() == COEFFICIENTS
    assert all(derived_quotient(GENERIC, n, Fraction(1, 3)) != 0 for n in range(13))
    assert factorial(3) * GENERIC[3] != derived_quotient(GENERIC, 3, Fraction(0))


def test_shown() -> None:
    """A counterexample says which function it is of, in text and for programs."""
    witness = find_witness(f.derivative(x), f(x))
    assert witness is not None
    assert str(witness.point) == "x = 1, f(t) = (1 - t + t² - t³) / (1 + t²)"
    assert witness.point.to_json() == {"x": "1", "f(t)": "(1 - t + t^2 - t^3)/(1 + t^2)"}
    shown = Point({}, {F: (Fraction(0), Fraction(-1, 2), numbers.surd({1: Fraction(1), 3: Fraction(-2)}), Fraction(0))})
    assert str(shown) == "f(t) = (-(1/2) t + t² - 2√3 t²) / (1 + t²)"
    assert str(Point({}, {F: (Fraction(0),) * 4})) == "f(t) = 0 / (1 + t²)"


def test_nothing_true_is_refuted() -> None:
    """What holds up to rounding is not refuted where arguments are enclosures."""
    for term in (f(f(f(x))), f(g(f(x)))):
        lhs, rhs = term - term.children[0], -1 * (term.children[0] - term)
        assert find_witness(lhs, rhs) is None
    assert prove_equation(f(as_term(1)), f(as_term(2))).status == "refuted"
