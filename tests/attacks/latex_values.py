r"""What the tree of an account is worth at data, by NumPy alone: so two trees of other forms are compared.

A sum is what stands behind it, added over the values of its index that the range below and above it admits, whatever is
written there; an entry at a place is that entry; an indicator is 1 or 0.  Names have random values of their shapes, and so
have calls of functions, by their arguments.
"""

from __future__ import annotations

import contextlib
import itertools
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from random import Random
from typing import Any

import numpy as np

from tests.attacks.latex_conventions import parts
from tests.attacks.latex_naming import outside
from tests.attacks.latex_ranges import (
    ORDERS,
    SIZES,
    Data,
    Places,
    Unbound,
    Unvalued,
    Value,
    added,
    admitted,
    bound_in,
    called,
    componentwise,
    drawn,
    entry_of,
    indices_of,
    is_index,
    of_entries,
    place_of,
    sides_of,
    times,
)
from tests.attacks.latex_trees import DOT, OPERATOR, RELATIONS, TRANSPOSE, UNITS, Tree, product, reaching

#: How much two values may differ by rounding, relative to the greater one.
SLACK = 1e-7
#: Random data that are tried, and values of free indices at each of them, of so many.
DRAWS, MOST_PLACES, MOST_WAYS = 3, 12, 2_000
#: What says no size, and how many of them may have sizes of their own.
UNSIZED, MOST_ONES = tuple(("name", word) for word in UNITS), 3
#: From which on a value is too great to be compared.
MOST_VALUE = 1e12
#: From which condition on a matrix has no inverse to speak of.
MOST_CONDITION = 1e6
#: Functions of numbers.  They, determinants, ranks and norms are as any function: nothing is known of them.
OF_NUMBERS = frozenset({"exp", "log", "tanh", "cos"})

_BIG: Mapping[str, Callable[[Sequence[Value]], Value]] = {"sum": sum, "prod": math.prod, "max": max, "min": min}


def settled(sides: Sequence[tuple[Tree, Data]], sizes: Mapping[str, int]) -> dict[str, int]:
    """The free indices of trees, and over how many values they run; raises `Unvalued`."""
    try:
        for tree, data in sides:
            at = {name: (data.first, size) for name, size in sizes.items()}
            worth(tree, at, replace(data, free=frozenset(sizes)))
        return dict(sizes)
    except Unbound as unbound:
        known = [data.declared[unbound.name] for _, data in sides if unbound.name in data.declared]
        for size in dict.fromkeys((*known, *sides[0][1].runs)) if unbound.name not in sizes else ():
            with contextlib.suppress(Unvalued):
                return settled(sides, {**sizes, unbound.name: size})
        raise Unvalued(f"the index {unbound.name}") from None


def same(one: tuple[Tree, Data], other: tuple[Tree, Data], used: Mapping[str, int]) -> bool:
    """Have two trees the same value at all values of the free indices, to which ``used`` belong?  Raises `Unvalued`."""
    fault = Unvalued("values")
    known = False
    same_size = [(one[0], ones) for ones in dict.fromkeys(one[1].sizes.values()) or SIZES[:1]]
    sizes = [size for size in one[1].sizes if not size.isdecimal()]
    for written, ones in itertools.chain(same_size, ((tree, SIZES[0]) for tree in with_sizes(one[0], sizes))):
        pair = [(tree, replace(data, ones=ones)) for tree, data in ((written, one[1]), other)]
        try:
            if _same(pair, settled(pair, used)):
                return True
            known = True
        except Unvalued as error:
            fault = error
    if known:
        return False
    raise fault


def with_sizes(tree: Tree, sizes: Sequence[str]) -> Iterator[Tree]:
    """A tree with a size for every all-ones, zero or identity without one, not all of them of one size."""
    count = sum(part in UNSIZED for part in parts(tree))
    for way in itertools.product(sizes, repeat=count) if 1 < count <= MOST_ONES else ():
        if len(set(way)) > 1:
            left = iter(way)

            def sized(part: Any, left: Iterator[str] = left) -> Any:
                if part in UNSIZED:
                    return (*part, next(left))
                return tuple(map(sized, part)) if isinstance(part, tuple) else part

            yield sized(tree)


