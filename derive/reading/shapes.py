"""Shapes while a text is read: which dimension is meant where the text leaves it open, and what comes out of each function.

``one``, ``I``, a definition over the default dimension such as ``Pi``, and an index ``i`` in ``sum(i, …)`` are read with
an `Unknown` dimension each; whatever they are added to, multiplied with or equated to is unified with them.  What is still
unknown then takes, in this order,

1. for a definition, the dimension it was defined over;
2. the dimension that the other occurrences of the same word in the statement have, if it is one;
3. the only dimension the statement mentions, or the only one declared;

and otherwise is an error that says how to write the dimension.  An index takes no such default.

Unification only guesses shapes: a clash is left as it is, and reported by the term that is then built.  So `Row.shape`, of a
function of plain syntax whose arguments are all terms, answers None and never complains when the arguments do not fit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial, reduce
from typing import Any, TypeVar, Union

from derive.errors import OpenSize
from derive.language import terms as t
from derive.language.functions import FUNCTIONS
from derive.language.maxima import max_, min_, min_over
from derive.language.operations import OPERATIONS, Operation
from derive.reading.source import Source


@dataclass(eq=False)
class Unknown:
    """A dimension to be found; ``word`` at offset ``at`` asked for it."""

    word: str
    at: int
    own: t.Dim | None = None
    index: bool = False
    link: Union[t.Dim, Unknown, None] = None  # noqa: UP007


Guess = Union[t.Dim, Unknown]  # noqa: UP007

#: A shape whose dimensions may be unknown; None when the parts do not fit.
GuessedShape = Union[tuple[Guess, ...], None]  # noqa: UP007


#: A dimension, known or not, of any sort.
D = TypeVar("D")


def find(dim: Guess) -> Guess:
    """What is known of a dimension so far; the links walked are shortened."""
    last = dim
    while isinstance(last, Unknown) and last.link is not None:
        last = last.link
    while isinstance(dim, Unknown) and dim.link is not None:
        dim.link, dim = last, dim.link
    return last


def unify(left: Guess, right: Guess) -> bool:
    """Take two dimensions for one; False if they are two."""
    left, right = find(left), find(right)
    if left is right or left == right:
        return True
    if isinstance(left, Unknown) and right != 1:
        left.link = right
        return True
    if isinstance(right, Unknown) and left != 1:
        right.link = left
        return True
    return False


def unify_shapes(left: GuessedShape, right: GuessedShape) -> GuessedShape:
    """One shape out of two that should agree; None if they do not."""
    if left is None or right is None or len(left) != len(right):
        return None
    return left if all([unify(one, other) for one, other in zip(left, right, strict=True)]) else None


def product_of(left: tuple[D, ...], right: tuple[D, ...], agree: Callable[[Any, Any], bool]) -> tuple[D, ...] | None:
    """The shape of a product as in linear algebra, of dimensions of any sort, where the inner ones ``agree``; else None."""
    if not left or not right:
        return left or right
    if len(left) > 2 or len(right) > 2 or (len(left) == 1 and len(right) == 1):
        return None
    rows: Any
    columns: Any
    rows, inner = (left[0], 1) if len(left) == 1 else left
    inner_right, columns = (right[0], 1) if len(right) == 1 else right
    if not agree(inner, inner_right):
        return None
    return (rows, columns) if columns != 1 else (rows,) if rows != 1 else ()


def transpose_of(shape: tuple[D, ...]) -> tuple[D, ...]:
    """The shape of the transpose of what has at most two axes: a column N is a row 1 × N, and a row is a column."""
    one: Any = 1
    if len(shape) == 2:
        return shape[::-1] if shape[0] != 1 else shape[1:]
    return (one, *shape) if shape else ()


def axes_in(shape: tuple[D, ...]) -> tuple[D, ...]:
    """The dimensions that have an index: of a row 1 × N the N."""
    return shape[1:] if len(shape) == 2 and shape[0] == 1 else shape


def product(left: GuessedShape, right: GuessedShape) -> GuessedShape:
    """The shape of a product, as far as it is known."""
    if left is None or right is None:
        return right if left == () else left if right == () else None
    return product_of(left, right, unify)


def take_own(unknowns: list[Unknown]) -> None:
    """Give an unknown that nothing else settles the dimension of its own, if it has one."""
    for unknown in unknowns:
        last = find(unknown)
        if isinstance(last, Unknown) and unknown.own is not None:
            last.link = unknown.own


def only_unknown(unknowns: list[Unknown]) -> Unknown | None:
    r"""The one dimension that nothing tells in a relation without any other, such as (2 I)^{-1} = \frac12 I."""
    take_own(unknowns)
    found = [find(unknown) for unknown in unknowns]
    first = next((last for last in found if isinstance(last, Unknown)), None)
    alone = all(last is first for last in found) and not any(unknown.index for unknown in unknowns)
    return first if alone else None


def settle(
    unknowns: list[Unknown],
    mentioned: set[t.Dimension],
    declared: tuple[t.Dimension, ...],
    default: t.Dimension,
    source: Source,
) -> None:
    """Give every unknown its dimension; raises `InputError` at the first that stays open."""
    take_own(unknowns)
    of_word: dict[str, set[t.Dim]] = {}
    for unknown in unknowns:
        known = find(unknown)
        if not isinstance(known, Unknown):
            of_word.setdefault(unknown.word, set()).add(known)
    spoken = mentioned | {dim for dims in of_word.values() for dim in dims if isinstance(dim, t.Dimension)}
    for unknown in unknowns:
        last = find(unknown)
        if not isinstance(last, Unknown) or unknown.index:
            continue
        choices = sorted(of_word.get(unknown.word) or spoken or set(declared) or {default}, key=t.show_dim)
        if len(choices) > 1:
            form = "ones" if unknown.word == "one" else "identity"
            names = " or ".join(f"{form}({t.show_dim(dim)})" for dim in choices)
            message = f"the dimension of {unknown.word!r} cannot be told from what stands around it"
            raise source.fail(unknown.at, message, f"write {names}", OpenSize)
        last.link = choices[0]
    for unknown in unknowns:
        if isinstance(find(unknown), Unknown):
            message = f"the range of the index {unknown.word!r} cannot be told from its use"
            raise source.fail(unknown.at, message, f"write sum({unknown.word}:{default.name}, …)", OpenSize)


@dataclass(frozen=True)
class Row:
    """``arity`` arguments, or ``least`` and more when it is None."""

    arity: int | None
    shape: Callable[[list[GuessedShape]], GuessedShape]
    build: Callable[..., t.Term]
    least: int = 2


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


def _products(shapes: list[GuessedShape]) -> GuessedShape:
    return reduce(product, shapes)


def exponential(argument: t.Operand) -> t.Term:
    """e to an argument: of a square matrix as a whole, of anything else entry by entry."""
    term = t.as_term(argument)
    return t.MatrixFunction("exp", term) if t.is_square(term.shape) else t.Function("exp", term)


#: What no plain text can say: e to an argument, and the first word of functions that are said to be of each entry.
NATURAL, ENTRYWISE = "e^", "entrywise"

#: The shapes that come out of what is no `Applied`.
_SHAPES: dict[type[t.Term], Callable[[list[GuessedShape]], GuessedShape]] = {
    t.Transpose: transposed, t.Product: _products, t.Norm: lambda shapes: (), t.MatrixFunction: _fitted("ii->ii"),
}  # fmt: skip


def _row(operation: Operation) -> Row:
    """How a function that is an operation is read."""
    sort, *others = operation.sorts
    node: Callable[..., t.Term] = operation.node
    made = partial(node, operation.function) if operation.function else node
    letters = getattr(operation.node, "shapes", "")
    shape = _SHAPES.get(operation.node) or (_fitted(letters) if letters else _alike)
    return Row(None, shape, lambda *terms: made(terms)) if sort == "term…" else Row(1 + len(others), shape, made)


#: Functions whose first argument is an index that they bind: the node, and what it is called.
BINDERS: Mapping[str, tuple[Callable[[t.Index, t.Term], t.Term], str]] = {
    "sum": (t.Sum, "a sum"), "prod": (t.Prod, "a product"),
    "max_over": (t.Max, "a maximum"), "min_over": (min_over, "a minimum"),
}  # fmt: skip

_OF_TERMS = frozenset({"term", "term…"})

#: Every function whose arguments are terms, by its name.
TABLE: dict[str, Row] = {
    **{name: _row(row) for row in OPERATIONS if {*row.sorts} <= _OF_TERMS for name in row.plain},
    **{f"{ENTRYWISE} {name}": Row(1, _alike, partial(t.Function, name)) for name in FUNCTIONS},
    NATURAL: Row(1, _alike, exponential),
    "max": Row(None, lambda shapes: (), max_, least=1),
    "min": Row(None, lambda shapes: (), min_, least=1),
}


def _counts(sorts: tuple[str, ...]) -> tuple[int, ...]:
    """How many arguments there may be; what a product leaves out stands with its index."""
    return (*range(7),) if sorts == ("dim…",) else (sum(not sort.endswith("…") for sort in sorts),)


#: Functions with an index, a dimension, a symbol or a number among their arguments: the number of arguments.
#: ``order(i, j)`` is 1 where i ≤ j, and 0 elsewhere.
ORDER = "order"

SPECIAL: dict[str, tuple[int, ...]] = {
    **{name: _counts(row.sorts) for row in OPERATIONS if not {*row.sorts} <= _OF_TERMS for name in row.plain},
    ENTRYWISE: (2,),
    ORDER: (2,),
    "min_over": (2,),
}

FUNCTION_NAMES = frozenset(name for name in TABLE if name.isidentifier()) | frozenset(SPECIAL)
