"""SymPy expression → term.

The expression is read as SymPy holds it; nothing of it is simplified, evaluated or sympified here.  One table gives the
reader of each SymPy class, looked up by the exact class, so that an unknown class (or a subclass with a meaning of its
own) is refused by name.

What SymPy does before we see an expression, and how it is read:

* ``x/√p`` arrives as ``p**(-1/2)·x``: factors with negative exponents are gathered below a fraction bar.
* Products are flattened: ``A*(x.T*y)*x`` arrives as four factors that no longer multiply from left to right.  A
  1×1 product is a scalar, so brackets are put back where the shapes need them (`derive.interop.assembly`);
  all ways to do so have the same value.
* ``(one.T*one)**-1`` arrives as ``N**-1 · Identity(1)``: 1×1 identities are the number 1, and vanish from products.
* ``one*one`` of two columns is rewritten to ``one`` by SymPy, which loses a factor and its shape in ``(x.T*one)*one``; write
  ``one*(x.T*one)``.  What SymPy rewrote before we saw it cannot be told from what was meant.
* Sums over ``(i, 0, N-1)`` and over ``(i, 1, N)`` both run over the whole axis: an index has no value of its own.
  What stands together must count in one way: a sum from 1 beside one from 0 could mean a shift.
* Symbols are real (`derive.interop.declarations`); on real matrices the adjoint is the transpose.
* An assumption such as ``integer=True`` of a scalar is not used: the symbol is read as any real number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

import sympy
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction
from sympy.matrices.expressions.diagonal import DiagMatrix
from sympy.matrices.expressions.matexpr import MatrixElement

from derive.errors import AmbiguityError, InputError, LimitError, ShapeError
from derive.interop.assembly import as_column, multiplied, raised
from derive.interop.declarations import HINTS, Declarations, checked, show
from derive.interop.explicit import FUNCTIONS as SYMPY_FUNCTIONS
from derive.language import terms as t
from derive.language.build import readings_of_function

_Reader: TypeAlias = "_Reading"


def from_sympy(expr: Any, symbols: Mapping[Any, t.Term | t.Index | int] | None = None) -> t.Term:
    """The term that a SymPy expression says.

    ``symbols`` may give terms for some symbols (keys: SymPy symbols or their names), so that they carry properties, or
    indices for index symbols: ``{g: vector("g", N, "nonzero")}``.

    Raises `InputError` (or a subclass) that names the SymPy class and the sub-expression.

    >>> from sympy import MatrixSymbol, OneMatrix, Symbol
    >>> N = Symbol("N")
    >>> from_sympy(MatrixSymbol("a", N, 1).T * OneMatrix(N, 1) / N).shape
    ()
    """
    return from_sympy_together((expr,), symbols)[0]


def from_sympy_together(
    exprs: Iterable[Any], symbols: Mapping[Any, t.Term | t.Index | int] | None = None
) -> tuple[t.Term, ...]:
    """The terms of expressions that belong together, such as the two sides of an equation.

    What a symbol is follows from all of them: in ``one.T*one = N`` SymPy keeps no shape on either side, but where one side
    holds a matrix of size N, N is this dimension on the other side too.
    """
    given = tuple(checked(expr) for expr in exprs)
    reading = _Reading(Declarations(given, symbols or {}))
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
    return tuple(terms)


class _Reading:
    """One expression being read: what its symbols are, and the indices in scope."""

    def __init__(self, declarations: Declarations) -> None:
        self.declarations = declarations
        self.scope: dict[sympy.Symbol, t.Index] = {}
        self.blamed: sympy.Basic | None = None
        self.counts_from: Any = None

    def read(self, expr: Any) -> t.Term:
        """The term of a sub-expression; remembers the innermost one that failed."""
        try:
            if isinstance(expr, sympy.Rational):
                return t.Number(_fraction(expr))
            reader = READERS.get(type(expr))
            if reader is None:
                raise InputError(
                    f"the SymPy class {type(expr).__name__} in {show(expr)} is not read",
                    hint=HINTS.get(type(expr).__name__, f"classes read: {_known_classes()}"),
                )
            return reader(self, expr)
        except InputError:
            self.blamed = self.blamed or expr
            raise

    def shape(self, dims: tuple[Any, ...]) -> t.Shape:
        """A SymPy shape in our words; rows keep their leading 1."""
        rows, columns = (self.declarations.dimension(dim) for dim in dims)
        return t.column(rows, columns)

    def index(self, position: Any, dim: Any) -> t.Index:
        """The index at a position of an axis."""
        if not isinstance(position, sympy.Symbol):
            raise InputError(
                f"the component at the position {show(position)}", hint="an index is a Symbol, as in x[i, 0]"
            )
        here = self.declarations.dimension(dim)
        bound = self.scope.get(position)
        if bound is None:
            return self.declarations.index(position, here)
        if bound.dim != here:
            raise ShapeError(
                f"the index {bound.name} over {t.show_dim(bound.dim)} for an axis over {t.show_dim(here)}",
                hint="an index runs over the whole axis: (i, 0, N - 1) or (i, 1, N)",
            )
        return bound


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
        elif isinstance(arg, sympy.Pow | sympy.MatPow) and _is_negative(arg.exp):
            base = reading.read(arg.base)
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
    """The factors, with those of a scalar coefficient written out: SymPy keeps it as one Mul in front of a MatMul."""
    return [part for arg in expr.args for part in (arg.args if type(arg) is sympy.Mul else (arg,))]


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
    return raised(reading.read(expr.base), _exponent(expr.exp))


def _hadamard_power(reading: _Reader, expr: Any) -> t.Term:
    base, exponent = reading.read(expr.base), _exponent(expr.exp)
    if len(base.shape) < 2:
        return raised(base, exponent)
    if exponent.denominator != 1:
        raise InputError(f"the exponent {exponent} of a matrix", hint="matrices have integer powers")
    if t.is_row(base.shape):
        return t.Transpose(t.Power(as_column(base), exponent))
    return t.HadamardPower(base, exponent.numerator)


def _inverse(reading: _Reader, expr: Any) -> t.Term:
    return raised(reading.read(expr.arg), Fraction(-1))


def _exponent(exponent: Any) -> Fraction:
    if not isinstance(exponent, sympy.Rational) or exponent.q > 2:
        raise InputError(f"the exponent {show(exponent)}", hint="exponents are integers and half-integers")
    if abs(exponent) > t.MAX_EXPONENT:
        raise LimitError(f"an exponent of {show(exponent)}; the limit is {t.MAX_EXPONENT}")
    return _fraction(exponent)


def _fraction(number: Any) -> Fraction:
    return Fraction(int(number.p), int(number.q))


def _is_negative(exponent: Any) -> bool:
    return isinstance(exponent, sympy.Rational) and exponent < 0


# --- matrices ---------------------------------------------------------------------------------------------------


def _constant(full: Callable[[t.Shape], t.Term], scalar: int) -> Callable[[_Reader, Any], t.Term]:
    """The reader of a constant matrix; 1×1 is a number, and a row the transpose of a vector."""

    def reader(reading: _Reader, expr: Any) -> t.Term:
        shape = reading.shape(expr.shape)
        if shape == ():
            return t.Number(Fraction(scalar))
        return t.Transpose(full((shape[1],))) if t.is_row(shape) else full(shape)

    return reader


def _identity(reading: _Reader, expr: Any) -> t.Term:
    shape = reading.shape(expr.shape)
    return t.Number(Fraction(1)) if shape == () else t.Identity(shape[0])


def _transpose(reading: _Reader, expr: Any) -> t.Term:
    term = reading.read(expr.arg)
    return term if term.shape == () else t.Transpose(term)


def _diag(reading: _Reader, expr: Any) -> t.Term:
    term = as_column(reading.read(expr.args[0]))
    return term if term.shape == () else t.Diag(term)


def _trace(reading: _Reader, expr: Any) -> t.Term:
    term = reading.read(expr.arg)
    return term if term.shape == () else t.Trace(term)


def _determinant(reading: _Reader, expr: Any) -> t.Term:
    term = reading.read(expr.arg)
    return term if term.shape == () else t.Det(term)


def _dot(reading: _Reader, expr: Any) -> t.Term:
    left, right = (as_column(reading.read(arg)) for arg in expr.args)
    return t.Product((left, right)) if left.shape == right.shape == () else t.Dot(left, right)


# --- symbols, indices, functions --------------------------------------------------------------------------------


def _scalar_symbol(reading: _Reader, expr: Any) -> t.Term:
    return reading.declarations.scalar(expr)


def _matrix_symbol(reading: _Reader, expr: Any) -> t.Term:
    return reading.declarations.matrix(expr)


def _element(reading: _Reader, expr: Any) -> t.Term:
    """M[i, j]; along an axis of size 1 the position is 0 and is no index of ours."""
    base = reading.read(expr.parent)
    indices: list[t.Index] = []
    for position, dim in zip((expr.i, expr.j), expr.parent.shape, strict=True):
        if reading.declarations.dimension(dim) != 1:
            indices.append(reading.index(position, dim))
        elif position != 0:
            raise InputError(
                f"the position {show(position)} along an axis of size 1", hint="write x[i, 0] for a column"
            )
    return t.Component(as_column(base), tuple(indices)) if indices else base


def _delta(reading: _Reader, expr: Any) -> t.Term:
    left, right = expr.args[:2]
    for position in (left, right):
        if not isinstance(position, sympy.Symbol):
            raise InputError(f"a KroneckerDelta at {show(position)}", hint="both indices are Symbols")
    known = {position: reading.scope[position] for position in (left, right) if position in reading.scope}
    if len(known) == 1:  # one bound index tells the dimension of the other
        (bound,) = known.values()
        other = right if left in known else left
        known[other] = reading.declarations.index(other, bound.dim)
    found = [known.get(position) or reading.declarations.index_alone(position) for position in (left, right)]
    return t.Delta(found[0], found[1])


def _big(node: Callable[[t.Index, t.Term], t.Term]) -> Callable[[_Reader, Any], t.Term]:
    """The reader of Sum and Product; SymPy's first limits are the innermost."""

    def reader(reading: _Reader, expr: Any) -> t.Term:
        bound = [
            (limit[0], t.Index(reading.declarations.names[limit[0]], _axis(reading, limit))) for limit in expr.limits
        ]
        if len(dict(bound)) < len(bound):
            raise InputError(f"an index that is bound twice in one {type(expr).__name__}")
        outer = dict(reading.scope)
        reading.scope.update(bound)
        try:
            body = reading.read(expr.function)
        finally:
            reading.scope = outer
        for _, index in bound:
            body = node(index, body)
        return body

    return reader


