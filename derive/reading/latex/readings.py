r"""Readings: what a part of a formula may mean, and when there is more than one.

A `Reading` is a tree of plain syntax with the shape it will have, as far as shapes are known before dimensions are
inferred.  A part has one for each shape in which it is well-typed; the text around it decides among shapes.  Two readings
of one shape can never be told apart by what stands around them: that is an `AmbiguityError`, there and then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, fields, replace
from functools import partial, reduce
from itertools import count, pairwise, product
from math import prod
from typing import Any

from derive.errors import AmbiguityError, InputError, LimitError, NameError_, ShapeError
from derive.language.terms import Definition, Dim, Symbol, Term, show_dim
from derive.reading.latex.attempts import surviving
from derive.reading.latex.bare_sums import with_indices
from derive.reading.latex.context import Context
from derive.reading.latex.conventions import CONVENTIONS, LINES, ONE_WAY, relied_on, settled_with
from derive.reading.latex.grammar import parse
from derive.reading.latex.letters import everything, letters
from derive.reading.latex.nodes import Constant, spoken
from derive.reading.latex.spelling import Lexeme
from derive.reading.latex.syntax import Bars, Fraction_, Group, Node, Op, Root, Script, Scripted, Table, WrittenName
from derive.reading.shapes import product_of
from derive.reading.source import Source
from derive.reading.syntax import Call, Indexed, Minus, Numeral, Tree, Word

#: A shape whose dimensions may be unknown.
Rough = tuple[Dim | None, ...]

#: What closes off what stands in it.
ENCLOSING = (Group, Fraction_, Root, Bars, Table)

#: The most combinations of readings that are tried at one place.
MAX_COMBINATIONS = 64

#: The most alternatives that are tried in one formula.
MAX_EFFORT = 1_000


class Exhausted(LimitError):
    """Too many alternatives: the end of the attempt, not of one alternative."""


class Effort:
    """How many alternatives have been tried in one formula, and where its sums start; shared by the readers of its parts.

    ``starts``: the dimension of a sum, "" for a place, which could be of any, and what its first component is called.
    ``relied`` are the conventions that it relies on, ``kept`` the indices that an inequality below a sum leaves free;
    ``lines``: a row of a matrix stands in it by its name.
    """

    def __init__(self) -> None:
        self.spent = 0
        self.starts: set[tuple[str, int]] = set()
        self.lines = False
        self.relied: set[str] = set()
        #: Conventions that words of the text told, and nothing that is declared.
        self.told: set[str] = set()
        self.kept: set[str] = set()


@dataclass(frozen=True)
class Reading:
    """A reading; ``label`` says it in words where there are others, ``convention`` is the one that would settle it."""

    tree: Tree
    shape: Rough
    label: str = ""
    convention: str = ""


class Built(Node):
    """A part of a row that has been read already."""

    readings: tuple[Reading, ...]


def same_shape(left: Rough, right: Rough) -> Rough | None:
    """One shape out of two that may agree, or None."""
    if len(left) != len(right):
        return None
    found: list[Dim | None] = []
    for one, other in zip(left, right, strict=True):
        if one is not None and other is not None and one != other:
            return None
        if 1 in (one, other) and None in (one, other):
            return None
        found.append(other if one is None else one)
    return tuple(found)


def product_shape(left: Rough, right: Rough) -> Rough | None:
    """The shape of a product as in linear algebra, or None."""
    return product_of(left, right, lambda one, other: same_shape((one,), (other,)) is not None)


def is_one(tree: Tree) -> bool:
    """A 1 that stands by itself."""
    return isinstance(tree, Numeral) and tree.bare and tree.value == 1


def is_column(shape: Rough) -> bool:
    """A vector."""
    return len(shape) == 1


def is_row(shape: Rough) -> bool:
    """The transpose of a vector."""
    return len(shape) == 2 and shape[0] == 1


def is_matrix(shape: Rough) -> bool:
    """Two proper axes."""
    return len(shape) == 2 and shape[0] != 1


def is_square(shape: Rough) -> bool:
    """A matrix that may be square."""
    return len(shape) == 2 and shape[0] != 1 and same_shape(shape[:1], shape[1:]) is not None


def show_rough(shape: Rough) -> str:
    """A shape for messages."""
    if not shape:
        return "scalar"
    return f"({' × '.join('?' if dim is None else show_dim(dim) for dim in shape)})"


Option = tuple[str, Callable[[], list[Reading]]]


@dataclass(frozen=True)
class Construct:
    """A construct in a row that acts on its neighbours.

    ``read`` is given what stands before a node, the node, and what follows; it is asked of every node that ``acts`` on what
    follows, whatever that is, without that of every node.  It gives the readings of the whole row, or None where it has no
    part in it.
    """

    read: Callable[[Reader, Sequence[Node], Any, Sequence[Node]], list[Reading] | None]
    acts: Callable[[Reader, Node], bool] | None = None


@dataclass(frozen=True)
class Constructs:
    """Which reader reads what: kinds of nodes, and rows of them.

    Those ``acting`` in a row are asked in passes, from the left; ``names`` are what a name with its scripts may mean.
    """

    nodes: Mapping[type[Node], Callable[[Reader, Any], list[Reading]]]
    row: Callable[[Reader, Sequence[Node]], list[Reading]]
    acting: Sequence[Sequence[Construct]]
    names: Sequence[Callable[[Reader, WrittenName], list[Option]]]


class Reader:
    """One formula being read in one context: how its parts are dispatched to their readers, and what readers share."""

    def __init__(
        self,
        constructs: Constructs,
        source: Source,
        context: Context,
        sides: Sequence[Node] = (),
        elsewhere: frozenset[str] = frozenset(),
        bound: frozenset[str] = frozenset(),
    ) -> None:
        """``sides`` are what is read as one formula, ``elsewhere`` the free indices of what it goes on with.

        ``bound`` are the names of the indices that are bound where this reader reads, those of them ``closed`` outside
        of brackets, a fraction or a root, so that a sign inside may bind them anew, and ``renamed`` where it does.
        Inside of a mean ``running`` is its index, and ``whole`` reads what is outside; ``drawn`` has the dimension of
        each component at a running index, and ``inner`` the readers of the insides of means by their index; ``derived``
        are derivatives of functions, with what they speak of besides their parameters.
        """
        self.constructs, self.source, self.context = constructs, source, context
        self.error, self.fail, self.ambiguous, self.make = source.error, source.fail, source.ambiguous, source.make
        self.sides, self.elsewhere, self.bound = tuple(sides), elsewhere, bound
        self.closed, self.renamed = bound, dict[str, str]()
        self.effort = Effort()
        self.running: Word | None = None
        self.whole: Reader | None = None
        self.drawn: dict[Tree, Dim | None] = {}
        self.inner: dict[str, Reader] = {}
        self.derived: dict[Definition, tuple[Symbol, ...]] = {}
        self.known: dict[Node, list[Reading] | InputError] = {}
        self.readers: dict[object, Reader] = {}
        self.spreads = False

    def anew(self, context: Context) -> Reader:
        """A reader of the same formula in another context."""
        found = Reader(self.constructs, self.source, context, self.sides, self.elsewhere, self.bound)
        found.closed, found.renamed = self.closed, self.renamed
        return found

    def within(
        self, bound: frozenset[str], closed: frozenset[str] | None = None, renamed: Mapping[str, str] | None = None
    ) -> Reader:
        """The reader of the same formula where these indices are bound."""
        closed, names = self.closed if closed is None else closed, {**self.renamed, **(renamed or {})}
        if (bound, closed, names) == (self.bound, self.closed, self.renamed):
            return self
        key = bound, closed, tuple(sorted(names.items()))
        if (found := self.readers.get(key)) is None:
            found = self.readers[key] = copy(self)
            found.bound, found.closed, found.renamed, found.known = bound, closed, names, {}
        return found

    @property
    def spreading(self) -> Reader:
        """The reader of the same formula to which a number in a sum with a vector is added to each component."""
        found = copy(self)
        found.spreads, found.known, found.inner, found.readers = True, {}, {}, {}
        return found

    @property
    def enclosed(self) -> Reader:
        """The reader of what stands in brackets, above or below a bar, or under a root."""
        return self.within(self.bound, self.bound)

    @property
    def outside(self) -> Reader:
        """The reader to which vectors are vectors, inside of a mean too."""
        return self if self.whole is None else self.whole.within(self.bound, self.closed, self.renamed)

    def read(self, node: Node) -> list[Reading]:
        """The readings of a node; the same answer, or the same error, whenever it is asked again; raises without any."""
        found = self.known.get(node)
        if found is None:
            try:
                reader = self.enclosed if isinstance(node, ENCLOSING) else self
                found = self.constructs.nodes[type(node)](reader, node)
            except InputError as error:
                found = error
            self.known[node] = found
        if isinstance(found, InputError):
            raise found
        return found

    def row(self, items: Sequence[Node]) -> list[Reading]:
        """The readings of factors and signs side by side."""
        return self.constructs.row(self, items)

    def inside(self, raw: Sequence[Lexeme]) -> list[Reading]:
        """The readings of lexemes that stand in a script."""
        node = parse(self.source, raw, "expr", raw[-1].end if raw else 0)
        return self.read(with_indices(self.source, self.context, node, self.bound))

    def around(
        self,
        before: Sequence[Node],
        at: int,
        found: list[Reading],
        after: Sequence[Node],
        scripts: tuple[Script, ...] = (),
    ) -> list[Reading]:
        """A row of which a part has been read, with the scripts on that part."""
        part = Built(at, tuple(found))
        return self.row([*before, Scripted(at, part, scripts) if scripts else part, *after])

    def named_term(self, name: str) -> Term:
        """What a name of a term means; raises `NameError_` when its definition does not fit what is declared anew."""
        meaning = self.context.env.names.get(name)
        if meaning is None:
            by = self.context.env.withdrawn.get(name, "what is declared now")
            hint = f"its definition does not fit {by} as declared anew; define it again with let"
            raise NameError_(f"the unknown name {name}", hint=hint)
        if not isinstance(meaning, Term):
            raise TypeError(f"{name} is no term")
        return meaning

    def fresh(self, nodes: Sequence[Node] = (), taken: Iterable[str] = ()) -> str:
        """A name for an index that nothing in some nodes, and nothing that is declared or bound, is called."""
        used = {*self.bound, *self.context.env.names, *letters(*nodes), *taken}
        names = (letter + "'" * primes for primes in count() for letter in "ijklmn")
        return next(name for name in names if name not in used)

    def at_running(self, c: Reading) -> Reading:
        """Inside of a mean the component of a vector, at the running index; anything else itself."""
        if self.running is None or not c.shape:
            return c
        if not is_column(c.shape):
            hint = "a mean here is one of components of vectors; write the sum"
            raise self.fail(c.tree.at, f"{show_rough(c.shape)} inside of a mean", hint, ShapeError)
        component = Indexed(c.tree.at, c.tree, (self.running,))
        self.drawn[component] = c.shape[0]
        return Reading(component, ())

    def well_typed(self, attempts: Iterable[Callable[[], list[Reading]]]) -> list[Reading]:
        """What the attempts give that are well-typed; raises the error of the first when none is."""
        return [reading for found in surviving(attempts, AmbiguityError, LimitError) for reading in found]

    def alternatives(
        self, at: int, what: str, options: Sequence[Option], hint: str, convention: str = ""
    ) -> list[Reading]:
        """The readings of all options that are well-typed.  ``convention``: the one that would settle it.

        Raises `AmbiguityError` for two of one shape, and the error of the first option when none is well-typed.
        """

        def attempt(label: str, option: Callable[[], list[Reading]]) -> list[Reading]:
            self.effort.spent += len(options) > 1
            if self.effort.spent > MAX_EFFORT:
                message = f"more than {MAX_EFFORT} ways to read this"
                raise Exhausted(self.fail(at, message).message, hint="add parentheses")
            return [replace(reading, label=label, convention=convention) for reading in option()]

        found = self.well_typed(partial(attempt, *option) for option in options)
        return self.distinct(at, what, found, hint, convention)

    def distinct(self, at: int, what: str, found: list[Reading], hint: str, convention: str = "") -> list[Reading]:
        """The readings, if no two have one shape; raises `AmbiguityError` otherwise."""
        seen: dict[Rough, Reading] = {}
        for reading in found:
            if (other := seen.get(reading.shape)) is not None:
                raise self.ambiguous(at, what, self.told_apart(other, reading), hint, convention)
            seen[reading.shape] = reading
        return found

    def told_apart(self, *readings: Reading) -> list[str]:
        """Readings in words, with what they come to where that is short."""
        words = (f"{c.label}, {spoken(c.tree)}" if c.label else spoken(c.tree) for c in readings)
        return [word for word in words if word]

    def choice(self, convention: str, at: int, what: str, readings: Sequence[str] = ()) -> str:
        """How a notation with two readings is read; raises `AmbiguityError` where nothing settles it."""
        if found := self.context.choice(convention):
            if not self.context.printed:
                self.effort.relied.add(relied_on(convention, found))
            return found
        said = readings or list(CONVENTIONS[convention].choices.values())
        told_apart = len(set(said)) == len(said)
        raise self.ambiguous(at, what, said, settled_with(convention), convention if told_apart else "")

    def combine(
        self, at: int, parts: Sequence[Sequence[Reading]], build: Callable[[list[Reading]], list[Reading]]
    ) -> list[Reading]:
        """What ``build`` makes of every choice of one reading for each part, of which the well-typed ones stay."""
        if prod(len(part) for part in parts) > MAX_COMBINATIONS:
            raise self.fail(at, f"more than {MAX_COMBINATIONS} ways to read this", "add parentheses", LimitError)
        found = self.well_typed(partial(build, list(choice)) for choice in product(*parts))
        return self.distinct(at, "a formula", found, "add parentheses")

    def mapped(self, readings: Sequence[Reading], build: Callable[[Reading], Reading]) -> list[Reading]:
        """What ``build`` makes of each reading, of which the well-typed ones stay."""
        at = readings[0].tree.at if readings else 0
        return self.combine(at, [readings], lambda choice: [build(choice[0])])

    def shaped(self, readings: Sequence[Reading], at: int, fits: Callable[[Rough], bool], what: str) -> list[Reading]:
        """The readings whose shape fits; raises `ShapeError` when none does."""
        found = [reading for reading in readings if fits(reading.shape)]
        if not found:
            shape = show_rough(readings[0].shape)
            raise self.fail(at, f"{what} of shape {shape}", kind=ShapeError)
        return found

    def product(self, factors: Sequence[Reading]) -> Reading:
        """Factors side by side; raises `ShapeError` where two do not fit."""
        if self.spreads and len(factors) > 1:
            factors = self.by_entries(factors)
        if len(factors) == 1:
            return factors[0]
        shape = factors[0].shape
        for before, factor in pairwise(factors):
            ones = is_one(before.tree) and self.context.size is not None
            if ones and is_row(factor.shape) and not self.context.printed:
                labels, hint = ["the number 1", r"the vector of ones, \vec 1"], r"write \vec 1, or leave it out"
                raise self.ambiguous(before.tree.at, "a bare 1 before a row", labels, hint)
            if len(shape) == 2 and is_one(factor.tree) and not self.context.printed:
                labels = ["the number 1", r"the vector of ones, \vec 1"]
                hint = r"write \vec 1, or leave it out"
                raise self.ambiguous(factor.tree.at, "a bare 1 after a matrix", labels, hint)
            fitted = product_shape(shape, factor.shape)
            if fitted is None:
                if self.effort.lines and not self.context.printed:
                    self.choice(LINES, factor.tree.at, "the named row of a matrix")
                shapes = f"{show_rough(shape)} and {show_rough(factor.shape)}"
                if is_column(shape) and is_column(factor.shape):
                    hint = r"write \vec a \cdot \vec b, \vec a \odot \vec b or \vec a^\top \vec b"
                    raise self.fail(factor.tree.at, f"two column vectors side by side, {shapes}", hint, ShapeError)
                hint = r"inner dimensions must agree; \odot is the product by components"
                raise self.fail(factor.tree.at, f"a product of shapes {shapes}", hint, ShapeError)
            shape = fitted
        return Reading(Call(factors[0].tree.at, "product", tuple(factor.tree for factor in factors)), shape)

    def by_entries(self, factors: Sequence[Reading]) -> list[Reading]:
        r"""Factors with ``f \odot (1 - f)`` for ``f (1 - f)`` of one vector f, which is no other product.

        Where a formula has ``\cdot``, that could be meant as well.
        """
        if any(isinstance(node, Op) and node.sign == "." for side in self.sides for node in everything(side)):
            return list(factors)
        made = [factors[0]]
        for factor in factors[1:]:
            before = made[-1]
            if any(
                is_column(one.shape) and is_less(other.tree, one.tree)
                for one, other in ((before, factor), (factor, before))
            ):
                tree = Call(before.tree.at, "hadamard", (before.tree, factor.tree))
                made[-1] = Reading(tree, before.shape)
                self.effort.relied.add(ONE_WAY["entrywise"])
            else:
                made.append(factor)
        return made

    def alike(self, parts: Sequence[Reading], what: str) -> Rough:
        """The one shape of several parts; raises `ShapeError`.  A bare 0 has any shape only where it stands alone."""

        def joined(left: Rough, part: Reading) -> Rough:
            shape = same_shape(left, part.shape)
            if shape is None:
                message = f"{what} of shapes {show_rough(left)} and {show_rough(part.shape)}"
                hint = r"write c \vec 1 or c I for a scalar that acts on every component"
                raise self.fail(part.tree.at, message, hint, ShapeError)
            return shape

        return reduce(joined, parts[1:], parts[0].shape)


def is_less(tree: Tree, vector: Tree) -> bool:
    """Is a tree 1 - v of a vector v, the 1 at each component?"""
    match tree:
        case Call(name="add", arguments=(Constant(kind="ones"), Minus(operand=other))):
            return alike(other, vector)
    return False


def alike(one: object, other: object) -> bool:
    """Are two readings the same tree, wherever its parts stand?"""
    if isinstance(one, Tree | Reading):
        names = [f.name for f in fields(one) if f.name not in ("at", "label", "convention")]
        return type(one) is type(other) and all(alike(getattr(one, n), getattr(other, n)) for n in names)
    if isinstance(one, list | tuple) and isinstance(other, Sequence):
        return len(one) == len(other) and all(map(alike, one, other))
    return one == other
