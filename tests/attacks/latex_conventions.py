r"""Conventions of docs/reading.md as changes of trees: what a text says by one of them, and what is printed of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from types import MappingProxyType
from typing import Any

from tests.attacks.latex_tables import LISTED
from tests.attacks.latex_trees import (
    DOT,
    RELATIONS,
    TRANSPOSE,
    UNITS,
    Tree,
    dotted,
    from_below,
    head,
    leaves,
    product,
    reaches,
    reaching,
    total,
)
from tests.attacks.latex_trees import indexed as of_name

#: The zero of any shape, which stands alone on its side.
NOUGHT = ("name", "0")


# --- products and sums -----------------------------------------------------------------------------------------


@from_below
def tight(tree: Tree) -> Tree:
    r"""With ``\odot`` between the factors beside it alone, before other products are done."""
    if tree[:1] == ("row",) and DOT not in tree:
        return product(tree[1:])
    if tree[:1] != ("odot",) or ("row",) in tree:  # of a sign with nothing beside it
        return tree
    factors = [tree[1]] if tree[1][0] != "row" else list(tree[1][1:])
    for part in tree[2:]:
        first, *rest = part[1:] if part[0] == "row" else (part,)
        factors[-1:] = [dotted([*factors[-1:], DOT, first]), *rest]
    return product(factors)


def closed(part: Tree) -> Tree:
    """The factors of a part of a product, of which a sum is one with its body."""
    if part[0] != "row":
        return (part,)
    begin = next((at for at, factor in enumerate(part) if factor[0] == "big"), len(part))
    if begin == len(part) and reaches(part):  # a quotient of sums
        return (part,)
    return (*part[1:begin], ("row", *part[begin:])) if begin < len(part) else part[1:]


def of_factors(is_number: Callable[[Tree], bool]) -> Callable[[Any], Any]:
    """With the component of the one factor that is no number for that of a product."""

    @from_below
    def change(tree: Tree) -> Tree:
        if tree[:1] == ("component",) and tree[1][0] == "row" and ("op", "/") not in tree[1] and not reaches(tree[1]):
            arrays = [at for at, part in enumerate(tree[1]) if at and not is_number(part)]
            if len(arrays) == 1:
                array = tree[1][arrays[0]]
                entry = of_name(array, tree[2]) if head(array) else ("component", array, tree[2])
                return product([entry if at == arrays[0] else part for at, part in enumerate(tree[1]) if at])
        return product(tree[1:]) if tree[:1] == ("row",) else tree

    return change


def undotted(tree: Any) -> Any:
    r"""With ``\odot`` as any other product, which it is of numbers."""
    if not isinstance(tree, tuple):
        return tree
    tree = tuple(undotted(part) for part in tree if part != DOT)
    if tree[:1] == ("odot",):
        return product([factor for part in tree[1:-1] for factor in closed(part)] + [tree[-1]])
    return product(tree[1:]) if tree[:1] == ("row",) else tree


@from_below
def transposed(tree: Tree) -> Tree:
    """With every prime as a transpose."""
    if tree[:1] == ("name",) and tree[1].endswith("'"):
        return ("up", ("name", tree[1][:-1], *tree[2:]), TRANSPOSE)
    return ("up", tree[1], TRANSPOSE) if tree[:1] == ("primed",) else tree


def sloped(shapes: Mapping[Tree, tuple[int, ...]]) -> Callable[[Any], Any]:
    """With the derivative by the only name in brackets, of a number, for a prime behind these."""

    @from_below
    def change(tree: Tree) -> Tree:
        names = (
            {part for part in parts(tree) if part[:1] == ("name",) and part != NOUGHT}
            if tree[:1] == ("primed",)
            else set()
        )
        by = names.pop() if len(names) == 1 else ("",)
        return ("derivative", tree[1], by, "") if shapes.get(by) == () else tree

    return change


@from_below
def squared(tree: Tree) -> Tree:
    """With x x for each x²."""
    if tree[:1] == ("up",) and tree[2] == ("number", "2"):
        return product([tree[1], tree[1]])
    return product(tree[1:]) if tree[:1] == ("row",) else tree


@from_below
def halved(tree: Tree) -> Tree:
    """With (x x)^k for each x^{2k} but x²."""
    even = tree[:1] == ("up",) and tree[2][0] == "number" and re.fullmatch("-?[0-9]*[02468]", tree[2][1])
    if not even or tree[2] == ("number", "2"):
        return tree
    return ("up", product([tree[1], tree[1]]), ("number", str(int(tree[2][1]) // 2)))


@from_below
def without_ones(tree: Tree) -> Tree:
    """Without all-ones as a factor, which makes a vector of a scalar beside one."""
    return product([part for part in tree[1:] if not is_ones(part)]) if tree[:1] == ("row",) else tree


@from_below
def unindexed(tree: Tree) -> Tree:
    """With no index on any sum, and no letter, the last one, below any name, or value, nor a transpose: they are numbers."""
    if tree[:1] == ("up",) and tree[2] == TRANSPOSE:
        return tree[1]
    if tree[:1] == ("big",):
        return (*tree[:2], "" if " " not in tree[2] else tree[2], tree[3])
    if tree[:1] == ("name",) and len(tree) > 2 and (found := re.fullmatch(r"(?:(.*) )?[a-z]", tree[2])):
        return (*tree[:2], found[1]) if found[1] else tree[:2]
    if tree[:1] == ("component",) and re.fullmatch(r"[a-z]", tree[2]):
        return tree[1]
    return product(tree[1:]) if tree[:1] == ("row",) else tree


@from_below
def unspread(tree: Tree) -> Tree:
    """With no all-ones, a column or a row, behind the numbers of a sum."""
    if tree[:1] != ("sum",):
        return tree
    rows = [(sign, row[1:] if row[:1] == ("row",) else (row,)) for sign, row in tree[1]]
    bare = [(sign, [part for part in row if not is_ones(part)]) for sign, row in rows]
    return total([(sign, product(row) if row else ("number", "1")) for sign, row in bare])


@from_below
def unspread_behind(tree: Tree) -> Tree:
    """With no all-ones behind the last factor of each row of a sum."""
    if tree[:1] != ("sum",):
        return tree
    rows = [(sign, row[1:] if row[:1] == ("row",) else (row,)) for sign, row in tree[1]]
    return total([(sign, product(row[:-1] if len(row) > 1 and is_ones(row[-1]) else row)) for sign, row in rows])


def ones(tree: Any) -> int:
    """How often all-ones stands in a tree."""
    if not isinstance(tree, tuple):
        return 0
    size = "".join(tree[2:3]) if tree[:2] == ("name", "1") else " "
    return int(" " not in size or size.replace(" ", "").isdecimal()) + sum(map(ones, tree))


def is_ones(tree: Tree) -> bool:
    """Is it all-ones, or the row of them?"""
    return tree[:2] == ("name", "1") or (tree[0] == "up" and tree[1][:2] == ("name", "1") and tree[2] == TRANSPOSE)


@from_below
def excepted(tree: Tree) -> Tree:
    """With a sum over all values but one as that over all values, minus what has this one."""
    if tree[:1] == ("sum",):
        return total(tree[1])
    for at, part in enumerate(tree[1:-1] if tree[:1] == ("row",) else (), 1):
        if found := re.fullmatch(r"(\S+) \\neq? (\S+)", part[2] if part[:2] == ("big", "sum") else ""):
            body = tree[at + 1 :]
            all_values = ("row", ("big", "sum", found[1], ""), *body)
            rest = total([("+", all_values), ("-", product([renamed(factor, found[1], found[2]) for factor in body]))])
            return product([*tree[1:at], rest])
    return tree


@from_below
def in_pairs(tree: Tree) -> Tree:
    """With a sum over all pairs of different values as that over all pairs, minus that of what has equal ones."""
    if tree[:1] == ("sum",):
        return total(tree[1])
    for at, part in enumerate(tree[1:-1] if tree[:1] == ("row",) else (), 1):
        if found := re.fullmatch(
            r"(\S+) \\neq? (\S+)(?: , (\S+ \\neq? \S+))?", part[2] if part[:2] == ("big", "sum") else ""
        ):
            one, other = ((*part[:2], index, "") for index in found.groups()[:2])
            if rest := found[3]:  # of both
                one, other = (*one[:2], rest, ""), (*other[:2], rest.replace(found[1], found[2], 1), "")
            body = tree[at + 1 :]
            equal = product([other, *(renamed(factor, found[1], found[2]) for factor in body)])
            return product([*tree[1:at], total([("+", product([one, other, *body])), ("-", equal)])])
    return tree


def renamed(tree: Any, index: str, other: str) -> Any:
    """With one index in the place of another."""
    if not isinstance(tree, tuple):
        return tree
    if tree[:1] == ("name",) and len(tree) == 3:
        return (*tree[:2], " ".join(other if word == index else word for word in tree[2].split()))
    return tuple(renamed(part, index, other) for part in tree)


def scripts_of(tree: Tree) -> Iterator[str]:
    """The scripts of names."""
    return (word for part in parts(tree) if part[:1] == ("name",) and len(part) > 2 for word in part[2].split())


def by_dots(index: str) -> Callable[[Any], Any]:
    r"""With a sum over an index for x_1 + x_2 + \dots + x_N, of terms that are alike up to what stands at 1, 2 and N."""

    @from_below
    def change(tree: Tree) -> Tree:
        terms = tree[1] if tree[:1] == ("sum",) else ()
        at = next((n for n, (_, row) in enumerate(terms) if row == ("name", r"\dots")), 0)
        start = next((n for n, (_, row) in enumerate(terms) if "1" in scripts_of(row)), 0) if index else 0
        before, terms, at = terms[:start], terms[start:], at - start
        if not 0 < at < len(terms) - 1 or len({sign for sign, _ in terms[: at + 2]}) > 1:
            return tree
        body, last = renamed(terms[0][1], "1", index), terms[at + 1][1]
        sizes = {*scripts_of(last)} if index else set[str]()
        alike = all(renamed(row, str(n), index) == body for n, (_, row) in enumerate(terms[:at], 1))
        if not alike or body == terms[0][1] or body not in [renamed(last, size, index) for size in sizes]:
            return tree
        return total([*before, (terms[0][0], product([("big", "sum", index, ""), body])), *terms[at + 2 :]])

    return change


# --- sums that go on -------------------------------------------------------------------------------------------


def widened(several: bool) -> Callable[[Any], Any]:
    """With every sum reaching over signs to the end of what has its index, where that is not bound by another sum.

    The signs right behind it, ``several``, reach as far as it does, as those of one over several indices.
    """

    @from_below
    def change(tree: Tree) -> Tree:
        if tree[:1] != ("sum",):
            return tree
        terms: list[tuple[str, Tree]] = list(tree[1])
        free = [set(unbound(row)) for _, row in terms]
        for number, (sign, row) in enumerate(terms):
            factors = row[1:] if row[0] == "row" else (row,)
            later = set[str]().union(*free[number + 1 :])
            if places := [at for at, part in enumerate(factors[:-1]) if part[0] == "big" and part[2] in later]:
                begin, end = (
                    places[-1] + 1,
                    max(k for k, found in enumerate(free) if factors[places[-1]][2] in found) + 1,
                )
                begin += next((n for n, part in enumerate(factors[begin:-1]) if part[0] != "big"), 0) if several else 0
                body = total([("+", product(factors[begin:])), *terms[number + 1 : end]])
                return change(total([*terms[:number], (sign, ("row", *factors[:begin], body)), *terms[end:]]))
        return tree

    return change


def unbound(tree: Tree) -> Iterator[str]:
    """The indices in a tree that no sum in it binds."""
    if tree[0] == "sum":
        for _, row in tree[1]:
            yield from unbound(row)
    elif tree[0] == "row":
        bound = set[str]()
        for part in tree[1:]:
            yield from (word for word in unbound(part) if word not in bound)
            bound |= {part[2], *re.findall(r"(?:^|, )(\S+)(?= [=,]|$)", part[2])} if part[0] == "big" else set()
    elif tree[0] != "big":
        at = {"name": 2, "component": 2, "derivative": 3}.get(tree[0], len(tree))
        yield from " ".join(tree[at:]).split() if tree[0] != "name" or tree[1] not in UNITS else ()
        for part in tree[1:]:
            if isinstance(part, tuple):
                yield from unbound(part)


def unsummed(written: Tree) -> Callable[[Any], Any]:
    """Without the sums that the summation convention makes of products, over indices that no sum in the text has.

    What it sums over stands behind the sum.
    """
    own = {word for part in parts(written) if part[:2] == ("big", "sum") for word in part[2].split()}

    def is_kept(part: Tree, later: set[str]) -> bool:
        return part[:2] != ("big", "sum") or part[2] in own or part[2] not in later

    @from_below
    def change(tree: Tree) -> Tree:
        if tree[:1] == ("sum",):
            return total(tree[1])
        if tree[:1] != ("row",):
            return tree
        behind = [set(unbound(("row", *tree[at + 1 :]))) for at in range(1, len(tree))]
        kept = [each for each, later in zip(tree[1:], behind, strict=True) if is_kept(each, later)]
        return product(kept)

    return change


def standing(tree: Tree) -> Counter[str]:
    r"""How often the free indices of a product stand in it, also in the ranges of its sums, as i of \sum_{m > i} does."""
    found = Counter(unbound(tree))
    for part in tree[1:] if tree[0] == "row" else ():
        if part[0] == "big" and {RELATIONS.get(word, "=") for word in part[2].split()} != {"="}:
            found.update(found.keys() & {*part[2].split()} - {*re.findall(r"(\S+) =", part[2])})
    return found


def resummed(whole: Sequence[Tree]) -> Callable[[Tree], Tree]:
    """With a sum over each index that stands twice in a product, and nowhere on a side just once."""
    rows = [row for side in whole for _, row in (side[1] if side[0] == "sum" else [("+", side)])]
    free = {index for row in rows for index, count in standing(row).items() if count == 1}

    def change(tree: Tree) -> Tree:
        if tree[0] == "sum":
            return total([(sign, change(row)) for sign, row in tree[1]])
        twice = [
            index for index, count in standing(tree).items() if count > 1 and re.fullmatch("[a-z]|[A-Z]{2,}", index)
        ]
        bound = [index for index in twice if index not in free]
        return product([*(("big", "sum", index, "") for index in bound), _anew(tree, bound)])

    return change


def renumbered(tree: Any, names: Mapping[str, str] = MappingProxyType({}), depth: int = 0) -> Any:
    """With numbered names for the indices that sums bind, of sums in a row first what stands first behind them."""
    if isinstance(tree, str):
        return " ".join(names.get(word, word) for word in tree.split(" "))
    if tree[:1] == ("name",):
        return (*tree[:2], *(renumbered(part, names) for part in tree[2:]))
    if tree[:1] != ("row",):
        return tuple(
            renumbered(part, names, depth) if isinstance(part, tuple) or at > 1 else part
            for at, part in enumerate(tree)
        )
    made: list[Tree] = []
    left = list(tree[1:])
    while left:
        signs = list(takewhile(lambda part: part[:2] == ("big", "sum") and re.fullmatch(r"\w+'*", part[2]), left))
        if not signs:
            made.append(renumbered(left.pop(0), names, depth))
            continue
        left = left[len(signs) :]
        behind = list(unbound(("row", *left)))
        for sign in sorted(signs, key=lambda sign: behind.index(sign[2]) if sign[2] in behind else len(behind)):
            depth += 1
            names = {**names, sign[2]: f"bound_{depth}"}
            made.append((*sign[:2], f"bound_{depth}", sign[3]))
    return product(made)


@from_below
def fronted(tree: Tree) -> Tree:
    """With each sum before the factors before it that do not have its index."""
    for at, part in enumerate(tree if tree[:1] == ("row",) else ()):
        before = tree[1:at]
        bound = [word for factor in before for word in unbound(factor)]
        if at > 1 and part[:2] == ("big", "sum") and part[2] not in bound and not any(map(reaching, before)):
            return fronted(product([part, *before, *tree[at + 1 :]]))
    return product(tree[1:]) if tree[:1] == ("row",) else tree


def _anew(tree: Tree, indices: Sequence[str]) -> Tree:
    """With a prime on some indices from the first sign on that binds them in a row."""
    for at, part in enumerate(tree if tree[:1] == ("row",) else ()):
        if part[0] == "big" and (names := {index: f"{index}'" for index in indices if index in part[2].split()}):
            names = {index: name for index, name in names.items() if index in unbound(("row", *tree[at + 1 :]))}
            return product([*tree[1:at], *(called(each, names) for each in tree[at:])])
    return tree


def called(tree: Any, names: Mapping[str, str]) -> Any:
    """A tree with other names for some words."""
    if isinstance(tree, str):
        return " ".join(names.get(word, word) for word in tree.split(" "))
    return tuple(called(part, names) for part in tree)


def lists(turned: bool) -> Callable[[Any], Any]:
    """With a column, or its row where ``turned``, for each list in brackets."""

    @from_below
    def change(tree: Tree) -> Tree:
        if tree[:1] == ("arguments",) or tree[:2] == ("call", ("name", LISTED)):
            column = ("call", ("name", "table1"), *tree[1:]) if tree[0] == "arguments" else tree[2]
            return ("up", column, TRANSPOSE) if turned else column
        if tree[:1] == ("up",) and tree[2] == TRANSPOSE and tree[1][0] == "up" and tree[1][2] == TRANSPOSE:
            return tree[1][1]
        return product(tree[1:]) if tree[:1] == ("row",) else tree

    return change


@from_below
def under_accents(tree: Tree) -> Tree:
    r"""With \hat x_1 for \hat{x_1}."""
    found = re.fullmatch(r"([a-z]+ \S+) _ (\S+)", tree[1]) if tree[:1] == ("name",) else None
    return of_name(("name", found[1], *tree[2:]), found[2]) if found else tree


def bracketed(shapes: Mapping[Tree, tuple[int, ...]]) -> Callable[[Any], Any]:
    """With A_{ej} for A[e, j], of an array."""

    @from_below
    def change(tree: Tree) -> Tree:
        letters = (
            [part[1] for part in tree[2:] if part[0] == "name" and len(part) == 2] if tree[:1] == ("call",) else []
        )
        fits = letters and len(letters) == len(tree) - 2 == len(shapes.get(tree[1], ()))
        return of_name(tree[1], " ".join(letters)) if fits else tree

    return change


def parts(tree: Any) -> Iterator[Tree]:
    """A tree and all trees in it."""
    if isinstance(tree, tuple):
        yield tree
        for part in tree:
            yield from parts(part)


# --- rows of a matrix, and zeros -------------------------------------------------------------------------------


def rowwise(tree: Any) -> Any:
    """With u / w of rows for the transpose of the quotient of their transposes, as it is printed."""
    if not isinstance(tree, tuple):
        return tree
    if tree[:1] == ("up",) and tree[2] == TRANSPOSE and tree[1][:1] == ("row",) and tree[1][-2] == ("op", "/"):
        *above, _, below = tree[1][1:]
        if below[:1] == ("up",) and below[2] == TRANSPOSE:
            above = [above[0][1]] if len(above) == 1 and above[0][2:] == (TRANSPOSE,) else above
            return product([*map(rowwise, above), ("op", "/"), rowwise(below[1])])
    found = tuple(map(rowwise, tree))
    return product(found[1:]) if found[:1] == ("row",) else found


def indexed_as(names: Collection[Tree]) -> Callable[[Any], Any]:
    r"""With X_i for X^\top e_i and X e_i, of some names with an index."""

    @from_below
    def change(tree: Tree) -> Tree:
        for at, (part, after) in enumerate(pairwise(tree[1:] if tree[:1] == ("row",) else ()), 1):
            array = part[1] if part[0] == "up" and part[2] == TRANSPOSE else part
            if after[:2] == ("name", "e") and (*array, *after[2:]) in names:
                return change(product([*tree[1:at], (*array, *after[2:]), *tree[at + 2 :]]))
        return tree

    return change


@from_below
def indexed(tree: Tree) -> Tree:
    r"""With X_i for the row X^\top e_i, for the column X e_i, and for the column of a derivative."""
    if tree[:1] == ("derivative",) and len(tree) == 4 and tree[1][0] == "name" and len(tree[1]) == 3:
        return (tree[0], tree[1][:2], tree[2], f"{tree[1][2]} {tree[3]}".strip())
    if tree[:1] == ("component",) and head(tree[1]):
        return of_name(tree[1], tree[2])
    for at, part in enumerate(tree[:-1] if tree[:1] == ("row",) else ()):
        after = tree[at + 1]
        if at and after[:2] == ("name", "e") and len(after) == 3:
            array = part[1] if part[0] == "up" and part[2] == TRANSPOSE else part
            if array is not part and array[0] != "name":
                return indexed(product([*tree[1:at], ("component", array, after[2]), *tree[at + 2 :]]))
            if array[0] == "name" and len(array) == 2:
                return indexed(product([*tree[1:at], (*array, after[2]), *tree[at + 2 :]]))
            if array[0] == "derivative" and array is part:
                return indexed(product([*tree[1:at], (*part[:3], f"{part[3]} {after[2]}".strip()), *tree[at + 2 :]]))
    return tree


def derived(shapes: Mapping[Tree, tuple[int, ...]], is_number: Callable[[Tree], bool]) -> Callable[[Any], Any]:
    r"""With \partial y_i / \partial x_j for the i-th component of \partial y / \partial x_j; a number y has none.

    What is written as a component of a number in a derivative is one of that.
    """

    @from_below
    def change(tree: Tree) -> Tree:
        if tree[:1] == ("derivative",) and len(tree) == 4 and tree[1][0] == "component" and is_number(tree[1][1]):
            return (tree[0], tree[1][1], tree[2], f"{tree[3]} {tree[1][2]}".strip())
        if tree[:1] != ("component",) or tree[1][0] != "derivative":
            return tree
        words = (tree[2], tree[1][3]) if shapes.get(tree[1][1]) else (tree[1][3], tree[2])
        return (*tree[1][:3], " ".join(filter(None, words)))

    return change


@from_below
def by_delta(tree: Tree) -> Tree:
    """With the delta of two indices for the indicator that they are equal."""
    equal = (
        re.fullmatch(r"(?:\{ )?(\S+) =(?: =)? (\S+?)(?: \})?", tree[2])
        if tree[:2] == ("name", "1") and len(tree) == 3
        else None
    )
    return ("name", r"\delta", " ".join(equal.groups())) if equal else tree


@from_below
def by_name(tree: Tree) -> Tree:
    """With the power of a declared e for an exponential."""
    return ("up", ("name", "e"), tree[2]) if tree[:2] == ("apply", "exp") else tree


@from_below
def by_one(tree: Tree) -> Tree:
    """With all-ones for each 1 that is a factor."""
    below = [at for at, part in enumerate(tree) if at and part == ("op", "/")] if tree[:1] == ("row",) else []
    ones = [at for at, part in enumerate(tree) if part == ("number", "1") and not {at - 1, at + 1}.intersection(below)]
    return (
        tuple(("name", "1") if at in ones else part for at, part in enumerate(tree)) if tree[:1] == ("row",) else tree
    )


@from_below
def of_ones(tree: Tree) -> Tree:
    r"""With ``\vec 1_j``, as it is printed, for a component of all-ones."""
    return ("name", *tree[1][1:2], tree[2]) if tree[:1] == ("component",) and tree[1][:2] == ("name", "1") else tree


@from_below
def by_row(tree: Tree) -> Tree:
    """With the row that a derivative by x is for that by the row of x."""
    row = tree[:1] == ("derivative",) and len(tree) == 4 and tree[2][0] == "up" and tree[2][2] == TRANSPOSE
    return ("up", (*tree[:2], tree[2][1], tree[3]), TRANSPOSE) if row else tree


def nought(tree: Tree) -> Tree:
    """A zero row alone as the zero that is written."""
    return NOUGHT if tree[:1] == ("up",) and tree[1][:2] == NOUGHT and tree[2] == TRANSPOSE else tree


@from_below
def columned(tree: Tree) -> Tree:
    """With the matrix that has a row on its diagonal as that of the column, as it is printed."""
    of_row = tree[:2] == ("apply", "diag") and tree[2][:1] == ("up",) and tree[2][2] == TRANSPOSE
    return ("apply", "diag", tree[2][1]) if of_row else tree


@from_below
def diagonal(tree: Tree) -> Tree:
    r"""With \operatorname{diag}(\sum_i a_i e_i) for \operatorname{diag}(a_i)."""
    free = {word for word in unbound(tree[2]) if word.isalpha()} if tree[:2] == ("apply", "diag") else set()
    if len(free) == 1 and re.fullmatch("[a-z]", index := free.pop()):
        return ("apply", "diag", product([("big", "sum", index, ""), tree[2], ("name", "e", index)]))
    return tree


@from_below
def columns(tree: Tree) -> Tree:
    """With A e_k for A_{:,k}."""
    colon = tree[:1] == ("name",) and len(tree) == 3 and re.fullmatch(": (\\S+)", tree[2])
    return ("row", tree[:2], ("name", "e", colon[1])) if colon else product(tree[1:]) if tree[:1] == ("row",) else tree


@from_below
def traced(tree: Tree) -> Tree:
    r"""With A B for tr(A^\top B), as which \langle A, B \rangle and A : B are printed."""
    if tree[:2] == ("apply", "tr") and tree[2][0] == "row" and tree[2][1][0] == "up" and tree[2][1][2] == TRANSPOSE:
        return product([tree[2][1][1], *tree[2][2:]])
    return product(tree[1:]) if tree[:1] == ("row",) else tree


def untraced(is_number: Callable[[Tree], bool]) -> Callable[[Any], Any]:
    """With a number for its trace."""

    @from_below
    def change(tree: Tree) -> Tree:
        if tree[:2] == ("apply", "tr") and is_number(tree[2]):
            return tree[2]
        return total(tree[1]) if tree[:1] == ("sum",) else tree

    return change


def unturned(is_number: Callable[[Tree], bool]) -> Callable[[Any], Any]:
    """With a number for its transpose."""

    @from_below
    def change(tree: Tree) -> Tree:
        if tree[:1] == ("up",) and tree[2] == TRANSPOSE and is_number(tree[1]):
            return tree[1]
        return product(tree[1:]) if tree[:1] == ("row",) else tree

    return change


@from_below
def row_powers(tree: Tree) -> Tree:
    """With the power of a row for the row of the power of its column, as it is printed."""
    if tree[:1] == ("row",):  # v^T \cdot v^T, of two rows
        pairs = [
            n for n, part in enumerate(tree[:-1]) if part == tree[n + 1] and part[0] == "up" and part[2] == TRANSPOSE
        ]
        if pairs:
            at = pairs[0]
            return row_powers(product([*tree[1:at], tree[at][1], tree[at][1], *tree[at + 2 :]]))
    turned = tree[:1] == ("up",) and tree[2] == TRANSPOSE and tree[1][0] == "up" and tree[1][1][0] == "up"
    return ("up", tree[1][1][1], tree[1][2]) if turned and tree[1][1][2] == TRANSPOSE else tree


def unmeasured(is_number: Callable[[Tree], bool]) -> Callable[[Any], Any]:
    """With the absolute value of a number for its norm, whichever it is."""

    @from_below
    def change(tree: Tree) -> Tree:
        norm = tree[:1] == ("component",) and tree[1][0] == "bars" and tree[2] in (r"\infty", "1")
        return tree[1] if norm and is_number(tree[1][1]) else tree

    return change


@from_below
def by_exponential(tree: Tree) -> Tree:
    """With e^{y log p} for p^y, of what is no number above."""
    above = tree[2] if tree[:1] == ("up",) else ("",)
    above = ("name", above[1]) if above[0] == "raw" and above[1] not in ("+", "*", r"\dagger") else above
    if (
        above[0] not in ("name", "sum", "row", "odot", "component")
        or DOT in above
        or "".join(leaves(above)).isdecimal()
    ):
        return tree
    return ("apply", "exp", product([above, ("apply", "log", tree[1])]))


@from_below
def by_components(tree: Tree) -> Tree:
    r"""With x^2 for x^{\odot 2}."""
    dotted_power = tree[:1] == ("up",) and tree[2][:2] == ("row", DOT) and len(tree[2]) == 3
    return ("up", tree[1], tree[2][2]) if dotted_power else tree


@from_below
def daggers(tree: Tree) -> Tree:
    r"""With A^+ for A^\dagger."""
    return ("up", tree[1], ("raw", "+")) if tree[:1] == ("up",) and tree[2] == ("raw", r"\dagger") else tree


# --- values of functions ---------------------------------------------------------------------------------------
