r"""Conventions of docs/reading.md about names, and values of functions, as changes of trees."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from tests.attacks.latex_conventions import parts
from tests.attacks.latex_trees import GREEK, TRANSPOSE, Tree, from_below, gradient_of, head, leaves, product
from tests.attacks.latex_trees import indexed as of_name


def entries(lower: str) -> Callable[[Any], Any]:
    """With the entries of a matrix A for those of ``a``, also below an accent."""
    upper = lower[:-1] + lower[-1:].upper()

    @from_below
    def of_matrix(tree: Tree) -> Tree:
        if tree[:1] == ("derivative",) and tree[2] == ("name", lower):  # by an entry
            return (*tree[:2], ("name", upper), tree[3])
        return (tree[0], upper, tree[2]) if tree[:2] == ("name", lower) and len(tree) == 3 else tree

    return of_matrix


def opened(names: Mapping[Tree, str]) -> Callable[[Any], Any]:
    r"""With the name alone of what is defined with an index in it, which is printed as c_k, or as y^\top e_k."""

    @from_below
    def change(tree: Tree) -> Tree:
        if tree[:1] == ("name",) and len(tree) == 3 and tree[2] == names.get(tree[:2]):
            return tree[:2]
        if tree[:1] == ("derivative",) and tree[3].split()[:1] == [names.get(tree[1])]:
            return (*tree[:3], " ".join(tree[3].split()[1:]))
        if tree[:1] == ("component",) and tree[1][0] == "name":
            return of_name(tree[1], tree[2])
        for at, part in enumerate(tree[:-1] if tree[:1] == ("row",) else ()):
            index = names.get(part[1]) if part[0] == "up" and part[2] == TRANSPOSE else None
            if index and tree[at + 1] == ("name", "e", index):
                return change(product([*tree[1:at], part[1], *tree[at + 2 :]]))
        return tree

    return change


def below(indices: Collection[str]) -> Callable[[Any], Any]:
    """With x_j for x^j, of an index."""

    @from_below
    def change(tree: Tree) -> Tree:
        if tree[:1] == ("derivative",) and tree[1][0] == "name" and len(tree[1]) == 3:
            tree = (tree[0], tree[1][:2], tree[2], f"{tree[1][2]} {tree[3]}".strip())
        if tree[:1] == ("derivative",) and tree[2][0] == "name" and len(tree[2]) == 3:
            return (*tree[:2], tree[2][:2], f"{tree[3]} {tree[2][2]}".strip())
        above = letters_above(tree)
        if not above or not set(above) <= set(indices):
            return tree
        return of_name(tree[1], " ".join(above)) if head(tree[1]) else ("component", tree[1], " ".join(above))

    return change


def letters_above(tree: Tree) -> list[str]:
    """The names that stand above something, ``B^{ik}``, without scripts of their own; none where anything else does."""
    if tree[:1] != ("up",):
        return []
    names = tree[2][1:] if tree[2][0] == "row" else (tree[2],)
    return [name[1] for name in names] if all(name[0] == "name" and len(name) == 2 for name in names) else []


def with_d(letters: str) -> Callable[[Any], Any]:
    """With ``dx`` as one name for d x, where x is one of the letters."""

    @from_below
    def change(tree: Tree) -> Tree:
        for at, part in enumerate(tree[:-1] if tree[:1] == ("row",) else ()):
            inner = tree[at + 1]
            if part == ("name", "d") and head(inner) and head(inner) in letters:
                return change(product([*tree[1:at], renamed_to(inner, "d" + head(inner)), *tree[at + 2 :]]))
        return tree

    return change


def raised_whole(names: Collection[Tree]) -> Callable[[Any], Any]:
    r"""With (\Delta\mu)^p for \Delta\mu^p, of a name of several letters."""

    @from_below
    def change(tree: Tree) -> Tree:
        for at, part in enumerate(tree if tree[:1] == ("row",) else ()):
            if part[0] != "up":
                continue
            for name in names:
                begin = at - len(name) + 2
                if name[:1] == ("row",) and begin > 0 and (*tree[begin:at], part[1]) == name[1:]:
                    return product([*tree[1:begin], ("up", name, part[2]), *tree[at + 1 :]])
        return tree

    return change


def renamed_to(tree: Tree, name: str) -> Tree:
    """Scripts on another name."""
    return (tree[0], name, *tree[2:]) if tree[0] == "name" else (tree[0], renamed_to(tree[1], name), *tree[2:])


@from_below
def valued(tree: Tree) -> Tree:
    """With a component of a value, f(x)_i, for f_i(x)."""
    named = tree[:1] == ("call",) and tree[1][0] == "name" and len(tree[1]) == 3
    if named and tree[1][2].replace(" ", "") in GREEK:
        return ("component", ("call", tree[1][:2], *tree[2:]), tree[1][2])
    if named and (found := re.fullmatch("(?:(.*) )?([A-Za-z1-9])", tree[1][2])):
        return ("component", ("call", (*tree[1][:2], *found.groups()[: found[1] is not None]), *tree[2:]), found[2])
    return tree


def measured(sizes: Collection[str] | None) -> Callable[[Any], Any]:
    """With a product for a name before a dimension in parentheses, or before anything in them."""

    @from_below
    def change(tree: Tree) -> Tree:
        call = tree[:1] == ("call",) and len(tree) == 3
        size = call and (sizes is None or (tree[2][0] == "name" and tree[2][1] in sizes))
        return product(tree[1:]) if size or tree[:1] == ("row",) else tree

    return change


def lying(arrays: Collection[Tree]) -> Callable[[Any], Any]:
    """With no transpose of a row, or a column, of one of some matrices: which of both it is, is said by what fits."""

    @from_below
    def change(tree: Tree) -> Tree:
        named = tree[:1] == ("up",) and tree[1][0] == "name" and len(tree[1]) == 3 and tree[1][:2] in arrays
        return tree[1] if named and tree[2] == TRANSPOSE else tree

    return change


@from_below
def by_gradient(tree: Tree) -> Tree:
    r"""With the name that a gradient has in a print for \nabla f(x)."""
    for at, part in enumerate(tree[:-1] if tree[:1] == ("row",) else ()):
        call = tree[at + 1]
        named = call if call[0] == "name" else call[1]
        if part == ("name", r"\nabla") and call[0] in ("call", "name") and named[0] == "name":
            name = ("name", rf"nabla\_{''.join(named[1:])}")
            taken = (
                tree[at + 2 : at + 3]
                if call is named and tree[at + 2 : at + 3][:1] and tree[at + 2][0] == "sum"
                else ()
            )
            arguments = (*(call[2:] if call is not named else ()), *taken)
            return product([*tree[1:at], ("call", name, *arguments), *tree[at + 2 + len(taken) :]])
    return tree


def gradient(functions: Collection[str]) -> Callable[[Any], Any]:
    r"""With \nabla f(x) for the name that its print has; of no known function the parentheses hold a factor."""

    @from_below
    def change(tree: Tree) -> Tree:
        if tree[:1] == ("call",) and tree[1][0] == "name" and (name := gradient_of(tree[1][1])):
            factors = [("name", name), *tree[2:]]
            return product([("name", r"\nabla"), *([("call", *factors)] if name in functions else factors)])
        return product(tree[1:]) if tree[:1] == ("row",) else tree

    return change


def of_its_own(own: Mapping[Tree, Tree]) -> Callable[[Any], Any]:
    """With the name alone for the call with the symbols that it is defined of."""

    @from_below
    def change(tree: Tree) -> Tree:
        return own.get(tree, tree) if tree[:1] == ("call",) else product(tree[1:]) if tree[:1] == ("row",) else tree

    return change


def applied_to_next(functions: Collection[str], own: Mapping[Tree, Tree]) -> Callable[[Any], Any]:
    """With f(x) for f x of a declared function."""

    @from_below
    def change(tree: Tree) -> Tree:
        found, left = list[Tree](), list(tree[1:]) if tree[:1] == ("row",) else []
        while left:
            part = left.pop(0)
            call = ("call", part, *left[:1])
            known = part[0] == "name" and (part[1] in functions or call in own)
            if known and left and left[0][0] == "name":
                part = own.get(call, call)
                left.pop(0)
            found.append(part)
        return product(found) if found else tree

    return change


@from_below
def at_a_point(tree: Tree) -> Tree:
    r"""With \nabla f(v) for \nabla_x f(v), of a v without x."""
    by_name = tree[:1] == ("derivative",) and tree[1][:1] == ("call",) and tree[2] not in parts(tree[1]) and not tree[3]
    return ("row", ("name", r"\nabla"), tree[1]) if by_name else tree


def factored(own: Mapping[Tree, Tree], is_number: Callable[[Tree], bool]) -> Callable[[Any], Any]:
    """With a node as a factor before parentheses: h (1 - h)^2.

    It has more arguments, or stands there itself, or is of an array where the parentheses hold a number.
    """

    @from_below
    def marked(tree: Tree) -> Tree:
        if tree[:1] in (("up",), ("component",)) and tree[1][:1] == ("factored",):
            return ("factored", tree[1][1], (tree[0], tree[1][2], *tree[2:]))
        if tree[:1] != ("call",) or len(tree) != 3 or tree[2][0] == "name":
            return tree
        calls = [call for call in own if call[1][:2] == tree[1][:2]]
        alone = [call[2] for call in calls if len(call) == 3]
        number = is_number(tree[2]) and not any(map(is_number, alone))
        return ("factored", *tree[1:]) if not alone or number or tree[1][1] in leaves(tree[2]) else tree

    @from_below
    def multiplied(tree: Tree) -> Tree:
        return product(tree[1:]) if tree[:1] in (("row",), ("factored",)) else tree

    return lambda tree: multiplied(marked(tree))


@from_below
def named(tree: Tree) -> Tree:
    r"""With scripts of \nabla f(x) as those of all of it."""
    for at, part in enumerate(tree[:-1] if tree[:1] == ("row",) else ()):
        if part == ("name", r"\nabla") and tree[at + 1][0] in ("component", "up"):
            return product([*tree[1:at], outside(part, tree[at + 1]), *tree[at + 2 :]])
    return tree


def outside(sign: Tree, tree: Tree) -> Tree:
    """A sign before what stands inside of scripts."""
    return (tree[0], outside(sign, tree[1]), tree[2]) if tree[0] in ("component", "up") else product([sign, tree])
