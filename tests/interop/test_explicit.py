"""Terms written out by components agree with SymPy's own explicit matrices."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import sympy

from derive.errors import InputError, LimitError, NameError_, UndefinedAtPoint
from derive.interop.explicit import explicit_with_domain, to_explicit
from derive.language import build as d
from derive.language import terms as t
from tests.words import K, N, i, j, one

a, b = d.vector("a", N), d.vector("b", N)
A, X = d.matrix("A", N, N), d.matrix("X", N, K)
s = d.scalar("s")

a1, a2, b1, b2, q = sympy.symbols("a_1 a_2 b_1 b_2 s", real=True)
A11, A12, A21, A22 = sympy.symbols("A_1_1 A_1_2 A_2_1 A_2_2", real=True)
va, vb, mA = sympy.Matrix([a1, a2]), sympy.Matrix([b1, b2]), sympy.Matrix([[A11, A12], [A21, A22]])

AT_TWO: dict[str, tuple[t.Term, Any]] = {
    "number": (t.as_term(Fraction(1, 3)), sympy.Rational(1, 3)),
    "dimension": (d.sqrt(N), sympy.sqrt(2)),
    "vector": (a, va),
    "row": (a.T, va.T),
    "ones, zeros": (one + d.zeros(N), sympy.ones(2, 1)),
    "identity": (d.identity(N), sympy.eye(2)),
    "sum, negative": (a - b, va - vb),
    "scalar": (s * a / N, q * va / 2),
    "matrix · vector": (A @ a, mA * va),
    "row · matrix": (a.T @ A, va.T * mA),
    "row · column": (a.T @ b, a1 * b1 + a2 * b2),
    "column · row": (t.Product((a, b.T)), va * vb.T),
    "three": (A @ A @ a, mA * mA * va),
    "Hadamard": (d.hadamard(a, b), sympy.Matrix([a1 * b1, a2 * b2])),
    "componentwise quotient": (a / b, sympy.Matrix([a1 / b1, a2 / b2])),
    "scalar over vector": (s / b, sympy.Matrix([q / b1, q / b2])),
    "power of a vector": (a**-2, sympy.Matrix([a1**-2, a2**-2])),
    "power of a matrix": (A**2, mA**2),
    "negative power of a matrix": (d.diag(a) ** -2, sympy.diag(a1**-2, a2**-2)),
    "power zero": (t.Power(A, Fraction(0)), sympy.eye(2)),
    "componentwise power": (d.hadamard_power(A, 2), mA.applyfunc(lambda x: x**2)),
    "half power": (t.Power(d.exp(s), Fraction(1, 2)), sympy.sqrt(sympy.exp(q))),
    "function": (d.tanh(a), va.applyfunc(sympy.tanh)),
    "diag": (d.diag(a), sympy.diag(a1, a2)),
    "trace": (d.trace(A), A11 + A22),
    "dot": (d.dot(a, b), va.dot(vb)),
    "outer": (d.outer(a, b), va * vb.T),
    "norm": (d.norm(a), sympy.sqrt(a1**2 + a2**2)),
    "det": (d.det(A), A11 * A22 - A12 * A21),
    "inverse": (d.inverse(A), mA.inv()),
    "pinv of numbers": (d.pinv(d.ones(N, N)), sympy.ones(2, 2) / 4),
    "sum of components": (d.sum_(i, a[i] ** 2), a1**2 + a2**2),
    "sum of basis vectors": (t.Sum(i, a[i] * d.basis(i)), va),
    "product of components": (d.prod_(i, a[i]), a1 * a2),
    "product of the others": (d.sum_(i, b[i] * d.prod_(j, a[j] + 1, without=i)), b1 * (a2 + 1) + b2 * (a1 + 1)),
    "gradient of the others": (d.sum_(i, d.grad(d.prod_(j, s - a[j], without=i), s)), sympy.Integer(2)),
    "delta": (d.sum_(i, d.sum_(j, d.delta(i, j) * A[i, j])), A11 + A22),
    "component of a row": (d.sum_(i, a.T[i]), a1 + a2),
    "gradient of a scalar": (d.grad(d.dot(a, a), a), 2 * va),
    "Jacobian": (d.grad(A @ a, a), mA),
    "gradient by a scalar": (d.grad(s**2 * a, s), 2 * q * va),
    "definition": (d.var(a), ((a1 - a2) / 2) ** 2),
}


@pytest.mark.parametrize("name", AT_TWO)
def test_components_at_two(name: str) -> None:
    """At N = 2 each node has the components that SymPy computes for the same formula."""
    term, expected = AT_TWO[name]
    found = to_explicit(term, 2)
    assert getattr(found, "shape", ()) == getattr(expected, "shape", ())
    difference = found - expected
    if isinstance(difference, sympy.MatrixBase):
        assert difference.applyfunc(sympy.simplify).is_zero_matrix
    else:
        assert sympy.simplify(difference) == 0


def test_tensors_are_arrays() -> None:
    """A shape of three axes comes as an N-dimensional array: ∂A/∂a vanishes, the Hessian of Σaₙ³ is diagonal."""
    assert to_explicit(d.grad(A, a), 2) == sympy.ImmutableDenseNDimArray.zeros(2, 2, 2)
    cubes = to_explicit(d.grad(d.grad(a**3, a), a), 2)
    assert cubes[0, 0, 0] == 6 * a1
    assert cubes[0, 1, 1] == 0


def test_sizes_by_dimension() -> None:
    """A mapping gives each dimension its size; a missing or impossible size is refused by name."""
    assert to_explicit(X, {N: 2, K: 3}).shape == (2, 3)
    assert to_explicit(a, 1).shape == (1, 1)
    with pytest.raises(InputError, match="no size is given for the dimension K"):
        to_explicit(X, {N: 2})
    for size in (0, -1, True):
        with pytest.raises(InputError, match="sizes are integers of at least 1"):
            to_explicit(a, size)
    with pytest.raises(LimitError, match="explicit components"):
        to_explicit(A, 1000)


def test_definitions_are_unfolded() -> None:
    """A definition without parameters is what it stands for; a derivative sees through it."""
    mu = d.let("mu", d.dot(a, one) / N)
    assert sympy.expand(to_explicit(mu * s, 2) - (a1 + a2) / 2 * q) == 0
    assert to_explicit(d.grad(mu, a), 2) == sympy.ones(2, 1) / 2


def test_properties_are_assumptions() -> None:
    """Scalars and components carry what SymPy can say of them; a symmetric matrix has equal entries."""
    assert to_explicit(d.scalar("p", "positive"), 2).is_positive
    assert all(x.is_nonzero for x in to_explicit(d.vector("g", N, "nonzero"), 2))
    symmetric = to_explicit(d.matrix("S", N, N, "symmetric"), 2)
    assert symmetric == symmetric.T


REFUSED: dict[str, tuple[t.Term, type[Exception], str]] = {
    "free index": (a[i], InputError, "free indices i"),
    "zero divisor": (a / (N - N), UndefinedAtPoint, "divisor is identically zero"),
    "zero to a negative power": (t.Power(s - s, Fraction(-1)), UndefinedAtPoint, "divisor"),
    "singular inverse": (d.inverse(d.ones(N, N)), UndefinedAtPoint, "identically zero"),
    "symbolic pinv": (d.pinv(X), InputError, "pseudo-inverse"),
    "one name for two": (d.scalar("a_1") * a, NameError_, "'a_1' belongs to"),
    "derivative by a symmetric matrix": (
        d.grad(d.trace(d.matrix("S", N, N, "symmetric")), d.matrix("S", N, N, "symmetric")),
        InputError,
        "symmetric 'S'",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_has_no_components_is_refused(name: str) -> None:
    """Undefined, unknown and ambiguous components are errors that say so."""
    term, error, message = REFUSED[name]
    with pytest.raises(error, match=message):
        to_explicit(term, 2)


def test_the_domain_is_kept() -> None:
    """SymPy turns √s·√s into s; the condition s ≥ 0 is still reported, and so are divisors and logarithms."""
    value, domain = explicit_with_domain(d.sqrt(s) ** 2 + s / s + d.log(s), 2)
    assert value == q + 1 + sympy.log(q)
    assert domain == [("nonneg", q), ("nonzero", q), ("positive", q)]


def test_what_is_kept_says_what_it_needs() -> None:
    """A term met again, in itself or in another, has the same domain, and a clash of names is seen again."""
    quotient = a / d.norm(a)
    first = explicit_with_domain(quotient, 2)[1]
    assert ("nonzero", sympy.sqrt(a1**2 + a2**2)) in first
    assert explicit_with_domain(quotient, 2)[1] == first
    assert set(first) <= set(explicit_with_domain(quotient + a, 2)[1])
    clash = d.scalar("a_1") * a
    for _ in range(2):
        with pytest.raises(NameError_):
            to_explicit(clash, 2)
