"""The words with which people write terms: declarations of names, and functions for the nodes without an operator."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from derive.errors import AmbiguityError, InputError, NameError_
from derive.language import terms as t
from derive.language.functions import FUNCTIONS, MATRIX_FUNCTIONS
from derive.language.operations import OPERATIONS
from derive.language.substitution import symbols_of
from derive.language.terms import Defined, Definition, Dim, Dimension, Index, Operand, Symbol, Term, UnknownFunction


def dimension(name: str) -> Dimension:
    """A symbolic positive integer, called ``name``: a non-empty word without spaces.

    Raises `NameError_` for another name.

    >>> dimension("N")
    Dimension(name='N')
    """
    return Dimension(name)


def index(name: str, dim: Dim) -> Index:
    """An index called ``name`` that runs over the dimension ``dim``: `dimension`, or an integer of at least 2.

    Raises `NameError_` or `InputError` for what is no name, or no dimension.
    """
    return Index(name, dim)


def scalar(name: str, *properties: str) -> Symbol:
    """A real scalar called ``name``; ``properties``: ``nonneg``, ``positive``, ``nonzero``.

    Raises `NameError_` for another name, `InputError` for another property.
    """
    return Symbol(name, (), frozenset(properties))


def vector(name: str, dim: Dim, *properties: str) -> Symbol:
    """A real column vector called ``name``, of ``dim`` components.

    ``properties``: ``nonzero`` (every component), ``not_zero`` (v ≠ 0), ``mask`` (s ⊙ s = s).

    Raises `NameError_` for another name, `InputError` for another property or what is no dimension.
    """
    return Symbol(name, (dim,), frozenset(properties))


def matrix(name: str, rows: Dim, columns: Dim, *properties: str) -> Symbol:
    """A real matrix called ``name``, of shape ``rows`` × ``columns``.

    ``properties`` of a square one: ``symmetric``, ``orthogonal``, ``idempotent``, ``invertible``, ``positive_definite``.

    Raises `NameError_` for another name, `InputError` for another property or what is no dimension, `ShapeError` for a
    property of square matrices where this is none.
    """
    return Symbol(name, (rows, columns), frozenset(properties))


def ones(*dims: Dim) -> Term:
    """The all-ones vector 1 of ``dims`` = (N,), or an all-ones matrix of ``dims`` = (N, K).

    Raises `InputError` for what is no dimension.
    """
    return t.Ones(dims)


def zeros(*dims: Dim) -> Term:
    """The zero vector of ``dims`` = (N,), or the zero matrix of ``dims`` = (N, K).

    Raises `InputError` for what is no dimension.
    """
    return t.Zeros(dims)


def identity(dim: Dim) -> Term:
    """The identity matrix, ``dim`` × ``dim``.  Raises `InputError` for what is no dimension."""
    return t.Identity(dim)


def basis(n: Index) -> Term:
    """The basis vector eₙ over the dimension of the index ``n``; n is free in it."""
    return t.Basis(n)


def delta(i: Index, j: Index) -> Term:
    """Kronecker's δᵢⱼ, a scalar, of two indices ``i`` and ``j`` over one dimension; both are free in it.

    Raises `ShapeError` for indices over two dimensions.
    """
    return t.Delta(i, j)


def diag(v: Term) -> Term:
    """diag(v), N × N, with the components of the vector ``v`` on its diagonal.

    Raises `ShapeError` for what is no column vector.
    """
    return t.Diag(v)


def hadamard(*factors: Term) -> Term:
    """The product of two or more ``factors`` of one shape, component by component.

    Raises `ShapeError` for different shapes, `InputError` for fewer than two.
    """
    return t.Hadamard(factors)


def hadamard_power(matrix: Term, exponent: int) -> Term:
    """An integer power of ``matrix``, of any shape, component by component; below 0 where every component is ≠ 0.

    Raises `InputError` for an ``exponent`` that is no integer, `LimitError` for one that is too large.
    """
    return (
        t.Power(t.as_term(matrix), Fraction(exponent)) if len(matrix.shape) < 2 else t.HadamardPower(matrix, exponent)
    )


def outer(u: Term, v: Term) -> Term:
    """u vᵀ, the matrix uᵢ vⱼ, N × K, of two vectors ``u`` (N) and ``v`` (K).

    Raises `ShapeError` for what is no column vector.
    """
    return t.Outer(u, v)


def dot(u: Term, v: Term) -> Term:
    """u · v = Σₙ uₙ vₙ, a scalar, of two vectors ``u`` and ``v`` of one dimension.

    Raises `ShapeError` for what is no column vector, and for two dimensions.
    """
    return t.Dot(u, v)


def norm(v: Term) -> Term:
    """The Euclidean norm of a vector ``v``, the Frobenius norm of a matrix: a scalar.

    Raises `ShapeError` for a scalar, of which `absolute` is the absolute value, and for more than two axes.
    """
    return t.Norm(v)


def trace(matrix: Term) -> Term:
    """tr A = Σₙ Aₙₙ, a scalar, of a square ``matrix``.  Raises `ShapeError` for one that is not square."""
    return t.Trace(matrix)


def transpose(term: Term) -> Term:
    """Aᵀ of a ``term`` with at most two axes: of a vector the row, of a matrix N × K the matrix K × N.

    Raises `ShapeError` for more axes.
    """
    return t.Transpose(term)


def det(matrix: Term) -> Term:
    """det A, a scalar, of a square ``matrix``.  Raises `ShapeError` for one that is not square."""
    return t.Det(matrix)


def inverse(matrix: Term) -> Term:
    """A⁻¹ of a square ``matrix``, where it is invertible.  Raises `ShapeError` for one that is not square."""
    return t.Inverse(matrix)


def pinv(matrix: Term) -> Term:
    """A⁺, K × N, the Moore–Penrose inverse of a ``matrix`` N × K: of every matrix.

    Raises `ShapeError` for a scalar or a vector.
    """
    return t.Pinv(matrix)


def sqrt(radicand: Operand) -> Term:
    """√p of a scalar ``radicand`` p, defined where p ≥ 0; never negative.

    Raises `ShapeError` for what is no scalar.
    """
    return t.Sqrt(t.as_term(radicand))


def exp(term: Operand) -> Term:
    """exp of a scalar ``term``, or of each entry of a vector or of a matrix that is not square.

    Raises `AmbiguityError` for a square matrix, of which `matrix_exp` and `entrywise` say which is meant.
    """
    return _one_reading("exp", t.as_term(term))


def log(term: Operand) -> Term:
    """The natural logarithm of a scalar ``term``, or of each entry of a vector or of a matrix that is not square; where > 0.

    Raises `AmbiguityError` for a square matrix, of which `matrix_log` and `entrywise` say which is meant.
    """
    return _one_reading("log", t.as_term(term))


def absolute(term: Operand) -> Term:
    """|x| of a ``term`` of any shape, component by component; `norm` is the length of a vector."""
    return t.Function("abs", t.as_term(term))


def tanh(term: Operand) -> Term:
    """tanh of a scalar ``term``, or of each entry of a vector or of a matrix that is not square.

    Raises `AmbiguityError` for a square matrix, of which `entrywise` says it.
    """
    return _one_reading("tanh", t.as_term(term))


def _one_reading(name: str, argument: Term) -> Term:
    """A function by components, where that is the only reading: raises `AmbiguityError` of a square matrix."""
    if t.is_square(argument.shape):
        raise AmbiguityError(f"{name} of a square matrix", readings_of_function(name), hint=hint_of_function(name))
    return t.Function(name, argument)


def readings_of_function(name: str) -> list[str]:
    """The two readings of a function of a square matrix."""
    return [f"{name} of each entry", f"the matrix function {name}, by its power series"]


def hint_of_function(name: str) -> str:
    """How each of them is said."""
    other = f", matrix_{name}(A) of the matrix" if name in MATRIX_FUNCTIONS else "; no other is known here"
    return f"entrywise({name}, A) is of each entry{other}"


def entrywise(function: Callable[[Operand], Term] | str, term: Operand) -> Term:
    """A ``function`` of each entry of a ``term``: of a square matrix, too, where it needs no other word.

    The function is `exp`, `log`, `absolute` or `tanh`, or its name.  Raises `InputError` for another one.

    >>> A = matrix("A", 2, 2)
    >>> entrywise(exp, A) == entrywise("exp", A)
    True
    """
    name = function if isinstance(function, str) else _named(function)
    if name not in FUNCTIONS:
        raise InputError(f"{function!r} as a function of entries", hint=f"functions: {', '.join(FUNCTIONS)}")
    return t.Function(name, t.as_term(term))


_NAMES: dict[object, str] = {exp: "exp", log: "log", absolute: "abs", abs: "abs", tanh: "tanh"}


def _named(function: object) -> str:
    """The name of a function of this module, also where it is wrapped; empty of anything else."""
    own = getattr(function, "__wrapped__", function)
    return _NAMES.get(own, "") if callable(own) else ""


def matrix_exp(matrix: Term) -> Term:
    """The exponential Σₖ Aᵏ/k! of a square ``matrix``.  Raises `ShapeError` for one that is not square."""
    return t.MatrixFunction("exp", matrix)


def matrix_log(matrix: Term) -> Term:
    """The logarithm of a positive definite ``matrix``: the symmetric matrix whose exponential it is.

    That it is positive definite is a side condition.  Raises `ShapeError` for a matrix that is not square.
    """
    return t.MatrixFunction("log", matrix)


def sum_(i: Index, body: Term) -> Term:
    """Σᵢ body over the index ``i``, which is bound; of the shape of ``body``."""
    return t.Sum(i, body)


def prod_(i: Index, body: Term, without: Index | tuple[Index, ...] | None = None) -> Term:
    """∏ᵢ body over the index ``i``, which is bound, of a scalar ``body``.

    With ``without`` over all i that are none of these, other indices over the same dimension, which are free; the body must
    be defined at them too.  Raises `ShapeError` for a body that is no scalar, `InputError` for i itself left out.
    """
    return t.Prod(i, body, () if without is None else without if isinstance(without, tuple) else (without,))


def grad(y: Term, x: Symbol) -> Term:
    """∂y/∂x of a term ``y`` by a symbol ``x``: the axes of y first, then those of x; (∂y/∂x)ᵢⱼ = ∂yᵢ/∂xⱼ.

    It is formal: every other symbol is held; and it speaks of data where the roots and norms inside are not 0.  Raises
    `InputError` for an x that is no symbol.
    """
    return t.Grad(y, x)


def define(name: str, body: Term, *parameters: Symbol) -> Definition:
    """name(parameters) := body, to be called with arguments; see `let` for one without parameters.

    Args:
        name: how it is printed.
        body: a term without free indices, in no symbols but the parameters.
        parameters: symbols; an argument has the shape of its parameter, over any dimension.

    Raises `NameError_` for a symbol in the body that is no parameter, `InputError` for free indices.
    """
    strangers = [s.name for s in symbols_of(body) if s not in parameters] if parameters else []
    if strangers:
        raise NameError_(f"the definition of {name!r} uses {', '.join(strangers)}, which is no parameter")
    return Definition(name, parameters, body)


def function(name: str) -> UnknownFunction:
    """An unknown function of a number called ``name``: f(x) of a scalar, and of each entry of any other term.

    Of it nothing is known but that it has derivatives of every order everywhere: ``f.derivative`` is f′, a function as well.

    Raises `NameError_` for the name of a function of the language, and for a name that ends with a prime.

    >>> f, x = function("f"), scalar("x")
    >>> f.derivative(x) == f(x)
    False
    """
    if name in _TAKEN:
        raise NameError_(f"{name!r} is a function of the language", hint="choose another name")
    if name.endswith("'") or "prime" in name.split("_"):
        raise NameError_(f"the unknown function {name!r}", hint="a prime is that of a derivative; declare the function")
    return UnknownFunction.named(name)


def let(name: str, body: Term) -> Defined:
    """A ``name`` for this very ``body``, a term without free indices: μ := a · 1 / N.

    It is printed by its name, and `derive.definition` is the rule that unfolds it.  Raises `InputError` for free indices.
    """
    return Defined(Definition(name, (), body))


def _statistics() -> tuple[Definition, Definition, Definition]:
    n = Dimension("N")
    x = Symbol("x", (n,))
    y = Symbol("y", (n,))
    mean_of = Definition("mean", (x,), t.Quotient(t.Dot(x, t.Ones((n,))), n))
    centred = x - t.Product((mean_of(x), t.Ones((n,))))
    variance = Definition("var", (x,), t.Quotient(t.Dot(centred, centred), n))
    cosine = Definition("cos", (x, y), t.Quotient(t.Dot(x, y), t.Product((t.Norm(x), t.Norm(y)))))
    return mean_of, variance, cosine


MEAN, VAR, COS = _statistics()

#: The names of functions, which no unknown function has.
_TAKEN = frozenset({*(name for row in OPERATIONS for name in row.plain), "mean", "var", "cos", "max", "min", "hat"})


def mean(v: Term) -> Term:
    """The mean of the components of a vector ``v``, v · 1 / N: a scalar.

    Raises `ShapeError` for what is no column vector.
    """
    return MEAN(v)


def var(v: Term) -> Term:
    """The population variance of the components of a vector ``v``, |v − mean(v) 1|² / N: a scalar.

    Raises `ShapeError` for what is no column vector.
    """
    return VAR(v)


def cos(u: Term, v: Term) -> Term:
    """The cosine of the angle between two vectors ``u`` and ``v`` of one dimension, u · v / (|u| |v|), where both are ≠ 0.

    Raises `ShapeError` for what is no column vector, and for two dimensions.
    """
    return COS(u, v)
