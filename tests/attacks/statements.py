"""Mutation of statements: from each theorem of each theory others that are false as a rule; is one of them proved?

A mutant that is proved must be true: it is evaluated exactly at many random points, at sizes up to 8 in each dimension, and
a single point at which it fails is a bug of whatever proved it.  Mutants that are not proved cost nothing more: what is
attacked is the word *proved*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from random import Random
from unittest.mock import patch

from derive.errors import DeriveError, InputError, LimitError, Undecided
from derive.evaluate.conditions import holds_in
from derive.evaluate.evaluate import Evaluation
from derive.kernel.decide import Equation, Theorem
from derive.language.hypotheses import Hypothesis
from derive.language.terms import Term
from derive.printing import text_hypothesis
from derive.search.cofactors import find_cofactors
from derive.statements.conjunction import All
from derive.statements.equation import Equations
from derive.statements.statement import Statement
from derive.theories.registry import THEORIES, load_theory
from tests.attacks import truth
from tests.attacks.mutations import NAMES, mutant
from tests.attacks.tally import Tally, TooLong, within
from tests.memory import forget

#: Points at which a proved mutant is looked at.
TRIES = 40
#: Seconds that one question may take.
PATIENCE = 20.0

#: What no prover should raise.
CRASHES = (ArithmeticError, AttributeError, LookupError, MemoryError, RecursionError, TypeError, ValueError)


@dataclass(frozen=True)
class Original:
    """A theorem that is to be mutated; an equation is one link of a chain."""

    label: str
    statement: Statement


#: Is the statement proved, which was made from the theorem by the seed?
Prover = Callable[[Statement, Original, str], bool]


@cache
def originals() -> tuple[Original, ...]:
    """Every link of every equation, and every other theorem of which `truth` can say what it says."""
    found: list[Original] = []
    for name in THEORIES:
        theory = load_theory(name)
        for entry in [each for each in theory.theorems if each.statement.equated]:
            links = enumerate(pairwise(entry.terms), 1)
            found += (Original(f"{entry.label} {k}", Equations(pair, entry.hypotheses)) for k, pair in links)
        found += (
            Original(s.label, s.statement)
            for s in [each for each in theory.theorems if not each.statement.equated]
            if truth.is_attacked(s.statement)
        )
    return tuple(found)


@cache
def near_misses() -> tuple[Original, ...]:
    """What the theories themselves list as false."""
    found: list[Original] = []
    for name in THEORIES:
        theory = load_theory(name)
        for theorem in theory.theorems:
            found += (Original(f"{theorem.label}: {m.wrong}", m.statement) for m in theorem.near_misses)
    return tuple(found)


# --- the prover that is attacked -------------------------------------------------------------------------------


def theorem(lhs: Term, rhs: Term, hypotheses: Sequence[Hypothesis]) -> Theorem | None:
    """The kernel's theorem, with cofactors searched for where hypotheses are left; without any search for witnesses."""
    equation = Equation(lhs, rhs, hypotheses)
    found = equation.theorem()
    if found is None and equation.hypothesis_forms:
        cofactors = find_cofactors(equation)
        return None if cofactors is None else equation.theorem(cofactors)
    return found


@contextmanager
def no_search() -> Iterator[None]:
    """Statements are decided, and no counterexample is looked for: what is asked is whether they are proved."""
    try:
        with (
            patch("derive.evaluate.witness.search", lambda *_: None),
            patch("derive.evaluate.search.search", lambda *_: iter(())),
        ):
            yield
    finally:  # an answer without a search is no answer to another question
        forget(("derive.statements.equation", "derive.statements.statement"))


def kernel(statement: Statement, original: Original | None = None, seed: str = "") -> bool:
    """Does `derive` prove it?  Where it comes from does not matter."""
    try:
        if isinstance(statement, Equations):
            return all(theorem(a, b, statement.hypotheses) for a, b in pairwise(statement.chain))
        with no_search():
            return statement.decide().status == "proved"
    except Undecided:
        return False


# --- the attack ------------------------------------------------------------------------------------------------


def one_mutant(seed: str) -> tuple[str, Original, Statement] | None:
    """The mutant of a seed, with the names of its mutations: one, in every fourth case two."""
    random = Random(seed)
    original = random.choice(originals())
    names = random.sample(NAMES, len(NAMES))
    changed: Statement = original.statement
    applied: list[str] = []
    for name in names:
        try:
            new = mutant(changed, name, random)
        except DeriveError:
            continue
        if new is not None:
            changed, applied = new, [*applied, name]
            if len(applied) == 2 or random.random() < 0.75:
                break
    if not applied or changed == original.statement or not truth.is_attacked(changed) or _ill_typed(changed):
        return None
    return " + ".join(applied), original, changed


