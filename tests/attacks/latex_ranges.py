r"""Data at which trees of an account have values, and their indices: what a range admits, which entry a place is."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np

from tests.attacks.latex_trees import ALONE, GREEK, RELATIONS, Tree

Value = Any
#: The most steps that one comparison may take, and from which on an argument of a function is too great.
MOST_STEPS, MOST_ARGUMENT = 600_000, 1e6
#: Sizes of dimensions, of which each is another one, and none is so small that a place in a text is beyond it.  The first
#: is the greatest, since most matrices have more rows than columns, and X^\top X an inverse.
SIZES = (6, 5, 7, 8, 9)
ORDERS: Mapping[str, Callable[[int, int], bool]] = {
    "=": int.__eq__, "!=": int.__ne__, "<": int.__lt__, ">": int.__gt__, "<=": int.__le__, ">=": int.__ge__,
}  # fmt: skip


class Unvalued(Exception):
    """A tree whose value is not known here."""


class Unbound(Unvalued):
    """An index that has no value here."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the index {name}")
        self.name = name


#: Values of indices, with the number of values that each of them has.
Places = Mapping[str, tuple[int, int]]


@dataclass(frozen=True)
class Data:
    """Sizes of dimensions by their names; shapes of names and of the values of functions, by their trees.

    ``arrays`` are those whose name a number has too, and stand with an index.  ``free`` are the indices that no sign binds,
    ``first`` is what the first component is called, ``ones`` the size of what says none, ``declared`` has the sizes of
    indices; ``draw`` numbers the data.
    """

    sizes: Mapping[str, int]
    shapes: Mapping[Tree, tuple[int, ...]]
    functions: Mapping[Tree, tuple[int, ...]]
    entrywise: frozenset[Tree] = frozenset()
    arrays: Mapping[Tree, tuple[int, ...]] = field(default_factory=dict)
    free: frozenset[str] = frozenset()
    declared: Mapping[str, int] = field(default_factory=dict)
    first: int = 1
    ones: int = SIZES[0]
    draw: int = 0
    steps: list[int] = field(default_factory=lambda: [MOST_STEPS])

    @property
    def runs(self) -> tuple[int, ...]:
        """The sizes that an index may run over, first that of all-ones."""
        return tuple(dict.fromkeys((self.ones, *self.sizes.values())))


def drawn(tree: Tree, shape: tuple[int, ...], data: Data) -> Value:
    """A random value of a shape: at the first data no entry is negative, so that roots have values, then each is."""
    random = Random(f"{data.draw} {tree}")
    signs = ((1,), (-1,), (1, -1))[min(data.draw, 2)]
    entries = [random.uniform(0.5, 2) * random.choice(signs) for _ in range(math.prod(shape))]
    return np.array(entries).reshape(shape) if shape else entries[0]


def called(tree: Tree, shape: tuple[int, ...], arguments: Sequence[Value], data: Data) -> Value:
    """A random smooth function of all that its arguments hold, with values of a shape."""
    data.steps[0] -= math.prod(shape) // 2  # of derivatives of derivatives these are many
    random = Random(f"{data.draw} {tree}")
    numbers = [_small(x) for argument in arguments for x in np.ravel(argument)]
    entries = []
    for _ in range(math.prod(shape)):
        phase = random.uniform(0, 6) + sum(random.uniform(0.3, 0.9) * x for x in numbers)
        entries.append(1.5 + math.sin(phase))
    return np.array(entries).reshape(shape) if shape else entries[0]


def added(one: Value, other: Value) -> Value:
    """The sum; a number beside a vector, or a matrix that is not square, is added to each of its entries."""
    shapes = {np.shape(one), np.shape(other)}
    arrays = [shape for shape in shapes if shape]
    if len(arrays) > 1 or (len(shapes) == 2 and len({*arrays[0]}) < len(arrays[0])):
        raise Unvalued("a sum of shapes")
    return one + other


