"""Terms in the functional notation of `FORMAT.md`, and back: ``div(dot(a, ones(N)), N)``.

The notation says how a term is built, node by node: definitions stay folded, nothing is reordered, and reading
(`derive.certificates.reader`) gives back the very term that was written.  `OPERATIONS` is the one table for both directions:
the word of a node and the sorts of its arguments.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from derive.errors import InputError
from derive.language.terms import (
    FUNCTIONS,
    MATRIX_FUNCTIONS,
    Add,
    Basis,
    Component,
    Defined,
    Delta,
    Det,
    Diag,
    Dim,
    Dimension,
    Dot,
    Function,
    Grad,
    Hadamard,
    HadamardPower,
    Identity,
    Index,
    Inverse,
    MatrixFunction,
    Neg,
    Norm,
    Number,
    Ones,
    Outer,
    Pinv,
    Power,
    Prod,
    Product,
    Quotient,
    Shape,
    Sqrt,
    Sum,
    Symbol,
    Term,
    Trace,
    Transpose,
    Zeros,
)

BARE = re.compile(r"[^\W\d][\w⁺⁻'′\u0302]*")


@dataclass(frozen=True)
class Operation:
    """A node, and the sorts of its arguments; the last one stands for any number of them where ``many``.

    Sorts: ``term``, ``dim``, ``index``, ``symbol``, ``exponent``; ``build`` takes what was read, ``parts`` gives
    what is written.
    """

    sorts: tuple[str, ...]
    build: Callable[..., Term]
    parts: Callable[[Any], Sequence[Any]]
    many: bool = False


def _plain(node: Callable[..., Term], *sorts: str) -> Operation:
    """A node with a fixed number of fields."""
    return Operation(sorts, node, lambda term: term.values)


def _listed(node: Callable[[Any], Term], sort: str) -> Operation:
    """A node with one field, a tuple."""
    return Operation((sort,), lambda *parts: node(parts), lambda term: term.values[0], many=True)


def _function(name: str) -> Operation:
    return Operation(("term",), lambda argument: Function(name, argument), lambda term: (term.argument,))


def _matrix_function(name: str) -> Operation:
    return Operation(("term",), lambda argument: MatrixFunction(name, argument), lambda term: (term.argument,))


def _zeros(dims: Shape) -> Term:
    """Zeros, rows included: a dimension of 1 only as the first of two."""
    inner = dims[1:] if len(dims) == 2 and dims[0] == 1 else dims
    Ones(inner)  # for its check of dimensions
    return Zeros(dims)


OPERATIONS: dict[str, Operation] = {
    "ones": _listed(Ones, "dim"),
    "zeros": _listed(_zeros, "dim"),
    "identity": _plain(Identity, "dim"),
    "basis": _plain(Basis, "index"),
    "delta": _plain(Delta, "index", "index"),
    "add": _listed(Add, "term"),
    "neg": _plain(Neg, "term"),
    "mul": _listed(Product, "term"),
    "hadamard": _listed(Hadamard, "term"),
    "div": _plain(Quotient, "term", "term"),
    "pow": _plain(Power, "term", "exponent"),
    "hpow": Operation(
        ("term", "exponent"), lambda base, exponent: HadamardPower(base, _whole(exponent)), lambda term: term.values
    ),
    "sqrt": _plain(Sqrt, "term"),
    **{name: _function(name) for name in FUNCTIONS},
    **{f"matrix_{name}": _matrix_function(name) for name in MATRIX_FUNCTIONS},
    "transpose": _plain(Transpose, "term"),
    "diag": _plain(Diag, "term"),
    "trace": _plain(Trace, "term"),
    "det": _plain(Det, "term"),
    "inverse": _plain(Inverse, "term"),
    "pinv": _plain(Pinv, "term"),
    "dot": _plain(Dot, "term", "term"),
    "outer": _plain(Outer, "term", "term"),
    "norm": _plain(Norm, "term"),
    "at": Operation(
        ("term", "index"),
        lambda base, *indices: Component(base, indices),
        lambda term: (term.base, *term.indices),
        many=True,
    ),
    "sum": _plain(Sum, "index", "term"),
    "prod": Operation(
        ("index", "term", "index"),
        lambda index, body, *without: Prod(index, body, without),
        lambda term: (term.index, term.body, *term.without),
        many=True,
    ),
    "grad": _plain(Grad, "term", "symbol"),
}

_WORDS: dict[type[Term], str] = {
    Ones: "ones", Zeros: "zeros", Identity: "identity", Basis: "basis", Delta: "delta", Add: "add", Neg: "neg",
    Product: "mul", Hadamard: "hadamard", Quotient: "div", Power: "pow", HadamardPower: "hpow", Sqrt: "sqrt",
    Transpose: "transpose", Diag: "diag", Trace: "trace", Det: "det", Inverse: "inverse", Pinv: "pinv", Dot: "dot",
    Outer: "outer", Norm: "norm", Component: "at", Sum: "sum", Prod: "prod", Grad: "grad",
}  # fmt: skip


def _whole(exponent: Fraction) -> int:
    if exponent.denominator != 1:
        raise InputError(f"the exponent {exponent} of hpow", hint="it takes an integer")
    return exponent.numerator


# --- writing ----------------------------------------------------------------------------------------------------


def write_term(term: Term) -> str:
    """The notation of a term.

    >>> from derive.language.build import dimension, dot, ones, vector
    >>> N = dimension("N")
    >>> write_term(dot(vector("a", N), ones(N)) / N)
    'div(dot(a, ones(N)), N)'
    """
    pieces: list[str] = []
    _write(term, pieces)
    return "".join(pieces)


def _write(value: Any, pieces: list[str]) -> None:
    match value:
        case int() | Fraction():
            pieces.append(str(value))
        case Number(number):
            pieces.append(str(number))
        case Symbol() | Dimension():
            pieces.append(write_name(value.name))
        case Index():
            pieces.append(write_index(value))
        case Defined():
            pieces.append(write_name(value.definition.name))
            if value.arguments:
                _write_list(value.arguments, pieces)
        case Function():
            pieces.append(value.name)
            _write_list((value.argument,), pieces)
        case MatrixFunction():
            pieces.append(f"matrix_{value.name}")
            _write_list((value.argument,), pieces)
        case _:
            word = _WORDS[type(value)]
            pieces.append(word)
            _write_list(OPERATIONS[word].parts(value), pieces)


def _write_list(values: Sequence[Any], pieces: list[str]) -> None:
    pieces.append("(")
    for number, value in enumerate(values):
        if number:
            pieces.append(", ")
        _write(value, pieces)
    pieces.append(")")


def write_name(name: str) -> str:
    """A name as it is, or between backquotes where it would be read as something else."""
    if BARE.fullmatch(name) and name not in OPERATIONS:
        return name
    return f"`{name.replace('`', '``')}`"


def write_index(index: Index) -> str:
    """``n:N``."""
    return f"{write_name(index.name)}:{write_dim(index.dim)}"


def write_dim(dim: Dim) -> str:
    """``N`` or ``3``."""
    return write_name(dim.name) if isinstance(dim, Dimension) else str(dim)
