"""The checks of shapes: each refuses what it names, and lets the rest through."""

from __future__ import annotations

import pytest

from derive.errors import InputError, ShapeError
from derive.language.build import basis, matrix, scalar, vector
from derive.statements.shapes import require_closed, require_matrix, require_shape, require_square
from tests.words import K, N, n

v, w, A = vector("v", N), vector("w", K), matrix("A", N, K)


def test_what_fits_passes():
    """Dimensions come back; nothing is raised."""
    assert require_matrix("it", A) == (N, K)
    assert require_square("it", A * A.T) == N
    require_shape("it", v, (N,))
    require_closed("it", scalar("c"))


@pytest.mark.parametrize("term", [v, v.T, scalar("c")])
def test_a_matrix_is_wanted(term):
    """Vectors, rows and scalars are no matrices."""
    with pytest.raises(ShapeError, match="it must be a matrix"):
        require_matrix("it", term)


def test_a_square_matrix_is_wanted():
    """N × K is not square."""
    with pytest.raises(ShapeError, match="it must be square"):
        require_square("it", A)


def test_a_shape_is_wanted():
    """Both shapes are named."""
    with pytest.raises(ShapeError, match=r"it of shape \(K\)\n.*it must be \(N\)"):
        require_shape("it", w, (N,))


@pytest.mark.parametrize(
    "check", [require_closed, require_matrix, require_square, lambda what, term: require_shape(what, term, (N,))]
)
def test_free_indices_are_refused(check):
    """A term with free indices is a family, and refused before its shape is looked at."""
    with pytest.raises(InputError, match="the free index n"):
        check("it", basis(n))
