"""The functions of plain syntax whose arguments are all terms: how many, the shape that comes out, the node that is built.

`Row.shape` guesses from shapes that may still hold unknown dimensions and unifies what the function needs to agree; it
answers None, and never complains, when the arguments do not fit: the node that is built does that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, reduce

from derive.language.functions import FUNCTIONS
from derive.language.operations import OPERATIONS, Operation
from derive.language.terms import Function, MatrixFunction, Norm, Operand, Product, Term, Transpose, as_term, is_square
from derive.reading.dims import Guess, GuessedShape, product, transpose_of, unify, unify_shapes


@dataclass(frozen=True)
class Row:
    """``arity`` arguments, or two and more when it is None."""

    arity: int | None
    shape: Callable[[list[GuessedShape]], GuessedShape]
    build: Callable[..., Term]


def _alike(shapes: list[GuessedShape]) -> GuessedShape:
    return reduce(unify_shapes, shapes)


def _fitted(letters: str) -> Callable[[list[GuessedShape]], GuessedShape]:
    """The shape that comes out of operands, a letter for each axis, as `derive.language.node.result_shape` has it."""
    inputs, output = letters.split("->")

    def shape_of(shapes: list[GuessedShape]) -> GuessedShape:
        dims: dict[str, Guess] = {}
        for axes, shape in zip(inputs.split(","), shapes, strict=True):
            if shape is None or len(shape) != len(axes):
                continue
            for axis, dim in zip(axes, shape, strict=True):
                if not unify(dims.setdefault(axis, dim), dim):
                    return None if output else ()
        return tuple(dims[axis] for axis in output) if dims.keys() >= set(output) else None

    return shape_of


def transposed(shapes: list[GuessedShape]) -> GuessedShape:
    """The shape of Aᵀ."""
    shape = shapes[0]
    return None if shape is None or len(shape) > 2 else transpose_of(shape)


def _product(shapes: list[GuessedShape]) -> GuessedShape:
    return reduce(product, shapes)


def exponential(argument: Operand) -> Term:
    """e to an argument: of a square matrix as a whole, of anything else entry by entry."""
    term = as_term(argument)
    return MatrixFunction("exp", term) if is_square(term.shape) else Function("exp", term)


#: What no plain text can say: e to an argument, and the first word of functions that are said to be of each entry.
NATURAL, ENTRYWISE = "e^", "entrywise"

#: The shapes that come out of what is no `Applied`.
_SHAPES: dict[type[Term], Callable[[list[GuessedShape]], GuessedShape]] = {
    Transpose: transposed, Product: _product, Norm: lambda shapes: (), MatrixFunction: _fitted("ii->ii"),
}  # fmt: skip


def _row(operation: Operation) -> Row:
    """How a function that is an operation is read."""
    sort, *others = operation.sorts
    node: Callable[..., Term] = operation.node
    made = partial(node, operation.function) if operation.function else node
    letters = getattr(operation.node, "shapes", "")
    shape = _SHAPES.get(operation.node) or (_fitted(letters) if letters else _alike)
    return Row(None, shape, lambda *terms: made(terms)) if sort == "term…" else Row(1 + len(others), shape, made)


_OF_TERMS = frozenset({"term", "term…"})

#: Every function whose arguments are terms, by its name.
TABLE: dict[str, Row] = {
    **{name: _row(row) for row in OPERATIONS if {*row.sorts} <= _OF_TERMS for name in row.plain},
    **{f"{ENTRYWISE} {name}": Row(1, _alike, partial(Function, name)) for name in FUNCTIONS},
    NATURAL: Row(1, _alike, exponential),
}


def _counts(sorts: tuple[str, ...]) -> tuple[int, ...]:
    """How many arguments there may be; what a product leaves out stands with its index."""
    return (*range(7),) if sorts == ("dim…",) else (sum(not sort.endswith("…") for sort in sorts),)


#: Functions with an index, a dimension, a symbol or a number among their arguments: the number of arguments.
SPECIAL: dict[str, tuple[int, ...]] = {
    **{name: _counts(row.sorts) for row in OPERATIONS if not {*row.sorts} <= _OF_TERMS for name in row.plain},
    ENTRYWISE: (2,),
}

FUNCTION_NAMES = frozenset(name for name in TABLE if name.isidentifier()) | frozenset(SPECIAL)
