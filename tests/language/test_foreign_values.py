"""What Python and NumPy do with terms: exact numbers are taken, NumPy's functions refused, and a term is its own copy."""

from __future__ import annotations

import copy
import math
import pickle
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy

from derive.errors import InputError
from derive.language.build import dimension, dot, exp, hadamard_power, index, let, matrix, norm, scalar, sum_, vector
from derive.language.terms import Number, Power, Term
from derive.statements.equation import prove_equation

N = dimension("N")
u, v, c, A, i = vector("u", N), vector("v", N), scalar("c"), matrix("A", N, N), index("i", N)


@pytest.mark.parametrize(
    "name",
    [
        "sum",
        "max",
        "min",
        "mean",
        "var",
        "std",
        "prod",
        "cumsum",
        "argmax",
        "size",
        "ndim",
        "shape",
        "ravel",
        "copy",
        "round",
        "transpose",
        "diag",
        "trace",
        "sort",
        "unique",
    ],
)
def test_functions_of_numpy_are_refused(name: str) -> None:
    """A term is no array of one object, of which the sum is the term itself."""
    with pytest.raises(InputError, match=rf"NumPy's {name}|as a NumPy array") as caught:
        getattr(np, name)(u)
    assert "derive.sum_" in caught.value.hint


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(lambda: np.dot(u, v), id="dot"),
        pytest.param(lambda: np.inner(u, v), id="inner"),
        pytest.param(lambda: np.outer(u, v), id="outer"),
        pytest.param(lambda: np.vdot(u, v), id="vdot"),
        pytest.param(lambda: np.linalg.norm(u), id="norm"),
        pytest.param(lambda: np.linalg.det(A), id="det"),
        pytest.param(lambda: np.linalg.inv(A), id="inv"),
        pytest.param(lambda: np.where(c, 1, 2), id="where"),
        pytest.param(lambda: np.clip(u, 0, 1), id="clip"),
        pytest.param(lambda: np.array(u), id="array"),
        pytest.param(lambda: np.asarray(c), id="asarray of a scalar"),
        pytest.param(lambda: np.array([u]) * 2, id="array of terms"),
        pytest.param(lambda: np.array([[c, c]], dtype=object), id="array of objects"),
        pytest.param(lambda: np.sum([u, v]), id="sum of a list"),
        pytest.param(lambda: np.full(3, c), id="full"),
        pytest.param(lambda: np.ones(3) * u, id="array times term"),
        pytest.param(lambda: u * np.ones(3), id="term times array"),
        pytest.param(lambda: np.ones(3) + c, id="array plus term"),
        pytest.param(lambda: np.ones((3, 3)) @ u, id="array @ term"),
        pytest.param(lambda: u @ np.ones(3), id="term @ array"),
        pytest.param(lambda: np.float64(2) * u, id="NumPy's float times term"),
        pytest.param(lambda: u * np.float32(2), id="term times NumPy's float"),
        pytest.param(lambda: prove_equation(np.sum(u), u), id="Σu = u"),
        pytest.param(lambda: prove_equation(np.dot(u, v), u * v), id="u · v = u ⊙ v"),
    ],
)
def test_numpy_makes_nothing_of_a_term(call: Callable[[], object]) -> None:
    """By its functions, by arrays, by operators: an error with a hint."""
    with pytest.raises(InputError) as caught:
        call()
    assert caught.value.hint


@pytest.mark.parametrize(
    "name",
    [
        "sqrt",
        "exp",
        "log",
        "abs",
        "add",
        "multiply",
        "subtract",
        "divide",
        "matmul",
        "tanh",
        "isfinite",
        "equal",
        "less",
    ],
)
def test_ufuncs_are_refused_by_numpy(name: str) -> None:
    """``__array_ufunc__ = None`` says that a term takes part in none."""
    made = getattr(np, name)
    with pytest.raises(TypeError, match="does not support ufuncs"):
        made(*(c, c)[: made.nin])


