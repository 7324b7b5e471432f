"""exp, log and roots of matrices of numbers: exact where they are, else enclosed, and never wrong."""

from __future__ import annotations

from fractions import Fraction as F
from math import factorial

import pytest

from derive.errors import UndefinedAtPoint
from derive.evaluate import arrays
from derive.evaluate.evaluate import evaluate
from derive.evaluate.matrix_functions import exp, is_positive_definite, log, sqrt
from derive.evaluate.numbers import Enclosure, enclose, surd
from derive.evaluate.point import Point
from derive.evaluate.witness import find_witness
from derive.language import build as b
from derive.language.build import entrywise, grad, matrix_exp, matrix_log, trace
from derive.language.hypotheses import equal, positive_definite
from derive.language.terms import Power, Term
from tests.words import A, B, K, N

S, T = b.matrix("S", N, N, "positive_definite"), b.matrix("T", N, N, "positive_definite")
Q, R = b.matrix("Q", N, K), b.matrix("R", N, K)
t = b.scalar("t")


def rows(*values):
    return tuple(tuple(map(F, row)) for row in values)


def series(matrix, terms=90):
    """The sum of so many terms, exactly."""
    size = len(matrix)
    total = term = arrays.identity(size)
    for k in range(1, terms):
        term = arrays.apply(lambda x, k=k: x / k, arrays.times(term, matrix))
        total = arrays.apply(lambda x, y: x + y, total, term)
    norm = max(sum(abs(x) for x in row) for row in matrix)
    return total, 2 * norm**terms / factorial(terms)


MATRICES = [
    rows((1, 2), (3, 4)),
    rows((0, -1), (1, 0)),
    rows((F(1, 3), -2), (F(5, 7), F(1, 9))),
    rows((1, 1, 0), (0, 1, 1), (1, 0, -1)),
    rows((60, 59), (-60, -59)),
    rows((F(1, 10**6), 1), (F(1, 10**9), 0)),
    rows((-7, 3), (3, -7)),
]


@pytest.mark.parametrize("matrix", MATRICES, ids=str)
def test_exp_is_enclosed(matrix) -> None:
    """The exact partial sums, with a bound of the rest, meet every enclosure; these are narrow."""
    total, rest = series(matrix, 90 if max(map(max, matrix)) < 50 else 500)
    for entry, exact in zip(arrays.entries(exp(matrix)), arrays.entries(total), strict=True):
        found = enclose(entry)
        assert found.lo <= exact + rest
        assert exact - rest <= found.hi
        assert found.hi - found.lo < F(1, 10**20)


@pytest.mark.parametrize(
    ("matrix", "value"),
    [
        (rows((0, 0), (0, 0)), rows((1, 0), (0, 1))),
        (rows((0, 3), (0, 0)), rows((1, 3), (0, 1))),
        (rows((0, 1, 1), (0, 0, 2), (0, 0, 0)), rows((1, 1, 2), (0, 1, 2), (0, 0, 1))),
        (rows((2, 4), (-1, -2)), rows((3, 4), (-1, -1))),
    ],
    ids=str,
)
def test_exp_of_nilpotent_matrices_is_exact(matrix, value) -> None:
    """Their series end."""
    assert exp(matrix) == value


def test_exp_too_large() -> None:
    """Beyond a bound it has no value rather than a wrong one."""
    with pytest.raises(UndefinedAtPoint, match="norm beyond"):
        exp(rows((10**6, 1), (1, 0)))


@pytest.mark.parametrize(
    ("matrix", "root"),
    [
        (rows((4, 0), (0, 9)), rows((2, 0), (0, 3))),
        (rows((5, 4), (4, 5)), rows((2, 1), (1, 2))),
        (rows((2, 0), (0, 3)), ((surd({2: F(1)}), 0), (0, surd({3: F(1)})))),
        (rows((9, 0, 0), (0, 4, 0), (0, 0, 1)), rows((3, 0, 0), (0, 2, 0), (0, 0, 1))),
    ],
    ids=str,
)
def test_roots(matrix, root) -> None:
    """The positive definite root, exactly."""
    assert sqrt(matrix) == root


@pytest.mark.parametrize("matrix", [rows((2, 1), (1, 1)), rows((2, 2), (2, 5)), rows((3, -1), (-1, F(1, 2)))], ids=str)
def test_roots_and_logarithms_return(matrix) -> None:
    """√S √S and exp log S enclose S."""
    root = sqrt(matrix)
    for back in (arrays.times(root, root), exp(log(matrix))):
        for entry, exact in zip(arrays.entries(back), arrays.entries(matrix), strict=True):
            bounds = enclose(entry) if isinstance(entry, Enclosure) else Enclosure(exact, exact)
            assert bounds.lo <= exact <= bounds.hi
            assert isinstance(entry, Enclosure) or entry == exact