def _axis(reading: _Reader, limit: Any) -> t.Dim:
    """The dimension over which limits run: (i, 0, N − 1) or (i, 1, N)."""
    if len(limit) == 3:
        _, lower, upper = limit
        if reading.counts_from not in (None, lower):
            raise InputError(
                "sums from 0 and sums from 1 side by side",
                hint="count all indices from 0, as SymPy does, or all from 1",
            )
        if lower == 1 or lower == 0:
            reading.counts_from = lower
            size = upper if lower == 1 else upper + 1
            if isinstance(size, sympy.Symbol) or (isinstance(size, sympy.Integer) and size >= 2):
                return reading.declarations.dimension(size)
    raise InputError(
        f"the limits {show(tuple(limit))} of a sum or product",
        hint="an index runs over a whole axis: (i, 0, N - 1) or (i, 1, N)",
    )


def _function(name: str) -> Callable[[_Reader, Any], t.Term]:
    def reader(reading: _Reader, expr: Any) -> t.Term:
        if len(expr.args) != 1:
            raise InputError(f"{type(expr).__name__} of {len(expr.args)} arguments", hint="it takes one")
        argument = reading.read(expr.args[0])
        if not t.is_square(argument.shape) or name == "abs":
            return t.Function(name, argument)
        if name not in t.MATRIX_FUNCTIONS:
            hint = f"M.applyfunc({name}) is of each entry; of a matrix {' and '.join(t.MATRIX_FUNCTIONS)} are known"
            raise AmbiguityError(f"{name} of a square matrix", readings_of_function(name), hint=hint)
        return t.MatrixFunction(name, argument)

    return reader