def _same(pair: Sequence[tuple[Tree, Data]], sizes: Mapping[str, int]) -> bool:
    """The same with these sizes of the indices, wherever both are finite at random data; raises where they nowhere are."""
    ways = list(itertools.islice(itertools.product(*map(range, sizes.values())), MOST_WAYS))
    known = apart = False
    for draw in range(DRAWS):
        for way in Random(draw).sample(ways, min(len(ways), MOST_PLACES)):
            found = []
            for tree, data in pair:
                places = {name: (n + data.first, sizes[name]) for name, n in zip(sizes, way, strict=True)}
                found.append(np.asarray(worth(tree, places, replace(data, draw=draw, free=frozenset(sizes))), float))
            if found[0].shape != found[1].shape:  # as of a sum over no value, which is 0
                apart = True
                continue
            greatest = max(float(np.max(np.abs(each), initial=1)) for each in found)
            if not greatest < MOST_VALUE:
                continue
            known = True
            if np.max(np.abs(found[0] - found[1]), initial=0) > SLACK * greatest:
                return False
    if not known and not apart:
        raise Unvalued("no finite value")
    return known


# --- values ----------------------------------------------------------------------------------------------------


def worth(tree: Tree, at: Places, data: Data) -> Value:
    """The value of a tree where indices have values; raises `Unvalued`."""
    try:
        with np.errstate(all="ignore"):
            return value(tree, at, data)
    except (ArithmeticError, np.linalg.LinAlgError, RecursionError) as error:
        raise Unvalued(str(error)) from None


def value(tree: Tree, at: Places, data: Data) -> Value:
    """The value of a tree; raises `Unvalued`, and what arithmetic does."""
    data.steps[0] -= 1
    if data.steps[0] < 0:
        raise Unvalued("too many steps")
    if tree in data.shapes:
        return drawn((*tree, data.shapes[tree]), data.shapes[tree], data)
    kind = tree[0]
    if kind == "number":
        return _fraction(tree[1]) if len(tree[1]) < 7 else drawn(tree, (), data)  # one is as good as another
    if kind == "sum":
        return reduce(added, [value(row, at, data) * (-1 if sign == "-" else 1) for sign, row in tree[1]])
    if kind == "name":
        return _named(tree, at, data)
    if kind == "row":
        return _row(tree[1:], at, data)
    if kind == "odot":
        return reduce(componentwise, [value(part, at, data) for part in tree[1:]])
    if kind == "root":
        return of_entries(("name", kind), [value(tree[1], at, data)], data)
    if kind == "bars":
        return called(("name", kind), (), [value(tree[1], at, data)], data)
    if kind == "up" and tree[1][0] == "name" and (whole := ("up", tree[1][:2], tree[2])) in data.shapes:  # σ²_j
        shape = data.arrays.get(whole, data.shapes[whole])
        return entry_of(drawn((*whole, shape), shape, data), indices_of(tree[1][2].split()), at, data)
    if kind == "up":
        return _raised(value(tree[1], at, data), tree[2], at, data)
    if kind == "derivative":
        return _derived(tree, at, data)
    if kind == "component":
        return _component(tree, at, data)
    if kind == "apply":
        if tree[1] in ("max", "min") and tree[2][0] == "arguments":
            return _BIG[tree[1]]([_number(value(part, at, data)) for part in tree[2][1:]])
        return _applied(tree[1], value(tree[2], at, data), data)
    if kind == "call" and (table := re.fullmatch("table([0-9]+)", str(tree[1][1]))):
        found = np.array([_number(value(part, at, data)) for part in tree[2:]], float)
        return found if table[1] == "1" else found.reshape(-1, int(table[1]))
    if kind == "call" and tree[1] in data.functions:
        arguments = [value(part, at, data) for part in tree[2:]]
        if tree[1] in data.entrywise:
            return of_entries(tree[1], arguments, data)
        return called(tree[1], data.functions[tree[1]], arguments, data)
    raise Unvalued(kind)


def _fraction(text: str) -> float:
    above, _, below = text.partition("/")
    return int(above) / int(below or 1)


def _number(found: Value) -> Value:
    if np.ndim(found):
        raise Unvalued("no number")
    return found


def _applied(word: str, found: Value, data: Data) -> Value:
    if word in OF_NUMBERS and np.ndim(found) == 2 and len(set(np.shape(found))) == 1:  # of a matrix, or of its entries
        return called(("name", word), np.shape(found), [found], data)
    if word in OF_NUMBERS:
        return of_entries(("name", word), [found], data)
    if word in ("max", "min") and np.ndim(found):
        return np.max(found) if word == "max" else np.min(found)
    if word == "diag" and (np.ndim(found) == 1 or np.shape(found)[:1] == (1,)):
        return np.diag(np.ravel(found))
    if word == "tr" and not np.ndim(found):
        return found
    if word == "tr" and np.ndim(found) == 2 and len(set(np.shape(found))) == 1:
        return np.trace(found)
    if word in ("det", "rank") and np.ndim(found) == 2:
        return called(("name", word), (), [found], data)
    raise Unvalued(word)


