r"""How far a word, a product or a derivative reaches where no brackets say so, by docs/reading.md, as changes of trees."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from tests.attacks.latex_conventions import NOUGHT, parts, unbound
from tests.attacks.latex_trees import (
    OPERATOR,
    TRANSPOSE,
    Tree,
    applied,
    derivative,
    from_below,
    leaves,
    nested,
    product,
)


@from_below
def of_next(tree: Tree) -> Tree:
    """With the last function before a product as one of its first factor; a sum has what stands behind it."""
    places = [at for at, part in enumerate(tree[:-1]) if isinstance(part, tuple) and part[0] == "function"]
    if tree[:1] != ("row",) or not places:
        return tree
    at = places[-1]
    end = len(tree) if tree[at + 1][0] == "big" else at + 2
    return product([*tree[1:at], applied(tree[at][1], product(tree[at + 1 : end])), *tree[end:]])


def of_first(tree: Tree) -> Tree:
    """With each function before a product as one of its first factor."""
    found = of_next(tree)
    return tree if found == tree else of_first(found)


def of_several(count: int) -> Callable[[Any], Any]:
    """With a function of a matrix before factors as one of so many of them, of which the first alone is none."""

    @from_below
    def change(tree: Tree) -> Tree:
        for at, part in enumerate(tree[:-count] if tree[:1] == ("row",) else ()):
            if part[0] == "function" and part[1] in ("det", "tr", "rank"):
                inside = product(tree[at + 1 : at + 1 + count])
                return product([*tree[1:at], applied(part[1], inside), *tree[at + 1 + count :]])
        return tree

    return change


def of_numbers(scalars: Collection[Tree]) -> Callable[[Any], Any]:
    """With a function before numbers, some of which have names, and a factor as one of their product."""

    def is_number(tree: Tree) -> bool:
        of_numbers = tree[0] == "row" and all(map(is_number, tree[1:]))
        return (
            of_numbers
            or tree[0] == "number"
            or tree == NOUGHT
            or tree in (("op", "/"), *scalars)
            or (tree[0] == "up" and is_number(tree[1]))
        )

    @from_below
    def change(tree: Tree) -> Tree:
        places = [at for at, part in enumerate(tree[:-1]) if isinstance(part, tuple) and part[0] == "function"]
        if tree[:1] != ("row",) or not places:
            return tree
        at = places[-1]
        end = next((n for n in range(at + 1, len(tree)) if not is_number(tree[n])), at) + 1
        inside = product(tree[at + 1 : end])
        return product([*tree[1:at], applied(tree[at][1], inside), *tree[end:]]) if end > at + 1 else tree

    return change


@from_below
def of_all(tree: Tree) -> Tree:
    """With a function before a product as one of all factors up to the next sign."""
    places = [at for at, part in enumerate(tree[:-1]) if isinstance(part, tuple) and part[0] == "function"]
    if tree[:1] != ("row",) or not places:
        return tree
    at = places[-1]
    return of_all(product([*tree[1:at], applied(tree[at][1], product(tree[at + 1 :]))]))


def differentiated(own: Mapping[Tree, Tree]) -> Callable[[Any], Any]:
    """With the sign of a derivative before the factors up to the last one that has what it is by, or is defined by it."""

    @from_below
    def upto(tree: Tree) -> Tree:
        if tree[:1] == ("component",) and tree[1][0] == "derivative" and not tree[1][3]:
            return (*tree[1][:3], f"{tree[1][3]} {tree[2]}".strip())
        places = [at for at, part in enumerate(tree) if part[:2] == OPERATOR] if tree[:1] == ("row",) else []
        if not places:
            return tree
        at = places[-1]
        having = with_symbol(str(tree[at][2][1]), own)
        last = max((n for n, part in enumerate(tree) if n > at and having.intersection(leaves(part))), default=at + 1)
        inside = nested("derivative", product(tree[at + 1 : last + 1]), *tree[at][2:])
        return upto(product([*tree[1:at], inside, *tree[last + 1 :]]))

    return upto


def by_only(arrays: Collection[Tree], by: Collection[Tree], whole: bool) -> Callable[[Any], Any]:
    r"""With \nabla as the sign of the derivative by what a print has, where no other array stands in the text.

    It is of all that follows where ``whole``; else other conventions say of how much.
    """

    @from_below
    def change(tree: Tree) -> Tree:
        for at, part in enumerate(tree[:-1] if tree[:1] == ("row",) else ()):
            if part == ("name", r"\nabla"):
                found = [name for name in by if set(arrays).intersection(parts(tree[at + 1 :])) <= {name}]
                if len(found) != 1:
                    return tree
                if whole:
                    return product([*tree[1:at], derivative(product(tree[at + 1 :]), *found)])
                return product([*tree[1:at], (*OPERATOR, *found, ""), *tree[at + 1 :]])
        return tree

    return change


@from_below
def differentiated_all(tree: Tree) -> Tree:
    """With the sign of a derivative before factors as one of all of them."""
    at = next((n for n, part in enumerate(tree) if part[:2] == OPERATOR), 0) if tree[:1] == ("row",) else 0
    if not 0 < at < len(tree) - 1:
        return tree
    return product([*tree[1:at], nested("derivative", product(tree[at + 1 :]), *tree[at][2:])])


@from_below
def differentiated_first(tree: Tree) -> Tree:
    """With the sign of a derivative before its first factor alone, as words before products are declared to be."""
    places = [at for at, part in enumerate(tree[:-1]) if part[:2] == OPERATOR] if tree[:1] == ("row",) else []
    if not places:
        return tree
    at = places[-1]
    return product([*tree[1:at], nested("derivative", tree[at + 1], *tree[at][2:]), *tree[at + 2 :]])


def with_symbol(symbol: str, own: Mapping[Tree, Tree]) -> set[str]:
    """A symbol, and what is defined by it, as ``own`` has it."""
    found, size = {symbol}, 0
    while size < len(found):
        size = len(found)
        found |= {call[1][1] for call in own if any(argument[1] in found for argument in call[2:])}
    return found


@from_below
def outside(tree: Tree) -> Tree:
    """With the exponent of a derivative as that of what it is of, which only brackets tell apart in what is printed."""
    if tree[:1] == ("up",) and tree[1][0] == "derivative" and tree[2] != TRANSPOSE:
        return (*tree[1][:1], ("up", tree[1][1], tree[2]), *tree[1][2:])
    return tree


def ended(is_number: Callable[[Tree], bool]) -> Callable[[Any], Any]:
    """With a product, or an extreme, over an index as one of the factors up to the last one that has the index.

    It is of as many more as make a number.
    """

    def end_of(tree: Tree, body: int, least: int) -> int:
        ends = (end for end in range(least, len(tree) + 1) if is_number(product(tree[body:end])))
        return next(ends, least)

    @from_below
    def change(tree: Tree) -> Tree:
        return _ended(tree, end_of)

    return change


def _ended(tree: Tree, end_of: Callable[[Tree, int, int], int]) -> Tree:
    for at, part in enumerate(tree[:-1] if tree[:1] == ("row",) else ()):
        if part[0] == "big" and part[1] != "sum":
            body = next(n for n in range(at, len(tree)) if tree[n][:2] != part[:2])
            names = {word for sign in tree[at:body] for word in sign[2].split()}
            anew = [n for n in range(body, len(tree)) if tree[n][0] == "big" and names.intersection(tree[n][2].split())]
            having = [n for n in range(body, len(tree)) if names.intersection(unbound(tree[n]))]
            quotient = body + 2 * (tree[body + 1 : body + 2] == (("op", "/"),))
            end = anew[0] if anew and anew[0] > body else end_of(tree, body, max(having, default=quotient) + 1)
            if end < len(tree):
                return product([*tree[1:at], ("row", *tree[at:end]), _ended(product(tree[end:]), end_of)])
    return tree


@from_below
def below(tree: Tree) -> Tree:
    """With a sum right behind a slash below it, as far as it goes."""
    for at, part in enumerate(tree[:-1] if tree[:1] == ("row",) else ()):
        if part == ("op", "/") and tree[at + 1][0] == "big":
            return product([*tree[1 : at + 1], product(tree[at + 1 :])])
    return tree


@from_below
def above(tree: Tree) -> Tree:
    """With a sum before a slash above it, with what stands before the sum."""
    places = [at for at, part in enumerate(tree) if part == ("op", "/")] if tree[:1] == ("row",) else []
    if len(places) != 1 or not any(part[0] == "big" for part in tree[1 : places[0]]):
        return tree
    return product([("row", *tree[1 : places[0]]), *tree[places[0] :]])


@from_below
def apart(tree: Tree) -> Tree:
    """With a sum without an index that ends before the next one."""
    places = (
        [at for at, part in enumerate(tree) if at and part[:3] == ("big", "sum", "")] if tree[:1] == ("row",) else []
    )
    if len(places) < 2:
        return tree
    begin, end = places[0], places[1] - (tree[places[1] - 1][0] == "op")
    return product([*tree[1:begin], ("row", *tree[begin:end]), *tree[end:]])
