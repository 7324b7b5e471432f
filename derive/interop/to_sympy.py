"""Term → SymPy: with symbolic sizes here, with explicit components in `derive.interop.explicit` (`to_explicit`).

The symbolic form uses SymPy's matrix expressions.  A scalar that is made of matrices (xᵀy, |v|, …) becomes a ``Trace``
of the 1×1 product, because SymPy does not add a 1×1 matrix and a number.  A node without a matrix form (a basis vector, a
sum of vectors over an index) is written by components where the term asks for a component, and refused by name elsewhere.
"""

from __future__ import annotations

from typing import Any

import sympy
from sympy.matrices.expressions.diagonal import DiagMatrix
from sympy.matrices.expressions.matexpr import MatrixElement

from derive.errors import InputError
from derive.interop.explicit import FUNCTIONS, explicit_symbol
from derive.language import terms as t


def to_sympy(term: t.Term) -> Any:
    """The SymPy expression of a term, with symbolic sizes; definitions are unfolded.

    Raises `InputError` that names the node when SymPy has no counterpart (tensors, derivatives, pseudo-inverses).

    >>> from derive.language.build import dimension, ones, vector
    >>> N = dimension("N")
    >>> to_sympy(vector("a", N) - ones(N))
    a - 1
    """
    match term:
        case t.Number():
            return sympy.Rational(term.value.numerator, term.value.denominator)
        case t.Dimension() | t.Symbol() | t.Ones() | t.Zeros() | t.Identity():
            return _leaf(term)
        case t.Add():
            parts = [to_sympy(part) for part in term.terms]
            return sympy.Add(*parts) if term.shape == () else sympy.MatAdd(*parts)
        case t.Neg():
            return _scaled(sympy.Integer(-1), to_sympy(term.term), term.shape)
        case t.Product():
            return _product(term.factors)
        case t.Hadamard():
            parts = [to_sympy(part) for part in term.factors]
            return sympy.Mul(*parts) if term.shape == () else sympy.HadamardProduct(*parts)
        case t.Quotient():
            return _quotient(term)
        case t.Power() | t.HadamardPower() | t.Sqrt():
            return _power(term)
        case t.Function():
            argument = to_sympy(term.argument)
            function = FUNCTIONS[term.name]
            return function(argument) if term.shape == () else argument.applyfunc(function)
        case t.MatrixFunction():
            return FUNCTIONS[term.name](to_sympy(term.argument))
        case t.Transpose():
            return to_sympy(term.term) if term.shape == () else sympy.Transpose(to_sympy(term.term))
        case t.Diag():
            return DiagMatrix(to_sympy(term.vector))
        case t.Trace():
            return sympy.Trace(to_sympy(term.matrix))
        case t.Det():
            return sympy.Determinant(to_sympy(term.matrix))
        case t.Inverse():
            return sympy.Inverse(to_sympy(term.matrix))
        case t.Dot():
            return _inner(to_sympy(term.left), to_sympy(term.right))
        case t.Outer():
            return sympy.MatMul(to_sympy(term.left), sympy.Transpose(to_sympy(term.right)))
        case t.Norm():
            inside = to_sympy(term.term)
            return sympy.sqrt(_inner(inside, inside))
        case t.Component():
            return _entry(term.base, term.indices)
        case t.Delta():
            return sympy.KroneckerDelta(index_symbol(term.left), index_symbol(term.right))
        case t.Sum() | t.Prod() if term.shape == ():
            return _big(term, to_sympy(term.body))
        case t.Defined():
            return to_sympy(term.unfold())
    raise InputError(
        f"{type(term).__name__} of shape {t.show_shape(term.shape)} has no SymPy form with symbolic sizes",
        hint="to_explicit(term, n) writes it out at a size n",
    )


def index_symbol(index: t.Index) -> Any:
    """An index as SymPy counts it: a nonnegative integer."""
    return sympy.Symbol(index.name, integer=True, nonnegative=True)


def _dim(dim: t.Dim) -> Any:
    return sympy.Integer(dim) if isinstance(dim, int) else sympy.Symbol(dim.name, integer=True, positive=True)


def _shape(term: t.Term) -> tuple[Any, Any]:
    """Rows and columns; raises `InputError` for a tensor."""
    dims = [_dim(dim) for dim in term.shape]
    if len(dims) > 2:
        raise InputError(
            f"{type(term).__name__} of shape {t.show_shape(term.shape)}: SymPy has matrices, no tensors",
            hint="take components of it, or to_explicit(term, n)",
        )
    return dims[0], dims[1] if len(dims) == 2 else sympy.Integer(1)


def _leaf(term: t.Term) -> Any:
    match term:
        case t.Dimension():
            return _dim(term)
        case t.Symbol() if term.shape == ():
            return explicit_symbol(term, ())
        case t.Symbol():
            return sympy.MatrixSymbol(term.name, *_shape(term))
        case t.Ones():
            return sympy.OneMatrix(*_shape(term)) if term.shape else sympy.Integer(1)
        case t.Zeros():
            return sympy.ZeroMatrix(*_shape(term)) if term.shape else sympy.Integer(0)
        case t.Identity():
            return sympy.Identity(_dim(term.dim))
    raise InputError(f"{type(term).__name__} is no leaf")


