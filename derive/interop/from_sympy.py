"""SymPy expression → term.

The expression is read as SymPy holds it; nothing of it is simplified, evaluated or sympified here.  One table gives the
reader of each SymPy class, looked up by the exact class, so that an unknown class (or a subclass with a meaning of its
own) is refused by name.

What SymPy does before we see an expression, and how it is read:

* ``x/√p`` arrives as ``p**(-1/2)·x``: factors with negative exponents are gathered below a fraction bar.
* Products are flattened: ``A*(x.T*y)*x`` arrives as four factors that no longer multiply from left to right.  A
  1×1 product is a scalar, so brackets are put back where the shapes need them (`derive.interop.assembly`);
  all ways to do so have the same value.
* Equal factors that stand side by side become a power: ``(y.T*x)*x`` arrives as ``y.T*x**2``, and so does ``y.T*x**2`` of
  somebody who means components.  A power of what is not square could have been two things, and is refused.
* ``Abs(A)`` arrives as the matrix root of ``A*Adjoint(A.T)``, which is no absolute value: refused.
* ``(one.T*one)**-1`` arrives as ``N**-1 · Identity(1)``: 1×1 identities are the number 1, and vanish from products.
* Ones and identities are merged with what stands before them, a 1×1 product too: ``(x.T*one)*one`` arrives as ``x.T*one``,
  and so does ``(x.T*one)*Identity(N)``.  SymPy also takes a 1×1 factor in front for the shape of the whole: the
  ``DiagMatrix`` of ``m*x`` may arrive as ``m*x``.  Write the scalar last, ``one*(x.T*one)``, ``x*m``.  What SymPy rewrote
  before we saw it cannot be told from what was meant; the verdict shows what arrived.
* Positions count from 0 to N − 1, those of an ``IndexedBase`` without a shape as in its sums (`derive.interop.axes`).
* Matrix symbols are real.  Scalars without assumptions are complex, and may stand only where that makes no difference
  (`derive.interop.complexes`); with ``real=True`` everything is real.  An ``Adjoint`` needs that: it is the transpose then.
* An assumption such as ``integer=True`` of a scalar is not used in the term; it is told beside it (`Read.assumed`), so that
  no counterexample violates it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from typing import Any, TypeAlias

import sympy
from sympy.core.function import AppliedUndef
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction
from sympy.matrices.expressions.diagonal import DiagMatrix
from sympy.matrices.expressions.matexpr import MatrixElement

from derive.errors import AmbiguityError, InputError, LimitError, ShapeError
from derive.interop import axes
from derive.interop.assembly import as_column, multiplied, raised
from derive.interop.complexes import check_rational
from derive.interop.declarations import HINTS, Assumed, Declarations, checked, show
from derive.interop.field import EXTREMES
from derive.interop.field import FUNCTIONS as SYMPY_FUNCTIONS
from derive.language import terms as t
from derive.language.build import readings_of_function
from derive.language.functions import FUNCTIONS as REAL_FUNCTIONS
from derive.language.functions import MATRIX_FUNCTIONS

_Reader: TypeAlias = "_Reading"


@dataclass(frozen=True)
class Read:
    """Terms, and what they do not say.

    Attributes:
        terms: one for each expression.
        complex: the scalars (and arrays) that SymPy takes for complex numbers.
        assumed: the assumptions that no property of a symbol says.
        real: the names of the matrices, which are read as real; and of all symbols that ``real=True`` makes so.
        functions: the undefined functions that are not declared to be real, and are read so.
    """

    terms: tuple[t.Term, ...]
    complex: frozenset[t.Symbol]
    assumed: tuple[Assumed, ...]
    real: tuple[str, ...]
    functions: tuple[str, ...] = ()


def from_sympy(expr: Any, symbols: Mapping[Any, t.Term | t.Index | int] | None = None, real: bool = False) -> t.Term:
    """The term that a SymPy expression says.

    ``symbols`` and ``real`` as for `derive.interop.public.from_sympy`; indices may be given for index symbols, too.

    Raises `InputError` (or a subclass) that names the SymPy class and the sub-expression.

    >>> from sympy import MatrixSymbol, OneMatrix, Symbol
    >>> N = Symbol("N")
    >>> from_sympy(MatrixSymbol("a", N, 1).T * OneMatrix(N, 1) / N).shape
    ()
    """
    return read_together((expr,), symbols, real).terms[0]


def read_together(
    exprs: Iterable[Any], symbols: Mapping[Any, t.Term | t.Index | int] | None = None, real: bool = False
) -> Read:
    """The terms of expressions that belong together, with what they do not say.

    What a symbol is follows from all of them: in ``one.T*one = N`` SymPy keeps no shape on either side, but where one side
    holds a matrix of size N, N is this dimension on the other side too.
    """
    given = tuple(checked(expr) for expr in exprs)
    declarations = Declarations(given, symbols or {}, real)
    reading = _Reading(declarations)
    terms: list[t.Term] = []
    for expr in given:
        try:
            terms.append(reading.read(expr))
        except InputError as error:
            blamed = reading.blamed
            if blamed is None or show(blamed) in error.message:
                raise
            hint = str(error).partition("\n  hint: ")[2]
            if isinstance(error, AmbiguityError):
                where = f"the SymPy expression {show(blamed)}"
                raise AmbiguityError(error.what, error.readings, hint=hint, where=where) from error
            raise type(error)(f"{error.message}, in the SymPy expression {show(blamed)}", hint=hint) from error
    complex_ = frozenset(declarations.complex)
    check_rational(terms, complex_)
    return Read(
        tuple(terms),
        complex_,
        tuple(declarations.assumed.values()),
        declarations.read_as_real(),
        declarations.functions_read_as_real(),
    )


class _Reading:
    """One expression being read: what its symbols are, and the indices in scope."""

    def __init__(self, declarations: Declarations) -> None:
        self.declarations = declarations
        self.scope: dict[sympy.Symbol, t.Index] = {}
        self.counts: dict[sympy.Symbol, int] = {}
        self.axes: dict[Any, tuple[tuple[t.Dim, int], ...]] = {}
        self.blamed: sympy.Basic | None = None
        self.counts_from: int | None = None

    def read(self, expr: Any) -> t.Term:
        """The term of a sub-expression; remembers the innermost one that failed."""
        try:
            if isinstance(expr, sympy.Rational):
                return t.Number(_fraction(expr))
            reader = _undefined if isinstance(expr, AppliedUndef) else READERS.get(type(expr))
            if reader is None:
                known = ", ".join(sorted(cls.__name__ for cls in READERS))
                hint = HINTS.get(type(expr).__name__, f"classes read: {known}")
                raise InputError(f"the SymPy class {type(expr).__name__} in {show(expr)} is not read", hint=hint)
            return reader(self, expr)
        except InputError:
            self.blamed = self.blamed or expr
            raise

    def shape(self, dims: tuple[Any, ...]) -> t.Shape:
        """A SymPy shape in our words; rows keep their leading 1."""
        rows, columns = (self.declarations.dimension(dim) for dim in dims)
        return t.column(rows, columns)


# --- sums and products ------------------------------------------------------------------------------------------


def _sum(reading: _Reader, expr: Any) -> t.Term:
    parts = tuple(reading.read(arg) for arg in expr.args)
    return parts[0] if len(parts) == 1 else t.Add(parts)


def _product(reading: _Reader, expr: Any) -> t.Term:
    """Mul and MatMul: a sign, numerators, denominators."""
    negative = False
    above: list[t.Term] = []
    below: list[t.Term] = []
    for arg in _factors(expr):
        if isinstance(arg, sympy.Rational):
            value = _fraction(arg)
            negative ^= value < 0
            _unless_one(above, t.Number(Fraction(abs(value.numerator))))
            _unless_one(below, t.Number(Fraction(value.denominator)))
        elif isinstance(arg, sympy.Pow | sympy.MatPow) and arg.exp.is_Rational and arg.exp < 0:
            base = _base(reading, arg)
            if base.shape == ():
                below.append(raised(base, _exponent(-arg.exp)))
            else:
                above.append(raised(base, _exponent(arg.exp)))
        else:
            _unless_one(above, reading.read(arg))
    result = multiplied(above)
    if below:
        result = t.Quotient(result, multiplied(below))
    return t.Neg(result) if negative else result


def _factors(expr: Any) -> list[Any]:
    """The factors; of numbers that SymPy gathered and sorted in front of a matrix each, of others as they stand together."""
    inside = isinstance(expr, sympy.MatMul)
    return [part for arg in expr.args for part in (arg.args if inside and _is_sorted(arg) else (arg,))]


def _is_sorted(expr: Any) -> bool:
    return type(expr) is sympy.Mul and all(
        p.is_Number or sympy.Basic.compare(p, q) <= 0 for p, q in pairwise(expr.args)
    )


def _unless_one(factors: list[t.Term], term: t.Term) -> None:
    if term != t.Number(Fraction(1)):
        factors.append(term)


def _hadamard(reading: _Reader, expr: Any) -> t.Term:
    parts = tuple(reading.read(arg) for arg in expr.args)
    if len(parts) == 1:
        return parts[0]
    return t.Product(parts) if all(part.shape == () for part in parts) else t.Hadamard(parts)


# --- powers -----------------------------------------------------------------------------------------------------


def _power(reading: _Reader, expr: Any) -> t.Term:
    match expr:
        case sympy.MatPow(base=sympy.MatMul(args=(first, sympy.Adjoint(arg=sympy.Transpose(arg=second))))) if (
            first == second and expr.exp == sympy.S.Half
        ):
            raise InputError(
                f"{show(expr)}, which SymPy makes of abs({show(first)})", hint=f"write {first}.applyfunc(Abs)"
            )
    return raised(_base(reading, expr), _exponent(expr.exp))


def _base(reading: _Reader, expr: Any) -> t.Term:
    """The base of a power, when it has powers: a scalar or a square matrix."""
    base = reading.read(expr.base)
    if base.shape == () or t.is_square(base.shape):
        return base
    raise AmbiguityError(
        f"the SymPy expression {show(expr)}, a power of {show(expr.base)} of shape {t.show_shape(base.shape)},",
        (
            "equal factors of a product that SymPy put together, as it makes y.T*x**2 of (y.T*x)*x",
            "the power of each component",
        ),
        hint="write x*(y.T*x), the scalar last, for the product; HadamardPower(x, 2) for the components",
    )


def _hadamard_power(reading: _Reader, expr: Any) -> t.Term:
    base, exponent = reading.read(expr.base), _exponent(expr.exp)
    if len(base.shape) < 2:
        return raised(base, exponent)
    if exponent.denominator != 1:
        raise InputError(f"the exponent {exponent} of a matrix", hint="matrices have integer powers")
    if t.is_row(base.shape):
        return t.Transpose(t.Power(as_column(base), exponent))
    return t.HadamardPower(base, exponent.numerator)


def _exponent(exponent: Any) -> Fraction:
    if not isinstance(exponent, sympy.Rational) or exponent.q > 2:
        raise InputError(f"the exponent {show(exponent)}", hint="exponents are integers and half-integers")
    if abs(exponent) > t.MAX_EXPONENT:
        raise LimitError(f"an exponent of {show(exponent)}; the limit is {t.MAX_EXPONENT}")
    return _fraction(exponent)


def _fraction(number: Any) -> Fraction:
    return Fraction(int(number.p), int(number.q))


# --- matrices ---------------------------------------------------------------------------------------------------


def _constant(full: Callable[[t.Shape], t.Term], scalar: int) -> Callable[[_Reader, Any], t.Term]:
    """The reader of a constant matrix; 1×1 is a number, and a row the transpose of a vector."""

    def reader(reading: _Reader, expr: Any) -> t.Term:
        shape = reading.shape(expr.shape)
        if shape == ():
            return t.Number(Fraction(scalar))
        return t.Transpose(full((shape[1],))) if t.is_row(shape) else full(shape)

    return reader


def _unless_scalar(node: Callable[[t.Term], t.Term]) -> Callable[[_Reader, Any], t.Term]:
    """The reader of a node with one argument, which a 1×1 matrix does without."""

    def reader(reading: _Reader, expr: Any) -> t.Term:
        term = reading.read(expr.args[0])
        return term if term.shape == () else node(term)

    return reader


def _adjoint(reading: _Reader, expr: Any) -> t.Term:
    """The adjoint of a real matrix is its transpose."""
    if not reading.declarations.real:
        raise InputError(
            f"the adjoint {show(expr)}: symbols are complex in SymPy",
            hint="write the transpose A.T, or give real=True: derive.prove(…, real=True)",
        )
    return READERS[sympy.Transpose](reading, expr)


def _trace(reading: _Reader, expr: Any) -> t.Term:
    """The trace of a matrix; of a 1×1 product the number; tr(xᵀy) of vectors is SymPy's scalar product."""
    match reading.read(expr.arg):
        case t.Product((t.Transpose(x), y)) if t.is_vector(x.shape) and t.is_vector(y.shape):
            return t.Dot(x, y)
        case term:
            return term if term.shape == () else t.Trace(term)


