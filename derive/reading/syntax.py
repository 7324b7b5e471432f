"""What the grammar gives: a small tree without types, each node with the offset it stands at.

A tree says only what was written; which product a ``*`` is, and over which dimension an ``I`` runs, is found by
`derive.reading.elaborate`.  Nodes are compared by identity: two occurrences of ``one`` may differ in dimension.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar, Union, dataclass_transform

from derive.language.terms import MAX_DEPTH


class TooDeep(Exception):
    """A tree deeper than terms may be; ``at`` is where.  A signal from the grammar to its caller, never seen by users."""

    def __init__(self, at: int) -> None:
        self.at = at
        super().__init__(at)


@dataclass_transform(frozen_default=True, eq_default=False)
@dataclass(frozen=True, eq=False)
class Tree:
    """Base of the nodes, each of which is a frozen dataclass compared by identity; ``at`` is an offset into the text."""

    at: int
    #: The fields that hold the nodes directly below: one, or a tuple of them.
    _below: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, eq=False)(cls)

    def __post_init__(self) -> None:
        depth = 1 + max((child.depth for child in self.below()), default=0)
        if depth > MAX_DEPTH:
            raise TooDeep(self.at)
        object.__setattr__(self, "_depth", depth)

    @property
    def depth(self) -> int:
        """The number of nodes on the longest path down."""
        depth: int = object.__getattribute__(self, "_depth")
        return depth

    def below(self) -> tuple[Tree, ...]:
        """The nodes directly below."""
        found: list[Tree] = []
        for name in self._below:
            value = getattr(self, name)
            found += value if isinstance(value, tuple) else (value,)
        return tuple(found)

    def with_below(self, parts: Iterable[Tree]) -> Tree:
        """The same node with others directly below, as many as it has."""
        rest = iter(parts)
        values = ((name, getattr(self, name)) for name in self._below)
        made: dict[str, Any] = {
            n: tuple(next(rest) for _ in v) if isinstance(v, tuple) else next(rest) for n, v in values
        }
        return replace(self, **made) if made else self

    def parts(self) -> Iterator[Tree]:
        """This node, and every one below it."""
        yield self
        for child in self.below():
            yield from child.parts()


class Numeral(Tree):
    """A number; ``bare`` while it stands without parentheses, so that 1/2 is one number."""

    value: Fraction
    bare: bool = True


def in_lowest_terms(above: Tree, below: Tree) -> Fraction | None:
    """1/2 is one number when it is written in lowest terms; 2/4 stays a quotient, as its author wanted it."""
    match above, below:
        case Numeral(value=one), Numeral(value=other) if one.denominator == other.denominator == 1 and other >= 2:
            return one / other if (one / other).denominator == other else None
    return None


class Word(Tree):
    name: str


class At(Word):
    """A place as an index, counted as `derive.language.places.place` counts; of the dimension ``dim``, if that is named."""

    number: int
    dim: Word | Numeral | None = None


class Chained(Tree):
    """first op next op next …, of one precedence; ``rest`` has the sign, its offset and the operand."""

    first: Tree
    rest: tuple[tuple[str, int, Tree], ...]

    def below(self) -> tuple[Tree, ...]:
        return (self.first, *(operand for _, _, operand in self.rest))

    def with_below(self, parts: Iterable[Tree]) -> Tree:
        first, *others = parts
        rest = tuple((sign, at, other) for (sign, at, _), other in zip(self.rest, others, strict=True))
        return replace(self, first=first, rest=rest)


class Plus(Chained):
    """A chain of + and -."""


class Times(Chained):
    """A chain of *, / and @."""


class Minus(Tree):
    """-x."""

    operand: Tree
    _below = ("operand",)


class Raised(Tree):
    """base ^ exponent; ``at`` is the sign ^."""

    base: Tree
    exponent: Fraction
    _below = ("base",)


class Transposed(Tree):
    """operand.T"""

    operand: Tree
    _below = ("operand",)


class Indexed(Tree):
    """base[i, j]"""

    base: Tree
    indices: tuple[Word, ...]
    _below = ("base",)


class Ranged(Tree):
    """i : N, the first argument of a sum."""

    name: str
    dim: Word | Numeral


class Apart(Tree):
    """m != n, m != k, …, the first argument of a product over all m but these."""

    name: str
    others: tuple[Word, ...]


class Call(Tree):
    """name(arguments)."""

    name: str
    arguments: tuple[Tree, ...]
    _below = ("arguments",)


@dataclass(frozen=True, eq=False)
class Relations:
    """side = side = …; ``rest`` has the relation sign, its offset and the side."""

    first: Tree
    rest: tuple[tuple[str, int, Tree], ...]


@dataclass(frozen=True, eq=False)
class Property:
    """A property word and where it stands."""

    at: int
    word: str


@dataclass(frozen=True, eq=False)
class Claimed:
    """``nonzero g`` or ``g nonzero``: properties before and after a term; both empty in a list ``nonzero g, h``."""

    before: tuple[Property, ...]
    term: Tree
    after: tuple[Property, ...]


Assumption = Union[Claimed, Relations]  # noqa: UP007


@dataclass(frozen=True, eq=False)
class Declares:
    """``dimension N``, ``vectors a, g : N nonzero``, ``matrix X : N x K``, ``index i : N``."""

    kind: str
    names: tuple[Word, ...]
    dims: tuple[Word | Numeral, ...] = ()
    properties: tuple[Property, ...] = ()


@dataclass(frozen=True, eq=False)
class DeclaresScalars:
    """``scalar eps >= 0, c != 0, t positive``: a name with relations to 0 and properties each."""

    items: tuple[tuple[Word, tuple[tuple[str, int, Tree], ...], tuple[Property, ...]], ...]


@dataclass(frozen=True, eq=False)
class Lets:
    """``let mu = mean(a)`` or ``let f(u : N) = u/norm(u)``."""

    name: Word
    parameters: tuple[tuple[Word, tuple[Word | Numeral, ...]], ...]
    sign: Property
    body: Tree


@dataclass(frozen=True, eq=False)
class Assumes:
    """``assume one.T*v = 0``, or a hypothesis alone."""

    assumptions: tuple[Assumption, ...]


Clause = Union[Declares, DeclaresScalars, Lets, Assumes]  # noqa: UP007
