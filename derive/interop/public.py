"""SymPy in and out: what `import derive` offers of this room.  SymPy is loaded when one of these is called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from derive.language.terms import Dimension, Index, Operand, Term, as_term

if TYPE_CHECKING:
    import sympy


def sympy_layernorm(n: sympy.Expr | Dimension | int, form: str = "eq1", folded: bool = False) -> sympy.Basic:
    """LayerNorm as SymPy, for a symbolic N or at a concrete N: where the derivation of Eq. (6) begins.

    Args:
        n: a SymPy expression for the size, a dimension, or an integer.
        form: ``eq1``, ``eq4`` or ``eq6`` (Riechers, Geometry and Dynamics of LayerNorm).
        folded: μ, σ², 1̂ and Π stay symbols, which `sympy_definitions` defines; see `derive.interop.layernorm`.

    Raises `InputError` for an integer below 1, and for another form.
    """
    from derive.interop.layernorm import sympy_layernorm as build

    return build(n, form, folded)


def sympy_definitions(n: sympy.Expr | Dimension | int) -> dict[sympy.Basic, sympy.Basic]:
    """What the folded names of `sympy_layernorm` stand for, as SymPy expressions, each by those before it.

    ``n``: a SymPy expression for the size, a dimension, or an integer.  Raises `InputError` for an integer below 1.
    """
    from derive.interop.layernorm import sympy_definitions as build

    return build(n)


def from_sympy(
    expr: sympy.Basic, symbols: Mapping[Any, Term | Index | int] | None = None, *, real: bool = False
) -> Term:
    """The term that a SymPy expression says, read as SymPy holds it: nothing is simplified or guessed.

    Args:
        expr: an expression of the classes in `derive.interop.from_sympy`.
        symbols: terms for some symbols (or their names), which carry properties that SymPy cannot say.
        real: all symbols without assumptions are real numbers.

    Raises:
        InputError: a class that is not read, a floating-point number, or a complex scalar where a real one is needed.
        AmbiguityError: what has two readings, such as a power of a vector.

    >>> import derive, sympy
    >>> N = sympy.Symbol("N")
    >>> x = sympy.MatrixSymbol("x", N, 1)
    >>> print(derive.text(derive.from_sympy(sympy.sqrt(sympy.Trace(x.T * x)) / N)))
    |x| / N
    """
    from derive.interop.from_sympy import from_sympy as read

    return read(expr, symbols, real)


def to_sympy(term: Operand, folded: bool = False, evaluate: bool = True) -> sympy.Basic:
    """The SymPy expression of a term, with symbolic sizes.

    Args:
        term: the term.
        folded: definitions without arguments stay symbols of their names.
        evaluate: SymPy sorts and simplifies as it builds; otherwise the expression stays as the term is written.

    Raises:
        InputError: an operation that SymPy has not (`derive.interop.to_sympy` lists them).

    >>> import derive
    >>> N = derive.dimension("N")
    >>> derive.to_sympy(derive.norm(derive.vector("a", N)) / N)
    sqrt(Trace(a.T*a))/N
    """
    from derive.interop.to_sympy import to_sympy as write

    return write(as_term(term), folded, evaluate)


def to_explicit(term: Operand, sizes: Mapping[Dimension, int] | int) -> Any:
    """The components of a term at concrete sizes, as a SymPy expression or matrix of the symbols a_1 … a_N.

    Args:
        term: the term, without free indices.
        sizes: the size of each dimension; an integer is the size of all.

    Raises:
        UndefinedAtPoint: a divisor vanishes identically at these sizes.
        LimitError: too many components, or a determinant that is too large.

    >>> import derive
    >>> N = derive.dimension("N")
    >>> derive.to_explicit(derive.dot(derive.vector("a", N), derive.ones(N)), 3)
    a_1 + a_2 + a_3
    """
    from derive.interop.explicit import to_explicit as write_out

    return write_out(as_term(term), sizes)
