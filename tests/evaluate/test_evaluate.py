"""Every node against a value computed by hand, and every way of having none."""

from __future__ import annotations

import math
from fractions import Fraction as F

import pytest

from derive.errors import InputError, LimitError, UndefinedAtPoint
from derive.evaluate.arrays import entries
from derive.evaluate.effort import Effort
from derive.evaluate.evaluate import Evaluation, evaluate
from derive.evaluate.numbers import Enclosure, surd
from derive.evaluate.point import Point
from derive.language.build import (
    absolute,
    basis,
    cos,
    define,
    delta,
    det,
    diag,
    dot,
    exp,
    grad,
    hadamard,
    hadamard_power,
    identity,
    index,
    inverse,
    let,
    log,
    matrix,
    matrix_exp,
    matrix_log,
    mean,
    norm,
    ones,
    outer,
    pinv,
    prod_,
    scalar,
    sqrt,
    sum_,
    tanh,
    trace,
    transpose,
    var,
    vector,
    zeros,
)
from derive.language.functions import FUNCTIONS
from derive.language.maxima import max_, max_over, min_, min_over, rank
from derive.language.operations import KINDS
from derive.language.substitution import unfolded_subterms
from derive.language.terms import Dimension, Entry, Function, Symbol, Term, Written, Zeros, as_term
from tests.words import K, N

a, u, o = vector("a", N), vector("u", N), vector("o", N)
A, B, X, S = matrix("A", N, N), matrix("B", N, N), matrix("X", N, K), matrix("S", N, N)
c, z = scalar("c"), scalar("z")
i, j, k = index("i", N), index("j", N), index("k", K)
three = vector("t", 3)


def numbers(value):
    """Integers in nested tuples as fractions."""
    return tuple(map(numbers, value)) if isinstance(value, tuple) else F(value) if isinstance(value, int) else value


POINT = Point(
    {N: 2, K: 3},
    {
        symbol: numbers(value)
        for symbol, value in {
            a: (3, 4),
            u: (1, -2),
            o: (0, 1),
            A: ((1, 2), (3, 5)),
            B: ((0, 1), (1, 1)),
            X: ((1, 0, 2), (0, 1, -1)),
            S: ((1, 2), (2, 4)),
            c: -2,
            z: 0,
            three: (1, 2, 3),
        }.items()
    },
)

R2, R5 = surd({2: F(1)}), surd({5: F(1)})

