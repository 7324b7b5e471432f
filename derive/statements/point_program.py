"""Procedures on finite families of points, as data that can be run and reasoned about.

A program chooses points one after the other, each the least or greatest in position among those that satisfy a condition,
and ends with `Merge` of two chosen points or with `Stop`.  The same object has two readings:

* `choice` runs it on exact numbers;
* `paths` gives, for each of its ends, the facts that hold for *every* finite family that gets there.  If the choice
  succeeds: the point satisfies the condition, and no point that satisfies it is less (greater).  If it fails: no point
  satisfies it.  No more is used, and it is true because a finite set of reals that is not empty has a least and a greatest
  element.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from derive.errors import InputError, Undecided
from derive.evaluate.numbers import Real, sign
from derive.language.hypotheses import Equality
from derive.language.terms import Symbol
from derive.printing import Sentence
from derive.printing.sentences import Piece
from derive.search.elimination import Literal, Rational, form_of
from derive.statements.linear_order import at_most, negated, relation
from derive.statements.point_cases import Fact, attribute

#: The letters that stand for all points, and for all partners of them, in the facts of a choice.
_EACH, _PARTNER = "x", "y"


def position(point: str) -> Symbol:
    """The position p of a point."""
    return attribute("p", point)


def label(point: str) -> Symbol:
    """The label c of a point, a number."""
    return attribute("c", point)


@dataclass(frozen=True)
class Stop:
    """End here."""


@dataclass(frozen=True)
class Merge:
    """Merge the two points, then start again."""

    first: str
    second: str


@dataclass(frozen=True)
class Choose:
    """Let ``point`` be the least (greatest) in position of those that satisfy the condition; then go on.

    Attributes:
        point: its letter.
        condition: inequalities between attributes of this point and of those chosen before; all of them.
        then, otherwise: what to do when there is one, and when there is none.
        greatest: take the greatest in place of the least.
        partner, relation: if given, there must also be another point, with this letter, and these inequalities must hold.
    """

    point: str
    condition: tuple[Literal, ...]
    then: Program
    otherwise: Program
    greatest: bool = False
    partner: str = ""
    relation: tuple[Literal, ...] = ()

    @property
    def whole(self) -> tuple[Literal, ...]:
        """All that must hold of the point, and of its partner."""
        return (*self.condition, *self.relation)

    def __post_init__(self) -> None:
        if {_EACH, _PARTNER} & {self.point, self.partner, *Fact(self.whole).names}:
            raise InputError(
                f"the letters {_EACH!r} and {_PARTNER!r} of chosen points", hint="they stand for all points"
            )
        if bool(self.partner) != bool(self.relation) or self.partner in {self.point, *Fact(self.condition).names}:
            raise InputError("a partner without a relation, or with the letter of another point")
        if {self.point, self.partner} & _chosen(self.then):
            raise InputError(f"the letter {self.point!r} for two chosen points", hint="take another letter")


Program = Choose | Merge | Stop


def _chosen(program: Program) -> frozenset[str]:
    """The letters of all points that a program may choose."""
    if not isinstance(program, Choose):
        return frozenset()
    return frozenset({program.point, program.partner} - {""}) | _chosen(program.then) | _chosen(program.otherwise)


def paths(program: Program) -> Iterator[tuple[tuple[Fact, ...], Merge | Stop]]:
    """Each end of a program, with the facts that hold when it is reached."""
    if not isinstance(program, Choose):
        yield (), program
        return
    letters = {program.point: _EACH, program.partner: _PARTNER}
    misses = tuple(each for literal in Fact(program.whole).put(letters) for each in negated(literal))
    each = (_EACH, _PARTNER) if program.partner else (_EACH,)
    chosen, other = position(program.point), position(_EACH)
    extreme = at_most(other, chosen) if program.greatest else at_most(chosen, other)
    found = (*(Fact((literal,)) for literal in program.whole), Fact((*misses, extreme), each))
    for facts, end in paths(program.then):
        yield (*found, *facts), end
    for facts, end in paths(program.otherwise):
        yield (Fact(misses, each), *facts), end


def choice(program: Program, positions: Sequence[Real], labels: Sequence[int]) -> tuple[int, int] | None:
    """Run it: the places of the two points to be merged, or None for `Stop`.

    Raises `Undecided` where the numbers are enclosures that cannot be compared.
    """
    places: dict[str, int] = {}
    while isinstance(program, Choose):
        best: int | None = None
        for place, value in enumerate(positions):
            at = {**places, program.point: place}
            if not all(_holds(literal, at, positions, labels) for literal in program.condition):
                continue
            partners = ({**at, program.partner: other} for other in range(len(positions)))
            if program.partner and not any(
                all(_holds(literal, pair, positions, labels) for literal in program.relation) for pair in partners
            ):
                continue
            if best is None or _certain_sign(value - positions[best]) == (1 if program.greatest else -1):
                best = place
        if best is None:
            program = program.otherwise
        else:
            places[program.point] = best
            program = program.then
    if isinstance(program, Stop):
        return None
    if not {program.first, program.second} <= places.keys():
        raise InputError(f"a merge of {program.first} and {program.second}, not both of which are chosen")
    return places[program.first], places[program.second]


def _holds(literal: Literal, places: Mapping[str, int], positions: Sequence[Real], labels: Sequence[int]) -> bool:
    """Does an inequality hold?  What is said of one point twice is added up first: p − p is 0, also of an enclosure."""
    parts, constant = _attributes(literal)
    total: dict[tuple[str, int], Rational] = {}
    for name, letter, part in parts:
        if letter not in places:
            raise InputError("a condition that is not linear in the attributes of chosen points")
        key = name, places[letter]
        total[key] = total.get(key, 0) + part
    value: Real | int = constant
    for (name, place), part in total.items():
        if part:
            value = (positions[place] if name == "p" else labels[place]) * part + value
    known = _certain_sign(value)
    if isinstance(literal, Equality):
        return known == 0
    return known > 0 if literal.kind == "positive" else known >= 0


@lru_cache(maxsize=1024)
def _attributes(literal: Literal) -> tuple[tuple[tuple[str, str, Rational], ...], Rational]:
    """The side of a literal: attributes with the letters of their points and their multiples, and the constant."""
    parts, constant = form_of(literal)
    named = (
        (*unknown.name.partition("_")[::2], part) for unknown, part in parts.items() if isinstance(unknown, Symbol)
    )
    found = tuple(named)
    if len(found) < len(parts):
        raise InputError("a condition that is not linear in the attributes of chosen points")
    return found, constant


def _certain_sign(value: Real | int) -> int:
    known = sign(value)
    if known is None:
        raise Undecided("two numbers that could not be told apart")
    return known


def told(program: Program) -> Sentence:
    """The program in words: ``let p_i be the least with …, and merge p_i and p_j``; without such a point it stops."""
    match program:
        case Stop():
            return ("stop",)
        case Merge(first, second):
            return ("merge", position(first), "and", position(second))
    said: list[Piece] = ["let", position(program.point), "be the greatest" if program.greatest else "be the least"]
    for number, literal in enumerate(program.condition):
        said += ["and" if number else "with", *relation(literal)]
    for number, literal in enumerate(program.relation):
        said += ["and" if number else f"for which there is a point {program.partner} with", *relation(literal)]
    said += [", and", *told(program.then)]
    if isinstance(program.otherwise, Stop):
        return tuple(said)
    return (*said, "; if there is no such", position(program.point), ",", *told(program.otherwise))
