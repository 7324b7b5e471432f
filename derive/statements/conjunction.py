"""Several statements at once: all of them hold.

**Closing lemma.**  A conjunction holds where each of its members does; it fails where one of them fails.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from derive.errors import InputError
from derive.language.hypotheses import Hypothesis
from derive.language.terms import Term
from derive.printing import Sentence
from derive.statements.statement import Judgement, Obligation, Part, Statement, decided


@dataclass(frozen=True)
class All(Statement):
    """Each of the named statements holds; every one is necessary, and has its own hypotheses."""

    members: tuple[tuple[str, Statement], ...]
    hypotheses: tuple[Hypothesis, ...] = ()
    kind: ClassVar[str] = "conjunction"
    lemma: ClassVar[str] = "it says just that each of its parts holds"

    def __post_init__(self) -> None:
        if not self.members:
            raise InputError("a conjunction of no statements", hint="give all_of(first=…, second=…)")

    @property
    def terms(self) -> tuple[Term, ...]:
        """None of its own: each member has its own domain."""
        return ()

    @property
    def premises(self) -> tuple[Hypothesis, ...]:
        """What the members assume."""
        return tuple(dict.fromkeys(hypothesis for _, member in self.members for hypothesis in member.premises))

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """The members as they are."""
        return tuple(Obligation(name, statement, necessary=True) for name, statement in self.members)

    def judge(self) -> Judgement:
        """Every member by itself; what a member needs to be defined, the whole needs."""
        parts = tuple(Part(name, decided(statement)) for name, statement in self.members)
        conditions = tuple(dict.fromkeys(c for part in parts for c in part.judgement.conditions))
        refuted = next((p.judgement for p in parts if p.judgement.status == "refuted"), None)
        if refuted is not None:
            return Judgement(self, "refuted", parts, conditions, refuted.counterexample)
        missing = next((f"{p.name}: {p.judgement.reason}" for p in parts if p.judgement.status != "proved"), "")
        return Judgement(self, "unsupported" if missing else "proved", parts, conditions, reason=missing)

    def sentence(self) -> Sentence:
        """The sentences of the members, with semicolons between."""
        (_, first), *others = self.members
        return first.sentence() + tuple(piece for _, member in others for piece in (";", *member.sentence()))


def all_of(*statements: Statement, **named: Statement) -> All:
    """All of the statements; those given by keyword have names of their own."""
    members = [(f"part {number}", statement) for number, statement in enumerate(statements, start=1)]
    members += [(name.replace("_", " "), statement) for name, statement in named.items()]
    return All(tuple(members))
