"""Terms go to SymPy and back; what has no SymPy form is refused by name."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
import sympy

from derive.errors import InputError
from derive.interop.from_sympy import from_sympy
from derive.interop.to_sympy import to_sympy
from derive.language import build as d
from derive.language import terms as t
from tests.words import A, B, K, N, one

a, b, g = (d.vector(name, N) for name in "abg")
w = d.vector("w", K)
X = d.matrix("X", N, K)
s, p = d.scalar("s"), d.scalar("p", "positive")
i, j, k = d.index("i", N), d.index("j", N), d.index("k", K)
centred = a - d.mean(a) * one

ROUND: dict[str, t.Term] = {
    "number": t.as_term(Fraction(-2, 3)),
    "dimension": N * d.trace(A),
    "scalars": s**2 * p - s / p,
    "roots": d.sqrt(p) + t.Power(p, Fraction(-3, 2)),
    "functions of scalars": d.exp(s) * d.tanh(s) + d.absolute(s) + d.log(p),
    "functions of vectors": d.exp(a) + d.tanh(b),
    "sum of vectors": a - b + one,
    "scaled": (s * a) / p,
    "Hadamard": d.hadamard(a, b, g),
    "Hadamard of scalars": t.Hadamard((s, p)),
    "quotient of vectors": a / g,
    "scalar over a vector": p / g,
    "powers of components": g**-2 + a**3,
    "powers of matrices": A**2 @ a,
    "powers of components of a matrix": d.hadamard_power(X, 2),
    "dot": d.dot(a, b),
    "row times column": t.Product((a.T, A, b)),
    "scalar in the middle": t.Product((A, t.Product((a.T, b)), g)),
    "1×1 first": t.Product((a.T, b, g)),
    "column times row": t.Product((a, w.T)),
    "outer": d.outer(a, w),
    "norms": d.norm(a) + d.norm(X),
    "trace and det": d.trace(A @ B) * d.det(A),
    "inverse": d.inverse(A) @ a,
    "diag": d.diag(g) @ d.diag(a) @ b,
    "transpose": X.T @ a,
    "rows": a.T + b.T,
    "transposed scalar": s.T,
    "identity and ones": d.identity(N) - d.outer(one, one) / N,
    "zeros": d.zeros(N, K) + X,
    "statistics": d.var(a) + d.cos(a, b),
    "Eq. (1)": d.hadamard(g, centred / d.sqrt(d.var(a) + p)) + b,
    "sum of components": d.sum_(i, a[i] * b[i]),
    "double sum": d.sum_(i, d.sum_(k, X[i, k] * w[k] * a[i])),
    "product of components": d.prod_(i, a[i]),
    "delta": d.sum_(i, d.sum_(j, d.delta(i, j) * A[i, j])),
    "component of a row": d.sum_(i, a.T[i]),
    "component of a compound": d.sum_(i, (A @ a)[i]),
    "basis vectors by components": d.sum_(i, d.sum_(j, (s * d.basis(j) - a)[i] / p)),
    "basis vectors in matrices": d.sum_(i, d.sum_(j, d.outer(d.basis(j), b)[i, j] + d.diag(d.basis(j))[i, i])),
    "component of a sum of vectors": d.sum_(j, t.Sum(i, a[i] * d.basis(i))[j]),
    "component of transposed basis": d.sum_(i, d.sum_(j, d.hadamard(d.basis(i), a).T[j])),
}


@pytest.mark.parametrize("name", ROUND)
def test_round_trip_keeps_the_value(name: str, same_value: Callable[[t.Term, t.Term, int], bool]) -> None:
    """from_sympy(to_sympy(t)) has the shape of t and, at sizes 1, 2 and 3, exactly its components."""
    term = ROUND[name]
    back = from_sympy(to_sympy(term), {"N": N, "K": K})
    assert back.shape == term.shape
    for n in (1, 2, 3):
        assert same_value(term, back, n)


def test_the_comparison_can_fail(same_value: Callable[[t.Term, t.Term, int], bool]) -> None:
    """The oracle of the round trips sees a sign, a factor and a transposition."""
    assert not same_value(a - b, a + b, 2)
    assert not same_value(d.norm(a), d.dot(a, a), 2)
    assert not same_value(A, A.T, 2)


def test_free_indices_survive() -> None:
    """A component with a free index is the same component after a round trip."""
    assert from_sympy(to_sympy(X[i, k])) == X[i, k]
    assert from_sympy(to_sympy(a.T[i])) == a[i]


def test_properties_become_assumptions() -> None:
    """Declared properties of scalars are SymPy assumptions, both ways; sizes are positive integers."""
    for word in ("positive", "nonneg", "nonzero"):
        symbol = d.scalar("q", word)
        assert from_sympy(to_sympy(symbol)) == symbol
    assert to_sympy(p).is_positive
    assert to_sympy(s).is_real
    assert to_sympy(N).is_integer
    assert to_sympy(N).is_positive


WITHOUT: dict[str, tuple[t.Term, str]] = {
    "basis": (d.basis(i), "Basis of shape"),
    "sum of vectors": (t.Sum(i, d.basis(i)), r"Sum of shape \(N\)"),
    "pinv": (d.pinv(X), r"Pinv of shape \(K × N\)"),
    "gradient": (d.grad(A @ a, a), "Grad of shape"),
    "component of a gradient": (d.sum_(i, d.grad(A @ a, a)[i, i]), "Grad of shape"),
    "tensor": (t.Symbol("T", (N, N, N)), "no tensors"),
    "tensor of ones": (t.Ones((N, N, N)), "no tensors"),
    "leave-one-out product": (d.sum_(j, d.prod_(i, a[i], without=j)), "a product over all i but j"),
    "inside": (a + d.pinv(A) @ a, "Pinv of shape"),
    "division by zero": (a / t.Zeros(()), "division by zero"),
    "power of zero": (t.Power(t.as_term(0), Fraction(-1)), "division by zero"),
    "index of a component bound inside": (d.sum_(i, t.Sum(i, a[i] * d.basis(i))[i]), "component at i of a sum over i"),
}


@pytest.mark.parametrize("name", WITHOUT)
def test_no_counterpart_is_an_error_with_the_name(name: str) -> None:
    """What SymPy has no symbolic form for is refused by name."""
    term, message = WITHOUT[name]
    with pytest.raises(InputError, match=message):
        to_sympy(term)


def test_scalars_made_of_matrices_mix_with_numbers() -> None:
    """xᵀy is a Trace in SymPy, which can be added to a number."""
    x, y = sympy.MatrixSymbol("a", to_sympy(N), 1), sympy.MatrixSymbol("b", to_sympy(N), 1)
    assert to_sympy(d.dot(a, b) + 1) == sympy.Trace(x.T * y) + 1


def test_a_root_of_a_square_that_sympy_does_not_simplify(same_value: Callable[[t.Term, t.Term, int], bool]) -> None:
    """SymPy raises where it looks for the content of such a base."""
    u, one = d.vector("u", d.dimension("N")), d.ones(d.dimension("N"))
    root = d.sqrt(d.dot(one + one + u, one * d.scalar("t")) ** 2)
    back = from_sympy(to_sympy(root), {"u": u, "t": d.scalar("t")})
    assert all(same_value(root, back, size) for size in (1, 2, 3))
