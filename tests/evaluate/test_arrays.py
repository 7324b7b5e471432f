"""Elimination and determinants, against definitions that share nothing with them."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derive.errors import UndefinedAtPoint
from derive.evaluate import arrays
from derive.evaluate.matrix_functions import is_positive_definite
from derive.evaluate.numbers import Enclosure, surd


def matrices(rows, columns, reach=4):
    """Small integer matrices."""
    row = st.tuples(*[st.integers(-reach, reach).map(F)] * columns)
    return st.tuples(*[row] * rows)


def leibniz(matrix):
    """det A = Σ sign(p) ∏ Aᵢ,ₚ₍ᵢ₎."""
    size, total = len(matrix), F(0)
    for p in permutations(range(size)):
        term = F((-1) ** sum(p[i] > p[j] for i in range(size) for j in range(i, size)))
        for i in range(size):
            term = term * matrix[i][p[i]]
        total = total + term
    return total


@settings(max_examples=80, deadline=None)
@given(st.integers(1, 4).flatmap(lambda n: matrices(n, n)))
def test_determinant_is_leibniz_and_decides_the_inverse(matrix):
    """det by the formula of Leibniz; A⁻¹A = I when det ≠ 0, refused when det = 0."""
    determinant = arrays.determinant(matrix)
    assert determinant == leibniz(matrix)
    if determinant:
        assert arrays.times(arrays.inverse(matrix), matrix) == arrays.identity(len(matrix))
    else:
        with pytest.raises(UndefinedAtPoint, match="singular"):
            arrays.inverse(matrix)


@settings(max_examples=80, deadline=None)
@given(st.tuples(st.integers(1, 3), st.integers(1, 3)).flatmap(lambda s: matrices(*s, 1)))
def test_pseudo_inverse_satisfies_the_penrose_equations(m):
    """The four equations, at every rank."""
    p = arrays.pseudo_inverse(m)
    mp, pm = arrays.times(m, p), arrays.times(p, m)
    assert arrays.times(mp, m) == m
    assert arrays.times(pm, p) == p
    assert arrays.transpose(mp) == mp
    assert arrays.transpose(pm) == pm


def test_surds_and_uncertain_entries():
    """A rank is decided over surds, and refused where an entry cannot be told from 0."""
    root = surd({2: F(1)})
    singular = ((root, F(2)), (F(1), root))
    assert arrays.determinant(singular) == 0
    with pytest.raises(UndefinedAtPoint, match="singular"):
        arrays.inverse(singular)
    unsure = ((Enclosure(F(-1), F(1)), F(0)), (F(0), F(1)))
    with pytest.raises(UndefinedAtPoint, match="rank"):
        arrays.inverse(unsure)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.fractions(max_denominator=12), st.fractions(max_denominator=12)), min_size=1, max_size=6))
def test_dot_is_the_plain_sum(pairs):
    """Over one denominator or term by term: the same number, canonical; surds may be among the entries."""
    left, right = zip(*pairs, strict=True)
    root = surd({2: F(1)})
    plain = sum((u * v for u, v in pairs), F(0))
    assert arrays.dot(left, right) == plain
    assert arrays.dot((*left, root), (*right, root)) == plain + 2


def test_access():
    """Positions run with the last axis fastest; `put` changes one entry."""
    matrix = ((F(1), F(2)), (F(3), F(4)))
    assert list(arrays.positions(matrix)) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert [arrays.at(matrix, place) for place in arrays.positions(matrix)] == list(arrays.entries(matrix))
    assert arrays.put(matrix, (1, 0), F(9)) == ((F(1), F(2)), (F(9), F(4)))
    assert list(arrays.positions(F(5))) == [()]


def by_fractions(matrix, columns):
    """The rows as elimination with fractions leaves them, and the pivot columns."""
    rows, pivots = [list(row) for row in matrix], []
    for column in range(columns):
        found = next((i for i in range(len(pivots), len(rows)) if rows[i][column]), None)
        if found is None:
            continue
        place = len(pivots)
        rows[place], rows[found] = rows[found], rows[place]
        rows[place] = [entry / rows[place][column] for entry in rows[place]]
        for i, row in enumerate(rows):
            if i != place:
                rows[i] = [entry - row[column] * above for entry, above in zip(row, rows[place], strict=True)]
        pivots.append(column)
    return tuple(map(tuple, rows)), tuple(pivots)


FRACTIONS = st.fractions(-3, 3, max_denominator=4)


@settings(max_examples=150, deadline=None)
@given(
    st.integers(1, 4).flatmap(lambda n: st.lists(st.tuples(*[FRACTIONS] * 5), min_size=n, max_size=n)),
    st.integers(1, 5),
)
def test_elimination_in_integers_is_that_with_fractions(rows, columns):
    """Also what is left of the other columns in rows without a pivot; all entries come out as fractions."""
    matrix = tuple(rows)
    doubled = (*matrix, tuple(2 * entry for entry in matrix[0]))
    for each in (matrix, doubled, arrays.whole(matrix)):
        reduced, pivots = arrays.reduce_rows(each, columns)
        assert (reduced, pivots) == by_fractions(arrays.apply(F, each), columns)
        assert all(type(entry) is F for entry in arrays.entries(reduced))


@settings(max_examples=80, deadline=None)
@given(st.integers(1, 4).flatmap(lambda n: st.lists(st.tuples(*[FRACTIONS] * n), min_size=n, max_size=n)))
def test_minors_in_integers(rows):
    """Determinants of fractions, and a symmetric matrix is positive definite when its leading minors are positive."""
    matrix = tuple(rows)
    assert arrays.determinant(matrix) == leibniz(matrix)
    size = len(matrix)
    for shift in (0, 3, 6):
        symmetric = arrays.fill((size, size), lambda i, j, s=shift: matrix[i][j] + matrix[j][i] + (s if i == j else 0))
        minors = [leibniz([row[:k] for row in symmetric[:k]]) for k in range(1, size + 1)]
        assert is_positive_definite(symmetric) is (min(minors) > 0)


def test_determinants_of_integers_are_integers():
    """As everywhere inside an evaluation; of fractions they are fractions, also where these are whole."""
    assert type(arrays.determinant(((2, 1), (1, 3)))) is int
    assert type(arrays.determinant(((F(2), 1), (1, 3)))) is F
