"""Rank and nullity, by an inner inverse.

Any X with M X M = M is an *inner inverse* of M.  M X is then a projection onto the range of M, and the rank is its trace:
two equations say what the rank is.  Every matrix has an inner inverse (M⁺ is one), so nothing is lost.
Source: Ben-Israel and Greville, *Generalized Inverses*, ch. 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from derive.evaluate.linear import rank
from derive.evaluate.numbers import differ, show
from derive.evaluate.point import Value
from derive.evaluate.search import Failure, find_failure
from derive.language.hypotheses import Hypothesis
from derive.language.terms import Operand, Term, Trace, as_term
from derive.statements.declaration import sorts
from derive.statements.equation import equalities
from derive.statements.statement import Obligation, Statement


@dataclass(frozen=True)
class Rank(Statement):
    """rank M = r.

    Lemma.  If M X M = M, then rank M = tr(M X).
    Proof.  (M X)² = (M X M) X = M X, so M X is idempotent, and the trace of an idempotent real matrix is its rank: its
    eigenvalues are 0 and 1, and ℝᴿ is the sum of the two eigenspaces.  rank(M X) ≤ rank M = rank(M X M) ≤ rank(M X).  ∎

    The certificate is X.
    """

    matrix: Term
    value: Term
    inverse: Term
    hypotheses: tuple[Hypothesis, ...] = ()
    kind = "rank"
    certified = "rank"
    claimed = sorts(matrix="term", value="term")
    shown = sorts(inverse="term")
    shapes = (
        ("matrix", "the matrix of the rank", "R K"),
        ("value", "the rank", ""),
        ("inverse", "the inner inverse", "K R"),
    )
    wording = "the rank of {matrix} is {value}"
    lemma = (
        "where MXM = M, the matrix MX is idempotent with the rank of M, and the rank of an idempotent matrix is "
        "its trace"
    )

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """M X M = M and tr(M X) = r; neither is necessary, since X may be a bad guess."""
        m, x = self.matrix, self.inverse
        return equalities({"inner inverse": (m * x * m, m), "trace": (Trace(m * x), self.value)}, given)

    def failure(self) -> Failure | None:
        """A point at which the rank is another number."""
        return find_failure(self.terms, self.hypotheses, _other("the rank", rank))


@dataclass(frozen=True)
class Nullity(Statement):
    """dim {v : M v = 0} = d.

    Lemma.  If M X M = M, then dim {v : M v = 0} = K − tr(M X) for M with K columns.
    Proof.  By rank and nullity the dimension is K − rank M, and rank M = tr(M X) by the lemma of `Rank`.  ∎

    The certificate is X.
    """

    matrix: Term
    value: Term
    inverse: Term
    hypotheses: tuple[Hypothesis, ...] = ()
    kind = "nullity"
    certified = "nullity"
    claimed = Rank.claimed
    shown = Rank.shown
    shapes = (
        ("matrix", "the matrix of the dimension of a null space", "R K"),
        ("value", "the dimension of a null space", ""),
        ("inverse", "the inner inverse", "K R"),
    )
    wording = "the dimension of the null space of {matrix} is {value}"
    lemma = (
        "where MXM = M, the rank of M is tr(MX), and the dimension of the null space is the number of columns "
        "less the rank"
    )

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """M X M = M and K − tr(M X) = d; neither is necessary, since X may be a bad guess."""
        m, x = self.matrix, self.inverse
        rest = as_term(m.shape[1]) - Trace(m * x)
        return equalities({"inner inverse": (m * x * m, m), "columns less trace": (rest, self.value)}, given)

    def failure(self) -> Failure | None:
        """A point at which the dimension is another number."""
        what = "the dimension of the null space"
        return find_failure(self.terms, self.hypotheses, _other(what, lambda matrix: len(matrix[0]) - rank(matrix)))


def _other(what: str, number: Callable[[Any], int]) -> Callable[[tuple[Value, ...]], str | None]:
    """What fails at the values of M and of what its number should be, in words."""

    def differs(values: tuple[Value, ...]) -> str | None:
        matrix, value = values
        found = number(matrix)
        if differ(Fraction(found), value):  # type: ignore[arg-type]  # a scalar
            return f"{what} is {found}, not {show(value)}"  # type: ignore[arg-type]  # a scalar
        return None

    return differs


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
