"""Changes of JSON documents in which some strings are terms: at every field, and at every node of every term.

A *spot* is a path in the document, and for a string that is a term also a path in its tree.  `WAYS` and `TERM_WAYS` are
tables from a name to what it makes of the value, or of the sub-term, there; a function may have nothing to offer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any

Path = tuple[str | int, ...]
_TOKEN = re.compile(r"\s*(`(?:[^`]|``)*`|[(),]|[^\s(),`]+)")
_NUMBER = re.compile(r"-?\d+(/\d+)?")


# --- terms as trees --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tree:
    """A term in functional notation: a word, and its arguments, if it has brackets."""

    word: str
    arguments: tuple[Tree, ...] | None = None

    def __str__(self) -> str:
        return self.word if self.arguments is None else f"{self.word}({', '.join(map(str, self.arguments))})"

    def nodes(self, here: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Tree]]:
        """Every node with its path."""
        yield here, self
        for k, argument in enumerate(self.arguments or ()):
            yield from argument.nodes((*here, k))

    def put(self, path: tuple[int, ...], new: Tree | None) -> Tree:
        """The tree with another node at a path; without one for None."""
        if not path:
            return new or self
        found = list(self.arguments or ())
        if len(path) == 1:
            found[path[0] : path[0] + 1] = [] if new is None else [new]
        else:
            found[path[0]] = found[path[0]].put(path[1:], new)
        return Tree(self.word, tuple(found))


def tree(text: str) -> Tree | None:
    """The tree of a string, where it is one."""
    tokens = _TOKEN.findall(text)
    if not tokens or "".join(tokens) != re.sub(r"\s", "", text):
        return None

    def read(at: int) -> tuple[Tree, int]:
        word = tokens[at]
        if word in "(),":
            raise IndexError
        if at + 1 == len(tokens) or tokens[at + 1] != "(":
            return Tree(word), at + 1
        found: list[Tree] = []
        at += 1
        while tokens[at] != ")":
            argument, at = read(at + 1)
            found.append(argument)
        return Tree(word, tuple(found)), at + 1

    try:
        made, end = read(0)
    except (IndexError, RecursionError):
        return None
    return made if end == len(tokens) else None


# --- spots -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Spot:
    """A place in a document; ``node`` is a path in the tree of a term there."""

    path: Path
    node: tuple[int, ...] | None = None

    def __str__(self) -> str:
        return "/".join(map(str, self.path)) + ("" if self.node is None else f" at {'.'.join(map(str, self.node))}")


#: Keys whose strings are words and not terms.
_WORDS = frozenset(
    {"kind", "label", "schema", "sha256", "properties", "shape", "dimensions", "relation", "side", "constant"}
)


def spots(value: Any, path: Path = ()) -> Iterator[Spot]:
    """Every field, and every node of every term."""
    yield Spot(path)
    if isinstance(value, dict):
        for key, part in value.items():
            yield from spots(part, (*path, key))
    elif isinstance(value, list):
        for k, part in enumerate(value):
            yield from spots(part, (*path, k))
    elif isinstance(value, str) and not _WORDS & set(path):
        made = tree(value)
        if made is not None:
            yield from (Spot(path, node) for node, _ in made.nodes())


def get(document: Any, path: Path) -> Any:
    """What is there."""
    for step in path:
        document = document[step]
    return document


def _with(document: Any, path: Path, change: Callable[[Any, Any], None]) -> Any:
    """A copy after ``change(parent, last step)``."""
    copy = deepcopy(document)
    change(get(copy, path[:-1]), path[-1])
    return copy


def put(document: Any, path: Path, new: Any) -> Any:
    """A copy with another value there."""
    return _with(document, path, lambda parent, step: parent.__setitem__(step, deepcopy(new))) if path else new


# --- changes of a field ----------------------------------------------------------------------------------------

Way = Callable[[Any, Path, Random], Iterator[Any]]


def delete(document: Any, path: Path, _: Random) -> Iterator[Any]:
    """The field, or the element, left out."""
    yield _with(document, path, lambda parent, step: parent.__delitem__(step))


def duplicate(document: Any, path: Path, _: Random) -> Iterator[Any]:
    """The element twice; the field again under another name."""

    def again(parent: Any, step: Any) -> None:
        if isinstance(parent, list):
            parent.insert(step, deepcopy(parent[step]))
        else:
            parent[f"{step}2"] = deepcopy(parent[step])

    yield _with(document, path, again)


def rename_key(document: Any, path: Path, random: Random) -> Iterator[Any]:
    """Another key, which is known elsewhere."""
    if isinstance(path[-1], str):
        others = sorted(_keys(document) - {path[-1]})

        def rename(parent: Any, step: Any) -> None:
            parent[random.choice(others)] = parent.pop(step)

        yield _with(document, path, rename)


def _keys(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set(value).union(*map(_keys, value.values()))
    return set().union(*map(_keys, value)) if isinstance(value, list) else set()


def wrap(document: Any, path: Path, _: Random) -> Iterator[Any]:
    """[x] for x, and x for [x]."""
    value = get(document, path)
    yield put(document, path, [value])
    if isinstance(value, list) and value:
        yield put(document, path, value[0])


def other_type(document: Any, path: Path, random: Random) -> Iterator[Any]:
    """Another sort of value."""
    value = get(document, path)
    yield put(document, path, random.choice([0, 1, True, None, 1.5, "", "0", {}, []]))
    yield put(document, path, {"value": value} if isinstance(value, str) else json.dumps(value))


def empty(document: Any, path: Path, _: Random) -> Iterator[Any]:
    """Nothing of the same sort."""
    yield put(document, path, type(get(document, path))())


def swap(document: Any, path: Path, random: Random) -> Iterator[Any]:
    """Two fields, or two elements, swapped."""
    parent = get(document, path[:-1])
    steps = [s for s in (parent if isinstance(parent, dict) else range(len(parent))) if s != path[-1]]
    if steps:
        other = random.choice(steps)

        def change(inside: Any, step: Any) -> None:
            inside[step], inside[other] = inside[other], inside[step]

        yield _with(document, path, change)


def number(document: Any, path: Path, _: Random) -> Iterator[Any]:
    """Another number; another truth value; another number in a string."""
    value = get(document, path)
    if isinstance(value, bool):
        yield put(document, path, not value)
    elif isinstance(value, int):
        yield from (put(document, path, new) for new in (value + 1, value - 1, -value))
    elif isinstance(value, str) and _NUMBER.fullmatch(value):
        yield from (put(document, path, new) for new in (f"-{value}", f"{value}0", "0"))


def more(document: Any, path: Path, _: Random) -> Iterator[Any]:
    """A field, or an element, more."""
    value = get(document, path)
    if isinstance(value, dict):
        yield put(document, path, {**value, "note": "trust me"})
    elif isinstance(value, list):
        yield put(document, path, [*value, deepcopy(value[-1]) if value else {}])


def elsewhere(document: Any, path: Path, random: Random) -> Iterator[Any]:
    """What stands at another place of the same document."""
    others = [spot.path for spot in spots(document) if spot.node is None and spot.path[: len(path)] != path]
    if others:
        yield put(document, path, get(document, random.choice(others)))


def cut(document: Any, path: Path, random: Random) -> Iterator[Any]:
    """A string that ends too early, or goes on."""
    value = get(document, path)
    if isinstance(value, str) and value:
        yield put(document, path, value[: random.randrange(len(value))])
        yield put(document, path, value + random.choice((")", ", N)", "x", " ", "(", "`")))


WAYS: dict[str, Way] = {
    "deleted": delete,
    "duplicated": duplicate,
    "renamed key": rename_key,
    "wrapped": wrap,
    "another type": other_type,
    "emptied": empty,
    "swapped": swap,
    "number": number,
    "one more": more,
    "from elsewhere": elsewhere,
    "cut": cut,
}

# --- changes of a node of a term -------------------------------------------------------------------------------

TermWay = Callable[[Tree, tuple[int, ...], list[Tree], Random], Iterator[Tree]]
_ALIKE = (
    ("add", "mul", "hadamard"),
    ("dot", "outer"),
    ("trace", "det", "norm"),
    ("sqrt", "exp", "abs", "neg", "tanh", "log"),
    ("inverse", "transpose", "pinv"),
    ("sum", "prod"),
    ("pow", "hpow"),
    ("ones", "zeros"),
)


def _at(whole: Tree, node: tuple[int, ...]) -> Tree:
    for k in node:
        whole = (whole.arguments or ())[k]
    return whole


def operation(whole: Tree, node: tuple[int, ...], _: list[Tree], random: Random) -> Iterator[Tree]:
    """Another operation of the same sort."""
    here = _at(whole, node)
    for group in _ALIKE:
        if here.arguments is not None and here.word in group:
            yield whole.put(node, Tree(random.choice([w for w in group if w != here.word]), here.arguments))


def argument_dropped(whole: Tree, node: tuple[int, ...], _: list[Tree], random: Random) -> Iterator[Tree]:
    """One argument less; where one is left, itself for the whole."""
    here = _at(whole, node)
    if here.arguments:
        yield whole.put((*node, random.randrange(len(here.arguments))), None)
        yield whole.put(node, random.choice(here.arguments))


def argument_doubled(whole: Tree, node: tuple[int, ...], _: list[Tree], random: Random) -> Iterator[Tree]:
    """One argument twice."""
    here = _at(whole, node)
    if here.arguments:
        yield whole.put(node, Tree(here.word, (*here.arguments, random.choice(here.arguments))))


def arguments_swapped(whole: Tree, node: tuple[int, ...], _: list[Tree], random: Random) -> Iterator[Tree]:
    """The arguments in another order."""
    here = _at(whole, node)
    if here.arguments and len(here.arguments) > 1:
        yield whole.put(node, Tree(here.word, here.arguments[::-1]))


def another_name(whole: Tree, node: tuple[int, ...], words: list[Tree], random: Random) -> Iterator[Tree]:
    """Another name, index or number that occurs; one that does not."""
    here = _at(whole, node)
    if here.arguments is None:
        others = [word for word in words if word.arguments is None and word != here]
        if others:
            yield whole.put(node, random.choice(others))
        yield whole.put(node, Tree(here.word + "x"))


def another_number(whole: Tree, node: tuple[int, ...], _: list[Tree], random: Random) -> Iterator[Tree]:
    """Another number."""
    here = _at(whole, node)
    if _NUMBER.fullmatch(here.word):
        yield whole.put(node, Tree(random.choice(("0", "1", "-1", "2", "3", "1/2", f"{here.word}1"))))


def another_term(whole: Tree, node: tuple[int, ...], words: list[Tree], random: Random) -> Iterator[Tree]:
    """Three other terms of the document."""
    yield from (whole.put(node, new) for new in random.sample(words, min(len(words), 3)))


def negated(whole: Tree, node: tuple[int, ...], _: list[Tree], random: Random) -> Iterator[Tree]:
    """−x, 2x, x / N, x + x, √(x²) for x."""
    here = _at(whole, node)
    made = (
        Tree("neg", (here,)),
        Tree("mul", (Tree("2"), here)),
        Tree("div", (here, Tree("N"))),
        Tree("add", (here, here)),
        Tree("sqrt", (Tree("pow", (here, Tree("2"))),)),
    )
    yield from (whole.put(node, new) for new in random.sample(made, 2))


TERM_WAYS: dict[str, TermWay] = {
    "operation": operation,
    "argument dropped": argument_dropped,
    "argument doubled": argument_doubled,
    "arguments swapped": arguments_swapped,
    "another name": another_name,
    "another number": another_number,
    "another term": another_term,
    "sign or factor": negated,
}


# --- mutants ---------------------------------------------------------------------------------------------------


def vocabulary(document: Any) -> list[Tree]:
    """Every node of every term, once."""
    found: dict[Tree, None] = {}
    for spot in spots(document):
        if spot.node == ():
            made = tree(get(document, spot.path))
            if made is not None:
                found.update(dict.fromkeys(node for _, node in made.nodes()))
    return list(found)


def mutants(document: Any, spot: Spot, random: Random, words: list[Tree]) -> Iterator[tuple[str, Any]]:
    """Everything that is made of one spot, with the name of the change."""
    if spot.node is None:
        for name, way in WAYS.items():
            yield from ((name, new) for new in way(document, spot.path, random))
        return
    whole = tree(get(document, spot.path))
    if whole is not None:
        for name, change in TERM_WAYS.items():
            for new in change(whole, spot.node, words, random):
                if new != whole:
                    yield f"term: {name}", put(document, spot.path, str(new))