def _dot(reading: _Reader, expr: Any) -> t.Term:
    left, right = (as_column(reading.read(arg)) for arg in expr.args)
    return t.Product((left, right)) if left.shape == right.shape == () else t.Dot(left, right)


# --- symbols, indices, functions --------------------------------------------------------------------------------


def _function(name: str) -> Callable[[_Reader, Any], t.Term]:
    def reader(reading: _Reader, expr: Any) -> t.Term:
        if len(expr.args) != 1:
            raise InputError(f"{type(expr).__name__} of {len(expr.args)} arguments", hint="it takes one")
        argument = reading.read(expr.args[0])
        if not t.is_square(argument.shape) or not REAL_FUNCTIONS[name].twofold:
            return t.Function(name, argument)
        if name not in MATRIX_FUNCTIONS:
            hint = f"M.applyfunc({name}) is of each entry; of a matrix {' and '.join(MATRIX_FUNCTIONS)} are known"
            raise AmbiguityError(f"{name} of a square matrix", readings_of_function(name), hint=hint)
        return t.MatrixFunction(name, argument)

    return reader


def _undefined(reading: _Reader, expr: Any) -> t.Term:
    """f(x) of an undefined function of SymPy and a number, as an unknown one."""
    return _unknown(reading, expr, 0)(_number(reading, expr.args[0], expr))