VALUES: list[tuple[Term, object]] = [
    (as_term(F(1, 3)), F(1, 3)),
    (max_over(i, a[i] * u[i]), 3),
    (max_over(i, sqrt(a[i])), 2),
    (min_over(i, norm(u) * u[i]), surd({5: F(-2)})),
    (min_(A), 1),
    (max_(X) - min_(X), 3),
    (max_(c, z, -3), 0),
    (rank(A), 2),
    (rank(S), 1),
    (rank(X), 2),
    (rank(outer(u, a)), 1),
    (rank(zeros(N, K)), 0),
    (Written((2, 2), (c, as_term(1), as_term(2), trace(A))), ((-2, 1), (2, 6))),
    (Written((1, 2), (c, as_term(1))), (-2, 1)),
    (Entry(three, (3,)), 3),
    (c, -2),
    (N, 2),
    (N * K, 6),
    (a, (3, 4)),
    (ones(N), (1, 1)),
    (ones(N, K), ((1, 1, 1), (1, 1, 1))),
    (zeros(N), (0, 0)),
    (Zeros((1, N)), (0, 0)),
    (identity(N), ((1, 0), (0, 1))),
    (a + u, (4, 2)),
    (a - u, (2, 6)),
    (-a, (-3, -4)),
    (c * a, (-6, -8)),
    (a * c, (-6, -8)),
    (A @ a, (11, 29)),
    (A @ B, ((2, 3), (5, 8))),
    (A @ X, ((1, 2, 0), (3, 5, 1))),
    (a.T, (3, 4)),
    (a.T @ u, -5),
    (a.T @ A, (15, 26)),
    (a.T @ X, (3, 4, 2)),
    (a @ u.T, ((3, -6), (4, -8))),
    (a.T @ A @ u, -37),
    (c * A @ a, (-22, -58)),
    (a * u, (3, -8)),
    (hadamard(a, u, a), (9, -32)),
    (hadamard(A, B), ((0, 2), (3, 5))),
    (a / c, (F(-3, 2), -2)),
    (a / u, (3, -2)),
    (c / u, (-2, 1)),
    (1 / a, (F(1, 3), F(1, 4))),
    (A / 2, ((F(1, 2), 1), (F(3, 2), F(5, 2)))),
    (c**3, -8),
    (c**-2, F(1, 4)),
    (z**0, 1),
    (as_term(8) ** F(1, 2), 2 * R2),
    (as_term(2) ** F(3, 2), 2 * R2),
    (as_term(4) ** F(-1, 2), F(1, 2)),
    (a**2, (9, 16)),
    (u**-1, (1, F(-1, 2))),
    (A**2, ((7, 12), (18, 31))),
    (A**0, ((1, 0), (0, 1))),
    (A**-1, ((-5, 2), (3, -1))),
    (hadamard_power(A, 2), ((1, 4), (9, 25))),
    (hadamard_power(A, -1), ((1, F(1, 2)), (F(1, 3), F(1, 5)))),
    (sqrt(as_term(12)), surd({3: F(2)})),
    (absolute(u), (1, 2)),
    (absolute(A @ B - A), ((1, 1), (2, 3))),
    (exp(z), 1),
    (log(as_term(1)), 0),
    (tanh(z), 0),
    (matrix_exp(A - A), ((1, 0), (0, 1))),
    (matrix_exp(c * (A - A)) * matrix_log(identity(N)), ((0, 0), (0, 0))),
    ((S + identity(N)) ** F(1, 2) * (S + identity(N)) ** F(1, 2), ((2, 2), (2, 5))),
    (A.T, ((1, 3), (2, 5))),
    (X.T, ((1, 0), (0, 1), (2, -1))),
    (transpose(c), -2),
    (a.T.T, (3, 4)),
    (diag(a), ((3, 0), (0, 4))),
    (trace(A), 6),
    (dot(a, u), -5),
    (outer(a, three), ((3, 6, 9), (4, 8, 12))),
    (norm(a), 5),
    (norm(u), R5),
    (norm(B), surd({3: F(1)})),
    (inverse(A), ((-5, 2), (3, -1))),
    (pinv(S), ((F(1, 25), F(2, 25)), (F(2, 25), F(4, 25)))),
    (pinv(Zeros((N, K))), ((0, 0), (0, 0), (0, 0))),
    (det(A), -1),
    (det(S), 0),
    (sum_(i, a[i] * u[i]), -5),
    (sum_(i, a), (6, 8)),
    (sum_(i, sum_(j, A[i, j] * a[i] * u[j])), -37),
    (prod_(i, a[i]), 12),
    (sum_(i, u[i] * prod_(j, a[j], without=i)), 1 * 4 - 2 * 3),
    (sum_(i, prod_(j, o[j], without=i)), 1),
    (sum_(k, as_term(1)), 3),
    (sum_(i, delta(i, i)), 2),
    (sum_(i, a[i] * basis(i)), (3, 4)),
    (mean(a), F(7, 2)),
    (var(a), F(1, 4)),
    (cos(a, u), surd({5: F(-1, 5)})),
    (let("m", mean(a)) * ones(N), (F(7, 2), F(7, 2))),
    (define("twice", c * a, c, a)(c, u), (-2, 4)),
    (a / norm(u), (surd({5: F(3, 5)}), surd({5: F(4, 5)}))),
]


@pytest.mark.parametrize(("term", "value"), VALUES, ids=[str(n) for n in range(len(VALUES))])
def test_values_by_hand(term, value):
    """Each node of the language at least once."""
    assert evaluate(term, POINT) == numbers(value)


def test_the_table_has_every_node():
    """No node of the language is left out of the two tables."""
    seen = {
        type(part) for term in [*(t for t, _ in VALUES), *(t for t, _ in GRADIENTS)] for part in unfolded_subterms(term)
    }
    missing = {kind.__name__ for kind in KINDS} - {kind.__name__ for kind in seen}
    assert not missing
    used = {part.name for term, _ in VALUES for part in unfolded_subterms(term) if isinstance(part, Function)}
    assert used == set(FUNCTIONS)


