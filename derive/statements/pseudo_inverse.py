"""The pseudo-inverse, and the group inverse, by the equations that define them.

Penrose, *A generalized inverse for matrices* (1955): four equations have exactly one solution, the pseudo-inverse.
Likewise three equations have at most one solution, the group inverse; it is the Drazin inverse of a matrix of index at
most 1, and for a symmetric matrix the pseudo-inverse (Ben-Israel and Greville, *Generalized Inverses*, ch. 1 and 4).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from derive.language.hypotheses import Hypothesis
from derive.language.terms import Term, Transpose
from derive.printing import Sentence
from derive.statements.equation import Equations
from derive.statements.shapes import require_matrix, require_shape, require_square
from derive.statements.statement import Obligation, Statement


@dataclass(frozen=True)
class PseudoInverse(Statement):
    """M⁺ = P.

    Lemma.  M⁺ = P exactly if M P M = M, P M P = P, (M P)ᵀ = M P and (P M)ᵀ = P M.
    Proof.  M⁺ is defined by these equations, and they have one solution at most: if P and Q both satisfy them, then
    M P = M Q M P = (M Q)ᵀ(M P)ᵀ = (M P M Q)ᵀ = (M Q)ᵀ = M Q, likewise P M = Q M, and P = P M P = Q M P = Q M Q = Q.  ∎
    So each of the four is necessary.

    Attributes:
        matrix: M, R × K.
        value: P, K × R.
    """

    matrix: Term
    value: Term
    hypotheses: tuple[Hypothesis, ...] = ()
    kind: ClassVar[str] = "pseudo-inverse"
    lemma: ClassVar[str] = "M⁺ is defined by the four Penrose equations, and they have one solution at most"

    def __post_init__(self) -> None:
        rows, columns = require_matrix("the matrix of a pseudo-inverse", self.matrix)
        require_shape("the pseudo-inverse", self.value, (columns, rows))

    @property
    def terms(self) -> tuple[Term, ...]:
        """M and P."""
        return (self.matrix, self.value)

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """Penrose's equations."""
        m, p = self.matrix, self.value
        equations = {
            "M P M = M": (m * p * m, m),
            "P M P = P": (p * m * p, p),
            "M P symmetric": (Transpose(m * p), m * p),
            "P M symmetric": (Transpose(p * m), p * m),
        }
        return tuple(Obligation(name, Equations(sides, given), True) for name, sides in equations.items())

    def sentence(self) -> Sentence:
        """``the pseudo-inverse of M is P``."""
        return ("the pseudo-inverse of", self.matrix, "is", self.value)


@dataclass(frozen=True)
class GroupInverse(Statement):
    """P is the group inverse of M; so M has one, which is to say rank M² = rank M.

    Lemma.  At most one P satisfies M P M = M, P M P = P and M P = P M.
    Proof.  If P and Q do, then M P = P M = P M Q M = M P M Q = M Q, and P = P M P = P M Q = M P Q = M Q Q = Q M Q = Q.  ∎
    The group inverse is defined by these equations, so each is necessary.

    Attributes:
        matrix: M, N × N.
        value: P, N × N.
    """

    matrix: Term
    value: Term
    hypotheses: tuple[Hypothesis, ...] = ()
    kind: ClassVar[str] = "group inverse"
    lemma: ClassVar[str] = "the group inverse is defined by these three equations, and they have one solution at most"

    def __post_init__(self) -> None:
        size = require_square("the matrix of a group inverse", self.matrix)
        require_shape("the group inverse", self.value, (size, size))

    @property
    def terms(self) -> tuple[Term, ...]:
        """M and P."""
        return (self.matrix, self.value)

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """The three equations."""
        m, p = self.matrix, self.value
        equations = {"M P M = M": (m * p * m, m), "P M P = P": (p * m * p, p), "M P = P M": (m * p, p * m)}
        return tuple(Obligation(name, Equations(sides, given), True) for name, sides in equations.items())

    def sentence(self) -> Sentence:
        """``the group inverse of M is P``."""
        return ("the group inverse of", self.matrix, "is", self.value)


def pseudo_inverse_is(matrix: Term, value: Term, *, hypotheses: Sequence[Hypothesis] = ()) -> PseudoInverse:
    """The statement M⁺ = P.

    Args:
        matrix: M, R × K.
        value: P, K × R.
        hypotheses: what is assumed of the data.

    Raises `ShapeError` for shapes that do not fit, `InputError` for free indices.
    """
    return PseudoInverse(matrix, value, tuple(hypotheses))


def group_inverse_is(matrix: Term, value: Term, *, hypotheses: Sequence[Hypothesis] = ()) -> GroupInverse:
    """The statement that P is the group inverse of M, both N × N; for symmetric M that is M⁺.

    Raises `ShapeError` for shapes that do not fit, `InputError` for free indices.
    """
    return GroupInverse(matrix, value, tuple(hypotheses))
