r"""The shapes that names have in what was read, for the values of texts, and whether a text and its print have the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from derive.language.node import Dim, Dimension
from derive.language.order import Order
from derive.language.substitution import subterms
from derive.language.terms import Defined, Index, Symbol, Term, axes_of
from derive.printing import latex
from tests.attacks.latex_account import account
from tests.attacks.latex_conventions import parts
from tests.attacks.latex_ranges import MOST_STEPS, SIZES, Data, Unvalued
from tests.attacks.latex_seeds import Seed
from tests.attacks.latex_tokens import Unaccounted
from tests.attacks.latex_trees import Account, Tree, alike, from_below
from tests.attacks.latex_values import same, settled


def greatest(tree: Any) -> int:
    """The greatest number in scripts and ranges."""
    if not isinstance(tree, tuple):
        return 0
    scripts = tree[2:] if tree[:1] in (("name",), ("big",), ("component",)) else ()
    numbers = [n for text in scripts if isinstance(text, str) for n in re.findall("[0-9](?: [0-9])*", text)]
    found = [int(n.replace(" ", "")) for n in numbers] + [greatest(part) for part in tree]
    return max((n for n in found if n < 20), default=0)  # others are no places


def has_values(tree: Any, data: Data) -> bool:
    """Is something in a tree that is printed in other words, of the same value: a range, an indicator, an extreme?"""
    if not isinstance(tree, tuple):
        return False
    whole = tree[:1] != ("big",) or (tree[1] in ("sum", "prod") and " " not in tree[2] and tree[3] in ("", *data.sizes))
    scripts = tree[2] if tree[:1] == ("name",) and len(tree) > 2 else ""
    indicator = "-" in scripts.split() or "+" in scripts.split() or (tree[:2] == ("name", "1") and " " in scripts)
    extreme = tree[:2] in (("apply", "max"), ("apply", "min")) or (tree[:1] == ("component",) and tree[1][0] == "bars")
    return not whole or indicator or extreme or any(has_values(part, data) for part in tree)


def from_0(tree: Any) -> bool:
    """Does a sign start at 0, which then is what the first component is called?"""
    start = tree[:1] == ("big",) and re.search("(^| )= 0( |$)", tree[2]) if isinstance(tree, tuple) else None
    return bool(start) or (isinstance(tree, tuple) and any(map(from_0, tree)))


def data_of(terms: Sequence[Term], start: Seed, written: Sequence[Tree]) -> Data:
    """Names and functions of terms as they are printed beside each other; those of two shapes are left out.

    What is ``written`` says whether components are counted from 0, and sizes have all its places.
    """
    notation = start.context.notation
    inner = [part for term in terms for part in subterms(term)]
    dims = [dim for part in inner for dim in (*axes_of(part.shape), *(index.dim for index in part.free))]
    dims += [index.dim for part in inner if (index := getattr(part, "index", None)) is not None]
    sizes, more = dict[Dim, int](), max(0, max(map(greatest, written)) - 3)
    for dim in [*dims, *(part for part in inner if isinstance(part, Dimension))]:
        sizes.setdefault(dim, dim if isinstance(dim, int) else SIZES[len(sizes) % len(SIZES)] + more)
    shapes, called, entrywise = dict[Tree, set[tuple[int, ...]]](), dict[Tree, set[tuple[int, ...]]](), set[Tree]()
    for part in inner:
        if not isinstance(part, Symbol | Defined) or isinstance(part, Order):
            continue
        with suppress(Unaccounted):
            (tree,) = account(
                latex(part, notation, beside=terms), None, start.functions, start.own, words=start.words
            ).sides
            arguments = isinstance(part, Defined) and part.arguments
            if arguments and tree[0] not in ("call", "row", "name"):  # max(a, b) is what it says
                continue
            defined = part.definition if arguments and tree[0] != "name" else None
            shape = tuple(sizes.get(dim, 0) for dim in axes_of(defined.body.shape if defined else part.shape))
            table, key = (called, tree[1]) if defined else (shapes, tree)
            table.setdefault(key, set()).add(shape)
            if defined and not any(symbol.shape for symbol in defined.parameters):
                entrywise.add(key)
    names = {latex(dim, notation): size for dim, size in sizes.items() if isinstance(dim, Dimension)}
    numbers = {str(n): n for n in sizes if isinstance(n, int)}
    arrays = {tree: max(found, key=len) for tree, found in shapes.items() if len(found) == 2 and () in found}
    shapes |= {tree: {()} for tree in arrays}
    first = 0 if any(map(from_0, written)) else 1
    sizes_of = {**names, **numbers}
    clauses = re.findall(r"\bindex\s+([^:;]*):\s*([^;\s]+)", start.declarations)
    known = start.context.env.names.items()
    declared = {name: sizes[found.dim] for name, found in known if isinstance(found, Index) and found.dim in sizes}
    declared |= {
        name: sizes_of[size] for text, size in clauses for name in re.findall(r"[^\s,]+", text) if size in sizes_of
    }
    return Data(sizes_of, _one(shapes), _one(called), frozenset(entrywise), arrays, first=first, declared=declared)


def _one(found: Mapping[Tree, set[tuple[int, ...]]]) -> dict[Tree, tuple[int, ...]]:
    return {tree: next(iter(shapes)) for tree, shapes in found.items() if len(shapes) == 1}


def used_in(sides: Iterable[Tree], data: Data) -> dict[str, int]:
    """The free indices of those of some trees that have a value."""
    found = dict[str, int]()
    for side in sides:
        with suppress(Unvalued):
            found |= settled([(side, data)], {})
    return found


def worth_the_same(written: Tree, printed: Tree, data: Data, used: Mapping[str, int]) -> bool | None:
    """Has what is written the value of what is printed, which counts components from 1?  None where it is not known."""
    data = replace(data, steps=[MOST_STEPS])
    try:
        return same((written, data), (shortened(printed, written), replace(data, first=1)), used)
    except Unvalued:
        return None


def shortened(printed: Tree, written: Tree) -> Tree:
    """With no more arguments of a function than in the text: what else its definition speaks of stands after these."""
    calls = [part for part in parts(written) if part[:1] == ("call",)]
    most = {name: max(len(call) for call in calls if call[1] == name) for name in {call[1] for call in calls}}

    @from_below
    def change(tree: Tree) -> Tree:
        return tree[: most.get(tree[1])] if tree[:1] == ("call",) else tree

    return change(printed)


def same_values(one: Account, other: Account, terms: Sequence[Term], start: Seed) -> bool:
    """Is it known that the sides of two texts are as written alike, or have the same values?"""
    if one.relations != other.relations or len(one.sides) != len(other.sides):
        return False
    data = [data_of(terms, start, found.sides) for found in (one, other)]
    used = used_in(one.sides, data[0])
    for sides in zip(one.sides, other.sides, strict=True):
        try:
            if not alike(*sides) and not same(*zip(sides, data, strict=True), used):
                return False
        except Unvalued:
            return False
    return True
