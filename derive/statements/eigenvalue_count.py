"""How many eigenvalues of a symmetric matrix lie on one side of a number: at least d of them are ≥ λ.

This is what orders eigenvalues when N is a symbol: "the i-th smallest is at least λ" says that N − i + 1 of them are.  The
certificate is a subspace on which the quadratic form is large enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, Literal

from derive.errors import InputError
from derive.evaluate.arrays import times
from derive.evaluate.linear import characteristic_polynomial, rank
from derive.evaluate.point import Value, show_value
from derive.evaluate.search import SPECTRAL_EFFORT, Failure, find_failure
from derive.language.hypotheses import Hypothesis
from derive.language.substitution import symbols_of
from derive.language.terms import Identity, Norm, Operand, Symbol, Term, Trace, Transpose, as_term
from derive.printing import Sentence, Sign
from derive.statements.bound import RELATIONS, Bound
from derive.statements.declaration import said, sorts, terms_in
from derive.statements.equation import equalities
from derive.statements.shapes import require_square
from derive.statements.statement import Obligation, Statement

Side = Literal[">=", "<="]


@dataclass(frozen=True)
class EigenvalueCount(Statement):
    """At least d eigenvalues of the symmetric M on the range of F are ≥ λ (or ≤ λ), counted with multiplicity.

    That M is symmetric and F a projection onto a space that M maps to itself belongs to the statement.

    Lemma.  Let M be symmetric, F² = F and F M F = M F; so M maps the range of F to itself, is symmetric there, and has
    dim range F = f real eigenvalues on it.  If E² = E, F E = E, tr E = d, and (Ev)ᵀM(Ev) ≥ λ |Ev|² for every v, then at
    least d of them are ≥ λ; with ≤ for ≥ likewise.
    Proof.  The range of E has dimension tr E = d and lies in the range of F.  If fewer than d eigenvalues were ≥ λ, more
    than f − d would be < λ, and their eigenvectors span a W in the range of F with dim W > f − d.  So W and the range of E
    have some w ≠ 0 in common.  On W, wᵀMw < λ |w|² for w ≠ 0; on the range of E, wᵀMw ≥ λ |w|².  ∎
    This is one half of the theorem of Courant and Fischer.  Source: Horn and Johnson, *Matrix Analysis*, ch. 4.

    The certificate is E, with a vector symbol v of its own, and the difference of the two sides of the inequality for v in a
    form that shows its sign.  It is refuted at a point at which there are fewer.
    """

    matrix: Term
    relation: Side
    value: Term
    number: Term
    space: Term
    projection: Term
    vector: Symbol
    by: Term
    hypotheses: tuple[Hypothesis, ...] = ()
    kind = "number of eigenvalues"
    certified = "eigenvalue count"
    claimed = sorts(matrix="term", relation="inequality", value="term", number="term", space="term")
    shown = sorts(projection="term", vector="name")
    shapes = (
        ("matrix", "a matrix of which eigenvalues are counted", "N N"),
        ("value", "the value", ""),
        ("number", "the number of eigenvalues", ""),
        ("space", "the space", "N N"),
        ("projection", "the projection", "N N"),
        ("vector", "the vector", "N"),
        ("by", "the difference", ""),
    )
    lemma = (
        "were fewer than d eigenvalues on that side of λ, eigenvectors of the others would span a space that "
        "meets the d-dimensional range of E in some w ≠ 0, for which wᵀMw would be on both sides of λ|w|² "
        "(Courant and Fischer)"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.relation not in (">=", "<="):
            raise InputError(f"the relation {self.relation!r} of eigenvalues", hint=">= or <=")
        if not isinstance(self.vector, Symbol) or self.vector.properties:
            raise InputError("the vector of a quadratic form", hint='a vector symbol: vector("v", N)')
        if self.vector in symbols_of(*self.terms, self.projection, *terms_in(self.hypotheses)):
            raise InputError(
                f"{self.vector.name}, which stands for every vector, in the data", hint="take another name"
            )

    @property
    def sign(self) -> Sign:
        """≥ or ≤."""
        return RELATIONS[self.relation][1]

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """What the lemma asks of M and F, which are necessary; and of E, which may be a bad guess."""
        m, f, e = self.matrix, self.space, self.projection
        w = e * self.vector
        needed: dict[str, tuple[Term, Term]] = {"symmetric": (Transpose(m), m)}
        others: dict[str, tuple[Term, Term]] = {}
        if not isinstance(f, Identity):
            needed |= {"the space is a range": (f * f, f), "the space is mapped to itself": (f * m * f, m * f)}
            others |= {"inside the space": (f * e, e)}
        others |= {"projection": (e * e, e), "its dimension": (Trace(e), self.number)}
        form, bound_ = Transpose(w) * m * w, self.value * Norm(w) ** 2
        return (
            *equalities(needed, given, necessary=True),
            *equalities(others, given),
            Obligation("quadratic form", Bound(form, self.relation, bound_, self.by, given)),
        )

    def failure(self) -> Failure | None:
        """A point at which there are fewer."""
        return find_failure(self.terms, self.hypotheses, self._fewer, budget=SPECTRAL_EFFORT)

    def _fewer(self, values: tuple[Value, ...]) -> str | None:
        matrix, value, number, space = values
        if not isinstance(value, Fraction) or not isinstance(number, Fraction):
            return None
        found = _on_the_side(matrix, value, space, 1 if self.relation == ">=" else -1)
        return None if found is None or found >= number else f"there are only {found}, not {show_value(number)}"

    def sentence(self) -> Sentence:
        """``at least d eigenvalues of M on the range of F are ≥ λ``."""
        where = "" if isinstance(self.space, Identity) else "on the range of {space} "
        return said(f"at least {{number}} of the eigenvalues of {{matrix}} {where}are {{sign}} {{value}}", self)


def _on_the_side(matrix: Any, value: Fraction, space: Any, side: int) -> int | None:
    """How many eigenvalues on the range of F are ≥ λ (side 1) or ≤ λ (side −1); None without rational entries.

    (M − λI) F has the eigenvalues of M on the range of F less λ, and 0 as often as F has no range.  All are real; so those
    with one sign are as many as the changes of sign in the characteristic polynomial (Descartes, with equality there).
    """
    size: int = len(matrix)
    shifted: Any = tuple(tuple(x - value * (i == j) for j, x in enumerate(row)) for i, row in enumerate(matrix))
    restricted: Any = times(shifted, space)
    coefficients = [c for c in characteristic_polynomial(restricted) if isinstance(c, Fraction)]
    if len(coefficients) <= size:
        return None
    zeros = next(i for i, c in enumerate(reversed(coefficients)) if c != 0)
    signs = [c * (side**power) for power, c in enumerate(coefficients) if c != 0]  # of p(side · z), up to one sign
    changes: int = sum(x * y < 0 for x, y in pairwise(signs))
    return changes + zeros - size + rank(space)


def eigenvalue_count(
    matrix: Term,
    relation: Side,
    value: Operand,
    number: Operand,
    *,
    projection: Term,
    vector: Symbol,
    by: Operand,
    space: Term | None = None,
    hypotheses: Sequence[Hypothesis] = (),
) -> EigenvalueCount:
    """The statement that at least ``number`` eigenvalues of a symmetric matrix are ≥ (≤) ``value``.

    Args:
        matrix: M, N × N, symmetric.
        relation: ``>=`` or ``<=``.
        value, number: scalar terms or numbers.
        projection: E, N × N, onto a subspace of that dimension on which the quadratic form is large (small) enough.
        vector: a vector symbol that nothing else speaks of; it stands for every vector.
        by: (Ev)ᵀM(Ev) − λ|Ev|², for ``<=`` its negative, in a form that shows its sign.
        space: F, a projection onto an invariant subspace in which to count; all of ℝᴺ without it.
        hypotheses: what is assumed of the data.

    Raises `ShapeError` for shapes that do not fit, `InputError` for free indices or a vector that the data speak of.
    """
    whole = Identity(require_square("a matrix of which eigenvalues are counted", matrix)) if space is None else space
    return EigenvalueCount(
        matrix, relation, as_term(value), as_term(number), whole, projection, vector, as_term(by), tuple(hypotheses)
    )
