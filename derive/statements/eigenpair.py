"""Eigenpairs: M v = λ v, and v is not 0.

The equation alone says little, since v = 0 satisfies it for every λ; so v ≠ 0 is a part of the statement, established from
what is known of v, or by a covector that v does not vanish on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from derive.errors import ShapeError
from derive.language.hypotheses import Hypothesis, not_zero
from derive.language.terms import Operand, Term, as_term, is_square, show_shape
from derive.statements.declaration import sorts
from derive.statements.equation import equalities
from derive.statements.implication import Implication
from derive.statements.shapes import require_shape
from derive.statements.statement import Obligation, Statement


@dataclass(frozen=True)
class Eigenpair(Statement):
    """v is an eigenvector of M, with eigenvalue λ; free indices mean "for all values".

    Lemma.  By definition v is one exactly if M v = λ v and v ≠ 0, so both parts are necessary; v ≠ 0 is an
    `derive.statements.implication.Implication`, with its own lemma for the covector.

    M is N × N, λ a scalar.  Certificates for v ≠ 0 are ``covector``, a vector c with c · v ≠ 0, and ``form``, c · v in a
    form of which the sign can be read off; without a covector, such a form of v.
    """

    matrix: Term
    vector: Term
    value: Term
    hypotheses: tuple[Hypothesis, ...] = ()
    form: Term | None = None
    covector: Term | None = None
    kind = "eigenpair"
    certified = "eigenpair"
    claimed = sorts(matrix="term", vector="term", value="term")
    wording = "{vector} is an eigenvector of {matrix} with eigenvalue {value}"
    lemma = "by definition v is an eigenvector with eigenvalue λ if Mv = λv and v ≠ 0"

    def __post_init__(self) -> None:
        if not is_square(self.matrix.shape):
            raise ShapeError(f"a matrix of shape {show_shape(self.matrix.shape)}", hint="it must be square")
        require_shape("the eigenvector", self.vector, self.matrix.shape[:1], closed=False)
        require_shape("the eigenvalue", self.value, (), closed=False)
        self._not_zero(())

    def _not_zero(self, given: tuple[Hypothesis, ...]) -> Implication:
        return Implication(not_zero(self.vector), given, self.form, self.covector)

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """M v = λ v, and v ≠ 0."""
        sides = (self.matrix * self.vector, self.value * self.vector)
        return (
            *equalities({"eigenvalue equation": sides}, given, necessary=True),
            Obligation("the vector is not 0", self._not_zero(given), True),
        )


def eigenpair(
    matrix: Term,
    vector: Term,
    value: Operand,
    *,
    hypotheses: Sequence[Hypothesis] = (),
    covector: Term | None = None,
    form: Operand | None = None,
) -> Eigenpair:
    """The statement M v = λ v with v ≠ 0.

    Args:
        matrix: M, N × N.
        vector: v, N.
        value: λ, a scalar term or a number.
        hypotheses: what is assumed of the data, such as not_zero(v).
        covector: where v ≠ 0 is not among them, a vector c with c · v ≠ 0.
        form: c · v (without a covector: v) in a form of which the sign can be read off.

    Raises `ShapeError` for shapes that do not fit.
    """
    shown = None if form is None else as_term(form)
    return Eigenpair(matrix, vector, as_term(value), tuple(hypotheses), shown, covector)
