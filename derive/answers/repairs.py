"""Repairs: a false relation that a small change of one side, or of its sign, makes true for all sizes.

For an equation small changes of one side, such as authors make by mistake, are gone through in a documented order.  Each is
evaluated exactly, at some points and the counterexample; one that fails nowhere is put to the kernel, and the first that it
proves is the repair.  One whose ledger has a condition that the ledger of both sides, as they were, does not imply comes
after all others.
For p < q the relations p ≤ q, p > q, p ≥ q are tried, for p ≤ q the relation p ≥ q, and so on; for p ≠ q nothing is.

A change that makes the equation true by leaving nothing of it is no repair: a side that is written as 0 then, or has a
summand and its opposite; sides that are 0, where none is written so; and where a sub-term was exchanged for another one,
sides that are the same, or 0 in any case.

The work is bounded by counts: of changes (`MAX_CHANGES`), of entry operations in evaluations, and of attempts to prove.

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
other comes first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import NamedTuple

from derive.answers import factors
from derive.answers import mistakes as slips
from derive.answers.bounds import with_certificates
from derive.answers.places import Kind, Option, Place, Relation, is_constant, is_zero, places, put
from derive.errors import InputError, LimitError, Undecided, UndefinedAtPoint
from derive.evaluate.conditions import holds_in, index_values
from derive.evaluate.effort import Effort
from derive.evaluate.evaluate import Evaluation
from derive.evaluate.point import Point
from derive.evaluate.points import names, points
from derive.evaluate.search import Failure
from derive.kernel.assumptions import Assumptions
from derive.kernel.decide import Equation
from derive.language.alike import flat, same
from derive.language.hypotheses import Condition, Equality, Hypothesis
from derive.language.substitution import subterms
from derive.language.terms import Add, Neg, Term, Zeros, as_term
from derive.search.cofactors import find_cofactors
from derive.statements.bound import RELATIONS, Bound, difference
from derive.statements.domain import domain_of, follows
from derive.statements.equation import prove_equation
from derive.statements.verdict import Counterexample


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
        Entry(partial(factors.left_out, is_constant)),
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
        Entry(partial(factors.left_out, lambda part: True)),
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


#: Changes that are evaluated, and that are put to the kernel.
MAX_CHANGES = 300
MAX_PROOFS = 8
#: Entry operations of all evaluations together; about a microsecond each.
EFFORT = 400_000
#: Sizes of the points beside the counterexample, for one dimension after the other and then again from the first.
SIZES = ((3, 2, 4), (2, 3, 2), (1, 2, 3), (4, 1, 2))
#: Points that are drawn at each of them, and that are kept: the last ones, which are random.
DRAWS = 6
KEPT = 2
#: Relation → those that may have been meant, the nearest first.
MEANT = {"<": ("<=", ">", ">="), "<=": (">=",), ">": (">=", "<", "<="), ">=": ("<=",)}


@dataclass(frozen=True)
class Repair:
    """A relation that is proved, and what was changed, in words that go on "true with …"."""

    change: str
    lhs: Term
    rhs: Term
    relation: str = "="


def repair(
    lhs: Term,
    relation: str,
    rhs: Term,
    hypotheses: Sequence[Hypothesis] = (),
    counterexample: Counterexample | Failure | None = None,
) -> Repair | None:
    """The repair of a false relation, the first in the documented order; None where there is none.

    Args:
        lhs, relation, rhs: what is false; a key of `RELATIONS` between terms that may be of different shapes.
        hypotheses: what is assumed; a repair is proved under the same.
        counterexample: where it fails, as its verdict has it.
    """
    given = tuple(hypotheses)
    try:
        if relation == "=":
            return _repaired_equation(lhs, rhs, given, _trials((lhs, rhs), given, counterexample))
        if relation in MEANT and lhs.shape == rhs.shape == ():
            return _repaired_bound(Bound(lhs, relation, rhs, None, given), counterexample)
    except (
        LimitError,
        Undecided,
    ):  # the work is more than is spent on this, or it is not known where a side is defined
        pass
    return None


# --- points ---------------------------------------------------------------------------------------------------------


def _trials(
    terms: Sequence[Term], given: tuple[Hypothesis, ...], counterexample: Counterexample | Failure | None
) -> list[Evaluation]:
    """Evaluations that remember what they met: at random points first, then at the counterexample."""
    effort = Effort(EFFORT)
    dims, symbols = names(terms, given)
    trials: list[Evaluation] = []
    for sizes in SIZES if dims else SIZES[:1]:
        at = {dim: sizes[number % len(sizes)] for number, dim in enumerate(dims)}
        drawn = (Evaluation(point, effort) for point in reversed(list(points(symbols, at, given, DRAWS, effort))))
        trials += islice((trial for trial in drawn if _has_values(terms, trial)), KEPT)
    return [*trials, *(Evaluation(point, effort) for point in _refuting(counterexample))]


def _refuting(counterexample: Counterexample | Failure | None) -> Iterator[Point]:
    if isinstance(counterexample, Failure):
        yield counterexample.point
    elif counterexample is not None and counterexample.witness is not None:
        yield counterexample.witness.point


def _has_values(terms: Sequence[Term], evaluation: Evaluation) -> bool:
    """Are all of them defined at the point?"""
    try:
        for term in terms:
            for place in index_values(evaluation.point, term):
                evaluation.inside(term, place)
    except UndefinedAtPoint:
        return False
    return True


def _fails(claim: Hypothesis, trials: Sequence[Evaluation]) -> bool:
    """Does it certainly not hold at some of the points?"""
    return any(holds_in(claim, trial) is False for trial in trials)


# --- equations ------------------------------------------------------------------------------------------------------


def _repaired_equation(
    lhs: Term, rhs: Term, given: tuple[Hypothesis, ...], trials: Sequence[Evaluation]
) -> Repair | None:
    second: Repair | None = None
    proofs = 0
    for change in islice(changes(lhs, rhs) if trials else (), MAX_CHANGES):
        old, left, right = (lhs, change.side, rhs) if change.on_left else (rhs, lhs, change.side)
        try:
            if _fails(Equality(left, right), trials) or _says_nothing(change, old, left, right, trials):
                continue
            if not any(_has_values((left, right), trial) for trial in trials):
                continue
        except LimitError:
            break
        conditions = _conditions_if_proved(left, right, given)
        if conditions is not None:
            found = Repair(change.words, left, right)
            if _implied(conditions, (lhs, rhs), given):
                return found
            second = second or found
        proofs += 1
        if proofs == MAX_PROOFS:
            break
    return second


def _says_nothing(change: Change, old: Term, left: Term, right: Term, trials: Sequence[Evaluation]) -> bool:
    """Is the equation true because there is nothing left of what it said?"""
    new, alike = change.side, same(left, right)
    if is_zero(new) or (alike and new.size <= 2) or _cancelled(new) - _cancelled(old):
        return True
    if change.careful and alike and old.shape == new.shape:
        return True
    zero = Equality(new, Zeros(new.shape) if new.shape else as_term(0))
    written = not change.careful and (is_zero(left) or is_zero(right))
    return not written and all(holds_in(zero, trial) is not False for trial in trials)


def _cancelled(side: Term) -> set[Term]:
    """What stands in a sum together with its opposite."""
    return {part for sum_ in subterms(side) if isinstance(sum_, Add) for part in _opposites(flat(sum_))}


def _opposites(summands: Sequence[Term]) -> list[Term]:
    opposites = [part.term for part in summands if isinstance(part, Neg)]
    return [opposite for opposite in opposites if any(same(part, opposite) for part in summands)]


def _conditions_if_proved(lhs: Term, rhs: Term, given: tuple[Hypothesis, ...]) -> tuple[Condition, ...] | None:
    """The ledger of an equation that is proved and speaks of something; no counterexample is looked for."""
    try:
        equation = Equation(lhs, rhs, given)
        if not equation.holds() and (not equation.hypothesis_forms or find_cofactors(equation) is None):
            return None
    except (Undecided, InputError):
        return None
    verdict = prove_equation(lhs, rhs, given)
    return verdict.conditions if verdict.status == "proved" else None


def _implied(conditions: Sequence[Condition], terms: Sequence[Term], given: tuple[Hypothesis, ...]) -> bool:
    """Do the terms need all of that already?"""
    try:
        known = (*given, *domain_of(terms, given)) if conditions else given
        return all(follows(condition, known) for condition in conditions)
    except (Undecided, InputError):  # what they need is never so
        return False


# --- bounds ---------------------------------------------------------------------------------------------------------


def _repaired_bound(bound: Bound, counterexample: Counterexample | Failure | None) -> Repair | None:
    trials = _trials(bound.terms, bound.hypotheses, counterexample)
    _, written = RELATIONS[bound.relation]
    for relation in MEANT[bound.relation] if trials else ():
        meant = with_certificates(replace(bound, relation=relation))
        if not isinstance(meant, Bound) or _fails(meant.hypothesis, trials) or not _is_manifest(meant):
            continue
        if meant.judge().status == "proved":
            _, sign = RELATIONS[relation]
            return Repair(f"{sign.text} in place of {written.text}", bound.lhs, bound.rhs, relation)
    return None


def _is_manifest(bound: Bound) -> bool:
    """Is the sign of the difference read off?  Otherwise nothing is proved, and it takes a search to say so."""
    if bound.by is not None:
        return True
    domain = domain_of(bound.terms, bound.hypotheses)
    kind, _ = RELATIONS[bound.relation]
    gap = difference(bound.larger, bound.smaller)
    return kind is not None and Assumptions((*bound.hypotheses, *domain)).holds(Condition(kind, gap))
