"""Terms as polynomials in one symbol: against their values at numbers, which are found another way."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derive.errors import InputError, UndefinedAtPoint
from derive.evaluate import polynomials
from derive.evaluate.evaluate import evaluate
from derive.evaluate.point import Point
from derive.evaluate.polynomials import polynomial_at
from derive.language.build import dot, exp, grad, hadamard, let, norm, prod_, scalar, sqrt, sum_
from derive.language.terms import Index, Term
from tests.words import N, a, g, u, v

n, m, k, j = (Index(name, N) for name in "nmkj")
z, c = scalar("z"), scalar("c")
whole = prod_(k, z - a[k])

TERMS: dict[str, Term] = {
    "a number": c**2 / 3,
    "zero": z - z,
    "powers and quotients": (z + c) ** 3 * (2 * z - 1) / (c + 4) - z * dot(a, u),
    "a product": whole,
    "a product of quadratics": prod_(k, c * z**2 - a[k] * z + u[k] / 7),
    "a derivative": z / N * grad(whole, z) + grad(grad(whole, z), z),
    "a definition": let("y", z - c) ** 2 - let("y", z - c),
    "numbers of a norm": z * norm(a) ** 2,
    "one pair": sum_(n, u[n] * v[n] * prod_(k, z - a[k], without=(n,))),
    "one pair over a number": sum_(n, (1 + c) * u[n] / (2 + c) * -prod_(k, z - a[k], without=(n,))) * z,
    "two pairs": sum_(n, sum_(m, u[n] * v[m] * (g[n] * a[m] - a[n] * g[m]) * prod_(k, z - a[k], without=(n, m)))),
    "equal indices count": sum_(n, sum_(m, u[n] * v[m] * prod_(k, z - a[k], without=(n, m)))),
    "powers of two indices": sum_(n, sum_(m, (u[n] + v[m]) ** 2 * prod_(k, z - a[k], without=(m, n)))),
    "three indices": sum_(
        n, sum_(m, sum_(j, u[n] * v[m] * (g[j] - c) * prod_(k, 1 - a[k] * z**2, without=(n, m, j))))
    ),
    "no product": sum_(n, (z - a[n]) ** 2 * u[n]),
    "a weight with z": sum_(n, (z + u[n]) * prod_(k, z - a[k], without=(n,))),
    "a product beside the index": sum_(n, u[n] * whole),
    "a body with the index": sum_(n, u[n] * prod_(k, z - a[k] * v[n], without=(n,))),
    "one index of two": sum_(n, sum_(m, u[n] * v[m] * prod_(k, z - a[k], without=(n,)))),
    "a quotient of two indices": sum_(n, sum_(m, u[n] / (9 + v[n] * v[m]) * prod_(k, z - a[k], without=(n, m)))),
    "a product in a sum over another index": sum_(m, u[m] * sum_(n, v[n] * v[m] * prod_(k, z - a[k], without=(n,)))),
    "two products": sum_(n, prod_(k, z - a[k], without=(n,)) * prod_(j, z - u[j], without=(n,))),
}  # fmt: skip
NUMBERS = st.sampled_from(
    [Fraction(0), Fraction(1), Fraction(-2), Fraction(3, 7), Fraction(10**30, 3), Fraction(-5, 2)]
)


@given(name=st.sampled_from(sorted(TERMS)), size=st.integers(1, 4), data=st.data())
def test_values_at_numbers(name: str, size: int, data: st.DataObject) -> None:
    """At more numbers than the degree the term has the value of the polynomial, so that it is that polynomial."""
    values = {each: tuple(data.draw(NUMBERS) for _ in range(size)) for each in (a, g, u)}
    values[v] = tuple(Fraction(data.draw(st.integers(-2, 2))) for _ in range(size))
    point = Point({N: size}, {**values, c: data.draw(st.sampled_from([Fraction(2), Fraction(1, 3)]))})
    found = polynomial_at(TERMS[name], z, point)
    assert not found or found[0] != 0
    for number in range(-9, 10):
        at = Point(point.dimensions, {**point.values, z: Fraction(number)})
        value = Fraction(0)
        for coefficient in found:
            value = value * number + coefficient
        assert value == evaluate(TERMS[name], at)
    assert len(found) <= 19


@pytest.mark.parametrize(
    "name", ["one pair", "two pairs", "equal indices count", "powers of two indices", "three indices"]
)
def test_by_trees_and_one_by_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Weighted sums go by a tree, and give what the sum over all values gives."""
    sizes = range(1, 8)
    points = [Point({N: s}, {x: tuple(Fraction(i * i - 4, i + at) for i in range(1, s + 1))
                             for at, x in enumerate((a, g, u, v), 1)} | {c: Fraction(1, 2)}) for s in sizes]  # fmt: skip
    trees = []
    by_tree = polynomials._Evaluation._by_tree
    monkeypatch.setattr(polynomials._Evaluation, "_by_tree", lambda *args: trees.append(1) or by_tree(*args))
    fast = [polynomial_at(TERMS[name], z, point) for point in points]
    assert trees
    monkeypatch.setattr(polynomials, "MONOMIALS", 0)
    trees.clear()
    assert fast == [polynomial_at(TERMS[name], z, point) for point in points]
    assert name == "one pair" or not trees


@given(st.lists(st.lists(st.integers() | st.integers(-3, 3), min_size=1, max_size=9), min_size=2, max_size=2))
def test_products_of_integers(factors: list[list[int]]) -> None:
    """As by their definition, with signs and zeros, and at the limits of a digit."""
    left, right = factors
    expected = [0] * (len(left) + len(right) - 1)
    for i, x in enumerate(left):
        for place, y in enumerate(right):
            expected[i + place] += x * y
    assert polynomials._times([left], [right]) == [expected]


@pytest.mark.parametrize("bits", [7, 8, 15, 16, 64])
def test_the_greatest_coefficients(bits: int) -> None:
    """All coefficients as large as their length allows, of either sign."""
    for sign in (1, -1):
        left, right = [(1 << bits) - 1] * 5, [sign * ((1 << bits) - 1)] * 3
        ((middle),) = [polynomials._times([left], [right])[0][3]]
        assert middle == 3 * left[0] * right[0]


@pytest.mark.parametrize(
    ("term", "error", "words"),
    [
        (1 / z, InputError, "no polynomial in z: 1 / z"),
        (sqrt(z), InputError, "no polynomial in z"),
        (exp(z) + 1, InputError, "no polynomial in z"),
        (z**-1, InputError, "no polynomial in z"),
        (norm(z * a) ** 2, InputError, "no polynomial in z"),
        (z * norm(a), InputError, "is not rational here"),
        (z / (c - c), UndefinedAtPoint, "division by zero"),
        (sum_(n, hadamard(1 / a, u)[n] * prod_(k, z - a[k], without=(n,))), UndefinedAtPoint, ""),
        (z * a[n], InputError, "no number: zaₙ"),
        (z * dot(g, a), InputError, "no data for 'g'"),
    ],
)
def test_what_is_no_polynomial(term: Term, error: type[Exception], words: str) -> None:
    """Said with the term, or with what is missing."""
    point = Point({N: 2}, {a: (1, 0), u: (1, 2), c: 3} if "rational" not in words else {a: (1, 1)})
    with pytest.raises(error) as caught:
        polynomial_at(term, z, point)
    assert words in str(caught.value)
