r"""Sums, ``± x ± y``: where the body of a ``\sum`` before a sign ends, and what is added."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from derive.errors import InputError, NameError_
from derive.reading.latex.nodes import Constant
from derive.reading.latex.readings import Option, Reader, Reading, is_column
from derive.reading.latex.rows import brace_sum, unprinted
from derive.reading.latex.syntax import Node, Row, Terms, is_big, items_of
from derive.reading.syntax import Call, Minus, Numeral, Tree

#: A sign ("" before a first term without one), its offset, and the term.
Signed = tuple[str, int, Node]


def from_term(reader: Reader, terms: Sequence[Signed], at: int, start: int = 0) -> list[Reading]:
    r"""± x ± y …; a ``\sum`` before a sign may end there or go on."""
    terms = _with_bodies(terms)
    with_sum = (n for n in range(start, len(terms) - 1) if any(map(is_big, items_of(terms[n][2]))))
    ends = next(with_sum, None)
    if ends is None:
        return added(reader, terms, at)
    narrow: Option = (r"the \sum ends before the sign", lambda: from_term(reader, terms, at, ends + 1))
    hint = r"write parentheses, \sum_i (x_i + y) or \left(\sum_i x_i\right) + y; or declare: % derive: narrow sums"
    if reader.context.narrow or reader.context.printed:
        return narrow[1]()
    options = [narrow]
    try:
        narrow[1]()
        reach = ends + 2
    except InputError as error:
        if isinstance(error, NameError_) and "unbound" not in error.message:
            raise
        reach = min(len(terms), ends + 8)
    stops = range(ends + 1, min(reach, len(terms)))
    options += [(r"the \sum goes on after it", partial(widened, reader, terms, ends, s, at)) for s in stops]
    return reader.alternatives(terms[ends + 1][1], r"the body of a \sum", options, hint)


def widened(reader: Reader, terms: Sequence[Signed], start: int, stop: int, at: int) -> list[Reading]:
    """The sum in term ``start`` with the terms to ``stop`` in its body."""
    sign, place, node = terms[start]
    items = items_of(node)
    big = next(n for n, item in enumerate(items) if is_big(item))
    inner = items[big + 1 :]
    if not inner:
        raise reader.error(place, "a sign with nothing after it", "what is summed")
    first = inner[0] if len(inner) == 1 else Row(inner[0].at, tuple(inner))
    body = Terms(first.at, (("", first.at, first), *terms[start + 1 : stop + 1]))
    wide = Row(node.at, (*items[: big + 1], body))
    return from_term(reader, (*terms[:start], (sign, place, wide), *terms[stop + 1 :]), at, start + 1)


def added(reader: Reader, terms: Sequence[Signed], at: int) -> list[Reading]:
    """± x ± y …, each term by itself."""
    if len(terms) > 2000:
        raise reader.fail(at, f"a sum of {len(terms)} terms", "the limit is 2000; group them in parentheses")
    if subtracted := next((node for sign, _, node in terms if sign == "-" and unprinted(node)), None):
        raise brace_sum(reader, subtracted)
    parts = [reader.read(node) for _, _, node in terms]

    def build(choice: list[Reading]) -> list[Reading]:
        choice = spread(reader, choice) if reader.context.broadcast else choice
        shape = reader.alike(choice, "a sum")
        signs = zip(terms, choice, strict=True)
        trees = [_signed(sign, place, c.tree, n == 0) for n, ((sign, place, _), c) in enumerate(signs)]
        return [Reading(trees[0] if len(trees) == 1 else Call(at, "add", tuple(trees)), shape)]

    return reader.combine(at, parts, build)


def spread(reader: Reader, terms: list[Reading]) -> list[Reading]:
    """Terms of a sum, of which the scalars beside a vector are multiples of all-ones."""
    if not any(is_column(c.shape) for c in terms):
        return terms

    def times_ones(c: Reading) -> Reading:
        return Reading(Call(c.tree.at, "product", (c.tree, Constant(c.tree.at, "ones"))), (None,))

    return [c if c.shape else times_ones(c) for c in terms]


def _signed(sign: str, at: int, tree: Tree, first: bool) -> Tree:
    if sign != "-":
        return tree
    if first and isinstance(tree, Numeral) and tree.bare and tree.value > 0:
        return Numeral(at, -tree.value)
    return Minus(at, tree)


def _with_bodies(terms: Sequence[Signed]) -> list[Signed]:
    r"""The terms, a ``\sum`` with nothing after it but a sign joined with the term after that: ``\sum_i -2 x_i``."""
    made: list[Signed] = []
    for sign, at, node in terms:
        if made and is_big((items := items_of(made[-1][2]))[-1]):
            body = Terms(at, ((sign, at, node),))
            made[-1] = (*made[-1][:2], Row(items[0].at, (*items, body)))
        else:
            made.append((sign, at, node))
    return made
