"""Places of a side of a relation, and what may be put there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from derive.errors import InputError
from derive.language import terms as t
from derive.language.substitution import (
    Position,
    at,
    dimensions_of,
    replace_at,
    subterms,
    symbols_of,
    unfolded_subterms,
)
from derive.printing import text

ONE = t.as_term(1)
#: Places of a side that are looked at, and names that are tried at one of them.
MAX_PLACES = 120
MAX_NAMES = 6
#: Characters of a term in words.
MAX_SHOWN = 60


#: Words, and terms in words of their own; see `Relation.worded`.
Words = tuple[object, ...]


class Option(NamedTuple):
    """What may stand in a place, and words for it."""

    term: t.Term
    words: Words


@dataclass(frozen=True)
class Place:
    """A sub-term of a side: where, inside what, and the indices that are bound there."""

    position: Position
    term: t.Term
    parent: t.Term | None = None
    bound: tuple[t.Index, ...] = ()

    @property
    def under_root(self) -> bool:
        """Does it stand under a root, or a half-integer exponent?"""
        parent = self.parent
        return isinstance(parent, t.Sqrt) or (isinstance(parent, t.Power) and parent.exponent.denominator == 2)


@dataclass(frozen=True)
class Relation:
    """A side that is to be changed, and the other one."""

    side: t.Term
    other: t.Term

    def worded(self, words: Words) -> str:
        """Words as a text, with terms as they are printed beside the sides, shortened."""
        return " ".join(self._shown(word) if isinstance(word, t.Term) else str(word) for word in words)

    def _shown(self, term: t.Term) -> str:
        shown = text(term, beside=(self.side, self.other))
        return shown if len(shown) <= MAX_SHOWN else f"{shown[:MAX_SHOWN]}…"

    @cached_property
    def dimensions(self) -> tuple[t.Dimension, ...]:
        """The dimensions, those that are written first."""
        written = [part for part in (*subterms(self.side), *subterms(self.other)) if isinstance(part, t.Dimension)]
        return tuple(dict.fromkeys((*written, *dimensions_of(self.side, self.other))))

    @cached_property
    def names(self) -> tuple[t.Term, ...]:
        """Symbols, and definitions without arguments; those that are written first."""
        written = (*subterms(self.side), *subterms(self.other))
        inside = (*unfolded_subterms(self.side), *unfolded_subterms(self.other))
        return tuple(dict.fromkeys(part for part in (*written, *inside) if is_name(part)))

    @cached_property
    def lost(self) -> tuple[t.Term, ...]:
        """Names, norms and roots that occur in the other side and not in this one; those that are written first."""
        written = [
            part
            for part in subterms(self.other)
            if not part.free and (is_name(part) or isinstance(part, t.Norm | t.Sqrt))
        ]
        inside = [part for part in unfolded_subterms(self.other) if is_name(part)]
        here, within = set(subterms(self.side)), set(unfolded_subterms(self.side))
        found = (*(part for part in written if part not in here), *(part for part in inside if part not in within))
        return tuple(dict.fromkeys(found))

    @cached_property
    def constants(self) -> tuple[t.Term, ...]:
        """The scalars without symbols that the other side has and this one lacks, other than 1, 2 and sizes."""
        here = {*subterms(self.side), ONE, t.as_term(2)}
        found = dict.fromkeys(part for part in subterms(self.other) if is_constant(part) and part not in here)
        return tuple(part for part in found if not isinstance(part, t.Dimension | t.Neg) and not is_zero(part))

    @cached_property
    def free(self) -> tuple[t.Index, ...]:
        """The free indices of both sides."""
        return tuple(sorted(self.side.free | self.other.free, key=lambda index: (index.name, t.show_dim(index.dim))))


Kind = Callable[[Place, Relation], Iterator[Option]]


def instead(new: t.Term, old: t.Term) -> Option:
    """The new term in place of the old."""
    return Option(new, (new, "in place of", old))


def is_name(term: t.Term) -> bool:
    """A symbol, or a definition without arguments."""
    return isinstance(term, t.Symbol) or (isinstance(term, t.Defined) and not term.arguments)


def is_zero(term: t.Term) -> bool:
    """Is it written as 0, or 0ᵀ?"""
    return isinstance(term, t.Zeros) or term == t.as_term(0) or (isinstance(term, t.Transpose) and is_zero(term.term))


def is_constant(term: t.Term) -> bool:
    """A scalar without symbols and free indices."""
    return term.shape == () and not term.free and not symbols_of(term)


def with_other(parts: Sequence[t.Term], number: int, *new: t.Term) -> tuple[t.Term, ...]:
    """The parts with others, or none, for one of them."""
    return (*parts[:number], *new, *parts[number + 1 :])


def offset(term: t.Term) -> tuple[t.Dimension, int] | None:
    """N and k of N + k."""
    match term:
        case t.Dimension():
            return term, 0
        case t.Add((t.Dimension() as dim, t.Number(value))) if value.denominator == 1:
            return dim, int(value)
        case t.Add((t.Dimension() as dim, t.Neg(t.Number(value)))) if value.denominator == 1:
            return dim, -int(value)
    return None


def shifted(dim: t.Dimension, more: int) -> t.Term:
    """N + k, as one writes it."""
    number = t.as_term(abs(more))
    return t.Add((dim, number if more > 0 else t.Neg(number))) if more else dim


def places(term: t.Term) -> Iterator[Place]:
    """The places of a side, from the outside in, from the left; the first `MAX_PLACES`."""
    waiting = [Place((), term)]
    for _ in range(MAX_PLACES):
        if not waiting:
            return
        place = waiting.pop()
        yield place
        bound = (place.term.index, *place.bound) if isinstance(place.term, t.Binder) else place.bound
        inner = enumerate(place.term.children)
        waiting += reversed([Place((*place.position, number), child, place.term, bound) for number, child in inner])


def put(side: t.Term, place: Place, new: t.Term) -> t.Term | None:
    """The side with something else in a place; None where that is ill-typed, or nothing is left of a summed index."""
    try:
        made = replace_at(side, place.position, new)
    except InputError:
        return None
    for depth in range(len(place.position)):
        before, after = at(side, place.position[:depth]), at(made, place.position[:depth])
        if _uses_index(before) and not _uses_index(after):
            return None
    return made


def _uses_index(term: t.Term) -> bool:
    return isinstance(term, t.Binder) and term.index in term.body.free
