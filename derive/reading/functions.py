"""The functions of plain syntax whose arguments are all terms: how many, the shape that comes out, the node that is built.

`Row.shape` guesses from shapes that may still hold unknown dimensions and unifies what the function needs to agree; it
answers None, and never complains, when the arguments do not fit: the node that is built does that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce

from derive.language import build
from derive.language.terms import (
    FUNCTIONS,
    Add,
    Function,
    Hadamard,
    MatrixFunction,
    Operand,
    Product,
    Term,
    as_term,
    is_square,
)
from derive.reading.dims import GuessedShape, product, unify, unify_shapes


@dataclass(frozen=True)
class Row:
    """``arity`` arguments, or two and more when it is None."""

    arity: int | None
    shape: Callable[[list[GuessedShape]], GuessedShape]
    build: Callable[..., Term]


def _scalar(shapes: list[GuessedShape]) -> GuessedShape:
    return ()


def _alike(shapes: list[GuessedShape]) -> GuessedShape:
    return reduce(unify_shapes, shapes)


def _scalar_of_alike(shapes: list[GuessedShape]) -> GuessedShape:
    _alike(shapes)
    return ()


def _square(shapes: list[GuessedShape]) -> GuessedShape:
    shape = shapes[0]
    return shape if shape is not None and len(shape) == 2 and unify(shape[0], shape[1]) else None


def _scalar_of_square(shapes: list[GuessedShape]) -> GuessedShape:
    _square(shapes)
    return ()


def _diag(shapes: list[GuessedShape]) -> GuessedShape:
    shape = shapes[0]
    return (shape[0], shape[0]) if shape is not None and len(shape) == 1 else None


def _outer(shapes: list[GuessedShape]) -> GuessedShape:
    left, right = shapes
    return None if left is None or right is None or len(left) != 1 or len(right) != 1 else (left[0], right[0])


def transposed(shapes: list[GuessedShape]) -> GuessedShape:
    """The shape of Aᵀ."""
    shape = shapes[0]
    if shape is None or len(shape) > 2:
        return None
    if len(shape) == 2:
        return (shape[1], shape[0]) if shape[0] != 1 else (shape[1],)
    return (1, shape[0]) if shape else ()


def _product(shapes: list[GuessedShape]) -> GuessedShape:
    return reduce(product, shapes)


def exponential(argument: Operand) -> Term:
    """e to an argument: of a square matrix as a whole, of anything else entry by entry."""
    term = as_term(argument)
    return MatrixFunction("exp", term) if is_square(term.shape) else Function("exp", term)


#: What no plain text can say: e to an argument, and the first word of functions that are said to be of each entry.
NATURAL, ENTRYWISE = "e^", "entrywise"

#: Every function whose arguments are terms, by its name.
TABLE: dict[str, Row] = {
    "sqrt": Row(1, _scalar, build.sqrt),
    "norm": Row(1, _scalar, build.norm),
    "dot": Row(2, _scalar_of_alike, build.dot),
    "trace": Row(1, _scalar_of_square, build.trace),
    "tr": Row(1, _scalar_of_square, build.trace),
    "det": Row(1, _scalar_of_square, build.det),
    "diag": Row(1, _diag, build.diag),
    "outer": Row(2, _outer, build.outer),
    "inverse": Row(1, _square, build.inverse),
    "inv": Row(1, _square, build.inverse),
    "pinv": Row(1, transposed, build.pinv),
    "transpose": Row(1, transposed, build.transpose),
    "hadamard": Row(None, _alike, lambda *factors: Hadamard(factors)),
    "add": Row(None, _alike, lambda *terms: Add(terms)),
    "product": Row(None, _product, lambda *factors: Product(factors)),
    **{name: Row(1, _alike, lambda argument, name=name: Function(name, argument)) for name in FUNCTIONS},
    **{
        f"{ENTRYWISE} {name}": Row(1, _alike, lambda argument, name=name: Function(name, argument))
        for name in FUNCTIONS
    },
    "matrix_exp": Row(1, _square, build.matrix_exp),
    "matrix_log": Row(1, _square, build.matrix_log),
    NATURAL: Row(1, _alike, exponential),
}

#: Functions that have two readings of a square matrix.
TWOFOLD = frozenset({"exp", "log", "tanh"})

#: Functions with an index, a dimension, a symbol or a number among their arguments: the number of arguments.
SPECIAL: dict[str, tuple[int, ...]] = {
    "sum": (2,),
    "prod": (2,),
    "delta": (2,),
    "basis": (1,),
    "zeros": (0, 1, 2, 3, 4, 5, 6),
    "ones": (0, 1, 2, 3, 4, 5, 6),
    "identity": (1,),
    "grad": (2,),
    "power": (2,),
    "hadamard_power": (2,),
    ENTRYWISE: (2,),
}

FUNCTION_NAMES = frozenset(name for name in TABLE if name.isidentifier()) | frozenset(SPECIAL)