def _unknown(reading: _Reader, expr: Any, order: int) -> t.UnknownFunction:
    """The unknown function that an undefined one is at one argument, or its derivative."""
    if len(expr.args) != 1:
        raise InputError(f"{show(expr)} of {len(expr.args)} arguments", hint="an unknown function is one of a number")
    return reading.declarations.function(expr).derived(order)


def _number(reading: _Reader, argument: Any, expr: Any) -> t.Term:
    term = reading.read(argument)
    if term.shape:
        hint = "M.applyfunc(f) is of each entry"
        raise ShapeError(f"{show(expr)}, of shape {t.show_shape(term.shape)}", hint=hint)
    return term


def _derivative(reading: _Reader, expr: Any) -> t.Term:
    """``Derivative(f(x), x)`` of an undefined function at that very x, and ``Subs`` of one."""
    inner, at = (expr.expr, expr.point) if isinstance(expr, sympy.Subs) else (expr, None)
    whole = isinstance(inner, sympy.Derivative) and isinstance(inner.expr, AppliedUndef)
    if not whole or len(inner.variable_count) != 1 or inner.expr.args != (inner.variable_count[0][0],):
        raise InputError(f"the SymPy class {type(expr).__name__} in {show(expr)} is not read", hint=HINTS["Derivative"])
    ((variable, order),) = inner.variable_count
    if not order.is_Integer or (at is not None and (len(at) != 1 or expr.variables != (variable,))):
        raise InputError(f"the SymPy class {type(expr).__name__} in {show(expr)} is not read", hint=HINTS["Derivative"])
    return _unknown(reading, inner.expr, int(order))(_number(reading, variable if at is None else at[0], expr))


