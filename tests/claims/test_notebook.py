"""What the claims of the notebook come to, and statements close to them that must not be proved."""

from __future__ import annotations

import os
from decimal import Decimal, localcontext
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from derive.authoring.vocabulary import Statement, bound, equation, index, matrix, scalar
from derive.claims import in_order, notebook, notebook_displays
from derive.claims.layers import plain
from derive.claims.notebook import CODED
from derive.evaluate.point import Point
from derive.interop.oracles import DATA_VARIABLE
from derive.language.build import absolute, basis, cos, dot, mean, norm, ones, sqrt, sum_, var, zeros
from derive.language.hypotheses import equal, not_zero, positive
from derive.statements.at_point import at_point
from derive.statements.printed import rounds
from derive.theories.layernorm.maps import EQ1, centre, hat, u
from derive.theories.layernorm.names import N, Pi, a, b, eps, g, n, one, v, w, x
from tests.claims.checking import assert_as_expected, checked

KIND = {
    "J-01": "TRUE-IF", "J-02": "TRUE-IF", "J-03": "DEF", "J-04": "NOT-MATH", "J-05": "TRUE-IF", "J-06": "FALSE",
    "J-07": "TRUE", "J-08": "TRUE", "J-09": "DEF", "J-10": "FALSE", "J-11": "FALSE", "J-12": "TRUE", "J-13": "TRUE-IF",
    "J-14": "FALSE", "J-15": "TRUE-IF", "J-16": "FALSE", "J-17": "TRUE-IF", "J-18": "TRUE", "J-19": "TRUE",
    "J-20": "FALSE", "J-21": "TRUE", "J-22": "TRUE",
}  # fmt: skip
ALL = in_order([*notebook.CLAIMS, *notebook_displays.CLAIMS])
CLAIMS = {claim.id: claim for claim in ALL}


def test_all_claims_are_here() -> None:
    """Each claim once, with the kind it should have."""
    assert {claim.id: claim.kind for claim in ALL} == KIND


@pytest.mark.parametrize("id", CLAIMS)
def test_claim(id: str) -> None:
    """The verdict of its kind, refuted or undefined without its hypotheses, with true statements beside a false one."""
    assert_as_expected(id)


@pytest.mark.parametrize("id", ["J-06", "J-11"])
def test_every_reading_is_false(id: str) -> None:
    """Where a claim has two readings, each is refuted by itself."""
    judgement = checked(id).judgement
    assert judgement is not None
    found = {part.name: part.judgement.status for part in judgement.parts}
    assert len(found) == 2
    assert set(found.values()) == {"refuted"}


TWO = (Fraction(1), Fraction(-1))
ZERO, ONE = Fraction(0), Fraction(1)

