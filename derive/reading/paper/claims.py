"""What a paper says: relations between terms, each with its place, or why it cannot be read; and what is only noted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from derive.authoring import Statement, bound, dot, equation, trace
from derive.errors import InputError
from derive.language.hypotheses import Hypothesis
from derive.language.terms import Term
from derive.reading.latex import Context
from derive.reading.latex.symbols import hypothesis_of
from derive.reading.paper.conditions import EVERYWHERE, Behind, Conditioned, Under
from derive.reading.paper.units import Premise
from derive.reading.source import Placed, Source

#: What is not decided: relations that are noted, those in words, displays without a relation that can be read or of an
#: unknown environment, what its author leaves out, and files that are not followed.
KINDS = ("relation", "words", "display", "skipped", "off", "include")


@dataclass(frozen=True)
class Relation(Placed):
    """One relation of a paper, ``lhs sign rhs`` under ``hypotheses``; or ``error``, why it cannot be read.

    ``source`` and ``at`` are where its sign stands; ``expected`` is a verdict, "proved" by default.  Where it is read in
    several ways ``readings`` has each in words, with what declares it, or ``settled_by`` says how to write it in one.
    ``under`` has the conditions on its free indices.  ``supposed`` is a hypothesis above it that could not be read, and
    without which it may be proved.  ``by`` has the labels of relations above it on which it rests, ``premises`` these.
    """

    sign: str = "="
    lhs: Term | None = None
    rhs: Term | None = None
    hypotheses: tuple[Hypothesis, ...] = ()
    under: Under = EVERYWHERE
    label: str = ""
    expected: str = "proved"
    error: InputError | None = None
    readings: tuple[tuple[str, str, Relation], ...] = ()
    settled_by: str = ""
    supposed: Premise | None = None
    by: tuple[str, ...] = ()
    premises: tuple[Relation, ...] = ()

    @property
    def sides(self) -> tuple[Term, ...]:
        """The sides that were read."""
        return tuple(side for side in (self.lhs, self.rhs) if side is not None)

    @property
    def settling(self) -> str:
        """How to write it in one of its readings, or to declare one."""
        ways = ", or % derive: ".join(filter(None, (declaration for _, declaration, _ in self.readings)))
        return self.settled_by or (
            f"declare the one that is meant: % derive: {ways}" if ways else "write the one that is meant"
        )

    def with_error(self, error: InputError | Premise | None) -> Relation:
        """With an error, or with that of a premise which cannot be read, unless it has one."""
        if self.error is not None or error is None:
            return self
        return replace(self, error=error.not_checked() if isinstance(error, Premise) else error)

    def freely(self) -> Relation:
        """Without what it supposes, in each of its readings."""
        readings = tuple((words, declaration, each.freely()) for words, declaration, each in self.readings)
        return replace(self, supposed=None, readings=readings)

    def assuming(self, given: tuple[Hypothesis, ...], context: Context) -> Relation:
        """Under more hypotheses, which may not tie what it has a derivative of that is only declared."""
        under = replace(self.under, given=(*self.under.given, *given))
        found = replace(self, hypotheses=(*self.hypotheses, *given), under=under)
        try:
            context.check_slopes(self.sides, found.hypotheses)
        except InputError as error:
            return found.with_error(self.source.placed(error, self.at))
        return found


@dataclass(frozen=True)
class Note(Placed):
    """What a paper says that is not decided, and why; ``kind`` is what it is, of `KINDS`."""

    text: str
    label: str = ""
    kind: str = "relation"


def conditioned(link: Relation, context: Context, said: Sequence[Behind], joined: bool, perhaps: bool) -> Relation:
    """A relation under the conditions behind it; ``joined``: it stands beside an arrow.

    Of several rows those above or below the condition have it ``perhaps``: they could be claimed without it.
    """
    if link.lhs is None or link.rhs is None or link.error is not None or not said:
        return link
    source = link.source
    if perhaps and not (said := Conditioned(source, context, said).concerning(link.lhs, link.rhs)):
        return link
    try:
        (lhs, rhs), under = Conditioned(source, context, said).of(link.lhs, link.rhs)
        if under.narrows and joined:
            raise source.error(said[0].at, "a condition beside an implication", "one reading")
        if under.apart and link.sign not in ("=", "<=", ">="):
            raise source.error(
                said[0].at, f"the condition {under.said[0]} of a relation {link.sign}", "one of =, ≤ or ≥"
            )
    except InputError as error:
        return replace(link, error=error)
    if not under.narrows and perhaps:
        return link
    made = replace(link, lhs=lhs, rhs=rhs, under=under)
    if not perhaps:
        return made
    if link.readings:
        return link.with_error(several(source, said))
    words = ", ".join(under.said)
    readings = ((f"it is claimed for {words}", "", made), ("it is claimed of all", "", link))
    return replace(link, readings=readings, settled_by="write the condition on each row of the chain")


def rows_beside(
    relations: Sequence[Relation], chain: Sequence[Relation], context: Context, said: Sequence[Behind], joined: bool
) -> list[Relation]:
    """The relations of a display, those of a chain beside the row that has a condition decided with it and without."""
    made = {link.at: conditioned(link, context, said, joined, perhaps=True) for link in chain}

    def both(found: Relation) -> Relation:
        link = made.get(found.at)
        if link is None or found.error is not None or (link.error is None and link.readings == found.readings):
            return found
        if link.readings and found.readings:
            return found.with_error(several(found.source, said))
        return replace(link, label=found.label, hypotheses=found.hypotheses, supposed=found.supposed)

    return [both(found) for found in relations]


def several(source: Source, said: Sequence[Behind]) -> InputError:
    """The error of a relation that could have the conditions of several rows, or some and a premise."""
    return source.error(said[0].at, "one of several things that could be said of a row", "one reading")


def statement_of(relation: Relation) -> Statement:
    """What a relation says, under its premises if it has any; raises the `InputError` of one that cannot be read.

    p ∝ q between vectors or matrices says that p is its projection on q; a relation for i ≠ j is said of 1 − δᵢⱼ times its
    sides, which are 0 = 0 at i = j.
    """
    lhs, sign, rhs = sides_of(relation)
    hypotheses = given_of(relation)
    return equation(lhs, rhs, *hypotheses) if sign == "=" else bound(lhs, sign, rhs, *hypotheses)


def sides_of(relation: Relation) -> tuple[Term, str, Term]:
    """The sides of what a relation says, which is an equation or a bound."""
    lhs, rhs = relation.lhs, relation.rhs
    if relation.error is not None or lhs is None or rhs is None:
        raise relation.error or InputError("a relation without sides")
    if relation.supposed is not None:
        raise relation.supposed.not_checked()
    if relation.readings:
        ways = [words for words, _, _ in relation.readings]
        raise relation.source.ambiguous(relation.at, "a relation", ways, relation.settling)
    factor = relation.under.factor
    if factor is not None:
        lhs, rhs = factor * lhs, factor * rhs
    if relation.sign == "∝":
        along = dot if len(lhs.shape) == 1 else lambda left, right: trace(left.T * right)
        return lhs, "=", along(lhs, rhs) / along(rhs, rhs) * rhs
    return lhs, relation.sign, rhs


def given_of(relation: Relation) -> tuple[Hypothesis, ...]:
    """What a relation assumes: its hypotheses, those of its premises, and what these say, each for all of its free indices.

    A premise that was proved holds for every value of its names under its hypotheses; so they are assumed with it.
    Raises the `InputError` of a premise that cannot be read, has several readings, or is a bound between vectors.
    """
    given = dict.fromkeys(relation.hypotheses)
    for premise in relation.premises:
        lhs, sign, rhs = sides_of(premise)
        given |= dict.fromkeys((*given_of(premise), hypothesis_of(lhs, sign, rhs)))
    return tuple(given)
