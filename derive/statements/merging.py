"""Merging: a procedure that folds a line again and again until each label has one point.

One step chooses two points i and j, by a program, and maps all points by a *fold* φ.  A fold has the form κ/√r(p) with
κ ≠ 0 and r > 0, where

    r(p) − r(q) = a (p − q)(p + q − pᵢ − pⱼ)      for a number a > 0,

so φ(p) = φ(q) if and only if p = q or p + q = pᵢ + pⱼ: a root and a reciprocal are injective, and a product of numbers is
0 only where a factor is.  In particular pᵢ and pⱼ are merged, and points that are equal stay equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product

from derive.errors import InputError, Undecided
from derive.evaluate.conditions import holds
from derive.evaluate.evaluate import evaluate
from derive.evaluate.numbers import Real, equal, show
from derive.evaluate.point import Point
from derive.evaluate.search import Failure
from derive.language.build import sqrt
from derive.language.hypotheses import Hypothesis, nonzero
from derive.language.hypotheses import equal as equal_terms
from derive.language.substitution import substitute, symbols_of
from derive.language.terms import Symbol, Term
from derive.printing import Sentence
from derive.printing.sentences import Piece
from derive.statements.equation import equation
from derive.statements.linear_order import less
from derive.statements.point_cases import NEVER, Fact, PointCases
from derive.statements.point_program import Merge, Program, Stop, choice, label, paths, position, told
from derive.statements.statement import Obligation, Statement, decided

#: The inputs that are tried: so many points among the integers from 0 to `LARGEST`.
MOST_POINTS = 5
LARGEST = 5
LETTERS = "ABCDEFGH"

Positions = tuple[int, ...]
Labels = tuple[int, ...]

#: The two points that a fold merges are at different positions.
APART = nonzero(position("j") - position("i"))
#: There are two labels, the numbers 0 and 1.
TWO_LABELS = Fact((equal_terms(label("k"), 0), equal_terms(label("k"), 1)), ("k",))


def _apart(one: Term, other: Term) -> tuple[Hypothesis, Hypothesis]:
    return less(one, other), less(other, one)


#: Points at one position have one label.
CONSISTENT = Fact((*_apart(position("k"), position("l")), equal_terms(label("k"), label("l"))), ("k", "l"))


@dataclass(frozen=True)
class Fold(Statement):
    """φ(p) = κ/√r(p) takes one value at p and q exactly if p = q or p + q = pᵢ + pⱼ: see the module.

    Attributes:
        numerator, radicand: κ and r, in the scalars p_x, p_i, p_j and any parameters.
        factor: the number a.
        hypotheses: `APART`, and what is assumed of the parameters.
    """

    numerator: Term
    radicand: Term
    factor: Fraction
    hypotheses: tuple[Hypothesis, ...] = ()
    kind = "fold"
    lemma = (
        "a root and a reciprocal are injective, and r(p) − r(q) = a(p − q)(p + q − pᵢ − pⱼ) is 0 only where a factor is"
    )

    def __post_init__(self) -> None:
        if self.factor <= 0:
            raise InputError(f"the factor {self.factor} of a fold", hint="it is positive")
        positions = {symbol for symbol in symbols_of(self.value) if symbol.name.startswith("p_")}
        x, i, j = (position(letter) for letter in "xij")
        if not positions <= {x, i, j} or x in symbols_of(self.numerator):
            hint = "κ has p_i, p_j and parameters in it, r has p_x too; no other position"
            raise InputError("the positions in a fold", hint=hint)
        of_parameters = (hypothesis for hypothesis in self.hypotheses if hypothesis != APART)
        if any(symbol.name.startswith("p_") for h in of_parameters for symbol in symbols_of(*h.terms)):
            raise InputError("a hypothesis of a fold on positions", hint="only APART: the two points differ")

    @property
    def value(self) -> Term:
        """φ(p_x)."""
        return self.numerator / sqrt(self.radicand)

    @property
    def parameters(self) -> tuple[Symbol, ...]:
        """The symbols that are no positions."""
        return tuple(symbol for symbol in symbols_of(self.value) if not symbol.name.startswith("p_"))

    def at(self, point: str) -> Term:
        """The radicand at another point."""
        return substitute(self.radicand, {position("x"): position(point)})

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """κ ≠ 0 and r > 0, each by an equation that divides by it and may need no condition; the difference of radicands."""
        k, m, i, j = (position(letter) for letter in "klij")
        gap = self.factor * ((k - m) * (k + m - i - j))
        given = self.hypotheses
        return (
            Obligation("the numerator is nowhere 0", equation(self.numerator / self.numerator, 1, *given)),
            Obligation("the radicand is positive", equation(sqrt(self.radicand) / sqrt(self.radicand), 1, *given)),
            Obligation("difference of radicands", equation(self.at("k") - self.at("l"), gap, *given), necessary=True),
        )

    def sentence(self) -> Sentence:
        """φ and what it merges."""
        total = position("i") + position("j")
        merges = "merges two positions exactly if they are equal or their sum is"
        return "the map of", position("x"), "to", self.value, merges, total


@dataclass(frozen=True)
class Step:
    """One step of a run: the positions before, the places of the two points that are merged, and the positions after."""

    positions: tuple[Real, ...]
    merged: tuple[int, int]
    after: tuple[Real, ...]


@dataclass(frozen=True)
class PureMerging(Statement):
    """The program never merges different labels, and ends with one position for each label.

    In every finite family of labelled points at which ``assumed`` holds, points at one position having one label: choosing
    two points by the program and folding them together, again and again, never merges different labels, and ends with one
    position for each label, after at most as many folds as there are positions more than labels at the start.

    **Closing lemma.**  The program ends in one of its paths.  At a `Merge`, by its parts, the two points have one label and
    different positions, and any points k, l with p_k + p_l = p_i + p_j have one label; so the fold, by its part, merges i
    and j and no points with different labels.  After it points at one position have one label again, ``assumed`` holds
    again, for it speaks of labels only, and there is at least one position less.  At a `Stop`, by its part, points with one
    label have one position.  The number of positions is never less than the number of labels, so there are at most as many
    folds as it is more.  ∎  A path whose facts are contradictory is never taken.

    The search for a failure runs the same program on exact numbers: on `MOST_POINTS` points or fewer among the integers from
    0 to `LARGEST`, by their number, then by position, then by labels in the order AAA, AAB, ABA, …  Parameters of the fold
    are 1; which points it merges does not depend on them.
    """

    program: Program
    fold: Fold
    assumed: tuple[Fact, ...] = ()
    hypotheses: tuple[Hypothesis, ...] = ()
    kind = "algorithm"
    lemma = (
        "each fold merges two points of one label and no points of different labels, and leaves fewer positions; "
        "it stops where points of one label share one position"
    )

    def __post_init__(self) -> None:
        labels_only = all(symbol.name.startswith("c_") for fact in self.assumed for symbol in fact.symbols)
        if not labels_only or any(fact.names for fact in self.assumed):
            raise InputError("an assumption on positions, or on a point by name", hint="a fold changes positions")
        if self.hypotheses:
            raise InputError("hypotheses of an algorithm", hint="say them as facts")

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """The fold; for each end of the program, what the closing lemma needs of it."""
        found = [Obligation("fold", self.fold)]
        for number, (facts, end) in enumerate(paths(self.program), start=1):
            known = (CONSISTENT, *self.assumed, *facts)
            never = PointCases(known, NEVER)
            if decided(never).status == "proved":
                found.append(Obligation(f"end {number} is never reached", never))
                continue
            found += [Obligation(f"end {number}, {name}", PointCases(known, goal)) for name, goal in _goals(end)]
        return tuple(found)

    def inputs(self, most: int = MOST_POINTS, largest: int = LARGEST) -> Iterator[tuple[Positions, Labels]]:
        """The inputs that are tried: positions, labels."""
        for count in range(1, most + 1):
            for positions in combinations(range(largest + 1), count):
                for labels in labelings(count):
                    if self._admits(positions, labels):
                        yield positions, labels

    def _admits(self, positions: Positions, labels: Labels) -> bool:
        names = [str(place) for place in range(len(positions))]
        at = Point({}, {label(name): Fraction(c) for name, c in zip(names, labels, strict=True)})
        return all(any(holds(literal, at) for literal in clause) for fact in self.assumed for clause in fact.at(names))

    def run(self, positions: Positions, labels: Labels) -> tuple[list[Step], str]:
        """The steps on an input, and what goes wrong in words; empty when nothing does.

        Raises `Undecided` where numbers cannot be compared.
        """
        now: list[Real] = [Fraction(p) for p in positions]
        tags = list(labels)
        steps: list[Step] = []
        while (chosen := choice(self.program, now, tags)) is not None:
            i, j = chosen
            names = [f"{show(p)} ({LETTERS[c]})" for p, c in zip(now, tags, strict=True)]
            if i == j or tags[i] != tags[j]:
                return steps, f"it chooses {names[i]} and {names[j]}"
            met = [pair for pair in combinations(range(len(now)), 2) if self._meet(pair, chosen, now)]
            after = [_folded(self.fold, here, now[i], now[j]) for here in now]
            steps.append(Step(tuple(now), chosen, tuple(after)))
            mixed = next(((k, m) for k, m in met if tags[k] != tags[m]), None)
            if mixed is not None:
                return steps, f"merging {names[i]} and {names[j]} also merges {names[mixed[0]]} and {names[mixed[1]]}"
            gone = {m for _, m in met}
            now = [value for place, value in enumerate(after) if place not in gone]
            tags = [tag for place, tag in enumerate(tags) if place not in gone]
        twice = next((c for place, c in enumerate(tags) if c in tags[:place]), None)
        return steps, "" if twice is None else f"it stops with two positions of the label {LETTERS[twice]}"

    def _meet(self, pair: tuple[int, int], chosen: tuple[int, int], now: Sequence[Real]) -> bool:
        """Does the fold merge two different positions?"""
        if set(pair) == set(chosen):
            return True
        (k, m), (i, j) = pair, chosen
        same = equal(now[k] + now[m], now[i] + now[j])
        if same is None:
            raise Undecided("two sums of positions could not be told apart")
        return same

    def failure(self) -> Failure | None:
        """The smallest input, in the documented order, at which the program goes wrong."""
        for positions, labels in self.inputs():
            try:
                steps, fault = self.run(positions, labels)
            except Undecided:
                continue  # nothing is claimed of it
            if fault:
                return failure_at(positions, labels, fault, steps)
        return None

    def sentence(self) -> Sentence:
        """The program and what it does."""
        said: list[Piece] = ["in every finite family of labelled points"]
        for number, fact in enumerate(self.assumed):
            said += ["and" if number else "with", *fact.sentence()]
        said += [
            ", folding two points together again and again,",
            *told(self.program),
            ": this never merges different labels",
        ]
        return (
            *said,
            "and ends with one position for each label, after at most as many folds as positions exceed labels",
        )


@dataclass(frozen=True)
class Terminates(Statement):
    """Choosing two points by the program and folding them together, again and again, ends after fewer folds than points.

    **Closing lemma.**  Wherever the program merges, by its parts the two points have different positions; the fold gives
    them one, and gives one position to points that have one.  So each fold leaves at least one position less, of which there
    cannot be fewer than one.  ∎  Labels may be merged on the way; nothing is said of them.
    """

    program: Program
    fold: Fold
    hypotheses: tuple[Hypothesis, ...] = ()
    kind = "algorithm"
    lemma = "each fold merges two points at different positions, so it leaves at least one position less"

    def __post_init__(self) -> None:
        if self.hypotheses:
            raise InputError("hypotheses of an algorithm", hint="say them as facts")

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """The fold; at each merge two positions."""
        found = [Obligation("fold", self.fold)]
        for number, (facts, end) in enumerate(paths(self.program), start=1):
            if isinstance(end, Merge):
                apart = Fact(_apart(position(end.first), position(end.second)))
                found.append(Obligation(f"end {number}, different positions", PointCases(facts, apart)))
        return tuple(found)

    def failure(self) -> Failure | None:
        """A family of one point that is merged with itself: it stays one point, and so for ever."""
        if choice(self.program, [Fraction(0)], [0]) is None:
            return None
        return failure_at((0,), (0,), "the point is merged with itself again and again", [])

    def sentence(self) -> Sentence:
        """The program, and that it ends."""
        told_ = (
            "in every finite family of labelled points, folding two points together again and again,",
            *told(self.program),
        )
        return (*told_, ", until there is no such point: this ends after fewer folds than there are points")


def _goals(end: Merge | Stop) -> tuple[tuple[str, Fact], ...]:
    """What the closing lemma needs at an end of the program."""
    k, m = position("k"), position("l")
    if isinstance(end, Stop):
        goal = Fact((*_apart(label("k"), label("l")), equal_terms(k, m)), ("k", "l"))
        return (("one position for each label", goal),)
    i, j = position(end.first), position(end.second)
    same = equal_terms(label("k"), label("l"))
    return (
        ("different positions", Fact(_apart(i, j))),
        ("one label", Fact((equal_terms(label(end.first), label(end.second)),))),
        ("no confusion", Fact((*_apart(k + m, i + j), same), ("k", "l"))),
    )


def labelings(count: int) -> Iterator[Labels]:
    """All ways to label so many points, up to the names of the labels: 000, 001, 010, 011, 012, …

    >>> ["".join(map(str, labels)) for labels in labelings(3)]
    ['000', '001', '010', '011', '012']
    """
    for labels in product(range(count), repeat=count):
        if all(c <= max(labels[:place], default=-1) + 1 for place, c in enumerate(labels)):
            yield labels


@lru_cache(maxsize=1024)
def _folded(fold: Fold, here: Real, first: Real, second: Real) -> Real:
    """Where a fold takes a position; many inputs begin with the same step."""
    values: dict[Symbol, Real] = {symbol: Fraction(1) for symbol in fold.parameters}
    values |= {position("x"): here, position("i"): first, position("j"): second}
    found = evaluate(fold.value, Point({}, values))
    if isinstance(found, tuple):
        raise InputError("a fold whose value is no scalar")
    return found


def failure_at(positions: Positions, labels: Labels, fault: str, steps: Sequence[Step]) -> Failure:
    """An input that fails, with the positions after each step."""
    values: list[tuple[str, tuple[Real, ...]]] = [
        ("p", tuple(Fraction(p) for p in positions)),
        ("labels", tuple(Fraction(c) for c in labels)),
    ]
    values += [(f"after fold {number}", step.after) for number, step in enumerate(steps, start=1)]
    named = ", ".join(LETTERS[c] for c in labels)
    return Failure(Point(), f"points {', '.join(map(str, positions))} labelled {named}: {fault}", tuple(values))
