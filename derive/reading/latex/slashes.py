r"""Slashes: what stands below ``a / b c``, and quotients.

Below stands the first factor, or more of them; where other factors stand behind a slash perhaps otherwise, as in
``1/2 x + a/2b``.  A sum and a fraction with a bar stand below only where nothing else does.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from derive.errors import ShapeError
from derive.language.terms import Term
from derive.reading.latex.attempts import surviving
from derive.reading.latex.braces import acts
from derive.reading.latex.conventions import SLASHES, spelled
from derive.reading.latex.matrices import transpose_of
from derive.reading.latex.nodes import Constant, spoken
from derive.reading.latex.readings import Built, Reader, Reading, is_column, is_row, same_shape, show_rough
from derive.reading.latex.syntax import Fraction_, Node, Op
from derive.reading.syntax import Call, Indexed, Numeral, Times, Transposed, Tree, Word, in_lowest_terms


def is_other_sign(node: Node) -> bool:
    """Is a node a sign between factors, and no slash?"""
    return isinstance(node, Op) and node.sign != "/"


def closed(reader: Reader, before: Sequence[Node]) -> Sequence[Node]:
    """What stands before a sum or a fraction, where that is not below a slash in it: 1/n Σ is (1/n) Σ.

    1/Σ Σ is nothing that anybody can tell.
    """
    signs = [n for n, node in enumerate(before) if isinstance(node, Op)]
    if not signs or is_other_sign(before[signs[-1]]) or isinstance(before[-1], Op):
        return before
    start = next((n + 1 for n in reversed(signs) if is_other_sign(before[n])), 0)
    if isinstance(before[signs[-1] + 1], Built) or any(acts(reader, node) for node in before[start:]):
        return before
    return [*before[:start], Built(before[start].at, tuple(reader.row(before[start:])))]


def with_fraction(reader: Reader, items: Sequence[Node]) -> Sequence[Node]:
    r"""A row in which what stands before a fraction with a bar is closed: ``1/n \frac{a}{b}`` is (1/n) (a/b)."""
    at = next((n for n, node in enumerate(items) if isinstance(node, Fraction_)), 0)
    return [*closed(reader, items[:at]), *items[at:]]


def is_of_arrays(reader: Reader, factor: Reading) -> bool:
    r"""Is a factor an array, or a norm or scalar product of arrays?  A number in digits before it, 1/2 |x|^2, is no part."""
    made = (part for part in factor.tree.parts() if isinstance(part, Call | Transposed))
    return bool(factor.shape) or any(_has_array(reader, part) for part in made)


def _has_array(reader: Reader, tree: Tree) -> bool:
    """Is a name of an array in a tree, and not only its components?"""
    if isinstance(tree, Indexed):
        return False
    meaning = reader.context.env.names.get(tree.name) if isinstance(tree, Word) else None
    return (isinstance(meaning, Term) and bool(meaning.shape)) or any(_has_array(reader, part) for part in tree.below())


def divided(reader: Reader, above: list[Reading], sign: Op, right: list[Reading]) -> list[Reading]:
    """x / y z: what stands below is the only choice that is well-typed, or as the convention says."""

    def below(count: int) -> tuple[list[Reading], str]:
        """The factors where so many of them stand below, and what the slash makes of 1 and what is behind it."""
        divisor = reader.product(right[:count])
        if count > 1 and divisor.shape:
            raise reader.fail(sign.at, "a quotient that does not fit")
        made = [quotient(reader, reader.product(above), divisor, sign.at), *right[count:]]
        reader.product(made)
        one = Reading(Numeral(sign.at, Fraction(1), bare=False), ())
        return made, spoken(reader.product([quotient(reader, one, divisor, sign.at), *right[count:]]).tree)

    half = (
        in_lowest_terms(above[-1].tree, right[0].tree) is not None and len(right) > 1 and is_of_arrays(reader, right[1])
    )
    found = surviving(partial(below, count) for count in range(1, 2 if half else len(right) + 1))
    if len(found) == 1:
        return found[0][0]
    readings = [said for _, said in found]
    if (chosen := reader.context.choices.get(spelled(SLASHES, readings))) is None:
        choice = reader.choice(SLASHES, sign.at, "a slash before several factors", readings)
        chosen = readings[0 if choice == "first" else -1]
    return found[readings.index(chosen)][0]


def quotient(reader: Reader, above: Reading, below: Reading, at: int) -> Reading:
    """above / below; a fraction of two integers in lowest terms is one number."""
    if (ratio := in_lowest_terms(above.tree, below.tree)) is not None and ratio >= 0:
        return Reading(Numeral(at, ratio), ())
    ones = isinstance(above.tree, Constant) and above.tree.kind == "ones"  # over a row as over a column
    if is_row(below.shape) and (ones or not above.shape or same_shape(above.shape, below.shape)):
        turned = [transpose_of(each, at) if is_row(each.shape) else each for each in (above, below)]
        return transpose_of(quotient(reader, turned[0], turned[1], at), at)
    if below.shape and not (is_column(below.shape) and (not above.shape or same_shape(above.shape, below.shape))):
        message = f"division of shape {show_rough(above.shape)} by shape {show_rough(below.shape)}"
        raise reader.fail(at, message, "divide by a scalar, or a vector by a vector, or a row by a row", ShapeError)
    return Reading(Times(at, above.tree, (("/", at, below.tree),)), below.shape or above.shape)
