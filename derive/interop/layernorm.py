"""LayerNorm built as a SymPy expression, for a symbolic N and for a concrete one.

P. M. Riechers, *Geometry and Dynamics of LayerNorm*, with a, g, b ∈ ℝᴺ, ε ≥ 0, 1 the all-ones vector, Π = I − 1̂1̂ᵀ and
1̂ = 1/√N:

====  ============  ============================================================================
name  equation      formula
====  ============  ============================================================================
eq1   Eq. (1)       LN(a, g, b, ε) = g ⊙ (a − μ1)/√(σ² + ε) + b,  μ = a·1/N,  σ² = |a − μ1|²/N
eq4   Eq. (4)       diag(g) (a − μ1)/√(σ² + ε) + b
eq6   Eq. (6)       √N diag(g) Πa/√(|Πa|² + Nε) + b
====  ============  ============================================================================

All are defined unless ε = 0 and a ∈ ℝ1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy
from sympy.matrices.expressions.diagonal import DiagMatrix

from derive.errors import InputError, LimitError, NameError_

#: The largest concrete N; each component is a formula in all N components.
MAX_SIZE = 256


def sympy_layernorm(N: Any, form: str = "eq1") -> Any:
    """LN(a, g, b, ε) as SymPy, in the form ``"eq1"``, ``"eq4"`` or ``"eq6"`` of the module's table.

    ``N`` a ``Symbol``: a matrix expression of shape N×1 over the ``MatrixSymbol`` a, g, b and the nonnegative ``Symbol``
    epsilon.  ``N`` an integer: an ``ImmutableMatrix`` of N components over the real symbols a_1 … b_N and epsilon.

    Raises `InputError` for any other N or form.

    >>> sympy_layernorm(sympy.Symbol("N")).shape
    (N, 1)
    >>> sympy_layernorm(1)
    Matrix([[b_1]])
    """
    if form not in SYMBOLIC:
        raise InputError(f"the form {form!r} of LayerNorm", hint=f"forms: {', '.join(SYMBOLIC)}")
    epsilon = sympy.Symbol("epsilon", nonnegative=True)
    if isinstance(N, sympy.Symbol):
        if str(N.name) in ("a", "g", "b", "epsilon"):
            raise NameError_(f"the size {N} has the name of another symbol of LayerNorm", hint="call it N")
        if N.is_positive is False or N.is_integer is False:
            raise InputError(f"the size {N} is declared not to be a positive integer", hint="Symbol('N') will do")
        a, g, b = (sympy.MatrixSymbol(name, N, 1) for name in "agb")
        return SYMBOLIC[form](N, a, g, b, epsilon)
    if isinstance(N, bool) or not isinstance(N, int | sympy.Integer) or N < 1:
        raise InputError(f"{N!r} as the size of LayerNorm", hint="give a Symbol, or an integer of at least 1")
    if N > MAX_SIZE:
        raise LimitError(f"LayerNorm with {N} explicit components; the limit is {MAX_SIZE}", hint="give a Symbol for N")
    a, g, b = (sympy.Matrix([sympy.Symbol(f"{name}_{n}", real=True) for n in range(1, N + 1)]) for name in "agb")
    return sympy.ImmutableMatrix(EXPLICIT[form](sympy.Integer(N), a, g, b, epsilon))


def _symbolic_root(N: Any, a: Any, epsilon: Any) -> tuple[Any, Any]:
    """a − μ1 and √(σ² + ε)."""
    one = sympy.OneMatrix(N, 1)
    centred = a - one * (a.T * one / N)
    variance = sympy.Trace(centred.T * centred) / N  # a 1×1 matrix is no number for SymPy, its trace is
    return centred, sympy.sqrt(variance + epsilon)


def _symbolic_eq1(N: Any, a: Any, g: Any, b: Any, epsilon: Any) -> Any:
    centred, root = _symbolic_root(N, a, epsilon)
    return sympy.HadamardProduct(g, centred / root) + b


def _symbolic_eq4(N: Any, a: Any, g: Any, b: Any, epsilon: Any) -> Any:
    centred, root = _symbolic_root(N, a, epsilon)
    return DiagMatrix(g) * centred / root + b


def _symbolic_eq6(N: Any, a: Any, g: Any, b: Any, epsilon: Any) -> Any:
    unit = sympy.OneMatrix(N, 1) / sympy.sqrt(N)
    projected = (sympy.Identity(N) - unit * unit.T) * a
    return (
        sympy.sqrt(N) * DiagMatrix(g) * projected / sympy.sqrt(sympy.Trace(projected.T * projected) + N * epsilon) + b
    )


def _explicit_root(N: Any, a: Any, epsilon: Any) -> tuple[Any, Any]:
    mean = sum(a) / N
    centred = a.applyfunc(lambda component: component - mean)
    return centred, sympy.sqrt(sum(component**2 for component in centred) / N + epsilon)


def _explicit_eq1(N: Any, a: Any, g: Any, b: Any, epsilon: Any) -> Any:
    centred, root = _explicit_root(N, a, epsilon)
    return g.multiply_elementwise(centred / root) + b


def _explicit_eq4(N: Any, a: Any, g: Any, b: Any, epsilon: Any) -> Any:
    centred, root = _explicit_root(N, a, epsilon)
    return sympy.diag(*g) * centred / root + b


def _explicit_eq6(N: Any, a: Any, g: Any, b: Any, epsilon: Any) -> Any:
    unit = sympy.ones(N, 1) / sympy.sqrt(N)
    projected = (sympy.eye(N) - unit * unit.T) * a
    root = sympy.sqrt(sum(component**2 for component in projected) + N * epsilon)
    return sympy.sqrt(N) * sympy.diag(*g) * projected / root + b


Formula = Callable[[Any, Any, Any, Any, Any], Any]

SYMBOLIC: dict[str, Formula] = {"eq1": _symbolic_eq1, "eq4": _symbolic_eq4, "eq6": _symbolic_eq6}
EXPLICIT: dict[str, Formula] = {"eq1": _explicit_eq1, "eq4": _explicit_eq4, "eq6": _explicit_eq6}
