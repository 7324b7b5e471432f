"""Printed numbers: to the last place, within a tolerance, at exact data."""

from __future__ import annotations

from fractions import Fraction

import pytest

from derive.errors import InputError
from derive.evaluate.point import Point
from derive.language.build import exp, norm, scalar, sqrt
from derive.language.terms import as_term
from derive.statements.printed import Within, rounds
from tests.words import N, a

x = scalar("x")
PAIR = Point({N: 2}, {a: (Fraction(1), Fraction(1))})

TRUE = [
    rounds("11.407851912178797", "11.4079"),
    rounds("11.407851912178797", "11"),
    rounds("0.125", "0.12"),
    rounds("0.125", "0.13"),
    rounds("-2.5e-7", "-2.5e-7"),
    rounds("119.6", "120"),
    rounds("119", "1.2e2"),
    rounds(Fraction(1, 3), "0.333"),
    rounds(sqrt(as_term(2)), "1.41421356"),
    rounds(norm(a), "1.414", PAIR),
    rounds(exp(as_term(1)), "2.71828"),
    Within(as_term(Fraction(1, 3)), "0.3", Fraction(1, 30)),
]

FALSE = [
    rounds("11.407851912178797", "11.4077"),
    rounds("11.407851912178797", "11.4078"),
    rounds("0.1251", "0.12"),
    rounds("2.5e-7", "-2.5e-7"),
    rounds("119.4", "120"),
    rounds(Fraction(1, 3), "0.3334"),
    rounds(sqrt(as_term(2)), "1.41421357"),
    rounds(norm(a), "1.415", PAIR),
    rounds(exp(as_term(1)), "2.7182"),
    Within(as_term(Fraction(1, 3)), "0.3", Fraction(1, 31)),
]


@pytest.mark.parametrize("statement", TRUE, ids=str)
def test_numbers_printed_right_are_proved(statement: Within) -> None:
    """Up to half a unit of the last place, ends included: no rule for ties is imposed."""
    assert statement.decide().status == "proved"


@pytest.mark.parametrize("statement", FALSE, ids=str)
def test_numbers_printed_wrong_are_refuted(statement: Within) -> None:
    """By exact comparison; also where one more unit would do."""
    judgement = statement.decide()
    assert judgement.status == "refuted"
    assert judgement.counterexample is not None


def test_a_value_that_is_not_there_is_not_rounded() -> None:
    """Without a value at the point nothing is said."""
    assert rounds(1 / x, "1.0", Point({}, {x: Fraction(0)})).decide().status == "unsupported"


def test_misuse_is_refused() -> None:
    """Words, infinities, negative tolerances, names without data."""
    for printed in ("about 11", "NaN", "Infinity", ""):
        with pytest.raises(InputError):
            rounds("11", printed)
    with pytest.raises(InputError):
        rounds("eleven", "11")
    with pytest.raises(InputError):
        Within(as_term(1), "1", Fraction(-1))
    with pytest.raises(InputError):
        rounds(x, "1.0").decide()


def test_the_sentence_is_that_of_the_author() -> None:
    """The decimals stay decimals."""
    assert str(rounds("11.4078519", "11.4077")) == "11.4078519 is 11.4077 to the last place printed"