def _scaled(scalar: Any, value: Any, shape: t.Shape) -> Any:
    return scalar * value if shape == () else sympy.MatMul(scalar, value)


def _inner(left: Any, right: Any) -> Any:
    """tr(LᵀR): the scalar product of columns, and of matrices."""
    return sympy.Trace(sympy.MatMul(sympy.Transpose(left), right))


def _product(factors: tuple[t.Term, ...]) -> Any:
    """Factors from the left: scalars are gathered in front, a chain of matrices that closes to 1×1 becomes a Trace."""
    scalar: Any = sympy.Integer(1)
    chain: list[Any] = []
    shape: t.Shape = ()
    for factor in factors:
        shape = t.product_shape(shape, factor.shape) if chain else factor.shape
        if factor.shape == ():
            scalar = scalar * to_sympy(factor)
            continue
        chain.append(to_sympy(factor))
        if shape == ():
            scalar, chain = scalar * sympy.Trace(sympy.MatMul(*chain)), []
    if not chain:
        return scalar
    matrix = sympy.MatMul(*chain) if len(chain) > 1 else chain[0]
    return matrix if scalar == 1 else sympy.MatMul(scalar, *chain)


def _quotient(term: t.Quotient) -> Any:
    above, below = to_sympy(term.numerator), to_sympy(term.denominator)
    if term.denominator.shape == ():
        if below.is_zero:
            raise InputError("SymPy sees a division by zero", hint="a divisor must not vanish identically")
        return _scaled(1 / below, above, term.shape)
    reciprocals = sympy.HadamardPower(below, -1)
    return sympy.MatMul(above, reciprocals) if term.numerator.shape == () else sympy.HadamardProduct(above, reciprocals)


def _power(term: t.Power | t.HadamardPower | t.Sqrt) -> Any:
    if isinstance(term, t.Sqrt):
        return sympy.sqrt(to_sympy(term.radicand))
    base = to_sympy(term.base)
    exponent = sympy.Rational(term.exponent.numerator, term.exponent.denominator)
    if term.shape == ():
        if exponent < 0 and base.is_zero:
            raise InputError("SymPy sees a division by zero", hint="a divisor must not vanish identically")
        return base**exponent
    if t.is_vector(term.shape) or isinstance(term, t.HadamardPower):
        return sympy.HadamardPower(base, exponent)
    return sympy.MatPow(base, exponent)


def _big(term: t.Sum | t.Prod, body: Any) -> Any:
    if isinstance(term, t.Prod) and term.without is not None:
        raise InputError(
            f"a product over all {term.index.name} but {term.without.name}, which SymPy's products cannot leave out",
            hint="to_explicit(term, n) writes it out at a size n",
        )
    node = sympy.Sum if isinstance(term, t.Sum) else sympy.Product
    return node(body, (index_symbol(term.index), 0, _dim(term.index.dim) - 1))


def _entry(term: t.Term, indices: tuple[t.Index, ...]) -> Any:
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
            return _big(term, _entry(term.body, indices))
        case t.Defined():
            return _entry(term.unfold(), indices)
        case _ if not _lacks_matrix_form(term):
            base = to_sympy(term)
            row, *rest = [index_symbol(index) for index in indices]
            if t.is_row(term.shape):
                return MatrixElement(base, sympy.Integer(0), row)
            return MatrixElement(base, row, rest[0] if rest else sympy.Integer(0))
        case t.Add():
            return sympy.Add(*(_entry(part, indices) for part in term.terms))
        case t.Neg():
            return -_entry(term.term, indices)
        case t.Hadamard():
            return sympy.Mul(*(_entry(part, indices) for part in term.factors))
        case t.Product() if sum(factor.shape != () for factor in term.factors) == 1:
            return sympy.Mul(*(_entry(f, indices) if f.shape else to_sympy(f) for f in term.factors))
        case t.Quotient() if term.denominator.shape == ():
            return _entry(term.numerator, indices) / to_sympy(term.denominator)
        case t.Outer():
            return _entry(term.left, indices[:1]) * _entry(term.right, indices[1:])
        case t.Transpose():
            return _entry(term.term, indices[::-1])
        case t.Diag():
            delta = sympy.KroneckerDelta(*(index_symbol(index) for index in indices))
            return delta * _entry(term.vector, indices[:1])
    return to_sympy(term)  # raises, naming the node that has no form


def _lacks_matrix_form(term: t.Term) -> bool:
    """Whether some part outside scalars is a basis vector or a sum of vectors."""
    if term.shape == ():
        return False
    if isinstance(term, t.Defined):
        return _lacks_matrix_form(term.unfold())
    return isinstance(term, t.Basis | t.Sum) or any(_lacks_matrix_form(child) for child in term.children)