def times(one: Value, other: Value) -> Value:
    """The product of numbers, columns, rows and matrices; of two columns their scalar product."""
    if np.ndim(one) == 0 or np.ndim(other) == 0:
        return one * other
    if np.ndim(one) == 1 and np.ndim(other) == 2:
        one = one.reshape(-1, 1)
    if np.shape(one)[-1] != np.shape(other)[0]:
        raise Unvalued("a product of shapes")
    found = one @ other
    return found.reshape(()) if np.size(found) == 1 == np.ndim(found) - 1 or np.shape(found) == (1,) else found


def componentwise(one: Value, other: Value) -> Value:
    if {np.ndim(one), np.ndim(other)} == {1, 2} and 1 in (len(one), len(other)):  # a row beside a column
        one, other = np.ravel(one), np.ravel(other)
    if np.ndim(one) and np.ndim(other) and np.shape(one) != np.shape(other):
        raise Unvalued("a product of shapes")
    return one * other


def of_entries(tree: Tree, arguments: Sequence[Value], data: Data) -> Value:
    """A random smooth function of numbers, of arrays of one shape entry by entry."""
    shapes = {np.shape(argument) for argument in arguments} - {()}
    if len(shapes) > 1 or any(len(shape) == 2 and len(set(shape)) == 1 for shape in shapes):
        raise Unvalued("a function of arrays")
    if not shapes:
        return called(tree, (), arguments, data)
    (shape,) = shapes
    flat = [np.ravel(np.broadcast_to(argument, shape)) for argument in arguments]
    return np.array([called(tree, (), entry, data) for entry in zip(*flat, strict=True)]).reshape(shape)


def _small(number: float) -> float:
    """The number, or none that is known where rounding counts."""
    return float(number) if abs(number) < MOST_ARGUMENT else math.nan


def admitted(below: str, above: str, size: int, at: Places, data: Data) -> Iterator[Places]:
    """The values that a range admits of the indices that it binds, of so many values each.

    An index is bound that has no value yet, or that starts at a number.
    """
    alone, above = above.endswith(ALONE), above.removesuffix(ALONE)
    if found := re.fullmatch(r"(\S+) \\in \( (?:1 (?:, )?\\l?dots (?:, )?)?(\S+) \)", below):
        below, above = f"{found[1]} = 1", found[2]
    clauses = [[*sides_of(part)] for part in below.split(" , ")]
    bound, bare = dict[str, None](), list[str]()
    conditions: list[tuple[str, str, str]] = []
    for number, (sides, signs) in enumerate(clauses):
        if not signs:
            left_out = number and "!=" in clauses[number - 1][1] and sides[0] in at
            if left_out:
                conditions.append((clauses[number - 1][0][0], "!=", sides[0]))
            bare += [] if left_out else sides[0].split()
        elif signs == ["="]:
            starting, bare = [*bare, *sides[0].split()], []
            bound.update(dict.fromkeys(starting))
            conditions += [(index, ">=", sides[1]) for index in starting]
        else:
            named = [side for side in sides if is_index(side) and side not in data.sizes]
            ranged = len(named) == 1 or (sides[0] not in named and sides[-1] not in named)  # 1 ≤ i < j ≤ N
            new = [side for side in named if side not in at or (ranged and (side in data.free or len(named) == 1))]
            starts = signs == ["!="] and (alone or sides[0] in bound)  # i=1, i \ne j
            bound.update(dict.fromkeys(sides[:1] if starts else new or named[: signs[0] == "!="]))
            conditions += list(zip(sides, signs, sides[1:], strict=False))
    bound.update(dict.fromkeys(bare))
    if above:
        conditions += [(index, "<=", above) for index in bound]
        conditions += [
            (index, ">=", "1") for index in bound if above in at and "=" not in below.split()
        ]  # as it is written
    tops = {
        data.sizes[word] for text in (below, above) for word in text.split() if word in data.sizes and is_index(word)
    }
    tops |= {int(above)} if above.isdecimal() else set()
    if not bound or not all(is_index(name) and name not in data.sizes for name in bound) or (tops and tops != {size}):
        raise Unvalued("a range")
    for way in itertools.product(range(data.first, data.first + size), repeat=len(bound)):
        inside = {**at, **{name: (n, size) for name, n in zip(bound, way, strict=True)}}
        if all(ORDERS[sign](place_of(a, inside, data)[0], place_of(b, inside, data)[0]) for a, sign, b in conditions):
            yield inside


