"""Which dimension is meant: unification of dimensions, with a documented order of what decides when it does not.

``one``, ``I``, a definition over the default dimension such as ``Pi``, and an index ``i`` in ``sum(i, …)`` are read with
an `Unknown` dimension each; whatever they are added to, multiplied with or equated to is unified with them.  What is still
unknown then takes, in this order,

1. for a definition, the dimension it was defined over;
2. the dimension that the other occurrences of the same word in the statement have, if it is one;
3. the only dimension the statement mentions, or the only one declared;

and otherwise is an error that says how to write the dimension.  An index takes no such default.

Unification only guesses shapes: a clash is left as it is, and reported by the term that is then built.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, Union

from derive.language.terms import Dim, Dimension, show_dim
from derive.reading.source import Source


@dataclass(eq=False)
class Unknown:
    """A dimension to be found; ``word`` at offset ``at`` asked for it."""

    word: str
    at: int
    own: Dim | None = None
    index: bool = False
    link: Union[Dim, Unknown, None] = None  # noqa: UP007


Guess = Union[Dim, Unknown]  # noqa: UP007

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


def settle(
    unknowns: list[Unknown],
    mentioned: set[Dimension],
    declared: tuple[Dimension, ...],
    default: Dimension,
    source: Source,
) -> None:
    """Give every unknown its dimension; raises `InputError` at the first that stays open."""
    take_own(unknowns)
    of_word: dict[str, set[Dim]] = {}
    for unknown in unknowns:
        known = find(unknown)
        if not isinstance(known, Unknown):
            of_word.setdefault(unknown.word, set()).add(known)
    spoken = mentioned | {dim for dims in of_word.values() for dim in dims if isinstance(dim, Dimension)}
    for unknown in unknowns:
        last = find(unknown)
        if not isinstance(last, Unknown) or unknown.index:
            continue
        choices = sorted(of_word.get(unknown.word) or spoken or set(declared) or {default}, key=show_dim)
        if len(choices) > 1:
            form = "ones" if unknown.word == "one" else "identity"
            names = " or ".join(f"{form}({show_dim(dim)})" for dim in choices)
            message = f"the dimension of {unknown.word!r} cannot be told from what stands around it"
            raise source.fail(unknown.at, message, f"write {names}")
        last.link = choices[0]
    for unknown in unknowns:
        if isinstance(find(unknown), Unknown):
            message = f"the range of the index {unknown.word!r} cannot be told from its use"
            raise source.fail(unknown.at, message, f"write sum({unknown.word}:{default.name}, …)")