def _raised(base: Value, power: Tree, at: Places, data: Data) -> Value:
    if power == TRANSPOSE:
        if np.ndim(base) == 1:
            return base.reshape(1, -1)
        return base[0] if np.ndim(base) == 2 and len(base) == 1 else np.transpose(base)
    if power[0] == "row" and power[1] == DOT:
        return base ** value(power[2], at, data)
    if power == ("raw", "+") and np.ndim(base) == 2:
        return np.linalg.pinv(base)
    if power[0] == "raw":
        raise Unvalued("a sign as an exponent")
    exponent = _number(value(power, at, data))
    if np.ndim(base) < 2:
        return np.power(np.asarray(base, float), exponent)
    if exponent != int(exponent) or abs(exponent) > 20 or len(set(np.shape(base))) > 1:
        raise Unvalued("a power of a matrix")
    if exponent < 0 and not np.linalg.cond(base) < MOST_CONDITION:  # it has none, but what stands there is one thing
        return called(("name", "inverse"), np.shape(base), [base, exponent], data)
    return np.linalg.matrix_power(base, int(exponent))


def _row(factors: Sequence[Tree], at: Places, data: Data) -> Value:
    """A product from the left; a sum reaches to its end or to where its index is bound anew, a function to its end."""
    factors = _called(factors, data)
    reach = next((n for n, part in enumerate(factors) if reaching(part)), len(factors))
    found = [_worth(part, at, data) for part in factors[:reach]]
    if reach < len(factors):
        sign = factors[reach]
        held = next((n for n, part in enumerate(factors) if n > reach and part[0] != "big"), len(factors))
        anew = (n for n, part in enumerate(factors) if n > held and binds(part) & binds(sign))
        end = next((n for n in anew if n > reach + 1), len(factors))
        end -= end < len(factors) and factors[end - 1] == ("op", "/")
        body, rest = factors[reach + 1 : end], list(factors[end:])
        if not body or sign[:2] == OPERATOR:
            raise Unvalued("a sign with nothing behind it")
        inner: Tree = body[0] if len(body) == 1 else ("row", *body)
        found.append(
            _summed(sign, inner, at, data) if sign[0] == "big" else _applied(sign[1], value(inner, at, data), data)
        )
        found += ["/"] * (rest[:1] == [("op", "/")])
        found += [_row(rest[rest[0] == ("op", "/") :], at, data)] if rest else []
    return _product(found)


def _called(factors: Sequence[Tree], data: Data) -> Sequence[Tree]:
    """With the call of a function for its name and what stands behind it, and with names of two parts, ∇ L(θ), whole."""
    found: list[Tree] = []
    for number, part in enumerate(factors):
        inner = part
        while inner[0] in ("up", "component"):
            inner = inner[1]
        if found and ("row", found[-1], inner) in data.shapes:
            part = outside(found.pop(), part)
        named = bool(found) and found[-1] in data.functions and found[-1] not in data.shapes
        if named:  # of all that follows, since the parentheses are gone, in the text as in its print
            return [*found[:-1], ("call", found[-1], product(factors[number:]))]
        found.append(part)
    return found


def binds(part: Tree) -> set[str]:
    """The indices that the sign binds that a factor is, or begins with."""
    if part[0] == "row":
        return binds(part[1])
    return bound_in(part[2]) if part[0] == "big" else set()


def _worth(part: Tree, at: Places, data: Data) -> Value:
    return "/" if part == ("op", "/") else value(part, at, data)


def _product(factors: Sequence[Value]) -> Value:
    """The product of factors between slashes, of which each divides what stands before it by what stands behind it."""
    cuts = [n for n, part in enumerate(factors) if isinstance(part, str)]
    if not cuts:
        return _multiplied(factors)
    cut = cuts[0]
    if not 0 < cut < len(factors) - 1 or isinstance(factors[cut + 1], str):
        raise Unvalued("a slash")
    above, below = _multiplied(factors[:cut]), factors[cut + 1]
    if np.ndim(below) and np.shape(above) not in ((), np.shape(below)):
        raise Unvalued("a quotient of shapes")
    return _product([np.divide(above, below), *factors[cut + 2 :]])


def _multiplied(factors: Sequence[Value]) -> Value:
    """From the left, or as shapes allow."""
    if len(factors) == 1:
        return factors[0]
    for cut in range(len(factors) - 1, 0, -1):
        try:
            return times(_multiplied(factors[:cut]), _multiplied(factors[cut:]))
        except Unvalued:
            continue
    raise Unvalued("a product of shapes")


