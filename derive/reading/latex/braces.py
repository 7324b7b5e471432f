"""Braces, which are not printed: where they group in another way than what is printed, nothing says which is meant."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from derive.errors import InputError
from derive.reading.latex import syntax as tex
from derive.reading.latex.attempts import is_typed
from derive.reading.latex.conventions import BRACES, CONVENTIONS, SCRIPTS, placed, spelled
from derive.reading.latex.names import function_named
from derive.reading.latex.nodes import Apply
from derive.reading.latex.readings import Reader, Reading
from derive.reading.syntax import Call, Word

#: A sign ("" for a first term without one), its offset, and the term.
Signed = tuple[str, int, tex.Node]


def in_braces(node: tex.Node) -> str:
    """What braces hold, in words."""
    return f"a {'sum' if isinstance(unbraced(node), tex.Terms) else 'product'} in braces"


def brace_sum(reader: Reader, node: tex.Node) -> InputError:
    """The error for a sum or a product in braces, which are not printed, where it is read in neither way."""
    labels = list(CONVENTIONS[BRACES].choices.values())
    return reader.ambiguous(node.at, in_braces(node), labels, CONVENTIONS[BRACES].hint)


def is_printed(reader: Reader, items: Sequence[tex.Node], position: int) -> bool:
    """Is what braces in a row hold read as it is printed?  Each by itself; raises `AmbiguityError` where nothing says how.

    So it does behind a function, ``f{x + y}``, which could be that of the sum, as TeX's own commands have arguments.
    """
    node = items[position]
    head = tex.parted(items[position - 1])[0] if position else node
    if any(function_named(reader, each) for each in {head, items[position - 1]} if position):
        raise brace_sum(reader, node)
    readings = placed(BRACES, reader.source.place(node.at))
    if (chosen := reader.context.choices.get(spelled(BRACES, readings))) is not None:
        return chosen == readings[1]
    return reader.choice(BRACES, node.at, in_braces(node), readings) == "printed"


def below_scripts(reader: Reader, node: tex.Scripted) -> list[Reading]:
    r"""``{AB}^\top``, ``\mathbf{AB}^\top``: (A B)^\top as the braces group it, or A B^\top as it is printed."""
    inner = unbraced(node.base)
    items = tex.items_of(inner)
    if isinstance(inner, tex.Terms) or any(isinstance(x, tex.Op | tex.Scripted) or acts(reader, x) for x in items):
        raise brace_sum(reader, node.base)
    last = tex.rescripted(node, items[-1], node.scripts)
    ways = {
        "all": partial(reader.read, tex.rescripted(node, tex.Group(node.base.at, (inner,)), node.scripts)),
        "last": partial(reader.row, (*items[:-1], last)),
    }
    typed = [way for way, read in ways.items() if is_typed(read)]
    doubtful = len(typed) == len(ways)
    return ways[
        reader.choice(SCRIPTS, node.at, "a script of a product in braces") if doubtful else (typed or ["all"])[0]
    ]()


def unbraced(node: tex.Node) -> tex.Node:
    """A node without braces around it, which are not printed."""
    while isinstance(node, tex.Group) and not node.visible and len(node.parts) == 1:
        node = node.parts[0]
    return node


def unprinted(node: tex.Node, *kinds: type[tex.Node]) -> bool:
    """Is a node a sum in braces, which nobody sees, or one of some other kinds of nodes?"""
    return isinstance(node, tex.Group) and not node.visible and isinstance(unbraced(node), (tex.Terms, *kinds))


def opened(reader: Reader, items: Sequence[tex.Node]) -> Sequence[tex.Node]:
    r"""A row without braces that end behind what acts on what follows, ``{\frac1n \sum_i} x_i``: they group nothing."""
    made: list[tex.Node] = []
    for item in items:
        braced = isinstance(item, tex.Group) and not item.visible and len(item.parts) == 1 and not unprinted(item)
        inner = opened(reader, tex.items_of(unbraced(item))) if braced else ()
        idle = bool(inner) and (isinstance(inner[-1], tex.Op) or acts(reader, inner[-1]))
        made += inner if idle else (item,)
    return made


def groups(reader: Reader, items: Sequence[tex.Node], position: int) -> bool:
    """Do braces at a position of a row group in another way than what is printed?"""
    item = items[position]
    if not unprinted(item, tex.Row) or len(items) == 1 or is_signed(reader, item, items[:position]):
        return False
    inner = tex.items_of(unbraced(item))
    if position == len(items) - 1 and is_applied(reader, unbraced(item), inner):
        return False
    others = [x for n, x in enumerate(items) if n != position and not (n < position and tex.is_big(x))]
    dotted = [x for x in others if isinstance(x, tex.Op) and x.sign == "."]
    beside = (x for x in (*inner, *others) if x not in dotted)
    return unprinted(item) or any(isinstance(x, tex.Op) or acts(reader, x) for x in beside)


def without_braces(reader: Reader, terms: Sequence[Signed]) -> list[Signed]:
    """± x ± y … without braces that group in another way than what is printed, where these are read as it is printed.

    Raises `AmbiguityError` where nothing says how they are read.
    """
    made: list[Signed] = []
    for sign, at, node in terms:
        items: Sequence[tex.Node] = tex.items_of(node)
        items = opened(reader, items) if len(items) > 1 else items
        doubtful = (n for n in range(len(items)) if groups(reader, items, n) or (sign == "-" and unprinted(node)))
        position = next((n for n in doubtful if is_printed(reader, items, n)), None)
        if position is None:
            made.append((sign, at, node))
            continue
        inner = unbraced(items[position])
        own = inner.terms if isinstance(inner, tex.Terms) else (("", inner.at, inner),)
        if own[0][0]:
            raise brace_sum(reader, items[position])  # two signs in a row
        rows = [list(tex.items_of(each)) for _, _, each in own]
        rows[0][:0] = items[:position]
        rows[-1] += items[position + 1 :]
        flat = [(sign, at, _row(rows[0]))]
        flat += [(each, place, _row(row)) for (each, place, _), row in zip(own[1:], rows[1:], strict=True)]
        made += without_braces(reader, flat)
    return made


def _row(items: Sequence[tex.Node]) -> tex.Node:
    return items[0] if len(items) == 1 and not isinstance(items[0], tex.Op) else tex.Row(items[0].at, tuple(items))


def check_braces(reader: Reader, items: Sequence[tex.Node]) -> None:
    """Refuse braces, which are not printed, where they group in another way than what is printed, unless that is chosen."""
    for position, item in enumerate(items):
        if groups(reader, items, position) and is_printed(reader, items, position):
            raise brace_sum(reader, item)


def is_signed(reader: Reader, item: tex.Node, before: Sequence[tex.Node]) -> bool:
    r"""Is it one product with a sign, before which nothing stands but ``\sum``: ``\sum_i {- a_i} b_i``?"""
    inner = unbraced(item)
    if not isinstance(inner, tex.Terms) or len(inner.terms) > 1 or not all(map(tex.is_big, before)):
        return False
    return not any(isinstance(x, tex.Op) or acts(reader, x) for x in tex.items_of(inner.terms[0][2]))


def is_applied(reader: Reader, node: tex.Node, items: Sequence[tex.Node]) -> bool:
    """Is a row with these items a function of what stands in parentheses, which is one thing?"""
    if len(items) != 2 or acts(reader, items[0]) or not (isinstance(items[1], tex.Group) and items[1].visible):
        return False
    return all(isinstance(reading.tree, Apply | Call | Word) for reading in reader.read(node))


def acts(reader: Reader, node: tex.Node) -> bool:
    """Does an item of a row act on what follows it?"""
    constructs = (construct for each in reader.constructs.acting for construct in each)
    return any(construct.acts is not None and construct.acts(reader, node) for construct in constructs)