#: Points at which something can be seen by hand.
EXAMPLES: dict[str, Statement] = {
    "J-01 of length 1": at_point(
        Point({notebook.K: 1}, {notebook.y: (ONE,)}), equal(notebook.coded_mean(notebook.y), Fraction(1, 512))
    ),
    "J-10 of one number": at_point(
        Point({N: 1}, {x: (ONE,), eps: ONE}),
        equal(norm(sqrt(N) * u(x, N * eps)), 1 / sqrt(2)),
        equal(x / sqrt(var(x) + eps), one),
    ),
    "J-11 of two numbers": at_point(
        Point({N: 2}, {x: TWO, eps: ONE}),
        equal(sqrt(N) * u(x, eps), sqrt(Fraction(2, 3)) * x),
        equal(plain(x), 1 / sqrt(2) * x),
    ),
    "J-14 the length": at_point(Point({N: 2}, {x: TWO, eps: ZERO}), equal(norm(plain(x)), sqrt(2))),
    "J-16 two vectors": at_point(
        Point({N: 2}, {x: TWO, eps: ZERO}), equal(plain(x), x), equal(u(centre(x), N * eps), 1 / sqrt(2) * x)
    ),
    "J-20 of one vector with itself": at_point(
        Point({N: 2}, {x: TWO, eps: ZERO}),
        equal(dot(x, plain(x)), 2),
        equal(norm(x) * cos(x, centre(x)), sqrt(2)),
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_example(name: str) -> None:
    """What is said of numbers in the text holds of these numbers."""
    judgement = EXAMPLES[name].decide()
    assert judgement.status == "proved", judgement.explain()


_i = index("i", notebook_displays.M)
_family = matrix("V", N, notebook_displays.M)
_variance, _offset = scalar("V", "positive"), scalar("d", "positive")
_square = (_variance + _offset) / (_variance + _offset / CODED)

NEAR_MISSES: dict[str, Statement] = {
    "the mean of 511 numbers": equation(sum_(n, x[n]) / (N + 1), mean(x)),
    "centred by the sum": equation(x - sum_(n, x[n]) * one, Pi * x),
    "the sample variance": equation(sum_(n, (x - mean(x) * one)[n] ** 2) / (N - 1), var(x)),
    "a variance that is never 0": bound(var(x), ">", 0),
    "LayerNorm with its gains": equation(EQ1, plain(a), equal(b, zeros(N))),
    "LayerNorm with its bias": equation(EQ1, plain(a), equal(g, one)),
    "rounded up": rounds(notebook.BY_LAYERNORM, "11.4080"),
    "one more digit": rounds(notebook.BY_LAYERNORM, "11.40786"),
    "the second number for the first": rounds(notebook.BY_LAYERNORM, notebook.UNCENTRED),
    "the logit without its bias": equation(sum_(n, x[n] * v[n]), dot(x, v) + scalar("bias")),
    "the norm without its root": equation(sum_(n, x[n] ** 2), norm(x)),
    "shorter than 1 without ε": bound(norm(u(x, eps)), "<", 1),
    "the mean squared left out": equation(sqrt(N) * u(x, N * eps), x / sqrt(var(x) + mean(x) + eps)),
    "agreement of all vectors": equation(sqrt(N) * u(x, N * eps), plain(x)),
    "the code on centred vectors": equation(sqrt(N) * u(Pi * v, eps), plain(Pi * v)),
    "longer than LayerNorm for every size": bound(
        sqrt((var(v) + eps) / (var(v) + eps / N)), ">", 1, positive(eps)
    ),
    "shorter than LayerNorm": bound(
        sqrt((var(v) + eps) / (var(v) + eps / N)), "<", 1, positive(eps), positive(N - 1)
    ),
    "the ratio for its square": equation(notebook._variance_by(sqrt(_square), _offset), _variance),
    "ε for Nε in the root": equation(plain(x), sqrt(N) * u(centre(x), eps)),
    "exactly of unit length": equation(norm(u(centre(v), N * eps)), 1),
    "half of the deviation": bound(
        absolute(norm(u(centre(v), N * eps)) - 1), "<=", eps / (4 * var(v))
    ),
    "longer than 1": bound(norm(u(centre(v), N * eps)), ">=", 1),
    "in the direction of the vector itself": equation(hat(plain(x)), hat(x)),
    "against the direction": equation(hat(plain(x)), -hat(Pi * x)),
    "√N too much": equation(plain(v), N * u(centre(v), N * eps)),
    "the difference without 1": equation(
        plain(v) - u(centre(v), N * eps), sqrt(N) * u(centre(v), N * eps)
    ),
    "the angle with e₁": equation(mean(v), norm(v) / sqrt(N) * cos(v, basis(n)), not_zero(v)),
    "v cancelled out": equation(centre(v), v - mean(v) * basis(n)),
    "by the angle with the vector itself": equation(
        dot(v, u(centre(w), N * eps)), norm(v) * cos(v, w) / sqrt(1 + eps / var(w))
    ),
    "without the factor": equation(dot(v, plain(w)), norm(v) * cos(v, centre(w)) / sqrt(1 + eps / var(w))),
    "lengths add up": equation(norm(sum_(_i, _family * basis(_i))), sum_(_i, norm(_family * basis(_i)))),
    "angles add up": equation(
        cos(sum_(_i, _family * basis(_i)), w), sum_(_i, cos(_family * basis(_i), w)), not_zero(w)
    ),
    "as coded for any size": equation(
        notebook.coded_centre(notebook.y), notebook.y - mean(notebook.y) * ones(notebook.K)
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_near_miss_is_refuted(name: str) -> None:
    """A statement close to a true one, with one thing wrong, has a counterexample."""
    judgement = NEAR_MISSES[name].decide()
    assert judgement.status == "refuted", judgement.explain()


@pytest.mark.skipif(not os.environ.get(DATA_VARIABLE), reason=f"{DATA_VARIABLE} names no folder of data")
def test_the_printed_numbers_on_the_data() -> None:
    """Both numbers come out to 1e-13, and the variance is the one inferred from them, though the sum is not quite 0."""
    with np.load(Path(os.environ[DATA_VARIABLE]) / "pythia70m_probe.npz", allow_pickle=False) as arrays:
        vector = [Fraction(float(number)) for number in arrays["pre_norm"]]
        probe = [Fraction(float(number)) for number in arrays["probe_token"]]
    assert len(vector) == len(probe) == CODED
    sums = sum(vector, ZERO), sum((number**2 for number in vector), ZERO), sum(probe, ZERO)
    for exact, held in zip(
        (*sums, sum((left * right for left, right in zip(probe, vector, strict=True)), ZERO)),
        notebook.SUMS,
        strict=True,
    ):
        assert abs(exact / held - 1) < Fraction("1e-16")
    average = sum(vector, ZERO) / CODED
    centred = [number - average for number in vector]
    variance = sum((number**2 for number in centred), ZERO) / CODED
    assert 0 < abs(average * CODED) < Fraction("1e-3")
    assert abs(variance - Fraction("14.311")) < Fraction("1e-3")
    offset = Fraction(notebook.EPSILON)
    square = sum((number**2 for number in vector), ZERO)
    second = _logit(probe, centred, variance + offset)
    first = _logit(probe, vector, (square + offset) / CODED)
    assert abs(second - Decimal(notebook.BY_LAYERNORM)) < Decimal("1e-13")
    assert abs(first - Decimal(notebook.UNCENTRED)) < Decimal("1e-13")


def _logit(probe: list[Fraction], vector: list[Fraction], square: Fraction) -> Decimal:
    """⟨probe, vector⟩/√square + bias, with 40 digits."""
    product = sum((p * q for p, q in zip(probe, vector, strict=True)), ZERO)
    with localcontext() as context:
        context.prec = 40
        exact = [Decimal(number.numerator) / Decimal(number.denominator) for number in (product, square)]
        return exact[0] / exact[1].sqrt() + Decimal(notebook.BIAS)