def _summed(sign: Tree, body: Tree, at: Places, data: Data) -> Value:
    """The sum, product or extreme over the values that a range admits; with the size of its indices that fits."""
    fault, below = Unvalued("a range"), sign[2]
    if not below:  # over the one index in the body that no sign binds, or a number as often as there are values
        try:
            _number(value(body, {name: place for name, place in at.items() if name not in data.free}, data))
            below = "new"
        except Unbound as unbound:
            below = unbound.name
    said = [data.declared[word] for word in below.split() if word in data.declared]
    for size in dict.fromkeys((*said, *data.runs)):
        try:
            found = [value(body, each, data) for each in admitted(below, sign[3], size, at, data)]
            if not found and sign[1] == "sum":  # 0, of the shape that it has elsewhere
                first = {
                    name: (data.first, size) for name in below.split() if is_index(name) and name not in data.sizes
                }
                return 0 * value(body, {**first, **at}, data)
            return _BIG[sign[1]]([_number(each) for each in found] if sign[1] in ("max", "min") else found)
        except Unbound:
            raise
        except Unvalued as error:
            fault = error
    raise fault


# --- names and their entries -----------------------------------------------------------------------------------


def _named(tree: Tree, at: Places, data: Data) -> Value:
    """A name with scripts: all-ones, an indicator, an entry, or a row of a matrix."""
    name, scripts = tree[1], tree[2] if len(tree) > 2 else ""
    words = scripts.split()
    if len(tree) == 2 and name in data.sizes:
        return float(data.sizes[name])
    if name == "1" and RELATIONS.keys() & set(words):
        sides, signs = sides_of(scripts.strip("() "))
        places = [place_of(side, at, data)[0] for side in sides]
        return float(all(ORDERS[sign](*pair) for sign, pair in zip(signs, itertools.pairwise(places), strict=True)))
    if tree == ("name", "0"):
        return 0.0
    if name in ("1", "I", "0"):
        if len(words) == 3 and words[1] == r"\times" and {words[0], words[2]} <= data.sizes.keys() and name != "I":
            return np.full((data.sizes[words[0]], data.sizes[words[2]]), float(name))
        sized = len(words) == 1 and words[0] in data.sizes
        size = data.sizes[words[0]] if sized else data.ones
        array = {"1": np.ones(size), "0": np.zeros(size), "I": np.eye(size)}[name]
        return array if sized or not words else entry_of(array, indices_of(words), at, data)
    for cut in range(len(words), -1, -1):
        base = ("name", name, " ".join(words[:cut])) if cut else ("name", name)
        shape = data.arrays.get(base, data.shapes.get(base)) if words[cut:] else data.shapes.get(base)
        if shape is not None and (shape or not words[cut:]):
            return entry_of(drawn((*base, shape), shape, data), indices_of(words[cut:]), at, data)
    if name == r"\delta" and len(pair := indices_of(words)) == 2:
        return float(place_of(pair[0], at, data)[0] == place_of(pair[1], at, data)[0])
    if name == "e" and len(indices := indices_of(words)) == 1:
        place, size = place_of(indices[0], at, data)
        size = size or data.ones
        if not 0 <= place - data.first < size:
            raise Unvalued("a place")
        return np.eye(size)[place - data.first]
    raise Unvalued(f"the name {name}")


def _derived(tree: Tree, at: Places, data: Data) -> Value:
    """A derivative of a name by a name: random, with the entries of both; of a formula a function of its value."""
    above, below, words = tree[1], tree[2], tree[3].split()
    if below not in data.shapes:
        raise Unvalued("a derivative")
    for cut in range(len(words) + 1):
        named = (*above, " ".join(words[:cut])) if cut else above
        if named in data.shapes:
            array = drawn(("derivative", named, below), (*data.shapes[named], *data.shapes[below]), data)
            return entry_of(array, indices_of(words[cut:]), at, data)
    found = value(above, at, data)
    array = called(("derivative", below), (*np.shape(found), *data.shapes[below]), [found], data)
    return entry_of(array, indices_of(words), at, data)


def _component(tree: Tree, at: Places, data: Data) -> Value:
    """A component of a value, or a norm by its sign."""
    if tree[1][0] == "bars" and tree[2] in (r"\infty", "1"):
        array = value(tree[1][1], at, data)
        if np.ndim(array) != 1:
            raise Unvalued("a norm")
        sizes = of_entries(("name", "bars"), [array], data)
        return np.max(sizes) if tree[2] == r"\infty" else np.sum(sizes)
    return entry_of(value(tree[1], at, data), indices_of(tree[2].split()), at, data)
