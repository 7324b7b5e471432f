r"""Rows of factors and signs: which construct in them acts on what stands beside it; products and quotients of the rest.

What is written side by side is multiplied before ``\cdot`` and ``\odot`` join it, and all of it from the left.  Where
another grouping is well-typed too and says something else, the row is ambiguous: ``A \vec u \odot \vec v``, ``1/2N``.
Scalar factors may stand anywhere: groupings that differ by them alone are one reading.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise, product

from derive.errors import InputError, LimitError, ShapeError
from derive.language.terms import Term
from derive.reading.latex import syntax as tex
from derive.reading.latex.braces import Signed, acts, check_braces, opened
from derive.reading.latex.conventions import BARS, ONE_WAY
from derive.reading.latex.joining import are_by_entries, check_circles, is_by_entries
from derive.reading.latex.letters import as_operator, everything, is_upright_d
from derive.reading.latex.matrices import is_list, scalar_product
from derive.reading.latex.names import shape_of
from derive.reading.latex.nodes import Componentwise, Constant, Restricted, Statistic
from derive.reading.latex.readings import (
    Option,
    Reader,
    Reading,
    is_column,
    is_matrix,
    is_one,
    is_row,
    is_square,
    product_shape,
    same_shape,
    show_rough,
)
from derive.reading.latex.scripts import scripted, sorted_scripts
from derive.reading.latex.sides import is_nought
from derive.reading.latex.slashes import divided, quotient, with_fraction
from derive.reading.latex.syntax import Node
from derive.reading.shapes import axes_in
from derive.reading.syntax import Call, Indexed, Minus, Numeral, Transposed, Tree, Word

#: The longest whole number that may be part of a mixed one.
MAX_DIGITS = 20

#: The most factors and signs in one row.
MAX_FACTORS = 2_000

#: A sign (none for the first) and the factors after it, each a choice that has been made.
Segment = tuple[tex.Op | None, list[Reading]]


_OF = {".": r"\cdot", "o": r"\odot", "∘": r"\circ", "x": r"\times", "*": "*", "/": "/", ":": ":"}


def folded(reader: Reader, items: Sequence[tex.Node]) -> list[Reading]:
    """A row of plain factors and signs."""
    if not reader.context.printed and not reader.context.choice(BARS):
        check_bars(reader, items)
    signs: list[tex.Op | None] = [None]
    parts: list[list[list[Reading]]] = [[]]
    for position, item in enumerate(items):
        if isinstance(item, tex.Op):
            if not parts[-1] or position + 1 == len(items) or isinstance(items[position + 1], tex.Op):
                raise reader.error(item.at, f"the sign '{_OF[item.sign]}'", "a factor on either side of a sign")
            signs.append(item)
            parts.append([])
        elif position and (number := mixed_number(reader, items[position - 1], item)):
            parts[-1][-1] = number
        elif position and (ones := ones_before(reader, items[position - 1], item)):
            parts[-1][-1] = ones
            parts[-1].append(reader.read(item))
        else:
            check_taken(reader, items[position - 1] if position else item, item)
            parts[-1].append(reader.read(item))
    for row in parts if not reader.context.printed else []:
        for left, right in pairwise(row):
            check_component(reader, left, right)
    flat = [part for row in parts for part in row]

    def build(choice: list[Reading]) -> list[Reading]:
        left = iter(choice)
        return fold(reader, [(sign, [next(left) for _ in row]) for sign, row in zip(signs, parts, strict=True)])

    return reader.combine(items[0].at, flat, build)


def check_taken(reader: Reader, before: tex.Node, item: tex.Node) -> None:
    """Refuse ``f(x, y)`` of a name that is no function: its values, or f times the list?"""
    group = tex.parted(item)[0]
    if (
        isinstance(group, tex.Group)
        and not group.spaced
        and is_list(group)
        and isinstance(tex.parted(before)[0], tex.Name)
    ):
        found = "several formulas in parentheses that no function takes"
        hint = r"declare the function before the parentheses, or write \cdot for a product with the list"
        raise reader.fail(group.at, found, hint)


def ones_before(reader: Reader, number: tex.Node, product: tex.Node) -> list[Reading]:
    r"""The vector of ones for the first 1 of ``1 \langle 1, x \rangle``, after ``ones N``; none for anything else."""
    if not isinstance(product, tex.Angles) or reader.context.size is None or reader.context.printed:
        return []
    both = (number, product.parts[0])
    ones = len(product.parts) == 2 and all(isinstance(node, tex.Num) and node.text == "1" for node in both)
    return [Reading(Constant(number.at, "ones"), (None,))] if ones else []


def check_component(reader: Reader, left: Sequence[Reading], right: Sequence[Reading]) -> None:
    """Refuse ``A x_i`` and ``A B_{ij}``: a component of the product, or the matrix times a number?"""
    for above, below in product(left, right):
        tree = below.tree
        if len(above.shape) != 2 or above.shape[0] == 1 or below.shape or not isinstance(tree, Indexed):
            continue
        if not isinstance(tree.base, Word):
            continue
        whole = product_shape(above.shape, shape_of(reader, tree.base))
        if whole is not None and len(axes_in(whole)) == len(tree.indices):
            labels = ["the component of the product of both", "the matrix times the number that the component is"]
            hint = "write (A x)_i, or the number first, x_i A"
            raise reader.ambiguous(tree.at, "a matrix before a component", labels, hint)


def mixed_number(reader: Reader, whole: tex.Node, part: tex.Node) -> list[Reading]:
    r"""5/2 for ``2\tfrac12``, with the scripts on it, where it is no product; none for anything else."""
    number = mixed(whole, part)
    what = "a number before a fraction of numbers"
    if number is None or reader.choice("numbers before fractions", whole.at, what) == "product":
        return []
    found = [Reading(Numeral(whole.at, number, bare=False), ())]
    return scripted(reader, found, sorted_scripts(reader, tex.parted(part)[1]))


def check_bars(reader: Reader, items: Sequence[tex.Node]) -> None:
    """Refuse ``|A| B`` of a matrix: a number times B, or the matrix of the absolute values?"""
    bars = [item for item in items if isinstance(item, tex.Bars) and not (item.double or item.of_log)]
    bars = [item for item in bars if any(is_matrix(inner.shape) for inner in reader.read(item.inner))]
    others = [item for item in items if not isinstance(item, tex.Op | tex.Bars)] if bars else []
    if any(reading.shape for item in others for reading in reader.read(item)):
        labels = ["a number, the determinant or the norm", "the absolute values of its entries"]
        raise reader.ambiguous(bars[0].at, "|A| before or behind an array", labels, r"write \det A or \|A\|_F")


def fold(reader: Reader, segments: list[Segment]) -> list[Reading]:
    """The readings of a row, once each factor is decided."""
    options: list[Option] = [("from the left", lambda: [leftmost(reader, segments)])]
    for position in range(1, len(segments)):
        sign = segments[position][0]
        if sign is None or sign.sign in "/:":
            continue
        by_entries = is_by_entries(reader, sign, segments[position - 1][1][-1], segments[position][1][0])
        tight = joined(reader, segments, position, whole=False)
        if tight is None:
            continue
        if by_entries or not is_typed(reader, segments):
            options.append((f"'{_OF[sign.sign]}' first", partial(fold, reader, tight)))
        if by_entries and (halfway := joined(reader, segments, position, whole=True)) is not None:
            options.append((rf"'{_OF[sign.sign]}' after what stands before it", partial(fold, reader, halfway)))
    if len(options) == 1:
        return [leftmost(reader, segments)]
    at = next(sign.at for sign, _ in segments[1:] if sign is not None)
    return reader.alternatives(at, "a product", options, "add parentheses")


def is_typed(reader: Reader, segments: list[Segment]) -> bool:
    try:
        leftmost(reader, segments)
    except InputError:
        return False
    return True


def joined(reader: Reader, segments: list[Segment], position: int, whole: bool) -> list[Segment] | None:
    r"""The row with the sign at a position joining its two neighbours first, ``A (B \odot C) d``.

    Or the ``whole`` of what stands before it with the first factor behind: ((A B) ⊙ C) d.  None where that is not
    well-typed, or no other reading than from the left.
    """
    (before, left), (sign, right) = segments[position - 1], segments[position]
    beside = [any(c.shape for c in left[:-1]), any(c.shape for c in right[1:])]
    if sign is None or not (all(beside) if whole else any(beside)):
        return None
    outer, own = ([], left) if whole else (left[:-1], left[-1:])
    try:
        made = leftmost(reader, [(None, own), (sign, right[:1])])
    except InputError:
        return None
    return [*segments[: position - 1], (before, [*outer, made, *right[1:]]), *segments[position + 1 :]]


def leftmost(reader: Reader, segments: list[Segment]) -> Reading:
    """The row read from the left, what stands side by side first."""
    factors = list(segments[0][1])
    reader.product(factors)
    dotted: tuple[Reading, Reading] | None = None
    chained: tuple[Tree, ...] = ()
    kinds: set[bool] = set()
    for sign, right in segments[1:]:
        if sign is None:
            continue
        if sign.sign == "/":
            chained, factors = (), divided(reader, factors, sign, right)
            continue
        above, below = reader.product(factors), reader.product(right)
        by_entries = is_by_entries(reader, sign, above, below)
        check_circles(reader, sign, above, by_entries, kinds)
        chained = chained if by_entries else ()
        columns = is_column(above.shape) and is_column(below.shape)
        if sign.sign == ":" or (sign.sign == "." and are_by_entries(reader, above, below, sign.at)):
            factors = [scalar_product(reader, sign.at, [above, below])]
            continue
        if sign.sign == ".":
            check_one(reader, (factors[-1], below), (right[0], above))
        if by_entries:
            if sign.sign == "o" and reader.context.broadcast:
                above, below = spread([above, below])
            shape = reader.alike([above, below], rf"a product {_OF[sign.sign]}")
            if not shape:
                factors = [*factors, *right]
                continue
            chained = (*(chained or (above.tree,)), below.tree)
            factors = [Reading(Call(sign.at, "hadamard", chained), shape)]
            continue
        if columns and sign.sign == ".":
            reader.alike([above, below], "a dot product")
            dotted = above, below
            factors = [Reading(Call(sign.at, "dot", (above.tree, below.tree)), ())]
        elif columns or (sign.sign in "x*" and above.shape and below.shape and not multiply(sign.sign, above, below)):
            shapes = f"shapes {show_rough(above.shape)} and {show_rough(below.shape)}"
            hint = r"write \vec a \cdot \vec b, A B, or \odot for the product by components"
            raise reader.fail(sign.at, f"the sign '{_OF[sign.sign]}' between {shapes}", hint, ShapeError)
        else:
            if dotted and is_column(below.shape) and sign.sign == "." and same_shape(dotted[1].shape, below.shape):
                what = "three vectors joined by dots"
                if len(factors) > 1:
                    raise reader.ambiguous(sign.at, what, [r"(u \cdot v) w", r"u (v \cdot w)"], "add parentheses")
                if reader.choice("three dots", sign.at, what) == "last":
                    factors = [dotted[0], Reading(Call(sign.at, "dot", (dotted[1].tree, below.tree)), ())]
                    dotted = None
                    continue
            reader.product([above, below])
            row = is_row(below.shape) and not isinstance(below.tree, Transposed)  # declared, and no x^\top
            if sign.sign == "." and is_column(above.shape) and row and not reader.context.printed:
                labels = ["the matrix, of all products of their entries", "their scalar product"]
                raise reader.ambiguous(sign.at, "a dot between a column and a row", labels, "leave out the dot")
            factors = [*factors, *right]
    return reader.product(factors)


def multiply(sign: str, above: Reading, below: Reading) -> bool:
    r"""Does ``\times`` stand between arrays that only the product of matrices fits, ``X^\top \times y``?"""
    fits = len(above.shape) == 2 and above.shape[1] is not None and above.shape[1] == below.shape[0]
    return sign == "x" and fits and same_shape(above.shape, below.shape) is None


def check_one(reader: Reader, *pairs: tuple[Reading, Reading]) -> None:
    r"""Raise `AmbiguityError` for ``1 \cdot x`` of a vector after ``ones N``, by which a bare 1 is the vector elsewhere."""
    for one, other in pairs:
        if (
            is_one(one.tree)
            and is_column(other.shape)
            and reader.context.size is not None
            and not reader.context.printed
        ):
            labels = ["the number 1", r"the vector of ones, \vec 1"]
            raise reader.ambiguous(one.tree.at, "a dot between a bare 1 and a vector", labels, r"write \vec 1, or no 1")


def over_bar(reader: Reader, node: tex.Fraction_) -> list[Reading]:
    """What stands above the bar divided by what stands below it."""
    parts = [reader.read(node.above), reader.read(node.below)]
    return reader.combine(node.at, parts, lambda choice: [quotient(reader, choice[0], choice[1], node.at)])


def whole_number(node: tex.Node) -> int | None:
    """The number that digits, with braces around them or without, are; None for anything else."""
    found = tex.held(node) if isinstance(node, tex.Group) and not node.visible else node
    decimal = isinstance(found, tex.Num) and found.text.isdecimal() and len(found.text) < MAX_DIGITS
    return int(found.text) if isinstance(found, tex.Num) and decimal else None


def mixed(whole: tex.Node, part: tex.Node) -> Fraction | None:
    r"""The mixed number that a whole number and a proper fraction of numbers side by side may be: ``2\tfrac12``."""
    base, fraction = whole_number(whole), tex.parted(part)[0]
    fraction = tex.held(fraction) if isinstance(fraction, tex.Group) and not fraction.visible else fraction
    if base is None or not isinstance(fraction, tex.Fraction_):
        return None
    above, below = whole_number(fraction.above), whole_number(fraction.below)
    return None if above is None or below is None or not 0 < above < below else base + Fraction(above, below)


def read_row(reader: Reader, items: Sequence[tex.Node]) -> list[Reading]:
    """The readings of factors and signs side by side."""
    if len(items) > MAX_FACTORS:
        raise reader.fail(items[0].at, f"a product of {len(items)} factors", "group them in parentheses", LimitError)
    if not reader.context.printed:
        items = [as_operator(item) if is_upright_d(item) else item for item in items]
    if len(items) == 1 and not isinstance(items[0], tex.Op) and not acts(reader, items[0]):
        return reader.read(items[0])
    items = opened(reader, items) if len(items) > 1 else items
    check_braces(reader, items)
    items = with_fraction(reader, items)
    for constructs in reader.constructs.acting:
        for at, item in enumerate(items):
            for construct in constructs:
                if construct.acts is not None and not construct.acts(reader, item):
                    continue
                if (found := construct.read(reader, items[:at], item, items[at + 1 :])) is not None:
                    return found
    return folded(reader, items)


def added(reader: Reader, terms: Sequence[Signed], at: int) -> list[Reading]:
    """± x ± y …, each term by itself."""
    parts = [reader.read(node) for _, _, node in terms]

    def build(choice: list[Reading], spreads: bool = reader.context.broadcast) -> list[Reading]:
        array = any(len(c.shape) == 2 and not is_nought(c.tree) for c in choice)  # beside which 0 is zero in its shape
        signs = [(s, c) for s, c in zip(terms, choice, strict=True) if not (array and is_nought(c.tree))]
        choice = [c for _, c in signs]
        choice = spread(choice) if spreads else choice
        shape = reader.alike(choice, "a sum")
        signed = ((sign, place, c.tree) for ((sign, place, _), _), c in zip(signs, choice, strict=True))
        trees = [_signed(sign, place, tree, n == 0) for n, (sign, place, tree) in enumerate(signed)]
        return [Reading(trees[0] if len(trees) == 1 else Call(at, "add", tuple(trees)), shape)]

    try:
        return reader.combine(at, parts, build)
    except ShapeError as error:
        if not reader.spreads or any(joins_vectors(reader, c.tree) for part in parts for c in part if not c.shape):
            raise before_a_sign(reader, terms, error) from None
        if any(has_bare_word(reader, node) for _, _, node in terms):
            raise  # \max x + y may be that of x + y
        if any(isinstance(x, Componentwise) for part in parts for c in part for x in c.tree.parts()):
            raise  # what x^2 is says what it is added to
        found = reader.combine(at, parts, partial(build, spreads=True))
        reader.effort.relied.add(ONE_WAY["spread"])
        return found


def before_a_sign(reader: Reader, terms: Sequence[Signed], error: ShapeError) -> ShapeError:
    """The error for a sum, with a hint where a derivative before a sign may be meant of all that follows."""
    items = [item for _, _, node in terms[:-1] for item in tex.items_of(node)]
    if not any(isinstance(item, tex.Fraction_) and acts(reader, item) for item in items):
        return error
    hint = r"a derivative ends before the sign; of all that follows: \frac{\partial}{\partial x} \left( … \right)"
    return ShapeError(error.message, hint=hint)


def has_bare_word(reader: Reader, node: Node) -> bool:
    r"""Has a part a ``\max``, ``\min`` or mean, by its word or by a declared sign, of what is not in brackets?"""
    rows = (one.items for one in everything(node) if isinstance(one, tex.Row))
    pairs = ((item, after) for items in rows for item, after in zip(items, (*items[1:], None), strict=True))
    bare = (tex.parted(item)[0] for item, after in pairs if after is None or not tex.is_group(after))
    return any(
        (isinstance(item, tex.Func) and item.name in ("max", "min", "mean"))
        or (isinstance(item, tex.Name) and (item.lexeme.text, item.lexeme.mark) in reader.context.operators)
        for item in bare
    )


def joins_vectors(reader: Reader, tree: Tree) -> bool:
    r"""Is a scalar made of whole vectors, as x · y and |x| are?

    A sum or maximum over an index is a number by how it is written, and so are ``\max(x)`` and ``\operatorname{mean}(x)``.
    """
    match tree:
        case Word(name=name):
            return isinstance(reader.context.env.names.get(name), Term) and bool(shape_of(reader, tree))
        case Restricted() | Statistic(kind="mean") | Call(name="sum" | "max_over" | "min_over" | "mean"):
            return False
        case Call(name="max" | "min", arguments=(_,)):
            return False
    return any(joins_vectors(reader, part) for part in tree.below())


def spread(terms: list[Reading]) -> list[Reading]:
    """Terms of a sum, of which the scalars beside an array that is not square are multiples of all-ones."""
    arrays = [c.shape for c in terms if c.shape]
    if not arrays or any(map(is_square, arrays)):
        return terms
    row = any(map(is_row, arrays))
    matrix = next((shape for shape in arrays if len(shape) == 2 and not is_row(shape)), None)
    made = []
    for c in terms:
        if not c.shape:
            at = c.tree.at
            ones, line = Constant(at, "ones"), Transposed(at, Constant(at, "ones"))
            each: Tree = Call(at, "product", (ones, line)) if matrix else line if row else ones
            whole = each if is_one(c.tree) else Call(at, "product", (c.tree, each))
            c = Reading(whole, matrix or ((1, None) if row else (None,)))
        made.append(c)
    return made


def _signed(sign: str, at: int, tree: Tree, first: bool) -> Tree:
    if sign != "-":
        return tree
    if first and isinstance(tree, Numeral) and tree.bare and tree.value > 0:
        return Numeral(at, -tree.value)
    return Minus(at, tree)
