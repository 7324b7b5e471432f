"""What is derived, not authored: the judgement of a statement that was found, with how one comes to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from textwrap import indent
from types import MappingProxyType

from derive.answers.at_numbers import basis_at, coefficients_at
from derive.answers.characteristic_polynomials import Found, search_characteristic_polynomial
from derive.answers.null_spaces import find_null_space
from derive.answers.row_elimination import Elimination, eliminate
from derive.answers.zero_entries import find_by_cases, split_by_zeros
from derive.derivation.derivation import CheckedDerivation, Derivation, rule
from derive.errors import InputError, Undecided
from derive.evaluate.linear import Vector
from derive.evaluate.point import Point
from derive.language.build import det, diag, identity, outer
from derive.language.hypotheses import Hypothesis
from derive.language.terms import Symbol, Term, Zeros
from derive.search.low_rank import plus, scale_of, simplified
from derive.statements.null_space import Side
from derive.statements.verdict import Verdict


@dataclass(frozen=True, repr=False)
class Derived(Verdict):
    """A `Verdict` with its ``derivation``, an `Elimination` or a `CheckedDerivation`; None where there is none to show.

    Of a null space by cases, ``masked`` has the s ⊙ h that stand for symbols of which some components may be zero.
    """

    derivation: Elimination | CheckedDerivation | None = None
    masked: Mapping[Symbol, Term] = field(default_factory=dict, compare=False)

    def coefficients_at(self, point: Point) -> tuple[Fraction, ...]:
        """The coefficients of the characteristic polynomial at a size and with numbers: exact, that of zᴺ first.

        Args:
            point: the size of N, and rational data for all symbols of M: ``derive.Point({N: 2}, {g: (1, Fraction(1, 2))})``.

        Raises `InputError` where the answer is no characteristic polynomial that is proved, where the data do not meet what
        it assumes, or a coefficient is not rational.
        """
        return coefficients_at(self, point)

    def basis_at(self, point: Point) -> tuple[Vector, ...]:
        """A basis of the null space at a size and with numbers: exact vectors, none where only 0 is in it.

        Args:
            point: the size of N, and exact data for all symbols of M, zeros among them where the answer is by cases.

        Raises `InputError` where the answer is no null space that is proved, or the data do not meet what it assumes.
        """
        return basis_at(self, point, self.masked)

    def __str__(self) -> str:
        shown = f"\nderivation\n{indent(str(self.derivation), '  ', lambda _: True)}" if self.derivation else ""
        return self.explain() + shown


def derived(
    judgement: Verdict,
    derivation: Elimination | CheckedDerivation | None,
    masked: Mapping[Symbol, Term] = MappingProxyType({}),
) -> Derived:
    own = {each.name: getattr(judgement, each.name) for each in fields(judgement)}
    return Derived(**own, derivation=derivation, masked=masked)


def derive_null_space(matrix: Term, hypotheses: Sequence[Hypothesis] = (), side: Side = "right") -> Derived:
    """The null space of diag(d) + fixed rank, by cases where entries of d may be zero; for rank one with its elimination.

    Raises `Undecided` where the answer depends on what is not known; the message names it.
    """
    found = split_by_zeros(matrix, hypotheses, side)
    statement = find_null_space(matrix, hypotheses, side) if found is None else find_by_cases(found)
    judgement = statement.decide()
    elimination = _elimination(matrix, hypotheses, side) if judgement.status == "proved" else None
    return derived(judgement, elimination, {} if found is None else found.with_zeros)


def _elimination(matrix: Term, hypotheses: Sequence[Hypothesis], side: Side) -> Elimination | None:
    """None also where a formula of it is not decided: the answer stands without it."""
    try:
        return eliminate(matrix, hypotheses, side)
    except (InputError, Undecided):
        return None


def derive_characteristic_polynomial(matrix: Term, z: Symbol, hypotheses: Sequence[Hypothesis] = ()) -> Derived:
    """det(zI − M) for diagonal + fixed rank, with the lines that lead to it.

    Raises `Undecided` where M is not of that form, or has too many pairs.
    """
    given = tuple(hypotheses)
    found = search_characteristic_polynomial(matrix, z, given)
    judgement = found.statement.decide()
    return derived(judgement, _lines(found, z, given) if judgement.status == "proved" else None)


def _lines(found: Found, z: Symbol, given: tuple[Hypothesis, ...]) -> CheckedDerivation | None:
    """The order of the factors, M written out, the determinant lemma, and the closed form; none that repeats the last."""
    eye, parts = identity(found.parts.size), found.parts
    written: Term = z * eye if isinstance(parts.diagonal, Zeros) else z * eye - diag(parts.diagonal)
    for u, w in parts.pairs:
        scale, bare = scale_of(w)
        written = plus(written, simplified(-scale), outer(u, bare))
    lines = [
        ("swapping two factors", "det(zI − XY) = det(zI − YX)", det(z * eye - found.matrix)),
        ("a diagonal and products of two vectors", "", det(written)),
        ("matrix determinant lemma" if parts.pairs else "determinant of a diagonal matrix", "", found.by_lemma),
        ("powers of the diagonal, product rule", "dₙ = z − (z − dₙ); product rule", found.statement.polynomial),
    ]
    derivation = Derivation.start(det(z * eye - found.statement.matrix), given)
    for name, note, line in lines:
        last = derivation.lines[-1].term
        if line == last:
            continue
        try:
            derivation = derivation.by(rule(name, last, line, (), hypotheses=given), to=line, note=note)
        except InputError:
            return None
    return derivation.checked()
