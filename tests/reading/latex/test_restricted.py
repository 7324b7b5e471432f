r"""``derive.reading.latex.typed``: sums over unequal indices, and statistics, against loops over exact numbers."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from derive.errors import InputError
from derive.evaluate.evaluate import evaluate
from derive.evaluate.point import Point
from derive.language.build import absolute, index, log, matrix, norm, scalar, sqrt, vector
from derive.language.hypotheses import nonzero
from derive.language.terms import Grad, Index, Symbol, Term
from derive.reading.decided import proved
from derive.reading.latex.left_out import Asking, ordered, summed, undefined_part
from derive.reading.latex.typed import statistic
from tests.words import N, x, y

NOTHING = Asking((), proved)
i, j, k, n = (index(name, N) for name in "ijkn")
A, S = matrix("A", N, N), matrix("S", N, N, "symmetric")
BODY = A[i, j] * x[k] * y[i] + x[j]
Data = dict[Symbol, tuple]  # type: ignore[type-arg]


def points() -> list[tuple[int, Data]]:
    """Sizes from 1 to 4, with random data."""
    random = Random(7)

    def entry() -> Fraction:
        return Fraction(random.randint(-4, 4))

    found: list[tuple[int, Data]] = []
    for size in (1, 2, 3, 4):
        rows = [[entry() for _ in range(size)] for _ in range(size)]
        mirrored = [[rows[min(a, b)][max(a, b)] for b in range(size)] for a in range(size)]
        data: Data = {x: tuple(entry() for _ in range(size)), y: tuple(entry() for _ in range(size))}
        found.append((size, {**data, A: tuple(map(tuple, rows)), S: tuple(map(tuple, mirrored))}))
    return found


def loops(
    body: Term, indices: tuple[Index, ...], keep: Callable[..., bool], point: Point, free: dict[Index, int]
) -> Fraction:
    """The sum of a body over all values that are kept, one by one."""
    size, total = point.size(N), Fraction(0)
    for values in product(range(1, size + 1), repeat=len(indices)):
        at = {**free, **dict(zip(indices, values, strict=True))}
        if keep(at):
            total += evaluate(body, point, at)  # type: ignore[operator]  # a number
    return total


@pytest.mark.parametrize(
    ("indices", "apart", "free"),
    [
        ((j,), [(j, i)], (i, k)),
        ((i,), [(j, i)], (j, k)),
        ((i, j), [(i, j)], (k,)),
        ((i, j, k), [(i, j)], ()),
        ((i, j, k), [(i, j), (j, k), (i, k)], ()),
        ((i, j, k), [(i, j), (k, j)], ()),
        ((k,), [(k, i), (k, j)], (i, j)),
        ((j,), [(j, i), (i, k)], (i, k)),
        ((i, k), [(i, k), (k, n), (i, n)], (j, n)),
    ],
)
def test_unequal_indices(indices: tuple[Index, ...], apart: list[tuple[Index, Index]], free: tuple[Index, ...]) -> None:
    """Whatever is left out, the value is that of a loop."""
    term = summed(indices, apart, BODY, NOTHING)
    for size, data in points():
        point = Point({N: size}, data)
        for values in product(range(1, size + 1), repeat=len(free)):
            at = dict(zip(free, values, strict=True))
            expected = loops(BODY, indices, lambda a: all(a[one] != a[other] for one, other in apart), point, at)
            assert evaluate(term, point, at) == expected


@pytest.mark.parametrize("body", [S[i, j], x[i] * x[j], (x[i] - x[j]) ** 2, A[i, j] + A[j, i], A[i, j] * A[j, i]])
def test_increasing_indices(body: Term) -> None:
    """Half of the sum over unequal ones, where the body is symmetric."""
    term = ordered(i, j, body, NOTHING)
    for size, data in points():
        point = Point({N: size}, data)
        assert evaluate(term, point) == loops(body, (i, j), lambda a: a[i] < a[j], point, {})


@pytest.mark.parametrize("body", [A[i, j], x[i] - x[j], x[i] * y[j]])
def test_what_is_not_symmetric(body: Term) -> None:
    """The order of the components enters."""
    term = ordered(i, j, body, NOTHING)
    for size, data in points():
        point = Point({N: size}, data)
        assert evaluate(term, point) == loops(body, (i, j), lambda a: a[i] < a[j], point, {})


def test_what_has_one_of_them() -> None:
    """Over both, or for each value of the other one: nobody can tell."""
    with pytest.raises(InputError, match="but one of them"):
        ordered(i, j, x[j], NOTHING)


def test_statistics() -> None:
    """Mean, variance and covariance are those of a loop; at N = 1 too."""
    for size, data in points():
        point = Point({N: size}, data)
        one, other = data[x], data[y]
        means = [sum(values) / size for values in (one, other)]
        squares = sum((a - means[0]) ** 2 for a in one) / size
        both = sum((a - means[0]) * (b - means[1]) for a, b in zip(one, other, strict=True)) / size
        assert evaluate(statistic("mean", i, [x[i]]), point) == means[0]
        assert evaluate(statistic("variance", i, [x[i]]), point) == squares
        assert evaluate(statistic("covariance", i, [x[i], y[i]]), point) == both


def test_statistics_of_what_has_indices() -> None:
    """The index of the inner mean is no other one: E[(A[i, j] − E A[i, j])²] for each j."""
    term = statistic("variance", i, [A[i, j]])
    assert term.free == {j}
    for size, data in points():
        for at in range(1, size + 1):
            column = [row[at - 1] for row in data[A]]
            mean = sum(column) / size
            assert evaluate(term, Point({N: size}, data), {j: at}) == sum((a - mean) ** 2 for a in column) / size


@pytest.mark.parametrize(
    "body",
    [
        1 / x[j], y[i] / (x[j] - x[i]), x[j] ** -1, sqrt(x[j]), log(x[j]), (x[j] ** 2) ** Fraction(1, 2) / x[j],
        Grad(norm(x[j] * y), y)[i], Grad(absolute(x[j] * y[i]), y)[i],
    ],
)  # fmt: skip
def test_what_may_be_undefined(body: Term) -> None:
    """A division, a root, a negative power, a logarithm, the derivative of a norm: found where it depends on the index."""
    assert undefined_part(body, j, NOTHING) is not None
    with pytest.raises(InputError, match="may be undefined"):
        summed([j], [(j, i)], body, NOTHING)


@pytest.mark.parametrize(
    "body",
    [
        x[j] / y[i],
        x[j] * sqrt(y[i]),
        absolute(x[j]),
        sqrt(x[j] ** 2 + 1),
        x[j] / vector("g", N, "nonzero")[j],
        norm(x[j] * y),
    ],
)
def test_what_is_defined_at_every_value(body: Term) -> None:
    """What does not depend on the index, and what is never undefined."""
    assert undefined_part(body, j, NOTHING) is None


def test_hypotheses_of_what_is_defined() -> None:
    """A hypothesis beside the term counts as a property of a symbol does."""
    c = scalar("c")
    assert undefined_part(x[j] / (x[j] ** 2 + c**2), j, NOTHING) is not None
    assert undefined_part(1 / x[j], j, Asking((nonzero(x),), proved)) is None
