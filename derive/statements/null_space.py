"""Null spaces: {v : M v = 0} is the span of given vectors.

A span of vectors lies in the null space when M kills each of them.  The other direction speaks of every v; a *splitting* of
the identity, I = B C + X M, turns it into one equation: it writes any v as B (C v) + X (M v), and the second part is 0 when
M v = 0.  A splitting exists for every true statement (X = M⁺, C = B⁺, for B of full column rank), so nothing is lost.
Source: generalised inverses, Ben-Israel and Greville, *Generalized Inverses*, ch. 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from derive.errors import InputError, ShapeError
from derive.evaluate.arrays import times, transpose
from derive.evaluate.linear import in_span, null_space
from derive.evaluate.numbers import is_zero
from derive.evaluate.point import Value, show_value
from derive.evaluate.search import Failure, find_failure
from derive.language.alike import join
from derive.language.hypotheses import Hypothesis
from derive.language.terms import Add, Dot, Identity, Outer, Term, Transpose, Zeros, is_vector, show_shape
from derive.printing import Sentence, Sign, listed
from derive.statements.arguments import checked_fields
from derive.statements.declaration import sorts
from derive.statements.equation import equalities
from derive.statements.shapes import require_closed, require_matrix, require_shape
from derive.statements.statement import Obligation, Statement

Side = Literal["right", "left"]
ZERO_SPACE = Sign(r"\{0\}", "{0}")


@dataclass(frozen=True)
@checked_fields
class Splitting:
    """The certificate I = Σᵢ bᵢ cᵢᵀ + X M, for the left null space I = Σᵢ bᵢ cᵢᵀ + X Mᵀ; rows and matrices likewise.

    Attributes:
        coefficients: for each term of the basis, in its order: of a vector bᵢ (N) the vector cᵢ (N), of a matrix B
            (N × K) the matrix C (K × N).
        left: X, of the shape of Mᵀ; for the left null space of the shape of M.
    """

    coefficients: tuple[Term, ...]
    left: Term


#: How a splitting may be found: from the matrix (transposed, for the left null space) and the basis.
Finder = Callable[[Term, tuple[Term, ...]], Splitting]


def orthogonal_splitting(matrix: Term, basis: tuple[Term, ...]) -> Splitting:
    """X = Mᵀ, cᵢ = bᵢ/|bᵢ|², C = Bᵀ: right where MᵀM is an orthogonal projection, as it is for M = Π, and where each of the
    vectors and matrices gives one, bᵢbᵢᵀ/|bᵢ|² and BBᵀ, these being orthogonal to one another.  A guess like any other.
    """
    return Splitting(
        tuple(b / Dot(b, b) if is_vector(b.shape) else Transpose(b) for b in basis),
        Transpose(matrix),
    )


@dataclass(frozen=True)
class NullSpace(Statement):
    """{v : M v = 0} = span of the basis; for ``side`` left, {v : vᵀM = 0}, which is the null space of Mᵀ.

    Lemma.  If M bᵢ = 0 for every i, and I = Σᵢ bᵢ cᵢᵀ + X M, then {v : M v = 0} = span(b₁, …, bₘ).
    Proof.  ⊇: M Σ tᵢ bᵢ = Σ tᵢ M bᵢ = 0.  ⊆: if M v = 0, then v = I v = Σᵢ (cᵢ · v) bᵢ + X M v = Σᵢ (cᵢ · v) bᵢ.  ∎
    A matrix B in the basis stands for its columns: Σ over them is B C, and M B = 0 says that M kills each.
    The vectors need not be independent: "basis" is used for a spanning family.  An empty one spans {0}.

    M is R × K; the basis are vectors of K components (left: of R), or matrices of K (left: R) rows whose columns are meant.
    """

    matrix: Term
    basis: tuple[Term, ...]
    splitting: Splitting
    side: Side = "right"
    hypotheses: tuple[Hypothesis, ...] = ()
    kind = "null space"
    certified = "null space"
    claimed = sorts(matrix="term", side="side", basis="term 0+")
    shown = sorts(coefficients="term 0+", left="term")
    lemma = (
        "M kills the vectors of the basis; and where Mv = 0, the splitting I = Σᵢ bᵢcᵢᵀ + XM gives v = Σᵢ (cᵢ · v) bᵢ"
    )

    def __post_init__(self) -> None:
        if self.side not in ("right", "left"):
            raise InputError(f"the side {self.side!r} of a null space", hint="side")
        rows, columns = require_matrix("the matrix of a null space", self.matrix)
        size, other = (columns, rows) if self.side == "right" else (rows, columns)
        for b in self.basis:
            require_closed("a vector of a null space", b)
            if b.shape != (size,) and not (len(b.shape) == 2 and b.shape[0] == size):
                expected = f"a vector {show_shape((size,))}, or a matrix with as many rows"
                raise ShapeError(f"a basis term of shape {show_shape(b.shape)}", hint=f"it must be {expected}")
        if len(self.splitting.coefficients) != len(self.basis):
            raise InputError(
                f"{len(self.splitting.coefficients)} coefficients for {len(self.basis)} terms of the basis",
                hint="one for each",
            )
        for b, c in zip(self.basis, self.coefficients, strict=True):
            require_shape("a coefficient", c, b.shape if is_vector(b.shape) else b.shape[::-1], closed=False)
        require_shape("the left factor", self.left, (size, other), closed=False)

    @property
    def coefficients(self) -> tuple[Term, ...]:
        """The cᵢ and C of the splitting."""
        return self.splitting.coefficients

    @property
    def left(self) -> Term:
        """The X of the splitting."""
        return self.splitting.left

    @property
    def killer(self) -> Term:
        """The matrix that kills the vectors from the left: M, or Mᵀ."""
        return self.matrix if self.side == "right" else Transpose(self.matrix)

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """M bᵢ = 0 for each, which is necessary; and the splitting."""
        images = [self.killer * b for b in self.basis]
        names = [f"in the null space{f', {i}' if len(images) > 1 else ''}" for i in range(1, len(images) + 1)]
        killed = {name: (image, Zeros(image.shape)) for name, image in zip(names, images, strict=True)}
        pairs = zip(self.basis, self.coefficients, strict=True)
        pieces = [Outer(b, c) if is_vector(b.shape) else b * c for b, c in pairs]
        rest = self.left * self.killer
        sides = (Identity(self.killer.shape[1]), join(Add, [*pieces, rest]))
        return (
            *equalities(killed, given, necessary=True),
            *equalities({"splitting of the identity": sides}, given),
        )

    def failure(self) -> Failure | None:
        """A vector of one of the two spaces, and not of the other."""
        return find_failure(self.terms, self.hypotheses, self._differs)

    def _differs(self, values: tuple[Value, ...]) -> str | None:
        matrix: Any = values[0] if self.side == "right" else transpose(values[0])  # type: ignore[arg-type]  # a matrix
        columns: list[Any] = []
        for b, value in zip(self.basis, values[1:], strict=True):
            columns += [value] if is_vector(b.shape) else transpose(value)  # type: ignore[arg-type]  # a matrix
        for column in columns:
            image: list[Any] = [row[0] for row in times(matrix, tuple((x,) for x in column))]
            if any(is_zero(y) is False for y in image):
                return f"{show_value(column)} is in the span, not in the null space"
        for vector in null_space(matrix):
            if not in_span(vector, columns):
                return f"{show_value(vector)} is in the null space, not in the span"
        return None

    def sentence(self) -> Sentence:
        """``the null space of M is spanned by b``."""
        whose = "the null space of" if self.side == "right" else "the left null space of"
        if not self.basis:
            return (whose, self.matrix, "is", ZERO_SPACE)
        vectors = listed([b for b in self.basis if is_vector(b.shape)])
        matrices = listed([b for b in self.basis if not is_vector(b.shape)])
        columns: Sentence = ("the columns of", *matrices) if matrices else ()
        both: Sentence = ("and",) if vectors and matrices else ()
        return (whose, self.matrix, "is spanned by", *vectors, *both, *columns)


def null_space_is(
    matrix: Term,
    basis: Term | Sequence[Term],
    *,
    splitting: Splitting | Finder = orthogonal_splitting,
    side: Side = "right",
    hypotheses: Sequence[Hypothesis] = (),
) -> NullSpace:
    """The statement {v : M v = 0} = span(basis), or {v : vᵀM = 0} = span(basis) for ``side="left"``.

    Args:
        matrix: M, R × K.
        basis: a vector, a matrix (its columns), or several of them; () says that the null space is {0}.
        splitting: the certificate, or a function that finds it from M (left: Mᵀ) and the basis.
        side: ``right`` or ``left``.
        hypotheses: what is assumed of the data.

    Raises `ShapeError` for shapes that do not fit, `InputError` for free indices.
    """
    family = (basis,) if isinstance(basis, Term) else tuple(basis)
    if not isinstance(splitting, Splitting):
        require_matrix("the matrix of a null space", matrix)
        splitting = splitting(matrix if side == "right" else Transpose(matrix), family)
    return NullSpace(matrix, family, splitting, side, tuple(hypotheses))
