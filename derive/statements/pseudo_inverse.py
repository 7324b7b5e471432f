"""The pseudo-inverse, and the group inverse, by the equations that define them.

Penrose, *A generalized inverse for matrices* (1955): four equations have exactly one solution, the pseudo-inverse.
Likewise three equations have at most one solution, the group inverse; it is the Drazin inverse of a matrix of index at
most 1, and for a symmetric matrix the pseudo-inverse (Ben-Israel and Greville, *Generalized Inverses*, ch. 1 and 4).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from derive.language.hypotheses import Hypothesis
from derive.language.terms import Term, Transpose
from derive.statements.declaration import sorts
from derive.statements.equation import equalities
from derive.statements.statement import Obligation, Statement


@dataclass(frozen=True)
class PseudoInverse(Statement):
    """M⁺ = P.

    Lemma.  M⁺ = P exactly if M P M = M, P M P = P, (M P)ᵀ = M P and (P M)ᵀ = P M.
    Proof.  M⁺ is defined by these equations, and they have one solution at most: if P and Q both satisfy them, then
    M P = M Q M P = (M Q)ᵀ(M P)ᵀ = (M P M Q)ᵀ = (M Q)ᵀ = M Q, likewise P M = Q M, and P = P M P = Q M P = Q M Q = Q.  ∎
    So each of the four is necessary.  A wrong P is refuted by the first equation that fails.
    """

    matrix: Term
    value: Term
    hypotheses: tuple[Hypothesis, ...] = ()
    kind = "pseudo-inverse"
    certified = "pseudo-inverse"
    claimed = sorts(matrix="term", value="term")
    shapes = (
        ("matrix", "the matrix of a pseudo-inverse", "R K"),
        ("value", "the pseudo-inverse", "K R"),
    )
    wording = "the pseudo-inverse of {matrix} is {value}"
    lemma = "M⁺ is defined by the four Penrose equations, and they have one solution at most"

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """Penrose's equations."""
        m, p = self.matrix, self.value
        equations = {
            "M P M = M": (m * p * m, m),
            "P M P = P": (p * m * p, p),
            "M P symmetric": (Transpose(m * p), m * p),
            "P M symmetric": (Transpose(p * m), p * m),
        }
        return equalities(equations, given, necessary=True)


@dataclass(frozen=True)
class GroupInverse(Statement):
    """P is the group inverse of M; so M has one, which is to say rank M² = rank M.

    Lemma.  At most one P satisfies M P M = M, P M P = P and M P = P M.
    Proof.  If P and Q do, then M P = P M = P M Q M = M P M Q = M Q, and P = P M P = P M Q = M P Q = M Q Q = Q M Q = Q.  ∎
    The group inverse is defined by these equations, so each is necessary.
    """

    matrix: Term
    value: Term
    hypotheses: tuple[Hypothesis, ...] = ()
    kind = "group inverse"
    certified = "group inverse"
    claimed = PseudoInverse.claimed
    shapes = (
        ("matrix", "the matrix of a group inverse", "N N"),
        ("value", "the group inverse", "N N"),
    )
    wording = "the group inverse of {matrix} is {value}"
    lemma = "the group inverse is defined by these three equations, and they have one solution at most"

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """The three equations."""
        m, p = self.matrix, self.value
        equations = {"M P M = M": (m * p * m, m), "P M P = P": (p * m * p, p), "M P = P M": (m * p, p * m)}
        return equalities(equations, given, necessary=True)


def pseudo_inverse_is(matrix: Term, value: Term, *, hypotheses: Sequence[Hypothesis] = ()) -> PseudoInverse:
    """The statement M⁺ = P.

    Args:
        matrix: M, R × K.
        value: P, K × R.
        hypotheses: what is assumed of the data.

    Raises `ShapeError` for shapes that do not fit, `InputError` for free indices.
    """
    return PseudoInverse(matrix, value, tuple(hypotheses))
