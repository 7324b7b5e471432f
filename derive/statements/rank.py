"""Rank and nullity, by an inner inverse.

Any X with M X M = M is an *inner inverse* of M.  M X is then a projection onto the range of M, and the rank is its trace:
two equations say what the rank is.  Every matrix has an inner inverse (M⁺ is one), so nothing is lost.
Source: Ben-Israel and Greville, *Generalized Inverses*, ch. 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from derive.evaluate.linear import rank
from derive.evaluate.numbers import differ, show
from derive.evaluate.point import Value
from derive.evaluate.search import Failure, find_failure
from derive.language.hypotheses import Hypothesis
from derive.language.terms import Operand, Term, Trace, as_term
from derive.printing import Sentence
from derive.statements.equation import Equations
from derive.statements.shapes import require_matrix, require_shape
from derive.statements.statement import Obligation, Statement


@dataclass(frozen=True)
class Rank(Statement):
    """rank M = r.

    Lemma.  If M X M = M, then rank M = tr(M X).
    Proof.  (M X)² = (M X M) X = M X, so M X is idempotent, and the trace of an idempotent real matrix is its rank: its
    eigenvalues are 0 and 1, and ℝᴿ is the sum of the two eigenspaces.  rank(M X) ≤ rank M = rank(M X M) ≤ rank(M X).  ∎

    Attributes:
        matrix: M, R × K.
        value: r, a scalar.
        inverse: X, K × R, the certificate.
    """

    matrix: Term
    value: Term
    inverse: Term
    hypotheses: tuple[Hypothesis, ...] = ()
    kind: ClassVar[str] = "rank"
    lemma: ClassVar[str] = (
        "where MXM = M, the matrix MX is idempotent with the rank of M, and the rank of an idempotent matrix is "
        "its trace"
    )

    def __post_init__(self) -> None:
        _check(self.matrix, self.value, self.inverse, "the rank")

    @property
    def terms(self) -> tuple[Term, ...]:
        """M and r."""
        return (self.matrix, self.value)

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """M X M = M and tr(M X) = r; neither is necessary, since X may be a bad guess."""
        return (
            _inner(self.matrix, self.inverse, given),
            Obligation("trace", Equations((Trace(self.matrix * self.inverse), self.value), given)),
        )

    def failure(self) -> Failure | None:
        """A point at which the rank is another number."""
        return find_failure(self.terms, self.hypotheses, self._differs)

    def _differs(self, values: tuple[Value, ...]) -> str | None:
        matrix, value = values
        return _other("the rank", rank(matrix), value)  # type: ignore[arg-type]  # a matrix of exact numbers, or raises

    def sentence(self) -> Sentence:
        """``the rank of M is r``."""
        return ("the rank of", self.matrix, "is", self.value)


@dataclass(frozen=True)
class Nullity(Statement):
    """dim {v : M v = 0} = d.

    Lemma.  If M X M = M, then dim {v : M v = 0} = K − tr(M X) for M with K columns.
    Proof.  By rank and nullity the dimension is K − rank M, and rank M = tr(M X) by the lemma of `Rank`.  ∎

    Attributes:
        matrix: M, R × K.
        value: d, a scalar.
        inverse: X, K × R, the certificate.
    """

    matrix: Term
    value: Term
    inverse: Term
    hypotheses: tuple[Hypothesis, ...] = ()
    kind: ClassVar[str] = "nullity"
    lemma: ClassVar[str] = (
        "where MXM = M, the rank of M is tr(MX), and the dimension of the null space is the number of columns "
        "less the rank"
    )

    def __post_init__(self) -> None:
        _check(self.matrix, self.value, self.inverse, "the dimension of a null space")

    @property
    def terms(self) -> tuple[Term, ...]:
        """M and d."""
        return (self.matrix, self.value)

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """M X M = M and K − tr(M X) = d; neither is necessary, since X may be a bad guess."""
        rest = as_term(self.matrix.shape[1]) - Trace(self.matrix * self.inverse)
        return (
            _inner(self.matrix, self.inverse, given),
            Obligation("columns less trace", Equations((rest, self.value), given)),
        )

    def failure(self) -> Failure | None:
        """A point at which the dimension is another number."""
        return find_failure(self.terms, self.hypotheses, self._differs)

    def _differs(self, values: tuple[Value, ...]) -> str | None:
        matrix, value = values
        nullity = len(matrix[0]) - rank(matrix)  # type: ignore[arg-type,index]  # a matrix of exact numbers, or raises
        return _other("the dimension of the null space", nullity, value)

    def sentence(self) -> Sentence:
        """``the dimension of the null space of M is d``."""
        return ("the dimension of the null space of", self.matrix, "is", self.value)


def _check(matrix: Term, value: Term, inverse: Term, what: str) -> None:
    rows, columns = require_matrix(f"the matrix of {what}", matrix)
    require_shape(what, value, ())
    require_shape("the inner inverse", inverse, (columns, rows))


def _inner(matrix: Term, inverse: Term, given: tuple[Hypothesis, ...]) -> Obligation:
    return Obligation("inner inverse", Equations((matrix * inverse * matrix, matrix), given))


def _other(what: str, found: int, value: Value) -> str | None:
    if differ(Fraction(found), value):  # type: ignore[arg-type]  # a scalar
        return f"{what} is {found}, not {show(value)}"  # type: ignore[arg-type]  # a scalar
    return None


def rank_is(matrix: Term, value: Operand, *, inverse: Term, hypotheses: Sequence[Hypothesis] = ()) -> Rank:
    """The statement rank M = r.

    Args:
        matrix: M, R × K.
        value: r, a scalar term or a number: N - 1, N - k.
        inverse: X, K × R, with M X M = M: the certificate.
        hypotheses: what is assumed of the data.

    Raises `ShapeError` for shapes that do not fit, `InputError` for free indices.
    """
    return Rank(matrix, as_term(value), inverse, tuple(hypotheses))


def nullity(matrix: Term, value: Operand, *, inverse: Term, hypotheses: Sequence[Hypothesis] = ()) -> Nullity:
    """The statement dim {v : M v = 0} = d.

    Args:
        matrix: M, R × K; for the left null space ``transpose(M)``.
        value: d, a scalar term or a number.
        inverse: X, K × R, with M X M = M: the certificate.
        hypotheses: what is assumed of the data.

    Raises `ShapeError` for shapes that do not fit, `InputError` for free indices.
    """
    return Nullity(matrix, as_term(value), inverse, tuple(hypotheses))
