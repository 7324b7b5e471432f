r"""The sides of a relation beside each other: ``u \perp v``, ``\mathbf 0`` beside a matrix, e_i that is no basis vector."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from derive.errors import AmbiguityError, InputError, LimitError, NameError_, ShapeError
from derive.language.terms import Term
from derive.reading.declarations import is_zero
from derive.reading.latex.context import Context
from derive.reading.latex.conventions import LINES, LISTS, Equal
from derive.reading.latex.nodes import Constant
from derive.reading.latex.readings import Reader, Reading, is_column, is_row, same_shape
from derive.reading.latex.syntax import Angles, Node, Num
from derive.reading.source import Source
from derive.reading.syntax import Call, Numeral, Tree


def orthogonal(
    source: Source, nodes: list[Node], relations: list[str], at: Sequence[int]
) -> tuple[list[Node], list[str], bool]:
    r"""u · v = 0 for ``u \perp v``, and whether it is that; raises `ReadError` for one in a chain."""
    if "⊥" not in relations:
        return nodes, relations, False
    if len(nodes) != 2 or len(relations) > 1:
        hint = r"write what is orthogonal to what by itself"
        raise source.error(at[relations.index("⊥")], r"\perp in a chain", "a relation of its own", hint)
    return [Angles(nodes[0].at, tuple(nodes), orthogonal=True), Num(at[0], "0")], ["="], True


def is_zero_vector(tree: Tree) -> bool:
    r"""Is it ``\mathbf 0``, which beside a matrix or a row is zero in its shape?"""
    return isinstance(tree, Constant) and tree.kind == "zeros"


def is_nought(tree: Tree) -> bool:
    r"""Is it 0, or ``\mathbf 0``, of which what stands beside it says the shape?"""
    return is_zero(tree) or is_zero_vector(tree)


def as_number(tree: Tree) -> Tree:
    r"""0 for a ``\mathbf 0`` that stands alone on a side beside a matrix or a row; any other tree itself."""
    return Numeral(tree.at, Fraction(0)) if is_zero_vector(tree) else tree


def are_of_one_rank(sides: Iterable[Reading]) -> bool:
    """Have sides as many axes, but for a 0?"""
    return len({len(side.shape) for side in sides if not is_zero(side.tree)}) <= 1


#: What reads a formula, and the readings of its sides.
Sides = list[list[Reading]]


def fitting_lists(reader: Reader, doubt: str, found: list[tuple[Reader, Sides]]) -> list[tuple[Reader, Sides]]:
    """The readings with which all sides are of one shape, one side alone a column, where lists are in ``doubt``.

    Those of a product that lists turn around stay, as all of another doubt do.  Raises `ShapeError` where no reading of a
    list has the shape of what stands beside it.
    """

    def fits(sides: Sides) -> bool:
        first, *others = [side[0].shape for side in sides if not is_zero(side[0].tree)] or [()]
        lines = [(None,)] if is_column(first) or is_row(first) else []
        return all(same_shape(first, shape) is not None for shape in others or lines)

    shapes = zip(*([side[0].shape for side in sides] for _, sides in found), strict=True)
    if doubt != LISTS or not all(
        len(set(each)) == 1 or all(is_column(shape) or is_row(shape) for shape in each) for each in shapes
    ):
        return found
    if not (kept := [(other, sides) for other, sides in found if fits(sides)]):
        raise reader.fail(reader.sides[0].at, "a list in brackets beside what has another shape", kind=ShapeError)
    return kept


def are_turned(context: Context, terms: Sequence[Term], read: Callable[[Context], Sequence[Term]]) -> bool:
    r"""Are sides beside a 0, with each named row as a row, none or those with it as a column, turned?

    Then both say the same: \sum_i p_i x_i = 0.
    """
    try:
        rows = read(replace(context.choose(LINES, "row"), relied=set()))
    except (AmbiguityError, LimitError):
        return False
    except InputError:
        return True
    pairs = [(term.T, row) for term, row in zip(terms, rows, strict=True) if term.shape or row.shape]
    return all(turned.shape == row.shape and context.decide(Equal((turned, row), freely=True)) for turned, row in pairs)


def check_bases(reader: Reader, sides: Sequence[Reading]) -> None:
    r"""Raise `NameError_` for an e_i without a mark on a side of another shape: a residual is no basis vector."""
    if all(same_shape(side.shape, sides[0].shape) is not None for side in sides if not is_zero(side.tree)):
        return
    parts = (part for side in sides for part in side.tree.parts() if isinstance(part, Call) and part.name == "basis")
    for part in parts:
        if reader.source.text[part.at : part.at + 1] == "e" and not reader.context.printed:
            hint = r"declare e, if it is a name; a basis vector, \vec e_i, is no number"
            raise reader.fail(part.at, "the unknown name e", hint, NameError_)
