"""Term → SymPy: with symbolic sizes here, with explicit components in `derive.interop.explicit` (`to_explicit`).

The symbolic form uses SymPy's matrix expressions.  A scalar that is made of matrices (xᵀy, |v|, …) becomes a ``Trace``
of the 1×1 product, because SymPy does not add a 1×1 matrix and a number.  A node without a matrix form (a basis vector, a
sum of vectors over an index) is written by components where the term asks for a component, and refused by name elsewhere.
What SymPy has for each operation, and what it lacks, is the table `OPERATIONS`, a row for each kind of node.

As a line is written (``evaluate=False``) nothing is sorted, cancelled or put together, so that `derive.interop.from_sympy`
reads the line again; ``folded`` leaves definitions without arguments as symbols of their names.

A row with a spelling is written so here, and read back by `derive.interop.from_sympy`; a reason beside it says where the
spelling ends.  A row without one has the reason why there is none; `derive.interop.explicit` writes out most of these at
explicit sizes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy
from sympy.matrices.expressions.diagonal import DiagMatrix
from sympy.matrices.expressions.matexpr import MatrixElement

from derive.errors import InputError
from derive.interop.explicit import explicit_symbol
from derive.interop.field import EXTREMES, FUNCTIONS, function_of
from derive.language import terms as t
from derive.language.alike import opened
from derive.language.functions import FUNCTIONS as REAL_FUNCTIONS
from derive.language.functions import is_unknown
from derive.language.order import Order


@dataclass(frozen=True)
class Operation:
    """A kind of node, how SymPy spells it (empty where it cannot), and what SymPy lacks (empty where nothing)."""

    node: type[t.Term]
    spelling: str
    lacks: str = ""


_TENSORS = "SymPy has matrices of symbolic size, no tensors"
_EXPLICIT = "a matrix of SymPy with entries is none of symbolic size"

OPERATIONS: tuple[Operation, ...] = (
    Operation(t.Dimension, "Symbol('N', integer=True, positive=True)"),
    Operation(t.Number, "Integer, Rational"),
    Operation(t.Symbol, "Symbol('s', real=True); MatrixSymbol('a', N, 1), MatrixSymbol('A', N, K)", _TENSORS),
    Operation(t.Ones, "OneMatrix(N, 1)", _TENSORS),
    Operation(t.Zeros, "ZeroMatrix(N, 1)", _TENSORS),
    Operation(t.Identity, "Identity(N)"),
    Operation(
        t.Basis, "", "SymPy has no vector with a 1 at a symbolic position; its components are KroneckerDelta(i, j)"
    ),
    Operation(t.Add, "Add; MatAdd"),
    Operation(t.Neg, "Mul(-1, s); MatMul(-1, A)"),
    Operation(t.Product, "Mul; MatMul; Trace(MatMul(…)) where it is 1×1"),
    Operation(t.Hadamard, "HadamardProduct"),
    Operation(t.Quotient, "Pow(q, -1) beside the numerator; HadamardPower(v, -1) for a vector below"),
    Operation(t.Power, "Pow; MatPow; HadamardPower of a vector"),
    Operation(t.HadamardPower, "HadamardPower"),
    Operation(t.Sqrt, "sqrt"),
    Operation(
        t.Function,
        f"{', '.join(row.sympy or row.name for row in REAL_FUNCTIONS.values())}; x.applyfunc(exp); "
        "Function('f')(s) of an unknown one, Derivative",
    ),
    Operation(t.MatrixFunction, "exp(A), log(A)"),
    Operation(t.Transpose, "Transpose"),
    Operation(t.Diag, "DiagMatrix"),
    Operation(t.Trace, "Trace"),
    Operation(t.Dot, "Trace(x.T*y): SymPy adds no 1×1 matrix to a number"),
    Operation(t.Outer, "x*y.T"),
    Operation(t.Norm, "sqrt(Trace(x.T*x)): SymPy has no norm of a matrix expression"),
    Operation(t.Inverse, "Inverse"),
    Operation(t.Pinv, "", "SymPy has pseudo-inverses of explicit matrices only"),
    Operation(t.Det, "Determinant"),
    Operation(t.Component, "MatrixElement(x, i, 0), counted from 0", _TENSORS),
    Operation(t.Sum, "Sum(…, (i, 0, N - 1)) of numbers", "SymPy's sums are of numbers; one of vectors has components"),
    Operation(t.Prod, "Product(…, (i, 0, N - 1))", "SymPy's products cannot leave one index out"),
    Operation(t.Max, "", "SymPy has the greatest of given numbers, Max(s, q), and none over an index"),
    Operation(t.Rank, "", "SymPy has the rank of explicit matrices only"),
    Operation(t.Delta, "KroneckerDelta(i, j)"),
    Operation(t.Written, "", _EXPLICIT),
    Operation(t.Entry, "", _EXPLICIT),
    Operation(
        t.Grad,
        "",
        "SymPy's derivatives of matrix expressions lose terms: (x/sqrt(Trace(x.T*x))).diff(x) has no rank-one part",
    ),
    Operation(
        t.Defined,
        "a Symbol or MatrixSymbol of its name (folded), or what it stands for; functions are unfolded, but for Max and Min",
    ),
)

#: What SymPy lacks, by kind of node.
LACKS: dict[type[t.Term], str] = {operation.node: operation.lacks for operation in OPERATIONS if operation.lacks}


def to_sympy(term: t.Term, folded: bool = False, evaluate: bool = True) -> Any:
    """The SymPy expression of a term, with symbolic sizes; see `derive.interop.public.to_sympy`.

    Raises `InputError` that names the node when SymPy has no counterpart (tensors, derivatives, pseudo-inverses).

    >>> from derive.language.build import dimension, ones, scalar, vector
    >>> N = dimension("N")
    >>> to_sympy(vector("a", N) - ones(N))
    a - 1
    >>> c = scalar("c")
    >>> to_sympy(c / c), to_sympy(c / c, evaluate=False)
    (1, c/c)
    """
    return _Writer(folded, evaluate).write(term)


def index_symbol(index: t.Index) -> Any:
    """An index as SymPy counts it: a nonnegative integer; a place by its number, N − 1 for the last."""
    if isinstance(index, t.Place):
        return index.number - 1 + (_dim(index.dim) if index.number <= 0 else 0)
    return sympy.Symbol(index.name, integer=True, nonnegative=True)


def _dim(dim: t.Dim) -> Any:
    return sympy.Integer(dim) if isinstance(dim, int) else sympy.Symbol(dim.name, integer=True, positive=True)


def _shape(term: t.Term) -> tuple[Any, Any]:
    """Rows and columns; raises `InputError` for a tensor."""
    dims = [_dim(dim) for dim in term.shape]
    if len(dims) > 2:
        raise InputError(
            f"{type(term).__name__} of shape {t.show_shape(term.shape)}: {LACKS[type(term)]}",
            hint="take components of it, or to_explicit(term, n)",
        )
    return dims[0], dims[1] if len(dims) == 2 else sympy.Integer(1)


def _inner(left: Any, right: Any) -> Any:
    """tr(LᵀR): the scalar product of columns, and of matrices."""
    return sympy.Trace(sympy.MatMul(sympy.Transpose(left), right))


class _Writer:
    """How one translation is written: folded or not, evaluated or not."""

    def __init__(self, folded: bool, evaluate: bool) -> None:
        self.folded, self.evaluate = folded, evaluate

    def write(self, term: t.Term) -> Any:
        """The SymPy expression of a term."""
        match term:
            case t.Number():
                return sympy.Rational(term.value.numerator, term.value.denominator)
            case t.Dimension():
                return _dim(term)
            case Order():
                raise InputError("the order of indices in SymPy", hint="SymPy has no 1 where i ≤ j of its own")
            case t.Symbol():
                return explicit_symbol(term, ()) if term.shape == () else sympy.MatrixSymbol(term.name, *_shape(term))
            case t.Ones():
                return sympy.OneMatrix(*_shape(term)) if term.shape else sympy.Integer(1)
            case t.Zeros():
                return sympy.ZeroMatrix(*_shape(term)) if term.shape else sympy.Integer(0)
            case t.Identity():
                return sympy.Identity(_dim(term.dim))
            case t.Add():
                parts = [self.write(part) for part in term.terms]
                return self.add(*parts) if term.shape == () else sympy.MatAdd(*parts)
            case t.Neg():
                return self.scaled(sympy.Integer(-1), self.write(term.term), term.shape)
            case t.Product():
                return self.product(term.factors)
            case t.Hadamard():
                parts = [self.write(part) for part in term.factors]
                return self.mul(*parts) if term.shape == () else sympy.HadamardProduct(*parts)
            case t.Quotient():
                return self.quotient(term)
            case t.Power() | t.HadamardPower() | t.Sqrt():
                return self.power(term)
            case t.Function():
                argument, function = self.write(term.argument), function_of(term.name)
                if term.shape == ():
                    return function(argument, evaluate=self.evaluate)
                d = sympy.Dummy("d", real=True)
                return argument.applyfunc(sympy.Lambda(d, function(d)) if is_unknown(term.name) else function)
            case t.MatrixFunction():
                return FUNCTIONS[term.name](self.write(term.argument))
            case t.Transpose():
                return self.write(term.term) if term.shape == () else sympy.Transpose(self.write(term.term))
            case t.Diag():
                return DiagMatrix(self.write(term.vector))
            case t.Trace():
                return sympy.Trace(self.write(term.matrix))
            case t.Det():
                return sympy.Determinant(self.write(term.matrix))
            case t.Inverse():
                return sympy.Inverse(self.write(term.matrix))
            case t.Dot():
                return _inner(self.write(term.left), self.write(term.right))
            case t.Outer():
                return sympy.MatMul(self.write(term.left), sympy.Transpose(self.write(term.right)))
            case t.Norm():
                inside = self.write(term.term)
                return self.root(_inner(inside, inside))
            case t.Component():
                return self.entry(term.base, term.indices)
            case t.Delta():
                return sympy.KroneckerDelta(index_symbol(term.left), index_symbol(term.right))
            case t.Sum() | t.Prod() if term.shape == ():
                return self.big(term, self.write(term.body))
            case t.Defined() if self.folded and not term.arguments:
                return self.write(t.Symbol(term.definition.name, term.shape))
            case t.Defined(definition, arguments) if definition in EXTREMES:
                return EXTREMES[definition](*map(self.write, arguments), evaluate=self.evaluate)
            case t.Defined():
                return self.write(term.unfold())
        raise InputError(
            f"{type(term).__name__} of shape {t.show_shape(term.shape)} has no SymPy form with symbolic sizes: "
            f"{LACKS[type(term)]}",
            hint="to_explicit(term, n) writes it out at a size n",
        )

    # scalars

    def add(self, *parts: Any) -> Any:
        return sympy.Add(*parts, evaluate=self.evaluate)

    def mul(self, *factors: Any) -> Any:
        """The product of numbers; as it is written, a single factor stays alone."""
        return factors[0] if len(factors) == 1 else sympy.Mul(*factors, evaluate=self.evaluate)

    def pow(self, base: Any, exponent: Any) -> Any:
        """A power; as it is written where SymPy, looking for a content, takes sums of matrices for sums of numbers."""
        try:
            return sympy.Pow(base, exponent, evaluate=self.evaluate)
        except TypeError:
            return sympy.Pow(base, exponent, evaluate=False)

    def root(self, radicand: Any) -> Any:
        return self.pow(radicand, sympy.S.Half)

    def scaled(self, scalar: Any, value: Any, shape: t.Shape) -> Any:
        return self.mul(scalar, value) if shape == () else sympy.MatMul(scalar, value)

    # products, quotients, powers

    def product(self, factors: tuple[t.Term, ...]) -> Any:
        """Factors from the left; a chain of matrices that closes to 1×1 becomes a Trace.

        Evaluated, scalars are gathered in front; as they are written, they stay where they stand.
        """
        done: list[Any] = []
        chain: list[Any] = []
        shape: t.Shape = ()
        for factor in factors:
            closed = not chain
            shape = factor.shape if closed else t.product_shape(shape, factor.shape)
            (done if factor.shape == () and (self.evaluate or closed) else chain).append(self.write(factor))
            if chain and shape == ():
                done, chain = [*done, sympy.Trace(sympy.MatMul(*chain))], []
        if not chain:
            return self.mul(*done)
        scalars = [] if not done else [self.mul(*done)] if self.evaluate else done
        if len(scalars) == 1 and scalars[0] == 1:
            scalars = []
        return sympy.MatMul(*scalars, *chain) if len(scalars) + len(chain) > 1 else chain[0]

    def quotient(self, term: t.Quotient) -> Any:
        above, below = self.write(term.numerator), self.write(term.denominator)
        if term.denominator.shape == ():
            _must_not_vanish(below)
            reciprocal = self.pow(below, sympy.Integer(-1))
            if term.shape == ():
                return reciprocal if above == 1 else self.mul(above, reciprocal)
            return sympy.MatMul(reciprocal, above) if self.evaluate else sympy.MatMul(above, reciprocal)
        product = sympy.MatMul if term.numerator.shape == () else sympy.HadamardProduct
        return product(above, sympy.HadamardPower(below, -1))

    def power(self, term: t.Power | t.HadamardPower | t.Sqrt) -> Any:
        if isinstance(term, t.Sqrt):
            return self.root(self.write(term.radicand))
        base = self.write(term.base)
        exponent = sympy.Rational(term.exponent.numerator, term.exponent.denominator)
        if term.shape == ():
            if exponent < 0:
                _must_not_vanish(base)
            return self.pow(base, exponent)
        if t.is_vector(term.shape) or isinstance(term, t.HadamardPower):
            return sympy.HadamardPower(base, exponent)
        return sympy.MatPow(base, exponent)

    # components

    def big(self, term: t.Sum | t.Prod, body: Any) -> Any:
        if isinstance(term, t.Prod) and term.without:
            left_out = " and ".join(index.name for index in term.without)
            raise InputError(
                f"a product over all {term.index.name} but {left_out}: {LACKS[t.Prod]}",
                hint="to_explicit(term, n) writes it out at a size n",
            )
        node = sympy.Sum if isinstance(term, t.Sum) else sympy.Product
        return node(body, (index_symbol(term.index), 0, _dim(term.index.dim) - 1))

    def entry(self, term: t.Term, indices: tuple[t.Index, ...]) -> Any:
        """The component of a term; nodes without a matrix form are written by their index equations."""
        match term:
            case t.Basis():
                return sympy.KroneckerDelta(index_symbol(indices[0]), index_symbol(term.index))
            case t.Sum():
                if term.index in indices:
                    raise InputError(
                        f"the component at {term.index.name} of a sum over {term.index.name}",
                        hint="use another name for one of the two indices",
                    )
                return self.big(term, self.entry(term.body, indices))
            case t.Defined() if not self.folded or term.arguments:
                return self.entry(term.unfold(), indices)
            case _ if not self.lacks_matrix_form(term):
                base = self.write(term)
                row, *rest = [index_symbol(index) for index in indices]
                if t.is_row(term.shape):
                    return MatrixElement(base, sympy.Integer(0), row)
                return MatrixElement(base, row, rest[0] if rest else sympy.Integer(0))
            case t.Add():
                return self.add(*(self.entry(part, indices) for part in term.terms))
            case t.Neg():
                return self.mul(sympy.Integer(-1), self.entry(term.term, indices))
            case t.Contraction():
                summed, deltas, entries = opened(term.indices, term.children, indices, lambda dim: t.Index("k", dim))
                if not summed:
                    return self.mul(*map(self.write, deltas), *(self.entry(*entry) for entry in entries))
            case t.Product() if sum(factor.shape != () for factor in term.factors) == 1:
                return self.mul(*(self.entry(f, indices) if f.shape else self.write(f) for f in term.factors))
            case t.Quotient() if term.denominator.shape == ():
                return self.mul(self.entry(term.numerator, indices), self.pow(self.write(term.denominator), -1))
        return self.write(term)  # raises, naming the node that has no form

    def lacks_matrix_form(self, term: t.Term) -> bool:
        """Whether some part outside scalars is a basis vector or a sum of vectors."""
        if term.shape == ():
            return False
        if isinstance(term, t.Defined):
            return not (self.folded and not term.arguments) and self.lacks_matrix_form(term.unfold())
        return isinstance(term, t.Basis | t.Sum) or any(self.lacks_matrix_form(child) for child in term.children)


def _must_not_vanish(divisor: Any) -> None:
    if divisor.is_zero:
        raise InputError("SymPy sees a division by zero", hint="a divisor must not vanish identically")
