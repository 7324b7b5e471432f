"""Terms: the typed expressions of `derive`, one frozen dataclass a node, in the order their author wrote them.

Nothing is sorted, cancelled or evaluated when a term is built: ``sigma2 + eps`` stays ``sigma2 + eps``.  What *is* done is
the check of shapes; a term that exists is well-typed, and the algorithms over terms need not ask again.

A *shape* is a tuple of dimensions: ``()`` scalar, ``(N,)`` column vector, ``(1, N)`` row, ``(M, N)`` matrix, longer
tuples for tensors (which only derivatives make).  A *dimension* is a symbolic positive integer (`Dimension`) or an integer
of at least 2; ``1`` occurs only as the mark of a row.

Each node knows its ``shape``, its ``free`` indices, its direct sub-terms ``children``, its ``depth`` and its ``size``.
Equality is structural; the hash is computed once.  Python's operators build terms:

====================  =======================================================================================
``x + y``, ``x - y``  same shapes
``x * y``             the product the shapes call for: scalar · any, matrix · matrix, matrix · vector,
                      row · vector, column · row; two columns give the Hadamard product
``A @ B``             the same, but never a Hadamard product
``x / y``             ``y`` a scalar, or a vector (then component by component)
``x ** n``            integer or half-integer power of a scalar or a square matrix; integer power of a vector by components
``A.T``, ``x[i]``     transpose, component
====================  =======================================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from numbers import Rational, Real
from typing import Any, ClassVar, NoReturn, Union

from derive.errors import InputError, LimitError, NameError_, ShapeError

MAX_DEPTH = 150
MAX_SIZE = 20_000
MAX_TERMS = 2_000
MAX_EXPONENT = 200

#: Properties that a symbol may be declared with, by the number of axes of its shape.
PROPERTIES: dict[int, frozenset[str]] = {
    0: frozenset({"nonneg", "positive", "nonzero"}),
    1: frozenset({"nonzero", "not_zero", "mask"}),
    2: frozenset({"symmetric", "orthogonal", "idempotent", "invertible", "positive_definite"}),
}

#: Properties that follow from others.
IMPLIED: dict[str, frozenset[str]] = {"positive_definite": frozenset({"symmetric", "invertible"})}

_NOT_NUMPY = "terms have functions of their own: derive.sum_(i, u[i]), dot(u, v), norm(u), mean(u), exp(u), sqrt(p), …"

#: Functions of a scalar, applied to a vector or matrix component by component.
FUNCTIONS = ("exp", "log", "abs", "tanh")

#: Functions of a whole square matrix, by power series or by eigenvalues.
MATRIX_FUNCTIONS = ("exp", "log")


class Term:
    """Base of all nodes; see the module docstring for the operators."""

    __slots__ = ("_hash", "children", "depth", "free", "shape", "size", "values")

    shape: Shape
    free: frozenset[Index]
    children: tuple[Term, ...]
    depth: int
    size: int
    #: The fields of the node, in order.
    values: tuple[Any, ...]

    __match_args__: ClassVar[tuple[str, ...]]  # the names of the fields, set by `dataclass`

    def _seal(self, shape: Shape, free: frozenset[Index] | None = None) -> None:
        """Record what construction has established; called once, at the end of every ``__post_init__``."""
        values = tuple([getattr(self, name) for name in self.__match_args__])
        children: list[Term] = []
        for value in values:
            if isinstance(value, Term):
                children.append(value)
            elif isinstance(value, tuple):
                children.extend([item for item in value if isinstance(item, Term)])
        if isinstance(self, _LEAVES):
            children = []  # the dimensions in a shape are not sub-terms
        depth = 1 + max([child.depth for child in children], default=0)
        size = 1 + sum([child.size for child in children])
        if depth > MAX_DEPTH:
            raise LimitError(f"an expression nested {depth} deep; the limit is {MAX_DEPTH}", hint="name a part of it")
        if size > MAX_SIZE:
            raise LimitError(f"an expression of {size} nodes; the limit is {MAX_SIZE}", hint="split the statement")
        if free is None:
            free = frozenset().union(*[child.free for child in children])
        store = object.__setattr__
        store(self, "shape", shape)
        store(self, "free", free)
        store(self, "children", tuple(children))
        store(self, "depth", depth)
        store(self, "size", size)
        store(self, "values", values)
        store(self, "_hash", hash((type(self).__name__, values)))

    def __hash__(self) -> int:
        return self._hash  # type: ignore[attr-defined,no-any-return]

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return (
            type(self) is type(other)
            and self._hash == other._hash  # type: ignore[attr-defined]
            and self.values == other.values
        )

    # Operators.  A number on either side becomes a `Number`.
    def __add__(self, other: Operand) -> Term:
        return add(self, other)

    def __radd__(self, other: Operand) -> Term:
        return add(other, self)

    def __sub__(self, other: Operand) -> Term:
        return add(self, Neg(as_term(other)))

    def __rsub__(self, other: Operand) -> Term:
        return add(other, Neg(self))

    def __neg__(self) -> Term:
        return Neg(self)

    def __mul__(self, other: Operand) -> Term:
        return multiply(self, other)

    def __rmul__(self, other: Operand) -> Term:
        return multiply(other, self)

    def __matmul__(self, other: Term) -> Term:
        return product(self, other)

    def __truediv__(self, other: Operand) -> Term:
        return Quotient(self, as_term(other))

    def __rtruediv__(self, other: Operand) -> Term:
        return Quotient(as_term(other), self)

    def __rmatmul__(self, other: Operand) -> Term:
        return product(other, self)

    def __pow__(self, exponent: int | Fraction) -> Term:
        return Power(self, exponent_of(exponent))

    def __rpow__(self, base: object) -> NoReturn:
        raise InputError("a term as an exponent", hint="exponents are integers, or half-integer fractions")

    def __abs__(self) -> Term:
        return Function("abs", self)

    def __lt__(self, other: object) -> NoReturn:
        raise InputError("an inequality between terms", hint="positive(p - q) says p > q, nonneg(p - q) says p ≥ q")

    __le__ = __gt__ = __ge__ = __lt__

    @property
    def T(self) -> Term:
        """The transpose."""
        return Transpose(self)

    def __getitem__(self, indices: Index | tuple[Index, ...]) -> Term:
        return Component(self, indices if isinstance(indices, tuple) else (indices,))

    def __iter__(self) -> Iterator[Term]:
        raise InputError(
            f"a term of shape {show_shape(self.shape)} cannot be iterated",
            hint="write a component as x[i] with i = index('i', N)",
        )

    def __bool__(self) -> bool:
        raise InputError("a term has no truth value", hint="derive.prove(lhs, rhs) decides an equation")

    # A term never changes, so that it is its own copy; unpickled, it is built and checked again.
    def __copy__(self) -> Term:
        return self

    def __deepcopy__(self, memo: object) -> Term:
        return self

    def __reduce__(self) -> tuple[type[Term], tuple[Any, ...]]:
        return type(self), self.values

    # NumPy would take a term for one number, of which the sum is itself: it gets none.
    __array_ufunc__ = None

    def __array__(self, *arguments: object, **options: object) -> NoReturn:
        raise InputError(f"a term of shape {show_shape(self.shape)} as a NumPy array", hint=_NOT_NUMPY)

    def __array_function__(self, function: object, *arguments: object) -> NoReturn:
        raise InputError(f"NumPy's {getattr(function, '__name__', 'function')} of a term", hint=_NOT_NUMPY)


def _same_shape(terms: tuple[Term, ...], operation: str) -> Shape:
    shape = terms[0].shape
    for term in terms[1:]:
        if term.shape != shape:
            raise ShapeError(
                f"{operation} of shapes {show_shape(shape)} and {show_shape(term.shape)}",
                hint="write c*ones(N) or c*identity(N) for a scalar that acts on every component",
            )
    return shape


@dataclass(frozen=True, eq=False)
class Dimension(Term):
    """A symbolic positive integer, such as N; also a scalar term."""

    name: str

    def __post_init__(self) -> None:
        _check_name(self.name)
        self._seal(())


Dim = Union[Dimension, int]  # noqa: UP007 (a runtime alias; `Dimension | int` would do as well)
Shape = tuple[Dim, ...]


@dataclass(frozen=True)
class Index:
    """An index that runs over a dimension: n in aₙ."""

    name: str
    dim: Dim

    def __post_init__(self) -> None:
        _check_name(self.name)
        _check_dim(self.dim)


@dataclass(frozen=True, eq=False)
class Number(Term):
    """A rational number."""

    value: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", exact(self.value))
        if max(self.value.numerator.bit_length(), self.value.denominator.bit_length()) > 4096:
            raise LimitError("a number of more than 4096 bits", hint="name it as a parameter")
        self._seal(())


Operand = Union[Term, int, Fraction]  # noqa: UP007


@dataclass(frozen=True, eq=False)
class Symbol(Term):
    """A named scalar, vector, matrix or tensor, with the properties it is declared to have (`PROPERTIES`)."""

    name: str
    dims: Shape
    properties: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        _check_name(self.name)
        for dim in self.dims:
            _check_dim(dim)
        allowed = PROPERTIES.get(len(self.dims), frozenset())
        for word in sorted(self.properties - allowed):
            known = ", ".join(sorted(allowed)) or "none"
            raise InputError(
                f"property {word!r} of the symbol {self.name!r} of shape {show_shape(self.dims)}",
                hint=f"properties for this shape: {known}",
            )
        matrix_words = self.properties & PROPERTIES[2]
        if matrix_words and (len(self.dims) != 2 or self.dims[0] != self.dims[1]):
            raise ShapeError(f"{min(matrix_words)} matrix {self.name!r} of shape {show_shape(self.dims)}, not square")
        self._seal(self.dims)


@dataclass(frozen=True, eq=False)
class Ones(Term):
    """The all-ones vector (or matrix) of the given shape."""

    dims: Shape

    def __post_init__(self) -> None:
        for dim in self.dims:
            _check_dim(dim)
        self._seal(self.dims)


@dataclass(frozen=True, eq=False)
class Zeros(Term):
    """The zero vector or matrix of the given shape; rows included."""

    dims: Shape

    def __post_init__(self) -> None:
        self._seal(self.dims)


@dataclass(frozen=True, eq=False)
class Identity(Term):
    """The identity matrix: δᵢⱼ."""

    dim: Dim

    def __post_init__(self) -> None:
        _check_dim(self.dim)
        self._seal((self.dim, self.dim))


@dataclass(frozen=True, eq=False)
class Basis(Term):
    """The basis vector eₙ: component i is δᵢₙ."""

    index: Index

    def __post_init__(self) -> None:
        self._seal((self.index.dim,), frozenset({self.index}))


@dataclass(frozen=True, eq=False)
class Add(Term):
    """A sum of two or more terms of one shape."""

    terms: tuple[Term, ...]

    def __post_init__(self) -> None:
        _at_least_two(self.terms, "a sum")
        self._seal(_same_shape(self.terms, "a sum"))


@dataclass(frozen=True, eq=False)
class Neg(Term):
    """−x."""

    term: Term

    def __post_init__(self) -> None:
        self._seal(self.term.shape)


@dataclass(frozen=True, eq=False)
class Product(Term):
    """x y z …: read from the left, scalar multiples and matrix products as the shapes call for.

    Index equations: (A B)ᵢₖ = Σⱼ Aᵢⱼ Bⱼₖ, (A v)ᵢ = Σⱼ Aᵢⱼ vⱼ, uᵀv = Σᵢ uᵢ vᵢ, (u vᵀ)ᵢⱼ = uᵢ vⱼ.
    """

    factors: tuple[Term, ...]

    def __post_init__(self) -> None:
        _at_least_two(self.factors, "a product")
        shape = self.factors[0].shape
        for factor in self.factors[1:]:
            shape = product_shape(shape, factor.shape)
        self._seal(shape)


@dataclass(frozen=True, eq=False)
class Hadamard(Term):
    """u ⊙ v ⊙ …: the product component by component."""

    factors: tuple[Term, ...]

    def __post_init__(self) -> None:
        _at_least_two(self.factors, "a Hadamard product")
        self._seal(_same_shape(self.factors, "a Hadamard product"))


@dataclass(frozen=True, eq=False)
class Quotient(Term):
    """x / s for a scalar s ≠ 0, or component by component for a vector below (then x is a scalar or a vector)."""

    numerator: Term
    denominator: Term

    def __post_init__(self) -> None:
        above, below = self.numerator.shape, self.denominator.shape
        if below == ():
            self._seal(above)
        elif is_vector(below) and above in ((), below):
            self._seal(below)
        else:
            raise ShapeError(
                f"division of shape {show_shape(above)} by shape {show_shape(below)}",
                hint="divide by a scalar, or a vector by a vector; inverse(A) is the inverse of a matrix",
            )


@dataclass(frozen=True, eq=False)
class Power(Term):
    """Integer or half-integer power of a scalar or a square matrix; integer power of a vector by components.

    Aⁿ of a square matrix is the matrix product; a half-integer power of one is the *principal power*, defined of a positive
    definite matrix alone: S^{1/2} is the positive definite matrix whose square is S.
    """

    base: Term
    exponent: Fraction

    def __post_init__(self) -> None:
        exponent = exponent_of(self.exponent)
        object.__setattr__(self, "exponent", exponent)
        if abs(exponent) > MAX_EXPONENT:
            raise LimitError(f"an exponent of {exponent}; the limit is {MAX_EXPONENT}")
        shape = self.base.shape
        if exponent.denominator > (2 if shape == () or is_square(shape) else 1):
            raise InputError(
                f"the exponent {exponent} of a term of shape {show_shape(shape)}",
                hint="scalars and square matrices have integer and half-integer powers, vectors integer ones",
            )
        if shape != () and not is_vector(shape) and not is_square(shape):
            raise ShapeError(
                f"a power of shape {show_shape(shape)}", hint="powers need a scalar, vector or square matrix"
            )
        self._seal(shape)


@dataclass(frozen=True, eq=False)
class HadamardPower(Term):
    """The integer power of a matrix component by component."""

    base: Term
    exponent: int

    def __post_init__(self) -> None:
        exponent = exponent_of(self.exponent)
        if exponent.denominator != 1:
            raise InputError(f"the exponent {exponent} of a power by components", hint="its exponents are integers")
        if abs(exponent) > MAX_EXPONENT:
            raise LimitError(f"an exponent of {exponent}; the limit is {MAX_EXPONENT}")
        object.__setattr__(self, "exponent", int(exponent))
        self._seal(self.base.shape)


@dataclass(frozen=True, eq=False)
class Sqrt(Term):
    """√p, for a scalar p ≥ 0; never negative."""

    radicand: Term

    def __post_init__(self) -> None:
        _need(self.radicand, (), "a square root")
        self._seal(())


@dataclass(frozen=True, eq=False)
class Function(Term):
    """exp, log, abs or tanh of a scalar, or of each component: of a square matrix too, see `MatrixFunction`."""

    name: str
    argument: Term

    def __post_init__(self) -> None:
        if self.name not in FUNCTIONS:
            raise NameError_(f"the function {self.name!r}", hint=f"functions: {', '.join(FUNCTIONS)}")
        self._seal(self.argument.shape)


@dataclass(frozen=True, eq=False)
class MatrixFunction(Term):
    """exp or log of a square matrix as a whole; see `Function` for what is applied to each entry.

    exp A = Σₖ Aᵏ/k!, of every square matrix.  log A is defined of a positive definite matrix alone: the symmetric matrix
    whose exp is A.
    """

    name: str
    argument: Term

    def __post_init__(self) -> None:
        if self.name not in MATRIX_FUNCTIONS:
            hint = f"functions of a matrix: {', '.join(MATRIX_FUNCTIONS)}; derive.entrywise applies a function to each entry"
            raise NameError_(f"the matrix function {self.name!r}", hint=hint)
        _need_square(self.argument, f"the matrix {self.name}")
        self._seal(self.argument.shape)


@dataclass(frozen=True, eq=False)
class Transpose(Term):
    """Aᵀ; of a column, the row."""

    term: Term

    def __post_init__(self) -> None:
        shape = self.term.shape
        if len(shape) > 2:
            raise ShapeError(f"the transpose of shape {show_shape(shape)}")
        self._seal(() if shape == () else (1, shape[0]) if len(shape) == 1 else column(shape[1], shape[0]))


@dataclass(frozen=True, eq=False)
class Diag(Term):
    """diag(v): the matrix δᵢⱼ vᵢ."""

    vector: Term

    def __post_init__(self) -> None:
        if not is_vector(self.vector.shape):
            raise ShapeError(f"diag of shape {show_shape(self.vector.shape)}", hint="diag takes a column vector")
        self._seal((self.vector.shape[0], self.vector.shape[0]))


@dataclass(frozen=True, eq=False)
class Trace(Term):
    """tr A = Σᵢ Aᵢᵢ."""

    matrix: Term

    def __post_init__(self) -> None:
        _need_square(self.matrix, "a trace")
        self._seal(())


@dataclass(frozen=True, eq=False)
class Dot(Term):
    """u · v = Σᵢ uᵢ vᵢ for two columns."""

    left: Term
    right: Term

    def __post_init__(self) -> None:
        _vectors(self.left, self.right, "a dot product")
        if self.left.shape != self.right.shape:
            raise ShapeError(
                f"a dot product of shapes {show_shape(self.left.shape)} and {show_shape(self.right.shape)}"
            )
        self._seal(())


@dataclass(frozen=True, eq=False)
class Outer(Term):
    """u vᵀ: the matrix uᵢ vⱼ."""

    left: Term
    right: Term

    def __post_init__(self) -> None:
        _vectors(self.left, self.right, "an outer product")
        self._seal((self.left.shape[0], self.right.shape[0]))


@dataclass(frozen=True, eq=False)
class Norm(Term):
    """|v| = √(v · v); of a matrix, the Frobenius norm."""

    term: Term

    def __post_init__(self) -> None:
        if self.term.shape == () or len(self.term.shape) > 2:
            raise ShapeError(f"a norm of shape {show_shape(self.term.shape)}", hint="abs(x) is the absolute value")
        self._seal(())


@dataclass(frozen=True, eq=False)
class Inverse(Term):
    """M⁻¹ of a square matrix; the condition that M is invertible comes with it."""

    matrix: Term

    def __post_init__(self) -> None:
        _need_square(self.matrix, "an inverse")
        self._seal(self.matrix.shape)


@dataclass(frozen=True, eq=False)
class Pinv(Term):
    """M⁺, the Moore–Penrose inverse."""

    matrix: Term

    def __post_init__(self) -> None:
        if not is_matrix(self.matrix.shape):
            raise ShapeError(f"a pseudo-inverse of shape {show_shape(self.matrix.shape)}")
        self._seal((self.matrix.shape[1], self.matrix.shape[0]))


@dataclass(frozen=True, eq=False)
class Det(Term):
    """det M of a square matrix."""

    matrix: Term

    def __post_init__(self) -> None:
        _need_square(self.matrix, "a determinant")
        self._seal(())


@dataclass(frozen=True, eq=False)
class Component(Term):
    """xᵢ, Aᵢⱼ, …: one index for each axis (a row has one axis)."""

    base: Term
    indices: tuple[Index, ...]

    def __post_init__(self) -> None:
        axes = axes_of(self.base.shape)
        if len(axes) != len(self.indices):
            raise ShapeError(f"{len(self.indices)} indices for shape {show_shape(self.base.shape)}")
        for index, dim in zip(self.indices, axes, strict=True):
            if not isinstance(index, Index):
                raise InputError(f"{index!r} as an index", hint="write n = index('n', N) and then x[n]")
            if index.dim != dim:
                raise ShapeError(f"the index {index.name} over {show_dim(index.dim)} for an axis over {show_dim(dim)}")
        self._seal((), self.base.free | frozenset(self.indices))


@dataclass(frozen=True, eq=False)
class Sum(Term):
    """Σᵢ body; the index is bound."""

    index: Index
    body: Term

    def __post_init__(self) -> None:
        self._seal(self.body.shape, self.body.free - {self.index})


@dataclass(frozen=True, eq=False)
class Prod(Term):
    """∏ᵢ body of a scalar; the index is bound.  With indices ``without`` the product over all i that are none of them.

    Those are free, and may have the same value; the body must be defined at every i, at theirs too.
    """

    index: Index
    body: Term
    without: tuple[Index, ...] = ()

    def __post_init__(self) -> None:
        _need(self.body, (), "a product over an index")
        for place, left_out in enumerate(self.without):
            if left_out in self.without[:place]:
                raise InputError(f"{left_out.name} left out twice", hint="name each index once")
            if not isinstance(left_out, Index) or left_out == self.index:
                name = left_out.name if isinstance(left_out, Index) else repr(left_out)
                hint = "prod_(m, x[m], without=n) with another index n"
                raise InputError(f"{name} left out of a product over {self.index.name}", hint=hint)
            if left_out.dim != self.index.dim:
                over, dim = show_dim(left_out.dim), show_dim(self.index.dim)
                raise ShapeError(f"the index {left_out.name} over {over} left out of a product over {dim}")
        self._seal((), self.body.free - {self.index} | frozenset(self.without))


@dataclass(frozen=True, eq=False)
class Delta(Term):
    """δᵢⱼ."""

    left: Index
    right: Index

    def __post_init__(self) -> None:
        if self.left.dim != self.right.dim:
            raise ShapeError(f"δ of an index over {show_dim(self.left.dim)} and one over {show_dim(self.right.dim)}")
        self._seal((), frozenset({self.left, self.right}))


@dataclass(frozen=True, eq=False)
class Grad(Term):
    """∂y/∂x for a symbol x: the axes of y first, then those of x; (∂y/∂x)ᵢⱼ = ∂yᵢ/∂xⱼ."""

    term: Term
    symbol: Symbol

    def __post_init__(self) -> None:
        if not isinstance(self.symbol, Symbol):
            raise InputError(
                "a derivative with respect to something that is not a symbol", hint="grad(y, x): x a symbol"
            )
        self._seal(axes_of(self.term.shape) + axes_of(self.symbol.shape))


def _same(left: object, right: object) -> bool:
    """Structural equality by a stack, each pair of nodes once: definitions nest deeply, and share their parts."""
    seen: set[tuple[int, int]] = set()
    stack: list[tuple[Any, Any]] = [(left, right)]
    while stack:
        one, other = stack.pop()
        if one is other or (id(one), id(other)) in seen:
            continue
        if type(one) is not type(other):
            return False
        seen.add((id(one), id(other)))
        match one:
            case Term():
                if hash(one) != hash(other):
                    return False
                parts = (one.values, other.values)
            case Definition():
                parts = ((one.name, one.parameters, one.body), (other.name, other.parameters, other.body))
            case tuple():
                parts = (one, other)
            case _ if one != other:
                return False
            case _:
                continue
        if len(parts[0]) != len(parts[1]):
            return False
        stack.extend(zip(*parts, strict=True))
    return True


@dataclass(frozen=True, eq=False)
class Definition:
    """name(parameters) := body.  Without parameters the name stands for this very body."""

    name: str
    parameters: tuple[Symbol, ...]
    body: Term

    def __post_init__(self) -> None:
        _check_name(self.name)
        if self.body.free:
            raise InputError(f"the definition of {self.name!r} has free indices")

    def __reduce__(self) -> tuple[type[Definition], tuple[Any, ...]]:
        return Definition, (self.name, self.parameters, self.body)

    def __hash__(self) -> int:
        return hash((self.name, self.parameters, self.body))

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Definition) and _same(self, other))

    def __call__(self, *arguments: Term) -> Term:
        return Defined(self, arguments)


@dataclass(frozen=True, eq=False)
class Defined(Term):
    """A definition used: shown by its name, worth its ``body`` (the definition's body at these arguments)."""

    definition: Definition
    arguments: tuple[Term, ...] = ()

    #: Set by `derive.language.substitution` at import: instantiates a definition at arguments.
    unfolder: ClassVar[Callable[[Definition, tuple[Term, ...]], Term]]

    def __post_init__(self) -> None:
        if len(self.arguments) != len(self.definition.parameters):
            wanted = len(self.definition.parameters)
            raise InputError(f"{self.definition.name!r} of {len(self.arguments)} arguments; it takes {wanted}")
        body = Defined.unfolder(self.definition, self.arguments) if self.arguments else self.definition.body
        object.__setattr__(self, "_body", body)
        self._seal(body.shape)

    def unfold(self) -> Term:
        """The body, at these arguments."""
        return self._body  # type: ignore[attr-defined,no-any-return]  # set once, in __post_init__


#: Nodes that have no sub-terms, though dimensions are terms.
_LEAVES = (Dimension, Symbol, Ones, Zeros, Identity)

# --- shapes -----------------------------------------------------------------------------------------------------


def is_vector(shape: Shape) -> bool:
    """A column vector."""
    return len(shape) == 1


def is_row(shape: Shape) -> bool:
    """The transpose of a column vector."""
    return len(shape) == 2 and shape[0] == 1


def is_matrix(shape: Shape) -> bool:
    """Two proper axes."""
    return len(shape) == 2 and shape[0] != 1


def is_square(shape: Shape) -> bool:
    """A matrix with twice the same dimension."""
    return is_matrix(shape) and shape[0] == shape[1]


def column(rows: Dim, columns: Dim) -> Shape:
    """The shape of rows × columns, where one column makes a vector and 1 × 1 a scalar."""
    return (rows, columns) if columns != 1 else (rows,) if rows != 1 else ()


def axes_of(shape: Shape) -> Shape:
    """The dimensions that have an index: a row has one."""
    return (shape[1],) if is_row(shape) else shape


def product_shape(left: Shape, right: Shape) -> Shape:
    """The shape of a product read as in linear algebra; raises `ShapeError` when there is none."""
    if left == ():
        return right
    if right == ():
        return left
    if len(left) <= 2 and len(right) <= 2:
        rows, inner = (left[0], 1) if len(left) == 1 else left
        inner_right, columns = (right[0], 1) if len(right) == 1 else right
        if inner == inner_right and not (is_vector(left) and is_vector(right)):
            return column(rows, columns)
    raise ShapeError(
        f"a product of shapes {show_shape(left)} and {show_shape(right)}",
        hint="inner dimensions must agree; u*v of two columns is u ⊙ v, dot(u, v) their scalar product",
    )


def show_dim(dim: Dim) -> str:
    """N, or 3."""
    return dim.name if isinstance(dim, Dimension) else str(dim)


def show_shape(shape: Shape) -> str:
    """``scalar``, ``(N)``, ``(N × K)``."""
    return f"({' × '.join(map(show_dim, shape))})" if shape else "scalar"


# --- building ---------------------------------------------------------------------------------------------------


def as_term(value: Operand) -> Term:
    """A term as it is; an integer or fraction as a `Number`."""
    return value if isinstance(value, Term) else Number(exact(value))


def exact(value: object) -> Fraction:
    """An integer or fraction, of Python or another exact type; raises `InputError` for anything else."""
    if type(value) is Fraction and type(value.numerator) is type(value.denominator) is int:
        return value
    if isinstance(value, Rational) and not isinstance(value, bool):
        return Fraction(int(value.numerator), int(value.denominator))
    meant = ""
    if isinstance(value, Real) and not isinstance(value, bool) and isfinite(value):
        meant = f": Fraction({str(Fraction(str(value))).replace('/', ', ')}) for {value}"
    raise InputError(
        f"{value!r} of type {type(value).__name__} in a term",
        hint=f"numbers in terms are exact: use int or fractions.Fraction{meant}",
    )


def exponent_of(value: object) -> Fraction:
    """An exponent; raises `InputError` for what is no exact number."""
    if isinstance(value, Rational) and not isinstance(value, bool):
        return exact(value)
    raise InputError(
        f"an exponent of type {type(value).__name__}", hint="exponents are integers, or half-integer fractions"
    )


def add(left: Operand, right: Operand) -> Term:
    """left + right; a sum on the left is continued."""
    first, second = as_term(left), as_term(right)
    return Add((*first.terms, second)) if isinstance(first, Add) else Add((first, second))


def product(left: Operand, right: Operand) -> Term:
    """left · right as in linear algebra; a product on the left is continued."""
    first, second = as_term(left), as_term(right)
    product_shape(first.shape, second.shape)
    return Product((*first.factors, second)) if isinstance(first, Product) else Product((first, second))


def multiply(left: Operand, right: Operand) -> Term:
    """The product the shapes call for: two columns give the Hadamard product."""
    first, second = as_term(left), as_term(right)
    if is_vector(first.shape) and is_vector(second.shape):
        return Hadamard((*first.factors, second)) if isinstance(first, Hadamard) else Hadamard((first, second))
    return product(first, second)


# --- checks -----------------------------------------------------------------------------------------------------


def _check_name(name: str) -> None:
    if not isinstance(name, str) or not name or len(name) > 100 or any(c.isspace() for c in name):
        raise NameError_(f"{name!r} as a name", hint="a name is a non-empty word without spaces")


def _check_dim(dim: Dim) -> None:
    if isinstance(dim, Dimension):
        return
    if isinstance(dim, bool) or not isinstance(dim, int) or dim < 2:
        raise InputError(
            f"{dim!r} as a dimension",
            hint="a dimension is dimension('N') or an integer of at least 2; use scalars for 1",
        )


def _need(term: Term, shape: Shape, operation: str) -> None:
    if term.shape != shape:
        raise ShapeError(f"{operation} of shape {show_shape(term.shape)}; it needs {show_shape(shape)}")


def _need_square(term: Term, operation: str) -> None:
    if not is_square(term.shape):
        raise ShapeError(f"{operation} of shape {show_shape(term.shape)}; it needs a square matrix")


def _vectors(left: Term, right: Term, operation: str) -> None:
    for term in (left, right):
        if not is_vector(term.shape):
            raise ShapeError(f"{operation} with shape {show_shape(term.shape)}; it needs column vectors")


def _at_least_two(terms: tuple[Term, ...], operation: str) -> None:
    if len(terms) > MAX_TERMS:
        raise LimitError(f"{operation} of {len(terms)} terms; the limit is {MAX_TERMS}", hint="group them in brackets")
    if len(terms) < 2:
        raise InputError(f"{operation} of fewer than two terms")
