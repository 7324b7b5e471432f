"""The spectra for all N beside what SymPy finds at concrete N: characteristic polynomials, null spaces, eigenvectors."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
import sympy
from sympy.polys.matrices import DomainMatrix

from derive.interop.explicit import explicit_symbol, to_explicit
from derive.language.build import grad, norm, vector
from derive.language.substitution import substitute
from derive.language.terms import Symbol, Term
from derive.statements.eigenvalues import Eigenvalues
from derive.theories.layernorm.axes import chosen, gamma_1, gamma_2, signs, two_sizes
from derive.theories.layernorm.maps import alpha, gain
from derive.theories.layernorm.names import N, g, t
from derive.theories.layernorm.spaces import M_Z, count, size, support
from derive.theories.layernorm.spectrum import centred_gram, gram, inverse_gram, p, p_nonzero, power_of_t, q, z

OF_GRAM = z / N * grad(q, z)
OF_INVERSE = z * (z * grad(p, z) - N * p) / norm(alpha) ** 2
ALPHA = vector("alpha", N, "nonzero")


def in_alpha(term: Term) -> Term:
    """The term with α for 1/g."""
    return substitute(term, {gain: 1 / ALPHA})


def coefficients(matrix: Any, variables: list[Any]) -> list[Any]:
    """Those of det(zI − M), the highest first, by SymPy's own algorithm, in a field of fractions."""
    field = sympy.QQ.frac_field(*variables)
    rows = [[field.from_sympy(entry) for entry in row] for row in matrix.tolist()]
    found: list[Any] = DomainMatrix(rows, matrix.shape, field).charpoly()
    return found


def claimed(polynomial: Any, variable: Symbol, variables: list[Any]) -> list[Any]:
    """The coefficients of the polynomial that the theory states."""
    field = sympy.QQ.frac_field(*variables)
    terms = sympy.Poly(polynomial, explicit_symbol(variable, ())).all_coeffs()
    return [field.from_sympy(coefficient) for coefficient in terms]


def agree(matrix: Term, polynomial: Term, size_: int) -> bool:
    """Is this the characteristic polynomial, with the gains as symbols?"""
    explicit = to_explicit(matrix, size_)
    variables = sorted(explicit.free_symbols, key=str)
    return coefficients(explicit, variables) == claimed(to_explicit(polynomial, size_), z, variables)


@pytest.mark.parametrize("size_", range(2, 8))
def test_gram(size_: int) -> None:
    """det(zI − GΠG) with N symbols for the gains, N = 2 … 7."""
    assert agree(gram, OF_GRAM, size_)


@pytest.mark.parametrize("size_", range(2, 6))
def test_centred_gram(size_: int) -> None:
    """det(zI − ΠG²Π) is the same polynomial."""
    assert agree(centred_gram, OF_GRAM, size_)


@pytest.mark.parametrize("size_", range(2, 5))
def test_inverse(size_: int) -> None:
    """det(zI − Π₂G⁻²Π₂) with N symbols for the gains, N = 2 … 4."""
    assert agree(inverse_gram, OF_INVERSE, size_)


@pytest.mark.parametrize("size_", range(2, 6))
def test_inverse_in_alpha(size_: int) -> None:
    """The same with symbols for α, N = 2 … 5."""
    assert agree(in_alpha(inverse_gram), in_alpha(OF_INVERSE), size_)


def test_a_wrong_polynomial_is_told_apart() -> None:
    """The comparison can fail: N − 1 for N, and a matrix without its projector."""
    assert not agree(gram, z / (N + 1) * grad(q, z), 3)
    assert not agree(gram * gram, OF_GRAM, 3)
    assert not agree(in_alpha(inverse_gram), in_alpha(z * OF_INVERSE), 3)


@pytest.mark.parametrize(("size_", "zeros"), [(size_, k) for size_ in range(2, 6) for k in range(1, size_)])
def test_zero_gains(size_: int, zeros: int) -> None:
    """det(tI − M_Z) for each number of zero gains, with symbols for the others."""
    marks = {explicit_symbol(support, (i,)): int(i >= zeros) for i in range(size_)}
    matrix = to_explicit(M_Z, size_).xreplace(marks)
    polynomial = to_explicit(power_of_t / count * (N * p_nonzero - t * grad(p_nonzero, t)), size_).xreplace(marks)
    variables = sorted((explicit_symbol(size, (i,)) for i in range(size_)), key=str)
    assert coefficients(matrix, variables) == claimed(polynomial, t, variables)


