"""False statements for Rocq: the near misses of theorems, each as a goal of which the proof is rejected."""

from __future__ import annotations

from collections.abc import Iterable

from derive.authoring.theory import Theorem
from derive.errors import DeriveError
from derive.rocq.environment import Library
from derive.rocq.export import assemble, reach, remark
from derive.rocq.pieces import Unreachable
from derive.rocq.statements import members, plan
from derive.rocq.theorem import draft
from derive.statements.equation import Equations
from derive.statements.statement import Statement


def false_equation(statement: Statement) -> Equations | None:
    """An equation among the necessary parts that is refuted, for a statement that must not be provable."""
    for part in members(statement):
        if isinstance(part, Equations) and part.decide().status == "refuted":
            return part
        for obligation in part.obligations(part.hypotheses):
            inner = obligation.statement
            if isinstance(inner, Equations) and inner.decide().status == "refuted":
                return inner
    return None


def false_variants(library: Library, theorem: Theorem) -> list[str]:
    """Goals that are false, each with its proof rejected: the near misses of a theorem that have a form here."""
    found: list[str] = []
    for miss in theorem.near_misses:
        statement = miss.statement if theorem.statement.equated else false_equation(miss.statement)
        try:
            if isinstance(statement, Equations) and len((made := plan(statement)).equations) == 1:
                text = draft(library, "", made, fails=True).text
                found.append(f"(* {theorem.label}, near miss: {remark(miss.wrong)}. *)\n{text}")
        except (Unreachable, DeriveError):
            continue
    return found


def export_false(theorems: Iterable[Theorem], title: str = "False variants of theorems of derive") -> tuple[str, int]:
    """A file that coqc accepts just if it rejects the proof of each near miss, and how many there are."""
    library = Library()
    found = [text for theorem in theorems if reach(theorem) is None for text in false_variants(library, theorem)]
    return assemble(library, title, found, ()), len(found)
