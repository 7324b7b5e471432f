"""What is derived, not authored: the judgement of a statement that was found, with how one comes to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Protocol

from derive.derivation.null_spaces import find_null_space
from derive.derivation.row_elimination import eliminate
from derive.derivation.zero_entries import find_by_cases, split_by_zeros
from derive.language.hypotheses import Hypothesis
from derive.language.terms import Term
from derive.statements.null_space import Side
from derive.statements.statement import Judgement


class Shown(Protocol):
    """What can be read: lines in the terminal, LaTeX in a notebook."""

    def __str__(self) -> str: ...

    def _repr_latex_(self) -> str: ...


@dataclass(frozen=True, repr=False)
class Derived(Judgement):
    """A judgement with its derivation, an `Elimination` or a `CheckedDerivation`; None where there is none to show."""

    derivation: Shown | None = None

    def __str__(self) -> str:
        return self.explain() + (f"\nderivation\n{_indented(str(self.derivation))}" if self.derivation else "")

    def _repr_latex_(self) -> str:
        return "\n\n".join([super()._repr_latex_(), *([self.derivation._repr_latex_()] if self.derivation else [])])


def derived(judgement: Judgement, derivation: Shown | None) -> Derived:
    """The judgement with a derivation beside it."""
    return Derived(**{each.name: getattr(judgement, each.name) for each in fields(judgement)}, derivation=derivation)


def _indented(lines: str) -> str:
    return "\n".join(f"  {line}" for line in lines.splitlines())


def derive_null_space(matrix: Term, hypotheses: Sequence[Hypothesis] = (), side: Side = "right") -> Derived:
    """The null space of diag(d) + fixed rank, by cases where entries of d may be zero; for rank one with its elimination.

    Raises `Undecided` where the answer depends on what is not known; the message names it.
    """
    found = split_by_zeros(matrix, hypotheses, side)
    statement = find_null_space(matrix, hypotheses, side) if found is None else find_by_cases(found)
    judgement = statement.decide()
    return derived(judgement, eliminate(matrix, hypotheses, side) if judgement.status == "proved" else None)
