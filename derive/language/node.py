"""What every node of a term is: sealed when built, equal by structure, with Python's operators; dimensions, indices, shapes.

A shape is a tuple of dimensions; what products and other operations make of shapes is said by a letter for each axis, as in
``einsum``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar, NoReturn, Union

from derive.errors import InputError, LimitError, NameError_, ShapeError


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


def letters_of(shape: Shape) -> str:
    """A letter for each axis."""
    return "".join(chr(ord("a") + number) for number in range(len(axes_of(shape))))


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


def product_indices(left: Shape, right: Shape) -> str:
    """What a product read as in linear algebra contracts, of shapes that fit: ``"ij,jk->ik"`` of two matrices."""
    if left == () or right == ():
        axes = letters_of(left + right)
        return f",{axes}->{axes}" if left == () else f"{axes},->{axes}"
    rows = "i" if is_vector(left) else "j" if is_row(left) else "ij"
    columns = "j" if is_vector(right) else "k" if is_row(right) else "jk"
    return f"{rows},{columns}->{(rows + columns).replace('j', '')}"


#: What an operation asks for, by the letters of its operands.
_NEEDS = {
    "": "scalar", "i": "a column vector", "ii": "a square matrix", "ij": "a matrix",
    "i,i": "two column vectors of one size", "i,j": "two column vectors",
}  # fmt: skip


@lru_cache(maxsize=1024)
def result_shape(letters: str, shapes: tuple[Shape, ...], said: str) -> Shape:
    """The shape that comes out of operands, a letter for each axis; raises `ShapeError` where they do not fit."""
    inputs, output = letters.split("->")
    dims: dict[str, Dim] = {}
    for axes, shape in zip(inputs.split(","), shapes, strict=True):
        fits = len(axes) == len(shape) and not is_row(shape)
        if not (fits and all(dims.setdefault(axis, dim) == dim for axis, dim in zip(axes, shape, strict=True))):
            found = " and ".join(map(show_shape, shapes))
            raise ShapeError(f"{said} of shape{'s' * (len(shapes) > 1)} {found}; it needs {_NEEDS[inputs]}")
    return tuple(dims[axis] for axis in output)


def show_dim(dim: Dim) -> str:
    """N, or 3."""
    return str(dim) if isinstance(dim, int) else dim.name


def show_shape(shape: Shape) -> str:
    """``scalar``, ``(N)``, ``(N × K)``."""
    return f"({' × '.join(map(show_dim, shape))})" if shape else "scalar"


MAX_DEPTH = 150
MAX_SIZE = 20_000
_NOT_NUMPY = "terms have functions of their own: derive.sum_(i, u[i]), dot(u, v), norm(u), mean(u), exp(u), sqrt(p), …"


class Term:
    """Base of all nodes; see `derive.language.terms` for the operators."""

    __slots__ = ("_hash", "children", "depth", "free", "shape", "size", "values")

    shape: Shape
    free: frozenset[Index]
    children: tuple[Term, ...]
    depth: int
    size: int
    #: The fields of the node, in order.
    values: tuple[Any, ...]

    __match_args__: ClassVar[tuple[str, ...]]  # the names of the fields, set by `dataclass`

    #: Has it no sub-terms, though dimensions are terms?
    leaf: ClassVar[bool] = False
    #: What each operator builds: set by `derive.language.arithmetic`, where the nodes are.
    operators: ClassVar[Mapping[str, Callable[..., Term]]]

    def _seal(self, shape: Shape, free: frozenset[Index] | None = None) -> None:
        """Record what construction has established; called once, at the end of every ``__post_init__``."""
        values = tuple([getattr(self, name) for name in self.__match_args__])
        children: list[Term] = []
        for value in values:
            if isinstance(value, Term):
                children.append(value)
            elif isinstance(value, tuple):
                children.extend([item for item in value if isinstance(item, Term)])
        if self.leaf:
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
        return self.operators["+"](self, other)

    def __radd__(self, other: Operand) -> Term:
        return self.operators["+"](other, self)

    def __sub__(self, other: Operand) -> Term:
        return self.operators["-"](self, other)

    def __rsub__(self, other: Operand) -> Term:
        return self.operators["-"](other, self)

    def __neg__(self) -> Term:
        return self.operators["negative"](self)

    def __mul__(self, other: Operand) -> Term:
        return self.operators["*"](self, other)

    def __rmul__(self, other: Operand) -> Term:
        return self.operators["*"](other, self)

    def __matmul__(self, other: Term) -> Term:
        return self.operators["@"](self, other)

    def __truediv__(self, other: Operand) -> Term:
        return self.operators["/"](self, other)

    def __rtruediv__(self, other: Operand) -> Term:
        return self.operators["/"](other, self)

    def __rmatmul__(self, other: Operand) -> Term:
        return self.operators["@"](other, self)

    def __pow__(self, exponent: int | Fraction) -> Term:
        return self.operators["**"](self, exponent)

    def __rpow__(self, base: object) -> NoReturn:
        raise InputError("a term as an exponent", hint="exponents are integers, or half-integer fractions")

    def __abs__(self) -> Term:
        return self.operators["abs"](self)

    def __lt__(self, other: object) -> NoReturn:
        raise InputError("an inequality between terms", hint="positive(p - q) says p > q, nonneg(p - q) says p ≥ q")

    __le__ = __gt__ = __ge__ = __lt__

    @property
    def T(self) -> Term:
        """The transpose."""
        return self.operators["T"](self)

    def __getitem__(self, indices: Index | tuple[Index, ...]) -> Term:
        return self.operators["[]"](self, indices)

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


class Applied(Term):
    """A node whose fields are terms and whose shape follows from theirs: ``shapes`` says how, a letter for each axis.

    ``"ii->"`` takes a square matrix and gives a scalar, ``"i,j->ij"`` takes two columns and gives a matrix; ``said`` is what
    messages call it.
    """

    __slots__ = ()

    shapes: ClassVar[str]
    said: ClassVar[str]

    def __post_init__(self) -> None:
        shapes = tuple([getattr(self, name).shape for name in self.__match_args__])
        self._seal(result_shape(self.shapes, shapes, self.said))


class Contraction(Applied):
    """A node whose entries are sums of products of entries of its operands, as `indices` says in the words of ``einsum``.

    A letter on the left alone is summed over; one that stands twice on the right is a Kronecker δ.
    """

    __slots__ = ()

    @property
    def indices(self) -> str:
        """What is contracted: ``"i,i->"`` of a dot product."""
        return self.shapes


@dataclass(frozen=True, eq=False)
class Binder(Term):
    """A node that binds an index in its body."""

    index: Index
    body: Term


def check_name(name: str) -> None:
    if not isinstance(name, str) or not name or len(name) > 100 or any(c.isspace() for c in name):
        raise NameError_(f"{name!r} as a name", hint="a name is a non-empty word without spaces")


@dataclass(frozen=True, eq=False)
class Dimension(Term):
    """A symbolic positive integer, such as N; also a scalar term."""

    name: str

    leaf = True

    def __post_init__(self) -> None:
        check_name(self.name)
        self._seal(())


Dim = Union[Dimension, int]  # noqa: UP007 (a runtime alias; `Dimension | int` would do as well)
Shape = tuple[Dim, ...]


def check_dim(dim: Dim) -> None:
    if isinstance(dim, Dimension):
        return
    if isinstance(dim, bool) or not isinstance(dim, int) or dim < 2:
        raise InputError(
            f"{dim!r} as a dimension",
            hint="a dimension is dimension('N') or an integer of at least 2; use scalars for 1",
        )


@dataclass(frozen=True, eq=False)
class Index:
    """An index that runs over a dimension: n in aₙ."""

    name: str
    dim: Dim

    def __post_init__(self) -> None:
        check_name(self.name)
        check_dim(self.dim)
        if self.name.startswith("@") and type(self) is Index:
            hint = "derive.place(N, 1) and derive.place(N, 0) are the first and the last"
            raise NameError_(f"{self.name!r} as the name of an index, which is that of a place", hint=hint)
        object.__setattr__(self, "_hash", hash((self.name, self.dim)))

    def __hash__(self) -> int:
        return self._hash  # type: ignore[attr-defined,no-any-return]

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Index) and (self.name, self.dim) == (other.name, other.dim)

    def __reduce__(self) -> tuple[type[Index], tuple[str, Dim]]:
        return Index, (self.name, self.dim)

    @property
    def said(self) -> str:
        """Its name in messages."""
        return self.name.removeprefix("@")


Operand = Union[Term, int, Fraction]  # noqa: UP007