def _ill_typed(statement: Statement) -> bool:
    """Is there an equation between shapes?  Those need no prover."""
    if isinstance(statement, All):
        return any(_ill_typed(member) for _, member in statement.members)
    return isinstance(statement, Equations) and len({term.shape for term in statement.chain}) > 1


@contextmanager
def asked(tally: Tally, row: str, seed: str, statement: Statement, made: str = "") -> Iterator[None]:
    """A question about a statement, with bounded patience; whatever is raised is counted, and what must not be, reported."""
    try:
        with within(PATIENCE):
            yield
    except TooLong:
        tally.count(row, "too long")
        tally.note(seed, f"took more than {PATIENCE:.0f} s: {made}{show(statement)}")
    except LimitError:
        tally.count(row, "limit")
    except DeriveError as error:  # it is no statement, or the format has no place for it
        tally.count(row, "refused")
        if not isinstance(error, InputError):
            tally.note(seed, f"{type(error).__name__}: {error}: {made}{show(statement)}")
    except CRASHES as error:
        tally.count(row, "crash")
        tally.report(seed, f"{type(error).__name__}: {error}: {made}{show(statement)}")


def attack(
    seeds: Sequence[str],
    prover: Prover = kernel,
    name: str = "mutated statements",
    word: str = "proved",
    asked_of: Callable[[Statement, Original], Statement] = lambda statement, _: statement,
) -> Tally:
    """Ask the prover for the mutants of these seeds, and look at those that it proves; ``word`` is what it says then.

    ``asked_of`` gives what of a mutant the prover is asked.
    """
    tally = Tally(name)
    for seed in seeds:
        made = one_mutant(seed)
        if made is None:
            tally.count("(none)", "no mutant")
            continue
        names, original, changed = made
        row = names if "+" not in names else "two at once"
        try:
            changed = asked_of(changed, original)
        except DeriveError:  # a name has two meanings in it
            tally.count(row, "refused")
            continue
        if changed == original.statement:
            tally.count("(none)", "no mutant")
            continue
        with asked(tally, row, seed, changed, f"{names} of {original.label}: "):
            tally.count(row, "cases")
            if prover(changed, original, seed):
                tally.count(row, word)
                _look(tally, row, seed, original, changed, word)
    return tally


def _look(tally: Tally, row: str, seed: str, original: Original, changed: Statement, word: str) -> None:
    held, wrong = truth.falsified(changed, Random(f"{seed} points"), TRIES)
    tally.count(row, "points", held)
    if wrong:
        tally.count(row, "wrong")
        tally.report(seed, f"{row} of {original.label}: {show(changed)} is {word}, and {wrong}")
    else:
        tally.count(row, "true at all points" if held else "no point")
    narrowed = _narrowed(changed, Random(f"{seed} ledger"))
    if narrowed:
        tally.count(row, "wrong")
        tally.report(seed, f"{row} of {original.label}: {show(changed)}: {narrowed}")


def _narrowed(statement: Statement, random: Random) -> str:
    """A point at which both sides are defined and a condition of the ledger does not hold: none may exist."""
    if not isinstance(statement, Equations):
        return ""
    for lhs, rhs in pairwise(statement.chain):
        found = theorem(lhs, rhs, statement.hypotheses)
        if found is None or not found.conditions:
            continue
        probe = truth.Probe((lhs, rhs), statement.hypotheses, lambda _, v: "")
        for point in truth.random_points(probe, random, 6, 4):
            if probe.at(point) is None:
                continue
            evaluation = Evaluation(point)
            broken = ", ".join(text_hypothesis(c) for c in found.conditions if holds_in(c, evaluation) is False)
            if broken:
                return f"the ledger has {broken}, and both sides are defined at {point}"
    return ""


def missed(chosen: Sequence[Original]) -> list[str]:
    """The theorems themselves that the kernel does not prove: none may be missing."""
    return [original.label for original in chosen if not kernel(original.statement)]


def show(statement: Statement) -> str:
    """The statement with its hypotheses, in words."""
    given = ", ".join(map(text_hypothesis, statement.hypotheses))
    return f"{statement}{given and ' given '}{given}"
