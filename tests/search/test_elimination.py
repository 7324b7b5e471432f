"""The elimination: multipliers that add up to a contradiction, or numbers at which everything holds; never both."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derive.evaluate.conditions import holds
from derive.evaluate.point import Point
from derive.language.build import scalar
from derive.language.hypotheses import equal, nonneg, positive
from derive.language.terms import Symbol
from derive.search.elimination import Certificate, affine, form_of, solve
from tests.strategies import few

X = [scalar(name) for name in "xyz"]


@st.composite
def systems(draw):
    """Up to seven inequalities and equalities with small integers in up to three unknowns."""
    found = []
    for _ in range(draw(st.integers(1, 7))):
        term = draw(st.integers(-2, 2)) + sum((draw(st.integers(-2, 2)) * x for x in X), start=scalar("x") * 0)
        found.append({"<": positive, "≤": nonneg, "=": lambda t: equal(t, 0)}[draw(st.sampled_from("<≤="))](term))
    return found


@few
@given(systems())
def test_an_answer_is_right(system):
    """A model satisfies every inequality, evaluated anew; multipliers have signs and add up to a contradiction."""
    found = solve(system)
    if isinstance(found, dict):
        values = {unknown: value for unknown, value in found.items() if isinstance(unknown, Symbol)}
        point = Point({}, {x: values.get(x, Fraction(0)) for x in X})
        assert all(holds(literal, point) for literal in system)
        return
    assert isinstance(found, Certificate)
    total: dict = {}
    constant, strict = Fraction(0), False
    for place, value in found.of.items():
        parts, c = form_of(system[place])
        constant += value * c
        for unknown, part in parts.items():
            total[unknown] = total.get(unknown, 0) + value * part
        inequality = hasattr(system[place], "kind")
        assert value >= 0 or not inequality
        strict = strict or (inequality and value > 0 and system[place].kind == "positive")
    assert not any(total.values())
    assert constant == found.constant
    assert constant < 0 or (constant == 0 and strict)


@pytest.mark.parametrize(
    ("term", "parts", "constant"),
    [
        (X[0] - 2 * X[1] + 3, {X[0]: 1, X[1]: -2}, 3),
        ((X[0] + X[1]) / 2 - X[0], {X[0]: Fraction(-1, 2), X[1]: Fraction(1, 2)}, 0),
        (X[0] * X[1] + X[0], {X[0] * X[1]: 1, X[0]: 1}, 0),
        (X[0] - X[0], {}, 0),
    ],
)
def test_affine_forms(term, parts, constant):
    """Sums and multiples are taken apart; a product of unknowns is one unknown."""
    assert affine(term) == (parts, constant)


def test_a_model_is_made_of_small_integers():
    """Where integers are possible the model has them, near 0."""
    assert solve([positive(X[0] - X[1]), positive(X[1])]) == {X[0]: 2, X[1]: 1}
