"""The table of functions against those who have each function in code of their own: evaluation, the verifier, SymPy."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
import sympy

from derive import verifier
from derive.errors import UndefinedAtPoint
from derive.evaluate import duals
from derive.evaluate.evaluate import evaluate
from derive.evaluate.numbers import differ, nearest_float, sign
from derive.evaluate.points import Point
from derive.interop.explicit import to_explicit
from derive.kernel.assumptions import Assumptions
from derive.language import build as b
from derive.language.functions import FUNCTIONS, MATRIX_FUNCTIONS, RealFunction
from derive.language.hypotheses import Condition
from derive.language.terms import Function, as_term
from derive.statements.equation import prove_equation

x = b.scalar("x")
VALUES = [F(-7, 3), F(-1), F(-1, 5), F(0), F(2, 7), F(1), F(5, 2)]
ROWS = pytest.mark.parametrize("row", FUNCTIONS.values(), ids=FUNCTIONS.keys())


def value(term, at):
    """A term at a value of x; None where it has none."""
    try:
        return evaluate(term, Point({}, {x: at}))
    except UndefinedAtPoint:
        return None


def holds(kind: str, at: F) -> bool:
    """Does a condition hold of a number?  Empty: always."""
    return {"": True, "positive": at > 0, "nonzero": at != 0, "nonneg": at >= 0}[kind]


@ROWS
def test_domain(row: RealFunction) -> None:
    """A function has a value where its condition holds, and none elsewhere."""
    assert [at for at in VALUES if value(Function(row.name, x), at) is not None] == [
        at for at in VALUES if holds(row.domain, at)
    ]


@ROWS
def test_smooth(row: RealFunction) -> None:
    """A function has a derivative where it is smooth, and none elsewhere: the slope of the row."""
    term = Function(row.name, x)
    slope, derivative = as_term(row.slope(x, term)), b.grad(term, x)
    for at in VALUES:
        found, expected = value(derivative, at), value(slope, at)
        assert (found is not None) == (holds(row.domain, at) and holds(row.smooth, at))
        if found is not None:
            assert not differ(found, expected)


@ROWS
def test_kernel_has_the_slope(row: RealFunction) -> None:
    """The derivative that the kernel finds is the slope, and not twice the slope; it needs what the row says."""
    p = b.scalar("p", "positive")
    term = b.entrywise(row.name, p)
    slope = row.slope(p, term)
    assert prove_equation(b.grad(term, p), as_term(slope))
    assert not prove_equation(b.grad(term, p), 2 * slope)


@ROWS
def test_signs(row: RealFunction) -> None:
    """What the row says of the sign and of zeros is so of the values; the kernel reads it off."""
    signs = {at: sign(value(Function(row.name, x), at)) for at in VALUES if holds(row.domain, at)}
    assert not row.nonneg or set(signs.values()) <= {0, 1}
    zeros = [at for at, found in signs.items() if found == 0]
    assert row.zeros == "" or zeros == ([] if row.zeros == "never" else [0])
    known = Assumptions()
    assert known.holds(Condition("nonneg", Function(row.name, x))) == row.nonneg
    assert known.holds(Condition("nonzero", Function(row.name, x))) == (row.zeros == "never")
    assert known.holds(Condition("nonzero", Function(row.name, b.scalar("p", "positive")))) == (row.zeros != "")


@ROWS
def test_odd(row: RealFunction) -> None:
    """f(−x) = −f(x) of a function that is odd, of its values and in the kernel; of no other one."""
    left, right = b.entrywise(row.name, -x), -b.entrywise(row.name, x)
    pairs = [(value(left, at), value(right, at)) for at in VALUES]
    agree = all(one is not None and other is not None and not differ(one, other) for one, other in pairs)
    assert agree == row.odd
    assert bool(prove_equation(left, right)) == row.odd


@ROWS
def test_sympy(row: RealFunction) -> None:
    """SymPy's function of that name has the same values."""
    explicit = to_explicit(Function(row.name, x), 1)
    for at in VALUES:
        if holds(row.domain, at):
            number = explicit.subs(sympy.Symbol("x", real=True), sympy.Rational(at.numerator, at.denominator))
            assert abs(float(number) - nearest_float(value(Function(row.name, x), at))) < 1e-12


def test_the_evaluator_and_the_verifier_have_every_function() -> None:
    """No function is left out of either, and neither has one that the table lacks."""
    assert duals.FUNCTIONS.keys() == FUNCTIONS.keys()
    words = {*FUNCTIONS, *(f"matrix_{name}" for name in MATRIX_FUNCTIONS)}
    assert words <= verifier.ARGUMENTS.keys()
    assert {word for word in verifier.ARGUMENTS if word.startswith("matrix_")} <= words
