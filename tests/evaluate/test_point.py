"""Points print as a reader writes them, and refuse data that do not fit."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from derive.errors import InputError
from derive.evaluate.numbers import surd
from derive.evaluate.point import Point
from derive.language.build import matrix, scalar, vector
from tests.words import K, N

a, A, c, W = vector("a", N), matrix("A", N, N), scalar("c"), matrix("W", N, 3)
ROWS = ((F(1), F(2)), (F(0), F(1)))


def test_printing():
    """Sizes first, then data, as text and as JSON."""
    point = Point({N: 2}, {a: (F(1), F(-1)), A: ROWS, c: surd({2: F(1, 2)})})
    assert str(point) == "N = 2, a = (1, -1), A = [[1, 2], [0, 1]], c = √2/2"
    assert point.to_json() == {"N": 2, "a": ["1", "-1"], "A": [["1", "2"], ["0", "1"]], "c": "√2/2"}


def test_equal_points_have_equal_hashes():
    """The order in which names are given does not matter."""
    first = Point({N: 1, K: 2}, {a: (F(1),), c: F(2)})
    second = Point({K: 2, N: 1}, {c: F(2), a: (F(1),)})
    assert first == second
    assert hash(first) == hash(second)


@pytest.mark.parametrize(
    ("sizes", "values", "message"),
    [
        ({N: 0}, {}, "size 0"),
        ({N: 2}, {a: (F(1),)}, "do not fit 'a'"),
        ({N: 2}, {a: F(1)}, "do not fit 'a'"),
        ({N: 2}, {c: (F(1),)}, "do not fit 'c'"),
        ({N: 1}, {W: ((F(1), F(2)),)}, "do not fit 'W'"),
        ({}, {a: (F(1),)}, "no size for the dimension N"),
    ],
)
def test_misfits_are_refused(sizes, values, message):
    """The message names the size or the symbol."""
    with pytest.raises(InputError, match=message):
        Point(sizes, values)


def test_integer_dimensions_are_their_own_size():
    """W is N × 3."""
    assert Point({N: 1}, {W: ((F(1), F(2), F(3)),)}).size(3) == 3