def test_free_indices_count_from_one():
    """A₁₂, δ₁₂, (e₂)ᵢ."""
    assert evaluate(A[i, j], POINT, {i: 1, j: 2}) == 2
    assert evaluate(delta(i, j), POINT, {i: 1, j: 2}) == 0
    assert evaluate(delta(i, j), POINT, {i: 2, j: 2}) == 1
    assert evaluate(basis(i), POINT, {i: 2}) == (0, 1)
    assert evaluate(sum_(j, A[i, j] * delta(i, j)), POINT, {i: 2}) == 5


# --- derivatives ------------------------------------------------------------------------------------------------

GRADIENTS: list[tuple[Term, object]] = [
    (grad(dot(a, a), a), (6, 8)),
    (grad(a, a), ((1, 0), (0, 1))),
    (grad(c * a, c), (3, 4)),
    (grad(dot(u, u), a), (0, 0)),
    (grad(A @ a, a), ((1, 2), (3, 5))),
    (grad(a.T @ A, a), ((1, 3), (2, 5))),
    (grad(dot(a, A @ a), A), ((9, 12), (12, 16))),
    (grad(norm(a), a), (F(3, 5), F(4, 5))),
    (grad(sqrt(dot(a, a) + 11), a), (F(1, 2), F(2, 3))),
    (grad(1 / a, a), ((F(-1, 9), 0), (0, F(-1, 16)))),
    (grad(a**3, a), ((27, 0), (0, 48))),
    (grad(dot(a, a) ** F(-1, 2), a), (F(-3, 125), F(-4, 125))),
    (grad(absolute(u), u), ((1, 0), (0, -1))),
    (grad(exp(z), z), 1),
    (grad(log(1 + z), z), 1),
    (grad(tanh(z), z), 1),
    (grad(grad(tanh(z), z), z), 0),
    (grad(grad(grad(tanh(z), z), z), z), -2),
    (grad(grad(exp(c * z), z), z), 4),
    (grad(grad(dot(a, a) ** 2, a), a), ((4 * 25 + 8 * 9, 8 * 12), (8 * 12, 4 * 25 + 8 * 16))),
    (grad(grad(dot(a, a), a), a), ((2, 0), (0, 2))),
    (grad(grad(norm(a), a), a), ((F(16, 125), F(-12, 125)), (F(-12, 125), F(9, 125)))),
    (grad(grad(c * c * dot(a, u), c), a), (-4, 8)),
    (grad(det(A), A), ((5, -3), (-2, 1))),
    (grad(det(S), S), ((4, -2), (-2, 1))),
    (grad(trace(inverse(A)), A), ((-31, 18), (12, -7))),
    (grad(pinv(A), A), None),
    (grad(prod_(i, a[i]), a), (4, 3)),
    (grad(prod_(i, o[i]), o), (1, 0)),
    (grad(sum_(i, prod_(j, o[j], without=i)), o), (1, 1)),
    (grad(prod_(i, z - o[i]), z), -1),
    (grad(grad(prod_(i, z - o[i]), z), z), 2),
    (grad(grad(prod_(i, o[i]), o), o), ((0, 1), (1, 0))),
    (sum_(i, u[i] * grad(prod_(j, z - o[j], without=i), z)), -1),
    (grad(mean(a), a), (F(1, 2), F(1, 2))),
    (grad(var(a), a), (F(-1, 2), F(1, 2))),
    (sum_(i, grad(a[i] * u[i], a)), (1, -2)),
    (grad(dot(grad(dot(a, a), a), u), a), (2, -4)),
    (grad(c * dot(grad(c * dot(a, a), a), u), c), 2 * -2 * 2 * -5),
]


@pytest.mark.parametrize(("term", "value"), GRADIENTS, ids=[str(n) for n in range(len(GRADIENTS))])
def test_derivatives_by_hand(term, value):
    """First, second and third derivatives; the pseudo-inverse of an invertible matrix goes with its inverse."""
    expected = evaluate(grad(inverse(A), A), POINT) if value is None else numbers(value)
    assert evaluate(term, POINT) == expected


