"""Numbers, sums, products, quotients, powers, functions, transposes, components: the nodes that Python's operators build."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from numbers import Rational, Real
from types import MappingProxyType

from derive.errors import InputError, LimitError, NameError_, ShapeError
from derive.language import node
from derive.language.functions import FUNCTIONS, MATRIX_FUNCTIONS, UNKNOWN, is_unknown
from derive.language.node import Applied, Contraction, Index, Operand, Shape, Term

MAX_TERMS = 2_000
MAX_EXPONENT = 200


@dataclass(frozen=True, eq=False)
class Number(Term):
    """A rational number."""

    value: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", exact(self.value))
        if max(self.value.numerator.bit_length(), self.value.denominator.bit_length()) > 4096:
            raise LimitError("a number of more than 4096 bits", hint="name it as a parameter")
        self._seal(())


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
            shape = node.product_shape(shape, factor.shape)
        self._seal(shape)


@dataclass(frozen=True, eq=False)
class Hadamard(Contraction):
    """u ⊙ v ⊙ …: the product component by component."""

    factors: tuple[Term, ...]

    def __post_init__(self) -> None:
        _at_least_two(self.factors, "a Hadamard product")
        self._seal(_same_shape(self.factors, "a Hadamard product"))

    @property
    def indices(self) -> str:
        axes = node.letters_of(self.shape)
        return f"{','.join([axes] * len(self.factors))}->{axes}"


@dataclass(frozen=True, eq=False)
class Quotient(Term):
    """x / s for a scalar s ≠ 0, or component by component for a vector below (then x is a scalar or a vector)."""

    numerator: Term
    denominator: Term

    def __post_init__(self) -> None:
        above, below = self.numerator.shape, self.denominator.shape
        if below == ():
            self._seal(above)
        elif node.is_vector(below) and above in ((), below):
            self._seal(below)
        else:
            raise ShapeError(
                f"division of shape {node.show_shape(above)} by shape {node.show_shape(below)}",
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
        if exponent.denominator > (2 if shape == () or node.is_square(shape) else 1):
            raise InputError(
                f"the exponent {exponent} of a term of shape {node.show_shape(shape)}",
                hint="scalars and square matrices have integer and half-integer powers, vectors integer ones",
            )
        if shape != () and not node.is_vector(shape) and not node.is_square(shape):
            raise ShapeError(
                f"a power of shape {node.show_shape(shape)}", hint="powers need a scalar, vector or square matrix"
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
class Sqrt(Applied):
    """√p, for a scalar p ≥ 0; never negative."""

    radicand: Term

    shapes, said = "->", "a square root"


@dataclass(frozen=True, eq=False)
class Function(Term):
    """A function of `FUNCTIONS`, or an unknown one, of a scalar or of each component: of a square matrix too."""

    name: str
    argument: Term

    def __post_init__(self) -> None:
        if is_unknown(self.name):
            node.check_name(self.name.removeprefix(UNKNOWN))
        elif self.name not in FUNCTIONS:
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
        self._seal(node.result_shape("ii->ii", (self.argument.shape,), f"the matrix {self.name}"))


@dataclass(frozen=True, eq=False)
class Transpose(Contraction):
    """Aᵀ; of a column, the row."""

    term: Term

    def __post_init__(self) -> None:
        shape = self.term.shape
        if len(shape) > 2:
            raise ShapeError(f"the transpose of shape {node.show_shape(shape)}")
        self._seal(() if shape == () else (1, shape[0]) if len(shape) == 1 else node.column(shape[1], shape[0]))

    @property
    def indices(self) -> str:
        axes = node.letters_of(self.term.shape)
        return f"{axes}->{axes[::-1]}"


@dataclass(frozen=True, eq=False)
class Component(Term):
    """xᵢ, Aᵢⱼ, …: one index for each axis (a row has one axis)."""

    base: Term
    indices: tuple[Index, ...]

    def __post_init__(self) -> None:
        axes = node.axes_of(self.base.shape)
        if len(axes) != len(self.indices):
            raise ShapeError(f"{len(self.indices)} indices for shape {node.show_shape(self.base.shape)}")
        for index, dim in zip(self.indices, axes, strict=True):
            if not isinstance(index, Index):
                raise InputError(f"{index!r} as an index", hint="write n = index('n', N) and then x[n]")
            if index.dim != dim:
                raise ShapeError(
                    f"the index {index.said} over {node.show_dim(index.dim)} for an axis over {node.show_dim(dim)}"
                )
        self._seal((), self.base.free | frozenset(self.indices))


def as_term(value: Operand) -> Term:
    """The ``value`` as a term: a term as it is, an integer or fraction as a `Number`."""
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
    node.product_shape(first.shape, second.shape)
    return Product((*first.factors, second)) if isinstance(first, Product) else Product((first, second))


def multiply(left: Operand, right: Operand) -> Term:
    """The product the shapes call for: two columns give the Hadamard product."""
    first, second = as_term(left), as_term(right)
    if node.is_vector(first.shape) and node.is_vector(second.shape):
        return Hadamard((*first.factors, second)) if isinstance(first, Hadamard) else Hadamard((first, second))
    return product(first, second)


def _same_shape(terms: tuple[Term, ...], operation: str) -> Shape:
    shape = terms[0].shape
    for term in terms[1:]:
        if term.shape != shape:
            raise ShapeError(
                f"{operation} of shapes {node.show_shape(shape)} and {node.show_shape(term.shape)}",
                hint="write c*ones(N) or c*identity(N) for a scalar that acts on every component",
            )
    return shape


def _at_least_two(terms: tuple[Term, ...], operation: str) -> None:
    if len(terms) > MAX_TERMS:
        raise LimitError(f"{operation} of {len(terms)} terms; the limit is {MAX_TERMS}", hint="group them in brackets")
    if len(terms) < 2:
        raise InputError(f"{operation} of fewer than two terms")


Term.operators = MappingProxyType({
    "+": add,
    "-": lambda left, right: add(left, Neg(as_term(right))),
    "negative": Neg,
    "*": multiply,
    "@": product,
    "/": lambda left, right: Quotient(as_term(left), as_term(right)),
    "**": lambda base, exponent: Power(base, exponent_of(exponent)),
    "abs": lambda term: Function("abs", term),
    "T": Transpose,
    "[]": lambda base, indices: Component(base, indices if isinstance(indices, tuple) else (indices,)),
})  # fmt: skip
