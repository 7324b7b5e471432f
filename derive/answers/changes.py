"""Small changes of one side of a relation, such as authors make by mistake, in a documented order.

A *kind* (`derive.answers.mistakes`, `derive.answers.factors`) makes of one place of a side what may have been meant
there, with words for it.  The changes that are well-typed come in this order:

1. of the right side: the opposite of all of it; a constant factor or divisor left out; N − 1, another dimension or N + 1 in
   place of N, and N in place of N − 1; the factors 2, 1/2, N, 1/N of all of it, and constants of the other side; a sign of a
   sum turned; a transpose taken or added, two indices exchanged; an exponent or root changed, added or taken, a constant
   fraction turned over; the factors above on a summand, under a root or in a function;
2. of the left side: the same, but for the opposite and factors of all of it, as these are changes of the right side;
3. of the right side, then of the left: the factors N − 1, N², √N and the like of all of it, then of a part; a summand left
   out; a statistic subtracted; a parameter added under a root or in a divisor; a root, quotient or power that ends
   elsewhere; two neighbouring factors exchanged; another index; Kronecker's δ as a factor; any factor or divisor left out;
   what only the other side has as a factor, divisor or summand; 1/N, N or 1 as a summand; another number; another name.

Places come from the outside in, from the left.  Where the shapes of the sides differ, what gives a side the shape of the
other comes first.  Whether a change makes the relation true is not asked here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from derive.answers import factors
from derive.answers import mistakes as slips
from derive.answers.places import Kind, Option, Place, Relation, places, put
from derive.errors import InputError
from derive.language.terms import Term


@dataclass(frozen=True)
class Change:
    """A side after a change of ``relation``.  ``careful``: it says nothing if it makes both sides the same, or 0."""

    option: Option
    relation: Relation
    side: Term
    on_left: bool
    careful: bool

    @property
    def words(self) -> str:
        """Words for it that go on "true with …"."""
        return self.relation.worded(self.option.words) + (", on the left" if self.on_left else "")


class Entry(NamedTuple):
    """A kind; ``whole``: of all of the right side only; ``careful``: see `Change`."""

    kind: Kind
    whole: bool = False
    careful: bool = False


#: The first round, and the second; see the module docstring.
ROUNDS: tuple[tuple[Entry, ...], ...] = (
    (
        Entry(slips.shape),
        Entry(slips.opposite, whole=True),
        Entry(factors.constant_left_out),
        Entry(slips.size),
        Entry(partial(factors.factor_of_all, factors.simple_factors), whole=True),
        Entry(slips.sign),
        Entry(slips.transpose_left_out),
        Entry(slips.transpose),
        Entry(slips.exchanged_indices, careful=True),
        Entry(slips.exponent),
        Entry(slips.reciprocal),
        Entry(partial(factors.factor_of_a_part, factors.simple_factors)),
    ),
    (
        Entry(partial(factors.factor_of_all, factors.other_factors), whole=True),
        Entry(partial(factors.factor_of_a_part, factors.other_factors)),
        Entry(slips.summand_left_out),
        Entry(slips.statistic),
        Entry(slips.parameter),
        Entry(slips.brackets),
        Entry(slips.order, careful=True),
        Entry(slips.index, careful=True),
        Entry(factors.lost_delta, careful=True),
        Entry(factors.factor_left_out),
        Entry(factors.lost_part),
        Entry(factors.lost_constant),
        Entry(slips.number),
        Entry(slips.name, careful=True),
    ),
)


def changes(lhs: Term, rhs: Term) -> Iterator[Change]:
    """Every change of one side that leaves sides of one shape, each once, in the documented order."""
    seen = {(lhs, rhs)}
    for entries in ROUNDS:
        for on_left in (False, True):
            relation = Relation(lhs, rhs) if on_left else Relation(rhs, lhs)
            found = list(places(relation.side))
            for entry in entries:
                for place in found if not entry.whole else () if on_left else found[:1]:
                    for option in _offered(entry.kind, place, relation):
                        side = put(relation.side, place, option.term)
                        if side is None or side.shape != relation.other.shape:
                            continue
                        sides = (side, rhs) if on_left else (lhs, side)
                        if sides not in seen:
                            seen.add(sides)
                            yield Change(option, relation, side, on_left, entry.careful)


def _offered(kind: Kind, place: Place, relation: Relation) -> Iterator[Option]:
    """What a kind offers, up to the first thing that is beyond the limits of a term."""
    try:
        yield from kind(place, relation)
    except InputError:
        return
