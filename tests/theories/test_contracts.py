"""What libraries promise of LayerNorm's output, refuted from its wording, and the exact statements in its place."""

from __future__ import annotations

from fractions import Fraction

import pytest

from derive.authoring.vocabulary import bound
from derive.evaluate.point import Point
from derive.language.build import absolute, var
from derive.language.hypotheses import equal
from derive.language.substitution import substitute
from derive.language.terms import as_term
from derive.statements.at_point import at_point
from derive.theories.layernorm.contracts import SMALL
from derive.theories.layernorm.maps import y
from derive.theories.layernorm.names import N, a, eps, n
from derive.theories.registry import load_theory

HUNDREDTH = Point({N: 2}, {a: (Fraction(0), Fraction(1, 100))})
SHIFTED = substitute(y, {eps: SMALL})


def test_variance_of_a_small_input() -> None:
    """At ε = 10⁻⁵ the input (0, 1/100) has an output of variance 5/7."""
    assert at_point(HUNDREDTH, equal(var(SHIFTED), Fraction(5, 7))).decide().status == "proved"


@pytest.mark.parametrize("tolerance", [Fraction(1, 100_000), Fraction(1, 20), Fraction(9, 10)])
def test_unit_variance_is_refuted(tolerance: Fraction) -> None:
    """|Var(LN(x)) − 1| < δ fails for every δ < 1, since the variance of the output takes every value in (0, 1)."""
    assert bound(absolute(var(SHIFTED) - 1), "<", as_term(tolerance)).decide().status == "refuted"


def test_normalising_twice_is_refuted() -> None:
    """LN(LN(x)) = LN(x) within 10⁻⁵ fails."""
    twice = substitute(SHIFTED, {a: SHIFTED})
    difference = absolute((twice - SHIFTED)[n])
    assert bound(difference, "<", SMALL).decide().status == "refuted"


@pytest.mark.parametrize("label", ["layernorm.output_variance", "layernorm.twice"])
def test_what_is_true_instead(label: str) -> None:
    """Var = σ²/(σ² + ε), and LN∘LN in closed form, for all N."""
    judgement = load_theory("layernorm").find_theorem(label).statement.decide()
    assert judgement.status == "proved", judgement.explain()
