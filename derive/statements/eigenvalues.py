"""All eigenvalues of a matrix, with multiplicities that may depend on N: 0 once, 1/r in N − 2 dimensions.

A characteristic polynomial with such a multiplicity, (z − λ)ᴺ⁻², is no term; projections onto eigenspaces are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from derive.errors import InputError
from derive.evaluate.linear import characteristic_polynomial
from derive.evaluate.numbers import ONE, ZERO, Real, differ, show
from derive.evaluate.point import Value, show_value
from derive.evaluate.search import SPECTRAL_EFFORT, Failure, find_failure
from derive.language.alike import join
from derive.language.hypotheses import Hypothesis
from derive.language.terms import Add, Identity, Operand, Term, Trace, as_term
from derive.printing import Sentence
from derive.statements.declaration import sorts
from derive.statements.equation import equalities
from derive.statements.shapes import require_shape, require_square
from derive.statements.statement import Obligation, Statement


@dataclass(frozen=True)
class Eigenvalue:
    """An eigenvalue λ (scalar), how often it is one (scalar), and the certificate: a projection E (N × N)."""

    value: Term
    multiplicity: Term
    projection: Term


@dataclass(frozen=True)
class Eigenvalues(Statement):
    """The eigenvalues of M are λ₁ (m₁ times), …, λₖ (mₖ times): det(zI − M) = (z − λ₁)^m₁ ⋯ (z − λₖ)^mₖ.

    Lemma.  It holds if there are matrices E₁, …, Eₖ with Σ Eᵢ = I, and Eᵢ² = Eᵢ, M Eᵢ = λᵢ Eᵢ, tr Eᵢ = mᵢ for each i.
    Proof.  Eᵢ is idempotent, so its range Rᵢ has the dimension tr Eᵢ = mᵢ.  As Σ Eᵢ = I, every v = Σ Eᵢ v is in R₁ + … + Rₖ;
    and the dimensions add up to Σ tr Eᵢ = tr I = N, so the sum is direct.  In a basis made of bases of the Rᵢ the matrix is
    diagonal, with λᵢ in mᵢ places, since M w = λᵢ w for w = Eᵢ w in Rᵢ.  ∎
    So M is diagonalisable then.  Where some λᵢ are equal, their multiplicities add; where mᵢ = 0, λᵢ is no eigenvalue.

    M is N × N.  It is refuted at a point at which the characteristic polynomial is another one.
    """

    matrix: Term
    eigenvalues: tuple[Eigenvalue, ...]
    hypotheses: tuple[Hypothesis, ...] = ()
    kind = "eigenvalues"
    certified = "eigenvalues"
    claimed = sorts(matrix="term", eigenvalues="eigenvalue 1+")
    shown = sorts(projections="term 1+")
    lemma = (
        "projections Eᵢ that add up to I split the space into their ranges, of dimensions tr Eᵢ, and on the range "
        "of Eᵢ the matrix M is the number λᵢ"
    )

    def __post_init__(self) -> None:
        size = require_square("a matrix of which the eigenvalues are listed", self.matrix)
        if not self.eigenvalues:
            raise InputError("a list of no eigenvalues", hint="a matrix has some")
        for each in self.eigenvalues:
            require_shape("an eigenvalue", each.value, ())
            require_shape("a multiplicity", each.multiplicity, ())
            require_shape("a projection", each.projection, (size, size))

    @property
    def terms(self) -> tuple[Term, ...]:
        """M, the eigenvalues and their multiplicities."""
        return (self.matrix, *(term for each in self.eigenvalues for term in (each.value, each.multiplicity)))

    @property
    def projections(self) -> tuple[Term, ...]:
        """The Eᵢ."""
        return tuple(each.projection for each in self.eigenvalues)

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """The equations of the lemma; none is necessary, since the projections may be a bad guess."""
        total = join(Add, self.projections)
        found: dict[str, tuple[Term, Term]] = {"the projections add up": (total, Identity(self.matrix.shape[0]))}
        for number, each in enumerate(self.eigenvalues, start=1):
            e = each.projection
            found[f"projection {number}"] = (e * e, e)
            found[f"eigenvectors {number}"] = (self.matrix * e, each.value * e)
            found[f"multiplicity {number}"] = (Trace(e), each.multiplicity)
        return equalities(found, given)

    def failure(self) -> Failure | None:
        """A point at which the characteristic polynomial is another one."""
        return find_failure(self.terms, self.hypotheses, _another_polynomial, budget=SPECTRAL_EFFORT)

    def sentence(self) -> Sentence:
        """``the eigenvalues of M are λ with multiplicity m, …``."""
        pieces: Sentence = ()
        for each in self.eigenvalues:
            pieces += (*((",",) if pieces else ()), each.value, "with multiplicity", each.multiplicity)
        return ("the eigenvalues of", self.matrix, "are", *pieces)


def _another_polynomial(values: tuple[Value, ...]) -> str | None:
    """What fails at the values of M, λ₁, m₁, λ₂, …"""
    matrix: Any = values[0]
    claimed: list[Real] = [ONE]
    for value, multiplicity in zip(values[1::2], values[2::2], strict=True):
        if not isinstance(multiplicity, Fraction):
            return None
        if multiplicity.denominator != 1 or multiplicity < 0:
            return f"{show(multiplicity)} is no multiplicity"
        for _ in range(min(int(multiplicity), len(matrix) + 1)):
            claimed = _times_root(claimed, value)  # type: ignore[arg-type]  # a scalar
    found = characteristic_polynomial(matrix)
    if len(found) != len(claimed):
        return f"the multiplicities add up to {len(claimed) - 1}"
    if any(map(differ, found, claimed)):
        return f"the characteristic polynomial has the coefficients {show_value(found)}"
    return None


def _times_root(coefficients: Iterable[Real], root: Real) -> list[Real]:
    """The coefficients of p(z) (z − root), of those of p(z); the highest first."""
    kept = list(coefficients)
    return [up - root * low for up, low in zip([*kept, ZERO], [ZERO, *kept], strict=True)]


def eigenvalues_are(
    matrix: Term,
    *eigenvalues: tuple[Operand, Operand, Term],
    hypotheses: Sequence[Hypothesis] = (),
) -> Eigenvalues:
    """The statement that M has these eigenvalues and no others, with these multiplicities.

    Args:
        matrix: M, N × N.
        eigenvalues: for each λ a triple (λ, m, E): its multiplicity m, such as 1 or N - 2, and a projection E (N × N) onto
            eigenvectors: the certificate; the projections add up to the identity.
        hypotheses: what is assumed of the data.

    Raises `ShapeError` for shapes that do not fit, `InputError` for free indices.
    """
    listed = tuple(Eigenvalue(as_term(value), as_term(m), e) for value, m, e in eigenvalues)
    return Eigenvalues(matrix, listed, tuple(hypotheses))
