"""Claims at an explicit point: proved, refuted, or without an exact value; never more than the point."""

from __future__ import annotations

from fractions import Fraction

import pytest

from derive.errors import InputError
from derive.evaluate.point import Point
from derive.language.build import exp, mean, norm, scalar, sqrt, var
from derive.language.hypotheses import equal, nonneg, nonzero, not_zero, positive
from derive.statements.at_point import AtPoint, at_point
from tests.words import N, a, n

x = scalar("x")
s = scalar("s", "positive")


def numbers(*values: int) -> tuple[Fraction, ...]:
    """Exact numbers."""
    return tuple(map(Fraction, values))


PAIR = Point({N: 2}, {a: numbers(1, -1)})


@pytest.mark.parametrize(
    "claim",
    [
        equal(mean(a), 0),
        equal(var(a), 1),
        equal(norm(a), sqrt(N)),
        nonneg(norm(a) ** 2 - N),
        nonzero(a[n]),
        positive(exp(mean(a))),
    ],
)
def test_claims_that_hold_are_proved_at_the_point(claim: object) -> None:
    """By exact values, irrational ones included; the scope is the point."""
    judgement = at_point(PAIR, claim).decide()  # type: ignore[arg-type]
    assert judgement.status == "proved", judgement.explain()
    assert judgement.scope == "N = 2, a = (1, -1)"


@pytest.mark.parametrize("claim", [equal(var(a), 2), positive(mean(a)), nonneg(a[n]), positive(norm(a) ** 2 - N)])
def test_claims_that_fail_are_refuted_with_their_values(claim: object) -> None:
    """Also where another claim holds beside them."""
    judgement = at_point(PAIR, equal(mean(a), 0), claim).decide()  # type: ignore[arg-type]
    assert judgement.status == "refuted"
    assert judgement.counterexample is not None
    assert "does not hold" in str(judgement.counterexample)
    assert judgement.scope == ""


def test_what_has_no_value_is_not_decided() -> None:
    """1/0 and equality of enclosures; nothing is made of them."""
    zero = Point({}, {x: Fraction(0)})
    assert at_point(zero, equal(1 / x, 1 / x)).decide().status == "unsupported"
    one = Point({}, {x: Fraction(1)})
    assert at_point(one, equal(exp(x) * exp(-x), 1)).decide().status == "unsupported"


def test_declared_properties_and_hypotheses_are_part_of_the_claim() -> None:
    """Data that do not have the property of their symbol show nothing."""
    assert at_point(Point({}, {s: Fraction(-1)}), equal(s, -1)).decide().status == "refuted"
    assert AtPoint(PAIR, (equal(mean(a), 0),), (not_zero(a - a),)).decide().status == "refuted"


def test_every_name_needs_a_value() -> None:
    """Of sizes as of data; and there must be something to claim."""
    with pytest.raises(InputError, match="no value for x"):
        at_point(PAIR, equal(mean(a), x))
    with pytest.raises(InputError):
        at_point(PAIR)


def test_the_sentence_says_where() -> None:
    """The point, then the claims."""
    assert str(at_point(PAIR, equal(mean(a), 0))) == "at N = 2, a = (1, -1): μ(a) = 0"