def bound_in(below: str) -> set[str]:
    """The indices that a range binds in any case: of what is below or above another index, none is."""
    found = set[str]()
    for sides, signs in map(sides_of, below.split(" , ")):
        named = [side for side in sides if is_index(side)]
        found.update(sides[0].split() if {*signs} <= {"=", "!="} else named if len(named) == 1 else ())
    return found


def sides_of(text: str) -> tuple[list[str], list[str]]:
    """What stands between relations, and these."""
    sides, signs = [[]], list[str]()
    for word in text.replace(" _ ", "_").split():
        if word in RELATIONS:
            signs.append(RELATIONS[word])
            sides.append([])
        else:
            sides[-1].append(word)
    return [" ".join(side) for side in sides], signs


def is_index(word: str) -> bool:
    """May a word be an index, or a dimension, and no number?"""
    return bool(re.fullmatch(r"\\?[A-Za-z]+(_[A-Za-z0-9]+)?'*", word))


def place_of(text: str, at: Places, data: Data) -> tuple[int, int]:
    """The value of ``i``, ``i + 1``, ``2``, ``N`` or ``N - 1``, and of how many it is one, 0 if that is not said."""
    words = text.replace(" '", "'").replace(" _ ", "_").split()
    words = [rf"\{''.join(words)}"] if "".join(words) in GREEK else words
    words = ["".join(words)] if all(map(str.isalpha, words)) else words  # LN, letter by letter
    behind = "".join(words[2:])
    if behind.isdecimal() and words[1] in "+-":
        found, size = place_of(words[0], at, data)
        return found + int(words[1] + behind), size
    if len(words) != 1:
        raise Unvalued("a place")
    if words[0].isdecimal():
        return int(words[0]), 0
    if words[0] in at:
        return at[words[0]]
    if words[0] in data.sizes:
        return data.sizes[words[0]], data.sizes[words[0]]
    if is_index(words[0]):
        raise Unbound(words[0])
    raise Unvalued("a place")


def indices_of(words: Sequence[str]) -> list[str]:
    """Scripts apart: ``N - 1`` is one, and so is a Greek letter, which is written letter by letter."""
    found: list[str] = []
    for at, word in enumerate(words):
        length = next((n for n in range(7, 1, -1) if "".join(words[at : at + n]) in GREEK), 0)
        if length:
            return [*found, rf"\{''.join(words[at : at + length])}", *indices_of(words[at + length :])]
        if found and (word in "_'" or found[-1][-1] == "_"):
            found[-1] += word
        elif found and (word in "+-" or found[-1][-1] in "+-"):
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found


def _joined(indices: Sequence[str], count: int) -> Sequence[str]:
    """One index where there is one axis: a Greek letter, which a subscript has letter by letter, or ``N - 10``."""
    word = "".join(indices)
    if count == 1 and word in GREEK:
        return [rf"\{word}"]
    return ["".join([indices[0], *indices[1:]])] if count == 1 and word.replace(" ", "")[2:].isdecimal() else indices


def entry_of(array: Value, indices: Sequence[str], at: Places, data: Data) -> Value:
    """An entry, or a row or column, which one index of a matrix names by what it runs over."""
    if not indices:
        return array
    shape = np.shape(array)
    indices = _joined(indices, len(shape))
    if len(shape) == 2 == len(indices) + 1:
        size = place_of(indices[0], at, data)[1]
        axis = 0 if size in (0, shape[0]) else 1  # a place is one of either
        return np.take(array, offset_of(indices[0], shape[axis], at, data), axis)
    if len(shape) != len(indices):
        raise Unvalued("scripts")
    return array[tuple(offset_of(index, size, at, data) for index, size in zip(indices, shape, strict=True))]


def offset_of(index: str, size: int, at: Places, data: Data) -> int:
    place, run = place_of(index, at, data)
    if run not in (0, size) or not 0 <= place - data.first < size:
        raise Unvalued("an index over something else")
    return place - data.first
