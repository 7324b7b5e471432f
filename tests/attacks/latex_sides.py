r"""A side of a text beside what is printed of it, and what is asked of both: may a convention apply, and to which names?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from derive.language.substitution import subterms
from derive.language.terms import Power, Product, Term
from tests.attacks import latex_conventions as ways
from tests.attacks.latex_account import account
from tests.attacks.latex_naming import below as raised_below
from tests.attacks.latex_naming import letters_above
from tests.attacks.latex_ranges import Data, Unvalued
from tests.attacks.latex_seeds import Seed
from tests.attacks.latex_tokens import Unaccounted
from tests.attacks.latex_trees import RELATIONS, Tree, leaves
from tests.attacks.latex_values import worth

#: Brackets beside ``\odot``, which then say what it multiplies, but around a name alone.
BRACKETED = re.compile(r"\\odot\s*(\\left|\\[bB]igg?l?)?\s*[(\[{]|[)\]}]\s*\\odot")
_NAMED = re.compile(r"[(\[{]\s*(\\?[A-Za-z]+)\s*[)\]}]")


def is_bare(trees: Sequence[Tree]) -> bool:
    """Has a sum, or a product, in some trees no index?"""
    return any(part[:1] == ("big",) and part[2:3] == ("",) for tree in trees for part in ways.parts(tree))


def is_bracketed(text: str) -> bool:
    r"""Do brackets beside ``\odot`` say what it multiplies?"""
    return bool(BRACKETED.search(_NAMED.sub(r"\1", text)))


@dataclass(frozen=True)
class Side:
    """One side of a text: the trees it may have, that of its print, and what was read."""

    text: str
    views: Sequence[Tree]
    printed: Tree
    term: Term
    start: Seed
    data: Data
    whole: Sequence[Tree]
    #: The free indices of the whole text, and over how many values they run.
    used: Mapping[str, int]

    @property
    def new(self) -> Counter[str]:
        """The leaves that the print has and the text has not."""
        return Counter(leaves(self.printed)) - Counter(leaves(self.views[0]))


@dataclass(frozen=True)
class Convention:
    """Where a convention may apply, and what it makes of the tree of a text and of that of a print."""

    name: str
    applies: Callable[[Side], object]
    written: Callable[[Side, Tree], Tree] = lambda _, tree: tree
    printed: Callable[[Side, Tree], Tree] = lambda _, tree: tree


def both(name: str, applies: Callable[[Side], object], change: Callable[[Tree], Tree]) -> Convention:
    """A convention by which text and print differ in what is left out of either."""
    return Convention(name, applies, lambda _, tree: change(tree), lambda _, tree: change(tree))


def of_text(name: str, applies: Callable[[Side], object], change: Callable[[Tree], Tree]) -> Convention:
    """A convention by which the text says something that the print spells out."""
    return Convention(name, applies, lambda _, tree: change(tree))


def of_print(name: str, applies: Callable[[Side], object], change: Callable[[Tree], Tree]) -> Convention:
    """A convention by which the print has a form of its own."""
    return Convention(name, applies, printed=lambda _, tree: change(tree))


def spelled(word: str) -> Callable[[Side], object]:
    """Does the text match?"""
    return lambda side: re.search(word, side.text)


def words_before_products(side: Side) -> str:
    """Of how much of a product a word before it is; in what is printed, of all of it."""
    return side.start.context.choices.get("words before products", "product" if side.start.context.printed else "")


def has_new(leaf: str) -> Callable[[Side], object]:
    """Does a leaf occur more often in the print?"""
    return lambda side: side.new[leaf]


def more_ones(side: Side) -> bool:
    """Has the print more of all-ones?"""
    return ways.ones(side.printed) > ways.ones(side.views[0])


#: A letter with an accent, which is another name, and the sign between dimensions.
ACCENTED = re.compile(r"\\(bar|hat|tilde|dot)\s*(\{[A-Za-z]\}|[A-Za-z])|(?<=\w) x (?=\w)")


def lower_entries(side: Side) -> str:
    """The letter a where the print has a new ``A``, of a declared matrix or column, and no a is declared; also accented."""
    accents = {(found[1], re.sub("[{}]", "", found[2] or "")) for found in ACCENTED.finditer(side.start.declarations)}
    for letter in side.new:
        accent, _, name = letter.partition(" ")
        if re.fullmatch("[A-Z]", name) and (accent, name) in accents and (accent, name.lower()) not in accents:
            return f"{accent} {name.lower()}"
    declared = ACCENTED.sub("", side.start.declarations)
    arrays = " ".join(re.findall(r"\b(?:matrix|matrices|vectors?|let)\s+([^;:=]*)", declared))
    for letter in side.new:
        if re.fullmatch("[A-Z]", letter) and alone(letter, arrays) and not alone(letter.lower(), declared):
            return letter.lower()
    return ""


def alone(letter: str, text: str) -> bool:
    """Does a letter stand by itself in a text?"""
    return bool(re.search(rf"(?<![A-Za-z\\]){letter}(?![A-Za-z])", text))


def of_families(start: Seed) -> dict[Tree, Tree]:
    """The names of rows and columns of matrices that declarations give, and those of the matrices."""
    found = re.findall(r"\b(?:rows|columns)\s+([^;]+?) of ([^;\s]+)", start.declarations)
    names = (tuple(account(text, start.macros).sides[0][:2] for text in pair) for pair in found)
    named = [
        (row, array) for row, array in names if row[:1] == array[:1] == ("name",)
    ]  # others, x^i, are as a power is
    return {(*row[:1], row[1] + prime): (*array[:1], array[1] + prime) for row, array in named for prime in ("", "'")}


def lying(start: Seed) -> set[Tree]:
    """The names of matrices whose rows, or columns, have names of their own."""
    called = {name[:2] for name in start.own.values() if name[0] == "name" and len(name) == 3}
    return {*of_families(start).values(), *called}


def matrices(side: Side) -> set[Tree]:
    """The names of matrices, of which X_i is a row as it lies or a column, by what fits."""
    return {tree[:2] for tree, shape in side.data.shapes.items() if len(shape) == 2}


def declared_indices(start: Seed) -> list[str]:
    """The letters that declarations say are indices."""
    return re.findall("[a-z]", " ".join(re.findall(r"\bindex\s+([^:;]*):", start.declarations)))


def open_names(side: Side) -> dict[Tree, str]:
    """The names that are defined with an index in the formula, ``let y_i = \\delta_{ik}``, and that index."""
    found: dict[Tree, str] = {}
    indices = declared_indices(side.start)
    for name, body in re.findall(r"\blet\s+([^=;]*?)\s*:?=([^;]*)", side.start.declarations):
        body = re.sub(r"(\\(?:sum|prod)\s*_\s*\{?\s*)\\[a-z]+", r"\1q", body)  # a Greek index, which no account has
        with suppress(Unaccounted):
            one, other = (account(text, side.start.macros, side.start.functions).sides[0] for text in (name, body))
            other = raised_below(indices)(other)
            free = [index for index in ways.unbound(other) if re.fullmatch("[a-z]", index)]
            free = [*dict.fromkeys([*free, *(found[part[:2]] for part in ways.parts(other) if part[:2] in found)])]
            free = [index for index in free if index not in ways.unbound(one)]
            if one[0] == "name" and len(free) == 1:
                found[one[:2]] = free[0]
    return found


def d_names(side: Side) -> str:
    """The letters that are declared with a d before them."""
    return "".join(re.findall(r"(?<![A-Za-z\\\\])d([A-Za-z])(?![A-Za-z])", side.start.declarations))


def new_index(side: Side) -> str:
    """The one index that the print has and the text has not."""
    found = [leaf[1:] for leaf in side.new if re.fullmatch("_[a-z]'?", leaf)]
    return found[0] if len(found) == 1 else ""


def indices_above(side: Side) -> set[str]:
    """The letters that stand above a name in the text, and are indices in the print."""
    above = {letter for part in ways.parts(side.views[0]) for letter in letters_above(part)}
    return {leaf[1:] for leaf in leaves(side.printed) if re.fullmatch("_[a-z]", leaf)} & above


def binds_twice(side: Side) -> bool:
    """Do two sums of a text, or of a print, bind an index of one name?"""
    bound = (
        Counter(part[2] for part in ways.parts(tree) if part[:2] == ("big", "sum"))
        for tree in (side.views[0], side.printed)
    )
    return any(max(each.values(), default=0) > 1 for each in bound)


def arrays_of(side: Side) -> set[Tree]:
    """The names of vectors and matrices, but for those of nodes."""
    nodes = {call[1][:2] for call in side.start.own}
    return {tree for tree, shape in side.data.shapes.items() if shape and tree[:2] not in nodes}


def derived_by(side: Side) -> set[Tree]:
    """What the derivatives of a print are by."""
    return {part[2] for part in ways.parts(side.printed) if part[:1] == ("derivative",) and part[2:]}


def renamed(tree: Tree, names: Mapping[Tree, Tree]) -> Tree:
    """A tree with other names in it."""
    if tree[:1] == ("name",):
        return (*names.get(tree[:2], tree[:2]), *tree[2:])
    return tuple(renamed(part, names) if isinstance(part, tuple) else part for part in tree)


def less_traces(side: Side) -> bool:
    """Has the print less traces than the text, as those of numbers are these?"""
    return Counter(leaves(side.views[0]))["tr"] > Counter(leaves(side.printed))["tr"]


def is_indicator(name: Tree) -> bool:
    """Is it 1 or 0 by what its scripts say, 1_{i=j} or the delta of two indices?"""
    words = name[2].split() if len(name) > 2 else []
    return bool((name[1] == "1" and RELATIONS.keys() & {*words}) or (name[1] == r"\delta" and len(words) == 2))


def of_numbers(data: Data) -> Callable[[Tree], bool]:
    """Is a tree a number, since it is made of numbers and components, or since its value is one?"""

    def is_number(tree: Tree) -> bool:
        if tree[0] == "row" and tree[1][:3] == ("big", "sum", ""):  # over components, or of a constant
            return True
        names = [part for part in ways.parts(tree) if part[:1] == ("name",) and not is_indicator(part)]
        counts = [(data.shapes.get(name[:2]), len(name[2].split()) if len(name) > 2 else 0) for name in names]
        if all(shape is not None and len(shape) == count for shape, count in counts):
            return True
        try:
            return np.ndim(worth(ways.squared(ways.halved(tree)), {}, data)) == 0
        except Unvalued:
            return False

    return is_number


def gone(side: Side) -> bool:
    r"""May ``\odot`` be gone?  As often as a number is a factor, a product or has an exponent in what was read."""
    numbers = 0
    for part in subterms(side.term):
        if isinstance(part, Product):
            scalars = [factor for factor in part.factors if factor.shape == ()]
            numbers += min(len(scalars), len(part.factors) - 1) + (part.shape == ())
        numbers += isinstance(part, Power) and part.base.shape == ()
    lost = Counter(leaves(side.views[0]))[r"\odot"] - Counter(leaves(side.printed))[r"\odot"]
    return 0 < lost <= numbers
