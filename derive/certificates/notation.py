"""Terms in the functional notation of `FORMAT.md`: ``div(dot(a, ones(N)), N)``.

The notation says how a term is built, node by node: definitions stay folded, nothing is reordered, and reading it gives back
the very term that was written.  The word of a node and the sorts of its arguments are those of the table of operations.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from derive.errors import InputError
from derive.language.operations import OPERATIONS as TABLE
from derive.language.operations import Operation, operation_of
from derive.language.terms import (
    Defined,
    Dim,
    Dimension,
    Entry,
    Function,
    Index,
    Number,
    Symbol,
    Term,
    Written,
    unknown_function_of,
)

BARE = re.compile(r"[^\W\d][\w⁺⁻'′\u0302]*")


#: The operations by their words.
OPERATIONS: Mapping[str, Operation] = MappingProxyType({operation.word: operation for operation in TABLE})


def parts(term: Term) -> Sequence[Any]:
    """The arguments of a node as they are written."""
    operation = operation_of(term)
    values = term.values[bool(operation.function) :]
    return (*values[:-1], *values[-1]) if operation.sorts[-1].endswith("…") else values


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
        case Written() | Entry():
            raise InputError(
                "a matrix written out in a certificate", hint="its entries are, where it stands in an equation"
            )
        case Function() if (function := unknown_function_of(value)) is not None:
            raise InputError(f"the unknown function {function.base.name} in a certificate, which has no place for one")
        case _:
            pieces.append(operation_of(value).word)
            _write_list(parts(value), pieces)


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
