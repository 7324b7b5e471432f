"""Procedures that are run: what holds of every input, or of some input, of a stated family.

**Closing lemma.**  A statement about every member of a finite family holds if it holds of each; it fails where one fails.  A
statement about some member holds if it holds of one; of a finite family it fails if it fails of each.  Runs are exact, and a
run that cannot be decided (`Undecided`) counts for nothing.

A family says what it is.  If what runs are only *samples* of what the sentence speaks of, then runs can refute the
sentence, or show that some input does it; but all of them together prove nothing, and the verdict names the missing step.  A
property of all inputs needs an argument: see `derive.statements.merging` for procedures that are data to be reasoned about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from derive.errors import Undecided
from derive.evaluate.point import Point, Value
from derive.evaluate.search import Failure
from derive.language.hypotheses import Hypothesis
from derive.printing import Sentence
from derive.statements.statement import Statement
from derive.statements.verdict import Verdict

#: An input as named exact values, for a counterexample.
Shown = tuple[tuple[str, Value], ...]


@dataclass(frozen=True)
class Family:
    """The inputs a sentence speaks of.

    Attributes:
        says: what the members are, in words, to follow "all" or "some": ``sets of at most 4 integers from 0 to 5``.
        members: gives them, the smallest first.
        sample_of: what the sentence speaks of, in words, when the members are only some of it; else empty.
    """

    says: str
    members: Callable[[], Iterable[Any]]
    sample_of: str = ""

    @property
    def whole(self) -> str:
        """What the sentence speaks of."""
        return self.sample_of or self.says


@dataclass(frozen=True)
class _Runs(Statement):
    """What runs have in common.

    Attributes:
        says: the property, in words: ``Algorithm 1 never merges points with different labels``.
        procedure: input → output.
        inputs: the family.
        fault: (input, output) → what is wrong with it in words, or None.
        show: an input and its output as named values.
    """

    says: str
    procedure: Callable[[Any], Any]
    inputs: Family
    fault: Callable[[Any, Any], str | None]
    show: Callable[[Any, Any], Shown]
    hypotheses: tuple[Hypothesis, ...] = ()
    general = False

    def runs(self) -> Iterator[tuple[Failure | None, str]]:
        """For every input what is wrong with its output, if anything; or why that could not be decided."""
        for given in self.inputs.members():
            try:
                made = self.procedure(given)
                words = self.fault(given, made)
            except Undecided as error:
                yield None, f"the run on {given} could not be decided: {error.reason}"
            else:
                yield None if words is None else Failure(Point(), words, self.show(given, made)), ""


@dataclass(frozen=True)
class ForEvery(_Runs):
    """No input of the family has a fault: see the module."""

    kind = "algorithm"

    def failure(self) -> Failure | None:
        """The first input with a fault."""
        return next((failure for failure, _ in self.runs() if failure is not None), None)

    def sentence(self) -> Sentence:
        """The property, for every member."""
        return (f"{self.says}, for all {self.inputs.whole}",)

    def judge(self) -> Verdict:
        """By running all members."""
        count, open_ = 0, ""
        for failure, unclear in self.runs():
            if failure is not None:
                return self.refuted(failure)
            count, open_ = count + 1, open_ or unclear
        if count == 0:
            return self.unsupported("(vacuous) there is no input")
        if open_:
            return self.unsupported(open_)
        if self.inputs.sample_of:
            missing = f"an argument for all {self.inputs.sample_of} is missing"
            reason = f"{count} runs had no fault ({self.inputs.says}); {missing}"
            return self.unsupported(reason)
        return Verdict(self, "proved")


@dataclass(frozen=True)
class ForSome(_Runs):
    """Some input of the family has a fault, and here it is."""

    kind = "algorithm"

    @property
    def example(self) -> Failure | None:
        """The first input with a fault."""
        return next((found for found, _ in self.runs() if found is not None), None)

    def sentence(self) -> Sentence:
        """The property, for some member."""
        return (f"{self.says}, for some {self.inputs.whole}",)

    def judge(self) -> Verdict:
        """By running members until one has a fault."""
        open_ = ""
        for failure, unclear in self.runs():
            if failure is not None:
                return Verdict(self, "proved", reason=f"for example {failure}")
            open_ = open_ or unclear
        if open_:
            return self.unsupported(open_)
        if self.inputs.sample_of:
            return self.unsupported(f"none was found among the {self.inputs.says}")
        return self.refuted(Failure(Point(), f"none of the {self.inputs.says} does it"))
