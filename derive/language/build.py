"""The words with which people write terms: declarations of names, and functions for the nodes without an operator."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from derive.errors import AmbiguityError, InputError, NameError_
from derive.language.substitution import symbols_of
from derive.language.terms import (
    FUNCTIONS,
    Basis,
    Defined,
    Definition,
    Delta,
    Det,
    Diag,
    Dim,
    Dimension,
    Dot,
    Function,
    Grad,
    Hadamard,
    HadamardPower,
    Identity,
    Index,
    Inverse,
    MatrixFunction,
    Norm,
    Ones,
    Operand,
    Outer,
    Pinv,
    Power,
    Prod,
    Product,
    Quotient,
    Sqrt,
    Sum,
    Symbol,
    Term,
    Trace,
    Transpose,
    Zeros,
    as_term,
    is_square,
)


def dimension(name: str) -> Dimension:
    """A symbolic positive integer.

    >>> dimension("N")
    Dimension(name='N')
    """
    return Dimension(name)


def index(name: str, dim: Dim) -> Index:
    """An index that runs over a dimension."""
    return Index(name, dim)


def scalar(name: str, *properties: str) -> Symbol:
    """A real scalar; properties: ``nonneg``, ``positive``, ``nonzero``."""
    return Symbol(name, (), frozenset(properties))


def vector(name: str, dim: Dim, *properties: str) -> Symbol:
    """A real column vector; properties: ``nonzero`` (every component), ``not_zero`` (v ≠ 0), ``mask`` (s ⊙ s = s)."""
    return Symbol(name, (dim,), frozenset(properties))


def matrix(name: str, rows: Dim, columns: Dim, *properties: str) -> Symbol:
    """A real matrix; properties: ``symmetric``, ``orthogonal``, ``idempotent``, ``invertible``, ``positive_definite``."""
    return Symbol(name, (rows, columns), frozenset(properties))


def ones(*dims: Dim) -> Term:
    """The all-ones vector 1, or an all-ones matrix."""
    return Ones(dims)


def zeros(*dims: Dim) -> Term:
    """The zero vector or matrix."""
    return Zeros(dims)


def identity(dim: Dim) -> Term:
    """The identity matrix."""
    return Identity(dim)


def basis(n: Index) -> Term:
    """The basis vector eₙ."""
    return Basis(n)


def delta(i: Index, j: Index) -> Term:
    """Kronecker's δᵢⱼ."""
    return Delta(i, j)


def diag(v: Term) -> Term:
    """diag(v)."""
    return Diag(v)


def hadamard(*factors: Term) -> Term:
    """The product component by component."""
    return Hadamard(factors)


def hadamard_power(matrix: Term, exponent: int) -> Term:
    """An integer power component by component."""
    return Power(as_term(matrix), Fraction(exponent)) if len(matrix.shape) < 2 else HadamardPower(matrix, exponent)


def outer(u: Term, v: Term) -> Term:
    """u vᵀ."""
    return Outer(u, v)


def dot(u: Term, v: Term) -> Term:
    """u · v."""
    return Dot(u, v)


def norm(v: Term) -> Term:
    """The Euclidean norm of a vector, the Frobenius norm of a matrix."""
    return Norm(v)


def trace(matrix: Term) -> Term:
    """tr A."""
    return Trace(matrix)


def transpose(term: Term) -> Term:
    """Aᵀ."""
    return Transpose(term)


def det(matrix: Term) -> Term:
    """det A."""
    return Det(matrix)


def inverse(matrix: Term) -> Term:
    """A⁻¹."""
    return Inverse(matrix)


def pinv(matrix: Term) -> Term:
    """A⁺."""
    return Pinv(matrix)


def sqrt(radicand: Operand) -> Term:
    """√p of a scalar."""
    return Sqrt(as_term(radicand))


def exp(term: Operand) -> Term:
    """exp of a scalar, or of each component of a vector; of a square matrix say which: `matrix_exp` or `entrywise`."""
    return _one_reading("exp", as_term(term), "matrix_exp(A)")


def log(term: Operand) -> Term:
    """The natural logarithm of a scalar, or of each component; of a square matrix see `matrix_log` and `entrywise`."""
    return _one_reading("log", as_term(term), "matrix_log(A)")


def absolute(term: Operand) -> Term:
    """|x|, component by component."""
    return Function("abs", as_term(term))