GAINS = [
    (Fraction(1), Fraction(2)),
    (Fraction(1), Fraction(1), Fraction(-3)),
    (Fraction(0), Fraction(1), Fraction(2)),
    (Fraction(0), Fraction(0), Fraction(2), Fraction(1)),
    (Fraction(2), Fraction(-2), Fraction(2), Fraction(1)),
    (Fraction(1, 2), Fraction(3), Fraction(3), Fraction(0), Fraction(1)),
]


def at(matrix: Term, values: tuple[Fraction, ...]) -> Any:
    """The matrix with rational gains."""
    place = {explicit_symbol(g, (i,)): sympy.Rational(x.numerator, x.denominator) for i, x in enumerate(values)}
    return to_explicit(matrix, len(values)).xreplace(place)


@pytest.mark.parametrize("values", GAINS)
def test_null_spaces(values: tuple[Fraction, ...]) -> None:
    """As many zero axes as the theory says: the null space of GΠG has max(k, 1) dimensions, that of ΠG²Π as many."""
    zeros = max(values.count(Fraction(0)), 1)
    assert len(at(gram, values).nullspace()) == len(at(centred_gram, values).nullspace()) == zeros


@pytest.mark.parametrize("values", [GAINS[0], GAINS[1], GAINS[4]])
def test_eigenvectors_map(values: tuple[Fraction, ...]) -> None:
    """SymPy's eigenvectors of ΠG²Π, times G, are eigenvectors of GΠG with the same eigenvalue, and orthogonal to α."""
    matrix, gains = at(gram, values), sympy.diag(*(sympy.Rational(x.numerator, x.denominator) for x in values))
    inverse = sympy.Matrix([1 / x for x in gains.diagonal()])
    for value, _, vectors in at(centred_gram, values).eigenvects():
        for vector_ in vectors if value != 0 else ():
            image = gains * vector_
            assert sympy.simplify(matrix * image - value * image).is_zero_matrix
            assert sympy.simplify(inverse.dot(image)) == 0


@pytest.mark.parametrize(("marks", "sizes"), [((1, 0), (1, 2)), ((0, 1, 1), (3, -1)), ((1, 0, 1, 1, 0), (2, 2))])
def test_two_sizes(marks: tuple[int, ...], sizes: tuple[int, int]) -> None:
    """With gains of two sizes the eigenvalues are those that the theory lists, with SymPy's multiplicities."""
    statement = two_sizes.statement
    assert isinstance(statement, Eigenvalues)
    place: dict[Any, int] = {explicit_symbol(gamma_1, ()): sizes[0], explicit_symbol(gamma_2, ()): sizes[1]}
    for i, mark in enumerate(marks):
        place |= {explicit_symbol(chosen, (i,)): mark, explicit_symbol(signs, (i,)): i % 2}
    expected: dict[Any, Any] = {}
    for each in statement.eigenvalues:
        value, multiplicity = (
            to_explicit(term, {N: len(marks)}).xreplace(place) for term in (each.value, each.multiplicity)
        )
        expected[value] = expected.get(value, 0) + multiplicity
    found = to_explicit(statement.matrix, len(marks)).xreplace(place).eigenvals()
    assert found == {value: multiplicity for value, multiplicity in expected.items() if multiplicity}


@pytest.mark.parametrize("values", [(1, 2, 3), (0, 1, 2, 5), (1, 1, 2, 3), (0, 0, 1, 4)])
def test_interlacing(values: tuple[int, ...]) -> None:
    """Between two neighbouring squared gains lies one eigenvalue: isolated by SymPy's exact root counting."""
    *rest, last = at(centred_gram, tuple(map(Fraction, values))).charpoly().all_coeffs()
    assert last == 0  # the eigenvector 1
    roots = sympy.Poly(rest, sympy.Symbol("x")).real_roots()
    squares = sorted(x**2 for x in values)
    for low, high in pairwise(squares):
        inside = sum(bool(low < root) and bool(root < high) for root in roots)
        assert inside == (1 if low < high else 0)
    for value in set(squares):
        assert sum(bool(root == value) for root in roots) == squares.count(value) - 1