@pytest.mark.parametrize("data", [(5,), (0,), (0, 3), (2, 2, 0), (0, 0, 0), (0, 0, 4, -1), (1, -1, 2, 3)])
def test_products_that_leave_one_out(data):
    """∏_{m≠n} xₘ is ∂∏ₘ xₘ/∂xₙ, and Σₙ ∏_{m≠n} (z − xₘ) is d/dz ∏ₘ (z − xₘ), exact where factors are 0."""
    point = Point({N: len(data)}, {a: numbers(data), z: F(0)})
    others = [math.prod(data[:n] + data[n + 1 :]) for n in range(len(data))]
    left_out = prod_(i, a[i], without=j)
    assert [evaluate(left_out, point, {j: n + 1}) for n in range(len(data))] == others
    assert evaluate(grad(prod_(i, a[i]), a), point) == tuple(others)
    terms = sum_(j, prod_(i, z - a[i], without=j))
    assert evaluate(terms, point) == evaluate(grad(prod_(i, z - a[i]), z), point)
    assert evaluate(grad(terms, z), point) == evaluate(grad(grad(prod_(i, z - a[i]), z), z), point)


def test_what_a_product_leaves_out_must_be_defined():
    """∏_{i≠j} 1/oᵢ has no value where an oᵢ is 0, the one that is left out included: its body is a sub-term at every i."""
    term = prod_(i, 1 / o[i], without=j)
    for place in (1, 2):
        with pytest.raises(UndefinedAtPoint):
            evaluate(term, POINT, {j: place})
    assert evaluate(term, Point({N: 2}, {o: numbers((2, 4))}), {j: 1}) == F(1, 4)


@pytest.mark.parametrize("value", [0, 1, F(-1, 2)])
@pytest.mark.parametrize("matrix_", [((0,),), ((1, 2), (2, 4)), ((0, 1), (0, 0)), ((1, 0, 2), (0, 0, 0), (3, 1, 0))])
def test_derivatives_of_the_characteristic_polynomial(matrix_, value):
    """det(zI − A) and its derivatives by z are those of the polynomial, at its roots and elsewhere, N = 1 to 3."""
    from derive.evaluate.linear import characteristic_polynomial

    point = Point({N: len(matrix_)}, {A: numbers(matrix_), z: F(value)})
    coefficients, term = characteristic_polynomial(numbers(matrix_)), det(z * identity(N) - A)
    for _ in range(4):
        assert evaluate(term, point) == sum(c * F(value) ** e for e, c in enumerate(reversed(coefficients)))
        degree = len(coefficients) - 1
        coefficients = tuple(c * (degree - place) for place, c in enumerate(coefficients[:-1])) or (F(0),)
        term = grad(term, z)


@pytest.mark.parametrize(
    ("function", "order"),
    [
        (lambda x: (x * x + 1) / (x + 5), 4),
        (lambda x: x**-3 + x**4, 4),
        (lambda x: 1 / (1 + 1 / x), 4),
    ],
)
def test_derivatives_are_limits_of_exact_differences(function, order):
    """|central difference − derivative| falls like h², in exact arithmetic, for the first and the second derivative."""
    at, exact = F(2), [function(c)]
    for _ in range(2):
        exact.append(grad(exact[-1], c))
    f = [lambda x, t=term: evaluate(t, Point({}, {c: x})) for term in exact]
    for k in (0, 1):
        errors = [abs((f[k](at + h) - f[k](at - h)) / (2 * h) - f[k + 1](at)) for h in (F(1, 100), F(1, 200))]
        assert errors[1] * 3 < errors[0]
        assert errors[1] < F(1, 100)


def test_irrational_derivatives():
    """∂/∂a √(|a|² + 1) = a/√26 at a = (3, 4), and eˣ is its own derivative."""
    value = evaluate(grad(sqrt(dot(a, a) + 1), a), POINT)
    assert value == (surd({26: F(3, 26)}), surd({26: F(2, 13)}))
    derivative, function = evaluate(grad(exp(c), c), POINT), evaluate(exp(c), POINT)
    assert isinstance(derivative, Enclosure)
    assert (derivative.lo, derivative.hi) == (function.lo, function.hi)


# --- no value ---------------------------------------------------------------------------------------------------