def _extreme(of_two: t.Definition) -> Callable[[_Reader, Any], t.Term]:
    return lambda reading, expr: reduce(of_two, map(reading.read, expr.args))


def _componentwise(reading: _Reader, expr: Any) -> t.Term:
    """``x.applyfunc(f)`` for the functions of the language."""
    function = expr.function
    if isinstance(function, sympy.Lambda) and len(function.variables) == 1 and function.expr.args == function.variables:
        name = FUNCTIONS.get(type(function.expr))
        if name is not None:
            return t.Function(name, reading.read(expr.expr))
        if isinstance(function.expr, AppliedUndef):
            return _unknown(reading, function.expr, 0)(reading.read(expr.expr))
    match function:
        case sympy.Lambda(variables=(d,), expr=sympy.Derivative(expr=AppliedUndef(args=(of,))) as slope) if (
            d == of and len(slope.variable_count) == 1 and slope.variable_count[0][0] == d and slope.derivative_count
        ):
            return _unknown(reading, slope.expr, int(slope.derivative_count))(reading.read(expr.expr))
    raise InputError(
        f"the function {show(function)} applied to each component",
        hint=f"functions: {', '.join(REAL_FUNCTIONS)}; HadamardPower is the power of each component",
    )


FUNCTIONS: dict[type, str] = {function: name for name, function in SYMPY_FUNCTIONS.items()}

