"""Whatever is given to a public constructor, what comes back is a thing that prints, or an error of ours with a way on."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
import sympy

import derive
from derive import api
from tests.words import K, N, i

u, y, c = derive.vector("u", N), derive.vector("y", N), derive.scalar("c")
A, B = derive.matrix("A", N, N), derive.matrix("B", N, K)
SILLY: list[Any] = [
    2.5, "x", None, sympy.Symbol("s"), sympy.MatrixSymbol("M", 2, 2), u, u.T, B, A, c, i, N, 3, True, [u], (u, y), {},
    derive.equation(u, u), derive.nonzero(u), np.ones(2), -u, Fraction(1, 2), float("nan"), len, [], (), -1, 0, "", "z z",
]  # fmt: skip
#: Types that are no constructors, and what decides: see the tests of each.
NOT_BUILT = {"AmbiguityError", "Chain", "ChainVerdict", "Counterexample", "DerivationError", "DeriveError",
             "Derived", "HERE", "Hypothesis", "InputError", "Judgement", "Operand", "Statement", "Term",
             "Theorem", "Verdict", "prove"}  # fmt: skip
CONSTRUCTORS = [name for name in api.__all__ if name not in NOT_BUILT]


def arguments(constructor: Any) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    """All that may stand for each argument without a default, and for one of those that may be repeated."""
    parameters = inspect.signature(constructor).parameters.values()
    wanted = [p for p in parameters if p.default is p.empty and p.kind is not p.VAR_KEYWORD]
    named = [p.name for p in wanted if p.kind is p.KEYWORD_ONLY]
    pools = [SILLY if len(wanted) < 3 else SILLY[:8]] * len(wanted)
    if len(wanted) > 3:
        pools = [SILLY[:3]] * len(wanted)
    for values in product(*pools):
        split = len(wanted) - len(named)
        yield values[:split], dict(zip(named, values[split:], strict=True))


@pytest.mark.parametrize("name", CONSTRUCTORS)
def test_nothing_but_errors_of_ours(name: str) -> None:
    """An `InputError`, and never an attribute that some object has not."""
    constructor = getattr(derive, name)
    tried = 0
    for values, named in arguments(constructor):
        tried += 1
        try:
            str(constructor(*values, **named))
        except derive.DeriveError:
            continue
        except Exception as error:
            raise AssertionError(f"{name}{values}{named}: {type(error).__name__}: {error}") from error
    assert tried


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: derive.Set(-y, (derive.nonneg(c),)), r"element: .* where a symbol belongs"),
        (lambda: derive.Set(y, "nonneg"), r"conditions: 'nonneg' of type str"),
        (lambda: derive.equations([u]), r"fewer than two terms"),
        (lambda: derive.Set(y, (c,)), r"conditions: .* where a hypothesis belongs"),
        (lambda: derive.Map(u, "a"), r"argument: 'a' of type str, where a symbol belongs"),
        (lambda: derive.hadamard_power(A, 2.5), r"exponent: 2\.5 of type float, where an integer belongs"),
        (lambda: derive.sum_("i", u), r"i: 'i' of type str, where an index belongs"),
        (lambda: derive.grad(u, -y), r"x: .* where a symbol belongs"),
        (lambda: derive.norm(2.5), r"2\.5 of type float in a term"),
        (lambda: derive.vector("v", 2.5), r"dim: 2\.5 of type float, where a dimension belongs"),
        (lambda: derive.vector(3, N), r"name: 3 of type int, where a word belongs"),
        (lambda: derive.nonzero(0.5), r"0\.5 of type float in a term"),
        (lambda: derive.Condition("nonzero", 0.5), r"a hypothesis about 0\.5"),
        (lambda: derive.Equality(1, 2), r"a hypothesis about 1"),
        (lambda: derive.all_of(u), r"statements: .* where a Statement belongs"),
        (lambda: derive.bound(c, ">=", 0, c), r"hypotheses: .* where a hypothesis belongs"),
        (lambda: derive.CheckedDerivation(u), r"is no derivation"),
        (lambda: derive.text("x"), r"str given as what is to be shown"),
    ],
)
def test_what_is_wrong_is_named(build: Any, message: str) -> None:
    """The argument, what it is, and what belongs there."""
    with pytest.raises(derive.InputError, match=message) as caught:
        build()
    assert caught.value.hint


def test_a_missing_argument_is_a_mistake_of_python() -> None:
    """As of any function."""
    with pytest.raises(TypeError, match="missing"):
        derive.norm()  # type: ignore[call-arg]


def test_numbers_are_terms() -> None:
    """Exact ones, wherever a term may stand."""
    assert derive.prove(derive.sum_(i, 1), N).status == "proved"  # type: ignore[arg-type]  # read as a term
    assert derive.prove(derive.sqrt(Fraction(1, 4)), Fraction(1, 2)).status == "proved"
    assert derive.positive(2) == derive.positive(np.int64(2))


@pytest.mark.parametrize(
    ("data", "shown"),
    [
        ((1, -1), "a = (1, -1)"),
        ([1, -1], "a = (1, -1)"),
        ((Fraction(1, 2), 3), "a = (1/2, 3)"),
        (tuple(np.array([1, 2])), "a = (1, 2)"),
        ((sympy.Rational(1, 3), sympy.Integer(2)), "a = (1/3, 2)"),
    ],
)
def test_points_have_exact_data(data: Any, shown: str) -> None:
    """Integers and lists are taken; the judgement prints in every form."""
    a = derive.vector("a", N)
    point = derive.Point({N: 2}, {a: data})
    judgement = derive.at_point(point, derive.equal(a, a)).decide()
    assert judgement.status == "proved"
    assert shown in str(judgement)
    assert shown in derive.latex(judgement)
    assert shown in judgement.to_json()["scope"]
    assert hash(point) == hash(derive.Point({N: 2}, {a: tuple(data)}))


@pytest.mark.parametrize(
    "make",
    [
        lambda: derive.Point({N: 2}, {u: (1.5, 1)}),
        lambda: derive.Point({N: 2}, {u: (True, 1)}),
        lambda: derive.Point({N: 2}, {u: ("1", 1)}),
        lambda: derive.Point({N: 2}, {u: np.array([1, 2])}),
        lambda: derive.Point({N: 2}, {"u": (1, 2)}),  # type: ignore[dict-item]
        lambda: derive.Point({"N": 2}, {u: (1, 2)}),  # type: ignore[dict-item]
        lambda: derive.Point({N: 2.0}, {u: (1, 2)}),  # type: ignore[dict-item]
        lambda: derive.Point({N: True}, {u: (1,)}),
        lambda: derive.Point({N: 2}, {u: (1, 2, 3)}),
        lambda: derive.Point({N: 0}, {}),
        lambda: derive.Point(2, 3),  # type: ignore[arg-type]
        lambda: derive.Point({N: 2}, None),  # type: ignore[arg-type]
    ],
)
def test_points_refuse_what_is_not_exact(make: Any) -> None:
    """With a hint."""
    with pytest.raises(derive.InputError) as caught:
        make()
    assert caught.value.hint
