"""A derivation as a reader wants it: fewer lines, each a named move, and nothing that was not checked.

Lines are left out in two ways.  Where some of them change one part of the line only, and that from one side of a known
equation to the other, the equation is the reason, and stands for all of them.  Rearrangements that follow one another are
one line, with two names at most.  Every line that is left is one of the derivation, so each relation between lines that stay
is proved by those between that go.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from derive.derivation.connecting import connects
from derive.derivation.derivation import CheckedDerivation, Rule
from derive.derivation.established import Established
from derive.derivation.matching import Pattern
from derive.language.hypotheses import Hypothesis
from derive.language.terms import Term

#: Names of rules in one reason.
NAMES = 2


@dataclass(frozen=True)
class Lemma:
    """An equation that a reader knows when it is used: its label, its sides, and what it assumes."""

    label: str
    lhs: Term
    rhs: Term
    hypotheses: tuple[Hypothesis, ...] = ()


@dataclass(frozen=True)
class CondensedLine:
    """A line that stays: it follows from the one that stays before it by a lemma, or by rules.

    ``first`` and ``last`` are the numbers of the lines it stands for, counted from 1 as `Derivation.lines` are.
    """

    term: Term
    first: int
    last: int
    lemma: str
    rules: tuple[Rule, ...]


def condensed(checked: CheckedDerivation, lemmas: Sequence[Lemma] = ()) -> tuple[CondensedLine, ...]:
    """The lines of a derivation after its first, as few as the lemmas and the kinds of its rules allow."""
    lines = checked.lines
    found: list[CondensedLine] = []
    at = 0
    while at < len(lines) - 1:
        end, lemma = _by_lemma(checked, at, lemmas)
        if not lemma:
            end = _bundle(checked, at)
        rules = tuple(dict.fromkeys(rule for line in lines[at + 1 : end + 1] for rule in line.rules))
        found.append(CondensedLine(lines[end].term, at + 2, end + 1, lemma, () if lemma else rules))
        at = end
    return tuple(found)


def _by_lemma(checked: CheckedDerivation, at: int, lemmas: Sequence[Lemma]) -> tuple[int, str]:
    """The farthest line that a lemma leads to, and its label; no label where none does."""
    there = Established(checked.hypotheses).beside(checked.conditions)
    for end in range(len(checked.lines) - 1, at, -1):
        for lemma in lemmas:
            pattern = Pattern(lemma.lhs, lemma.rhs, frozenset(), lemma.hypotheses)
            if connects([pattern], checked.lines[at].term, checked.lines[end].term, there):
                return end, lemma.label
    return at, ""


def _bundle(checked: CheckedDerivation, at: int) -> int:
    """The last of the rearrangements that begin after a line; the next line where it is none."""
    names: set[str] = set()
    end = at
    for number in range(at + 1, len(checked.lines)):
        rules = checked.lines[number].rules
        names |= {rule.name for rule in rules}
        if any(rule.kind != "algebra" for rule in rules) or len(names) > NAMES:
            break
        end = number
    return max(end, at + 1)
