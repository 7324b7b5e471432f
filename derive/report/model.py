"""The data of a report: what was proved, how, and what lies beside the proofs.  No logic lives here.

Everything is a checked object itself (terms, verdicts, rules), never a string made of it: how it looks is decided when it
is rendered.  Nothing depends on the machine or the moment, so that two runs make the same bytes.
"""

from __future__ import annotations

from dataclasses import dataclass

from derive.derivation.derivation import Rule
from derive.evaluate.point import Point, Value
from derive.interop.agreement import Agreement, LineConfirmation
from derive.language.hypotheses import Condition
from derive.language.terms import Dimension, Symbol, Term
from derive.statements.equation import ChainVerdict
from derive.statements.verdict import Verdict
from derive.theories.theory import CheckedEntry, CheckedStructure, Convention, DefinitionEntry, Group, NearMiss, Theory


@dataclass(frozen=True)
class ProofLine:
    """A line of a derivation; ``rules`` are the numbers of `Report.rules`, and ``note`` the author's own words, if any.

    ``sympy`` has SymPy's answers about this line and the one before, at `Report.sympy_sizes`; None for the first line.
    """

    number: int
    term: Term
    rules: tuple[int, ...]
    note: str
    sympy: LineConfirmation | None = None


@dataclass(frozen=True)
class RefutedMiss:
    """A near miss and its verdict (which should be *refuted*)."""

    near: NearMiss
    verdict: Verdict


@dataclass(frozen=True)
class AgreedConvention:
    """A convention and its verdict (which should be *vacuous*)."""

    convention: Convention
    verdict: Verdict


@dataclass(frozen=True)
class ExactComparison:
    """The terms of a theorem at one size, at ``points`` points: how many agreed; and a point with the value there."""

    size: int
    points: int
    agreed: int
    example: Point | None
    value: Value | None


@dataclass(frozen=True)
class Recheck:
    """What other programs say of a theorem.

    Attributes:
        accepted: does the verifier accept its certificate?
        why_not: its reason, if not.
        not_exported: why the theorem cannot be exported to Rocq; empty if it can.
    """

    accepted: bool
    why_not: str
    not_exported: str

    @property
    def words(self) -> str:
        """In a sentence or two."""
        verifier = "Re-checked by the verifier" if self.accepted else f"Not re-checked: {self.why_not}"
        return f"{verifier}{'.' if self.not_exported else '; exported to Rocq.'}"


@dataclass(frozen=True)
class TheoremReport:
    """One theorem: its verdicts, its derivation, and the evidence beside it.

    ``declared`` are the properties with which the symbols of the statement were declared; ``sympy`` has one answer for
    each of `Report.sympy_sizes`, ``exact`` one comparison for each of `Report.exact_sizes`.
    """

    number: int
    checked: CheckedEntry
    declared: tuple[Condition, ...]
    lines: tuple[ProofLine, ...]
    near_misses: tuple[RefutedMiss, ...]
    conventions: tuple[AgreedConvention, ...]
    sympy: tuple[Agreement, ...]
    exact: tuple[ExactComparison, ...]
    recheck: Recheck

    @property
    def label(self) -> str:
        """``theory.name``."""
        return self.checked.entry.label


@dataclass(frozen=True)
class StructureReport:
    """A theorem that is no equation: its judgement with its parts, and its near misses."""

    number: int
    checked: CheckedStructure
    recheck: Recheck

    @property
    def label(self) -> str:
        """``theory.name``."""
        return self.checked.structure.label


@dataclass(frozen=True)
class NumberedRule:
    """A rule that derivations of the report use, numbered in order of first use."""

    number: int
    rule: Rule


@dataclass(frozen=True)
class GroupReport:
    """A section: theorems of one topic, with the names, symbols, dimensions and rules that stand in them."""

    topic: Group
    definitions: tuple[DefinitionEntry, ...]
    dimensions: tuple[Dimension, ...]
    symbols: tuple[Symbol, ...]
    theorems: tuple[TheoremReport, ...]
    structures: tuple[StructureReport, ...]
    rules: tuple[NumberedRule, ...]


@dataclass(frozen=True)
class ReferenceFunction:
    """A function in Python, its LaTeX by latexify-py, and whether that LaTeX, read back, is the formula it is meant to be.

    ``latex`` is empty and ``verdict`` None where latexify-py cannot run; ``verdict`` is None, and ``unread`` says why, where
    the LaTeX cannot be read.
    """

    name: str
    title: str
    source: str
    latex: str
    verdict: ChainVerdict | None = None
    unread: str = ""

    @property
    def as_expected(self) -> bool:
        """The LaTeX is proved to be the formula, or there is none to be read."""
        return not self.latex or (self.verdict is not None and self.verdict.status == "proved")


@dataclass(frozen=True)
class FloatAgreement:
    """float64 against exact values at these sizes: whether every error was within its a-priori bound."""

    sizes: tuple[int, ...]
    within: bool


@dataclass(frozen=True)
class Report:
    """All that a report of a theory says.

    Numbers run through the groups, in each the equations first.
    ``not_rendered`` is the reason why the LaTeX of the reference functions is missing; such a report has a hole that a
    drift check passes over, and cannot replace a whole one.
    """

    theory: Theory
    groups: tuple[GroupReport, ...]
    rules: tuple[NumberedRule, ...]
    sympy_sizes: tuple[int, ...]
    exact_sizes: tuple[int, ...]
    references: tuple[ReferenceFunction, ...]
    not_rendered: str
    floats: FloatAgreement | None

    @property
    def theorems(self) -> tuple[TheoremReport, ...]:
        """The equations."""
        return tuple(theorem for group in self.groups for theorem in group.theorems)

    @property
    def structures(self) -> tuple[StructureReport, ...]:
        """The other theorems."""
        return tuple(theorem for group in self.groups for theorem in group.structures)
