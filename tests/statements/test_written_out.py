"""Terms of sizes in numbers, entry by entry: against evaluation, which knows nothing of entries, on random terms."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest

from derive.certificates.certificate import certificate_of
from derive.errors import Undecided, UndefinedAtPoint
from derive.evaluate import arrays
from derive.evaluate.evaluate import evaluate
from derive.evaluate.point import Point
from derive.language import build as b
from derive.language import terms as t
from derive.language.hypotheses import Condition
from derive.statements.entries import Entries, entry_equations, is_written
from derive.statements.entry_arrays import Array, flat
from derive.statements.equation import by_entries, equation

N = b.dimension("N")
a, c = b.scalar("a"), b.scalar("c")
x, y = b.vector("x", 2), b.vector("y", 3)
A, B, S = b.matrix("A", 2, 2), b.matrix("B", 2, 3), b.matrix("S", 2, 2, "symmetric")
v = b.vector("v", N)
i, j, n = b.index("i", 2), b.index("j", 2), b.index("n", N)

#: Shapes of random terms.
SHAPES: tuple[t.Shape, ...] = ((), (2,), (3,), (1, 2), (2, 2), (2, 3))


def data(random: Random) -> Point:
    """Small rational data."""

    def number() -> Fraction:
        return Fraction(random.choice((-2, -1, 1, 2, 3)), random.choice((1, 2)))

    values = {symbol: arrays.fill(_sizes(symbol), lambda *_: number()) for symbol in (a, c, x, y, A, B, v)}
    one, two, three = number(), number(), number()
    return Point({N: 2}, {**values, S: ((one, two), (two, three))})


def _sizes(symbol: t.Term) -> tuple[int, ...]:
    return tuple(dim if isinstance(dim, int) else 2 for dim in symbol.shape)


def term(random: Random, shape: t.Shape, depth: int, free: tuple[t.Index, ...] = ()) -> t.Term:
    """A random term of a shape."""
    leaves: dict[t.Shape, list[t.Term]] = {
        (): [
            a,
            c,
            t.as_term(2),
            t.as_term(0),
            t.Entry(x, (2,)),
            t.Entry(B, (1, 3)),
            b.dot(v, v),
            *(x[k] for k in free),
        ],
        (2,): [x, b.ones(2), b.zeros(2), *(b.basis(k) for k in free)],
        (3,): [y, b.ones(3)],
        (1, 2): [x.T],
        (2, 2): [A, S, b.identity(2), b.diag(x)],
        (2, 3): [B, b.ones(2, 3)],
    }
    if not depth:
        return random.choice(leaves[shape])

    def part(other: t.Shape, more: tuple[t.Index, ...] = ()) -> t.Term:
        return term(random, other, depth - 1, (*free, *more))

    size = 1
    for dim in t.axes_of(shape):
        size *= dim if isinstance(dim, int) else 1
    ways = [
        lambda: part(shape) + part(shape),
        lambda: part(shape) - part(shape),
        lambda: -part(shape),
        lambda: t.Product((part(()), part(shape))),
        lambda: part(shape) / (part(()) + 7),
        lambda: t.Sum(i, part(shape, (i,))),
        lambda: t.Written(shape, tuple(part(()) for _ in range(size))) if shape else part(()),
        lambda: t.Hadamard((part(shape), part(shape))),
    ]
    more = {
        (): [
            lambda: b.dot(part((2,)), part((2,))),
            lambda: b.trace(part((2, 2))),
            lambda: b.det(part((2, 2))),
            lambda: t.Power(part(()), Fraction(2)),
            lambda: t.Product((part((1, 2)), part((2,)))),
            lambda: t.Entry(part((2, 3)), (random.randint(1, 2), random.randint(1, 3))),
            lambda: b.norm(part((2,))) ** 2,
            lambda: part((2,))[i] if i in free else part(()),
            lambda: t.Prod(j, part((), (j,))),
        ],
        (2,): [lambda: t.Product((part((2, 2)), part((2,)))), lambda: t.Product((part((2, 3)), part((3,))))],
        (3,): [lambda: t.Product((b.transpose(part((2, 3))), part((2,))))],
        (1, 2): [lambda: part((2,)).T, lambda: t.Product((part((1, 2)), part((2, 2))))],
        (2, 2): [
            lambda: t.Product((part((2, 2)), part((2, 2)))),
            lambda: b.transpose(part((2, 2))),
            lambda: b.inverse(part((2, 2))),
            lambda: b.outer(part((2,)), part((2,))),
            lambda: t.Product((part((2,)), part((1, 2)))),
            lambda: t.Power(part((2, 2)), Fraction(random.choice((0, 2, 3, -1)))),
            lambda: b.hadamard_power(part((2, 2)), 2),
            lambda: b.diag(part((2,))),
        ],
        (2, 3): [lambda: t.Product((part((2, 2)), part((2, 3)))), lambda: b.outer(part((2,)), part((3,)))],
    }[shape]
    return random.choice([*ways, *more])()


def components(entries: Entries, point: Point) -> Point:
    """The point at which symbols are their components."""
    values = dict(point.values)
    for symbol, array in entries.components.items():
        values |= zip(flat(array), arrays.entries(point.values[symbol]), strict=True)  # type: ignore[arg-type]
    return Point(point.dimensions, values)


def numbers(array: Array, point: Point) -> Iterator[object]:
    """The values of entries."""
    yield from (evaluate(entry, point) for entry in flat(array))


@pytest.mark.parametrize("seed", range(400))
def test_entries_are_those_of_the_value(seed: int) -> None:
    """Wherever a term has a value, its entries have those of the value; it has none where an inverse is of no matrix."""
    random = Random(f"entries {seed}")
    made = term(random, random.choice(SHAPES), 4)
    entries = Entries((made,))
    try:
        array = entries.array(made, {})
    except Undecided:  # an inverse of numbers that have none
        with pytest.raises(UndefinedAtPoint):
            evaluate(made, data(random))
        return
    for _ in range(3):
        point = data(random)
        try:
            value = evaluate(made, point)
        except UndefinedAtPoint:
            continue
        assert list(numbers(array, components(entries, point))) == list(arrays.entries(value))


@pytest.mark.parametrize("seed", range(150))
def test_what_is_decided_agrees_with_evaluation(seed: int) -> None:
    """What is proved holds at random data; a term against itself written out is proved."""
    random = Random(f"written {seed}")
    made = term(random, random.choice(SHAPES[1:]), 2)
    sizes = [dim for dim in t.axes_of(made.shape) if isinstance(dim, int)]
    places = [(one + 1, other + 1) for one in range(sizes[0]) for other in range(sizes[-1])]
    cells = [t.Entry(made, place[: len(sizes)]) for place in (places if len(sizes) == 2 else places[:: sizes[-1]])]
    out = t.Written(made.shape, tuple(cells))
    verdict = equation(made, out).decide()
    assert verdict.status == "proved" or "vacuous" in verdict.reason or "determinant is 0" in verdict.reason
    wrong = t.Written(made.shape, (*cells[:-1], cells[-1] + 1))
    assert equation(made, wrong).decide().status != "proved"


def test_what_has_no_entries_is_not_decided() -> None:
    """Sizes of which one is a number and one is none, roots of matrices, pseudo-inverses."""
    mixed = b.matrix("X", N, 2)
    e1 = t.Written((2,), (t.as_term(1), t.as_term(0)))
    for left, right in (
        (b.norm(mixed * e1) ** 2, b.norm(mixed) ** 2 - b.norm(mixed * (b.ones(2) - e1)) ** 2),
        (b.pinv(A), b.pinv(A) + t.Written((2, 2), (t.as_term(0),) * 4)),
    ):
        with pytest.raises(Undecided):
            entry_equations(left, right, ())
        assert equation(left, right).decide().status == "unsupported"


def test_what_is_left_out_of_what_is_assumed() -> None:
    """Of a symbol that is left whole in one place and put as its components in another nothing false follows."""
    given = (Condition("positive", b.norm(b.matrix("X", N, 2))),)
    assert equation(t.Entry(x, (1,)), 0, *given).decide().status == "refuted"
    assert not is_written(x)
    assert is_written(b.let("p", t.Entry(x, (1,)) + 1))


def test_the_certificate_is_one_of_the_entries() -> None:
    """The verifier is given what the equation says of its entries, and the names of components are new ones."""
    own = b.scalar("x_1")
    made = equation(t.Written((2,), (t.Entry(x, (1,)) + own, own)), t.Written((2,), (own + t.Entry(x, (1,)), own)))
    verdict = made.decide()
    assert verdict.backing is not None
    assert verdict.backing.by == "verifier"
    assert str(by_entries(made)) == "x′₁ + x₁ = x₁ + x′₁"


def test_what_holds_of_the_whole_holds_of_its_entries() -> None:
    """That QᵀQ = I speaks of something is known when its entries are certified: no nine numbers are looked for again."""
    orthogonal = b.matrix("Q", 3, 3, "orthogonal")
    eye = t.Written((3, 3), tuple(t.as_term(int(row == column)) for row in range(3) for column in range(3)))
    verdict = equation(orthogonal.T * orthogonal, eye).decide()
    assert verdict.backing is not None
    assert verdict.backing.by == "verifier"
    assert certificate_of("statement", verdict.statement) == verdict.certificate


def test_an_entry_beyond_the_limits_is_not_decided() -> None:
    """A large power of letters has entries that are too long: that is said of this statement, and is no error."""
    found = equation(t.Power(t.Written((2, 2), (a, c, c, a)), Fraction(16)), t.Power(A, Fraction(16))).decide()
    assert found.status == "refuted"
    letters = t.Written((2, 2), tuple(t.Entry(A, (i, j)) for i in (1, 2) for j in (1, 2)))
    found = equation(t.Power(letters, Fraction(16)), t.Power(A, Fraction(16))).decide()
    assert found.status == "unsupported"
    assert "entry by entry, an expression of" in found.reason
