"""What SymPy makes of products, powers and transposes: read with the value that was meant, or refused."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from sympy import HadamardPower, HadamardProduct, Identity, MatrixSymbol, Symbol, Trace

from derive.errors import InputError
from derive.evaluate.evaluate import Evaluation
from derive.evaluate.point import Point
from derive.interop.from_sympy import from_sympy
from derive.language import build as d

SIZE = 3
N, s = Symbol("N"), Symbol("s")
n_ = d.dimension("N")
Rows = list[list[Fraction]]
DRAW = random.Random(0)
DATA: dict[str, Rows] = {
    name: [[Fraction(DRAW.choice((-3, -2, -1, 1, 2, 3))) for _ in range(columns)] for _ in range(rows)]
    for name, rows, columns in (("x", SIZE, 1), ("y", SIZE, 1), ("A", SIZE, SIZE), ("B", SIZE, SIZE), ("m", 1, 1))
}
SYMBOLS = {name: MatrixSymbol(name, *(1 if k == 1 else N for k in (len(v), len(v[0])))) for name, v in DATA.items()}
FACTOR = Fraction(-5, 2)
POINT = Point(
    {n_: SIZE},
    {
        **{d.vector(name, n_): tuple(row[0] for row in DATA[name]) for name in "xy"},
        **{d.matrix(name, n_, n_): tuple(map(tuple, DATA[name])) for name in "AB"},
        d.scalar("m"): DATA["m"][0][0],
        d.scalar("s"): FACTOR,
    },
)


def shape(rows: Rows) -> tuple[int, int]:
    return len(rows), len(rows[0])


def times(left: Rows, right: Rows) -> Rows:
    """The product that was meant: 1×1 is a scalar."""
    for scalar, other in ((left, right), (right, left)):
        if shape(scalar) == (1, 1):
            return [[scalar[0][0] * entry for entry in row] for row in other]
    columns = list(zip(*right, strict=True))
    return [[sum((a * b for a, b in zip(row, c, strict=True)), Fraction(0)) for c in columns] for row in left]


def built(source: random.Random, depth: int) -> tuple[Any, Rows] | None:
    """An expression as SymPy makes it of its parts, and its value; None where shapes do not fit."""
    if depth == 0:
        name = source.choice(sorted(DATA))
        return SYMBOLS[name], DATA[name]
    first, second = built(source, depth - 1), built(source, source.randrange(depth))
    if first is None or second is None:
        return None
    (a, left), (b, right) = first, second
    match source.choice(("product", "product", "product", "T", "+", "⊙", "²", "⊙²", "s", "tr")):
        case "product" if shape(left)[1] == shape(right)[0] or (1, 1) in (shape(left), shape(right)):
            return a * b, times(left, right)
        case "+" if shape(left) == shape(right):
            return a + b, [[p + q for p, q in zip(*rows, strict=True)] for rows in zip(left, right, strict=True)]
        case "⊙" if shape(left) == shape(right):
            product = [[p * q for p, q in zip(*rows, strict=True)] for rows in zip(left, right, strict=True)]
            return HadamardProduct(a, b), product
        case "²" if shape(left)[0] == shape(left)[1]:
            return a**2, times(left, left)
        case "tr" if shape(left)[0] == shape(left)[1]:
            return Trace(a) * Identity(1), [[sum((left[i][i] for i in range(len(left))), Fraction(0))]]
        case "T":
            return a.T, [list(column) for column in zip(*left, strict=True)]
        case "⊙²":
            return HadamardPower(a, 2), [[entry * entry for entry in row] for row in left]
        case "s":
            return s * a, [[FACTOR * entry for entry in row] for row in left]
    return None


def plain(rows: Rows) -> Any:
    """A value as terms have it: 1×1 is a number, a row or a column a tuple."""
    if shape(rows) == (1, 1):
        return rows[0][0]
    if 1 in shape(rows):
        return tuple(entry for row in rows for entry in row)
    return tuple(map(tuple, rows))


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_what_is_read_is_what_was_built(depth: int) -> None:
    """Whatever SymPy flattens, merges or distributes: the value is that of the parts, or there is an `InputError`."""
    read, refused = 0, 0
    for seed in range(1500):
        made = built(random.Random(f"{depth} {seed}"), depth)
        if made is None:
            continue
        expr, value = made
        try:
            term = from_sympy(expr)
        except InputError:
            refused += 1
            continue
        assert Evaluation(POINT)(term, {}) == plain(value), expr
        read += 1
    assert read > 10 * refused
    assert read > 60