def _componentwise(reading: _Reader, expr: Any) -> t.Term:
    """``x.applyfunc(f)`` for the functions of the language."""
    function = expr.function
    if isinstance(function, sympy.Lambda) and len(function.variables) == 1 and function.expr.args == function.variables:
        name = FUNCTIONS.get(type(function.expr))
        if name is not None:
            return t.Function(name, reading.read(expr.expr))
    raise InputError(
        f"the function {show(function)} applied to each component",
        hint=f"functions: {', '.join(t.FUNCTIONS)}; HadamardPower is the power of each component",
    )


def _known_classes() -> str:
    return ", ".join(sorted(cls.__name__ for cls in READERS))


FUNCTIONS: dict[type, str] = {function: name for name, function in SYMPY_FUNCTIONS.items()}

READERS: dict[type, Callable[[_Reader, Any], t.Term]] = {
    sympy.Symbol: _scalar_symbol,
    sympy.Dummy: _scalar_symbol,
    sympy.MatrixSymbol: _matrix_symbol,
    sympy.Add: _sum,
    sympy.MatAdd: _sum,
    sympy.Mul: _product,
    sympy.MatMul: _product,
    sympy.HadamardProduct: _hadamard,
    sympy.Pow: _power,
    sympy.MatPow: _power,
    sympy.HadamardPower: _hadamard_power,
    sympy.Inverse: _inverse,
    sympy.Identity: _identity,
    sympy.OneMatrix: _constant(t.Ones, 1),
    sympy.ZeroMatrix: _constant(t.Zeros, 0),
    sympy.Transpose: _transpose,
    sympy.Adjoint: _transpose,  # the adjoint of a real matrix
    DiagMatrix: _diag,
    sympy.Trace: _trace,
    sympy.Determinant: _determinant,
    sympy.DotProduct: _dot,
    MatrixElement: _element,
    sympy.KroneckerDelta: _delta,
    sympy.Sum: _big(t.Sum),
    sympy.Product: _big(t.Prod),
    ElementwiseApplyFunction: _componentwise,
    type(sympy.E): lambda _reading, _expr: t.Function("exp", t.Number(Fraction(1))),
    **{cls: _function(name) for cls, name in FUNCTIONS.items()},
}
