"""Statements that are more than equations, for tests: two small kinds with parts, one with a kind inside, and a theory.

The kinds of `derive.statements` have tests of their own; what is tested with these is how any kind is decided and shown.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

from derive.authoring.theory import Theory
from derive.authoring.vocabulary import near_miss
from derive.evaluate.point import Value
from derive.evaluate.search import Failure, find_failure
from derive.language.build import diag, dot, identity, let, norm, vector
from derive.language.hypotheses import Hypothesis, equal, not_zero
from derive.language.terms import Term
from derive.printing import Sentence, Sign
from derive.report.model import Report, TheoremReport
from derive.statements.equation import equation
from derive.statements.statement import Obligation, Statement
from tests.words import N, a, one, v

Pi = let("Pi", identity(N) - one * one.T / N)
gain = vector("g", N, "nonzero")
AT_LEAST = Sign(r"\geq", "≥")


@dataclass(frozen=True)
class NullLine(Statement):
    """{v : M v = 0} = span(b).  Lemma: where M b = 0 and I = b lᵀ + X M, every v with M v = 0 is b (l · v)."""

    matrix: Term
    line: Term
    dual: Term
    rest: Term
    hypotheses: tuple[Hypothesis, ...] = ()
    kind: ClassVar[str] = "null line"
    lemma: ClassVar[str] = "where Mv = 0, the splitting gives v = b (l · v)"

    @property
    def terms(self) -> tuple[Term, ...]:
        return self.matrix, self.line

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        size = self.matrix.shape[1]
        splitting = equation(identity(size), self.line * self.dual.T + self.rest * self.matrix, *given)
        return (
            Obligation("annihilation", equation(self.matrix * self.line, 0, *given), necessary=True),
            Obligation("splitting", splitting),
        )

    def sentence(self) -> Sentence:
        return "the null space of", self.matrix, "is spanned by", self.line


@dataclass(frozen=True)
class NullityOne(Statement):
    """dim {v : M v = 0} = 1.  Lemma: its null space is spanned by one vector b, and l · b = 1 shows that b ≠ 0."""

    span: NullLine
    kind: ClassVar[str] = "nullity"

    @property
    def hypotheses(self) -> tuple[Hypothesis, ...]:  # type: ignore[override]  # those of the null space
        return self.span.hypotheses

    @property
    def terms(self) -> tuple[Term, ...]:
        return self.span.terms

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        return (
            Obligation("null space", self.span),
            Obligation("a basis", equation(dot(self.span.dual, self.span.line), 1, *given)),
        )

    def sentence(self) -> Sentence:
        return "the null space of", self.span.matrix, "has dimension 1"


@dataclass(frozen=True)
class AtLeast(Statement):
    """p ≥ q.  Lemma: p = q + |r|², and no square is negative."""

    left: Term
    right: Term
    root: Term
    hypotheses: tuple[Hypothesis, ...] = ()
    kind: ClassVar[str] = "bound"

    @property
    def terms(self) -> tuple[Term, ...]:
        return self.left, self.right

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        return (Obligation("a square more", equation(self.left, self.right + norm(self.root) ** 2, *given)),)

    def failure(self) -> Failure | None:
        def below(values: tuple[Value, ...]) -> str | None:
            left, right = values
            assert isinstance(left, Fraction)
            assert isinstance(right, Fraction)
            return f"{left} < {right}" if left < right else None

        return find_failure(self.terms, self.hypotheses, below)

    def sentence(self) -> Sentence:
        return self.left, AT_LEAST, self.right


def null_line_of_projector(line: Term = one) -> NullLine:
    """The null space of Π is spanned by 1, or is said to be by another vector."""
    return NullLine(Pi, line, one / N, identity(N))


GAINED = NullLine(Pi * diag(gain), 1 / gain, gain * one / N, diag(1 / gain))
NULLITY = NullityOne(null_line_of_projector())
DIRECTION = NullLine(
    identity(N) - a * a.T / norm(a) ** 2, a, a / norm(a) ** 2, identity(N), (equal(dot(one, a), 0), not_zero(a))
)
BOUND = AtLeast(norm(a) ** 2, norm(Pi * a) ** 2, a - Pi * a)


def structured_theory() -> Theory:
    """One equation, and structure theorems of the kinds above."""
    theory = Theory("structured", "A structured theory", "The projector Π as a map.", ("A book, p. 2",))
    theory.names.update({"N": N, "a": a, "g": gain})
    theory.define(Pi, "A book, Eq. (1)")

    @theory.theorem("the projector is one", "A book, Eq. (2)")
    @near_miss("a sign", -Pi)
    def idempotent() -> tuple[object, ...]:
        """ΠΠ = Π."""
        return Pi * Pi, Pi

    @theory.theorem("what the projector loses", "A book, Eq. (3)")
    @near_miss("any vector for 1", null_line_of_projector(a))
    def null_space() -> Statement:
        """Πv = 0 exactly for multiples of 1."""
        return null_line_of_projector()

    @theory.theorem("behind a gain", "A book, Eq. (4)")
    def null_space_gained() -> Statement:
        """ΠGv = 0 exactly for multiples of 1/g, where no gain is zero."""
        return GAINED

    @theory.theorem("one dimension is lost", "")
    def nullity() -> Statement:
        """The null space of Π has dimension 1."""
        return NULLITY

    @theory.theorem("along a direction", "A book, Eq. (5)")
    def null_direction() -> Statement:
        """The null space of I − aaᵀ/|a|² is spanned by a, for balanced a ≠ 0."""
        return DIRECTION

    @theory.theorem("no longer", "A book, Eq. (6)")
    @near_miss("the other way", AtLeast(norm(Pi * a) ** 2, norm(a) ** 2, v))
    def shorter() -> Statement:
        """|Πa|² ≤ |a|²."""
        return BOUND

    @theory.theorem("as an equation", "A book, Eq. (2)")
    @near_miss("a factor", Pi * one, one)
    def equation_too() -> Statement:
        """ΠΠ = Π, as a statement."""
        return equation(Pi * Pi, Pi)

    return theory


def with_theorems(report: Report, *theorems: TheoremReport) -> Report:
    """A report of one section with other theorems in it."""
    (group,) = report.groups
    return replace(report, groups=(replace(group, theorems=theorems),))