def tanh(term: Operand) -> Term:
    """tanh of a scalar, or of each component; of a square matrix see `entrywise`."""
    return _one_reading("tanh", as_term(term), "")


def _one_reading(name: str, argument: Term, other: str) -> Term:
    """A function by components, where that is the only reading: raises `AmbiguityError` of a square matrix."""
    if is_square(argument.shape):
        raise AmbiguityError(
            f"{name} of a square matrix", readings_of_function(name), hint=hint_of_function(name, other)
        )
    return Function(name, argument)


def readings_of_function(name: str) -> list[str]:
    """The two readings of a function of a square matrix."""
    return [f"{name} of each entry", f"the matrix function {name}, by its power series"]


def hint_of_function(name: str, other: str) -> str:
    """How each of them is said; ``other`` is how the matrix function is, where there is one."""
    return f"entrywise({name}, A) is of each entry" + (
        f", {other} of the matrix" if other else "; no other is known here"
    )


def entrywise(function: Callable[[Operand], Term] | str, term: Operand) -> Term:
    """A function of each entry, said so that it needs no other word for a square matrix: ``entrywise(exp, A)``.

    >>> A = matrix("A", 2, 2)
    >>> entrywise(exp, A) == entrywise("exp", A)
    True
    """
    name = function if isinstance(function, str) else _named(function)
    if name not in FUNCTIONS:
        raise InputError(f"{function!r} as a function of entries", hint=f"functions: {', '.join(FUNCTIONS)}")
    return Function(name, as_term(term))


_NAMES: dict[object, str] = {exp: "exp", log: "log", absolute: "abs", abs: "abs", tanh: "tanh"}


def _named(function: object) -> str:
    """The name of a function of this module, also where it is wrapped; empty of anything else."""
    own = getattr(function, "__wrapped__", function)
    return _NAMES.get(own, "") if callable(own) else ""


def matrix_exp(matrix: Term) -> Term:
    """The exponential Σₖ Aᵏ/k! of a square matrix."""
    return MatrixFunction("exp", matrix)


def matrix_log(matrix: Term) -> Term:
    """The logarithm of a positive definite matrix: the symmetric matrix whose exponential it is."""
    return MatrixFunction("log", matrix)


def sum_(i: Index, body: Term) -> Term:
    """Σᵢ body."""
    return Sum(i, body)


def prod_(i: Index, body: Term, without: Index | tuple[Index, ...] | None = None) -> Term:
    """∏ᵢ body; with ``without`` over all i that are none of these, other indices over the same dimension."""
    return Prod(i, body, () if without is None else without if isinstance(without, tuple) else (without,))


def grad(y: Term, x: Symbol) -> Term:
    """∂y/∂x: the axes of y first, then those of x."""
    return Grad(y, x)


def define(name: str, body: Term, *parameters: Symbol) -> Definition:
    """name(parameters) := body, to be called with arguments; see `let` for one without parameters."""
    strangers = [s.name for s in symbols_of(body) if s not in parameters] if parameters else []
    if strangers:
        raise NameError_(f"the definition of {name!r} uses {', '.join(strangers)}, which is no parameter")
    return Definition(name, parameters, body)


def let(name: str, body: Term) -> Defined:
    """A name for this very term: μ := a · 1 / N."""
    return Defined(Definition(name, (), body))


def _statistics() -> tuple[Definition, Definition, Definition]:
    n = Dimension("N")
    x = Symbol("x", (n,))
    y = Symbol("y", (n,))
    mean_of = Definition("mean", (x,), Quotient(Dot(x, Ones((n,))), n))
    centred = x - Product((mean_of(x), Ones((n,))))
    variance = Definition("var", (x,), Quotient(Dot(centred, centred), n))
    cosine = Definition("cos", (x, y), Quotient(Dot(x, y), Product((Norm(x), Norm(y)))))
    return mean_of, variance, cosine


MEAN, VAR, COS = _statistics()


def mean(v: Term) -> Term:
    """The mean of the components, v · 1 / N."""
    return MEAN(v)


def var(v: Term) -> Term:
    """The population variance of the components, |v − mean(v) 1|² / N."""
    return VAR(v)


def cos(u: Term, v: Term) -> Term:
    """The cosine of the angle between two vectors, u · v / (|u| |v|)."""
    return COS(u, v)