@pytest.mark.parametrize(
    ("matrix", "reason"),
    [
        (rows((1, 2), (0, 1)), "positive definite"),
        (rows((1, 2), (2, 1)), "positive definite"),
        (rows((0, 0), (0, 1)), "positive definite"),
        (rows((-1, 0), (0, -1)), "positive definite"),
        (rows((2, 1, 0), (1, 2, 1), (0, 1, 2)), "beyond 2 × 2"),
    ],
    ids=str,
)
def test_no_value(matrix, reason) -> None:
    """Other matrices have no logarithm and no root, or none that is computed."""
    for function in (log, sqrt):
        with pytest.raises(UndefinedAtPoint, match=reason):
            function(matrix)


def test_definiteness() -> None:
    """By the leading minors."""
    assert is_positive_definite(rows((2, 1), (1, 1))) is True
    assert is_positive_definite(rows((2, 1), (0, 1))) is False
    assert is_positive_definite(rows((1, 1), (1, 1))) is False


@pytest.mark.parametrize("matrix", MATRICES[:2], ids=str)
def test_derivative(matrix) -> None:
    """d/dt e^{tA} at t = 2 meets A e^{2A}; and the derivative by the matrix, of a trace, is exp(A)ᵀ."""
    point = Point({N: len(matrix)}, {A: matrix, t: F(2)})
    for left, right in [
        (grad(matrix_exp(t * A), t), A * matrix_exp(t * A)),
        (grad(grad(matrix_exp(t * A), t), t), A * A * matrix_exp(t * A)),
        (grad(trace(matrix_exp(A)), A), matrix_exp(A).T),
    ]:
        one, other = (list(arrays.entries(evaluate(side, point))) for side in (left, right))
        for x, y in zip(one, other, strict=True):
            first, second = enclose(x), enclose(y)
            assert first.lo <= second.hi
            assert second.lo <= first.hi
            assert first.hi - first.lo < F(1, 10**15)


FALSE: dict[str, tuple[Term, Term]] = {
    "e^{A+B} = e^A e^B": (matrix_exp(A + B), matrix_exp(A) * matrix_exp(B)),
    "e^{A+B} = e^A ⊙ e^B": (matrix_exp(A + B), b.hadamard(matrix_exp(A), matrix_exp(B))),
    "det e^A": (b.det(matrix_exp(A)), b.exp(2 * trace(A))),
    "exp 0 = 11ᵀ": (matrix_exp(b.zeros(N, N)), b.ones(N, N)),
    "by entries": (entrywise("exp", Q * R.T), matrix_exp(Q * R.T)),
    "d/dt e^{tA}": (grad(matrix_exp(t * A), t), matrix_exp(t * A)),
    "exp(BAB⁻¹)": (matrix_exp(B * A * b.inverse(B)), matrix_exp(A)),
    "e^{Aᵀ} = e^A": (matrix_exp(A.T), matrix_exp(A)),
    "S^{1/2} = S": (Power(S, F(1, 2)), S),
    "S^{-1/2} = S^{1/2}": (Power(S, F(-1, 2)), Power(S, F(1, 2))),
    "(S + T)^{1/2}": (Power(S + T, F(1, 2)), Power(S, F(1, 2)) + Power(T, F(1, 2))),
    "log(S + T)": (matrix_log(S + T), matrix_log(S) + matrix_log(T)),
    "log S by entries": (matrix_log(S), S - b.identity(N)),
}


@pytest.mark.parametrize(("left", "right"), FALSE.values(), ids=FALSE)
def test_witnesses(left: Term, right: Term) -> None:
    """What is false is refuted."""
    assert find_witness(left, right) is not None


def test_witnesses_respect_hypotheses() -> None:
    """Under A B = B A the law holds; with a factor 2 it fails, and the witness commutes."""
    given = (equal(A * B, B * A),)
    assert find_witness(matrix_exp(A + B), matrix_exp(A) * matrix_exp(B), given) is None
    found = find_witness(matrix_exp(A + 2 * B), matrix_exp(A) * matrix_exp(B), given)
    assert found is not None
    a, c = found.point.values[A], found.point.values[B]
    assert arrays.times(a, c) == arrays.times(c, a)


def test_points_of_definite_matrices() -> None:
    """A matrix declared or assumed positive definite is one at every witness."""
    for symbol, given in [(S, ()), (A, (positive_definite(A),))]:
        found = find_witness(symbol * symbol, symbol, given)
        assert found is not None
        assert is_positive_definite(found.point.values[symbol]) is True
