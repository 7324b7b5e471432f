"""LayerNorm built as a SymPy expression: where the derivation of Eq. (6) begins, for a symbolic N and for a concrete one.

P. M. Riechers, *Geometry and Dynamics of LayerNorm*, with a, g, b ∈ ℝᴺ, ε ≥ 0, 1 the all-ones vector, Π = I − 1̂1̂ᵀ and
1̂ = 1/√N:

====  ============  ============================================================================
name  equation      formula
====  ============  ============================================================================
eq1   Eq. (1)       LN(a, g, b, ε) = g ⊙ (a − μ1)/√(σ² + ε) + b,  μ = a·1/N,  σ² = |a − μ1|²/N
eq4   Eq. (4)       diag(g) (a − μ1)/√(σ² + ε) + b
eq6   Eq. (6)       √N diag(g) Πa/√(|Πa|² + Nε) + b
====  ============  ============================================================================

All are defined unless ε = 0 and a ∈ ℝ1.  Each formula and each definition stands once, in matrix expressions of size N; at a
concrete N its entries are worked out from that.  SymPy's constructors keep what is written in its order, where its operators
sort sums and factors.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import add, mul
from typing import Any

from derive.errors import InputError, LimitError, NameError_
from derive.language.terms import Dimension

try:
    import sympy
    from sympy import HadamardProduct, MatAdd, MatMul
    from sympy.matrices.expressions.diagonal import DiagMatrix
except ImportError as missing:
    raise InputError(
        f"SymPy cannot be imported ({missing}), and LayerNorm, Eq. (1), is built as a SymPy expression: "
        "the derivation starts there",
        hint="pip install sympy",
    ) from missing

#: The largest concrete N; each component is a formula in all N components.
MAX_SIZE = 256

#: What LayerNorm takes.
ARGUMENTS = ("a", "g", "b")
EPSILON = sympy.Symbol("epsilon", nonnegative=True)
MU, SIGMA2 = sympy.symbols("mu sigma2", real=True)


def sympy_layernorm(N: Any, form: str = "eq1", folded: bool = False) -> Any:
    """LN(a, g, b, ε) as SymPy, in the form ``"eq1"``, ``"eq4"`` or ``"eq6"`` of the module's table.

    ``N`` a ``Symbol`` (or a dimension): a matrix expression of shape N×1 over the ``MatrixSymbol`` a, g, b and the
    nonnegative ``Symbol`` epsilon.  ``N`` an integer: an ``ImmutableMatrix`` of N components over the real symbols
    a_1 … b_N and epsilon.  With ``folded`` the names μ, σ², 1̂ and Π stay symbols, mu, sigma2, one_hat and Pi, as in the
    equations; `sympy_definitions` says what they are.

    Raises `InputError` for any other N or form.

    >>> sympy_layernorm(sympy.Symbol("N")).shape
    (N, 1)
    >>> sympy_layernorm(sympy.Symbol("N"), folded=True)
    HadamardProduct(g, ((-1)*mu*1 + a)*1/sqrt(epsilon + sigma2)) + b
    >>> sympy_layernorm(1)
    Matrix([[b_1]])
    """
    if form not in FORMS:
        raise InputError(f"the form {form!r} of LayerNorm", hint=f"forms: {', '.join(FORMS)}")
    size = _size(N)
    expr = FORMS[form](size)
    known = sympy_definitions(size)
    if isinstance(size, sympy.Symbol):
        for symbol, body in () if folded else reversed(known.items()):
            expr = expr.xreplace({symbol: body})
        return expr
    if folded:
        raise InputError("folded names at a concrete size", hint="give a Symbol for N, or leave folded out")
    values: dict[Any, Any] = {symbol: _components(symbol) for symbol in (_vector(name, size) for name in ARGUMENTS)}
    for symbol, body in known.items():
        values[symbol] = _entries(body, values)
    return sympy.ImmutableMatrix(_entries(expr, values))


def sympy_definitions(N: Any) -> dict[Any, Any]:
    """What the folded names of `sympy_layernorm` stand for, each by those before it: Eqs. (2) and (3), 1̂ and Π."""
    size = _size(N)
    a, one = _vector("a", size), sympy.OneMatrix(size, 1)
    centred, unit = _centred(size), _vector("one_hat", size)
    return {
        MU: sympy.Trace(MatMul(sympy.Transpose(a), one)) / size,
        SIGMA2: sympy.Trace(MatMul(sympy.Transpose(centred), centred)) / size,
        unit: MatMul(one, 1 / sympy.sqrt(size)),
        _projector(size): MatAdd(sympy.Identity(size), MatMul(-1, MatMul(unit, sympy.Transpose(unit)))),
    }


def _size(N: Any) -> Any:
    """The size as SymPy has it."""
    if isinstance(N, Dimension):
        N = sympy.Symbol(N.name, integer=True, positive=True)
    if isinstance(N, sympy.Symbol):
        if N.name in (*ARGUMENTS, *(symbol.name for symbol in (EPSILON, MU, SIGMA2)), "one_hat", "Pi"):
            raise NameError_(f"the size {N} has the name of another symbol of LayerNorm", hint="call it N")
        if N.is_positive is False or N.is_integer is False:
            raise InputError(f"the size {N} is declared not to be a positive integer", hint="Symbol('N') will do")
        return N
    if isinstance(N, bool) or not isinstance(N, int | sympy.Integer) or N < 1:
        raise InputError(f"{N!r} as the size of LayerNorm", hint="give a Symbol, or an integer of at least 1")
    if N > MAX_SIZE:
        raise LimitError(f"LayerNorm with {N} explicit components; the limit is {MAX_SIZE}", hint="give a Symbol for N")
    return sympy.Integer(N)


# --- the formulas ---------------------------------------------------------------------------------------------------


def _vector(name: str, size: Any) -> Any:
    return sympy.MatrixSymbol(name, size, 1)


def _projector(size: Any) -> Any:
    return sympy.MatrixSymbol("Pi", size, size)


def _centred(size: Any) -> Any:
    """a − μ1."""
    return MatAdd(_vector("a", size), MatMul(-1, MU, sympy.OneMatrix(size, 1)))


def _scaled(size: Any) -> Any:
    """(a − μ1)/√(σ² + ε)."""
    return MatMul(_centred(size), 1 / sympy.sqrt(sympy.Add(SIGMA2, EPSILON, evaluate=False)))


def _eq6(size: Any) -> Any:
    projected = MatMul(_projector(size), _vector("a", size))
    square = sympy.Trace(MatMul(sympy.Transpose(projected), projected))  # SymPy adds no 1×1 matrix to a number
    unit = MatMul(projected, 1 / sympy.sqrt(sympy.Add(square, size * EPSILON, evaluate=False)))
    return MatAdd(MatMul(sympy.sqrt(size), DiagMatrix(_vector("g", size)), unit), _vector("b", size))


FORMS: dict[str, Callable[[Any], Any]] = {
    "eq1": lambda size: MatAdd(HadamardProduct(_vector("g", size), _scaled(size)), _vector("b", size)),
    "eq4": lambda size: MatAdd(MatMul(DiagMatrix(_vector("g", size)), _scaled(size)), _vector("b", size)),
    "eq6": _eq6,
}


# --- entries at a concrete size -------------------------------------------------------------------------------------


def _components(symbol: Any) -> Any:
    return sympy.Matrix([sympy.Symbol(f"{symbol.name}_{n}", real=True) for n in range(1, int(symbol.shape[0]) + 1)])


def _entries(expr: Any, values: dict[Any, Any]) -> Any:
    """A matrix expression of concrete size as a matrix of its entries, a scalar as it is, with values for symbols.

    What was worked out is kept in ``values``.
    """
    if expr not in values:
        values[expr] = _worked_out(expr, values)
    return values[expr]


def _worked_out(expr: Any, values: dict[Any, Any]) -> Any:
    parts = [_entries(part, values) for part in expr.args]
    match expr:
        case sympy.OneMatrix():
            return sympy.ones(*expr.shape)
        case sympy.Identity():
            return sympy.eye(int(expr.shape[0]))
        case MatAdd():
            return reduce(add, parts)
        case MatMul():
            return reduce(mul, parts)
        case HadamardProduct():
            return reduce(lambda left, right: left.multiply_elementwise(right), parts)
        case DiagMatrix():
            return sympy.diag(*parts[0])
        case sympy.Transpose():
            return parts[0].T
        case sympy.Trace():
            return parts[0].trace()
    return expr.func(*parts) if parts else expr
