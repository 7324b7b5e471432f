"""Exact linear algebra, against SymPy and against what defines each thing."""

from __future__ import annotations

from fractions import Fraction as F
from random import Random

import pytest
import sympy

from derive.errors import InputError, UndefinedAtPoint
from derive.evaluate import arrays
from derive.evaluate.linear import (
    characteristic_polynomial,
    determinant,
    in_span,
    null_space,
    pseudo_inverse,
    rank,
    row_reduce,
)
from derive.evaluate.numbers import ONE, ZERO, Enclosure, surd

R2 = surd({2: ONE})


def rational(rows, columns, random, below):
    """A random rational matrix whose rank is at most ``below``: a product of two."""

    def entry():
        return F(random.randint(-3, 3), random.randint(1, 3))

    left = [[entry() for _ in range(below)] for _ in range(rows)]
    right = [[entry() for _ in range(columns)] for _ in range(below)]
    return arrays.times(tuple(map(tuple, left)), tuple(map(tuple, right)))


def in_sympy(matrix):
    """The same matrix in SymPy."""
    return sympy.Matrix([[sympy.Rational(x.numerator, x.denominator) for x in row] for row in matrix])


def ours(matrix):
    """A SymPy matrix of rationals as tuples of fractions."""
    return tuple(tuple(F(int(x.p), int(x.q)) for x in row) for row in matrix.tolist())


def cases():
    """Every shape up to 4 × 4, of full and of lower rank."""
    random = Random("matrices")
    for rows in range(1, 5):
        for columns in range(1, 5):
            for below in {1, min(rows, columns), max(1, min(rows, columns) - 1)}:
                yield rational(rows, columns, random, below)


MATRICES = [*cases(), ((ZERO,),), ((ZERO, ZERO), (ZERO, ZERO)), ((ZERO, ONE), (ZERO, ZERO))]
SQUARE = [matrix for matrix in MATRICES if len(matrix) == len(matrix[0])]


def test_elimination_is_sympys():
    """Row echelon form, pivots, rank and pseudo-inverse of rational matrices, singular ones among them."""
    ranks = set()
    for matrix in MATRICES:
        theirs, pivots = in_sympy(matrix).rref()
        assert row_reduce(matrix) == (ours(theirs), tuple(pivots))
        assert rank(matrix) == in_sympy(matrix).rank()
        assert pseudo_inverse(matrix) == ours(in_sympy(matrix).pinv())
        ranks.add((len(matrix), len(matrix[0]), rank(matrix)))
    assert {(3, 3, 1), (3, 3, 2), (3, 3, 3), (2, 4, 1), (4, 2, 2)} <= ranks


def test_determinants_and_characteristic_polynomials_are_sympys():
    """det M, and det(zI − M) with the leading coefficient first."""
    z = sympy.Symbol("z")
    for matrix in SQUARE:
        assert determinant(matrix) == F(str(in_sympy(matrix).det()))
        coefficients = [F(str(c)) for c in in_sympy(matrix).charpoly(z).all_coeffs()]
        assert list(characteristic_polynomial(matrix)) == coefficients


def test_a_matrix_is_a_root_of_its_characteristic_polynomial():
    """Cayley–Hamilton."""
    for matrix in SQUARE:
        size = len(matrix)
        total = arrays.fill((size, size), lambda *_: ZERO)
        for coefficient in characteristic_polynomial(matrix):  # by Horner's rule
            scalar = arrays.fill((size, size), lambda i, j, c=coefficient: c if i == j else ZERO)
            total = arrays.apply(lambda x, y: x + y, arrays.times(total, matrix), scalar)
        assert not any(arrays.entries(total))


def test_null_spaces():
    """Every vector of the basis is sent to 0, they are independent, and there are columns − rank of them."""
    for matrix in MATRICES:
        basis = null_space(matrix)
        assert len(basis) == len(matrix[0]) - rank(matrix)
        assert rank(basis) == len(basis)
        assert all(not any(arrays.dot(row, v) for row in matrix) for v in basis)


def test_spans():
    """A column is in the span of the others just when the rank does not grow with it; of nothing only 0 is."""
    answers = set()
    for matrix in MATRICES:
        *others, last = arrays.transpose(matrix)
        expected = rank(matrix) == (in_sympy(arrays.transpose(tuple(others))).rank() if others else 0)
        assert in_span(last, others) is expected
        answers.add(expected)
    assert answers == {True, False}
    assert in_span((ZERO, ZERO), ())
    assert not in_span((ZERO, ONE), ())


def test_surds_are_exact_too():
    """Over ℚ(√2): [[1, √2], [√2, 2]] has rank 1 and the eigenvalues 0 and 3; with 1 + √2 below it has rank 2."""
    singular = ((ONE, R2), (R2, F(2)))
    assert rank(singular) == 1
    assert null_space(singular) == ((-R2, ONE),)
    assert determinant(singular) == 0
    assert characteristic_polynomial(singular) == (1, -3, 0)
    assert arrays.times(arrays.times(singular, pseudo_inverse(singular)), singular) == singular
    assert rank(((ONE, R2), (R2, 1 + R2))) == 2
    assert in_span((R2, F(2)), ((ONE, R2),))
    assert not in_span((R2, F(3)), ((ONE, R2),))


@pytest.mark.parametrize(
    "function", [row_reduce, rank, null_space, determinant, characteristic_polynomial, pseudo_inverse]
)
def test_enclosures_are_refused(function):
    """A number that is only enclosed is no exact entry, even where it is certainly not 0."""
    with pytest.raises(UndefinedAtPoint, match="enclosure"):
        function(((Enclosure(F(1), F(2)), ONE), (ONE, ONE)))


@pytest.mark.parametrize("function", [determinant, characteristic_polynomial])
def test_rectangles_are_refused(function):
    """Determinants and characteristic polynomials are of square matrices."""
    with pytest.raises(InputError, match="2 rows and 3 columns"):
        function(((ONE, ONE, ONE), (ONE, ONE, ONE)))
