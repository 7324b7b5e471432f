r"""The summation convention: an index that occurs twice or more in a product is summed over what it runs over.

It is applied to trees that have been read: ``A_{ij} x_j`` becomes Σⱼ Aᵢⱼ xⱼ.  An index that a ``\sum`` binds, or that is
held fixed, takes no part; nor does one that stands on every side and on one of them just once in a product, so that it is
free: ``y_i = g_i x_i``.  The other indices of a product are free, and every side of a relation must have the same ones.  A
term of a sum that lacks one is added for each of its values, ``x_i + \epsilon``, if that index is free to the end and no
sum.  Under a power an index has two readings, and above and below the bar of a derivative, ``\partial y_i / \partial x_i``;
of any other bar it is an error, unless a factor beside has it as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from copy import copy
from dataclasses import dataclass

from derive.errors import InputError, NameError_
from derive.language.terms import Dimension
from derive.reading.declarations import is_zero
from derive.reading.latex.nodes import Restricted, Statistic
from derive.reading.latex.readings import Reader
from derive.reading.latex.scripts import unbound
from derive.reading.latex.spelling import Key
from derive.reading.shapes import BINDERS, ORDER
from derive.reading.syntax import Apart, At, Call, Indexed, Minus, Numeral, Raised, Ranged, Times, Tree, Word

#: The most times that an index that is summed may stand in a product: four are two sums with one letter, or one.
MAX_TIMES = 3
PRODUCTS = frozenset({"product", "hadamard", "dot", "outer"})
OF_INDICES = frozenset({"delta", "basis", ORDER})


@dataclass(frozen=True)
class _Contracted:
    """A tree, its free indices at the first place of each, and those that were summed over in it.

    ``spread`` are the free indices that some term of a sum in it lacks.
    """

    tree: Tree
    free: dict[str, Word]
    summed: frozenset[str] = frozenset()
    spread: frozenset[str] = frozenset()


def contracted(reader: Reader, sides: Sequence[Tree], wanted: frozenset[str] | None = None) -> list[Tree]:
    """The sides of a relation, or one tree, with the sums that the convention means.

    Raises `InputError` where it means none, and where the free indices of two sides differ, or are not those ``wanted``.
    """
    each = reader.context.choice("squares of components") == "each"
    possible = _shared(sides) if wanted is None else wanted
    contraction = _Contraction(reader, frozenset(wanted or ()) | _free_of(sides, 1 if each else 2), possible)
    parts = [contraction.part(side, frozenset()) for side in sides]
    told = [part for part in parts if not is_number(reader, part.tree)]
    for part in parts:
        for name, word in part.free.items():
            known = name in (wanted or ()) or name in reader.context.env.names or name in reader.context.open
            if not known:
                raise unbound(reader, Key(name), word.at)
    for part in told:
        expected = (wanted if wanted is not None else frozenset(told[0].free)) - contraction.each
        if expected != frozenset(part.free) - contraction.each:
            raise _differ(reader, part.tree.at, "the sides of a relation", expected, frozenset(part.free))
    return [part.tree for part in parts]


def is_number(reader: Reader, tree: Tree) -> bool:
    """Is a tree made of numbers and sizes alone?  It is the same for each value of an index, and has lost none."""
    leaves = (part for part in tree.parts() if not part.below())
    names = reader.context.env.names
    return all(
        isinstance(leaf, Numeral) or (isinstance(leaf, Word) and isinstance(names.get(leaf.name), Dimension))
        for leaf in leaves
    )


def _free_of(sides: Sequence[Tree], power: int) -> frozenset[str]:
    """The indices that stand on every side of a relation, and on one of them but once in every product.

    One under a ``power`` counts so often.
    """
    told = [side for side in sides if not is_zero(side)]
    shared = _shared(sides) or frozenset[str]()
    return frozenset(name for name in shared if any(multiplicity(side, name, power) == 1 for side in told))


def _shared(sides: Sequence[Tree]) -> frozenset[str] | None:
    """The indices that stand on every side of a relation, as its free ones do; None of one side, which may have any."""
    told = [frozenset(words_in(side)) for side in sides if not is_zero(side)]
    return frozenset.intersection(*told) if len(told) > 1 else None


def _differ(reader: Reader, at: int, what: str, one: frozenset[str], other: frozenset[str]) -> InputError:
    names = [", ".join(sorted(free)) or "none" for free in (one, other)]
    hint = "under the summation convention they must be the same; hold i fixed takes an index out of it"
    return reader.fail(at, f"{what} with different free indices: {' and '.join(names)}", hint, NameError_)


class _Contraction:
    """One tree being summed."""

    def __init__(self, reader: Reader, free: frozenset[str], possible: frozenset[str] | None) -> None:
        """``free`` are indices that are known to be free, ``possible`` those that may be; None: any may."""
        self.reader, self.free, self.possible = reader, free, possible
        #: Indices under powers that are read for each of their values, which other terms and sides need not have.
        self.each = set[str]()

    def part(self, tree: Tree, bound: frozenset[str]) -> _Contracted:
        """What a tree comes to where some indices are bound."""
        if isinstance(tree, Call) and tree.name in OF_INDICES:
            return self.multiplied(tree, self.words(tree.arguments, bound))
        inside = bound | bound_by(tree)
        parts = [self.with_free(names).part(child, inside) for child, names in self.beside(tree, inside)]
        made = tree.with_below(part.tree for part in parts)
        match tree:
            case Indexed(base=base, indices=indices):
                if isinstance(base, Call) and base.name == "grad":
                    return self.differentiated(made, parts, self.words(indices, bound))
                return self.multiplied(made, [*parts, *self.words(indices, bound)])
            case Call(name=name) if name in PRODUCTS:
                return self.multiplied(made, parts)
            case Call(name="add"):
                return self.added(made, parts)
            case Raised(exponent=exponent) if exponent != 1 and parts[0].free.keys() - self.free:
                return self.raised(made, parts[0])
        return self.together(made, parts)

    def with_free(self, names: frozenset[str]) -> _Contraction:
        """The same, in a factor of a product that is summed over these indices, which are free in the factor."""
        found = copy(self)
        found.free |= names
        return found

    def beside(self, tree: Tree, bound: frozenset[str]) -> list[tuple[Tree, frozenset[str]]]:
        """What is below a tree, and for each the indices that are free in it as the product is summed over them.

        They stand once in each factor of it, also under a power, and beside it in the product: ``x_i y_i^2``; and once alone
        where it is a product or a quotient, ``x_i (y_i z_i)``, ``x_i (y_i/z_i)``, and they cannot be free.
        """
        below = tree.below()
        kept: dict[int, set[str]] = {n: set() for n in range(len(below))}
        if isinstance(tree, Call) and tree.name in PRODUCTS:
            for name in {*words_in(tree)} - self.free - bound - self.reader.context.fixed:
                times = [list(_standing(factor, name)) for factor in below]
                sums = [sum(each) for each in times]
                several = [n for n, count in enumerate(sums) if count > 1]
                if any(count > 1 for each in times for count in each) or len([count for count in sums if count]) < 2:
                    continue
                alone = self.possible is not None and name not in self.possible and len(several) == 1
                if several and not (alone and sum(sums) == sums[several[0]] + 1):
                    continue
                for n, factor in enumerate(below):
                    if n in several or (sums[n] and isinstance(factor, Raised)):
                        kept[n].add(name)
        return [(child, frozenset(kept[n])) for n, child in enumerate(below)]

    def raised(self, tree: Tree, base: _Contracted) -> _Contracted:
        """A power of what has indices that nothing says are free: summed, or one for each of their values."""
        names = [name for name in base.free if name not in self.free]
        what = f"the index {names[0]} under a power"
        if self.reader.choice("squares of components", base.free[names[0]].at, what) == "each":
            self.each.update(names)
            return _Contracted(tree, base.free, base.summed, base.spread)
        self.check_spread(names, [base])
        for name in reversed(names):
            tree = Call(tree.at, "sum", (Word(base.free[name].at, name), tree))
        left = {name: word for name, word in base.free.items() if name in self.free}
        return _Contracted(tree, left, base.summed | frozenset(names))

    def differentiated(self, tree: Tree, above: Sequence[_Contracted], below: Sequence[_Contracted]) -> _Contracted:
        r"""A component of a derivative: ``\partial y_i / \partial x_i`` is summed, or one for each i, if no i is free."""
        parts = [*above, *below]
        own = {name for part in below for name in part.free}
        names = [name for part in above for name in part.free if name in own - self.free]
        what = f"the index {names[0]}" if names else ""
        if not names or self.reader.choice("diagonals of derivatives", tree.at, what) == "sum":
            return self.multiplied(tree, parts)
        self.each.update(names)
        free, summed = self.united(parts)
        return _Contracted(tree, free, summed, _spread(parts))

    def words(self, indices: Sequence[Tree], bound: frozenset[str]) -> list[_Contracted]:
        """One part for each index that takes part in the convention."""
        words = [word for word in indices if isinstance(word, Word) and not isinstance(word, At)]
        out = bound | self.reader.context.fixed
        return [_Contracted(word, {word.name: word}) for word in words if word.name not in out]

    def multiplied(self, tree: Tree, parts: Sequence[_Contracted]) -> _Contracted:
        """A product of parts, summed over each index that several of them have."""
        free, summed = self.united(parts)
        counts = Counter(name for part in parts for name in part.free)
        for name, count in counts.items():
            if count > MAX_TIMES and name not in self.free:
                raise self.often(name, free[name].at)
        twice = [name for name, count in counts.items() if count > 1 and name not in self.free]
        self.check_spread(twice, parts)
        self.each.difference_update(twice)
        for name in reversed(twice):
            tree = Call(tree.at, "sum", (Word(free[name].at, name), tree))
        left = {name: word for name, word in free.items() if name not in twice}
        return _Contracted(tree, left, summed | frozenset(twice), _spread(parts))

    def check_spread(self, summed: Collection[str], parts: Sequence[_Contracted]) -> None:
        """Refuse a sum over an index that a term of a factor lacks: ``y_i (x_i + c)``."""
        for part in parts:
            for name in sorted(part.spread & frozenset(summed)):
                what = f"the index {name} is summed over, and a term of this factor lacks it"
                raise self.reader.fail(part.free[name].at, what, rf"write \mathbf 1_{name}, or \sum_{name}", NameError_)

    def together(self, tree: Tree, parts: Sequence[_Contracted]) -> _Contracted:
        """Parts side by side in what is no product, such as above and below a bar."""
        free, summed = self.united(parts)
        counts = Counter(name for part in parts for name in part.free)
        for name, count in counts.items():
            if count > 1 and name not in self.free:
                labels = [f"a sum over {name}", f"a value for each {name}"]
                hint = rf"write \sum_{name}, or % derive: hold {name} fixed"
                raise self.reader.ambiguous(free[name].at, "an index on both sides of what is no product", labels, hint)
        return _Contracted(tree, free, summed, _spread(parts))

    def united(self, parts: Sequence[_Contracted]) -> tuple[dict[str, Word], frozenset[str]]:
        """The free indices of parts, and those summed over in them; raises where one part sums over what another has."""
        for n, part in enumerate(parts):
            for other in (*parts[:n], *parts[n + 1 :]):
                for name in part.summed & {*other.free, *other.summed}:
                    raise self.often(name, other.free[name].at if name in other.free else other.tree.at)
        free = {name: word for part in reversed(parts) for name, word in part.free.items()}
        return free, frozenset().union(*(part.summed for part in parts))

    def added(self, tree: Tree, parts: Sequence[_Contracted]) -> _Contracted:
        """A sum of terms; one that lacks an index of another is added for each of its values, unless it sums over it."""
        told = [part for part in parts if not is_zero(part.tree)]
        free = {name: word for part in reversed(told) for name, word in part.free.items()}
        widest = max((frozenset(part.free) for part in told), key=len, default=frozenset[str]())
        known = self.free | self.each | widest
        if free.keys() - known or any(free.keys() & part.summed for part in told):
            other = next((part for part in told if part.free.keys() != told[0].free.keys()), told[-1])
            raise _differ(
                self.reader, other.tree.at, "the terms of a sum", frozenset(told[0].free), frozenset(other.free)
            )
        summed = frozenset().union(*(part.summed for part in parts))
        lacking = frozenset(name for name in free if any(name not in part.free for part in told))
        return _Contracted(tree, free, summed, lacking | _spread(parts))

    def often(self, name: str, at: int) -> InputError:
        """The error for an index that is summed over in a factor of what has it as well."""
        hint = rf"rename one pair, or write \sum_{name}"
        return self.reader.fail(at, f"the index {name} more than twice in a product", hint, NameError_)


def index_words(tree: Tree) -> tuple[Word, ...]:
    """The indices that a node itself has."""
    words: Sequence[Tree] = tree.indices if isinstance(tree, Indexed) else ()
    words = tree.arguments if isinstance(tree, Call) and tree.name in OF_INDICES else words
    return tuple(word for word in words if isinstance(word, Word) and not isinstance(word, At))


def words_in(tree: Tree) -> Iterator[str]:
    """The names of the indices in a tree."""
    return (word.name for part in tree.parts() for word in index_words(part))


def _spread(parts: Sequence[_Contracted]) -> frozenset[str]:
    return frozenset().union(*(part.spread for part in parts))


def _standing(tree: Tree, name: str) -> Iterator[int]:
    """How often an index stands in each factor of a product, those in brackets, above and below a bar apart."""
    match tree:
        case Call(name=product, arguments=factors) if product in PRODUCTS:
            for factor in factors:
                yield from _standing(factor, name)
        case Minus(operand=operand):
            yield from _standing(operand, name)
        case Times(first=above, rest=rest):
            yield from _standing(above, name)
            yield from (multiplicity(below, name) for _, _, below in rest)
        case Raised(base=base):
            yield multiplicity(base, name)
        case _:
            yield multiplicity(tree, name)


def multiplicity(tree: Tree, name: str, power: int = 2) -> int:
    """How often a free index stands in a product at most; a quotient counts as one, what is under a ``power`` so often."""
    if name in bound_by(tree):
        return 0
    below = [multiplicity(child, name, power) for child in tree.below()]
    own = sum(word.name == name for word in index_words(tree))
    if isinstance(tree, Raised) and tree.exponent != 1:
        return power * sum(below)
    product = own or isinstance(tree, Times) or (isinstance(tree, Call) and tree.name in PRODUCTS)
    return own + sum(below) if product else max(below, default=0)


def bound_by(tree: Tree) -> set[str]:
    """The names of the indices that a sum, a product or a statistic binds."""
    match tree:
        case Call(name=name, arguments=(Word() | Ranged() | Apart() as index, _)) if name in BINDERS:
            return {index.name}
        case Statistic(index=index):
            return {index.name}
        case Restricted(indices=indices):
            return {index.name for index in indices}
    return set()
