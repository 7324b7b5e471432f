"""Spectra: the characteristic polynomial of a matrix, and matrices with the same one.

The characteristic polynomial det(zI − M) has the eigenvalues as its roots, as often as they are eigenvalues; it is an
equation for the kernel.  That X Y and Y X have the same nonzero eigenvalues is Sylvester's identity (1883), and needs no
determinant: the two factors are the certificate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from derive.errors import InputError
from derive.evaluate.linear import characteristic_polynomial as coefficients_of
from derive.evaluate.numbers import differ, is_zero
from derive.evaluate.point import Value, show_value
from derive.evaluate.search import SPECTRAL_EFFORT, Failure, find_failure
from derive.language.hypotheses import Hypothesis
from derive.language.substitution import symbols_of
from derive.language.terms import Det, Identity, Operand, Symbol, Term, as_term
from derive.printing import Sentence, text
from derive.statements.declaration import said, sorts, terms_in
from derive.statements.equation import equalities
from derive.statements.statement import Obligation, Statement


@dataclass(frozen=True)
class CharacteristicPolynomial(Statement):
    """det(zI − M) = p(z) for every z.

    Lemma.  That is one equation; z is a symbol of its own, of which nothing is assumed, so it holds for every z.

    It has the certificate of that equation.
    """

    matrix: Term
    z: Symbol
    polynomial: Term
    hypotheses: tuple[Hypothesis, ...] = ()
    kind = "characteristic polynomial"
    claimed = sorts(matrix="term", polynomial="term")
    shapes = (
        ("matrix", "the matrix of a characteristic polynomial", "N N"),
        ("polynomial", "the characteristic polynomial", ""),
    )
    wording = "the characteristic polynomial of {matrix} in {z} is {polynomial}"
    lemma = "it is one equation, and nothing is assumed of z, so it holds for every z"

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.z, Symbol) or self.z.shape != () or self.z.properties:
            raise InputError("the variable of a characteristic polynomial", hint='a scalar symbol: scalar("z")')
        if self.z in symbols_of(self.matrix, *terms_in(self.hypotheses)):
            raise InputError(
                f"the variable {text(self.z)} in the matrix or in a hypothesis", hint="take a symbol of its own"
            )

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """The equation, which is necessary; what p(z) divides by stays in its ledger: nothing is assumed of z."""
        left = Det(self.z * Identity(self.matrix.shape[0]) - self.matrix)
        return equalities({"determinant": (left, self.polynomial)}, self.hypotheses, necessary=True)


@dataclass(frozen=True)
class SameSpectrum(Statement):
    """A (N × N) and B (K × K) have the same nonzero eigenvalues, with the same multiplicities; for N = K, all eigenvalues.

    Lemma.  If A = X Y and B = Y X, then zᴷ det(zI − A) = zᴺ det(zI − B) for every z.
    Proof.  For z ≠ 0 let T be the block matrix with rows (zI, X), (Y, I).  Subtracting X times the second row of blocks from
    the first gives det T = det(zI − X Y); subtracting Y/z times the first from the second gives
    det T = zᴺ det(I − Y X/z) = zᴺ⁻ᴷ det(zI − Y X).  Both sides are polynomials in z, so they agree at z = 0 too.  ∎
    In particular similar matrices have it: S B S⁻¹ = X Y and B = Y X with X = S B, Y = S⁻¹.

    X (N × K) and Y (K × N) are the certificate.  It is refuted at a point at which the characteristic polynomials differ by
    more than a power of z.
    """

    first: Term
    second: Term
    left: Term
    right: Term
    hypotheses: tuple[Hypothesis, ...] = ()
    kind = "same spectrum"
    certified = "same spectrum"
    claimed = sorts(first="term", second="term")
    shown = sorts(left="term", right="term")
    shapes = (
        ("first", "a matrix of which the spectrum is compared", "N N"),
        ("second", "a matrix of which the spectrum is compared", "K K"),
        ("left", "the left factor", "N K"),
        ("right", "the right factor", "K N"),
    )
    lemma = "where A = XY and B = YX, zᴷ det(zI − A) = zᴺ det(zI − B) for every z (Sylvester)"

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """A = X Y and B = Y X; neither is necessary, since the factors may be a bad guess."""
        x, y = self.left, self.right
        return equalities({"the first is X Y": (self.first, x * y), "the second is Y X": (self.second, y * x)}, given)

    def failure(self) -> Failure | None:
        """A point at which the characteristic polynomials differ by more than a power of z."""
        return find_failure(self.terms, self.hypotheses, _spectra_differ, budget=SPECTRAL_EFFORT)

    def sentence(self) -> Sentence:
        """``A and B have the same eigenvalues, with multiplicities``; nonzero ones, for different sizes."""
        which = "eigenvalues" if self.first.shape == self.second.shape else "nonzero eigenvalues"
        return said(f"{{first}} and {{second}} have the same {which}, with multiplicities", self)


def _spectra_differ(values: tuple[Value, ...]) -> str | None:
    first, second = map(coefficients_of, values)  # type: ignore[arg-type]  # matrices of exact numbers, or it raises
    kept = [list(polynomial) for polynomial in (first, second)]
    for polynomial in kept:
        while is_zero(polynomial[-1]):
            polynomial.pop()
    if len(kept[0]) != len(kept[1]) or any(map(differ, *kept)):
        shown = " and ".join(map(show_value, (first, second)))
        return f"the characteristic polynomials have the coefficients {shown}"
    return None


def characteristic_polynomial(
    matrix: Term, polynomial: Operand, *, z: Symbol, hypotheses: Sequence[Hypothesis] = ()
) -> CharacteristicPolynomial:
    """The statement det(zI − M) = p(z) for every z.

    Args:
        matrix: M, N × N, without z.
        polynomial: p(z), a scalar term in z.
        z: a scalar symbol of which nothing is assumed.
        hypotheses: what is assumed of the data.

    Raises `ShapeError` for shapes that do not fit, `InputError` where M or a hypothesis speaks of z.
    """
    return CharacteristicPolynomial(matrix, z, as_term(polynomial), tuple(hypotheses))


def same_spectrum(
    first: Term, second: Term, *, left: Term, right: Term, hypotheses: Sequence[Hypothesis] = ()
) -> SameSpectrum:
    """The statement that A (N × N) and B (K × K) have the same nonzero eigenvalues, with multiplicities.

    Args:
        first, second: A and B.
        left, right: X (N × K) and Y (K × N) with A = X Y and B = Y X: the certificate.
        hypotheses: what is assumed of the data.

    Raises `ShapeError` for shapes that do not fit, `InputError` for free indices.
    """
    return SameSpectrum(first, second, left, right, tuple(hypotheses))
