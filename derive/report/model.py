"""The data of a report: what was proved, how, and what lies beside the proofs.  No logic lives here.

Everything is a checked object itself (terms, verdicts, rules), never a string made of it: how it looks is decided when it
is rendered.  Nothing depends on the machine or the moment, so that two runs make the same bytes.
"""

from __future__ import annotations

from dataclasses import dataclass

from derive.authoring.theory import CheckedTheorem, DefinitionEntry, Group, Theory
from derive.authoring.vocabulary import Convention, NearMiss
from derive.derivation.derivation import Rule
from derive.evaluate.point import Point, Value
from derive.interop.agreement import Agreement, LineConfirmation
from derive.language.hypotheses import Condition
from derive.language.terms import Dimension, Symbol, Term
from derive.statements.verdict import Verdict


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
        digest: the SHA-256 of the certificate as ``derive export`` writes it; empty where there is none.
        not_exported: why the theorem cannot be exported to Rocq; empty if it can.
    """

    accepted: bool
    why_not: str = ""
    digest: str = ""
    not_exported: str = ""

    @property
    def words(self) -> str:
        """In a sentence or two."""
        verifier = "Re-checked by the verifier" if self.accepted else f"Not certified: {self.why_not}"
        return f"{verifier}{'.' if self.not_exported else '; exported to Rocq.'}"


@dataclass(frozen=True)
class TheoremReport:
    """One theorem: its verdicts, its derivation, and the evidence beside it.

    ``declared`` are the properties with which the symbols of the statement were declared.  An equation has in ``sympy`` one
    answer for each of `Report.sympy_sizes`, in ``exact`` one comparison for each of `Report.exact_sizes`.
    """

    number: int
    checked: CheckedTheorem
    declared: tuple[Condition, ...]
    recheck: Recheck
    lines: tuple[ProofLine, ...] = ()
    sympy: tuple[Agreement, ...] = ()
    exact: tuple[ExactComparison, ...] = ()

    @property
    def label(self) -> str:
        return self.checked.label

    @property
    def proved(self) -> str:
        """What is said of it where it is proved: ``Proved``, or ``Proved, not certified,``."""
        return "Proved" if self.recheck.accepted else "Proved, not certified,"

    @property
    def badge(self) -> str:
        """The kind of badge that stands for the verdict in the contents (`derive.report.targets.BADGES`)."""
        certified = self.checked.status != "proved" or self.recheck.accepted
        return self.checked.status if certified else "uncertified"

    @property
    def equation(self) -> bool:
        """Is it an equation, or a chain of them?"""
        return bool(self.checked.theorem.statement.equated)

    @property
    def near_misses(self) -> tuple[tuple[NearMiss, Verdict], ...]:
        """Each near miss with its verdict, which should be *refuted*."""
        return tuple(zip(self.checked.theorem.near_misses, self.checked.near_misses, strict=True))

    @property
    def conventions(self) -> tuple[tuple[Convention, Verdict], ...]:
        """Each convention with its verdict, which should be *vacuous*."""
        return tuple(zip(self.checked.theorem.conventions, self.checked.conventions, strict=True))


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
    rules: tuple[NumberedRule, ...]

    @property
    def equations(self) -> tuple[TheoremReport, ...]:
        return tuple(theorem for theorem in self.theorems if theorem.equation)

    @property
    def others(self) -> tuple[TheoremReport, ...]:
        return tuple(theorem for theorem in self.theorems if not theorem.equation)


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
    verdict: Verdict | None = None
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
        return tuple(theorem for group in self.groups for theorem in group.theorems)

    @property
    def others(self) -> tuple[TheoremReport, ...]:
        return tuple(theorem for theorem in self.theorems if not theorem.equation)