UNDEFINED = {
    "division by zero": c / z,
    "division by a vector with a zero": 1 / o,
    "zero to a negative power": z**-1,
    "a vector with a zero to a negative power": o**-1,
    "a matrix with a zero to a negative power": hadamard_power(B, -1),
    "the root of a negative number": sqrt(c),
    "a half-integer power of a negative number": c ** F(3, 2),
    "zero to the power −1/2": z ** F(-1, 2),
    "a singular inverse": inverse(S),
    "a negative power of a singular matrix": S**-1,
    "log 0": log(z),
    "log of a negative number": log(c),
    "zero times what has no value": 0 * (1 / z),
    "a component of what has no value": sum_(i, (1 / o)[i] * delta(i, i)),
    "the derivative of a norm at 0": grad(norm(a - a), a),
    "the derivative of abs at 0": grad(absolute(z), z),
    "the derivative of a root at 0": grad(sqrt(z * z), z),
    "the derivative of a pinv without full rank": grad(pinv(S), S),
    "division by what cannot be told from 0": 1 / (exp(c) * exp(-c) - 1),
    "a root that cannot be told from one of a negative number": sqrt(exp(c) * exp(-c) - 1),
    "an inverse that cannot be certified": inverse((exp(c) * exp(-c) - 1) * identity(N)),
    "exp of a huge number": exp(as_term(10**9)),
    "a number too large": ((as_term(2) ** 200) ** 200) ** 200,
}


@pytest.mark.parametrize("term", UNDEFINED.values(), ids=UNDEFINED.keys())
def test_what_has_no_value(term):
    """`UndefinedAtPoint`, never a number."""
    with pytest.raises(UndefinedAtPoint):
        evaluate(term, POINT)


@pytest.mark.parametrize("word", ["symmetric", "orthogonal", "idempotent"])
def test_no_derivative_by_components_that_are_not_independent(word):
    """∂/∂A of a symmetric A depends on how A is written, so it is refused."""
    tied = matrix("T", N, N, word)
    point = Point({N: 1}, {tied: ((F(1),),)})
    with pytest.raises(UndefinedAtPoint, match=word):
        evaluate(grad(trace(tied), tied), point)


def test_input_errors():
    """A missing symbol, size or index, and an index out of range, are named."""
    lonely = Symbol("lonely", ())
    cases = [
        (lonely, None, "lonely"),
        (Dimension("M"), None, "M"),
        (a[i], None, "index i"),
        (a[i], {i: 3}, "out of range"),
        (a[i], {i: 0}, "out of range"),
    ]
    for term, place, message in cases:
        with pytest.raises(InputError, match=message):
            evaluate(term, POINT, place)


def test_work_is_bounded():
    """Five nested sums over 200 end in a `LimitError`, as do definitions nested without end."""
    names = [index(f"n{k}", N) for k in range(5)]
    body = a[names[0]]
    for name in names[1:]:
        body = body * a[name]
    for name in names:
        body = sum_(name, body)
    with pytest.raises(LimitError, match="entry operations"):
        evaluate(body, Point({N: 200}, {a: (F(1),) * 200}), effort=Effort(10_000))
    deep = c
    for number in range(1500):
        deep = let(f"d{number}", deep + 1)
    with pytest.raises(LimitError, match="nested"):
        evaluate(deep, POINT)


def test_shared_definitions_are_computed_once():
    """Sixty doublings: 2⁶⁰ additions if nothing were remembered."""
    term = c
    for number in range(60):
        term = let(f"d{number}", term + term)
    assert evaluate(term, POINT) == -2 * 2**60


def test_integers_are_ints_inside_and_fractions_outside():
    """Inside, the same value with integers as ints; what comes out holds fractions, integral or not."""
    evaluation = Evaluation(Point({N: 2}, {a: (F(2), F(3)), c: F(4)}))
    for term in (a / c, a + a, identity(N), outer(a, a), dot(a, a) / 13):
        outside, inside = list(entries(evaluation(term))), list(entries(evaluation.inside(term)))
        assert outside == inside
        assert {type(entry) for entry in outside} == {F}
        assert all((type(entry) is int) == (entry.denominator == 1) for entry in inside)
    assert evaluation.inside(a / c) == (F(1, 2), F(3, 4))
    assert type(evaluation.inside(dot(a, a) / 13)) is int


def test_a_long_integer_costs_what_a_long_fraction_costs():
    """The square of the length, of an int as of the fraction beside it; and beyond the bound there is no value."""
    spent = []
    for value in (F(3) ** 5000, F(3) ** 5000 / 2):
        effort = Effort()
        evaluate(c, Point({}, {c: value}), effort=effort)
        spent.append(Effort().left - effort.left)
    assert spent[0] == spent[1] > 50
    with pytest.raises(UndefinedAtPoint, match="bits"):
        evaluate(c, Point({}, {c: F(2) ** 100_001}))
