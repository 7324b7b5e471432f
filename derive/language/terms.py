"""Terms: the typed expressions of `derive`, one frozen dataclass a node, in the order their author wrote them.

Nothing is sorted, cancelled or evaluated when a term is built: ``sigma2 + eps`` stays ``sigma2 + eps``.  What *is* done is
the check of shapes; a term that exists is well-typed, and the algorithms over terms need not ask again.

A *shape* is a tuple of dimensions: ``()`` scalar, ``(N,)`` column vector, ``(1, N)`` row, ``(M, N)`` matrix, longer
tuples for tensors (which only derivatives make).  A *dimension* is a symbolic positive integer (`Dimension`) or an integer
of at least 2; ``1`` occurs only as the mark of a row.

Each node knows its ``shape``, its ``free`` indices, its direct sub-terms ``children``, its ``depth`` and its ``size``.
Equality is structural; the hash is computed once.  All nodes are imported from here.  The operators build terms:

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

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from derive.errors import InputError, LimitError, ShapeError
from derive.language.arithmetic import MAX_EXPONENT as MAX_EXPONENT
from derive.language.arithmetic import MAX_TERMS as MAX_TERMS
from derive.language.arithmetic import Add as Add
from derive.language.arithmetic import Component as Component
from derive.language.arithmetic import Function as Function
from derive.language.arithmetic import Hadamard as Hadamard
from derive.language.arithmetic import HadamardPower as HadamardPower
from derive.language.arithmetic import MatrixFunction as MatrixFunction
from derive.language.arithmetic import Neg as Neg
from derive.language.arithmetic import Number as Number
from derive.language.arithmetic import Power as Power
from derive.language.arithmetic import Product as Product
from derive.language.arithmetic import Quotient as Quotient
from derive.language.arithmetic import Sqrt as Sqrt
from derive.language.arithmetic import Transpose as Transpose
from derive.language.arithmetic import add as add
from derive.language.arithmetic import as_term as as_term
from derive.language.arithmetic import product as product
from derive.language.binders import Max as Max
from derive.language.binders import Prod as Prod
from derive.language.binders import Rank as Rank
from derive.language.binders import Sum as Sum
from derive.language.functions import UNKNOWN, is_unknown
from derive.language.node import MAX_DEPTH as MAX_DEPTH
from derive.language.node import MAX_SIZE as MAX_SIZE
from derive.language.node import Applied as Applied
from derive.language.node import Binder as Binder
from derive.language.node import Contraction as Contraction
from derive.language.node import Dim as Dim
from derive.language.node import Dimension as Dimension
from derive.language.node import Index as Index
from derive.language.node import Operand as Operand
from derive.language.node import Shape as Shape
from derive.language.node import Term as Term
from derive.language.node import axes_of as axes_of
from derive.language.node import check_dim, check_name
from derive.language.node import column as column
from derive.language.node import is_matrix as is_matrix
from derive.language.node import is_row as is_row
from derive.language.node import is_square as is_square
from derive.language.node import is_vector as is_vector
from derive.language.node import product_indices as product_indices
from derive.language.node import product_shape as product_shape
from derive.language.node import show_dim as show_dim
from derive.language.node import show_shape as show_shape
from derive.language.places import Place as Place
from derive.language.places import place as place
from derive.language.places import places_in
from derive.language.written import MAX_WRITTEN as MAX_WRITTEN
from derive.language.written import Entry as Entry
from derive.language.written import Written as Written

#: Properties that a symbol may be declared with, by the number of axes of its shape.
PROPERTIES: dict[int, frozenset[str]] = {
    0: frozenset({"nonneg", "positive", "nonzero"}),
    1: frozenset({"nonzero", "not_zero", "mask"}),
    2: frozenset({"symmetric", "orthogonal", "idempotent", "invertible", "positive_definite"}),
}

#: The most derivatives that are taken of an unknown function.
MAX_ORDER = 12

#: Properties that follow from others.
IMPLIED: dict[str, frozenset[str]] = {"positive_definite": frozenset({"symmetric", "invertible"})}


@dataclass(frozen=True, eq=False)
class Symbol(Term):
    """A named scalar, vector, matrix or tensor, with the properties it is declared to have (`PROPERTIES`)."""

    name: str
    dims: Shape
    properties: frozenset[str] = frozenset()

    leaf = True

    def __post_init__(self) -> None:
        check_name(self.name)
        for dim in self.dims:
            check_dim(dim)
        allowed = PROPERTIES.get(len(self.dims), frozenset())
        for word in sorted(self.properties - allowed):
            known = ", ".join(sorted(allowed)) or "none"
            message = f"property {word!r} of the symbol {self.name!r} of shape {show_shape(self.dims)}"
            raise InputError(message, hint=f"properties for this shape: {known}")
        matrix_words = self.properties & PROPERTIES[2]
        if matrix_words and (len(self.dims) != 2 or self.dims[0] != self.dims[1]):
            raise ShapeError(f"{min(matrix_words)} matrix {self.name!r} of shape {show_shape(self.dims)}, not square")
        self._seal(self.dims)


@dataclass(frozen=True, eq=False)
class Ones(Term):
    """The all-ones vector (or matrix) of the given shape."""

    dims: Shape

    leaf = True

    def __post_init__(self) -> None:
        for dim in self.dims:
            check_dim(dim)
        self._seal(self.dims)


@dataclass(frozen=True, eq=False)
class Zeros(Term):
    """The zero vector or matrix of the given shape; rows included."""

    dims: Shape

    leaf = True

    def __post_init__(self) -> None:
        for dim in axes_of(self.dims):
            check_dim(dim)
        self._seal(self.dims)


@dataclass(frozen=True, eq=False)
class Identity(Term):
    """The identity matrix: δᵢⱼ."""

    dim: Dim

    leaf = True

    def __post_init__(self) -> None:
        check_dim(self.dim)
        self._seal((self.dim, self.dim))


@dataclass(frozen=True, eq=False)
class Basis(Term):
    """The basis vector eₙ: component i is δᵢₙ."""

    index: Index

    def __post_init__(self) -> None:
        self._seal((self.index.dim,), frozenset({self.index}))


@dataclass(frozen=True, eq=False)
class Diag(Contraction):
    """diag(v): the matrix δᵢⱼ vᵢ."""

    vector: Term

    shapes, said = "i->ii", "diag"


@dataclass(frozen=True, eq=False)
class Trace(Contraction):
    """tr A = Σᵢ Aᵢᵢ."""

    matrix: Term

    shapes, said = "ii->", "a trace"


@dataclass(frozen=True, eq=False)
class Dot(Contraction):
    """u · v = Σᵢ uᵢ vᵢ for two columns."""

    left: Term
    right: Term

    shapes, said = "i,i->", "a dot product"


@dataclass(frozen=True, eq=False)
class Outer(Contraction):
    """u vᵀ: the matrix uᵢ vⱼ."""

    left: Term
    right: Term

    shapes, said = "i,j->ij", "an outer product"


@dataclass(frozen=True, eq=False)
class Norm(Term):
    """|v| = √(v · v); of a matrix, the Frobenius norm."""

    term: Term

    def __post_init__(self) -> None:
        if self.term.shape == () or len(self.term.shape) > 2:
            raise ShapeError(f"a norm of shape {show_shape(self.term.shape)}", hint="abs(x) is the absolute value")
        self._seal(())


@dataclass(frozen=True, eq=False)
class Inverse(Applied):
    """M⁻¹ of a square matrix; the condition that M is invertible comes with it."""

    matrix: Term

    shapes, said = "ii->ii", "an inverse"


@dataclass(frozen=True, eq=False)
class Pinv(Applied):
    """M⁺, the Moore–Penrose inverse."""

    matrix: Term

    shapes, said = "ij->ji", "a pseudo-inverse"


@dataclass(frozen=True, eq=False)
class Det(Applied):
    """det M of a square matrix."""

    matrix: Term

    shapes, said = "ii->", "a determinant"


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
        check_name(self.name)
        if self.body.free - places_in(self.body.free):
            raise InputError(f"the definition of {self.name!r} has free indices")
        object.__setattr__(self, "_mark", object())  # those that were found to be equal share it

    def __reduce__(self) -> tuple[type[Definition], tuple[Any, ...]]:
        return Definition, (self.name, self.parameters, self.body)

    def __hash__(self) -> int:
        return hash((self.name, self.parameters, self.body))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Definition) or hash(self) != hash(other):
            return False
        mark = self._mark  # type: ignore[attr-defined]  # set once, in __post_init__
        if mark is not other._mark:  # type: ignore[attr-defined]
            if not _same(self, other):
                return False
            object.__setattr__(other, "_mark", mark)
        return True

    def __call__(self, *arguments: Operand) -> Term:
        return Defined(self, tuple(map(as_term, arguments)))


@dataclass(frozen=True, eq=False)
class UnknownFunction(Definition):
    """f, or a derivative of it: a function of a number of which nothing is known but that it is smooth everywhere.

    Called, it is a `Function`, entry by entry; what it is a definition by is that function itself.
    """

    @classmethod
    def named(cls, name: str) -> UnknownFunction:
        """The one with this name; primes at its end are those of derivatives."""
        t = Symbol("t", ())
        return cls(name, (t,), Function(UNKNOWN + name, t))

    @property
    def base(self) -> UnknownFunction:
        """f, of which this is f, f′ or another derivative."""
        return self.named(self.name.rstrip("'"))

    @property
    def order(self) -> int:
        """How often f has been derived."""
        return len(self.name) - len(self.name.rstrip("'"))

    @property
    def derivative(self) -> UnknownFunction:
        """f′, the derivative, which is an unknown function as well."""
        return self.derived(1)

    def derived(self, order: int) -> UnknownFunction:
        """The derivative of some order; raises `LimitError` beyond `MAX_ORDER`."""
        if self.order + order > MAX_ORDER:
            raise LimitError(
                f"a derivative of order {self.order + order} of {self.base.name!r}; the limit is {MAX_ORDER}"
            )
        return self.named(self.name + "'" * order)

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return UnknownFunction.named, (self.name,)

    def __call__(self, *arguments: Operand) -> Term:
        if len(arguments) != 1:
            raise InputError(f"{self.name!r} of {len(arguments)} arguments; it takes 1")
        return Function(UNKNOWN + self.name, as_term(arguments[0]))


def unknown_function_of(term: Term) -> UnknownFunction | None:
    """The unknown function, or its derivative, that a term is a value of; None of any other term."""
    if not isinstance(term, Function) or not is_unknown(term.name):
        return None
    return UnknownFunction.named(term.name.removeprefix(UNKNOWN))


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
        self._seal(body.shape, body.free.union(*(argument.free for argument in self.arguments)))

    @property
    def entrywise(self) -> bool:
        """Is it a function of numbers, taken of arrays entry by entry?"""
        return bool(self.shape) and not self.definition.body.shape

    def unfold(self) -> Term:
        """The body, at these arguments."""
        return self._body  # type: ignore[attr-defined,no-any-return]  # set once, in __post_init__