READERS: dict[type, Callable[[_Reader, Any], t.Term]] = {
    **dict.fromkeys((sympy.Symbol, sympy.Dummy), lambda reading, expr: reading.declarations.scalar(expr)),
    sympy.MatrixSymbol: lambda reading, expr: reading.declarations.matrix(expr),
    **dict.fromkeys((sympy.Add, sympy.MatAdd), _sum),
    **dict.fromkeys((sympy.Mul, sympy.MatMul), _product),
    sympy.HadamardProduct: _hadamard,
    **dict.fromkeys((sympy.Pow, sympy.MatPow), _power),
    sympy.HadamardPower: _hadamard_power,
    sympy.Inverse: lambda reading, expr: raised(_base(reading, expr), Fraction(-1)),
    sympy.Identity: _constant(lambda shape: t.Identity(shape[0]), 1),
    sympy.OneMatrix: _constant(t.Ones, 1),
    sympy.ZeroMatrix: _constant(t.Zeros, 0),
    sympy.Transpose: _unless_scalar(t.Transpose),
    sympy.Adjoint: _adjoint,
    DiagMatrix: _unless_scalar(lambda term: t.Diag(as_column(term))),
    sympy.Trace: _trace,
    sympy.Determinant: _unless_scalar(t.Det),
    sympy.DotProduct: _dot,
    MatrixElement: axes.element,
    sympy.Indexed: axes.indexed,
    sympy.KroneckerDelta: axes.delta,
    sympy.Sum: axes.big(t.Sum),
    sympy.Product: axes.big(t.Prod),
    ElementwiseApplyFunction: _componentwise,
    **dict.fromkeys((sympy.Derivative, sympy.Subs), _derivative),
    type(sympy.E): lambda _reading, _expr: t.Function("exp", t.Number(Fraction(1))),
    **{cls: _function(name) for cls, name in FUNCTIONS.items()},
    **{cls: _extreme(of_two) for of_two, cls in EXTREMES.items()},
}
