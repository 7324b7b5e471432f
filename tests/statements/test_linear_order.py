"""Linear implications: proved by multipliers that the kernel adds up, refuted by exact numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from derive.errors import InputError
from derive.evaluate.conditions import holds
from derive.language.build import dimension, dot, index, ones, scalar, vector
from derive.language.hypotheses import equal, nonzero, positive
from derive.printing import sentence_text
from derive.statements.linear_order import LinearImplication, at_most, less, negated, relation

a, b, c, d = (scalar(name) for name in "abcd")
eps = scalar("eps", "nonneg")

TRUE = [
    ((less(a, b), less(b, c)), less(a, c)),
    ((less(a, b), at_most(b, c)), less(a, c)),
    ((at_most(a, b), at_most(b, c)), at_most(a, c)),
    ((equal(a + b, c + d), less(a, c)), less(d, b)),
    ((equal(a + b, c + d), equal(a, c)), equal(d, b)),
    ((less(a, b),), less(a, (a + b) / 2)),
    ((less(a, b), less(b, a)), None),
    ((equal(a, b), less(a, b)), None),
    ((equal(a, 0), equal(a, 1)), None),
    ((less(0, a),), less(-eps, a)),
    ((less(a * b, c), less(c, a * b)), None),
]
FALSE = [
    ((at_most(a, b), at_most(b, c)), less(a, c)),
    ((less(a, b), less(b, c)), less(c, a)),
    ((less(a, b),), None),
    ((equal(a + b, c + d),), equal(b, d)),
    ((less(0, a),), less(eps, a)),
    ((equal(a, b),), less(a, b)),
]


@pytest.mark.parametrize(("hypotheses", "conclusion"), TRUE)
def test_proved(hypotheses, conclusion):
    """What follows is proved, with a part for the kernel."""
    judgement = LinearImplication(hypotheses, conclusion).decide()
    assert judgement.status == "proved", judgement
    assert judgement.equations


@pytest.mark.parametrize(("hypotheses", "conclusion"), FALSE)
def test_refuted(hypotheses, conclusion):
    """What does not follow is refuted by numbers at which the hypotheses hold and the conclusion does not."""
    judgement = LinearImplication(hypotheses, conclusion).decide()
    assert judgement.status == "refuted", judgement
    point = judgement.counterexample.point
    assert all(holds(hypothesis, point) for hypothesis in hypotheses)
    assert conclusion is None or holds(conclusion, point) is False


def test_nothing_is_proved_of_nothing():
    """Hypotheses that cannot hold prove no conclusion."""
    judgement = LinearImplication((less(a, b), less(b, a)), less(a, c)).decide()
    assert judgement.status == "unsupported"
    assert judgement.vacuous


@pytest.mark.parametrize(
    ("multipliers", "constant", "word"),
    [
        ((1, -1), 0, "negative"),
        ((1, 1), -1, "negative"),
        ((0, 0), 0, "strict"),
    ],
)
def test_signs_of_given_multipliers(multipliers, constant, word):
    """Multipliers with a wrong sign, or that are not strict where it is needed, prove nothing."""
    given = (at_most(a, b), less(b, c))
    statement = LinearImplication(given, less(a, c), tuple(map(Fraction, multipliers)), Fraction(constant))
    assert word in statement.fault
    assert statement.decide().status == "unsupported"


def test_given_multipliers_are_added_up_by_the_kernel():
    """The right multipliers prove, also between terms that the search does not look into; wrong ones do not."""
    n = dimension("N")
    w, u, v = vector("w", n), vector("u", n), vector("v", n)
    between = (less(dot(w, u), dot(w, (u + v) / 2)), less(dot(w, v), dot(w, (u + v) / 2)))
    assert LinearImplication(between, None, (Fraction(1), Fraction(1))).decide().status == "proved"
    assert LinearImplication(between, None, (Fraction(1), Fraction(2))).decide().status != "proved"


def test_a_certificate_may_not_narrow():
    """A hypothesis that the certificate uses, and that is not defined everywhere, adds a condition: nothing is proved."""
    judgement = LinearImplication((positive(1 / a - 1 / a + b),), less(0, b), (Fraction(1),)).decide()
    assert judgement.status == "unsupported"
    assert "a ≠ 0" in judgement.reason


@pytest.mark.parametrize(
    "make",
    [
        lambda: LinearImplication((nonzero(a),), less(a, b)),
        lambda: LinearImplication((), positive(vector("v", dimension("N"))[index("i", dimension("N"))])),
        lambda: LinearImplication((less(a, b),), less(a, b), (Fraction(1), Fraction(1))),
        lambda: LinearImplication((equal(a, b),), equal(a, b), (Fraction(1),)),
        lambda: LinearImplication((equal(vector("v", dimension("N")), ones(dimension("N"))),), None),
    ],
)
def test_misuse(make):
    """What is no inequality between scalars, and multipliers that do not fit, are refused."""
    with pytest.raises(InputError):
        make()


def test_negation():
    """The opposite of an inequality, and both opposites of an equality; twice gives it back."""
    assert negated(less(a, b)) == (at_most(b, a),)
    assert negated(negated(at_most(a, b))[0]) == (at_most(a, b),)
    assert negated(negated(positive(a))[0]) == (positive(a),)
    assert negated(equal(a, b)) == (less(a, b), less(b, a))


@pytest.mark.parametrize(
    ("literal", "expected"),
    [
        (less(a, b), "a < b"),
        (at_most(a + b, c + d), "a + b ≤ c + d"),
        (less(a, b - c), "a < b - c"),
        (equal(a, b), "a = b"),
        (positive(a), "0 < a"),
    ],
)
def test_relations_as_people_write_them(literal, expected):
    """q − p > 0 is said as p < q."""
    assert sentence_text(relation(literal)) == expected


def test_sentences():
    """The conclusion; without one, what cannot all hold."""
    assert str(LinearImplication((less(a, b),), less(a, b))) == "a < b"
    assert str(LinearImplication((less(a, b), less(b, a)))) == "a < b and b < a cannot all hold"