@pytest.mark.parametrize(
    ("value", "meant"),
    [
        (0.1, "Fraction(1, 10) for 0.1"),
        (2.0, "Fraction(2) for 2.0"),
        (-0.25, "Fraction(-1, 4) for -0.25"),
        (np.float64(0.1), "Fraction(1, 10) for 0.1"),
        (np.float32(0.5), "Fraction(1, 2) for 0.5"),
        (float("nan"), "fractions.Fraction"),
        (float("inf"), "fractions.Fraction"),
        (1j, "fractions.Fraction"),
        (Decimal("0.1"), "fractions.Fraction"),
        (True, "fractions.Fraction"),
        ("1/3", "fractions.Fraction"),
        ("1e999999999", "fractions.Fraction"),
        (None, "fractions.Fraction"),
        ([1], "fractions.Fraction"),
    ],
    ids=repr,
)
@pytest.mark.parametrize(
    "use",
    [
        pytest.param(Number, id="Number"),
        pytest.param(lambda x: c + x, id="+"),
        pytest.param(lambda x: x - c, id="-"),
        pytest.param(lambda x: x * u, id="*"),
        pytest.param(lambda x: u / x, id="/"),
        pytest.param(lambda x: x @ c, id="@"),
        pytest.param(lambda x: prove_equation(x, c), id="="),
    ],
)
def test_numbers_are_exact(use: Callable[[Any], object], value: object, meant: str) -> None:
    """A float is refused with the fraction that its digits say, anything that is no number with what is one."""
    with pytest.raises(InputError) as caught:
        use(value)
    assert caught.value.hint.endswith(meant)


@pytest.mark.parametrize(
    "value", [2, Fraction(2), np.int64(2), np.uint8(2), Fraction(np.int64(2), np.int64(1)), sympy.Integer(2)], ids=repr
)
def test_exact_numbers_of_other_kinds_are_taken(value: Any) -> None:
    """As the integers that they are: without the limits of their own kind."""
    assert Number(value) == Number(Fraction(2))
    assert type(Number(value).value.numerator) is int
    assert value * u == 2 * u
    assert u * value == u * 2
    assert c**value == c**2
    assert Number(value).value ** 100 == 2**100


@pytest.mark.parametrize("exponent", [2.5, 0.5, True, "2", None, Decimal(2), np.float64(2)], ids=repr)
@pytest.mark.parametrize(
    "power", [lambda e: u**e, lambda e: c**e, lambda e: Power(c, e), lambda e: hadamard_power(A, e)]
)
def test_exponents_are_exact(power: Callable[[Any], object], exponent: object) -> None:
    """An exponent is an integer or a fraction."""
    with pytest.raises(InputError, match="an exponent of type"):
        power(exponent)


def test_a_power_by_components_has_an_integer() -> None:
    """No half of one."""
    with pytest.raises(InputError, match="the exponent 5/2"):
        hadamard_power(A, Fraction(5, 2))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("use", "error"),
    [
        (math.sqrt, TypeError),
        (math.floor, TypeError),
        (float, TypeError),
        (int, TypeError),
        (complex, TypeError),
        (round, TypeError),
        (len, TypeError),
        (lambda x: x // 2, TypeError),
        (lambda x: x % 2, TypeError),
        (lambda x: max(x, x), InputError),
        (lambda x: sorted([x, x]), InputError),
        (lambda x: x < 2, InputError),
        (lambda x: x <= 2, InputError),
        (bool, InputError),
        (lambda x: not x, InputError),
        (lambda x: x and 1, InputError),
        (lambda x: 1 if x == x and x else 2, InputError),
        (list, InputError),
        (lambda x: 2**x, InputError),
        (lambda x: x**x, InputError),
        (lambda x: x[0], InputError),
    ],
)
def test_what_python_cannot_do_with_a_term(use: Callable[[Any], object], error: type[Exception]) -> None:
    """It has no value of its own, no order and no truth."""
    for term in (u, c):
        with pytest.raises(error):
            use(term)


def test_what_python_does_with_a_term() -> None:
    """Equality and membership are of what is written; abs is entrywise; a sum begins at the scalar 0."""
    again = vector("u", dimension("N"))
    assert (u == again, u != again, u == v, c == 2, u in [v], again in [v, u]) == (
        True,
        False,
        False,
        False,
        False,
        True,
    )
    assert abs(u).shape == u.shape
    assert sum([c, c]) == 0 + c + c
    with pytest.raises(InputError, match=r"shapes scalar and \(N\)"):
        sum([u, v])


TERMS = [N, i, u, c, A * u + v / c, sum_(i, u[i] ** 2), exp(dot(u, v)), norm(let("m", A * u)), Number(Fraction(1, 3))]


@pytest.mark.parametrize("term", TERMS, ids=repr)
def test_terms_are_copied_and_pickled(term: Any) -> None:
    """A copy is the term itself; what is unpickled is built again, and equal."""
    if isinstance(term, Term):
        assert copy.copy(term) is copy.deepcopy(term) is term
    made = pickle.loads(pickle.dumps(term))
    assert made == term
    assert hash(made) == hash(term)


def test_what_is_unpickled_is_checked() -> None:
    """A pickle of a term that cannot be is refused as the term is."""

    class Forged:
        def __reduce__(self) -> tuple[object, tuple[object, ...]]:
            return Number, (0.1,)

    with pytest.raises(InputError, match="in a term"):
        pickle.loads(pickle.dumps(Forged()))
