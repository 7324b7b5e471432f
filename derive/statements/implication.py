"""Under the hypotheses a condition holds: p > 0, p ≥ 0, p ≠ 0, v ≠ 0.

What can be read off declarations, hypotheses and the way a term is written (`derive.kernel.assumptions`) needs no
certificate.  Where the term as authored does not show it, another form may: a term equal to it that does, or for v ≠ 0 a
covector c with c · v ≠ 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from derive.errors import InputError
from derive.evaluate.search import Failure
from derive.kernel.assumptions import Assumptions
from derive.language.hypotheses import Condition, Hypothesis, pointwise
from derive.language.terms import Dot, Operand, Term, as_term
from derive.printing import Sentence, text_condition
from derive.statements.bound import violation
from derive.statements.declaration import sorts
from derive.statements.equation import Equations
from derive.statements.shapes import require_shape
from derive.statements.statement import Obligation, Statement
from derive.statements.verdict import Verdict

KINDS = ("nonzero", "nonneg", "positive", "not_zero")


@dataclass(frozen=True)
class Implication(Statement):
    """The conclusion holds wherever the hypotheses do and its term is defined.

    Lemma.  (1) If p = q, and the condition holds of q, it holds of p.
    (2) If c · v = q and q ≠ 0, then v ≠ 0.
    Proof.  (1) Equal numbers (vectors) have the same properties.  (2) If v = 0, then c · v = 0.  ∎
    Without a certificate the condition follows by the rules of `derive.kernel.assumptions.Assumptions.holds`.

    Attributes:
        conclusion: p ≠ 0, p ≥ 0, p > 0 of a scalar, v ≠ 0 of a vector, or every component of v ≠ 0.
        form: q, a certificate; of the shape of p, or with a covector a scalar.
        covector: c, a certificate for v ≠ 0; then ``form`` is c · v, as it stands when it is left out.
    """

    conclusion: Condition
    hypotheses: tuple[Hypothesis, ...] = ()
    form: Term | None = None
    covector: Term | None = None
    kind = "implication"
    certified = "implication"
    claimed = sorts(conclusion="sign")
    shown = sorts(form="term?", covector="term?")
    lemma = "equal terms have the same sign; and c · v ≠ 0 excludes v = 0"

    def __post_init__(self) -> None:
        term = self.conclusion.term
        if self.conclusion.kind not in KINDS:
            hint = f"one of {', '.join(KINDS)}; the others are equations, and stated as such"
            raise InputError(f"the conclusion {text_condition(self.conclusion)}", hint=hint)
        if self.covector is not None:
            if self.conclusion.kind != "not_zero":
                raise InputError("a covector for another conclusion than v ≠ 0", hint="leave it out")
            require_shape("the covector", self.covector, term.shape, closed=False)
        if self.form is not None:
            require_shape("the other form", self.form, () if self.covector is not None else term.shape, closed=False)

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """p = q, and the condition of q; with a covector c · v = q, and q ≠ 0."""
        term = self.conclusion.term if self.covector is None else Dot(self.covector, self.conclusion.term)
        form = self.form if self.form is not None else term
        kind = self.conclusion.kind if self.covector is None else "nonzero"
        return (
            Obligation("another form", Equations((term, form), given)),
            Obligation("its sign", Implication(Condition(kind, form), given)),
        )

    def failure(self) -> Failure | None:
        """A point at which the conclusion is false."""
        return violation(self.conclusion, self.hypotheses)

    def judge(self) -> Verdict:
        """By its certificate, or by what is known of the term as it stands."""
        if self.form is not None or self.covector is not None:
            return super().judge()
        (term,) = self.terms
        somewhere = Equations((term, term), self.hypotheses).judge()  # its ledger, and that it speaks of something
        if somewhere.status != "proved":
            return replace(somewhere, statement=self)
        if Assumptions((*self.hypotheses, *somewhere.conditions)).holds(pointwise(self.conclusion)):
            return replace(somewhere, statement=self)
        failure = self.failure()
        if failure is not None:
            return Verdict(self, "refuted", (), somewhere.conditions, failure)
        reason = f"nothing known says {text_condition(pointwise(self.conclusion))}, and no counterexample was found"
        return self.unsupported(reason, somewhere.conditions)

    def sentence(self) -> Sentence:
        """``p > 0``."""
        return (pointwise(self.conclusion),)


def implies(
    hypotheses: Sequence[Hypothesis],
    conclusion: Condition,
    *,
    form: Operand | None = None,
    covector: Term | None = None,
) -> Implication:
    """The statement that the conclusion follows from the hypotheses, and from where its term is defined.

    Args:
        hypotheses: what is assumed of the data.
        conclusion: nonzero(p), nonneg(p), positive(p), not_zero(v), or nonzero(v) of every component.
        form: another form of p, of which the sign can be read off; with a covector, of c · v.
        covector: for not_zero(v), a vector c with c · v ≠ 0.

    Raises `InputError` for conclusions of other kinds, `ShapeError` for certificates that do not fit.
    """
    return Implication(conclusion, tuple(hypotheses), None if form is None else as_term(form), covector)
