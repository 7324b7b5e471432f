r"""The summation convention: an index that occurs twice in a product is summed over what it runs over.

It is applied to trees that have been read: ``A_{ij} x_j`` becomes Σⱼ Aᵢⱼ xⱼ.  An index that a ``\sum`` binds, or that is
held fixed, takes no part.  The other indices of a product are free, and every term of a sum and every side of a relation
must have the same ones.  What the convention leaves open is an error: an index three times, under a power, or above and
below a bar.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from derive.errors import InputError, NameError_
from derive.reading.assumptions import is_zero
from derive.reading.latex.nodes import Apply, Restricted, Statistic
from derive.reading.latex.readings import Reader
from derive.reading.latex.scripts import unbound
from derive.reading.latex.spelling import Key
from derive.reading.syntax import Apart, Call, Indexed, Minus, Raised, Ranged, Times, Transposed, Tree, Word

_PRODUCTS = frozenset({"product", "hadamard", "dot", "outer"})
_OF_INDICES = frozenset({"delta", "basis"})


@dataclass(frozen=True)
class _Contracted:
    """A tree, its free indices at the first place of each, and those that were summed over in it."""

    tree: Tree
    free: dict[str, Word]
    summed: frozenset[str] = frozenset()


def contracted(reader: Reader, sides: Sequence[Tree], wanted: frozenset[str] | None = None) -> list[Tree]:
    """The sides of a relation, or one tree, with the sums that the convention means.

    Raises `InputError` where it means none, and where the free indices of two sides differ, or are not those ``wanted``.
    """
    parts = [_Contraction(reader).part(side, frozenset()) for side in sides]
    told = [part for part in parts if not is_zero(part.tree)]
    for part in parts:
        for name, word in part.free.items():
            if name not in (wanted or ()) and name not in reader.context.env.names:
                raise unbound(reader, Key(name), word.at)
    for part in told:
        expected = wanted if wanted is not None else frozenset(told[0].free)
        if expected != frozenset(part.free):
            raise _differ(reader, part.tree.at, "the sides of a relation", expected, frozenset(part.free))
    return [part.tree for part in parts]


def _differ(reader: Reader, at: int, what: str, one: frozenset[str], other: frozenset[str]) -> InputError:
    names = [", ".join(sorted(free)) or "none" for free in (one, other)]
    hint = "under the summation convention they must be the same; hold i fixed takes an index out of it"
    return reader.fail(at, f"{what} with different free indices: {' and '.join(names)}", hint, NameError_)


class _Contraction:
    """One tree being summed."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def part(self, tree: Tree, bound: frozenset[str]) -> _Contracted:
        """What a tree comes to where some indices are bound."""
        match tree:
            case Indexed(base=base, indices=indices):
                inner = self.part(base, bound)
                return self.multiplied(replace(tree, base=inner.tree), [inner, *self.words(indices, bound)])
            case Call(name=name, arguments=arguments) if name in _OF_INDICES:
                return self.multiplied(tree, self.words(arguments, bound))
            case Call(name=name, arguments=arguments) if name in _PRODUCTS:
                parts = [self.part(argument, bound) for argument in arguments]
                return self.multiplied(replace(tree, arguments=_trees(parts)), parts)
            case Call(name="add", arguments=arguments):
                return self.added(tree, [self.part(argument, bound) for argument in arguments])
            case Call(name="sum" | "prod", arguments=(index, body)):
                named = {index.name} if isinstance(index, Word | Ranged | Apart) else set()
                inner = self.part(body, bound | named)
                return replace(inner, tree=replace(tree, arguments=(index, inner.tree)))
            case Restricted(indices=indices, body=body):
                inner = self.part(body, bound | {index.name for index in indices})
                return replace(inner, tree=replace(tree, body=inner.tree))
            case Statistic(index=index, arguments=arguments):
                parts = [self.part(argument, bound | {index.name}) for argument in arguments]
                return self.together(replace(tree, arguments=_trees(parts)), parts)
            case Call(arguments=arguments) | Apply(arguments=arguments):
                parts = [self.part(argument, bound) for argument in arguments]
                return self.together(replace(tree, arguments=_trees(parts)), parts)
            case Times(first=first, rest=rest):
                parts = [self.part(operand, bound) for operand in (first, *(operand for _, _, operand in rest))]
                signs = ((sign, at) for sign, at, _ in rest)
                below = tuple((sign, at, part.tree) for (sign, at), part in zip(signs, parts[1:], strict=True))
                return self.together(replace(tree, first=parts[0].tree, rest=below), parts)
            case Raised(base=base, exponent=exponent):
                inner = self.part(base, bound)
                if inner.free and exponent != 1:
                    name, word = next(iter(inner.free.items()))
                    labels = [f"a sum over {name}", f"the power for each {name}"]
                    hint = rf"write x_{name} x_{name}, \sum_{name}, or % derive: hold {name} fixed"
                    raise self.reader.ambiguous(word.at, "an index under a power", labels, hint)
                return replace(inner, tree=replace(tree, base=inner.tree))
            case Minus(operand=operand) | Transposed(operand=operand):
                inner = self.part(operand, bound)
                return replace(inner, tree=replace(tree, operand=inner.tree))
        return _Contracted(tree, {})

    def words(self, indices: Sequence[Tree], bound: frozenset[str]) -> list[_Contracted]:
        """One part for each index that takes part in the convention."""
        words = [word for word in indices if isinstance(word, Word)]
        out = bound | self.reader.context.fixed
        return [_Contracted(word, {word.name: word}) for word in words if word.name not in out]

    def multiplied(self, tree: Tree, parts: Sequence[_Contracted]) -> _Contracted:
        """A product of parts, summed over each index that two of them have."""
        free, summed = self.united(parts)
        counts = Counter(name for part in parts for name in part.free)
        for name, count in counts.items():
            if count > 2:
                raise self.often(name, free[name].at)
        twice = [name for name, count in counts.items() if count == 2]
        for name in reversed(twice):
            tree = Call(tree.at, "sum", (Word(free[name].at, name), tree))
        return _Contracted(
            tree, {name: word for name, word in free.items() if name not in twice}, summed | frozenset(twice)
        )

    def together(self, tree: Tree, parts: Sequence[_Contracted]) -> _Contracted:
        """Parts side by side in what is no product, such as above and below a bar."""
        free, summed = self.united(parts)
        counts = Counter(name for part in parts for name in part.free)
        for name, count in counts.items():
            if count > 1:
                labels = [f"a sum over {name}", f"a value for each {name}"]
                hint = rf"write \sum_{name}, or % derive: hold {name} fixed"
                raise self.reader.ambiguous(free[name].at, "an index on both sides of what is no product", labels, hint)
        return _Contracted(tree, free, summed)

    def united(self, parts: Sequence[_Contracted]) -> tuple[dict[str, Word], frozenset[str]]:
        """The free indices of parts, and those summed over in them; raises where one part sums over what another has."""
        for n, part in enumerate(parts):
            for other in (*parts[:n], *parts[n + 1 :]):
                for name in part.summed & {*other.free, *other.summed}:
                    raise self.often(name, other.free[name].at if name in other.free else other.tree.at)
        free = {name: word for part in reversed(parts) for name, word in part.free.items()}
        return free, frozenset().union(*(part.summed for part in parts))

    def added(self, tree: Call, parts: Sequence[_Contracted]) -> _Contracted:
        """A sum of terms with the same free indices."""
        told = [part for part in parts if not is_zero(part.tree)]
        for part in told[1:]:
            if part.free.keys() != told[0].free.keys():
                one, other = frozenset(told[0].free), frozenset(part.free)
                raise _differ(self.reader, part.tree.at, "the terms of a sum", one, other)
        summed = frozenset().union(*(part.summed for part in parts))
        return _Contracted(replace(tree, arguments=_trees(parts)), told[0].free if told else {}, summed)

    def often(self, name: str, at: int) -> InputError:
        """The error for an index that occurs more than twice in a product."""
        hint = rf"rename one pair, or write \sum_{name}"
        return self.reader.fail(at, f"the index {name} more than twice in a product", hint, NameError_)


def _trees(parts: Sequence[_Contracted]) -> tuple[Tree, ...]:
    return tuple(part.tree for part in parts)
