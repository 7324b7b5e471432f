"""A theorem as a note shows it: what was decided of it, whatever its kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from derive.evaluate.search import Failure
from derive.language.hypotheses import Condition, Hypothesis
from derive.language.terms import Term
from derive.report.stating import declared, stated_terms
from derive.report.structures import shared_hypotheses
from derive.statements.scope import Scope
from derive.statements.statement import Judgement, Statement
from derive.statements.verdict import Counterexample, Status
from derive.theories.theory import (
    CheckedEntry,
    CheckedStructure,
    Entry,
    Structure,
    Theory,
    check_entry,
    check_structure,
)


@dataclass(frozen=True)
class Miss:
    """A near miss: what is wrong with it, and where it fails (nowhere, if it was not refuted)."""

    wrong: str
    refuted: bool
    found: Counterexample | Failure | None


@dataclass(frozen=True)
class Shown:
    """A theorem that was checked."""

    checked: CheckedEntry | CheckedStructure

    @property
    def theorem(self) -> Entry | Structure:
        """The theorem."""
        return self.checked.entry if isinstance(self.checked, CheckedEntry) else self.checked.structure

    @property
    def label(self) -> str:
        """``theory.name``."""
        return self.theorem.label

    @property
    def name(self) -> str:
        """Its name in the theory."""
        return self.label.partition(".")[2]

    @property
    def status(self) -> Status:
        """The verdict."""
        return self.checked.status

    @property
    def proved(self) -> Statement | Judgement:
        """What was decided, for who writes its certificate."""
        return self.theorem.statement if isinstance(self.checked, CheckedEntry) else self.checked.judgement

    @property
    def as_expected(self) -> bool:
        """Proved, with every near miss refuted."""
        return self.checked.as_expected

    @property
    def sizes(self) -> Scope:
        """For which sizes it is proved."""
        return self.checked.sizes if isinstance(self.checked, CheckedEntry) else self.checked.judgement.sizes

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The ledger: where what is written is defined."""
        return self.checked.conditions if isinstance(self.checked, CheckedEntry) else self.checked.judgement.conditions

    @cached_property
    def assumed(self) -> tuple[Hypothesis, ...]:
        """What is assumed: by hypotheses, and by the properties of symbols."""
        statement = self.theorem.statement
        return tuple(dict.fromkeys((*shared_hypotheses(statement), *declared(statement))))

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The terms of its statement, and of its lines."""
        if isinstance(self.checked, CheckedStructure):
            return stated_terms(self.checked.structure.statement)
        derivation = self.checked.derivation
        return (*self.checked.entry.terms, *(line.term for line in (derivation.lines if derivation else ())))

    @cached_property
    def misses(self) -> tuple[Miss, ...]:
        """Its near misses."""
        near: Sequence[object] = self.theorem.near_misses
        return tuple(
            Miss(each.wrong, verdict.status == "refuted", verdict.counterexample)  # type: ignore[attr-defined]
            for each, verdict in zip(near, self.checked.near_misses, strict=True)
        )


def shown(theory: Theory, name: str) -> Shown:
    """A theorem of a theory, checked; raises `NameError_` where there is none of this name."""
    theorem = theory.theorem(name)
    return Shown(check_entry(theorem) if isinstance(theorem, Entry) else check_structure(theorem))
